// flat_general.c: how does the flat search run with any heuristic and weight, within a corridor, or observed?
//
// Invariant: a node that was reached holds the cost and the last step of a path to its tile that leads over
// closed tiles. How good that path is depends on the heuristic:
//
// - consistent: a closed node holds the least cost, as in flat_fast.c;
// - admissible, but not consistent (by rounding its square root, WEND_EUCLIDEAN may be on very large maps): a
//   cheaper path re-opens a closed tile. The buckets raise each key to the key taken last (pathmax, Mero
//   1984), which keeps the optimum;
// - inflated (a weight above 1, or WEND_MANHATTAN with diagonal moves): gives up the optimum for speed. Keys
//   fall from step to step, and raised keys would make the search depth-first: so the open list is the heap.
//   Closed tiles stay closed (Likhachev, Gordon, Thrun 2003), for re-opening would expand tiles hundreds of
//   times. Each tile is expanded at most once, and the path costs at most the optimum times the inflation.
//   A query may ask for re-opening all the same, and for a search that goes on after the goal is closed. It
//   then expands every tile whose cost so far is below that of the goal at its least cost. No step costs less
//   than nothing, so what is left cannot lead to a cheaper path: the path is the optimum;
// - greedy: keys are the heuristic alone, which falls and rises. The rules are those of an inflated one, but
//   nothing bounds the cost of the path.
#include "grid/links.h"
#include "search/flat_search.h"

#include "search/flat_steps.h"

typedef struct context {
    wendi_flat* flat;
    const wendi_flat_query* query;
    wend_stats* stats;
    bool keys_fall; // an inflated heuristic, or greedy
    bool reopens;
    bool observed;
    bool linked; // the map has links
} context;

// Of a tile whose block is claimed. A greedy search needs no bound: where links leave none, it ignores them.
WENDI_SPECIALISED wend_result heuristic_of(const context* c, wend_tile tile, uint32_t index, wend_cost* out) {
    const wendi_flat_query* query = c->query;
    if (c->linked && !(query->greedy && c->flat->links.bounds.unknown)) {
        wendi_node_block* block = c->flat->nodes.directory[index / WENDI_BLOCK_NODES];
        return wendi_flat_links_heuristic(&c->flat->links, &query->heuristic, block, tile, out);
    }
    *out = query->goals ? wendi_goals_bound(query->goals, &query->heuristic, tile)
                        : wendi_heuristic_between(&query->heuristic, tile, query->goal);
    return WEND_OK;
}

static bool is_goal(const context* c, wend_tile tile) {
    const wendi_flat_query* query = c->query;
    return query->goals ? wendi_goals_find(query->goals, tile) >= 0
                        : tile.x == query->goal.x && tile.y == query->goal.y;
}

WENDI_SPECIALISED wend_result push(const context* c, wend_cost cost, wend_cost heuristic, uint32_t index) {
    const wend_cost key = (c->query->greedy ? 0 : cost) + heuristic;
    c->stats->generated++;
    if (!c->keys_fall && !(c->linked && !wendi_bucket_queue_fits(&c->flat->buckets, key)))
        return wendi_bucket_queue_push(&c->flat->buckets, key, index);
    return c->flat->heap.count < INT32_MAX ? wendi_heap_push(&c->flat->heap, key, index) : WEND_ERROR_LIMIT;
}

// False when the open list is empty, or with an error in *result_io.
WENDI_SPECIALISED bool pop(const context* c, uint32_t* index_out, wend_result* result_io) {
    if (!c->keys_fall) {
        if (c->linked) *result_io = wendi_flat_links_refill(&c->flat->heap, &c->flat->buckets);
        return *result_io == WEND_OK && wendi_bucket_queue_pop(&c->flat->buckets, index_out);
    }
    if (c->flat->heap.count == 0) return false;
    *index_out = wendi_heap_pop(&c->flat->heap).item;
    return true;
}

static void notify(const context* c, wend_event_kind kind, wend_tile tile, wend_tile from, wend_cost cost,
                   wend_cost heuristic) {
    if (c->observed)
        wendi_notify(
            &c->flat->observer,
            (wend_event){.kind = kind, .tile = tile, .from = from, .cost = cost, .heuristic = heuristic});
}

static wend_result notify_closed(const context* c, wend_tile tile, uint32_t index, wendi_node node) {
    if (!c->observed) return WEND_OK;
    const wend_grid* grid = c->flat->nodes.grid;
    const wend_cost cost = wendi_node_cost(node);
    const wend_tile start = c->query->start, step = wendi_direction[wendi_node_direction(node)];
    wend_tile from = {tile.x - step.x, tile.y - step.y};
    int32_t link = c->linked ? wendi_flat_link_into(&c->flat->links, grid, tile, cost) : -1;
    if (link >= 0) from = grid->links.data[link].from;
    if (tile.x == start.x && tile.y == start.y) from = start;
    wend_cost heuristic;
    wend_result result = heuristic_of(c, tile, index, &heuristic);
    if (result == WEND_OK) notify(c, WEND_EVENT_CLOSED, tile, from, cost, heuristic);
    return result;
}

