// scene.c: how do scenes begin, and which objects do they end?
#include "scene.h"

void scene_begin_world(scene* s, int32_t variant) {
    s->stock = (stock)(variant % STOCK_COUNT);
    if (variant < STOCK_COUNT) {
        s->world = stock_world(s->stock);
    } else if (variant < 2 * STOCK_COUNT || s->stock == STOCK_PROFILES) {
        scene_must(wend_world_map(stock_file(s->stock), NULL, &s->world, NULL));
    } else {
        wend_stream_def def = wend_default_stream_def();
        def.region_level = 2;
        scene_must(wend_world_stream(stock_file(s->stock), &def, &s->world, NULL));
        scene_must(wend_world_load(s->world, (wend_rect){0, 0, 47, 40}, false, NULL));
    }
}

void scene_begin_one_cost(scene* s) {
    s->stock = STOCK_PLAIN;
    s->world = stock_of_one_cost();
}

void scene_block(scene* s, wend_rect area) {
    const wend_edit edit = wend_edit_tiles(area, 0);
    scene_must(wend_world_edit(s->world, &edit, 1, NULL));
    scene_must(wend_world_refresh(s->world, 0, NULL));
}

void scene_end(scene* s) {
    wend_service_destroy(s->service);
    wend_crowd_destroy(s->crowd);
    wend_fleet_destroy(s->fleet);
    wend_overlay_destroy(s->overlay);
    wend_field_destroy(s->field);
    wend_matrix_search_destroy(s->matrices);
    wend_grid_destroy(s->grid);
    wend_grid_destroy(s->other_grid);
    wend_bake_destroy(s->bake);
    wend_world_destroy(s->world);
    wend_world_destroy(s->other_world);
    wend_search_destroy(s->search);
    wend_path_destroy(s->path);
    for (int32_t i = 0; i < 3; i++) wend_path_destroy(s->paths[i]);
    wend_explanation_destroy(s->explanation);
    wend_threads_destroy(s->threads);
    wend_graph_search_destroy(s->graph_search);
    wend_graph_destroy(s->graph);
    wend_graph_names_destroy(s->names);
    wend_image_survey_destroy(s->survey);
    wend_scenario_destroy(s->scenario);
    *s = (scene){0};
}
