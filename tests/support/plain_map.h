// plain_map.h: a map as plain arrays, which share no code with the engine: a model that tests change together
// with a world, or a copy of a grid.
#ifndef WEND_TEST_PLAIN_MAP_H
#define WEND_TEST_PLAIN_MAP_H
#include "wend/world.h"

typedef struct plain_map {
    int32_t width, height;
    wend_connectivity connectivity;
    uint8_t *classes, *closed; // row by row; closed: the closed steps of each tile, as wend_grid_closed_steps
    float class_costs[WEND_CLASS_COUNT]; // 0: blocked
    wend_link* links;
    int32_t link_count;
    float* elevations; // of relief_model; NULL: none
    uint8_t* lanes;    // likewise
    bool has_relief;
} plain_map;

/// A copy; the program ends when there is no memory.
plain_map plain_map_of(const wend_grid* grid);
void plain_map_free(plain_map* map);

bool plain_map_contains(const plain_map* map, wend_tile tile);
/// 0 off the map.
float plain_map_cost(const plain_map* map, wend_tile tile);
/// True between two neighbours whose steps to each other are both closed. Off the map: false.
bool plain_map_has_wall(const plain_map* map, wend_tile a, wend_tile b);

/// The changes of wend/world.h. False: it would be refused, and nothing is changed.
bool plain_map_edit(plain_map* map, const wend_edit* edits, int32_t count);
/// With the id of the link, which must be chosen.
bool plain_map_add_link(plain_map* map, const wend_link* link);
bool plain_map_remove_link(plain_map* map, int32_t id);
bool plain_map_set_link(plain_map* map, int32_t id, float cost, bool enabled);
bool plain_map_set_link_cost(plain_map* map, int32_t id, int32_t profile, float cost);
const wend_link* plain_map_find_link(const plain_map* map, int32_t id);
#endif
