// view.c: which part of the map does the window show, with which layers, and where is the pointer?
#include "views/view.h"
#include "platform/commands.h"
#include "platform/imgui_shim.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MARGIN = 12 };

const char* view_layer_name(int layer) {
    static const char* const names[LAYER_COUNT] = {
        [LAYER_COSTS] = "costs",         [LAYER_CLUSTERS] = "clusters",
        [LAYER_ENTRANCES] = "entrances", [LAYER_GRAPH] = "graph",
        [LAYER_ROUTE] = "route",         [LAYER_PATH] = "path",
        [LAYER_WAYPOINTS] = "waypoints", [LAYER_AGENT] = "agent",
        [LAYER_LISTS] = "lists",         [LAYER_COMPONENTS] = "components",
        [LAYER_DISTANCE] = "distance",   [LAYER_FLOW] = "flow",
        [LAYER_NUMBERS] = "numbers",     [LAYER_CONNECTIONS] = "connections",
        [LAYER_CLEARANCE] = "clearance", [LAYER_BLOCKED] = "blocked",
        [LAYER_GRID] = "grid",
    };
    return layer < LAYER_COUNT ? names[layer] : NULL;
}

static void listen(void* context, scene_event event) {
    view* v = context;
    if (event != SCENE_OPENED && event != SCENE_REBUILT) return;
    tile_plane before = v->camera.plane;
    camera_set_map(&v->camera, v->scene->grid);
    const scene_layout layout = v->scene->layout;
    const bool columns = layout.staggered >= WEND_STAGGERED_ODD_COLUMNS;
    if (layout.isometric > 0 && !v->camera.plane.is_hex)
        v->camera.plane = layout.staggered == WEND_STAGGERED_NOT
                              ? tile_plane_diamonds(v->scene->grid, layout.isometric)
                              : tile_plane_staggered(layout.isometric, columns,
                                                     layout.staggered == WEND_STAGGERED_EVEN_ROWS ||
                                                         layout.staggered == WEND_STAGGERED_EVEN_COLUMNS);
    bool same_tiles =
        before.is_hex == v->camera.plane.is_hex && before.shifts_columns == v->camera.plane.shifts_columns;
    if (event == SCENE_OPENED) v->camera.floor = v->scene->query.start.floor;
    if (event == SCENE_OPENED || !same_tiles) view_fit(v);
}

void view_init(view* v, const window* w, scene* s) {
    v->window = w;
    v->scene = s;
    v->layers = LAYERS_DEFAULT;
    v->bars = true;
    scene_listen(s, listen, v);
}

void view_update_size(view* v) {
    const window* w = v->window;
    const bool same_scale = v->scale == w->scale;
    v->scale = w->scale;
    if (v->batch.renderer != w->renderer) draw_set_renderer(&v->batch, w->renderer);
    if (same_scale && v->camera.width == w->width && v->camera.height == w->height) return;
    v->camera.width = w->width;
    v->camera.height = w->height;
    v->batch.width = (float)w->width;
    v->batch.height = (float)w->height;
    if (v->fitted) view_fit(v);
}

float view_top_height(const view* v) {
    return !v->bars ? 0 : gui_menu_bar_height() + gui_tool_bar_height();
}

float view_status_height(const view* v) {
    return gui_line_height() + 20 * v->scale;
}

SDL_Rect view_free_area(const view* v) {
    int margin = (int)(MARGIN * v->scale), left = (int)v->panel_width + margin;
    int top = (int)(view_top_height(v) + v->banner_height) + margin;
    int bottom = (int)view_status_height(v) + (int)v->bar_height + margin;
    if (left > v->camera.width / 2) left = margin; // a small window shows the map beneath the panel
    int right = (int)v->dock_width + margin;
    return (SDL_Rect){left, top, SDL_max(v->camera.width - left - right, 1),
                      SDL_max(v->camera.height - top - bottom, 1)};
}

