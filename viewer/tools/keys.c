// keys.c: which key runs which command?
#include "tools/keys.h"
#include "platform/imgui_shim.h"
#include "views/layers.h"

enum { LEAP = 100, ALL = 1000 * 1000 * 1000 }; // events of a search, with Shift and with Ctrl

const key_def keys[] = {
    {SDLK_SPACE, 0, "Space", "pause what walks or plays, go on", "paused", "toggle"},
    {SDLK_o, 0, "O", "one step while paused", "step", ""},
    {SDLK_p, 0, "P", "record the search and play it", "player", "toggle"},
    {SDLK_LEFT, SDLK_RIGHT, "Left, Right", "an event; Shift: 100, Ctrl: all", NULL, NULL},
    {SDLK_r, 0, "R", "plan again and run from the start", "run", ""},
    {SDLK_a, 0, "A", "next algorithm", "algorithm", "next"},
    {SDLK_HOME, 0, "Home", "fit the map into the window", "fit", ""},
    {SDLK_1, 0, "0 - 9, E, G, K, X, W", "layers, as listed in the panel", NULL, NULL},
    {SDLK_j, 0, "J", "distance map: one cluster more", "field-by", "1"},
    {SDLK_z, 0, "Z", "distance map: let it grow, pause", "field_playing", "toggle"},
    {SDLK_LEFTBRACKET, SDLK_PAGEUP, "[, Page up", "previous map", "file", "previous"},
    {SDLK_RIGHTBRACKET, SDLK_PAGEDOWN, "], Page down", "next map", "file", "next"},
    {SDLK_TAB, 0, "Tab", "show or hide the panel", "panel", "toggle"},
    {SDLK_F11, 0, "F11", "record frames as pictures, stop", "record", "toggle"},
    {SDLK_F12, 0, "F12", "save a screenshot", "screenshot", ""},
    {SDLK_h, SDLK_F1, "H, F1", "show or hide this help", "help", "toggle"},
    {SDLK_m, 0, "M", "performance window", "performance", "toggle"},
    {SDLK_v, 0, "V", "look: nothing is edited", "tool", "look"},
    {SDLK_b, 0, "B", "brush; right button: passable ground", "tool", "brush"},
    {SDLK_l, 0, "L", "line", "tool", "line"},
    {SDLK_t, 0, "T", "rectangle", "tool", "rectangle"},
    {SDLK_f, 0, "F", "flood fill", "tool", "fill"},
    {SDLK_n, 0, "N", "boids: click places, drag sends", "boids", "toggle"},
    {SDLK_DELETE, 0, "Del", "remove selected boids or link", "delete", ""},
    {SDLK_F2, 0, "F2", "link: drag from tile to tile", "tool", "link"},
    {SDLK_F3, 0, "F3", "wall along the edges of tiles", "tool", "wall"},
    {SDLK_F4, 0, "F4", "one-way: drag across an edge", "tool", "one-way"},
    {SDLK_c, 0, "C", "the camera follows boid or agent", "camera_follow", "toggle"},
    {SDLK_COMMA, 0, ", .", "smaller, larger brush", "size", "smaller"},
    {SDLK_PERIOD, 0, NULL, NULL, "size", "larger"},
    {SDLK_i, 0, "I", "import panel for the image", "import", "shown"},
    {SDLK_u, 0, "U, Ctrl+Z", "undo", "undo", ""},
    {SDLK_y, 0, "Y, Ctrl+Y", "redo", "redo", ""},
    {SDLK_s, 0, "S, Ctrl+S", "save under the name in the panel", "save", ""},
    {SDLK_d, 0, "D", "dark or light", "light", "toggle"},
    {SDLK_ESCAPE, 0, "Esc", "quit", "quit", ""},
    {0, 0, NULL, NULL, NULL, NULL},
};
// True: the player used the key.
static bool press_for_player(const SDL_KeyboardEvent* event, commands* c) {
    int leap = (event->keysym.mod & KMOD_CTRL) != 0 ? ALL : (event->keysym.mod & KMOD_SHIFT) != 0 ? LEAP : 1;
    SDL_Keycode key = event->keysym.sym;
    if (key == SDLK_SPACE && event->repeat == 0) commands_push(c, "playing", "toggle");
    if (key == SDLK_o || key == SDLK_RIGHT) commands_pushf(c, "play-by", "%d", leap);
    if (key == SDLK_LEFT) commands_pushf(c, "play-by", "%d", -leap);
    return key == SDLK_SPACE || key == SDLK_o || key == SDLK_RIGHT || key == SDLK_LEFT;
}

static void press_for_map(const SDL_KeyboardEvent* event, commands* c) {
    SDL_Keycode key = event->keysym.sym;
    if ((event->keysym.mod & KMOD_CTRL) != 0) {
        if (key == SDLK_z) commands_push(c, "undo", "");
        if (key == SDLK_y) commands_push(c, "redo", "");
        if (key == SDLK_s) commands_push(c, "save", "");
    }
    if (gui_wants_keys()) return;
    if ((event->keysym.mod & (KMOD_CTRL | KMOD_ALT | KMOD_GUI)) != 0) return; // the window manager's
    for (int layer = 0; layer < LAYER_COUNT && event->repeat == 0; layer++)
        if (key == layer_defs[layer].key) commands_push(c, "toggle-layers", layer_defs[layer].name);
    for (int i = 0; keys[i].key != 0; i++) {
        bool mine = keys[i].command != NULL && (keys[i].key == key || keys[i].key_2 == key);
        // Only step keys repeat.
        if (mine && (event->repeat == 0 || key == SDLK_o || key == SDLK_j || key == SDLK_u || key == SDLK_y))
            commands_push(c, keys[i].command, keys[i].value);
    }
}

void keys_press(const SDL_KeyboardEvent* event, keys_mode mode, commands* c) {
    SDL_Keycode key = event->keysym.sym;
    if (mode == KEYS_QUESTION) {
        if (key == SDLK_RETURN) commands_push(c, "answer", "save");
        if (key == SDLK_DELETE) commands_push(c, "answer", "discard");
        if (key == SDLK_ESCAPE) commands_push(c, "answer", "stay");
    } else if (mode == KEYS_IMPORT && key != SDLK_F12) {
        if (key == SDLK_ESCAPE) commands_push(c, "import", "close");
        if (key == SDLK_RETURN && !gui_wants_keys()) commands_push(c, "import", "bake");
    } else if (mode != KEYS_PLAYER || gui_wants_keys() || !press_for_player(event, c)) {
        press_for_map(event, c);
    }
}
