// mapped.c: does a world whose file is mapped answer as one that was built, from one thread or many?
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/system.h"
#include "files/world_file.h"
#include "hierarchy/abstract_graph.h"
#include "hierarchy/world.h"
#include "mapped_fixture.h"
#include "world_seal.h"

enum { QUERIES = 24 };

// ---- answers

static void compare_answers(const map_recipe* recipe, const wend_world* world, const wend_world* map,
                            rng* r) {
    wend_search* search = new_search();
    wend_path *a = new_path(), *b = new_path();
    for (int32_t i = 0; i < QUERIES; i++) {
        wend_tile goals[MOST_GOALS];
        const wend_query query = query_on(wend_world_grid(world), r, goals);
        assert_ok(wend_find_path(search, world, &query, a, NULL));
        assert_ok(wend_find_path(search, map, &query, b, NULL));
        assert_on(recipe, wend_path_hash(a) == wend_path_hash(b));
        assert_on(recipe, wend_world_connected(map, query.start, query.goal) ==
                              wend_world_connected(world, query.start, query.goal));
    }
    wend_path_destroy(b);
    wend_path_destroy(a);
    wend_search_destroy(search);
}

static void answers_are_those_of_a_built_world(void** state) {
    (void)state;
    files_enter();
    for (uint64_t seed = 1; seed <= 120; seed++) {
        map_recipe recipe = map_recipe_random_any(seed, 130);
        wend_world* world = map_make_linked_world(&recipe, seed % 3 ? 0 : 20);
        assert_ok(wend_world_save(world, "world", NULL));
        wend_world* map = mapped("world");
        rng r = rng_seeded(seed);
        compare_answers(&recipe, world, map, &r);
        wend_world_counts built = map_count(world), counts = map_count(map);
        assert_memory_equal(&built, &counts, sizeof built);
        if (seed % 2) assert_ok(wend_world_verify(map, NULL));
        assert_on(&recipe, wend_world_hash(map) == wend_world_hash(world));
        wend_world_destroy(map);
        wend_world_destroy(world);
    }
    files_leave();
}

// Some clusters are asked for at once, in any order, and others never.
static void reading_ahead_changes_no_answer(void** state) {
    (void)state;
    files_enter();
    for (uint64_t seed = 1; seed <= 40; seed++) {
        map_recipe recipe = map_recipe_random_any(seed + 900, 200);
        wend_world* world = map_make_linked_world(&recipe, seed % 3 ? 0 : 20);
        assert_ok(wend_world_save(world, "world", NULL));
        wend_world* map = mapped("world");
        const wendi_graph* graph = &map->graph;
        rng r = rng_seeded(seed);
        for (int32_t level = 1; level <= graph->level_count; level++) {
            const int32_t count = wendi_cluster_count(&graph->level[level - 1].clusters);
            for (int32_t i = 0; i < count; i++)
                wendi_expect(graph, level, (int32_t)rng_below(&r, (uint32_t)count));
        }
        compare_answers(&recipe, world, map, &r);
        assert_ok(wend_world_verify(map, NULL));
        wend_world_destroy(map);
        wend_world_destroy(world);
    }
    files_leave();
}

// The first and the last byte of a file, and bytes across pages.
static void pages_that_were_touched_are_here(void** state) {
    (void)state;
    files_enter();
    map_recipe recipe = map_recipe_of("noise 300x300 8 whole 31 4");
    wend_world* world = map_make_world(&recipe);
    assert_ok(wend_world_save(world, "world", NULL));
    wend_world_destroy(world);
    wend_world* map = mapped("world");
    const size_t page = wendi_page_size();
    const struct {
        size_t at, size;
    } parts[] = {{0, 1},
                 {page - 1, 2},
                 {page / 2, 3 * page},
                 {wendi_file_of(map)->size - 1, 1},
                 {0, wendi_file_of(map)->size}};
    for (size_t i = 0; wendi_file_of(map)->is_mapped && i < sizeof parts / sizeof *parts; i++) {
        const char* first = wendi_file_of(map)->bytes + parts[i].at;
        wendi_pages_want(first, parts[i].size);
        for (size_t k = 0; k < parts[i].size; k++) (void)*(const volatile char*)(first + k);
        assert_true(wendi_pages_are_here(first, parts[i].size));
    }
    wend_world_destroy(map);
    files_leave();
}

