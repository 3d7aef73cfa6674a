// Are text grids read in all their dialects, and does an error name its position?
#include "read.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>

#define HEAD "10\n3\n2\n"

static void usual_letters(void** state) {
    (void)state;
    reading r = read_text(".-^xXwW#@*0123456789 // a row\n", NULL);
    assert_ok(r.result);
    static const float costs[] = {1, 1.5f, 2, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    assert_int_equal(wend_grid_width(r.grid), 20);
    for (int32_t x = 0; x < 20; x++) assert_true(wend_grid_cost(r.grid, (wend_tile){x, 0}) == costs[x]);
    assert_int_equal(tile_class(&r, 1, 0), '-');
    assert_string_equal(r.info.format, "textgrid");
    assert_string_equal(r.info.rule, "letters");
    assert_string_equal(r.info.warning, "");
    assert_false(r.info.is_image);
    wend_grid_destroy(r.grid);
}

// Each is "x.." over ".4.".
static void dialects(void** state) {
    (void)state;
    static const struct {
        const char *text, *warning;
        float tile_size;
    } cases[] = {
        {HEAD "x..\n.4.\n", "", 10},
        {HEAD "x..\n.4.", "", 10},
        {"10\r\n3\r\n2\r\nx..\r\n.4.\r\n", "", 10},
        {"10// side of a tile\r\n3// across\r\n2// down\r\nx..\r\n.4. \r\n", "", 10},
        {"// a map\n\n2.5 // side\n3 2\n// rows\n\nx..\n.4.\n\n", "", 2.5f},
        {"10 10\n3\n2\n0 0 0\nx..\n.4.\n", "", 10},
        {"10 10\n3\n2\n5 0 7\nx..\n.4.\n", "ignored the position of the grid at line 4", 10},
        {"10 3 2\nx . .\n. 4 .\n", "", 10},
        {"\xef\xbb\xbf" HEAD "x..\n.4.\n", "", 10},
        {"x..\n.4.\n", "", 1},
        {"x..\r\n.4.\r\n\r\n", "", 1},
        {"x . .\n. 4 .\n", "", 1},
        {"// letters A=4 B=blocked\nB..\n.A.\n", "", 1},
        {"1 // side\n3\n2\n// letters A=4, B=blocked\nB..\n.A.\n", "", 1},
        {HEAD "x..\n.4.\nmore\n", "ignored the text after the last row, from line 6", 10},
        {HEAD "x.. // the first row\n// three across\n.4.// the second\n// the end\n", "", 10},
        {"16 px // a tile\n3 columns\n2 rows\nx..\n.4.\n", "", 16},
        {"2.5m\t3 tiles, 2 tiles\nx..\n.4.\n", "", 2.5f},
        {"tile size: 16 px\nwidth: 3\nheight: 2\n\nx..\n.4.\n", "", 16},
        {"Width = 3 tiles\r\nHeight = 2 tiles\r\n// rows\r\nx..\r\n.4.\r\n", "", 1},
        {"width: 3\nheight: 2\ntile: 4\nx..\n.4.\n", "", 4},
        {"map size: 3, 2\nnode size 5\nx..\n.4.\n", "", 5},
        {"3 columns\nwidth: 3\nheight: 2\nx\t.\t.\n.\t4\t.\n", "", 3},
        {"x\t.\t.\n.\t4\t. // tabs\n", "", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        reading r = read_text(cases[i].text, NULL);
        if (r.result != WEND_OK) fail_msg("%s: %s", cases[i].text, r.error.text);
        assert_string_equal(r.info.warning, cases[i].warning);
        static const float costs[] = {0, 1, 1, 1, 4, 1};
        assert_int_equal(wend_grid_width(r.grid), 3);
        assert_int_equal(wend_grid_height(r.grid), 2);
        for (int32_t t = 0; t < 6; t++)
            assert_true(wend_grid_cost(r.grid, (wend_tile){t % 3, t / 3}) == costs[t]);
        assert_true(wend_grid_tile_size(r.grid) == cases[i].tile_size);
        wend_grid_destroy(r.grid);
    }
}

static void blanks_are_blocked_tiles(void** state) {
    (void)state;
    reading r = read_text(HEAD "x  \n  .\n", NULL);
    assert_ok(r.result);
    assert_int_equal(wend_grid_passable_count(r.grid), 1);
    wend_grid_destroy(r.grid);
    r = read_text(HEAD "   \n  .\n", NULL); // also in the first row
    assert_ok(r.result);
    assert_true(wend_grid_passable(r.grid, (wend_tile){2, 1}));
    wend_grid_destroy(r.grid);
}

// As in a maze drawn with # and blanks: without them nothing would be passable.
static void blanks_are_floor_where_nothing_else_is(void** state) {
    (void)state;
    reading r = read_text("#####\n#   #\n# # #\n#   # // floor\n#####\n", NULL);
    assert_ok(r.result);
    assert_int_equal(wend_grid_width(r.grid), 5);
    assert_int_equal(wend_grid_passable_count(r.grid), 8);
    assert_true(wend_grid_cost(r.grid, (wend_tile){1, 1}) == 1);
    wend_grid_destroy(r.grid);
    r = read_text("10\n4\n2\n    \n x> // an escalator is no floor\n", NULL); // a row of blanks
    assert_ok(r.result);
    assert_int_equal(wend_grid_passable_count(r.grid), 7);
    wend_grid_destroy(r.grid);
    wend_import_def def = wend_default_import_def();
    def.letters = " =blocked"; // the person knows better
    r = read_text("#####\n#   #\n", &def);
    assert_ok(r.result);
    assert_int_equal(wend_grid_passable_count(r.grid), 0);
    wend_grid_destroy(r.grid);
    def = wend_default_import_def();
    def.fill_short = true; // what is missing is blocked still
    r = read_text("#####\n#\n#   #\n", &def);
    assert_ok(r.result);
    assert_int_equal(wend_grid_passable_count(r.grid), 3);
    wend_grid_destroy(r.grid);
}

static bool steps(const reading* r, int32_t x, int32_t y, int32_t to_x, int32_t to_y) {
    return wend_grid_can_step(r->grid, (wend_tile){x, y}, (wend_tile){to_x, to_y});
}

// Left only along the arrow; entered from behind and from the sides, not against it.
static void arrows_are_one_way_tiles(void** state) {
    (void)state;
    wend_import_def def = wend_default_import_def();
    for (int32_t c = WEND_CONNECTIVITY_8; c <= WEND_CONNECTIVITY_8_CUT; c++) {
        def.connectivity = (wend_connectivity)c;
        const bool diagonals = c != WEND_CONNECTIVITY_4;
        reading r = read_text("...\n.>.\n...\n", &def);
        assert_ok(r.result);
        assert_true(wend_grid_cost(r.grid, (wend_tile){1, 1}) == 1);
        for (int32_t y = 0; y < 3; y++)
            for (int32_t x = 0; x < 3; x++) {
                if (x == 1 && y == 1) continue;
                assert_int_equal(steps(&r, 1, 1, x, y), x == 2 && y == 1);
                assert_int_equal(steps(&r, x, y, 1, 1), x < 2 && (diagonals || x == 1 || y == 1));
            }
        wend_grid_destroy(r.grid);
    }
}

static void every_arrow(void** state) {
    (void)state;
    static const struct {
        char letter;
        int32_t x, y;
    } arrows[] = {{'<', -1, 0}, {'>', 1, 0}, {'v', 0, 1}, {'^', 0, -1}};
    for (size_t i = 0; i < sizeof arrows / sizeof *arrows; i++) {
        char text[32]; // the arrow in the corner makes ^ one, too
        snprintf(text, sizeof text, "...>\n.%c..\n....\n", arrows[i].letter);
        reading r = read_text(text, NULL);
        assert_ok(r.result);
        int32_t ways = 0;
        for (int32_t y = 0; y < 3; y++)
            for (int32_t x = 0; x < 3; x++) ways += (x != 1 || y != 1) && steps(&r, 1, 1, x, y);
        assert_int_equal(ways, 1);
        assert_true(steps(&r, 1, 1, 1 + arrows[i].x, 1 + arrows[i].y));
        assert_false(steps(&r, 1 + arrows[i].x, 1 + arrows[i].y, 1, 1));
        assert_true(steps(&r, 1 - arrows[i].x, 1 - arrows[i].y, 1, 1));
        wend_grid_destroy(r.grid);
    }
    reading r = read_text("...\n.^.\n... // v < >\n", NULL); // ^ alone is a hill
    assert_ok(r.result);
    assert_true(wend_grid_cost(r.grid, (wend_tile){1, 1}) == 2);
    assert_int_equal(wend_grid_closed_step_count(r.grid), 0);
    wend_grid_destroy(r.grid);
    wend_import_def def = wend_default_import_def();
    def.letters = "^=up >=2";
    r = read_text("..^\n.>.\n", &def);
    assert_ok(r.result);
    assert_true(wend_grid_cost(r.grid, (wend_tile){1, 1}) == 2);
    assert_false(steps(&r, 2, 0, 1, 0));
    assert_true(steps(&r, 1, 1, 0, 1));
    assert_string_equal(r.info.meanings['^'], "letter ^, one way up");
    wend_grid_destroy(r.grid);
    def = wend_default_import_def();
    def.downscale = 2;
    r = read_text("..\n.>\n", &def);
    assert_int_equal(r.result, WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(r.error.text, "1 one-way tiles, which downscaling would lose"));
}

static void letters_by_option(void** state) {
    (void)state;
    wend_import_def def = wend_default_import_def();
    def.letters = "m=3.5 ,=2,==blocked  .=4 x=1";
    reading r = read_text("m,=.x\nm,=.x\n", &def);
    assert_ok(r.result);
    static const float costs[] = {3.5f, 2, 0, 4, 1};
    for (int32_t x = 0; x < 5; x++) assert_true(wend_grid_cost(r.grid, (wend_tile){x, 0}) == costs[x]);
    wend_grid_destroy(r.grid);
    def.letters = "A=7"; // before what the file says
    r = read_text("// letters A=4 B=5\nABA\n", &def);
    assert_ok(r.result);
    assert_true(wend_grid_cost(r.grid, (wend_tile){0, 0}) == 7);
    assert_true(wend_grid_cost(r.grid, (wend_tile){1, 0}) == 5);
    wend_grid_destroy(r.grid);
    static const char* const bad[] = {"m",       "m=",   "m=x",         "m=-1",  "m=2000",
                                      "m=0.001", "mm=3", "a=1 m=1e999", "\xc3=1"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        def.letters = bad[i];
        r = read_text("..\n..\n", &def);
        assert_int_equal(r.result, WEND_ERROR_ARGUMENT);
        assert_non_null(strstr(r.error.text, "in letters; expected LETTER=COST"));
    }
}

static void downscaled(void** state) {
    (void)state;
    wend_import_def def = wend_default_import_def();
    def.downscale = 2;
    reading r = read_text("10\n4\n2\n..9.\n.x4.\n", &def);
    assert_ok(r.result);
    assert_false(wend_grid_passable(r.grid, (wend_tile){0, 0}));
    assert_true(wend_grid_cost(r.grid, (wend_tile){1, 0}) == 9);
    assert_true(wend_grid_tile_size(r.grid) == 20);
    wend_grid_destroy(r.grid);
}

static void what_rows_lack(void** state) {
    (void)state;
    wend_import_def def = wend_default_import_def();
    def.fill_short = true;
    reading r = read_text("10\n4\n4\n..\n....\n", &def);
    assert_ok(r.result);
    assert_int_equal(wend_grid_passable_count(r.grid), 6);
    assert_string_equal(r.info.warning, "1 of 4 rows are too short; the missing tiles are blocked; 2 of 4 "
                                        "rows are missing; their tiles are blocked");
    wend_grid_destroy(r.grid);
    r = read_text("....\n.\n\n..\n\n", &def);
    assert_ok(r.result);
    assert_int_equal(wend_grid_height(r.grid), 4);
    assert_int_equal(wend_grid_passable_count(r.grid), 7);
    wend_grid_destroy(r.grid);
    r = read_text("10\n2\n1\n...\n", &def); // too much is an error still
    assert_int_equal(r.result, WEND_ERROR_FORMAT);
}

static void errors(void** state) {
    (void)state;
    static const text_case cases[] = {
        {HEAD "x..\n.q.\n", "\"q\" at line 5 column 2, row 2 of 2, has no cost; expected . x a digit",
         WEND_ERROR_FORMAT},
        {HEAD "x..\n.\x0c.\n", "0x0c at line 5 column 2", WEND_ERROR_FORMAT},
        {HEAD "x..\n.4\n", "line 5 has 2 letters, row 2 of 2; expected 3 as the header says",
         WEND_ERROR_FORMAT},
        {HEAD "x...\n.4.\n", "line 4 has 4 letters, row 1 of 2; expected 3", WEND_ERROR_FORMAT},
        {HEAD "x..\n", "truncated: 1 rows; expected 2", WEND_ERROR_FORMAT},
        {HEAD, "truncated: 0 rows; expected 2", WEND_ERROR_FORMAT},
        {"10\n3\n", "truncated: the header ends at line 2; expected the side of a tile", WEND_ERROR_FORMAT},
        {"10\n3\nx..\n", "\"x..\" at line 3; expected the height, a number", WEND_ERROR_FORMAT},
        {"10\nwide\n", "\"wide\" at line 2; expected the width", WEND_ERROR_FORMAT},
        {"10 20\n3\n2\n...\n...\n",
         "the tiles are 10 x 20 at line 1; expected square tiles: the side of a tile, then the",
         WEND_ERROR_UNSUPPORTED},
        {"0\n3\n2\n...\n...\n", "the side of a tile is 0; expected more than 0", WEND_ERROR_FORMAT},
        {"10\n0\n2\n", "the width is 0 at line 3; expected a whole number in 1..", WEND_ERROR_FORMAT},
        {"10\n3\n2.5\n", "the height is 2.5 at line 3", WEND_ERROR_FORMAT},
        {"10\n3\n-2\n", "\"-2\" at line 3; expected the height", WEND_ERROR_FORMAT},
        {"10\n1000000\n1000000\n", "1000000000000 tiles; the limit is 4294967296", WEND_ERROR_LIMIT},
        {"10\n40000\n40000\n...", "expected at least 1600039999 bytes", WEND_ERROR_FORMAT},
        {"...\n..\n", "line 2 has 2 letters, row 2 of 2; expected 3 as the first row has", WEND_ERROR_FORMAT},
        {"// letters a=1 b\n..\n", "\"b\" at line 1; expected LETTER=COST", WEND_ERROR_FORMAT},
        {HEAD "x..// three\n.4// two\n", "line 5 has 2 letters, row 2 of 2", WEND_ERROR_FORMAT},
        {HEAD "x//\n.4.\n", "line 4 has 1 letter, row 1 of 2; expected 3",
         WEND_ERROR_FORMAT}, // as long as a row
        {HEAD "x..\n// a row of comment\n.\t.q\n", "\"q\" at line 6 column 4, row 2 of 2", WEND_ERROR_FORMAT},
        {"16 px\n3 furlongs\n2\n", "\"3 furlongs\" at line 2; expected the width", WEND_ERROR_FORMAT},
        {"width: 3\ndepth: 2\n...\n...\n", "\"depth: 2\" at line 2; expected the side of a tile",
         WEND_ERROR_FORMAT},
        {"tile size: 4\nwidth: 0\nheight: 2\n", "the width is 0", WEND_ERROR_FORMAT},
        {"width: 3\n", "truncated: the header ends at line 1", WEND_ERROR_FORMAT},
        {"// letters a=sideways\na.\n", "\"a=sideways\" at line 1; expected LETTER=COST", WEND_ERROR_FORMAT},
        {"hello\nworld\n", "\"h\" at line 1 column 1, row 1 of 2, has no cost", WEND_ERROR_FORMAT},
        {"hello, world\nthis is it\n", "unrecognised map format", WEND_ERROR_FORMAT},
        {"// nothing\n", "unrecognised map format", WEND_ERROR_FORMAT},
    };
    check_texts(cases, sizeof cases / sizeof *cases);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(usual_letters),
        cmocka_unit_test(dialects),
        cmocka_unit_test(downscaled),
        cmocka_unit_test(blanks_are_blocked_tiles),
        cmocka_unit_test(blanks_are_floor_where_nothing_else_is),
        cmocka_unit_test(arrows_are_one_way_tiles),
        cmocka_unit_test(every_arrow),
        cmocka_unit_test(letters_by_option),
        cmocka_unit_test(what_rows_lack),
        cmocka_unit_test(errors),
    };
    return run_unit_tests(tests);
}
