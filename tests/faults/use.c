// use.c: what do the objects of a scene answer? Every function that reads them is called, after each failure
// too. Those that change a world are called on a copy of it.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rng.h"
#include "scene.h"
#include "use.h"

enum { COLUMNS = 47, ROWS = 40 };

static uint64_t mix_text(uint64_t hash, const char* text) {
    return text ? mix(hash, text, strlen(text)) : hash + 1;
}

static uint64_t use_grid(const wend_grid* grid) {
    uint64_t hash = wend_grid_hash(grid);
    const int32_t width = wend_grid_width(grid), height = wend_grid_height(grid);
    float least = 0, greatest = 0;
    int32_t count = 0;
    const bool declared = wend_grid_cost_range(grid, &least, &greatest);
    const wend_connectivity connectivity = wend_grid_connectivity(grid);
    const float size = wend_grid_tile_size(grid);
    const wend_vec2 origin = wend_grid_origin(grid);
    const int64_t passable = wend_grid_passable_count(grid), closed = wend_grid_closed_step_count(grid);
    const int32_t units = wend_grid_cost_units(grid);
    MIX(hash, declared), MIX(hash, least), MIX(hash, greatest), MIX(hash, connectivity), MIX(hash, size);
    MIX(hash, origin), MIX(hash, passable), MIX(hash, closed), MIX(hash, units);
    hash = mix(hash, wend_grid_class_costs(grid), WEND_CLASS_COUNT * sizeof(float));
    hash = mix(hash, wend_grid_class_counts(grid), WEND_CLASS_COUNT * sizeof(int64_t));
    static uint8_t classes[WEND_MAX_SIDE];
    for (int32_t y = 0; y < height; y++) {
        const uint8_t* tiles = wend_grid_row(grid, y);
        scene_must(wend_grid_read(grid, (wend_rect){0, y, width, 1}, classes, 0));
        if (tiles && memcmp(tiles, classes, (size_t)width) != 0) scene_fails("a row differs");
        hash = mix(hash, classes, (size_t)width);
    }
    const wend_link* links = wend_grid_links(grid, &count);
    for (int32_t i = 0; i < count; i++) {
        const bool usable = wend_grid_link_is_usable(grid, links[i].id);
        const double price = wend_grid_link_cost(grid, links[i].id);
        MIX(hash, links[i].id), MIX(hash, links[i].cost), MIX(hash, price), MIX(hash, links[i].enabled),
            MIX(hash, usable);
        if (wend_grid_find_link(grid, links[i].id) != &links[i]) scene_fails("a link is not found");
    }
    for (int32_t i = 0; i < width * height; i += 7) {
        const wend_tile tile = {i % width, i / width}, next = {tile.x + 1, tile.y};
        const uint8_t terrain = wend_grid_class(grid, tile), steps = wend_grid_closed_steps(grid, tile);
        const float cost = wend_grid_cost(grid, tile);
        wend_tile under = {0, 0};
        const bool said[] = {wend_grid_passable(grid, tile), wend_grid_can_step(grid, tile, next),
                             wend_grid_step_is_open(grid, tile, next), wend_grid_contains(grid, next)};
        const int32_t costs[] = {wend_grid_straight_cost(grid, terrain),
                                 wend_grid_diagonal_cost(grid, terrain)};
        const int32_t step = wend_grid_step_cost(grid, tile, next);
        const float elevation = wend_grid_elevation(grid, tile);
        const uint8_t lane = wend_grid_lane(grid, tile);
        MIX(hash, terrain), MIX(hash, steps), MIX(hash, cost), MIX(hash, said), MIX(hash, costs);
        MIX(hash, step), MIX(hash, elevation), MIX(hash, lane);
        scene_must(wend_grid_tile_at(grid, wend_grid_center(grid, tile), &under));
        if (under.x != tile.x || under.y != tile.y) scene_fails("a tile lies elsewhere");
    }
    const bool relief[] = {wend_grid_has_relief(grid), wend_grid_has_elevations(grid)};
    const float unit = wend_grid_unit_length(grid);
    float row[COLUMNS] = {0}, wide = 0, high = 0;
    scene_must(wend_grid_read_elevations(
        grid, (wend_rect){0, height - 1, width < COLUMNS ? width : COLUMNS, 1}, row, 0));
    const bool sized = wend_grid_row_size(grid, 0, &wide, &high);
    const int32_t floors = wend_grid_floors(grid);
    const float top = wend_grid_floor_height(grid, floors - 1);
    const wend_rect area = wend_grid_area(grid);
    const wend_relief_counts counts = wend_grid_count_relief(grid);
    const uint32_t edges = wend_grid_edges_between(grid, (wend_tile){area.x, area.y},
                                                   (wend_tile){area.x + area.width - 1, area.y});
    const uint8_t* shared = wend_grid_floor_row(grid, floors - 1, 0); // NULL: with a fork
    const uint8_t first = shared ? shared[0] : 0;
    wend_rect crowded = {0};
    wend_tile last = {0, 0};
    int32_t ends = 0;
    const bool is_crowded = wend_grid_crowds_links(grid, 15, &crowded, &ends);
    scene_must(wend_grid_tile_at_floor(grid, wend_grid_center(grid, (wend_tile){area.x, area.y}), floors - 1,
                                       &last));
    MIX(hash, floors), MIX(hash, top), MIX(hash, area), MIX(hash, counts.closed), MIX(hash, is_crowded);
    MIX(hash, last), MIX(hash, first), MIX(hash, edges);
    MIX(hash, relief), MIX(hash, unit), MIX(hash, row), MIX(hash, sized), MIX(hash, wide), MIX(hash, high);
    if (wend_grid_bytes(grid) == 0) scene_fails("a grid without bytes");
    return hash;
}

