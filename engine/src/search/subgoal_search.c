// subgoal_search.c: a bidirectional upward search in a contraction hierarchy, and the tiles of the path
// found.
#include "search/subgoal_search.h"

#include <string.h>

void wendi_subgoal_search_init(wendi_subgoal_search* search, const wend_allocator* allocator) {
    *search = (wendi_subgoal_search){.allocator = *allocator};
    search->corners.allocator = *allocator;
    for (int32_t i = 0; i < 2; i++)
        search->upward[i].scan.visible.allocator = search->upward[i].deferred.allocator = *allocator;
}

static size_t words_of(size_t capacity) {
    return capacity / 64 + 1;
}

static void free_upward(wendi_subgoal_search* s) {
    for (int32_t i = 0; i < 2; i++) {
        wendi_upward_search* side = &s->upward[i];
        wendi_free(&s->allocator, side->at, s->capacity, sizeof *side->at);
        wendi_free(&s->allocator, side->open, words_of(s->capacity), sizeof *side->open);
        wendi_index_list_free(&side->deferred);
        wendi_visible_list_free(&side->scan.visible);
        *side =
            (wendi_upward_search){.scan.visible.allocator = s->allocator, .deferred.allocator = s->allocator};
    }
    s->capacity = 0;
}

// Makes room for the subgoals of a graph, and forgets the query before.
static wend_result begin(wendi_subgoal_search* s, size_t count, wend_tile start, wend_tile goal) {
    if (count >= s->capacity) {
        free_upward(s);
        s->capacity = count + 1;
        bool whole = true;
        for (int32_t i = 0; i < 2; i++) {
            wendi_upward_search* side = &s->upward[i];
            side->at = wendi_alloc_zeroed(&s->allocator, s->capacity, sizeof *side->at);
            side->open = wendi_alloc_zeroed(&s->allocator, words_of(s->capacity), sizeof *side->open);
            whole = whole && side->at && side->open;
        }
        s->now = 0;
        if (!whole) {
            free_upward(s);
            return WEND_ERROR_MEMORY;
        }
    }
    if (++s->now == 0) { // the query counter wrapped
        for (int32_t i = 0; i < 2; i++) memset(s->upward[i].at, 0, s->capacity * sizeof *s->upward[i].at);
        s->now = 1;
    }
    s->upward[0].scan.tile = start;
    s->upward[1].scan.tile = goal;
    for (int32_t i = 0; i < 2; i++) s->upward[i].deferred.count = 0;
    return WEND_OK;
}

// ---- upward search

// An arc to a subgoal. Returns false when the path over that one back to where the arc begins is cheaper than
// the one known: then no cheapest path goes upward from there ("stall on demand").
static inline bool relax(wendi_upward_search* side, uint32_t now, uint32_t subgoal, wend_cost from_cost,
                         wend_cost arc_cost, uint32_t from) {
    wendi_upward_node* at = &side->at[subgoal];
    const wend_cost cost = from_cost + arc_cost;
    if (at->seen == now && at->cost <= cost) return at->cost + arc_cost >= from_cost;
    *at = (wendi_upward_node){cost, from, now};
    side->open[subgoal / 64] |= (uint64_t)1 << subgoal % 64;
    return true;
}

// The cheapest path known.
typedef struct meeting {
    wend_cost cost;
    uint32_t subgoal; // where both searches meet; WENDI_NO_SUBGOAL: no path is known
} meeting;

