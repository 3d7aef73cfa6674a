// Are hexagons read in all layouts: from Tiled, from Wesnoth maps, from images and text?
#include "files.h"
#include "read.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>

static const wend_connectivity layouts[] = {WEND_CONNECTIVITY_HEX_ODD_R, WEND_CONNECTIVITY_HEX_EVEN_R,
                                            WEND_CONNECTIVITY_HEX_ODD_Q, WEND_CONNECTIVITY_HEX_EVEN_Q};
static const char* const axes[] = {"y", "y", "x", "x"};
static const char* const indices[] = {"odd", "even", "odd", "even"};

#define LAYER                                                                                                \
    "<tileset firstgid=\"1\"/><layer width=\"3\" height=\"3\"><data "                                        \
    "encoding=\"csv\">1,1,1,1,1,1,1,1,1</data></layer>"

// A map of hexagons of 32 x 28 pixels with a straight side of 12, and what else it has.
static const char* hex_map(int32_t layout, const char* more) {
    static char text[2000];
    snprintf(text, sizeof text,
             "<map orientation=\"hexagonal\" width=\"3\" height=\"3\" tilewidth=\"%d\" tileheight=\"%d\" "
             "hexsidelength=\"12\" staggeraxis=\"%s\" staggerindex=\"%s\">" LAYER "%s</map>",
             layout < 2 ? 28 : 32, layout < 2 ? 32 : 28, axes[layout], indices[layout], more);
    return text;
}

static void layouts_of_tiled(void** state) {
    (void)state;
    for (int32_t i = 0; i < 4; i++) {
        wend_import_def def = wend_default_import_def();
        reading r = read_text(hex_map(i, ""), &def);
        if (r.result != WEND_OK) fail_msg("%s", r.error.text);
        assert_int_equal(wend_grid_connectivity(r.grid), layouts[i]);
        assert_int_equal(wend_grid_passable_count(r.grid), 9);
        wend_grid_destroy(r.grid);
        def.downscale = 2;
        r = read_text(hex_map(i, ""), &def);
        assert_int_equal(r.result, WEND_ERROR_ARGUMENT);
        assert_non_null(strstr(r.error.text, "hexagons, which cannot be downscaled"));
    }
    reading r =
        read_text("<map orientation=\"hexagonal\" width=\"3\" height=\"3\" staggeraxis=\"z\"/>", NULL);
    assert_int_equal(r.result, WEND_ERROR_FORMAT);
    assert_non_null(strstr(r.error.text,
                           "staggeraxis \"z\" and the staggerindex \"\"; expected x or y, and odd or even"));
}

// The middle of each hexagon, and points near its corners, belong to it.
static void objects_on_hexagons(void** state) {
    (void)state;
    for (int32_t i = 0; i < 4; i++) {
        const bool by_rows = i < 2, is_even = i % 2 == 1;
        for (int32_t t = 1; t < 9; t++) {
            const int32_t x = t % 3, y = t / 3;
            const bool shifted = ((by_rows ? y : x) % 2 == 0) == is_even;
            double middle_x = by_rows ? 28 * x + 14 + 14 * shifted : 22 * x + 16;
            double middle_y = by_rows ? 22 * y + 16 : 28 * y + 14 + 14 * shifted;
            for (int32_t corner = 0; corner < 5; corner++) {
                static const int32_t off[5][2] = {{0, 0}, {-12, 0}, {12, 0}, {0, -12}, {0, 12}};
                char objects[600];
                snprintf(
                    objects, sizeof objects,
                    "<objectgroup><object id=\"1\" x=\"%g\" y=\"%g\"><properties><property name=\"to\" "
                    "type=\"object\" value=\"2\"/><property name=\"cost\" value=\"1\"/></properties></object>"
                    "<object id=\"2\" x=\"%g\" y=\"%g\"/></objectgroup>",
                    by_rows ? 14.0 + 14 * is_even : 16.0, by_rows ? 16.0 : 14.0 + 14 * is_even,
                    middle_x + off[corner][0], middle_y + off[corner][1]);
                reading r = read_text(hex_map(i, objects), NULL);
                if (r.result != WEND_OK) fail_msg("%s", r.error.text);
                int32_t count = 0;
                const wend_link* links = wend_grid_links(r.grid, &count);
                assert_int_equal(count, 1);
                assert_tile(links[0].from, 0, 0);
                assert_tile(links[0].to, x, y);
                wend_grid_destroy(r.grid);
            }
        }
    }
    reading r = read_text(hex_map(0, "<objectgroup name=\"walls\"><object id=\"1\" x=\"0\" y=\"0\"><polyline "
                                     "points=\"0,0 9,0\"/></object></objectgroup>"),
                          NULL);
    assert_int_equal(r.result, WEND_ERROR_UNSUPPORTED);
    assert_non_null(strstr(r.error.text, "a wall on a map of hexagons"));
}

