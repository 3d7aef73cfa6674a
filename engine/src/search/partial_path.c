// partial_path.c: where does a path end that cannot reach a goal, and which search finds it?
#include "search/partial_path.h"

#include "search/query_run.h"
#include "search/query_stages.h"

// The components of the world show at once which tile is the nearest. A separate query leads there.
static wend_result enter_in_world(wend_search* search) {
    wendi_work* w = &search->work;
    uint64_t time = wendi_search_now(search);
    wend_result result = wendi_query_ends_reach(&search->ends, w->world, &search->flat.cancel, &w->query);
    wendi_search_lap(search, &time, &w->stats.insert_ns);
    if (result != WEND_OK) return result;
    if (wendi_is_observed(&search->observer))
        wendi_notify(&search->observer,
                     (wend_event){.kind = WEND_EVENT_GOAL, .tile = w->query.goal, .from = w->query.start});
    w->phase = WENDI_PHASE_START;
    return wendi_query_enter(search);
}

// The search over tiles has closed all tiles that the start reaches. If all goals are blocked, it was left
// out so far.
static wend_result enter_on_grid(wend_search* search) {
    wendi_work* w = &search->work;
    uint64_t time = wendi_search_now(search);
    wend_result result;
    if (w->outcome == WEND_GOAL_BLOCKED) {
        if (w->query.goal_count > 0) w->query.goal = w->query.goals[0]; // blocked as all of them
        w->phase = WENDI_PHASE_TILES;
        result = wendi_query_begin_tiles(search);
    } else {
        wendi_query_ends_reach_closed(&search->ends, &search->flat, &w->query);
        wendi_set_outcome(w, WEND_FOUND);
        result = wendi_flat_walk_back(&search->flat, w->query.start, w->query.goal, &search->tiles,
                                      &search->links);
    }
    wendi_search_lap(search, &time, &w->stats.refine_ns);
    return result;
}

wend_result wendi_enter_partial(wend_search* search) {
    search->work.goals = NULL;
    return search->work.world ? enter_in_world(search) : enter_on_grid(search);
}
