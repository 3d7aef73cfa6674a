// Is a ROS map read like the map server of nav2 reads it? The expected values follow by hand from its
// documented formulas: p = (255 - v) / 255 for a grey v, occupied above occupied_thresh, free below
// free_thresh.
#include "files.h"
#include "read.h"
#include "reference_inflation.h"
#include "unit.h"
#include "wend/wend.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FREE = 1, OCCUPIED = 101, UNKNOWN = 255 };

// A row of pixels by a description in the file map.yaml, image.pgm or image.png beside it.
static reading read_map(const char* yaml, const bytes* image, const wend_import_def* def_opt) {
    wend_import_def def = def_opt ? *def_opt : wend_default_import_def();
    files_put("map.yaml", yaml, strlen(yaml));
    if (image) files_put("image.pgm", image->data, image->size);
    reading r = {.grid = NULL};
    r.result = wend_import_file("map.yaml", &def, &r.grid, &r.info, &r.error);
    if (r.result != WEND_OK) check_error_line(&r.error, r.result, "map.yaml");
    return r;
}

static void read_row(reading* r, const char* mode_and_thresholds, const picture* p, uint32_t max_value,
                     const png_kind* png_opt) {
    static bytes file;
    char yaml[400];
    snprintf(yaml, sizeof yaml, "image: image.pgm\nresolution: 0.05\norigin: [0, 0, 0]\n%s\n",
             mode_and_thresholds);
    if (png_opt)
        make_png(&file, p, png_opt);
    else
        make_pnm(&file, p, p->channels == 3 ? '6' : '5', max_value);
    *r = read_map(yaml, &file, NULL);
    if (r->result != WEND_OK) fail_msg("%s", r->error.text);
}

static picture all_greys(void) {
    picture p = {.width = 256, .height = 1, .channels = 1};
    for (int32_t v = 0; v < 256; v++) p.samples[v] = (uint16_t)v;
    return p;
}

// Occupied up to one grey, free from another, unknown between.
static void check_trinary(const char* thresholds, int32_t occupied_to, int32_t free_from) {
    picture p = all_greys();
    reading r;
    read_row(&r, thresholds, &p, 255, NULL);
    for (int32_t v = 0; v < 256; v++)
        assert_int_equal(tile_class(&r, v, 0), v <= occupied_to ? OCCUPIED : v >= free_from ? FREE : UNKNOWN);
    assert_string_equal(r.info.rule, "ros");
    assert_int_equal(r.info.ros_mode, WEND_ROS_TRINARY);
    assert_string_equal(r.info.format, "ros");
    const float* costs = wend_grid_class_costs(r.grid);
    assert_true(costs[FREE] == 1 && costs[OCCUPIED] == 0 && costs[UNKNOWN] == 0);
    wend_grid_destroy(r.grid);
}

static void trinary(void** state) {
    (void)state;
    // (255 - v) / 255 > 0.65 up to v = 89.25, < 0.196 from 205.02, < 0.25 from 191.25, < 0.1 from 229.5
    check_trinary("negate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196", 89, 206);
    check_trinary("negate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.25\nmode: trinary", 89, 192);
    check_trinary("mode: \"trinary\"\nnegate: false\noccupied_thresh: 0.65\nfree_thresh: 0.1", 89, 230);
    // at the threshold is neither above nor below: p of 0 is black, of 255 white
    check_trinary("negate: 0\noccupied_thresh: 1.0\nfree_thresh: 0.0", -1, 256);
    // p of 102 is 0.6 and not above it; p of 204 is, in a double, 0.2 less one unit in the last place
    check_trinary("negate: 0\noccupied_thresh: 0.6\nfree_thresh: 0.2", 101, 204);
    // p of 51 is 0.8, 1 - 0.2, and not above it; p of 153 is 0.4 and not below it
    check_trinary("negate: 0\noccupied_thresh: 0.8\nfree_thresh: 0.4", 50, 154);
}

static void negated(void** state) {
    (void)state;
    picture p = all_greys();
    reading r; // v / 255 > 0.65 from 165.75, < 0.196 up to 49.98
    read_row(&r, "negate: 1\noccupied_thresh: 0.65\nfree_thresh: 0.196", &p, 255, NULL);
    for (int32_t v = 0; v < 256; v++)
        assert_int_equal(tile_class(&r, v, 0), v >= 166 ? OCCUPIED : v <= 49 ? FREE : UNKNOWN);
    assert_true(r.info.negate);
    wend_grid_destroy(r.grid);
}

