// first_check.h: when is a cluster of a mapped world checked?
//
// When a query touches it first, on whichever thread. Whatever reads the matrix, components or passability
// bits of a cluster, or searches over its tiles, calls wendi_touch before. What may read any cluster calls
// wendi_check_all once.
#ifndef WENDI_FIRST_CHECK_H
#define WENDI_FIRST_CHECK_H
#include "hierarchy/touch.h"
#include "hierarchy/world.h"

struct wendi_first_checks;
struct wendi_stored_clusters;

/// Notes that no cluster of a world is checked yet; freed with the graph. Errors: MEMORY.
wend_result wendi_first_checks_make(wend_world* world, const struct wendi_stored_clusters* stored);

/// Likewise for another version of a mapped world: what that has in memory counts as checked. Errors: MEMORY.
wend_result wendi_first_checks_share(const wend_world* world, wend_world* to);
/// The same for ground that is being loaded. Errors: DAMAGED, MEMORY.
wend_result wendi_check_now(struct wendi_first_checks* checks, int32_t level, int32_t cluster);
/// The cluster is to be checked again. No query may use it.
void wendi_forget_check(struct wendi_first_checks* checks, int32_t level, int32_t cluster);
const struct wendi_stored_clusters* wendi_stored_of(const struct wendi_first_checks* checks);
/// Fails with DAMAGED and names a cluster.
wend_result wendi_fail_damaged(const wend_world* world, int32_t level, int32_t cluster,
                               wend_error* error_opt);
/// As wendi_touch, for passes over all clusters: the system sees by itself that they read in order.
wend_result wendi_touch_in_pass(const wendi_graph* graph, int32_t level, int32_t cluster);
/// wendi_read_ahead for the clusters of level 1 that contain a tile.
void wendi_read_ahead_at(const wendi_graph* graph, wend_tile tile);
/// Checks the clusters of level 1 that contain a tile. Errors: DAMAGED, MEMORY.
wend_result wendi_touch_tile(const wendi_graph* graph, wend_tile tile);
/// Checks the clusters of level 1 that contain tiles, which follow each other by steps or links; of a tile on
/// a border line, those that are loaded. Errors: DAMAGED, MEMORY.
wend_result wendi_touch_tiles(const wendi_graph* graph, const wend_tile* tiles, int64_t count);
/// Checks the clusters of level 1 that have tiles of an area of the map. Errors: DAMAGED, MEMORY, NOT_LOADED.
wend_result wendi_touch_area(const wendi_graph* graph, wend_rect area);
/// The same, with so many tiles on each side of the area.
wend_result wendi_touch_around(const wendi_graph* graph, wend_rect area, int32_t tiles);
/// True when no cluster of a world is left to be checked, so that what is made of all of them is there.
bool wendi_all_are_checked(const wendi_graph* graph);
/// Checks all clusters, in a pass of its own. Errors: DAMAGED, MEMORY.
wend_result wendi_check_all(const wend_world* world);
/// Likewise, in a pass over the world that goes on, which gives back what was checked.
wend_result wendi_check_all_in_pass(const wend_world* world, const struct wendi_read_pass* pass_opt);
/// Likewise, of the world that a grid belongs to, if any.
wend_result wendi_check_all_of_grid(const wend_grid* grid);
/// Checks all clusters of a world that is about to change; from then on it is like a world that was built.
/// Errors: DAMAGED, MEMORY.
wend_result wendi_check_before_change(wend_world* world);
#endif
