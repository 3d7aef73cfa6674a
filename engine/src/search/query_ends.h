// query_ends.h: which queries are valid, and between which tiles do they look for a path? Blocked ends give
// way to passable tiles near them, the tiles of an area or a class become goals, and where no path leads to a
// goal, the reachable tile nearest to it takes its place: each only as far as the query asks for it.
#ifndef WENDI_QUERY_ENDS_H
#define WENDI_QUERY_ENDS_H
#include "search/flat_search.h"
#include "search/nearest_tile.h"
#include "search/path.h"

/// The query of a caller for the sheet of a grid (grid/floors.h); its several goals go to a list. What is off
/// the map stays so. Errors: ARGUMENT, MEMORY.
wend_result wendi_query_to_sheet(const wend_grid* grid, const wend_query* query, wendi_tile_list* goals,
                                 wend_query* out);

/// Reads only what never changes on a grid, so edits may run meanwhile. Errors: DEF, ARGUMENT,
/// UNSUPPORTED.
wend_result wendi_check_query(const wend_grid* grid, const wend_query* query);

typedef struct wendi_query_ends {
    wendi_tile_list goals;     // of a query that does not list its goals as they are
    wendi_reachable reachable; // scratch memory
    int32_t* lists;            // likewise: of many goals, the first in each cluster, and the next of each
    size_t list_capacity;
    wend_tile start, goal;        // that the query asked for
    const wend_tile* asked_goals; // likewise; NULL: one goal, or those of an area or a class
    bool by_place;                // the goals are those of an area or a class
    bool nearest;                 // the path leads to the reachable tile nearest to a goal
    wend_tile near_goal;          // that goal, and its index
    int32_t near_index;
} wendi_query_ends;

/// The part of a map in which a query looks for a class: so many tiles around the start.
typedef struct wendi_class_range {
    int32_t reach;
    const wendi_heuristic* heuristic; // of what paths cost at least
    wend_cost bound; // out: all tiles are listed that the heuristic puts below this cost from the start, and
                     // no others; INT64_MAX: all on the map
} wendi_class_range;

void wendi_query_ends_init(wendi_query_ends* ends, const wend_allocator* allocator);

/// Takes down what a query asks for and replaces its start and goals by the tiles that they stand for. Those
/// of an area or a class become several goals, maybe none. The query borrows them. Errors: MEMORY, LIMIT,
/// CANCELLED. world: whose grid it is, or a view; NULL: a grid alone. range_opt: where it looks for a class;
/// needs a world.
wend_result wendi_query_ends_find(wendi_query_ends* ends, const wend_world* world_opt, const wend_grid* grid,
                                  const wendi_cancel* cancel, wendi_class_range* range_opt,
                                  wend_query* query_io);
/// True when a tile of the area or class that a query asks for is passable, also one that is no goal because
/// paths cannot enter there.
bool wendi_query_place_is_passable(const wend_world* world_opt, const wend_grid* grid,
                                   const wend_query* query);
/// wendi_query_ends_find for a query whose ends stand for themselves.
static inline void wendi_query_ends_keep(wendi_query_ends* ends, const wend_query* query) {
    ends->start = query->start;
    ends->goal = query->goal;
    ends->asked_goals = query->goal_count > 0 ? query->goals : NULL;
    ends->by_place = ends->nearest = false;
}

/// The ends of a query to one goal, after they were opened.
typedef struct wendi_open_ends {
    bool start_here, goal_here; // false: the region of the end is not
    wend_outcome outcome;       // FOUND: a path may lead from one to the other
} wendi_open_ends;

/// Opens the ends of a query as far as they are here. Errors: DAMAGED, MEMORY.
wend_result wendi_query_ends_open(const wend_world* world_opt, const wend_grid* grid, const wend_query* query,
                                  wendi_open_ends* out);

/// Makes the reachable tile that is nearest to a goal the only goal of a query whose start is passable: by
/// the components of a world. Errors: MEMORY, CANCELLED.
wend_result wendi_query_ends_reach(wendi_query_ends* ends, const wend_world* world,
                                   const wendi_cancel* cancel, wend_query* query_io);
/// The same by a flat search that has ended without a goal: it has closed every tile that the start reaches.
void wendi_query_ends_reach_closed(wendi_query_ends* ends, const wendi_flat* flat, wend_query* query_io);

/// Stores in a path that was just set between which tiles it leads. query: as the functions above left it.
void wendi_query_ends_tell(const wendi_query_ends* ends, const wend_query* query, wend_path* out);
#endif
