// area_map.h: tiles with a value each, in classes such as bands of cost: as a picture, a raster, polygons or
// a table.
#ifndef AREA_MAP_H
#define AREA_MAP_H
#include "json.h"
#include "options.h"

enum { AREA_MAP_MOST_BANDS = 64 };

/// The rows of a command that writes such a map, for arguments with simplify and scale.
#define AREA_MAP_OPTIONS(type)                                                                               \
    OPT_NUMBER("simplify", "T", "polygons with fewer points, whose lines move by at most T tiles",           \
               offsetof(type, simplify), 0, 1000),                                                           \
        OPT_NUMBER("scale", "K", "of a picture: pixels per tile; 0: a picture of 512..2048 pixels",          \
                   offsetof(type, scale), 0, 256)

typedef struct area_class {
    double from, to; ///< of the values in a band: above from, at most to; NAN: it is no band
    wend_tile tile;  ///< to which the tiles of the class are nearest, when it is no band
    int64_t tiles;
} area_class;

typedef struct area_map {
    const wend_world* world;
    wend_rect
        area; ///< around all tiles that have a value, on the lowest of their floors; of no tile: of width 0
    int32_t floors;   ///< from that one on
    float* values;    ///< row by row, floor by floor; NAN: none
    int32_t* classes; ///< likewise: an index; -1: none
    area_class* list;
    int32_t class_count;
    int64_t tiles;                   ///< with a value
    double most;                     ///< the greatest value
    const wend_tile *starts, *goals; ///< shown in a picture
    int32_t start_count, goal_count;
    wend_rect start_area, goal_area; ///< likewise; of width 0: none
} area_map;

/// The rectangle around some tiles, on the lowest of their floors; around none: of width 0. *floors_out: how
/// many floors they reach up to.
wend_rect area_map_around(const wend_tile* tiles, int64_t count, int32_t* floors_out);
/// Makes room for values of the rectangle around some tiles, and sets none. CLI_OK or an exit code.
void area_map_begin(const wend_world* world, const wend_tile* tiles, int64_t count, int32_t class_count,
                    area_map* out);
void area_map_set(area_map* map, wend_tile tile, double value, int32_t class_index);
/// Makes the classes bands of equal width, up to a value.
void area_map_divide(area_map* map, double most);
/// Sets a value of at most that of area_map_divide, which decides the band.
void area_map_set_band(area_map* map, wend_tile tile, double value);
/// Adds a list of the classes to a JSON object: bands, or the tiles that are nearest.
void area_map_json(const area_map* map, const char* name, cJSON* json);
void area_map_destroy(area_map* map);

/// Of the names of such files, for OPT_OUTPUT.
#define AREA_MAP_ENDINGS ".png .tif .tiff .geojson .csv"
/// Writes the map as the name says. value_name: of the column of a table. scale: of a picture, pixels a tile,
/// 0: so that it has 512 to 2048 pixels. tolerance: of polygons (outline.h). CLI_OK or an exit code.
int area_map_write(const area_map* map, const char* value_name, double scale, double tolerance,
                   const char* file);

#endif
