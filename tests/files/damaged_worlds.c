// damaged_worlds.c: does every damaged world file do no harm? Flips every bit of small worlds and cuts them
// everywhere: as a disk or a transfer would, and with all checksums made right again, as someone would who
// means harm.
//     damaged_worlds STRIDE
// Only each STRIDE-th bit and length is tried. A file that is damaged by chance is refused, or, mapped,
// answers what does not touch the damage as before. One whose checksums are right is refused, or is a world:
// queries end, paths are legal on its map, and it can be edited, saved and opened again.
#define _GNU_SOURCE // memfd_create
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "maps.h"
#include "use_world.h"
#include "world_seal.h"

typedef enum mending { MEND_NOTHING, MEND_SECTIONS, MEND_ALL, MENDINGS } mending;
static const char* const mending_names[MENDINGS] = {"as it is", "sections sealed", "all sealed"};

typedef struct counts {
    long tried, refused, used, answered;
} counts;

static world_user user;
static rng randomness;
static int failures;
static int stored = -1; // a file in memory
static char stored_name[40];

static void complain(const char* world, mending how, const char* what, size_t at, const char* fault) {
    printf("%s, %s, %s %zu: %s\n", world, mending_names[how], what, at, fault);
    failures++;
}

// ---- worlds

static wend_world* must(wend_world* world) {
    if (!world) abort();
    return world;
}

// One cluster, one class.
static wend_world* make_plain(void) {
    map_recipe recipe = map_recipe_of("open 9x5 8 unit 15 1");
    return must(map_make_world(&recipe));
}

// Two levels, classes, links, walls, one-way steps, a profile, the original terrain, metadata.
static wend_world* make_full(void) {
    wend_grid_def def = wend_default_grid_def();
    def.width = 34;
    def.height = 19;
    def.least_cost = 1;
    def.greatest_cost = 4;
    def.class_costs[2] = 3;
    wend_grid* grid = NULL;
    wend_world* world = NULL;
    wend_profile_def tank = wend_default_profile_def();
    tank.name = "tank";
    tank.radius = 1;
    wend_world_def world_def = wend_default_world_def();
    world_def.cluster_size = 15;
    world_def.level_count = 2;
    world_def.metadata = "{\"source\":\"full\"}";
    world_def.profiles = &tank;
    world_def.profile_count = 1;
    wend_link link = wend_default_link((wend_tile){2, 2}, (wend_tile){30, 16}, 4);
    link.profile_costs[1] = 6;
    if (wend_grid_create(&def, &grid) != WEND_OK ||
        wend_grid_fill(grid, (wend_rect){17, 3, 2, 14}, 0) != WEND_OK ||
        wend_grid_fill(grid, (wend_rect){20, 5, 9, 8}, 2) != WEND_OK ||
        wend_grid_set_step(grid, (wend_tile){5, 5}, (wend_tile){6, 5}, false) != WEND_OK ||
        wend_grid_set_wall(grid, (wend_tile){14, 9}, (wend_tile){15, 9}, true) != WEND_OK ||
        wend_grid_add_link(grid, &link, NULL) != WEND_OK ||
        wend_world_build(&grid, &world_def, &world) != WEND_OK || wend_world_keep_original(world) != WEND_OK)
        abort();
    const wend_edit edit = wend_edit_tiles((wend_rect){3, 12, 4, 3}, 0);
    if (wend_world_edit(world, &edit, 1, NULL) != WEND_OK || wend_world_refresh(world, 0, NULL) != WEND_OK)
        abort();
    return world;
}

// Clusters that fall apart, so that nodes have labels, and one-way connections within clusters.
static wend_world* make_parted(void) {
    map_recipe recipe = map_recipe_of("rooms 33x31 4+mixed byte 15 9");
    return must(map_make_linked_world(&recipe, 3));
}

