// wend/many.h: what do paths between many places cost, who takes which job, and in which order are places
// visited?
//
//     wend_matrix_search* matrices = NULL; // keeps what it computes of the map for the next call
//     if (wend_matrix_search_create(NULL, &matrices) != WEND_OK) return 1;
//     wend_matrix_def def = wend_default_matrix_def();
//     double costs[5 * 8]; // costs[i * 8 + k] is the cost from agent i to job k
//     if (wend_cost_matrix(matrices, world, agents, 5, jobs, 8, &def, costs) != WEND_OK) return 1;
//     int32_t job_of[5]; // -1: none
//     if (wend_assign(costs, 5, 8, WEND_ASSIGN_LEAST_SUM, job_of) != WEND_OK) return 1;
#ifndef WEND_MANY_H
#define WEND_MANY_H
#include "wend/field.h"
#include "wend/profile.h"
#include "wend/threads.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- costs from many tiles to many others

/// Reusable: one call after the other, also on different worlds. It keeps what it has computed of the map
/// that it was used on last, until that changes; so a second call on a map takes less time.
typedef struct wend_matrix_search wend_matrix_search;

/// allocator_opt is copied; it is called from several threads at once where the matrices are computed by
/// several. NULL: malloc and free. Errors: ARGUMENT, MEMORY.
WEND_API wend_result wend_matrix_search_create(const wend_allocator* allocator_opt, wend_matrix_search** out);
WEND_API void wend_matrix_search_destroy(wend_matrix_search* search);
/// Bytes of memory that it uses.
WEND_API size_t wend_matrix_search_bytes(const wend_matrix_search* search);

typedef struct wend_matrix_def {
    int32_t cookie;  ///< set by wend_default_matrix_def
    int32_t profile; ///< whose map the paths lead over, see wend/profile.h [Default: 0]
                     ///< [Range: 0..WEND_MAX_PROFILES - 1]
    double limit; ///< costs above it count as no path [Units: tile costs] [Default: INFINITY] [Range: >= 0]
    int32_t nearest;  ///< only so many of the least costs of each source are wanted, and all others count as
                      ///< no path; of equal ones, the first; 0: all are [Default: 0] [Range: >= 0]
    bool exact;       ///< compute the optimum in any case, see wend_cost_matrix [Default: false]
    wend_tasks tasks; ///< threads; zeros: all in the calling thread
    bool (*should_cancel)(void* context); ///< called now and then, from several threads at once; true: the
                                          ///< call ends; NULL: never
    void* cancel_context;
} wend_matrix_def;
WEND_API wend_matrix_def wend_default_matrix_def(void);

/// The costs of paths from each source to each target: costs_out has source_count rows of target_count
/// entries each, INFINITY where there is no path. A blocked tile has none, not even to itself; tiles may be
/// repeated. [Units: tile costs]
///
/// When the smaller of the two counts is up to 64, or a limit bounds the work likewise, every entry is the
/// optimum: the cost that wend_find_path finds by WEND_EXACT. For larger matrices that takes long, and paths
/// lead over gates: tiles on lines that divide the map into blocks of 248 x 248 tiles, at most 10 tiles
/// apart. Such an entry is the cost of a path, never below the optimum and on average .1 % above it on
/// terrain; near each other, and within a block, it is that of the best path around. The entries depend
/// neither on the threads nor on earlier calls.
///
/// After an error costs_out holds some of the costs. Errors: ARGUMENT (a tile off the map, NaN, a profile
/// that the world does not have, one function of tasks without the other), DEF, MEMORY, LIMIT (costs within
/// one cluster more than 32 bits of the grid's cost units apart), CANCELLED (by should_cancel). [Range of
/// source_count: >= 1; of target_count: >= 1]
WEND_API wend_result wend_cost_matrix(wend_matrix_search* search, const wend_world* world,
                                      const wend_tile* sources, int32_t source_count,
                                      const wend_tile* targets, int32_t target_count,
                                      const wend_matrix_def* def, double* costs_out);

// ---- costs of ways in any direction

/// What it costs to get to the tiles of an area from the nearest of some sources, if ways may lead straight
/// in any direction, not only along the steps of a path: rings around a source are circles, not octagons.
/// costs_out has a number for each tile of the area, row by row; INFINITY where no way leads within the area,
/// or none within the limit. No cost is above that by steps, apart from rounding. On open ground costs are
/// above the straight distance by at most 5.2 %, from 20 tiles on by 2 %, and from 100 tiles on by .7 %.
/// Blocked tiles, walls and one-way steps count, links do not. [Units: tile costs; of area: tiles] After an
/// error costs_out holds some of the costs. Errors: ARGUMENT (a tile or an area off the map, NaN),
/// UNSUPPORTED (hexagons; costs by direction, see wend/relief.h), LIMIT (more than 2^31 - 1 tiles), MEMORY.
/// [Range of count: >= 1; of limit: >= 0]
WEND_API wend_result wend_round_costs(const wend_grid* grid, const wend_tile* sources, int32_t count,
                                      double limit, wend_rect area, float* costs_out);

