// link_bounds.c: how are the bounds of paths over links found? Loops over links and tiles are without
// branches, so that compilers vectorise them.
#include "search/link_bounds.h"

#include <string.h>

#include "grid/links.h"

enum {
    MOST_SHORTCUTS = 4096,  // more than this take too long to be listed in each query
    MOST_RELAXED = 1 << 16, // relaxing so many takes about as long as the rest of a short query
    ARRAYS = 7
};

void wendi_link_bounds_init(wendi_link_bounds* b, const wend_allocator* allocator) {
    *b = (wendi_link_bounds){.allocator = *allocator};
}

void wendi_link_bounds_free(wendi_link_bounds* b) {
    wendi_free(&b->allocator, b->block, b->block_capacity, sizeof *b->block);
    wendi_free(&b->allocator, b->lists, b->list_capacity, sizeof *b->lists);
}

size_t wendi_link_bounds_bytes(const wendi_link_bounds* b) {
    return b->block_capacity * sizeof *b->block + b->list_capacity * sizeof *b->lists;
}

// ---- the links that matter

// Shortcuts whose rest may still fall.
typedef struct shortcuts {
    int32_t *from_x, *from_y;
    wendi_link_arrays arrays;
    int32_t count;
} shortcuts;

enum { SHORTCUT_ARRAYS = 8 };

static int32_t between(const wendi_link_bounds* b, int32_t ax, int32_t ay, int32_t bx, int32_t by) {
    int32_t dx = wendi_abs(ax - bx), dy = wendi_abs(ay - by);
    return b->most * wendi_max(dx, dy) + b->least * wendi_min(dx, dy);
}

// The least cost from a tile straight to a goal.
static int32_t to_goal(const wendi_link_bounds* b, wend_tile tile) {
    if (!b->goals) return between(b, tile.x, tile.y, b->goal.x, b->goal.y);
    int32_t least = INT32_MAX;
    for (int32_t i = 0; i < b->goals->count; i++) {
        const wend_tile goal = b->goals->items[i].tile;
        least = wendi_min(least, between(b, tile.x, tile.y, goal.x, goal.y));
    }
    return least;
}

// Which links a search may take, and how.
typedef struct usable_links {
    const int32_t* some_opt; // indices; NULL: all
    int32_t count;           // of these
    bool backwards;          // from the second end to the first
} usable_links;

// Lists the shortcuts of a map; their rest leads straight from the second end to the goal. False when there
// are more than MOST_SHORTCUTS. Blocked ends count too: they make the bound lower, but never wrong.
static bool list_shortcuts(const wendi_link_bounds* b, const wend_grid* grid, const wendi_heuristic* plain,
                           const usable_links* links, shortcuts* out) {
    const float unit = (float)grid->costs.unit;
    const int32_t link_total = links->some_opt ? links->count : grid->links.count;
    for (int32_t i = 0; i < link_total; i++) {
        const wend_link* link = &grid->links.data[links->some_opt ? links->some_opt[i] : i];
        const wend_tile from = links->backwards ? link->to : link->from,
                        to = links->backwards ? link->from : link->to;
        const int32_t length = (int32_t)wendi_heuristic_between(plain, from, to);
        if (link->cost * unit > (float)length * 1.0001f + 2) continue; // surely no shortcut
        if (!link->enabled) continue;
        const int32_t cost = (int32_t)wendi_link_cost(grid, link);
        if (cost >= length) continue;
        if (out->count == MOST_SHORTCUTS) return false;
        const int32_t n = out->count++;
        wendi_link_arrays* l = &out->arrays;
        out->from_x[n] = from.x, out->from_y[n] = from.y;
        l->to_x[n] = to.x, l->to_y[n] = to.y;
        l->cost[n] = cost;
        l->rest[n] = cost + to_goal(b, to);
        l->direct[n] = (int32_t)wendi_link_bounds_direct(b, plain, from);
        l->key[n] = l->rest[n] < l->direct[n] ? l->rest[n] : INT32_MAX;
    }
    return true;
}

static void drop(shortcuts* s, int32_t at) {
    wendi_link_arrays* l = &s->arrays;
    const int32_t last = --s->count;
    s->from_x[at] = s->from_x[last], s->from_y[at] = s->from_y[last];
    l->to_x[at] = l->to_x[last], l->to_y[at] = l->to_y[last];
    l->cost[at] = l->cost[last], l->rest[at] = l->rest[last];
    l->direct[at] = l->direct[last], l->key[at] = l->key[last];
}

