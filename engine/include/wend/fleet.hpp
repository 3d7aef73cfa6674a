// wend/fleet.hpp: fleets, and the check of plans.
#ifndef WEND_FLEET_HPP
#define WEND_FLEET_HPP
#include "wend/fleet.h"
#include "wend/threads.hpp"
#include "wend/world.hpp"

namespace wend {

inline const char* to_string(wend_mover_state state) noexcept {
    return wend_mover_state_string(state);
}
inline const char* to_string(wend_conflict_kind kind) noexcept {
    return wend_conflict_kind_string(kind);
}

inline wend_fleet_def fleet_def() noexcept {
    return wend_default_fleet_def();
}

class fleet {
  public:
    /// The world must outlive the fleet.
    explicit fleet(world_view world, const wend_fleet_def& def = fleet_def()) {
        wend_fleet* made = nullptr;
        check(wend_fleet_create(world.get(), &def, &made));
        fleet_.reset(made);
    }
    wend_fleet* get() noexcept { return fleet_.get(); }
    const wend_fleet* get() const noexcept { return fleet_.get(); }
    std::size_t bytes() const noexcept { return wend_fleet_bytes(get()); }

    std::int32_t add(wend_tile tile, std::int32_t profile = 0, std::int32_t priority = 0) {
        std::int32_t mover = -1;
        check(wend_fleet_add(get(), tile, profile, priority, &mover));
        return mover;
    }
    void remove(std::int32_t mover) { check(wend_fleet_remove(get(), mover)); }
    void send(std::int32_t mover, wend_tile goal) { check(wend_fleet_send(get(), mover, goal)); }
    void stop(std::int32_t mover) { check(wend_fleet_stop(get(), mover)); }
    /// Returns how many were sent.
    std::int32_t send(span<const std::int32_t> movers, wend_tile around, std::int32_t spacing = 1) {
        std::int32_t sent = 0;
        check(wend_fleet_send_group(get(), movers.data(), detail::count_of(movers.size()), around, spacing,
                                    &sent));
        return sent;
    }
    std::int32_t add_task(span<const wend_tile> stops) {
        std::int32_t task = -1;
        check(wend_fleet_add_task(get(), stops.data(), detail::count_of(stops.size()), &task));
        return task;
    }
    void step() { check(wend_fleet_step(get())); }

    span<const wend_mover> movers() const noexcept {
        return detail::spanned<wend_mover>(
            [this](std::int32_t* count) { return wend_fleet_movers(get(), count); });
    }
    /// Null when there is none of this number.
    const wend_mover* mover(std::int32_t number) const noexcept { return wend_fleet_mover(get(), number); }
    std::int32_t at(wend_tile tile) const noexcept { return wend_fleet_at(get(), tile); }
    std::vector<std::int32_t> blockers(std::int32_t mover) const {
        std::vector<std::int32_t> all(
            static_cast<std::size_t>(wend_fleet_blockers(get(), mover, nullptr, 0)));
        wend_fleet_blockers(get(), mover, all.data(), detail::count_of(all.size()));
        return all;
    }
    wend_fleet_stats stats() const noexcept { return wend_fleet_get_stats(get()); }
    std::uint64_t hash() const noexcept { return wend_fleet_hash(get()); }

  private:
    detail::owner<wend_fleet, wend_fleet_destroy> fleet_;
};

/// The conflicts of one step of a plan: where movers were and are, by index.
inline std::vector<wend_conflict> check_moves(grid_view grid, span<const wend_tile> before,
                                              span<const wend_tile> after) {
    if (before.size() != after.size()) check(WEND_ERROR_ARGUMENT);
    const std::int32_t movers = detail::count_of(before.size());
    std::int32_t count = 0;
    check(wend_check_moves(grid.get(), before.data(), after.data(), movers, nullptr, 0, &count));
    std::vector<wend_conflict> all(static_cast<std::size_t>(count));
    check(wend_check_moves(grid.get(), before.data(), after.data(), movers, all.data(), count, &count));
    return all;
}

/// The same by the maps of the movers' profiles.
inline std::vector<wend_conflict> check_moves(world_view world, span<const std::int32_t> profiles,
                                              span<const wend_tile> before, span<const wend_tile> after) {
    if (before.size() != after.size() || profiles.size() != before.size()) check(WEND_ERROR_ARGUMENT);
    const std::int32_t movers = detail::count_of(before.size());
    std::int32_t count = 0;
    check(wend_check_profile_moves(world.get(), profiles.data(), before.data(), after.data(), movers, nullptr,
                                   0, &count));
    std::vector<wend_conflict> all(static_cast<std::size_t>(count));
    check(wend_check_profile_moves(world.get(), profiles.data(), before.data(), after.data(), movers,
                                   all.data(), count, &count));
    return all;
}

/// The conflicts of one step with rules of links. uses: by mover, zeros before the first step of a plan.
/// profiles: by mover; none: all are of profile 0.
inline std::vector<wend_conflict> check_links(world_view world, const wend_link_rules& rules,
                                              span<const wend_tile> before, span<const wend_tile> after,
                                              span<wend_link_use> uses,
                                              span<const std::int32_t> profiles = {}) {
    if (before.size() != after.size() || uses.size() != before.size() ||
        (profiles.size() != 0 && profiles.size() != before.size()))
        check(WEND_ERROR_ARGUMENT);
    const std::int32_t movers = detail::count_of(before.size());
    const std::int32_t* kinds = profiles.size() != 0 ? profiles.data() : nullptr;
    std::vector<wend_link_use> then(uses.data(), uses.data() + uses.size());
    std::int32_t count = 0;
    check(wend_check_links(world.get(), kinds, &rules, before.data(), after.data(), movers, then.data(),
                           nullptr, 0, &count));
    std::vector<wend_conflict> all(static_cast<std::size_t>(count));
    check(wend_check_links(world.get(), kinds, &rules, before.data(), after.data(), movers, uses.data(),
                           all.data(), count, &count));
    return all;
}

} // namespace wend
#endif
