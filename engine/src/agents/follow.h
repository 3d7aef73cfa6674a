// follow.h: an agent on a line of waypoints, in tiles: what following wants, and a motion that cannot leave
// the passable tiles nor lose the line.
//
// What makes it safe: at every tick some mark on the line, at or ahead of all earlier ones, lies in sight of
// the agent: its body fits all along the straight way there. So there is always a way on: to the mark and
// then along the line. A motion is only made when it keeps that true.
#ifndef WENDI_FOLLOW_H
#define WENDI_FOLLOW_H
#include "grid/clearance.h"
#include "wend/steer.h"

typedef struct wendi_mark { // a place on the line
    int32_t leg;            // from waypoint leg to the next
    double along;           // tiles from its beginning
} wendi_mark;

typedef struct wendi_walk {
    const wend_grid* grid;
    wendi_frame frame;
    const wend_vec2* waypoints;
    int32_t count;
    double dt;
    wendi_vec position, velocity;
    double max_speed, max_acceleration;
    double body;  // radius that must be free; below 0: how deep it may dip into corners
    double room;  // what of that is free where it stands; sight from there asks for no more
    double rough; // what floats leave uncertain about a position
    bool strict;  // stays near the line, and goes straight to it when it does not come on
    wendi_mark mark;
    int32_t idle;
    bool at_end;
} wendi_walk;

/// Checks everything but the sight of the line. Errors: as wend_steer_follow.
wend_result wendi_walk_begin(wendi_walk* walk, const wend_agent* agent, const wend_grid* grid,
                             const wend_vec2* waypoints, int32_t count, float dt);
/// What following wants; *target_out is the place ahead, in sight, that it heads for. Errors: as
/// wend_steer_follow.
wend_result wendi_walk_want(const wendi_walk* walk, wendi_vec* velocity_out, wendi_mark* target_out);
/// Moves. Returns true when it stands at the end of the line.
bool wendi_walk_move(wendi_walk* walk, wendi_vec wanted, wendi_mark target);
/// Tells the agent where it has come to.
void wendi_walk_end(const wendi_walk* walk, wend_agent* agent);
#endif
