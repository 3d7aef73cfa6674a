// ranges.c: do functions accept the ranges that the public headers state, and refuse everything else? With
// --list it prints the ranges that it tests; stated.sh compares them with the headers.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wend/import.h"
#include "wend/import_graph.h"
#include "wend/wend.h"

static wend_grid* new_grid(int32_t width, int32_t height) {
    wend_grid_def def = wend_default_grid_def();
    def.width = width;
    def.height = height;
    wend_grid* grid = NULL;
    if (wend_grid_create(&def, &grid) != WEND_OK) abort();
    return grid;
}

static wend_grid* grid;   // 150 x 150 tiles, all passable
static wend_world* world; // over another grid of that size

// ---- definitions

static wend_result create_crowd(const wend_crowd_def* def) {
    wend_crowd* crowd = NULL;
    wend_result result = wend_crowd_create(world, def, &crowd);
    wend_crowd_destroy(crowd);
    return result;
}

// Whether a definition with one field changed gets this answer of try_<definition>.
#define TRY(def, make, field, value, expected)                                                               \
    ((def) = (make), (def).field = (value), try_##def(&(def)) == (expected))

static wend_result try_crowd_def(const wend_crowd_def* def) {
    return create_crowd(def);
}
#define CROWD(field, value)    TRY(crowd_def, wend_default_crowd_def(), field, value, WEND_OK)
#define NO_CROWD(field, value) TRY(crowd_def, wend_default_crowd_def(), field, value, WEND_ERROR_ARGUMENT)

static bool max_neighbours(void) {
    wend_crowd_def crowd_def;
    return CROWD(max_neighbours, 0) && CROWD(max_neighbours, 24) && NO_CROWD(max_neighbours, -1) &&
           NO_CROWD(max_neighbours, 25);
}
static bool neighbour_range(void) {
    wend_crowd_def crowd_def;
    return CROWD(neighbour_range, 0) && CROWD(neighbour_range, 1e6f) && NO_CROWD(neighbour_range, -0.1f) &&
           NO_CROWD(neighbour_range, NAN);
}
static bool horizon(void) {
    wend_crowd_def crowd_def;
    return CROWD(horizon, 0.001f) && CROWD(horizon, 60) && NO_CROWD(horizon, 0) && NO_CROWD(horizon, 60.1f);
}
static bool work_per_tick(void) {
    wend_crowd_def crowd_def;
    return CROWD(work_per_tick, 1) && CROWD(work_per_tick, INT32_MAX) && NO_CROWD(work_per_tick, 0);
}
static bool plans_per_tick(void) {
    wend_crowd_def crowd_def;
    return CROWD(plans_per_tick, 1) && CROWD(plans_per_tick, INT32_MAX) && NO_CROWD(plans_per_tick, 0);
}
static bool replan_time(void) {
    wend_crowd_def crowd_def;
    return CROWD(replan_time, 0) && CROWD(replan_time, 1e6f) && NO_CROWD(replan_time, -0.1f);
}
static bool forced_pass_time(void) {
    wend_crowd_def crowd_def;
    return CROWD(forced_pass_time, 0) && CROWD(forced_pass_time, 1e6f) && NO_CROWD(forced_pass_time, -0.1f);
}
static bool beside_goal_time(void) {
    wend_crowd_def crowd_def;
    return CROWD(beside_goal_time, 0) && CROWD(beside_goal_time, 1e6f) && NO_CROWD(beside_goal_time, -0.1f);
}
static bool crowd_snap(void) {
    wend_crowd_def crowd_def;
    return CROWD(snap, 0) && CROWD(snap, INFINITY) && NO_CROWD(snap, -0.1f) && NO_CROWD(snap, NAN);
}

static wend_result try_size(int32_t width, int32_t height) {
    wend_grid_def def = wend_default_grid_def();
    def.width = width;
    def.height = height;
    wend_grid* made = NULL;
    wend_result result = wend_grid_create(&def, &made);
    wend_grid_destroy(made);
    return result;
}
static bool grid_size(void) {
    return try_size(1, 1) == WEND_OK && try_size(WEND_MAX_SIDE, 1) == WEND_OK &&
           try_size(1, WEND_MAX_SIDE) == WEND_OK && try_size(0, 1) == WEND_ERROR_ARGUMENT &&
           try_size(1, 0) == WEND_ERROR_ARGUMENT && try_size(WEND_MAX_SIDE + 1, 1) == WEND_ERROR_LIMIT &&
           try_size(1, WEND_MAX_SIDE + 1) == WEND_ERROR_LIMIT &&
           try_size(WEND_MAX_SIDE, (int32_t)(WEND_MAX_TILES / WEND_MAX_SIDE) + 1) == WEND_ERROR_LIMIT;
}

static wend_result try_grid_def(const wend_grid_def* def) {
    wend_grid* made = NULL;
    wend_result result = wend_grid_create(def, &made);
    wend_grid_destroy(made);
    return result;
}
static wend_grid_def small(void) {
    wend_grid_def def = wend_default_grid_def();
    def.width = def.height = 2;
    return def;
}
static bool tile_size(void) {
    wend_grid_def grid_def;
    return TRY(grid_def, small(), tile_size, 1e-6f, WEND_OK) &&
           TRY(grid_def, small(), tile_size, 1e6f, WEND_OK) &&
           TRY(grid_def, small(), tile_size, 0, WEND_ERROR_ARGUMENT) &&
           TRY(grid_def, small(), tile_size, -1, WEND_ERROR_ARGUMENT);
}

static wend_result try_levels(int32_t count) {
    wend_world_def def = wend_default_world_def();
    def.level_count = count;
    wend_grid* given = new_grid(40, 40);
    wend_world* made = NULL;
    wend_result result = wend_world_build(&given, &def, &made);
    wend_grid_destroy(given);
    wend_world_destroy(made);
    return result;
}
static bool level_count(void) {
    return try_levels(0) == WEND_OK && try_levels(1) == WEND_OK && try_levels(WEND_MAX_LEVELS) == WEND_OK &&
           try_levels(-1) == WEND_ERROR_LIMIT && try_levels(WEND_MAX_LEVELS + 1) == WEND_ERROR_LIMIT;
}

static wend_result try_link(const wend_link* link) {
    int32_t id = -1;
    wend_result result = wend_grid_add_link(grid, link, &id);
    if (result == WEND_OK) wend_grid_remove_link(grid, id);
    return result;
}
#define A_LINK                wend_default_link((wend_tile){1, 1}, (wend_tile){99, 99}, 1)
#define LINK(field, value)    TRY(link, A_LINK, field, value, WEND_OK)
#define NO_LINK(field, value) TRY(link, A_LINK, field, value, WEND_ERROR_ARGUMENT)

static bool link_cost(void) {
    wend_link link;
    return LINK(cost, 0) && LINK(cost, WEND_MAX_LINK_COST) && NO_LINK(cost, -0.1f) &&
           NO_LINK(cost, 1.01f * WEND_MAX_LINK_COST) && NO_LINK(cost, NAN);
}
static bool link_duration(void) {
    wend_link link;
    return LINK(duration, 0) && LINK(duration, 1e6f) && NO_LINK(duration, -0.1f) && NO_LINK(duration, NAN);
}
static bool link_id(void) {
    wend_link link;
    return LINK(id, -1) && LINK(id, INT32_MAX) && NO_LINK(id, -2);
}

static wend_result try_query(const wend_query* query) {
    wend_search_def def = wend_default_search_def();
    wend_search* search = NULL;
    wend_path* path = NULL;
    if (wend_search_create(&def, &search) != WEND_OK || wend_path_create(NULL, &path) != WEND_OK) abort();
    wend_result result = wend_find_path(search, world, query, path, NULL);
    wend_path_destroy(path);
    wend_search_destroy(search);
    return result;
}
#define ASK(field, value, expected)                                                                          \
    TRY(query, wend_default_query((wend_tile){1, 1}, (wend_tile){99, 70}), field, value, expected)
static bool heuristic_weight(void) {
    wend_query query;
    return ASK(heuristic_weight, 0, WEND_OK) && ASK(heuristic_weight, 16, WEND_OK) &&
           ASK(heuristic_weight, -0.1f, WEND_ERROR_ARGUMENT) &&
           ASK(heuristic_weight, 16.1f, WEND_ERROR_ARGUMENT) &&
           ASK(heuristic_weight, NAN, WEND_ERROR_ARGUMENT);
}
static bool body_radius(void) {
    wend_query query;
    return ASK(body_radius, 0, WEND_OK) && ASK(body_radius, 0.5f, WEND_OK) &&
           ASK(body_radius, -0.1f, WEND_ERROR_ARGUMENT) && ASK(body_radius, 0.51f, WEND_ERROR_ARGUMENT);
}
static bool goal_count(void) {
    wend_query query;
    static const wend_tile goals[2] = {{1, 1}, {2, 1}};
    if (!ASK(goal_count, 0, WEND_OK) || !ASK(goal_count, -1, WEND_ERROR_ARGUMENT)) return false;
    query.goals = goals;
    query.goal_count = 2;
    return try_query(&query) == WEND_OK;
}
static bool first_tiles(void) {
    wend_query query;
    return ASK(first_tiles, 0, WEND_OK) && ASK(first_tiles, INT32_MAX, WEND_OK) &&
           ASK(first_tiles, -1, WEND_ERROR_ARGUMENT);
}
static bool snap(void) {
    wend_query query;
    return ASK(snap, 0, WEND_OK) && ASK(snap, 1.5f, WEND_OK) && ASK(snap, INFINITY, WEND_OK) &&
           ASK(snap, -0.1f, WEND_ERROR_ARGUMENT) && ASK(snap, NAN, WEND_ERROR_ARGUMENT);
}
static bool goal_class(void) {
    wend_query query;
    return ASK(goal_class, -1, WEND_OK) && ASK(goal_class, 0, WEND_OK) && ASK(goal_class, 255, WEND_OK) &&
           ASK(goal_class, -2, WEND_ERROR_ARGUMENT) && ASK(goal_class, 256, WEND_ERROR_ARGUMENT);
}

static wend_result find_alternatives(const wend_alternatives_def* def, int32_t max_count) {
    static wend_path* paths[WEND_MAX_ALTERNATIVES + 1];
    for (int32_t i = 0; i <= WEND_MAX_ALTERNATIVES; i++)
        if (!paths[i] && wend_path_create(NULL, &paths[i]) != WEND_OK) abort();
    wend_search_def search_def = wend_default_search_def();
    wend_search* search = NULL;
    if (wend_search_create(&search_def, &search) != WEND_OK) abort();
    const wend_query query = wend_default_query((wend_tile){3, 3}, (wend_tile){40, 20});
    int32_t count;
    wend_result result = wend_find_alternatives(search, world, &query, def, max_count, paths, &count);
    wend_search_destroy(search);
    return result;
}
static wend_result try_alternatives_def(const wend_alternatives_def* def) {
    return find_alternatives(def, 2);
}
#define DIFFER(field, value, expected)                                                                       \
    TRY(alternatives_def, wend_default_alternatives_def(), field, value, expected)
static bool max_cost(void) {
    wend_alternatives_def alternatives_def;
    return DIFFER(max_cost, 1, WEND_OK) && DIFFER(max_cost, 16, WEND_OK) &&
           DIFFER(max_cost, 0.99f, WEND_ERROR_ARGUMENT) && DIFFER(max_cost, 16.1f, WEND_ERROR_ARGUMENT) &&
           DIFFER(max_cost, NAN, WEND_ERROR_ARGUMENT);
}
static bool max_share(void) {
    wend_alternatives_def alternatives_def;
    return DIFFER(max_share, 0, WEND_OK) && DIFFER(max_share, 1, WEND_OK) &&
           DIFFER(max_share, -0.1f, WEND_ERROR_ARGUMENT) && DIFFER(max_share, 1.1f, WEND_ERROR_ARGUMENT) &&
           DIFFER(max_share, NAN, WEND_ERROR_ARGUMENT);
}
static bool spacing_of_paths(void) {
    wend_alternatives_def alternatives_def;
    return DIFFER(spacing, 0, WEND_OK) && DIFFER(spacing, 64, WEND_OK) &&
           DIFFER(spacing, -1, WEND_ERROR_ARGUMENT) && DIFFER(spacing, 65, WEND_ERROR_ARGUMENT);
}
static bool alternatives_count(void) {
    wend_alternatives_def def = wend_default_alternatives_def();
    return find_alternatives(&def, 1) == WEND_OK &&
           find_alternatives(&def, WEND_MAX_ALTERNATIVES) == WEND_OK &&
           find_alternatives(&def, 0) == WEND_ERROR_ARGUMENT &&
           find_alternatives(&def, WEND_MAX_ALTERNATIVES + 1) == WEND_ERROR_ARGUMENT;
}

static bool tiles_walked(void) {
    static const struct {
        int32_t walked;
        wend_result expected;
    } cases[] = {{-1, WEND_ERROR_ARGUMENT}, {21, WEND_ERROR_ARGUMENT}, {0, WEND_OK}, {20, WEND_OK}};
    bool holds = true;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_search_def def = wend_default_search_def();
        wend_search* search = NULL;
        wend_path* path = NULL;
        wend_query query = wend_default_query((wend_tile){5, 5}, (wend_tile){25, 5});
        if (wend_search_create(&def, &search) != WEND_OK || wend_path_create(NULL, &path) != WEND_OK ||
            wend_find_path(search, world, &query, path, NULL) != WEND_OK)
            abort();
        holds &= wend_path_cut(search, world, path, cases[i].walked) == cases[i].expected;
        wend_path_destroy(path);
        wend_search_destroy(search);
    }
    return holds;
}

