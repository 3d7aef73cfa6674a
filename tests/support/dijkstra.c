// dijkstra.c: Dijkstra (1959) with a binary heap of (distance, tile) pairs, stale entries skipped.
#include "dijkstra.h"

#include <math.h>
#include <stdlib.h>

typedef struct entry {
    double distance;
    int32_t tile;
} entry;

// A link that paths can take, between two tiles of the area.
typedef struct oracle_link {
    int32_t from, to;
    double units, cost;
    int32_t next_from, next_to; // the next link from the same tile, or to it; -1: none
} oracle_link;

struct oracle {
    wend_rect area;
    wend_connectivity connectivity;
    bool* passable;
    double *straight, *diagonal; // units for entering each tile
    double* cost;                // of each tile
    double* distance;
    entry* heap;
    oracle_link* links;
    int32_t *first_from, *first_to; // of each tile: a link; -1: none
};

static void* memory(size_t count, size_t size) {
    void* m = calloc(count, size);
    if (!m) abort();
    return m;
}

static int32_t index_of(const oracle* o, wend_tile tile) {
    int32_t x = tile.x - o->area.x, y = tile.y - o->area.y;
    return x < 0 || y < 0 || x >= o->area.width || y >= o->area.height ? -1 : y * o->area.width + x;
}

static void copy_links(oracle* o, const wend_grid* grid, size_t tiles) {
    int32_t count, kept = 0;
    const wend_link* links = wend_grid_links(grid, &count);
    o->first_from = memory(tiles, sizeof *o->first_from);
    o->first_to = memory(tiles, sizeof *o->first_to);
    for (size_t i = 0; i < tiles; i++) o->first_from[i] = o->first_to[i] = -1;
    o->links = memory((size_t)count + 1, sizeof *o->links);
    for (int32_t i = 0; i < count; i++) {
        int32_t from = index_of(o, links[i].from), to = index_of(o, links[i].to);
        if (!links[i].enabled || from < 0 || to < 0 || !o->passable[from] || !o->passable[to]) continue;
        double units = round((double)links[i].cost * wend_grid_cost_units(grid));
        o->links[kept] = (oracle_link){
            from, to, units < 1 ? 1 : units, (double)links[i].cost, o->first_from[from], o->first_to[to]};
        o->first_from[from] = o->first_to[to] = kept++;
    }
}

oracle* oracle_create(const wend_grid* grid, wend_rect area) {
    size_t count = (size_t)area.width * (size_t)area.height;
    oracle* o = memory(1, sizeof *o);
    o->area = area;
    o->connectivity = wend_grid_connectivity(grid);
    o->passable = memory(count, sizeof *o->passable);
    o->straight = memory(count, sizeof *o->straight);
    o->diagonal = memory(count, sizeof *o->diagonal);
    o->cost = memory(count, sizeof *o->cost);
    o->distance = memory(count, sizeof *o->distance);
    int32_t link_count = 0;
    wend_grid_links(grid, &link_count);
    o->heap = memory(count * 8 + 1 + (size_t)link_count, sizeof *o->heap);
    for (int32_t i = 0; i < (int32_t)count; i++) {
        wend_tile tile = {area.x + i % area.width, area.y + i / area.width};
        uint8_t k = wend_grid_class(grid, tile);
        o->cost[i] = wend_grid_class_costs(grid)[k];
        o->passable[i] = o->cost[i] > 0;
        o->straight[i] = wend_grid_straight_cost(grid, k);
        o->diagonal[i] = wend_grid_diagonal_cost(grid, k);
    }
    copy_links(o, grid, count);
    return o;
}

oracle* oracle_of_grid(const wend_grid* grid) {
    return oracle_create(grid, (wend_rect){0, 0, wend_grid_width(grid), wend_grid_height(grid)});
}

void oracle_destroy(oracle* o) {
    if (!o) return;
    free(o->passable);
    free(o->straight);
    free(o->diagonal);
    free(o->cost);
    free(o->distance);
    free(o->heap);
    free(o->links);
    free(o->first_from);
    free(o->first_to);
    free(o);
}

static bool is_passable(const oracle* o, int32_t x, int32_t y) {
    return x >= 0 && y >= 0 && x < o->area.width && y < o->area.height && o->passable[y * o->area.width + x];
}