// An edit changes the world in memory, and the file stays.
static void edits_stay_in_memory(void** state) {
    (void)state;
    files_enter();
    for (uint64_t seed = 1; seed <= 30; seed++) {
        map_recipe recipe = map_recipe_random_any(seed + 500, 100);
        wend_world* world = map_make_linked_world(&recipe, seed % 3 ? 0 : 10);
        assert_ok(wend_world_save(world, "world", NULL));
        size_t size, size_after;
        uint8_t* before = files_get("world", &size);
        wend_world* map = mapped("world");
        rng r = rng_seeded(seed);
        for (int32_t i = 0; i < 4; i++) {
            const wend_tile at = map_random_tile(wend_world_grid(world), &r);
            const wend_edit edit = wend_edit_tiles((wend_rect){at.x, at.y, 1, 1}, (uint8_t)rng_below(&r, 2));
            assert_ok(wend_world_edit(world, &edit, 1, NULL));
            assert_ok(wend_world_edit(map, &edit, 1, NULL));
            if (i % 2) assert_ok(wend_world_refresh(world, 0, NULL));
            if (i % 2) assert_ok(wend_world_refresh(map, 0, NULL));
        }
        assert_on(&recipe, wend_world_hash(map) == wend_world_hash(world));
        uint8_t* after = files_get("world", &size_after);
        assert_on(&recipe, size == size_after && memcmp(before, after, size) == 0);
        free(after);
        void *a = NULL, *b = NULL; // both become the same file
        size_t a_size, b_size;
        assert_ok(wend_world_save_memory(world, NULL, &a, &a_size, NULL));
        assert_ok(wend_world_save_memory(map, NULL, &b, &b_size, NULL));
        assert_on(&recipe, a_size == b_size && memcmp(a, b, a_size) == 0);
        free(b);
        free(a);
        free(before);
        wend_world_destroy(map);
        wend_world_destroy(world);
    }
    files_leave();
}

static bool is_zero(const void* bytes, size_t size) {
    const char* at = bytes;
    return size == 0 || (at[0] == 0 && memcmp(at, at + 1, size - 1) == 0);
}

// Clusters whose matrix or components the world has in its own memory.
static int32_t count_in_memory(const wend_world* world) {
    const wendi_graph* graph = &world->graph;
    int32_t in_memory = 0;
    for (int32_t level = 1; level <= graph->level_count; level++)
        for (int32_t c = 0; c < wendi_cluster_count(&graph->level[level - 1].clusters); c++) {
            bool held = !is_zero(wendi_item(&graph->level[level - 1].matrices, c), sizeof(wendi_matrix));
            if (level == 1) held |= !is_zero(wendi_item(&world->components.parts, c), sizeof(wendi_parts));
            if (!held) assert_true(!wendi_is_in_memory(graph, level, c));
            in_memory += held;
        }
    return in_memory;
}

