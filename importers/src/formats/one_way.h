// one_way.h: one-way tiles, such as escalators and moving belts.
//
// The only step out of a one-way tile is the straight one along its arrow. Steps into it come from behind
// and from both sides, but never against the arrow: neither from the tile ahead nor diagonally from beside
// that one.
#ifndef WIMP_ONE_WAY_H
#define WIMP_ONE_WAY_H
#include "core/ways.h"

/// None, or 1 + a straight way.
typedef enum wimp_arrow {
    WIMP_ARROW_NONE = 0,
    WIMP_ARROW_RIGHT,
    WIMP_ARROW_DOWN,
    WIMP_ARROW_LEFT,
    WIMP_ARROW_UP,
} wimp_arrow;

/// "right", "down", "left", "up"; "" for NONE.
const char* wimp_arrow_name(wimp_arrow arrow);
/// NONE for any other text.
wimp_arrow wimp_arrow_from_name(wimp_span name);
/// Closes the steps that a one-way tile forbids. Errors: MEMORY, UNSUPPORTED (a grid of hexagons).
wend_result wimp_one_way_tile(wend_grid* grid, wend_tile tile, wimp_arrow arrow);
#endif
