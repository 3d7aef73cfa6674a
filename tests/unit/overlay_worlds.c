// overlay_worlds.c: what may become of the parent of an overlay, and who may use its world?
#define _XOPEN_SOURCE 700 // barriers
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "crowd_fixture.h"
#include "files.h"
#include "overlay/overlay.h"
#include "overlay_fixture.h"
#include "test_memory.h"

static void a_parent_may_end_first(void** state) {
    (void)state;
    wend_world* world = new_world(100, 60, false);
    wend_overlay *early = overlay_of(world), *late = overlay_of(world);
    const wend_shape wall = blocked_rect(50, 0, 1, 60), other = blocked_rect(20, 0, 1, 10);
    int32_t handle = -1;
    assert_ok(wend_overlay_add(early, &wall, &handle));
    assert_true(isinf(cost_of_path(world_of(early), (wend_tile){5, 5}, (wend_tile){90, 5})));
    wend_world_destroy(world);
    const wend_world* out = NULL;
    assert_int_equal(wend_overlay_world(late, &out), WEND_ERROR_STALE);
    assert_int_equal(wend_overlay_refresh(late, 0, NULL), WEND_ERROR_STALE);
    assert_ok(wend_overlay_remove(early, handle));
    assert_ok(wend_overlay_add(early, &other, &handle));
    assert_true(cost_of_path(world_of(early), (wend_tile){5, 5}, (wend_tile){90, 5}) > 85);
    assert_ok(wend_overlay_hide(early, 2));
    assert_int_equal(wend_overlay_see(early, (wend_rect){0, 0, 5, 5}, NULL, 0), WEND_ERROR_STALE);
    wend_overlay_destroy(early);
    wend_overlay_destroy(late);
}

static void an_overlay_has_overlays_and_forks(void** state) {
    (void)state;
    wend_world* world = new_world(120, 90, false);
    wend_overlay* side = overlay_of(world);
    const wend_shape wall = blocked_rect(40, 0, 1, 80), swamp = wend_shape_disc((wend_vec2){60, 85}, 12, 5);
    int32_t handle = -1, inner_handle = -1;
    assert_ok(wend_overlay_add(side, &wall, &handle));
    const wend_world* of_side = world_of(side);
    wend_overlay* plan = overlay_of(of_side);
    assert_ok(wend_overlay_add(plan, &swamp, &inner_handle));
    const wend_world* of_plan = world_of(plan);
    assert_true(cost_at(of_plan, 40, 20) == 0);
    assert_float_equal(cost_at(of_plan, 60, 85), 6, 0.18);
    assert_true(cost_at(of_side, 60, 85) == 1);
    edit_tiles(world, (wend_rect){80, 0, 1, 50}, 0);
    assert_ok(wend_overlay_remove(side, handle));
    assert_true(world_of(side) == of_side && cost_at(of_side, 80, 20) == 0);
    assert_true(world_of(plan) == of_plan && cost_at(of_plan, 80, 20) == 0 && cost_at(of_plan, 40, 20) == 1);
    wend_world* fork = NULL;
    assert_ok(wend_world_fork(of_plan, &fork));
    const uint64_t hash = map_hash(fork);
    assert_true(hash == map_hash(of_plan));
    assert_ok(wend_overlay_remove(plan, inner_handle));
    assert_true(map_hash(world_of(plan)) != hash && map_hash(fork) == hash);
    edit_tiles(fork, (wend_rect){1, 1, 1, 1}, 0);
    wend_overlay_destroy(side);
    assert_true(cost_at(world_of(plan), 80, 20) == 0);
    wend_overlay_destroy(plan);
    wend_world_destroy(world);
    wend_world_destroy(fork);
}

static void its_world_is_changed_by_the_overlay_alone(void** state) {
    (void)state;
    wend_world* world = new_world(90, 90, true);
    wend_overlay* overlay = overlay_of(world);
    wend_world* own = (wend_world*)(uintptr_t)world_of(overlay);
    const wend_edit edit = wend_edit_tiles((wend_rect){1, 1, 1, 1}, 0);
    assert_int_equal(wend_world_edit(own, &edit, 1, NULL), WEND_ERROR_UNSUPPORTED);
    assert_int_equal(wend_world_refresh(own, 0, NULL), WEND_ERROR_UNSUPPORTED);
    assert_int_equal(wend_world_set_class_cost(own, 0, 1, 2), WEND_ERROR_UNSUPPORTED);
    wend_overlay_destroy(overlay);
    wend_world_destroy(world);
}

