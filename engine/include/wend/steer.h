// wend/steer.h: how one agent moves: steering behaviours, and path following that cannot fail.
//
// A behaviour (Reynolds 1999; Millington, AI for Games) is a pure function that says which velocity an agent
// would like. That is its kinematic form: wend_agent_glide takes it up at once. Its dynamic form is the
// acceleration that wend_steer_towards makes of it, for wend_agent_push. Several are combined by
// wend_steer_blend or wend_steer_prioritise before either.
//
//     wend_vec2 wanted = wend_steer_arrive(&agent, target, 3);
//     wend_vec2 apart = wend_steer_separate(&agent, others, count, 2);
//     const wend_weighted both[] = {{wanted, 1}, {apart, 2}};
//     wend_vec2 velocity = wend_steer_blend(both, 2, agent.max_speed);
//     if (wend_agent_push(&agent, wend_steer_towards(&agent, velocity, 0.1f), dt) != WEND_OK) return 1;
//
// Nothing above knows of walls. Along a path, wend_steer_follow moves the agent, or wend_follow_velocity says
// what following wants and wend_follow_move does what came of it without ever touching a wall.
//
// The same steps on every machine: only + - * / and square roots, no clock, no hidden state.
#ifndef WEND_STEER_H
#define WEND_STEER_H
#include "wend/grid.h"
#include "wend/path.h"

