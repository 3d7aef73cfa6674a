// heap.h: a binary heap of numbered items, least (key, item) first: the open list of the searches whose keys
// are too far apart for buckets.
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
    int32_t count; // 0 empties it
} wendi_heap;

void wendi_heap_free(wendi_heap* heap);
/// Errors: MEMORY.
wend_result wendi_heap_push(wendi_heap* heap, wend_cost key, uint32_t item);
/// The least entry of a heap that is not empty.
wendi_heap_entry wendi_heap_pop(wendi_heap* heap);
#endif
