// cluster_distance.h: what is a distance inside one cluster? What all forms of computing it share, and the
// closed form for clusters without obstacles.
#ifndef WENDI_CLUSTER_DISTANCE_H
#define WENDI_CLUSTER_DISTANCE_H
#include "grid/grid.h"

enum {
    WENDI_MAX_CLUSTER_SIDE = 32,
    WENDI_MAX_CLUSTER_TILES = WENDI_MAX_CLUSTER_SIDE * WENDI_MAX_CLUSTER_SIDE
};

#define WENDI_UNREACHED UINT32_MAX // greater than every distance

/// The direction of a distance field: costs of paths from its seeds to each tile, or from each tile to the
/// seeds. A step costs what the tile that it enters costs, so the two differ.
typedef enum wendi_sense { WENDI_FROM, WENDI_TO } wendi_sense;

/// True when all tiles of an area are passable at one cost and no step is closed. Distances then have a
/// closed form, which is the same in both directions.
bool wendi_area_is_uniform(const wend_grid* grid, wend_rect area, uint8_t* class_out);
/// Distances from one tile to many by that form.
void wendi_uniform_distances(const wend_grid* grid, uint8_t terrain_class, wend_tile from,
                             const wend_tile* restrict tiles, int32_t count, uint32_t* restrict out);
#endif