// What queries read of a mapped world stays in the file, so that processes share it; edits take what they
// change into memory.
static void queries_keep_nothing_of_their_own(void** state) {
    (void)state;
    files_enter();
    static const char* const maps[] = {"noise 600x400 8 unit 15 4", "noise 600x400 4 byte 31 5"};
    for (int32_t i = 0; i < 2; i++) {
        map_recipe recipe = map_recipe_of(maps[i]);
        wend_world* world = map_make_world(&recipe);
        assert_ok(wend_world_save(world, "world", NULL));
        wend_world* map = mapped("world");
        rng r = rng_seeded(1);
        compare_answers(&recipe, world, map, &r);
        assert_ok(wend_world_verify(map, NULL));
        assert_int_equal(count_in_memory(map), 0);
        const wend_edit edit = wend_edit_tiles((wend_rect){200, 200, 3, 3}, 0);
        assert_ok(wend_world_edit(map, &edit, 1, NULL));
        assert_ok(wend_world_edit(world, &edit, 1, NULL));
        const int32_t edited = count_in_memory(map);
        assert_true(edited >= 1 && edited < 10);
        assert_ok(wend_world_refresh(map, 0, NULL));
        assert_ok(wend_world_refresh(world, 0, NULL));
        assert_true(count_in_memory(map) < edited + 10);
        compare_answers(&recipe, world, map, &r);
        assert_on(&recipe, wend_world_hash(map) == wend_world_hash(world));
        wend_world_destroy(map);
        wend_world_destroy(world);
    }
    files_leave();
}

// Several goals check the clusters around them and on the way, not the file.
static void several_goals_check_what_they_touch(void** state) {
    (void)state;
    files_enter();
    map_recipe recipe = map_recipe_of("noise 900x900 8 byte 31 4");
    wend_world* world = map_make_world(&recipe);
    assert_ok(wend_world_save(world, "world", NULL));
    wend_world* map = mapped("world");
    const wendi_graph* graph = &map->graph;
    rng r = rng_seeded(2);
    wend_tile goals[MOST_GOALS], open;
    wend_query query = wend_default_query((wend_tile){0, 0}, (wend_tile){0, 0});
    do assert_true(map_random_open_tile(wend_world_grid(world), &r, &open));
    while (open.x > 300 || open.y > 300);
    query.start = open;
    for (int32_t i = 0; i < MOST_GOALS; i++) {
        do assert_true(map_random_open_tile(wend_world_grid(world), &r, &open));
        while (open.x > 300 || open.y > 300 || !wend_world_connected(world, query.start, open));
        goals[i] = open;
    }
    query.goals = goals;
    query.goal_count = MOST_GOALS;
    wend_search* search = new_search();
    wend_path *a = new_path(), *b = new_path();
    for (int32_t i = 0; i < 2; i++) {
        query.algorithm = i == 0 ? WEND_HPA : WEND_EXACT;
        assert_ok(wend_find_path(search, world, &query, a, NULL));
        assert_ok(wend_find_path(search, map, &query, b, NULL));
        assert_true(wend_path_hash(a) == wend_path_hash(b));
        assert_int_equal(wend_path_outcome(b), WEND_FOUND);
    }
    int32_t checked = 0;
    for (int32_t c = 0; c < wendi_cluster_count(&graph->clusters); c++)
        checked += wendi_open_state_of(graph->level[0].opened, c) != WENDI_UNOPENED;
    assert_true(checked > 0 && checked < wendi_cluster_count(&graph->clusters) / 2);
    wend_path_destroy(b);
    wend_path_destroy(a);
    wend_search_destroy(search);
    wend_world_destroy(map);
    wend_world_destroy(world);
    files_leave();
}

// Each query meets a world of which nothing is checked.
static void areas_and_partial_paths_are_those_of_a_built_world(void** state) {
    (void)state;
    files_enter();
    wend_search* search = new_search();
    wend_path *a = new_path(), *b = new_path();
    int32_t partial = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        map_recipe recipe = map_recipe_random_any(seed + 2000, 130);
        wend_world* world = map_make_linked_world(&recipe, seed % 3 ? 0 : 20);
        assert_ok(wend_world_save(world, "world", NULL));
        rng r = rng_seeded(seed);
        for (int32_t i = 0; i < 8; i++) {
            wend_world* map = mapped("world");
            const wend_query query = place_on(wend_world_grid(world), &r);
            assert_ok(wend_find_path(search, world, &query, a, NULL));
            assert_ok(wend_find_path(search, map, &query, b, NULL));
            assert_on(&recipe, wend_path_hash(a) == wend_path_hash(b));
            partial += wend_path_outcome(b) == WEND_PARTIAL;
            wend_world_destroy(map);
        }
        wend_world_destroy(world);
    }
    assert_true(partial > 40);
    wend_path_destroy(b);
    wend_path_destroy(a);
    wend_search_destroy(search);
    files_leave();
}

