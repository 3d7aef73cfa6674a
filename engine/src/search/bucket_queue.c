// bucket_queue.c: how does the bucket queue set up its ring, grow, and find the next bucket in use?
#include "search/bucket_queue.h"

enum { MIN_SPAN = 1 << 12 };

static int32_t lowest_bit(uint64_t word) {
    return __builtin_ctzll(word);
}
static size_t word_count(size_t bits) {
    return (bits + 63) / 64;
}

void wendi_bucket_queue_init(wendi_bucket_queue* queue, const wend_allocator* allocator) {
    *queue = (wendi_bucket_queue){.allocator = *allocator};
}

static void free_buckets(const wend_allocator* allocator, wendi_bucket_queue* queue) {
    wendi_free(allocator, queue->buckets, queue->span, sizeof *queue->buckets);
    wendi_free(allocator, queue->used, word_count(queue->span), sizeof *queue->used);
    wendi_free(allocator, queue->groups, word_count(word_count(queue->span)), sizeof *queue->groups);
}

void wendi_bucket_queue_free(wendi_bucket_queue* queue) {
    free_buckets(&queue->allocator, queue);
    wendi_free(&queue->allocator, queue->entries, queue->entry_capacity, sizeof *queue->entries);
}

// Takes time for the buckets in use, not for all.
static void clear_buckets(wendi_bucket_queue* queue) {
    for (size_t g = 0; g < word_count(word_count(queue->span)); g++) {
        for (; queue->groups[g]; queue->groups[g] &= queue->groups[g] - 1) {
            size_t w = g * 64 + (size_t)lowest_bit(queue->groups[g]);
            for (; queue->used[w]; queue->used[w] &= queue->used[w] - 1)
                queue->buckets[w * 64 + (size_t)lowest_bit(queue->used[w])] = 0;
        }
    }
}

// Makes a word the current one. It holds the bucket of some key that is not below the current key.
static void set_word(wendi_bucket_queue* queue, size_t word) {
    WENDI_ASSERT(word < word_count(queue->span));
    size_t from = ((size_t)queue->current & (queue->span - 1)) / 64, count = word_count(queue->span);
    queue->first = (queue->current & ~(wend_cost)63) + (wend_cost)((word - from) & (count - 1)) * 64;
    queue->word = queue->used + word;
    queue->row = queue->buckets + word * 64;
}

wend_result wendi_bucket_queue_reset(wendi_bucket_queue* queue, wend_cost first, int64_t longest_rise) {
    WENDI_ASSERT(first >= 0 && longest_rise > 0);
    size_t span = MIN_SPAN;
    while ((int64_t)span < longest_rise + 63)
        span *= 2; // the ring starts up to 63 keys early, with its current word
    if (span > queue->span) {
        wendi_bucket_queue wider = {.span = span};
        wider.buckets = wendi_alloc_zeroed(&queue->allocator, span, sizeof *wider.buckets);
        wider.used = wendi_alloc_zeroed(&queue->allocator, word_count(span), sizeof *wider.used);
        wider.groups =
            wendi_alloc_zeroed(&queue->allocator, word_count(word_count(span)), sizeof *wider.groups);
        if (!wider.buckets || !wider.used || !wider.groups) {
            free_buckets(&queue->allocator, &wider);
            return WEND_ERROR_MEMORY;
        }
        free_buckets(&queue->allocator, queue);
        queue->buckets = wider.buckets;
        queue->used = wider.used;
        queue->groups = wider.groups;
        queue->span = span;
    } else {
        clear_buckets(queue);
    }
    WENDI_ASSERT((queue->span & (queue->span - 1)) == 0);
    queue->entry_count = queue->free_entry = 1;
    queue->current = first;
    set_word(queue, ((size_t)first & (queue->span - 1)) / 64);
    return WEND_OK;
}

wend_result wendi_bucket_queue_grow(wendi_bucket_queue* queue) {
    WENDI_ASSERT(queue->free_entry == queue->entry_count);
    if (queue->entry_count == UINT32_MAX) return WEND_ERROR_LIMIT;
    wendi_bucket_entry* entries =
        wendi_grow(&queue->allocator, queue->entries, &queue->entry_capacity,
                   queue->entries ? queue->entry_count : 0, (size_t)queue->entry_count + 1, sizeof *entries);
    if (!entries) return WEND_ERROR_MEMORY;
    queue->entries = entries;
    entries[queue->entry_count].next = queue->entry_count + 1;
    queue->entry_count++;
    return WEND_OK;
}

// The first word of used, from this one on, that is not 0; otherwise the count of words. Clears the marks of
// the empty words before it.
static size_t find_used(wendi_bucket_queue* queue, size_t word) {
    size_t count = word_count(queue->span);
    while (word < count) {
        uint64_t marks = queue->groups[word / 64] >> word % 64;
        if (!marks) {
            word = (word / 64 + 1) * 64;
            continue;
        }
        word += (size_t)lowest_bit(marks);
        if (queue->used[word]) return word;
        queue->groups[word / 64] &= ~(1ull << word % 64);
    }
    return count;
}

void wendi_bucket_queue_go_on(wendi_bucket_queue* queue, wend_cost key) {
    WENDI_ASSERT(key >= queue->current && *queue->word == 0);
    queue->current = key;
    set_word(queue, ((size_t)key & (queue->span - 1)) / 64);
}

bool wendi_bucket_queue_next_word(wendi_bucket_queue* queue) {
    size_t count = word_count(queue->span), word = find_used(queue, (size_t)(queue->word - queue->used) + 1);
    if (word == count) word = find_used(queue, 0);
    if (word == count) return false;
    set_word(queue, word);
    return true;
}

size_t wendi_bucket_queue_bytes(const wendi_bucket_queue* queue) {
    return queue->span * sizeof *queue->buckets + word_count(queue->span) * sizeof *queue->used +
           word_count(word_count(queue->span)) * sizeof *queue->groups +
           queue->entry_capacity * sizeof *queue->entries;
}