// What it means for a node in this state to be put on the open list.
static wend_event_kind kind_of_push(uint32_t state) {
    return state == WENDI_UNSEEN   ? WEND_EVENT_OPENED
           : state == WENDI_CLOSED ? WEND_EVENT_REOPENED
                                   : WEND_EVENT_IMPROVED;
}

// Does a diagonal step between two allowed tiles lie in the corridor? Next to a crossing of border lines the
// two tiles may belong to two clusters while the step between them lies in a third. That cluster is allowed
// when its inner tile next to the crossing, which no other cluster has, is allowed.
static bool is_within_corridor(wendi_flat* flat, int32_t cluster_size, wend_tile from, wend_tile to) {
    WENDI_ASSERT(from.x != to.x && from.y != to.y);
    int32_t x = wendi_min(from.x, to.x) / cluster_size * cluster_size + 1;
    int32_t y = wendi_min(from.y, to.y) / cluster_size * cluster_size + 1;
    wendi_node* inner = wendi_node_at(&flat->nodes, wendi_node_index(&flat->nodes, (wend_tile){x, y}));
    return inner && wendi_node_state(*inner) != WENDI_FORBIDDEN;
}

// Puts a neighbour on the open list if a path of this cost, with all bits below it set, improves it.
WENDI_SPECIALISED wend_result relax(const context* c, wend_tile from, int32_t direction, wend_tile to,
                                    uint32_t index, wendi_node path) {
    wendi_node* node = wendi_node_at(&c->flat->nodes, index);
    if (!node) return c->flat->nodes.failure;
    if (path >= *node) return WEND_OK;
    if (c->query->cluster_size > 0 && direction >= WENDI_STRAIGHT &&
        !is_within_corridor(c->flat, c->query->cluster_size, from, to))
        return WEND_OK;
    uint32_t state = wendi_node_state(*node);
    WENDI_ASSERT(state != WENDI_FORBIDDEN);
    if (state == WENDI_CLOSED) {
        if (!c->reopens) return WEND_OK;
        c->stats->reopened++;
    }
    wend_cost cost = wendi_node_cost(path), heuristic;
    wend_result result = heuristic_of(c, to, index, &heuristic);
    if (result != WEND_OK) return result;
    notify(c, kind_of_push(state), to, from, cost, heuristic);
    wendi_node_set(node, wendi_node_make(cost, direction, WENDI_OPEN));
    return push(c, cost, heuristic, index);
}

// Relaxes the links that leave a closed tile. A tile that a link improves tries all moves, as the start does.
static wend_result follow_links(const context* c, const wend_grid* grid, wend_tile from, wend_cost cost) {
    wendi_link_search search = wendi_links_at(&grid->links, WENDI_LINK_FROM, from);
    for (int32_t i; (i = wendi_next_link(&search)) >= 0;) {
        const wend_link* link = &grid->links.data[i];
        if (!wendi_link_is_usable(grid, link)) continue;
        uint32_t index = wendi_node_index(&c->flat->nodes, link->to);
        wend_cost arrival = cost + (c->query->count_steps ? 1 : wendi_link_cost(grid, link));
        wendi_node path = wendi_node_make(arrival, 0, 0) | WENDI_NODE_LOW_BITS;
        wendi_node* node = wendi_node_at(&c->flat->nodes, index);
        if (!node) return c->flat->nodes.failure;
        if (path >= *node || (!c->reopens && wendi_node_state(*node) == WENDI_CLOSED)) continue;
        wend_result result = relax(c, from, 0, link->to, index, path);
        if (result != WEND_OK) return result;
        *node &= ~(wendi_node)WENDI_NODE_HOMOGENEOUS;
        c->flat->links.arrivals[i] = arrival;
    }
    return WEND_OK;
}

// Relaxes the steps between two neighbours of a hexagon.
static wend_result follow_hex_diagonals(const context* c, const wend_grid* grid, wend_tile from,
                                        wend_cost cost) {
    wend_result result = WEND_OK;
    for (int32_t k = 0; k < WENDI_HEX_WAYS && result == WEND_OK; k++) {
        wend_tile to;
        if (!wendi_hex_diagonal(grid, from, k, &to)) continue;
        wend_cost path = cost + wendi_hex_diagonal_step(grid, to, c->query->count_steps);
        result = relax(c, from, 0, to, wendi_node_index(&c->flat->nodes, to),
                       wendi_node_make(path, 0, 0) | WENDI_NODE_LOW_BITS);
    }
    return result;
}

static context context_of(wendi_flat* flat, wend_stats* stats) {
    const wendi_flat_query* query = &flat->query;
    const bool keys_fall = query->heuristic.inflated || query->greedy;
    return (context){flat,
                     query,
                     stats,
                     keys_fall,
                     !keys_fall || query->reopens,
                     wendi_is_observed(&flat->observer),
                     flat->nodes.grid->links.count > 0};
}

