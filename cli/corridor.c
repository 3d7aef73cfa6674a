// corridor.c: `wend corridor`: which tiles lie on ways that cost hardly more than the cheapest?
#include "area_map.h"
#include "clean_text.h"
#include "clock.h"
#include "json.h"
#include "options.h"
#include "output.h"
#include "plan.h"
#include "world_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct corridor_arguments {
    common_options common;
    option_list patches;
    const char *world, *output, *profile;
    option_points from, to;
    int units;
    int64_t bands;
    double above, scale, simplify;
} corridor_arguments;

#define AT(member) offsetof(corridor_arguments, member)
static const option options[] = {
    OPT_OPERAND("WORLD", "a baked world", AT(world)),
    PATCH_OPTION(corridor_arguments),
    OPT_POINTS("from", "where ways begin; repeat for several tiles of an area", AT(from), REQUIRED),
    OPT_POINTS("to", "where they end, likewise", AT(to), REQUIRED),
    OPT_NUMBER("above", "P", "ways that cost at most P percent more than the cheapest", AT(above), 0, 1000),
    OPT_INTEGER("bands", "N", "divide the percentage into so many bands of equal width", AT(bands), 1,
                AREA_MAP_MOST_BANDS),
    OPT_TEXT('o', "output", "OUT",
             "OUT.png, OUT.tif (percentages), OUT.geojson (a polygon for each band) or OUT.csv (x,y,above)",
             AT(output), OPTIONAL),
    AREA_MAP_OPTIONS(corridor_arguments),
    OPT_CHOICE("units", PLAN_UNITS_HELP, AT(units), plan_unit_names),
    PROFILE_OPTION(AT(profile)),
    COMMON_OPTIONS(corridor_arguments),
    OPT_END,
};

typedef struct answer {
    wend_tile *from, *to;
    wend_field *out, *back; // costs from the beginnings, and to the ends
    wend_tile* tiles;
    area_map map;
    double optimum;
    uint64_t total_ns;
} answer;

static int check_arguments(const corridor_arguments* a) {
    return area_map_check_output("corridor", a->output, a->world);
}

// The cost of the cheapest way from any beginning to any end.
static int find_optimum(const corridor_arguments* a, const wend_world* world, answer* r) {
    const int64_t pairs = (int64_t)a->from.count * a->to.count;
    double* costs = malloc((size_t)pairs * sizeof *costs);
    wend_matrix_search* search = NULL;
    wend_matrix_def def = wend_default_matrix_def();
    def.exact = true;
    wend_result result = costs != NULL ? wend_matrix_search_create(NULL, &search) : WEND_ERROR_MEMORY;
    if (result == WEND_OK)
        result = wend_cost_matrix(search, world, r->from, a->from.count, r->to, a->to.count, &def, costs);
    r->optimum = INFINITY;
    for (int64_t i = 0; i < pairs && result == WEND_OK; i++) r->optimum = fmin(r->optimum, costs[i]);
    wend_matrix_search_destroy(search);
    free(costs);
    if (result != WEND_OK) return world_fail(world, "corridor", result);
    return isinf(r->optimum) ? cli_fail(CLI_NEGATIVE, "corridor: no way leads from --from to --to") : CLI_OK;
}

static int fill(const corridor_arguments* a, const wend_world* world, answer* r) {
    const wend_grid* grid = wend_world_grid(world);
    const double limit = fmax(r->optimum * (1 + a->above / 100), 1e-9);
    wend_result result = wend_field_create(NULL, &r->out);
    if (result == WEND_OK) result = wend_field_create(NULL, &r->back);
    if (result == WEND_OK)
        result = wend_field_fill(r->out, grid, WEND_FIELD_FROM, r->from, a->from.count, limit);
    if (result == WEND_OK) result = wend_field_fill(r->back, grid, WEND_FIELD_TO, r->to, a->to.count, limit);
    return result == WEND_OK ? CLI_OK : world_fail(world, "corridor", result);
}

// The sum of both costs above the optimum; INFINITY: a tile lies on no way within the limit.
static double above_optimum(const corridor_arguments* a, const answer* r, wend_tile tile) {
    const double sum = wend_field_cost(r->out, tile) + wend_field_cost(r->back, tile);
    if (isinf(sum) || r->optimum <= 0) return isinf(sum) ? sum : sum > 0 ? INFINITY : 0;
    const double percent = fmax((sum / r->optimum - 1) * 100, 0);
    return percent <= a->above + 1e-9 ? percent : INFINITY;
}

