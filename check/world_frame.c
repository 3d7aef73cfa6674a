// world_frame.c: world positions as the map's own format has them.
#include "world_frame.h"

#include <math.h>
#include <string.h>

world_frame world_frame_of(const wend_world* world) {
    const wend_grid* grid = wend_world_grid(world);
    const world_source source = world_source_read(wend_world_metadata(world));
    const wend_vec2 origin = wend_grid_origin(grid);
    world_frame f = {.is_ros = strcmp(source.format, "ros") == 0,
                     .pixel = (double)wend_grid_tile_size(grid),
                     .grid_origin = {(double)origin.x, (double)origin.y},
                     .grid_tile = (double)wend_grid_tile_size(grid),
                     .origin = {(double)origin.x, (double)origin.y, 0},
                     .cosine = 1,
                     .downscale = 1,
                     .width = wend_grid_width(grid),
                     .height = wend_grid_height(grid)};
    f.rows = f.height;
    f.geo = source.geo;
    if (!f.is_ros && !f.geo.has_transform && wend_grid_connectivity(grid) >= WEND_CONNECTIVITY_HEX_ODD_R)
        f.hexagons = grid;
    if (!f.is_ros) return f;
    if (source.ros.resolution > 0) {
        f.pixel = source.ros.resolution;
        f.downscale = source.downscale;
        f.rows = source.image_rows;
        memcpy(f.origin, source.ros.origin, sizeof f.origin);
        if (f.origin[2] != 0) f.sine = sin(f.origin[2]), f.cosine = cos(f.origin[2]);
    } else { // a world of an earlier version
        f.origin[1] = 0 - f.origin[1] - f.height * f.pixel;
    }
    return f;
}

double world_frame_tile_size(const world_frame* f) {
    return f->pixel * (double)f->downscale;
}

// Of a position in pixels from the lower left corner.
static world_point from_pixels(const world_frame* f, double u, double v) {
    u *= f->pixel;
    v *= f->pixel;
    if (f->sine == 0) return (world_point){f->origin[0] + f->cosine * u, f->origin[1] + f->cosine * v};
    return (world_point){f->origin[0] + (f->cosine * u - f->sine * v),
                         f->origin[1] + (f->sine * u + f->cosine * v)};
}

static world_point from_columns(const world_frame* f, double column, double row) {
    wend_geo_point at = {NAN, NAN};
    wend_geo_position(&f->geo, column, row, &at);
    return (world_point){at.x, at.y};
}

double world_frame_metres(const world_frame* f, world_point a, world_point b) {
    return wend_geo_distance(&f->geo, (wend_geo_point){a.x, a.y}, (wend_geo_point){b.x, b.y});
}

// Counted in tiles from the top-left corner of the map.
static world_point from_tiles(const world_frame* f, double column, double row) {
    const double k = (double)f->downscale;
    if (f->geo.has_transform) return from_columns(f, column, row);
    if (!f->is_ros) return (world_point){f->origin[0] + column * f->pixel, f->origin[1] + row * f->pixel};
    return from_pixels(f, column * k, (double)f->rows - row * k);
}

world_point world_frame_position(const world_frame* f, wend_vec2 at) {
    if (!f->is_ros && !f->geo.has_transform) return (world_point){(double)at.x, (double)at.y};
    return from_tiles(f, ((double)at.x - f->grid_origin[0]) / f->grid_tile,
                      ((double)at.y - f->grid_origin[1]) / f->grid_tile);
}

world_point world_frame_center(const world_frame* f, wend_tile tile) {
    if (f->hexagons != NULL) {
        const wend_vec2 at = wend_grid_center(f->hexagons, tile);
        return (world_point){(double)at.x, (double)at.y};
    }
    return from_tiles(f, tile.x + 0.5, tile.y + 0.5);
}

world_point world_frame_corner(const world_frame* f) {
    const int64_t below = f->rows - f->height * f->downscale; // at most 0: a last row of tiles may stick out
    if (!f->is_ros) return (world_point){f->origin[0], 0 - f->origin[1] - f->height * f->pixel};
    return below == 0 ? (world_point){f->origin[0], f->origin[1]} : from_pixels(f, 0, (double)below);
}

// As the costmaps of nav2 count: whole pixels from the lower left corner.
bool world_frame_tile_at(const world_frame* f, world_point at, wend_tile* out) {
    if (f->hexagons != NULL)
        return wend_grid_tile_at(f->hexagons, (wend_vec2){(float)at.x, (float)at.y}, out) == WEND_OK;
    if (f->geo.has_transform) {
        wend_tile tile;
        if (wend_geo_tile_at(&f->geo, (wend_geo_point){at.x, at.y}, &tile) != WEND_OK || tile.x < 0 ||
            tile.x >= f->width || tile.y < 0 || tile.y >= f->height)
            return false;
        *out = tile;
        return true;
    }
    const double dx = at.x - f->origin[0], dy = at.y - f->origin[1], k = (double)f->downscale;
    double x = floor(dx / f->pixel), y = floor(dy / f->pixel);
    if (f->is_ros) {
        double u = dx, v = dy;
        if (f->sine != 0)
            u = f->cosine * dx + f->sine * dy, v = f->cosine * dy - f->sine * dx;
        else
            u *= f->cosine, v *= f->cosine;
        x = floor(floor(u / f->pixel) / k);
        y = floor(((double)f->rows - 1 - floor(v / f->pixel)) / k);
    }
    if (!(x >= 0 && x < f->width && y >= 0 && y < f->height)) return false;
    *out = (wend_tile){(int32_t)x, (int32_t)y};
    return true;
}

void world_frame_bounds(const world_frame* f, world_point* low_out, world_point* high_out) {
    const double k = (double)f->downscale, width = f->width * k, height = f->height * k;
    if (!f->is_ros && !f->geo.has_transform) {
        *low_out = (world_point){f->origin[0], f->origin[1]};
        *high_out = (world_point){f->origin[0] + width * f->pixel, f->origin[1] + height * f->pixel};
        for (int i = 1; f->hexagons != NULL && i <= 2; i++) { // one of two rows, or columns, is shifted
            const world_point p = world_frame_center(f, (wend_tile){f->width - i, f->height - i});
            if (i == 1) *high_out = p;
            high_out->x = fmax(high_out->x, p.x + f->pixel / 2);
            high_out->y = fmax(high_out->y, p.y + f->pixel / 2);
        }
        return;
    }
    for (int i = 0; i < 4; i++) {
        const world_point p = f->geo.has_transform
                                  ? from_columns(f, i % 2 ? f->width : 0, i / 2 ? f->height : 0)
                                  : from_pixels(f, i % 2 ? width : 0, (double)f->rows - (i / 2 ? height : 0));
        if (i == 0) *low_out = *high_out = p;
        low_out->x = fmin(low_out->x, p.x);
        low_out->y = fmin(low_out->y, p.y);
        high_out->x = fmax(high_out->x, p.x);
        high_out->y = fmax(high_out->y, p.y);
    }
}
