// exit_pages.h: which steps may leave a tile? Walls and one-way steps close some of them. Closed steps are
// kept in pages of 32 x 32 tiles, and a map without any has no pages.
#ifndef WENDI_EXIT_PAGES_H
#define WENDI_EXIT_PAGES_H
#include <stdatomic.h>

#include "core/base.h"
#include "wend/grid.h"

enum { WENDI_EXIT_PAGE_SIDE = 32, WENDI_EXIT_PAGE_TILES = WENDI_EXIT_PAGE_SIDE * WENDI_EXIT_PAGE_SIDE };

/// One bit for each direction of wendi_direction.
typedef struct wendi_exit_page {
    uint8_t declared[WENDI_EXIT_PAGE_TILES]; // closed by the caller
    uint8_t closed[WENDI_EXIT_PAGE_TILES];   // and those that follow: diagonals round a closed step
    _Atomic int32_t uses;                    // versions of the world that have the page; one may change it
} wendi_exit_page;

typedef struct wendi_exits {
    wendi_exit_page** pages; // NULL: no step of the map was ever closed; an entry NULL: none on the page
    int32_t columns, rows;   // of pages
    int64_t declared_count;  // bits declared closed
    int64_t page_count;      // pages that are there
} wendi_exits;

/// A table that shares all pages. Errors: MEMORY.
wend_result wendi_exits_share(const wendi_exits* exits, const wend_allocator* allocator, wendi_exits* out);
/// Ends the use of a page.
void wendi_exit_page_drop(wendi_exit_page* page, const wend_allocator* allocator);
void wendi_exits_free(wendi_exits* exits, const wend_allocator* allocator);
size_t wendi_exits_bytes(const wendi_exits* exits);
/// Number of pages with a step that the caller closed, and the index of the first of them at or after an
/// index, row by row; -1: there is none.
int64_t wendi_exits_declared_pages(const wendi_exits* exits);
int32_t wendi_exits_next_page(const wendi_exits* exits, int32_t index);

static inline const wendi_exit_page* wendi_exit_page_at(const wendi_exits* exits, int32_t x, int32_t y) {
    if (!exits->pages) return NULL;
    return exits->pages[(y / WENDI_EXIT_PAGE_SIDE) * exits->columns + x / WENDI_EXIT_PAGE_SIDE];
}
static inline int32_t wendi_exit_index(int32_t x, int32_t y) {
    return y % WENDI_EXIT_PAGE_SIDE * WENDI_EXIT_PAGE_SIDE + x % WENDI_EXIT_PAGE_SIDE;
}
/// The directions in which a tile on the map may not be left, whatever lies there.
static inline uint32_t wendi_exits_closed(const wendi_exits* exits, int32_t x, int32_t y) {
    const wendi_exit_page* page = wendi_exit_page_at(exits, x, y);
    return page ? page->closed[wendi_exit_index(x, y)] : 0;
}
/// The directions that the caller closed.
static inline uint32_t wendi_exits_declared(const wendi_exits* exits, int32_t x, int32_t y) {
    const wendi_exit_page* page = wendi_exit_page_at(exits, x, y);
    return page ? page->declared[wendi_exit_index(x, y)] : 0;
}

// ---- how do the stages that change or store a map change its closed steps? (exits.c)

/// Closes or opens the step between two neighbours on the map, as wend_grid_set_step, but keeps pages that
/// become empty. So the reverse change needs no memory and cannot fail. *changed_out: the step was not in
/// this state before. Errors: MEMORY; nothing has changed then.
wend_result wendi_exits_set(wend_grid* grid, wend_tile from, wend_tile to, bool open, bool* changed_out);
/// Frees the empty pages around a tile.
void wendi_exits_trim(wend_grid* grid, wend_tile tile);

/// Number of pages that cover the map.
int64_t wendi_exits_page_limit(const wend_grid* grid);
/// Closes the steps of a page of a map without pages or with pages of lower indices. wendi_exits_derive must
/// follow after the last page. Errors: ARGUMENT (a step leads off the map, or none is closed), MEMORY.
wend_result wendi_exits_load_page(wend_grid* grid, int32_t index,
                                  const uint8_t declared[WENDI_EXIT_PAGE_TILES]);
/// Finds the diagonals that close with the steps of loaded pages. Errors: MEMORY.
wend_result wendi_exits_derive(wend_grid* grid);
#endif
