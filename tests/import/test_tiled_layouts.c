// Are infinite, isometric and staggered Tiled maps read as grids, do objects block the tiles under them, and
// does the warning say what is passable?
#include "read.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SET "<tileset firstgid=\"1\"/>"
#define COST_SET                                                                                             \
    "<tileset firstgid=\"1\"><tile id=\"1\"><properties><property name=\"cost\" value=\"2\"/></properties>"  \
    "</tile></tileset>"

// '#' is blocked; a digit is the cost.
static void check_map(const reading* r, int32_t width, int32_t height, const char* tiles) {
    if (r->result != WEND_OK) fail_msg("%s", r->error.text);
    assert_int_equal(wend_grid_width(r->grid), width);
    assert_int_equal(wend_grid_height(r->grid), height);
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++) {
            const char wanted = tiles[y * width + x];
            const float cost = wend_grid_cost(r->grid, (wend_tile){x, y});
            if (cost != (float)(wanted == '#' ? 0 : wanted - '0'))
                fail_msg("tile (%d, %d) costs %g, not %c", x, y, (double)cost, wanted);
        }
}

static void check_text(const char* text, const wend_import_def* def_opt, int32_t width, int32_t height,
                       const char* tiles, const char* warning) {
    reading r = read_text(text, def_opt);
    check_map(&r, width, height, tiles);
    if (strcmp(r.info.warning, warning) != 0) fail_msg("%s: warns \"%s\"", text, r.info.warning);
    wend_grid_destroy(r.grid);
}

// ---- infinite maps

#define INFINITE(more)                                                                                       \
    "<map infinite=\"1\" width=\"30\" height=\"20\" tilewidth=\"10\" tileheight=\"10\"" more ">"
#define CHUNK(x, y, csv) "<chunk x=\"" x "\" y=\"" y "\" width=\"2\" height=\"2\">\n" csv "\n</chunk>\n"

static void infinite_maps(void** state) {
    (void)state;
    check_text(
        INFINITE("") COST_SET
        "<layer name=\"a\" width=\"30\" height=\"20\"><data encoding=\"csv\">\n" CHUNK("-2", "-4", "1,2,0,1")
            CHUNK("0", "-2", "2,2,1,1") "</data></layer><layer name=\"b\"><data encoding=\"csv\">" CHUNK(
                "2", "-4", "0,0,0,2") "</data></layer></map>",
        NULL, 6, 4, "12#####1###2##22####11##",
        "the chunks of the infinite map begin at tile (-2, -4), which became (0, 0)");
    // in JSON, compressed: 1, 2, 2, 1
    check_text(
        "{\"infinite\":true,\"width\":5,\"height\":5,\"layers\":[{\"type\":\"tilelayer\",\"encoding\":"
        "\"base64\",\"startx\":0,\"chunks\":[{\"data\":\"AQAAAAIAAAACAAAAAQAAAA==\",\"x\":0,\"y\":0,"
        "\"width\":2,\"height\":2},{\"data\":\"AgAAAA==\",\"x\":3,\"y\":1,\"width\":1,\"height\":1}]}],"
        "\"tilesets\":[{\"firstgid\":1,\"tiles\":[{\"id\":1,\"properties\":[{\"name\":\"cost\","
        "\"value\":2}]}]}]}",
        NULL, 4, 2, "12##21#2", "");
    check_text("{\"infinite\":true,\"layers\":[{\"type\":\"tilelayer\",\"chunks\":[{\"data\":[1,2],\"x\":7,"
               "\"y\":-3,\"width\":2,\"height\":1}]}],\"tilesets\":[{\"firstgid\":1,\"tiles\":[{\"id\":1,"
               "\"properties\":[{\"name\":\"cost\",\"value\":2}]}]}]}",
               NULL, 2, 1, "12", "the chunks of the infinite map begin at tile (7, -3), which became (0, 0)");
    // tiles as elements; objects move along
    reading r = read_text(
        INFINITE("") COST_SET
        "<layer><data><chunk x=\"-2\" y=\"0\" width=\"2\" height=\"1\"><tile gid=\"1\"/>"
        "<tile gid=\"2\"/></chunk></data></layer><objectgroup><object id=\"1\" x=\"-15\" y=\"5\"><properties>"
        "<property name=\"to\" type=\"object\" value=\"2\"/><property name=\"cost\" "
        "value=\"3\"/></properties>"
        "<point/></object><object id=\"2\" x=\"-5\" y=\"5\"><point/></object></objectgroup></map>",
        NULL);
    check_map(&r, 2, 1, "12");
    int32_t count = 0;
    const wend_link* links = wend_grid_links(r.grid, &count);
    assert_int_equal(count, 1);
    assert_tile(links[0].from, 0, 0);
    assert_tile(links[0].to, 1, 0);
    wend_grid_destroy(r.grid);
    // the rows that are shifted stay so: the first one is even
    r = read_text(
        INFINITE(" orientation=\"hexagonal\" staggeraxis=\"y\" staggerindex=\"odd\" hexsidelength=\"4\"")
            COST_SET "<layer><data encoding=\"csv\">" CHUNK("0", "-3", "1,1,2,2") "</data></layer></map>",
        NULL);
    check_map(&r, 2, 3, "##1122");
    assert_int_equal(wend_grid_connectivity(r.grid), WEND_CONNECTIVITY_HEX_ODD_R);
    wend_grid_destroy(r.grid);
}

