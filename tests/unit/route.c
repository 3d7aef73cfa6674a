// route.c: is each stage from a query to tiles correct? Compares insertion with distances inside the
// clusters, and the abstract path with a plain Dijkstra over the abstract graph. Refined paths must cost
// between the optimum and the abstract path.
#include "search/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dijkstra.h"
#include "unit.h"

enum { MAPS = 250, QUERIES = 3 };

typedef struct fixture {
    map_recipe recipe;
    wend_world* world;
    oracle* truth;
    wendi_sweeper sweeper;
    wendi_insertion from, to;
    wend_tile start, goal;
    wendi_route route;
    wendi_refine refine;
    wendi_flat flat;
    wendi_cluster_search cluster_search;
    wendi_tile_list tiles;
    wendi_path_link_list links;
} fixture;

// ---- insertion

static void check_insertion(const fixture* f, wend_tile tile, wendi_sense sense, const wendi_insertion* in) {
    const wendi_graph* a = &f->world->graph;
    int32_t clusters[4], links = 0;
    assert_on(&f->recipe, in->cluster_count == wendi_clusters_at(&a->clusters, tile, clusters));
    for (int32_t i = 0; i < in->cluster_count; i++) {
        assert_on(&f->recipe, in->clusters[i] == clusters[i]);
        oracle* cluster_oracle = oracle_create(f->world->grid, wendi_cluster_rect(&a->clusters, clusters[i]));
        const double* far = oracle_distances(cluster_oracle, ORACLE_UNITS, tile, sense == WENDI_TO);
        const wendi_matrix* matrix = wendi_matrix_of(a, 1, clusters[i]);
        for (int32_t k = 0; k < matrix->count; k++) {
            double distance = oracle_at(cluster_oracle, far, wendi_node_tile(&a->clusters, matrix->nodes[k]));
            uint32_t link = in->distance[i][k];
            assert_on(&f->recipe, isinf(distance) ? link == WENDI_UNREACHED : link == distance);
            links += !isinf(distance);
        }
        oracle_destroy(cluster_oracle);
    }
    assert_on(&f->recipe, in->linked == (links > 0));
}

// ---- the abstract path

// Cheapest abstract path over the distance matrices of level 1, by a textbook scan over all nodes.
static double abstract_optimum(const fixture* f) {
    const wendi_graph* a = &f->world->graph;
    uint32_t count = (uint32_t)wendi_cluster_count(&a->clusters) * WENDI_BORDER_INDEX_COUNT;
    double* cost = malloc(count * sizeof *cost);
    bool* closed = calloc(count, sizeof *closed);
    assert_true(cost && closed);
    for (uint32_t n = 0; n < count; n++) cost[n] = INFINITY;
    for (int32_t i = 0; i < f->from.cluster_count; i++) {
        const wendi_matrix* matrix = wendi_matrix_of(a, 1, f->from.clusters[i]);
        for (int32_t k = 0; k < matrix->count; k++)
            if (f->from.distance[i][k] != WENDI_UNREACHED)
                cost[matrix->nodes[k]] = fmin(cost[matrix->nodes[k]], f->from.distance[i][k]);
    }
    for (;;) {
        uint32_t at = count;
        for (uint32_t n = 0; n < count; n++)
            if (!closed[n] && !isinf(cost[n]) && (at == count || cost[n] < cost[at])) at = n;
        if (at == count) break;
        closed[at] = true;
        int32_t clusters[4], number = wendi_clusters_of(&a->clusters, at, clusters);
        for (int32_t c = 0; c < number; c++) {
            const wendi_matrix* matrix = wendi_matrix_of(a, 1, clusters[c]);
            int32_t row = wendi_matrix_slot(matrix, at);
            for (int32_t i = 0; i < matrix->count; i++) {
                uint32_t step = wendi_matrix_cost(matrix, row, i), to = matrix->nodes[i];
                if (step != WENDI_UNREACHED) cost[to] = fmin(cost[to], cost[at] + step);
            }
        }
    }
    double best = INFINITY;
    for (int32_t i = 0; i < f->to.cluster_count; i++) {
        const wendi_matrix* matrix = wendi_matrix_of(a, 1, f->to.clusters[i]);
        for (int32_t k = 0; k < matrix->count; k++)
            if (f->to.distance[i][k] != WENDI_UNREACHED)
                best = fmin(best, cost[matrix->nodes[k]] + f->to.distance[i][k]);
    }
    free(cost);
    free(closed);
    return best;
}

