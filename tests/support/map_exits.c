// map_exits.c: which steps of a made map are closed?
#include <stdio.h>
#include <stdlib.h>

#include "maps.h"

static void check(wend_result result) {
    if (result == WEND_OK) return;
    fprintf(stderr, "map_close_steps: %s\n", wend_result_string(result));
    abort();
}

// Makes or removes a wall; no effect where one of the tiles lies off the map.
static void set_wall(wend_grid* grid, wend_tile a, wend_tile b, bool wall) {
    if (wend_grid_contains(grid, a) && wend_grid_contains(grid, b))
        check(wend_grid_set_wall(grid, a, b, wall));
}

// The neighbour to the right, or the one below.
static wend_tile beside(wend_tile tile, bool below) {
    return (wend_tile){tile.x + !below, tile.y + below};
}

static void draw_walls(wend_grid* grid, rng* r, int32_t percent) {
    for (int32_t y = 0; y < wend_grid_height(grid); y++)
        for (int32_t x = 0; x < wend_grid_width(grid); x++)
            for (int32_t below = 0; below < 2; below++)
                if (rng_chance(r, percent))
                    set_wall(grid, (wend_tile){x, y}, beside((wend_tile){x, y}, below), true);
}

static void draw_houses(wend_grid* grid, rng* r) {
    int32_t pitch = rng_between(r, 2, 10), width = wend_grid_width(grid), height = wend_grid_height(grid);
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++)
            for (int32_t below = 0; below < 2; below++)
                if (((below ? y : x) + 1) % pitch == 0)
                    set_wall(grid, (wend_tile){x, y}, beside((wend_tile){x, y}, below), true);
    for (int32_t y = 0; y < height; y += pitch) { // doors to the right and down
        for (int32_t x = 0; x < width; x += pitch) {
            for (int32_t below = 0; below < 2; below++) {
                int32_t at = rng_below(r, pitch);
                wend_tile tile = {x + (below ? at : pitch - 1), y + (below ? pitch - 1 : at)};
                if (rng_chance(r, 80)) set_wall(grid, tile, beside(tile, below), false);
            }
        }
    }
}

// Walls on all sides; then each tile gets a door to the left or up, and few get one more.
static void draw_maze(wend_grid* grid, rng* r) {
    draw_walls(grid, r, 100);
    for (int32_t y = 0; y < wend_grid_height(grid); y++) {
        for (int32_t x = 0; x < wend_grid_width(grid); x++) {
            wend_tile tile = {x, y}, left = {x - 1, y}, up = {x, y - 1};
            bool to_left = y == 0 || (x > 0 && rng_chance(r, 50));
            set_wall(grid, tile, to_left ? left : up, false);
            if (rng_chance(r, 5)) set_wall(grid, tile, to_left ? up : left, false);
        }
    }
}

static void draw_one_way(wend_grid* grid, rng* r, int32_t percent) {
    for (int32_t y = 0; y < wend_grid_height(grid); y++) {
        for (int32_t x = 0; x < wend_grid_width(grid); x++) {
            if (!rng_chance(r, percent)) continue;
            wend_tile tile = {x, y}, to = {x + rng_between(r, -1, 1), 0};
            to.y = y + rng_between(r, -1, 1);
            if ((to.x != x || to.y != y) && wend_grid_contains(grid, to))
                check(wend_grid_set_step(grid, tile, to, false));
        }
    }
}

void map_close_steps(wend_grid* grid, map_exits exits, uint64_t seed) {
    rng r = rng_seeded(seed ^ 0x77616c6c73);
    int32_t percent = rng_chance(&r, 40) ? 1 : rng_between(&r, 2, 40);
    if (exits == EXITS_WALLS || exits == EXITS_MIXED) draw_walls(grid, &r, percent);
    if (exits == EXITS_HOUSES || (exits == EXITS_MIXED && percent % 2)) draw_houses(grid, &r);
    if (exits == EXITS_MAZE) draw_maze(grid, &r);
    if (exits == EXITS_ONE_WAY || exits == EXITS_MIXED) draw_one_way(grid, &r, 2 * percent);
}
