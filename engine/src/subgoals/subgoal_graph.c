// subgoal_graph.c: which arcs join subgoals, and in which order are subgoals contracted?
#include "subgoals/subgoal_graph.h"

#include <stdlib.h>

#include "grid/exit_pages.h"
#include "grid/steps.h"

#define WENDI_DIAGONALS_LAST WENDI_NO_MIDDLE

// ---- a contraction hierarchy
//
// The order is found on the way: nodes wait in a queue by the shortcut arcs they would need, and are updated
// lazily, when their turn comes.

// How many nodes the witness search expands before a shortcut arc is added all the same: a superfluous one
// does no harm. Fewer are enough to order the nodes.
enum { WITNESS_TO_ORDER = 8, WITNESS_TO_CONTRACT = 200 };

wend_result wendi_contraction_begin(wendi_contraction* c, int32_t count, const wend_allocator* allocator) {
    const size_t size = (size_t)count + 1;
    *c = (wendi_contraction){.allocator = *allocator, .count = count};
    c->queue.allocator = c->search.allocator = *allocator;
    c->arcs = wendi_alloc_zeroed(allocator, size, sizeof *c->arcs);
    c->order = wendi_alloc_zeroed(allocator, size, sizeof *c->order);
    c->depth = wendi_alloc_zeroed(allocator, size, sizeof *c->depth);
    c->cost = wendi_alloc_zeroed(allocator, size, sizeof *c->cost);
    c->seen = wendi_alloc_zeroed(allocator, size, sizeof *c->seen);
    const bool whole = c->arcs && c->order && c->depth && c->cost && c->seen;
    return whole ? WEND_OK : WEND_ERROR_MEMORY;
}

// ---- arcs

static wendi_arc* arc_between(const wendi_contraction* c, uint32_t from, uint32_t to) {
    wendi_arcs* arcs = &c->arcs[from];
    for (int32_t i = 0; i < arcs->count; i++)
        if (arcs->data[i].to == to) return &arcs->data[i];
    return NULL;
}

static wend_result add_arc(wendi_contraction* c, uint32_t from, wendi_arc arc) {
    wendi_arcs* arcs = &c->arcs[from];
    if (!WENDI_ROOM_FOR_ONE(&c->allocator, arcs->data, arcs->capacity, arcs->count)) return WEND_ERROR_MEMORY;
    arcs->data[arcs->count++] = arc;
    c->arc_count++;
    return WEND_OK;
}

wend_result wendi_contraction_add_arc(wendi_contraction* c, uint32_t a, uint32_t b, uint32_t cost,
                                      uint32_t there, uint32_t back) {
    WENDI_ASSERT(a != b && a < (uint32_t)c->count && b < (uint32_t)c->count);
    WENDI_ASSERT(there >= WENDI_NO_MIDDLE && back >= WENDI_NO_MIDDLE);
    const wend_result result = add_arc(c, a, (wendi_arc){b, cost, there});
    return result == WEND_OK ? add_arc(c, b, (wendi_arc){a, cost, back}) : result;
}

// Adds a shortcut arc over a contracted node, or lowers the cost of the arc that is there.
static wend_result add_shortcut(wendi_contraction* c, uint32_t a, uint32_t b, wend_cost cost,
                                uint32_t middle) {
    if (cost > INT32_MAX) return WEND_ERROR_LIMIT;
    wendi_arc* there = arc_between(c, a, b);
    if (there) {
        wendi_arc* back = arc_between(c, b, a);
        WENDI_ASSERT(back && back->cost == there->cost);
        there->cost = back->cost = (uint32_t)cost;
        there->middle = back->middle = middle;
        return WEND_OK;
    }
    const wend_result result = add_arc(c, a, (wendi_arc){b, (uint32_t)cost, middle});
    return result == WEND_OK ? add_arc(c, b, (wendi_arc){a, (uint32_t)cost, middle}) : result;
}

