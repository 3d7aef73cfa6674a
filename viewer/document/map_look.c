// map_look.c: what are the classes of a map called, and what does the map look like in its own file?
#include "document/map_look.h"
#include "clean_text.h"
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DARK = 70, SHOWN = 255, PAINTED_OVER = 1 }; // luma; alphas of pixels

static int larger(int a, int b) {
    return a > b ? a : b;
}

int look_luma(uint32_t rgb) {
    return (int)((299 * (rgb >> 16 & 255) + 587 * (rgb >> 8 & 255) + 114 * (rgb & 255)) / 1000);
}

// Nearly black: what people take for a wall.
bool look_is_wall(uint32_t rgb, bool dark_ground) {
    enum { BLACK = 64, GREY = 20 }; // brightest channel, and how far the channels may differ
    const int r = (int)(rgb >> 16 & 255), g = (int)(rgb >> 8 & 255), b = (int)(rgb & 255);
    const int most = larger(larger(r, g), b), least = -larger(larger(-r, -g), -b);
    return !dark_ground && most < BLACK && most - least < GREY;
}

uint32_t look_tint(uint32_t rgb, bool dark_ground) {
    enum { TINT = 0xB02A30, PERCENT = 12 }; // red, as for "no entry"
    if (look_is_wall(rgb, dark_ground)) return rgb;
    uint32_t out = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
        const uint32_t a = rgb >> shift & 255, b = (uint32_t)TINT >> shift & 255;
        out |= ((100 - PERCENT) * a + PERCENT * b) / 100 << shift;
    }
    return out;
}

// More than a few passable tiles are dark.
static bool has_dark_ground(const map_look* look, const wend_grid* grid) {
    const float* costs = wend_grid_class_costs(grid);
    const int64_t* counts = wend_grid_class_counts(grid);
    int64_t dark = 0;
    for (int i = 0; i < WEND_CLASS_COUNT; i++)
        if (costs[i] > 0 && look_luma(look->colors.colors[i]) < DARK) dark += counts[i];
    return dark * 200 > wend_grid_passable_count(grid);
}

// Greys where the classes are the brightness of an image are the colours of its file, too.
static void choose_colors(map_look* look, const wend_grid* grid, const uint32_t colors[WEND_CLASS_COUNT]) {
    const palette by_cost = palette_costs(grid), picture = palette_picture(grid);
    const bool grey = memcmp(&by_cost, &picture, sizeof picture) != 0;
    for (int i = 0; i < WEND_CLASS_COUNT; i++) {
        look->own[i] = grey || colors[i] != 0;
        look->colors.colors[i] = colors[i] != 0 ? colors[i] & 0xFFFFFF : picture.colors[i];
    }
    look->dark_ground = has_dark_ground(look, grid);
}

map_look look_of_import(const wend_import_info* info, const wend_grid* grid) {
    map_look look = {.pixels = NULL};
    memcpy(look.names, info->meanings, sizeof look.names);
    choose_colors(&look, grid, info->class_colors);
    return look;
}

void look_free(map_look* look) {
    free(look->pixels);
    look->pixels = NULL;
    for (int i = 0; i < look->drawing.level_count; i++) free(look->drawing.levels[i]);
    look->drawing = (map_drawing){.level_count = 0};
}

// ---- what a world stores

static const cJSON* member(const cJSON* object, const char* key, int terrain_class) {
    char name[8];
    snprintf(name, sizeof name, "%d", terrain_class);
    return cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(object, key), name);
}

map_look look_of_world(const wend_world* world) {
    map_look look = {.pixels = NULL};
    uint32_t colors[WEND_CLASS_COUNT] = {0};
    cJSON* json = cJSON_Parse(wend_world_metadata(world)); // any text may stand there
    for (int i = 0; json != NULL && i < WEND_CLASS_COUNT; i++) {
        const char* name = cJSON_GetStringValue(member(json, "meanings", i));
        const char* color = cJSON_GetStringValue(member(json, "colors", i));
        unsigned rgb = 0;
        if (name != NULL) snprintf(look.names[i], sizeof look.names[i], "%s", name);
        clean_text(look.names[i]);
        if (color != NULL && sscanf(color, "#%6x", &rgb) == 1) colors[i] = 0xFF000000u | rgb;
    }
    cJSON_Delete(json);
    choose_colors(&look, wend_world_grid(world), colors);
    return look;
}

