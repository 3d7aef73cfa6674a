// cluster_reach.h: which tiles of a cluster do some tiles reach without leaving it, or which reach them?
// Where all steps lead both ways, cluster_flood.h gives the same much faster.
#ifndef WENDI_CLUSTER_REACH_H
#define WENDI_CLUSTER_REACH_H
#include "kernel/cluster_flood.h"

/// True when all steps within a rectangle lead both ways and no link lies in it.
bool wendi_is_two_way(const wend_grid* grid, wend_rect area);

/// The tiles of a cluster's rectangle that a passable tile reaches (WENDI_FROM), or that reach it (WENDI_TO).
void wendi_reach_cluster(const wend_grid* grid, wend_rect area, wend_tile tile, wendi_sense sense,
                         wendi_tile_set* out);
/// Adds to a set of passable tiles all tiles that it reaches (WENDI_FROM), or that reach it (WENDI_TO).
void wendi_reach_within(const wend_grid* grid, wend_rect area, wendi_sense sense, wendi_tile_set* tiles_io);

static inline bool wendi_tile_set_holds(const wendi_tile_set* set, wend_rect area, wend_tile tile) {
    return set->row[tile.y - area.y + 1] >> (tile.x - area.x) & 1;
}
static inline void wendi_tile_set_add(wendi_tile_set* set, wend_rect area, wend_tile tile) {
    set->row[tile.y - area.y + 1] |= 1u << (tile.x - area.x);
}
#endif
