// cluster_distance.c: Dijkstra (1959) within a cluster, on a binary heap ordered by (distance, tile).
#include "kernel/cluster_distance.h"

#include <string.h>

// Each tile is pushed at most once by each of its neighbours.
typedef struct heap {
    int32_t count;
    uint64_t items[WENDI_MAX_CLUSTER_TILES * WENDI_DIRECTIONS]; // distance << 32 | tile
} heap;

static void heap_push(heap* h, uint64_t item) {
    int32_t at = h->count++;
    while (at > 0 && h->items[(at - 1) / 2] > item) {
        h->items[at] = h->items[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    h->items[at] = item;
}

static uint64_t heap_pop(heap* h) {
    uint64_t top = h->items[0], last = h->items[--h->count];
    int32_t at = 0;
    for (;;) {
        int32_t child = 2 * at + 1;
        if (child >= h->count) break;
        if (child + 1 < h->count && h->items[child + 1] < h->items[child]) child++;
        if (h->items[child] >= last) break;
        h->items[at] = h->items[child];
        at = child;
    }
    h->items[at] = last;
    return top;
}

// The directions of wendi_direction that leave an area at its four edges.
enum {
    EAST = 1 | 1 << 4 | 1 << 7,
    SOUTH = 2 | 1 << 4 | 1 << 5,
    WEST = 4 | 1 << 5 | 1 << 6,
    NORTH = 8 | 1 << 6 | 1 << 7
};

void wendi_cluster_dijkstra(const wend_grid* grid, wend_rect area, wend_tile tile, wendi_sense sense,
                            wendi_cluster_distances* out) {
    heap open;
    open.count = 0;
    out->area = area;
    memset(out->distance, 0xff, (size_t)area.width * (size_t)area.height * sizeof *out->distance);
    int32_t first = (tile.y - area.y) * area.width + tile.x - area.x;
    out->distance[first] = 0;
    heap_push(&open, (uint64_t)first);
    while (open.count > 0) {
        uint64_t item = heap_pop(&open);
        uint32_t distance = (uint32_t)(item >> 32);
        int32_t index = (int32_t)(item & UINT32_MAX);
        if (distance > out->distance[index]) continue;
        int32_t column = index % area.width, row = index / area.width;
        const uint8_t* at = wendi_tile(grid, area.x + column, area.y + row);
        uint32_t moves = wendi_legal_moves(grid, at);
        if (column == 0) moves &= ~(uint32_t)WEST;
        if (column == area.width - 1) moves &= ~(uint32_t)EAST;
        if (row == 0) moves &= ~(uint32_t)NORTH;
        if (row == area.height - 1) moves &= ~(uint32_t)SOUTH;
        for (; moves; moves &= moves - 1) {
            int32_t d = __builtin_ctz(moves);
            wend_tile step = wendi_direction[d];
            const uint8_t* entered = sense == WENDI_FROM ? at + step.y * grid->stride + step.x : at;
            const int32_t* cost = d < WENDI_STRAIGHT ? grid->costs.straight : grid->costs.diagonal;
            uint32_t through = distance + (uint32_t)cost[*entered];
            int32_t next = index + step.y * area.width + step.x;
            if (through >= out->distance[next]) continue;
            out->distance[next] = through;
            heap_push(&open, (uint64_t)through << 32 | (uint64_t)next);
        }
    }
}

bool wendi_area_is_uniform(const wend_grid* grid, wend_rect area, uint8_t* class_out) {
    uint8_t k = *wendi_tile(grid, area.x, area.y);
    if (grid->costs.straight[k] == 0) return false;
    for (int32_t y = area.y; y < area.y + area.height; y++) {
        const uint8_t* row = wendi_tile(grid, area.x, y);
        for (int32_t x = 0; x < area.width; x++)
            if (row[x] != k) return false;
    }
    *class_out = k;
    return true;
}

uint32_t wendi_uniform_distance(const wend_grid* grid, uint8_t terrain_class, wend_tile a, wend_tile b) {
    int32_t dx = wendi_abs(a.x - b.x), dy = wendi_abs(a.y - b.y);
    int32_t straight = grid->costs.straight[terrain_class], diagonal = grid->costs.diagonal[terrain_class];
    int32_t diagonals = grid->connectivity == WEND_CONNECTIVITY_4 ? 0 : wendi_min(dx, dy);
    return (uint32_t)(diagonals * diagonal + (dx + dy - 2 * diagonals) * straight);
}
