// edit_list.c: a growing list of edits.
#include "edit_list.h"

#include <stdlib.h>

wend_result edit_list_add(edit_list* list, wend_edit edit) {
    if (list->count == list->capacity) {
        const int32_t capacity = list->capacity > 0 ? list->capacity : 16;
        if (capacity > INT32_MAX / 2) return WEND_ERROR_MEMORY;
        wend_edit* items = realloc(list->items, (size_t)capacity * 2 * sizeof *items);
        if (items == NULL) return WEND_ERROR_MEMORY;
        list->items = items;
        list->capacity = capacity * 2;
    }
    list->items[list->count++] = edit;
    return WEND_OK;
}

wend_result edit_list_add_tile(edit_list* list, wend_tile tile, uint8_t terrain_class) {
    wend_edit* last = list->count > 0 ? &list->items[list->count - 1] : NULL;
    if (last != NULL && last->terrain_class == terrain_class && last->area.y == tile.y &&
        last->area.height == 1 && last->area.x + last->area.width == tile.x) {
        last->area.width++;
        return WEND_OK;
    }
    return edit_list_add(list, wend_edit_tiles((wend_rect){tile.x, tile.y, 1, 1}, terrain_class));
}
