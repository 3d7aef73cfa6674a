// wend/steer.hpp: steering, path following, drawing and whole files for C++17. wend/wend.hpp includes it.
//
// Behaviours that take no array are called as in C: wend_steer_arrive and so on.
#ifndef WEND_STEER_HPP
#define WEND_STEER_HPP
#include "wend/wend.hpp"

namespace wend {

// ---- steering, see wend/steer.h

inline wend_vec2 separate(const wend_agent& agent, span<wend_agent> others, float radius) {
    return wend_steer_separate(&agent, others.data(), detail::count_of(others.size()), radius);
}
inline wend_vec2 cohere(const wend_agent& agent, span<wend_agent> others, float radius) {
    return wend_steer_cohere(&agent, others.data(), detail::count_of(others.size()), radius);
}
inline wend_vec2 align(const wend_agent& agent, span<wend_agent> others, float radius) {
    return wend_steer_align(&agent, others.data(), detail::count_of(others.size()), radius);
}
inline wend_vec2 avoid(const wend_agent& agent, span<wend_agent> obstacles, float horizon) {
    return wend_steer_avoid(&agent, obstacles.data(), detail::count_of(obstacles.size()), horizon);
}
inline wend_vec2 avoid_walls(const wend_agent& agent, grid_view grid, float margin) noexcept {
    return wend_steer_avoid_walls(&agent, grid.get(), margin);
}
/// The weighted sum, limited to max_speed.
inline wend_vec2 blend(span<wend_weighted> items, float max_speed) {
    return wend_steer_blend(items.data(), detail::count_of(items.size()), max_speed);
}
/// The whole first item, then as much of each following one as max_speed leaves room for.
inline wend_vec2 prioritise(span<wend_weighted> items, float max_speed) {
    return wend_steer_prioritise(items.data(), detail::count_of(items.size()), max_speed);
}
/// Moves an agent by an acceleration, ignoring walls.
inline void push(wend_agent& agent, wend_vec2 acceleration, float dt) {
    check(wend_agent_push(&agent, acceleration, dt));
}
/// Moves an agent by a velocity, ignoring walls.
inline void glide(wend_agent& agent, wend_vec2 velocity, float dt) {
    check(wend_agent_glide(&agent, velocity, dt));
}

// ---- path following

/// Moves an agent along a path. Returns true when it is at the end.
inline bool follow(wend_agent& agent, grid_view grid, const path& path, float dt) {
    bool arrived = false;
    check(wend_steer_follow(&agent, grid.get(), path.get(), dt, &arrived));
    return arrived;
}
/// The first half of follow, along any waypoints: the velocity that following prefers.
inline wend_vec2 follow_velocity(const wend_agent& agent, grid_view grid, span<wend_vec2> waypoints,
                                 float dt) {
    wend_vec2 velocity{};
    check(wend_follow_velocity(&agent, grid.get(), waypoints.data(), detail::count_of(waypoints.size()), dt,
                               &velocity));
    return velocity;
}
/// The second half: moves an agent by a velocity, as far as walls allow. Returns true when it is at the end.
inline bool follow_move(wend_agent& agent, grid_view grid, span<wend_vec2> waypoints, wend_vec2 velocity,
                        float dt) {
    bool arrived = false;
    check(wend_follow_move(&agent, grid.get(), waypoints.data(), detail::count_of(waypoints.size()), velocity,
                           dt, &arrived));
    return arrived;
}

// ---- drawing, see wend/debug_draw.h

namespace detail {
template <class Line, class Rect> struct shapes {
    Line& line;
    Rect& rect;
    static void draw_line(wend_draw_kind kind, wend_vec2 from, wend_vec2 to, void* context) {
        static_cast<shapes*>(context)->line(kind, from, to);
    }
    static void draw_rect(wend_draw_kind kind, wend_rect tiles, void* context) {
        static_cast<shapes*>(context)->rect(kind, tiles);
    }
    wend_debug_draw to_c(wend_rect view, std::int32_t level) noexcept {
        return {draw_line, draw_rect, this, view, level};
    }
};
} // namespace detail

/// Calls line(kind, from, to) and rect(kind, tiles) for each shape of a world. They must not throw.
template <class Line, class Rect>
void draw(world_view world, std::uint32_t layers, wend_rect view, Line&& line, Rect&& rect,
          std::int32_t level = 0) {
    detail::shapes<Line, Rect> shapes{line, rect};
    const wend_debug_draw to = shapes.to_c(view, level);
    check(wend_world_draw(world.get(), layers, &to));
}
/// The same for the edges of the node on a tile.
template <class Line, class Rect>
void draw_node(world_view world, wend_tile tile, wend_rect view, Line&& line, Rect&& rect,
               std::int32_t level = 0) {
    detail::shapes<Line, Rect> shapes{line, rect};
    const wend_debug_draw to = shapes.to_c(view, level);
    check(wend_world_draw_node(world.get(), tile, &to));
}
/// The same for a path; grid is the one that it was planned on.
template <class Line, class Rect>
void draw(const path& path, grid_view grid, std::uint32_t layers, wend_rect view, Line&& line, Rect&& rect) {
    detail::shapes<Line, Rect> shapes{line, rect};
    const wend_debug_draw to = shapes.to_c(view, 0);
    check(wend_path_draw(path.get(), grid.get(), layers, &to));
}

// ---- whole files

/// Writes a file whole or not at all.
inline void write_file(const std::string& file, const void* bytes, std::size_t size) {
    wend_error details{};
    check(wend_file_write(file.c_str(), bytes, size, &details), &details);
}

} // namespace wend
#endif
