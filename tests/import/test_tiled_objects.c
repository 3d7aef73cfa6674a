// Do objects of Tiled maps become links and walls, and do errors name the object?
#include "read.h"
#include "tiled_text.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>

#define SIZED_HEAD                                                                                           \
    "<map orientation=\"orthogonal\" width=\"3\" height=\"2\" tilewidth=\"16\" "                             \
    "tileheight=\"10\">\n" PLAIN_SET
#define GROUND               LAYER("ground", "", "1,1,1,\n1,0,1\n")
#define OBJECTS(name, inner) "<objectgroup id=\"9\" name=\"" name "\">\n" inner "</objectgroup>\n"
#define PROPERTIES(inner)    "<properties>" inner "</properties>"
#define TO(id)               "<property name=\"to\" type=\"object\" value=\"" id "\"/>"
#define VALUE(name, value)   "<property name=\"" name "\" value=\"" value "\"/>"

static void objects_as_links(void** state) {
    (void)state;
    reading r = read_text(
        SIZED_HEAD GROUND OBJECTS(
            "gates",
            "<object id=\"4\" name=\"a\" x=\"8\" y=\"5\">" PROPERTIES(
                TO("7") VALUE("cost", "2.5") VALUE("kind", "tunnel") VALUE("two_way", "true")
                    VALUE("duration",
                          "3")) "<point/></object>\n"
                                // by name; a rectangle counts by its middle, and its class is the kind
                                "<object id=\"5\" name=\"b\" type=\"ladder\" x=\"32\" y=\"0\" width=\"16\" "
                                "height=\"10\">" PROPERTIES(VALUE("to", "a") VALUE("cost", "0") VALUE(
                                    "enabled", "false")) "</object>\n"
                                                         "<object id=\"7\" gid=\"1\" x=\"32\" y=\"20\" "
                                                         "width=\"16\" height=\"10\"/>\n") // a picture
        OBJECTS("people", "<object id=\"1\" x=\"0\" y=\"0\">" PROPERTIES(VALUE("kind", "npc") VALUE(
                              "to", "market") VALUE("enabled", "mostly")) "</object>") "</map>",
        NULL);
    if (r.result != WEND_OK) fail_msg("%s", r.error.text);
    int32_t count = 0;
    const wend_link* links = wend_grid_links(r.grid, &count);
    assert_int_equal(count, 3);
    assert_tile(links[0].from, 0, 0);
    assert_tile(links[0].to, 2, 1);
    assert_true(links[0].cost == 2.5f && links[0].duration == 3 && links[0].enabled);
    assert_int_equal(links[0].kind, WEND_LINK_TUNNEL);
    assert_tile(links[1].from, 2, 1); // the way back
    assert_tile(links[1].to, 0, 0);
    assert_tile(links[2].from, 2, 0);
    assert_tile(links[2].to, 0, 0);
    assert_int_equal(links[2].kind, WEND_LINK_LADDER);
    assert_true(links[2].cost == 0 && !links[2].enabled);
    assert_string_equal(
        r.info.warning,
        "1 object layer is ignored: \"people\"; no tile or layer has the property cost and no "
        "layer is named collision, so every tile costs 1");
    wend_grid_destroy(r.grid);
}

static bool is_open(const reading* r, int32_t x, int32_t y, int32_t to_x, int32_t to_y) {
    return wend_grid_step_is_open(r->grid, (wend_tile){x, y}, (wend_tile){to_x, to_y});
}

