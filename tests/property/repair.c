// repair.c: paths on worlds under random edits. wend_path_is_valid agrees with a check of every step; a
// repaired path is right and costs no more than its bound; paths that were cut, and those that follow a goal,
// are right too. Where memory runs out, the path is as it was.
//     property_repair [--maps N] [--first SEED] [--edits N]
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "dijkstra.h"
#include "maps.h"
#include "test_memory.h"
#include "verify.h"
#include "wend/wend.h"

typedef struct fixture {
    map_recipe recipe;
    int32_t classes; // 1 .. classes have costs
    test_memory memory;
    wend_world* world;
    wend_search *search, *other_search; // the second for comparison, with memory that never runs out
    wend_path *path, *other;
    wend_query query; // that the path answers now
    int32_t links;    // of the path
    rng random;
    int64_t checks, valid, repairs, whole, legs, cuts, chases, tails, refused, needless;
    double repair_excess, chase_excess, chase_worst;
} fixture;

static bool fails(const fixture* f, const char* what) {
    return map_fails(&f->recipe, what);
}

static bool has_tiles(const wend_path* path) {
    int32_t count;
    wend_path_tiles(path, &count);
    return count > 0;
}

static wend_tile end_of(const wend_path* path, bool last) {
    int32_t count;
    const wend_tile* tiles = wend_path_tiles(path, &count);
    return tiles[last ? count - 1 : 0];
}

// ---- edits

static wend_tile near_path(fixture* f) {
    int32_t count;
    const wend_tile* tiles = wend_path_tiles(f->path, &count);
    if (count == 0 || rng_chance(&f->random, 30))
        return map_random_tile(wend_world_grid(f->world), &f->random);
    return tiles[rng_below(&f->random, count)];
}

static wend_edit random_edit(fixture* f) {
    const wend_grid* grid = wend_world_grid(f->world);
    const wend_tile at = near_path(f);
    if (rng_chance(&f->random, 20)) {
        const wend_tile to = {at.x + rng_between(&f->random, -1, 1), at.y + rng_between(&f->random, -1, 1)};
        const bool closed = rng_chance(&f->random, 70);
        if (wend_grid_contains(grid, to) && (to.x != at.x || to.y != at.y))
            return rng_chance(&f->random, 50) ? wend_edit_wall(at, to, closed)
                                              : wend_edit_step(at, to, closed);
    }
    wend_rect area = {at.x, at.y, 1, 1};
    if (rng_chance(&f->random, 30)) { // a wall across the path
        const int32_t half = rng_between(&f->random, 1, 12);
        const bool across = rng_chance(&f->random, 50);
        area.x = across && at.x > half ? at.x - half : at.x;
        area.y = !across && at.y > half ? at.y - half : at.y;
        if (across) area.width = at.x - area.x + 1;
        if (!across) area.height = at.y - area.y + 1;
    }
    const bool block = rng_chance(&f->random, 50);
    return wend_edit_tiles(area, (uint8_t)(block ? 0 : rng_between(&f->random, 1, f->classes)));
}

static void edit_link(fixture* f) {
    int32_t count;
    const wend_link* links = wend_grid_links(wend_world_grid(f->world), &count);
    if (count == 0) return;
    const wend_link link = links[rng_below(&f->random, count)];
    wend_result result =
        rng_chance(&f->random, 30)
            ? wend_world_remove_link(f->world, link.id)
            : wend_world_set_link(f->world, link.id, link.cost + (float)rng_below(&f->random, 2),
                                  rng_chance(&f->random, 60));
    if (result != WEND_OK) abort();
}

static void edit(fixture* f) {
    wend_edit batch[4];
    const int32_t count = rng_between(&f->random, 1, 4);
    for (int32_t k = 0; k < count; k++) batch[k] = random_edit(f);
    if (wend_world_edit(f->world, batch, count, NULL) != WEND_OK) abort();
    if (rng_chance(&f->random, 30)) edit_link(f);
    if (rng_chance(&f->random, 20) && wend_world_refresh(f->world, 0, NULL) != WEND_OK) abort();
}

// ---- checks

