// wend/steer.hpp: how one agent moves: steering behaviours, and path following that cannot fail.
#ifndef WEND_STEER_HPP
#define WEND_STEER_HPP
#include "wend/search.hpp"
#include "wend/steer.h"

namespace wend {

/// An agent at rest.
inline wend_agent agent(wend_vec2 position, float max_speed, float max_acceleration, float radius = 0,
                        std::uint64_t user_data = 0, std::int32_t profile = 0) noexcept {
    wend_agent made{};
    made.position = position;
    made.max_speed = max_speed;
    made.max_acceleration = max_acceleration;
    made.radius = radius;
    made.user_data = user_data;
    made.profile = profile;
    return made;
}

/// The behaviours of wend/steer.h under their own names: each returns the velocity that an agent prefers.
namespace steer {

inline wend_vec2 seek(const wend_agent& agent, wend_vec2 target) noexcept {
    return wend_steer_seek(&agent, target);
}
inline wend_vec2 flee(const wend_agent& agent, wend_vec2 threat) noexcept {
    return wend_steer_flee(&agent, threat);
}
inline wend_vec2 arrive(const wend_agent& agent, wend_vec2 target, float slow_radius) noexcept {
    return wend_steer_arrive(&agent, target, slow_radius);
}
inline wend_vec2 pursue(const wend_agent& agent, const wend_agent& quarry, float horizon) noexcept {
    return wend_steer_pursue(&agent, &quarry, horizon);
}
inline wend_vec2 evade(const wend_agent& agent, const wend_agent& pursuer, float horizon) noexcept {
    return wend_steer_evade(&agent, &pursuer, horizon);
}
inline wend_vec2 wander(const wend_agent& agent, wend_wander& state, float max_turn) noexcept {
    return wend_steer_wander(&agent, &state, max_turn);
}
inline wend_vec2 turn(wend_vec2 heading, wend_vec2 direction, float max_turn) noexcept {
    return wend_steer_turn(heading, direction, max_turn);
}
inline wend_vec2 separate(const wend_agent& agent, span<const wend_agent> others, float radius) noexcept {
    return wend_steer_separate(&agent, others.data(), detail::clipped(others.size()), radius);
}
inline wend_vec2 cohere(const wend_agent& agent, span<const wend_agent> others, float radius) noexcept {
    return wend_steer_cohere(&agent, others.data(), detail::clipped(others.size()), radius);
}
inline wend_vec2 align(const wend_agent& agent, span<const wend_agent> others, float radius) noexcept {
    return wend_steer_align(&agent, others.data(), detail::clipped(others.size()), radius);
}
inline wend_vec2 avoid(const wend_agent& agent, span<const wend_agent> obstacles, float horizon) noexcept {
    return wend_steer_avoid(&agent, obstacles.data(), detail::clipped(obstacles.size()), horizon);
}
inline wend_vec2 avoid_walls(const wend_agent& agent, grid_view grid, float margin) noexcept {
    return wend_steer_avoid_walls(&agent, grid.get(), margin);
}
inline wend_vec2 blend(span<const wend_weighted> items, float max_speed) noexcept {
    return wend_steer_blend(items.data(), detail::clipped(items.size()), max_speed);
}
inline wend_vec2 prioritise(span<const wend_weighted> items, float max_speed) noexcept {
    return wend_steer_prioritise(items.data(), detail::clipped(items.size()), max_speed);
}
/// An acceleration, for push.
inline wend_vec2 towards(const wend_agent& agent, wend_vec2 velocity, float reaction_time) noexcept {
    return wend_steer_towards(&agent, velocity, reaction_time);
}

} // namespace steer

/// Moves an agent by an acceleration, ignoring walls.
inline void push(wend_agent& agent, wend_vec2 acceleration, float dt) {
    check(wend_agent_push(&agent, acceleration, dt));
}
/// Moves an agent by a velocity, ignoring walls.
inline void glide(wend_agent& agent, wend_vec2 velocity, float dt) {
    check(wend_agent_glide(&agent, velocity, dt));
}
/// Moves an agent along a path. Returns true when it has arrived.
inline bool follow(wend_agent& agent, grid_view grid, const path& path, float dt) {
    bool arrived = false;
    check(wend_steer_follow(&agent, grid.get(), path.get(), dt, &arrived));
    return arrived;
}
/// The first half of follow: the velocity that it prefers, to be changed by the caller.
inline wend_vec2 follow_velocity(const wend_agent& agent, grid_view grid, span<const wend_vec2> waypoints,
                                 float dt) {
    wend_vec2 velocity{};
    check(wend_follow_velocity(&agent, grid.get(), waypoints.data(), detail::count_of(waypoints.size()), dt,
                               &velocity));
    return velocity;
}
/// The second half of follow: moves by a velocity. Returns true when the agent has arrived.
inline bool follow_move(wend_agent& agent, grid_view grid, span<const wend_vec2> waypoints,
                        wend_vec2 velocity, float dt) {
    bool arrived = false;
    check(wend_follow_move(&agent, grid.get(), waypoints.data(), detail::count_of(waypoints.size()), velocity,
                           dt, &arrived));
    return arrived;
}

} // namespace wend
#endif
