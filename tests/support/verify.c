// verify.c: the independent check.
#include "verify.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static bool wrong(char why[VERIFY_TEXT], const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, VERIFY_TEXT, format, arguments);
    va_end(arguments);
    return false;
}

static double cost_of(const wend_grid* grid, int32_t x, int32_t y) {
    return wend_grid_class_costs(grid)[wend_grid_class(grid, (wend_tile){x, y})];
}
static bool same(wend_tile a, wend_tile b) {
    return a.x == b.x && a.y == b.y;
}

static bool legal(const wend_grid* grid, wend_tile a, wend_tile b) {
    int32_t dx = b.x - a.x, dy = b.y - a.y;
    if (abs(dx) > 1 || abs(dy) > 1 || (dx == 0 && dy == 0) || cost_of(grid, b.x, b.y) == 0) return false;
    if (dx == 0 || dy == 0) return true;
    switch (wend_grid_connectivity(grid)) {
    case WEND_CONNECTIVITY_8:
        return cost_of(grid, b.x, a.y) > 0 && cost_of(grid, a.x, b.y) > 0;
    case WEND_CONNECTIVITY_8_CUT:
        return true;
    default:
        return false;
    }
}

// Does a partial path end where it should: at a tile of the route, at least as far along it as was asked?
static bool ends_well(const wend_query* query, wend_tile last, const wend_tile* route, int32_t count) {
    int64_t steps = 0;
    for (int32_t i = 1; i + 1 < count; i++) {
        int32_t dx = abs(route[i].x - route[i - 1].x), dy = abs(route[i].y - route[i - 1].y);
        steps += dx > dy ? dx : dy;
        if (same(route[i], last)) return query->algorithm == WEND_HPA && steps >= query->first_tiles;
    }
    return false;
}

// Found or partial.
static bool verify_found(const wend_grid* grid, const wend_query* query, const wend_path* path,
                         char why[VERIFY_TEXT]) {
    int32_t count, corners, legs;
    const wend_tile* tiles = wend_path_tiles(path, &count);
    const wend_vec2* points = wend_path_waypoints(path, &corners);
    const wend_tile* route = wend_path_route(path, &legs);
    if (count < 1 || !same(tiles[0], query->start)) return wrong(why, "the tiles do not lead from the start");
    wend_tile last = tiles[count - 1];
    if (wend_path_outcome(path) == WEND_FOUND && !same(last, query->goal))
        return wrong(why, "the tiles do not lead to the goal");
    if (wend_path_outcome(path) == WEND_PARTIAL &&
        (query->first_tiles < 1 || !ends_well(query, last, route, legs)))
        return wrong(why, "a partial path that was not asked for, or does not reach its part of the route");
    if (cost_of(grid, tiles[0].x, tiles[0].y) == 0) return wrong(why, "begins on a blocked tile");
    double sum = 0;
    wend_cost units = 0;
    for (int32_t i = 1; i < count; i++) {
        if (!legal(grid, tiles[i - 1], tiles[i]))
            return wrong(why, "step %d from %d,%d to %d,%d is not legal", i, tiles[i - 1].x, tiles[i - 1].y,
                         tiles[i].x, tiles[i].y);
        bool diagonal = tiles[i].x != tiles[i - 1].x && tiles[i].y != tiles[i - 1].y;
        uint8_t k = wend_grid_class(grid, tiles[i]);
        sum += cost_of(grid, tiles[i].x, tiles[i].y) * (diagonal ? sqrt(2) : 1);
        units += diagonal ? wend_grid_diagonal_cost(grid, k) : wend_grid_straight_cost(grid, k);
    }
    if (units != wend_path_integer_cost(path))
        return wrong(why, "integer cost %lld, its steps sum to %lld", (long long)wend_path_integer_cost(path),
                     (long long)units);
    if (fabs(sum - wend_path_cost(path)) > 1e-9 * sum)
        return wrong(why, "cost %.9f, its steps sum to %.9f", wend_path_cost(path), sum);
    wend_vec2 begin = wend_grid_center(grid, query->start), end = wend_grid_center(grid, last);
    if (corners < 1 || points[0].x != begin.x || points[0].y != begin.y || points[corners - 1].x != end.x ||
        points[corners - 1].y != end.y)
        return wrong(why, "the waypoints do not lead from the first tile to the last");
    if (legs != 0 && (legs < 2 || !same(route[0], query->start) || !same(route[legs - 1], query->goal)))
        return wrong(why, "the route does not lead from start to goal");
    return true;
}

bool verify_path(const wend_grid* grid, const wend_query* query, const wend_path* path,
                 char why[VERIFY_TEXT]) {
    wend_outcome outcome = wend_path_outcome(path);
    bool start_open = cost_of(grid, query->start.x, query->start.y) > 0;
    bool goal_open = cost_of(grid, query->goal.x, query->goal.y) > 0;
    if ((outcome == WEND_START_BLOCKED) != !start_open ||
        (outcome == WEND_GOAL_BLOCKED) != (start_open && !goal_open))
        return wrong(why, "outcome %s with a start that is %s and a goal that is %s",
                     wend_outcome_string(outcome), start_open ? "open" : "blocked",
                     goal_open ? "open" : "blocked");
    if (outcome == WEND_FOUND || outcome == WEND_PARTIAL) return verify_found(grid, query, path, why);
    int32_t tiles, corners, legs;
    wend_path_tiles(path, &tiles);
    wend_path_waypoints(path, &corners);
    wend_path_route(path, &legs);
    if (tiles || corners || legs || wend_path_cost(path) != 0 || wend_path_integer_cost(path) != 0)
        return wrong(why, "outcome %s with tiles or a cost", wend_outcome_string(outcome));
    return true;
}
