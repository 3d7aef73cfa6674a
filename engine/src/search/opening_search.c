// opening_search.c: what would have to be opened so that a path leads from one tile to another?
#include "search/search.h"

#include <string.h>

#include "grid/links.h"
#include "grid/steps.h"
#include "search/flat_steps.h"

typedef struct opening_bound {
    uint8_t* marks; // by tile: see the flood. NULL: no bound
    int32_t least;  // openings of the best path, its start not counted
} opening_bound;

// Index of a tile on the map or in the border around it.
static inline size_t bound_index(const wend_grid* grid, wend_tile tile) {
    return (size_t)((tile.y + 1) * grid->stride + tile.x + 1);
}

// No path from the tile to the goal opens fewer. 0: there is no bound.
static inline int32_t bound_at(const opening_bound* bound, const wend_grid* grid, wend_tile tile) {
    if (!bound->marks) return 0;
    const int32_t mark = bound->marks[bound_index(grid, tile)];
    return mark ? mark - 1 : bound->least;
}

// ---- a flood from the goal, level by level
//
// A level holds the tiles from which as many blocked ones must be opened: those around the blocked tiles
// of the level below, all passable ones that reach them, and the blocked ones at the rim of these. The
// flood ends at the start: what it has not entered by then needs at least as many openings.
//
// A diagonal step that may not cut corners opens nothing that two straight ones do not, so it is left
// out.

enum { HIGHEST_MARK = 254, OFF_MAP = 255, SEEDS_PER_CANCEL_CHECK = 1 << 14 };

typedef struct flood {
    const wend_grid* grid;
    const wendi_cancel* cancel;
    uint8_t* marks;        // by tile: its level plus 1, at most HIGHEST_MARK; 0: not entered; or OFF_MAP
    uint8_t mark;          // of the current level
    wendi_tile_list seeds; // passable tiles from which the current level spreads
    wendi_tile_list rim;   // blocked tiles of the current level
    int64_t seeds_taken;
} flood;

static uint8_t* mark_at(const flood* f, wend_tile tile) {
    return &f->marks[bound_index(f->grid, tile)];
}

static wend_result enter(flood* f, wend_tile tile) {
    uint8_t* mark = mark_at(f, tile);
    if (*mark) return WEND_OK;
    if (wendi_is_passable(f->grid, tile.x, tile.y)) return wendi_tile_list_push(&f->seeds, tile);
    *mark = f->mark;
    return wendi_tile_list_push(&f->rim, tile);
}

// Enters the tiles of a part of a row; of several passable ones side by side only the first becomes a seed.
static wend_result enter_row(flood* f, int32_t y, int32_t first, int32_t last) {
    bool in_run = false;
    for (int32_t x = first; x <= last; x++) {
        const wend_tile tile = {x, y};
        const bool in_next = !*mark_at(f, tile) && wendi_is_passable(f->grid, x, y);
        const wend_result result = in_run && in_next ? WEND_OK : enter(f, tile);
        if (result != WEND_OK) return result;
        in_run = in_next;
    }
    return WEND_OK;
}

// Marks the passable tiles of a row around a seed, and enters those around them.
static wend_result mark_run(flood* f, wend_tile seed) {
    const int32_t cut = f->grid->connectivity == WEND_CONNECTIVITY_8_CUT;
    int32_t first = seed.x, last = seed.x;
    if (*mark_at(f, seed)) return WEND_OK;
    while (wendi_is_passable(f->grid, first - 1, seed.y)) first--;
    while (wendi_is_passable(f->grid, last + 1, seed.y)) last++;
    memset(mark_at(f, (wend_tile){first, seed.y}), f->mark, (size_t)(last - first + 1));
    wend_result result = enter(f, (wend_tile){first - 1, seed.y});
    if (result == WEND_OK) result = enter(f, (wend_tile){last + 1, seed.y});
    if (result == WEND_OK) result = enter_row(f, seed.y - 1, first - cut, last + cut);
    if (result == WEND_OK) result = enter_row(f, seed.y + 1, first - cut, last + cut);
    return result;
}

