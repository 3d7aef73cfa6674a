// ways.h: the ways from a tile to its eight neighbours, by number and by name.
#ifndef WIMP_WAYS_H
#define WIMP_WAYS_H
#include "core/text.h"
#include "wend/grid.h"

/// In the order of wend_grid_closed_steps; the straight ones come first, clockwise from the right.
enum { WIMP_STRAIGHT_WAYS = 4, WIMP_WAYS = 8 };
typedef struct wimp_way {
    const char* name; ///< "right", "down", "left", "up", "down-right", ...
    int32_t x, y;
} wimp_way;
extern const wimp_way wimp_ways[WIMP_WAYS];

/// 1 + the number of the way with this name; 0: none has it.
int32_t wimp_way_called(wimp_span name);
/// The tile that lies so many steps further on.
static inline wend_tile wimp_moved(wend_tile from, int32_t way, int32_t steps) {
    return (wend_tile){from.x + wimp_ways[way].x * steps, from.y + wimp_ways[way].y * steps, from.floor};
}
#endif
