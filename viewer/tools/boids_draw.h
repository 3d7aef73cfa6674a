// boids_draw.h: how do the boids look, those in the hand more than the rest?
#ifndef WEND_VIEW_BOIDS_DRAW_H
#define WEND_VIEW_BOIDS_DRAW_H
#include "tools/boids.h"
#include "views/view.h"

/// Colours that the person should know again from the panel.
SDL_Color boids_color(wend_agent_state state);

/// The paths that the boids in view have walked, fewer and shorter ones the more there are.
void boids_draw_trails(const boids* b, view* v);
/// The boids themselves; those selected are white round their colour, and the one named, unless it is -1,
/// shows its body, its velocity and the path ahead.
void boids_draw(const boids* b, view* v, int shown);
/// The box of a drag that selects, in pixels, or of what is selected.
void boids_draw_box(SDL_FPoint a, SDL_FPoint b, draw_batch* batch, float scale);
/// Where a drag would send them.
void boids_draw_errand(SDL_FPoint from, SDL_FPoint to, draw_batch* batch, float scale);

#endif
