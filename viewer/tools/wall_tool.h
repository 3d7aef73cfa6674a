// wall_tool.h: how do strokes of a pointer make and remove walls and one-way steps?
#ifndef WEND_VIEW_WALL_TOOL_H
#define WEND_VIEW_WALL_TOOL_H
#include "document/document.h"
#include "views/view.h"

/// What an edge between two tiles becomes.
typedef enum edge_state { EDGE_OPEN, EDGE_WALL, EDGE_ONE_WAY } edge_state;

typedef struct wall_tool {
    document* document;
    view* view;
    bool stroke;          ///< the button is down
    bool one_way;         ///< the stroke makes one-way steps instead of walls
    bool erase;           ///< it opens what it touches
    bool touched;         ///< it has changed or kept an edge already
    float last_x, last_y; ///< of the pointer [Units: pixels]
    wend_tile last;       ///< tile of the pointer
} wall_tool;

/// Borrows both.
void wall_tool_init(wall_tool* t, document* d, view* v);
/// A stroke of walls runs along the edges near the pointer. One of one-way steps crosses edges: they stay
/// open in the direction of the stroke. A click means the nearest edge.
void wall_tool_press(wall_tool* t, bool one_way, bool erase);
void wall_tool_move(wall_tool* t);
void wall_tool_release(wall_tool* t);
/// Draws the edge that a click would change.
void wall_tool_draw(const wall_tool* t);

#endif
