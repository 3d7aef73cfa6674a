// scene_query.c: from where to where does a path lead, how is it found, and what does a tile say?
#include "document/scene.h"
#include "path_length.h"
#include "random.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- the ends

static int32_t within(int32_t value, int32_t first, int32_t count) {
    return value < first ? first : value - first >= count ? first + count - 1 : value;
}

static wend_tile on_map(const scene* s, wend_tile tile) {
    const wend_rect map = wend_grid_area(s->grid);
    return (wend_tile){within(tile.x, map.x, map.width), within(tile.y, map.y, map.height), tile.floor};
}

void scene_move_end(scene* s, wend_tile* end, wend_tile tile) {
    tile = on_map(s, tile);
    if (same_tile(tile, *end)) return;
    *end = tile;
    s->replan = true;
}

void scene_set_goals(scene* s, const wend_tile* tiles, int count) {
    for (int i = 0; i < count; i++) s->goals[i] = on_map(s, tiles[i]);
    s->query.goal = s->goals[0];
    s->goal_count = count;
    s->replan = true;
}

bool scene_toggle_goal(scene* s, wend_tile tile) {
    int at = 0;
    while (at < s->goal_count && !same_tile(s->goals[at], tile)) at++;
    if (at == SCENE_GOALS) return false;
    if (at == s->goal_count) {
        s->goals[s->goal_count++] = tile;
    } else if (s->goal_count > 1) {
        s->goal_count--;
        memmove(&s->goals[at], &s->goals[at + 1], (size_t)(s->goal_count - at) * sizeof tile);
        s->query.goal = s->goals[0];
    }
    s->replan = true;
    return true;
}

void scene_move_goal(scene* s, int index, wend_tile tile) {
    scene_move_end(s, index == 0 ? &s->query.goal : &s->goals[index], tile);
    s->goals[0] = s->query.goal;
}

wend_tile scene_random_tile(const wend_grid* grid, uint64_t* state) {
    const wend_rect map = wend_grid_area(grid);
    const uint64_t floors = (uint64_t)wend_grid_floors(grid), random = random_next(state);
    return (wend_tile){map.x + (int32_t)((random >> 32) % (uint64_t)map.width),
                       map.y + (int32_t)((uint32_t)random % (uint32_t)map.height),
                       floors > 1 ? (uint16_t)((random_next(state) >> 32) % floors) : 0};
}

// ---- what is planned

int64_t scene_tile_count(const scene* s) {
    return (int64_t)wend_grid_width(s->grid) * wend_grid_height(s->grid) * wend_grid_floors(s->grid);
}

bool scene_has_hex_diagonals(const scene* s) {
    return wend_grid_connectivity(wend_world_grid(s->world)) >= WEND_CONNECTIVITY_HEX_ODD_R &&
           s->query.algorithm != WEND_HPA && s->query.algorithm != WEND_EXACT;
}

bool scene_may_reopen(wend_algorithm algorithm) {
    return algorithm == WEND_ASTAR || algorithm == WEND_DIJKSTRA;
}

bool scene_refines(wend_algorithm algorithm) {
    return algorithm == WEND_HPA || algorithm == WEND_EXACT;
}

void scene_fit_algorithm(wend_query* query) {
    query->reopen = query->reopen && scene_may_reopen(query->algorithm);
    query->until_proven = query->until_proven && scene_may_reopen(query->algorithm);
}

wend_query scene_planned_query(const scene* s) {
    wend_query query = s->query;
    query.hex_diagonals = query.hex_diagonals && scene_has_hex_diagonals(s);
    scene_fit_algorithm(&query);
    // To look for nearest tiles, the engine verifies all of a mapped world. Ends with a path need none.
    const bool nearest = s->nearest && !(s->mapped && s->goal_count <= 1 &&
                                         wend_world_connected(s->world, query.start, query.goal));
    query.snap = nearest ? INFINITY : 0;
    query.partial = nearest;
    return query;
}

const wend_world* scene_view(const scene* s) {
    return wend_world_profile(s->world, s->query.profile);
}

