// ruler.c: how long is something on the map, and where is it?
#include "tools/ruler.h"
#include "platform/commands.h"
#include "platform/imgui_shim.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static const SDL_Color dark = {20, 24, 32, 215}, light = {255, 255, 255, 255};

static void listen(void* context, scene_event event) {
    if (event == SCENE_OPENED) ((ruler*)context)->placed = false;
}

// ---- the line

void ruler_press(ruler* r) {
    r->from = r->to = view_pointer_tile(r->view);
    r->placed = wend_grid_contains(r->scene->grid, r->from);
}

void ruler_move(ruler* r) {
    const wend_rect map = wend_grid_area(r->scene->grid);
    const wend_tile at = view_pointer_tile(r->view);
    r->to.x = SDL_clamp(at.x, map.x, map.x + map.width - 1);
    r->to.y = SDL_clamp(at.y, map.y, map.y + map.height - 1);
}

void ruler_text(const ruler* r, char out[RULER_TEXT]) {
    const wend_tile corner = {r->to.x, r->from.y};
    char length[PLACE_TEXT], across[PLACE_TEXT], down[PLACE_TEXT];
    out[0] = '\0';
    if (!r->placed) return;
    place_distance_text(r->scene, r->from, r->to, length);
    place_distance_text(r->scene, r->from, corner, across);
    place_distance_text(r->scene, corner, r->to, down);
    if (r->from.x == r->to.x || r->from.y == r->to.y ||
        (r->view->camera.plane.is_hex && !r->view->camera.plane.is_diamond))
        snprintf(out, RULER_TEXT, "%s", length);
    else
        snprintf(out, RULER_TEXT, "%s, %s across and %s down", length, across, down);
}

// ---- the bar

typedef struct bar {
    SDL_FRect area; // of the bar itself; width 0: there is none
    char text[PLACE_TEXT];
} bar;

// Metres, or else units of the map, from the middle of a tile in the middle of the window to the next one.
static double length_of_a_tile(const ruler* r) {
    const scene* s = r->scene;
    const camera* cam = &r->view->camera;
    const wend_rect map = wend_grid_area(s->grid);
    const int32_t last = map.width - 2;
    const wend_tile a = {map.x + (int32_t)SDL_clamp(cam->x, 0, SDL_max(last, 0)),
                         map.y + (int32_t)SDL_clamp(cam->y, 0, map.height - 1)};
    const double metres = last < 0
                              ? 0
                              : world_frame_metres(&s->frame, world_frame_center(&s->frame, a),
                                                   world_frame_center(&s->frame, (wend_tile){a.x + 1, a.y}));
    return metres > 0 ? metres : place_tile_side(s);
}

// The longest of 1, 2 and 5 with zeros that is not too wide.
static bar bar_of(const ruler* r, SDL_Rect room) {
    const view* v = r->view;
    const double most = SDL_min(150.0 * (double)v->scale, room.w / 3.0);
    const double pixels_a_unit = v->camera.zoom / length_of_a_tile(r);
    const double longest = most / pixels_a_unit, decade = pow(10, floor(log10(longest)));
    const double length = longest >= 5 * decade ? 5 * decade : longest >= 2 * decade ? 2 * decade : decade;
    bar b = {.text = ""};
    if (r->hidden || v->camera.plane.is_diamond || !(longest > 0) || !isfinite(longest)) return b;
    const char* unit = place_length_unit(r->scene);
    const bool metres = strcmp(unit, " m") == 0;
    if (metres && length >= 1000)
        snprintf(b.text, sizeof b.text, "%g km", length / 1000);
    else if (metres && length < 0.01)
        snprintf(b.text, sizeof b.text, "%g mm", length * 1000);
    else if (metres && length < 1)
        snprintf(b.text, sizeof b.text, "%g cm", length * 100);
    else
        place_amount_text(length, unit, b.text);
    const float height = 4 * v->scale;
    b.area = (SDL_FRect){(float)room.x + 8 * v->scale, (float)(room.y + room.h) - 8 * v->scale - height,
                         (float)(length * pixels_a_unit), height};
    return b;
}

// The middle of the text beside the line.
static SDL_FPoint line_text_at(const ruler* r, float width) {
    const view* v = r->view;
    const SDL_FPoint a = view_tile_center(v, r->from), b = view_tile_center(v, r->to);
    const SDL_Rect room = view_free_area(v);
    const float x = (a.x + b.x) / 2, y = fminf(a.y, b.y) - 2 * gui_line_height(), half = width / 2;
    return (SDL_FPoint){
        SDL_clamp(x, (float)room.x + half, SDL_max((float)(room.x + room.w) - half, (float)room.x + half)),
        fmaxf(y, (float)room.y + gui_line_height())};
}

