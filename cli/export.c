// export.c: `wend export`: writes a world as a map file that bake and other programs read.
#include "clean_text.h"
#include "color_table.h"
#include "connections.h"
#include "json.h"
#include "map_code.h"
#include "option_files.h"
#include "output.h"
#include "raster_out.h"
#include "world_file.h"
#include "world_frame.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct export_arguments {
    common_options common;
    option_list patches;
    const char *world, *output, *links, *walls;
    int64_t floor; ///< -1: not given
} export_arguments;

#define AT(member) offsetof(export_arguments, member)
static const option options[] = {
    OPT_OPERAND("WORLD", "a baked world", AT(world)),
    PATCH_OPTION(export_arguments),
    OPT_OUTPUT('o', "output", "OUT", ".png .pgm .yaml .yml .map .txt",
               "OUT.png, .pgm, .yaml (ROS, with OUT.pgm), .map (MovingAI) or .txt (text grid)", AT(output),
               REQUIRED),
    OPT_OUTPUT(0, "links", "OUT.csv", "-", "also write the links, for bake --links", AT(links), OPTIONAL),
    OPT_OUTPUT(0, "walls", "OUT.csv", "-", "also write walls and one-way steps, for bake --walls", AT(walls),
               OPTIONAL),
    OPT_INTEGER("floor", "N", "write this floor of a map with several [default 0]", AT(floor), 0,
                WEND_MAX_FLOORS - 1),
    COMMON_OPTIONS(export_arguments),
    OPT_END,
};

typedef int map_code_fn(const wend_world* world, const world_source* source, const char* file, map_code* out);

typedef struct target {
    const char *ending, *name;
    raster_kind kind;
    map_code_fn* code;
} target;

static const target targets[] = {
    {".png", "png", RASTER_PNG, map_code_greys},
    {".pgm", "pnm", RASTER_PGM, map_code_greys},
    {".yaml", "ros", RASTER_PGM, map_code_ros},
    {".yml", "ros", RASTER_PGM, map_code_ros},
    {".map", "movingai", RASTER_LINES, map_code_movingai},
    {".txt", "textgrid", RASTER_LINES, map_code_textgrid},
};

enum { MAX_NAME = 4096, QUOTED = 4 * COLOR_NAME_MAX };

typedef struct export_job {
    const export_arguments* a;
    const target* target;
    const wend_world* world;
    const wend_grid* grid;
    map_code code;
    char picture[MAX_NAME];         ///< the file that holds the rows: the output, or beside a YAML the PGM
    char beside[MAX_NAME];          ///< the file of the code's text; "": none
    char options[3 * QUOTED + 512]; ///< for bake, to read the same world
    connection_counts connections;
    int32_t profiles;       ///< besides the default one
    int32_t links_left_out; ///< of the list, since an end is blocked
    int32_t floor;
    int32_t y; ///< next row
    int64_t bytes;
} export_job;

static const target* find_target(const char* file) {
    const target* t = targets;
    while (!file_ends_in(file, t->ending)) t++; // it is one of them
    return t;
}

// The same name with another ending; false when it is too long.
static bool with_ending(const char* file, const char* ending, char out[MAX_NAME]) {
    const int stem = (int)(strrchr(file, '.') - file);
    return snprintf(out, MAX_NAME, "%.*s%s", stem, file, ending) < MAX_NAME;
}

// True when all costs are 1: then a PGM is also a ROS map.
static bool is_plain(const wend_grid* grid) {
    for (int c = 0; c < WEND_CLASS_COUNT; c++) {
        const float cost = wend_grid_class_costs(grid)[c];
        if (wend_grid_class_counts(grid)[c] > 0 && cost != 0 && cost != 1) return false;
    }
    return true;
}

__attribute__((format(printf, 2, 3))) static void add_option(export_job* e, const char* format, ...) {
    const size_t used = strlen(e->options);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(e->options + used, sizeof e->options - used, format, arguments);
    va_end(arguments);
}

// The name of a file as a shell takes it.
static void add_file(export_job* e, const char* option_name, const char* file) {
    char word[QUOTED];
    add_option(e, " %s %s", option_name, color_table_quoted(file, word));
}

// What makes bake build the same world again, besides the files.
static void add_options(export_job* e, const char* legend_opt) {
    const wend_world_info info = wend_world_get_info(e->world);
    const float side = wend_grid_tile_size(e->grid);
    const wend_rect map = wend_grid_area(e->grid);
    const wend_vec2 zero = wend_grid_origin(e->grid); // of tile 0, 0, which the file need not begin with
    const wend_vec2 origin = {zero.x + (float)map.x * side, zero.y + (float)map.y * side};
    const bool is_yaml = e->target->code == map_code_ros, has_side = e->target->code == map_code_textgrid;
    float least, greatest;
    add_option(e, "%s", e->code.options);
    if (legend_opt != NULL) add_file(e, "--rule palette --palette", legend_opt);
    add_option(e, "%s", world_move_options(wend_grid_connectivity(e->grid)));
    const bool is_whole = wend_grid_floors(e->grid) == 1; // else the lists name other floors, too
    if (is_whole && e->a->links != NULL && e->connections.links > 0) add_file(e, "--links", e->a->links);
    if (is_whole && e->a->walls != NULL && e->connections.closed_steps > 0)
        add_file(e, "--walls", e->a->walls);
    if (info.cluster_size != wend_default_world_def().cluster_size)
        add_option(e, " --cluster %d", info.cluster_size);
    if (wend_grid_cost_range(e->grid, &least, &greatest))
        add_option(e, " --class-cost-range %.9g,%.9g", (double)least, (double)greatest);
    if (side != 1 && !is_yaml && !has_side) add_option(e, " --resolution %.9g", (double)side);
    if ((origin.x != 0 || origin.y != 0) && !is_yaml)
        add_option(e, " --origin %.9g,%.9g", (double)origin.x, (double)origin.y);
}

