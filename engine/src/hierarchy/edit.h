// edit.h: how do changes of a world stay complete or without effect? What edits of tiles and of links share.
#ifndef WENDI_EDIT_H
#define WENDI_EDIT_H
#include "hierarchy/world.h"

/// Changes a class cost of the map (profile 0), and so of all profiles that have it from there, or of one
/// profile. [Range of profile: 0 .. profiles.count] Errors: as wend_world_set_class_cost.
wend_result wendi_change_class_cost(wend_world* world, int32_t profile, uint8_t terrain_class, float cost);
/// False when the kind is unknown, tiles lie off the map, or the two tiles of a step or wall are no
/// neighbours.
bool wendi_is_valid_edit(const wend_grid* grid, const wend_edit* edit);
/// Notes that a step in a cluster of level 1 may have changed in the latest version of the world.
void wendi_note_change(wend_world* world, int32_t cluster);
/// Recomputes clusters of level 1 and the components, of all profiles, after links have changed in all their
/// grids. On error nothing else has changed: the caller restores the links. Errors: MEMORY, LIMIT (more than
/// WEND_MAX_CLUSTER_LINKS).
wend_result wendi_links_changed(wend_world* world, const int32_t* clusters, int32_t count);
#endif
