// world.c: is a world built correctly? Definition, limits, progress, parallel build, hash and info.
#include "wend/wend.h"

#include <stdlib.h>
#include <string.h>

#include "hierarchy/world.h"
#include "test_memory.h"
#include "unit.h"

static wend_grid* some_grid(void) {
    map_recipe recipe = map_recipe_of("rooms 200x150 8 whole 15 3");
    return map_make(&recipe);
}

static wend_world* build(wend_grid* grid, const wend_world_def* def) {
    return map_build_world(grid, def);
}

static void* enqueue_nothing(wend_task_fn* task, void* context, int32_t count, void* user) {
    (void)task, (void)context, (void)count, (void)user;
    return NULL;
}

static void definitions_are_checked(void** state) {
    (void)state;
    wend_grid* grid = some_grid();
    wend_world* world = NULL;
    wend_world_def def = wend_default_world_def();
    assert_int_equal(def.cluster_size, 31);
    assert_int_equal(wend_world_build(NULL, &def, &world), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_build(&grid, NULL, &world), WEND_ERROR_ARGUMENT);
    wend_world_def half = def;
    half.tasks = wend_threads_tasks(NULL);
    half.tasks.enqueue = enqueue_nothing;
    assert_int_equal(wend_world_build(&grid, &half, &world), WEND_ERROR_ARGUMENT);
    assert_non_null(grid);
    assert_int_equal(wend_world_build(&grid, &def, NULL), WEND_ERROR_ARGUMENT);
    wend_world_def blank = {.cluster_size = 31};
    assert_int_equal(wend_world_build(&grid, &blank, &world), WEND_ERROR_DEF);
    static const int32_t sizes[] = {0, 1, -31, 14, 16, 30, 32, INT32_MAX};
    for (int32_t i = 0; i < 8; i++) {
        def = wend_default_world_def();
        def.cluster_size = sizes[i];
        assert_int_equal(wend_world_build(&grid, &def, &world), WEND_ERROR_LIMIT);
    }
    static const int32_t levels[] = {-1, WEND_MAX_LEVELS + 1, INT32_MAX};
    for (int32_t i = 0; i < 3; i++) {
        def = wend_default_world_def();
        def.level_count = levels[i];
        assert_int_equal(wend_world_build(&grid, &def, &world), WEND_ERROR_LIMIT);
    }
    char* text = malloc(WEND_MAX_METADATA + 2);
    assert_non_null(text);
    memset(text, 'm', WEND_MAX_METADATA + 1);
    text[WEND_MAX_METADATA + 1] = 0;
    def = wend_default_world_def();
    def.metadata = text;
    assert_int_equal(wend_world_build(&grid, &def, &world), WEND_ERROR_LIMIT);
    assert_null(world);
    text[WEND_MAX_METADATA] = 0;
    world = build(grid, &def); // the grid was left to us by all those failures
    memset(text, 'x', 10);
    assert_int_equal(strlen(wend_world_metadata(world)), WEND_MAX_METADATA);
    assert_int_equal(wend_world_metadata(world)[0], 'm');
    free(text);
    wend_world_destroy(world);
    wend_world_destroy(NULL);
}

// Nobody is left with a pointer that changes tiles behind the world's back.
static void a_build_takes_the_grid(void** state) {
    (void)state;
    wend_grid* grid = some_grid();
    const wend_grid* same = grid;
    wend_world_def def = wend_default_world_def();
    wend_world* world = NULL;
    assert_int_equal(wend_world_build(&grid, &def, NULL), WEND_ERROR_ARGUMENT);
    assert_ptr_equal(grid, same); // it failed: still ours
    assert_ok(wend_world_build(&grid, &def, &world));
    assert_null(grid);
    assert_ptr_equal(wend_world_grid(world), same);
    assert_int_equal(wend_world_build(&grid, &def, &world), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_fill(grid, (wend_rect){0, 0, 10, 10}, 0), WEND_ERROR_ARGUMENT);
    wend_world_destroy(world);
}

