// exits.c: which steps may a path take, how are steps closed and opened, and which diagonals close with them?
//
// Invariant: `closed` of every tile is what closed_by_rule derives from `declared`; pages without a bit of
// either are not kept, except between wendi_exits_set and wendi_exits_trim.
#include <string.h>

#include "grid/floors.h"
#include "grid/steps.h"

// ---- pages

void wendi_exit_page_drop(wendi_exit_page* page, const wend_allocator* allocator) {
    if (atomic_fetch_sub_explicit(&page->uses, 1, memory_order_acq_rel) == 1)
        wendi_free(allocator, page, 1, sizeof *page);
}

wend_result wendi_exits_share(const wendi_exits* exits, const wend_allocator* allocator, wendi_exits* out) {
    const size_t count = (size_t)exits->columns * (size_t)exits->rows;
    *out = (wendi_exits){0};
    if (!exits->pages) return WEND_OK;
    wendi_exit_page** pages = wendi_alloc(allocator, count, sizeof *pages);
    if (!pages) return WEND_ERROR_MEMORY;
    for (size_t i = 0; i < count; i++) {
        pages[i] = exits->pages[i];
        if (pages[i]) atomic_fetch_add_explicit(&pages[i]->uses, 1, memory_order_relaxed);
    }
    *out = *exits;
    out->pages = pages;
    return WEND_OK;
}

void wendi_exits_free(wendi_exits* exits, const wend_allocator* allocator) {
    size_t count = (size_t)exits->columns * (size_t)exits->rows;
    for (size_t i = 0; i < count && exits->pages; i++)
        if (exits->pages[i]) wendi_exit_page_drop(exits->pages[i], allocator);
    wendi_free(allocator, exits->pages, count, sizeof *exits->pages);
    *exits = (wendi_exits){0};
}

size_t wendi_exits_bytes(const wendi_exits* exits) {
    if (!exits->pages) return 0;
    return (size_t)exits->columns * (size_t)exits->rows * sizeof *exits->pages +
           (size_t)exits->page_count * sizeof **exits->pages;
}

int32_t wendi_exits_next_page(const wendi_exits* exits, int32_t index) {
    static const uint8_t none[WENDI_EXIT_PAGE_TILES];
    for (; exits->pages && index < exits->columns * exits->rows; index++)
        if (exits->pages[index] && memcmp(exits->pages[index]->declared, none, sizeof none) != 0)
            return index;
    return -1;
}

int64_t wendi_exits_declared_pages(const wendi_exits* exits) {
    int64_t count = 0;
    for (int32_t i = -1; (i = wendi_exits_next_page(exits, i + 1)) >= 0;) count++;
    return count;
}

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
// round it; without, with either. A diagonal step between hexagons crosses their common side, as all others.
static uint32_t closed_by_rule(const wend_grid* grid, int32_t x, int32_t y) {
    uint32_t closed = wendi_exits_declared(&grid->exits, x, y);
    if (wendi_is_hex(grid->connectivity)) return closed;
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
    return wendi_area_around((wend_rect){tile.x, tile.y, 1, 1}, 1, grid->width, grid->height);
}

// Makes the page of a tile if it is not there, or not the grid's own.
static wend_result make_page(wend_grid* grid, int32_t x, int32_t y) {
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
    wendi_exit_page **page = page_of(grid, x, y), *before = *page;
    if (before && atomic_load_explicit(&before->uses, memory_order_acquire) == 1) return WEND_OK;
    wendi_exit_page* made = wendi_alloc_zeroed(&grid->allocator, 1, sizeof *made);
    if (!made) return WEND_ERROR_MEMORY;
    atomic_init(&made->uses, 1);
    *page = made;
    exits->page_count += !before;
    if (!before) return WEND_OK;
    memcpy(made->declared, before->declared, sizeof made->declared);
    memcpy(made->closed, before->closed, sizeof made->closed);
    wendi_exit_page_drop(before, &grid->allocator);
    return WEND_OK;
}

static bool is_empty(const wendi_exit_page* page) {
    static const uint8_t none[WENDI_EXIT_PAGE_TILES];
    return memcmp(page->declared, none, sizeof none) == 0 && memcmp(page->closed, none, sizeof none) == 0;
}

// Also frees the table with the last page.
void wendi_exits_trim(wend_grid* grid, wend_tile tile) {
    wendi_exits* exits = &grid->exits;
    if (!exits->pages) return;
    wend_rect area = around(grid, tile);
    for (int32_t y = area.y; y < area.y + area.height; y++) {
        for (int32_t x = area.x; x < area.x + area.width; x++) {
            wendi_exit_page** page = page_of(grid, x, y);
            if (!*page || !is_empty(*page)) continue;
            wendi_exit_page_drop(*page, &grid->allocator);
            *page = NULL;
            exits->page_count--;
        }
    }
    if (exits->page_count == 0) wendi_exits_free(exits, &grid->allocator);
}

