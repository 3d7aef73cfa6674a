// panel_help.c: which keys and gestures are there?
#include "panels/panel.h"
#include "platform/imgui_shim.h"
#include "tools/actions.h"
#include <stdio.h>

static const struct {
    const char *name, *hint;
} mouse_lines[] = {
    {"Click", "set the goal"},
    {"Shift+click", "set the start"},
    {"Ctrl+click", "one goal more, or less"},
    {"Drag", "a marker: move it; the map: move the map"},
    {"Right drag, middle drag", "move the map"},
    {"Wheel", "zoom at the pointer"},
    {"With a tool", "left button paints, right button erases"},
    {"With the link tool", "drag the ends of links to move them"},
    {"With the obstacle tool", "left throws one, right takes it away"},
    {"With the danger tool", "left makes ground cost more, right takes it back"},
    {"With the measure tool", "drag from point to point"},
    {"With boids", "click places, drag sends or selects"},
    {"Pointer", "on a node: its edges; on a tile of a search: g, h, f"},
    {"Small map", "click or drag: look there"},
    {"Drop a file", "show a map or a world, import an image"},
};
enum { MOUSE = sizeof mouse_lines / sizeof mouse_lines[0] };

// The mouse, and then the keys; false past the last. *name_out NULL: an action without a key.
static bool line_at(int index, const char** name_out, const char** hint_out) {
    if (index < MOUSE) {
        *name_out = mouse_lines[index].name;
        *hint_out = mouse_lines[index].hint;
        return true;
    }
    const action* a = &actions[index - MOUSE];
    *name_out = a->command != NULL && a->keys[0] != '\0' ? a->keys : NULL;
    *hint_out = a->hint;
    return a->command != NULL;
}

typedef struct measures {
    int count;
    float name, hint; // the widest
} measures;

static measures measure(void) {
    measures m = {0};
    const char *name, *hint;
    for (int i = 0; line_at(i, &name, &hint); i++) {
        if (name == NULL) continue;
        m.count++;
        m.name = SDL_max(m.name, gui_text_width(name));
        m.hint = SDL_max(m.hint, gui_text_width(hint));
    }
    return m;
}

static void show_lines(int* index_io, int count, float left) {
    const char *name, *hint;
    for (; count > 0 && line_at(*index_io, &name, &hint); (*index_io)++) {
        if (name == NULL) continue;
        gui_row_at(name, left, GUI_PLAIN, hint);
        count--;
    }
}

// True: the user has closed it.
bool panel_help_show(const window* w) {
    measures m = measure();
    float gap = 14 * w->scale, column = m.name + m.hint + 2 * gap, line = gui_line_height() + 5 * w->scale;
    float frame = 40 * w->scale;
    int columns = SDL_clamp((int)(((float)w->width - frame) / column), 1, 3);
    int rows = (m.count + columns - 1) / columns;
    float width = SDL_min(column * (float)columns + frame, (float)w->width - gap);
    float height = SDL_min(line * (float)rows + 3 * frame / 2, (float)w->height - 2 * gap);
    bool open = true;
    gui_begin_dialog("Keys and mouse", (float)w->width / 2, (float)w->height / 2, width, height, &open);
    int index = 0;
    if (columns == 1)
        show_lines(&index, rows, m.name + gap); // in a narrow window, where the hints are wrapped
    for (int i = 0; i < columns && columns > 1; i++) {
        char id[24];
        snprintf(id, sizeof id, "column %d", i);
        if (i > 0) gui_same_line();
        gui_begin_part(id, column, line * (float)rows);
        show_lines(&index, rows, m.name + gap);
        gui_end_part();
    }
    gui_end_window();
    return !open;
}
