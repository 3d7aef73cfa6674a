// brush.h: how do strokes of a pointer become edits of the world?
#ifndef WEND_VIEW_BRUSH_H
#define WEND_VIEW_BRUSH_H
#include "document/edits.h"
#include "platform/commands.h"

/// What the buttons of the mouse do on the map.
typedef enum tool_kind {
    TOOL_LOOK,
    TOOL_BRUSH,
    TOOL_LINE,
    TOOL_RECTANGLE,
    TOOL_FILL,
    TOOL_LINK,
    TOOL_WALL,
    TOOL_ONE_WAY,
    TOOL_MEASURE,
    TOOL_OBSTACLE,
    TOOL_DANGER,
    TOOL_BOIDS
} tool_kind;
enum {
    EDIT_TOOLS = TOOL_BOIDS
}; ///< the tools before it have names; that of the boids has a command of its own
typedef enum brush_ink { INK_WALL, INK_COST, INK_ORIGINAL, INK_COUNT } brush_ink;

enum { BRUSH_MAX = 64 };

typedef struct brush {
    brush_ink ink;
    float cost;       ///< of INK_COST; the class with the nearest cost is painted
    int size;         ///< of brush and line [Range: 1..BRUSH_MAX] [Units: tiles]
    tool_kind stroke; ///< the tool while the button is down; LOOK: it is up
    bool erase;       ///< paints passable tiles, whatever the ink
    wend_tile from, last;
} brush;

/// Commands of the brush: its size.
extern const command_def brush_commands[];

/// A stroke: brush and fill change the world immediately, line and rectangle at its end. Tiles outside the
/// map are ignored. Errors: MEMORY; UNSUPPORTED: the map has no class for the ink.
wend_result brush_begin(brush* b, tool_kind tool, edits* e, wend_tile tile, bool erase);
wend_result brush_move(brush* b, edits* e, wend_tile tile);
wend_result brush_end(brush* b, edits* e);

#endif
