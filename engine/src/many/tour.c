// tour.c: in which order are some stops visited at the least cost?
//
// Every tour is solved as a closed one over directed costs. An open tour gets one more stop, the gap between
// its end and its beginning, which costs nothing where it may begin and end. Few stops are solved by Held and
// Karp's table (1962). More start from the nearest neighbour and are improved by moves of three and two edges
// around random exchanges of neighbouring parts, of which only those that pay are kept.
#include <stdlib.h>
#include <string.h>

#include "core/hash.h"
#include "many/fixed_costs.h"
#include "wend/many.h"

enum {
    MOST_EXACT = 12, // stops of a table, without the gap
    NEAR = 10,       // cheapest next stops that are tried
    LONGEST_PART = 50,
    MOST_WORK = 100000000, // exchanges times stops
    CANCEL_EVERY = 64,
};

typedef struct tour {
    wendi_owner owner; // of all memory below
    wend_allocator allocator;
    int32_t stops, count; // count: with the gap
    int64_t* cost;        // from row to column
    int32_t* order;       // the tour
    int32_t* position;
    int32_t *best, *parts; // the tour before the last exchange; scratch
    int64_t *ahead, *back; // sums of the edges before a position, forwards and backwards
    int32_t* near;         // NEAR for each stop
    int32_t* queue;        // stops where a move may pay
    bool* queued;
    int32_t queue_count, near_count;
    int64_t length;
    uint64_t seed;
} tour;

wend_tour_def wend_default_tour_def(void) {
    return (wend_tour_def){.cookie = WENDI_COOKIE, .first = -1, .last = -1, .effort = 20};
}

static inline int64_t cost_of(const tour* t, int32_t from, int32_t to) {
    return t->cost[(size_t)from * (size_t)t->count + (size_t)to];
}

static bool begin(tour* t) {
    const size_t count = (size_t)t->count;
    t->cost = wendi_alloc(&t->allocator, count * count, sizeof *t->cost);
    t->order = wendi_alloc(&t->allocator, count, sizeof *t->order);
    t->position = wendi_alloc(&t->allocator, count, sizeof *t->position);
    t->best = wendi_alloc(&t->allocator, count, sizeof *t->best);
    t->parts = wendi_alloc(&t->allocator, count, sizeof *t->parts);
    t->ahead = wendi_alloc(&t->allocator, 2 * count + 1, sizeof *t->ahead);
    t->back = wendi_alloc(&t->allocator, 2 * count + 1, sizeof *t->back);
    t->near = wendi_alloc(&t->allocator, count * NEAR, sizeof *t->near);
    t->queue = wendi_alloc(&t->allocator, count, sizeof *t->queue);
    t->queued = wendi_alloc_zeroed(&t->allocator, count, sizeof *t->queued);
    return t->cost && t->order && t->position && t->best && t->parts && t->ahead && t->back && t->near &&
           t->queue && t->queued;
}

// Sets the costs of a closed tour. Of an open one, the last stop is the gap.
static void set_costs(tour* t, const double* costs, int32_t stops, const wend_tour_def* def, double scale) {
    for (int32_t i = 0; i < t->count; i++)
        for (int32_t k = 0; k < t->count; k++) {
            int64_t* cost = &t->cost[(size_t)i * (size_t)t->count + (size_t)k];
            if (i < stops && k < stops) {
                const double given = costs[(size_t)i * (size_t)stops + (size_t)k];
                *cost = isinf(given) ? WENDI_FIXED_NONE : wendi_fixed_cost(given, scale);
            } else {
                const bool may_begin = i >= stops && (def->first < 0 || def->first == k);
                const bool may_end = k >= stops && (def->last < 0 || def->last == i);
                *cost = may_begin || may_end ? 0 : WENDI_FIXED_NONE;
            }
        }
}

// ---- few stops: a table

