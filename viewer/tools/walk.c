// walk.c: when does everything that walks take its next step, and how does the camera keep up with it?
#include "app.h"
#include "boids_draw.h"
#include <math.h>

enum {
    CATCH_UP = 6,       // ticks that may be late in one frame, at time scale 1
    MOST_TICKS_MS = 12, // that a window spends on them in a frame: then time goes slower
};

static void tick(app* a) {
    agent_tick(&a->agent, a->scene.grid, a->scene.path);
    if (a->boids.count == 0) return;
    int64_t start = scene_now_ns(&a->scene);
    wend_result result = boids_tick(&a->boids, AGENT_TICK);
    a->boids.tick_ns += scene_now_ns(&a->scene) - start;
    if (result == WEND_OK) return;
    app_say(a, true, "the boids stopped: %s", wend_result_string(result));
    a->paused = true;
}

void app_walk(app* a, double seconds) {
    if (a->paused) return;
    double ticks = a->options->headless ? 1 : seconds / (double)AGENT_TICK, scale = (double)a->time_scale;
    a->ticks_due = fmin(a->ticks_due + ticks * scale, CATCH_UP * fmax(scale, 1));
    Uint64 start = SDL_GetTicks64();
    for (; a->ticks_due >= 1 && !a->paused; a->ticks_due--) {
        if (!a->options->headless && SDL_GetTicks64() - start > MOST_TICKS_MS) break;
        tick(a);
    }
}

void app_step(app* a) {
    if (a->paused)
        tick(a);
    else
        app_say(a, false, "O steps while paused: press Space first");
}

bool app_something_walks(const app* a) {
    return !a->paused && ((a->agent.present && !a->agent.arrived) || boids_move(&a->boids));
}

void app_toggle_follow(app* a) {
    a->follow = !a->follow;
    if (a->follow && boids_selected(&a->boids) < 0 && !a->agent.present) {
        a->follow = false;
        app_say(a, false, "there is nobody to follow: select a boid, or plan a path");
    }
}

void app_follow(app* a) {
    int number = boids_selected(&a->boids);
    if (!a->follow || (number < 0 && !a->agent.present)) return;
    wend_vec2 place = number >= 0 ? boids_body(&a->boids, number)->position : a->agent.body.position;
    // To the middle of what the panel leaves free.
    SDL_FPoint at = boids_to_screen(a->scene.grid, &a->camera, place);
    SDL_Rect area = panel_free_area(a);
    double dx = (double)at.x - (area.x + area.w / 2.0), dy = (double)at.y - (area.y + area.h / 2.0);
    camera_look_at(&a->camera, a->camera.x + dx / a->camera.zoom, a->camera.y + dy / a->camera.zoom);
    a->fitted = false;
}