// Expands the subgoals of one side over which a path may cost no more than given. Arcs lead to higher ranks,
// so subgoals are expanded in the order of their ranks.
static wend_result search_upward(wendi_subgoal_search* s, const wendi_subgoal_graph* graph, int32_t end,
                                 wend_cost most, meeting* meet_io, wend_stats* stats) {
    wendi_upward_search* side = &s->upward[end];
    const wendi_upward_search* other = &s->upward[1 - end];
    const uint32_t now = s->now;
    const size_t words = words_of((size_t)graph->map.count);
    for (size_t word = 0; word < words; word++)
        while (side->open[word]) {
            const uint32_t at = (uint32_t)(word * 64) + (uint32_t)__builtin_ctzll(side->open[word]);
            const wend_cost cost = side->at[at].cost;
            side->open[word] &= side->open[word] - 1;
            if (cost + wendi_octile_cost(&graph->map, graph->tiles[at], other->scan.tile) >
                (most < meet_io->cost ? most : meet_io->cost)) {
                const wend_result result = wendi_index_list_push(&side->deferred, (int32_t)at);
                if (result != WEND_OK) return result;
                continue;
            }
            stats->abstract_expanded++;
            if (other->at[at].seen == now && cost + other->at[at].cost < meet_io->cost)
                *meet_io = (meeting){cost + other->at[at].cost, at};
            const wendi_arc *arcs = graph->arcs + graph->first_arc[at],
                            *arcs_end = graph->arcs + graph->first_arc[at + 1];
            while (arcs < arcs_end && relax(side, now, arcs->to, cost, arcs->cost, at)) arcs++;
        }
    return WEND_OK;
}

static void resume_deferred(wendi_upward_search* side) {
    for (int64_t i = 0; i < side->deferred.count; i++) {
        const uint32_t subgoal = (uint32_t)side->deferred.data[i];
        side->open[subgoal / 64] |= (uint64_t)1 << subgoal % 64;
    }
    side->deferred.count = 0;
}

static void relax_visible(wendi_upward_search* side, uint32_t now) {
    const wendi_visible_list* visible = &side->scan.visible;
    for (int64_t i = 0; i < visible->count; i++)
        relax(side, now, visible->data[i].rank, 0, visible->data[i].cost, WENDI_NO_SUBGOAL);
}

// Continues the scan from an end, as far as a path may cost no more than given, and resumes deferred
// subgoals.
static wend_result scan_on(wendi_subgoal_search* s, const wendi_subgoal_graph* graph, int32_t end,
                           wend_cost most) {
    wendi_upward_search* side = &s->upward[end];
    resume_deferred(side);
    const wend_result result = wendi_scan_on(&side->scan, &graph->map, s->upward[1 - end].scan.tile, most);
    if (result == WEND_OK) relax_visible(side, s->now);
    return result;
}

// Most paths cost little more than a straight line, and then few subgoals lie near enough to it. So those of
// a costlier path are deferred at first.
static wend_result search_both_ends(wendi_subgoal_search* s, const wendi_subgoal_graph* graph,
                                    meeting* meet_out, wend_stats* stats) {
    enum { FIRST_SHARE = 16, GROWTH = 4, LAST_FACTOR = 16 };
    const wend_cost least = wendi_octile_cost(&graph->map, s->upward[0].scan.tile, s->upward[1].scan.tile);
    wend_cost more = least / FIRST_SHARE;
    wend_result result = WEND_OK;
    bool done = false;
    *meet_out = (meeting){INT64_MAX, WENDI_NO_SUBGOAL};
    for (int32_t end = 0; end < 2 && result == WEND_OK; end++) {
        result = wendi_scan_begin(&s->upward[end].scan, &graph->map, s->upward[end].scan.tile);
        if (result == WEND_OK) relax_visible(&s->upward[end], s->now);
    }
    while (result == WEND_OK && !done) {
        wend_cost most = more < LAST_FACTOR * least ? least + more : WENDI_ANY_COST;
        if (meet_out->cost < INT64_MAX) most = meet_out->cost;
        for (int32_t end = 0; end < 2 && result == WEND_OK; end++) {
            result = scan_on(s, graph, end, most);
            if (result == WEND_OK) result = search_upward(s, graph, end, most, meet_out, stats);
        }
        done = meet_out->cost <= most || most == WENDI_ANY_COST;
        more *= GROWTH;
    }
    return result;
}

