// panel_warning.c: what did the importer warn about, and where can it be cured?
#include "panels/fields.h"
#include "panels/panel.h"
#include <stdio.h>

// False: there are none.
static bool show_cures(const scene_warning* w, commands* c) {
    char layer[WEND_LAYER_NAME_BYTES + 48], property[WEND_LAYER_NAME_BYTES + 48];
    snprintf(layer, sizeof layer, "Block layer %s%s", w->layer, w->floor ? ", floor elsewhere" : "");
    snprintf(property, sizeof property, "Cost by %s", w->property);
    const struct {
        bool offered;
        const char *label, *command, *value;
        bool reveals; // the section of the terrain
    } cures[] = {
        {w->colors[0] != '\0', "Costs by colour...", "import", "colors"},
        {w->heights, "Heights...", "import", "heights"},
        {w->is_image && w->text[0] != '\0', w->threshold ? "Threshold..." : "Import options...", "import",
         "shown"},
        {w->layer[0] != '\0', layer, w->floor ? "floor" : "collision", w->layer},
        {w->floor && w->layer[0] == '\0', "Floor where no tile is", "floor", ""},
        {w->tiles, "Costs by tile", "tile_legend", "", true},
        {w->property[0] != '\0', property, "cost-property", w->property},
    };
    bool any = false;
    for (size_t i = 0; i < sizeof cures / sizeof cures[0]; i++) {
        if (!cures[i].offered) continue;
        if (gui_wrapped_button(cures[i].label, !any)) {
            commands_push(c, cures[i].command, cures[i].value);
            if (cures[i].reveals) commands_push(c, "reveal", "terrain");
        }
        any = true;
    }
    return any;
}

// Above the map, which makes room for it.
static void begin(const char* id, const char* text, const view* v) {
    const SDL_Rect area = view_free_area(v);
    const float padding = 32 * v->scale, least = 34 * gui_line_height(); // for the buttons
    const float width =
        SDL_clamp(gui_text_width(text) + padding, SDL_min(least, (float)area.w), (float)area.w);
    gui_begin_window(id, (float)area.x + (float)area.w / 2, (float)area.y - v->banner_height, 0.5f, 0, width,
                     0, 0.97f);
    gui_paragraph(GUI_PLAIN, text);
}

float panel_refused_show(const document* d, const view* v, commands* c) {
    static const char* const labels[] = {
        [REMEDY_OUTSIDE] = "Allow files outside its folder", [REMEDY_FILL_SHORT] = "Block what is missing"};
    begin("refused", d->refused.text, v);
    field_button(c, "refused", labels[d->refused.remedy], "yes", false);
    field_button(c, "refused", "Leave it", "no", true);
    return gui_end_window().height;
}

float panel_warning_show(const document* d, const view* v, commands* c) {
    const scene_warning* w = &d->scene.warning;
    const char* lines[] = {w->text, w->colors,
                           w->heights ? "a grey image of 16 bits, as height maps are" : ""};
    char text[sizeof d->scene.name + sizeof w->text + sizeof w->colors + 60];
    int used = snprintf(text, sizeof text, "%s: ", d->scene.name);
    const int head = used;
    for (int i = 0; i < 3; i++)
        if (lines[i][0] != '\0')
            used +=
                snprintf(text + used, sizeof text - (size_t)used, "%s%s", used > head ? "\n" : "", lines[i]);
    begin("warning", text, v);
    const bool cures = show_cures(w, c);
    if (gui_wrapped_button("Keep as it is", !cures)) commands_push(c, "warning", "0");
    return gui_end_window().height;
}
