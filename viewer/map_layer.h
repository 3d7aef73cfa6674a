// map_layer.h: how does a map of any size get onto the screen?
#ifndef WEND_VIEW_MAP_LAYER_H
#define WEND_VIEW_MAP_LAYER_H
#include "camera.h"
#include <wend/grid.h>

/// The picture of a grid as textures of 512 x 512 texels in a chain of scales (a texel of level k stands for
/// 2^k x 2^k tiles); only what is seen is made and kept.
typedef struct map_layer map_layer;

/// Borrows the grid; colors: 0xRRGGBB of each class, copied. NULL when out of memory.
map_layer* map_layer_create(SDL_Renderer* renderer, const wend_grid* grid,
                            const uint32_t colors[WEND_CLASS_COUNT]);
void map_layer_destroy(map_layer* layer);
/// Takes other colours; the textures are made anew as they come into view.
void map_layer_set_colors(map_layer* layer, const uint32_t colors[WEND_CLASS_COUNT]);

/// Draws what the camera sees. Reads at most about tile_budget tiles to make textures, and shows a coarser
/// picture where that is not enough; returns true when nothing coarser is left.
bool map_layer_draw(map_layer* layer, const camera* cam, int64_t tile_budget);

#endif
