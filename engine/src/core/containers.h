// containers.h: a binary heap, a pool of items that never move, hash tables of numbers and of clusters, sets
// of numbers, and sorted lists of them.
#ifndef WENDI_CONTAINERS_H
#define WENDI_CONTAINERS_H
#include "core/base.h"

// ---- which item has the least key? A binary heap of numbered items; equal keys come by item. It serves
// searches whose keys may fall or lie far apart; the bucket queue of search/node_store.h is faster for the
// others.

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

// ---- many items of one size that never move: memory in chunks of equally many items. Items are given
// back all at once or one by one, and the chunks are kept.

typedef struct wendi_pool {
    wend_allocator allocator;
    size_t item_size;
    int32_t items_per_chunk;
    int32_t chunk_count;
    void** chunks;
    size_t capacity; // of chunks
    int32_t count;   // items in use, and those that were given back one by one; 0 gives all back
    int32_t given;   // the last of those, plus 1; 0: none. Each begins with the one before it, likewise
} wendi_pool;

void wendi_pool_init(wendi_pool* pool, const wend_allocator* allocator, size_t item_size,
                     int32_t items_per_chunk);
void wendi_pool_free(wendi_pool* pool);
size_t wendi_pool_bytes(const wendi_pool* pool);
/// One more item, whose content is undefined. NULL: out of memory, and nothing changed.
void* wendi_pool_add(wendi_pool* pool);
/// The same with the index of the item, which may be one that was given back.
void* wendi_pool_take(wendi_pool* pool, int32_t* index_out);
void wendi_pool_give(wendi_pool* pool, int32_t index);
/// An item by its index, which is below count.
static inline void* wendi_pool_item(const wendi_pool* pool, int32_t index) {
    char* chunk = pool->chunks[index / pool->items_per_chunk];
    return chunk + (size_t)(index % pool->items_per_chunk) * pool->item_size;
}

// ---- which number stands at a key, such as that of a tile? A hash table with open addressing, which grows
// with what it holds.

typedef struct wendi_number_entry {
    uint64_t key;
    int32_t value; // -1: the entry is free
} wendi_number_entry;

typedef struct wendi_number_table {
    wend_allocator allocator;
    wendi_number_entry* entries;
    size_t capacity; // a power of two, at least twice the count; 0: the table was never used
    size_t count;
    int32_t shift; // 64 less the bits of an index
} wendi_number_table;

void wendi_number_table_free(wendi_number_table* table);
/// Makes room for count entries in all. Errors: MEMORY; nothing changed then.
wend_result wendi_number_table_reserve(wendi_number_table* table, size_t count);
/// Removes all entries.
void wendi_number_table_clear(wendi_number_table* table);
/// Sets the number at a key, 0 or more. There is room.
void wendi_number_table_set(wendi_number_table* table, uint64_t key, int32_t value);
/// Removes a key, if it is there.
void wendi_number_table_remove(wendi_number_table* table, uint64_t key);

static inline uint64_t wendi_tile_key(wend_tile tile) {
    return (uint64_t)(uint32_t)tile.y << 32 | (uint32_t)tile.x;
}
// Multiplicative hashing (Knuth).
static inline size_t wendi_number_table_index(const wendi_number_table* table, uint64_t key) {
    return (size_t)((key ^ key >> 29) * 0x9e3779b97f4a7c15u >> table->shift);
}
/// The number at a key; -1: none.
static inline int32_t wendi_number_table_at(const wendi_number_table* table, uint64_t key) {
    if (table->capacity == 0) return -1;
    size_t i = wendi_number_table_index(table, key);
    while (table->entries[i].value >= 0 && table->entries[i].key != key) i = (i + 1) & (table->capacity - 1);
    return table->entries[i].value;
}

// ---- which distance field is that of a cluster? A hash table with open addressing, which grows
// with the clusters that a propagation enters and not with the map.

struct wendi_distance_field;

typedef struct wendi_field_entry {
    struct wendi_distance_field* field; // NULL: the entry is free
    int32_t cluster;
} wendi_field_entry;

