// Are the colours of a painted map found, and does a legend of them restore what was painted?
#include "files.h"
#include "painted_map.h"
#include "read.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <turbojpeg.h>

enum { SIDE = 200 };

typedef struct file {
    uint8_t* bytes;
    size_t size;
} file;

static file painted(bool smooth, bool jpeg) {
    uint8_t* rgb = malloc((size_t)SIDE * SIDE * 3 + 32);
    assert_non_null(rgb);
    int head = jpeg ? 0 : snprintf((char*)rgb, 32, "P6\n%d %d\n255\n", SIDE, SIDE);
    painted_map_fill(SIDE, smooth, rgb + head);
    if (!jpeg) return (file){rgb, (size_t)head + (size_t)SIDE * SIDE * 3};
    tjhandle handle = tjInitCompress();
    unsigned char* out = NULL;
    unsigned long size = 0;
    assert_int_equal(
        tjCompress2(handle, rgb, SIDE, 0, SIDE, TJPF_RGB, &out, &size, TJSAMP_420, 85, TJFLAG_ACCURATEDCT),
        0);
    free(rgb);
    file f = {malloc(size), size};
    assert_non_null(f.bytes);
    memcpy(f.bytes, out, size);
    tjFree(out);
    tjDestroy(handle);
    return f;
}

static void check_main_colors(const wend_image_colors* colors, int32_t off) {
    assert_int_equal(colors->count, PAINTED_GROUNDS);
    assert_true(colors->has_hues && colors->is_few);
    for (int32_t g = 0; g < PAINTED_GROUNDS; g++) {
        int32_t found = 0;
        for (int32_t i = 0; i < colors->count; i++) {
            const wend_image_color* c = &colors->list[i];
            found += abs(c->red - painted_colors[g][0]) <= off &&
                     abs(c->green - painted_colors[g][1]) <= off &&
                     abs(c->blue - painted_colors[g][2]) <= off;
        }
        if (found != 1) fail_msg("ground %d is %d of the main colours", g, found);
    }
    for (int32_t i = 1; i < colors->count; i++)
        assert_true(colors->list[i].pixels <= colors->list[i - 1].pixels);
}

static void the_main_colors_of_a_painted_map(void** state) {
    (void)state;
    const struct {
        bool smooth, jpeg;
        int32_t off;
    } cases[] = {{false, false, 0}, {true, false, 0}, {true, true, 8}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        file f = painted(cases[i].smooth, cases[i].jpeg);
        files_put("painted", f.bytes, f.size);
        wend_import_def def = wend_default_import_def();
        wend_image_survey* survey = NULL;
        assert_ok(wend_image_survey_create("painted", &def, 100, &survey, NULL));
        const wend_image_colors* colors = wend_image_survey_colors(survey);
        check_main_colors(colors, cases[i].off);
        int64_t sum = colors->far_pixels;
        for (int32_t k = 0; k < colors->count; k++) sum += colors->list[k].pixels;
        assert_int_equal(sum, SIDE * SIDE);
        assert_int_equal(colors->pixels, SIDE * SIDE);
        assert_int_equal(colors->far_pixels > 0, cases[i].smooth);
        if (!cases[i].smooth) assert_int_equal(colors->distinct, PAINTED_GROUNDS);
        wend_image_survey_destroy(survey);
        free(f.bytes);
        remove("painted");
    }
}

static void names_and_costs_are_guessed(void** state) {
    (void)state;
    static bytes b;
    static const struct {
        uint16_t color[3];
        const char* name;
        float cost;
    } cases[] = {{{40, 120, 200}, "water", 0}, {{20, 30, 90}, "water 2", 0},  {{104, 176, 64}, "grass", 1.5f},
                 {{40, 104, 40}, "forest", 3}, {{232, 216, 160}, "sand", 2},  {{120, 80, 40}, "earth", 2},
                 {{128, 128, 128}, "grey", 1}, {{255, 255, 255}, "white", 1}, {{10, 10, 10}, "black", 0},
                 {{220, 30, 30}, "red", 1}};
    enum { COUNT = sizeof cases / sizeof *cases };
    picture p = {.width = 64, .height = COUNT, .channels = 3};
    for (int32_t i = 0; i < 64 * COUNT; i++) // each has fewer pixels than the one before
        for (int32_t k = 0; k < 3; k++)
            p.samples[3 * i + k] = cases[i % 64 < 2 * (i / 64) ? 0 : i / 64].color[k];
    make_pnm(&b, &p, '6', 255);
    reading r = read_file(&b, NULL);
    assert_ok(r.result);
    wend_grid_destroy(r.grid);
    files_put("painted", b.data, b.size);
    wend_import_def def = wend_default_import_def();
    wend_image_survey* survey = NULL;
    assert_ok(wend_image_survey_create("painted", &def, 100, &survey, NULL));
    const wend_image_colors* colors = wend_image_survey_colors(survey);
    assert_int_equal(colors->count, COUNT);
    for (int32_t i = 0; i < COUNT; i++) {
        assert_string_equal(colors->list[i].name, cases[i].name);
        assert_true(colors->list[i].cost == cases[i].cost);
        assert_int_equal(colors->list[i].blue, cases[i].color[2]);
    }
    wend_image_survey_destroy(survey);
    remove("painted");
}