static void info_says_what_is_there(void** state) {
    (void)state;
    static const int32_t levels[] = {3, 1, 2, 3, 4, 5}; // asked for: 0 (chosen by size), 1 ..
    static const int32_t clusters[] = {140 + 35 + 12,        140, 140 + 35, 140 + 35 + 12, 140 + 35 + 12 + 4,
                                       140 + 35 + 12 + 4 + 1};
    int64_t nodes = 0;
    for (int32_t level_count = 0; level_count < 6; level_count++) {
        wend_world_def def = wend_default_world_def();
        def.cluster_size = 15;
        def.level_count = level_count;
        wend_grid* grid = some_grid();
        wend_world* world = build(grid, &def);
        assert_ptr_equal(wend_world_grid(world), grid);
        assert_string_equal(wend_world_metadata(world), "");
        wend_world_info info = wend_world_get_info(world);
        assert_int_equal(info.cluster_size, 15);
        assert_int_equal(info.columns, 14); // 199 steps in spans of 15
        assert_int_equal(info.rows, 10);
        assert_int_equal(info.cluster_count, clusters[level_count]);
        assert_int_equal(info.level_count, levels[level_count]);
        assert_true(info.node_count > 100 && map_count(world).edge_count > info.node_count);
        if (level_count > 0)
            assert_true(info.node_count >= nodes); // the top cluster may be the whole map, without nodes
        if (level_count > 0) nodes = info.node_count;
        assert_int_equal(info.grid_bytes, wend_grid_bytes(grid));
        assert_true(info.bytes > info.grid_bytes);
        wend_world_destroy(world);
    }
}

static void edit_some(wend_world* world, rng* r) {
    for (int32_t i = 0; i < 20; i++) {
        const wend_tile tile = map_random_tile(wend_world_grid(world), r);
        const wend_edit edit = wend_edit_tiles((wend_rect){tile.x, tile.y, 1, 1}, (uint8_t)(i % 2));
        assert_ok(wend_world_edit(world, &edit, 1, NULL));
    }
}

// The bytes of a world are those that its allocator gave, as it is built, edited, opened and edited again.
static void bytes_are_those_allocated(void** state) {
    (void)state;
    rng r = rng_seeded(3);
    for (uint64_t seed = 1; seed <= 20; seed++) {
        const map_recipe recipe = map_recipe_random_any(seed, 200);
        test_memory memory = test_memory_new();
        wend_allocator allocator = test_memory_allocator(&memory);
        wend_grid* map = map_make(&recipe);
        wend_world_def def = wend_default_world_def();
        def.allocator = &allocator;
        wend_world* world = build(map_copy(map, &allocator), &def);
        assert_on(&recipe, wend_world_get_info(world).bytes == memory.live_bytes);
        edit_some(world, &r);
        assert_on(&recipe, wend_world_get_info(world).bytes == memory.live_bytes);
        assert_ok(wend_world_refresh(world, 0, NULL));
        void* saved = NULL;
        size_t size;
        assert_ok(wend_world_save_memory(world, NULL, &saved, &size, NULL));
        wend_world_destroy(world);
        assert_int_equal(memory.live, 0);
        assert_ok(wend_world_open_memory(saved, size, &allocator, &world, NULL));
        assert_on(&recipe, wend_world_get_info(world).bytes == memory.live_bytes);
        edit_some(world, &r);
        assert_on(&recipe, wend_world_get_info(world).bytes == memory.live_bytes);
        wend_world_destroy(world);
        wend_grid_destroy(map);
        free(saved);
    }
}

// ---- progress

typedef struct watch {
    int32_t calls, stop_at; // -1: never
    double last;
} watch;

static bool watching(double fraction, void* context) {
    watch* w = context;
    assert_true(fraction >= 0 && fraction <= 1);
    assert_true(fraction >= w->last);
    w->last = fraction;
    return w->calls++ != w->stop_at;
}

