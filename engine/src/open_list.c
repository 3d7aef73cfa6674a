// open_list.c: the bucket queue.
#include "open_list.h"

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

wend_result wendi_open_list_reset(wendi_open_list* list, wend_cost first, int64_t longest_rise) {
    size_t span = MIN_SPAN;
    while ((int64_t)span < longest_rise) span *= 2;
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
    } else if (list->count > 0) {
        clear_buckets(list);
    }
    list->entry_count = 0;
    list->free_entry = 0;
    list->count = 0;
    list->current = first;
    return WEND_OK;
}

wend_result wendi_open_list_push(wendi_open_list* list, wend_cost key, int32_t x, int32_t y) {
    uint32_t index;
    if (list->free_entry) {
        index = list->free_entry - 1;
        list->free_entry = list->entries[index].next;
    } else {
        if (list->entry_count == UINT32_MAX - 1) return WEND_ERROR_LIMIT;
        if (list->entry_count == list->entry_capacity) {
            wendi_open_entry* entries =
                wendi_grow(&list->allocator, list->entries, &list->entry_capacity, list->entry_count,
                           (size_t)list->entry_count + 1, sizeof *entries);
            if (!entries) return WEND_ERROR_MEMORY;
            list->entries = entries;
        }
        index = list->entry_count++;
    }
    if (key < list->current) key = list->current;
    assert(key - list->current < (wend_cost)list->span);
    size_t bucket = (size_t)key & (list->span - 1);
    list->entries[index] = (wendi_open_entry){list->buckets[bucket], x, y};
    list->buckets[bucket] = index + 1;
    list->used[bucket / 64] |= 1ull << bucket % 64;
    list->groups[bucket / 4096] |= 1ull << bucket / 64 % 64;
    list->count++;
    return WEND_OK;
}

// First used bucket in [from, span), or span.
static size_t next_used(const wendi_open_list* list, size_t from) {
    size_t word = from / 64;
    uint64_t bits = list->used[word] & ~0ull << from % 64;
    if (bits) return word * 64 + (size_t)lowest_bit(bits);
    size_t group = ++word / 64, groups = word_count(word_count(list->span));
    if (group == groups) return list->span;
    bits = list->groups[group] & ~0ull << word % 64;
    while (!bits) {
        if (++group == groups) return list->span;
        bits = list->groups[group];
    }
    word = group * 64 + (size_t)lowest_bit(bits);
    return word * 64 + (size_t)lowest_bit(list->used[word]);
}

bool wendi_open_list_pop(wendi_open_list* list, wend_cost* key_out, int32_t* x_out, int32_t* y_out) {
    if (list->count == 0) return false;
    size_t from = (size_t)list->current & (list->span - 1);
    size_t bucket = next_used(list, from);
    if (bucket == list->span) bucket = next_used(list, 0);
    list->current += (wend_cost)((bucket - from) & (list->span - 1));
    uint32_t index = list->buckets[bucket] - 1;
    wendi_open_entry* entry = &list->entries[index];
    *key_out = list->current;
    *x_out = entry->x;
    *y_out = entry->y;
    list->buckets[bucket] = entry->next;
    if (entry->next == 0) {
        list->used[bucket / 64] &= ~(1ull << bucket % 64);
        if (list->used[bucket / 64] == 0) list->groups[bucket / 4096] &= ~(1ull << bucket / 64 % 64);
    }
    entry->next = list->free_entry;
    list->free_entry = index + 1;
    list->count--;
    return true;
}

size_t wendi_open_list_bytes(const wendi_open_list* list) {
    return list->span * sizeof *list->buckets + word_count(list->span) * sizeof *list->used +
           word_count(word_count(list->span)) * sizeof *list->groups +
           list->entry_capacity * sizeof *list->entries;
}
