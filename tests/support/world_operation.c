// world_operation.c: what may be done to a world, at random, and what becomes of its model.
#include "world_operation.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "relief_model.h"
#include "wend/stream.h"

// ---- the world

// Of costs within the range, so that all may change later.
static void choose_profiles(world_model* m, rng* r) {
    static const char* const names[MODEL_PROFILES] = {"boat", "cart", "dog", "eel"};
    const bool hex = m->recipe.connectivity >= WEND_CONNECTIVITY_HEX_ODD_R;
    const int32_t side = m->recipe.width < m->recipe.height ? m->recipe.width : m->recipe.height;
    m->profile_count = rng_below(r, MODEL_PROFILES + 1);
    for (int32_t i = 0; i < m->profile_count; i++) {
        wend_profile_def* def = &m->profiles[i];
        *def = wend_default_profile_def();
        def->name = names[i];
        for (int32_t n = rng_below(r, 4); n > 0; n--) {
            const float costs[] = {0, m->least, m->greatest};
            def->class_costs[rng_between(r, 1, m->classes)] = costs[rng_below(r, 3)];
        }
        if (rng_chance(r, 20)) def->radius = 0.25f;
        if (hex) continue;
        if (side > 4 && rng_chance(r, 50)) def->radius = 0.5f + 1.5f * (float)rng_unit(r);
        if (m->classes >= 20 || m->greatest >= 100 || m->greatest >= 900 * m->least || !rng_chance(r, 30))
            continue;
        def->margin = 1 + 2 * (float)rng_unit(r);
        def->margin_cost = (float)rng_unit(r) * 5;
        m->has_margin |= def->margin_cost > 0;
    }
}

// Of the map, or wider, so that the costs of classes can change.
static void choose_range(world_model* m, rng* r) {
    m->declares_range = rng_chance(r, 75);
    if (!m->declares_range) return;
    if (m->by_file && m->least > 2 * WEND_MIN_CLASS_COST && m->greatest < 60) { // a fine unit, high costs
        m->least = WEND_MIN_CLASS_COST * (1 + (float)rng_unit(r) * 0.5f);
        m->greatest = m->least * (WEND_MAX_COST_RATIO * 0.999f);
        const bool high = rng_chance(r, 40);
        for (int32_t k = 1; k <= m->classes && high; k++) m->map.class_costs[k] = m->greatest;
        return;
    }
    const float room = sqrtf(WEND_MAX_COST_RATIO / (m->greatest / m->least)), most = fminf(room, 6) - 1;
    m->least = fmaxf(m->least / (1 + most * (float)rng_unit(r)), WEND_MIN_CLASS_COST);
    m->greatest = fminf(m->greatest * (1 + most * (float)rng_unit(r)), WEND_MAX_CLASS_COST);
}

// The links and closed steps of the map, on a grid without obstacles.
static wend_grid* make_connections(const plain_map* map) {
    static const int32_t dx[] = {1, 0, -1, 0, 1, -1, -1, 1}, dy[] = {0, 1, 0, -1, 1, 1, -1, -1};
    wend_grid_def def = wend_default_grid_def();
    def.width = map->width;
    def.height = map->height;
    wend_grid* grid = NULL;
    wend_result result = wend_grid_create(&def, &grid);
    for (int32_t i = 0; i < map->width * map->height; i++) {
        const wend_tile from = {i % map->width, i / map->width};
        for (int32_t d = 0; d < 8 && map->closed[i] != 0 && result == WEND_OK; d++)
            if (map->closed[i] >> d & 1)
                result = wend_grid_set_step(grid, from, (wend_tile){from.x + dx[d], from.y + dy[d]}, false);
    }
    for (int32_t i = 0; i < map->link_count && result == WEND_OK; i++)
        result = wend_grid_add_link(grid, &map->links[i], NULL);
    if (result != WEND_OK) abort();
    return grid;
}

static wend_result set_relief(const plain_map* map, wend_grid* grid) {
    wend_relief_def def = relief_model;
    def.elevations = map->elevations;
    def.lanes = map->lanes;
    return wend_grid_set_relief(grid, &def);
}

