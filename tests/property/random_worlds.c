// random_worlds.c: is every answer right on a world of any kind after any sequence of changes? Small maps of
// every connectivity with walls, one-way steps, links and up to four profiles, on several levels, change by
// edits, links and class costs; they are refreshed within a budget or not at all, saved, opened and mapped.
// In between, queries of every kind are compared with brute force and a textbook Dijkstra over a plain model
// that goes through the same changes: which tiles are reachable, legal steps, costs, the nearest reachable
// tile, ends that give way. A refreshed world equals a build of its model, byte for byte.
//     property_random_worlds [--worlds N] [--first SEED] [--actions N] [--most SIDE] [--asks N] [--files 1]
//     [--write FILE]
//     property_random_worlds --script FILE
// Each query is followed by others from the same tile, N in all. --files: worlds without profiles that are
// mostly mapped, patched and streamed, while ground comes and goes, and levels too. A failure prints the
// shortest sequence of actions that still fails, as a script; --write writes the script of the last world.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "expected_answer.h"
#include "files.h"
#include "reference_view.h"
#include "relief_model.h"
#include "verify.h"
#include "wend/wend.h"
#include "world_action.h"

typedef struct counts {
    int64_t changes, refused, outcomes[WEND_OUTCOME_COUNT], queries, profiled, pending, mapped, snapped,
        builds, optimal, compared, repairs, fields, explained, patched, streamed, gaps, missing, walked,
        levels;
} counts;

typedef struct fixture {
    world_model model;
    wend_world* world;
    oracle* truth[MODEL_PROFILES + 1]; // of each profile as it is now; NULL: not known yet
    wend_search* search;
    wend_path *path, *kept; // kept: of the last query that found one, if there is one
    bool keeps;
    wend_query kept_query;
    wend_path* walked; // is refined while the world changes
    int32_t walk_profile;
    bool walks;
    wend_field* field;
    wend_explanation* explanation;
    int64_t asks; // for each ASK
    counts counts;
} fixture;

// ---- the model as a profile sees it

static void forget_truth(fixture* f) {
    for (int32_t i = 0; i <= MODEL_PROFILES; i++) {
        oracle_destroy(f->truth[i]);
        f->truth[i] = NULL;
    }
}

// The distances on the view of a profile, which is compared with the model tile by tile. NULL: it differs.
static oracle* truth_of(fixture* f, int32_t profile, const char** fault_out) {
    if (f->truth[profile]) return f->truth[profile];
    const wend_profile_def as_is = wend_default_profile_def();
    const wend_grid* view = wend_world_grid(wend_world_profile(f->world, profile));
    wend_tile where;
    *fault_out = reference_check(&f->model.map, profile > 0 ? &f->model.profiles[profile - 1] : &as_is,
                                 profile, view, &where);
    if (*fault_out) {
        fprintf(stderr, "profile %d at %d,%d: ", profile, where.x, where.y);
        return NULL;
    }
    for (int32_t i = 0; i < f->model.map.width * f->model.map.height && f->model.map.elevations; i++) {
        where = (wend_tile){i % f->model.map.width, i / f->model.map.width};
        if (wend_grid_elevation(view, where) == f->model.map.elevations[i]) continue;
        fprintf(stderr, "profile %d at %d,%d: ", profile, where.x, where.y);
        *fault_out = "another elevation";
        return NULL;
    }
    const wend_relief_def map = relief_model;
    if (profile > 0) relief_model = relief_model_of(&f->model.profiles[profile - 1]);
    f->truth[profile] = oracle_of_grid(view);
    relief_model = map;
    return f->truth[profile];
}

// ---- actions

static wend_tile random_tile(const world_model* m, rng* r) {
    wend_tile tile;
    for (int32_t i = 0; i < 4; i++) {
        tile = (wend_tile){rng_below(r, m->map.width), rng_below(r, m->map.height)};
        if (plain_map_cost(&m->map, tile) > 0) break;
    }
    return tile;
}

