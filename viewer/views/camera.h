// camera.h: which part of the map does the window show, and which tile is under a pixel?
#ifndef WEND_VIEW_CAMERA_H
#define WEND_VIEW_CAMERA_H
#include <SDL.h>
#include <wend/base.h>

typedef struct camera {
    double x, y;               ///< map position at the centre of the window [Units: tiles]
    double zoom;               ///< [Units: pixels a tile]
    int width, height;         ///< of the window [Units: pixels]
    int map_width, map_height; ///< [Units: tiles]
} camera;

#define CAMERA_MAX_ZOOM 128.0

/// Shows the whole map within an area of the window.
void camera_fit(camera* cam, SDL_Rect area);
/// Sets the zoom; the map position under the pixel (x, y) stays there.
void camera_zoom_at(camera* cam, double x, double y, double zoom);
/// Moves the map with the pointer by dx, dy pixels. The centre of the window stays on the map.
void camera_pan(camera* cam, double dx, double dy);
/// Puts a map position at the centre of the window.
void camera_look_at(camera* cam, double x, double y);

double camera_screen_x(const camera* cam, double map_x);
double camera_screen_y(const camera* cam, double map_y);
/// The tile under a pixel, which may lie outside the map.
wend_tile camera_tile_at(const camera* cam, double x, double y);
/// The visible tiles of the map; width or height 0: none.
wend_rect camera_view(const camera* cam);

#endif
