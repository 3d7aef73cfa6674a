// links.c: adding, finding, changing and removing links of a grid.
#include "wend/field.h"
#include "wend/link.h"

#include <math.h>

#include "dijkstra.h"
#include "grid/links.h"
#include "rng.h"
#include "test_memory.h"
#include "unit.h"

static wend_grid* make(void) {
    wend_grid_def def = wend_default_grid_def();
    def.width = def.height = 50;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    assert_ok(wend_grid_fill(grid, (wend_rect){20, 0, 2, 50}, 0));
    return grid;
}

static const wend_tile A = {1, 1}, B = {40, 40}, WALL = {20, 20};

static void ids_are_chosen_or_given(void** state) {
    (void)state;
    wend_grid* grid = make();
    wend_link link = wend_default_link(A, B, 3);
    int32_t id = -1, count = 0;
    assert_ok(wend_grid_add_link(grid, &link, &id));
    assert_int_equal(id, 0);
    link.id = 7;
    assert_ok(wend_grid_add_link(grid, &link, &id)); // parallel links are allowed
    assert_int_equal(id, 7);
    link.id = 3;
    link.kind = WEND_LINK_FERRY;
    assert_ok(wend_grid_add_link(grid, &link, NULL));
    link.id = -1;
    assert_ok(wend_grid_add_link(grid, &link, &id));
    assert_int_equal(id, 8);
    const wend_link* links = wend_grid_links(grid, &count);
    assert_int_equal(count, 4);
    assert_int_equal(links[1].id, 3);
    assert_int_equal(links[1].kind, WEND_LINK_FERRY);
    assert_int_equal(wend_grid_find_link(grid, 7)->kind, WEND_LINK_OTHER);
    assert_null(wend_grid_find_link(grid, 5));
    assert_ok(wend_grid_remove_link(grid, 3));
    assert_null(wend_grid_find_link(grid, 3));
    assert_int_equal(wend_grid_remove_link(grid, 3), WEND_ERROR_ARGUMENT);
    assert_non_null(wend_grid_find_link(grid, 8));
    wend_grid_destroy(grid);
}

