// tiled_pictures.c: which colours do the tiles of a Tiled map have in the pictures of their tilesets?
#include "formats/tiled_pictures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/def.h"
#include "core/text.h"

enum { MOST_OFFSET = 10000 };

void wimp_tiled_pictures_begin(wimp_tiled_pictures* p, wimp_job* job) {
    memset(p, 0, sizeof *p);
    p->job = job;
    p->colors.item_size = sizeof(wimp_tiled_color);
}

static int32_t number_of(const char* const* attributes, const char* name, int32_t usual) {
    const char* text = wimp_attribute(attributes, name);
    int32_t value = usual;
    return text && wimp_span_int(wimp_span_of(text), &value) && value >= 0 ? value : usual;
}

void wimp_tiled_pictures_set(wimp_tiled_pictures* p, const char* const* attributes) {
    p->tile_width = number_of(attributes, "tilewidth", 0);
    p->tile_height = number_of(attributes, "tileheight", 0);
    p->spacing = number_of(attributes, "spacing", 0);
    p->margin = number_of(attributes, "margin", 0);
    p->offset[0] = p->offset[1] = 0;
}

void wimp_tiled_pictures_offset(wimp_tiled_pictures* p, const char* const* attributes) {
    static const char* const names[] = {"x", "y"};
    for (int32_t i = 0; i < 2; i++) {
        const char* text = wimp_attribute(attributes, names[i]);
        double value = 0;
        if (text && wimp_span_signed(wimp_span_of(text), &value) && value >= -MOST_OFFSET &&
            value <= MOST_OFFSET)
            p->offset[i] = (int32_t)value;
    }
}

void wimp_tiled_pictures_folder(wimp_tiled_pictures* p, const char* source_opt) {
    const char* slash = source_opt ? strrchr(source_opt, '/') : NULL;
    snprintf(p->folder, sizeof p->folder, "%.*s", slash ? (int)(slash - source_opt) + 1 : 0,
             source_opt ? source_opt : "");
}

// ---- reading

// The mean colour of a rectangle of a picture; pixels count by their alpha. The corners of a tile that is no
// rectangle are transparent and do not make it so.
static void mean_of(const wimp_tiled_pictures* p, const wimp_picture* picture, int32_t x0, int32_t y0,
                    int32_t width, int32_t height, uint8_t out[4]) {
    uint64_t sums[3] = {0}, alpha = 0;
    for (int32_t y = y0; y < y0 + height; y++) {
        const uint8_t* pixel = picture->rgba + ((size_t)y * (size_t)picture->width + (size_t)x0) * 4;
        for (int32_t x = 0; x < width; x++, pixel += 4) {
            for (int32_t c = 0; c < 3; c++) sums[c] += (uint64_t)pixel[c] * pixel[3];
            alpha += pixel[3];
        }
    }
    uint64_t pixels = (uint64_t)width * (uint64_t)height;
    if (p->shape_pixels > 0 && p->shape_pixels < pixels) pixels = p->shape_pixels;
    for (int32_t c = 0; c < 3; c++) out[c] = alpha ? (uint8_t)((sums[c] + alpha / 2) / alpha) : 0;
    const uint64_t mean = (alpha + pixels / 2) / pixels;
    out[3] = mean < 255 ? (uint8_t)mean : 255;
}

static wend_result keep_pixels(wimp_tiled_pictures* p, const wimp_picture* picture, wend_rect area) {
    const size_t row = (size_t)area.width * 4, size = row * (size_t)area.height;
    if (!wimp_job_grow(p->job, &p->pixels, &p->pixel_capacity, p->pixel_bytes + size, 1))
        return WEND_ERROR_MEMORY;
    for (int32_t y = 0; y < area.height; y++, p->pixel_bytes += row)
        memcpy(p->pixels + p->pixel_bytes,
               picture->rgba + ((size_t)(area.y + y) * (size_t)picture->width + (size_t)area.x) * 4, row);
    return WEND_OK;
}

static wend_result add(wimp_tiled_pictures* p, const wimp_picture* picture, int32_t content, uint32_t id,
                       wend_rect area) {
    wimp_tiled_color* color = wimp_tiled_list_add(&p->colors, p->job, content, id, (uint32_t)p->colors.count);
    if (!color) return WEND_ERROR_MEMORY;
    *color = (wimp_tiled_color){.key = color->key,
                                .width = area.width,
                                .height = area.height,
                                .offset = {p->offset[0], p->offset[1]},
                                .at = p->pixel_bytes};
    mean_of(p, picture, area.x, area.y, area.width, area.height, color->rgba);
    return p->keeps_pixels ? keep_pixels(p, picture, area) : WEND_OK;
}

