// What does a height map cost? Every class is compared with slopes computed from the whole picture.
#include "files.h"
#include "read.h"
#include "unit.h"

#include <math.h>
#include <string.h>

#include "rng.h"
#include "wend/relief.h"

enum { FLAT = 1, STEEPEST = 253, TOO_STEEP = 254, WATER = 255 };

static wend_import_def height_def(float scale) {
    wend_import_def def = wend_default_import_def();
    def.rule = WEND_RULE_HEIGHT;
    def.height_scale = scale;
    return def;
}

static double height_at(const picture* p, const wend_import_def* def, uint32_t full, int32_t x, int32_t y) {
    double share = (double)p->samples[(y * p->width + x) * p->channels] / full;
    double height = (def->negate ? 1 - share : share) * (double)def->height_scale;
    if (def->sea_level < 0) return height;
    double unit =
        (double)def->height_scale / full; // the water stands at the highest sample that is not above
    return fmax(height, floor((double)def->sea_level / unit) * unit);
}

static bool is_seen(const picture* p, uint32_t full, int32_t x, int32_t y) {
    if (p->channels != 2) return true;
    return 2u * p->samples[(y * p->width + x) * 2 + 1] >= full;
}

// The steepest slope to a neighbour on the map that can be seen.
static double slope_at(const picture* p, const wend_import_def* def, uint32_t full, int32_t x, int32_t y) {
    double most = 0;
    for (int32_t i = 0; i < 9; i++) {
        int32_t nx = x + i % 3 - 1, ny = y + i / 3 - 1;
        if (i == 4 || nx < 0 || ny < 0 || nx >= p->width || ny >= p->height) continue;
        if (!is_seen(p, full, nx, ny)) continue;
        double climb = fabs(height_at(p, def, full, nx, ny) - height_at(p, def, full, x, y));
        most = fmax(most, climb / (i % 2 ? 1 : sqrt(2)) / (double)def->resolution);
    }
    return most;
}

// Classes may differ by one where a slope lies between two of them; what is blocked may not, but for
// rounding.
static void compare(const reading* r, const picture* p, const wend_import_def* def, uint32_t full) {
    for (int32_t y = 0; y < p->height; y++)
        for (int32_t x = 0; x < p->width; x++) {
            uint8_t class = tile_class(r, x, y);
            if (!is_seen(p, full, x, y)) {
                assert_int_equal(class, 0);
                continue;
            }
            if (height_at(p, def, full, x, y) <= (double)def->sea_level) {
                assert_int_equal(class, WATER);
                continue;
            }
            double steepness = slope_at(p, def, full, x, y) / (double)def->max_climb;
            if (class == TOO_STEEP)
                assert_true(steepness > 1 - 1e-9);
            else
                assert_true(fabs(FLAT + steepness * (STEEPEST - FLAT) - class) < 0.5 + 1e-6);
        }
}

static void random_pictures(void** state) {
    (void)state;
    static bytes file;
    static const int32_t sizes[][2] = {{1, 1}, {7, 1}, {1, 6}, {2, 2}, {5, 3}, {31, 23}};
    for (int32_t i = 0; i < 6 * 8; i++) {
        rng random = rng_seeded((uint64_t)i);
        bool wide = i & 1, seen_through = i & 2, interlaced = i & 4;
        uint32_t full = wide ? 65535 : 255;
        picture p = {.width = sizes[i / 8][0], .height = sizes[i / 8][1], .channels = seen_through ? 2 : 1};
        for (int32_t s = 0; s < p.width * p.height * p.channels; s++)
            p.samples[s] = (uint16_t)rng_below(&random, (int32_t)full + 1);
        png_kind kind = {.color_type = seen_through ? 4 : 0, .bits = wide ? 16 : 8, .interlaced = interlaced};
        make_png(&file, &p, &kind);
        wend_import_def def = height_def(20);
        def.max_climb = 3;
        def.resolution = 2;
        def.negate = interlaced;
        reading r = read_file(&file, &def);
        assert_ok(r.result);
        compare(&r, &p, &def, full);
        assert_string_equal(r.info.rule, "height");
        wend_grid_destroy(r.grid);
        def.sea_level = 5.01f; // no sample lies just there
        r = read_file(&file, &def);
        assert_ok(r.result);
        compare(&r, &p, &def, full);
        wend_grid_destroy(r.grid);
    }
}