#ifdef __cplusplus
extern "C" {
#endif

/// All zero but the first five is a fresh agent at rest before the first waypoint of its path.
typedef struct wend_agent {
    wend_vec2 position;     ///< of its middle [Units: world units]
    wend_vec2 velocity;     ///< [Units: world units a second]
    float max_speed;        ///< > 0 [Units: world units a second]
    float max_acceleration; ///< > 0 [Units: world units a second squared]
    float radius; ///< of its body, a disc; half a tile fits through every gap of one tile [Range: >= 0, at
                  ///< most 64 tiles] [Default: 0] [Units: world units]
    // Along a path; set them to 0 for a new one.
    int32_t waypoint; ///< the waypoint it has passed last; never falls
    float along;      ///< how far it is beyond that, along the path; never falls while waypoint stays
                      ///< [Units: world units]
    int32_t idle;     ///< ticks since it came on
} wend_agent;

// ---- behaviours: the velocity that an agent would like; never above its max_speed

/// Full speed towards, or away from, a place.
WEND_API wend_vec2 wend_steer_seek(const wend_agent* agent, wend_vec2 target);
WEND_API wend_vec2 wend_steer_flee(const wend_agent* agent, wend_vec2 threat);
/// Like seek, slowing down within slow_radius so as to stop at the target.
WEND_API wend_vec2 wend_steer_arrive(const wend_agent* agent, wend_vec2 target, float slow_radius);
/// Seek or flee where another agent will be when this one could be there, at most horizon seconds ahead.
WEND_API wend_vec2 wend_steer_pursue(const wend_agent* agent, const wend_agent* quarry, float horizon);
WEND_API wend_vec2 wend_steer_evade(const wend_agent* agent, const wend_agent* pursuer, float horizon);

/// A heading that strays a little each time.
typedef struct wend_wander {
    wend_vec2 heading; ///< any length; zero: towards x
    uint64_t seed;     ///< any; changes with each step
} wend_wander;
/// Half of max_speed along the heading, which turns by a random angle of up to max_turn. [Range of max_turn:
/// 0..2] [Units: radians]
WEND_API wend_vec2 wend_steer_wander(const wend_agent* agent, wend_wander* wander, float max_turn);

/// Turns a heading towards a direction by at most max_turn and returns it with length 1: face a target by
/// target - position, align with an agent by its velocity. A direction of zero changes nothing. [Range of
/// max_turn: 0..2] [Units: radians]
WEND_API wend_vec2 wend_steer_turn(wend_vec2 heading, wend_vec2 direction, float max_turn);

/// Flocking (Reynolds 1987) with those of others that are within radius: away from them, the more the nearer;
/// towards their middle; with their mean velocity. Zero when there are none. The agent itself may be among
/// them.
WEND_API wend_vec2 wend_steer_separate(const wend_agent* agent, const wend_agent* others, int32_t count,
                                       float radius);
WEND_API wend_vec2 wend_steer_cohere(const wend_agent* agent, const wend_agent* others, int32_t count,
                                     float radius);
WEND_API wend_vec2 wend_steer_align(const wend_agent* agent, const wend_agent* others, int32_t count,
                                    float radius);

/// Sideways past the first of the other bodies, taken to stand still, that the agent runs into within horizon
/// seconds; zero when there is none.
WEND_API wend_vec2 wend_steer_avoid(const wend_agent* agent, const wend_agent* obstacles, int32_t count,
                                    float horizon);
/// Away from the blocked tiles nearer than margin to its body, the more the nearer; zero when there are none.
WEND_API wend_vec2 wend_steer_avoid_walls(const wend_agent* agent, const wend_grid* grid, float margin);

// ---- combination, and the two ways to move; neither knows of walls

typedef struct wend_weighted {
    wend_vec2 velocity;
    float weight; ///< [Range: >= 0]
} wend_weighted;
/// The weighted sum, at most max_speed long.
WEND_API wend_vec2 wend_steer_blend(const wend_weighted* items, int32_t count, float max_speed);
/// The first item in full, then of each one after it what max_speed leaves room for (Reynolds 1999,
/// "prioritized"); weights scale each item.
WEND_API wend_vec2 wend_steer_prioritise(const wend_weighted* items, int32_t count, float max_speed);

/// The dynamic form of a wanted velocity: the acceleration, at most max_acceleration, that brings it about
/// within reaction_time. [Range of reaction_time: > 0] [Units: seconds]
WEND_API wend_vec2 wend_steer_towards(const wend_agent* agent, wend_vec2 velocity, float reaction_time);
/// Moves by an acceleration, which is limited as the velocity that comes of it is. Errors: ARGUMENT (dt not
/// in (0, 1], NaN or infinite numbers, a limit not > 0); the agent then stays as it was.
WEND_API wend_result wend_agent_push(wend_agent* agent, wend_vec2 acceleration, float dt);
/// Moves by a velocity at once, limited likewise. Errors: as above.
WEND_API wend_result wend_agent_glide(wend_agent* agent, wend_vec2 velocity, float dt);

// ---- path following

/// Moves the agent dt seconds along the waypoints of a path, which it may meet anywhere within its start
/// tile. It looks ahead by time, slows down for corners and the goal by what it can brake, and passes a
/// waypoint by crossing the plane that stands on its way there. At any size of tile, speed and dt its body
/// stays on passable tiles (to 1/200 of a tile, or what floats leave of that far from the origin), its middle
/// within a tile of the path; its progress never falls, and it arrives.
/// *arrived_out: it stands at the end of the path, within a tenth of a tile. Errors: ARGUMENT (a path without
/// tiles, dt not in (0, 1], NaN or infinite numbers, a limit not > 0, a radius out of range, an agent off the
/// passable tiles or out of sight of its path); LIMIT (its body does not fit where it stands or where the
/// path goes: see body_radius in wend_query, and on grids that let paths cut corners a body must have radius
/// 0 to follow them there); STALE (the way ahead was blocked since the path was found). The agent then stays
/// as it was.
WEND_API wend_result wend_steer_follow(wend_agent* agent, const wend_grid* grid, const wend_path* path,
                                       float dt, bool* arrived_out);
/// The first half of it, along any waypoints: the velocity that the agent would like. Errors: as above.
WEND_API wend_result wend_follow_velocity(const wend_agent* agent, const wend_grid* grid,
                                          const wend_vec2* waypoints, int32_t count, float dt,
                                          wend_vec2* out);
/// The second half: moves the agent with a velocity, or with what walls and its limits leave of it; it stops
/// where that would hit a wall or lose sight of its path. The agent may leave the path by any distance as
/// long as it sees it. Errors: as above.
WEND_API wend_result wend_follow_move(wend_agent* agent, const wend_grid* grid, const wend_vec2* waypoints,
                                      int32_t count, wend_vec2 velocity, float dt, bool* arrived_out);

#ifdef __cplusplus
}
#endif
#endif
