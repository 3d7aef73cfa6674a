// cluster_flood.h: which tiles of a cluster does a tile reach without leaving it? A bit set that grows row by
// row: a fraction of the time of computing distances, and under 1 KB of stack.
#ifndef WENDI_CLUSTER_FLOOD_H
#define WENDI_CLUSTER_FLOOD_H
#include "kernel/cluster_distance.h"

/// Some tiles of a cluster, a bit each, between two empty rows: tile (x, y) of it is bit x of row y + 1.
typedef struct wendi_tile_set {
    uint32_t row[WENDI_MAX_CLUSTER_SIDE + 2];
} wendi_tile_set;

/// The passable tiles of a cluster's rectangle.
wendi_tile_set wendi_passable_tiles(const wend_grid* grid, wend_rect area);

/// The rows first .. last of a flood hold all of its tiles.
typedef struct wendi_flood {
    wendi_tile_set tiles;
    int32_t first, last;
} wendi_flood;

/// The tiles that some passable tiles of one row reach over passable ones.
void wendi_flood_from(const wend_grid* grid, const wendi_tile_set* passable, int32_t row, uint32_t tiles,
                      wendi_flood* out);
/// The tiles of a cluster's rectangle that a passable tile of it reaches.
void wendi_flood_cluster(const wend_grid* grid, wend_rect area, wend_tile tile, wendi_flood* out);

static inline bool wendi_flood_holds(const wendi_flood* flood, wend_rect area, wend_tile tile) {
    return flood->tiles.row[tile.y - area.y + 1] >> (tile.x - area.x) & 1;
}
#endif
