// export.c: `wend export`: writes a world as a map file that bake and other programs read. Which byte stands
// for a terrain class in each format, so that bake reads the same costs?
#include "classes.h"
#include "clean_text.h"
#include "cli.h"
#include "connections.h"
#include "json.h"
#include "options.h"
#include "output.h"
#include "overlay_options.h"
#include "raster_out.h"
#include "world_file.h"
#include "world_frame.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum map_code_text { MAP_CODE_HEADER, MAP_CODE_YAML, MAP_CODE_LEGEND } map_code_text;

typedef struct map_code {
    uint8_t bytes[WEND_CLASS_COUNT]; ///< greys, or letters; only those of classes in use count
    map_code_text text_is;           ///< what goes before the rows, or into a file beside them
    char text[16384];                ///< "" if there is none; of a YAML all but the line of the image
    char options[64];                ///< that bake needs to read the same costs; "": none
} map_code;

// All return CLI_OK, or an exit code after printing the first tile whose cost the format cannot express.

enum {
    TOP_GREY = 255,
    DARKEST_PASSABLE = 217, // the darkest passable grey by default: 0.85
    ROS_FREE = 255,
    ROS_UNKNOWN = 205,
    ROS_UNKNOWN_CLASS = 255, // as the importer numbers them
};

static float cost_of(const wend_world* world, int c) {
    return wend_grid_class_costs(wend_world_grid(world))[c];
}

static bool is_used(const wend_world* world, int c) {
    return wend_grid_class_counts(wend_world_grid(world))[c] > 0;
}

static wend_tile first_of_class(const wend_grid* grid, int c) {
    const wend_rect map = wend_grid_area(grid);
    for (int32_t floor = 0; floor < wend_grid_floors(grid); floor++)
        for (int32_t y = 0; y < map.height; y++)
            for (int32_t x = 0; x < map.width; x++) {
                const wend_tile tile = {map.x + x, map.y + y, (uint16_t)floor};
                if (wend_grid_class(grid, tile) == c) return tile;
            }
    return (wend_tile){0, 0};
}

static int fail_cost(const wend_world* world, int c, const char* file, const char* holds) {
    const wend_tile tile = first_of_class(wend_world_grid(world), c);
    char at[CLI_TILE_TEXT];
    return cli_fail(CLI_USAGE, "%s: tile %s costs %.9g; this format holds %s", file, cli_tile_text(tile, at),
                    (double)cost_of(world, c), holds);
}

// ---- greys

// The grey with exactly this cost; 0: none.
static int grey_of(float cost) {
    if (!(cost >= 1)) return 0;
    const int grey = (int)lround(TOP_GREY / (double)cost);
    return grey > 0 && (float)TOP_GREY / (float)grey == cost ? grey : 0;
}

// True when every cost in use belongs to a grey.
static bool are_greys(const wend_world* world) {
    for (int c = 0; c < WEND_CLASS_COUNT; c++)
        if (is_used(world, c) && cost_of(world, c) != 0 && grey_of(cost_of(world, c)) == 0) return false;
    return true;
}

static void code_greys(const wend_world* world, const world_source* source, map_code* out) {
    int lowest = TOP_GREY;
    for (int c = 0; c < WEND_CLASS_COUNT; c++) {
        if (!is_used(world, c) || cost_of(world, c) == 0) continue;
        out->bytes[c] = (uint8_t)grey_of(cost_of(world, c));
        if (out->bytes[c] < lowest) lowest = out->bytes[c];
    }
    double below = 0.85;
    if (lowest < DARKEST_PASSABLE) {
        below = floor(lowest * 10000.0 / TOP_GREY) / 10000;
        snprintf(out->options, sizeof out->options, " --blocked-below %.4f", below);
    }
    // Keeps the blocked greys of the image that the world was baked from.
    const bool keeps = strcmp(source->rule, "brightness") == 0 || strcmp(source->rule, "luma") == 0;
    for (int c = 0; c < WEND_CLASS_COUNT && keeps; c++)
        if (cost_of(world, c) == 0 && (float)(c / (double)TOP_GREY) < (float)below)
            out->bytes[c] = (uint8_t)c;
}

