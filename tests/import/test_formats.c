// Is every pixel of every format read as it was written?
#include "read.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>
#include <turbojpeg.h>

#include "rng.h"
#include "wend/private.h"

static picture random_picture(uint64_t seed, int32_t width, int32_t height, int32_t channels,
                              uint32_t max_value) {
    rng random = rng_seeded(seed);
    picture p = {.width = width, .height = height, .channels = channels};
    for (int32_t i = 0; i < width * height * channels; i++)
        p.samples[i] = (uint16_t)rng_below(&random, (int32_t)max_value + 1);
    return p;
}

// The rule in words: brightness is the largest of R, G, B; below 0.85 it is blocked; the class is the
// brightness in 255 steps, but never one on the wrong side of 0.85, which lies between 216/255 and 217/255.
static uint8_t expected_class(uint32_t brightness, uint32_t full, bool opaque) {
    if (!opaque) return 0;
    uint32_t class = (brightness * 510u + full) / (2 * full);
    bool open = (float)brightness / (float)full >= 0.85f;
    if (open && class < 217) class = 217;
    if (!open && class > 216) class = 216;
    return (uint8_t) class;
}

static uint8_t expected_of(const uint16_t* pixel, int32_t channels, uint32_t full) {
    uint32_t brightness = pixel[0];
    for (int32_t c = 1; c < 3 && channels >= 3; c++)
        if (pixel[c] > brightness) brightness = pixel[c];
    bool opaque = channels % 2 != 0 || pixel[channels - 1] * 2u >= full;
    return expected_class(brightness, full, opaque);
}

static void check_picture(const reading* r, const picture* p, uint32_t full) {
    assert_int_equal(r->result, WEND_OK);
    assert_int_equal(r->info.width, p->width);
    assert_int_equal(r->info.height, p->height);
    assert_int_equal(wend_grid_width(r->grid), p->width);
    assert_int_equal(wend_grid_height(r->grid), p->height);
    for (int32_t y = 0; y < p->height; y++)
        for (int32_t x = 0; x < p->width; x++) {
            const uint16_t* pixel = p->samples + (y * p->width + x) * p->channels;
            uint8_t expected = expected_of(pixel, p->channels, full), found = tile_class(r, x, y);
            if (found != expected) fail_msg("class %d at (%d, %d); expected %d", found, x, y, expected);
        }
}

static void check_kind(const reading* r, const char* format, int32_t channels, int32_t bits) {
    assert_string_equal(r->info.format, format);
    assert_string_equal(r->info.rule, "brightness");
    assert_true(r->info.is_image);
    assert_int_equal(r->info.channels, channels);
    assert_int_equal(r->info.bits, bits);
}

static void png_of_every_kind(void** state) {
    (void)state;
    static const struct {
        uint8_t type, channels, bits;
    } kinds[] = {{0, 1, 1},  {0, 1, 2}, {0, 1, 4},  {0, 1, 8}, {0, 1, 16}, {2, 3, 8},
                 {2, 3, 16}, {4, 2, 8}, {4, 2, 16}, {6, 4, 8}, {6, 4, 16}};
    static const int32_t sizes[][2] = {{1, 1}, {3, 2}, {13, 11}, {32, 20}};
    static bytes file;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (int32_t i = 0; i < 8; i++) {
            uint32_t full = (1u << kinds[k].bits) - 1;
            picture p = random_picture(k, sizes[i / 2][0], sizes[i / 2][1], kinds[k].channels, full);
            png_kind kind = {.color_type = kinds[k].type, .bits = kinds[k].bits, .interlaced = i % 2};
            make_png(&file, &p, &kind);
            reading r = read_file(&file, NULL);
            check_picture(&r, &p, full);
            check_kind(&r, "png", kinds[k].channels, kinds[k].bits);
            wend_grid_destroy(r.grid);
        }
}

static void png_with_palette(void** state) {
    (void)state;
    static bytes file;
    for (uint8_t bits = 1; bits <= 8; bits *= 2)
        for (int32_t i = 0; i < 4; i++) {
            rng random = rng_seeded(bits);
            png_kind kind = {.color_type = 3, .bits = bits, .interlaced = i % 2, .palette_size = 1 << bits};
            picture p = random_picture(7, 21, 9, 1, (1u << bits) - 1);
            picture colors = {.width = 21, .height = 9, .channels = 4};
            for (int32_t c = 0; c < kind.palette_size; c++)
                for (int32_t s = 0; s < 4; s++)
                    kind.palette[c][s] = s == 3 && i < 2 ? 255 : (uint8_t)rng_below(&random, 256);
            for (int32_t s = 0; s < 21 * 9 * 4; s++)
                colors.samples[s] = kind.palette[p.samples[s / 4]][s % 4];
            make_png(&file, &p, &kind);
            reading r = read_file(&file, NULL);
            check_picture(&r, &colors, 255);
            check_kind(&r, "png", 1, bits);
            wend_grid_destroy(r.grid);
        }
}

