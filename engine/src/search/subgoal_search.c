// subgoal_search.c: two climbs along a contraction hierarchy, and the tiles of the path where they meet.
#include "search/subgoal_search.h"

#include <string.h>

void wendi_subgoal_search_init(wendi_subgoal_search* search, const wend_allocator* allocator) {
    *search = (wendi_subgoal_search){.allocator = *allocator};
    for (int32_t i = 0; i < 2; i++) search->climbs[i].look.seen.allocator = *allocator;
}

static size_t words_of(size_t capacity) {
    return capacity / 64 + 1;
}

static void free_climbs(wendi_subgoal_search* s) {
    for (int32_t i = 0; i < 2; i++) {
        wendi_climb* c = &s->climbs[i];
        wendi_free(&s->allocator, c->at, s->capacity, sizeof *c->at);
        wendi_free(&s->allocator, c->waiting, words_of(s->capacity), sizeof *c->waiting);
        wendi_free(&s->allocator, c->put_aside, c->put_aside_capacity, sizeof *c->put_aside);
        wendi_seen_list_free(&c->look.seen);
        *c = (wendi_climb){.look = {.seen = {.allocator = s->allocator}}};
    }
    s->capacity = 0;
}

void wendi_subgoal_search_free(wendi_subgoal_search* search) {
    free_climbs(search);
    wendi_free(&search->allocator, search->corners, search->corner_capacity, sizeof *search->corners);
}

size_t wendi_subgoal_search_bytes(const wendi_subgoal_search* s) {
    size_t bytes = s->corner_capacity * sizeof *s->corners;
    for (int32_t i = 0; i < 2 && s->capacity > 0; i++) {
        const wendi_climb* c = &s->climbs[i];
        bytes += s->capacity * sizeof *c->at + words_of(s->capacity) * sizeof *c->waiting +
                 c->put_aside_capacity * sizeof *c->put_aside +
                 c->look.seen.capacity * sizeof *c->look.seen.data;
    }
    return bytes;
}

// Makes room for the subgoals of a graph, and forgets the query before.
static wend_result begin(wendi_subgoal_search* s, size_t count, wend_tile start, wend_tile goal) {
    if (count >= s->capacity) {
        free_climbs(s);
        s->capacity = count + 1;
        bool whole = true;
        for (int32_t i = 0; i < 2; i++) {
            wendi_climb* c = &s->climbs[i];
            c->at = wendi_alloc_zeroed(&s->allocator, s->capacity, sizeof *c->at);
            c->waiting = wendi_alloc_zeroed(&s->allocator, words_of(s->capacity), sizeof *c->waiting);
            whole = whole && c->at && c->waiting;
        }
        s->now = 0;
        if (!whole) {
            free_climbs(s);
            return WEND_ERROR_MEMORY;
        }
    }
    if (++s->now == 0) { // all marks are used up
        for (int32_t i = 0; i < 2; i++) memset(s->climbs[i].at, 0, s->capacity * sizeof *s->climbs[i].at);
        s->now = 1;
    }
    s->climbs[0].look.tile = start;
    s->climbs[1].look.tile = goal;
    for (int32_t i = 0; i < 2; i++) s->climbs[i].put_aside_count = 0;
    return WEND_OK;
}

// ---- straight runs

// Some diagonal steps and some in one straight direction, in either order.
typedef struct octile_run {
    int32_t dx, dy; // of a diagonal step
    int32_t diagonals, straights, direction;
} octile_run;

static octile_run run_between(wend_tile from, wend_tile to) {
    const int32_t x = to.x - from.x, y = to.y - from.y, ax = wendi_abs(x), ay = wendi_abs(y);
    const int32_t along = ax > ay ? (x > 0 ? WENDI_EAST : WENDI_WEST) : (y > 0 ? WENDI_SOUTH : WENDI_NORTH);
    return (octile_run){.dx = (x > 0) - (x < 0),
                        .dy = (y > 0) - (y < 0),
                        .diagonals = wendi_min(ax, ay),
                        .straights = wendi_abs(ax - ay),
                        .direction = along};
}