static void remove_arc(wendi_contraction* c, uint32_t from, uint32_t to) {
    wendi_arcs* arcs = &c->arcs[from];
    wendi_arc* arc = arc_between(c, from, to);
    WENDI_ASSERT(arc);
    *arc = arcs->data[--arcs->count];
    c->arc_count--;
}

// ---- witness search

static void begin_costs(wendi_contraction* c) {
    if (++c->now == 0) { // the query counter wrapped
        for (int32_t i = 0; i < c->count; i++) c->seen[i] = 0;
        c->now = 1;
    }
}

static bool lower(wendi_contraction* c, uint32_t node, wend_cost cost) {
    if (c->seen[node] == c->now && c->cost[node] <= cost) return false;
    c->seen[node] = c->now;
    c->cost[node] = cost;
    return true;
}

// True when a path of two arcs between two nodes costs no more than given.
static bool contraction_has_two_arcs(wendi_contraction* c, uint32_t a, uint32_t b, wend_cost cost) {
    begin_costs(c);
    for (int32_t i = 0; i < c->arcs[a].count; i++) lower(c, c->arcs[a].data[i].to, c->arcs[a].data[i].cost);
    for (int32_t i = 0; i < c->arcs[b].count; i++) {
        const wendi_arc* arc = &c->arcs[b].data[i];
        if (c->seen[arc->to] == c->now && c->cost[arc->to] + arc->cost <= cost) return true;
    }
    return false;
}

// Finds the costs of paths from a node that avoid another one, by an early-terminated Dijkstra search.
static wend_result search_witness(wendi_contraction* c, uint32_t from, uint32_t avoided, wend_cost farthest,
                                  int32_t nodes) {
    begin_costs(c);
    lower(c, from, 0);
    c->search.count = 0;
    wend_result result = wendi_heap_push(&c->search, 0, from);
    while (result == WEND_OK && c->search.count > 0 && nodes-- > 0) {
        const wendi_heap_entry at = wendi_heap_pop(&c->search);
        if (at.key > c->cost[at.item]) continue;
        if (at.key > farthest) break;
        const wendi_arcs* arcs = &c->arcs[at.item];
        for (int32_t i = 0; i < arcs->count && result == WEND_OK; i++) {
            const wend_cost cost = at.key + arcs->data[i].cost;
            const uint32_t to = arcs->data[i].to;
            if (to == avoided || cost > farthest || !lower(c, to, cost)) continue;
            result = wendi_heap_push(&c->search, cost, to);
        }
    }
    return result;
}

// Counts the shortcut arcs that contracting a node needs, and adds them if wanted.
static wend_result add_shortcuts(wendi_contraction* c, uint32_t node, bool add, int32_t* count_out) {
    wend_result result = WEND_OK;
    *count_out = 0;
    for (int32_t i = 0; i + 1 < c->arcs[node].count && result == WEND_OK; i++) {
        const wendi_arc first = c->arcs[node].data[i];
        wend_cost farthest = 0;
        for (int32_t k = i + 1; k < c->arcs[node].count; k++)
            farthest = c->arcs[node].data[k].cost > farthest ? c->arcs[node].data[k].cost : farthest;
        farthest += first.cost;
        result = search_witness(c, first.to, node, farthest, add ? WITNESS_TO_CONTRACT : WITNESS_TO_ORDER);
        for (int32_t k = i + 1; k < c->arcs[node].count && result == WEND_OK; k++) {
            const wendi_arc second = c->arcs[node].data[k];
            const wend_cost cost = (wend_cost)first.cost + second.cost;
            if (c->seen[second.to] == c->now && c->cost[second.to] <= cost) continue;
            ++*count_out;
            if (add) result = add_shortcut(c, first.to, second.to, cost, node);
        }
    }
    return result;
}

// ---- the order

