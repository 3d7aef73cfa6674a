// What does a brightness cost, where is the threshold, and what do the options of an import change?
#include "read.h"
#include "unit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "rng.h"

static reading read_greys(const wend_import_def* def, uint32_t max_value, int32_t count,
                          const uint16_t* greys) {
    static bytes file;
    picture p = {.width = count, .height = 1, .channels = 1};
    memcpy(p.samples, greys, (size_t)count * sizeof *greys);
    make_pnm(&file, &p, '5', max_value);
    reading r = read_file(&file, def);
    assert_ok(r.result);
    return r;
}

static float cost_at(const reading* r, int32_t x) {
    return wend_grid_cost(r->grid, (wend_tile){x, 0});
}

static void costs_are_one_over_brightness(void** state) {
    (void)state;
    uint16_t greys[256];
    for (int32_t v = 0; v < 256; v++) greys[v] = (uint16_t)v;
    static const float thresholds[] = {0, 0.001f, 0.4f, 0.5f, 0.85f, 0.9999f, 1};
    for (size_t t = 0; t < sizeof thresholds / sizeof *thresholds; t++) {
        wend_import_def def = wend_default_import_def();
        def.blocked_below = thresholds[t];
        reading r = read_greys(&def, 255, 256, greys);
        const float* costs = wend_grid_class_costs(r.grid);
        assert_true(costs[0] == 0);
        for (int32_t v = 1; v < 256; v++) {
            bool open = (float)v / 255.0f >= thresholds[t];
            assert_int_equal(tile_class(&r, v, 0), v); // the picture can be read back
            assert_true(costs[v] == (open ? 255.0f / (float)v : 0));
            assert_true(cost_at(&r, v) == costs[v]);
        }
        wend_grid_destroy(r.grid);
    }
}

// Cost of one pixel of a picture with this maximum.
static float cost_of(uint32_t value, uint32_t max_value, float threshold, uint8_t* class_out) {
    wend_import_def def = wend_default_import_def();
    def.blocked_below = threshold;
    reading r = read_greys(&def, max_value, 1, &(uint16_t){(uint16_t)value});
    float cost = cost_at(&r, 0);
    *class_out = tile_class(&r, 0, 0);
    wend_grid_destroy(r.grid);
    return cost;
}

static void the_threshold_is_exact(void** state) {
    (void)state;
    uint8_t class;
    assert_true(cost_of(216, 255, 0.85f, &class) == 0);
    assert_true(cost_of(217, 255, 0.85f, &class) == 255.0f / 217);
    assert_true(cost_of(85, 100, 0.85f, &class) == 255.0f / 217); // 0.85 is not below 0.85
    assert_true(cost_of(84, 100, 0.85f, &class) == 0);
    assert_true(cost_of(17, 20, 0.85f, &class) > 0);
    // with 16 bits both of these are nearest to class 217, which is open
    assert_true(cost_of(55705, 65535, 0.85f, &class) == 255.0f / 217);
    assert_int_equal(class, 217);
    assert_true(cost_of(55704, 65535, 0.85f, &class) == 0);
    assert_int_equal(class, 216);
    // and both of these to class 216, which is blocked
    assert_true(cost_of(55640, 65535, 0.849f, &class) == 255.0f / 217);
    assert_int_equal(class, 217);
    assert_true(cost_of(55639, 65535, 0.849f, &class) == 0);
    assert_int_equal(class, 216);
    // the ends of the range
    assert_true(cost_of(65535, 65535, 1, &class) == 1);
    assert_true(cost_of(65534, 65535, 1, &class) == 0);
    assert_true(cost_of(0, 65535, 0, &class) == 0); // 1/0 is not a cost
    assert_true(cost_of(1, 65535, 0, &class) == 255);
    assert_int_equal(class, 1);
}

static void negate(void** state) {
    (void)state;
    wend_import_def def = wend_default_import_def();
    def.negate = true;
    reading r = read_greys(&def, 65535, 4, (uint16_t[]){0, 65535, 9830, 9831}); // 1, 0, 0.850003, 0.849989
    assert_int_equal(tile_class(&r, 0, 0), 255);
    assert_int_equal(tile_class(&r, 1, 0), 0);
    assert_true(cost_at(&r, 2) > 0);
    assert_true(cost_at(&r, 3) == 0);
    assert_true(r.info.darkest == 0 && r.info.brightest == 1);
    wend_grid_destroy(r.grid);
    r = read_greys(&def, 100, 2, (uint16_t[]){10, 40});
    assert_true(fabsf(r.info.darkest - 0.6f) < 1e-6f && fabsf(r.info.brightest - 0.9f) < 1e-6f);
    wend_grid_destroy(r.grid);
}

