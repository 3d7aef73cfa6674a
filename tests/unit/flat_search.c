// flat_search.c: do A*, Dijkstra and breadth-first search over tiles work? Tests answers computed by hand,
// counters, consistent heuristics, reopening and errors. tests/property compares the costs with the optimum
// on thousands of maps.
#include <math.h>

#include "search/flat_search.h"
#include "unit.h"
#include "verify.h"

typedef struct fixture {
    wend_grid* grid;
    wend_search* search;
    wend_path* path;
    wend_stats stats;
} fixture;

static fixture on(wend_grid* grid) {
    return (fixture){grid, new_search(), new_path(), {0}};
}
static void end(fixture* f) {
    wend_path_destroy(f->path);
    wend_search_destroy(f->search);
    wend_grid_destroy(f->grid);
}

static wend_query flat_query(wend_tile start, wend_tile goal, wend_algorithm algorithm) {
    wend_query query = wend_default_query(start, goal);
    query.algorithm = algorithm;
    return query;
}

static wend_outcome ask(fixture* f, wend_query query) {
    char why[VERIFY_TEXT];
    assert_ok(wend_find_path_on_grid(f->search, f->grid, &query, f->path, &f->stats));
    const char* fault = verify_answer(f->grid, &query, f->path, why);
    if (fault) fail_msg("%s", fault);
    return wend_path_outcome(f->path);
}

static void expect(fixture* f, wend_query query, double cost, int32_t tiles) {
    int32_t count;
    assert_int_equal(ask(f, query), WEND_FOUND);
    wend_path_tiles(f->path, &count);
    assert_int_equal(count, tiles);
    assert_true(fabs(wend_path_cost(f->path) - cost) < 1e-9);
}

static void routes_by_hand(void** state) {
    (void)state;
    wend_tile a = {0, 0}, b = {4, 0};
    fixture f = on(map_from_text("..9..\n..9..\n.....\n", WEND_CONNECTIVITY_8));
    expect(&f, flat_query(a, b, WEND_ASTAR), 4 * sqrt(2), 5); // around the costly tiles
    expect(&f, flat_query(a, b, WEND_DIJKSTRA), 4 * sqrt(2), 5);
    expect(&f, flat_query(a, b, WEND_EXACT), 4 * sqrt(2), 5);
    expect(&f, flat_query(a, a, WEND_ASTAR), 0, 1);
    assert_int_equal(ask(&f, flat_query(a, b, WEND_BFS)), WEND_FOUND);
    int32_t count;
    wend_path_tiles(f.path, &count);
    assert_int_equal(count, 5); // fewest steps, straight through or not
    end(&f);

    f = on(map_from_text("..9..\n..9..\n.....\n", WEND_CONNECTIVITY_4));
    expect(&f, flat_query(a, b, WEND_ASTAR), 8, 9);
    expect(&f, flat_query(a, b, WEND_BFS), 12, 5);
    end(&f);

    // A step costs what the tile it enters costs: the path back has another cost.
    f = on(map_from_text("5..\n", WEND_CONNECTIVITY_8));
    expect(&f, flat_query((wend_tile){0, 0}, (wend_tile){2, 0}, WEND_ASTAR), 2, 3);
    expect(&f, flat_query((wend_tile){2, 0}, (wend_tile){0, 0}, WEND_ASTAR), 6, 3);
    end(&f);

    f = on(map_from_text(".#\n#.\n", WEND_CONNECTIVITY_8_CUT));
    expect(&f, flat_query((wend_tile){0, 0}, (wend_tile){1, 1}, WEND_ASTAR), sqrt(2), 2);
    end(&f);
}

static void outcomes(void** state) {
    (void)state;
    for (wend_algorithm a = WEND_EXACT; a < WEND_ALGORITHM_COUNT; a++) {
        fixture f = on(map_from_text("..#..\n..#..\n##...\n", WEND_CONNECTIVITY_8));
        assert_int_equal(ask(&f, flat_query((wend_tile){0, 0}, (wend_tile){4, 0}, a)), WEND_NO_ROUTE);
        assert_int_equal(f.stats.expanded, 4); // all tiles of the component, each once
        assert_int_equal(ask(&f, flat_query((wend_tile){2, 0}, (wend_tile){4, 0}, a)), WEND_START_BLOCKED);
        assert_int_equal(ask(&f, flat_query((wend_tile){2, 0}, (wend_tile){0, 2}, a)), WEND_START_BLOCKED);
        assert_int_equal(ask(&f, flat_query((wend_tile){2, 0}, (wend_tile){2, 0}, a)), WEND_START_BLOCKED);
        assert_int_equal(ask(&f, flat_query((wend_tile){4, 0}, (wend_tile){0, 2}, a)), WEND_GOAL_BLOCKED);
        assert_int_equal(ask(&f, flat_query((wend_tile){4, 0}, (wend_tile){2, 2}, a)), WEND_FOUND);
        end(&f);
    }
}