static bool diagonals_are_free(const wendi_passable_lines* lines, wend_tile from, const octile_run* run) {
    for (int32_t i = 0; i < run->diagonals; i++) {
        if (!wendi_diagonal_is_free(lines, from, run->dx, run->dy)) return false;
        from.x += run->dx;
        from.y += run->dy;
    }
    return true;
}

static bool is_free(const wendi_passable_lines* lines, wend_tile from, wend_tile to, bool diagonals_first) {
    const octile_run run = run_between(from, to);
    const wend_tile along = wendi_direction[run.direction];
    const wend_tile turn = {from.x + run.dx * run.diagonals, from.y + run.dy * run.diagonals},
                    late = {from.x + along.x * run.straights, from.y + along.y * run.straights};
    if (diagonals_first)
        return diagonals_are_free(lines, from, &run) &&
               wendi_passable_run(lines, turn, run.direction, run.straights) == run.straights;
    return wendi_passable_run(lines, from, run.direction, run.straights) == run.straights &&
           diagonals_are_free(lines, late, &run);
}

static wend_tile* add_steps(wend_tile* out, wend_tile* at, int32_t dx, int32_t dy, int32_t count) {
    wend_tile tile = *at;
    for (int32_t i = 0; i < count; i++) {
        tile.x += dx;
        tile.y += dy;
        *out++ = tile;
    }
    *at = tile;
    return out;
}

// Adds the tiles after one tile, up to another: a run that is known to be free.
static wend_result add_run(const wendi_passable_lines* lines, wend_tile from, wend_tile to,
                           bool diagonals_first, wendi_tile_list* out) {
    const octile_run run = run_between(from, to);
    const wend_tile along = wendi_direction[run.direction];
    const wend_result result = wendi_tile_list_reserve(out, out->count + run.diagonals + run.straights + 1);
    WENDI_ASSERT(is_free(lines, from, to, diagonals_first));
    (void)lines;
    if (result != WEND_OK) return result;
    wend_tile* end = out->data + out->count;
    if (diagonals_first) end = add_steps(end, &from, run.dx, run.dy, run.diagonals);
    end = add_steps(end, &from, along.x, along.y, run.straights);
    if (!diagonals_first) end = add_steps(end, &from, run.dx, run.dy, run.diagonals);
    out->count = end - out->data;
    return WEND_OK;
}

// ---- climbing

static void offer(wendi_climb* climb, uint32_t now, uint32_t subgoal, wend_cost cost, uint32_t before) {
    wendi_climbed* at = &climb->at[subgoal];
    if (at->seen == now && at->cost <= cost) return;
    *at = (wendi_climbed){cost, before, now};
    climb->waiting[subgoal / 64] |= (uint64_t)1 << subgoal % 64;
}

// True when a path over a higher subgoal is cheaper: then no cheapest path climbs from here.
static bool is_beaten(const wendi_climb* climb, uint32_t now, const wendi_arc* arcs, const wendi_arc* end,
                      wend_cost cost) {
    for (; arcs < end; arcs++) {
        const wendi_climbed* to = &climb->at[arcs->to];
        if (to->seen == now && to->cost + arcs->cost < cost) return true;
    }
    return false;
}

static wend_result put_aside(wendi_subgoal_search* s, wendi_climb* climb, uint32_t subgoal) {
    uint32_t* data =
        wendi_grow(&s->allocator, climb->put_aside, &climb->put_aside_capacity,
                   (size_t)climb->put_aside_count, (size_t)climb->put_aside_count + 1, sizeof *data);
    if (!data) return WEND_ERROR_MEMORY;
    climb->put_aside = data;
    data[climb->put_aside_count++] = subgoal;
    return WEND_OK;
}

// The cheapest path known.
typedef struct meeting {
    wend_cost cost;
    uint32_t subgoal; // where both climbs meet; WENDI_NO_SUBGOAL: no path is known
} meeting;

