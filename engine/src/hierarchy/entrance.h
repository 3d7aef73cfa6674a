// entrance.h: which clusters does a map have, and which tiles on the lines between them, and pairs of seams,
// become nodes?
#ifndef WENDI_ENTRANCE_H
#define WENDI_ENTRANCE_H
#include "core/base.h"
#include "grid/grid.h"

// ---- how is a map divided into clusters?
//
// A cluster of size C has (C+1) x (C+1) tiles. Its border lines are the columns and rows at multiples of C,
// and neighbours share them. A step moves by at most one tile, so every step lies within one cluster, and a
// path from one cluster to the next visits a tile on their common line.

typedef struct wendi_partition {
    int32_t width, height; // in tiles
    int32_t size;          // tiles from one border line to the next
    int32_t columns, rows;
} wendi_partition;

typedef struct wendi_cluster_span { // columns [left, right) and rows [top, bottom) of clusters
    int32_t left, right, top, bottom;
} wendi_cluster_span;

/// Nodes are tiles on border lines. The number of a node is cluster * 64 + border index. A tile on the top
/// line of its cluster, x tiles from the left, has border index x, and 0 is the crossing; a tile on the left
/// line, y tiles from the top, has border index 32 + y. So 64 bits for each cluster hold any set of nodes,
/// and an edit never changes the number of another node.
///
/// Ends of links are nodes too. Those on border lines are numbered like the others, and those inside a
/// cluster by their tile, from WENDI_FIRST_LINK_NODE on. There are numbers for the first 2^31 tiles of the
/// map.
enum {
    WENDI_BORDER_INDEX_COUNT = 64,
    WENDI_LEFT_BORDER_INDEX = 32,
    WENDI_MAX_CLUSTERS = (1 << 25) - 1 // more than any map has, so that the two ranges do not meet
};
#define WENDI_NO_NODE         UINT32_MAX
#define WENDI_FIRST_LINK_NODE UINT32_C(0x7fffffff)
static inline uint32_t wendi_node_on(int32_t cluster, int32_t border_index) {
    WENDI_ASSERT(cluster >= 0 && border_index >= 0 && border_index < WENDI_BORDER_INDEX_COUNT);
    return (uint32_t)cluster * WENDI_BORDER_INDEX_COUNT + (uint32_t)border_index;
}
static inline wend_tile wendi_node_tile(const wendi_partition* clusters, uint32_t node) {
    if (node >= WENDI_FIRST_LINK_NODE) {
        const uint32_t tile = node - WENDI_FIRST_LINK_NODE, width = (uint32_t)clusters->width;
        return (wend_tile){(int32_t)(tile % width), (int32_t)(tile / width)};
    }
    uint32_t cluster = node / WENDI_BORDER_INDEX_COUNT, columns = (uint32_t)clusters->columns;
    int32_t border_index = (int32_t)(node % WENDI_BORDER_INDEX_COUNT),
            left = border_index >= WENDI_LEFT_BORDER_INDEX;
    int32_t row = (int32_t)(cluster / columns), column = (int32_t)(cluster - (uint32_t)row * columns);
    int32_t along = border_index - left * WENDI_LEFT_BORDER_INDEX;
    return (wend_tile){column * clusters->size + (left ? 0 : along),
                       row * clusters->size + (left ? along : 0)};
}

/// wendi_node_tile for ascending nodes: consecutive nodes mostly share a cluster, which saves the division.
/// Initialise with {WENDI_NO_NODE}.
typedef struct wendi_node_reader {
    uint32_t cluster;
    wend_tile corner;
} wendi_node_reader;
static inline wend_tile wendi_next_node_tile(const wendi_partition* clusters, wendi_node_reader* reader,
                                             uint32_t node) {
    if (node >= WENDI_FIRST_LINK_NODE) return wendi_node_tile(clusters, node);
    if (node / WENDI_BORDER_INDEX_COUNT != reader->cluster) {
        reader->cluster = node / WENDI_BORDER_INDEX_COUNT;
        reader->corner = wendi_node_tile(clusters, reader->cluster * WENDI_BORDER_INDEX_COUNT);
    }
    int32_t border_index = (int32_t)(node % WENDI_BORDER_INDEX_COUNT),
            left = border_index >= WENDI_LEFT_BORDER_INDEX;
    int32_t along = border_index - left * WENDI_LEFT_BORDER_INDEX;
    return (wend_tile){reader->corner.x + (left ? 0 : along), reader->corner.y + (left ? along : 0)};
}

