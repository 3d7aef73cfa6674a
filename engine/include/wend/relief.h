// wend/relief.h: costs by direction. Tiles have elevations, so that a step costs by the slope it climbs or
// descends; tiles may have lanes, which are cheaper along than against; and rows may have tiles of different
// sizes, as the rasters of the earth do.
//
//     const wend_slope_point walk[] = {{-0.5f, 3.1f}, {-0.05f, 0.84f}, {0, 1}, {0.5f, 5.8f}};
//     wend_relief_def def = wend_default_relief_def();
//     def.elevations = metres; // one for each tile, row by row
//     def.slopes = walk;
//     def.slope_count = 4;
//     if (wend_grid_set_relief(grid, &def) != WEND_OK) return 1; // before the world is built
//
// A step then costs length x cost of the tile it enters x factor of its slope x factor of the lane of the
// tile it enters. The search is exact on these costs: going up, down and along differ, and so do the ways
// there and back. A factor of INFINITY closes the step, and only in this direction: a cliff that can be
// jumped down but not climbed. A body is not held by it: agents that are pushed over a cliff plan again.
//
// The slope of a diagonal step is measured over its own length, and it is closed by its own slope alone.
// Profiles share the relief of the map, but may have slopes of their own. A relief that closes steps cannot
// be baked in parts larger than memory, and rings of wend_round_costs are refused (UNSUPPORTED); whatever
// else takes a world takes these.
#ifndef WEND_RELIEF_H
#define WEND_RELIEF_H
#include "wend/grid.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What a step costs by its slope. Between two points the factor is interpolated; beyond the ends it is that
/// of the end. If one of two neighbouring points is INFINITY, so is all between them.
typedef struct wend_slope_point {
    float slope;  ///< rise over run; uphill is positive [Range: finite]
    float factor; ///< times the cost of the tile [Range: > 0; INFINITY: the step is closed]
} wend_slope_point;

#define WEND_MAX_SLOPE_POINTS 1280 ///< of a function that has a name, see wend_slope_points in wend/import.h

/// The size of the tiles of some rows.
typedef struct wend_row_size {
    int32_t first_row;             ///< up to the first row of the next one, or the last of the map
    float tile_width, tile_height; ///< [Range: > 0] [Units: those of the elevations, metres]
} wend_row_size;

#define WEND_LANE_ANGLES 5

typedef struct wend_relief_def {
    int32_t cookie;          ///< set by wend_default_relief_def
    const float* elevations; ///< of all tiles, row by row, copied; NULL: the map is level. NaN is allowed
                             ///< where the tile is blocked [Units: metres]
    size_t elevation_stride; ///< values from one row to the next; 0: the width of the map
    float elevation_unit;    ///< elevations are kept as 16-bit multiples of it; 0: the finest that leaves
                             ///< room for edits, at most about a thousandth of the tile size
    const wend_slope_point* slopes; ///< by ascending slope; NULL: every slope costs the same
    int32_t slope_count;
    float max_climb, max_drop; ///< steps that climb or drop more are closed [Units: metres] [Range: >= 0]
                               ///< [Default: INFINITY, INFINITY]
    const wend_row_size* rows; ///< by ascending first row, the first of which is 0; NULL: the sides of all
                               ///< tiles are tile_size of the grid
    int32_t row_count;
    float unit_length;    ///< length of a straight step into a tile of cost 1 that costs 1 where the factor
                          ///< is 1; 0: tile_size of the grid. With 1, and seconds for each metre as factors,
                          ///< costs are seconds [Units: metres]
    const uint8_t* lanes; ///< of all tiles, copied: 0: no lane; 1 to 8: a lane to the right, down, left, up,
                          ///< down-right, down-left, up-left, up-right; NULL: none
    size_t lane_stride;   ///< bytes from one row to the next; 0: the width of the map
    float lane_factors[WEND_LANE_ANGLES]; ///< of a step into a lane, by the angle between them: 0, 45, 90,
                                          ///< 135 and 180 degrees; on hexagons by the nearest of these
                                          ///< [Range: > 0; INFINITY: closed]
                                          ///< [Default: {1, 1, 1, 1, 1}]
} wend_relief_def;

WEND_API wend_relief_def wend_default_relief_def(void);

/// Gives a grid without a world a relief, or another one, or none (def_opt NULL). The grid gets the unit of
/// costs that suits it (wend_grid_cost_units): each step is within 0.2 % of its true cost. Errors: DEF,
/// ARGUMENT (a value out of its range, slopes or rows that do not ascend, NaN at a passable tile), LIMIT
/// (elevations that do not fit 16 bits; a step would cost too much or, beside the costliest, too little),
/// MEMORY. The grid is then unchanged.
WEND_API wend_result wend_grid_set_relief(wend_grid* grid, const wend_relief_def* def_opt);
WEND_API bool wend_grid_has_relief(const wend_grid* grid);
/// True when its tiles have elevations.
WEND_API bool wend_grid_has_elevations(const wend_grid* grid);
/// The elevation of a tile as it is kept; 0 off the map, and where the map is level. [Units: metres]
WEND_API float wend_grid_elevation(const wend_grid* grid, wend_tile tile);
/// Copies the elevations of an area, row by row, stride values apart (0: area.width). [Size of out:
/// (area.height - 1) * stride + area.width] Errors: ARGUMENT (the rectangle is empty or leaves the map; a
/// stride below its width).
WEND_API wend_result wend_grid_read_elevations(const wend_grid* grid, wend_rect area, float* out,
                                               size_t stride);
/// The lane of a tile, as in the definition; 0: none.
WEND_API uint8_t wend_grid_lane(const wend_grid* grid, wend_tile tile);
/// The size of a tile. False: the relief does not say. [Units: metres]
WEND_API bool wend_grid_row_size(const wend_grid* grid, int32_t y, float* width_out, float* height_out);
/// Length of a straight step into a tile of cost 1 that costs 1: tile_size of the grid, or what its relief
/// says. [Units: metres, or world units]
WEND_API float wend_grid_unit_length(const wend_grid* grid);
/// Integer cost of one step to a neighbour, on any grid; 0: no path may take it.
WEND_API int32_t wend_grid_step_cost(const wend_grid* grid, wend_tile from, wend_tile to);

#ifdef __cplusplus
}
#endif
#endif
