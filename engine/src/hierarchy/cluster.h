// cluster.h: how a map is cut into clusters. A cluster of size C is (C+1) x (C+1) tiles; its border lines,
// the columns and rows at multiples of C, are shared with its neighbours. A step moves at most one tile, so
// every step of a path lies within one cluster, and a path that passes from one cluster to another stands on
// their common line in between.
#ifndef WENDI_CLUSTER_H
#define WENDI_CLUSTER_H
#include "core/base.h"

typedef struct wendi_clusters {
    int32_t width, height; // of the map
    int32_t size;          // tiles from one line to the next
    int32_t columns, rows;
} wendi_clusters;

typedef struct wendi_cluster_span { // columns and rows of clusters; the ends are not included
    int32_t left, right, top, bottom;
} wendi_cluster_span;

/// The nodes of the abstract graph are tiles on lines. A node's number is cluster * 64 + place: the cluster
/// has it on its top line, x tiles from the left (place x; 0 is the crossing), or on its left line, y tiles
/// from the top (place 32 + y). So a set of nodes is a bit set of 64 places for each cluster, and no edit of
/// the map changes the number of a node that it leaves alone.
enum { WENDI_BORDER_INDEX_COUNT = 64, WENDI_LEFT_BORDER_INDEX = 32, WENDI_MAX_CLUSTERS = 1 << 26 };
#define WENDI_NO_NODE UINT32_MAX
static inline uint32_t wendi_node_on(int32_t cluster, int32_t border_index) {
    WENDI_ASSERT(cluster >= 0 && border_index >= 0 && border_index < WENDI_BORDER_INDEX_COUNT);
    return (uint32_t)cluster * WENDI_BORDER_INDEX_COUNT + (uint32_t)border_index;
}
static inline wend_tile wendi_node_tile(const wendi_clusters* clusters, uint32_t node) {
    uint32_t cluster = node / WENDI_BORDER_INDEX_COUNT, columns = (uint32_t)clusters->columns;
    int32_t border_index = (int32_t)(node % WENDI_BORDER_INDEX_COUNT),
            left = border_index >= WENDI_LEFT_BORDER_INDEX;
    int32_t row = (int32_t)(cluster / columns), column = (int32_t)(cluster - (uint32_t)row * columns);
    int32_t along = border_index - left * WENDI_LEFT_BORDER_INDEX;
    return (wend_tile){column * clusters->size + (left ? 0 : along),
                       row * clusters->size + (left ? along : 0)};
}

/// The same for nodes in order: those that follow each other mostly have a cluster in common, and this saves
/// them the division. Begins as {WENDI_NO_NODE}.
typedef struct wendi_node_reader {
    uint32_t cluster;
    wend_tile corner;
} wendi_node_reader;
static inline wend_tile wendi_next_node_tile(const wendi_clusters* clusters, wendi_node_reader* reader,
                                             uint32_t node) {
    if (node / WENDI_BORDER_INDEX_COUNT != reader->cluster) {
        reader->cluster = node / WENDI_BORDER_INDEX_COUNT;
        reader->corner = wendi_node_tile(clusters, reader->cluster * WENDI_BORDER_INDEX_COUNT);
    }
    int32_t border_index = (int32_t)(node % WENDI_BORDER_INDEX_COUNT),
            left = border_index >= WENDI_LEFT_BORDER_INDEX;
    int32_t along = border_index - left * WENDI_LEFT_BORDER_INDEX;
    return (wend_tile){reader->corner.x + (left ? 0 : along), reader->corner.y + (left ? along : 0)};
}

wendi_clusters wendi_clusters_of(int32_t width, int32_t height, int32_t size);
static inline int32_t wendi_cluster_count(const wendi_clusters* clusters) {
    return clusters->columns * clusters->rows;
}
/// The tiles of a cluster, its border lines included; fewer at the right and lower edge of the map.
wend_rect wendi_cluster_rect(const wendi_clusters* clusters, int32_t cluster);
/// The 1, 2 or 4 clusters that a tile lies in, in ascending order. Returns how many.
int32_t wendi_clusters_at(const wendi_clusters* clusters, wend_tile tile, int32_t out[4]);
/// The clusters [left, right] x [top, bottom] that make up a cell of 2^shift x 2^shift clusters; one more
/// column and row holds its right and lower line, where the map goes on.
wendi_cluster_span wendi_cluster_span_of(const wendi_clusters* clusters, const wendi_clusters* level_clusters,
                                         int32_t cluster);
/// True when some cluster of one tile is, or touches, one of the other's.
bool wendi_clusters_near(const wendi_clusters* clusters, wend_tile a, wend_tile b);
#endif
