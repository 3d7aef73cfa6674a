// clearance.h: does a body, which is a disc, fit here, and does it fit all along a straight way? All in
// tiles.
#ifndef WENDI_CLEARANCE_H
#define WENDI_CLEARANCE_H
#include "core/vec.h"
#include "grid/grid.h"

/// Bodies larger than this are refused: the tiles under one are looked at one by one.
enum { WENDI_MAX_BODY = 64 };

/// Where a map lies in the world.
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
static inline wendi_vec wendi_center(wend_tile tile) {
    return (wendi_vec){tile.x + 0.5, tile.y + 0.5};
}

/// True when the point lies on a passable tile.
bool wendi_is_on_passable(const wend_grid* grid, wendi_vec p);
/// Distance from a point to the nearest blocked tile, which what lies off the map is too; reach, when there
/// is none nearer.
double wendi_clearance(const wend_grid* grid, wendi_vec p, double reach);
/// True when no blocked tile is nearer than radius to the straight way. A negative radius lets the way dip
/// that deep into blocked tiles, which is how a point slips through between two that touch in a corner.
bool wendi_line_is_clear(const wend_grid* grid, wendi_vec from, wendi_vec to, double radius);
#endif