static void scale(void** state) {
    (void)state;
    picture p = all_greys();
    reading r;
    read_row(&r, "mode: scale\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196", &p, 255, NULL);
    assert_string_equal(r.info.rule, "ros");
    // 100 (p - 0.196) / 0.454 = 100 (205.02 - v) / 115.77
    for (int32_t v = 0; v < 256; v++) {
        int32_t percent = v <= 89 ? 100 : v >= 206 ? 0 : (2 * 100 * (20502 - 100 * v) + 11577) / (2 * 11577);
        assert_int_equal(tile_class(&r, v, 0), FREE + percent);
        float cost = wend_grid_cost(r.grid, (wend_tile){v, 0});
        assert_true(cost == (percent == 100 ? 0 : 100.0f / (float)(100 - percent)));
    }
    assert_int_equal(tile_class(&r, 90, 0), FREE + 99);  // 99.35
    assert_int_equal(tile_class(&r, 147, 0), FREE + 50); // 50.12
    assert_int_equal(tile_class(&r, 205, 0), FREE);      // 0.02
    assert_string_equal(r.info.meanings[FREE + 50], "occupancy 50 %");
    wend_grid_destroy(r.grid);

    // the whole range, as in maps of speed limits: 100 p, ties to even
    read_row(&r, "mode: scale\nnegate: 0\noccupied_thresh: 1.0\nfree_thresh: 0.0", &p, 255, NULL);
    assert_int_equal(tile_class(&r, 0, 0), OCCUPIED);
    assert_int_equal(tile_class(&r, 255, 0), FREE);
    assert_int_equal(tile_class(&r, 1, 0), FREE + 100);  // 99.61
    assert_int_equal(tile_class(&r, 2, 0), FREE + 99);   // 99.22
    assert_int_equal(tile_class(&r, 128, 0), FREE + 50); // 49.80
    wend_grid_destroy(r.grid);
}

static void raw(void** state) {
    (void)state;
    picture p = all_greys();
    reading r; // negate and the thresholds do not matter
    for (int32_t negate = 0; negate < 2; negate++) {
        read_row(&r,
                 negate ? "mode: raw\nnegate: yes\noccupied_thresh: 0.65\nfree_thresh: 0.2"
                        : "mode: raw\nnegate: no\noccupied_thresh: 0.65\nfree_thresh: 0.2",
                 &p, 255, NULL);
        assert_string_equal(r.info.rule, "ros");
        for (int32_t v = 0; v < 256; v++)
            assert_int_equal(tile_class(&r, v, 0), v <= 100 ? FREE + v : UNKNOWN);
        assert_true(wend_grid_cost(r.grid, (wend_tile){75, 0}) == 4);
        assert_false(wend_grid_passable(r.grid, (wend_tile){100, 0}));
        wend_grid_destroy(r.grid);
    }
}

static void colors_are_averaged(void** state) {
    (void)state;
    picture p = {.width = 4,
                 .height = 1,
                 .channels = 3,
                 .samples = {255, 0, 0, 255, 255, 0, 255, 255, 128, 90, 89, 89}};
    reading r; // averages 85, 170, 212.67, 89.33: p 0.667, 0.333, 0.166, 0.6497
    read_row(&r, "negate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196", &p, 255, NULL);
    static const uint8_t expected[] = {OCCUPIED, UNKNOWN, FREE, UNKNOWN};
    for (int32_t x = 0; x < 4; x++) assert_int_equal(tile_class(&r, x, 0), expected[x]);
    wend_grid_destroy(r.grid);
}

