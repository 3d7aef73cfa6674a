// wend/alternatives.h: several paths between the same tiles that differ from each other.
//
//     wend_path* paths[3] = {NULL};
//     for (int32_t i = 0; i < 3; i++)
//         if (wend_path_create(NULL, &paths[i]) != WEND_OK) return 1;
//     wend_alternatives_def def = wend_default_alternatives_def();
//     int32_t count = 0; // paths found, the best first
//     if (wend_find_alternatives(search, world, &query, &def, 3, paths, &count) != WEND_OK) return 1;
#ifndef WEND_ALTERNATIVES_H
#define WEND_ALTERNATIVES_H
#include "wend/search.h"

#ifdef __cplusplus
extern "C" {
#endif

#define WEND_MAX_ALTERNATIVES 64

/// When a path counts as an alternative.
typedef struct wend_alternatives_def {
    int32_t cookie;  ///< set by wend_default_alternatives_def
    float max_cost;  ///< it costs at most this many times as much as the best path [Range: 1..16]
                     ///< [Default: 1.4]
    float max_share; ///< at most this share of its tiles between the two ends lies near one of the paths
                     ///< before it [Range: 0..1] [Default: 0.6]
    int32_t spacing; ///< near: at most this many columns and this many rows away [Range: 0..64]
                     ///< [Default: 2] [Units: tiles]
} wend_alternatives_def;
WEND_API wend_alternatives_def wend_default_alternatives_def(void);

/// Answers a query on a world by up to max_count paths. The first is that of wend_find_path, with its
/// outcome. Each of the others leads between the same two tiles, enters no tile twice and meets the
/// definition; where it turns off to be different it is no detour: a stretch of a quarter of the best path's
/// cost around that place costs at most 5 % more than a path of the query's algorithm between its ends. They
/// come in the order in which they were found, mostly by cost. There may be fewer than wanted, although more
/// such paths exist: those are tried that lead over one more tile and are as short as that allows.
///
/// first_tiles of the query is ignored. Takes as long as two exact searches of everything within max_cost,
/// and up to some hundred queries for each path. *count_out: paths found; 0: the first has no tiles. After an
/// error the paths may hold answers, and *count_out is unchanged. [Range of
/// max_count: 1..WEND_MAX_ALTERNATIVES] Errors: DEF, ARGUMENT (as wend_find_path; a field of def out of
/// range; a path is NULL or given twice), UNSUPPORTED (hex_diagonals; shapes to avoid on a streamed
/// world, as wend_find_path), MEMORY, CANCELLED (by should_cancel), LIMIT (as wend_find_path; costs within
/// one cluster more than 32 bits of the grid's cost units apart).
WEND_API wend_result wend_find_alternatives(wend_search* search, const wend_world* world,
                                            const wend_query* query, const wend_alternatives_def* def,
                                            int32_t max_count, wend_path** paths, int32_t* count_out);

#ifdef __cplusplus
}
#endif
#endif
