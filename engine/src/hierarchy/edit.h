// edit.h: how do changes of a world stay complete or without effect? What edits of tiles and of links share.
#ifndef WENDI_EDIT_H
#define WENDI_EDIT_H
#include "hierarchy/world.h"

/// Changes a class cost of one world: that of a profile, or the world itself. Errors: as
/// wend_world_set_class_cost.
wend_result wendi_change_class_cost(wend_world* world, uint8_t terrain_class, float cost);
/// Recomputes clusters of level 1 and the components after links have changed. On error nothing else has
/// changed: the caller restores the links. Errors: MEMORY, LIMIT (more than WEND_MAX_CLUSTER_LINKS).
wend_result wendi_links_changed(wend_world* world, const int32_t* clusters, int32_t count);
#endif
