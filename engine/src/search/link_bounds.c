// link_bounds.c: how are the bounds of paths over links found? The kernel has the loops over links and tiles.
#include "search/link_bounds.h"

#include <string.h>

#include "grid/links.h"

enum {
    MOST_IMAGES = 8,     // of a tile
    MOST_SOURCES = 4096, // links that a path may take first
    ARRAYS = 4,          // of these
    SHORTCUT_ARRAYS = 2,
    BLOCK_ARRAYS = 3,
    // A search over shortcuts ends after this much work, in about a nanosecond, and so much for each of them:
    // with many shortcuts distance matrices are larger, and a good bound saves more.
    MOST_WORK = 1 << 15,
    MOST_WORK_EACH = 8,
};

void wendi_link_bounds_init(wendi_link_bounds* b, const wend_allocator* allocator) {
    *b = (wendi_link_bounds){.allocator = *allocator};
}

// ---- the shortcuts of a search

static int32_t between(const wendi_link_bounds* b, wend_tile from, wend_tile to) {
    int32_t dx = wendi_abs(from.x - to.x), dy = wendi_abs(from.y - to.y);
    return b->most * wendi_max(dx, dy) + b->least * wendi_min(dx, dy);
}

static int32_t goal_count(const wendi_link_bounds* b) {
    return b->goals ? b->goals->count : 1;
}
static wend_tile goal_at(const wendi_link_bounds* b, int32_t i) {
    return wendi_on_plane(b->pitch, b->goals ? b->goals->items[i].tile : b->goal);
}

// The images of a tile beside the map. Returns how many.
static int32_t list_images(const wendi_link_bounds* b, wend_tile tile, wend_tile out[MOST_IMAGES]) {
    const int32_t x = b->period[0], y = b->period[1];
    int32_t count = 0;
    for (int32_t dy = y ? -1 : 0; dy <= (y ? 1 : 0); dy++)
        for (int32_t dx = x ? -1 : 0; dx <= (x ? 1 : 0); dx++)
            if (dx != 0 || dy != 0) out[count++] = (wend_tile){tile.x + dx * x, tile.y + dy * y};
    return count;
}

static int32_t image_count(const wendi_link_bounds* b) {
    wend_tile images[MOST_IMAGES];
    return list_images(b, (wend_tile){0, 0}, images);
}

// Lists the shortcuts among some links by a heuristic of weight 1. Blocked ends count too: they make the
// bound lower, but never wrong.
static wend_result list_links(wendi_link_bounds* b, const wend_grid* grid, const wendi_heuristic* plain,
                              const int32_t* some_opt, int32_t count) {
    wendi_shortcuts* own = &b->own;
    const int32_t pitch = plain->pitch;
    wend_result result = wendi_shortcuts_reserve(own, &b->allocator, (size_t)count);
    own->count = 0;
    for (int32_t i = 0; i < count && result == WEND_OK; i++) {
        const wend_link* link = &grid->links.data[some_opt ? some_opt[i] : i];
        if (!wendi_link_is_enabled(link)) continue;
        const wend_cost cost = wendi_link_cost(grid, link);
        if (cost < wendi_heuristic_between(plain, link->from, link->to))
            wendi_shortcuts_append(own, wendi_on_plane(pitch, link->from), wendi_on_plane(pitch, link->to),
                                   (int32_t)cost, link->id);
    }
    wendi_shortcuts_bound(own, 0);
    return result;
}

// True when a heuristic of weight 1 is the cost of a walk, by which the grid has its shortcuts. Those of a
// lower one are fewer; WEND_MANHATTAN with diagonal moves is higher, and may have others.
static bool is_higher_than_walks(const wendi_heuristic* h) {
    return h->kind == WEND_MANHATTAN && h->connectivity != WEND_CONNECTIVITY_4 &&
           !wendi_is_hex(h->connectivity);
}

static bool counts_walks(const wendi_heuristic* h) {
    const bool all_steps =
        h->kind == WEND_MANHATTAN || (h->kind == WEND_OCTILE && h->connectivity != WEND_CONNECTIVITY_4);
    return all_steps && !is_higher_than_walks(h) && h->hex_diagonal == 0;
}

bool wendi_links_may_shorten(const wend_grid* grid, const wendi_heuristic* h) {
    const wendi_shortcuts* s = &grid->shortcuts;
    if (grid->links.count == 0 || h->kind == WEND_NO_HEURISTIC) return false;
    return !counts_walks(h) || s->counts[h->pitch > 0] > 0 || s->wraps[0] + s->wraps[1] > 0;
}