// True when a point that moves along the waypoints never touches a blocked tile.
static bool lines_are_free(const wend_path* path, const wend_grid* grid) {
    int32_t count, link_count, link = 0;
    const wend_vec2* points = wend_path_waypoints(path, &count);
    const wend_path_link* links = wend_path_links(path, &link_count);
    for (int32_t i = 0; i + 1 < count; i++) {
        if (link < link_count && links[link].waypoint == i) {
            link++;
            continue;
        }
        const float dx = points[i + 1].x - points[i].x, dy = points[i + 1].y - points[i].y;
        const int32_t steps = 4 * (int32_t)hypotf(dx, dy) + 1;
        for (int32_t k = 0; k <= steps; k++) {
            const float at = ((float)k + 0.37f) / ((float)steps + 1);
            wend_tile tile;
            if (wend_grid_tile_at(grid, (wend_vec2){points[i].x + at * dx, points[i].y + at * dy}, &tile) !=
                    WEND_OK ||
                !wend_grid_passable(grid, tile))
                return false;
        }
    }
    return true;
}

// The sum of the integer costs of the steps, without links.
static wend_cost units_of(const wend_path* path, const wend_grid* grid) {
    int32_t count, link_count, link = 0;
    const wend_tile* tiles = wend_path_tiles(path, &count);
    const wend_path_link* links = wend_path_links(path, &link_count);
    const bool hex = wend_grid_connectivity(grid) >= WEND_CONNECTIVITY_HEX_ODD_R;
    wend_cost sum = 0;
    for (int32_t i = 1; i < count; i++) {
        const uint8_t entered = wend_grid_class(grid, tiles[i]);
        const bool diagonal = tiles[i].x != tiles[i - 1].x && tiles[i].y != tiles[i - 1].y && !hex;
        if (link < link_count && links[link].tile == i - 1)
            link++;
        else
            sum += diagonal ? wend_grid_diagonal_cost(grid, entered) : wend_grid_straight_cost(grid, entered);
    }
    return sum;
}

static bool check_validity(fixture* f) {
    const wend_grid* grid = wend_world_grid(f->world);
    char text[VERIFY_TEXT];
    int32_t broken = 99999999, count;
    const bool valid = wend_path_is_valid(f->path, f->world, &broken);
    if (!has_tiles(f->path)) return !valid || fails(f, "valid without tiles");
    wend_path_tiles(f->path, &count);
    wend_path_links(f->path, &f->links);
    const char* fault = verify_path(grid, f->path, end_of(f->path, false), end_of(f->path, true), text);
    // Different costs may have the same integer units, by which paths are compared.
    if (fault && strncmp(fault, "costs ", 6) == 0 && !f->query.hex_diagonals && f->links == 0 &&
        units_of(f->path, grid) == wend_path_integer_cost(f->path))
        fault = NULL;
    f->checks++;
    f->valid += valid;
    if (valid != (broken == -1) || broken < -1 || broken >= count) return fails(f, "no good index");
    if (valid && fault) {
        fprintf(stderr, "%s\n", fault);
        return fails(f, "valid, but a step has changed");
    }
    if (valid && f->query.smooth && !lines_are_free(f->path, grid))
        return fails(f, "valid, but a waypoint lies behind a wall");
    if (!valid && !fault && !f->query.smooth) return fails(f, "not valid, but nothing has changed");
    f->needless += !valid && !fault;
    return true;
}

// The path answers its query, as far as can be told without its cost.
static bool check_answer(fixture* f) {
    const wend_grid* grid = wend_world_grid(f->world);
    char text[VERIFY_TEXT];
    const wend_outcome outcome = wend_path_outcome(f->path);
    const char* fault = verify_answer(grid, &f->query, f->path, text);
    if (fault) {
        fprintf(stderr, "%s\n", fault);
        return fails(f, "a wrong path");
    }
    const bool connected = wend_world_connected(f->world, f->query.start, f->query.goal);
    if ((outcome == WEND_FOUND) != connected) return fails(f, "a path where there is none, or none");
    if (outcome == WEND_FOUND && f->query.smooth && !lines_are_free(f->path, grid))
        return fails(f, "waypoints lead through a wall");
    if (outcome == WEND_FOUND && !wend_path_is_valid(f->path, f->world, NULL))
        return fails(f, "a new path is not valid");
    return true;
}

static wend_cost new_cost(fixture* f) {
    wend_query query = f->query;
    query.smooth = false;
    if (wend_find_path(f->other_search, f->world, &query, f->other, NULL) != WEND_OK) abort();
    return wend_path_integer_cost(f->other);
}

typedef struct state { // what must not change on an error
    uint64_t hash;
    double cost;
    int32_t waypoints, links;
} state;

