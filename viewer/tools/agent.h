// agent.h: where is the agent that walks the path, and where has it been?
#ifndef WEND_VIEW_AGENT_H
#define WEND_VIEW_AGENT_H
#include "views/view.h"
#include <wend/path.h>
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

/// Puts the agent at the start of a path; without a path there is no agent.
void agent_start(agent* a, const wend_grid* grid, const wend_path* path);
/// Lets the agent go on along a path that begins at its tile, or, where that is blocked now, at the nearest
/// passable one, which the agent then takes. Without a path it waits.
void agent_go_on(agent* a, const wend_grid* grid, const wend_path* path);
/// Moves the agent by one tick, unless there is none, it waits, or it has arrived. False: it cannot follow
/// the path, which may have been blocked.
bool agent_tick(agent* a, const wend_grid* grid, const wend_path* path);
bool agent_walks(const agent* a);
/// Draw its trail, below the markers of start and goal, and the agent, above them.
void agent_draw_trail(const agent* a, view* v);
void agent_draw(const agent* a, view* v);

#endif
