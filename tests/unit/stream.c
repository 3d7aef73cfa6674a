// stream.c: does a world answer right while its ground is loaded and unloaded, and never from ground that is
// not loaded or damaged? Pages of that are closed meanwhile, so that a touch ends the test.
#define _DEFAULT_SOURCE // mprotect
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "files.h"
#include "files/cluster_check.h"
#include "files/first_check.h"
#include "files/world_file.h"
#include "stream_fixture.h"
#include "unit.h"
#include "verify.h"

static int32_t scale = 1; // of the number of random worlds

// ---- the guard

// Closes the pages of tiles and matrices that no loaded region has, or opens all. Returns how many are
// closed.
static int32_t guard(const desk* d, bool closes) {
    const wendi_graph* graph = &d->world->graph;
    const struct wendi_stored_clusters* stored = wendi_file_of(d->world)->stored;
    const int32_t level = graph->region_level;
    const wend_grid* grid = d->world->grid;
    const char* areas[2][2] = {
        {(const char*)wendi_tile(grid, -1, -1), (const char*)wendi_tile(grid, grid->width, grid->height)},
        {stored->matrices, stored->matrices + stored->directory[level - 1][0].matrix}};
    size_t page;
    const uint32_t* users = wendi_ground_users(wendi_ground_of(graph), &page);
    int32_t closed = 0;
    for (int32_t i = 0; i < 2; i++) {
        const size_t first = ((size_t)(areas[i][0] - wendi_file_of(d->world)->bytes) + page - 1) / page,
                     end = (size_t)(areas[i][1] - wendi_file_of(d->world)->bytes) / page;
        for (size_t p = first; p < end; p++) {
            // The last row of a matrix is read by whole vectors, up to WENDI_ROW_OVERREAD bytes beyond it.
            const bool close = closes && users[p] == 0 && (i == 0 || users[p - 1] == 0);
            assert_int_equal(mprotect(wendi_file_of(d->world)->bytes + p * page, page,
                                      close ? PROT_NONE : PROT_READ | PROT_WRITE),
                             0);
            closed += close;
        }
    }
    return closed;
}

// ---- one answer

static bool is_prefix_legal(const desk* d, const wend_path* path, char text[VERIFY_TEXT]) {
    int32_t count;
    const wend_tile* tiles = wend_path_tiles(path, &count);
    for (int32_t i = 1; i < count; i++) {
        bool by_link = false;
        int32_t links;
        const wend_path_link* link = wend_path_links(path, &links);
        for (int32_t k = 0; k < links; k++) by_link |= link[k].tile == i - 1;
        if (by_link || wend_grid_can_step(d->grid, tiles[i - 1], tiles[i])) continue;
        snprintf(text, VERIFY_TEXT, "step from %d,%d to %d,%d", tiles[i - 1].x, tiles[i - 1].y, tiles[i].x,
                 tiles[i].y);
        return false;
    }
    return count == 0 || wend_grid_passable(d->grid, tiles[0]);
}

static bool ends_loaded(const desk* d, wend_query q) {
    return wend_world_is_loaded(d->world, q.start) && wend_world_is_loaded(d->world, q.goal);
}

// An area, and ends that give way, ask for ground of their own.
static void check_place(desk* d, wend_query q) {
    if (rng_chance(&d->r, 50)) q.goal_area = random_area(d, 12);
    q.snap = rng_chance(&d->r, 50) ? 6.0f : 0;
    const wend_result result = wend_find_path(d->search, d->world, &q, d->path, NULL);
    if (result == WEND_ERROR_NOT_LOADED) return;
    assert_ok(result);
    wend_query whole = q;
    whole.first_tiles = 0;
    assert_ok(wend_find_path(d->search, d->whole, &whole, d->other, NULL));
    const wend_outcome outcome = wend_path_outcome(d->path), truth = wend_path_outcome(d->other);
    // What waits for its goal does not know whether that is blocked.
    if (outcome != WEND_PARTIAL || (q.goal_area.width > 0 && truth != WEND_FOUND))
        assert_on(&d->recipe, outcome == truth || (outcome == WEND_NO_ROUTE && truth > WEND_PARTIAL));
}