static reading read_wide(const picture* p, const wend_import_def* def) {
    static bytes file;
    make_pnm(&file, p, '5', 65535);
    reading r = read_file(&file, def);
    assert_ok(r.result);
    return r;
}

// Slopes of a step or two of 65535: with 8 bits they would all be flat.
static void no_bit_is_lost(void** state) {
    (void)state;
    picture p = {.width = 5, .height = 1, .channels = 1, .samples = {30000, 30001, 30003, 30006, 30006}};
    wend_import_def def = height_def(65535);
    def.max_climb = 2.5f;
    def.cheapest = 1;
    def.costliest = 11;
    reading r = read_wide(&p, &def);
    static const float slopes[] = {1, 2, 3, 3, 0};
    for (int32_t x = 0; x < 5; x++) {
        float cost = wend_grid_cost(r.grid, (wend_tile){x, 0});
        if (slopes[x] > def.max_climb)
            assert_true(cost == 0);
        else
            assert_true(fabsf(cost - (1 + 10 * slopes[x] / def.max_climb)) < 0.021f); // half of a class
    }
    assert_string_equal(r.info.meanings[FLAT], "flat");
    assert_string_equal(r.info.meanings[TOO_STEEP], "too steep");
    assert_string_equal(r.info.meanings[STEEPEST], "slope 2.5");
    assert_true(r.info.darkest == 30000 && r.info.brightest == 30006);
    wend_grid_destroy(r.grid);
}

static void steepest_is_passable(void** state) {
    (void)state;
    picture p = {.width = 3, .height = 1, .channels = 1, .samples = {0, 100, 201}};
    wend_import_def def = height_def(65535);
    def.max_climb = 100;
    reading r = read_wide(&p, &def);
    assert_int_equal(tile_class(&r, 0, 0), STEEPEST); // just as steep as allowed
    assert_true(wend_grid_cost(r.grid, (wend_tile){0, 0}) == 10);
    assert_int_equal(tile_class(&r, 1, 0), TOO_STEEP); // both sides of the cliff
    assert_int_equal(tile_class(&r, 2, 0), TOO_STEEP);
    wend_grid_destroy(r.grid);
}

static void water(void** state) {
    (void)state;
    // a shore, a deep sea, and a pier: the floor does not matter, only the surface at 100
    picture p = {.width = 4, .height = 1, .channels = 1, .samples = {101, 100, 0, 105}};
    wend_import_def def = height_def(65535);
    def.sea_level = 100;
    def.max_climb = 2;
    reading r = read_wide(&p, &def);
    assert_int_equal(tile_class(&r, 0, 0), FLAT + 126);
    assert_int_equal(tile_class(&r, 1, 0), WATER);
    assert_int_equal(tile_class(&r, 2, 0), WATER);
    assert_int_equal(tile_class(&r, 3, 0), TOO_STEEP);
    assert_false(wend_grid_passable(r.grid, (wend_tile){1, 0}));
    assert_string_equal(r.info.meanings[WATER], "water");
    wend_grid_destroy(r.grid);
    def.sea_level = INFINITY; // nothing is dry
    r = read_wide(&p, &def);
    assert_int_equal(wend_grid_class_counts(r.grid)[WATER], 4);
    wend_grid_destroy(r.grid);
    def.sea_level = 100;
    def.water_cost = 7;
    r = read_wide(&p, &def);
    assert_true(wend_grid_cost(r.grid, (wend_tile){1, 0}) == 7);
    wend_grid_destroy(r.grid);
}