// least[set][last]: the cheapest way from the stop `count - 1` through all of a set, which ends at a stop of
// it. Errors: MEMORY.
static wend_result solve_exactly(tour* t) {
    const int32_t others = t->count - 1, sets = 1 << others;
    const size_t size = (size_t)sets * (size_t)wendi_max(others, 1);
    int64_t* least = wendi_alloc(&t->allocator, size, sizeof *least);
    if (!least) return WEND_ERROR_MEMORY;
    for (int32_t set = 1; set < sets; set++)
        for (int32_t last = 0; last < others; last++) {
            int64_t* to = &least[(size_t)set * (size_t)others + (size_t)last];
            *to = INT64_MAX;
            const int32_t before = set & ~(1 << last);
            if (!(set >> last & 1)) continue;
            if (before == 0) *to = cost_of(t, others, last);
            for (int32_t k = 0; k < others; k++)
                if (before >> k & 1) {
                    const int64_t by =
                        least[(size_t)before * (size_t)others + (size_t)k] + cost_of(t, k, last);
                    if (by < *to) *to = by;
                }
        }
    int32_t set = sets - 1, next = others;
    t->order[0] = others;
    for (int32_t i = others; i > 0; i--) { // from the end
        int32_t best = -1;
        int64_t best_cost = INT64_MAX;
        for (int32_t k = 0; k < others; k++) {
            if (!(set >> k & 1)) continue;
            const int64_t by = least[(size_t)set * (size_t)others + (size_t)k] + cost_of(t, k, next);
            if (by < best_cost) best_cost = by, best = k;
        }
        t->order[i] = next = best;
        set &= ~(1 << best);
    }
    return WEND_OK;
}

// ---- many stops: a first tour, and moves

static int64_t measure(tour* t) {
    // Positions count on past the end, so that a part over the end is like any other.
    t->ahead[0] = t->back[0] = 0;
    for (int32_t i = 0; i < 2 * t->count; i++) {
        const int32_t from = t->order[i % t->count], to = t->order[(i + 1) % t->count];
        t->ahead[i + 1] = t->ahead[i] + cost_of(t, from, to);
        t->back[i + 1] = t->back[i] + cost_of(t, to, from);
        if (i < t->count) t->position[from] = i;
    }
    return t->ahead[t->count];
}

// Does a tour go from a stop to a rather than to b?
static bool is_next(const tour* t, int32_t from, int32_t a, int32_t b) {
    const int64_t to_a = cost_of(t, from, a), to_b = cost_of(t, from, b);
    const bool both = to_a < WENDI_FIXED_NONE && to_b < WENDI_FIXED_NONE;
    return both && t->parts[a] != t->parts[b] ? t->parts[a] > t->parts[b] : to_a < to_b;
}

// Goes on to the nearest stop each time. Where paths lead on but not back, first to those from which most
// stops are reached: then none stays behind, as those reach all that is reached from the others. The stop
// where the tour has to end comes last of its like.
static void start_by_nearest(tour* t, bool most_reach_first) {
    bool* visited = t->queued; // all false, now and afterwards
    int32_t at = t->count - 1;
    for (int32_t i = 0; i < t->count; i++) {
        t->parts[i] = 0;
        for (int32_t k = 0; k < t->count && most_reach_first; k++)
            if (cost_of(t, i, k) < WENDI_FIXED_NONE) t->parts[i] += k < t->stops ? 2 : -1;
    }
    for (int32_t i = 0; i < t->count; i++) {
        t->order[i] = at;
        visited[at] = true;
        int32_t next = -1;
        for (int32_t k = 0; k < t->count; k++)
            if (!visited[k] && (next < 0 || is_next(t, at, k, next))) next = k;
        at = next;
    }
    memset(visited, 0, (size_t)t->count * sizeof *visited);
}

static void find_near(tour* t) {
    t->near_count = wendi_min(NEAR, t->count - 1);
    for (int32_t i = 0; i < t->count; i++) {
        int32_t *near = t->near + (size_t)i * NEAR, found = 0;
        for (int32_t k = 0; k < t->count; k++) {
            if (k == i || (found == t->near_count && cost_of(t, i, k) >= cost_of(t, i, near[found - 1])))
                continue;
            int32_t at = found < t->near_count ? found++ : found - 1;
            for (; at > 0 && cost_of(t, i, near[at - 1]) > cost_of(t, i, k); at--) near[at] = near[at - 1];
            near[at] = k;
        }
    }
}

