// extend_path.h: how does a path grow at its end?
#ifndef WENDI_EXTEND_PATH_H
#define WENDI_EXTEND_PATH_H
#include "search/search.h"

/// Appends tiles to a path, of which the first is the one where it ends, with the links between them, and
/// chooses their waypoints for the query at work. The waypoints before the last one stay. Links name the
/// tiles by their index in the list. Errors: MEMORY, LIMIT (more tiles than an index counts); the path is
/// then unchanged.
wend_result wendi_path_extend(wend_search* search, const wend_tile* tiles, int64_t count,
                              const wendi_path_link_list* links, wend_path* path);
#endif
