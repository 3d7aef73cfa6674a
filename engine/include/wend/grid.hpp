// wend/grid.hpp: grids, their terrain, walls, one-way steps, links and reliefs.
#ifndef WEND_GRID_HPP
#define WEND_GRID_HPP
#include "wend/base.hpp"
#include "wend/grid.h"
#include "wend/link.h"
#include "wend/relief.h"
#include "wend/sight.h"

namespace wend {

inline wend_grid_def grid_def(std::int32_t width, std::int32_t height) noexcept {
    wend_grid_def def = wend_default_grid_def();
    def.width = width;
    def.height = height;
    return def;
}
inline wend_link link(wend_tile from, wend_tile to, float cost) noexcept {
    return wend_default_link(from, to, cost);
}
inline wend_relief_def relief_def() noexcept {
    return wend_default_relief_def();
}
inline wend_sight_def sight_def() noexcept {
    return wend_default_sight_def();
}
inline wend_seam seam(wend_tile a_first, wend_tile a_last, wend_tile b_first, wend_tile b_last) noexcept {
    return wend_default_seam(a_first, a_last, b_first, b_last);
}
/// Pairs of tiles of a seam; 0: its sides are not rows or columns of the same length.
inline std::int32_t seam_length(const wend_seam& seam) noexcept {
    return wend_seam_length(&seam);
}
inline const char* to_string(wend_link_kind kind) noexcept {
    return wend_link_kind_string(kind);
}
inline wend_link_kind link_kind(text name) {
    wend_link_kind kind{};
    check(wend_link_kind_from_string(name.get(), &kind));
    return kind;
}

/// A grid that somebody else owns.
class grid_view {
  public:
    grid_view(const wend_grid* grid) noexcept : grid_(grid) {}
    const wend_grid* get() const noexcept { return grid_; }

    /// Columns and rows of the map, which may begin below 0 where ground was added.
    wend_rect area() const noexcept { return wend_grid_area(grid_); }
    std::int32_t width() const noexcept { return wend_grid_width(grid_); }
    std::int32_t height() const noexcept { return wend_grid_height(grid_); }
    std::int32_t floors() const noexcept { return wend_grid_floors(grid_); }
    float floor_height(std::int32_t floor) const noexcept { return wend_grid_floor_height(grid_, floor); }
    wend_connectivity connectivity() const noexcept { return wend_grid_connectivity(grid_); }
    float tile_size() const noexcept { return wend_grid_tile_size(grid_); }
    wend_vec2 origin() const noexcept { return wend_grid_origin(grid_); }
    span<const float> class_costs() const noexcept {
        return {wend_grid_class_costs(grid_), WEND_CLASS_COUNT};
    }
    span<const std::int64_t> class_counts() const noexcept {
        return {wend_grid_class_counts(grid_), WEND_CLASS_COUNT};
    }
    std::int64_t passable_count() const noexcept { return wend_grid_passable_count(grid_); }
    bool contains(wend_tile tile) const noexcept { return wend_grid_contains(grid_, tile); }
    std::uint8_t terrain_class(wend_tile tile) const noexcept { return wend_grid_class(grid_, tile); }
    float cost(wend_tile tile) const noexcept { return wend_grid_cost(grid_, tile); }
    bool passable(wend_tile tile) const noexcept { return wend_grid_passable(grid_, tile); }
    bool can_step(wend_tile from, wend_tile to) const noexcept { return wend_grid_can_step(grid_, from, to); }
    bool step_is_open(wend_tile from, wend_tile to) const noexcept {
        return wend_grid_step_is_open(grid_, from, to);
    }
    /// Bits 0 to 7 for right, down, left, up, down-right, down-left, up-left, up-right.
    std::uint8_t closed_steps(wend_tile tile) const noexcept { return wend_grid_closed_steps(grid_, tile); }
    std::int64_t closed_step_count() const noexcept { return wend_grid_closed_step_count(grid_); }
    /// All links by ascending id.
    span<const wend_link> links() const noexcept {
        return detail::spanned<wend_link>(
            [this](std::int32_t* count) { return wend_grid_links(grid_, count); });
    }
    /// Null: none has this id.
    const wend_link* find_link(std::int32_t id) const noexcept { return wend_grid_find_link(grid_, id); }
    bool link_is_usable(std::int32_t id) const noexcept { return wend_grid_link_is_usable(grid_, id); }
    double link_cost(std::int32_t id) const noexcept { return wend_grid_link_cost(grid_, id); }

