// hex_line.c: a walk from hexagon to hexagon along a straight line, in the order in which the line crosses
// their sides. Whole numbers decide that order: in doubled coordinates, where the middles of neighbours lie 2
// apart along a line of the map, or 1 along and 1 line, a scalar product is (along * along + 3 * lines *
// lines) / 4.
#include "search/hex_line.h"

#include "grid/steps.h"

static int64_t product(wendi_hex_way a, wendi_hex_way b) {
    return a.along * b.along + 3 * a.lines * b.lines;
}

typedef struct walk {
    const wend_grid* grid;
    wend_tile from, at;
    wendi_hex_way way; // of the whole line
} walk;

// Where the line crosses the side towards a neighbour: at *share_out / toward of its length, with toward the
// product of the line and the way to the neighbour; toward <= 0: it does not.
static int64_t crossing(const walk* w, wend_tile tile, wend_tile next, int64_t* share_out) {
    wendi_hex_way step = wendi_hex_between(w->grid->connectivity, tile, next);
    *share_out = product(wendi_hex_between(w->grid->connectivity, w->from, tile), step) + 2;
    return product(w->way, step);
}

static double cost_of(const wend_grid* grid, wend_tile tile) {
    return (double)grid->class_costs[*wendi_tile(grid, tile.x, tile.y)];
}

static wend_tile beside(wend_tile tile, int32_t direction) {
    return (wend_tile){tile.x + wendi_direction[direction].x, tile.y + wendi_direction[direction].y};
}

// The neighbours that the line enters next, and the direction of each: two where it leaves through a corner
// and runs on along the side between them.
static int32_t next_tiles(const walk* w, int32_t directions[2], double* share_out) {
    uint32_t lacks = wendi_hex_closed(w->grid->connectivity, w->at.x, w->at.y);
    int64_t share = 0, toward = 0;
    int32_t count = 0;
    for (int32_t d = 0; d < WENDI_DIRECTIONS; d++) {
        if (lacks >> d & 1) continue;
        int64_t s, t = crossing(w, w->at, beside(w->at, d), &s);
        if (t <= 0) continue;
        int64_t sooner = count == 0 ? -1 : s * toward - share * t;
        if (sooner == 0 && t == toward) directions[count++] = d;
        if (sooner > 0 || (sooner == 0 && t <= toward)) continue;
        directions[0] = d;
        share = s;
        toward = t;
        count = 1;
    }
    WENDI_ASSERT(count == 1 || count == 2);
    *share_out = (double)share / (double)toward;
    return count;
}

static bool may_leave(const wend_grid* grid, wend_tile tile, int32_t direction) {
    return wendi_legal_moves(grid, tile.x, tile.y) >> direction & 1;
}

double wendi_hex_line_cost(const wend_grid* grid, wend_tile from, wend_tile to, double most) {
    walk w = {grid, from, from, wendi_hex_between(grid->connectivity, from, to)};
    const double length = sqrt((double)product(w.way, w.way)) / 2;
    double cost = 0, entered = 0, left;
    while (w.at.x != to.x || w.at.y != to.y) {
        int32_t d[2];
        int32_t count = next_tiles(&w, d, &left);
        if (cost > most || !may_leave(grid, w.at, d[0])) return INFINITY;
        cost += (left - entered) * length * cost_of(grid, w.at);
        entered = left;
        wend_tile one = beside(w.at, d[0]);
        if (count == 2) { // along the side between two tiles, into the tile beyond: both must let it pass
            wend_tile other = beside(w.at, d[1]);
            wendi_hex_way ahead = wendi_hex_between(grid->connectivity, w.at, other);
            int32_t into = 0, into_other = 0; // the directions from the two to the tile beyond
            for (int32_t k = 0; k < WENDI_DIRECTIONS; k++) {
                wendi_hex_way a = wendi_hex_between(grid->connectivity, one, beside(one, k));
                if (a.along == ahead.along && a.lines == ahead.lines) into = k;
            }
            wend_tile beyond = beside(one, into);
            into_other = wendi_direction_of(beyond.x - other.x, beyond.y - other.y);
            if (!may_leave(grid, w.at, d[1]) || !may_leave(grid, one, into) ||
                !may_leave(grid, other, into_other))
                return INFINITY;
            int64_t share, toward = crossing(&w, one, beyond, &share);
            left = (double)share / (double)toward;
            cost += (left - entered) * length * fmax(cost_of(grid, one), cost_of(grid, other));
            entered = left;
            one = beyond;
        }
        w.at = one;
    }
    return cost + (1 - entered) * length * cost_of(grid, to);
}
