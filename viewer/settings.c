// settings.c: what does the program remember from one run to the next?
#include "settings.h"
#include <stdio.h>
#include <string.h>

enum {
    MAX_SIDE = 32768,
    PANES = 3,
    PANE_ITEMS = 5,
    WINDOW_ITEMS = 10,
    ITEMS = WINDOW_ITEMS + SECTION_COUNT + PANES * PANE_ITEMS + RECENT_FILES,
};

typedef struct pane_settings {
    int moved, x, y, width, height;
} pane_settings;

typedef struct settings {
    int x, y, width, height; // of the window while it is not maximised, in units of the window system
    int maximized, panel, main, light, mouse, no_scale_bar, open[SECTION_COUNT];
    pane_settings panes[PANES];
    recent* recent;
} settings;

static const char* const pane_names[PANES][PANE_ITEMS] = {
    {"main-moved", "main-x", "main-y", "main-width", "main-height"},
    {"layers-moved", "layers-x", "layers-y", "layers-width", "layers-height"},
    {"performance-moved", "performance-x", "performance-y", "performance-width", "performance-height"},
};
static const char* const recent_names[RECENT_FILES] = {"recent-1", "recent-2", "recent-3", "recent-4",
                                                       "recent-5", "recent-6", "recent-7", "recent-8"};

static void list_items(settings* s, remembered out[ITEMS]) {
    const remembered fixed[WINDOW_ITEMS] = {
        {"width", &s->width, 64, MAX_SIDE, NULL},
        {"height", &s->height, 64, MAX_SIDE, NULL},
        {"x", &s->x, -MAX_SIDE, MAX_SIDE, NULL},
        {"y", &s->y, -MAX_SIDE, MAX_SIDE, NULL},
        {"maximized", &s->maximized, 0, 1, NULL},
        {"panel", &s->panel, 0, 1, NULL},
        {"main", &s->main, 0, 1, NULL},
        {"light", &s->light, 0, 1, NULL},
        {"mouse", &s->mouse, 0, MOUSE_PRESETS - 1, NULL},
        {"no-scale-bar", &s->no_scale_bar, 0, 1, NULL},
    };
    int count = WINDOW_ITEMS;
    memcpy(out, fixed, sizeof fixed);
    for (int i = 0; i < SECTION_COUNT; i++)
        out[count++] = (remembered){panel_section_name(i), &s->open[i], 0, 1, NULL};
    for (int i = 0; i < PANES; i++) {
        pane_settings* p = &s->panes[i];
        int* members[PANE_ITEMS] = {&p->moved, &p->x, &p->y, &p->width, &p->height};
        for (int k = 0; k < PANE_ITEMS; k++)
            out[count++] = (remembered){pane_names[i][k], members[k], k == 0 || k > 2 ? 0 : -MAX_SIDE,
                                        k == 0 ? 1 : MAX_SIDE, NULL};
    }
    for (int i = 0; i < RECENT_FILES; i++)
        out[count++] = (remembered){.name = recent_names[i], .text = s->recent->files[i]};
}

static gui_pane* pane_of(panel* p, int index) {
    return index == 0 ? &p->main_pane : index == 1 ? &p->layers_pane : &p->performance_pane;
}

static settings settings_of(const window* w, panel* p, document* d, const mouse* m) {
    const SDL_Rect* place = &w->place;
    settings s = {.x = place->x,
                  .y = place->y,
                  .width = place->w,
                  .height = place->h,
                  .maximized = w->maximized,
                  .panel = p->shown,
                  .main = p->main,
                  .light = w->light,
                  .mouse = (int)m->preset,
                  .no_scale_bar = m->ruler.hidden,
                  .recent = &d->recent};
    for (int i = 0; i < SECTION_COUNT; i++) s.open[i] = p->open[i];
    for (int i = 0; i < PANES; i++) {
        const gui_pane* pane = pane_of(p, i);
        s.panes[i] =
            (pane_settings){pane->moved, (int)pane->x, (int)pane->y, (int)pane->width, (int)pane->height};
    }
    return s;
}

bool settings_recall(window* w, panel* p, document* d, mouse* m, char file_out[REMEMBER_PATH]) {
    settings s = settings_of(w, p, d, m);
    remembered items[ITEMS];
    list_items(&s, items);
    bool good = remember_read(items, ITEMS, file_out);
    w->place = (SDL_Rect){s.x, s.y, s.width, s.height};
    w->maximized = s.maximized;
    w->light = s.light;
    m->preset = (mouse_preset)s.mouse;
    m->ruler.hidden = s.no_scale_bar;
    p->shown = s.panel;
    p->main = s.main;
    for (int i = 0; i < SECTION_COUNT; i++) p->open[i] = s.open[i];
    for (int i = 0; i < PANES; i++) {
        const pane_settings* from = &s.panes[i];
        if (from->moved && from->width > 0 && from->height > 0)
            *pane_of(p, i) = (gui_pane){.x = (float)from->x,
                                        .y = (float)from->y,
                                        .width = (float)from->width,
                                        .height = (float)from->height,
                                        .moved = true};
    }
    return good;
}

void settings_keep(window* w, panel* p, document* d, mouse* m) {
    window_update_place(w);
    settings s = settings_of(w, p, d, m);
    remembered items[ITEMS];
    list_items(&s, items);
    remember_write(items, ITEMS);
}