static void bad_links_are_refused(void** state) {
    (void)state;
    wend_grid* grid = make();
    const wend_link good = wend_default_link(A, B, 3);
    wend_link bad[] = {good, good, good, good, good, good, good, good, good};
    bad[0].from = WALL;
    bad[1].to = WALL;
    bad[2].to = (wend_tile){50, 0};
    bad[3].to = A;
    bad[4].cost = -1;
    bad[5].cost = NAN;
    bad[6].cost = 2 * WEND_MAX_LINK_COST;
    bad[7].kind = WEND_LINK_KIND_COUNT;
    bad[8].duration = INFINITY;
    int32_t id = 77, count = 0;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(wend_grid_add_link(grid, &bad[i], &id), WEND_ERROR_ARGUMENT);
    assert_int_equal(id, 77);
    wend_grid_links(grid, &count);
    assert_int_equal(count, 0);
    assert_ok(wend_grid_add_link(grid, &good, &id));
    wend_link again = good;
    again.id = id;
    assert_int_equal(wend_grid_add_link(grid, &again, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_set_link(grid, id, NAN, true), WEND_ERROR_ARGUMENT);
    assert_true(wend_grid_find_link(grid, id)->cost == 3);
    wend_grid_destroy(grid);
}

static void the_number_is_limited(void** state) {
    (void)state;
    wend_grid* grid = make();
    wend_link link = wend_default_link(A, B, 3);
    for (int32_t i = 0; i < WEND_MAX_LINKS; i++) assert_ok(wend_grid_add_link(grid, &link, NULL));
    assert_int_equal(wend_grid_add_link(grid, &link, NULL), WEND_ERROR_LIMIT);
    wend_grid* other = make();
    link.id = WEND_MAX_LINKS;
    assert_ok(wend_grid_add_link(other, &link, NULL));
    assert_int_equal(wend_grid_copy_connections(other, grid), WEND_ERROR_LIMIT);
    assert_int_equal(grid->links.count, WEND_MAX_LINKS);
    wend_grid_destroy(other);
    wend_grid_destroy(grid);
}

static void costs_stay_in_the_range_of_the_planner(void** state) {
    (void)state;
    wend_grid_def def = wend_default_grid_def();
    def.width = def.height = 8;
    for (int32_t k = 1; k < 40; k++)
        def.class_costs[k] = WEND_MIN_CLASS_COST * (1 + 0.013f * (float)k); // many units
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    assert_true((float)wend_grid_cost_units(grid) > (1 << 28) / WEND_MAX_LINK_COST);
    wend_link link = wend_default_link((wend_tile){0, 0}, (wend_tile){7, 7}, WEND_MAX_LINK_COST);
    assert_int_equal(wend_grid_add_link(grid, &link, NULL), WEND_ERROR_LIMIT);
    link.cost = 1000;
    assert_ok(wend_grid_add_link(grid, &link, NULL));
    assert_int_equal(wend_grid_set_link(grid, 0, WEND_MAX_LINK_COST, true), WEND_ERROR_LIMIT);
    wend_grid_destroy(grid);
}

static void a_link_needs_both_ends(void** state) {
    (void)state;
    wend_grid* grid = make();
    const wend_link link = wend_default_link(A, B, 0);
    assert_ok(wend_grid_add_link(grid, &link, NULL));
    assert_true(wend_grid_link_is_usable(grid, 0));
    assert_ok(wend_grid_fill(grid, (wend_rect){B.x, B.y, 1, 1}, 0));
    assert_false(wend_grid_link_is_usable(grid, 0));
    assert_ok(wend_grid_fill(grid, (wend_rect){B.x, B.y, 1, 1}, 2));
    assert_ok(wend_grid_set_link(grid, 0, 5, false));
    assert_false(wend_grid_link_is_usable(grid, 0));
    assert_false(wend_grid_link_is_usable(grid, 1));
    wend_grid_destroy(grid);
}

// The best path leaves the straight line for a link. At its first end the Euclidean heuristic is greater than
// what is left over the link.
static void every_heuristic_finds_the_link(void** state) {
    (void)state;
    wend_grid_def def = wend_default_grid_def();
    def.width = def.height = 200;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    wend_link link = wend_default_link((wend_tile){100, 127}, (wend_tile){0, 1}, 129);
    assert_ok(wend_grid_add_link(grid, &link, NULL));
    wend_search* search = new_search();
    wend_path* path = new_path();
    wend_query query = wend_default_query((wend_tile){199, 199}, (wend_tile){0, 0});
    query.algorithm = WEND_DIJKSTRA;
    assert_ok(wend_find_path_on_grid(search, grid, &query, path, NULL));
    const wend_cost least = wend_path_integer_cost(path);
    int32_t count;
    wend_path_links(path, &count);
    assert_int_equal(count, 1);
    query.algorithm = WEND_ASTAR;
    for (wend_heuristic h = WEND_OCTILE; h < WEND_HEURISTIC_COUNT; h++) {
        if (h == WEND_MANHATTAN) continue; // overestimates
        query.heuristic = h;
        assert_ok(wend_find_path_on_grid(search, grid, &query, path, NULL));
        assert_int_equal(wend_path_integer_cost(path), least);
    }
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_grid_destroy(grid);
}

static void kinds_have_names(void** state) {
    (void)state;
    for (int32_t kind = 0; kind < WEND_LINK_KIND_COUNT; kind++) {
        wend_link_kind read = WEND_LINK_KIND_COUNT;
        assert_ok(wend_link_kind_from_string(wend_link_kind_string((wend_link_kind)kind), &read));
        assert_int_equal(read, kind);
    }
    wend_link_kind kind;
    assert_int_equal(wend_link_kind_from_string("bridge", &kind), WEND_ERROR_ARGUMENT);
}

// The search by area against all links, while links come and go.
static void links_are_found_by_their_ends(void** state) {
    (void)state;
    enum { WIDTH = 130, HEIGHT = 75, CHANGES = 600 };
    test_memory memory = test_memory_new();
    wend_allocator allocator = test_memory_allocator(&memory);
    wend_grid_def def = wend_default_grid_def();
    def.width = WIDTH;
    def.height = HEIGHT;
    def.allocator = &allocator;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    rng r = rng_seeded(1);
    for (int32_t change = 0; change < CHANGES; change++) {
        int32_t count = 0;
        const wend_link* links = wend_grid_links(grid, &count);
        if (count > 0 && rng_below(&r, 100) < (change < CHANGES / 2 ? 30 : 60)) {
            assert_ok(wend_grid_remove_link(grid, links[rng_below(&r, count)].id));
        } else {
            wend_link link = wend_default_link(map_random_tile(grid, &r), map_random_tile(grid, &r), 1);
            if (rng_chance(&r, 30) && count > 0) link.from = links[0].from;
            link.id = rng_chance(&r, 50) ? rng_below(&r, 2000) : -1;
            if (rng_chance(&r, 5)) memory.fail_at = memory.calls + rng_below(&r, 3);
            wend_result result = wend_grid_add_link(grid, &link, NULL);
            if (result == WEND_ERROR_MEMORY) assert_int_equal(grid->links.count, count);
            memory.fail_at = -1;
        }
        wend_tile a = map_random_tile(grid, &r);
        wend_rect area = {a.x, a.y, rng_between(&r, 1, WIDTH - a.x), rng_between(&r, 1, HEIGHT - a.y)};
        for (wendi_link_side side = WENDI_LINK_FROM; side <= WENDI_LINK_TO; side++) {
            bool found[CHANGES] = {false};
            wendi_link_search search = wendi_links_in(&grid->links, side, area);
            for (int32_t i; (i = wendi_next_link(&search)) >= 0;) {
                assert_true(i < grid->links.count);
                assert_false(found[i]);
                found[i] = true;
            }
            links = wend_grid_links(grid, &count);
            for (int32_t i = 0; i < count; i++)
                assert_int_equal(found[i], wendi_area_contains(area, side == WENDI_LINK_FROM ? links[i].from
                                                                                             : links[i].to));
            for (int32_t i = 1; i < count; i++) assert_true(links[i - 1].id < links[i].id);
        }
    }
    wend_grid_destroy(grid);
    assert_int_equal(memory.live, 0);
}

// All algorithms on a map with links, in a search that counts what it holds.
static void a_search_counts_and_frees_what_links_need(void** state) {
    (void)state;
    map_recipe recipe = map_recipe_of("rooms 200x150 8 whole 15 3");
    wend_grid* grid = map_make(&recipe);
    rng r = rng_seeded(5);
    for (int32_t i = 0; i < 60; i++) {
        wend_tile from = {0, 0}, to = {0, 0};
        assert_true(map_random_open_tile(grid, &r, &from) && map_random_open_tile(grid, &r, &to));
        const wend_link link = wend_default_link(from, to, (float)rng_below(&r, 5));
        assert_int_not_equal(wend_grid_add_link(grid, &link, NULL), WEND_ERROR_MEMORY);
    }
    const wend_world_def world_def = map_world_def(&recipe);
    wend_world* world = map_build_world(grid, &world_def);
    test_memory memory = test_memory_new();
    wend_allocator allocator = test_memory_allocator(&memory);
    wend_path* path = new_path();
    int32_t taken = 0;
    for (int32_t i = 0; i < 40; i++) {
        wend_search* search = search_by(&allocator);
        for (int32_t k = 0; k < 3; k++) {
            wend_query query;
            assert_true(map_random_query(wend_world_grid(world), &r,
                                         (wend_algorithm)(i % WEND_ALGORITHM_COUNT), &query));
            assert_ok(wend_find_path(search, world, &query, path, NULL));
            int32_t count;
            wend_path_links(path, &count);
            taken += count;
        }
        assert_int_equal(wend_search_bytes(search), memory.live_bytes);
        wend_search_destroy(search);
        assert_int_equal(memory.live, 0);
    }
    assert_true(taken > 20);
    wend_path_destroy(path);
    wend_world_destroy(world);
}

static void a_cluster_holds_so_many_ends_of_links(void** state) {
    (void)state;
    for (int32_t more = 0; more < 2; more++) {
        wend_grid *grid = make(), *given = grid;
        for (int32_t i = 0; i < WEND_MAX_CLUSTER_LINKS + more; i++) {
            const wend_link link = wend_default_link((wend_tile){1 + i % 17, 1 + i / 17}, B, 90);
            assert_ok(wend_grid_add_link(grid, &link, NULL));
        }
        const wend_world_def def = wend_default_world_def();
        wend_world* world = NULL;
        assert_int_equal(wend_world_build(&grid, &def, &world), more ? WEND_ERROR_LIMIT : WEND_OK);
        assert_ptr_equal(grid, more ? given : NULL);
        wend_grid_destroy(grid);
        wend_world_destroy(world);
    }
}

// Of several links, the one that ends at the goal, or begins at the start.
static void a_link_leads_from_the_start_to_the_goal(void** state) {
    (void)state;
    wend_grid_def def = wend_default_grid_def();
    def.width = def.height = 200;
    wend_search* search = new_search();
    wend_path *path = new_path(), *exact = new_path();
    rng r = rng_seeded(4);
    for (int32_t i = 0; i < 40; i++) {
        wend_grid* grid = NULL;
        assert_ok(wend_grid_create(&def, &grid));
        wend_tile ends[3][2];
        for (int32_t k = 0; k < 3; k++) {
            ends[k][0] = (wend_tile){rng_below(&r, 90), rng_below(&r, 200)};
            ends[k][1] = (wend_tile){110 + rng_below(&r, 90), rng_below(&r, 200)};
            const wend_link link = wend_default_link(ends[k][0], ends[k][1], (float)rng_between(&r, 0, 9));
            assert_ok(wend_grid_add_link(grid, &link, NULL));
        }
        const int32_t from = rng_below(&r, 3), to = rng_below(&r, 3);
        wend_world_def world_def = wend_default_world_def();
        world_def.cluster_size = 15;
        wend_world* world = map_build_world(grid, &world_def);
        wend_query query = wend_default_query(ends[from][0], ends[to][1]);
        if (i % 3 == 1) query.start.x = rng_below(&r, 200);
        if (i % 3 == 2) query.goal.x = rng_below(&r, 200);
        query.refinement = i % 2 ? WEND_REFINE_SWEEP : WEND_REFINE_ASTAR;
        assert_ok(wend_find_path(search, world, &query, path, NULL));
        query.algorithm = WEND_DIJKSTRA;
        assert_ok(wend_find_path(search, world, &query, exact, NULL));
        assert_int_equal(wend_path_outcome(path), WEND_FOUND);
        assert_true(wend_path_integer_cost(path) >= wend_path_integer_cost(exact));
        assert_true(wend_path_cost(path) <= 1.1 * wend_path_cost(exact));
        wend_world_destroy(world);
    }
    wend_path_destroy(path);
    wend_path_destroy(exact);
    wend_search_destroy(search);
}

// The only link of a map is an edge of the abstract path.
static void the_abstract_path_leads_over_the_link(void** state) {
    (void)state;
    wend_world* world = new_world(600, 300, false);
    const wend_tile from = {70, 150}, to = {530, 150};
    const wend_link link = wend_default_link(from, to, 2);
    assert_ok(wend_world_add_link(world, &link, NULL));
    wend_search* search = new_search();
    wend_path* path = new_path();
    const wend_query query = wend_default_query((wend_tile){10, 10}, (wend_tile){590, 290});
    wend_stats stats;
    assert_ok(wend_find_path(search, world, &query, path, &stats));
    int32_t count, found = 0;
    const wend_tile* route = wend_path_route(path, &count);
    for (int32_t i = 1; i < count; i++)
        found +=
            route[i - 1].x == from.x && route[i - 1].y == from.y && route[i].x == to.x && route[i].y == to.y;
    assert_int_equal(found, 1);
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
}

// ---- maps that wrap

enum { SIDE = 44 };

// A random map, repeated several times in both directions.
static wend_grid* repeated(uint64_t seed, int32_t width, int32_t height, wend_connectivity connectivity,
                           int32_t times) {
    uint8_t classes[3 * SIDE * 3 * SIDE];
    rng r = rng_seeded(seed);
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++) {
            const int32_t k = rng_between(&r, 0, 9);
            for (int32_t i = 0; i < times * times; i++)
                classes[(y + i / times * height) * times * width + x + i % times * width] =
                    (uint8_t)(k < 3   ? 0
                              : k < 8 ? 1
                                      : k - 6);
        }
    wend_grid_def def = wend_default_grid_def();
    def.width = times * width;
    def.height = times * height;
    def.connectivity = connectivity;
    def.class_costs[2] = 2.5f;
    def.class_costs[3] = 6;
    def.classes = classes;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    return grid;
}