static void png_with_a_transparent_color(void** state) {
    (void)state;
    static const struct {
        uint8_t type, channels, bits;
    } kinds[] = {{0, 1, 1}, {0, 1, 2}, {0, 1, 4}, {0, 1, 8}, {0, 1, 16}, {2, 3, 8}, {2, 3, 16}};
    static bytes file;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        uint32_t full = (1u << kinds[k].bits) - 1;
        int32_t channels = kinds[k].channels;
        picture p = random_picture(k + 50, 6, 5, channels, full);
        for (int32_t i = 0; i < 30 * channels; i++) p.samples[i] = (uint16_t)full;
        for (int32_t i = 7 * channels; i < 30 * channels; i += 3) p.samples[i] = (uint16_t)(full - full / 10);
        png_kind kind = {.color_type = kinds[k].type, .bits = kinds[k].bits, .has_key = true};
        for (int32_t c = 0; c < channels; c++) kind.key[c] = (uint16_t)full; // white is see-through
        make_png(&file, &p, &kind);
        picture alpha = {.width = 6, .height = 5, .channels = channels == 1 ? 2 : 4};
        for (int32_t i = 0; i < 30; i++) {
            bool clear = true;
            for (int32_t c = 0; c < channels; c++) {
                alpha.samples[i * alpha.channels + c] = p.samples[i * channels + c];
                clear = clear && p.samples[i * channels + c] == full;
            }
            alpha.samples[i * alpha.channels + channels] = (uint16_t)(clear ? 0 : full);
        }
        reading r = read_file(&file, NULL);
        check_picture(&r, &alpha, full);
        wend_grid_destroy(r.grid);
    }
}

static void png_with_a_color_outside_its_palette(void** state) {
    (void)state;
    static bytes file;
    for (uint8_t bits = 2; bits <= 8; bits *= 2) {
        png_kind kind = {.color_type = 3, .bits = bits, .palette_size = 3};
        picture p = {.width = 2, .height = 2, .channels = 1, .samples = {0, 1, 2, 3}};
        make_png(&file, &p, &kind);
        reading r = read_file(&file, NULL);
        assert_int_equal(r.result, WEND_ERROR_FORMAT);
        assert_non_null(strstr(r.error.text, "pixel (1, 1) has colour 3; expected below 3"));
    }
}

// Large flat areas survive the compression exactly.
static void jpeg_of_flat_areas(void** state) {
    (void)state;
    static bytes file;
    for (int32_t channels = 1; channels <= 3; channels += 2)
        for (int32_t progressive = 0; progressive < 2; progressive++) {
            picture p = {.width = 32, .height = 24, .channels = channels};
            for (int32_t i = 0; i < 32 * 24 * channels; i++)
                p.samples[i] = i / channels % 32 < 16 ? 255 : i / channels / 32 < 8 ? 230 : 64;
            make_jpeg(&file, &p, progressive);
            reading r = read_file(&file, NULL);
            check_picture(&r, &p, 255);
            check_kind(&r, "jpeg", channels, 8);
            wend_grid_destroy(r.grid);
        }
}

static void bmp(void** state) {
    (void)state;
    static bytes file;
    for (int32_t width = 1; width <= 9; width++)
        for (int32_t top_down = 0; top_down < 2; top_down++) {
            picture p = random_picture((uint64_t)width, width, 7, 3, 255);
            make_bmp(&file, &p, top_down, NULL, 0);
            reading r = read_file(&file, NULL);
            check_picture(&r, &p, 255);
            check_kind(&r, "bmp", 3, 8);
            wend_grid_destroy(r.grid);

            picture index = random_picture((uint64_t)width + 90, width, 7, 1, 255);
            uint8_t palette[256][4];
            rng random = rng_seeded(5);
            for (int32_t i = 0; i < 1024; i++) palette[i / 4][i % 4] = (uint8_t)rng_below(&random, 256);
            for (int32_t i = 0; i < width * 7 * 3; i++) p.samples[i] = palette[index.samples[i / 3]][i % 3];
            make_bmp(&file, &index, top_down, (const uint8_t(*)[4])palette, 256);
            r = read_file(&file, NULL);
            check_picture(&r, &p, 255);
            check_kind(&r, "bmp", 1, 8);
            wend_grid_destroy(r.grid);
        }
}

