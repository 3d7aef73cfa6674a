// abstract_edge.h: what is an abstract edge?
#ifndef WENDI_ABSTRACT_EDGE_H
#define WENDI_ABSTRACT_EDGE_H
#include "core/base.h"

typedef struct wendi_edge { // an abstract edge: two nodes of one cluster, or of a link
    uint32_t from, to;
    int32_t cost;
    int32_t level;   // 0: a link
    int32_t cluster; // index of the link
} wendi_edge;

typedef struct wendi_edge_list {
    wend_allocator allocator;
    wendi_edge* data;
    size_t capacity;
    int32_t count;
} wendi_edge_list;
wend_result wendi_edge_list_push(wendi_edge_list* list, wendi_edge edge);
void wendi_edge_list_free(wendi_edge_list* list);
#endif
