// edit_list.h: edits of a world, as many as it takes.
#ifndef EDIT_LIST_H
#define EDIT_LIST_H
#include "cli.h"

/// Zero is empty; whoever filled it frees items.
typedef struct edit_list {
    wend_edit* items;
    int32_t count, capacity;
} edit_list;

/// Errors: MEMORY.
wend_result edit_list_add(edit_list* list, wend_edit edit);
/// The same for one tile, which joins the edit before it where that is of the same class and ends beside it.
wend_result edit_list_add_tile(edit_list* list, wend_tile tile, uint8_t terrain_class);

#endif
