// area_map.h: tiles with a value each, in classes such as bands of cost: as a picture, a raster, polygons or
// a table.
#ifndef AREA_MAP_H
#define AREA_MAP_H
#include "cli.h"

typedef struct area_class {
    double from, to; ///< of the values in a band: above from, at most to; NAN: it is no band
    wend_tile tile;  ///< to which the tiles of the class are nearest, when it is no band
    int64_t tiles;
} area_class;

typedef struct area_map {
    const wend_world* world;
    wend_rect area;   ///< around all tiles that have a value; of no tile: of width 0
    float* values;    ///< row by row; NAN: none
    int32_t* classes; ///< likewise: an index; -1: none
    area_class* list;
    int32_t class_count;
    int64_t tiles;                   ///< with a value
    double most;                     ///< the greatest value
    const wend_tile *starts, *goals; ///< shown in a picture
    int32_t start_count, goal_count;
} area_map;

/// Makes room for values of the rectangle around some tiles, and sets none. CLI_OK or an exit code.
int area_map_begin(const char* command_name, const wend_world* world, const wend_tile* tiles, int64_t count,
                   int32_t class_count, area_map* out);
void area_map_set(area_map* map, wend_tile tile, double value, int32_t class_index);
/// The class of a tile; -1: it has none, or lies elsewhere.
int32_t area_map_class(const area_map* map, wend_tile tile);
void area_map_destroy(area_map* map);

/// True for a name that ends in .png, .tif, .tiff, .geojson or .csv.
bool area_map_is_known(const char* file);
/// Writes the map as the name says. value_name: of the column of a table. scale: of a picture, pixels a tile,
/// 0: so that it has 512 to 2048 pixels. tolerance: of polygons (outline.h). CLI_OK or an exit code.
int area_map_write(const char* command_name, const area_map* map, const char* value_name, double scale,
                   double tolerance, const char* file);

#endif
