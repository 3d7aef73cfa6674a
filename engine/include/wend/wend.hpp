// wend/wend.hpp: the engine for C++17. Objects destroy themselves, errors are exceptions, arrays are spans.
//
//     wend::grid grid(wend::grid_def(640, 480));
//     grid.fill({300, 0, 3, 450}, 0); // a wall with a gap below
//     wend::world world(std::move(grid));
//     wend::search search;
//     wend::path path = search.find(world, wend::query({5, 5}, {600, 400}));
//     double steps = 0;
//     for (wend_tile tile : path.tiles()) steps += world.grid().passable(tile);
//
// A thin layer over wend/wend.h, all of it inline: get() returns the C object, which every C function
// accepts, and the comments there hold here too. Structs, enums and callbacks are those of C.
//
// - A function that fails throws wend::error and leaves the object unchanged, as in C. Destructors, moves and
// getters
//   do not throw, except where they return a std::vector.
// - Objects can be moved, not copied. A moved-from object is empty: its getters return the neutral values of
// C, and its
//   other functions throw ARGUMENT.
// - Spans and views borrow, for as long as the C function promises.
// - Callbacks are called from C: they must not throw.
#ifndef WEND_WEND_HPP
#define WEND_WEND_HPP
#include <cstddef>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "wend/wend.h"

inline bool operator==(wend_tile a, wend_tile b) noexcept {
    return a.x == b.x && a.y == b.y;
}
inline bool operator!=(wend_tile a, wend_tile b) noexcept {
    return !(a == b);
}
inline bool operator==(wend_agent_id a, wend_agent_id b) noexcept {
    return a.value == b.value;
}
inline bool operator!=(wend_agent_id a, wend_agent_id b) noexcept {
    return !(a == b);
}
template <> struct std::hash<wend_agent_id> {
    std::size_t operator()(wend_agent_id id) const noexcept { return std::hash<std::uint64_t>()(id.value); }
};

namespace wend {

// ---- errors

class error : public std::runtime_error {
  public:
    error(wend_result result, const char* text) : std::runtime_error(text), result_(result) {}
    /// Never WEND_OK.
    wend_result result() const noexcept { return result_; }

  private:
    wend_result result_;
};

/// Throws for any result but WEND_OK; the text is that of a file operation, if there is one.
inline void check(wend_result result, const wend_error* details_opt = nullptr) {
    if (result == WEND_OK) return;
    const bool detailed = details_opt && details_opt->text[0];
    throw error(result, detailed ? details_opt->text : wend_result_string(result));
}

// ---- borrowed arrays

template <class T> class span {
  public:
    span() = default;
    span(const T* data, std::size_t size) noexcept : data_(data), size_(data ? size : 0) {}
    span(const std::vector<T>& items) noexcept : data_(items.data()), size_(items.size()) {}
    template <std::size_t Size> span(const T (&items)[Size]) noexcept : data_(items), size_(Size) {}
    const T* begin() const noexcept { return data_; }
    const T* end() const noexcept { return data_ + size_; }
    const T* data() const noexcept { return data_; }
    std::size_t size() const noexcept { return size_; }
    bool empty() const noexcept { return size_ == 0; }
    const T& operator[](std::size_t i) const noexcept { return data_[i]; }
    const T& front() const noexcept { return data_[0]; }
    const T& back() const noexcept { return data_[size_ - 1]; }

  private:
    const T* data_ = nullptr;
    std::size_t size_ = 0;
};

namespace detail {
template <auto Destroy> struct destroyer {
    template <class T> void operator()(T* object) const noexcept { Destroy(object); }
};
template <class T, auto Destroy> using owner = std::unique_ptr<T, destroyer<Destroy>>;

/// A count for C. Throws ARGUMENT when it does not fit.
inline std::int32_t count_of(std::size_t size) {
    if (size > INT32_MAX) check(WEND_ERROR_ARGUMENT);
    return static_cast<std::int32_t>(size);
}
/// What a getter with a count returns.
template <class T, class Get> span<T> spanned(Get get) noexcept {
    std::int32_t count = 0;
    const T* data = get(&count);
    return {data, static_cast<std::size_t>(count)};
}
} // namespace detail

// ---- definitions, filled with their defaults

inline wend_grid_def grid_def(std::int32_t width, std::int32_t height) noexcept {
    wend_grid_def def = wend_default_grid_def();
    def.width = width;
    def.height = height;
    return def;
}
inline wend_world_def world_def() noexcept {
    return wend_default_world_def();
}
inline wend_profile_def profile_def(const char* name) noexcept {
    wend_profile_def def = wend_default_profile_def();
    def.name = name;
    return def;
}
inline wend_search_def search_def() noexcept {
    return wend_default_search_def();
}
inline wend_alternatives_def alternatives_def() noexcept {
    return wend_default_alternatives_def();
}
inline wend_service_def service_def() noexcept {
    return wend_default_service_def();
}
inline wend_crowd_def crowd_def() noexcept {
    return wend_default_crowd_def();
}
inline wend_query query(wend_tile start, wend_tile goal) noexcept {
    return wend_default_query(start, goal);
}
/// To the nearest of several goals, which the query borrows.
inline wend_query query_nearest(wend_tile start, span<wend_tile> goals) noexcept {
    wend_query made = wend_default_query(start, start);
    made.goals = goals.data();
    made.goal_count = static_cast<std::int32_t>(goals.size());
    return made;
}
/// To any tile of a rectangle.
inline wend_query query_to_area(wend_tile start, wend_rect area) noexcept {
    wend_query made = wend_default_query(start, start);
    made.goal_area = area;
    return made;
}
/// To any tile of a terrain class.
inline wend_query query_to_class(wend_tile start, std::uint8_t terrain_class) noexcept {
    wend_query made = wend_default_query(start, start);
    made.goal_class = terrain_class;
    return made;
}
inline wend_graph_def graph_def() noexcept {
    return wend_default_graph_def();
}
inline wend_graph_search_def graph_search_def() noexcept {
    return wend_default_graph_search_def();
}
/// goal -1: none.
inline wend_graph_query graph_query(std::int32_t start, std::int32_t goal = -1) noexcept {
    return wend_default_graph_query(start, goal);
}
/// An enabled link of kind WEND_LINK_OTHER for all profiles.
inline wend_link link(wend_tile from, wend_tile to, float cost) noexcept {
    return wend_default_link(from, to, cost);
}
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

// ---- grids

/// A grid that somebody else owns.
class grid_view {
  public:
    grid_view(const wend_grid* grid) noexcept : grid_(grid) {}
    const wend_grid* get() const noexcept { return grid_; }

