// layers.h: what do the layers of an overlay make of a tile?
//
// A layer item is a shape or an array of costs with a handle. The map is divided into pages; a page that some
// item may change, or some of whose tiles were seen on a hidden map, lists these items by handle, in
// ascending order, so that sums do not depend on the order of changes.
#ifndef WENDI_LAYERS_H
#define WENDI_LAYERS_H
#include "grid/grid.h"
#include "wend/overlay.h"

enum { WENDI_PAGE_SIDE = 32, WENDI_PAGE_TILES = WENDI_PAGE_SIDE * WENDI_PAGE_SIDE };

typedef struct wendi_item {
    int32_t handle;
    wend_shape shape; // its points are a copy; of costs, its floor and decay
    float* costs;     // row by row of the area; NULL: the shape
    wend_rect area;   // of the costs, in columns and rows of the map
    wend_rect box;    // the tiles of the sheet that it may change; empty: none
    double strength;  // what decay has left, as a share
} wendi_item;

typedef struct wendi_seen { // the tiles of a page that were seen on a hidden map
    uint32_t rows[WENDI_PAGE_SIDE];
    uint8_t classes[WENDI_PAGE_TILES]; // when they were seen
} wendi_seen;

typedef struct wendi_page {
    int32_t index;
    bool dirty;
    int32_t* handles; // ascending
    size_t capacity;
    int32_t count;
    wendi_seen* seen; // NULL: no tile was
} wendi_page;

typedef struct wendi_layers {
    wend_allocator allocator;
    int32_t width, height; // of the sheet, on which boxes and pages lie
    wendi_floors floors;
    uint32_t layout; // of the grid that they lie on
    wend_connectivity connectivity;
    int32_t page_columns, page_rows;
    wendi_item* items; // ascending by handle
    size_t item_capacity;
    int32_t item_count, next_handle;
    wendi_page* pages; // in no order
    size_t page_capacity;
    int32_t page_count;
    int32_t* slots; // position of a page in pages, plus 1, by its hash; 0: none
    size_t slot_count;
    bool hidden;
    float unknown_cost; // 0: blocked
    bool changed;       // some page is dirty
    bool all_changed;   // the map was hidden or revealed, or lies in another frame
} wendi_layers;

/// allocator: its owner frees the layers.
void wendi_layers_init(wendi_layers* layers, const wend_grid* grid, const wend_allocator* allocator);

/// Errors: ARGUMENT.
wend_result wendi_shape_check(const wend_shape* shape, const wendi_floors* floors);
/// Adds count shapes. Errors: LIMIT, MEMORY; nothing changed then.
wend_result wendi_layers_add(wendi_layers* layers, const wend_shape* shapes, int32_t count,
                             int32_t* handles_out_opt);
/// Takes costs, which lie in memory of the layers' allocator. Errors: LIMIT, MEMORY; nothing changed then.
wend_result wendi_layers_add_costs(wendi_layers* layers, wend_rect area, float* costs, float decay,
                                   int32_t* handle_out);
/// Errors: ARGUMENT, STALE, MEMORY.
wend_result wendi_layers_move(wendi_layers* layers, int32_t handle, const wend_shape* shape);
/// Errors: ARGUMENT, STALE.
wend_result wendi_layers_remove(wendi_layers* layers, int32_t handle);
void wendi_layers_tick(wendi_layers* layers, int32_t ticks);

/// Forgets all that was seen.
void wendi_layers_hide(wendi_layers* layers, bool hidden, float unknown_cost);
/// What was seen of a page, made if there is nothing yet. NULL: out of memory.
wendi_seen* wendi_layers_see(wendi_layers* layers, int32_t page);

/// Lays boxes and pages out for a map that may have other edges now. Errors: MEMORY; nothing changed then.
wend_result wendi_layers_follow(wendi_layers* layers, const wend_grid* grid);

/// Notes that a page that is listed has changed.
void wendi_layers_touch(wendi_layers* layers, int32_t index);
/// NULL: the page is not listed.
wendi_page* wendi_layers_page(const wendi_layers* layers, int32_t index);
/// What of an area of a floor lies on the map, on the sheet.
wend_rect wendi_layers_box(const wendi_layers* layers, wend_rect area);
/// The pages with tiles of a box: columns and rows.
wend_rect wendi_pages_of(wend_rect box);
/// The tiles of a page.
wend_rect wendi_page_area(const wendi_layers* layers, int32_t index);
/// What all items add to each tile of a page; INFINITY: blocked.
void wendi_layers_sum(const wendi_layers* layers, const wendi_page* page, double sums[WENDI_PAGE_TILES]);
/// All pages are as the layers say: none is dirty, and those that nothing changes are left out.
void wendi_layers_settle(wendi_layers* layers);
#endif
