// bench_measure.h: one map measured: building, memory, the same problems answered in three ways, edits.
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H
#include "progress.h"
#include "summary.h"

typedef enum bench_method { BENCH_FLAT, BENCH_EXACT, BENCH_HPA, BENCH_METHODS } bench_method;

typedef struct bench_settings {
    int64_t runs;    ///< every query is timed so often; its median counts
    int64_t queries; ///< 0: the whole scenario
    uint64_t seed;
    bool quiet;
    char place[32]; ///< "3 of 12", before what the progress bar says
} bench_settings;

/// A progress bar for one part of the work on a map; label has room for its words.
enum { BENCH_LABEL = 48 };
progress bench_progress(const bench_settings* settings, const char* part, char label[BENCH_LABEL]);

/// What was measured. Counts are numbers of the same kind as times, so that a column of the report is one
/// member. Times are over the answered problems.
typedef struct bench_result {
    char name[64]; ///< without control characters
    double width, height, blocked_pct;
    double build_one_ns; ///< CPU time a tile, in one thread
    double build_all_ns; ///< CPU time of all threads a tile, in one for each processor
    double build_one_s, build_all_s;
    double bytes_per_tile; ///< over the grid
    double problems, answered, unreachable, wrong;
    summary us[BENCH_METHODS];
    double runs[BENCH_METHODS];
    double move_us;                                          ///< of HPA*, only the first tiles; mean
    double edit_us, refresh_us;                              ///< mean, of one tile
    double flat_expanded, flat_expansion_ns;                 ///< tiles a query; time of one of them
    double exact_clusters;                                   ///< a query
    double insert_us, route_us, refine_us, smooth_us;        ///< of HPA*
    double abstract_expanded, clusters_refined, allocations; ///< a query
    summary excess_pct;                                      ///< of HPA* over the optimum
    double speedup;                                          ///< of HPA* over flat A*
} bench_result;

/// scenario_opt: the problems; NULL: random ones. The world is edited and afterwards as it was. Wrong answers
/// are named on stderr and counted. CLI_OK or an exit code.
int bench_measure(const bench_settings* settings, wend_world* world, const char* name,
                  const char* scenario_opt, bench_result* out);

#endif
