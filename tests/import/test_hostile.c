// Does a damaged, hostile or oversized file, a lack of memory or a cancelled import do any harm?
#include "read.h"
#include "unit.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "test_memory.h"

// One small file of each kind.
enum {
    PNG_GREY,
    PNG_PALETTE,
    PNG_WIDE,
    JPEG,
    JPEG_PROGRESSIVE,
    BMP,
    BMP_PALETTE,
    BMP_RUNS,
    BMP_CORE,
    TGA,
    TGA_RLE,
    GIF,
    TEXT_PNM,
    BINARY_PNM,
    WIDE_PNM,
    MOVINGAI,
    TEXTGRID,
    TILED_CSV,
    TILED_ZLIB,
    TILED_JSON,
    KIND_COUNT
};

static void make_kind(bytes* file, int32_t kind) {
    picture grey = {
        .width = 4, .height = 3, .channels = 1, .samples = {255, 0, 9, 230, 217, 216, 1, 2, 3, 3, 3, 0}};
    picture index = {.width = 4, .height = 3, .channels = 1, .samples = {0, 1, 2, 3, 3, 3, 3, 0, 1, 2, 1, 0}};
    picture color = {.width = 4, .height = 3, .channels = 3};
    picture wide = {.width = 4, .height = 3, .channels = 4};
    for (int32_t i = 0; i < 48; i++) {
        color.samples[i] = (uint16_t)(i * 7 % 256);
        wide.samples[i] = (uint16_t)(i * 1777);
    }
    png_kind palette = {.color_type = 3,
                        .bits = 2,
                        .interlaced = true,
                        .palette_size = 4,
                        .palette = {{255, 0, 0, 255}, {0, 0, 0, 255}, {9, 9, 240, 0}, {240, 240, 240, 200}}};
    static const uint8_t gif_palette[4][3] = {{0, 0, 0}, {255, 255, 255}, {10, 230, 20}, {90, 90, 100}};
    static const uint8_t bmp_palette[4][4] = {{255, 0, 0}, {0, 0, 0}, {9, 9, 240}, {240, 240, 240}};
    file->size = 0;
    switch (kind) {
    case PNG_GREY:
        make_png(file, &grey, &(png_kind){.bits = 8});
        break;
    case PNG_PALETTE:
        make_png(file, &index, &palette);
        break;
    case PNG_WIDE:
        make_png(file, &wide, &(png_kind){.color_type = 6, .bits = 16});
        break;
    case JPEG:
        make_jpeg(file, &color, false);
        break;
    case JPEG_PROGRESSIVE:
        make_jpeg(file, &grey, true);
        break;
    case BMP:
        make_bmp(file, &color, false, NULL, 0);
        break;
    case BMP_PALETTE:
        make_bmp(file, &index, true, bmp_palette, 4);
        break;
    case BMP_RUNS:
        make_bmp_runs(file, &index, 8, bmp_palette, 4);
        break;
    case BMP_CORE:
        make_bmp_core(file, &index, 4, bmp_palette, 4);
        break;
    case TGA:
        make_tga(file, &color, &(tga_kind){.top_down = true});
        break;
    case TGA_RLE:
        make_tga(file, &wide, &(tga_kind){.rle = true, .alpha_bits = 8});
        break;
    case GIF:
        make_gif(file, &index, gif_palette, 2);
        break;
    case TEXT_PNM:
        make_pnm(file, &grey, '2', 255);
        break; // ends in a 0, so that no other number is left of it
    case BINARY_PNM:
        make_pnm(file, &color, '6', 255);
        break;
    case WIDE_PNM:
        make_pnm(file, &grey, '5', 300);
        break;
    case TILED_CSV:
    case TILED_ZLIB: // 1, 1, 2, 1, 0, 3, 1, 1
        put_text(file,
                 "<map width=\"4\" height=\"2\"><tileset firstgid=\"1\"><tile id=\"1\"><properties><property "
                 "name=\"cost\" value=\"2\"/></properties></tile></tileset><layer width=\"4\" "
                 "height=\"2\"><data encoding=");
        put_text(file, kind == TILED_CSV ? "\"csv\">1,1,2,1,\n0,3,1,1"
                                         : "\"base64\" compression=\"zlib\">"
                                           "eNpjZGBgYARiJigNAsxQNggDAADQAAs=");
        put_text(file, "</data></layer></map>");
        break;
    case TILED_JSON:
        put_text(file, "{\"height\":2,\"layers\":[{\"data\":[1,1,2,1,\n0,3,1,1],\"height\":2,\"type\":"
                       "\"tilelayer\",\"width\":4}],\"tilesets\":[{\"firstgid\":1,\"tiles\":[{\"id\":1,"
                       "\"properties\":[{\"name\":\"cost\",\"value\":2}]}]}],\"width\":4}");
        break;
    case TEXTGRID:
        put_text(file, "1\n4\n2\n..x9\n.x..\n");
        break;
    default:
        put_text(file, "type octile\nheight 2\nwidth 3\nmap\n..@\nSWT\n");
        break;
    }
}

