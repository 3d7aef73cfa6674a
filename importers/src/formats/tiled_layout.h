// tiled_layout.h: where the tiles of a Tiled map lie, in pixels.
#ifndef WIMP_TILED_LAYOUT_H
#define WIMP_TILED_LAYOUT_H
#include "formats/document.h"

/// Tiles of an infinite map, from the first one to behind the last one.
typedef struct wimp_tiled_extent {
    int64_t left, top, right, bottom; ///< left == right: no chunk yet
} wimp_tiled_extent;

typedef enum wimp_tiled_orientation {
    WIMP_TILED_ORTHOGONAL,
    WIMP_TILED_ISOMETRIC, ///< objects count in tiles of tile_height x tile_height, so it lies like ORTHOGONAL
    WIMP_TILED_STAGGERED,
    WIMP_TILED_HEXAGONAL,
} wimp_tiled_orientation;

typedef struct wimp_tiled_layout {
    wimp_tiled_orientation orientation;
    int32_t width, height;          ///< tiles
    double tile_width, tile_height; ///< 0: the map does not say
    double cell_width;              ///< of a tile as it is drawn: tile_width, but of an isometric map its own
    double ratio;        ///< of an isometric or staggered map: height of a tile over its width; 0: not known
    double side;         ///< of hexagons: length of their straight side
    bool shifts_columns; ///< staggered or hexagonal: columns are shifted, else rows
    bool shifts_even;    ///< even rows or columns are shifted, else odd ones
    double left, top;    ///< position of the first tile [Units: pixels]
} wimp_tiled_layout;

/// Reads the attributes of a map, except its size in tiles. False: an attribute has a value that no map has,
/// which fails.
bool wimp_tiled_layout_read(wimp_tiled_layout* layout, wimp_document* document,
                            const char* const* attributes);
/// Sets the size. The extent of an infinite map grows by a row or column where a shifted row or column would
/// else become one that is not shifted. extent_opt NULL: it starts at tile (0, 0).
void wimp_tiled_layout_place(wimp_tiled_layout* layout, int32_t width, int32_t height,
                             const wimp_tiled_extent* extent_opt);
void wimp_tiled_layout_align(const wimp_tiled_layout* layout, wimp_tiled_extent* extent);

/// Does the map have rows or columns that are shifted by half a tile?
static inline bool wimp_tiled_is_shifted(const wimp_tiled_layout* layout) {
    return layout->orientation >= WIMP_TILED_STAGGERED;
}
/// The tile under a position; false: outside the map.
bool wimp_tiled_tile_at(const wimp_tiled_layout* layout, double x, double y, wend_tile* out);
/// The middle of a tile of a shifted map.
void wimp_tiled_middle_of(const wimp_tiled_layout* layout, int32_t column, int32_t row, double out[2]);
/// Pixels that a diamond or hexagon fills; 0: tiles are rectangles, or the map does not say how large.
double wimp_tiled_shape_pixels(const wimp_tiled_layout* layout);
/// From one column to the next, and from one row to the next, of a shifted map.
void wimp_tiled_steps(const wimp_tiled_layout* layout, double* column_out, double* row_out);

// ---- shapes that block the tiles under them

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

/// Starts a shape; points follow. False: out of memory.
bool wimp_tiled_shapes_add(wimp_tiled_shapes* shapes, const wimp_job* job, wimp_place place, int32_t layer,
                           int32_t floor, bool is_closed);
/// Adds a point to the shape added last. False: out of memory.
bool wimp_tiled_shapes_add_point(wimp_tiled_shapes* shapes, const wimp_job* job, double x, double y);
/// Adds the outline of an ellipse or, with straight sides, of a capsule. False: out of memory.
bool wimp_tiled_shapes_add_round(wimp_tiled_shapes* shapes, const wimp_job* job, double left, double top,
                                 double width, double height, bool is_capsule);
/// Turns the shape added last about a point, clockwise.
void wimp_tiled_shapes_turn(wimp_tiled_shapes* shapes, double x, double y, double degrees);

/// Gives a class to the tiles that shapes cover, each on its floor: of a map of squares those of which a
/// shape covers more than a fiftieth of the side; of a shifted map those whose middle is in the shape or that
/// its outline crosses. Errors: LIMIT (more tiles than all layers may have), MEMORY.
wend_result wimp_tiled_shapes_mark(const wimp_tiled_shapes* shapes, const wimp_job* job,
                                   const wimp_tiled_layout* layout, uint8_t terrain_class,
                                   uint8_t* const floors[WIMP_MAX_FLOORS]);

#endif
