// world_file.h: how are .wend files opened and saved, and what do they store about their source?
#ifndef WORLD_FILE_H
#define WORLD_FILE_H
#include "cli.h"
#include "json.h"
#include "options.h"
#include "wend/import.h"

/// The row of --patch, for arguments with an option_list patches.
#define PATCH_OPTION(type)                                                                                   \
    OPT_LIST(                                                                                                \
        "patch", "FILE",                                                                                     \
        "edits of WORLD that wend edit --patch wrote; may be repeated, in the order in which they were "     \
        "made",                                                                                              \
        offsetof(type, patches))

/// Opens a world with its patches, and verifies it. A large one, and one with patches, is mapped; without
/// patches_opt it is always read. Returns CLI_OK or an exit code, the reason
/// printed; for a map, the message suggests bake.
int world_open(const char* file, const option_list* patches_opt, wend_world** out);

/// Likewise, but maps the file (wend_world_map): for commands that read a small part of the world. When the
/// file is cut meanwhile, the program ends with a message and CLI_RESOURCE.
int world_map(const char* file, const option_list* patches_opt, wend_world** out);
/// Prints why a function failed on a mapped world, with the place of damage. Returns the exit code.
int world_fail(const wend_world* world, const char* what, wend_result result);

/// Saves a world; the old file stays until the new one is complete. Returns CLI_OK or an exit code, the
/// reason printed.
int world_save(const wend_world* world, const char* file);

/// The source of a world, as stored in its metadata.
typedef struct world_source {
    char name[256]; ///< of the file, without folders
    char format[16], rule[16];
    char ros_mode[16]; ///< of the rule ros
    double blocked_below;
    bool is_image, negate;
    int64_t downscale;
    wend_ros_map ros;        ///< what the YAML of a ROS map contained; zeroed in other worlds
    int64_t image_rows;      ///< of its image
    wend_raster_info raster; ///< what GDAL has read; zeroed in other worlds
    wend_georeference geo;   ///< of the tiles; has_transform is false in worlds without coordinates
    uint64_t hash;           ///< XXH3 of the file's bytes; 0: unknown
    char meanings[WEND_CLASS_COUNT][WEND_MEANING_BYTES]; ///< meanings of the classes; "": unknown
    uint32_t class_colors[WEND_CLASS_COUNT];             ///< 0xFFRRGGBB, for the viewer; 0: none
} world_source;
/// JSON text for wend_world_def.metadata; the caller frees it.
char* world_source_write(const world_source* source);
/// Reads the metadata; worlds of other programs have the rule "unknown" and no name.
world_source world_source_read(const char* metadata);

/// Adds and returns `ros`: what the YAML of a ROS map contained.
cJSON* ros_map_json(cJSON* object, const wend_ros_map* map);

/// Adds `geo`, where the tiles lie, and `raster`, of which raster they are. Adds neither to worlds of other
/// maps.
void geo_json(cJSON* object, const wend_raster_info* raster, const wend_georeference* geo);

/// "8", "4", "8cut", "hex-odd-r" and so on: NULL past the last. In the order of wend_connectivity.
extern const char* const world_connectivity_names[];

/// The options with which bake makes a map of this connectivity: "" or " --move 4" and so on.
const char* world_move_options(wend_connectivity connectivity);

/// output_check for a world: does not overwrite another kind of file either, such as an image that the map
/// names, unless its name ends in .wend.
int world_output_check(const char* file, const char* input_opt);

/// True when something exists under this name that is not a world: its first bytes are others.
bool world_file_is_other(const char* file);
/// True when two names lead to one file.
bool same_file(const char* a, const char* b);
/// Adds `patches`: the names of patch files.
void patches_json(cJSON* object, const option_list* patches);
/// Size of a file; -1: the system cannot say.
int64_t world_file_bytes(const char* file);

#endif
