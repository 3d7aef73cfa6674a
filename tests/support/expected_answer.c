// expected_answer.c: what should a query be answered, and is a path that answer?
#include "expected_answer.h"

#include <math.h>

#include "judge.h"

static bool same_tile(wend_tile a, wend_tile b) {
    return a.x == b.x && a.y == b.y;
}

// Four times the square of the distance between the centres, which is whole on squares and on hexagons.
static double gap(const wend_grid* grid, wend_tile a, wend_tile b) {
    const wend_vec2 p = wend_grid_center(grid, a), q = wend_grid_center(grid, b);
    const double size = (double)wend_grid_tile_size(grid);
    const double dx = ((double)p.x - (double)q.x) / size, dy = ((double)p.y - (double)q.y) / size;
    return round(4 * (dx * dx + dy * dy));
}

// The nearest tile to any of some goals among those with a finite distance, or with NULL all passable ones,
// within a radius; row by row, the first of those that are as near. False: there is none.
static bool nearest_tile(const wend_grid* grid, const oracle* truth, const double* distances_opt,
                         const wend_tile* goals, int32_t count, double radius, wend_tile* out,
                         int32_t* goal_out) {
    double least = INFINITY;
    for (int32_t y = 0; y < wend_grid_height(grid); y++) {
        for (int32_t x = 0; x < wend_grid_width(grid); x++) {
            const wend_tile tile = {x, y};
            const bool counts = distances_opt ? isfinite(oracle_at(truth, distances_opt, tile))
                                              : wend_grid_passable(grid, tile);
            for (int32_t i = 0; i < count && counts; i++) {
                const double distance = gap(grid, tile, goals[i]);
                if (distance >= least || distance > 4 * radius * radius) continue;
                least = distance;
                *out = tile;
                *goal_out = i;
            }
        }
    }
    return isfinite(least);
}

wend_tile expected_snap(const wend_grid* grid, wend_tile tile, double radius) {
    wend_tile near = tile;
    int32_t ignored;
    if (radius > 0 && !wend_grid_passable(grid, tile))
        nearest_tile(grid, NULL, NULL, &tile, 1, radius, &near, &ignored);
    return near;
}

expected_answer expect_answer(oracle* truth, const wend_grid* grid, const wend_query* query,
                              const query_goals* goals) {
    expected_answer e = {.goals = *goals, .outcome = WEND_START_BLOCKED, .goal_index = -1};
    e.start = e.last = expected_snap(grid, query->start, (double)query->snap);
    if (!wend_grid_passable(grid, e.start)) return e;
    const double* units = oracle_distances(truth, ORACLE_UNITS, e.start, false);
    bool passable = false;
    double least = INFINITY;
    for (int32_t i = 0; i < goals->count; i++) {
        passable |= wend_grid_passable(grid, goals->tiles[i]);
        const double cost = oracle_at(truth, units, goals->tiles[i]);
        if (cost >= least) continue;
        least = cost;
        e.goal_index = i;
    }
    e.outcome = isfinite(least) ? WEND_FOUND : passable ? WEND_NO_ROUTE : WEND_GOAL_BLOCKED;
    if (e.outcome == WEND_FOUND) {
        e.last = goals->tiles[e.goal_index];
    } else if (query->partial && goals->count > 0) {
        nearest_tile(grid, truth, units, goals->tiles, goals->count, INFINITY, &e.last, &e.goal_index);
        e.outcome = WEND_PARTIAL;
    } else {
        return e;
    }
    e.cost = oracle_at(truth, units, e.last);
    if (query->algorithm == WEND_BFS)
        e.steps = oracle_at(truth, oracle_distances(truth, ORACLE_STEPS, e.start, false), e.last);
    return e;
}

// ---- checks

// goal: the index of the goal that the path leads to, -1: none.
static const char* check_ends(const expected_answer* e, const wend_query* query, const wend_path* path,
                              int32_t goal) {
    wend_tile from, to, expected_goal = {-1, -1}, expected_asked = {-1, -1};
    if (goal >= 0 || (e->goals.count == 1 && e->goals.listed)) {
        expected_goal = e->goals.tiles[goal < 0 ? 0 : goal];
        expected_asked = e->goals.asked[goal < 0 ? 0 : goal];
    }
    const wend_snapped moved = wend_path_snapped(path, &from, &to);
    if (!same_tile(wend_path_start_tile(path), e->start) || !same_tile(from, query->start) ||
        moved.start != !same_tile(e->start, query->start))
        return "another start";
    if (!same_tile(wend_path_goal_tile(path), expected_goal) || !same_tile(to, expected_asked) ||
        moved.goal != !same_tile(expected_goal, expected_asked))
        return "another goal";
    if (wend_path_goal(path) != (goal < 0 ? -1 : e->goals.listed ? goal : 0))
        return "another index of the goal";
    return NULL;
}

// The goal of a path to one of several.
static int32_t goal_of(const expected_answer* e, const wend_path* path) {
    if (e->outcome != WEND_FOUND || e->goals.count < 2) return e->goal_index;
    if (e->goals.listed) {
        const int32_t named = wend_path_goal(path);
        return named >= 0 && named < e->goals.count ? named : e->goal_index;
    }
    int32_t i = 0;
    while (i < e->goals.count && !same_tile(e->goals.tiles[i], wend_path_goal_tile(path))) i++;
    return i < e->goals.count ? i : e->goal_index;
}

const char* check_answer(const expected_answer* e, const wend_grid* grid, const wend_query* query,
                         const wend_path* path) {
    static char text[VERIFY_TEXT];
    int32_t count;
    wend_path_tiles(path, &count);
    if (wend_path_outcome(path) != e->outcome) return wend_outcome_string(wend_path_outcome(path));
    const bool has_path = e->outcome == WEND_FOUND || e->outcome == WEND_PARTIAL;
    const int32_t goal = has_path ? goal_of(e, path) : -1;
    const char* fault = check_ends(e, query, path, goal);
    if (fault) return fault;
    if (!has_path) return count > 0 ? "tiles without a path" : NULL;
    const wend_tile last = e->outcome == WEND_FOUND ? e->goals.tiles[goal] : e->last;
    fault = verify_path(grid, path, e->start, last, text);
    if (fault) return fault;
    const double cost = (double)wend_path_integer_cost(path);
    if (query->algorithm == WEND_BFS)
        return e->goals.count == 1 && count - 1 != e->steps ? "not the fewest steps" : NULL;
    if (judge_is_optimal(query->algorithm) && cost != e->cost) return "not the optimum";
    return cost < e->cost ? "cheaper than the optimum" : NULL;
}