static void counters_and_early_exit(void** state) {
    (void)state;
    wend_grid_def def = wend_default_grid_def();
    def.width = def.height = 200;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    fixture f = on(grid);
    wend_tile start = {100, 100};
    ask(&f, flat_query(start, (wend_tile){150, 150}, WEND_ASTAR));
    assert_int_equal(f.stats.expanded, 51); // octile is exact here and the deeper node comes first
    assert_true(f.stats.generated >= f.stats.expanded);
    ask(&f, flat_query(start, (wend_tile){150, 130}, WEND_ASTAR));
    assert_int_equal(f.stats.expanded, 51);
    ask(&f, flat_query(start, (wend_tile){102, 100}, WEND_DIJKSTRA));
    assert_true(f.stats.expanded <= 25); // only tiles that are no farther than the goal
    ask(&f, flat_query(start, (wend_tile){199, 199}, WEND_DIJKSTRA));
    assert_true(f.stats.expanded > 30000);
    wend_query query = flat_query(start, (wend_tile){150, 130}, WEND_ASTAR);
    int64_t last = 0;
    const wend_heuristic weaker[] = {WEND_OCTILE, WEND_EUCLIDEAN, WEND_CHEBYSHEV, WEND_NO_HEURISTIC};
    for (int32_t i = 0; i < 4; i++) {
        query.heuristic = weaker[i];
        ask(&f, query);
        assert_true(f.stats.expanded > last); // the weaker the bound, the more work
        last = f.stats.expanded;
    }
    query.heuristic_weight = 0; // makes any heuristic a Dijkstra search
    query.heuristic = WEND_OCTILE;
    ask(&f, query);
    assert_int_equal(f.stats.expanded, last);
    assert_int_equal(f.stats.insert_ns + f.stats.route_ns + f.stats.refine_ns + f.stats.smooth_ns,
                     0); // no clock
    end(&f);
}

// On tiles of one cost, canonical moves reach every tile once, except at the edge of the map.
static void homogeneous_tiles_are_generated_once(void** state) {
    (void)state;
    for (wend_connectivity connectivity = WEND_CONNECTIVITY_8; connectivity <= WEND_CONNECTIVITY_8_CUT;
         connectivity++) {
        if (connectivity == WEND_CONNECTIVITY_4) continue;
        wend_grid_def def = wend_default_grid_def();
        def.width = def.height = 200;
        def.connectivity = connectivity;
        wend_grid* grid = NULL;
        assert_ok(wend_grid_create(&def, &grid));
        fixture f = on(grid);
        ask(&f, flat_query((wend_tile){70, 80}, (wend_tile){199, 199}, WEND_DIJKSTRA));
        assert_int_equal(f.stats.expanded, 200 * 200);
        assert_true(f.stats.generated >= 200 * 200 && f.stats.generated < 200 * 200 + 4 * 200);
        end(&f);
    }
}

// Calls the stage directly, so that a test can pass any heuristic, and compares the tiles with the last path.
typedef struct stage_answer {
    bool found, same_tiles;
    wend_cost cost;
    wend_stats stats;
} stage_answer;

static stage_answer ask_stage(const fixture* f, wendi_flat_query query) {
    stage_answer a = {.found = false};
    wendi_owner owner;
    const wend_allocator allocator = wendi_owner_begin(&owner, NULL);
    wendi_tile_list tiles = {.allocator = allocator};
    wendi_path_link_list links = {.allocator = allocator};
    wendi_flat flat;
    wendi_flat_init(&flat, &allocator);
    assert_ok(wendi_flat_reset(&flat, f->grid, false));
    assert_ok(wendi_flat_search(&flat, f->grid, &query, &a.found, &a.stats));
    if (a.found) {
        tiles.count = links.count = 0;
        assert_ok(wendi_flat_walk_back(&flat, query.start, query.goal, &tiles, &links));
        wendi_path_cost(f->grid, tiles.data, tiles.count, &a.cost);
        int32_t count;
        const wend_tile* expected = wend_path_tiles(f->path, &count);
        a.same_tiles = count == tiles.count;
        for (int32_t i = 0; i < count && a.same_tiles; i++)
            a.same_tiles = tiles.data[i].x == expected[i].x && tiles.data[i].y == expected[i].y;
    }
    wendi_tile_list_free(&tiles);
    wendi_owner_end(&owner);
    return a;
}