    std::int32_t width() const noexcept { return wend_grid_width(grid_); }
    std::int32_t height() const noexcept { return wend_grid_height(grid_); }
    wend_connectivity connectivity() const noexcept { return wend_grid_connectivity(grid_); }
    float tile_size() const noexcept { return wend_grid_tile_size(grid_); }
    wend_vec2 origin() const noexcept { return wend_grid_origin(grid_); }
    span<float> class_costs() const noexcept { return {wend_grid_class_costs(grid_), WEND_CLASS_COUNT}; }
    span<std::int64_t> class_counts() const noexcept {
        return {wend_grid_class_counts(grid_), WEND_CLASS_COUNT};
    }
    std::int64_t passable_count() const noexcept { return wend_grid_passable_count(grid_); }
    bool contains(wend_tile tile) const noexcept { return wend_grid_contains(grid_, tile); }
    std::uint8_t terrain_class(wend_tile tile) const noexcept { return wend_grid_class(grid_, tile); }
    float cost(wend_tile tile) const noexcept { return wend_grid_cost(grid_, tile); }
    bool passable(wend_tile tile) const noexcept { return wend_grid_passable(grid_, tile); }
    bool can_step(wend_tile from, wend_tile to) const noexcept { return wend_grid_can_step(grid_, from, to); }
    span<std::uint8_t> row(std::int32_t y) const noexcept {
        return {wend_grid_row(grid_, y), static_cast<std::size_t>(width())};
    }
    bool step_is_open(wend_tile from, wend_tile to) const noexcept {
        return wend_grid_step_is_open(grid_, from, to);
    }
    std::uint8_t closed_steps(wend_tile tile) const noexcept { return wend_grid_closed_steps(grid_, tile); }
    std::int64_t closed_step_count() const noexcept { return wend_grid_closed_step_count(grid_); }
    span<wend_link> links() const noexcept {
        return detail::spanned<wend_link>(
            [this](std::int32_t* count) { return wend_grid_links(grid_, count); });
    }
    /// Null when no link has this id.
    const wend_link* find_link(std::int32_t id) const noexcept { return wend_grid_find_link(grid_, id); }
    bool link_is_usable(std::int32_t id) const noexcept { return wend_grid_link_is_usable(grid_, id); }
    struct cost_limits {
        float least, greatest;
        bool declared;
    };
    /// The range that the costs of passable classes stay in.
    cost_limits cost_range() const noexcept {
        cost_limits range{0, 0, false};
        range.declared = wend_grid_cost_range(grid_, &range.least, &range.greatest);
        return range;
    }
    /// Of one straight step into a tile of cost 1; the others of steps into a tile of a class.
    std::int32_t cost_units() const noexcept { return wend_grid_cost_units(grid_); }
    std::int32_t straight_cost(std::uint8_t terrain_class) const noexcept {
        return wend_grid_straight_cost(grid_, terrain_class);
    }
    std::int32_t diagonal_cost(std::uint8_t terrain_class) const noexcept {
        return wend_grid_diagonal_cost(grid_, terrain_class);
    }
    /// Nothing when the position is off the map.
    std::optional<wend_tile> tile_at(wend_vec2 position) const noexcept {
        wend_tile tile{};
        if (wend_grid_tile_at(grid_, position, &tile) != WEND_OK) return std::nullopt;
        return tile;
    }
    wend_vec2 center(wend_tile tile) const noexcept { return wend_grid_center(grid_, tile); }
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
    void set_step(wend_tile from, wend_tile to, bool open) {
        check(wend_grid_set_step(get(), from, to, open));
    }
    void set_wall(wend_tile a, wend_tile b, bool wall) { check(wend_grid_set_wall(get(), a, b, wall)); }
    /// Returns the id of the link.
    std::int32_t add_link(const wend_link& link) {
        std::int32_t id = 0;
        check(wend_grid_add_link(get(), &link, &id));
        return id;
    }
    void remove_link(std::int32_t id) { check(wend_grid_remove_link(get(), id)); }
    void set_link(std::int32_t id, float cost, bool enabled) {
        check(wend_grid_set_link(get(), id, cost, enabled));
    }
    /// Adds the links, walls and one-way steps of another map of the same size.
    void copy_connections(grid_view from) { check(wend_grid_copy_connections(from.get(), get())); }

