// Does an interlaced PNG give the same map and report as a plain one with the same pixels?
#include "files.h"
#include "read.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "rng.h"

enum { MOST_SIDE = 9, WAYS = 15 };
enum { HEAD = 33, CHUNK = 64 }; // of a PNG, bytes

static const struct {
    uint8_t type, channels, bits;
} kinds[] = {{0, 1, 1}, {0, 1, 2}, {0, 1, 4}, {0, 1, 8}, {0, 1, 16}, {2, 3, 8}, {2, 3, 16}, {3, 1, 1},
             {3, 1, 2}, {3, 1, 4}, {3, 1, 8}, {4, 2, 8}, {4, 2, 16}, {6, 4, 8}, {6, 4, 16}};
enum { KINDS = sizeof kinds / sizeof *kinds };

// Some samples more often than chance has it, so that colours meet legends and transparent ones keys.
static void random_samples(picture* p, rng* random, uint32_t full) {
    for (int32_t i = 0; i < p->width * p->height * p->channels; i++) {
        bool any = rng_below(random, 2);
        p->samples[i] = (uint16_t)(any ? rng_below(random, (int32_t)full + 1) : i % 2 ? (int32_t)full : 0);
    }
}

static png_kind kind_of(size_t k, bool has_key, rng* random) {
    png_kind kind = {.color_type = kinds[k].type, .bits = kinds[k].bits};
    uint32_t full = (1u << kind.bits) - 1;
    if (kind.color_type == 3) {
        kind.palette_size = 1 << kind.bits;
        for (int32_t i = 0; i < kind.palette_size * 4; i++)
            kind.palette[i / 4][i % 4] = i % 4 == 3 && !has_key ? 255 : (uint8_t)rng_below(random, 256);
    } else if (has_key && kind.color_type <= 2) {
        kind.has_key = true;
        for (int32_t c = 0; c < 3; c++) kind.key[c] = (uint16_t)full;
    }
    return kind;
}

// One of the ways to read a picture.
static wend_import_def def_of(int32_t way, wend_ros_mode mode) {
    wend_import_def def = wend_default_import_def();
    def.rule = (wend_image_rule)(way < 8 ? way : way == 14 ? WEND_RULE_TOBLER : WEND_RULE_BRIGHTNESS);
    def.ros_mode = mode;
    def.height_scale = 20;
    def.legend = "legend.txt";
    if (way == 8) def.rule = WEND_RULE_PALETTE, def.legend = "strict.txt";
    if (way == 9) def.negate = true, def.channel = WEND_CHANNEL_LUMA;
    if (way == 10) def.downscale = 2;
    if (way == 11) def.downscale = 3, def.rule = WEND_RULE_LINEAR, def.downscale_by = WEND_DOWNSCALE_CHEAPEST;
    if (way == 12) def.downscale = 3, def.rule = WEND_RULE_PALETTE;
    if (way == 13) def.channel = WEND_CHANNEL_ALPHA, def.transparent_below = 0;
    return def;
}

static void same_reading(const reading* plain, const reading* interlaced) {
    assert_int_equal(plain->result, interlaced->result);
    if (plain->result != WEND_OK) {
        assert_string_equal(plain->error.text, interlaced->error.text);
        return;
    }
    const wend_import_info *a = &plain->info, *b = &interlaced->info;
    assert_true(wend_grid_hash(plain->grid) == wend_grid_hash(interlaced->grid));
    assert_memory_equal(wend_grid_class_counts(plain->grid), wend_grid_class_counts(interlaced->grid),
                        WEND_CLASS_COUNT * sizeof(int64_t));
    for (int32_t y = 0; y < wend_grid_height(plain->grid); y++)
        assert_memory_equal(wend_grid_row(plain->grid, y), wend_grid_row(interlaced->grid, y),
                            (size_t)wend_grid_width(plain->grid));
    assert_string_equal(a->format, b->format);
    assert_string_equal(a->rule, b->rule);
    assert_string_equal(a->warning, b->warning);
    assert_memory_equal(a->meanings, b->meanings, sizeof a->meanings);
    assert_true(a->ros_mode == b->ros_mode && a->is_image == b->is_image && a->negate == b->negate);
    assert_true(a->width == b->width && a->height == b->height);
    assert_true(a->channels == b->channels && a->bits == b->bits);
    assert_true(a->darkest == b->darkest && a->brightest == b->brightest);
    assert_true(a->blocked_below == b->blocked_below);
}

