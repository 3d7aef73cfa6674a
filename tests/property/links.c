// links.c: are searches and fields correct on maps with random links, some of which wrap? The costs of paths
// and fields are compared with those of a textbook Dijkstra. Every admissible heuristic must find the
// optimum.
//     property_links [--maps N] [--first SEED] [--most SIDE]
//                    [--exits N]   0: one map in six has closed steps, one in six is hexagonal
//                                  1: all maps have walls or one-way steps
//                                  2: all maps are hexagonal, some have closed steps
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "dijkstra.h"
#include "maps.h"
#include "verify.h"
#include "wend/wend.h"

enum { MOST_GOALS = 24 };

typedef struct fixture {
    int64_t maps, first, most, exits; // the arguments
    map_recipe recipe;
    uint64_t seed;
    wend_grid* grid;
    wend_world* world;
    wend_search* search;
    wend_path* path;
    wend_field* field;
    oracle* truth;
    rng random;
    int64_t answers, by_links, failures, refused, routed, routed_by_links, wrapped;
    double excess, worst;
} fixture;

static bool fail(fixture* f, const char* what, const char* detail, wend_tile from, wend_tile to) {
    char text[MAP_RECIPE_TEXT];
    fprintf(stderr,
            "%s: %s, from %d,%d to %d,%d: --maps 1 --first %llu --most %lld --exits %lld, map \"%s\"\n", what,
            detail, from.x, from.y, to.x, to.y, (unsigned long long)f->seed, (long long)f->most,
            (long long)f->exits, map_recipe_print(&f->recipe, text));
    f->failures++;
    return false;
}

// Asks for a path on the grid. Its cost may be up to factor times the optimum.
static void check_flat(fixture* f, wend_query query, const char* what, double factor) {
    char text[VERIFY_TEXT];
    if (wend_find_path_on_grid(f->search, f->grid, &query, f->path, NULL) != WEND_OK) abort();
    const char* fault = verify_answer(f->grid, &query, f->path, text);
    if (fault) {
        fail(f, what, fault, query.start, query.goal);
        return;
    }
    oracle_metric metric = query.algorithm == WEND_BFS ? ORACLE_STEPS : ORACLE_UNITS;
    double optimum = oracle_at(f->truth, oracle_distances(f->truth, metric, query.start, false), query.goal);
    bool found = wend_path_outcome(f->path) == WEND_FOUND;
    int32_t count, links;
    wend_path_tiles(f->path, &count);
    wend_path_links(f->path, &links);
    double cost = metric == ORACLE_STEPS ? count - 1 : (double)wend_path_integer_cost(f->path);
    if (found != isfinite(optimum))
        fail(f, what, "a path where there is none, or none where there is one", query.start, query.goal);
    else if (found && (cost < optimum || cost > optimum * factor))
        fail(f, what, "not the optimum", query.start, query.goal);
    f->answers += found;
    f->by_links += found && links > 0;
}

static void check_query(fixture* f, wend_tile start, wend_tile goal) {
    static const wend_heuristic heuristics[] = {WEND_OCTILE, WEND_CHEBYSHEV, WEND_EUCLIDEAN,
                                                WEND_NO_HEURISTIC};
    wend_query query = wend_default_query(start, goal);
    query.smooth = rng_chance(&f->random, 50);
    for (size_t i = 0; i < sizeof heuristics / sizeof *heuristics; i++) {
        query.algorithm = WEND_ASTAR;
        query.heuristic = heuristics[i];
        check_flat(f, query, "astar", 1);
    }
    if (wend_grid_connectivity(f->grid) == WEND_CONNECTIVITY_4) {
        query.heuristic = WEND_MANHATTAN;
        check_flat(f, query, "astar, manhattan", 1);
    }
    query.heuristic = WEND_OCTILE;
    query.heuristic_weight = (float)rng_between(&f->random, 4, 16) / 4;
    check_flat(f, query, "astar, weighted", (double)query.heuristic_weight);
    query.algorithm = WEND_DIJKSTRA;
    check_flat(f, query, "dijkstra", 1);
    query.algorithm = WEND_BFS;
    check_flat(f, query, "bfs", 1);
}