// Only the clusters of the area, those on the way, and those around the nearest tile.
static void areas_and_partial_paths_check_what_they_touch(void** state) {
    (void)state;
    files_enter();
    map_recipe recipe = map_recipe_of("noise 900x900 8 byte 31 4");
    wend_world* world = map_make_world(&recipe);
    assert_ok(wend_world_save(world, "world", NULL));
    const wend_grid* grid = wend_world_grid(world);
    wend_search* search = new_search();
    wend_path *a = new_path(), *b = new_path();
    rng r = rng_seeded(3);
    wend_tile start, open, blocked;
    do assert_true(map_random_open_tile(grid, &r, &start) && map_random_open_tile(grid, &r, &open));
    while (start.x > 200 || start.y > 200 || open.x > 280 || open.y > 280 ||
           !wend_world_connected(world, start, open));
    do blocked = map_random_tile(grid, &r);
    while (blocked.x > 300 || blocked.y > 300 || wend_grid_passable(grid, blocked));
    for (int32_t i = 0; i < 2; i++) {
        wend_world* map = mapped("world");
        wend_query query = wend_default_query(start, blocked);
        query.partial = i == 0;
        if (i == 1) query.goal_area = (wend_rect){open.x, open.y, 20, 20};
        assert_ok(wend_find_path(search, world, &query, a, NULL));
        assert_ok(wend_find_path(search, map, &query, b, NULL));
        assert_true(wend_path_hash(a) == wend_path_hash(b));
        assert_int_equal(wend_path_outcome(b), i == 0 ? WEND_PARTIAL : WEND_FOUND);
        const wendi_graph* graph = &map->graph;
        int32_t checked = 0;
        for (int32_t c = 0; c < wendi_cluster_count(&graph->clusters); c++)
            checked += wendi_open_state_of(graph->level[0].opened, c) != WENDI_UNOPENED;
        assert_in_range(checked, 1, wendi_cluster_count(&graph->clusters) / 3);
        wend_world_destroy(map);
    }
    wend_path_destroy(b);
    wend_path_destroy(a);
    wend_search_destroy(search);
    wend_world_destroy(world);
    files_leave();
}

// A world with profiles is read; so are its views.
static void profiles_are_read(void** state) {
    (void)state;
    files_enter();
    map_recipe recipe = map_recipe_of("rooms 100x64 8+walls byte 31 9");
    wend_profile_def profile = wend_default_profile_def();
    profile.name = "tank";
    profile.radius = 1;
    wend_world_def def = wend_default_world_def();
    def.profiles = &profile;
    def.profile_count = 1;
    wend_world* world = map_build_world(map_make(&recipe), &def);
    assert_ok(wend_world_save(world, "world", NULL));
    wend_world* map = mapped("world");
    assert_true(wend_world_hash(map) == wend_world_hash(world));
    wend_world_destroy(map);
    wend_world_destroy(world);
    files_leave();
}

// ---- threads

enum { THREADS = 4 };

typedef struct asker {
    const wend_world* world;
    uint64_t seed, hash;
} asker;

static void* ask(void* context) {
    asker* a = context;
    wend_search_def def = wend_default_search_def();
    wend_search* search = NULL;
    wend_path* path = NULL;
    if (wend_search_create(&def, &search) != WEND_OK || wend_path_create(NULL, &path) != WEND_OK) abort();
    rng r = rng_seeded(a->seed);
    for (int32_t i = 0; i < 40; i++) {
        wend_tile goals[MOST_GOALS];
        const wend_query query = query_on(wend_world_grid(a->world), &r, goals);
        if (wend_find_path(search, a->world, &query, path, NULL) != WEND_OK) abort();
        a->hash = a->hash * 31 + wend_path_hash(path);
    }
    wend_path_destroy(path);
    wend_search_destroy(search);
    return NULL;
}