SDL_Rect view_seen_map(const view* v) {
    const camera* cam = &v->camera;
    wend_vec2 end = camera_map_end(cam);
    SDL_Rect free_area = view_free_area(v), seen;
    SDL_Rect map = {(int)camera_screen_x(cam, 0), (int)camera_screen_y(cam, 0), 0, 0};
    map.w = (int)camera_screen_x(cam, (double)end.x) - map.x + 1;
    map.h = (int)camera_screen_y(cam, (double)end.y) - map.y + 1;
    return SDL_IntersectRect(&free_area, &map, &seen) ? seen : free_area;
}

void view_fit(view* v) {
    camera_fit(&v->camera, view_free_area(v));
    v->fitted = true;
}

void view_take_room(view* v, float panel_width, float bar_height) {
    const float top = view_top_height(v); // of bars, which may need another line
    if (v->panel_width == panel_width && v->bar_height == bar_height && v->top == top) return;
    v->top = top;
    v->panel_width = panel_width;
    v->bar_height = bar_height;
    if (v->fitted) view_fit(v);
}

void view_take_banner(view* v, float height) {
    if (v->banner_height == height) return;
    v->banner_height = height;
    if (v->fitted) view_fit(v);
}

static bool is_within(const view* v, SDL_Rect area, wend_tile tile) {
    SDL_FPoint at = view_tile_center(v, tile);
    return SDL_PointInRect(&(SDL_Point){(int)at.x, (int)at.y}, &area);
}

// Moves the map, and makes it smaller where it must, so that start and goal are within the area.
static void show_ends(view* v, SDL_Rect area) {
    const wend_query* q = &v->scene->query;
    const float margin = 24 * v->scale;
    SDL_FPoint a = view_tile_center(v, q->start), b = view_tile_center(v, q->goal);
    float wide = ((float)area.w - 2 * margin) / fmaxf(fabsf(a.x - b.x), 1);
    float high = ((float)area.h - 2 * margin) / fmaxf(fabsf(a.y - b.y), 1);
    float factor = fminf(fminf(wide, high), 1);
    double x = (double)(a.x + b.x) / 2, y = (double)(a.y + b.y) / 2;
    if (factor > 0) camera_zoom_at(&v->camera, x, y, v->camera.zoom * (double)factor);
    camera_pan(&v->camera, area.x + area.w / 2.0 - x, area.y + area.h / 2.0 - y);
}

void view_take_dock(view* v, float dock_width) {
    if (v->dock_width == dock_width) return;
    const wend_query* q = &v->scene->query;
    SDL_Rect before = view_free_area(v);
    bool seen = is_within(v, before, q->start) && is_within(v, before, q->goal);
    v->dock_width = dock_width;
    SDL_Rect area = view_free_area(v);
    if (v->fitted) {
        view_fit(v);
        return;
    }
    v->camera.off.x = area.x + area.w / 2 - v->camera.width / 2;
    camera_pan(&v->camera, area.x + area.w / 2.0 - (before.x + before.w / 2.0), 0);
    if (seen && !(is_within(v, area, q->start) && is_within(v, area, q->goal))) show_ends(v, area);
}

void view_show_floor(view* v, int32_t floor) {
    v->camera.floor = (uint16_t)floor;
}

bool view_shows_floor(const view* v, int32_t floor) {
    return v->camera.floor == floor;
}

void view_pan(view* v, float dx, float dy) {
    camera_pan(&v->camera, dx, dy);
    v->fitted = v->follow = false;
}

bool view_sees(const view* v, SDL_FPoint at, float margin) {
    return at.x > -margin && at.y > -margin && at.x < (float)v->camera.width + margin &&
           at.y < (float)v->camera.height + margin;
}

bool view_has(const view* v, view_layer layer) {
    return (v->layers >> layer & 1) != 0;
}