wend_world* world_model_build(const world_model* m) {
    wend_grid_def def = wend_default_grid_def();
    def.width = m->map.width;
    def.height = m->map.height;
    def.connectivity = m->map.connectivity;
    def.classes = m->map.classes;
    memcpy(def.class_costs, m->map.class_costs, sizeof def.class_costs);
    if (m->declares_range) {
        def.least_cost = m->least;
        def.greatest_cost = m->greatest;
    }
    wend_grid *grid = NULL, *connections = make_connections(&m->map);
    if (wend_grid_create(&def, &grid) != WEND_OK || wend_grid_copy_connections(connections, grid) != WEND_OK)
        abort();
    wend_grid_destroy(connections);
    if (m->map.has_relief && set_relief(&m->map, grid) != WEND_OK) abort();
    wend_world_def world_def = map_world_def(&m->recipe);
    world_def.profiles = m->profiles;
    world_def.profile_count = m->profile_count;
    return map_build_world(grid, &world_def);
}

// Often just at the edge of a cluster.
static int32_t random_side(rng* r, int32_t cluster_size, int32_t most) {
    if (rng_chance(r, 60) || most < cluster_size) return rng_between(r, most < 4 ? most : 4, most);
    return rng_between(r, 1, most / cluster_size) * cluster_size + rng_between(r, 0, 2);
}

// Files of worlds with profiles are neither mapped nor streamed. Costs far apart on winding ways do not fit
// the matrices of large clusters.
static void choose_files(world_model* m, uint64_t seed, int32_t most_side) {
    rng r = rng_seeded(seed ^ 0x66696c65);
    m->recipe.levels = rng_between(&r, 2, 6);
    if (rng_chance(&r, 60)) m->recipe.width = rng_between(&r, most_side / 2, most_side);
    if (rng_chance(&r, 60)) m->recipe.height = rng_between(&r, most_side / 2, most_side);
    if (rng_chance(&r, 30)) return;
    m->recipe.kind = rng_chance(&r, 50) ? MAP_SPIRAL : MAP_COMB;
    m->recipe.exits = EXITS_OPEN;
    m->recipe.costs = COSTS_UNIT;
}

// Where costs are not too far apart for it.
static void choose_relief(world_model* m, uint64_t seed) {
    rng r = rng_seeded(seed ^ 0x72656c6965);
    if (!rng_chance(&r, 40) || m->greatest > 6 * m->least || m->has_margin) return;
    m->map.has_relief = true;
    relief_model_draw(&r, m->map.width, m->map.height, &m->map.elevations, &m->map.lanes);
    for (int32_t i = 0; i < m->profile_count && m->map.elevations; i++)
        relief_model_draw_profile(&r, i + 1, &m->profiles[i]);
}

wend_world* world_model_make(world_model* m, uint64_t seed, int32_t most_side, bool by_file) {
    rng r = rng_seeded(seed ^ 0x6d6f64656c);
    *m = (world_model){.refreshed = true, .by_file = by_file};
    m->recipe = map_recipe_random_any(seed, most_side);
    m->recipe.seed = seed;
    if (rng_chance(&r, 75)) m->recipe.cluster_size = 15;
    if (rng_chance(&r, 80)) { // few maps have a side of one or two tiles
        const int32_t most = rng_chance(&r, 25) ? most_side + most_side / 2 : most_side;
        m->recipe.width = random_side(&r, m->recipe.cluster_size, most);
        m->recipe.height = random_side(&r, m->recipe.cluster_size, most);
    }
    m->recipe.levels = rng_between(&r, 1, 4);
    if (by_file) choose_files(m, seed, most_side);
    wend_grid* grid = map_make(&m->recipe);
    m->classes = map_last_class(grid);
    wend_grid_cost_range(grid, &m->least, &m->greatest);
    const int32_t links = rng_chance(&r, 15) ? 25 : rng_chance(&r, 40) ? rng_below(&r, 8) : 0;
    map_add_links(grid, &r, m->recipe.cluster_size, links);
    m->map = plain_map_of(grid);
    for (int32_t i = 0; i < m->map.link_count; i++)
        if (rng_chance(&r, 40)) m->map.links[i].profiles = (uint32_t)rng_next(&r);
    wend_grid_destroy(grid);
    choose_range(m, &r);
    if (!by_file) choose_profiles(m, &r);
    choose_relief(m, seed);
    return world_model_build(m);
}

