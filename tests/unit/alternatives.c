// alternatives.c: are the routes of small maps found, and does a failure leave what it should?
#include "wend/alternatives.h"

#include <math.h>

#include "test_memory.h"
#include "unit.h"
#include "wend/repair.h"

enum { MOST = 6 };

typedef struct desk {
    wend_world* world;
    wend_search* search;
    wend_path* paths[MOST];
    wend_alternatives_def def;
} desk;

static desk desk_of(const char* rows) {
    desk d = {map_world_from_text(rows), new_search(), {NULL}, wend_default_alternatives_def()};
    for (int32_t i = 0; i < MOST; i++) d.paths[i] = new_path();
    return d;
}
static void clear(desk* d) {
    wend_world_destroy(d->world);
    wend_search_destroy(d->search);
    for (int32_t i = 0; i < MOST; i++) wend_path_destroy(d->paths[i]);
}
static int32_t find(desk* d, wend_tile start, wend_tile goal) {
    const wend_query query = wend_default_query(start, goal);
    int32_t count;
    assert_ok(wend_find_alternatives(d->search, d->world, &query, &d->def, MOST, d->paths, &count));
    return count;
}
// The row in which a path crosses a column.
static int32_t row_at(const wend_path* path, int32_t column) {
    int32_t count;
    const wend_tile* tiles = wend_path_tiles(path, &count);
    for (int32_t i = 0; i < count; i++)
        if (tiles[i].x == column) return tiles[i].y;
    return -1;
}

// Three corridors: each is one path, the shortest first.
static const char* const corridors = "........................\n"
                                     ".######################.\n"
                                     ".######################.\n"
                                     "........................\n"
                                     ".######################.\n"
                                     ".######################.\n"
                                     ".######################.\n"
                                     "........................\n";

static void each_corridor_is_a_path(void** state) {
    (void)state;
    desk d = desk_of(corridors);
    const wend_tile start = {0, 3}, goal = {23, 3};
    assert_int_equal(find(&d, start, goal), 3);
    assert_int_equal(row_at(d.paths[0], 12), 3);
    assert_int_equal(row_at(d.paths[1], 12), 0);
    assert_int_equal(row_at(d.paths[2], 12), 7);
    for (int32_t i = 0; i < 3; i++) assert_int_equal(wend_path_outcome(d.paths[i]), WEND_FOUND);
    d.def.max_cost = 1.3f; // (23 + 6) / 23 is 1.26, (23 + 8) / 23 is 1.35
    assert_int_equal(find(&d, start, goal), 2);
    d.def.max_cost = 1.25f;
    assert_int_equal(find(&d, start, goal), 1);
    d.def.max_cost = 1.4f;
    d.def.max_share = 0; // near the ends, all paths are near each other
    assert_int_equal(find(&d, start, goal), 1);
    d.def.spacing = 0;
    assert_int_equal(find(&d, start, goal), 3);
    d.def.max_share = 1; // the largest
    assert_int_equal(find(&d, start, goal), 3);
    const wend_query query = wend_default_query(start, goal);
    for (int32_t most = 1; most <= 3; most++) {
        int32_t count = 0;
        assert_ok(wend_find_alternatives(d.search, d.world, &query, &d.def, most, d.paths, &count));
        assert_int_equal(count, most);
    }
    clear(&d);
}

// As on an overlay with them; but the paths belong to the world, which does not know of the shapes.
static void they_avoid_shapes(void** state) {
    (void)state;
    desk d = desk_of(corridors);
    const wend_shape wall = wend_shape_rect((wend_rect){10, 3, 2, 1}, INFINITY);
    wend_query query = wend_default_query((wend_tile){0, 3}, (wend_tile){23, 3});
    query.avoid = &wall;
    query.avoid_count = 1;
    d.def.max_cost = 2;
    int32_t count = 0;
    assert_ok(wend_find_alternatives(d.search, d.world, &query, &d.def, MOST, d.paths, &count));
    assert_int_equal(count, 2);
    assert_int_equal(row_at(d.paths[0], 12), 0);
    assert_int_equal(row_at(d.paths[1], 12), 7);
    for (int32_t i = 0; i < count; i++) assert_true(wend_path_is_valid(d.paths[i], d.world, NULL));
    const wend_edit edit = wend_edit_tiles((wend_rect){12, 0, 1, 1}, 0);
    assert_ok(wend_world_edit(d.world, &edit, 1, NULL));
    assert_false(wend_path_is_valid(d.paths[0], d.world, NULL));
    assert_true(wend_path_is_valid(d.paths[1], d.world, NULL));
    const wend_edit undo = wend_edit_tiles((wend_rect){12, 0, 1, 1}, 1);
    assert_ok(wend_world_edit(d.world, &undo, 1, NULL));
    const wend_shape all = wend_shape_rect((wend_rect){12, 0, 1, 8}, INFINITY);
    query.avoid = &all;
    assert_ok(wend_find_alternatives(d.search, d.world, &query, &d.def, MOST, d.paths, &count));
    assert_int_equal(count, 0);
    assert_int_equal(wend_path_outcome(d.paths[0]), WEND_NO_ROUTE);
    query.avoid = NULL;
    assert_int_equal(find(&d, query.start, query.goal), 3);
    clear(&d);
}