  private:
    detail::owner<wend_grid, wend_grid_destroy> grid_;
};

// ---- worlds

class world;

/// Borrows a world, or the view of one of its profiles.
class world_view {
  public:
    world_view(const wend_world* world) noexcept : world_(world) {} // NOLINT: converts
    world_view(const world& world) noexcept;                        // NOLINT: converts
    const wend_world* get() const noexcept { return world_; }

    grid_view grid() const noexcept { return wend_world_grid(get()); }
    bool connected(wend_tile from, wend_tile to) const noexcept {
        return wend_world_connected(get(), from, to);
    }
    wend_world_info info() const noexcept { return wend_world_get_info(get()); }
    std::uint64_t version() const noexcept { return wend_world_version(get()); }
    std::uint64_t hash() const noexcept { return wend_world_hash(get()); }

  private:
    const wend_world* world_;
};

class world {
  public:
    /// Takes the grid; when this throws, the grid is still the caller's.
    explicit world(wend::grid&& grid, const wend_world_def& def = world_def()) {
        wend_grid* given = grid.get();
        wend_world* made = nullptr;
        check(wend_world_build(&given, &def, &made));
        static_cast<void>(grid.release());
        world_.reset(made);
    }
    explicit world(wend_world* taken) noexcept : world_(taken) {}
    static world open(const std::string& file, const wend_allocator* allocator_opt = nullptr) {
        wend_world* opened = nullptr;
        wend_error details{};
        check(wend_world_open(file.c_str(), allocator_opt, &opened, &details), &details);
        return world(opened);
    }
    static world map(const std::string& file, const wend_allocator* allocator_opt = nullptr) {
        wend_world* opened = nullptr;
        wend_error details{};
        check(wend_world_map(file.c_str(), allocator_opt, &opened, &details), &details);
        return world(opened);
    }
    void verify() const {
        wend_error details{};
        check(wend_world_verify(get(), &details), &details);
    }
    static world open_memory(const void* bytes, std::size_t size,
                             const wend_allocator* allocator_opt = nullptr) {
        wend_world* opened = nullptr;
        wend_error details{};
        check(wend_world_open_memory(bytes, size, allocator_opt, &opened, &details), &details);
        return world(opened);
    }
    void save(const std::string& file) const {
        wend_error details{};
        check(wend_world_save(get(), file.c_str(), &details), &details);
    }
    std::vector<unsigned char> save_memory() const {
        std::vector<unsigned char> bytes;
        wend_error details{};
        check(wend_world_save_pieces(get(), append, &bytes, &details), &details);
        return bytes;
    }

    wend_world* get() noexcept { return world_.get(); }
    const wend_world* get() const noexcept { return world_.get(); }
    wend_world* release() noexcept { return world_.release(); }
    grid_view grid() const noexcept { return wend_world_grid(get()); }

