// abstract_state.c: which memory does an abstract search own?
#include "search/abstract_state.h"

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
    wendi_free(&s->allocator, s->arrivals, s->arrival_capacity, sizeof *s->arrivals);
    wendi_free(&s->allocator, s->estimates, s->estimate_capacity, sizeof *s->estimates);
    wendi_cluster_workspace_free(s->workspace, &s->allocator);
}

size_t wendi_abstract_search_bytes(const wendi_abstract_search* s) {
    return s->active_capacity * sizeof *s->active + wendi_cluster_directory_bytes(&s->directory) +
           (s->value_capacity + s->taken_capacity + s->key_capacity + s->least_key_capacity) *
               sizeof(int32_t) +
           wendi_link_bounds_bytes(&s->bounds) + (s->x_capacity + s->y_capacity) * sizeof *s->x +
           s->arrival_queue.capacity * sizeof *s->arrival_queue.entries +
           s->arrival_capacity * sizeof *s->arrivals + s->estimate_capacity * sizeof *s->estimates +
           (s->workspace ? sizeof *s->workspace : 0);
}
