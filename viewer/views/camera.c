// camera.c: which part of the map, on which floor, does the window show, and which tile is under a pixel?
#include "views/camera.h"
#include <math.h>

static double clamp(double value, double low, double high) {
    return value < low ? low : value > high ? high : value;
}

void camera_set_map(camera* c, const wend_grid* grid) {
    c->map_width = wend_grid_width(grid);
    c->map_height = wend_grid_height(grid);
    c->plane = tile_plane_of(grid);
    if (c->floor >= wend_grid_floors(grid)) c->floor = 0;
}

wend_vec2 camera_map_end(const camera* c) {
    return tile_plane_size(c->plane, c->map_width, c->map_height);
}

static double fitting_zoom(const camera* c, double width, double height) {
    wend_vec2 end = camera_map_end(c);
    double zoom = fmin(width / (double)end.x, height / (double)end.y);
    return clamp(zoom, 1e-4, CAMERA_MAX_ZOOM);
}

void camera_look_at(camera* c, double x, double y) {
    wend_vec2 end = camera_map_end(c);
    double dx = c->off.x / c->zoom, dy = c->off.y / c->zoom;
    c->x = clamp(x, fmin(0, -dx), fmax((double)end.x, (double)end.x - dx));
    c->y = clamp(y, fmin(0, -dy), fmax((double)end.y, (double)end.y - dy));
}

void camera_fit(camera* c, SDL_Rect area) {
    c->zoom = fitting_zoom(c, fmax(area.w, 16), fmax(area.h, 16));
    // Centres the map in the area, which is seldom centred in the window.
    double dx = area.x + area.w / 2.0 - c->width / 2.0;
    double dy = area.y + area.h / 2.0 - c->height / 2.0;
    c->off = (SDL_Point){(int)lround(dx), (int)lround(dy)};
    wend_vec2 end = camera_map_end(c);
    camera_look_at(c, (double)end.x / 2 - dx / c->zoom, (double)end.y / 2 - dy / c->zoom);
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
    double map_x = c->x + (x - c->width / 2.0) / c->zoom, map_y = c->y + (y - c->height / 2.0) / c->zoom;
    if (!c->plane.is_hex)
        return (wend_tile){(int32_t)floor(map_x) + c->plane.left, (int32_t)floor(map_y) + c->plane.top,
                           c->floor};
    wend_tile tile;
    tile_plane_tile_at(c->plane, c->map_width, c->map_height, (wend_vec2){(float)map_x, (float)map_y}, &tile);
    tile.floor = c->floor;
    return tile;
}

SDL_FPoint camera_at(const camera* c, wend_vec2 at) {
    return (SDL_FPoint){(float)camera_screen_x(c, (double)at.x), (float)camera_screen_y(c, (double)at.y)};
}

SDL_FPoint camera_tile_center(const camera* c, wend_tile tile) {
    if (!c->plane.is_hex)
        return (SDL_FPoint){(float)camera_screen_x(c, tile.x - c->plane.left + 0.5),
                            (float)camera_screen_y(c, tile.y - c->plane.top + 0.5)};
    return camera_at(c, tile_plane_center(c->plane, tile));
}

int camera_tile_corners(const camera* c, wend_tile tile, SDL_FPoint out[6]) {
    wend_vec2 corners[6];
    int count = tile_plane_corners(c->plane, tile, corners);
    for (int i = 0; i < count; i++) out[i] = camera_at(c, corners[i]);
    return count;
}

// How far the rows or columns of hexagons are apart, and where on the mean the first of them begins.
static double border(bool shifted_across, double index) {
    static const double row_step = 0.86602540378443865, radius = 0.57735026918962576;
    return shifted_across ? row_step * (index - 0.5) + radius : index + 0.25;
}

double camera_column_x(const camera* c, double x) {
    return camera_screen_x(c, c->plane.is_hex ? border(c->plane.shifts_columns, x) : x - c->plane.left);
}

double camera_row_y(const camera* c, double y) {
    return camera_screen_y(c, c->plane.is_hex ? border(!c->plane.shifts_columns, y) : y - c->plane.top);
}

// The smallest rectangle of tiles around those that the window shows.
static wend_rect diamond_view(const camera* c) {
    const int32_t more = c->plane.is_staggered ? 1 : 0; // a shifted row reaches beyond the corners
    int32_t x0 = c->map_width, y0 = c->map_height, x1 = 0, y1 = 0;
    for (int i = 0; i < 4; i++) {
        const wend_tile tile = camera_tile_at(c, i % 2 == 0 ? 0 : c->width, i / 2 == 0 ? 0 : c->height);
        x0 = SDL_min(x0, tile.x - more);
        x1 = SDL_max(x1, tile.x + 1 + more);
        y0 = SDL_min(y0, tile.y - more);
        y1 = SDL_max(y1, tile.y + 1 + more);
    }
    x0 = SDL_max(x0, 0), y0 = SDL_max(y0, 0);
    x1 = SDL_min(x1, c->map_width), y1 = SDL_min(y1, c->map_height);
    return (wend_rect){x0, y0, SDL_max(x1 - x0, 0), SDL_max(y1 - y0, 0), c->floor};
}

wend_rect camera_view(const camera* c) {
    if (c->plane.is_diamond) return diamond_view(c);
    int more = c->plane.is_hex ? 1 : 0; // hexagons reach beyond the row or column of their centre
    wend_tile first = camera_tile_at(c, 0, 0), last = camera_tile_at(c, c->width, c->height);
    const int32_t left = c->plane.left, top = c->plane.top;
    int32_t x0 = SDL_max(first.x - more, left), x1 = SDL_min(last.x + 1 + more, left + c->map_width);
    int32_t y0 = SDL_max(first.y - more, top), y1 = SDL_min(last.y + 1 + more, top + c->map_height);
    return (wend_rect){x0, y0, SDL_max(x1 - x0, 0), SDL_max(y1 - y0, 0), c->floor};
}

wend_rect camera_picture_view(const camera* c) {
    wend_rect view = camera_view(c);
    view.x -= c->plane.left;
    view.y -= c->plane.top;
    return view;
}