// Lists the distinct costs in use in ascending order; returns their number.
static int sort_costs(const wend_world* world, float costs[WEND_CLASS_COUNT]) {
    int count = 0;
    for (int c = 0; c < WEND_CLASS_COUNT; c++) {
        const float cost = cost_of(world, c);
        if (!is_used(world, c) || cost == 0) continue;
        int at = count;
        while (at > 0 && costs[at - 1] >= cost) at--;
        if (at < count && costs[at] == cost) continue;
        memmove(costs + at + 1, costs + at, (size_t)(count++ - at) * sizeof *costs);
        costs[at] = cost;
    }
    return count;
}

// Gives each cost a different grey, as close as possible to that of its brightness.
static void code_legend(const wend_world* world, map_code* out) {
    float costs[WEND_CLASS_COUNT];
    const int count = sort_costs(world, costs);
    size_t used =
        (size_t)snprintf(out->text, sizeof out->text, "// the costs of the greys\n#000000 blocked\n");
    char number[32];
    int grey = TOP_GREY + 1;
    for (int i = 0; i < count; i++) {
        const int near = costs[i] > 1 ? (int)lround(TOP_GREY / (double)costs[i]) : TOP_GREY;
        const int left = count - i; // each needs a grey above black
        grey = near < grey - 1 ? near : grey - 1;
        if (grey < left) grey = left;
        used += (size_t)snprintf(out->text + used, sizeof out->text - used, "#%02x%02x%02x %s\n", grey, grey,
                                 grey, cli_shortest_text(costs[i], number));
        for (int c = 0; c < WEND_CLASS_COUNT; c++)
            if (cost_of(world, c) == costs[i]) out->bytes[c] = (uint8_t)grey;
    }
    out->text_is = MAP_CODE_LEGEND;
}

// Greys for the rule brightness: v costs 255 / v. 8 bits suffice, as a world has no more classes. Where a
// cost is none of these, greys near them and a legend for the rule palette.
static int map_code_greys(const wend_world* world, const world_source* source, const char* file,
                          map_code* out) {
    enum { MOST_ROWS = 254 }; // of a legend
    float costs[WEND_CLASS_COUNT];
    *out = (map_code){.text = ""};
    if (are_greys(world)) {
        code_greys(world, source, out);
    } else if (sort_costs(world, costs) < MOST_ROWS) {
        code_legend(world, out);
    } else {
        return cli_fail(CLI_USAGE, "%s: the world has %d different costs; a legend holds %d", file,
                        sort_costs(world, costs), MOST_ROWS - 1);
    }
    return CLI_OK;
}

static bool is_percent(float cost, int* percent_out) {
    const int percent = cost >= 1 ? 100 - (int)lround(100 / (double)cost) : -1;
    *percent_out = percent;
    return percent >= 0 && percent < 100 && 100.0f / (float)(100 - percent) == cost;
}

// ---- ROS

// The shortest decimal that is this number again when it is read.
static const char* shortest_double(double number, char out[32]) {
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(out, 32, "%.*g", digits, number);
        if (strtod(out, NULL) == number) break;
    }
    return out;
}

// The occupancy in percent that the map server gives a grey, or -1 for unknown.
static int occupancy_of(const wend_ros_map* map, int grey) {
    const double shade = grey / 255.0, p = map->negate ? shade : 1 - shade;
    if (map->mode == WEND_ROS_RAW) return grey <= 100 ? grey : -1;
    if (p > map->occupied_thresh) return 100;
    if (p < map->free_thresh) return 0;
    if (map->mode == WEND_ROS_TRINARY) return -1;
    return (int)rint((p - map->free_thresh) / (map->occupied_thresh - map->free_thresh) * 100);
}

// A grey for an occupancy; -1: there is none. The usual greys first, then the one farthest from any other
// meaning.
static int grey_of_occupancy(const wend_ros_map* map, int percent) {
    const int usual[] = {ROS_FREE, 0, ROS_UNKNOWN};
    for (int i = 0; i < 3 && map->mode != WEND_ROS_RAW; i++) {
        const int grey = map->negate ? TOP_GREY - usual[i] : usual[i];
        if (occupancy_of(map, grey) == percent) return grey;
    }
    int first = 0, last;
    while (first <= TOP_GREY && occupancy_of(map, first) != percent) first++;
    if (first > TOP_GREY) return -1;
    for (last = first; last < TOP_GREY && occupancy_of(map, last + 1) == percent;) last++;
    return percent < 0 && map->mode == WEND_ROS_RAW ? ROS_UNKNOWN_CLASS : (first + last) / 2;
}

