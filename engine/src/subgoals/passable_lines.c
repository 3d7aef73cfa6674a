// passable_lines.c: rows and columns of a map as bits.
#include "subgoals/passable_lines.h"

wend_result wendi_passable_lines_make(const wend_grid* grid, const wend_allocator* allocator,
                                      wendi_passable_lines* out) {
    wendi_passable_lines lines = {.allocator = *allocator,
                                  .width = grid->width,
                                  .height = grid->height,
                                  .row_words = ((size_t)grid->width + 2 + 63) / 64,
                                  .column_words = ((size_t)grid->height + 2 + 63) / 64};
    lines.rows =
        wendi_alloc_zeroed(allocator, ((size_t)lines.height + 2) * lines.row_words, sizeof *lines.rows);
    lines.columns =
        wendi_alloc_zeroed(allocator, ((size_t)lines.width + 2) * lines.column_words, sizeof *lines.columns);
    if (!lines.rows || !lines.columns) {
        wendi_passable_lines_free(&lines);
        return WEND_ERROR_MEMORY;
    }
    for (int32_t y = 0; y < lines.height; y++)
        for (int32_t x = 0; x < lines.width; x++) {
            if (!wendi_is_passable(grid, x, y)) continue;
            lines.rows[(size_t)(y + 1) * lines.row_words + (size_t)(x + 1) / 64] |= (uint64_t)1
                                                                                    << (x + 1) % 64;
            lines.columns[(size_t)(x + 1) * lines.column_words + (size_t)(y + 1) / 64] |= (uint64_t)1
                                                                                          << (y + 1) % 64;
        }
    *out = lines;
    return WEND_OK;
}

void wendi_passable_lines_free(wendi_passable_lines* lines) {
    wendi_free(&lines->allocator, lines->rows, ((size_t)lines->height + 2) * lines->row_words,
               sizeof *lines->rows);
    wendi_free(&lines->allocator, lines->columns, ((size_t)lines->width + 2) * lines->column_words,
               sizeof *lines->columns);
}

size_t wendi_passable_lines_bytes(const wendi_passable_lines* lines) {
    return (((size_t)lines->height + 2) * lines->row_words +
            ((size_t)lines->width + 2) * lines->column_words) *
           sizeof *lines->rows;
}

// Set bits that follow a bit. The zero at the end of the line ends the loop.
static int32_t run_ahead(const uint64_t* line, uint32_t at, int32_t most) {
    int32_t count = 0;
    for (uint32_t bit = at + 1; count < most;) {
        const uint64_t clear = ~(line[bit / 64] >> bit % 64);
        const uint32_t left = 64 - bit % 64, run = clear ? (uint32_t)__builtin_ctzll(clear) : 64;
        count += (int32_t)run;
        bit += run;
        if (run < left) break;
    }
    return wendi_min(count, most);
}

// Set bits that precede a bit.
static int32_t run_behind(const uint64_t* line, uint32_t at, int32_t most) {
    int32_t count = 0;
    for (uint32_t bit = at - 1; count < most;) {
        const uint64_t clear = ~(line[bit / 64] << (63 - bit % 64));
        const uint32_t left = bit % 64 + 1, run = clear ? (uint32_t)__builtin_clzll(clear) : 64;
        count += (int32_t)run;
        bit -= run;
        if (run < left) break;
    }
    return wendi_min(count, most);
}

int32_t wendi_passable_run(const wendi_passable_lines* lines, wend_tile from, int32_t direction,
                           int32_t most) {
    WENDI_ASSERT(from.x >= 0 && from.y >= 0 && from.x < lines->width && from.y < lines->height);
    switch (direction) {
    case WENDI_EAST:
        return run_ahead(wendi_row_of(lines, from.y), (uint32_t)from.x + 1, most);
    case WENDI_SOUTH:
        return run_ahead(wendi_column_of(lines, from.x), (uint32_t)from.y + 1, most);
    case WENDI_WEST:
        return run_behind(wendi_row_of(lines, from.y), (uint32_t)from.x + 1, most);
    default:
        WENDI_ASSERT(direction == WENDI_NORTH);
        return run_behind(wendi_column_of(lines, from.x), (uint32_t)from.y + 1, most);
    }
}
