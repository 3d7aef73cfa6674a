// query_path.h: what is the path of a query whose outcome is known?
#ifndef WENDI_QUERY_PATH_H
#define WENDI_QUERY_PATH_H
#include "search/search.h"

/// Sets the path for the outcome and the tiles of the query at work, all of it or, on an error, nothing.
/// Chooses its waypoints. Errors: MEMORY.
wend_result wendi_query_set_path(wend_search* search, wend_path* out);

/// Appends the waypoints for some tiles, between two links, to those of the search. Errors: MEMORY.
wend_result wendi_query_add_waypoints(wend_search* search, const wendi_tile_list* tiles);
#endif
