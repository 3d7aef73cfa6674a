// field.c: `wend field`: what does the way to or from some tiles cost, from everywhere?
#include "clean_text.h"
#include "drawing.h"
#include "field_map.h"
#include "json.h"
#include "memory.h"
#include "options.h"
#include "output.h"
#include "overlay_options.h"
#include "plan.h"
#include "raster_out.h"
#include "scene.h"
#include "wend/private.h"
#include "world_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct field_arguments {
    view_options of;
    const char* output;
    option_points from, to;
    int directions;
    double within, scale;
    bool flow, nearest, tiles;
} field_arguments;

static const char* const direction_names[] = {[FIELD_DEGREES] = "degrees", [FIELD_D8] = "d8", NULL};

#define AT(member) offsetof(field_arguments, member)
static const option options[] = {
    VIEW_WORLD,
    OPT_POINTS("to", "costs from every tile to this one; repeat for several: to the nearest", AT(to), USUAL),
    OPT_POINTS("from", "instead: costs from this tile to every other; repeat for several", AT(from),
               OPTIONAL),
    OPT_NUMBER("within", "COST", "only tiles that cost no more: with --from a movement range", AT(within),
               0.001, 1e12),
    VIEW_QUERY,
    OPT_FLAG(0, "flow", "the step of each tile on its way instead of its cost", AT(flow)),
    OPT_FLAG(0, "nearest", "which of the given tiles is the nearest instead of its cost", AT(nearest)),
    OPT_CHOICE("directions", "of --flow in OUT.tif: clockwise from north, or codes of powers of 2",
               AT(directions), direction_names),
    OPT_OUTPUT('o', "output", "OUT", ".png .tif .tiff .csv .txt -",
               "OUT.png, .tif (GeoTIFF), .csv or .txt (an aligned table); - is standard output, as .txt",
               AT(output), OPTIONAL),
    OPT_NUMBER("scale", "K", "of a picture: pixels per tile; 0: a picture of 512..2048 pixels", AT(scale), 0,
               256),
    OPT_FLAG(0, "tiles", "list the tiles that have a cost, one X,Y,COST per line", AT(tiles)),
    COMMON_OPTIONS(view_options),
};

static bool is_tiff(const char* file_opt) {
    return file_opt != NULL && (file_ends_in(file_opt, ".tif") || file_ends_in(file_opt, ".tiff"));
}

static int check_arguments(void* arguments) {
    const field_arguments* a = arguments;
    if (a->to.count > 0 && a->from.count > 0)
        return command_fail(
            CLI_USAGE, "--to asks for the costs to tiles, --from for those from them: give one of the two");
    if (a->to.count == 0 && a->from.count == 0)
        return command_fail(CLI_USAGE, "--to X,Y or --from X,Y is missing (see wend field --help)");
    if (a->flow && a->nearest)
        return command_fail(CLI_USAGE, "--flow and --nearest each say what is shown: give one");
    if (a->directions >= 0 && (!a->flow || !is_tiff(a->output)))
        return command_fail(CLI_USAGE, "--directions is for --flow -o OUT.tif");
    return CLI_OK;
}

// ---- the field as lines of numbers, one row of the map at a time

enum {
    FIELD_TABLE_WIDTH = 120, // letters of a line that a terminal shows
    MOST_LETTERS = 32        // of a number
};

typedef struct number_table {
    const field_map* map;
    field_kind kind;
    bool csv;
    int cell;     // letters of a number in a table, with the space before it
    int decimals; // of costs
} number_table;

// Whole costs need no decimals; a table for people has one, a file for programs three.
static int decimals_of(const field_map* map, bool csv) {
    for (int32_t row = 0; row < field_map_rows(map); row++) {
        for (int32_t x = 0; x < wend_grid_width(map->grid); x++) {
            double cost = field_map_cost(map, field_map_tile(map, x, row));
            if (isfinite(cost) && cost != floor(cost)) return csv ? 3 : 1;
        }
    }
    return 0;
}

static void write_number(const number_table* t, wend_tile tile, char out[MOST_LETTERS]) {
    const field_map* map = t->map;
    const double cost = field_map_cost(map, tile);
    if (isinf(cost))
        snprintf(out, MOST_LETTERS, "%s", t->csv ? "" : wend_grid_passable(map->grid, tile) ? "." : "#");
    else if (t->kind == FIELD_COSTS)
        snprintf(out, MOST_LETTERS, "%.*f", t->decimals, cost);
    else
        snprintf(out, MOST_LETTERS, "%d",
                 t->kind == FIELD_FLOW ? field_map_keypad(map, tile) : field_map_nearest(map, tile));
}

static number_table begin(const field_map* map, field_kind kind, bool csv) {
    number_table t = {.map = map, .kind = kind, .csv = csv};
    t.decimals = kind == FIELD_COSTS ? decimals_of(map, csv) : 0;
    double most = kind == FIELD_COSTS ? map->most : kind == FIELD_NEAREST ? map->end_count - 1 : 9;
    char text[MOST_LETTERS];
    t.cell = snprintf(text, sizeof text, "%.*f", t.decimals, most) + 1;
    return t;
}

