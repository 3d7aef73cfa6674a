// cluster.h: how is a map divided into clusters?
//
// A cluster of size C has (C+1) x (C+1) tiles. Its border lines are the columns and rows at multiples of C,
// and neighbours share them. A step moves by at most one tile, so every step lies within one cluster, and a
// path from one cluster to the next visits a tile on their common line.
#ifndef WENDI_CLUSTER_H
#define WENDI_CLUSTER_H
#include "core/base.h"

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
#endif
