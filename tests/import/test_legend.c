// What do colours cost with a legend, and what happens to colours that are not in it?
#include "files.h"
#include "read.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wend/legend.h"

static wend_import_def legend_def(const char* legend) {
    files_put("legend.txt", legend, strlen(legend));
    wend_import_def def = wend_default_import_def();
    def.rule = WEND_RULE_PALETTE;
    def.legend = "legend.txt";
    return def;
}

static reading read_colors(const picture* p, const wend_import_def* def) {
    static bytes file;
    make_pnm(&file, p, '6', 255);
    return read_file(&file, def);
}

static float cost_at(const reading* r, int32_t x) {
    return wend_grid_cost(r->grid, (wend_tile){x, 0});
}

static const char usual[] = "// terrain\n"
                            "#ff0000 1 road\n"
                            "  0,255,0\t2.5  deep  forest // with a comment\r\n"
                            "\n"
                            "#000080..#4080ff blocked water\n"
                            "#ABCDEF 1024\n"
                            "255,0,0 7 never: the first row counts\n";

static void colors_and_ranges(void** state) {
    (void)state;
    picture p = {.width = 6,
                 .height = 1,
                 .channels = 3,
                 .samples = {255, 0, 0, 0, 255, 0, 0, 0, 128, 64, 128, 255, 32, 1, 200, 0xab, 0xcd, 0xef}};
    wend_import_def def = legend_def(usual);
    reading r = read_colors(&p, &def);
    if (r.result != WEND_OK) fail_msg("%s", r.error.text);
    static const uint8_t classes[] = {1, 2, 3, 3, 3, 4};
    static const float costs[] = {1, 2.5f, 0, 0, 0, 1024};
    for (int32_t x = 0; x < 6; x++) {
        assert_int_equal(tile_class(&r, x, 0), classes[x]);
        assert_true(cost_at(&r, x) == costs[x]);
    }
    assert_string_equal(r.info.rule, "palette");
    assert_string_equal(r.info.meanings[1], "road");
    assert_string_equal(r.info.meanings[2], "deep  forest");
    assert_string_equal(r.info.meanings[3], "water");
    assert_string_equal(r.info.meanings[4], "#ABCDEF");
    assert_string_equal(r.info.warning, "");
    uint64_t hash = r.info.source_hash;
    wend_grid_destroy(r.grid);
    def = legend_def("0,0,0..255,255,255 2\n"); // another legend is another source
    r = read_colors(&p, &def);
    assert_true(r.info.source_hash != hash && cost_at(&r, 3) == 2);
    wend_grid_destroy(r.grid);
}

// A name may not steer the terminal that it is shown on, nor end within a character.
static void names_are_clean(void** state) {
    (void)state;
    picture p = {.width = 1, .height = 1, .channels = 3};
    wend_import_def def =
        legend_def("#000000 1 a\x1b[31mb\xff\n"
                   "#000001 1 \xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4"
                   "\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4"
                   "\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\n");
    reading r = read_colors(&p, &def);
    assert_ok(r.result);
    assert_string_equal(r.info.meanings[1], "a?[31mb?");
    assert_int_equal(strlen(r.info.meanings[2]), WEND_MEANING_BYTES - 1);
    assert_int_equal(r.info.meanings[2][WEND_MEANING_BYTES - 2], '?'); // 47 bytes: half a character
    wend_grid_destroy(r.grid);
}

