// walk.c: when do agent and boids take their next step, and how does the camera follow?
#include "tools/walk.h"
#include "platform/parse.h"
#include <math.h>

enum {
    CATCH_UP = 6,       // ticks that may be late in one frame, at time scale 1
    MOST_TICKS_MS = 12, // that a window spends on them in a frame: then time goes slower
};

static void listen(void* context, scene_event event) {
    walk* w = context;
    if (event != SCENE_PLANNED) return;
    agent_start(&w->agent, w->document->scene.grid, w->document->scene.path);
    w->ticks_due = 0;
}

void walk_init(walk* w, document* d, view* v, boids* b) {
    w->document = d;
    w->view = v;
    w->boids = b;
    w->time_scale = 1;
    scene_listen(&d->scene, listen, w);
}

static void tick(walk* w) {
    const scene* s = &w->document->scene;
    agent_tick(&w->agent, s->grid, s->path);
    if (w->boids->count == 0) return;
    int64_t start = scene_now_ns(s);
    wend_result result = boids_tick(w->boids, AGENT_TICK);
    w->boids->tick_ns += scene_now_ns(s) - start;
    if (result == WEND_OK) return;
    notice_show(w->document->notice, true, "the boids stopped: %s", wend_result_string(result));
    w->paused = true;
}

void walk_frame(walk* w, double seconds) {
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
    return !w->paused && ((w->agent.present && !w->agent.arrived) || boids_move(w->boids));
}

void walk_follow(const walk* w) {
    view* v = w->view;
    int number = boids_selected(w->boids);
    if (!v->follow || (number < 0 && !w->agent.present)) return;
    wend_vec2 place = number >= 0 ? boids_body(w->boids, number)->position : w->agent.body.position;
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
    document_plan(w->document);
}

static bool run_follow(void* owner, const char* value, char* why) {
    const walk* w = owner;
    bool* follow = &w->view->follow;
    if (!parse_switch(follow, value, why)) return false;
    if (*follow && boids_selected(w->boids) < 0 && !w->agent.present) {
        *follow = false;
        notice_show(w->document->notice, false, "there is nobody to follow: select a boid, or plan a path");
    }
    return true;
}

const command_def walk_commands[] = {
    COMMAND_SWITCH("paused", walk, paused, .then = NULL),
    COMMAND_NUMBER("time_scale", walk, time_scale, VALUE_FLOAT, 0.1, 8, .then = NULL),
    COMMAND("camera_follow", run_follow, COMMAND_SETTING),
    COMMAND_ACT("step", act_step, COMMAND_ACTION),
    COMMAND_ACT("run", act_run, COMMAND_ACTION),
    COMMANDS_END,
};
