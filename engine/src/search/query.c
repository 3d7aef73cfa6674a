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
                        .cookie = WENDI_COOKIE};
}

wend_result wendi_check_query(const wend_grid* grid, const wend_query* query) {
    if (query->cookie != WENDI_COOKIE) return WEND_ERROR_DEF;
    bool valid = query->goal_count >= 0 && (query->goal_count == 0 || query->goals);
    for (int32_t i = 0; i < query->goal_count && valid; i++)
        valid = wend_grid_contains(grid, query->goals[i]);
    valid = valid && wend_grid_contains(grid, query->start) &&
            (query->goal_count > 0 || wend_grid_contains(grid, query->goal)) && (int)query->algorithm >= 0 &&
            query->algorithm < WEND_ALGORITHM_COUNT && (int)query->heuristic >= 0 &&
            query->heuristic < WEND_HEURISTIC_COUNT && query->heuristic_weight >= 0 &&
            query->heuristic_weight <= 16 && query->first_tiles >= 0 && query->body_radius >= 0 &&
            query->body_radius <= 0.5f && (int)query->refinement >= 0 &&
            query->refinement < WEND_REFINEMENT_COUNT;
    if (!valid) return WEND_ERROR_ARGUMENT;
    const bool tiles_only = query->algorithm != WEND_HPA && query->algorithm != WEND_EXACT;
    return !query->hex_diagonals || (tiles_only && wendi_is_hex(grid->connectivity)) ? WEND_OK
                                                                                     : WEND_ERROR_UNSUPPORTED;
}
