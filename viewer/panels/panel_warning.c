// panel_warning.c: what did the importer warn about, and where can it be cured?
#include "panels/panel.h"
#include <stdio.h>

static const char* name_of(const scene_warning* w) {
    return w->threshold ? "Threshold..." : "Import options...";
}

// False: there are none.
static bool show_cures(const scene_warning* w, commands* c) {
    char text[WEND_LAYER_NAME_BYTES + 32];
    bool first = true;
    const struct {
        bool offered;
        const char *label, *command;
    } panels[] = {
        {w->colors[0] != '\0', "Costs by colour...", "colors"},
        {w->heights, "Heights...", "heights"},
        {w->is_image && w->text[0] != '\0', name_of(w), "shown"},
    };
    for (int i = 0; i < 3; i++) {
        if (!panels[i].offered) continue;
        if (gui_wrapped_button(panels[i].label, first)) commands_push(c, "import", panels[i].command);
        first = false;
    }
    snprintf(text, sizeof text, "Block layer %s", w->layer);
    if (w->layer[0] != '\0') {
        if (gui_wrapped_button(text, first)) commands_push(c, "collision", w->layer);
        first = false;
    }
    snprintf(text, sizeof text, "Cost by %s", w->property);
    if (w->property[0] != '\0') {
        if (gui_wrapped_button(text, first)) commands_push(c, "cost-property", w->property);
        first = false;
    }
    return !first;
}

float panel_warning_show(const document* d, const view* v, commands* c) {
    const scene_warning* w = &d->scene.warning;
    const char* lines[] = {w->text, w->colors,
                           w->heights ? "a grey image of 16 bits, as height maps are" : ""};
    SDL_Rect area = view_free_area(v);
    char text[sizeof d->scene.name + sizeof w->text + sizeof w->colors + 60];
    int used = snprintf(text, sizeof text, "%s: ", d->scene.name);
    const int head = used;
    for (int i = 0; i < 3; i++)
        if (lines[i][0] != '\0')
            used +=
                snprintf(text + used, sizeof text - (size_t)used, "%s%s", used > head ? "\n" : "", lines[i]);
    float padding = 32 * v->scale, width = gui_text_width(text) + padding;
    float least = 34 * gui_line_height(); // for the buttons
    width = SDL_clamp(width, SDL_min(least, (float)area.w), (float)area.w);
    gui_begin_window("warning", (float)area.x + (float)area.w / 2, (float)area.y, 0.5f, 0, width, 0, 0.97f);
    gui_paragraph(GUI_PLAIN, text);
    const bool cures = show_cures(w, c);
    if (gui_wrapped_button("Keep as it is", !cures)) commands_push(c, "warning", "0");
    return gui_end_window().height;
}
