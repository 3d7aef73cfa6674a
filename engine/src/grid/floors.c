// floors.c: where do the floors of a map lie in its grid, and how high?
#include "grid/floors.h"

#include <math.h>

bool wendi_floors_lay_out(const wend_grid_def* def, wendi_floors* out, int32_t* sheet_height_out) {
    const int32_t count = wendi_max(def->floors, 1);
    int64_t pitch = (int64_t)def->height + 1;
    if (wendi_is_hex(def->connectivity)) pitch += pitch & 1; // rows of all floors begin alike
    const int64_t rows = (count - 1) * pitch + def->height;
    if (count > WEND_MAX_FLOORS || rows > WEND_MAX_SIDE) return false;
    *out = (wendi_floors){.count = count,
                          .width = def->width,
                          .height = def->height,
                          .pitch = (int32_t)pitch,
                          .origin_y = def->origin.y};
    const double row = wendi_is_hex(def->connectivity)
                           ? wendi_hex_center(def->connectivity, (wend_tile){0, 2, 0}).y -
                                 wendi_hex_center(def->connectivity, (wend_tile){0, 0, 0}).y
                           : 2;
    out->row_height = row / 2 * (double)def->tile_size;
    *sheet_height_out = (int32_t)rows;
    return true;
}

void wendi_tiles_from_sheet(const wendi_floors* floors, wend_tile* tiles, int64_t count) {
    if (wendi_is_sheet(floors)) return;
    for (int64_t i = 0; i < count; i++) tiles[i] = wendi_from_sheet(floors, tiles[i]);
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

int32_t wendi_floor_at(const wendi_floors* floors, wend_vec2 position) {
    if (floors->count == 1) return 0;
    const double level =
        floor(((double)position.y - (double)floors->origin_y) / (floors->pitch * floors->row_height));
    return level > 0 ? (int32_t)fmin(level, floors->count - 1) : 0;
}

const float* wendi_floor_heights(const wendi_floors* floors) {
    return floors->heights ? wendi_shared_memory(floors->heights) : NULL;
}
