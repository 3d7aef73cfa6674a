// mapped_damage.c: is damage to a mapped file an error where it lies, whatever it is?
#include <stdlib.h>
#include <string.h>

#include "files/first_check.h"
#include "hierarchy/world.h"
#include "mapped_fixture.h"
#include "verify.h"
#include "world_seal.h"

// Asks the world in try.wend. Returns how many answers were DAMAGED; all others are right or, in a file made
// to do harm, legal.
static int32_t use(wend_world* map, const wend_world* world_opt, wend_search* search, wend_path* path,
                   rng* r) {
    int32_t damaged = 0;
    for (int32_t i = 0; i < 8; i++) {
        wend_tile goals[MOST_GOALS];
        const wend_query query = query_on(wend_world_grid(map), r, goals);
        const wend_result result = wend_find_path(search, map, &query, path, NULL);
        damaged += result == WEND_ERROR_DAMAGED;
        if (result == WEND_ERROR_DAMAGED) continue;
        assert_int_equal(result, WEND_OK);
        char why[VERIFY_TEXT];
        wend_query single = query; // to the goal that it leads to
        if (query.goal_count > 0) single.goal = wend_path_goal_tile(path);
        single.goal_count = 0;
        const char* fault = query.goal_count > 0 && wend_path_outcome(path) > WEND_PARTIAL
                                ? NULL
                                : verify_answer(wend_world_grid(map), &single, path, why);
        if (fault) fail_msg("%s", fault);
        const uint64_t hash = wend_path_hash(path);
        if (!world_opt) continue;
        assert_ok(wend_find_path(search, world_opt, &query, path, NULL));
        assert_true(hash == wend_path_hash(path));
    }
    for (int32_t i = 0; i < 3; i++) {
        const wend_query query = place_on(wend_world_grid(map), r);
        const wend_result result = wend_find_path(search, map, &query, path, NULL);
        damaged += result == WEND_ERROR_DAMAGED;
        if (result == WEND_ERROR_DAMAGED) continue;
        assert_int_equal(result, WEND_OK);
        const uint64_t hash = wend_path_hash(path);
        if (!world_opt) continue;
        assert_ok(wend_find_path(search, world_opt, &query, path, NULL));
        assert_true(hash == wend_path_hash(path));
    }
    return damaged;
}

// Every byte of what clusters consist of, a bit in each, on maps of one and of several clusters.
static void damage_is_an_error_where_it_lies(void** state) {
    (void)state;
    files_enter();
    static const int32_t parts[] = {WORLD_TILES, WORLD_MATRICES, WORLD_NODES, WORLD_DIRECTORY, WORLD_LABELS};
    wend_search* search = new_search();
    wend_path* path = new_path();
    int32_t damaged = 0, answered = 0, found = 0, gaps = 0, not_drawn = 0;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        map_recipe recipe = map_recipe_random_any(seed + 20, 90);
        wend_world* world = map_make_world(&recipe);
        assert_ok(wend_world_save(world, "try.wend", NULL));
        size_t size;
        uint8_t* bytes = files_get("try.wend", &size);
        rng r = rng_seeded(seed);
        for (int32_t i = 0; i < 60; i++) {
            const world_section s = world_section_of(bytes, size, parts[rng_below(&r, 5)]);
            if (s.size == 0) continue;
            uint8_t* at = s.bytes + rng_below(&r, (int32_t)s.size);
            const uint8_t flipped = (uint8_t)(*at ^ 1u << rng_below(&r, 8));
            files_poke("try.wend", (size_t)(at - bytes), flipped);
            wend_world* map = NULL;
            wend_error error;
            const wend_result opened = wend_world_map("try.wend", NULL, &map, &error);
            if (opened == WEND_OK) {
                const int32_t bad = use(map, world, search, path, &r);
                damaged += bad;
                answered += 11 - bad;
                const wend_rect all = {0, 0, wend_grid_width(wend_world_grid(map)),
                                       wend_grid_height(wend_world_grid(map))};
                const wend_debug_draw nothing = {.view = {0, 0, 0, 0}, .level = 1},
                                      whole = {.view = all, .level = 1};
                assert_ok(wend_world_draw(map, 1 << WEND_DRAW_EDGE, &nothing)); // reads nothing
                const wend_result drawn = wend_world_draw(map, 1 << WEND_DRAW_EDGE, &whole);
                assert_true(drawn == WEND_OK || drawn == WEND_ERROR_DAMAGED);
                not_drawn += drawn != WEND_OK;
                const bool is_bad = wend_world_verify(map, &error) != WEND_OK;
                found += is_bad;
                assert_on(&recipe, is_bad); // wherever the byte lies
                assert_int_equal(error.result, WEND_ERROR_DAMAGED);
                const bool in_gap = strstr(error.text, "try.wend: damaged .wend file: checksum");
                if (!in_gap)
                    assert_non_null(strstr(error.text, "try.wend: damaged .wend file: cluster of level"));
                wend_damage damage = {0};
                int32_t clusters = -1;
                assert_ok(wend_world_find_damage(map, &damage, 1, &clusters));
                assert_on(&recipe, in_gap ? clusters == 0 : clusters >= 1 && damage.level >= 1);
                assert_on(&recipe, (wend_world_hash(map) == 0) == !in_gap);
                gaps += in_gap;
                assert_int_equal(wend_world_save(map, "other", NULL), WEND_ERROR_DAMAGED);
            } else {
                assert_int_equal(opened, WEND_ERROR_FORMAT);
            }
            wend_world_destroy(map);
            files_poke("try.wend", (size_t)(at - bytes), *at);
        }
        free(bytes);
        wend_world_destroy(world);
    }
    assert_true(damaged > 200 && answered > 200 && found > 150 && gaps < found / 4);
    assert_true(not_drawn > 100 && not_drawn <= found);
    wend_path_destroy(path);
    wend_search_destroy(search);
    files_leave();
}

