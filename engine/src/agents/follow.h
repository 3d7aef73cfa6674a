// follow.h: how does an agent follow its path, over links too, and never touch a wall?
#ifndef WENDI_FOLLOW_H
#define WENDI_FOLLOW_H
#include "grid/clearance.h"
#include "grid/grid.h"
#include "wend/steer.h"

/// Waypoints that are walked, up to the next link or the end of the path.
typedef struct wendi_stretch {
    int32_t first, count; // waypoints
    int32_t link;         // index of the link at its end; -1: the path ends there
} wendi_stretch;

/// The stretch that a waypoint lies on. links: of the path, in order.
wendi_stretch wendi_stretch_at(const wend_path_link* links, int32_t link_count, int32_t waypoint,
                               int32_t waypoint_count);

typedef struct wendi_crossing {
    int32_t id; // of the link
    wend_vec2 from, to;
    double duration, elapsed; // seconds
} wendi_crossing;

/// The crossing of a link between two positions. False when no path may take the link now.
bool wendi_crossing_begin(const wend_grid* grid, const wend_agent* agent, int32_t id, wend_vec2 from,
                          wend_vec2 to, wendi_crossing* out);

/// Moves an agent on for dt seconds. True when it stands at the other end.
bool wendi_crossing_move(wendi_crossing* crossing, wend_agent* agent, double dt);

/// How far ahead on its line, in tiles, an agent looks for a position to head for. speed: in tiles a second.
double wendi_look_ahead(double speed, double dt);

typedef struct wendi_mark { // a position on the line
    int32_t leg;            // from waypoint leg to the next
    double along;           // tiles from its start
} wendi_mark;

typedef struct wendi_walk {
    const wend_grid* grid;
    wendi_frame frame;
    const wend_vec2* waypoints;
    int32_t count;
    double dt;
    wendi_vec position, velocity;
    double max_speed, max_acceleration;
    double body;  // radius that must be free; below 0: how far it may dip into corners
    double room;  // how much of it is free at its position; sight from there needs no more
    double rough; // the precision of a position stored in floats
    bool strict;  // stays near the line, and goes straight to it when it makes no progress
    bool stands;  // follows no line: it need not see one, and can be pushed anywhere
    wendi_mark mark;
    int32_t idle;
    bool at_end;
} wendi_walk;

/// Checks everything except that the line is in sight. Errors: as wend_steer_follow.
wend_result wendi_walk_begin(wendi_walk* walk, const wend_agent* agent, const wend_grid* grid,
                             const wend_vec2* waypoints, int32_t count, float dt);

/// How much room an agent needs beside a line to walk along all of it; below 0: how far it may dip into
/// corners. [Units: tiles]
double wendi_walk_needs(const wend_grid* grid, const wend_agent* agent);

/// The velocity that following prefers; *target_out is the position ahead, in sight, that it heads for.
/// Errors: as wend_steer_follow.
wend_result wendi_walk_want(const wendi_walk* walk, wendi_vec* velocity_out, wendi_mark* target_out);

/// Moves the walk by one tick. True when it stands at the end of the line.
bool wendi_walk_move(wendi_walk* walk, wendi_vec wanted, wendi_mark target);

/// True when the walk sees the place on the line that it has come to; the place is where it begins on the
/// line, as the agent stores positions.
bool wendi_walk_sees_line(const wendi_walk* walk);

wend_vec2 wendi_walk_line_position(const wendi_walk* walk);

/// Writes the position and progress of the walk to its agent.
void wendi_walk_end(const wendi_walk* walk, wend_agent* agent);
#endif
