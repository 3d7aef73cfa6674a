// refine.c: are the tiles of straight legs found exactly where such tiles exist? Does a path over open
// ground need little search, and does no short path through rooms take a far longer way than necessary?
#include <math.h>
#include <stdio.h>

#include "dijkstra.h"
#include "hierarchy/entrance.h"
#include "search/refine.h"
#include "search/search.h"
#include "unit.h"

// Between two tiles of a cluster: tiles are found when the cheapest path costs no more than a straight line,
// and then they are such a path.
static bool check_pair(const map_recipe* recipe, const wend_grid* grid, oracle* truth, wend_rect area,
                       const wendi_passability_bits* bits, wend_tile from, wend_tile to) {
    const bool four = grid->connectivity == WEND_CONNECTIVITY_4;
    const wendi_heuristic least =
        wendi_heuristic_for(grid, four ? WEND_MANHATTAN : WEND_OCTILE, WENDI_WEIGHT_ONE);
    const double straight = (double)wendi_heuristic_between(&least, from, to);
    const bool exists = oracle_at(truth, oracle_distances(truth, ORACLE_UNITS, from, false), to) == straight;
    wend_tile tiles[WENDI_MAX_OCTILE_TILES + 1] = {from};
    const int32_t count =
        wendi_octile_tiles(bits, grid->connectivity, (wend_tile){area.x, area.y}, from, to, tiles + 1);
    assert_on(recipe, (count >= 0) == exists);
    if (!exists) return false;
    for (int32_t i = 0; i < count; i++) assert_on(recipe, oracle_can_step(truth, tiles[i], tiles[i + 1]));
    wend_cost cost;
    wendi_path_cost(grid, tiles, count + 1, &cost);
    assert_on(recipe, (double)cost == straight && tiles[count].x == to.x && tiles[count].y == to.y);
    return true;
}

static void straight_legs_have_tiles(void** state) {
    (void)state;
    int64_t found = 0, missing = 0;
    for (uint64_t seed = 1; seed <= 1200; seed++) {
        map_recipe recipe = map_recipe_random(seed, 70);
        recipe.costs = COSTS_UNIT;
        wend_grid* grid = map_make(&recipe);
        const wendi_partition clusters = wendi_partition_of(recipe.width, recipe.height, recipe.cluster_size);
        rng r = rng_seeded(seed);
        const wend_rect area = wendi_cluster_rect(&clusters, rng_below(&r, wendi_cluster_count(&clusters)));
        oracle* truth = oracle_create(grid, area);
        wendi_passability_bits bits;
        wendi_passability_bits_read(grid, area, &bits);
        for (int32_t i = 0; i < 12; i++) {
            wend_tile ends[2];
            for (int32_t k = 0; k < 2; k++) {
                ends[k].x = area.x + rng_below(&r, area.width);
                ends[k].y = area.y + rng_below(&r, area.height);
            }
            if (!wend_grid_passable(grid, ends[0]) || !wend_grid_passable(grid, ends[1])) continue;
            const bool has = check_pair(&recipe, grid, truth, area, &bits, ends[0], ends[1]);
            found += has;
            missing += !has;
        }
        oracle_destroy(truth);
        wend_grid_destroy(grid);
    }
    assert_true(found > 1000 && missing > 1000);
}

// ---- whole queries

typedef struct desk {
    wend_search* search;
    wend_path* path;
} desk;

static desk open_desk(void) {
    desk d = {NULL, NULL};
    const wend_search_def def = wend_default_search_def();
    assert_ok(wend_search_create(&def, &d.search));
    assert_ok(wend_path_create(NULL, &d.path));
    return d;
}

static void close_desk(desk* d) {
    wend_path_destroy(d->path);
    wend_search_destroy(d->search);
}

static wend_cost ask(desk* d, const wend_world* world, wend_tile start, wend_tile goal,
                     wend_algorithm algorithm, wend_stats* stats) {
    wend_query query = wend_default_query(start, goal);
    query.algorithm = algorithm;
    assert_ok(wend_find_path(d->search, world, &query, d->path, stats));
    return wend_path_outcome(d->path) == WEND_FOUND ? wend_path_integer_cost(d->path) : -1;
}

static wend_tile any_tile(rng* r, int32_t side) {
    const int32_t x = rng_below(r, side);
    return (wend_tile){x, rng_below(r, side)};
}