    struct cost_limits {
        float least, greatest;
        bool declared; ///< false: the range of the cost table that the grid began with
    };
    /// The range that the costs of passable classes stay in.
    cost_limits cost_range() const noexcept {
        cost_limits range{};
        range.declared = wend_grid_cost_range(grid_, &range.least, &range.greatest);
        return range;
    }
    std::int32_t cost_units() const noexcept { return wend_grid_cost_units(grid_); }
    std::int32_t straight_cost(std::uint8_t terrain_class) const noexcept {
        return wend_grid_straight_cost(grid_, terrain_class);
    }
    std::int32_t diagonal_cost(std::uint8_t terrain_class) const noexcept {
        return wend_grid_diagonal_cost(grid_, terrain_class);
    }
    /// Empty where the row does not lie in one piece, see wend_grid_row.
    span<const std::uint8_t> row(std::int32_t y) const noexcept {
        const std::uint8_t* first = wend_grid_row(grid_, y);
        return {first, first ? static_cast<std::size_t>(width()) : 0};
    }
    /// The classes of an area, row by row.
    std::vector<std::uint8_t> read(wend_rect area) const {
        std::vector<std::uint8_t> classes(static_cast<std::size_t>(area.width > 0 ? area.width : 0) *
                                          static_cast<std::size_t>(area.height > 0 ? area.height : 0));
        check(wend_grid_read(grid_, area, classes.data(), 0));
        return classes;
    }
    /// Nothing when the position is off the map.
    std::optional<wend_tile> tile_at(wend_vec2 position) const noexcept {
        wend_tile tile{};
        if (wend_grid_tile_at(grid_, position, &tile) != WEND_OK) return std::nullopt;
        return tile;
    }
    std::optional<wend_tile> tile_at(wend_vec2 position, std::int32_t floor) const noexcept {
        wend_tile tile{};
        if (wend_grid_tile_at_floor(grid_, position, floor, &tile) != WEND_OK) return std::nullopt;
        return tile;
    }
    wend_vec2 center(wend_tile tile) const noexcept { return wend_grid_center(grid_, tile); }

    struct sight_line {
        bool sees;
        wend_tile blocker; ///< {-1, -1}: none
    };
    sight_line line_of_sight(wend_tile from, wend_tile to,
                             const wend_sight_def& def = wend_default_sight_def()) const {
        sight_line line{};
        check(wend_line_of_sight(grid_, &def, from, to, &line.sees, &line.blocker));
        return line;
    }
    /// 1 for each tile that is seen, row by row.
    std::vector<std::uint8_t> visible_tiles(wend_tile from, wend_rect area,
                                            const wend_sight_def& def = wend_default_sight_def()) const {
        std::vector<std::uint8_t> seen(static_cast<std::size_t>(area.width > 0 ? area.width : 0) *
                                       static_cast<std::size_t>(area.height > 0 ? area.height : 0));
        check(wend_visible_tiles(grid_, &def, from, area, seen.data()));
        return seen;
    }
    /// Writes 1 for these, and leaves the others. Throws ARGUMENT when seen has another size than the area.
    void visible_tiles(wend_tile from, wend_rect area, span<std::uint8_t> seen,
                       const wend_sight_def& def = wend_default_sight_def()) const {
        if (area.width < 1 || area.height < 1 ||
            seen.size() != static_cast<std::size_t>(area.width) * static_cast<std::size_t>(area.height))
            check(WEND_ERROR_ARGUMENT);
        check(wend_visible_tiles(grid_, &def, from, area, seen.data()));
    }

