// wend/stream.h: worlds larger than memory, whose ground is loaded and unloaded round a player.
//
//     wend_stream_def def = wend_default_stream_def();
//     def.budget_bytes = (size_t)64 << 20;
//     wend_world* open_world = NULL;
//     if (wend_world_stream("world.wend", &def, &open_world, NULL) != WEND_OK) return 1;
//     wend_tile player = {5, 5}, goal = {600, 400};
//     wend_rect here = wend_world_region(open_world, player);
//     if (wend_world_load(open_world, here, true, NULL) != WEND_OK) return 1;
//     wend_query query = wend_default_query(player, goal);
//     query.first_tiles = 32;
//     if (wend_find_path(search, open_world, &query, path, NULL) != WEND_OK) return 1;
//     while (wend_path_get_rest(path) != WEND_REST_NONE) {
//         wend_rect next[4];
//         int32_t count = 0, loaded = 0, tiles = 0;
//         if (wend_path_regions(search, open_world, path, 4, next, &count) != WEND_OK) return 1;
//         if (wend_world_load_ahead(open_world, next, count, &loaded, NULL) != WEND_OK) return 1;
//         if (wend_path_refine(search, open_world, path, 64, NULL) != WEND_OK) return 1;
//         if (wend_path_get_rest(path) == WEND_REST_BROKEN) return 1;
//         wend_path_tiles(path, &tiles); // the player walks all of them
//         if (wend_path_cut(search, open_world, path, tiles - 1) != WEND_OK) return 1;
//     }
//     wend_world_destroy(open_world);
//
// A streamed world is a mapped one (wend_world_map). Its regions are the clusters of one level. The levels
// from that one up are there at any time; the ground of a region - its tiles and all below - only while it is
// loaded.
//
// Queries by WEND_HPA to one goal work with what is loaded. The abstract path crosses ground that is not
// loaded by the upper levels, at no more cost than in a world that is loaded whole, and is refined as far as
// its ground is there. Then the outcome is WEND_PARTIAL, also without first_tiles; wend_path_get_rest is
// WEND_REST_WAITING, wend_path_regions names what the path will cross, and wend_path_refine continues once
// that is loaded.
//
// - A goal that is not loaded: the path leads to its region. Where it lies in there, and whether it is
//   blocked, is found when its ground is loaded; wend_path_refine then plans the way to it, and the rest is
//   WEND_REST_BROKEN if there is none. Components of clusters show at once when no path can lead there: the
//   outcome is then WEND_NO_ROUTE. On maps where one-way steps or links lead into parts without a way back,
//   the path waits at its start until the goal is loaded.
// - A start that is not loaded: the path is the start alone, until its ground is loaded.
// - Start and goal so near each other that no abstract path is made, but the way between them leads through
//   ground that is not loaded: wend_find_path returns NOT_LOADED. Load the regions around them.
// - Ends that are replaced (wend_query.snap): a loaded end is replaced by the nearest passable tile as long
// as no
//   other ground may hold one as near; otherwise wend_find_path returns NOT_LOADED, as for a start that is
//   not loaded. A goal that is not loaded is replaced when its ground is loaded: wend_path_refine then leads
//   to the tile in its place, or the rest is WEND_REST_BROKEN when that may lie in ground that is still
//   missing.
// - Several goals or an area: answered when all of them are loaded, and what paths to those cross that may be
//   the nearest; otherwise wend_find_path returns NOT_LOADED.
//
// Edits work where all ground that they read or change is loaded, and otherwise return NOT_LOADED: the
// regions of their tiles and those around them are enough. Regions that they changed stay loaded, and a
// neighbour does when its edge has changed with them. No query, load or unload may run during an edit.
// Everything else needs all ground, or returns NOT_LOADED, as do searches over the grid of the world alone.
// Once all is loaded, answers are those of other worlds; only a path by WEND_HPA that winds may have other
// tiles, and cost a little more, as it keeps to the clusters of its abstract path. What a walk costs more for
// not knowing its goal's surroundings is in docs/streaming.md.
//
// A fork or a snapshot (wend_world_fork) is a mapped world with the whole map: it has no regions and no
// budget, and reads what it touches, whatever is loaded. The system can take its pages of the file back, as
// those of any mapped world. Edits, loads and unloads of one are not seen by the other. Paths planned on a
// snapshot may be refined, cut and repaired in the streamed world.
//
// Threads. wend_world_load and wend_world_unload may run on any thread, one after the other, while other
// threads query, refine and repair paths. They do not wait for each other, but an unload waits for the
// queries that are running, which take milliseconds at most. A fork may be made meanwhile; it waits for the
// load or unload that runs. A query that comes to ground which another thread is just unloading begins again.
// One in slices (wend_search_step) is STALE when ground was unloaded between its steps. Functions that read
// single tiles of the grid read the file where ground is not loaded.
#ifndef WEND_STREAM_H
#define WEND_STREAM_H
#include "wend/search.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_stream_def {
    int32_t cookie;       ///< set by wend_default_stream_def
    int32_t region_level; ///< regions are the clusters of this level; 0: one with about 500 tiles a side, or
                          ///< the highest [Range: 0, 2..level_count of the world] [Default: 0]
    size_t budget_bytes;  ///< most memory for ground; 0: no limit [Default: 0] [Units: bytes]
    const wend_allocator* allocator; ///< copied; NULL: malloc and free
} wend_stream_def;
WEND_API wend_stream_def wend_default_stream_def(void);

