// pictures.c: what do PNG and JPEG of every kind become, whole and damaged? The program prints it, and is
// built with the importers as they are and with those without libspng and libturbojpeg: both must print the
// same. All of it runs on a small stack, in the decoder process and in this one.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "make.h"
#include "painted_stack.h"
#include "wend/import.h"

enum { SMALL = 1 << 15 };

static picture image;
static bytes file;
static int32_t failures;

static void fill(int32_t width, int32_t height, int32_t channels, uint32_t max_value) {
    image.width = width;
    image.height = height;
    image.channels = channels;
    for (int32_t i = 0; i < width * height * channels; i++)
        image.samples[i] = (uint16_t)(((uint32_t)i * 7919u + (uint32_t)i / 5) % (max_value + 1));
}

static uint64_t hash_of(const wend_grid* grid) {
    uint64_t hash = 14695981039346656037u;
    for (int32_t y = 0; y < wend_grid_height(grid); y++)
        for (int32_t x = 0; x < wend_grid_width(grid); x++) {
            const float cost = wend_grid_cost(grid, (wend_tile){x, y});
            uint32_t bits;
            memcpy(&bits, &cost, sizeof bits);
            hash = (hash ^ bits) * 1099511628211u;
        }
    return hash;
}

// The messages of the decoders differ, so of a failure only its kind is printed.
static void print(const char* what, const wend_import_def* def, size_t size) {
    static wend_import_info info;
    uint64_t hashes[2] = {0};
    for (int32_t i = 0; i < 2; i++) {
        wend_import_def by = *def;
        by.decode_in_process = i == 1;
        wend_grid* grid = NULL;
        const wend_result result = wend_import_memory(file.data, size, "picture", &by, &grid, &info, NULL);
        if (grid) hashes[i] = hash_of(grid);
        if (i == 0 && grid)
            printf("%s: %d x %d, %d channels of %d bits, %016llx\n", what, wend_grid_width(grid),
                   wend_grid_height(grid), info.channels, info.bits, (unsigned long long)hashes[i]);
        else if (i == 0)
            printf("%s: %s\n", what, wend_result_string(result));
        wend_grid_destroy(grid);
    }
    if (hashes[0] == hashes[1]) return;
    fprintf(stderr, "%s: the decoder in the process gives another map\n", what);
    failures++;
}

static void print_png(const png_kind* kind, int32_t width, int32_t height) {
    static const int32_t channels[7] = {1, 0, 3, 1, 2, 0, 4};
    static char what[120];
    wend_import_def def = wend_default_import_def();
    fill(width, height, channels[kind->color_type],
         kind->color_type == 3 ? (uint32_t)kind->palette_size - 1 : (1u << kind->bits) - 1);
    make_png(&file, &image, kind);
    snprintf(what, sizeof what, "PNG %d, %d bits, %s%s%dx%d", kind->color_type, kind->bits,
             kind->interlaced ? "interlaced, " : "", kind->has_key ? "with a key, " : "", width, height);
    def.blocked_below = 0.3f;
    print(what, &def, file.size);
    def.rule = WEND_RULE_HEIGHT;
    def.height_scale = 9;
    strcat(what, " as heights");
    print(what, &def, file.size);
}

static void print_kinds(void) {
    static const struct {
        uint8_t color_type, bits;
    } kinds[] = {{0, 1}, {0, 2}, {0, 4}, {0, 8}, {0, 16}, {2, 8}, {2, 16}, {3, 1},
                 {3, 2}, {3, 4}, {3, 8}, {4, 8}, {4, 16}, {6, 8}, {6, 16}};
    static const int32_t sizes[][2] = {{1, 1}, {3, 5}, {8, 8}, {23, 17}, {32, 31}};
    static png_kind kind;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (int32_t form = 0; form < 4; form++)
            for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
                memset(&kind, 0, sizeof kind);
                kind.color_type = kinds[k].color_type;
                kind.bits = kinds[k].bits;
                kind.interlaced = form & 1;
                const bool transparent = form & 2;
                kind.has_key = transparent && (kind.color_type == 0 || kind.color_type == 2);
                kind.key[0] = 1;
                if (kind.color_type == 3) {
                    kind.palette_size = kind.bits == 8 ? 200 : (1 << kind.bits);
                    for (int32_t i = 0; i < kind.palette_size; i++) {
                        const uint8_t alpha = transparent && i % 3 == 0 ? 7 : 255;
                        const uint8_t color[4] = {(uint8_t)(i * 37), (uint8_t)(255 - i), (uint8_t)(i * 11),
                                                  alpha};
                        memcpy(kind.palette[i], color, 4);
                    }
                }
                print_png(&kind, sizes[s][0], sizes[s][1]);
            }
}

static void print_damaged(void) {
    static char what[80];
    static png_kind short_palette = {.color_type = 3, .bits = 8, .palette_size = 4};
    static const png_kind grey = {.bits = 8};
    const wend_import_def def = wend_default_import_def();
    // black is the first colour that a palette may have besides
    memcpy(short_palette.palette,
           (uint8_t[4][4]){{0, 0, 0, 255}, {1, 0, 0, 255}, {250, 9, 9, 255}, {9, 9, 250, 255}}, 16);
    fill(20, 20, 1, 3);
    make_png(&file, &image, &short_palette);
    print("PNG of a short palette", &def, file.size);
    image.samples[77] = 4;
    make_png(&file, &image, &short_palette);
    print("PNG with an index outside the palette", &def, file.size);
    fill(30, 30, 1, 255);
    make_png(&file, &image, &grey);
    for (size_t size = file.size - 13; size > 40; size = size * 4 / 5) {
        snprintf(what, sizeof what, "PNG cut to %zu bytes", size);
        print(what, &def, size);
    }
    file.data[45] ^= 1;
    print("PNG with a wrong bit", &def, file.size);
}

// Blocks of 16 x 16 pixels of one brightness, which no decoder blurs.
static void print_jpegs(void) {
    static char what[80];
    wend_import_def def = wend_default_import_def();
    def.rule = WEND_RULE_THRESHOLD;
    def.blocked_below = 0.5f;
    for (int32_t channels = 1; channels <= 3; channels += 2)
        for (int32_t progressive = 0; progressive < 2; progressive++)
            for (int32_t side = 16; side <= 36; side += 5) {
                image.width = image.height = side;
                image.channels = channels;
                for (int32_t i = 0; i < side * side * channels; i++) {
                    const int32_t x = i / channels % side, y = i / channels / side;
                    image.samples[i] = (x / 16 + y / 16) % 2 ? 240 : 10;
                }
                make_jpeg(&file, &image, progressive);
                snprintf(what, sizeof what, "JPEG of %d channels, %s, %d", channels,
                         progressive ? "progressive" : "baseline", side);
                print(what, &def, file.size);
                strcat(what, ", cut");
                print(what, &def, file.size / 3);
            }
}

static void* run(void* context) {
    (void)context;
    print_kinds();
    print_damaged();
    print_jpegs();
    return NULL;
}

int main(void) {
    if (PAINTED_STACK_SANITIZED) return run(NULL), failures > 0; // frames are larger
    return painted_stack_run(SMALL, run, NULL) && failures == 0 ? 0 : 1;
}
