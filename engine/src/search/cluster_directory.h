// cluster_directory.h: which active cluster lies at a column and row of clusters of level 1? A radix tree
// over both coordinates. A cluster fills the entries of the smallest pages that it covers no more than once,
// so the tree grows with the clusters that a search activates and not with the map.
#ifndef WENDI_CLUSTER_DIRECTORY_H
#define WENDI_CLUSTER_DIRECTORY_H
#include "core/base.h"

enum {
    WENDI_PAGE_BITS = 4, // a page has 16 x 16 entries
    WENDI_PAGE_ENTRIES = 1 << 2 * WENDI_PAGE_BITS
};

typedef struct wendi_cluster_directory {
    wend_allocator allocator;
    // One page after the other, the root first. An entry is 0: nothing lies there; 2n + 1: the number n lies
    // everywhere in the square of the entry; 2n: page n divides the square.
    uint32_t* entries;
    size_t capacity; // of entries
    uint32_t page_count;
    int32_t root_shift; // an entry of the root is a square of 1 << root_shift clusters a side
} wendi_cluster_directory;

void wendi_cluster_directory_init(wendi_cluster_directory* directory, const wend_allocator* allocator);
void wendi_cluster_directory_free(wendi_cluster_directory* directory);
size_t wendi_cluster_directory_bytes(const wendi_cluster_directory* directory);
/// Empties the directory, for a map of this many columns and rows of clusters. Errors: MEMORY.
wend_result wendi_cluster_directory_begin(wendi_cluster_directory* directory, int32_t columns, int32_t rows);
/// Notes that a number below INT32_MAX lies in the square of 1 << shift clusters a side around this column
/// and row, where nothing lies yet. Squares begin at multiples of their side. Errors: MEMORY.
wend_result wendi_cluster_directory_set(wendi_cluster_directory* directory, int32_t x, int32_t y,
                                        int32_t shift, int32_t number);

static inline uint32_t wendi_page_index(int32_t x, int32_t y, int32_t shift) {
    const uint32_t mask = (1 << WENDI_PAGE_BITS) - 1;
    return (((uint32_t)y >> shift) & mask) << WENDI_PAGE_BITS | (((uint32_t)x >> shift) & mask);
}
/// The number that lies at a column and row; -1: none.
static inline int32_t wendi_cluster_directory_at(const wendi_cluster_directory* directory, int32_t x,
                                                 int32_t y) {
    int32_t shift = directory->root_shift;
    uint32_t entry = directory->entries[wendi_page_index(x, y, shift)];
    while (entry && !(entry & 1)) {
        shift -= WENDI_PAGE_BITS;
        entry = directory->entries[(size_t)(entry >> 1) * WENDI_PAGE_ENTRIES + wendi_page_index(x, y, shift)];
    }
    return (int32_t)(entry >> 1) - (entry == 0);
}
#endif
