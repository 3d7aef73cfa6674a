// fog.c: what does the agent know and fear of the map?
#include "tools/fog.h"
#include "tools/brush.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const SDL_Color danger_color = {220, 40, 60, 70}, rim_color = {220, 40, 60, 255};

static void drop(fog* f) {
    wend_overlay_destroy(f->overlay);
    free(f->seen);
    f->overlay = NULL;
    f->seen = NULL;
    f->parent = f->world = NULL;
    f->seen_count = 0;
    f->eye = NO_TILE;
    f->changed = true;
    f->version++;
}

static void give_up(fog* f, wend_result result) {
    notice_show(f->document->notice, true, "the agent knows all of the map: %s", wend_result_string(result));
    f->on = false;
    f->danger_count = 0;
    drop(f);
}

static void listen(void* context, scene_event event) {
    fog* f = context;
    if (event == SCENE_OPENED) f->danger_count = 0;
    if (event == SCENE_OPENED || event == SCENE_REBUILT || event == SCENE_ENDING) drop(f);
    if (event == SCENE_ENDING) tile_raster_forget(&f->unknown);
}

bool fog_take_change(fog* f) {
    const bool changed = f->changed;
    f->changed = false;
    return changed;
}

static wend_result make(fog* f, const wend_world* parent) {
    const wend_grid* grid = wend_world_grid(parent);
    wend_result result = wend_overlay_create(parent, &f->overlay);
    f->parent = parent;
    if (result == WEND_OK && f->on) {
        f->seen = calloc((size_t)wend_grid_width(grid) * (size_t)wend_grid_height(grid),
                         (size_t)wend_grid_floors(grid));
        result = f->seen != NULL ? wend_overlay_hide(f->overlay, 1) : WEND_ERROR_MEMORY;
    }
    for (int i = 0; i < f->danger_count && result == WEND_OK; i++) {
        const fog_danger* d = &f->dangers[i];
        const wend_vec2 middle = {(float)d->middle.x + 0.5f, (float)d->middle.y + 0.5f};
        wend_shape shape = wend_shape_disc(middle, (float)d->size / 2, d->cost);
        shape.floor = d->middle.floor;
        int32_t handle;
        result = wend_overlay_add(f->overlay, &shape, &handle);
    }
    return result;
}

const wend_world* fog_world(fog* f) {
    const wend_world* parent = f->document->scene.world;
    if (!f->on && f->danger_count == 0) return parent;
    if (f->parent != parent) drop(f);
    wend_result result = f->overlay != NULL ? WEND_OK : make(f, parent);
    if (result == WEND_OK) result = wend_overlay_world(f->overlay, &f->world);
    if (result == WEND_OK) return f->world;
    give_up(f, result);
    return parent;
}

void fog_forget(fog* f) {
    if (f->on) drop(f);
}

bool fog_look(fog* f, wend_tile eye) {
    const wend_grid* grid = f->document->scene.grid;
    fog_world(f);
    if (!f->on || f->seen == NULL || same_tile(eye, f->eye)) return false;
    const wend_rect all = wend_grid_area(grid);
    const int32_t left = SDL_max(eye.x - f->range, all.x), top = SDL_max(eye.y - f->range, all.y);
    const int32_t right = SDL_min(eye.x + f->range + 1, all.x + all.width),
                  bottom = SDL_min(eye.y + f->range + 1, all.y + all.height);
    const wend_rect area = {left, top, right - left, bottom - top, eye.floor};
    uint8_t* seen_there = f->seen + (int64_t)eye.floor * all.width * all.height;
    uint8_t* now = calloc((size_t)area.width, (size_t)area.height);
    wend_sight_def def = wend_default_sight_def();
    def.range = (float)f->range;
    wend_result result = now != NULL ? wend_visible_tiles(grid, &def, eye, area, now) : WEND_ERROR_MEMORY;
    if (result == WEND_OK) result = wend_overlay_see(f->overlay, area, now, 0);
    if (result == WEND_OK) result = wend_overlay_world(f->overlay, &f->world);
    for (int32_t i = 0; i < area.width * area.height && result == WEND_OK; i++) {
        uint8_t* seen = &seen_there[(int64_t)(area.y - all.y + i / area.width) * all.width + area.x - all.x +
                                    i % area.width];
        f->seen_count += now[i] && !*seen;
        *seen |= now[i];
    }
    free(now);
    f->eye = eye;
    f->version++;
    if (result != WEND_OK) give_up(f, result);
    return result == WEND_OK;
}

