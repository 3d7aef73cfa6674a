// wend/steer.h: how one agent moves: steering behaviours, and path following that cannot fail.
//
// A behaviour (Reynolds 1999; Millington, AI for Games) is a pure function that returns the velocity that an
// agent prefers. That is its kinematic form: wend_agent_glide applies it at once. Its dynamic form is the
// acceleration that wend_steer_towards derives from it, for wend_agent_push. wend_steer_blend and
// wend_steer_prioritise combine several of them first.
//
//     wend_vec2 wanted = wend_steer_arrive(&agent, target, 3);
//     wend_vec2 apart = wend_steer_separate(&agent, others, count, 2);
//     const wend_weighted both[] = {{wanted, 1}, {apart, 2}};
//     wend_vec2 velocity = wend_steer_blend(both, 2, agent.max_speed);
//     if (wend_agent_push(&agent, wend_steer_towards(&agent, velocity, 0.1f), dt) != WEND_OK) return 1;
//
// All of these ignore walls, except wend_steer_avoid_walls. wend_steer_follow moves the agent along a path.
// To add your own steering, change the velocity that wend_follow_velocity returns, and pass it to
// wend_follow_move, which never lets the body touch a wall.
//
// The same steps on every machine: only + - * / and square roots, no clock, no hidden state.
#ifndef WEND_STEER_H
#define WEND_STEER_H
#include "wend/grid.h"
#include "wend/path.h"