// Heights, and profiles with slopes and limits of their own.
static wend_world* make_sloped(void) {
    static const wend_slope_point points[] = {{-1, 0.5f}, {0, 1}, {0.5f, 3}, {0.6f, INFINITY}};
    static float elevations[20 * 18];
    for (int32_t i = 0; i < 20 * 18; i++) elevations[i] = (float)(i % 20 * (i % 7)) / 16;
    wend_grid_def def = wend_default_grid_def();
    def.width = 20;
    def.height = 18;
    wend_relief_def relief = wend_default_relief_def();
    relief.elevations = elevations;
    relief.slopes = points;
    relief.slope_count = 3;
    wend_profile_def profiles[3] = {wend_default_profile_def(), wend_default_profile_def(),
                                    wend_default_profile_def()};
    profiles[0].name = "cart";
    profiles[0].slopes = points;
    profiles[0].slope_count = 4;
    profiles[1].name = "dog";
    profiles[2].name = "walker";
    profiles[2].max_climb = 0.5f;
    profiles[2].slopes = points + 1;
    profiles[2].slope_count = 2;
    wend_world_def world_def = wend_default_world_def();
    world_def.cluster_size = 15;
    world_def.profiles = profiles;
    world_def.profile_count = 3;
    wend_grid* grid = NULL;
    wend_world* world = NULL;
    if (wend_grid_create(&def, &grid) != WEND_OK || wend_grid_set_relief(grid, &relief) != WEND_OK ||
        wend_world_build(&grid, &world_def, &world) != WEND_OK)
        abort();
    return world;
}

// ---- trials

// Counts the answers that are as before; the others must be DAMAGED.
static const char* compare_answers(const wend_world* map, const wend_world* world, long* answered) {
    const wend_grid* grid = wend_world_grid(world);
    for (int32_t i = 0; i < 3; i++) {
        const wend_tile from = {rng_below(&randomness, wend_grid_width(grid)),
                                rng_below(&randomness, wend_grid_height(grid))};
        const wend_tile to = {rng_below(&randomness, wend_grid_width(grid)),
                              rng_below(&randomness, wend_grid_height(grid))};
        const wend_query query = wend_default_query(from, to);
        const wend_result result = wend_find_path(user.search, map, &query, user.path, NULL);
        if (result == WEND_ERROR_DAMAGED) continue;
        if (result != WEND_OK) return "a query fails";
        const uint64_t hash = wend_path_hash(user.path);
        if (wend_find_path(user.search, world, &query, user.path, NULL) != WEND_OK) return "no memory";
        if (hash != wend_path_hash(user.path)) return "another answer";
        (*answered)++;
    }
    return NULL;
}

static bool is_refusal(wend_result result, const wend_error* error) {
    return (result == WEND_ERROR_FORMAT || result == WEND_ERROR_UNSUPPORTED) && error->text[0] != '\0';
}

static const char* read_it(uint8_t* bytes, size_t size, mending how, counts* c) {
    wend_world* opened = NULL;
    wend_error error = {.text = ""};
    const wend_result result = wend_world_open_memory(bytes, size, NULL, &opened, &error);
    c->tried++;
    if (result != WEND_OK)
        return c->refused++, is_refusal(result, &error) ? NULL : "refused without a reason";
    if (how == MEND_NOTHING) return wend_world_destroy(opened), "opened although it is damaged";
    c->used++;
    const char* fault = use_world(&user, opened, &randomness);
    if (!fault) fault = change_world(&user, opened, &randomness);
    wend_world_destroy(opened);
    return fault;
}

static const char* map_it(uint8_t* bytes, size_t size, mending how, const wend_world* whole, counts* c) {
    wend_world* map = NULL;
    wend_error error = {.text = ""};
    if (ftruncate(stored, 0) != 0 || pwrite(stored, bytes, size, 0) != (ssize_t)size) abort();
    const wend_result result = wend_world_map(stored_name, NULL, &map, &error);
    c->tried++;
    if (result != WEND_OK)
        return c->refused++, is_refusal(result, &error) ? NULL : "refused without a reason";
    c->used++;
    const char* fault =
        how == MEND_NOTHING && wend_world_subgoal_state(map) == wend_world_subgoal_state(whole)
            ? compare_answers(map, whole, &c->answered)
            : use_world(&user, map, &randomness);
    if (!fault && how == MEND_NOTHING && wend_world_verify(map, &error) != WEND_ERROR_DAMAGED)
        fault = "the damage is not found";
    if (!fault && how != MEND_NOTHING) fault = change_world(&user, map, &randomness);
    wend_world_destroy(map);
    return fault;
}