static wend_result choose_shortcuts(wendi_link_bounds* b, const wend_grid* grid, const wendi_heuristic* plain,
                                    const int32_t* some_opt, int32_t count, const wendi_shortcuts** out) {
    *out = &grid->shortcuts;
    if (!some_opt && counts_walks(plain) && plain->pitch == grid->shortcuts.pitch) return WEND_OK;
    *out = &b->own;
    return list_links(b, grid, plain, some_opt, some_opt ? count : grid->links.count);
}

// ---- what is left from them

static void set_goal_at(const wendi_link_bounds* b, const wendi_shortcut_rests* r, wend_tile goal) {
    const wendi_sweep_kernel* kernel = wendi_sweep();
    const wendi_shortcut_ends *from = &r->shortcuts->ends[r->first], *to = &r->shortcuts->ends[!r->first];
    const int32_t count = r->shortcuts->count;
    kernel->lower_bounds(b->most, b->least, goal.x, goal.y, 0, to->x, to->y, count, r->rest);
    if (!b->exceeded)
        kernel->lower_bounds(b->most, b->least, goal.x, goal.y, 0, from->x, from->y, count, r->direct);
}

static void set_goal(const wendi_link_bounds* b, const wendi_shortcut_rests* r, wend_tile goal) {
    wend_tile images[MOST_IMAGES];
    const int32_t count = list_images(b, goal, images);
    set_goal_at(b, r, goal);
    for (int32_t i = 0; i < count; i++) set_goal_at(b, r, images[i]);
}

// The bound for a tile when a path takes no link but those that wrap the map.
static wend_cost direct_from(const wendi_link_bounds* b, const wendi_heuristic* plain, wend_tile tile) {
    wend_tile images[MOST_IMAGES];
    const int32_t count = list_images(b, tile, images);
    wend_cost least = wendi_link_bounds_direct(b, plain, tile);
    for (int32_t i = 0; i < count; i++) {
        const wend_cost around = wendi_link_bounds_direct(b, plain, images[i]);
        if (around < least) least = around;
    }
    return least;
}

// Finds the need and the key of a block.
static void sum_up(const wendi_shortcut_rests* r, int32_t block) {
    wendi_sweep()->relax_block(r, block, 0, 0, INT32_MAX / 2);
}

// A shortcut that is done has no key any more, and no need.
static void set_done(const wendi_shortcut_rests* r, int32_t at) {
    r->rest[at] = 0;
    r->direct[at] = -1;
}

// Sets the costs straight to a goal.
static void set_rests(const wendi_link_bounds* b, const wendi_heuristic* plain,
                      const wendi_shortcut_rests* r) {
    const int32_t count = r->shortcuts->count, blocks = wendi_shortcut_blocks(count);
    const wendi_shortcut_ends* from = &r->shortcuts->ends[r->first];
    for (int32_t i = 0; i < count; i++) r->rest[i] = r->direct[i] = INT32_MAX;
    for (int32_t i = 0; i < goal_count(b); i++) set_goal(b, r, goal_at(b, i));
    for (int32_t i = 0; i < count && b->exceeded; i++)
        r->direct[i] = (int32_t)direct_from(b, plain, (wend_tile){from->x[i], from->y[i]});
    for (int32_t i = count; i < blocks * WENDI_SHORTCUT_BLOCK; i++) set_done(r, i);
    for (int32_t i = 0; i < blocks; i++) sum_up(r, i);
}

// The first shortcut with this key, which that block has.
static int32_t first_with(const wendi_shortcut_rests* r, int32_t block, int32_t key) {
    int32_t i = block * WENDI_SHORTCUT_BLOCK;
    while (r->rest[i] + r->shortcuts->cost[i] != key || key >= r->direct[i]) i++;
    WENDI_ASSERT(i < (block + 1) * WENDI_SHORTCUT_BLOCK);
    return i;
}

// Appends a link that a path may take first. The arrays stay filled up to whole lanes.
static void add_at(wendi_link_bounds* b, wend_tile tile, int32_t rest) {
    const int32_t i = b->count++;
    for (int32_t k = i; i % WENDI_ROW_LANES == 0 && k < i + WENDI_ROW_LANES; k++) {
        b->x[k] = b->y[k] = 0;
        b->rest[k] = WENDI_NO_LINK;
    }
    b->x[i] = tile.x;
    b->y[i] = tile.y;
    b->rest[i] = rest;
}

static void add_images(wendi_link_bounds* b, wend_tile tile, int32_t rest) {
    wend_tile images[MOST_IMAGES];
    const int32_t count = list_images(b, tile, images);
    for (int32_t i = 0; i < count; i++) add_at(b, images[i], rest);
}

