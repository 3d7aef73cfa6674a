// minimap.h: where on the whole map does the window look?
#ifndef WEND_VIEW_MINIMAP_H
#define WEND_VIEW_MINIMAP_H
#include "document/scene.h"
#include "platform/draw.h"
#include "views/map_layer.h"

/// Where the small map lies: in the lower right corner of an area of the window; of no width while the window
/// shows the whole map anyway, or is too small for it.
SDL_Rect minimap_area(const camera* cam, SDL_Rect free_area, float scale);
/// The whole map with start, goal and the part that the window shows.
void minimap_draw(map_layer* layer, const scene* s, const camera* cam, SDL_Rect area, draw_batch* batch,
                  float scale);
/// Brings the map position under a pixel of the small map to the middle of the window.
void minimap_look(camera* cam, SDL_Rect area, float x, float y);

#endif
