// overlay.c: how does JavaScript make overlays and avoid shapes, and what does a tile see?
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "wendjs.h"

// JavaScript writes shapes as they lie in memory (lib/overlay.js), 12 words each, with places in tiles of a
// map: the offset of a polygon's points in the same block stands for their address.
_Static_assert(sizeof(wend_shape) == 48 && sizeof(wend_vec2) == 8, "as lib/overlay.js has it");
_Static_assert(offsetof(wend_shape, from) == 4 && offsetof(wend_shape, to) == 12 &&
                   offsetof(wend_shape, radius) == 20 && offsetof(wend_shape, points) == 24 &&
                   offsetof(wend_shape, point_count) == 28 && offsetof(wend_shape, cost) == 32 &&
                   offsetof(wend_shape, falloff) == 36 && offsetof(wend_shape, floor) == 40 &&
                   offsetof(wend_shape, decay) == 44,
               "as lib/overlay.js has it");

static bool is_hexagonal(const wend_grid* grid) {
    return wend_grid_connectivity(grid) >= WEND_CONNECTIVITY_HEX_ODD_R;
}

static wend_vec2 center_of(const wend_grid* grid, wend_vec2 tile) {
    if (!is_hexagonal(grid)) return (wend_vec2){tile.x + 0.5f, tile.y + 0.5f};
    const wend_vec2 at = wend_grid_center(grid, (wend_tile){(int32_t)tile.x, (int32_t)tile.y}),
                    origin = wend_grid_origin(grid);
    const float size = wend_grid_tile_size(grid);
    return (wend_vec2){(at.x - origin.x) / size, (at.y - origin.y) / size};
}

// A box with the centres of all tiles from one to another and with no others: hexagons of every other line
// lie half a tile aside.
static void fit_rect(const wend_grid* grid, wend_shape* shape) {
    const wend_vec2 first = shape->from, last = shape->to;
    const float margin = is_hexagonal(grid) ? 1.0f / 64 : 0.5f; // centres are rounded; tiles are squares
    shape->from = (wend_vec2){INFINITY, INFINITY};
    shape->to = (wend_vec2){-INFINITY, -INFINITY};
    for (int32_t i = 0; i < 16; i++) {
        const float dx = (float)(i & 1), dy = (float)(i >> 1 & 1);
        const wend_vec2 at =
            center_of(grid, (wend_vec2){i & 4 ? fmaxf(last.x - dx, first.x) : fminf(first.x + dx, last.x),
                                        i & 8 ? fmaxf(last.y - dy, first.y) : fminf(first.y + dy, last.y)});
        shape->from = (wend_vec2){fminf(shape->from.x, at.x - margin), fminf(shape->from.y, at.y - margin)};
        shape->to = (wend_vec2){fmaxf(shape->to.x, at.x + margin), fmaxf(shape->to.y, at.y + margin)};
    }
}

void wendjs_place_shapes(const wend_grid* grid, wend_shape* shapes, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        wend_shape* s = &shapes[i];
        if (s->kind == WEND_SHAPE_RECT) {
            fit_rect(grid, s);
            continue;
        }
        s->from = center_of(grid, s->from);
        s->to = center_of(grid, s->to);
        wend_vec2* points = (wend_vec2*)((char*)shapes + (uintptr_t)s->points);
        for (int32_t k = 0; k < s->point_count; k++) points[k] = center_of(grid, points[k]);
        s->points = points;
    }
}

// ---- overlays

