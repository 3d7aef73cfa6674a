// crossed.h: which clusters of level 1 does a path cross? Read from its tiles and lines: a tile d tiles away
// from the nearest border line is followed by d steps within its cluster, so only few tiles need a look, and
// a path need not store its clusters.
#ifndef WENDI_CROSSED_H
#define WENDI_CROSSED_H
#include "hierarchy/touch.h"

/// Consecutive tiles of a path within one cluster. The tile at the end of a section begins the next one, so
/// each step lies in one section, unless a link leads on.
typedef struct wendi_section {
    int32_t cluster;
    int64_t first, last; // indices of tiles
} wendi_section;

/// The section that begins at a tile. end: no step leads from the tile before it to this one.
wendi_section wendi_section_at(const wendi_partition* clusters, const wend_tile* tiles, int64_t first,
                               int64_t end);

/// Calls a function for each cluster that contains a tile within two tiles of the straight line between two
/// tiles; some others may be among them. Stops when it returns true, and returns that.
typedef bool wendi_cluster_fn(void* context, int32_t cluster);
bool wendi_clusters_near_line(const wendi_partition* clusters, wend_tile a, wend_tile b,
                              wendi_cluster_fn* each, void* context);
/// Checks those clusters in a mapped world. Errors: DAMAGED, MEMORY.
wend_result wendi_touch_near_line(const wendi_graph* graph, wend_tile a, wend_tile b);
#endif