// The distance from the start to the nearest goal.
static double nearest_of(const fixture* f, const wend_query* query, oracle_metric metric) {
    const double* distances = oracle_distances(f->truth, metric, query->start, false);
    double nearest = INFINITY;
    for (int32_t i = 0; i < query->goal_count; i++)
        nearest = fmin(nearest, oracle_at(f->truth, distances, query->goals[i]));
    return nearest;
}

// Asks for the nearest of several goals, on the world or on its grid. exact: the answer must be the nearest.
static void check_nearest(fixture* f, const wend_query* query, bool on_grid, bool exact, const char* what) {
    char text[VERIFY_TEXT];
    const wend_grid* grid = on_grid ? f->grid : wend_world_grid(f->world);
    wend_result result = on_grid ? wend_find_path_on_grid(f->search, grid, query, f->path, NULL)
                                 : wend_find_path(f->search, f->world, query, f->path, NULL);
    if (result != WEND_OK) abort();
    const oracle_metric metric = query->algorithm == WEND_BFS ? ORACLE_STEPS : ORACLE_UNITS;
    const double nearest = nearest_of(f, query, metric);
    const int32_t goal = wend_path_goal(f->path);
    wend_query single = *query;
    single.goal_count = 0;
    single.goal = query->goals[goal >= 0 ? goal : 0];
    const bool found = wend_path_outcome(f->path) == WEND_FOUND;
    if (found != isfinite(nearest)) {
        fail(f, what, "found, but not exactly when a goal is reachable", single.start, single.goal);
        return;
    }
    if (!found) return;
    const char* fault = verify_answer(grid, &single, f->path, text);
    int32_t count, links;
    wend_path_tiles(f->path, &count);
    wend_path_links(f->path, &links);
    const double cost = metric == ORACLE_STEPS ? count - 1 : (double)wend_path_integer_cost(f->path);
    if (fault || cost < nearest || (exact && cost > nearest))
        fail(f, what, fault ? fault : "not the nearest goal", single.start, single.goal);
    f->answers++;
    f->by_links += links > 0;
}

// A few goals, or so many that a search no longer computes a heuristic for each.
static int32_t random_goals(fixture* f, const wend_grid* grid, wend_tile goals[MOST_GOALS]) {
    int32_t count = rng_chance(&f->random, 20) ? MOST_GOALS : rng_between(&f->random, 1, 6);
    for (int32_t i = 0; i < count; i++)
        if (rng_chance(&f->random, 20) || !map_random_open_tile(grid, &f->random, &goals[i]))
            goals[i] = map_random_tile(grid, &f->random);
    return count;
}

static void check_goals_on_grid(fixture* f, wend_tile start) {
    wend_tile goals[MOST_GOALS];
    wend_query query = wend_default_query(start, start);
    query.goal_count = random_goals(f, f->grid, goals);
    query.goals = goals;
    query.algorithm = WEND_ASTAR;
    check_nearest(f, &query, true, true, "nearest, octile");
    query.heuristic = WEND_EUCLIDEAN;
    check_nearest(f, &query, true, true, "nearest, euclidean");
    query.algorithm = WEND_DIJKSTRA;
    check_nearest(f, &query, true, true, "nearest, dijkstra");
    query.algorithm = WEND_EXACT;
    check_nearest(f, &query, true, true, "nearest, exact on a grid");
    query.algorithm = WEND_BFS;
    check_nearest(f, &query, true, true, "nearest, bfs");
    query.algorithm = WEND_GREEDY;
    check_nearest(f, &query, true, false, "some goal, greedy");
}

static void check_goals_on_world(fixture* f, wend_tile start) {
    wend_tile goals[MOST_GOALS];
    wend_query query = wend_default_query(start, start);
    query.goal_count = random_goals(f, wend_world_grid(f->world), goals);
    query.goals = goals;
    query.algorithm = WEND_EXACT;
    check_nearest(f, &query, false, true, "nearest, exact");
    query.refinement = WEND_REFINE_ASTAR;
    check_nearest(f, &query, false, true, "nearest, exact by A*");
    query.algorithm = WEND_HPA;
    query.refinement = (wend_refinement)rng_below(&f->random, WEND_REFINEMENT_COUNT);
    check_nearest(f, &query, false, false, "nearest, hpa");
    const bool found = wend_path_outcome(f->path) == WEND_FOUND;
    const wend_cost cost = wend_path_integer_cost(f->path);
    for (int32_t i = 0; i < query.goal_count && found; i++) {
        wend_query single = query;
        single.goal_count = 0;
        single.goal = goals[i];
        if (wend_find_path(f->search, f->world, &single, f->path, NULL) != WEND_OK) abort();
        if (wend_path_outcome(f->path) == WEND_FOUND && wend_path_integer_cost(f->path) < cost)
            fail(f, "nearest, hpa", "one of the goals alone is nearer", start, goals[i]);
    }
}

