// contraction.c: a contraction hierarchy. The order is found on the way: nodes wait in a queue by the
// shortcuts they would need, and are updated lazily, when their turn comes.
#include "subgoals/contraction.h"

#include <stdlib.h>

// How many nodes the witness search expands before a shortcut is added all the same: a superfluous one does
// no harm. Fewer are enough to order the nodes.
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

void wendi_contraction_free(wendi_contraction* c) {
    const wend_allocator* a = &c->allocator;
    const size_t size = (size_t)c->count + 1;
    for (int32_t i = 0; c->arcs && i < c->count; i++)
        wendi_free(a, c->arcs[i].data, c->arcs[i].capacity, sizeof *c->arcs[i].data);
    wendi_free(a, c->arcs, size, sizeof *c->arcs);
    wendi_free(a, c->order, size, sizeof *c->order);
    wendi_free(a, c->depth, size, sizeof *c->depth);
    wendi_free(a, c->cost, size, sizeof *c->cost);
    wendi_free(a, c->seen, size, sizeof *c->seen);
    wendi_heap_free(&c->queue);
    wendi_heap_free(&c->search);
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
    wendi_arc* data = wendi_grow(&c->allocator, arcs->data, &arcs->capacity, (size_t)arcs->count,
                                 (size_t)arcs->count + 1, sizeof *data);
    if (!data) return WEND_ERROR_MEMORY;
    arcs->data = data;
    data[arcs->count++] = arc;
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

// Adds a shortcut over a contracted node, or lowers the cost of the arc that is there.
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

bool wendi_contraction_has_two_arcs(wendi_contraction* c, uint32_t a, uint32_t b, wend_cost cost) {
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

// Counts the shortcuts that contracting a node needs, and adds them if wanted.
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
