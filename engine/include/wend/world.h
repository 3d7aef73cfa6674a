// wend/world.h: a grid with its clusters, entrances and abstract graph: what is baked once, saved, and
// queried.
//
//     wend_world_def def = wend_default_world_def();
//     wend_world* world = NULL;
//     if (wend_world_build(&grid, &def, &world) != WEND_OK) return 1;
//
// The world now owns the grid, and the pointer grid is NULL. From then on tiles change by wend_world_edit
// only: a world hands out a const grid. A world is read-only while queries run: any number of threads may
// query it, each with a wend_search of its own.
#ifndef WEND_WORLD_H
#define WEND_WORLD_H
#include "wend/grid.h"

#ifdef __cplusplus
extern "C" {
#endif

#define WEND_FORMAT_VERSION 4 ///< of .wend files
#define WEND_MAX_LEVELS     13
#define WEND_MAX_METADATA   (1 << 16) ///< bytes

typedef struct wend_world wend_world;

typedef struct wend_world_def {
    int32_t cluster_size; ///< steps from one border line to the next: 15 or 31 [Default: 31] [Units: tiles]
    int32_t level_count;  ///< levels of clusters, each of 2 x 2 below; 0: chosen from the map's size [Range:
                          ///< 0..WEND_MAX_LEVELS]
    const char* metadata; ///< any text to keep with the world (where the map came from), copied, not hashed;
                          ///< NULL: none
    wend_tasks tasks;     ///< for a parallel build; zero: serial. The world is the same for any worker count
    wend_progress_fn* progress; ///< may be NULL
    void* progress_context;
    const wend_allocator* allocator; ///< copied; NULL: malloc and free; called from the tasks too
    int32_t cookie;                  ///< set by wend_default_world_def
} wend_world_def;

WEND_API wend_world_def wend_default_world_def(void);

/// Builds the clusters and the abstract graph over a grid. On success the world owns the grid and *grid_io is
/// NULL, so that nobody changes tiles behind the world's back; on failure the caller still owns it,
/// unchanged. Errors: DEF, ARGUMENT, LIMIT (cluster size, levels, metadata too long), MEMORY, CANCELLED.
WEND_API wend_result wend_world_build(wend_grid** grid_io, const wend_world_def* def, wend_world** out);
WEND_API void wend_world_destroy(wend_world* world);

/// Reads a .wend file. Every section is checked against its checksum and everything derived from it is in
/// range, so a damaged or hostile file is refused and never harms. Errors: IO, FORMAT (not a .wend file,
/// truncated, damaged), UNSUPPORTED (another version or byte order), MEMORY.
WEND_API wend_result wend_world_open(const char* file, const wend_allocator* allocator_opt, wend_world** out,
                                     wend_error* error_opt);
/// Writes a .wend file: to a temporary file beside it, synced, then renamed, so that the name holds the old
/// file or the new one and never less. Errors: IO, UNSUPPORTED (edited and not refreshed), MEMORY.
WEND_API wend_result wend_world_save(const wend_world* world, const char* file, wend_error* error_opt);

/// New ground for a rectangle of tiles.
typedef struct wend_edit {
    wend_rect area;
    uint8_t terrain_class; ///< one of the grid's classes; their costs stay as they are
} wend_edit;
/// Changes tiles, one edit after the other as one batch, and repairs the clusters of level 1 and the
/// components; from then on queries see the new ground. Larger clusters round the edits are pending until
/// wend_world_refresh: queries cross them by smaller ones, a little slower. Takes time by the size of the
/// edits, not of the map. No query may run meanwhile; paths found before are not changed.
/// *clusters_rebuilt_opt: how many clusters were measured anew. Errors: ARGUMENT (an area is empty or leaves
/// the map), MEMORY; the world is then as it was, tiles and all.
WEND_API wend_result wend_world_edit(wend_world* world, const wend_edit* edits, int32_t count,
                                     int32_t* clusters_rebuilt_opt);
/// Recomputes up to max_clusters of the clusters that are pending after edits, the smaller ones first; 0:
/// all of them. Once *refreshed_opt is true the world is, byte for byte, what a build of the changed map
/// gives. Call it when there is time: each call moves on, and many edits in one place are refreshed at once.
/// No query may run meanwhile. Errors: ARGUMENT (negative), MEMORY (nothing is lost: call it again).
WEND_API wend_result wend_world_refresh(wend_world* world, int32_t max_clusters, bool* refreshed_opt);

/// Remembers the class of every tile as it is now, so that edits can be taken back later; does nothing where
/// they are remembered already. Takes one byte a tile, in memory and in the file; not hashed. Errors:
/// ARGUMENT (NULL), MEMORY.
WEND_API wend_result wend_world_keep_original(wend_world* world);
/// The class of a tile when wend_world_keep_original was called, or now if it never was; 0 outside the map.
WEND_API uint8_t wend_world_original_class(const wend_world* world, wend_tile tile);

WEND_API const wend_grid* wend_world_grid(const wend_world* world);
/// The text given to the build, "" if none.
WEND_API const char* wend_world_metadata(const wend_world* world);

typedef struct wend_world_info {
    int32_t cluster_size;  ///< [Units: tiles]
    int32_t columns, rows; ///< clusters of level 1
    int32_t level_count;
    int64_t cluster_count; ///< over all levels
    int64_t node_count;    ///< over all levels
    size_t bytes;          ///< all memory of the world, its grid included
    size_t grid_bytes;     ///< the grid's part
} wend_world_info;
WEND_API wend_world_info wend_world_get_info(const wend_world* world);

/// What an edit leaves to be counted again.
typedef struct wend_world_counts {
    int64_t edge_count;        ///< directed pairs of nodes that a cluster connects, over all levels
    int64_t component_count;   ///< connected components of passable tiles
    int64_t largest_component; ///< tiles in the largest of them
} wend_world_counts;
/// Takes no time on a world that was built or opened, and time by the map's size on one that was edited
/// since. Errors: ARGUMENT (NULL), MEMORY.
WEND_API wend_result wend_world_count(const wend_world* world, wend_world_counts* out);

/// One level of a world.
typedef struct wend_level_info {
    int32_t cluster_size;  ///< from one border line to the next [Units: tiles]
    int32_t columns, rows; ///< clusters
    int64_t node_count;
    int64_t edge_count;
} wend_level_info;
/// [Range of level: 1 .. level_count; zeros otherwise]
WEND_API wend_level_info wend_world_get_level_info(const wend_world* world, int32_t level);

/// True when a route leads from one tile to the other; decided from components, without a search over the
/// map.
WEND_API bool wend_world_connected(const wend_world* world, wend_tile from, wend_tile to);

/// Hash of what a query can see: the grid's hash, the clusters and every table. Equal on every machine for
/// equal input.
WEND_API uint64_t wend_world_hash(const wend_world* world);

#ifdef __cplusplus
}
#endif
#endif
