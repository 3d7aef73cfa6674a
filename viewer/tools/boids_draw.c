// boids_draw.c: how are boids drawn?
#include "tools/boid_tool.h"
#include <math.h>

enum { TRAIL_LINES = 3000 }; // drawn in a frame at most

static const SDL_Color casing_color = {20, 24, 32, 255};
static const SDL_Color hand_color = {255, 255, 255, 255};
static const SDL_Color trail_color = {120, 200, 255, 170};
static const SDL_Color velocity_color = {255, 90, 200, 255};
static const SDL_Color target_color = {255, 170, 0, 255};

static SDL_Color color_of(wend_agent_state state) {
    static const SDL_Color colors[WEND_AGENT_STATE_COUNT] = {
        [WEND_AGENT_IDLE] = {225, 225, 225, 255},     [WEND_AGENT_WAITING] = {150, 150, 160, 255},
        [WEND_AGENT_WALKING] = {64, 190, 255, 255},   [WEND_AGENT_ARRIVED] = {110, 235, 110, 255},
        [WEND_AGENT_NO_ROUTE] = {255, 80, 80, 255},   [WEND_AGENT_STUCK] = {255, 80, 80, 255},
        [WEND_AGENT_NEAR_GOAL] = {235, 210, 90, 255},
    };
    return colors[state].a > 0 ? colors[state] : colors[WEND_AGENT_WALKING]; // in other ways, as over a link
}

// True when a boid is on the shown floor.
static bool is_shown(const boids* b, int number, const view* v) {
    return view_shows_floor(v, boids_body(b, number)->floor);
}

// ---- trails

static void draw_trail(const boids* b, int number, view* v, int points, float width, SDL_Color color) {
    const boid* it = &b->items[number];
    SDL_FPoint last = view_to_screen(v, boids_body(b, number)->position);
    for (int i = 1; i <= points && i <= it->trail_count; i++) {
        const int at = (it->trail_next + BOID_TRAIL - i) % BOID_TRAIL;
        SDL_FPoint next = view_to_screen(v, it->trail[at]);
        if (!view_shows_floor(v, it->trail_floors[at])) return; // it came over stairs
        if (hypotf(next.x - last.x, next.y - last.y) < 1.5f && i < it->trail_count) continue;
        draw_line(&v->batch, last, next, width, color);
        last = next;
    }
}

void boids_draw_trails(const boids* b, view* v) {
    int seen = 0;
    for (int i = 0; i < b->count; i++)
        seen += is_shown(b, i, v) && view_sees(v, view_to_screen(v, boids_body(b, i)->position), 0);
    int points = seen > 0 ? TRAIL_LINES / seen : 0;
    if (points < 4) return; // many short trails would be useless
    for (int i = 0; i < b->count; i++)
        if (is_shown(b, i, v) && view_sees(v, view_to_screen(v, boids_body(b, i)->position), 0))
            draw_trail(b, i, v, points, 1.5f * v->scale, trail_color);
}

// ---- bodies

static void draw_arrow(draw_batch* batch, SDL_FPoint from, SDL_FPoint to, float scale, SDL_Color color) {
    float length = hypotf(to.x - from.x, to.y - from.y);
    if (length < 2 * scale) return;
    float head = fminf(8 * scale, length);
    SDL_FPoint way = {(to.x - from.x) / length, (to.y - from.y) / length};
    SDL_FPoint neck = {to.x - way.x * head, to.y - way.y * head};
    draw_line(batch, from, neck, 3 * scale, color);
    draw_wedge(batch, to, way.x, way.y, 0, head, head * 0.6f, color);
}

