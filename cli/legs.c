// legs.c: how do the paths of many places look on one picture?
#include "legs.h"
#include "scene.h"
#include "world_file.h"

typedef struct painter {
    const legs* all;
    wend_search* search;
    wend_path* path;
} painter;

// A scene's extra.
static wend_result draw(const scene* s, drawing* d) {
    const painter* p = s->extra_context;
    const wend_grid* grid = wend_world_grid(s->world);
    wend_result result = WEND_OK;
    drawing_layer(d, "paths");
    for (int32_t i = 0; i < p->all->count && result == WEND_OK; i++) {
        const wend_query query = wend_default_query(p->all->items[i].from, p->all->items[i].to);
        result = wend_find_path(p->search, s->world, &query, p->path, NULL);
        if (result == WEND_OK && wend_path_outcome(p->path) == WEND_FOUND)
            result = scene_add_path(s, grid, p->path, scene_color(PALETTE_PATH), d);
    }
    drawing_layer(d, "places");
    for (int32_t i = 0; i < p->all->goal_count; i++)
        scene_add_marker(s, p->all->goals[i], scene_color(PALETTE_GOAL), d);
    for (int32_t i = 0; i < p->all->start_count; i++)
        scene_add_marker(s, p->all->starts[i], scene_color(PALETTE_START), d);
    return result;
}

int legs_write(const wend_world* world, const legs* all, const char* file) {
    const double scale = all->scale > 0 ? all->scale : scene_default_scale(wend_world_grid(world));
    painter p = {.all = all};
    const wend_search_def def = wend_default_search_def();
    const scene s = {.world = world,
                     .layers = SCENE_COSTS |
                               (scene_default_layers(world, scale, false) & (SCENE_WALLS | SCENE_LINKS)),
                     .level = 1,
                     .scale = scale,
                     .extra = draw,
                     .extra_context = &p};
    wend_result result = wend_search_create(&def, &p.search);
    if (result == WEND_OK) result = wend_path_create(NULL, &p.path);
    const int code = result == WEND_OK ? scene_write(&s, file, NULL, NULL)
                                       : world_result(world, cli_command_name(), result);
    wend_path_destroy(p.path);
    wend_search_destroy(p.search);
    return code;
}
