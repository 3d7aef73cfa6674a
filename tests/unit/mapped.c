// mapped.c: does a world whose file is mapped answer as one that was built, from one thread or many, and is
// damage to its file an error where it lies?
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "hierarchy/world.h"
#include "unit.h"
#include "verify.h"
#include "wend/wend.h"
#include "world_seal.h"

enum { QUERIES = 24, MOST_GOALS = 5 };

static wend_world* mapped(const char* file) {
    wend_world* world = NULL;
    wend_error error;
    if (wend_world_map(file, NULL, &world, &error) != WEND_OK) fail_msg("%s", error.text);
    return world;
}

static wend_query query_on(const wend_grid* grid, rng* r, wend_tile goals[MOST_GOALS]) {
    wend_tile start = map_random_tile(grid, r), goal = map_random_tile(grid, r);
    map_random_open_tile(grid, r, &start);
    map_random_open_tile(grid, r, &goal);
    wend_query query = wend_default_query(start, goal);
    query.refinement = rng_chance(r, 80) ? WEND_REFINE_SWEEP : WEND_REFINE_ASTAR;
    query.first_tiles = rng_chance(r, 20) ? 10 : 0;
    if (rng_chance(r, 10)) query.algorithm = WEND_EXACT;
    if (!rng_chance(r, 20)) return query;
    for (int32_t i = 0; i < MOST_GOALS; i++) goals[i] = map_random_tile(grid, r);
    query.goals = goals;
    query.goal_count = rng_between(r, 1, MOST_GOALS);
    return query;
}

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
            bool held = !is_zero(&graph->level[level - 1].matrices[c], sizeof(wendi_matrix));
            if (level == 1) held |= !is_zero(&world->components.parts[c], sizeof(wendi_parts));
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
        checked += wendi_check_state_of(graph->level[0].checks, c) != WENDI_UNCHECKED;
    assert_true(checked > 0 && checked < wendi_cluster_count(&graph->clusters) / 2);
    wend_path_destroy(b);
    wend_path_destroy(a);
    wend_search_destroy(search);
    wend_world_destroy(map);
    wend_world_destroy(world);
    files_leave();
}

static wend_query place_on(const wend_grid* grid, rng* r) {
    wend_tile start = map_random_tile(grid, r), goal = map_random_tile(grid, r);
    map_random_open_tile(grid, r, &start);
    wend_query query = wend_default_query(start, goal);
    if (rng_chance(r, 30)) query.algorithm = WEND_EXACT;
    query.partial = rng_chance(r, 60);
    if (rng_chance(r, 40))
        query.goal_area =
            (wend_rect){goal.x, goal.y, rng_between(r, 1, wendi_min(9, wend_grid_width(grid) - goal.x)),
                        rng_between(r, 1, wendi_min(9, wend_grid_height(grid) - goal.y))};
    else if (rng_chance(r, 20))
        query.goal_class = wend_grid_class(grid, goal);
    return query;
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
            checked += wendi_check_state_of(graph->level[0].checks, c) != WENDI_UNCHECKED;
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

// ---- damage

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
        cmocka_unit_test(answers_are_those_of_a_built_world),
        cmocka_unit_test(edits_stay_in_memory),
        cmocka_unit_test(queries_keep_nothing_of_their_own),
        cmocka_unit_test(several_goals_check_what_they_touch),
        cmocka_unit_test(areas_and_partial_paths_are_those_of_a_built_world),
        cmocka_unit_test(areas_and_partial_paths_check_what_they_touch),
        cmocka_unit_test(profiles_are_read),
        cmocka_unit_test(threads_share_a_mapped_world),
        cmocka_unit_test(checksums_are_the_documented_ones),
        cmocka_unit_test(damage_is_an_error_where_it_lies),
        cmocka_unit_test(hostile_clusters_are_refused_or_harmless),
        cmocka_unit_test(counts_of_classes_are_verified),
        cmocka_unit_test(tiles_beyond_the_map_are_verified),
        cmocka_unit_test(arguments_and_other_files_are_refused),
    };
    return run_unit_tests(tests);
}