static void alpha(void** state) {
    (void)state;
    const png_kind rgba = {.color_type = 6, .bits = 8};
    picture p = {.width = 5, .height = 1, .channels = 4, .samples = {0,   0,   0,   255, 150, 150, 150,
                                                                     255, 255, 255, 255, 0,   255, 255,
                                                                     255, 254, 40,  40,  40,  200}};
    reading r; // trinary: a fourth colour; averages 63.75, 176.25, 191.25, 254.75, 80
    read_row(&r, "negate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.25", &p, 255, &rgba);
    static const uint8_t trinary_classes[] = {OCCUPIED, UNKNOWN, UNKNOWN, FREE, OCCUPIED};
    for (int32_t x = 0; x < 5; x++) assert_int_equal(tile_class(&r, x, 0), trinary_classes[x]);
    wend_grid_destroy(r.grid);
    // scale: unknown unless opaque; 150: p = 0.4118, 100 (0.4118 - 0.25) / 0.4 = 40.44
    read_row(&r, "mode: scale\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.25", &p, 255, &rgba);
    static const uint8_t scale_classes[] = {OCCUPIED, FREE + 40, UNKNOWN, UNKNOWN, UNKNOWN};
    for (int32_t x = 0; x < 5; x++) assert_int_equal(tile_class(&r, x, 0), scale_classes[x]);
    wend_grid_destroy(r.grid);
    // raw: does not matter
    read_row(&r, "mode: raw\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.25", &p, 255, &rgba);
    static const uint8_t raw_classes[] = {FREE, UNKNOWN, UNKNOWN, UNKNOWN, FREE + 40};
    for (int32_t x = 0; x < 5; x++) assert_int_equal(tile_class(&r, x, 0), raw_classes[x]);
    wend_grid_destroy(r.grid);
    // grey with alpha is grey three times
    const png_kind grey_alpha = {.color_type = 4, .bits = 8};
    picture grey = {.width = 2, .height = 1, .channels = 2, .samples = {0, 255, 150, 255}};
    read_row(&r, "negate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.25", &grey, 255, &grey_alpha);
    assert_int_equal(tile_class(&r, 0, 0), OCCUPIED);
    assert_int_equal(tile_class(&r, 1, 0), UNKNOWN);
    wend_grid_destroy(r.grid);
    // a palette with one colour that is not opaque has alpha, too
    png_kind indexed = {.color_type = 3,
                        .bits = 8,
                        .palette_size = 3,
                        .palette = {{0, 0, 0, 255}, {150, 150, 150, 255}, {255, 255, 255, 0}}};
    picture index = {.width = 3, .height = 1, .channels = 1, .samples = {0, 1, 2}};
    read_row(&r, "negate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.25", &index, 255, &indexed);
    for (int32_t x = 0; x < 3; x++) assert_int_equal(tile_class(&r, x, 0), trinary_classes[x]);
    wend_grid_destroy(r.grid);
}

static void sixteen_bits(void** state) {
    (void)state;
    picture p = all_greys();
    for (int32_t v = 0; v < 256; v++) p.samples[v] = (uint16_t)(v * 257);
    reading r;
    read_row(&r, "negate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196", &p, 65535, NULL);
    for (int32_t v = 0; v < 256; v++)
        assert_int_equal(tile_class(&r, v, 0), v <= 89 ? OCCUPIED : v >= 206 ? FREE : UNKNOWN);
    wend_grid_destroy(r.grid);
    // p > 0.65 up to 22937.25, p < 0.196 from 52690.14
    picture edges = {.width = 4, .height = 1, .channels = 1, .samples = {22937, 22938, 52690, 52691}};
    read_row(&r, "negate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196", &edges, 65535, NULL);
    static const uint8_t expected[] = {OCCUPIED, UNKNOWN, UNKNOWN, FREE};
    for (int32_t x = 0; x < 4; x++) assert_int_equal(tile_class(&r, x, 0), expected[x]);
    wend_grid_destroy(r.grid);
}

static const char good[] = "image: image.pgm\nresolution: 0.5\norigin: [-2.0, 3, 0.0]\nnegate: 0\n"
                           "occupied_thresh: 0.65\nfree_thresh: 0.196\n";

static void two_by_three(bytes* file) {
    picture p = {.width = 2, .height = 3, .channels = 1, .samples = {255, 0, 205, 255, 255, 255}};
    make_pnm(file, &p, '5', 255);
}

static void positions_are_in_image_order(void** state) {
    (void)state;
    static bytes file;
    two_by_three(&file);
    reading r = read_map(good, &file, NULL);
    assert_ok(r.result);
    assert_int_equal(tile_class(&r, 0, 0), FREE); // the first row of the image is the first of the grid
    assert_int_equal(tile_class(&r, 1, 0), OCCUPIED);
    assert_int_equal(tile_class(&r, 0, 1), UNKNOWN);
    assert_true(wend_grid_tile_size(r.grid) == 0.5f);
    // the bottom-left corner is at (-2, 3) for ROS: the top-left one at (-2, 4.5), and y is turned round
    wend_vec2 origin = wend_grid_origin(r.grid);
    assert_true(origin.x == -2 && origin.y == -4.5f);
    wend_tile tile;
    assert_ok(wend_grid_tile_at(r.grid, (wend_vec2){-1.9f, -3.1f}, &tile));
    assert_true(tile.x == 0 && tile.y == 2);
    wend_grid_destroy(r.grid);

    wend_import_def def = wend_default_import_def();
    def.downscale = 2; // the ragged row is at the bottom, so the top-left corner stays
    r = read_map(good, &file, &def);
    assert_ok(r.result);
    origin = wend_grid_origin(r.grid);
    assert_true(origin.x == -2 && origin.y == -4.5f && wend_grid_tile_size(r.grid) == 1);
    assert_int_equal(tile_class(&r, 0, 0), OCCUPIED);
    wend_grid_destroy(r.grid);
}

