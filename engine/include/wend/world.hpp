// wend/world.hpp: worlds, their edits, profiles and files.
#ifndef WEND_WORLD_HPP
#define WEND_WORLD_HPP
#include <new>

#include "wend/grid.hpp"
#include "wend/ground.h"
#include "wend/profile.h"
#include "wend/stream.h"
#include "wend/world.h"

namespace wend {

inline wend_world_def world_def() noexcept {
    return wend_default_world_def();
}
inline wend_profile_def profile_def(const char* name) noexcept {
    wend_profile_def def = wend_default_profile_def();
    def.name = name;
    return def;
}

inline wend_edit edit_tiles(wend_rect area, std::uint8_t terrain_class) noexcept {
    return wend_edit_tiles(area, terrain_class);
}
inline wend_edit edit_step(wend_tile from, wend_tile to, bool closed) noexcept {
    return wend_edit_step(from, to, closed);
}
inline wend_edit edit_elevation(wend_rect area, float elevation) noexcept {
    return wend_edit_elevation(area, elevation);
}
inline wend_edit edit_wall(wend_tile a, wend_tile b, bool closed) noexcept {
    return wend_edit_wall(a, b, closed);
}

class world;

/// Where too many links end for a build, see wend_grid_crowds_links.
inline bool links_crowd(grid_view grid, std::int32_t cluster_size, wend_rect& area,
                        std::int32_t& ends) noexcept {
    return wend_grid_crowds_links(grid.get(), cluster_size, &area, &ends);
}

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
    static world open(text file, const wend_allocator* allocator_opt = nullptr) {
        wend_world* opened = nullptr;
        wend_error details{};
        check(wend_world_open(file.get(), allocator_opt, &opened, &details), &details);
        return world(opened);
    }
    static world map(text file, const wend_allocator* allocator_opt = nullptr) {
        wend_world* opened = nullptr;
        wend_error details{};
        check(wend_world_map(file.get(), allocator_opt, &opened, &details), &details);
        return world(opened);
    }
    /// Patches in the order in which they were made.
    static world map(text file, span<const char* const> patches,
                     const wend_allocator* allocator_opt = nullptr) {
        wend_world* opened = nullptr;
        wend_error details{};
        check(wend_world_map_patched(file.get(), patches.data(), detail::count_of(patches.size()),
                                     allocator_opt, &opened, &details),
              &details);
        return world(opened);
    }
    /// A world of which only regions that are loaded are in memory.
    static world stream(text file, const wend_stream_def& def = wend_default_stream_def()) {
        wend_world* opened = nullptr;
        wend_error details{};
        check(wend_world_stream(file.get(), &def, &opened, &details), &details);
        return world(opened);
    }
    /// Loads the regions of a streamed world that have tiles of an area.
    void load(wend_rect area, bool make_room) {
        wend_error details{};
        check(wend_world_load(get(), area, make_room, &details), &details);
    }
    /// Loads regions, the most urgent first. Returns how many areas fit the budget.
    std::int32_t load_ahead(span<const wend_rect> areas) {
        wend_error details{};
        std::int32_t loaded = 0;
        check(wend_world_load_ahead(get(), areas.data(), detail::count_of(areas.size()), &loaded, &details),
              &details);
        return loaded;
    }
    void unload(wend_rect area) { check(wend_world_unload(get(), area)); }
    void set_budget(std::size_t budget_bytes) { check(wend_world_set_budget(get(), budget_bytes)); }
    bool is_loaded(wend_tile tile) const noexcept { return wend_world_is_loaded(get(), tile); }
    wend_rect region(wend_tile tile) const noexcept { return wend_world_region(get(), tile); }
    wend_stream_info stream_info() const noexcept { return wend_world_get_stream_info(get()); }
    /// The classes of an area, row by row.
    std::vector<std::uint8_t> read_tiles(wend_rect area) const {
        std::vector<std::uint8_t> classes(static_cast<std::size_t>(area.width > 0 ? area.width : 0) *
                                          static_cast<std::size_t>(area.height > 0 ? area.height : 0));
        check(wend_world_read_tiles(get(), area, classes.data(), 0));
        return classes;
    }
    /// Adds ground: area.height rows of area.width classes.
    void add_ground(wend_rect area, span<const std::uint8_t> classes) {
        const std::size_t wanted = static_cast<std::size_t>(area.width > 0 ? area.width : 0) *
                                   static_cast<std::size_t>(area.height > 0 ? area.height : 0);
        check(classes.size() < wanted ? WEND_ERROR_ARGUMENT
                                      : wend_world_add_ground(get(), area, classes.data(), 0));
    }
    /// The same with elevations and lanes of its tiles; empty: 0, and none.
    void add_ground(wend_rect area, span<const std::uint8_t> classes, span<const float> elevations,
                    span<const std::uint8_t> lanes = {}) {
        const std::size_t wanted = static_cast<std::size_t>(area.width > 0 ? area.width : 0) *
                                   static_cast<std::size_t>(area.height > 0 ? area.height : 0);
        const bool fits = classes.size() >= wanted && (elevations.empty() || elevations.size() >= wanted) &&
                          (lanes.empty() || lanes.size() >= wanted);
        check(!fits ? WEND_ERROR_ARGUMENT
                    : wend_world_add_relief_ground(get(), area, classes.data(), 0,
                                                   elevations.empty() ? nullptr : elevations.data(),
                                                   lanes.empty() ? nullptr : lanes.data()));
    }
    void remove_ground(wend_rect area) { check(wend_world_remove_ground(get(), area)); }
    /// The smallest rectangle around all ground.
    wend_rect ground() const noexcept { return wend_world_ground(get()); }
    /// A world that shares what neither changes.
    world fork() const {
        wend_world* made = nullptr;
        check(wend_world_fork(get(), &made));
        return world(made);
    }
    /// A world that stays as this one is now.
    world snapshot() const {
        wend_world* made = nullptr;
        check(wend_world_snapshot(get(), &made));
        return world(made);
    }
    void verify() const {
        wend_error details{};
        check(wend_world_verify(get(), &details), &details);
    }
    /// Clusters that are damaged, as many as fit. Returns how many there are.
    std::size_t find_damage(span<wend_damage> out) const {
        std::int32_t count = 0;
        check(wend_world_find_damage(get(), out.data(), detail::count_of(out.size()), &count));
        return static_cast<std::size_t>(count);
    }
    /// Whether an address lies in the file of a mapped world: for a handler of SIGBUS.
    bool is_mapped_at(const void* address) const noexcept { return wend_world_is_mapped_at(get(), address); }
    static world open_memory(const void* bytes, std::size_t size,
                             const wend_allocator* allocator_opt = nullptr) {
        wend_world* opened = nullptr;
        wend_error details{};
        check(wend_world_open_memory(bytes, size, allocator_opt, &opened, &details), &details);
        return world(opened);
    }
    void save(text file) const {
        wend_error details{};
        check(wend_world_save(get(), file.get(), &details), &details);
    }
    /// What changed since the file was saved, in place of all patches but the first ones.
    void save_patch(text file, std::int32_t kept_patches = 0) const {
        wend_error details{};
        check(wend_world_save_patch(get(), kept_patches, file.get(), &details), &details);
    }
    /// Passes the bytes of the file to a callback, piece by piece.
    void save_pieces(wend_write_fn* write, void* context) const {
        wend_error details{};
        check(wend_world_save_pieces(get(), write, context, &details), &details);
    }
    std::vector<unsigned char> save_memory() const {
        std::vector<unsigned char> bytes;
        save_pieces(append, &bytes);
        return bytes;
    }