/// True when a node may lie on a tile: on a border line, or where an end of a link has a number.
bool wendi_may_have_node(const wendi_partition* clusters, wend_tile tile);
/// The number of the node on a tile where one may lie.
uint32_t wendi_node_at_tile(const wendi_partition* clusters, wend_tile tile);

wendi_partition wendi_partition_of(int32_t width, int32_t height, int32_t size);
static inline int32_t wendi_cluster_count(const wendi_partition* clusters) {
    return clusters->columns * clusters->rows;
}
/// The tiles of a cluster including its border lines, clipped at the right and lower edge of the map.
wend_rect wendi_cluster_rect(const wendi_partition* clusters, int32_t cluster);
/// The 1, 2 or 4 clusters that contain a tile, ascending. Returns how many.
int32_t wendi_clusters_at(const wendi_partition* clusters, wend_tile tile, int32_t out[4]);
/// The clusters that have tiles of an area, which may reach beyond the map. A tile on a border line lies in
/// the clusters on both sides.
wendi_cluster_span wendi_clusters_with(const wendi_partition* clusters, wend_rect area);
/// A cluster and those that touch it.
wendi_cluster_span wendi_clusters_around(const wendi_partition* clusters, int32_t cluster);
/// True when a cluster contains both tiles.
bool wendi_share_cluster(const wendi_partition* clusters, wend_tile a, wend_tile b);
/// The 2 or 4 clusters that contain a node on a border line, ascending; for a node inside a cluster, that
/// one. Returns how many.
int32_t wendi_clusters_of(const wendi_partition* clusters, uint32_t node, int32_t out[4]);
/// The clusters of level 1 that make up a cluster of another level. Its right and lower line belong to the
/// next column and row of clusters, where the map continues.
wendi_cluster_span wendi_cluster_span_of(const wendi_partition* clusters,
                                         const wendi_partition* level_clusters, int32_t cluster);
/// The number of levels, from 1 on and up to level_count, at which no cluster contains both tiles.
int32_t wendi_levels_apart(const wendi_partition* clusters, wend_tile a, wend_tile b, int32_t level_count);
/// True when a cluster of one tile equals or touches a cluster of the other tile.
bool wendi_clusters_near(const wendi_partition* clusters, wend_tile a, wend_tile b);

// ---- where can a path cross from cluster to cluster, and which of these tiles are nodes?
//
// The border line between two clusters, without the crossings at its ends, is a side. A longest run of
// passable tiles on a side, with steps both ways between each two, is an entrance. Every passable crossing is
// a node. An entrance is divided into segments of a few tiles, and the cheapest tile of each segment is a
// node. So is the cheapest tile between two ridges, where tiles cost at least 8 times as much, if no other
// node lies there. The choice depends only on the tiles of the line, so both clusters choose the same nodes.

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

/// Pairs of a seam that lead from a cluster to a cluster: one after the other, each with the second next id.
typedef struct wendi_seam_run {
    int32_t first, length; // id of the first link
    uint32_t nodes;        // bit i stands for pair i
} wendi_seam_run;
/// The runs of a level that were read last: of links with even and with odd ids. Initialise with {0}.
typedef struct wendi_seam_reader {
    wendi_seam_run runs[2];
} wendi_seam_reader;
/// True when a link of a seam, of an index, is a node of a level. Runs that are open have at least one. A
/// reader is for one level.
bool wendi_is_seam_node(const wend_grid* grid, const wendi_partition* clusters, int32_t index, int32_t level,
                        wendi_seam_reader* reader);
#endif
