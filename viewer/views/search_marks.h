// search_marks.h: how does a search look while it is played back?
#ifndef WEND_VIEW_SEARCH_MARKS_H
#define WEND_VIEW_SEARCH_MARKS_H
#include "document/trace.h"
#include "views/view.h"

/// Right on the map: where each tile was reached from, and the corridor.
void search_marks_draw_below(view* v, const trace* t);
/// What lies above the other layers: nodes, where they were reached from, and, while the player is open, the
/// event that happened last.
void search_marks_draw(view* v, const trace* t, bool playing);

#endif
