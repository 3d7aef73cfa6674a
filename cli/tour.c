// tour.c: `wend tour`: in which order are places visited at the least cost?
#include "clean_text.h"
#include "clock.h"
#include "json.h"
#include "legs.h"
#include "memory.h"
#include "options.h"
#include "output.h"
#include "overlay_options.h"
#include "path_file.h"
#include "places.h"
#include "plan.h"
#include "world_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct tour_arguments {
    view_options of;
    const char *stops, *output, *render;
    double time, scale;
    wend_tour_def def;
} tour_arguments;

#define AT(member) offsetof(tour_arguments, member)
static const option options[] = {
    VIEW_WORLD,
    OPT_TEXT(0, "stops", "FILE.csv", "the places to visit: a table with the header x,y; - is standard input",
             AT(stops), REQUIRED),
    OPT_FLAG(0, "closed", "return to where the tour began", AT(def.closed)),
    OPT_INT32("first", "N", "the place where the tour begins, counted from 0", AT(def.first), 0,
              WEND_MAX_STOPS - 1),
    OPT_INT32("last", "N", "the place where it ends", AT(def.last), 0, WEND_MAX_STOPS - 1),
    OPT_INT32("effort", "E", "rounds for each place in which a tour of more than 12 is improved",
              AT(def.effort), 0, 1000000),
    OPT_NUMBER("time", "S", "improve it for so many seconds at most; the tour then depends on the machine",
               AT(time), 0, 1e6),
    OPT_OUTPUT(
        'o', "output", "OUT", ".csv .geojson .gpx -",
        "OUT.csv: the places in their order, as x,y,cost so far; - is standard output; OUT.geojson, OUT.gpx: "
        "the way through them, in longitude and latitude",
        AT(output), OPTIONAL),
    LEGS_OPTIONS(tour_arguments),
    VIEW_QUERY,
    COMMON_OPTIONS(view_options),
};

typedef struct answer {
    places stops;
    double* costs; // among them
    int32_t* order;
    double cost;
    uint64_t matrix_ns, tour_ns;
} answer;

static int check_arguments(void* arguments) {
    const tour_arguments* a = arguments;
    if (a->def.closed && a->def.last >= 0)
        return command_fail(CLI_USAGE,
                            "a closed tour ends where it begins: --closed and --last exclude each other");
    if (a->def.first >= 0 && a->def.first == a->def.last)
        return command_fail(CLI_USAGE,
                            "--first and --last are the same place; a tour that returns is --closed");
    return CLI_OK;
}

static bool writes_way(const tour_arguments* a) {
    const path_format format = path_file_format(a->output);
    return format == PATH_GEOJSON || format == PATH_GPX;
}

static int read_stops(const tour_arguments* a, const wend_world* world, answer* r) {
    const int code = places_read(world, a->of.units, a->stops, &r->stops);
    if (code != CLI_OK) return code;
    if (r->stops.count > WEND_MAX_STOPS)
        return cli_fail(CLI_BAD_INPUT, "%s: %d places, expected at most %d", a->stops, r->stops.count,
                        WEND_MAX_STOPS);
    char at[CLI_TILE_TEXT];
    const int32_t greatest = a->def.first > a->def.last ? a->def.first : a->def.last;
    if (greatest >= r->stops.count)
        return command_fail(CLI_USAGE, "--%s %d: %s lists %d place%s, counted from 0",
                            greatest == a->def.first ? "first" : "last", greatest, a->stops, r->stops.count,
                            cli_plural(r->stops.count));
    for (int32_t i = 0; i < r->stops.count; i++)
        if (!wend_grid_passable(wend_world_grid(world), r->stops.tiles[i]))
            return command_fail(CLI_NEGATIVE, "place %d of %s, %s, is blocked", i, a->stops,
                                cli_tile_text(r->stops.tiles[i], at));
    return CLI_OK;
}

static int compute_costs(const wend_world* world, answer* r) {
    const int64_t count = r->stops.count;
    const wend_matrix_def def = wend_default_matrix_def();
    r->costs = memory_for(count * count, sizeof *r->costs, "costs");
    r->order = memory_for(count, sizeof *r->order, "places");
    return places_costs(world, &r->stops, &r->stops, &def, 0, r->costs, &r->matrix_ns);
}

