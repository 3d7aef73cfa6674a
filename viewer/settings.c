// settings.c: what does the program remember from one run to the next?
#include "app.h"
#include <string.h>

enum {
    MAX_SIDE = 32768,
    PANES = 3,
    PANE_ITEMS = 5,
    WINDOW_ITEMS = 10,
    ITEMS = WINDOW_ITEMS + SECTION_COUNT + PANES * PANE_ITEMS + RECENT_FILES,
};

static const char* const pane_names[PANES][PANE_ITEMS] = {
    {"main-moved", "main-x", "main-y", "main-width", "main-height"},
    {"layers-moved", "layers-x", "layers-y", "layers-width", "layers-height"},
    {"performance-moved", "performance-x", "performance-y", "performance-width", "performance-height"},
};
static const char* const recent_names[RECENT_FILES] = {"recent-1", "recent-2", "recent-3", "recent-4",
                                                       "recent-5", "recent-6", "recent-7", "recent-8"};

static gui_pane* pane_of(panel* p, int index) {
    return index == 0 ? &p->main_pane : index == 1 ? &p->layers_pane : &p->performance_pane;
}

static void list_items(window* w, panel* p, document* d, mouse* m, remembered out[ITEMS]) {
    const remembered fixed[WINDOW_ITEMS] = {
        {"width", REMEMBER_INT, &w->place.w, 64, MAX_SIDE},
        {"height", REMEMBER_INT, &w->place.h, 64, MAX_SIDE},
        {"x", REMEMBER_INT, &w->place.x, -MAX_SIDE, MAX_SIDE},
        {"y", REMEMBER_INT, &w->place.y, -MAX_SIDE, MAX_SIDE},
        {"maximized", REMEMBER_SWITCH, &w->maximized, 0, 1},
        {"panel", REMEMBER_SWITCH, &p->shown, 0, 1},
        {"main", REMEMBER_SWITCH, &p->main, 0, 1},
        {"light", REMEMBER_SWITCH, &w->light, 0, 1},
        {"mouse", REMEMBER_INT, &m->preset, 0, MOUSE_PRESETS - 1},
        {"no-scale-bar", REMEMBER_SWITCH, &m->ruler.hidden, 0, 1},
    };
    int count = WINDOW_ITEMS;
    memcpy(out, fixed, sizeof fixed);
    for (int i = 0; i < SECTION_COUNT; i++)
        out[count++] = (remembered){panel_section_name(i), REMEMBER_SWITCH, &p->open[i], 0, 1};
    for (int i = 0; i < PANES; i++) {
        gui_pane* pane = pane_of(p, i);
        float* numbers[] = {&pane->x, &pane->y, &pane->width, &pane->height};
        out[count++] = (remembered){pane_names[i][0], REMEMBER_SWITCH, &pane->moved, 0, 1};
        for (int k = 0; k < 4; k++)
            out[count++] = (remembered){pane_names[i][k + 1], REMEMBER_FLOAT, numbers[k],
                                        k < 2 ? -MAX_SIDE : 0, MAX_SIDE};
    }
    for (int i = 0; i < RECENT_FILES; i++)
        out[count++] = (remembered){recent_names[i], REMEMBER_TEXT, d->recent.files[i], 0, 0};
}

bool settings_recall(window* w, panel* p, document* d, mouse* m, char file_out[REMEMBER_PATH]) {
    remembered items[ITEMS];
    list_items(w, p, d, m, items);
    const bool good = remember_read(items, ITEMS, file_out);
    for (int i = 0; i < PANES; i++) {
        gui_pane* pane = pane_of(p, i);
        if (!pane->moved || pane->width <= 0 || pane->height <= 0) *pane = (gui_pane){0};
    }
    return good;
}

void settings_keep(window* w, panel* p, document* d, mouse* m) {
    window_update_place(w);
    remembered items[ITEMS];
    list_items(w, p, d, m, items);
    remember_write(items, ITEMS);
}