static void lines_as_walls(void** state) {
    (void)state;
    reading r = read_text(
        SIZED_HEAD GROUND OBJECTS(
            "Walls", "<object id=\"1\" x=\"16\" y=\"0\"><polyline points=\"0,0 0,10 16,10\"/></object>")
            OBJECTS(
                "other",
                "<object id=\"2\" x=\"0\" y=\"0\"><polyline points=\"0,0 9,9\"/></object>" // a way of someone
                "<object id=\"3\" class=\"wall\" x=\"33\" y=\"10\">" PROPERTIES(
                    VALUE("one_way", "left")) "<polyline points=\"0,0 0,10\"/></object>") "</map>",
        NULL);
    if (r.result != WEND_OK) fail_msg("%s", r.error.text);
    assert_false(is_open(&r, 0, 0, 1, 0));
    assert_false(is_open(&r, 1, 0, 0, 0));
    assert_false(is_open(&r, 1, 0, 1, 1));
    assert_true(is_open(&r, 0, 0, 0, 1));
    assert_true(is_open(&r, 2, 0, 2, 1));
    assert_false(is_open(&r, 1, 1, 2, 1)); // only to the left
    assert_true(is_open(&r, 2, 1, 1, 1));
    assert_int_equal(wend_grid_closed_step_count(r.grid), 5);
    assert_non_null(
        strstr(r.info.warning, "2 ends of walls are off the corners of tiles, by up to 0.06 tiles"));
    assert_null(strstr(r.info.warning, "ignored"));
    wend_grid_destroy(r.grid);
    r = read_text( // a rectangle and a polygon: all edges within the map
        SIZED_HEAD GROUND OBJECTS(
            "walls",
            "<object id=\"1\" x=\"16\" y=\"0\" width=\"16\" height=\"20\"/>"
            "<object id=\"2\" x=\"0\" y=\"0\"><polygon points=\"0,0 16,0 16,10 0,10\"/></object>") "</map>",
        NULL);
    if (r.result != WEND_OK) fail_msg("%s", r.error.text);
    for (int32_t y = 0; y < 2; y++) assert_false(is_open(&r, 0, y, 1, y) || is_open(&r, 2, y, 1, y));
    assert_false(is_open(&r, 0, 1, 0, 0));
    assert_int_equal(wend_grid_closed_step_count(r.grid), 10);
    wend_grid_destroy(r.grid);
}