// -1 unless the tiles are neighbours. Takes any coordinates.
static int32_t direction_of(wend_tile from, wend_tile to) {
    int64_t dx = (int64_t)to.x - from.x, dy = (int64_t)to.y - from.y;
    for (int32_t d = 0; d < WENDI_DIRECTIONS; d++)
        if (wendi_direction[d].x == dx && wendi_direction[d].y == dy) return d;
    return -1;
}

static void flip(wend_grid* grid, wend_tile tile, uint32_t bit) {
    uint8_t* declared = &(*page_of(grid, tile.x, tile.y))->declared[wendi_exit_index(tile.x, tile.y)];
    *declared ^= (uint8_t)bit;
    grid->exits.declared_count += *declared & bit ? 1 : -1;
}

// Derives the closed steps of the tiles of an area. First makes all pages that get a bit, so that a failure
// changes no bit.
static wend_result derive(wend_grid* grid, wend_rect area) {
    for (int32_t pass = 0; pass < 2; pass++) {
        for (int32_t y = area.y; y < area.y + area.height; y++) {
            for (int32_t x = area.x; x < area.x + area.width; x++) {
                uint32_t closed = closed_by_rule(grid, x, y);
                if (pass == 0 && (closed || *page_of(grid, x, y)) && make_page(grid, x, y) != WEND_OK)
                    return WEND_ERROR_MEMORY;
                wendi_exit_page* page = *page_of(grid, x, y);
                if (pass == 1 && page) page->closed[wendi_exit_index(x, y)] = (uint8_t)closed;
            }
        }
    }
    return WEND_OK;
}

wend_result wendi_exits_set(wend_grid* grid, wend_tile from, wend_tile to, bool open, bool* changed_out) {
    const uint32_t bit = 1u << direction_of(from, to);
    *changed_out = ((wendi_exits_declared(&grid->exits, from.x, from.y) & bit) == 0) != open;
    if (!*changed_out) return WEND_OK;
    wend_result result = make_page(grid, from.x, from.y);
    if (result != WEND_OK) return result;
    flip(grid, from, bit);
    result = derive(grid, around(grid, from));
    if (result != WEND_OK) flip(grid, from, bit);
    return result;
}

wend_result wend_grid_set_step(wend_grid* grid, wend_tile from, wend_tile to, bool open) {
    if (!grid) return WEND_ERROR_ARGUMENT;
    return wendi_sheet_set_step(grid, wendi_to_sheet(&grid->floors, from), wendi_to_sheet(&grid->floors, to),
                                open);
}

wend_result wendi_sheet_set_step(wend_grid* grid, wend_tile from, wend_tile to, bool open) {
    if (!wendi_sheet_contains(grid, from) || !wendi_sheet_contains(grid, to) || direction_of(from, to) < 0)
        return WEND_ERROR_ARGUMENT;
    bool changed;
    wend_result result = wendi_exits_set(grid, from, to, open, &changed);
    wendi_exits_trim(grid, from);
    return result;
}

wend_result wend_grid_set_wall(wend_grid* grid, wend_tile a, wend_tile b, bool wall) {
    if (!grid) return WEND_ERROR_ARGUMENT;
    a = wendi_to_sheet(&grid->floors, a);
    b = wendi_to_sheet(&grid->floors, b);
    bool was_open = wendi_sheet_step_is_open(grid, a, b);
    wend_result result = wendi_sheet_set_step(grid, a, b, !wall);
    if (result != WEND_OK) return result;
    result = wendi_sheet_set_step(grid, b, a, !wall);
    if (result != WEND_OK && was_open) wendi_sheet_set_step(grid, a, b, true); // needs no memory
    return result;
}

bool wend_grid_step_is_open(const wend_grid* grid, wend_tile from, wend_tile to) {
    return grid && wendi_sheet_step_is_open(grid, wendi_to_sheet(&grid->floors, from),
                                            wendi_to_sheet(&grid->floors, to));
}

bool wendi_sheet_step_is_open(const wend_grid* grid, wend_tile from, wend_tile to) {
    int32_t direction = direction_of(from, to);
    if (!wendi_sheet_contains(grid, from) || !wendi_sheet_contains(grid, to) || direction < 0) return false;
    return !(wendi_exits_declared(&grid->exits, from.x, from.y) >> direction & 1);
}

uint8_t wend_grid_closed_steps(const wend_grid* grid, wend_tile tile) {
    if (!grid) return 0;
    tile = wendi_to_sheet(&grid->floors, tile);
    return wendi_sheet_contains(grid, tile) ? (uint8_t)wendi_exits_declared(&grid->exits, tile.x, tile.y) : 0;
}

int64_t wend_grid_closed_step_count(const wend_grid* grid) {
    return grid ? grid->exits.declared_count : 0;
}

// ---- whole pages

int64_t wendi_exits_page_limit(const wend_grid* grid) {
    int64_t columns = (grid->width + WENDI_EXIT_PAGE_SIDE - 1) / WENDI_EXIT_PAGE_SIDE;
    return columns * ((grid->height + WENDI_EXIT_PAGE_SIDE - 1) / WENDI_EXIT_PAGE_SIDE);
}

