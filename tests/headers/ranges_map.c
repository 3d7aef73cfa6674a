// ranges_map.c: the ranges of grids, links, worlds and profiles.
#include "ranges.h"
#include "wend/private.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
static bool floor_count(void) {
    wend_grid_def grid_def;
    return TRY(grid_def, small(), floors, 0, WEND_OK) &&
           TRY(grid_def, small(), floors, WEND_MAX_FLOORS, WEND_OK) &&
           TRY(grid_def, small(), floors, -1, WEND_ERROR_ARGUMENT) &&
           TRY(grid_def, small(), floors, WEND_MAX_FLOORS + 1, WEND_ERROR_LIMIT);
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

static bool area_count_holds = true;
static wend_result try_region_level(int32_t level) {
    static const char file[] = "ranges.wend";
    wend_world_def world_def = wend_default_world_def();
    world_def.level_count = 3;
    wend_grid* given = new_grid(400, 400);
    wend_world *made = NULL, *streamed = NULL;
    if (wend_world_build(&given, &world_def, &made) != WEND_OK ||
        wend_world_save(made, file, NULL) != WEND_OK)
        abort();
    wend_stream_def def = wend_default_stream_def();
    def.region_level = level;
    const wend_result result = wend_world_stream(file, &def, &streamed, NULL);
    int32_t loaded;
    const wend_rect area = {1, 1, 2, 2};
    if (result == WEND_OK)
        area_count_holds &=
            wend_world_load_ahead(streamed, &area, -1, &loaded, NULL) == WEND_ERROR_ARGUMENT &&
            wend_world_load_ahead(streamed, &area, 0, &loaded, NULL) == WEND_OK &&
            wend_world_load_ahead(streamed, &area, 1, &loaded, NULL) == WEND_OK;
    wend_world_destroy(streamed);
    wend_world_destroy(made);
    remove(file);
    return result;
}
static bool region_level(void) {
    return try_region_level(0) == WEND_OK && try_region_level(2) == WEND_OK &&
           try_region_level(3) == WEND_OK && try_region_level(4) == WEND_ERROR_LIMIT &&
           try_region_level(1) == WEND_ERROR_ARGUMENT && try_region_level(-1) == WEND_ERROR_ARGUMENT;
}

static bool area_count(void) {
    return try_region_level(0) == WEND_OK && area_count_holds;
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
static bool link_profile_costs(void) {
    wend_link link;
    return LINK(profile_costs[1], 0) && LINK(profile_costs[2], WEND_MAX_LINK_COST) &&
           LINK(profile_costs[WEND_MAX_PROFILES - 1], -7) && NO_LINK(profile_costs[1], NAN) &&
           NO_LINK(profile_costs[2], 2 * WEND_MAX_LINK_COST) && NO_LINK(profile_costs[0], 1);
}
static bool link_id(void) {
    wend_link link;
    return LINK(id, -1) && LINK(id, INT32_MAX) && NO_LINK(id, -2);
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
static bool sight_range(void) {
    wend_sight_def def = wend_default_sight_def();
    bool sees;
    def.range = 0;
    if (wend_line_of_sight(grid, &def, (wend_tile){1, 1}, (wend_tile){1, 1}, &sees, NULL) != WEND_OK || !sees)
        return false;
    def.range = -0.1f;
    return wend_line_of_sight(grid, &def, (wend_tile){1, 1}, (wend_tile){1, 1}, &sees, NULL) ==
           WEND_ERROR_ARGUMENT;
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

static wend_result try_relief_def(const wend_relief_def* def) {
    wend_grid* given = new_grid(3, 3);
    const wend_result result = wend_grid_set_relief(given, def);
    wend_grid_destroy(given);
    return result;
}
#define RELIEF(field, value)    TRY(relief_def, wend_default_relief_def(), field, value, WEND_OK)
#define NO_RELIEF(field, value) TRY(relief_def, wend_default_relief_def(), field, value, WEND_ERROR_ARGUMENT)
static bool step_limits(void) {
    wend_relief_def relief_def;
    return RELIEF(max_climb, 0) && RELIEF(max_climb, INFINITY) && NO_RELIEF(max_climb, -0.1f) &&
           NO_RELIEF(max_climb, NAN) && RELIEF(max_drop, 0) && RELIEF(max_drop, INFINITY) &&
           NO_RELIEF(max_drop, -0.1f) && NO_RELIEF(max_drop, NAN);
}
static bool lane_factors(void) {
    wend_relief_def relief_def;
    return RELIEF(lane_factors[0], 0.01f) && RELIEF(lane_factors[4], INFINITY) &&
           NO_RELIEF(lane_factors[0], 0) && NO_RELIEF(lane_factors[4], -1) && NO_RELIEF(lane_factors[2], NAN);
}
static wend_result try_slope_point(float slope, float factor) {
    const wend_slope_point point = {slope, factor};
    wend_relief_def def = wend_default_relief_def();
    def.slopes = &point;
    def.slope_count = 1;
    return try_relief_def(&def);
}
static bool slope_of_point(void) {
    return try_slope_point(-1e6f, 1) == WEND_OK && try_slope_point(0, 1) == WEND_OK &&
           try_slope_point(INFINITY, 1) == WEND_ERROR_ARGUMENT &&
           try_slope_point(-INFINITY, 1) == WEND_ERROR_ARGUMENT &&
           try_slope_point(NAN, 1) == WEND_ERROR_ARGUMENT;
}
static bool factor_of_point(void) {
    return try_slope_point(0, 0.01f) == WEND_OK && try_slope_point(0, INFINITY) == WEND_OK &&
           try_slope_point(0, 0) == WEND_ERROR_ARGUMENT && try_slope_point(0, -1) == WEND_ERROR_ARGUMENT &&
           try_slope_point(0, NAN) == WEND_ERROR_ARGUMENT;
}
static wend_result try_row_size(float width, float height) {
    const wend_row_size row = {0, width, height};
    wend_relief_def def = wend_default_relief_def();
    def.rows = &row;
    def.row_count = 1;
    return try_relief_def(&def);
}
static bool row_size(void) {
    return try_row_size(0.5f, 2) == WEND_OK && try_row_size(0, 1) == WEND_ERROR_ARGUMENT &&
           try_row_size(1, 0) == WEND_ERROR_ARGUMENT && try_row_size(-1, 1) == WEND_ERROR_ARGUMENT &&
           try_row_size(1, NAN) == WEND_ERROR_ARGUMENT;
}

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

static wend_bake_def small_bake(void) {
    wend_bake_def def = wend_default_bake_def();
    def.file = "ranges.wend";
    return def;
}
static wend_result try_bake_def(const wend_bake_def* def) {
    wend_bake* made = NULL;
    const wend_result result = wend_bake_create(def, &made, NULL);
    wend_bake_destroy(made);
    return result;
}
static bool bake_memory(void) {
    wend_bake_def bake_def;
    return TRY(bake_def, small_bake(), memory_bytes, WEND_BAKE_MIN_MEMORY, WEND_OK) &&
           TRY(bake_def, small_bake(), memory_bytes, (int64_t)1 << 50, WEND_OK) &&
           TRY(bake_def, small_bake(), memory_bytes, WEND_BAKE_MIN_MEMORY - 1, WEND_ERROR_LIMIT);
}
static bool bake_workers(void) {
    wend_bake_def bake_def;
    return TRY(bake_def, small_bake(), worker_count, 1, WEND_OK) &&
           TRY(bake_def, small_bake(), worker_count, 256, WEND_OK) &&
           TRY(bake_def, small_bake(), worker_count, 0, WEND_ERROR_LIMIT) &&
           TRY(bake_def, small_bake(), worker_count, 257, WEND_ERROR_LIMIT);
}
static bool bake_task_level(void) {
    wend_bake_def bake_def;
    return TRY(bake_def, small_bake(), task_level, 0, WEND_OK) &&
           TRY(bake_def, small_bake(), task_level, WEND_BAKE_MAX_TASK_LEVEL, WEND_OK) &&
           TRY(bake_def, small_bake(), task_level, -1, WEND_ERROR_LIMIT) &&
           TRY(bake_def, small_bake(), task_level, WEND_BAKE_MAX_TASK_LEVEL + 1, WEND_ERROR_LIMIT);
}
static bool bake_least_tasks(void) {
    wend_bake_def bake_def;
    return TRY(bake_def, small_bake(), least_tasks, 0, WEND_OK) &&
           TRY(bake_def, small_bake(), least_tasks, INT32_MAX, WEND_OK) &&
           TRY(bake_def, small_bake(), least_tasks, -1, WEND_ERROR_LIMIT);
}

const range ranges_of_map[] = {
    {"wend_bake_def.memory_bytes", ">= WEND_BAKE_MIN_MEMORY", bake_memory},
    {"wend_bake_def.worker_count", "1..256", bake_workers},
    {"wend_bake_def.task_level", "0..WEND_BAKE_MAX_TASK_LEVEL", bake_task_level},
    {"wend_bake_def.least_tasks", ">= 0", bake_least_tasks},
    {"wend_relief_def.max_climb max_drop", ">= 0", step_limits},
    {"wend_relief_def.lane_factors", "> 0; INFINITY: closed", lane_factors},
    {"wend_row_size.tile_width tile_height", "> 0", row_size},
    {"wend_slope_point.slope", "finite", slope_of_point},
    {"wend_slope_point.factor", "> 0; INFINITY: the step is closed", factor_of_point},
    {"wend_tasks.worker_count", ">= 1", worker_count},
    {"wend_debug_draw.level", "0..level_count", draw_level},
    {"wend_grid_def.width height", "1 .. WEND_MAX_SIDE, together at most WEND_MAX_TILES", grid_size},
    {"wend_grid_def.floors", "0..WEND_MAX_FLOORS", floor_count},
    {"wend_grid_def.tile_size", "> 0", tile_size},
    {"wend_grid_row.y", "0 .. height - 1, NULL otherwise", grid_row},
    {"wend_link.cost", "0..WEND_MAX_LINK_COST", link_cost},
    {"wend_link.duration", ">= 0", link_duration},
    {"wend_link.id", ">= -1", link_id},
    {"wend_link.profile_costs", "<= WEND_MAX_LINK_COST", link_profile_costs},
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
    {"wend_sight_def.range", ">= 0", sight_range},
    {"wend_world_load_ahead.count", ">= 0", area_count},
    {"wend_stream_def.region_level", "0, 2..level_count of the world", region_level},
    {"wend_world_def.level_count", "0..WEND_MAX_LEVELS", level_count},
    {"wend_world_get_level_info.level", "1 .. level_count; zeros otherwise", info_level},
    {"wend_grid_def.least_cost greatest_cost",
     "0, or WEND_MIN_CLASS_COST .. WEND_MAX_CLASS_COST, at most WEND_MAX_COST_RATIO apart", cost_range},
    {"wend_world_set_class_cost.profile", "0 .. wend_world_profile_count - 1", set_cost_profile},
    {"wend_world_refresh_near.budget_us", ">= 0", refresh_budget},
    {0},
};
