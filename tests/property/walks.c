// walks.c: does a path that is refined while it is walked, repaired and led to other goals while the map
// changes end where its query would end, and begin where the walker is? Queries of every kind (a goal,
// several, an area, a class; ends that give way, partial paths; profiles) on small maps with links, walls,
// one-way steps and hexagons, which are edited, saved, mapped and streamed meanwhile. Compared with brute
// force and a textbook Dijkstra over the map as it is.
//     property_walks [--worlds N] [--first SEED] [--walks N] [--steps N] [--most SIDE]
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "expected_answer.h"
#include "files.h"
#include "verify.h"
#include "wend/stream.h"
#include "wend/wend.h"
#include "world_operation.h"

enum { MOST_GOALS = 5, WHOLE_REST = 1 << 20 };

typedef struct counts {
    int64_t walks, ended, partial, broken, changes, repairs, chases, cuts, snapped, profiled, places, waits,
        refined;
    double pieces, whole, greatest_ratio; // costs of paths in pieces and at once; the greatest ratio
} counts;

typedef struct fixture {
    world_model model;
    wend_world* world;
    oracle* truth; // of the profile of the query, as the map is now; NULL: not known yet
    wend_search* search;
    wend_path *path, *other;
    wend_query query; // what the path is to answer by now
    wend_tile asked[MOST_GOALS], snapped[MOST_GOALS];
    wend_tile asked_start; // that the path stands for
    wend_tile* tiles;      // of a place
    bool changed;          // the map, since the rest was planned
    rng random;
    counts counts;
} fixture;

static bool same_tile(wend_tile a, wend_tile b) {
    return a.x == b.x && a.y == b.y;
}

static bool is_place(const wend_query* query) {
    return query->goal_area.width > 0 || query->goal_class >= 0;
}

static const wend_grid* grid_of(const fixture* f) {
    return wend_world_grid(wend_world_profile(f->world, f->query.profile));
}

static int32_t tile_count(const wend_path* path) {
    int32_t count;
    wend_path_tiles(path, &count);
    return count;
}

static wend_tile tile_at(const wend_path* path, int32_t index) {
    int32_t count;
    return wend_path_tiles(path, &count)[index];
}

static wend_tile last_tile(const wend_path* path) {
    return tile_at(path, tile_count(path) - 1);
}

static void forget_truth(fixture* f) {
    oracle_destroy(f->truth);
    f->truth = NULL;
}

// ---- what is expected

// The goals of the query, as the map is now.
static query_goals goals_now(fixture* f) {
    const wend_grid *grid = grid_of(f), *classes = wend_world_grid(f->world);
    const wend_query* q = &f->query;
    if (!is_place(q)) {
        const wend_tile* asked = q->goal_count > 0 ? f->asked : &q->goal;
        const int32_t count = q->goal_count > 0 ? q->goal_count : 1;
        for (int32_t i = 0; i < count; i++) f->snapped[i] = expected_snap(grid, asked[i], (double)q->snap);
        return (query_goals){asked, f->snapped, count, true};
    }
    int32_t count = 0;
    const wend_rect r = q->goal_area;
    for (int32_t y = 0; y < f->model.map.height; y++)
        for (int32_t x = 0; x < f->model.map.width; x++)
            if (q->goal_class >= 0 ? wend_grid_class(classes, (wend_tile){x, y}) == q->goal_class
                                   : x >= r.x && y >= r.y && x < r.x + r.width && y < r.y + r.height)
                f->tiles[count++] = (wend_tile){x, y};
    return (query_goals){f->tiles, f->tiles, count, false};
}

static expected_answer expect_from(fixture* f, wend_tile start, bool gives_way) {
    const query_goals goals = goals_now(f);
    wend_query query = f->query;
    query.start = start;
    if (!gives_way) query.snap = 0;
    if (!f->truth) f->truth = oracle_of_grid(grid_of(f));
    return expect_answer(f->truth, grid_of(f), &query, &goals);
}

static bool has_path(const expected_answer* e) {
    return e->outcome == WEND_FOUND || e->outcome == WEND_PARTIAL;
}

