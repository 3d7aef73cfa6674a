// panel_boids.h: which widgets drive the boids, and what is told of them?
#ifndef WEND_VIEW_PANEL_BOIDS_H
#define WEND_VIEW_PANEL_BOIDS_H
#include "tools/mouse.h"
#include "tools/walk.h"

void panel_boids_show(mouse* m, walk* w, commands* c);

#endif
