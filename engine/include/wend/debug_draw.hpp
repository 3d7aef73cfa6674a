// wend/debug_draw.hpp: the world and a path as lines and rectangles.
#ifndef WEND_DEBUG_DRAW_HPP
#define WEND_DEBUG_DRAW_HPP
#include "wend/debug_draw.h"
#include "wend/search.hpp"

namespace wend {

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

} // namespace wend
#endif
