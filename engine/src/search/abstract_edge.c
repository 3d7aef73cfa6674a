// abstract_edge.c: where are the edges of an abstract path listed?
#include "search/abstract_edge.h"

wend_result wendi_edge_list_push(wendi_edge_list* list, wendi_edge edge) {
    size_t count = (size_t)list->count;
    wendi_edge* data =
        wendi_grow(&list->allocator, list->data, &list->capacity, count, count + 1, sizeof *data);
    if (!data) return WEND_ERROR_MEMORY;
    list->data = data;
    data[list->count++] = edge;
    return WEND_OK;
}

void wendi_edge_list_free(wendi_edge_list* list) {
    wendi_free(&list->allocator, list->data, list->capacity, sizeof *list->data);
}
