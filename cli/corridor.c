// corridor.c: `wend corridor`: which tiles lie on ways that cost hardly more than the cheapest?
#include "area_map.h"
#include "clean_text.h"
#include "clock.h"
#include "json.h"
#include "memory.h"
#include "options.h"
#include "output.h"
#include "overlay_options.h"
#include "plan.h"
#include "world_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct corridor_arguments {
    view_options of;
    const char* output;
    option_points from, to;
    const char *from_area, *to_area;
    int64_t bands;
    double above, scale, simplify;
} corridor_arguments;

#define AT(member) offsetof(corridor_arguments, member)
static const option options[] = {
    VIEW_WORLD,
    OPT_POINTS("from", "where ways begin; repeat for several: at any of them", AT(from), USUAL),
    OPT_TEXT(0, "from-area", "X,Y,W,H", "instead of --from: any tile of a rectangle", AT(from_area),
             OPTIONAL),
    OPT_POINTS("to", "where they end, likewise", AT(to), USUAL),
    OPT_TEXT(0, "to-area", "X,Y,W,H", "instead of --to: any tile of a rectangle", AT(to_area), OPTIONAL),
    OPT_NUMBER("above", "P", "ways that cost at most P percent more than the cheapest", AT(above), 0, 1000),
    OPT_INTEGER("bands", "N", "divide the percentage into so many bands of equal width", AT(bands), 1,
                AREA_MAP_MOST_BANDS),
    OPT_OUTPUT('o', "output", "OUT", AREA_MAP_ENDINGS,
               "OUT.png, OUT.tif (percentages), OUT.geojson (a polygon for each band) or OUT.csv (x,y,above)",
               AT(output), OPTIONAL),
    AREA_MAP_OPTIONS(corridor_arguments),
    VIEW_QUERY,
    COMMON_OPTIONS(view_options),
};

typedef struct answer {
    wend_tile *from, *to; // passable or not
    int32_t from_count, to_count;
    wend_rect from_rect, to_rect; // of an area; otherwise of width 0
    wend_field *out, *back;       // costs from the beginnings, and to the ends
    wend_tile* tiles;
    double* above; // by tile: percent
    area_map map;
    double optimum;
    uint64_t total_ns;
} answer;

static int check_end(const char* name, const option_points* points, const char* area_opt) {
    if (points->count == 0 && area_opt == NULL)
        return command_fail(CLI_USAGE, "--%s X,Y is missing (or --%s-area; see wend corridor --help)", name,
                            name);
    return points->count > 0 && area_opt != NULL
               ? command_fail(CLI_USAGE, "--%s and --%s-area exclude each other", name, name)
               : CLI_OK;
}

static int check_arguments(void* arguments) {
    const corridor_arguments* a = arguments;
    int code = check_end("from", &a->from, a->from_area);
    if (code == CLI_OK) code = check_end("to", &a->to, a->to_area);
    return code;
}

// The tiles of one end: those of its points, or the passable ones of its area.
static int find_end(const corridor_arguments* a, const wend_world* world, const char* name,
                    const option_points* points, const char* area_opt, wend_tile** out, int32_t* count_out,
                    wend_rect* area_out) {
    *count_out = points->count;
    if (area_opt == NULL) return plan_tiles(name, world, a->of.units, points, out);
    char option_name[16];
    snprintf(option_name, sizeof option_name, "%s-area", name);
    const int code = plan_area_of(option_name, world, a->of.units, area_opt, area_out);
    return code == CLI_OK ? plan_area_tiles(option_name, world, *area_out, out, count_out) : code;
}

static int fill(const corridor_arguments* a, const wend_world* world, answer* r) {
    wend_result result = wend_field_create(NULL, &r->out);
    if (result == WEND_OK) result = wend_field_create(NULL, &r->back);
    if (result == WEND_OK)
        result = wend_corridor_fill(r->out, r->back, wend_world_grid(world), r->from, r->from_count, r->to,
                                    r->to_count, a->above, &r->optimum);
    if (result != WEND_OK) return world_result(world, "corridor", result);
    return isinf(r->optimum)
               ? command_fail(CLI_NEGATIVE, "no way leads from --from%s to --to%s",
                              a->from_area != NULL ? "-area" : "", a->to_area != NULL ? "-area" : "")
               : CLI_OK;
}