static wend_result spread(flood* f, wend_tile from) {
    wend_result result = WEND_OK;
    while (f->seeds.count > 0 && result == WEND_OK && !*mark_at(f, from)) {
        result = mark_run(f, f->seeds.data[--f->seeds.count]);
        if (++f->seeds_taken % SEEDS_PER_CANCEL_CHECK == 0 && wendi_is_cancelled(f->cancel))
            result = WEND_ERROR_CANCELLED;
    }
    return result;
}

static wend_result enter_around(flood* f, const wendi_tile_list* tiles) {
    const int32_t count =
        f->grid->connectivity == WEND_CONNECTIVITY_8_CUT ? WENDI_DIRECTIONS : WENDI_STRAIGHT;
    for (int64_t i = 0; i < tiles->count; i++) {
        for (int32_t d = 0; d < count; d++) {
            const wend_result result = enter(f, wendi_beside(tiles->data[i], d));
            if (result != WEND_OK) return result;
        }
    }
    return WEND_OK;
}

static wend_result rise_to(flood* f, wend_tile from, int32_t* level_out) {
    wendi_tile_list below = {.allocator = f->rim.allocator};
    wend_result result = spread(f, from);
    for (*level_out = 0; result == WEND_OK && !*mark_at(f, from);) {
        const wendi_tile_list rim = f->rim;
        f->rim = below;
        f->rim.count = 0;
        below = rim;
        if (below.count == 0) break; // the start is on another floor
        f->mark = (uint8_t)wendi_min(++*level_out + 1, HIGHEST_MARK);
        result = wendi_is_cancelled(f->cancel) ? WEND_ERROR_CANCELLED : enter_around(f, &below);
        if (result == WEND_OK) result = spread(f, from);
    }
    return result;
}

static void mark_border(flood* f) {
    const wend_grid* grid = f->grid;
    const size_t row = (size_t)grid->stride;
    memset(f->marks, OFF_MAP, row);
    memset(f->marks + row * (size_t)(grid->height + 1), OFF_MAP, row);
    for (int32_t y = 0; y < grid->height; y++)
        if (wendi_is_floor_row(&grid->floors, y))
            *mark_at(f, (wend_tile){-1, y}) = *mark_at(f, (wend_tile){grid->width, y}) = OFF_MAP;
        else // nothing between two floors can be opened
            memset(mark_at(f, (wend_tile){-1, y}), OFF_MAP, row);
}

// Counts, for each tile, the blocked tiles that must be opened from it to the goal, itself not counted. Maps
// with closed steps, hexagons or links get no bound. Errors: MEMORY, CANCELLED.
static wend_result find_bound(const wend_allocator* allocator, const wend_grid* grid, wend_tile from,
                              wend_tile goal, const wendi_cancel* cancel, opening_bound* out) {
    if (wendi_has_closed_steps(grid) || grid->links.count > 0) return WEND_OK;
    const size_t count = (size_t)grid->stride * (size_t)(grid->height + 2);
    out->marks = wendi_alloc_zeroed(allocator, count, sizeof *out->marks);
    if (!out->marks) return WEND_ERROR_MEMORY;
    flood f = {.grid = grid, .cancel = cancel, .marks = out->marks, .mark = 1};
    f.seeds.allocator = f.rim.allocator = *allocator;
    mark_border(&f);
    const wend_result result = enter(&f, goal);
    return result == WEND_OK ? rise_to(&f, from, &out->least) : result;
}

// ---- Dijkstra's algorithm over all tiles, blocked ones included
//
// A key is the number of openings and, in its lower bits, the length of the way: so ways with fewer
// openings come first, and of as many the shorter one. Within one number of openings keys rise slowly and
// stay in the buckets; those with more openings wait in the heap.
//
// The bound leaves out all tiles that are on no path with the fewest openings. Whatever
// gives a tile of such a path its key is on one too, and no item overtakes another in the queues because
// a third is missing: so the bound changes no path, also among equals.
//
// A diagonal step that may not cut corners is only taken as it is legal today. Two straight steps around
// it open no more than whatever would make it legal, since it needs both tiles and all four steps there.

enum { STRAIGHT_LENGTH = 12, DIAGONAL_LENGTH = 17, LENGTH_BITS = 37, TILES_PER_CANCEL_CHECK = 1 << 14 };
enum { BY_LINK = 8, BY_NOTHING = 9, FINAL = 0x80 };
#define ONE_OPENING ((int64_t)1 << LENGTH_BITS)

