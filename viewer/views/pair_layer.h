// pair_layer.h: how are two searches drawn over each other?
#ifndef WEND_VIEW_PAIR_LAYER_H
#define WEND_VIEW_PAIR_LAYER_H
#include "document/trace.h"
#include "views/hex_raster.h"
#include "views/view.h"

/// Of tiles that only the first search expanded, only the second, and both.
extern const SDL_Color pair_layer_colors[3];

/// As a trace_layer: a texture for each block that is seen.
typedef struct pair_layer {
    SDL_Renderer* renderer;
    hex_raster hexagons;  ///< instead of textures
    int64_t positions[2]; ///< of the traces that the hexagons show
    int64_t version;
    SDL_Texture* textures[2][TRACE_MAX_BLOCKS]; ///< by block of the first trace; by those of the second alone
    int level;                                  ///< of all of them: a texel is 2^level x 2^level tiles
} pair_layer;

/// Must be called for other traces, and when the renderer has lost its textures.
void pair_layer_reset(pair_layer* layer);
/// Draws the tiles that are closed now.
void pair_layer_draw(pair_layer* layer, trace* first, trace* second, const camera* cam);
/// The abstract nodes that are closed now; side: whose colour they have.
void pair_layer_draw_nodes(view* v, const trace* t, int side);
/// Both paths, the second as a thinner line, so that the first is seen below it; NULL: not found, or not yet.
void pair_layer_draw_paths(view* v, const wend_path* first_opt, const wend_path* second_opt);

#endif
