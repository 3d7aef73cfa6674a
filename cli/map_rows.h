// map_rows.h: made-up maps, row by row: weighted terrain and the classic families of unit cost.
#ifndef MAP_ROWS_H
#define MAP_ROWS_H
#include <stdbool.h>
#include <stdint.h>

typedef enum map_kind {
    MAP_TERRAIN, ///< smooth land of many costs, with water
    MAP_CAVES,
    MAP_ROOMS,        ///< of 15 x 15 tiles, with doors of one tile
    MAP_MAZE,         ///< corridors of one tile, exactly one way between any two places
    MAP_RANDOM,       ///< each tile blocked by chance
    MAP_OPEN,         ///< nothing is blocked
    MAP_CHECKERBOARD, ///< every other tile is blocked
    MAP_SPIRAL,       ///< one corridor from the corner to the middle
    MAP_COMB,         ///< one corridor up and down through the whole map
    MAP_KIND_COUNT
} map_kind;

extern const char* const map_kind_names[]; ///< in the order of map_kind, ends with NULL

typedef struct map_recipe {
    map_kind kind;
    int32_t width, height; ///< [Range: 1 .. WEND_MAX_SIDE, together below WEND_MAX_TILES]
    uint64_t seed;
    int32_t blocked_percent; ///< of MAP_RANDOM
} map_recipe;

typedef struct map_rows map_rows;

/// NULL when memory runs out; a few rows are all that it holds.
map_rows* map_rows_create(const map_recipe* recipe);
void map_rows_destroy(map_rows* rows);
/// Writes the next row, height times: a grey for each tile, 0 blocked, 217 .. 255 passable at the cost 255 /
/// grey, of which all kinds but the terrain have 255 alone.
void map_rows_next(map_rows* rows, uint8_t* greys);

#endif
