// stream_fork.c: is a fork of a streamed world the whole map as it was, whatever is loaded, edited or ended
// on either side, and do its snapshots plan for it?
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "core/base.h"
#include "dijkstra.h"
#include "files.h"
#include "stream_fixture.h"
#include "unit.h"
#include "verify.h"
#include "wend/overlay.h"
#include "wend/service.h"

static wend_rect at(wend_tile tile) {
    return (wend_rect){tile.x, tile.y, 1, 1, 0};
}

// ---- answers

// A fork of the streamed world, and one of the same world in memory.
typedef struct pair {
    wend_world *fork, *truth;
} pair;

static pair pair_of(const desk* d) {
    return (pair){fork_of(d->world), fork_of(d->whole)};
}

static wend_edit random_edit(desk* d) {
    return wend_edit_tiles(random_area(d, 9), rng_chance(&d->r, 50) ? 0 : 1);
}

static void edit_base(desk* d) {
    const wend_edit edit = random_edit(d);
    const wend_result result = wend_world_edit(d->world, &edit, 1, NULL);
    if (result == WEND_ERROR_NOT_LOADED) return;
    assert_ok(result);
    assert_ok(wend_world_edit(d->whole, &edit, 1, NULL));
}

static void edit_pair(desk* d, pair p) {
    const wend_edit edit = random_edit(d);
    assert_ok(wend_world_edit(p.fork, &edit, 1, NULL));
    assert_ok(wend_world_edit(p.truth, &edit, 1, NULL));
}

static void unload_some(desk* d) {
    const wend_result result = wend_world_unload(d->world, random_area(d, 90));
    assert_true(result == WEND_OK || result == WEND_ERROR_UNSUPPORTED);
}

// A class gets the cost of another one, or is blocked. Rows of matrices are then pending until a query or a
// refresh needs them.
static void change_costs(desk* d, wend_world* world, wend_world* truth) {
    const float* costs = wend_grid_class_costs(wend_world_grid(truth));
    const float cost = costs[rng_below(&d->r, 9)];
    const uint8_t k = (uint8_t)rng_between(&d->r, 1, 8);
    assert_ok(wend_world_set_class_cost(world, 0, k, cost));
    assert_ok(wend_world_set_class_cost(truth, 0, k, cost));
}

// Both find paths of the same cost, and the exact one costs what Dijkstra's algorithm finds.
static void ask(desk* d, pair p) {
    const wend_grid* grid = wend_world_grid(p.truth);
    for (int32_t exact = 0; exact < 2; exact++) {
        char text[VERIFY_TEXT];
        wend_query q;
        if (!map_random_query(grid, &d->r, exact ? WEND_EXACT : WEND_HPA, &q)) return;
        assert_ok(wend_find_path(d->search, p.fork, &q, d->path, NULL));
        const double optimum = oracle_optimum(grid, q.start, q.goal);
        const bool found = wend_path_outcome(d->path) == WEND_FOUND;
        assert_on(&d->recipe, found == (optimum < (double)INFINITY));
        if (!found) continue;
        const char* fault = verify_path(grid, d->path, q.start, q.goal, text);
        if (fault) fail_msg("%s", fault);
        const double cost = (double)wend_path_integer_cost(d->path);
        assert_on(&d->recipe, exact ? cost == optimum : cost >= optimum && cost <= 1.5 * optimum);
    }
}

static void change_base_costs(desk* d) {
    assert_ok(wend_world_load(d->world, all_of(d->grid), false, NULL));
    change_costs(d, d->world, d->whole);
    ask(d, (pair){d->world, d->whole});
}

static void step(desk* d, pair p) {
    const int32_t dice = rng_below(&d->r, 10);
    if (rng_chance(&d->r, 8))
        change_costs(d, p.fork, p.truth);
    else if (dice < 3)
        unload_some(d);
    else if (dice < 5)
        assert_ok(wend_world_load(d->world, random_area(d, 90), true, NULL));
    else if (dice < 7)
        edit_pair(d, p);
    else if (dice < 9)
        edit_base(d);
    else
        assert_ok(wend_world_refresh(rng_chance(&d->r, 50) ? p.fork : p.truth, 3, NULL));
}

static void compare(wend_world* world, wend_world* truth) {
    assert_ok(wend_world_refresh(world, 0, NULL));
    assert_ok(wend_world_refresh(truth, 0, NULL));
    assert_true(map_hash(world) == map_hash(truth));
}

