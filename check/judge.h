// judge.h: is an answer right? Its tiles are verified one by one (verify.h), its cost is compared with the
// optimum.
#ifndef JUDGE_H
#define JUDGE_H
#include "problems.h"
#include "verify.h"

/// An answer and what it is compared with.
typedef struct judge_case {
    const wend_grid* grid;
    const problem* problem;
    const wend_path* path;
    const wend_path* reference_opt; ///< of flat A*; NULL: compare with the scenario's optimum
    bool is_optimal;                ///< the path comes from an exact algorithm
} judge_case;

/// Whether a path is expected: by the reference, or by the scenario.
bool judge_expects_path(const judge_case* c);
/// NULL when the answer is right; otherwise what is wrong: a constant, or written to text. *excess_out: cost
/// / optimum - 1; 0 where there is none, and where they differ by less than the digits of a scenario tell.
const char* judge_answer(const judge_case* c, double* excess_out, char text[VERIFY_TEXT]);

/// True when the algorithm always finds the optimum.
bool judge_is_optimal(wend_algorithm algorithm);
/// The costs in scenario files hold for 8 moves without corner cutting over tiles of cost 1, without links
/// and closed steps: is this such a map?
bool judge_file_costs_apply(const wend_grid* grid);

#endif