WENDI_LIST_FUNCTIONS(wendi_opening_list, wend_opening)

// ---- memory

enum { PAGE_SIDE = 64, PAGE_TILES = PAGE_SIDE * PAGE_SIDE };

typedef struct opening_page {
    int64_t keys[PAGE_TILES]; // of the best way to each tile so far
    uint8_t by[PAGE_TILES];   // its last step: a direction, or a link; and whether it is final
} opening_page;

typedef struct opening_search {
    wend_allocator allocator; // of all that follows
    const wend_grid* grid;
    opening_page** pages; // NULL: not entered yet
    int32_t page_columns;
    opening_bound bound;
    int64_t limit;              // openings that no path with the fewest exceeds
    wendi_bucket_queue buckets; // tiles by their keys
    wendi_heap heap;            // those whose keys are too far ahead for the buckets
} opening_search;

static wend_result begin(opening_search* s, const wend_grid* grid, const wend_allocator* allocator) {
    *s = (opening_search){
        .allocator = *allocator, .grid = grid, .limit = INT64_MAX, .heap.allocator = *allocator};
    wendi_bucket_queue_init(&s->buckets, allocator);
    s->page_columns = (grid->width - 1) / PAGE_SIDE + 1;
    const size_t count = (size_t)s->page_columns * (size_t)((grid->height - 1) / PAGE_SIDE + 1);
    s->pages = wendi_alloc_zeroed(allocator, count, sizeof *s->pages);
    return s->pages ? wendi_bucket_queue_reset(&s->buckets, 0, 2 * DIAGONAL_LENGTH) : WEND_ERROR_MEMORY;
}

static size_t index_in_page(wend_tile tile) {
    const uint32_t x = (uint32_t)tile.x, y = (uint32_t)tile.y;
    return y % PAGE_SIDE * PAGE_SIDE + x % PAGE_SIDE;
}

// NULL: no memory.
static opening_page* new_page(const wend_allocator* allocator) {
    opening_page* page = wendi_alloc(allocator, 1, sizeof *page);
    for (int32_t i = 0; i < PAGE_TILES && page; i++) {
        page->keys[i] = INT64_MAX;
        page->by[i] = BY_NOTHING;
    }
    return page;
}

// NULL: no memory.
static inline opening_page* page_at(opening_search* s, wend_tile tile) {
    const size_t row = (uint32_t)tile.y / PAGE_SIDE;
    const size_t column = (uint32_t)tile.x / PAGE_SIDE;
    opening_page** page = &s->pages[row * (size_t)s->page_columns + column];
    if (!*page) *page = new_page(&s->allocator);
    return *page;
}

// ---- what a step opens

static bool is_blocked(const wend_grid* grid, wend_tile tile) {
    return !wendi_is_passable(grid, tile.x, tile.y);
}

static bool is_too_steep(const wend_grid* grid, wend_tile tile, int32_t direction) {
    return wendi_has_directions(grid) && wendi_step_factor(grid, tile.x, tile.y, direction) == 0;
}

static bool is_closed(const wend_grid* grid, wend_tile tile, int32_t direction) {
    return wendi_exits_declared(&grid->exits, tile.x, tile.y) >> direction & 1;
}

// The two straight directions that make up a diagonal one, the way along the row first.
static void parts_of(int32_t diagonal, int32_t out[2]) {
    out[0] = wendi_direction[diagonal].x > 0 ? WENDI_EAST : WENDI_WEST;
    out[1] = wendi_direction[diagonal].y > 0 ? WENDI_SOUTH : WENDI_NORTH;
}

static int32_t closed_on_way(const wend_grid* grid, wend_tile from, int32_t first, int32_t second) {
    return is_closed(grid, from, first) + is_closed(grid, wendi_beside(from, first), second);
}

static bool is_diagonal(const wend_grid* grid, int32_t direction) {
    return direction >= WENDI_STRAIGHT && !wendi_is_hex(grid->connectivity);
}

