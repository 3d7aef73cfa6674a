// search_marks.c: how is a search drawn while it is played back, and how do its values get into the tiles?
#include "platform/imgui_shim.h"
#include "views/overlay.h"
#include "views/trace_layer.h"
#include <math.h>
#include <stdio.h>

enum {
    LEGIBLE = 16,    // pixels a tile or a cluster has to have for lines in it
    ROW_REACH = 4096 // events looked back for the begin of a row
};

static const SDL_Color dark = {20, 24, 32, 255}, bright = {255, 255, 255, 255};
static const SDL_Color row_color = {255, 140, 60, 255}, corridor_color = {255, 216, 0, 110};

static void outline(view* v, wend_rect area, float width, SDL_Color color) {
    if (!view_shows_floor(v, area.floor)) return;
    if (v->camera.plane.is_diamond) {
        const int32_t right = area.x + area.width - 1, bottom = area.y + area.height - 1;
        const wend_tile corners[4] = {{area.x, area.y}, {right, area.y}, {right, bottom}, {area.x, bottom}};
        for (int i = 0; i < 4; i++)
            draw_line(&v->batch, view_tile_center(v, corners[i]), view_tile_center(v, corners[(i + 1) % 4]),
                      width, color);
        return;
    }
    float x0 = (float)camera_column_x(&v->camera, area.x), y0 = (float)camera_row_y(&v->camera, area.y);
    float x1 = (float)camera_column_x(&v->camera, area.x + area.width);
    float y1 = (float)camera_row_y(&v->camera, area.y + area.height);
    draw_frame(&v->batch, (SDL_FPoint){x0, y0}, (SDL_FPoint){x1, y1}, width, color);
}

static void line(view* v, wend_tile from, wend_tile to, float width, SDL_Color color) {
    if (!view_shows_floor(v, from.floor) || !view_shows_floor(v, to.floor)) return;
    draw_line(&v->batch, view_tile_center(v, from), view_tile_center(v, to), width * v->scale, color);
}

// ---- values in tiles

enum { ROOM = 46 }; // pixels a tile has to have for three numbers

bool tile_values_have_room(const view* v) {
    return v->camera.zoom >= (double)(ROOM * v->scale);
}

// As exact as has room: more digits for smaller numbers.
static void write_number(double value, char out[24]) {
    snprintf(out, 24, "%.*f", value < 100 && value != floor(value) ? 1 : 0, value);
}