// Closes what a step over an edge may not do: be diagonal, and at edges that are not joined anything.
static void close_steps_over_edges(wend_grid* grid, int32_t width, int32_t height, uint32_t edges) {
    for (int32_t i = 0; i < 3 * width * 3 * height; i++)
        for (int32_t d = 0; d < 8; d++) {
            const wend_tile from = {i % (3 * width), i / (3 * width)}, step = wendi_direction[d];
            const wend_tile to = {from.x + step.x, from.y + step.y};
            if (!wend_grid_contains(grid, to) ||
                (d >= 4 && wend_grid_connectivity(grid) == WEND_CONNECTIVITY_4))
                continue;
            const bool across = from.x / width != to.x / width, down = from.y / height != to.y / height;
            if (((across || down) && d >= 4) || (across && !(edges & WEND_WRAP_X)) ||
                (down && !(edges & WEND_WRAP_Y)))
                assert_ok(wend_grid_set_step(grid, from, to, false));
        }
}

static void paths_lead_over_joined_edges(void** state) {
    (void)state;
    int32_t over = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        rng r = rng_seeded(seed);
        const int32_t width = rng_between(&r, 3, SIDE), height = rng_between(&r, 3, SIDE);
        const uint32_t edges = (uint32_t)rng_between(&r, 1, 3);
        const wend_connectivity connectivity = (wend_connectivity)rng_between(&r, 0, 2);
        wend_grid *grid = repeated(seed, width, height, connectivity, 1),
                  *plane = repeated(seed, width, height, connectivity, 3);
        assert_int_equal(wend_grid_cost_units(grid), wend_grid_cost_units(plane));
        assert_int_equal(wend_grid_wraps(grid), 0);
        assert_ok(wend_grid_wrap(grid, edges));
        assert_int_equal(wend_grid_wraps(grid), edges);
        close_steps_over_edges(plane, width, height, edges);
        oracle* o = oracle_of_grid(plane);
        wend_world_def def = wend_default_world_def();
        def.cluster_size = rng_between(&r, 0, 1) ? 15 : 31;
        wend_world* world = NULL;
        assert_ok(wend_world_build(&grid, &def, &world));
        wend_search* search = new_search();
        wend_path* path = new_path();
        wend_field* field = NULL;
        assert_ok(wend_field_create(NULL, &field));
        for (int32_t i = 0; i < 20; i++) {
            const wend_tile start = {rng_between(&r, 0, width - 1), rng_between(&r, 0, height - 1)},
                            goal = {rng_between(&r, 0, width - 1), rng_between(&r, 0, height - 1)};
            if (!wend_grid_passable(wend_world_grid(world), start) ||
                !wend_grid_passable(wend_world_grid(world), goal))
                continue;
            // A least path winds round at most once in each direction if it begins in the middle.
            const double* all =
                oracle_distances(o, ORACLE_UNITS, (wend_tile){start.x + width, start.y + height}, false);
            double least = INFINITY;
            for (int32_t k = 0; k < 9; k++)
                least = fmin(least,
                             oracle_at(o, all, (wend_tile){goal.x + k % 3 * width, goal.y + k / 3 * height}));
            const wend_algorithm algorithms[] = {WEND_ASTAR, WEND_EXACT, WEND_DIJKSTRA, WEND_HPA};
            for (int32_t a = 0; a < 4; a++) {
                wend_query query = wend_default_query(start, goal);
                query.algorithm = algorithms[a];
                assert_ok(wend_find_path(search, world, &query, path, NULL));
                assert_int_equal(wend_path_outcome(path), isinf(least) ? WEND_NO_ROUTE : WEND_FOUND);
                if (isinf(least)) continue;
                const double cost = (double)wend_path_integer_cost(path);
                assert_true(a < 3 ? cost == least : cost >= least && cost <= 1.3 * least);
                int32_t links;
                wend_path_links(path, &links);
                over += links > 0;
            }
            assert_ok(wend_field_fill(field, wend_world_grid(world), WEND_FIELD_TO, &goal, 1, INFINITY));
            const double from_field = wend_field_cost(field, start);
            assert_true(isinf(least)
                            ? isinf(from_field)
                            : fabs(from_field * wend_grid_cost_units(wend_world_grid(world)) - least) < 0.5);
        }
        wend_field_destroy(field);
        wend_path_destroy(path);
        wend_search_destroy(search);
        wend_world_destroy(world);
        oracle_destroy(o);
        wend_grid_destroy(plane);
    }
    assert_true(over > 200);
}