// Only the six neighbours of a hexagon have a wall between.
static void walls_between_hexagons(void** state) {
    (void)state;
    files_enter();
    for (int32_t i = 0; i < 4; i++) {
        wend_import_def def = wend_default_import_def();
        def.connectivity = layouts[i];
        def.walls = "w.csv";
        for (int32_t y = 1; y < 3; y++)
            for (int32_t x = 1; x < 3; x++) {
                int32_t neighbours = 0;
                for (int32_t d = 0; d < 9; d++) {
                    char text[80];
                    snprintf(text, sizeof text, "x,y,to_x,to_y\n%d,%d,%d,%d\n", x, y, x + d % 3 - 1,
                             y + d / 3 - 1);
                    files_put("w.csv", text, strlen(text));
                    wend_grid* grid = NULL;
                    static const char map[] = "....\n....\n....\n....\n";
                    wend_result result =
                        wend_import_memory(map, sizeof map - 1, "map", &def, &grid, NULL, NULL);
                    neighbours += result == WEND_OK;
                    wend_grid_destroy(grid);
                }
                assert_int_equal(neighbours, 6);
            }
    }
    files_leave();
}

static void what_hexagons_cannot_have(void** state) {
    (void)state;
    wend_import_def def = wend_default_import_def();
    def.connectivity = WEND_CONNECTIVITY_HEX_ODD_R;
    reading r = read_text("...\n.>.\n", &def);
    assert_int_equal(r.result, WEND_ERROR_UNSUPPORTED);
    assert_non_null(strstr(r.error.text, "one-way tile in row 2 column 2; expected none among hexagons"));
    def.downscale = 2;
    r = read_text("...\n...\n", &def);
    assert_int_equal(r.result, WEND_ERROR_ARGUMENT);
    def.downscale = 1;
    def.thin_walls = true;
    r = read_text("...\n...\n...\n", &def);
    assert_int_equal(r.result, WEND_ERROR_ARGUMENT);
}

// ---- Wesnoth

static void terrain_of_wesnoth(void** state) {
    (void)state;
    static const char map[] = "border_size=1\nusage=map\n\n"
                              "Xx, Xx, Xx, Xx, Xx\n"
                              "Xx, Gg, 1 Ke, Gg^Fp, Xx\n"
                              "Xx, Ww, Wwf, Wo, Xx\r\n"
                              "Xx, Mm, Hh^Fp, Ww^Bw|, Xx\n"
                              "Xx, Gg^Ve, Gg^Xm, Ur^Pr/o, Xx\n"
                              "Xx, Xx, Xx, Xx, Xx\n";
    reading r = read_text(map, NULL);
    if (r.result != WEND_OK) fail_msg("%s", r.error.text);
    assert_string_equal(r.info.format, "wesnoth");
    assert_string_equal(r.info.rule, "terrain");
    assert_int_equal(wend_grid_connectivity(r.grid), WEND_CONNECTIVITY_HEX_ODD_Q);
    assert_int_equal(wend_grid_width(r.grid), 3);
    assert_int_equal(wend_grid_height(r.grid), 4);
    static const float costs[] = {1, 1, 2, 3, 1, 0, 3, 2, 1, 1, 0, 2};
    for (int32_t t = 0; t < 12; t++)
        if (wend_grid_cost(r.grid, (wend_tile){t % 3, t / 3}) != costs[t]) fail_msg("tile %d", t);
    assert_string_equal(r.info.meanings[wend_grid_class(r.grid, (wend_tile){2, 0})], "terrain Gg^Fp");
    wend_grid_destroy(r.grid);
    wend_import_def def = wend_default_import_def();
    def.letters = "W*=4 Wwf=1.5 ^Fp=3 Mm=blocked";
    r = read_text(map, &def);
    if (r.result != WEND_OK) fail_msg("%s", r.error.text);
    static const float given[] = {1, 1, 3, 4, 1.5f, 4, 0, 3, 4, 1, 0, 2};
    for (int32_t t = 0; t < 12; t++)
        if (wend_grid_cost(r.grid, (wend_tile){t % 3, t / 3}) != given[t]) fail_msg("tile %d", t);
    wend_grid_destroy(r.grid);
    r = read_text("Gg, Gg, Gg, Gg\nGg, Ss, Dd, Gg\nGg, Aa, Qx, Gg\nGg, Gg, Gg, Gg", NULL); // an old one
    if (r.result != WEND_OK) fail_msg("%s", r.error.text);
    assert_int_equal(wend_grid_width(r.grid), 2);
    assert_true(wend_grid_cost(r.grid, (wend_tile){1, 0}) == 2);
    wend_grid_destroy(r.grid);
    // What lies over a terrain: decoration, nothing, a closed and an open gate, forest over what is blocked
    // already; void; empty lines between the rows.
    r = read_text(
        "title=Isle\nmap_data=1\n\nborder_size=0\n\nGg^Ewl, Hh^, Ur^Pr/, Ur^Pr/o\n\nXx^Fp, _off^_usr, Ss^Uf, "
        "Gg^Bw/\n",
        NULL);
    if (r.result != WEND_OK) fail_msg("%s", r.error.text);
    assert_int_equal(wend_grid_height(r.grid), 2);
    static const float over[] = {1, 2, 0, 2, 0, 0, 3, 1};
    for (int32_t t = 0; t < 8; t++)
        if (wend_grid_cost(r.grid, (wend_tile){t % 4, t / 4}) != over[t]) fail_msg("tile %d", t);
    wend_grid_destroy(r.grid);
    // A pattern of letters may name the overlay alone, and the last one that fits counts.
    def.letters = "^E*=5 Hh=1.5 ^Pr/=2.5 Xx^Fp=7";
    r = read_text("border_size=0\nGg^Ewl, Hh^Fp, Ur^Pr/, Xx^Fp\nGg, Hh, Ur, Xx\n", &def);
    if (r.result != WEND_OK) fail_msg("%s", r.error.text);
    static const float by_letters[] = {5, 1.5f, 2.5f, 7, 1, 1.5f, 2, 0};
    for (int32_t t = 0; t < 8; t++)
        if (wend_grid_cost(r.grid, (wend_tile){t % 4, t / 4}) != by_letters[t]) fail_msg("tile %d", t);
    wend_grid_destroy(r.grid);
}

