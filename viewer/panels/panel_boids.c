// panel_boids.c: which widgets drive the boids, and what does it say of them?
#include "panels/panel.h"
#include "panels/rows.h"
#include <inttypes.h>
#include <math.h>

static void show_hand(mouse* m, commands* c) {
    if (gui_checkbox("place and send (N)", &(bool){m->tool == TOOL_BOIDS}))
        commands_push(c, "boids", "toggle");
    gui_slider_int("a click sets", &m->boids->group, 1, BOIDS_A_CLICK);
    if (gui_button("100 random", false)) commands_push(c, "boid_random", "100");
    if (gui_button("Remove", true)) commands_push(c, "remove-boids", "selected");
    if (gui_button("Clear", true)) commands_push(c, "remove-boids", "all");
}

static void show_counts(const boids* b, bool clocked) {
    wend_crowd_stats stats = {0};
    if (b->crowd != NULL) stats = wend_crowd_get_stats(b->crowd);
    int lost = boids_in_state(b, WEND_AGENT_NO_ROUTE) + boids_in_state(b, WEND_AGENT_STUCK);
    row_show("boids", "%d", b->count);
    row_show("arrived", "%d", boids_in_state(b, WEND_AGENT_ARRIVED));
    row_show("on the way", "%d", boids_on_the_way(b));
    if (lost > 0) row_show("no way", "%d", lost);
    row_show("collisions", "%" PRId64, stats.collisions);
    row_show("in walls", "%" PRId64 " ticks", stats.blocked_ticks);
    if (clocked && b->boid_ticks > 0)
        row_show("a tick takes", "%.2f \xC2\xB5s a boid", (double)b->tick_ns / 1e3 / (double)b->boid_ticks);
}

static void show_rules(boid_tool* t, commands* c) {
    static const char* const titles[WISH_COUNT] = {"follow",   "seek",  "arrive", "avoid",
                                                   "separate", "align", "cohere"};
    boid_rules* r = &t->boids.rules;
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
    if (changed) boid_tool_apply_rules(t);
    if (gui_checkbox("share one goal: flow field", &(bool){r->share}))
        commands_push(c, "boid_share", "toggle");
}

static void show_one(const boids* b, int number) {
    const wend_grid* grid = wend_world_grid(b->world);
    const wend_agent* body = boids_body(b, number);
    float size = wend_grid_tile_size(grid);
    wend_vec2 origin = wend_grid_origin(grid), target;
    int index = 0, count = 0;
    gui_separator();
    row_show("boid", "%d of %d, %s", number + 1, b->count, wend_agent_state_string(boids_state(b, number)));
    row_show("velocity", "%.1f, %.1f tiles/s", (double)(body->velocity.x / size),
             (double)(body->velocity.y / size));
    row_show("speed", "%.1f tiles/s", (double)(hypotf(body->velocity.x, body->velocity.y) / size));
    if (boids_target(b, number, &target, &index, &count))
        row_show("waypoint", "%d of %d, at %.1f, %.1f", index, count, (double)((target.x - origin.x) / size),
                 (double)((target.y - origin.y) / size));
    else
        gui_row("waypoint", GUI_QUIET, "none");
    if (b->items[number].sent) row_show("goal", "%d, %d", b->items[number].goal.x, b->items[number].goal.y);
    row_show("radius", "%.2f tiles", (double)(body->radius / size));
}

void panel_boids_show(mouse* m, walk* w, commands* c) {
    boid_tool* t = m->boids;
    show_hand(m, c);
    show_counts(&t->boids, t->scene->clocked);
    int number = mouse_shown_boid(m);
    if (number >= 0) show_one(&t->boids, number);
    gui_separator();
    if (gui_checkbox("camera follows (C)", &(bool){w->view->follow}))
        commands_push(c, "camera_follow", "toggle");
    gui_slider("time", &w->time_scale, 0.1f, 8, "%.1f times");
    show_rules(t, c);
}
