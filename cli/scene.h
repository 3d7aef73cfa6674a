// scene.h: how does a picture of a world and a plan look?
#ifndef SCENE_H
#define SCENE_H
#include "cli.h"
#include "drawing.h"
#include "palette.h"
#include "picture.h"
#include "tile_plane.h"
#include "wend/world.h"

typedef struct clearance_map {
    wend_grid* grid; ///< class 0: blocked; class k: a clearance of k / 4 tiles, rounded down, or more for 255
    palette colors;
    double most; ///< greatest clearance on the map, in quarters of a tile [Units: tiles]
} clearance_map;

/// Of a profile of the world; free by clearance_map_free. CLI_OK or an exit code, the reason printed.
int clearance_map_make(const wend_world* world, int32_t profile, clearance_map* out);
void clearance_map_free(clearance_map* map);

/// A layer is a bit: costs, walls, links, clearance, or 1u << wend_draw_kind.
#define SCENE_COSTS     (1u << WEND_DRAW_KIND_COUNT)
#define SCENE_WALLS     (2u << WEND_DRAW_KIND_COUNT)
#define SCENE_LINKS     (4u << WEND_DRAW_KIND_COUNT)
#define SCENE_CLEARANCE (8u << WEND_DRAW_KIND_COUNT)
#define SCENE_CLUSTERS  (1u << WEND_DRAW_CLUSTER)
#define SCENE_ENTRANCE  (1u << WEND_DRAW_ENTRANCE)
#define SCENE_GRAPH     (1u << WEND_DRAW_NODE | 1u << WEND_DRAW_EDGE)
#define SCENE_ROUTE     (1u << WEND_DRAW_ROUTE)
#define SCENE_PATH      (1u << WEND_DRAW_PATH)
#define SCENE_WAYPOINT  (1u << WEND_DRAW_WAYPOINT)

#define SCENE_MAX_SIDE 16384 ///< pixels a side

/// Layers from "costs,path,...". CLI_OK or an exit code.
int scene_parse_layers(const char* text, uint32_t* out);
/// The layers that are visible at a scale, walls and links among them if the map has any.
uint32_t scene_default_layers(const wend_world* world, double scale, bool with_path);
/// Pixels per tile such that the longer side has 512..2048 pixels, where a whole number or 1/2^n does that.
double scene_default_scale(const wend_grid* grid);

/// A colour of palette.h.
color scene_color(uint32_t rgb);
/// A picture of a grid in the colours of its classes. CLI_OK or an exit code (too large, no memory).
int scene_draw_classes(const wend_grid* grid, double scale, const palette* colors, picture* out);
/// The round marker of a start or goal.
void scene_draw_marker(picture* p, tile_plane plane, float scale, wend_tile tile, color c);
typedef struct scene scene;
/// Draws above the layers of a scene.
typedef wend_result scene_extra(const scene* s, drawing* d);
struct scene {
    const wend_world* world;
    const wend_query* query; ///< NULL: none
    const wend_path* path;   ///< NULL: none
    uint32_t layers;
    int32_t level;                  ///< of the clusters, the entrances and the graph
    double scale;                   ///< pixels a tile
    int32_t only_floor;             ///< 1 + the only floor to draw; 0: all, side by side
    const clearance_map* clearance; ///< drawn instead of the costs; NULL: none
    scene_extra* extra;             ///< NULL: nothing more
    const void* extra_context;
};
/// The place of each tile in its picture.
tile_plane scene_plane(const scene* s);
/// True when the scene has the floor of a tile.
bool scene_shows(const scene* s, wend_tile tile);
/// For extra: a line between two places of the plane, with round ends.
void scene_add_line(const scene* s, wend_vec2 from, wend_vec2 to, float width, uint32_t rgb, drawing* d);
/// For extra: draws another path, planned on this grid, in another colour. Errors: those of
/// wend_path_draw.
wend_result scene_add_path(const scene* s, const wend_grid* grid, const wend_path* path, color c, drawing* d);
/// For extra: the round marker of a start or goal.
void scene_add_marker(const scene* s, wend_tile tile, color c, drawing* d);
/// A file, PNG or by its name SVG, which has the layers as shapes above a picture of the costs. Also returns
/// its size in pixels. CLI_OK or an exit code.
int scene_write(const scene* s, const char* file, int* width_out_opt, int* height_out_opt);
/// The same for layers at their default scale, and an extra.
int scene_write_extra(const wend_world* world, uint32_t layers, scene_extra* extra, const void* context,
                      const char* file);

#endif
