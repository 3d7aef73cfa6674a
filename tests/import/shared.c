// Are third-party images and maps, good and bad, read or refused correctly? usage: import_shared
// bad|pngsuite|maps|textgrids|tiled; the environment variable WEND_SHARED names the folder. Exit 77: it does
// not exist.
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "read.h"

#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#define STBI_ONLY_PNG
#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#include <stb/stb_image.h>

enum { SKIPPED = 77, MAX_SECONDS = 5 };

static int32_t file_count, good_count, failures;

static void fail(const char* file, const char* what) {
    printf("%s: %s\n", file, what);
    failures++;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static bool ends_with(const char* text, const char* end) {
    size_t length = strlen(text), end_length = strlen(end);
    return length >= end_length && strcmp(text + length - end_length, end) == 0;
}

// Imports a file; every answer has to be a grid or one clean line.
static reading import(const char* file) {
    wend_import_def def = wend_default_import_def();
    reading r = {.grid = NULL};
    r.result = wend_import_file(file, &def, &r.grid, &r.info, &r.error);
    if (r.result != WEND_OK) check_error_line(&r.error, r.result, file);
    if ((r.result == WEND_OK) != (r.grid != NULL)) fail(file, "a grid beside an error, or neither");
    file_count++;
    good_count += r.result == WEND_OK;
    return r;
}

// It may take no time either.
static void bad_file(const char* file) {
    double start = now();
    wend_grid_destroy(import(file).grid);
    if (now() - start > MAX_SECONDS) fail(file, "took too long");
}

// The rule once more, from stb's idea of the picture.
static uint8_t expected_class(const uint16_t* rgba, uint32_t full) {
    if (rgba[3] * 2u < full) return 0;
    uint32_t brightness = rgba[0] > rgba[1] ? rgba[0] : rgba[1];
    if (rgba[2] > brightness) brightness = rgba[2];
    uint32_t class = (brightness * 510u + full) / (2 * full);
    bool open = (float)brightness / (float)full >= 0.85f;
    return (uint8_t)(open && class < 217 ? 217 : !open && class > 216 ? 216 : class);
}

static void compare_with_stb(const char* file, const reading* r) {
    int width, height, channels;
    bool wide = stbi_is_16_bit(file);
    uint16_t* wide_pixels = wide ? stbi_load_16(file, &width, &height, &channels, 4) : NULL;
    uint8_t* pixels = wide ? NULL : stbi_load(file, &width, &height, &channels, 4);
    if (!wide_pixels && !pixels) {
        fail(file, "stb cannot read it");
        return;
    }
    if (width != r->info.width || height != r->info.height) fail(file, "has another size for stb");
    for (int32_t i = 0; i < width * height; i++) {
        uint16_t rgba[4];
        for (int32_t c = 0; c < 4; c++) rgba[c] = wide ? wide_pixels[i * 4 + c] : pixels[i * 4 + c];
        if (tile_class(r, i % width, i / width) != expected_class(rgba, wide ? 65535 : 255)) {
            fail(file, "a pixel has another class than by stb");
            break;
        }
    }
    stbi_image_free(wide_pixels);
    stbi_image_free(pixels);
}

static void pngsuite_file(const char* file) {
    if (!ends_with(file, ".png")) return;
    reading r = import(file);
    if (strstr(file, "/corrupt/")) {
        if (r.result != WEND_ERROR_FORMAT) fail(file, "is corrupt and was not refused");
    } else if (strstr(file, "/iphone/")) {
        if (r.result != WEND_ERROR_UNSUPPORTED) fail(file, "is Apple's variant and was not refused");
    } else if (r.result != WEND_OK) {
        fail(file, r.error.text);
    } else {
        compare_with_stb(file, &r);
    }
    wend_grid_destroy(r.grid);
}

static void good_map(const char* file);

static void map_file(const char* file) {
    if (ends_with(file, ".scen")) {
        wend_scenario* scenario = NULL;
        wend_error error;
        if (wend_scenario_load(file, &scenario, &error) != WEND_OK) fail(file, error.text);
        wend_scenario_destroy(scenario);
        return;
    }
    static const char* const ends[] = {".png", ".jpg", ".pgm", ".bmp", ".tga", ".map"};
    bool is_map = false;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) is_map = is_map || ends_with(file, ends[i]);
    if (!is_map) return;
    good_map(file);
}

static void good_map(const char* file) {
    reading r = import(file);
    if (r.result != WEND_OK) fail(file, r.error.text);
    wend_grid_destroy(r.grid);
}

