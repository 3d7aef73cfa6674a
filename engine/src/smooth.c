// smooth.c: waypoints.
#include "smooth.h"

#include <math.h>

static bool same_step(const wend_tile* t) { // t[-1] to t[0] goes on as t[0] to t[1]
    return t[1].x - t[0].x == t[0].x - t[-1].x && t[1].y - t[0].y == t[0].y - t[-1].y;
}

wend_result wendi_turning_points(const wendi_tile_list* tiles, wendi_tile_list* out) {
    out->count = 0;
    wend_result result = WEND_OK;
    for (int64_t i = 0; i < tiles->count && result == WEND_OK; i++)
        if (i == 0 || i + 1 == tiles->count || !same_step(tiles->data + i))
            result = wendi_tile_list_push(out, tiles->data[i]);
    return result;
}

// Cost of the straight line between the centres of two tiles: the length within each tile times its cost;
// INFINITY when it meets a blocked tile or passes through a corner that movement may not cut. Walks from tile
// to tile in the order the line crosses their edges (Amanatides, Woo 1987), in whole numbers: the next
// vertical edge is crossed at (2 i + 1) / (2 dx), the next horizontal one at (2 j + 1) / (2 dy) of the way.
static double line_cost(const wend_grid* grid, wend_tile from, wend_tile to) {
    int64_t dx = wendi_abs(to.x - from.x), dy = wendi_abs(to.y - from.y);
    int32_t sx = to.x > from.x ? 1 : -1, sy = to.y > from.y ? 1 : -1;
    double length = sqrt((double)(dx * dx + dy * dy)), cost = 0, entered = 0;
    wend_tile at = from;
    for (int64_t i = 0, j = 0; i < dx || j < dy;) {
        if (!wendi_open(grid, at.x, at.y)) return INFINITY;
        int64_t vertical = i < dx ? (2 * i + 1) * dy : INT64_MAX,
                horizontal = j < dy ? (2 * j + 1) * dx : INT64_MAX;
        double left = vertical <= horizontal ? (double)(2 * i + 1) / (double)(2 * dx)
                                             : (double)(2 * j + 1) / (double)(2 * dy);
        cost += (left - entered) * length * (double)grid->class_costs[*wendi_tile(grid, at.x, at.y)];
        entered = left;
        wend_tile last = at;
        if (vertical <= horizontal) at.x += sx, i++;
        if (horizontal <= vertical) at.y += sy, j++;
        bool corner = at.x != last.x && at.y != last.y;
        if (corner && grid->moves != WEND_MOVES_8_CORNERS &&
            !(wendi_open(grid, at.x, last.y) && wendi_open(grid, last.x, at.y)))
            return INFINITY;
    }
    if (!wendi_open(grid, at.x, at.y)) return INFINITY;
    return cost + (1 - entered) * length * (double)grid->class_costs[*wendi_tile(grid, at.x, at.y)];
}

wend_result wendi_pull_string(const wend_grid* grid, const wendi_tile_list* tiles, wendi_tile_list* out) {
    // Rounding in the sums must not keep a straight line from replacing an equally long one.
    static const double slack = 1 + 1e-9;
    wend_result result = wendi_turning_points(tiles, out);
    if (result != WEND_OK || out->count < 3) return result;
    wend_tile* corners = out->data;
    int64_t kept =
        1; // corners[0 .. kept) are final; way is the cost from the newest of them to turning point i
    double way = line_cost(grid, corners[0], corners[1]);
    for (int64_t i = 1; i + 1 < out->count; i++) {
        // The walk so far ends at turning point i; may it go straight on to i + 1?
        double next = line_cost(grid, corners[i], corners[i + 1]);
        double straight = line_cost(grid, corners[kept - 1], corners[i + 1]);
        if (straight <= (way + next) * slack) {
            way = straight;
            continue;
        }
        corners[kept++] = corners[i];
        way = next;
    }
    corners[kept++] = corners[out->count - 1];
    out->count = kept;
    return WEND_OK;
}