static int32_t expanded(wend_search* search, const wend_world* world, wend_tile from, wend_tile to,
                        wend_path* path) {
    const wend_query query = wend_default_query(from, to);
    wend_stats stats;
    assert_ok(wend_find_path(search, world, &query, path, &stats));
    assert_int_equal(wend_path_outcome(path), WEND_FOUND);
    return (int32_t)stats.abstract_expanded;
}

// A search goes straight for an edge, and the nearest of several goals may lie beyond it.
static void a_search_over_an_edge_is_directed(void** state) {
    (void)state;
    enum { AROUND = 700 };
    wend_grid_def def = wend_default_grid_def();
    def.width = def.height = AROUND;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    rng r = rng_seeded(4);
    for (int32_t i = 0; i < AROUND * AROUND / 45; i++)
        assert_ok(
            wend_grid_fill(grid, (wend_rect){rng_below(&r, AROUND - 3), rng_below(&r, AROUND - 3), 3, 3}, 0));
    const wend_tile ends[6] = {{AROUND / 2 - 100, 300},
                               {AROUND / 2 + 100, 340}, // as far apart within the map
                               {100, 300},
                               {AROUND - 100, 340}, // over one edge
                               {100, 60},
                               {AROUND - 100, AROUND - 60}};
    for (int32_t i = 0; i < 6; i++)
        assert_ok(wend_grid_fill(grid, (wend_rect){ends[i].x - 9, ends[i].y - 9, 19, 19}, 1));
    assert_ok(wend_grid_wrap(grid, WEND_WRAP_X | WEND_WRAP_Y));
    wend_world* world = NULL;
    const wend_world_def world_def = wend_default_world_def();
    assert_ok(wend_world_build(&grid, &world_def, &world));
    wend_search* search = new_search();
    wend_path* path = new_path();
    const int32_t inside = expanded(search, world, ends[0], ends[1], path),
                  across = expanded(search, world, ends[2], ends[3], path),
                  twice = expanded(search, world, ends[4], ends[5], path);
    assert_true(inside > 0 && across <= 2 * inside && twice <= 3 * inside);
    wend_query query = wend_default_query(ends[4], ends[4]);
    const wend_tile goals[2] = {ends[0], ends[5]};
    query.goals = goals, query.goal_count = 2;
    assert_ok(wend_find_path(search, world, &query, path, NULL));
    const wend_tile reached = wend_path_goal_tile(path);
    assert_true(reached.x == ends[5].x && reached.y == ends[5].y);
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
}

