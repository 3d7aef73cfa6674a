// problems.h: which queries does a map have to answer? Those of a scenario file, or random ones.
#ifndef PROBLEMS_H
#define PROBLEMS_H
#include <wend/wend.h>

typedef struct problem {
    wend_tile start, goal;
    double file_cost; ///< the optimum as the scenario gives it; 0 although start and goal differ: the goal
                      ///< cannot be reached; -1: none
    int32_t line;     ///< in the scenario; 0: none
} problem;

typedef struct problem_list {
    problem* items;
    int64_t count;
} problem_list;

void problems_free(problem_list* list);

/// At most max problems (0: all), evenly spread over the file, because files go from short to long. map_name
/// stands for the map in messages. Errors: as wend_scenario_load; FORMAT: not for this map, or empty.
wend_result problems_from_scenario(const char* file, const char* map_name, const wend_grid* grid, int64_t max,
                                   problem_list* out, wend_error* error);
/// count pairs of passable tiles, each tile equally likely: the same for the same seed and map on every
/// machine. Errors: FORMAT (there is no such tile), MEMORY.
wend_result problems_at_random(const char* map_name, const wend_grid* grid, int64_t count, uint64_t seed,
                               problem_list* out, wend_error* error);

/// The same, but each goal is reachable from its start and no start repeats. Errors: as problems_at_random;
/// LIMIT: there are not that many.
wend_result problems_on_ways(const char* map_name, const wend_world* world, int64_t count, uint64_t seed,
                             problem_list* out, wend_error* error);

/// The problem as a query, with the heuristic that is tight on this grid.
wend_query problem_query(const problem* p, const wend_grid* grid, wend_algorithm algorithm);

#endif