uint64_t use_path(const wend_path* path) {
    uint64_t hash = wend_path_hash(path);
    int32_t tiles, points, links, route;
    wend_tile from = {0, 0}, to = {0, 0};
    const wend_vec2* waypoints = wend_path_waypoints(path, &points);
    const wend_path_link* taken = wend_path_links(path, &links);
    const wend_tile* nodes = wend_path_route(path, &route);
    wend_path_tiles(path, &tiles);
    int32_t floor_count = 0;
    const uint16_t* floors = wend_path_waypoint_floors(path, &floor_count);
    if (floors) hash = mix(hash, floors, (size_t)floor_count * sizeof *floors);
    const wend_snapped snapped = wend_path_snapped(path, &from, &to);
    const wend_outcome outcome = wend_path_outcome(path);
    const wend_path_rest rest = wend_path_get_rest(path);
    const double cost = wend_path_cost(path);
    const wend_cost integer_cost = wend_path_integer_cost(path);
    const int32_t goal = wend_path_goal(path);
    const wend_tile ends[] = {wend_path_start_tile(path), wend_path_goal_tile(path), from, to};
    MIX(hash, tiles), MIX(hash, snapped), MIX(hash, outcome), MIX(hash, rest), MIX(hash, cost);
    MIX(hash, integer_cost), MIX(hash, goal), MIX(hash, ends);
    if (points > 0) hash = mix(hash, waypoints, (size_t)points * sizeof *waypoints);
    if (route > 0) hash = mix(hash, nodes, (size_t)route * sizeof *nodes);
    for (int32_t i = 0; i < links; i++) MIX(hash, taken[i]);
    return mix_text(hash, wend_outcome_string(outcome));
}

// ---- drawing

static void hash_line(wend_draw_kind kind, wend_vec2 from, wend_vec2 to, void* context) {
    uint64_t* hash = context;
    MIX(*hash, kind), MIX(*hash, from), MIX(*hash, to);
}
static void hash_rect(wend_draw_kind kind, wend_rect tiles, void* context) {
    uint64_t* hash = context;
    MIX(*hash, kind), MIX(*hash, tiles);
}
static wend_debug_draw drawing(uint64_t* hash) {
    return (wend_debug_draw){hash_line, hash_rect, hash, {0, 0, COLUMNS, ROWS}, 0};
}

// ---- worlds

static wend_tile some_tile(rng* random) {
    return (wend_tile){rng_below(random, COLUMNS), rng_below(random, ROWS)};
}

static bool is_hex(const wend_grid* grid) {
    return wend_grid_connectivity(grid) >= WEND_CONNECTIVITY_HEX_ODD_R;
}

