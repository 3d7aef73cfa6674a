// node_map.c: growing and forgetting.
#include "node_map.h"

#include <string.h>

enum { LEAST_SLOTS = 1024 };

void wendi_node_map_free(wendi_node_map* map) {
    wendi_free(&map->allocator, map->slots, map->slot_count, sizeof *map->slots);
    wendi_free(&map->allocator, map->nodes, map->capacity, sizeof *map->nodes);
}

size_t wendi_node_map_bytes(const wendi_node_map* map) {
    return map->slot_count * sizeof *map->slots + map->capacity * sizeof *map->nodes;
}

void wendi_node_map_reset(wendi_node_map* map) {
    while (map->count > 0) // the last first, so that the way to those before it is never broken
        wendi_node_map_slot(map, map->nodes[--map->count])->node = UINT32_MAX;
}

wend_result wendi_node_map_reserve(wendi_node_map* map, uint32_t more) {
    size_t count = (size_t)map->count + more + 1, slots = map->slot_count > 0 ? map->slot_count : LEAST_SLOTS;
    uint32_t* nodes =
        wendi_grow(&map->allocator, map->nodes, &map->capacity, map->count, count, sizeof *nodes);
    if (!nodes) return WEND_ERROR_MEMORY;
    map->nodes = nodes;
    while (slots < 2 * count) slots *= 2;
    if (slots == map->slot_count) return WEND_OK;
    wendi_node_slot* made = wendi_alloc(&map->allocator, slots, sizeof *made);
    if (!made) return WEND_ERROR_MEMORY;
    wendi_free(&map->allocator, map->slots, map->slot_count, sizeof *made);
    map->slots = made;
    map->slot_count = slots;
    memset(made, 0xff, slots * sizeof *made);
    for (uint32_t i = 0; i < map->count; i++)
        *wendi_node_map_slot(map, nodes[i]) = (wendi_node_slot){nodes[i], i};
    return WEND_OK;
}
