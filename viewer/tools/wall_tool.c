// wall_tool.c: how do strokes of a pointer make and remove walls and one-way steps?
#include "tools/wall_tool.h"
#include "platform/commands.h"
#include "views/connections.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define NEAR    0.3f ///< of an edge: a stroke of walls takes it [Units: widths of a tile]
#define CORNERS 0.2f ///< of an edge at both ends, where a stroke passes by other edges [Range: 0..0.5]
#define SAMPLE  0.15 ///< of a stroke [Units: widths of a tile]

static void listen(void* context, scene_event event) {
    wall_tool* t = context;
    if (event == SCENE_OPENED || event == SCENE_REBUILT) t->stroke = false;
}

// ---- edges

// ONE_WAY: open from a to b.
static void set_edge(edit_pass* p, wend_tile a, wend_tile b, edge_state state) {
    edits_add_exit(p, a, b, state == EDGE_WALL);
    edits_add_exit(p, b, a, state != EDGE_OPEN);
}

static bool edge_at(const wall_tool* t, float x, float y, tile_edge* out) {
    return connections_edge_at(t->view, x, y, out);
}

static bool share_edge(const wall_tool* t, wend_tile a, wend_tile b) {
    const wend_grid* grid = t->document->scene.grid;
    tile_plane plane = t->view->camera.plane;
    wend_vec2 from = tile_plane_center(plane, a), to = tile_plane_center(plane, b);
    return wend_grid_contains(grid, a) && wend_grid_contains(grid, b) && a.floor == b.floor &&
           abs(a.x - b.x) <= 1 && abs(a.y - b.y) <= 1 && hypotf(from.x - to.x, from.y - to.y) < 1.1f;
}

// What a click makes of the nearest edge.
static void click(wall_tool* t, edit_pass* p) {
    tile_edge e;
    const wend_grid* grid = t->document->scene.grid;
    if (!edge_at(t, t->last_x, t->last_y, &e)) return;
    bool out = wend_grid_step_is_open(grid, e.inside, e.outside);
    bool in = wend_grid_step_is_open(grid, e.outside, e.inside);
    if (t->erase)
        set_edge(p, e.inside, e.outside, EDGE_OPEN);
    else if (!t->one_way)
        set_edge(p, e.inside, e.outside, EDGE_WALL);
    else if (out && in)
        set_edge(p, e.inside, e.outside, EDGE_ONE_WAY);
    else if (out)
        set_edge(p, e.outside, e.inside, EDGE_ONE_WAY); // the other direction
    else
        set_edge(p, e.inside, e.outside, EDGE_OPEN);
}

static void draw_along(wall_tool* t, edit_pass* p, float x, float y) {
    tile_edge e;
    if (!edge_at(t, x, y, &e) || e.distance > NEAR || e.along < CORNERS || e.along > 1 - CORNERS) return;
    set_edge(p, e.inside, e.outside, t->erase ? EDGE_OPEN : EDGE_WALL);
    t->touched = true;
}

static void cross(wall_tool* t, edit_pass* p, float x, float y) {
    wend_tile tile = camera_tile_at(&t->view->camera, (double)x, (double)y);
    if (tile.x == t->last.x && tile.y == t->last.y) return;
    if (share_edge(t, t->last, tile)) {
        set_edge(p, t->last, tile, t->erase ? EDGE_OPEN : EDGE_ONE_WAY);
        t->touched = true;
    }
    t->last = tile;
}

// ---- the mouse

void wall_tool_press(wall_tool* t, bool one_way, bool erase) {
    document* d = t->document;
    wend_result result = edits_begin_step(&d->edits);
    document_check_edit(d, result);
    if (result != WEND_OK) return;
    t->stroke = true;
    t->one_way = one_way;
    t->erase = erase;
    t->touched = false;
    t->last_x = t->view->pointer_x;
    t->last_y = t->view->pointer_y;
    t->last = view_pointer_tile(t->view);
}

void wall_tool_move(wall_tool* t) {
    document* d = t->document;
    const view* v = t->view;
    if (!t->stroke) return;
    float dx = v->pointer_x - t->last_x, dy = v->pointer_y - t->last_y;
    int count = (int)ceil((double)hypotf(dx, dy) / fmax(SAMPLE * v->camera.zoom, 1));
    edit_pass p = edits_begin_pass(&d->edits);
    for (int i = 1; i <= count; i++) {
        float x = t->last_x + dx * (float)i / (float)count, y = t->last_y + dy * (float)i / (float)count;
        if (t->one_way)
            cross(t, &p, x, y);
        else
            draw_along(t, &p, x, y);
    }
    document_check_edit(d, edits_end_pass(&p));
    t->last_x = v->pointer_x;
    t->last_y = v->pointer_y;
}

void wall_tool_release(wall_tool* t) {
    document* d = t->document;
    if (!t->stroke) return;
    t->stroke = false;
    if (!t->touched) {
        edit_pass p = edits_begin_pass(&d->edits);
        click(t, &p);
        document_check_edit(d, edits_end_pass(&p));
    }
    edits_end_step(&d->edits);
}

void wall_tool_draw(const wall_tool* t) {
    view* v = t->view;
    tile_edge e;
    if (!edge_at(t, v->pointer_x, v->pointer_y, &e)) return;
    for (int pass = 0; pass < 2; pass++) {
        SDL_Color color = pass == 0 ? draw_rgb(PALETTE_CASING) : (SDL_Color){255, 255, 255, 255};
        connections_draw_edge(v, e.inside, e.outside, (pass == 0 ? 6 : 3) * v->scale, color);
    }
}

// ---- commands

static bool set_by_command(wall_tool* t, const char* value, edge_state state, char* why) {
    document* d = t->document;
    const wend_grid* grid = d->scene.grid;
    wend_tile ends[2];
    if (!parse_tiles(value, grid, ends, why)) return false;
    if (!share_edge(t, ends[0], ends[1]))
        return command_refuse(why, "'%.40s' are no two tiles with a common edge", value);
    if (d->edits.open) return true; // a stroke is under way
    edit_pass p = edits_begin_pass(&d->edits);
    set_edge(&p, ends[0], ends[1], state);
    document_check_edit(d, edits_end_pass(&p));
    return true;
}

static bool run_wall(void* owner, const char* value, char* why) {
    return set_by_command(owner, value, EDGE_WALL, why);
}

static bool run_one_way(void* owner, const char* value, char* why) {
    return set_by_command(owner, value, EDGE_ONE_WAY, why);
}

static bool run_open_edge(void* owner, const char* value, char* why) {
    return set_by_command(owner, value, EDGE_OPEN, why);
}

static const command_def wall_commands[] = {
    COMMAND("wall", run_wall, COMMAND_SETTING),
    COMMAND("one_way", run_one_way, COMMAND_SETTING),
    COMMAND("open_edge", run_open_edge, COMMAND_SETTING),
    COMMANDS_END,
};

void wall_tool_init(wall_tool* t, document* d, view* v) {
    *t = (wall_tool){.document = d, .view = v};
    scene_listen(&d->scene, listen, t);
    commands_add(d->commands, wall_commands, t);
}
