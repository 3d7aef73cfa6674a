// panel.c: which sections has the panel on the left, and which of them are open?
#include "panels/panel.h"
#include "platform/imgui_shim.h"
#include "platform/parse.h"

enum { PANEL_WIDTH = 320 };

void panel_init(panel* p, view* v) {
    *p = (panel){.view = v, .shown = true, .revealed = SECTION_COUNT};
    p->open[SECTION_MAP] = p->open[SECTION_PLAN] = p->open[SECTION_LAYERS] = true;
}

void panel_set_shown(panel* p, bool shown) {
    p->shown = shown;
    view_take_room(p->view, shown ? (float)(int)(PANEL_WIDTH * p->view->scale) : 0, p->view->bar_height);
}

const char* panel_section_name(int section) {
    static const char* const names[] = {"map", "build", "plan", "edit", "boids", "layers"};
    return section < SECTION_COUNT ? names[section] : NULL;
}

void panel_begin(const panel* p) {
    const view* v = p->view;
    gui_begin_window("panel", 0, 0, 0, 0, PANEL_WIDTH * v->scale,
                     (float)v->camera.height - view_status_height(v), 1);
}

bool panel_begin_section(panel* p, panel_section section) {
    static const char* const titles[] = {"Map", "Movement and clusters", "Plan", "Edit", "Boids", "Layers"};
    if (p->revealed == (int)section) {
        gui_scroll_here();
        p->revealed = SECTION_COUNT;
    }
    return gui_section(titles[section], &p->open[section]);
}

void panel_end(void) {
    gui_separator();
    gui_text(GUI_QUIET, "F1  keys and mouse");
    gui_end_window();
}

// ---- commands

static bool set_open(panel* p, const char* value, bool open, int* section_out, char* why) {
    *section_out = parse_word(value, "section", panel_section_name, why);
    if (*section_out >= 0) p->open[*section_out] = open;
    return *section_out >= 0;
}

static bool run_open(void* owner, const char* value, char* why) {
    int section;
    return set_open(owner, value, true, &section, why);
}

static bool run_close(void* owner, const char* value, char* why) {
    int section;
    return set_open(owner, value, false, &section, why);
}

// Opens a section and scrolls to it.
static bool run_reveal(void* owner, const char* value, char* why) {
    panel* p = owner;
    return set_open(p, value, true, &p->revealed, why);
}

static void turn_panel(void* owner, bool shown) {
    panel_set_shown(owner, shown);
}

const command_def panel_commands[] = {
    COMMAND("open", run_open, COMMAND_SETTING),
    COMMAND("close", run_close, COMMAND_SETTING),
    COMMAND("reveal", run_reveal, COMMAND_ACTION),
    COMMAND_TURN("panel", panel, shown, turn_panel, COMMAND_ACTION),
    COMMAND_SWITCH("help", panel, help, .kind = COMMAND_ACTION),
    COMMANDS_END,
};
