// passable_lines.h: how far does a straight line of passable tiles run? The tiles of a map as bits, by row
// and by column, so that 64 of them are looked at together.
#ifndef WENDI_PASSABLE_LINES_H
#define WENDI_PASSABLE_LINES_H
#include "grid/grid.h"

/// Of row y, bit x + 1 is set where tile (x, y) is passable; of column x, bit y + 1. The lines at both sides
/// of the map, and the bits at both ends of each, are zero.
typedef struct wendi_passable_lines {
    wend_allocator allocator;
    int32_t width, height;
    size_t row_words, column_words; // 64 bits each
    uint64_t* rows;                 // height + 2
    uint64_t* columns;              // width + 2
} wendi_passable_lines;

/// Errors: MEMORY.
wend_result wendi_passable_lines_make(const wend_grid* grid, const wend_allocator* allocator,
                                      wendi_passable_lines* out);
void wendi_passable_lines_free(wendi_passable_lines* lines);
size_t wendi_passable_lines_bytes(const wendi_passable_lines* lines);

static inline const uint64_t* wendi_row_of(const wendi_passable_lines* lines, int32_t y) {
    WENDI_ASSERT(y >= -1 && y <= lines->height);
    return lines->rows + (size_t)(y + 1) * lines->row_words;
}
static inline const uint64_t* wendi_column_of(const wendi_passable_lines* lines, int32_t x) {
    WENDI_ASSERT(x >= -1 && x <= lines->width);
    return lines->columns + (size_t)(x + 1) * lines->column_words;
}
/// Whether a tile on the map or in the one-tile border around it is passable.
static inline bool wendi_line_passable(const wendi_passable_lines* lines, int32_t x, int32_t y) {
    WENDI_ASSERT(x >= -1 && x <= lines->width);
    return wendi_row_of(lines, y)[(size_t)(x + 1) / 64] >> (x + 1) % 64 & 1;
}
/// How many steps in one of the four straight directions lead over passable tiles, at most `most`.
int32_t wendi_passable_run(const wendi_passable_lines* lines, wend_tile from, int32_t direction,
                           int32_t most);
/// True when a diagonal step from a passable tile is legal where paths cut no corners.
static inline bool wendi_diagonal_is_free(const wendi_passable_lines* lines, wend_tile from, int32_t dx,
                                          int32_t dy) {
    return wendi_line_passable(lines, from.x + dx, from.y) &&
           wendi_line_passable(lines, from.x, from.y + dy) &&
           wendi_line_passable(lines, from.x + dx, from.y + dy);
}
#endif
