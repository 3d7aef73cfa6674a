// actions.c: which actions are there, and which keys run them?
#include "tools/actions.h"
#include "platform/imgui_shim.h"
#include "platform/keys.h"
#include <stdio.h>
#include <string.h>

#define LAYER(label, key, name, hint)                                                                        \
    { MENU_VIEW, "Layers", label, key, hint, "toggle-layers", name, 0 }
#define TOOL(label, key, name, hint)                                                                         \
    { MENU_TOOLS, NULL, label, key, hint, "tool", name, 0 }
#define MOUSE(label, name, hint)                                                                             \
    { MENU_TOOLS, "Mouse", label, "", hint, "mouse", name, 0 }
#define PLAYER(label, key, command, value, hint)                                                             \
    { MENU_PLAN, "Player", label, key, hint, command, value, ACTION_REPEATS | ACTION_PLAYER }
#define ALGORITHM(label, name, hint)                                                                         \
    { MENU_PLAN, "Algorithm", label, "", hint, "algorithm", name, 0 }
#define PLACES(label, name, hint)                                                                            \
    { MENU_PLAN, "Several places", label, "", hint, "places", name, 0 }
#define STEPS "1000000000" // more than any search has

const action actions[] = {
    {MENU_FILE, NULL, "New empty map", "Ctrl+N", "a new map of passable tiles; the section Edit has its size",
     "new", "", 0},
    {MENU_FILE, NULL, "Open...", "Ctrl+O", "choose a map or a world from a folder", "browse", "open", 0},
    {MENU_FILE, NULL, "Save", "Ctrl+S", "save the map under the name in the section Edit", "save", "",
     ACTION_PARTED},
    {MENU_FILE, NULL, "Save as...", "Ctrl+Shift+S", "save the map under another name", "browse", "save", 0},
    {MENU_FILE, NULL, "Save the path as...", "", "as CSV, GeoJSON or GPX", "browse", "save-path", 0},
    {MENU_FILE, NULL, "Save a picture as...", "", "the map as it is shown, without panels, as PNG", "browse",
     "save-picture", 0},
    {MENU_FILE, NULL, "Reload", "F5", "read the file again", "reload", "", 0},
    {MENU_FILE, NULL, "Import options...", "I", "choose how the image becomes costs", "import", "shown", 0},
    {MENU_FILE, NULL, "Legend of tiles...", "", "Tiled maps: what the tiles cost, from a file of wend legend",
     "browse", "open-tiles", 0},
    {MENU_FILE, NULL, "Start page", "", "example maps and the files that were opened last", "start_page",
     "toggle", 0},
    {MENU_FILE, NULL, "Previous map", "[", "the map before this one in the list of files", "file", "previous",
     ACTION_PARTED},
    {MENU_FILE, NULL, "Next map", "]", "the map after this one in the list of files", "file", "next", 0},
    {MENU_FILE, NULL, "Save a screenshot", "F12", "save the window as wend-view-NNN.png", "screenshot", "",
     ACTION_PARTED},
    {MENU_FILE, NULL, "Record frames", "F11", "save every frame as a picture, or stop", "record", "toggle",
     0},
    {MENU_FILE, NULL, "Quit", "Ctrl+Q", "end the program", "quit", "", ACTION_PARTED},

    {MENU_EDIT, NULL, "Undo", "Ctrl+Z", "undo the last edit", "undo", "", ACTION_REPEATS},
    {MENU_EDIT, NULL, "Redo", "Ctrl+Y, Ctrl+Shift+Z", "do the undone edit again", "redo", "", ACTION_REPEATS},
    {MENU_EDIT, NULL, "Copy position", "Ctrl+C",
     "copy where the tile under the pointer is, in units of the map", "copy", "position", ACTION_PARTED},
    {MENU_EDIT, NULL, "Copy tile", "Ctrl+Shift+C", "copy the numbers of the tile under the pointer", "copy",
     "tile", 0},
    {MENU_EDIT, NULL, "Remove selection", "Del", "remove the selected boids or the selected link", "delete",
     "", ACTION_PARTED},
    {MENU_EDIT, NULL, "Smaller brush", ",", "a smaller brush", "size", "smaller",
     ACTION_REPEATS | ACTION_PARTED},
    {MENU_EDIT, NULL, "Larger brush", ".", "a larger brush", "size", "larger", ACTION_REPEATS},

    LAYER("costs", "1", "costs", "layer: costs instead of the picture"),
    LAYER("clusters", "2", "clusters", "layer: clusters"),
    LAYER("entrances", "3", "entrances", "layer: entrances"),
    LAYER("abstract graph", "4", "graph", "layer: nodes and edges of the abstract graph"),
    LAYER("abstract path", "5", "route", "layer: abstract path"),
    LAYER("path", "6", "path", "layer: path"),
    LAYER("waypoints", "7", "waypoints", "layer: waypoints of the smoothed path"),
    LAYER("agents, trails", "8", "agent", "layer: agent and boids with their trails"),
    LAYER("search lists", "9", "lists", "layer: open and closed lists of the search"),
    LAYER("components", "0", "components", "layer: each connected component in its own colour"),
    LAYER("distance map", "E", "distance", "layer: cost of the path from each tile to the goal"),
    LAYER("flow field", "G", "flow", "layer: directions of the paths to the goal"),
    LAYER("f, g, h", "K", "numbers", "layer: f, g and h of the search in large tiles"),
    LAYER("connections", "X", "connections", "layer: walls, one-way steps and links"),
    LAYER("clearance", "U", "clearance", "layer: distance of each tile to what blocks the profile"),
    LAYER("blocked", "H", "blocked", "layer: blocked ground tinted and hatched"),
    LAYER("grid", "Y", "grid", "layer: lines between large tiles"),
    {MENU_VIEW, "Move", "Up", "W, Up", "move the view up", "pan", "up", ACTION_REPEATS},
    {MENU_VIEW, "Move", "Left", "A, Left", "move the view to the left", "pan", "left", ACTION_REPEATS},
    {MENU_VIEW, "Move", "Down", "S, Down", "move the view down", "pan", "down", ACTION_REPEATS},
    {MENU_VIEW, "Move", "Right", "D, Right", "move the view to the right", "pan", "right", ACTION_REPEATS},
    {MENU_VIEW, NULL, "Zoom in", "+", "larger tiles", "zoom-by", "1", ACTION_REPEATS | ACTION_PARTED},
    {MENU_VIEW, NULL, "Zoom out", "-", "smaller tiles", "zoom-by", "-1", ACTION_REPEATS},
    {MENU_VIEW, "Floor", "Floor above", "PageUp", "show the floor above the shown one", "show_floor", "up",
     ACTION_REPEATS},
    {MENU_VIEW, "Floor", "Floor below", "PageDown", "show the floor below the shown one", "show_floor",
     "down", ACTION_REPEATS},
    {MENU_VIEW, NULL, "Fit the map", "Home", "show the whole map", "fit", "", 0},
    {MENU_VIEW, NULL, "Follow", "C", "the camera follows the selected boid, or the agent", "camera_follow",
     "toggle", 0},
    {MENU_VIEW, NULL, "Panels", "Tab", "show or hide the panels", "panel", "toggle", ACTION_PARTED},
    {MENU_VIEW, NULL, "Main panel", "", "the window with map, plan, editor and boids", "main_panel", "toggle",
     0},
    {MENU_VIEW, NULL, "Layers panel", "", "the window with the layers", "layers_panel", "toggle", 0},
    {MENU_VIEW, NULL, "Menus and tool bar", "F10", "show or hide the menus and the tool bar", "bars",
     "toggle", 0},
    {MENU_VIEW, NULL, "Scale bar", "", "a bar with its length on the map", "scale_bar", "toggle", 0},
    {MENU_VIEW, NULL, "Frame times", "", "a graph of how long the last frames took", "frame_times", "toggle",
     0},
    {MENU_VIEW, NULL, "Default places", "", "panels go back to where they were at first", "default-places",
     "", 0},
    {MENU_VIEW, NULL, "Light theme", "Ctrl+D", "dark or light", "light", "toggle", 0},

    TOOL("Look only", "V", "look", "click: goal, Shift+click: start, drag: move the map"),
    TOOL("Brush", "B", "brush", "left button paints, right button makes passable"),
    TOOL("Line", "L", "line", "drag to paint a line"),
    TOOL("Rectangle", "T", "rectangle", "drag to paint a rectangle"),
    TOOL("Flood fill", "F", "fill", "click to fill connected tiles of one class"),
    TOOL("Link", "F2", "link", "drag from tile to tile to place a link"),
    TOOL("Wall", "F3", "wall", "drag along the edges of tiles"),
    TOOL("One-way step", "F4", "one-way", "drag across edges in the direction that stays open"),
    TOOL("Obstacle", "F7", "obstacle", "click throws an obstacle for a while, right click takes it away"),
    TOOL("Danger", "F9", "danger", "click makes the agent pay more around a tile, right click takes it back"),
    TOOL("Measure", "F8", "measure", "drag from point to point to measure"),
    {MENU_TOOLS, NULL, "Boids", "N", "click places boids, drag sends the selected ones", "boids", "toggle",
     0},
    {MENU_TOOLS, NULL, "Fleet...", "", "many movers on tiles that never stand in each other", "fleet_panel",
     "toggle", 0},
    MOUSE("Usual", "usual", "without a tool: click sets the goal, drag moves the map"),
    MOUSE("As in the course's demo", "course",
          "right drag moves the goal; Z and left draws obstacles, Z and right erases them; R runs"),
    MOUSE("Draw walls", "draw", "drag on open ground draws walls, on walls erases; right drag moves the map"),
    {MENU_TOOLS, NULL, "Remove obstacles", "", "those that were thrown", "obstacles_remove", "",
     ACTION_PARTED},
    {MENU_TOOLS, NULL, "Clear walls", "",
     "all tiles of the shown floor as in the file again; a new map becomes passable", "clear_walls", "", 0},

    {MENU_PLAN, NULL, "Restart", "R", "the agent goes back to the start, and walks", "run", "", 0},
    {MENU_PLAN, NULL, "Pause", "Space", "pause or continue what walks", "paused", "toggle", 0},
    {MENU_PLAN, NULL, "Step", "O", "one step of 1/60 s while paused", "step", "", ACTION_REPEATS},
    {MENU_PLAN, NULL, "Next algorithm", "F6", "the next algorithm", "algorithm", "next", ACTION_PARTED},
    ALGORITHM("HPA*", "hpa", "hierarchical: fast, nearly optimal"),
    ALGORITHM("exact", "exact", "hierarchical and optimal"),
    ALGORITHM("A*", "astar", "A* over tiles"),
    ALGORITHM("Dijkstra", "dijkstra", "Dijkstra over tiles"),
    ALGORITHM("BFS", "bfs", "breadth-first search: fewest steps"),
    ALGORITHM("greedy", "greedy", "greedy best-first search"),
    {MENU_PLAN, NULL, "To the nearest tile", "",
     "a path to a blocked or unreachable goal leads to the nearest tile", "nearest", "toggle", ACTION_PARTED},
    {MENU_PLAN, NULL, "Why no path?", "Q", "show what would have to be opened, and open it", "why", "toggle",
     0},
    PLACES("Tour through the goals", "tour", "the order of the goals at the least cost, and the paths"),
    PLACES("Reach of the pointer", "reach", "bands of cost around the tile under the pointer"),
    PLACES("Territories", "territories", "which of start and goals is nearest to each tile"),
    PLACES("Nothing", "off", "without them"),
    {MENU_PLAN, NULL, "Heights of the path", "", "how the path goes up and down, on maps with heights",
     "heights", "toggle", 0},
    {MENU_PLAN, NULL, "Record and play", "P", "record the search and play it, or close the player", "player",
     "toggle", ACTION_PARTED},
    PLAYER("Play or pause", "Space", "playing", "toggle", "player: play or pause"),
    PLAYER("Back", "Left", "play-by", "-1", "player: one event back"),
    PLAYER("Forward", "Right, O", "play-by", "1", "player: one event forward"),
    PLAYER("100 back", "Shift+Left", "play-by", "-100", "player: 100 events back"),
    PLAYER("100 forward", "Shift+Right", "play-by", "100", "player: 100 events forward"),
    PLAYER("To the beginning", "Ctrl+Left", "play-by", "-" STEPS, "player: to the beginning"),
    PLAYER("To the end", "Ctrl+Right", "play-by", STEPS, "player: to the end"),
    {MENU_PLAN, NULL, "Compare algorithms", "M", "the performance window: times and costs", "performance",
     "toggle", 0},
    {MENU_PLAN, NULL, "Two searches", "Shift+M", "two searches side by side: tiles, paths, costs and times",
     "pair", "toggle", 0},
    {MENU_PLAN, NULL, "Distance map: step", "J", "distance map in steps: one cluster more", "field-by", "1",
     ACTION_REPEATS | ACTION_PARTED},
    {MENU_PLAN, NULL, "Distance map: grow", "Z", "distance map in steps: let it grow, or pause",
     "field_playing", "toggle", 0},

    {MENU_HELP, NULL, "Keys and mouse", "F1, ?", "show or hide the list of keys", "help", "toggle", 0},
    {MENU_HELP, NULL, "Messages", "", "what the program has said so far, and what the import warns about",
     "messages", "toggle", 0},
    {MENU_HELP, NULL, "Close", "Esc", "close what is open: menu, help, window, tool; then ask to quit",
     "escape", "", 0},
    {.command = NULL},
};