    /// Returns how many clusters were recomputed.
    std::int32_t edit(span<wend_edit> edits) {
        std::int32_t rebuilt = 0;
        check(wend_world_edit(get(), edits.data(), detail::count_of(edits.size()), &rebuilt));
        return rebuilt;
    }
    std::int32_t edit(wend_rect area, std::uint8_t terrain_class) {
        const wend_edit one = wend_edit_tiles(area, terrain_class);
        return edit(span<wend_edit>(&one, 1));
    }
    /// Returns the id of the link.
    std::int32_t add_link(const wend_link& link) {
        std::int32_t id = 0;
        check(wend_world_add_link(get(), &link, &id));
        return id;
    }
    void remove_link(std::int32_t id) { check(wend_world_remove_link(get(), id)); }
    void set_link(std::int32_t id, float cost, bool enabled) {
        check(wend_world_set_link(get(), id, cost, enabled));
    }
    /// 0: blocked.
    void set_class_cost(std::uint8_t terrain_class, float cost, std::int32_t profile = 0) {
        check(wend_world_set_class_cost(get(), profile, terrain_class, cost));
    }
    /// Returns true when nothing is pending any more.
    bool refresh_near(wend_tile tile, std::int64_t budget_us = 0) {
        bool refreshed = false;
        check(wend_world_refresh_near(get(), tile, budget_us, &refreshed));
        return refreshed;
    }
    /// Returns true when nothing is pending any more.
    bool refresh(std::int32_t max_clusters = 0) {
        bool refreshed = false;
        check(wend_world_refresh(get(), max_clusters, &refreshed));
        return refreshed;
    }
    std::int32_t profile_count() const noexcept { return wend_world_profile_count(get()); }
    const char* profile_name(std::int32_t profile) const noexcept {
        return wend_world_profile_name(get(), profile);
    }
    /// -1: none has this name.
    std::int32_t find_profile(const std::string& name) const noexcept {
        return wend_world_find_profile(get(), name.c_str());
    }
    float widest_body(std::int32_t profile = 0) const noexcept {
        return wend_world_widest_body(get(), profile);
    }
    /// Empty when there is no such profile.
    world_view profile(std::int32_t profile) const noexcept { return wend_world_profile(get(), profile); }
    wend_profile_def get_profile(std::int32_t profile) const {
        wend_profile_def def{};
        check(wend_world_get_profile(get(), profile, &def));
        return def;
    }
    /// Row by row; limit 0: none.
    std::vector<float> clearance(std::int32_t profile, wend_rect area, float limit = 0) const {
        std::vector<float> clearances(area.width > 0 && area.height > 0
                                          ? static_cast<std::size_t>(area.width) *
                                                static_cast<std::size_t>(area.height)
                                          : 1);
        check(wend_world_clearance(get(), profile, area, limit, clearances.data()));
        return clearances;
    }

    void keep_original() { check(wend_world_keep_original(get())); }
    std::uint8_t original_class(wend_tile tile) const noexcept {
        return wend_world_original_class(get(), tile);
    }

    bool connected(wend_tile from, wend_tile to) const noexcept {
        return wend_world_connected(get(), from, to);
    }
    const char* metadata() const noexcept { return wend_world_metadata(get()); }
    wend_world_info info() const noexcept { return wend_world_get_info(get()); }
    std::uint64_t version() const noexcept { return wend_world_version(get()); }
    wend_level_info level_info(std::int32_t level) const noexcept {
        return wend_world_get_level_info(get(), level);
    }
    wend_world_counts counts() const {
        wend_world_counts counted{};
        check(wend_world_count(get(), &counted));
        return counted;
    }
    std::uint64_t hash() const noexcept { return wend_world_hash(get()); }

  private:
    static wend_result append(void* context, const void* bytes, std::size_t size) noexcept {
        const unsigned char* piece = static_cast<const unsigned char*>(bytes);
        auto& all = *static_cast<std::vector<unsigned char>*>(context);
        try {
            all.insert(all.end(), piece, piece + size);
        } catch (const std::bad_alloc&) {
            return WEND_ERROR_MEMORY;
        } catch (const std::length_error&) {
            return WEND_ERROR_MEMORY;
        }
        return WEND_OK;
    }
    detail::owner<wend_world, wend_world_destroy> world_;
};

inline world_view::world_view(const world& world) noexcept : world_(world.get()) {}

// ---- paths

class path {
  public:
    explicit path(const wend_allocator* allocator_opt = nullptr) {
        wend_path* made = nullptr;
        check(wend_path_create(allocator_opt, &made));
        path_.reset(made);
    }
    /// Takes over a path of the C interface, such as that of a wend_answer.
    static path adopt(wend_path* taken) noexcept { return path(taken, adopted{}); }
    wend_path* get() noexcept { return path_.get(); }
    const wend_path* get() const noexcept { return path_.get(); }