// Passes the costs of one end on, over subgoals where a path may cost no more than given. Arcs lead to higher
// subgoals, so these are taken from the lowest on.
static wend_result climb_on(wendi_subgoal_search* s, const wendi_subgoal_graph* graph, int32_t end,
                            wend_cost most, meeting* meet_io, wend_stats* stats) {
    wendi_climb* climb = &s->climbs[end];
    const wendi_climb* other = &s->climbs[1 - end];
    const uint32_t now = s->now;
    const size_t words = words_of((size_t)graph->map.count);
    for (size_t word = 0; word < words; word++)
        while (climb->waiting[word]) {
            const uint32_t at = (uint32_t)(word * 64) + (uint32_t)__builtin_ctzll(climb->waiting[word]);
            const wend_cost cost = climb->at[at].cost;
            climb->waiting[word] &= climb->waiting[word] - 1;
            if (cost + wendi_octile_cost(&graph->map, graph->tiles[at], other->look.tile) >
                (most < meet_io->cost ? most : meet_io->cost)) {
                const wend_result result = put_aside(s, climb, at);
                if (result != WEND_OK) return result;
                continue;
            }
            stats->abstract_expanded++;
            if (other->at[at].seen == now && cost + other->at[at].cost < meet_io->cost)
                *meet_io = (meeting){cost + other->at[at].cost, at};
            const wendi_arc *arcs = graph->arcs + graph->first_arc[at],
                            *arcs_end = graph->arcs + graph->first_arc[at + 1];
            if (is_beaten(climb, now, arcs, arcs_end, cost)) continue;
            for (; arcs < arcs_end; arcs++) offer(climb, now, arcs->to, cost + arcs->cost, at);
        }
    return WEND_OK;
}

static void take_up(wendi_climb* climb) {
    for (int64_t i = 0; i < climb->put_aside_count; i++)
        climb->waiting[climb->put_aside[i] / 64] |= (uint64_t)1 << climb->put_aside[i] % 64;
    climb->put_aside_count = 0;
}

static void offer_seen(wendi_climb* climb, uint32_t now) {
    const wendi_seen_list* seen = &climb->look.seen;
    for (int64_t i = 0; i < seen->count; i++)
        offer(climb, now, seen->data[i].number, seen->data[i].cost, WENDI_NO_SUBGOAL);
}

// Looks on from an end, as far as a path may cost no more than given, and takes up what was put aside.
static wend_result look_on(wendi_subgoal_search* s, const wendi_subgoal_graph* graph, int32_t end,
                           wend_cost most) {
    wendi_climb* climb = &s->climbs[end];
    take_up(climb);
    const wend_result result = wendi_look_on(&climb->look, &graph->map, s->climbs[1 - end].look.tile, most);
    if (result == WEND_OK) offer_seen(climb, s->now);
    return result;
}

// Most paths cost little more than a straight line, and then few subgoals lie near enough to it. So dearer
// ones are put aside at first.
static wend_result climb(wendi_subgoal_search* s, const wendi_subgoal_graph* graph, meeting* meet_out,
                         wend_stats* stats) {
    enum { FIRST_SHARE = 16, GROWTH = 4, LAST_FACTOR = 16 };
    const wend_cost least = wendi_octile_cost(&graph->map, s->climbs[0].look.tile, s->climbs[1].look.tile);
    wend_cost more = least / FIRST_SHARE;
    wend_result result = WEND_OK;
    bool done = false;
    *meet_out = (meeting){INT64_MAX, WENDI_NO_SUBGOAL};
    for (int32_t end = 0; end < 2 && result == WEND_OK; end++) {
        result = wendi_look_begin(&s->climbs[end].look, &graph->map, s->climbs[end].look.tile);
        if (result == WEND_OK) offer_seen(&s->climbs[end], s->now);
    }
    while (result == WEND_OK && !done) {
        wend_cost most = more < LAST_FACTOR * least ? least + more : WENDI_ANY_COST;
        if (meet_out->cost < INT64_MAX) most = meet_out->cost;
        for (int32_t end = 0; end < 2 && result == WEND_OK; end++) {
            result = look_on(s, graph, end, most);
            if (result == WEND_OK) result = climb_on(s, graph, end, most, meet_out, stats);
        }
        done = meet_out->cost <= most || most == WENDI_ANY_COST;
        more *= GROWTH;
    }
    return result;
}

// ---- the path

