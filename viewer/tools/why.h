// why.h: why does no path lead to the goal, and what would have to be opened?
#ifndef WEND_VIEW_WHY_H
#define WEND_VIEW_WHY_H
#include "document/document.h"
#include "views/view.h"
#include <wend/explain.h>

enum { WHY_TEXT = 400 };

typedef struct why_tool {
    document* document;
    view* view;
    wend_explanation* explanation; ///< NULL: none was asked for yet
    bool shown;
    bool can_open; ///< there is something that an edit opens
    int32_t profile;
    char text[WHY_TEXT]; ///< the explanation in words
} why_tool;

/// Borrows both.
void why_init(why_tool* w, document* d, view* v);
/// Marks what would have to be opened, and the path that would then exist.
void why_draw(const why_tool* w);

#endif