static void progress_never_falls_and_may_stop_the_build(void** state) {
    (void)state;
    wend_grid* grid = some_grid();
    wend_world_def def = wend_default_world_def();
    def.cluster_size = 15;
    watch w = {.stop_at = -1};
    def.progress = watching;
    def.progress_context = &w;
    int32_t stops = 0;
    wend_world* world = NULL;
    for (;; stops++) {
        w = (watch){.stop_at = stops};
        wend_result result = wend_world_build(&grid, &def, &world);
        if (result == WEND_OK) break;
        assert_int_equal(result, WEND_ERROR_CANCELLED);
        assert_null(world);
        assert_int_equal(w.calls, stops + 1); // it stopped at once
    }
    assert_true(stops >= 3);
    assert_true(w.last == 1);
    def.progress = NULL;
    wend_world* quiet = build(some_grid(), &def);
    assert_true(wend_world_hash(quiet) == wend_world_hash(world));
    wend_world_destroy(quiet);
    wend_world_destroy(world);
}

// ---- tasks

// A worker pool as odd as the contract allows: single items, last first, all of them only in finish.
typedef struct odd_pool {
    wend_task_fn* task;
    void* context;
    int32_t count;
} odd_pool;

static void* odd_enqueue(wend_task_fn* task, void* context, int32_t count, void* user) {
    odd_pool* pool = user;
    *pool = (odd_pool){task, context, count};
    return pool;
}
static void odd_finish(void* handle, void* user) {
    odd_pool* pool = handle;
    assert_ptr_equal(handle, user);
    for (int32_t i = pool->count - 1; i >= 0; i--) pool->task(pool->context, i, i + 1);
}

static void workers_do_not_matter(void** state) {
    (void)state;
    wend_world_def def = wend_default_world_def();
    def.cluster_size = 15;
    wend_world* serial = build(some_grid(), &def);
    uint64_t hash = wend_world_hash(serial); // from now on it keeps hashes
    wend_world_info info = wend_world_get_info(serial);
    wend_world_destroy(serial);

    odd_pool odd;
    def.tasks = (wend_tasks){odd_enqueue, odd_finish, &odd, 1};
    wend_world* world = build(some_grid(), &def);
    assert_true(wend_world_hash(world) == hash);
    wend_world_destroy(world);
    static const int32_t workers[] = {1, 2, 8};
    for (int32_t i = 0; i < 3; i++) {
        wend_threads* threads = NULL;
        assert_ok(wend_threads_create(workers[i], &threads));
        def.tasks = wend_threads_tasks(threads);
        assert_int_equal(def.tasks.worker_count, workers[i]);
        world = build(some_grid(), &def);
        assert_true(wend_world_hash(world) == hash);
        wend_world_info other = wend_world_get_info(world);
        assert_memory_equal(&other, &info, sizeof info);
        wend_world_destroy(world);
        wend_threads_destroy(threads);
    }
}

// ---- hash

static uint64_t hash_of(wend_grid* grid, int32_t cluster_size, const char* metadata) {
    wend_world_def def = wend_default_world_def();
    def.cluster_size = cluster_size;
    def.metadata = metadata;
    wend_world* world = build(grid, &def);
    uint64_t hash = wend_world_hash(world);
    wend_world_destroy(world);
    return hash;
}

static void hash_is_of_what_a_query_sees(void** state) {
    (void)state;
    uint64_t hash = hash_of(some_grid(), 31, NULL);
    assert_true(hash == hash_of(some_grid(), 31, "where it came from"));
    assert_true(hash != hash_of(some_grid(), 15, NULL));
    wend_grid* edited = some_grid();
    uint8_t there = wend_grid_class(edited, (wend_tile){100, 70});
    assert_ok(wend_grid_fill(edited, (wend_rect){100, 70, 1, 1}, there ? 0 : 1));
    assert_true(hash != hash_of(edited, 31, NULL));
    edited = some_grid();
    assert_ok(wend_grid_fill(edited, (wend_rect){100, 70, 1, 1}, there ? 0 : 1));
    assert_ok(wend_grid_fill(edited, (wend_rect){100, 70, 1, 1}, there));
    assert_true(hash == hash_of(edited, 31, NULL)); // history does not count
}

