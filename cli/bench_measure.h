// bench_measure.h: what does the benchmark measure on one map? Builds, memory, queries by three algorithms
// and edits.
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H
#include "bench_links.h"
#include "summary.h"

typedef enum bench_method { BENCH_FLAT, BENCH_EXACT, BENCH_HPA, BENCH_METHODS } bench_method;

typedef struct bench_settings {
    int64_t runs;    ///< how often each query is timed; the median counts
    int64_t queries; ///< 0: the whole scenario
    uint64_t seed;
    bool quiet;
    char place[32]; ///< "3 of 12", the start of the progress bar's label
} bench_settings;

/// Starts a progress bar for one part of the work on a map; label keeps its text.
enum { BENCH_LABEL = 48 };
progress bench_progress(const bench_settings* settings, const char* part, char label[BENCH_LABEL]);

/// The results of one map. Counts are doubles, too, because every column of the report is a double here.
/// Times cover the answered problems.
typedef struct bench_result {
    char name[64];         ///< of the map, without control characters
    char form_name[112];   ///< of the map in this form, see bench_form_name
    const char* move;      ///< how agents move, as in world_connectivity_names
    const char* link_kind; ///< of the links that were added, as in bench_link_kind_names
    double links;          ///< all
    double width, height, blocked_pct;
    double build_one_ns; ///< CPU time for each tile, with one thread
    double build_all_ns; ///< CPU time of all threads for each tile, with one thread for each processor
    double build_one_s, build_all_s;
    double bytes_per_tile; ///< beyond the grid
    double problems, answered, unreachable, wrong;
    double path_links; ///< that an HPA* path takes, mean
    summary us[BENCH_METHODS];
    double runs[BENCH_METHODS];
    double move_us;                                   ///< mean, of HPA* for the first tiles only
    double edit_us, refresh_us;                       ///< mean for one tile
    double flat_expanded, flat_expansion_ns;          ///< tiles expanded in each query; time of one expansion
    double exact_clusters;                            ///< in each query
    double insert_us, route_us, refine_us, smooth_us; ///< of HPA*
    double abstract_expanded, clusters_refined, allocations; ///< in each query
    summary excess_pct;                                      ///< of HPA* over the optimum
    double speedup, median_speedup; ///< of HPA* over flat A*: mean by mean, median by median
} bench_result;

/// Fills all but form_name and link_kind. scenario_opt: the problems; NULL: random ones. The world is edited
/// and restored. Wrong answers are printed on stderr and counted. Returns CLI_OK or an exit code.
int bench_measure(const bench_settings* settings, wend_world* world, const char* name,
                  const char* scenario_opt, bench_result* out);

#endif
