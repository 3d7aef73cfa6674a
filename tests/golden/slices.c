// slices.c: does a query in slices give the same as in one go? Asks the queries of the golden maps, and
// others, with budgets of every size: path, statistics and the observer's events must be equal, and no step
// may exceed its budget.
//
//     slices FILE          the file of golden.c; its recipes are used
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "maps.h"
#include "wend/wend.h"

enum { QUERIES = 60 };

static void must(wend_result result) {
    if (result == WEND_OK) return;
    fprintf(stderr, "slices: %s\n", wend_result_string(result));
    exit(4);
}

static uint64_t mix(uint64_t hash, const void* bytes, size_t size) { // FNV-1a
    for (size_t i = 0; i < size; i++) hash = (hash ^ ((const uint8_t*)bytes)[i]) * 0x100000001b3u;
    return hash;
}

// Field by field: padding may hold anything.
static void watch(const wend_event* e, void* context) {
    uint64_t* hash = context;
    const int64_t words[] = {e->kind, e->level,     e->tile.x, e->tile.y, e->from.x,     e->from.y,
                             e->cost, e->heuristic, e->area.x, e->area.y, e->area.width, e->area.height};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) // whole words: there are millions of events
        *hash = (*hash ^ (uint64_t)words[i]) * 0x100000001b3u;
}

static uint64_t hash_of(const wend_path* path) {
    int32_t tile_count, route_count, waypoint_count;
    const wend_tile *tiles = wend_path_tiles(path, &tile_count), *route = wend_path_route(path, &route_count);
    const wend_vec2* waypoints = wend_path_waypoints(path, &waypoint_count);
    double cost = wend_path_cost(path);
    wend_cost integer_cost = wend_path_integer_cost(path);
    int32_t link_count;
    const wend_path_link* links = wend_path_links(path, &link_count);
    const int32_t goal = wend_path_goal(path);
    uint64_t hash = (uint64_t)wend_path_outcome(path);
    hash = mix(hash, &goal, sizeof goal);
    for (int32_t i = 0; i < link_count; i++) hash = mix(hash, &links[i].id, sizeof links[i].id);
    hash = mix(hash, &cost, sizeof cost);
    hash = mix(hash, &integer_cost, sizeof integer_cost);
    if (tile_count) hash = mix(hash, tiles, (size_t)tile_count * sizeof *tiles);
    if (route_count) hash = mix(hash, route, (size_t)route_count * sizeof *route);
    if (waypoint_count) hash = mix(hash, waypoints, (size_t)waypoint_count * sizeof *waypoints);
    return hash;
}

// Objects for the two ways to ask; the searches report to observers or not.
typedef struct pair {
    wend_search *whole, *sliced;
    wend_path *whole_path, *sliced_path;
    uint64_t whole_events, sliced_events;
} pair;

static void open_pair(pair* p, bool observed) {
    *p = (pair){0};
    wend_search_def def = wend_default_search_def();
    if (observed) def.observer = (wend_search_observer){watch, &p->whole_events};
    must(wend_search_create(&def, &p->whole));
    if (observed) def.observer = (wend_search_observer){watch, &p->sliced_events};
    must(wend_search_create(&def, &p->sliced));
    must(wend_path_create(NULL, &p->whole_path));
    must(wend_path_create(NULL, &p->sliced_path));
}

static void close_pair(pair* p) {
    wend_search_destroy(p->whole);
    wend_search_destroy(p->sliced);
    wend_path_destroy(p->whole_path);
    wend_path_destroy(p->sliced_path);
}

static int64_t steps_taken;

