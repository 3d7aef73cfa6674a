// edit_list.h: a growing list of edits.
#ifndef EDIT_LIST_H
#define EDIT_LIST_H
#include "cli.h"

/// All zero: empty. The owner frees items.
typedef struct edit_list {
    wend_edit* items;
    int32_t count, capacity;
} edit_list;

/// Errors: MEMORY.
wend_result edit_list_add(edit_list* list, wend_edit edit);
/// Appends one tile; extends the last edit instead if that has the same class and ends beside the tile.
wend_result edit_list_add_tile(edit_list* list, wend_tile tile, uint8_t terrain_class);

#endif
