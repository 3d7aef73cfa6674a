// exchange.c: are the files of worlds the same on every machine, and does each machine open those of another?
//
//     exchange write FOLDER   makes worlds, saves them and patches of one of them, and prints a line for each
//     exchange read FOLDER    opens such files, wherever they were made, and prints the same lines
//
// A line has the name of the file, the hash of the world, and that of the answers to some queries. A file
// NAME that is read is saved again as NAME.read and, from a world that maps it, as NAME.mapped: the script
// that runs this compares their bytes.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "maps.h"
#include "wend/private.h"
#include "wend/wend.h"

enum { QUERIES = 40, MOST_NAME = 1000 };

static const char* folder;

static void fail(const char* what, const char* text) {
    fprintf(stderr, "exchange: %s: %s\n", what, text);
    exit(1);
}

static void must(wend_result result, const wend_error* error) {
    if (result != WEND_OK) fail(wend_result_string(result), error->text);
}

static const char* path_to(const char* name, char out[MOST_NAME]) {
    if (snprintf(out, MOST_NAME, "%s/%s", folder, name) >= MOST_NAME) fail(folder, "too long");
    return out;
}

// FNV-1a over the bytes of a number, the lowest first on every machine.
static uint64_t mix(uint64_t hash, uint64_t number) {
    for (int32_t i = 0; i < 8; i++) hash = (hash ^ (number >> 8 * i & 0xff)) * 0x100000001b3u;
    return hash;
}

static uint64_t answers_of(const wend_world* world) {
    const wend_grid* grid = wend_world_grid(world);
    wend_search_def def = wend_default_search_def();
    wend_search* search = NULL;
    wend_path* path = NULL;
    must(wend_search_create(&def, &search), &(wend_error){.text = "search"});
    must(wend_path_create(NULL, &path), &(wend_error){.text = "path"});
    rng random = rng_seeded(1);
    uint64_t hash = 0;
    for (int32_t i = 0; i < QUERIES; i++) {
        const wend_tile start = map_random_tile(grid, &random), goal = map_random_tile(grid, &random);
        wend_query query = wend_default_query(start, goal);
        query.profile = i % wend_world_profile_count(world);
        must(wend_find_path(search, world, &query, path, NULL), &(wend_error){.text = "query"});
        hash = mix(hash, wend_path_hash(path));
    }
    wend_path_destroy(path);
    wend_search_destroy(search);
    return hash;
}

static void report(const char* name, const wend_world* world) {
    printf("%-12s %016" PRIx64 " %016" PRIx64 "\n", name, wend_world_hash(world), answers_of(world));
}

// ---- the worlds

static wend_world* linked(void) {
    const map_recipe recipe = map_recipe_of("rooms 130x100 8+mixed whole 31 5");
    return map_make_linked_world(&recipe, 6);
}

static wend_world* profiled(void) {
    const map_recipe recipe = map_recipe_of("noise 120x90 8 whole 31 4");
    wend_profile_def profiles[2] = {wend_default_profile_def(), wend_default_profile_def()};
    profiles[0].name = "wide";
    profiles[0].radius = 0.8f;
    profiles[1].name = "wary";
    profiles[1].margin = 2;
    profiles[1].margin_cost = 1.5f;
    wend_world_def def = map_world_def(&recipe);
    def.profiles = profiles;
    def.profile_count = 2;
    def.metadata = "made by exchange";
    return map_build_world(map_make(&recipe), &def);
}

static wend_world* hexagons(void) {
    const map_recipe recipe = map_recipe_of("islands 90x80 hex_odd_q brightness 15 8");
    return map_make_world(&recipe);
}

// A bake that holds only a part of the map in memory, with a grid in its file.
static void bake(const char* name) {
    const map_recipe recipe = map_recipe_of("rooms 300x200 8 brightness 31 12");
    char file[MOST_NAME];
    wend_error error;
    wend_grid *made = map_make(&recipe), *grid = NULL;
    wend_bake_def def = wend_default_bake_def();
    wend_bake* baked = NULL;
    def.file = path_to(name, file);
    def.memory_bytes = WEND_BAKE_MIN_MEMORY;
    def.task_level = 2;
    def.keep_original = true;
    must(wend_bake_create(&def, &baked, &error), &error);
    wend_grid_def grid_def = wend_default_grid_def();
    grid_def.width = recipe.width;
    grid_def.height = recipe.height;
    memcpy(grid_def.class_costs, wend_grid_class_costs(made), sizeof grid_def.class_costs);
    must(wend_bake_create_grid(baked, &grid_def, &grid, &error), &error);
    map_copy_to(made, grid);
    wend_grid_destroy(made);
    const wend_world_def world_def = map_world_def(&recipe);
    must(wend_bake_begin(baked, &grid, &world_def, &error), &error);
    must(wend_bake_run(baked, &world_def, &error), &error);
    wend_bake_destroy(baked);
}