static bool is_goal(const expected_answer* e, wend_tile tile) {
    bool found = false;
    for (int32_t i = 0; i < e->goals.count; i++) found |= same_tile(e->goals.tiles[i], tile);
    return found;
}

// A path with nothing left to refine.
static const char* check_end(const fixture* f, const expected_answer* e, const wend_path* path) {
    static char text[VERIFY_TEXT];
    if (wend_path_outcome(path) != e->outcome) return wend_outcome_string(wend_path_outcome(path));
    if (!has_path(e)) return tile_count(path) > 0 ? "tiles without a path" : NULL;
    const wend_tile last = last_tile(path), goal = wend_path_goal_tile(path);
    if (e->outcome == WEND_FOUND ? !same_tile(last, goal) : !same_tile(last, e->last))
        return "ends at another tile";
    if (!is_goal(e, goal)) return "another goal";
    if ((double)wend_path_integer_cost(path) < e->cost) return "cheaper than the optimum";
    return verify_path(grid_of(f), path, tile_at(path, 0), last, text);
}

// Begins where it did, and says which tile was asked for.
static const char* check_start(const fixture* f, wend_tile start) {
    wend_tile from, to;
    const wend_snapped moved = wend_path_snapped(f->path, &from, &to);
    if (!same_tile(tile_at(f->path, 0), start)) return "begins at another tile";
    if (!same_tile(wend_path_start_tile(f->path), start)) return "names another first tile";
    if (!same_tile(from, f->asked_start) || moved.start != !same_tile(from, start))
        return "stands for another start";
    return NULL;
}

// ---- what a walker does

static void planned(fixture* f) {
    f->changed = false;
}

// Loads all of a streamed world; of others all is.
static void load_all(fixture* f) {
    const wend_rect all = {0, 0, f->model.map.width, f->model.map.height};
    wend_world_load(f->world, all, false, NULL);
}

// Refines a path to its end. The map is as it was when the rest was planned.
static wend_result refine_all(fixture* f, wend_path* path) {
    wend_result result = WEND_OK;
    while (result == WEND_OK && wend_path_get_rest(path) == WEND_REST_READY)
        result = wend_path_refine(f->search, f->world, path, rng_between(&f->random, 1, 60), NULL);
    return result;
}

// The path so far and the same query at once.
static const char* check_new(fixture* f, const wend_query* asked) {
    wend_query query = *asked;
    query.first_tiles = 0;
    if (wend_find_path(f->search, f->world, &query, f->other, NULL) != WEND_OK) return "a query fails";
    const expected_answer e = expect_from(f, query.start, true);
    const char* fault = check_answer(&e, grid_of(f), &query, f->other);
    if (fault) return fault;
    if ((tile_count(f->path) > 0) != has_path(&e)) return "another outcome by first tiles";
    if (wend_path_goal(f->path) != wend_path_goal(f->other) ||
        !same_tile(wend_path_goal_tile(f->path), wend_path_goal_tile(f->other)))
        return "another goal by first tiles";
    const wend_path_rest rest = wend_path_get_rest(f->path);
    if (rest != WEND_REST_NONE && rest != WEND_REST_READY) return "a new path waits or is broken";
    if (has_path(&e)) {
        const wend_snapped moved = wend_path_snapped(f->other, &(wend_tile){0, 0}, &(wend_tile){0, 0});
        f->counts.snapped += moved.start || moved.goal;
        return check_start(f, e.start);
    }
    return NULL;
}

// To the end without a change: the answer is that of a whole query, and costs hardly more.
static const char* end_at_once(fixture* f, const wend_query* asked) {
    const expected_answer e = expect_from(f, asked->start, true);
    if (refine_all(f, f->path) != WEND_OK) return "a refinement fails";
    if (wend_path_get_rest(f->path) != WEND_REST_NONE) return "a path does not end";
    const char* fault = check_answer(&e, grid_of(f), asked, f->path);
    if (fault) return fault;
    if (wend_path_outcome(f->path) == WEND_FOUND && asked->goal_count > 0 &&
        wend_path_goal(f->path) != wend_path_goal(f->other))
        return "another of several goals";
    if (!has_path(&e) || asked->algorithm != WEND_HPA) return NULL;
    const double pieces = wend_path_cost(f->path), whole = wend_path_cost(f->other);
    f->counts.pieces += pieces;
    f->counts.whole += whole;
    if (whole > 0) f->counts.greatest_ratio = fmax(f->counts.greatest_ratio, pieces / whole);
    f->counts.ended++;
    f->counts.partial += e.outcome == WEND_PARTIAL;
    return pieces > 2 * whole ? "costs much more in pieces" : NULL;
}

