// exits.c: how are steps closed and opened, and which diagonals close with them?
//
// Invariant: `closed` of every tile is what closed_by_rule derives from `declared`; pages without a bit of
// either are not kept, except by a change that runs out of memory halfway.
#include <string.h>

#include "grid/grid.h"

// ---- the rule

// The straight directions beside each diagonal.
static const uint8_t beside[WENDI_STRAIGHT][2] = {{0, 1}, {2, 1}, {2, 3}, {0, 3}};

static bool is_declared(const wend_grid* grid, int32_t x, int32_t y, int32_t direction) {
    if (x < 0 || y < 0 || x >= grid->width || y >= grid->height) return false;
    return wendi_exits_declared(&grid->exits, x, y) >> direction & 1;
}

// True when a step of the way round a diagonal is closed: first in one of its two straight directions, then
// in the other.
static bool way_is_closed(const wend_grid* grid, int32_t x, int32_t y, int32_t first, int32_t second) {
    return is_declared(grid, x, y, first) ||
           is_declared(grid, x + wendi_direction[first].x, y + wendi_direction[first].y, second);
}

// All directions in which a tile may not be left. With corner cutting, a diagonal is closed with both ways
// round it; without, with either.
static uint32_t closed_by_rule(const wend_grid* grid, int32_t x, int32_t y) {
    uint32_t closed = wendi_exits_declared(&grid->exits, x, y);
    const bool cuts = grid->connectivity == WEND_CONNECTIVITY_8_CUT;
    for (int32_t d = 0; d < WENDI_STRAIGHT; d++) {
        bool one = way_is_closed(grid, x, y, beside[d][0], beside[d][1]);
        bool other = way_is_closed(grid, x, y, beside[d][1], beside[d][0]);
        if (cuts ? one && other : one || other) closed |= 1u << (WENDI_STRAIGHT + d);
    }
    return closed;
}

// ---- changes

static wendi_exit_page** page_of(wend_grid* grid, int32_t x, int32_t y) {
    return &grid->exits.pages[(y / WENDI_EXIT_PAGE_SIDE) * grid->exits.columns + x / WENDI_EXIT_PAGE_SIDE];
}

// The tiles around a tile and itself, as far as they are on the map.
static wend_rect around(const wend_grid* grid, wend_tile tile) {
    int32_t left = wendi_max(tile.x - 1, 0), top = wendi_max(tile.y - 1, 0);
    int32_t right = wendi_min(tile.x + 1, grid->width - 1), bottom = wendi_min(tile.y + 1, grid->height - 1);
    return (wend_rect){left, top, right - left + 1, bottom - top + 1};
}

// Makes the pages of a tile and its neighbours, whose closed steps may change with those of the tile.
static wend_result make_pages(wend_grid* grid, wend_tile tile) {
    wendi_exits* exits = &grid->exits;
    if (!exits->pages) {
        int32_t columns = (grid->width + WENDI_EXIT_PAGE_SIDE - 1) / WENDI_EXIT_PAGE_SIDE;
        int32_t rows = (grid->height + WENDI_EXIT_PAGE_SIDE - 1) / WENDI_EXIT_PAGE_SIDE;
        exits->pages =
            wendi_alloc_zeroed(&grid->allocator, (size_t)columns * (size_t)rows, sizeof *exits->pages);
        if (!exits->pages) return WEND_ERROR_MEMORY;
        exits->columns = columns;
        exits->rows = rows;
    }
    wend_rect area = around(grid, tile);
    for (int32_t y = area.y; y < area.y + area.height; y++) {
        for (int32_t x = area.x; x < area.x + area.width; x++) {
            wendi_exit_page** page = page_of(grid, x, y);
            if (*page) continue;
            *page = wendi_alloc_zeroed(&grid->allocator, 1, sizeof **page);
            if (!*page) return WEND_ERROR_MEMORY;
            exits->page_count++;
        }
    }
    return WEND_OK;
}

static bool is_empty(const wendi_exit_page* page) {
    static const uint8_t none[WENDI_EXIT_PAGE_TILES];
    return memcmp(page->declared, none, sizeof none) == 0 && memcmp(page->closed, none, sizeof none) == 0;
}

// Frees the pages of a tile and its neighbours that have become empty, and the table with the last page.
static void drop_pages(wend_grid* grid, wend_tile tile) {
    wendi_exits* exits = &grid->exits;
    wend_rect area = around(grid, tile);
    for (int32_t y = area.y; y < area.y + area.height; y++) {
        for (int32_t x = area.x; x < area.x + area.width; x++) {
            wendi_exit_page** page = page_of(grid, x, y);
            if (!*page || !is_empty(*page)) continue;
            wendi_free(&grid->allocator, *page, 1, sizeof **page);
            *page = NULL;
            exits->page_count--;
        }
    }
    if (exits->page_count == 0) wendi_exits_free(exits, &grid->allocator);
}

static int32_t direction_of(wend_tile from, wend_tile to) {
    for (int32_t d = 0; d < WENDI_DIRECTIONS; d++)
        if (from.x + wendi_direction[d].x == to.x && from.y + wendi_direction[d].y == to.y) return d;
    return -1;
}

wend_result wend_grid_set_step(wend_grid* grid, wend_tile from, wend_tile to, bool open) {
    int32_t direction = direction_of(from, to);
    if (!wend_grid_contains(grid, from) || !wend_grid_contains(grid, to) || direction < 0)
        return WEND_ERROR_ARGUMENT;
    uint8_t bit = (uint8_t)(1u << direction);
    if (((wendi_exits_declared(&grid->exits, from.x, from.y) & bit) == 0) == open) return WEND_OK;
    wend_result result = open ? WEND_OK : make_pages(grid, from);
    if (result == WEND_OK) {
        (*page_of(grid, from.x, from.y))->declared[wendi_exit_index(from.x, from.y)] ^= bit;
        grid->exits.declared_count += open ? -1 : 1;
        wend_rect area = around(grid, from);
        for (int32_t y = area.y; y < area.y + area.height; y++) {
            for (int32_t x = area.x; x < area.x + area.width; x++) {
                wendi_exit_page* page = *page_of(grid, x, y); // NULL: no step was closed there before
                if (page) page->closed[wendi_exit_index(x, y)] = (uint8_t)closed_by_rule(grid, x, y);
            }
        }
    }
    if (grid->exits.pages) drop_pages(grid, from);
    return result;
}

wend_result wend_grid_set_wall(wend_grid* grid, wend_tile a, wend_tile b, bool wall) {
    bool was_open = wend_grid_step_is_open(grid, a, b);
    wend_result result = wend_grid_set_step(grid, a, b, !wall);
    if (result != WEND_OK) return result;
    result = wend_grid_set_step(grid, b, a, !wall);
    if (result != WEND_OK && was_open) wend_grid_set_step(grid, a, b, true); // needs no memory
    return result;
}

bool wend_grid_step_is_open(const wend_grid* grid, wend_tile from, wend_tile to) {
    int32_t direction = direction_of(from, to);
    if (!wend_grid_contains(grid, from) || !wend_grid_contains(grid, to) || direction < 0) return false;
    return !(wendi_exits_declared(&grid->exits, from.x, from.y) >> direction & 1);
}

uint8_t wend_grid_closed_steps(const wend_grid* grid, wend_tile tile) {
    return wend_grid_contains(grid, tile) ? (uint8_t)wendi_exits_declared(&grid->exits, tile.x, tile.y) : 0;
}

int64_t wend_grid_closed_step_count(const wend_grid* grid) {
    return grid ? grid->exits.declared_count : 0;
}
