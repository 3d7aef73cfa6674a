// map_look.h: what are the classes of a map called, and what does the map look like in its own file?
#ifndef WEND_VIEW_MAP_LOOK_H
#define WEND_VIEW_MAP_LOOK_H
#include "palette.h"
#include <wend/import.h>
#include <wend/world.h>

/// What the map looks like in its own file, over all of its plane.
typedef struct map_drawing {
    int32_t width, height; ///< pixels, of level 0; 0: there is none
    int level_count;
    uint32_t* levels[20]; ///< 0xAARRGGBB, row by row, each half as wide and high as the one before
} map_drawing;

typedef struct map_look {
    char names[WEND_CLASS_COUNT][WEND_MEANING_BYTES]; ///< "": none
    palette colors;             ///< of each class: of its own, or by its cost where it has none
    bool own[WEND_CLASS_COUNT]; ///< the class has a colour of its own
    bool dark_ground;           ///< some passable ground is dark, so dark does not stand for blocked
    map_drawing drawing;        ///< of a Tiled map of diamonds or hexagons
    uint32_t* pixels; ///< 0xAARRGGBB of each tile, row by row, 255 << 24 where it is shown; NULL: none
} map_look;

/// Names and colours of an import.
map_look look_of_import(const wend_import_info* info, const wend_grid* grid);
/// Those that a world has stored.
map_look look_of_world(const wend_world* world);
void look_free(map_look* look);
/// Reads the picture of a map where it shows more than the colours of the classes, and where most_bytes are
/// enough. Without one the look stays as it is. Errors: MEMORY, CANCELLED.
wend_result look_read_picture(map_look* look, const char* file, const wend_import_def* def,
                              const wend_import_info* info, const wend_grid* grid, int64_t most_bytes);
/// Reads what the map looks like in its own file, where that is no grid of squares and most_bytes are enough;
/// after look_read_picture, without which there is none. Errors: MEMORY, CANCELLED.
wend_result look_read_drawing(map_look* look, const char* file, const wend_import_def* def,
                              const wend_import_info* info, const wend_grid* grid, int64_t most_bytes);
/// Tiles that have another cost than in the grid of the picture show the colour of their class.
void look_mark_edited(map_look* look, const wend_grid* picture, const wend_grid* grid);
/// Tiles that were painted over show the colour of their class, until they are as before.
void look_follow_edit(map_look* look, const wend_world* world, wend_rect tiles);
/// Brightness of a colour. [Range: 0..255]
int look_luma(uint32_t rgb);
/// Is a colour what people take for a wall?
bool look_is_wall(uint32_t rgb, bool dark_ground);
/// How blocked ground of a colour is tinted, 0xRRGGBB. Very dark ground stays as it is, unless passable
/// ground is dark, too.
uint32_t look_tint(uint32_t rgb, bool dark_ground);
/// The name of a class as people read it; "" where its cost says all.
const char* look_name(const map_look* look, int terrain_class);
#endif
