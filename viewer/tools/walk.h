// walk.h: when does everything that walks take its next step, and how does the camera keep up with it?
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

/// Commands of what walks: pausing, steps, time, and the camera that follows.
extern const command_def walk_commands[];

/// Borrows all three.
void walk_init(walk* w, document* d, view* v, boids* b);
/// Walks for the time of a frame, unless paused.
void walk_frame(walk* w, double seconds);
bool walk_something_moves(const walk* w);
/// Brings whom the camera follows to the middle.
void walk_follow(const walk* w);

#endif
