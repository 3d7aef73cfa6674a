// trial.h: how well does an algorithm answer many problems? Every answer is judged, measured and kept.
#ifndef TRIAL_H
#define TRIAL_H
#include "judge.h"
#include "summary.h"

enum { TRIAL_FIRST_TILES = 32 }; ///< enough for an agent to start walking

typedef enum trial_verdict {
    TRIAL_ANSWERED,    ///< a path exists and was found
    TRIAL_UNREACHABLE, ///< none exists and none was found
    TRIAL_MISJUDGED,   ///< one exists and none was found, or the reverse
} trial_verdict;

typedef struct trial_answer {
    wend_outcome outcome;
    trial_verdict verdict;
    bool wrong;
    double cost, optimum; ///< 0: none
    double excess_pct;    ///< of the cost over the optimum, by the exact integers where those are known
    double us, first_us;  ///< of the whole path, of its first tiles; 0: not measured
} trial_answer;

typedef struct trial_def {
    const wend_world* world;
    problem_list problems; ///< borrowed
    wend_algorithm algorithm;
    wend_refinement refinement; ///< for WEND_HPA and WEND_EXACT
    bool file_optimum;          ///< compare with the scenario's costs, otherwise with our own flat A*
    bool first_moves;           ///< measure these too
    uint64_t (*clock_ns)(void* context); ///< NULL: times stay 0
    /// Called for each wrong answer; may be NULL.
    void (*note_wrong)(const problem* p, const char* why, void* context);
    wend_progress_fn* progress; ///< may be NULL
    void* context;              ///< of both callbacks
} trial_def;

typedef struct trial {
    trial_answer* answers; ///< of the problems in their order
    int64_t count;         ///< of problems judged; fewer than requested after an error
    int64_t answered, unreachable, wrong;
    uint64_t answers_hash;
} trial;

/// Answers the problems one after the other. Also after an error *out holds what was done until then and
/// must be freed by trial_free. Errors: MEMORY, CANCELLED.
wend_result trial_run(const trial_def* def, trial* out);
void trial_free(trial* t);

/// One figure of the answered problems; 0 and false when memory ran out.
typedef enum trial_figure { TRIAL_EXCESS_PCT, TRIAL_US, TRIAL_FIRST_US } trial_figure;
bool trial_summarize(const trial* t, trial_figure figure, summary* out);

#endif
