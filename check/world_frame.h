// world_frame.h: world positions as the map's own format has them: in a ROS map metres with y upwards,
// rotated by the yaw of its origin; in a raster the coordinates of its coordinate system; in all others those
// of the grid.
#ifndef WEND_CHECK_WORLD_FRAME_H
#define WEND_CHECK_WORLD_FRAME_H
#include "world_source.h"
#include <wend/world.h>

typedef struct world_frame {
    const wend_grid* hexagons; ///< borrowed from the world; NULL: a grid of squares, a ROS map or a raster
    bool is_ros;
    wend_georeference geo; ///< has_transform: the positions are its coordinates, whatever stands below
    wend_ros_map ros;      ///< of a ROS map
    double grid_origin[2], grid_tile; ///< of the grid: the top-left corner, and the side of a tile
    wend_rect map;                    ///< of one floor
    char cost_unit[8];                ///< of the costs of paths: "s", "J/kg"; "": tiles
} world_frame;

typedef struct world_point {
    double x, y;
} world_point;

world_frame world_frame_of(const wend_world* world);
/// A position of the grid.
world_point world_frame_position(const world_frame* frame, wend_vec2 at);
/// The centre of a tile.
world_point world_frame_center(const world_frame* frame, wend_tile tile);
/// The top-left corner of a tile, on the map or beyond its last column or row; not of hexagons.
world_point world_frame_grid_corner(const world_frame* frame, wend_tile tile);
/// False when the position lies outside of the map.
bool world_frame_tile_at(const world_frame* frame, world_point at, wend_tile* out);
/// Metres between two positions; those of a grid without a coordinate system have no metres: 0.
double world_frame_metres(const world_frame* frame, world_point a, world_point b);
/// Side of a tile in world units, or in metres where the map has coordinates.
double world_frame_tile_size(const world_frame* frame);
/// The corner from which a ROS map of this world's tiles counts.
world_point world_frame_corner(const world_frame* frame);
/// A position in tiles from the top-left corner of the map, on it or not; on hexagons as positions of a grid
/// whose origin is 0 and whose tiles have the size 1.
world_point world_frame_column_row(const world_frame* frame, world_point at);
/// The smallest rectangle around the map.
void world_frame_bounds(const world_frame* frame, world_point* low_out, world_point* high_out);

enum { COST_TEXT = 80 };
/// A cost in the unit of the map's costs, where they have one; seconds also as hours: "83.00 s, 0:01:23".
void world_frame_cost_text(const world_frame* frame, double cost, int decimals, char out[COST_TEXT]);

#endif