// Makes the rests exact, from the least on, and keeps the shortcuts that a path may take: those whose rest is
// below the heuristic from the same tile. Ends where so much is left that hardly a path from the start takes
// them, or when it takes too long. start_opt NULL: paths begin anywhere.
static void find_rests(wendi_link_bounds* b, shortcuts* s, const wend_tile* start_opt, int32_t bound) {
    const wendi_sweep_kernel* kernel = wendi_sweep();
    for (int32_t work = 0; s->count > 0; work += s->count) {
        const int32_t rest = kernel->least_value(s->arrays.key, s->count), n = b->count;
        if (rest == INT32_MAX) return;
        if (rest > bound + bound / 8 || work > MOST_RELAXED) {
            b->cap = rest;
            return;
        }
        int32_t at = 0;
        while (s->arrays.key[at] != rest) at++;
        const int32_t x = s->from_x[at], y = s->from_y[at];
        if (start_opt) bound = wendi_min(bound, between(b, start_opt->x, start_opt->y, x, y) + rest);
        b->x[n] = x, b->y[n] = y;
        b->most_x[n] = x * b->most, b->least_x[n] = x * b->least;
        b->most_y[n] = y * b->most, b->least_y[n] = y * b->least;
        b->rest[n] = rest;
        b->count++;
        drop(s, at);
        kernel->relax_links(&s->arrays, s->count, b->most, b->least, x, y, rest);
    }
}

// b->goal and b->goals are set.
static wend_result prepare(wendi_link_bounds* b, const wend_grid* grid, const wendi_heuristic* heuristic,
                           const wend_tile* start_opt, const usable_links* links) {
    // From link to link, the Euclidean heuristic gives way to that of its longer side, which is never
    // greater.
    wendi_heuristic plain = *heuristic;
    plain.weight = WENDI_WEIGHT_ONE;
    b->exceeded = wendi_is_hex(heuristic->connectivity) || heuristic->kind == WEND_EUCLIDEAN;
    b->count = b->list_count = 0;
    b->unknown = false;
    b->cap = INT32_MAX;
    if (grid->links.count == 0 || heuristic->kind == WEND_NO_HEURISTIC) return WEND_OK;
    const int64_t most = heuristic->kind == WEND_EUCLIDEAN ? (int64_t)heuristic->euclidean : heuristic->most;
    const int64_t farthest = (most + heuristic->least) * wendi_max(grid->width, grid->height);
    b->unknown = farthest + WENDI_MAX_LINK_COST > INT32_MAX / 2 ||
                 (b->goals && b->goals->count > WENDI_MAX_BOUNDED_GOALS);
    if (b->unknown) return WEND_OK;
    b->most = (int32_t)most;
    b->least = (int32_t)heuristic->least;
    const size_t limit =
        (size_t)wendi_min(links->some_opt ? links->count + 1 : grid->links.count, MOST_SHORTCUTS);
    int32_t* block = wendi_grow(&b->allocator, b->block, &b->block_capacity, 0,
                                (ARRAYS + SHORTCUT_ARRAYS) * limit, sizeof *block);
    if (!block) return WEND_ERROR_MEMORY;
    b->block = block;
    int32_t* arrays[ARRAYS + SHORTCUT_ARRAYS];
    for (size_t i = 0; i < ARRAYS + SHORTCUT_ARRAYS; i++) arrays[i] = block + i * limit;
    b->most_x = arrays[0], b->least_x = arrays[1], b->most_y = arrays[2], b->least_y = arrays[3];
    b->rest = arrays[4], b->x = arrays[5], b->y = arrays[6];
    int32_t** s_arrays = arrays + ARRAYS;
    shortcuts s = {s_arrays[0],
                   s_arrays[1],
                   {s_arrays[2], s_arrays[3], s_arrays[4], s_arrays[5], s_arrays[6], s_arrays[7]},
                   0};
    b->unknown = !list_shortcuts(b, grid, &plain, links, &s);
    const wend_cost bound = start_opt ? wendi_link_bounds_direct(b, &plain, *start_opt) : INT32_MAX / 2;
    if (!b->unknown) find_rests(b, &s, start_opt, (int32_t)bound);
    b->region_shift = 0;
    while ((wendi_max(grid->width, grid->height) - 1) >> b->region_shift >= WENDI_LINK_REGIONS)
        b->region_shift++;
    memset(b->regions, 0xff, sizeof b->regions);
    return WEND_OK;
}

wend_result wendi_link_bounds_begin(wendi_link_bounds* b, const wend_grid* grid,
                                    const wendi_heuristic* heuristic, wend_tile start, wend_tile goal,
                                    const wendi_goals* goals_opt, const int32_t* links_opt,
                                    int32_t link_count) {
    b->goal = goal;
    b->goals = goals_opt;
    return prepare(b, grid, heuristic, &start, &(usable_links){links_opt, link_count, false});
}

wend_result wendi_link_bounds_begin_from(wendi_link_bounds* b, const wend_grid* grid,
                                         const wendi_heuristic* heuristic, wend_tile start) {
    b->goal = start;
    b->goals = NULL;
    return prepare(b, grid, heuristic, NULL, &(usable_links){.backwards = true});
}

// ---- areas

// A link and an area: the least and the greatest bound of tiles in the area by the link.
typedef struct extremes {
    int32_t least, most;
} extremes;

typedef struct scaled_area { // its edges, times `most` and times `least`
    int32_t most_left, most_right, most_top, most_bottom;
    int32_t least_left, least_right, least_top, least_bottom;
} scaled_area;

static scaled_area scale(const wendi_link_bounds* b, wend_rect area) {
    const int32_t right = area.x + area.width - 1, bottom = area.y + area.height - 1;
    return (scaled_area){area.x * b->most,  right * b->most,  area.y * b->most,  bottom * b->most,
                         area.x * b->least, right * b->least, area.y * b->least, bottom * b->least};
}

