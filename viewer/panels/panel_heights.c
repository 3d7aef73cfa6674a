// panel_heights.c: what does the window with the path's profile of heights show?
#include "panels/panel.h"
#include <math.h>
#include <stdio.h>

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
    const SDL_Rect area = view_free_area(v);
    const float width = SDL_min(560 * v->scale, (float)area.w);
    char text[HEIGHTS_TEXT];
    gui_begin_window("heights of the path", (float)(area.x + area.w), (float)(area.y + area.h), 1, 1, width,
                     0, 0.92f);
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
        gui_paragraph(GUI_PLAIN,
                      wend_grid_has_elevations(v->scene->grid)
                          ? "There is no path."
                          : "This map has no heights: those of rasters with the rule slope or tobler have.");
    }
    if (gui_button("Close the heights", false)) commands_push(c, "heights", "0");
    gui_end_window();
}
