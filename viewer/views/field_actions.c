// field_actions.c: when are the distance map and the flow field filled, drawn, and told of?
#include "app.h"
#include "field_layer.h"
#include "platform/imgui_shim.h"
#include <math.h>
#include <stdio.h>

static bool is_on(const app* a, view_layer layer) {
    return (a->layers >> layer & 1) != 0;
}

void fields_forget(app* a) {
    goal_field_forget(&a->goal_field);
}

void fields_lose_textures(app* a) {
    field_layer_destroy(a->field_layer);
    a->field_layer = NULL;
}

void fields_destroy(app* a) {
    fields_lose_textures(a);
    goal_field_forget(&a->goal_field);
}

bool fields_draw_distance(app* a, bool whole) {
    if (!is_on(a, LAYER_DISTANCE) && !is_on(a, LAYER_FLOW)) return true;
    bool filled = goal_field_work(&a->goal_field, a->scene.grid, a->scene.query.goal, whole);
    if (!is_on(a, LAYER_DISTANCE)) return filled;
    if (a->field_layer == NULL) a->field_layer = field_layer_create(a->renderer);
    if (a->field_layer == NULL) return true; // no memory: the map is there without it
    return field_layer_draw(a->field_layer, &a->goal_field, app_palette(a), &a->camera, &a->batch, a->scale,
                            whole) &&
           filled;
}

void fields_draw_flow(app* a) {
    if (is_on(a, LAYER_FLOW)) field_layer_draw_flow(&a->goal_field, &a->camera, &a->batch, a->scale);
}

void fields_show_legend(const app* a) {
    enum { STEPS = 24 };
    const goal_field* f = &a->goal_field;
    if (!is_on(a, LAYER_DISTANCE) && !is_on(a, LAYER_FLOW)) return;
    char text[120];
    if (f->failed) gui_row("distance", GUI_BAD, "no memory, or costs too high");
    if (f->filling) {
        snprintf(text, sizeof text, "%d clusters so far", wend_field_clusters(f->next));
        gui_row("filling", GUI_QUIET, text);
    }
    if (f->partial) gui_row("far away", GUI_QUIET, "left out: memory");
    if (!is_on(a, LAYER_DISTANCE) || a->field_layer == NULL || goal_field_now(f) == NULL) return;
    SDL_Color colors[STEPS];
    for (int i = 0; i < STEPS; i++) {
        uint32_t rgb = field_layer_ramp((float)i / (STEPS - 1));
        colors[i] = (SDL_Color){(Uint8)(rgb >> 16), (Uint8)(rgb >> 8), (Uint8)rgb, 255};
    }
    snprintf(text, sizeof text, "0 to %.6g", field_layer_most(a->field_layer));
    gui_row("distance", GUI_PLAIN, text);
    gui_gradient(colors, STEPS);
    snprintf(text, sizeof text, "every %.4g", field_layer_interval(&a->camera, a->scale));
    gui_row("lines", GUI_PLAIN, text);
}

void fields_report(const app* a) {
    const wend_field* field = goal_field_now(&a->goal_field);
    double cost = field != NULL ? wend_field_cost(field, a->scene.query.start) : -1;
    printf(",\"field\":{\"field_clusters\":%d,\"field_whole\":%s,\"field_cost\":%.6f}",
           field != NULL ? wend_field_clusters(field) : 0,
           field != NULL && !a->goal_field.filling && !a->goal_field.partial ? "true" : "false",
           cost < (double)INFINITY ? cost : -1);
}