// Chooses the files to write, and the options with which bake reads them.
static int choose_files(export_job* e) {
    const char *output = e->a->output, *own = strrchr(output, '.');
    const bool names_yaml = e->target->code == map_code_ros;
    const bool is_legend = e->code.text_is == MAP_CODE_LEGEND, is_yaml = e->code.text_is == MAP_CODE_YAML;
    const char* beside = is_legend ? ".legend" : names_yaml ? own : ".yaml";
    bool fits = with_ending(output, names_yaml ? ".pgm" : own, e->picture);
    if (is_legend || is_yaml) fits = fits && with_ending(output, beside, e->beside);
    if (!fits) return cli_fail(CLI_USAGE, "export: the name of %s is too long", output);

    add_options(e, is_legend ? e->beside : NULL);
    int code = names_yaml ? option_files_check_beside(&command_export, e->a, e->picture) : CLI_OK;
    if (code == CLI_OK && e->beside[0] != '\0' && !names_yaml)
        code = option_files_check_beside(&command_export, e->a, e->beside);
    if (code == CLI_OK) code = output_check(e->picture, NULL);
    return code == CLI_OK && e->beside[0] != '\0' ? output_check(e->beside, NULL) : code;
}

static void next_row(void* context, uint8_t* bytes) {
    export_job* e = context;
    const wend_rect map = wend_grid_area(e->grid);
    const wend_rect row = {map.x, map.y + e->y++, map.width, 1, (uint16_t)e->floor};
    wend_grid_read(e->grid, row, bytes, 0);
    for (int32_t x = 0; x < map.width; x++) bytes[x] = e->code.bytes[bytes[x]];
}

static int write_beside(const export_job* e) {
    char text[sizeof e->code.text + 600];
    const bool is_yaml = e->code.text_is == MAP_CODE_YAML;
    snprintf(text, sizeof text, "%s%s%s%s", is_yaml ? "image: \"" : "",
             is_yaml ? cli_basename(e->picture) : "", is_yaml ? "\"\n" : "", e->code.text);
    return output_write(e->beside, text, strlen(text));
}

static int write_files(export_job* e) {
    progress bar = progress_start("export", e->a->common.quiet);
    const raster r = {
        e->target->kind, wend_grid_width(e->grid), wend_grid_height(e->grid), e->code.text, next_row, e};
    int code = raster_write(&r, e->picture, &bar, &e->bytes);
    progress_end(&bar);
    return code == CLI_OK && e->beside[0] != '\0' ? write_beside(e)
                                                  : code; // it defines the meaning of the picture
}

// What the map file cannot hold, as lists beside it.
static int write_lists(export_job* e) {
    int code = CLI_OK;
    if (e->a->links != NULL) code = connections_write_links(e->grid, e->a->links, &e->links_left_out);
    if (code == CLI_OK && e->a->walls != NULL) code = connections_write_walls(e->grid, e->a->walls);
    return code;
}

static void warn_of_losses(const export_job* e) {
    const connection_counts* c = &e->connections;
    if (e->a->common.quiet) return;
    const int32_t floors = wend_grid_floors(e->grid);
    if (floors > 1 && e->a->floor < 0)
        cli_warn("%s: holds only floor 0 of the %d floors of the world; --floor N writes another",
                 e->a->output, floors);
    const wend_rect map = wend_grid_area(e->grid);
    if (map.x != 0 || map.y != 0)
        cli_warn("%s: counts columns and rows from 0; its first tile is %d,%d of the world", e->a->output,
                 map.x, map.y);
    if (c->links > 0 && e->a->links == NULL)
        cli_warn("%s: holds none of the %d link%s of the world; --links OUT.csv writes them", e->a->output,
                 c->links, c->links == 1 ? "" : "s");
    if (e->links_left_out > 0)
        cli_warn("%s: left out %d link%s that end on blocked tiles", e->a->links, e->links_left_out,
                 e->links_left_out == 1 ? "" : "s");
    if (c->closed_steps > 0 && e->a->walls == NULL)
        cli_warn("%s: holds none of the %lld closed step%s of the world; --walls OUT.csv writes them",
                 e->a->output, (long long)c->closed_steps, c->closed_steps == 1 ? "" : "s");
    const world_frame frame = world_frame_of(e->world);
    if (frame.geo.has_transform || (frame.is_ros && e->target->code != map_code_ros))
        cli_warn("%s: holds no coordinates of the %s that the world came from%s", e->a->output,
                 frame.is_ros ? "ROS map" : "raster",
                 frame.is_ros ? "; a name that ends in .yaml keeps them" : "");
    if (e->profiles > 0)
        cli_warn("%s: holds none of the %d profile%s of the world", e->a->output, e->profiles,
                 e->profiles == 1 ? "" : "s");
}