static void every_kind_of_picture(void** state) {
    (void)state;
    static bytes file;
    wend_import_def def = legend_def("#ffffff 1\n#ff0000 3\n");
    // 16 bits, compared with 8
    picture wide = {.width = 2, .height = 1, .channels = 3, .samples = {65535, 0, 0, 65535, 65500, 65535}};
    make_png(&file, &wide, &(png_kind){.color_type = 2, .bits = 16});
    reading r = read_file(&file, &def);
    assert_ok(r.result);
    assert_true(cost_at(&r, 0) == 3 && cost_at(&r, 1) == 1);
    wend_grid_destroy(r.grid);
    // a palette of which one colour is transparent and one is never used
    png_kind kind = {.color_type = 3,
                     .bits = 2,
                     .palette_size = 4,
                     .palette = {{255, 0, 0, 255}, {1, 2, 3, 10}, {9, 9, 9, 255}, {255, 255, 255, 255}}};
    picture index = {.width = 3, .height = 1, .channels = 1, .samples = {0, 1, 3}};
    make_png(&file, &index, &kind);
    r = read_file(&file, &def);
    if (r.result != WEND_OK) fail_msg("%s", r.error.text);
    assert_true(cost_at(&r, 0) == 3 && cost_at(&r, 1) == 0 && cost_at(&r, 2) == 1);
    assert_int_equal(tile_class(&r, 1, 0), 0);
    wend_grid_destroy(r.grid);
    // grey
    picture grey = {.width = 1, .height = 1, .channels = 1, .samples = {255}};
    make_pnm(&file, &grey, '5', 255);
    r = read_file(&file, &def);
    assert_ok(r.result);
    assert_true(cost_at(&r, 0) == 1);
    wend_grid_destroy(r.grid);
}

static void unknown_colors(void** state) {
    (void)state;
    picture p = {.width = 7, .height = 1, .channels = 3, .samples = {255, 0, 0,   250, 4, 4, 1, 2, 3, 1, 2,
                                                                     3,   0, 200, 0,   9, 9, 9, 8, 8, 8}};
    wend_import_def def = legend_def("#ff0000 2 red\n#000000 3 black\n");
    reading r = read_colors(&p, &def); // an error unless the legend says otherwise
    assert_int_equal(r.result, WEND_ERROR_FORMAT);
    assert_non_null(strstr(r.error.text, "6 pixels"));
    assert_non_null(strstr(r.error.text, "the first at (1, 0)"));
    assert_non_null(strstr(r.error.text, ": #010203 (2 pixels), "));
    assert_non_null(strstr(r.error.text, " and 1 more"));
    def = legend_def("#ff0000 2 red\n#000000 3 black\nunknown nearest\n");
    r = read_colors(&p, &def);
    assert_ok(r.result);
    static const float nearest[] = {2, 2, 3, 3, 3, 3, 3};
    for (int32_t x = 0; x < 7; x++) assert_true(cost_at(&r, x) == nearest[x]);
    assert_non_null(
        strstr(r.info.warning, "6 pixels have colours not in the legend, replaced by the nearest"));
    wend_grid_destroy(r.grid);
    def = legend_def("unknown blocked\n#ff0000 2 red\n");
    r = read_colors(&p, &def);
    assert_ok(r.result);
    for (int32_t x = 1; x < 7; x++) assert_int_equal(tile_class(&r, x, 0), 255);
    assert_true(cost_at(&r, 1) == 0);
    assert_string_equal(r.info.meanings[255], "not in the legend");
    wend_grid_destroy(r.grid);
    def = legend_def("unknown 4.5\n#ff0000 2 red\n");
    r = read_colors(&p, &def);
    assert_ok(r.result);
    assert_true(cost_at(&r, 1) == 4.5f);
    wend_grid_destroy(r.grid);
}

// More unknown colours than are counted one by one, and slots that several share.
static void many_unknown_colors(void** state) {
    (void)state;
    static bytes file;
    picture p = {.width = 40, .height = 34, .channels = 3};
    for (int32_t i = 0; i < 40 * 34; i++) {
        uint32_t color = (uint32_t)i * 2654435761u;
        for (int32_t c = 0; c < 3; c++) p.samples[3 * i + c] = (uint16_t)(color >> (8 * c) & 0xff);
    }
    make_pnm(&file, &p, '6', 255);
    wend_import_def def = legend_def("#808080 1\nunknown nearest\n");
    reading r = read_file(&file, &def);
    assert_ok(r.result);
    assert_non_null(strstr(r.info.warning, "1360 pixels have colours"));
    assert_non_null(strstr(r.info.warning, " and at least 252 more"));
    assert_int_equal(wend_grid_class_counts(r.grid)[1], 1360);
    wend_grid_destroy(r.grid);
}

