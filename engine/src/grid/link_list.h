// link_list.h: which links does a grid have?
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

typedef struct wendi_links { // by ascending id
    wend_link* data;
    wend_link* shown;    // the same for callers, on their floors; NULL: as they are on the sheet
    wendi_floors floors; // of the map
    size_t capacity, shown_capacity;
    int32_t count;
    int32_t page_columns, page_rows;
    wendi_link_ends ends[2]; // by wendi_link_side
} wendi_links;

/// Free *out by wendi_links_free, also after an error. Errors: MEMORY.
wend_result wendi_links_copy(const wendi_links* links, const wend_allocator* allocator, wendi_links* out);
void wendi_links_free(wendi_links* links, const wend_allocator* allocator);

size_t wendi_links_bytes(const wendi_links* links);

/// Makes room for one more link on a map whose sheet is this high. Errors: MEMORY.
wend_result wendi_links_reserve(wendi_links* links, const wend_allocator* allocator,
                                const wendi_floors* floors, int32_t height);

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

/// The first of some ends of one page that lies on a tile or behind it.
static inline int32_t wendi_first_link_end(const wendi_link_ends* ends, int32_t first, int32_t last,
                                           wend_tile tile) {
    while (first < last) {
        const int32_t middle = first + (last - first) / 2;
        const wend_tile at = ends->data[middle].tile;
        if (at.y < tile.y || (at.y == tile.y && at.x < tile.x))
            first = middle + 1;
        else
            last = middle;
    }
    return first;
}

/// True when some link has an end on the page of a tile. Most tiles lie on other pages, and the bits of large
/// maps stay in caches.
static inline bool wendi_page_has_links(const wendi_links* links, wendi_link_side side, wend_tile tile) {
    const int32_t page = wendi_link_page(links, tile);
    return links->ends[side].some[page / 32] >> page % 32 & 1;
}
#endif