// The fast form skips a diagonal step that a later straight one will beat: it expands the same tiles and
// finds the same path, but generates fewer tiles. A weight of 0 runs Dijkstra's search in the general form.
static void fast_form_skips_diagonal_steps(void** state) {
    (void)state;
    int64_t fast = 0, general = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        map_recipe recipe = map_recipe_random(seed, 150);
        recipe.costs = COSTS_BRIGHTNESS;
        fixture f = on(map_make(&recipe));
        rng r = rng_seeded(seed);
        wend_query query;
        if (map_random_query(f.grid, &r, WEND_DIJKSTRA, &query)) {
            wend_outcome outcome = ask(&f, query);
            wendi_heuristic none = wendi_heuristic_for(f.grid, WEND_NO_HEURISTIC, WENDI_WEIGHT_ONE);
            none.weight = 0;
            stage_answer a = ask_stage(
                &f, (wendi_flat_query){.start = query.start, .goal = query.goal, .heuristic = none});
            assert_on(&recipe, a.found == (outcome == WEND_FOUND) && (a.same_tiles || !a.found));
            assert_on(&recipe, a.stats.expanded == f.stats.expanded);
            assert_on(&recipe, a.stats.generated >= f.stats.generated);
            fast += f.stats.generated;
            general += a.stats.generated;
        }
        end(&f);
    }
    assert_true(fast < general * 97 / 100);
}

static bool same_answer(const fixture* f, uint64_t hash, const wend_stats* stats) {
    return wend_path_hash(f->path) == hash && f->stats.expanded == stats->expanded &&
           f->stats.generated == stats->generated && f->stats.reopened == stats->reopened;
}

// A* uses the heuristic and its weight, greedy search only the heuristic; the other algorithms ignore both.
// A* without a heuristic, or with a weight of 0, is Dijkstra's search.
static void only_astar_and_greedy_have_a_heuristic(void** state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        map_recipe recipe = map_recipe_random_any(seed, 80);
        fixture f = on(map_make(&recipe));
        rng r = rng_seeded(seed);
        wend_query query = flat_query(map_random_tile(f.grid, &r), map_random_tile(f.grid, &r), WEND_EXACT);
        for (wend_algorithm a = WEND_EXACT; a < WEND_ALGORITHM_COUNT; a++) {
            wend_query variant = query;
            variant.algorithm = a == WEND_ASTAR ? WEND_DIJKSTRA : a;
            ask(&f, variant);
            wend_stats stats = f.stats;
            uint64_t hash = wend_path_hash(f.path);
            variant.algorithm = a;
            for (wend_heuristic h = WEND_OCTILE; h < WEND_HEURISTIC_COUNT; h++) {
                for (int32_t i = 0; i < 5; i++) {
                    variant.heuristic = h;
                    variant.heuristic_weight = (const float[]){0, 0.5f, 1, 2, 16}[i];
                    if (a == WEND_ASTAR && h != WEND_NO_HEURISTIC && i > 0) continue;
                    if (a == WEND_GREEDY && h != query.heuristic) continue;
                    ask(&f, variant);
                    assert_on(&recipe, same_answer(&f, hash, &stats));
                }
            }
        }
        end(&f);
    }
}

// How much more a step lowers the heuristic than it costs; above 0, the heuristic is not consistent.
static int64_t excess_fall(const wendi_heuristic* h, int64_t cost, wend_tile from, int32_t dx, int32_t dy) {
    const wend_tile goal = {0, 0}, to = {from.x + dx, from.y + dy};
    return wendi_heuristic_between(h, from, goal) - wendi_heuristic_between(h, to, goal) - cost;
}

