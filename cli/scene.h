// scene.h: how does a picture of a world and a plan look?
#ifndef SCENE_H
#define SCENE_H
#include "clearance_map.h"
#include "cli.h"
#include "palette.h"
#include "picture.h"
#include "tile_plane.h"

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
int scene_parse_layers(const char* command_name, const char* text, uint32_t* out);
/// The layers that are visible at a scale, walls and links among them if the map has any.
uint32_t scene_default_layers(const wend_world* world, double scale, bool with_path);
/// Pixels per tile such that the longer side has 512..2048 pixels, where a whole number or 1/2^n does that.
double scene_default_scale(const wend_grid* grid);

/// A colour of palette.h.
color scene_color(uint32_t rgb);
/// A picture of a grid in the colours of its classes. CLI_OK or an exit code (too large, no memory).
int scene_draw_classes(const wend_grid* grid, double scale, const palette* colors, picture* out);
/// Adds another path to a picture, in a colour of its own. CLI_OK or an exit code.
int scene_add_path(const wend_grid* grid, const wend_path* path, double scale, color c, picture* p);
/// The round marker of a start or goal.
void scene_draw_marker(picture* p, tile_plane plane, float scale, wend_tile tile, color c);
/// The markers of the start and the goals; path may be NULL.
void scene_draw_ends(const wend_grid* grid, const wend_query* query, const wend_path* path, double scale,
                     picture* p);
/// A picture of the layers, with the graph of a level; query, path and clearance may be NULL. With a
/// clearance the picture has its colours instead of costs.
int scene_draw(const wend_world* world, const wend_query* query, const wend_path* path, uint32_t layers,
               int32_t level, double scale, const clearance_map* clearance, picture* out);

#endif