palette view_palette(const view* v) {
    const scene* s = v->scene;
    const bool tints = view_has(v, LAYER_BLOCKED);
    float costs[WEND_CLASS_COUNT];
    for (int i = 0; i < WEND_CLASS_COUNT; i++) costs[i] = scene_class_cost(s, i);
    palette shown = palette_of_costs(costs, wend_grid_class_counts(s->grid));
    if (view_has(v, LAYER_COSTS)) return shown;
    for (int i = 0; i < WEND_CLASS_COUNT; i++) {
        if (!s->look.own[i]) continue;
        const uint32_t own = s->look.colors.colors[i];
        shown.colors[i] = tints && costs[i] <= 0 ? look_tint(own, s->look.dark_ground) : own;
    }
    return shown;
}

// ---- places

wend_tile view_pointer_tile(const view* v) {
    return camera_tile_at(&v->camera, v->pointer_x, v->pointer_y);
}

SDL_FPoint view_tile_center(const view* v, wend_tile tile) {
    return camera_tile_center(&v->camera, tile);
}

SDL_FPoint view_to_screen(const view* v, wend_vec2 place) {
    wend_vec2 origin = wend_grid_origin(v->scene->grid);
    double size = (double)wend_grid_tile_size(v->scene->grid);
    if (v->camera.plane.is_diamond) {
        const float side = (float)size;
        place = tile_plane_of_tiles(v->camera.plane,
                                    (wend_vec2){(place.x - origin.x) / side, (place.y - origin.y) / side});
        return (SDL_FPoint){(float)camera_screen_x(&v->camera, (double)place.x),
                            (float)camera_screen_y(&v->camera, (double)place.y)};
    }
    const tile_plane* plane = &v->camera.plane;
    return (SDL_FPoint){(float)camera_screen_x(&v->camera, (double)(place.x - origin.x) / size - plane->left),
                        (float)camera_screen_y(&v->camera, (double)(place.y - origin.y) / size - plane->top)};
}

wend_vec2 view_from_screen(const view* v, float x, float y) {
    const camera* cam = &v->camera;
    wend_vec2 origin = wend_grid_origin(v->scene->grid);
    double size = (double)wend_grid_tile_size(v->scene->grid);
    if (cam->plane.is_diamond) {
        const wend_vec2 at = {(float)(cam->x + ((double)x - cam->width / 2.0) / cam->zoom),
                              (float)(cam->y + ((double)y - cam->height / 2.0) / cam->zoom)};
        const wend_vec2 tiles = tile_plane_to_tiles(cam->plane, at);
        return (wend_vec2){origin.x + tiles.x * (float)size, origin.y + tiles.y * (float)size};
    }
    const double column = cam->plane.left + cam->x + ((double)x - cam->width / 2.0) / cam->zoom;
    const double row = cam->plane.top + cam->y + ((double)y - cam->height / 2.0) / cam->zoom;
    return (wend_vec2){(float)((double)origin.x + column * size), (float)((double)origin.y + row * size)};
}

// ---- commands

static bool run_center(void* owner, const char* value, char* why) {
    view* v = owner;
    double x = 0, y = 0;
    if (!parse_pair(value, &x, &y))
        return command_refuse(why, "'%s' is no position on the map, expected X,Y", value);
    camera_look_at(&v->camera, x - v->camera.plane.left, y - v->camera.plane.top);
    v->fitted = false;
    return true;
}

static bool run_zoom(void* owner, const char* value, char* why) {
    view* v = owner;
    double zoom = 0;
    const char* end = NULL;
    if (!parse_number(value, &zoom, &end) || *end != '\0' || zoom <= 0)
        return command_refuse(why, "'%s' is no zoom, expected pixels a tile, above 0", value);
    camera_zoom_at(&v->camera, v->camera.width / 2.0, v->camera.height / 2.0, zoom);
    v->fitted = false;
    return true;
}

