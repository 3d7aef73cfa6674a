// flat_search.c: which form of the flat search answers a query, and which tiles are on the path it found?
#include "search/flat_search.h"

#include "search/flat_steps.h"

enum { EXPANSIONS_PER_CANCEL_CHECK = 1 << 14 };

void wendi_flat_init(wendi_flat* flat, const wend_allocator* allocator) {
    wendi_node_store_init(&flat->nodes, allocator);
    wendi_bucket_queue_init(&flat->buckets, allocator);
    flat->heap = (wendi_heap){.allocator = *allocator};
    flat->cancel = (wendi_cancel){NULL, NULL};
    flat->observer = (wend_search_observer){NULL, NULL};
    wendi_flat_links_init(&flat->links, allocator);
}

void wendi_flat_free(wendi_flat* flat) {
    wendi_node_store_free(&flat->nodes);
    wendi_bucket_queue_free(&flat->buckets);
    wendi_heap_free(&flat->heap);
    wendi_flat_links_free(&flat->links);
}

size_t wendi_flat_bytes(const wendi_flat* flat) {
    return wendi_node_store_bytes(&flat->nodes) + wendi_bucket_queue_bytes(&flat->buckets) +
           flat->heap.capacity * sizeof *flat->heap.entries + wendi_flat_links_bytes(&flat->links);
}

wend_result wendi_flat_reset(wendi_flat* flat, const wend_grid* grid, bool restricted) {
    return wendi_node_store_reset(&flat->nodes, grid, restricted ? WENDI_NODE_FORBIDDEN : WENDI_NODE_UNSEEN);
}

wend_result wendi_flat_allow(wendi_flat* flat, wend_rect area) {
    WENDI_ASSERT(flat->nodes.initial == WENDI_NODE_FORBIDDEN);
    for (int32_t y = area.y; y < area.y + area.height; y++) {
        for (int32_t x = area.x; x < area.x + area.width; x++) {
            wendi_node* node = wendi_node_at(&flat->nodes, wendi_node_index(&flat->nodes, (wend_tile){x, y}));
            if (!node) return flat->nodes.failure;
            wendi_node_set(node, WENDI_NODE_UNSEEN);
        }
    }
    return WEND_OK;
}

bool wendi_flat_is_fast(const wendi_flat_query* query) {
    const wendi_heuristic* h = &query->heuristic;
    return query->cluster_size == 0 && !query->goals && !query->greedy && !query->hex_diagonals &&
           wendi_heuristic_is_linear(h) && !h->inflated;
}

static bool runs_fast(const wendi_flat* flat) {
    return wendi_flat_is_fast(&flat->query) && !wendi_is_observed(&flat->observer) &&
           flat->nodes.grid->links.count == 0;
}

wend_result wendi_flat_begin(wendi_flat* flat, const wend_grid* grid, const wendi_flat_query* query,
                             wend_stats* stats) {
    WENDI_ASSERT(wendi_is_passable(grid, query->start.x, query->start.y));
    WENDI_ASSERT(flat->nodes.grid == grid);
    flat->query = *query;
    flat->reached = query->goal;
    flat->proven = INT64_MAX;
    wendi_step_table_init(&flat->table, grid, query->count_steps);
    return runs_fast(flat) ? wendi_flat_open_fast(flat, stats) : wendi_flat_open_general(flat, stats);
}

wend_result wendi_flat_run(wendi_flat* flat, int64_t max_expansions, bool* done_out, bool* found_out,
                           wend_stats* stats) {
    const bool fast = runs_fast(flat);
    const int64_t end =
        max_expansions < INT64_MAX - stats->expanded ? stats->expanded + max_expansions : INT64_MAX;
    *done_out = *found_out = false;
    while (!*done_out && stats->expanded < end) {
        const int64_t check =
            (stats->expanded / EXPANSIONS_PER_CANCEL_CHECK + 1) * EXPANSIONS_PER_CANCEL_CHECK;
        const int64_t until = check < end ? check : end;
        wend_result result = fast ? wendi_flat_run_fast(flat, until, done_out, found_out, stats)
                                  : wendi_flat_run_general(flat, until, done_out, found_out, stats);
        if (result != WEND_OK) return result;
        if (!*done_out && stats->expanded == check && wendi_is_cancelled(&flat->cancel))
            return WEND_ERROR_CANCELLED;
    }
    return WEND_OK;
}

wend_result wendi_flat_search(wendi_flat* flat, const wend_grid* grid, const wendi_flat_query* query,
                              bool* found_out, wend_stats* stats) {
    bool done;
    wend_result result = wendi_flat_begin(flat, grid, query, stats);
    return result == WEND_OK ? wendi_flat_run(flat, INT64_MAX, &done, found_out, stats) : result;
}

// The tile that a tile on the path was reached from. *link_out: the index of the link between them; -1: a
// step.
static wend_tile tile_before(wendi_flat* flat, wend_tile tile, int32_t* link_out) {
    wendi_node node = *wendi_node_at(&flat->nodes, wendi_node_index(&flat->nodes, tile));
    // The trace over twelve ways may prefer an open tile to a closed one that costs the same, and a tile of
    // the path may have been reopened.
    WENDI_ASSERT(
        wendi_node_state(node) == WENDI_CLOSED ||
        ((flat->query.hex_diagonals || flat->query.reopens) && wendi_node_state(node) == WENDI_OPEN));
    const wend_grid* grid = flat->nodes.grid;
    *link_out =
        grid->links.count > 0 ? wendi_flat_link_into(&flat->links, grid, tile, wendi_node_cost(node)) : -1;
    if (*link_out >= 0) return grid->links.data[*link_out].from;
    if (flat->query.hex_diagonals) return wendi_hex_tile_before(&flat->nodes, tile, flat->query.count_steps);
    wend_tile step = wendi_direction[wendi_node_direction(node)];
    return (wend_tile){tile.x - step.x, tile.y - step.y};
}

// Two passes, so that the list grows once: the first counts, the second fills from the back.
wend_result wendi_flat_walk_back(wendi_flat* flat, wend_tile start, wend_tile goal, wendi_tile_list* out,
                                 wendi_path_link_list* links) {
    out->count = links->count = 0;
    return wendi_flat_walk_back_on(flat, start, goal, out, links);
}

wend_result wendi_flat_walk_back_on(wendi_flat* flat, wend_tile start, wend_tile goal, wendi_tile_list* out,
                                    wendi_path_link_list* links) {
    const int64_t first = out->count > 0 ? out->count - 1 : 0, first_link = links->count;
    int64_t count = first + 1;
    int32_t link;
    for (wend_tile at = goal; at.x != start.x || at.y != start.y; count++) at = tile_before(flat, at, &link);
    wend_result result = wendi_tile_list_reserve(out, count);
    if (result != WEND_OK) return result;
    out->count = count;
    out->data[--count] = goal;
    for (; count > first && result == WEND_OK; count--) {
        out->data[count - 1] = tile_before(flat, out->data[count], &link);
        if (link < 0) continue;
        result = wendi_path_link_list_push(
            links, (wend_path_link){flat->nodes.grid->links.data[link].id, (int32_t)(count - 1), 0});
    }
    if (result != WEND_OK) return result;
    wendi_path_link_list_reverse_from(links, first_link);
    WENDI_ASSERT(out->data[first].x == start.x && out->data[first].y == start.y);
    return WEND_OK;
}
