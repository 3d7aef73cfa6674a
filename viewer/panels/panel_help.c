// panel_help.c: which keys and gestures are there?
#include "panels/panel.h"
#include "platform/imgui_shim.h"
#include "tools/keys.h"

static const struct {
    const char *name, *help;
} mouse_lines[] = {
    {"Wheel", "zoom at the pointer"},
    {"Right drag", "move the map; tool: passable ground"},
    {"Middle drag", "move the map"},
    {"Left drag", "a marker: move it; tool: paint"},
    {"Ends of links", "with the link tool: drag them"},
    {"Ctrl+click", "one goal more, or less"},
    {"Pointer", "node: its edges; search: g, h, f"},
    {"With boids", "click: place; drag: send, select"},
    {"Small map", "click or drag: look there"},
    {"Drop", "maps, worlds, images: show them"},
};
enum { MOUSE = sizeof mouse_lines / sizeof mouse_lines[0] };

// The keys, and then the mouse; false past the last. A key without a name shares the text of the one before.
static bool line_at(int index, const char** name, const char** help) {
    int key_count = 0;
    while (keys[key_count].key != 0) key_count++;
    if (index >= key_count + MOUSE) return false;
    *name = index < key_count ? keys[index].name : mouse_lines[index - key_count].name;
    *help = index < key_count ? keys[index].help : mouse_lines[index - key_count].help;
    return true;
}

// How many lines have a name, and the width of the widest.
static int count_lines(float* widest_out) {
    const char *name, *help;
    int count = 0;
    for (int i = 0; line_at(i, &name, &help); i++) {
        if (name == NULL) continue;
        count++;
        *widest_out = SDL_max(*widest_out, gui_text_width(help));
    }
    return count;
}

void panel_help_show(const window* w) {
    float widest = 0, name_width = 112 * w->scale, line = gui_line_height() + 5 * w->scale;
    int count = count_lines(&widest), columns = 2, rows = (count + columns - 1) / columns;
    gui_begin_window("help", (float)w->width / 2, (float)w->height / 2, 0.5f, 0.5f, 0, 0, 1);
    const char *name, *help;
    int index = 0;
    for (int column = 0; column < columns; column++) {
        if (column > 0) gui_same_line();
        gui_begin_part(column == 0 ? "left" : "right", name_width + widest + 10 * w->scale,
                       line * (float)rows);
        for (int row = 0; row < rows && line_at(index, &name, &help); index++) {
            if (name == NULL) continue;
            gui_row(name, GUI_PLAIN, help);
            row++;
        }
        gui_end_part();
    }
    gui_end_window();
}
