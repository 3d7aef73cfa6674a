// scenarios_files.c: files of worlds, streaming and baking without memory.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failing_malloc.h"
#include "files.h"
#include "scene.h"

static void begin_nothing(scene* s, int32_t variant) {
    s->stock = (stock)variant;
}

// The bytes of a file, hashed; an output that is not complete must not be there.
static void tell_file(scene* s, const char* file) {
    size_t size = 0;
    failing_malloc_end(); // reads it with memory
    uint8_t* bytes = files_get(file, &size);
    s->told = bytes ? mix(1, bytes, size) : 1;
    free(bytes);
}

static void begin_world(scene* s, int32_t variant) {
    scene_begin_world(s, variant);
    scene_block(s, (wend_rect){12, 7, 5, 3});
    remove("out");
    tell_file(s, "out");
}

static void begin_with_old_file(scene* s, int32_t variant) {
    begin_world(s, variant);
    files_put("out", "old", 3);
    tell_file(s, "out");
}

static wend_result open_file(scene* s, int32_t variant) {
    return wend_world_open(stock_file((stock)variant), NULL, &s->world, &s->error);
}

static wend_result open_memory(scene* s, int32_t variant) {
    size_t size;
    const void* bytes = stock_bytes((stock)variant, &size);
    return wend_world_open_memory(bytes, size, NULL, &s->world, &s->error);
}

static wend_result map_file(scene* s, int32_t variant) {
    return wend_world_map(stock_file((stock)variant), NULL, &s->world, &s->error);
}

static wend_result save_file(scene* s, int32_t variant) {
    (void)variant;
    const wend_result result = wend_world_save(s->world, "out", &s->error);
    tell_file(s, "out");
    return result;
}

static wend_result tell_piece(void* context, const void* bytes, size_t size) {
    uint64_t* hash = context;
    *hash = mix(*hash, bytes, size);
    return WEND_OK;
}

static wend_result save_pieces(scene* s, int32_t variant) {
    (void)variant;
    uint64_t hash = 1;
    const wend_result result = wend_world_save_pieces(s->world, tell_piece, &hash, &s->error);
    if (result == WEND_OK) s->told = hash;
    return result;
}

static wend_result save_memory(scene* s, int32_t variant) {
    (void)variant;
    void* bytes = NULL;
    size_t size = 0;
    const wend_result result = wend_world_save_memory(s->world, NULL, &bytes, &size, &s->error);
    if (result == WEND_OK) s->told = mix(1, bytes, size);
    free(bytes);
    return result;
}

// Of a world without profiles.
static void begin_mapped(scene* s, int32_t variant) {
    begin_world(s, STOCK_COUNT + variant);
}

static wend_result save_patch(scene* s, int32_t variant) {
    (void)variant;
    const wend_result result = wend_world_save_patch(s->world, 0, "out", &s->error);
    tell_file(s, "out");
    return result;
}

static void begin_patch(scene* s, int32_t variant) {
    begin_mapped(s, variant);
    scene_must(save_patch(s, variant));
    wend_world_destroy(s->world);
    s->world = NULL;
}

static wend_result map_patched(scene* s, int32_t variant) {
    static const char* const patches[] = {"out"};
    return wend_world_map_patched(stock_file((stock)variant), patches, 1, NULL, &s->world, &s->error);
}

// A patch on a patch.
static void begin_patched(scene* s, int32_t variant) {
    begin_patch(s, variant);
    scene_must(map_patched(s, variant));
    scene_block(s, (wend_rect){30, 17, 5, 3});
    remove("second");
    tell_file(s, "second");
}

static wend_result save_second_patch(scene* s, int32_t variant) {
    (void)variant;
    const wend_result result = wend_world_save_patch(s->world, 1, "second", &s->error);
    tell_file(s, "second");
    return result;
}

static wend_result write_file(scene* s, int32_t variant) {
    (void)variant;
    const wend_result result = wend_file_write("out", "some text", 9, &s->error);
    tell_file(s, "out");
    return result;
}

static wend_result next_piece(void* context, const void** bytes_out, size_t* size_out) {
    int32_t* left = context;
    *bytes_out = "a piece";
    *size_out = (*left)-- > 0 ? 7 : 0;
    return WEND_OK;
}

static wend_result write_pieces(scene* s, int32_t variant) {
    (void)variant;
    int32_t left = 5;
    const wend_result result = wend_file_write_pieces("out", next_piece, &left, &s->error);
    tell_file(s, "out");
    return result;
}

static void begin_no_file(scene* s, int32_t variant) {
    s->stock = (stock)variant;
    remove("out");
    if (variant > 0) files_put("out", "old", 3);
    tell_file(s, "out");
}

// ---- streaming

static wend_result stream(scene* s, int32_t variant) {
    wend_stream_def def = wend_default_stream_def();
    def.region_level = 2;
    return wend_world_stream(stock_file((stock)variant), &def, &s->world, &s->error);
}

static void begin_stream(scene* s, int32_t variant) {
    begin_nothing(s, variant);
    scene_must(stream(s, variant));
}

static wend_result load(scene* s, int32_t variant) {
    (void)variant;
    return wend_world_load(s->world, (wend_rect){0, 0, 47, 40}, true, &s->error);
}

static wend_result load_ahead(scene* s, int32_t variant) {
    (void)variant;
    const wend_rect areas[] = {{0, 0, 10, 10}, {35, 20, 10, 10}};
    int32_t loaded = 0;
    return wend_world_load_ahead(s->world, areas, 2, &loaded, &s->error);
}

