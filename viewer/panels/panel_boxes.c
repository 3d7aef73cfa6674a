// panel_boxes.c: what do the boxes over the map show: why there is no path, several places, heights, a fleet?
#include "panels/fields.h"
#include "panels/panel.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

// At a fraction of the free area's width and height.
static void begin_box(const char* id, const view* v, float width, float x, float y) {
    const SDL_Rect area = view_free_area(v);
    gui_begin_window(id, (float)area.x + (float)area.w * x, (float)area.y + (float)area.h * y, x, y,
                     SDL_min(width * v->scale, (float)area.w), 0, 0.97f);
}

void panel_why_show(const why_tool* w, const view* v, commands* c) {
    if (!w->shown) return;
    begin_box("why no path", v, 460, 0.5f, 1);
    gui_paragraph(GUI_PLAIN, w->text);
    if (w->can_open) field_button(c, "why", "Open it", "open", false);
    field_button(c, "why", "Close", "0", w->can_open);
    gui_end_window();
}

// ---- several places

void panel_places_show(const places_tool* p, const view* v, commands* c) {
    static const char* const kinds[PLACES_KINDS] = {"nothing", "tour through the goals",
                                                    "reach of the pointer", "territories"};
    if (p->kind == PLACES_OFF) return;
    begin_box("several places", v, 360, 0, 1);
    field_combo(c, "places", "show", kinds, p->kind, places_kind_name);
    gui_paragraph(p->failed ? GUI_BAD : GUI_PLAIN, p->text);
    if (p->kind == PLACES_TOUR) field_checkbox(c, "tour_closed", "back to the start", p->closed);
    if (p->kind == PLACES_REACH) {
        field_decimal(c, "reach_within", "cost", (float)p->within, 1, 1e9f);
        field_slider_int(c, "reach_bands", "bands", p->bands, 1, PLACES_BANDS);
    }
    field_button(c, "places", "Close", "off", false);
    gui_end_window();
}

// ---- the heights of the path

static const SDL_Color line_color = {255, 168, 40, 255}, ground_color = {255, 168, 40, 60};
static const SDL_Color mark_color = {230, 50, 50, 255};

static float y_of(const heights_tool* h, const gui_canvas* box, double height) {
    const double reach = fmax(h->highest - h->lowest, 1);
    return box->y + box->height * (float)(0.95 - 0.9 * (height - h->lowest) / reach);
}

// A line for each two pixels: of the tiles in between, the highest.
static void draw_profile(const heights_tool* h, const gui_canvas* box) {
    const double length = fmax(h->along[h->count - 1], 1e-9);
    const float bottom = box->y + box->height;
    float last_x = 0, last_y = 0;
    bool joined = false;
    for (int32_t i = 0; i < h->count;) {
        const float x = box->x + box->width * (float)(h->along[i] / length);
        double highest = -INFINITY;
        for (; i < h->count && box->x + box->width * (float)(h->along[i] / length) < x + 2; i++)
            if (!isnan(h->heights[i])) highest = fmax(highest, h->heights[i]);
        if (isinf(highest)) {
            joined = false;
            continue;
        }
        const float y = y_of(h, box, highest);
        if (joined) {
            gui_canvas_box(floorf(last_x), fminf(y, last_y), floorf(x), bottom, ground_color);
            gui_canvas_line(last_x, last_y, x, y, line_color, 2);
        }
        last_x = x;
        last_y = y;
        joined = true;
    }
}

static void show_profile(const heights_tool* h, float scale, commands* c) {
    const gui_canvas box = gui_begin_canvas(5 * gui_line_height());
    char text[HEIGHTS_TEXT];
    gui_canvas_box(box.x, box.y, box.x + box.width, box.y + box.height, gui_tone_color(GUI_PLAIN, 16));
    draw_profile(h, &box);
    snprintf(text, sizeof text, "%.0f m", h->highest);
    gui_canvas_text(box.x, box.y, 0, 0, GUI_QUIET, text);
    snprintf(text, sizeof text, "%.0f m", h->lowest);
    gui_canvas_text(box.x, box.y + box.height, 0, 1, GUI_QUIET, text);
    const int at =
        box.hovered ? heights_index(h, (double)SDL_clamp((box.pointer_x - box.x) / box.width, 0, 1)) : h->at;
    if (at != h->at) commands_pushf(c, "height_at", "%d", at);
    if (at < 0 || at >= h->count) return;
    const float x = box.x + box.width * (float)(h->along[at] / fmax(h->along[h->count - 1], 1e-9));
    gui_canvas_line(x, box.y, x, box.y + box.height, mark_color, scale);
    if (isnan(h->heights[at])) return;
    const float y = y_of(h, &box, h->heights[at]), knob = 3 * scale;
    gui_canvas_box(x - knob, y - knob, x + knob, y + knob, mark_color);
}

void panel_heights_show(const heights_tool* h, const view* v, commands* c) {
    if (!h->shown) return;
    char text[HEIGHTS_TEXT];
    begin_box("heights of the path", v, 560, 1, 1);
    if (h->count > 0) {
        snprintf(text, sizeof text,
                 "%.0f m long, climb %.0f m, descent %.0f m, steepest %+.0f %% and -%.0f %%",
                 h->along[h->count - 1], h->relief.climb, h->relief.descent, 100 * h->relief.steepest_up,
                 100 * h->relief.steepest_down);
        gui_paragraph(GUI_PLAIN, text);
        show_profile(h, v->scale, c);
        heights_text(h, text);
        gui_text(GUI_QUIET, text[0] != '\0' ? text : "Point at the profile to see the place on the map.");
    } else {
        gui_paragraph(GUI_PLAIN, wend_grid_has_elevations(v->scene->grid)
                                     ? "There is no path."
                                     : "This map has no heights. Rasters that are imported by the rule slope "
                                       "or tobler have them.");
    }
    field_button(c, "heights", "Close the heights", "0", false);
    gui_end_window();
}

// ---- a fleet

static void show_counts(const fleet_tool* t, bool clocked) {
    const wend_fleet_stats stats = wend_fleet_get_stats(t->fleet);
    row_show("movers", "%d, %d on their way", stats.movers, stats.moving);
    row_show("arrived", "%d", stats.arrived);
    if (stats.stuck > 0) row_show("stuck", "%d", stats.stuck);
    if (stats.no_route > 0) row_show("no path", "%d", stats.no_route);
    row_show("steps", "%" PRId64, stats.steps);
    row_show("reached", "%" PRId64 " goal%s", t->reached, t->reached == 1 ? "" : "s");
    row_show_toned(t->conflicts > 0 ? GUI_BAD : GUI_PLAIN, "conflicts", "%" PRId64, t->conflicts);
    if (clocked && stats.steps > 0) row_show("a step takes", "%.2f ms", t->step_ns / 1e6);
}

void panel_fleet_show(const fleet_tool* t, const view* v, commands* c) {
    if (!t->shown) return;
    begin_box("fleet", v, 330, 1, 0);
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
    if (t->fleet != NULL) field_button(c, "fleet_paused", t->paused ? "Continue" : "Pause", "toggle", true);
    if (t->fleet != NULL) field_button(c, "fleet_step", "Step", "", true);
    if (t->fleet != NULL) field_button(c, "fleet", "End", "0", true);
    field_button(c, "fleet_panel", "Close", "0", true);
    if (t->fleet != NULL) show_counts(t, v->scene->clocked);
    gui_end_window();
}
