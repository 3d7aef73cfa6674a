// flat_links.c: the heuristic, the open lists and the arrivals of a flat search over links.
#include "search/flat_links.h"

#include <string.h>

#include "grid/links.h"

void wendi_flat_links_init(wendi_flat_links* links, const wend_allocator* allocator) {
    *links = (wendi_flat_links){.allocator = *allocator};
    wendi_link_bounds_init(&links->bounds, allocator);
}

void wendi_flat_links_free(wendi_flat_links* links) {
    wendi_free(&links->allocator, links->near, links->near_capacity, sizeof *links->near);
    wendi_free(&links->allocator, links->arrivals, links->arrival_capacity, sizeof *links->arrivals);
    wendi_link_bounds_free(&links->bounds);
}

size_t wendi_flat_links_bytes(const wendi_flat_links* links) {
    return links->near_capacity * sizeof *links->near + links->arrival_capacity * sizeof *links->arrivals +
           wendi_link_bounds_bytes(&links->bounds);
}

wend_result wendi_flat_links_begin(wendi_flat_links* links, const wend_grid* grid,
                                   const wendi_heuristic* heuristic, wend_tile start, wend_tile goal,
                                   const wendi_goals* goals_opt) {
    const size_t count = (size_t)grid->links.count;
    wend_cost* arrivals =
        wendi_grow(&links->allocator, links->arrivals, &links->arrival_capacity, 0, count, sizeof *arrivals);
    if (!arrivals) return WEND_ERROR_MEMORY;
    links->arrivals = arrivals;
    for (size_t i = 0; i < count; i++) arrivals[i] = -1;
    links->near_count = 0;
    return wendi_link_bounds_begin(&links->bounds, grid, heuristic, start, goal, goals_opt, NULL, 0);
}

// Lists the links that matter in a block.
static wend_result find_near(wendi_flat_links* links, wendi_node_block* block) {
    wendi_link_points found;
    wend_rect area = {block->corner.x, block->corner.y, WENDI_BLOCK_SIDE, WENDI_BLOCK_SIDE};
    if (!wendi_link_bounds_near(&links->bounds, area, &found)) return WEND_ERROR_MEMORY;
    const size_t used = (size_t)links->near_count, count = (size_t)found.count;
    int32_t* near = wendi_grow(&links->allocator, links->near, &links->near_capacity, used,
                               used + 3 * count + 1, sizeof *near);
    if (!near) return WEND_ERROR_MEMORY;
    if (count > 0) {
        memcpy(near + used, found.x, count * sizeof *near);
        memcpy(near + used + count, found.y, count * sizeof *near);
        memcpy(near + used + 2 * count, found.rest, count * sizeof *near);
    }
    links->near = near;
    block->links_first = links->near_count;
    block->link_count = found.count;
    links->near_count += 3 * found.count;
    return WEND_OK;
}

wend_result wendi_flat_links_heuristic(wendi_flat_links* links, const wendi_heuristic* heuristic,
                                       wendi_node_block* block, wend_tile tile, wend_cost* out) {
    const wendi_link_bounds* bounds = &links->bounds;
    wendi_heuristic plain = *heuristic;
    *out = 0;
    if (bounds->unknown) return WEND_OK;
    plain.weight = WENDI_WEIGHT_ONE;
    *out = wendi_link_bounds_direct(bounds, &plain, tile);
    if (wendi_link_bounds_matter(bounds)) {
        wend_result result = block->link_count < 0 ? find_near(links, block) : WEND_OK;
        if (result != WEND_OK) return result;
        const int32_t *x = links->near + block->links_first, count = block->link_count;
        const wendi_link_points near = {x, x + count, x + 2 * count, count};
        *out = wendi_link_bound_by(bounds, near, tile, *out);
    }
    if (heuristic->weight != WENDI_WEIGHT_ONE) *out = *out * heuristic->weight / WENDI_WEIGHT_ONE;
    return WEND_OK;
}

wend_result wendi_flat_links_refill(wendi_heap* heap, wendi_bucket_queue* buckets) {
    if (heap->count == 0) return WEND_OK;
    if (!*buckets->word && !wendi_bucket_queue_next_word(buckets))
        wendi_bucket_queue_go_on(buckets, heap->entries[0].key);
    while (heap->count > 0 && wendi_bucket_queue_fits(buckets, heap->entries[0].key)) {
        wendi_heap_entry entry = wendi_heap_pop(heap);
        wend_result result = wendi_bucket_queue_push(buckets, entry.key, entry.item);
        if (result != WEND_OK) return result;
    }
    return WEND_OK;
}

int32_t wendi_flat_link_into(const wendi_flat_links* links, const wend_grid* grid, wend_tile tile,
                             wend_cost cost) {
    wendi_link_search search = wendi_links_at(&grid->links, WENDI_LINK_TO, tile);
    for (int32_t link; (link = wendi_next_link(&search)) >= 0;)
        if (links->arrivals[link] == cost) return link;
    return -1;
}