static void draw_query(const fixture* f, rng* r, action* a) {
    static const float radii[] = {0, 0, 0.5f, 1.42f, 3.7f, INFINITY};
    static const wend_algorithm algorithms[] = {WEND_HPA,   WEND_HPA,      WEND_HPA, WEND_HPA,   WEND_EXACT,
                                                WEND_ASTAR, WEND_DIJKSTRA, WEND_BFS, WEND_GREEDY};
    const world_model* m = &f->model;
    a->query = wend_default_query(random_tile(m, r), random_tile(m, r));
    a->query.profile = rng_below(r, m->profile_count + 1);
    a->query.algorithm = algorithms[rng_below(r, 9)];
    a->query.refinement = (wend_refinement)rng_below(r, WEND_REFINEMENT_COUNT);
    a->query.snap = radii[rng_below(r, 6)];
    a->query.partial = rng_chance(r, 60);
    a->query.smooth = rng_chance(r, 20);
    a->on_grid = a->query.algorithm != WEND_HPA && rng_chance(r, 50);
    a->in_slices = rng_chance(r, 15);
    if (!rng_chance(r, 12)) return;
    a->query.goal_count = rng_between(r, 2, MOST_GOALS);
    for (int32_t i = 0; i < a->query.goal_count; i++) a->goals[i] = random_tile(m, r);
}

static void draw_action(const fixture* f, rng* r, action* out) {
    *out = (action){.kind = rng_chance(r, 55) ? ASK : CHANGE};
    if (rng_chance(r, 12)) out->kind = (action_kind)rng_between(r, REPAIR, EXPLAIN);
    if (out->kind == CHANGE) out->operation = world_operation_draw(&f->model, r);
    if (out->kind != CHANGE) draw_query(f, r, out);
    if (rng_chance(r, 5) && f->model.refreshed && f->model.declares_range) out->kind = COMPARE;
    if (!f->model.by_file) return;
    if (out->kind == ASK && rng_chance(r, 30)) out->kind = WALK;
    out->loads = rng_chance(r, 50);
    out->query.first_tiles = out->kind == WALK ? rng_between(r, 1, 40) : 0;
}

static wend_result ask(fixture* f, const wend_query* query, bool on_grid, bool in_slices) {
    const wend_world* view = wend_world_profile(f->world, query->profile);
    wend_query q = *query;
    if (on_grid) {
        q.profile = 0;
        const wend_result result = wend_world_verify(f->world, NULL);
        if (result != WEND_OK) return result;
    }
    if (!in_slices)
        return on_grid ? wend_find_path_on_grid(f->search, wend_world_grid(view), &q, f->path, NULL)
                       : wend_find_path(f->search, f->world, &q, f->path, NULL);
    wend_result result = on_grid ? wend_search_begin_on_grid(f->search, wend_world_grid(view), &q)
                                 : wend_search_begin(f->search, f->world, &q);
    for (bool done = false; result == WEND_OK && !done;) {
        bool refreshed = false;
        result = wend_search_step(f->search, 9, &done);
        if (result != WEND_OK || !f->model.by_file) continue;
        const wend_result refresh = wend_world_refresh(f->world, 1, &refreshed); // may need other ground
        f->model.refreshed |= refreshed;
        if (refresh != WEND_ERROR_NOT_LOADED) result = refresh;
    }
    return result == WEND_OK ? wend_search_finish(f->search, f->path, NULL) : result;
}