// Each leg lies in its cluster, and together they cost what the route says, except for the rounding of
// matrices.
static void check_legs(const fixture* f) {
    const wendi_route* route = &f->route;
    const wend_tile* tiles = route->tiles.data;
    const wendi_graph* a = &f->world->graph;
    double sum = 0, rounding = 0;
    int64_t last = route->tiles.count - 1;
    assert_on(&f->recipe, last >= 1);
    assert_on(&f->recipe, tiles[0].x == f->start.x && tiles[0].y == f->start.y);
    assert_on(&f->recipe, tiles[last].x == f->goal.x && tiles[last].y == f->goal.y);
    for (int64_t i = 0; i < last; i++) {
        wend_rect area = wendi_cluster_rect(&a->clusters, route->clusters.data[i + 1]);
        oracle* cluster_oracle = oracle_create(f->world->grid, area);
        const double* far = oracle_distances(cluster_oracle, ORACLE_UNITS, tiles[i], false);
        sum += oracle_at(cluster_oracle, far, tiles[i + 1]);
        rounding += (1 << wendi_matrix_of(a, 1, route->clusters.data[i + 1])->shift) - 1;
        oracle_destroy(cluster_oracle);
    }
    for (int32_t level = 2; level <= a->level_count; level++)
        for (int32_t c = 0; c < wendi_cluster_count(&a->level[level - 1].clusters); c++)
            rounding += (1 << wendi_matrix_of(a, level, c)->shift) - 1;
    assert_on(&f->recipe, sum <= (double)route->cost && (double)route->cost <= sum + rounding);
}

// ---- refinement

static double cost_of_tiles(const fixture* f) {
    wend_cost cost;
    wendi_path_cost(f->world->grid, f->tiles.data, f->tiles.count, &cost);
    return (double)cost;
}

static void check_refinement(fixture* f, double optimum) {
    const wendi_route* route = &f->route;
    wendi_legs legs = {route->tiles.data, route->clusters.data, route->tiles.count, route->cost,
                       route->costs.data};
    wend_stats stats = {0};
    bool found = false;
    assert_ok(
        wendi_refine_legs(&f->refine, NULL, &f->flat, f->world, &legs, &found, &f->tiles, &f->links, &stats));
    assert_on(&f->recipe, found);
    double by_astar = cost_of_tiles(f);
    assert_on(&f->recipe, by_astar >= optimum);
    assert_on(&f->recipe, by_astar <= (double)f->route.cost); // the corridor contains the abstract path
    found = false;
    assert_ok(wendi_refine_legs(&f->refine, &f->cluster_search, NULL, f->world, &legs, &found, &f->tiles,
                                &f->links, &stats));
    assert_on(&f->recipe, found);
    assert_on(&f->recipe, cost_of_tiles(f) == by_astar);

    // Without a corridor the cluster search is exact, and finds nothing below a limit that is the optimum.
    wendi_cluster_query query = {.grid = f->world->grid,
                                 .graph = &f->world->graph,
                                 .start = f->start,
                                 .goal = f->goal,
                                 .limit = INT64_MAX};
    assert_ok(wendi_cluster_search_run(&f->cluster_search, &query, &found, &f->tiles, &f->links, &stats));
    assert_on(&f->recipe, found && cost_of_tiles(f) == optimum);
    query.limit = (wend_cost)optimum;
    assert_ok(wendi_cluster_search_run(&f->cluster_search, &query, &found, &f->tiles, &f->links, &stats));
    assert_on(&f->recipe, !found);
}

// Edges are expanded all at once, level by level, or one after the other from the start on, when that many
// steps may be enough. Both give the same legs.
static void check_expansion(fixture* f) {
    const int64_t count = f->route.tiles.count, bytes = count * (int64_t)sizeof(wend_tile);
    wend_tile* tiles = malloc((size_t)bytes);
    int32_t* clusters = malloc((size_t)count * sizeof *clusters);
    assert_true(tiles && clusters);
    memcpy(tiles, f->route.tiles.data, (size_t)bytes);
    memcpy(clusters, f->route.clusters.data, (size_t)count * sizeof *clusters);
    wend_stats stats = {0};
    bool found = false;
    assert_ok(wendi_route_search(&f->route, f->world, &f->from, f->goal, &f->to, 1 << 30, INT64_MAX, &found,
                                 &stats));
    assert_on(&f->recipe, found && f->route.tiles.count == count && f->route.ready == count);
    assert_on(&f->recipe, memcmp(tiles, f->route.tiles.data, (size_t)bytes) == 0);
    assert_on(&f->recipe, memcmp(clusters, f->route.clusters.data, (size_t)count * sizeof *clusters) == 0);
    free(tiles);
    free(clusters);
}

