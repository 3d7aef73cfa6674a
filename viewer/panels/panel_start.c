// panel_start.c: what can be opened first?
#include "panels/fields.h"
#include "panels/panel.h"
#include "platform/imgui_shim.h"
#include <SDL.h>
#include <stdio.h>
#include <string.h>

// ---- example maps

enum { EXAMPLES = 8, EXAMPLE_PATH = 1000 };

typedef struct example {
    const char *file, *name, *hint;
} example;

static const example examples[EXAMPLES] = {
    {"island.png", "Island", "a picture: towns, rivers and bridges"},
    {"abbey.map", "Abbey", "a MovingAI map with a scenario"},
    {"house.txt", "House", "rooms and doors"},
    {"escalator.txt", "Escalator", "one-way tiles between two halls"},
    {"hex_island.txt", "Hexagons", "an island of hexagons"},
    {"tunnel.recipe", "Tunnel", "a link under a plain"},
    {"house.recipe", "Building", "three floors, stairs and a lift"},
    {"ledges.recipe", "Ledges", "down anywhere, up at one side"},
};

// Where the map is: beside the installed program, or in the source tree. False: it is not installed.
static bool example_path(int index, char out[EXAMPLE_PATH]) {
    static const char* const folders[] = {"../share/wend/maps", "../../../data"};
    char* base = SDL_GetBasePath();
    bool found = false;
    for (int i = 0; i < 2 && base != NULL && !found; i++) {
        int length = snprintf(out, EXAMPLE_PATH, "%s%s/%s", base, folders[i], examples[index].file);
        FILE* in = length < EXAMPLE_PATH ? fopen(out, "rb") : NULL;
        found = in != NULL;
        if (found) fclose(in);
    }
    SDL_free(base);
    return found;
}

// ---- the cards

enum { COLUMNS = 4, CARD = 200, GAP = 10, MARGIN = 16 }; // at a scale of 1
#define CARD_RATIO 0.5f

typedef struct cards {
    thumbnails* pictures;
    float width, height, gap; // of the pictures, and between cards
} cards;

static bool show_card(const cards* k, int index, const char* file, const gui_card* texts) {
    gui_card card = *texts;
    if (index % COLUMNS > 0) gui_same_line_at((float)(index % COLUMNS) * (k->width + k->gap));
    card.picture = thumbnails_get(k->pictures, file, (int)k->width, (int)k->height, &card.size);
    return gui_card_show(&card, k->width, k->height);
}

static void show_examples(const cards* k, commands* c) {
    for (int i = 0; i < EXAMPLES; i++) {
        char path[EXAMPLE_PATH];
        if (!example_path(i, path)) continue;
        const example* e = &examples[i];
        const gui_card card = {.widget_name = e->name, .title = e->name, .hint = e->hint};
        if (show_card(k, i, path, &card)) commands_push(c, "open-file", path);
    }
}

static void show_recent(const cards* k, const recent* r, commands* c) {
    int count = SDL_min(recent_count(r), COLUMNS);
    if (count == 0) return;
    gui_text(GUI_QUIET, "opened last");
    for (int i = 0; i < count; i++) {
        const char* file = r->files[i];
        const gui_card card = {.widget_name = file, .title = file_name_of(file), .tooltip = file};
        if (show_card(k, i, file, &card)) commands_push(c, "open-file", file);
    }
}

static float height_of(const cards* k, int recents) {
    float line = gui_line_height(), space = k->gap;
    float texts = 3 * (line + space / 2) + 3 * line + 3 * space; // hints, title, buttons
    return texts + 2 * (gui_card_height(k->height, true) + space) +
           (recents > 0 ? gui_card_height(k->height, false) + line + 2 * space : 0);
}

bool panel_start_show(const document* d, thumbnails* pictures, const view* v, commands* c) {
    char path[EXAMPLE_PATH];
    SDL_Rect area = view_free_area(v);
    float scale = v->scale, height = (float)v->camera.height, bar = 14 * scale; // of scrolling
    float room = (float)v->camera.width - 2 * MARGIN * scale - 24 * scale - bar;
    cards k = {.pictures = pictures, .gap = GAP * scale};
    k.width = SDL_floorf(SDL_min(CARD * scale, (room - (COLUMNS - 1) * k.gap) / COLUMNS));
    k.height = SDL_floorf(k.width * CARD_RATIO);
    float width = COLUMNS * k.width + (COLUMNS - 1) * k.gap + 24 * scale + bar;
    float wanted = height_of(&k, recent_count(&d->recent));
    float x = SDL_min((float)area.x + (float)area.w / 2, (float)v->camera.width - width / 2 - 8 * scale);
    bool open = true;
    gui_begin_dialog("Welcome to Wend", x, height / 2, width, SDL_min(wanted, height - 16 * scale), &open);
    gui_text(GUI_PLAIN, "Click the map to set the goal, Shift+click to set the start.");
    gui_text(GUI_PLAIN, "Drag to move the map, turn the wheel to zoom, F1 lists all keys.");
    gui_text(GUI_PLAIN, "Open a map with Ctrl+O, or drop a picture or a map on this window.");
    field_button(c, "browse", "Open a file...", "open", false);
    field_button(c, "new", "New empty map", "", true);
    if (gui_button("Stay on the sample island", true)) open = false;
    gui_separator();
    if (example_path(0, path))
        show_examples(&k, c);
    else
        gui_text(GUI_QUIET, "the maps of the examples are not installed");
    show_recent(&k, &d->recent, c);
    gui_end_window();
    return !open;
}
