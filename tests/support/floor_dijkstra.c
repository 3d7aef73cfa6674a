// floor_dijkstra.c: what does it cost from a tile to all others, on every floor?
#include "floor_dijkstra.h"

#include <math.h>
#include <stdlib.h>

typedef struct entry {
    double cost;
    int32_t tile;
} entry;

typedef struct heap {
    entry* entries;
    int32_t count, capacity;
} heap;

static void push(heap* h, double cost, int32_t tile) {
    if (h->count == h->capacity) {
        h->capacity = 2 * h->capacity + 1024;
        h->entries = realloc(h->entries, (size_t)h->capacity * sizeof *h->entries);
        if (!h->entries) abort();
    }
    int32_t at = h->count++;
    for (; at > 0 && h->entries[(at - 1) / 2].cost > cost; at = (at - 1) / 2)
        h->entries[at] = h->entries[(at - 1) / 2];
    h->entries[at] = (entry){cost, tile};
}

static entry pop(heap* h) {
    const entry top = h->entries[0], last = h->entries[--h->count];
    int32_t at = 0;
    for (int32_t child = 1; child < h->count; child = 2 * at + 1) {
        if (child + 1 < h->count && h->entries[child + 1].cost < h->entries[child].cost) child++;
        if (h->entries[child].cost >= last.cost) break;
        h->entries[at] = h->entries[child];
        at = child;
    }
    h->entries[at] = last;
    return top;
}

double floor_link_cost(const wend_grid* grid, const wend_link* link) {
    if (link->kind == WEND_LINK_SEAM) return wend_grid_straight_cost(grid, wend_grid_class(grid, link->to));
    return fmax(floor((double)link->cost * wend_grid_cost_units(grid) + 0.5), 1);
}

typedef struct from_tile {
    int32_t tile, link;
} from_tile;

static int compare_tiles(const void* a, const void* b) {
    const from_tile *x = a, *y = b;
    return (x->tile > y->tile) - (x->tile < y->tile);
}

// The first of the links that begin at a tile or after it.
static int32_t first_from(const from_tile* from, int32_t count, int32_t tile) {
    int32_t low = 0;
    for (int32_t high = count; low < high;) {
        const int32_t middle = (low + high) / 2;
        if (from[middle].tile < tile)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void relax(heap* h, double* out, int32_t tile, double cost) {
    if (cost < out[tile]) push(h, out[tile] = cost, tile);
}

void floor_distances(const wend_grid* grid, const floor_rules* rules, wend_tile start, double* out) {
    int32_t links, usable = 0;
    const wend_link* link = wend_grid_links(grid, &links);
    from_tile* from = malloc((size_t)(links + 1) * sizeof *from);
    if (!from) abort();
    for (int32_t i = 0; i < links; i++)
        if (rules->is_usable(grid, &link[i])) from[usable++] = (from_tile){index_of(grid, link[i].from), i};
    qsort(from, (size_t)usable, sizeof *from, compare_tiles);
    for (int32_t i = 0; i < tile_count(grid); i++) out[i] = INFINITY;
    heap h = {0};
    if (wend_grid_passable(grid, start)) relax(&h, out, index_of(grid, start), 0);
    while (h.count > 0) {
        const entry top = pop(&h);
        if (top.cost > out[top.tile]) continue;
        const wend_tile at = tile_of(grid, top.tile);
        for (int32_t i = 0; i < 9; i++) {
            const wend_tile to = {at.x + i % 3 - 1, at.y + i / 3 - 1, at.floor};
            const int32_t cost = i == 4 ? 0 : rules->step_cost(grid, at, to);
            if (cost > 0) relax(&h, out, index_of(grid, to), top.cost + cost);
        }
        for (int32_t k = first_from(from, usable, top.tile); k < usable && from[k].tile == top.tile; k++) {
            const wend_link* taken = &link[from[k].link];
            relax(&h, out, index_of(grid, taken->to), top.cost + floor_link_cost(grid, taken));
        };
    }
    free(from);
    free(h.entries);
}
