// tile_values.c: how do the values of a search get into the tiles they belong to?
#include "platform/imgui_shim.h"
#include "views/trace_layer.h"
#include <math.h>
#include <stdio.h>

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
void tile_values_draw_arrow(view* v, wend_tile tile, wend_tile parent) {
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