void world_model_free(world_model* m) {
    wend_world_destroy(m->kept);
    m->kept = NULL;
    plain_map_free(&m->map);
}

// ---- drawing

static wend_tile random_tile(const world_model* m, rng* r) {
    wend_tile tile = {rng_below(r, m->map.width), rng_below(r, m->map.height)};
    if (rng_chance(r, 20)) tile.x = tile.x / m->recipe.cluster_size * m->recipe.cluster_size;
    if (rng_chance(r, 20)) tile.y = tile.y / m->recipe.cluster_size * m->recipe.cluster_size;
    if (m->map.link_count > 0 && rng_chance(r, 15)) {
        const wend_link* link = &m->map.links[rng_below(r, m->map.link_count)];
        tile = rng_chance(r, 50) ? link->from : link->to;
    }
    return tile;
}

static wend_edit random_edit(const world_model* m, rng* r) {
    const wend_tile at = random_tile(m, r);
    if (rng_chance(r, 25)) {
        const wend_tile to = {at.x + rng_between(r, -1, 1), at.y + rng_between(r, -1, 1)};
        const bool closed = rng_chance(r, 65);
        return rng_chance(r, 70) ? wend_edit_wall(at, to, closed) : wend_edit_step(at, to, closed);
    }
    wend_rect area = {at.x, at.y, 1, 1};
    const bool elevation = m->map.elevations && rng_chance(r, 40);
    if (rng_chance(r, 30)) {
        area.width = rng_between(r, 1, m->map.width - at.x);
        area.height = rng_between(r, 1, m->map.height - at.y);
        if (rng_chance(r, 60)) rng_chance(r, 50) ? (area.width = 1) : (area.height = 1);
    }
    if (rng_chance(r, 2)) area.width = m->map.width + 1 - area.x; // leaves the map
    if (elevation) return wend_edit_elevation(area, relief_model_elevation(r));
    return wend_edit_tiles(area, (uint8_t)(rng_chance(r, 40) ? 0 : rng_between(r, 1, m->classes)));
}

static wend_link random_link(const world_model* m, rng* r) {
    const wend_tile from = random_tile(m, r);
    wend_tile to = random_tile(m, r);
    if (rng_chance(r, 30)) to = (wend_tile){from.x + rng_between(r, -4, 4), from.y + rng_between(r, -4, 4)};
    wend_link link = wend_default_link(from, to, rng_chance(r, 20) ? 0 : (float)(rng_unit(r) * 40));
    link.id = 1000 + rng_below(r, 1000000);
    link.enabled = rng_chance(r, 85);
    if (rng_chance(r, 40)) link.profiles = (uint32_t)rng_next(r);
    for (int32_t p = 1; p <= MODEL_PROFILES; p++)
        if (rng_chance(r, 25)) link.profile_costs[p] = rng_chance(r, 20) ? 0 : (float)(rng_unit(r) * 40);
    return link;
}

// Of a link of the map, once in a while of none.
static int32_t random_id(const world_model* m, rng* r) {
    if (m->map.link_count == 0 || rng_chance(r, 5)) return 5000;
    return m->map.links[rng_below(r, m->map.link_count)].id;
}

static float random_cost(const world_model* m, rng* r) {
    const int32_t kind = rng_below(r, 100);
    if (m->by_file && kind < 70) return kind < 20 ? m->least : kind < 60 ? m->greatest : 0;
    if (kind < 40) return kind < 5 ? INFINITY : 0;
    if (kind < 50) return kind < 45 ? m->least : m->greatest;
    if (kind < 60) return m->map.class_costs[rng_between(r, 1, m->classes)]; // that of another class
    if (kind < 63) return kind < 61 ? -1 : kind < 62 ? m->least * 0.9f : m->greatest * 1.1f; // out of range
    return fminf(fmaxf(m->least * powf(m->greatest / m->least, (float)rng_unit(r)), m->least), m->greatest);
}

