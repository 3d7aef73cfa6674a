// obstacles.c: which obstacles were thrown on the map for a while, and when do they go?
#include "tools/obstacles.h"
#include "platform/commands.h"
#include "tools/brush.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wend/private.h>

static void forget(obstacles* o, int index) {
    free(o->items[index].was);
    o->count--;
    memmove(&o->items[index], &o->items[index + 1], (size_t)(o->count - index) * sizeof o->items[0]);
}

static void listen(void* context, scene_event event) {
    obstacles* o = context;
    const bool all_go = event == SCENE_OPENED || event == SCENE_ENDING;
    while (all_go && o->count > 0) forget(o, o->count - 1);
}

// The tiles of a row that are still blocked get back what they were.
static void uncover_row(edit_pass* pass, const wend_grid* grid, wend_rect row, uint8_t was) {
    const uint8_t* first = wend_grid_floor_row(grid, row.floor, row.y);
    const uint8_t* classes = first - wend_grid_area(grid).x; // by column
    for (int32_t x = row.x; x < row.x + row.width;) {
        int32_t end = x + 1;
        while (end < row.x + row.width && (classes[end] == 0) == (classes[x] == 0)) end++;
        if (classes[x] == 0) edits_add_run(pass, (wend_rect){x, row.y, end - x, 1, row.floor}, 0, was);
        x = end;
    }
}

// Those of a number and on, as one edit.
static wend_result uncover(obstacles* o, int first, int count) {
    edits* e = &o->document->edits;
    const scene* s = &o->document->scene;
    if (count == 0 || e->open) return WEND_OK; // while a stroke is painted they wait
    edit_pass pass = edits_begin_pass(e);
    for (int i = first; i < first + count; i++) {
        const thrown* it = &o->items[i];
        for (int32_t k = 0; k < it->was_count; k++) {
            wend_rect row = it->was[k].before.area;
            const int32_t end = row.y + row.height;
            for (row.height = 1; row.y < end; row.y++)
                uncover_row(&pass, s->grid, row, it->was[k].before.terrain_class);
        }
    }
    const wend_result result = edits_end_pass(&pass);
    for (int i = 0; i < count && result == WEND_OK; i++) forget(o, first);
    return result;
}

wend_result obstacles_throw(obstacles* o, wend_tile tile) {
    edits* e = &o->document->edits;
    if (e->open) return WEND_OK;
    wend_result result = o->count == OBSTACLES_MAX ? uncover(o, 0, 1) : WEND_OK;
    brush b = {.ink = INK_WALL, .size = o->size};
    const int before = e->position;
    if (result == WEND_OK) result = brush_begin(&b, TOOL_BRUSH, e, tile, false);
    if (b.stroke != TOOL_LOOK) {
        const wend_result ended = brush_end(&b, e);
        if (result == WEND_OK) result = ended;
    }
    if (result != WEND_OK || e->position == before) return result; // all was blocked before
    const edit_step* step = &e->steps[e->position - 1];
    tile_change* kept = malloc((size_t)step->count * sizeof *kept);
    if (kept == NULL) return WEND_ERROR_MEMORY; // it stays, as any edit
    memcpy(kept, step->tiles, (size_t)step->count * sizeof *kept);
    o->items[o->count++] = (thrown){.middle = tile,
                                    .size = o->size,
                                    .left = o->seconds > 0 ? (double)o->seconds : -1,
                                    .position = e->position,
                                    .was = kept,
                                    .was_count = step->count};
    return WEND_OK;
}

static bool covers(const thrown* it, wend_tile tile) {
    return tile.floor == it->middle.floor &&
           hypot(tile.x - it->middle.x, tile.y - it->middle.y) <= it->size / 2.0;
}

bool obstacles_remove_at(obstacles* o, wend_tile tile) {
    int index = o->count - 1;
    while (index >= 0 && !covers(&o->items[index], tile)) index--;
    if (index >= 0) document_check_edit(o->document, uncover(o, index, 1));
    return index >= 0;
}

void obstacles_follow(obstacles* o, double seconds) {
    for (int i = o->count - 1; i >= 0; i--) {
        thrown* it = &o->items[i];
        if (o->document->edits.position < it->position)
            forget(o, i);
        else if (it->left >= 0)
            it->left = fmax(it->left - seconds, 0);
    }
    for (int i = o->count - 1; i >= 0; i--)
        if (o->items[i].left == 0) document_check_edit(o->document, uncover(o, i, 1));
}

void obstacles_draw(const obstacles* o) {
    view* v = o->view;
    for (int i = 0; i < o->count; i++) {
        const thrown* it = &o->items[i];
        if (!view_shows_floor(v, it->middle.floor)) continue;
        const float radius = fmaxf((float)(it->size * v->camera.zoom) / 2, 3 * v->scale);
        const float width = it->left < 0 ? 2.5f : (float)fmin(1 + it->left / 2, 4);
        const SDL_FPoint middle = view_tile_center(v, it->middle);
        draw_ring(&v->batch, middle, radius, (width + 2) * v->scale, draw_rgb(PALETTE_CASING));
        draw_ring(&v->batch, middle, radius, width * v->scale, (SDL_Color){255, 140, 40, 255});
    }
}

// ---- commands

// With its middle on a tile.
static void throw_at(void* owner, wend_tile tile) {
    obstacles* o = owner;
    document_check_edit(o->document, obstacles_throw(o, tile));
}

static void act_remove(void* owner) {
    obstacles* o = owner;
    document_check_edit(o->document, uncover(o, 0, o->count));
}

static const command_def obstacle_commands[] = {
    COMMAND_AT("obstacle", throw_at),
    COMMAND_NUMBER("obstacle_size", obstacles, size, VALUE_INT, 1, BRUSH_MAX, .then = NULL),
    COMMAND_NUMBER("obstacle_seconds", obstacles, seconds, VALUE_FLOAT, 0, 3600, .then = NULL),
    COMMAND_ACT("obstacles_remove", act_remove, COMMAND_SETTING),
    COMMANDS_END,
};

void obstacles_init(obstacles* o, document* d, view* v) {
    *o = (obstacles){.document = d, .view = v, .size = 5, .seconds = 10};
    scene_listen(&d->scene, listen, o);
    commands_add(d->commands, obstacle_commands, o);
}