static void the_original_is_kept(void** state) {
    (void)state;
    wend_world_def def = wend_default_world_def();
    wend_world* world = build(some_grid(), &def);
    const wend_grid* grid = wend_world_grid(world);
    wend_tile tile = {5, 7}, outside = {-1, 0};
    uint8_t before = wend_grid_class(grid, tile);
    wend_edit edit = {.area = {tile.x, tile.y, 1, 1}, .terrain_class = (uint8_t)(before + 1)};
    uint64_t hash = wend_world_hash(world);
    wend_world_info plain = wend_world_get_info(world);
    assert_int_equal(wend_world_original_class(world, tile), before);
    assert_int_equal(wend_world_keep_original(NULL), WEND_ERROR_ARGUMENT);
    assert_ok(wend_world_keep_original(world));
    const size_t tiles = (size_t)wend_grid_width(grid) * (size_t)wend_grid_height(grid);
    assert_in_range(wend_world_get_info(world).bytes, plain.bytes + tiles, plain.bytes + tiles + 255);
    assert_int_equal(wend_world_hash(world), hash);
    assert_ok(wend_world_edit(world, &edit, 1, NULL));
    assert_ok(wend_world_keep_original(world)); // not again
    assert_int_equal(wend_grid_class(grid, tile), before + 1);
    assert_int_equal(wend_world_original_class(world, tile), before);
    assert_int_equal(wend_world_original_class(world, outside), 0);
    wend_world_destroy(world);
}

// A refresh stops when its time is over, however short that is, and goes on with the next call.
static void a_refresh_keeps_its_budget(void** state) {
    (void)state;
    wend_world* world = new_world(600, 600, true);
    for (int32_t i = 0; i < 64; i++)
        edit_tiles(world, (wend_rect){i % 8 * 70 + 31, i / 8 * 70 + 31, 9, 9}, 0);
    bool refreshed = true;
    assert_ok(wend_world_refresh_near(world, (wend_tile){300, 300}, 1, &refreshed));
    assert_false(refreshed);
    int32_t calls = 0;
    for (; !refreshed && calls < 100000; calls++)
        assert_ok(wend_world_refresh_near(world, (wend_tile){300, 300}, 1, &refreshed));
    assert_true(refreshed && calls > 3);
    wend_world_destroy(world);
}

// A tile beside the line between two clusters of level 2, both of which were edited.
static void a_refresh_begins_where_the_tile_is(void** state) {
    (void)state;
    for (int32_t right = 0; right < 2; right++) {
        const map_recipe recipe = map_recipe_of("open 200x200 8 unit 31/3 1");
        wend_world* world = map_make_world(&recipe);
        const uint8_t* states =
            wendi_item(&world->graph.level[1].states, 0); // not shared: they follow each other
        edit_tiles(world, (wend_rect){20, 20, 9, 9}, 0);
        edit_tiles(world, (wend_rect){80, 20, 9, 9}, 0);
        assert_true(states[0] != WENDI_UP_TO_DATE && states[1] != WENDI_UP_TO_DATE);
        const int32_t line = world->graph.level[1].clusters.size;
        const wend_tile near = {right ? line + 1 : line - 1, 20};
        for (bool refreshed = false; states[right] != WENDI_UP_TO_DATE && !refreshed;)
            assert_ok(wend_world_refresh_near(world, near, 1, &refreshed));
        assert_true(states[right] == WENDI_UP_TO_DATE && states[1 - right] != WENDI_UP_TO_DATE);
        wend_world_destroy(world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_refresh_begins_where_the_tile_is),
        cmocka_unit_test(a_refresh_keeps_its_budget),
        cmocka_unit_test(definitions_are_checked),
        cmocka_unit_test(a_build_takes_the_grid),
        cmocka_unit_test(info_says_what_is_there),
        cmocka_unit_test(bytes_are_those_allocated),
        cmocka_unit_test(progress_never_falls_and_may_stop_the_build),
        cmocka_unit_test(workers_do_not_matter),
        cmocka_unit_test(hash_is_of_what_a_query_sees),
        cmocka_unit_test(the_original_is_kept),
    };
    return run_unit_tests(tests);
}
