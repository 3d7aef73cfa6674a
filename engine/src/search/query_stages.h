// query_stages.h: what does each stage of a query do? The stages work on the query at work of a search, in
// the order in which query_run.c calls them, and write to scratch memory of the search.
#ifndef WENDI_QUERY_STAGES_H
#define WENDI_QUERY_STAGES_H
#include "search/search.h"

/// Insertion and route: connects start and goal to the abstract graph of the world and, for WEND_HPA and a
/// long path, finds the route: work.routed. *connected_out: a path exists. *time_io: when the query entered
/// this stage; when it left it. Errors: MEMORY.
wend_result wendi_query_find_route(wend_search* search, bool* connected_out, uint64_t* time_io);
/// The same towards a goal that is not loaded. Errors: MEMORY.
wend_result wendi_query_find_route_toward(wend_search* search, uint64_t* time_io);
/// Refinement: turns the route into tiles, or only its ready part. *outcome_out: FOUND or PARTIAL
/// accordingly. *found_out is false only when the world's matrices contradict its tiles, which only a corrupt
/// file may cause. Errors: MEMORY, LIMIT, CANCELLED.
wend_result wendi_query_refine(wend_search* search, wend_outcome* outcome_out, bool* found_out);
/// Begins the search over the tiles of the whole map. Errors: MEMORY, LIMIT.
wend_result wendi_query_begin_tiles(wend_search* search);
/// Begins the exact search over the clusters of the whole map. Errors: MEMORY, LIMIT.
wend_result wendi_query_begin_clusters(wend_search* search);
#endif
