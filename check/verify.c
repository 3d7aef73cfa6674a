// verify.c: is this path a right answer? See verify.h for why it repeats the rule of movement.
#include "verify.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static bool is_passable(const wend_grid* grid, wend_tile tile) {
    return wend_grid_cost(grid, tile) > 0;
}

static bool is_same(wend_tile a, wend_tile b) {
    return a.x == b.x && a.y == b.y && a.floor == b.floor;
}

static bool is_at(wend_vec2 point, wend_vec2 place) {
    return point.x == place.x && point.y == place.y;
}

// True when a step, or one of the two straight steps of a way round it, was closed.
static bool is_closed(const wend_grid* grid, wend_tile a, wend_tile b) {
    return !wend_grid_step_is_open(grid, a, b);
}
static bool way_is_closed(const wend_grid* grid, wend_tile a, wend_tile over, wend_tile b) {
    return is_closed(grid, a, over) || is_closed(grid, over, b);
}

static bool is_hex(const wend_grid* grid) {
    return wend_grid_connectivity(grid) >= WEND_CONNECTIVITY_HEX_ODD_R;
}

// Of the two rows or columns of a diagonal step between hexagons, one is shifted by half a tile. The step
// leads against the shift of the line that it enters.
static bool are_hex_neighbours(const wend_grid* grid, wend_tile a, wend_tile b) {
    const wend_connectivity layout = wend_grid_connectivity(grid);
    const bool rows = layout == WEND_CONNECTIVITY_HEX_ODD_R || layout == WEND_CONNECTIVITY_HEX_EVEN_R;
    const bool odd = layout == WEND_CONNECTIVITY_HEX_ODD_R || layout == WEND_CONNECTIVITY_HEX_ODD_Q;
    const int32_t line = rows ? b.y : b.x, along = rows ? b.x - a.x : b.y - a.y;
    return along == ((line % 2 != 0) == odd ? -1 : 1);
}

// Distance between the centres of two tiles, in tiles.
static double gap_between(const wend_grid* grid, wend_tile a, wend_tile b) {
    const wend_vec2 p = wend_grid_center(grid, a), q = wend_grid_center(grid, b);
    return hypot((double)q.x - (double)p.x, (double)q.y - (double)p.y) / (double)wend_grid_tile_size(grid);
}

// True for a step between two neighbours of a hexagon, to the one behind them.
static bool is_hex_diagonal(const wend_grid* grid, wend_tile a, wend_tile b) {
    return is_hex(grid) && abs(b.x - a.x) <= 2 && abs(b.y - a.y) <= 2 &&
           fabs(gap_between(grid, a, b) - sqrt(3.0)) < 0.1;
}

static const char* hex_diagonal_fault(const wend_grid* grid, wend_tile a, wend_tile b) {
    for (int32_t i = 0; i < 25; i++) {
        const wend_tile over = {a.x + i % 5 - 2, a.y + i / 5 - 2, a.floor};
        if (fabs(gap_between(grid, a, over) - 1) > 0.1 || fabs(gap_between(grid, over, b) - 1) > 0.1)
            continue;
        if (!is_passable(grid, over)) return "passes a blocked tile";
        if (way_is_closed(grid, a, over, b)) return "passes a closed step";
    }
    return is_passable(grid, b) ? NULL : "enters a blocked tile";
}

// What is wrong with a step, NULL when it is legal.
static const char* step_fault(const wend_grid* grid, wend_tile a, wend_tile b) {
    int32_t dx = abs(b.x - a.x), dy = abs(b.y - a.y);
    if (is_hex_diagonal(grid, a, b)) return hex_diagonal_fault(grid, a, b);
    if (a.floor != b.floor) return "leads to another floor";
    if (dx > 1 || dy > 1 || dx + dy == 0) return "does not lead to a neighbour";
    if (!is_passable(grid, b)) return "enters a blocked tile";
    if (is_closed(grid, a, b)) return "is closed";
    if (dx + dy == 1) return NULL;
    if (is_hex(grid))
        return are_hex_neighbours(grid, a, b) ? NULL : "leads to a hexagon that is no neighbour";
    const wend_tile beside = {a.x, b.y, a.floor}, above = {b.x, a.y, a.floor};
    const bool by_column = !way_is_closed(grid, a, beside, b);
    const bool by_row = !way_is_closed(grid, a, above, b);
    switch (wend_grid_connectivity(grid)) {
    case WEND_CONNECTIVITY_4:
        return "is diagonal on a map of 4 moves";
    case WEND_CONNECTIVITY_8:
        if (!is_passable(grid, beside) || !is_passable(grid, above)) return "cuts a corner";
        return by_column && by_row ? NULL : "passes the end of a closed step";
    default:
        return by_column || by_row ? NULL : "passes between closed steps";
    }
}

// What is wrong with a link between two tiles, NULL when a path may take it.
static const char* link_fault(const wend_grid* grid, const wend_link* link, wend_tile a, wend_tile b) {
    if (link == NULL) return "takes a link that does not exist";
    if (!is_same(link->from, a) || !is_same(link->to, b)) return "takes a link between other tiles";
    if (!link->enabled) return "takes a disabled link";
    if (!(link->profiles & 1)) return "takes a link of other profiles";
    if (!is_passable(grid, a) || !is_passable(grid, b)) return "takes a link with a blocked end";
    return NULL;
}