// Checks an answer against that of the whole world. Returns the outcome.
static wend_outcome check_answer(desk* d, wend_query q) {
    char text[VERIFY_TEXT];
    const wend_result result = wend_find_path(d->search, d->world, &q, d->path, NULL);
    wend_query whole = q;
    whole.first_tiles = 0;
    assert_ok(wend_find_path(d->search, d->whole, &whole, d->other, NULL));
    if (result == WEND_ERROR_NOT_LOADED) { // ends near each other in ground with gaps
        assert_on(&d->recipe, ends_loaded(d, q));
        return WEND_OUTCOME_COUNT;
    }
    assert_int_equal(result, WEND_OK);
    const wend_outcome outcome = wend_path_outcome(d->path), truth = wend_path_outcome(d->other);
    const wend_path_rest rest = wend_path_get_rest(d->path);
    if (outcome == WEND_FOUND) {
        const char* fault = verify_path(d->grid, d->path, q.start, q.goal, text);
        if (fault) fail_msg("%s", fault);
        assert_on(&d->recipe, truth == WEND_FOUND);
        assert_int_equal(rest, WEND_REST_NONE);
    } else if (outcome == WEND_PARTIAL) {
        if (wend_world_is_loaded(d->world, q.start) && !is_prefix_legal(d, d->path, text))
            fail_msg("%s", text);
        assert_on(&d->recipe, rest == WEND_REST_READY || rest == WEND_REST_WAITING);
        if (rest == WEND_REST_WAITING) { // for something
            wend_rect regions[60];
            int32_t count = 0;
            assert_ok(wend_path_regions(d->search, d->world, d->path, 60, regions, &count));
            bool missing = false;
            for (int32_t k = 0; k < count; k++)
                missing |= !wend_world_is_loaded(d->world, middle_of(regions[k]));
            assert_on(&d->recipe, missing);
        }
        if (ends_loaded(d, q)) assert_on(&d->recipe, truth == WEND_FOUND);
    } else {
        assert_on(&d->recipe, outcome == truth || (outcome == WEND_NO_ROUTE && truth > WEND_PARTIAL));
        if (ends_loaded(d, q)) assert_on(&d->recipe, outcome == truth);
    }
    if (ends_loaded(d, q)) // the same reachability
        assert_on(&d->recipe, wend_world_connected(d->world, q.start, q.goal) ==
                                  wend_world_connected(d->whole, q.start, q.goal));
    else if (wend_world_connected(d->whole, q.start, q.goal))
        assert_on(&d->recipe, wend_world_connected(d->world, q.start, q.goal));
    return outcome;
}

static map_recipe recipe_for(uint64_t seed, int32_t most) {
    for (;; seed += 1000) { // of several levels
        map_recipe recipe = map_recipe_random_any(seed, most);
        if (recipe.levels == 0 && recipe.width > 8 * recipe.cluster_size &&
            recipe.height > 8 * recipe.cluster_size)
            return recipe;
    }
}

// Where a way winds, a world that is loaded whole searches clusters beside those of the abstract path as
// well; a streamed one does not.
static void check_other_tiles(const desk* d, wend_query q) {
    char text[VERIFY_TEXT];
    assert_on(&d->recipe, q.algorithm == WEND_HPA && wend_path_outcome(d->path) == WEND_FOUND &&
                              wend_path_outcome(d->other) == WEND_FOUND);
    const char* fault = verify_path(d->grid, d->path, q.start, q.goal, text);
    if (fault) fail_msg("%s", fault);
    assert_on(&d->recipe, wend_path_cost(d->path) >= 0.9 * wend_path_cost(d->other) &&
                              wend_path_cost(d->path) <= 1.5 * wend_path_cost(d->other));
}

