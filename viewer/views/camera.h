// camera.h: which part of the map, on which floor, does the window show, and which tile is under a pixel?
#ifndef WEND_VIEW_CAMERA_H
#define WEND_VIEW_CAMERA_H
#include "tile_plane.h"
#include <SDL.h>

typedef struct camera {
    double x, y;               ///< map position at the centre of the window, as in tile_plane.h
    double zoom;               ///< [Units: pixels a tile]
    int width, height;         ///< of the window [Units: pixels]
    int map_width, map_height; ///< [Units: tiles]
    uint16_t floor;            ///< the shown one: that of the tiles under pixels
    tile_plane plane;          ///< squares or hexagons
    SDL_Point off;             ///< from the window's centre to that of its free area [Units: pixels]
} camera;

#define CAMERA_MAX_ZOOM 128.0

/// Looks at another map, at the same position and, where it has one, the same floor; call camera_fit to see
/// all of it.
void camera_set_map(camera* cam, const wend_grid* grid);
/// Where the map ends, right and bottom, as a map position.
wend_vec2 camera_map_end(const camera* cam);
/// Shows the whole map within an area of the window, its free area from now on.
void camera_fit(camera* cam, SDL_Rect area);
/// Sets the zoom; the map position under the pixel (x, y) stays there.
void camera_zoom_at(camera* cam, double x, double y, double zoom);
/// Moves the map with the pointer by dx, dy pixels. The centre of the window, or that of its free area, stays
/// on the map.
void camera_pan(camera* cam, double dx, double dy);
/// Puts a map position at the centre of the window.
void camera_look_at(camera* cam, double x, double y);

double camera_screen_x(const camera* cam, double map_x);
double camera_screen_y(const camera* cam, double map_y);
/// The pixel of a map position.
SDL_FPoint camera_at(const camera* cam, wend_vec2 at);
/// The tile under a pixel, which may lie outside the map.
wend_tile camera_tile_at(const camera* cam, double x, double y);
/// The middle of a tile.
SDL_FPoint camera_tile_center(const camera* cam, wend_tile tile);
/// The corners of a tile; returns 4 or 6.
int camera_tile_corners(const camera* cam, wend_tile tile, SDL_FPoint out[6]);
/// Where a border between tiles lies: the left one of column x, the upper one of row y. Of hexagons the mean
/// of all rows or columns.
double camera_column_x(const camera* cam, double x);
double camera_row_y(const camera* cam, double y);
/// The visible tiles of the shown floor, and of hexagons a few more; width or height 0: none.
wend_rect camera_view(const camera* cam);
/// The same counted from the first tile of the map, as the pixels of its picture are.
wend_rect camera_picture_view(const camera* cam);

#endif
