// ground.h: which ground of a streamed world is loaded?
//
// Ground is what lies in regions, the clusters of one level: their tiles, passability bits, and the matrices
// of the levels below. All else of the file can be read at any time. Memory is counted by pages; a page is
// used as long as a loaded region has a part of it.
//
// Queries may run while regions are loaded and unloaded. A region that is to be unloaded is first closed to
// queries; its memory goes when all queries have ended that began before.
#ifndef WENDI_GROUND_H
#define WENDI_GROUND_H
#include "hierarchy/world.h"

struct wendi_ground;

/// Makes a mapped world a streamed one, of which no ground is loaded. Freed with the graph. Errors: MEMORY.
wend_result wendi_ground_make(wend_world* world, int32_t region_level, size_t budget);

// ---- reading, on any thread

/// True when a cluster may be used. Notes that its region was needed.
bool wendi_ground_has(struct wendi_ground* ground, int32_t level, int32_t cluster);
/// The same for a cluster of level 1 of any world.
static inline bool wendi_has_ground(const wendi_graph* graph, int32_t cluster) {
    return !graph->ground || wendi_ground_has(graph->ground, 1, cluster);
}
/// Whether all clusters of a tile, or of the tiles of an area, are loaded.
bool wendi_ground_has_tile(const wendi_graph* graph, wend_tile tile);
bool wendi_ground_has_area(const wendi_graph* graph, wend_rect area);
/// The level whose clusters are the regions.
int32_t wendi_ground_level(const struct wendi_ground* ground);
/// The region that holds a cluster of that level or one below.
int32_t wendi_ground_region(const wendi_graph* graph, int32_t level, int32_t cluster);
/// The tiles of a region that no other has: without the lines between them.
wend_rect wendi_ground_area(const struct wendi_ground* ground, int32_t region);
/// False: certainly no path leads from one tile to another. Where ground is not loaded, the components of its
/// clusters decide.
bool wendi_ground_may_reach(const wend_world* world, wend_tile from, wend_tile to);

int32_t wendi_ground_begin_now(struct wendi_ground* ground);
void wendi_ground_end_now(struct wendi_ground* ground, int32_t turn);
/// Keeps the ground that is loaded from being taken away until the matching end, which gets the result. They
/// may nest, on any number of threads.
static inline int32_t wendi_ground_begin(const wendi_graph* graph) {
    return graph->ground ? wendi_ground_begin_now(graph->ground) : 0;
}
static inline void wendi_ground_end(const wendi_graph* graph, int32_t turn) {
    if (graph->ground) wendi_ground_end_now(graph->ground, turn);
}
/// How often ground was unloaded.
uint64_t wendi_ground_unloads(const wendi_graph* graph);

// ---- loading, one thread at a time

void wendi_ground_lock(struct wendi_ground* ground);
void wendi_ground_unlock(struct wendi_ground* ground);
/// Notes that a region was needed.
void wendi_ground_need(struct wendi_ground* ground, int32_t region);
bool wendi_ground_is_loaded(const struct wendi_ground* ground, int32_t region);
/// True when edits have changed a region in memory: it cannot be unloaded.
bool wendi_ground_is_changed(const struct wendi_ground* ground, int32_t region);
/// Spans of regions that are not unloaded to make room.
typedef struct wendi_kept_regions {
    const wendi_cluster_span* spans;
    int32_t count;
} wendi_kept_regions;
/// Loads a region that is not loaded. make_room: regions that are not kept may be unloaded, those first that
/// no query has needed for longest. Errors: LIMIT, MEMORY, DAMAGED; nothing is loaded then.
wend_result wendi_ground_load(struct wendi_ground* ground, int32_t region, bool make_room,
                              wendi_kept_regions kept, wend_error* error_opt);
/// Unloads a region that is loaded and not changed.
void wendi_ground_unload(struct wendi_ground* ground, int32_t region);
/// The next call of load begins: what queries need from now on was needed later.
void wendi_ground_tick(struct wendi_ground* ground);

/// For tests: how many parts of loaded regions each page of the mapped file has.
const uint32_t* wendi_ground_users(const struct wendi_ground* ground, size_t* page_size_out);
size_t wendi_ground_bytes(const struct wendi_ground* ground);
size_t wendi_ground_budget(const struct wendi_ground* ground);
void wendi_ground_set_budget(struct wendi_ground* ground, size_t budget);
int32_t wendi_ground_loaded_count(const struct wendi_ground* ground);
#endif
