// scenarios_versions.c: overlays, ground that is added and removed, and floors without memory.
#include <math.h>
#include <stddef.h>

#include "scene.h"

// ---- overlays

static const wend_vec2 corners[] = {{4, 3}, {30, 6}, {12, 25}};
static const float costs[] = {1, 2, 3, 4}, ranges[] = {5, 6, 7};
static const uint8_t bytes[] = {1, 2, 3, 4};

static wend_result create_overlay(scene* s, int32_t variant) {
    (void)variant;
    return wend_overlay_create(s->world, &s->overlay);
}

static void begin_overlay(scene* s, int32_t variant) {
    const wend_shape shapes[] = {wend_shape_disc(corners[0], 3, 4),
                                 wend_shape_capsule(corners[0], corners[1], 2, INFINITY)};
    const wend_world* world = NULL;
    int32_t handle = -1;
    scene_begin_world(s, variant);
    scene_must(create_overlay(s, variant));
    for (int32_t i = 0; i < 2; i++) scene_must(wend_overlay_add(s->overlay, &shapes[i], &handle));
    scene_must(wend_overlay_world(s->overlay, &world));
}

static void begin_hidden(scene* s, int32_t variant) {
    begin_overlay(s, variant);
    scene_must(wend_overlay_hide(s->overlay, 1));
}

static void begin_behind(scene* s, int32_t variant) {
    const wend_shape shape = wend_shape_rect((wend_rect){20, 20, 9, 4}, 2);
    int32_t handle = -1;
    begin_overlay(s, variant);
    scene_must(wend_overlay_add(s->overlay, &shape, &handle));
    scene_block(s, (wend_rect){5, 4, 6, 2});
}

static wend_result add_shape(scene* s, int32_t variant) {
    (void)variant;
    const wend_shape shape = wend_shape_polygon(corners, 3, 5);
    int32_t handle = -1;
    return wend_overlay_add(s->overlay, &shape, &handle);
}

static wend_result add_costs(scene* s, int32_t variant) {
    int32_t handle = -1;
    const wend_rect area = {9, 9, 2, 2};
    return variant % 2 ? wend_overlay_add_costs(s->overlay, area, costs, 0, 0, &handle)
                       : wend_overlay_add_image(s->overlay, area, bytes, 0, 1, 0, &handle);
}

static wend_result add_dangers(scene* s, int32_t variant) {
    (void)variant;
    return wend_overlay_add_dangers(s->overlay, corners, ranges, costs, 3, NULL);
}

static wend_result move_shape(scene* s, int32_t variant) {
    (void)variant;
    const wend_shape shape = wend_shape_disc(corners[2], 4, 6);
    return wend_overlay_move(s->overlay, 0, &shape);
}

static wend_result hide(scene* s, int32_t variant) {
    (void)variant;
    return wend_overlay_hide(s->overlay, 2);
}

static wend_result see(scene* s, int32_t variant) {
    (void)variant;
    return wend_overlay_see(s->overlay, (wend_rect){3, 3, 40, 30}, NULL, 0);
}

static wend_result follow(scene* s, int32_t variant) {
    (void)variant;
    const wend_world* world = NULL;
    return wend_overlay_world(s->overlay, &world);
}

static wend_result refresh_overlay(scene* s, int32_t variant) {
    (void)variant;
    return wend_overlay_refresh(s->overlay, 0, NULL);
}

static wend_result look_along(scene* s, int32_t variant) {
    (void)variant;
    if (s->stock == STOCK_HEX) return WEND_OK; // not on hexagons
    const wend_sight_def def = wend_default_sight_def();
    bool sees = false;
    return wend_line_of_sight(wend_world_grid(s->world), &def, (wend_tile){20, 20}, (wend_tile){30, 25},
                              &sees, NULL);
}

// ---- ground

static const wend_rect added = {60, 10, 20, 40};

