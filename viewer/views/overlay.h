// overlay.h: how are the clusters, the abstract graph and the plan drawn on the map?
#ifndef WEND_VIEW_OVERLAY_H
#define WEND_VIEW_OVERLAY_H
#include "views/view.h"

/// A colour of palette.h.
SDL_Color overlay_rgb(uint32_t rgb);
/// The colours of the legend in the panel.
SDL_Color overlay_color(view_layer layer);
/// What moves a line so far to its right, as it runs on the screen.
SDL_FPoint overlay_aside(SDL_FPoint from, SDL_FPoint to, float distance);
/// The width of the path; and how far beside its middle another line runs along it. [Units: pixels]
float overlay_path_width(const camera* cam, uint32_t layers, float scale);
float overlay_beside_path(float path_width, float scale);

/// The layers of a set that lie under the agent; LAYER_NUMBERS: they are shown, so the path is thin. level:
/// of the clusters and the graph; 0: the borders of all, and the graph of the lowest. pointer: a tile whose
/// node, if it has one, shows its edges. Clusters and graph fade in as they become legible. scale: of line
/// widths.
void overlay_draw(const scene* s, const camera* cam, uint32_t layers, int level, wend_tile pointer,
                  draw_batch* batch, float scale);
/// A path of tiles as a line of this width. [Units: pixels]
void overlay_draw_path(const wend_grid* grid, const wend_path* path, const camera* cam, float width,
                       SDL_Color color, draw_batch* batch);
/// The round markers of the start and the goals. A dragged one is drawn larger.
void overlay_draw_markers(const scene* s, const camera* cam, int held, draw_batch* batch, float scale);

/// Marks where the path leads to another floor, or comes from it: a triangle up or down.
void overlay_draw_floor_marks(const scene* s, const camera* cam, draw_batch* batch, float scale);
/// The floor that the mark under a pixel leads to; -1: there is none.
int32_t overlay_floor_mark_at(const scene* s, const camera* cam, float x, float y, float scale);

/// Is anything of the layer drawn at this zoom? False: it is too small to be read.
bool overlay_is_legible(const scene* s, const camera* cam, view_layer layer, int level, float scale);

enum { MARKER_NONE, MARKER_START, MARKER_GOAL }; // and on from that: the other goals
/// The marker under a pixel, or MARKER_NONE.
int overlay_marker_at(const scene* s, const camera* cam, float x, float y, float scale);

#endif