// ---- corridors between two areas

/// Finds the least-cost corridor between two areas: all tiles on ways from any source to any goal that cost
/// at most `above` percent more than the cheapest of these ways. The two fields are created before, and
/// filled with the exact costs from the nearest source and to the nearest goal, as far as the corridor goes;
/// then wend_corridor_tiles lists it. *cost_out: the cost of the cheapest way; INFINITY: there is none.
/// Blocked sources and goals are ignored. [Units of *cost_out: tile costs] [Range of source_count: >= 1; of
/// goal_count: >= 1; of above: 0..1000000] Errors: ARGUMENT (a tile off the map, NaN, the same field twice),
/// MEMORY, LIMIT (as in wend_field_fill). After MEMORY and LIMIT, and after DAMAGED in a mapped world, the
/// fields hold some of the costs, or none.
WEND_API wend_result wend_corridor_fill(wend_field* from_sources, wend_field* to_goals, const wend_grid* grid,
                                        const wend_tile* sources, int32_t source_count,
                                        const wend_tile* goals, int32_t goal_count, double above,
                                        double* cost_out);
/// Number of tiles of a corridor whose fields wend_corridor_fill filled. The first capacity of them are
/// written to out, always in the same order, and by how many percent the cheapest way over each costs more
/// than the cheapest of all to above_opt; out may be NULL when capacity is 0. `above` may be less than what
/// was filled.
WEND_API int64_t wend_corridor_tiles(const wend_field* from_sources, const wend_field* to_goals, double above,
                                     wend_tile* out, double* above_opt, int64_t capacity);

// ---- who takes which job

typedef enum wend_assign_goal {
    WEND_ASSIGN_LEAST_SUM = 0,     ///< the sum of the costs is least
    WEND_ASSIGN_LEAST_MAXIMUM = 1, ///< the greatest cost is least, and the sum is the least with that
    WEND_ASSIGN_GOAL_COUNT
} wend_assign_goal;

/// Gives each agent at most one job, and each job to at most one agent. As many agents as possible get one;
/// among the ways to do that, the goal decides. costs has agent_count rows of job_count entries, INFINITY
/// where an agent cannot take a job. jobs_out: by agent, the index of its job; -1: none. Exact for costs up
/// to 2^40, rounded to multiples of 2^-20. [Range of agent_count: >= 1; of job_count: >= 1] Errors: ARGUMENT
/// (a cost below 0 or NaN), LIMIT (a finite cost above 2^40), MEMORY.
WEND_API wend_result wend_assign(const double* costs, int32_t agent_count, int32_t job_count,
                                 wend_assign_goal goal, int32_t* jobs_out);

// ---- in which order places are visited

enum { WEND_MAX_STOPS = 10000 };

typedef struct wend_tour_def {
    int32_t cookie; ///< set by wend_default_tour_def
    bool closed;    ///< the tour returns to where it began [Default: false]
    int32_t first; ///< the stop where it begins; -1: any [Default: -1] [Range: -1 .. the number of stops - 1]
    int32_t last;  ///< the stop where an open tour ends; -1: any [Default: -1] [Range: -1 .. the number of
                   ///< stops - 1]
    int32_t effort; ///< how long to improve a tour of more than 12 stops: so many rounds for each stop, after
                    ///< which it is rarely better [Default: 20] [Range: 0..1000000]
    bool (*should_cancel)(void* context); ///< called now and then; true: the best tour so far is the answer;
                                          ///< NULL: never
    void* cancel_context;
} wend_tour_def;
WEND_API wend_tour_def wend_default_tour_def(void);

/// The order in which stops are visited at the least cost. costs has stop_count rows of stop_count entries:
/// the cost from one stop to another, INFINITY where there is no path; the way back may cost something else.
/// Tours of up to 12 stops are optimal; longer ones are improved by Or-opt and 2-opt moves from several
/// beginnings. The same costs and definition always give the same tour, unless should_cancel ends it.
/// order_out: stop_count indices; a closed tour returns to the first of them. *cost_out: the cost of the
/// tour; INFINITY: none visits all stops, and the order is that of the stops. Of more than 12 stops a tour
/// may be missed where costs of paths that exist are INFINITY, such as those above a limit. [Range of
/// stop_count: >= 1] Errors: ARGUMENT (a cost below 0 or NaN; the first stop is the last of several of an
/// open tour), DEF, LIMIT (as in wend_assign), MEMORY.
WEND_API wend_result wend_tour(const double* costs, int32_t stop_count, const wend_tour_def* def,
                               int32_t* order_out, double* cost_out);

#ifdef __cplusplus
}
#endif
#endif
