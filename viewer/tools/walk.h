// walk.h: when do agent and boids take their next step, and how does the camera follow?
#ifndef WEND_VIEW_WALK_H
#define WEND_VIEW_WALK_H
#include "document/document.h"
#include "tools/agent.h"
#include "tools/boids.h"
#include "tools/fog.h"

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

/// Commands for pausing, single steps, the speed of time, and following.
extern const command_def walk_commands[];

/// Borrows all.
void walk_init(walk* w, document* d, view* v, boids* b, fog* f);
void walk_destroy(walk* w);
/// The path that the agent follows.
const wend_path* walk_path(const walk* w);
/// Draws the agent's own path, where it follows one, and its trail.
void walk_draw_trail(const walk* w);
/// Moves agent and boids for the time of a frame, unless paused.
void walk_frame(walk* w, double seconds);
bool walk_something_moves(const walk* w);
/// Moves the camera to the followed agent or boid.
void walk_follow(const walk* w);

#endif
