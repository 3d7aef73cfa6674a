// map_view.c: how do the map, its connected components and the costs to the goal get into the view?
#include "map_view.h"
#include "minimap.h"

enum { TILES_A_FRAME = 500 * 1000 }; // read for textures, so that no frame is late

static void drop_map(map_view* m) {
    map_layer_destroy(m->map); // it borrows the grid
    m->map = NULL;
    connected_destroy(&m->connected);
}

static void make_map(map_view* m) {
    m->costs_shown = view_has(m->view, LAYER_COSTS);
    m->map = map_layer_create(m->view->window->renderer, map_tiles_of(m->scene->grid),
                              view_palette(m->view)->colors, &m->tasks);
    connected_begin(&m->connected, m->scene->grid);
}

static void listen(void* context, scene_event event) {
    map_view* m = context;
    if (event == SCENE_CLOSING) drop_map(m);
    if (event == SCENE_KEPT || event == SCENE_OPENED || event == SCENE_REBUILT) make_map(m);
    if (event == SCENE_OPENED || event == SCENE_REBUILT) goal_field_forget(&m->goal_field);
    if (event != SCENE_EDITED) return;
    map_layer_update(m->map, m->scene->changed);
    connected_restart(&m->connected);
    goal_field_restart(&m->goal_field);
}

void map_view_init(map_view* m, view* v, scene* s, wend_tasks tasks) {
    m->view = v;
    m->scene = s;
    m->tasks = tasks;
    scene_listen(s, listen, m);
}

void map_view_set_renderer(map_view* m, SDL_Renderer* renderer) {
    map_layer_set_renderer(m->map, renderer);
    map_layer_set_renderer(m->connected.picture, renderer);
    field_layer_destroy(m->field_layer);
    m->field_layer = NULL;
}

void map_view_destroy(map_view* m) {
    drop_map(m);
    field_layer_destroy(m->field_layer);
    goal_field_forget(&m->goal_field);
}

// The map, or in its place the picture of the components.
static map_layer* shown_layer(const map_view* m) {
    return view_has(m->view, LAYER_COMPONENTS) && m->connected.picture != NULL ? m->connected.picture
                                                                               : m->map;
}

// True: nothing is missing.
static bool draw_distance(map_view* m, bool whole) {
    view* v = m->view;
    if (!view_has(v, LAYER_DISTANCE) && !view_has(v, LAYER_FLOW)) return true;
    bool filled = goal_field_work(&m->goal_field, m->scene->grid, m->scene->query.goal, whole);
    if (!view_has(v, LAYER_DISTANCE)) return filled;
    if (m->field_layer == NULL) m->field_layer = field_layer_create(v->window->renderer);
    if (m->field_layer == NULL) return true; // no memory: the map is there without it
    return field_layer_draw(m->field_layer, &m->goal_field, view_palette(v), &v->camera, &v->batch, v->scale,
                            whole) &&
           filled;
}

void map_view_draw(map_view* m, bool whole) {
    view* v = m->view;
    bool areas = view_has(v, LAYER_COMPONENTS), costs = view_has(v, LAYER_COSTS);
    if (costs != m->costs_shown) map_layer_set_colors(m->map, view_palette(v)->colors);
    m->costs_shown = costs;
    m->complete = connected_work(&m->connected, v->window->renderer, &m->tasks, areas, whole);
    m->complete &= map_layer_draw(shown_layer(m), &v->camera, whole ? INT64_MAX : TILES_A_FRAME);
    m->complete &= draw_distance(m, whole);
}

void map_view_draw_flow(map_view* m) {
    view* v = m->view;
    if (view_has(v, LAYER_FLOW)) field_layer_draw_flow(&m->goal_field, &v->camera, &v->batch, v->scale);
}

void map_view_draw_minimap(map_view* m) {
    view* v = m->view;
    SDL_Rect area = minimap_area(&v->camera, view_free_area(v), v->scale);
    if (area.w > 0) minimap_draw(shown_layer(m), m->scene, &v->camera, area, &v->batch, v->scale);
}
