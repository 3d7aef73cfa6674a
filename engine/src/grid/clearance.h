// clearance.h: does a disc-shaped body fit at a point, or along a straight line? All lengths are in tiles. In
// the view of a profile, the obstacles are the tiles of the map that the profile blocks, not those that are
// only too narrow.
#ifndef WENDI_CLEARANCE_H
#define WENDI_CLEARANCE_H
#include "core/vec.h"
#include "grid/grid.h"

/// Largest radius of a body. Every tile under a body is examined, so larger ones are refused.
enum { WENDI_MAX_BODY = 64 };

/// Position of the map in world coordinates, and the size of its tiles.
typedef struct wendi_frame {
    wendi_vec origin;
    double size;
} wendi_frame;
static inline wendi_frame wendi_frame_of(const wend_grid* grid) {
    return (wendi_frame){{(double)grid->origin.x, (double)grid->origin.y}, (double)grid->tile_size};
}
static inline wendi_vec wendi_to_tiles(const wendi_frame* f, wend_vec2 p) {
    return (wendi_vec){((double)p.x - f->origin.x) / f->size, ((double)p.y - f->origin.y) / f->size};
}
static inline wend_vec2 wendi_to_world(const wendi_frame* f, wendi_vec p) {
    return (wend_vec2){wendi_to_float(f->origin.x + p.x * f->size),
                       wendi_to_float(f->origin.y + p.y * f->size)};
}
/// The middle of a tile.
static inline wendi_vec wendi_center(const wend_grid* grid, wend_tile tile) {
    if (wendi_is_hex(grid->connectivity)) return wendi_hex_center(grid->connectivity, tile);
    return (wendi_vec){tile.x + 0.5, tile.y + 0.5};
}

/// The point of a tile that is nearest to a point.
wendi_vec wendi_nearest_on_tile(const wend_grid* grid, wend_tile tile, wendi_vec p);
/// A rectangle with all tiles, on the map and in the border around it, that come closer to a point than
/// reach.
wend_rect wendi_tiles_around(const wend_grid* grid, wendi_vec p, double reach);
/// True when the point lies on the map and not on an obstacle.
bool wendi_is_on_passable(const wend_grid* grid, wendi_vec p);
/// Distance from a point to the nearest blocked tile or wall, at most reach. Everything outside the map is
/// blocked. A wall is the side between two tiles whose steps both ways are closed.
double wendi_clearance(const wend_grid* grid, wendi_vec p, double reach);
/// The ends of the wall between a tile and the next one to the right or below; false: there is none. Squares
/// only.
bool wendi_wall_of(const wend_grid* grid, int32_t x, int32_t y, bool below, wendi_vec* a_out,
                   wendi_vec* b_out);
/// True when no blocked tile and no wall is closer to the segment than radius, and the segment crosses no
/// side between tiles in a direction whose step is closed. With a negative radius the segment may enter
/// blocked tiles to that depth, so that a point can pass between two that touch at a corner; likewise past
/// the end of a wall.
bool wendi_line_is_clear(const wend_grid* grid, wendi_vec from, wendi_vec to, double radius);
/// True when a segment crosses the interior of a box.
bool wendi_crosses_box(wendi_vec from, wendi_vec to, double left, double top, double right, double bottom);

#endif
