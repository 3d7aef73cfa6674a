// wend/debug_draw.hpp: the world and a path as lines and rectangles.
#ifndef WEND_DEBUG_DRAW_HPP
#define WEND_DEBUG_DRAW_HPP
#include "wend/debug_draw.h"
#include "wend/search.hpp"

namespace wend {

/// Calls two functions for shapes: line(wend_draw_kind, wend_vec2 from, wend_vec2 to) and
/// rect(wend_draw_kind, wend_rect tiles). They must not throw. Only shapes that touch the view are reported.
///
///     auto drawing = wend::drawing(view, [&](auto, auto from, auto to) { ... }, [&](auto, auto tiles) { ...
///     }); drawing.world(world, 1u << WEND_DRAW_CLUSTER);
template <class Line, class Rect> class drawing {
  public:
    /// level: of the graph; 0 means 1.
    drawing(wend_rect view, Line line, Rect rect, std::int32_t level = 0)
        : line_(std::move(line)), rect_(std::move(rect)), view_(view), level_(level) {}

    void world(world_view world, std::uint32_t layers) {
        const wend_debug_draw draw = callbacks();
        check(wend_world_draw(world.get(), layers, &draw));
    }
    /// The edges of the node on a tile, if there is one.
    void node(world_view world, wend_tile tile) {
        const wend_debug_draw draw = callbacks();
        check(wend_world_draw_node(world.get(), tile, &draw));
    }
    void path(const path& path, grid_view grid, std::uint32_t layers) {
        const wend_debug_draw draw = callbacks();
        check(wend_path_draw(path.get(), grid.get(), layers, &draw));
    }

  private:
    wend_debug_draw callbacks() noexcept {
        wend_debug_draw draw{};
        draw.line = [](wend_draw_kind kind, wend_vec2 from, wend_vec2 to, void* context) {
            static_cast<drawing*>(context)->line_(kind, from, to);
        };
        draw.rect = [](wend_draw_kind kind, wend_rect tiles, void* context) {
            static_cast<drawing*>(context)->rect_(kind, tiles);
        };
        draw.context = this;
        draw.view = view_;
        draw.level = level_;
        return draw;
    }
    Line line_;
    Rect rect_;
    wend_rect view_;
    std::int32_t level_;
};

} // namespace wend
#endif
