// overlay.h: how are the clusters, the abstract graph and the plan drawn on the map?
#ifndef WEND_VIEW_OVERLAY_H
#define WEND_VIEW_OVERLAY_H
#include "views/view.h"

/// The colours of the legend in the panel.
SDL_Color overlay_color(view_layer layer);
/// What moves a line so far to its right, as it runs on the screen.
SDL_FPoint overlay_aside(SDL_FPoint from, SDL_FPoint to, float distance);
/// The width of the path; and how far beside its middle another line runs along it. [Units: pixels]
float overlay_path_width(const view* v, uint32_t layers);
float overlay_beside_path(float path_width, float scale);

/// The layers of a set that lie under the agent; LAYER_NUMBERS: they are shown, so the path is thin. pointer:
/// a tile whose node, if it has one, shows its edges. Clusters and graph fade in as they become legible.
/// Where the path leads to another floor, or comes from it, is a triangle up or down.
void overlay_draw(view* v, const wend_path* path, uint32_t layers, wend_tile pointer);
/// A path of tiles as a line of this width. [Units: pixels]
void overlay_draw_path(view* v, const wend_path* path, float width, SDL_Color color);
/// The round markers of the start and the goals. A dragged one is drawn larger.
void overlay_draw_markers(view* v, int held);

/// Is anything of the layer drawn at this zoom? False: it is too small to be read.
bool overlay_is_legible(const view* v, view_layer layer);

enum { MARKER_NONE, MARKER_START, MARKER_GOAL }; // and on from that: the other goals
/// The marker under the pointer, or MARKER_NONE.
int overlay_marker_at_pointer(const view* v);
/// The floor to which the mark of the path under the pointer leads; -1: there is none.
int32_t overlay_floor_mark_at_pointer(const view* v);

#endif