static wend_tile any_tile(fixture* f) {
    wend_tile tile = {0, 0};
    for (int32_t i = 0; i < 3; i++) {
        tile = (wend_tile){rng_below(&f->random, f->model.map.width),
                           rng_below(&f->random, f->model.map.height)};
        if (plain_map_cost(&f->model.map, tile) > 0) break;
    }
    return tile;
}

// Closes, or opens, a ring of tiles around a tile.
static world_operation ring_around(fixture* f, wend_tile tile) {
    const int32_t reach = rng_between(&f->random, 1, 5);
    const int32_t left = tile.x > reach ? tile.x - reach : 0, top = tile.y > reach ? tile.y - reach : 0;
    const int32_t right = tile.x + reach < f->model.map.width ? tile.x + reach : f->model.map.width - 1,
                  bottom = tile.y + reach < f->model.map.height ? tile.y + reach : f->model.map.height - 1;
    const wend_rect sides[4] = {{left, top, right - left + 1, 1},
                                {left, bottom, right - left + 1, 1},
                                {left, top, 1, bottom - top + 1},
                                {right, top, 1, bottom - top + 1}};
    const uint8_t terrain_class = rng_chance(&f->random, 70) ? 0 : 1;
    world_operation operation = {.kind = OPERATION_EDIT, .edit_count = 4};
    for (int32_t i = 0; i < 4; i++) operation.edits[i] = wend_edit_tiles(sides[i], terrain_class);
    return operation;
}

static void draw_query(fixture* f) {
    static const float radii[] = {0, 0, 1.42f, 3.7f, 10, INFINITY};
    static const wend_algorithm others[] = {WEND_EXACT, WEND_ASTAR, WEND_BFS, WEND_GREEDY};
    rng* r = &f->random;
    const wend_tile start = any_tile(f), goal = any_tile(f);
    wend_query* q = &f->query;
    *q = wend_default_query(start, goal);
    if (rng_chance(r, 10)) q->algorithm = others[rng_below(r, 4)];
    q->refinement = rng_chance(r, 70) ? WEND_REFINE_SWEEP : WEND_REFINE_ASTAR;
    q->profile = rng_below(r, f->model.profile_count + 1);
    q->snap = radii[rng_below(r, 6)];
    q->partial = rng_chance(r, 60);
    q->smooth = rng_chance(r, 25);
    q->first_tiles = rng_chance(r, 85) ? rng_between(r, 1, 30) : 0;
    switch (rng_below(r, 6)) {
    case 0:
        q->goals = f->asked;
        q->goal_count = rng_between(r, 2, MOST_GOALS);
        for (int32_t i = 0; i < q->goal_count; i++) f->asked[i] = any_tile(f);
        break;
    case 1:
        q->goal_area = (wend_rect){goal.x, goal.y, rng_between(r, 1, f->model.map.width - goal.x),
                                   rng_between(r, 1, f->model.map.height - goal.y)};
        break;
    case 2:
        q->goal_class = wend_grid_class(wend_world_grid(f->world), any_tile(f));
        break;
    default:
        break;
    }
}

// Of several goals, the path is one to the goal that it has reached.
static void keep_one_goal(fixture* f) {
    if (f->query.goal_count == 0) return;
    const int32_t goal = wend_path_goal(f->path);
    f->query.goal = f->asked[goal >= 0 ? goal : 0];
    f->query.goals = NULL;
    f->query.goal_count = 0;
}