// Files with right checksums and impossible or wrong contents.
static void hostile_clusters_are_refused_or_harmless(void** state) {
    (void)state;
    files_enter();
    static const char* const maps[] = {"noise 70x68 8 whole 15 4", "islands 170x150 8cut wide 31 2",
                                       "rooms 100x64 4+mixed byte 15 9", "maze 65x147 8 unit 15 11"};
    static const int32_t parts[] = {WORLD_TILES, WORLD_MATRICES, WORLD_NODES, WORLD_DIRECTORY, WORLD_LABELS};
    wend_search* search = new_search();
    wend_path* path = new_path();
    rng r = rng_seeded(6);
    int32_t good = 0, bad = 0;
    for (int32_t m = 0; m < 4; m++) {
        map_recipe recipe = map_recipe_of(maps[m]);
        wend_world* world = map_make_linked_world(&recipe, m % 2 * 8);
        void* saved = NULL;
        size_t size;
        assert_ok(wend_world_save_memory(world, NULL, &saved, &size, NULL));
        uint8_t* bytes = malloc(size);
        assert_non_null(bytes);
        for (int32_t i = 0; i < 120; i++) {
            memcpy(bytes, saved, size);
            const world_section s = world_section_of(bytes, size, parts[rng_below(&r, 5)]);
            const int32_t words = (int32_t)(s.size / 4),
                          count = rng_chance(&r, 50) ? 1 : rng_between(&r, 1, 40);
            for (int32_t k = 0; k < count && words > 0; k++) {
                const uint32_t word = nasty_word(&r);
                memcpy(s.bytes + 4 * rng_below(&r, words), &word, 4);
            }
            world_seal(bytes, size);
            files_put("try.wend", bytes, size);
            wend_world* map = NULL;
            wend_error error;
            if (wend_world_map("try.wend", NULL, &map, &error) == WEND_OK) {
                const int32_t damaged = use(map, NULL, search, path, &r);
                good += 8 - damaged;
                bad += damaged;
            }
            wend_world_destroy(map);
        }
        free(bytes);
        free(saved);
        wend_world_destroy(world);
    }
    assert_true(good > 500 && bad > 500);
    wend_path_destroy(path);
    wend_search_destroy(search);
    files_leave();
}

