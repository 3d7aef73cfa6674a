// link_tool.h: how does the user place, select, move and change links?
#ifndef WEND_VIEW_LINK_TOOL_H
#define WEND_VIEW_LINK_TOOL_H
#include "document/document.h"
#include "views/view.h"

typedef enum link_grip { LINK_GRIP_NONE, LINK_GRIP_NEW, LINK_GRIP_FROM, LINK_GRIP_TO } link_grip;

typedef struct link_tool {
    document* document;
    view* view;
    wend_link next; ///< what the next link will be like
    bool two_way;   ///< the next one gets a link back
    int32_t selected_id;
    link_grip grip;  ///< what the current drag does
    wend_tile from;  ///< of the press
    wend_tile begin; ///< of a link to another floor, clicked there; floor_begun: there is one
    bool floor_begun;
} link_tool;

/// Borrows both.
void link_tool_init(link_tool* t, document* d, view* v);
/// The selected link; NULL: none.
const wend_link* link_tool_selected(const link_tool* t);
/// The link back of a link: the same between the same tiles, the other way; NULL: there is none.
const wend_link* link_tool_partner(const link_tool* t, const wend_link* link);
/// The kinds as commands name them; NULL past the last.
const char* link_tool_kind_name(int kind);

/// Handles a press of the left or right button. True: the tool handles the drag, too.
bool link_tool_press(link_tool* t, bool left);
void link_tool_release(link_tool* t);
/// Draws the selected link, and what a drag would do. in_hand: the tool is.
void link_tool_draw(const link_tool* t, bool in_hand);

#endif