// Dark with a pale rim: legible on any map, in both themes.
static void draw_number(double value, SDL_FPoint at, float size, float room) {
    static const SDL_Color ink = {16, 20, 28, 255}, rim = {255, 255, 255, 210};
    char text[24];
    write_number(value, text);
    float width = gui_map_text_width(size, text);
    if (width > room) size *= room / width;
    static const float around[8][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
    for (int i = 0; i < 8; i++) gui_map_text(at.x + around[i][0], at.y + around[i][1], size, rim, text);
    gui_map_text(at.x, at.y, size, ink, text);
}

// f large in the middle, g and h small below it.
static void draw_values(const view* v, const trace_values* values, bool greedy) {
    const float zoom = (float)v->camera.zoom;
    const SDL_FPoint center = view_tile_center(v, values->tile);
    const float large = fminf(zoom * 0.3f, 40 * v->scale), small = fminf(zoom * 0.2f, 26 * v->scale);
    draw_number(trace_estimate(values, greedy), (SDL_FPoint){center.x, center.y - zoom * 0.12f}, large,
                zoom * 0.86f);
    draw_number(values->cost, (SDL_FPoint){center.x - zoom * 0.23f, center.y + zoom * 0.28f}, small,
                zoom * 0.42f);
    draw_number(values->heuristic, (SDL_FPoint){center.x + zoom * 0.23f, center.y + zoom * 0.28f}, small,
                zoom * 0.42f);
}

void tile_values_draw(const view* v, const trace* t, bool greedy) {
    if (!tile_values_have_room(v)) return;
    wend_rect seen = camera_view(&v->camera);
    for (int32_t y = seen.y; y < seen.y + seen.height; y++) {
        for (int32_t x = seen.x; x < seen.x + seen.width; x++) {
            trace_values values;
            if (trace_values_at(t, (wend_tile){x, y, seen.floor}, &values)) draw_values(v, &values, greedy);
        }
    }
}

// A triangle on the edge or the corner that the tile shares with its parent.
static void draw_arrow(view* v, wend_tile tile, wend_tile parent) {
    static const SDL_Color casing = {255, 255, 255, 230}, fill = {16, 20, 28, 255};
    const SDL_FPoint from = view_tile_center(v, tile), to = view_tile_center(v, parent);
    float dx = to.x - from.x, dy = to.y - from.y, length = hypotf(dx, dy);
    if (length == 0) return;
    const SDL_FPoint at = {(from.x + to.x) / 2, (from.y + to.y) / 2};
    for (int pass = 0; pass < 2; pass++) {
        const float s = (float)v->camera.zoom * 0.11f + (pass == 0 ? 1.5f * v->scale : 0);
        draw_wedge(&v->batch, at, dx / length, dy / length, s, s * 0.8f, s * 0.7f, pass == 0 ? casing : fill);
    }
}

// ---- the search over tiles

// Lines from every visible tile to the tile from which it was reached, if there is room for lines.
static void draw_parents(view* v, const trace* t) {
    if (v->camera.zoom < (double)(LEGIBLE * v->scale)) return;
    static const SDL_Color color = {20, 24, 32, 200};
    const bool numbers = view_has(v, LAYER_NUMBERS) && tile_values_have_room(v);
    wend_rect seen = camera_view(&v->camera);
    for (int32_t y = seen.y; y < seen.y + seen.height; y++) {
        for (int32_t x = seen.x; x < seen.x + seen.width; x++) {
            wend_tile tile = {x, y, seen.floor}, parent;
            if (!trace_parent(t, trace_entry_of(t, tile), &parent) || parent.floor != tile.floor) continue;
            if (numbers)
                draw_arrow(v, tile, parent);
            else // straight or diagonal: no edge to soften
                draw_hairline(&v->batch, view_tile_center(v, tile), view_tile_center(v, parent), color);
        }
    }
}

// The clusters that the search may enter, so far.
static void draw_corridor(view* v, const trace* t) {
    if (v->scene->info.cluster_size * v->camera.zoom < (double)(LEGIBLE * v->scale)) return;
    for (int64_t i = t->refinement; i < t->position; i++) {
        trace_event e = trace_get(t, i);
        if (e.kind != WEND_EVENT_CORRIDOR && e.kind != WEND_EVENT_PROPAGATED) break;
        outline(v, e.area, 1.5f * v->scale, corridor_color);
    }
}

void search_marks_draw_below(view* v, const trace* t) {
    draw_parents(v, t);
    draw_corridor(v, t);
}

// ---- the abstract search

static void draw_nodes(view* v, const trace* t) {
    static const SDL_Color way = {20, 24, 32, 110};
    for (int32_t i = 0; i < (int32_t)t->node_count; i++) {
        const trace_node* node = &t->nodes[i];
        wend_tile parent;
        if (trace_parent(t, node->entry, &parent)) line(v, node->tile, parent, 1, way);
    }
    float radius = fmaxf(4 * v->scale, (float)v->camera.zoom * 0.35f);
    for (int32_t i = 0; i < (int32_t)t->node_count; i++) {
        const trace_node* node = &t->nodes[i];
        SDL_FPoint at = view_tile_center(v, node->tile);
        if (node->entry == 0 || !view_shows_floor(v, node->tile.floor) || !view_sees(v, at, 20)) continue;
        draw_disc(&v->batch, at, radius + v->scale, dark);
        draw_disc(&v->batch, at, radius,
                  (node->entry & 3) == TRACE_OPEN ? trace_open_color : trace_closed_color);
    }
}

// What start and goal were linked to.
static void draw_links(view* v, const trace* t) {
    static const SDL_Color color = {120, 130, 150, 200};
    for (int64_t i = 0; i < t->position; i++) {
        trace_event e = trace_get(t, i);
        if (e.kind != WEND_EVENT_LINKED) break;
        line(v, e.from, e.tile, 1.5f, color);
    }
}

// The row that is being relaxed: its cluster, and the nodes that it has improved so far.
static void draw_row(view* v, const trace* t) {
    for (int64_t i = t->position - 1; i >= 0 && i > t->position - ROW_REACH; i--) {
        trace_event e = trace_get(t, i);
        bool pushed =
            e.kind == WEND_EVENT_OPENED || e.kind == WEND_EVENT_IMPROVED || e.kind == WEND_EVENT_REOPENED;
        if (pushed) line(v, e.from, e.tile, 2.5f, row_color);
        if (pushed) continue;
        if (e.kind == WEND_EVENT_ROW || e.kind == WEND_EVENT_CLUSTER)
            outline(v, e.area, 2.5f * v->scale, row_color);
        return;
    }
}

static void draw_legs(view* v, const trace* t) {
    if ((v->layers >> LAYER_ROUTE & 1) == 0) return;
    for (int pass = 0; pass < 2; pass++) {
        for (int64_t i = t->position - 1; i >= 0; i--) {
            trace_event e = trace_get(t, i);
            if (e.kind != WEND_EVENT_LEG) break;
            line(v, e.from, e.tile, pass == 0 ? 4.5f : 2, pass == 0 ? dark : overlay_color(LAYER_ROUTE));
        }
    }
}

// ---- both

static void draw_current(view* v, const trace* t) {
    if (t->position == 0 || t->position == t->total) return;
    trace_event e = trace_get(t, t->position - 1);
    if (e.kind == WEND_EVENT_CORRIDOR || e.kind == WEND_EVENT_PROPAGATED || e.kind == WEND_EVENT_CLUSTER) {
        outline(v, e.area, 2.5f * v->scale, row_color);
        return;
    }
    if (!view_shows_floor(v, e.tile.floor)) return;
    SDL_FPoint at = view_tile_center(v, e.tile);
    float radius = fmaxf(6 * v->scale, (float)v->camera.zoom * 0.45f);
    draw_disc(&v->batch, at, radius + 2 * v->scale, dark);
    draw_disc(&v->batch, at, radius, bright);
    draw_disc(&v->batch, at, radius * 0.6f, row_color);
}

void search_marks_draw(view* v, const trace* t, bool playing) {
    // With several goals, an abstract search may follow a search over tiles.
    wend_event_kind last = t->position > 0 ? trace_get(t, t->position - 1).kind : WEND_EVENT_LINKED;
    bool routes = t->position > 0 && trace_get(t, t->position - 1).level > 0 && last != WEND_EVENT_CORRIDOR &&
                  last != WEND_EVENT_PROPAGATED;
    bool abstract = t->refinement > 0 && (t->position <= t->refinement || routes);
    if (abstract || t->block_count == 0) {
        draw_links(v, t);
        draw_nodes(v, t);
    }
    if (!playing) return;
    if (abstract) draw_row(v, t);
    if (abstract) draw_legs(v, t);
    draw_current(v, t);
}

// ---- two searches

void search_marks_draw_pair(view* v, const trace* const traces[2], const wend_path* const paths[2]) {
    // Brighter, as they lie over tiles of the same colour.
    static const SDL_Color colors[2] = {{255, 190, 70, 255}, {110, 200, 255, 255}};
    const float radius = fmaxf(2 * v->scale, (float)v->camera.zoom * 0.3f);
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < traces[side]->node_count; i++) {
            const trace_node* node = &traces[side]->nodes[i];
            const SDL_FPoint at = view_tile_center(v, node->tile);
            if ((node->entry & 3) != TRACE_CLOSED || !view_shows_floor(v, node->tile.floor) ||
                !view_sees(v, at, 20))
                continue;
            draw_disc(&v->batch, at, radius + v->scale, dark);
            draw_disc(&v->batch, at, radius, colors[side]);
        }
    }
    const float width = fminf(fmaxf(5.5f * v->scale, (float)v->camera.zoom * 0.36f), 16 * v->scale);
    const float widths[2] = {width, width * 0.4f};
    for (int pass = 0; pass < 2; pass++) { // first both casings, so that none hides the other path
        for (int side = 0; side < 2; side++) {
            float wide = pass == 0 ? widths[side] * 1.2f + 2 * v->scale : widths[side];
            SDL_Color color = pass == 0 ? draw_rgb(PALETTE_CASING) : colors[side];
            if (paths[side] != NULL) overlay_draw_path(v, paths[side], wide, color);
        }
    }
}
