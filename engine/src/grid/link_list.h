// link_list.h: which links does a grid have, and which of them are shortcuts?
#ifndef WENDI_LINK_LIST_H
#define WENDI_LINK_LIST_H
#include "core/base.h"
#include "grid/floors.h"

enum { WENDI_LINK_PAGE_SIDE = 32 };

/// The ends of links that agents leave from, or those that they arrive at.
typedef enum wendi_link_side { WENDI_LINK_FROM, WENDI_LINK_TO } wendi_link_side;

typedef struct wendi_link_end {
    wend_tile tile;
    int32_t link; // index in wendi_links.data
} wendi_link_end;

/// One end of every link, sorted by page, row, column and link.
typedef struct wendi_link_ends {
    wendi_link_end* data;
    size_t capacity;
    int32_t* first; // by page: its first end; one more entry for the end
    uint32_t* some; // a bit for each page: it has some; behind these entries
} wendi_link_ends;

/// What tiles of the sheet (floors.h) are for callers. All zero: the same.
typedef struct wendi_link_frame {
    int32_t pitch;     // rows of the sheet from one floor to the next; 0: the map has one floor
    int32_t left, top; // column and row of the first tile
} wendi_link_frame;

typedef struct wendi_links { // by ascending id
    wend_link* data;
    wend_link* shown;       // the same for callers, with their floors; NULL: the frame is all zero
    wendi_link_frame frame; // of the map of the callers
    size_t capacity, shown_capacity;
    int32_t count;
    int32_t page_columns, page_rows;
    wendi_link_ends ends[2]; // by wendi_link_side
} wendi_links;

/// Free *out by wendi_links_free, also after an error. Errors: MEMORY.
wend_result wendi_links_copy(const wendi_links* links, const wend_allocator* allocator, wendi_links* out);
void wendi_links_free(wendi_links* links, const wend_allocator* allocator);

size_t wendi_links_bytes(const wendi_links* links);

/// Makes room for one more link on a map of this size. Errors: MEMORY.
wend_result wendi_links_reserve(wendi_links* links, const wend_allocator* allocator, int32_t width,
                                int32_t height, wendi_link_frame frame);

/// Inserts a link in the order of its id. There is room for it.
void wendi_links_insert(wendi_links* links, const wend_link* link);

void wendi_links_remove(wendi_links* links, int32_t index);

/// Replaces a link by one between the same tiles.
void wendi_links_change(wendi_links* links, int32_t index, const wend_link* link);

/// The links for callers.
static inline const wend_link* wendi_shown_links(const wendi_links* links) {
    return links->shown ? links->shown : links->data;
}

/// Index of the first link whose id is at least this.
int32_t wendi_links_lower_bound(const wendi_links* links, int32_t id);

/// The page of a tile.
static inline int32_t wendi_link_page(const wendi_links* links, wend_tile tile) {
    return tile.y / WENDI_LINK_PAGE_SIDE * links->page_columns + tile.x / WENDI_LINK_PAGE_SIDE;
}

/// True when paths on a grid may take a link once both its ends are passable. A grid stands for profile 0;
/// the links of a view say whether its profile may.
static inline bool wendi_link_is_enabled(const wend_link* link) {
    return link->enabled && (link->profiles & 1);
}

enum { WENDI_MAX_LINK_COST = 1 << 28 }; // in integer units

/// The integer cost of a link that is no seam, at least 1, so that no cycle of links costs nothing. unit: of
/// the grid.
wend_cost wendi_link_units(const wend_link* link, int32_t unit);

/// The highest that it has for any profile.
wend_cost wendi_link_most_units(const wend_link* link, int32_t unit);

/// Whether a profile has a cost of its own for it.
bool wendi_link_has_profile_costs(const wend_link* link);

/// True when some link has an end on the page of a tile. Most tiles lie on other pages, and the bits of large
/// maps stay in caches.
static inline bool wendi_page_has_links(const wendi_links* links, wendi_link_side side, wend_tile tile) {
    const int32_t page = wendi_link_page(links, tile);
    return links->ends[side].some[page / 32] >> page % 32 & 1;
}