// Threads that meet unchecked clusters at the same time.
static void threads_share_a_mapped_world(void** state) {
    (void)state;
    files_enter();
    for (uint64_t seed = 1; seed <= 12; seed++) {
        map_recipe recipe = map_recipe_random_any(seed + 900, 200);
        wend_world* world = map_make_world(&recipe);
        assert_ok(wend_world_save(world, "world", NULL));
        wend_world* map = mapped("world");
        asker alone = {world, seed, 0}, together[THREADS];
        pthread_t threads[THREADS];
        ask(&alone);
        for (int32_t t = 0; t < THREADS; t++) {
            together[t] = (asker){map, seed, 0};
            assert_int_equal(pthread_create(&threads[t], NULL, ask, &together[t]), 0);
        }
        for (int32_t t = 0; t < THREADS; t++) {
            pthread_join(threads[t], NULL);
            assert_on(&recipe, together[t].hash == alone.hash);
        }
        wend_world_destroy(map);
        wend_world_destroy(world);
    }
    files_leave();
}

// ---- the file, as docs/file-format.md has it

static void checksums_are_the_documented_ones(void** state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        map_recipe recipe = map_recipe_random_any(seed + 60, 150);
        wend_world* world = map_make_linked_world(&recipe, seed % 3 ? 0 : 20);
        void* bytes = NULL;
        size_t size;
        assert_ok(wend_world_save_memory(world, NULL, &bytes, &size, NULL));
        assert_on(&recipe, world_seal(bytes, size) == 0);
        free(bytes);
        wend_world_destroy(world);
    }
}

static void tiles_are_checked_before_they_are_read(void** state) {
    (void)state;
    files_enter();
    map_recipe recipe = map_recipe_of("rooms 400x300 8 byte 31 12");
    wend_world *world = map_make_world(&recipe), *map = NULL;
    assert_ok(wend_world_save(world, "world", NULL));
    assert_ok(wend_world_map("world", NULL, &map, NULL));
    static uint8_t a[40 * 50], b[40 * 50];
    const wend_rect area = {100, 90, 40, 50};
    assert_ok(wend_world_read_tiles(map, area, a, 0));
    assert_in_range(count_in_memory(map) + 1, 1, 1);
    assert_ok(wend_grid_read(wend_world_grid(world), area, b, 0));
    assert_memory_equal(a, b, sizeof a);
    assert_int_equal(wend_world_read_tiles(map, (wend_rect){390, 0, 11, 1}, a, 0), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_read_tiles(map, (wend_rect){0, 0, 0, 1}, a, 0), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_read_tiles(map, area, a, 39), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_read_tiles(map, area, NULL, 0), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_read_tiles(NULL, area, a, 0), WEND_ERROR_ARGUMENT);
    wend_world_destroy(map);
    wend_world_destroy(world);
    files_leave();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_those_of_a_built_world),
        cmocka_unit_test(reading_ahead_changes_no_answer),
        cmocka_unit_test(pages_that_were_touched_are_here),
        cmocka_unit_test(edits_stay_in_memory),
        cmocka_unit_test(queries_keep_nothing_of_their_own),
        cmocka_unit_test(several_goals_check_what_they_touch),
        cmocka_unit_test(areas_and_partial_paths_are_those_of_a_built_world),
        cmocka_unit_test(areas_and_partial_paths_check_what_they_touch),
        cmocka_unit_test(profiles_are_read),
        cmocka_unit_test(threads_share_a_mapped_world),
        cmocka_unit_test(tiles_are_checked_before_they_are_read),
        cmocka_unit_test(checksums_are_the_documented_ones),
    };
    return run_unit_tests(tests);
}
