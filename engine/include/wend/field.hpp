// wend/field.hpp: distance fields.
#ifndef WEND_FIELD_HPP
#define WEND_FIELD_HPP
#include "wend/field.h"
#include "wend/search.hpp"

namespace wend {

class field {
  public:
    explicit field(const wend_allocator* allocator_opt = nullptr) {
        wend_field* made = nullptr;
        check(wend_field_create(allocator_opt, &made));
        field_.reset(made);
    }
    wend_field* get() noexcept { return field_.get(); }
    const wend_field* get() const noexcept { return field_.get(); }
    std::size_t bytes() const noexcept { return wend_field_bytes(get()); }

    void fill(grid_view grid, wend_field_sense sense, span<const wend_tile> tiles, double limit) {
        check(wend_field_fill(get(), grid.get(), sense, tiles.data(), detail::count_of(tiles.size()), limit));
    }
    void begin(grid_view grid, wend_field_sense sense, span<const wend_tile> tiles, double limit) {
        check(
            wend_field_begin(get(), grid.get(), sense, tiles.data(), detail::count_of(tiles.size()), limit));
    }
    /// Returns true when the costs are exact.
    bool step(std::int32_t max_clusters) {
        bool done = false;
        check(wend_field_step(get(), max_clusters, &done));
        return done;
    }
    void set_goals(world_view world, span<const wend_tile> goals) {
        check(wend_field_set_goals(get(), world.get(), goals.data(), detail::count_of(goals.size())));
    }
    /// Returns true when a path exists.
    bool expand_to(search& search, wend_tile from) {
        bool found = false;
        check(wend_field_expand_to(get(), search.get(), from, &found));
        return found;
    }

    double cost(wend_tile tile) const noexcept { return wend_field_cost(get(), tile); }
    std::optional<wend_tile> next_tile(wend_tile tile) const noexcept {
        wend_tile next{};
        if (!wend_field_next_tile(get(), tile, &next)) return std::nullopt;
        return next;
    }
    std::int32_t end(wend_tile tile) const noexcept { return wend_field_end(get(), tile); }
    /// Of each tile of an area, row by row. indices has room for all.
    void regions(wend_rect area, span<std::int32_t> indices) const {
        const std::int64_t tiles = static_cast<std::int64_t>(area.width) * area.height;
        if (tiles < 0 || indices.size() < static_cast<std::size_t>(tiles)) check(WEND_ERROR_ARGUMENT);
        check(wend_field_regions(get(), area, indices.data()));
    }
    /// Nothing where there is no path.
    std::optional<wend_vec2> flow_at_floor(wend_vec2 position, std::int32_t floor,
                                           float radius = 0) const noexcept {
        wend_vec2 direction{};
        if (wend_field_flow_at_floor(get(), position, floor, radius, &direction) != WEND_OK)
            return std::nullopt;
        return direction;
    }
    std::optional<wend_vec2> flow(wend_vec2 position, float radius = 0) const noexcept {
        wend_vec2 direction{};
        if (wend_field_flow(get(), position, radius, &direction) != WEND_OK) return std::nullopt;
        return direction;
    }
    std::vector<wend_tile> tiles() const {
        std::vector<wend_tile> all(static_cast<std::size_t>(wend_field_tiles(get(), nullptr, 0)));
        tiles(span<wend_tile>(all));
        return all;
    }
    /// The first of them, as many as out has room for. Returns how many there are.
    std::int64_t tiles(span<wend_tile> out) const noexcept {
        return wend_field_tiles(get(), out.data(), static_cast<std::int64_t>(out.size()));
    }
    /// How many clusters are filled.
    std::int32_t clusters() const noexcept { return wend_field_clusters(get()); }
    std::optional<wend_tile> random(std::uint64_t& seed) const noexcept {
        wend_tile tile{};
        if (!wend_field_random(get(), &seed, &tile)) return std::nullopt;
        return tile;
    }
    struct nearest_goal {
        std::int32_t index; ///< -1: no path to any
        double cost;
    };
    nearest_goal nearest(grid_view grid, wend_tile from, span<const wend_tile> goals) {
        nearest_goal found{-1, 0};
        check(wend_field_nearest(get(), grid.get(), from, goals.data(), detail::count_of(goals.size()),
                                 &found.index, &found.cost));
        return found;
    }

  private:
    detail::owner<wend_field, wend_field_destroy> field_;
};

} // namespace wend
#endif