enum { WENDI_SHORTCUT_BLOCK = 16 };

/// One end of each shortcut.
typedef struct wendi_shortcut_ends {
    int32_t *x, *y;
    int32_t *left, *right, *top, *bottom; // by block: the tiles lie within these columns and rows
} wendi_shortcut_ends;

/// What a walk costs at least. Sums of these are exact on every machine.
typedef struct wendi_walk_costs {
    wend_connectivity connectivity;
    int32_t straight, diagonal; // cheapest steps; 0: no tile is passable
    int32_t unit;               // of costs
    const wendi_floors* floors;
} wendi_walk_costs;

/// Pairs of a seam between the first and the last column, or row, are no shortcuts but wrap the map: bounds
/// then take the way around into account.
///
/// On a map of several floors, what a walk costs at least is the distance of its ends on the sheet or on the
/// plane, where all floors lie over each other. Both are consistent. On the sheet each seam and each flight
/// of stairs is a shortcut, and bounds over them know the way from floor to floor; on the plane hardly any
/// is. The shortcuts are those on the plane where most of those on the sheet are seams that cost a step
/// there.
typedef struct wendi_shortcuts { // by the second end, along a Z-order curve, and id
    wendi_shortcut_ends ends[2]; // by wendi_link_side
    int32_t *cost, *id;          // of the links
    int32_t count;               // the rest of the last block holds no shortcuts
    int32_t pitch;          // they are those of walks on the plane, where their ends lie; 0: on the sheet
    int32_t counts[2];      // how many there are on the sheet, and on the plane
    int32_t steps, enabled; // seams that are none on the plane and cost a step, among the enabled links
    int32_t wraps[2];       // links that wrap the map in x and in y
    int32_t* memory;        // of all these arrays
    size_t capacity;        // in shortcuts, whole blocks
} wendi_shortcuts;

static inline int32_t wendi_shortcut_blocks(int32_t count) {
    return (count + WENDI_SHORTCUT_BLOCK - 1) / WENDI_SHORTCUT_BLOCK;
}

/// Errors: MEMORY.
wend_result wendi_shortcuts_copy(const wendi_shortcuts* shortcuts, const wend_allocator* allocator,
                                 wendi_shortcuts* out);
void wendi_shortcuts_free(wendi_shortcuts* shortcuts, const wend_allocator* allocator);

size_t wendi_shortcuts_bytes(const wendi_shortcuts* shortcuts);

/// Makes room for so many shortcuts in all. Errors: MEMORY.
wend_result wendi_shortcuts_reserve(wendi_shortcuts* shortcuts, const wend_allocator* allocator,
                                    size_t count);

/// Appends a shortcut; once all are appended, wendi_shortcuts_bound finds the blocks. There is room for it.
void wendi_shortcuts_append(wendi_shortcuts* shortcuts, wend_tile from, wend_tile to, int32_t cost,
                            int32_t id);

/// Finds the areas of all blocks from that of a shortcut on.
void wendi_shortcuts_bound(wendi_shortcuts* shortcuts, int32_t first);

/// Finds all shortcuts among the links again. There is room for as many as there are links.
void wendi_shortcuts_find(wendi_shortcuts* shortcuts, const wendi_links* links, const wendi_walk_costs* walk);

/// Adds a link that was added, if it is a shortcut. There is room for it.
void wendi_shortcuts_add(wendi_shortcuts* shortcuts, const wend_link* link, const wendi_walk_costs* walk);

/// Removes a link, as it was added, if it is there.
void wendi_shortcuts_remove(wendi_shortcuts* shortcuts, const wend_link* link, const wendi_walk_costs* walk);

/// The pitch that suits the links as they are. Once they have changed, and it is another than that of the
/// shortcuts, these are to be found again.
int32_t wendi_shortcuts_pitch(const wendi_shortcuts* shortcuts, const wendi_walk_costs* walk);
#endif