// The maximum over all steps from a tile.
static int64_t worst_fall(const wend_grid* grid, const wendi_heuristic* h, wend_tile from) {
    int64_t worst = INT64_MIN;
    const int32_t straight = grid->cheapest_straight, diagonal = grid->cheapest_diagonal;
    for (int32_t dy = -1; dy <= 1; dy++) {
        for (int32_t dx = -1; dx <= 1; dx++) {
            bool across = dx != 0 && dy != 0;
            if ((dx == 0 && dy == 0) || (across && grid->connectivity == WEND_CONNECTIVITY_4)) continue;
            int64_t fall = excess_fall(h, across ? diagonal : straight, from, dx, dy);
            if (fall > worst) worst = fall;
        }
    }
    return worst;
}

// A consistent heuristic lets closed tiles stay closed. Near and far from the goal, no step lowers it by more
// than the cheapest such step costs. Of a heuristic marked as inflated, some step does.
static void heuristics_are_consistent_unless_inflated(void** state) {
    (void)state;
    static const float weights[] = {0, 0.25f, 0.7f, 0.75f, 1, 1.5f, 16};
    for (uint64_t seed = 1; seed <= 60; seed++) {
        map_recipe recipe = map_recipe_random_any(seed, 10);
        recipe.kind = MAP_OPEN; // so that the map has passable tiles
        recipe.connectivity = (wend_connectivity)(seed % 3);
        wend_grid* grid = map_make(&recipe);
        rng r = rng_seeded(seed);
        bool diagonal = recipe.connectivity != WEND_CONNECTIVITY_4;
        for (wend_heuristic kind = WEND_OCTILE; kind < WEND_HEURISTIC_COUNT; kind++) {
            for (size_t i = 0; i < sizeof weights / sizeof *weights; i++) {
                wendi_heuristic h = wendi_heuristic_for(grid, kind, (int32_t)(weights[i] * WENDI_WEIGHT_ONE));
                float most = kind == WEND_MANHATTAN && diagonal ? 0.7f : 1;
                assert_on(&recipe, h.inflated == (kind != WEND_NO_HEURISTIC && weights[i] > most));
                int64_t worst = INT64_MIN;
                for (int32_t k = 0; k < 400; k++) {
                    int32_t side = k % 2 ? 12 : WEND_MAX_SIDE - 1;
                    wend_tile from = {rng_between(&r, 0, side), rng_between(&r, 0, k % 3 ? side : 3)};
                    int64_t fall = worst_fall(grid, &h, from);
                    if (fall > worst) worst = fall;
                }
                assert_on(&recipe, h.inflated ? worst > 0 : worst <= 0);
            }
        }
        wend_grid_destroy(grid);
    }
}

// Under an inflated heuristic each tile is expanded at most once, and the path costs at most the optimum
// times the inflation.
static void inflated_heuristics_expand_tiles_once(void** state) {
    (void)state;
    int64_t manhattan = 0, dijkstra = 0;
    for (uint64_t seed = 1; seed <= 150; seed++) {
        map_recipe recipe = map_recipe_random_any(seed, 60);
        recipe.costs = seed % 2 ? COSTS_WHOLE : COSTS_UNIT;
        fixture f = on(map_make(&recipe));
        rng r = rng_seeded(seed);
        wend_query query;
        if (map_random_query(f.grid, &r, WEND_DIJKSTRA, &query)) {
            int64_t passable = wend_grid_passable_count(f.grid);
            wend_outcome outcome = ask(&f, query);
            double optimum = (double)wend_path_integer_cost(f.path);
            dijkstra += f.stats.expanded;
            query.algorithm = WEND_ASTAR;
            for (wend_heuristic h = WEND_OCTILE; h < WEND_HEURISTIC_COUNT; h++) {
                bool exceeds = h == WEND_MANHATTAN && recipe.connectivity != WEND_CONNECTIVITY_4;
                for (int32_t i = 0; i < 3; i++) {
                    query.heuristic = h;
                    query.heuristic_weight = (const float[]){1, 1.25f, 3}[i];
                    assert_on(&recipe, ask(&f, query) == outcome);
                    double cost = (double)wend_path_integer_cost(f.path);
                    double most = (double)query.heuristic_weight * (exceeds ? 1.4155 : 1);
                    assert_on(&recipe, f.stats.reopened == 0 && f.stats.expanded <= passable);
                    assert_on(&recipe, cost >= optimum && cost <= most * optimum);
                    if (exceeds && i == 0) manhattan += f.stats.expanded;
                }
            }
        }
        end(&f);
    }
    assert_true(manhattan > 0 && manhattan < dijkstra / 2);
}

