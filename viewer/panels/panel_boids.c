// panel_boids.c: which widgets drive the boids, and what is told of them?
#include "app.h"
#include "tools/boids_draw.h"
#include "platform/imgui_shim.h"
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

static void row(const char* name, const char* format, ...) __attribute__((format(printf, 2, 3)));
static void row(const char* name, const char* format, ...) {
    char text[120];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    gui_row(name, GUI_PLAIN, text);
}

static void show_hand(app* a) {
    bool on = a->hand.on;
    if (gui_checkbox("place and send (N)", &on)) app_choose_boids(a, on);
    gui_slider_int("a click sets", &a->hand.group, 1, BOIDS_A_CLICK);
    if (gui_button("100 random", false)) app_place_random_boids(a);
    if (gui_button("Remove", true)) boids_remove_selected(&a->boids);
    if (gui_button("Clear", true)) boids_clear(&a->boids);
}

static void show_counts(const app* a) {
    const boids* b = &a->boids;
    wend_crowd_stats stats = {0};
    if (b->crowd != NULL) stats = wend_crowd_get_stats(b->crowd);
    int lost = boids_in_state(b, WEND_AGENT_NO_ROUTE) + boids_in_state(b, WEND_AGENT_STUCK);
    row("boids", "%d", b->count);
    row("arrived", "%d", boids_in_state(b, WEND_AGENT_ARRIVED));
    row("on the way", "%d", boids_in_state(b, WEND_AGENT_WALKING) + boids_in_state(b, WEND_AGENT_WAITING));
    if (lost > 0) row("no way", "%d", lost);
    row("collisions", "%" PRId64, stats.collisions);
    row("in walls", "%" PRId64 " ticks", stats.blocked_ticks);
    if (a->scene.clocked && b->boid_ticks > 0)
        row("a tick takes", "%.2f \xC2\xB5s a boid", (double)b->tick_ns / 1e3 / (double)b->boid_ticks);
}

static void show_rules(app* a) {
    static const char* const titles[WISH_COUNT] = {"follow",   "seek",  "arrive", "avoid",
                                                   "separate", "align", "cohere"};
    boid_rules* r = &a->boids.rules;
    bool changed = gui_slider("max speed", &r->speed, 0.5f, 50, "%.1f tiles/s");
    changed |= gui_slider("acceleration", &r->acceleration, 1, 400, "%.0f tiles/s\xC2\xB2");
    changed |= gui_slider("radius", &r->radius, 0.05f, 0.5f, "%.2f tiles");
    changed |= gui_slider("arrive radius", &r->arrive_radius, 0.5f, 20, "%.1f tiles");
    changed |= gui_slider("neighbours", &r->neighbours, 1, 16, "%.1f tiles");
    for (int i = 0; i < WISH_COUNT; i++) {
        const char* format = i == WISH_AVOID ? "%.2f s ahead" : i == WISH_ARRIVE ? "%.2f" : "weight %.2f";
        float least = i == WISH_AVOID ? 0.05f : 0, most = i == WISH_ARRIVE ? 1 : 5;
        changed |= gui_switched_slider(titles[i], &r->on[i], &r->weight[i], least, most, format);
    }
    if (changed) app_apply_boid_rules(a);
    bool share = r->share;
    if (gui_checkbox("share one goal: flow field", &share)) app_share_goal(a, share);
}

static void show_one(const app* a, int number) {
    const boids* b = &a->boids;
    const wend_agent* body = boids_body(b, number);
    float size = wend_grid_tile_size(a->scene.grid);
    wend_vec2 origin = wend_grid_origin(a->scene.grid), target;
    int index = 0, count = 0;
    gui_separator();
    row("boid", "%d of %d, %s", number + 1, b->count, wend_agent_state_string(boids_state(b, number)));
    row("velocity", "%.1f, %.1f tiles/s", (double)(body->velocity.x / size),
        (double)(body->velocity.y / size));
    row("speed", "%.1f tiles/s", (double)(hypotf(body->velocity.x, body->velocity.y) / size));
    if (boids_target(b, number, &target, &index, &count))
        row("waypoint", "%d of %d, at %.1f, %.1f", index, count, (double)((target.x - origin.x) / size),
            (double)((target.y - origin.y) / size));
    else
        gui_row("waypoint", GUI_QUIET, "none");
    if (b->items[number].sent) row("goal", "%d, %d", b->items[number].goal.x, b->items[number].goal.y);
    row("radius", "%.2f tiles", (double)(body->radius / size));
}

void panel_show_boids(app* a) {
    show_hand(a);
    show_counts(a);
    int number = app_shown_boid(a);
    if (number >= 0) show_one(a, number);
    gui_separator();
    if (gui_checkbox("camera follows (C)", &(bool){a->follow})) app_toggle_follow(a);
    gui_slider("time", &a->time_scale, 0.1f, 8, "%.1f times");
    show_rules(a);
}
