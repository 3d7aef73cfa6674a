// walk.c: when do agent and boids take their next step, where has the agent been, and how does the camera
// follow?
#include "tools/walk.h"
#include "platform/commands.h"
#include "views/overlay.h"
#include <math.h>

enum {
    CATCH_UP = 6,       // ticks that may be late in one frame, at time scale 1
    MOST_TICKS_MS = 12, // that a window spends on them in a frame: then time goes slower
    PLANNING_SHARE =
        5, // planning for the agent takes at most this part of the time: a drag plans every frame
};

static const SDL_Color own_color = {255, 190, 140, 255}, casing_color = {20, 24, 32, 255};

// ---- the agent

static const SDL_Color body_color = {255, 255, 255, 255};
static const SDL_Color trail_color = {255, 120, 40, 255};

// Puts the agent at the start of a path; without a path there is no agent.
static void agent_start(agent* a, const wend_grid* grid, const wend_path* path) {
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

// Lets the agent go on along a path that begins at its tile, or, where that is blocked now, at the nearest
// passable one, which the agent then takes. Without a path it waits.
static void agent_go_on(agent* a, const wend_grid* grid, const wend_path* path) {
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

static bool agent_walks(const agent* a) {
    return a->present && !a->arrived && !a->waits;
}

// Moves the agent by one tick, unless there is none, it waits, or it has arrived. False: it cannot follow the
// path, which may have been blocked.
static bool agent_tick(agent* a, const wend_grid* grid, const wend_path* path) {
    if (!agent_walks(a)) return true;
    if (wend_steer_follow(&a->body, grid, path, AGENT_TICK, &a->arrived) != WEND_OK) {
        a->waits = true;
        return false;
    }
    a->ticks++;
    leave_trail(a);
    return true;
}

static void draw_trail(const agent* a, view* v) {
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

void walk_draw_agent(const walk* w) {
    const agent* a = &w->agent;
    view* v = w->view;
    if (!a->present || !view_shows_floor(v, a->body.floor)) return;
    SDL_FPoint here = view_to_screen(v, a->body.position);
    float size = fminf(fmaxf(6 * v->scale, (float)v->camera.zoom * 0.4f), 20 * v->scale);
    draw_dart(&v->batch, here, a->body.velocity, size + 2 * v->scale, casing_color);
    draw_dart(&v->batch, here, a->body.velocity, size, body_color);
}

// ---- its path

// The path that the agent follows.
static const wend_path* path_of(const walk* w) {
    return w->off ? w->own_path : w->document->scene.path;
}

// The agent plans by itself, on what it knows.
static bool knows_otherwise(const walk* w) {
    return w->fog->on || w->fog->danger_count > 0;
}

// Has the rest of the agent's path a tile that was edited? One more on all sides: walls close steps.
static bool is_concerned(const walk* w, wend_rect changed) {
    int32_t count = 0;
    const wend_tile* tiles = wend_path_tiles(path_of(w), &count);
    wend_tile here = {0, 0};
    wend_grid_tile_at_floor(w->document->scene.grid, w->agent.body.position, w->agent.body.floor, &here);
    bool concerned = false; // by what lies ahead of it
    for (int32_t i = 0; i < count; i++) {
        if (same_tile(tiles[i], here)) concerned = false;
        concerned |= tiles[i].floor == changed.floor && tiles[i].x >= changed.x - 1 &&
                     tiles[i].x <= changed.x + changed.width && tiles[i].y >= changed.y - 1 &&
                     tiles[i].y <= changed.y + changed.height;
    }
    return concerned;
}

// The agent goes on from where it is, by a path from there where the one it follows will not do any more.
static void listen(void* context, scene_event event) {
    walk* w = context;
    const scene* s = &w->document->scene;
    if (event == SCENE_ENDING) wend_path_destroy(w->own_path);
    if (event == SCENE_OPENED) w->restart = true;
    if (event == SCENE_REBUILT || event == SCENE_RECOSTED) w->late = true;
    if (event == SCENE_EDITED && is_concerned(w, s->changed)) w->late = true;
    if (event != SCENE_PLANNED) return;
    const uint64_t hash = wend_path_hash(s->path);
    if (hash != w->shown_hash) w->late = true;
    const bool moved = !same_tile(s->query.start, w->start);
    w->shown_hash = hash;
    w->start = s->query.start;
    if (!w->restart && !moved && w->agent.present && w->agent.ticks > 0) return;
    agent_start(&w->agent, s->grid, s->path);
    w->ticks_due = 0;
    w->planned_ticks = 0;
    w->off = w->restart = false;
    w->late = knows_otherwise(w);
    fog_forget(w->fog);
}

// Plans for the agent from where it is. On a link it first goes to the end of it.
static void replan(walk* w) {
    w->late |= fog_take_change(w->fog);
    document* d = w->document;
    scene* s = &d->scene;
    const bool headless = w->view->window->headless;
    const Uint64 begin = headless ? 0 : SDL_GetTicks64();
    const bool soon = begin - w->planned_ms < (PLANNING_SHARE - 1) * w->planning_ms;
    if (!w->late || !w->agent.present || soon || (agent_walks(&w->agent) && w->agent.body.link > 0)) return;
    w->late = false;
    wend_query query = scene_planned_query(s);
    wend_result result =
        wend_grid_tile_at_floor(s->grid, w->agent.body.position, w->agent.body.floor, &query.start);
    if (result == WEND_OK) fog_look(w->fog, query.start);
    const wend_world* world = fog_world(w->fog);
    if (!wend_grid_passable(wend_world_grid(scene_view(s)), query.start)) query.snap = INFINITY;
    if (result == WEND_OK && w->own_path == NULL) result = wend_path_create(NULL, &w->own_path);
    if (result == WEND_OK) result = wend_find_path(s->search, world, &query, w->own_path, NULL);
    if (result != WEND_OK) {
        notice_show(d->notice, true, "the agent cannot plan: %s", wend_result_string(result));
        w->agent.waits = true;
        return;
    }
    w->off = knows_otherwise(w) || wend_path_hash(w->own_path) != wend_path_hash(s->path);
    agent_go_on(&w->agent, wend_world_grid(world), w->own_path);
    w->planned_ticks = w->agent.ticks;
    w->planned_ms = headless ? 0 : SDL_GetTicks64();
    w->planning_ms = w->planned_ms - begin;
}

void walk_draw_trail(const walk* w) {
    view* v = w->view;
    if (w->off && w->agent.present && !w->agent.arrived) {
        overlay_draw_path(v, w->own_path, 4 * v->scale, casing_color);
        overlay_draw_path(v, w->own_path, 2 * v->scale, own_color);
    }
    draw_trail(&w->agent, v);
}

// Looks around from a tile that it has come to, and plans on; the old path stays unless another is better.
static void look_around(walk* w) {
    enum { KEEP = 5 }; // percent
    const scene* s = &w->document->scene;
    wend_tile here;
    if (!w->off || !agent_walks(&w->agent) || w->agent.body.link > 0 ||
        wend_grid_tile_at_floor(s->grid, w->agent.body.position, w->agent.body.floor, &here) != WEND_OK ||
        !fog_look(w->fog, here))
        return;
    const wend_world* world = fog_world(w->fog);
    bool replaced = false;
    if (wend_path_replan(s->search, world, w->own_path, here, KEEP, &replaced, NULL) != WEND_OK)
        w->late = true;
    else
        agent_go_on(&w->agent, wend_world_grid(world), w->own_path);
}

static void tick(walk* w) {
    const scene* s = &w->document->scene;
    look_around(w);
    const wend_grid* grid = w->off ? wend_world_grid(fog_world(w->fog)) : s->grid;
    if (!agent_tick(&w->agent, grid, path_of(w)) && w->agent.ticks > w->planned_ticks) w->late = true;
    if (w->boids->count == 0) return;
    int64_t start = scene_now_ns(s);
    wend_result result = boids_tick(w->boids, AGENT_TICK);
    w->boids->tick_ns += scene_now_ns(s) - start;
    if (result == WEND_OK) return;
    notice_show(w->document->notice, true, "the boids stopped: %s", wend_result_string(result));
    w->paused = true;
}

void walk_frame(walk* w, double seconds) {
    replan(w);
    if (w->paused) return;
    bool headless = w->view->window->headless;
    double ticks = headless ? 1 : seconds / (double)AGENT_TICK, scale = (double)w->time_scale;
    w->ticks_due = fmin(w->ticks_due + ticks * scale, CATCH_UP * fmax(scale, 1));
    Uint64 start = SDL_GetTicks64();
    for (; w->ticks_due >= 1 && !w->paused; w->ticks_due--) {
        if (!headless && SDL_GetTicks64() - start > MOST_TICKS_MS) break;
        tick(w);
    }
}

bool walk_something_moves(const walk* w) {
    return ((w->late || w->fog->changed) && w->agent.present) ||
           (!w->paused && (agent_walks(&w->agent) || boids_move(w->boids)));
}

void walk_follow(const walk* w) {
    view* v = w->view;
    int number = boids_selected(w->boids);
    if (!v->follow || (number < 0 && !w->agent.present)) return;
    const wend_agent* body = number >= 0 ? boids_body(w->boids, number) : &w->agent.body;
    const wend_vec2 place = body->position;
    view_show_floor(v, body->floor);
    // To the middle of the area beside the panel.
    SDL_FPoint at = view_to_screen(v, place);
    SDL_Rect area = view_free_area(v);
    double dx = (double)at.x - (area.x + area.w / 2.0), dy = (double)at.y - (area.y + area.h / 2.0);
    camera_look_at(&v->camera, v->camera.x + dx / v->camera.zoom, v->camera.y + dy / v->camera.zoom);
    v->fitted = false;
}

// ---- commands

static void act_step(void* owner) {
    walk* w = owner;
    if (w->paused)
        tick(w);
    else
        notice_show(w->document->notice, false, "O steps while paused: press Space first");
}

// Replans and starts the agent.
static void act_run(void* owner) {
    walk* w = owner;
    w->paused = false;
    w->restart = true;
    document_plan(w->document);
}

static void turn_follow(void* owner, bool follow) {
    const walk* w = owner;
    const bool nobody = boids_selected(w->boids) < 0 && !w->agent.present;
    w->view->follow = follow && !nobody;
    if (follow && nobody)
        notice_show(w->document->notice, false, "there is nobody to follow: select a boid, or plan a path");
}

static bool follows(const void* owner) {
    return ((const walk*)owner)->view->follow;
}

static const command_def walk_commands[] = {
    COMMAND_SWITCH("paused", walk, paused, .then = NULL),
    COMMAND_NUMBER("time_scale", walk, time_scale, VALUE_FLOAT, 0.1, 8, .then = NULL),
    COMMAND_SWITCH("camera_follow", walk, view, .turn = turn_follow, .on = follows),
    COMMAND_ACT("step", act_step, COMMAND_ACTION),
    COMMAND_ACT("run", act_run, COMMAND_ACTION),
    COMMANDS_END,
};

void walk_init(walk* w, document* d, view* v, boids* b, fog* f) {
    w->fog = f;
    w->document = d;
    w->view = v;
    w->boids = b;
    w->time_scale = 1;
    scene_listen(&d->scene, listen, w);
    commands_add(d->commands, walk_commands, w);
}