// An admissible heuristic that is not consistent reopens closed tiles and keeps the optimum. No query sets
// one on purpose: this one is octile, lowered where the goal lies off the straight lines.
static void closed_tiles_reopen(void** state) {
    (void)state;
    int64_t again = 0;
    for (uint64_t seed = 1; seed <= 150; seed++) {
        map_recipe recipe = map_recipe_random_any(seed, 60);
        recipe.connectivity = seed % 2 ? WEND_CONNECTIVITY_8 : WEND_CONNECTIVITY_8_CUT;
        fixture f = on(map_make(&recipe));
        rng r = rng_seeded(seed);
        wend_query query;
        if (map_random_query(f.grid, &r, WEND_DIJKSTRA, &query)) {
            wend_outcome outcome = ask(&f, query);
            wendi_heuristic h = wendi_heuristic_for(f.grid, WEND_OCTILE, WENDI_WEIGHT_ONE);
            h.least = -h.straight / 2;
            h.weight = WENDI_WEIGHT_ONE - 1; // selects the general form, which reopens
            stage_answer a =
                ask_stage(&f, (wendi_flat_query){.start = query.start, .goal = query.goal, .heuristic = h});
            assert_on(&recipe, a.found == (outcome == WEND_FOUND));
            if (a.found) assert_on(&recipe, a.cost == wend_path_integer_cost(f.path));
            again += a.stats.reopened;
        }
        end(&f);
    }
    assert_true(again > 0);
}

// With an inflated heuristic, reopening finds cheaper paths, and going on until the path is proven finds the
// optimum. With another one, both change nothing.
static void a_query_may_reopen_and_prove(void** state) {
    (void)state;
    int64_t reopened[3] = {0}, cheaper[3] = {0};
    for (uint64_t seed = 1; seed <= 150; seed++) {
        map_recipe recipe = map_recipe_random_any(seed, 60);
        recipe.costs = COSTS_WHOLE;
        fixture f = on(map_make(&recipe));
        rng r = rng_seeded(seed);
        wend_query query;
        if (map_random_query(f.grid, &r, WEND_DIJKSTRA, &query)) {
            query.reopen = query.until_proven = seed % 2; // neither changes Dijkstra's search
            const wend_outcome outcome = ask(&f, query);
            const wend_cost optimum = wend_path_integer_cost(f.path);
            assert_on(&recipe, f.stats.reopened == 0);
            wend_cost costs[3];
            int64_t expanded[3];
            query.algorithm = WEND_ASTAR;
            query.heuristic_weight = 5;
            for (int32_t i = 0; i < 3; i++) {
                query.reopen = i == 1;
                query.until_proven = i == 2;
                assert_on(&recipe, ask(&f, query) == outcome);
                costs[i] = wend_path_integer_cost(f.path);
                expanded[i] = f.stats.expanded;
                reopened[i] += f.stats.reopened;
                cheaper[i] += costs[i] < costs[0];
            }
            assert_on(&recipe, costs[0] >= optimum && costs[1] >= optimum && costs[2] == optimum);
            assert_on(&recipe, expanded[2] >= expanded[1]);
            // A heuristic that is not inflated is proven by the first path: the same tiles are expanded.
            query.heuristic_weight = 1;
            query.until_proven = true;
            assert_on(&recipe, ask(&f, query) == outcome);
            expanded[0] = f.stats.expanded;
            query.until_proven = false;
            assert_on(&recipe, ask(&f, query) == outcome && f.stats.expanded == expanded[0]);
            assert_on(&recipe, wend_path_integer_cost(f.path) == optimum);
        }
        end(&f);
    }
    assert_true(reopened[0] == 0 && reopened[1] > 0 && reopened[2] > reopened[1]);
    assert_true(cheaper[1] > 0 && cheaper[2] > cheaper[1]);
}

// A weight must save work, on terrain too, without turning the search into a depth-first one.
static void a_weight_saves_work(void** state) {
    (void)state;
    int64_t expanded[3] = {0};
    double cost[3] = {0};
    for (uint64_t seed = 1; seed <= 40; seed++) {
        map_recipe recipe = map_recipe_random_any(seed, 200);
        recipe.costs = COSTS_WHOLE;
        recipe.connectivity = WEND_CONNECTIVITY_8;
        fixture f = on(map_make(&recipe));
        rng r = rng_seeded(seed);
        wend_query query;
        if (map_random_query(f.grid, &r, WEND_ASTAR, &query)) {
            for (int32_t i = 0; i < 3; i++) {
                query.heuristic_weight = (const float[]){1, 1.5f, 4}[i];
                ask(&f, query);
                expanded[i] += f.stats.expanded;
                cost[i] += wend_path_cost(f.path);
            }
        }
        end(&f);
    }
    assert_true(expanded[0] > expanded[1] && expanded[1] > expanded[2]);
    assert_true(cost[0] > 0 && cost[1] < 1.1 * cost[0] && cost[2] < 1.6 * cost[0]);
}

