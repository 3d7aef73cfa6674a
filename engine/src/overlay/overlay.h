// overlay.h: what does an overlay consist of? Its layers, what they make of a tile, and the classes that
// stand for added costs.
#ifndef WENDI_OVERLAY_H
#define WENDI_OVERLAY_H
#include "core/containers.h"
#include "hierarchy/world.h"
#include "wend/overlay.h"

// ---- what do the layers of an overlay make of a tile?
//
// A layer item is a shape or an array of costs with a handle. The map is divided into pages; a page that some
// item may change, or some of whose tiles were seen on a hidden map, lists these items by handle, in
// ascending order, so that sums do not depend on the order of changes.

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
    wendi_number_table position_of; // in pages, by index
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

// ---- which classes stand for added costs in the world of an overlay?
//
// While few different costs occur, a class stands for each of them. Otherwise costs are rounded to levels,
// each by the same factor above the one before, and a class stands for a level; in a world with profiles, for
// a level above one class of the parent, because that may cost each profile something else. Only classes that
// no tile of the parent has are taken.

enum { WENDI_COST_LEVELS = 200, WENDI_EXACT_COSTS = 64 };

typedef struct wendi_palette {
    const wend_grid* grid; // of the parent
    bool by_class;         // for profiles
    int32_t coarseness;    // which factor; 0: costs are exact
    int32_t level_count;
    double levels[WENDI_COST_LEVELS];
    double most; // that the map may cost
    uint8_t*
        classes[WEND_CLASS_COUNT]; // by class of the parent, then by level; 0: none yet. NULL: none at all
    bool taken[WEND_CLASS_COUNT];
    bool kept[WEND_CLASS_COUNT]; // of the parent's, though no tile has them
    uint8_t unknown_class;       // 0: blocked
    int32_t taken_count;
    float costs[WEND_CLASS_COUNT]; // of the world
    float added[WEND_CLASS_COUNT]; // what a class costs more than its base
    uint8_t bases[WEND_CLASS_COUNT];
} wendi_palette;

enum { WENDI_EXACT, WENDI_COARSEST = 5 };

/// Takes no class yet. kept: classes that are not to be taken. unknown_cost: 0: blocked. Errors: LIMIT.
wend_result wendi_palette_begin(wendi_palette* palette, const wend_grid* grid, bool by_class,
                                int32_t coarseness, const bool kept[WEND_CLASS_COUNT], float unknown_cost);
/// True when the palette may go on with another version of the parent.
bool wendi_palette_suits(const wendi_palette* palette, const wend_grid* grid,
                         const bool kept[WEND_CLASS_COUNT]);
/// The class for a tile of a class that costs more by a sum above 0. allocator: its owner frees the classes.
/// Errors: LIMIT, MEMORY.
wend_result wendi_palette_class(wendi_palette* palette, const wend_allocator* allocator, uint8_t base,
                                double sum, uint8_t* out);
double wendi_palette_factor(const wendi_palette* palette);

// ---- the overlay

struct wend_overlay {
    wendi_owner owner;        // of all but the worlds
    wend_allocator allocator; // of what it owns
    const wend_world* parent;
    wendi_shared* life; // of the parent
    wend_world* base;   // the parent as it was when the overlay last followed it; NULL: not yet
    wend_world* world;  // NULL: not made yet
    wendi_layers layers;
    wendi_palette palette;
    bool palette_is_valid;            // the world has its classes
    bool remembers[WEND_CLASS_COUNT]; // some tile may be remembered to be of the class
};

/// Makes an overlay of a world, or of that which a view belongs to, with some shapes. world_out: its world,
/// or the view there. Errors: ARGUMENT, UNSUPPORTED (a world with regions), LIMIT, MEMORY.
wend_result wendi_overlay_avoiding(const wend_world* world, const wend_shape* shapes, int32_t count,
                                   wend_overlay** overlay_out, const wend_world** world_out);
#endif