static void report(const export_job* e) {
    char text[32];
    if (e->a->common.json) {
        cJSON* json = cJSON_CreateObject();
        json_text(json, "world", e->a->world);
        json_text(json, "output", e->a->output);
        json_text(json, "format", e->target->name);
        cJSON* files = cJSON_AddArrayToObject(json, "files");
        cJSON_AddItemToArray(files, cJSON_CreateString(e->picture));
        if (e->beside[0] != '\0') cJSON_AddItemToArray(files, cJSON_CreateString(e->beside));
        if (e->a->links != NULL) cJSON_AddItemToArray(files, cJSON_CreateString(e->a->links));
        if (e->a->walls != NULL) cJSON_AddItemToArray(files, cJSON_CreateString(e->a->walls));
        json_integer(json, "links_lost", e->a->links == NULL ? e->connections.links : e->links_left_out);
        json_integer(json, "closed_steps_lost", e->a->walls == NULL ? e->connections.closed_steps : 0);
        if (wend_grid_floors(e->grid) > 1) json_integer(json, "floor", e->floor);
        json_integer(json, "width", wend_grid_width(e->grid));
        json_integer(json, "height", wend_grid_height(e->grid));
        json_integer(json, "file_bytes", e->bytes);
        json_text(json, "bake_options", e->options + (e->options[0] == ' '));
        json_print(json);
    } else if (!e->a->common.quiet) {
        printf("map          %s, %s, %d x %d tiles, %s\n", shown(e->picture), e->target->name,
               wend_grid_width(e->grid), wend_grid_height(e->grid), cli_bytes_text(e->bytes, text));
        const char* const with[] = {e->beside, e->a->links, e->a->walls};
        for (int i = 0; i < 3; i++)
            if (with[i] != NULL && with[i][0] != '\0') printf("with         %s\n", shown(with[i]));
        char word[QUOTED];
        printf("read it by   wend bake %s%s -o WORLD.wend\n", shown(color_table_quoted(e->a->output, word)),
               e->options);
    }
}

static int export_world(const export_arguments* a, const wend_world* world) {
    export_job e = {.a = a,
                    .target = find_target(a->output),
                    .world = world,
                    .grid = wend_world_grid(world),
                    .profiles = wend_world_profile_count(world) - 1,
                    .floor = a->floor > 0 ? (int32_t)a->floor : 0};
    if (e.floor >= wend_grid_floors(e.grid))
        return cli_fail(CLI_USAGE, "export: --floor %d: the map has floors 0 to %d", e.floor,
                        wend_grid_floors(e.grid) - 1);
    e.connections = connections_count(e.grid);
    world_source source = world_source_read(wend_world_metadata(world));
    const bool is_pgm = strcmp(e.target->name, "pnm") == 0;
    // A PGM whose costs are all 1 is also a ROS map; the rule brightness reads the same costs from it.
    if (is_pgm) source.ros.negate = false, source.ros.mode = WEND_ROS_TRINARY;
    map_code_fn* make_code = is_pgm && is_plain(e.grid) ? map_code_ros : e.target->code;
    int code = make_code(world, &source, a->output, &e.code);
    if (code == CLI_OK) code = choose_files(&e);
    if (code == CLI_OK) code = write_files(&e);
    if (code == CLI_OK) code = write_lists(&e);
    if (code == CLI_OK) warn_of_losses(&e);
    if (code == CLI_OK) report(&e);
    return code;
}

static int export_file(const export_arguments* a) {
    wend_world* world = NULL;
    int code = world_open(a->world, &a->patches, &world);
    if (code == CLI_OK) code = export_world(a, world);
    wend_world_destroy(world);
    return code;
}

static int run(const command* self, int argc, char** argv) {
    export_arguments a = {.floor = -1};
    int code = options_parse(self, argc, argv, &a);
    if (code == OPTIONS_GO) code = export_file(&a);
    options_free(self, &a);
    return code;
}

const command command_export = {
    .name = "export",
    .summary = "write a world as a map file: PNG, PGM, ROS, MovingAI or text grid",
    .details = "The ending of OUT chooses the format. bake reads the file back with the same costs, tile by "
               "tile; a format that\n"
               "cannot hold them is refused. If greys cannot express the costs, a .legend file is written "
               "beside the\n"
               "picture; a .pgm whose costs are all 1 gets a ROS .yaml. No map file holds links and walls:\n"
               "--links and --walls write them as lists.",
    .example = "wend export island.wend -o island.png",
    .options = options,
    .run = run,
};
