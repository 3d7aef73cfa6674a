// tile_plane.c: where does a tile lie in a picture?
#include "tile_plane.h"
#include <math.h>

#define ROW_STEP 0.86602540378443865 ///< sqrt(3) / 2: from one shifted row to the next
#define RADIUS   0.57735026918962576 ///< 1 / sqrt(3): from the centre of a hexagon to a corner

tile_plane tile_plane_of(const wend_grid* grid) {
    const wend_connectivity c = wend_grid_connectivity(grid);
    const bool by_columns = c == WEND_CONNECTIVITY_HEX_ODD_Q || c == WEND_CONNECTIVITY_HEX_EVEN_Q;
    const bool by_rows = c == WEND_CONNECTIVITY_HEX_ODD_R || c == WEND_CONNECTIVITY_HEX_EVEN_R;
    const bool is_even = c == WEND_CONNECTIVITY_HEX_EVEN_R || c == WEND_CONNECTIVITY_HEX_EVEN_Q;
    const wend_rect map = wend_grid_area(grid);
    return (tile_plane){.is_hex = by_columns || by_rows,
                        .shifts_columns = by_columns,
                        .shifts_even = is_even,
                        .left = map.x,
                        .top = map.y};
}

tile_plane tile_plane_of_floors(const wend_grid* grid) {
    enum { GAP = 2 }; // tiles between two floors
    tile_plane plane = tile_plane_of(grid);
    if (wend_grid_floors(grid) > 1)
        plane.floor_step =
            ceilf(tile_plane_size(plane, wend_grid_width(grid), wend_grid_height(grid)).x) + GAP;
    return plane;
}

tile_plane tile_plane_diamonds(const wend_grid* grid, float ratio) {
    return (tile_plane){.is_hex = true, .is_diamond = true, .ratio = ratio, .rows = wend_grid_height(grid)};
}

tile_plane tile_plane_staggered(float ratio, bool shifts_columns, bool shifts_even) {
    return (tile_plane){.is_hex = true,
                        .is_diamond = true,
                        .is_staggered = true,
                        .ratio = ratio,
                        .shifts_columns = shifts_columns,
                        .shifts_even = shifts_even};
}

// Of a row, or column.
static double shift_of(tile_plane p, int32_t row) {
    return (row % 2 == 0) == p.shifts_even ? 0.5 : 0;
}

// Of the map, in its own numbers.
static int32_t first_row(tile_plane p) {
    return p.shifts_columns ? p.left : p.top;
}

// The same between the middles of two rows, so that a way from one to the other is a straight line.
static float shift_at(tile_plane p, float across) {
    const float row = floorf(across - 0.5f), part = across - 0.5f - row;
    const double from = shift_of(p, (int32_t)row), to = shift_of(p, (int32_t)row + 1);
    return (float)from + part * (float)(to - from);
}

wend_vec2 tile_plane_of_tiles(tile_plane p, wend_vec2 at) {
    if (!p.is_diamond) return at;
    if (p.is_staggered && p.shifts_columns)
        return (wend_vec2){(at.x + 0.5f) / 2, (at.y + shift_at(p, at.x)) * p.ratio};
    if (p.is_staggered) return (wend_vec2){at.x + shift_at(p, at.y), (at.y + 0.5f) * p.ratio / 2};
    return (wend_vec2){(at.x - at.y + (float)p.rows) / 2, (at.x + at.y) * p.ratio / 2};
}

wend_vec2 tile_plane_to_tiles(tile_plane p, wend_vec2 at) {
    if (!p.is_diamond) return at;
    if (p.is_staggered && p.shifts_columns) {
        const float x = 2 * at.x - 0.5f;
        return (wend_vec2){x, at.y / p.ratio - shift_at(p, x)};
    }
    if (p.is_staggered) {
        const float y = 2 * at.y / p.ratio - 0.5f;
        return (wend_vec2){at.x - shift_at(p, y), y};
    }
    const float across = 2 * at.x - (float)p.rows, down = 2 * at.y / p.ratio;
    return (wend_vec2){(down + across) / 2, (down - across) / 2};
}

