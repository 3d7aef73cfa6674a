// panel_map.c: what does the panel say of the map, its files and its abstract graph?
#include "document/place.h"
#include "panels/fields.h"
#include "panels/panel.h"
#include <stdio.h>
#include <string.h>

// The files that [ and ] walk over; a click shows one.
static void show_files(const document* d, commands* c, float scale) {
    enum { LINES = 5 };
    const file_list* files = &d->files;
    if (files->count < 2) {
        gui_text(GUI_PLAIN, d->scene.name);
        return;
    }
    float line = gui_line_height() + 5 * scale;
    gui_begin_part("files", 0, line * (float)SDL_min(files->count, LINES));
    for (int i = 0; i < files->count; i++) {
        const char* name = file_name_of(files->items[i].name);
        if (gui_choice(i, strcmp(name, "-") == 0 ? "standard input" : name, i == files->current))
            commands_pushf(c, "file", "%d", i + 1);
    }
    gui_end_part();
}

// The layers of a Tiled map, the uppermost first as Tiled lists them. A box: its tiles block.
static void show_layers(const scene* s, commands* c) {
    enum { MOST_LAYERS = 64 };
    const char* lines[MOST_LAYERS];
    int count = 0;
    for (const char* at = s->map_layers; *at != '\0' && count < MOST_LAYERS; at = strchr(at, '\n') + 1)
        lines[count++] = at;
    if (count > 0) gui_row("layers", GUI_QUIET, "those with a mark block");
    for (int i = count - 1; i >= 0; i--) {
        const int length = (int)strcspn(lines[i], "\n"), kind = (int)strcspn(lines[i], " ");
        char name[WEND_LAYER_NAME_BYTES];
        snprintf(name, sizeof name, "%.*s", SDL_max(length - kind - 1, 0), lines[i] + kind + 1);
        bool blocks = strncmp(lines[i], "blocks", 6) == 0;
        const bool objects = strncmp(lines[i], "objects", 7) == 0;
        if (gui_toned_checkbox(name, &blocks, objects ? GUI_QUIET : GUI_PLAIN,
                               objects ? "a layer of objects: mark it and they block"
                                       : "mark it and its tiles block, instead of those of another layer"))
            commands_push(c, "collision", blocks ? name : "");
    }
}

// The highest one first, as they lie above each other; a click shows one.
static void show_floors(const scene* s, map_view* m, commands* c, float scale) {
    enum { LINES = 5 };
    const int32_t count = wend_grid_floors(s->grid), shown = m->view->camera.floor;
    SDL_Point size = {0, 0}; // of the pictures, which is that of all
    if (count == 1) return;
    row_show("floors", "%d", count);
    const bool has_pictures = floor_pictures_get(&m->floor_pictures, 0, &size) != NULL;
    const float line_height = has_pictures ? (float)size.y : gui_line_height();
    gui_begin_part("floors", 0, (line_height + 5 * scale) * (float)SDL_min(count, LINES));
    for (int32_t f = count - 1; f >= 0; f--) {
        char text[SCENE_FLOOR], height[PLACE_TEXT], line[SCENE_FLOOR + PLACE_TEXT + 16];
        SDL_Texture* picture = floor_pictures_get(&m->floor_pictures, f, &size);
        scene_floor_text(s, f, text);
        place_amount_text((double)wend_grid_floor_height(s->grid, f), place_length_unit(s), height);
        snprintf(line, sizeof line, "%s, height %s", text, height);
        if (gui_picture_choice(f, line, f == shown, picture, size)) commands_pushf(c, "show_floor", "%d", f);
    }
    gui_end_part();
}

void panel_map_show(const document* d, map_view* m, commands* c, float scale) {
    const scene* s = &d->scene;
    show_files(d, c, scale);
    int32_t width = wend_grid_width(s->grid), height = wend_grid_height(s->grid);
    const double tiles = (double)scene_tile_count(s);
    row_show("size", "%d x %d tiles", width, height);
    show_floors(s, m, c, scale);
    char number[32], parts[64] = "";
    if (!s->mapped)
        snprintf(parts, sizeof parts, ", %s component%s", playback_grouped(s->counts.component_count, number),
                 s->counts.component_count == 1 ? "" : "s");
    row_show("passable", "%.1f %%%s", 100.0 * (double)wend_grid_passable_count(s->grid) / tiles, parts);
    show_layers(s, c);
    panel_connections_show_counts(s->grid);
    row_show("clusters", "%s of %d x %d", playback_grouped((int64_t)s->info.columns * s->info.rows, number),
             s->info.cluster_size, s->info.cluster_size);
    row_show("graph", "%s nodes", playback_grouped(s->info.node_count, number));
    if (!s->mapped) row_show("", "%s edges", playback_grouped(s->counts.edge_count, number));
}

void panel_map_show_build(const scene* s, commands* c) {
    static const char* const sizes[] = {"15 tiles", "31 tiles"};
    int size = s->info.cluster_size == 15 ? 0 : 1, levels = s->info.level_count;
    field_connectivity(c, "move", wend_grid_connectivity(s->grid));
    if (gui_combo("clusters of", sizes, 2, &size)) commands_push(c, "cluster", size == 0 ? "15" : "31");
    if (gui_late_slider_int("levels", &levels, 1, WEND_MAX_LEVELS)) commands_pushf(c, "levels", "%d", levels);
}
