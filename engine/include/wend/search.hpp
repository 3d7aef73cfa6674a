// wend/search.hpp: queries, paths, alternatives, repair and explanations.
#ifndef WEND_SEARCH_HPP
#define WEND_SEARCH_HPP
#include <exception>
#include <mutex>
#include <type_traits>

#include "wend/alternatives.h"
#include "wend/batch.h"
#include "wend/explain.h"
#include "wend/repair.h"
#include "wend/search.h"
#include "wend/world.hpp"

namespace wend {

inline wend_search_def search_def() noexcept {
    return wend_default_search_def();
}
inline wend_alternatives_def alternatives_def() noexcept {
    return wend_default_alternatives_def();
}
inline wend_batch_def batch_def() noexcept {
    return wend_default_batch_def();
}
inline wend_query query(wend_tile start, wend_tile goal) noexcept {
    return wend_default_query(start, goal);
}
/// To the nearest of several goals, which the query borrows. Without any, finding a path throws ARGUMENT.
inline wend_query query_nearest(wend_tile start, span<const wend_tile> goals) noexcept {
    wend_query made = wend_default_query(start, {-1, -1, 0, 0}); // no goal takes the place of none
    made.goals = goals.data();
    made.goal_count = detail::clipped(goals.size());
    return made;
}
/// To any tile of a rectangle. If that is empty, finding a path throws ARGUMENT.
inline wend_query query_to_area(wend_tile start, wend_rect area) noexcept {
    wend_query made = wend_default_query(start, {-1, -1, 0, 0});
    made.goal_area = area;
    return made;
}
/// To any tile of a terrain class.
inline wend_query query_to_class(wend_tile start, std::uint8_t terrain_class) noexcept {
    wend_query made = wend_default_query(start, start);
    made.goal_class = terrain_class;
    return made;
}

inline const char* to_string(wend_outcome outcome) noexcept {
    return wend_outcome_string(outcome);
}
inline const char* to_string(wend_opening_kind kind) noexcept {
    return wend_opening_kind_string(kind);
}

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
    /// What search::refine can add.
    wend_path_rest rest() const noexcept { return wend_path_get_rest(get()); }
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
    span<const wend_tile> tiles() const noexcept {
        return detail::spanned<wend_tile>(
            [this](std::int32_t* count) { return wend_path_tiles(get(), count); });
    }
    span<const wend_vec2> waypoints() const noexcept {
        return detail::spanned<wend_vec2>(
            [this](std::int32_t* count) { return wend_path_waypoints(get(), count); });
    }
    /// The floor of each waypoint; empty on a map of one floor.
    span<const std::uint16_t> waypoint_floors() const noexcept {
        return detail::spanned<std::uint16_t>(
            [this](std::int32_t* count) { return wend_path_waypoint_floors(get(), count); });
    }
    /// The links that it takes, in order.
    span<const wend_path_link> links() const noexcept {
        return detail::spanned<wend_path_link>(
            [this](std::int32_t* count) { return wend_path_links(get(), count); });
    }
    span<const wend_tile> route() const noexcept {
        return detail::spanned<wend_tile>(
            [this](std::int32_t* count) { return wend_path_route(get(), count); });
    }
    std::uint64_t hash() const noexcept { return wend_path_hash(get()); }
    /// Whether it can still be walked as it was found.
    bool valid_on(world_view world) const noexcept { return wend_path_is_valid(get(), world.get(), nullptr); }
    /// Index of a tile up to which every step can still be taken; nothing when all can.
    std::optional<std::int32_t> broken_at(world_view world) const noexcept {
        std::int32_t broken = 0;
        if (wend_path_is_valid(get(), world.get(), &broken)) return std::nullopt;
        return broken;
    }

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
    span<const wend_opening> openings() const noexcept {
        return detail::spanned<wend_opening>(
            [this](std::int32_t* count) { return wend_explanation_openings(get(), count); });
    }
    span<const wend_tile> tiles() const noexcept {
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
        if (count < 1 || count > WEND_MAX_ALTERNATIVES) check(WEND_ERROR_ARGUMENT);
        std::vector<path> paths(static_cast<std::size_t>(count));
        paths.resize(alternatives(world, query, paths, def));
        return paths;
    }
    /// Overwrites up to WEND_MAX_ALTERNATIVES paths, whose memory is reused. Returns how many were found.
    std::size_t alternatives(world_view world, const wend_query& query, span<path> out,
                             const wend_alternatives_def& def = alternatives_def()) {
        wend_path* given[WEND_MAX_ALTERNATIVES] = {};
        if (out.size() > WEND_MAX_ALTERNATIVES) check(WEND_ERROR_ARGUMENT);
        for (std::size_t i = 0; i < out.size(); i++) given[i] = out[i].get();
        std::int32_t found = 0;
        check(wend_find_alternatives(get(), world.get(), &query, &def, detail::count_of(out.size()), given,
                                     &found));
        return static_cast<std::size_t>(found);
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

    /// Adds tiles to a path that first_tiles has ended.
    void refine(world_view world, path& path, std::int32_t tiles, wend_stats* stats_opt = nullptr) {
        check(wend_path_refine(get(), world.get(), path.get(), tiles, stats_opt));
    }
    /// The regions that the rest of a path crosses, as many as fit. Returns how many.
    std::size_t regions(world_view world, const path& path, span<wend_rect> out) {
        std::int32_t count = 0;
        check(wend_path_regions(get(), world.get(), path.get(), detail::count_of(out.size()), out.data(),
                                &count));
        return static_cast<std::size_t>(count);
    }
    std::vector<wend_rect> regions(world_view world, const path& path, std::int32_t most) {
        std::vector<wend_rect> areas(static_cast<std::size_t>(most > 0 ? most : 0));
        areas.resize(regions(world, path, span<wend_rect>(areas)));
        return areas;
    }

    /// Makes a path valid again after edits.
    void repair(world_view world, path& path, wend_stats* stats_opt = nullptr) {
        check(wend_path_repair(get(), world.get(), path.get(), stats_opt));
    }
    /// Drops the first tiles, which have been walked.
    void cut(world_view world, path& path, std::int32_t tiles_walked) {
        check(wend_path_cut(get(), world.get(), path.get(), tiles_walked));
    }
    /// Leads a path to a goal that has moved.
    void chase(world_view world, path& path, wend_tile new_goal, wend_stats* stats_opt = nullptr) {
        check(wend_path_chase(get(), world.get(), path.get(), new_goal, stats_opt));
    }

    /// Plans again from where the walker is. False: the old path stays, as no other is better by keep
    /// percent.
    bool replan(world_view world, path& path, wend_tile start, float keep, wend_stats* stats_opt = nullptr) {
        bool replaced{};
        check(wend_path_replan(get(), world.get(), path.get(), start, keep, &replaced, stats_opt));
        return replaced;
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

/// Answers many queries. answered(const wend_path*, std::int32_t query) is called on the threads of tasks,
/// from several at once. What it throws first ends the batch, and is thrown again here.
template <typename F>
void find_paths(world_view world, span<const wend_query> queries, F&& answered,
                const wend_tasks& tasks = {}) {
    struct call {
        std::remove_reference_t<F>* answered;
        std::mutex mutex;
        std::exception_ptr thrown;
    } made{&answered, {}, nullptr};
    wend_batch_def def = batch_def();
    def.tasks = tasks;
    def.context = &made;
    def.answered = [](const wend_path* path, std::int32_t query, void* context) {
        call& to = *static_cast<call*>(context);
        try {
            (*to.answered)(path, query);
            return WEND_OK;
        } catch (...) {
            const std::lock_guard<std::mutex> lock(to.mutex);
            if (!to.thrown) to.thrown = std::current_exception();
            return WEND_ERROR_CANCELLED;
        }
    };
    std::int32_t failed = 0;
    const wend_result result =
        wend_find_paths(world.get(), queries.data(), detail::count_of(queries.size()), &def, &failed);
    if (made.thrown) std::rethrow_exception(made.thrown);
    check(result);
}

} // namespace wend
#endif