static int32_t relax(const wendi_link_bounds* b, const wendi_shortcut_rests* r, wend_tile tile,
                     int32_t rest) {
    wend_tile images[MOST_IMAGES];
    const int32_t count = list_images(b, tile, images);
    int32_t relaxed = wendi_sweep()->relax_shortcuts(r, tile.x, tile.y, rest);
    for (int32_t i = 0; i < count; i++)
        relaxed += wendi_sweep()->relax_shortcuts(r, images[i].x, images[i].y, rest);
    return relaxed;
}

// Makes the rests exact, from the least on, and keeps the shortcuts that a path may take. Ends where so much
// is left that hardly a path from the start takes them, or when it takes too long. start_opt NULL: paths
// begin anywhere.
static void find_rests(wendi_link_bounds* b, const wendi_shortcut_rests* r, const wend_tile* start_opt,
                       int32_t bound) {
    const wendi_sweep_kernel* kernel = wendi_sweep();
    const wendi_shortcut_ends* from = &r->shortcuts->ends[r->first];
    const int32_t blocks = wendi_shortcut_blocks(r->shortcuts->count);
    const int32_t most_work = MOST_WORK + MOST_WORK_EACH * r->shortcuts->count, images = image_count(b);
    for (int32_t work = 0;;) {
        const int32_t rest = kernel->least_value(r->key, blocks);
        if (rest == INT32_MAX) return;
        if (rest > bound + bound / 8 || work > most_work || b->count + images >= MOST_SOURCES) {
            b->cap = rest;
            return;
        }
        int32_t block = 0;
        while (r->key[block] != rest) block++;
        const int32_t at = first_with(r, block, rest);
        const wend_tile tile = {from->x[at], from->y[at]};
        set_done(r, at);
        sum_up(r, block);
        work += 32 + blocks / 4 + b->count / 4;
        if (kernel->bound_by(b->most, b->least, wendi_link_bounds_all(b), tile.x, tile.y) <= rest) continue;
        if (start_opt) bound = wendi_min(bound, between(b, *start_opt, tile) + rest);
        add_at(b, tile, rest);
        add_images(b, tile, rest);
        work += (images + 1) * blocks / 2 + 16 * relax(b, r, tile, rest);
    }
}

static wend_result find(wendi_link_bounds* b, const wendi_heuristic* plain, const wendi_shortcuts* shortcuts,
                        const wend_tile* start_opt) {
    const size_t blocks = (size_t)wendi_shortcut_blocks(shortcuts->count);
    const int32_t goals = goal_count(b), images = image_count(b);
    const size_t count = blocks * WENDI_SHORTCUT_BLOCK,
                 most = (count + (size_t)goals) * (size_t)(images + 1) + WENDI_ROW_LANES,
                 sources = (most < MOST_SOURCES ? most : MOST_SOURCES) / WENDI_ROW_LANES * WENDI_ROW_LANES;
    if (!WENDI_MAKE_ROOM(&b->allocator, b->block, b->block_capacity, 0,
                         ARRAYS * sources + SHORTCUT_ARRAYS * count + BLOCK_ARRAYS * blocks))
        return WEND_ERROR_MEMORY;
    int32_t* next = b->block;
    b->x = next, b->y = next + sources, b->rest = next + 2 * sources, b->nearest = next + 3 * sources;
    next += ARRAYS * sources;
    const wendi_shortcut_rests rests = {.shortcuts = shortcuts,
                                        .first = start_opt ? WENDI_LINK_FROM : WENDI_LINK_TO,
                                        .most = b->most,
                                        .least = b->least,
                                        .rest = next,
                                        .direct = next + count,
                                        .need = next + 2 * count,
                                        .key = next + 2 * count + blocks,
                                        .gap = next + 2 * count + 2 * blocks};
    set_rests(b, plain, &rests);
    for (int32_t i = 0; i < goals; i++) add_images(b, goal_at(b, i), 0);
    const wend_cost bound = start_opt ? direct_from(b, plain, *start_opt) : INT32_MAX / 2;
    find_rests(b, &rests, start_opt, (int32_t)bound);
    return WEND_OK;
}