static bool time_is_up(void* context) {
    return clock_wall_ns(NULL) >= *(const uint64_t*)context;
}

// Names a place that no way joins with the first, if there is one.
static int fail_without_way(const tour_arguments* a, const answer* r) {
    const int32_t count = r->stops.count;
    char first[CLI_TILE_TEXT], other[CLI_TILE_TEXT];
    int32_t i = 1;
    while (i < count && !(isinf(r->costs[i]) && isinf(r->costs[(size_t)i * (size_t)count]))) i++;
    if (i == count) return command_fail(CLI_NEGATIVE, "no way visits all %d places", count);
    return command_fail(
        CLI_NEGATIVE, "no way visits all %d places: none joins place 0 of %s, %s, and place %d, %s", count,
        a->stops, cli_tile_text(r->stops.tiles[0], first), i, cli_tile_text(r->stops.tiles[i], other));
}

static int order_stops(const tour_arguments* a, answer* r) {
    const uint64_t begun = clock_wall_ns(NULL);
    uint64_t until = begun + (uint64_t)(fmin(isnan(a->time) ? 0 : a->time, 1e6) * 1e9);
    wend_tour_def def = a->def;
    if (!isnan(a->time)) {
        def.should_cancel = time_is_up;
        def.cancel_context = &until;
    }
    const wend_result result = wend_tour(r->costs, r->stops.count, &def, r->order, &r->cost);
    r->tour_ns = clock_wall_ns(NULL) - begun;
    if (result != WEND_OK) return cli_result(result, "tour");
    return isinf(r->cost) ? fail_without_way(a, r) : CLI_OK;
}

static wend_tile tile_of(const answer* r, int32_t index) {
    return r->stops.tiles[r->order[index % r->stops.count]];
}

// The cost from one place of the tour to the next.
static double leg_cost(const answer* r, int32_t index) {
    return r->costs[(int64_t)r->order[index] * r->stops.count + r->order[(index + 1) % r->stops.count]];
}

static int write_order(const tour_arguments* a, const answer* r) {
    const int32_t count = r->stops.count + (a->def.closed && r->stops.count > 1);
    file_text text = {.size = 0};
    file_text_add(&text, cli_shows_floors() ? "x,y,floor,cost\n" : "x,y,cost\n");
    double cost = 0;
    for (int32_t i = 0; i < count; i++) {
        char at[CLI_TILE_TEXT];
        file_text_add(&text, "%s,%.6f\n", cli_tile_text(tile_of(r, i), at), cost);
        if (i + 1 < count) cost += leg_cost(r, i);
    }
    return output_write_text(&text, a->output);
}

// Plans the legs, at the optimum as the costs of a tour are, and writes them as one path.
static int write_way(const tour_arguments* a, const wend_world* world, const answer* r) {
    const int32_t count =
        a->def.closed && r->stops.count > 1 ? r->stops.count : r->stops.count - (r->stops.count > 1);
    wend_path** paths = memory_for(count, sizeof(wend_path*), "paths");
    wend_search* search = NULL;
    const wend_search_def def = wend_default_search_def();
    wend_result result = wend_search_create(&def, &search);
    for (int32_t i = 0; i < count && result == WEND_OK; i++) {
        wend_query query = wend_default_query(tile_of(r, i), tile_of(r, i + 1));
        query.algorithm = WEND_EXACT;
        result = wend_path_create(NULL, &paths[i]);
        if (result == WEND_OK) result = wend_find_path(search, world, &query, paths[i], NULL);
    }
    const int code = result == WEND_OK ? lonlat_write_way(a->of.world, world, paths, count, false, 1,
                                                          path_file_format(a->output), a->output)
                                       : world_result(world, "tour", result);
    for (int32_t i = 0; i < count; i++) wend_path_destroy(paths[i]);
    free(paths);
    wend_search_destroy(search);
    return code;
}

