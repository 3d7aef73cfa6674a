// reach.c: `wend reach`: what can be reached within a cost?
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

typedef struct reach_arguments {
    view_options of;
    const char* output;
    option_points from;
    int64_t bands;
    double within, scale, simplify;
    bool nearest, round;
} reach_arguments;

#define AT(member) offsetof(reach_arguments, member)
static const option options[] = {
    VIEW_WORLD,
    OPT_POINTS("from", "where to begin; repeat for several: from the nearest", AT(from), REQUIRED),
    OPT_NUMBER("within", "COST", "the highest cost; 0: only the given tiles", AT(within), 0, 1e12),
    OPT_INTEGER("bands", "N", "divide the cost into so many bands of equal width", AT(bands), 1,
                AREA_MAP_MOST_BANDS),
    OPT_FLAG(0, "nearest", "instead of bands: the tiles that are nearest to each of several --from",
             AT(nearest)),
    OPT_FLAG(0, "round", "ways may lead in any direction: rings are circles instead of octagons", AT(round)),
    OPT_OUTPUT(
        'o', "output", "OUT", AREA_MAP_ENDINGS,
        "OUT.png, OUT.tif (costs), OUT.geojson (a polygon for each band or --from) or OUT.csv (x,y,cost)",
        AT(output), OPTIONAL),
    AREA_MAP_OPTIONS(reach_arguments),
    VIEW_QUERY,
    COMMON_OPTIONS(view_options),
};

typedef struct answer {
    wend_tile* starts;
    wend_field* field;
    wend_tile* tiles;
    int64_t count;
    float* round; // costs of ways in any direction, of an area; NULL: those of paths count
    wend_rect area;
    area_map map;
    uint64_t total_ns;
} answer;

// A picture shows all of the map; everything else needs only what is reached.
static world_opener* opener_of(const char* output_opt) {
    return output_opt != NULL && file_ends_in(output_opt, ".png") ? world_open : world_map;
}

static int check_arguments(void* arguments) {
    reach_arguments* a = arguments;
    if (isnan(a->within)) return command_fail(CLI_USAGE, "--within COST is missing (see wend reach --help)");
    if (a->nearest && a->bands > 1)
        return command_fail(CLI_USAGE, "--bands and --nearest each say what is told apart: give one");
    if (a->nearest && a->round)
        return command_fail(CLI_USAGE, "--nearest goes by the costs of paths, --round by others: give one");
    a->of.opener = opener_of(a->output);
    return CLI_OK;
}

// Steps cost up to 8.3 % more than ways in any direction. So far, these can get within the limit.
static double limit_of(const reach_arguments* a) {
    return fmax(a->round ? a->within * 1.083 + 1 : a->within, 1e-9); // below every cost but 0
}

static int fill(const reach_arguments* a, const wend_world* world, answer* r) {
    const uint64_t begun = clock_wall_ns(NULL);
    wend_result result = wend_field_create(NULL, &r->field);
    if (result == WEND_OK)
        result = wend_field_fill(r->field, wend_world_grid(world), WEND_FIELD_FROM, r->starts, a->from.count,
                                 limit_of(a));
    if (result != WEND_OK) return world_result(world, "reach", result);
    r->count = wend_field_tiles(r->field, NULL, 0);
    r->total_ns = clock_wall_ns(NULL) - begun;
    return CLI_OK;
}

static double cost_of(const answer* r, wend_tile tile) {
    if (r->round == NULL) return wend_field_cost(r->field, tile);
    return (double)r->round[(int64_t)(tile.y - r->area.y) * r->area.width + tile.x - r->area.x];
}

// Gives each tile the start that it is nearest to.
static int set_nearest(const wend_world* world, answer* r) {
    wend_rect area = r->map.area;
    const int64_t all = (int64_t)area.width * area.height;
    const uint16_t lowest = area.floor;
    int32_t* regions = memory_for(all * r->map.floors, sizeof *regions, "tiles of --nearest");
    wend_result result = WEND_OK;
    for (int32_t f = 0; f < r->map.floors && result == WEND_OK; f++) {
        area.floor = (uint16_t)(lowest + f);
        result = wend_field_regions(r->field, area, regions + all * f);
    }
    for (int64_t i = 0; i < r->count && result == WEND_OK; i++) {
        const wend_tile tile = r->tiles[i];
        area_map_set(
            &r->map, tile, wend_field_cost(r->field, tile),
            regions[all * (tile.floor - lowest) + (int64_t)(tile.y - area.y) * area.width + tile.x - area.x]);
    }
    free(regions);
    return world_result(world, "reach", result);
}

