// panel_help.h: which keys and gestures are there?
#ifndef WEND_VIEW_PANEL_HELP_H
#define WEND_VIEW_PANEL_HELP_H
#include "platform/window.h"

void panel_help_show(const window* w);

#endif
