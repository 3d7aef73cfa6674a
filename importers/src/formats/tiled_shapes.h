// tiled_shapes.h: the objects of a Tiled map that block the tiles under them.
#ifndef WIMP_TILED_SHAPES_H
#define WIMP_TILED_SHAPES_H
#include "formats/tiled_layout.h"

typedef struct wimp_tiled_shape {
    size_t first, count; ///< of its points; a single point is a tile
    wimp_place place;
    int32_t layer; ///< of objects
    int32_t floor;
    bool is_closed; ///< its inside blocks, too
} wimp_tiled_shape;

typedef struct wimp_tiled_point {
    double x, y; ///< [Units: pixels]
} wimp_tiled_point;

typedef struct wimp_tiled_shapes {
    wimp_tiled_shape* shapes;
    int32_t shape_count;
    size_t shape_capacity;
    wimp_tiled_point* points;
    size_t point_count, point_capacity;
} wimp_tiled_shapes;

void wimp_tiled_shapes_free(wimp_tiled_shapes* shapes, const wend_allocator* allocator_opt);
/// Starts a shape; points follow. False: out of memory.
bool wimp_tiled_shapes_add(wimp_tiled_shapes* shapes, const wend_allocator* allocator_opt, wimp_place place,
                           int32_t layer, int32_t floor, bool is_closed);
/// Adds a point to the shape added last. False: out of memory.
bool wimp_tiled_shapes_add_point(wimp_tiled_shapes* shapes, const wend_allocator* allocator_opt, double x,
                                 double y);
/// Adds the outline of an ellipse or, with straight sides, of a capsule. False: out of memory.
bool wimp_tiled_shapes_add_round(wimp_tiled_shapes* shapes, const wend_allocator* allocator_opt, double left,
                                 double top, double width, double height, bool is_capsule);
/// Turns the shape added last about a point, clockwise.
void wimp_tiled_shapes_turn(wimp_tiled_shapes* shapes, double x, double y, double degrees);

/// Gives a class to the tiles that shapes cover, each on its floor: of a map of squares those of which a
/// shape covers more than a fiftieth of the side; of a shifted map those whose middle is in the shape or that
/// its outline crosses. Errors: LIMIT (more tiles than all layers may have), MEMORY.
wend_result wimp_tiled_shapes_mark(const wimp_tiled_shapes* shapes, const wimp_job* job,
                                   const wimp_tiled_layout* layout, uint8_t terrain_class,
                                   uint8_t* const floors[WIMP_MAX_FLOORS]);
#endif
