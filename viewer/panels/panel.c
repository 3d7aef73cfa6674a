// panel.c: which panels are there, where are they, and which of their sections are open?
#include "panels/panel.h"
#include "platform/commands.h"
#include "platform/imgui_shim.h"

enum { PANEL_WIDTH = 340, DOCK_WIDTH = 486, DOCK_WIDEST = 640, MAP_LEAST = 240 };
#define MOST_COVERED 0.6f  // of the width of the window, by the column on the left
#define LAYERS_SHARE 0.72f // at most, of the column on the left

void panel_init(panel* p, view* v) {
    *p = (panel){.view = v, .shown = true, .main = true, .revealed = SECTION_COUNT};
    p->open[SECTION_MAP] = p->open[SECTION_PLAN] = p->open[SECTION_LAYERS] = true;
}

const char* panel_section_name(int section) {
    static const char* const names[] = {"map",     "build", "plan",  "profiles",
                                        "terrain", "edit",  "boids", "layers"};
    return section < SECTION_COUNT ? names[section] : NULL;
}

// ---- places

// What the performance window takes by default.
static float dock_width(const view* v) {
    float rest = (float)v->camera.width - PANEL_WIDTH * v->scale;
    float width = SDL_clamp(rest * 0.45f, DOCK_WIDTH * v->scale, DOCK_WIDEST * v->scale);
    return SDL_min(width, (float)v->camera.width);
}

void panel_follow(panel* p, bool performance_open) {
    const gui_pane* pane = &p->performance_pane;
    const view* v = p->view;
    p->docked =
        performance_open && (!pane->moved || pane->x + pane->width >= (float)v->camera.width - 4 * v->scale);
}

// The panels would cover most of the map: they are shown only on demand.
static bool is_narrow(const panel* p) {
    return PANEL_WIDTH * p->view->scale > MOST_COVERED * (float)p->view->camera.width;
}

// The panels on the left are shown, and there is room for them.
static bool has_column(const panel* p) {
    const view* v = p->view;
    float least = (PANEL_WIDTH + MAP_LEAST) * v->scale;
    return p->shown && (p->over_map || !is_narrow(p)) &&
           !(p->docked && (float)v->camera.width - dock_width(v) < least);
}

// The column on the left: by default the main panel lies above that of the layers.
static SDL_FRect column(const panel* p) {
    const view* v = p->view;
    float top = view_top_height(v), bottom = (float)v->camera.height - view_status_height(v);
    return (SDL_FRect){0, top, SDL_min(PANEL_WIDTH * v->scale, (float)v->camera.width),
                       SDL_max(bottom - top, 0)};
}

static float right_end(const gui_pane* pane, bool shown, const view* v) {
    return shown && pane->placed && pane->x <= 4 * v->scale ? pane->x + pane->width : 0;
}

void panel_take_room(const panel* p) {
    view* v = p->view;
    float main = right_end(&p->main_pane, has_column(p) && p->main, v);
    float layers = right_end(&p->layers_pane, has_column(p) && p->open[SECTION_LAYERS], v);
    view_take_room(v, SDL_max(main, layers), v->bar_height);
    view_take_dock(v, !p->docked                    ? 0
                      : !p->performance_pane.placed ? dock_width(v)
                                                    : (float)v->camera.width - p->performance_pane.x);
}

bool panel_begin_layers(panel* p, commands* c) {
    bool* open = &p->open[SECTION_LAYERS];
    if (!has_column(p) || !*open) return false;
    SDL_FRect area = column(p);
    float most = p->main && !p->main_pane.moved ? area.h * LAYERS_SHARE : area.h;
    float height = p->layers_pane.placed && !p->layers_pane.moved ? p->layers_pane.height : most;
    bool stays = true;
    gui_begin_pane("Layers", &p->layers_pane, area.x, area.y + area.h - height, area.w, -most, &stays);
    if (!stays) commands_push(c, "layers_panel", "0");
    return true;
}