// How many closed steps the step to a tile on the map opens; -1: it is not to be taken.
static int32_t steps_opened(const wend_grid* grid, wend_tile from, int32_t direction) {
    const int32_t slope = is_too_steep(grid, from, direction);
    if (!is_diagonal(grid, direction)) return is_closed(grid, from, direction) + slope;
    if (grid->connectivity != WEND_CONNECTIVITY_8_CUT) {
        const bool legal =
            !is_blocked(grid, from) && wendi_legal_moves(grid, from.x, from.y) >> direction & 1;
        return legal ? 0 : -1;
    }
    int32_t parts[2];
    parts_of(direction, parts);
    return slope + is_closed(grid, from, direction) +
           wendi_min(closed_on_way(grid, from, parts[0], parts[1]),
                     closed_on_way(grid, from, parts[1], parts[0]));
}

static wend_result add_step(const wend_grid* grid, wend_tile from, int32_t direction,
                            wendi_opening_list* list) {
    if (!is_closed(grid, from, direction)) return WEND_OK;
    const wend_tile to = wendi_beside(from, direction);
    const bool wall = is_closed(grid, to, wendi_opposite(direction));
    return wendi_opening_list_push(
        list, (wend_opening){wall ? WEND_OPENING_WALL : WEND_OPENING_STEP, from, to, 0, -1, 0});
}

static wend_result add_tile(const wend_grid* grid, wend_tile tile, wendi_opening_list* list) {
    if (!is_blocked(grid, tile)) return WEND_OK;
    return wendi_opening_list_push(
        list, (wend_opening){WEND_OPENING_TILE, tile, tile, *wendi_tile(grid, tile.x, tile.y), -1, 0});
}

// What the step opens, last first.
static wend_result add_step_openings(const wend_grid* grid, wend_tile from, int32_t direction,
                                     wendi_opening_list* list) {
    wend_result result = add_tile(grid, wendi_beside(from, direction), list);
    if (result == WEND_OK && is_diagonal(grid, direction)) {
        int32_t parts[2];
        parts_of(direction, parts);
        const bool other =
            closed_on_way(grid, from, parts[1], parts[0]) < closed_on_way(grid, from, parts[0], parts[1]);
        const int32_t first = parts[other], second = parts[!other];
        if (grid->connectivity == WEND_CONNECTIVITY_8_CUT) {
            result = add_step(grid, wendi_beside(from, first), second, list);
            if (result == WEND_OK) result = add_step(grid, from, first, list);
        }
    }
    if (result == WEND_OK) result = add_step(grid, from, direction, list);
    if (result != WEND_OK || !is_too_steep(grid, from, direction)) return result;
    return wendi_opening_list_push(
        list, (wend_opening){WEND_OPENING_SLOPE, from, wendi_beside(from, direction), 0, -1, 0});
}

// ---- the search

static inline wend_result relax(opening_search* s, wend_tile to, int64_t key, uint8_t by) {
    opening_page* page = page_at(s, to);
    if (!page) return WEND_ERROR_MEMORY;
    const size_t i = index_in_page(to);
    if (key >= page->keys[i]) return WEND_OK;
    page->keys[i] = key;
    page->by[i] = by;
    const uint32_t item = (uint32_t)((int64_t)to.y * s->grid->width + to.x);
    return wendi_bucket_queue_fits(&s->buckets, key) ? wendi_bucket_queue_push(&s->buckets, key, item)
                                                     : wendi_heap_push(&s->heap, key, item);
}

// What lies between two floors cannot be opened.
static bool is_on_map(const wend_grid* grid, wend_tile tile) {
    return wendi_sheet_contains(grid, tile) && wendi_is_floor_row(&grid->floors, tile.y);
}

static bool opens_too_many(const opening_search* s, wend_tile to, int64_t key) {
    return (key >> LENGTH_BITS) + bound_at(&s->bound, s->grid, to) > s->limit;
}