// Makes checksums right; false: then nothing is damaged any more.
static bool mend(uint8_t* bytes, size_t size, mending how, const uint8_t* whole, size_t whole_size) {
    if (how == MEND_SECTIONS) file_seal(bytes, size, world_section_count(bytes, size));
    if (how == MEND_ALL) world_seal(bytes, size);
    return size != whole_size || memcmp(bytes, whole, size) != 0;
}

static wend_world* make_indexed(void) {
    const map_recipe recipe = map_recipe_of("rooms 60x50 8 unit 31/2 5");
    wend_world* world = map_make_world(&recipe);
    if (wend_world_add_subgoals(world, 1 << 20, NULL, NULL) != WEND_OK) abort();
    return world;
}

static void try(const char* name, wend_world* whole, size_t stride) {
    void* saved = NULL;
    size_t size;
    if (wend_world_save_memory(whole, NULL, &saved, &size, NULL) != WEND_OK) abort();
    uint8_t* damaged = malloc(size);
    if (!damaged) abort();
    for (mending how = MEND_NOTHING; how < MENDINGS; how++) {
        counts read = {0}, mapped = {0};
        for (size_t bit = 0; bit < size * 8; bit += stride) {
            memcpy(damaged, saved, size);
            damaged[bit / 8] ^= (uint8_t)(1u << bit % 8);
            if (!mend(damaged, size, how, saved, size)) continue;
            const char* fault = read_it(damaged, size, how, &read);
            if (fault) complain(name, how, "bit", bit, fault);
            fault = map_it(damaged, size, how, whole, &mapped);
            if (fault) complain(name, how, "mapped, bit", bit, fault);
        }
        for (size_t length = FILE_TABLE_AT + WORLD_SECTIONS * FILE_ENTRY; length < size;
             length += (stride + 7) / 8) {
            uint8_t* cut = malloc(length); // of its exact size, for the sanitizers
            if (!cut) abort();
            memcpy(cut, saved, length);
            if (how != MEND_NOTHING) put64(cut + FILE_SIZE_AT, length);
            mend(cut, length, how, saved, size);
            const char* fault = read_it(cut, length, how, &read);
            if (fault) complain(name, how, "length", length, fault);
            fault = map_it(cut, length, how, whole, &mapped);
            if (fault) complain(name, how, "mapped, length", length, fault);
            free(cut);
        }
        printf("%s, %zu bytes, %s: %ld read (%ld refused, %ld used), %ld mapped (%ld refused, %ld used)\n",
               name, size, mending_names[how], read.tried, read.refused, read.used, mapped.tried,
               mapped.refused, mapped.used);
        if (how == MEND_NOTHING && mapped.used >= 20 && mapped.answered == 0)
            complain(name, how, "answers", 0, "none is right");
    }
    free(damaged);
    free(saved);
    wend_world_destroy(whole);
}

int main(int argc, char** argv) {
    const long stride = argc == 2 ? atol(argv[1]) : 0;
    stored = memfd_create("world", 0);
    snprintf(stored_name, sizeof stored_name, "/proc/self/fd/%d", stored);
    if (stride < 1 || stored < 0 || !world_user_make(&user)) return 2;
    randomness = rng_seeded(20);
    try("plain", make_plain(), (size_t)stride);
    try("full", make_full(), (size_t)stride);
    try("parted", make_parted(), (size_t)stride);
    try("sloped", make_sloped(), (size_t)stride);
    try("subgoals", make_indexed(), (size_t)stride);
    world_user_free(&user);
    printf("%d failures\n", failures);
    return failures > 0;
}