// How far a value lies from an interval, and from its farther end.
static inline int32_t outside(int32_t low, int32_t high, int32_t at) {
    return wendi_max(0, wendi_max(low - at, at - high));
}
static inline int32_t across(int32_t low, int32_t high, int32_t at) {
    return wendi_max(high - at, at - low);
}

static inline extremes extremes_of(const wendi_link_bounds* b, const scaled_area* a, int32_t i) {
    const int32_t mx = b->most_x[i], my = b->most_y[i], lx = b->least_x[i], ly = b->least_y[i];
    const int32_t near_wide =
        outside(a->most_left, a->most_right, mx) + outside(a->least_top, a->least_bottom, ly);
    const int32_t near_high =
        outside(a->least_left, a->least_right, lx) + outside(a->most_top, a->most_bottom, my);
    const int32_t far_wide =
        across(a->most_left, a->most_right, mx) + across(a->least_top, a->least_bottom, ly);
    const int32_t far_high =
        across(a->least_left, a->least_right, lx) + across(a->most_top, a->most_bottom, my);
    return (extremes){wendi_max(near_wide, near_high) + b->rest[i],
                      wendi_max(far_wide, far_high) + b->rest[i]};
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
    if (!b->goals) return farthest_from(b, area, b->goal);
    int32_t least = INT32_MAX;
    for (int32_t i = 0; i < b->goals->count; i++)
        least = wendi_min(least, farthest_from(b, area, b->goals->items[i].tile));
    return least;
}

// Appends those of some links, NULL for all, that may matter to tiles of an area. No tile of the area has a
// greater bound than `most`. Returns how many; -1: out of memory.
static int32_t list_near(wendi_link_bounds* b, wend_rect area, const int32_t* links, int32_t count) {
    const size_t used = (size_t)b->list_count;
    const ptrdiff_t offset = links ? links - b->lists : 0;
    int32_t* lists =
        wendi_grow(&b->allocator, b->lists, &b->list_capacity, used, used + (size_t)count + 1, sizeof *lists);
    if (!lists) return -1;
    b->lists = lists;
    if (links) links = lists + offset;
    const scaled_area a = scale(b, area);
    int32_t most = wendi_min(b->cap, farthest_from_goal(b, area)), found = 0;
    for (int32_t k = 0; k < count; k++) most = wendi_min(most, extremes_of(b, &a, links ? links[k] : k).most);
    for (int32_t k = 0; k < count; k++) {
        const int32_t i = links ? links[k] : k;
        lists[used + (size_t)found] = i;
        found += extremes_of(b, &a, i).least < most;
    }
    return found;
}

static wend_rect region_area(const wendi_link_bounds* b, int32_t column, int32_t row) {
    const int32_t side = 1 << b->region_shift, margin = side / 2;
    return (wend_rect){column * side - margin, row * side - margin, side + 2 * margin, side + 2 * margin};
}

int32_t wendi_link_bounds_near(wendi_link_bounds* b, wend_rect area, const int32_t** out) {
    const int32_t side = 1 << b->region_shift;
    const int32_t* links = NULL;
    int32_t count = b->count;
    *out = NULL;
    if (count == 0) return 0;
    if (wendi_max(area.width, area.height) <= side / 2) {
        const int32_t column = (area.x + area.width / 2) >> b->region_shift,
                      row = (area.y + area.height / 2) >> b->region_shift;
        wendi_link_region* region = &b->regions[row * WENDI_LINK_REGIONS + column];
        if (region->count < 0) {
            const int32_t found = list_near(b, region_area(b, column, row), NULL, count);
            if (found < 0) return -1;
            *region = (wendi_link_region){b->list_count, found};
            b->list_count += found;
        }
        links = b->lists + region->first;
        count = region->count;
        if (count == 0) return 0;
    }
    const int32_t found = list_near(b, area, links, count); // overwritten by the next call
    *out = b->lists + b->list_count;
    return found;
}

wend_cost wendi_link_bounds_of_area(const wendi_link_bounds* b, wend_rect area) {
    if (b->unknown) return 0;
    if (!wendi_link_bounds_matter(b)) return INT64_MAX;
    const scaled_area a = scale(b, area);
    int32_t least = b->cap;
    for (int32_t i = 0; i < b->count; i++) least = wendi_min(least, extremes_of(b, &a, i).least);
    return least;
}

void wendi_link_bounds_lower(const wendi_link_bounds* b, const int32_t* links, int32_t link_count,
                             const int32_t* restrict x, const int32_t* restrict y, int32_t count,
                             int32_t* restrict bounds) {
    const wendi_sweep_kernel* kernel = wendi_sweep();
    for (int32_t i = 0; i < count; i++) bounds[i] = wendi_min(bounds[i], b->cap);
    for (int32_t k = 0; k < link_count; k++) {
        const int32_t i = links[k];
        kernel->lower_bounds(b->most, b->least, b->x[i], b->y[i], b->rest[i], x, y, count, bounds);
    }
}