// On a map without closed steps: follows the steps between its tiles. A move leads to a passable tile.
// Steps between passable tiles change neither the openings so far nor the bound.
static wend_result follow_open_steps(opening_search* s, wend_tile at, int64_t key) {
    const wend_grid* grid = s->grid;
    const uint32_t moves = wendi_legal_moves(grid, at.x, at.y);
    const int32_t count = grid->connectivity == WEND_CONNECTIVITY_8_CUT ? WENDI_DIRECTIONS : WENDI_STRAIGHT;
    const bool blocked = is_blocked(grid, at);
    wend_result result = WEND_OK;
    for (int32_t d = 0; d < WENDI_DIRECTIONS && result == WEND_OK; d++) {
        const wend_tile to = wendi_beside(at, d);
        const bool opens = !(moves >> d & 1);
        if (d >= count && (opens || blocked)) continue;
        if (opens && !is_on_map(grid, to)) continue;
        const int64_t length = d < WENDI_STRAIGHT ? STRAIGHT_LENGTH : DIAGONAL_LENGTH;
        const int64_t through = key + opens * ONE_OPENING + length;
        if ((opens || blocked) && opens_too_many(s, to, through)) continue;
        result = relax(s, to, through, (uint8_t)d);
    }
    return result;
}

static wend_result follow_steps(opening_search* s, wend_tile at, int64_t key) {
    const wend_grid* grid = s->grid;
    if (!wendi_has_closed_steps(grid)) return follow_open_steps(s, at, key);
    const uint32_t lacking =
        wendi_is_hex(grid->connectivity) ? wendi_hex_closed(grid->connectivity, at.x, at.y) : 0;
    const int32_t count = grid->connectivity == WEND_CONNECTIVITY_4 ? WENDI_STRAIGHT : WENDI_DIRECTIONS;
    wend_result result = WEND_OK;
    for (int32_t d = 0; d < count && result == WEND_OK; d++) {
        const wend_tile to = wendi_beside(at, d);
        if (lacking >> d & 1 || !is_on_map(grid, to)) continue;
        const int32_t steps = steps_opened(grid, at, d);
        if (steps < 0) continue;
        result = relax(s, to,
                       key + (steps + is_blocked(grid, to)) * ONE_OPENING +
                           (is_diagonal(grid, d) ? DIAGONAL_LENGTH : STRAIGHT_LENGTH),
                       (uint8_t)d);
    }
    return result;
}

static int64_t key_over_link(const wend_grid* grid, const wend_link* link, int64_t key) {
    return key + (!wendi_link_is_enabled(link) + is_blocked(grid, link->to)) * ONE_OPENING +
           (int64_t)(wendi_link_true_cost(grid, link) * STRAIGHT_LENGTH) + 1;
}

static wend_result follow_links(opening_search* s, wend_tile at, int64_t key) {
    wend_result result = WEND_OK;
    wendi_link_search links = wendi_links_at(&s->grid->links, WENDI_LINK_FROM, at);
    for (int32_t i; result == WEND_OK && (i = wendi_next_link(&links)) >= 0;) {
        const wend_link* link = &s->grid->links.data[i];
        result = relax(s, link->to, key_over_link(s->grid, link, key), BY_LINK);
    }
    return result;
}

static wend_tile tile_of(const opening_search* s, uint32_t item) {
    const uint32_t width = (uint32_t)s->grid->width;
    return (wend_tile){(int32_t)(item % width), (int32_t)(item / width)};
}

// Tiles of equal keys lie far apart, so the next one is fetched while this one is expanded.
static void prefetch_next(opening_search* s) {
    uint32_t item;
    if (!wendi_bucket_queue_peek(&s->buckets, &item)) return;
    const wend_tile next = tile_of(s, item);
    const opening_page* page = page_at(s, next); // that is there
    const size_t i = index_in_page(next);
    const int32_t side = PAGE_SIDE;
    __builtin_prefetch(&page->by[i]);
    for (int32_t row = -1; row <= 1; row++) {
        __builtin_prefetch(wendi_tile(s->grid, next.x, next.y + row));
        __builtin_prefetch(&page->keys[(i + (size_t)(row * side)) % PAGE_TILES]);
    }
}

