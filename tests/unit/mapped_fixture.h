// mapped_fixture.h: worlds whose files are mapped, and random queries on them.
#ifndef WEND_TEST_MAPPED_FIXTURE_H
#define WEND_TEST_MAPPED_FIXTURE_H
#include "files.h"
#include "unit.h"
#include "wend/wend.h"

enum { MOST_GOALS = 5 };

/// Opens a file as a mapped world.
static inline wend_world* mapped(const char* file) {
    wend_world* world = NULL;
    wend_error error;
    if (wend_world_map(file, NULL, &world, &error) != WEND_OK) fail_msg("%s", error.text);
    return world;
}

/// A query between two tiles, sometimes to several goals.
static inline wend_query query_on(const wend_grid* grid, rng* r, wend_tile goals[MOST_GOALS]) {
    wend_tile start = map_random_tile(grid, r), goal = map_random_tile(grid, r);
    map_random_open_tile(grid, r, &start);
    map_random_open_tile(grid, r, &goal);
    wend_query query = wend_default_query(start, goal);
    query.refinement = rng_chance(r, 80) ? WEND_REFINE_SWEEP : WEND_REFINE_ASTAR;
    query.first_tiles = rng_chance(r, 20) ? 10 : 0;
    if (rng_chance(r, 10)) query.algorithm = WEND_EXACT;
    if (!rng_chance(r, 20)) return query;
    for (int32_t i = 0; i < MOST_GOALS; i++) goals[i] = map_random_tile(grid, r);
    query.goals = goals;
    query.goal_count = rng_between(r, 1, MOST_GOALS);
    return query;
}

/// A query that may end early: partial, or to an area or a class.
static inline wend_query place_on(const wend_grid* grid, rng* r) {
    wend_tile start = map_random_tile(grid, r), goal = map_random_tile(grid, r);
    map_random_open_tile(grid, r, &start);
    wend_query query = wend_default_query(start, goal);
    if (rng_chance(r, 30)) query.algorithm = WEND_EXACT;
    query.partial = rng_chance(r, 60);
    if (rng_chance(r, 40))
        query.goal_area =
            (wend_rect){goal.x, goal.y, rng_between(r, 1, wendi_min(9, wend_grid_width(grid) - goal.x)),
                        rng_between(r, 1, wendi_min(9, wend_grid_height(grid) - goal.y))};
    else if (rng_chance(r, 20))
        query.goal_class = wend_grid_class(grid, goal);
    return query;
}
#endif