// ---- the path

// Unpacks an arc into straight runs. The targets of the arcs still to be unpacked wait at the end of the
// corners, the next one last.
static wend_result add_arc(wendi_subgoal_search* s, const wendi_subgoal_graph* graph, uint32_t from,
                           uint32_t to, wendi_tile_list* out) {
    const int64_t kept = s->corners.count;
    wend_result result = wendi_index_list_push(&s->corners, (int32_t)to);
    while (result == WEND_OK && s->corners.count > kept) {
        const uint32_t next = (uint32_t)s->corners.data[s->corners.count - 1];
        const wendi_arc* arc = wendi_subgoal_arc(graph, from, next);
        WENDI_ASSERT(arc);
        if (arc->middle < WENDI_NO_MIDDLE) {
            result = wendi_index_list_push(&s->corners, (int32_t)arc->middle);
            continue;
        }
        const bool by_arc = from < next, first = arc->middle == WENDI_DIAGONALS_FIRST;
        result = wendi_run_add(graph->tiles[from], graph->tiles[next], by_arc == first, out);
        from = next;
        s->corners.count--;
    }
    return result;
}

static wend_result add_path(wendi_subgoal_search* s, const wendi_subgoal_graph* graph, wend_tile start,
                            wend_tile goal, uint32_t meet, wendi_tile_list* out) {
    wend_result result = WEND_OK;
    for (uint32_t at = meet; at != WENDI_NO_SUBGOAL && result == WEND_OK; at = s->upward[0].at[at].before)
        result = wendi_index_list_push(&s->corners, (int32_t)at);
    for (int64_t i = 0, k = s->corners.count - 1; i < k; i++, k--) {
        const int32_t corner = s->corners.data[i];
        s->corners.data[i] = s->corners.data[k];
        s->corners.data[k] = corner;
    }
    for (uint32_t at = s->upward[1].at[meet].before; at != WENDI_NO_SUBGOAL && result == WEND_OK;
         at = s->upward[1].at[at].before)
        result = wendi_index_list_push(&s->corners, (int32_t)at);
    const int64_t count = s->corners.count;
    // A run from an end starts with its diagonal steps.
    if (result == WEND_OK) result = wendi_run_add(start, graph->tiles[s->corners.data[0]], true, out);
    for (int64_t i = 1; i < count && result == WEND_OK; i++)
        result = add_arc(s, graph, s->corners.data[i - 1], s->corners.data[i], out);
    return result == WEND_OK ? wendi_run_add(graph->tiles[s->corners.data[count - 1]], goal, false, out)
                             : result;
}

wend_result wendi_subgoal_search_run(wendi_subgoal_search* s, const wendi_subgoal_graph* graph,
                                     wend_tile start, wend_tile goal, bool* found_out, wend_cost* cost_out,
                                     wendi_tile_list* out, wend_stats* stats) {
    out->count = 0;
    *found_out = false;
    wend_result result = wendi_tile_list_push(out, start);
    const bool first = wendi_run_is_free(&graph->map.lines, start, goal, true);
    *found_out = first || wendi_run_is_free(&graph->map.lines, start, goal, false);
    *cost_out = wendi_octile_cost(&graph->map, start, goal);
    if (result == WEND_OK && *found_out) result = wendi_run_add(start, goal, first, out);
    if (result != WEND_OK || *found_out) return result;
    meeting meet;
    result = begin(s, (size_t)graph->map.count, start, goal);
    if (result == WEND_OK) result = search_both_ends(s, graph, &meet, stats);
    if (result != WEND_OK) {
        free_upward(s); // else subgoals would be left open
        return result;
    }
    *found_out = meet.subgoal != WENDI_NO_SUBGOAL;
    *cost_out = meet.cost;
    s->corners.count = 0;
    return *found_out ? add_path(s, graph, start, goal, meet.subgoal, out) : WEND_OK;
}