    wend_outcome outcome() const noexcept { return wend_path_outcome(get()); }
    /// Whether there are tiles: the whole path, or the first part of it.
    explicit operator bool() const noexcept { return outcome() == WEND_FOUND || outcome() == WEND_PARTIAL; }
    double cost() const noexcept { return wend_path_cost(get()); }
    wend_cost integer_cost() const noexcept { return wend_path_integer_cost(get()); }
    /// Which of several goals the path leads to; -1: none.
    std::int32_t goal() const noexcept { return wend_path_goal(get()); }
    /// Between which tiles it leads, those that blocked ends were snapped to; {-1, -1}: none.
    wend_tile start_tile() const noexcept { return wend_path_start_tile(get()); }
    wend_tile goal_tile() const noexcept { return wend_path_goal_tile(get()); }
    /// Which ends were snapped.
    wend_snapped snapped() const noexcept {
        wend_tile from{}, to{};
        return wend_path_snapped(get(), &from, &to);
    }
    span<wend_tile> tiles() const noexcept {
        return detail::spanned<wend_tile>(
            [this](std::int32_t* count) { return wend_path_tiles(get(), count); });
    }
    span<wend_vec2> waypoints() const noexcept {
        return detail::spanned<wend_vec2>(
            [this](std::int32_t* count) { return wend_path_waypoints(get(), count); });
    }
    span<wend_tile> route() const noexcept {
        return detail::spanned<wend_tile>(
            [this](std::int32_t* count) { return wend_path_route(get(), count); });
    }
    /// The links that the path takes.
    span<wend_path_link> links() const noexcept {
        return detail::spanned<wend_path_link>(
            [this](std::int32_t* count) { return wend_path_links(get(), count); });
    }
    std::uint64_t hash() const noexcept { return wend_path_hash(get()); }
    /// Whether it can still be walked as it was found. For a profile, on its view.
    bool valid_on(world_view world) const noexcept { return wend_path_is_valid(get(), world.get(), nullptr); }

  private:
    struct adopted {};
    path(wend_path* taken, adopted) noexcept : path_(taken) {}
    detail::owner<wend_path, wend_path_destroy> path_;
};

/// Why no path leads from one tile to another: see search::explain.
class explanation {
  public:
    explicit explanation(const wend_allocator* allocator_opt = nullptr) {
        wend_explanation* made = nullptr;
        check(wend_explanation_create(allocator_opt, &made));
        explanation_.reset(made);
    }
    wend_explanation* get() noexcept { return explanation_.get(); }
    const wend_explanation* get() const noexcept { return explanation_.get(); }

    wend_explanation_info info() const noexcept { return wend_explanation_get_info(get()); }
    span<wend_opening> openings() const noexcept {
        return detail::spanned<wend_opening>(
            [this](std::int32_t* count) { return wend_explanation_openings(get(), count); });
    }
    span<wend_tile> tiles() const noexcept {
        return detail::spanned<wend_tile>(
            [this](std::int32_t* count) { return wend_explanation_tiles(get(), count); });
    }

  private:
    detail::owner<wend_explanation, wend_explanation_destroy> explanation_;
};

class search {
  public:
    explicit search(const wend_search_def& def = search_def()) {
        wend_search* made = nullptr;
        check(wend_search_create(&def, &made));
        search_.reset(made);
    }
    wend_search* get() noexcept { return search_.get(); }
    const wend_search* get() const noexcept { return search_.get(); }
    std::size_t bytes() const noexcept { return wend_search_bytes(get()); }

    /// Overwrites a path, whose memory is reused.
    void find(world_view world, const wend_query& query, path& out, wend_stats* stats_opt = nullptr) {
        check(wend_find_path(get(), world.get(), &query, out.get(), stats_opt));
    }
    /// Up to count paths that differ, the best first; none when no path exists.
    std::vector<path> alternatives(world_view world, const wend_query& query, std::int32_t count,
                                   const wend_alternatives_def& def = alternatives_def()) {
        std::vector<path> paths(static_cast<std::size_t>(count > 0 ? count : 0));
        std::vector<wend_path*> given;
        for (path& each : paths) given.push_back(each.get());
        std::int32_t found = 0;
        check(wend_find_alternatives(get(), world.get(), &query, &def, count, given.data(), &found));
        paths.resize(static_cast<std::size_t>(found));
        return paths;
    }
    /// Overwrites an explanation, whose memory is reused.
    void explain(world_view world, wend_tile from, wend_tile to, explanation& out) {
        check(wend_explain(get(), world.get(), from, to, out.get()));
    }
    path find(world_view world, const wend_query& query, wend_stats* stats_opt = nullptr) {
        path found;
        find(world, query, found, stats_opt);
        return found;
    }
    void find_on_grid(grid_view grid, const wend_query& query, path& out, wend_stats* stats_opt = nullptr) {
        check(wend_find_path_on_grid(get(), grid.get(), &query, out.get(), stats_opt));
    }

    /// Makes a path valid again after edits.
    void repair(const world& world, path& path, wend_stats* stats_opt = nullptr) {
        check(wend_path_repair(get(), world.get(), path.get(), stats_opt));
    }
    /// Drops the first tiles, which have been walked.
    void cut(const world& world, path& path, std::int32_t tiles_walked) {
        check(wend_path_cut(get(), world.get(), path.get(), tiles_walked));
    }
    /// Leads a path to a goal that has moved.
    void chase(const world& world, path& path, wend_tile new_goal, wend_stats* stats_opt = nullptr) {
        check(wend_path_chase(get(), world.get(), path.get(), new_goal, stats_opt));
    }

