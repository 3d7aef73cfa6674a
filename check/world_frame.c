// world_frame.c: world positions as the map's own format has them.
#include "world_frame.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

world_frame world_frame_of(const wend_world* world) {
    const wend_grid* grid = wend_world_grid(world);
    const world_source source = world_source_read(wend_world_metadata(world));
    const wend_vec2 origin = wend_grid_origin(grid);
    world_frame f = {.is_ros = strcmp(source.format, "ros") == 0,
                     .geo = source.geo,
                     .ros = source.ros,
                     .grid_origin = {(double)origin.x, (double)origin.y},
                     .grid_tile = (double)wend_grid_tile_size(grid),
                     .map = wend_grid_area(grid)};
    memcpy(f.cost_unit, source.cost_unit, sizeof f.cost_unit);
    if (!f.is_ros && !f.geo.has_transform && wend_grid_connectivity(grid) >= WEND_CONNECTIVITY_HEX_ODD_R)
        f.hexagons = grid;
    if (f.is_ros && !(f.ros.resolution > 0)) // a world of an earlier version
        f.ros =
            (wend_ros_map){.resolution = f.grid_tile,
                           .origin = {f.grid_origin[0], 0 - f.grid_origin[1] - f.map.height * f.grid_tile},
                           .rows = f.map.height,
                           .tile_pixels = 1};
    return f;
}

double world_frame_tile_size(const world_frame* f) {
    return f->is_ros ? f->ros.resolution * f->ros.tile_pixels : f->grid_tile;
}

double world_frame_metres(const world_frame* f, world_point a, world_point b) {
    return wend_geo_distance(&f->geo, (wend_geo_point){a.x, a.y}, (wend_geo_point){b.x, b.y});
}

// Counted in tiles from the top-left corner of the map.
static world_point from_tiles(const world_frame* f, double column, double row) {
    wend_geo_point at = {NAN, NAN};
    if (f->is_ros)
        wend_ros_position(&f->ros, column, row, &at);
    else if (f->geo.has_transform)
        wend_geo_position(&f->geo, column, row, &at);
    else
        return (world_point){f->grid_origin[0] + column * f->grid_tile,
                             f->grid_origin[1] + row * f->grid_tile};
    return (world_point){at.x, at.y};
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

world_point world_frame_grid_corner(const world_frame* f, wend_tile tile) {
    return from_tiles(f, tile.x, tile.y);
}

world_point world_frame_corner(const world_frame* f) {
    const int32_t bottom = f->map.y + f->map.height;
    const int64_t below =
        f->ros.rows - (int64_t)bottom * f->ros.tile_pixels; // below 0: a last row of tiles may stick out
    if (!f->is_ros)
        return (world_point){f->grid_origin[0] + f->map.x * f->grid_tile,
                             0 - f->grid_origin[1] - bottom * f->grid_tile};
    return below == 0 && f->map.x == 0 ? (world_point){f->ros.origin[0], f->ros.origin[1]}
                                       : from_tiles(f, f->map.x, bottom);
}

bool world_frame_tile_at(const world_frame* f, world_point at, wend_tile* out) {
    const wend_geo_point point = {at.x, at.y};
    wend_tile tile = {-1, -1};
    if (f->hexagons != NULL)
        return wend_grid_tile_at(f->hexagons, (wend_vec2){(float)at.x, (float)at.y}, out) == WEND_OK;
    if (f->is_ros) {
        if (wend_ros_tile_at(&f->ros, point, &tile) != WEND_OK) return false;
    } else if (f->geo.has_transform) {
        if (wend_geo_tile_at(&f->geo, point, &tile) != WEND_OK) return false;
    } else {
        const double x = floor((at.x - f->grid_origin[0]) / f->grid_tile);
        const double y = floor((at.y - f->grid_origin[1]) / f->grid_tile);
        if (!(fabs(x) < INT32_MAX && fabs(y) < INT32_MAX)) return false;
        tile = (wend_tile){(int32_t)x, (int32_t)y};
    }
    if (tile.x < f->map.x || tile.x - f->map.x >= f->map.width || tile.y < f->map.y ||
        tile.y - f->map.y >= f->map.height)
        return false;
    *out = tile;
    return true;
}

world_point world_frame_column_row(const world_frame* f, world_point at) {
    // All frames are affine.
    const world_point zero = from_tiles(f, 0, 0), one = from_tiles(f, 1, 0), below = from_tiles(f, 0, 1);
    const double a = one.x - zero.x, b = below.x - zero.x, c = one.y - zero.y, d = below.y - zero.y;
    const double x = at.x - zero.x, y = at.y - zero.y, area = a * d - b * c;
    return (world_point){(x * d - y * b) / area, (y * a - x * c) / area};
}

void world_frame_bounds(const world_frame* f, world_point* low_out, world_point* high_out) {
    for (int i = 0; i < 4; i++) {
        const world_point p =
            from_tiles(f, f->map.x + (i % 2 ? f->map.width : 0), f->map.y + (i / 2 ? f->map.height : 0));
        if (i == 0) *low_out = *high_out = p;
        low_out->x = fmin(low_out->x, p.x);
        low_out->y = fmin(low_out->y, p.y);
        high_out->x = fmax(high_out->x, p.x);
        high_out->y = fmax(high_out->y, p.y);
    }
    for (int i = 1; f->hexagons != NULL && i <= 2; i++) { // one of two rows, or columns, is shifted
        const world_point p = world_frame_center(f, (wend_tile){f->map.width - i, f->map.height - i});
        if (i == 1) *high_out = p;
        high_out->x = fmax(high_out->x, p.x + f->grid_tile / 2);
        high_out->y = fmax(high_out->y, p.y + f->grid_tile / 2);
    }
}

void world_frame_cost_text(const world_frame* f, double cost, int decimals, char out[COST_TEXT]) {
    const char* unit = f->cost_unit;
    const long long seconds = cost < 1e15 ? (long long)(cost + 0.5) : 0; // of infinity: none
    int used = snprintf(out, COST_TEXT, "%.*f%s%s", decimals, cost, unit[0] != '\0' ? " " : "", unit);
    if (strcmp(unit, "s") == 0 && seconds >= 60 && used > 0 && used < COST_TEXT)
        snprintf(out + used, (size_t)(COST_TEXT - used), ", %lld:%02lld:%02lld", seconds / 3600,
                 seconds / 60 % 60, seconds % 60);
}
