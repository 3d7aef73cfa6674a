// panel_status.h: what lies under the pointer, and what has the program to say?
#ifndef WEND_VIEW_PANEL_STATUS_H
#define WEND_VIEW_PANEL_STATUS_H
#include "platform/notice.h"
#include "views/map_view.h"

/// The line at the bottom.
void panel_status_show(const map_view* m);
void panel_status_show_notice(const notice* n, const view* v);

#endif