// With ground missing, a world answers what it can: not more than there is, and nothing wrong about ends that
// are loaded.
static const char* check_with_gaps(fixture* f, const action* a, wend_result result,
                                   const expected_answer* e) {
    static char text[VERIFY_TEXT];
    const wend_grid* grid = wend_world_grid(f->world);
    f->counts.gaps++;
    f->counts.missing += result == WEND_ERROR_NOT_LOADED;
    if (result != WEND_OK) return result == WEND_ERROR_NOT_LOADED ? NULL : "a query with gaps fails";
    const wend_outcome outcome = wend_path_outcome(f->path);
    const bool waits = wend_path_get_rest(f->path) == WEND_REST_WAITING;
    if (outcome == WEND_PARTIAL && !a->query.partial && !waits) return "a partial path waits for nothing";
    if (outcome == WEND_FOUND) {
        if (e->outcome != WEND_FOUND) return "a path with gaps that there is not";
        if ((double)wend_path_integer_cost(f->path) < e->cost) return "cheaper than the optimum, with gaps";
        return verify_path(grid, f->path, wend_path_start_tile(f->path), wend_path_goal_tile(f->path), text);
    }
    return outcome != WEND_PARTIAL && e->outcome == WEND_FOUND ? "no path with gaps where there is one"
                                                               : NULL;
}

static void count_answer(fixture* f, const action* a, const expected_answer* e) {
    const wend_snapped moved = wend_path_snapped(f->path, &(wend_tile){0, 0}, &(wend_tile){0, 0});
    f->counts.queries++;
    f->counts.outcomes[e->outcome]++;
    f->counts.profiled += a->query.profile > 0;
    f->counts.pending += !f->model.refreshed;
    f->counts.mapped += f->model.mapped;
    f->counts.snapped += moved.start || moved.goal;
    if (e->outcome != WEND_FOUND || a->query.algorithm != WEND_HPA) return;
    f->counts.compared++;
    f->counts.optimal += (double)wend_path_integer_cost(f->path) == e->cost;
}

static const char* ask_once(fixture* f, const action* a) {
    wend_query query = a->query;
    if (query.goal_count > 0) query.goals = a->goals;
    const bool gaps = world_has_gaps(f->world);
    const wend_result with_gaps = gaps ? ask(f, &query, a->on_grid, a->in_slices) : WEND_OK;
    const char* fault = NULL;
    oracle* truth = truth_of(f, query.profile, &fault);
    if (!truth) return fault;
    const wend_world* view = wend_world_profile(f->world, query.profile);
    const wend_grid* grid = wend_world_grid(view);
    const wend_tile* asked = query.goal_count > 0 ? a->goals : &query.goal;
    wend_tile tiles[MOST_GOALS];
    const int32_t count = query.goal_count > 0 ? query.goal_count : 1;
    for (int32_t i = 0; i < count; i++) tiles[i] = expected_snap(grid, asked[i], (double)query.snap);
    const expected_answer e = expect_answer(truth, grid, &query, &(query_goals){asked, tiles, count, true});
    if (gaps) fault = check_with_gaps(f, a, with_gaps, &e);
    if (gaps && (fault || !a->loads)) return fault;
    if (world_load_all(f->world) != WEND_OK || ask(f, &query, a->on_grid, a->in_slices) != WEND_OK)
        return "a query fails";
    fault = check_answer(&e, grid, &query, f->path);
    if (fault) return fault;
    count_answer(f, a, &e);
    const bool reaches = e.outcome == WEND_FOUND;
    if (count == 1 && wend_world_connected(view, e.start, tiles[0]) != reaches)
        return "wend_world_connected is wrong";
    return NULL;
}

// The first query, whose path may be kept, then others from its start by other algorithms to other goals.
static const char* do_query(fixture* f, const action* a) {
    const char* fault = ask_once(f, a);
    if (!fault && !world_has_gaps(f->world) && wend_path_outcome(f->path) == WEND_FOUND &&
        a->query.goal_count == 0 && !a->on_grid) {
        wend_path* path = f->kept;
        f->kept = f->path;
        f->path = path;
        f->kept_query = a->query;
        f->keeps = true;
    }
    rng r = rng_seeded((uint64_t)a->query.start.x << 32 ^ (uint64_t)a->query.goal.x << 16 ^
                       (uint64_t)a->query.goal.y);
    for (int64_t i = 1; i < f->asks && !fault; i++) {
        action other = {.kind = ASK};
        draw_query(f, &r, &other);
        other.query.start = a->query.start;
        other.query.profile = a->query.profile;
        other.loads = a->loads;
        fault = ask_once(f, &other);
    }
    return fault;
}

