// entrance.c: which tiles of an entrance become nodes?
#include "hierarchy/entrance.h"

#include "grid/steps.h"

// Tiles of an entrance for each node.
enum { NODE_SPACING = 6 };

wendi_side wendi_side_of(const wendi_partition* clusters, int32_t cluster, wendi_side_kind kind) {
    int32_t size = clusters->size, column = cluster % clusters->columns, row = cluster / clusters->columns;
    bool top = kind == WENDI_SIDE_TOP;
    // The side covers [a, b) along its axis: crossings are left out, the edge of the map is not.
    int32_t along = top ? column : row, along_count = top ? clusters->columns : clusters->rows;
    int32_t map_end = top ? clusters->width : clusters->height;
    int32_t a = along * size + (along > 0), b = along + 1 < along_count ? (along + 1) * size : map_end;
    if ((top ? row : column) == 0) b = a;
    WENDI_ASSERT(b >= a);
    return (wendi_side){top ? (wend_tile){a, row * size} : (wend_tile){column * size, a},
                        top ? (wend_tile){1, 0} : (wend_tile){0, 1}, b - a};
}

bool wendi_crossing_of(const wendi_partition* clusters, int32_t cluster, wend_tile* out) {
    int32_t column = cluster % clusters->columns, row = cluster / clusters->columns;
    *out = (wend_tile){column * clusters->size, row * clusters->size};
    return column > 0 && row > 0;
}

static wend_tile tile_at(const wendi_side* side, int32_t i) {
    return (wend_tile){side->first.x + i * side->step.x, side->first.y + i * side->step.y};
}

// The tiles of a side in memory: tile i is tiles[i * stride].
typedef struct side_tiles {
    const uint8_t* tiles;
    ptrdiff_t stride;
    const int32_t* costs; // by class; 0: blocked
} side_tiles;

static side_tiles tiles_of(const wend_grid* grid, const wendi_side* side) {
    return (side_tiles){wendi_tile(grid, side->first.x, side->first.y),
                        side->step.x ? 1 : (ptrdiff_t)grid->stride, grid->costs.straight};
}

static int32_t cost_at(const side_tiles* t, int32_t i) {
    return t->costs[t->tiles[i * t->stride]];
}

// True when steps lead both ways between tile i of a side and the next, if both are passable. Either may be
// the crossing at an end of the side.
static bool is_joined(const wend_grid* grid, const wendi_side* side, int32_t i) {
    if (!grid->exits.pages) return true;
    const int32_t onward = side->step.x ? WENDI_EAST : WENDI_SOUTH;
    wend_tile tile = tile_at(side, i), next = tile_at(side, i + 1);
    return !(wendi_exits_closed(&grid->exits, tile.x, tile.y) >> onward & 1) &&
           !(wendi_exits_closed(&grid->exits, next.x, next.y) >> wendi_opposite(onward) & 1);
}

int32_t wendi_next_entrance(const wend_grid* grid, const wendi_side* side, int32_t* from_io) {
    int32_t from = *from_io;
    if (from >= side->length) return 0;
    const side_tiles t = tiles_of(grid, side);
    while (from < side->length && cost_at(&t, from) == 0) from++;
    int32_t end = from;
    while (end < side->length && cost_at(&t, end) != 0 && (end == from || is_joined(grid, side, end - 1)))
        end++;
    *from_io = from;
    return end - from;
}

// True when tile i, before the first or after the last tile of a side, is a passable crossing and not at the
// edge of the map.
static bool touches_crossing(const wend_grid* grid, const wendi_partition* clusters, const wendi_side* side,
                             int32_t i) {
    wend_tile tile = tile_at(side, i);
    int32_t along = side->step.x ? tile.x : tile.y, end = side->step.x ? clusters->width : clusters->height;
    return along > 0 && along < end - 1 && along % clusters->size == 0 &&
           wendi_is_passable(grid, tile.x, tile.y);
}

bool wendi_entrance_touches_crossing(const wend_grid* grid, const wendi_partition* clusters,
                                     const wendi_side* side, int32_t from, int32_t length) {
    const int32_t end = from + length;
    return (from == 0 && touches_crossing(grid, clusters, side, -1) && is_joined(grid, side, -1)) ||
           (end == side->length && touches_crossing(grid, clusters, side, end) &&
            is_joined(grid, side, end - 1));
}

static void consider(int32_t cost, int32_t index, int32_t begin, int32_t end, wendi_choice* best) {
    int32_t off_center = wendi_abs(2 * index - (begin + end - 1));
    if (best->index < 0 || cost < best->cost || (cost == best->cost && off_center < best->off_center))
        *best = (wendi_choice){index, cost, off_center};
}

void wendi_consider_tile(const wend_grid* grid, const wendi_side* side, int32_t index, int32_t begin,
                         int32_t end, wendi_choice* best) {
    WENDI_ASSERT(index >= 0 && index < side->length);
    const side_tiles t = tiles_of(grid, side);
    consider(cost_at(&t, index), index, begin, end, best);
}

uint32_t wendi_side_nodes(const wend_grid* grid, const wendi_partition* clusters, const wendi_side* side) {
    uint32_t nodes = 0;
    int32_t from = 0, length;
    const side_tiles t = tiles_of(grid, side);
    while ((length = wendi_next_entrance(grid, side, &from)) > 0) {
        int32_t count = (2 * length + NODE_SPACING) / (2 * NODE_SPACING);
        bool reached = wendi_entrance_touches_crossing(grid, clusters, side, from, length);
        if (count == 0 && !reached) count = 1;
        for (int32_t i = 0; i < count; i++) {
            int32_t begin = from + length * i / count, end = from + length * (i + 1) / count;
            wendi_choice best = {-1, 0, 0};
            for (int32_t k = begin; k < end; k++) consider(cost_at(&t, k), k, begin, end, &best);
            WENDI_ASSERT(best.index >= begin && best.index < end && best.index < 32);
            nodes |= 1u << best.index;
        }
        from += length;
    }
    return nodes;
}