// Mapping reads no tiles, so only verifying sees that the map section counts other classes than the tiles
// have. What is saved must open.
static void counts_of_classes_are_verified(void** state) {
    (void)state;
    enum { CLASS_COUNTS_AT = 80 };
    files_enter();
    map_recipe recipe = map_recipe_of("noise 40x30 8 whole 15 4");
    wend_world *world = map_make_world(&recipe), *map = NULL;
    void* bytes = NULL;
    size_t size;
    wend_error error;
    assert_ok(wend_world_save_memory(world, NULL, &bytes, &size, NULL));
    uint8_t* counts = world_section_of(bytes, size, WORLD_MAP).bytes + CLASS_COUNTS_AT;
    int32_t from = 1;
    while (get64(counts + 8 * from) < 2) from++;
    put64(counts + 8 * from, get64(counts + 8 * from) - 1);
    put64(counts, get64(counts) + 1);
    world_seal(bytes, size);
    files_put("try.wend", bytes, size);
    map = mapped("try.wend");
    assert_int_equal(wend_world_verify(map, &error), WEND_ERROR_DAMAGED);
    assert_string_equal(error.text, "try.wend: damaged .wend file: number of tiles of a class");
    assert_int_equal(wend_world_save(map, "other.wend", &error), WEND_ERROR_DAMAGED);
    wend_world_destroy(map);
    free(bytes);
    wend_world_destroy(world);
    files_leave();
}

// Searches rely on the blocked tiles around the map, so a file in which one is passable must not be used.
static void tiles_beyond_the_map_are_verified(void** state) {
    (void)state;
    enum { WIDTH = 40, HEIGHT = 70 };
    static const wend_tile beyond[] = {{5, -1},     {5, HEIGHT}, {-1, 20},
                                       {WIDTH, 20}, {-1, -1},    {WIDTH, HEIGHT}};
    files_enter();
    wend_world* world = new_world(WIDTH, HEIGHT, false);
    void* bytes = NULL;
    size_t size;
    assert_ok(wend_world_save_memory(world, NULL, &bytes, &size, NULL));
    uint8_t* tiles = world_section_of(bytes, size, WORLD_TILES).bytes;
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++) {
        uint8_t* tile = tiles + (beyond[i].y + 1) * (WIDTH + 2) + beyond[i].x + 1;
        *tile = 1;
        world_seal(bytes, size);
        files_put("try.wend", bytes, size);
        wend_world* map = mapped("try.wend");
        assert_int_equal(wend_world_verify(map, NULL), WEND_ERROR_DAMAGED);
        wend_world_destroy(map);
        *tile = 0;
    }
    free(bytes);
    wend_world_destroy(world);
    files_leave();
}

// The last column and row of a cluster are also the first ones of the next, so an area that begins there
// needs both to be checked.
static void the_line_between_two_clusters_belongs_to_both(void** state) {
    (void)state;
    enum { SIDE = 46, CLUSTER = 15 };
    files_enter();
    map_recipe recipe = map_recipe_of("open 46x46 8 unit 15 1");
    wend_world* world = map_make_world(&recipe);
    void* bytes = NULL;
    size_t size;
    assert_ok(wend_world_save_memory(world, NULL, &bytes, &size, NULL));
    world_section_of(bytes, size, WORLD_TILES).bytes[(3 + 1) * (SIDE + 2) + 3 + 1] ^= 1; // tile 3,3
    files_put("try.wend", bytes, size);
    static const struct {
        wend_rect area;
        wend_result result;
    } cases[] = {{{CLUSTER + 1, CLUSTER + 1, 4, 4}, WEND_OK},
                 {{CLUSTER, 2, 4, 4}, WEND_ERROR_DAMAGED},
                 {{2, CLUSTER, 4, 4}, WEND_ERROR_DAMAGED},
                 {{CLUSTER, CLUSTER, 1, 1}, WEND_ERROR_DAMAGED},
                 {{CLUSTER + 1, 2, 4, 4}, WEND_OK}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_world* map = mapped("try.wend");
        assert_int_equal(wendi_open_area(&map->graph, cases[i].area, 0), cases[i].result);
        wend_world_destroy(map);
    }
    free(bytes);
    wend_world_destroy(world);
    files_leave();
}

static void arguments_and_other_files_are_refused(void** state) {
    (void)state;
    files_enter();
    wend_world* world = NULL;
    wend_error error;
    files_put("empty", "", 0);
    files_put("text", "type octile\n", 12);
    assert_int_equal(wend_world_map(NULL, NULL, &world, &error), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_map("text", NULL, NULL, &error), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_map("missing", NULL, &world, &error), WEND_ERROR_IO);
    assert_int_equal(wend_world_map("empty", NULL, &world, &error), WEND_ERROR_FORMAT);
    assert_int_equal(wend_world_map("text", NULL, &world, &error), WEND_ERROR_FORMAT);
    assert_int_equal(wend_world_verify(NULL, &error), WEND_ERROR_ARGUMENT);
    assert_null(world);
    assert_false(wend_world_is_mapped_at(NULL, &error));
    files_leave();
}

