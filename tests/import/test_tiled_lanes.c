// Do tiles and layers of Tiled maps have lanes, which way do they lead, and what do they cost?
#include "read.h"
#include "tiled_text.h"
#include "unit.h"
#include "wend/relief.h"

#include <stdlib.h>
#include <string.h>

#define LANE_PROPERTY(value) "<properties><property name=\"lane\" value=\"" value "\"/></properties>"
#define LANE_SET                                                                                             \
    "<tileset firstgid=\"1\" name=\"s\"><tile id=\"1\">" LANE_PROPERTY(                                      \
        "right") "</tile>\n"                                                                                 \
                 "<tile id=\"2\">" LANE_PROPERTY("up-left") "</tile>\n"                                      \
                                                            "<tile id=\"3\">" LANE_PROPERTY(                 \
                                                                "bus") "</tile></tileset>\n"
#define LANE_MAP(properties, layers) "<map width=\"3\" height=\"2\">" properties LANE_SET layers "</map>"
#define COSTS_PROPERTY(value)        "<properties><property name=\"lane_costs\" value=\"" value "\"/></properties>"

static void check_lanes(const char* text, const uint8_t lanes[6]) {
    reading r = read_text(text, NULL);
    if (r.result != WEND_OK) fail_msg("%s: %s", text, r.error.text);
    for (int32_t t = 0; t < 6; t++) {
        const uint8_t lane = wend_grid_lane(r.grid, (wend_tile){t % 3, t / 3});
        if (lane != lanes[t]) fail_msg("%s: tile %d has the lane %d", text, t, lane);
    }
    wend_grid_destroy(r.grid);
}

static void tiles_and_layers_have_lanes(void** state) {
    (void)state;
    check_lanes(LANE_MAP("", LAYER("a", "", "1,2,3,2,1,1")), (uint8_t[]){0, 1, 7, 1, 0, 0});
    // Turned by a right angle three times, and mirrored: the four highest bits of a number. H, V, D = 8,
    // 4, 2.
    check_lanes(
        LANE_MAP("", LAYER("a", "", "2684354562,3221225474,1610612738,2147483650,1073741826,536870914")),
        (uint8_t[]){2, 3, 4, 3, 1, 2});
    check_lanes(LANE_MAP("", LAYER("a", "", "2147483651,1073741827,3221225475,536870915,3,1")),
                (uint8_t[]){8, 6, 5, 7, 7, 0});
    // A higher layer counts where it has a lane, and its property where its tile has none.
    check_lanes(LANE_MAP("", LAYER("a", LANE_PROPERTY("left"), "1,2,1,1,1,0") LAYER("b", "", "1,3,0,0,0,2")
                                 LAYER("c", LANE_PROPERTY("down"), "0,0,0,0,1,0")),
                (uint8_t[]){3, 7, 3, 3, 2, 1});
    check_lanes(
        "{\"type\":\"map\",\"width\":3,\"height\":2,\"properties\":[{\"name\":\"lane_costs\",\"type\":"
        "\"string\",\"value\":\"compulsory\"}],\"tilesets\":[{\"firstgid\":1,\"name\":\"s\",\"tiles\":[{"
        "\"id\":1,\"properties\":[{\"name\":\"lane\",\"type\":\"string\",\"value\":\"down\"}]}]}],"
        "\"layers\":[{\"type\":\"tilelayer\",\"width\":3,\"height\":2,\"data\":[1,2,1,1,2,1]}]}",
        (uint8_t[]){0, 2, 0, 0, 2, 0});
}

static void lanes_cost_what_the_map_says(void** state) {
    (void)state;
    static const struct {
        const char* text;
        int32_t along, against; // percent of a step over other ground
    } maps[] = {{LANE_MAP("", LAYER("a", "", "1,2,2,1,1,1")), 50, 200},
                {LANE_MAP(COSTS_PROPERTY("compulsory"), LAYER("a", "", "1,2,2,1,1,1")), 100, 0},
                {LANE_MAP(COSTS_PROPERTY("0.25,1,1,1,4"), LAYER("a", "", "1,2,2,1,1,1")), 25, 400}};
    for (int32_t i = 0; i < 3; i++) {
        reading r = read_text(maps[i].text, NULL);
        if (r.result != WEND_OK) fail_msg("%s", r.error.text);
        const int32_t level = wend_grid_step_cost(r.grid, (wend_tile){0, 1}, (wend_tile){1, 1});
        const int32_t along = wend_grid_step_cost(r.grid, (wend_tile){0, 0}, (wend_tile){1, 0}),
                      against = wend_grid_step_cost(r.grid, (wend_tile){2, 0}, (wend_tile){1, 0});
        assert_true(abs(along * 100 - level * maps[i].along) <= level); // rounded to units
        assert_true(maps[i].against > 0 ? abs(against * 100 - level * maps[i].against) <= level
                                        : against == 0);
        wend_grid_destroy(r.grid);
    }
}

static void bad_lanes_are_named(void** state) {
    (void)state;
    reading r = read_text(LANE_MAP("", LAYER("a", "", "1,4,1,1,1,1")), NULL);
    assert_int_equal(r.result, WEND_OK);
    assert_non_null(
        strstr(r.info.warning, "ignored the property lane \"bus\", which is none of right, down"));
    assert_false(wend_grid_has_relief(r.grid));
    wend_grid_destroy(r.grid);

    r = read_text(LANE_MAP(COSTS_PROPERTY("1,2"), LAYER("a", "", "1,2,1,1,1,1")), NULL);
    assert_int_equal(r.result, WEND_ERROR_FORMAT);
    assert_non_null(strstr(r.error.text, "the property lane_costs expects preferred, compulsory"));

    wend_import_def def = wend_default_import_def();
    def.downscale = 2;
    r = read_text(LANE_MAP("", LAYER("a", "", "1,2,1,1,1,1")), &def);
    assert_int_equal(r.result, WEND_ERROR_UNSUPPORTED);
    assert_non_null(strstr(r.error.text, "has lanes of its tiles; expected a downscale of 1"));

    r = read_text(
        LANE_MAP("", LAYER("a", "", "1,2,1,1,1,1") LAYER(
                         "b", "<properties><property name=\"floor\" type=\"int\" value=\"1\"/></properties>",
                         "1,1,1,1,1,1")),
        NULL);
    assert_int_equal(r.result, WEND_ERROR_UNSUPPORTED);
    assert_non_null(strstr(r.error.text, "has 2 floors; lanes need a map of one"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiles_and_layers_have_lanes),
        cmocka_unit_test(lanes_cost_what_the_map_says),
        cmocka_unit_test(bad_lanes_are_named),
    };
    return run_unit_tests(tests);
}
