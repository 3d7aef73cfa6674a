// heap.c: how does the binary heap keep its order (Williams 1964)? No entry comes before its parent, the
// entry at (index - 1) / 2.
#include "core/heap.h"

void wendi_heap_free(wendi_heap* heap) {
    wendi_free(&heap->allocator, heap->entries, heap->capacity, sizeof *heap->entries);
}

static bool before(wendi_heap_entry a, wendi_heap_entry b) {
    return a.key < b.key || (a.key == b.key && a.item < b.item);
}

wend_result wendi_heap_push(wendi_heap* heap, wend_cost key, uint32_t item) {
    size_t count = (size_t)heap->count;
    wendi_heap_entry* entries =
        wendi_grow(&heap->allocator, heap->entries, &heap->capacity, count, count + 1, sizeof *entries);
    if (!entries) return WEND_ERROR_MEMORY;
    heap->entries = entries;
    WENDI_ASSERT(heap->count >= 0 && heap->count < INT32_MAX);
    wendi_heap_entry entry = {key, item};
    int32_t at = heap->count++;
    for (; at > 0 && before(entry, entries[(at - 1) / 2]); at = (at - 1) / 2)
        entries[at] = entries[(at - 1) / 2];
    entries[at] = entry;
    return WEND_OK;
}

wendi_heap_entry wendi_heap_pop(wendi_heap* heap) {
    WENDI_ASSERT(heap->count > 0);
    wendi_heap_entry* entries = heap->entries;
    wendi_heap_entry top = entries[0], last = entries[--heap->count];
    int32_t at = 0;
    for (int32_t child = 1; child < heap->count; child = 2 * at + 1) {
        if (child + 1 < heap->count && before(entries[child + 1], entries[child])) child++;
        if (!before(entries[child], last)) break;
        entries[at] = entries[child];
        at = child;
    }
    WENDI_ASSERT(!before(last, top));
    entries[at] = last;
    return top;
}