// Queries of every kind. On ground that is not loaded, some have no answer.
static uint64_t use_queries(const wend_world* world, uint64_t hash) {
    const wend_grid* grid = wend_world_grid(world);
    wend_search_def def = wend_default_search_def();
    wend_search* search = NULL;
    wend_path *path = NULL, *paths[2] = {NULL, NULL};
    wend_explanation* why = NULL;
    scene_must(wend_search_create(&def, &search));
    scene_must(wend_path_create(NULL, &path));
    scene_must(wend_path_create(NULL, &paths[0]));
    scene_must(wend_path_create(NULL, &paths[1]));
    scene_must(wend_explanation_create(NULL, &why));
    rng random = rng_seeded(4);
    for (int32_t i = 0; i < 2 * WEND_ALGORITHM_COUNT; i++) {
        wend_query query = wend_default_query(some_tile(&random), some_tile(&random));
        query.algorithm = (wend_algorithm)(i % WEND_ALGORITHM_COUNT);
        query.smooth = i % 2;
        query.snap = i % 3 ? 4 : 0;
        query.partial = i % 4 == 0;
        query.profile = i % wend_world_profile_count(world);
        bool done = false, valid = false;
        int32_t broken = -2, count = 0;
        wend_result result = wend_find_path(search, world, &query, path, NULL);
        hash = use_path(path) ^ (uint64_t)result << 7;
        const bool joined = wend_world_connected(world, query.start, query.goal);
        MIX(hash, joined);
        if (result != WEND_OK) continue;
        const wend_world* view = wend_world_profile(world, query.profile);
        valid = wend_path_is_valid(path, view, &broken);
        MIX(hash, valid), MIX(hash, broken);
        if (wend_path_tiles(path, &count) && count > 4) {
            result = wend_path_cut(search, world, path, 2);
            hash = use_path(path) + (uint64_t)result;
            result = wend_path_chase(search, world, path, some_tile(&random), NULL);
            hash = use_path(path) + (uint64_t)result;
        }
        result = wend_path_repair(search, world, path, NULL);
        hash = use_path(path) + (uint64_t)result;
        result = wend_search_begin(search, world, &query);
        while (result == WEND_OK && !done) result = wend_search_step(search, 50, &done);
        if (i % 5 == 0) wend_search_cancel(search);
        result = wend_search_finish(search, path, NULL);
        hash = use_path(path) + (uint64_t)result;
        query.profile = 0;
        result = wend_find_path_on_grid(search, grid, &query, path, NULL);
        hash = use_path(path) + (uint64_t)result;
        result = wend_search_begin_on_grid(search, grid, &query);
        result = result == WEND_OK ? wend_search_finish(search, path, NULL) : result;
        hash = use_path(path) + (uint64_t)result;
        query.algorithm = WEND_HPA;
        query.first_tiles = 3;
        result = wend_find_path(search, world, &query, path, NULL);
        if (result == WEND_OK && wend_path_get_rest(path) == WEND_REST_READY)
            result = wend_path_refine(search, world, path, 5, NULL);
        wend_rect areas[4];
        int32_t regions = 0;
        scene_must(wend_path_regions(search, world, path, 4, areas, &regions));
        hash = use_path(path) + (uint64_t)result + (uint64_t)regions;
        const wend_debug_draw draw = drawing(&hash);
        scene_must(wend_path_draw(path, grid, UINT32_MAX, &draw));
    }
    const wend_alternatives_def wanted = wend_default_alternatives_def();
    const wend_query query = wend_default_query(some_tile(&random), some_tile(&random));
    int32_t found = 0, openings = 0, tiles = 0;
    wend_result result = wend_find_alternatives(search, world, &query, &wanted, 2, paths, &found);
    hash = use_path(paths[0]) + (uint64_t)found + (uint64_t)result;
    result = wend_explain(search, world, query.start, query.goal, why);
    wend_explanation_openings(why, &openings);
    wend_explanation_tiles(why, &tiles);
    hash += (uint64_t)result + (uint64_t)openings + (uint64_t)tiles;
    if (wend_search_bytes(search) == 0) scene_fails("a search without bytes");
    wend_explanation_destroy(why);
    wend_path_destroy(path);
    wend_path_destroy(paths[0]);
    wend_path_destroy(paths[1]);
    wend_search_destroy(search);
    return hash;
}