static wend_result push_corner(wendi_subgoal_search* s, uint32_t subgoal) {
    uint32_t* corners = wendi_grow(&s->allocator, s->corners, &s->corner_capacity, (size_t)s->corner_count,
                                   (size_t)s->corner_count + 1, sizeof *corners);
    if (!corners) return WEND_ERROR_MEMORY;
    s->corners = corners;
    corners[s->corner_count++] = subgoal;
    return WEND_OK;
}

// Adds the runs between two subgoals. What is still to be taken apart waits at the end of the corners: the
// targets of its arcs, the next one last.
static wend_result add_arc(wendi_subgoal_search* s, const wendi_subgoal_graph* graph, uint32_t from,
                           uint32_t to, wendi_tile_list* out) {
    const int64_t kept = s->corner_count;
    wend_result result = push_corner(s, to);
    while (result == WEND_OK && s->corner_count > kept) {
        const uint32_t next = s->corners[s->corner_count - 1];
        const wendi_arc* arc = wendi_subgoal_arc(graph, from, next);
        WENDI_ASSERT(arc);
        if (arc->middle < WENDI_NO_MIDDLE) {
            result = push_corner(s, arc->middle);
            continue;
        }
        const bool by_arc = from < next, first = arc->middle == WENDI_DIAGONALS_FIRST;
        result = add_run(&graph->map.lines, graph->tiles[from], graph->tiles[next], by_arc == first, out);
        from = next;
        s->corner_count--;
    }
    return result;
}

static wend_result add_path(wendi_subgoal_search* s, const wendi_subgoal_graph* graph, wend_tile start,
                            wend_tile goal, uint32_t meet, wendi_tile_list* out) {
    wend_result result = WEND_OK;
    for (uint32_t at = meet; at != WENDI_NO_SUBGOAL && result == WEND_OK; at = s->climbs[0].at[at].before)
        result = push_corner(s, at);
    for (int64_t i = 0, k = s->corner_count - 1; i < k; i++, k--) {
        const uint32_t corner = s->corners[i];
        s->corners[i] = s->corners[k];
        s->corners[k] = corner;
    }
    for (uint32_t at = s->climbs[1].at[meet].before; at != WENDI_NO_SUBGOAL && result == WEND_OK;
         at = s->climbs[1].at[at].before)
        result = push_corner(s, at);
    const int64_t count = s->corner_count;
    // Each end has seen its subgoal.
    const wendi_passable_lines* lines = &graph->map.lines;
    if (result == WEND_OK) result = add_run(lines, start, graph->tiles[s->corners[0]], true, out);
    for (int64_t i = 1; i < count && result == WEND_OK; i++)
        result = add_arc(s, graph, s->corners[i - 1], s->corners[i], out);
    return result == WEND_OK ? add_run(lines, graph->tiles[s->corners[count - 1]], goal, false, out) : result;
}

wend_result wendi_subgoal_search_run(wendi_subgoal_search* s, const wendi_subgoal_graph* graph,
                                     wend_tile start, wend_tile goal, bool* found_out, wend_cost* cost_out,
                                     wendi_tile_list* out, wend_stats* stats) {
    out->count = 0;
    *found_out = false;
    wend_result result = wendi_tile_list_push(out, start);
    const bool first = is_free(&graph->map.lines, start, goal, true);
    *cost_out = wendi_octile_cost(&graph->map, start, goal);
    *found_out = first || is_free(&graph->map.lines, start, goal, false);
    if (result == WEND_OK && *found_out) result = add_run(&graph->map.lines, start, goal, first, out);
    if (result != WEND_OK || *found_out) return result;
    meeting meet;
    result = begin(s, (size_t)graph->map.count, start, goal);
    if (result == WEND_OK) result = climb(s, graph, &meet, stats);
    if (result != WEND_OK) {
        free_climbs(s); // else subgoals would be left waiting
        return result;
    }
    *found_out = meet.subgoal != WENDI_NO_SUBGOAL;
    *cost_out = meet.cost;
    s->corner_count = 0;
    return *found_out ? add_path(s, graph, start, goal, meet.subgoal, out) : WEND_OK;
}
