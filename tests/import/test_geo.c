// Where do tiles lie, how far apart are they, what does a slope cost on foot, and what happens when the
// program that reads rasters is missing, is another one, or tells nonsense? Needs no GDAL; tests/cli/gis.sh
// does.
#include "files.h"
#include "read.h"
#include "unit.h"
#include "wend/relief.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__linux__) && !defined(WIMP_NO_SANDBOX)
#define HAS_CHILDREN 1
#else
#define HAS_CHILDREN 0
#endif

static const wend_georeference utm = {.has_transform = true,
                                      .transform = {400000, 30, 0, 5200000, 0, -30},
                                      .kind = WEND_GEO_PROJECTED,
                                      .unit = 1,
                                      .semi_major = 6378137,
                                      .flattening = 1 / 298.257223563,
                                      .wkt = "PROJCRS[]"};
static const wend_georeference degrees = {.has_transform = true,
                                          .transform = {13, 0.001, 0, 47, 0, -0.001},
                                          .kind = WEND_GEO_GEOGRAPHIC,
                                          .unit = 0.017453292519943295,
                                          .semi_major = 6378137,
                                          .flattening = 1 / 298.257223563,
                                          .is_wgs84 = true,
                                          .wkt = "GEOGCRS[]"};

static void tiles_and_positions(void** state) {
    (void)state;
    static const double transforms[][6] = {
        {400000, 30, 0, 5200000, 0, -30}, // north is up
        {400000, 30, 0, 5200000, 0, 30},  // south is up
        {13, 0.001, 0, 47, 0, -0.002},    // not square
        {7, 20, 10, -3, 10, -20},         // rotated
        {7, 20, 15, -3, 5, -20},          // sheared as well
        {7, 20, 0, -3, 5, -20},           // in one direction only
    };
    for (size_t i = 0; i < sizeof transforms / sizeof *transforms; i++) {
        wend_georeference geo = utm;
        memcpy(geo.transform, transforms[i], sizeof geo.transform);
        for (int32_t y = -2; y < 40; y += 7)
            for (int32_t x = -3; x < 50; x += 5) {
                wend_geo_point at;
                wend_tile back;
                double column, row;
                assert_int_equal(wend_geo_position(&geo, x + 0.5, y + 0.5, &at), WEND_OK);
                assert_int_equal(wend_geo_tile_at(&geo, at, &back), WEND_OK);
                assert_int_equal(back.x, x);
                assert_int_equal(back.y, y);
                assert_int_equal(wend_geo_column_row(&geo, at, &column, &row), WEND_OK);
                assert_true(fabs(column - x - 0.5) < 1e-6 && fabs(row - y - 0.5) < 1e-6);
            }
    }
    wend_geo_point at;
    assert_int_equal(wend_geo_position(&utm, 1, 2, &at), WEND_OK);
    assert_true(at.x == 400030 && at.y == 5199940);
}

static void what_has_no_place(void** state) {
    (void)state;
    static const double flat[6] = {7, 20, 40, -3, 10, 20};
    const wend_georeference none = {.has_transform = false};
    wend_georeference geo = utm;
    wend_geo_point at = {77, 77};
    wend_tile tile = {77, 77};
    assert_int_equal(wend_geo_position(&none, 1, 1, &at), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_geo_tile_at(&none, at, &tile), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_geo_position(&geo, NAN, 1, &at), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_geo_tile_at(&geo, (wend_geo_point){INFINITY, 0}, &tile), WEND_ERROR_ARGUMENT);
    static const wend_geo_point too_far[] = {{1e15, 0}, {-1e15, 0}, {0, 1e15}, {0, -1e15}, {0, (double)NAN}};
    for (size_t i = 0; i < sizeof too_far / sizeof *too_far; i++)
        assert_int_equal(wend_geo_tile_at(&geo, too_far[i], &tile), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_geo_position(&geo, 1, (double)INFINITY, &at), WEND_ERROR_ARGUMENT);
    memcpy(geo.transform, flat, sizeof flat);
    assert_int_equal(wend_geo_tile_at(&geo, at, &tile), WEND_ERROR_ARGUMENT);
    geo = utm;
    geo.transform[1] = 0;
    assert_int_equal(wend_geo_tile_at(&geo, at, &tile), WEND_ERROR_ARGUMENT);
    assert_true(at.x == 77 && at.y == 77 && tile.x == 77 && tile.y == 77);
    assert_true(wend_geo_distance(&none, at, (wend_geo_point){0, 0}) == 0);
    assert_true(wend_geo_distance(&utm, at, (wend_geo_point){0, (double)NAN}) == 0);
    assert_true(wend_geo_distance(&utm, (wend_geo_point){(double)INFINITY, 0}, at) == 0);
    wend_georeference needle = degrees; // an ellipsoid without a pole
    needle.flattening = 1;
    assert_true(wend_geo_distance(&needle, (wend_geo_point){1, 2}, (wend_geo_point){3, 4}) == 0);
}