static uint64_t use_field(const wend_field* field) {
    uint64_t hash = 5, seed = 7;
    wend_tile tiles[20], next = {0, 0};
    const int64_t count = wend_field_tiles(field, tiles, 20);
    const int32_t clusters = wend_field_clusters(field);
    MIX(hash, count), MIX(hash, clusters);
    for (int64_t i = 0; i < (count < 20 ? count : 20); i++) {
        const double cost = wend_field_cost(field, tiles[i]);
        const int32_t end = wend_field_end(field, tiles[i]);
        wend_vec2 flow = {0, 0};
        wend_field_next_tile(field, tiles[i], &next);
        const wend_result result = wend_field_flow(
            field, (wend_vec2){(float)tiles[i].x + 0.5f, (float)tiles[i].y + 0.5f}, 0.2f, &flow);
        wend_vec2 again = {0, 0};
        const wend_result same = wend_field_flow_at_floor(
            field, (wend_vec2){(float)tiles[i].x + 0.5f, (float)tiles[i].y + 0.5f}, 0, 0.2f, &again);
        if (same != result || again.x != flow.x || again.y != flow.y) scene_fails("floor 0 flows elsewhere");
        MIX(hash, cost), MIX(hash, end), MIX(hash, next), MIX(hash, result), MIX(hash, flow);
    }
    if (wend_field_random(field, &seed, &next)) MIX(hash, next);
    if (count > 0) {
        int32_t region = -1;
        const wend_result result =
            wend_field_regions(field, (wend_rect){tiles[0].x, tiles[0].y, 1, 1}, &region);
        const int64_t corridor = wend_corridor_tiles(field, field, 5, NULL, NULL, 0);
        MIX(hash, result), MIX(hash, region), MIX(hash, corridor);
    }
    if (wend_field_bytes(field) == 0) scene_fails("a field without bytes");
    return hash;
}

static uint64_t use_agents(const wend_world* world) {
    const wend_grid* grid = wend_world_grid(world);
    wend_field* field = NULL;
    wend_search_def search_def = wend_default_search_def();
    wend_search* search = NULL;
    wend_crowd* crowd = NULL;
    wend_crowd_def def = wend_default_crowd_def();
    rng random = rng_seeded(8);
    wend_tile goals[3] = {some_tile(&random), some_tile(&random), some_tile(&random)}, spots[4];
    bool done = false, found = false;
    int32_t index = -1, count = 0;
    double cost = 0;
    scene_must(wend_search_create(&search_def, &search));
    scene_must(wend_field_create(NULL, &field));
    scene_must(wend_field_fill(field, grid, WEND_FIELD_TO, goals, 3, INFINITY));
    uint64_t hash = use_field(field);
    scene_must(wend_field_begin(field, grid, WEND_FIELD_FROM, goals, 1, 30));
    scene_must(wend_field_step(field, 0, &done));
    hash ^= use_field(field);
    scene_must(wend_field_nearest(field, grid, goals[0], goals + 1, 2, &index, &cost));
    MIX(hash, index), MIX(hash, cost);
    scene_must(wend_field_set_goals(field, world, goals, 2));
    scene_must(wend_field_expand_to(field, search, goals[2], &found));
    hash ^= use_field(field);
    scene_must(wend_crowd_create(world, &def, &crowd));
    for (int32_t i = 0; i < 8; i++) {
        const wend_tile at = some_tile(&random);
        const wend_agent agent = {
            .position = wend_grid_center(grid, at), .max_speed = 4, .max_acceleration = 20, .radius = 0.2f};
        wend_agent_id id;
        if (!wend_grid_passable(grid, at)) continue;
        scene_must(wend_crowd_add(crowd, &agent, &id));
        scene_must(i % 2 ? wend_crowd_send(crowd, id, goals[1])
                         : wend_crowd_send_by_field(crowd, id, goals[0], field));
        const wend_result result = wend_formation_tiles(grid, at, 4, 1, NULL, spots, &count);
        MIX(hash, result), MIX(hash, count);
    }
    for (int32_t i = 0; i < 4; i++) scene_must(wend_crowd_tick(crowd, 0.1f));
    const int32_t improved = wend_crowd_improve(crowd, 5);
    MIX(hash, improved);
    hash ^= use_crowd(crowd);
    wend_crowd_destroy(crowd);
    wend_field_destroy(field);
    wend_search_destroy(search);
    return hash;
}

