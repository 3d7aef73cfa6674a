// bench_links.c: which links does the benchmark add to a map?
#include "bench_links.h"
#include "random.h"

#include <math.h>

const char* const bench_link_kind_names[] = {"map", "mixed", "teleport", NULL};
_Static_assert(sizeof bench_link_kind_names / sizeof bench_link_kind_names[0] == BENCH_LINK_KIND_COUNT + 1,
               "each named");

enum { MOST_TRIES = 10000 }; // for one link

// A kind of links between tiles that lie near each other.
typedef struct near_kind {
    wend_link_kind kind;
    int32_t least_reach, most_reach;  // at most this many tiles along each axis, chosen for each link
    double least_factor, most_factor; // of the straight line, likewise
    double extra;                     // cost on top
} near_kind;

static const near_kind near_kinds[] = {
    {WEND_LINK_JUMP, 6, 6, 1.5, 1.5, 0},
    {WEND_LINK_LADDER, 4, 4, 1, 1, 3},
    {WEND_LINK_TUNNEL, 20, 200, 0.5, 1, 0},
    {WEND_LINK_FERRY, 20, 200, 0.5, 1, 0},
};
// A third are jumps, a third ladders, a third tunnels and ferries.
static const uint8_t near_kind_of[] = {0, 0, 1, 1, 2, 3};

static int32_t below(uint64_t* seed, int32_t count) {
    return (int32_t)(random_next(seed) % (uint64_t)count);
}

// In 1,001 steps.
static double between(uint64_t* seed, double low, double high) {
    return low + (high - low) * below(seed, 1001) / 1000;
}

static wend_tile any_tile(const wend_grid* grid, uint64_t* seed) {
    const wend_rect map = wend_grid_area(grid);
    const int32_t x = map.x + below(seed, map.width);
    return (wend_tile){x, map.y + below(seed, map.height)};
}

// In tiles.
static double straight_line(const wend_grid* grid, wend_tile a, wend_tile b) {
    const wend_vec2 from = wend_grid_center(grid, a), to = wend_grid_center(grid, b);
    const double dx = (double)to.x - (double)from.x, dy = (double)to.y - (double)from.y;
    return sqrt(dx * dx + dy * dy) / (double)wend_grid_tile_size(grid);
}

static double least_class_cost(const wend_grid* grid) {
    const float* costs = wend_grid_class_costs(grid);
    const int64_t* counts = wend_grid_class_counts(grid);
    double least = INFINITY;
    for (int k = 0; k < WEND_CLASS_COUNT; k++)
        if (counts[k] > 0 && costs[k] > 0) least = fmin(least, (double)costs[k]);
    return least;
}

// Its ends may be blocked, or the same tile.
static wend_link draw_link(const wend_grid* grid, bench_link_kind kind, double tile_cost, uint64_t* seed) {
    const wend_tile from = any_tile(grid, seed);
    if (kind == BENCH_LINKS_TELEPORTS) {
        wend_link link = wend_default_link(from, any_tile(grid, seed), 0);
        link.kind = WEND_LINK_TELEPORT;
        link.cost = (float)(between(seed, 0, 10) * tile_cost);
        return link;
    }
    const near_kind* k = &near_kinds[near_kind_of[below(seed, (int32_t)sizeof near_kind_of)]];
    const int32_t reach = k->least_reach + below(seed, k->most_reach - k->least_reach + 1);
    const int32_t x = from.x + below(seed, 2 * reach + 1) - reach;
    const wend_tile to = {x, from.y + below(seed, 2 * reach + 1) - reach};
    const double factor = between(seed, k->least_factor, k->most_factor);
    wend_link link = wend_default_link(from, to, 0);
    link.kind = k->kind;
    link.cost = (float)((straight_line(grid, from, to) * factor + k->extra) * tile_cost);
    return link;
}

static bool can_add(const wend_grid* grid, const wend_link* link) {
    return wend_grid_contains(grid, link->to) && wend_grid_passable(grid, link->from) &&
           wend_grid_passable(grid, link->to) && (link->from.x != link->to.x || link->from.y != link->to.y) &&
           link->cost <= WEND_MAX_LINK_COST;
}

wend_result bench_links_add(wend_world* world, bench_link_kind kind, int32_t count, uint64_t seed,
                            progress* bar) {
    const wend_grid* grid = wend_world_grid(world);
    const double tile_cost = least_class_cost(grid);
    wend_result result = WEND_OK;
    for (int32_t added = 0, tries = 0; added < count && result == WEND_OK; tries++) {
        if (tries == MOST_TRIES) return WEND_ERROR_LIMIT;
        const wend_link link = draw_link(grid, kind, tile_cost, &seed);
        if (!can_add(grid, &link)) continue;
        result = wend_world_add_link(world, &link, NULL);
        if (result == WEND_ERROR_LIMIT) { // only so many tiles of a cluster may have links
            result = WEND_OK;
            continue;
        }
        tries = -1;
        added++;
        progress_report((double)added / count, bar);
    }
    return result == WEND_OK ? wend_world_refresh(world, 0, NULL) : result;
}
