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

typedef struct wendi_flat_links {
    wend_allocator allocator;
    wendi_link_bounds bounds;
    int32_t* near; // links that matter in a block, one block after the other: both coordinates, what is left
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
