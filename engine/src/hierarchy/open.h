// open.h: how does what is about to be read come into memory?
//
// A search, an edit or a field opens what it reads before it reads it: the matrix, the parts and the
// passability bits of a cluster, and its tiles. A world that was built is always open. Any other has a
// source, which brings each cluster when it is first opened, on whichever thread, and may be slow to do so,
// or fail.
#ifndef WENDI_OPEN_H
#define WENDI_OPEN_H
#include "hierarchy/abstract_graph.h"
#include "hierarchy/world.h"

// ---- opening

// One cluster: wendi_open (abstract_graph.h). All of these fail with DAMAGED, MEMORY or NOT_LOADED, and any
// number of threads may call them at once.

/// Opens the clusters of level 1 that contain tiles.
wend_result wendi_open_tiles(const wendi_graph* graph, const wend_tile* tiles, int64_t count);
/// The same for the ends of a query, each of which may not be here. Does not fail with NOT_LOADED.
wend_result wendi_open_both(const wendi_graph* graph, const wend_tile ends[2], bool here_out[2]);
/// The same for tiles that follow each other by steps or links. Of a tile on a border line, some of its
/// clusters may not be here.
wend_result wendi_open_steps(const wendi_graph* graph, const wend_tile* tiles, int64_t count);
/// Opens the clusters of level 1 that have tiles of an area, with so many tiles on each side of it.
wend_result wendi_open_area(const wendi_graph* graph, wend_rect area, int32_t around);
/// Opens all clusters and whatever is made from all of them.
wend_result wendi_open_all(const wend_world* world);
/// The same for the world that a grid belongs to, if any.
wend_result wendi_open_all_of(const wend_grid* grid);
/// For readers that open what they need, but cannot do with a part that is not here: opens all if the world
/// has regions.
wend_result wendi_open_regions(const wend_world* world);
/// True when nothing is left to be opened, so that what is made of all clusters is there.
static inline bool wendi_all_are_open(const wendi_graph* graph) {
    return !graph->source || graph->source->kind->all_are_open(graph->source);
}

// ---- opening before a change
//
// Invariant: what is not open yet is as its source has it, and so is all that the source compares it with:
// the tiles of a cluster and one tile around them, and the nodes on its border lines.

/// Opens the clusters that an edit of some clusters may change, and those that it reads around them. What the
/// repair of components reads further away, it opens itself. levels: bit n is set when nodes of level n + 1
/// may change.
wend_result wendi_open_for_edit(const wendi_graph* graph, const wendi_index_list* touched, uint32_t levels);
/// Opens those that may change when a link comes, goes or changes.
wend_result wendi_open_for_link(const wend_world* world, const wend_link* link);
/// Opens all clusters and takes them into memory, unless the world has regions. From then on it is like a
/// world that was built.
wend_result wendi_hold_all(wend_world* world);

// ---- passes

/// A pass over all of a world, which gives back what it has read.
typedef struct wendi_pass {
    const wend_world* world;
    void* read; // what the source has noted; NULL: the pass gives nothing back
} wendi_pass;

/// Begins a pass, and opens all.
wend_result wendi_pass_begin(const wend_world* world, wendi_pass* out);
void wendi_pass_end(wendi_pass* pass);
/// Everything about the clusters of one row of a level was read.
void wendi_pass_row(const wendi_pass* pass, int32_t level, int32_t row);
// That the last cluster of a row was read: wendi_pass_cluster (abstract_graph.h).

// ---- regions
//
// Of a world with regions, the clusters of one level, some may not be here: their tiles, and the clusters of
// the levels below. What is not here cannot be opened: NOT_LOADED. Regions may come and go while queries run.

static inline bool wendi_has_regions(const wendi_graph* graph) {
    return graph->region_level > 0;
}
/// Keeps all regions that are here until the matching end, which gets the result. They may nest, on any
/// number of threads.
static inline int32_t wendi_begin_reading(const wendi_graph* graph) {
    return wendi_has_regions(graph) ? graph->source->kind->begin_reading(graph->source) : 0;
}
static inline void wendi_end_reading(const wendi_graph* graph, int32_t turn) {
    if (wendi_has_regions(graph)) graph->source->kind->end_reading(graph->source, turn);
}
/// Whether the region of a cluster is here. Notes that it was needed.
static inline bool wendi_is_here(const wendi_graph* graph, int32_t level, int32_t cluster) {
    return !wendi_has_regions(graph) || graph->source->kind->is_here(graph->source, level, cluster);
}
/// Whether all clusters of level 1 are that have tiles of an area.
bool wendi_area_is_here(const wendi_graph* graph, wend_rect area);
bool wendi_tile_is_here(const wendi_graph* graph, wend_tile tile);
/// The region that holds a cluster of the level of the regions or one below.
int32_t wendi_region_of(const wendi_graph* graph, int32_t level, int32_t cluster);
/// The tiles of a region that no other has: without the lines between them.
wend_rect wendi_region_area(const wendi_graph* graph, int32_t region);
#endif
