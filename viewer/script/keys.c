// keys.c: which key does what?
#include "app.h"
#include "platform/imgui_shim.h"

static void key_pause(app* a) {
    a->paused = !a->paused;
}

static void key_screenshot(app* a) {
    a->picture_wanted = true;
}

static void key_sequence(app* a) {
    if (a->sequence.on)
        app_end_sequence(a);
    else
        app_begin_sequence(a, NULL);
}

static void key_panel(app* a) {
    a->panel = !a->panel;
    if (a->fitted) app_fit(a);
}

static void key_algorithm(app* a) {
    a->scene.query.algorithm = (wend_algorithm)((a->scene.query.algorithm + 1) % WEND_ALGORITHM_COUNT);
    a->replan = true;
}

static void key_previous(app* a) {
    app_leave(a, LEAVE_PREVIOUS);
}
static void key_next(app* a) {
    app_leave(a, LEAVE_NEXT);
}
static void key_help(app* a) {
    a->help = !a->help;
}
static void key_quit(app* a) {
    app_leave(a, LEAVE_QUIT);
}
static void key_light(app* a) {
    app_set_light(a, !a->light);
}

static void key_performance(app* a) {
    performance_set_open(a, !a->performance.open);
}

static void choose_tool(app* a, edit_tool tool) {
    if (a->editor.stroke) return;
    a->editor.tool = tool;
    a->hand.on = false;
    if (tool != TOOL_LOOK) a->open[SECTION_EDIT] = true;
}
static void key_boids(app* a) {
    app_choose_boids(a, !a->hand.on);
}
static void key_delete(app* a) {
    boids_remove_selected(&a->boids);
}
static void key_save(app* a) {
    app_save(a, a->save_name);
}
static void key_look(app* a) {
    choose_tool(a, TOOL_LOOK);
}
static void key_brush(app* a) {
    choose_tool(a, TOOL_BRUSH);
}
static void key_line(app* a) {
    choose_tool(a, TOOL_LINE);
}
static void key_rectangle(app* a) {
    choose_tool(a, TOOL_RECTANGLE);
}
static void key_fill(app* a) {
    choose_tool(a, TOOL_FILL);
}
static void key_smaller(app* a) {
    a->editor.size = SDL_max(a->editor.size - 1, 1);
}
static void key_larger(app* a) {
    a->editor.size = SDL_min(a->editor.size + 1, BRUSH_MAX);
}

static const struct {
    SDL_Keycode key, key_2;
    const char *name, *help;
    void (*act)(app* a);
} keys[] = {
    {SDLK_SPACE, 0, "Space", "pause what walks or plays, go on", key_pause},
    {SDLK_o, 0, "O", "one step while paused", app_step},
    {SDLK_p, 0, "P", "record the search and play it", playback_toggle},
    {SDLK_LEFT, SDLK_RIGHT, "Left, Right", "an event; Shift: 100, Ctrl: all", NULL},
    {SDLK_r, 0, "R", "plan again and run from the start", app_run_again},
    {SDLK_a, 0, "A", "next algorithm", key_algorithm},
    {SDLK_HOME, 0, "Home", "fit the map into the window", app_fit},
    {SDLK_1, 0, "0 - 9, E, G", "layers, as listed in the panel", NULL},
    {SDLK_LEFTBRACKET, SDLK_PAGEUP, "[, Page up", "previous map", key_previous},
    {SDLK_RIGHTBRACKET, SDLK_PAGEDOWN, "], Page down", "next map", key_next},
    {SDLK_TAB, 0, "Tab", "show or hide the panel", key_panel},
    {SDLK_F11, 0, "F11", "record frames as pictures, stop", key_sequence},
    {SDLK_F12, 0, "F12", "save a screenshot", key_screenshot},
    {SDLK_h, SDLK_F1, "H, F1", "show or hide this help", key_help},
    {SDLK_m, 0, "M", "performance window", key_performance},
    {SDLK_v, 0, "V", "look: nothing is edited", key_look},
    {SDLK_b, 0, "B", "brush; right button: open ground", key_brush},
    {SDLK_l, 0, "L", "line", key_line},
    {SDLK_t, 0, "T", "rectangle", key_rectangle},
    {SDLK_f, 0, "F", "flood fill", key_fill},
    {SDLK_n, 0, "N", "boids: click places, drag sends", key_boids},
    {SDLK_DELETE, 0, "Del", "remove the selected boids", key_delete},
    {SDLK_c, 0, "C", "the camera follows boid or agent", app_toggle_follow},
    {SDLK_COMMA, 0, ", .", "smaller, larger brush", key_smaller},
    {SDLK_PERIOD, 0, NULL, NULL, key_larger},
    {SDLK_i, 0, "I", "import panel for the image", import_open_shown},
    {SDLK_u, 0, "U, Ctrl+Z", "undo", app_undo},
    {SDLK_y, 0, "Y, Ctrl+Y", "redo", app_redo},
    {SDLK_s, 0, "S, Ctrl+S", "save under the name in the panel", key_save},
    {SDLK_d, 0, "D", "dark or light", key_light},
    {SDLK_ESCAPE, 0, "Esc", "quit", key_quit},
};
enum { KEY_COUNT = sizeof keys / sizeof keys[0] };

int app_key_count(void) {
    return KEY_COUNT;
}
const char* app_key_name(int index) {
    return keys[index].name;
}
const char* app_key_help(int index) {
    return keys[index].help;
}

void app_press_key(app* a, const SDL_KeyboardEvent* event) {
    SDL_Keycode key = event->keysym.sym;
    if (a->asking != LEAVE_NOT) {
        if (key == SDLK_RETURN) app_answer(a, ANSWER_SAVE);
        if (key == SDLK_DELETE) app_answer(a, ANSWER_DISCARD);
        if (key == SDLK_ESCAPE) app_answer(a, ANSWER_CANCEL);
        return;
    }
    if (a->import.file != NULL && key != SDLK_F12) { // the window beneath waits
        if (key == SDLK_ESCAPE) import_close(&a->import);
        if (key == SDLK_RETURN && !gui_wants_keys()) import_bake(a);
        return;
    }
    if (!gui_wants_keys() && playback_press_key(a, event)) return;
    if ((event->keysym.mod & KMOD_CTRL) != 0) {
        if (key == SDLK_z) app_undo(a);
        if (key == SDLK_y) app_redo(a);
        if (key == SDLK_s) key_save(a);
    }
    if (gui_wants_keys()) return;
    if ((event->keysym.mod & (KMOD_CTRL | KMOD_ALT | KMOD_GUI)) != 0) return; // the window manager's
    for (int layer = 0; layer < LAYER_COUNT && event->repeat == 0; layer++)
        if (key == layer_keys[layer]) app_set_layers(a, a->layers ^ 1u << layer);
    for (int i = 0; i < KEY_COUNT; i++) {
        bool mine = keys[i].key == key || keys[i].key_2 == key;
        // Of the keys only steps are worth repeating.
        if (mine && keys[i].act != NULL &&
            (event->repeat == 0 || key == SDLK_o || key == SDLK_u || key == SDLK_y))
            keys[i].act(a);
    }
}