static wend_result enqueue(wendi_contraction* c, uint32_t node) {
    int32_t added;
    wend_result result = add_shortcuts(c, node, false, &added);
    if (result != WEND_OK) return result;
    enum { SHORTCUTS = 3000, DEPTH = 1000 }; // weights; whole numbers, so that all machines agree
    const wend_cost key =
        (wend_cost)SHORTCUTS * added / (c->arcs[node].count + 1) + (wend_cost)DEPTH * c->depth[node];
    return wendi_heap_push(&c->queue, key, node);
}

static int by_target(const void* a, const void* b) {
    const uint32_t x = ((const wendi_arc*)a)->to, y = ((const wendi_arc*)b)->to;
    return x < y ? -1 : x > y;
}

static wend_result contract_node(wendi_contraction* c, uint32_t node) {
    int32_t added;
    const wend_result result = add_shortcuts(c, node, true, &added);
    if (result != WEND_OK) return result;
    const wendi_arcs* arcs = &c->arcs[node];
    for (int32_t i = 0; i < arcs->count; i++) {
        const uint32_t to = arcs->data[i].to;
        remove_arc(c, to, node);
        if (c->depth[to] <= c->depth[node]) c->depth[to] = c->depth[node] + 1;
    }
    if (arcs->count > 1) qsort(arcs->data, (size_t)arcs->count, sizeof *arcs->data, by_target);
    return WEND_OK;
}

wend_result wendi_contraction_run(wendi_contraction* c, int64_t most, wend_progress_fn* progress_opt,
                                  void* context) {
    enum { NODES_PER_REPORT = 64 };
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < c->count && result == WEND_OK; i++) result = enqueue(c, (uint32_t)i);
    for (int32_t rank = 0; rank < c->count && result == WEND_OK;) {
        const uint32_t node = wendi_heap_pop(&c->queue).item;
        if (c->queue.count > 0) {
            result = enqueue(c, node);
            if (result != WEND_OK || c->queue.entries[0].item != node) continue;
            wendi_heap_pop(&c->queue);
        }
        result = contract_node(c, node);
        c->order[rank++] = node;
        if (result == WEND_OK && c->arc_count > most) result = WEND_ERROR_LIMIT;
        if (rank % NODES_PER_REPORT == 0 && progress_opt && result == WEND_OK &&
            !progress_opt((double)rank / c->count, context))
            result = WEND_ERROR_CANCELLED;
    }
    return result;
}

// ---- arcs between subgoals that are visible from each other, and their contraction

bool wendi_subgoals_fit(const wend_grid* grid) {
    return grid->connectivity == WEND_CONNECTIVITY_8 && wendi_has_uniform_cost(grid) &&
           grid->links.count == 0 && !wendi_has_closed_steps(grid);
}

// ---- arcs between subgoals

typedef struct visible_pair {
    uint32_t a, b; // a < b
    bool from_b;   // found from b: a run from there begins with its diagonal steps
    wend_cost cost;
} visible_pair;
WENDI_LIST(visible_pair_list, visible_pair);
WENDI_LIST_FUNCTIONS(visible_pair_list, visible_pair)

static int by_cost(const void* p, const void* q) {
    const visible_pair *a = p, *b = q;
    if (a->cost != b->cost) return a->cost < b->cost ? -1 : 1;
    if (a->a != b->a) return a->a < b->a ? -1 : 1;
    return a->b < b->b ? -1 : a->b > b->b;
}

// Adds the subgoals visible from one, where a path over it can use them.
static wend_result add_visible_pairs(const wendi_visible_list* visible, const wend_tile* tiles, uint32_t from,
                                     uint32_t corners, int64_t most, visible_pair_list* out) {
    wend_result result = WEND_OK;
    for (int64_t i = 0; i < visible->count && result == WEND_OK; i++) {
        const wendi_visible* s = &visible->data[i];
        if (!wendi_can_bend(corners, tiles[s->rank].x - tiles[from].x, tiles[s->rank].y - tiles[from].y))
            continue;
        const bool up = from < s->rank;
        result = visible_pair_list_push(
            out, (visible_pair){up ? from : s->rank, up ? s->rank : from, !up, s->cost});
        if (result == WEND_OK && out->count > most) result = WEND_ERROR_LIMIT;
    }
    return result;
}

