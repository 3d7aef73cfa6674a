// containers.c: how do the heap, the pool, the hash tables and sorted lists keep their items?
#include "core/containers.h"
#include <stdlib.h>
#include <string.h>

// ---- how does the binary heap keep its order (Williams 1964)? No entry comes before its parent, the
// entry at (index - 1) / 2.

void wendi_heap_free(wendi_heap* heap) {
    wendi_free(&heap->allocator, heap->entries, heap->capacity, sizeof *heap->entries);
}

static bool before(wendi_heap_entry a, wendi_heap_entry b) {
    return a.key < b.key || (a.key == b.key && a.item < b.item);
}

wend_result wendi_heap_push(wendi_heap* heap, wend_cost key, uint32_t item) {
    size_t count = (size_t)heap->count;
    if (!WENDI_ROOM_FOR_ONE(&heap->allocator, heap->entries, heap->capacity, count)) return WEND_ERROR_MEMORY;
    wendi_heap_entry* entries = heap->entries;
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

// ---- chunks of items.

void wendi_pool_init(wendi_pool* pool, const wend_allocator* allocator, size_t item_size,
                     int32_t items_per_chunk) {
    *pool = (wendi_pool){.allocator = *allocator, .item_size = item_size, .items_per_chunk = items_per_chunk};
}

void wendi_pool_free(wendi_pool* pool) {
    for (int32_t i = 0; i < pool->chunk_count; i++)
        wendi_free(&pool->allocator, pool->chunks[i], (size_t)pool->items_per_chunk, pool->item_size);
    wendi_free(&pool->allocator, pool->chunks, pool->capacity, sizeof *pool->chunks);
}

size_t wendi_pool_bytes(const wendi_pool* pool) {
    size_t items = (size_t)pool->chunk_count * (size_t)pool->items_per_chunk;
    return pool->capacity * sizeof *pool->chunks + items * pool->item_size;
}

static bool add_chunk(wendi_pool* pool) {
    size_t count = (size_t)pool->chunk_count;
    if (!WENDI_ROOM_FOR_ONE(&pool->allocator, pool->chunks, pool->capacity, count)) return false;
    void** chunks = pool->chunks;
    chunks[count] = wendi_alloc(&pool->allocator, (size_t)pool->items_per_chunk, pool->item_size);
    pool->chunk_count += chunks[count] != NULL;
    return chunks[count] != NULL;
}

void* wendi_pool_add(wendi_pool* pool) {
    if (pool->count == pool->chunk_count * pool->items_per_chunk && !add_chunk(pool)) return NULL;
    return wendi_pool_item(pool, pool->count++);
}

void* wendi_pool_take(wendi_pool* pool, int32_t* index_out) {
    *index_out = pool->given > 0 ? pool->given - 1 : pool->count;
    if (pool->given == 0) return wendi_pool_add(pool);
    void* item = wendi_pool_item(pool, *index_out);
    memcpy(&pool->given, item, sizeof pool->given);
    return item;
}

void wendi_pool_give(wendi_pool* pool, int32_t index) {
    memcpy(wendi_pool_item(pool, index), &pool->given, sizeof pool->given);
    pool->given = index + 1;
}

// ---- how do numbers enter their table and leave it? Removing an entry closes the gap behind it.

void wendi_number_table_free(wendi_number_table* t) {
    wendi_free(&t->allocator, t->entries, t->capacity, sizeof *t->entries);
}

void wendi_number_table_clear(wendi_number_table* t) {
    if (t->capacity > 0) memset(t->entries, 0xff, t->capacity * sizeof *t->entries);
    t->count = 0;
}

wend_result wendi_number_table_reserve(wendi_number_table* t, size_t count) {
    if (2 * count <= t->capacity) return WEND_OK;
    size_t capacity = 64;
    int32_t bits = 6;
    for (; capacity < 2 * count; capacity *= 2) bits++;
    wendi_number_table larger = {.allocator = t->allocator, .capacity = capacity, .shift = 64 - bits};
    larger.entries = wendi_alloc(&t->allocator, capacity, sizeof *larger.entries);
    if (!larger.entries) return WEND_ERROR_MEMORY;
    wendi_number_table_clear(&larger);
    for (size_t i = 0; i < t->capacity; i++)
        if (t->entries[i].value >= 0) wendi_number_table_set(&larger, t->entries[i].key, t->entries[i].value);
    wendi_number_table_free(t);
    *t = larger;
    return WEND_OK;
}

void wendi_number_table_set(wendi_number_table* t, uint64_t key, int32_t value) {
    WENDI_ASSERT(value >= 0 && 2 * t->count <= t->capacity);
    size_t i = wendi_number_table_index(t, key);
    while (t->entries[i].value >= 0 && t->entries[i].key != key) i = (i + 1) & (t->capacity - 1);
    t->count += t->entries[i].value < 0;
    t->entries[i] = (wendi_number_entry){key, value};
}

void wendi_number_table_remove(wendi_number_table* t, uint64_t key) {
    if (t->capacity == 0) return;
    const size_t mask = t->capacity - 1;
    size_t gap = wendi_number_table_index(t, key);
    while (t->entries[gap].value >= 0 && t->entries[gap].key != key) gap = (gap + 1) & mask;
    if (t->entries[gap].value < 0) return;
    // Entries behind the gap move into it where their own search would pass it.
    for (size_t i = (gap + 1) & mask; t->entries[i].value >= 0; i = (i + 1) & mask) {
        const size_t home = wendi_number_table_index(t, t->entries[i].key);
        if (((i - home) & mask) < ((i - gap) & mask)) continue;
        t->entries[gap] = t->entries[i];
        gap = i;
    }
    t->entries[gap].value = -1;
    t->count--;
}

// ---- how do the distance fields of clusters enter their table and leave it?

enum { LEAST_BITS = 6 };

void wendi_field_table_init(wendi_field_table* t, const wend_allocator* allocator) {
    t->allocator = *allocator;
}

// The entry of a cluster or, when it has none, the one that it would get.
static wendi_field_entry* entry_of(const wendi_field_table* t, int32_t cluster) {
    size_t i = wendi_field_table_index(t, cluster);
    while (t->entries[i].field && t->entries[i].cluster != cluster) i = (i + 1) & (t->capacity - 1);
    return &t->entries[i];
}

wend_result wendi_field_table_reserve(wendi_field_table* t) {
    if (2 * (t->count + 1) < t->capacity) return WEND_OK;
    wendi_field_table grown = *t;
    grown.shift = t->capacity > 0 ? t->shift - 1 : 32 - LEAST_BITS;
    grown.capacity = (size_t)1 << (32 - grown.shift);
    grown.entries = wendi_alloc_zeroed(&t->allocator, grown.capacity, sizeof *grown.entries);
    if (!grown.entries) return WEND_ERROR_MEMORY;
    for (size_t i = 0; i < t->capacity; i++)
        if (t->entries[i].field) *entry_of(&grown, t->entries[i].cluster) = t->entries[i];
    wendi_free(&t->allocator, t->entries, t->capacity, sizeof *t->entries);
    *t = grown;
    return WEND_OK;
}

void wendi_field_table_set(wendi_field_table* t, int32_t cluster, struct wendi_distance_field* field) {
    wendi_field_entry* entry = entry_of(t, cluster);
    WENDI_ASSERT(field && (entry->field || 2 * (t->count + 1) < t->capacity));
    t->count += entry->field == NULL;
    *entry = (wendi_field_entry){field, cluster};
}

void wendi_field_table_remove_run(wendi_field_table* t, int32_t cluster) {
    for (size_t i = wendi_field_table_index(t, cluster); t->entries[i].field;
         i = (i + 1) & (t->capacity - 1)) {
        t->entries[i].field = NULL;
        t->count--;
    }
}

// ---- lists of numbers

static int compare_numbers(const void* a, const void* b) {
    const uint32_t x = *(const uint32_t*)a, y = *(const uint32_t*)b;
    return (x > y) - (x < y);
}

static int compare_indices(const void* a, const void* b) {
    const int32_t x = *(const int32_t*)a, y = *(const int32_t*)b;
    return (x > y) - (x < y);
}

size_t wendi_sort_once(void* items, size_t count, size_t size, wendi_compare_fn* compare) {
    char* kept = items; // behind the last that is kept
    if (count < 2) return count;
    qsort(items, count, size, compare);
    for (const char* item = items; count > 0; count--, item += size)
        if (kept == items || compare(kept - size, item) != 0) {
            if (kept != item) memcpy(kept, item, size);
            kept += size;
        }
    return (size_t)(kept - (char*)items) / size;
}

void wendi_sort_numbers(uint32_t* numbers, size_t count) {
    if (count > 1) qsort(numbers, count, sizeof *numbers, compare_numbers);
}

int64_t wendi_sort_indices(int32_t* indices, int64_t count) {
    return (int64_t)wendi_sort_once(indices, (size_t)count, sizeof *indices, compare_indices);
}