static wend_result search(opening_search* s, wend_tile from, wend_tile goal, const wendi_cancel* cancel) {
    wend_result result = relax(s, from, is_blocked(s->grid, from) * ONE_OPENING, BY_NOTHING);
    for (int64_t expanded = 1; result == WEND_OK; expanded++) {
        uint32_t item;
        result = wendi_flat_links_refill(&s->heap, &s->buckets);
        if (result != WEND_OK || !wendi_bucket_queue_pop(&s->buckets, &item)) break;
        const wend_tile at = tile_of(s, item);
        opening_page* page = page_at(s, at); // that is there
        const size_t i = index_in_page(at);
        if (page->by[i] & FINAL) continue;
        page->by[i] |= FINAL;
        prefetch_next(s);
        if (wendi_is_same(at, goal)) break;
        result = follow_steps(s, at, page->keys[i]);
        if (result == WEND_OK && s->grid->links.count > 0) result = follow_links(s, at, page->keys[i]);
        if (expanded % TILES_PER_CANCEL_CHECK == 0 && wendi_is_cancelled(cancel)) return WEND_ERROR_CANCELLED;
    }
    return result;
}

// ---- the way back

// The link that gave a tile its key.
static const wend_link* link_into(opening_search* s, wend_tile tile, int64_t key) {
    wendi_link_search links = wendi_links_at(&s->grid->links, WENDI_LINK_TO, tile);
    for (int32_t i; (i = wendi_next_link(&links)) >= 0;) {
        const wend_link* link = &s->grid->links.data[i];
        const opening_page* page = page_at(s, link->from);
        const size_t from = index_in_page(link->from);
        if (page && page->by[from] & FINAL && key_over_link(s->grid, link, page->keys[from]) == key)
            return link;
    }
    return NULL;
}

static wend_result walk_back(opening_search* s, wend_tile goal, wendi_opening_list* openings,
                             wendi_tile_list* tiles) {
    const wend_grid* grid = s->grid;
    wend_tile at = goal;
    for (;;) {
        const opening_page* page = page_at(s, at);
        const size_t i = index_in_page(at);
        const int32_t by = page->by[i] & ~FINAL;
        wend_result result = wendi_tile_list_push(tiles, at);
        if (result != WEND_OK) return result;
        if (by == BY_NOTHING) return add_tile(grid, at, openings);
        if (by == BY_LINK) {
            const wend_link* link = link_into(s, at, page->keys[i]);
            if (!link) return WEND_ERROR_MEMORY; // for a page that the search has not entered
            result = add_tile(grid, at, openings);
            if (result == WEND_OK && !wendi_link_is_enabled(link))
                result = wendi_opening_list_push(
                    openings, (wend_opening){WEND_OPENING_LINK, link->from, at, 0, link->id, 0});
            at = link->from;
        } else {
            at = (wend_tile){at.x - wendi_direction[by].x, at.y - wendi_direction[by].y};
            result = add_step_openings(grid, at, by, openings);
        }
        if (result != WEND_OK) return result;
    }
}

static wend_result find(opening_search* s, wend_tile from, wend_tile to, const wendi_cancel* cancel,
                        wendi_opening_list* openings, wendi_tile_list* tiles) {
    wend_result result = find_bound(&s->allocator, s->grid, from, to, cancel, &s->bound);
    if (result == WEND_OK && s->bound.marks) s->limit = s->bound.least + is_blocked(s->grid, from);
    if (result == WEND_OK) result = search(s, from, to, cancel);
    if (result != WEND_OK) return result;
    const opening_page* page = page_at(s, to);
    if (!page) return WEND_ERROR_MEMORY;
    if (!(page->by[index_in_page(to)] & FINAL)) return WEND_OK; // no link joins the floors
    result = walk_back(s, to, openings, tiles);
    wendi_opening_list_reverse_from(openings, 0);
    wendi_tile_list_reverse_from(tiles, 0);
    return result;
}

wend_result wendi_find_openings(const wend_allocator* allocator, const wend_grid* grid, wend_tile from,
                                wend_tile to, const wendi_cancel* cancel, wendi_opening_list* openings,
                                wendi_tile_list* tiles) {
    wendi_owner owner;
    const wend_allocator scratch = wendi_owner_begin(&owner, allocator);
    opening_search s;
    openings->count = tiles->count = 0;
    wend_result result = begin(&s, grid, &scratch);
    if (result == WEND_OK) result = find(&s, from, to, cancel, openings, tiles);
    wendi_owner_end(&owner);
    return result;
}