    wend_world* get() noexcept { return world_.get(); }
    const wend_world* get() const noexcept { return world_.get(); }
    wend_world* release() noexcept { return world_.release(); }
    grid_view grid() const noexcept { return wend_world_grid(get()); }

    /// Returns how many clusters were recomputed.
    std::int32_t edit(span<const wend_edit> edits) {
        std::int32_t rebuilt = 0;
        check(wend_world_edit(get(), edits.data(), detail::count_of(edits.size()), &rebuilt));
        return rebuilt;
    }
    std::int32_t edit(wend_rect area, std::uint8_t terrain_class) {
        const wend_edit one = edit_tiles(area, terrain_class);
        return edit(span<const wend_edit>(&one, 1));
    }
    /// Returns the id of the link.
    std::int32_t add_link(const wend_link& link) {
        std::int32_t id = 0;
        check(wend_world_add_link(get(), &link, &id));
        return id;
    }
    /// Returns the id of the first link of the seam.
    std::int32_t add_seam(const wend_seam& seam) {
        std::int32_t id = 0;
        check(wend_world_add_seam(get(), &seam, &id));
        return id;
    }
    void remove_link(std::int32_t id) { check(wend_world_remove_link(get(), id)); }
    void set_link_cost(std::int32_t id, std::int32_t profile, float cost) {
        check(wend_world_set_link_cost(get(), id, profile, cost));
    }
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
    std::int32_t find_profile(text name) const noexcept { return wend_world_find_profile(get(), name.get()); }
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
        std::vector<float> clearances(detail::area_of(area.width, area.height));
        clearance(profile, area, limit, clearances);
        return clearances;
    }
    /// To area.width * area.height numbers. Throws ARGUMENT when out has another size.
    void clearance(std::int32_t profile, wend_rect area, float limit, span<float> out) const {
        if (out.empty() || out.size() != detail::area_of(area.width, area.height)) check(WEND_ERROR_ARGUMENT);
        check(wend_world_clearance(get(), profile, area, limit, out.data()));
    }

    /// most_bytes: the memory that they may take.
    void add_subgoals(std::size_t most_bytes) {
        check(wend_world_add_subgoals(get(), most_bytes, nullptr, nullptr));
    }
    wend_subgoal_state subgoal_state() const noexcept { return wend_world_subgoal_state(get()); }
    std::size_t subgoal_bytes() const noexcept { return wend_world_subgoal_bytes(get()); }

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

} // namespace wend
#endif
