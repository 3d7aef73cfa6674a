// field_table.c: how do the distance fields of clusters enter their table and leave it?
#include "search/field_table.h"

enum { LEAST_BITS = 6 };

void wendi_field_table_init(wendi_field_table* t, const wend_allocator* allocator) {
    t->allocator = *allocator;
}

void wendi_field_table_free(wendi_field_table* t) {
    wendi_free(&t->allocator, t->entries, t->capacity, sizeof *t->entries);
}

size_t wendi_field_table_bytes(const wendi_field_table* t) {
    return t->capacity * sizeof *t->entries;
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
    wendi_field_table_free(t);
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