static void every_allocation_may_fail(void** state) {
    (void)state;
    test_memory memory = test_memory_new();
    const wend_allocator allocator = test_memory_allocator(&memory);
    map_recipe recipe = map_recipe_of("rooms 90x90 8+mixed whole 15 3");
    wend_grid* grid = map_make(&recipe);
    wend_profile_def tank = wend_default_profile_def();
    tank.name = "tank";
    tank.radius = 1.5f;
    wend_world_def def = map_world_def(&recipe);
    def.allocator = &allocator;
    def.profiles = &tank;
    def.profile_count = 1;
    wend_world* world = map_build_world(map_copy(grid, &allocator), &def);
    const wend_vec2 points[4] = {{10, 10}, {40, 15}, {30, 50}, {5, 30}};
    const wend_shape polygon = wend_shape_polygon(points, 4, 3), wall = blocked_rect(50, 5, 2, 60);
    const float costs[4] = {1, 2, 3, 4};
    static uint8_t ground[40 * 100];
    memset(ground, 1, sizeof ground);
    const int64_t live = memory.live;
    wend_overlay* overlay = NULL;
    int64_t failed = 0;
    for (int32_t step = 0; step < 11; step++) {
        wend_result result = WEND_ERROR_MEMORY;
        int32_t handle = -1;
        const wend_world* now = NULL;
        for (int64_t fail = 0; result != WEND_OK; fail += step >= 8 ? 13 : 1, failed++) {
            const uint64_t hash = overlay && overlay->world ? map_hash(overlay->world) : 0;
            memory.fail_at = memory.calls + fail;
            if (step == 0) result = wend_overlay_create(world, &overlay);
            if (step == 1) result = wend_overlay_add(overlay, &polygon, &handle);
            if (step == 2) result = wend_overlay_add(overlay, &wall, &handle);
            if (step == 3)
                result = wend_overlay_add_costs(overlay, (wend_rect){70, 70, 2, 2}, costs, 0, 0, &handle);
            if (step % 2 == 0 && step >= 4) result = wend_overlay_world(overlay, &now);
            if (step == 5) result = wend_overlay_move(overlay, 0, &wall);
            if (step == 7) {
                assert_ok(wend_overlay_hide(overlay, 2));
                result = wend_overlay_see(overlay, (wend_rect){5, 5, 50, 50}, NULL, 0);
            }
            if (step == 9) result = wend_overlay_see(overlay, (wend_rect){-50, 0, 60, 20}, NULL, 0);
            memory.fail_at = -1;
            if (result == WEND_OK) break;
            assert_int_equal(result, WEND_ERROR_MEMORY);
            assert_true(hash == 0 || map_hash(overlay->world) == hash);
        }
        if (step == 5) edit_tiles(world, (wend_rect){60, 60, 4, 4}, 0);
        if (step == 8) assert_ok(wend_world_add_ground(world, (wend_rect){-60, -10, 40, 100}, ground, 0));
    }
    assert_true(failed > 100);
    wend_overlay_destroy(overlay);
    assert_in_range(memory.live, live, live + 200); // blocks and chunks of the world itself
    wend_world_destroy(world);
    assert_int_equal(memory.live, 0);
    wend_grid_destroy(grid);
}

static void a_mapped_world_has_overlays(void** state) {
    (void)state;
    map_recipe recipe = map_recipe_of("rooms 300x200 8 whole 31 3");
    wend_world *built = map_make_world(&recipe), *mapped = NULL;
    assert_ok(wend_world_save(built, "parent.wend", NULL));
    assert_ok(wend_world_map("parent.wend", NULL, &mapped, NULL));
    wend_overlay* overlays[2] = {overlay_of(built), overlay_of(mapped)};
    uint64_t hashes[2];
    for (int32_t n = 0; n < 3; n++) {
        for (int32_t i = 0; i < 2; i++) {
            const wend_shape disc = wend_shape_disc((wend_vec2){90, 40.0f + 50 * (float)n}, 20, 4);
            int32_t handle = -1;
            assert_ok(wend_overlay_add(overlays[i], &disc, &handle));
            if (n == 1) edit_tiles(i == 0 ? built : mapped, (wend_rect){200, 100, 9, 9}, 0);
            if (n == 2) assert_ok(wend_overlay_hide(overlays[i], 3));
            if (n == 2) assert_ok(wend_overlay_see(overlays[i], (wend_rect){180, 80, 60, 60}, NULL, 0));
            const wend_world* now = world_of(overlays[i]);
            assert_true(cost_of_path(now, (wend_tile){1, 1}, (wend_tile){298, 198}) > 0);
            assert_ok(wend_overlay_refresh(overlays[i], 0, NULL));
            hashes[i] = map_hash(now);
        }
        assert_true(hashes[0] == hashes[1]);
    }
    for (int32_t i = 0; i < 2; i++) wend_overlay_destroy(overlays[i]);
    wend_world_destroy(built);
    wend_world_destroy(mapped);
}

