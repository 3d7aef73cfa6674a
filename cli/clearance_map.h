// clearance_map.h: the clearance of every tile, in colours: violet where it is narrow, pale where it is wide.
#ifndef CLEARANCE_MAP_H
#define CLEARANCE_MAP_H
#include "palette.h"
#include "wend/world.h"

typedef struct clearance_map {
    wend_grid* grid; ///< class 0: blocked; class k: a clearance of k / 4 tiles, rounded down, or more for 255
    palette colors;
    double most; ///< greatest clearance on the map, in quarters of a tile [Units: tiles]
} clearance_map;

/// Of a profile of the world; free by clearance_map_free. CLI_OK or an exit code, the reason printed.
int clearance_map_make(const char* command_name, const wend_world* world, int32_t profile,
                       clearance_map* out);
void clearance_map_free(clearance_map* map);
#endif