static void loaded_worlds_answer_like_others(void** state) {
    (void)state;
    int32_t answers = 0, others = 0;
    files_enter();
    for (uint64_t seed = 1; seed <= (uint64_t)(4 * scale); seed++) {
        map_recipe recipe = recipe_for(seed, 300);
        desk d = desk_of(map_make_linked_world(&recipe, seed % 3 ? 0 : 20), recipe, seed % 2 ? 2 : 0, seed);
        assert_int_equal(wend_world_get_stream_info(d.world).loaded_count, 0);
        wend_error error = {0};
        if (wend_world_load(d.world, all_of(d.grid), false, &error) != WEND_OK) fail_msg("%s", error.text);
        assert_ok(wend_world_verify(d.world, NULL));
        assert_true(wend_world_hash(d.world) == wend_world_hash(d.whole));
        for (int32_t i = 0; i < 20; i++) {
            wend_query q;
            if (!map_random_query(d.grid, &d.r, (wend_algorithm)rng_below(&d.r, WEND_ALGORITHM_COUNT), &q))
                break;
            q.first_tiles = rng_chance(&d.r, 30) ? 20 : 0;
            q.smooth = rng_chance(&d.r, 30);
            q.partial = rng_chance(&d.r, 10);
            assert_ok(wend_find_path(d.search, d.whole, &q, d.other, NULL));
            assert_ok(wend_find_path(d.search, d.world, &q, d.path, NULL));
            answers++;
            if (wend_path_hash(d.path) == wend_path_hash(d.other)) continue;
            check_other_tiles(&d, q);
            others++;
        }
        assert_ok(wend_world_unload(d.world, all_of(d.grid)));
        assert_int_equal(wend_world_get_stream_info(d.world).loaded_count, 0);
        assert_int_equal(wend_world_verify(d.world, NULL), WEND_ERROR_NOT_LOADED);
        clear(&d);
    }
    assert_true(others * 50 < answers);
    files_leave();
}

static void queries_never_touch_what_is_not_loaded(void** state) {
    (void)state;
    files_enter();
    int32_t seen[WEND_OUTCOME_COUNT + 1] = {0}, closed = 0;
    for (uint64_t seed = 1; seed <= (uint64_t)(5 * scale); seed++) {
        map_recipe recipe = recipe_for(seed + 50, 400);
        desk d = desk_of(map_make_linked_world(&recipe, seed % 3 ? 0 : 20), recipe, seed % 3 ? 2 : 0, seed);
        for (int32_t i = 0; i < 30; i++) {
            guard(&d, false);
            if (rng_chance(&d.r, 60))
                assert_ok(wend_world_load(d.world, random_area(&d, 150), false, NULL));
            else
                assert_ok(wend_world_unload(d.world, random_area(&d, 150)));
            closed += guard(&d, true);
            for (int32_t k = 0; k < 4; k++) {
                wend_query q;
                if (!map_random_query(d.grid, &d.r, WEND_HPA, &q)) break;
                if (rng_chance(&d.r, 20)) q.goal = map_random_tile(d.grid, &d.r);
                q.first_tiles = rng_chance(&d.r, 50) ? rng_between(&d.r, 1, 60) : 0;
                q.smooth = rng_chance(&d.r, 30);
                q.refinement = rng_chance(&d.r, 80) ? WEND_REFINE_SWEEP : WEND_REFINE_ASTAR;
                seen[check_answer(&d, q)]++;
                if (wend_path_get_rest(d.path) != WEND_REST_NONE)
                    assert_ok(wend_path_refine(d.search, d.world, d.path, rng_between(&d.r, 1, 200), NULL));
                check_place(&d, q);
            }
        }
        guard(&d, false);
        clear(&d);
    }
    assert_true(closed > 500);
    assert_true(seen[WEND_FOUND] > 2 && seen[WEND_PARTIAL] > 100 && seen[WEND_NO_ROUTE] > 20);
    files_leave();
}

// ---- walks

enum { REGIONS_AHEAD = 6 };

typedef struct walk {
    double walked, optimum;
    int32_t loads, arrived, broken;
} walk;

