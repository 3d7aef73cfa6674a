// problems.h: the queries that `wend check` and `wend bench` ask: out of a scenario file, or drawn at random.
#ifndef PROBLEMS_H
#define PROBLEMS_H
#include "cli.h"

typedef struct problem {
    wend_tile start, goal;
    double file_cost; ///< the optimum as the scenario gives it; -1: none
    int32_t line;     ///< in the scenario; 0: none
} problem;

typedef struct problem_list {
    problem* items;
    int64_t count;
} problem_list;

/// At most max problems, evenly spread over the file, because files go from short to long. CLI_OK or an exit
/// code.
int problems_from_scenario(const char* file, const char* world_file, const wend_grid* grid, int64_t max,
                           problem_list* out);
/// count pairs of passable tiles, each tile equally likely: the same for the same seed and map on every
/// machine.
int problems_at_random(const char* world_file, const wend_grid* grid, int64_t count, uint64_t seed,
                       problem_list* out);

/// The same with a way between each pair, and no start twice. CLI_OK, CLI_NEGATIVE when there are not so
/// many, or another exit code.
int problems_on_ways(const char* world_file, const wend_world* world, int64_t count, uint64_t seed,
                     problem_list* out);

/// The problem as a query, with the heuristic that is tight on this grid.
wend_query problem_query(const problem* p, const wend_grid* grid, wend_algorithm algorithm);

#endif
