// camera.c: which part of the map does the window show, and which tile is under a pixel?
#include "views/camera.h"
#include <math.h>

static double clamp(double value, double low, double high) {
    return value < low ? low : value > high ? high : value;
}

static double fitting_zoom(const camera* c, double width, double height) {
    double zoom = fmin(width / c->map_width, height / c->map_height);
    return clamp(zoom, 1e-4, CAMERA_MAX_ZOOM);
}

void camera_look_at(camera* c, double x, double y) {
    c->x = clamp(x, 0, c->map_width);
    c->y = clamp(y, 0, c->map_height);
}

void camera_fit(camera* c, SDL_Rect area) {
    c->zoom = fitting_zoom(c, fmax(area.w, 16), fmax(area.h, 16));
    // Centres the map in the area, which is seldom centred in the window.
    double dx = area.x + area.w / 2.0 - c->width / 2.0;
    double dy = area.y + area.h / 2.0 - c->height / 2.0;
    camera_look_at(c, c->map_width / 2.0 - dx / c->zoom, c->map_height / 2.0 - dy / c->zoom);
}

void camera_zoom_at(camera* c, double x, double y, double zoom) {
    double least = fmin(fitting_zoom(c, c->width, c->height) / 2, 1.0);
    zoom = clamp(zoom, least, CAMERA_MAX_ZOOM);
    double dx = x - c->width / 2.0, dy = y - c->height / 2.0;
    double map_x = c->x + dx / c->zoom, map_y = c->y + dy / c->zoom;
    c->zoom = zoom;
    camera_look_at(c, map_x - dx / zoom, map_y - dy / zoom);
}

void camera_pan(camera* c, double dx, double dy) {
    camera_look_at(c, c->x - dx / c->zoom, c->y - dy / c->zoom);
}

double camera_screen_x(const camera* c, double map_x) {
    return (map_x - c->x) * c->zoom + c->width / 2.0;
}

double camera_screen_y(const camera* c, double map_y) {
    return (map_y - c->y) * c->zoom + c->height / 2.0;
}

wend_tile camera_tile_at(const camera* c, double x, double y) {
    return (wend_tile){(int32_t)floor(c->x + (x - c->width / 2.0) / c->zoom),
                       (int32_t)floor(c->y + (y - c->height / 2.0) / c->zoom)};
}

wend_rect camera_view(const camera* c) {
    wend_tile first = camera_tile_at(c, 0, 0), last = camera_tile_at(c, c->width, c->height);
    int32_t x0 = SDL_max(first.x, 0), x1 = SDL_min(last.x + 1, c->map_width);
    int32_t y0 = SDL_max(first.y, 0), y1 = SDL_min(last.y + 1, c->map_height);
    return (wend_rect){x0, y0, SDL_max(x1 - x0, 0), SDL_max(y1 - y0, 0)};
}