static wend_result add_ground(scene* s, int32_t variant) {
    (void)variant;
    static uint8_t classes[20 * 40];
    static const float elevations[20 * 40] = {1};
    for (size_t i = 0; i < sizeof classes; i++) classes[i] = (uint8_t)(i % 7 != 0);
    return s->stock == STOCK_RELIEF
               ? wend_world_add_relief_ground(s->world, added, classes, 0, elevations, NULL)
               : wend_world_add_ground(s->world, added, classes, 0);
}

static void begin_grown(scene* s, int32_t variant) {
    scene_begin_world(s, variant);
    scene_must(add_ground(s, variant));
}

static wend_result remove_ground(scene* s, int32_t variant) {
    (void)variant;
    return wend_world_remove_ground(s->world, added);
}

// ---- floors

static void begin_floors(scene* s, int32_t variant) {
    (void)variant;
    wend_grid_def def = wend_default_grid_def();
    def.width = 47;
    def.height = 40;
    def.floors = 2;
    scene_must(wend_grid_create(&def, &s->grid));
}

static void begin_world_of_floors(scene* s, int32_t variant) {
    const wend_world_def def = wend_default_world_def();
    begin_floors(s, variant);
    scene_must(wend_world_build(&s->grid, &def, &s->world));
}

static wend_seam stairs(void) {
    return wend_default_seam((wend_tile){5, 5, 0}, (wend_tile){9, 5, 0}, (wend_tile){5, 6, 1},
                             (wend_tile){9, 6, 1});
}

static wend_result set_height(scene* s, int32_t variant) {
    (void)variant;
    return wend_grid_set_floor_height(s->grid, 1, 3);
}

static wend_result add_grid_seam(scene* s, int32_t variant) {
    (void)variant;
    const wend_seam seam = stairs();
    if (wend_seam_length(&seam) != 5) scene_fails("another length");
    return wend_grid_add_seam(s->grid, &seam, NULL);
}

static wend_result wrap_grid(scene* s, int32_t variant) {
    (void)variant;
    const wend_result result = wend_grid_wrap(s->grid, WEND_WRAP_X | WEND_WRAP_Y);
    if (wend_grid_wraps(s->grid) != (result == WEND_OK ? WEND_WRAP_X | WEND_WRAP_Y : 0))
        scene_fails("wrapped in part");
    return result;
}

static wend_result add_world_seam(scene* s, int32_t variant) {
    (void)variant;
    const wend_seam seam = stairs();
    return wend_world_add_seam(s->world, &seam, NULL);
}

enum { BUILT = STOCK_COUNT, MAPPED = 2 * STOCK_COUNT };

const scenario version_scenarios[] = {
    {"create an overlay", MAPPED, KEEPS, scene_begin_world, create_overlay},
    {"add a shape", BUILT, KEEPS, begin_overlay, add_shape},
    {"add costs", 2, KEEPS, begin_overlay, add_costs},
    {"add dangers", BUILT, KEEPS, begin_overlay, add_dangers},
    {"move a shape", BUILT, KEEPS, begin_overlay, move_shape},
    {"hide a map", BUILT, KEEPS, begin_overlay, hide},
    {"see tiles", MAPPED, KEEPS, begin_hidden, see},
    {"follow a parent", MAPPED, KEEPS, begin_behind, follow},
    {"follow a hidden parent", BUILT, KEEPS, begin_hidden, follow},
    {"refresh an overlay", MAPPED, KEEPS, begin_behind, refresh_overlay},
    {"look along a line", MAPPED, KEEPS, scene_begin_world, look_along},
    {"add ground", BUILT, KEEPS, scene_begin_world, add_ground},
    {"remove ground", BUILT, KEEPS_VALID, begin_grown, remove_ground},
    {"set the height of a floor", 1, KEEPS, begin_floors, set_height},
    {"add a seam to a grid", 1, KEEPS, begin_floors, add_grid_seam},
    {"join the edges of a grid", 1, KEEPS, begin_floors, wrap_grid},
    {"add a seam", 1, KEEPS, begin_world_of_floors, add_world_seam},
    {NULL, 0, KEEPS, NULL, NULL},
};
