// subgoal_graph.c: arcs between subgoals that are visible from each other, and their contraction.
#include "subgoals/subgoal_graph.h"

#include <stdlib.h>

#include "grid/exits.h"
#include "grid/steps.h"

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
    wendi_visibility_scan scan = {.visible = {.allocator = map->allocator}};
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
    wendi_visible_list_free(&scan.visible);
    if (result == WEND_OK && out->count > 1) qsort(out->data, (size_t)out->count, sizeof *out->data, by_cost);
    return result;
}

// Adds arcs between visible pairs, short ones first, unless a path of two arcs costs no more.
static wend_result add_arcs(wendi_contraction* c, const visible_pair_list* pairs) {
    wend_result result = WEND_OK;
    for (int64_t i = 0; i < pairs->count && result == WEND_OK; i++) {
        const visible_pair* s = &pairs->data[i];
        if (i > 0 && by_cost(s, s - 1) == 0) continue; // found from both ends
        if (wendi_contraction_has_two_arcs(c, s->a, s->b, s->cost)) continue;
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
    uint32_t* rank = wendi_alloc(allocator, count + 1, sizeof *rank);
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
    wendi_free(allocator, rank, count + 1, sizeof *rank);
    return whole ? WEND_OK : WEND_ERROR_MEMORY;
}

// most: arcs.
static wend_result contract(wendi_subgoal_graph* graph, int64_t most, wend_progress_fn* progress_opt,
                            void* context) {
    enum { PAIRS_PER_ARC = 16 }; // most are replaced by nearer ones
    wend_tile* tiles = wendi_subgoal_tiles(&graph->map);
    if (!tiles) return WEND_ERROR_MEMORY;
    visible_pair_list pairs = {.allocator = graph->allocator};
    wendi_contraction contraction;
    wend_result result = wendi_contraction_begin(&contraction, graph->map.count, &graph->allocator);
    if (result == WEND_OK) result = find_visible_pairs(&graph->map, tiles, most * PAIRS_PER_ARC, &pairs);
    if (result == WEND_OK) result = add_arcs(&contraction, &pairs);
    visible_pair_list_free(&pairs);
    if (result == WEND_OK) result = wendi_contraction_run(&contraction, 2 * most, progress_opt, context);
    if (result == WEND_OK && contraction.arc_count > most) result = WEND_ERROR_LIMIT;
    if (result == WEND_OK) result = take_over(graph, &contraction, tiles);
    wendi_contraction_free(&contraction);
    wendi_free(&graph->allocator, tiles, (size_t)graph->map.count + 1, sizeof *tiles);
    return result;
}

wend_result wendi_subgoal_graph_make(const wend_grid* grid, size_t most_bytes,
                                     const wend_allocator* allocator, wend_progress_fn* progress_opt,
                                     void* context, wendi_subgoal_graph** out) {
    enum { BYTES_EACH = 2 * sizeof(wendi_subgoal) + sizeof(wend_tile) + sizeof(uint32_t) };
    WENDI_ASSERT(wendi_subgoals_fit(grid));
    wendi_subgoal_graph* graph = wendi_alloc_zeroed(allocator, 1, sizeof *graph);
    if (!graph) return WEND_ERROR_MEMORY;
    graph->allocator = *allocator;
    wend_result result =
        wendi_subgoal_map_make(grid, (int64_t)(most_bytes / BYTES_EACH), allocator, &graph->map);
    if (result != WEND_OK) {
        wendi_free(allocator, graph, 1, sizeof *graph);
        return result;
    }
    const size_t used = sizeof *graph + wendi_subgoal_map_bytes(&graph->map) +
                        ((size_t)graph->map.count + 1) * (BYTES_EACH - 2 * sizeof(wendi_subgoal));
    if (used > most_bytes) result = WEND_ERROR_LIMIT;
    if (result == WEND_OK)
        result = contract(graph, (int64_t)((most_bytes - used) / sizeof *graph->arcs), progress_opt, context);
    if (result == WEND_OK)
        *out = graph;
    else
        wendi_subgoal_graph_free(graph);
    return result;
}

void wendi_subgoal_graph_free(wendi_subgoal_graph* graph) {
    if (!graph) return;
    const wend_allocator allocator = graph->allocator;
    const size_t count = (size_t)graph->map.count;
    wendi_free(&allocator, graph->tiles, count + 1, sizeof *graph->tiles);
    wendi_free(&allocator, graph->arcs, graph->arc_count + 1, sizeof *graph->arcs);
    wendi_free(&allocator, graph->first_arc, count + 1, sizeof *graph->first_arc);
    wendi_subgoal_map_free(&graph->map);
    wendi_free(&allocator, graph, 1, sizeof *graph);
}

size_t wendi_subgoal_graph_bytes(const wendi_subgoal_graph* graph) {
    if (!graph) return 0;
    const size_t count = (size_t)graph->map.count;
    return sizeof *graph + wendi_subgoal_map_bytes(&graph->map) +
           (count + 1) * (sizeof *graph->tiles + sizeof *graph->first_arc) +
           (graph->arc_count + 1) * sizeof *graph->arcs;
}

const wendi_arc* wendi_subgoal_arc(const wendi_subgoal_graph* graph, uint32_t a, uint32_t b) {
    const uint32_t low = a < b ? a : b, high = a < b ? b : a;
    for (uint32_t i = graph->first_arc[low]; i < graph->first_arc[low + 1]; i++)
        if (graph->arcs[i].to == high) return &graph->arcs[i];
    return NULL;
}