static bool query_profile(void) { // of the 16 that a world may have, this one has 2
    wend_query query;
    return ASK(profile, 0, WEND_OK) && ASK(profile, 1, WEND_OK) && ASK(profile, 2, WEND_ERROR_ARGUMENT) &&
           ASK(profile, WEND_MAX_PROFILES, WEND_ERROR_ARGUMENT) && ASK(profile, -1, WEND_ERROR_ARGUMENT);
}

static wend_result try_profiles(const wend_profile_def* profiles, int32_t count) {
    wend_world_def def = wend_default_world_def();
    def.profiles = profiles;
    def.profile_count = count;
    wend_grid* given = new_grid(150, 150);
    wend_world* made = NULL;
    wend_result result = wend_world_build(&given, &def, &made);
    wend_world_destroy(made);
    wend_grid_destroy(given);
    return result;
}
static wend_result try_profile(const wend_profile_def* profile) {
    wend_profile_def named = *profile;
    named.name = "tank";
    return try_profiles(&named, 1);
}
#define PROFILE(field, value)    TRY(profile, wend_default_profile_def(), field, value, WEND_OK)
#define NO_PROFILE(field, value) TRY(profile, wend_default_profile_def(), field, value, WEND_ERROR_ARGUMENT)
static bool profile_radius(void) {
    wend_profile_def profile;
    return PROFILE(radius, 0) && PROFILE(radius, WEND_MAX_PROFILE_REACH) && NO_PROFILE(radius, -0.1f) &&
           NO_PROFILE(radius, 64.1f) && NO_PROFILE(radius, NAN);
}
static bool profile_margin(void) {
    wend_profile_def profile;
    return PROFILE(margin, 0) && PROFILE(margin, WEND_MAX_PROFILE_REACH) && NO_PROFILE(margin, -0.1f) &&
           NO_PROFILE(margin, 64.1f) && NO_PROFILE(margin, NAN);
}
static bool profile_margin_cost(void) {
    wend_profile_def profile;
    return PROFILE(margin_cost, 0) && PROFILE(margin_cost, WEND_MAX_MARGIN_COST) &&
           NO_PROFILE(margin_cost, -0.1f) && NO_PROFILE(margin_cost, 64.1f) && NO_PROFILE(margin_cost, NAN);
}
static bool profile_margin_falloff(void) {
    wend_profile_def profile;
    return PROFILE(margin_falloff, 0) && PROFILE(margin_falloff, 64) && NO_PROFILE(margin_falloff, -0.1f) &&
           NO_PROFILE(margin_falloff, 64.1f) && NO_PROFILE(margin_falloff, NAN);
}
static wend_result try_inflation(double inscribed, double inflation, double scaling) {
    wend_profile_def profile = wend_default_profile_def();
    profile.inflation = (wend_inflation){inscribed, inflation, scaling, 0};
    return try_profile(&profile);
}
static bool inscribed_radius(void) {
    return try_inflation(0, 5, 1) == WEND_OK && try_inflation(5, 5, 1) == WEND_OK &&
           try_inflation(5.1, 5, 1) == WEND_ERROR_ARGUMENT &&
           try_inflation(-0.1, 5, 1) == WEND_ERROR_ARGUMENT;
}
static bool inflation_radius(void) { // the tiles of try_profiles have a side of 1
    const double most = (double)WEND_MAX_PROFILE_REACH;
    return try_inflation(0, 0, 1) == WEND_OK && try_inflation(0, most, 1) == WEND_OK &&
           try_inflation(0, most + 0.1, 1) == WEND_ERROR_ARGUMENT &&
           try_inflation(0, -0.1, 1) == WEND_ERROR_ARGUMENT;
}
static bool cost_scaling_factor(void) {
    return try_inflation(1, 5, 0) == WEND_OK && try_inflation(1, 5, 1e6) == WEND_OK &&
           try_inflation(1, 5, 1.1e6) == WEND_ERROR_ARGUMENT &&
           try_inflation(1, 5, -0.1) == WEND_ERROR_ARGUMENT;
}
static bool profile_count(void) {
    static wend_profile_def profiles[WEND_MAX_PROFILES];
    static char names[WEND_MAX_PROFILES][2];
    for (int32_t i = 0; i < WEND_MAX_PROFILES; i++) {
        profiles[i] = wend_default_profile_def();
        names[i][0] = (char)('a' + i);
        profiles[i].name = names[i];
    }
    return try_profiles(profiles, 0) == WEND_OK && try_profiles(profiles, WEND_MAX_PROFILES - 1) == WEND_OK &&
           try_profiles(profiles, -1) == WEND_ERROR_ARGUMENT &&
           try_profiles(profiles, WEND_MAX_PROFILES) == WEND_ERROR_LIMIT;
}
static bool profile_name(void) {
    return strcmp(wend_world_profile_name(world, 0), "default") == 0 &&
           strcmp(wend_world_profile_name(world, 1), "tank") == 0 && !*wend_world_profile_name(world, 2) &&
           !*wend_world_profile_name(world, -1);
}
static bool profile_view(void) {
    return wend_world_profile(world, 0) == world && wend_world_profile(world, 1) &&
           !wend_world_profile(world, 2) && !wend_world_profile(world, -1);
}
static bool clearance_limit(void) {
    float one;
    const wend_rect tile = {3, 3, 1, 1};
    return wend_world_clearance(world, 0, tile, 0, &one) == WEND_OK &&
           wend_world_clearance(world, 0, tile, INFINITY, &one) == WEND_OK &&
           wend_world_clearance(world, 0, tile, -0.1f, &one) == WEND_ERROR_ARGUMENT;
}

