// overlay_fixture.h: overlays and what tiles cost in them.
#ifndef WEND_TEST_OVERLAY_FIXTURE_H
#define WEND_TEST_OVERLAY_FIXTURE_H
#include <math.h>

#include "dijkstra.h"
#include "relief_model.h"
#include "unit.h"
#include "wend/wend.h"

static inline wend_overlay* overlay_of(const wend_world* parent) {
    wend_overlay* made = NULL;
    assert_ok(wend_overlay_create(parent, &made));
    return made;
}

static inline float cost_at(const wend_world* world, int32_t x, int32_t y) {
    return wend_grid_cost(wend_world_grid(world), (wend_tile){x, y});
}

static inline const wend_world* world_of(wend_overlay* overlay) {
    const wend_world* world = NULL;
    assert_ok(wend_overlay_world(overlay, &world));
    return world;
}

static inline wend_shape blocked_rect(int32_t x, int32_t y, int32_t width, int32_t height) {
    return wend_shape_rect((wend_rect){x, y, width, height}, INFINITY);
}

// Paths on each profile against Dijkstra on its view.
static inline void compare_paths(const wend_world* world, wend_search* search, wend_path* path, rng* r) {
    const int32_t profile = rng_below(r, wend_world_profile_count(world));
    const wend_grid* grid = wend_world_grid(wend_world_profile(world, profile));
    wend_query query;
    if (!map_random_query(grid, r, WEND_EXACT, &query)) return;
    wend_profile_def def;
    assert_ok(wend_world_get_profile(world, profile, &def));
    const wend_relief_def map = relief_model;
    if (profile > 0) relief_model = relief_model_of(&def); // which may have slopes of its own
    const double optimum = oracle_optimum(grid, query.start, query.goal);
    relief_model = map;
    query.profile = profile;
    for (int32_t i = 0; i < 2; i++) {
        query.algorithm = i == 0 ? WEND_EXACT : WEND_HPA;
        assert_ok(wend_find_path(search, world, &query, path, NULL));
        assert_int_equal(wend_path_outcome(path), isinf(optimum) ? WEND_NO_ROUTE : WEND_FOUND);
        if (isinf(optimum)) continue;
        if (i == 0) assert_true((double)wend_path_integer_cost(path) == optimum);
        assert_true((double)wend_path_integer_cost(path) >= optimum);
        assert_true(wend_path_is_valid(path, world, NULL));
    }
}
#endif