static void wrong_infinite_maps(void** state) {
    (void)state;
    static const text_case cases[] = {
        {INFINITE("") SET "<layer><data encoding=\"csv\"></data></layer></map>",
         "an infinite Tiled map without chunks of tiles", WEND_ERROR_FORMAT},
        {INFINITE("") SET
         "<layer><data encoding=\"csv\">1,1" CHUNK("0", "0", "1,1,1,1") "</data></layer></map>",
         "tiles of an infinite map outside of its chunks", WEND_ERROR_FORMAT},
        {INFINITE("") SET "<layer><data encoding=\"csv\"><chunk x=\"0\" y=\"1.5\" width=\"1\" height=\"1\">",
         "the y of the chunk is \"1.5\"; expected a number", WEND_ERROR_FORMAT},
        {INFINITE("") SET "<layer><data encoding=\"csv\"><chunk x=\"0\" y=\"0\" width=\"0\" height=\"1\">",
         "the width is \"0\"; expected a number of at least 1", WEND_ERROR_FORMAT},
        {INFINITE("") SET "<layer><data encoding=\"csv\">" CHUNK("0", "0", "1,1,1") "</data></layer></map>",
         "the layer has fewer tiles than its width and height say (after 3 of 4 tiles)", WEND_ERROR_FORMAT},
        {INFINITE("") SET
         "<layer><data encoding=\"csv\">" CHUNK("0", "0", "1,1,1,1,1") "</data></layer></map>",
         "the layer has more tiles than its width and height say (after 4 of 4 tiles)", WEND_ERROR_FORMAT},
        // two chunks far apart are refused before memory is allocated
        {INFINITE("") SET "<layer><data encoding=\"csv\">" CHUNK("0", "0", "1,1,1,1")
             CHUNK("1000000000", "1000000000", "1,1,1,1") "</data></layer></map>",
         "1000000002 x 1000000002 is too large", WEND_ERROR_LIMIT},
        {INFINITE("") SET "<layer><data encoding=\"csv\">" CHUNK("-30000", "0", "1,1,1,1")
             CHUNK("30000", "30000", "1,1,1,1") "</data></layer></map>",
         "60002 x 30002 are 1800180004 pixels; the limit", WEND_ERROR_LIMIT},
        {INFINITE("") SET
         "<layer><data encoding=\"csv\"><chunk x=\"0\" y=\"0\" width=\"4000\" height=\"4000\">1",
         "truncated XML", WEND_ERROR_FORMAT},
        {INFINITE("") SET
         "<layer><data encoding=\"csv\"><chunk x=\"0\" y=\"0\" width=\"4000\" height=\"4000\">1"
         "</chunk></data></layer></map>",
         "truncated: expected at least 31999999 bytes", WEND_ERROR_FORMAT},
    };
    check_texts(cases, sizeof cases / sizeof *cases);
}

// ---- isometric and staggered maps

#define ISOMETRIC(how)                                                                                       \
    "<map orientation=\"" how "\" width=\"3\" height=\"2\" tilewidth=\"20\" tileheight=\"10\">"
#define STAGGERED(axis, index)                                                                               \
    "<map orientation=\"staggered\" staggeraxis=\"" axis "\" staggerindex=\"" index                          \
    "\" width=\"3\" height=\"3\" tilewidth=\"20\" tileheight=\"10\">"