bool panel_begin(panel* p, commands* c) {
    if (!has_column(p) || !p->main) return false;
    SDL_FRect area = column(p);
    const gui_pane* layers = &p->layers_pane;
    if (p->open[SECTION_LAYERS] && layers->placed && !layers->moved)
        area.h = SDL_max(area.h - layers->height, 0);
    bool stays = true;
    gui_begin_pane("Map and plan", &p->main_pane, area.x, area.y, area.w, area.h, &stays);
    if (!stays) commands_push(c, "main_panel", "0");
    return true;
}

void panel_begin_performance(panel* p, commands* c) {
    const view* v = p->view;
    gui_pane* pane = &p->performance_pane;
    float width = dock_width(v), top = view_top_height(v);
    float bottom = (float)v->camera.height - view_status_height(v) - v->bar_height;
    bool stays = true;
    gui_begin_pane("Performance", pane, (float)v->camera.width - width, top, width, -(bottom - top), &stays);
    if (!stays) commands_push(c, "performance", "0");
}

bool panel_begin_section(panel* p, panel_section section) {
    static const char* const titles[] = {
        "Map", "Movement and clusters", "Plan", "Profiles", "Terrain", "Edit", "Boids"};
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

static void open_section(void* owner, double section) {
    ((panel*)owner)->open[(int)section] = true;
}

static void close_section(void* owner, double section) {
    ((panel*)owner)->open[(int)section] = false;
}

// Opens a section and scrolls to it.
static void reveal_section(void* owner, double section) {
    panel* p = owner;
    p->over_map = true;
    p->revealed = (int)section;
    open_section(p, section);
}

static void turn_panel(void* owner, bool shown) {
    panel* p = owner;
    // Those that a narrow window has hidden are still shown in a wider one.
    if (is_narrow(p)) {
        p->over_map = !p->over_map || !p->shown;
        shown = true;
    }
    p->shown = shown;
    if (shown && !p->main && !p->open[SECTION_LAYERS]) p->main = p->open[SECTION_LAYERS] = true;
}

// Opening one of the panels shows them.
static void open_part(panel* p, bool* part, bool open) {
    *part = open;
    p->shown |= open;
    p->over_map |= open;
}

static void turn_main(void* owner, bool open) {
    panel* p = owner;
    open_part(p, &p->main, open);
}

static void turn_layers(void* owner, bool open) {
    panel* p = owner;
    open_part(p, &p->open[SECTION_LAYERS], open);
}

static void act_default_places(void* owner) {
    panel* p = owner;
    p->main_pane = p->layers_pane = p->performance_pane = (gui_pane){0};
    p->shown = p->main = p->open[SECTION_LAYERS] = true;
}

const command_def panel_commands[] = {
    COMMAND_CHOOSE("open", panel_section_name, "section", open_section, .kind = COMMAND_SETTING),
    COMMAND_CHOOSE("close", panel_section_name, "section", close_section, .kind = COMMAND_SETTING),
    COMMAND_CHOOSE("reveal", panel_section_name, "section", reveal_section, .kind = COMMAND_ACTION),
    COMMAND_TURN("panel", panel, shown, turn_panel, COMMAND_ACTION),
    COMMAND_TURN("main_panel", panel, main, turn_main, COMMAND_SETTING),
    COMMAND_TURN("layers_panel", panel, open[SECTION_LAYERS], turn_layers, COMMAND_SETTING),
    COMMAND_ACT("default-places", act_default_places, COMMAND_ACTION),
    COMMAND_SWITCH("help", panel, help, .kind = COMMAND_ACTION),
    COMMAND_SWITCH("world_units", panel, world_units, .then = NULL),
    COMMAND_SWITCH("start_page", panel, start, .then = NULL),
    COMMAND_SWITCH("frame_times", panel, frames, .then = NULL),
    COMMANDS_END,
};
