// tile_table.h: which number stands at a tile? A hash table with open addressing, which grows with what it
// holds and not with the map.
#ifndef WENDI_TILE_TABLE_H
#define WENDI_TILE_TABLE_H
#include "core/base.h"

typedef struct wendi_tile_entry {
    uint64_t key;
    int32_t value; // -1: the entry is free
} wendi_tile_entry;

typedef struct wendi_tile_table {
    wend_allocator allocator;
    wendi_tile_entry* entries;
    size_t capacity; // a power of two, at least twice the count; 0: the table was never used
    size_t count;
    int32_t shift; // 64 less the bits of an index
} wendi_tile_table;

void wendi_tile_table_free(wendi_tile_table* table);
/// Makes room for count entries in all. Errors: MEMORY; nothing changed then.
wend_result wendi_tile_table_reserve(wendi_tile_table* table, size_t count);
/// Removes all entries.
void wendi_tile_table_clear(wendi_tile_table* table);
/// Sets the number at a key, 0 or more. There is room.
void wendi_tile_table_set(wendi_tile_table* table, uint64_t key, int32_t value);
/// Removes a key, if it is there.
void wendi_tile_table_remove(wendi_tile_table* table, uint64_t key);

static inline uint64_t wendi_tile_key(wend_tile tile) {
    return (uint64_t)(uint32_t)tile.y << 32 | (uint32_t)tile.x;
}
// Multiplicative hashing (Knuth).
static inline size_t wendi_tile_table_index(const wendi_tile_table* table, uint64_t key) {
    return (size_t)((key ^ key >> 29) * 0x9e3779b97f4a7c15u >> table->shift);
}
/// The number at a key; -1: none.
static inline int32_t wendi_tile_table_at(const wendi_tile_table* table, uint64_t key) {
    if (table->capacity == 0) return -1;
    size_t i = wendi_tile_table_index(table, key);
    while (table->entries[i].value >= 0 && table->entries[i].key != key) i = (i + 1) & (table->capacity - 1);
    return table->entries[i].value;
}
#endif