// ---- the picture

// The colours of classes that have none of their own: the means of their tiles.
static void take_means(map_look* look, const wend_grid* grid) {
    const wend_rect map = wend_grid_area(grid);
    uint64_t sums[WEND_CLASS_COUNT][4] = {{0}};
    const uint32_t* pixel = look->pixels;
    for (int32_t y = 0; y < map.height; y++) {
        const uint8_t* row = wend_grid_row(grid, map.y + y);
        for (int32_t x = 0; x < map.width; x++, pixel++) {
            uint64_t* sum = sums[row[x]];
            if (*pixel >> 24 != SHOWN) continue;
            for (int c = 0; c < 3; c++) sum[c] += *pixel >> (16 - 8 * c) & 255;
            sum[3]++;
        }
    }
    for (int i = 0; i < WEND_CLASS_COUNT; i++) {
        const uint64_t* s = sums[i];
        if (look->own[i] || s[3] == 0) continue;
        look->own[i] = true;
        look->colors.colors[i] =
            (uint32_t)(s[0] / s[3]) << 16 | (uint32_t)(s[1] / s[3]) << 8 | (uint32_t)(s[2] / s[3]);
    }
    look->dark_ground = has_dark_ground(look, grid);
}

// Do the classes show all that the file shows?
static bool is_shown_by_classes(const map_look* look, const wend_import_info* info, const wend_grid* grid) {
    const palette picture = palette_picture(grid), by_cost = palette_costs(grid);
    const bool grey = memcmp(&by_cost, &picture, sizeof picture) != 0;
    return grey && info->is_image && !info->colors.has_hues && !info->negate && look->own[255];
}

