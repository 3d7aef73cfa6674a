// What does a survey count in an image, and does it turn the copy into the same map as an import of the file?
#include "files.h"
#include "read.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>

static const char file_name[] = "import_survey.image"; // in the build folder

static void write_file(const bytes* file) {
    files_put(file_name, file->data, file->size);
}

static wend_image_survey* survey_of(const bytes* file, const wend_import_def* def, int32_t copy_pixels) {
    write_file(file);
    wend_image_survey* survey = NULL;
    wend_error error;
    wend_result result = wend_image_survey_create(file_name, def, copy_pixels, &survey, &error);
    remove(file_name);
    assert_ok(result);
    return survey;
}

static picture noise(int32_t width, int32_t height, int32_t channels, uint32_t max_value) {
    picture p = {.width = width, .height = height, .channels = channels};
    uint32_t state = 1;
    for (int32_t i = 0; i < width * height * channels; i++) {
        state = state * 1664525 + 1013904223;
        p.samples[i] = (uint16_t)((state >> 8) % (max_value + 1));
    }
    return p;
}

// The kinds of layout that readers hand over.
static void make(bytes* file, int32_t kind) {
    static const int32_t channels[] = {1, 3, 4, 2, 1, 1, 3, 4};
    bool wide = kind == 3;
    picture p = noise(29, 17, channels[kind], kind == 4 ? 99 : kind == 5 ? 3 : wide ? 65535 : 255);
    png_kind png = {.bits = wide ? 16 : 8, .interlaced = kind == 7};
    switch (kind) {
    case 4: // a brightest sample of 99
        make_pnm(file, &p, '5', 99);
        return;
    case 5:
        png = (png_kind){
            .color_type = 3,
            .bits = 2,
            .palette_size = 4,
            .interlaced = true,
            .palette = {{10, 20, 30, 255}, {200, 100, 250, 255}, {90, 90, 90, 0}, {255, 255, 0, 255}}};
        break;
    case 6: // a transparent colour
        png = (png_kind){
            .color_type = 2, .bits = 8, .has_key = true, .key = {p.samples[0], p.samples[1], p.samples[2]}};
        break;
    default:
        png.color_type = (uint8_t[]){0, 0, 4, 2, 6}[channels[kind]];
    }
    make_png(file, &p, &png);
}
enum { KINDS = 8 };

// INVERSE has one class for each brightness, the class 0 for black and for what cannot be seen.
static void counts_are_the_classes_of_an_import(void** state) {
    (void)state;
    static bytes file;
    for (int32_t kind = 0; kind < KINDS; kind++) {
        make(&file, kind);
        wend_import_def def = wend_default_import_def();
        wend_image_survey* survey = survey_of(&file, &def, 1000);
        wend_survey_info info = wend_image_survey_get_info(survey);
        assert_int_equal(info.width, 29);
        assert_int_equal(info.height, 17);
        def.rule = WEND_RULE_INVERSE;
        for (int32_t channel = 0; channel < WEND_CHANNEL_COUNT; channel++) {
            def.channel = (wend_channel)channel;
            reading r = read_file(&file, &def);
            assert_ok(r.result);
            assert_string_equal(info.format, r.info.format);
            assert_int_equal(info.channels, r.info.channels);
            assert_int_equal(info.bits, r.info.bits);
            const int64_t* counts = wend_image_survey_histogram(survey, def.channel);
            const int64_t* classes = wend_grid_class_counts(r.grid);
            int64_t hidden = channel == WEND_CHANNEL_ALPHA ? 0 : info.transparent, all = 0;
            // of 16 bits, what is brighter than black is in class 1 at least
            bool wide = info.bits == 16;
            if (wide)
                assert_true(counts[0] + counts[1] + hidden == classes[0] + classes[1]);
            else
                assert_true(counts[0] + hidden == classes[0]);
            for (int32_t i = wide ? 2 : 1; i < 256; i++) assert_true(counts[i] == classes[i]);
            for (int32_t i = 0; i < 256; i++) all += counts[i];
            assert_true(all + hidden == 29 * 17);
            wend_grid_destroy(r.grid);
        }
        assert_null(wend_image_survey_histogram(survey, WEND_CHANNEL_COUNT));
        wend_image_survey_destroy(survey);
    }
}