static bool step_budget(void) {
    static const struct {
        int64_t budget;
        wend_result expected;
        bool ends;
    } cases[] = {{0, WEND_OK, true},
                 {1, WEND_OK, false},
                 {INT64_MAX, WEND_OK, true},
                 {-1, WEND_ERROR_ARGUMENT, false},
                 {INT64_MIN, WEND_ERROR_ARGUMENT, false}};
    wend_search_def def = wend_default_search_def();
    wend_search* search = NULL;
    if (wend_search_create(&def, &search) != WEND_OK) abort();
    wend_query query = wend_default_query((wend_tile){3, 3}, (wend_tile){140, 120});
    query.algorithm = WEND_ASTAR;
    bool good = true;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool done = false;
        if (wend_search_begin(search, world, &query) != WEND_OK) abort();
        good = good && wend_search_step(search, cases[i].budget, &done) == cases[i].expected &&
               done == cases[i].ends;
    }
    wend_search_destroy(search);
    return good;
}

static wend_result try_service_def(const wend_service_def* def) {
    wend_service* service = NULL;
    wend_result result = wend_service_create(world, def, &service);
    wend_service_destroy(service);
    return result;
}
#define SERVICE(field, value) TRY(service_def, wend_default_service_def(), field, value, WEND_OK)
#define NO_SERVICE(field, value)                                                                             \
    TRY(service_def, wend_default_service_def(), field, value, WEND_ERROR_ARGUMENT)
