// refine.h: from an abstract path to tiles: A* over the tiles, restricted to the corridor of clusters that
// the abstract path crosses.
#ifndef WENDI_REFINE_H
#define WENDI_REFINE_H
#include "flat.h"
#include "world.h"

/// An abstract path: its tiles from start to goal, and for each leg the cluster that it lies in.
typedef struct wendi_legs {
    const wend_tile* tiles;
    const int32_t* clusters; // tile_count - 1
    int64_t tile_count;
} wendi_legs;

/// Errors: MEMORY, LIMIT. *found_out is false only when the legs do not lie in their clusters.
wend_result wendi_refine(wendi_flat* flat, const wend_world* world, const wendi_legs* legs, bool* found_out,
                         wendi_tile_list* out, wend_stats* stats);
#endif
