// flat_fast.c: how does the flat search run over the whole map, with a simple consistent heuristic or none?
//
// Invariant: a node that was reached holds the cost and the last step of the cheapest path to its tile that
// leads over closed tiles. The heuristic is consistent, so a tile is closed at its least cost (Hart, Nilsson,
// Raphael 1968) and the keys taken from the buckets never fall. Nothing improves a closed node.
//
// An expansion takes a few dozen cycles, as much as two mispredicted branches. So the loop finds all
// neighbours to improve without branching (flat_steps.h), tries only canonical moves on homogeneous ground,
// leaves out diagonal steps that a straight one will beat, and fetches the next node ahead of time.
#include "search/flat_search.h"

// Most often the next node to expand. Its neighbours take up to two cache lines in each of three rows. Always
// inline: GCC drops calls of functions that only fetch.
WENDI_SPECIALISED void fetch_next(const wendi_flat* flat) {
    uint32_t index;
    if (!wendi_bucket_queue_peek(&flat->buckets, &index)) return;
    const wendi_node_block* block = flat->nodes.directory[index / WENDI_BLOCK_NODES];
    uintptr_t node = (uintptr_t)&block->nodes[index % WENDI_BLOCK_NODES];
    for (uintptr_t row = 0; row < 3; row++) {
        uintptr_t at = node + (row - 1) * WENDI_BLOCK_SIDE * sizeof(wendi_node);
        // NOLINTNEXTLINE(performance-no-int-to-ptr): it may lie outside the block
        __builtin_prefetch((const void*)(at - sizeof(wendi_node)));
        // NOLINTNEXTLINE(performance-no-int-to-ptr): likewise
        __builtin_prefetch((const void*)(at + sizeof(wendi_node)));
    }
}

// A step to a neighbour.
typedef struct step {
    wend_tile from;
    int32_t direction;
    wendi_node cost; // of the path that ends with this step, with all bits below the cost set
    wendi_node* node;
    uint32_t index;
} step;

// Puts the neighbour on the open list if the step improves it.
WENDI_SPECIALISED wend_result relax(wendi_flat* flat, const wendi_flat_query* query, const step* s,
                                    bool closes, wend_stats* stats) {
    if (s->cost >= *s->node) return WEND_OK;
    WENDI_ASSERT(wendi_node_state(*s->node) != WENDI_CLOSED);
    wend_tile to = {s->from.x + wendi_direction[s->direction].x, s->from.y + wendi_direction[s->direction].y};
    wend_cost cost = wendi_node_cost(s->cost);
    wendi_node_set(s->node, wendi_node_make(cost, s->direction, WENDI_OPEN));
    stats->generated++;
    wend_cost rest = closes ? wendi_heuristic_between(&query->heuristic, to, query->goal)
                            : wendi_heuristic_linear(&query->heuristic, to, query->goal);
    return wendi_bucket_queue_push(&flat->buckets, cost + rest, s->index);
}

wend_result wendi_flat_open_fast(wendi_flat* flat, wend_stats* stats) {
    WENDI_ASSERT(wendi_flat_is_fast(&flat->query) && !wendi_is_observed(&flat->observer));
    const wendi_flat_query* query = &flat->query;
    wend_cost estimate = wendi_heuristic_between(&query->heuristic, query->start, query->goal);
    wend_result result = wendi_bucket_queue_reset(&flat->buckets, estimate,
                                                  wendi_longest_step(flat->nodes.grid) +
                                                      wendi_heuristic_longest_rise(&query->heuristic) + 1);
    if (result != WEND_OK) return result;
    uint32_t index = wendi_node_index(&flat->nodes, query->start);
    wendi_node* node = wendi_node_at(&flat->nodes, index);
    if (!node) return flat->nodes.failure;
    wendi_node_set(node, wendi_node_make(0, 0, WENDI_OPEN));
    *node &= ~(wendi_node)WENDI_NODE_HOMOGENEOUS; // the start was reached in no direction: it tries all moves
    stats->generated++;
    return wendi_bucket_queue_push(&flat->buckets, estimate, index);
}