static void maps_that_cannot_wrap(void** state) {
    (void)state;
    wend_grid* grid = make();
    assert_int_equal(wend_grid_wrap(grid, 0), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_wrap(grid, 4), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_wrap(NULL, WEND_WRAP_X), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_wraps(NULL), 0);
    int32_t count = 0;
    assert_ok(wend_grid_wrap(grid, WEND_WRAP_Y));
    wend_grid_links(grid, &count);
    assert_int_equal(count, 100);
    assert_int_equal(wend_grid_wraps(grid), WEND_WRAP_Y);
    assert_ok(wend_grid_remove_link(grid, 17)); // no longer over the whole length
    assert_int_equal(wend_grid_wraps(grid), 0);
    wend_grid_destroy(grid);

    wend_grid_def def = wend_default_grid_def();
    def.width = 2;
    def.height = 50;
    assert_ok(wend_grid_create(&def, &grid));
    assert_int_equal(wend_grid_wrap(grid, WEND_WRAP_X), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_wrap(grid, WEND_WRAP_X | WEND_WRAP_Y), WEND_ERROR_ARGUMENT);
    wend_grid_links(grid, &count);
    assert_int_equal(count, 0);
    wend_grid_destroy(grid);
    def.width = 3;
    def.height = WEND_MAX_LINKS / 2 + 1;
    assert_ok(wend_grid_create(&def, &grid));
    assert_int_equal(wend_grid_wrap(grid, WEND_WRAP_X), WEND_ERROR_LIMIT);
    wend_grid_links(grid, &count);
    assert_int_equal(count, 0);
    wend_grid_destroy(grid);
    def.height = 9;
    def.connectivity = WEND_CONNECTIVITY_HEX_ODD_R;
    assert_ok(wend_grid_create(&def, &grid));
    assert_int_equal(wend_grid_wrap(grid, WEND_WRAP_X), WEND_ERROR_UNSUPPORTED);
    wend_grid_destroy(grid);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_abstract_path_leads_over_the_link),
        cmocka_unit_test(a_search_counts_and_frees_what_links_need),
        cmocka_unit_test(a_cluster_holds_so_many_ends_of_links),
        cmocka_unit_test(a_link_leads_from_the_start_to_the_goal),
        cmocka_unit_test(ids_are_chosen_or_given),
        cmocka_unit_test(bad_links_are_refused),
        cmocka_unit_test(the_number_is_limited),
        cmocka_unit_test(costs_stay_in_the_range_of_the_planner),
        cmocka_unit_test(a_link_needs_both_ends),
        cmocka_unit_test(links_are_found_by_their_ends),
        cmocka_unit_test(kinds_have_names),
        cmocka_unit_test(every_heuristic_finds_the_link),
        cmocka_unit_test(paths_lead_over_joined_edges),
        cmocka_unit_test(a_search_over_an_edge_is_directed),
        cmocka_unit_test(maps_that_cannot_wrap),
    };
    return run_unit_tests(tests);
}
