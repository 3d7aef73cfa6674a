// open_list.h: the open list of a best-first search: a bucket queue on integer keys (Dial 1969). Keys never
// fall below the key taken last (a lower one is raised to it) and lie within a span of it, so buckets are
// reused round a ring; a bitmap in two layers finds the next bucket in use. Within a key the entry put last
// comes out first: the deeper node of an A* search.
#ifndef WENDI_OPEN_LIST_H
#define WENDI_OPEN_LIST_H
#include "core/base.h"

typedef struct wendi_open_entry {
    uint32_t next; // in a bucket: the entry below; 0: none
    uint32_t item; // what the caller put in
} wendi_open_entry;

typedef struct wendi_open_list {
    wend_allocator allocator;
    uint32_t* buckets; // newest entry; 0: empty. span of them, a power of two
    uint64_t* used;    // bit a bucket: set when it has entries
    uint64_t* groups;  // bit a word of used, cleared only when it is looked at
    size_t span;
    wendi_open_entry* entries; // the first is not used
    size_t entry_capacity;
    uint32_t entry_count; // entries in use or free
    uint32_t free_entry;  // first of the free ones, which are linked by next; entry_count: none
    wend_cost current;    // key taken last
    wend_cost first;      // key of the first bucket of the current word
    uint64_t* word;       // of used, that of the current key
    uint32_t* row;        // its buckets
} wendi_open_list;

void wendi_open_list_init(wendi_open_list* list, const wend_allocator* allocator);
void wendi_open_list_free(wendi_open_list* list);
/// Empties the list for keys from first up, where no key exceeds the key taken last by longest_rise or more.
wend_result wendi_open_list_reset(wendi_open_list* list, wend_cost first, int64_t longest_rise);
size_t wendi_open_list_bytes(const wendi_open_list* list);

/// Makes another free entry. Errors: MEMORY, LIMIT.
wend_result wendi_open_list_grow(wendi_open_list* list);
/// Moves on to the next word with buckets in use; false: there is none.
bool wendi_open_list_leap(wendi_open_list* list);

/// Errors: MEMORY, LIMIT.
static inline wend_result wendi_open_list_push(wendi_open_list* list, wend_cost key, uint32_t item) {
    uint32_t index = list->free_entry;
    if (index == list->entry_count) {
        wend_result result = wendi_open_list_grow(list);
        if (result != WEND_OK) return result;
    }
    if (key < list->current) key = list->current;
    WENDI_ASSERT(key - list->first < (wend_cost)list->span);
    size_t bucket = (size_t)key & (list->span - 1);
    uint64_t* word = &list->used[bucket / 64];
    if (!*word) list->groups[bucket / 4096] |= 1ull << bucket / 64 % 64;
    *word |= 1ull << bucket % 64;
    wendi_open_entry* entry = &list->entries[index];
    list->free_entry = entry->next;
    *entry = (wendi_open_entry){list->buckets[bucket], item};
    list->buckets[bucket] = index;
    return WEND_OK;
}

/// False when empty.
static inline bool wendi_open_list_pop(wendi_open_list* list, uint32_t* item_out) {
    if (!*list->word && !wendi_open_list_leap(list)) return false;
    uint64_t bits = *list->word;
    int32_t bit = __builtin_ctzll(bits);
    uint32_t index = list->row[bit];
    wendi_open_entry* entry = &list->entries[index];
    uint32_t next = entry->next;
    *item_out = entry->item;
    list->current = list->first + bit;
    list->row[bit] = next;
    *list->word = next ? bits : bits & (bits - 1);
    entry->next = list->free_entry;
    list->free_entry = index;
    return true;
}

/// What would be taken next, if it is near; a hint what to have ready.
static inline bool wendi_open_list_peek(const wendi_open_list* list, uint32_t* item_out) {
    if (!*list->word) return false;
    *item_out = list->entries[list->row[__builtin_ctzll(*list->word)]].item;
    return true;
}
#endif
