// agent.c: where is the agent that walks the path, and where has it been?
#include "tools/agent.h"
#include "views/overlay.h"
#include <math.h>

static const SDL_Color body_color = {255, 255, 255, 255};
static const SDL_Color outline_color = {20, 24, 32, 255};
static const SDL_Color trail_color = {255, 120, 40, 255};

void agent_start(agent* a, const wend_grid* grid, const wend_path* path) {
    *a = (agent){0};
    int32_t count = 0;
    const wend_tile* tiles = wend_path_tiles(path, &count);
    if (count == 0) return;
    // Slow enough to watch, and at the goal within about half a minute where that is not too fast.
    float tile_size = wend_grid_tile_size(grid);
    float speed = fminf(fmaxf((float)count / 30.0f, 8.0f), 24.0f) * tile_size;
    a->present = true;
    a->body.position = wend_grid_center(grid, tiles[0]);
    a->body.floor = tiles[0].floor;
    a->body.max_speed = speed;
    a->body.max_acceleration = 4 * speed;
    a->trail[0] = a->body.position;
    a->trail_floors[0] = a->body.floor;
    a->trail_count = 1;
    a->trail_spacing = tile_size / 2;
}

// Keeps the whole trail: when it is full, every other point is dropped and new ones are added half as often.
static void leave_trail(agent* a) {
    wend_vec2 last = a->trail[a->trail_count - 1], here = a->body.position;
    const bool same_floor = a->trail_floors[a->trail_count - 1] == a->body.floor;
    if (same_floor && hypotf(here.x - last.x, here.y - last.y) < a->trail_spacing) return;
    if (a->trail_count == AGENT_TRAIL) {
        for (int i = 0; i < AGENT_TRAIL / 2; i++) {
            a->trail[i] = a->trail[2 * i];
            a->trail_floors[i] = a->trail_floors[2 * i];
        }
        a->trail_count = AGENT_TRAIL / 2;
        a->trail_spacing *= 2;
    }
    a->trail_floors[a->trail_count] = a->body.floor;
    a->trail[a->trail_count++] = here;
}

void agent_go_on(agent* a, const wend_grid* grid, const wend_path* path) {
    int32_t count = 0;
    const wend_tile* tiles = wend_path_tiles(path, &count);
    wend_tile here = NO_TILE;
    a->arrived = false;
    a->waits = count == 0;
    a->body.waypoint = a->body.idle = a->body.link = 0;
    a->body.along = a->body.link_elapsed = 0;
    wend_grid_tile_at_floor(grid, a->body.position, a->body.floor, &here);
    if (count > 0 && same_tile(here, tiles[0])) return;
    a->body.velocity = (wend_vec2){0, 0};
    if (count == 0) return;
    a->body.position = wend_grid_center(grid, tiles[0]);
    a->body.floor = tiles[0].floor;
}

bool agent_tick(agent* a, const wend_grid* grid, const wend_path* path) {
    if (!agent_walks(a)) return true;
    if (wend_steer_follow(&a->body, grid, path, AGENT_TICK, &a->arrived) != WEND_OK) {
        a->waits = true;
        return false;
    }
    a->ticks++;
    leave_trail(a);
    return true;
}

bool agent_walks(const agent* a) {
    return a->present && !a->arrived && !a->waits;
}

void agent_draw_trail(const agent* a, view* v) {
    if (!a->present) return;
    const uint32_t layers = v->layers & ~(1u << LAYER_NUMBERS);
    // On the left of the path, which is then seen, too.
    const float beside =
        view_has(v, LAYER_PATH) ? overlay_beside_path(overlay_path_width(v, layers), v->scale) : 0;
    SDL_FPoint last = view_to_screen(v, a->trail[0]), here = view_to_screen(v, a->body.position), end = last;
    bool begun = false;
    for (int i = 1; i <= a->trail_count; i++) {
        SDL_FPoint next = i < a->trail_count ? view_to_screen(v, a->trail[i]) : here;
        const int32_t floor = i < a->trail_count ? a->trail_floors[i] : a->body.floor;
        if (!view_shows_floor(v, floor) || !view_shows_floor(v, a->trail_floors[i - 1])) {
            last = next;
            begun = false;
            continue;
        }
        if (hypotf(next.x - last.x, next.y - last.y) < 2 && i < a->trail_count) continue;
        const SDL_FPoint shift = overlay_aside(last, next, -beside);
        const SDL_FPoint from = {last.x + shift.x, last.y + shift.y},
                         to = {next.x + shift.x, next.y + shift.y};
        if (begun) draw_line(&v->batch, end, from, 2 * v->scale, trail_color); // around a bend
        draw_line(&v->batch, from, to, 2 * v->scale, trail_color);
        end = to;
        begun = true;
        last = next;
    }
}

void agent_draw(const agent* a, view* v) {
    if (!a->present || !view_shows_floor(v, a->body.floor)) return;
    SDL_FPoint here = view_to_screen(v, a->body.position);
    float size = fminf(fmaxf(6 * v->scale, (float)v->camera.zoom * 0.4f), 20 * v->scale);
    draw_dart(&v->batch, here, a->body.velocity, size + 2 * v->scale, outline_color);
    draw_dart(&v->batch, here, a->body.velocity, size, body_color);
}