// ---- drawing

// 0xAARRGGBB of a tile.
static uint32_t tile_color(const void* context, wend_tile tile) {
    const fog* f = context;
    const wend_rect map = wend_grid_area(f->document->scene.grid);
    const int64_t row = (int64_t)tile.floor * map.height + tile.y - map.y;
    return f->seen[row * map.width + tile.x - map.x] ? 0 : 0xB0080A10;
}

void fog_draw(fog* f) {
    view* v = f->view;
    if (f->on && f->seen != NULL) {
        draw_flush(&v->batch);
        tile_raster_draw(&f->unknown, v->window->renderer, &v->camera, f->version, LINES_NONE, tile_color, f);
    }
    for (int i = 0; i < f->danger_count; i++) {
        const fog_danger* d = &f->dangers[i];
        if (!view_shows_floor(v, d->middle.floor)) continue;
        const SDL_FPoint middle = view_tile_center(v, d->middle);
        const float radius = fmaxf((float)(d->size * v->camera.zoom) / 2, 3 * v->scale);
        draw_disc(&v->batch, middle, radius, danger_color);
        draw_ring(&v->batch, middle, radius, 2 * v->scale, rim_color);
    }
}

// ---- commands

static void turn(void* owner, bool on) {
    fog* f = owner;
    const bool is_hex = wend_grid_connectivity(f->document->scene.grid) >= WEND_CONNECTIVITY_HEX_ODD_R;
    if (on && is_hex)
        notice_show(f->document->notice, false, "there is no fog on hexagons: no lines of sight");
    f->on = on && !is_hex;
    drop(f);
}

// With its middle on a tile.
static void add_danger(void* owner, wend_tile tile) {
    fog* f = owner;
    if (f->danger_count == FOG_MOST_DANGERS)
        memmove(f->dangers, f->dangers + 1, (size_t)--f->danger_count * sizeof f->dangers[0]);
    f->dangers[f->danger_count++] = (fog_danger){tile, f->size, f->cost};
    drop(f);
}

static bool covers(const fog_danger* d, wend_tile tile) {
    return d->middle.floor == tile.floor &&
           hypot(tile.x - d->middle.x, tile.y - d->middle.y) <= d->size / 2.0;
}

// The last one that covers a tile goes; without any, nothing happens.
static void remove_danger(void* owner, wend_tile tile) {
    fog* f = owner;
    int index = f->danger_count - 1;
    while (index >= 0 && !covers(&f->dangers[index], tile)) index--;
    if (index < 0) return;
    f->danger_count--;
    memmove(&f->dangers[index], &f->dangers[index + 1],
            (size_t)(f->danger_count - index) * sizeof f->dangers[0]);
    drop(f);
}

static void act_remove(void* owner) {
    fog* f = owner;
    f->danger_count = 0;
    drop(f);
}

static const command_def fog_commands[] = {
    COMMAND_TURN("fog", fog, on, turn, COMMAND_SETTING),
    COMMAND_NUMBER("fog_range", fog, range, VALUE_INT, 1, 1000, .then = NULL),
    COMMAND_AT("danger", add_danger),
    COMMAND_AT("danger_off", remove_danger),
    COMMAND_NUMBER("danger_size", fog, size, VALUE_INT, 1, BRUSH_MAX, .then = NULL),
    COMMAND_NUMBER("danger_cost", fog, cost, VALUE_FLOAT, 0, 100, .then = NULL),
    COMMAND_ACT("dangers_remove", act_remove, COMMAND_SETTING),
    COMMANDS_END,
};

void fog_init(fog* f, document* d, view* v) {
    *f = (fog){.document = d, .view = v, .range = 12, .size = 9, .cost = 4, .eye = NO_TILE};
    scene_listen(&d->scene, listen, f);
    commands_add(d->commands, fog_commands, f);
}