static bool service_workers(void) {
    wend_service_def service_def;
    return SERVICE(worker_count, 0) && SERVICE(worker_count, 256) && NO_SERVICE(worker_count, -1) &&
           NO_SERVICE(worker_count, 257);
}
static bool service_runners(void) {
    wend_service_def service_def;
    return SERVICE(runner_count, 0) && SERVICE(runner_count, 256) && NO_SERVICE(runner_count, -1) &&
           NO_SERVICE(runner_count, 257);
}
static bool service_capacity(void) {
    wend_service_def service_def;
    return SERVICE(capacity, 1) && SERVICE(capacity, 1048576) && NO_SERVICE(capacity, 0) &&
           NO_SERVICE(capacity, 1048577);
}
static bool service_change_capacity(void) {
    wend_service_def service_def;
    return SERVICE(change_capacity, 1) && SERVICE(change_capacity, 1048576) &&
           NO_SERVICE(change_capacity, 0) && NO_SERVICE(change_capacity, 1048577);
}
static bool set_cost_profile(void) {
    return wend_world_set_class_cost(world, 0, 1, 1) == WEND_OK &&
           wend_world_set_class_cost(world, wend_world_profile_count(world), 1, 1) == WEND_ERROR_ARGUMENT &&
           wend_world_set_class_cost(world, -1, 1, 1) == WEND_ERROR_ARGUMENT;
}
static bool refresh_budget(void) {
    const wend_tile tile = {3, 3};
    return wend_world_refresh_near(world, tile, 0, NULL) == WEND_OK &&
           wend_world_refresh_near(world, tile, INT64_MAX, NULL) == WEND_OK &&
           wend_world_refresh_near(world, tile, -1, NULL) == WEND_ERROR_ARGUMENT;
}
static wend_result try_cost_range(float least, float greatest) {
    wend_grid_def def = small();
    def.least_cost = least;
    def.greatest_cost = greatest;
    return try_grid_def(&def);
}
static bool cost_range(void) {
    return try_cost_range(0, 0) == WEND_OK && try_cost_range(WEND_MIN_CLASS_COST, 64) == WEND_OK &&
           try_cost_range(1, WEND_MAX_CLASS_COST) == WEND_OK &&
           try_cost_range(WEND_MIN_CLASS_COST, 65) == WEND_ERROR_LIMIT &&
           try_cost_range(WEND_MIN_CLASS_COST / 2, 1) == WEND_ERROR_ARGUMENT &&
           try_cost_range(1, WEND_MAX_CLASS_COST + 1) == WEND_ERROR_ARGUMENT;
}
static bool service_refresh(void) {
    wend_service_def service_def;
    return SERVICE(refresh_clusters, 0) && SERVICE(refresh_clusters, INT32_MAX) &&
           NO_SERVICE(refresh_clusters, -1);
}