static bool check_query(fixture* f) {
    const wendi_graph* a = &f->world->graph;
    wendi_insert(f->world, f->start, WENDI_FROM, &f->sweeper, &f->from);
    wendi_insert(f->world, f->goal, WENDI_TO, &f->sweeper, &f->to);
    check_insertion(f, f->start, WENDI_FROM, &f->from);
    check_insertion(f, f->goal, WENDI_TO, &f->to);
    bool connected = wendi_connected(f->world, &f->from, &f->to);
    double optimum = oracle_at(f->truth, oracle_distances(f->truth, ORACLE_UNITS, f->start, false), f->goal);
    assert_on(&f->recipe, connected == !isinf(optimum));
    if (!connected || !f->from.linked) return false;
    wend_stats stats = {0};
    bool found = false;
    assert_ok(wendi_route_search(&f->route, f->world, &f->from, f->goal, &f->to, INT64_MAX, INT64_MAX, &found,
                                 &stats));
    assert_on(&f->recipe, found);
    // Larger clusters have fewer nodes, so the path may cost more than over level 1.
    double cost = (double)f->route.cost, by_clusters = abstract_optimum(f);
    assert_on(&f->recipe, a->level_count == 1 ? cost == by_clusters : cost >= by_clusters);
    check_legs(f);
    check_expansion(f);
    check_refinement(f, optimum);
    return true;
}

static void routes_and_their_refinement(void** state) {
    (void)state;
    static fixture f;
    wendi_owner owner;
    const wend_allocator allocator = wendi_owner_begin(&owner, NULL);
    wendi_route_init(&f.route, &allocator);
    wendi_refine_init(&f.refine, &allocator);
    wendi_flat_init(&f.flat, &allocator);
    wendi_cluster_search_init(&f.cluster_search, &allocator);
    f.tiles.allocator = allocator;
    int32_t routed = 0;
    for (uint64_t seed = 1; seed <= MAPS; seed++) {
        f.recipe = map_recipe_random_any(seed, 90);
        f.world = map_make_world(&f.recipe);
        f.truth = oracle_of_grid(f.world->grid);
        rng r = rng_seeded(seed);
        for (int32_t i = 0; i < QUERIES; i++)
            if (map_random_open_tile(f.world->grid, &r, &f.start) &&
                map_random_open_tile(f.world->grid, &r, &f.goal))
                routed += check_query(&f);
        oracle_destroy(f.truth);
        wend_world_destroy(f.world);
    }
    assert_true(routed > MAPS / 2);
    wendi_owner_end(&owner);
}

// ---- many queries to one goal

typedef struct two_searches {
    wend_search *used, *fresh; // fresh: one for each query
    wend_path *path, *expected;
    rng random;
    int32_t found;
} two_searches;

static void check_queries_to(two_searches* t, const wend_world* world, wend_tile goal) {
    for (int32_t i = 0; i < QUERIES; i++) {
        wend_tile start;
        if (!map_random_open_tile(wend_world_grid(world), &t->random, &start)) return;
        const wend_query query = wend_default_query(start, goal);
        t->fresh = new_search();
        assert_ok(wend_find_path(t->used, world, &query, t->path, NULL));
        assert_ok(wend_find_path(t->fresh, world, &query, t->expected, NULL));
        wend_search_destroy(t->fresh);
        int32_t count, expected_count;
        const wend_tile* tiles = wend_path_tiles(t->path, &count);
        const wend_tile* expected = wend_path_tiles(t->expected, &expected_count);
        assert_int_equal(wend_path_outcome(t->path), wend_path_outcome(t->expected));
        assert_int_equal(count, expected_count);
        if (count > 0) assert_memory_equal(tiles, expected, (size_t)count * sizeof *tiles);
        t->found += count > 0;
    }
}

// Blocks or opens a tile beside the goal.
static void edit_near(two_searches* t, wend_world* world, wend_tile goal) {
    const wend_grid* grid = wend_world_grid(world);
    wend_tile tile = {goal.x + rng_below(&t->random, 3) - 1, goal.y + rng_below(&t->random, 3) - 1};
    if (!wend_grid_contains(grid, tile) || (tile.x == goal.x && tile.y == goal.y)) return;
    const wend_edit edit = wend_edit_tiles((wend_rect){tile.x, tile.y, 1, 1},
                                           wend_grid_passable(grid, tile) ? 0 : wend_grid_class(grid, goal));
    assert_ok(wend_world_edit(world, &edit, 1, NULL));
}

