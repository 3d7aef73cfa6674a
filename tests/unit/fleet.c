// fleet.c: do movers never stand in each other, whatever the map, the goals and the edits; do all arrive
// where they can, and does each that cannot have an answer? Are the moves the same with any threads?
//     unit_fleet [MAPS]
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fleet/fleet.h"
#include "test_memory.h"
#include "unit.h"
#include "wend/crowd.h"

static int32_t maps_to_try = 60;

static wend_fleet* new_fleet(const wend_world* world, wend_tasks tasks) {
    wend_fleet_def def = wend_default_fleet_def();
    wend_fleet* fleet = NULL;
    def.tasks = tasks;
    assert_ok(wend_fleet_create(world, &def, &fleet));
    return fleet;
}

static int32_t add(wend_fleet* fleet, int32_t x, int32_t y) {
    int32_t mover = -1;
    assert_ok(wend_fleet_add(fleet, (wend_tile){x, y}, 0, 0, &mover));
    return mover;
}
static void send(wend_fleet* fleet, int32_t mover, int32_t x, int32_t y) {
    assert_ok(wend_fleet_send(fleet, mover, (wend_tile){x, y}));
}
static wend_mover_state state_of(const wend_fleet* fleet, int32_t mover) {
    return wend_fleet_mover(fleet, mover)->state;
}

// Where all movers are; those that were removed stand beside each other in the top row, as if they waited.
static wend_tile* tiles_of(const wend_fleet* fleet) {
    int32_t count = 0;
    const wend_mover* movers = wend_fleet_movers(fleet, &count);
    wend_tile* tiles = malloc((size_t)(count + 1) * sizeof *tiles);
    assert_non_null(tiles);
    for (int32_t i = 0; i < count; i++) tiles[i] = movers[i].tile;
    return tiles;
}

