// open_list.c: the bucket queue.
#include "search/open_list.h"

enum { MIN_SPAN = 1 << 12 };

static int32_t lowest_bit(uint64_t word) {
    return __builtin_ctzll(word);
}
static size_t word_count(size_t bits) {
    return (bits + 63) / 64;
}

void wendi_open_list_init(wendi_open_list* list, const wend_allocator* allocator) {
    *list = (wendi_open_list){.allocator = *allocator};
}

static void free_buckets(const wend_allocator* allocator, wendi_open_list* list) {
    wendi_free(allocator, list->buckets, list->span, sizeof *list->buckets);
    wendi_free(allocator, list->used, word_count(list->span), sizeof *list->used);
    wendi_free(allocator, list->groups, word_count(word_count(list->span)), sizeof *list->groups);
}

void wendi_open_list_free(wendi_open_list* list) {
    free_buckets(&list->allocator, list);
    wendi_free(&list->allocator, list->entries, list->entry_capacity, sizeof *list->entries);
}

// Costs what is left in the list, not what it could hold.
static void clear_buckets(wendi_open_list* list) {
    for (size_t g = 0; g < word_count(word_count(list->span)); g++) {
        for (; list->groups[g]; list->groups[g] &= list->groups[g] - 1) {
            size_t w = g * 64 + (size_t)lowest_bit(list->groups[g]);
            for (; list->used[w]; list->used[w] &= list->used[w] - 1)
                list->buckets[w * 64 + (size_t)lowest_bit(list->used[w])] = 0;
        }
    }
}

// Makes a word the current one, that of a key not below the current key.
static void go_to(wendi_open_list* list, size_t word) {
    size_t from = ((size_t)list->current & (list->span - 1)) / 64, count = word_count(list->span);
    list->first = (list->current & ~(wend_cost)63) + (wend_cost)((word - from) & (count - 1)) * 64;
    list->word = list->used + word;
    list->row = list->buckets + word * 64;
}

wend_result wendi_open_list_reset(wendi_open_list* list, wend_cost first, int64_t longest_rise) {
    size_t span = MIN_SPAN;
    while ((int64_t)span < longest_rise + 63) span *= 2; // counted from the first key of the current word
    if (span > list->span) {
        wendi_open_list wider = {.span = span};
        wider.buckets = wendi_alloc_zeroed(&list->allocator, span, sizeof *wider.buckets);
        wider.used = wendi_alloc_zeroed(&list->allocator, word_count(span), sizeof *wider.used);
        wider.groups =
            wendi_alloc_zeroed(&list->allocator, word_count(word_count(span)), sizeof *wider.groups);
        if (!wider.buckets || !wider.used || !wider.groups) {
            free_buckets(&list->allocator, &wider);
            return WEND_ERROR_MEMORY;
        }
        free_buckets(&list->allocator, list);
        list->buckets = wider.buckets;
        list->used = wider.used;
        list->groups = wider.groups;
        list->span = span;
    } else {
        clear_buckets(list);
    }
    list->entry_count = list->free_entry = 1;
    list->current = first;
    go_to(list, ((size_t)first & (list->span - 1)) / 64);
    return WEND_OK;
}

wend_result wendi_open_list_grow(wendi_open_list* list) {
    if (list->entry_count == UINT32_MAX) return WEND_ERROR_LIMIT;
    wendi_open_entry* entries =
        wendi_grow(&list->allocator, list->entries, &list->entry_capacity,
                   list->entries ? list->entry_count : 0, (size_t)list->entry_count + 1, sizeof *entries);
    if (!entries) return WEND_ERROR_MEMORY;
    list->entries = entries;
    entries[list->entry_count].next = list->entry_count + 1;
    list->entry_count++;
    return WEND_OK;
}

// First word of buckets in use from this one on, or the count of words. Clears the marks of empty ones before
// it.
static size_t next_word(wendi_open_list* list, size_t word) {
    size_t count = word_count(list->span);
    while (word < count) {
        uint64_t marks = list->groups[word / 64] >> word % 64;
        if (!marks) {
            word = (word / 64 + 1) * 64;
            continue;
        }
        word += (size_t)lowest_bit(marks);
        if (list->used[word]) return word;
        list->groups[word / 64] &= ~(1ull << word % 64);
    }
    return count;
}

bool wendi_open_list_leap(wendi_open_list* list) {
    size_t count = word_count(list->span), word = next_word(list, (size_t)(list->word - list->used) + 1);
    if (word == count) word = next_word(list, 0);
    if (word == count) return false;
    go_to(list, word);
    return true;
}

size_t wendi_open_list_bytes(const wendi_open_list* list) {
    return list->span * sizeof *list->buckets + word_count(list->span) * sizeof *list->used +
           word_count(word_count(list->span)) * sizeof *list->groups +
           list->entry_capacity * sizeof *list->entries;
}