static void change(wend_world* world, int32_t x, int32_t y) {
    const wend_edit edits[] = {wend_edit_tiles((wend_rect){x, y, 3, 3}, 0),
                               wend_edit_wall((wend_tile){x + 4, y}, (wend_tile){x + 5, y}, true),
                               wend_edit_step((wend_tile){x + 4, y + 2}, (wend_tile){x + 5, y + 2}, true)};
    const wend_error error = {.text = "edit"};
    must(wend_world_keep_original(world), &error);
    must(wend_world_edit(world, edits, 3, NULL), &error);
    must(wend_world_set_class_cost(world, 0, 1, 1.5f), &error);
    must(wend_world_refresh(world, 0, NULL), &error);
}

// ---- files

static const char* const names[] = {"linked", "profiled", "hexagons", "baked", "caf\xc3\xa9 \xe5\xb3\xb6"};
enum { NAMES = sizeof names / sizeof *names, BAKED = 3 };

static wend_world* make(int32_t i) {
    return i == 0 ? linked() : i == 1 ? profiled() : i == 2 ? hexagons() : linked();
}

static wend_world* open_world(const char* name, bool mapped, const char* const* patches, int32_t count) {
    char file[MOST_NAME], texts[2][MOST_NAME];
    const char* files[2];
    for (int32_t i = 0; i < count; i++) files[i] = path_to(patches[i], texts[i]);
    wend_world* world = NULL;
    wend_error error;
    path_to(name, file);
    must(mapped ? wend_world_map_patched(file, files, count, NULL, &world, &error)
                : wend_world_open(file, NULL, &world, &error),
         &error);
    must(wend_world_verify(world, &error), &error);
    return world;
}

static void save(const wend_world* world, const char* name, const char* end) {
    char file[MOST_NAME];
    wend_error error;
    path_to(name, file);
    if (strlen(file) + strlen(end) >= MOST_NAME) fail(folder, "too long");
    strcat(file, end);
    must(wend_world_save(world, file, &error), &error);
}

static void write_files(void) {
    static const char* const patches[] = {"patch 1", "patch 2"};
    char file[MOST_NAME];
    wend_error error;
    for (int32_t i = 0; i < NAMES; i++) {
        if (i == BAKED) {
            bake(names[i]);
            continue;
        }
        wend_world* world = make(i);
        save(world, names[i], "");
        wend_world_destroy(world);
    }
    for (int32_t i = 0; i < 2; i++) {
        wend_world* world = open_world("linked", true, patches, i);
        change(world, i == 0 ? 40 : 58, i == 0 ? 20 : 33);
        must(wend_world_save_patch(world, i, path_to(patches[i], file), &error), &error);
        wend_world_destroy(world);
    }
}

static void read_files(void) {
    static const char* const patches[] = {"patch 1", "patch 2"};
    for (int32_t i = 0; i < NAMES; i++) {
        wend_world *read = open_world(names[i], false, NULL, 0),
                   *mapped = open_world(names[i], true, NULL, 0);
        report(names[i], read);
        if (wend_world_hash(mapped) != wend_world_hash(read) || answers_of(mapped) != answers_of(read))
            fail(names[i], "mapped, it is another world");
        save(read, names[i], ".read");
        save(mapped, names[i], ".mapped");
        wend_world_destroy(mapped);
        wend_world_destroy(read);
    }
    for (int32_t i = 0; i < 2; i++) {
        wend_world* world = open_world("linked", true, patches, i + 1);
        report(patches[i], world);
        wend_world_destroy(world);
    }
}

int main(int argc, char** argv) {
    const bool writes = argc == 3 && strcmp(argv[1], "write") == 0;
    if (!writes && (argc != 3 || strcmp(argv[1], "read") != 0)) {
        fprintf(stderr, "usage: exchange write|read FOLDER\n");
        return 2;
    }
    folder = argv[2];
    if (writes) write_files();
    read_files();
    return 0;
}