// What the entry of a cluster says must be possible, also where all checksums are right.
static void every_rule_of_a_cluster_is_checked(void** state) {
    (void)state;
    enum {
        MATRIX,
        MATRIX_HIGH = 4,
        COUNT = 16,
        LABEL = 20,
        SHIFT_AND_PARTED = 24,
        ZERO = 28,
        CLUSTERS = 9,
        EMPTY = 4
    };
    static const struct {
        int32_t cluster, at;
        uint32_t value;
    } cases[] = {
        {0, MATRIX, 2},
        {0, MATRIX, 0x7ffffffc},
        {0, MATRIX_HIGH, 1},
        {0, MATRIX_HIGH, 1 << 20},
        {0, MATRIX_HIGH, UINT32_MAX},
        {0, COUNT, 0},
        {0, COUNT, 1},
        {0, COUNT, 0x7fffffff},
        {0, COUNT, UINT32_MAX},
        {0, LABEL, 99},
        {0, LABEL, UINT32_MAX},
        {0, SHIFT_AND_PARTED, 17},
        {0, SHIFT_AND_PARTED, 0xffff},
        {0, SHIFT_AND_PARTED, 1 << 16},
        {0, SHIFT_AND_PARTED, 2 << 16},
        {0, ZERO, 1},
        {EMPTY, LABEL, 1},
        {EMPTY, SHIFT_AND_PARTED, 1 << 16},
        {EMPTY, COUNT, 1},
        {CLUSTERS, LABEL, 1},
        {CLUSTERS, SHIFT_AND_PARTED, 1 << 16},
    };
    files_enter();
    wend_grid_def def = wend_default_grid_def();
    def.width = def.height = 46; // 3 x 3 clusters of 15 tiles, and 2 x 2 of 30
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    assert_ok(wend_grid_fill(grid, (wend_rect){15, 15, 16, 16}, 0));
    wend_world_def world_def = wend_default_world_def();
    world_def.cluster_size = 15;
    world_def.level_count = 2;
    wend_world* world = map_build_world(grid, &world_def);
    void* saved = NULL;
    size_t size;
    assert_ok(wend_world_save_memory(world, NULL, &saved, &size, NULL));
    uint8_t* bytes = malloc(size);
    assert_non_null(bytes);
    for (size_t i = 0; i <= sizeof cases / sizeof *cases; i++) { // the last: nothing is changed
        const bool none = i == sizeof cases / sizeof *cases;
        memcpy(bytes, saved, size);
        const world_section directory = world_section_of(bytes, size, WORLD_DIRECTORY);
        assert_int_equal(get32(directory.bytes + EMPTY * WORLD_CLUSTER_ENTRY + COUNT), 0);
        if (!none)
            put32(directory.bytes + cases[i].cluster * WORLD_CLUSTER_ENTRY + cases[i].at, cases[i].value);
        world_seal(bytes, size);
        files_put("try.wend", bytes, size);
        wend_world* map = NULL;
        wend_error error;
        wend_result result = wend_world_map("try.wend", NULL, &map, &error);
        if (result == WEND_OK) result = wend_world_verify(map, &error);
        const bool refused = result == WEND_ERROR_DAMAGED || result == WEND_ERROR_FORMAT;
        if (none ? result != WEND_OK : !refused) fail_msg("case %zu: %s", i, wend_result_string(result));
        wend_world_destroy(map);
    }
    free(bytes);
    free(saved);
    wend_world_destroy(world);
    files_leave();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rule_of_a_cluster_is_checked),
        cmocka_unit_test(damage_is_an_error_where_it_lies),
        cmocka_unit_test(hostile_clusters_are_refused_or_harmless),
        cmocka_unit_test(counts_of_classes_are_verified),
        cmocka_unit_test(tiles_beyond_the_map_are_verified),
        cmocka_unit_test(the_line_between_two_clusters_belongs_to_both),
        cmocka_unit_test(arguments_and_other_files_are_refused),
    };
    return run_unit_tests(tests);
}
