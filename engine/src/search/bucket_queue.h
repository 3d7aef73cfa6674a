// bucket_queue.h: which item has the least key, when keys rise slowly? A priority queue on integer keys (Dial
// 1969). Keys never fall below the key taken last (a lower one is raised to it) and lie within a span of it,
// so buckets are reused in a ring; a bitmap of two layers finds the next bucket in use. Of equal keys the
// item pushed last comes first: in A*, mostly the deeper node. Where keys may fall, or are far apart, a
// search uses core/heap.h.
#ifndef WENDI_BUCKET_QUEUE_H
#define WENDI_BUCKET_QUEUE_H
#include "core/base.h"

typedef struct wendi_bucket_entry {
    uint32_t next; // the entry below in the bucket; 0: none
    uint32_t item;
} wendi_bucket_entry;

typedef struct wendi_bucket_queue {
    wend_allocator allocator;
    uint32_t* buckets; // span of them: the newest entry of each; 0: empty
    uint64_t* used;    // a bit for each bucket: set when it has entries
    uint64_t* groups;  // a bit for each word of used: set when it is not 0; cleared late, by the next scan
    size_t span;       // a power of two
    wendi_bucket_entry* entries; // the first is not used
    size_t entry_capacity;
    uint32_t entry_count; // in use or free
    uint32_t free_entry;  // first free entry, each linked to the next; entry_count: none
    wend_cost current;    // key taken last
    uint64_t* word;       // current word: the word of used with the bit of the current key
    uint32_t* row;        // its 64 buckets
    wend_cost first;      // key of the first of them
} wendi_bucket_queue;

void wendi_bucket_queue_init(wendi_bucket_queue* queue, const wend_allocator* allocator);
void wendi_bucket_queue_free(wendi_bucket_queue* queue);
/// Empties the queue for keys from first up, each less than longest_rise above the key taken last before it.
wend_result wendi_bucket_queue_reset(wendi_bucket_queue* queue, wend_cost first, int64_t longest_rise);
size_t wendi_bucket_queue_bytes(const wendi_bucket_queue* queue);

/// True when a key is near enough to the key taken last to be pushed.
static inline bool wendi_bucket_queue_fits(const wendi_bucket_queue* queue, wend_cost key) {
    return key - queue->first < (wend_cost)queue->span;
}
/// Lets the keys of an empty queue go on from a key, which is not below the key taken last.
void wendi_bucket_queue_go_on(wendi_bucket_queue* queue, wend_cost key);
/// Adds a free entry. Errors: MEMORY, LIMIT.
wend_result wendi_bucket_queue_grow(wendi_bucket_queue* queue);
/// Makes the next word with buckets in use the current one; false: the queue is empty.
bool wendi_bucket_queue_next_word(wendi_bucket_queue* queue);

/// Errors: MEMORY, LIMIT.
static inline wend_result wendi_bucket_queue_push(wendi_bucket_queue* queue, wend_cost key, uint32_t item) {
    uint32_t index = queue->free_entry;
    if (index == queue->entry_count) {
        wend_result result = wendi_bucket_queue_grow(queue);
        if (result != WEND_OK) return result;
    }
    if (key < queue->current) key = queue->current;
    WENDI_ASSERT(key - queue->first < (wend_cost)queue->span);
    size_t bucket = (size_t)key & (queue->span - 1);
    uint64_t* word = &queue->used[bucket / 64];
    if (!*word) queue->groups[bucket / 4096] |= 1ull << bucket / 64 % 64;
    *word |= 1ull << bucket % 64;
    wendi_bucket_entry* entry = &queue->entries[index];
    queue->free_entry = entry->next;
    *entry = (wendi_bucket_entry){queue->buckets[bucket], item};
    queue->buckets[bucket] = index;
    return WEND_OK;
}

/// False when empty.
static inline bool wendi_bucket_queue_pop(wendi_bucket_queue* queue, uint32_t* item_out) {
    if (!*queue->word && !wendi_bucket_queue_next_word(queue)) return false;
    uint64_t bits = *queue->word;
    int32_t bit = __builtin_ctzll(bits);
    uint32_t index = queue->row[bit];
    WENDI_ASSERT(index > 0 && index < queue->entry_count && queue->first + bit >= queue->current);
    wendi_bucket_entry* entry = &queue->entries[index];
    uint32_t next = entry->next;
    *item_out = entry->item;
    queue->current = queue->first + bit;
    queue->row[bit] = next;
    *queue->word = next ? bits : bits & (bits - 1);
    entry->next = queue->free_entry;
    queue->free_entry = index;
    return true;
}

/// The next item, if the current word has one: a hint for prefetching. False: unknown.
static inline bool wendi_bucket_queue_peek(const wendi_bucket_queue* queue, uint32_t* item_out) {
    if (!*queue->word) return false;
    *item_out = queue->entries[queue->row[__builtin_ctzll(*queue->word)]].item;
    return true;
}
#endif
