// cluster.h: how a map is cut into clusters. A cluster of size C is (C+1) x (C+1) tiles; its border lines,
// the columns and rows at multiples of C, are shared with its neighbours. A step moves at most one tile, so
// every step of a path lies within one cluster, and a path that passes from one cluster to another stands on
// their common line in between.
#ifndef WENDI_CLUSTER_H
#define WENDI_CLUSTER_H
#include "base.h"

typedef struct wendi_clusters {
    int32_t width, height; // of the map
    int32_t size;          // tiles from one line to the next
    int32_t columns, rows;
} wendi_clusters;

enum {
    WENDI_MAX_CLUSTER_SIDE = 32,
    WENDI_MAX_CLUSTER_TILES = WENDI_MAX_CLUSTER_SIDE * WENDI_MAX_CLUSTER_SIDE
};

wendi_clusters wendi_clusters_of(int32_t width, int32_t height, int32_t size);
static inline int32_t wendi_cluster_count(const wendi_clusters* clusters) {
    return clusters->columns * clusters->rows;
}
/// The tiles of a cluster, its border lines included; fewer at the right and lower edge of the map.
wend_rect wendi_cluster_rect(const wendi_clusters* clusters, int32_t cluster);
/// The 1, 2 or 4 clusters that a tile lies in, in ascending order. Returns how many.
int32_t wendi_clusters_at(const wendi_clusters* clusters, wend_tile tile, int32_t out[4]);
/// True when some cluster of one tile is, or touches, one of the other's.
bool wendi_clusters_near(const wendi_clusters* clusters, wend_tile a, wend_tile b);
#endif
