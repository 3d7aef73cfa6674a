// wend/overlay.hpp: what-if worlds that follow another world.
#ifndef WEND_OVERLAY_HPP
#define WEND_OVERLAY_HPP
#include "wend/overlay.h"
#include "wend/world.hpp"

namespace wend {

inline wend_shape disc(wend_vec2 center, float radius, float cost) noexcept {
    return wend_shape_disc(center, radius, cost);
}
inline wend_shape capsule(wend_vec2 from, wend_vec2 to, float radius, float cost) noexcept {
    return wend_shape_capsule(from, to, radius, cost);
}
inline wend_shape rect(wend_rect area, float cost) noexcept {
    return wend_shape_rect(area, cost);
}
/// Borrows the points.
inline wend_shape polygon(span<const wend_vec2> points, float cost) noexcept {
    return wend_shape_polygon(points.data(), detail::count_of(points.size()), cost);
}

class overlay {
  public:
    /// The parent may be destroyed first.
    explicit overlay(world_view parent) {
        wend_overlay* made = nullptr;
        check(wend_overlay_create(parent.get(), &made));
        overlay_.reset(made);
    }
    wend_overlay* get() noexcept { return overlay_.get(); }
    const wend_overlay* get() const noexcept { return overlay_.get(); }

    /// Follows the parent, applies all layers and gives the world, which stays at its address.
    world_view world() {
        const wend_world* made = nullptr;
        check(wend_overlay_world(get(), &made));
        return made;
    }
    /// Returns true when nothing is pending any more.
    bool refresh(std::int32_t max_clusters = 0) {
        bool refreshed = false;
        check(wend_overlay_refresh(get(), max_clusters, &refreshed));
        return refreshed;
    }

    /// Each returns a handle.
    std::int32_t add(const wend_shape& shape) {
        std::int32_t handle = -1;
        check(wend_overlay_add(get(), &shape, &handle));
        return handle;
    }
    std::int32_t add_costs(wend_rect area, span<const float> costs, std::size_t stride = 0, float decay = 0) {
        require(area, costs.size(), stride);
        std::int32_t handle = -1;
        check(wend_overlay_add_costs(get(), area, costs.data(), stride, decay, &handle));
        return handle;
    }
    std::int32_t add_image(wend_rect area, span<const std::uint8_t> bytes, float scale,
                           std::size_t stride = 0, float decay = 0) {
        require(area, bytes.size(), stride);
        std::int32_t handle = -1;
        check(wend_overlay_add_image(get(), area, bytes.data(), stride, scale, decay, &handle));
        return handle;
    }
    /// One range and cost for each position. handles: room for as many, or none.
    void add_dangers(span<const wend_vec2> positions, span<const float> ranges, span<const float> costs,
                     span<std::int32_t> handles = {}) {
        const std::size_t count = positions.size();
        if (ranges.size() < count || costs.size() < count || (!handles.empty() && handles.size() < count))
            check(WEND_ERROR_ARGUMENT);
        check(wend_overlay_add_dangers(get(), positions.data(), ranges.data(), costs.data(),
                                       detail::count_of(count), handles.data()));
    }
    void move(std::int32_t handle, const wend_shape& shape) {
        check(wend_overlay_move(get(), handle, &shape));
    }
    void remove(std::int32_t handle) { check(wend_overlay_remove(get(), handle)); }
    void tick(std::int32_t ticks = 1) { check(wend_overlay_tick(get(), ticks)); }

    /// 0: unknown ground is blocked.
    void hide(float unknown_cost = 0) { check(wend_overlay_hide(get(), unknown_cost)); }
    void reveal() { check(wend_overlay_reveal(get())); }
    /// All tiles of the area, or those where the mask is not 0.
    void see(wend_rect area, span<const std::uint8_t> mask = {}, std::size_t stride = 0) {
        if (!mask.empty()) require(area, mask.size(), stride);
        check(wend_overlay_see(get(), area, mask.data(), stride));
    }
    void forget(wend_rect area, span<const std::uint8_t> mask = {}, std::size_t stride = 0) {
        if (!mask.empty()) require(area, mask.size(), stride);
        check(wend_overlay_forget(get(), area, mask.data(), stride));
    }
    bool is_seen(wend_tile tile) const noexcept { return wend_overlay_is_seen(get(), tile); }
    wend_overlay_info info() const noexcept { return wend_overlay_get_info(get()); }

  private:
    static void require(wend_rect area, std::size_t size, std::size_t stride) {
        if (area.width < 1 || area.height < 1) check(WEND_ERROR_ARGUMENT);
        const std::size_t width = static_cast<std::size_t>(area.width), row = stride > 0 ? stride : width;
        if (row < width || size < width || (size - width) / row < static_cast<std::size_t>(area.height) - 1)
            check(WEND_ERROR_ARGUMENT);
    }
    detail::owner<wend_overlay, wend_overlay_destroy> overlay_;
};

} // namespace wend
#endif