static wend_result find_visible_pairs(const wendi_subgoal_map* map, const wend_tile* tiles, int64_t most,
                                      visible_pair_list* out) {
    wendi_visibility_scan scan = {.visible = {.allocator = out->allocator}};
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < map->count && result == WEND_OK; i++) {
        const uint32_t corners = map->by_row.subgoals[i].corners;
        result = wendi_scan_begin(&scan, map, tiles[i]);
        if (result == WEND_OK)
            result = add_visible_pairs(&scan.visible, tiles, (uint32_t)i, corners, most, out);
        if (result == WEND_OK) result = wendi_scan_on(&scan, map, tiles[i], WENDI_ANY_COST);
        if (result == WEND_OK)
            result = add_visible_pairs(&scan.visible, tiles, (uint32_t)i, corners, most, out);
    }
    if (result == WEND_OK && out->count > 1) qsort(out->data, (size_t)out->count, sizeof *out->data, by_cost);
    return result;
}

// Adds arcs between visible pairs, short ones first, unless a path of two arcs costs no more.
static wend_result add_arcs(wendi_contraction* c, const visible_pair_list* pairs) {
    wend_result result = WEND_OK;
    for (int64_t i = 0; i < pairs->count && result == WEND_OK; i++) {
        const visible_pair* s = &pairs->data[i];
        if (i > 0 && by_cost(s, s - 1) == 0) continue; // found from both ends
        if (contraction_has_two_arcs(c, s->a, s->b, s->cost)) continue;
        if (s->cost > INT32_MAX) return WEND_ERROR_LIMIT;
        const uint32_t first = WENDI_DIAGONALS_FIRST, last = WENDI_DIAGONALS_LAST;
        result = wendi_contraction_add_arc(c, s->a, s->b, (uint32_t)s->cost, s->from_b ? last : first,
                                           s->from_b ? first : last);
    }
    return result;
}

// ---- the graph

// Copies the arcs and numbers the subgoals by rank.
static wend_result take_over(wendi_subgoal_graph* graph, const wendi_contraction* c, const wend_tile* tiles) {
    const wend_allocator* allocator = &graph->allocator;
    const size_t count = (size_t)c->count;
    uint32_t* rank = wendi_alloc(&c->allocator, count + 1, sizeof *rank);
    graph->tiles = wendi_alloc(allocator, count + 1, sizeof *graph->tiles);
    graph->first_arc = wendi_alloc_zeroed(allocator, count + 1, sizeof *graph->first_arc);
    graph->arc_count = (size_t)c->arc_count;
    graph->arcs = wendi_alloc(allocator, graph->arc_count + 1, sizeof *graph->arcs);
    const bool whole = rank && graph->tiles && graph->first_arc && graph->arcs;
    for (size_t i = 0; whole && i < count; i++) rank[c->order[i]] = (uint32_t)i;
    uint32_t at = 0;
    for (size_t i = 0; whole && i < count; i++) {
        const wendi_arcs* arcs = &c->arcs[c->order[i]];
        graph->tiles[i] = tiles[c->order[i]];
        graph->first_arc[i] = at;
        for (int32_t k = 0; k < arcs->count; k++) {
            wendi_arc arc = arcs->data[k];
            arc.to = rank[arc.to];
            if (arc.middle < WENDI_NO_MIDDLE) arc.middle = rank[arc.middle];
            WENDI_ASSERT(arc.to > i && (arc.middle >= WENDI_NO_MIDDLE || arc.middle < i));
            graph->arcs[at++] = arc;
        }
        graph->first_arc[i + 1] = at;
        wendi_subgoal *in_row = &graph->map.by_row.subgoals[i],
                      *in_column = &graph->map.by_column.subgoals[i];
        in_row->rank = rank[in_row->rank] & WENDI_MAX_SUBGOALS;
        in_column->rank = rank[in_column->rank] & WENDI_MAX_SUBGOALS;
    }
    return whole ? WEND_OK : WEND_ERROR_MEMORY;
}

