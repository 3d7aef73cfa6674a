// ranges_query.c: the ranges of queries, paths, fields and the service.
#include "ranges.h"

#include <math.h>
#include <stdlib.h>

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
static bool avoid_count(void) {
    wend_query query;
    const wend_shape disc = wend_shape_disc((wend_vec2){5, 5}, 1, 1);
    if (!ASK(avoid_count, 0, WEND_OK) || !ASK(avoid_count, -1, WEND_ERROR_ARGUMENT)) return false;
    query.avoid = &disc;
    query.avoid_count = 1;
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

static wend_result find_paths(int32_t count) {
    const wend_query query = wend_default_query((wend_tile){3, 3}, (wend_tile){40, 20});
    const wend_batch_def def = wend_default_batch_def();
    int32_t failed;
    return wend_find_paths(world, &query, count, &def, &failed);
}
static bool paths_count(void) {
    return find_paths(0) == WEND_OK && find_paths(1) == WEND_OK && find_paths(-1) == WEND_ERROR_ARGUMENT;
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

static wend_result try_keep(float keep) {
    wend_search_def def = wend_default_search_def();
    wend_search* search = NULL;
    wend_path* path = NULL;
    const wend_query query = wend_default_query((wend_tile){5, 5}, (wend_tile){25, 5});
    if (wend_search_create(&def, &search) != WEND_OK || wend_path_create(NULL, &path) != WEND_OK ||
        wend_find_path(search, world, &query, path, NULL) != WEND_OK)
        abort();
    const wend_result result = wend_path_replan(search, world, path, (wend_tile){8, 5}, keep, NULL, NULL);
    wend_path_destroy(path);
    wend_search_destroy(search);
    return result;
}
static bool replan_keep(void) {
    return try_keep(0) == WEND_OK && try_keep(100) == WEND_OK && try_keep(-0.1f) == WEND_ERROR_ARGUMENT &&
           try_keep(100.1f) == WEND_ERROR_ARGUMENT && try_keep(NAN) == WEND_ERROR_ARGUMENT;
}

static bool refined_tiles(void) {
    wend_search_def def = wend_default_search_def();
    wend_search* search = NULL;
    wend_path* path = NULL;
    if (wend_search_create(&def, &search) != WEND_OK || wend_path_create(NULL, &path) != WEND_OK) abort();
    const bool holds = wend_path_refine(search, world, path, 0, NULL) == WEND_ERROR_ARGUMENT &&
                       wend_path_refine(search, world, path, 1, NULL) == WEND_OK &&
                       wend_path_refine(search, world, path, INT32_MAX, NULL) == WEND_OK;
    wend_path_destroy(path);
    wend_search_destroy(search);
    return holds;
}

static bool most_regions(void) {
    wend_search_def def = wend_default_search_def();
    wend_search* search = NULL;
    wend_path* path = NULL;
    wend_rect area;
    int32_t count;
    if (wend_search_create(&def, &search) != WEND_OK || wend_path_create(NULL, &path) != WEND_OK) abort();
    const bool holds = wend_path_regions(search, world, path, 0, &area, &count) == WEND_ERROR_ARGUMENT &&
                       wend_path_regions(search, world, path, 1, &area, &count) == WEND_OK;
    wend_path_destroy(path);
    wend_search_destroy(search);
    return holds;
}

static bool query_profile(void) { // of the 16 that a world may have, this one has 2
    wend_query query;
    return ASK(profile, 0, WEND_OK) && ASK(profile, 1, WEND_OK) && ASK(profile, 2, WEND_ERROR_ARGUMENT) &&
           ASK(profile, WEND_MAX_PROFILES, WEND_ERROR_ARGUMENT) && ASK(profile, -1, WEND_ERROR_ARGUMENT);
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

static wend_result compute_matrix(const wend_matrix_def* def, int32_t sources, int32_t targets) {
    wend_matrix_search* search = NULL;
    const wend_tile tile = {3, 3};
    double cost;
    if (wend_matrix_search_create(NULL, &search) != WEND_OK) abort();
    const wend_result result = wend_cost_matrix(search, world, &tile, sources, &tile, targets, def, &cost);
    wend_matrix_search_destroy(search);
    return result;
}
static wend_result try_matrix_def(const wend_matrix_def* def) {
    return compute_matrix(def, 1, 1);
}
#define MATRIX(field, value, expected) TRY(matrix_def, wend_default_matrix_def(), field, value, expected)
static bool matrix_profile(void) {
    wend_matrix_def matrix_def;
    return MATRIX(profile, 1, WEND_OK) && MATRIX(profile, -1, WEND_ERROR_ARGUMENT) &&
           MATRIX(profile, WEND_MAX_PROFILES, WEND_ERROR_ARGUMENT);
}
static bool matrix_limit(void) {
    wend_matrix_def matrix_def;
    return MATRIX(limit, 0, WEND_OK) && MATRIX(limit, INFINITY, WEND_OK) &&
           MATRIX(limit, -0.1, WEND_ERROR_ARGUMENT) && MATRIX(limit, NAN, WEND_ERROR_ARGUMENT);
}
static bool matrix_nearest(void) {
    wend_matrix_def matrix_def;
    return MATRIX(nearest, 0, WEND_OK) && MATRIX(nearest, INT32_MAX, WEND_OK) &&
           MATRIX(nearest, -1, WEND_ERROR_ARGUMENT);
}
static bool matrix_sources(void) {
    const wend_matrix_def def = wend_default_matrix_def();
    return compute_matrix(&def, 1, 1) == WEND_OK && compute_matrix(&def, 0, 1) == WEND_ERROR_ARGUMENT;
}
static bool matrix_targets(void) {
    const wend_matrix_def def = wend_default_matrix_def();
    return compute_matrix(&def, 1, 0) == WEND_ERROR_ARGUMENT &&
           compute_matrix(&def, 1, -1) == WEND_ERROR_ARGUMENT;
}
static wend_result find_rings(int32_t count, double limit) {
    const wend_tile tile = {3, 3};
    float costs[4];
    return wend_round_costs(grid, &tile, count, limit, (wend_rect){3, 3, 2, 2}, costs);
}
static bool rings_count(void) {
    return find_rings(1, 5) == WEND_OK && find_rings(0, 5) == WEND_ERROR_ARGUMENT;
}
static bool rings_limit(void) {
    return find_rings(1, 0) == WEND_OK && find_rings(1, INFINITY) == WEND_OK &&
           find_rings(1, -1) == WEND_ERROR_ARGUMENT && find_rings(1, NAN) == WEND_ERROR_ARGUMENT;
}
static wend_result find_corridor(int32_t sources, int32_t goals, double above) {
    const wend_tile tile = {3, 3};
    wend_field* fields[2] = {NULL};
    double cost;
    for (int32_t i = 0; i < 2; i++)
        if (wend_field_create(NULL, &fields[i]) != WEND_OK) return WEND_ERROR_MEMORY;
    const wend_result result =
        wend_corridor_fill(fields[0], fields[1], grid, &tile, sources, &tile, goals, above, &cost);
    for (int32_t i = 0; i < 2; i++) wend_field_destroy(fields[i]);
    return result;
}
static bool corridor_sources(void) {
    return find_corridor(1, 1, 5) == WEND_OK && find_corridor(0, 1, 5) == WEND_ERROR_ARGUMENT;
}
static bool corridor_goals(void) {
    return find_corridor(1, 1, 5) == WEND_OK && find_corridor(1, 0, 5) == WEND_ERROR_ARGUMENT;
}
static bool corridor_above(void) {
    return find_corridor(1, 1, 0) == WEND_OK && find_corridor(1, 1, 1000000) == WEND_OK &&
           find_corridor(1, 1, -1) == WEND_ERROR_ARGUMENT &&
           find_corridor(1, 1, 1000001) == WEND_ERROR_ARGUMENT &&
           find_corridor(1, 1, NAN) == WEND_ERROR_ARGUMENT;
}
static wend_result assign_one(int32_t agents, int32_t jobs) {
    const double cost = 1;
    int32_t job;
    return wend_assign(&cost, agents, jobs, WEND_ASSIGN_LEAST_SUM, &job);
}
static bool assign_agents(void) {
    return assign_one(1, 1) == WEND_OK && assign_one(0, 1) == WEND_ERROR_ARGUMENT;
}
static bool assign_jobs(void) {
    return assign_one(1, 1) == WEND_OK && assign_one(1, -1) == WEND_ERROR_ARGUMENT;
}
static wend_result find_tour(const wend_tour_def* def, int32_t stops) {
    static const double costs[4] = {0, 1, 1, 0};
    int32_t order[2];
    double cost;
    return wend_tour(costs, stops, def, order, &cost);
}
static wend_result try_tour_def(const wend_tour_def* def) {
    return find_tour(def, 2);
}
#define TOUR(field, value, expected) TRY(tour_def, wend_default_tour_def(), field, value, expected)
static bool tour_first(void) {
    wend_tour_def tour_def;
    return TOUR(first, -1, WEND_OK) && TOUR(first, 1, WEND_OK) && TOUR(first, 2, WEND_ERROR_ARGUMENT) &&
           TOUR(first, -2, WEND_ERROR_ARGUMENT);
}
static bool tour_last(void) {
    wend_tour_def tour_def;
    return TOUR(last, -1, WEND_OK) && TOUR(last, 1, WEND_OK) && TOUR(last, 2, WEND_ERROR_ARGUMENT) &&
           TOUR(last, -2, WEND_ERROR_ARGUMENT);
}
static bool tour_effort(void) {
    wend_tour_def tour_def;
    return TOUR(effort, 0, WEND_OK) && TOUR(effort, 1000000, WEND_OK) &&
           TOUR(effort, 1000001, WEND_ERROR_ARGUMENT) && TOUR(effort, -1, WEND_ERROR_ARGUMENT);
}
static bool tour_stops(void) {
    const wend_tour_def def = wend_default_tour_def();
    return find_tour(&def, 1) == WEND_OK && find_tour(&def, 0) == WEND_ERROR_ARGUMENT;
}

const range ranges_of_query[] = {
    {"wend_matrix_def.profile", "0..WEND_MAX_PROFILES - 1", matrix_profile},
    {"wend_matrix_def.limit", ">= 0", matrix_limit},
    {"wend_matrix_def.nearest", ">= 0", matrix_nearest},
    {"wend_cost_matrix.source_count", ">= 1", matrix_sources},
    {"wend_cost_matrix.target_count", ">= 1", matrix_targets},
    {"wend_round_costs.count", ">= 1", rings_count},
    {"wend_round_costs.limit", ">= 0", rings_limit},
    {"wend_corridor_fill.source_count", ">= 1", corridor_sources},
    {"wend_corridor_fill.goal_count", ">= 1", corridor_goals},
    {"wend_corridor_fill.above", "0..1000000", corridor_above},
    {"wend_assign.agent_count", ">= 1", assign_agents},
    {"wend_assign.job_count", ">= 1", assign_jobs},
    {"wend_tour_def.first", "-1 .. the number of stops - 1", tour_first},
    {"wend_tour_def.last", "-1 .. the number of stops - 1", tour_last},
    {"wend_tour_def.effort", "0..1000000", tour_effort},
    {"wend_tour.stop_count", ">= 1", tour_stops},
    {"wend_field_fill.count", ">= 1", fill_count},
    {"wend_field_fill.limit", "> 0, INFINITY too", fill_limit},
    {"wend_query.heuristic_weight", "0..16", heuristic_weight},
    {"wend_query.body_radius", "0..0.5", body_radius},
    {"wend_query.first_tiles", ">= 0", first_tiles},
    {"wend_query.goal_count", ">= 0", goal_count},
    {"wend_query.avoid_count", ">= 0", avoid_count},
    {"wend_path_regions.most", ">= 1", most_regions},
    {"wend_path_refine.tiles", ">= 1", refined_tiles},
    {"wend_path_replan.keep", "0..100", replan_keep},
    {"wend_path_cut.tiles_walked", "0 .. the number of tiles - 1", tiles_walked},
    {"wend_query.profile", "0..WEND_MAX_PROFILES - 1", query_profile},
    {"wend_query.snap", ">= 0", snap},
    {"wend_query.goal_class", "-1..255", goal_class},
    {"wend_alternatives_def.max_cost", "1..16", max_cost},
    {"wend_alternatives_def.max_share", "0..1", max_share},
    {"wend_alternatives_def.spacing", "0..64", spacing_of_paths},
    {"wend_find_paths.count", ">= 0", paths_count},
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
    {0},
};
