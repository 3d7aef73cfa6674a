// class_costs.c: worlds whose class costs change, mixed with edits of tiles, steps and links. Queries find
// legal paths exactly where the textbook Dijkstra finds one, none cheaper, before, within and after a
// refresh; several threads that query at once get what one thread gets; a refreshed world equals a build with
// the same range of costs, byte for byte. What is refused, or runs out of memory, changes nothing.
//     property_class_costs [--maps N] [--first SEED] [--edits N] [--threads N]
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "dijkstra.h"
#include "maps.h"
#include "test_memory.h"
#include "verify.h"
#include "versions.h"
#include "wend/wend.h"

enum { MOST_THREADS = 8, QUERIES = 8 };

typedef struct fixture {
    map_recipe recipe;
    float first_costs[WEND_CLASS_COUNT]; // before any change
    bool declared;
    float least, greatest;
    int32_t classes; // 1 .. classes had costs
    test_memory memory;
    versions versions;
    wend_world* world;
    wend_profile_def profiles[4];
    int32_t profile_count;
    bool has_margin; // of a profile: its costs may not fit
    wend_search* search;
    wend_path* path;
    rng random;
    int32_t threads;
    int64_t changes, answers, pending_answers, builds, refused, teams;
} fixture;

static bool fails(const fixture* f, const char* what) {
    return map_fails(&f->recipe, what);
}

// ---- the map

static wend_world_def def_of(const fixture* f) {
    wend_world_def def = map_world_def(&f->recipe);
    def.profiles = f->profiles;
    def.profile_count = f->profile_count;
    return def;
}

// An empty grid with the range of the map.
static wend_grid* empty_grid(const fixture* f, const wend_allocator* allocator) {
    wend_grid_def def = wend_default_grid_def();
    def.width = f->recipe.width;
    def.height = f->recipe.height;
    def.connectivity = f->recipe.connectivity;
    memcpy(def.class_costs, f->first_costs, sizeof def.class_costs);
    if (f->declared) {
        def.least_cost = f->least;
        def.greatest_cost = f->greatest;
    }
    def.allocator = allocator;
    wend_grid* grid = NULL;
    if (wend_grid_create(&def, &grid) != WEND_OK) abort();
    return grid;
}

// The costs come last: the links were added in the unit of the first costs.
static wend_grid* copy_map(const fixture* f) {
    const wend_grid* grid = wend_world_grid(f->world);
    wend_grid* copy = empty_grid(f, NULL);
    map_copy_to(grid, copy);
    if (wend_grid_set_class_costs(copy, wend_grid_class_costs(grid)) != WEND_OK) abort();
    return copy;
}

// Few profiles, whose costs lie in the range.
static void choose_profiles(fixture* f, const wend_grid* grid) {
    static const char* const names[] = {"boat", "cart", "dog", "eel"};
    const bool hex = wend_grid_connectivity(grid) >= WEND_CONNECTIVITY_HEX_ODD_R;
    const int32_t side = f->recipe.width < f->recipe.height ? f->recipe.width : f->recipe.height;
    f->profile_count = rng_chance(&f->random, 40) ? rng_between(&f->random, 1, 3) : 0;
    f->has_margin = false;
    for (int32_t i = 0; i < f->profile_count; i++) {
        wend_profile_def* def = &f->profiles[i];
        *def = wend_default_profile_def();
        def->name = names[i];
        for (int32_t n = rng_below(&f->random, 3); n > 0; n--)
            def->class_costs[rng_between(&f->random, 1, f->classes)] = rng_chance(&f->random, 40) ? 0
                                                                       : rng_chance(&f->random, 50)
                                                                           ? f->least
                                                                           : f->greatest;
        if (!hex && side > 4 && rng_chance(&f->random, 40)) def->radius = 1 + (float)rng_unit(&f->random);
        if (!hex && f->classes < 20 && f->greatest < 100 && f->greatest < 900 * f->least &&
            rng_chance(&f->random, 25)) {
            def->margin = 1 + 2 * (float)rng_unit(&f->random);
            f->has_margin = true;
        }
    }
}

