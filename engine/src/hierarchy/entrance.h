// entrance.h: where paths cross from cluster to cluster. The border line between two clusters, without the
// crossings at its ends, is a side; a maximal run of passable tiles on it is an entrance. Every passable
// crossing is a node; an entrance gets a node for every few tiles of its length, each on the cheapest tile of
// its stretch. Only the line's own tiles decide, so both clusters agree.
#ifndef WENDI_ENTRANCE_H
#define WENDI_ENTRANCE_H
#include "grid/grid.h"
#include "hierarchy/cluster.h"

typedef enum wendi_side_kind { WENDI_SIDE_TOP, WENDI_SIDE_LEFT } wendi_side_kind;

typedef struct wendi_side {
    wend_tile first; // leftmost or topmost tile
    wend_tile step;  // to the next tile
    int32_t length;
} wendi_side;

/// The side above or left of a cluster; length 0 at the map's edge.
wendi_side wendi_side_of(const wendi_clusters* clusters, int32_t cluster, wendi_side_kind kind);
/// The crossing at the top left of a cluster; false at the map's edge.
bool wendi_crossing_of(const wendi_clusters* clusters, int32_t cluster, wend_tile* out);
/// The next entrance at or after tile *from_io of a side: its first tile goes to *from_io. Returns its
/// length; 0: none is left.
int32_t wendi_next_entrance(const wend_grid* grid, const wendi_side* side, int32_t* from_io);
/// True when an entrance of a side, from tile from on, ends at a passable crossing rather than at a wall or
/// the map's edge.
bool wendi_entrance_touches_crossing(const wend_grid* grid, const wendi_clusters* clusters,
                                     const wendi_side* side, int32_t from, int32_t length);
/// The nodes of a side as a set of tiles, bit i for tile i of a side no longer than a cluster's.
uint32_t wendi_side_nodes(const wend_grid* grid, const wendi_clusters* clusters, const wendi_side* side);
/// The best of some tiles of a stretch [begin, end) of a side: the cheapest, the nearest to the middle among
/// equals, then the first.
typedef struct wendi_choice {
    int32_t index; // on the side; -1: none yet
    int32_t cost, off;
} wendi_choice;
void wendi_consider(const wend_grid* grid, const wendi_side* side, int32_t index, int32_t begin, int32_t end,
                    wendi_choice* best_io);
#endif
