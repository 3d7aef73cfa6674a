// panel_terrain.c: which classes does the map have, and what do they cost whom?
#include "panels/fields.h"
#include "panels/panel.h"
#include <float.h>
#include <stdio.h>
#include <string.h>

enum { MOST_ROWS = 24 };

// Classes of one name and cost: a legend may give several colours to one terrain.
typedef struct terrain {
    int terrain_class; // the first
    int64_t tiles;
} terrain;

static bool is_same(const scene* s, int a, int b) {
    const char* name = look_name(&s->look, a);
    return name[0] != '\0' && strcmp(name, look_name(&s->look, b)) == 0 &&
           scene_class_cost(s, a) == scene_class_cost(s, b);
}

// Those that occur, with most tiles first. Returns how many there are.
static int list_terrains(const scene* s, terrain out[WEND_CLASS_COUNT]) {
    const int64_t* counts = wend_grid_class_counts(s->grid);
    int count = 0;
    for (int i = 0; i < WEND_CLASS_COUNT; i++) {
        if (counts[i] == 0) continue;
        int at = 0;
        while (at < count && !is_same(s, out[at].terrain_class, i)) at++;
        if (at == count) out[count++] = (terrain){.terrain_class = i};
        if (out[at].terrain_class == 0) out[at].terrain_class = i; // class 0 is always blocked
        out[at].tiles += counts[i];
    }
    for (int i = 1; i < count; i++) {
        const terrain moved = out[i];
        int at = i;
        for (; at > 0 && out[at - 1].tiles < moved.tiles; at--) out[at] = out[at - 1];
        out[at] = moved;
    }
    return count;
}

static void show_terrain(const scene* s, const terrain* t, commands* c) {
    const int id = t->terrain_class;
    const uint32_t rgb = s->look.colors.colors[id];
    const double tiles = (double)scene_tile_count(s);
    const bool named = look_name(&s->look, id)[0] != '\0';
    char name[WEND_MEANING_BYTES + 8], hint[80], key[WEND_MEANING_BYTES];
    if (named)
        snprintf(name, sizeof name, "%s", look_name(&s->look, id));
    else
        snprintf(name, sizeof name, "class %d", id);
    snprintf(hint, sizeof hint, "class %d, %.3g %% of the tiles", id, 100 * (double)t->tiles / tiles);
    snprintf(key, sizeof key, "%d", id);
    float cost = scene_class_cost(s, id);
    const bool was_passable = cost > 0;
    bool passable = was_passable;
    gui_swatch((SDL_Color){(Uint8)(rgb >> 16), (Uint8)(rgb >> 8), (Uint8)rgb, 255});
    // A cost out of range is refused by the command, which says why.
    if (!gui_cost_line(id, name, hint, &passable, &cost, -FLT_MAX, FLT_MAX, id == 0)) return;
    const char* which = named ? look_name(&s->look, id) : key;
    if (!passable)
        commands_pushf(c, "class_cost", "%s=blocked", which);
    else
        commands_pushf(c, "class_cost", "%s=%.9g", which, was_passable ? (double)cost : 1.0);
}

void panel_terrain_show(const document* d, commands* c) {
    const scene* s = &d->scene;
    terrain terrains[WEND_CLASS_COUNT];
    const int count = list_terrains(s, terrains);
    if (wend_world_profile_count(s->world) > 1)
        row_show("costs for", "%s", wend_world_profile_name(s->world, s->query.profile));
    for (int i = 0; i < SDL_min(count, MOST_ROWS); i++) show_terrain(s, &terrains[i], c);
    if (count > MOST_ROWS) row_show("and", "%d more classes", count - MOST_ROWS);
    if (!d->edits.refreshed) gui_text(GUI_QUIET, "refreshing pending clusters");
}
