// walk.h: when do agent and boids take their next step, where has the agent been, and how does the camera
// follow?
#ifndef WEND_VIEW_WALK_H
#define WEND_VIEW_WALK_H
#include "document/document.h"
#include "tools/boids.h"
#include "tools/fog.h"
#include <wend/steer.h>

#define AGENT_TICK (1.0f / 60.0f) ///< [Units: seconds]

enum { AGENT_TRAIL = 2048 };

typedef struct agent {
    wend_agent body;
    bool present; ///< there was a path when it started
    bool arrived;
    bool waits;    ///< no path leads on from where it stands
    int64_t ticks; ///< since the start
    int trail_count;
    float trail_spacing; ///< [Units: world units]
    wend_vec2 trail[AGENT_TRAIL];
    uint16_t trail_floors[AGENT_TRAIL];
} agent;

typedef struct walk {
    document* document;
    view* view;
    boids* boids;
    fog* fog; ///< what the agent knows of the map
    agent agent;
    wend_path* own_path; ///< of the agent, from where it was when the shown path had changed; NULL: none yet
    bool off;            ///< the agent follows its own path, not the shown one
    bool late;           ///< the agent's path is to be planned again, from where it is
    uint64_t shown_hash; ///< of the path that was shown last
    wend_tile start;     ///< of that path
    int64_t planned_ticks;          ///< of the agent, when its path was planned last
    Uint64 planned_ms, planning_ms; ///< when the agent's path was planned last, and how long that took
    bool restart;                   ///< with the next plan the agent goes back to the start
    bool paused;
    float time_scale; ///< [Range: 0.1..8]
    double ticks_due; ///< that were not walked yet
} walk;

/// Borrows all.
void walk_init(walk* w, document* d, view* v, boids* b, fog* f);
/// Draw the agent's own path, where it follows one, and its trail, below the markers of start and goal; and
/// the agent, above them.
void walk_draw_trail(const walk* w);
void walk_draw_agent(const walk* w);
/// Moves agent and boids for the time of a frame, unless paused.
void walk_frame(walk* w, double seconds);
bool walk_something_moves(const walk* w);
/// Moves the camera to the followed agent or boid.
void walk_follow(const walk* w);

#endif