typedef struct wendi_field_table {
    wend_allocator allocator;
    wendi_field_entry* entries;
    size_t capacity; // a power of two, more than twice the clusters; 0: the table was never used
    size_t count;
    int32_t shift; // 32 less the bits of an index
} wendi_field_table;

/// The table is all zero before.
void wendi_field_table_init(wendi_field_table* table, const wend_allocator* allocator);
/// Makes room for one more cluster. Errors: MEMORY; nothing changed then.
wend_result wendi_field_table_reserve(wendi_field_table* table);
/// Sets the field of a cluster. The table has room.
void wendi_field_table_set(wendi_field_table* table, int32_t cluster, struct wendi_distance_field* field);
/// Removes a cluster and those that follow it without a gap. Removing each cluster empties the table, in any
/// order; until then it must not be read.
void wendi_field_table_remove_run(wendi_field_table* table, int32_t cluster);

// Multiplicative hashing (Knuth): neighbouring clusters get entries far apart.
static inline size_t wendi_field_table_index(const wendi_field_table* table, int32_t cluster) {
    return (uint32_t)cluster * 2654435769u >> table->shift;
}
/// NULL: none.
static inline struct wendi_distance_field* wendi_field_table_at(const wendi_field_table* table,
                                                                int32_t cluster) {
    if (table->capacity == 0) return NULL;
    const wendi_field_entry* entry = &table->entries[wendi_field_table_index(table, cluster)];
    while (entry->field && entry->cluster != cluster)
        entry = entry + 1 < table->entries + table->capacity ? entry + 1 : table->entries;
    return entry->field;
}

// ---- which numbers are in one set? Union-find (Tarjan 1975) over an array with an entry for each number:
// what to add to it, modulo 2^32, for a smaller number of its set; 0: it is the least, which stands for the
// set. So each number is a set of its own in zeroed memory.

/// The least number in the set of one.
static inline uint32_t wendi_set_of(const uint32_t* sets, uint32_t number) {
    while (sets[number] != 0) number += sets[number];
    return number;
}
/// The same, and it is found sooner next time (path halving).
static inline uint32_t wendi_set_shorten(uint32_t* sets, uint32_t number) {
    while (sets[number] != 0) {
        sets[number] += sets[number + sets[number]];
        number += sets[number];
    }
    return number;
}
/// Unites the sets of two numbers.
static inline void wendi_sets_unite(uint32_t* sets, uint32_t a, uint32_t b) {
    a = wendi_set_shorten(sets, a);
    b = wendi_set_shorten(sets, b);
    if (a < b) sets[b] = a - b;
    if (b < a) sets[a] = b - a;
}

// ---- how are lists of numbers sorted, and where is a number in them?

/// A comparison for qsort.
typedef int wendi_compare_fn(const void* a, const void* b);
/// Sorts items and keeps one of those that compare equal. Returns how many are left.
size_t wendi_sort_once(void* items, size_t count, size_t size, wendi_compare_fn* compare);

/// Sorts numbers ascending.
void wendi_sort_numbers(uint32_t* numbers, size_t count);

/// Sorts indices ascending and drops repeats. Returns how many are left.
int64_t wendi_sort_indices(int32_t* indices, int64_t count);
static inline void wendi_tidy_indices(wendi_index_list* list) {
    list->count = wendi_sort_indices(list->data, list->count);
}

/// The first index from begin on whose number is not less than another; end: there is none. numbers: that at
/// index 0, and each lies `step` bytes behind the one before, so that they may be members of structs. They
/// ascend, and none is negative.
static inline int32_t wendi_first_from(const void* numbers, size_t step, int32_t begin, int32_t end,
                                       uint32_t number) {
    while (begin < end) {
        const int32_t middle = begin + (end - begin) / 2;
        if (*(const uint32_t*)(const void*)((const char*)numbers + (size_t)middle * step) < number)
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}

/// The index from begin on of a number; -1: it is not there.
static inline int32_t wendi_find_number(const void* numbers, size_t step, int32_t begin, int32_t end,
                                        uint32_t number) {
    const int32_t at = wendi_first_from(numbers, step, begin, end, number);
    if (at == end) return -1;
    return *(const uint32_t*)(const void*)((const char*)numbers + (size_t)at * step) == number ? at : -1;
}
#endif
