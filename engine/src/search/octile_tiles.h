// octile_tiles.h: over which tiles does a leg lead that costs no more than its octile distance, or its
// Manhattan distance on maps of four neighbours? Found on the passability bits of its cluster, a row at a
// time.
#ifndef WENDI_OCTILE_TILES_H
#define WENDI_OCTILE_TILES_H
#include "grid/grid.h"
#include "kernel/passability_bits.h"

/// Most tiles that follow the first one.
enum { WENDI_MAX_OCTILE_TILES = 2 * WENDI_MAX_CLUSTER_SIDE };

/// Writes the tiles after `from` up to `to`, two tiles of a cluster whose top-left tile is `corner`, and
/// returns how many these are; -1: every path inside the cluster is longer. Hexagons and closed steps are not
/// supported.
int32_t wendi_octile_tiles(const wendi_passability_bits* bits, wend_connectivity connectivity,
                           wend_tile corner, wend_tile from, wend_tile to,
                           wend_tile out[WENDI_MAX_OCTILE_TILES]);
#endif
