// world_source.h: what does a world store about the map that it was made of?
#ifndef WEND_CHECK_WORLD_SOURCE_H
#define WEND_CHECK_WORLD_SOURCE_H
#include "wend/import.h"
#include <cjson/cJSON.h>

/// The source of a world, as stored in its metadata.
typedef struct world_source {
    char name[256]; ///< of the file, without folders
    char format[16], rule[16];
    char ros_mode[16];              ///< of the rule ros
    char slope[48];                 ///< of the rule slope: the function
    char cost_unit[8];              ///< likewise: "s", "J/kg" or ""
    char floors[WEND_FLOORS_BYTES]; ///< names of the floors, one a line; "": it has one, without a name
    double blocked_below;
    bool is_image, negate;
    int64_t downscale;
    wend_ros_map ros;        ///< what the YAML of a ROS map contained; zeroed in other worlds
    wend_raster_info raster; ///< what GDAL has read; zeroed in other worlds
    wend_georeference geo;   ///< of the tiles; has_transform is false in worlds without coordinates
    uint64_t hash;           ///< XXH3 of the file's bytes; 0: unknown
    char meanings[WEND_CLASS_COUNT][WEND_MEANING_BYTES]; ///< meanings of the classes; "": unknown
    uint32_t class_colors[WEND_CLASS_COUNT];             ///< 0xFFRRGGBB, for the viewer; 0: none
} world_source;
/// The ROS mode of an import; "" under other rules.
const char* world_source_ros_mode(const wend_import_info* info);
/// That of an import, of a file of this name. All classes have the meanings and colours of the file, also
/// those without tiles.
world_source world_source_of_import(const wend_import_info* info, const char* name, int64_t downscale);
/// JSON text for wend_world_def.metadata; the caller frees it. NULL: out of memory.
char* world_source_write(const world_source* source);
/// Reads the metadata; worlds of other programs have the rule "unknown" and no name.
world_source world_source_read(const char* metadata);

/// Adds and returns `ros`: what the YAML of a ROS map contained.
cJSON* ros_map_json(cJSON* object, const wend_ros_map* map);

/// Adds `geo`, where the tiles lie, and `raster`, of which raster they are. Adds neither to worlds of other
/// maps.
void geo_json(cJSON* object, const wend_raster_info* raster, const wend_georeference* geo);

#endif
