// node_store.c: how are blocks of search nodes claimed, filled and given back, and how does the bucket queue
// keep order?
#include "search/node_store.h"

#include <string.h>

#include "hierarchy/open.h"

// ---- how are blocks of search nodes claimed, filled from the grid, and given back?

enum { SLAB_BLOCKS = 16 };

void wendi_node_store_init(wendi_node_store* store, const wend_allocator* allocator) {
    *store = (wendi_node_store){.allocator = *allocator};
}

wend_result wendi_node_store_reset(wendi_node_store* store, const wend_grid* grid, wendi_node initial) {
    WENDI_ASSERT(initial == WENDI_NODE_UNSEEN || initial == WENDI_NODE_FORBIDDEN);
    store->grid = grid;
    store->graph_opt = grid->world && initial == WENDI_NODE_UNSEEN ? &grid->world->graph : NULL;
    store->failure = WEND_ERROR_MEMORY;
    store->initial = initial;
    for (int32_t i = 0; i < store->claimed_count; i++) store->directory[store->claimed[i]] = NULL;
    store->claimed_count = 0;
    int32_t columns = (grid->width + WENDI_BLOCK_MASK) >> WENDI_BLOCK_BITS;
    int32_t rows = (grid->height + WENDI_BLOCK_MASK) >> WENDI_BLOCK_BITS;
    store->column_bits = 0;
    while (1 << store->column_bits < columns) store->column_bits++;
    size_t blocks = (size_t)rows << store->column_bits;
    if (blocks > WENDI_MAX_NODE_BLOCKS) return WEND_ERROR_LIMIT;
    if (blocks <= store->directory_capacity) return WEND_OK;
    wendi_node_block** directory = wendi_alloc_zeroed(&store->allocator, blocks, sizeof *directory);
    if (!directory) return WEND_ERROR_MEMORY;
    wendi_free(&store->allocator, store->directory, store->directory_capacity, sizeof *store->directory);
    store->directory = directory;
    store->directory_capacity = blocks;
    return WEND_OK;
}

// The closed steps of count tiles of a row of the map.
static void read_closed(const wend_grid* grid, int32_t x, int32_t y, int32_t count, uint8_t* out) {
    const int32_t side = WENDI_EXIT_PAGE_SIDE;
    for (int32_t i = 0, next; i < count; i = next) {
        next = wendi_min(((x + i) / side + 1) * side - x, count);
        const wendi_exit_page* page = wendi_exit_page_at(&grid->exits, x + i, y);
        if (page) memcpy(out + i, page->closed + wendi_exit_index(x + i, y), (size_t)(next - i));
    }
}

// Marks the tiles of a row that have closed steps, or a neighbour with closed steps.
static void mark_closed(const wend_grid* grid, wend_tile first, int32_t count,
                        uint8_t differ_io[WENDI_BLOCK_SIDE]) {
    uint8_t closed[3][WENDI_BLOCK_SIDE + 2] = {{0}}; // from the tile before the row to the one after it
    const int32_t left = wendi_max(first.x - 1, 0), end = wendi_min(first.x + count + 1, grid->width);
    for (int32_t k = 0; k < 3; k++) {
        int32_t y = first.y + k - 1;
        if (y >= 0 && y < grid->height)
            read_closed(grid, left, y, end - left, closed[k] + (left - (first.x - 1)));
    }
    for (int32_t i = 0; i < count; i++)
        for (int32_t k = 0; k < 3; k++) differ_io[i] |= closed[k][i] | closed[k][i + 1] | closed[k][i + 2];
}

// Makes a row of nodes initial, with the terrain bits of the tiles from first on.
static void fill_row(wendi_node* nodes, wendi_node initial, const wend_grid* grid, wend_tile first,
                     int32_t count) {
    const wendi_tiles tiles = wendi_tiles_at(grid, first.x, first.y);
    const uint8_t *here = tiles.at, *above = here - tiles.stride, *below = here + tiles.stride;
    uint8_t differ[WENDI_BLOCK_SIDE];
    for (int32_t i = 0; i < count; i++) {
        uint8_t k = here[i];
        differ[i] = (uint8_t)((here[i - 1] ^ k) | (here[i + 1] ^ k) | (above[i - 1] ^ k) | (above[i] ^ k) |
                              (above[i + 1] ^ k) | (below[i - 1] ^ k) | (below[i] ^ k) | (below[i + 1] ^ k));
    }
    if (grid->exits.pages) mark_closed(grid, first, count, differ);
    for (int32_t i = 0; i < count; i++)
        nodes[i] = initial | here[i] | (differ[i] ? 0 : WENDI_NODE_HOMOGENEOUS);
}

