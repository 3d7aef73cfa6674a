// panel_boids.c: which widgets drive the boids, and what does it say of them?
#include "document/place.h"
#include "panels/fields.h"
#include "panels/panel.h"
#include <inttypes.h>
#include <math.h>

static void show_tool(const mouse* m, commands* c) {
    const scene* s = m->boids->scene;
    field_checkbox(c, "boids", "place and send (N)", m->tool == TOOL_BOIDS);
    field_profile(c, "boid_profile", s->world, m->boids->boids.rules.profile);
    field_slider_int(c, "boid_group", "per click", m->boids->group, 1, BOIDS_A_CLICK);
    field_button(c, "boid_random", "100 random", "100", false);
    field_button(c, "remove-boids", "Remove", "selected", true);
    field_button(c, "remove-boids", "Clear", "all", true);
}

static void show_counts(const boids* b, bool clocked) {
    wend_crowd_stats stats = {0};
    if (b->crowd != NULL) stats = wend_crowd_get_stats(b->crowd);
    int lost = boids_in_state(b, WEND_AGENT_NO_ROUTE) + boids_in_state(b, WEND_AGENT_STUCK);
    row_show("boids", "%d", b->count);
    row_show("arrived", "%d", boids_in_state(b, WEND_AGENT_ARRIVED));
    row_show("on the way", "%d", boids_on_the_way(b));
    if (lost > 0) row_show("no path", "%d", lost);
    row_show("collisions", "%" PRId64, stats.collisions);
    row_show("in walls", "%" PRId64 " ticks", stats.blocked_ticks);
    if (clocked && b->boid_ticks > 0)
        row_show("a tick takes", "%.2f \xC2\xB5s a boid", (double)b->tick_ns / 1e3 / (double)b->boid_ticks);
}

static void show_rules(const scene* s, const boid_rules* r, commands* c) {
    static const char* const titles[WISH_COUNT] = {"follow",   "seek",  "arrive", "avoid",
                                                   "separate", "align", "cohere"};
    field_length(c, "boid_speed", "max speed", s, r->speed, 0.5f, 50, "/s");
    field_length(c, "boid_acceleration", "acceleration", s, r->acceleration, 1, 400, "/s\xC2\xB2");
    field_length(c, "boid_radius", "radius", s, r->radius, 0.05f, 0.5f, "");
    field_length(c, "boid_arrive_radius", "arrive radius", s, r->arrive_radius, 0.5f, 20, "");
    field_length(c, "boid_neighbours", "neighbours", s, r->neighbours, 1, 16, "");
    for (int i = 0; i < WISH_COUNT; i++) {
        const char* format = i == WISH_AVOID ? "%.2f s ahead" : i == WISH_ARRIVE ? "%.2f" : "weight %.2f";
        float least = i == WISH_AVOID ? 0.05f : 0, most = i == WISH_ARRIVE ? 1 : 5;
        bool on = r->on[i];
        float weight = r->weight[i];
        if (!gui_switched_slider(titles[i], &on, &weight, least, most, format)) continue;
        if (on)
            commands_pushf(c, "boid_wish", "%s=%.9g", boid_wish_names[i], (double)weight);
        else
            commands_pushf(c, "boid_wish", "%s=off", boid_wish_names[i]);
    }
    field_checkbox(c, "boid_share", "share one goal: flow field", r->share);
}

static void show_one(const scene* s, const boids* b, int number) {
    const wend_agent* body = boids_body(b, number);
    // In units of the map for one of the grid.
    const double side = place_tile_side(s) / (double)wend_grid_tile_size(s->grid);
    const char* unit = place_length_unit(s);
    wend_vec2 target;
    int index = 0, count = 0;
    gui_separator();
    row_show("boid", "%d of %d, %s", number + 1, b->count, wend_agent_state_string(boids_state(b, number)));
    row_show("velocity", "%.3g, %.3g%s/s", (double)body->velocity.x * side,
             (double)body->velocity.y * (s->frame.is_ros ? -side : side), unit);
    row_show("speed", "%.3g%s/s", (double)hypotf(body->velocity.x, body->velocity.y) * side, unit);
    if (boids_target(b, number, &target, &index, &count)) {
        char place[PLACE_TEXT];
        place_text(s, world_frame_position(&s->frame, target), place);
        row_show("waypoint", "%d of %d, at %s", index, count, place);
    } else {
        gui_row("waypoint", GUI_QUIET, "none");
    }
    if (b->items[number].sent) row_show("goal", "%s", place_tile(s, b->items[number].goal).text);
    row_show("radius", "%.3g%s", (double)body->radius * side, unit);
    if (body->profile > 0) row_show("profile", "%s", wend_world_profile_name(b->world, body->profile));
}

void panel_boids_show(const mouse* m, const walk* w, commands* c) {
    const boid_tool* t = m->boids;
    show_tool(m, c);
    show_counts(&t->boids, t->scene->clocked);
    int number = mouse_shown_boid(m);
    if (number >= 0) show_one(t->scene, &t->boids, number);
    gui_separator();
    field_checkbox(c, "camera_follow", "camera follows (C)", w->view->follow);
    field_slider(c, "time_scale", "time", w->time_scale, 0.1f, 8, "%.1f times");
    show_rules(t->scene, &t->boids.rules, c);
}