// Checks the cost of each tile of a field, and that its next tiles approach the end.
static void check_field(fixture* f, wend_field_sense sense, wend_tile end) {
    const double unit = wend_grid_cost_units(f->grid);
    if (wend_field_fill(f->field, f->grid, sense, &end, 1, INFINITY) != WEND_OK) abort();
    const double* costs = oracle_distances(f->truth, ORACLE_UNITS, end, sense == WEND_FIELD_TO);
    for (int32_t y = 0; y < f->recipe.height; y++) {
        for (int32_t x = 0; x < f->recipe.width; x++) {
            wend_tile tile = {x, y}, next;
            double cost = wend_field_cost(f->field, tile), expected = oracle_at(f->truth, costs, tile);
            if (isinf(cost) != isinf(expected) || (!isinf(cost) && fabs(cost * unit - expected) > 0.5)) {
                fail(f, "field", "another cost", tile, end);
                return;
            }
            if (isinf(cost)) continue;
            if (!wend_field_next_tile(f->field, tile, &next) ||
                ((next.x == x && next.y == y) != (x == end.x && y == end.y)) ||
                wend_field_cost(f->field, next) > cost) {
                fail(f, "field", "leads nowhere", tile, end);
                return;
            }
        }
    }
}

// Asks for a path on the world. exact: its cost must be the optimum.
static void check_world_query(fixture* f, wend_query query, const char* what, bool exact) {
    char text[VERIFY_TEXT];
    const wend_grid* grid = wend_world_grid(f->world);
    wend_tile from = query.start, to = query.goal;
    if (wend_find_path(f->search, f->world, &query, f->path, NULL) != WEND_OK) abort();
    const char* fault = verify_answer(grid, &query, f->path, text);
    if (fault) {
        fail(f, what, fault, from, to);
        return;
    }
    double optimum = oracle_at(f->truth, oracle_distances(f->truth, ORACLE_UNITS, from, false), to);
    wend_outcome outcome = wend_path_outcome(f->path);
    double cost = (double)wend_path_integer_cost(f->path);
    if ((outcome == WEND_FOUND || outcome == WEND_PARTIAL) != isfinite(optimum))
        fail(f, what, "a path where there is none, or none where there is one", from, to);
    else if (outcome == WEND_FOUND && (cost < optimum || (exact && cost > optimum)))
        fail(f, what, "not the optimum", from, to);
    if (wend_world_connected(f->world, from, to) != isfinite(optimum))
        fail(f, what, "wend_world_connected is wrong", from, to);
    int32_t nodes, links;
    wend_path_route(f->path, &nodes);
    wend_path_links(f->path, &links);
    if (exact || outcome != WEND_FOUND || nodes == 0 || query.first_tiles > 0) return;
    double excess = optimum > 0 ? cost / optimum - 1 : 0;
    f->routed++;
    f->routed_by_links += links > 0;
    f->excess += excess;
    if (excess > f->worst) f->worst = excess;
}

static void check_world(fixture* f, wend_tile start, wend_tile goal) {
    wend_query query = wend_default_query(start, goal);
    query.smooth = rng_chance(&f->random, 50);
    check_world_query(f, query, "hpa", false);
    wend_cost cost = wend_path_integer_cost(f->path);
    query.refinement = WEND_REFINE_ASTAR;
    check_world_query(f, query, "hpa by A*", false);
    if (wend_path_integer_cost(f->path) != cost)
        fail(f, "hpa", "the two forms of refinement give different costs", start, goal);
    query.first_tiles = rng_between(&f->random, 1, 60);
    check_world_query(f, query, "first tiles", false);
    query.first_tiles = 0;
    query.refinement = WEND_REFINE_SWEEP;
    query.algorithm = WEND_EXACT;
    check_world_query(f, query, "exact", true);
}