static void open_ground_needs_little_search(void** state) {
    (void)state;
    const char* texts[] = {"open 300x250 8 unit 31 1", "open 300x250 4 unit 31 1",
                           "open 300x250 8cut unit 31 1"};
    desk d = open_desk();
    for (int32_t i = 0; i < 3; i++) {
        const map_recipe recipe = map_recipe_of(texts[i]);
        wend_world* world = map_make_world(&recipe);
        rng r = rng_seeded(7);
        int64_t crossed = 0, searched = 0;
        for (int32_t k = 0; k < 40; k++) {
            const wend_tile start = {rng_below(&r, 60), 30 + k * 5},
                            goal = {240 + rng_below(&r, 60), 225 - k * 5};
            wend_stats stats;
            int32_t nodes;
            const wend_cost cost = ask(&d, world, start, goal, WEND_HPA, &stats);
            wend_path_route(d.path, &nodes);
            crossed += nodes - 1;
            searched += stats.clusters_refined;
            assert_on(&recipe, cost >= 0 && cost == ask(&d, world, start, goal, WEND_EXACT, &stats));
        }
        print_message("%s: %d legs, %d clusters searched\n", texts[i], (int)crossed, (int)searched);
        assert_on(&recipe, searched < crossed / 2);
        wend_world_destroy(world);
    }
    close_desk(&d);
}

// The worst excess of paths between tiles of a square in the middle of some maps.
static double worst_excess(const char* text, uint64_t first_seed, int32_t maps, int32_t side) {
    desk d = open_desk();
    double worst = 0;
    for (uint64_t seed = first_seed; seed < first_seed + (uint64_t)maps; seed++) {
        map_recipe recipe = map_recipe_of(text);
        recipe.seed = seed;
        wend_world* world = map_make_world(&recipe);
        const int32_t corner = (recipe.width - side) / 2;
        rng r = rng_seeded(seed);
        for (int32_t k = 0; k < 60; k++) {
            wend_tile start = any_tile(&r, side), goal = any_tile(&r, side);
            start = (wend_tile){start.x + corner, start.y + corner};
            goal = (wend_tile){goal.x + corner, goal.y + corner};
            wend_stats stats;
            const wend_cost cost = ask(&d, world, start, goal, WEND_HPA, &stats);
            if (cost <= 0) continue;
            const wend_cost least = ask(&d, world, start, goal, WEND_EXACT, &stats);
            assert_on(&recipe, cost >= least);
            worst = fmax(worst, (double)cost / (double)least - 1);
        }
        wend_world_destroy(world);
    }
    close_desk(&d);
    print_message("%s: worst excess %.2f %%\n", text, 100 * worst);
    return worst;
}

// One of these paths cost 5.8 % too much when the corridor was that of the abstract path alone.
static void short_detours_are_small(void** state) {
    (void)state;
    assert_true(worst_excess("rooms 220x220 8 unit 31 1", 36, 12, 220) <= 0.05);
}

// These worlds have large clusters, whose nodes lie too far apart for short paths: by them, one cost 3.95 %
// too much.
static void large_clusters_cause_no_detours(void** state) {
    (void)state;
    assert_true(worst_excess("rooms 520x520 8 unit 31 1", 13, 12, 240) <= 0.03);
}

// Each of these paths cost 5.0 to 7.3 % too much when boxes were for long detours alone.
static void small_detours_are_searched(void** state) {
    (void)state;
    static const struct {
        const char* map;
        uint64_t seed;
        wend_tile start, goal;
    } problems[] = {
        {"rooms", 2, {168, 124}, {48, 37}},     {"rooms", 2, {96, 219}, {153, 106}},
        {"rooms", 48, {131, 198}, {22, 79}},    {"rooms", 178, {105, 115}, {165, 238}},
        {"rooms", 210, {138, 164}, {222, 235}}, {"rooms", 224, {80, 154}, {199, 97}},
        {"noise", 249, {104, 102}, {165, 86}},  {"rooms", 348, {63, 161}, {162, 90}},
    };
    desk d = open_desk();
    for (size_t i = 0; i < sizeof problems / sizeof problems[0]; i++) {
        char text[64];
        snprintf(text, sizeof text, "%s 256x256 8 unit 31 %d", problems[i].map, (int)problems[i].seed);
        const map_recipe recipe = map_recipe_of(text);
        wend_world* world = map_make_world(&recipe);
        wend_stats stats;
        const wend_cost cost = ask(&d, world, problems[i].start, problems[i].goal, WEND_HPA, &stats),
                        least = ask(&d, world, problems[i].start, problems[i].goal, WEND_EXACT, &stats);
        print_message("%s: %.2f %%\n", text, 100 * ((double)cost / (double)least - 1));
        assert_on(&recipe, least > 0 && cost >= least && (double)cost <= 1.06 * (double)least);
        wend_world_destroy(world);
    }
    close_desk(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(straight_legs_have_tiles),        cmocka_unit_test(open_ground_needs_little_search),
        cmocka_unit_test(short_detours_are_small),         cmocka_unit_test(small_detours_are_searched),
        cmocka_unit_test(large_clusters_cause_no_detours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
