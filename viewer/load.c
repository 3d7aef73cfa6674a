// load.c: how does another map come into the window?
#include "platform/memory.h"
#include "platform/work.h"
#include <stdio.h>
#include <string.h>

// What is shown next, by one of the functions of scene.h.
typedef struct arrival {
    enum { ARRIVE_FILE, ARRIVE_NEW, ARRIVE_REBUILT } kind;
    int file;         // of ARRIVE_FILE
    wend_moves moves; // of ARRIVE_REBUILT, and so the next two
    int cluster_size, level_count;
} arrival;

typedef struct change {
    app* app;
    const arrival* next;
    scene_loading loading;
    wend_error* error;
} change;

static wend_result change_scene(work* w, void* context) {
    change* c = context;
    app* a = c->app;
    c->loading.progress = work_progress;
    c->loading.context = w;
    switch (c->next->kind) {
    case ARRIVE_NEW:
        return scene_new(&a->scene, a->new_width, a->new_height, &c->loading, c->error);
    case ARRIVE_REBUILT:
        return scene_rebuild(&a->scene, c->next->moves, &c->loading, c->error);
    default:
        return scene_load(&a->scene, file_list_current(&a->files), &c->loading, c->error);
    }
}

static void show_title(app* a) {
    char title[300];
    snprintf(title, sizeof title, "%s - wend-view", a->scene.name);
    SDL_SetWindowTitle(a->window, title);
}

import_choice load_choice(const app* a, const char* file_opt) {
    for (int i = 0; file_opt != NULL && i < a->files.count; i++)
        if (a->files.choices[i] != NULL && strcmp(a->files.names[i], file_opt) == 0)
            return *a->files.choices[i];
    return import_choice_default(a->options->negate, a->options->blocked_below);
}

// Shows another map. On failure what was shown stays.
static wend_result load(app* a, const arrival* next, wend_error* error) {
    int old_file = a->files.current;
    if (next->kind == ARRIVE_FILE) a->files.current = next->file;
    // The picture of the old map borrows its grid, so it goes first and comes back if need be.
    map_layer_destroy(a->map);
    a->map = NULL;
    const char* file = next->kind == ARRIVE_FILE ? file_list_current(&a->files) : a->scene.name;
    connected_destroy(&a->connected);
    change c = {a,
                next,
                {.choice = load_choice(a, file),
                 .free_memory = memory_free(),
                 .cluster_size = next->cluster_size,
                 .level_count = next->level_count},
                error};
    if (a->threads != NULL) c.loading.tasks = wend_threads_tasks(a->threads);
    char name[300]; // a copy: the scene's own changes meanwhile
    snprintf(name, sizeof name, "%s", file != NULL ? file : "sample island");
    work w = {
        .name = name, .doing = "reading the map and building its graph", .run = change_scene, .context = &c};
    scene_stop_readers(&a->scene);
    wend_result result = work_run(a, &w);
    if (result != WEND_OK) a->files.current = old_file;
    if (a->scene.world == NULL) return result;
    a->map =
        map_layer_create(a->renderer, map_tiles_of(a->scene.grid), app_palette(a)->colors, &c.loading.tasks);
    connected_begin(&a->connected, a->scene.grid);
    if (a->map == NULL) {
        *error = (wend_error){WEND_ERROR_MEMORY, "out of memory"};
        a->quit = true; // without a picture there is nothing to go on with
        a->exit_code = APP_RESOURCE;
        return WEND_ERROR_MEMORY;
    }
    if (result != WEND_OK) return result;
    fields_forget(a);
    if (boids_set_world(&a->boids, a->scene.world, next->kind == ARRIVE_REBUILT) != WEND_OK)
        app_say(a, true, "there was no memory for the boids");
    performance_note_plan(a);
    agent_start(&a->agent, a->scene.grid, a->scene.path);
    playback_forget(&a->playback);
    a->drag = DRAG_NONE;
    if (next->kind == ARRIVE_REBUILT) { // the map is the same, and its edits can still be taken back
        a->editor.settled = true;
        return WEND_OK;
    }
    editor_reset(&a->editor);
    app_propose_name(a);
    performance_note_map(a);
    a->camera.map_width = wend_grid_width(a->scene.grid);
    a->camera.map_height = wend_grid_height(a->scene.grid);
    app_fit(a);
    show_title(a);
    if (a->scene.warning[0] != '\0') app_say(a, false, "%s", a->scene.warning);
    return WEND_OK;
}

wend_result app_load_first(app* a, wend_error* error) {
    return load(a, &(arrival){.kind = ARRIVE_FILE, .file = a->files.current}, error);
}

static bool load_or_tell(app* a, const arrival* next) {
    wend_error error = {.text = ""};
    wend_result result = load(a, next, &error);
    if (result != WEND_OK)
        app_say(a, true, "%s", error.text[0] != '\0' ? error.text : wend_result_string(result));
    return result == WEND_OK;
}

wend_result load_file(app* a, int index, wend_error* error) {
    return load(a, &(arrival){.kind = ARRIVE_FILE, .file = index}, error);
}

bool app_show_file(app* a, int index) {
    return load_or_tell(a, &(arrival){.kind = ARRIVE_FILE, .file = index});
}

void app_switch_file(app* a, int step) {
    int count = a->files.count;
    if (count < 2)
        app_say(a, false, "there is no other map: drop files on the window");
    else
        app_show_file(a, (a->files.current + step + count) % count);
}

void app_reload(app* a) {
    app_show_file(a, a->files.current);
}

void app_make_map(app* a) {
    load_or_tell(a, &(arrival){.kind = ARRIVE_NEW});
}

void app_rebuild(app* a, wend_moves moves, int cluster_size, int level_count) {
    load_or_tell(a, &(arrival){ARRIVE_REBUILT, 0, moves, cluster_size, level_count});
}