static bool is_unknown(const world_source* source, int c) {
    return strcmp(source->format, "ros") == 0 && c == ROS_UNKNOWN_CLASS &&
           strcmp(source->meanings[c], "unknown") == 0;
}

// Greys by which a map server reads the tiles of a world as they are; false: there are none.
static bool code_occupancy(const wend_world* world, const world_source* source, const wend_ros_map* map,
                           map_code* out) {
    for (int c = 0; c < WEND_CLASS_COUNT; c++) {
        int percent = 100;
        if (!is_used(world, c)) continue;
        if (cost_of(world, c) > 0) (void)is_percent(cost_of(world, c), &percent);
        if (is_unknown(source, c)) percent = -1;
        const int grey = grey_of_occupancy(map, percent);
        if (grey < 0) return false;
        out->bytes[c] = (uint8_t)grey;
    }
    return true;
}

// Greys of a ROS map and its YAML, with the values of the one that the world came from. Otherwise occupied
// is 0 and free 255 (trinary), or the grey is the occupancy in percent (raw), where a tile costs 100 / (100
// - n).
static int map_code_ros(const wend_world* world, const world_source* source, const char* file,
                        map_code* out) {
    const world_frame frame = world_frame_of(world);
    bool is_trinary = true;
    *out = (map_code){.text = ""};
    for (int c = 0; c < WEND_CLASS_COUNT; c++) {
        int percent;
        const float cost = cost_of(world, c);
        if (!is_used(world, c) || cost == 0) continue;
        if (is_unknown(source, c)) {
            char number[32];
            snprintf(out->options, sizeof out->options, " --unknown-cost %s",
                     cli_shortest_text(cost, number));
            continue;
        }
        if (!is_percent(cost, &percent))
            return fail_cost(world, c, file,
                             "100 / (100 - n) for n percent of occupancy; a .txt holds any cost");
        is_trinary = is_trinary && percent == 0;
    }
    wend_ros_map map = source->ros;
    const wend_ros_mode fitting = is_trinary ? WEND_ROS_TRINARY : WEND_ROS_RAW;
    // The YAML that came in, if it can still say what the tiles are.
    bool fits = map.resolution > 0 && (is_trinary || map.mode != WEND_ROS_TRINARY) &&
                code_occupancy(world, source, &map, out);
    if (!fits) {
        if (map.resolution == 0 || is_trinary)
            map = (wend_ros_map){
                .origin = {0, 0, map.origin[2]}, .occupied_thresh = 0.65, .free_thresh = 0.196};
        map.mode = fitting;
        (void)code_occupancy(world, source, &map, out);
    }
    const world_point corner = world_frame_corner(&frame);
    char resolution[32], x[32], y[32], yaw[32], occupied[32], free_below[32];
    out->text_is = MAP_CODE_YAML;
    if (source->ros.resolution > 0) {
        shortest_double(world_frame_tile_size(&frame), resolution);
        shortest_double(corner.x, x);
        shortest_double(corner.y, y);
    } else {
        cli_shortest_text(wend_grid_tile_size(wend_world_grid(world)), resolution);
        snprintf(x, sizeof x, "%.7g", corner.x);
        snprintf(y, sizeof y, "%.7g", corner.y);
    }
    snprintf(out->text, sizeof out->text,
             "mode: %s\nresolution: %s\norigin: [%s, %s, %s]\nnegate: %d\noccupied_thresh: %s\n"
             "free_thresh: %s\n",
             wend_ros_mode_name(map.mode), resolution, x, y, shortest_double(map.origin[2], yaw), map.negate,
             shortest_double(map.occupied_thresh, occupied), shortest_double(map.free_thresh, free_below));
    return CLI_OK;
}

// ---- letters

