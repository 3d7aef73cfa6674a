// route.c: from a query to tiles: insertion against distances in the cells, the abstract path against a plain
// Dijkstra over the abstract graph, and refinement between the optimum and the abstract path.
#include "route.h"

#include <math.h>
#include <stdlib.h>

#include "dijkstra.h"
#include "refine.h"
#include "unit.h"

enum { MAPS = 250, QUERIES = 3 };

typedef struct fixture {
    map_recipe recipe;
    wend_world* world;
    oracle* truth;
    wendi_insertion from, to;
    wend_tile start, goal;
    wendi_route route;
    wendi_refine refine;
    wendi_flat flat;
    wendi_cell_search cells;
    wendi_tile_list tiles;
} fixture;

// ---- insertion

static void check_insertion(const fixture* f, wend_tile tile, wendi_sense sense, const wendi_insertion* in) {
    const wendi_abstract* a = &f->world->abstract;
    int32_t clusters[4], links = 0;
    assert_on(&f->recipe, in->cluster_count == wendi_clusters_at(&a->clusters, tile, clusters));
    for (int32_t i = 0; i < in->cluster_count; i++) {
        assert_on(&f->recipe, in->clusters[i] == clusters[i]);
        oracle* cell = oracle_create(f->world->grid, wendi_cluster_rect(&a->clusters, clusters[i]));
        const double* far = oracle_distances(cell, ORACLE_UNITS, tile, sense == WENDI_TO);
        uint32_t nodes[WENDI_MAX_CLUSTER_NODES];
        int32_t count = wendi_cluster_nodes(a, clusters[i], nodes);
        for (int32_t k = 0; k < count; k++) {
            double distance = oracle_at(cell, far, a->node_tiles[nodes[k]]);
            if (isinf(distance)) continue;
            assert_on(&f->recipe, links < in->link_count);
            const wendi_link* link = &in->links[links++];
            assert_on(&f->recipe, link->node == nodes[k] && link->cluster == clusters[i]);
            assert_on(&f->recipe, link->distance == distance);
        }
        oracle_destroy(cell);
    }
    assert_on(&f->recipe, links == in->link_count);
}

// ---- the abstract path

// Cheapest abstract path by scanning all nodes: the textbook again, over the matrices and links.
static double abstract_optimum(const fixture* f) {
    const wendi_abstract* a = &f->world->abstract;
    uint32_t count = a->node_count;
    double* cost = malloc((count + 1) * sizeof *cost);
    bool* closed = calloc(count + 1, sizeof *closed);
    assert_true(cost && closed);
    for (uint32_t n = 0; n < count; n++) cost[n] = INFINITY;
    for (int32_t i = 0; i < f->from.link_count; i++)
        cost[f->from.links[i].node] = fmin(cost[f->from.links[i].node], f->from.links[i].distance);
    for (;;) {
        uint32_t at = count;
        for (uint32_t n = 0; n < count; n++)
            if (!closed[n] && !isinf(cost[n]) && (at == count || cost[n] < cost[at])) at = n;
        if (at == count) break;
        closed[at] = true;
        int32_t clusters[4], number = wendi_clusters_at(&a->clusters, a->node_tiles[at], clusters);
        for (int32_t c = 0; c < number; c++) {
            uint32_t nodes[WENDI_MAX_CLUSTER_NODES];
            int32_t k = wendi_cluster_nodes(a, clusters[c], nodes), row = 0;
            while (nodes[row] != at) row++;
            const uint32_t* distances = a->distances + a->first_entry[clusters[c]] + (size_t)row * (size_t)k;
            for (int32_t i = 0; i < k; i++)
                if (distances[i] != WENDI_UNREACHED)
                    cost[nodes[i]] = fmin(cost[nodes[i]], cost[at] + distances[i]);
        }
    }
    double best = INFINITY;
    for (int32_t i = 0; i < f->to.link_count; i++)
        best = fmin(best, cost[f->to.links[i].node] + f->to.links[i].distance);
    free(cost);
    free(closed);
    return best;
}

// Each leg lies in its cluster and together they cost what the route says.
static void check_legs(const fixture* f) {
    const wendi_route* route = &f->route;
    const wend_tile* tiles = route->unpack.tiles.data;
    double sum = 0;
    int64_t last = route->unpack.tiles.count - 1;
    assert_on(&f->recipe, last >= 1);
    assert_on(&f->recipe, tiles[0].x == f->start.x && tiles[0].y == f->start.y);
    assert_on(&f->recipe, tiles[last].x == f->goal.x && tiles[last].y == f->goal.y);
    for (int64_t i = 0; i < last; i++) {
        wend_rect area = wendi_cluster_rect(&f->world->abstract.clusters, route->unpack.clusters[i + 1]);
        oracle* cell = oracle_create(f->world->grid, area);
        const double* far = oracle_distances(cell, ORACLE_UNITS, tiles[i], false);
        sum += oracle_at(cell, far, tiles[i + 1]);
        oracle_destroy(cell);
    }
    assert_on(&f->recipe, sum == (double)route->cost);
}

