// tiled_layout.h: where the tiles of a Tiled map lie, in pixels.
#ifndef WIMP_TILED_LAYOUT_H
#define WIMP_TILED_LAYOUT_H
#include "formats/document.h"
#include "formats/tiled_layers.h"

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
#endif