static void channels(void** state) {
    (void)state;
    static bytes file;
    picture p = {.width = 2, .height = 1, .channels = 3, .samples = {10, 20, 30, 10, 22, 130}};
    make_pnm(&file, &p, '6', 255);
    static const struct {
        wend_channel channel;
        int32_t class;
    } cases[] = {{WEND_CHANNEL_MAX, TOO_STEEP},
                 {WEND_CHANNEL_RED, FLAT},
                 {WEND_CHANNEL_GREEN, FLAT + 50}, // 2 of 10 of 252 steps
                 {WEND_CHANNEL_ALPHA, FLAT}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_import_def def = height_def(255);
        def.max_climb = 10;
        def.channel = cases[i].channel;
        reading r = read_file(&file, &def);
        assert_ok(r.result);
        assert_int_equal(tile_class(&r, 0, 0), cases[i].class);
        wend_grid_destroy(r.grid);
    }
}

static void coarse_heights_are_mentioned(void** state) {
    (void)state;
    static bytes file;
    picture p = {.width = 2, .height = 1, .channels = 1, .samples = {10, 10}};
    make_pnm(&file, &p, '5', 255);
    wend_import_def def = height_def(510); // 2 a step of grey
    reading r = read_file(&file, &def);
    assert_ok(r.result);
    assert_non_null(strstr(r.info.warning, "one grey level is a slope of 2, steeper than max_climb, 1"));
    wend_grid_destroy(r.grid);
    def.height_scale = 0;
    assert_int_equal(read_file(&file, &def).result, WEND_ERROR_ARGUMENT);
}

// What a step costs beside the one before it, of a row of heights in millimetres on tiles of 10 m.
static double step_after_level(const char* slope, int32_t climb) {
    picture p = {
        .width = 3, .height = 1, .channels = 1, .samples = {30000, 30000, (uint16_t)(30000 + climb)}};
    wend_import_def def = height_def(65.535f);
    def.rule = WEND_RULE_SLOPE;
    def.slope = slope;
    def.resolution = 10;
    reading r = read_wide(&p, &def);
    const double level = wend_grid_step_cost(r.grid, (wend_tile){0, 0}, (wend_tile){1, 0});
    const double step = wend_grid_step_cost(r.grid, (wend_tile){1, 0}, (wend_tile){2, 0});
    wend_grid_destroy(r.grid);
    return step / level;
}

// Steep descents cost far more than those that are a little less steep. Nothing between them is a mean.
static void functions_jump(void** state) {
    (void)state;
    const char* walk = "rwalk:0.72,6,1.9998,-1.9998";
    assert_true(fabs(step_after_level(walk, -2120) - (1 - 0.212 * 1.9998 / 0.72)) < 0.004);
    assert_true(fabs(step_after_level(walk, -2130) - (1 + 0.213 * 1.9998 / 0.72)) < 0.004);
    assert_true(fabs(step_after_level("naismith-langmuir", -2120) - (1 - 0.212 * 2 / 0.72)) < 0.004);
    assert_true(fabs(step_after_level("naismith-langmuir", -2130) - (1 + 0.213 * 2 / 0.72)) < 0.004);
    assert_true(fabs(step_after_level("naismith-langmuir", -870) - 1) < 0.004);
    assert_true(fabs(step_after_level("naismith-langmuir", -880) - (1 - 0.088 * 2 / 0.72)) < 0.004);
    assert_true(fabs(step_after_level("naismith", 10) - (1 + 0.001 * 6 / 0.72)) < 0.004);
}

// A table says nothing about slopes beyond its ends: they are closed.
static void tables_end(void** state) {
    (void)state;
    static const char table[] = "slope,factor\n-0.2,2\n0,1\n0.1,3\n";
    files_enter();
    files_put("table.csv", table, sizeof table - 1);
    assert_true(fabs(step_after_level("table.csv", 1000) - 3) < 0.01);
    assert_true(fabs(step_after_level("table.csv", -2000) - 2) < 0.01);
    assert_true(step_after_level("table.csv", 1010) == 0);
    assert_true(step_after_level("table.csv", -2010) == 0);
    files_leave();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_pictures),
        cmocka_unit_test(no_bit_is_lost),
        cmocka_unit_test(steepest_is_passable),
        cmocka_unit_test(water),
        cmocka_unit_test(channels),
        cmocka_unit_test(coarse_heights_are_mentioned),
        cmocka_unit_test(functions_jump),
        cmocka_unit_test(tables_end),
    };
    return run_unit_tests(tests);
}