static void enqueue(tour* t, int32_t stop) {
    if (t->queued[stop]) return;
    t->queued[stop] = true;
    t->queue[t->queue_count++] = stop;
}

// The stop some places after a position.
static inline int32_t stop_at(const tour* t, int32_t position) {
    return t->order[position % t->count];
}

// Exchanges the parts of `first` and `second` stops that follow a position.
static void exchange(tour* t, int32_t position, int32_t first, int32_t second) {
    for (int32_t i = 0; i < second; i++) t->parts[i] = stop_at(t, position + 1 + first + i);
    for (int32_t i = 0; i < first; i++) t->parts[second + i] = stop_at(t, position + 1 + i);
    for (int32_t i = 0; i < first + second; i++) t->order[(position + 1 + i) % t->count] = t->parts[i];
    enqueue(t, stop_at(t, position));
    enqueue(t, stop_at(t, position + second));
    enqueue(t, stop_at(t, position + 1 + second));
    enqueue(t, stop_at(t, position + first + second));
    enqueue(t, stop_at(t, position + 1));
    enqueue(t, stop_at(t, position + 1 + first + second));
}

// Turns the part of `length` stops that follows a position around.
static void turn(tour* t, int32_t position, int32_t length) {
    for (int32_t i = 0, k = length - 1; i < k; i++, k--) {
        int32_t *a = &t->order[(position + 1 + i) % t->count], *b = &t->order[(position + 1 + k) % t->count];
        const int32_t stop = *a;
        *a = *b;
        *b = stop;
    }
    enqueue(t, stop_at(t, position));
    enqueue(t, stop_at(t, position + 1));
    enqueue(t, stop_at(t, position + length));
    enqueue(t, stop_at(t, position + length + 1));
}

// Tries the moves that let a near stop c follow a. With b after a and d before c, and e from c on, followed
// by f: a c..e b..d f; or a c..b d, turned around, where d follows c. Returns true when one was made.
static bool improve_at(tour* t, int32_t a) {
    const int32_t count = t->count, at = t->position[a], b = stop_at(t, at + 1);
    for (int32_t n = 0; n < t->near_count; n++) {
        const int32_t c = t->near[(size_t)a * NEAR + (size_t)n];
        const int64_t saved = cost_of(t, a, b) - cost_of(t, a, c);
        if (saved <= 0) break;
        const int32_t first = (t->position[c] - at - 1 + count) % count; // stops from b to d
        if (first == 0 || c == a) continue;
        const int32_t d = stop_at(t, at + first);
        const int64_t left = saved + cost_of(t, d, c);
        const int32_t most = wendi_min(LONGEST_PART, count - 1 - first);
        for (int32_t second = 1; second <= most; second++) {
            const int32_t e = stop_at(t, at + first + second), f = stop_at(t, at + first + second + 1);
            if (left + cost_of(t, e, f) <= cost_of(t, e, b) + cost_of(t, d, f)) continue;
            exchange(t, at, first, second);
            return true;
        }
        const int32_t length = first + 1, after = stop_at(t, at + length + 1);
        const int64_t forwards = t->ahead[at + length] - t->ahead[at + 1],
                      backwards = t->back[at + length] - t->back[at + 1];
        if (saved + cost_of(t, c, after) + forwards > cost_of(t, b, after) + backwards) {
            turn(t, at, length);
            return true;
        }
    }
    return false;
}

// Makes moves until none pays at the stops in the queue.
static void improve(tour* t) {
    t->length = measure(t);
    while (t->queue_count > 0) {
        const int32_t stop = t->queue[--t->queue_count];
        t->queued[stop] = false;
        while (improve_at(t, stop)) {
            const int64_t before = t->length;
            t->length = measure(t);
            WENDI_ASSERT(t->length < before);
            (void)before;
        }
    }
}