static void luma(void** state) {
    (void)state;
    wend_import_def def = wend_default_import_def();
    def.rule = WEND_RULE_LUMA;
    picture p = {
        .width = 4, .height = 1, .channels = 3, .samples = {255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255}};
    static bytes file;
    make_pnm(&file, &p, '6', 255);
    reading r = read_file(&file, &def);
    assert_ok(r.result);
    static const uint8_t classes[] = {76, 150, 29, 255};
    for (int32_t x = 0; x < 4; x++) assert_int_equal(tile_class(&r, x, 0), classes[x]);
    assert_string_equal(r.info.rule, "luma");
    assert_true(fabsf(r.info.darkest - 0.114f) < 1e-6f && r.info.brightest == 1);
    wend_grid_destroy(r.grid);
    // a palette by the same rule
    png_kind kind = {.color_type = 3,
                     .bits = 8,
                     .palette_size = 4,
                     .palette = {{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 255, 255}}};
    picture index = {.width = 4, .height = 1, .channels = 1, .samples = {0, 1, 2, 3}};
    make_png(&file, &index, &kind);
    r = read_file(&file, &def);
    assert_ok(r.result);
    for (int32_t x = 0; x < 4; x++) assert_int_equal(tile_class(&r, x, 0), classes[x]);
    assert_true(fabsf(r.info.darkest - 0.114f) < 1e-6f);
    wend_grid_destroy(r.grid);
}

static void luma_is_decided_exactly(void** state) {
    (void)state;
    wend_import_def def = wend_default_import_def();
    def.rule = WEND_RULE_LUMA;
    static bytes file;
    // 850, and 849.886, of 1000
    picture p = {.width = 2, .height = 1, .channels = 3, .samples = {850, 850, 850, 850, 850, 849}};
    make_pnm(&file, &p, '6', 1000);
    reading r = read_file(&file, &def);
    assert_ok(r.result);
    assert_true(cost_at(&r, 0) > 0);
    assert_true(cost_at(&r, 1) == 0);
    wend_grid_destroy(r.grid);
}

static void alpha_below_one_half_is_blocked(void** state) {
    (void)state;
    static bytes file;
    static const struct {
        uint8_t bits;
        uint16_t clear, opaque;
    } kinds[] = {{8, 127, 128}, {16, 32767, 32768}};
    for (size_t k = 0; k < 2; k++)
        for (int32_t negated = 0; negated < 2; negated++)
            for (int32_t channels = 2; channels <= 4; channels += 2) {
                uint16_t grey = negated ? 0 : (uint16_t)((1u << kinds[k].bits) - 1);
                picture p = {.width = 2, .height = 1, .channels = channels};
                for (int32_t i = 0; i < 2 * channels; i++) p.samples[i] = grey;
                p.samples[channels - 1] = kinds[k].clear;
                p.samples[2 * channels - 1] = kinds[k].opaque;
                png_kind kind = {.color_type = channels == 2 ? 4 : 6, .bits = kinds[k].bits};
                make_png(&file, &p, &kind);
                wend_import_def def = wend_default_import_def();
                def.negate = negated;
                reading r = read_file(&file, &def);
                assert_ok(r.result);
                assert_int_equal(tile_class(&r, 0, 0), 0);
                assert_int_equal(tile_class(&r, 1, 0), 255);
                assert_true(r.info.darkest == 1 && r.info.brightest == 1); // of what can be seen
                wend_grid_destroy(r.grid);
            }
}

// Noise, then runs of equal pixels, visible or not, then noise that is searched for runs less often.
static void runs_and_noise_with_alpha(void** state) {
    (void)state;
    static bytes file;
    static picture p = {.width = 300, .height = 1};
    for (int32_t channels = 3; channels <= 4; channels++) {
        rng random = rng_seeded(5);
        p.channels = channels;
        for (int32_t x = 0; x < p.width; x++) {
            bool repeats = x > 0 && (x < 100 ? x % 10 > 2 : x > 200 && x % 40 > 5);
            for (int32_t c = 0; c < channels; c++)
                p.samples[x * channels + c] =
                    repeats ? p.samples[(x - 1) * channels + c] : (uint16_t)rng_below(&random, 256);
        }
        make_png(&file, &p, &(png_kind){.color_type = channels == 4 ? 6 : 2, .bits = 8});
        const wend_import_def def = wend_default_import_def();
        reading r = read_file(&file, &def);
        assert_ok(r.result);
        uint32_t darkest = 255, brightest = 0;
        for (int32_t x = 0; x < p.width; x++) {
            const uint16_t* pixel = &p.samples[x * channels];
            uint32_t most = pixel[0] > pixel[1] ? pixel[0] : pixel[1];
            most = pixel[2] > most ? pixel[2] : most;
            const bool is_hidden = channels == 4 && pixel[3] < 128;
            assert_int_equal(tile_class(&r, x, 0), is_hidden ? 0 : most);
            if (!is_hidden && most < darkest) darkest = most;
            if (!is_hidden && most > brightest) brightest = most;
        }
        assert_true(r.info.darkest == (float)darkest / 255 && r.info.brightest == (float)brightest / 255);
        wend_grid_destroy(r.grid);
    }
}