// The ends of a link are waypoints that follow each other.
static bool has_waypoints_at(const wend_grid* grid, const wend_path* path, const wend_path_link* taken,
                             wend_tile a, wend_tile b) {
    int32_t count = 0;
    const wend_vec2* waypoints = wend_path_waypoints(path, &count);
    return taken->waypoint >= 0 && taken->waypoint + 1 < count &&
           is_at(waypoints[taken->waypoint], wend_grid_center(grid, a)) &&
           is_at(waypoints[taken->waypoint + 1], wend_grid_center(grid, b));
}

static const char* step_text(int32_t step, wend_tile a, wend_tile b, const char* wrong,
                             char text[VERIFY_TEXT]) {
    const int length =
        snprintf(text, VERIFY_TEXT, "step %d from %d,%d to %d,%d %s", step, a.x, a.y, b.x, b.y, wrong);
    if ((a.floor > 0 || b.floor > 0) && length > 0 && length < VERIFY_TEXT)
        snprintf(text + length, VERIFY_TEXT - (size_t)length, ", on floors %d and %d", a.floor, b.floor);
    return text;
}

// The steps and links between the tiles, and the two costs that they sum to.
static const char* steps_fault(const wend_grid* grid, const wend_path* path, const wend_tile* tiles,
                               int32_t count, char text[VERIFY_TEXT]) {
    double cost = 0;
    wend_cost units = 0;
    int32_t link_count = 0, taken = 0,
            unknown_count = 0; // seams on a relief, whose level ground is not public
    const wend_path_link* links = wend_path_links(path, &link_count);
    for (int32_t i = 1; i < count; i++) {
        wend_tile a = tiles[i - 1], b = tiles[i];
        if (taken < link_count && links[taken].tile == i - 1) {
            const wend_link* link = wend_grid_find_link(grid, links[taken].id);
            const char* wrong = link_fault(grid, link, a, b);
            if (wrong == NULL && !has_waypoints_at(grid, path, &links[taken], a, b))
                wrong = "takes a link without waypoints at its ends";
            if (wrong != NULL) {
                return step_text(i, a, b, wrong, text);
            }
            if (link->kind == WEND_LINK_SEAM && wend_grid_has_relief(grid)) {
                unknown_count++;
            } else if (link->kind == WEND_LINK_SEAM) { // a step into the tile behind it
                cost += (double)wend_grid_cost(grid, b);
                units += wend_grid_straight_cost(grid, wend_grid_class(grid, b));
            } else {
                const double link_units = floor((double)link->cost * wend_grid_cost_units(grid) + 0.5);
                cost += (double)link->cost;
                units += link_units < 1 ? 1 : (wend_cost)link_units;
            }
            taken++;
            continue;
        }
        const char* fault = step_fault(grid, a, b);
        if (fault != NULL) {
            return step_text(i, a, b, fault, text);
        }
        if (wend_grid_has_relief(grid)) {
            const int32_t step = wend_grid_step_cost(grid, a, b);
            if (step == 0) {
                return step_text(i, a, b, "is closed by its slope or lane", text);
            }
            units += step;
            cost += (double)step / wend_grid_cost_units(grid);
            continue;
        }
        const bool is_diagonal = a.x != b.x && a.y != b.y && !is_hex(grid);
        const uint8_t entered = wend_grid_class(grid, b);
        if (is_hex_diagonal(grid, a, b)) {
            cost += sqrt(3.0) * (double)wend_grid_cost(grid, b);
            units += (wend_cost)floor(sqrt(3.0) * wend_grid_straight_cost(grid, entered) + 0.5);
            continue;
        }
        cost += (is_diagonal ? sqrt(2.0) : 1.0) * (double)wend_grid_cost(grid, b);
        units +=
            is_diagonal ? wend_grid_diagonal_cost(grid, entered) : wend_grid_straight_cost(grid, entered);
    }
    if (taken != link_count) {
        snprintf(text, VERIFY_TEXT, "names %d links, but takes %d of them", link_count, taken);
        return text;
    }
    if (unknown_count > 0) { // what is left of the cost is that of the seams: at least a unit for each
        const wend_cost left = wend_path_integer_cost(path) - units;
        units += left > unknown_count ? left : unknown_count;
        cost += (double)(left > unknown_count ? left : unknown_count) / wend_grid_cost_units(grid);
    }
    if (!(fabs(cost - wend_path_cost(path)) <= 1e-9 * cost))
        snprintf(text, VERIFY_TEXT, "costs %.6f by its steps, but %.6f was reported", cost,
                 wend_path_cost(path));
    else if (units != wend_path_integer_cost(path))
        snprintf(text, VERIFY_TEXT, "integer cost %lld by its steps, but %lld was reported", (long long)units,
                 (long long)wend_path_integer_cost(path));
    else
        return NULL;
    return text;
}