static void what_the_caller_asks_for(void** state) {
    (void)state;
    static bytes file;
    two_by_three(&file);
    wend_import_def def = wend_default_import_def();
    def.unknown_cost = 5;
    reading r = read_map(good, &file, &def);
    assert_ok(r.result);
    assert_true(wend_grid_cost(r.grid, (wend_tile){0, 1}) == 5);
    uint64_t hash = r.info.source_hash;
    wend_grid_destroy(r.grid);
    def = wend_default_import_def();
    def.negate = true; // turns the YAML's round
    r = read_map(good, &file, &def);
    assert_ok(r.result);
    assert_int_equal(tile_class(&r, 1, 0), FREE);
    assert_true(r.info.source_hash == hash);
    wend_grid_destroy(r.grid);
    file.data[file.size - 1] = 254; // the hash is of the image, too
    r = read_map(good, &file, &def);
    assert_true(r.info.source_hash != hash);
    wend_grid_destroy(r.grid);
    def.rule = WEND_RULE_LUMA;
    assert_int_equal(read_map(good, &file, &def).result, WEND_ERROR_ARGUMENT);
    r = read_map("image: image.pgm\nresolution: 1\norigin: [0, 0, 1.5]\nnegate: 0\noccupied_thresh: 0.65\n"
                 "free_thresh: 0.196\n",
                 &file, NULL);
    assert_ok(r.result);
    assert_string_equal(r.info.warning, ""); // the yaw is part of what the YAML contained
    assert_true(r.info.ros.origin[2] == 1.5 && r.info.ros.resolution == 1);
    assert_true(r.info.ros.occupied_thresh == 0.65 && r.info.ros.free_thresh == 0.196);
    assert_true(!r.info.ros.negate && r.info.ros.mode == WEND_ROS_TRINARY);
    wend_grid_destroy(r.grid);
    // an image alone, by the same rule
    def = wend_default_import_def();
    def.rule = WEND_RULE_ROS;
    two_by_three(&file);
    r = read_file(&file, &def);
    assert_ok(r.result);
    assert_int_equal(tile_class(&r, 1, 0), OCCUPIED);
    assert_string_equal(r.info.rule, "ros");
    wend_grid_destroy(r.grid);
}

static void settings_without_effect_are_refused(void** state) {
    (void)state;
    static bytes file;
    two_by_three(&file);
    const wend_import_def usual = wend_default_import_def();
    for (int32_t i = 0; i < 14; i++) {
        static const char* const names[] = {"ros_mode",      "occupied_thresh", "free_thresh", "resolution",
                                            "origin",        "costliest",       "legend",      "max_climb",
                                            "sea_level",     "swamp_cost",      "water_cost",  "letters",
                                            "cost_property", "collision"};
        wend_import_def def = usual;
        switch (i) {
        case 0:
            def.ros_mode = WEND_ROS_RAW;
            break;
        case 1:
            def.occupied_thresh = 0.7;
            break;
        case 2:
            def.free_thresh = 0.1;
            break;
        case 3:
            def.resolution = 2;
            break;
        case 4:
            def.origin.y = 3;
            break;
        case 5:
            def.costliest = 20;
            break;
        case 6:
            def.legend = "legend.txt";
            break;
        case 7:
            def.max_climb = 3;
            break;
        case 8:
            def.sea_level = 1;
            break;
        case 9:
            def.swamp_cost = 2;
            break;
        case 10:
            def.water_cost = 2;
            break;
        case 11:
            def.letters = "a=1";
            break;
        case 12:
            def.cost_property = "speed";
            break;
        default:
            def.collision = "walls";
            break;
        }
        reading r = read_map(good, &file, &def);
        assert_int_equal(r.result, WEND_ERROR_ARGUMENT);
        if (!strstr(r.error.text, names[i]) || !strstr(r.error.text, "would have no effect"))
            fail_msg("%s: %s", names[i], r.error.text);
    }
}

