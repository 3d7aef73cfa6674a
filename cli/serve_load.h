// serve_load.h: a service under load: how many paths a second, and how long do they wait?
#ifndef SERVE_LOAD_H
#define SERVE_LOAD_H
#include "cli.h"
#include "summary.h"

/// Random problems that are answered again and again, and tiles that are blocked and opened again and again.
typedef struct serve_problems {
    wend_query* queries;
    int count;
    double tiles_mean; ///< of their paths
    wend_edit* edits;  ///< an even number: each blocks a tile, and the next opens it again
    int edit_count;
} serve_problems;

/// Pairs of connected tiles at least half the map's longer side apart, planned once each. The world is not
/// changed. wrong_out: how many answers the verifier refuses. CLI_OK or an exit code.
int serve_problems_make(const wend_world* world, int count, uint64_t seed, serve_problems* out,
                        int64_t* wrong_out);
void serve_problems_free(serve_problems* problems);

typedef struct serve_load {
    int32_t workers;
    double edits_per_s;
    double seconds; ///< of each of the two measurements
    double share;   ///< of the highest throughput, at which waiting is measured
    uint64_t seed;
} serve_load;

typedef struct serve_result {
    double cpu_us;      ///< of all threads, for each path
    double paths_per_s; ///< with queries always waiting
    double load_per_s;  ///< queries a second while waiting was measured
    summary wait_us;    ///< from submitting to the start
    summary answer_us;  ///< from submitting to the answer
    double edits_per_s; ///< applied, in both measurements
    double refreshes_per_s;
    int64_t failed; ///< queries or edits whose result was not WEND_OK
} serve_result;

/// Measures with a service of so many workers; this thread submits. Afterwards the world is as before. CLI_OK
/// or an exit code.
int serve_load_measure(wend_world* world, const serve_problems* problems, const serve_load* load,
                       serve_result* out);

#endif