    /// A query in slices: begin, step until it returns true, finish.
    void begin(world_view world, const wend_query& query) {
        check(wend_search_begin(get(), world.get(), &query));
    }
    void begin_on_grid(grid_view grid, const wend_query& query) {
        check(wend_search_begin_on_grid(get(), grid.get(), &query));
    }
    bool step(std::int64_t budget) {
        bool done = false;
        check(wend_search_step(get(), budget, &done));
        return done;
    }
    void finish(path& out, wend_stats* stats_opt = nullptr) {
        check(wend_search_finish(get(), out.get(), stats_opt));
    }
    void cancel() noexcept { wend_search_cancel(get()); }

  private:
    detail::owner<wend_search, wend_search_destroy> search_;
};

// ---- fields

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

    void fill(grid_view grid, wend_field_sense sense, span<wend_tile> tiles, double limit) {
        check(wend_field_fill(get(), grid.get(), sense, tiles.data(), detail::count_of(tiles.size()), limit));
    }
    void begin(grid_view grid, wend_field_sense sense, span<wend_tile> tiles, double limit) {
        check(
            wend_field_begin(get(), grid.get(), sense, tiles.data(), detail::count_of(tiles.size()), limit));
    }
    /// Returns true when the costs are exact.
    bool step(std::int32_t max_clusters) {
        bool done = false;
        check(wend_field_step(get(), max_clusters, &done));
        return done;
    }
    void set_goals(world_view world, span<wend_tile> goals) {
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
    /// Nothing where there is no path.
    std::optional<wend_vec2> flow(wend_vec2 position, float radius = 0) const noexcept {
        wend_vec2 direction{};
        if (wend_field_flow(get(), position, radius, &direction) != WEND_OK) return std::nullopt;
        return direction;
    }
    std::vector<wend_tile> tiles() const {
        std::vector<wend_tile> all(static_cast<std::size_t>(wend_field_tiles(get(), nullptr, 0)));
        wend_field_tiles(get(), all.data(), static_cast<std::int64_t>(all.size()));
        return all;
    }
    std::optional<wend_tile> random(std::uint64_t& seed) const noexcept {
        wend_tile tile{};
        if (!wend_field_random(get(), &seed, &tile)) return std::nullopt;
        return tile;
    }
    /// Number of clusters that are filled.
    std::int32_t clusters() const noexcept { return wend_field_clusters(get()); }
    struct nearest_goal {
        std::int32_t index; ///< -1: no path to any
        double cost;
    };
    nearest_goal nearest(grid_view grid, wend_tile from, span<wend_tile> goals) {
        nearest_goal found{-1, 0};
        check(wend_field_nearest(get(), grid.get(), from, goals.data(), detail::count_of(goals.size()),
                                 &found.index, &found.cost));
        return found;
    }

  private:
    detail::owner<wend_field, wend_field_destroy> field_;
};

// ---- graphs

class graph {
  public:
    explicit graph(const wend_graph_def& def) {
        wend_graph* made = nullptr;
        check(wend_graph_create(&def, &made));
        graph_.reset(made);
    }
    /// positions: of all nodes, or none.
    graph(std::int32_t node_count, span<wend_graph_connection> connections,
          span<wend_graph_position> positions = {})
        : graph(def_of(node_count, connections, positions)) {}
    /// Takes ownership, for example of what wend_import_graph wrote.
    explicit graph(wend_graph* taken) noexcept : graph_(taken) {}
    wend_graph* get() noexcept { return graph_.get(); }
    const wend_graph* get() const noexcept { return graph_.get(); }

    std::int32_t node_count() const noexcept { return wend_graph_node_count(get()); }
    std::int32_t connection_count() const noexcept { return wend_graph_connection_count(get()); }
    wend_graph_connection connection(std::int32_t number) const noexcept {
        return wend_graph_get_connection(get(), number);
    }
    std::vector<std::int32_t> outgoing(std::int32_t node) const {
        std::vector<std::int32_t> all(static_cast<std::size_t>(wend_graph_outgoing(get(), node, nullptr, 0)));
        wend_graph_outgoing(get(), node, all.data(), static_cast<std::int32_t>(all.size()));
        return all;
    }
    std::optional<wend_graph_position> position(std::int32_t node) const noexcept {
        wend_graph_position found{};
        if (!wend_graph_get_position(get(), node, &found)) return std::nullopt;
        return found;
    }
    void set_cost(std::int32_t connection, double cost) {
        check(wend_graph_set_cost(get(), connection, cost));
    }
    void set_enabled(std::int32_t connection, bool enabled) {
        check(wend_graph_set_enabled(get(), connection, enabled));
    }
    bool enabled(std::int32_t connection) const noexcept { return wend_graph_is_enabled(get(), connection); }
    double euclidean_factor() const noexcept { return wend_graph_euclidean_factor(get()); }
    std::size_t bytes() const noexcept { return wend_graph_bytes(get()); }

