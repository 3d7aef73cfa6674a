// geo_ground.c: are the lengths that a georeference lists near those of the projection, and into which bands
// of rows do they fall?
#include "core/ground.h"
#include "unit.h"

#include <math.h>

static const double radius = 6378137;

// Mercator on a sphere, where lengths are known: the cosine of the latitude times those of the plane.
static wend_georeference mercator(double north, double pixel) {
    return (wend_georeference){.has_transform = true,
                               .transform = {0, pixel, 0, north, 0, -pixel},
                               .kind = WEND_GEO_PROJECTED,
                               .unit = 1,
                               .semi_major = radius};
}

static double cosine_at(double y) {
    return 1 / cosh(y / radius);
}

static wimp_ground_samples* samples_of(const wend_georeference* geo, int32_t height) {
    static wimp_ground_samples samples;
    for (int32_t r = 0; r < WEND_GEO_MAX_GROUND; r++)
        for (int32_t c = 0; c < WIMP_GROUND_COLUMNS; c++) {
            const double row = (double)height * r / (WEND_GEO_MAX_GROUND - 1);
            const double side = geo->transform[1] * cosine_at(geo->transform[3] + geo->transform[5] * row);
            samples.at[r][c] = (wend_ground){side, side, side * sqrt(2), side * sqrt(2)};
        }
    return &samples;
}

static void lists_lengths(void** state) {
    (void)state;
    static const struct {
        double north, pixel, tolerance;
        int32_t height, count;
    } cases[] = {{6024000, 30, 0.0005, 1000, 2},   // at 47 N, 20 km: a straight line
                 {2000000, 1000, 0.0005, 1000, 5}, // a thousand kilometres
                 {15e6, 10000, 0.0015, 3000, 65},  // nearly the whole world
                 {100000, 10, 0.0021, 1000, 0}};   // at the equator the plane is true
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_georeference geo = mercator(cases[i].north, cases[i].pixel);
        const int32_t height = cases[i].height;
        double skew = 7;
        const wimp_ground_kind kind = wimp_geo_list_ground(&geo, height, samples_of(&geo, height), &skew);
        assert_int_equal(kind, cases[i].count > 0 ? WIMP_GROUND_LISTED : WIMP_GROUND_PLAIN);
        assert_int_equal(geo.ground_count, cases[i].count);
        assert_true(skew == 0);
        for (int32_t y = 0; y < height; y++) {
            wend_ground g;
            assert_ok(wend_geo_ground(&geo, y + 0.5, &g));
            const double side = cases[i].pixel * cosine_at(cases[i].north - (y + 0.5) * cases[i].pixel);
            assert_true(fabs(g.across / side - 1) < cases[i].tolerance && g.down == g.across);
            assert_true(fabs(g.rising / (side * sqrt(2)) - 1) < cases[i].tolerance && g.falling == g.rising);
        }
        // Bands: every row in one, and no length further off than asked for.
        static wimp_ground_band bands[1000];
        const int32_t count = wimp_geo_bands(&geo, height, 0.003, bands, 1000);
        assert_true(count >= 1 && count <= 1000 && bands[0].from == 0);
        for (int32_t y = 0, b = 0; y < height; y++) {
            while (b + 1 < count && bands[b + 1].from <= y) b++;
            wend_ground g;
            assert_ok(wend_geo_ground(&geo, y + 0.5, &g));
            assert_true(fabs(g.across / bands[b].steps.across - 1) <= 0.003 + 1e-9);
            assert_true(fabs(g.falling / bands[b].steps.falling - 1) <= 0.003 + 1e-9);
        }
        if (i == 0) assert_int_equal(count, 1);
        if (i == 2) assert_true(count > 200 && wimp_geo_bands(&geo, height, 0.003, bands, 10) == count);
    }
}