// A child of a program with a sanitizer takes many times as long to start.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define CHILD_STEP 31
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define CHILD_STEP 31
#endif
#endif
#ifndef CHILD_STEP
#define CHILD_STEP 1
#endif

static bool runs_in_a_child(int32_t kind) {
    return kind >= BMP && kind <= GIF;
}

static bool same_grid(const wend_grid* a, const wend_grid* b) {
    int32_t width = wend_grid_width(a), height = wend_grid_height(a);
    if (width != wend_grid_width(b) || height != wend_grid_height(b)) return false;
    for (int32_t y = 0; y < height; y++)
        if (memcmp(wend_grid_row(a, y), wend_grid_row(b, y), (size_t)width) != 0) return false;
    return true;
}

static void every_truncation(void** state) {
    (void)state;
    static bytes file;
    for (int32_t kind = 0; kind < KIND_COUNT; kind++) {
        make_kind(&file, kind);
        reading whole = read_file(&file, NULL);
        assert_ok(whole.result);
        size_t size = file.size;
        for (file.size = 0; file.size < size; file.size++) {
            reading r = read_file(&file, NULL);
            if (r.result == WEND_OK && !same_grid(r.grid, whole.grid))
                fail_msg("%zu bytes of %zu of kind %d give another map", file.size, size, kind);
            wend_grid_destroy(r.grid);
        }
        wend_grid_destroy(whole.grid);
    }
}

static void every_flipped_bit(void** state) {
    (void)state;
    static bytes file;
    for (int32_t kind = 0; kind < KIND_COUNT; kind++) {
        make_kind(&file, kind);
        reading whole = read_file(&file, NULL);
        assert_ok(whole.result);
        bool checksums = kind <= PNG_WIDE;
        size_t step = runs_in_a_child(kind) ? CHILD_STEP : 1;
        for (size_t bit = 0; bit < file.size * 8; bit += step) {
            file.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
            reading r = read_file(&file, NULL);
            if (checksums && r.result == WEND_OK && !same_grid(r.grid, whole.grid))
                fail_msg("bit %zu of kind %d flipped gives another map", bit, kind);
            wend_grid_destroy(r.grid);
            file.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
        }
        wend_grid_destroy(whole.grid);
    }
}

static void noise_behind_a_header(void** state) {
    (void)state;
    static bytes file;
    rng random = rng_seeded(77);
    for (int32_t i = 0; i < 1400; i++) {
        if (runs_in_a_child(i % KIND_COUNT) && i % CHILD_STEP != 0) continue;
        make_kind(&file, i % KIND_COUNT);
        for (int32_t n = rng_between(&random, 1, 8); n > 0; n--)
            file.data[rng_below(&random, (int32_t)file.size)] = (uint8_t)rng_below(&random, 256);
        reading r = read_file(&file, NULL);
        wend_grid_destroy(r.grid);
    }
}

static void no_child_and_no_descriptor_is_left(void** state) {
    (void)state;
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
    DIR* folder = opendir("/proc/self/fd");
    if (!folder) skip();
    int32_t count = 0;
    for (struct dirent* entry; (entry = readdir(folder)) != NULL;) count += entry->d_name[0] != '.';
    closedir(folder);
    assert_true(count < 20);
}

static int32_t tiles_of(int32_t kind) {
    return kind == MOVINGAI ? 6 : kind > MOVINGAI ? 8 : 12;
}