// Leaves the tiles that are within the limit by ways in any direction.
static int go_round(const reach_arguments* a, const wend_world* world, answer* r) {
    int32_t floors;
    if (wend_grid_floors(wend_world_grid(world)) > 1)
        return command_fail(CLI_USAGE, "--round: the map has floors, expected one");
    r->area = area_map_around(r->tiles, r->count, &floors);
    r->round = memory_for((int64_t)r->area.width * r->area.height, sizeof *r->round, "tiles of --round");
    const uint64_t begun = clock_wall_ns(NULL);
    const wend_result result =
        wend_round_costs(wend_world_grid(world), r->starts, a->from.count, a->within, r->area, r->round);
    r->total_ns += clock_wall_ns(NULL) - begun;
    if (result == WEND_ERROR_UNSUPPORTED)
        return command_fail(
            CLI_USAGE, "--round: the map has %s",
            wend_grid_has_relief(wend_world_grid(world))
                ? "costs by direction, as of slopes; expected tiles that cost the same each way"
                : "hexagons, expected squares");
    if (result != WEND_OK) return world_result(world, "reach", result);
    int64_t left = 0;
    for (int64_t i = 0; i < r->count; i++)
        if (!isinf(cost_of(r, r->tiles[i]))) r->tiles[left++] = r->tiles[i];
    r->count = left;
    return CLI_OK;
}

static int make_map(const reach_arguments* a, const wend_world* world, answer* r) {
    const int32_t classes = a->nearest ? a->from.count : (int32_t)a->bands;
    r->tiles = memory_for(r->count, sizeof *r->tiles, "tiles");
    wend_field_tiles(r->field, r->tiles, r->count);
    const int code = a->round ? go_round(a, world, r) : CLI_OK;
    if (code != CLI_OK) return code;
    area_map_begin(world, r->tiles, r->count, classes, &r->map);
    r->map.starts = r->starts;
    r->map.start_count = a->from.count;
    area_map_divide(&r->map, a->within);
    for (int32_t i = 0; i < classes && a->nearest; i++)
        r->map.list[i] = (area_class){.to = NAN, .tile = r->starts[i]};
    if (a->nearest) return set_nearest(world, r);
    for (int64_t i = 0; i < r->count; i++) area_map_set_band(&r->map, r->tiles[i], cost_of(r, r->tiles[i]));
    return CLI_OK;
}

static void print_json(const reach_arguments* a, const answer* r) {
    cJSON* json = view_json(&a->of);
    json_tiles(json, "from", r->starts, a->from.count);
    json_number(json, "within", a->within, 6);
    json_integer(json, "reached", r->map.tiles);
    json_number(json, "cost_max", r->map.most, 6);
    plan_json_cost_unit(json, r->map.world);
    area_map_json(&r->map, a->nearest ? "nearest" : "bands", json);
    json_number(json, "us_total", (double)r->total_ns / 1e3, 1);
    view_json_print(&a->of, json);
}

static void print_text(const reach_arguments* a, const answer* r) {
    char cost[COST_TEXT], at[CLI_TILE_TEXT];
    plan_cost_text(r->map.world, r->map.most, cost);
    printf("reached      %lld tile%s within %g, at most at cost %s\n", (long long)r->map.tiles,
           cli_plural(r->map.tiles), a->within, cost);
    for (int32_t i = 0; i < r->map.class_count && (a->nearest || a->bands > 1); i++) {
        const area_class* c = &r->map.list[i];
        if (a->nearest)
            printf("nearest      %d: %s for %lld tile%s\n", i, cli_tile_text(c->tile, at),
                   (long long)c->tiles, cli_plural(c->tiles));
        else
            printf("band         %g to %g: %lld tile%s\n", c->from, c->to, (long long)c->tiles,
                   cli_plural(c->tiles));
    }
    printf("time         %.3f s\n", (double)r->total_ns / 1e9);
    view_print_written(&a->of);
}

static int run_on_world(const void* arguments, const wend_world* world) {
    const reach_arguments* a = arguments;
    answer r = {.starts = NULL};
    int code = plan_tiles("from", world, a->of.units, &a->from, &r.starts);
    if (code == CLI_OK) code = fill(a, world, &r);
    if (code == CLI_OK) code = make_map(a, world, &r);
    if (code == CLI_OK && a->output != NULL)
        code = area_map_write(&r.map, "cost", a->scale, a->simplify, a->output);
    if (code == CLI_OK && a->of.common.json)
        print_json(a, &r);
    else if (code == CLI_OK && view_speaks(&a->of, false))
        print_text(a, &r);
    area_map_destroy(&r.map);
    wend_field_destroy(r.field);
    free(r.starts);
    free(r.tiles);
    free(r.round);
    return code;
}

static int run(const command* self, int argc, char** argv) {
    reach_arguments a = {.within = NAN, .bands = 1};
    return view_run(self, argc, argv, &a.of, check_arguments, run_on_world);
}

const command command_reach = {
    .name = "reach",
    .summary = "all that lies within a cost: isochrones, polygons, catchments",
    .details =
        "Finds all tiles that a path from --from reaches at a cost of at most --within, and computes nothing "
        "beyond them.\n"
        "With --bands they are told apart by cost, as isochrones are. With --nearest and several --from they "
        "are told apart\n"
        "by the one that is nearest by cost: territories, catchments.",
    .example = "wend reach island.wend --from 150,200 --within 300 --bands 3 -o reach.geojson",
    .options = options,
    .bonds = OPTION_BONDS({"scale", "output", false}, {"simplify", "output", false}),
    .run = run,
};