#define LAYER(csv) "<layer name=\"a\" width=\"3\" height=\"2\"><data encoding=\"csv\">" csv "</data></layer>"
#define ALL(height)                                                                                          \
    "<layer name=\"a\" width=\"3\" height=\"" height                                                         \
    "\"><data encoding=\"csv\">1,1,1,1,1,1,1,1,1</data></layer>"
#define LINK                                                                                                 \
    "<properties><property name=\"to\" type=\"object\" value=\"2\"/><property name=\"cost\" value=\"1\"/>"   \
    "</properties>"
#define IS_ISOMETRIC "an isometric map, read as a grid of squares, column by column and row by row"
#define IS_STAGGERED                                                                                         \
    "a staggered map, read as a grid of squares: shifted tiles count as straight below or beside their "     \
    "neighbours"

static void isometric_maps(void** state) {
    (void)state;
    check_text(ISOMETRIC("isometric") COST_SET LAYER("1,2,0,2,1,1") "</map>", NULL, 3, 2, "12#211",
               IS_ISOMETRIC);
    // positions of objects count the height of a tile on both axes
    reading r = read_text(
        ISOMETRIC("isometric")
            COST_SET LAYER("1,2,1,2,1,1") "<objectgroup><object id=\"1\" x=\"5\" y=\"15\">" LINK "</object>"
                                          "<object id=\"2\" x=\"25\" y=\"5\"/></objectgroup></map>",
        NULL);
    check_map(&r, 3, 2, "121211");
    int32_t count = 0;
    const wend_link* links = wend_grid_links(r.grid, &count);
    assert_int_equal(count, 1);
    assert_tile(links[0].from, 0, 1);
    assert_tile(links[0].to, 2, 0);
    wend_grid_destroy(r.grid);
}

// A point in the middle of each tile, on the screen, blocks just that tile.
static void staggered_maps(void** state) {
    (void)state;
    static const struct {
        const char* head;
        bool shifts_columns, shifts_even;
    } cases[] = {{STAGGERED("y", "odd"), false, false},
                 {STAGGERED("y", "even"), false, true},
                 {STAGGERED("x", "odd"), true, false},
                 {STAGGERED("x", "even"), true, true}};
    for (size_t i = 0; i < 4; i++)
        for (int32_t t = 0; t < 9; t++) {
            char text[1200], tiles[] = "111111111";
            const int32_t column = t % 3, row = t / 3;
            double x = column * (cases[i].shifts_columns ? 10 : 20) + 10;
            double y = row * (cases[i].shifts_columns ? 10 : 5) + 5;
            if (((cases[i].shifts_columns ? column : row) % 2 == 0) == cases[i].shifts_even) {
                x += cases[i].shifts_columns ? 0 : 10;
                y += cases[i].shifts_columns ? 5 : 0;
            }
            snprintf(text, sizeof text,
                     "%s" COST_SET
                     "%s<objectgroup name=\"collision\"><object id=\"1\" x=\"%g\" y=\"%g\"><point/>"
                     "</object></objectgroup></map>",
                     cases[i].head, ALL("3"), x + 3, y - 2);
            tiles[t] = '#';
            check_text(text, NULL, 3, 3, tiles, IS_STAGGERED);
        }
    // a polygon round two of them
    check_text(
        STAGGERED("y", "odd") COST_SET ALL(
            "3") "<objectgroup name=\"collision\"><object id=\"1\" x=\"8\" "
                 "y=\"3\"><polygon points=\"0,0 4,0 16,6 16,8 12,8 0,4\"/></object></objectgroup></map>",
        NULL, 3, 3, "#11#11111", IS_STAGGERED);
    const text_case walls[] = {
        {STAGGERED("y", "odd")
             SET ALL("3") "<objectgroup name=\"walls\"><object id=\"1\" x=\"0\" y=\"0\"><polyline "
                          "points=\"0,0 0,10\"/></object></objectgroup></map>",
         "a wall on a map of hexagons or shifted rows", WEND_ERROR_UNSUPPORTED}};
    check_texts(walls, 1);
}

// ---- objects that block

#define WIDE                                                                                                 \
    "<map width=\"6\" height=\"5\" tilewidth=\"10\" tileheight=\"10\">" COST_SET                             \
    "<layer name=\"a\" width=\"6\" height=\"5\"><data encoding=\"csv\">1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,"       \
    "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1</data></layer>"