static void downscale_keeps_the_darkest(void** state) {
    (void)state;
    static bytes file;
    picture p = {.width = 7, .height = 5, .channels = 1};
    for (int32_t i = 0; i < 35; i++) p.samples[i] = 255;
    p.samples[1 * 7 + 1] = 0;   // tile (0, 0)
    p.samples[0 * 7 + 4] = 230; // tile (1, 0)
    p.samples[2 * 7 + 5] = 225;
    p.samples[4 * 7 + 6] = 100; // tile (2, 1), the ragged corner of one column and two rows
    make_pnm(&file, &p, '5', 255);
    wend_import_def def = wend_default_import_def();
    def.downscale = 3;
    reading r = read_file(&file, &def);
    assert_ok(r.result);
    assert_int_equal(wend_grid_width(r.grid), 3);
    assert_int_equal(wend_grid_height(r.grid), 2);
    assert_int_equal(r.info.width, 7);
    static const uint8_t classes[] = {0, 225, 255, 255, 255, 100};
    for (int32_t i = 0; i < 6; i++) assert_int_equal(tile_class(&r, i % 3, i / 3), classes[i]);
    wend_grid_destroy(r.grid);

    def.downscale = 5;
    def.negate = true; // the darkest is now what was white
    r = read_file(&file, &def);
    assert_ok(r.result);
    assert_int_equal(wend_grid_width(r.grid), 2);
    assert_int_equal(wend_grid_height(r.grid), 1);
    assert_int_equal(tile_class(&r, 0, 0), 0);
    assert_true(wend_grid_tile_size(r.grid) == 5);
    wend_grid_destroy(r.grid);
    def.downscale = 6; // as high as no 6 pixels are
    r = read_file(&file, &def);
    assert_int_equal(r.result, WEND_ERROR_ARGUMENT);
    assert_non_null(
        strstr(r.error.text, "downscaling by 6 makes a tile larger than the map, which has 7 x 5 pixels"));
}

static void downscale_by_the_cheapest(void** state) {
    (void)state;
    static bytes file;
    picture p = {.width = 4, .height = 2, .channels = 1, .samples = {0, 230, 0, 100, 0, 240, 100, 90}};
    make_pnm(&file, &p, '5', 255);
    wend_import_def def = wend_default_import_def();
    def.downscale = 2;
    def.downscale_by = WEND_DOWNSCALE_CHEAPEST;
    reading r = read_file(&file, &def);
    assert_ok(r.result);
    assert_int_equal(tile_class(&r, 0, 0), 240);
    assert_int_equal(tile_class(&r, 1, 0), 100); // of what is blocked the brightest
    wend_grid_destroy(r.grid);
    def.rule = WEND_RULE_LINEAR;
    def.cheapest = 10; // bright costs more: the costliest is not the darkest
    def.costliest = 1;
    r = read_file(&file, &def);
    assert_true(wend_grid_cost(r.grid, (wend_tile){0, 0}) == 1);
    wend_grid_destroy(r.grid);
    def.downscale_by = WEND_DOWNSCALE_COSTLIEST;
    r = read_file(&file, &def);
    assert_true(wend_grid_cost(r.grid, (wend_tile){0, 0}) > 9);
    wend_grid_destroy(r.grid);
    def.downscale_by = WEND_DOWNSCALE_COUNT;
    assert_int_equal(read_file(&file, &def).result, WEND_ERROR_ARGUMENT);
}