// b->goal and b->goals are set. start_opt NULL: paths lead from the goal to anywhere, and are followed back.
static wend_result prepare(wendi_link_bounds* b, const wend_grid* grid, const wendi_heuristic* heuristic,
                           const wend_tile* start_opt, const int32_t* links_opt, int32_t link_count) {
    // From link to link, the Euclidean heuristic is replaced by that of its longer side, which is never
    // greater.
    wendi_heuristic plain = *heuristic;
    plain.weight = WENDI_WEIGHT_ONE;
    b->exceeded = wendi_is_hex(heuristic->connectivity) || heuristic->kind == WEND_EUCLIDEAN;
    b->pitch = heuristic->pitch;
    b->count = b->list_count = b->period[0] = b->period[1] = 0;
    b->unknown = false;
    b->cap = INT32_MAX;
    if (!wendi_links_may_shorten(grid, heuristic)) return WEND_OK;
    const int64_t most = heuristic->kind == WEND_EUCLIDEAN ? (int64_t)heuristic->euclidean : heuristic->most;
    const bool wraps = grid->shortcuts.wraps[0] + grid->shortcuts.wraps[1] > 0;
    const int64_t farthest =
        (most + heuristic->least) * wendi_max(grid->width, grid->height) * (wraps ? 3 : 1);
    b->unknown = farthest + WENDI_MAX_LINK_COST > INT32_MAX / 2 ||
                 (b->goals && b->goals->count > WENDI_MAX_BOUNDED_GOALS);
    if (b->unknown) return WEND_OK;
    b->most = (int32_t)most;
    b->least = (int32_t)heuristic->least;
    const wendi_shortcuts* shortcuts;
    wend_result result = choose_shortcuts(b, grid, &plain, links_opt, link_count, &shortcuts);
    if (wraps && !links_opt && !is_higher_than_walks(&plain)) {
        b->period[0] = grid->shortcuts.wraps[0] > 0 ? grid->width : 0;
        b->period[1] = grid->shortcuts.wraps[1] > 0 ? grid->height : 0;
    }
    if (result != WEND_OK || (shortcuts->count == 0 && b->period[0] + b->period[1] == 0)) return result;
    b->region_shift = 0;
    while ((wendi_max(grid->width, b->pitch > 0 ? b->pitch : grid->height) - 1) >> b->region_shift >=
           WENDI_LINK_REGIONS)
        b->region_shift++;
    memset(b->regions, 0xff, sizeof b->regions);
    return find(b, &plain, shortcuts, start_opt);
}

wend_result wendi_link_bounds_begin(wendi_link_bounds* b, const wend_grid* grid,
                                    const wendi_heuristic* heuristic, wend_tile start, wend_tile goal,
                                    const wendi_goals* goals_opt, const int32_t* links_opt,
                                    int32_t link_count) {
    b->goal = goal;
    b->goals = goals_opt;
    start = wendi_on_plane(heuristic->pitch, start);
    return prepare(b, grid, heuristic, &start, links_opt, link_count);
}

wend_result wendi_link_bounds_begin_from(wendi_link_bounds* b, const wend_grid* grid,
                                         const wendi_heuristic* heuristic, wend_tile start) {
    b->goal = start;
    b->goals = NULL;
    return prepare(b, grid, heuristic, NULL, NULL, 0);
}

// ---- areas

// How far a value lies from the farther end of an interval.
static inline int32_t across(int32_t low, int32_t high, int32_t at) {
    return wendi_max(high - at, at - low);
}

// The greatest heuristic between a tile of an area and a goal.
static int32_t farthest_from(const wendi_link_bounds* b, wend_rect area, wend_tile goal) {
    const int32_t dx = across(area.x, area.x + area.width - 1, goal.x),
                  dy = across(area.y, area.y + area.height - 1, goal.y);
    if (b->exceeded) return (b->most + 1) * (dx + dy);
    return b->most * wendi_max(dx, dy) + b->least * wendi_min(dx, dy);
}

// No tile of an area has a greater bound than this.
static int32_t farthest_from_goal(const wendi_link_bounds* b, wend_rect area) {
    int32_t least = INT32_MAX;
    for (int32_t i = 0; i < goal_count(b); i++)
        least = wendi_min(least, farthest_from(b, area, goal_at(b, i)));
    return least;
}

static wendi_link_points points_of(const int32_t* list, int32_t count) {
    const int32_t lanes = wendi_row_lanes(count);
    return (wendi_link_points){list, list + lanes, list + 2 * lanes, count};
}