// Of many groups of colours, it names as many as there is room for.
static void a_long_warning_ends_with_a_whole_group(void** state) {
    (void)state;
    enum { GREYS = 8 };
    static const uint8_t hues[2][3] = {{0, 255, 120}, {255, 0, 120}}; // times a brightness
    char text[64 * GREYS];
    int used = snprintf(text, sizeof text, "P3 %d 2 255\n", GREYS);
    for (int32_t row = 0; row < 2; row++)
        for (int32_t i = 0; i < GREYS; i++)
            for (int32_t k = 0; k < 3; k++)
                used += snprintf(text + used, sizeof text - (size_t)used, "%d ",
                                 hues[row][k] * (255 - 4 * i) / 255);
    wend_import_def def = wend_default_import_def();
    wend_import_info info;
    wend_grid* grid = NULL;
    assert_ok(wend_import_memory(text, (size_t)used, "painted.ppm", &def, &grid, &info, NULL));
    wend_grid_destroy(grid);
    const size_t length = strlen(info.color_warning);
    if (length < 100 || strcmp(info.color_warning + length - 10, "; and more") != 0)
        fail_msg("%s", info.color_warning);
    const char* last = info.color_warning; // of the groups that it names
    for (const char* at; (at = strstr(last, "; ")) != NULL && strcmp(at, "; and more") != 0;) last = at + 2;
    assert_non_null(strstr(last, " cost "));
}

static void the_rule_by_brightness_says_what_it_ignores(void** state) {
    (void)state;
    static bytes b;
    file f = painted(false, false);
    wend_import_def def = wend_default_import_def();
    wend_import_info info;
    wend_grid* grid = NULL;
    assert_ok(wend_import_memory(f.bytes, f.size, "painted", &def, &grid, &info, NULL));
    wend_grid_destroy(grid);
    check_main_colors(&info.colors, 0);
    if (!strstr(info.color_warning, "5 colours, of which only the brightness counts: water (56") ||
        !strstr(info.color_warning, " and 2 more are blocked"))
        fail_msg("%s", info.color_warning);
    for (int32_t i = 0; i < info.colors.count; i++) {
        const wend_image_color* c = &info.colors.list[i]; // the costs are those of the rule
        assert_true(c->cost == (strcmp(c->name, "sand") == 0 ? 255 / 232.0f : 0));
    }
    def.rule = WEND_RULE_LUMA; // a choice is not questioned
    assert_ok(wend_import_memory(f.bytes, f.size, "painted", &def, &grid, &info, NULL));
    wend_grid_destroy(grid);
    assert_string_equal(info.color_warning, "");
    assert_int_equal(info.colors.count, PAINTED_GROUNDS);
    free(f.bytes);

    // greys in a colour image are no hues, and a grey image is not looked at
    picture p = {.width = 4, .height = 1, .channels = 3};
    for (int32_t i = 0; i < 12; i++) p.samples[i] = (uint16_t)(i / 3 * 80);
    make_png(&b, &p, &(png_kind){.color_type = 2, .bits = 8});
    reading r = read_file(&b, NULL);
    assert_ok(r.result);
    assert_string_equal(r.info.color_warning, "");
    assert_int_equal(r.info.colors.count, 4);
    wend_grid_destroy(r.grid);
    p.channels = 1;
    make_png(&b, &p, &(png_kind){.bits = 8});
    r = read_file(&b, NULL);
    assert_ok(r.result);
    assert_int_equal(r.info.colors.count, 0);
    wend_grid_destroy(r.grid);
}

