// mouse.c: what do the buttons of the mouse do on the map?
#include "tools/mouse.h"
#include "platform/commands.h"
#include "platform/imgui_shim.h"
#include "views/map_view.h"
#include "views/overlay.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    CLICK_REACH = 4, // pixels that the pointer may move in a click
    HEX_OUTLINE = 6, // pixels a tile from which the outlines of hexagons are seen
};

static void listen(void* context, scene_event event) {
    mouse* m = context;
    if (event != SCENE_OPENED && event != SCENE_REBUILT) return;
    m->drag = DRAG_NONE;
    m->brush.stroke = m->walls_brush.stroke = TOOL_LOOK;
}

const char* mouse_tool_name(int tool) {
    static const char* const names[EDIT_TOOLS] = {"look", "brush",   "line",    "rectangle", "fill",  "link",
                                                  "wall", "one-way", "measure", "obstacle",  "danger"};
    return tool < EDIT_TOOLS ? names[tool] : NULL;
}

static bool is_edit_tool(tool_kind tool) {
    return tool != TOOL_LOOK && tool < TOOL_MEASURE;
}

static bool is_paint_tool(tool_kind tool) {
    return is_edit_tool(tool) && tool <= TOOL_FILL;
}

static bool is_wall_tool(tool_kind tool) {
    return tool == TOOL_WALL || tool == TOOL_ONE_WAY;
}

const char* mouse_preset_name(int preset) {
    static const char* const names[MOUSE_PRESETS] = {"usual", "course", "draw"};
    return preset < MOUSE_PRESETS ? names[preset] : NULL;
}

bool mouse_take_key(mouse* m, SDL_Keycode key, int modifiers, bool down) {
    if (key != SDLK_z) return false;
    const bool taken = m->preset == MOUSE_COURSE && (modifiers & (KMOD_CTRL | KMOD_ALT | KMOD_GUI)) == 0;
    m->z_held = down && taken;
    return taken;
}

// ---- buttons

// A stroke of walls without a tool, from a tile that may be another than that under the pointer.
static void begin_walls(mouse* m, wend_tile from, bool erase) {
    document* d = m->document;
    m->painting = &m->walls_brush;
    m->drag = DRAG_EDIT;
    m->clicks = false;
    document_check_edit(d, brush_begin(m->painting, TOOL_BRUSH, &d->edits, from, erase));
}

// What the preset does with a press on the map without a tool. False: nothing.
static bool press_by_preset(mouse* m, bool left, bool right) {
    scene* s = &m->document->scene;
    const wend_tile tile = view_pointer_tile(m->view);
    if (m->tool != TOOL_LOOK || m->preset != MOUSE_COURSE || (!left && !right)) return false;
    if (m->z_held) {
        begin_walls(m, tile, right);
    } else if (right) {
        m->drag = DRAG_GOAL;
        m->goal = 0;
        if (wend_grid_contains(s->grid, tile)) scene_move_goal(s, 0, tile);
    }
    return m->drag != DRAG_NONE;
}

static bool is_on_minimap(const mouse* m) {
    const SDL_Rect area = minimap_area(m->view);
    return SDL_PointInRect(&(SDL_Point){(int)m->view->pointer_x, (int)m->view->pointer_y}, &area);
}

// One goal more, or less; off the map: nothing.
static void toggle_goal(mouse* m, wend_tile tile) {
    if (wend_grid_contains(m->document->scene.grid, tile))
        commands_pushf(m->document->commands, "toggle_goal", "%d,%d,%d", tile.x, tile.y, tile.floor);
}

// Where a mark of the path leads; -1: there is none.
static int32_t floor_under_pointer(const mouse* m) {
    return view_has(m->view, LAYER_PATH) ? overlay_floor_mark_at_pointer(m->view) : -1;
}

