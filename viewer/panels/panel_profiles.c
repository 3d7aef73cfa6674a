// panel_profiles.c: which kinds of agents are there, and what is the one that plans?
#include "document/place.h"
#include "panels/fields.h"
#include "panels/panel.h"
#include <stdio.h>

// A value of the definition. shown: how many of what is shown make one of the definition.
static void show_value(commands* c, const char* key, const char* name, double value, double shown,
                       const char* unit) {
    char format[40];
    double typed = value * shown;
    snprintf(format, sizeof format, "%%.4g%s", unit);
    if (gui_late_decimal(name, &typed, format))
        commands_pushf(c, "profile_set", "%s=%.9g", key, typed / shown);
}

static void show_definition(const scene* s, commands* c) {
    static const char* const bodies[] = {"a disc", "inflated, as in nav2"};
    wend_profile_def def;
    if (wend_world_get_profile(s->world, s->query.profile, &def) != WEND_OK) return;
    const wend_inflation* f = &def.inflation;
    const double side = place_tile_side(s), of_grid = side / (double)wend_grid_tile_size(s->grid);
    const char* unit = place_length_unit(s);
    char name[WEND_MAX_PROFILE_NAME + 1];
    snprintf(name, sizeof name, "%s", def.name);
    if (gui_late_text("name", name, sizeof name)) commands_pushf(c, "profile_set", "name=%s", name);
    gui_hint("1 to 31 characters of a-z, 0-9, _ and -; Return takes it");
    int body = f->inflation_radius > 0;
    if (gui_combo("body", bodies, 2, &body))
        commands_push(c, "profile_set", body == 1 ? "body=inflated" : "body=radius");
    if (f->inflation_radius > 0) {
        show_value(c, "inscribed", "inscribed", f->inscribed_radius, of_grid, unit);
        show_value(c, "inflation", "inflation", f->inflation_radius, of_grid, unit);
        show_value(c, "scaling", "scaling", f->cost_scaling_factor, 1 / of_grid, "");
        gui_hint("cost_scaling_factor of the inflation layer");
    } else {
        show_value(c, "radius", "radius", (double)def.radius, side, unit);
        show_value(c, "margin", "margin", (double)def.margin, side, unit);
        gui_hint("tiles nearer to obstacles than radius and margin together cost more");
        if (def.margin > 0)
            show_value(c, "margin-falloff", "fall-off", (double)def.margin_falloff, 1, " a tile");
    }
    if (f->inflation_radius > 0 || def.margin > 0)
        show_value(c, "margin-cost", "extra cost", (double)def.margin_cost, 1, "");
    int changed = 0;
    for (int i = 1; i < WEND_CLASS_COUNT; i++) changed += def.class_costs[i] >= 0;
    row_show("terrain", "%d class%s of its own", changed, changed == 1 ? "" : "es");
    field_button(c, "reveal", "Costs of its terrain", "terrain", false);
}

void panel_profiles_show(const document* d, commands* c) {
    const scene* s = &d->scene;
    field_profile(c, "profile", s->world, s->query.profile);
    if (s->query.profile > 0)
        show_definition(s, c);
    else
        gui_paragraph(GUI_QUIET,
                      "A profile is a kind of agents: the costs of terrain, and the room that a body "
                      "needs. The default is the map as it is.");
    field_button(c, "profile_new", "New profile", "", false);
    if (s->query.profile == 0 || !gui_button("Remove profile", true)) return;
    commands_push(c, "remove-boids", "all"); // they know profiles by numbers
    commands_push(c, "profile_remove", "");
}