// Cuts the picture of a set into tiles, row by row.
static wend_result add_all(wimp_tiled_pictures* p, const wimp_picture* picture, int32_t content) {
    const int64_t width = p->tile_width, height = p->tile_height;
    uint32_t id = 0;
    wend_result result = WEND_OK;
    if (width == 0 || height == 0) return WEND_OK;
    for (int64_t y = p->margin; y + height <= picture->height && result == WEND_OK; y += height + p->spacing)
        for (int64_t x = p->margin; x + width <= picture->width && result == WEND_OK; x += width + p->spacing)
            result = add(p, picture, content, id++,
                         (wend_rect){(int32_t)x, (int32_t)y, (int32_t)width, (int32_t)height});
    return result;
}

static wend_result read_image(wimp_tiled_pictures* p, const char* file, wimp_picture* out) {
    wimp_job* by = p->job;
    wend_error error;
    wimp_beside* beside = wimp_beside_begin(by, file);
    if (!beside) return WEND_ERROR_MEMORY;
    beside->def = *by->def;
    beside->def.downscale = 1;
    beside->job.error_opt = &error;
    beside->job.picture = out;
    beside->job.is_layer = false;
    beside->job.is_tile_picture = true;
    const wend_result result = by->run_file(&beside->job, file);
    wimp_beside_end(beside);
    if (result != WEND_ERROR_MEMORY && result != WEND_ERROR_CANCELLED) return WEND_OK;
    return wimp_job_fail(by, result, "%s", error.text);
}

wend_result wimp_tiled_pictures_read(wimp_tiled_pictures* p, wimp_place place, const char* source,
                                     int32_t content, int64_t id) {
    if (!p->job->picture || !source) return WEND_OK;
    char* name = wimp_job_get(p->job, WIMP_MAX_PATH);
    if (!name) return WEND_ERROR_MEMORY;
    const int length = snprintf(name, WIMP_MAX_PATH, "%s%s", p->folder, source);
    char* path = NULL;
    wimp_picture picture = {.rgba = NULL};
    wend_result result = WEND_OK;
    // A picture in a folder that the map may not name is one that is not there.
    if (length < WIMP_MAX_PATH && wimp_named_path(p->job, place, name, &path) == WEND_OK)
        result = read_image(p, path, &picture);
    if (result == WEND_OK && picture.rgba && id < 0) result = add_all(p, &picture, content);
    if (result == WEND_OK && picture.rgba && id >= 0)
        result = add(p, &picture, content, (uint32_t)id, (wend_rect){0, 0, picture.width, picture.height});
    wimp_picture_free(&picture, p->job->def->allocator);
    wimp_memory_drop(p->job->memory, path); // a map may have many
    wimp_memory_drop(p->job->memory, name);
    return result;
}

// ---- painting

void wimp_tiled_pictures_layer(wimp_tiled_pictures* p, const char* const* attributes) {
    const char* visible = wimp_attribute(attributes, "visible");
    const char* text = wimp_attribute(attributes, "opacity");
    double opacity = 1;
    if (text && (!wimp_span_double(wimp_span_of(text), &opacity) || opacity > 1)) opacity = 1;
    if (visible && (strcmp(visible, "0") == 0 || strcmp(visible, "false") == 0)) opacity = 0;
    p->opacity = (uint32_t)(opacity * 255 + 0.5);
}

const wimp_tiled_color* wimp_tiled_pictures_find(wimp_tiled_pictures* p, int32_t content, uint32_t id) {
    return wimp_tiled_list_find(&p->colors, content, id);
}

void wimp_tiled_pictures_paint(wimp_tiled_pictures* p, int32_t content, uint32_t id, uint8_t rgba[4]) {
    if (p->opacity == 0) return;
    const wimp_tiled_color* color = wimp_tiled_pictures_find(p, content, id);
    if (color) wimp_tiled_pictures_blend(p, color->rgba, rgba);
}

void wimp_tiled_pictures_blend(const wimp_tiled_pictures* p, const uint8_t over[4], uint8_t rgba[4]) {
    const uint32_t above = over[3] * p->opacity, below = rgba[3] * (65025 - above) / 255; // of 65025
    const uint32_t all = above + below;
    if (all == 0) return;
    for (int32_t c = 0; c < 3; c++) rgba[c] = (uint8_t)((over[c] * above + rgba[c] * below + all / 2) / all);
    rgba[3] = (uint8_t)((all + 127) / 255);
}

// ---- the map as its editor draws it
//
// A picture stands with its lower left corner in that of its tile's cell, so a high one covers tiles behind
// it. Tiles are drawn row by row; where columns are shifted, the shifted ones of a row lie before the others.

#define MOST_PIXELS ((int64_t)1 << 30)
enum { HORIZONTAL = 8, VERTICAL = 4, DIAGONAL = 2, MASK_BITS = 28 }; // the highest bits of a number

// The middle of a tile's cell in the drawing.
static void middle_of(const wimp_tiled_layout* l, int32_t x, int32_t y, double out[2]) {
    if (wimp_tiled_is_shifted(l)) {
        wimp_tiled_middle_of(l, x, y, out);
    } else if (l->orientation == WIMP_TILED_ISOMETRIC) {
        out[0] = (double)(x - y + l->height) * l->cell_width / 2;
        out[1] = (double)(x + y + 1) * l->tile_height / 2;
    } else {
        out[0] = (x + 0.5) * l->cell_width;
        out[1] = (y + 0.5) * l->tile_height;
    }
}

