// dijkstra.h: reference distances by a textbook Dijkstra. It shares no code with the engine: it copies the
// class, the cost and the closed steps of each tile of a grid, and its links, and follows its own rule of
// movement.
#ifndef WEND_TEST_DIJKSTRA_H
#define WEND_TEST_DIJKSTRA_H
#include "wend/link.h"

/// What a step costs. Sums of whole units are exact in a double.
typedef enum oracle_metric {
    ORACLE_UNITS, // the grid's integer units
    ORACLE_TILES, // length x cost of the tile entered
    ORACLE_STEPS, // 1
} oracle_metric;

typedef struct oracle oracle;

/// Of a part of a grid, or all of it, as it is now. The program ends when there is no memory.
oracle* oracle_create(const wend_grid* grid, wend_rect area);
oracle* oracle_of_grid(const wend_grid* grid);
void oracle_destroy(oracle* o);

/// From now on paths may also take the steps of length sqrt 3 between two neighbours of a hexagon.
void oracle_allow_hex_diagonals(oracle* o);

/// Whether a step leads from a tile to a neighbour that the connectivity of the grid allows, both within the
/// area. Any coordinates.
bool oracle_can_step(const oracle* o, wend_tile from, wend_tile to);
/// Distance from a tile (backward: to it) to each tile of the area, INFINITY where there is no path. Row by
/// row, borrowed until the next call.
const double* oracle_distances(oracle* o, oracle_metric metric, wend_tile source, bool backward);
/// The entry of one tile, in coordinates of the grid.
double oracle_at(const oracle* o, const double* distances, wend_tile tile);
/// The least integer cost of a path; INFINITY: there is none.
double oracle_optimum(const wend_grid* grid, wend_tile start, wend_tile goal);
#endif