// The grey of unknown ground is free by the default thresholds; without a YAML nobody chose them.
static void unknown_ground_that_becomes_free(void** state) {
    (void)state;
    static bytes file;
    picture p = {.width = 4, .height = 1, .channels = 1, .samples = {0, 205, 254, 205}};
    make_pnm(&file, &p, '5', 255);
    wend_import_def def = wend_default_import_def();
    def.rule = WEND_RULE_ROS;
    reading r = read_file(&file, &def);
    assert_ok(r.result);
    assert_true(r.info.suggests_free_thresh);
    assert_non_null(strstr(r.info.warning, "50 % of the map has the grey 205"));
    assert_true(wend_grid_cost(r.grid, (wend_tile){1, 0}) == 1);
    wend_grid_destroy(r.grid);
    def.free_thresh = 0.196;
    r = read_file(&file, &def);
    assert_string_equal(r.info.warning, "");
    assert_false(r.info.suggests_free_thresh || wend_grid_passable(r.grid, (wend_tile){1, 0}));
    wend_grid_destroy(r.grid);
    def.free_thresh = 0.25;
    def.negate = true;
    for (int32_t i = 0; i < 4; i++) p.samples[i] = (uint16_t)(255 - p.samples[i]);
    make_pnm(&file, &p, '5', 255);
    r = read_file(&file, &def);
    assert_non_null(strstr(r.info.warning, "50 % of the map has the grey 50"));
    wend_grid_destroy(r.grid);
    // a YAML says what is free
    r = read_map("image: image.pgm\nresolution: 1\norigin: [0, 0, 0]\nnegate: 1\noccupied_thresh: 0.65\n"
                 "free_thresh: 0.25\n",
                 &file, NULL);
    assert_ok(r.result);
    assert_string_equal(r.info.warning, "");
    wend_grid_destroy(r.grid);
}

static void other_spellings(void** state) {
    (void)state;
    static bytes file;
    two_by_three(&file);
    static const char* const texts[] = {
        "%YAML 1.1\n---\n# a map\nimage: 'image.pgm'\nresolution: \"0.5\"\norigin: [-2, +3, 0]\nnegate: "
        "False\n"
        "occupied_thresh: 6.5e-1\nfree_thresh: .196\n...\n",
        "\"image\": image.pgm\r\nresolution: 0.5\r\norigin:\r\n- -2\r\n- 3\r\n- 0\r\nnegate: 0\r\nnodes: {a: "
        "[1, {b: c}], d: *e}\r\n"
        "occupied_thresh: 0.65\r\nfree_thresh: 0.196",
        "\xef\xbb\xbf"
        "free_thresh: 0.196\nimage: image.pgm\nresolution: 0.5\norigin: [-2.0, 3, 0.0]\nnegate: "
        "0\noccupied_thresh: 0.65\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        reading r = read_map(texts[i], &file, NULL);
        if (r.result != WEND_OK) fail_msg("%s", r.error.text);
        assert_true(wend_grid_origin(r.grid).y == -4.5f);
        wend_grid_destroy(r.grid);
    }
}