// True when path, statistics and events are the same; world NULL: on the grid.
static bool compare(pair* p, const wend_world* world, const wend_grid* grid, const wend_query* query,
                    int64_t budget) {
    wend_stats whole, sliced;
    p->whole_events = p->sliced_events = 0;
    if (world) {
        must(wend_find_path(p->whole, world, query, p->whole_path, &whole));
        must(wend_search_begin(p->sliced, world, query));
    } else {
        must(wend_find_path_on_grid(p->whole, grid, query, p->whole_path, &whole));
        must(wend_search_begin_on_grid(p->sliced, grid, query));
    }
    int64_t steps = 0;
    bool done = false;
    for (; !done; steps++) must(wend_search_step(p->sliced, budget, &done));
    must(wend_search_finish(p->sliced, p->sliced_path, &sliced));
    steps_taken += steps;
    // Whole steps, and one at most that finds nothing left to expand.
    int64_t work = query->algorithm == WEND_EXACT && world && query->refinement == WEND_REFINE_SWEEP
                       ? sliced.clusters_refined
                       : sliced.expanded;
    bool sliced_enough = query->algorithm == WEND_HPA ? steps == 1
                         : budget == 0                ? steps == 1
                                       : (steps - 1) * budget <= work && steps * budget >= work;
    return sliced_enough && memcmp(&whole, &sliced, sizeof whole) == 0 &&
           hash_of(p->whole_path) == hash_of(p->sliced_path) && p->whole_events == p->sliced_events;
}

static int32_t check_map(const map_recipe* recipe, bool with_links, const char* text) {
    static const int64_t budgets[] = {1, 2, 7, 64, 1000, 16384, 20000, 0, INT64_MAX};
    rng random = rng_seeded(recipe->seed);
    wend_grid* made = map_make(recipe);
    if (with_links) map_add_links(made, &random, recipe->cluster_size, 10);
    wend_world_def def = map_world_def(recipe);
    wend_world* world = map_build_world(made, &def);
    const wend_grid* grid = wend_world_grid(world);
    pair pairs[2];
    open_pair(&pairs[0], false);
    open_pair(&pairs[1], true);
    int32_t failures = 0;
    for (int32_t i = 0; i < QUERIES; i++) {
        wend_tile start = map_random_tile(grid, &random), goal = map_random_tile(grid, &random);
        wend_query query = wend_default_query(start, goal);
        query.algorithm = (wend_algorithm)(i % WEND_ALGORITHM_COUNT);
        query.heuristic = (wend_heuristic)(i / 2 % WEND_HEURISTIC_COUNT);
        query.heuristic_weight = i % 7 && i % 5 ? 1 : 2.5f;
        query.refinement = (wend_refinement)(i / WEND_ALGORITHM_COUNT % WEND_REFINEMENT_COUNT);
        query.reopen = query.algorithm == WEND_ASTAR && i % 4 == 0;
        query.until_proven = query.algorithm == WEND_ASTAR && i % 5 == 0;
        query.smooth = i % 3 == 0;
        query.first_tiles = i % 4 == 0 ? 40 : 0;
        wend_tile goals[20];
        for (int32_t k = 0; k < 20; k++) goals[k] = map_random_tile(grid, &random);
        if (i % 5 >= 3) {
            query.goals = goals;
            query.goal_count = i % 5 == 3 ? 1 + i % 7 : 20;
        }
        int64_t budget = budgets[(size_t)i % (sizeof budgets / sizeof *budgets)];
        bool on_grid = i % 3 == 1 && query.algorithm != WEND_HPA;
        if (compare(&pairs[i / 3 % 2], on_grid ? NULL : world, grid, &query, budget)) continue;
        fprintf(stderr, "query %d, budget %" PRId64 ": sliced is not the same on map \"%s\"\n", i, budget,
                text);
        failures++;
    }
    close_pair(&pairs[0]);
    close_pair(&pairs[1]);
    wend_world_destroy(world);
    return failures;
}

int main(int argc, char** argv) {
    FILE* in = argc == 2 ? fopen(argv[1], "r") : NULL;
    if (!in) {
        fprintf(stderr, "usage: slices FILE\n");
        return 2;
    }
    int32_t maps = 0, failures = 0;
    char line[300];
    while (fgets(line, sizeof line, in)) {
        char* bar = strstr(line, " | ");
        map_recipe recipe;
        if (bar) *bar = '\0';
        if (!bar || !map_recipe_parse(line, &recipe)) {
            fprintf(stderr, "slices: %s: line %d: expected a recipe and ' | '\n", argv[1], maps + 1);
            return 3;
        }
        failures += check_map(&recipe, false, line) + check_map(&recipe, maps % 4 == 0, line);
        maps++;
    }
    fclose(in);
    printf("%d maps, %" PRId64 " steps, %d failures\n", maps, steps_taken, failures);
    return failures > 0 || maps == 0 || steps_taken < 100 * QUERIES;
}
