// obstacles.h: how far is a straight line from blocked ground? Measured against every obstacle, one by one:
// blocked squares, walls between tiles and the edges of the map.
#ifndef WEND_TEST_OBSTACLES_H
#define WEND_TEST_OBSTACLES_H
#include "wend/wend.h"

typedef struct box {
    double left, top, right, bottom;
} box;

typedef struct ground {
    box* boxes;
    int32_t count;
    const wend_grid* grid;
    const float* costs; // by class; 0: blocked
} ground;

/// costs: of the classes; borrowed. Free boxes.
ground ground_of(const wend_grid* grid, const float* costs);
/// The least distance of a straight line to anything. Positions in tiles.
double line_gap(const ground* g, wend_vec2 from, wend_vec2 to);

#endif