static wend_rect random_area(const world_model* m, rng* r) {
    const wend_tile at = random_tile(m, r);
    if (rng_chance(r, 30)) return (wend_rect){0, 0, m->map.width, m->map.height};
    return (wend_rect){at.x, at.y, rng_between(r, 1, m->map.width - at.x),
                       rng_between(r, 1, m->map.height - at.y)};
}

world_operation world_operation_draw(const world_model* m, rng* r) {
    static const int32_t weights[2][OPERATION_KIND_COUNT] = {
        {25, 7, 3, 7, 21, 12, 5, 3, 3, 2, 1, 0, 0, 4, 7}, {11, 2, 1, 2, 20, 19, 3, 1, 4, 6, 10, 6, 6, 2, 7}};
    world_operation o = {.kind = OPERATION_EDIT};
    for (int32_t at = rng_below(r, 100); at >= weights[m->by_file][o.kind]; o.kind++)
        at -= weights[m->by_file][o.kind];
    o.edit_count = rng_chance(r, 60) ? 1 : rng_between(r, 0, OPERATION_EDITS);
    for (int32_t i = 0; i < o.edit_count; i++) o.edits[i] = random_edit(m, r);
    o.link = random_link(m, r);
    if (o.kind != OPERATION_ADD_LINK) o.link.id = random_id(m, r);
    o.profile = rng_chance(r, 55) ? 0 : rng_below(r, m->profile_count + 1);
    o.terrain_class = (uint8_t)rng_between(r, rng_chance(r, 2) ? 0 : 1, m->classes);
    o.cost = random_cost(m, r);
    o.clusters = rng_chance(r, 30) ? 0 : rng_between(r, 1, 4);
    o.tile = random_tile(m, r);
    o.budget_us = rng_chance(r, 70) ? 1 : 0; // one cluster, or all
    if (!m->by_file) return o;
    if (rng_chance(r, 50)) o.clusters = 0;
    o.area = random_area(m, r);
    return o;
}

// ---- doing

bool world_has_gaps(const wend_world* world) {
    const wend_stream_info info = wend_world_get_stream_info(world);
    return info.loaded_count < info.columns * info.rows;
}

wend_result world_load_all(wend_world* world) {
    const wend_grid* grid = wend_world_grid(world);
    if (!world_has_gaps(world)) return WEND_OK;
    return wend_world_load(world, (wend_rect){0, 0, wend_grid_width(grid), wend_grid_height(grid)}, false,
                           NULL);
}

static const char* judge_result(wend_result result, bool allowed) {
    if ((result == WEND_OK) == allowed) return NULL;
    return allowed ? "the world refuses what it should do" : "the world does what it should refuse";
}

static const char* set_class_cost(const world_operation* o, world_model* m, wend_world* world) {
    const float cost = isinf(o->cost) ? 0 : o->cost;
    const bool allowed = o->terrain_class != 0 && (cost == 0 || (cost >= m->least && cost <= m->greatest));
    float* known = o->profile == 0 ? &m->map.class_costs[o->terrain_class]
                                   : &m->profiles[o->profile - 1].class_costs[o->terrain_class];
    const bool gaps = world_has_gaps(world);
    const wend_result result = wend_world_set_class_cost(world, o->profile, o->terrain_class, o->cost);
    if (gaps && result == WEND_ERROR_NOT_LOADED) return NULL;
    if (result == WEND_ERROR_LIMIT && m->has_margin) return NULL;
    if (allowed && result == WEND_OK && *known != cost) {
        *known = cost;
        m->changes++;
        m->refreshed = false;
    }
    return judge_result(result, allowed);
}

// A change of the model: allowed says whether the world should accept it too.
static const char* changed(world_model* m, wend_result result, bool allowed) {
    m->changes += allowed;
    m->refreshed = m->refreshed && !allowed;
    return judge_result(result, allowed);
}

