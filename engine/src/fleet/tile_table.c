// tile_table.c: a hash table with open addressing; removing an entry closes the gap behind it.
#include "fleet/tile_table.h"

#include <string.h>

void wendi_tile_table_free(wendi_tile_table* t) {
    wendi_free(&t->allocator, t->entries, t->capacity, sizeof *t->entries);
}

void wendi_tile_table_clear(wendi_tile_table* t) {
    if (t->capacity > 0) memset(t->entries, 0xff, t->capacity * sizeof *t->entries);
    t->count = 0;
}

wend_result wendi_tile_table_reserve(wendi_tile_table* t, size_t count) {
    if (2 * count <= t->capacity) return WEND_OK;
    size_t capacity = 64;
    int32_t bits = 6;
    for (; capacity < 2 * count; capacity *= 2) bits++;
    wendi_tile_table larger = {.allocator = t->allocator, .capacity = capacity, .shift = 64 - bits};
    larger.entries = wendi_alloc(&t->allocator, capacity, sizeof *larger.entries);
    if (!larger.entries) return WEND_ERROR_MEMORY;
    wendi_tile_table_clear(&larger);
    for (size_t i = 0; i < t->capacity; i++)
        if (t->entries[i].value >= 0) wendi_tile_table_set(&larger, t->entries[i].key, t->entries[i].value);
    wendi_tile_table_free(t);
    *t = larger;
    return WEND_OK;
}

void wendi_tile_table_set(wendi_tile_table* t, uint64_t key, int32_t value) {
    WENDI_ASSERT(value >= 0 && 2 * t->count <= t->capacity);
    size_t i = wendi_tile_table_index(t, key);
    while (t->entries[i].value >= 0 && t->entries[i].key != key) i = (i + 1) & (t->capacity - 1);
    t->count += t->entries[i].value < 0;
    t->entries[i] = (wendi_tile_entry){key, value};
}

void wendi_tile_table_remove(wendi_tile_table* t, uint64_t key) {
    if (t->capacity == 0) return;
    const size_t mask = t->capacity - 1;
    size_t gap = wendi_tile_table_index(t, key);
    while (t->entries[gap].value >= 0 && t->entries[gap].key != key) gap = (gap + 1) & mask;
    if (t->entries[gap].value < 0) return;
    // Entries behind the gap move into it where their own search would pass it.
    for (size_t i = (gap + 1) & mask; t->entries[i].value >= 0; i = (i + 1) & mask) {
        const size_t home = wendi_tile_table_index(t, t->entries[i].key);
        if (((i - home) & mask) < ((i - gap) & mask)) continue;
        t->entries[gap] = t->entries[i];
        gap = i;
    }
    t->entries[gap].value = -1;
    t->count--;
}