wend_result wendi_flat_open_general(wendi_flat* flat, wend_stats* stats) {
    const context c = context_of(flat, stats);
    const wendi_flat_query* query = c.query;
    const wend_grid* grid = flat->nodes.grid;
    flat->heap.count = 0;
    if (c.linked) {
        wend_result result = wendi_flat_links_begin(&flat->links, grid, &query->heuristic, query->start,
                                                    query->goal, query->goals);
        if (result != WEND_OK) return result;
    }
    const uint32_t index = wendi_node_index(&flat->nodes, query->start);
    wendi_node* node = wendi_node_at(&flat->nodes, index);
    if (!node) return flat->nodes.failure;
    wend_cost heuristic;
    wend_result result = heuristic_of(&c, query->start, index, &heuristic);
    if (result == WEND_OK && !c.keys_fall)
        result = wendi_bucket_queue_reset(&flat->buckets, c.linked ? 0 : heuristic,
                                          (query->hex_diagonals ? 2 : 1) * wendi_longest_step(grid) +
                                              wendi_heuristic_longest_rise(&query->heuristic) + 1);
    if (result != WEND_OK) return result;
    WENDI_ASSERT(wendi_node_state(*node) == WENDI_UNSEEN);
    wendi_node_set(node, wendi_node_make(0, 0, WENDI_OPEN));
    *node &= ~(wendi_node)WENDI_NODE_HOMOGENEOUS; // the start was reached in no direction: it tries all moves
    notify(&c, WEND_EVENT_OPENED, query->start, query->start, 0, heuristic);
    return push(&c, 0, heuristic, index);
}

wend_result wendi_flat_run_general(wendi_flat* flat, int64_t until, bool* done_out, bool* found_out,
                                   wend_stats* stats) {
    const context c = context_of(flat, stats);
    const wendi_flat_query* query = c.query;
    const wend_grid* grid = flat->nodes.grid;
    const wendi_step_table* table = &flat->table;
    // Canonical pruning needs every step of homogeneous ground, which a corridor may lack, and tiles that are
    // closed at their least cost.
    const bool canonical = query->cluster_size == 0 && !c.keys_fall && wendi_has_canonical_moves(grid);
    const wendi_node pruned = canonical ? WENDI_NODE_HOMOGENEOUS : 0;
    const bool closes = wendi_has_closed_steps(grid);
    const bool proves = query->until_proven && c.keys_fall; // else the first path is the optimum
    const bool lazy = wendi_flat_is_fast(query) && !closes; // an observer sees what the fast form does
    wend_result result = WEND_OK;
    uint32_t index;
    while (result == WEND_OK && stats->expanded < until) {
        if (!pop(&c, &index, &result)) {
            *done_out = result == WEND_OK;
            *found_out = *done_out && flat->proven < INT64_MAX;
            return result;
        }
        wend_tile at = wendi_node_store_tile(&flat->nodes, index);
        wendi_node* node = wendi_node_at(&flat->nodes, index);
        WENDI_ASSERT(wendi_node_state(*node) == WENDI_OPEN || wendi_node_state(*node) == WENDI_CLOSED);
        if (wendi_node_state(*node) != WENDI_OPEN) continue;  // a cheaper entry of it came first
        if (wendi_node_cost(*node) >= flat->proven) continue; // no cheaper path leads over it
        wendi_node_close(node);
        stats->expanded++;
        result = notify_closed(&c, at, index, *node);
        if (result != WEND_OK) return result;
        if (is_goal(&c, at)) {
            flat->reached = at;
            if (proves) {
                flat->proven = wendi_node_cost(*node);
                continue;
            }
            *done_out = *found_out = true;
            return WEND_OK;
        }
        const bool inside = wendi_node_is_inside_block(index);
        if (!inside && wendi_node_is_near_limit(*node)) return WEND_ERROR_LIMIT;
        wendi_node from = *node | WENDI_NODE_LOW_BITS, steps[WENDI_DIRECTIONS];
        uint32_t moves = inside ? wendi_moves_inside(table, node, pruned, lazy, steps)
                                : wendi_moves_at_edge(table, grid, at, *node, pruned, steps);
        if (closes) moves &= ~wendi_closed_steps(grid, at.x, at.y);
        for (; moves && result == WEND_OK; moves &= moves - 1) {
            int32_t d = __builtin_ctz(moves);
            wend_tile to = {at.x + wendi_direction[d].x, at.y + wendi_direction[d].y};
            uint32_t next =
                inside ? index + (uint32_t)wendi_node_step[d] : wendi_node_index(&flat->nodes, to);
            result = relax(&c, at, d, to, next, from + steps[d]);
        }
        if (query->hex_diagonals && result == WEND_OK)
            result = follow_hex_diagonals(&c, grid, at, wendi_node_cost(*node));
        if (c.linked && result == WEND_OK) result = follow_links(&c, grid, at, wendi_node_cost(*node));
    }
    return result;
}