static void make_world(fixture* f, const wend_allocator* allocator) {
    wend_grid* model = map_make(&f->recipe);
    memcpy(f->first_costs, wend_grid_class_costs(model), sizeof f->first_costs);
    f->classes = map_last_class(model);
    wend_grid_cost_range(model, &f->least, &f->greatest);
    f->declared = rng_chance(&f->random, 75);
    if (f->declared) {
        const float room = sqrtf(WEND_MAX_COST_RATIO / (f->greatest / f->least)), most = fminf(room, 6);
        f->least = fmaxf(f->least / (1 + (most - 1) * (float)rng_unit(&f->random)), WEND_MIN_CLASS_COST);
        f->greatest =
            fminf(f->greatest * (1 + (most - 1) * (float)rng_unit(&f->random)), WEND_MAX_CLASS_COST);
    }
    wend_grid* grid = empty_grid(f, allocator);
    map_copy_to(model, grid);
    wend_grid_destroy(model);
    map_add_links(grid, &f->random, f->recipe.cluster_size,
                  rng_chance(&f->random, 50) ? rng_below(&f->random, 12) : 0);
    choose_profiles(f, grid);
    wend_world_def def = def_of(f);
    def.allocator = allocator;
    f->world = map_build_world(grid, &def);
}

static bool equals_a_build(fixture* f) {
    if (!f->declared) { // the unit is that of the first costs, which a new world does not know
        const char* fault = map_compare(f->world, f->world);
        return fault == NULL || fails(f, fault);
    }
    wend_world_def def = def_of(f);
    wend_profile_def profiles[4];
    for (int32_t i = 0; i < f->profile_count; i++)
        if (wend_world_get_profile(f->world, i + 1, &profiles[i]) != WEND_OK) abort();
    def.profiles = profiles;
    wend_world* fresh = map_build_world(copy_map(f), &def);
    const char* fault = map_compare(f->world, fresh);
    wend_world_destroy(fresh);
    f->builds++;
    return fault == NULL || fails(f, fault);
}

// ---- queries

static bool check_query(fixture* f, bool pending) {
    const int32_t profile = rng_below(&f->random, f->profile_count + 1);
    const wend_grid* grid = wend_world_grid(wend_world_profile(f->world, profile));
    wend_tile start = map_random_tile(grid, &f->random), goal = map_random_tile(grid, &f->random);
    wend_query query = wend_default_query(start, goal);
    if (rng_chance(&f->random, 10)) query.algorithm = WEND_EXACT;
    query.profile = profile;
    if (wend_find_path(f->search, f->world, &query, f->path, NULL) != WEND_OK) abort();
    char text[VERIFY_TEXT];
    const char* fault = verify_answer(grid, &query, f->path, text);
    if (fault) return fails(f, fault);
    const double optimum = oracle_optimum(grid, start, goal);
    bool found = wend_path_outcome(f->path) == WEND_FOUND;
    if (found != isfinite(optimum)) return fails(f, "a path where there is none, or none where there is one");
    if (wend_world_connected(wend_world_profile(f->world, profile), start, goal) != found)
        return fails(f, "wend_world_connected says otherwise than the query");
    double cost = found ? (double)wend_path_integer_cost(f->path) : 0;
    if (found && (cost < optimum || (query.algorithm == WEND_EXACT && cost > optimum)))
        return fails(f, "cheaper than the optimum, or the exact mode misses it");
    f->answers += found;
    f->pending_answers += found && pending;
    return true;
}

typedef struct team_member {
    const wend_world* world;
    uint64_t seed, hashes[QUERIES];
    bool failed;
} team_member;

// Queries, and now and then counts, which read the matrices as well.
static void* query_all(void* context) {
    team_member* m = context;
    const wend_grid* grid = wend_world_grid(m->world);
    wend_search_def def = wend_default_search_def();
    wend_search* search = NULL;
    wend_path* path = NULL;
    m->failed = wend_search_create(&def, &search) != WEND_OK || wend_path_create(NULL, &path) != WEND_OK;
    rng random = rng_seeded(m->seed);
    for (int32_t i = 0; i < QUERIES && !m->failed; i++) {
        wend_query query = wend_default_query(map_random_tile(grid, &random), map_random_tile(grid, &random));
        query.profile = i % wend_world_profile_count(m->world);
        m->failed = wend_find_path(search, m->world, &query, path, NULL) != WEND_OK;
        m->hashes[i] = wend_path_hash(path);
        if (i % 4 == 1) m->hashes[i] += map_hash(m->world);
        if (i % 4 == 2) m->hashes[i] += (uint64_t)wend_world_get_level_info(m->world, 1).edge_count;
    }
    wend_path_destroy(path);
    wend_search_destroy(search);
    return NULL;
}

