// unit.h: cmocka, and assertions and objects that many unit tests need.
#ifndef WEND_TEST_UNIT_H
#define WEND_TEST_UNIT_H
#include <math.h>
// cmocka.h needs these four before it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "maps.h"
#include "wend/search.h"

#define assert_ok(expression) assert_int_equal(expression, WEND_OK)
#define assert_tile(tile, column, row)                                                                       \
    do {                                                                                                     \
        assert_int_equal((tile).x, column);                                                                  \
        assert_int_equal((tile).y, row);                                                                     \
    } while (0)

/// In a loop over random maps: a failure prints the recipe of the map.
#define assert_on(recipe, condition)                                                                         \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            char recipe_text[MAP_RECIPE_TEXT];                                                               \
            fail_msg("%s on map \"%s\"", #condition, map_recipe_print(recipe, recipe_text));                 \
        }                                                                                                    \
    } while (0)

/// A search and a path for it.
static inline wend_search* search_by(const wend_allocator* allocator_opt) {
    wend_search_def def = wend_default_search_def();
    wend_search* search = NULL;
    def.allocator = allocator_opt;
    assert_ok(wend_search_create(&def, &search));
    return search;
}
static inline wend_path* path_by(const wend_allocator* allocator_opt) {
    wend_path* path = NULL;
    assert_ok(wend_path_create(allocator_opt, &path));
    return path;
}
static inline wend_search* new_search(void) {
    return search_by(NULL);
}
static inline wend_path* new_path(void) {
    return path_by(NULL);
}

static inline int32_t tile_count(const wend_path* path) {
    int32_t count;
    wend_path_tiles(path, &count);
    return count;
}

/// The cost of a path between two tiles; INFINITY: there is none.
static inline double cost_of_path(const wend_world* world, wend_tile from, wend_tile to) {
    wend_search* search = new_search();
    wend_path* path = new_path();
    const wend_query query = wend_default_query(from, to);
    assert_ok(wend_find_path(search, world, &query, path, NULL));
    const double cost = wend_path_outcome(path) == WEND_FOUND ? wend_path_cost(path) : INFINITY;
    wend_path_destroy(path);
    wend_search_destroy(search);
    return cost;
}

/// A world of a grid, which it takes.
static inline wend_world* build_world(wend_grid* grid) {
    const wend_world_def def = wend_default_world_def();
    return map_build_world(grid, &def);
}
/// A world of all passable tiles; declares_range: class costs may change between 1 and 2.
static inline wend_world* new_world(int32_t width, int32_t height, bool declares_range) {
    wend_grid_def def = wend_default_grid_def();
    def.width = width;
    def.height = height;
    if (declares_range) {
        def.least_cost = 1;
        def.greatest_cost = 2;
    }
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    return build_world(grid);
}
/// Takes the grid.
static inline wend_world* world_with_profiles(wend_grid* grid, const wend_profile_def* profiles,
                                              int32_t count) {
    wend_world_def def = wend_default_world_def();
    def.profiles = profiles;
    def.profile_count = count;
    return map_build_world(grid, &def);
}
static inline wend_world* fork_of(const wend_world* world) {
    wend_world* made = NULL;
    assert_ok(wend_world_fork(world, &made));
    return made;
}
static inline wend_world* snapshot_of(const wend_world* world) {
    wend_world* made = NULL;
    assert_ok(wend_world_snapshot(world, &made));
    return made;
}

static inline void edit_tiles(wend_world* world, wend_rect area, uint8_t terrain_class) {
    const wend_edit edit = wend_edit_tiles(area, terrain_class);
    assert_ok(wend_world_edit(world, &edit, 1, NULL));
}

#define run_unit_tests(tests) cmocka_run_group_tests_name(__FILE__, tests, NULL, NULL)
#endif
