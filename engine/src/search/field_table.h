// field_table.h: which distance field is that of a cluster? A hash table with open addressing, which grows
// with the clusters that a propagation enters and not with the map.
#ifndef WENDI_FIELD_TABLE_H
#define WENDI_FIELD_TABLE_H
#include "core/base.h"

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
void wendi_field_table_free(wendi_field_table* table);
size_t wendi_field_table_bytes(const wendi_field_table* table);
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
#endif
