// wend/many.hpp: cost matrices, assignments and tours.
#ifndef WEND_MANY_HPP
#define WEND_MANY_HPP
#include "wend/field.hpp"
#include "wend/many.h"
#include "wend/threads.hpp"
#include "wend/world.hpp"

namespace wend {

inline wend_matrix_def matrix_def() noexcept {
    return wend_default_matrix_def();
}
inline wend_tour_def tour_def() noexcept {
    return wend_default_tour_def();
}

class matrix_search {
  public:
    explicit matrix_search(const wend_allocator* allocator_opt = nullptr) {
        wend_matrix_search* made = nullptr;
        check(wend_matrix_search_create(allocator_opt, &made));
        search_.reset(made);
    }
    wend_matrix_search* get() noexcept { return search_.get(); }
    const wend_matrix_search* get() const noexcept { return search_.get(); }
    std::size_t bytes() const noexcept { return wend_matrix_search_bytes(get()); }

    /// Row by row, one row for each source. costs has room for all.
    void costs(world_view world, span<const wend_tile> sources, span<const wend_tile> targets,
               span<double> costs, const wend_matrix_def& def = matrix_def()) {
        if (costs.size() / (targets.size() + targets.empty()) < sources.size()) check(WEND_ERROR_ARGUMENT);
        check(wend_cost_matrix(get(), world.get(), sources.data(), detail::count_of(sources.size()),
                               targets.data(), detail::count_of(targets.size()), &def, costs.data()));
    }
    std::vector<double> costs(world_view world, span<const wend_tile> sources, span<const wend_tile> targets,
                              const wend_matrix_def& def = matrix_def()) {
        std::vector<double> all(sources.size() * targets.size());
        costs(world, sources, targets, span<double>(all), def);
        return all;
    }

  private:
    detail::owner<wend_matrix_search, wend_matrix_search_destroy> search_;
};

/// Costs of ways in any direction to the tiles of an area, row by row. costs has room for all.
inline void round_costs(grid_view grid, span<const wend_tile> sources, double limit, wend_rect area,
                        span<float> costs) {
    const std::int64_t tiles = static_cast<std::int64_t>(area.width) * area.height;
    if (tiles < 0 || costs.size() < static_cast<std::size_t>(tiles)) check(WEND_ERROR_ARGUMENT);
    check(wend_round_costs(grid.get(), sources.data(), detail::count_of(sources.size()), limit, area,
                           costs.data()));
}

/// Fills two fields with the costs from the nearest source and to the nearest goal, as far as all ways lead
/// that cost at most `above` percent more than the cheapest, and returns the cost of that; INFINITY: there is
/// none.
inline double corridor_fill(field& from_sources, field& to_goals, grid_view grid,
                            span<const wend_tile> sources, span<const wend_tile> goals, double above) {
    double cost = 0;
    check(wend_corridor_fill(from_sources.get(), to_goals.get(), grid.get(), sources.data(),
                             detail::count_of(sources.size()), goals.data(), detail::count_of(goals.size()),
                             above, &cost));
    return cost;
}
/// The tiles of a corridor.
inline std::vector<wend_tile> corridor_tiles(const field& from_sources, const field& to_goals, double above) {
    const std::int64_t count =
        wend_corridor_tiles(from_sources.get(), to_goals.get(), above, nullptr, nullptr, 0);
    std::vector<wend_tile> tiles(static_cast<std::size_t>(count));
    wend_corridor_tiles(from_sources.get(), to_goals.get(), above, tiles.data(), nullptr, count);
    return tiles;
}

/// By agent, the index of its job; -1: none. costs has a row of job_count entries for each agent.
inline void assign(span<const double> costs, std::int32_t job_count, span<std::int32_t> jobs,
                   wend_assign_goal goal = WEND_ASSIGN_LEAST_SUM) {
    if (job_count < 1 || costs.size() / static_cast<std::size_t>(job_count) != jobs.size())
        check(WEND_ERROR_ARGUMENT);
    check(wend_assign(costs.data(), detail::count_of(jobs.size()), job_count, goal, jobs.data()));
}
inline std::vector<std::int32_t> assign(span<const double> costs, std::int32_t job_count,
                                        wend_assign_goal goal = WEND_ASSIGN_LEAST_SUM) {
    std::vector<std::int32_t> jobs(job_count < 1 ? 0 : costs.size() / static_cast<std::size_t>(job_count));
    assign(costs, job_count, span<std::int32_t>(jobs), goal);
    return jobs;
}

/// Writes the stops in their order; returns the cost of the tour. costs has a row and a column for each stop.
inline double tour(span<const double> costs, span<std::int32_t> order,
                   const wend_tour_def& def = tour_def()) {
    double cost = 0;
    if (order.size() * order.size() != costs.size()) check(WEND_ERROR_ARGUMENT);
    check(wend_tour(costs.data(), detail::count_of(order.size()), &def, order.data(), &cost));
    return cost;
}

} // namespace wend
#endif