// Letters of a MovingAI map: those of the source, or . and @.
static int map_code_movingai(const wend_world* world, const world_source* source, const char* file,
                             map_code* out) {
    const wend_grid* grid = wend_world_grid(world);
    static const char letters[] = "@.SW@T"; // by class, as the importer numbers them
    const bool keeps = strcmp(source->format, "movingai") == 0;
    *out = (map_code){.text = ""};
    for (int c = 0; c < WEND_CLASS_COUNT; c++) {
        const float cost = cost_of(world, c);
        if (is_used(world, c) && cost != 0 && cost != 1)
            return fail_cost(world, c, file, "1 and blocked; a .txt holds any cost");
        const int usual = cost == 0 ? '@' : '.';
        const int own = keeps && c < (int)sizeof letters - 1 ? letters[c] : usual;
        const bool own_is_open = own == '.' || own == 'S';
        out->bytes[c] = (uint8_t)(own_is_open == (cost == 1) ? own : usual);
    }
    snprintf(out->text, sizeof out->text, "type octile\nheight %d\nwidth %d\nmap\n", wend_grid_height(grid),
             wend_grid_width(grid));
    return CLI_OK;
}

// The class that the importer gives a letter without a legend; -1: none.
static float usual_cost(int letter) {
    if (letter >= '0' && letter <= '9') return (float)(letter - '0');
    if (letter == '.') return 1;
    if (letter == '-') return 1.5f;
    if (letter == '^') return 2;
    return letter != 0 && strchr("xXwW#@* ", letter) != NULL ? 0 : -1;
}

// The letter that bake reads as this cost without a legend; 0: none.
static int usual_letter(float cost) {
    static const char letters[] = "x.23456789-^";
    for (const char* l = letters; *l != '\0'; l++)
        if (usual_cost(*l) == cost) return *l;
    return 0;
}

typedef struct alphabet {
    float costs[128]; ///< by letter; -1: free
    int count;        ///< in the legend
} alphabet;

// An unused letter; 0: none left.
static int free_letter(const alphabet* a) {
    static const char letters[] = "abcdefghijklmnopqrstuvyzABCDEFGHIJKLMNOPQRSTUVYZ!$%&+:;<>?_`{|}~";
    for (const char* l = letters; *l != '\0'; l++)
        if (a->costs[(int)*l] < 0) return *l;
    return 0;
}

// The letter that the class had in the original text grid; 0: none.
static int own_letter(const world_source* source, int c) {
    const bool has = strcmp(source->format, "textgrid") == 0 && c > ' ' && c <= '~' && c != ',' && c != '/';
    return has ? c : 0;
}

// Letters of a text grid: those of the source, or the usual ones and a legend in the header.
static int map_code_textgrid(const wend_world* world, const world_source* source, const char* file,
                             map_code* out) {
    const wend_grid* grid = wend_world_grid(world);
    alphabet a = {.count = 0};
    char legend[1600] = "", number[32];
    for (int l = 0; l < 128; l++) a.costs[l] = -1;
    *out = (map_code){.text = ""};
    // The original letters first, so that no other cost takes one of them.
    for (int c = 0; c < WEND_CLASS_COUNT; c++)
        if (is_used(world, c) && own_letter(source, c) != 0) a.costs[c] = cost_of(world, c);
    for (int c = 0; c < WEND_CLASS_COUNT; c++) {
        const float cost = cost_of(world, c);
        if (!is_used(world, c)) continue;
        int letter = own_letter(source, c);
        if (letter == 0) letter = usual_letter(cost);
        if (letter != 0 && a.costs[letter] >= 0 && a.costs[letter] != cost) letter = 0;
        for (int l = ' ' + 1; l < 127 && letter == 0; l++)
            if (a.costs[l] == cost) letter = l;
        if (letter == 0) letter = free_letter(&a);
        if (letter == 0)
            return fail_cost(world, c, file,
                             "no more different costs than there are letters; a .png holds more");
        a.costs[letter] = cost;
        out->bytes[c] = (uint8_t)letter;
    }
    for (int l = 0; l < 128; l++) {
        const size_t used = strlen(legend);
        if (a.costs[l] < 0 || a.costs[l] == usual_cost(l)) continue;
        if (a.costs[l] == 0)
            snprintf(legend + used, sizeof legend - used, " %c=blocked", l);
        else
            snprintf(legend + used, sizeof legend - used, " %c=%s", l, cli_shortest_text(a.costs[l], number));
    }
    snprintf(out->text, sizeof out->text, "%s\n%d\n%d\n%s%s%s",
             cli_shortest_text(wend_grid_tile_size(grid), number), wend_grid_width(grid),
             wend_grid_height(grid), legend[0] != '\0' ? "// letters" : "", legend,
             legend[0] != '\0' ? "\n" : "");
    return CLI_OK;
}

