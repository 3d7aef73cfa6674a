// Are MovingAI maps and scenarios read correctly, and does an error name its position?
#include "files.h"
#include "read.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>

#define HEAD "type octile\nheight 2\nwidth 3\nmap\n"

static void letters(void** state) {
    (void)state;
    wend_import_def def = wend_default_import_def();
    def.swamp_cost = 2.5f;
    reading r = read_text("type octile\nheight 1\nwidth 7\nmap\n.GSW@OT\n", &def);
    assert_ok(r.result);
    static const uint8_t classes[] = {1, 1, 2, 3, 4, 4, 5};
    static const float costs[] = {1, 1, 2.5f, 0, 0, 0, 0};
    for (int32_t x = 0; x < 7; x++) {
        assert_int_equal(tile_class(&r, x, 0), classes[x]);
        assert_true(wend_grid_cost(r.grid, (wend_tile){x, 0}) == costs[x]);
    }
    assert_string_equal(r.info.format, "movingai");
    assert_string_equal(r.info.rule, "movingai");
    assert_string_equal(r.info.warning, "");
    assert_false(r.info.is_image);
    wend_grid_destroy(r.grid);
    def.water_cost = 4;
    def.swamp_cost = 0;
    r = read_text("type octile\nheight 1\nwidth 7\nmap\n.GSW@OT\n", &def);
    assert_true(wend_grid_cost(r.grid, (wend_tile){3, 0}) == 4);
    assert_false(wend_grid_passable(r.grid, (wend_tile){2, 0}));
    wend_grid_destroy(r.grid);
}

