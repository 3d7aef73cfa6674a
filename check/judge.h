// judge.h: is an answer right? By its tiles one by one (verify.h), and by the optimum.
#ifndef JUDGE_H
#define JUDGE_H
#include "problems.h"

/// An answer and what it is held against.
typedef struct judge_case {
    const wend_grid* grid;
    const problem* problem;
    const wend_path* path;
    const wend_path* reference_opt; ///< of flat A*; NULL: the scenario's optimum counts
    bool is_optimal;                ///< what made the path promises the optimum
} judge_case;

/// Whether a path is expected: by the reference, or by the scenario.
bool judge_expects_path(const judge_case* c);
/// NULL when the answer is right; otherwise what is wrong, a constant or written to text. *excess_out: cost /
/// optimum - 1, 0 where there is none.
const char* judge_answer(const judge_case* c, double* excess_out, char text[160]);

/// True when the algorithm promises the optimum.
bool judge_is_optimal(wend_algorithm algorithm);
/// The costs in scenario files hold for 8 moves without corner cutting over tiles of cost 1: is this such a
/// map?
bool judge_file_costs_apply(const wend_grid* grid);

#endif