#define BLOCKS(object) WIDE "<objectgroup name=\"Collision\"><object id=\"1\" " object "</objectgroup></map>"

static void blocking_objects(void** state) {
    (void)state;
    static const struct {
        const char *text, *tiles;
    } cases[] = {
        // a rectangle on tiles, one a little off them, one well into its neighbours
        {BLOCKS("x=\"10\" y=\"10\" width=\"20\" height=\"10\"/>"), "111111"
                                                                   "1##111"
                                                                   "111111"
                                                                   "111111"
                                                                   "111111"},
        {BLOCKS("x=\"9.9\" y=\"9.9\" width=\"20.2\" height=\"10.2\"/>"), "111111"
                                                                         "1##111"
                                                                         "111111"
                                                                         "111111"
                                                                         "111111"},
        {BLOCKS("x=\"8\" y=\"10\" width=\"23\" height=\"10\"/>"), "111111"
                                                                  "####11"
                                                                  "111111"
                                                                  "111111"
                                                                  "111111"},
        // a thin wall, a line, a point, an object without a size, a picture
        {BLOCKS("x=\"14\" y=\"0\" width=\"1\" height=\"50\"/>"), "1#1111"
                                                                 "1#1111"
                                                                 "1#1111"
                                                                 "1#1111"
                                                                 "1#1111"},
        {BLOCKS("x=\"5\" y=\"5\"><polyline points=\"0,0 20,20\"/></object>"), "#11111"
                                                                              "1#1111"
                                                                              "11#111"
                                                                              "111111"
                                                                              "111111"},
        {BLOCKS("x=\"25\" y=\"35\"><point/></object>"), "111111"
                                                        "111111"
                                                        "111111"
                                                        "11#111"
                                                        "111111"},
        {BLOCKS("x=\"25\" y=\"35\"/>"), "111111"
                                        "111111"
                                        "111111"
                                        "11#111"
                                        "111111"},
        {BLOCKS("gid=\"1\" x=\"30\" y=\"50\" width=\"10\" height=\"20\"/>"), "111111"
                                                                             "111111"
                                                                             "111111"
                                                                             "111#11"
                                                                             "111#11"},
        // a triangle, a hollow shape, an ellipse, a capsule
        {BLOCKS("x=\"0\" y=\"0\"><polygon points=\"0,0 50,0 0,50\"/></object>"), "#####1"
                                                                                 "####11"
                                                                                 "###111"
                                                                                 "##1111"
                                                                                 "#11111"},
        {BLOCKS("x=\"0\" y=\"0\"><polygon points=\"0,0 50,0 50,50 40,50 40,10 10,10 10,50 0,50\"/></object>"),
         "#####1"
         "#111#1"
         "#111#1"
         "#111#1"
         "#111#1"},
        {BLOCKS("x=\"0\" y=\"0\" width=\"50\" height=\"50\"><ellipse/></object>"), "#####1"
                                                                                   "#####1"
                                                                                   "#####1"
                                                                                   "#####1"
                                                                                   "#####1"},
        {BLOCKS("x=\"1\" y=\"1\" width=\"57\" height=\"48\"><ellipse/></object>"), "######"
                                                                                   "######"
                                                                                   "######"
                                                                                   "######"
                                                                                   "######"},
        {BLOCKS("x=\"12\" y=\"12\" width=\"36\" height=\"6\"><capsule/></object>"), "111111"
                                                                                    "1####1"
                                                                                    "111111"
                                                                                    "111111"
                                                                                    "111111"},
        // turned: by a quarter about its corner; by 45 degrees
        {BLOCKS("x=\"30\" y=\"10\" width=\"30\" height=\"20\" rotation=\"90\"/>"), "111111"
                                                                                   "1##111"
                                                                                   "1##111"
                                                                                   "1##111"
                                                                                   "111111"},
        {BLOCKS("x=\"25\" y=\"10.5\" width=\"20\" height=\"20\" rotation=\"45\"/>"), "111111"
                                                                                     "1###11"
                                                                                     "1###11"
                                                                                     "1###11"
                                                                                     "111111"},
        {BLOCKS("x=\"10\" y=\"20\" width=\"20\" height=\"10\" rotation=\"-450\"/>"), "1#1111"
                                                                                     "1#1111"
                                                                                     "111111"
                                                                                     "111111"
                                                                                     "111111"},
        // outside the map, and partly
        {BLOCKS("x=\"-1e6\" y=\"-1e6\" width=\"1000005\" height=\"1000005\"/>"), "#11111"
                                                                                 "111111"
                                                                                 "111111"
                                                                                 "111111"
                                                                                 "111111"},
        {BLOCKS("x=\"70\" y=\"70\" width=\"10\" height=\"10\"/>"), "111111"
                                                                   "111111"
                                                                   "111111"
                                                                   "111111"
                                                                   "111111"},
        // by class and by property, on any layer; not what says nothing; text does not block
        {WIDE
         "<objectgroup name=\"o\"><object type=\"collision\" x=\"10\" y=\"0\" width=\"10\" height=\"10\"/>"
         "<object x=\"30\" y=\"0\" width=\"10\" height=\"10\"><properties><property name=\"collision\" "
         "type=\"bool\" value=\"true\"/></properties></object><object x=\"50\" y=\"0\" width=\"10\" "
         "height=\"10\"/></objectgroup></map>",
         "1#1#11"
         "111111"
         "111111"
         "111111"
         "111111"},
        {WIDE
         "<objectgroup name=\"collision\"><object x=\"10\" y=\"0\" width=\"10\" height=\"10\"><properties>"
         "<property name=\"collision\" type=\"bool\" value=\"false\"/></properties></object>"
         "<object x=\"30\" y=\"0\" width=\"10\" height=\"10\"><text>x</text></object>"
         "<object x=\"0\" y=\"0\"><point/></object></objectgroup></map>",
         "#11111"
         "111111"
         "111111"
         "111111"
         "111111"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_text(cases[i].text, NULL, 6, 5, cases[i].tiles, "");
    // before the layer that it blocks, in JSON, of a layer of another name
    wend_import_def def = wend_default_import_def();
    def.collision = "Walls";
    check_text(
        "{\"height\":1,\"tilewidth\":10,\"tileheight\":10,\"layers\":[{\"name\":\"walls\",\"objects\":[{"
        "\"id\":1,"
        "\"polygon\":[{\"x\":0,\"y\":0},{\"x\":10,\"y\":0},{\"x\":10,\"y\":10},{\"x\":0,\"y\":10}],"
        "\"x\":10,\"y\":0}],\"type\":\"objectgroup\"},{\"data\":[1,1,2],\"height\":1,\"type\":\"tilelayer\","
        "\"width\":3}],\"tilesets\":[{\"firstgid\":1,\"tiles\":[{\"id\":1,\"properties\":[{\"name\":\"cost\","
        "\"value\":2}]}]}],\"width\":3}",
        &def, 3, 1, "1#2", "");
}

static void wrong_blocking_objects(void** state) {
    (void)state;
    static const text_case cases[] = {
        {"<map width=\"1\" height=\"1\">" SET "<objectgroup name=\"collision\"><object x=\"1\" y=\"1\"/>",
         "the map has objects that block, but no tilewidth and tileheight", WEND_ERROR_FORMAT},
        {BLOCKS("x=\"0\" y=\"0\"><polygon points=\"0,0 5\"/></object>"), "the points are \"0,0 5\"",
         WEND_ERROR_FORMAT},
        {BLOCKS("x=\"far\" y=\"0\"/>"), "the x is \"far\"; expected a number", WEND_ERROR_FORMAT},
        {ISOMETRIC("isometric") SET LAYER("1,1,1,1,1,1") "<objectgroup name=\"collision\"><object x=\"0\" "
                                                         "y=\"0\" rotation=\"4\" width=\"4\" height=\"4\"/>",
         "is rotated on an isometric map", WEND_ERROR_UNSUPPORTED},
    };
    check_texts(cases, sizeof cases / sizeof *cases);
}

// Large shapes again and again are refused before they take minutes.
static void too_many_shapes(void** state) {
    (void)state;
    enum { SIDE = 1000, SHAPES = 30000, BYTES = SHAPES * 64 + SIDE * SIDE * 7 + 1000 };
    static const char* const orientations[] = {"orthogonal",
                                               "staggered\" staggeraxis=\"y\" staggerindex=\"odd"};
    char* text = malloc(BYTES);
    assert_non_null(text);
    for (int32_t i = 0; i < 2; i++) {
        char* at = text + sprintf(text,
                                  "<map orientation=\"%s\" width=\"%d\" height=\"%d\" tilewidth=\"2\" "
                                  "tileheight=\"2\">" SET "<objectgroup name=\"collision\">",
                                  orientations[i], SIDE, SIDE);
        for (int32_t k = 0; k < SHAPES; k++)
            at += sprintf(at, "<object x=\"0\" y=\"0\" width=\"2000\" height=\"2000\"/>");
        at += sprintf(at, "</objectgroup><layer width=\"%d\" height=\"%d\"><data>", SIDE, SIDE);
        for (int32_t k = 0; k < SIDE * SIDE; k++, at += 7) memcpy(at, "<tile/>", 7);
        strcpy(at, "</data></layer></map>");
        const clock_t start = clock();
        reading r = read_text(text, NULL);
        assert_int_equal(r.result, WEND_ERROR_LIMIT);
        if (!strstr(r.error.text, "cover too many tiles")) fail_msg("%s", r.error.text);
        assert_true((double)(clock() - start) / CLOCKS_PER_SEC < 60);
    }
    free(text);
}

// ---- what is passable

static void says_what_is_passable(void** state) {
    (void)state;
#define FLAT "<map width=\"3\" height=\"2\" tilewidth=\"10\" tileheight=\"10\">" SET
#define NAMED(name, csv)                                                                                     \
    "<layer name=\"" name "\" width=\"3\" height=\"2\"><data encoding=\"csv\">" csv "</data></layer>"
    static const char nothing[] =
        "no tile or layer has the property cost and no layer is named collision, so every tile costs 1";
    reading r = read_text(FLAT NAMED("Floor", "1,1,1,1,1,0") "</map>", NULL);
    check_map(&r, 3, 2, "11111#");
    assert_string_equal(r.info.warning, nothing);
    assert_string_equal(r.info.obstacle_layer, "");
    assert_string_equal(r.info.collision_layer, "");
    wend_grid_destroy(r.grid);
    // a layer of walls by its name, of tiles or of objects, is passable
    static const char* const obstacles[][2] = {
        {FLAT NAMED("Floor", "1,1,1,1,1,0") NAMED("City Walls", "0,1,0,0,0,0") "</map>", "City Walls"},
        {FLAT NAMED("Floor",
                    "1,1,1,1,1,0") "<objectgroup name=\"Obstacles\"><object id=\"1\" x=\"1\" y=\"1\"/>"
                                   "</objectgroup></map>",
         "Obstacles"}};
    for (size_t i = 0; i < 2; i++) {
        r = read_text(obstacles[i][0], NULL);
        check_map(&r, 3, 2, "11111#");
        char says[200];
        snprintf(says, sizeof says, "%s, also on the layer \"%s\"", nothing, obstacles[i][1]);
        if (!strstr(r.info.warning, says)) fail_msg("%s", r.info.warning);
        assert_string_equal(r.info.obstacle_layer, obstacles[i][1]);
        wend_grid_destroy(r.grid);
        // and what the definition names turns that round
        wend_import_def def = wend_default_import_def();
        def.collision = obstacles[i][1];
        r = read_text(obstacles[i][0], &def);
        check_map(&r, 3, 2, i == 0 ? "1#111#" : "#1111#");
        snprintf(says, sizeof says,
                 "the layer \"%s\" blocks its tiles, places without any tile are blocked, and all other "
                 "tiles cost 1",
                 obstacles[i][1]);
        assert_string_equal(r.info.warning, says);
        assert_string_equal(r.info.collision_layer, obstacles[i][1]);
        wend_grid_destroy(r.grid);
    }
    // costs say it themselves
    r = read_text("<map width=\"3\" height=\"2\">" COST_SET NAMED("Walls", "1,1,1,1,1,2") "</map>", NULL);
    check_map(&r, 3, 2, "111112");
    assert_string_equal(r.info.warning, "");
    assert_string_equal(r.info.obstacle_layer, "");
    wend_grid_destroy(r.grid);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(infinite_maps),    cmocka_unit_test(wrong_infinite_maps),
        cmocka_unit_test(isometric_maps),   cmocka_unit_test(staggered_maps),
        cmocka_unit_test(blocking_objects), cmocka_unit_test(wrong_blocking_objects),
        cmocka_unit_test(too_many_shapes),  cmocka_unit_test(says_what_is_passable),
    };
    return run_unit_tests(tests);
}
