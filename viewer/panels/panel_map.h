// panel_map.h: what does the panel say of the map, its files and its abstract graph?
#ifndef WEND_VIEW_PANEL_MAP_H
#define WEND_VIEW_PANEL_MAP_H
#include "document/document.h"

/// The files and the figures of the map; scale: of the window.
void panel_map_show(const document* d, commands* c, float scale);
/// Movement and clusters.
void panel_map_show_build(const scene* s, commands* c);

#endif
