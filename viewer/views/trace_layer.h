// trace_layer.h: how are the open and closed lists of a search, or of two, with millions of tiles, drawn?
#ifndef WEND_VIEW_TRACE_LAYER_H
#define WEND_VIEW_TRACE_LAYER_H
#include "document/trace.h"
#include "views/camera.h"
#include "views/tile_raster.h"
#include "views/view.h"

extern const SDL_Color trace_open_color, trace_closed_color;
/// Of tiles that only the first of two searches expanded, only the second, and both.
extern const SDL_Color trace_pair_colors[3];

/// A texture for each block that is seen, at the scale it is seen at; only patches that changed are painted.
typedef struct trace_layer {
    SDL_Renderer* renderer;
    tile_raster hexagons; ///< instead of textures
    int64_t positions[2]; ///< of the traces that the hexagons show
    int64_t version;
    SDL_Texture* textures[2][TRACE_MAX_BLOCKS]; ///< by block of the first trace; by those of the second alone
    int level;                                  ///< of all of them: a texel is 2^level x 2^level tiles
} trace_layer;

/// Must be called for other traces, and when the renderer has lost its textures.
void trace_layer_reset(trace_layer* layer);
/// Draws the visible part of the current lists; of two searches, the tiles that are closed now.
void trace_layer_draw(trace_layer* layer, const trace* first, const trace* second_opt, const camera* cam);

// ---- search_marks.c

/// Right on the map: where each tile was reached from, and the corridor.
void search_marks_draw_below(view* v, const trace* t);
/// What lies above the other layers: nodes, where they were reached from, and, while the player is open, the
/// event that happened last.
void search_marks_draw(view* v, const trace* t, bool playing);
/// The abstract nodes that two searches have closed now, and their paths, the second as a thinner line, so
/// that the first is seen below it; NULL: not found, or not yet.
void search_marks_draw_pair(view* v, const trace* const traces[2], const wend_path* const paths[2]);

/// Tiles are large enough for numbers.
bool tile_values_have_room(const view* v);
/// f, g and h in every tile that is seen, over the map and below the panels: within a frame of widgets.
void tile_values_draw(const view* v, const trace* t, bool greedy);

#endif