// closes: the map has closed steps.
WENDI_SPECIALISED wend_result run(wendi_flat* flat, const wend_grid* grid, const wendi_flat_query* query,
                                  const wendi_step_table* table, bool closes, int64_t until, bool* done_out,
                                  bool* found_out, wend_stats* stats) {
    const wendi_node pruned = wendi_has_canonical_moves(grid) ? WENDI_NODE_HOMOGENEOUS : 0;
    wendi_node_store* nodes = &flat->nodes;
    const uint32_t goal = wendi_node_index(nodes, query->goal);
    uint32_t index;
    wend_result result;
    while (stats->expanded < until) {
        if (!wendi_bucket_queue_pop(&flat->buckets, &index)) {
            *done_out = true;
            return WEND_OK;
        }
        fetch_next(flat);
        wendi_node_block* block = nodes->directory[index / WENDI_BLOCK_NODES];
        wendi_node* node = &block->nodes[index % WENDI_BLOCK_NODES];
        if (wendi_node_state(*node) != WENDI_OPEN) continue; // a cheaper entry of it came first
        wendi_node_close(node);
        stats->expanded++;
        if (index == goal) {
            *done_out = *found_out = true;
            return WEND_OK;
        }
        wend_tile at = {block->corner.x + (int32_t)(index & WENDI_BLOCK_MASK),
                        block->corner.y + (int32_t)(index / WENDI_BLOCK_SIDE & WENDI_BLOCK_MASK)};
        wendi_node from = *node | WENDI_NODE_LOW_BITS, steps[WENDI_DIRECTIONS];
        if (wendi_node_is_inside_block(index)) {
            uint32_t moves = wendi_moves_inside(table, node, pruned, !closes, steps);
            if (closes) moves &= ~wendi_closed_steps(grid, at.x, at.y);
            for (; moves; moves &= moves - 1) {
                int32_t d = __builtin_ctz(moves);
                step s = {at, d, from + steps[d], node + wendi_node_step[d],
                          index + (uint32_t)wendi_node_step[d]};
                result = relax(flat, query, &s, closes, stats);
                if (result != WEND_OK) return result;
            }
        } else {
            if (wendi_node_is_near_limit(*node)) return WEND_ERROR_LIMIT;
            uint32_t moves = wendi_moves_at_edge(table, grid, at, *node, pruned, steps);
            if (closes) moves &= ~wendi_closed_steps(grid, at.x, at.y);
            for (; moves; moves &= moves - 1) {
                int32_t d = __builtin_ctz(moves);
                wend_tile to = {at.x + wendi_direction[d].x, at.y + wendi_direction[d].y};
                uint32_t next = wendi_node_index(nodes, to);
                step s = {at, d, from + steps[d], wendi_node_at(nodes, next), next};
                if (!s.node) return nodes->failure;
                result = relax(flat, query, &s, closes, stats);
                if (result != WEND_OK) return result;
            }
        }
    }
    return WEND_OK;
}

// Apart from the form for other maps, which then compiles to the same code as without this one.
static __attribute__((noinline)) wend_result run_over_closed_steps(wendi_flat* flat,
                                                                   const wendi_flat_query* query,
                                                                   int64_t until, bool* done_out,
                                                                   bool* found_out, wend_stats* stats) {
    return run(flat, flat->nodes.grid, query, &flat->table, true, until, done_out, found_out, stats);
}

wend_result wendi_flat_run_fast(wendi_flat* flat, int64_t until, bool* done_out, bool* found_out,
                                wend_stats* stats) {
    const wendi_flat_query local_query = flat->query; // copies stay in registers
    wend_stats local_stats = *stats;
    const wend_grid* grid = flat->nodes.grid;
    wend_result result =
        wendi_has_closed_steps(grid)
            ? run_over_closed_steps(flat, &local_query, until, done_out, found_out, &local_stats)
            : run(flat, grid, &local_query, &flat->table, false, until, done_out, found_out, &local_stats);
    *stats = local_stats;
    return result;
}