// An output_row_fn.
static void add_row(void* context, int64_t row, file_text* out) {
    const number_table* t = context;
    for (int32_t x = 0; x < wend_grid_width(t->map->grid); x++) {
        char text[MOST_LETTERS];
        write_number(t, field_map_tile(t->map, x, (int32_t)row), text);
        if (t->csv)
            file_text_add(out, "%s%s", x > 0 ? "," : "", text);
        else
            file_text_add(out, "%*s", x > 0 ? t->cell : t->cell - 1, text);
    }
    file_text_add(out, "\n");
}

// A line for each row of the map. csv: numbers with commas between, and nothing where there is none; else an
// aligned table with # for blocked tiles and . for those without a number. "-": standard output. CLI_OK or
// an exit code.
static int field_numbers_write(const field_map* map, field_kind kind, bool csv, const char* file) {
    number_table t = begin(map, kind, csv);
    return output_write_rows(file, field_map_rows(map), add_row, &t);
}

// Letters of a line of the table.
static int64_t field_numbers_width(const field_map* map, field_kind kind) {
    return (int64_t)begin(map, kind, false).cell * wend_grid_width(map->grid) - 1;
}

// ---- the report

static void list_tiles(const field_map* map, cJSON* array_opt) {
    for (int32_t row = 0; row < field_map_rows(map); row++) {
        for (int32_t x = 0; x < wend_grid_width(map->grid); x++) {
            const wend_tile tile = field_map_tile(map, x, row);
            const double cost = field_map_cost(map, tile);
            char text[96], at[CLI_TILE_TEXT];
            if (isinf(cost)) continue;
            if (array_opt == NULL) {
                printf("%s,%.6f\n", cli_tile_text(tile, at), cost);
                continue;
            }
            snprintf(text, sizeof text, "[%s,%.6f]", cli_tile_text(tile, at), cost);
            cJSON_AddItemToArray(array_opt, cJSON_CreateRaw(text));
        }
    }
}

static void print_json(const field_arguments* a, const wend_world* world, const field_map* map) {
    cJSON* json = view_json(&a->of);
    json_text(json, "sense", map->sense == WEND_FIELD_TO ? "to" : "from");
    json_tiles(json, map->sense == WEND_FIELD_TO ? "to" : "from", map->ends, map->end_count);
    cJSON* ends = cJSON_AddArrayToObject(json, "ends");
    for (int32_t i = 0; i < map->end_count; i++) {
        cJSON* end = json_row(ends);
        json_tile_as(end, "tile", map->ends[i]);
        cJSON_AddBoolToObject(end, "blocked", !wend_grid_passable(map->grid, map->ends[i]));
        if (map->shares != NULL) json_integer(end, "nearest_of", map->shares[i]);
    }
    json_number(json, "within", map->limit, 6);
    json_integer(json, "passable", wend_grid_passable_count(map->grid));
    json_integer(json, "reached", map->reached);
    json_number(json, "cost_max", map->most, 6);
    plan_json_cost_unit(json, world);
    json_tile_as(json, "farthest", map->farthest);
    if (a->tiles) list_tiles(map, cJSON_AddArrayToObject(json, "tiles"));
    view_json_print(&a->of, json);
}

static void print_text(const field_arguments* a, const wend_world* world, const field_map* map) {
    char most[COST_TEXT];
    plan_cost_text(world, map->most, most);
    char at[CLI_TILE_TEXT];
    const bool to = map->sense == WEND_FIELD_TO;
    printf("costs        %s ", to ? "from every tile to" : "to every tile from");
    if (map->end_count == 1)
        printf("%s", cli_tile_text(map->ends[0], at));
    else
        printf("the nearest of %d tiles", map->end_count);
    if (isfinite(map->limit)) printf(", within %g", map->limit);
    printf("\nreached      %lld of %lld passable tile%s\n", (long long)map->reached,
           (long long)wend_grid_passable_count(map->grid), cli_plural(wend_grid_passable_count(map->grid)));
    printf("farthest     %s at cost %s\n", cli_tile_text(map->farthest, at), most);
    for (int32_t i = 0; map->shares != NULL && map->end_count > 1 && i < map->end_count; i++)
        printf("nearest      %d: %s for %lld tile%s\n", i, cli_tile_text(map->ends[i], at),
               (long long)map->shares[i], cli_plural(map->shares[i]));
    if (a->tiles) list_tiles(map, NULL);
    view_print_written(&a->of);
}

// ---- the command