// Sides and passable tiles, counted by hand (tr and wc); 0: refused, for its header promises more.
static void textgrid_file(const char* file) {
    static const struct {
        const char* name;
        int32_t width, height, passable;
    } grids[] = {{"/TestGrid1.txt", 10, 10, 47},
                 {"/MazeGrid.txt", 18, 15, 153},
                 {"/TestGrid_digits.txt", 40, 20, 800},
                 {"/AStarMap.txt", 126, 126, 126 * 126 - 2377},
                 {"/SimpleInput.txt", 126, 126, 126 * 126},
                 {"/TestGrid1_crlf_comments.txt", 0, 0, 0}};
    for (size_t i = 0; i < sizeof grids / sizeof *grids; i++) {
        if (!ends_with(file, grids[i].name)) continue;
        reading r = import(file);
        if (grids[i].width == 0) {
            if (r.result != WEND_ERROR_FORMAT)
                fail(file, "is smaller than its header says and was not refused");
        } else if (r.result != WEND_OK) {
            fail(file, r.error.text);
        } else if (r.info.width != grids[i].width || r.info.height != grids[i].height ||
                   wend_grid_passable_count(r.grid) != grids[i].passable) {
            fail(file, "has another size or other walls");
        }
        wend_grid_destroy(r.grid);
    }
}

// Sides from the files, and how many tiles have the moveCost 2 (by a script that shares no
// code).
static void tiled_file(const char* file) {
    static const struct {
        const char* name;
        wend_result result;
        int32_t width, height, costly;
    } maps[] = {{"/desert.tmx", WEND_OK, 40, 40, -1},
                {"/orthogonal-outside.tmx", WEND_OK, 45, 31, 0},
                {"/perspective_walls.tmx", WEND_OK, 32, 32, -1},
                {"/sewers.tmx", WEND_OK, 31, 31, 0},
                {"/hexagonal-mini.tmx", WEND_OK, 20, 20, -1},
                {"/chasm.tmx", WEND_OK, 29, 19, 8},
                {"/spire.tmx", WEND_OK, 25, 19, 10},
                {"/valley.tmx", WEND_OK, 25, 19, 7}};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
        if (!ends_with(file, maps[i].name)) continue;
        wend_import_def def = wend_default_import_def();
        if (maps[i].costly >= 0) def.cost_property = "moveCost"; // the others lack their tilesets
        wend_import_info info;
        wend_error error;
        wend_grid* grid = NULL;
        wend_result result = wend_import_file(file, &def, &grid, &info, &error);
        file_count++;
        good_count += result == WEND_OK;
        int64_t costly = 0;
        for (int32_t c = 0; grid && c < WEND_CLASS_COUNT; c++)
            if (wend_grid_class_costs(grid)[c] == 2) costly += wend_grid_class_counts(grid)[c];
        if (result != maps[i].result)
            fail(file, result == WEND_OK ? "was not refused" : error.text);
        else if (grid && (info.width != maps[i].width || info.height != maps[i].height))
            fail(file, "has another size");
        else if (grid && maps[i].costly >= 0 && costly != maps[i].costly)
            fail(file, "has another number of tiles of cost 2");
        wend_grid_destroy(grid);
    }
}

static void (*visit)(const char* file);

static int visit_entry(const char* file, const struct stat* status, int kind, struct FTW* where) {
    (void)status, (void)where;
    if (kind == FTW_F) visit(file);
    return 0;
}

// Visits every file below a folder of WEND_SHARED; false when there is none.
static bool walk_shared(const char* part, void visitor(const char* file)) {
    const char* shared = getenv("WEND_SHARED");
    char folder[4096];
    snprintf(folder, sizeof folder, "%s/%s", shared ? shared : "../shared", part);
    visit = visitor;
    struct stat status;
    return stat(folder, &status) == 0 && nftw(folder, visit_entry, 16, FTW_PHYS) == 0;
}

int main(int count, char** arguments) {
    const char* part = count > 1 ? arguments[1] : "";
    bool there = false;
    if (strcmp(part, "bad") == 0)
        there = walk_shared("badimages", bad_file);
    else if (strcmp(part, "pngsuite") == 0)
        there = walk_shared("badimages/pngsuite", pngsuite_file);
    else if (strcmp(part, "maps") == 0)
        there = walk_shared("maps/movingai", map_file) && walk_shared("maps/images", map_file) &&
                walk_shared("maps/weighted", map_file);
    else if (strcmp(part, "textgrids") == 0)
        there = walk_shared("maps/textgrids", textgrid_file);
    else if (strcmp(part, "tiled") == 0)
        there = walk_shared("maps/tiled", tiled_file);
    else
        return 2;
    if (!there && failures == 0) {
        printf("skipped: no folder WEND_SHARED with these files\n");
        return SKIPPED;
    }
    printf("%d files, %d imported, %d failures\n", file_count, good_count, failures);
    return failures > 0 || file_count == 0;
}
