// bodies_fixture.h: random maps with profiles of several radii.
#ifndef WEND_TEST_BODIES_FIXTURE_H
#define WEND_TEST_BODIES_FIXTURE_H
#include <string.h>

#include "obstacles.h"
#include "unit.h"
#include "wend/wend.h"

enum { PROFILES = 3 };
static const char* const names[PROFILES] = {"narrow", "wide", "giant"};

typedef struct place {
    uint64_t seed;
    wend_world* world;
    float radius[PROFILES + 1]; // by profile
    ground ground;
} place;

// Blocked rectangles, swamps and thin walls with gaps in an open map. Large enough for the widest bodies.
static inline place make_place(uint64_t seed, bool walls) {
    rng r = rng_seeded(seed);
    place p = {.seed = seed, .radius = {0.3f}};
    wend_grid_def def = wend_default_grid_def();
    def.width = rng_between(&r, 40, 70);
    def.height = rng_between(&r, 40, 70);
    def.class_costs[2] = 2.5f;
    def.connectivity = seed % 7 == 0   ? WEND_CONNECTIVITY_4
                       : seed % 5 == 0 ? WEND_CONNECTIVITY_8_CUT
                                       : WEND_CONNECTIVITY_8;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    wend_grid_fill(grid, (wend_rect){0, 0, def.width, def.height}, 1);
    const int32_t blocks = rng_between(&r, 5, 40);
    for (int32_t i = 0; i < blocks; i++) {
        wend_rect area = {rng_below(&r, def.width), rng_below(&r, def.height), 0, 0};
        area.width = 1 + rng_below(&r, rng_chance(&r, 70) ? 3 : 12);
        area.height = 1 + rng_below(&r, rng_chance(&r, 70) ? 3 : 12);
        if (area.x + area.width > def.width) area.width = def.width - area.x;
        if (area.y + area.height > def.height) area.height = def.height - area.y;
        wend_grid_fill(grid, area, rng_chance(&r, 25) ? 2 : 0);
    }
    for (int32_t i = walls ? rng_between(&r, 0, 25) : 0; i > 0; i--) { // straight walls
        wend_tile at = {rng_below(&r, def.width - 1), rng_below(&r, def.height - 1)};
        const bool upright = rng_chance(&r, 50);
        for (int32_t k = rng_between(&r, 1, 9); k > 0; k--) {
            const wend_tile beside = {at.x + upright, at.y + !upright};
            if (wend_grid_contains(grid, at) && wend_grid_contains(grid, beside))
                assert_ok(wend_grid_set_wall(grid, at, beside, true));
            at.x += !upright;
            at.y += upright;
        }
    }
    wend_profile_def profiles[PROFILES];
    for (int32_t i = 0; i < PROFILES; i++) {
        profiles[i] = wend_default_profile_def();
        profiles[i].name = names[i];
        // Also radii between the distances of tiles, and at them.
        p.radius[i + 1] = 0.3f + (float)i + 0.7f * (float)rng_unit(&r);
        if (rng_chance(&r, 20)) p.radius[i + 1] = (float)(i + 1) / 2 + (rng_chance(&r, 50) ? 0.5f : 0);
        if (rng_chance(&r, 20)) p.radius[i + 1] = 0.55f + (float)i;
        profiles[i].radius = p.radius[i + 1];
        if (i == 1 && rng_chance(&r, 30)) profiles[i].class_costs[2] = 0;
        if (i == 1 && rng_chance(&r, 30)) profiles[i].margin = 2;
    }
    wend_world_def world_def = wend_default_world_def();
    world_def.cluster_size = seed % 2 ? 15 : 31;
    world_def.profiles = profiles;
    world_def.profile_count = PROFILES;
    assert_ok(wend_world_build(&grid, &world_def, &p.world));
    return p;
}

static inline const float* costs_of(const place* p, int32_t profile) {
    static float costs[WEND_CLASS_COUNT];
    wend_profile_def def;
    assert_ok(wend_world_get_profile(p->world, profile, &def));
    memcpy(costs, wend_grid_class_costs(wend_world_grid(p->world)), sizeof costs);
    for (int32_t k = 0; k < WEND_CLASS_COUNT; k++)
        if (def.class_costs[k] >= 0) costs[k] = def.class_costs[k];
    return costs;
}

static inline bool random_tile(const wend_grid* grid, rng* r, wend_tile* out) {
    for (int32_t tries = 0; tries < 300; tries++) {
        *out = (wend_tile){rng_below(r, wend_grid_width(grid)), rng_below(r, wend_grid_height(grid))};
        if (wend_grid_passable(grid, *out)) return true;
    }
    return false;
}
#endif
