// dijkstra.c: Dijkstra (1959) with a binary heap of (distance, tile) pairs, stale entries skipped.
#include "dijkstra.h"

#include "relief_model.h"

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
    bool hex_diagonals;
    // What the distances are of: several queries from one tile need them once.
    bool known, known_backward;
    oracle_metric known_metric;
    int32_t known_first;
    bool* passable;
    uint8_t* closed; // the steps from each tile that were closed, as wend_grid_closed_steps names them
    double *straight, *diagonal; // units for entering each tile
    double* cost;                // of each tile
    float* elevation;            // of each tile; NULL: the grid has no relief
    uint8_t* lane;
    wend_relief_def relief; // relief_model when the oracle was made
    double units;
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
        if (!links[i].enabled || !(links[i].profiles & 1) || from < 0 || to < 0 || !o->passable[from] ||
            !o->passable[to])
            continue;
        const bool seam = links[i].kind == WEND_LINK_SEAM; // a step into the tile behind it
        const double cost = seam ? (double)wend_grid_cost(grid, links[i].to) : (double)links[i].cost;
        double units = seam ? wend_grid_straight_cost(grid, wend_grid_class(grid, links[i].to))
                            : round(cost * wend_grid_cost_units(grid));
        o->links[kept] =
            (oracle_link){from, to, units < 1 ? 1 : units, cost, o->first_from[from], o->first_to[to]};
        o->first_from[from] = o->first_to[to] = kept++;
    }
}

oracle* oracle_create(const wend_grid* grid, wend_rect area) {
    size_t count = (size_t)area.width * (size_t)area.height;
    oracle* o = memory(1, sizeof *o);
    o->area = area;
    o->connectivity = wend_grid_connectivity(grid);
    o->passable = memory(count, sizeof *o->passable);
    o->closed = memory(count, sizeof *o->closed);
    o->straight = memory(count, sizeof *o->straight);
    o->diagonal = memory(count, sizeof *o->diagonal);
    o->cost = memory(count, sizeof *o->cost);
    o->distance = memory(count, sizeof *o->distance);
    int32_t link_count = 0;
    wend_grid_links(grid, &link_count);
    o->heap = memory(count * 12 + 1 + (size_t)link_count, sizeof *o->heap);
    for (int32_t i = 0; i < (int32_t)count; i++) {
        wend_tile tile = {area.x + i % area.width, area.y + i / area.width};
        uint8_t k = wend_grid_class(grid, tile);
        o->cost[i] = wend_grid_class_costs(grid)[k];
        o->passable[i] = o->cost[i] > 0;
        o->closed[i] = wend_grid_closed_steps(grid, tile);
        const double units = o->cost[i] * wend_grid_cost_units(grid);
        o->straight[i] = fmax(floor(units + 0.5), 1);
        o->diagonal[i] = fmax(floor(units * sqrt(2) + 0.5), o->straight[i]);
    }
    copy_links(o, grid, count);
    o->units = wend_grid_cost_units(grid);
    if (!wend_grid_has_relief(grid)) return o;
    o->relief = relief_model;
    o->elevation = memory(count, sizeof *o->elevation);
    o->lane = memory(count, 1);
    for (int32_t i = 0; i < (int32_t)count; i++) {
        const wend_tile tile = {area.x + i % area.width, area.y + i / area.width};
        o->elevation[i] = wend_grid_elevation(grid, tile);
        o->lane[i] = wend_grid_lane(grid, tile);
    }
    return o;
}

oracle* oracle_of_grid(const wend_grid* grid) {
    return oracle_create(grid, wend_grid_area(grid));
}