// ---- files

typedef struct export_arguments {
    view_options of;
    const char *output, *links, *walls;
    int64_t floor; ///< -1: not given
} export_arguments;

#define AT(member) offsetof(export_arguments, member)
static const option options[] = {
    VIEW_WORLD,
    OPT_OUTPUT('o', "output", "OUT", ".png .pgm .yaml .yml .map .txt",
               "OUT.png, .pgm, .yaml (ROS, with OUT.pgm), .map (MovingAI) or .txt (text grid)", AT(output),
               REQUIRED),
    OPT_OUTPUT(0, "links", "OUT.csv", "-", "also write the links, for bake --links", AT(links), OPTIONAL),
    OPT_OUTPUT(0, "walls", "OUT.csv", "-", "also write walls and one-way steps, for bake --walls", AT(walls),
               OPTIONAL),
    OPT_INTEGER("floor", "N", "write this floor of a map with several [default 0]", AT(floor), 0,
                WEND_MAX_FLOORS - 1),
    COMMON_OPTIONS(view_options),
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
static bool is_plain(const wend_world* world) {
    for (int c = 0; c < WEND_CLASS_COUNT; c++)
        if (is_used(world, c) && cost_of(world, c) != 0 && cost_of(world, c) != 1) return false;
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
    if (!fits) return command_fail(CLI_USAGE, "the name of %s is too long", output);

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
    progress bar = progress_start("export", e->a->of.common.quiet);
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
                 c->links, cli_plural(c->links));
    if (e->links_left_out > 0)
        cli_warn("%s: left out %d link%s that end on blocked tiles", e->a->links, e->links_left_out,
                 cli_plural(e->links_left_out));
    if (c->closed_steps > 0 && e->a->walls == NULL)
        cli_warn("%s: holds none of the %lld closed step%s of the world; --walls OUT.csv writes them",
                 e->a->output, (long long)c->closed_steps, cli_plural(c->closed_steps));
    const world_frame frame = world_frame_of(e->world);
    if (frame.geo.has_transform || (frame.is_ros && e->target->code != map_code_ros))
        cli_warn("%s: holds no coordinates of the %s that the world came from%s", e->a->output,
                 frame.is_ros ? "ROS map" : "raster",
                 frame.is_ros ? "; a name that ends in .yaml keeps them" : "");
    if (e->profiles > 0)
        cli_warn("%s: holds none of the %d profile%s of the world", e->a->output, e->profiles,
                 cli_plural(e->profiles));
}

static void report(const export_job* e) {
    char text[32];
    if (e->a->of.common.json) {
        cJSON* json = view_json(&e->a->of);
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
    } else if (!e->a->of.common.quiet) {
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

static int run_on_world(const void* arguments, const wend_world* world) {
    const export_arguments* a = arguments;
    export_job e = {.a = a,
                    .target = find_target(a->output),
                    .world = world,
                    .grid = wend_world_grid(world),
                    .profiles = wend_world_profile_count(world) - 1,
                    .floor = a->floor > 0 ? (int32_t)a->floor : 0};
    if (e.floor >= wend_grid_floors(e.grid))
        return command_fail(CLI_USAGE, "--floor %d: the map has floors 0 to %d", e.floor,
                            wend_grid_floors(e.grid) - 1);
    e.connections = connections_count(e.grid);
    world_source source = world_source_read(wend_world_metadata(world));
    const bool is_pgm = strcmp(e.target->name, "pnm") == 0;
    // A PGM whose costs are all 1 is also a ROS map; the rule brightness reads the same costs from it.
    if (is_pgm) source.ros.negate = false, source.ros.mode = WEND_ROS_TRINARY;
    map_code_fn* make_code = is_pgm && is_plain(world) ? map_code_ros : e.target->code;
    int code = make_code(world, &source, a->output, &e.code);
    if (code == CLI_OK) code = choose_files(&e);
    if (code == CLI_OK) code = write_files(&e);
    if (code == CLI_OK) code = write_lists(&e);
    if (code == CLI_OK) warn_of_losses(&e);
    if (code == CLI_OK) report(&e);
    return code;
}

static int run(const command* self, int argc, char** argv) {
    export_arguments a = {.floor = -1};
    return view_run(self, argc, argv, &a.of, NULL, run_on_world);
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