void mouse_press(mouse* m, Uint8 button) {
    view* v = m->view;
    document* d = m->document;
    bool left = button == SDL_BUTTON_LEFT, right = button == SDL_BUTTON_RIGHT,
         paints = is_paint_tool(m->tool);
    bool walls = is_wall_tool(m->tool);
    if (m->drag != DRAG_NONE || gui_covers(v->pointer_x, v->pointer_y)) return;
    int marker = overlay_marker_at_pointer(v);
    bool taken = false, adds = (SDL_GetModState() & KMOD_CTRL) != 0;
    m->shift = (SDL_GetModState() & KMOD_SHIFT) != 0;
    m->clicks = false;
    m->from_x = v->pointer_x;
    m->from_y = v->pointer_y;
    // The start goes to any tile, also to that of a goal; and from either one may measure.
    if (m->shift || m->tool == TOOL_MEASURE) marker = MARKER_NONE;
    m->goal = marker - MARKER_GOAL;
    m->button = button;
    if (m->tool == TOOL_BOIDS && (left || right) && !is_on_minimap(m) &&
        boid_tool_press(m->boids, left, marker != MARKER_NONE, &taken))
        m->drag = DRAG_BOIDS;
    if (taken) return;
    const int32_t floor = left && m->tool == TOOL_LOOK && !is_on_minimap(m) && marker == MARKER_NONE
                              ? floor_under_pointer(m)
                              : -1;
    if (floor >= 0) {
        view_show_floor(v, floor);
        return;
    }
    if (!is_on_minimap(m) && press_by_preset(m, left, right)) return;
    if (m->tool == TOOL_OBSTACLE && (left || right) && !is_on_minimap(m)) {
        if (left) document_check_edit(d, obstacles_throw(&m->obstacles, view_pointer_tile(v)));
        if (left || obstacles_remove_at(&m->obstacles, view_pointer_tile(v))) return;
    }
    if (m->tool == TOOL_DANGER && (left || right) && !is_on_minimap(m)) {
        const wend_tile tile = view_pointer_tile(v);
        commands_pushf(m->document->commands, left ? "danger" : "danger_off", "%d,%d,%d", tile.x, tile.y,
                       tile.floor);
        return;
    }
    if (right && m->tool == TOOL_LINK && !is_on_minimap(m) && link_tool_press(&m->links, false)) return;
    if (button == SDL_BUTTON_MIDDLE || (right && !paints && !walls))
        m->drag = DRAG_MAP;
    else if (left && is_on_minimap(m))
        m->drag = DRAG_MINIMAP;
    else if (left && adds && marker >= MARKER_GOAL)
        toggle_goal(m, d->scene.goals[marker - MARKER_GOAL]);
    else if (left && marker != MARKER_NONE)
        m->drag = marker == MARKER_START ? DRAG_START : DRAG_GOAL;
    else if (left && adds)
        toggle_goal(m, view_pointer_tile(v));
    else if (paints && (left || right))
        m->drag = DRAG_EDIT;
    else if (left && m->tool == TOOL_LINK)
        m->drag = DRAG_LINK;
    else if (left && m->tool == TOOL_MEASURE)
        m->drag = DRAG_RULER;
    else if (walls && (left || right))
        m->drag = DRAG_WALL;
    else if (left && m->tool == TOOL_LOOK) {
        m->drag = DRAG_MAP;
        m->clicks = true;
    }
    if (m->drag == DRAG_LINK) link_tool_press(&m->links, true);
    if (m->drag == DRAG_WALL) wall_tool_press(&m->walls, m->tool == TOOL_ONE_WAY, right);
    if (m->drag == DRAG_RULER) ruler_press(&m->ruler);
    if (m->drag == DRAG_MINIMAP) minimap_look(v);
    if (m->drag == DRAG_EDIT) m->painting = &m->brush;
    if (m->drag == DRAG_EDIT)
        document_check_edit(d, brush_begin(&m->brush, m->tool, &d->edits, view_pointer_tile(v), right));
}