static state state_of(const wend_path* path) {
    state s = {.hash = wend_path_hash(path), .cost = wend_path_cost(path)};
    wend_path_waypoints(path, &s.waypoints);
    wend_path_links(path, &s.links);
    return s;
}

typedef enum change { REPAIR, CUT, CHASE } change;

static wend_result apply(fixture* f, change what, int32_t walked, wend_tile goal, wend_stats* stats) {
    switch (what) {
    case REPAIR:
        return wend_path_repair(f->search, f->world, f->path, stats);
    case CUT:
        return wend_path_cut(f->search, f->world, f->path, walked);
    default:
        return wend_path_chase(f->search, f->world, f->path, goal, stats);
    }
}

// Changes the path; sometimes memory runs out first.
static bool change_path(fixture* f, change what, int32_t walked, wend_tile goal, wend_stats* stats) {
    if (rng_chance(&f->random, 15)) {
        const state before = state_of(f->path);
        const bool valid = wend_path_is_valid(f->path, f->world, NULL);
        f->memory.fail_at = f->memory.calls + rng_below(&f->random, 4);
        wend_result result = apply(f, what, walked, goal, stats);
        f->memory.fail_at = -1;
        if (result == WEND_OK) return true;
        const state after = state_of(f->path);
        if (result != WEND_ERROR_MEMORY || memcmp(&before, &after, sizeof before) != 0 ||
            valid != wend_path_is_valid(f->path, f->world, NULL))
            return fails(f, "a change that failed has changed something");
        f->refused++;
    }
    return apply(f, what, walked, goal, stats) == WEND_OK || fails(f, "a change failed");
}

static bool repair(fixture* f) {
    wend_stats stats;
    const bool valid = wend_path_is_valid(f->path, f->world, NULL), tiles = has_tiles(f->path);
    const wend_cost before = wend_path_integer_cost(f->path);
    if (!change_path(f, REPAIR, 0, f->query.goal, &stats) || !check_answer(f)) return false;
    if (valid && stats.clusters_refined + stats.expanded > 0)
        return fails(f, "a valid path was planned again");
    if (wend_path_outcome(f->path) != WEND_FOUND || valid || !tiles) return true;
    const wend_cost cost = wend_path_integer_cost(f->path), fresh = new_cost(f);
    if (cost > before + before / 10 && cost > fresh) return fails(f, "a repair costs more than its bound");
    f->repairs++;
    f->repair_excess += fresh > 0 ? (double)cost / (double)fresh - 1 : 0;
    return true;
}

static bool cut(fixture* f) {
    int32_t count, after;
    wend_path_tiles(f->path, &count);
    if (count == 0) return true;
    const int32_t walked = rng_below(&f->random, count < 20 ? count : 20);
    const bool valid = wend_path_is_valid(f->path, f->world, NULL);
    const wend_tile* tiles = wend_path_tiles(f->path, &count);
    const wend_tile first = tiles[walked], goal = tiles[count - 1];
    if (!change_path(f, CUT, walked, goal, NULL)) return false;
    f->query.start = first;
    wend_path_tiles(f->path, &after);
    f->cuts++;
    if (after != count - walked || end_of(f->path, false).x != first.x || end_of(f->path, false).y != first.y)
        return fails(f, "a cut path has other tiles");
    return valid ? check_answer(f) : check_validity(f);
}

// Where each step costs the same in both directions.
static bool is_even(const fixture* f) {
    int32_t links;
    wend_grid_links(wend_world_grid(f->world), &links);
    return f->recipe.costs == COSTS_UNIT && links == 0 &&
           wend_grid_closed_step_count(wend_world_grid(f->world)) == 0;
}

static bool chase(fixture* f) {
    const wend_grid* grid = wend_world_grid(f->world);
    wend_tile goal = f->query.goal;
    if (!rng_chance(&f->random, 10)) {
        goal.x += rng_between(&f->random, -3, 3);
        goal.y += rng_between(&f->random, -3, 3);
    } else {
        goal = map_random_tile(grid, &f->random);
    }
    if (!wend_grid_contains(grid, goal)) return true;
    wend_stats stats;
    // An edit may have opened a shorter way, of which the path knows nothing.
    const bool detours = (double)wend_path_integer_cost(f->path) > 1.1 * (double)new_cost(f);
    if (!change_path(f, CHASE, 0, goal, &stats)) return false;
    f->query.goal = goal;
    if (!check_answer(f)) return false;
    f->chases++;
    if (wend_path_outcome(f->path) != WEND_FOUND) return true;
    const wend_cost cost = wend_path_integer_cost(f->path), fresh = new_cost(f);
    const double excess = fresh > 0 ? (double)cost / (double)fresh - 1 : 0;
    f->chase_excess += excess;
    f->tails += cost != fresh;
    if (is_even(f) && !detours && excess > f->chase_worst) f->chase_worst = excess;
    if (is_even(f) && !detours && excess > 0.31) return fails(f, "a chase costs more than its bound");
    return true;
}