static void errors_have_a_place(void** state) {
    (void)state;
    static bytes file;
    two_by_three(&file);
    static const struct {
        const char *yaml, *expected;
    } cases[] = {
        {"image: nowhere.pgm\nresolution: 1\norigin: [0,0,0]\nnegate: 0\noccupied_thresh: 1\nfree_thresh: "
         "0\n",
         "line 1, column 8: nowhere.pgm: cannot be opened"},
        {"image: image.pgm\nresolution: 0\n", "line 2, column 13: the resolution is 0"},
        {"image: image.pgm\nresolution: -1\n", "line 2, column 13: the resolution is -1"},
        {"image: image.pgm\nresolution: fine\n", "line 2, column 13: resolution has 'fine'"},
        {"image: image.pgm\nresolution: .nan\n", "line 2, column 13: resolution has '.nan'"},
        {"image: image.pgm\norigin: 3\n", "line 2, column 9: origin is a single value; expected a list"},
        {"image: image.pgm\norigin: [1, 2]\n", "line 2, column 14: the origin ends too early"},
        {"image: image.pgm\norigin: [1, 2, 3, 4]\n", "line 2, column 19: the origin has another value here"},
        {"image: image.pgm\norigin: [1, x, 3]\n", "line 2, column 13: origin has 'x'"},
        {"image: image.pgm\norigin: [1, -1e300, 3]\n", "line 2, column 13: the origin has -1e+300"},
        {"image: image.pgm\nnegate: maybe\n", "line 2, column 9: negate has 'maybe'"},
        {"image: image.pgm\nmode: binary\n", "line 2, column 7: the mode is 'binary'"},
        {"image: image.pgm\nimage: other.pgm\n", "line 2, column 1: image is given twice"},
        {"image: [image.pgm]\n", "line 1, column 8: image is a list; expected a single value"},
        {"image: ''\n", "line 1, column 8: the image's name has 0 bytes"},
        {"image: image.pgm\nresolution: 1\n", "line 3, column 1: missing 'origin'"},
        {"image: &a image.pgm\nmode: *a\n", "line 2, column 7: mode is an alias"},
        {"image: image.pgm\n  resolution: 1\n", "line 2, column 13: damaged YAML"},
        {"image: 'image.pgm\n", "damaged YAML"},
        {"image: image.pgm\nresolution: 1\norigin: [0,0,0]\nnegate: 0\noccupied_thresh: 0.2\nfree_thresh: "
         "0.7\n",
         "free_thresh (0.7) is above occupied_thresh (0.2)"},
        {"image: ../image.pgm\nresolution: 1\norigin: [0,0,0]\nnegate: 0\noccupied_thresh: 1\nfree_thresh: "
         "0\n",
         "line 1, column 8: ../image.pgm lies outside the folder of this file"},
        {"image: /image.pgm\nresolution: 1\norigin: [0,0,0]\nnegate: 0\noccupied_thresh: 1\nfree_thresh: 0\n",
         "line 1, column 8: /image.pgm lies outside"},
        {"image: map.yaml\nresolution: 1\norigin: [0,0,0]\nnegate: 0\noccupied_thresh: 1\nfree_thresh: 0\n",
         "expected an image"},
        {"image: -\nresolution: 1\n", "line 1, column 8"},
        {"map_saver:\n  ros__parameters:\n    free_thresh_default: 0.2\n", "missing 'image'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        reading r = read_map(cases[i].yaml, &file, NULL);
        if (r.result == WEND_OK || !strstr(r.error.text, cases[i].expected))
            fail_msg("%s, expected: %s", r.result == WEND_OK ? "read" : r.error.text, cases[i].expected);
    }
}

static void files_outside_when_asked_for(void** state) {
    (void)state;
    static bytes file;
    two_by_three(&file);
    files_put("elsewhere.pgm", file.data, file.size);
    char yaml[600], folder[300];
    assert_non_null(realpath(".", folder));
    snprintf(yaml, sizeof yaml,
             "image: %s/elsewhere.pgm\nresolution: 1\norigin: [0,0,0]\nnegate: 0\n"
             "occupied_thresh: 0.65\nfree_thresh: 0.2\n",
             folder);
    wend_import_def def = wend_default_import_def();
    assert_int_equal(read_map(yaml, NULL, &def).result, WEND_ERROR_FORMAT);
    def.outside = true;
    reading r = read_map(yaml, NULL, &def);
    assert_ok(r.result);
    assert_non_null(strstr(r.info.warning, "outside the folder"));
    wend_grid_destroy(r.grid);
}

// Every file that is cut short or has one bit changed is read or refused by one line.
static void damaged_descriptions(void** state) {
    (void)state;
    static bytes file;
    two_by_three(&file);
    files_put("image.pgm", file.data, file.size);
    char copy[sizeof good];
    for (size_t size = 0; size < sizeof good; size++) {
        reading r = read_bytes(good, size, NULL);
        wend_grid_destroy(r.grid);
    }
    for (size_t bit = 0; bit < 8 * (sizeof good - 1); bit++) {
        memcpy(copy, good, sizeof good);
        copy[bit / 8] = (char)(copy[bit / 8] ^ 1 << bit % 8);
        reading r = read_bytes(copy, sizeof good - 1, NULL);
        wend_grid_destroy(r.grid);
    }
}

// Aliases double at every line; they are never followed.
static void bombs(void** state) {
    (void)state;
    char yaml[4000] = "a0: &a0 [x]\n";
    for (int32_t i = 1; i < 60; i++) {
        char line[80];
        snprintf(line, sizeof line, "a%d: &a%d [*a%d, *a%d]\n", i, i, i - 1, i - 1);
        strcat(yaml, line);
    }
    strcat(yaml, "image: *a59\n");
    reading r = read_map(yaml, NULL, NULL);
    assert_int_equal(r.result, WEND_ERROR_FORMAT);
    assert_non_null(strstr(r.error.text, "image is an alias"));
    size_t size = 2 << 20; // nested, and large
    char* deep = malloc(size + 1);
    assert_non_null(deep);
    memset(deep, '[', size);
    deep[size] = 0;
    memcpy(deep, "a: ", 3);
    r = read_bytes(deep, size, NULL);
    assert_int_equal(r.result, WEND_ERROR_LIMIT);
    r = read_bytes(deep, 1 << 17, NULL);
    assert_int_equal(r.result, WEND_ERROR_FORMAT);
    assert_non_null(strstr(r.error.text, "nested deeper"));
    free(deep);
}

// ---- inflation: the costmap that nav2 makes of the map, before and after an obstacle comes and goes

static void compare_costmap(const wend_world* world, const wend_inflation* inflation, double resolution) {
    const wend_grid *map = wend_world_grid(world), *view = wend_world_grid(wend_world_profile(world, 1));
    const int32_t width = wend_grid_width(map), height = wend_grid_height(map);
    static uint8_t cells[60 * 40], expected[60 * 40];
    for (int32_t i = 0; i < width * height; i++) {
        const uint8_t k = wend_grid_class(map, (wend_tile){i % width, i / width});
        cells[i] = k == FREE ? COSTMAP_FREE : k == UNKNOWN ? COSTMAP_UNKNOWN : COSTMAP_LETHAL;
    }
    reference_inflate(cells, width, height, resolution, inflation->inscribed_radius,
                      inflation->inflation_radius, inflation->cost_scaling_factor, expected);
    for (int32_t i = 0; i < width * height; i++) {
        const float found = wend_grid_cost(view, (wend_tile){i % width, i / width});
        const float cost = expected[i] >= COSTMAP_INSCRIBED ? 0 // unknown ground is blocked as well
                                                            : (float)(1 + (double)4.032f * expected[i] / 252);
        if (found != cost)
            fail_msg("tile %d,%d costs %.9g; expected %.9g", i % width, i / width, (double)found,
                     (double)cost);
    }
}

static void inflated_as_by_nav2(void** state) {
    (void)state;
    picture p = {.width = 60, .height = 40, .channels = 1};
    for (int32_t i = 0; i < 60 * 40; i++) p.samples[i] = 254;
    for (int32_t x = 0; x < 60; x++) p.samples[x] = p.samples[39 * 60 + x] = 0;
    for (int32_t y = 12; y < 40; y++) p.samples[y * 60 + 25] = 0;
    for (int32_t y = 5; y < 15; y++)
        for (int32_t x = 45; x < 52; x++) p.samples[y * 60 + x] = 205; // unknown
    p.samples[30 * 60 + 50] = p.samples[22 * 60 + 7] = 0;
    reading r;
    read_row(&r, "negate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196", &p, 255, NULL);
    wend_profile_def robot = wend_default_profile_def();
    robot.name = "robot";
    robot.margin_cost = 4.032f;
    robot.inflation = (wend_inflation){0.22, 0.55, 3, UNKNOWN};
    wend_world_def def = wend_default_world_def();
    def.profiles = &robot;
    def.profile_count = 1;
    wend_world* world = NULL;
    assert_int_equal(wend_world_build(&r.grid, &def, &world), WEND_OK);
    const double resolution = (double)0.05f; // of a nav_msgs/OccupancyGrid: a float
    compare_costmap(world, &robot.inflation, resolution);
    const wend_edit crate = wend_edit_tiles((wend_rect){12, 30, 2, 3}, OCCUPIED);
    assert_int_equal(wend_world_edit(world, &crate, 1, NULL), WEND_OK);
    compare_costmap(world, &robot.inflation, resolution);
    const wend_edit door = wend_edit_tiles((wend_rect){25, 12, 1, 28}, FREE);
    assert_int_equal(wend_world_edit(world, &door, 1, NULL), WEND_OK);
    compare_costmap(world, &robot.inflation, resolution);
    wend_world_destroy(world);
}

// By hand: 8 x 6 pixels of half a metre, whose lower left corner is at (10, 20).
static void positions_in_metres(void** state) {
    (void)state;
    static bytes file;
    picture p = {.width = 8, .height = 6, .channels = 1};
    make_pnm(&file, &p, '5', 255);
    for (int32_t k = 1; k <= 2; k++)
        for (int32_t quarter = 0; quarter <= 1; quarter++) {
            wend_import_def def = wend_default_import_def();
            char yaml[200];
            def.downscale = k;
            snprintf(yaml, sizeof yaml,
                     "image: image.pgm\nresolution: 0.5\norigin: [10, 20, %.17g]\nnegate: 0\n"
                     "occupied_thresh: 0.65\nfree_thresh: 0.2\n",
                     quarter * acos(0));
            reading r = read_map(yaml, &file, &def);
            assert_int_equal(r.result, WEND_OK);
            wend_grid_destroy(r.grid);
            assert_int_equal(r.info.ros.rows, 6);
            assert_int_equal(r.info.ros.tile_pixels, k);
            // 3.3 m along the rows and 1.1 m up: pixel 6 of row 2 from below. A quarter turn swaps the axes.
            const wend_geo_point at =
                quarter ? (wend_geo_point){10 - 1.1, 20 + 3.3} : (wend_geo_point){13.3, 21.1};
            wend_tile tile = {0, 0};
            assert_int_equal(wend_ros_tile_at(&r.info.ros, at, &tile), WEND_OK);
            assert_true(tile.x == 6 / k && tile.y == 3 / k);
            wend_geo_point back = {0, 0};
            assert_int_equal(wend_ros_position(&r.info.ros, 6.6 / k, 3.8 / k, &back), WEND_OK);
            assert_true(fabs(back.x - at.x) < 1e-9 && fabs(back.y - at.y) < 1e-9);
            for (int32_t y = 0; y < 6 / k; y++)
                for (int32_t x = -2; x < 8 / k; x++) { // also off the map
                    assert_int_equal(wend_ros_position(&r.info.ros, x + 0.5, y + 0.5, &back), WEND_OK);
                    assert_int_equal(wend_ros_tile_at(&r.info.ros, back, &tile), WEND_OK);
                    assert_true(tile.x == x && tile.y == y);
                }
            if (quarter) continue;
            // Between two pixels it is the right and upper one, as nav2 rounds down in both directions.
            assert_int_equal(wend_ros_tile_at(&r.info.ros, (wend_geo_point){11, 21}, &tile), WEND_OK);
            assert_true(tile.x == 2 / k && tile.y == 3 / k);
        }
    wend_ros_map map = {.resolution = 0.5, .rows = 6, .tile_pixels = 1};
    wend_tile tile = {7, 7};
    wend_geo_point out = {1, 2};
    const wend_geo_point wrong[] = {{NAN, 0}, {0, INFINITY}, {1e30, 0}};
    for (int32_t i = 0; i < 3; i++)
        assert_int_equal(wend_ros_tile_at(&map, wrong[i], &tile), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_ros_position(&map, NAN, 0, &out), WEND_ERROR_ARGUMENT);
    for (int32_t i = 0; i < 3; i++) {
        wend_ros_map bad = map;
        if (i == 0) bad.resolution = 0;
        if (i == 1) bad.rows = 0;
        if (i == 2) bad.tile_pixels = 0;
        assert_int_equal(wend_ros_tile_at(&bad, (wend_geo_point){0, 0}, &tile), WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_ros_position(&bad, 0, 0, &out), WEND_ERROR_ARGUMENT);
    }
    assert_true(tile.x == 7 && tile.y == 7 && out.x == 1 && out.y == 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trinary),
        cmocka_unit_test(negated),
        cmocka_unit_test(scale),
        cmocka_unit_test(raw),
        cmocka_unit_test(colors_are_averaged),
        cmocka_unit_test(alpha),
        cmocka_unit_test(sixteen_bits),
        cmocka_unit_test(positions_are_in_image_order),
        cmocka_unit_test(what_the_caller_asks_for),
        cmocka_unit_test(settings_without_effect_are_refused),
        cmocka_unit_test(unknown_ground_that_becomes_free),
        cmocka_unit_test(other_spellings),
        cmocka_unit_test(errors_have_a_place),
        cmocka_unit_test(files_outside_when_asked_for),
        cmocka_unit_test(damaged_descriptions),
        cmocka_unit_test(bombs),
        cmocka_unit_test(inflated_as_by_nav2),
        cmocka_unit_test(positions_in_metres),
    };
    files_enter();
    int failed = run_unit_tests(tests);
    files_leave();
    return failed;
}