float scene_class_cost(const scene* s, int terrain_class) {
    wend_profile_def def;
    const float of_map = wend_grid_class_costs(s->grid)[terrain_class];
    if (s->query.profile == 0 || wend_world_get_profile(s->world, s->query.profile, &def) != WEND_OK)
        return of_map;
    const float own = def.class_costs[terrain_class];
    return own < 0 ? of_map : isfinite(own) ? own : 0;
}

wend_result scene_plan(scene* s) {
    s->query.goals = s->goal_count > 1 ? s->goals : NULL;
    s->query.goal_count = s->goal_count > 1 ? s->goal_count : 0;
    const wend_query query = scene_planned_query(s);
    const wend_result result = wend_find_path(s->search, s->world, &query, s->path, &s->stats);
    if (result != WEND_OK) return result;
    const double metres = path_metres(s->path, &s->frame);
    s->length = metres > 0
                    ? metres
                    : path_length(s->path, wend_world_grid(s->world)) * world_frame_tile_size(&s->frame);
    return WEND_OK;
}

const char* scene_algorithm_name(int algorithm) {
    static const char* const names[WEND_ALGORITHM_COUNT] = {"hpa",      "exact", "astar",
                                                            "dijkstra", "bfs",   "greedy"};
    return algorithm >= 0 && algorithm < WEND_ALGORITHM_COUNT ? names[algorithm] : NULL;
}

// ---- in words

void scene_floor_text(const scene* s, int32_t floor, char out[SCENE_FLOOR]) {
    const char* name = s->floor_names;
    for (int32_t i = 0; i < floor && *name != '\0'; i++) {
        name += strcspn(name, "\n");
        name += *name != '\0';
    }
    const int length = (int)strcspn(name, "\n");
    snprintf(out, SCENE_FLOOR, "floor %d%s%.*s", floor, length > 0 ? ", " : "", length, name);
}

void scene_explain_tile(const scene* s, wend_tile tile, char out[SCENE_EXPLANATION]) {
    const int32_t profile = s->query.profile;
    out[0] = '\0';
    if (wend_grid_passable(wend_world_grid(scene_view(s)), tile)) return;
    wend_profile_def def;
    float room = 0;
    const wend_rect area = {tile.x, tile.y, 1, 1, tile.floor};
    const bool known =
        wend_world_get_profile(s->world, profile, &def) == WEND_OK &&
        wend_world_clearance(s->world, profile, area, WEND_MAX_PROFILE_REACH, &room) == WEND_OK;
    if (profile == 0 || !known)
        snprintf(out, SCENE_EXPLANATION, "blocked");
    else if (room == 0)
        snprintf(out, SCENE_EXPLANATION, "blocked for %s", def.name);
    else if (def.inflation.inflation_radius > 0)
        snprintf(out, SCENE_EXPLANATION, "too near an obstacle for %s", def.name);
    else if (s->frame.is_ros || (s->frame.geo.has_transform && s->frame.geo.kind != WEND_GEO_NONE))
        snprintf(out, SCENE_EXPLANATION, "too narrow for %.20s (clearance %.3g m, needs %.3g m)", def.name,
                 (double)room * world_frame_tile_size(&s->frame),
                 (double)def.radius * world_frame_tile_size(&s->frame));
    else
        snprintf(out, SCENE_EXPLANATION, "too narrow for %s (clearance %.1f, needs %.1f)", def.name,
                 (double)room, (double)def.radius);
}

void scene_describe_ground(const scene* s, wend_tile tile, char out[SCENE_GROUND]) {
    const char* name = look_name(&s->look, wend_grid_class(s->grid, tile));
    const char* comma = name[0] != '\0' ? ", " : "";
    char obstacle[SCENE_EXPLANATION];
    scene_explain_tile(s, tile, obstacle);
    if (obstacle[0] == '\0')
        snprintf(out, SCENE_GROUND, "%s%scost %.4g", name, comma,
                 (double)wend_grid_cost(wend_world_grid(scene_view(s)), tile));
    else
        snprintf(out, SCENE_GROUND, "%s%s%s", name, comma, obstacle);
}