static void too_many_tiles(void** state) {
    (void)state;
    static bytes file;
    for (int32_t kind = 0; kind < KIND_COUNT; kind++) {
        make_kind(&file, kind);
        wend_import_def def = wend_default_import_def();
        def.max_tiles = 5;
        reading r = read_file(&file, &def);
        assert_int_equal(r.result, WEND_ERROR_LIMIT);
        char says[40];
        snprintf(says, sizeof says, "%d tiles; the limit is 5", tiles_of(kind));
        assert_non_null(strstr(r.error.text, says));
        def.downscale = 2; // 2 x 2 or 2 x 1 are not too many
        r = read_file(&file, &def);
        assert_ok(r.result);
        wend_grid_destroy(r.grid);
    }
}

static void set_png_size(bytes* file, uint32_t width, uint32_t height) {
    put_be32_at(file, 16, width);
    put_be32_at(file, 20, height);
    put_be32_at(file, 29, crc32_of(file->data + 12, 17));
}

static size_t largest_request;
static void* watch_alloc(size_t size, size_t align, void* context) {
    (void)align, (void)context;
    if (size > largest_request) largest_request = size;
    return malloc(size);
}
static void watch_free(void* memory, size_t size, void* context) {
    (void)size, (void)context;
    free(memory);
}

// A small file that claims to be large: refused before memory is asked for.
static void check_claim(const bytes* file, wend_result expected, const char* says) {
    wend_allocator watch = {watch_alloc, watch_free, NULL};
    wend_import_def def = wend_default_import_def();
    def.allocator = &watch;
    largest_request = 0;
    reading r = read_file(file, &def);
    if (r.result != expected || !strstr(r.error.text, says)) fail_msg("%d %s", r.result, r.error.text);
    assert_true(largest_request < 1 << 20);
}

static void too_many_pixels_to_decode(void** state) {
    (void)state;
    static bytes file;
    for (int32_t kind = 0; kind < KIND_COUNT; kind++) {
        bool by_rows = kind == PNG_GREY || kind == PNG_PALETTE || kind == PNG_WIDE ||
                       (kind >= TEXT_PNM && kind <= TEXTGRID);
        make_kind(&file, kind);
        wend_import_def def = wend_default_import_def();
        def.max_decoded = 7;
        reading r = read_file(&file, &def);
        assert_int_equal(r.result, by_rows ? WEND_OK : WEND_ERROR_LIMIT);
        if (!by_rows) assert_non_null(strstr(r.error.text, "the limit for this kind of image is 7"));
        wend_grid_destroy(r.grid);
    }
}

static void claims_of_size(void** state) {
    (void)state;
    static bytes file;
    make_kind(&file, PNG_GREY);
    set_png_size(&file, 40000, 40000);
    check_claim(&file, WEND_ERROR_FORMAT, "truncated: expected at least");
    set_png_size(&file, 70000, 70000);
    check_claim(&file, WEND_ERROR_LIMIT, "70000 x 70000 are 4900000000 tiles; the limit is 4294967296");
    set_png_size(&file, 2000000, 10);
    check_claim(&file, WEND_ERROR_LIMIT, "2000000 x 10 tiles are too many; the limit is 1048576 per side");
    set_png_size(&file, 0x7fffffff, 0x7fffffff);
    check_claim(&file, WEND_ERROR_LIMIT, "is too large");
    set_png_size(&file, 0, 3);
    check_claim(&file, WEND_ERROR_FORMAT, "invalid image width");
    make_kind(&file, PNG_PALETTE); // interlaced
    set_png_size(&file, 40000, 40000);
    check_claim(&file, WEND_ERROR_FORMAT, "truncated: expected at least");

    make_kind(&file, GIF);
    memset(file.data + 6, 0xff, 4);
    check_claim(&file, WEND_ERROR_LIMIT, "65535 x 65535");
    memset(file.data + 6, 0x1f, 4);
    check_claim(&file, WEND_ERROR_FORMAT, "bytes cannot hold 7967 x 7967 pixels");
    memset(file.data + 6, 0, 4);
    check_claim(&file, WEND_ERROR_FORMAT, "0 x 0; expected at least 1 x 1");
    make_kind(&file, TGA);
    memset(file.data + 12, 0x3f, 4);
    check_claim(&file, WEND_ERROR_FORMAT, "truncated");
    memset(file.data + 12, 0, 4);
    check_claim(&file, WEND_ERROR_FORMAT, "0 x 0; expected at least 1 x 1");
    make_kind(&file, BMP);
    memset(file.data + 18, 0x10, 2);
    memset(file.data + 22, 0x10, 2);
    check_claim(&file, WEND_ERROR_FORMAT, "truncated");
    memset(file.data + 18, 0x7f, 8);
    check_claim(&file, WEND_ERROR_LIMIT, "is too large");
    memset(file.data + 18, 0x80, 4);
    check_claim(&file, WEND_ERROR_FORMAT, "expected at least 1 x 1"); // a negative width
    make_kind(&file, JPEG);
    for (size_t i = 0; i + 8 < file.size; i++)
        if (file.data[i] == 0xff && file.data[i + 1] == 0xc0) memset(file.data + i + 5, 0x7f, 4);
    check_claim(&file, WEND_ERROR_LIMIT, "pixels; the limit for this kind of image is");
    for (size_t i = 0; i + 8 < file.size; i++)
        if (file.data[i] == 0xff && file.data[i + 1] == 0xc0) memset(file.data + i + 5, 0x2f, 4);
    check_claim(&file, WEND_ERROR_FORMAT, "bytes cannot hold 12079 x 12079 pixels");
}

