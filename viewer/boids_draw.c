// boids_draw.c: how do the boids look, those in the hand more than the rest?
#include "boids_draw.h"
#include <math.h>

enum { TRAIL_LINES = 3000 }; // drawn in a frame at most

static const SDL_Color casing_color = {20, 24, 32, 255};
static const SDL_Color hand_color = {255, 255, 255, 255};
static const SDL_Color trail_color = {120, 200, 255, 170};
static const SDL_Color velocity_color = {255, 90, 200, 255};
static const SDL_Color target_color = {255, 170, 0, 255};

SDL_Color boids_color(wend_agent_state state) {
    static const SDL_Color colors[WEND_AGENT_STATE_COUNT] = {
        [WEND_AGENT_IDLE] = {225, 225, 225, 255},   [WEND_AGENT_WAITING] = {150, 150, 160, 255},
        [WEND_AGENT_WALKING] = {64, 190, 255, 255}, [WEND_AGENT_ARRIVED] = {110, 235, 110, 255},
        [WEND_AGENT_NO_ROUTE] = {255, 80, 80, 255}, [WEND_AGENT_STUCK] = {255, 80, 80, 255},
    };
    return colors[state];
}

SDL_FPoint boids_to_screen(const wend_grid* grid, const camera* cam, wend_vec2 place) {
    wend_vec2 origin = wend_grid_origin(grid);
    double size = (double)wend_grid_tile_size(grid);
    return (SDL_FPoint){(float)camera_screen_x(cam, (double)(place.x - origin.x) / size),
                        (float)camera_screen_y(cam, (double)(place.y - origin.y) / size)};
}

wend_vec2 boids_from_screen(const wend_grid* grid, const camera* cam, float x, float y) {
    wend_vec2 origin = wend_grid_origin(grid);
    double size = (double)wend_grid_tile_size(grid);
    return (wend_vec2){
        (float)((double)origin.x + (cam->x + ((double)x - cam->width / 2.0) / cam->zoom) * size),
        (float)((double)origin.y + (cam->y + ((double)y - cam->height / 2.0) / cam->zoom) * size)};
}

static bool in_view(const camera* cam, SDL_FPoint at, float margin) {
    return at.x > -margin && at.y > -margin && at.x < (float)cam->width + margin &&
           at.y < (float)cam->height + margin;
}

// ---- trails

static void draw_trail(const boids* b, int number, const camera* cam, int points, draw_batch* batch,
                       float width, SDL_Color color) {
    const wend_grid* grid = wend_world_grid(b->world);
    const boid* it = &b->items[number];
    SDL_FPoint last = boids_to_screen(grid, cam, boids_body(b, number)->position);
    for (int i = 1; i <= points && i <= it->trail_count; i++) {
        SDL_FPoint next =
            boids_to_screen(grid, cam, it->trail[(it->trail_next + BOID_TRAIL - i) % BOID_TRAIL]);
        if (hypotf(next.x - last.x, next.y - last.y) < 1.5f && i < it->trail_count) continue;
        draw_line(batch, last, next, width, color);
        last = next;
    }
}

void boids_draw_trails(const boids* b, const camera* cam, draw_batch* batch, float scale) {
    const wend_grid* grid = wend_world_grid(b->world);
    int seen = 0;
    for (int i = 0; i < b->count; i++)
        seen += in_view(cam, boids_to_screen(grid, cam, boids_body(b, i)->position), 0);
    int points = seen > 0 ? TRAIL_LINES / seen : 0;
    if (points < 4) return; // a crowd of stubs says nothing
    for (int i = 0; i < b->count; i++)
        if (in_view(cam, boids_to_screen(grid, cam, boids_body(b, i)->position), 0))
            draw_trail(b, i, cam, points, batch, 1.5f * scale, trail_color);
}

// ---- bodies

static void draw_ring(draw_batch* batch, SDL_FPoint center, float radius, float width, SDL_Color color) {
    int count = radius < 8 ? 12 : 28;
    SDL_FPoint last = {center.x + radius, center.y};
    for (int i = 1; i <= count; i++) {
        float angle = 6.2831853f * (float)i / (float)count;
        SDL_FPoint next = {center.x + radius * cosf(angle), center.y + radius * sinf(angle)};
        draw_line(batch, last, next, width, color);
        last = next;
    }
}