// ---- strongly connected components of the tiles (Kosaraju)

typedef struct tile_graph {
    const fixture* f;
    int32_t width, height, link_count;
    const wend_link* links;
    int32_t *order, *stack, *next; // of tiles
    bool* seen;
} tile_graph;

// The k-th tile that a tile leads to (or is reached from); -1: none, -2: there are no more.
static int32_t neighbour(const tile_graph* g, int32_t tile, int32_t k, bool backward) {
    wend_tile at = {tile % g->width, tile / g->width};
    if (k < 9) {
        wend_tile to = {at.x + k % 3 - 1, at.y + k / 3 - 1};
        bool legal = backward ? oracle_can_step(g->f->truth, to, at) : oracle_can_step(g->f->truth, at, to);
        return legal ? to.y * g->width + to.x : -1;
    }
    if (k - 9 >= g->link_count) return -2;
    const wend_link* link = &g->links[k - 9];
    wend_tile from = backward ? link->to : link->from, to = backward ? link->from : link->to;
    bool legal =
        from.x == at.x && from.y == at.y && wend_grid_link_is_usable(wend_world_grid(g->f->world), link->id);
    return legal ? to.y * g->width + to.x : -1;
}

// Visits all tiles that a tile leads to, writes them to order as the search leaves them, and returns how
// many.
static int32_t visit(tile_graph* g, int32_t first, bool backward, int32_t* order) {
    int32_t depth = 0, count = 0;
    g->stack[depth++] = first;
    g->next[first] = 0;
    g->seen[first] = true;
    while (depth > 0) {
        int32_t tile = g->stack[depth - 1], to = neighbour(g, tile, g->next[tile]++, backward);
        if (to == -2) {
            order[count++] = tile;
            depth--;
        } else if (to >= 0 && !g->seen[to]) {
            g->stack[depth++] = to;
            g->next[to] = 0;
            g->seen[to] = true;
        }
    }
    return count;
}

static void check_counts(fixture* f) {
    const wend_grid* grid = wend_world_grid(f->world);
    tile_graph g = {.f = f, .width = f->recipe.width, .height = f->recipe.height};
    g.links = wend_grid_links(grid, &g.link_count);
    size_t tiles = (size_t)g.width * (size_t)g.height;
    g.order = calloc(tiles, sizeof(int32_t));
    g.stack = calloc(tiles, sizeof(int32_t));
    g.next = calloc(tiles, sizeof(int32_t));
    g.seen = calloc(tiles, sizeof(bool));
    int32_t* members = calloc(tiles, sizeof(int32_t));
    if (!g.order || !g.stack || !g.next || !g.seen || !members) abort();
    int32_t count = 0;
    for (int32_t i = 0; i < (int32_t)tiles; i++)
        if (!g.seen[i] && wend_grid_passable(grid, (wend_tile){i % g.width, i / g.width}))
            count += visit(&g, i, false, g.order + count);
    memset(g.seen, 0, tiles * sizeof(bool));
    int64_t components = 0, largest = 0;
    for (int32_t i = count; i-- > 0;) {
        if (g.seen[g.order[i]]) continue;
        int32_t size = visit(&g, g.order[i], true, members);
        components++;
        if (size > largest) largest = size;
    }
    wend_world_counts counts = map_count(f->world);
    if (counts.component_count != components || counts.largest_component != largest)
        fail(f, "counts", "not those of the strongly connected components", (wend_tile){0, 0},
             (wend_tile){(int32_t)components, (int32_t)counts.component_count});
    free(g.order);
    free(g.stack);
    free(g.next);
    free(g.seen);
    free(members);
}

static map_recipe random_recipe(const fixture* f) {
    switch (f->exits) {
    case 1:
        return map_recipe_random_exits(f->seed, (int32_t)f->most, true);
    case 2:
        return map_recipe_random_hex(f->seed, (int32_t)f->most);
    default:
        return map_recipe_random_any(f->seed, (int32_t)f->most);
    }
}

