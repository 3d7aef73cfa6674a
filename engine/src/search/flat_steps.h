// flat_steps.h: what do the steps and links from a tile cost?
#ifndef WENDI_FLAT_STEPS_H
#define WENDI_FLAT_STEPS_H
#include "core/containers.h"
#include "grid/steps.h"
#include "search/goals.h"
#include "search/link_bounds.h"
#include "search/node_store.h"

/// Added to any node, gives more than WENDI_NODE_UNSEEN: a blocked step never improves its target.
#define WENDI_STEP_BLOCKED ((wendi_node)1 << 63)

/// What a step costs by the class of the tile that it enters, as the difference between two nodes.
typedef struct wendi_step_table {
    wendi_node straight[WEND_CLASS_COUNT], diagonal[WEND_CLASS_COUNT];
    wendi_node turn[WEND_CLASS_COUNT]; // straight, plus one unit of cost
    wendi_node corner;                 // WENDI_STEP_BLOCKED, or 0 where diagonal steps may pass blocked tiles
    bool counts_steps;
} wendi_step_table;

/// count_steps: every legal step costs 1.
void wendi_step_table_init(wendi_step_table* table, const wend_grid* grid, bool count_steps);

/// From a tile, in all directions: the costs, and the rule of wendi_legal_moves but for closed steps, which
/// the caller takes out. Reads the classes from the grid, whose rows are so far apart.
static inline void wendi_steps_from(const wendi_step_table* table, const uint8_t* tile, int64_t stride,
                                    wendi_node steps_out[WENDI_DIRECTIONS]) {
    const uint8_t *above = tile - stride, *below = tile + stride;
    wendi_node e = table->straight[tile[1]], s = table->straight[*below];
    wendi_node w = table->straight[tile[-1]], n = table->straight[*above];
    steps_out[0] = e, steps_out[1] = s, steps_out[2] = w, steps_out[3] = n;
    steps_out[4] = table->diagonal[below[1]] | ((s | e) & table->corner);
    steps_out[5] = table->diagonal[below[-1]] | ((s | w) & table->corner);
    steps_out[6] = table->diagonal[above[-1]] | ((n | w) & table->corner);
    steps_out[7] = table->diagonal[above[1]] | ((n | e) & table->corner);
}

/// True when homogeneous tiles need to try only some moves.
static inline bool wendi_has_canonical_moves(const wend_grid* grid) {
    return !wendi_has_directions(grid) &&
           (grid->connectivity == WEND_CONNECTIVITY_8 || grid->connectivity == WEND_CONNECTIVITY_8_CUT);
}

/// The moves worth a try from a homogeneous tile, by the direction in which it was reached: the same again
/// and, if diagonal, its two straight parts. Every other neighbour is reached without the tile by a path that
/// costs no more, has no more steps and, at a tie, takes its diagonal steps first (canonical ordering;
/// Harabor and Grastien 2011).
static inline uint32_t wendi_canonical_moves(int32_t direction) {
    static const uint8_t moves[WENDI_DIRECTIONS] = {1,          2,          4,          8,
                                                    16 | 1 | 2, 32 | 2 | 4, 64 | 4 | 8, 128 | 8 | 1};
    return moves[direction];
}

static inline uint32_t wendi_legal_steps(const wendi_node steps[WENDI_DIRECTIONS]) {
    uint32_t moves = 0;
    for (int32_t d = 0; d < WENDI_DIRECTIONS; d++) moves |= (uint32_t)(steps[d] < WENDI_STEP_BLOCKED) << d;
    return moves;
}

static inline wendi_node wendi_lesser(wendi_node a, wendi_node b) {
    return a < b ? a : b;
}

/// The steps from a node inside its block, and the moves that improve the node they lead to. from: the node,
/// with all bits below its cost set.
///
/// When lazy, leaves out a diagonal move if a straight neighbour, at its cost now or after its own move,
/// leads on to the same tile for less. That neighbour is on the open list (had it been closed, it would have
/// improved the tile already) and under a consistent heuristic comes off it before the tile: so the tile gets
/// its cost in time, and only one entry of the open list is saved. Not on maps with closed steps, which may
/// close the way on.
static inline uint32_t wendi_improving_moves(const wendi_step_table* table, const wendi_node* node,
                                             wendi_node from, bool lazy,
                                             wendi_node steps_out[WENDI_DIRECTIONS]) {
    static const int32_t beside[] = {0, 1, 1, 2, 2, 3, 3, 0}; // the straight directions next to each diagonal
    wendi_node best[WENDI_STRAIGHT];                          // of each straight neighbour
    uint32_t moves = 0;
    for (int32_t d = 0; d < WENDI_STRAIGHT; d++) {
        wendi_node next = node[wendi_node_step[d]];
        steps_out[d] = table->straight[wendi_node_class(next)];
        moves |= (uint32_t)(from + steps_out[d] < next) << d;
        best[d] = wendi_lesser(from + steps_out[d], next);
    }
    for (int32_t d = WENDI_STRAIGHT; d < WENDI_DIRECTIONS; d++) {
        const int32_t* sides = &beside[2 * (d - WENDI_STRAIGHT)];
        wendi_node next = node[wendi_node_step[d]];
        steps_out[d] = table->diagonal[wendi_node_class(next)] |
                       ((steps_out[sides[0]] | steps_out[sides[1]]) & table->corner);
        wendi_node turn = wendi_lesser(best[sides[0]], best[sides[1]]) + table->turn[wendi_node_class(next)];
        if (lazy) next = wendi_lesser(next, turn); // at a tie the diagonal move stays
        moves |= (uint32_t)(from + steps_out[d] < next) << d;
    }
    return moves;
}