// ---- threads: the parent is edited while several threads query its overlays

enum { ROUNDS = 20, ASKING = 3 };

typedef struct round_trip {
    wend_world* parent;
    const wend_world* overlays[2];
    pthread_barrier_t begin, end;
    uint64_t hashes[ROUNDS][ASKING];
} round_trip;

typedef struct asker {
    round_trip* trip;
    int32_t number;
} asker;

static void* ask(void* context) {
    const asker* a = context;
    wend_search_def def = wend_default_search_def();
    wend_search* search = NULL;
    wend_path* path = NULL;
    if (wend_search_create(&def, &search) != WEND_OK || wend_path_create(NULL, &path) != WEND_OK) abort();
    for (int32_t n = 0; n < ROUNDS; n++) {
        pthread_barrier_wait(&a->trip->begin);
        uint64_t sum = 0;
        for (int32_t i = 0; i < 12; i++) { // the same queries on every thread
            const wend_query query = wend_default_query((wend_tile){3 + i, 5}, (wend_tile){190, 120 - 7 * i});
            if (wend_find_path(search, a->trip->overlays[i % 2], &query, path, NULL) != WEND_OK) abort();
            sum = sum * 31 + wend_path_hash(path);
        }
        a->trip->hashes[n][a->number] = sum;
        pthread_barrier_wait(&a->trip->end);
    }
    wend_path_destroy(path);
    wend_search_destroy(search);
    return NULL;
}

static void threads_query_while_the_parent_is_edited(void** state) {
    (void)state;
    round_trip trip = {.parent = new_world(200, 130, false)};
    wend_overlay* overlays[2] = {overlay_of(trip.parent), overlay_of(trip.parent)};
    pthread_t threads[ASKING];
    asker askers[ASKING];
    rng r = rng_seeded(12);
    pthread_barrier_init(&trip.begin, NULL, ASKING + 1);
    pthread_barrier_init(&trip.end, NULL, ASKING + 1);
    for (int32_t i = 0; i < ASKING; i++) {
        askers[i] = (asker){&trip, i};
        assert_int_equal(pthread_create(&threads[i], NULL, ask, &askers[i]), 0);
    }
    assert_ok(wend_overlay_hide(overlays[1], 2));
    for (int32_t n = 0; n < ROUNDS; n++) {
        const wend_shape disc =
            wend_shape_disc((wend_vec2){(float)rng_below(&r, 200), (float)rng_below(&r, 130)}, 9,
                            rng_chance(&r, 30) ? INFINITY : 5);
        int32_t handle = -1;
        assert_ok(wend_overlay_add(overlays[n % 2], &disc, &handle));
        assert_ok(wend_overlay_see(overlays[1], (wend_rect){10 * n, 0, 20, 130}, NULL, 0));
        for (int32_t i = 0; i < 2; i++) trip.overlays[i] = world_of(overlays[i]);
        pthread_barrier_wait(&trip.begin);
        for (int32_t i = 0; i < 8; i++) {
            const wend_edit edit = wend_edit_tiles(
                (wend_rect){rng_below(&r, 195), 10 + rng_below(&r, 100), 4, 6}, (uint8_t)rng_below(&r, 2));
            assert_ok(wend_world_edit(trip.parent, &edit, 1, NULL));
            assert_ok(wend_world_refresh(trip.parent, 3, NULL));
        }
        pthread_barrier_wait(&trip.end);
        for (int32_t i = 1; i < ASKING; i++) assert_true(trip.hashes[n][i] == trip.hashes[n][0]);
    }
    for (int32_t i = 0; i < ASKING; i++) pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&trip.begin);
    pthread_barrier_destroy(&trip.end);
    for (int32_t i = 0; i < 2; i++) wend_overlay_destroy(overlays[i]);
    wend_world_destroy(trip.parent);
}