// A path that was kept through changes and is repaired is a path of the world as it is, no cheaper than the
// best; there is one whenever the goal can be reached. One that was valid costs what it cost.
static const char* do_repair(fixture* f, const action* a) {
    static char text[VERIFY_TEXT];
    if (!f->keeps) return NULL;
    const char* fault = NULL;
    if (world_has_gaps(f->world)) {
        wend_path_is_valid(f->kept, f->world, &(int32_t){0});
        const wend_result result = wend_path_repair(f->search, f->world, f->kept, NULL);
        if (result != WEND_OK && result != WEND_ERROR_NOT_LOADED) return "a repair with gaps fails";
        f->keeps = wend_path_outcome(f->kept) == WEND_FOUND;
        if (!a->loads || !f->keeps) return NULL;
        if (world_load_all(f->world) != WEND_OK) return "ground is not loaded";
    }
    oracle* truth = truth_of(f, f->kept_query.profile, &fault);
    if (!truth) return fault;
    const wend_world* view = wend_world_profile(f->world, f->kept_query.profile);
    const wend_grid* grid = wend_world_grid(view);
    const wend_tile start = wend_path_start_tile(f->kept), goal = wend_path_goal_tile(f->kept);
    int32_t broken = -2;
    const bool valid = wend_path_is_valid(f->kept, f->world, &broken);
    const wend_cost units = wend_path_integer_cost(f->kept);
    if (valid != (broken < 0)) return "a path is valid and broken";
    if (wend_path_repair(f->search, f->world, f->kept, NULL) != WEND_OK) return "a repair fails";
    const double optimum = wend_grid_passable(grid, start)
                               ? oracle_at(truth, oracle_distances(truth, ORACLE_UNITS, start, false), goal)
                               : INFINITY;
    f->counts.repairs++;
    f->keeps = wend_path_outcome(f->kept) == WEND_FOUND;
    if (!f->keeps) { // snapped and partial paths may lead elsewhere
        const bool ends_move = f->kept_query.snap > 0 || f->kept_query.partial;
        return isfinite(optimum) && !ends_move ? "a repair loses a path" : NULL;
    }
    const wend_tile from = wend_path_start_tile(f->kept), to = wend_path_goal_tile(f->kept);
    fault = verify_path(grid, f->kept, from, to, text);
    if (fault) return fault;
    if (valid && wend_path_integer_cost(f->kept) != units) return "a valid path costs something else";
    const double least = oracle_at(truth, oracle_distances(truth, ORACLE_UNITS, from, false), to);
    return (double)wend_path_integer_cost(f->kept) < least ? "a repaired path is cheaper than the best"
                                                           : NULL;
}