static void bmp_with_a_color_outside_its_palette(void** state) {
    (void)state;
    static bytes file;
    static const uint8_t palette[3][4] = {{255, 255, 255}, {0, 0, 0}, {9, 9, 240}};
    picture p = {.width = 2, .height = 2, .channels = 1, .samples = {0, 1, 2, 3}};
    for (int32_t top_down = 0; top_down < 2; top_down++) {
        make_bmp(&file, &p, top_down, palette, 3);
        reading r = read_file(&file, NULL);
        assert_int_equal(r.result, WEND_ERROR_FORMAT);
        assert_non_null(strstr(r.error.text, "pixel (1, 1) has colour 3; expected below 3"));
    }
}

static void tga(void** state) {
    (void)state;
    static bytes file;
    static const int32_t channels[] = {1, 3, 4};
    for (int32_t i = 0; i < 48; i++) {
        tga_kind kind = {.rle = i & 1, .top_down = i & 2, .right_to_left = i & 4, .unused_palette = i / 24};
        picture p = random_picture((uint64_t)i, 11, 6, channels[i / 8 % 3], 255);
        for (int32_t s = 0; s < 5 * p.channels; s++) p.samples[s + p.channels] = p.samples[s % p.channels];
        kind.alpha_bits = p.channels == 4 ? 8 : 0;
        make_tga(&file, &p, &kind);
        reading r = read_file(&file, NULL);
        check_picture(&r, &p, 255);
        check_kind(&r, "tga", p.channels, 8);
        wend_grid_destroy(r.grid);
    }
}

static void tga_whose_fourth_channel_is_no_alpha(void** state) {
    (void)state;
    static bytes file;
    picture p = random_picture(3, 5, 4, 4, 255);
    for (int32_t i = 3; i < 80; i += 4) p.samples[i] = 0;
    make_tga(&file, &p, &(tga_kind){.alpha_bits = 0});
    for (int32_t i = 3; i < 80; i += 4) p.samples[i] = 255;
    reading r = read_file(&file, NULL);
    check_picture(&r, &p, 255);
    wend_grid_destroy(r.grid);
}