const char* tile_plane_layout(tile_plane p) {
    if (p.is_staggered) return "staggered";
    if (p.is_diamond) return "diamonds";
    if (!p.is_hex) return "squares";
    if (p.shifts_columns) return p.shifts_even ? "even-q" : "odd-q";
    return p.shifts_even ? "even-r" : "odd-r";
}

// Hexagons are computed with rows shifted; where columns are, x and y are exchanged.
static wend_vec2 exchanged(tile_plane p, double x, double y) {
    return p.shifts_columns ? (wend_vec2){(float)y, (float)x} : (wend_vec2){(float)x, (float)y};
}

wend_vec2 tile_plane_size(tile_plane p, int32_t width, int32_t height) {
    if (!p.is_hex) return (wend_vec2){(float)width, (float)height};
    if (p.is_staggered) {
        const float more = p.shifts_even || (p.shifts_columns ? width : height) > 1 ? 0.5f : 0;
        return p.shifts_columns ? (wend_vec2){(float)(width + 1) / 2, ((float)height + more) * p.ratio}
                                : (wend_vec2){(float)width + more, (float)(height + 1) * p.ratio / 2};
    }
    if (p.is_diamond) return (wend_vec2){(float)(width + height) / 2, (float)(width + height) * p.ratio / 2};
    const int32_t across = p.shifts_columns ? height : width, rows = p.shifts_columns ? width : height;
    return exchanged(p, across + (rows > 1 || p.shifts_even ? 0.5 : 0), ROW_STEP * (rows - 1) + 2 * RADIUS);
}

// Diamonds begin at 0, 0.
wend_vec2 tile_plane_center(tile_plane p, wend_tile tile) {
    const float beside = p.floor_step * (float)tile.floor;
    if (p.is_diamond) return tile_plane_of_tiles(p, (wend_vec2){(float)tile.x + 0.5f, (float)tile.y + 0.5f});
    const int32_t x = tile.x - p.left, y = tile.y - p.top;
    if (!p.is_hex) return (wend_vec2){(float)x + 0.5f + beside, (float)y + 0.5f};
    const int32_t along = p.shifts_columns ? y : x, row = p.shifts_columns ? x : y;
    const wend_vec2 at = exchanged(p, along + 0.5 + shift_of(p, row + first_row(p)), ROW_STEP * row + RADIUS);
    return (wend_vec2){at.x + beside, at.y};
}

int tile_plane_corners(tile_plane p, wend_tile tile, wend_vec2 out[6]) {
    const wend_vec2 center = tile_plane_center(p, tile);
    static const double squares[4][2] = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
    static const double hexagons[6][2] = {{0, -RADIUS}, {0.5, -RADIUS / 2}, {0.5, RADIUS / 2},
                                          {0, RADIUS},  {-0.5, RADIUS / 2}, {-0.5, -RADIUS / 2}};
    const int count = p.is_hex && !p.is_diamond ? 6 : 4;
    for (int i = 0; i < 4 && p.is_staggered; i++) // from the top clockwise
        out[i] = (wend_vec2){center.x + (i % 2 == 0 ? 0
                                         : i == 1   ? 0.5f
                                                    : -0.5f),
                             center.y + (i % 2 != 0 ? 0
                                         : i == 2   ? 0.5f
                                                    : -0.5f) *
                                            p.ratio};
    for (int i = 0; i < count && p.is_diamond && !p.is_staggered; i++)
        out[i] = tile_plane_of_tiles(p, (wend_vec2){(float)tile.x + 0.5f + (float)squares[i][0],
                                                    (float)tile.y + 0.5f + (float)squares[i][1]});
    if (p.is_diamond) return count;
    for (int i = 0; i < count; i++) {
        const double* corner = p.is_hex ? hexagons[i] : squares[i];
        const wend_vec2 offset = exchanged(p, corner[0], corner[1]);
        out[i] = (wend_vec2){center.x + offset.x, center.y + offset.y};
    }
    return count;
}

