// tiled_sets.h: what do the tiles of a Tiled map's tilesets cost? Costs become terrain classes as they are
// met.
#ifndef WENDI_TILED_SETS_H
#define WENDI_TILED_SETS_H
#include "job.h"

/// Classes that every Tiled map has; those of costs follow.
enum {
    WENDI_TILED_NOTHING = 0,    ///< no layer has a tile here: blocked
    WENDI_TILED_PLAIN_TILE = 1, ///< tiles without a cost: 1
    WENDI_TILED_BLOCKED = 2,    ///< by a property
    WENDI_TILED_COLLISION = 3,  ///< by the collision layer
    WENDI_TILED_FIRST_COST = 4,
    WENDI_TILED_UNSAID = 255, ///< no class: a tile says nothing of its cost
};

typedef struct wendi_tiled_cost {
    uint32_t gid;       ///< of a tile, unique in the map
    uint32_t first_gid; ///< of the set that says so
    uint8_t terrain_class;
} wendi_tiled_cost;

typedef struct wendi_tiled_sets {
    const wend_allocator* allocator;
    uint32_t* first_gids;
    int32_t set_count, set_capacity;
    uint32_t first_gid; ///< of the set added last
    wendi_tiled_cost* costs;
    int32_t cost_count, cost_capacity;
    bool is_sorted;
    float class_costs[WEND_CLASS_COUNT];
    int32_t class_count;
} wendi_tiled_sets;

void wendi_tiled_sets_begin(wendi_tiled_sets* sets, const wend_allocator* allocator_opt);
void wendi_tiled_sets_free(wendi_tiled_sets* sets);
/// False: out of memory.
bool wendi_tiled_sets_add(wendi_tiled_sets* sets, uint32_t first_gid);
/// A tile of the set added last, once. False: out of memory.
bool wendi_tiled_sets_add_cost(wendi_tiled_sets* sets, uint32_t gid, uint8_t terrain_class);
/// The class of a cost; WENDI_TILED_UNSAID when there are too many different ones.
uint8_t wendi_tiled_class(wendi_tiled_sets* sets, float cost);
/// The class of a tile, or WENDI_TILED_UNSAID. False: no tileset has it.
bool wendi_tiled_sets_find(wendi_tiled_sets* sets, uint32_t gid, uint8_t* class_out);
#endif
