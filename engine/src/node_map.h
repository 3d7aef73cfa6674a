// node_map.h: the nodes that a search knows: each is given an index when it is first met. A hash table with
// linear probing finds it again.
#ifndef WENDI_NODE_MAP_H
#define WENDI_NODE_MAP_H
#include "base.h"

typedef struct wendi_node_slot {
    uint32_t node, index; // node UINT32_MAX: free
} wendi_node_slot;

typedef struct wendi_node_map {
    wend_allocator allocator;
    wendi_node_slot* slots;
    size_t slot_count; // a power of two
    uint32_t* nodes;   // by index
    size_t capacity;   // of nodes
    uint32_t count;
} wendi_node_map;

void wendi_node_map_free(wendi_node_map* map);
size_t wendi_node_map_bytes(const wendi_node_map* map);
/// Forgets all nodes.
void wendi_node_map_reset(wendi_node_map* map);
/// Makes room for so many nodes more. Errors: MEMORY.
wend_result wendi_node_map_reserve(wendi_node_map* map, uint32_t more);

static inline wendi_node_slot* wendi_node_map_slot(const wendi_node_map* map, uint32_t node) {
    size_t at = (size_t)((uint64_t)node * 0x9E3779B1 >> 16) & (map->slot_count - 1); // Knuth's multiplier
    while (map->slots[at].node != node && map->slots[at].node != UINT32_MAX)
        at = (at + 1) & (map->slot_count - 1);
    return &map->slots[at];
}
/// The index of a node; a new one is count, which grows by one. Room must have been made.
static inline uint32_t wendi_node_map_index(wendi_node_map* map, uint32_t node) {
    wendi_node_slot* slot = wendi_node_map_slot(map, node);
    if (slot->node == node) return slot->index;
    map->nodes[map->count] = node;
    *slot = (wendi_node_slot){node, map->count};
    return map->count++;
}
#endif
