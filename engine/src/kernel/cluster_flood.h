// cluster_flood.h: which nodes of a cluster reach each other?
#ifndef WENDI_CLUSTER_FLOOD_H
#define WENDI_CLUSTER_FLOOD_H
#include "kernel/passability_bits.h"

/// A set of tiles of a cluster, between two empty rows: tile (x, y) is bit x of row y + 1.
typedef struct wendi_tile_set {
    uint32_t row[WENDI_MAX_CLUSTER_SIDE + 2];
} wendi_tile_set;

/// The passable tiles of a cluster's rectangle.
wendi_tile_set wendi_passable_tiles(const wend_grid* grid, wend_rect area);

/// The tiles that a flood reached; all of them lie in the rows first .. last.
typedef struct wendi_flood {
    wendi_tile_set tiles;
    int32_t first, last;
} wendi_flood;

/// Floods from some passable tiles of one row over the passable tiles of a cluster's rectangle.
void wendi_flood_from(const wend_grid* grid, wend_rect area, const wendi_tile_set* passable, int32_t row,
                      uint32_t tiles, wendi_flood* out);

/// Adds to some passable tiles of a cluster all tiles that they reach within it (WENDI_FROM), or that reach
/// them (WENDI_TO). passable: all passable tiles of the cluster.
void wendi_flood_over(const wend_grid* grid, wend_rect area, const wendi_tile_set* passable,
                      wendi_sense sense, wendi_tile_set* tiles_io);

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
