// abstract_state.c: where does the abstract search keep its clusters and nodes?
#include "search/abstract_state.h"

#include <string.h>

// ---- how do clusters enter the directory of a search?

void wendi_cluster_directory_init(wendi_cluster_directory* d, const wend_allocator* allocator) {
    *d = (wendi_cluster_directory){.allocator = *allocator};
}

void wendi_cluster_directory_free(wendi_cluster_directory* d) {
    wendi_free(&d->allocator, d->entries, d->capacity, sizeof *d->entries);
}

size_t wendi_cluster_directory_bytes(const wendi_cluster_directory* d) {
    return d->capacity * sizeof *d->entries;
}

// Adds a page without entries. Returns its number; 0, which is the root: out of memory.
static uint32_t add_page(wendi_cluster_directory* d) {
    const size_t used = (size_t)d->page_count * WENDI_PAGE_ENTRIES;
    uint32_t* entries =
        wendi_grow(&d->allocator, d->entries, &d->capacity, used, used + WENDI_PAGE_ENTRIES, sizeof *entries);
    if (!entries) return 0;
    d->entries = entries;
    memset(entries + used, 0, WENDI_PAGE_ENTRIES * sizeof *entries);
    return d->page_count++;
}

wend_result wendi_cluster_directory_begin(wendi_cluster_directory* d, int32_t columns, int32_t rows) {
    const int32_t side = wendi_max(columns, rows);
    d->root_shift = 0;
    while ((side - 1) >> d->root_shift >> WENDI_PAGE_BITS) d->root_shift += WENDI_PAGE_BITS;
    d->page_count = 0;
    add_page(d);
    return d->page_count > 0 ? WEND_OK : WEND_ERROR_MEMORY;
}

wend_result wendi_cluster_directory_set(wendi_cluster_directory* d, int32_t x, int32_t y, int32_t shift,
                                        int32_t number) {
    uint32_t page = 0;
    int32_t page_shift = d->root_shift;
    while (page_shift > shift) {
        const size_t at = (size_t)page * WENDI_PAGE_ENTRIES + wendi_page_index(x, y, page_shift);
        WENDI_ASSERT(!(d->entries[at] & 1));
        if (!d->entries[at]) {
            const uint32_t added = add_page(d);
            if (!added) return WEND_ERROR_MEMORY;
            d->entries[at] = added << 1;
        }
        page = d->entries[at] >> 1;
        page_shift -= WENDI_PAGE_BITS;
    }
    const int32_t bits = wendi_min(shift - page_shift, WENDI_PAGE_BITS), side = 1 << bits;
    const uint32_t first = wendi_page_index(x >> shift << shift, y >> shift << shift, page_shift);
    uint32_t* entries = d->entries + (size_t)page * WENDI_PAGE_ENTRIES + first;
    for (int32_t row = 0; row < side; row++)
        for (int32_t column = 0; column < side; column++)
            entries[(row << WENDI_PAGE_BITS) + column] = (uint32_t)number << 1 | 1;
    return WEND_OK;
}

// ---- which memory does an abstract search own?

void wendi_abstract_search_init(wendi_abstract_search* s, const wend_allocator* allocator) {
    *s = (wendi_abstract_search){.allocator = *allocator, .arrival_queue.allocator = *allocator};
    wendi_cluster_directory_init(&s->directory, allocator);
    wendi_link_bounds_init(&s->bounds, allocator);
}

void wendi_abstract_search_free(wendi_abstract_search* s) {
    wendi_cluster_directory_free(&s->directory);
    wendi_free(&s->allocator, s->active, s->active_capacity, sizeof *s->active);
    wendi_free(&s->allocator, s->values, s->value_capacity, sizeof *s->values);
    wendi_free(&s->allocator, s->taken_slots, s->taken_capacity, sizeof *s->taken_slots);
    wendi_free(&s->allocator, s->keys, s->key_capacity, sizeof *s->keys);
    wendi_free(&s->allocator, s->least_keys, s->least_key_capacity, sizeof *s->least_keys);
    wendi_link_bounds_free(&s->bounds);
    wendi_free(&s->allocator, s->x, s->x_capacity, sizeof *s->x);
    wendi_free(&s->allocator, s->y, s->y_capacity, sizeof *s->y);
    wendi_heap_free(&s->arrival_queue);
    wendi_free(&s->allocator, s->estimates, s->estimate_capacity, sizeof *s->estimates);
    wendi_cluster_workspace_free(s->workspace, &s->allocator);
}

size_t wendi_abstract_search_bytes(const wendi_abstract_search* s) {
    return s->active_capacity * sizeof *s->active + wendi_cluster_directory_bytes(&s->directory) +
           (s->value_capacity + s->taken_capacity + s->key_capacity + s->least_key_capacity) *
               sizeof(int32_t) +
           wendi_link_bounds_bytes(&s->bounds) + (s->x_capacity + s->y_capacity) * sizeof *s->x +
           s->arrival_queue.capacity * sizeof *s->arrival_queue.entries +
           s->estimate_capacity * sizeof *s->estimates + (s->workspace ? sizeof *s->workspace : 0);
}
