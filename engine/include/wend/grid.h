// wend/grid.h: the tile map: one terrain class per tile, one cost per class, one connectivity.
//
//     wend_grid_def def = wend_default_grid_def();
//     def.width = 640;
//     def.height = 480;
//     def.class_costs[2] = 10.0f; // class 2: water
//     wend_grid* grid = NULL;
//     if (wend_grid_create(&def, &grid) != WEND_OK) return 1;
//     wend_grid_fill(grid, (wend_rect){10, 10, 50, 20}, 2); // a lake
//
// A step costs its length (1 or sqrt 2; always 1 on hexagons) times the cost of the tile it enters.
//
// Floors. A map may have several floors of one size, one above the other: those of a building, the road under
// a bridge. No step leads from floor to floor: links do, such as stairs and lifts, and seams, such as ramps
// (wend/link.h). Every tile and area names its floor, which is 0 unless it is set.
#ifndef WEND_GRID_H
#define WEND_GRID_H
#include "wend/base.h"

#ifdef __cplusplus
extern "C" {
#endif

#define WEND_CLASS_COUNT    256
#define WEND_MAX_SIDE       (1 << 20)          ///< tiles a side
#define WEND_MAX_TILES      ((int64_t)1 << 32) ///< width x height; with floors, width x rows of all floors
#define WEND_MAX_FLOORS     (1 << 12)          ///< and floors x (height + 2) is at most WEND_MAX_SIDE
#define WEND_MIN_CLASS_COST (1.0f / 64.0f)
#define WEND_MAX_CLASS_COST 1024.0f
#define WEND_MAX_COST_RATIO 4096.0f ///< highest class cost over lowest, so that step costs stay within 0.1 %

/// Which of the 8 neighbours a step may reach. The numbers never change: they are part of files and hashes.
typedef enum wend_connectivity {
    WEND_CONNECTIVITY_8 =
        0, ///< a diagonal only when both orthogonal tiles are passable, as in the MovingAI benchmarks
    WEND_CONNECTIVITY_4 = 1,         ///< no diagonals
    WEND_CONNECTIVITY_8_CUT = 2,     ///< a diagonal whenever its target is passable, cutting corners
    WEND_CONNECTIVITY_HEX_ODD_R = 3, ///< 6 neighbours: hexagons with a corner on top, odd rows half a tile to
                                     ///< the right
    WEND_CONNECTIVITY_HEX_EVEN_R = 4, ///< the same, even rows to the right
    WEND_CONNECTIVITY_HEX_ODD_Q = 5,  ///< 6 neighbours: hexagons with a side on top, odd columns half a tile
                                      ///< down
    WEND_CONNECTIVITY_HEX_EVEN_Q = 6, ///< the same, even columns down
    WEND_CONNECTIVITY_COUNT
} wend_connectivity;

typedef struct wend_grid wend_grid;

typedef struct wend_grid_def {
    int32_t cookie;         ///< set by wend_default_grid_def
    int32_t width, height;  ///< [Range: 1 .. WEND_MAX_SIDE, together at most WEND_MAX_TILES] [Units: tiles]
    int32_t floors;         ///< how many floors of this size; 0: one [Range: 0..WEND_MAX_FLOORS] [Default: 0]
    const uint8_t* classes; ///< height rows of width bytes, floor after floor, copied; NULL: every tile is of
                            ///< class 1
    size_t stride;          ///< bytes from one row to the next; 0: width
    float class_costs[WEND_CLASS_COUNT]; ///< cost of each class; 0 or INFINITY: blocked; otherwise
                                         ///< WEND_MIN_CLASS_COST .. WEND_MAX_CLASS_COST, at most
                                         ///< WEND_MAX_COST_RATIO apart. Class 0 is always blocked. [Default:
                                         ///< 0 for class 0, 1 for the others]
    float least_cost, greatest_cost; ///< range that the costs of passable classes stay in, so that they may
                                     ///< change later (wend_world_set_class_cost); the integer unit then
                                     ///< depends on the range alone; 0: the least or greatest cost of the
                                     ///< table [Range: 0, or WEND_MIN_CLASS_COST .. WEND_MAX_CLASS_COST, at
                                     ///< most WEND_MAX_COST_RATIO apart]
    wend_connectivity connectivity;  ///< [Default: WEND_CONNECTIVITY_8]
    float tile_size;  ///< side of a tile, or width of a hexagon, which is the distance of neighbours
                      ///< [Range: > 0] [Default: 1] [Units: world units]
    wend_vec2 origin; ///< world position of the top-left corner of tile (0,0), or of the smallest rectangle
                      ///< around that hexagon. Positions are floats of 24 bits: within 2^20 tile sizes of
                      ///< 0 they are exact to 1/16 of a tile, beyond 2^23 tiles fall together. So the
                      ///< coordinates of a survey belong in the metadata of the world [Default: {0, 0}]
    const wend_allocator* allocator; ///< copied; NULL: malloc and free
} wend_grid_def;

WEND_API wend_grid_def wend_default_grid_def(void);

/// Creates a grid. Errors: DEF, ARGUMENT (a side below 1, floors below 0, a stride below width or beyond
/// memory, NaN, a cost out of range), LIMIT (too many tiles or floors, costs too far apart, a cost outside of
/// the declared range), MEMORY.
WEND_API wend_result wend_grid_create(const wend_grid_def* def, wend_grid** out);
WEND_API void wend_grid_destroy(wend_grid* grid);

WEND_API int32_t wend_grid_width(const wend_grid* grid);
/// Rows of one floor.
WEND_API int32_t wend_grid_height(const wend_grid* grid);
/// Number of floors, at least 1.
WEND_API int32_t wend_grid_floors(const wend_grid* grid);
/// Says how high a floor lies, for display only: the planner knows nothing of it. [Units: world units]
/// Errors: ARGUMENT (no such floor; NaN or infinite), MEMORY.
WEND_API wend_result wend_grid_set_floor_height(wend_grid* grid, int32_t floor, float height);
/// How high a floor lies; 0 unless it was set. [Units: world units]
WEND_API float wend_grid_floor_height(const wend_grid* grid, int32_t floor);
WEND_API wend_connectivity wend_grid_connectivity(const wend_grid* grid);
/// The columns and rows of the map: they begin at 0 unless ground was added to the left of or above it
/// (wend/ground.h). [Floor of the rectangle: 0]
WEND_API wend_rect wend_grid_area(const wend_grid* grid);
WEND_API float wend_grid_tile_size(const wend_grid* grid);
WEND_API wend_vec2 wend_grid_origin(const wend_grid* grid);

/// The WEND_CLASS_COUNT costs of the definition; 0 for blocked classes.
WEND_API const float* wend_grid_class_costs(const wend_grid* grid);
/// Number of tiles of each class: WEND_CLASS_COUNT counts, updated by every change of tiles.
WEND_API const int64_t* wend_grid_class_counts(const wend_grid* grid);
/// Number of passable tiles.
WEND_API int64_t wend_grid_passable_count(const wend_grid* grid);

/// True when the tile lies on the map.
WEND_API bool wend_grid_contains(const wend_grid* grid, wend_tile tile);
/// Class of a tile; 0, which is blocked, off the map.
WEND_API uint8_t wend_grid_class(const wend_grid* grid, wend_tile tile);
/// Cost of entering a tile by a straight step; 0 when blocked or off the map. [Units: tile costs]
WEND_API float wend_grid_cost(const wend_grid* grid, wend_tile tile);
WEND_API bool wend_grid_passable(const wend_grid* grid, wend_tile tile);
/// True when one legal step leads from a tile to one of its 8 neighbours.
WEND_API bool wend_grid_can_step(const wend_grid* grid, wend_tile from, wend_tile to);

/// The classes of row y of floor 0, width of them. NULL where they do not lie in one piece: on the grid of a
/// world that was edited while a fork or snapshot shared its tiles. wend_grid_read copies them from any grid.
/// [Range of y: 0 .. height - 1, NULL otherwise]
WEND_API const uint8_t* wend_grid_row(const wend_grid* grid, int32_t y);
/// Copies the classes of an area of the map, row by row, stride bytes apart (0: area.width). [Size of
/// classes_out: (area.height - 1) * stride + area.width] Errors: ARGUMENT (the rectangle is empty or leaves
/// the map; a stride below its width).
WEND_API wend_result wend_grid_read(const wend_grid* grid, wend_rect area, uint8_t* classes_out,
                                    size_t stride);

/// Sets every tile of a rectangle to a class. Errors: ARGUMENT (the rectangle is empty or leaves the map).
WEND_API wend_result wend_grid_fill(wend_grid* grid, wend_rect area, uint8_t terrain_class);
/// Copies area.height rows of area.width classes, stride bytes apart (0: area.width), onto the map. Errors:
/// ARGUMENT (the rectangle is empty or leaves the map; a stride below its width).
WEND_API wend_result wend_grid_write(wend_grid* grid, wend_rect area, const uint8_t* classes, size_t stride);
/// Replaces the costs of all classes of a grid without a world. Errors: ARGUMENT (a cost out of range), LIMIT
/// (costs too far apart or outside of the declared range; a link would exceed its limit, see
/// wend_grid_add_link).
WEND_API wend_result wend_grid_set_class_costs(wend_grid* grid, const float class_costs[WEND_CLASS_COUNT]);
/// Declares the range of costs, as the definition does (least_cost, greatest_cost). 0: as in the table. A
/// class that no tile has is blocked from now on if its cost lies outside. Errors: ARGUMENT (out of range,
/// least above greatest), LIMIT (too far apart; a tile costs less or more; a link would exceed its limit).
WEND_API wend_result wend_grid_set_cost_range(wend_grid* grid, float least, float greatest);
/// The range that the costs of passable classes stay in. False: it was not declared, and is that of the cost
/// table that the grid began with.
WEND_API bool wend_grid_cost_range(const wend_grid* grid, float* least_out, float* greatest_out);

/// Closes or opens the step from a tile to one of its 8 neighbours, in this direction only: a ledge, an
/// escalator. Without corner cutting, a diagonal step needs the four straight steps around it too; with it,
/// those of one way round. Steps that the connectivity does not have may be closed without effect. Errors:
/// ARGUMENT (a tile is off the map, or they are not neighbours), MEMORY.
WEND_API wend_result wend_grid_set_step(wend_grid* grid, wend_tile from, wend_tile to, bool open);
/// Closes both steps between two neighbours, or opens both: a thin wall. Errors:
/// ARGUMENT (a tile is off the map, or they are not neighbours), MEMORY.
WEND_API wend_result wend_grid_set_wall(wend_grid* grid, wend_tile a, wend_tile b, bool wall);
/// False when the step was closed, or for tiles that are not neighbours on the map. wend_grid_can_step says
/// whether a path may take it.
WEND_API bool wend_grid_step_is_open(const wend_grid* grid, wend_tile from, wend_tile to);
/// The steps from a tile that were closed: bits 0 to 7 for right, down, left, up, down-right, down-left,
/// up-left, up-right; 0 off the map.
WEND_API uint8_t wend_grid_closed_steps(const wend_grid* grid, wend_tile tile);
/// Number of steps that were closed on the whole map, in each direction for itself.
WEND_API int64_t wend_grid_closed_step_count(const wend_grid* grid);

/// Integer cost of one straight step into a tile of cost 1. Every step cost is an integer within 0.1 % of
/// length x cost (see docs/concepts.md), and within 0.001 % when all costs are 1. Only a cost that is set
/// later by wend_world_set_class_cost, on a grid without a declared range, may be less exact.
WEND_API int32_t wend_grid_cost_units(const wend_grid* grid);
/// Integer cost of a straight and of a diagonal step into a tile of this class; 0 when blocked.
WEND_API int32_t wend_grid_straight_cost(const wend_grid* grid, uint8_t terrain_class);
WEND_API int32_t wend_grid_diagonal_cost(const wend_grid* grid, uint8_t terrain_class);

/// The tile of floor 0 under a world position: among hexagons the one whose centre is nearest. Errors:
/// ARGUMENT (NaN or a position off the map).
WEND_API wend_result wend_grid_tile_at(const wend_grid* grid, wend_vec2 position, wend_tile* out);
/// Likewise the tile of any floor. Errors: ARGUMENT (NaN, a position off the map, no such floor).
WEND_API wend_result wend_grid_tile_at_floor(const wend_grid* grid, wend_vec2 position, int32_t floor,
                                             wend_tile* out);
/// World position of the centre of a tile, which may lie off the map. It is the same on every floor.
WEND_API wend_vec2 wend_grid_center(const wend_grid* grid, wend_tile tile);

/// Hash of what a search depends on: size, floors, connectivity, the cost of every tile, closed steps, and
/// links without their kind and duration; not of class numbers or earlier changes. Equal on every machine for
/// equal input.
WEND_API uint64_t wend_grid_hash(const wend_grid* grid);
/// Bytes of memory that the grid uses.
WEND_API size_t wend_grid_bytes(const wend_grid* grid);

#ifdef __cplusplus
}
#endif
#endif