// Changes, saves and serves a copy of a world.
static uint64_t use_copy(const wend_world* world) {
    void* bytes = NULL;
    size_t size = 0;
    wend_world* copy = NULL;
    const wend_result saved = wend_world_save_memory(world, NULL, &bytes, &size, NULL);
    if (saved != WEND_OK) return (uint64_t)saved; // pending clusters, or ground that is not loaded
    uint64_t hash = mix(1, bytes, size);
    scene_must(wend_world_open_memory(bytes, size, NULL, &copy, NULL));
    free(bytes);
    if (wend_world_hash(copy) != wend_world_hash(world)) scene_fails("a copy is another world");
    rng random = rng_seeded(6);
    const wend_edit edits[] = {wend_edit_tiles((wend_rect){10, 3, 9, 2}, 0),
                               wend_edit_wall((wend_tile){30, 30}, (wend_tile){31, 30}, true),
                               wend_edit_step((wend_tile){7, 7}, (wend_tile){7, 8}, true)};
    wend_link link = wend_default_link(some_tile(&random), some_tile(&random), 3);
    link.id = 4711;
    bool refreshed = false;
    uint8_t classes[4];
    scene_must(wend_grid_read(wend_world_grid(copy), (wend_rect){2, 3, 2, 2}, classes, 0));
    MIX(hash, classes);
    scene_must(wend_world_keep_original(copy));
    scene_must(wend_world_edit(copy, edits, 3, NULL));
    const wend_result results[] = {
        wend_world_add_link(copy, &link, NULL), wend_world_set_link(copy, 4711, 2, false),
        wend_world_remove_link(copy, 4711), wend_world_set_class_cost(copy, 0, 1, 0)};
    scene_must(wend_world_refresh_near(copy, link.from, 0, &refreshed));
    scene_must(wend_world_refresh(copy, 0, &refreshed));
    const uint64_t changed = wend_world_hash(copy), version = wend_world_version(copy);
    const uint8_t was = wend_world_original_class(copy, (wend_tile){12, 3});
    MIX(hash, results), MIX(hash, changed), MIX(hash, version), MIX(hash, was), MIX(hash, refreshed);
    hash ^= use_service(copy);
    wend_world_destroy(copy);
    return hash;
}

// Changes an overlay as far as that needs no memory, and back.
static uint64_t use_overlay(wend_overlay* overlay) {
    const wend_world* world = NULL;
    scene_must(wend_overlay_world(overlay, &world));
    const wend_overlay_info info = wend_overlay_get_info(overlay);
    const bool seen = wend_overlay_is_seen(overlay, (wend_tile){9, 9});
    uint64_t hash = 15;
    MIX(hash, info.handle_count), MIX(hash, seen);
    scene_must(wend_overlay_tick(overlay, 1)); // nothing decays
    const wend_grid* grid = wend_world_grid(world);
    for (int32_t y = 0; y < ROWS; y++)
        for (int32_t x = 0; x < COLUMNS; x++) {
            const float cost = wend_grid_cost(grid, (wend_tile){x, y});
            MIX(hash, cost);
        }
    return hash;
}

static uint64_t use_new_overlay(const wend_world* world) {
    wend_overlay* overlay = NULL;
    int32_t handle = -1;
    const wend_result made = wend_overlay_create(world, &overlay);
    if (made != WEND_OK) return (uint64_t)made; // a streamed world
    const wend_shape shape = wend_shape_capsule((wend_vec2){3, 3}, (wend_vec2){30, 20}, 2, 3);
    scene_must(wend_overlay_add(overlay, &shape, &handle));
    uint64_t hash = use_overlay(overlay);
    scene_must(wend_overlay_hide(overlay, 0));
    scene_must(wend_overlay_see(overlay, (wend_rect){0, 0, 30, 30}, NULL, 0));
    scene_must(wend_overlay_forget(overlay, (wend_rect){5, 5, 3, 3}, NULL, 0));
    hash ^= 3 * use_overlay(overlay);
    scene_must(wend_overlay_reveal(overlay));
    scene_must(wend_overlay_remove(overlay, handle));
    hash ^= 5 * use_overlay(overlay);
    wend_overlay_destroy(overlay);
    return hash;
}