static void solve_nearly(tour* t, const wend_tour_def* def) {
    find_near(t);
    start_by_nearest(t, false);
    if (measure(t) >= WENDI_FIXED_NONE) start_by_nearest(t, true);
    for (int32_t i = 0; i < t->count; i++) enqueue(t, t->order[i]);
    improve(t);
    const size_t bytes = (size_t)t->count * sizeof *t->order;
    const int64_t most = MOST_WORK / t->count, wanted = (int64_t)def->effort * t->count;
    const int32_t longest = wendi_min(LONGEST_PART, (t->count - 1) / 2);
    int64_t best = t->length;
    memcpy(t->best, t->order, bytes);
    for (int64_t i = 0; i < wanted && i < most; i++) {
        if (i % CANCEL_EVERY == 0 && def->should_cancel && def->should_cancel(def->cancel_context)) break;
        const int32_t at = (int32_t)(wendi_next_random(&t->seed) % (uint64_t)t->count);
        const int32_t first = 1 + (int32_t)(wendi_next_random(&t->seed) % (uint64_t)longest);
        const int32_t second = 1 + (int32_t)(wendi_next_random(&t->seed) % (uint64_t)longest);
        exchange(t, at, first, second);
        improve(t);
        if (t->length <= best) {
            best = t->length;
            memcpy(t->best, t->order, bytes);
        } else {
            memcpy(t->order, t->best, bytes);
        }
    }
    memcpy(t->order, t->best, bytes);
}

// ---- the call

// Writes the tour from its first stop on. The cost is the sum of the given ones.
static void write_tour(const tour* t, const double* costs, int32_t stops, const wend_tour_def* def,
                       int32_t* order_out, double* cost_out) {
    int32_t begin_at = 0;
    const int32_t from = t->count > stops ? stops : def->first;
    for (int32_t i = 0; i < t->count && from >= 0; i++)
        if (t->order[i] == from) begin_at = i + (t->count > stops);
    // A closed tour from anywhere begins at the first stop given.
    for (int32_t i = 0; i < t->count && from < 0; i++)
        if (t->order[i] == 0) begin_at = i;
    double cost = 0;
    for (int32_t i = 0; i < stops; i++) order_out[i] = t->order[(begin_at + i) % t->count];
    for (int32_t i = 1; i < stops; i++)
        cost += costs[(size_t)order_out[i - 1] * (size_t)stops + (size_t)order_out[i]];
    if (def->closed && stops > 1)
        cost += costs[(size_t)order_out[stops - 1] * (size_t)stops + (size_t)order_out[0]];
    for (int32_t i = 0; i < stops && isinf(cost); i++) order_out[i] = i;
    *cost_out = cost;
}

static bool is_valid(int32_t stops, const wend_tour_def* def) {
    return def->first >= -1 && def->first < stops && def->last >= -1 && def->last < stops &&
           def->effort >= 0 && def->effort <= 1000000 && !(def->closed && def->last >= 0) &&
           !(stops > 1 && def->first >= 0 && def->first == def->last);
}

wend_result wend_tour(const double* costs, int32_t stop_count, const wend_tour_def* def, int32_t* order_out,
                      double* cost_out) {
    if (!costs || !def || !order_out || !cost_out) return WEND_ERROR_ARGUMENT;
    if (def->cookie != WENDI_COOKIE) return WEND_ERROR_DEF;
    if (stop_count < 1 || !is_valid(stop_count, def)) return WEND_ERROR_ARGUMENT;
    if (stop_count > WEND_MAX_STOPS) return WEND_ERROR_LIMIT;
    double greatest;
    wend_result result = wendi_fixed_check(costs, (size_t)stop_count * (size_t)stop_count, &greatest);
    if (result != WEND_OK) return result;
    tour t = {.stops = stop_count, .count = stop_count + !def->closed, .seed = 1};
    t.allocator = wendi_owner_begin(&t.owner, NULL);
    if (!begin(&t)) result = WEND_ERROR_MEMORY;
    if (result == WEND_OK) {
        set_costs(&t, costs, stop_count, def, wendi_fixed_scale(greatest, stop_count));
        if (stop_count <= MOST_EXACT)
            result = solve_exactly(&t);
        else
            solve_nearly(&t, def);
    }
    if (result == WEND_OK) write_tour(&t, costs, stop_count, def, order_out, cost_out);
    wendi_owner_end(&t.owner);
    return result;
}