static void many_scans(void** state) {
    (void)state;
    static bytes file;
    make_kind(&file, JPEG_PROGRESSIVE);
    wend_import_def def = wend_default_import_def();
    def.max_decoded = 12; // pixels of the image
    reading r = read_file(&file, &def);
    assert_int_equal(r.result, WEND_OK);
    wend_grid_destroy(r.grid);
    for (int32_t i = 0; i < 17; i++) {
        file.data[file.size++] = 0xff;
        file.data[file.size++] = 0xda;
    }
    r = read_file(&file, &def);
    assert_int_equal(r.result, WEND_ERROR_LIMIT);
    assert_non_null(strstr(r.error.text, "the limit is 16 scans over as many pixels as max_decoded, 12"));
}

static void out_of_memory(void** state) {
    (void)state;
    static bytes file;
    wend_import_def def = wend_default_import_def();
    for (int32_t kind = 0; kind < KIND_COUNT; kind++) {
        make_kind(&file, kind);
        for (def.downscale = 1; def.downscale <= 2; def.downscale++) // at least the grid, its tiles, a row
            assert_true(check_out_of_memory(def, read_file_again, &file) >= 3);
    }
}

typedef struct watcher {
    int32_t calls, stop_at;
    double last;
} watcher;

static bool watch(double fraction, void* context) {
    watcher* w = context;
    assert_true(fraction >= w->last && fraction <= 1);
    w->last = fraction;
    return ++w->calls != w->stop_at;
}

static void progress_and_cancel(void** state) {
    (void)state;
    static bytes file;
    for (int32_t kind = 0; kind < KIND_COUNT; kind++) {
        make_kind(&file, kind);
        int32_t rows = kind >= MOVINGAI ? 2 : kind == PNG_PALETTE ? 6 : 3; // those of all passes
        for (int32_t stop_at = 0; stop_at <= rows; stop_at++) {
            test_memory memory = test_memory_new();
            wend_allocator allocator = test_memory_allocator(&memory);
            watcher w = {.stop_at = stop_at};
            wend_import_def def = wend_default_import_def();
            def.allocator = &allocator;
            def.progress = watch;
            def.progress_context = &w;
            reading r = read_file(&file, &def);
            assert_int_equal(r.result, stop_at ? WEND_ERROR_CANCELLED : WEND_OK);
            assert_int_equal(w.calls, stop_at ? stop_at : rows);
            if (!stop_at) assert_true(w.last == 1);
            wend_grid_destroy(r.grid);
            assert_int_equal(memory.live, 0);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_truncation),
        cmocka_unit_test(every_flipped_bit),
        cmocka_unit_test(noise_behind_a_header),
        cmocka_unit_test(no_child_and_no_descriptor_is_left),
        cmocka_unit_test(too_many_tiles),
        cmocka_unit_test(claims_of_size),
        cmocka_unit_test(many_scans),
        cmocka_unit_test(too_many_pixels_to_decode),
        cmocka_unit_test(out_of_memory),
        cmocka_unit_test(progress_and_cancel),
    };
    return run_unit_tests(tests);
}