// Appends a list of those links that may matter to tiles of an area, out of all (first < 0) or out of a list.
// Returns how many; -1: out of memory.
static int32_t list_near(wendi_link_bounds* b, wend_rect area, int32_t first, int32_t count) {
    const size_t used = (size_t)b->list_count;
    if (!WENDI_MAKE_ROOM(&b->allocator, b->lists, b->list_capacity, used,
                         used + 3 * (size_t)wendi_row_lanes(count) + 1))
        return -1;
    int32_t* lists = b->lists;
    const wendi_link_points from = first < 0 ? wendi_link_bounds_all(b) : points_of(lists + first, count);
    int32_t most = wendi_sweep()->bounds_of_area(b->most, b->least, from, area, b->nearest), found = 0;
    most = wendi_min(most, wendi_min(b->cap, farthest_from_goal(b, area)));
    int32_t *x = lists + used, *at = b->nearest; // becomes the list of their positions
    for (int32_t i = 0; i < count; i++) {
        const bool matters = b->nearest[i] <= most; // equal: it may be the one that gave most
        at[found] = i;
        found += matters;
    }
    const int32_t lanes = wendi_row_lanes(found);
    int32_t *y = x + lanes, *rest = y + lanes;
    for (int32_t i = 0; i < found; i++) {
        x[i] = from.x[at[i]];
        y[i] = from.y[at[i]];
        rest[i] = from.rest[at[i]];
    }
    for (int32_t i = found; i < lanes; i++) {
        x[i] = y[i] = 0;
        rest[i] = WENDI_NO_LINK;
    }
    return found;
}

static wend_rect region_area(const wendi_link_bounds* b, int32_t column, int32_t row) {
    const int32_t side = 1 << b->region_shift, margin = side / 2;
    return (wend_rect){column * side - margin, row * side - margin, side + 2 * margin, side + 2 * margin};
}

// The square that a tile lies in, with its list; NULL: out of memory.
static const wendi_link_region* region_at(wendi_link_bounds* b, wend_tile tile) {
    const int32_t column = tile.x >> b->region_shift, row = tile.y >> b->region_shift;
    wendi_link_region* region = &b->regions[row * WENDI_LINK_REGIONS + column];
    if (region->count >= 0) return region;
    const int32_t found = list_near(b, region_area(b, column, row), -1, b->count);
    if (found < 0) return NULL;
    *region = (wendi_link_region){b->list_count, found};
    b->list_count += 3 * wendi_row_lanes(found);
    return region;
}

bool wendi_link_bounds_near(wendi_link_bounds* b, wend_rect area, wendi_link_points* out) {
    *out = (wendi_link_points){.count = 0};
    if (b->count == 0) return true;
    area = wendi_area_on_plane(b->pitch, area);
    int32_t first = -1, count = b->count;
    if (wendi_max(area.width, area.height) <= (1 << b->region_shift) / 2) {
        const wendi_link_region* region =
            region_at(b, (wend_tile){area.x + area.width / 2, area.y + area.height / 2});
        if (!region) return false;
        if (region->count == 0) return true;
        first = region->first;
        count = region->count;
    }
    const int32_t found = list_near(b, area, first, count); // overwritten by the next call
    if (found < 0) return false;
    *out = points_of(b->lists + b->list_count, found);
    return true;
}

bool wendi_link_bounds_at(wendi_link_bounds* b, wend_tile tile, wend_cost* bound_io) {
    wendi_link_points points = {.count = 0};
    if (b->count > 0) {
        const wendi_link_region* region = region_at(b, wendi_on_plane(b->pitch, tile));
        if (!region) return false;
        points = points_of(b->lists + region->first, region->count);
    }
    *bound_io = wendi_link_bound_by(b, points, tile, *bound_io);
    return true;
}

wend_cost wendi_link_bounds_of_area(const wendi_link_bounds* b, wend_rect area) {
    if (b->unknown) return 0;
    if (!wendi_link_bounds_matter(b)) return INT64_MAX;
    int32_t least = b->cap;
    area = wendi_area_on_plane(b->pitch, area);
    wendi_sweep()->bounds_of_area(b->most, b->least, wendi_link_bounds_all(b), area, b->nearest);
    for (int32_t i = 0; i < b->count; i++) least = wendi_min(least, b->nearest[i]);
    return least;
}

void wendi_link_bounds_lower(const wendi_link_bounds* b, wendi_link_points links, const int32_t* restrict x,
                             const int32_t* restrict y, int32_t count, int32_t* restrict bounds) {
    const wendi_sweep_kernel* kernel = wendi_sweep();
    for (int32_t i = 0; i < count; i++) bounds[i] = wendi_min(bounds[i], b->cap);
    for (int32_t k = 0; k < links.count; k++)
        kernel->lower_bounds(b->most, b->least, links.x[k], links.y[k], links.rest[k], x, y, count, bounds);
}