static int make_map(const corridor_arguments* a, const wend_world* world, answer* r) {
    const int64_t all = wend_field_tiles(r->out, NULL, 0);
    int64_t count = 0;
    r->tiles = malloc((size_t)all * sizeof *r->tiles + 1);
    if (r->tiles == NULL)
        return cli_fail(CLI_RESOURCE, "corridor: out of memory for %lld tiles", (long long)all);
    wend_field_tiles(r->out, r->tiles, all);
    for (int64_t i = 0; i < all; i++)
        if (!isinf(above_optimum(a, r, r->tiles[i]))) r->tiles[count++] = r->tiles[i];
    const int code = area_map_begin("corridor", world, r->tiles, count, (int32_t)a->bands, &r->map);
    if (code != CLI_OK) return code;
    r->map.starts = r->from;
    r->map.start_count = a->from.count;
    r->map.goals = r->to;
    r->map.goal_count = a->to.count;
    area_map_divide(&r->map, a->above);
    for (int64_t i = 0; i < count; i++)
        area_map_set_band(&r->map, r->tiles[i], above_optimum(a, r, r->tiles[i]));
    return CLI_OK;
}

static void print_json(const corridor_arguments* a, const answer* r) {
    cJSON* json = cJSON_CreateObject();
    json_text(json, "world", a->world);
    if (a->profile != NULL) json_text(json, "profile", a->profile);
    cJSON* from = cJSON_AddArrayToObject(json, "from");
    for (int i = 0; i < a->from.count; i++) json_tile(from, r->from[i]);
    cJSON* to = cJSON_AddArrayToObject(json, "to");
    for (int i = 0; i < a->to.count; i++) json_tile(to, r->to[i]);
    json_number(json, "above_pct", a->above, 6);
    json_number(json, "cost", r->optimum, 6);
    json_integer(json, "tile_count", r->map.tiles);
    area_map_json(&r->map, "bands", json);
    json_number(json, "us_total", (double)r->total_ns / 1e3, 1);
    if (a->output != NULL) json_text(json, "output", a->output);
    json_print(json);
}

static void print_text(const corridor_arguments* a, const answer* r) {
    printf("cheapest     %.6f\n", r->optimum);
    printf("corridor     %lld tiles on ways that cost at most %g %% more\n", (long long)r->map.tiles,
           a->above);
    for (int32_t i = 0; i < r->map.class_count && a->bands > 1; i++)
        printf("band         %g to %g %%: %lld tiles\n", r->map.list[i].from, r->map.list[i].to,
               (long long)r->map.list[i].tiles);
    printf("time         %.3f s\n", (double)r->total_ns / 1e9);
    if (a->output != NULL) printf("written      %s\n", shown(a->output));
}

static int run_on_world(const void* arguments, const wend_world* world) {
    const corridor_arguments* a = arguments;
    answer r = {.optimum = 0};
    const uint64_t begun = clock_wall_ns(NULL);
    int code = plan_tiles("corridor", "from", world, a->units, &a->from, a->common.quiet, &r.from);
    if (code == CLI_OK) code = plan_tiles("corridor", "to", world, a->units, &a->to, a->common.quiet, &r.to);
    if (code == CLI_OK) code = find_optimum(a, world, &r);
    if (code == CLI_OK) code = fill(a, world, &r);
    if (code == CLI_OK) code = make_map(a, world, &r);
    r.total_ns = clock_wall_ns(NULL) - begun;
    if (code == CLI_OK && a->output != NULL)
        code = area_map_write("corridor", &r.map, "above", a->scale, a->simplify, a->output);
    if (code == CLI_OK && a->common.json)
        print_json(a, &r);
    else if (code == CLI_OK && !(a->common.quiet && a->output != NULL))
        print_text(a, &r);
    area_map_destroy(&r.map);
    wend_field_destroy(r.out);
    wend_field_destroy(r.back);
    free(r.from);
    free(r.to);
    free(r.tiles);
    return code;
}

static int run(const command* self, int argc, char** argv) {
    corridor_arguments a = {.above = 5, .bands = 1};
    int code = options_parse(self, argc, argv, &a);
    if (code == OPTIONS_GO && (code = check_arguments(&a)) == CLI_OK)
        code = profile_work(self->name, world_open, a.world, &a.patches, a.profile, run_on_world, &a);
    options_free(self, &a);
    return code;
}

static const option_bond bonds[] = {
    {"scale", "output", false},
    {"simplify", "output", false},
    {NULL, NULL, false},
};

const command command_corridor = {
    .name = "corridor",
    .summary = "all tiles on ways that cost hardly more than the cheapest",
    .details = "Adds the cost from the nearest --from and the cost to the nearest --to at every tile, and "
               "keeps the tiles "
               "where the\n"
               "sum is at most --above percent more than that of the cheapest way: a least-cost corridor. "
               "The sums are "
               "exact.",
    .example = "wend corridor island.wend --from 150,200 --to 830,220 --above 2 -o corridor.png",
    .options = options,
    .bonds = bonds,
    .run = run,
};
