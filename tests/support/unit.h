// unit.h: cmocka, and what unit tests say often.
#ifndef WEND_TEST_UNIT_H
#define WEND_TEST_UNIT_H
// cmocka.h needs these four before it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "maps.h"

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

#define run_unit_tests(tests) cmocka_run_group_tests_name(__FILE__, tests, NULL, NULL)
#endif
