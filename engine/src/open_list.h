// open_list.h: the open list of a best-first search: a bucket queue on integer keys (Dial 1969). Keys never
// fall below the key taken last (a lower one is raised to it) and lie within a span of it, so buckets are
// reused round a ring; a bitmap in two layers finds the next bucket in use. Within a key the entry put last
// comes out first: the deeper node of an A* search.
#ifndef WENDI_OPEN_LIST_H
#define WENDI_OPEN_LIST_H
#include "base.h"

typedef struct wendi_open_entry {
    uint32_t next; // entry below it in its bucket, plus one; 0: none
    int32_t x, y;  // what the caller put in
} wendi_open_entry;

typedef struct wendi_open_list {
    wend_allocator allocator;
    uint32_t* buckets; // newest entry plus one; 0: empty. span of them, a power of two
    uint64_t* used;    // bit a bucket
    uint64_t* groups;  // bit a word of used
    size_t span;
    wendi_open_entry* entries;
    size_t entry_capacity;
    uint32_t entry_count; // entries in use or on the free list
    uint32_t free_entry;  // plus one; 0: none
    int64_t count;        // entries in the queue
    wend_cost current;    // key taken last
} wendi_open_list;

void wendi_open_list_init(wendi_open_list* list, const wend_allocator* allocator);
void wendi_open_list_free(wendi_open_list* list);
/// Empties the list for keys from first up, where no key exceeds the key taken last by longest_rise or more.
wend_result wendi_open_list_reset(wendi_open_list* list, wend_cost first, int64_t longest_rise);
wend_result wendi_open_list_push(wendi_open_list* list, wend_cost key, int32_t x, int32_t y);
/// False when empty.
bool wendi_open_list_pop(wendi_open_list* list, wend_cost* key_out, int32_t* x_out, int32_t* y_out);
size_t wendi_open_list_bytes(const wendi_open_list* list);
#endif
