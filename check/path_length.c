// path_length.c: how long is a path, whatever its tiles cost, and how far does it go up and down?
#include "path_length.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <wend/relief.h>

// A seam is a step to another floor, as to the tile beside it, wherever it lies on the map.
static bool is_seam(const wend_grid* grid, int32_t link) {
    const wend_link* l = wend_grid_find_link(grid, link);
    return l != NULL && l->kind == WEND_LINK_SEAM;
}

// The sum of its steps; lengths_out_opt: each of them.
static double measure(const wend_path* path, const world_frame* frame, double* lengths_out_opt) {
    int32_t count = 0, link_count = 0, taken = 0;
    const wend_tile* tiles = wend_path_tiles(path, &count);
    const wend_path_link* links = wend_path_links(path, &link_count);
    double metres = 0;
    for (int32_t i = 1; i < count; i++) {
        const bool is_link = taken < link_count && links[taken].tile == i - 1;
        taken += is_link;
        const double length = is_link ? 0
                                      : world_frame_metres(frame, world_frame_center(frame, tiles[i - 1]),
                                                           world_frame_center(frame, tiles[i]));
        if (lengths_out_opt != NULL) lengths_out_opt[i - 1] = length;
        metres += length;
    }
    return metres;
}

double path_metres(const wend_path* path, const world_frame* frame) {
    return measure(path, frame, NULL);
}

void path_heights(const wend_path* path, const wend_world* world, double* heights_out, double* lengths_out) {
    const wend_grid* grid = wend_world_grid(world);
    const world_frame frame = world_frame_of(world);
    int32_t count = 0;
    const wend_tile* tiles = wend_path_tiles(path, &count);
    for (int32_t i = 0; i < count; i++) heights_out[i] = (double)wend_grid_elevation(grid, tiles[i]);
    measure(path, &frame, lengths_out);
    for (int32_t i = 1; i < count && frame.geo.kind == WEND_GEO_NONE; i++) {
        const int32_t dx = abs(tiles[i].x - tiles[i - 1].x), dy = abs(tiles[i].y - tiles[i - 1].y);
        const bool is_hex = wend_grid_connectivity(grid) >= WEND_CONNECTIVITY_HEX_ODD_R;
        const bool is_step = dx <= 1 && dy <= 1;
        lengths_out[i - 1] =
            !is_step ? 0 : (double)wend_grid_tile_size(grid) * (is_hex ? 1 : hypot((double)dx, (double)dy));
    }
}

path_relief path_relief_of(const double* heights, const double* lengths, int32_t count) {
    path_relief r = {.up_step = -1, .down_step = -1};
    double last = count > 0 ? heights[0] : NAN; // the last height that is known since the last link
    for (int32_t i = 1; i < count; i++) {
        const double length = lengths[i - 1], here = heights[i];
        if (!(length > 0)) {
            last = here;
            continue;
        }
        const double rise = here - heights[i - 1];
        r.map += length;
        r.ground += isnan(rise) ? length : sqrt(length * length + rise * rise);
        if (isnan(here)) continue;
        if (!isnan(last)) {
            r.climb += fmax(here - last, 0);
            r.descent += fmax(last - here, 0);
        }
        last = here;
        if (rise / length > r.steepest_up) {
            r.steepest_up = rise / length;
            r.up_step = i - 1;
        }
        if (-rise / length > r.steepest_down) {
            r.steepest_down = -rise / length;
            r.down_step = i - 1;
        }
    }
    return r;
}

// Four times the square of the length of a step, a whole number on every map. In halves of a width along the
// line of hexagons and in sqrt 3 / 2 of a width across it, their centres lie at whole numbers.
static int64_t step_length_class(const wend_grid* grid, wend_tile a, wend_tile b) {
    const wend_connectivity layout = wend_grid_connectivity(grid);
    const int64_t dx = b.x - a.x, dy = b.y - a.y;
    if (layout < WEND_CONNECTIVITY_HEX_ODD_R) return 4 * (dx * dx + dy * dy);
    const bool rows = layout == WEND_CONNECTIVITY_HEX_ODD_R || layout == WEND_CONNECTIVITY_HEX_EVEN_R;
    const int32_t shifted = layout == WEND_CONNECTIVITY_HEX_ODD_R || layout == WEND_CONNECTIVITY_HEX_ODD_Q;
    const int32_t line_a = rows ? a.y : a.x, line_b = rows ? b.y : b.x;
    const int64_t halves = 2 * (rows ? dx : dy) + ((line_b & 1) == shifted) - ((line_a & 1) == shifted);
    const int64_t lines = line_b - line_a;
    return halves * halves + 3 * lines * lines;
}

double path_length(const wend_path* path, const wend_grid* grid) {
    int32_t count = 0, link_count = 0, taken = 0;
    const wend_tile* tiles = wend_path_tiles(path, &count);
    const wend_path_link* links = wend_path_links(path, &link_count);
    int64_t straight = 0, diagonal = 0, hex_diagonal = 0;
    for (int32_t i = 1; i < count; i++) {
        const bool is_link = taken < link_count && links[taken].tile == i - 1;
        taken += is_link;
        if (is_link && is_seam(grid, links[taken - 1].id)) straight++;
        if (is_link) continue;
        const int64_t length_class = step_length_class(grid, tiles[i - 1], tiles[i]);
        straight += length_class == 4;
        diagonal += length_class == 8;
        hex_diagonal += length_class == 12;
    }
    return (double)straight + (double)diagonal * 1.41421356237309504880 +
           (double)hex_diagonal * 1.73205080756887729353;
}