static wend_service* idle_service(void) {
    wend_service_def def = wend_default_service_def();
    def.worker_count = 0;
    wend_service* service = NULL;
    if (wend_service_create(world, &def, &service) != WEND_OK) abort();
    return service;
}
static bool service_priority(void) {
    wend_service* service = idle_service();
    wend_query query = wend_default_query((wend_tile){3, 3}, (wend_tile){9, 9});
    wend_ticket ticket;
    bool good =
        wend_service_submit(service, &query, 0, 0, &ticket) == WEND_OK &&
        wend_service_submit(service, &query, WEND_SERVICE_PRIORITIES - 1, 0, &ticket) == WEND_OK &&
        wend_service_submit(service, &query, -1, 0, &ticket) == WEND_ERROR_ARGUMENT &&
        wend_service_submit(service, &query, WEND_SERVICE_PRIORITIES, 0, &ticket) == WEND_ERROR_ARGUMENT;
    wend_service_destroy(service);
    return good;
}
static bool service_edit_count(void) {
    wend_service* service = idle_service();
    const wend_edit edit = {.area = {3, 3, 1, 1}, .terrain_class = 1};
    bool good = wend_service_submit_edits(service, &edit, 1, 0, NULL) == WEND_OK &&
                wend_service_submit_edits(service, &edit, 0, 0, NULL) == WEND_ERROR_ARGUMENT &&
                wend_service_submit_edits(service, &edit, -1, 0, NULL) == WEND_ERROR_ARGUMENT;
    wend_service_destroy(service);
    return good;
}
static bool service_budget(void) {
    wend_service* service = idle_service();
    bool good = wend_service_run(service, 0, NULL) == WEND_OK &&
                wend_service_run(service, INT64_MAX, NULL) == WEND_OK &&
                wend_service_run(service, -1, NULL) == WEND_ERROR_ARGUMENT;
    wend_service_destroy(service);
    return good;
}

static wend_result try_import_def(const wend_import_def* def) {
    static const char pixels[] = "P2\n2 2\n255\n255 255 255 255\n";
    wend_grid* made = NULL;
    wend_result result = wend_import_memory(pixels, sizeof pixels - 1, "pixels", def, &made, NULL, NULL);
    wend_grid_destroy(made);
    return result;
}
#define IMPORT(field, value)    TRY(import_def, wend_default_import_def(), field, value, WEND_OK)
#define NO_IMPORT(field, value) TRY(import_def, wend_default_import_def(), field, value, WEND_ERROR_ARGUMENT)
static bool blocked_below(void) {
    wend_import_def import_def;
    return IMPORT(blocked_below, 0) && IMPORT(blocked_below, 1) && IMPORT(blocked_below, -1) &&
           NO_IMPORT(blocked_below, -0.5f) && NO_IMPORT(blocked_below, 1.01f);
}
static bool transparent_below(void) {
    wend_import_def import_def;
    return IMPORT(transparent_below, 0) && IMPORT(transparent_below, 1) &&
           NO_IMPORT(transparent_below, -0.1f) && NO_IMPORT(transparent_below, 1.01f);
}
static bool max_climb(void) {
    wend_import_def import_def;
    return IMPORT(max_climb, 1e-6f) && IMPORT(max_climb, 1e6f) && NO_IMPORT(max_climb, 0);
}
static bool max_decoded(void) {
    wend_import_def import_def;
    return IMPORT(max_decoded, 1) && IMPORT(max_decoded, WEND_MAX_TILES) && NO_IMPORT(max_decoded, 0) &&
           NO_IMPORT(max_decoded, WEND_MAX_TILES + 1);
}

// ---- tasks

static void* enqueue(wend_task_fn* task, void* context, int32_t count, void* user) {
    (void)user;
    task(context, 0, count);
    return NULL;
}
static void finish(void* handle, void* user) {
    (void)handle, (void)user;
}
static bool worker_count(void) {
    static const int32_t counts[] = {1, 2, 1000};
    for (int32_t i = 0; i < 3; i++) {
        wend_world_def def = wend_default_world_def();
        def.tasks = (wend_tasks){.enqueue = enqueue, .finish = finish, .worker_count = counts[i]};
        wend_grid* given = new_grid(150, 150);
        wend_world* made = NULL;
        if (wend_world_build(&given, &def, &made) != WEND_OK) return false;
        bool same =
            wend_world_hash(made) == wend_world_hash(wend_world_profile(world, 1)); // it changes nothing
        wend_world_destroy(made);
        if (!same) return false;
    }
    return true;
}

// ---- parameters

static wend_result try_spread(int32_t count, int32_t spacing) {
    wend_tile* out = malloc(sizeof *out * (size_t)(count > 0 ? count : 1));
    if (!out) abort();
    int32_t found = 0;
    wend_result result = wend_formation_tiles(grid, (wend_tile){75, 75}, count, spacing, NULL, out, &found);
    free(out);
    return result;
}
static bool spread_count(void) {
    return try_spread(1, 1) == WEND_OK && try_spread(WEND_MAX_CROWD, 1) == WEND_OK &&
           try_spread(0, 1) == WEND_ERROR_ARGUMENT &&
           try_spread(WEND_MAX_CROWD + 1, 1) == WEND_ERROR_ARGUMENT;
}
static bool spread_spacing(void) {
    return try_spread(1, 64) == WEND_OK && try_spread(1, 0) == WEND_ERROR_ARGUMENT &&
           try_spread(1, 65) == WEND_ERROR_ARGUMENT;
}

static void no_line(wend_draw_kind kind, wend_vec2 from, wend_vec2 to, void* context) {
    (void)kind, (void)from, (void)to, (void)context;
}
static void no_rect(wend_draw_kind kind, wend_rect tiles, void* context) {
    (void)kind, (void)tiles, (void)context;
}
static wend_result try_draw(int32_t level) {
    wend_debug_draw draw = {.line = no_line, .rect = no_rect, .view = {0, 0, 150, 150}, .level = level};
    return wend_world_draw(world, ~0u, &draw);
}
static bool draw_level(void) {
    int32_t levels = wend_world_get_info(world).level_count;
    return try_draw(0) == WEND_OK && try_draw(levels) == WEND_OK && try_draw(-1) == WEND_ERROR_ARGUMENT &&
           try_draw(levels + 1) == WEND_ERROR_ARGUMENT;
}

