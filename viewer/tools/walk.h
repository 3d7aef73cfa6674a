// walk.h: when do agent and boids take their next step, and how does the camera follow?
#ifndef WEND_VIEW_WALK_H
#define WEND_VIEW_WALK_H
#include "document/document.h"
#include "tools/agent.h"
#include "tools/boids.h"

typedef struct walk {
    document* document;
    view* view;
    boids* boids;
    agent agent;
    bool paused;
    float time_scale; ///< [Range: 0.1..8]
    double ticks_due; ///< that were not walked yet
} walk;

/// Commands for pausing, single steps, the speed of time, and following.
extern const command_def walk_commands[];

/// Borrows all three.
void walk_init(walk* w, document* d, view* v, boids* b);
/// Moves agent and boids for the time of a frame, unless paused.
void walk_frame(walk* w, double seconds);
bool walk_something_moves(const walk* w);
/// Moves the camera to the followed agent or boid.
void walk_follow(const walk* w);

#endif