// A tenth of the free area; the view moves, so the map moves the other way.
static void pan(void* owner, double way) {
    const SDL_Rect area = view_free_area(owner);
    const float step = (float)SDL_min(area.w, area.h) / 10;
    view_pan(owner, way == 0 ? step : way == 1 ? -step : 0, way == 2 ? step : way == 3 ? -step : 0);
}

static const char* way_name(int way) {
    static const char* const names[] = {"left", "right", "up", "down", NULL};
    return names[way];
}

// By steps of a quarter; what is in the middle of the free area stays there.
static void zoom_by(void* owner, double steps) {
    view* v = owner;
    SDL_Rect area = view_free_area(v);
    camera_zoom_at(&v->camera, area.x + area.w / 2.0, area.y + area.h / 2.0,
                   v->camera.zoom * pow(1.25, steps));
    v->fitted = false;
}

// A floor by its number, or "up" or "down" from the shown one.
static bool run_show_floor(void* owner, const char* value, char* why) {
    view* v = owner;
    const int32_t last = wend_grid_floors(v->scene->grid) - 1;
    const bool up = strcmp(value, "up") == 0, down = strcmp(value, "down") == 0;
    double floor = SDL_clamp(v->camera.floor + up - down, 0, last);
    if (!up && !down && !parse_range(value, 0, last, &floor, why)) return false;
    view_show_floor(v, (int32_t)floor);
    v->follow = false; // or the next frame would show the floor of the agent again
    return true;
}

static void fit_again(void* owner) {
    view* v = owner;
    if (v->fitted) view_fit(v);
}

static void act_fit(void* owner) {
    view_fit(owner);
}

// A list of layers, or "none".
static bool parse_layers(const char* value, uint32_t* out, char* why) {
    *out = 0;
    for (const char* word = value; *word != '\0' && strcmp(value, "none") != 0;) {
        char name[40];
        const size_t length = strcspn(word, ",");
        snprintf(name, sizeof name, "%.*s", (int)SDL_min(length, sizeof name - 1), word);
        const int layer = parse_word(name, "layer", view_layer_name, why);
        if (layer < 0) return false;
        *out |= 1u << layer;
        word += length + (word[length] == ',');
    }
    return true;
}

static bool run_layers(void* owner, const char* value, char* why) {
    view* v = owner;
    uint32_t layers = 0;
    if (!parse_layers(value, &layers, why)) return false;
    v->layers = layers;
    return true;
}

// Switches those that are named.
static bool run_toggle_layers(void* owner, const char* value, char* why) {
    view* v = owner;
    uint32_t layers = 0;
    if (!parse_layers(value, &layers, why)) return false;
    v->layers ^= layers;
    return true;
}

static bool has_layers(const void* owner, const char* value) {
    const view* v = owner;
    char why[COMMAND_WHY];
    uint32_t layers = 0;
    return parse_layers(value, &layers, why) && (v->layers & layers) == layers;
}

const command_def view_commands[] = {
    COMMAND("center", run_center, COMMAND_SETTING),
    COMMAND("zoom", run_zoom, COMMAND_SETTING),
    COMMAND("layers", run_layers, COMMAND_SETTING),
    COMMAND_NUMBER("level", view, level, VALUE_INT, 1, WEND_MAX_LEVELS, .also = "all"),
    COMMAND_CHOOSE("pan", way_name, "direction", pan, .kind = COMMAND_SETTING),
    COMMAND("show_floor", run_show_floor, COMMAND_SETTING),
    COMMAND_SET("zoom-by", -100, 100, zoom_by, .kind = COMMAND_ACTION),
    COMMAND_SWITCH("bars", view, bars, .then = fit_again),
    COMMAND_ACT("fit", act_fit, COMMAND_ACTION),
    {.name = "toggle-layers", .run = run_toggle_layers, .is = has_layers, .kind = COMMAND_ACTION},
    COMMANDS_END,
};