// A player walks to the goal, with its own region and those ahead loaded.
static bool walk_to_goal(desk* d, wend_query q, walk* w) {
    char text[VERIFY_TEXT];
    double cost = 0;
    assert_ok(wend_world_load(d->world, (wend_rect){q.start.x, q.start.y, 1, 1}, true, NULL));
    guard(d, true);
    wend_result result = wend_find_path(d->search, d->world, &q, d->path, NULL);
    if (result == WEND_ERROR_NOT_LOADED) { // the goal is near, but the way leads through other ground
        assert_on(&d->recipe, ends_loaded(d, q));
        guard(d, false);
        assert_ok(wend_world_load(d->world, all_of(d->grid), true, NULL));
        guard(d, true);
        result = wend_find_path(d->search, d->world, &q, d->path, NULL);
    }
    assert_ok(result);
    for (int32_t i = 0; i < 5000; i++) {
        int32_t count = 0, tile_count;
        wend_rect regions[REGIONS_AHEAD];
        if (wend_path_outcome(d->path) > WEND_PARTIAL || wend_path_get_rest(d->path) == WEND_REST_BROKEN)
            break;
        if (wend_path_get_rest(d->path) == WEND_REST_NONE) {
            w->walked += cost + wend_path_cost(d->path);
            w->arrived++;
            guard(d, false);
            return true;
        }
        assert_ok(wend_path_regions(d->search, d->world, d->path, REGIONS_AHEAD, regions, &count));
        guard(d, false);
        int32_t loaded = 0;
        assert_ok(wend_world_load_ahead(d->world, regions, count, &loaded, NULL));
        assert_on(&d->recipe, loaded > 0);
        w->loads += loaded;
        guard(d, true);
        assert_ok(wend_path_refine(d->search, d->world, d->path, 20, NULL));
        if (!is_prefix_legal(d, d->path, text)) fail_msg("%s", text);
        wend_path_tiles(d->path, &tile_count);
        const double before = wend_path_cost(d->path);
        assert_ok(wend_path_cut(d->search, d->world, d->path, wendi_min(tile_count - 1, 25)));
        cost += before - wend_path_cost(d->path);
    }
    guard(d, false);
    w->broken += wend_path_get_rest(d->path) == WEND_REST_BROKEN;
    return false;
}

static void walkers_arrive_with_a_budget(void** state) {
    (void)state;
    files_enter();
    walk sum = {0};
    double worst = 0;
    for (uint64_t seed = 1; seed <= (uint64_t)(5 * scale); seed++) {
        map_recipe recipe = recipe_for(seed + 90, 400);
        desk d = desk_of(map_make_linked_world(&recipe, seed % 3 ? 0 : 20), recipe, seed % 3 ? 2 : 0, seed);
        assert_ok(wend_world_load(d.world, all_of(d.grid), true, NULL));
        const size_t all = wend_world_get_stream_info(d.world).ground_bytes;
        assert_ok(wend_world_unload(d.world, all_of(d.grid)));
        assert_ok(wend_world_set_budget(d.world, all)); // of pages that regions share: most of it
        for (int32_t i = 0; i < 6; i++) {
            wend_query q;
            if (!map_random_query(d.grid, &d.r, WEND_EXACT, &q)) break;
            assert_ok(wend_find_path(d.search, d.whole, &q, d.other, NULL));
            q.algorithm = WEND_HPA;
            q.first_tiles = 20;
            const bool reachable = wend_path_outcome(d.other) == WEND_FOUND;
            walk w = {0};
            assert_ok(wend_world_unload(d.world, all_of(d.grid)));
            const bool arrived = walk_to_goal(&d, q, &w);
            assert_on(&recipe, arrived == reachable);
            if (!arrived) continue;
            const double optimum = wend_path_cost(d.other);
            sum.walked += w.walked;
            sum.optimum += optimum;
            sum.arrived++;
            sum.loads += w.loads;
            if (optimum > 0 && w.walked / optimum > worst) worst = w.walked / optimum;
        }
        clear(&d);
    }
    // Regions of two clusters a side say little about the way to a goal: on maps of this size walks cost a
    // few per cent more, and in mazes a single one may cost twice as much or more.
    assert_true(sum.walked >= sum.optimum * 0.9999 && sum.walked < 1.1 * sum.optimum);
    assert_true(worst < 8);
    assert_true(sum.arrived > 10);
    files_leave();
}