static void distances(void** state) {
    (void)state;
    const wend_geo_point a = {400000, 5200000}, b = {400300, 5199600};
    wend_georeference feet = utm;
    feet.unit = 0.3048;
    assert_true(wend_geo_distance(&utm, a, b) == 500);
    assert_true(fabs(wend_geo_distance(&feet, a, b) - 152.4) < 1e-9);
    // Geoscience Australia's example of Vincenty's formula, on GRS 80: Flinders Peak to Buninyong.
    wend_georeference grs80 = degrees;
    grs80.flattening = 1 / 298.257222101;
    const wend_geo_point flinders = {144 + 25 / 60.0 + 29.52440 / 3600, -(37 + 57 / 60.0 + 3.72030 / 3600)};
    const wend_geo_point buninyong = {143 + 55 / 60.0 + 35.38390 / 3600, -(37 + 39 / 60.0 + 10.15610 / 3600)};
    assert_true(fabs(wend_geo_distance(&grs80, flinders, buninyong) - 54972.271) < 0.001);
    assert_true(wend_geo_distance(&grs80, buninyong, buninyong) == 0);
    // A degree of the equator; a quarter of a meridian; over the date line.
    assert_true(fabs(wend_geo_distance(&degrees, (wend_geo_point){0, 0}, (wend_geo_point){1, 0}) -
                     111319.491) < 0.001);
    assert_true(fabs(wend_geo_distance(&degrees, (wend_geo_point){5, 0}, (wend_geo_point){5, 90}) -
                     10001965.729) < 0.001);
    assert_true(fabs(wend_geo_distance(&degrees, (wend_geo_point){179.5, 0}, (wend_geo_point){-179.5, 0}) -
                     111319.491) < 0.001);
    // Opposite points: a number, and no endless loop.
    const double half = wend_geo_distance(&degrees, (wend_geo_point){0, 0}, (wend_geo_point){179.9, 0.1});
    assert_true(half > 19.9e6 && half < 20.1e6);
}

// ---- Tobler's function, against its definition

static double pace(double slope) {
    return exp(3.5 * fabs(slope + 0.05) - 0.175);
}

// What a step costs beside one on level ground, by the heights of both pixels.
static double pace_of_step(const picture* p, double unit, int32_t x, int32_t y, int32_t dx, int32_t dy) {
    const double rise = (p->samples[(y + dy) * p->width + x + dx] - p->samples[y * p->width + x]) * unit,
                 length = sqrt(dx * dx + dy * dy);
    return length * pace(rise / length);
}

static void a_picture_of_heights_on_foot(void** state) {
    (void)state;
    static bytes file;
    picture p = {.width = 25, .height = 20, .channels = 1};
    for (int32_t i = 0; i < p.width * p.height; i++)
        p.samples[i] = (uint16_t)(30000 + 9000 * sin(i % 25 / 3.0) + 6000 * cos(i / 25 / 2.0));
    file.size = 0;
    make_pnm(&file, &p, '5', 65535);
    wend_import_def def = wend_default_import_def();
    def.rule = WEND_RULE_TOBLER;
    def.height_scale = 6;
    reading r = read_file(&file, &def);
    assert_int_equal(r.result, WEND_OK);
    assert_string_equal(r.info.rule, "tobler");
    assert_string_equal(r.info.slope, "tobler");
    assert_string_equal(r.info.cost_unit, "s");
    // On level ground the hiker takes 0.715 s a metre (5.036 km/h).
    const double second = 3.6 / (6 * exp(-0.175)) * wend_grid_cost_units(r.grid);
    for (int32_t i = 0; i < p.width * p.height * 9; i++) {
        const int32_t x = i / 9 % p.width, y = i / 9 / p.width, dx = i % 3 - 1, dy = i / 3 % 3 - 1;
        if ((dx == 0 && dy == 0) || x + dx < 0 || y + dy < 0 || x + dx >= p.width || y + dy >= p.height)
            continue;
        const double cost = wend_grid_step_cost(r.grid, (wend_tile){x, y}, (wend_tile){x + dx, y + dy});
        assert_true(fabs(cost / second / pace_of_step(&p, 6.0 / 65535, x, y, dx, dy) - 1) < 0.01);
    }
    wend_grid_destroy(r.grid);
    // Water is level, and a cliff closes the step up, not the way down, and neither of its tiles.
    static const uint16_t cliff[] = {0, 0, 0, 60000, 60000, 60000};
    picture row = {.width = 6, .height = 1, .channels = 1};
    memcpy(row.samples, cliff, sizeof cliff);
    file.size = 0;
    make_pnm(&file, &row, '5', 65535);
    def.rule = WEND_RULE_SLOPE;
    def.slope = "naismith";
    def.sea_level = 0;
    def.water_cost = 3;
    def.max_step_climb = 2;
    r = read_file(&file, &def);
    assert_int_equal(r.result, WEND_OK);
    assert_string_equal(r.info.slope, "naismith");
    static const float costs[] = {3, 3, 3, 1, 1, 1};
    for (int32_t x = 0; x < 6; x++) assert_true(wend_grid_cost(r.grid, (wend_tile){x, 0}) == costs[x]);
    assert_int_equal(wend_grid_step_cost(r.grid, (wend_tile){2, 0}, (wend_tile){3, 0}), 0);
    assert_true(wend_grid_step_cost(r.grid, (wend_tile){3, 0}, (wend_tile){2, 0}) > 0);
    assert_true(fabsf(wend_grid_elevation(r.grid, (wend_tile){4, 0}) - 6.0f * 60000 / 65535) < 0.01f);
    wend_grid_destroy(r.grid);
}