// The same colours by every way into the importer: samples of 8 and 16 bits, with alpha, a palette, passes.
static void every_layout_has_the_same_colors(void** state) {
    (void)state;
    static bytes b;
    static const uint8_t colors[4][3] = {{40, 120, 200}, {104, 176, 64}, {232, 216, 160}, {128, 128, 128}};
    for (int32_t i = 0; i < 10; i++) {
        png_kind kind = {.color_type = (uint8_t[]){2, 6, 2, 6, 3}[i / 2],
                         .bits = (uint8_t[]){8, 8, 16, 16, 8}[i / 2],
                         .interlaced = i % 2,
                         .palette_size = 4};
        picture p = {.width = 16, .height = 16, .channels = (int32_t[]){3, 4, 3, 4, 1}[i / 2]};
        for (int32_t c = 0; c < 4; c++) {
            memcpy(kind.palette[c], colors[c], 3);
            kind.palette[c][3] = 255;
        }
        for (int32_t at = 0; at < 256; at++) {
            int32_t c = at < 100 ? 0 : at < 170 ? 1 : at < 230 ? 2 : 3;
            for (int32_t k = 0; k < p.channels; k++) {
                int32_t sample = p.channels == 1 ? c : k == 3 ? 255 : colors[c][k];
                p.samples[at * p.channels + k] = (uint16_t)(kind.bits == 16 ? sample * 257 : sample);
            }
        }
        make_png(&b, &p, &kind);
        reading r = read_file(&b, NULL);
        if (r.result != WEND_OK) fail_msg("%s", r.error.text);
        assert_int_equal(r.info.colors.count, 4);
        static const int64_t pixels[] = {100, 70, 60, 26};
        for (int32_t c = 0; c < 4; c++) {
            const wend_image_color* color = &r.info.colors.list[c];
            assert_int_equal(color->pixels, pixels[c]);
            assert_true(color->red == colors[c][0] && color->green == colors[c][1] &&
                        color->blue == colors[c][2]);
        }
        wend_grid_destroy(r.grid);
    }
}

// ---- smoothed edges

static const char legend[] = "#2878c8 blocked sea\n#e8d8a0 2 beach\n#68b040 1.5 meadow\n#286828 3 forest\n"
                             "#808080 1 road\ntolerance 48\nunknown nearest\n";

// Tiles whose ground is not the one painted in the middle of the pixel, and of these those whose ground is
// not painted within 2 pixels either: a third colour that looks like a blend.
static void count_wrong(const wend_grid* grid, int32_t* wrong_out, int32_t* foreign_out) {
    *wrong_out = *foreign_out = 0;
    for (int32_t y = 0; y < SIDE; y++) {
        for (int32_t x = 0; x < SIDE; x++) {
            int32_t ground = wend_grid_row(grid, y)[x] - 1, near = 0;
            if (ground == (int32_t)painted_ground_at(SIDE, x, y)) continue;
            ++*wrong_out;
            for (int32_t i = 0; i < 25; i++)
                near += (int32_t)painted_ground_at(SIDE, x + i % 5 - 2, y + i / 5 - 2) == ground;
            *foreign_out += near == 0;
        }
    }
}

static void a_legend_restores_what_was_painted(void** state) {
    (void)state;
    const struct {
        bool smooth, jpeg;
        int32_t wrong, foreign; // at most
    } cases[] = {{false, false, 0, 0},
                 {true, false, SIDE * SIDE / 200, 0},
                 {true, true, SIDE * SIDE / 100, SIDE * SIDE / 1000}};
    files_put("legend.txt", legend, sizeof legend - 1);
    wend_import_def def = wend_default_import_def();
    def.rule = WEND_RULE_PALETTE;
    def.legend = "legend.txt";
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        file f = painted(cases[i].smooth, cases[i].jpeg);
        wend_import_info info;
        wend_grid* grid = NULL;
        wend_error error = {.text = ""};
        if (wend_import_memory(f.bytes, f.size, "painted", &def, &grid, &info, &error) != WEND_OK)
            fail_msg("%s", error.text);
        int32_t wrong, foreign;
        count_wrong(grid, &wrong, &foreign);
        if (wrong > cases[i].wrong || foreign > cases[i].foreign)
            fail_msg("case %zu: %d tiles are wrong, of which %d have a colour from elsewhere", i, wrong,
                     foreign);
        wend_grid_destroy(grid);
        free(f.bytes);
    }
    remove("legend.txt");
}

