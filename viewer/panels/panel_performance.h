// panel_performance.h: what does the performance window show?
#ifndef WEND_VIEW_PANEL_PERFORMANCE_H
#define WEND_VIEW_PANEL_PERFORMANCE_H
#include "tools/performance.h"
#include "views/view.h"

void panel_performance_show(performance* p, const view* v, commands* c);

#endif
