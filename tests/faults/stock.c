// stock.c: the worlds that scenarios begin with.
#include <stdio.h>
#include <stdlib.h>

#include "files.h"
#include "maps.h"
#include "scene.h"

static struct {
    void* bytes;
    size_t size;
    wend_query query;
} worlds[STOCK_COUNT];

static const char* const recipes[STOCK_COUNT] = {
    "rooms 47x40 8 whole 15/2 3", "rooms 47x40 8+one_way whole 15/2 4",
    "open 47x40 hex_odd_r+walls whole 15/2 5", "rooms 47x40 8 whole 15/2 7", "rooms 47x40 8 whole 15/2 6"};

const char* stock_file(stock which) {
    static const char* const names[STOCK_COUNT] = {"0.wend", "1.wend", "2.wend", "3.wend", "4.wend"};
    return names[which];
}

static void add_hills(wend_grid* grid) {
    enum { TILES = 47 * 40 };
    static float elevations[TILES];
    static uint8_t lanes[TILES];
    static const wend_slope_point slopes[] = {{-1, 2}, {0, 1}, {1, 5}};
    for (int32_t i = 0; i < TILES; i++) {
        elevations[i] = (float)(i % 47 % 9) * 0.25f + (float)(i / 47 % 7) * 0.125f;
        lanes[i] = i / 47 == 20;
    }
    wend_relief_def def = wend_default_relief_def();
    def.elevations = elevations;
    def.lanes = lanes;
    def.slopes = slopes;
    def.slope_count = 3;
    def.max_climb = 2;
    def.lane_factors[4] = 2;
    scene_must(wend_grid_set_relief(grid, &def));
}

wend_grid* stock_grid(stock which) {
    const map_recipe recipe = map_recipe_of(recipes[which]);
    wend_grid* grid = map_make(&recipe);
    rng random = rng_seeded(9);
    if (which == STOCK_LINKED) map_add_links(grid, &random, recipe.cluster_size, 12);
    if (which == STOCK_RELIEF) add_hills(grid);
    return grid;
}

wend_world_def stock_def(stock which, wend_profile_def profiles_out[2]) {
    const map_recipe recipe = map_recipe_of(recipes[which]);
    wend_world_def def = map_world_def(&recipe);
    def.metadata = "a text";
    if (which != STOCK_PROFILES) return def;
    profiles_out[0] = profiles_out[1] = wend_default_profile_def();
    profiles_out[0].name = "tank";
    profiles_out[0].radius = 0.9f;
    profiles_out[1].name = "boat";
    profiles_out[1].class_costs[1] = 0;
    def.profiles = profiles_out;
    def.profile_count = 2;
    return def;
}

wend_world* stock_of_one_cost(void) {
    const map_recipe recipe = map_recipe_of("rooms 47x40 8 unit 15/2 3");
    return map_make_world(&recipe);
}

// The farthest pair of some that a path connects.
static wend_query choose_query(const wend_world* world) {
    const wend_grid* grid = wend_world_grid(world);
    wend_query best = wend_default_query((wend_tile){0, 0}, (wend_tile){0, 0});
    int32_t longest = 0;
    rng random = rng_seeded(3);
    for (int32_t i = 0; i < 300; i++) {
        const wend_tile a = map_random_tile(grid, &random), b = map_random_tile(grid, &random);
        const int32_t length = abs(a.x - b.x) + abs(a.y - b.y);
        if (length <= longest || !wend_world_connected(world, a, b)) continue;
        longest = length;
        best = wend_default_query(a, b);
    }
    if (longest < 30) scene_fails("a world of the stock has no long path");
    return best;
}

void stock_make(void) {
    for (int32_t i = 0; i < STOCK_COUNT; i++) {
        wend_profile_def profiles[2];
        wend_grid* grid = stock_grid((stock)i);
        const wend_world_def def = stock_def((stock)i, profiles);
        wend_world* world = map_build_world(grid, &def);
        scene_must(wend_world_save_memory(world, NULL, &worlds[i].bytes, &worlds[i].size, NULL));
        worlds[i].query = choose_query(world);
        files_put(stock_file((stock)i), worlds[i].bytes, worlds[i].size);
        wend_world_destroy(world);
    }
}

void stock_free(void) {
    for (int32_t i = 0; i < STOCK_COUNT; i++) free(worlds[i].bytes);
}

wend_world* stock_world(stock which) {
    wend_world* world = NULL;
    scene_must(wend_world_open_memory(worlds[which].bytes, worlds[which].size, NULL, &world, NULL));
    return world;
}

const void* stock_bytes(stock which, size_t* size_out) {
    *size_out = worlds[which].size;
    return worlds[which].bytes;
}

wend_query stock_query(stock which) {
    return worlds[which].query;
}