static void draw_arrow(draw_batch* batch, SDL_FPoint from, SDL_FPoint to, float scale, SDL_Color color) {
    float length = hypotf(to.x - from.x, to.y - from.y);
    if (length < 2 * scale) return;
    float head = fminf(8 * scale, length);
    SDL_FPoint way = {(to.x - from.x) / length, (to.y - from.y) / length};
    SDL_FPoint neck = {to.x - way.x * head, to.y - way.y * head};
    draw_line(batch, from, neck, 3 * scale, color);
    SDL_FPoint corners[3] = {to,
                             {neck.x - way.y * head * 0.6f, neck.y + way.x * head * 0.6f},
                             {neck.x + way.y * head * 0.6f, neck.y - way.x * head * 0.6f}};
    draw_convex(batch, corners, 3, color);
}

// The way ahead, the waypoint it heads for, its body and its velocity for half a second.
static void draw_shown(const boids* b, int number, const camera* cam, draw_batch* batch, float scale) {
    const wend_grid* grid = wend_world_grid(b->world);
    const wend_agent* body = boids_body(b, number);
    SDL_FPoint at = boids_to_screen(grid, cam, body->position), last = at;
    wend_vec2 target;
    int index = 0, count = 0;
    draw_trail(b, number, cam, BOID_TRAIL, batch, 3 * scale, trail_color);
    if (boids_target(b, number, &target, &index, &count)) {
        int32_t points = 0;
        const wend_vec2* path = wend_crowd_path(b->crowd, boids_id(b, number), &points);
        for (int i = index; i < points; i++) {
            SDL_FPoint next = boids_to_screen(grid, cam, path[i]);
            draw_line(batch, last, next, 1.5f * scale, target_color);
            last = next;
        }
        SDL_FPoint mark = boids_to_screen(grid, cam, target);
        draw_disc(batch, mark, 6 * scale, casing_color);
        draw_disc(batch, mark, 4.5f * scale, target_color);
    }
    float zoom = (float)cam->zoom / wend_grid_tile_size(grid);
    draw_ring(batch, at, fmaxf(body->radius * zoom, 2 * scale), 1.5f * scale, hand_color);
    SDL_FPoint tip = {at.x + body->velocity.x * zoom * 0.5f, at.y + body->velocity.y * zoom * 0.5f};
    draw_arrow(batch, at, tip, scale, velocity_color);
}

void boids_draw(const boids* b, const camera* cam, int shown, draw_batch* batch, float scale) {
    enum { MANY = 2500 };
    if (b->count == 0) return;
    const wend_grid* grid = wend_world_grid(b->world);
    float size = b->rules.radius * (float)cam->zoom;
    bool dots = size < 2.2f * scale && b->count > MANY / 5; // too small and too many for a shape
    float side = fmaxf(2, roundf(2 * scale));
    size = fmaxf(size, 4.5f * scale);
    for (int i = 0; i < b->count; i++) {
        const wend_agent* body = boids_body(b, i);
        SDL_FPoint at = boids_to_screen(grid, cam, body->position);
        if (!in_view(cam, at, size)) continue;
        bool held = b->items[i].selected;
        SDL_Color color = boids_color(boids_state(b, i));
        if (dots) {
            SDL_FRect dot = {at.x - side / 2, at.y - side / 2, side, side};
            draw_rect(batch, dot, held ? hand_color : color);
            continue;
        }
        if (held || b->count <= MANY) draw_dart(batch, at, body->velocity, size + 1.5f * scale, casing_color);
        if (held) draw_dart(batch, at, body->velocity, size, hand_color);
        draw_dart(batch, at, body->velocity, held ? 0.55f * size : size, color);
    }
    if (shown >= 0 && shown < b->count) draw_shown(b, shown, cam, batch, scale);
}

// ---- the hand

void boids_draw_box(SDL_FPoint a, SDL_FPoint b, draw_batch* batch, float scale) {
    const SDL_FPoint corners[5] = {a, {b.x, a.y}, b, {a.x, b.y}, a};
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < 4; i++)
            draw_line(batch, corners[i], corners[i + 1], (pass == 0 ? 3.5f : 1.5f) * scale,
                      pass == 0 ? casing_color : hand_color);
}

void boids_draw_errand(SDL_FPoint from, SDL_FPoint to, draw_batch* batch, float scale) {
    draw_arrow(batch, from, to, 1.6f * scale, casing_color);
    draw_arrow(batch, from, to, scale, target_color);
}
