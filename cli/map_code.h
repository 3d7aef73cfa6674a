// map_code.h: which byte stands for a terrain class in a map file of each format, so that bake makes the same
// costs of it again?
#ifndef MAP_CODE_H
#define MAP_CODE_H
#include "cli.h"
#include "world_file.h"

typedef struct map_code {
    uint8_t bytes[WEND_CLASS_COUNT]; ///< greys, or letters; only those of classes in use count
    char header[2048];               ///< of letters: what goes before the rows
    char options[64];                ///< with which bake reads the same costs again; "" if none are needed
} map_code;

/// Greys for the rule brightness: v costs 255 / v. 8 bits suffice, as a world has no more classes.
int map_code_greys(const wend_world* world, const world_source* source, const char* file, map_code* out);
/// Greys of a ROS map; the header is its YAML, all but the line of the image. Occupied is 0 and free 255
/// (trinary), or the occupancy in percent (raw), where a tile costs 100 / (100 - n).
int map_code_ros(const wend_world* world, const world_source* source, const char* file, map_code* out);
/// Letters of a MovingAI map: those it was made of, or . and @.
int map_code_movingai(const wend_world* world, const world_source* source, const char* file, map_code* out);
/// Letters of a text grid: those it was made of, or the usual ones and a legend in the header.
int map_code_textgrid(const wend_world* world, const world_source* source, const char* file, map_code* out);
// All return CLI_OK or an exit code, the reason printed: the first tile whose cost the format cannot hold.

#endif
