// map_code.h: which byte stands for a terrain class in each map format, so that bake reads the same costs?
#ifndef MAP_CODE_H
#define MAP_CODE_H
#include "cli.h"
#include "world_file.h"

typedef enum map_code_text { MAP_CODE_HEADER, MAP_CODE_YAML, MAP_CODE_LEGEND } map_code_text;

typedef struct map_code {
    uint8_t bytes[WEND_CLASS_COUNT]; ///< greys, or letters; only those of classes in use count
    map_code_text text_is;           ///< what goes before the rows, or into a file beside them
    char text[16384];                ///< "" if there is none; of a YAML all but the line of the image
    char options[64];                ///< that bake needs to read the same costs; "": none
} map_code;

/// Greys for the rule brightness: v costs 255 / v. 8 bits suffice, as a world has no more classes. Where a
/// cost is none of these, greys near them and a legend for the rule palette.
int map_code_greys(const wend_world* world, const world_source* source, const char* file, map_code* out);
/// Greys of a ROS map and its YAML, with the values of the one that the world came from. Otherwise occupied
/// is 0 and free 255 (trinary), or the grey is the occupancy in percent (raw), where a tile costs 100 / (100
/// - n).
int map_code_ros(const wend_world* world, const world_source* source, const char* file, map_code* out);
/// Letters of a MovingAI map: those of the source, or . and @.
int map_code_movingai(const wend_world* world, const world_source* source, const char* file, map_code* out);
/// Letters of a text grid: those of the source, or the usual ones and a legend in the header.
int map_code_textgrid(const wend_world* world, const world_source* source, const char* file, map_code* out);
// All return CLI_OK, or an exit code after printing the first tile whose cost the format cannot express.

#endif
