// panel_layers.c: which layers can be switched in the panel, and what do their colours mean?
#include "panels/fields.h"
#include "panels/panel.h"
#include "tools/actions.h"
#include "views/overlay.h"
#include "views/trace_layer.h"
#include <stdio.h>

// "7  waypoints"
static const char* label_of(const char* layer, char out[80]) {
    const action* a = actions_find("toggle-layers", layer);
    snprintf(out, 80, "%s  %s", a->keys, a->label);
    return out;
}

enum { LAYER_ROWS = (LAYER_COUNT + 1) / 2 };

void panel_layers_show(const view* v, commands* c) {
    bool any_hidden = false;
    float column = gui_room().width * 0.53f;
    for (int i = 0; i < 2 * LAYER_ROWS; i++) {
        int layer = i / 2 + i % 2 * LAYER_ROWS; // down the first column, then down the second
        if (layer >= LAYER_COUNT) continue;
        if (i % 2 == 1) gui_same_line_at(column);
        bool on = view_has(v, (view_layer)layer);
        if (layer == LAYER_COSTS || layer == LAYER_COMPONENTS || layer == LAYER_DISTANCE ||
            layer == LAYER_NUMBERS || layer == LAYER_CLEARANCE ||
            layer == LAYER_GRID) // the map itself changes, or there is no colour
            gui_swatch((SDL_Color){0, 0, 0, 0});
        else
            gui_swatch(overlay_color((view_layer)layer));
        char label[80];
        bool seen =
            overlay_is_legible(v, (view_layer)layer) && (layer != LAYER_NUMBERS || tile_values_have_room(v));
        any_hidden |= !seen;
        if (gui_toned_checkbox(label_of(view_layer_name(layer), label), &on, seen ? GUI_PLAIN : GUI_QUIET,
                               seen ? actions_find("toggle-layers", view_layer_name(layer))->hint
                                    : "too small at this zoom: zoom in to see it"))
            commands_push(c, "toggle-layers", view_layer_name(layer));
    }
    gui_text(GUI_QUIET, any_hidden ? "grey: zoom in to see it" : "all of them can be seen at this zoom");
    char names[WEND_MAX_LEVELS + 1][32] = {"all"};
    const char* choices[WEND_MAX_LEVELS + 1] = {names[0]};
    int levels = v->scene->info.level_count, level = SDL_min(v->level, levels);
    for (int i = 1; i <= levels; i++) {
        int side = v->scene->info.cluster_size << (i - 1);
        snprintf(names[i], sizeof names[i], "%d: %d x %d tiles", i, side, side);
        choices[i] = names[i];
    }
    if (!gui_combo("level", choices, levels + 1, &level)) return;
    if (level == 0)
        commands_push(c, "level", "all");
    else
        commands_pushf(c, "level", "%d", level);
}

static void show_costs(const map_view* m) {
    float least = 1, most = 1;
    const wend_grid* grid = wend_world_grid(scene_view(m->scene)); // of the profile
    if (!view_has(m->view, LAYER_COSTS) || !palette_cost_range(grid, &least, &most)) return;
    row_show("cost", most > least ? "%.4g to %.4g" : "%.4g everywhere", (double)least, (double)most);
    row_ramp(palette_ramp, palette_fraction(most, least, most));
}

static void show_distances(const map_view* m, commands* c) {
    const goal_field* f = &m->goal_field;
    const view* v = m->view;
    bool distance = view_has(v, LAYER_DISTANCE);
    if (!distance && !view_has(v, LAYER_FLOW)) return;
    if (f->failed) gui_row("distance", GUI_BAD, "no memory, or costs too high");
    if (f->filling)
        row_show_toned(GUI_QUIET, f->stepping ? "in steps" : "filling", "%d clusters so far",
                       wend_field_clusters(f->next));
    if (distance) field_button(c, "field-by", "Step", "1", false);
    if (distance) field_button(c, "field_playing", f->playing ? "Pause" : "Let it grow", "toggle", true);
    if (f->partial) gui_row("far away", GUI_QUIET, "left out: memory");
    if (!distance || m->field_layer == NULL || goal_field_now(f) == NULL) return;
    row_show("distance", "0 to %.6g", field_layer_most(m->field_layer));
    row_ramp(palette_distance, 1);
    row_show("lines", "every %.4g", field_layer_interval(v));
}

void panel_layers_show_legend(const map_view* m, commands* c) {
    show_costs(m);
    show_distances(m, c);
}
