// links.h: which links lead from where to where, and how are they added to a grid, changed and copied?
#ifndef WENDI_LINKS_H
#define WENDI_LINKS_H
#include "grid/grid.h"

/// The integer cost of a link: see wendi_link_units. That of a seam is the cost of a straight step into the
/// tile where it ends, so it changes with that tile; 1 where the tile is blocked.
wend_cost wendi_link_cost(const wend_grid* grid, const wend_link* link);
/// The same as a true cost.
double wendi_link_true_cost(const wend_grid* grid, const wend_link* link);

/// What wend_grid_find_link and wend_grid_add_link do, for links between tiles of the sheet (floors.h).
const wend_link* wendi_sheet_find_link(const wend_grid* grid, int32_t id);
wend_result wendi_sheet_add_link(wend_grid* grid, const wend_link* link, int32_t* id_out_opt);

/// The link of a seam from a pair of its tiles, of a pair from 0 on, to the other side, or back.
wend_link wendi_seam_link(const wend_seam* seam, int32_t pair, bool back);
/// A seam of the caller on the sheet. False: it is not one of this map.
bool wendi_seam_to_sheet(const wend_grid* grid, const wend_seam* seam, wend_seam* out);

// ---- which links begin or end in an area, or at a tile?

/// Finds links by where they begin or end:
///
///     wendi_link_search search = wendi_links_in(&grid->links, WENDI_LINK_FROM, area);
///     for (int32_t i; (i = wendi_next_link(&search)) >= 0;) use(&grid->links.data[i]);
///
/// They come page by page, and within a page by row, column and index.
typedef struct wendi_link_search {
    const wendi_links* links;
    const wendi_link_ends* ends;
    wend_rect area;
    int32_t left, right, page_row, bottom; // of pages, those in page_row up to right are still to come
    int32_t next, end;                     // of the page at work
    int32_t page_column;
} wendi_link_search;

wendi_link_search wendi_links_in(const wendi_links* links, wendi_link_side side, wend_rect area);
/// Index of the next link; -1: there are no more.
int32_t wendi_next_link(wendi_link_search* search);

/// The links at one tile.
static inline wendi_link_search wendi_links_at(const wendi_links* links, wendi_link_side side,
                                               wend_tile tile) {
    wendi_link_search search = {.links = links, .page_row = 1};
    if (links->count == 0 || !wendi_page_has_links(links, side, tile)) return search;
    search.ends = &links->ends[side];
    search.area = (wend_rect){tile.x, tile.y, 1, 1, 0};
    const int32_t page = wendi_link_page(links, tile), end = search.ends->first[page + 1];
    search.next = search.end = wendi_first_link_end(search.ends, search.ends->first[page], end, tile);
    while (search.end < end && wendi_is_same(search.ends->data[search.end].tile, tile)) search.end++;
    return search;
}

/// True when a link is enabled, also for profile 0, and both its ends are passable.
bool wendi_link_is_usable(const wend_grid* grid, const wend_link* link);

/// A link that can be taken, seen from one of its ends.
typedef struct wendi_usable_link {
    const wend_link* link;
    int32_t index;         // of the link
    wend_tile here, there; // the end that was looked for, and the other one
    wend_cost cost;
} wendi_usable_link;

/// The next link of a search that can be taken. False: there are no more.
bool wendi_next_usable_link(const wend_grid* grid, wendi_link_search* search, wendi_usable_link* out);
/// The same of those whose other end lies in the area of the search, too.
bool wendi_next_inner_link(const wend_grid* grid, wendi_link_search* search, wendi_usable_link* out);

/// The cheapest usable link from one tile to another; NULL: none.
const wend_link* wendi_link_between(const wend_grid* grid, wend_tile from, wend_tile to);

/// True when all fields are in range, the id is given and the ends lie on the map. They may be blocked.
bool wendi_link_is_valid(const wend_grid* grid, const wend_link* link);

/// True when a link that can be taken lies in an area with both its ends.
bool wendi_holds_link(const wend_grid* grid, wend_rect area);

/// The nodes at the ends of links have numbers of 32 bits, half of which are those on border lines.
#define WENDI_MAX_LINKED_TILES ((int64_t)1 << 31)

/// Makes room for one more link. Errors: MEMORY, LIMIT (the map has more than WENDI_MAX_LINKED_TILES).
wend_result wendi_grid_reserve_link(wend_grid* grid);

/// Inserts a valid link in the order of its id. There is room for it.
void wendi_grid_insert_link(wend_grid* grid, const wend_link* link);
#endif