static bool find(fixture* f) {
    const wend_grid* grid = wend_world_grid(f->world);
    static const wend_algorithm algorithms[] = {WEND_HPA, WEND_HPA, WEND_EXACT, WEND_ASTAR, WEND_BFS};
    f->query = wend_default_query(map_random_tile(grid, &f->random), map_random_tile(grid, &f->random));
    f->query.algorithm = algorithms[rng_below(&f->random, 5)];
    f->query.smooth = rng_chance(&f->random, 40);
    f->query.hex_diagonals = f->query.algorithm == WEND_ASTAR &&
                             wend_grid_connectivity(grid) >= WEND_CONNECTIVITY_HEX_ODD_R &&
                             rng_chance(&f->random, 50);
    return wend_find_path(f->search, f->world, &f->query, f->path, NULL) == WEND_OK && check_answer(f);
}

static bool check_map(fixture* f, uint64_t seed, int32_t edits) {
    f->recipe = map_recipe_random_any(seed, 200);
    f->recipe.seed = seed;
    f->random = rng_seeded(seed);
    f->world = map_make_linked_world(&f->recipe, seed % 2 ? 0 : rng_below(&f->random, 10));
    f->classes = map_last_class(wend_world_grid(f->world));
    bool good = find(f);
    for (int32_t i = 0; i < edits && good; i++) {
        edit(f);
        good = check_validity(f);
        if (good && rng_chance(&f->random, 30)) good = cut(f);
        if (good && rng_chance(&f->random, 80)) good = repair(f);
        if (good && rng_chance(&f->random, 40)) good = chase(f);
        if (good && rng_chance(&f->random, 15)) good = find(f);
    }
    wend_world_destroy(f->world);
    return good;
}

int main(int argc, char** argv) {
    static fixture f;
    const int64_t maps = number_argument(argc, argv, "--maps", 100);
    const int64_t first = number_argument(argc, argv, "--first", 1);
    const int64_t edits = number_argument(argc, argv, "--edits", 30);
    f.memory = test_memory_new();
    wend_allocator allocator = test_memory_allocator(&f.memory);
    wend_search_def def = wend_default_search_def();
    if (wend_search_create(&def, &f.other_search) != WEND_OK || wend_path_create(NULL, &f.other) != WEND_OK)
        abort();
    int32_t failures = 0;
    for (int64_t i = 0; i < maps && failures < 5; i++) {
        def.allocator = &allocator; // new ones, whose memory must grow
        if (wend_search_create(&def, &f.search) != WEND_OK ||
            wend_path_create(&allocator, &f.path) != WEND_OK)
            abort();
        failures += !check_map(&f, (uint64_t)(first + i), (int32_t)edits);
        wend_path_destroy(f.path);
        wend_search_destroy(f.search);
        if (f.memory.live != 0) failures += !fails(&f, "memory was not given back");
    }
    wend_path_destroy(f.other);
    wend_search_destroy(f.other_search);
    printf("%lld checks, %lld valid, %lld needlessly not; %lld repairs, mean excess %.3f %%; %lld cuts; %lld "
           "chases, mean excess %.3f %%, worst %.1f %%, %lld by tails; %lld without memory, %d failures\n",
           (long long)f.checks, (long long)f.valid, (long long)f.needless, (long long)f.repairs,
           100 * f.repair_excess / (double)(f.repairs + !f.repairs), (long long)f.cuts, (long long)f.chases,
           100 * f.chase_excess / (double)(f.chases + !f.chases), 100 * f.chase_worst, (long long)f.tails,
           (long long)f.refused, failures);
    return failures > 0 || f.valid == 0 || f.valid == f.checks || f.repairs == 0 || f.cuts == 0 ||
           f.chases == 0 || f.tails == 0 || f.refused == 0;
}