// Begins a walk. *walks_out: there is a path.
static const char* begin_walk(fixture* f, bool* walks_out) {
    *walks_out = false;
    forget_truth(f);
    draw_query(f);
    wend_query* q = &f->query;
    f->asked_start = q->start;
    if (rng_chance(&f->random, 40)) {
        const world_operation walls = ring_around(f, q->goal);
        const char* fault = world_operation_do(&walls, &f->model, &f->world);
        if (fault) return fault;
    }
    if (rng_chance(&f->random, 25)) { // ground can be unloaded until it is edited
        const world_operation reopen = {.kind = OPERATION_STREAM};
        const char* fault = world_operation_do(&reopen, &f->model, &f->world);
        if (fault) return fault;
    }
    wend_result result;
    if (rng_chance(&f->random, 20)) {
        result = wend_search_begin(f->search, f->world, q);
        for (bool done = false; result == WEND_OK && !done;) result = wend_search_step(f->search, 9, &done);
        if (result == WEND_OK) result = wend_search_finish(f->search, f->path, NULL);
    } else {
        result = wend_find_path(f->search, f->world, q, f->path, NULL);
    }
    if (result != WEND_OK) return "a query fails";
    planned(f);
    f->counts.walks++;
    f->counts.profiled += q->profile > 0;
    f->counts.places += is_place(q);
    const wend_query asked = *q;
    const char* fault = check_new(f, &asked);
    if (!fault && rng_chance(&f->random, 40)) fault = end_at_once(f, &asked);
    if (fault) return fault;
    keep_one_goal(f);
    *walks_out = tile_count(f->path) > 0;
    return NULL;
}

// Adds all that is left, planned again where the map has changed. What was there stays.
static const char* refine_to_the_end(fixture* f) {
    if (wend_path_get_rest(f->path) == WEND_REST_NONE) return NULL;
    const int32_t before = tile_count(f->path);
    const wend_tile first = tile_at(f->path, 0), joint = last_tile(f->path);
    const expected_answer e = expect_from(f, joint, false);
    if (wend_path_refine(f->search, f->world, f->path, WHOLE_REST, NULL) != WEND_OK)
        return "a refinement fails";
    const char* fault = check_start(f, first);
    if (fault) return fault;
    planned(f);
    f->counts.refined++;
    if (!same_tile(tile_at(f->path, before - 1), joint)) return "a refinement changes tiles";
    const wend_path_rest rest = wend_path_get_rest(f->path);
    if (!has_path(&e)) {
        f->counts.broken++;
        if (rest != WEND_REST_BROKEN) return "leads on where no path does";
        return tile_count(f->path) == before ? NULL : "adds tiles to a broken path";
    }
    if (rest == WEND_REST_BROKEN) return "is broken where a path leads on";
    if (rest != WEND_REST_NONE) return "does not end";
    f->counts.partial += e.outcome == WEND_PARTIAL;
    // Only what was added is known to be right.
    if (wend_path_cut(f->search, f->world, f->path, before - 1) != WEND_OK) return "a cut fails";
    f->asked_start = joint;
    return check_end(f, &e, f->path);
}

// A few tiles more, sometimes while some ground is not loaded.
static const char* refine_some(fixture* f) {
    if (wend_path_get_rest(f->path) == WEND_REST_NONE) return NULL;
    const int32_t before = tile_count(f->path), wanted = rng_between(&f->random, 1, 40);
    const wend_tile first = tile_at(f->path, 0), joint = last_tile(f->path);
    bool all = true;
    if (!f->changed && rng_chance(&f->random, 50)) {
        const wend_tile at = rng_chance(&f->random, 50) ? joint : any_tile(f);
        all = wend_world_unload(f->world, (wend_rect){at.x, at.y, 1, 1}) != WEND_OK;
    }
    const wend_result result = wend_path_refine(f->search, f->world, f->path, wanted, NULL);
    if (!all) load_all(f);
    if (result != WEND_OK) return "a refinement fails";
    planned(f);
    f->counts.refined++;
    const char* fault = check_start(f, first);
    if (fault) return fault;
    const wend_path_rest rest = wend_path_get_rest(f->path);
    if (!same_tile(tile_at(f->path, before - 1), joint)) return "a refinement changes tiles";
    f->counts.waits += rest == WEND_REST_WAITING;
    if (rest == WEND_REST_WAITING && all) return "waits although all is loaded";
    if (rest == WEND_REST_READY && all && tile_count(f->path) < before + wanted) return "adds too few tiles";
    return NULL;
}