static void downscale_of_a_map_keeps_the_costliest(void** state) {
    (void)state;
    static const char map[] = "type octile\nheight 4\nwidth 4\nmap\n..SW\n.S..\n..T.\n....\n";
    wend_import_def def = wend_default_import_def();
    def.downscale = 2;
    def.swamp_cost = 3;
    def.water_cost = 2;
    reading r = read_bytes(map, sizeof map - 1, &def);
    assert_ok(r.result);
    assert_true(cost_at(&r, 0) == 3);
    assert_true(cost_at(&r, 1) == 3); // water is cheaper than swamp
    assert_true(wend_grid_cost(r.grid, (wend_tile){0, 1}) == 1);
    assert_false(wend_grid_passable(r.grid, (wend_tile){1, 1}));
    wend_grid_destroy(r.grid);
}

static void movement_is_passed_on(void** state) {
    (void)state;
    wend_import_def def = wend_default_import_def();
    for (int32_t m = 0; m < WEND_CONNECTIVITY_COUNT; m++) {
        def.connectivity = (wend_connectivity)m;
        reading r = read_greys(&def, 255, 2, (uint16_t[]){255, 255});
        assert_int_equal(wend_grid_connectivity(r.grid), m);
        wend_grid_destroy(r.grid);
    }
}

// Imports a picture of count greys in equal shares.
static wend_import_info import_shares(const wend_import_def* def, int32_t count, const uint16_t* greys) {
    uint16_t row[1200];
    for (int32_t x = 0; x < 1200; x++) row[x] = greys[x * count / 1200];
    reading r = read_greys(def, 255, 1200, row);
    wend_grid_destroy(r.grid);
    return r.info;
}

// What the warning proposes must be free of it.
static void follow_advice(const wend_import_info* info, int32_t count, const uint16_t* greys) {
    wend_import_def def = wend_default_import_def();
    if (info->suggested_below > 0) {
        def.blocked_below = info->suggested_below;
        assert_string_equal(import_shares(&def, count, greys).warning, "");
    }
    def = wend_default_import_def();
    def.negate = info->suggests_negate;
    if (def.negate) assert_null(strstr(import_shares(&def, count, greys).warning, "nearly nothing"));
    assert_true(info->suggested_below > 0 || def.negate);
}