// True when the plain one can be read.
static bool compare(const picture* p, png_kind* kind, const wend_import_def* def) {
    static bytes file;
    reading readings[2];
    for (int32_t i = 0; i < 2; i++) {
        kind->interlaced = i;
        make_png(&file, p, kind);
        readings[i] = read_file(&file, def);
    }
    same_reading(&readings[0], &readings[1]);
    wend_grid_destroy(readings[0].grid);
    wend_grid_destroy(readings[1].grid);
    return readings[0].result == WEND_OK;
}

static void put_legends(void) {
    static const char strict[] = "0,0,0 2 black\n255,255,255 1 white\n";
    static const char lenient[] = "unknown nearest\n0,0,0 2 black\n255,255,255 1 white\n";
    files_put("strict.txt", strict, strlen(strict));
    files_put("legend.txt", lenient, strlen(lenient));
}

// Below 5 pixels a side some passes are empty.
static void every_kind_and_size(void** state) {
    (void)state;
    files_enter();
    put_legends();
    int32_t made = 0, refused = 0;
    for (size_t k = 0; k < KINDS; k++)
        for (int32_t size = 0; size < MOST_SIDE * MOST_SIDE; size++) {
            rng random = rng_seeded(k * 1000 + (uint64_t)size);
            picture p = {.width = 1 + size % MOST_SIDE, .height = 1 + size / MOST_SIDE};
            p.channels = kinds[k].channels;
            random_samples(&p, &random, (1u << kinds[k].bits) - 1);
            png_kind kind = kind_of(k, size % 2, &random);
            wend_import_def usual = wend_default_import_def();
            assert_true(compare(&p, &kind, &usual));
            wend_import_def def = def_of(made++ % WAYS, (wend_ros_mode)(size % 3));
            if (!compare(&p, &kind, &def)) refused++; // unknown colours, tiles larger than the map
        }
    assert_true(refused > 0 && refused < made / 4);
    files_leave();
}

// Of fewer pixels than there are unknown colours that are counted one by one.
static void every_way(void** state) {
    (void)state;
    files_enter();
    put_legends();
    for (size_t k = 0; k < KINDS; k++)
        for (int32_t way = 0; way < WAYS * 2; way++) {
            rng random = rng_seeded(k * 100 + (uint64_t)way);
            picture p = {.width = 17, .height = 15, .channels = kinds[k].channels};
            random_samples(&p, &random, (1u << kinds[k].bits) - 1);
            png_kind kind = kind_of(k, way & 1, &random);
            for (int32_t mode = 0; mode < 3; mode++) {
                wend_import_def def = def_of(way / 2, (wend_ros_mode)mode);
                compare(&p, &kind, &def);
            }
        }
    files_leave();
}

static void a_color_outside_its_palette(void** state) {
    (void)state;
    wend_import_def def = wend_default_import_def();
    for (uint8_t bits = 2; bits <= 8; bits *= 2)
        for (int32_t at = 0; at < 63; at++) {
            picture p = {.width = 9, .height = 7, .channels = 1};
            p.samples[at] = 3;
            png_kind kind = {.color_type = 3, .bits = bits, .palette_size = 3};
            assert_false(compare(&p, &kind, &def));
        }
}

