// flat_links.h: how does the flat search follow links? Like steps, but they may lead anywhere at any cost: so
// keys may lie too far ahead for the buckets, the heuristic considers links, and the last step of a path may
// be a link.
#ifndef WENDI_FLAT_LINKS_H
#define WENDI_FLAT_LINKS_H
#include "core/heap.h"
#include "search/bucket_queue.h"
#include "search/goals.h"
#include "search/link_bounds.h"
#include "search/node_store.h"

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
void wendi_flat_links_free(wendi_flat_links* links);
size_t wendi_flat_links_bytes(const wendi_flat_links* links);
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
/// Index of the link by which a closed tile got its cost; -1: by a step.
int32_t wendi_flat_link_into(const wendi_flat_links* links, const wend_grid* grid, wend_tile tile,
                             wend_cost cost);
#endif