// Adds tiles to a path that the world may have changed under, or asks for a new one. The tiles that it adds
// are legal steps of the world as it is, and it ends where its goal cannot be reached any more.
static const char* do_walk(fixture* f, const action* a) {
    enum { MOST_REGIONS = 8 };
    wend_rect regions[MOST_REGIONS];
    int32_t before, after, count, broken = -1;
    const bool gaps = world_has_gaps(f->world);
    if (!f->walks) {
        wend_query query = wend_default_query(a->query.start, a->query.goal);
        query.first_tiles = a->query.first_tiles;
        query.refinement = a->query.refinement;
        query.profile = f->walk_profile = a->query.profile;
        const wend_result result = wend_find_path(f->search, f->world, &query, f->walked, NULL);
        if (result != WEND_OK && !(gaps && result == WEND_ERROR_NOT_LOADED)) return "a query fails";
        f->walks = result == WEND_OK && wend_path_get_rest(f->walked) != WEND_REST_NONE;
        return NULL;
    }
    const wend_tile from = wend_path_tiles(f->walked, &before)[before - 1];
    if (wend_path_regions(f->search, f->world, f->walked, MOST_REGIONS, regions, &count) != WEND_OK)
        return "regions of a path fail";
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < count && a->loads && result == WEND_OK; i++)
        result = wend_world_load(f->world, regions[i], false, NULL);
    if (result == WEND_OK)
        result = wend_path_refine(f->search, f->world, f->walked, a->query.first_tiles, NULL);
    if (result != WEND_OK) return "a walk fails";
    f->counts.walked++;
    const wend_tile last = wend_path_tiles(f->walked, &after)[after - 1];
    const wend_path_rest rest = wend_path_get_rest(f->walked);
    const bool valid = wend_path_is_valid(f->walked, f->world, &broken);
    if (!valid && broken >= before && !gaps) return "a walk goes on by an illegal step";
    if (rest == WEND_REST_WAITING && !gaps) return "a walk waits for ground that is loaded";
    f->walks = rest == WEND_REST_READY || rest == WEND_REST_WAITING;
    const wend_tile goal = wend_path_goal_tile(f->walked);
    if (rest == WEND_REST_NONE && (last.x != goal.x || last.y != goal.y)) return "a walk ends elsewhere";
    if (rest != WEND_REST_BROKEN || world_has_gaps(f->world)) return NULL;
    const char* fault = NULL;
    oracle* truth = truth_of(f, f->walk_profile, &fault);
    if (!truth) return fault;
    const wend_grid* grid = wend_world_grid(wend_world_profile(f->world, f->walk_profile));
    return wend_grid_passable(grid, from) &&
                   isfinite(oracle_at(truth, oracle_distances(truth, ORACLE_UNITS, from, false), goal))
               ? "a walk breaks off where a path leads on"
               : NULL;
}

// With ground missing, needs all of it unless the action loads it.
static const char* skip_gaps(const fixture* f, const action* a, wend_result result, bool* skips_out) {
    *skips_out = !a->loads;
    if (result != WEND_OK && result != WEND_ERROR_NOT_LOADED) return "it fails with gaps";
    return a->loads && world_load_all(f->world) != WEND_OK ? "ground is not loaded" : NULL;
}

// The cost of every tile from the start, as the reference has it.
static const char* do_field(fixture* f, const action* a) {
    const char* fault = NULL;
    oracle* truth = truth_of(f, a->query.profile, &fault);
    if (!truth) return fault;
    const wend_grid* grid = wend_world_grid(wend_world_profile(f->world, a->query.profile));
    const wend_tile start = a->query.start;
    if (world_has_gaps(f->world)) {
        bool skips;
        fault =
            skip_gaps(f, a, wend_field_fill(f->field, grid, WEND_FIELD_FROM, &start, 1, INFINITY), &skips);
        if (fault || skips) return fault;
    }
    if (wend_world_verify(f->world, NULL) != WEND_OK) return "a field fails";
    const wend_result result = wend_field_fill(f->field, grid, WEND_FIELD_FROM, &start, 1, INFINITY);
    f->counts.fields++;
    const bool passable = wend_grid_passable(grid, start);
    const double* units = passable ? oracle_distances(truth, ORACLE_UNITS, start, false) : NULL;
    const double unit = wend_grid_cost_units(grid);
    double most = 0;
    for (int32_t i = 0; i < f->model.map.width * f->model.map.height && units; i++)
        if (isfinite(units[i])) most = fmax(most, units[i]);
    if (result == WEND_ERROR_LIMIT && most > UINT32_MAX / 2) return NULL; // with what is added in one cluster
    if (result != WEND_OK) return "a field fails";
    for (int32_t i = 0; i < f->model.map.width * f->model.map.height; i++) {
        const wend_tile tile = {i % f->model.map.width, i / f->model.map.width};
        const double found = wend_field_cost(f->field, tile),
                     best = units ? oracle_at(truth, units, tile) : INFINITY;
        if (isfinite(found) != isfinite(best)) return "a field reaches another tile";
        if (isfinite(best) && fabs(found * unit - best) > 1e-6 * (best + 1)) return "another cost in a field";
    }
    return NULL;
}