static const char* change(fixture* f) {
    const world_operation operation = rng_chance(&f->random, 25)
                                          ? ring_around(f, f->query.goal)
                                          : world_operation_draw(&f->model, &f->random);
    forget_truth(f);
    f->changed = true;
    f->counts.changes++;
    return world_operation_do(&operation, &f->model, &f->world);
}

static const char* cut(fixture* f) {
    const int32_t walked = rng_below(&f->random, tile_count(f->path));
    f->asked_start = tile_at(f->path, walked);
    f->counts.cuts++;
    if (wend_path_cut(f->search, f->world, f->path, walked) != WEND_OK) return "a cut fails";
    return check_start(f, f->asked_start);
}

// What a repair or a chase has made of a path that began at a tile. goal_kept: a repair keeps the goal.
static const char* check_changed(fixture* f, const expected_answer* e, bool goal_kept) {
    if (tile_count(f->path) == 0) return wend_path_outcome(f->path) == e->outcome ? NULL : "a path is lost";
    if (e->outcome == WEND_START_BLOCKED) return "begins on a blocked tile";
    const char* fault = check_start(f, e->start);
    if (fault) return fault;
    if (!wend_path_is_valid(f->path, f->world, NULL)) return "is not valid";
    if (wend_path_get_rest(f->path) != WEND_REST_NONE) return NULL; // judged when it is refined
    // It may still lead to what once took the place of a blocked goal.
    if (goal_kept && wend_path_outcome(f->path) == WEND_FOUND && !is_goal(e, wend_path_goal_tile(f->path)))
        return f->query.snap > 0 ? NULL : "another goal";
    return check_end(f, e, f->path);
}

static const char* repair(fixture* f) {
    const wend_tile first = tile_at(f->path, 0), goal = wend_path_goal_tile(f->path);
    const bool valid = wend_path_is_valid(f->path, f->world, NULL);
    const bool ends_short =
        wend_path_outcome(f->path) == WEND_PARTIAL && wend_path_get_rest(f->path) == WEND_REST_NONE;
    const uint64_t hash = wend_path_hash(f->path);
    const expected_answer e = expect_from(f, first, true);
    const bool ends_right =
        wend_path_get_rest(f->path) != WEND_REST_NONE || !is_place(&f->query) || is_goal(&e, goal);
    if (wend_path_repair(f->search, f->world, f->path, NULL) != WEND_OK) return "a repair fails";
    f->counts.repairs++;
    if (valid && !ends_short && ends_right && wend_path_hash(f->path) != hash)
        return "a valid path is changed";
    if (valid && !ends_short && ends_right) return check_start(f, first);
    return check_changed(f, &e, same_tile(wend_path_goal_tile(f->path), goal));
}

static const char* chase(fixture* f) {
    wend_tile goal = any_tile(f);
    if (rng_chance(&f->random, 60)) {
        goal = wend_path_goal_tile(f->path);
        goal.x += rng_between(&f->random, -2, 2);
        goal.y += rng_between(&f->random, -2, 2);
        if (!wend_grid_contains(grid_of(f), goal)) return NULL;
    }
    if (same_tile(goal, f->query.goal)) return repair(f);
    const wend_tile first = tile_at(f->path, 0);
    f->query.goal = goal;
    f->query.goal_area = (wend_rect){0, 0, 0, 0};
    f->query.goal_class = -1;
    const expected_answer e = expect_from(f, first, true);
    if (wend_path_chase(f->search, f->world, f->path, goal, NULL) != WEND_OK) return "a chase fails";
    f->counts.chases++;
    return check_changed(f, &e, false);
}

typedef struct action {
    int32_t chance; // in a hundred
    const char* name;
    const char* (*take)(fixture* f);
} action;

static const action* draw_action(rng* r) {
    static const action actions[] = {{35, "change", change}, {20, "refine some", refine_some},
                                     {8, "cut", cut},        {10, "repair", repair},
                                     {12, "chase", chase},   {15, "refine", refine_to_the_end}};
    int32_t i = 0;
    for (int32_t dice = rng_below(r, 100); dice >= actions[i].chance; i++) dice -= actions[i].chance;
    return &actions[i];
}

