// panel_warning.c: what did the importer warn about, and where can it be cured?
#include "panels/panel.h"
#include <stdio.h>

float panel_warning_show(const document* d, const view* v, commands* c) {
    const scene_warning* w = &d->scene.warning;
    SDL_Rect area = view_free_area(v);
    char text[sizeof w->text + sizeof w->colors + 300];
    const char* both = w->text[0] != '\0' && w->colors[0] != '\0' ? "\n" : "";
    snprintf(text, sizeof text, "%s: %s%s%s", d->scene.name, w->text, both, w->colors);
    float padding = 32 * v->scale, width = gui_text_width(text) + padding;
    float least = 30 * gui_line_height(); // for the buttons
    width = SDL_clamp(width, SDL_min(least, (float)area.w), (float)area.w);
    gui_begin_window("warning", (float)area.x + (float)area.w / 2, (float)area.y, 0.5f, 0, width, 0, 0.97f);
    gui_paragraph(GUI_PLAIN, text);
    bool beside = false;
    if (w->colors[0] != '\0') {
        if (gui_button("Costs by colour...", false)) commands_push(c, "import", "colors");
        beside = true;
    }
    if (w->text[0] != '\0') {
        const char* label = w->threshold ? "Threshold..." : "Import options...";
        if (gui_button(label, beside)) commands_push(c, "import", "shown");
    }
    if (gui_button("Keep as it is", true)) commands_push(c, "warning", "0");
    return gui_end_window().height;
}