static void wrong_wesnoth_maps(void** state) {
    (void)state;
    static const text_case cases[] = {
        {"Gg, Gg, Gg\nGg, Gg\nGg, Gg, Gg\n", "line 2 has 2 codes, row 2; expected 3 as line 1 has",
         WEND_ERROR_FORMAT},
        {"Gg, Gg, Gg\nGg, Zz, Gg\nGg, Gg, Gg\n",
         "line 2, column 5: the terrain \"Zz\" has no cost; expected an entry", WEND_ERROR_FORMAT},
        {"Gg, Gg, Gg\nGg, g-g, Gg\nGg, Gg, Gg\n", "line 2, column 5: 'g-g' is not a terrain code",
         WEND_ERROR_FORMAT},
        {"border_size=x\nGg, Gg, Gg\n", "line 1, column 13: the border_size is 'x'; expected 0 to 100",
         WEND_ERROR_FORMAT},
        {"border_size=101\nGg, Gg, Gg\n", "the border_size is '101'; expected 0 to 100", WEND_ERROR_FORMAT},
        {"Gg, Gg, Gg\nGg, ^Fp, Gg\n", "line 2, column 5: '^Fp' is not a terrain code", WEND_ERROR_FORMAT},
        {"Gg, Gg, Gg\nGg, |, Gg\n", "line 2, column 5: '|' is not a terrain code", WEND_ERROR_FORMAT},
        {"Gg, Gg, Gg\nGg, Gggggggggggggggggggggggg, Gg\n", "is not a terrain code", WEND_ERROR_FORMAT},
        {"gg, gg, gg\n", "unrecognised map format", WEND_ERROR_FORMAT},
        {"^Fp, Gg, Gg\n", "unrecognised map format", WEND_ERROR_FORMAT},
        {"border_size=2\nGg, Gg, Gg\nGg, Gg, Gg\n", "the size is 0 x 0; expected at least 1 x 1",
         WEND_ERROR_FORMAT},
    };
    check_texts(cases, sizeof cases / sizeof *cases);
    wend_import_def def = wend_default_import_def();
    def.letters = "Gg";
    reading r = read_text("Gg, Gg, Gg\n", &def);
    assert_int_equal(r.result, WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(r.error.text, "\"Gg\" in letters; expected CODE=COST"));
    def.letters = "=3";
    assert_non_null(strstr(read_text("Gg, Gg, Gg\n", &def).error.text, "\"=3\" in letters"));
    def.letters = "Gg=much";
    assert_non_null(strstr(read_text("Gg, Gg, Gg\n", &def).error.text, "\"Gg=much\" in letters"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layouts_of_tiled),       cmocka_unit_test(objects_on_hexagons),
        cmocka_unit_test(walls_between_hexagons), cmocka_unit_test(what_hexagons_cannot_have),
        cmocka_unit_test(terrain_of_wesnoth),     cmocka_unit_test(wrong_wesnoth_maps),
    };
    return run_unit_tests(tests);
}