static bool check_world(fixture* f, uint64_t seed, int32_t walks, int32_t steps, int32_t most) {
    f->random = rng_seeded(seed ^ 0x5eed);
    f->world = world_model_make(&f->model, seed, most, false);
    if (rng_chance(&f->random, 30)) { // of worlds with profiles, none is streamed
        f->model.profile_count = 0;
        wend_world_destroy(f->world);
        f->world = world_model_build(&f->model);
    }
    f->tiles = malloc((size_t)f->model.map.width * (size_t)f->model.map.height * sizeof *f->tiles);
    if (!f->tiles) abort();
    const char *fault = NULL, *name = "find";
    for (int32_t walk = 0, at = 0; walk < walks && !fault; walk++) {
        bool walks_on;
        name = "find";
        fault = begin_walk(f, &walks_on);
        for (at = 0; at < steps && walks_on && !fault; at++) {
            const action* next = draw_action(&f->random);
            name = next->name;
            fault = next->take(f);
            walks_on = tile_count(f->path) > 0;
        }
        if (!fault && walks_on) fault = refine_to_the_end(f);
        if (!fault) continue;
        char text[MAP_RECIPE_TEXT];
        const wend_query* q = &f->query;
        fprintf(stderr,
                "%s: %s in walk %d, step %d, from %d,%d to %d,%d (%d goals, area %d,%d,%d,%d, class %d), "
                "algorithm "
                "%d, profile %d, first tiles %d, snap %g, partial %d, smooth %d; seed %llu, map \"%s\"\n",
                fault, name, walk, at, q->start.x, q->start.y, q->goal.x, q->goal.y, q->goal_count,
                q->goal_area.x, q->goal_area.y, q->goal_area.width, q->goal_area.height, q->goal_class,
                (int)q->algorithm, q->profile, q->first_tiles, (double)q->snap, q->partial, q->smooth,
                (unsigned long long)seed, map_recipe_print(&f->model.recipe, text));
    }
    forget_truth(f);
    free(f->tiles);
    wend_world_destroy(f->world);
    world_model_free(&f->model);
    return !fault;
}

int main(int argc, char** argv) {
    const int64_t worlds = number_argument(argc, argv, "--worlds", 300);
    const int64_t first = number_argument(argc, argv, "--first", 1);
    const int64_t walks = number_argument(argc, argv, "--walks", 4);
    const int64_t steps = number_argument(argc, argv, "--steps", 12);
    const int64_t most = number_argument(argc, argv, "--most", 64);
    static fixture f;
    wend_search_def def = wend_default_search_def();
    if (wend_search_create(&def, &f.search) != WEND_OK || wend_path_create(NULL, &f.path) != WEND_OK ||
        wend_path_create(NULL, &f.other) != WEND_OK)
        abort();
    files_enter();
    int32_t failures = 0;
    for (int64_t i = 0; i < worlds && failures < 5; i++)
        failures += !check_world(&f, (uint64_t)(first + i), (int32_t)walks, (int32_t)steps, (int32_t)most);
    files_leave();
    const counts* c = &f.counts;
    printf(
        "%lld worlds, %lld walks (%lld by profiles, %lld snapped, %lld to places), %lld refined at once to "
        "their end for %.3f %% more, at most %.1f %%; %lld changes, %lld cuts, %lld repairs, %lld chases, "
        "%lld refinements, %lld partial paths, %lld broken, %lld waits; %d failures\n",
        (long long)worlds, (long long)c->walks, (long long)c->profiled, (long long)c->snapped,
        (long long)c->places, (long long)c->ended, 100 * (c->pieces / fmax(c->whole, 1) - 1),
        100 * (c->greatest_ratio - 1), (long long)c->changes, (long long)c->cuts, (long long)c->repairs,
        (long long)c->chases, (long long)c->refined, (long long)c->partial, (long long)c->broken,
        (long long)c->waits, failures);
    wend_path_destroy(f.path);
    wend_path_destroy(f.other);
    wend_search_destroy(f.search);
    return failures > 0 || c->snapped == 0 || c->partial == 0 || c->broken == 0 || c->repairs == 0 ||
           c->chases == 0 || c->pieces > 1.01 * c->whole;
}