static void variants(void** state) {
    (void)state;
    static const struct {
        const char *text, *warning;
    } cases[] = {
        {HEAD "..@\nT..\n", ""},
        {HEAD "..@\nT..", ""},
        {"type octile\r\nheight 2\r\nwidth 3\r\nmap\r\n..@\r\nT..\r\n", ""},
        {"type octile\nwidth 3\nheight 2\nmap\n..@\nT..\n", ""},
        {"width 3\nheight 2\ntype octile\nmap\n..@\nT..\n\n\n", ""},
        {"\xef\xbb\xbf\ntype octile \n\nheight\t2\nwidth  3 \nmap \n..@  \nT..\t\n", ""},
        {"height 2\nwidth 3\nmap\n..@\nT..\n", "no type given; assuming octile"},
        {HEAD "..@\nt..\n",
         "lower-case letters read as upper case: 1, the first is \"t\" at line 6 column 1"},
        {HEAD "..@\nT..\n\n.\n", "ignored the text after the last row, from line 8"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        reading r = read_text(cases[i].text, NULL);
        if (r.result != WEND_OK) fail_msg("%s: %s", cases[i].text, r.error.text);
        assert_string_equal(r.info.warning, cases[i].warning);
        static const uint8_t classes[] = {1, 1, 4, 5, 1, 1};
        for (int32_t t = 0; t < 6; t++) assert_int_equal(tile_class(&r, t % 3, t / 3), classes[t]);
        wend_grid_destroy(r.grid);
    }
}

static void map_errors(void** state) {
    (void)state;
    static const text_case cases[] = {
        {HEAD "..@\nT.x\n", "\"x\" at line 6 column 3 is not a terrain letter; expected one of . G S W @ O T",
         WEND_ERROR_FORMAT},
        {HEAD "..@\nT.\n", "line 6 has 2 letters, row 2 of 2; expected 3", WEND_ERROR_FORMAT},
        {HEAD "..@.\nT..\n", "line 5 has 4 letters, row 1 of 2; expected 3", WEND_ERROR_FORMAT},
        {HEAD "..@\n", "truncated: 1 rows; expected 2", WEND_ERROR_FORMAT},
        {HEAD, "truncated: 0 rows; expected 2", WEND_ERROR_FORMAT},
        {"type octile\nheight 2\nwidth 3\n", "the header ends at line 3; expected \"map\"",
         WEND_ERROR_FORMAT},
        {"type octile\nheight 2\nmap\n..\n", "line 3 without a width", WEND_ERROR_FORMAT},
        {"type octile\nwidth 2\nmap\n..\n", "line 3 without a height", WEND_ERROR_FORMAT},
        {"type octile\nheight two\n", "the height is \"two\" at line 2; expected a number",
         WEND_ERROR_FORMAT},
        {"type octile\nheight 2 3\n", "line 2; expected a number", WEND_ERROR_FORMAT},
        {"type octile\nheight -2\n", "the height is \"-2\" at line 2", WEND_ERROR_FORMAT},
        {"type octile\nheight\n", "the height is \"\" at line 2", WEND_ERROR_FORMAT},
        {"type octile\nwidth 0\n", "the width is 0 at line 2; expected at least 1", WEND_ERROR_FORMAT},
        {"type octile\nwidth 99999999999\n", "the width is \"99999999999\"", WEND_ERROR_FORMAT},
        {"type octile\ndepth 2\n", "\"depth\" at line 2; expected type, height, width or map",
         WEND_ERROR_FORMAT},
        {"type hexagonal\n", "the type is \"hexagonal\" at line 1; expected octile", WEND_ERROR_UNSUPPORTED},
        {"type octile\nheight 1000000\nwidth 1000000\nmap\n", "1000000000000 tiles; the limit is 4294967296",
         WEND_ERROR_LIMIT},
        {"type octile\nheight 40000\nwidth 40000\nmap\n.", "expected at least 1600039999 bytes",
         WEND_ERROR_FORMAT},
        {HEAD "..\x01\n", "0x01 at line 5 column 3", WEND_ERROR_FORMAT},
    };
    check_texts(cases, sizeof cases / sizeof *cases);
}

static const char scenario_file[] = "import_movingai_test.scen"; // in the build folder

static wend_result load_text(const char* text, wend_scenario** out, wend_error* error) {
    files_put(scenario_file, text, strlen(text));
    wend_result result = wend_scenario_load(scenario_file, out, error);
    remove(scenario_file);
    return result;
}

static void scenarios(void** state) {
    (void)state;
    static const char* const texts[] = {
        "version 1\n3\tarena.map\t49\t48\t1\t11\t2\t12\t1.41421\n0 a.map 5 4 0 0 4 3 6.5\n",
        "version 1.0\r\n3\tarena.map\t49\t48\t1\t11\t2\t12\t1.41421\r\n\r\n0 a.map 5 4 0 0 4 3 65e-1\r\n",
        "\n3 maps/my maps/arena 2.map 49 48 1 11 2 12 1.41421\n0\ta b\t5\t4\t0\t0\t4\t3\t0.65e+1",
    };
    for (int32_t i = 0; i < 3; i++) {
        wend_scenario* scenario = NULL;
        wend_error error;
        if (load_text(texts[i], &scenario, &error) != WEND_OK) fail_msg("%s", error.text);
        int32_t count;
        const wend_scenario_problem* p = wend_scenario_problems(scenario, &count);
        assert_int_equal(count, 2);
        assert_int_equal(p->bucket, 3);
        assert_int_equal(p->width, 49);
        assert_int_equal(p->height, 48);
        assert_tile(p->start, 1, 11);
        assert_tile(p->goal, 2, 12);
        assert_true(p->optimal_cost == 1.41421);
        assert_int_equal(p->line, 2);
        assert_tile(p[1].goal, 4, 3);
        assert_true(p[1].optimal_cost == 6.5);
        assert_int_equal(p[1].line, i == 1 ? 4 : 3);
        wend_scenario_destroy(scenario);
    }
    wend_scenario_destroy(NULL);
}

static void scenario_errors(void** state) {
    (void)state;
    static const struct {
        const char *text, *says;
        wend_result result;
    } cases[] = {
        {"", "no problems found", WEND_ERROR_FORMAT},
        {"version 1\n", "no problems found", WEND_ERROR_FORMAT},
        {"version 2\n", "the version is \"2\" at line 1; expected 1 or 1.0", WEND_ERROR_UNSUPPORTED},
        {"version\n", "the version is \"\" at line 1", WEND_ERROR_UNSUPPORTED},
        {"version 1\nx a.map 5 4 0 0 4 3 6.5\n", "the bucket is \"x\" at line 2; expected",
         WEND_ERROR_FORMAT},
        {"version 1\n1 a.map 5 4 0 0 4 3 six\n", "the length is \"six\" at line 2; expected",
         WEND_ERROR_FORMAT},
        {"version 1\n1 a.map 5 4 0 0 4 3 nan\n", "the length is \"nan\" at line 2", WEND_ERROR_FORMAT},
        {"version 1\n1 a.map 5 4 0 0 4 3 1e999\n", "the length is \"1e999\" at line 2", WEND_ERROR_FORMAT},
        {"version 1\n1 a.map 5 4 0 0 4 3 -1\n", "the length is \"-1\" at line 2", WEND_ERROR_FORMAT},
        {"1 a.map 5 4 0 0 4 3.5 1\n", "the goal y is \"3.5\" at line 1", WEND_ERROR_FORMAT},
        {"1 a.map 5 4 0 0 4 3 1\n1 a.map 5 4 0 0 4 1\n", "the width is \"a.map\" at line 2",
         WEND_ERROR_FORMAT},
        {"1 5 4 0 0 4 3 1\n", "line 1 has no map; expected", WEND_ERROR_FORMAT},
        {"1\n", "line 1 has no length; expected", WEND_ERROR_FORMAT},
        {"1 a.map 5 4 5 0 4 3 1\n", "the start (5, 0) at line 1 is outside the map of 5 x 4",
         WEND_ERROR_FORMAT},
        {"1 a.map 5 4 4 0 4 4 1\n", "the goal (4, 4) at line 1", WEND_ERROR_FORMAT},
        {"1 a.map 5 4 99999999999 0 4 3 1\n", "the start x is \"99999999999\" at line 1", WEND_ERROR_FORMAT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_scenario* scenario = NULL;
        wend_error error;
        wend_result result = load_text(cases[i].text, &scenario, &error);
        if (result != cases[i].result || !strstr(error.text, cases[i].says))
            fail_msg("\"%s\" gives %d %s", cases[i].text, result, result ? error.text : "");
        assert_null(scenario);
        check_error_line(&error, result, scenario_file);
        assert_int_equal(load_text(cases[i].text, &scenario, NULL), result);
    }
    wend_scenario* scenario = NULL;
    wend_error error;
    assert_int_equal(wend_scenario_load("no such file.scen", &scenario, &error), WEND_ERROR_IO);
    check_error_line(&error, WEND_ERROR_IO, "no such file.scen");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(letters),   cmocka_unit_test(variants),        cmocka_unit_test(map_errors),
        cmocka_unit_test(scenarios), cmocka_unit_test(scenario_errors),
    };
    return run_unit_tests(tests);
}
