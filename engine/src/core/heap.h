// heap.h: which item has the least key? A binary heap of numbered items; equal keys come by item. It serves
// searches whose keys may fall or lie far apart; search/bucket_queue.h is faster for the others.
#ifndef WENDI_HEAP_H
#define WENDI_HEAP_H
#include "core/base.h"

typedef struct wendi_heap_entry {
    wend_cost key;
    uint32_t item;
} wendi_heap_entry;

typedef struct wendi_heap {
    wend_allocator allocator;
    wendi_heap_entry* entries;
    size_t capacity;
    int32_t count; // set to 0, empties the heap
} wendi_heap;

void wendi_heap_free(wendi_heap* heap);
/// Errors: MEMORY.
wend_result wendi_heap_push(wendi_heap* heap, wend_cost key, uint32_t item);
/// Removes the least entry of a heap that is not empty.
wendi_heap_entry wendi_heap_pop(wendi_heap* heap);
#endif