void mouse_let_go(mouse* m) {
    document* d = m->document;
    if (m->drag == DRAG_EDIT) document_check_edit(d, brush_end(m->painting, &d->edits));
    if (m->drag == DRAG_BOIDS) boid_tool_release(m->boids);
    if (m->drag == DRAG_LINK) link_tool_release(&m->links);
    if (m->drag == DRAG_WALL) wall_tool_release(&m->walls);
    m->drag = DRAG_NONE;
}

// A click on the map: the goal, or with Shift the start.
static void take_click(mouse* m) {
    scene* s = &m->document->scene;
    wend_tile tile = view_pointer_tile(m->view);
    if (!wend_grid_contains(s->grid, tile)) return;
    if (m->shift)
        scene_move_end(s, &s->query.start, tile);
    else
        scene_move_goal(s, 0, tile);
}

void mouse_release(mouse* m, Uint8 button) {
    if (m->drag == DRAG_NONE || button != m->button) return;
    bool clicked = m->drag == DRAG_MAP && m->clicks;
    mouse_let_go(m);
    if (clicked) take_click(m);
}

void mouse_move(mouse* m, float x, float y) {
    view* v = m->view;
    document* d = m->document;
    float dx = x - v->pointer_x, dy = y - v->pointer_y;
    v->pointer_x = x;
    v->pointer_y = y;
    v->pointer_inside = true;
    wend_tile tile = view_pointer_tile(v);
    if (m->drag == DRAG_START) scene_move_end(&d->scene, &d->scene.query.start, tile);
    if (m->drag == DRAG_GOAL && m->goal < d->scene.goal_count) scene_move_goal(&d->scene, m->goal, tile);
    if (m->drag == DRAG_EDIT) document_check_edit(d, brush_move(m->painting, &d->edits, tile));
    if (m->drag == DRAG_BOIDS) boid_tool_move(m->boids);
    if (m->drag == DRAG_WALL) wall_tool_move(&m->walls);
    if (m->drag == DRAG_RULER && m->ruler.placed) ruler_move(&m->ruler);
    if (m->drag == DRAG_MINIMAP) minimap_look(v);
    if (m->drag != DRAG_MAP) return;
    if (m->clicks && hypotf(x - m->from_x, y - m->from_y) <= CLICK_REACH * v->scale) return;
    if (m->clicks && m->preset == MOUSE_DRAW) { // the press was on the map, without a tool
        const wend_tile from = camera_tile_at(&v->camera, m->from_x, m->from_y);
        if (wend_grid_contains(d->scene.grid, from)) {
            begin_walls(m, from, wend_grid_cost(d->scene.grid, from) <= 0);
            document_check_edit(d, brush_move(m->painting, &d->edits, tile));
            return;
        }
    }
    view_pan(v, m->clicks ? x - m->from_x : dx, m->clicks ? y - m->from_y : dy);
    m->clicks = false;
}

void mouse_turn_wheel(mouse* m, float notches) {
    view* v = m->view;
    if (gui_covers(v->pointer_x, v->pointer_y)) return;
    camera_zoom_at(&v->camera, v->pointer_x, v->pointer_y, v->camera.zoom * pow(1.2, notches));
    v->fitted = false;
}

// ---- what is seen

int mouse_shown_boid(const mouse* m) {
    int under = m->tool == TOOL_BOIDS && m->drag == DRAG_NONE ? boid_tool_at_pointer(m->boids) : -1;
    return under >= 0 ? under : boids_selected(&m->boids->boids);
}

