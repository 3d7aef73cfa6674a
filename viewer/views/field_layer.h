// field_layer.h: how do the costs to the goal and the ways there look on the map?
#ifndef WEND_VIEW_FIELD_LAYER_H
#define WEND_VIEW_FIELD_LAYER_H
#include "palette.h"
#include "platform/draw.h"
#include "views/camera.h"
#include "views/goal_field.h"

/// Textures of 256 x 256 texels, a texel of level k for one of 2^k x 2^k tiles; only what is seen is made,
/// and some of it in each frame, so that no frame is late on a map of any size.
typedef struct field_layer field_layer;

field_layer* field_layer_create(SDL_Renderer* renderer);
void field_layer_destroy(field_layer* layer);

/// Draws the distance map over what the camera sees, with lines of equal cost. Tiles without a way keep the
/// colours of ground. True: nothing is missing or older than the field.
bool field_layer_draw(field_layer* layer, const goal_field* f, const palette* ground, const camera* cam,
                      draw_batch* batch, float scale, bool whole);
/// The cost at the end of the ramp, and from one line to the next. [Units: tile costs]
double field_layer_most(const field_layer* layer);
double field_layer_interval(const camera* cam, float scale);
/// The ramp: 0xRRGGBB of a fraction of the most.
uint32_t field_layer_ramp(float fraction);

/// Arrows along the ways: one a tile where they can be told apart, else one for several.
void field_layer_draw_flow(const goal_field* f, const camera* cam, draw_batch* batch, float scale);

#endif