static void end_in_some_order(desk* d, pair p, bool base_first) {
    if (base_first) {
        wend_world_destroy(d->world);
        d->world = NULL;
        for (int32_t i = 0; i < 5; i++) edit_pair(d, p); // now it has the file for itself
        ask(d, p);
        compare(p.fork, p.truth);
    }
    wend_world_destroy(p.fork);
    wend_world_destroy(p.truth);
    if (base_first) return;
    for (int32_t i = 0; i < 5; i++) edit_base(d);
    unload_some(d);
    assert_ok(wend_world_load(d->world, all_of(d->grid), false, NULL));
    compare(d->world, d->whole);
}

static void forks_are_the_whole_map_whatever_is_loaded(void** state) {
    (void)state;
    files_enter();
    static const char* const maps[] = {"noise 300x260 8 whole 15 4", "rooms 300x300 8 unit 15 9",
                                       "open 280x320 4 unit 31 2", "noise 320x280 8 byte 15 7"};
    for (int32_t round = 0; round < 8; round++) {
        desk d = big_desk(maps[round % 4], 2 + round % 2);
        d.r = rng_seeded((uint64_t)round + 1);
        for (int32_t i = 0; i < 4; i++) assert_ok(wend_world_load(d.world, random_area(&d, 90), false, NULL));
        for (int32_t i = 0; i < 20; i++) edit_base(&d);
        if (round % 4 == 3) change_base_costs(&d);
        const pair p = pair_of(&d);
        for (int32_t i = 0; i < 30; i++) {
            step(&d, p);
            if (round % 4 == 2 && i == 20) change_base_costs(&d);
            if (i % 4 == 0) ask(&d, p);
        }
        compare(p.fork, p.truth);
        assert_ok(wend_world_load(d.world, all_of(d.grid), false, NULL));
        compare(d.world, d.whole);
        end_in_some_order(&d, p, round % 4 < 2);
        clear(&d);
    }
    files_leave();
}

// An edit chooses nodes all along the side of a large cluster. What it changes far away is kept when that is
// unloaded and loaded again.
static void nodes_far_from_an_edit_survive_an_unload(void** state) {
    (void)state;
    files_enter();
    int32_t unloaded = 0;
    for (int32_t before = 0; before < 2; before++) { // the fork is made before the edits, or between them
        desk d = big_desk("open 500x500 8 unit 15 4", 2);
        wend_world* fork = before ? fork_of(d.world) : NULL;
        for (int32_t i = 0; i < 12; i++) {
            const wend_edit edit =
                wend_edit_tiles((wend_rect){236, 3 + 40 * i, 9, 30}, (uint8_t)(i % 3 == 2));
            assert_ok(wend_world_load(d.world, all_of(d.grid), false, NULL));
            assert_ok(wend_world_edit(d.world, &edit, 1, NULL));
            assert_ok(wend_world_edit(d.whole, &edit, 1, NULL));
            if (i % 2) assert_ok(wend_world_refresh(d.world, 0, NULL));
            for (int32_t x = 15; x < 500; x += 30)
                for (int32_t y = 15; y < 500; y += 30)
                    unloaded += wend_world_unload(d.world, (wend_rect){x, y, 1, 1}) == WEND_OK;
            if (!fork) fork = fork_of(d.world);
        }
        assert_ok(wend_world_load(d.world, all_of(d.grid), false, NULL));
        compare(d.world, d.whole);
        wend_world_destroy(fork);
        clear(&d);
    }
    assert_true(unloaded > 1000);
    files_leave();
}

// ---- what a fork is

