// panel_fleet.c: which widgets run a fleet, and what is said of it?
#include "panels/fields.h"
#include "panels/panel.h"
#include "panels/rows.h"
#include <inttypes.h>

static void show_counts(const fleet_tool* t, bool clocked) {
    const wend_fleet_stats stats = wend_fleet_get_stats(t->fleet);
    row_show("movers", "%d, %d on their way", stats.movers, stats.moving);
    row_show("arrived", "%d", stats.arrived);
    if (stats.stuck > 0) row_show("stuck", "%d", stats.stuck);
    if (stats.no_route > 0) row_show("no path", "%d", stats.no_route);
    row_show("steps", "%" PRId64, stats.steps);
    row_show("goals reached", "%" PRId64, t->reached);
    row_show_toned(t->conflicts > 0 ? GUI_BAD : GUI_PLAIN, "conflicts", "%" PRId64, t->conflicts);
    if (clocked && stats.steps > 0) row_show("a step takes", "%.2f ms", t->step_ns / 1e6);
}

void panel_fleet_show(const fleet_tool* t, const view* v, commands* c) {
    if (!t->shown) return;
    const SDL_Rect area = view_free_area(v);
    const float width = SDL_min(330 * v->scale, (float)area.w);
    gui_begin_window("fleet", (float)(area.x + area.w), (float)area.y, 1, 0, width, 0, 0.92f);
    gui_paragraph(GUI_QUIET,
                  "Movers on tiles that never stand in each other. Green: at the goal. Red: stuck.");
    field_slider_int(c, "fleet_movers", "movers", t->movers, 1, 20000);
    field_slider(c, "fleet_speed", "speed", t->speed, 0.5f, 60, "%.1f steps/s");
    field_checkbox(c, "fleet_lifelong", "another goal at each goal", t->lifelong);
    field_checkbox(c, "fleet_turns", "turn before a step", t->turns);
    field_checkbox(c, "fleet_heat", "colour where they wait", t->heat);
    if (wend_world_profile_count(v->scene->world) > 1)
        field_checkbox(c, "fleet_profiles", "movers of all profiles", t->profiles);
    int32_t links = 0;
    wend_grid_links(v->scene->grid, &links);
    if (links > 0) {
        field_slider_int(c, "fleet_lift", "in a lift", t->lift, 0, 10);
        field_slider(c, "fleet_step_seconds", "a step lasts", t->step_seconds, 0, 10, "%.1f s");
    }
    if (gui_button(t->fleet != NULL ? "Again" : "Start", false)) commands_pushf(c, "fleet", "%d", t->movers);
    if (t->fleet != NULL && gui_button(t->paused ? "Continue" : "Pause", true))
        commands_push(c, "fleet_paused", "toggle");
    if (t->fleet != NULL && gui_button("Step", true)) commands_push(c, "fleet_step", "");
    if (t->fleet != NULL && gui_button("End", true)) commands_push(c, "fleet", "0");
    if (gui_button("Close", true)) commands_push(c, "fleet_panel", "0");
    if (t->fleet != NULL) show_counts(t, v->scene->clocked);
    gui_end_window();
}