static uint64_t use_world(const wend_world* world) {
    const wend_grid* grid = wend_world_grid(world);
    wend_error error;
    int32_t damaged = 0;
    uint64_t hash = mix_text(3, wend_world_metadata(world));
    const uint64_t version = wend_world_version(world);
    const bool all_loaded =
        wend_world_get_stream_info(world).loaded_count ==
        wend_world_get_stream_info(world).columns * wend_world_get_stream_info(world).rows;
    hash = use_queries(world, hash);
    if (!all_loaded) return hash;
    scene_must(wend_world_verify(world, &error));
    scene_must(wend_world_find_damage(world, NULL, 0, &damaged));
    hash ^= wend_world_hash(world) ^ use_grid(grid);
    if (wend_world_full_hash(world) != wend_world_hash(world))
        scene_fails("a world keeps hashes of what it was");
    wend_world_counts counts = {0, 0, 0};
    scene_must(wend_world_count(world, &counts));
    const wend_world_info info = wend_world_get_info(world);
    const size_t subgoal_bytes = wend_world_subgoal_bytes(world);
    const int32_t subgoal_state = (int32_t)wend_world_subgoal_state(world);
    MIX(hash, subgoal_bytes), MIX(hash, subgoal_state);
    MIX(hash, version), MIX(hash, counts), MIX(hash, info.node_count), MIX(hash, info.cluster_count);
    for (int32_t level = 1; level <= info.level_count; level++) {
        const wend_level_info of_level = wend_world_get_level_info(world, level);
        MIX(hash, of_level.node_count), MIX(hash, of_level.edge_count);
    }
    const wend_debug_draw draw = drawing(&hash);
    scene_must(wend_world_draw(world, UINT32_MAX, &draw));
    scene_must(wend_world_draw_node(world, (wend_tile){15, 3}, &draw));
    for (int32_t i = 0; i < wend_world_profile_count(world); i++) {
        wend_profile_def def = wend_default_profile_def();
        const float widest = wend_world_widest_body(world, i);
        hash = mix_text(hash, wend_world_profile_name(world, i));
        scene_must(wend_world_get_profile(world, i, &def));
        if (wend_world_find_profile(world, wend_world_profile_name(world, i)) != i)
            scene_fails("a profile's name");
        hash ^= use_grid(wend_world_grid(wend_world_profile(world, i)));
        MIX(hash, widest), MIX(hash, def.radius);
        static float clearances[COLUMNS * ROWS];
        if (is_hex(grid)) continue;
        scene_must(wend_world_clearance(world, i, (wend_rect){0, 0, COLUMNS, ROWS}, 0, clearances));
        hash = mix(hash, clearances, sizeof clearances);
    }
    const wend_rect region = wend_world_region(world, (wend_tile){5, 5});
    const bool said[] = {wend_world_is_loaded(world, (wend_tile){5, 5}),
                         wend_world_is_mapped_at(world, &hash)};
    const uint8_t original = wend_world_original_class(world, (wend_tile){9, 9});
    const wend_rect ground = wend_world_ground(world);
    MIX(hash, region), MIX(hash, said), MIX(hash, original), MIX(hash, ground);
    return hash ^ use_new_overlay(world) ^ use_agents(world) ^ use_copy(world);
}

static uint64_t use_fleet(wend_fleet* fleet) {
    int32_t count = 0, blockers[2] = {-1, -1};
    if (wend_fleet_bytes(fleet) == 0) scene_fails("a fleet without bytes");
    uint64_t hash = wend_fleet_hash(fleet);
    const wend_mover* movers = wend_fleet_movers(fleet, &count);
    const wend_fleet_stats stats = wend_fleet_get_stats(fleet);
    if (stats.movers > count) scene_fails("a fleet has more movers than it lists");
    for (int32_t i = 0; i < count; i++) {
        if (wend_fleet_mover(fleet, i) != &movers[i]) scene_fails("a mover of a fleet differs");
        if (movers[i].state != WEND_MOVER_ABSENT && wend_fleet_at(fleet, movers[i].tile) != i)
            scene_fails("a mover is not where it is");
        hash += (uint64_t)wend_fleet_blockers(fleet, i, blockers, 2);
    }
    return hash;
}

uint64_t scene_use(const scene* s) {
    uint64_t hash = s->told;
    if (s->grid) hash += 3 * use_grid(s->grid);
    if (s->other_grid) hash += 5 * use_grid(s->other_grid);
    if (s->world) hash += 7 * use_world(s->world);
    if (s->other_world) hash += 11 * use_world(s->other_world);
    if (s->path) hash += 13 * use_path(s->path);
    for (int32_t i = 0; i < 3; i++)
        if (s->paths[i]) hash += (uint64_t)(17 + i) * use_path(s->paths[i]);
    if (s->field) hash += 23 * use_field(s->field);
    if (s->matrices && wend_matrix_search_bytes(s->matrices) == 0)
        scene_fails("a search for matrices without bytes");
    if (s->crowd) hash += 29 * use_crowd(s->crowd);
    if (s->fleet) hash += 37 * use_fleet(s->fleet);
    if (s->overlay) hash += 41 * use_overlay(s->overlay);
    if (s->explanation) hash += 31 * use_explanation(s->explanation);
    return hash + use_others(s);
}