EXPORT wend_result wendjs_overlay_create(const wend_world* parent, wend_overlay** out) {
    wend_overlay* made = NULL;
    const wend_world* world = NULL;
    wend_result result = wend_overlay_create(parent, &made);
    if (result == WEND_OK) result = wend_overlay_world(made, &world);
    if (result == WEND_OK)
        *out = made;
    else
        wend_overlay_destroy(made);
    return result;
}
EXPORT wend_result wendjs_overlay_refresh(wend_overlay* overlay, int32_t max_clusters) {
    bool refreshed = false;
    const wend_result result = wend_overlay_refresh(overlay, max_clusters, &refreshed);
    wendjs_numbers[0] = refreshed;
    return result;
}
/// handle: that of the shape before, or -1: a new one, which is the first of wendjs_numbers.
EXPORT wend_result wendjs_overlay_shape(wend_overlay* overlay, const wend_world* world, wend_shape* shape,
                                        int32_t handle) {
    wendjs_place_shapes(wend_world_grid(world), shape, 1);
    const wend_result result =
        handle < 0 ? wend_overlay_add(overlay, shape, &handle) : wend_overlay_move(overlay, handle, shape);
    wendjs_numbers[0] = handle;
    return result;
}
EXPORT wend_result wendjs_overlay_costs(wend_overlay* overlay, int32_t x, int32_t y, int32_t width,
                                        int32_t height, int32_t floor, const float* costs, double decay) {
    int32_t handle = -1;
    const wend_result result = wend_overlay_add_costs(
        overlay, (wend_rect){x, y, width, height, (uint16_t)floor}, costs, 0, (float)decay, &handle);
    wendjs_numbers[0] = handle;
    return result;
}
/// positions: tiles.
EXPORT wend_result wendjs_overlay_dangers(wend_overlay* overlay, const wend_world* world,
                                          wend_vec2* positions, const float* ranges, const float* costs,
                                          int32_t count, int32_t* handles) {
    for (int32_t i = 0; i < count; i++) positions[i] = center_of(wend_world_grid(world), positions[i]);
    return wend_overlay_add_dangers(overlay, positions, ranges, costs, count, handles);
}
/// cost: below 0: reveals the map.
EXPORT wend_result wendjs_overlay_hide(wend_overlay* overlay, double cost) {
    return cost < 0 ? wend_overlay_reveal(overlay) : wend_overlay_hide(overlay, (float)cost);
}
EXPORT wend_result wendjs_overlay_know(wend_overlay* overlay, int32_t sees, int32_t x, int32_t y,
                                       int32_t width, int32_t height, int32_t floor,
                                       const uint8_t* mask_opt) {
    const wend_rect area = {x, y, width, height, (uint16_t)floor};
    return sees ? wend_overlay_see(overlay, area, mask_opt, 0)
                : wend_overlay_forget(overlay, area, mask_opt, 0);
}
EXPORT int32_t wendjs_overlay_is_seen(const wend_overlay* overlay, int32_t x, int32_t y, int32_t floor) {
    return wend_overlay_is_seen(overlay, (wend_tile){x, y, (uint16_t)floor});
}
EXPORT void wendjs_overlay_numbers(const wend_overlay* overlay) {
    const wend_overlay_info i = wend_overlay_get_info(overlay);
    const double numbers[] = {i.handle_count, i.class_count, i.level_factor, (double)i.private_tiles,
                              (double)i.bytes};
    memcpy(wendjs_numbers, numbers, sizeof numbers);
}

// ---- line of sight

static wend_sight_def sight_of(double range, const uint8_t* blockers_opt, int32_t through_walls) {
    static bool blockers[WEND_CLASS_COUNT];
    wend_sight_def def = wend_default_sight_def();
    def.range = (float)range;
    def.through_walls = through_walls != 0;
    for (int32_t k = 0; k < WEND_CLASS_COUNT && blockers_opt; k++) blockers[k] = blockers_opt[k] != 0;
    if (blockers_opt) def.blockers = blockers;
    return def;
}

/// The first of wendjs_numbers: is it seen? Then the tile that hides it, or -1.
EXPORT wend_result wendjs_sees(const wend_world* world, int32_t x, int32_t y, int32_t floor, int32_t to_x,
                               int32_t to_y, int32_t to_floor, double range, const uint8_t* blockers_opt,
                               int32_t through_walls) {
    const wend_sight_def def = sight_of(range, blockers_opt, through_walls);
    bool sees = false;
    wend_tile blocker = {-1, -1};
    const wend_result result =
        wend_line_of_sight(wend_world_grid(world), &def, (wend_tile){x, y, (uint16_t)floor},
                           (wend_tile){to_x, to_y, (uint16_t)to_floor}, &sees, &blocker);
    const double numbers[] = {sees, blocker.x, blocker.y, blocker.floor};
    memcpy(wendjs_numbers, numbers, sizeof numbers);
    return result;
}
/// seen_out: a byte for each tile of an area, which is cleared.
EXPORT wend_result wendjs_visible(const wend_world* world, const wend_tile* eyes, int32_t eye_count,
                                  int32_t x, int32_t y, int32_t width, int32_t height, int32_t floor,
                                  double range, const uint8_t* blockers_opt, int32_t through_walls,
                                  uint8_t* seen_out) {
    const wend_sight_def def = sight_of(range, blockers_opt, through_walls);
    const wend_rect area = {x, y, width, height, (uint16_t)floor};
    wend_result result = WEND_OK;
    memset(seen_out, 0, (size_t)width * (size_t)height);
    for (int32_t i = 0; i < eye_count && result == WEND_OK; i++)
        result = wend_visible_tiles(wend_world_grid(world), &def, eyes[i], area, seen_out);
    return result;
}
