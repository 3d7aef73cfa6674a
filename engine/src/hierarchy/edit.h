// edit.h: how do changes of a world stay complete or without effect? What edits of tiles and of links share.
#ifndef WENDI_EDIT_H
#define WENDI_EDIT_H
#include "hierarchy/world.h"

/// The cluster of a level that contains a cluster of level 1.
int32_t wendi_cluster_containing(const wendi_graph* graph, int32_t level, int32_t cluster);
/// Marks the cluster of a level that contains a cluster of level 1 as pending, and all clusters above it as
/// pending below.
void wendi_mark_pending(wendi_graph* graph, int32_t level, int32_t cluster);
/// Notes that a step in a cluster of level 1 may have changed in the latest version of the world.
void wendi_note_change(wend_world* world, int32_t cluster);
/// Recomputes clusters of level 1 and the components, of all profiles, after links have changed in all their
/// grids. On error nothing else has changed: the caller restores the links. Errors: MEMORY, LIMIT (more than
/// WEND_MAX_CLUSTER_LINKS).
wend_result wendi_links_changed(wend_world* world, const int32_t* clusters, int32_t count);
#endif