bool wimp_tiled_drawing_size(const wimp_tiled_layout* l, int32_t* width_out, int32_t* height_out) {
    double width = (double)l->width * l->cell_width, height = (double)l->height * l->tile_height;
    if (l->orientation == WIMP_TILED_ISOMETRIC) {
        width = (double)(l->width + l->height) * l->cell_width / 2;
        height = (double)(l->width + l->height) * l->tile_height / 2;
    } else if (wimp_tiled_is_shifted(l)) {
        double column, row;
        wimp_tiled_steps(l, &column, &row);
        width = (l->width - 1) * column + l->cell_width;
        height = (l->height - 1) * row + l->tile_height;
        if (l->shifts_columns && (l->width > 1 || l->shifts_even)) height += l->tile_height / 2;
        if (!l->shifts_columns && (l->height > 1 || l->shifts_even)) width += l->cell_width / 2;
    }
    const bool is_known = l->cell_width >= 1 && l->tile_height >= 1 && ceil(width) <= INT32_MAX &&
                          ceil(height) <= INT32_MAX && ceil(width) * ceil(height) <= (double)MOST_PIXELS;
    *width_out = is_known ? (int32_t)ceil(width) : 0;
    *height_out = is_known ? (int32_t)ceil(height) : 0;
    return is_known;
}

static size_t tiles_of(const wimp_tiled_drawing* d) {
    return (size_t)d->layout->width * (size_t)d->layout->height;
}

wend_result wimp_tiled_drawing_begin(wimp_tiled_drawing* d, int32_t width, int32_t height) {
    const wend_result result = wimp_picture_make(d->job, width, height);
    if (result != WEND_OK) return result;
    d->pictures->keeps_pixels = true;
    d->numbers = wimp_job_get(d->job, tiles_of(d) * sizeof *d->numbers);
    return d->numbers ? WEND_OK : WEND_ERROR_MEMORY;
}

static void draw_tile(const wimp_tiled_drawing* d, int32_t x, int32_t y, uint32_t number) {
    const uint32_t turn = number >> MASK_BITS;
    int32_t content;
    uint32_t id;
    if (!wimp_tiled_sets_locate(d->sets, number & ((1u << MASK_BITS) - 1), &content, &id)) return;
    const wimp_tiled_color* tile = wimp_tiled_pictures_find(d->pictures, content, id);
    if (!tile) return;
    const bool is_hexagonal = d->layout->orientation == WIMP_TILED_HEXAGONAL; // other bits turn by 60 degrees
    const bool exchanged = (turn & DIAGONAL) && !is_hexagonal;
    const int32_t width = exchanged ? tile->height : tile->width;
    const int32_t height = exchanged ? tile->width : tile->height;
    double middle[2];
    middle_of(d->layout, x, y, middle);
    const int32_t left = (int32_t)floor(middle[0] - d->layout->cell_width / 2) + tile->offset[0];
    const int32_t top = (int32_t)floor(middle[1] + d->layout->tile_height / 2) - height + tile->offset[1];
    const wimp_picture* picture = d->job->picture;
    const uint8_t* pixels = d->pictures->pixels + tile->at;
    for (int32_t row = top < 0 ? -top : 0; row < height && top + row < picture->height; row++) {
        uint8_t* out = picture->rgba + (size_t)(top + row) * (size_t)picture->width * 4;
        for (int32_t column = left < 0 ? -left : 0; column < width && left + column < picture->width;
             column++) {
            const int32_t across = turn & HORIZONTAL ? width - 1 - column : column;
            const int32_t down = turn & VERTICAL ? height - 1 - row : row;
            const size_t at = exchanged ? (size_t)across * (size_t)tile->width + (size_t)down
                                        : (size_t)down * (size_t)tile->width + (size_t)across;
            wimp_tiled_pictures_blend(d->pictures, pixels + 4 * at, out + 4 * (size_t)(left + column));
        }
    }
}

void wimp_tiled_drawing_layer(wimp_tiled_drawing* d) {
    if (!d->numbers) return;
    const wimp_tiled_layout* l = d->layout;
    const int32_t step = wimp_tiled_is_shifted(l) && l->shifts_columns ? 2 : 1;
    const int32_t first = step == 2 && l->shifts_even ? 1 : 0;
    for (int32_t y = 0; y < l->height && d->pictures->opacity > 0; y++) {
        const uint32_t* row = d->numbers + (size_t)y * (size_t)l->width;
        for (int32_t pass = 0; pass < step; pass++)
            for (int32_t x = (first + pass) % step; x < l->width; x += step)
                if (row[x] != 0) draw_tile(d, x, y, row[x]);
    }
    memset(d->numbers, 0, tiles_of(d) * sizeof *d->numbers);
}