// most: arcs.
static wend_result contract(wendi_subgoal_graph* graph, int64_t most, wend_progress_fn* progress_opt,
                            void* context) {
    enum { PAIRS_PER_ARC = 16 }; // most are replaced by nearer ones
    if (most > INT64_MAX / PAIRS_PER_ARC) most = INT64_MAX / PAIRS_PER_ARC; // there is no limit
    wendi_owner owner;
    const wend_allocator scratch = wendi_owner_begin(&owner, &graph->owner.from);
    wend_tile* tiles = wendi_subgoal_tiles(&graph->map, &scratch);
    visible_pair_list pairs = {.allocator = scratch};
    wendi_contraction contraction;
    wend_result result =
        tiles ? wendi_contraction_begin(&contraction, graph->map.count, &scratch) : WEND_ERROR_MEMORY;
    if (result == WEND_OK) result = find_visible_pairs(&graph->map, tiles, most * PAIRS_PER_ARC, &pairs);
    if (result == WEND_OK) result = add_arcs(&contraction, &pairs);
    visible_pair_list_free(&pairs);
    if (result == WEND_OK) result = wendi_contraction_run(&contraction, 2 * most, progress_opt, context);
    if (result == WEND_OK && contraction.arc_count > most) result = WEND_ERROR_LIMIT;
    if (result == WEND_OK) result = take_over(graph, &contraction, tiles);
    wendi_owner_end(&owner);
    return result;
}

static wendi_subgoal_graph* create(const wend_allocator* allocator) {
    wendi_subgoal_graph* graph = wendi_owner_create(allocator, sizeof *graph);
    if (!graph) return NULL;
    graph->allocator = wendi_owned_by(&graph->owner);
    atomic_init(&graph->uses, 1);
    return graph;
}

wend_result wendi_subgoal_graph_make(const wend_grid* grid, size_t most_bytes,
                                     const wend_allocator* allocator, wend_progress_fn* progress_opt,
                                     void* context, wendi_subgoal_graph** out) {
    enum { BYTES_EACH = 2 * sizeof(wendi_subgoal) + sizeof(wend_tile) + sizeof(uint32_t) };
    WENDI_ASSERT(wendi_subgoals_fit(grid));
    wendi_subgoal_graph* graph = create(allocator);
    if (!graph) return WEND_ERROR_MEMORY;
    wend_result result =
        wendi_subgoal_map_make(grid, (int64_t)(most_bytes / BYTES_EACH), &graph->allocator, &graph->map);
    graph->count = graph->map.count;
    const size_t used =
        graph->owner.bytes + ((size_t)graph->map.count + 1) * (BYTES_EACH - 2 * sizeof(wendi_subgoal));
    if (result == WEND_OK && used > most_bytes) result = WEND_ERROR_LIMIT;
    if (result == WEND_OK)
        result = contract(graph, (int64_t)((most_bytes - used) / sizeof *graph->arcs), progress_opt, context);
    if (result == WEND_OK)
        *out = graph;
    else
        wendi_subgoal_graph_free(graph);
    return result;
}

wendi_subgoal_graph* wendi_subgoal_graph_keep(wendi_subgoal_graph* graph) {
    if (graph) atomic_fetch_add_explicit(&graph->uses, 1, memory_order_relaxed);
    return graph;
}

// ---- a graph from a file