/// Opens a .wend file as wend_world_map does, without any ground. Errors: DEF, ARGUMENT, IO, FORMAT (not a
/// .wend file, truncated, damaged), UNSUPPORTED (another format version or byte order; a world with profiles
/// or of one level; a system that cannot map files), LIMIT (the world has no such level), MEMORY.
WEND_API wend_result wend_world_stream(const char* file, const wend_stream_def* def, wend_world** out,
                                       wend_error* error_opt);
/// Loads all regions that have tiles of an area, and verifies them: a megabyte takes about two milliseconds
/// when it is in the system's cache. make_room: where the budget does not suffice, unloads other regions,
/// first those that no load and no query has needed for longest. Regions that are loaded already are only
/// noted as needed. Errors: ARGUMENT (an empty area or one off the map; a world that is not streamed), LIMIT
/// (the budget does not suffice), MEMORY, DAMAGED (the text names the cluster). The regions of the area are
/// then as before; others may have been unloaded.
WEND_API wend_result wend_world_load(wend_world* world, wend_rect area, bool make_room,
                                     wend_error* error_opt);
/// Loads regions in the order of the areas, the most urgent first, as wend_world_load does, and unloads
/// others to make room; never one that comes before in the list. Stops where the budget does not suffice:
/// *loaded_out areas, from the first on, are loaded then. Of more than 64 areas, the first 64 count.
/// [Range of count: >= 0] Errors: ARGUMENT (an empty area or one off the map; a world that is not streamed),
/// MEMORY, DAMAGED (the text names the cluster); some regions may have been loaded and unloaded then.
WEND_API wend_result wend_world_load_ahead(wend_world* world, const wend_rect* areas, int32_t count,
                                           int32_t* loaded_out, wend_error* error_opt);
/// Unloads all regions that have tiles of an area, and gives their memory back to the system. They are
/// verified again when they are loaded again. Errors: ARGUMENT (an empty area or one off the map; a world
/// that is not streamed), UNSUPPORTED (edits have changed one of them; nothing is unloaded then).
WEND_API wend_result wend_world_unload(wend_world* world, wend_rect area);
/// Changes the budget; nothing is unloaded before the next wend_world_load. 0: no limit. [Units of
/// budget_bytes: bytes] Errors: ARGUMENT (also a world that is not streamed).
WEND_API wend_result wend_world_set_budget(wend_world* world, size_t budget_bytes);

/// True when all ground around a tile is loaded; always on a world that is not streamed. False off the map.
WEND_API bool wend_world_is_loaded(const wend_world* world, wend_tile tile);
/// The region that contains a tile; of several, the one to the right and below. Neighbouring regions share a
/// line of tiles: the area leaves it out, so that to load it loads no other region. All zeros for a world
/// that is not streamed and for a tile off the map.
WEND_API wend_rect wend_world_region(const wend_world* world, wend_tile tile);
typedef struct wend_stream_info {
    int32_t region_size;   ///< from one region to the next [Units: tiles]
    int32_t columns, rows; ///< regions
    int32_t loaded_count;  ///< of them
    size_t ground_bytes;   ///< memory of loaded ground, in whole pages
    size_t budget_bytes;   ///< 0: no limit
} wend_stream_info;
/// All zeros for a world that is not streamed.
WEND_API wend_stream_info wend_world_get_stream_info(const wend_world* world);

/// The regions that a path crosses, in the order of the path: first those of its tiles, which wend_path_cut
/// drops behind a walker, then those of its rest, and at the end those of its goal. They are given as areas
/// (wend_world_region), whether they are loaded or not, up to `most` of them: the list for
/// wend_world_load_ahead. None on a world that is not streamed. Of a path of another world, or after edits,
/// those of its tiles. out: room for `most` areas. [Range of most: >= 1] Errors: ARGUMENT, MEMORY.
WEND_API wend_result wend_path_regions(wend_search* search, const wend_world* world, const wend_path* path,
                                       int32_t most, wend_rect* out, int32_t* count_out);

#ifdef __cplusplus
}
#endif
#endif