// Every field of the header of a TGA file must be plausible, since nothing else says what the file is.
static void tga_headers(void** state) {
    (void)state;
    // Two pixels of a palette of black and white.
    static const uint8_t good[] = {0, 1, 1, 0,   0,   2,   0, 24, 0, 0, 0, 0, 2, 0, 1, 0, 8, 0x20, //
                                   0, 0, 0, 255, 255, 255, 0, 1};
    reading r = read_bytes(good, sizeof good, NULL);
    if (r.result != WEND_OK) fail_msg("%s", r.error.text);
    assert_string_equal(r.info.format, "tga");
    assert_false(wend_grid_passable(r.grid, (wend_tile){0, 0}));
    assert_true(wend_grid_cost(r.grid, (wend_tile){1, 0}) == 1);
    wend_grid_destroy(r.grid);
    static const struct {
        uint8_t at, value, also_at, also;
        wend_result result;
        const char* says;
    } cases[] = {
        {3, 1, 3, 1, WEND_ERROR_UNSUPPORTED, "the TGA palette begins at 1; expected 0"},
        {2, 2, 16, 24, WEND_ERROR_FORMAT, "truncated"},               // whose palette is unused
        {5, 0, 6, 0, WEND_ERROR_FORMAT, "unrecognised map format"},   // no entries
        {7, 17, 7, 17, WEND_ERROR_FORMAT, "unrecognised map format"}, // bits of an entry
        {16, 24, 16, 24, WEND_ERROR_FORMAT, "unrecognised map format"},
        {1, 0, 1, 0, WEND_ERROR_FORMAT, "unrecognised map format"}, // entries, but no palette
        {1, 2, 1, 2, WEND_ERROR_FORMAT, "unrecognised map format"},
        {2, 4, 2, 4, WEND_ERROR_FORMAT, "unrecognised map format"}, // kind
        {2, 2, 16, 7, WEND_ERROR_FORMAT, "unrecognised map format"},
        {2, 3, 16, 24, WEND_ERROR_FORMAT, "unrecognised map format"},
        {17, 0x80, 17, 0x80, WEND_ERROR_FORMAT, "unrecognised map format"},
        {17, 9, 17, 9, WEND_ERROR_FORMAT, "unrecognised map format"},
        {12, 200, 14, 200, WEND_ERROR_FORMAT, "truncated"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint8_t bad[sizeof good];
        memcpy(bad, good, sizeof good);
        bad[cases[i].at] = cases[i].value;
        bad[cases[i].also_at] = cases[i].also;
        r = read_bytes(bad, sizeof bad, NULL);
        if (r.result != cases[i].result || !strstr(r.error.text, cases[i].says))
            fail_msg("case %zu: %s", i, r.result == WEND_OK ? "read" : r.error.text);
    }
    uint8_t no_palette[sizeof good];
    memcpy(no_palette, good, sizeof good);
    memset(no_palette + 1, 0, 7);
    no_palette[2] = 1;
    assert_non_null(strstr(read_bytes(no_palette, sizeof good, NULL).error.text, "unrecognised map format"));
    // 16 bits of grey: grey and alpha. 16 and 15 bits of colour: 5 for each.
    static const uint8_t wide[] = {0, 0, 3, 0, 0, 0,  0,    0,   0,   0,   0,
                                   0, 2, 0, 1, 0, 16, 0x28, 255, 255, 255, 0};
    r = read_bytes(wide, sizeof wide, NULL);
    if (r.result != WEND_OK) fail_msg("%s", r.error.text);
    assert_int_equal(r.info.channels, 2);
    assert_true(wend_grid_passable(r.grid, (wend_tile){0, 0}));
    assert_false(wend_grid_passable(r.grid, (wend_tile){1, 0}));
    wend_grid_destroy(r.grid);
    for (uint8_t depth = 15; depth <= 16; depth++) {
        const uint8_t five[] = {0, 0, 2, 0, 0, 0,     0,    0,    0,    0, 0,
                                0, 2, 0, 1, 0, depth, 0x20, 0xff, 0x7f, 0, 0};
        r = read_bytes(five, sizeof five, NULL);
        if (r.result != WEND_OK) fail_msg("%s", r.error.text);
        check_kind(&r, "tga", 3, 5);
        assert_true(wend_grid_cost(r.grid, (wend_tile){0, 0}) == 1);
        assert_false(wend_grid_passable(r.grid, (wend_tile){1, 0}));
        wend_grid_destroy(r.grid);
    }
}

static void bmp_of_runs_and_with_short_headers(void** state) {
    (void)state;
    static bytes file;
    uint8_t palette[256][4];
    rng random = rng_seeded(6);
    wend_import_def here = wend_default_import_def();
    here.decode_in_process = true; // tens of thousands of processes would take long
    for (int32_t i = 0; i < 1024; i++) palette[i / 4][i % 4] = (uint8_t)rng_below(&random, 256);
    for (int32_t i = 0; i < 96; i++) {
        const int32_t bits = 1 << i % 4, width = 1 + i / 4 * 3, colors = 1 << bits;
        picture index = random_picture((uint64_t)i, width, 7, 1, (uint32_t)colors - 1);
        picture p = {.width = width, .height = 7, .channels = 3};
        for (int32_t s = 0; s + 9 < width * 7; s += 20) // runs
            for (int32_t k = 1; k < 9; k++) index.samples[s + k] = index.samples[s];
        for (int32_t s = 0; s < width * 7 * 3; s++) p.samples[s] = palette[index.samples[s / 3]][s % 3];
        for (int32_t core = 0; core < 2; core++) {
            if (core) make_bmp_core(&file, &index, bits, (const uint8_t(*)[4])palette, colors);
            if (!core && bits < 4) continue;
            if (!core) make_bmp_runs(&file, &index, bits, (const uint8_t(*)[4])palette, colors);
            reading r = read_file(&file, NULL);
            if (r.result != WEND_OK) fail_msg("%d bits, width %d: %s", bits, width, r.error.text);
            check_picture(&r, &p, 255);
            check_kind(&r, "bmp", 1, bits);
            wend_grid_destroy(r.grid);
            for (size_t size = file.size - 1; size > 60; size--) { // no end of it is missed
                r = read_bytes(file.data, size, &here);
                if (r.result == WEND_OK) wend_grid_destroy(r.grid);
                if (core && size + 4 > file.size) continue; // only what fills the last row is missing
                assert_int_equal(r.result, WEND_ERROR_FORMAT);
            }
        }
    }
    // By hand, 4 x 3: a run of 2, two columns on and one row up a run of 2, and the end. What is left out has
    // colour 0.
    static const uint8_t black_and_white[2][4] = {{0, 0, 0}, {255, 255, 255}};
    picture p = {.width = 4, .height = 3, .channels = 1};
    make_bmp_runs(&file, &p, 8, black_and_white, 2);
    file.size = 62;
    put(&file, (uint8_t[]){2, 1, 0, 2, 0, 1, 2, 1, 0, 1}, 10);
    reading r = read_file(&file, NULL);
    assert_int_equal(r.result, WEND_OK);
    for (int32_t i = 0; i < 12; i++)
        assert_int_equal(tile_class(&r, i % 4, i / 4) == 255, i == 6 || i == 7 || i == 8 || i == 9);
    wend_grid_destroy(r.grid);
    static const struct {
        uint8_t runs[8];
        const char* says;
    } bad[] = {{{5, 1, 0, 1}, "a run leaves the picture"},
               {{0, 2, 0, 3, 1, 1, 0, 1}, "a run leaves the picture"},
               {{0, 5, 1, 1, 1, 1, 1, 0}, "a run leaves the picture"},
               {{1, 1, 1, 2, 0, 1}, "pixel (1, 2) has colour 2; expected below 2"},
               {{4, 1, 0, 0, 4, 1, 0, 4}, "truncated BMP: the file ends within the picture"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        file.size = 62;
        put(&file, bad[i].runs, 8);
        r = read_file(&file, NULL);
        assert_int_equal(r.result, WEND_ERROR_FORMAT);
        if (!strstr(r.error.text, bad[i].says)) fail_msg("case %zu: %s", i, r.error.text);
    }
}

// stb looks for the palette or the masks of these in the wrong place.
static void bmp_headers(void** state) {
    (void)state;
    static bytes file;
    picture p = random_picture(9, 4, 3, 1, 255);
    uint8_t palette[256][4];
    for (int32_t i = 0; i < 256; i++) memset(palette[i], i, 4);
    make_bmp(&file, &p, false, (const uint8_t(*)[4])palette, 256);
    static const struct {
        size_t at;
        uint8_t value;
        wend_result result;
        const char* says;
    } cases[] = {
        {14, 16, WEND_ERROR_FORMAT, "damaged BMP: unknown image type"},
        {26, 2, WEND_ERROR_FORMAT, "damaged BMP: bad BMP"}, // its planes
        {10, 54, WEND_ERROR_FORMAT, "the pixels begin at byte 54; expected a palette before them"},
        {18, 0, WEND_ERROR_FORMAT, "the size is 0 x 3; expected at least 1 x 1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        static bytes bad;
        bad = file;
        bad.data[cases[i].at] = cases[i].value;
        if (cases[i].at == 10) bad.data[11] = 0;
        const reading r = read_file(&bad, NULL);
        if (r.result != cases[i].result || !strstr(r.error.text, cases[i].says))
            fail_msg("case %zu: %s", i, r.result == WEND_OK ? "read" : r.error.text);
    }
    static bytes masks;
    masks = file;
    masks.data[14] = 56;
    masks.data[28] = 16;
    masks.data[30] = 3;
    const reading r = read_file(&masks, NULL);
    assert_int_equal(r.result, WEND_ERROR_UNSUPPORTED);
    assert_non_null(strstr(r.error.text, "a header of 56 bytes and masks is not supported"));
}

static void gif(void** state) {
    (void)state;
    static bytes file;
    static const uint8_t palette[4][3] = {{0, 0, 0}, {255, 255, 255}, {10, 230, 20}, {90, 90, 100}};
    for (int32_t transparent = -1; transparent < 4; transparent++) {
        picture index = random_picture(9, 17, 13, 1, 3), p = {.width = 17, .height = 13, .channels = 4};
        for (int32_t i = 0; i < 17 * 13; i++) {
            for (int32_t c = 0; c < 3; c++) p.samples[i * 4 + c] = palette[index.samples[i]][c];
            p.samples[i * 4 + 3] = index.samples[i] == transparent ? 0 : 255;
        }
        make_gif(&file, &index, palette, transparent);
        reading r = read_file(&file, NULL);
        check_picture(&r, &p, 255);
        check_kind(&r, "gif", 1, 8);
        wend_grid_destroy(r.grid);
    }
}

// Once its table is full, an encoder may go on without clearing it: of more than 8192 codes, only the first
// clears.
static void gif_with_a_full_table(void** state) {
    (void)state;
    enum { SIDE = 256, CODES = 4096 };
    static const uint8_t palette[4][3] = {{0, 0, 0}, {255, 255, 255}, {230, 230, 230}, {240, 240, 240}};
    static uint8_t index[SIDE * SIDE], packed[SIDE * SIDE];
    static uint16_t next[CODES][4]; // the code of a code and one more pixel; 0: none
    static bytes file;
    rng random = rng_seeded(12);
    size_t bits = 0;
    uint32_t count = 6, width = 3, code = 0, codes = 0;
    memset(next, 0, sizeof next);
    for (int32_t i = 0; i < SIDE * SIDE; i++) index[i] = (uint8_t)rng_below(&random, 4);
    code = index[0];
    for (int32_t i = 0; i <= SIDE * SIDE; i++) { // clear; the code of each string; end
        const bool is_last = i == SIDE * SIDE;
        if (i > 0 && !is_last && next[code][index[i]] != 0) {
            code = next[code][index[i]];
            continue;
        }
        const uint32_t value = i == 0 ? 4 : code;
        for (uint32_t bit = 0; bit < width; bit++, bits++)
            packed[bits / 8] |= (uint8_t)((value >> bit & 1) << bits % 8);
        codes++;
        if (i == 0 || is_last) continue;
        if (count < CODES) {
            if (count == 1u << width) width++;
            next[code][index[i]] = (uint16_t)count++;
        }
        code = index[i];
    }
    assert_true(codes > 8192 && count == CODES && width == 12);
    for (uint32_t bit = 0; bit < width; bit++, bits++)
        packed[bits / 8] |= (uint8_t)((5u >> bit & 1) << bits % 8);
    put_text(&file, "GIF89a");
    for (int32_t i = 0; i < 2; i++) put_le16(&file, SIDE);
    put(&file, (uint8_t[]){0x81, 0, 0}, 3);
    put(&file, palette, 12);
    put(&file, (uint8_t[]){0x2c, 0, 0, 0, 0}, 5);
    for (int32_t i = 0; i < 2; i++) put_le16(&file, SIDE);
    put(&file, (uint8_t[]){0, 2}, 2);
    for (size_t at = 0, size = (bits + 7) / 8; at < size; at += 255) {
        const size_t block = size - at < 255 ? size - at : 255;
        put_u8(&file, (uint32_t)block);
        put(&file, packed + at, block);
    }
    put(&file, (uint8_t[]){0, 0x3b}, 2);
    reading r = read_file(&file, NULL);
    if (r.result != WEND_OK) fail_msg("%s", r.error.text);
    for (int32_t i = 0; i < SIDE * SIDE; i++)
        assert_int_equal(tile_class(&r, i % SIDE, i / SIDE), palette[index[i]][0]);
    wend_grid_destroy(r.grid);
}

// A picture that does not fill its screen, in four passes, without a clear code at its beginning.
static void gif_of_a_part_of_its_screen(void** state) {
    (void)state;
    static const uint8_t head[] = {'G', 'I', 'F', '8', '7',  'a', 4, 0, 6, 0, 0x80, 1, 0, 0,    0,
                                   0,   255, 255, 240, 0x2c, 1,   0, 1, 0, 1, 0,    5, 0, 0x40, 2};
    // Rows 0, 4, 2, 1, 3 of one column: colours 0 1 0 0 0, each of 3 bits and the last two of 4, and the end.
    static const uint8_t codes[] = {3, 0x08, 0x00, 0x0a, 0, 0x3b};
    static bytes file;
    put(&file, head, sizeof head);
    put(&file, codes, sizeof codes);
    reading r = read_file(&file, NULL);
    if (r.result != WEND_OK) fail_msg("%s", r.error.text);
    for (int32_t y = 0; y < 6; y++)
        for (int32_t x = 0; x < 4; x++) {
            const bool is_drawn = x == 1 && y >= 1, is_white = !is_drawn || y == 5;
            assert_int_equal(tile_class(&r, x, y), is_white ? 255 : 0);
        }
    wend_grid_destroy(r.grid);
}

static void pnm(void** state) {
    (void)state;
    static bytes file;
    static const uint32_t maxima[] = {1, 3, 100, 254, 255, 256, 1000, 65534, 65535};
    for (int32_t kind = '1'; kind <= '6'; kind++)
        for (size_t m = 0; m < sizeof maxima / sizeof *maxima; m++) {
            bool bitmap = kind == '1' || kind == '4';
            uint32_t full = bitmap ? 1 : maxima[m];
            int32_t channels = kind == '3' || kind == '6' ? 3 : 1;
            picture p = random_picture(m, 13, 5, channels, full);
            make_pnm(&file, &p, (char)kind, full);
            put_text(&file, "\nwhat follows is left out");
            reading r = read_file(&file, NULL);
            check_picture(&r, &p, full);
            check_kind(&r, "pnm", channels, bitmap ? 1 : full > 255 ? 16 : 8);
            wend_grid_destroy(r.grid);
        }
}

static void pnm_by_hand(void** state) {
    (void)state;
    static const struct {
        const char* text;
        uint8_t classes[4];
    } cases[] = {
        {"P1 2 2 0110", {255, 0, 0, 255}},                             // no space between bits
        {"P1#c\n2#c\n2\n0#c\n1\n1 0", {255, 0, 0, 255}},               // comments everywhere
        {"P2\r\n2\t2\r\n255\r\n0 255\r\n128 217", {0, 255, 128, 217}}, // CR LF, no end of the last line
        {"P2 2 2 10 0 10 8 9", {0, 255, 204, 230}},
        {"P3 2 2 255 0 0 0 255 0 0 1 2 3 0 0 230", {0, 255, 3, 230}},
        {"P5 2 2 255\n\xff\xd9\xd8\x01", {255, 217, 216, 1}},
        {"P5 2 2 #c\n255 \xff\xd9\xd8\x01", {255, 217, 216, 1}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        reading r = read_bytes(cases[i].text, strlen(cases[i].text), NULL);
        assert_int_equal(r.result, WEND_OK);
        for (int32_t t = 0; t < 4; t++) assert_int_equal(tile_class(&r, t % 2, t / 2), cases[i].classes[t]);
        wend_grid_destroy(r.grid);
    }
}

static void variants_refused_by_name(void** state) {
    (void)state;
    static bytes file;
    picture p = {.width = 4, .height = 3, .channels = 3};
    make_bmp(&file, &p, false, NULL, 0);
    file.data[30] = 4; // its compression
    reading r = read_file(&file, NULL);
    assert_int_equal(r.result, WEND_ERROR_UNSUPPORTED);
    assert_non_null(strstr(
        r.error.text, "a BMP with an unusual compression is not supported; expected one of 1 to 32 bits"));

    static const uint8_t cmyk[4 * 3 * 4] = {0};
    unsigned char* jpeg = NULL;
    unsigned long size = 0;
    tjhandle encoder = tjInitCompress();
    assert_int_equal(tjCompress2(encoder, cmyk, 4, 0, 3, TJPF_CMYK, &jpeg, &size, TJSAMP_444, 90, 0), 0);
    r = read_bytes(jpeg, size, NULL);
    assert_int_equal(r.result, WEND_ERROR_UNSUPPORTED);
    assert_non_null(strstr(r.error.text, "CMYK JPEG is not supported; expected grey or RGB"));
    tjFree(jpeg);
    tjDestroy(encoder);

    make_png(&file, &p, &(png_kind){.color_type = 2, .bits = 8});
    memcpy(file.data + 12, "CgBI", 4);
    r = read_file(&file, NULL);
    assert_int_equal(r.result, WEND_ERROR_UNSUPPORTED);
    assert_non_null(strstr(r.error.text, "Apple's PNG variant (CgBI)"));
}

static void pnm_errors(void** state) {
    (void)state;
    static const text_case cases[] = {
        {"P2 2 2 255 1 2 3", "truncated", WEND_ERROR_FORMAT},
        {"P2 2 2 255 11 22 33", "truncated: the file ends before the value of pixel (1, 1)",
         WEND_ERROR_FORMAT},
        {"P2 2 2 255 1 2 x 4", "no number at byte 15; expected the value of pixel (0, 1)", WEND_ERROR_FORMAT},
        {"P2 2 2 255 1 2 256 4", "pixel (0, 1) has the value 256; expected at most the maximum, 255",
         WEND_ERROR_FORMAT},
        {"P2 2 2 9 1 2 99999999999999999999999 4", "pixel (0, 1)", WEND_ERROR_FORMAT},
        {"P1 2 2 0 1 2 1", "byte 11; expected the bit of pixel (0, 1)", WEND_ERROR_FORMAT},
        {"P2 2 -2 255 1 2 3 4", "expected the height", WEND_ERROR_FORMAT},
        {"P2 2 2 0 0 0 0 0", "maximum value is 0", WEND_ERROR_FORMAT},
        {"P2 2 2 65536 0 0 0 0", "maximum value is 65536; expected 1 to 65535", WEND_ERROR_FORMAT},
        {"P5 0 2 255\n", "0 x 2; expected at least 1 x 1", WEND_ERROR_FORMAT},
        {"P5 2 2 255\nabc", "expected at least 4 bytes of pixels, found 3", WEND_ERROR_FORMAT},
        {"P6 2 2 122\nabcdefghijkz", "", WEND_OK},
        {"P6 2 2 122\nabcdefghijk{", "pixel (1, 1) has the value 123", WEND_ERROR_FORMAT},
        {"P5 100000 100000 255\n", "10000000000 tiles; the limit is 4294967296", WEND_ERROR_LIMIT},
        {"P5 99999999999999999999999 1 255\n", "too large", WEND_ERROR_LIMIT},
        {"P7\nWIDTH 2\n", "PAM", WEND_ERROR_UNSUPPORTED},
    };
    check_texts(cases, sizeof cases / sizeof *cases);
}

// What the name says does not matter; read_bytes gives none of the endings.
static void table_of_formats(void** state) {
    (void)state;
    int32_t count = 0;
    for (; wend_import_format_name(count); count++) {
        assert_true(strlen(wend_import_format_name(count)) < sizeof(((wend_import_info*)0)->format));
        assert_non_null(wend_import_format_description(count));
        assert_null(strchr(wend_import_format_description(count), '\n'));
    }
    assert_true(count >= 8);
    assert_null(wend_import_format_description(count));
    assert_null(wend_import_format_name(-1));
    reading r = read_bytes("no map at all", 13, NULL);
    assert_int_equal(r.result, WEND_ERROR_FORMAT);
    for (int32_t i = 0; i < count; i++) assert_non_null(strstr(r.error.text, wend_import_format_name(i)));
    r = read_bytes("", 0, NULL);
    assert_int_equal(r.result, WEND_ERROR_FORMAT);
    assert_non_null(strstr(r.error.text, "empty"));
}

// A host's create_grid, which notes what it was asked for.
static wend_result create_here(void* context, const wend_grid_def* def, wend_grid** out,
                               wend_error* error_opt) {
    (void)error_opt;
    *(wend_grid_def*)context = *def;
    return wend_grid_create(def, out);
}

// A large binary PNM is read row by row from a file, with the same result as from memory. Bytes that are
// missing are told in both cases.
static void large_pnm_from_a_file(void** state) {
    (void)state;
    enum { WIDTH = 2400, HEIGHT = 1800 };
    static const char head[] = "P5 # a comment\n2400 1800\n255\n", file[] = "large_pnm.pgm";
    const size_t size = strlen(head) + (size_t)WIDTH * HEIGHT;
    char* content = malloc(size);
    assert_non_null(content);
    memcpy(content, head, strlen(head));
    rng random = rng_seeded(5);
    for (size_t i = strlen(head); i < size; i++) content[i] = (char)rng_below(&random, 256);
    wend_import_def def = wend_default_import_def();
    static wend_import_info from_memory, from_file;
    static wend_grid_def asked;
    wend_grid *a = NULL, *b = NULL;
    wend_error error;
    assert_int_equal(wend_import_memory(content, size, file, &def, &a, &from_memory, &error), WEND_OK);
    assert_int_equal(wend_file_write(file, content, size, &error), WEND_OK);
    def.create_grid = create_here;
    def.create_grid_context = &asked;
    assert_int_equal(wend_import_file(file, &def, &b, &from_file, &error), WEND_OK);
    assert_true(wend_grid_hash(a) == wend_grid_hash(b));
    assert_true(from_memory.source_hash == from_file.source_hash);
    assert_int_equal(asked.width, WIDTH);
    assert_int_equal(asked.height, HEIGHT);
    wend_grid_destroy(a);
    wend_grid_destroy(b);
    b = NULL;
    assert_int_equal(wend_file_write(file, content, size - 1, &error), WEND_OK);
    assert_int_equal(wend_import_file(file, &def, &b, NULL, &error), WEND_ERROR_FORMAT);
    assert_non_null(strstr(error.text, "truncated"));
    assert_null(b);
    remove(file);
    free(content);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(large_pnm_from_a_file),
        cmocka_unit_test(png_of_every_kind),
        cmocka_unit_test(png_with_palette),
        cmocka_unit_test(png_with_a_transparent_color),
        cmocka_unit_test(png_with_a_color_outside_its_palette),
        cmocka_unit_test(jpeg_of_flat_areas),
        cmocka_unit_test(bmp),
        cmocka_unit_test(bmp_with_a_color_outside_its_palette),
        cmocka_unit_test(tga),
        cmocka_unit_test(tga_whose_fourth_channel_is_no_alpha),
        cmocka_unit_test(tga_headers),
        cmocka_unit_test(bmp_headers),
        cmocka_unit_test(bmp_of_runs_and_with_short_headers),
        cmocka_unit_test(gif),
        cmocka_unit_test(gif_with_a_full_table),
        cmocka_unit_test(gif_of_a_part_of_its_screen),
        cmocka_unit_test(pnm),
        cmocka_unit_test(pnm_by_hand),
        cmocka_unit_test(variants_refused_by_name),
        cmocka_unit_test(pnm_errors),
        cmocka_unit_test(table_of_formats),
    };
    return run_unit_tests(tests);
}
