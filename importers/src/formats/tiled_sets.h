// tiled_sets.h: what do the tiles of a Tiled map's tilesets cost? Each new cost becomes a terrain class.
#ifndef WIMP_TILED_SETS_H
#define WIMP_TILED_SETS_H
#include "core/job.h"

/// Classes of every Tiled map, followed by one for each cost.
enum {
    WIMP_TILED_NOTHING = 0,    ///< no layer has a tile here: blocked
    WIMP_TILED_PLAIN_TILE = 1, ///< tiles without a cost: 1
    WIMP_TILED_BLOCKED = 2,    ///< by a property
    WIMP_TILED_COLLISION = 3,  ///< by the collision layer
    WIMP_TILED_FIRST_COST = 4,
    WIMP_TILED_NO_CLASS = 255, ///< not a class: the tile has no cost property
};

typedef struct wimp_tiled_cost {
    uint32_t gid;       ///< of a tile, unique in the map
    uint32_t first_gid; ///< of the set that gives the cost
    uint8_t terrain_class;
} wimp_tiled_cost;

typedef struct wimp_tiled_sets {
    const wend_allocator* allocator;
    uint32_t* first_gids;
    int32_t set_count;
    size_t set_capacity;
    uint32_t first_gid; ///< of the set added last
    wimp_tiled_cost* costs;
    int32_t cost_count;
    size_t cost_capacity;
    bool is_sorted;
    float class_costs[WEND_CLASS_COUNT];
    int32_t class_count;
} wimp_tiled_sets;

void wimp_tiled_sets_begin(wimp_tiled_sets* sets, const wend_allocator* allocator_opt);
void wimp_tiled_sets_free(wimp_tiled_sets* sets);
/// False: out of memory.
bool wimp_tiled_sets_add(wimp_tiled_sets* sets, uint32_t first_gid);
/// Adds the cost of a tile of the set added last. False: out of memory.
bool wimp_tiled_sets_add_cost(wimp_tiled_sets* sets, uint32_t gid, uint8_t terrain_class);
/// The class of a cost; WIMP_TILED_NO_CLASS when there are too many different ones.
uint8_t wimp_tiled_class(wimp_tiled_sets* sets, float cost);
/// The class of a tile, or WIMP_TILED_NO_CLASS. False: no tileset has it.
bool wimp_tiled_sets_find(wimp_tiled_sets* sets, uint32_t gid, uint8_t* class_out);
#endif