static void a_whole_copy_imports_as_the_file_does(void** state) {
    (void)state;
    static bytes file;
    for (int32_t kind = 0; kind < KINDS; kind++) {
        make(&file, kind);
        wend_import_def def = wend_default_import_def();
        def.blocked_below = 0.4f;
        def.height_scale = 20;
        wend_image_survey* survey = survey_of(&file, &def, 29 * 17);
        assert_int_equal(wend_image_survey_get_info(survey).copy_step, 1);
        for (int32_t rule = 0; rule < WEND_RULE_COUNT; rule++) {
            if (rule == WEND_RULE_PALETTE || rule == WEND_RULE_COST) continue; // need a legend, a raster
            def.rule = (wend_image_rule)rule;
            def.negate = rule % 2 == 1;
            def.downscale = 1 + rule % 3;
            reading r = read_file(&file, &def);
            assert_ok(r.result);
            wend_grid* grid = NULL;
            wend_import_info info;
            assert_ok(wend_image_survey_import(survey, &def, &grid, &info, NULL));
            assert_true(wend_grid_hash(grid) == wend_grid_hash(r.grid));
            assert_true(wend_grid_tile_size(grid) == wend_grid_tile_size(r.grid));
            assert_true(info.darkest == r.info.darkest && info.brightest == r.info.brightest);
            assert_string_equal(info.warning, r.info.warning);
            wend_grid_destroy(grid);
            wend_grid_destroy(r.grid);
        }
        wend_image_survey_destroy(survey);
    }
}

static void a_small_copy_has_every_third_pixel(void** state) {
    (void)state;
    static bytes file;
    picture p = noise(29, 17, 3, 255);
    for (int32_t interlaced = 0; interlaced < 2; interlaced++) {
        make_png(&file, &p, &(png_kind){.color_type = 2, .bits = 8, .interlaced = interlaced == 1});
        wend_import_def def = wend_default_import_def();
        wend_image_survey* survey = survey_of(&file, &def, 60);
        wend_survey_info info = wend_image_survey_get_info(survey);
        assert_int_equal(info.copy_step, 3);
        assert_int_equal(info.copy_width, 10);
        assert_int_equal(info.copy_height, 6);
        uint8_t rgba[60][4];
        wend_image_survey_copy(survey, rgba[0]);
        for (int32_t y = 0; y < 6; y++)
            for (int32_t x = 0; x < 10; x++) {
                const uint16_t* sample = &p.samples[(3 * y * 29 + 3 * x) * 3];
                for (int32_t c = 0; c < 3; c++) assert_int_equal(rgba[y * 10 + x][c], sample[c]);
                assert_int_equal(rgba[y * 10 + x][3], 255);
            }
        wend_grid* grid = NULL;
        assert_ok(wend_image_survey_import(survey, &def, &grid, NULL, NULL));
        assert_int_equal(wend_grid_width(grid), 10);
        assert_true(wend_grid_tile_size(grid) == 3);
        wend_grid_destroy(grid);
        wend_image_survey_destroy(survey);
    }
}

static bool stop_half_way(double fraction, void* context) {
    (void)context;
    return fraction < 0.5;
}

static void what_is_no_image_is_refused(void** state) {
    (void)state;
    static bytes file;
    wend_import_def def = wend_default_import_def();
    wend_image_survey* survey = NULL;
    wend_error error;
    static const struct {
        const char* text;
        wend_result result;
    } cases[] = {{"type octile\nheight 1\nwidth 2\nmap\n.@\n", WEND_ERROR_UNSUPPORTED},
                 {"wend recipe 1\nbase a.png\n", WEND_ERROR_UNSUPPORTED},
                 {"P5 100 100 255\nshort", WEND_ERROR_FORMAT},
                 {"", WEND_ERROR_FORMAT}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        file.size = 0;
        put_text(&file, cases[i].text);
        write_file(&file);
        assert_int_equal(wend_image_survey_create(file_name, &def, 100, &survey, &error), cases[i].result);
        check_error_line(&error, cases[i].result, file_name);
    }
    remove(file_name);
    assert_int_equal(wend_image_survey_create(file_name, &def, 100, &survey, &error), WEND_ERROR_IO);
    assert_int_equal(wend_image_survey_create(file_name, &def, 0, &survey, &error), WEND_ERROR_ARGUMENT);
    make(&file, 1);
    write_file(&file);
    def.progress = stop_half_way;
    assert_int_equal(wend_image_survey_create(file_name, &def, 100, &survey, &error), WEND_ERROR_CANCELLED);
    remove(file_name);
    assert_null(survey);
    wend_image_survey_destroy(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_the_classes_of_an_import),
        cmocka_unit_test(a_whole_copy_imports_as_the_file_does),
        cmocka_unit_test(a_small_copy_has_every_third_pixel),
        cmocka_unit_test(what_is_no_image_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