// A search keeps the insertion of a goal for the next query, until the map changes.
static void goals_of_many_queries(void** state) {
    (void)state;
    two_searches t = {.used = new_search(), .path = new_path(), .expected = new_path()};
    for (uint64_t seed = 1; seed <= MAPS / 2; seed++) {
        const map_recipe recipe = map_recipe_random_any(seed, 90);
        wend_world* world = map_make_world(&recipe);
        wend_tile goal;
        t.random = rng_seeded(seed);
        for (int32_t round = 0; round < 3 && map_random_open_tile(wend_world_grid(world), &t.random, &goal);
             round++) {
            check_queries_to(&t, world, goal);
            edit_near(&t, world, goal);
            check_queries_to(&t, world, goal);
            assert_ok(wend_world_refresh(world, 0, NULL));
            check_queries_to(&t, world, goal);
            edit_near(&t, world, goal);
            assert_ok(wend_world_refresh(world, 0, NULL));
            check_queries_to(&t, world, goal);
        }
        wend_world_destroy(world);
    }
    assert_true(t.found > MAPS);
    wend_search_destroy(t.used);
    wend_path_destroy(t.path);
    wend_path_destroy(t.expected);
}

// ---- raised heuristics

static int32_t stretch(const wend_world* world, wend_tile a, wend_tile b) {
    const wend_grid* grid = wend_world_grid(world);
    const wendi_heuristic h = wendi_heuristic_for(grid, WEND_OCTILE, WENDI_WEIGHT_ONE);
    int32_t factor = 0;
    assert_ok(wendi_stretch_between(world, &h, a, b, &factor));
    return factor;
}

static double cost_by(wend_search* search, const wend_world* world, wend_query query,
                      wend_algorithm algorithm, wend_path* path) {
    query.algorithm = algorithm;
    assert_ok(wend_find_path(search, world, &query, path, NULL));
    return wend_path_outcome(path) == WEND_FOUND ? wend_path_cost(path) : 0;
}

// Returns how many paths were found with a raised heuristic. They cost up to most times the optimum, as
// without it; 1: none is raised.
static int32_t check_raised(const char* text, double most) {
    const map_recipe recipe = map_recipe_of(text);
    wend_world* world = map_make_world(&recipe);
    wend_search* search = new_search();
    wend_path* path = new_path();
    rng r = rng_seeded(7);
    int32_t raised = 0;
    for (int32_t i = 0; i < 30; i++) {
        wend_tile start, goal;
        if (!map_random_open_tile(wend_world_grid(world), &r, &start) ||
            !map_random_open_tile(wend_world_grid(world), &r, &goal))
            continue;
        const int32_t factor = stretch(world, start, goal);
        assert_in_range(factor, WENDI_WEIGHT_ONE, WENDI_WEIGHT_ONE * 3 / 2);
        assert_true(most > 1 || factor == WENDI_WEIGHT_ONE);
        if (factor == WENDI_WEIGHT_ONE) continue;

        const wend_query query = wend_default_query(start, goal);
        const double cost = cost_by(search, world, query, WEND_HPA, path),
                     least = cost_by(search, world, query, WEND_EXACT, path);
        assert_true(cost >= least * 0.9999 && cost <= least * most);
        raised += cost > 0;
    }
    assert_int_equal(stretch(world, (wend_tile){5, 5}, (wend_tile){50, 60}), WENDI_WEIGHT_ONE); // near
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
    return raised;
}

// Between tiles that are far apart the whole excess of the sample counts, between nearer ones half of it.
static void far_tiles_raise_more(void) {
    const map_recipe recipe = map_recipe_of("open 700x500 8 brightness 15/6 3");
    wend_world* world = map_make_world(&recipe);
    const int32_t near = stretch(world, (wend_tile){10, 20}, (wend_tile){450, 20}) - WENDI_WEIGHT_ONE,
                  far = stretch(world, (wend_tile){10, 20}, (wend_tile){600, 20}) - WENDI_WEIGHT_ONE;
    assert_true(near > 0 && 2 * far >= 3 * near);
    wend_world_destroy(world);
}

static void raised_heuristics(void** state) {
    (void)state;
    far_tiles_raise_more();
    assert_in_range(check_raised("open 420x400 8 brightness 31/0 3", 1.01), 10, 30);
    assert_in_range(check_raised("open 400x420 4 whole 15/0 4", 1.08), 10, 30);
    assert_int_equal(check_raised("open 400x400 8 unit 31/0 5", 1), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(routes_and_their_refinement),
                                       cmocka_unit_test(goals_of_many_queries),
                                       cmocka_unit_test(raised_heuristics)};
    return run_unit_tests(tests);
}