void oracle_destroy(oracle* o) {
    if (!o) return;
    free(o->passable);
    free(o->closed);
    free(o->straight);
    free(o->diagonal);
    free(o->cost);
    free(o->elevation);
    free(o->lane);
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

// True when the caller of the grid has not closed this step. Both tiles lie within the area.
static bool is_open(const oracle* o, int32_t x, int32_t y, int32_t dx, int32_t dy) {
    static const int32_t bits[3][3] = {{6, 3, 7}, {2, -1, 0}, {5, 1, 4}}; // by dy and dx
    return !(o->closed[y * o->area.width + x] >> bits[dy + 1][dx + 1] & 1);
}

// Both ways round a diagonal step by two straight ones.
static bool way_by_column_is_open(const oracle* o, int32_t x, int32_t y, int32_t dx, int32_t dy) {
    return is_open(o, x, y, 0, dy) && is_open(o, x, y + dy, dx, 0);
}
static bool way_by_row_is_open(const oracle* o, int32_t x, int32_t y, int32_t dx, int32_t dy) {
    return is_open(o, x, y, dx, 0) && is_open(o, x + dx, y, 0, dy);
}

typedef struct cube { // coordinates of a hexagon on three axes whose sum is 0
    int32_t q, r, s;
} cube;

// Of a tile in coordinates of the grid.
static cube cube_of(wend_connectivity connectivity, int32_t x, int32_t y) {
    cube c = {x, y, 0};
    switch (connectivity) {
    case WEND_CONNECTIVITY_HEX_ODD_R:
        c.q = x - (y - (y & 1)) / 2;
        break;
    case WEND_CONNECTIVITY_HEX_EVEN_R:
        c.q = x - (y + (y & 1)) / 2;
        break;
    case WEND_CONNECTIVITY_HEX_ODD_Q:
        c.r = y - (x - (x & 1)) / 2;
        break;
    default:
        c.r = y - (x + (x & 1)) / 2;
        break;
    }
    c.s = -c.q - c.r;
    return c;
}

static bool is_hex(const oracle* o) {
    return o->connectivity >= WEND_CONNECTIVITY_HEX_ODD_R;
}

static bool are_hex_neighbours(const oracle* o, int32_t x, int32_t y, int32_t dx, int32_t dy) {
    x += o->area.x;
    y += o->area.y;
    cube a = cube_of(o->connectivity, x, y), b = cube_of(o->connectivity, x + dx, y + dy);
    return abs(a.q - b.q) + abs(a.r - b.r) + abs(a.s - b.s) == 2;
}

// Of a step between two tiles of the area; 1: there is no relief.
static float factor_of(const oracle* o, int32_t from, int32_t to) {
    if (!o->elevation) return 1;
    const int32_t width = o->area.width;
    return relief_model_factor(&o->relief, o->elevation[from], o->elevation[to], o->lane[to],
                               o->area.y + to / width, to % width - from % width, to / width - from / width,
                               is_hex(o));
}

// The rule of movement, independent of the engine's. Tiles outside the area are blocked.
static bool may_step(const oracle* o, int32_t x, int32_t y, int32_t dx, int32_t dy) {
    if (!is_passable(o, x, y) || !is_passable(o, x + dx, y + dy) || !is_open(o, x, y, dx, dy)) return false;
    const int32_t from = y * o->area.width + x;
    if (factor_of(o, from, from + dy * o->area.width + dx) == 0) return false;
    if (is_hex(o)) return are_hex_neighbours(o, x, y, dx, dy);
    if (dx == 0 || dy == 0) return true;
    const bool by_column = way_by_column_is_open(o, x, y, dx, dy),
               by_row = way_by_row_is_open(o, x, y, dx, dy);
    switch (o->connectivity) {
    case WEND_CONNECTIVITY_8:
        return is_passable(o, x + dx, y) && is_passable(o, x, y + dy) && by_column && by_row;
    case WEND_CONNECTIVITY_8_CUT:
        return by_column || by_row;
    default:
        return false;
    }
}

void oracle_allow_hex_diagonals(oracle* o) {
    o->hex_diagonals = true;
    o->known = false;
}

// The step to a hexagon that shares two neighbours with this one; both ways over them must be open.
static bool may_step_between(const oracle* o, int32_t x, int32_t y, int32_t dx, int32_t dy) {
    cube a = cube_of(o->connectivity, x + o->area.x, y + o->area.y),
         b = cube_of(o->connectivity, x + dx + o->area.x, y + dy + o->area.y);
    int32_t q = abs(a.q - b.q), r = abs(a.r - b.r), s = abs(a.s - b.s);
    if (q + r + s != 4 || q == 0 || r == 0 || s == 0) return false;
    int32_t ways = 0;
    for (int32_t i = 0; i < 9; i++) {
        int32_t ox = i % 3 - 1, oy = i / 3 - 1, rest_x = dx - ox, rest_y = dy - oy;
        if (i == 4 || abs(rest_x) > 1 || abs(rest_y) > 1 || (rest_x == 0 && rest_y == 0)) continue;
        ways += may_step(o, x, y, ox, oy) && may_step(o, x + ox, y + oy, rest_x, rest_y);
    }
    return ways == 2;
}

bool oracle_can_step(const oracle* o, wend_tile from, wend_tile to) {
    int64_t dx = (int64_t)to.x - from.x, dy = (int64_t)to.y - from.y;
    if (dx < -1 || dx > 1 || dy < -1 || dy > 1 || (dx == 0 && dy == 0)) return false;
    return may_step(o, from.x - o->area.x, from.y - o->area.y, (int32_t)dx, (int32_t)dy);
}

typedef enum step_kind { NO_STEP, STRAIGHT_STEP, DIAGONAL_STEP, HEX_DIAGONAL_STEP } step_kind;

static step_kind kind_of_step(const oracle* o, int32_t x, int32_t y, int32_t dx, int32_t dy) {
    if (dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1 && may_step(o, x, y, dx, dy))
        return dx != 0 && dy != 0 && !is_hex(o) ? DIAGONAL_STEP : STRAIGHT_STEP;
    return o->hex_diagonals && may_step_between(o, x, y, dx, dy) ? HEX_DIAGONAL_STEP : NO_STEP;
}

static double step_cost(const oracle* o, oracle_metric metric, int32_t from, int32_t entered,
                        step_kind kind) {
    if (o->elevation && metric != ORACLE_STEPS) {
        const double cost = relief_model_cost(o->straight[entered], factor_of(o, from, entered));
        return metric == ORACLE_UNITS ? cost : cost / o->units;
    }
    switch (metric) {
    case ORACLE_UNITS:
        return kind == HEX_DIAGONAL_STEP ? floor(o->straight[entered] * sqrt(3) + 0.5)
               : kind == DIAGONAL_STEP   ? o->diagonal[entered]
                                         : o->straight[entered];
    case ORACLE_TILES:
        return o->cost[entered] * (kind == HEX_DIAGONAL_STEP ? sqrt(3) : kind == DIAGONAL_STEP ? sqrt(2) : 1);
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
    int32_t first = (source.y - o->area.y) * width + source.x - o->area.x;
    if (o->known && o->known_metric == metric && o->known_first == first && o->known_backward == backward)
        return o->distance;
    o->known = true;
    o->known_metric = metric;
    o->known_first = first;
    o->known_backward = backward;
    for (int32_t i = 0; i < width * o->area.height; i++) o->distance[i] = INFINITY;
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
        const int32_t reach = o->hex_diagonals ? 2 : 1;
        for (int32_t dy = -reach; dy <= reach; dy++) {
            for (int32_t dx = -reach; dx <= reach; dx++) {
                if (dx == 0 && dy == 0) continue;
                const step_kind kind =
                    backward ? kind_of_step(o, x + dx, y + dy, -dx, -dy) : kind_of_step(o, x, y, dx, dy);
                if (kind == NO_STEP) continue;
                int32_t to = (y + dy) * width + x + dx;
                double through = top.distance + step_cost(o, metric, backward ? to : top.tile,
                                                          backward ? top.tile : to, kind);
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

double oracle_optimum(const wend_grid* grid, wend_tile start, wend_tile goal) {
    oracle* o = oracle_of_grid(grid);
    const double optimum = oracle_at(o, oracle_distances(o, ORACLE_UNITS, start, false), goal);
    oracle_destroy(o);
    return optimum;
}