static wend_result try_fill(int32_t count, double limit) {
    wend_field* field = NULL;
    wend_tile tile = {3, 3};
    if (wend_field_create(NULL, &field) != WEND_OK) abort();
    wend_result result = wend_field_fill(field, grid, WEND_FIELD_TO, &tile, count, limit);
    wend_field_destroy(field);
    return result;
}
static bool fill_count(void) {
    return try_fill(1, 5) == WEND_OK && try_fill(0, 5) == WEND_ERROR_ARGUMENT &&
           try_fill(-1, 5) == WEND_ERROR_ARGUMENT;
}
static bool fill_limit(void) {
    return try_fill(1, 1e-3) == WEND_OK && try_fill(1, INFINITY) == WEND_OK &&
           try_fill(1, 0) == WEND_ERROR_ARGUMENT && try_fill(1, -1) == WEND_ERROR_ARGUMENT &&
           try_fill(1, NAN) == WEND_ERROR_ARGUMENT;
}

static bool grid_row(void) {
    return wend_grid_row(grid, 0) && wend_grid_row(grid, 149) && !wend_grid_row(grid, -1) &&
           !wend_grid_row(grid, 150);
}

static bool info_level(void) {
    int32_t levels = wend_world_get_info(world).level_count;
    return wend_world_get_level_info(world, 1).columns > 0 &&
           wend_world_get_level_info(world, levels).columns > 0 &&
           wend_world_get_level_info(world, 0).columns == 0 &&
           wend_world_get_level_info(world, levels + 1).columns == 0;
}

static wend_result try_radius(float radius) {
    wend_crowd_def def = wend_default_crowd_def();
    wend_crowd* crowd = NULL;
    if (wend_crowd_create(world, &def, &crowd) != WEND_OK) abort();
    const wend_agent body = {.position = {75, 75}, .max_speed = 4, .max_acceleration = 32, .radius = radius};
    wend_agent_id id;
    wend_result result = wend_crowd_add(crowd, &body, &id);
    wend_crowd_destroy(crowd);
    return result;
}
static bool agent_radius(void) {
    return try_radius(0) == WEND_OK && try_radius(64) == WEND_OK &&
           try_radius(-0.1f) == WEND_ERROR_ARGUMENT && try_radius(64.5f) == WEND_ERROR_ARGUMENT &&
           try_radius(NAN) == WEND_ERROR_ARGUMENT;
}

// These are asked of the caller, not checked: at their ends the results are as they should be.
static float turn_between(wend_vec2 a, wend_vec2 b) {
    return acosf(fminf(1, fmaxf(-1, a.x * b.x + a.y * b.y)));
}
static bool turn(void) {
    const wend_vec2 east = {1, 0}, west = {-1, 0.001f};
    float none = turn_between(east, wend_steer_turn(east, west, 0));
    float most = turn_between(east, wend_steer_turn(east, west, 2));
    return none < 1e-3f && most > 1 && most <= 2.001f;
}
static bool wander(void) {
    const wend_agent agent = {.position = {5, 5}, .max_speed = 4, .max_acceleration = 32};
    for (int32_t most = 0; most <= 2; most += 2) {
        wend_wander w = {.heading = {1, 0}, .seed = 1};
        for (int32_t i = 0; i < 100; i++) {
            wend_vec2 before = w.heading;
            wend_vec2 wanted = wend_steer_wander(&agent, &w, (float)most);
            if (turn_between(before, w.heading) > (float)most + 2e-3f) return false;
            if (fabsf(hypotf(wanted.x, wanted.y) - 2) > 1e-3f) return false;
        }
    }
    return true;
}
static bool weight(void) {
    const wend_weighted items[] = {{{1, 0}, 0}, {{0, 1}, 1e6f}};
    wend_vec2 v = wend_steer_blend(items, 2, 4);
    return v.x == 0 && fabsf(v.y - 4) < 1e-3f;
}
static bool reaction_time(void) {
    const wend_agent agent = {.position = {5, 5}, .max_speed = 4, .max_acceleration = 32};
    wend_vec2 soon = wend_steer_towards(&agent, (wend_vec2){4, 0}, 1e-6f);
    wend_vec2 late = wend_steer_towards(&agent, (wend_vec2){4, 0}, 1e6f);
    return fabsf(soon.x - 32) < 1e-3f && late.x > 0 && late.x < 1e-3f;
}

// ---- graphs

static wend_graph_connection pair[2] = {{0, 1, 2}, {0, 1, 3}};

static wend_result try_graph_def(const wend_graph_def* def) {
    wend_graph* made = NULL;
    wend_result result = wend_graph_create(def, &made);
    wend_graph_destroy(made);
    return result;
}
static wend_graph_def graph_of(int32_t nodes, int32_t connections) {
    wend_graph_def def = wend_default_graph_def();
    def.node_count = nodes;
    def.connections = pair;
    def.connection_count = connections;
    return def;
}
static bool graph_cost(void) {
    const wend_graph_def graph_def = graph_of(2, 2);
    bool good = true;
    const double in[] = {0, WEND_GRAPH_MAX_COST}, out[] = {-1e-300, 1.1e100, NAN, INFINITY};
    for (int i = 0; i < 2; i++) pair[0].cost = in[i], good = good && try_graph_def(&graph_def) == WEND_OK;
    for (int i = 0; i < 4; i++)
        pair[0].cost = out[i], good = good && try_graph_def(&graph_def) == WEND_ERROR_ARGUMENT;
    pair[0].cost = 2;
    return good;
}
static bool graph_nodes(void) {
    wend_graph_def graph_def;
    return TRY(graph_def, graph_of(2, 2), node_count, 2, WEND_OK) &&
           TRY(graph_def, graph_of(2, 0), node_count, 1, WEND_OK) &&
           TRY(graph_def, graph_of(2, 0), node_count, 0, WEND_ERROR_ARGUMENT) &&
           TRY(graph_def, graph_of(2, 0), node_count, WEND_GRAPH_MAX_NODES + 1, WEND_ERROR_ARGUMENT);
}
static bool graph_connections(void) {
    wend_graph_def graph_def;
    return TRY(graph_def, graph_of(2, 0), connection_count, 2, WEND_OK) &&
           TRY(graph_def, graph_of(2, 0), connection_count, 0, WEND_OK) &&
           TRY(graph_def, graph_of(2, 0), connection_count, -1, WEND_ERROR_ARGUMENT) &&
           TRY(graph_def, graph_of(2, 0), connection_count, WEND_GRAPH_MAX_CONNECTIONS + 1,
               WEND_ERROR_ARGUMENT);
}

