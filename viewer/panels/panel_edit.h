// panel_edit.h: which widgets drive the editor?
#ifndef WEND_VIEW_PANEL_EDIT_H
#define WEND_VIEW_PANEL_EDIT_H
#include "document/document.h"
#include "tools/mouse.h"

/// What is typed into its fields. All zero: nothing yet.
typedef struct panel_edit {
    int columns, rows; ///< of the next new map [Units: tiles]
} panel_edit;

void panel_edit_show(panel_edit* p, document* d, mouse* m, commands* c);
/// Asks what becomes of unsaved edits.
void panel_edit_show_question(const document* d, const window* w, commands* c);

#endif