const char* actions_menu_name(menu m) {
    static const char* const names[MENU_COUNT] = {"File", "Edit", "View", "Tools", "Plan", "Help"};
    return names[m];
}

const action* actions_find(const char* name, const char* value) {
    for (const action* a = actions; a->command != NULL; a++)
        if (strcmp(a->command, name) == 0 && strcmp(a->value, value) == 0) return a;
    return NULL;
}

const char* actions_label(const char* name, const char* value, char out[80]) {
    const action* a = actions_find(name, value);
    const char* keys = a != NULL ? a->keys : "";
    snprintf(out, 80, keys[0] != '\0' ? "%s (%s)" : "%s", a != NULL ? a->label : value, keys);
    return out;
}

// ---- keys

static bool has_stroke(const action* a, keys_stroke wanted) {
    for (const char* text = a->keys; *text != '\0';) {
        const char* end = strstr(text + 1, ", ");
        size_t length = end != NULL ? (size_t)(end - text) : strlen(text);
        keys_stroke s = keys_read(text, length);
        if (s.key == wanted.key && s.modifiers == wanted.modifiers) return true;
        text += end != NULL ? length + 2 : length;
    }
    return false;
}

// NULL: none has that key.
static const action* action_of(keys_stroke wanted) {
    for (const action* a = actions; a->command != NULL; a++)
        if (!(a->flags & ACTION_PLAYER) && has_stroke(a, wanted)) return a;
    return NULL;
}