// The first place is marked as the start, where the tour has one.
static int render(const tour_arguments* a, const wend_world* world, const answer* r) {
    const int32_t count = r->stops.count;
    leg* items = memory_for(count, sizeof *items, "paths");
    for (int32_t i = 0; i < count; i++) items[i] = (leg){tile_of(r, i), tile_of(r, i + 1)};
    const wend_tile first = tile_of(r, 0);
    const legs all = {.items = items,
                      .count = a->def.closed ? count : count - 1,
                      .starts = &first,
                      .start_count = 1,
                      .goals = r->stops.tiles,
                      .scale = a->scale,
                      .goal_count = count};
    const int code = legs_write(world, &all, a->render);
    free(items);
    return code;
}

static void print_json(const tour_arguments* a, const wend_world* world, const answer* r) {
    cJSON* json = view_json(&a->of);
    json_integer(json, "stops", r->stops.count);
    cJSON_AddBoolToObject(json, "closed", a->def.closed);
    cJSON_AddBoolToObject(json, "optimal", r->stops.count <= 12);
    json_number(json, "cost", r->cost, 6);
    plan_json_cost_unit(json, world);
    cJSON* order = cJSON_AddArrayToObject(json, "order");
    for (int32_t i = 0; i < r->stops.count; i++) cJSON_AddItemToArray(order, cJSON_CreateNumber(r->order[i]));
    cJSON* tiles = cJSON_AddArrayToObject(json, "tiles");
    for (int32_t i = 0; i < r->stops.count; i++) json_tile(tiles, tile_of(r, i));
    json_number(json, "us_matrix", (double)r->matrix_ns / 1e3, 1);
    json_number(json, "us_total", (double)(r->matrix_ns + r->tour_ns) / 1e3, 1);
    view_json_print(&a->of, json);
}

static void print_text(const tour_arguments* a, const wend_world* world, const answer* r) {
    char cost[COST_TEXT], at[CLI_TILE_TEXT];
    plan_cost_text(world, r->cost, cost);
    printf("tour         of %d place%s, %s%s\n", r->stops.count, cli_plural(r->stops.count),
           a->def.closed ? "closed" : "open", r->stops.count <= 12 ? ", optimal" : "");
    printf("cost         %s\n", cost);
    printf("time         %.3f s for the costs, %.3f s for the order\n", (double)r->matrix_ns / 1e9,
           (double)r->tour_ns / 1e9);
    for (int32_t i = 0; i < r->stops.count && a->output == NULL; i++)
        printf("%4d         place %d: %s\n", i, r->order[i], cli_tile_text(tile_of(r, i), at));
    view_print_written(&a->of);
}

static int run_on_world(const void* arguments, const wend_world* world) {
    const tour_arguments* a = arguments;
    answer r = {.cost = 0};
    int code = read_stops(a, world, &r);
    if (code == CLI_OK) code = compute_costs(world, &r);
    if (code == CLI_OK) code = order_stops(a, &r);
    if (code == CLI_OK && a->output != NULL)
        code = writes_way(a) ? write_way(a, world, &r) : write_order(a, &r);
    if (code == CLI_OK && a->render != NULL) code = render(a, world, &r);
    if (code == CLI_OK && a->of.common.json)
        print_json(a, world, &r);
    else if (code == CLI_OK && view_speaks(&a->of, a->output == NULL))
        print_text(a, world, &r);
    places_destroy(&r.stops);
    free(r.costs);
    free(r.order);
    return code;
}

static int run(const command* self, int argc, char** argv) {
    tour_arguments a = {.def = wend_default_tour_def(), .time = NAN};
    return view_run(self, argc, argv, &a.of, check_arguments, run_on_world);
}

const command command_tour = {
    .name = "tour",
    .summary = "the order in which places are visited at the least cost",
    .details =
        "Orders the places of --stops so that the way from one to the next costs least altogether, by the "
        "costs of wend\n"
        "matrix. Tours of up to 12 places are optimal; longer ones are improved until that rarely pays. The "
        "same places give\n"
        "the same tour on every machine, except with --time. The exit code is 1 when no way visits all "
        "places.",
    .example = "wend tour island.wend --stops data/island_places.csv --closed -o order.csv",
    .options = options,
    .bonds = OPTION_BONDS({"scale", "render", false}),
    .run = run,
};