static void warning_when_nothing_is_passable(void** state) {
    (void)state;
    wend_import_def def = wend_default_import_def();
    static const struct {
        int32_t count;
        uint16_t greys[4];
        bool negate, threshold;
    } cases[] = {
        {1, {0}, true, false},           {1, {100}, false, true}, {2, {0, 128}, true, true},
        {3, {60, 90, 120}, false, true}, {2, {5, 3}, true, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_import_info info = import_shares(&def, cases[i].count, cases[i].greys);
        assert_non_null(strstr(info.warning, "nearly nothing is passable: brightness is 0."));
        assert_int_equal(info.suggests_negate, cases[i].negate);
        assert_int_equal(info.suggested_below > 0, cases[i].threshold);
        follow_advice(&info, cases[i].count, cases[i].greys);
    }
    wend_import_info info = import_shares(&def, 2, (uint16_t[]){0, 255});
    assert_string_equal(info.warning, "");
    assert_true(info.darkest == 0 && info.brightest == 1);
    def.negate = true;
    info = import_shares(&def, 1, (uint16_t[]){255});
    assert_non_null(strstr(info.warning, "nearly nothing"));
    assert_true(info.suggests_negate);
}

// A plan of three tones, as columns: walls, floors, background.
static wend_import_info import_plan(int32_t walls, int32_t floors, int32_t background, uint16_t wall,
                                    uint16_t floor) {
    wend_import_def def = wend_default_import_def();
    uint16_t row[200];
    int32_t count = walls + floors + background;
    assert_true(count <= 200);
    for (int32_t x = 0; x < count; x++) row[x] = x < walls ? wall : x < walls + floors ? floor : 255;
    reading r = read_greys(&def, 255, count, row);
    assert_ok(r.result);
    wend_grid_destroy(r.grid);
    return r.info;
}

static void warning_when_the_threshold_is_no_valley(void** state) {
    (void)state;
    // over half of the map is a floor that is darker than the threshold
    wend_import_info info = import_plan(20, 70, 10, 20, 180);
    assert_non_null(strstr(info.warning, "90 % of the map is darker than 0.85 and thus blocked"));
    assert_true(info.suggested_below > 20 / 255.0f && info.suggested_below <= 180 / 255.0f);
    assert_false(info.suggests_negate);
    // less than half, but nearly all of the largest area
    info = import_plan(100, 60, 20, 20, 180);
    assert_non_null(strstr(info.warning, "89 % of the map"));
    info = import_plan(10, 80, 0, 20, 180);
    assert_non_null(strstr(info.warning, "nearly nothing"));
    assert_true(info.suggested_below > 20 / 255.0f && info.suggested_below <= 180 / 255.0f);
    // walls and floors both lie below the valley of the whole map: that between them counts
    info = import_plan(20, 120, 60, 20, 100);
    assert_non_null(strstr(info.warning,
                           "70 % of the map is darker than 0.85 and thus blocked; the histogram of "
                           "brightness has its valley at"));
    assert_true(info.suggested_below > 20 / 255.0f && info.suggested_below <= 100 / 255.0f);
    // tones that are near each other are those of walls
    assert_string_equal(import_plan(60, 80, 60, 20, 40).warning, "");
    // a gradient has no valley: its middle
    wend_import_def def = wend_default_import_def();
    uint16_t row[256];
    for (int32_t x = 0; x < 256; x++) row[x] = (uint16_t)x;
    reading r = read_greys(&def, 255, 256, row);
    wend_grid_destroy(r.grid);
    assert_non_null(strstr(r.info.warning,
                           "85 % of the map is darker than 0.85 and thus blocked; the histogram of "
                           "brightness has no valley, and its middle at 0.49"));
    assert_true(r.info.suggested_below > 0.4f && r.info.suggested_below < 0.6f);
    // the valley cuts where the threshold does: dark walls, white floors, whatever their shares
    assert_string_equal(import_plan(150, 0, 20, 20, 0).warning, "");
    assert_string_equal(import_plan(150, 30, 20, 20, 240).warning, "");
}

// Three rooms apart: a large grey one and two small white ones, which have most of the passable tiles.
static void warning_when_the_largest_area_is_blocked(void** state) {
    (void)state;
    static bytes file;
    picture p = {.width = 40, .height = 20, .channels = 1};
    for (int32_t i = 0; i < 40 * 20; i++) {
        int32_t x = i % 40;
        p.samples[i] = x == 15 || x == 27 || x == 28 ? 10 : x < 15 ? 200 : 255;
    }
    make_pnm(&file, &p, '5', 255);
    reading r = read_file(&file, NULL);
    assert_ok(r.result);
    wend_grid_destroy(r.grid);
    assert_non_null(strstr(r.info.warning, "100 % of its largest area is darker than 0.85 and thus blocked"));
    wend_import_def def = wend_default_import_def();
    def.blocked_below = r.info.suggested_below;
    r = read_file(&file, &def);
    assert_true(wend_grid_passable(r.grid, (wend_tile){3, 3}));
    assert_false(wend_grid_passable(r.grid, (wend_tile){15, 3}));
    assert_string_equal(r.info.warning, "");
    wend_grid_destroy(r.grid);
    // a bridge joins the rooms to one area, most of which is passable
    for (int32_t x = 0; x < 40; x++) p.samples[x] = 255;
    make_pnm(&file, &p, '5', 255);
    r = read_file(&file, NULL);
    assert_string_equal(r.info.warning, "");
    wend_grid_destroy(r.grid);
}

// The grey 205 of a robot's map is unknown ground, so a threshold below it would be wrong advice.
static void unknown_ground_is_no_floor(void** state) {
    (void)state;
    static bytes file;
    static picture p = {.width = 40, .height = 20, .channels = 1};
    for (int32_t unknown = 204; unknown <= 206; unknown++) {
        for (int32_t i = 0; i < 40 * 20; i++)
            p.samples[i] = (uint16_t)(i % 40 < 24 ? unknown : i % 40 == 24 ? 0 : 254);
        make_pnm(&file, &p, '5', 255);
        reading r = read_file(&file, NULL);
        assert_ok(r.result);
        assert_int_equal(wend_grid_passable_count(r.grid), 15 * 20);
        assert_true((r.info.suggested_below > 0) == (unknown != 205));
        assert_true((r.info.warning[0] != 0) == (unknown != 205));
        wend_grid_destroy(r.grid);
    }
}

static void sixteen_bits_of_grey_may_be_heights(void** state) {
    (void)state;
    static bytes file;
    static picture p = {.width = 40, .height = 20, .channels = 1};
    for (int32_t i = 0; i < 40 * 20; i++) p.samples[i] = (uint16_t)(i * 80);
    make_pnm(&file, &p, '5', 65535);
    wend_import_def def = wend_default_import_def();
    reading r = read_file(&file, &def);
    assert_true(r.info.suggests_height);
    wend_grid_destroy(r.grid);
    def.rule = WEND_RULE_LINEAR; // chosen, so it is none
    r = read_file(&file, &def);
    assert_false(r.info.suggests_height);
    wend_grid_destroy(r.grid);
    for (int32_t i = 0; i < 40 * 20; i++) p.samples[i] = i % 3 ? 65535 : 0; // a drawing
    make_pnm(&file, &p, '5', 65535);
    r = read_file(&file, NULL);
    assert_false(r.info.suggests_height);
    wend_grid_destroy(r.grid);
    for (int32_t i = 0; i < 40 * 20; i++) p.samples[i] = (uint16_t)(i % 256); // 8 bits
    make_pnm(&file, &p, '5', 255);
    r = read_file(&file, NULL);
    assert_false(r.info.suggests_height);
    wend_grid_destroy(r.grid);
}

static void warning_when_all_is_transparent(void** state) {
    (void)state;
    static bytes file;
    picture p = {.width = 2, .height = 1, .channels = 2, .samples = {255, 0, 255, 100}};
    make_png(&file, &p, &(png_kind){.color_type = 4, .bits = 8});
    reading r = read_file(&file, NULL);
    assert_ok(r.result);
    assert_non_null(strstr(r.info.warning, "every pixel is transparent"));
    wend_grid_destroy(r.grid);
}

static void other_curves(void** state) {
    (void)state;
    uint16_t greys[256];
    for (int32_t v = 0; v < 256; v++) greys[v] = (uint16_t)v;
    wend_import_def def = wend_default_import_def();
    def.rule = WEND_RULE_LINEAR;
    def.cheapest = 2;
    def.costliest = 12;
    reading r = read_greys(&def, 255, 256, greys); // nothing is blocked
    assert_true(cost_at(&r, 255) == 2 && cost_at(&r, 0) == 12);
    for (int32_t v = 0; v < 256; v++)
        assert_true(fabsf(cost_at(&r, v) - (12 - 10 * (float)v / 255)) <= 0.02f); // half of a class
    assert_string_equal(r.info.rule, "linear");
    assert_string_equal(r.info.meanings[255], "brightness 1.0000");
    wend_grid_destroy(r.grid);
    def.blocked_below = 0.5f;
    def.negate = true;
    r = read_greys(&def, 255, 256, greys);
    for (int32_t v = 0; v < 256; v++) assert_true((cost_at(&r, v) > 0) == (v <= 127));
    wend_grid_destroy(r.grid);

    def = wend_default_import_def();
    def.rule = WEND_RULE_INVERSE; // down to black, which alone is blocked
    r = read_greys(&def, 255, 256, greys);
    for (int32_t v = 0; v < 256; v++) assert_true(cost_at(&r, v) == (v ? 255.0f / (float)v : 0));
    assert_true(r.info.blocked_below == 0);
    wend_grid_destroy(r.grid);

    def.rule = WEND_RULE_THRESHOLD;
    def.blocked_below = 0.5f;
    r = read_greys(&def, 255, 256, greys);
    for (int32_t v = 0; v < 256; v++) assert_true(cost_at(&r, v) == (v >= 128 ? 1 : 0));
    wend_grid_destroy(r.grid);
}

static void channels(void** state) {
    (void)state;
    static bytes file;
    picture p = {.width = 2, .height = 1, .channels = 4, .samples = {10, 200, 30, 255, 40, 50, 60, 90}};
    make_png(&file, &p, &(png_kind){.color_type = 6, .bits = 8});
    static const uint8_t expected[WEND_CHANNEL_COUNT][2] = {
        {200, 0}, {124, 0}, {80, 0},  {10, 0},
        {200, 0}, {30, 0},  {255, 90}}; // half transparent but for alpha's
    for (int32_t c = 0; c < WEND_CHANNEL_COUNT; c++) {
        wend_import_def def = wend_default_import_def();
        def.channel = (wend_channel)c;
        def.blocked_below = 0;
        reading r = read_file(&file, &def);
        assert_ok(r.result);
        for (int32_t x = 0; x < 2; x++) assert_int_equal(tile_class(&r, x, 0), expected[c][x]);
        wend_grid_destroy(r.grid);
        def.transparent_below = 0; // alpha does not matter
        r = read_file(&file, &def);
        assert_true(tile_class(&r, 1, 0) > 0);
        wend_grid_destroy(r.grid);
        def.transparent_below = 1;
        r = read_file(&file, &def);
        assert_int_equal(tile_class(&r, 1, 0), c == WEND_CHANNEL_ALPHA ? 90 : 0);
        wend_grid_destroy(r.grid);
    }
    // without alpha, it is 1 everywhere
    wend_import_def def = wend_default_import_def();
    def.channel = WEND_CHANNEL_ALPHA;
    reading r = read_greys(&def, 255, 2, (uint16_t[]){0, 100});
    assert_int_equal(tile_class(&r, 0, 0), 255);
    assert_int_equal(tile_class(&r, 1, 0), 255);
    wend_grid_destroy(r.grid);
}

// Each value that no import can use, and what the error says of it.
static void values_out_of_range(void** state) {
    (void)state;
    enum { NUMBER, FLOAT, DOUBLE, LONG };
#define AT(member) offsetof(wend_import_def, member)
    static const struct {
        size_t at;
        int kind;
        double value;
        const char* says;
    } cases[] = {
        {AT(rule), NUMBER, -1, "rule is out of range"},
        {AT(rule), NUMBER, WEND_RULE_COUNT, "rule is out of range"},
        {AT(channel), NUMBER, -1, "channel is out of range"},
        {AT(channel), NUMBER, WEND_CHANNEL_COUNT, "channel is out of range"},
        {AT(transparent_below), FLOAT, 1.5, "transparent_below is not in 0..1"},
        {AT(cheapest), FLOAT, 0, "cheapest is not in"},
        {AT(cheapest), FLOAT, 0.01, "cheapest is not in"},
        {AT(costliest), FLOAT, -1, "costliest is not in"},
        {AT(costliest), FLOAT, 1025, "costliest is not in"},
        {AT(ros_mode), NUMBER, -1, "ros_mode is out of range"},
        {AT(ros_mode), NUMBER, WEND_ROS_MODE_COUNT, "ros_mode is out of range"},
        {AT(occupied_thresh), DOUBLE, (double)INFINITY, "occupied_thresh or free_thresh is not finite"},
        {AT(free_thresh), DOUBLE, (double)NAN, "occupied_thresh or free_thresh is not finite"},
        {AT(free_thresh), DOUBLE, 0.9, "free_thresh is above occupied_thresh"},
        {AT(unknown_cost), FLOAT, -1, "unknown_cost is neither 0 nor in"},
        {AT(rule), NUMBER, WEND_RULE_PALETTE, "the rule palette needs a legend"},
        {AT(height_scale), FLOAT, -1, "height_scale is not 0 or above"},
        {AT(height_scale), FLOAT, (double)INFINITY, "height_scale is not 0 or above"},
        {AT(max_climb), FLOAT, 0, "max_climb is not a positive number"},
        {AT(max_climb), FLOAT, (double)INFINITY, "max_climb is not a positive number"},
        {AT(cost_scale), FLOAT, (double)NAN, "cost_scale is not a positive number"},
        {AT(cost_scale), FLOAT, (double)INFINITY, "cost_scale is not a positive number"},
        {AT(band), NUMBER, -1, "band is below 0"},
        {AT(window.x), NUMBER, -1, "window is no rectangle of pixels"},
        {AT(window.y), NUMBER, -1, "window is no rectangle of pixels"},
        {AT(window.width), NUMBER, -1, "window is no rectangle of pixels"},
        {AT(window.height), NUMBER, -1, "window is no rectangle of pixels"},
        {AT(window.width), NUMBER, 1, "window is no rectangle of pixels"},
        {AT(darkest_value), FLOAT, (double)NAN, "darkest_value or brightest_value is not finite"},
        {AT(brightest_value), FLOAT, (double)INFINITY, "darkest_value or brightest_value is not finite"},
        {AT(sea_level), FLOAT, (double)NAN, "sea_level is not a number"},
        {AT(downscale), NUMBER, 0, "downscale is below 1"},
        {AT(downscale_by), NUMBER, -1, "downscale_by is out of range"},
        {AT(downscale_by), NUMBER, WEND_DOWNSCALE_COUNT, "downscale_by is out of range"},
        {AT(connectivity), NUMBER, -1, "connectivity is out of range"},
        {AT(connectivity), NUMBER, WEND_CONNECTIVITY_COUNT, "connectivity is out of range"},
        {AT(resolution), FLOAT, 0, "resolution is not a positive number"},
        {AT(resolution), FLOAT, (double)INFINITY, "resolution is not a positive number"},
        {AT(origin.x), FLOAT, (double)NAN, "origin is not finite"},
        {AT(origin.y), FLOAT, (double)INFINITY, "origin is not finite"},
        {AT(max_tiles), LONG, 0, "max_tiles is not in"},
        {AT(max_tiles), LONG, 4294967297.0, "max_tiles is not in"},
        {AT(max_decoded), LONG, 0, "max_decoded is not in"},
        {AT(max_decoded), LONG, 4294967297.0, "max_decoded is not in"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_import_def def = wend_default_import_def();
        char* at = (char*)&def + cases[i].at;
        const double value = cases[i].value;
        const bool is_whole = cases[i].kind == NUMBER || cases[i].kind == LONG;
        const int64_t whole = is_whole ? (int64_t)value : 0;
        if (cases[i].kind == NUMBER) memcpy(at, &(int32_t){(int32_t)whole}, sizeof(int32_t));
        if (cases[i].kind == FLOAT) memcpy(at, &(float){(float)value}, sizeof(float));
        if (cases[i].kind == DOUBLE) memcpy(at, &value, sizeof value);
        if (cases[i].kind == LONG) memcpy(at, &whole, sizeof whole);
        const reading r = read_bytes("P1 1 1 0", 8, &def);
        if (r.result != WEND_ERROR_ARGUMENT || !strstr(r.error.text, cases[i].says))
            fail_msg("%s; expected \"%s\"", r.error.text, cases[i].says);
    }
    // Values that are possible alone.
    wend_import_def def = wend_default_import_def();
    def.cheapest = 1.0f / 64;
    def.costliest = 1024;
    assert_non_null(strstr(read_bytes("P1 1 1 0", 8, &def).error.text, "a factor of 4096 apart"));
    def.cheapest = 1024;
    def.costliest = 1.0f / 64;
    assert_non_null(strstr(read_bytes("P1 1 1 0", 8, &def).error.text, "a factor of 4096 apart"));
    def = wend_default_import_def();
    def.thin_walls = true;
    def.downscale = 2;
    assert_non_null(strstr(read_bytes("P1 1 1 0", 8, &def).error.text, "thin_walls needs a downscale of 1"));
}

static void definitions_are_checked(void** state) {
    (void)state;
    static const float bad_thresholds[] = {-0.1f, 1.1f, NAN, INFINITY};
    static const float bad_costs[] = {-1, NAN, 2000, 0.001f};
    wend_import_def good = wend_default_import_def(), def = good;
    def.cookie++;
    assert_int_equal(read_bytes("P1 1 1 0", 8, &def).result, WEND_ERROR_DEF);
    for (int32_t i = 0; i < 4; i++) {
        def = good;
        def.blocked_below = bad_thresholds[i];
        assert_int_equal(read_bytes("P1 1 1 0", 8, &def).result, WEND_ERROR_ARGUMENT);
        def = good;
        def.swamp_cost = bad_costs[i];
        assert_int_equal(read_bytes("P1 1 1 0", 8, &def).result, WEND_ERROR_ARGUMENT);
        def = good;
        def.water_cost = bad_costs[i];
        assert_int_equal(read_bytes("P1 1 1 0", 8, &def).result, WEND_ERROR_ARGUMENT);
    }
    wend_grid* grid;
    assert_int_equal(wend_import_memory("P1 1 1 0", 8, "x", NULL, &grid, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_import_memory("P1 1 1 0", 8, NULL, &good, &grid, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_import_memory(NULL, 8, "x", &good, &grid, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_import_memory("P1 1 1 0", 8, "x", &good, NULL, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_import_memory("", 0, "x", &good, &grid, NULL, NULL), WEND_ERROR_FORMAT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(costs_are_one_over_brightness),
        cmocka_unit_test(the_threshold_is_exact),
        cmocka_unit_test(negate),
        cmocka_unit_test(luma),
        cmocka_unit_test(luma_is_decided_exactly),
        cmocka_unit_test(alpha_below_one_half_is_blocked),
        cmocka_unit_test(runs_and_noise_with_alpha),
        cmocka_unit_test(downscale_keeps_the_darkest),
        cmocka_unit_test(downscale_by_the_cheapest),
        cmocka_unit_test(downscale_of_a_map_keeps_the_costliest),
        cmocka_unit_test(movement_is_passed_on),
        cmocka_unit_test(warning_when_nothing_is_passable),
        cmocka_unit_test(warning_when_the_threshold_is_no_valley),
        cmocka_unit_test(warning_when_the_largest_area_is_blocked),
        cmocka_unit_test(unknown_ground_is_no_floor),
        cmocka_unit_test(sixteen_bits_of_grey_may_be_heights),
        cmocka_unit_test(warning_when_all_is_transparent),
        cmocka_unit_test(other_curves),
        cmocka_unit_test(channels),
        cmocka_unit_test(values_out_of_range),
        cmocka_unit_test(definitions_are_checked),
    };
    return run_unit_tests(tests);
}