static void distances_on_the_map(void** state) {
    (void)state;
    wend_georeference geo = mercator(15e6, 10000);
    double skew;
    wimp_geo_list_ground(&geo, 3000, samples_of(&geo, 3000), &skew);
    const double y = 6e6;
    // Along a circle of latitude, and along a meridian: the difference of latitudes.
    assert_true(fabs(wend_geo_distance(&geo, (wend_geo_point){0, y}, (wend_geo_point){5e6, y}) /
                         (5e6 * cosine_at(y)) -
                     1) < 0.0015);
    const double north = 2 * atan(exp(y / radius)), south = 2 * atan(exp(-y / radius));
    assert_true(fabs(wend_geo_distance(&geo, (wend_geo_point){7, y}, (wend_geo_point){7, -y}) /
                         (radius * (north - south)) -
                     1) < 0.0015);
    // A step down and to the right, in pixels that are rectangles and rotated.
    const wend_ground g = {3, 4, 5, 5}, askew = {3, 4, 6, sqrt(14)};
    geo = (wend_georeference){.has_transform = true,
                              .transform = {0, 10, 10, 0, 10, -10},
                              .kind = WEND_GEO_PROJECTED,
                              .unit = 1,
                              .ground_count = 2,
                              .ground_rows = 9,
                              .ground = {g, g}};
    assert_true(fabs(wend_geo_distance(&geo, (wend_geo_point){0, 0}, (wend_geo_point){20, 0}) - 5) < 1e-9);
    geo.ground[0] = geo.ground[1] = askew;
    assert_true(fabs(wend_geo_distance(&geo, (wend_geo_point){0, 0}, (wend_geo_point){20, 0}) - 6) < 1e-9);
    assert_true(fabs(wend_geo_distance(&geo, (wend_geo_point){0, 0}, (wend_geo_point){0, -20}) - sqrt(14)) <
                1e-9);
}

static void along_a_row(void** state) {
    (void)state;
    wend_georeference geo = mercator(6e6, 30);
    wimp_ground_samples* samples = samples_of(&geo, 100);
    double skew = 0;
    samples->at[40][4].down *= 1.008;
    assert_int_equal(wimp_geo_list_ground(&geo, 100, samples, &skew), WIMP_GROUND_LISTED);
    assert_true(fabs(skew - 0.008) < 1e-9);
    samples->at[40][4].down *= 1.008;
    assert_int_equal(wimp_geo_list_ground(&geo, 100, samples, &skew), WIMP_GROUND_ASKEW);
    assert_true(skew > 0.016 && geo.ground_count > 0);
    // Rows off the earth take the lengths of the nearest that is on it.
    samples = samples_of(&geo, 100);
    for (int32_t r = 0; r < WEND_GEO_MAX_GROUND; r++)
        for (int32_t c = 0; c < WIMP_GROUND_COLUMNS; c++)
            if (r < 10 || r > 50 || c == 3) samples->at[r][c].across = NAN;
    const double first = samples->at[10][0].across;
    assert_int_equal(wimp_geo_list_ground(&geo, 100, samples, &skew), WIMP_GROUND_LISTED);
    assert_true(geo.ground[0].across == first);
    for (int32_t r = 10; r <= 50; r++)
        for (int32_t c = 0; c < WIMP_GROUND_COLUMNS; c++) samples->at[r][c].across = INFINITY;
    assert_int_equal(wimp_geo_list_ground(&geo, 100, samples, &skew), WIMP_GROUND_UNKNOWN);
    assert_int_equal(geo.ground_count, 0);
}

static void degrees(void** state) {
    (void)state;
    wend_georeference geo = {.has_transform = true,
                             .transform = {13, 0.001, 0, 69, 0, -0.001},
                             .kind = WEND_GEO_GEOGRAPHIC,
                             .unit = acos(-1) / 180,
                             .semi_major = radius,
                             .flattening = 1 / 298.257223563};
    // The radii of WGS 84 at 69 N, by their definition.
    wend_ground g;
    assert_ok(wend_geo_ground(&geo, 0, &g));
    const double e2 = geo.flattening * (2 - geo.flattening), sine = sin(69 * geo.unit),
                 w = 1 - e2 * sine * sine;
    assert_true(fabs(g.across - 0.001 * geo.unit * radius / sqrt(w) * cos(69 * geo.unit)) < 1e-6);
    assert_true(fabs(g.down - 0.001 * geo.unit * radius * (1 - e2) / pow(w, 1.5)) < 1e-6);
    assert_true(fabs(g.falling - hypot(g.across, g.down)) < 1e-9 && fabs(g.rising - g.falling) < 1e-9);
    // Rotated: the lengths of a row are those of its middle, unless its latitudes differ too much.
    geo.transform[2] = geo.transform[4] = 0.0005;
    static wimp_ground_samples samples;
    double skew = 0;
    wimp_geo_sample_degrees(&geo, 100, 100, &samples);
    assert_int_equal(wimp_geo_list_ground(&geo, 100, &samples, &skew), WIMP_GROUND_LISTED);
    assert_true(skew > 0 && skew < 0.01);
    wimp_geo_sample_degrees(&geo, 2000, 100, &samples);
    assert_int_equal(wimp_geo_list_ground(&geo, 100, &samples, &skew), WIMP_GROUND_ASKEW);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(lists_lengths),
                                       cmocka_unit_test(distances_on_the_map), cmocka_unit_test(along_a_row),
                                       cmocka_unit_test(degrees)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
