// panel_menu.c: which actions are in the menus and on the tool bar?
#include "panels/panel.h"
#include "platform/imgui_shim.h"
#include "tools/actions.h"
#include <stdio.h>
#include <string.h>

// What the menus and the bar are about.
typedef struct shown {
    const document* document;
    const playback* playback;
    commands* commands;
} shown;

static bool is_possible(const shown* p, const action* a) {
    const edits* e = &p->document->edits;
    if (strcmp(a->command, "undo") == 0) return e->position > 0;
    if (strcmp(a->command, "redo") == 0) return e->position < e->step_count;
    if (strcmp(a->command, "file") == 0) return p->document->files.count > 1;
    if ((a->flags & ACTION_PLAYER) != 0) return playback_is_loaded(p->playback);
    return true;
}

// ---- menus

static void show_entry(const shown* p, const action* a) {
    if ((a->flags & ACTION_PARTED) != 0) gui_separator();
    if (gui_menu_item(a->label, a->keys, a->hint, commands_is(p->commands, a->command, a->value),
                      is_possible(p, a)))
        commands_push(p->commands, a->command, a->value);
}

static void show_recent(const shown* p) {
    const recent* r = &p->document->recent;
    int count = recent_count(r);
    if (count == 0) gui_menu_item("none yet", "", "files that you open are listed here", false, false);
    for (int i = 0; i < count; i++)
        if (gui_menu_item(file_name_of(r->files[i]), "", r->files[i], false, true))
            commands_push(p->commands, "open-file", r->files[i]);
}

static void show_recent_menu(const shown* p) {
    if (!gui_begin_menu("Recent", "Recent menu")) return;
    show_recent(p);
    gui_end_menu();
}

// The actions of a submenu, from its first one on.
static void show_submenu(const shown* p, const action* first) {
    char name[60];
    snprintf(name, sizeof name, "%s menu", first->submenu);
    if (!gui_begin_menu(first->submenu, name)) return;
    for (const action* a = first; a->command != NULL; a++)
        if (a->submenu != NULL && strcmp(a->submenu, first->submenu) == 0) show_entry(p, a);
    gui_end_menu();
}

static void show_menu(const shown* p, menu which) {
    char name[60];
    snprintf(name, sizeof name, "%s menu", actions_menu_name(which));
    if (!gui_begin_menu(actions_menu_name(which), name)) return;
    const char* submenu = NULL; // that was shown last
    for (const action* a = actions; a->command != NULL; a++) {
        if (a->menu != which) continue;
        if (a->submenu == NULL)
            show_entry(p, a);
        else if (submenu == NULL || strcmp(submenu, a->submenu) != 0)
            show_submenu(p, a);
        submenu = a->submenu;
        if (strcmp(a->command, "browse") == 0 && strcmp(a->value, "open") == 0) show_recent_menu(p);
    }
    gui_end_menu();
}

// ---- the tool bar

static const struct {
    gui_icon icon;
    const char *command, *value;
    bool gap; // after it
} buttons[] = {
    {ICON_OPEN, "browse", "open", false},
    {ICON_RECENT, NULL, NULL, false},
    {ICON_SAVE, "save", "", true},
    {ICON_UNDO, "undo", "", false},
    {ICON_REDO, "redo", "", true},
    {ICON_LOOK, "tool", "look", false},
    {ICON_BRUSH, "tool", "brush", false},
    {ICON_LINE, "tool", "line", false},
    {ICON_RECTANGLE, "tool", "rectangle", false},
    {ICON_FILL, "tool", "fill", false},
    {ICON_LINK, "tool", "link", false},
    {ICON_WALL, "tool", "wall", false},
    {ICON_ONE_WAY, "tool", "one-way", false},
    {ICON_OBSTACLE, "tool", "obstacle", false},
    {ICON_MEASURE, "tool", "measure", false},
    {ICON_BOIDS, "boids", "toggle", true},
    {ICON_RESTART, "run", "", false},
    {ICON_PAUSE, "paused", "toggle", false},
    {ICON_STEP, "step", "", true},
    {ICON_PLAYER, "player", "toggle", false},
    {ICON_COMPARE, "performance", "toggle", false},
};

static void show_button(const shown* p, int index, bool usable) {
    gui_icon icon = buttons[index].icon;
    if (buttons[index].command == NULL) {
        bool pressed = gui_tool_button(icon, "bar: recent", "Files that were opened last", false, usable);
        if (!gui_begin_popup("recent files", pressed)) return;
        show_recent(p);
        gui_end_popup();
        return;
    }
    const action* a = actions_find(buttons[index].command, buttons[index].value);
    char name[80], hint[200], label[80];
    snprintf(name, sizeof name, "bar: %s", a->label);
    snprintf(hint, sizeof hint, "%s: %s", actions_label(a->command, a->value, label), a->hint);
    if (gui_tool_button(icon, name, hint, commands_is(p->commands, a->command, a->value),
                        usable && is_possible(p, a)))
        commands_push(p->commands, a->command, a->value);
}

void panel_menu_show(const document* d, const playback* b, const view* v, bool usable, commands* c) {
    const shown p = {d, b, c};
    if (!v->bars) return;
    gui_begin_menu_bar(usable);
    for (int i = 0; i < MENU_COUNT; i++) show_menu(&p, (menu)i);
    gui_end_menu_bar();
    gui_begin_tool_bar((float)v->camera.width);
    for (int i = 0; i < (int)(sizeof buttons / sizeof buttons[0]); i++) {
        show_button(&p, i, usable);
        if (buttons[i].gap) gui_tool_gap();
    }
    gui_end_tool_bar();
}