static reading read_row(const char* text, int32_t count, const uint16_t (*colors)[3], int32_t height) {
    static bytes b;
    picture p = {.width = count, .height = height, .channels = 3};
    for (int32_t i = 0; i < count * height; i++)
        for (int32_t k = 0; k < 3; k++) p.samples[3 * i + k] = colors[i % count][k];
    make_pnm(&b, &p, '6', 255);
    files_put("legend.txt", text, strlen(text));
    wend_import_def def = wend_default_import_def();
    def.rule = WEND_RULE_PALETTE;
    def.legend = "legend.txt";
    reading r = read_file(&b, &def);
    remove("legend.txt");
    return r;
}

static void far_colors_are_counted(void** state) {
    (void)state;
    static const uint16_t colors[][3] = {{255, 0, 0}, {250, 4, 3}, {0, 0, 255}, {0, 255, 0}, {0, 250, 4}};
    for (int32_t height = 1; height <= 6; height++) {
        reading r =
            read_row("#ff0000 1 red\n#0000ff 2 blue\ntolerance 20\nunknown nearest\n", 5, colors, height);
        assert_ok(r.result);
        char expected[64];
        snprintf(expected, sizeof expected, "%d pixels have colours not in the legend", 2 * height);
        assert_non_null(strstr(r.info.warning, expected));
        assert_non_null(strstr(r.info.warning, "#00ff00"));
        assert_int_equal(tile_class(&r, 1, height - 1), 1);
        assert_int_equal(tile_class(&r, 2, height - 1), 2);
        wend_grid_destroy(r.grid);
        r = read_row("#ff0000 1 red\n#0000ff 2 blue\ntolerance 20\n", 5, colors, height);
        assert_int_equal(r.result, WEND_ERROR_FORMAT);
        assert_non_null(strstr(r.error.text, "the first at (3, 0)"));
    }
}

// Sea and sand blend to nearly the grey of a road. The same colour alone is a road.
static void a_blend_is_no_third_color(void** state) {
    (void)state;
    static const char text[] = "#2070d0 blocked sea\n#e0d090 1 sand\n#808080 1 road\ntolerance 64\n";
    static const uint16_t edge[][3] = {{32, 112, 208}, {32, 112, 208}, {118, 155, 179}, {224, 208, 144}};
    reading r = read_row(text, 4, edge, 3);
    if (r.result != WEND_OK) fail_msg("%s", r.error.text);
    assert_int_equal(tile_class(&r, 2, 1), 1);
    wend_grid_destroy(r.grid);
    static const uint16_t alone[][3] = {{32, 112, 208}, {32, 112, 208}, {118, 155, 179}, {32, 112, 208}};
    r = read_row(text, 4, alone, 3);
    assert_ok(r.result);
    assert_int_equal(tile_class(&r, 2, 1), 3);
    wend_grid_destroy(r.grid);
}

static void wrong_tolerances(void** state) {
    (void)state;
    static const char* const wrong[] = {"#ff0000 1\ntolerance -1\n", "#ff0000 1\ntolerance 442\n",
                                        "#ff0000 1\ntolerance near\n",
                                        "#ff0000 1\ntolerance 3\ntolerance 4\n", "#ff0000 1\ntolerance\n"};
    wend_import_def def = wend_default_import_def();
    def.rule = WEND_RULE_PALETTE;
    def.legend = "legend.txt";
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        files_put("legend.txt", wrong[i], strlen(wrong[i]));
        wend_error error = {.text = ""};
        wend_grid* grid = NULL;
        wend_result result =
            wend_import_memory("P3 1 1 255 255 0 0", 18, "red.ppm", &def, &grid, NULL, &error);
        check_error_line(&error, result, "legend.txt");
        assert_int_equal(result, WEND_ERROR_FORMAT);
        assert_non_null(
            strstr(error.text, i + 1 == sizeof wrong / sizeof *wrong ? "the line ends" : "tolerance"));
    }
    remove("legend.txt");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_main_colors_of_a_painted_map),
        cmocka_unit_test(names_and_costs_are_guessed),
        cmocka_unit_test(the_rule_by_brightness_says_what_it_ignores),
        cmocka_unit_test(a_long_warning_ends_with_a_whole_group),
        cmocka_unit_test(every_layout_has_the_same_colors),
        cmocka_unit_test(a_legend_restores_what_was_painted),
        cmocka_unit_test(far_colors_are_counted),
        cmocka_unit_test(a_blend_is_no_third_color),
        cmocka_unit_test(wrong_tolerances),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
