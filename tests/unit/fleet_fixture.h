// fleet_fixture.h: fleets, and steps in which nobody may meet.
#ifndef WEND_TEST_FLEET_FIXTURE_H
#define WEND_TEST_FLEET_FIXTURE_H
#include <stdlib.h>

#include "fleet/fleet.h"
#include "unit.h"

static inline wend_fleet* new_fleet(const wend_world* world, wend_tasks tasks) {
    wend_fleet_def def = wend_default_fleet_def();
    wend_fleet* fleet = NULL;
    def.tasks = tasks;
    assert_ok(wend_fleet_create(world, &def, &fleet));
    return fleet;
}

static inline int32_t add(wend_fleet* fleet, int32_t x, int32_t y) {
    int32_t mover = -1;
    assert_ok(wend_fleet_add(fleet, (wend_tile){x, y}, 0, 0, &mover));
    return mover;
}
static inline void send(wend_fleet* fleet, int32_t mover, int32_t x, int32_t y) {
    assert_ok(wend_fleet_send(fleet, mover, (wend_tile){x, y}));
}
static inline wend_mover_state state_of(const wend_fleet* fleet, int32_t mover) {
    return wend_fleet_mover(fleet, mover)->state;
}

/// Where all movers are; those that were removed stand beside each other in the top row, as if they waited.
static inline wend_tile* tiles_of(const wend_fleet* fleet) {
    int32_t count = 0;
    const wend_mover* movers = wend_fleet_movers(fleet, &count);
    wend_tile* tiles = malloc((size_t)(count + 1) * sizeof *tiles);
    assert_non_null(tiles);
    for (int32_t i = 0; i < count; i++) tiles[i] = movers[i].tile;
    return tiles;
}

/// Counts the conflicts of all movers but those that were removed.
static inline void check_present(const wend_fleet* fleet, const wend_tile* before, const wend_tile* after,
                                 wend_conflict* first_out, int32_t* conflicts_out) {
    wend_tile* present[2];
    int32_t count = 0;
    for (int32_t k = 0; k < 2; k++) {
        present[k] = malloc((size_t)fleet->count * sizeof **present);
        assert_non_null(present[k]);
    }
    for (int32_t i = 0; i < fleet->count; i++) {
        if (after[i].x < 0) continue;
        present[0][count] = before[i];
        present[1][count++] = after[i];
    }
    assert_ok(
        wend_check_moves(fleet->world->grid, present[0], present[1], count, first_out, 1, conflicts_out));
    for (int32_t k = 0; k < 2; k++) free(present[k]);
}

/// A step, which must be free of conflicts, also of links with uses_opt. Returns how many movers moved.
static inline int32_t step_on_links(wend_fleet* fleet, wend_link_use* uses_opt) {
    int32_t count = 0, conflicts = -1, moved = 0;
    wend_conflict first;
    wend_fleet_movers(fleet, &count);
    wend_tile* before = tiles_of(fleet);
    assert_ok(wend_fleet_step(fleet));
    wend_tile* after = tiles_of(fleet);
    if (fleet->present > 0) check_present(fleet, before, after, &first, &conflicts);
    if (conflicts == 0 && uses_opt)
        assert_ok(wend_check_links(fleet->world, NULL, &fleet->def.links, before, after, count, uses_opt,
                                   &first, 1, &conflicts));
    if (conflicts > 0)
        fail_msg("%d conflicts in step %lld, %s of %d and %d at %d,%d", conflicts, (long long)fleet->steps,
                 wend_conflict_kind_string(first.kind), first.first, first.second, first.tile.x,
                 first.tile.y);
    for (int32_t i = 0; i < count; i++) {
        moved += before[i].x != after[i].x || before[i].y != after[i].y;
        assert_int_equal(wend_fleet_at(fleet, after[i]), after[i].x < 0 ? -1 : i);
    }
    free(before);
    free(after);
    return moved;
}
static inline int32_t step(wend_fleet* fleet) {
    return step_on_links(fleet, NULL);
}

static inline int64_t run(wend_fleet* fleet, int64_t most) {
    int64_t steps = 0;
    for (; steps < most && (steps == 0 || wend_fleet_get_stats(fleet).moving > 0); steps++) step(fleet);
    return steps;
}

static inline wend_world* build_rows(const char* rows, wend_connectivity connectivity) {
    return build_world(map_from_text(rows, connectivity));
}

static inline wend_fleet* fleet_on(const char* rows, wend_connectivity connectivity, wend_world** world_out) {
    *world_out = build_rows(rows, connectivity);
    return new_fleet(*world_out, (wend_tasks){0});
}

/// Puts movers on up to so many passable tiles, and gives most a goal.
static inline void fill_fleet(wend_fleet* fleet, const wend_grid* grid, rng* r, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        wend_tile tile, goal;
        int32_t mover;
        if (!map_random_open_tile(grid, r, &tile)) return;
        const wend_result result = wend_fleet_add(fleet, tile, 0, rng_below(r, 3), &mover);
        if (result == WEND_ERROR_LIMIT) continue; // taken
        assert_ok(result);
        goal = map_random_tile(grid, r); // may be blocked, cut off or shared
        if (rng_chance(r, 80)) assert_ok(wend_fleet_send(fleet, mover, goal));
    }
}

static inline void edit_somewhere(wend_world* world, rng* r) {
    const wend_grid* grid = wend_world_grid(world);
    const wend_tile at = map_random_tile(grid, r);
    const wend_rect area = {at.x, at.y, wendi_min(1 + rng_below(r, 6), wend_grid_width(grid) - at.x),
                            wendi_min(1 + rng_below(r, 6), wend_grid_height(grid) - at.y)};
    edit_tiles(world, area, rng_chance(r, 50) ? 0 : 1);
}

/// Adds so many movers on passable tiles that are free, which are their goals too.
static inline void add_at_random(wend_fleet* fleet, int32_t count, rng* r) {
    const wend_grid* grid = wend_world_grid(fleet->world);
    for (int32_t i = 0; i < count; i++) {
        wend_tile tile;
        int32_t mover;
        while (!wend_grid_passable(grid, tile = map_random_tile(grid, r)) ||
               wend_fleet_add(fleet, tile, 0, 0, &mover) != WEND_OK) {
        }
        send(fleet, mover, tile.x, tile.y);
    }
}

/// Gives each mover that is there another goal. Returns how many were.
static inline int32_t send_on(wend_fleet* fleet, rng* r) {
    int32_t count, reached = 0;
    const wend_mover* movers = wend_fleet_movers(fleet, &count);
    for (int32_t m = 0; m < count; m++) {
        if (movers[m].tile.x != movers[m].goal.x || movers[m].tile.y != movers[m].goal.y) continue;
        wend_tile goal;
        do goal = map_random_tile(wend_world_grid(fleet->world), r);
        while (!wend_grid_passable(wend_world_grid(fleet->world), goal));
        send(fleet, m, goal.x, goal.y);
        reached++;
    }
    return reached;
}
#endif
