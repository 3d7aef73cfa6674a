// stream.c: does a world answer right while its ground is loaded and unloaded, and never from ground that is
// not loaded? Pages of that are closed meanwhile, so that a touch ends the test.
#define _DEFAULT_SOURCE // mprotect, mincore
#include "wend/stream.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "files.h"
#include "hierarchy/cluster_check.h"
#include "hierarchy/first_check.h"
#include "hierarchy/ground.h"
#include "test_memory.h"
#include "unit.h"
#include "verify.h"
#include "wend/wend.h"

typedef struct desk {
    map_recipe recipe;
    wend_world *whole, *world; // the same map, loaded whole and streamed
    const wend_grid* grid;     // of the whole
    wend_search* search;
    wend_path *path, *other;
    rng r;
} desk;

static wend_world* streamed(const char* file, int32_t level, size_t budget) {
    wend_stream_def def = wend_default_stream_def();
    def.region_level = level;
    def.budget_bytes = budget;
    wend_world* world = NULL;
    wend_error error;
    if (wend_world_stream(file, &def, &world, &error) != WEND_OK) fail_msg("%s", error.text);
    return world;
}

static desk desk_of(wend_world* whole, map_recipe recipe, int32_t level, uint64_t seed) {
    desk d = {.recipe = recipe, .whole = whole, .r = rng_seeded(seed)};
    d.grid = wend_world_grid(d.whole);
    assert_ok(wend_world_save(d.whole, "world", NULL));
    d.world = streamed("world", level, 0);
    d.search = new_search();
    d.path = new_path();
    d.other = new_path();
    return d;
}

static void clear(desk* d) {
    wend_path_destroy(d->path);
    wend_path_destroy(d->other);
    wend_search_destroy(d->search);
    wend_world_destroy(d->world);
    wend_world_destroy(d->whole);
}

static wend_rect all_of(const wend_grid* grid) {
    return (wend_rect){0, 0, wend_grid_width(grid), wend_grid_height(grid)};
}

// ---- the guard

// Closes the pages of tiles and matrices that no loaded region has, or opens all. Returns how many are
// closed.
static int32_t guard(const desk* d, bool closes) {
    const wendi_graph* graph = &d->world->graph;
    const struct wendi_stored_clusters* stored = wendi_stored_of(graph->first_checks);
    const int32_t level = wendi_ground_level(graph->ground);
    const wend_grid* grid = d->world->grid;
    const char* areas[2][2] = {
        {(const char*)wendi_tile(grid, -1, -1), (const char*)wendi_tile(grid, grid->width, grid->height)},
        {stored->matrices, stored->matrices + stored->directory[level - 1][0].matrix}};
    size_t page;
    const uint32_t* users = wendi_ground_users(graph->ground, &page);
    int32_t closed = 0;
    for (int32_t i = 0; i < 2; i++) {
        const size_t first = ((size_t)(areas[i][0] - d->world->file) + page - 1) / page,
                     end = (size_t)(areas[i][1] - d->world->file) / page;
        for (size_t p = first; p < end; p++) {
            const bool close = closes && users[p] == 0;
            assert_int_equal(
                mprotect(d->world->file + p * page, page, close ? PROT_NONE : PROT_READ | PROT_WRITE), 0);
            closed += close;
        }
    }
    return closed;
}

static wend_rect random_area(desk* d, int32_t most) {
    const wend_tile a = map_random_tile(d->grid, &d->r);
    const int32_t width = rng_between(&d->r, 1, most), height = rng_between(&d->r, 1, most);
    return (wend_rect){a.x, a.y, wendi_min(width, wend_grid_width(d->grid) - a.x),
                       wendi_min(height, wend_grid_height(d->grid) - a.y)};
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
            wend_rect regions[4];
            int32_t count = 0;
            assert_ok(wend_path_regions(d->search, d->world, d->path, 4, regions, &count));
            assert_on(&d->recipe, count > 0);
            bool missing = false;
            for (int32_t y = 0; y < regions[0].height; y++)
                for (int32_t x = 0; x < regions[0].width; x++)
                    missing |=
                        !wend_world_is_loaded(d->world, (wend_tile){regions[0].x + x, regions[0].y + y});
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

static void loaded_worlds_answer_like_others(void** state) {
    (void)state;
    files_enter();
    for (uint64_t seed = 1; seed <= 25; seed++) {
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
            assert_on(&recipe, wend_path_hash(d.path) == wend_path_hash(d.other));
        }
        assert_ok(wend_world_unload(d.world, all_of(d.grid)));
        assert_int_equal(wend_world_get_stream_info(d.world).loaded_count, 0);
        assert_int_equal(wend_world_verify(d.world, NULL), WEND_ERROR_NOT_LOADED);
        clear(&d);
    }
    files_leave();
}

static void queries_never_touch_what_is_not_loaded(void** state) {
    (void)state;
    files_enter();
    int32_t seen[WEND_OUTCOME_COUNT + 1] = {0}, closed = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
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
            }
        }
        guard(&d, false);
        clear(&d);
    }
    print_message("found %d partial %d no route %d blocked %d not loaded %d, closed %d\n", seen[0], seen[1],
                  seen[2], seen[3] + seen[4], seen[5], closed);
    assert_true(seen[WEND_FOUND] > 200 && seen[WEND_PARTIAL] > 200 && seen[WEND_NO_ROUTE] > 50);
    files_leave();
}

// ---- walks

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
    assert_ok(wend_find_path(d->search, d->world, &q, d->path, NULL));
    for (int32_t i = 0; i < 5000; i++) {
        int32_t count = 0, tile_count;
        wend_rect regions[3];
        if (wend_path_outcome(d->path) > WEND_PARTIAL || wend_path_get_rest(d->path) == WEND_REST_BROKEN)
            break;
        if (wend_path_get_rest(d->path) == WEND_REST_NONE) {
            w->walked += cost + wend_path_cost(d->path);
            w->arrived++;
            guard(d, false);
            return true;
        }
        assert_ok(wend_path_regions(d->search, d->world, d->path, 3, regions, &count));
        guard(d, false);
        const wend_tile at = wend_path_start_tile(d->path);
        assert_ok(wend_world_load(d->world, (wend_rect){at.x, at.y, 1, 1}, true, NULL));
        for (int32_t k = 0; k < count; k++)
            assert_ok(wend_world_load(d->world, regions[k], true, NULL)), w->loads++;
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
    for (uint64_t seed = 1; seed <= 30; seed++) {
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
    print_message("arrived %d, loads %d, excess %.3f %%, worst %.2f\n", sum.arrived, sum.loads,
                  100 * (sum.walked / sum.optimum - 1), worst);
    assert_true(sum.arrived > 80);
    files_leave();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loaded_worlds_answer_like_others),
        cmocka_unit_test(queries_never_touch_what_is_not_loaded),
        cmocka_unit_test(walkers_arrive_with_a_budget),
    };
    return run_unit_tests(tests);
}
