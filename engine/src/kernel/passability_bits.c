// passability_bits.c: which tiles and steps of a cluster are passable, as bits?
#include "kernel/passability_bits.h"

// ---- reads the closed steps of a cluster, a byte for each tile, into bits by direction

enum { SIDE = WENDI_EXIT_PAGE_SIDE };

// Transposes a square of 8 x 8 bits, row r of which is byte r (Warren: Hacker's Delight, 7-3).
static uint64_t transposed(uint64_t a) {
    uint64_t t = (a ^ a >> 7) & 0x00aa00aa00aa00aa;
    a ^= t ^ t << 7;
    t = (a ^ a >> 14) & 0x0000cccc0000cccc;
    a ^= t ^ t << 14;
    t = (a ^ a >> 28) & 0x00000000f0f0f0f0;
    return a ^ t ^ t << 28;
}

// The closed steps of the tiles of a row; false when there are none.
static bool read_row(const wendi_exits* exits, wend_rect area, int32_t y,
                     uint8_t out[WENDI_MAX_CLUSTER_SIDE]) {
    bool any = false;
    for (int32_t x = area.x, end = area.x + area.width, next; x < end; x = next) {
        next = wendi_min((x / SIDE + 1) * SIDE, end);
        const wendi_exit_page* page = wendi_exit_page_at(exits, x, y);
        if (!page) continue;
        memcpy(out + (x - area.x), page->closed + wendi_exit_index(x, y), (size_t)(next - x));
        any = true;
    }
    return any;
}

static void add_exits(const wendi_exits* exits, wend_rect area, wendi_closed_bits* out) {
    for (int32_t y = 0; y < area.height; y++) {
        uint8_t tiles[WENDI_MAX_CLUSTER_SIDE] = {0};
        if (!read_row(exits, area, area.y + y, tiles)) continue;
        for (int32_t x = 0; x < WENDI_MAX_CLUSTER_SIDE; x += 8) {
            uint64_t eight = 0;
            for (int32_t i = 0; i < 8; i++) eight |= (uint64_t)tiles[x + i] << 8 * i;
            if (eight == 0) continue;
            eight = transposed(eight);
            for (int32_t d = 0; d < WENDI_DIRECTIONS; d++)
                out->rows[d][y] |= (uint32_t)(eight >> 8 * d & 255) << x;
        }
    }
}

// The layout of hexagons repeats every two tiles.
static void add_hex(wend_connectivity connectivity, wend_rect area, wendi_closed_bits* out) {
    static const uint32_t every_other = 0x55555555;
    for (int32_t y = 0; y < area.height; y++) {
        uint32_t even = wendi_hex_closed(connectivity, area.x, area.y + y),
                 odd = wendi_hex_closed(connectivity, area.x + 1, area.y + y);
        for (int32_t d = WENDI_STRAIGHT; d < WENDI_DIRECTIONS; d++)
            out->rows[d][y] = (even >> d & 1 ? every_other : 0) | (odd >> d & 1 ? ~every_other : 0);
    }
}

// The steps that slopes and lanes close.
static void add_relief(const wend_grid* grid, wend_rect area, wendi_closed_bits* out) {
    for (int32_t y = 0; y < area.height; y++)
        for (int32_t x = 0; x < area.width; x++) {
            uint32_t closed = wendi_steps_closed_by_relief(grid, area.x + x, area.y + y);
            for (; closed; closed &= closed - 1) out->rows[__builtin_ctz(closed)][y] |= 1u << x;
        }
}

void wendi_closed_bits_read(const wend_grid* grid, wend_rect area, wendi_closed_bits* out) {
    memset(out, 0, sizeof *out);
    if (wendi_is_hex(grid->connectivity)) add_hex(grid->connectivity, area, out);
    if (grid->exits.pages) add_exits(&grid->exits, area, out);
    if (wendi_relief_closes(grid)) add_relief(grid, area, out);
}

// ---- reads the tiles of a cluster into bits

void wendi_passability_bits_read(const wend_grid* grid, wend_rect area, wendi_passability_bits* out) {
    memset(out, 0, sizeof *out);
    for (int32_t y = 0; y < area.height; y++) {
        const uint8_t* row = wendi_tile(grid, area.x, area.y + y);
        const uint32_t passable = wendi_passable_row(grid, row, area.width),
                       above = y > 0 ? out->tiles[y - 1] : 0;
        out->tiles[y] = passable;
        if (y == 0) continue;
        out->unlike_above |= (uint32_t)(passable != above) << y;
        out->lacks_above |= (uint32_t)((above & ~passable) != 0) << y;
        out->lacks_below |= (uint32_t)((passable & ~above) != 0) << (y - 1);
    }
}