// Counts the conflicts of all movers but those that were removed.
static void check_present(const wend_fleet* fleet, const wend_tile* before, const wend_tile* after,
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

// A step, which must be free of conflicts, also of links with uses_opt. Returns how many movers moved.
static int32_t step_on_links(wend_fleet* fleet, wend_link_use* uses_opt) {
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
static int32_t step(wend_fleet* fleet) {
    return step_on_links(fleet, NULL);
}

static int64_t run(wend_fleet* fleet, int64_t most) {
    int64_t steps = 0;
    for (; steps < most && (steps == 0 || wend_fleet_get_stats(fleet).moving > 0); steps++) step(fleet);
    return steps;
}

// ---- on random maps

// Puts movers on up to so many passable tiles, and gives most a goal.
static void fill_fleet(wend_fleet* fleet, const wend_grid* grid, rng* r, int32_t count) {
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

static void edit_somewhere(wend_world* world, rng* r) {
    const wend_grid* grid = wend_world_grid(world);
    const wend_tile at = map_random_tile(grid, r);
    const wend_rect area = {at.x, at.y, wendi_min(1 + rng_below(r, 6), wend_grid_width(grid) - at.x),
                            wendi_min(1 + rng_below(r, 6), wend_grid_height(grid) - at.y)};
    edit_tiles(world, area, rng_chance(r, 50) ? 0 : 1);
}

// Two lifts, of the links 0 to 2 and 2 to 4. A link with a duration takes 3 steps for each second.
static wend_fleet* new_fleet_with_lifts(const wend_world* world, int32_t capacity) {
    static const int32_t links[] = {0, 1, 2, 3, 4};
    const wend_lift lifts[2] = {{links, 3, capacity}, {links + 2, 3, capacity}};
    wend_fleet_def def = wend_default_fleet_def();
    wend_fleet* fleet = NULL;
    def.links = (wend_link_rules){1.0f / 3, lifts, 2};
    assert_ok(wend_fleet_create(world, &def, &fleet));
    return fleet;
}

static void nobody_meets_on_any_map(void** state) {
    (void)state;
    for (int32_t i = 0; i < maps_to_try; i++) {
        rng r = rng_seeded((uint64_t)i);
        const map_recipe recipe = map_recipe_random_any((uint64_t)i, 100);
        wend_world* world = map_make_linked_world(&recipe, i % 4 == 0 ? 6 : 0);
        const wend_grid* grid = wend_world_grid(world);
        wend_fleet* fleet =
            i % 8 == 0 ? new_fleet_with_lifts(world, 1 + i / 8 % 2) : new_fleet(world, (wend_tasks){0});
        fill_fleet(fleet, grid, &r, 1 + rng_below(&r, 400));
        wend_link_use uses[400] = {{0, 0}};
        for (int32_t k = 0; k < 120; k++) {
            step_on_links(fleet, uses);
            if (i % 3 == 1 && rng_chance(&r, 10)) edit_somewhere(world, &r);
            if (fleet->count > 0 && rng_chance(&r, 30))
                assert_ok(wend_fleet_send(fleet, rng_below(&r, fleet->count), map_random_tile(grid, &r)));
        }
        wend_fleet_destroy(fleet);
        wend_world_destroy(world);
    }
}

static void threads_change_nothing(void** state) {
    (void)state;
    wend_threads* threads = NULL;
    assert_ok(wend_threads_create(8, &threads));
    for (int32_t i = 0; i < maps_to_try / 4; i++) {
        wend_world* worlds[2];
        wend_fleet* fleets[2];
        rng r[2] = {rng_seeded((uint64_t)i), rng_seeded((uint64_t)i)};
        const map_recipe recipe = map_recipe_random_any((uint64_t)i + 1000, 150);
        for (int32_t k = 0; k < 2; k++) {
            worlds[k] = map_make_world(&recipe);
            fleets[k] = new_fleet(worlds[k], k ? wend_threads_tasks(threads) : (wend_tasks){0});
            fill_fleet(fleets[k], wend_world_grid(worlds[k]), &r[k], 300);
        }
        for (int32_t n = 0; n < 60; n++)
            for (int32_t k = 0; k < 2; k++) {
                step(fleets[k]);
                if (n % 20 == 7) edit_somewhere(worlds[k], &r[k]);
                if (k) assert_on(&recipe, wend_fleet_hash(fleets[0]) == wend_fleet_hash(fleets[1]));
            }
        for (int32_t k = 0; k < 2; k++) {
            wend_fleet_destroy(fleets[k]);
            wend_world_destroy(worlds[k]);
        }
    }
    wend_threads_destroy(threads);
}

// ---- costs to go

// On an open map of many clusters, what a mover holds is what a path costs, and falls along every way.
static void costs_lead_to_the_goal(void** state) {
    (void)state;
    for (int32_t i = 0; i < maps_to_try / 2; i++) {
        map_recipe recipe = map_recipe_random((uint64_t)i + 500, 300);
        wend_world* world = map_make_world(&recipe);
        const wend_grid* grid = wend_world_grid(world);
        wend_fleet* fleet = new_fleet(world, (wend_tasks){0});
        wend_search* search = new_search();
        wend_path* path = new_path();
        rng r = rng_seeded((uint64_t)i);
        wend_query query;
        if (map_random_query(grid, &r, WEND_HPA, &query)) {
            const int32_t mover = add(fleet, query.start.x, query.start.y);
            assert_ok(wend_fleet_send(fleet, mover, query.goal));
            assert_ok(wend_find_path(search, world, &query, path, NULL));
            const bool found = wend_path_outcome(path) == WEND_FOUND;
            step(fleet);
            assert_on(&recipe, (state_of(fleet, mover) == WEND_MOVER_NO_ROUTE) == !found);
            int64_t steps = 1;
            for (; found && state_of(fleet, mover) == WEND_MOVER_MOVING && steps < 100000; steps++) {
                const wend_tile before = wend_fleet_mover(fleet, mover)->tile;
                const wend_cost left = wendi_fleet_left(fleet, fleet->members[mover].guide, before);
                step(fleet);
                const wend_tile after = wend_fleet_mover(fleet, mover)->tile;
                assert_on(&recipe, wendi_fleet_left(fleet, fleet->members[mover].guide, after) < left);
            }
            assert_on(&recipe, !found || state_of(fleet, mover) == WEND_MOVER_ARRIVED);
            // What it held is little, and is given back.
            assert_on(&recipe, fleet->field_count <= fleet->def.look_ahead + 7);
            assert_ok(wend_fleet_stop(fleet, mover));
            assert_int_equal(fleet->field_count, 0);
        }
        wend_path_destroy(path);
        wend_search_destroy(search);
        wend_fleet_destroy(fleet);
        wend_world_destroy(world);
    }
}

// ---- hard places

static wend_fleet* fleet_on(const char* rows, wend_connectivity connectivity, wend_world** world_out) {
    wend_world_def def = wend_default_world_def();
    *world_out = map_build_world(map_from_text(rows, connectivity), &def);
    return new_fleet(*world_out, (wend_tasks){0});
}

// Two that meet in a passage one tile wide swap where there is room: in a bay, at the end, at a crossing.
static void they_swap_in_passages(void** state) {
    (void)state;
    static const char* const maps[] = {
        "#########\n....#....\n.........\n#########\n",
        "####.####\n.........\n#########\n",
        "..#######\n.........\n#######..\n",
        "#.#######\n.........\n#########\n",
    };
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        for (int32_t k = 0; k < 2; k++) {
            wend_world* world;
            wend_fleet* fleet = fleet_on(maps[i], k ? WEND_CONNECTIVITY_8 : WEND_CONNECTIVITY_4, &world);
            const int32_t row = i == 1 || i == 2 || i == 3 ? 1 : 2;
            const int32_t a = add(fleet, 0, row), b = add(fleet, 8, row);
            send(fleet, a, 8, row);
            send(fleet, b, 0, row);
            if (run(fleet, 200) >= 200) fail_msg("map %d, %s", (int)i, k ? "8" : "4");
            assert_int_equal(state_of(fleet, a), WEND_MOVER_ARRIVED);
            assert_int_equal(state_of(fleet, b), WEND_MOVER_ARRIVED);
            wend_fleet_destroy(fleet);
            wend_world_destroy(world);
        }
}

// Of two with goals in an aisle whose far end is closed, the one with the goal further in goes first, whoever
// is nearer and whoever was added first.
static void who_goes_further_in_goes_first(void** state) {
    (void)state;
    static const char* const rows = "######....\n######....\n..........\n######....\n######....\n";
    for (int32_t k = 0; k < 2; k++) {
        wend_world* world;
        wend_fleet* fleet = fleet_on(rows, WEND_CONNECTIVITY_4, &world);
        const int32_t a = add(fleet, 6, k ? 3 : 2), b = add(fleet, 6, k ? 2 : 3);
        send(fleet, a, k ? 1 : 3, 2);
        send(fleet, b, k ? 3 : 1, 2);
        const int64_t steps = run(fleet, 200);
        assert_in_range(steps, 6, 10); // 6 from tile to tile
        assert_int_equal(wend_fleet_get_stats(fleet).arrived, 2);
        wend_fleet_destroy(fleet);
        wend_world_destroy(world);
    }
}

// A mover that would only have to turn sharply to get out of the way is not driven back for ever.
static void nobody_is_driven_back_for_ever(void** state) {
    (void)state;
    wend_world* world;
    wend_fleet* fleet =
        fleet_on("........\n...#....\n...#..#.\n...#..##\n......#.\n", WEND_CONNECTIVITY_8, &world);
    const int32_t a = add(fleet, 2, 3), b = add(fleet, 4, 4);
    send(fleet, a, 3, 4);
    send(fleet, b, 2, 3);
    assert_in_range(run(fleet, 100), 1, 20);
    assert_int_equal(wend_fleet_get_stats(fleet).arrived, 2);
    wend_fleet_destroy(fleet);
    wend_world_destroy(world);
}

// Nearly full maps, where PIBT alone goes round in circles: all get to their goals, at once. shuffled: the
// tiles that reach each other.
static void shuffle(wend_tile* tiles, int32_t count, rng* r) {
    for (int32_t i = count - 1; i > 0; i--) {
        const int32_t k = rng_below(r, i + 1);
        const wend_tile tile = tiles[i];
        tiles[i] = tiles[k];
        tiles[k] = tile;
    }
}

static void nobody_goes_round_in_circles(void** state) {
    (void)state;
    static const char* const rows = "........\n...#....\n...#..#.\n...#..##\n......#.\n";
    for (int32_t i = 0; i < maps_to_try; i++) {
        rng r = rng_seeded((uint64_t)i);
        wend_world* world;
        wend_fleet* fleet = fleet_on(rows, i % 2 ? WEND_CONNECTIVITY_8 : WEND_CONNECTIVITY_4, &world);
        wend_tile starts[40], goals[40];
        int32_t count = 0;
        for (int32_t y = 0; y < 5; y++)
            for (int32_t x = 0; x < 8; x++)
                if (wend_world_connected(world, (wend_tile){0, 0}, (wend_tile){x, y}))
                    starts[count++] = (wend_tile){x, y};
        memcpy(goals, starts, sizeof goals);
        shuffle(starts, count, &r);
        shuffle(goals, count, &r);
        const int32_t movers = count - 3 - i % 12;
        for (int32_t k = 0; k < movers; k++)
            send(fleet, add(fleet, starts[k].x, starts[k].y), goals[k].x, goals[k].y);
        if (run(fleet, 4000) >= 4000) fail_msg("map %d, %d movers", i, movers);
        assert_int_equal(wend_fleet_get_stats(fleet).arrived, movers);
        wend_fleet_destroy(fleet);
        wend_world_destroy(world);
    }
}

// In a warehouse of aisles one tile wide, movers that get goal after goal never come to a halt.
static void a_warehouse_goes_on_for_ever(void** state) {
    (void)state;
    enum { WIDTH = 120, HEIGHT = 46, MOVERS = 170, STEPS = 4000, EACH = 500 };
    static char rows[HEIGHT * (WIDTH + 1) + 1];
    for (int32_t y = 0, i = 0; y < HEIGHT; y++, rows[i++] = '\n')
        for (int32_t x = 0; x < WIDTH; x++)
            rows[i++] = x < 10 || x >= WIDTH - 10 || y % 3 == 0 || (x - 10) % 11 == 10 ? '.' : '#';
    for (int32_t k = 0; k < 2; k++)
        for (uint64_t seed = 1; seed <= 2; seed++) {
            wend_world* world;
            wend_fleet* fleet = fleet_on(rows, k ? WEND_CONNECTIVITY_8 : WEND_CONNECTIVITY_4, &world);
            rng r = rng_seeded(seed);
            const wend_grid* grid = wend_world_grid(world);
            for (int32_t i = 0; i < MOVERS; i++) {
                wend_tile tile;
                int32_t mover;
                while (!wend_grid_passable(grid, tile = map_random_tile(grid, &r)) ||
                       wend_fleet_add(fleet, tile, 0, 0, &mover) != WEND_OK) {
                }
                send(fleet, mover, tile.x, tile.y);
            }
            int32_t reached = 0;
            for (int32_t i = 1; i <= STEPS; i++) {
                int32_t count;
                assert_ok(wend_fleet_step(fleet));
                const wend_mover* movers = wend_fleet_movers(fleet, &count);
                for (int32_t m = 0; m < count; m++) {
                    const wend_tile at = movers[m].tile;
                    if (at.x != movers[m].goal.x || at.y != movers[m].goal.y) continue;
                    wend_tile goal;
                    while (!wend_grid_passable(grid, goal = map_random_tile(grid, &r))) {
                    }
                    send(fleet, m, goal.x, goal.y);
                    reached++;
                }
                if (i % EACH > 0) continue;
                assert_true(reached > EACH * MOVERS / 160); // some 80 steps to a goal
                reached = 0;
            }
            wend_fleet_destroy(fleet);
            wend_world_destroy(world);
        }
}

// A warehouse of shelves with aisles of one tile, full of movers that have to turn; each begins at its goal.
static wend_fleet* full_warehouse(int32_t movers, wend_tasks tasks, rng* r, wend_world** world_out) {
    enum { WIDTH = 60, HEIGHT = 44, ROOM = 6 };
    static char rows[HEIGHT * (WIDTH + 1) + 1];
    for (int32_t y = 0, i = 0; y < HEIGHT; y++, rows[i++] = '\n')
        for (int32_t x = 0; x < WIDTH; x++) {
            const bool in = x >= ROOM && x < WIDTH - ROOM && y >= ROOM && y < HEIGHT - ROOM;
            rows[i++] = in && (x - ROOM) % 4 < 3 && (y - ROOM) % 3 < 2 ? '#' : '.';
        }
    wend_fleet_destroy(fleet_on(rows, WEND_CONNECTIVITY_4, world_out));
    wend_fleet_def def = wend_default_fleet_def();
    def.turns = true;
    def.directions = 4;
    def.tasks = tasks;
    wend_fleet* fleet;
    assert_ok(wend_fleet_create(*world_out, &def, &fleet));
    const wend_grid* grid = wend_world_grid(*world_out);
    for (int32_t i = 0; i < movers; i++) {
        wend_tile tile;
        int32_t mover;
        while (!wend_grid_passable(grid, tile = map_random_tile(grid, r)) ||
               wend_fleet_add(fleet, tile, 0, 0, &mover) != WEND_OK) {
        }
        send(fleet, mover, tile.x, tile.y);
    }
    return fleet;
}

// Gives each mover that is there another goal. Returns how many were.
static int32_t send_on(wend_fleet* fleet, rng* r) {
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

// Movers that turn count where they go, so that aisles become one-way and jams stay away, with any threads;
// once all stand, nothing is counted any more.
static void movers_that_turn_keep_to_lanes(void** state) {
    (void)state;
    enum { MOVERS = 300, STEPS = 1200, FROM = 600, COMPARED = 150 };
    wend_threads* threads = NULL;
    assert_ok(wend_threads_create(8, &threads));
    wend_world* worlds[2];
    wend_fleet* fleets[2];
    rng r[2];
    for (int32_t k = 0; k < 2; k++) {
        r[k] = rng_seeded(1);
        fleets[k] =
            full_warehouse(MOVERS, k ? wend_threads_tasks(threads) : (wend_tasks){0}, &r[k], &worlds[k]);
    }
    int32_t reached = 0;
    for (int32_t i = 1; i <= STEPS; i++) {
        for (int32_t k = 0; k < (i <= COMPARED ? 2 : 1); k++) {
            step(fleets[k]);
            const int32_t now = send_on(fleets[k], &r[k]);
            if (k == 0 && i > FROM) reached += now;
        }
        if (i <= COMPARED) assert_true(wend_fleet_hash(fleets[0]) == wend_fleet_hash(fleets[1]));
    }
    assert_true(reached > 2900); // 3,294 it was, and 2,621 where steps against a flow cost no more
    assert_true(fleets[0]->block_of.count > 0);
    for (int32_t i = 0; i < MOVERS; i++) assert_ok(wend_fleet_stop(fleets[0], i));
    for (int32_t i = 0; i < 3500; i++) assert_ok(wend_fleet_step(fleets[0]));
    assert_int_equal(fleets[0]->block_of.count, 0);
    for (int32_t k = 0; k < 2; k++) {
        wend_fleet_destroy(fleets[k]);
        wend_world_destroy(worlds[k]);
    }
    wend_threads_destroy(threads);
}

// Two rooms of several clusters with a gate of three tiles between them, and movers that go from one to the
// other: some are held back before the gate, and each gets there.
static void movers_that_turn_wait_before_a_gate(void** state) {
    (void)state;
    enum { SIDE = 350, WIDTH = 160, HEIGHT = 40, GATE = 75, MOST_STEPS = 3000 };
    static char rows[HEIGHT * (WIDTH + 1) + 1];
    for (int32_t y = 0, i = 0; y < HEIGHT; y++, rows[i++] = '\n')
        for (int32_t x = 0; x < WIDTH; x++)
            rows[i++] = wendi_abs(x - GATE) < 2 && wendi_abs(y - HEIGHT / 2) > 1 ? '#' : '.';
    wend_world* world;
    wend_fleet_destroy(fleet_on(rows, WEND_CONNECTIVITY_4, &world));
    wend_fleet_def def = wend_default_fleet_def();
    def.turns = true;
    def.directions = 4;
    wend_fleet* fleet;
    assert_ok(wend_fleet_create(world, &def, &fleet));
    for (int32_t i = 0; i < SIDE; i++) {
        const int32_t x = i / HEIGHT, y = i % HEIGHT;
        send(fleet, add(fleet, x, y), WIDTH - 1 - 2 * x, y);
        send(fleet, add(fleet, WIDTH - 1 - x, y), 2 * x, y);
    }
    int64_t steps = 0, held_back = 0;
    for (; steps < MOST_STEPS && (steps == 0 || wend_fleet_get_stats(fleet).moving > 0); steps++) {
        step(fleet);
        for (int32_t i = 0; i < 2 * SIDE; i++) held_back += fleet->members[i].is_held_back;
    }
    assert_true(held_back > 0);
    assert_int_equal(wend_fleet_get_stats(fleet).arrived, 2 * SIDE);
    wend_fleet_destroy(fleet);
    wend_world_destroy(world);
}

// Where there is no room at all, each has an answer: stuck, and who is in the way.
static void no_room_means_stuck(void** state) {
    (void)state;
    wend_world* world;
    wend_fleet* fleet = fleet_on(".........\n", WEND_CONNECTIVITY_4, &world);
    const int32_t a = add(fleet, 0, 0), b = add(fleet, 8, 0), c = add(fleet, 5, 0);
    send(fleet, a, 8, 0);
    send(fleet, b, 0, 0);
    for (int32_t i = 0; i < 600; i++) step(fleet);
    assert_int_equal(state_of(fleet, a), WEND_MOVER_STUCK);
    assert_int_equal(state_of(fleet, b), WEND_MOVER_STUCK);
    assert_int_equal(state_of(fleet, c), WEND_MOVER_IDLE);
    int32_t blockers[4] = {-1, -1, -1, -1};
    const int32_t of_a = wend_fleet_blockers(fleet, a, blockers, 4);
    assert_in_range(of_a, 0, 2);
    const wend_fleet_stats stats = wend_fleet_get_stats(fleet);
    assert_int_equal(stats.stuck, 2);
    assert_int_equal(stats.moving, 2);
    // The map opens: they go on.
    wend_fleet_destroy(fleet);
    wend_world_destroy(world);
}

// Goals that are shared, blocked or cut off; a map that is full, and one that is cut in two under them.
static void every_mover_has_an_answer(void** state) {
    (void)state;
    wend_world* world;
    wend_fleet* fleet = fleet_on("....#....\n....#....\n.........\n", WEND_CONNECTIVITY_8, &world);
    int32_t movers[27], count = 0, taken = -1;
    for (int32_t y = 0; y < 3; y++)
        for (int32_t x = 0; x < 9; x++)
            if (wend_grid_passable(world->grid, (wend_tile){x, y})) movers[count++] = add(fleet, x, y);
    assert_int_equal(wend_fleet_add(fleet, (wend_tile){0, 0}, 0, 0, &taken), WEND_ERROR_LIMIT);
    assert_int_equal(wend_fleet_add(fleet, (wend_tile){4, 0}, 0, 0, &taken), WEND_ERROR_LIMIT);
    assert_int_equal(taken, -1);
    for (int32_t i = 0; i < count; i++) send(fleet, movers[i], 8, 0); // all to one tile, on a full map
    for (int32_t i = 0; i < 50; i++) step(fleet);
    for (int32_t i = 9; i < count; i++) assert_ok(wend_fleet_remove(fleet, movers[i]));
    assert_int_equal(wend_fleet_get_stats(fleet).movers, 9);
    int64_t steps = 0;
    for (; steps < 400 && wend_fleet_get_stats(fleet).moving > 0; steps++) assert_ok(wend_fleet_step(fleet));
    assert_in_range(steps, 0, 399);
    assert_int_equal(wend_fleet_get_stats(fleet).arrived, 9);
    edit_tiles(world, (wend_rect){4, 0, 1, 3}, 0); // cut in two
    for (int32_t i = 0; i < 9; i++) send(fleet, movers[i], i % 2 ? 0 : 8, 1);
    for (int32_t i = 0; i < 30; i++) assert_ok(wend_fleet_step(fleet));
    const wend_fleet_stats cut = wend_fleet_get_stats(fleet);
    assert_true(cut.no_route > 0);
    assert_int_equal(cut.no_route + cut.arrived + cut.moving, 9);
    edit_tiles(world, (wend_rect){4, 1, 1, 1}, 1); // a door
    for (steps = 0; steps < 400 && (steps == 0 || wend_fleet_get_stats(fleet).moving > 0); steps++)
        assert_ok(wend_fleet_step(fleet));
    assert_int_equal(wend_fleet_get_stats(fleet).no_route, 0);
    assert_int_equal(wend_fleet_get_stats(fleet).arrived, 9);
    wend_fleet_destroy(fleet);
    wend_world_destroy(world);
}

// With few plans a step, movers without a path wait; nobody is forgotten.
static void plans_are_spread_over_steps(void** state) {
    (void)state;
    wend_world* world = new_world(100, 100, false);
    wend_fleet_def def = wend_default_fleet_def();
    wend_fleet* fleet = NULL;
    def.plans_per_step = 3;
    assert_ok(wend_fleet_create(world, &def, &fleet));
    for (int32_t i = 0; i < 50; i++) send(fleet, add(fleet, i, 0), 99 - i, 99);
    for (int32_t i = 1; i <= 17; i++) {
        step(fleet);
        assert_int_equal(wend_fleet_get_stats(fleet).plans, wendi_min(3 * i, 50));
    }
    assert_in_range(run(fleet, 400), 50, 300);
    assert_int_equal(wend_fleet_get_stats(fleet).arrived, 50);
    wend_fleet_destroy(fleet);
    wend_world_destroy(world);
}

// Those who wait to set out make way, and nobody is forgotten; higher priorities come first, then older
// goals.
static void few_are_on_their_way_at_once(void** state) {
    enum { MOVERS = 60, MOST = 7 };
    (void)state;
    wend_world* world = new_world(40, 40, false);
    wend_fleet_def def = wend_default_fleet_def();
    wend_fleet* fleet = NULL;
    def.at_once = MOST;
    assert_ok(wend_fleet_create(world, &def, &fleet));
    int32_t first = -1;
    for (int32_t i = 0; i < MOVERS; i++) send(fleet, add(fleet, i % 20, i / 20), 39 - i % 20, 39 - i / 20);
    assert_ok(wend_fleet_add(fleet, (wend_tile){30, 2}, 0, 5, &first));
    send(fleet, first, 2, 30);
    int32_t set_out = 0, steps = 0;
    for (; steps < 2000 && wend_fleet_get_stats(fleet).moving > 0; steps++) {
        step(fleet);
        int32_t on_their_way = 0, parked = 0;
        for (int32_t i = 0; i < fleet->count; i++) {
            on_their_way += fleet->movers[i].state == WEND_MOVER_MOVING && !fleet->members[i].is_parked;
            parked += fleet->members[i].is_parked;
        }
        assert_true(on_their_way <= MOST && !fleet->members[first].is_parked);
        for (int32_t i = 0; i < MOVERS - parked; i++)
            assert_false(fleet->members[i].is_parked); // in their order
        set_out = MOVERS - parked;
    }
    assert_int_equal(set_out, MOVERS);
    assert_int_equal(wend_fleet_get_stats(fleet).arrived, MOVERS + 1);
    assert_in_range(steps, 300, 1000);
    wend_fleet_destroy(fleet);
    wend_world_destroy(world);
}

// ---- groups and tasks

static void a_group_finds_its_tiles(void** state) {
    (void)state;
    wend_world* world = new_world(80, 80, false);
    wend_fleet* fleet = new_fleet(world, (wend_tasks){0});
    int32_t movers[100], sent = 0;
    for (int32_t i = 0; i < 100; i++) movers[i] = add(fleet, i % 10, i / 10);
    assert_ok(wend_fleet_send_group(fleet, movers, 100, (wend_tile){60, 60}, 1, &sent));
    assert_int_equal(sent, 100);
    assert_in_range(run(fleet, 300), 50, 120);
    assert_int_equal(wend_fleet_get_stats(fleet).arrived, 100);
    wend_fleet_destroy(fleet);
    wend_world_destroy(world);
}

static void tasks_are_done_in_their_order(void** state) {
    (void)state;
    wend_world* world = new_world(40, 40, false);
    wend_fleet* fleet = new_fleet(world, (wend_tasks){0});
    const int32_t near = add(fleet, 5, 5), far = add(fleet, 30, 30);
    int32_t task = -1;
    const wend_tile stops[3] = {{6, 5}, {6, 9}, {10, 9}}, others[1] = {{31, 30}};
    assert_ok(wend_fleet_add_task(fleet, stops, 3, &task));
    assert_int_equal(task, 0);
    step(fleet);
    assert_int_equal(wend_fleet_mover(fleet, near)->task, 0);
    assert_int_equal(wend_fleet_mover(fleet, far)->task, -1);
    assert_ok(wend_fleet_add_task(fleet, others, 1, &task));
    send(fleet, near, 5, 5); // which leaves its task to the other, after that has done the new one
    int32_t at[3] = {0};
    for (int32_t i = 1; wend_fleet_get_stats(fleet).tasks_done < 2 && i < 300; i++) {
        step(fleet);
        for (int32_t k = 0; k < 3; k++)
            if (at[k] == 0 && (k == 0 || at[k - 1] > 0) && wend_fleet_at(fleet, stops[k]) == far) at[k] = i;
    }
    assert_int_equal(wend_fleet_get_stats(fleet).tasks_done, 2);
    assert_true(at[0] > 0 && at[0] < at[1] && at[1] < at[2]); // it may pass them before, too
    const wend_tile blocked = {50, 5};
    assert_int_equal(wend_fleet_add_task(fleet, &blocked, 1, &task), WEND_ERROR_ARGUMENT);
    wend_fleet_destroy(fleet);
    wend_world_destroy(world);
}

// ---- turns

// Who steps faces the way that it steps, before and after; nobody turns by more than a step allows.
static void step_with_turns(wend_fleet* fleet, int32_t most) {
    static const int32_t ways[3][3] = {{5, 6, 7}, {4, -1, 0}, {3, 2, 1}};
    int32_t count = 0, headings[400];
    const wend_mover* movers = wend_fleet_movers(fleet, &count);
    assert_true(count <= 400);
    wend_tile* before = tiles_of(fleet);
    for (int32_t i = 0; i < count; i++) headings[i] = movers[i].heading;
    step(fleet);
    for (int32_t i = 0; i < count; i++) {
        const int32_t x = movers[i].tile.x - before[i].x, y = movers[i].tile.y - before[i].y;
        const int32_t right = (movers[i].heading - headings[i]) & 7;
        if (wendi_abs(x) > 1 || wendi_abs(y) > 1) continue; // a link
        assert_true(most == 1 || x == 0 || y == 0);
        assert_true(right <= most || right >= 8 - most);
        if (x == 0 && y == 0) continue;
        assert_int_equal(headings[i], ways[y + 1][x + 1]);
        assert_int_equal(movers[i].heading, headings[i]);
    }
    free(before);
}

// Movers come, go and stop, goals and the map change, and lifts are full: nobody meets anybody.
static void nobody_meets_whoever_turns(void** state) {
    (void)state;
    for (int32_t i = 0; i < 2 * maps_to_try; i++) {
        rng r = rng_seeded((uint64_t)i + 90);
        const map_recipe recipe = map_recipe_random_any((uint64_t)i + 90, 60);
        const bool has_lifts = i % 4 == 0;
        wend_world* world = map_make_linked_world(&recipe, has_lifts ? 6 : 0);
        const wend_grid* grid = wend_world_grid(world);
        static const int32_t links[] = {0, 1, 2, 3};
        const wend_lift lifts[2] = {{links, 2, 1}, {links + 2, 2, 2}};
        wend_fleet_def def = wend_default_fleet_def();
        wend_fleet* fleet = NULL;
        def.turns = true;
        def.directions = i % 3 == 0 ? 8 : 4;
        if (has_lifts) def.links = (wend_link_rules){1.0f / 3, lifts, 2};
        const wend_result created = wend_fleet_create(world, &def, &fleet);
        if (created == WEND_OK) fill_fleet(fleet, grid, &r, 1 + rng_below(&r, 300));
        wend_link_use uses[400] = {{0, 0}};
        for (int32_t k = 0; k < 150 && created == WEND_OK && fleet->count > 0; k++) {
            step_on_links(fleet, has_lifts ? uses : NULL);
            const int32_t mover = rng_below(&r, fleet->count);
            const bool is_there = state_of(fleet, mover) != WEND_MOVER_ABSENT;
            int32_t added;
            if (rng_chance(&r, 5)) edit_somewhere(world, &r);
            if (is_there && rng_chance(&r, 60))
                assert_ok(wend_fleet_send(fleet, mover, map_random_tile(grid, &r)));
            else if (is_there && rng_chance(&r, 10))
                assert_ok(wend_fleet_stop(fleet, mover));
            else if (is_there && !has_lifts && rng_chance(&r, 20))
                assert_ok(wend_fleet_remove(fleet, mover));
            else if (!has_lifts && rng_chance(&r, 20))
                (void)wend_fleet_add(fleet, map_random_tile(grid, &r), 0, rng_below(&r, 3), &added);
        }
        if (created != WEND_OK) assert_true(wendi_is_hex(grid->connectivity));
        wend_fleet_destroy(fleet);
        wend_world_destroy(world);
    }
}

static void movers_turn_before_they_step(void** state) {
    (void)state;
    for (int32_t i = 0; i < maps_to_try / 2; i++) {
        rng r = rng_seeded((uint64_t)i + 50);
        const map_recipe recipe = map_recipe_random_any((uint64_t)i, 60);
        wend_world* world = map_make_linked_world(&recipe, i % 4 == 0 ? 4 : 0);
        const wend_grid* grid = wend_world_grid(world);
        wend_fleet_def def = wend_default_fleet_def();
        wend_fleet* fleet = NULL;
        def.turns = true;
        def.directions = i % 2 == 0 ? 4 : 8;
        const bool hex = wendi_is_hex(grid->connectivity);
        assert_int_equal(wend_fleet_create(world, &def, &fleet), hex ? WEND_ERROR_ARGUMENT : WEND_OK);
        if (!hex) fill_fleet(fleet, grid, &r, 1 + rng_below(&r, 200));
        for (int32_t k = 0; k < 150 && !hex; k++) step_with_turns(fleet, i % 2 == 0 ? 2 : 1);
        wend_fleet_destroy(fleet);
        wend_world_destroy(world);
    }
}

// A way of 10 tiles to the east and 10 to the south: with four headings one turn, so one step more.
static void a_turn_takes_a_step(void** state) {
    (void)state;
    wend_world* world = map_world_from_text("...........\n##########.\n##########.\n##########.\n"
                                            "##########.\n##########.\n##########.\n##########.\n"
                                            "##########.\n##########.\n##########.\n");
    for (int32_t k = 0; k < 2; k++) {
        wend_fleet_def def = wend_default_fleet_def();
        wend_fleet* fleet = NULL;
        def.turns = true;
        def.directions = k == 0 ? 4 : 8;
        assert_ok(wend_fleet_create(world, &def, &fleet));
        const int32_t mover = add(fleet, 0, 0);
        send(fleet, mover, 10, 10);
        run(fleet, 100);
        assert_int_equal(wend_fleet_mover(fleet, mover)->arrived, 20 + (k == 0 ? 1 : 2));
        assert_int_equal(wend_fleet_mover(fleet, mover)->heading, 2);
        wend_fleet_destroy(fleet);
    }
    wend_world_destroy(world);
}

// Two groups meet in a passage: all get there, with turns too.
static void groups_pass_each_other_with_turns_too(void** state) {
    (void)state;
    wend_world* world = map_world_from_text("......##############......\n......##############......\n"
                                            "..........................\n......##############......\n"
                                            "......##############......\n");
    for (int32_t k = 0; k < 3; k++) {
        wend_fleet_def def = wend_default_fleet_def();
        wend_fleet* fleet = NULL;
        def.turns = k > 0;
        def.directions = k == 1 ? 4 : 8;
        assert_ok(wend_fleet_create(world, &def, &fleet));
        for (int32_t i = 0; i < 10; i++) {
            const wend_tile left = {5 - i / 5, i % 5}, right = {25 - left.x, left.y};
            send(fleet, add(fleet, left.x, left.y), right.x, right.y);
            send(fleet, add(fleet, right.x, right.y), left.x, left.y);
        }
        const int64_t steps = run(fleet, 1000);
        assert_int_equal(wend_fleet_get_stats(fleet).arrived, 20);
        assert_true(steps < 1000);
        wend_fleet_destroy(fleet);
    }
    wend_world_destroy(world);
}

// ---- movers of several profiles

// Squares of so many tiles around the centres of tiles.
static bool bodies_meet(wend_tile a, int32_t a_width, wend_tile b, int32_t b_width) {
    const int32_t room = a_width + b_width;
    return 2 * wendi_abs(a.x - b.x) < room && 2 * wendi_abs(a.y - b.y) < room;
}

// Trucks that need room, boats that swim on class 2 alone, and carts that go anywhere but there: each keeps
// to the map of its own, nobody meets, and all that have a path arrive.
static void each_moves_by_the_map_of_its_profile(void** state) {
    (void)state;
    for (int32_t i = 0; i < maps_to_try / 4; i++) {
        rng r = rng_seeded((uint64_t)i);
        wend_grid_def grid_def = wend_default_grid_def();
        wend_grid* grid = NULL;
        grid_def.width = grid_def.height = 60;
        grid_def.class_costs[2] = 0; // blocked for the map itself
        assert_ok(wend_grid_create(&grid_def, &grid));
        wend_grid_fill(grid, (wend_rect){5, 36, 44, 18}, 2);
        for (int32_t k = 0; k < 20; k++)
            wend_grid_fill(
                grid,
                (wend_rect){rng_below(&r, 50), rng_below(&r, 50), 1 + rng_below(&r, 9), 1 + rng_below(&r, 9)},
                k % 2 ? 2 : 0);
        wend_profile_def kinds[2] = {wend_default_profile_def(), wend_default_profile_def()};
        kinds[0].name = "truck";
        kinds[0].radius = 1.4f;
        kinds[1].name = "boat";
        for (int32_t k = 1; k < WEND_CLASS_COUNT; k++) kinds[1].class_costs[k] = k == 2 ? 1 : 0;
        wend_world_def def = wend_default_world_def();
        wend_world* world = NULL;
        def.profiles = kinds;
        def.profile_count = 2;
        assert_ok(wend_world_build(&grid, &def, &world));
        wend_fleet* fleet = new_fleet(world, (wend_tasks){0});
        int32_t profiles[90], of_kind[3] = {0, 0, 0}, count = 0, conflicts, afloat = 0;
        wend_tile goals[90];
        for (int32_t k = 0; k < 9000 && count < 90; k++) {
            const wend_tile at = map_random_tile(wend_world_grid(world), &r),
                            goal = map_random_tile(wend_world_grid(world), &r);
            const wend_world* view = wend_world_profile(world, k % 3);
            if (of_kind[k % 3] == (k % 3 == 1 ? 8 : 20) || !wend_world_connected(view, at, goal)) continue;
            bool is_taken = false;
            for (int32_t n = 0; n < count; n++)
                is_taken |= bodies_meet(goal, k % 3 == 1 ? 3 : 1, goals[n], profiles[n] == 1 ? 3 : 1);
            if (is_taken) continue;
            goals[count] = goal;
            int32_t mover;
            if (wend_fleet_add(fleet, at, k % 3, 0, &mover) != WEND_OK) continue;
            assert_ok(wend_fleet_send(fleet, mover, goal));
            profiles[count++] = k % 3;
            of_kind[k % 3]++;
        }
        if (of_kind[1] < 6 || of_kind[2] < 6)
            fail_msg("map %d: %d trucks, %d boats", i, of_kind[1], of_kind[2]);
        for (int32_t k = 0; k < 600 && (k == 0 || wend_fleet_get_stats(fleet).moving > 0); k++) {
            wend_tile* before = tiles_of(fleet);
            assert_ok(wend_fleet_step(fleet));
            wend_tile* after = tiles_of(fleet);
            assert_ok(wend_check_profile_moves(world, profiles, before, after, count, NULL, 0, &conflicts));
            assert_int_equal(conflicts, 0);
            // By the map itself, those who are afloat are where nobody can be.
            assert_ok(wend_check_moves(wend_world_grid(world), before, after, count, NULL, 0, &conflicts));
            afloat += conflicts;
            for (int32_t n = 0; n < count; n++)
                assert_true(
                    wend_grid_passable(wend_world_grid(wend_world_profile(world, profiles[n])), after[n]));
            free(before);
            free(after);
        }
        assert_true(afloat > 0);
        assert_int_equal(wend_fleet_get_stats(fleet).no_route, 0);
        assert_int_equal(wend_fleet_get_stats(fleet).arrived, count);
        assert_true(wend_fleet_get_stats(fleet).arrived > count * 9 / 10);
        wend_fleet_destroy(fleet);
        wend_world_destroy(world);
    }
}

// A map with links, also of lifts, for bodies of 1, 2, 3 and 5 tiles.
static wend_world* world_of_widths(rng* r) {
    static const char* const names[] = {"cart", "truck", "crane"};
    static const float radii[] = {0.8f, 1.5f, 2.1f};
    wend_grid_def grid_def = wend_default_grid_def();
    wend_grid* grid = NULL;
    grid_def.width = rng_between(r, 12, 50);
    grid_def.height = rng_between(r, 12, 50);
    grid_def.connectivity = rng_chance(r, 50) ? WEND_CONNECTIVITY_8 : WEND_CONNECTIVITY_4;
    assert_ok(wend_grid_create(&grid_def, &grid));
    for (int32_t k = rng_below(r, 12); k > 0; k--) {
        const wend_tile at = map_random_tile(grid, r);
        wend_grid_fill(grid, (wend_rect){at.x, at.y, 1 + rng_below(r, 7), 1 + rng_below(r, 3)}, 0);
    }
    for (int32_t k = rng_below(r, 4); k > 0; k--) {
        wend_tile low, high;
        assert_true(map_random_open_tile(grid, r, &low) && map_random_open_tile(grid, r, &high));
        for (int32_t back = 0; back < 2; back++) {
            wend_link link = wend_default_link(back ? high : low, back ? low : high, 2);
            link.duration = 1;
            if (low.x != high.x || low.y != high.y) assert_ok(wend_grid_add_link(grid, &link, NULL));
        }
    }
    wend_profile_def kinds[3];
    for (int32_t k = 0; k < 3; k++) {
        kinds[k] = wend_default_profile_def();
        kinds[k].name = names[k];
        kinds[k].radius = radii[k];
    }
    wend_world_def def = wend_default_world_def();
    wend_world* world = NULL;
    def.profiles = kinds;
    def.profile_count = 3;
    assert_ok(wend_world_build(&grid, &def, &world));
    return world;
}

// By the checker, and by looking at all pairs.
static void check_bodies(const wend_fleet* fleet, const wend_tile* before, wend_link_use* uses) {
    static int32_t profiles[60];
    int32_t count = 0, conflicts = -1;
    wend_conflict first;
    const wend_mover* m = wend_fleet_movers(fleet, &count);
    for (int32_t i = 0; i < count; i++) profiles[i] = m[i].profile;
    wend_tile* after = tiles_of(fleet);
    assert_ok(wend_check_profile_moves(fleet->world, profiles, before, after, count, &first, 1, &conflicts));
    if (conflicts > 0)
        fail_msg("%d conflicts, %s of %d and %d at %d,%d", conflicts, wend_conflict_kind_string(first.kind),
                 first.first, first.second, first.tile.x, first.tile.y);
    assert_ok(wend_check_links(fleet->world, profiles, &fleet->def.links, before, after, count, uses, NULL, 0,
                               &conflicts));
    assert_int_equal(conflicts, 0);
    for (int32_t i = 0; i < count; i++) {
        assert_int_equal(wend_fleet_at(fleet, m[i].tile), i);
        for (int32_t k = 0; k < i; k++)
            assert_false(bodies_meet(m[i].tile, m[i].width, m[k].tile, m[k].width));
    }
    free(after);
}

// On maps with any links, lifts, headings and edits.
static void bodies_of_all_widths_never_meet(void** state) {
    (void)state;
    int32_t arrived = 0, wide_arrived = 0;
    for (int32_t i = 0; i < 3 * maps_to_try; i++) {
        static const int32_t links[] = {0, 1, 2, 3}, widths[] = {1, 2, 3, 5};
        static wend_link_use uses[60];
        const wend_lift lifts[2] = {{links, 2, 1}, {links + 2, 2, 2}};
        rng r = rng_seeded((uint64_t)i);
        wend_world* world = world_of_widths(&r);
        const wend_grid* grid = wend_world_grid(world);
        wend_fleet_def def = wend_default_fleet_def();
        wend_fleet* fleet = NULL;
        def.directions = rng_chance(&r, 50) ? 4 : 8;
        def.turns = rng_chance(&r, 50);
        if (rng_chance(&r, 50)) def.links = (wend_link_rules){0.4f, lifts, 2};
        assert_ok(wend_fleet_create(world, &def, &fleet));
        memset(uses, 0, sizeof uses);
        for (int32_t k = rng_between(&r, 2, 60), mover; k > 0; k--) {
            const int32_t profile = rng_below(&r, 4);
            const wend_result added =
                wend_fleet_add(fleet, map_random_tile(grid, &r), profile, rng_below(&r, 2), &mover);
            if (added == WEND_ERROR_LIMIT) continue;
            assert_ok(added);
            assert_int_equal(wend_fleet_mover(fleet, mover)->width, widths[profile]);
            if (rng_chance(&r, 85)) assert_ok(wend_fleet_send(fleet, mover, map_random_tile(grid, &r)));
        }
        for (int32_t k = 0; k < 100 && wend_fleet_get_stats(fleet).movers > 0; k++) {
            wend_tile* before = tiles_of(fleet);
            assert_ok(wend_fleet_step(fleet));
            check_bodies(fleet, before, uses);
            free(before);
            if (i % 3 == 0 && rng_chance(&r, 10)) edit_somewhere(world, &r);
        }
        int32_t count = 0;
        const wend_mover* m = wend_fleet_movers(fleet, &count);
        for (int32_t k = 0; k < count; k++) {
            arrived += m[k].state == WEND_MOVER_ARRIVED;
            wide_arrived += m[k].state == WEND_MOVER_ARRIVED && m[k].width > 1;
        }
        wend_fleet_destroy(fleet);
        wend_world_destroy(world);
    }
    assert_true(arrived > 6 * maps_to_try && wide_arrived > 2 * maps_to_try);
}

// A truck drives those before it out of a passage as wide as itself, and through one that is full it cannot.
static void a_truck_pushes_all_before_it(void** state) {
    (void)state;
    wend_grid* grid = map_from_text(".........................\n"
                                    ".........................\n"
                                    ".........................\n"
                                    "####################.....\n"
                                    "####################.....\n",
                                    WEND_CONNECTIVITY_8);
    wend_profile_def truck = wend_default_profile_def();
    truck.name = "truck";
    truck.radius = 1.5f;
    wend_world_def def = wend_default_world_def();
    wend_world* world = NULL;
    def.profiles = &truck;
    def.profile_count = 1;
    assert_ok(wend_world_build(&grid, &def, &world));
    for (int32_t turns = 0; turns < 2; turns++) {
        wend_fleet_def fleet_def = wend_default_fleet_def();
        wend_fleet* fleet = NULL;
        fleet_def.turns = turns == 1;
        assert_ok(wend_fleet_create(world, &fleet_def, &fleet));
        int32_t mover, other;
        assert_ok(wend_fleet_add(fleet, (wend_tile){1, 1}, 1, 1, &mover));
        assert_int_equal(wend_fleet_add(fleet, (wend_tile){2, 2}, 0, 0, &other), WEND_ERROR_LIMIT);
        assert_int_equal(wend_fleet_at(fleet, (wend_tile){2, 2}), mover);
        assert_int_equal(wend_fleet_at(fleet, (wend_tile){3, 1}), -1);
        for (int32_t i = 0; i < 9; i++) add(fleet, 4 + i / 3, i % 3);
        send(fleet, mover, 22, 3);
        int32_t count = 0;
        static wend_link_use uses[60];
        for (int32_t steps = 0; steps < 1000 && state_of(fleet, mover) != WEND_MOVER_ARRIVED; steps++) {
            wend_tile* before = tiles_of(fleet);
            assert_ok(wend_fleet_step(fleet));
            check_bodies(fleet, before, uses);
            free(before);
        }
        wend_fleet_movers(fleet, &count);
        assert_int_equal(count, 10);
        assert_int_equal(state_of(fleet, mover), WEND_MOVER_ARRIVED);
        wend_fleet_destroy(fleet);
    }
    wend_world_destroy(world);
}

// ---- links that take time, and lifts

// Two floors of a house, as it were, joined by pairs of links up and down, of which each takes 3 seconds.
static wend_world* house_with_lifts(int32_t pairs) {
    wend_world_def def = wend_default_world_def();
    wend_grid* grid = map_from_text("..........\n..........\n..........\n##########\n"
                                    "..........\n..........\n..........\n",
                                    WEND_CONNECTIVITY_8);
    for (int32_t i = 0; i < 2 * pairs; i++) {
        const wend_tile low = {2 + 3 * (i / 2), 2}, high = {2 + 3 * (i / 2), 4};
        wend_link link = wend_default_link(i % 2 ? high : low, i % 2 ? low : high, 2);
        link.duration = 3;
        assert_ok(wend_grid_add_link(grid, &link, NULL));
    }
    return map_build_world(grid, &def);
}

// Movers on both floors that want to the other one: with any capacity and length of a step, with turns too,
// all get there without a conflict, and links that take longer take all of them longer.
static void lifts_have_room_for_few(void** state) {
    (void)state;
    static const int32_t links[] = {0, 1, 2, 3};
    int64_t took[3][3];
    for (int32_t pairs = 1; pairs <= 2; pairs++)
        for (int32_t k = 0; k < 9; k++) {
            const int32_t capacity = 1 + k / 3;
            const wend_lift lift = {links, 2 * pairs, capacity};
            wend_world* world = house_with_lifts(pairs);
            wend_fleet_def def = wend_default_fleet_def();
            wend_fleet* fleet = NULL;
            wend_link_use uses[12] = {{0, 0}};
            def.links = (wend_link_rules){k % 3 == 0 ? 0 : k % 3 == 1 ? 1.5f : .3f, &lift, 1};
            def.turns = k == 4;
            assert_ok(wend_fleet_create(world, &def, &fleet));
            for (int32_t i = 0; i < 6; i++) {
                send(fleet, add(fleet, i, 0), i, 6);
                send(fleet, add(fleet, i, 6), i, 0);
            }
            int64_t steps = 0;
            for (; steps < 1500 && (steps == 0 || wend_fleet_get_stats(fleet).moving > 0); steps++) {
                step_on_links(fleet, uses);
                int32_t on = 0;
                for (int32_t i = 0; i < 12; i++) on += uses[i].steps > 0;
                assert_in_range(on, 0, capacity);
            }
            if (steps >= 1500) fail_msg("%d pairs, run %d", pairs, k);
            assert_int_equal(wend_fleet_get_stats(fleet).arrived, 12);
            // 12 movers, each on a lift for 1, 2 or 10 steps, so many at a time.
            const int32_t each = k % 3 == 0 ? 1 : k % 3 == 1 ? 2 : 10;
            assert_true(steps * capacity >= 12 * each);
            if (pairs == 2) took[k / 3][k % 3] = steps;
            wend_fleet_destroy(fleet);
            wend_world_destroy(world);
        }
    assert_true(took[0][2] > took[1][2] && took[0][2] > took[0][1]);
}

// Whoever takes a link keeps its end for as long as that takes, and has arrived only then; removed on the way
// it leaves nothing behind.
static void links_take_their_time(void** state) {
    (void)state;
    wend_world* world = house_with_lifts(1);
    wend_fleet_def def = wend_default_fleet_def();
    wend_fleet* fleet = NULL;
    def.links.step_seconds = 1;
    assert_ok(wend_fleet_create(world, &def, &fleet));
    const int32_t mover = add(fleet, 2, 2);
    send(fleet, mover, 2, 4);
    step(fleet);
    assert_int_equal(wend_fleet_at(fleet, (wend_tile){2, 4}), mover);
    for (int32_t i = 0; i < 3; i++) {
        assert_int_equal(state_of(fleet, mover), i < 2 ? WEND_MOVER_MOVING : WEND_MOVER_ARRIVED);
        assert_int_equal(wend_fleet_get_stats(fleet).arrived, i < 2 ? 0 : 1);
        if (i < 2) step(fleet);
    }
    send(fleet, mover, 2, 2);
    step(fleet);
    assert_ok(wend_fleet_remove(fleet, mover));
    assert_int_equal(add(fleet, 2, 2), mover);
    send(fleet, mover, 3, 2);
    step(fleet);
    assert_int_equal(state_of(fleet, mover), WEND_MOVER_ARRIVED);
    wend_fleet_destroy(fleet);
    wend_world_destroy(world);
}

static void the_checker_knows_links_and_lifts(void** state) {
    (void)state;
    wend_world* world = house_with_lifts(1);
    static const int32_t links[] = {0, 1};
    const wend_lift lift = {links, 2, 1};
    const wend_link_rules rules = {1, &lift, 1};
    const wend_tile low = {2, 2}, high = {2, 4}, aside = {3, 4}, away = {9, 2};
    // By moment: up, down as soon as it may, and another one that comes too early.
    const wend_tile plan[][2] = {{low, away}, {high, away},  {high, away},
                                 {high, low}, {aside, high}, {aside, aside}};
    wend_link_use uses[2] = {{0, 0}};
    wend_conflict found[4];
    int32_t count = -1;
    for (int32_t i = 0; i < 3; i++) {
        assert_ok(wend_check_links(world, NULL, &rules, plan[i], plan[i + 1], 2, uses, found, 4, &count));
        assert_int_equal(count, 0);
        assert_int_equal(uses[0].steps, 2 - i);
    }
    assert_ok(wend_check_links(world, NULL, &rules, plan[3], plan[4], 2, uses, found, 4, &count));
    assert_int_equal(count, 0); // the first one is off the lift
    assert_ok(wend_check_links(world, NULL, &rules, plan[4], plan[5], 2, uses, found, 4, &count));
    assert_int_equal(count, 1);
    assert_int_equal(found[0].kind, WEND_CONFLICT_LINK);
    assert_int_equal(found[0].first, 1);
    // Both at once are one too many; the second is the one without room.
    const wend_tile before[2] = {low, high}, after[2] = {high, low};
    wend_link_use both[2] = {{0, 0}};
    assert_ok(wend_check_links(world, NULL, &rules, before, after, 2, both, found, 4, &count));
    assert_int_equal(count, 1);
    assert_int_equal(found[0].kind, WEND_CONFLICT_LIFT);
    assert_int_equal(found[0].first, 1);
    wend_world_destroy(world);
}

// ---- the checker

static int32_t conflicts_of(const wend_grid* grid, wend_tile a, wend_tile a_to, wend_tile b, wend_tile b_to,
                            wend_conflict_kind* kind_out) {
    const wend_tile before[2] = {a, b}, after[2] = {a_to, b_to};
    wend_conflict conflict = {.kind = WEND_CONFLICT_KIND_COUNT};
    int32_t count = -1;
    assert_ok(wend_check_moves(grid, before, after, 2, &conflict, 1, &count));
    *kind_out = conflict.kind;
    return count;
}

static void the_checker_knows_all_conflicts(void** state) {
    (void)state;
    wend_grid* grid = map_from_text("......\n......\n...#..\n......\n......\n......\n", WEND_CONNECTIVITY_8);
    wend_conflict_kind kind;
#define CONFLICTS(ax, ay, atx, aty, bx, by, btx, bty)                                                        \
    conflicts_of(grid, (wend_tile){ax, ay}, (wend_tile){atx, aty}, (wend_tile){bx, by},                      \
                 (wend_tile){btx, bty}, &kind)
    assert_int_equal(CONFLICTS(0, 0, 1, 0, 1, 0, 2, 0), 0); // one follows the other
    assert_int_equal(CONFLICTS(0, 0, 1, 0, 1, 0, 1, 1), 0); // round a corner
    assert_int_equal(CONFLICTS(0, 0, 1, 1, 1, 0, 1, 0), 0); // past one that waits
    assert_int_equal(CONFLICTS(0, 0, 1, 0, 2, 0, 1, 0), 1); // both to one tile
    assert_int_equal(kind, WEND_CONFLICT_TILE);
    assert_int_equal(CONFLICTS(0, 0, 1, 0, 1, 0, 0, 0), 1); // a swap
    assert_int_equal(kind, WEND_CONFLICT_PASS);
    assert_int_equal(CONFLICTS(0, 0, 1, 1, 1, 0, 0, 1), 1); // diagonals that cross
    assert_int_equal(kind, WEND_CONFLICT_PASS);
    assert_int_equal(CONFLICTS(0, 0, 1, 1, 1, 1, 1, 0), 1); // a sharp turn around the one that comes
    assert_int_equal(kind, WEND_CONFLICT_PASS);
    assert_int_equal(CONFLICTS(2, 1, 3, 2, 0, 0, 0, 0), 1);
    assert_int_equal(kind, WEND_CONFLICT_BLOCKED);
    assert_int_equal(CONFLICTS(2, 2, 3, 1, 0, 0, 0, 0), 1); // cuts the corner of the blocked tile
    assert_int_equal(kind, WEND_CONFLICT_STEP);
    assert_int_equal(CONFLICTS(0, 0, 2, 0, 5, 5, 5, 5), 1);
    assert_int_equal(kind, WEND_CONFLICT_STEP);
    assert_int_equal(CONFLICTS(0, 0, 0, -1, 5, 5, 5, 5), 1);
    assert_int_equal(kind, WEND_CONFLICT_BLOCKED);
    wend_grid_destroy(grid);
}

// The planner's own rule, in integers, against the checker's, for all pairs of moves near each other: and
// movers that do not begin beside each other never collide, which the planner relies on.
static void both_rules_agree(void** state) {
    (void)state;
    wend_grid* grid = map_from_text(".........\n.........\n.........\n.........\n.........\n.........\n"
                                    ".........\n.........\n.........\n",
                                    WEND_CONNECTIVITY_8);
    const wend_tile a = {4, 4};
    int32_t colliding = 0;
    for (int32_t i = 0; i < 9 * 9 * 81; i++) {
        const wend_tile b = {1 + i / 81 % 9 % 7, 1 + i / 729 % 7};
        const wend_tile a_to = {4 + i % 3 - 1, 4 + i / 3 % 3 - 1};
        const wend_tile b_to = {b.x + i / 9 % 3 - 1, b.y + i / 27 % 3 - 1};
        if ((a.x == b.x && a.y == b.y) || (a_to.x == b_to.x && a_to.y == b_to.y)) continue;
        wend_conflict_kind kind;
        const bool conflict = conflicts_of(grid, a, a_to, b, b_to, &kind) > 0;
        const bool beside = wendi_abs(a.x - b.x) <= 1 && wendi_abs(a.y - b.y) <= 1;
        assert_true(conflict == wendi_moves_collide(a, a_to, b, b_to, 2));
        assert_true(beside || !conflict);
        colliding += conflict;
    }
    assert_true(colliding > 20);
    wend_grid_destroy(grid);
}

int main(int argc, char** argv) {
    if (argc > 1) maps_to_try = atoi(argv[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_checker_knows_all_conflicts),
        cmocka_unit_test(both_rules_agree),
        cmocka_unit_test(the_checker_knows_links_and_lifts),
        cmocka_unit_test(each_moves_by_the_map_of_its_profile),
        cmocka_unit_test(bodies_of_all_widths_never_meet),
        cmocka_unit_test(a_truck_pushes_all_before_it),
        cmocka_unit_test(lifts_have_room_for_few),
        cmocka_unit_test(links_take_their_time),
        cmocka_unit_test(costs_lead_to_the_goal),
        cmocka_unit_test(they_swap_in_passages),
        cmocka_unit_test(who_goes_further_in_goes_first),
        cmocka_unit_test(nobody_is_driven_back_for_ever),
        cmocka_unit_test(nobody_goes_round_in_circles),
        cmocka_unit_test(a_warehouse_goes_on_for_ever),
        cmocka_unit_test(movers_that_turn_keep_to_lanes),
        cmocka_unit_test(movers_that_turn_wait_before_a_gate),
        cmocka_unit_test(no_room_means_stuck),
        cmocka_unit_test(every_mover_has_an_answer),
        cmocka_unit_test(plans_are_spread_over_steps),
        cmocka_unit_test(few_are_on_their_way_at_once),
        cmocka_unit_test(a_group_finds_its_tiles),
        cmocka_unit_test(tasks_are_done_in_their_order),
        cmocka_unit_test(nobody_meets_whoever_turns),
        cmocka_unit_test(movers_turn_before_they_step),
        cmocka_unit_test(a_turn_takes_a_step),
        cmocka_unit_test(groups_pass_each_other_with_turns_too),
        cmocka_unit_test(nobody_meets_on_any_map),
        cmocka_unit_test(threads_change_nothing),
    };
    return run_unit_tests(tests);
}