static void make_map(const corridor_arguments* a, const wend_world* world, answer* r) {
    const int64_t count = wend_corridor_tiles(r->out, r->back, a->above, NULL, NULL, 0);
    r->tiles = memory_for(count, sizeof *r->tiles, "tiles");
    r->above = memory_for(count, sizeof *r->above, "tiles");
    wend_corridor_tiles(r->out, r->back, a->above, r->tiles, r->above, count);
    area_map_begin(world, r->tiles, count, (int32_t)a->bands, &r->map);
    r->map.starts = r->from;
    r->map.start_count = a->from_area != NULL ? 0 : r->from_count;
    r->map.goals = r->to;
    r->map.goal_count = a->to_area != NULL ? 0 : r->to_count;
    r->map.start_area = r->from_rect;
    r->map.goal_area = r->to_rect;
    area_map_divide(&r->map, a->above);
    for (int64_t i = 0; i < count; i++) area_map_set_band(&r->map, r->tiles[i], r->above[i]);
}

// The tiles of an end; of an area, how many of them are passable.
static void end_json(cJSON* json, const char* name, bool is_area, const wend_tile* tiles, int32_t count) {
    char member[24];
    snprintf(member, sizeof member, "%s_tile_count", name);
    json_tiles(json, name, tiles, is_area ? 0 : count);
    if (is_area) json_integer(json, member, count);
}

static void print_json(const corridor_arguments* a, const answer* r) {
    cJSON* json = view_json(&a->of);
    end_json(json, "from", a->from_area != NULL, r->from, r->from_count);
    end_json(json, "to", a->to_area != NULL, r->to, r->to_count);
    json_number(json, "above_pct", a->above, 6);
    json_number(json, "cost", r->optimum, 6);
    plan_json_cost_unit(json, r->map.world);
    json_integer(json, "tile_count", r->map.tiles);
    area_map_json(&r->map, "bands", json);
    json_number(json, "us_total", (double)r->total_ns / 1e3, 1);
    view_json_print(&a->of, json);
}

static void print_text(const corridor_arguments* a, const answer* r) {
    char cost[COST_TEXT];
    plan_cost_text(r->map.world, r->optimum, cost);
    printf("cheapest     %s\n", cost);
    printf("corridor     %lld tile%s on ways that cost at most %g %% more\n", (long long)r->map.tiles,
           cli_plural(r->map.tiles), a->above);
    for (int32_t i = 0; i < r->map.class_count && a->bands > 1; i++)
        printf("band         %g to %g %%: %lld tile%s\n", r->map.list[i].from, r->map.list[i].to,
               (long long)r->map.list[i].tiles, cli_plural(r->map.list[i].tiles));
    printf("time         %.3f s\n", (double)r->total_ns / 1e9);
    view_print_written(&a->of);
}

static int run_on_world(const void* arguments, const wend_world* world) {
    const corridor_arguments* a = arguments;
    answer r = {.optimum = 0};
    const uint64_t begun = clock_wall_ns(NULL);
    int code = find_end(a, world, "from", &a->from, a->from_area, &r.from, &r.from_count, &r.from_rect);
    if (code == CLI_OK) code = find_end(a, world, "to", &a->to, a->to_area, &r.to, &r.to_count, &r.to_rect);
    if (code == CLI_OK) code = fill(a, world, &r);
    if (code == CLI_OK) make_map(a, world, &r);
    r.total_ns = clock_wall_ns(NULL) - begun;
    if (code == CLI_OK && a->output != NULL)
        code = area_map_write(&r.map, "above", a->scale, a->simplify, a->output);
    if (code == CLI_OK && a->of.common.json)
        print_json(a, &r);
    else if (code == CLI_OK && view_speaks(&a->of, false))
        print_text(a, &r);
    area_map_destroy(&r.map);
    wend_field_destroy(r.out);
    wend_field_destroy(r.back);
    free(r.from);
    free(r.to);
    free(r.tiles);
    free(r.above);
    return code;
}

static int run(const command* self, int argc, char** argv) {
    corridor_arguments a = {.above = 5, .bands = 1};
    return view_run(self, argc, argv, &a.of, check_arguments, run_on_world);
}

const command command_corridor = {
    .name = "corridor",
    .summary = "all tiles on ways that cost hardly more than the cheapest",
    .details =
        "Adds the cost from the nearest --from and the cost to the nearest --to at every tile, and keeps the "
        "tiles where the\n"
        "sum is at most --above percent more than that of the cheapest way: a least-cost corridor. The sums "
        "are exact.\n"
        "With --from-area and --to-area it is the corridor between two areas; their blocked tiles do not "
        "count.",
    .example = "wend corridor island.wend --from 150,200 --to 830,220 --above 2 -o corridor.png",
    .options = options,
    .bonds = OPTION_BONDS({"scale", "output", false}, {"simplify", "output", false}),
    .run = run,
};