// Several threads at once, right after a change, then one alone on the same world.
static bool check_team(fixture* f) {
    pthread_t threads[MOST_THREADS];
    team_member members[MOST_THREADS], alone;
    const uint64_t seed = rng_next(&f->random);
    for (int32_t t = 0; t < f->threads; t++) {
        members[t] = (team_member){.world = f->world, .seed = seed};
        if (pthread_create(&threads[t], NULL, query_all, &members[t]) != 0) abort();
    }
    for (int32_t t = 0; t < f->threads; t++) pthread_join(threads[t], NULL);
    alone = (team_member){.world = f->world, .seed = seed};
    query_all(&alone);
    f->teams++;
    for (int32_t t = 0; t < f->threads; t++)
        if (members[t].failed || memcmp(members[t].hashes, alone.hashes, sizeof alone.hashes) != 0)
            return fails(f, "a thread among several gets another answer than one alone");
    return true;
}

// ---- changes

static float random_cost(fixture* f) {
    const uint64_t kind = (uint64_t)rng_below(&f->random, 100);
    if (kind < 35) return kind < 5 ? INFINITY : 0;
    if (kind < 50) return kind < 42 ? f->least : f->greatest;
    if (kind < 60) return f->first_costs[rng_between(&f->random, 1, f->classes)]; // that of another class
    const float cost = f->least * powf(f->greatest / f->least, (float)rng_unit(&f->random));
    return fminf(fmaxf(cost, f->least), f->greatest);
}

static wend_result edit_tiles(fixture* f) {
    const int32_t size = f->recipe.cluster_size;
    wend_tile at = map_random_tile(wend_world_grid(f->world), &f->random);
    wend_rect area = {at.x, at.y, 1, 1};
    if (rng_chance(&f->random, 30)) {
        area.width = rng_between(&f->random, 1, f->recipe.width - at.x);
        area.height = rng_between(&f->random, 1, f->recipe.height - at.y);
    }
    if (rng_chance(&f->random, 20)) area.x = area.x / size * size, area.width = 1;
    wend_edit edit = wend_edit_tiles(area, (uint8_t)rng_between(&f->random, 0, f->classes));
    return wend_world_edit(f->world, &edit, 1, NULL);
}

static wend_result edit_wall(fixture* f) {
    wend_tile at = map_random_tile(wend_world_grid(f->world), &f->random);
    wend_edit edit = wend_edit_wall(at, (wend_tile){at.x + 1, at.y}, rng_chance(&f->random, 70));
    if (rng_chance(&f->random, 50)) edit.kind = WEND_EDIT_STEP;
    return wend_world_edit(f->world, &edit, 1, NULL);
}

static wend_result add_link(fixture* f) {
    const wend_grid* grid = wend_world_grid(f->world);
    wend_link link = wend_default_link(map_random_tile(grid, &f->random), map_random_tile(grid, &f->random),
                                       (float)(rng_unit(&f->random) * 40));
    return wend_world_add_link(f->world, &link, NULL);
}

// Class costs three times in four. *cost_out: one was set.
static wend_result random_change(fixture* f, bool* cost_out) {
    *cost_out = false;
    switch (rng_below(&f->random, 12)) {
    case 0:
        return edit_tiles(f);
    case 1:
        return f->recipe.connectivity < WEND_CONNECTIVITY_HEX_ODD_R ? edit_wall(f) : edit_tiles(f);
    case 2:
        return add_link(f);
    default:
        *cost_out = true;
        return wend_world_set_class_cost(
            f->world, rng_chance(&f->random, 60) ? 0 : rng_below(&f->random, f->profile_count + 1),
            (uint8_t)rng_between(&f->random, 1, f->classes), random_cost(f));
    }
}

// A change, or one that runs out of memory and must change nothing.
static bool change(fixture* f, bool* cost_out) {
    bool fail = rng_chance(&f->random, 10);
    uint64_t before = fail || f->has_margin ? map_hash(f->world) : 0, version = wend_world_version(f->world);
    if (fail) f->memory.fail_at = f->memory.calls + rng_below(&f->random, 60);
    wend_result result = random_change(f, cost_out);
    f->memory.fail_at = -1;
    f->changes += result == WEND_OK && *cost_out;
    f->refused += result == WEND_ERROR_MEMORY;
    if (result == WEND_ERROR_MEMORY && !fail) return fails(f, "out of memory");
    if (*cost_out && result != WEND_OK && result != WEND_ERROR_MEMORY &&
        (!f->has_margin || result != WEND_ERROR_LIMIT))
        return fails(f, "a cost is refused");
    if (result != WEND_OK && wend_world_version(f->world) != version) return fails(f, "another version");
    if (before != 0 && result != WEND_OK && map_hash(f->world) != before)
        return fails(f, "a change that failed has changed something");
    return true;
}