// A crowd and a field on an overlay follow it: its world stays where it is.
static void crowds_and_fields_follow(void** state) {
    (void)state;
    wend_world* world = new_world(80, 40, false);
    wend_overlay* overlay = overlay_of(world);
    const wend_world* own = world_of(overlay);
    wend_crowd* crowd = new_crowd(own);
    wend_field* field = NULL;
    wend_agent agent = {.position = {5.5f, 20.5f}, .max_speed = 4, .max_acceleration = 32, .radius = 0.3f};
    wend_agent_id id;
    assert_ok(wend_crowd_add(crowd, &agent, &id));
    assert_ok(wend_crowd_send(crowd, id, (wend_tile){70, 20}));
    const wend_tile goal = {70, 20}, from = {5, 20};
    assert_ok(wend_field_create(NULL, &field));
    assert_ok(wend_field_fill(field, wend_world_grid(own), WEND_FIELD_TO, &goal, 1, INFINITY));
    assert_float_equal(wend_field_cost(field, from), 65, 0.1);
    for (int32_t i = 0; i < 60; i++) assert_ok(wend_crowd_tick(crowd, 1.0f / 30));
    const wend_shape wall = blocked_rect(40, 5, 2, 35);
    int32_t handle = -1;
    assert_ok(wend_overlay_add(overlay, &wall, &handle));
    edit_tiles(world, (wend_rect){60, 0, 2, 30}, 0);
    assert_true(world_of(overlay) == own);
    assert_ok(wend_field_fill(field, wend_world_grid(own), WEND_FIELD_TO, &goal, 1, INFINITY));
    assert_true(wend_field_cost(field, from) > 75);
    for (int32_t i = 0; i < 30 * 60; i++) {
        assert_ok(wend_crowd_tick(crowd, 1.0f / 30));
        wend_tile tile;
        assert_ok(wend_grid_tile_at(wend_world_grid(own), wend_crowd_agent(crowd, id)->position, &tile));
        assert_true(wend_grid_passable(wend_world_grid(own), tile));
    }
    assert_int_equal(wend_crowd_state(crowd, id), WEND_AGENT_ARRIVED);

    // The map grows to the left, and the crowd walks there.
    static uint8_t ground[60 * 40];
    memset(ground, 1, sizeof ground);
    assert_ok(wend_world_add_ground(world, (wend_rect){-60, 0, 60, 40}, ground, 0));
    assert_true(world_of(overlay) == own && cost_at(own, 40, 20) == 0 && cost_at(own, -50, 20) == 1);
    assert_true(!(wend_field_cost(field, from) < 1e30));         // a field of another map is empty
    assert_ok(wend_crowd_send(crowd, id, (wend_tile){-50, 20})); // before the crowd has seen that
    for (int32_t i = 0; i < 60 * 60; i++) assert_ok(wend_crowd_tick(crowd, 1.0f / 30));
    assert_int_equal(wend_crowd_state(crowd, id), WEND_AGENT_ARRIVED);
    assert_true(wend_crowd_agent(crowd, id)->position.x < -45);
    wend_field_destroy(field);
    wend_crowd_destroy(crowd);
    wend_overlay_destroy(overlay);
    wend_world_destroy(world);
}

// The rows between small floors lie in the page whose tiles change, and are no tiles of the map.
static void tiles_between_floors_are_not_counted(void** state) {
    (void)state;
    wend_grid_def def = wend_default_grid_def();
    def.width = 8;
    def.height = 5;
    def.floors = 3;
    wend_grid* grid = NULL;
    wend_world *world = NULL, *again = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    const wend_world_def world_def = wend_default_world_def();
    assert_ok(wend_world_build(&grid, &world_def, &world));
    wend_overlay* overlay = overlay_of(world);
    int32_t handle;
    for (uint16_t floor = 0; floor < 3; floor += 2) { // the whole sheet lies between the two
        const wend_shape all = wend_shape_rect((wend_rect){0, 0, 8, 5, floor}, INFINITY);
        assert_ok(wend_overlay_add(overlay, &all, &handle));
    }
    const wend_world* own = world_of(overlay);
    assert_int_equal(wend_grid_class_counts(wend_world_grid(own))[0], 2 * 8 * 5);
    assert_int_equal(wend_grid_passable_count(wend_world_grid(own)), 8 * 5);
    assert_ok(wend_overlay_refresh(overlay, 0, NULL));
    assert_ok(wend_world_save(own, "overlay.wend", NULL));
    assert_ok(wend_world_open("overlay.wend", NULL, &again, NULL));
    wend_world_destroy(again);
    wend_overlay_destroy(overlay);
    wend_world_destroy(world);
}

int main(void) {
    files_enter();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_parent_may_end_first),
        cmocka_unit_test(an_overlay_has_overlays_and_forks),
        cmocka_unit_test(its_world_is_changed_by_the_overlay_alone),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(a_mapped_world_has_overlays),
        cmocka_unit_test(threads_query_while_the_parent_is_edited),
        cmocka_unit_test(crowds_and_fields_follow),
        cmocka_unit_test(tiles_between_floors_are_not_counted),
    };
    const int failures = run_unit_tests(tests);
    files_leave();
    return failures;
}
