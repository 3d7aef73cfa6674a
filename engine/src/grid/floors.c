// floors.c: where do the floors of a map lie in its grid, and how high?
#include "grid/floors.h"

#include <math.h>

bool wendi_floors_resize(wendi_floors* floors, int64_t width, int64_t height, int32_t* sheet_height_out) {
    int64_t pitch = height + 1;
    if (wendi_is_hex(floors->connectivity)) pitch += pitch & 1; // rows of all floors begin alike
    const int64_t rows = (floors->count - 1) * pitch + height;
    if (width > WEND_MAX_SIDE || rows > WEND_MAX_SIDE) return false;
    floors->width = (int32_t)width;
    floors->height = (int32_t)height;
    floors->pitch = (int32_t)pitch;
    *sheet_height_out = (int32_t)rows;
    return true;
}

bool wendi_floors_lay_out(const wend_grid_def* def, wendi_floors* out, int32_t* sheet_height_out) {
    const int32_t count = wendi_max(def->floors, 1);
    *out = (wendi_floors){.count = count,
                          .connectivity = def->connectivity,
                          .tile_size = def->tile_size,
                          .origin = def->origin};
    const double row = wendi_is_hex(def->connectivity)
                           ? wendi_hex_center(def->connectivity, (wend_tile){0, 2, 0}).y -
                                 wendi_hex_center(def->connectivity, (wend_tile){0, 0, 0}).y
                           : 2;
    out->row_height = row / 2 * (double)def->tile_size;
    return count <= WEND_MAX_FLOORS && wendi_floors_resize(out, def->width, def->height, sheet_height_out);
}

void wendi_tiles_from_sheet(const wendi_floors* floors, wend_tile* tiles, int64_t count) {
    if (wendi_is_sheet(floors)) return;
    // Most tiles lie on the floor of the one before, which saves a division.
    int32_t floor = 0, top = 0;
    for (int64_t i = 0; i < count; i++) {
        wend_tile* tile = &tiles[i];
        if (tile->y < 0) continue;
        if (tile->y < top || tile->y - top >= floors->pitch) {
            floor = wendi_floor_of(floors, tile->y);
            top = floor * floors->pitch;
        }
        *tile = (wend_tile){tile->x + floors->left, tile->y - top + floors->top, (uint16_t)floor};
    }
}

wend_tile wendi_tile_between(const wendi_floors* from, const wendi_floors* to, wend_tile tile) {
    return tile.x < 0 ? tile : wendi_to_sheet(to, wendi_from_sheet(from, tile));
}

wend_rect wendi_area_to_sheet(const wendi_floors* floors, wend_rect area) {
    if (!wendi_has_floors(floors)) area.floor = 0;
    if (wendi_is_sheet(floors)) return area;
    area.x = wendi_less(area.x, floors->left);
    area.y = wendi_less(area.y, floors->top);
    if (area.floor >= floors->count || area.y < 0 || area.height > floors->height - area.y)
        return (wend_rect){-1, -1, 0, 0, 0};
    area.y += area.floor * floors->pitch;
    area.floor = 0;
    return area;
}

wend_rect wendi_area_on_floor(const wendi_floors* floors, wend_rect area, int32_t floor) {
    if (!wendi_has_floors(floors))
        return (wend_rect){area.x + floors->left, area.y + floors->top, area.width, area.height, 0};
    const int32_t first = floor * floors->pitch, top = wendi_max(area.y, first),
                  bottom = wendi_min(area.y + area.height, first + floors->height);
    return (wend_rect){area.x + floors->left, top - first + floors->top, area.width,
                       wendi_max(bottom - top, 0), (uint16_t)floor};
}

wend_rect wendi_area_from_sheet(const wendi_floors* floors, wend_rect area) {
    const int32_t floor = wendi_floor_of(floors, area.y);
    return wendi_area_on_floor(floors, area, wendi_is_floor_row(floors, area.y) ? floor : floor + 1);
}

wend_vec2 wendi_center_at(const wendi_floors* f, wend_tile tile) {
    if (wendi_is_hex(f->connectivity)) {
        const wendi_vec p = wendi_hex_center(f->connectivity, tile);
        return (wend_vec2){wendi_to_float((double)f->origin.x + p.x * (double)f->tile_size),
                           wendi_to_float((double)f->origin.y + p.y * (double)f->tile_size)};
    }
    return (wend_vec2){f->origin.x + ((float)tile.x + 0.5f) * f->tile_size,
                       f->origin.y + ((float)tile.y + 0.5f) * f->tile_size};
}

bool wendi_find_tile(const wendi_floors* f, wend_vec2 position, int32_t rows, wend_tile* out) {
    if (wendi_is_hex(f->connectivity)) {
        const wendi_vec p = {((double)position.x - (double)f->origin.x) / (double)f->tile_size,
                             ((double)position.y - (double)f->origin.y) / (double)f->tile_size};
        return wendi_hex_find(f->connectivity, f->width, rows, p, out);
    }
    const float x = floorf((position.x - f->origin.x) / f->tile_size);
    const float y = floorf((position.y - f->origin.y) / f->tile_size);
    if (!(x >= 0 && y >= 0 && x < (float)f->width && y < (float)rows)) return false;
    *out = (wend_tile){(int32_t)x, (int32_t)y};
    return true;
}

wend_vec2 wendi_position_from_sheet(const wendi_floors* floors, wend_vec2 position, int32_t floor) {
    wend_tile tile;
    if (floor == 0) return position;
    if (wendi_find_tile(floors, position, floors->count * floors->pitch, &tile)) {
        const wend_vec2 center = wendi_center_at(floors, tile);
        tile.y -= floor * floors->pitch;
        if (center.x == position.x && center.y == position.y) return wendi_center_at(floors, tile);
    }
    position.y = wendi_to_float((double)position.y - wendi_floor_offset(floors, floor));
    return position;
}

wend_vec2 wendi_position_between(const wendi_floors* from, const wendi_floors* to, wend_vec2 position) {
    const int32_t floor = wendi_floor_at(from, position);
    return wendi_position_to_sheet(to, wendi_position_from_sheet(from, position, floor), floor);
}

int32_t wendi_floor_at(const wendi_floors* floors, wend_vec2 position) {
    if (floors->count == 1) return 0;
    const double level =
        floor(((double)position.y - (double)floors->origin.y) / (floors->pitch * floors->row_height));
    return level > 0 ? (int32_t)fmin(level, floors->count - 1) : 0;
}

const float* wendi_floor_heights(const wendi_floors* floors) {
    return floors->heights ? wendi_shared_memory(floors->heights) : NULL;
}
