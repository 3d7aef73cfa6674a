// edit.h: how do changes of a world stay complete or without effect? What edits of tiles and of links share.
#ifndef WENDI_EDIT_H
#define WENDI_EDIT_H
#include "hierarchy/world.h"

/// False when the kind is unknown, tiles lie off the map, or the two tiles of a step or wall are no
/// neighbours.
bool wendi_is_valid_edit(const wend_grid* grid, const wend_edit* edit);
/// Recomputes clusters of level 1 and the components, of all profiles, after links have changed in all their
/// grids. On error nothing else has changed: the caller restores the links. Errors: MEMORY, LIMIT (more than
/// WEND_MAX_CLUSTER_LINKS).
wend_result wendi_links_changed(wend_world* world, const int32_t* clusters, int32_t count);
#endif