// In halves of a diamond's width and height the centres lie where the sum and the difference of both are
// even, or odd where even rows are shifted.
static wend_tile nearest_staggered(tile_plane p, wend_vec2 at) {
    const double across = 2 * (double)at.x, down = 2 * (double)at.y / (double)p.ratio,
                 odd = p.shifts_even ? 1 : 0;
    const double sum = 2 * floor((down + across - odd) / 2 + 0.5) + odd;
    const double difference = 2 * floor((down - across - odd) / 2 + 0.5) + odd;
    const int32_t x = (int32_t)((sum - difference) / 2), y = (int32_t)((sum + difference) / 2);
    const int32_t row = (p.shifts_columns ? x : y) - 1, along = p.shifts_columns ? y : x;
    const int32_t index = (int32_t)floor((along - 1 - 2 * shift_of(p, row)) / 2);
    return p.shifts_columns ? (wend_tile){row, index} : (wend_tile){index, row};
}

// The nearest centre; for squares the tile itself. Counted from the first tile of the map.
static wend_tile nearest(tile_plane p, wend_vec2 position) {
    if (p.is_staggered) return nearest_staggered(p, position);
    const wend_vec2 tiles = tile_plane_to_tiles(p, position);
    if (!p.is_hex || p.is_diamond) return (wend_tile){(int32_t)floorf(tiles.x), (int32_t)floorf(tiles.y)};
    const double along = (double)(p.shifts_columns ? position.y : position.x);
    const double across = (double)(p.shifts_columns ? position.x : position.y);
    const int32_t first = (int32_t)floor((across - RADIUS) / ROW_STEP);
    double least = INFINITY;
    wend_tile found = {0, 0};
    for (int32_t row = first; row <= first + 1; row++) {
        const double shift = shift_of(p, row + first_row(p));
        const int32_t column = (int32_t)floor(along - shift);
        const double dx = along - (column + 0.5 + shift), dy = across - (ROW_STEP * row + RADIUS);
        if (dx * dx + dy * dy >= least) continue;
        least = dx * dx + dy * dy;
        found = p.shifts_columns ? (wend_tile){row, column} : (wend_tile){column, row};
    }
    return found;
}

bool tile_plane_tile_at(tile_plane p, int32_t width, int32_t height, wend_vec2 position, wend_tile* out) {
    *out = nearest(p, position);
    const bool on_map = out->x >= 0 && out->y >= 0 && out->x < width && out->y < height;
    out->x += p.left;
    out->y += p.top;
    return on_map;
}

void tile_plane_edge(tile_plane p, wend_tile a, wend_tile b, wend_vec2 out[2]) {
    if (p.is_diamond && !p.is_staggered) { // as among squares, seen obliquely
        tile_plane_edge((tile_plane){.is_hex = false}, a, b, out);
        for (int i = 0; i < 2; i++) out[i] = tile_plane_of_tiles(p, out[i]);
        return;
    }
    const wend_vec2 from = tile_plane_center(p, a), to = tile_plane_center(p, b);
    const float dx = to.x - from.x, dy = to.y - from.y, length = hypotf(dx, dy);
    const bool is_corner = !p.is_hex && a.x != b.x && a.y != b.y;
    const float half = p.is_staggered ? p.ratio / 2 : p.is_hex ? (float)RADIUS / 2 : is_corner ? 0.2f : 0.5f;
    const wend_vec2 middle = {(from.x + to.x) / 2, (from.y + to.y) / 2};
    const wend_vec2 along = {-dy / length * half, dx / length * half};
    out[0] = (wend_vec2){middle.x - along.x, middle.y - along.y};
    out[1] = (wend_vec2){middle.x + along.x, middle.y + along.y};
}
