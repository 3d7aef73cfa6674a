// cluster_distance.h: costs of the cheapest ways inside one cluster, from one tile to all or from all to one.
// Plain Dijkstra: the reference of every faster form.
#ifndef WENDI_CLUSTER_DISTANCE_H
#define WENDI_CLUSTER_DISTANCE_H
#include "grid/grid.h"

enum {
    WENDI_MAX_CLUSTER_SIDE = 32,
    WENDI_MAX_CLUSTER_TILES = WENDI_MAX_CLUSTER_SIDE * WENDI_MAX_CLUSTER_SIDE
};

#define WENDI_UNREACHED UINT32_MAX // above every cost

/// A distance for each tile of a cluster's rectangle, row by row, width of the rectangle to a row.
typedef struct wendi_cluster_distances {
    wend_rect area;
    uint32_t distance[WENDI_MAX_CLUSTER_TILES];
} wendi_cluster_distances;

static inline uint32_t wendi_cluster_distance_at(const wendi_cluster_distances* field, wend_tile tile) {
    return field->distance[(tile.y - field->area.y) * field->area.width + tile.x - field->area.x];
}

typedef enum wendi_sense { WENDI_FROM, WENDI_TO } wendi_sense;

/// Distances from the tile to every tile of the area, or from every tile to it, over ways that stay inside.
/// The tile is passable.
void wendi_cluster_dijkstra(const wend_grid* grid, wend_rect area, wend_tile tile, wendi_sense sense,
                            wendi_cluster_distances* out);

/// When all tiles of an area are passable at one cost, distances have a closed form, the same both ways.
bool wendi_area_is_uniform(const wend_grid* grid, wend_rect area, uint8_t* class_out);
uint32_t wendi_uniform_distance(const wend_grid* grid, uint8_t terrain_class, wend_tile a, wend_tile b);
#endif