// Costs are metres on a map that has some, where the places are given in its units, as of paths.
static int write_raster(const field_arguments* a, const wend_world* world, const field_map* map,
                        field_kind kind) {
    const wend_rect area = wend_grid_area(map->grid);
    const world_frame frame = world_frame_of(world);
    const double scale = a->of.units == 0 ? 1 : plan_cost_scale(world);
    const field_directions form = a->directions >= 0 ? (field_directions)a->directions : FIELD_DEGREES;
    const int64_t count = (int64_t)area.width * area.height;
    float* values = memory_for(count, sizeof *values, "numbers");
    for (int64_t i = 0; i < count; i++) {
        const wend_tile tile = field_map_tile(map, (int32_t)(i % area.width), (int32_t)(i / area.width));
        const double cost = field_map_cost(map, tile);
        values[i] = (float)(isinf(cost)           ? (double)NAN
                            : kind == FIELD_COSTS ? cost * scale
                            : kind == FIELD_FLOW  ? field_map_direction(map, &frame, form, tile)
                                                  : field_map_nearest(map, tile));
    }
    const int code = geotiff_write(&frame, area, values, a->output);
    free(values);
    return code;
}

// Lines and numbers of a table are counted from the first tile of the map.
static int write_table(const field_arguments* a, const field_map* map, field_kind kind) {
    const wend_rect area = wend_grid_area(map->grid);
    if (area.x != 0 || area.y != 0)
        cli_warn("%s: the first number of the first line is of tile %d,%d", a->output, area.x, area.y);
    return field_numbers_write(map, kind, file_ends_in(a->output, ".csv"), a->output);
}

static int write_output(const field_arguments* a, const wend_world* world, const field_map* map,
                        field_kind kind) {
    if (is_tiff(a->output) && wend_grid_floors(map->grid) > 1)
        return command_fail(CLI_USAGE, "-o %s: a GeoTIFF has no floors; write .png, .csv or .txt", a->output);
    if (is_tiff(a->output)) return write_raster(a, world, map, kind);
    if (!file_ends_in(a->output, ".png")) return write_table(a, map, kind);
    picture drawn;
    int code =
        field_picture_draw(map, kind, a->scale > 0 ? a->scale : scene_default_scale(map->grid), &drawn);
    if (code != CLI_OK) return code;
    code = png_write(&drawn, a->output);
    picture_destroy(&drawn);
    return code;
}

// Without a file, a map that fits onto a terminal follows the report as a table.
static int show_table(const field_arguments* a, const field_map* map, field_kind kind) {
    enum { MOST_ROWS = 60 };
    if (a->output != NULL || a->tiles || field_map_rows(map) > MOST_ROWS ||
        wend_grid_width(map->grid) > FIELD_TABLE_WIDTH || field_numbers_width(map, kind) > FIELD_TABLE_WIDTH)
        return CLI_OK;
    printf("\n");
    return field_numbers_write(map, kind, false, "-");
}

static int make_field(const field_arguments* a, const wend_world* world, field_map* out) {
    const wend_grid* grid = wend_world_grid(world);
    wend_tile* tiles = NULL;
    const bool to = a->to.count > 0;
    const option_points* points = to ? &a->to : &a->from;
    const int code = plan_tiles(to ? "to" : "from", world, a->of.units, points, &tiles);
    *out = (field_map){0};
    if (code != CLI_OK) return code;
    return field_map_fill(grid, to ? WEND_FIELD_TO : WEND_FIELD_FROM, tiles, points->count,
                          isnan(a->within) ? INFINITY : a->within, a->nearest || points->count > 1, out);
}

static int run_on_world(const void* arguments, const wend_world* world) {
    const field_arguments* a = arguments;
    const field_kind kind = a->flow ? FIELD_FLOW : a->nearest ? FIELD_NEAREST : FIELD_COSTS;
    field_map map;
    int code = make_field(a, world, &map);
    if (code == CLI_OK && a->output != NULL) code = write_output(a, world, &map, kind);
    if (code == CLI_OK && a->of.common.json) {
        print_json(a, world, &map);
    } else if (code == CLI_OK && view_speaks(&a->of, a->tiles)) {
        print_text(a, world, &map);
        code = show_table(a, &map, kind);
    }
    field_map_destroy(&map);
    return code;
}

static int run(const command* self, int argc, char** argv) {
    field_arguments a = {.directions = -1, .within = NAN};
    return view_run(self, argc, argv, &a.of, check_arguments, run_on_world);
}

const command command_field = {
    .name = "field",
    .summary = "costs to or from some tiles everywhere: distance map, flow, nearest, range",
    .details =
        "Computes the exact cost of the cheapest path from every tile to the nearest of the tiles of "
        "--to, or to every\n"
        "tile from the nearest of those of --from. The two differ where costs do: a step costs what the "
        "tile costs that it\n"
        "enters. --from X,Y --within COST is the movement range of a unit: all tiles it can reach for "
        "that cost. Directions\n"
        "of --flow are those of a keypad: 8 up, 6 right, 2 down, 4 left, 5 arrived. Small maps are shown "
        "as a table.",
    .example = "wend field island.wend --to 830,220 --to 150,200 --nearest -o nearest.png",
    .options = options,
    .bonds = OPTION_BONDS({"scale", "output", false}),
    .run = run,
};
