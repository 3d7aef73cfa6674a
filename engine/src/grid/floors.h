// floors.h: where do the floors of a map lie in its grid?
//
// Invariant: the floors lie one below the other on one sheet, floor 0 on top, with at least one blocked row
// between two. Each stage works on the sheet and knows no floors: its tiles have floor 0. Only a function
// that takes or gives tiles, areas or positions of the caller translates them, by what is here, and calls no
// other public function with tiles of the sheet. On a map of one floor both are the same.
#ifndef WENDI_FLOORS_H
#define WENDI_FLOORS_H
#include "core/base.h"
#include "grid/hex.h"
#include "store/table.h"
#include "wend/link.h"

/// The floors of a map on its sheet (floors.h).
typedef struct wendi_floors {
    int32_t count;         // at least 1
    int32_t width, height; // of each [Units: tiles]
    int32_t pitch;         // rows of the sheet from one floor to the next
    double row_height;     // from row to row [Units: world units]
    // Of the grid:
    wend_connectivity connectivity;
    float tile_size;
    wend_vec2 origin;
    wendi_shared* heights; // a float for each floor; NULL: all are 0
    int32_t left, top; // column and row of the map of the first tile: others than 0 where ground was added
} wendi_floors;

static inline bool wendi_has_floors(const wendi_floors* floors) {
    return floors->count > 1;
}

/// True when tiles of the sheet are those of the caller: the map has one floor, which begins at (0, 0).
static inline bool wendi_is_sheet(const wendi_floors* floors) {
    return floors->count <= 1 && (floors->left | floors->top) == 0;
}
/// A column or row of the caller on the sheet; -1: it lies too far away.
static inline int32_t wendi_less(int32_t at, int32_t first) {
    const int64_t on_sheet = (int64_t)at - first;
    return on_sheet >= 0 && on_sheet <= INT32_MAX ? (int32_t)on_sheet : -1;
}

/// The floor of a row of the sheet. The rows between two floors belong to the one above.
static inline int32_t wendi_floor_of(const wendi_floors* floors, int32_t y) {
    return wendi_has_floors(floors) ? wendi_max(y, 0) / floors->pitch : 0;
}
/// The rows of a floor on the sheet, over all columns.
static inline wend_rect wendi_floor_area(const wendi_floors* floors, int32_t floor) {
    return (wend_rect){0, floor * floors->pitch, floors->width, floors->height, 0};
}
/// True when a row of the sheet lies on a floor, and not between two.
static inline bool wendi_is_floor_row(const wendi_floors* floors, int32_t y) {
    return !wendi_has_floors(floors) || y % floors->pitch < floors->height;
}

/// The row of its floor that a row of the sheet is; between two floors the last one of the floor above.
static inline int32_t wendi_map_row(const wendi_floors* floors, int32_t y) {
    return wendi_has_floors(floors) ? wendi_min(y % floors->pitch, floors->height - 1) : y;
}

/// A tile of the caller on the sheet; {-1, -1} where its floor is none of the map, or has no such row. Where
/// there is one floor alone, that of the tile is not looked at: programs may know nothing of floors, and
/// leave it unset.
static inline wend_tile wendi_to_sheet(const wendi_floors* floors, wend_tile tile) {
    if (!wendi_has_floors(floors)) tile.floor = 0;
    if (wendi_is_sheet(floors)) return (wend_tile){tile.x, tile.y, 0};
    tile.x = wendi_less(tile.x, floors->left);
    tile.y = wendi_less(tile.y, floors->top);
    if (tile.floor >= floors->count || tile.y < 0 || tile.y >= floors->height) return (wend_tile){-1, -1, 0};
    return (wend_tile){tile.x, tile.y + tile.floor * floors->pitch, 0};
}
/// A tile of the sheet for the caller. {-1, -1} stays what it is.
static inline wend_tile wendi_from_sheet(const wendi_floors* floors, wend_tile tile) {
    if (wendi_is_sheet(floors) || tile.y < 0) return tile;
    const int32_t floor = wendi_floor_of(floors, tile.y);
    return (wend_tile){tile.x + floors->left, tile.y - floor * floors->pitch + floors->top, (uint16_t)floor};
}
/// Tiles of the sheet for the caller, where they lie.
void wendi_tiles_from_sheet(const wendi_floors* floors, wend_tile* tiles, int64_t count);

/// The edges of their floor between which two tiles of the sheet lead over, as bits of wend_wrap; 0: none.
static inline uint32_t wendi_edges_between(const wendi_floors* floors, wend_tile from, wend_tile to) {
    const int32_t dx = wendi_abs(from.x - to.x), dy = wendi_abs(from.y - to.y);
    if (wendi_floor_of(floors, from.y) != wendi_floor_of(floors, to.y)) return 0;
    if (dy == 0 && dx == floors->width - 1) return WEND_WRAP_X;
    return dx == 0 && dy == floors->height - 1 ? WEND_WRAP_Y : 0;
}

/// An area of the caller on the sheet; {-1, -1, 0, 0}, which is no valid area, where it is not on a floor.
wend_rect wendi_area_to_sheet(const wendi_floors* floors, wend_rect area);
/// An area of the sheet for the caller: what of it lies on a floor.
wend_rect wendi_area_on_floor(const wendi_floors* floors, wend_rect area, int32_t floor);
/// The same on the first floor that it touches.
wend_rect wendi_area_from_sheet(const wendi_floors* floors, wend_rect area);

/// By how much positions on a floor differ from those of the sheet. [Units: world units]
static inline double wendi_floor_offset(const wendi_floors* floors, int32_t floor) {
    return floor == 0 ? 0 : (double)floor * floors->pitch * floors->row_height;
}
static inline wend_vec2 wendi_position_to_sheet(const wendi_floors* floors, wend_vec2 position,
                                                int32_t floor) {
    if (floor != 0) position.y = wendi_to_float((double)position.y + wendi_floor_offset(floors, floor));
    return position;
}
/// The centre of a tile of the sheet becomes the centre of its tile, to the last bit.
wend_vec2 wendi_position_from_sheet(const wendi_floors* floors, wend_vec2 position, int32_t floor);
/// The centre of a tile of the sheet.
wend_vec2 wendi_center_at(const wendi_floors* floors, wend_tile tile);
/// The tile of the first rows of the sheet under a position. False: none.
bool wendi_find_tile(const wendi_floors* floors, wend_vec2 position, int32_t rows, wend_tile* out);
/// The floor of a position on the sheet.
int32_t wendi_floor_at(const wendi_floors* floors, wend_vec2 position);

/// A tile of the sheet where the floors of a map had other edges, on the sheet as it is. {-1, -1}, or no tile
/// of the sheet: it has no place there. {-1, -1} stays what it is.
wend_tile wendi_tile_between(const wendi_floors* from, const wendi_floors* to, wend_tile tile);
/// The same for a position, which may come to lie on no floor, or another one, where it has no place.
wend_vec2 wendi_position_between(const wendi_floors* from, const wendi_floors* to, wend_vec2 position);

/// Gives floors another size. False: too wide or high; nothing changed then.
bool wendi_floors_resize(wendi_floors* floors, int64_t width, int64_t height, int32_t* sheet_height_out);
/// Sizes of the sheet for a definition that is valid but for its number of tiles. False: too high.
bool wendi_floors_lay_out(const wend_grid_def* def, wendi_floors* out, int32_t* sheet_height_out);
/// The heights of all floors; NULL: none was set.
const float* wendi_floor_heights(const wendi_floors* floors);
#endif
