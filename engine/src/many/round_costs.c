// round_costs.c: what does it cost to get anywhere, if ways may lead in any direction? Fast marching (Sethian
// 1996): a front spreads from the sources, and each tile gets its cost from two neighbours that the front has
// passed, as if the front were straight between them. Two pairs of neighbours are tried, beside and across
// corners (Hassouna and Farag 2007), so that the front is exact along eight directions.
#include <math.h>

#include "core/containers.h"
#include "grid/steps.h"
#include "hierarchy/open.h"
#include "wend/many.h"

typedef struct front {
    const wend_grid* grid;
    wend_rect area;
    double limit;
    float* costs; // of the area
    wendi_heap queue;
} front;

// Units of a queue's keys: parts of a tile cost.
static const double KEYS = 1 << 20;

static int64_t index_of(const front* f, wend_tile tile) {
    return (int64_t)(tile.y - f->area.y) * f->area.width + (tile.x - f->area.x);
}

// The cost of the neighbour in a direction, when a step leads from there; INFINITY: none does.
static double cost_behind(const front* f, wend_tile tile, uint32_t moves, int32_t direction) {
    const wend_tile behind = wendi_beside(tile, direction);
    if (!(moves >> direction & 1) || !wendi_area_contains(f->area, behind)) return INFINITY;
    return (double)f->costs[index_of(f, behind)];
}

// The cost of a tile that a straight front reaches over one neighbour of each of two opposite pairs.
static double cost_over(double a, double b, double step) {
    const double least = fmin(a, b), apart = fabs(a - b);
    if (isinf(least)) return INFINITY;
    return apart < step ? (a + b + sqrt(2 * step * step - apart * apart)) / 2 : least + step;
}

static double cost_of(const front* f, wend_tile tile) {
    const uint32_t moves = wendi_legal_moves_into(f->grid, tile.x, tile.y);
    const double step =
        (double)f->grid->costs.straight[*wendi_tile(f->grid, tile.x, tile.y)] / f->grid->costs.unit;
    double behind[WENDI_DIRECTIONS];
    for (int32_t d = 0; d < WENDI_DIRECTIONS; d++) behind[d] = cost_behind(f, tile, moves, d);
    double pairs[4];
    for (int32_t d = 0; d < WENDI_DIRECTIONS; d++)
        if (wendi_opposite(d) > d)
            pairs[(d < WENDI_STRAIGHT ? 0 : 2) + (d & 1)] = fmin(behind[d], behind[wendi_opposite(d)]);
    return fmin(cost_over(pairs[0], pairs[1], step), cost_over(pairs[2], pairs[3], step * sqrt(2)));
}

static wend_result lower(front* f, wend_tile tile, double cost) {
    float* known = &f->costs[index_of(f, tile)];
    if (!(cost <= f->limit) || (float)cost >= *known) return WEND_OK;
    *known = (float)cost;
    return wendi_heap_push(&f->queue, (wend_cost)((double)*known * KEYS), (uint32_t)index_of(f, tile));
}

static wend_result spread(front* f) {
    wend_result result = WEND_OK;
    while (f->queue.count > 0 && result == WEND_OK) {
        const wendi_heap_entry next = wendi_heap_pop(&f->queue);
        if (next.key > (wend_cost)((double)f->costs[next.item] * KEYS)) continue; // it was lowered since
        const wend_tile at = {f->area.x + (int32_t)(next.item % (uint32_t)f->area.width),
                              f->area.y + (int32_t)(next.item / (uint32_t)f->area.width)};
        for (int32_t d = 0; d < WENDI_DIRECTIONS && result == WEND_OK; d++) {
            const wend_tile to = wendi_beside(at, d);
            if (wendi_area_contains(f->area, to) && wendi_is_passable(f->grid, to.x, to.y) &&
                f->costs[index_of(f, to)] > f->costs[next.item])
                result = lower(f, to, cost_of(f, to));
        }
    }
    return result;
}

wend_result wend_round_costs(const wend_grid* grid, const wend_tile* sources, int32_t count, double limit,
                             wend_rect area, float* costs_out) {
    if (!grid || !sources || !costs_out || count < 1 || !(limit >= 0)) return WEND_ERROR_ARGUMENT;
    area = wendi_area_to_sheet(&grid->floors, area);
    if (!wendi_is_valid_area(grid, area)) return WEND_ERROR_ARGUMENT;
    for (int32_t i = 0; i < count; i++)
        if (!wendi_sheet_contains(grid, wendi_to_sheet(&grid->floors, sources[i])))
            return WEND_ERROR_ARGUMENT;
    if (wendi_is_hex(grid->connectivity) || wendi_has_directions(grid)) return WEND_ERROR_UNSUPPORTED;
    const int64_t tiles = (int64_t)area.width * area.height;
    if (tiles > INT32_MAX) return WEND_ERROR_LIMIT;
    wend_result result = wendi_open_all_of(grid);
    front f = {.grid = grid, .area = area, .limit = limit, .costs = costs_out};
    f.queue.allocator = wendi_allocator(NULL);
    for (int64_t i = 0; i < tiles && result == WEND_OK; i++) costs_out[i] = INFINITY;
    for (int32_t i = 0; i < count && result == WEND_OK; i++) {
        const wend_tile source = wendi_to_sheet(&grid->floors, sources[i]);
        if (wendi_area_contains(area, source) && wendi_is_passable(grid, source.x, source.y))
            result = lower(&f, source, 0);
    }
    if (result == WEND_OK) result = spread(&f);
    wendi_heap_free(&f.queue);
    return result;
}
