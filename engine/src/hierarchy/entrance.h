// entrance.h: where can a path cross from cluster to cluster, and which of these tiles are nodes?
//
// The border line between two clusters, without the crossings at its ends, is a side. A longest run of
// passable tiles on a side, with steps both ways between each two, is an entrance. Every passable crossing is
// a node. An entrance is divided into segments of a few tiles, and the cheapest tile of each segment is a
// node. So is the cheapest tile between two ridges, where tiles cost at least 8 times as much, if no other
// node lies there. The choice depends only on the tiles of the line, so both clusters choose the same nodes.
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

/// The side above or left of a cluster; its length is 0 at the edge of the map.
wendi_side wendi_side_of(const wendi_partition* clusters, int32_t cluster, wendi_side_kind kind);
/// The crossing at the top left corner of a cluster. False at the edge of the map, where there is none.
bool wendi_crossing_of(const wendi_partition* clusters, int32_t cluster, wend_tile* out);
/// Finds the next entrance of a side at or after tile *from_io and stores its first tile there. Returns its
/// length; 0: there are no more.
int32_t wendi_next_entrance(const wend_grid* grid, const wendi_side* side, int32_t* from_io);
/// The nodes on a side, by their positions on it.
typedef struct wendi_side_choice {
    int32_t (*best)(void* context, int32_t begin,
                    int32_t end); // of those that may be chosen, see wendi_choice; -1: none
    void (*choose)(void* context, int32_t index);
    void* context;
} wendi_side_choice;
/// Chooses the nodes of a level on a side: at level 1 among all its tiles, above among the nodes of the level
/// below. An entrance that touches no passable crossing of the level gets at least one.
void wendi_choose_on_side(const wend_grid* grid, const wendi_partition* level_clusters,
                          const wendi_side* side, int32_t level, const wendi_side_choice* nodes);
/// The nodes of a side of level 1: bit i stands for tile i.
uint32_t wendi_side_nodes(const wend_grid* grid, const wendi_partition* clusters, const wendi_side* side);
/// The best tile found so far in a segment [begin, end) of a side: the cheapest; among equals the nearest to
/// the middle; among these the first.
typedef struct wendi_choice {
    int32_t index; // position on the side; -1: none yet
    int32_t cost, off_center;
} wendi_choice;
void wendi_consider_tile(const wend_grid* grid, const wendi_side* side, int32_t index, int32_t begin,
                         int32_t end, wendi_choice* best_io);
#endif