static void a_fork_is_a_mapped_world(void** state) {
    (void)state;
    files_enter();
    desk d = big_desk("noise 400x400 8 unit 15 12", 2);
    const wend_tile here = {100, 100};
    assert_ok(wend_world_load(d.world, at(here), false, NULL));
    const wend_stream_info before = wend_world_get_stream_info(d.world);
    wend_world *fork = fork_of(d.world), *mapped = NULL, *again = fork_of(fork);
    assert_int_equal(wend_world_load(fork, at(here), false, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_load_ahead(fork, NULL, 0, &(int32_t){0}, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_unload(fork, at(here)), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_set_budget(fork, 1), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_get_stream_info(fork).columns, 0);
    assert_int_equal(wend_world_region(fork, here).width, 0);
    assert_true(wend_world_is_loaded(fork, (wend_tile){399, 399}));
    assert_true(map_hash(fork) == map_hash(d.whole) && map_hash(again) == map_hash(fork));
    assert_ok(wend_world_verify(fork, NULL));
    const wend_stream_info after = wend_world_get_stream_info(d.world);
    assert_memory_equal(&before, &after, sizeof before);
    assert_false(wend_world_is_loaded(d.world, (wend_tile){399, 399}));
    assert_ok(wend_world_map("world", NULL, &mapped, NULL));
    assert_int_equal(wend_world_get_info(fork).node_count, wend_world_get_info(mapped).node_count);
    assert_in_range(wend_world_get_info(fork).bytes, 1, 2 * wend_world_get_info(mapped).bytes);
    const wend_edit edit = wend_edit_tiles((wend_rect){300, 300, 9, 9, 0}, 0); // not loaded there
    assert_ok(wend_world_edit(fork, &edit, 1, NULL));
    assert_ok(wend_world_edit(d.whole, &edit, 1, NULL));
    compare(fork, d.whole);
    const char* const patch = "patch";
    assert_ok(wend_world_save_patch(fork, 0, patch, NULL));
    wend_world_destroy(mapped);
    assert_ok(wend_world_map_patched("world", &patch, 1, NULL, &mapped, NULL));
    assert_true(map_hash(mapped) == map_hash(fork));
    assert_ok(wend_world_save(fork, "world", NULL)); // beside the file that it still uses
    assert_null(map_compare(fork, d.whole));
    wend_world_destroy(mapped);
    wend_world_destroy(fork);
    assert_true(map_hash(again) != map_hash(d.whole));
    wend_world_destroy(again);
    clear(&d);
    files_leave();
}

// The streamed world has none itself.
static void a_fork_may_have_overlays(void** state) {
    (void)state;
    files_enter();
    desk d = big_desk("open 400x400 8 unit 15 12", 2);
    wend_overlay* overlay = NULL;
    assert_int_equal(wend_overlay_create(d.world, &overlay), WEND_ERROR_UNSUPPORTED);
    pair p = pair_of(&d);
    assert_ok(wend_overlay_create(p.fork, &overlay));
    int32_t handle;
    const wend_rect area = {200, 0, 5, 390, 0};
    const wend_shape shape = wend_shape_rect(area, INFINITY);
    const wend_world* laid = NULL;
    assert_ok(wend_overlay_add(overlay, &shape, &handle));
    edit_tiles(p.truth, area, 0);
    for (int32_t i = 0; i < 3; i++) { // the overlay follows the fork, not the streamed world
        const wend_edit edit = wend_edit_tiles((wend_rect){20, 50 * i, 100, 9}, 0);
        assert_ok(wend_overlay_world(overlay, &laid));
        ask(&d, (pair){(wend_world*)(uintptr_t)laid, p.truth});
        assert_ok(wend_world_edit(p.fork, &edit, 1, NULL));
        assert_ok(wend_world_edit(p.truth, &edit, 1, NULL));
        assert_ok(wend_world_load(d.world, (wend_rect){300 - 100 * i, 200, 1, 1}, false, NULL));
        edit_base(&d);
    }
    wend_overlay_destroy(overlay);
    wend_world_destroy(p.fork);
    wend_world_destroy(p.truth);
    clear(&d);
    files_leave();
}

// ---- snapshots

// A walker whose path was planned on a snapshot goes on in the streamed world, which loads what comes next.
static bool walk(desk* d, wend_query q, double* walked_out) {
    double walked = 0;
    char text[VERIFY_TEXT];
    for (int32_t i = 0; i < 500 && wend_path_get_rest(d->path) != WEND_REST_BROKEN; i++) {
        const wend_tile from = wend_path_tiles(d->path, &(int32_t){0})[0];
        if (wend_path_get_rest(d->path) == WEND_REST_NONE) {
            const char* fault = verify_path(d->grid, d->path, from, q.goal, text);
            if (fault) fail_msg("%s", fault);
            *walked_out = walked + wend_path_cost(d->path);
            return true;
        }
        wend_rect regions[4];
        int32_t count = 0, loaded = 0;
        assert_ok(wend_path_regions(d->search, d->world, d->path, 4, regions, &count));
        assert_ok(wend_world_load_ahead(d->world, regions, count, &loaded, NULL));
        assert_on(&d->recipe, count > 0 && loaded > 0);
        assert_ok(wend_path_refine(d->search, d->world, d->path, 20, NULL));
        int32_t broken;
        assert_true(wend_path_is_valid(d->path, d->world, &broken));
        const double before = wend_path_cost(d->path);
        assert_ok(wend_path_cut(d->search, d->world, d->path, wendi_min(tile_count(d->path) - 1, 25)));
        walked += before - wend_path_cost(d->path);
    }
    return false;
}

static void paths_of_a_snapshot_are_walked_in_the_streamed_world(void** state) {
    (void)state;
    files_enter();
    desk d = big_desk("open 600x600 8 whole 15 4", 3);
    wend_world* snapshot = snapshot_of(d.world);
    double walked = 0, whole = 0;
    for (int32_t i = 0; i < 12; i++) {
        wend_query q;
        assert_true(map_random_query(d.grid, &d.r, WEND_HPA, &q));
        assert_ok(wend_find_path(d.search, d.whole, &q, d.other, NULL));
        q.first_tiles = 20;
        if (wend_path_outcome(d.other) != WEND_FOUND) continue;
        assert_ok(wend_world_unload(d.world, all_of(d.grid)));
        assert_ok(wend_find_path(d.search, snapshot, &q, d.path, NULL));
        double cost = 0;
        assert_on(&d.recipe, walk(&d, q, &cost));
        walked += cost;
        whole += wend_path_cost(d.other);
    }
    assert_true(whole > 0 && walked < 1.02 * whole);
    wend_world_destroy(snapshot);
    clear(&d);
    files_leave();
}

static void paths_of_a_snapshot_are_repaired_in_the_streamed_world(void** state) {
    (void)state;
    char text[VERIFY_TEXT];
    files_enter();
    desk d = big_desk("open 400x400 8 unit 15 12", 2);
    assert_ok(wend_world_load(d.world, all_of(d.grid), false, NULL));
    wend_world* snapshot = snapshot_of(d.world);
    const wend_edit wall = wend_edit_tiles((wend_rect){200, 20, 1, 360, 0}, 0);
    assert_int_equal(wend_world_edit(snapshot, &wall, 1, NULL), WEND_ERROR_UNSUPPORTED);
    assert_int_equal(wend_world_refresh(snapshot, 0, NULL), WEND_ERROR_UNSUPPORTED);
    const uint64_t hash = map_hash(snapshot);
    const wend_query q = wend_default_query((wend_tile){5, 200}, (wend_tile){390, 200});
    assert_ok(wend_find_path(d.search, snapshot, &q, d.path, NULL));
    assert_int_equal(wend_path_outcome(d.path), WEND_FOUND);
    assert_ok(wend_world_edit(d.world, &wall, 1, NULL));
    assert_ok(wend_world_edit(d.whole, &wall, 1, NULL));
    int32_t broken;
    assert_false(wend_path_is_valid(d.path, d.world, &broken));
    assert_true(wend_path_is_valid(d.path, snapshot, &broken));
    assert_ok(wend_path_repair(d.search, d.world, d.path, NULL));
    const char* fault = verify_path(d.grid, d.path, q.start, q.goal, text);
    if (fault) fail_msg("%s", fault);
    assert_true(map_hash(snapshot) == hash && map_hash(snapshot) != map_hash(d.world));
    wend_world_destroy(snapshot);
    clear(&d);
    files_leave();
}

// Its answers are those of the streamed world itself, whatever runs beside them.
static void a_service_asks_the_streamed_world(void** state) {
    (void)state;
    files_enter();
    desk d = big_desk("open 400x400 8 unit 15 12", 2);
    wend_service_def def = wend_default_service_def();
    wend_service* service = NULL;
    wend_world* snapshot = NULL;
    int32_t partial = 0;
    assert_ok(wend_world_load(d.world, all_of(d.grid), false, NULL)); // which the service verifies first
    assert_ok(wend_service_create(d.world, &def, &service));
    assert_ok(wend_world_unload(d.world, all_of(d.grid)));
    for (int32_t i = 0; i < 20; i++) {
        wend_query q;
        assert_true(map_random_query(d.grid, &d.r, WEND_HPA, &q));
        assert_ok(wend_find_path(d.search, d.world, &q, d.path, NULL));
        wend_ticket ticket;
        wend_answer answer;
        assert_ok(wend_service_submit(service, &q, 0, 0, &ticket));
        assert_ok(wend_service_wait(service, ticket, &answer));
        assert_ok(answer.result);
        assert_int_equal(wend_path_outcome(answer.path), wend_path_outcome(d.path));
        assert_int_equal(tile_count(answer.path), tile_count(d.path));
        partial += wend_path_outcome(answer.path) == WEND_PARTIAL; // the start is not loaded
        wend_path_destroy(answer.path);
    }
    assert_true(partial > 5);
    assert_ok(wend_service_snapshot(service, &snapshot));
    wend_service_destroy(service);
    assert_true(map_hash(snapshot) == map_hash(d.whole));
    wend_world_destroy(snapshot);
    clear(&d);
    files_leave();
}

// ---- threads

typedef struct shared {
    const wend_world* world;
    wend_world* fork; // of one thread
    uint64_t hash;
    _Atomic bool* ends;
    int32_t answers;
    bool good;
} shared;

// Edits its fork, asks it, and makes others while regions of the streamed world come and go.
static void* use_fork(void* context) {
    shared* s = context;
    wend_search* search = new_search();
    wend_path* path = new_path();
    rng r = rng_seeded((uint64_t)(uintptr_t)s);
    const wend_grid* grid = wend_world_grid(s->fork);
    s->good = true;
    do {
        wend_query q = wend_default_query(map_random_tile(grid, &r), map_random_tile(grid, &r));
        q.algorithm = rng_chance(&r, 30) ? WEND_EXACT : WEND_HPA;
        const wend_edit edit = wend_edit_tiles(at(map_random_tile(grid, &r)), (uint8_t)rng_below(&r, 2));
        int32_t broken;
        wend_world* other = NULL;
        s->good &= wend_world_edit(s->fork, &edit, 1, NULL) == WEND_OK;
        s->good &= wend_find_path(search, s->fork, &q, path, NULL) == WEND_OK;
        s->good &= wend_path_outcome(path) != WEND_FOUND || wend_path_is_valid(path, s->fork, &broken);
        s->good &= wend_world_fork(s->world, &other) == WEND_OK;
        s->good &= other && wend_find_path(search, other, &q, path, NULL) == WEND_OK;
        if (s->answers++ % 4 == 0) s->good &= other && wend_world_hash(other) == s->hash;
        wend_world_destroy(other);
    } while (!*s->ends);
    wend_path_destroy(path);
    wend_search_destroy(search);
    return NULL;
}

static void forks_are_made_and_asked_while_regions_come_and_go(void** state) {
    (void)state;
    enum { THREADS = 2, CHANGES = 120 };
    files_enter();
    desk d = big_desk("noise 300x300 8 whole 15 12", 2);
    _Atomic bool ends = false;
    shared s[THREADS];
    pthread_t threads[THREADS];
    for (int32_t i = 0; i < THREADS; i++) {
        s[i] = (shared){.world = d.world, .fork = fork_of(d.world), .hash = map_hash(d.whole), .ends = &ends};
        assert_int_equal(pthread_create(&threads[i], NULL, use_fork, &s[i]), 0);
    }
    for (int32_t i = 0; i < CHANGES; i++)
        if (i % 2)
            unload_some(&d);
        else
            assert_ok(wend_world_load(d.world, random_area(&d, 200), true, NULL));
    ends = true;
    for (int32_t i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_true(s[i].good && s[i].answers > 0);
        wend_world_destroy(s[i].fork);
    }
    assert_ok(wend_world_load(d.world, all_of(d.grid), false, NULL));
    compare(d.world, d.whole);
    clear(&d);
    files_leave();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forks_are_the_whole_map_whatever_is_loaded),
        cmocka_unit_test(nodes_far_from_an_edit_survive_an_unload),
        cmocka_unit_test(a_fork_is_a_mapped_world),
        cmocka_unit_test(a_fork_may_have_overlays),
        cmocka_unit_test(paths_of_a_snapshot_are_walked_in_the_streamed_world),
        cmocka_unit_test(paths_of_a_snapshot_are_repaired_in_the_streamed_world),
        cmocka_unit_test(a_service_asks_the_streamed_world),
        cmocka_unit_test(forks_are_made_and_asked_while_regions_come_and_go),
    };
    return run_unit_tests(tests);
}
