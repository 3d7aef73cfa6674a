// name_table.c: how does the table of names grow and find?
#include "name_table.h"

#include <string.h>

#include "core/hash.h"

enum { MIN_SLOTS = 64 };

void wgr_name_table_free(wgr_name_table* table) {
    wimp_free(table->allocator_opt, table->texts, table->texts_capacity);
    wimp_free(table->allocator_opt, table->starts, table->starts_capacity * sizeof *table->starts);
    wimp_free(table->allocator_opt, table->slots, table->slot_count * sizeof *table->slots);
    *table = (wgr_name_table){.allocator_opt = table->allocator_opt};
}

const char* wgr_name_table_text(const wgr_name_table* table, int32_t number) {
    return table->texts + table->starts[number];
}

// The slot of a name, or the empty one where it belongs. There is always an empty slot.
static size_t slot_of(const wgr_name_table* table, wimp_span name) {
    size_t slot = (size_t)wimp_hash(name.at, name.size, 0) & (table->slot_count - 1);
    while (table->slots[slot] && !wimp_span_equals(name, wgr_name_table_text(table, table->slots[slot] - 1)))
        slot = (slot + 1) & (table->slot_count - 1);
    return slot;
}

int32_t wgr_name_table_find(const wgr_name_table* table, wimp_span name) {
    return table->slot_count ? table->slots[slot_of(table, name)] - 1 : -1;
}

static bool grow_slots(wgr_name_table* table) {
    size_t old_count = table->slot_count, count = old_count ? old_count * 2 : MIN_SLOTS;
    int32_t *old = table->slots, *slots = wimp_zeroed(table->allocator_opt, count * sizeof *slots);
    if (!slots) return false;
    table->slots = slots;
    table->slot_count = count;
    for (int32_t i = 0; i < table->count; i++) {
        const char* text = wgr_name_table_text(table, i);
        slots[slot_of(table, wimp_span_of(text))] = i + 1;
    }
    wimp_free(table->allocator_opt, old, old_count * sizeof *old);
    return true;
}

bool wgr_name_table_add(wgr_name_table* table, wimp_span name, int32_t* out) {
    size_t number = (size_t)table->count;
    *out = wgr_name_table_find(table, name);
    if (*out >= 0) return true;
    if (number + 1 >= table->slot_count * 3 / 4 && !grow_slots(table)) return false;
    size_t size = table->texts_size;
    char* texts = wimp_grow(table->allocator_opt, table->texts, &table->texts_capacity, size,
                            size + name.size + 1, sizeof *texts);
    if (!texts) return false;
    table->texts = texts;
    size_t* starts = wimp_grow(table->allocator_opt, table->starts, &table->starts_capacity, number,
                               number + 1, sizeof *starts);
    if (!starts) return false;
    table->starts = starts;
    const size_t slot = slot_of(table, name);
    memcpy(texts + size, name.at, name.size);
    texts[size + name.size] = '\0';
    table->texts_size = size + name.size + 1;
    starts[number] = size;
    table->slots[slot] = (int32_t)number + 1;
    *out = table->count++;
    return true;
}