void ruler_draw_line(const ruler* r) {
    view* v = r->view;
    if (!r->placed || !view_shows_floor(v, r->from.floor)) return;
    const SDL_FPoint from = view_tile_center(v, r->from), to = view_tile_center(v, r->to);
    for (int pass = 0; pass < 2; pass++) {
        const SDL_Color color = pass == 0 ? dark : light;
        draw_line(&v->batch, from, to, (pass == 0 ? 5 : 2) * v->scale, color);
        draw_disc(&v->batch, from, (pass == 0 ? 5.5f : 3.5f) * v->scale, color);
        draw_disc(&v->batch, to, (pass == 0 ? 5.5f : 3.5f) * v->scale, color);
    }
}

static void show_line_text(const ruler* r) {
    const view* v = r->view;
    char text[RULER_TEXT];
    ruler_text(r, text);
    const float size = gui_line_height(), width = gui_map_text_width(size, text),
                wide = width + 10 * v->scale;
    const SDL_FPoint at = line_text_at(r, width);
    gui_map_box(at.x - wide / 2, at.y - size * 0.7f, at.x + wide / 2, at.y + size * 0.7f, dark);
    gui_map_text(at.x, at.y, size, light, text);
}

void ruler_show(const ruler* r, SDL_Rect room, bool in_hand) {
    const view* v = r->view;
    const bar b = bar_of(r, room);
    const float line = v->scale, size = gui_line_height(), x0 = b.area.x, x1 = x0 + b.area.w,
                bottom = b.area.y + b.area.h;
    if (b.area.w > 0) {
        const float middle = (x0 + x1) / 2,
                    wide = fmaxf(gui_map_text_width(size, b.text), b.area.w) + 12 * line;
        gui_map_box(middle - wide / 2, b.area.y - 4 * line - size * 1.4f, middle + wide / 2,
                    bottom + 4 * line, dark);
        gui_map_box(x0, b.area.y, x1, bottom, light);
        gui_map_box(x0, b.area.y - 4 * line, x0 + 2 * line, bottom, light);
        gui_map_box(x1 - 2 * line, b.area.y - 4 * line, x1, bottom, light);
        gui_map_text(middle, b.area.y - 4 * line - size * 0.7f, size, light, b.text);
    }
    if (in_hand && r->placed && view_shows_floor(r->view, r->from.floor)) show_line_text(r);
}

// ---- commands

static void turn_bar(void* owner, bool shown) {
    ((ruler*)owner)->hidden = !shown;
}

static bool has_bar(const void* owner) {
    return !((const ruler*)owner)->hidden;
}

// "X,Y X,Y": between two tiles; "none".
static bool run_ruler(void* owner, const char* value, char* why) {
    ruler* r = owner;
    wend_tile ends[2];
    const wend_grid* grid = r->scene->grid;
    r->placed = false;
    if (strcmp(value, "none") == 0) return true;
    if (!parse_tiles(value, grid, ends, why)) return false;
    if (ends[0].floor != ends[1].floor)
        return command_refuse(why, "'%.60s' are tiles of two floors, expected two of one", value);
    r->from = ends[0];
    r->to = ends[1];
    return r->placed = true;
}

// "position": in the units of the map, as wend path --units world takes it; "tile". Of the tile under the
// pointer or, where that is on no tile, of the goal.
static void take_copy(void* owner, const char* what) {
    const ruler* r = owner;
    const scene* s = r->scene;
    const view* v = r->view;
    wend_tile tile = view_pointer_tile(v);
    const bool under =
        v->pointer_inside && !gui_covers(v->pointer_x, v->pointer_y) && wend_grid_contains(s->grid, tile);
    if (!under) tile = s->query.goal;
    char text[PLACE_TEXT];
    const world_point at = world_frame_center(&s->frame, tile);
    const int digits = place_digits(s);
    if (strcmp(what, "position") == 0 && place_has_units(s))
        snprintf(text, sizeof text, "%.*f,%.*f", digits, at.x, digits, at.y);
    else
        snprintf(text, sizeof text, wend_grid_floors(s->grid) > 1 ? "%d,%d,%d" : "%d,%d", tile.x, tile.y,
                 tile.floor);
    const bool copied = SDL_SetClipboardText(text) == 0;
    notice_show(r->notice, !copied, copied ? "copied %s, %s" : "cannot be copied: %s, %s", text,
                under ? "the tile under the pointer" : "the goal");
}

static const command_def ruler_commands[] = {
    COMMAND_SWITCH("scale_bar", ruler, hidden, .turn = turn_bar, .on = has_bar),
    COMMAND("ruler", run_ruler, COMMAND_SETTING),
    COMMAND_TAKE("copy", take_copy, COMMAND_ACTION),
    COMMANDS_END,
};

void ruler_init(ruler* r, document* d, view* v) {
    *r = (ruler){.scene = &d->scene, .view = v, .notice = d->notice, .hidden = r->hidden};
    scene_listen(&d->scene, listen, r);
    commands_add(d->commands, ruler_commands, r);
}