static bool is_refused(const fixture* f, wend_result expected, int32_t profile, uint8_t k, float cost) {
    const uint64_t hash = map_hash(f->world), version = wend_world_version(f->world);
    return wend_world_set_class_cost(f->world, profile, k, cost) == expected && map_hash(f->world) == hash &&
           wend_world_version(f->world) == version;
}

static bool check_refusals(const fixture* f) {
    const float below = f->least * 0.99f, above = f->greatest * 1.01f;
    if (!is_refused(f, WEND_ERROR_LIMIT, 0, 1, below) || !is_refused(f, WEND_ERROR_LIMIT, 0, 1, above) ||
        !is_refused(f, WEND_ERROR_ARGUMENT, 0, 0, f->least) ||
        !is_refused(f, WEND_ERROR_ARGUMENT, 0, 1, -1) || !is_refused(f, WEND_ERROR_ARGUMENT, 0, 1, NAN) ||
        !is_refused(f, WEND_ERROR_ARGUMENT, f->profile_count + 1, 1, f->least) ||
        !is_refused(f, WEND_ERROR_ARGUMENT, -1, 1, f->least))
        return fails(f, "a cost out of range is not refused");
    return true;
}

// Some steps of a refresh; in between, queries.
static bool refresh_all(fixture* f) {
    bool refreshed = false;
    while (!refreshed) {
        const wend_tile near = map_random_tile(wend_world_grid(f->world), &f->random);
        wend_result result =
            rng_chance(&f->random, 50)
                ? wend_world_refresh(f->world, rng_between(&f->random, 0, 5), &refreshed)
                : wend_world_refresh_near(f->world, near, rng_chance(&f->random, 70), &refreshed);
        if (result != WEND_OK) abort();
        if (rng_chance(&f->random, 10) && !check_query(f, !refreshed)) return false;
    }
    return true;
}

static bool check_map(fixture* f, uint64_t seed, int32_t edits) {
    f->recipe = map_recipe_random_any(seed, 130);
    f->recipe.seed = seed;
    f->random = rng_seeded(seed);
    f->memory = test_memory_new();
    wend_allocator allocator = test_memory_allocator(&f->memory);
    make_world(f, &allocator);
    bool good = check_refusals(f);
    for (int32_t i = 0; i < edits && good; i++) {
        bool cost = false;
        good = change(f, &cost);
        if (good && cost && f->threads > 0 && rng_chance(&f->random, 15)) good = check_team(f);
        good = good && check_query(f, true);
        if (good && rng_chance(&f->random, 30))
            wend_world_refresh(f->world, rng_between(&f->random, 1, 3), NULL);
        if (good && rng_chance(&f->random, 35))
            good = refresh_all(f) && equals_a_build(f) && check_query(f, false);
    }
    good = good && check_refusals(f);
    wend_world_destroy(f->world);
    if (f->memory.live != 0) good = fails(f, "memory was not given back");
    return good;
}

int main(int argc, char** argv) {
    const int64_t maps = number_argument(argc, argv, "--maps", 40);
    const int64_t first = number_argument(argc, argv, "--first", 1);
    const int64_t edits = number_argument(argc, argv, "--edits", 30);
    static fixture f;
    f.threads = (int32_t)number_argument(argc, argv, "--threads", 3);
    f.versions.percent = number_argument(argc, argv, "--versions", 0);
    if (f.threads < 0 || f.threads > MOST_THREADS) abort();
    wend_search_def def = wend_default_search_def();
    if (wend_search_create(&def, &f.search) != WEND_OK || wend_path_create(NULL, &f.path) != WEND_OK) abort();
    int32_t failures = 0;
    for (int64_t i = 0; i < maps && failures < 5; i++)
        failures += !check_map(&f, (uint64_t)(first + i), (int32_t)edits);
    wend_path_destroy(f.path);
    wend_search_destroy(f.search);
    printf(
        "%lld class costs on %lld maps, %lld without memory, %lld builds compared, %lld paths, %lld of them "
        "while clusters were pending, %lld teams of threads, %d failures\n",
        (long long)f.changes, (long long)maps, (long long)f.refused, (long long)f.builds,
        (long long)f.answers, (long long)f.pending_answers, (long long)f.teams, failures);
    return failures > 0 || f.pending_answers == 0 || f.builds == 0 || f.refused == 0 ||
           (f.threads > 0 && f.teams == 0);
}
