// test_path_length.c: how far does a path go up and down, and do its files say how high its points lie?
#include "path_file.h"
#include "path_length.h"
#include "unit.h"

#include <cjson/cJSON.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- up and down

static void near_to(double value, double expected) {
    if (!(fabs(value - expected) < 1e-9)) fail_msg("%.12g, expected %.12g", value, expected);
}

static void up_and_down(void** state) {
    (void)state;
    const double heights[] = {100, 103, 103, 99, 107}, lengths[] = {4, 10, 3, 15};
    const path_relief r = path_relief_of(heights, lengths, 5);
    near_to(r.map, 32);
    near_to(r.ground, 5 + 10 + 5 + 17);
    near_to(r.climb, 11);
    near_to(r.descent, 4);
    near_to(r.steepest_up, 0.75);
    near_to(r.steepest_down, 4 / 3.0);
    assert_int_equal(r.up_step, 0);
    assert_int_equal(r.down_step, 2);
    // The way back: what went up goes down.
    const double back[] = {107, 99, 103, 103, 100}, back_lengths[] = {15, 3, 10, 4};
    const path_relief b = path_relief_of(back, back_lengths, 5);
    near_to(b.ground, r.ground);
    near_to(b.climb, r.descent);
    near_to(b.descent, r.climb);
    near_to(b.steepest_up, r.steepest_down);
    assert_int_equal(b.down_step, 3);
}

static void level_and_short(void** state) {
    (void)state;
    const double heights[] = {7, 7, 7}, lengths[] = {2, 3};
    for (int32_t count = 0; count <= 3; count++) {
        const path_relief r = path_relief_of(heights, lengths, count);
        near_to(r.map, count == 3 ? 5 : count == 2 ? 2 : 0);
        near_to(r.ground, r.map);
        assert_true(r.climb == 0 && r.descent == 0 && r.steepest_up == 0 && r.steepest_down == 0);
        assert_true(r.up_step == -1 && r.down_step == -1);
    }
}

static void links_and_gaps(void** state) {
    (void)state;
    // A lift between 10 and 50 is no climb, and neither is what lies before it.
    const double lift[] = {0, 10, 50, 52}, lengths[] = {10, 0, 10};
    path_relief r = path_relief_of(lift, lengths, 4);
    near_to(r.map, 20);
    near_to(r.climb, 12);
    near_to(r.descent, 0);
    near_to(r.steepest_up, 1);
    // Over a gap the climb counts, the slope of no step does.
    const double gap[] = {0, NAN, NAN, 30, 29}, even[] = {10, 10, 10, 10};
    r = path_relief_of(gap, even, 5);
    near_to(r.map, 40);
    near_to(r.ground, 30 + sqrt(101));
    near_to(r.climb, 30);
    near_to(r.descent, 1);
    near_to(r.steepest_up, 0);
    near_to(r.steepest_down, 0.1);
    assert_int_equal(r.up_step, -1);
    // A gap that a link ends begins again.
    const double both[] = {0, NAN, 70, 71}, linked[] = {10, 0, 10};
    r = path_relief_of(both, linked, 4);
    near_to(r.climb, 1);
    const double none[] = {NAN, NAN, NAN};
    r = path_relief_of(none, even, 3);
    near_to(r.ground, 20);
    near_to(r.climb + r.descent, 0);
}

// ---- files

static char written[4000];

static void write_text(const path_record* path, path_format format) {
    file_text text = {.size = 0};
    path_file_add(path, format, &text);
    assert_false(text.failed);
    assert_true(text.size < sizeof written);
    memcpy(written, text.bytes, text.size);
    written[text.size] = '\0';
    free(text.bytes);
}

