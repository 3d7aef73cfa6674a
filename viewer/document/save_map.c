// save_map.c: how are the shown map and its path saved?
#include "document/scene.h"
#include "path_file.h"
#include "png.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wend/private.h>

enum { NOTE = 160 };

static wend_result fail(wend_error* error, wend_result result, const char* file, const char* why) {
    error->result = result;
    snprintf(error->text, sizeof error->text, "%.250s: %.240s", file, why);
    return result;
}

static wend_result save_world(scene* s, uint16_t floor, const char* file, char* note, wend_error* error) {
    (void)floor;
    note[0] = '\0'; // a world holds everything
    scene_notify(s, SCENE_CHANGING);
    wend_result result = wend_world_refresh(s->world, 0, NULL);
    if (result != WEND_OK) return fail(error, result, file, wend_result_string(result));
    return wend_world_save(s->world, file, error);
}

// Pictures and MovingAI files have one floor.
static void note_floors(const scene* s, uint16_t floor, char* note) {
    const int32_t floors = wend_grid_floors(s->grid);
    const size_t used = strlen(note);
    if (floors > 1)
        snprintf(note + used, NOTE - used, "%sonly floor %d of the %d", used > 0 ? "; " : "", floor, floors);
}

static wend_result save_png(scene* s, uint16_t floor, const char* file, char* note, wend_error* error) {
    int32_t width = wend_grid_width(s->grid), height = wend_grid_height(s->grid);
    const float* costs = wend_grid_class_costs(s->grid);
    const int64_t* counts = wend_grid_class_counts(s->grid);
    uint8_t grey[WEND_CLASS_COUNT];
    bool default_rule = true, exact = true;
    for (int i = 0; i < WEND_CLASS_COUNT; i++) {
        grey[i] = costs[i] > 0 ? (uint8_t)fminf(fmaxf(roundf(255 / costs[i]), 1), 255) : 0;
        if (costs[i] == 0 || counts[i] == 0) continue;
        default_rule = default_rule && (float)grey[i] / 255 >= 0.85f;
        exact = exact && fabsf(costs[i] * (float)grey[i] / 255 - 1) < 0.01f;
    }
    if (!default_rule || !exact)
        snprintf(note, NOTE, "%s%s", exact ? "" : "costs are rounded to greys; ",
                 default_rule ? "" : "read it with --rule inverse");
    note_floors(s, floor, note);
    uint8_t* pixels = malloc((size_t)width * (size_t)height);
    if (pixels == NULL) return fail(error, WEND_ERROR_MEMORY, file, "out of memory");
    uint8_t* out = pixels;
    for (int32_t y = 0; y < height; y++) {
        const uint8_t* row = wend_grid_floor_row(s->grid, floor, wend_grid_area(s->grid).y + y);
        for (int32_t x = 0; x < width; x++) *out++ = grey[row[x]];
    }
    wend_result result = png_save(file, pixels, width, height, 1, error);
    free(pixels);
    return result;
}

static wend_result save_movingai(scene* s, uint16_t floor, const char* file, char* note, wend_error* error) {
    int32_t width = wend_grid_width(s->grid), height = wend_grid_height(s->grid);
    const float* costs = wend_grid_class_costs(s->grid);
    float least = 1, most = 1;
    if (palette_cost_range(s->grid, &least, &most) && most > least)
        snprintf(note, NOTE, "the format has no costs: passable or blocked only");
    note_floors(s, floor, note);
    char* text = malloc((size_t)(width + 1) * (size_t)height + 80);
    if (text == NULL) return fail(error, WEND_ERROR_MEMORY, file, "out of memory");
    int head = snprintf(text, 80, "type octile\nheight %d\nwidth %d\nmap\n", height, width);
    char* out = text + head;
    for (int32_t y = 0; y < height; y++) {
        const uint8_t* row = wend_grid_floor_row(s->grid, floor, wend_grid_area(s->grid).y + y);
        for (int32_t x = 0; x < width; x++) *out++ = costs[row[x]] > 0 ? '.' : '@';
        *out++ = '\n';
    }
    wend_result result = wend_file_write(file, text, (size_t)(out - text), error);
    free(text);
    return result;
}

wend_result save_map(scene* s, uint16_t floor, const char* file, char note_out[NOTE], wend_error* error) {
    static const struct {
        const char* ending;
        wend_result (*save)(scene* s, uint16_t floor, const char* file, char* note, wend_error* error);
    } formats[] = {{".wend", save_world}, {".png", save_png}, {".map", save_movingai}};
    note_out[0] = '\0';
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
        if (file_ends_in(file, formats[i].ending)) return formats[i].save(s, floor, file, note_out, error);
    return fail(error, WEND_ERROR_UNSUPPORTED, file, "unknown ending, expected .wend, .png or .map");
}

wend_result save_path(const scene* s, const char* file, wend_error* error) {
    const path_format format = path_file_format(file);
    if (format == PATH_FORMATS)
        return fail(error, WEND_ERROR_UNSUPPORTED, file, "unknown ending, expected .csv, .geojson or .gpx");
    file_text text = {.size = 0};
    wend_error why;
    wend_result result =
        path_file_of(s->name, s->world, &s->path, 1, s->query.smooth, 1, format, &text, &why);
    result = result == WEND_OK ? wend_file_write(file, text.bytes, text.size, error)
                               : fail(error, result, file, why.text);
    free(text.bytes);
    return result;
}
