// opening_search.h: what would have to be opened so that a path leads from one tile to another?
#ifndef WENDI_OPENING_SEARCH_H
#define WENDI_OPENING_SEARCH_H
#include "core/containers.h"
#include "grid/grid.h"
#include "search/node_store.h"
#include "wend/explain.h"

typedef struct wendi_opening_bound {
    uint8_t* marks; // by tile: see the flood. NULL: no bound
    size_t count;
    int32_t least; // openings of the best path, its start not counted
} wendi_opening_bound;

WENDI_LIST(wendi_opening_list, wend_opening);

enum { WENDI_OPENING_PAGE_SIDE = 64, WENDI_OPENING_PAGE_TILES = 64 * 64 };

typedef struct wendi_opening_page {
    int64_t keys[WENDI_OPENING_PAGE_TILES]; // of the best way to each tile so far
    uint8_t by[WENDI_OPENING_PAGE_TILES];   // its last step: a direction, or a link; and whether it is final
} wendi_opening_page;

/// Scratch memory.
typedef struct wendi_opening_search {
    wend_allocator allocator;
    const wend_grid* grid;
    wendi_opening_page** pages; // NULL: not entered yet. Freed after each search
    size_t page_count;
    int32_t page_columns;
    wendi_opening_bound bound;  // freed likewise
    int64_t limit;              // openings that no path with the fewest exceeds
    wendi_bucket_queue buckets; // tiles by their keys
    wendi_heap heap;            // those whose keys are too far ahead for the buckets
} wendi_opening_search;

void wendi_opening_search_init(wendi_opening_search* search, const wend_allocator* allocator);

/// Finds the path with the least openings, of several the shortest, and what is to be opened on it. Both
/// lists are empty when no link leads to the floor of the goal. Errors: MEMORY, LIMIT, CANCELLED.
wend_result wendi_opening_search_run(wendi_opening_search* search, const wend_grid* grid, wend_tile from,
                                     wend_tile to, const wendi_cancel* cancel, wendi_opening_list* openings,
                                     wendi_tile_list* tiles);
#endif