// The outlines of hexagons, columns x0 to x1 - 1 of rows y0 to y1 - 1.
static void draw_hexagons(view* v, int x0, int y0, int x1, int y1) {
    enum { MOST = 600 }; // more are too small to be told apart
    if ((int64_t)(x1 - x0) * (y1 - y0) > MOST) return;
    for (int pass = 0; pass < 2; pass++) {
        SDL_Color color = pass == 0 ? draw_rgb(PALETTE_CASING) : (SDL_Color){255, 255, 255, 255};
        for (int i = 0; i < (x1 - x0) * (y1 - y0); i++) {
            wend_tile tile = {x0 + i % (x1 - x0), y0 + i / (x1 - x0)};
            SDL_FPoint corners[6];
            int count = camera_tile_corners(&v->camera, tile, corners);
            for (int k = 0; k < count; k++)
                draw_line(&v->batch, corners[k], corners[(k + 1) % count], (pass == 0 ? 4 : 1.5f) * v->scale,
                          color);
        }
    }
}

static void draw_brush(const brush* b, tool_kind tool, view* v) {
    bool stroke = b->stroke != TOOL_LOOK;
    wend_tile pointer = view_pointer_tile(v), at = stroke ? b->last : pointer,
              first = stroke ? b->from : pointer;
    bool wide = tool == TOOL_BRUSH || tool == TOOL_LINE;
    int before = wide ? (b->size - 1) / 2 : 0, after = wide ? b->size / 2 : 0;
    if (wide) first = at;
    const camera* cam = &v->camera;
    int x0 = SDL_min(at.x, first.x) - before, x1 = SDL_max(at.x, first.x) + after + 1;
    int y0 = SDL_min(at.y, first.y) - before, y1 = SDL_max(at.y, first.y) + after + 1;
    SDL_FPoint low = {(float)camera_column_x(cam, x0), (float)camera_row_y(cam, y0)};
    SDL_FPoint high = {(float)camera_column_x(cam, x1), (float)camera_row_y(cam, y1)};
    bool outlined = cam->plane.is_diamond || (cam->plane.is_hex && cam->zoom >= HEX_OUTLINE);
    if (outlined) draw_hexagons(v, x0, y0, x1, y1);
    for (int pass = 0; pass < 2; pass++) {
        float width = (pass == 0 ? 4 : 1.5f) * v->scale;
        SDL_Color color = pass == 0 ? draw_rgb(PALETTE_CASING) : (SDL_Color){255, 255, 255, 255};
        if (!outlined) draw_frame(&v->batch, low, high, width, color);
        if (stroke && tool == TOOL_LINE)
            draw_line(&v->batch, view_tile_center(v, b->from), view_tile_center(v, b->last), width, color);
    }
}

void mouse_draw(const mouse* m) {
    view* v = m->view;
    bool on_map = v->pointer_inside && !gui_covers(v->pointer_x, v->pointer_y);
    on_map = on_map && view_pointer_tile(v).x >= v->camera.plane.left;
    if (is_paint_tool(m->tool) && (m->brush.stroke != TOOL_LOOK || on_map)) draw_brush(&m->brush, m->tool, v);
    link_tool_draw(&m->links, m->tool == TOOL_LINK);
    if (is_wall_tool(m->tool) && on_map) wall_tool_draw(&m->walls);
    int held = m->drag == DRAG_START  ? MARKER_START
               : m->drag == DRAG_GOAL ? MARKER_GOAL + m->goal
                                      : MARKER_NONE;
    obstacles_draw(&m->obstacles);
    if (m->tool == TOOL_MEASURE) ruler_draw_line(&m->ruler);
    overlay_draw_markers(v, held);
}

// ---- commands

static void choose(mouse* m, tool_kind tool) {
    if (m->drag != DRAG_NONE || m->brush.stroke != TOOL_LOOK) return;
    m->tool = tool;
    m->links.floor_begun = false;
    if (tool == TOOL_OBSTACLE || tool == TOOL_DANGER) commands_push(m->document->commands, "open", "edit");
    if (is_edit_tool(tool))
        commands_push(m->document->commands, tool == TOOL_LINK ? "reveal" : "open", "edit");
    if (is_edit_tool(tool) && !is_paint_tool(tool)) m->view->layers |= 1u << LAYER_CONNECTIONS;
    if (tool == TOOL_BOIDS) commands_push(m->document->commands, "reveal", "boids");
}

