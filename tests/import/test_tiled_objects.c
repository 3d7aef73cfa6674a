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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(objects_as_links),
        cmocka_unit_test(lines_as_walls),
        cmocka_unit_test(objects_that_are_walls_by_a_property),
        cmocka_unit_test(wrong_objects),
    };
    return run_unit_tests(tests);
}