  private:
    static wend_graph_def def_of(std::int32_t node_count, span<wend_graph_connection> connections,
                                 span<wend_graph_position> positions) {
        if (!positions.empty() && detail::count_of(positions.size()) != node_count)
            check(WEND_ERROR_ARGUMENT);
        wend_graph_def def = graph_def();
        def.node_count = node_count;
        def.connections = connections.data();
        def.connection_count = detail::count_of(connections.size());
        def.positions = positions.empty() ? nullptr : positions.data();
        return def;
    }
    detail::owner<wend_graph, wend_graph_destroy> graph_;
};

class graph_search {
  public:
    explicit graph_search(const wend_graph_search_def& def = graph_search_def()) {
        wend_graph_search* made = nullptr;
        check(wend_graph_search_create(&def, &made));
        search_.reset(made);
    }
    wend_graph_search* get() noexcept { return search_.get(); }
    const wend_graph_search* get() const noexcept { return search_.get(); }
    std::size_t bytes() const noexcept { return wend_graph_search_bytes(get()); }

    /// Returns whether a goal can be reached.
    bool find(const graph& graph, const wend_graph_query& query, wend_graph_stats* stats_opt = nullptr) {
        check(wend_graph_find_path(get(), graph.get(), &query, stats_opt));
        return outcome() == WEND_FOUND;
    }
    wend_outcome outcome() const noexcept { return wend_graph_search_outcome(get()); }
    double cost() const noexcept { return wend_graph_search_cost(get()); }
    span<std::int32_t> connections() const noexcept {
        return detail::spanned<std::int32_t>(
            [this](std::int32_t* count) { return wend_graph_search_connections(get(), count); });
    }
    span<std::int32_t> nodes() const noexcept {
        return detail::spanned<std::int32_t>(
            [this](std::int32_t* count) { return wend_graph_search_nodes(get(), count); });
    }
    wend_graph_node node(std::int32_t node) const noexcept { return wend_graph_search_node(get(), node); }

  private:
    detail::owner<wend_graph_search, wend_graph_search_destroy> search_;
};

// ---- crowds

class crowd {
  public:
    /// The world must outlive the crowd.
    explicit crowd(world_view world, const wend_crowd_def& def = crowd_def()) {
        wend_crowd* made = nullptr;
        check(wend_crowd_create(world.get(), &def, &made));
        crowd_.reset(made);
    }
    wend_crowd* get() noexcept { return crowd_.get(); }
    const wend_crowd* get() const noexcept { return crowd_.get(); }

    wend_agent_id add(const wend_agent& agent) {
        wend_agent_id id{};
        check(wend_crowd_add(get(), &agent, &id));
        return id;
    }
    void send(wend_agent_id id, wend_tile goal) { check(wend_crowd_send(get(), id, goal)); }
    /// The field must stay valid as long as the agent follows it.
    void send_by_field(wend_agent_id id, wend_tile goal, field& field) {
        check(wend_crowd_send_by_field(get(), id, goal, field.get()));
    }
    void tick(float dt) { check(wend_crowd_tick(get(), dt)); }
    void change(wend_agent_id id, const wend_agent& body) { check(wend_crowd_change(get(), id, &body)); }
    void remove(wend_agent_id id) { check(wend_crowd_remove(get(), id)); }
    void set_def(const wend_crowd_def& def) { check(wend_crowd_set_def(get(), &def)); }
    std::int32_t replan(wend_rect tiles) noexcept { return wend_crowd_replan(get(), tiles); }

    span<wend_agent> agents() const noexcept {
        return detail::spanned<wend_agent>(
            [this](std::int32_t* count) { return wend_crowd_agents(get(), count); });
    }
    span<wend_agent_id> ids() const noexcept {
        return detail::spanned<wend_agent_id>(
            [this](std::int32_t* count) { return wend_crowd_ids(get(), count); });
    }
    /// Null when the id names no agent.
    const wend_agent* agent(wend_agent_id id) const noexcept { return wend_crowd_agent(get(), id); }
    bool contains(wend_agent_id id) const noexcept { return wend_crowd_index(get(), id) >= 0; }
    std::int32_t index(wend_agent_id id) const noexcept { return wend_crowd_index(get(), id); }
    wend_agent_state state(wend_agent_id id) const noexcept { return wend_crowd_state(get(), id); }
    span<wend_vec2> path(wend_agent_id id) const noexcept {
        return detail::spanned<wend_vec2>(
            [this, id](std::int32_t* count) { return wend_crowd_path(get(), id, count); });
    }
    struct link_progress {
        std::int32_t id; ///< of the link
        float progress;  ///< share of it that is done
    };
    /// The link that an agent is on, if any.
    std::optional<link_progress> link(wend_agent_id id) const noexcept {
        link_progress on{-1, 0};
        on.id = wend_crowd_link(get(), id, &on.progress);
        if (on.id < 0) return std::nullopt;
        return on;
    }
    wend_crowd_stats stats() const noexcept { return wend_crowd_get_stats(get()); }
    std::uint64_t hash() const noexcept { return wend_crowd_hash(get()); }

