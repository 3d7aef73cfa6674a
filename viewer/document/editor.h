// editor.h: how do strokes of a pointer become edits of the world, and how are they taken back?
#ifndef WEND_VIEW_EDITOR_H
#define WEND_VIEW_EDITOR_H
#include "scene.h"

typedef enum edit_tool { TOOL_LOOK, TOOL_BRUSH, TOOL_LINE, TOOL_RECTANGLE, TOOL_FILL, TOOL_COUNT } edit_tool;
typedef enum edit_ink { INK_WALL, INK_COST, INK_ORIGINAL, INK_COUNT } edit_ink;

/// As scripts write them; NULL past the last.
const char* editor_tool_name(int tool);
const char* editor_ink_name(int ink);

enum { BRUSH_MAX = 64 };

typedef struct edit_list {
    wend_edit* items;
    int32_t count, capacity;
} edit_list;

/// A stroke: what it did and, in the same order, what was there.
typedef struct edit_step {
    edit_list done, before;
} edit_step;

typedef struct editor {
    edit_tool tool; ///< LOOK: the left button edits nothing
    edit_ink ink;
    float cost; ///< of INK_COST; the class of the map's table that comes nearest is taken
    int size;   ///< of brush and line [Range: 1..BRUSH_MAX] [Units: tiles]

    edit_step* steps;
    int step_count, step_capacity;
    int position;       ///< so many of the steps are done; those behind can be done again
    int saved_position; ///< position that the saved file holds; -1: none
    bool stroke;        ///< the button is down
    bool erase;         ///< with the button for that: open ground, whatever the ink
    wend_tile from, last;

    wend_rect changed; ///< what changed since the owner last looked; he sets its width to 0
    bool settled;
    int64_t clusters_rebuilt; ///< by the stroke, undo or redo that came last
    int64_t edit_ns;          ///< its time; 0 without a clock
} editor;

void editor_init(editor* e);
void editor_destroy(editor* e);
/// Another map: forgets all strokes, keeps the tool.
void editor_reset(editor* e);
bool editor_is_unsaved(const editor* e);

/// A stroke: brush and fill change the world at once, line and rectangle at its end. Tiles outside the map
/// are left out. Errors: MEMORY; UNSUPPORTED: the map has no class for the ink.
wend_result editor_begin(editor* e, scene* s, wend_tile tile, bool erase);
wend_result editor_move(editor* e, scene* s, wend_tile tile);
wend_result editor_end(editor* e, scene* s);
/// Nothing happens where there is nothing to undo or redo. Errors: MEMORY.
wend_result editor_undo(editor* e, scene* s);
wend_result editor_redo(editor* e, scene* s);
/// Settles some of the world; call it in frames without an edit. Errors: MEMORY.
wend_result editor_rest(editor* e, scene* s);

#endif