// Nothing is to be opened exactly where a path exists.
static const char* do_explain(fixture* f, const action* a) {
    const char* fault = NULL;
    oracle* truth = truth_of(f, a->query.profile, &fault);
    if (!truth) return fault;
    const wend_world* view = wend_world_profile(f->world, a->query.profile);
    const wend_grid* grid = wend_world_grid(view);
    const wend_query* q = &a->query;
    if (world_has_gaps(f->world)) {
        bool skips;
        fault = skip_gaps(f, a, wend_explain(f->search, view, q->start, q->goal, f->explanation), &skips);
        if (fault || skips) return fault;
    }
    if (wend_explain(f->search, view, q->start, q->goal, f->explanation) != WEND_OK)
        return "an explanation fails";
    f->counts.explained++;
    const wend_explanation_info info = wend_explanation_get_info(f->explanation);
    int32_t openings = 0;
    wend_explanation_openings(f->explanation, &openings);
    const bool reaches =
        wend_grid_passable(grid, q->start) &&
        isfinite(oracle_at(truth, oracle_distances(truth, ORACLE_UNITS, q->start, false), q->goal));
    if ((info.outcome == WEND_FOUND) != reaches) return "another explanation";
    return (openings == 0) == reaches ? NULL : "openings where a path exists, or none without one";
}

static const char* compare_with_build(fixture* f) {
    if (!f->model.refreshed) return NULL; // in a shorter sequence of actions
    if (world_load_all(f->world) != WEND_OK) return "ground is not loaded";
    wend_world* fresh = world_model_build(&f->model);
    const char* fault = map_compare(f->world, fresh);
    wend_world_destroy(fresh);
    f->counts.builds++;
    return fault;
}

static const char* do_change(fixture* f, const world_operation* operation) {
    const uint64_t before = f->model.changes;
    const int32_t levels = wend_world_get_info(f->world).level_count;
    const char* fault = world_operation_do(operation, &f->model, &f->world);
    if (fault) return fault;
    const bool keeps_map = operation->kind == OPERATION_REFRESH ||
                           operation->kind == OPERATION_REFRESH_NEAR || operation->kind == OPERATION_LOAD ||
                           operation->kind == OPERATION_UNLOAD;
    if (!keeps_map) forget_truth(f);
    f->counts.levels += levels != wend_world_get_info(f->world).level_count;
    f->counts.changes++;
    f->counts.patched += operation->kind == OPERATION_PATCH && f->model.mapped;
    f->counts.streamed += operation->kind == OPERATION_STREAM && f->model.mapped;
    f->counts.refused += operation->kind <= OPERATION_CLASS_COST && f->model.changes == before;
    if (wend_world_version(f->world) != f->model.changes) return "another version";
    return NULL;
}

static const char* do_action(fixture* f, const action* a) {
    switch (a->kind) {
    case CHANGE:
        return do_change(f, &a->operation);
    case ASK:
        return do_query(f, a);
    case REPAIR:
        return do_repair(f, a);
    case FIELD:
        return do_field(f, a);
    case EXPLAIN:
        return do_explain(f, a);
    case WALK:
        return do_walk(f, a);
    default:
        return compare_with_build(f);
    }
}

static void begin(fixture* f, const script_head* head) {
    f->world = world_model_make(&f->model, head->seed, head->most, head->by_file);
    f->keeps = f->walks = false;
}

static void end(fixture* f) {
    forget_truth(f);
    wend_world_destroy(f->world);
    world_model_free(&f->model);
}

// ---- failures