// The path ahead, the waypoint it heads for, its body and its velocity for half a second.
static void draw_shown(const boids* b, int number, view* v) {
    draw_batch* batch = &v->batch;
    float scale = v->scale;
    const wend_agent* body = boids_body(b, number);
    SDL_FPoint at = view_to_screen(v, body->position), last = at;
    wend_vec2 target;
    int index = 0, count = 0;
    draw_trail(b, number, v, BOID_TRAIL, 3 * scale, trail_color);
    if (boids_target(b, number, &target, &index, &count)) {
        int32_t points = 0, floor_count = 0;
        const wend_vec2* path = wend_crowd_path(b->crowd, boids_id(b, number), &points);
        const uint16_t* floors = wend_crowd_path_floors(b->crowd, boids_id(b, number), &floor_count);
        for (int i = index; i < points; i++) {
            SDL_FPoint next = view_to_screen(v, path[i]);
            const bool here = floors == NULL || (view_shows_floor(v, floors[i]) &&
                                                 (i == index || view_shows_floor(v, floors[i - 1])));
            if (here) draw_line(batch, last, next, 1.5f * scale, target_color);
            last = next;
        }
        SDL_FPoint mark = view_to_screen(v, target);
        if (floors == NULL || view_shows_floor(v, floors[index])) {
            draw_disc(batch, mark, 6 * scale, casing_color);
            draw_disc(batch, mark, 4.5f * scale, target_color);
        }
    }
    float zoom = (float)v->camera.zoom / wend_grid_tile_size(v->scene->grid);
    draw_ring(batch, at, fmaxf(body->radius * zoom, 2 * scale), 1.5f * scale, hand_color);
    SDL_FPoint tip = {at.x + body->velocity.x * zoom * 0.5f, at.y + body->velocity.y * zoom * 0.5f};
    draw_arrow(batch, at, tip, scale, velocity_color);
}

void boids_draw(const boids* b, view* v, int shown) {
    enum { MANY = 2500, RIMMED = 6000 };
    draw_batch* batch = &v->batch;
    float scale = v->scale;
    if (b->count == 0) return;
    const float zoom = (float)v->camera.zoom / wend_grid_tile_size(v->scene->grid);
    const float side = fmaxf(3, roundf(3 * scale)), rim = fmaxf(1, roundf(scale));
    for (int i = 0; i < b->count; i++) {
        const wend_agent* body = boids_body(b, i);
        SDL_FPoint at = view_to_screen(v, body->position);
        float size = body->radius * zoom;
        const bool dots = size < 2.2f * scale && b->count > MANY / 5; // small and numerous boids are squares
        size = fmaxf(size, 4.5f * scale);
        if (!is_shown(b, i, v) || !view_sees(v, at, size)) continue;
        if (body->radius * zoom > v->camera.zoom / 2) // wider than a tile
            draw_ring(batch, at, size, 1.5f * scale, color_of(boids_state(b, i)));
        bool held = b->items[i].selected;
        SDL_Color color = color_of(boids_state(b, i));
        if (dots) {
            SDL_FRect dot = {at.x - side / 2, at.y - side / 2, side, side};
            const SDL_FRect rimmed = {dot.x - rim, dot.y - rim, side + 2 * rim, side + 2 * rim};
            if (b->count <= RIMMED) draw_rect(batch, rimmed, casing_color); // to be seen on any ground
            draw_rect(batch, dot, held ? hand_color : color);
            continue;
        }
        if (held || b->count <= MANY) draw_dart(batch, at, body->velocity, size + 1.5f * scale, casing_color);
        if (held) draw_dart(batch, at, body->velocity, size, hand_color);
        draw_dart(batch, at, body->velocity, held ? 0.55f * size : size, color);
    }
    if (shown >= 0 && shown < b->count && is_shown(b, shown, v)) draw_shown(b, shown, v);
}

// ---- the tool

void boids_draw_box(SDL_FPoint a, SDL_FPoint b, draw_batch* batch, float scale) {
    draw_frame(batch, a, b, 3.5f * scale, casing_color);
    draw_frame(batch, a, b, 1.5f * scale, hand_color);
}

void boids_draw_errand(SDL_FPoint from, SDL_FPoint to, draw_batch* batch, float scale) {
    draw_arrow(batch, from, to, 1.6f * scale, casing_color);
    draw_arrow(batch, from, to, scale, target_color);
}