// While a text is typed only the keys that cannot be meant for it.
static bool is_taken_by_text(keys_stroke s) {
    bool function_key = s.key >= SDLK_F1 && s.key <= SDLK_F12;
    bool file_key = (s.modifiers & KMOD_CTRL) != 0 &&
                    (s.key == SDLK_s || s.key == SDLK_o || s.key == SDLK_n || s.key == SDLK_q);
    return gui_wants_keys() && !function_key && !file_key;
}

static bool press_for(const SDL_KeyboardEvent* event, bool player, commands* c) {
    keys_stroke s = keys_of(event);
    for (const action* a = actions; a->command != NULL; a++) {
        if (((a->flags & ACTION_PLAYER) != 0) != player || !has_stroke(a, s)) continue;
        if (event->repeat == 0 || (a->flags & ACTION_REPEATS) != 0) commands_push(c, a->command, a->value);
        return true;
    }
    return false;
}

static void press_for_question(SDL_Keycode key, commands* c) {
    if (key == SDLK_RETURN) commands_push(c, "answer", "yes");
    if (key == SDLK_DELETE) commands_push(c, "answer", "discard");
    if (key == SDLK_ESCAPE) commands_push(c, "answer", "stay");
}

void actions_press(const SDL_KeyboardEvent* event, keys_mode mode, commands* c) {
    SDL_Keycode key = event->keysym.sym;
    if (mode == KEYS_QUESTION) {
        if (event->repeat == 0) press_for_question(key, c);
    } else if (mode == KEYS_BROWSER) {
        if (key == SDLK_ESCAPE) commands_push(c, "browse", "close");
        if (key == SDLK_RETURN || key == SDLK_KP_ENTER) commands_push(c, "browse", "return");
    } else if (mode == KEYS_IMPORT && key != SDLK_F12) {
        const action* a = action_of(keys_of(event));
        if (a != NULL && (strcmp(a->command, "undo") == 0 || strcmp(a->command, "redo") == 0))
            commands_push(c, "import", a->command);
        if (key == SDLK_ESCAPE) commands_push(c, "import", "close");
        if (key == SDLK_RETURN && !gui_wants_keys()) commands_push(c, "import", "bake");
    } else if (!is_taken_by_text(keys_of(event))) {
        if (mode != KEYS_PLAYER || !press_for(event, true, c)) press_for(event, false, c);
    }
}

void actions_print(void) {
    for (const action* a = actions; a->command != NULL; a++)
        if (a->keys[0] != '\0') printf("%s\t%s\n", a->keys, a->hint);
}
