// open_list.h: the open list of a best-first search: a bucket queue on integer keys (Dial 1969). Keys never
// fall below the key taken last (a lower one is raised to it) and lie within a span of it, so buckets are
// reused round a ring; a bitmap in two layers finds the next bucket in use. Within a key the entry put last
// comes out first: the deeper node of an A* search.
#ifndef WENDI_OPEN_LIST_H
#define WENDI_OPEN_LIST_H
#include "base.h"

typedef struct wendi_open_entry {
    uint32_t next; // in a bucket: the entry below, plus one; 0: none
    uint32_t item; // what the caller put in
} wendi_open_entry;

typedef struct wendi_open_list {
    wend_allocator allocator;
    uint32_t* buckets; // newest entry plus one; 0: empty. span of them, a power of two
    uint64_t* used;    // bit a bucket: set when it has entries; that of the current key may be set without
    uint64_t* groups;  // bit a word of used, cleared only when it is looked at
    size_t span;
    wendi_open_entry* entries;
    size_t entry_capacity;
    uint32_t entry_count; // entries in use or free
    uint32_t free_entry;  // first of the free ones, which are linked by next; entry_count: none
    wend_cost current;    // key taken last
} wendi_open_list;

void wendi_open_list_init(wendi_open_list* list, const wend_allocator* allocator);
void wendi_open_list_free(wendi_open_list* list);
/// Empties the list for keys from first up, where no key exceeds the key taken last by longest_rise or more.
wend_result wendi_open_list_reset(wendi_open_list* list, wend_cost first, int64_t longest_rise);
size_t wendi_open_list_bytes(const wendi_open_list* list);

/// Makes another free entry. Errors: MEMORY, LIMIT.
wend_result wendi_open_list_grow(wendi_open_list* list);
/// Moves the current key on to the next word of buckets in use; false: there is none.
bool wendi_open_list_leap(wendi_open_list* list);

/// Errors: MEMORY, LIMIT.
static inline wend_result wendi_open_list_push(wendi_open_list* list, wend_cost key, uint32_t item) {
    uint32_t index = list->free_entry;
    if (index == list->entry_count) {
        wend_result result = wendi_open_list_grow(list);
        if (result != WEND_OK) return result;
    }
    wendi_open_entry* entry = &list->entries[index];
    list->free_entry = entry->next;
    if (key < list->current) key = list->current;
    assert(key - list->current < (wend_cost)list->span);
    size_t bucket = (size_t)key & (list->span - 1);
    *entry = (wendi_open_entry){list->buckets[bucket], item};
    list->buckets[bucket] = index + 1;
    list->used[bucket / 64] |= 1ull << bucket % 64;
    list->groups[bucket / 4096] |= 1ull << bucket / 64 % 64;
    return WEND_OK;
}

/// Moves the current key, which has no entries left, on to the next that has; false: there is none.
static inline bool wendi_open_list_advance(wendi_open_list* list) {
    size_t bucket = (size_t)list->current & (list->span - 1);
    uint64_t* word = &list->used[bucket / 64];
    *word &= ~(1ull << bucket % 64);
    uint64_t ahead = *word >> bucket % 64;
    if (!ahead) return wendi_open_list_leap(list);
    list->current += __builtin_ctzll(ahead);
    return true;
}

/// False when empty.
static inline bool wendi_open_list_pop(wendi_open_list* list, uint32_t* item_out) {
    size_t mask = list->span - 1;
    if (!list->buckets[(size_t)list->current & mask] && !wendi_open_list_advance(list)) return false;
    uint32_t* bucket = &list->buckets[(size_t)list->current & mask];
    uint32_t index = *bucket - 1;
    wendi_open_entry* entry = &list->entries[index];
    *item_out = entry->item;
    *bucket = entry->next;
    entry->next = list->free_entry;
    list->free_entry = index;
    return true;
}
#endif