// The bytes of the world, which is refreshed first when it must be.
static const char* save(world_model* m, wend_world* world, void** bytes_out, size_t* size_out) {
    if (world_load_all(world) != WEND_OK) return "ground is not loaded";
    wend_result result = wend_world_save_memory(world, NULL, bytes_out, size_out, NULL);
    if (result == WEND_ERROR_UNSUPPORTED && !m->refreshed) {
        if (wend_world_refresh(world, 0, &m->refreshed) != WEND_OK || !m->refreshed) return "a refresh fails";
        result = wend_world_save_memory(world, NULL, bytes_out, size_out, NULL);
    }
    return result == WEND_OK ? NULL : "a refreshed world is not saved";
}

static const char* const file = "world.wend";

static void took(world_model* m, wend_world** world_io, wend_world* opened, bool mapped, int32_t patches) {
    wend_world_destroy(*world_io);
    *world_io = opened;
    m->refreshed = true;
    m->mapped = mapped;
    m->patches = patches;
    m->changes = 0;
}

static wend_result stream(const wend_rect* area_opt, wend_world** out) {
    wend_stream_def def = wend_default_stream_def();
    def.region_level = 2;
    wend_world* world = NULL;
    wend_result result = wend_world_stream(file, &def, &world, NULL);
    if (result != WEND_OK) return result;
    result = area_opt ? wend_world_load(world, *area_opt, false, NULL) : world_load_all(world);
    if (result == WEND_OK) *out = world;
    if (result != WEND_OK) wend_world_destroy(world);
    return result;
}

// Worlds that cannot be streamed are mapped.
static const char* reopen(world_model* m, wend_world** world_io, operation_kind kind,
                          const wend_rect* area_opt) {
    const bool map = kind != OPERATION_OPEN;
    void* bytes;
    size_t size;
    wend_world* opened = NULL;
    const char* fault = save(m, *world_io, &bytes, &size);
    if (fault) return fault;
    if (map) {
        remove(file); // an older world may still have it mapped
        files_put(file, bytes, size);
    }
    wend_result result = kind == OPERATION_STREAM ? stream(area_opt, &opened) : WEND_ERROR_UNSUPPORTED;
    const bool refused = kind == OPERATION_STREAM && result != WEND_OK;
    if (refused && m->profile_count == 0 && wend_world_get_info(*world_io).level_count > 1)
        fault = "a saved world is not streamed";
    if (result != WEND_OK)
        result = map ? wend_world_map(file, NULL, &opened, NULL)
                     : wend_world_open_memory(bytes, size, NULL, &opened, NULL);
    free(bytes);
    if (result != WEND_OK) return "a saved world does not open";
    took(m, world_io, opened, map, 0);
    return fault;
}

// A patch behind those that the mapped file has; the fifth replaces them all. What no patch can hold is saved
// whole.
static const char* patch(world_model* m, wend_world** world_io) {
    static const char* const names[] = {"patch.0", "patch.1", "patch.2", "patch.3"};
    const int32_t kept = m->patches < 4 ? m->patches : 0;
    wend_world* opened = NULL;
    if (!m->mapped) return reopen(m, world_io, OPERATION_MAP, NULL);
    if (world_load_all(*world_io) != WEND_OK) return "ground is not loaded";
    if (!m->refreshed && (wend_world_refresh(*world_io, 0, &m->refreshed) != WEND_OK || !m->refreshed))
        return "a refresh fails";
    const wend_result result = wend_world_save_patch(*world_io, kept, names[kept], NULL);
    if (result == WEND_ERROR_UNSUPPORTED) return reopen(m, world_io, OPERATION_MAP, NULL);
    if (result != WEND_OK) return "a patch is not saved";
    if (wend_world_map_patched(file, names, kept + 1, NULL, &opened, NULL) != WEND_OK)
        return "a patch does not open";
    took(m, world_io, opened, true, kept + 1);
    return NULL;
}

// Ends the world that is kept. It must still be what it was.
static const char* drop_kept(world_model* m) {
    if (!m->kept) return NULL;
    if (world_load_all(m->kept) != WEND_OK) return "ground of another version is not loaded";
    const uint64_t hash = map_hash(m->kept);
    const bool same = hash != 0 && (m->kept_hash == 0 || hash == m->kept_hash);
    wend_world_destroy(m->kept);
    m->kept = NULL;
    return same ? NULL : "another version of the world has changed";
}