// Whether the actions fail, all but one of them; skipped -1: all.
static const char* replay(fixture* f, const script_head* head, const action* actions, int32_t count,
                          int32_t skipped) {
    begin(f, head);
    const char* fault = NULL;
    for (int32_t i = 0; i < count && !fault; i++)
        if (i != skipped) fault = do_action(f, &actions[i]);
    end(f);
    return fault;
}

// Leaves out edits of a batch as long as it still fails.
static void drop_edits(fixture* f, const script_head* head, action* actions, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        world_operation* o = &actions[i].operation;
        for (int32_t k = actions[i].kind == CHANGE ? o->edit_count - 1 : -1; k >= 0; k--) {
            const world_operation whole = *o;
            o->edit_count--;
            memmove(&o->edits[k], &o->edits[k + 1], (size_t)(o->edit_count - k) * sizeof *o->edits);
            if (!replay(f, head, actions, count, -1)) *o = whole;
        }
    }
}

// Leaves out the actions between a prefix and the last one, then single ones, as long as it still fails.
static void report(fixture* f, const script_head* head, action* actions, int32_t count, const char* fault) {
    char text[MAP_RECIPE_TEXT];
    fprintf(stderr,
            "\n%s: --worlds 1 --first %llu --most %d --files %d, map \"%s\", %d profiles; %d actions\n",
            fault, (unsigned long long)head->seed, head->most, head->by_file,
            map_recipe_print(&f->model.recipe, text), f->model.profile_count, count);
    end(f);
    const action last = actions[count - 1];
    for (int32_t prefix = 0; prefix < count - 1; prefix++) {
        const action kept = actions[prefix];
        actions[prefix] = last;
        if (replay(f, head, actions, prefix + 1, -1)) {
            count = prefix + 1;
            break;
        }
        actions[prefix] = kept;
    }
    for (int32_t i = count - 2; i >= 0; i--) {
        if (!replay(f, head, actions, count, i)) continue;
        count--;
        memmove(&actions[i], &actions[i + 1], (size_t)(count - i) * sizeof *actions);
    }
    drop_edits(f, head, actions, count);
    fprintf(stderr, "the fewest actions found that fail:\n");
    script_write(stderr, head, actions, count);
    fault = replay(f, head, actions, count, -1);
    fprintf(stderr, "%s\n", fault ? fault : "not every time");
}

static action actions[MOST_ACTIONS];

// What is done, for the report of a check that fails inside of Wend.
typedef struct progress {
    const script_head* head;
    int32_t count;
} progress;

static void report_check(const char* condition, const char* file, int32_t line, void* context) {
    const progress* done = context;
    fprintf(stderr, "%s:%d: %s\n", file, (int)line, condition);
    script_write(stderr, done->head, actions, done->count);
    abort();
}

static bool check_world(fixture* f, const script_head* head, int32_t count) {
    rng random = rng_seeded(head->seed);
    progress done = {head, 0};
    wend_set_hooks(&(wend_hooks){.assert_failed = report_check, .context = &done});
    begin(f, head);
    for (int32_t i = 0; i < count; i++) {
        draw_action(f, &random, &actions[i]);
        done.count = i + 1;
        const char* fault = do_action(f, &actions[i]);
        if (!fault) continue;
        wend_set_hooks(NULL);
        report(f, head, actions, i + 1, fault);
        return false;
    }
    end(f);
    wend_set_hooks(NULL);
    return true;
}

static void free_fixture(fixture* f) {
    wend_path_destroy(f->path);
    wend_path_destroy(f->kept);
    wend_path_destroy(f->walked);
    wend_field_destroy(f->field);
    wend_explanation_destroy(f->explanation);
    wend_search_destroy(f->search);
}

static int run_script(fixture* f, const char* file) {
    script_head head;
    FILE* in = fopen(file, "r");
    const int32_t count = in ? script_read(in, &head, actions) : -1;
    if (in) fclose(in);
    if (count < 0) {
        fprintf(stderr, "random_worlds: cannot read the script %s\n", file);
        return 2;
    }
    files_enter();
    const char* fault = replay(f, &head, actions, count, -1);
    files_leave();
    free_fixture(f);
    printf("%d actions, %lld queries: %s\n", count, (long long)f->counts.queries,
           fault ? fault : "all right");
    return fault != NULL;
}