// A path that leads from start to last, on its way to goal.
static const char* path_fault(const wend_grid* grid, const wend_path* path, wend_tile start, wend_tile last,
                              wend_tile goal, char text[VERIFY_TEXT]) {
    int32_t count = 0, waypoint_count = 0, node_count = 0;
    const wend_tile* tiles = wend_path_tiles(path, &count);
    const wend_vec2* waypoints = wend_path_waypoints(path, &waypoint_count);
    const wend_tile* nodes = wend_path_route(path, &node_count);
    if (!is_same(tiles[0], start)) return "does not begin at the start";
    if (!is_same(tiles[count - 1], last)) return "does not end at the goal";
    if (!is_passable(grid, start)) return "begins on a blocked tile";
    const char* fault = steps_fault(grid, path, tiles, count, text);
    if (fault != NULL) return fault;
    if (waypoint_count < 1 || !is_at(waypoints[0], wend_grid_center(grid, start)) ||
        !is_at(waypoints[waypoint_count - 1], wend_grid_center(grid, last)))
        return "the waypoints do not lead from the first tile to the last";
    if (node_count != 0 &&
        (node_count < 2 || !is_same(nodes[0], start) || !is_same(nodes[node_count - 1], goal)))
        return "the abstract path does not lead from start to goal";
    return NULL;
}

const char* verify_path(const wend_grid* grid, const wend_path* path, wend_tile start, wend_tile goal,
                        char text[VERIFY_TEXT]) {
    int32_t count = 0;
    wend_path_tiles(path, &count);
    if (count < 1) return "found, but without tiles";
    return path_fault(grid, path, start, goal, goal, text);
}

// A partial path ends at a node of the abstract path that is at least as many tiles along it as were asked
// for.
static const char* partial_fault(const wend_grid* grid, const wend_query* query, const wend_path* path,
                                 char text[VERIFY_TEXT]) {
    int32_t count = 0, node_count = 0;
    const wend_tile* tiles = wend_path_tiles(path, &count);
    const wend_tile* nodes = wend_path_route(path, &node_count);
    if (query->first_tiles < 1 || query->algorithm != WEND_HPA)
        return "partial, but the whole path was asked for";
    if (count < 1) return "partial, but without tiles";
    int32_t steps = 0, i = 1;
    for (; i + 1 < node_count; i++) {
        int32_t dx = abs(nodes[i].x - nodes[i - 1].x), dy = abs(nodes[i].y - nodes[i - 1].y);
        steps += dx > dy ? dx : dy;
        if (is_same(nodes[i], tiles[count - 1])) break;
    }
    if (i + 1 >= node_count) return "partial, but does not end at a node of the abstract path";
    if (steps < query->first_tiles) return "partial, but shorter than was asked for";
    return path_fault(grid, path, query->start, tiles[count - 1], query->goal, text);
}

// True when some step leads to a tile behind two neighbours.
static bool has_hex_diagonals(const wend_grid* grid, const wend_path* path) {
    int32_t count = 0, link_count = 0, taken = 0;
    const wend_tile* tiles = wend_path_tiles(path, &count);
    const wend_path_link* links = wend_path_links(path, &link_count);
    for (int32_t i = 1; i < count; i++) {
        const bool is_link = taken < link_count && links[taken].tile == i - 1;
        taken += is_link;
        if (!is_link && is_hex_diagonal(grid, tiles[i - 1], tiles[i])) return true;
    }
    return false;
}

const char* verify_answer(const wend_grid* grid, const wend_query* query, const wend_path* path,
                          char text[VERIFY_TEXT]) {
    const bool is_start_passable = is_passable(grid, query->start);
    const bool is_goal_passable = is_passable(grid, query->goal);
    const wend_outcome outcome = wend_path_outcome(path);
    if ((outcome == WEND_START_BLOCKED) != !is_start_passable ||
        (outcome == WEND_GOAL_BLOCKED) != (is_start_passable && !is_goal_passable)) {
        snprintf(text, VERIFY_TEXT, "%s, but the start is %s and the goal is %s",
                 wend_outcome_string(outcome), is_start_passable ? "passable" : "blocked",
                 is_goal_passable ? "passable" : "blocked");
        return text;
    }
    if (!query->hex_diagonals && has_hex_diagonals(grid, path))
        return "takes steps between two neighbours of a hexagon, which were not asked for";
    if (outcome == WEND_FOUND) return verify_path(grid, path, query->start, query->goal, text);
    if (outcome == WEND_PARTIAL) return partial_fault(grid, query, path, text);
    int32_t tile_count = 0, waypoint_count = 0, node_count = 0;
    wend_path_tiles(path, &tile_count);
    wend_path_waypoints(path, &waypoint_count);
    wend_path_route(path, &node_count);
    int32_t link_count = 0;
    wend_path_links(path, &link_count);
    if (tile_count + waypoint_count + node_count + link_count == 0 && wend_path_cost(path) == 0 &&
        wend_path_integer_cost(path) == 0)
        return NULL;
    snprintf(text, VERIFY_TEXT, "%s, but with tiles or a cost", wend_outcome_string(outcome));
    return text;
}