// The rule of movement, independent of the engine's. Tiles outside the area are blocked.
static bool may_step(const oracle* o, int32_t x, int32_t y, int32_t dx, int32_t dy) {
    if (!is_passable(o, x, y) || !is_passable(o, x + dx, y + dy)) return false;
    if (dx == 0 || dy == 0) return true;
    switch (o->connectivity) {
    case WEND_CONNECTIVITY_8:
        return is_passable(o, x + dx, y) && is_passable(o, x, y + dy);
    case WEND_CONNECTIVITY_8_CUT:
        return true;
    default:
        return false;
    }
}

bool oracle_can_step(const oracle* o, wend_tile from, wend_tile to) {
    int64_t dx = (int64_t)to.x - from.x, dy = (int64_t)to.y - from.y;
    if (dx < -1 || dx > 1 || dy < -1 || dy > 1 || (dx == 0 && dy == 0)) return false;
    return may_step(o, from.x - o->area.x, from.y - o->area.y, (int32_t)dx, (int32_t)dy);
}

static double step_cost(const oracle* o, oracle_metric metric, int32_t entered, bool diagonal) {
    switch (metric) {
    case ORACLE_UNITS:
        return diagonal ? o->diagonal[entered] : o->straight[entered];
    case ORACLE_TILES:
        return diagonal ? o->cost[entered] * sqrt(2) : o->cost[entered];
    default:
        return 1;
    }
}

static void sift_up(entry* heap, int32_t at) {
    for (; at > 0 && heap[at].distance < heap[(at - 1) / 2].distance; at = (at - 1) / 2) {
        entry swap = heap[at];
        heap[at] = heap[(at - 1) / 2];
        heap[(at - 1) / 2] = swap;
    }
}

static void sift_down(entry* heap, int32_t count) {
    for (int32_t at = 0, child = 1; child < count; at = child, child = 2 * at + 1) {
        if (child + 1 < count && heap[child + 1].distance < heap[child].distance) child++;
        if (heap[at].distance <= heap[child].distance) return;
        entry swap = heap[at];
        heap[at] = heap[child];
        heap[child] = swap;
    }
}

const double* oracle_distances(oracle* o, oracle_metric metric, wend_tile source, bool backward) {
    int32_t width = o->area.width, count = 0;
    for (int32_t i = 0; i < width * o->area.height; i++) o->distance[i] = INFINITY;
    int32_t first = (source.y - o->area.y) * width + source.x - o->area.x;
    if (!o->passable[first]) return o->distance;
    o->distance[first] = 0;
    o->heap[count++] = (entry){0, first};
    while (count > 0) {
        entry top = o->heap[0];
        o->heap[0] = o->heap[--count];
        sift_down(o->heap, count);
        if (top.distance > o->distance[top.tile]) continue;
        for (int32_t i = backward ? o->first_to[top.tile] : o->first_from[top.tile]; i >= 0;
             i = backward ? o->links[i].next_to : o->links[i].next_from) {
            const oracle_link* link = &o->links[i];
            int32_t to = backward ? link->from : link->to;
            double through = top.distance + (metric == ORACLE_UNITS   ? link->units
                                             : metric == ORACLE_TILES ? link->cost
                                                                      : 1);
            if (through >= o->distance[to]) continue;
            o->distance[to] = through;
            o->heap[count] = (entry){through, to};
            sift_up(o->heap, count++);
        }
        int32_t x = top.tile % width, y = top.tile / width;
        for (int32_t dy = -1; dy <= 1; dy++) {
            for (int32_t dx = -1; dx <= 1; dx++) {
                if ((dx == 0 && dy == 0) || !may_step(o, x, y, dx, dy)) continue;
                int32_t to = (y + dy) * width + x + dx;
                double through =
                    top.distance + step_cost(o, metric, backward ? top.tile : to, dx != 0 && dy != 0);
                if (through >= o->distance[to]) continue;
                o->distance[to] = through;
                o->heap[count] = (entry){through, to};
                sift_up(o->heap, count++);
            }
        }
    }
    return o->distance;
}

double oracle_at(const oracle* o, const double* distances, wend_tile tile) {
    return distances[(tile.y - o->area.y) * o->area.width + tile.x - o->area.x];
}