    bool has_relief() const noexcept { return wend_grid_has_relief(grid_); }
    bool has_elevations() const noexcept { return wend_grid_has_elevations(grid_); }
    /// In metres.
    float elevation(wend_tile tile) const noexcept { return wend_grid_elevation(grid_, tile); }
    /// The elevations of an area, row by row, stride values apart. out has room for all.
    void read_elevations(wend_rect area, span<float> out, std::size_t stride = 0) const {
        const std::int64_t rows = area.height > 0 ? area.height - 1 : 0,
                           row = area.width > 0 ? area.width : 0;
        const std::size_t apart = stride > 0 ? stride : static_cast<std::size_t>(row);
        if (out.size() < static_cast<std::size_t>(row)) check(WEND_ERROR_ARGUMENT);
        if (rows > 0 && (out.size() - static_cast<std::size_t>(row)) / static_cast<std::size_t>(rows) < apart)
            check(WEND_ERROR_ARGUMENT);
        check(wend_grid_read_elevations(grid_, area, out.data(), stride));
    }
    std::vector<float> elevations(wend_rect area) const {
        std::vector<float> all(static_cast<std::size_t>(area.width > 0 ? area.width : 0) *
                               static_cast<std::size_t>(area.height > 0 ? area.height : 0));
        read_elevations(area, span<float>(all));
        return all;
    }
    /// 0: none; 1 to 8: right, down, left, up, down-right, down-left, up-left, up-right.
    std::uint8_t lane(wend_tile tile) const noexcept { return wend_grid_lane(grid_, tile); }
    /// Width and height of the tiles of a row, where the relief says it.
    std::optional<wend_vec2> row_size(std::int32_t y) const noexcept {
        wend_vec2 size{};
        if (!wend_grid_row_size(grid_, y, &size.x, &size.y)) return std::nullopt;
        return size;
    }
    float unit_length() const noexcept { return wend_grid_unit_length(grid_); }
    /// 0: no path may take this step.
    std::int32_t step_cost(wend_tile from, wend_tile to) const noexcept {
        return wend_grid_step_cost(grid_, from, to);
    }
    std::uint64_t hash() const noexcept { return wend_grid_hash(grid_); }
    std::size_t bytes() const noexcept { return wend_grid_bytes(grid_); }

  private:
    const wend_grid* grid_;
};

class grid {
  public:
    explicit grid(const wend_grid_def& def) {
        wend_grid* made = nullptr;
        check(wend_grid_create(&def, &made));
        grid_.reset(made);
    }
    /// Takes ownership, for example of what wend_import_file wrote.
    explicit grid(wend_grid* taken) noexcept : grid_(taken) {}
    wend_grid* get() noexcept { return grid_.get(); }
    const wend_grid* get() const noexcept { return grid_.get(); }
    wend_grid* release() noexcept { return grid_.release(); }
    grid_view view() const noexcept { return grid_.get(); }
    operator grid_view() const noexcept { return view(); }

    void fill(wend_rect area, std::uint8_t terrain_class) {
        check(wend_grid_fill(get(), area, terrain_class));
    }
    void write(wend_rect area, const std::uint8_t* classes, std::size_t stride = 0) {
        check(wend_grid_write(get(), area, classes, stride));
    }
    void set_cost_range(float least, float greatest) {
        check(wend_grid_set_cost_range(get(), least, greatest));
    }
    void set_class_costs(const float (&costs)[WEND_CLASS_COUNT]) {
        check(wend_grid_set_class_costs(get(), costs));
    }
    /// Opens or closes the step in this direction only.
    void set_step(wend_tile from, wend_tile to, bool open) {
        check(wend_grid_set_step(get(), from, to, open));
    }
    void set_wall(wend_tile a, wend_tile b, bool wall = true) {
        check(wend_grid_set_wall(get(), a, b, wall));
    }
    /// Returns the id of the link.
    std::int32_t add_link(const wend_link& link) {
        std::int32_t id = 0;
        check(wend_grid_add_link(get(), &link, &id));
        return id;
    }
    /// Returns the id of the first link of the seam.
    std::int32_t add_seam(const wend_seam& seam) {
        std::int32_t id = 0;
        check(wend_grid_add_seam(get(), &seam, &id));
        return id;
    }
    /// Joins opposite edges: bits of wend_wrap.
    void wrap(std::uint32_t edges) { check(wend_grid_wrap(get(), edges)); }
    std::uint32_t wraps() const { return wend_grid_wraps(get()); }
    void set_floor_height(std::int32_t floor, float height) {
        check(wend_grid_set_floor_height(get(), floor, height));
    }
    void remove_link(std::int32_t id) { check(wend_grid_remove_link(get(), id)); }
    void set_link_cost(std::int32_t id, std::int32_t profile, float cost) {
        check(wend_grid_set_link_cost(get(), id, profile, cost));
    }
    void set_link(std::int32_t id, float cost, bool enabled) {
        check(wend_grid_set_link(get(), id, cost, enabled));
    }
    /// Gives the grid another relief, or none.
    void set_relief(const wend_relief_def& def) { check(wend_grid_set_relief(get(), &def)); }
    void remove_relief() { check(wend_grid_set_relief(get(), nullptr)); }
    /// Adds the links, walls and one-way steps of another grid of the same size, and its relief where there
    /// is none.
    void copy_connections(grid_view from) { check(wend_grid_copy_connections(from.get(), get())); }

  private:
    detail::owner<wend_grid, wend_grid_destroy> grid_;
};

} // namespace wend
#endif