// ---- refinement

static double cost_of_tiles(const fixture* f) {
    return (double)wendi_path_integer_cost(f->world->grid, f->tiles.data, f->tiles.count);
}

static void check_refinement(fixture* f, double optimum) {
    const wendi_unpack* unpacked = &f->route.unpack;
    wendi_legs legs = {unpacked->tiles.data, unpacked->clusters, unpacked->tiles.count, f->route.cost};
    wend_stats stats = {0};
    bool found = false;
    assert_ok(wendi_refine_corridor(&f->refine, &f->world->abstract.clusters, &legs));
    assert_ok(wendi_refine_by_astar(&f->refine, &f->flat, f->world, &legs, &found, &f->tiles, &stats));
    assert_on(&f->recipe, found);
    double by_astar = cost_of_tiles(f);
    assert_on(&f->recipe, by_astar >= optimum);
    assert_on(&f->recipe, by_astar <= (double)f->route.cost); // the corridor holds the abstract path
    found = false;
    assert_ok(wendi_refine_by_sweep(&f->refine, &f->cells, f->world, &legs, &found, &f->tiles, &stats));
    assert_on(&f->recipe, found);
    assert_on(&f->recipe, cost_of_tiles(f) == by_astar);

    // Without a corridor the cell search is exact, and finds nothing below a limit that is the optimum.
    wendi_cell_query query = {.grid = f->world->grid,
                              .clusters = &f->world->abstract.clusters,
                              .start = f->start,
                              .goal = f->goal,
                              .limit = INT64_MAX};
    assert_ok(wendi_cell_search_run(&f->cells, &query, &found, &f->tiles, &stats));
    assert_on(&f->recipe, found && cost_of_tiles(f) == optimum);
    query.limit = (wend_cost)optimum;
    assert_ok(wendi_cell_search_run(&f->cells, &query, &found, &f->tiles, &stats));
    assert_on(&f->recipe, !found);
}

static bool check_query(fixture* f) {
    const wendi_abstract* a = &f->world->abstract;
    wendi_insert(f->world->grid, a, f->start, WENDI_FROM, &f->from);
    wendi_insert(f->world->grid, a, f->goal, WENDI_TO, &f->to);
    check_insertion(f, f->start, WENDI_FROM, &f->from);
    check_insertion(f, f->goal, WENDI_TO, &f->to);
    bool connected =
        wendi_connected(f->world->grid, a, &f->world->components, f->start, &f->from, f->goal, &f->to);
    double optimum = oracle_at(f->truth, oracle_distances(f->truth, ORACLE_UNITS, f->start, false), f->goal);
    assert_on(&f->recipe, connected == !isinf(optimum));
    if (!connected || f->from.link_count == 0) return false;
    wend_stats stats = {0};
    bool found = false;
    assert_ok(wendi_route_search(&f->route, f->world, f->start, &f->from, f->goal, &f->to, &found, &stats));
    assert_on(&f->recipe, found);
    // By larger cells the path keeps to fewer nodes, so it may be dearer than over the clusters.
    double cost = (double)f->route.cost, by_clusters = abstract_optimum(f);
    assert_on(&f->recipe, f->world->levels.count == 0 ? cost == by_clusters : cost >= by_clusters);
    check_legs(f);
    check_refinement(f, optimum);
    return true;
}

static void routes_and_their_refinement(void** state) {
    (void)state;
    static fixture f;
    wend_allocator allocator = wendi_allocator(NULL);
    wendi_route_init(&f.route, &allocator);
    wendi_refine_init(&f.refine, &allocator);
    wendi_flat_init(&f.flat, &allocator);
    wendi_cell_search_init(&f.cells, &allocator);
    f.tiles.allocator = allocator;
    int32_t routed = 0;
    for (uint64_t seed = 1; seed <= MAPS; seed++) {
        f.recipe = map_recipe_random(seed, 90);
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
    wendi_route_free(&f.route);
    wendi_refine_free(&f.refine);
    wendi_flat_free(&f.flat);
    wendi_cell_search_free(&f.cells);
    wendi_tile_list_free(&f.tiles);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(routes_and_their_refinement)};
    return run_unit_tests(tests);
}