static void begin_half_loaded(scene* s, int32_t variant) {
    begin_stream(s, variant);
    scene_must(wend_world_set_budget(s->world, 0));
    scene_must(load(s, variant));
    scene_must(wend_world_unload(s->world, (wend_rect){40, 35, 1, 1}));
    const wend_search_def def = wend_default_search_def();
    scene_must(wend_search_create(&def, &s->search));
    scene_must(wend_path_create(NULL, &s->path));
}

static wend_result find_half_way(scene* s, int32_t variant) {
    const wend_query query = stock_query((stock)variant);
    wend_rect areas[4];
    int32_t count = 0;
    wend_result result = wend_find_path(s->search, s->world, &query, s->path, NULL);
    if (result == WEND_OK) result = wend_path_regions(s->search, s->world, s->path, 4, areas, &count);
    if (result == WEND_OK) s->told = (uint64_t)count;
    return result;
}

// ---- baking

static wend_bake_def bake_def(void) {
    wend_bake_def def = wend_default_bake_def();
    def.file = "baked";
    def.task_level = 1;
    return def;
}

static wend_world_def baked_def(void) {
    wend_world_def def = wend_default_world_def();
    def.cluster_size = 15;
    def.level_count = 2;
    return def;
}

static wend_result create_bake(scene* s, int32_t variant) {
    (void)variant;
    const wend_bake_def def = bake_def();
    return wend_bake_create(&def, &s->bake, &s->error);
}

static void begin_bake(scene* s, int32_t variant) {
    begin_nothing(s, variant);
    remove("baked");
    remove("baked.baking");
    scene_must(create_bake(s, variant));
}

static wend_result create_bake_grid(scene* s, int32_t variant) {
    (void)variant;
    wend_grid_def def = wend_default_grid_def();
    def.width = 47;
    def.height = 40;
    return wend_bake_create_grid(s->bake, &def, &s->grid, &s->error);
}

static void begin_bake_with_grid(scene* s, int32_t variant) {
    begin_bake(s, variant);
    scene_must(create_bake_grid(s, variant));
    scene_must(wend_grid_fill(s->grid, (wend_rect){2, 2, 40, 35}, 1));
}

static wend_result begin_tasks(scene* s, int32_t variant) {
    (void)variant;
    const wend_world_def def = baked_def();
    return wend_bake_begin(s->bake, &s->grid, &def, &s->error);
}

static void begin_ready_bake(scene* s, int32_t variant) {
    begin_bake_with_grid(s, variant);
    scene_must(begin_tasks(s, variant));
}

static wend_result run_bake(scene* s, int32_t variant) {
    (void)variant;
    const wend_world_def def = baked_def();
    if (wend_bake_get_info(s->bake).finished) return WEND_OK;
    const wend_result result = wend_bake_run(s->bake, &def, &s->error);
    tell_file(s, "baked");
    return result;
}

// Task by task; what failed is put back.
static wend_result run_tasks(scene* s, int32_t variant) {
    (void)variant;
    const wend_world_def def = baked_def();
    wend_result result = WEND_OK;
    while (result == WEND_OK && !wend_bake_get_info(s->bake).finished) {
        wend_bake_task task = {.id = -1};
        void* output = NULL;
        size_t size = 0;
        result = wend_bake_next_task(s->bake, &task, &s->error);
        if (result == WEND_OK && task.id < 0) result = wend_bake_finish(s->bake, &def, &s->error);
        if (task.id < 0) continue;
        result = wend_bake_run_task(task.input, task.input_size, NULL, &output, &size, &s->error);
        if (result == WEND_OK) result = wend_bake_put_result(s->bake, output, size, &s->error);
        if (result != WEND_OK) scene_must(wend_bake_return_task(s->bake, task.id));
        wend_bake_free_task(s->bake, &task);
        free(output);
    }
    tell_file(s, "baked");
    return result;
}

enum { ALL = STOCK_COUNT, MAPPED = 3 * STOCK_COUNT, NO_PROFILES = STOCK_PROFILES };

const scenario file_scenarios[] = {
    {"open", ALL, KEEPS, begin_nothing, open_file},
    {"open from memory", ALL, KEEPS, begin_nothing, open_memory},
    {"map", ALL, KEEPS, begin_nothing, map_file},
    {"save", MAPPED, KEEPS, begin_world, save_file},
    {"save over a file", MAPPED, KEEPS, begin_with_old_file, save_file},
    {"save in pieces", MAPPED, KEEPS, begin_world, save_pieces},
    {"save to memory", MAPPED, KEEPS, begin_world, save_memory},
    {"save a patch", NO_PROFILES, KEEPS, begin_mapped, save_patch},
    {"map with a patch", NO_PROFILES, KEEPS, begin_patch, map_patched},
    {"save a second patch", NO_PROFILES, KEEPS, begin_patched, save_second_patch},
    {"write a file", 2, KEEPS, begin_no_file, write_file},
    {"write a file in pieces", 2, KEEPS, begin_no_file, write_pieces},
    {"stream", NO_PROFILES, KEEPS, begin_nothing, stream},
    {"load", NO_PROFILES, KEEPS, begin_stream, load},
    {"load ahead", NO_PROFILES, KEEPS_VALID, begin_stream, load_ahead},
    {"find a path on ground that is half loaded", NO_PROFILES, KEEPS_VALID, begin_half_loaded, find_half_way},
    {"create a bake", 1, KEEPS, begin_nothing, create_bake},
    {"create the grid of a bake", 1, KEEPS, begin_bake, create_bake_grid},
    {"begin a bake", 1, KEEPS, begin_bake_with_grid, begin_tasks},
    {"run a bake", 1, KEEPS_VALID, begin_ready_bake, run_bake},
    {"run the tasks of a bake", 1, KEEPS_VALID, begin_ready_bake, run_tasks},
    {NULL, 0, KEEPS, NULL, NULL},
};