int main(int argc, char** argv) {
    const int64_t worlds = number_argument(argc, argv, "--worlds", 300);
    const int64_t first = number_argument(argc, argv, "--first", 1);
    const int64_t count = number_argument(argc, argv, "--actions", 30);
    script_head head = {.most = (int32_t)number_argument(argc, argv, "--most", 48),
                        .by_file = number_argument(argc, argv, "--files", 0) > 0};
    const char* script = text_argument(argc, argv, "--script", NULL);
    const char* written = text_argument(argc, argv, "--write", NULL);
    FILE* out = written ? fopen(written, "w") : NULL; // before the folder changes
    if (count < 1 || count > MOST_ACTIONS || (written && !out)) return 2;
    static fixture f;
    f.asks = number_argument(argc, argv, "--asks", 1);
    wend_search_def def = wend_default_search_def();
    if (wend_search_create(&def, &f.search) != WEND_OK || wend_path_create(NULL, &f.path) != WEND_OK ||
        wend_path_create(NULL, &f.kept) != WEND_OK || wend_path_create(NULL, &f.walked) != WEND_OK ||
        wend_field_create(NULL, &f.field) != WEND_OK ||
        wend_explanation_create(NULL, &f.explanation) != WEND_OK)
        abort();
    if (script) return run_script(&f, script);
    files_enter();
    int32_t failures = 0;
    for (int64_t i = 0; i < worlds && failures < 3; i++) {
        head.seed = (uint64_t)(first + i);
        failures += !check_world(&f, &head, (int32_t)count);
    }
    files_leave();
    if (out) {
        script_write(out, &head, actions, (int32_t)count);
        fclose(out);
    }
    free_fixture(&f);
    const counts* c = &f.counts;
    printf(
        "%lld worlds, %lld changes, %lld of them refused, %lld builds compared\n"
        "%lld queries: %lld found, %lld partial, %lld without a path, %lld ends blocked; %lld by profiles, "
        "%lld snapped, %lld while clusters were pending, %lld on mapped files; %.2f %% of %lld paths by HPA* "
        "are optimal; %lld repairs, %lld fields, %lld explanations; %lld worlds with patches, %lld streamed; "
        "%lld queries with ground missing, %lld of them need it, %lld pieces of walks; levels changed %lld "
        "times; %d failures\n",
        (long long)worlds, (long long)c->changes, (long long)c->refused, (long long)c->builds,
        (long long)c->queries, (long long)c->outcomes[WEND_FOUND], (long long)c->outcomes[WEND_PARTIAL],
        (long long)c->outcomes[WEND_NO_ROUTE],
        (long long)(c->outcomes[WEND_START_BLOCKED] + c->outcomes[WEND_GOAL_BLOCKED]), (long long)c->profiled,
        (long long)c->snapped, (long long)c->pending, (long long)c->mapped,
        100.0 * (double)c->optimal / (double)(c->compared + !c->compared), (long long)c->compared,
        (long long)c->repairs, (long long)c->fields, (long long)c->explained, (long long)c->patched,
        (long long)c->streamed, (long long)c->gaps, (long long)c->missing, (long long)c->walked,
        (long long)c->levels, failures);
    const bool lacks =
        head.by_file ? c->gaps == 0 || c->missing == 0 || c->walked == 0 || c->levels == 0 : c->profiled == 0;
    return failures > 0 || lacks || c->refused == 0 || c->builds == 0 || c->snapped == 0 || c->pending == 0 ||
           c->mapped == 0 || c->outcomes[WEND_PARTIAL] == 0 || c->outcomes[WEND_NO_ROUTE] == 0;
}
