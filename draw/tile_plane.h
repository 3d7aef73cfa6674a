// tile_plane.h: where does a tile lie in a picture? Positions are in widths of a tile from the top-left
// corner of the map: squares have their corners at whole numbers; hexagons of width 1 (between neighbours)
// lie in shifted rows or columns. The same as world positions without origin and tile size.
#ifndef WEND_DRAW_TILE_PLANE_H
#define WEND_DRAW_TILE_PLANE_H
#include <wend/grid.h>

typedef struct tile_plane {
    bool is_hex;         ///< tiles do not stand in straight columns: hexagons, or those of is_diamond
    bool is_diamond;     ///< squares seen as in an isometric map: diamonds of width 1
    bool is_staggered;   ///< such diamonds in rows or columns of which every second one is shifted
    float ratio;         ///< of diamonds: height over width
    int32_t rows;        ///< of an isometric map
    bool shifts_columns; ///< hexagons with a flat top; else rows are shifted, and the top is a corner
    bool shifts_even;    ///< even rows or columns are shifted by half a tile, else odd ones
    int32_t left, top;   ///< column and row of the first tile of the map, which lies in the corner
    float floor_step;    ///< how far a floor lies right of the one below it; 0: upon it
} tile_plane;

tile_plane tile_plane_of(const wend_grid* grid);
/// Likewise with all floors side by side.
tile_plane tile_plane_of_floors(const wend_grid* grid);
/// That of an isometric map: the height of its diamonds over their width.
tile_plane tile_plane_diamonds(const wend_grid* grid, float ratio);
/// That of a staggered map.
tile_plane tile_plane_staggered(float ratio, bool shifts_columns, bool shifts_even);
/// Where a position lies that is counted in tiles from the corner of the first one, and the other way; not of
/// hexagons.
wend_vec2 tile_plane_of_tiles(tile_plane plane, wend_vec2 tiles);
wend_vec2 tile_plane_to_tiles(tile_plane plane, wend_vec2 position);
/// "diamonds", "staggered", "squares", "odd-r", "even-r", "odd-q", "even-q".
const char* tile_plane_layout(tile_plane plane);

/// Where the picture of a map of this size ends, right and bottom.
wend_vec2 tile_plane_size(tile_plane plane, int32_t width, int32_t height);
wend_vec2 tile_plane_center(tile_plane plane, wend_tile tile);
/// The corners in their order; returns 4 or 6.
int tile_plane_corners(tile_plane plane, wend_tile tile, wend_vec2 out[6]);
/// The tile at a position, also off the map. False: between the hexagons at the border of the map of this
/// size.
bool tile_plane_tile_at(tile_plane plane, int32_t width, int32_t height, wend_vec2 position, wend_tile* out);
/// The line between two neighbours: their common edge, or a short line across their common corner.
void tile_plane_edge(tile_plane plane, wend_tile a, wend_tile b, wend_vec2 out[2]);
#endif