// A property says it of a single object, against its class or its layer.
static void objects_that_are_walls_by_a_property(void** state) {
    (void)state;
    static const struct {
        const char *class_name, *value;
        bool is_wall;
    } cases[] = {{"", "true", true},     {"", "false", false},      {"", "perhaps", false},
                 {"wall", "true", true}, {"wall", "perhaps", true}, {"wall", "false", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[2000];
        snprintf(text, sizeof text,
                 SIZED_HEAD GROUND OBJECTS(
                     "o", "<object id=\"1\" class=\"%s\" x=\"16\" y=\"0\">" PROPERTIES(
                              "<property name=\"of\"/><property value=\"true\"/>" VALUE(
                                  "wall", "%s")) "<polyline points=\"0,0 0,10\"/></object>\n") "</map>",
                 cases[i].class_name, cases[i].value);
        reading r = read_text(text, NULL);
        assert_ok(r.result);
        assert_int_equal(is_open(&r, 0, 0, 1, 0), !cases[i].is_wall);
        wend_grid_destroy(r.grid);
    }
}

static void wrong_objects(void** state) {
    (void)state;
    static const struct {
        const char *text, *says;
        wend_result result;
    } cases[] = {
#define LINK(x, y, inner)                                                                                    \
    "<object id=\"1\" name=\"p\" x=\"" x "\" y=\"" y "\">" PROPERTIES(inner) "</object>\n"
#define POINT(id, x, y) "<object id=\"" id "\" name=\"q\" x=\"" x "\" y=\"" y "\"/>\n"
        {LINK("1", "1", TO("2")) POINT("2", "40", "5"), "line 8, column 1: the link has no property cost",
         WEND_ERROR_FORMAT},
        {LINK("1", "1", TO("3") VALUE("cost", "1")) POINT("2", "40", "5"), "leads to object 3, which the map",
         WEND_ERROR_FORMAT},
        {LINK("1", "1", VALUE("to", "r") VALUE("cost", "1")),
         "leads to \"r\"; expected the name of an object", WEND_ERROR_FORMAT},
        {LINK("1", "1", VALUE("to", "q") VALUE("cost", "1")) POINT("2", "40", "5") POINT("3", "40", "5"),
         "leads to \"q\", and several objects have this name", WEND_ERROR_FORMAT},
        {LINK("1", "1", TO("2") VALUE("cost", "1")) POINT("2", "2", "2"), "from tile (0, 0) to the same tile",
         WEND_ERROR_FORMAT},
        {LINK("1", "1", TO("2") VALUE("cost", "1")) POINT("2", "20", "15"),
         "line 9, column 1: the link ends on tile (1, 1), which is blocked", WEND_ERROR_FORMAT},
        {LINK("-1", "1", TO("2") VALUE("cost", "1")) POINT("2", "40", "5"),
         "the link starts at (-1, 1) in pixels, outside the map", WEND_ERROR_FORMAT},
        {LINK("1", "1", TO("2") VALUE("cost", "1")) POINT("2", "48", "5"),
         "ends at (48, 5) in pixels, outside", WEND_ERROR_FORMAT},
        {LINK("1", "1", TO("2") VALUE("cost", "-1")) POINT("2", "40", "5"),
         "the property cost is \"-1\"; expected a number in 0..65536", WEND_ERROR_FORMAT},
        {LINK("1", "1", TO("2") VALUE("cost", "1") VALUE("kind", "hole")) POINT("2", "40", "5"),
         "the property kind is \"hole\"; expected one of other, tunnel", WEND_ERROR_FORMAT},
        {LINK("1", "1", TO("2") VALUE("cost", "1") VALUE("two_way", "1")) POINT("2", "40", "5"),
         "the property two_way is \"1\"; expected true or false", WEND_ERROR_FORMAT},
        {LINK("1e99", "1", TO("2") VALUE("cost", "1")) POINT("2", "40", "5"),
         "the x is \"1e99\"; expected a number", WEND_ERROR_FORMAT},
        {LINK("1", "many", TO("2") VALUE("cost", "1")) POINT("2", "40", "5"),
         "the y is \"many\"; expected a number", WEND_ERROR_FORMAT},
        {LINK("1", "1", TO("2") VALUE("cost", "65537")) POINT("2", "40", "5"),
         "the property cost is \"65537\"; expected a number in 0..65536", WEND_ERROR_FORMAT},
        {LINK("1", "1", TO("2") VALUE("cost", "1") VALUE("duration", "long")) POINT("2", "40", "5"),
         "the property duration is \"long\"; expected a number in 0..1e+09", WEND_ERROR_FORMAT},
        {LINK("1", "1", VALUE("to", "q") VALUE("cost", "1") TO("it")) POINT("2", "40", "5"),
         "the property to is \"it\"; expected the id of an object", WEND_ERROR_FORMAT},
        // Only the first fault counts.
        {LINK("1", "1",
              TO("2") VALUE("cost", "-1") VALUE("kind", "hole") VALUE("two_way", "1")
                  VALUE("duration", "long") VALUE("one_way", "in")) POINT("2", "40", "5"),
         "the property cost is \"-1\"; expected a number in 0..65536", WEND_ERROR_FORMAT},
#define LINE(points)                                                                                         \
    "<object id=\"1\" class=\"Wall\" x=\"0\" y=\"0\"><polyline points=\"" points "\"/></object>\n"
        {LINE("0,0 16,10"),
         "leads from corner (0, 0) to corner (1, 1); expected a horizontal or vertical line",
         WEND_ERROR_FORMAT},
        {LINE("0,0 64,0"), "the wall reaches (64, 0) in pixels, outside the map of 3 x 2 tiles",
         WEND_ERROR_FORMAT},
        {LINE("0,0 16"), "the points are \"0,0 16\"; expected x,y x,y", WEND_ERROR_FORMAT},
        {LINE("0,0 16,"), "the points are \"0,0 16,\"", WEND_ERROR_FORMAT},
        {LINE("0,0 ,0"), "the points are \"0,0 ,0\"", WEND_ERROR_FORMAT},
        {LINE("0,0 2e9,0"), "the points are \"0,0 2e9,0\"", WEND_ERROR_FORMAT},
        {LINE("0,0 0,-2e9"), "the points are \"0,0 0,-2e9\"", WEND_ERROR_FORMAT},
        {LINE("-32,0 0,0"), "the wall reaches (-32, 0) in pixels, outside the map", WEND_ERROR_FORMAT},
        {LINE("0,-20 0,0"), "the wall reaches (0, -20) in pixels, outside the map", WEND_ERROR_FORMAT},
        {LINE("0,0 0,40"), "the wall reaches (0, 40) in pixels, outside the map", WEND_ERROR_FORMAT},
        {LINE(""), "the points are \"\"", WEND_ERROR_FORMAT},
        {"<object id=\"1\" type=\"wall\" x=\"0\" y=\"0\" width=\"9\" height=\"9\"><ellipse/></object>",
         "the wall has the shape ellipse; expected a line", WEND_ERROR_UNSUPPORTED},
        {"<object id=\"1\" type=\"wall\" x=\"0\" y=\"0\" width=\"9\" height=\"9\"><capsule/></object>",
         "the wall has the shape capsule; expected a line", WEND_ERROR_UNSUPPORTED},
        {"<object id=\"1\" type=\"wall\" x=\"0\" y=\"0\"><polyline/></object>", "the points are \"\"",
         WEND_ERROR_FORMAT},
        {"<object id=\"1\" type=\"wall\" x=\"0\" y=\"0\" rotation=\"45\" width=\"9\" height=\"9\"/>",
         "the wall is rotated", WEND_ERROR_UNSUPPORTED},
        {"<object id=\"1\" type=\"wall\" x=\"16\" y=\"0\">" PROPERTIES(
             VALUE("one_way", "up")) "<polyline points=\"0,0 0,10\"/></object>",
         "one_way is up, along the wall", WEND_ERROR_FORMAT},
        {"<object id=\"1\" type=\"wall\" x=\"16\" y=\"0\">" PROPERTIES(
             VALUE("one_way", "in")) "<polyline points=\"0,0 0,10\"/></object>",
         "the property one_way is \"in\"; expected left", WEND_ERROR_FORMAT},
        {"<object id=\"1\" type=\"wall\" x=\"0\" y=\"10\">" PROPERTIES(
             VALUE("one_way", "right")) "<polyline points=\"0,0 32,0\"/></object>",
         "one_way is right, along the wall", WEND_ERROR_FORMAT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[2000];
        snprintf(text, sizeof text, "%s<objectgroup name=\"o\">\n%s</objectgroup></map>", SIZED_HEAD GROUND,
                 cases[i].text);
        reading r = read_text(text, NULL);
        if (r.result != cases[i].result || !strstr(r.error.text, cases[i].says))
            fail_msg("%s gives %d %s", cases[i].text, r.result, r.error.text);
    }
    reading r = read_text(MAP_HEAD PLAIN_SET GROUND OBJECTS("walls", LINE("0,0 16,0")) "</map>", NULL);
    assert_int_equal(r.result, WEND_ERROR_FORMAT);
    assert_non_null(strstr(r.error.text, "no tilewidth and tileheight"));
    r = read_text(MAP_HEAD PLAIN_SET GROUND OBJECTS("o", LINK("1", "1", TO("2") VALUE("cost", "1"))
                                                             POINT("2", "1", "1")) "</map>",
                  NULL);
    assert_int_equal(r.result, WEND_ERROR_FORMAT);
    assert_non_null(strstr(r.error.text, "has a link, but no tilewidth and tileheight"));
    wend_import_def def = wend_default_import_def();
    def.downscale = 2;
    r = read_text(SIZED_HEAD GROUND OBJECTS("walls", LINE("16,0 16,10")) "</map>", &def);
    assert_int_equal(r.result, WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(r.error.text, "which downscaling would lose"));
}

// ---- floors

#define FLOOR(n) "<property name=\"floor\" type=\"int\" value=\"" n "\"/>"
#define GROUP(n, inner)                                                                                      \
    "<group id=\"20\" name=\"storey " n "\">\n" PROPERTIES(FLOOR(n)) "\n" inner "</group>\n"
#define OBJECT(id, at, properties) "<object id=\"" id "\" " at ">" PROPERTIES(properties) "</object>\n"

static void groups_as_floors(void** state) {
    (void)state;
    reading r = read_text(
        SIZED_HEAD GROUND OBJECTS(
            "stairs",
            OBJECT("1", "x=\"8\" y=\"5\"", TO("2") VALUE("cost", "4") VALUE("two_way", "true")) OBJECT(
                "3", "x=\"40\" y=\"15\" class=\"lift\"",
                VALUE("to_floor", "1") VALUE(
                    "cost",
                    "7")) "<object id=\"5\" x=\"8\" y=\"15\">" PROPERTIES(VALUE("to_floor", "1")
                                                                              VALUE("cost",
                                                                                    "3")) "<polyline "
                                                                                          "points=\"0,0 16,0 "
                                                                                          "32,-10\"/></"
                                                                                          "object>\n")
            GROUP("1",
                  LAYER("up", "", "1,1,1,\n0,1,1\n") OBJECTS(
                      "walls", "<object id=\"2\" x=\"40\" y=\"5\"/>"
                               "<object id=\"9\" x=\"16\" y=\"0\"><polyline points=\"0,0 0,10\"/></object>")
                      OBJECTS("o", "<object id=\"10\" class=\"collision\" x=\"24\" "
                                   "y=\"15\"><point/></object>")) "</map>",
        NULL);
    if (r.result != WEND_OK) fail_msg("%s", r.error.text);
    assert_int_equal(wend_grid_floors(r.grid), 2);
    assert_int_equal(wend_grid_height(r.grid), 2);
    assert_string_equal(r.info.floors, "ground\nstorey 1");
    assert_true(wend_grid_floor_height(r.grid, 1) == 1);
    static const bool passable[2][2][3] = {{{1, 1, 1}, {1, 0, 1}}, {{1, 1, 1}, {0, 0, 1}}};
    for (int32_t i = 0; i < 12; i++) {
        const wend_tile tile = {i % 3, i / 3 % 2, (uint16_t)(i / 6)};
        assert_int_equal(wend_grid_passable(r.grid, tile), passable[tile.floor][tile.y][tile.x]);
    }
    assert_true(wend_grid_step_is_open(r.grid, (wend_tile){0, 0, 0}, (wend_tile){1, 0, 0}));
    assert_false(wend_grid_step_is_open(r.grid, (wend_tile){0, 0, 1}, (wend_tile){1, 0, 1}));
    static const wend_tile ends[][2] = {
        {{0, 0, 0}, {2, 0, 1}}, {{2, 0, 1}, {0, 0, 0}}, {{2, 1, 0}, {2, 1, 1}}, {{0, 1, 0}, {2, 0, 1}}};
    int32_t count = 0;
    const wend_link* links = wend_grid_links(r.grid, &count);
    assert_int_equal(count, 4);
    for (int32_t i = 0; i < 4; i++) {
        assert_tile(links[i].from, ends[i][0].x, ends[i][0].y);
        assert_tile(links[i].to, ends[i][1].x, ends[i][1].y);
        assert_int_equal(links[i].from.floor, ends[i][0].floor);
        assert_int_equal(links[i].to.floor, ends[i][1].floor);
    }
    assert_int_equal(links[2].kind, WEND_LINK_LIFT);
    wend_grid_destroy(r.grid);
}

// Rectangles and lines of class seam; two that name each other are one seam.
static void objects_as_seams(void** state) {
    (void)state;
    static const char* const cases[] = {
        OBJECT("1", "class=\"seam\" x=\"0\" y=\"0\" width=\"48\" height=\"10\"", VALUE("to_floor", "1")),
        OBJECT("1", "class=\"seam\" x=\"0\" y=\"0\" width=\"48\" height=\"10\"", TO("2")),
        "<object id=\"1\" type=\"seam\" x=\"8\" y=\"5\">" PROPERTIES(
            TO("2")) "<polyline points=\"0,0 32,0\"/></object>",
        OBJECT("1", "name=\"a\" class=\"seam\" x=\"0\" y=\"0\" width=\"48\" height=\"10\"", VALUE("to", "b")),
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[3000];
        snprintf(text, sizeof text,
                 SIZED_HEAD GROUND "<objectgroup name=\"o\">%s</objectgroup>\n" GROUP(
                     "1", LAYER("up", "", "1,1,1,\n1,1,1\n")
                              OBJECTS("o", OBJECT("2",
                                                  "name=\"b\" class=\"seam\" x=\"0\" y=\"0\" width=\"48\" "
                                                  "height=\"10\"",
                                                  "%s"))) "</map>",
                 cases[i], i > 0 ? TO("1") : "");
        reading r = read_text(text, NULL);
        if (r.result != WEND_OK) fail_msg("%d: %s", (int)i, r.error.text);
        int32_t count = 0;
        const wend_link* links = wend_grid_links(r.grid, &count);
        assert_int_equal(count, 6);
        for (int32_t k = 0; k < count; k++) {
            assert_int_equal(links[k].kind, WEND_LINK_SEAM);
            assert_int_equal(links[k].from.x, links[k].to.x);
            assert_int_equal(links[k].from.floor, k % 2);
            assert_int_equal(links[k].to.floor, 1 - k % 2);
        }
        wend_grid_destroy(r.grid);
    }
}

static void wrong_floors(void** state) {
    (void)state;
#define UP            GROUP("1", LAYER("up", "", "1,1,1,\n1,1,1\n"))
#define STAIRS(inner) OBJECTS("o", OBJECT("1", "x=\"8\" y=\"5\"", inner))
#define SEAM(inner)                                                                                          \
    OBJECTS("o", OBJECT("1", "class=\"seam\" x=\"0\" y=\"0\" width=\"48\" height=\"10\"", inner))
    static const struct {
        const char *text, *says;
        wend_result result;
    } cases[] = {
        {GROUP("256", GROUND),
         "line 8, column 13: the property floor is \"256\"; expected a whole number of 0..255",
         WEND_ERROR_FORMAT},
        {GROUP("1e9", GROUND), "the property floor is \"1e9\"", WEND_ERROR_FORMAT},
        {GROUP("nan", GROUND), "the property floor is \"nan\"", WEND_ERROR_FORMAT},
        {GROUP("-1", GROUND), "the property floor is \"-1\"", WEND_ERROR_FORMAT},
        {GROUP("1.5", GROUND), "the property floor is \"1.5\"", WEND_ERROR_FORMAT},
        {LAYER("up", PROPERTIES(VALUE("floor", "1.5")), "1,1,1,1,1,1"), "the property floor is \"1.5\"",
         WEND_ERROR_FORMAT},
        {GROUP("2", GROUND),
         "line 8, column 13: floor 1 has no tiles; expected a tile layer on each floor from 0 to 2",
         WEND_ERROR_FORMAT},
        {"<objectgroup name=\"o\">" PROPERTIES(FLOOR("1")) "</objectgroup>", "floor 1 has no tiles",
         WEND_ERROR_FORMAT},
        {"<group name=\"late\">" GROUND PROPERTIES(FLOOR("1")) "</group>",
         "the property floor follows what lies on the floor", WEND_ERROR_FORMAT},
        {GROUP("1", "<layer name=\"up\" width=\"4\" height=\"2\"/>"),
         "a layer of 4 x 2 tiles; expected 3 x 2", WEND_ERROR_FORMAT},
        {UP STAIRS(VALUE("to_floor", "2") VALUE("cost", "1")), "leads to floor 2; expected 0..1",
         WEND_ERROR_FORMAT},
        {UP STAIRS(VALUE("to_floor", "1e9") VALUE("cost", "1")),
         "the property to_floor is \"1e9\"; expected the number of a floor", WEND_ERROR_FORMAT},
        {STAIRS(VALUE("to_floor", "1") VALUE("cost", "1")), "leads to floor 1; expected 0..0",
         WEND_ERROR_FORMAT},
        {UP STAIRS(VALUE("to_floor", "1")), "the link has no property cost", WEND_ERROR_FORMAT},
        {UP STAIRS(VALUE("to_floor", "0") VALUE("cost", "1")), "from tile (0, 0) to the same tile",
         WEND_ERROR_FORMAT},
        {UP STAIRS(VALUE("to_floor", "1") TO("1") VALUE("cost", "1")), "the properties to and to_floor",
         WEND_ERROR_FORMAT},
        {GROUP("1", LAYER("up", "", "0,1,1,1,1,1")) STAIRS(VALUE("to_floor", "1") VALUE("cost", "1")),
         "the link ends on tile (0, 0) of floor 1, which is blocked", WEND_ERROR_FORMAT},
        {UP "<objectgroup name=\"o\"><object id=\"1\" x=\"8\" y=\"5\">" PROPERTIES(VALUE(
             "to_floor", "1") VALUE("cost", "1")) "<polyline points=\"0,0 900,0\"/></object></objectgroup>",
         "the link ends at (908, 5) in pixels, outside the map", WEND_ERROR_FORMAT},
        {UP SEAM(VALUE("to_floor", "9")), "leads to floor 9; expected 0..1", WEND_ERROR_FORMAT},
        {UP SEAM(VALUE("to_floor", "0")), "a tile is on both sides of the seam", WEND_ERROR_FORMAT},
        {UP SEAM(VALUE("to_floor", "1") VALUE("cost", "1")), "the seam has the property cost; expected none",
         WEND_ERROR_FORMAT},
        {UP SEAM(TO("2")) OBJECTS("o", "<object id=\"2\" x=\"1\" y=\"1\"/>"), "a seam leads to this object",
         WEND_ERROR_FORMAT},
        {UP SEAM(TO("2"))
             OBJECTS("o", OBJECT("2", "class=\"seam\" x=\"0\" y=\"10\" width=\"16\" height=\"10\"", "")),
         "this side of the seam has 1 tiles, the other one 3", WEND_ERROR_FORMAT},
        {GROUP("1", LAYER("up", "", "0,0,0,1,1,1")) SEAM(VALUE("to_floor", "1")),
         "no pair of tiles of this seam is passable", WEND_ERROR_FORMAT},
        {UP "<objectgroup name=\"o\"><object id=\"1\" class=\"seam\" x=\"8\" y=\"5\">" PROPERTIES(
             VALUE("to_floor", "1")) "<polyline points=\"0,0 16,10\"/></object></objectgroup>",
         "neither a row nor a column", WEND_ERROR_FORMAT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[3000];
        snprintf(text, sizeof text, "%s%s</map>", SIZED_HEAD GROUND, cases[i].text);
        reading r = read_text(text, NULL);
        if (r.result != cases[i].result || !strstr(r.error.text, cases[i].says))
            fail_msg("%s gives %d %s", cases[i].text, r.result, r.error.text);
    }
    wend_import_def def = wend_default_import_def();
    def.max_tiles = 10;
    reading r = read_text(SIZED_HEAD GROUND UP "</map>", &def);
    assert_int_equal(r.result, WEND_ERROR_LIMIT);
    assert_non_null(strstr(r.error.text, "2 floors of 3 x 2 tiles up to here; the limit is 10 tiles"));
    def = wend_default_import_def();
    def.downscale = 2;
    r = read_text(SIZED_HEAD GROUND UP "</map>", &def);
    if (r.result != WEND_OK) fail_msg("%s", r.error.text);
    assert_int_equal(wend_grid_width(r.grid), 2);
    assert_int_equal(wend_grid_floors(r.grid), 2);
    assert_false(wend_grid_passable(r.grid, (wend_tile){0, 0, 0})); // the costliest of four tiles
    assert_true(wend_grid_passable(r.grid, (wend_tile){0, 0, 1}));
    wend_grid_destroy(r.grid);
    // other uses of these names, on maps of one floor
    r = read_text(SIZED_HEAD LAYER("ground", PROPERTIES(VALUE("floor", "wood")), "1,1,1,1,1,1")
                      STAIRS(VALUE("to_floor", "cellar")) STAIRS(VALUE("to_floor", "3")) "</map>",
                  NULL);
    if (r.result != WEND_OK) fail_msg("%s", r.error.text);
    assert_int_equal(wend_grid_floors(r.grid), 1);
    assert_string_equal(r.info.floors, "");
    wend_grid_destroy(r.grid);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(objects_as_links),
        cmocka_unit_test(lines_as_walls),
        cmocka_unit_test(objects_that_are_walls_by_a_property),
        cmocka_unit_test(wrong_objects),
        cmocka_unit_test(groups_as_floors),
        cmocka_unit_test(objects_as_seams),
        cmocka_unit_test(wrong_floors),
    };
    return run_unit_tests(tests);
}