// Nodes beyond the map are of class 0, which is blocked.
static void fill_block(wendi_node_block* block, wendi_node initial, const wend_grid* grid) {
    wend_tile corner = block->corner;
    int32_t width = wendi_min(WENDI_BLOCK_SIDE, grid->width - corner.x);
    int32_t height = wendi_min(WENDI_BLOCK_SIDE, grid->height - corner.y);
    // Prefetched by hand: each row of a large map lies in another page, where no hardware prefetcher goes.
    for (int32_t y = -1; y <= height; y++) {
        const uint8_t* row = wendi_tile(grid, corner.x, corner.y + y);
        __builtin_prefetch(row - 1);
        __builtin_prefetch(row + width);
    }
    for (int32_t y = 0; y < WENDI_BLOCK_SIDE; y++) {
        wendi_node* nodes = &block->nodes[y * WENDI_BLOCK_SIDE];
        int32_t count = y < height ? width : 0;
        if (count > 0) fill_row(nodes, initial, grid, (wend_tile){corner.x, corner.y + y}, count);
        for (int32_t x = count; x < WENDI_BLOCK_SIDE; x++) nodes[x] = initial;
    }
}

static wend_result open_block(const wendi_graph* graph, wend_tile corner) {
    return wendi_open_area(graph, (wend_rect){corner.x, corner.y, WENDI_BLOCK_SIDE, WENDI_BLOCK_SIDE}, 0);
}

wendi_node_block* wendi_node_store_claim(wendi_node_store* store, uint32_t index) {
    WENDI_ASSERT(store->grid && store->directory[index] == NULL);
    const wend_allocator* allocator = &store->allocator;
    const wend_tile corner = wendi_node_store_tile(store, index * WENDI_BLOCK_NODES);
    const wend_result opened = store->graph_opt ? open_block(store->graph_opt, corner) : WEND_OK;
    store->failure = opened == WEND_OK ? WEND_ERROR_MEMORY : opened;
    if (opened != WEND_OK) return NULL;
    size_t count = (size_t)store->claimed_count;
    if (!WENDI_ROOM_FOR_ONE(allocator, store->claimed, store->claimed_capacity, count)) return NULL;
    int32_t slab = store->claimed_count / SLAB_BLOCKS;
    if (slab == store->slab_count) {
        if (!WENDI_ROOM_FOR_ONE(allocator, store->slabs, store->slab_capacity, slab)) return NULL;
        store->slabs[slab] = wendi_alloc(allocator, SLAB_BLOCKS, sizeof(wendi_node_block));
        if (!store->slabs[slab]) return NULL;
        store->slab_count++;
    }
    wendi_node_block* block = &store->slabs[slab][store->claimed_count % SLAB_BLOCKS];
    block->corner = corner;
    block->link_count = -1;
    fill_block(block, store->initial, store->grid);
    store->directory[index] = block;
    store->claimed[store->claimed_count++] = index;
    return block;
}

// ---- how does the bucket queue set up its ring, grow, and find the next bucket in use?

enum { MIN_SPAN = 1 << 12 };

static int32_t lowest_bit(uint64_t word) {
    return __builtin_ctzll(word);
}
static size_t word_count(size_t bits) {
    return (bits + 63) / 64;
}

void wendi_bucket_queue_init(wendi_bucket_queue* queue, const wend_allocator* allocator) {
    *queue = (wendi_bucket_queue){.allocator = *allocator};
}

static void free_buckets(const wend_allocator* allocator, wendi_bucket_queue* queue) {
    wendi_free(allocator, queue->buckets, queue->span, sizeof *queue->buckets);
    wendi_free(allocator, queue->used, word_count(queue->span), sizeof *queue->used);
    wendi_free(allocator, queue->groups, word_count(word_count(queue->span)), sizeof *queue->groups);
}