// Where a path ends that cannot reach its goal, all ground tells. From then on the path needs only the ground
// that it crosses.
static void partial_paths_wait_for_the_ground_on_their_way(void** state) {
    (void)state;
    char text[VERIFY_TEXT];
    files_enter();
    wend_world* walled = new_world(600, 600, false);
    edit_tiles(walled, (wend_rect){500, 490, 30, 30}, 0);
    edit_tiles(walled, (wend_rect){501, 491, 28, 28}, 1);
    assert_ok(wend_world_refresh(walled, 0, NULL));
    desk d = desk_of(walled, (map_recipe){0}, 2, 1);
    wend_query q = wend_default_query((wend_tile){3, 3}, (wend_tile){510, 500});
    q.partial = true;
    assert_ok(wend_find_path(d.search, d.whole, &q, d.other, NULL));
    assert_int_equal(wend_path_outcome(d.other), WEND_PARTIAL);
    int32_t count;
    const wend_tile* tiles = wend_path_tiles(d.other, &count);
    const wend_tile end = tiles[count - 1];
    q.first_tiles = 20;
    assert_ok(wend_world_load(d.world, all_of(d.grid), false, NULL));
    assert_ok(wend_find_path(d.search, d.world, &q, d.path, NULL));
    assert_ok(wend_world_unload(d.world, all_of(d.grid)));
    int32_t waits = 0;
    for (int32_t i = 0; i < 100 && wend_path_get_rest(d.path) != WEND_REST_NONE; i++) {
        wend_rect regions[100];
        int32_t next = 0;
        assert_ok(wend_path_refine(d.search, d.world, d.path, 40, NULL));
        assert_true(wend_path_get_rest(d.path) != WEND_REST_BROKEN);
        if (wend_path_get_rest(d.path) != WEND_REST_WAITING) continue;
        waits++;
        assert_ok(wend_path_regions(d.search, d.world, d.path, 100, regions, &count));
        while (next < count && wend_world_is_loaded(d.world, middle_of(regions[next]))) next++;
        assert_true(next < count);
        assert_ok(wend_world_load(d.world, regions[next], false, NULL));
    }
    assert_true(waits > 2);
    assert_int_equal(wend_path_get_rest(d.path), WEND_REST_NONE);
    assert_int_equal(wend_path_outcome(d.path), WEND_PARTIAL);
    tiles = wend_path_tiles(d.path, &count);
    const char* fault = verify_path(d.grid, d.path, tiles[0], end, text);
    if (fault) fail_msg("%s", fault);
    assert_tile(wend_path_goal_tile(d.path), 510, 500);
    clear(&d);
    files_leave();
}

// ---- damage

static void a_damaged_region_is_refused_by_name(void** state) {
    (void)state;
    files_enter();
    desk d = big_desk("noise 600x600 8 whole 15 4", 2);
    const char* tile = (const char*)wendi_tile(d.world->grid, 400, 305);
    const size_t at = (size_t)(tile - wendi_file_of(d.world)->bytes);
    const wend_tile there = {400, 305};
    char before = *tile;
    wend_world_destroy(d.world);
    files_poke("world", at, (uint8_t)(before ^ 1));
    d.world = streamed("world", 2, 0);
    wend_error error;
    assert_int_equal(wend_world_load(d.world, (wend_rect){there.x, there.y, 1, 1}, false, &error),
                     WEND_ERROR_DAMAGED);
    assert_non_null(strstr(error.text,
                           "world: damaged .wend file: cluster of level 1 with the tiles 390,300 to "
                           "405,315"));
    assert_int_equal(wend_world_get_stream_info(d.world).loaded_count, 0);
    assert_int_equal(wend_world_get_stream_info(d.world).ground_bytes, 0);
    assert_int_equal(wend_world_load(d.world, all_of(d.grid), false, &error), WEND_ERROR_DAMAGED);
    assert_int_equal(wend_world_get_stream_info(d.world).loaded_count, 0);
    assert_ok(wend_world_load(d.world, (wend_rect){0, 0, 300, 300}, false, NULL));
    for (int32_t i = 0; i < 20; i++) { // all else is answered
        wend_query q;
        assert_true(map_random_query(d.grid, &d.r, WEND_HPA, &q));
        check_answer(&d, q);
    }
    // A region is checked each time that it is loaded: damage that came meanwhile is found.
    assert_ok(wend_world_unload(d.world, all_of(d.grid)));
    files_poke("world", at, (uint8_t)before);
    assert_ok(wend_world_load(d.world, (wend_rect){there.x, there.y, 1, 1}, false, &error));
    clear(&d);
    files_leave();
}

int main(int argc, char** argv) { // stream [SCALE]
    if (argc > 1) scale = atoi(argv[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loaded_worlds_answer_like_others),
        cmocka_unit_test(queries_never_touch_what_is_not_loaded),
        cmocka_unit_test(walkers_arrive_with_a_budget),
        cmocka_unit_test(partial_paths_wait_for_the_ground_on_their_way),
        cmocka_unit_test(a_damaged_region_is_refused_by_name),
    };
    return run_unit_tests(tests);
}
