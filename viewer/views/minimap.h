// minimap.h: which part of the whole map does the window show?
#ifndef WEND_VIEW_MINIMAP_H
#define WEND_VIEW_MINIMAP_H
#include "document/scene.h"
#include "platform/draw.h"
#include "views/map_layer.h"

/// The place of the small map: the lower right corner of an area of the window; width 0 while the window
/// shows the whole map or is too small.
SDL_Rect minimap_area(const camera* cam, SDL_Rect free_area, float scale);
/// The whole map with start, goal and the part that the window shows.
void minimap_draw(map_layer* layer, const scene* s, const camera* cam, SDL_Rect area, draw_batch* batch,
                  float scale);
/// Centres the window on the map position under a pixel of the small map.
void minimap_look(camera* cam, SDL_Rect area, float x, float y);

#endif