// The first tile of a page.
static wend_tile corner_of(const wend_grid* grid, int32_t index) {
    int32_t columns = (grid->width + WENDI_EXIT_PAGE_SIDE - 1) / WENDI_EXIT_PAGE_SIDE;
    return (wend_tile){index % columns * WENDI_EXIT_PAGE_SIDE, index / columns * WENDI_EXIT_PAGE_SIDE};
}

wend_result wendi_exits_load_page(wend_grid* grid, int32_t index,
                                  const uint8_t declared[WENDI_EXIT_PAGE_TILES]) {
    const wend_tile corner = corner_of(grid, index);
    int64_t count = 0;
    for (int32_t i = 0; i < WENDI_EXIT_PAGE_TILES; i++) {
        wend_tile tile = {corner.x + i % WENDI_EXIT_PAGE_SIDE, corner.y + i / WENDI_EXIT_PAGE_SIDE};
        if (declared[i] && !wendi_sheet_contains(grid, tile)) return WEND_ERROR_ARGUMENT;
        for (uint32_t bits = declared[i]; bits; bits &= bits - 1, count++)
            if (!wendi_sheet_contains(grid, wendi_beside(tile, __builtin_ctz(bits))))
                return WEND_ERROR_ARGUMENT;
    }
    if (count == 0) return WEND_ERROR_ARGUMENT;
    wend_result result = make_page(grid, corner.x, corner.y);
    if (result != WEND_OK) return result;
    memcpy((*page_of(grid, corner.x, corner.y))->declared, declared, WENDI_EXIT_PAGE_TILES);
    grid->exits.declared_count += count;
    return WEND_OK;
}

// Widens the range of columns with a declared bit by those of a row. False: the row has none.
static bool declared_columns(const wendi_exit_page* page, int32_t row, int32_t* first, int32_t* last) {
    static const uint8_t none[WENDI_EXIT_PAGE_SIDE];
    const uint8_t* declared = page->declared + row * WENDI_EXIT_PAGE_SIDE;
    if (memcmp(declared, none, sizeof none) == 0) return false;
    int32_t left = 0, right = WENDI_EXIT_PAGE_SIDE - 1;
    while (!declared[left]) left++;
    while (!declared[right]) right--;
    *first = wendi_min(*first, left);
    *last = wendi_max(*last, right);
    return true;
}

// Derives the tiles of a page in and around rows with a declared bit; no others change.
static wend_result derive_page(wend_grid* grid, int32_t index) {
    const wendi_exit_page* page = grid->exits.pages[index];
    const wend_tile corner = corner_of(grid, index);
    wend_result result = WEND_OK;
    for (int32_t row = 0; row < WENDI_EXIT_PAGE_SIDE && result == WEND_OK; row++) {
        int32_t first = WENDI_EXIT_PAGE_SIDE, last = 0, end = row;
        while (end < WENDI_EXIT_PAGE_SIDE && declared_columns(page, end, &first, &last)) end++;
        if (end == row) continue;
        const wend_rect rows = {corner.x + first, corner.y + row, last - first + 1, end - row};
        result = derive(grid, wendi_area_around(rows, 1, grid->width, grid->height));
        row = end;
    }
    return result;
}

wend_result wendi_exits_derive(wend_grid* grid) {
    wend_result result = WEND_OK;
    for (int32_t i = -1; result == WEND_OK && (i = wendi_exits_next_page(&grid->exits, i + 1)) >= 0;)
        result = derive_page(grid, i);
    return result;
}

// ---- copies

wend_result wendi_grid_copy_steps(const wend_grid* from, wend_grid* to) {
    wend_result result = wendi_exits_share(&from->exits, &to->allocator, &to->exits);
    if (result == WEND_OK) result = wendi_links_copy(&from->links, &to->allocator, &to->links);
    return result == WEND_OK ? wendi_shortcuts_copy(&from->shortcuts, &to->allocator, &to->shortcuts)
                             : result;
}

// ---- may a path step from one tile to another?

bool wend_grid_can_step(const wend_grid* grid, wend_tile from, wend_tile to) {
    return grid &&
           wendi_sheet_can_step(grid, wendi_to_sheet(&grid->floors, from), wendi_to_sheet(&grid->floors, to));
}

bool wendi_sheet_can_step(const wend_grid* grid, wend_tile from, wend_tile to) {
    if (!wendi_sheet_passable(grid, from) || !wendi_sheet_passable(grid, to)) return false;
    const int32_t direction = direction_of(from, to);
    return direction >= 0 && wendi_legal_moves(grid, from.x, from.y) >> direction & 1;
}

uint32_t wendi_steps_closed_by_relief(const wend_grid* grid, int32_t x, int32_t y) {
    uint32_t closed = 0;
    for (int32_t d = 0; d < WENDI_DIRECTIONS; d++) {
        if (!wendi_sheet_contains(grid, wendi_beside((wend_tile){x, y}, d))) continue;
        closed |= (uint32_t)(wendi_step_factor(grid, x, y, d) == 0) << d;
    }
    return closed;
}