// Takes time for the buckets in use, not for all.
static void clear_buckets(wendi_bucket_queue* queue) {
    for (size_t g = 0; g < word_count(word_count(queue->span)); g++) {
        for (; queue->groups[g]; queue->groups[g] &= queue->groups[g] - 1) {
            size_t w = g * 64 + (size_t)lowest_bit(queue->groups[g]);
            for (; queue->used[w]; queue->used[w] &= queue->used[w] - 1)
                queue->buckets[w * 64 + (size_t)lowest_bit(queue->used[w])] = 0;
        }
    }
}

// Makes a word the current one. It holds the bucket of some key that is not below the current key.
static void set_word(wendi_bucket_queue* queue, size_t word) {
    WENDI_ASSERT(word < word_count(queue->span));
    size_t from = ((size_t)queue->current & (queue->span - 1)) / 64, count = word_count(queue->span);
    queue->first = (queue->current & ~(wend_cost)63) + (wend_cost)((word - from) & (count - 1)) * 64;
    queue->word = queue->used + word;
    queue->row = queue->buckets + word * 64;
}

wend_result wendi_bucket_queue_reset(wendi_bucket_queue* queue, wend_cost first, int64_t longest_rise) {
    WENDI_ASSERT(first >= 0 && longest_rise > 0);
    size_t span = MIN_SPAN;
    while ((int64_t)span < longest_rise + 63)
        span *= 2; // the ring starts up to 63 keys early, with its current word
    if (span > queue->span) {
        wendi_bucket_queue wider = {.span = span};
        wider.buckets = wendi_alloc_zeroed(&queue->allocator, span, sizeof *wider.buckets);
        wider.used = wendi_alloc_zeroed(&queue->allocator, word_count(span), sizeof *wider.used);
        wider.groups =
            wendi_alloc_zeroed(&queue->allocator, word_count(word_count(span)), sizeof *wider.groups);
        if (!wider.buckets || !wider.used || !wider.groups) {
            free_buckets(&queue->allocator, &wider);
            return WEND_ERROR_MEMORY;
        }
        free_buckets(&queue->allocator, queue);
        queue->buckets = wider.buckets;
        queue->used = wider.used;
        queue->groups = wider.groups;
        queue->span = span;
    } else {
        clear_buckets(queue);
    }
    WENDI_ASSERT((queue->span & (queue->span - 1)) == 0);
    queue->entry_count = queue->free_entry = 1;
    queue->current = first;
    set_word(queue, ((size_t)first & (queue->span - 1)) / 64);
    return WEND_OK;
}

wend_result wendi_bucket_queue_grow(wendi_bucket_queue* queue) {
    WENDI_ASSERT(queue->free_entry == queue->entry_count);
    if (queue->entry_count == UINT32_MAX) return WEND_ERROR_LIMIT;
    if (!WENDI_MAKE_ROOM(&queue->allocator, queue->entries, queue->entry_capacity,
                         queue->entries ? queue->entry_count : 0, (size_t)queue->entry_count + 1))
        return WEND_ERROR_MEMORY;
    queue->entries[queue->entry_count].next = queue->entry_count + 1;
    queue->entry_count++;
    return WEND_OK;
}

// The first word of used, from this one on, that is not 0; otherwise the count of words. Clears the marks of
// the empty words before it.
static size_t find_used(wendi_bucket_queue* queue, size_t word) {
    size_t count = word_count(queue->span);
    while (word < count) {
        uint64_t marks = queue->groups[word / 64] >> word % 64;
        if (!marks) {
            word = (word / 64 + 1) * 64;
            continue;
        }
        word += (size_t)lowest_bit(marks);
        if (queue->used[word]) return word;
        queue->groups[word / 64] &= ~(1ull << word % 64);
    }
    return count;
}

void wendi_bucket_queue_go_on(wendi_bucket_queue* queue, wend_cost key) {
    WENDI_ASSERT(key >= queue->current && *queue->word == 0);
    queue->current = key;
    set_word(queue, ((size_t)key & (queue->span - 1)) / 64);
}

bool wendi_bucket_queue_next_word(wendi_bucket_queue* queue) {
    size_t count = word_count(queue->span), word = find_used(queue, (size_t)(queue->word - queue->used) + 1);
    if (word == count) word = find_used(queue, 0);
    if (word == count) return false;
    set_word(queue, word);
    return true;
}