  private:
    detail::owner<wend_crowd, wend_crowd_destroy> crowd_;
};

/// Up to count tiles for a group around a tile, spacing tiles apart.
inline std::vector<wend_tile> formation_tiles(grid_view grid, wend_tile around, std::int32_t count,
                                              std::int32_t spacing = 1) {
    std::vector<wend_tile> tiles(count > 0 ? static_cast<std::size_t>(count) : 1);
    std::int32_t found = 0;
    check(wend_formation_tiles(grid.get(), around, count, spacing, nullptr, tiles.data(), &found));
    tiles.resize(static_cast<std::size_t>(found));
    return tiles;
}

// ---- threads

/// A pool for wend_world_def.tasks, which must outlive the build.
class threads {
  public:
    /// 0: one worker per processor.
    explicit threads(std::int32_t count = 0) {
        wend_threads* made = nullptr;
        check(wend_threads_create(count, &made));
        threads_.reset(made);
    }
    wend_threads* get() noexcept { return threads_.get(); }
    wend_tasks tasks() noexcept { return wend_threads_tasks(get()); }

  private:
    detail::owner<wend_threads, wend_threads_destroy> threads_;
};

// ---- services

/// A wend_answer that owns its path. path is set when result is WEND_OK and the answer is that of a query.
struct answer {
    wend_ticket ticket{};
    std::uint64_t tag = 0;
    wend_result result = WEND_OK;
    std::optional<wend::path> path;
    wend_stats stats{};
    std::uint64_t version = 0, refreshes = 0;
    std::int64_t waited_ns = 0;
};

/// Borrows the world, which must not be moved from or destroyed before the service is.
class service {
  public:
    explicit service(world& world, const wend_service_def& def = service_def()) {
        wend_service* made = nullptr;
        check(wend_service_create(world.get(), &def, &made));
        service_.reset(made);
    }
    wend_service* get() noexcept { return service_.get(); }
    void close() noexcept { wend_service_close(get()); }

    wend_ticket submit(const wend_query& query, std::int32_t priority = 0, std::uint64_t tag = 0) {
        wend_ticket ticket{};
        check(wend_service_submit(get(), &query, priority, tag, &ticket));
        return ticket;
    }
    wend_ticket submit_edits(span<wend_edit> edits, std::uint64_t tag = 0) {
        wend_ticket ticket{};
        check(wend_service_submit_edits(get(), edits.data(), detail::count_of(edits.size()), tag, &ticket));
        return ticket;
    }
    wend_ticket submit_change(wend_change_fn* change, void* context, std::uint64_t tag = 0) {
        wend_ticket ticket{};
        check(wend_service_submit_change(get(), change, context, tag, &ticket));
        return ticket;
    }

    /// Empty while the answer is not there.
    std::optional<answer> poll(wend_ticket ticket) {
        bool ready = false;
        wend_answer taken{};
        check(wend_service_poll(get(), ticket, &ready, &taken));
        if (!ready) return std::nullopt;
        return owned(taken);
    }
    /// The answer of any ticket; empty when there is none.
    std::optional<answer> next() {
        bool ready = false;
        wend_answer taken{};
        check(wend_service_next(get(), &ready, &taken));
        if (!ready) return std::nullopt;
        return owned(taken);
    }
    answer wait(wend_ticket ticket) {
        wend_answer taken{};
        check(wend_service_wait(get(), ticket, &taken));
        return owned(taken);
    }
    void cancel(wend_ticket ticket) { check(wend_service_cancel(get(), ticket)); }
    void drain() { check(wend_service_drain(get())); }
    /// Returns true when nothing is left to do.
    bool run(std::int64_t budget_us) {
        bool idle = false;
        check(wend_service_run(get(), budget_us, &idle));
        return idle;
    }
    /// Reads the world while no change is applied: calls read with a const wend_world*.
    template <class Read> void hold(Read read) {
        struct holding {
            wend_service* service;
            ~holding() { wend_service_release(service); }
        };
        const wend_world* world = wend_service_hold(get());
        const holding until_read{get()};
        read(world);
    }
    wend_service_stats stats() noexcept { return wend_service_get_stats(get()); }

  private:
    static answer owned(const wend_answer& taken) {
        answer made;
        made.ticket = taken.ticket;
        made.tag = taken.tag;
        made.result = taken.result;
        if (taken.path) made.path = wend::path::adopt(taken.path);
        made.stats = taken.stats;
        made.version = taken.version;
        made.refreshes = taken.refreshes;
        made.waited_ns = taken.waited_ns;
        return made;
    }
    detail::owner<wend_service, wend_service_destroy> service_;
};

} // namespace wend

#include "wend/steer.hpp"
#endif
