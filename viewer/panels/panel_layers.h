// panel_layers.h: which layers can be switched in the panel, and what do their colours mean?
#ifndef WEND_VIEW_PANEL_LAYERS_H
#define WEND_VIEW_PANEL_LAYERS_H
#include "views/map_view.h"

void panel_layers_show(const view* v, commands* c);
/// What the colours of costs and distances mean, while they are shown.
void panel_layers_show_legend(const map_view* m);

#endif
