// nearest_of_class.c: rounds of a query to the tiles of a class, each with the goals that lie nearer than
// some cost to the start, until no goal beyond can matter.
//
// Invariant: the goals of a round are all those that the heuristic puts below a cost, in the same order as
// among all. Single goals are tried by their bounds, so a round tries the same ones as a query with all goals
// would, until one with a greater bound would be next. If the best path to one of them costs no more than the
// bound of the round, that one could not be nearer, nor could any other: the answer is the same.
#include "search/nearest_of_class.h"

#include "hierarchy/ground.h"
#include "search/nearest_goal.h"

enum { FIRST_REACH = 64, WIDER = 4 };

// An observer is told of one round only: of the one with all goals. So is whoever asks for blocked tiles.
bool wendi_looks_around(const wend_search* search) {
    const wendi_work* w = &search->work;
    const bool blocked = w->query.goal_class >= 0 && w->world && !w->world->base &&
                         w->grid->costs.straight[w->query.goal_class] == 0;
    return w->world && !blocked && !w->world->graph.ground && w->query.algorithm == WEND_HPA &&
           w->query.goal_class >= 0 && w->grid->links.count == 0 && !wendi_is_observed(&search->observer);
}

// A wider reach: one beyond which no goal can be nearer than a path that was found, if there is one.
static int32_t next_reach(const wend_grid* grid, const wendi_heuristic* heuristic, int32_t reach,
                          wend_cost best) {
    const int64_t most = wendi_max(grid->width, grid->height);
    const int64_t least_step = heuristic->most > 0 ? heuristic->most : 1;
    int64_t next = best < INT64_MAX ? best / least_step + 1 : WIDER * (int64_t)reach;
    if (next < 2 * (int64_t)reach) next = 2 * (int64_t)reach;
    return (int32_t)(next < most ? next : most);
}

wend_result wendi_enter_class(wend_search* search) {
    wendi_work* w = &search->work;
    const wend_query asked = w->query;
    const wendi_heuristic heuristic = wendi_goal_heuristic(w->grid);
    wendi_class_range range = {.reach = FIRST_REACH, .heuristic = &heuristic};
    for (;;) {
        wend_cost best = INT64_MAX;
        uint64_t time = wendi_search_now(search);
        w->query = asked;
        wend_result result =
            wendi_query_ends_find(&search->ends, w->world, w->grid, &search->flat.cancel, &range, &w->query);
        wendi_search_lap(search, &time, &w->stats.insert_ns);
        if (result == WEND_OK) result = wendi_enter_several_goals(search, &best);
        if (result != WEND_OK || best <= range.bound || w->outcome == WEND_START_BLOCKED) return result;
        w->phase = WENDI_PHASE_START; // another round
        w->chosen = NULL;
        range.reach = next_reach(w->grid, &heuristic, range.reach, best);
    }
}