static wend_result try_graph_query(const wend_graph_query* query) {
    const wend_graph_def def = graph_of(2, 2);
    const wend_graph_search_def search_def = wend_default_graph_search_def();
    wend_graph* made = NULL;
    wend_graph_search* search = NULL;
    if (wend_graph_create(&def, &made) != WEND_OK) abort();
    if (wend_graph_search_create(&search_def, &search) != WEND_OK) abort();
    wend_result result = wend_graph_find_path(search, made, query, NULL);
    wend_graph_search_destroy(search);
    wend_graph_destroy(made);
    return result;
}
#define GRAPH_ASK(field, value) TRY(graph_query, wend_default_graph_query(0, 1), field, value, WEND_OK)
#define NO_GRAPH_ASK(field, value)                                                                           \
    TRY(graph_query, wend_default_graph_query(0, 1), field, value, WEND_ERROR_ARGUMENT)

static bool graph_goals(void) {
    wend_graph_query graph_query;
    return GRAPH_ASK(other_goal_count, 0) && NO_GRAPH_ASK(other_goal_count, -1);
}
static bool graph_factor(void) {
    wend_graph_query graph_query;
    return GRAPH_ASK(euclidean_factor, -1) && GRAPH_ASK(euclidean_factor, 0) &&
           GRAPH_ASK(euclidean_factor, WEND_GRAPH_MAX_COST) && NO_GRAPH_ASK(euclidean_factor, -0.5) &&
           NO_GRAPH_ASK(euclidean_factor, 1.1e100) && NO_GRAPH_ASK(euclidean_factor, NAN);
}
static bool graph_table(void) {
    static double h[2];
    bool good = true;
    wend_graph_query query = wend_default_graph_query(0, 1);
    query.heuristic = WEND_GRAPH_TABLE;
    query.heuristic_table = h;
    const double in[] = {0, WEND_GRAPH_MAX_COST}, out[] = {-1, 1.1e100, NAN, INFINITY};
    for (int i = 0; i < 2; i++) h[0] = in[i], good = good && try_graph_query(&query) == WEND_OK;
    for (int i = 0; i < 4; i++) h[0] = out[i], good = good && try_graph_query(&query) == WEND_ERROR_ARGUMENT;
    return good;
}
static bool graph_weight(void) {
    wend_graph_query graph_query;
    return GRAPH_ASK(heuristic_weight, 0) && GRAPH_ASK(heuristic_weight, 1e6) &&
           NO_GRAPH_ASK(heuristic_weight, -0.1) && NO_GRAPH_ASK(heuristic_weight, 1.1e6) &&
           NO_GRAPH_ASK(heuristic_weight, NAN);
}

static wend_result try_graph_import_def(const wend_graph_import_def* def) {
    wend_graph* made = NULL;
    wend_graph_names* names = NULL;
    wend_result result =
        wend_import_graph_memory("from,to\na,b\n", 12, "graph", def, &made, &names, NULL, NULL);
    wend_graph_destroy(made);
    wend_graph_names_destroy(names);
    return result;
}
#define READ(field, value, expected)                                                                         \
    TRY(graph_import_def, wend_default_graph_import_def(), field, value, expected)
static bool graph_max_nodes(void) {
    wend_graph_import_def graph_import_def;
    return READ(max_nodes, 2, WEND_OK) && READ(max_nodes, WEND_GRAPH_MAX_NODES, WEND_OK) &&
           READ(max_nodes, 1, WEND_ERROR_LIMIT) && READ(max_nodes, 0, WEND_ERROR_ARGUMENT) &&
           READ(max_nodes, WEND_GRAPH_MAX_NODES + 1, WEND_ERROR_ARGUMENT);
}
static bool graph_max_connections(void) {
    wend_graph_import_def graph_import_def;
    return READ(max_connections, 1, WEND_OK) && READ(max_connections, WEND_GRAPH_MAX_CONNECTIONS, WEND_OK) &&
           READ(max_connections, 0, WEND_ERROR_ARGUMENT) &&
           READ(max_connections, WEND_GRAPH_MAX_CONNECTIONS + 1, WEND_ERROR_ARGUMENT);
}

// ---- all of them