wendi_subgoal_graph* wendi_subgoal_graph_new(const wend_allocator* allocator, int32_t count,
                                             size_t arc_count) {
    wendi_subgoal_graph* graph = create(allocator);
    if (!graph) return NULL;
    graph->count = count;
    graph->arc_count = arc_count;
    graph->tiles = wendi_alloc(&graph->allocator, (size_t)count + 1, sizeof *graph->tiles);
    graph->first_arc = wendi_alloc(&graph->allocator, (size_t)count + 1, sizeof *graph->first_arc);
    graph->arcs = wendi_alloc(&graph->allocator, arc_count + 1, sizeof *graph->arcs);
    if (graph->tiles && graph->first_arc && graph->arcs) return graph;
    wendi_subgoal_graph_free(graph);
    return NULL;
}

// Every subgoal of the map has exactly one rank.
static wend_result take_ranks(wendi_subgoal_graph* graph) {
    const size_t words = (size_t)graph->count / 64 + 1;
    uint64_t* seen = wendi_alloc_zeroed(&graph->allocator, words, sizeof *seen);
    if (!seen) return WEND_ERROR_MEMORY;
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < graph->count && result == WEND_OK; i++) {
        const int32_t number = wendi_subgoal_rank(&graph->map, graph->tiles[i], (uint32_t)i);
        if (number < 0 || seen[number / 64] >> number % 64 & 1)
            result = WEND_ERROR_FORMAT;
        else
            seen[number / 64] |= (uint64_t)1 << number % 64;
    }
    wendi_free(&graph->allocator, seen, words, sizeof *seen);
    return result;
}

// A run that is free, or two arcs over a subgoal of lower rank than both ends; the cost is theirs.
static bool is_possible(const wendi_subgoal_graph* graph, uint32_t from, const wendi_arc* arc) {
    if (arc->middle >= WENDI_NO_MIDDLE)
        return arc->cost == wendi_octile_cost(&graph->map, graph->tiles[from], graph->tiles[arc->to]) &&
               wendi_run_is_free(&graph->map.lines, graph->tiles[from], graph->tiles[arc->to],
                                 arc->middle == WENDI_DIAGONALS_FIRST);
    if (arc->middle >= from) return false;
    const wendi_arc *back = wendi_subgoal_arc(graph, arc->middle, from),
                    *on = wendi_subgoal_arc(graph, arc->middle, arc->to);
    return back && on && (uint64_t)back->cost + on->cost == arc->cost;
}

static bool has_possible_arcs(const wendi_subgoal_graph* graph) {
    const uint32_t count = (uint32_t)graph->count;
    const uint32_t* first = graph->first_arc;
    if (first[0] != 0 || first[count] != graph->arc_count) return false;
    for (uint32_t i = 0; i < count; i++)
        if (first[i] > first[i + 1]) return false;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t at = first[i]; at < first[i + 1]; at++)
            if (graph->arcs[at].to <= i || graph->arcs[at].to >= count) return false;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t at = first[i]; at < first[i + 1]; at++)
            if (!is_possible(graph, i, &graph->arcs[at])) return false;
    return true;
}

wend_result wendi_subgoal_graph_complete(wendi_subgoal_graph* graph, const wend_grid* grid) {
    wendi_subgoal_map map;
    if (!wendi_subgoals_fit(grid)) return WEND_ERROR_FORMAT;
    wend_result result = wendi_subgoal_map_make(grid, graph->count, &graph->allocator, &map);
    if (result != WEND_OK) return result == WEND_ERROR_LIMIT ? WEND_ERROR_FORMAT : result;
    graph->map = map;
    if (map.count != graph->count) return WEND_ERROR_FORMAT;
    result = take_ranks(graph);
    return result != WEND_OK || has_possible_arcs(graph) ? result : WEND_ERROR_FORMAT;
}

void wendi_subgoal_graph_free(wendi_subgoal_graph* graph) {
    if (graph && atomic_fetch_sub_explicit(&graph->uses, 1, memory_order_acq_rel) == 1)
        wendi_owner_destroy(&graph->owner);
}
