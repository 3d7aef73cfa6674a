// wend/crowd.hpp: crowds and formations.
#ifndef WEND_CROWD_HPP
#define WEND_CROWD_HPP
#include "wend/crowd.h"
#include "wend/field.hpp"
#include "wend/steer.hpp"

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

inline const char* to_string(wend_agent_state state) noexcept {
    return wend_agent_state_string(state);
}

inline wend_crowd_def crowd_def() noexcept {
    return wend_default_crowd_def();
}

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
    /// Agents look for paths that are better by keep percent.
    std::int32_t improve(float keep) noexcept { return wend_crowd_improve(get(), keep); }

    span<const wend_agent> agents() const noexcept {
        return detail::spanned<wend_agent>(
            [this](std::int32_t* count) { return wend_crowd_agents(get(), count); });
    }
    span<const wend_agent_id> ids() const noexcept {
        return detail::spanned<wend_agent_id>(
            [this](std::int32_t* count) { return wend_crowd_ids(get(), count); });
    }
    /// Null when the id names no agent.
    const wend_agent* agent(wend_agent_id id) const noexcept { return wend_crowd_agent(get(), id); }
    bool contains(wend_agent_id id) const noexcept { return wend_crowd_index(get(), id) >= 0; }
    std::int32_t index(wend_agent_id id) const noexcept { return wend_crowd_index(get(), id); }
    wend_agent_state state(wend_agent_id id) const noexcept { return wend_crowd_state(get(), id); }
    struct on_link {
        std::int32_t id;
        float progress; ///< the share of the link that is done
    };
    /// Nothing when the agent is on no link.
    std::optional<on_link> link(wend_agent_id id) const noexcept {
        on_link found{};
        found.id = wend_crowd_link(get(), id, &found.progress);
        if (found.id < 0) return std::nullopt;
        return found;
    }
    /// The floor of each waypoint; empty on a map of one floor.
    span<const std::uint16_t> path_floors(wend_agent_id id) const noexcept {
        return detail::spanned<std::uint16_t>(
            [this, id](std::int32_t* count) { return wend_crowd_path_floors(get(), id, count); });
    }
    span<const wend_vec2> path(wend_agent_id id) const noexcept {
        return detail::spanned<wend_vec2>(
            [this, id](std::int32_t* count) { return wend_crowd_path(get(), id, count); });
    }
    wend_crowd_stats stats() const noexcept { return wend_crowd_get_stats(get()); }
    std::uint64_t hash() const noexcept { return wend_crowd_hash(get()); }

  private:
    detail::owner<wend_crowd, wend_crowd_destroy> crowd_;
};

/// Fills out with tiles for a group around a tile, spacing tiles apart. Returns how many were found.
inline std::size_t formation_tiles(grid_view grid, wend_tile around, span<wend_tile> out,
                                   std::int32_t spacing = 1) {
    std::int32_t found = 0;
    check(wend_formation_tiles(grid.get(), around, detail::count_of(out.size()), spacing, nullptr, out.data(),
                               &found));
    return static_cast<std::size_t>(found);
}
/// Up to count tiles for a group around a tile, spacing tiles apart.
inline std::vector<wend_tile> formation_tiles(grid_view grid, wend_tile around, std::int32_t count,
                                              std::int32_t spacing = 1) {
    if (count < 1 || count > WEND_MAX_CROWD) check(WEND_ERROR_ARGUMENT);
    std::vector<wend_tile> tiles(static_cast<std::size_t>(count));
    tiles.resize(formation_tiles(grid, around, span<wend_tile>(tiles), spacing));
    return tiles;
}

} // namespace wend
#endif