static void errors_have_a_place(void** state) {
    (void)state;
    picture p = {.width = 1, .height = 1, .channels = 3};
    static const struct {
        const char *legend, *expected;
    } cases[] = {
        {"", "line 1, column 1: the legend has no colours"},
        {"// nothing\n", "line 1, column 1: the legend has no colours"},
        {"#ff0000\n", "line 1, column 8: the line ends; expected a cost"},
        {"#ff0000 1\n  #ff000 1\n", "line 2, column 3: '#ff000' is not a colour"},
        {"#gg0000 1\n", "line 1, column 1: '#gg0000' is not a colour"},
        {"255,0 1\n", "line 1, column 1: '255,0' is not a colour"},
        {"255,0,256 1\n", "line 1, column 1: '255,0,256' is not a colour"},
        {"1,2,3,4 1\n", "line 1, column 1: '1,2,3,4' is not a colour"},
        {"-1,2,3 1\n", "line 1, column 1"},
        {"#000000..red 1\n", "line 1, column 10: 'red' is not a colour"},
        {"#000000..#ff 1\n", "line 1, column 10"},
        {"#0000ff..#ffff00 1\n", "line 1, column 1: the range ends below its start in the blue channel"},
        {"#000000 free\n", "line 1, column 9: 'free' is not a cost; expected 0.015625 to 1024, or blocked"},
        {"#000000 0\n", "line 1, column 9: '0' is not a cost"},
        {"#000000 1025\n", "line 1, column 9: '1025' is not a cost"},
        {"#000000 nan\n", "line 1, column 9"},
        {"unknown maybe\n", "line 1, column 9: 'maybe' is not a rule for unknown colours"},
        {"unknown error\nunknown error\n", "line 2, column 1: unknown is given twice"},
        {"#000000 0.1\n#000001 1000\n", "costs from 0.1 to 1000; expected at most a factor of 4096"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_import_def def = legend_def(cases[i].legend);
        static bytes file;
        make_pnm(&file, &p, '6', 255);
        wend_grid* grid = NULL;
        wend_error error;
        wend_result result = wend_import_memory(file.data, file.size, "picture", &def, &grid, NULL, &error);
        assert_int_equal(result, WEND_ERROR_FORMAT);
        check_error_line(&error, result, "legend.txt");
        if (!strstr(error.text, cases[i].expected))
            fail_msg("%s; expected: %s", error.text, cases[i].expected);
    }
    wend_import_def def = legend_def("#000000 1\n");
    def.legend = NULL;
    assert_int_equal(read_colors(&p, &def).result, WEND_ERROR_ARGUMENT);
}

static void limits(void** state) {
    (void)state;
    picture p = {.width = 1, .height = 1, .channels = 3};
    char* text = malloc(3 << 20);
    assert_non_null(text);
    size_t used = 0;
    for (int32_t i = 0; i < 254; i++) used += (size_t)sprintf(text + used, "%d,%d,%d 1\n", 0, 0, i);
    wend_import_def def = legend_def(text);
    reading r = read_colors(&p, &def);
    assert_ok(r.result);
    assert_int_equal(tile_class(&r, 0, 0), 1);
    wend_grid_destroy(r.grid);
    sprintf(text + used, "1,1,1 1\n");
    def = legend_def(text);
    wend_grid* grid = NULL;
    wend_error error;
    static bytes file;
    make_pnm(&file, &p, '6', 255);
    assert_int_equal(wend_import_memory(file.data, file.size, "picture", &def, &grid, NULL, &error),
                     WEND_ERROR_FORMAT);
    assert_non_null(strstr(error.text, "line 255, column 1: more than 254 colours"));
    memset(text, '\n', 2 << 20);
    files_put("legend.txt", text, 2 << 20);
    assert_int_equal(wend_import_memory(file.data, file.size, "picture", &def, &grid, NULL, &error),
                     WEND_ERROR_FORMAT);
    assert_non_null(strstr(error.text, "is not a legend"));
    free(text);
}

// Every legend that is cut short or has a bit changed is read or refused.
static void damaged_legends(void** state) {
    (void)state;
    picture p = {.width = 1, .height = 1, .channels = 3, .samples = {255, 0, 0}};
    static bytes file;
    make_pnm(&file, &p, '6', 255);
    char copy[sizeof usual];
    for (size_t i = 0; i < 9 * (sizeof usual - 1); i++) {
        size_t size = i < 8 * (sizeof usual - 1) ? sizeof usual - 1 : i - 8 * (sizeof usual - 1);
        memcpy(copy, usual, sizeof usual);
        if (size == sizeof usual - 1) copy[i / 8] = (char)(copy[i / 8] ^ 1 << i % 8);
        files_put("legend.txt", copy, size);
        wend_import_def def = wend_default_import_def();
        def.rule = WEND_RULE_PALETTE;
        def.legend = "legend.txt";
        wend_grid* grid = NULL;
        wend_error error;
        wend_result result =
            wend_import_memory(file.data, file.size, "legend.txt", &def, &grid, NULL, &error);
        if (result != WEND_OK) check_error_line(&error, result, "legend.txt");
        wend_grid_destroy(grid);
    }
}

// ---- wend/legend.h

static wend_legend legend, again;
static char text[WEND_LEGEND_TEXT_BYTES];

static wend_legend_row row_of(uint32_t low, uint32_t high, float cost, const char* name) {
    wend_legend_row row = {.cost = cost};
    for (int32_t i = 0; i < 3; i++) {
        row.low[i] = (uint8_t)(low >> (16 - 8 * i));
        row.high[i] = (uint8_t)(high >> (16 - 8 * i));
    }
    snprintf(row.name, sizeof row.name, "%s", name);
    return row;
}

static wend_result read_again(wend_error* error) {
    files_put("written.txt", text, strlen(text));
    const wend_import_def def = wend_default_import_def();
    return wend_legend_read("written.txt", &def, &again, error);
}

static void assert_written_is_read(void) {
    wend_error error = {.text = ""};
    wend_legend_write(&legend, "map.png", NULL, text);
    if (read_again(&error) != WEND_OK) fail_msg("%s\n%s", error.text, text);
    assert_int_equal(again.count, legend.count);
    assert_int_equal(again.unknown, legend.unknown);
    assert_true(again.unknown_cost == legend.unknown_cost);
    assert_int_equal(again.tolerance, legend.tolerance);
    for (int32_t i = 0; i < legend.count; i++) {
        const wend_legend_row *a = &legend.rows[i], *b = &again.rows[i];
        assert_memory_equal(a->low, b->low, sizeof a->low);
        assert_memory_equal(a->high, b->high, sizeof a->high);
        assert_true(a->cost == b->cost);
        assert_string_equal(a->name, b->name);
    }
}

static void what_is_written_is_read(void** state) {
    (void)state;
    legend = (wend_legend){.count = 4, .unknown = WEND_UNKNOWN_COST, .unknown_cost = 0, .tolerance = 441};
    legend.rows[0] = row_of(0xff0000, 0xff0000, WEND_MIN_CLASS_COST, "road");
    legend.rows[1] = row_of(0x000080, 0x4080ff, 0, "deep  water");
    legend.rows[2] = row_of(0x000000, 0xffffff, 1.0f / 3, "a/b: 50 % http://x");
    legend.rows[3] = row_of(0x010203, 0x010203, 3.14159274f, "unknown");
    assert_written_is_read();
    legend.unknown_cost = 0.1f;
    assert_written_is_read();
    legend.unknown = WEND_UNKNOWN_NEAREST, legend.unknown_cost = 0, legend.tolerance = 0;
    assert_written_is_read();
    legend.unknown = WEND_UNKNOWN_ERROR;
    assert_written_is_read();
    // the longest legend there can be
    legend.count = WEND_MAX_LEGEND_ROWS;
    for (uint32_t i = 0; i < WEND_MAX_LEGEND_ROWS; i++)
        legend.rows[i] = row_of(i << 16, i << 16 | 0xffff, 0.0123456789f * (float)(i + 2),
                                "a name of forty-seven letters, as long as it ca");
    assert_written_is_read();
    assert_true(strlen(text) < WEND_LEGEND_TEXT_BYTES - 1);
}

static void names_are_cleaned(void** state) {
    (void)state;
    legend = (wend_legend){.count = 3};
    legend.rows[0] = row_of(0, 0, 1, "// a comment //b");
    legend.rows[1] = row_of(1, 1, 1, "two\nlines");
    legend.rows[2] = row_of(2, 2, 1, "cut \xc3");
    wend_error error;
    wend_legend_write(&legend, "a\nname", NULL, text);
    assert_ok(read_again(&error));
    assert_int_equal(again.count, 3);
    assert_string_equal(again.rows[0].name, "-- a comment --b");
    assert_string_equal(again.rows[1].name, "two?lines");
    assert_string_equal(again.rows[2].name, "cut ?");
    assert_non_null(strstr(text, "// The colours of a?name.\n"));
}

static void a_proposal_has_the_colors(void** state) {
    (void)state;
    wend_image_colors colors = {.count = 2, .distinct = 2, .pixels = 4};
    colors.list[0] = (wend_image_color){40, 120, 200, "water", 0, 3};
    colors.list[1] = (wend_image_color){104, 176, 64, "grass", 1.5f, 1};
    assert_ok(wend_legend_propose(&colors, &legend));
    assert_int_equal(legend.count, 2);
    assert_int_equal(legend.unknown, WEND_UNKNOWN_ERROR);
    assert_int_equal(legend.tolerance, 0);
    wend_legend_write(&legend, "map.png", &colors, text);
    assert_non_null(strstr(text, "are guesses from the hue"));
    assert_non_null(strstr(text, "\n#2878c8      blocked  water        // 75.00 %\n"));
    legend.rows[1].cost = 2; // no guess any more
    wend_legend_write(&legend, "map.png", &colors, text);
    assert_null(strstr(text, "guesses"));
    assert_non_null(strstr(text, "\n#68b040      2        grass        // 25.00 %\n"));
    colors.distinct = 3; // there are blends, too
    assert_ok(wend_legend_propose(&colors, &legend));
    assert_int_equal(legend.unknown, WEND_UNKNOWN_NEAREST);
    assert_int_equal(legend.tolerance, 48);
    colors.count = 0;
    assert_int_equal(wend_legend_propose(&colors, &legend), WEND_ERROR_ARGUMENT);
    assert_int_equal(legend.count, 2);
}

static void a_wrong_legend_changes_nothing(void** state) {
    (void)state;
    wend_error error;
    again = (wend_legend){.count = 7};
    snprintf(text, sizeof text, "#ffffff 1 white\n#12345 1\n");
    assert_int_equal(read_again(&error), WEND_ERROR_FORMAT);
    assert_non_null(strstr(error.text, "written.txt: line 2, column 1: '#12345' is not a colour"));
    assert_int_equal(again.count, 7);
    wend_import_def def = wend_default_import_def();
    assert_int_equal(wend_legend_read("none.txt", &def, &again, &error), WEND_ERROR_IO);
    def.cookie++;
    assert_int_equal(wend_legend_read("written.txt", &def, &again, &error), WEND_ERROR_DEF);
    assert_int_equal(again.count, 7);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(colors_and_ranges),
        cmocka_unit_test(every_kind_of_picture),
        cmocka_unit_test(names_are_clean),
        cmocka_unit_test(unknown_colors),
        cmocka_unit_test(many_unknown_colors),
        cmocka_unit_test(errors_have_a_place),
        cmocka_unit_test(limits),
        cmocka_unit_test(damaged_legends),
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(names_are_cleaned),
        cmocka_unit_test(a_proposal_has_the_colors),
        cmocka_unit_test(a_wrong_legend_changes_nothing),
    };
    files_enter();
    int failed = run_unit_tests(tests);
    files_leave();
    return failed;
}
