// tiled_drawing.c: what does a Tiled map look like in its editor?
//
// A picture stands with its lower left corner in that of its tile's cell, so a high one covers tiles behind
// it. Tiles are drawn row by row; where columns are shifted, the shifted ones of a row lie before the others.
#include "formats/tiled_drawing.h"

#include <math.h>
#include <string.h>

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
    const wend_result result = wimp_picture_make_whole(d->job, width, height);
    if (result != WEND_OK) return result;
    d->numbers = wimp_zeroed(d->job->def->allocator, tiles_of(d) * sizeof *d->numbers);
    d->pictures->keeps_pixels = true;
    return d->numbers ? WEND_OK : wimp_job_out_of_memory(d->job, tiles_of(d) * sizeof *d->numbers);
}

void wimp_tiled_drawing_free(wimp_tiled_drawing* d) {
    if (d->numbers) wimp_free(d->job->def->allocator, d->numbers, tiles_of(d) * sizeof *d->numbers);
    d->numbers = NULL;
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
