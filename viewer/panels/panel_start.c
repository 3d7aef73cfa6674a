// panel_start.c: what can be opened first?
#include "document/examples.h"
#include "panels/panel.h"
#include "platform/imgui_shim.h"
#include <stdio.h>
#include <string.h>

enum { COLUMNS = 2, RECENT_LINES = 4 };

static void show_examples(float width, float scale, commands* c) {
    float column = width / COLUMNS, button = 104 * scale;
    for (int i = 0; i < EXAMPLES; i++) {
        char path[EXAMPLE_PATH];
        if (!example_path(i, path)) continue;
        if (i % COLUMNS > 0) gui_same_line_at(column * (float)(i % COLUMNS));
        if (gui_wide_button(examples[i].name, button)) commands_push(c, "open-file", path);
        gui_same_line();
        gui_text(GUI_QUIET, examples[i].hint);
    }
}

static void show_recent(const recent* r, commands* c) {
    int count = SDL_min(recent_count(r), RECENT_LINES);
    if (count == 0) return;
    gui_separator();
    gui_text(GUI_QUIET, "opened last");
    for (int i = 0; i < count; i++)
        if (gui_choice(i, r->files[i], false)) commands_push(c, "open-file", r->files[i]);
}

bool panel_start_show(const document* d, const view* v, commands* c) {
    char path[EXAMPLE_PATH];
    SDL_Rect area = view_free_area(v);
    float scale = v->scale, height = (float)v->camera.height;
    float longest = 0;
    for (int i = 0; i < EXAMPLES; i++) longest = SDL_max(longest, gui_text_width(examples[i].hint));
    float inner = COLUMNS * (longest + 124 * scale);
    float width = SDL_min(inner + 24 * scale, (float)v->camera.width - 16 * scale);
    int lines = 9 + SDL_min(recent_count(&d->recent), RECENT_LINES) + (recent_count(&d->recent) > 0);
    float wanted = (float)lines * (gui_line_height() + 9 * scale) + 24 * scale;
    float x = SDL_min((float)area.x + (float)area.w / 2, (float)v->camera.width - width / 2 - 8 * scale);
    bool open = true;
    gui_begin_dialog("Welcome to Wend", x, height / 2, width, SDL_min(wanted, height - 16 * scale), &open);
    gui_text(GUI_PLAIN, "Click the map to set the goal, Shift+click to set the start.");
    gui_text(GUI_PLAIN, "Drag to move the map, turn the wheel to zoom, F1 lists all keys.");
    gui_text(GUI_PLAIN, "Open a map with Ctrl+O, or drop a picture or a map on this window.");
    gui_separator();
    if (example_path(0, path))
        show_examples(inner, scale, c);
    else
        gui_text(GUI_QUIET, "the maps of the examples are not installed");
    show_recent(&d->recent, c);
    gui_separator();
    if (gui_button("Open a file...", false)) commands_push(c, "browse", "open");
    if (gui_button("New empty map", true)) commands_push(c, "new", "");
    if (gui_button("Stay on the sample island", true)) open = false;
    gui_end_window();
    return !open;
}