static const char* fork_world(const world_operation* o, world_model* m, wend_world** world_io) {
    const char* fault = drop_kept(m);
    if (fault) return fault;
    wend_world* made = NULL;
    const bool snapshot = o->clusters == 0;
    const wend_result result =
        snapshot ? wend_world_snapshot(*world_io, &made) : wend_world_fork(*world_io, &made);
    if (result != WEND_OK) return "a fork fails";
    m->kept = made;
    m->kept_hash = o->budget_us == 0 ? map_hash(*world_io) : 0;
    if (o->clusters % 2 == 0) return NULL;
    m->kept = *world_io;
    *world_io = made;
    return NULL;
}

const char* world_operation_do(const world_operation* o, world_model* m, wend_world** world_io) {
    wend_world* world = *world_io;
    bool refreshed = false;
    const bool gaps = world_has_gaps(world);
    wend_result result;
    switch (o->kind) {
    case OPERATION_EDIT: {
        result = wend_world_edit(world, o->edits, o->edit_count, NULL);
        if (gaps && result == WEND_ERROR_NOT_LOADED) return NULL;
        const bool allowed = plain_map_edit(&m->map, o->edits, o->edit_count);
        return o->edit_count > 0 ? changed(m, result, allowed) : judge_result(result, true);
    }
    case OPERATION_ADD_LINK:
        result = wend_world_add_link(world, &o->link, NULL);
        if (gaps && result == WEND_ERROR_NOT_LOADED) return NULL;
        return changed(m, result, plain_map_add_link(&m->map, &o->link));
    case OPERATION_REMOVE_LINK:
        result = wend_world_remove_link(world, o->link.id);
        if (gaps && result == WEND_ERROR_NOT_LOADED) return NULL;
        return changed(m, result, plain_map_remove_link(&m->map, o->link.id));
    case OPERATION_SET_LINK:
        result = wend_world_set_link(world, o->link.id, o->link.cost, o->link.enabled);
        if (gaps && result == WEND_ERROR_NOT_LOADED) return NULL;
        return changed(m, result, plain_map_set_link(&m->map, o->link.id, o->link.cost, o->link.enabled));
    case OPERATION_SET_LINK_COST: {
        const float cost = o->link.enabled ? o->link.cost : -1;
        result = wend_world_set_link_cost(world, o->link.id, o->profile, cost);
        if (gaps && result == WEND_ERROR_NOT_LOADED) return NULL;
        return changed(m, result, plain_map_set_link_cost(&m->map, o->link.id, o->profile, cost));
    }
    case OPERATION_CLASS_COST:
        return set_class_cost(o, m, world);
    case OPERATION_REFRESH:
    case OPERATION_REFRESH_NEAR: {
        result = o->kind == OPERATION_REFRESH
                     ? wend_world_refresh(world, o->clusters, &refreshed)
                     : wend_world_refresh_near(world, o->tile, o->budget_us, &refreshed);
        m->refreshed |= refreshed;
        if (gaps && result == WEND_ERROR_NOT_LOADED) return NULL;
        const bool all = o->kind == OPERATION_REFRESH ? o->clusters == 0 : o->budget_us == 0;
        return result != WEND_OK ? "a refresh fails" : all && !refreshed ? "a refresh leaves some" : NULL;
    }
    case OPERATION_FORK:
        return fork_world(o, m, world_io);
    case OPERATION_PATCH:
        return patch(m, world_io);
    case OPERATION_LOAD:
    case OPERATION_UNLOAD:
        if (wend_world_get_stream_info(world).columns == 0) return NULL;
        result = o->kind == OPERATION_LOAD ? wend_world_load(world, o->area, false, NULL)
                                           : wend_world_unload(world, o->area);
        if (o->kind == OPERATION_UNLOAD && result == WEND_ERROR_UNSUPPORTED) return NULL; // it has changed
        return result == WEND_OK ? NULL : "ground is not loaded or unloaded";
    default:
        return reopen(m, world_io, o->kind, m->by_file ? &o->area : NULL);
    }
}