/// The steps from a closed node inside its block, and the moves worth a try. pruned: WENDI_NODE_HOMOGENEOUS
/// when homogeneous tiles try only their canonical moves, or else 0.
static inline uint32_t wendi_moves_inside(const wendi_step_table* table, const wendi_node* node,
                                          wendi_node pruned, bool lazy,
                                          wendi_node steps_out[WENDI_DIRECTIONS]) {
    WENDI_ASSERT(wendi_node_state(*node) == WENDI_CLOSED && wendi_node_class(*node) != 0);
    if (!(*node & pruned))
        return wendi_improving_moves(table, node, *node | WENDI_NODE_LOW_BITS, lazy, steps_out);
    uint8_t k = wendi_node_class(*node);
    for (int32_t d = 0; d < WENDI_DIRECTIONS; d++)
        steps_out[d] = d < WENDI_STRAIGHT ? table->straight[k] : table->diagonal[k];
    return wendi_canonical_moves(wendi_node_direction(*node));
}

/// The same for a node at the edge of its block, whose neighbours may be in other blocks.
static inline uint32_t wendi_moves_at_edge(const wendi_step_table* table, const wend_grid* grid,
                                           wend_tile tile, wendi_node node, wendi_node pruned,
                                           wendi_node steps_out[WENDI_DIRECTIONS]) {
    WENDI_ASSERT(*wendi_tile(grid, tile.x, tile.y) == wendi_node_class(node));
    const wendi_tiles tiles = wendi_tiles_at(grid, tile.x, tile.y);
    wendi_steps_from(table, tiles.at, tiles.stride, steps_out);
    return node & pruned ? wendi_canonical_moves(wendi_node_direction(node)) : wendi_legal_steps(steps_out);
}

/// The same on a map where steps cost by their direction; leaves out those that this closes.
static inline uint32_t wendi_directed_moves(const wendi_step_table* table, const wend_grid* grid,
                                            wend_tile tile, wendi_node steps_out[WENDI_DIRECTIONS]) {
    const wendi_tiles tiles = wendi_tiles_at(grid, tile.x, tile.y);
    wendi_steps_from(table, tiles.at, tiles.stride, steps_out);
    uint32_t legal = wendi_legal_steps(steps_out);
    for (uint32_t moves = legal; moves; moves &= moves - 1) {
        const int32_t d = __builtin_ctz(moves), cost = wendi_step_cost(grid, tile.x, tile.y, d);
        if (cost == 0) legal ^= 1u << d;
        if (!table->counts_steps) steps_out[d] = wendi_node_make(cost, 0, 0);
    }
    return legal;
}

typedef struct wendi_flat_links {
    wend_allocator allocator;
    wendi_link_bounds bounds;
    int32_t* near; // links that matter in a block, one block after the other: both coordinates, the rest
    size_t near_capacity;
    int32_t near_count;  // in values
    wend_cost* arrivals; // by link: cost of its second end when the link last improved it; -1: never
    size_t arrival_capacity;
} wendi_flat_links;

void wendi_flat_links_init(wendi_flat_links* links, const wend_allocator* allocator);

/// Prepares a search over a map with links, to a goal or the nearest of several. Errors: MEMORY.
wend_result wendi_flat_links_begin(wendi_flat_links* links, const wend_grid* grid,
                                   const wendi_heuristic* heuristic, wend_tile start, wend_tile goal,
                                   const wendi_goals* goals_opt);

/// The heuristic of a tile in a block. Errors: MEMORY.
wend_result wendi_flat_links_heuristic(wendi_flat_links* links, const wendi_heuristic* heuristic,
                                       wendi_node_block* block, wend_tile tile, wend_cost* out);

/// Moves entries from the heap to the buckets as soon as these have room for their keys. Errors: MEMORY,
/// LIMIT.
wend_result wendi_flat_links_refill(wendi_heap* heap, wendi_bucket_queue* buckets);

enum { WENDI_HEX_WAYS = 6 };

/// The target of one of the six steps from a passable tile. False when the step is not legal: it needs both
/// neighbours that it passes, and all steps of both ways round.
bool wendi_hex_diagonal(const wend_grid* grid, wend_tile from, int32_t way, wend_tile* to_out);

/// Cost of such a step into a tile.
wend_cost wendi_hex_diagonal_step(const wend_grid* grid, wend_tile to, bool count_steps);

/// The tile from which a tile that was reached, other than the start, is reached for least, by one of the
/// twelve steps.
wend_tile wendi_hex_tile_before(const wendi_node_store* nodes, wend_tile tile, bool count_steps);
#endif
