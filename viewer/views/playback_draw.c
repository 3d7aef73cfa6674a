// playback_draw.c: how does a search look while it is played back?
#include "app.h"
#include "overlay.h"
#include <math.h>

enum {
    LEGIBLE = 16,    // pixels a tile or a cluster has to have for lines in it
    ROW_REACH = 4096 // events looked back for the begin of a row
};

static const SDL_Color dark = {20, 24, 32, 255}, bright = {255, 255, 255, 255};
static const SDL_Color row_color = {255, 140, 60, 255}, corridor_color = {255, 216, 0, 110};

static bool is_shown(const app* a) {
    const playback* p = &a->playback;
    return p->trace != NULL && (p->open || (a->layers >> LAYER_LISTS & 1) != 0);
}

static SDL_FPoint center_of(const app* a, wend_tile tile) {
    return (SDL_FPoint){(float)camera_screen_x(&a->camera, tile.x + 0.5),
                        (float)camera_screen_y(&a->camera, tile.y + 0.5)};
}

static bool is_seen(const app* a, SDL_FPoint at) {
    return at.x > -20 && at.y > -20 && at.x < (float)a->camera.width + 20 &&
           at.y < (float)a->camera.height + 20;
}

static void outline(app* a, wend_rect area, float width, SDL_Color color) {
    float x0 = (float)camera_screen_x(&a->camera, area.x), y0 = (float)camera_screen_y(&a->camera, area.y);
    float x1 = (float)camera_screen_x(&a->camera, area.x + area.width);
    float y1 = (float)camera_screen_y(&a->camera, area.y + area.height);
    const SDL_FPoint corners[5] = {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}, {x0, y0}};
    for (int i = 0; i < 4; i++) draw_line(&a->batch, corners[i], corners[i + 1], width, color);
}

static void line(app* a, wend_tile from, wend_tile to, float width, SDL_Color color) {
    draw_line(&a->batch, center_of(a, from), center_of(a, to), width * a->scale, color);
}

// ---- the search over tiles

// From every tile that is seen to the one it was reached from, when there is room for such lines.
static void draw_parents(app* a) {
    const trace* t = a->playback.trace;
    if (a->camera.zoom < (double)(LEGIBLE * a->scale)) return;
    static const SDL_Color color = {20, 24, 32, 200};
    wend_rect view = camera_view(&a->camera);
    for (int32_t y = view.y; y < view.y + view.height; y++) {
        for (int32_t x = view.x; x < view.x + view.width; x++) {
            wend_tile tile = {x, y}, parent;
            if (trace_parent(t, trace_entry_of(t, tile), &parent)) // straight or diagonal: no edge to soften
                draw_hairline(&a->batch, center_of(a, tile), center_of(a, parent), color);
        }
    }
}

// The clusters that the search may enter, so far.
static void draw_corridor(app* a) {
    const trace* t = a->playback.trace;
    if (a->scene.info.cluster_size * a->camera.zoom < (double)(LEGIBLE * a->scale)) return;
    for (int64_t i = trace_refinement(t); i < trace_position(t); i++) {
        trace_event e = trace_get(t, i);
        if (e.kind != WEND_EVENT_CORRIDOR && e.kind != WEND_EVENT_SPREAD) break;
        outline(a, e.area, 1.5f * a->scale, corridor_color);
    }
}

void playback_draw_lists(app* a) {
    if (!is_shown(a)) return;
    trace_layer_draw(&a->playback.layer, a->playback.trace, &a->camera);
    draw_parents(a);
    draw_corridor(a);
}

// ---- the search over cells

static void draw_nodes(app* a) {
    const trace* t = a->playback.trace;
    static const SDL_Color way = {20, 24, 32, 110};
    for (int32_t i = 0; i < trace_node_count(t); i++) {
        const trace_node* node = trace_get_node(t, i);
        wend_tile parent;
        if (trace_parent(t, node->entry, &parent)) line(a, node->tile, parent, 1, way);
    }
    float radius = fmaxf(4 * a->scale, (float)a->camera.zoom * 0.35f);
    for (int32_t i = 0; i < trace_node_count(t); i++) {
        const trace_node* node = trace_get_node(t, i);
        SDL_FPoint at = center_of(a, node->tile);
        if (node->entry == 0 || !is_seen(a, at)) continue;
        draw_disc(&a->batch, at, radius + a->scale, dark);
        draw_disc(&a->batch, at, radius,
                  (node->entry & 3) == TRACE_OPEN ? trace_open_color : trace_closed_color);
    }
}

// What start and goal were linked to.
static void draw_links(app* a) {
    const trace* t = a->playback.trace;
    static const SDL_Color color = {120, 130, 150, 200};
    for (int64_t i = 0; i < trace_position(t); i++) {
        trace_event e = trace_get(t, i);
        if (e.kind != WEND_EVENT_LINKED) break;
        line(a, e.from, e.tile, 1.5f, color);
    }
}

// The row that is being relaxed: its cell, and the nodes that it has lowered so far.
static void draw_row(app* a) {
    const trace* t = a->playback.trace;
    for (int64_t i = trace_position(t) - 1; i >= 0 && i > trace_position(t) - ROW_REACH; i--) {
        trace_event e = trace_get(t, i);
        bool pushed =
            e.kind == WEND_EVENT_OPENED || e.kind == WEND_EVENT_IMPROVED || e.kind == WEND_EVENT_REOPENED;
        if (pushed) line(a, e.from, e.tile, 2.5f, row_color);
        if (pushed) continue;
        if (e.kind == WEND_EVENT_ROW || e.kind == WEND_EVENT_CELL)
            outline(a, e.area, 2.5f * a->scale, row_color);
        return;
    }
}

static void draw_legs(app* a) {
    const trace* t = a->playback.trace;
    if ((a->layers >> LAYER_ROUTE & 1) == 0) return;
    for (int pass = 0; pass < 2; pass++) {
        for (int64_t i = trace_position(t) - 1; i >= 0; i--) {
            trace_event e = trace_get(t, i);
            if (e.kind != WEND_EVENT_LEG) break;
            line(a, e.from, e.tile, pass == 0 ? 4.5f : 2, pass == 0 ? dark : overlay_color(LAYER_ROUTE));
        }
    }
}

// ---- both

static void draw_current(app* a) {
    const trace* t = a->playback.trace;
    if (trace_position(t) == 0 || trace_position(t) == trace_total(t)) return;
    trace_event e = trace_get(t, trace_position(t) - 1);
    if (e.kind == WEND_EVENT_CORRIDOR || e.kind == WEND_EVENT_SPREAD || e.kind == WEND_EVENT_CELL) {
        outline(a, e.area, 2.5f * a->scale, row_color);
        return;
    }
    SDL_FPoint at = center_of(a, e.tile);
    float radius = fmaxf(6 * a->scale, (float)a->camera.zoom * 0.45f);
    draw_disc(&a->batch, at, radius + 2 * a->scale, dark);
    draw_disc(&a->batch, at, radius, bright);
    draw_disc(&a->batch, at, radius * 0.6f, row_color);
}

void playback_draw(app* a) {
    if (!is_shown(a)) return;
    const trace* t = a->playback.trace;
    bool of_cells = trace_position(t) <= trace_refinement(t) && trace_refinement(t) > 0;
    if (of_cells || trace_block_count(t) == 0) {
        draw_links(a);
        draw_nodes(a);
    }
    if (!a->playback.open) return;
    if (of_cells) draw_row(a);
    if (of_cells) draw_legs(a);
    draw_current(a);
}