static void files_with_heights(void** state) {
    (void)state;
    static const world_point points[] = {{13.5, 47.25}, {13.75, 47.5}, {14, 47.5}};
    const double all[] = {-3.5, 0, 4810.456}, some[] = {812, NAN, 9000};
    path_record path = {
        .world = "alps.wend", .outcome = "found", .cost = 2, .metres = 3, .points = points, .count = 3};
    write_text(&path, PATH_GPX);
    assert_non_null(strstr(written, "<trkpt lat=\"47.25000000\" lon=\"13.50000000\"/>\n"));
    assert_null(strstr(written, "<ele>"));
    write_text(&path, PATH_GEOJSON);
    assert_non_null(strstr(written, "[\n[13.50000000,47.25000000],\n[13.75000000,47.50000000],\n"));
    path.heights = all;
    write_text(&path, PATH_GPX);
    assert_non_null(
        strstr(written, "<trkpt lat=\"47.25000000\" lon=\"13.50000000\"><ele>-3.50</ele></trkpt>\n"));
    assert_non_null(strstr(written, "lon=\"14.00000000\"><ele>4810.46</ele></trkpt>\n</trkseg>"));
    write_text(&path, PATH_GEOJSON);
    assert_non_null(strstr(written, "[13.50000000,47.25000000,-3.50],\n[13.75000000,47.50000000,0.00],\n"));
    path.heights = some; // GPX can leave a height out, a position of GeoJSON cannot
    write_text(&path, PATH_GPX);
    assert_non_null(strstr(written, "lon=\"13.50000000\"><ele>812.00</ele></trkpt>\n"));
    assert_non_null(strstr(written, "lon=\"13.75000000\"/>\n"));
    write_text(&path, PATH_GEOJSON);
    assert_non_null(strstr(written, "[13.50000000,47.25000000],\n"));
}

// A line or track for each stretch on a floor, and all figures of the path at each.
static void files_of_floors(void** state) {
    (void)state;
    static const world_point points[] = {{13.5, 47.25}, {13.75, 47.5}, {14, 47.5}, {14, 47.5}, {13, 47}};
    static const wend_tile tiles[] = {{0, 0, 0}, {1, 1, 0}, {2, 1, 3}, {2, 1, 1}, {0, 2, 1}};
    const path_record path = {.world = "house.wend",
                              .outcome = "found",
                              .cost = 2,
                              .metres = 3,
                              .points = points,
                              .tiles = tiles,
                              .count = 5,
                              .has_floors = true};
    write_text(&path, PATH_GEOJSON);
    cJSON* json = cJSON_Parse(written);
    assert_non_null(json);
    assert_string_equal(cJSON_GetObjectItem(json, "type")->valuestring, "FeatureCollection");
    static const int floors[] = {0, 3, 1}, counts[] = {2, 2, 2}; // one point twice
    const cJSON* features = cJSON_GetObjectItem(json, "features");
    assert_int_equal(cJSON_GetArraySize(features), 3);
    for (int i = 0; i < 3; i++) {
        const cJSON* feature = cJSON_GetArrayItem(features, i);
        const cJSON* properties = cJSON_GetObjectItem(feature, "properties");
        const cJSON* geometry = cJSON_GetObjectItem(feature, "geometry");
        assert_int_equal(cJSON_GetObjectItem(properties, "floor")->valueint, floors[i]);
        assert_int_equal(cJSON_GetObjectItem(properties, "part")->valueint, i);
        assert_int_equal(cJSON_GetObjectItem(properties, "cost")->valueint, 2);
        assert_string_equal(cJSON_GetObjectItem(geometry, "type")->valuestring, "LineString");
        assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(geometry, "coordinates")), counts[i]);
    }
    cJSON_Delete(json);
    write_text(&path, PATH_GPX);
    assert_non_null(strstr(written, "</trkseg></trk>\n<trk><name>house.wend, floor 3</name>"));
    assert_non_null(strstr(written, "lat=\"47.00000000\" lon=\"13.00000000\"/>\n</trkseg></trk></gpx>\n"));
    write_text(&path, PATH_CSV);
    assert_non_null(strstr(written, "x,y,tile_x,tile_y,floor\n13.5,47.25,0,0,0\n"));
    assert_non_null(strstr(written, "\n14,47.5,2,1,3\n"));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(up_and_down), cmocka_unit_test(level_and_short),
                                       cmocka_unit_test(links_and_gaps), cmocka_unit_test(files_with_heights),
                                       cmocka_unit_test(files_of_floors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