// The pixels of a PNG whose IDAT comes after its IHDR, in many small chunks. libspng takes a chunk at a time.
static void split_pixels(bytes* file) {
    static bytes whole;
    whole = *file;
    size_t left = 0, chunk = CHUNK;
    for (int32_t i = 0; i < 4; i++) left = left << 8 | whole.data[HEAD + i];
    const uint8_t* from = whole.data + HEAD + 8;
    for (file->size = HEAD; left > 0; left -= chunk, from += chunk) {
        if (chunk > left) chunk = left;
        size_t at = file->size;
        put(file, (uint8_t[4]){0}, 4);
        put_text(file, "IDAT");
        put(file, from, chunk);
        put(file, (uint8_t[4]){0}, 4);
        put_be32_at(file, at, (uint32_t)chunk);
        put_be32_at(file, at + 8 + chunk, crc32_of(file->data + at + 4, 4 + chunk));
    }
    put(file, from + 4, (size_t)(whole.data + whole.size - from - 4));
}

static int32_t row_of_error(const bytes* file, const wend_import_def* def, const char* says) {
    reading r = read_file(file, def);
    assert_int_equal(r.result, WEND_ERROR_FORMAT);
    const char* place = strstr(r.error.text, " at row ");
    if (!place || !strstr(r.error.text, says)) fail_msg("%s", r.error.text);
    return (int32_t)strtol(place + 8, NULL, 10);
}

// The row is that of the picture, whichever pass is cut short or damaged.
static void damaged_pixels(void** state) {
    (void)state;
    static bytes file;
    picture p = {.width = 31, .height = 32, .channels = 4};
    rng random = rng_seeded(5);
    for (int32_t i = 0; i < 31 * 32 * 4; i++) p.samples[i] = (uint16_t)rng_below(&random, 65536);
    make_png(&file, &p, &(png_kind){.color_type = 6, .bits = 16, .interlaced = true});
    split_pixels(&file);
    wend_import_def usual = wend_default_import_def(), heights = usual;
    heights.rule = WEND_RULE_HEIGHT;
    heights.height_scale = 20;
    reading r = read_file(&file, &usual);
    assert_ok(r.result);
    wend_grid_destroy(r.grid);
    size_t size = file.size;
    for (size_t at = HEAD + 2 * CHUNK; at < size - 2 * CHUNK; at += 61) {
        file.data[at] ^= 0x10;
        row_of_error(&file, &usual, " PNG: "); // truncated where the byte is of a length
        file.data[at] ^= 0x10;
        file.size = at;
        int32_t row = row_of_error(&file, &usual, "truncated PNG");
        assert_int_equal(row_of_error(&file, &heights, "truncated PNG"), row);
        file.size = size;
        // half of the pixels are in the last pass, of odd rows from top to bottom
        if (at > size * 5 / 8) assert_true(row % 2 == 1);
        if (at > size * 7 / 8) assert_true(row > 16);
    }
}

static void only_heights_are_decoded_whole(void** state) {
    (void)state;
    static bytes file;
    picture p = {.width = 4, .height = 3, .channels = 1};
    make_png(&file, &p, &(png_kind){.bits = 8, .interlaced = true});
    wend_import_def def = wend_default_import_def();
    def.max_decoded = 11;
    def.downscale = 2;
    reading r = read_file(&file, &def);
    assert_ok(r.result);
    wend_grid_destroy(r.grid);
    def.rule = WEND_RULE_HEIGHT;
    def.height_scale = 20;
    r = read_file(&file, &def);
    assert_int_equal(r.result, WEND_ERROR_LIMIT);
    assert_non_null(strstr(r.error.text, "the limit for this kind of image is 11"));
    def.max_decoded = 12;
    r = read_file(&file, &def);
    assert_ok(r.result);
    wend_grid_destroy(r.grid);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_and_size),
        cmocka_unit_test(every_way),
        cmocka_unit_test(a_color_outside_its_palette),
        cmocka_unit_test(damaged_pixels),
        cmocka_unit_test(only_heights_are_decoded_whole),
    };
    return run_unit_tests(tests);
}