// ---- the program

static const char tiff[] = "II*\0\10\0\0\0\0\0\0\0\0\0";

static wend_result read_by(const char* program, wend_error* error) {
    wend_import_def def = wend_default_import_def();
    wend_grid* grid = NULL;
    def.gdal = program;
    files_put("map.tif", tiff, sizeof tiff - 1);
    const wend_result result = wend_import_file("map.tif", &def, &grid, NULL, error);
    assert_null(grid);
    return result;
}

static const char* script(const char* name, const char* text) {
    FILE* file = fopen(name, "w");
    assert_true(file && fputs(text, file) >= 0 && fclose(file) == 0 && chmod(name, 0700) == 0);
    return name;
}

static void without_the_program(void** state) {
    (void)state;
    wend_error error;
    wend_geo_point points[2] = {{400000, 5200000}, {400030, 5199970}};
    assert_int_equal(read_by(NULL, &error), WEND_ERROR_UNSUPPORTED);
    assert_non_null(strstr(error.text, "map.tif: needs GDAL"));
    assert_int_equal(wend_geo_transform(&utm, NULL, true, points, 2, &error), WEND_ERROR_UNSUPPORTED);
    const wend_result missing = wend_geo_transform(&utm, "./no-such-program", true, points, 2, NULL);
    assert_int_equal(missing, HAS_CHILDREN ? WEND_ERROR_IO : WEND_ERROR_UNSUPPORTED);
    assert_int_equal(wend_geo_transform(&utm, NULL, true, points, -1, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_geo_transform(&utm, NULL, true, points, 0, NULL), WEND_OK);
    assert_int_equal(wend_geo_transform(&degrees, NULL, false, points, 2, NULL), WEND_OK);
    wend_georeference bare = degrees; // nobody needs a description of WGS 84
    bare.wkt[0] = '\0';
    assert_int_equal(wend_geo_transform(&bare, NULL, true, points, 2, NULL), WEND_OK);
    wend_georeference unknown = utm;
    unknown.kind = WEND_GEO_NONE;
    assert_int_equal(wend_geo_transform(&unknown, NULL, true, points, 2, NULL), WEND_ERROR_UNSUPPORTED);
    assert_true(points[0].x == 400000 && points[1].y == 5199970);
    // Bytes in memory are no file, whatever is installed.
    wend_import_def def = wend_default_import_def();
    wend_grid* grid = NULL;
    def.gdal = "/bin/true";
    assert_int_equal(wend_import_memory(tiff, sizeof tiff - 1, "map.tif", &def, &grid, NULL, &error),
                     WEND_ERROR_UNSUPPORTED);
}

#if HAS_CHILDREN

static volatile sig_atomic_t heard;
static void hear(int number) {
    (void)number;
    heard = 1;
}

// Programs that are not wend-gdal: one that says nothing, one that is not executable, one that fails, one
// that repeats what it was told, one that never stops talking.
static void with_another_program(void** state) {
    (void)state;
    wend_error error;
    wend_geo_point points[1] = {{400000, 5200000}};
    signal(SIGCHLD, hear);
    const char* const programs[] = {script("silent", "#!/bin/sh\nexit 0\n"),
                                    script("repeating", "#!/bin/cat\n"),
                                    script("echoing", "#!/bin/sh\nexec cat\n"),
                                    script("noisy", "#!/bin/sh\nwhile echo nonsense; do :; done\n")};
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        char path[64];
        snprintf(path, sizeof path, "./%s", programs[i]);
        const wend_result result = read_by(path, &error);
        assert_true(result == WEND_ERROR_FORMAT || result == WEND_ERROR_IO);
        if (i == 2) continue; // waits for more points
        assert_true(wend_geo_transform(&utm, path, true, points, 1, &error) != WEND_OK);
        assert_true(points[0].x == 400000 && points[0].y == 5200000);
    }
    assert_int_equal(read_by(".", &error), WEND_ERROR_FORMAT); // a folder cannot be run
    // The host has met no child.
    assert_int_equal(heard, 0);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    signal(SIGCHLD, SIG_DFL);
}

#else
static void with_another_program(void** state) {
    (void)state;
    skip();
}
#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiles_and_positions), cmocka_unit_test(what_has_no_place),
        cmocka_unit_test(distances),           cmocka_unit_test(a_picture_of_heights_on_foot),
        cmocka_unit_test(without_the_program), cmocka_unit_test(with_another_program),
    };
    files_enter();
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    files_leave();
    return failed;
}