// A search that has already answered queries on other maps gives the same answers as a new one.
static void a_search_can_be_used_again(void** state) {
    (void)state;
    wend_search* used = new_search();
    for (uint64_t seed = 1; seed <= 60; seed++) {
        map_recipe recipe = map_recipe_random_any(seed, 90);
        fixture f = on(map_make(&recipe));
        rng r = rng_seeded(seed);
        for (int32_t i = 0; i < 4; i++) {
            wend_tile start = map_random_tile(f.grid, &r), goal = map_random_tile(f.grid, &r);
            wend_query query = flat_query(start, goal, (wend_algorithm)rng_between(&r, 1, 4));
            query.heuristic_weight = (float)rng_below(&r, 17);
            ask(&f, query);
            uint64_t fresh = wend_path_hash(f.path);
            assert_ok(wend_find_path_on_grid(used, f.grid, &query, f.path, NULL));
            assert_on(&recipe, wend_path_hash(f.path) == fresh);
        }
        end(&f);
    }
    wend_search_destroy(used);
}

static void bad_queries_are_refused(void** state) {
    (void)state;
    fixture f = on(map_from_text("...\n...\n", WEND_CONNECTIVITY_8));
    wend_tile a = {0, 0}, b = {2, 1};
    ask(&f, flat_query(a, b, WEND_ASTAR));
    uint64_t before = wend_path_hash(f.path);
    wend_query good = flat_query(a, b, WEND_ASTAR);
    enum { CASES = 15 };
    wend_query bad[CASES];
    for (int32_t i = 0; i < CASES; i++) bad[i] = good;
    bad[0].start.x = -1;
    bad[1].start.y = 2;
    bad[2].goal.x = 3;
    bad[3].goal = (wend_tile){INT32_MAX, INT32_MIN};
    bad[4].heuristic_weight = -0.001f;
    bad[5].heuristic_weight = 16.01f;
    bad[6].heuristic_weight = NAN;
    bad[7].heuristic_weight = INFINITY;
    bad[8].algorithm = WEND_ALGORITHM_COUNT;
    bad[9].algorithm = (wend_algorithm)-1;
    bad[10].heuristic = WEND_HEURISTIC_COUNT;
    bad[11].heuristic = (wend_heuristic)-1;
    bad[12].refinement = WEND_REFINEMENT_COUNT;
    bad[13].refinement = (wend_refinement)-1;
    bad[14].goal_count = -1;
    for (int32_t i = 0; i < CASES; i++) {
        wend_result result = wend_find_path_on_grid(f.search, f.grid, &bad[i], f.path, NULL);
        if (result != WEND_ERROR_ARGUMENT) fail_msg("case %d: %s", i, wend_result_string(result));
        assert_true(wend_path_hash(f.path) == before); // the path is unchanged
    }
    wend_query blank = {.start = a, .goal = b, .algorithm = WEND_ASTAR, .heuristic_weight = 1};
    assert_int_equal(wend_find_path_on_grid(f.search, f.grid, &blank, f.path, NULL), WEND_ERROR_DEF);
    wend_query hpa = wend_default_query(a, b);
    assert_int_equal(wend_find_path_on_grid(f.search, f.grid, &hpa, f.path, NULL), WEND_ERROR_UNSUPPORTED);
    for (int32_t i = 0; i < WEND_ALGORITHM_COUNT; i++) {
        wend_query reopens = flat_query(a, b, (wend_algorithm)i), proves = reopens;
        reopens.reopen = proves.until_proven = true;
        if (i == WEND_ASTAR || i == WEND_DIJKSTRA) continue;
        assert_int_equal(wend_find_path_on_grid(f.search, f.grid, &reopens, f.path, NULL),
                         WEND_ERROR_UNSUPPORTED);
        assert_int_equal(wend_find_path_on_grid(f.search, f.grid, &proves, f.path, NULL),
                         WEND_ERROR_UNSUPPORTED);
    }
    assert_int_equal(wend_find_path_on_grid(NULL, f.grid, &good, f.path, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_find_path_on_grid(f.search, NULL, &good, f.path, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_find_path_on_grid(f.search, f.grid, NULL, f.path, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_find_path_on_grid(f.search, f.grid, &good, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_true(wend_path_hash(f.path) == before);
    end(&f);

    wend_search* search = NULL;
    wend_search_def def = {0};
    assert_int_equal(wend_search_create(&def, &search), WEND_ERROR_DEF);
    assert_int_equal(wend_search_create(NULL, &search), WEND_ERROR_ARGUMENT);
    def = wend_default_search_def();
    assert_int_equal(wend_search_create(&def, NULL), WEND_ERROR_ARGUMENT);
    assert_null(search);
    wend_search_destroy(NULL);
}

static uint64_t ticking(void* context) {
    return *(uint64_t*)context += 10;
}

static void times_come_from_the_clock_given(void** state) {
    (void)state;
    uint64_t time = 0;
    wend_search_def def = wend_default_search_def();
    def.clock_ns = ticking;
    def.clock_context = &time;
    fixture f = on(map_from_text("...\n...\n", WEND_CONNECTIVITY_8));
    wend_search* search = NULL;
    assert_ok(wend_search_create(&def, &search));
    wend_query query = flat_query((wend_tile){0, 0}, (wend_tile){2, 1}, WEND_ASTAR);
    assert_ok(wend_find_path_on_grid(search, f.grid, &query, f.path, &f.stats));
    assert_true(f.stats.refine_ns > 0 && f.stats.smooth_ns > 0);
    assert_true(f.stats.total_ns >= f.stats.refine_ns + f.stats.smooth_ns);
    assert_int_equal(f.stats.route_ns, 0);
    wend_search_destroy(search);
    end(&f);
}

static bool asked_so_often(void* context) {
    return --*(int*)context <= 0;
}

static void a_search_gives_up_when_its_caller_says_so(void** state) {
    (void)state;
    int left = 1;
    wend_search_def def = wend_default_search_def();
    def.should_cancel = asked_so_often;
    def.cancel_context = &left;
    wend_search* search = NULL;
    wend_path* path = new_path();
    assert_ok(wend_search_create(&def, &search));
    wend_grid_def ground = wend_default_grid_def();
    ground.width = ground.height = 800;
    wend_grid* grid = NULL;
    wend_world* world = NULL;
    wend_world_def building = wend_default_world_def();
    assert_ok(wend_grid_create(&ground, &grid));
    assert_ok(wend_world_build(&grid, &building, &world));
    const wend_algorithm algorithms[] = {WEND_DIJKSTRA, WEND_BFS, WEND_EXACT};
    for (size_t i = 0; i < sizeof algorithms / sizeof algorithms[0]; i++) {
        wend_query query = flat_query((wend_tile){0, 0}, (wend_tile){799, 300}, algorithms[i]);
        left = 1;
        uint64_t before = wend_path_hash(path);
        assert_int_equal(wend_find_path(search, world, &query, path, NULL), WEND_ERROR_CANCELLED);
        assert_int_equal(left, 0);                   // it asked once
        assert_true(wend_path_hash(path) == before); // unchanged
        left = 1000000;
        assert_ok(wend_find_path(search, world, &query, path, NULL)); // the search still works
        assert_int_equal(wend_path_outcome(path), WEND_FOUND);
        assert_true(left < 1000000);
    }
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(routes_by_hand),
        cmocka_unit_test(outcomes),
        cmocka_unit_test(counters_and_early_exit),
        cmocka_unit_test(homogeneous_tiles_are_generated_once),
        cmocka_unit_test(fast_form_skips_diagonal_steps),
        cmocka_unit_test(only_astar_and_greedy_have_a_heuristic),
        cmocka_unit_test(heuristics_are_consistent_unless_inflated),
        cmocka_unit_test(inflated_heuristics_expand_tiles_once),
        cmocka_unit_test(closed_tiles_reopen),
        cmocka_unit_test(a_query_may_reopen_and_prove),
        cmocka_unit_test(a_weight_saves_work),
        cmocka_unit_test(a_search_can_be_used_again),
        cmocka_unit_test(bad_queries_are_refused),
        cmocka_unit_test(times_come_from_the_clock_given),
        cmocka_unit_test(a_search_gives_up_when_its_caller_says_so),
    };
    return run_unit_tests(tests);
}