// The picture in a file, 0xAARRGGBB; NULL: there is none, or no memory for it. Errors: MEMORY, CANCELLED.
static wend_result read_pixels(const char* file, const wend_import_def* def, int32_t width, int32_t height,
                               uint32_t** out) {
    const size_t count = (size_t)width * (size_t)height;
    uint32_t* pixels = malloc(count * sizeof *pixels);
    if (pixels == NULL) return WEND_OK;
    const wend_result result = wend_import_picture(file, def, width, height, (uint8_t*)pixels, NULL);
    if (result != WEND_OK) {
        free(pixels);
        return result == WEND_ERROR_MEMORY || result == WEND_ERROR_CANCELLED ? result : WEND_OK;
    }
    for (size_t i = 0; i < count; i++) { // in place: a pixel takes as many bytes before and after
        const uint8_t* p = (const uint8_t*)&pixels[i];
        pixels[i] = (uint32_t)p[3] << 24 | (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
    }
    *out = pixels;
    return WEND_OK;
}

wend_result look_read_picture(map_look* look, const char* file, const wend_import_def* def,
                              const wend_import_info* info, const wend_grid* grid, int64_t most_bytes) {
    const int32_t width = wend_grid_width(grid), height = wend_grid_height(grid);
    const size_t tiles = (size_t)width * (size_t)height;
    // A recipe of floors has a picture for each: their classes show what they are.
    if (wend_grid_floors(grid) > 1 || (int64_t)tiles > most_bytes / 4 || strcmp(file, "-") == 0 ||
        is_shown_by_classes(look, info, grid))
        return WEND_OK;
    uint32_t* pixels = NULL;
    const wend_result result = read_pixels(file, def, width, height, &pixels);
    if (pixels == NULL) return result;
    for (size_t i = 0; i < tiles; i++) // shown or not, by half
        pixels[i] = (pixels[i] >> 24 >= 128 ? 0xFF000000u : 0) | (pixels[i] & 0xFFFFFF);
    look->pixels = pixels;
    take_means(look, grid);
    return WEND_OK;
}

// ---- the drawing

// The mean of 2 x 2 pixels, which count by their alpha.
static uint32_t mean_of(const uint32_t* above, const uint32_t* below, int32_t left, int32_t right) {
    const uint32_t four[4] = {above[left], above[right], below[left], below[right]};
    uint32_t sums[3] = {0}, alpha = 0;
    for (int i = 0; i < 4; i++) {
        const uint32_t a = four[i] >> 24;
        for (int c = 0; c < 3; c++) sums[c] += (four[i] >> (16 - 8 * c) & 255) * a;
        alpha += a;
    }
    if (alpha == 0) return 0;
    for (int c = 0; c < 3; c++) sums[c] = (sums[c] + alpha / 2) / alpha;
    return (alpha + 2) / 4 << 24 | sums[0] << 16 | sums[1] << 8 | sums[2];
}

static int32_t at_least_1(int32_t size) {
    return size > 0 ? size : 1;
}

// A level by the one before it. False: there is none that is smaller, or no memory for it.
static bool add_level(map_drawing* d) {
    enum { MOST = sizeof d->levels / sizeof d->levels[0] };
    const int level = d->level_count - 1;
    const int32_t width = at_least_1(d->width >> level), height = at_least_1(d->height >> level);
    const int32_t new_width = at_least_1(width / 2), new_height = at_least_1(height / 2);
    if ((width == 1 && height == 1) || d->level_count == MOST) return false;
    uint32_t* out = malloc((size_t)new_width * (size_t)new_height * sizeof *out);
    if (out == NULL) return false;
    for (int32_t y = 0; y < new_height; y++) {
        const uint32_t* above = d->levels[level] + (size_t)(2 * y) * (size_t)width;
        const uint32_t* below = 2 * y + 1 < height ? above + width : above;
        for (int32_t x = 0; x < new_width; x++)
            out[(size_t)y * (size_t)new_width + (size_t)x] =
                mean_of(above, below, 2 * x, 2 * x + 1 < width ? 2 * x + 1 : 2 * x);
    }
    d->levels[d->level_count++] = out;
    return true;
}

wend_result look_read_drawing(map_look* look, const char* file, const wend_import_def* def,
                              const wend_import_info* info, const wend_grid* grid, int64_t most_bytes) {
    const int32_t width = info->drawing_width, height = info->drawing_height;
    const size_t count = (size_t)width * (size_t)height;
    const bool is_square = wend_grid_connectivity(grid) < WEND_CONNECTIVITY_HEX_ODD_R && info->isometric == 0;
    if (look->pixels == NULL || count == 0 || is_square || (int64_t)count > most_bytes / 6) return WEND_OK;
    uint32_t* pixels = NULL;
    const wend_result result = read_pixels(file, def, width, height, &pixels);
    if (pixels == NULL) return result;
    look->drawing = (map_drawing){.width = width, .height = height, .level_count = 1, .levels = {pixels}};
    while (add_level(&look->drawing)) continue;
    return WEND_OK;
}

void look_mark_edited(map_look* look, const wend_grid* picture, const wend_grid* grid) {
    const int32_t width = wend_grid_width(grid), height = wend_grid_height(grid);
    const float *before = wend_grid_class_costs(picture), *now = wend_grid_class_costs(grid);
    uint32_t* pixel = look->pixels;
    for (int32_t y = 0; y < height; y++) {
        const uint8_t *old = wend_grid_row(picture, y), *row = wend_grid_row(grid, y);
        for (int32_t x = 0; x < width; x++, pixel++)
            if (before[old[x]] != now[row[x]] && *pixel >> 24 == SHOWN)
                *pixel = (*pixel & 0xFFFFFF) | (uint32_t)PAINTED_OVER << 24;
    }
}

void look_follow_edit(map_look* look, const wend_world* world, wend_rect tiles) {
    const wend_grid* grid = wend_world_grid(world);
    const wend_rect map = wend_grid_area(grid);
    if (look->pixels == NULL) return;
    for (int32_t y = tiles.y - map.y; y < tiles.y - map.y + tiles.height; y++) {
        uint32_t* row = look->pixels + (size_t)y * (size_t)map.width;
        for (int32_t x = tiles.x - map.x; x < tiles.x - map.x + tiles.width; x++) {
            const wend_tile tile = {map.x + x, map.y + y};
            if (row[x] >> 24 == 0) continue;
            const bool same = wend_world_original_class(world, tile) == wend_grid_class(grid, tile);
            row[x] = (row[x] & 0xFFFFFF) | (uint32_t)(same ? SHOWN : PAINTED_OVER) << 24;
        }
    }
}

const char* look_name(const map_look* look, int terrain_class) {
    const char* name = look->names[terrain_class];
    return strncmp(name, "cost ", 5) == 0 ? "" : name;
}
