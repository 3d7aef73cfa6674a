// use_files.c: a program that uses the files of the engine, for failing_calls.c. usage: use_files OPERATION
// TRIES After a failure it checks that the world is unchanged, and tries again, TRIES times in all. Exit
// code: 0 done, 4 I/O or memory, 3 another error, 1 something that may not be.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wend/import.h"
#include "wend/wend.h"

static wend_error said;

static int code_of(wend_result result) {
    if (result == WEND_OK) return 0;
    fprintf(stderr, "%s\n", said.text);
    return result == WEND_ERROR_IO || result == WEND_ERROR_MEMORY ? 4 : 3;
}

static void must(bool good, const char* what) {
    if (good) return;
    fprintf(stderr, "impossible: %s\n", what);
    exit(1);
}

// Walks through the whole world; the same number for the same world.
static uint64_t answers(const wend_world* world) {
    wend_search* search = NULL;
    wend_path* path = NULL;
    const wend_search_def def = wend_default_search_def();
    uint64_t sum = wend_world_hash(world);
    must(wend_search_create(&def, &search) == WEND_OK && wend_path_create(NULL, &path) == WEND_OK, "memory");
    for (int32_t i = 0; i < 8; i++) {
        wend_query query = wend_default_query((wend_tile){3 * i, 2}, (wend_tile){60 - i, 61});
        query.snap = 20;
        must(wend_find_path(search, world, &query, path, NULL) == WEND_OK, "a query");
        sum = sum * 31 + wend_path_hash(path);
    }
    wend_path_destroy(path);
    wend_search_destroy(search);
    return sum;
}

static void change(wend_world* world) {
    const wend_edit edit = wend_edit_tiles((wend_rect){20, 20, 9, 3}, 0);
    must(wend_world_edit(world, &edit, 1, NULL) == WEND_OK, "an edit");
    must(wend_world_refresh(world, 0, NULL) == WEND_OK, "a refresh");
}

typedef wend_result open_fn(wend_world** out);

static wend_result read_world(wend_world** out) {
    return wend_world_open("base.wend", NULL, out, &said);
}
static wend_result map_world(wend_world** out) {
    return wend_world_map("base.wend", NULL, out, &said);
}
static wend_result map_patched(wend_world** out) {
    static const char* const patches[] = {"some.patch", "more.patch"};
    const wend_result result = wend_world_map_patched("base.wend", patches, 2, NULL, out, &said);
    return result == WEND_OK ? wend_world_verify(*out, &said) : result;
}

static wend_world* open_by(open_fn* open, int tries, int* code_out) {
    wend_world* world = NULL;
    *code_out = 4;
    for (int i = 0; i < tries && *code_out != 0; i++) {
        said = (wend_error){.text = ""};
        const wend_result result = open(&world);
        *code_out = code_of(result);
        if (result != WEND_OK) wend_world_destroy(world); // map_patched: opened, and found damaged
        if (result != WEND_OK) world = NULL;
    }
    return world;
}

static int just_open(open_fn* open, int tries) {
    int code;
    wend_world* world = open_by(open, tries, &code);
    if (code == 0) printf("%016llx\n", (unsigned long long)answers(world));
    wend_world_destroy(world);
    return code;
}

static int save(bool as_patch, int tries) {
    int code;
    wend_world* world = open_by(map_world, tries, &code);
    if (code != 0) return code;
    change(world);
    const uint64_t before = answers(world);
    code = 4;
    for (int i = 0; i < tries && code != 0; i++) {
        said = (wend_error){.text = ""};
        code = code_of(as_patch ? wend_world_save_patch(world, 0, "out.patch", &said)
                                : wend_world_save(world, "out.wend", &said));
        must(answers(world) == before, "saving changes the world");
    }
    wend_world_destroy(world);
    return code;
}

static int import(int tries) {
    const wend_import_def def = wend_default_import_def();
    int code = 4;
    for (int i = 0; i < tries && code != 0; i++) {
        wend_grid* grid = NULL;
        said = (wend_error){.text = ""};
        code = code_of(wend_import_file("map.pgm", &def, &grid, NULL, &said));
        must((grid != NULL) == (code == 0), "a grid and an error");
        if (code == 0) printf("%016llx\n", (unsigned long long)wend_grid_hash(grid));
        wend_grid_destroy(grid);
    }
    return code;
}

int main(int argc, char** argv) {
    must(argc == 3, "these arguments");
    const int tries = atoi(argv[2]);
    if (strcmp(argv[1], "read") == 0) return just_open(read_world, tries);
    if (strcmp(argv[1], "map") == 0) return just_open(map_world, tries);
    if (strcmp(argv[1], "map-patched") == 0) return just_open(map_patched, tries);
    if (strcmp(argv[1], "save") == 0) return save(false, tries);
    if (strcmp(argv[1], "save-patch") == 0) return save(true, tries);
    if (strcmp(argv[1], "import") == 0) return import(tries);
    must(false, "this operation");
}