#ifdef __cplusplus
extern "C" {
#endif

/// With all but the first six fields zero: an agent at rest, before the first waypoint of its path.
typedef struct wend_agent {
    wend_vec2 position;     ///< of its centre [Units: world units]
    wend_vec2 velocity;     ///< [Units: world units a second]
    float max_speed;        ///< > 0 [Units: world units a second]
    float max_acceleration; ///< > 0 [Units: world units a second squared]
    float radius; ///< of its body, a disc; half a tile fits through every gap of one tile, a wider body needs
                  ///< a profile of that radius [Range: >= 0, at most 64 tiles] [Default: 0] [Units: world
                  ///< units]
    int32_t profile; ///< in a crowd: of its world, whose costs and whose paths are the agent's; 0 is the
                     ///< world itself [Range: 0 .. the number of profiles - 1] [Default: 0]
    // Progress along a path; set these to 0 for a new path.
    int32_t waypoint;   ///< index of the last waypoint that it has passed; never falls
    float along;        ///< distance beyond that waypoint, along the path; never falls while waypoint stays
                        ///< the same [Units: world units]
    int32_t idle;       ///< ticks since it last made progress
    int32_t link;       ///< 1 + index, among the links of its path, of the link it is on; 0: it walks
    float link_elapsed; ///< time that it has been on that link [Units: seconds]
    uint64_t user_data; ///< yours: an index or a pointer; Wend copies it and never reads it [Default: 0]
    uint16_t floor;     ///< of the map, where it is [Default: 0]
} wend_agent;

// ---- behaviours: the velocity that an agent prefers; never above its max_speed, and zero where a number is
// NaN or infinite

/// Full speed towards a target.
WEND_API wend_vec2 wend_steer_seek(const wend_agent* agent, wend_vec2 target);
/// Full speed away from a threat.
WEND_API wend_vec2 wend_steer_flee(const wend_agent* agent, wend_vec2 threat);
/// Like seek, but slows down within slow_radius to stop at the target.
WEND_API wend_vec2 wend_steer_arrive(const wend_agent* agent, wend_vec2 target, float slow_radius);
/// Seeks the place where another agent will be when this one could reach it, at most horizon seconds ahead.
WEND_API wend_vec2 wend_steer_pursue(const wend_agent* agent, const wend_agent* quarry, float horizon);
/// Flees from that place.
WEND_API wend_vec2 wend_steer_evade(const wend_agent* agent, const wend_agent* pursuer, float horizon);

/// A heading that changes a little each time.
typedef struct wend_wander {
    wend_vec2 heading; ///< any length; zero: towards x
    uint64_t seed;     ///< any; changes with each step
} wend_wander;
/// Half of max_speed along the heading, which turns by a random angle of up to max_turn. [Range of max_turn:
/// 0..2] [Units: radians; values beyond the range count as its ends]
WEND_API wend_vec2 wend_steer_wander(const wend_agent* agent, wend_wander* wander, float max_turn);

/// Turns a heading towards a direction by at most max_turn and returns it with length 1. To face a target,
/// use target - position; to align with an agent, its velocity. A direction of zero changes nothing. [Range
/// of max_turn: 0..2] [Units: radians; values beyond the range count as its ends]
WEND_API wend_vec2 wend_steer_turn(wend_vec2 heading, wend_vec2 direction, float max_turn);

/// Flocking (Reynolds 1987) with those of the others that are within radius. Zero when there are none; the
/// agent itself may be among the others. Separate: away from them, the more so the nearer they are.
WEND_API wend_vec2 wend_steer_separate(const wend_agent* agent, const wend_agent* others, int32_t count,
                                       float radius);
/// Cohere: towards their centre.
WEND_API wend_vec2 wend_steer_cohere(const wend_agent* agent, const wend_agent* others, int32_t count,
                                     float radius);
/// Align: their mean velocity.
WEND_API wend_vec2 wend_steer_align(const wend_agent* agent, const wend_agent* others, int32_t count,
                                    float radius);

/// Sideways past the first of some bodies, treated as standing still, that the agent would hit within horizon
/// seconds; zero when there is none.
WEND_API wend_vec2 wend_steer_avoid(const wend_agent* agent, const wend_agent* obstacles, int32_t count,
                                    float horizon);
/// Away from the blocked tiles nearer than margin to its body, the more so the nearer; zero when there are
/// none.
WEND_API wend_vec2 wend_steer_avoid_walls(const wend_agent* agent, const wend_grid* grid, float margin);

// ---- combination, and the two ways to move; all of them ignore walls

typedef struct wend_weighted {
    wend_vec2 velocity;
    float weight; ///< [Range: >= 0]
} wend_weighted;
/// The weighted sum, limited to max_speed.
WEND_API wend_vec2 wend_steer_blend(const wend_weighted* items, int32_t count, float max_speed);
/// The whole first item, then of each following one as much as max_speed leaves room for (Reynolds 1999,
/// "prioritized"); weights scale each item.
WEND_API wend_vec2 wend_steer_prioritise(const wend_weighted* items, int32_t count, float max_speed);

/// The dynamic form of a preferred velocity: the acceleration, at most max_acceleration, that reaches it
/// within reaction_time. Zero for a time out of range. [Range of reaction_time: > 0] [Units: seconds]
WEND_API wend_vec2 wend_steer_towards(const wend_agent* agent, wend_vec2 velocity, float reaction_time);
/// Moves by an acceleration for dt seconds; both it and the resulting velocity are limited. Errors: ARGUMENT
/// (dt not in (0, 1], NaN or infinite numbers, a limit not > 0). The agent is then unchanged.
WEND_API wend_result wend_agent_push(wend_agent* agent, wend_vec2 acceleration, float dt);
/// Moves by a velocity for dt seconds, with the same limits. Errors: ARGUMENT (as wend_agent_push). The agent
/// is then unchanged.
WEND_API wend_result wend_agent_glide(wend_agent* agent, wend_vec2 velocity, float dt);

// ---- path following

/// Moves the agent dt seconds along the waypoints of a path; it may start anywhere within its start tile. It
/// looks ahead by time, brakes in time for corners and the goal, and has passed a waypoint when it crosses
/// the plane that bisects the turn there. At any tile size, speed and dt, its body stays on passable tiles
/// (within 1/200 of a tile, or the precision of floats far from the origin), its centre stays within a tile
/// of the path, its progress never falls, and it arrives. At a link of the path it stops, and then moves
/// straight to the other end, even across blocked tiles, in the duration of the link. *arrived_out: it is at
/// the end of the path, within a tenth of a tile. Errors: ARGUMENT (a path without tiles, dt not in (0, 1],
/// NaN or infinite numbers, a limit not > 0, a radius out of range, an agent off the passable tiles or out of
/// sight of its path), LIMIT (its body does not fit where it is or where the path leads: see body_radius in
/// wend_query; where paths may cut corners only a radius of 0 can follow them), STALE (the path ahead was
/// blocked since it was found, or its next link cannot be taken any more). The agent is then unchanged.
WEND_API wend_result wend_steer_follow(wend_agent* agent, const wend_grid* grid, const wend_path* path,
                                       float dt, bool* arrived_out);
/// The first half of wend_steer_follow, along any waypoints: the velocity that following prefers. Errors:
/// ARGUMENT, LIMIT, STALE (all as wend_steer_follow).
WEND_API wend_result wend_follow_velocity(const wend_agent* agent, const wend_grid* grid,
                                          const wend_vec2* waypoints, int32_t count, float dt,
                                          wend_vec2* out);
/// The second half: moves the agent by a velocity, reduced as walls and its limits require; the agent stops
/// before it would hit a wall or lose sight of its path. It may be any distance off the path as long as it
/// sees it. Errors: ARGUMENT, LIMIT, STALE (all as wend_steer_follow). The agent is then unchanged.
WEND_API wend_result wend_follow_move(wend_agent* agent, const wend_grid* grid, const wend_vec2* waypoints,
                                      int32_t count, wend_vec2 velocity, float dt, bool* arrived_out);

#ifdef __cplusplus
}
#endif
#endif