static const struct {
    const char *of, *text;
    bool (*holds)(void);
} ranges[] = {
    {"wend_tasks.worker_count", ">= 1", worker_count},
    {"wend_crowd_def.max_neighbours", "0..24", max_neighbours},
    {"wend_crowd_def.neighbour_range", ">= 0", neighbour_range},
    {"wend_crowd_def.horizon", "> 0, at most 60", horizon},
    {"wend_crowd_def.plans_per_tick", ">= 1", plans_per_tick},
    {"wend_crowd_def.work_per_tick", ">= 1", work_per_tick},
    {"wend_crowd_def.replan_time", ">= 0", replan_time},
    {"wend_crowd_def.forced_pass_time", ">= 0", forced_pass_time},
    {"wend_crowd_def.beside_goal_time", ">= 0", beside_goal_time},
    {"wend_formation_tiles.count", "1..WEND_MAX_CROWD", spread_count},
    {"wend_formation_tiles.spacing", "1..64", spread_spacing},
    {"wend_debug_draw.level", "0..level_count", draw_level},
    {"wend_field_fill.count", ">= 1", fill_count},
    {"wend_field_fill.limit", "> 0, INFINITY too", fill_limit},
    {"wend_graph_connection.cost", "0..WEND_GRAPH_MAX_COST", graph_cost},
    {"wend_graph_def.node_count", "1 .. WEND_GRAPH_MAX_NODES", graph_nodes},
    {"wend_graph_def.connection_count", "0 .. WEND_GRAPH_MAX_CONNECTIONS", graph_connections},
    {"wend_graph_query.other_goal_count", ">= 0", graph_goals},
    {"wend_graph_query.euclidean_factor", "0..WEND_GRAPH_MAX_COST, -1", graph_factor},
    {"wend_graph_query.heuristic_table", "0..WEND_GRAPH_MAX_COST", graph_table},
    {"wend_graph_query.heuristic_weight", "0..1e6", graph_weight},
    {"wend_graph_import_def.max_nodes", "1 .. WEND_GRAPH_MAX_NODES", graph_max_nodes},
    {"wend_graph_import_def.max_connections", "1 .. WEND_GRAPH_MAX_CONNECTIONS", graph_max_connections},
    {"wend_grid_def.width height", "1 .. WEND_MAX_SIDE, together at most WEND_MAX_TILES", grid_size},
    {"wend_grid_def.tile_size", "> 0", tile_size},
    {"wend_grid_row.y", "0 .. height - 1, NULL otherwise", grid_row},
    {"wend_link.cost", "0..WEND_MAX_LINK_COST", link_cost},
    {"wend_link.duration", ">= 0", link_duration},
    {"wend_link.id", ">= -1", link_id},
    {"wend_query.heuristic_weight", "0..16", heuristic_weight},
    {"wend_query.body_radius", "0..0.5", body_radius},
    {"wend_query.first_tiles", ">= 0", first_tiles},
    {"wend_query.goal_count", ">= 0", goal_count},
    {"wend_path_cut.tiles_walked", "0 .. the number of tiles - 1", tiles_walked},
    {"wend_query.profile", "0..WEND_MAX_PROFILES - 1", query_profile},
    {"wend_profile_def.radius", "0..WEND_MAX_PROFILE_REACH", profile_radius},
    {"wend_profile_def.margin", "0..WEND_MAX_PROFILE_REACH", profile_margin},
    {"wend_profile_def.margin_cost", "0..WEND_MAX_MARGIN_COST", profile_margin_cost},
    {"wend_profile_def.margin_falloff", "0..64", profile_margin_falloff},
    {"wend_inflation.inscribed_radius", "0..inflation_radius", inscribed_radius},
    {"wend_inflation.inflation_radius", "0..WEND_MAX_PROFILE_REACH tiles", inflation_radius},
    {"wend_inflation.cost_scaling_factor", "0..1e6", cost_scaling_factor},
    {"wend_world_def.profile_count", "0..WEND_MAX_PROFILES - 1", profile_count},
    {"wend_world_profile_name.profile", "0 .. count - 1, \"\" otherwise", profile_name},
    {"wend_world_profile.profile", "0 .. count - 1, NULL otherwise", profile_view},
    {"wend_world_clearance.limit", ">= 0", clearance_limit},
    {"wend_crowd_def.snap", ">= 0", crowd_snap},
    {"wend_query.snap", ">= 0", snap},
    {"wend_query.goal_class", "-1..255", goal_class},
    {"wend_alternatives_def.max_cost", "1..16", max_cost},
    {"wend_alternatives_def.max_share", "0..1", max_share},
    {"wend_alternatives_def.spacing", "0..64", spacing_of_paths},
    {"wend_find_alternatives.max_count", "1..WEND_MAX_ALTERNATIVES", alternatives_count},
    {"wend_search_step.budget", ">= 0", step_budget},
    {"wend_service_def.worker_count", "0..256", service_workers},
    {"wend_service_def.runner_count", "0..256", service_runners},
    {"wend_service_def.capacity", "1..1048576", service_capacity},
    {"wend_service_def.change_capacity", "1..1048576", service_change_capacity},
    {"wend_service_def.refresh_clusters", ">= 0", service_refresh},
    {"wend_service_submit.priority", "0 .. WEND_SERVICE_PRIORITIES - 1", service_priority},
    {"wend_service_submit_edits.count", ">= 1", service_edit_count},
    {"wend_service_run.budget_us", ">= 0", service_budget},
    {"wend_agent.radius", ">= 0, at most 64 tiles", agent_radius},
    {"wend_steer_wander.max_turn", "0..2", wander},
    {"wend_steer_turn.max_turn", "0..2", turn},
    {"wend_weighted.weight", ">= 0", weight},
    {"wend_steer_towards.reaction_time", "> 0", reaction_time},
    {"wend_world_def.level_count", "0..WEND_MAX_LEVELS", level_count},
    {"wend_world_get_level_info.level", "1 .. level_count; zeros otherwise", info_level},
    {"wend_grid_def.least_cost greatest_cost",
     "0, or WEND_MIN_CLASS_COST .. WEND_MAX_CLASS_COST, at most WEND_MAX_COST_RATIO apart", cost_range},
    {"wend_world_set_class_cost.profile", "0 .. wend_world_profile_count - 1", set_cost_profile},
    {"wend_world_refresh_near.budget_us", ">= 0", refresh_budget},
    {"wend_import_def.blocked_below", "0..1, -1", blocked_below},
    {"wend_import_def.transparent_below", "0..1", transparent_below},
    {"wend_import_def.max_climb", "above 0", max_climb},
    {"wend_import_def.max_decoded", "1 .. WEND_MAX_TILES", max_decoded},
};
enum { COUNT = sizeof ranges / sizeof *ranges };

int main(int count, char** arguments) {
    bool list = count > 1 && strcmp(arguments[1], "--list") == 0;
    int32_t failed = 0;
    if (!list) {
        wend_world_def def = wend_default_world_def();
        wend_profile_def profile = wend_default_profile_def();
        profile.name = "tank";
        def.profiles = &profile;
        def.profile_count = 1;
        grid = new_grid(150, 150);
        wend_grid* given = new_grid(150, 150);
        if (wend_world_build(&given, &def, &world) != WEND_OK) abort();
    }
    for (int32_t i = 0; i < COUNT; i++) {
        if (list) {
            printf("%s\t%s\n", ranges[i].of, ranges[i].text);
        } else if (!ranges[i].holds()) {
            printf("%s: the range is not %s\n", ranges[i].of, ranges[i].text);
            failed++;
        }
    }
    if (!list) printf("%d ranges tried\n", COUNT);
    wend_world_destroy(world);
    wend_grid_destroy(grid);
    return failed > 0;
}
