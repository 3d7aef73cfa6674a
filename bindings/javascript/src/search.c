// search.c: how does JavaScript ask for a path, and watch the search?
#define _POSIX_C_SOURCE 200809L // clock_gettime
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "wendjs.h"

enum { EVENT_WORDS = 7 }; // kind and level, tile, parent, g and h as floats

/// A search with its path and, if it was made to record, what its observer received.
typedef struct wendjs_search {
    wend_search* search;
    wend_path* path;
    wend_stats stats;
    wendjs_list events; ///< EVENT_WORDS each: see record
    int32_t most_events;
    double events_dropped;
    double units; ///< integer cost units of a cost of 1
} wendjs_search;

static uint64_t clock_ns(void* context) {
    (void)context;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static void record(const wend_event* event, void* context) {
    wendjs_search* s = context;
    int32_t* words =
        s->events.count / EVENT_WORDS < s->most_events ? wendjs_list_add(&s->events, EVENT_WORDS) : NULL;
    if (!words) {
        s->events_dropped++;
        return;
    }
    const float costs[2] = {(float)((double)event->cost / s->units),
                            (float)((double)event->heuristic / s->units)};
    words[0] = (int32_t)event->kind | event->level << 8;
    words[1] = event->tile.x;
    words[2] = event->tile.y;
    words[3] = event->from.x;
    words[4] = event->from.y;
    memcpy(words + 5, costs, sizeof costs);
}

EXPORT void wendjs_search_destroy(wendjs_search* s) {
    if (!s) return;
    wend_search_destroy(s->search);
    wend_path_destroy(s->path);
    free(s->events.words);
    free(s);
}

/// most_events: 0: does not record.
EXPORT wend_result wendjs_search_create(int32_t most_events, wendjs_search** out) {
    wendjs_search* s = calloc(1, sizeof *s);
    if (!s) return WEND_ERROR_MEMORY;
    s->most_events = most_events;
    wend_search_def def = wend_default_search_def();
    def.clock_ns = clock_ns;
    if (most_events > 0) def.observer = (wend_search_observer){record, s};
    wend_result result = wend_search_create(&def, &s->search);
    if (result == WEND_OK) result = wend_path_create(NULL, &s->path);
    if (result != WEND_OK)
        wendjs_search_destroy(s);
    else
        *out = s;
    return result;
}

enum { SMOOTH = 1, PARTIAL = 2, REOPEN = 4, UNTIL_PROVEN = 8, REFINE_BY_ASTAR = 16 };

EXPORT wend_result wendjs_find(wendjs_search* s, const wend_world* world, int32_t x, int32_t y, int32_t floor,
                               const wend_tile* goals, int32_t goal_count, wend_algorithm algorithm,
                               wend_heuristic heuristic, double weight, double snap, double body_radius,
                               int32_t flags, wend_shape* avoid, int32_t avoid_count) {
    wend_query query = wend_default_query((wend_tile){x, y, (uint16_t)floor}, goals[0]);
    if (goal_count > 1) {
        query.goals = goals;
        query.goal_count = goal_count;
    }
    query.algorithm = algorithm;
    query.heuristic = heuristic;
    query.heuristic_weight = (float)weight;
    query.snap = (float)snap;
    query.body_radius = (float)body_radius;
    query.smooth = flags & SMOOTH;
    query.partial = flags & PARTIAL;
    query.reopen = flags & REOPEN;
    query.until_proven = flags & UNTIL_PROVEN;
    query.refinement = flags & REFINE_BY_ASTAR ? WEND_REFINE_ASTAR : WEND_REFINE_SWEEP;
    wendjs_place_shapes(wend_world_grid(world), avoid, avoid_count);
    query.avoid = avoid;
    query.avoid_count = avoid_count;
    s->events.count = 0;
    s->events_dropped = 0;
    s->units = algorithm == WEND_BFS ? 1 : wend_grid_cost_units(wend_world_grid(world));
    return wend_find_path(s->search, world, &query, s->path, &s->stats);
}

EXPORT void wendjs_path_numbers(const wendjs_search* s) {
    const wend_tile from = wend_path_start_tile(s->path), to = wend_path_goal_tile(s->path);
    const uint64_t hash = wend_path_hash(s->path);
    const double numbers[] = {wend_path_outcome(s->path),
                              wend_path_cost(s->path),
                              wend_path_goal(s->path),
                              from.x,
                              from.y,
                              from.floor,
                              to.x,
                              to.y,
                              to.floor,
                              (double)(uint32_t)(hash >> 32),
                              (double)(uint32_t)hash};
    memcpy(wendjs_numbers, numbers, sizeof numbers);
}
EXPORT void wendjs_path_stats(const wendjs_search* s) {
    const wend_stats* t = &s->stats;
    const double numbers[] = {(double)t->expanded,          (double)t->generated,        (double)t->reopened,
                              (double)t->abstract_expanded, (double)t->clusters_refined, (double)t->insert_ns,
                              (double)t->route_ns,          (double)t->refine_ns,        (double)t->smooth_ns,
                              (double)t->total_ns,          (double)t->scanned};
    memcpy(wendjs_numbers, numbers, sizeof numbers);
}
EXPORT const wend_path* wendjs_search_path(const wendjs_search* s) {
    return s->path;
}
EXPORT const int32_t* wendjs_events(const wendjs_search* s) {
    const int32_t count = s->events.count / EVENT_WORDS;
    wendjs_numbers[0] = count;
    wendjs_numbers[1] = s->events_dropped;
    return s->events.words;
}
