// unit.h: cmocka, and helpers that many unit tests use.
#ifndef WEND_TEST_UNIT_H
#define WEND_TEST_UNIT_H
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

/// In a loop over random maps: fails with the recipe of the map that broke.
#define assert_on(recipe, condition)                                                                         \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            char recipe_text[MAP_RECIPE_TEXT];                                                               \
            fail_msg("%s on map \"%s\"", #condition, map_recipe_print(recipe, recipe_text));                 \
        }                                                                                                    \
    } while (0)

/// A search and a path for it, with the standard allocator.
static inline wend_search* new_search(void) {
    wend_search_def def = wend_default_search_def();
    wend_search* search = NULL;
    assert_ok(wend_search_create(&def, &search));
    return search;
}
static inline wend_path* new_path(void) {
    wend_path* path = NULL;
    assert_ok(wend_path_create(NULL, &path));
    return path;
}

#define run_unit_tests(tests) cmocka_run_group_tests_name(__FILE__, tests, NULL, NULL)
#endif