// Builds the world. The engine refuses maps with too many links at one cluster: those lose links, one by one,
// until they are just within the limit.
static void build_world(fixture* f) {
    wend_world_def def = map_world_def(&f->recipe);
    wend_result result;
    bool refused = false;
    while ((result = wend_world_build(&f->grid, &def, &f->world)) == WEND_ERROR_LIMIT) {
        int32_t count;
        const wend_link* links = wend_grid_links(f->grid, &count);
        if (count <= WEND_MAX_CLUSTER_LINKS / 2) { // each link has two ends
            fail(f, "build", "refused, but no cluster can exceed the limit", (wend_tile){0, 0},
                 (wend_tile){0, 0});
            abort();
        }
        if (wend_grid_remove_link(f->grid, links[rng_below(&f->random, count)].id) != WEND_OK) abort();
        refused = true;
    }
    if (result != WEND_OK) abort();
    f->refused += refused;
    if (!refused) return;
    oracle_destroy(f->truth);
    f->truth = oracle_of_grid(wend_world_grid(f->world));
}

static void check_map(fixture* f, uint64_t seed) {
    f->seed = seed;
    f->recipe = random_recipe(f);
    f->random = rng_seeded(seed);
    f->grid = map_make(&f->recipe);
    map_add_links(f->grid, &f->random, f->recipe.cluster_size,
                  rng_chance(&f->random, 20) ? rng_below(&f->random, 200) : rng_below(&f->random, 12));
    // Small maps do not wrap, nor do hexagons.
    if (rng_chance(&f->random, 30))
        f->wrapped += wend_grid_wrap(f->grid, (uint32_t)rng_between(&f->random, 1, 3)) == WEND_OK;
    f->truth = oracle_of_grid(f->grid);
    for (int32_t i = 0; i < 2; i++) {
        wend_tile start, goal;
        if (!map_random_open_tile(f->grid, &f->random, &start) ||
            !map_random_open_tile(f->grid, &f->random, &goal))
            break;
        check_query(f, start, goal);
        check_goals_on_grid(f, start);
        check_field(f, i ? WEND_FIELD_FROM : WEND_FIELD_TO, start);
    }
    build_world(f);
    check_counts(f);
    for (int32_t i = 0; i < 4; i++) {
        const wend_grid* grid = wend_world_grid(f->world);
        wend_tile start, goal;
        if (map_random_open_tile(grid, &f->random, &start) && map_random_open_tile(grid, &f->random, &goal))
            check_world(f, start, goal);
        if (i == 0 && map_random_open_tile(grid, &f->random, &start)) check_goals_on_world(f, start);
    }
    oracle_destroy(f->truth);
    wend_world_destroy(f->world);
}

int main(int argc, char** argv) {
    static fixture f;
    f.maps = number_argument(argc, argv, "--maps", 2000);
    f.first = number_argument(argc, argv, "--first", 1);
    f.most = number_argument(argc, argv, "--most", 70);
    f.exits = number_argument(argc, argv, "--exits", 0);
    wend_search_def def = wend_default_search_def();
    if (wend_search_create(&def, &f.search) != WEND_OK || wend_path_create(NULL, &f.path) != WEND_OK ||
        wend_field_create(NULL, &f.field) != WEND_OK)
        abort();
    for (int64_t i = 0; i < f.maps && f.failures < 10; i++) check_map(&f, (uint64_t)(f.first + i));
    printf("%lld maps, %lld wrap, %lld first refused, %lld paths, %lld of them by links; HPA*: %lld paths, "
           "%lld of them "
           "by links, mean excess "
           "%.3f %%, worst %.1f %%; %lld failures\n",
           (long long)f.maps, (long long)f.wrapped, (long long)f.refused, (long long)f.answers,
           (long long)f.by_links, (long long)f.routed, (long long)f.routed_by_links,
           100 * f.excess / (double)(f.routed + !f.routed), 100 * f.worst, (long long)f.failures);
    wend_field_destroy(f.field);
    wend_path_destroy(f.path);
    wend_search_destroy(f.search);
    return f.failures > 0 || f.worst > .25 || f.by_links == 0 || f.routed_by_links == 0;
}
