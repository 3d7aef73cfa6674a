// Does a table of numbers become the map of these costs?
#include "read.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static reading read_table(const char* text) {
    static bytes file;
    file.size = 0;
    put_text(&file, text);
    return read_file(&file, NULL);
}

static float cost_at(const reading* r, int32_t x, int32_t y) {
    return wend_grid_cost(r->grid, (wend_tile){x, y});
}

static void numbers_are_costs(void** state) {
    (void)state;
    static const char* const texts[] = {
        "1,2.5,0\n1e1,nan,1024\n",
        "# costs\r\n\r\n1;2.5;blocked\r\n10; ;1024\r\n\r\n",
        "\xef\xbb\xbf 1 , +2.5 , -0\n 10.0 ,inf, 1024",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        reading r = read_table(texts[i]);
        if (r.result != WEND_OK) fail_msg("%s", r.error.text);
        assert_string_equal(r.info.format, "csv");
        assert_string_equal(r.info.rule, "numbers");
        assert_string_equal(r.info.warning, "");
        assert_int_equal(wend_grid_width(r.grid), 3);
        assert_int_equal(wend_grid_height(r.grid), 2);
        static const float costs[] = {1, 2.5f, 0, 10, 0, 1024};
        for (int32_t t = 0; t < 6; t++) {
            if (costs[t] == 0)
                assert_false(wend_grid_passable(r.grid, (wend_tile){t % 3, t / 3}));
            else
                assert_true(cost_at(&r, t % 3, t / 3) == costs[t]);
        }
        assert_string_equal(r.info.meanings[tile_class(&r, 1, 0)], "cost 2.5");
        wend_grid_destroy(r.grid);
    }
}

// 900 different costs are rounded up, the highest and the lowest not at all.
static void many_costs_are_rounded_up(void** state) {
    (void)state;
    static bytes file;
    file.size = 0;
    for (int32_t i = 0; i < 900; i++) {
        char text[16];
        snprintf(text, sizeof text, "%d%s", 1 + i, i % 30 == 29 ? "\n" : ",");
        put_text(&file, text);
    }
    reading r = read_file(&file, NULL);
    if (r.result != WEND_OK) fail_msg("%s", r.error.text);
    assert_non_null(strstr(r.info.warning, "more than 255 different costs: rounded up to steps of 2.7 %"));
    for (int32_t i = 0; i < 900; i++) {
        float cost = cost_at(&r, i % 30, i / 30), exact = (float)(1 + i);
        if (!(cost >= exact && cost <= exact * 1.0275f))
            fail_msg("%g became %g", (double)exact, (double)cost);
    }
    assert_true(cost_at(&r, 0, 0) == 1 && cost_at(&r, 29, 29) == 900);
    wend_grid_destroy(r.grid);
}

static void wrong_tables(void** state) {
    (void)state;
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"1,2\n1\n", "line 2 has fewer fields than the first row; expected 2"},
        {"1,2\n1,2,3\n", "line 2 has more fields than the first row; expected 2"},
        {"1,2\n# note\n1,wall\n", "'wall' at line 3, field 2 is not a cost; expected 0.015625 to 1024"},
        {"1,2\n1,-1\n", "'-1' at line 2, field 2 is not a cost"},
        {"1,2\n1,2000\n", "'2000' at line 2, field 2 is not a cost"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        reading r = read_table(cases[i].text);
        assert_int_equal(r.result, WEND_ERROR_FORMAT);
        if (!strstr(r.error.text, cases[i].says)) fail_msg("%s", r.error.text);
    }
}

// In a text grid quotes and commas are letters, for two kinds of grass.
static void quotes_do_not_make_a_table(void** state) {
    (void)state;
    static bytes file;
    file.size = 0;
    put_text(&file, "\"\",\"\"\n,,,\"\"\n");
    wend_import_def def = wend_default_import_def();
    def.letters = "\"=1 ,=2";
    reading r = read_file(&file, &def);
    if (r.result != WEND_OK) fail_msg("%s", r.error.text);
    assert_string_equal(r.info.format, "textgrid");
    assert_int_equal(wend_grid_width(r.grid), 5);
    wend_grid_destroy(r.grid);
}

static void downscaled_and_sized(void** state) {
    (void)state;
    static bytes file;
    file.size = 0;
    put_text(&file, "1,2,3\n0,1,1\n");
    wend_import_def def = wend_default_import_def();
    def.downscale = 2;
    def.resolution = 0.5f;
    reading r = read_file(&file, &def);
    assert_ok(r.result);
    assert_int_equal(wend_grid_width(r.grid), 2);
    assert_false(wend_grid_passable(r.grid, (wend_tile){0, 0}));
    assert_true(cost_at(&r, 1, 0) == 3 && wend_grid_tile_size(r.grid) == 1);
    wend_grid_destroy(r.grid);
    def.max_tiles = 1;
    assert_int_equal(read_file(&file, &def).result, WEND_ERROR_LIMIT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_costs),    cmocka_unit_test(many_costs_are_rounded_up),
        cmocka_unit_test(wrong_tables),         cmocka_unit_test(quotes_do_not_make_a_table),
        cmocka_unit_test(downscaled_and_sized),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
