// query.c: which queries are valid?
#include "search/query.h"

#include "grid/grid.h"

wend_query wend_default_query(wend_tile start, wend_tile goal) {
    return (wend_query){.start = start,
                        .goal = goal,
                        .algorithm = WEND_HPA,
                        .heuristic = WEND_OCTILE,
                        .heuristic_weight = 1,
                        .body_radius = 0.5f,
                        .goal_class = -1,
                        .cookie = WENDI_COOKIE};
}

// True when the query has goals of one kind only, all on the map.
static bool has_valid_goals(const wend_grid* grid, const wend_query* query) {
    const wend_rect area = query->goal_area;
    const bool several = query->goal_count > 0, by_class = query->goal_class >= 0;
    const bool by_area = area.x != 0 || area.y != 0 || area.width != 0 || area.height != 0;
    if (query->goal_count < 0 || (several && !query->goals) || several + by_class + by_area > 1) return false;
    if (query->goal_class < -1 || query->goal_class >= WEND_CLASS_COUNT) return false;
    if (by_area)
        return area.x >= 0 && area.y >= 0 && area.width > 0 && area.height > 0 &&
               area.width <= grid->width - area.x && area.height <= grid->height - area.y;
    for (int32_t i = 0; i < query->goal_count; i++)
        if (!wend_grid_contains(grid, query->goals[i])) return false;
    return several || by_class || wend_grid_contains(grid, query->goal);
}

wend_result wendi_check_query(const wend_grid* grid, const wend_query* query) {
    if (query->cookie != WENDI_COOKIE) return WEND_ERROR_DEF;
    bool valid = has_valid_goals(grid, query) && wend_grid_contains(grid, query->start) && query->snap >= 0 &&
                 (int)query->algorithm >= 0 && query->algorithm < WEND_ALGORITHM_COUNT &&
                 (int)query->heuristic >= 0 && query->heuristic < WEND_HEURISTIC_COUNT &&
                 query->heuristic_weight >= 0 && query->heuristic_weight <= 16 && query->first_tiles >= 0 &&
                 query->body_radius >= 0 && query->body_radius <= 0.5f && (int)query->refinement >= 0 &&
                 query->refinement < WEND_REFINEMENT_COUNT;
    if (!valid) return WEND_ERROR_ARGUMENT;
    const bool tiles_only = query->algorithm != WEND_HPA && query->algorithm != WEND_EXACT;
    if (query->hex_diagonals && !(tiles_only && wendi_is_hex(grid->connectivity)))
        return WEND_ERROR_UNSUPPORTED;
    const bool may_reopen = query->algorithm == WEND_ASTAR || query->algorithm == WEND_DIJKSTRA;
    return (query->reopen || query->until_proven) && !may_reopen ? WEND_ERROR_UNSUPPORTED : WEND_OK;
}