static void some_queries_have_one_answer_or_none(void** state) {
    (void)state;
    desk d = desk_of("....#..\n.##.#..\n....#..\n");
    assert_int_equal(find(&d, (wend_tile){0, 0}, (wend_tile){6, 0}), 0);
    assert_int_equal(wend_path_outcome(d.paths[0]), WEND_NO_ROUTE);
    assert_int_equal(find(&d, (wend_tile){0, 0}, (wend_tile){4, 0}), 0);
    assert_int_equal(wend_path_outcome(d.paths[0]), WEND_GOAL_BLOCKED);
    assert_int_equal(find(&d, (wend_tile){0, 0}, (wend_tile){0, 0}), 1);
    assert_int_equal(find(&d, (wend_tile){0, 0}, (wend_tile){1, 0}), 1);
    wend_query query = wend_default_query((wend_tile){0, 0}, (wend_tile){6, 2});
    query.partial = true;
    d.def.spacing = 0;
    int32_t count;
    assert_ok(wend_find_alternatives(d.search, d.world, &query, &d.def, MOST, d.paths, &count));
    assert_int_equal(count, 2); // both ways round the pillar
    for (int32_t i = 0; i < count; i++) {
        assert_int_equal(wend_path_outcome(d.paths[i]), WEND_PARTIAL);
        assert_tile(wend_path_goal_tile(d.paths[i]), 6, 2);
        int32_t tiles;
        const wend_tile* list = wend_path_tiles(d.paths[i], &tiles);
        assert_tile(list[tiles - 1], 3, 2);
    }
    clear(&d);
}

static void nonsense_is_refused(void** state) {
    (void)state;
    desk d = desk_of(corridors);
    const wend_query query = wend_default_query((wend_tile){0, 3}, (wend_tile){23, 3});
    wend_query off = query;
    off.goal.x = 24;
    wend_path* twice[2] = {d.paths[0], d.paths[0]};
    wend_path* none[2] = {d.paths[0], NULL};
    wend_alternatives_def no_cookie = {0};
    int32_t count = 77;
    assert_int_equal(wend_find_alternatives(d.search, d.world, &off, &d.def, 2, d.paths, &count),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_find_alternatives(d.search, d.world, &query, &d.def, 2, twice, &count),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_find_alternatives(d.search, d.world, &query, &d.def, 2, none, &count),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_find_alternatives(d.search, d.world, &query, &no_cookie, 2, d.paths, &count),
                     WEND_ERROR_DEF);
    assert_int_equal(count, 77);
    assert_int_equal(wend_path_goal(d.paths[0]), -1);
    clear(&d);
}

static void survives_every_failing_allocation(void** state) {
    (void)state;
    wend_world* world = map_world_from_text(corridors);
    const wend_query query = wend_default_query((wend_tile){0, 3}, (wend_tile){23, 3});
    const wend_alternatives_def def = wend_default_alternatives_def();
    int32_t failures = 0;
    bool done = false;
    for (int64_t fail_at = 1; !done; fail_at++) {
        test_memory memory = test_memory_new();
        wend_allocator allocator = test_memory_allocator(&memory);
        wend_search* search = search_by(&allocator);
        wend_path* paths[3] = {NULL};
        int32_t count = 77;
        for (int32_t i = 0; i < 3; i++) assert_ok(wend_path_create(&allocator, &paths[i]));
        memory.fail_at = memory.calls + fail_at;
        const wend_result result = wend_find_alternatives(search, world, &query, &def, 3, paths, &count);
        done = result == WEND_OK;
        if (!done) {
            failures++;
            assert_int_equal(result, WEND_ERROR_MEMORY);
            assert_int_equal(count, 77);
            memory.fail_at = -1;
            assert_ok(wend_find_alternatives(search, world, &query, &def, 3, paths, &count));
        }
        assert_int_equal(count, 3);
        for (int32_t i = 0; i < 3; i++) wend_path_destroy(paths[i]);
        wend_search_destroy(search);
        assert_int_equal(memory.live, 0);
    }
    assert_true(failures > 20);
    wend_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_corridor_is_a_path),
        cmocka_unit_test(they_avoid_shapes),
        cmocka_unit_test(some_queries_have_one_answer_or_none),
        cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(survives_every_failing_allocation),
    };
    return run_unit_tests(tests);
}