static void set_tool(void* owner, double tool) {
    choose(owner, (tool_kind)tool);
}

static bool has_boids(const void* owner) {
    return ((const mouse*)owner)->tool == TOOL_BOIDS;
}

static void turn_boids(void* owner, bool on) {
    if (on || has_boids(owner)) choose(owner, on ? TOOL_BOIDS : TOOL_LOOK);
}

// Sets what the brush paints: "wall", "original", or a cost.
static bool run_brush(void* owner, const char* value, char* why) {
    mouse* m = owner;
    double cost = 0;
    if (strcmp(value, "wall") == 0) {
        m->brush.ink = INK_WALL;
    } else if (strcmp(value, "original") == 0) {
        m->brush.ink = INK_ORIGINAL;
    } else if (parse_range(value, (double)WEND_MIN_CLASS_COST, (double)WEND_MAX_CLASS_COST, &cost, why)) {
        m->brush.ink = INK_COST;
        m->brush.cost = (float)cost;
    } else {
        return command_refuse(why, "unknown brush '%.40s', expected wall, original or a cost", value);
    }
    choose(m, is_paint_tool(m->tool) ? m->tool : TOOL_BRUSH);
    return true;
}

// All tiles of the shown floor as in the file again; a new map becomes passable.
static void act_clear_walls(void* owner) {
    mouse* m = owner;
    document* d = m->document;
    const wend_grid* grid = d->scene.grid;
    if (m->drag != DRAG_NONE || d->edits.open) return;
    brush all = {.ink = INK_ORIGINAL, .size = 1};
    const uint16_t floor = m->view->camera.floor;
    const wend_rect map = wend_grid_area(grid);
    const wend_tile first = {map.x, map.y, floor},
                    last = {map.x + map.width - 1, map.y + map.height - 1, floor};
    wend_result result = brush_begin(&all, TOOL_RECTANGLE, &d->edits, first, false);
    if (result == WEND_OK) result = brush_move(&all, &d->edits, last);
    if (result == WEND_OK) result = brush_end(&all, &d->edits);
    document_check_edit(d, result);
}

// Removes what the tool has selected.
static void act_delete(void* owner) {
    mouse* m = owner;
    if (m->tool == TOOL_LINK)
        commands_push(m->document->commands, "link_remove", "selected");
    else
        commands_push(m->document->commands, "remove-boids", "selected");
}

static const command_def mouse_commands[] = {
    COMMAND_ACT("delete", act_delete, COMMAND_ACTION),
    COMMAND_WORD("tool", mouse, tool, mouse_tool_name, "tool", .set = set_tool),
    COMMAND("brush", run_brush, COMMAND_SETTING),
    COMMAND_SWITCH("boids", mouse, tool, .turn = turn_boids, .on = has_boids),
    COMMAND_WORD("mouse", mouse, preset, mouse_preset_name, "preset of the mouse", .then = NULL),
    COMMAND_ACT("clear_walls", act_clear_walls, COMMAND_SETTING),
    COMMANDS_END,
};

void mouse_init(mouse* m, document* d, view* v, boid_tool* b) {
    *m = (mouse){.preset = m->preset, // as it was remembered
                 .ruler = {.hidden = m->ruler.hidden},
                 .document = d,
                 .view = v,
                 .boids = b,
                 .brush = {.cost = 2, .size = 3},
                 .walls_brush = {.ink = INK_WALL, .size = 1}};
    m->painting = &m->brush;
    obstacles_init(&m->obstacles, d, v);
    ruler_init(&m->ruler, d, v);
    link_tool_init(&m->links, d, v);
    wall_tool_init(&m->walls, d, v);
    scene_listen(&d->scene, listen, m);
    commands_add(d->commands, mouse_commands, m);
    commands_add(d->commands, brush_commands, &m->brush);
}
