// features_change.c: what changes a world, turns it into another form, or lays an overlay over it.
#include "place.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- changes

const char* place_grow(place* p) {
    static uint8_t classes[MOST_TILES];
    const wend_grid* grid = wend_world_grid(p->world);
    const wend_rect now = wend_grid_area(grid);
    wend_rect area = {rng_between(&p->r, now.x - 40, now.x + now.width + 10),
                      rng_between(&p->r, now.y - 40, now.y + now.height + 10), rng_between(&p->r, 1, 60),
                      rng_between(&p->r, 1, 60), (uint16_t)rng_below(&p->r, wend_grid_floors(grid))};
    const bool grows = rng_chance(&p->r, 60) && tile_count(grid) < MOST_TILES / 32;
    place_fill_classes(p, classes, area.width * area.height);
    const bool high = grows && wend_grid_has_elevations(grid) && rng_chance(&p->r, 80);
    static float metres[MOST_TILES];
    for (int32_t i = 0; i < area.width * area.height && high; i++) metres[i] = (float)rng_below(&p->r, 9) / 4;
    wend_result result = !grows ? wend_world_remove_ground(p->world, area)
                         : high ? wend_world_add_relief_ground(p->world, area, classes, 0, metres, NULL)
                                : wend_world_add_ground(p->world, area, classes, 0);
    if (p->form == SNAPSHOT) {
        p->n.refused++;
        return result == WEND_ERROR_UNSUPPORTED ? NULL : "ground that is not refused";
    }
    p->n.grown += result == WEND_OK;
    p->holds = false;
    if (p->form == STREAMED && wend_world_get_stream_info(p->world).columns == 0) p->form = BUILT;
    if (result == WEND_ERROR_LIMIT &&
        (p->has_relief || wend_world_profile_count(p->world) > 1 || wend_grid_floors(grid) > 1))
        return NULL; // too wide a body, too steep a slope, too many links in a cluster of other rows
    if (result == WEND_ERROR_UNSUPPORTED && wend_grid_wraps(grid) != 0) {
        p->n.refused++;
        return NULL; // beyond the edges of a map that wraps
    }
    if (result != WEND_OK && (grows || result != WEND_ERROR_ARGUMENT)) return "ground fails";
    return NULL;
}

const char* place_add_subgoals(place* p) {
    const wend_result result = wend_world_add_subgoals(p->world, SIZE_MAX, NULL, NULL);
    const wend_subgoal_state state = wend_world_subgoal_state(p->world);
    p->n.indexed += result == WEND_OK;
    if (result == WEND_OK) return state == WEND_SUBGOALS_KEPT ? NULL : "subgoals are not kept";
    return result == WEND_ERROR_UNSUPPORTED ? NULL : "subgoals fail";
}

const char* place_edit(place* p) {
    const wend_grid* grid = wend_world_grid(p->world);
    const wend_tile at = place_tile(p, grid);
    wend_result result = WEND_OK, expected = p->form == SNAPSHOT ? WEND_ERROR_UNSUPPORTED : WEND_OK;
    const int32_t dice = rng_below(&p->r, 100);
    p->n.edits++;
    if (dice < 45) {
        const wend_edit e = wend_edit_tiles(place_area(p, grid), (uint8_t)rng_below(&p->r, 4));
        result = wend_world_edit(p->world, &e, 1, NULL);
    } else if (dice < 55) {
        const int32_t side = rng_below(&p->r, 2);
        const wend_tile beside = {at.x + side, at.y + 1 - side, at.floor};
        const wend_edit e = rng_chance(&p->r, 70) ? wend_edit_wall(at, beside, rng_chance(&p->r, 70))
                                                  : wend_edit_step(at, beside, rng_chance(&p->r, 70));
        if (!wend_grid_contains(grid, beside)) expected = WEND_ERROR_ARGUMENT;
        result = wend_world_edit(p->world, &e, 1, NULL);
        if (result == WEND_ERROR_UNSUPPORTED && p->form == SNAPSHOT) return NULL;
    } else if (dice < 62) {
        const wend_seam seam = place_seam(p, grid);
        result = wend_world_add_seam(p->world, &seam, NULL);
        if (result != WEND_OK) return NULL;
    } else if (dice < 70) {
        const wend_link link = place_link(p, grid);
        result = wend_world_add_link(p->world, &link, NULL);
        if (result != WEND_OK) return NULL;
    } else if (dice < 78) {
        int32_t links;
        const wend_link* link = wend_grid_links(grid, &links);
        if (links == 0) return NULL;
        const wend_link one = link[rng_below(&p->r, links)];
        result = rng_chance(&p->r, 50) ? wend_world_remove_link(p->world, one.id)
                                       : wend_world_set_link(p->world, one.id, one.cost, !one.enabled);
    } else if (dice < 88) {
        const float cost = rng_chance(&p->r, 20) ? INFINITY : (float)rng_between(&p->r, 4, 32) / 4;
        result = wend_world_set_class_cost(p->world, rng_below(&p->r, wend_world_profile_count(p->world)),
                                           (uint8_t)rng_between(&p->r, 1, 3), cost);
        if (result == WEND_ERROR_LIMIT) return NULL;
    } else {
        const wend_edit e = wend_edit_elevation(place_area(p, grid), (float)rng_below(&p->r, 9) / 4);
        if (!wend_grid_has_elevations(grid)) expected = WEND_ERROR_UNSUPPORTED;
        result = wend_world_edit(p->world, &e, 1, NULL);
    }
    if (result == expected) return NULL;
    fprintf(stderr, "dice %d: %s\n", dice, wend_result_string(result));
    return "an edit ends otherwise";
}

const char* place_refresh(place* p, int32_t clusters) {
    const wend_result result = wend_world_refresh(p->world, clusters, NULL);
    return result == (p->form == SNAPSHOT ? WEND_ERROR_UNSUPPORTED : WEND_OK) ? NULL
                                                                              : "a refresh ends otherwise";
}

static void replace_world(place* p, wend_world* next) {
    place_drop_overlay(p);
    wend_world_destroy(p->world);
    p->world = next;
    p->asked = next;
    p->holds = false;
}

// Another world that is the same.
const char* place_renew(place* p) {
    static wend_error error;
    wend_world* next = NULL;
    const int32_t way = rng_below(&p->r, p->patches >= 0 ? 6 : 5);
    const bool profiles = wend_world_profile_count(p->world) > 1;
    wend_result result = WEND_OK;
    if (p->form == SNAPSHOT) { // goes on with what it was made of
        replace_world(p, p->kept);
        p->kept = NULL;
        p->form = wend_world_get_stream_info(p->world).columns > 0 ? STREAMED : BUILT;
        return NULL;
    }
    const char* fault = place_refresh(p, 0);
    if (fault) return fault;
    const uint64_t hash = wend_world_hash(p->world), tiles = wend_grid_hash(wend_world_grid(p->world));
    if (way == 0) {
        result = wend_world_fork(p->world, &next);
    } else if (way == 1) {
        result = wend_world_snapshot(p->world, &next);
    }
    if (way == 1 && result == WEND_OK) {
        place_drop_overlay(p);
        p->kept = p->world;
        p->world = next;
        p->asked = next;
        p->form = SNAPSHOT;
        p->holds = false;
        return wend_world_hash(next) == hash ? NULL : "another hash of the snapshot";
    }
    if (way == 5) { // a patch, where the world is mapped
        result = wend_world_save_patch(p->world, 0, "patch.wend", &error);
        if (result == WEND_ERROR_UNSUPPORTED) {
            p->n.refused++;
            return p->patches < 0 || profiles || error.text[0] ? NULL : "a patch is refused without a reason";
        }
        const char* names[] = {"patch.wend"};
        if (result == WEND_OK) result = wend_world_map_patched("base.wend", names, 1, NULL, &next, &error);
        p->n.patched += result == WEND_OK;
        p->form = BUILT;
    } else if (way > 1) {
        result = wend_world_save(p->world, "features.wend", &error);
        if (result != WEND_OK) return error.text;
        if (way == 2) result = wend_world_open("features.wend", NULL, &next, &error);
        if (way > 2) { // files of worlds that are mapped stay as they are
            wend_world* again = NULL;
            place_drop_overlay(p);
            if (wend_world_open("features.wend", NULL, &again, &error) != WEND_OK) return error.text;
            replace_world(p, again);
            p->form = BUILT;
            p->patches = -1;
            if (wend_world_save(p->world, "base.wend", &error) != WEND_OK) return error.text;
        }
        if (way == 3) result = wend_world_map("base.wend", NULL, &next, &error);
        if (way == 4) {
            wend_stream_def def = wend_default_stream_def();
            const bool flat = wend_world_get_info(p->world).level_count < 2;
            if (!flat && rng_chance(&p->r, 70)) def.region_level = 2;
            result = wend_world_stream("base.wend", &def, &next, &error);
            if (profiles || flat) {
                p->n.refused++;
                return result == WEND_ERROR_UNSUPPORTED && error.text[0] ? NULL
                                                                         : "a stream that is not refused";
            }
            for (int32_t f = 0; f < wend_grid_floors(wend_world_grid(p->world)) && result == WEND_OK; f++) {
                wend_rect area = wend_grid_area(wend_world_grid(next));
                area.floor = (uint16_t)f;
                result = wend_world_load(next, area, false, &error);
            }
            p->n.streamed += result == WEND_OK;
        }
    }
    if (result != WEND_OK) {
        fprintf(stderr, "way %d: %s: %s\n", way, wend_result_string(result), error.text);
        return "a world is not renewed";
    }
    replace_world(p, next);
    p->patches = way == 3 ? 0 : way == 5 ? 1 : -1;
    p->form = way == 4 ? STREAMED : BUILT;
    if (wend_grid_hash(wend_world_grid(next)) != tiles) return "other tiles in another form";
    if (wend_world_hash(next) == hash) return NULL;
    fprintf(stderr, "way %d: %llx %llx: ", way, (unsigned long long)hash,
            (unsigned long long)wend_world_hash(next));
    return "another hash in another form";
}

// The same map, built at once.
const char* place_rebuild(place* p) {
    const wend_grid* grid = wend_world_grid(p->asked);
    const wend_rect all = wend_grid_area(grid);
    static uint8_t classes[MOST_TILES];
    if (p->overlay && wend_world_profile_count(p->world) > 1) return NULL; // classes of the overlay
    if (all.x != 0 || all.y != 0 || p->form == SNAPSHOT) return NULL;
    const char* fault = place_refresh(p, 0);
    if (fault) return fault;
    if (p->overlay && wend_overlay_refresh(p->overlay, 0, NULL) != WEND_OK)
        return "an overlay is not refreshed";
    wend_grid_def def = wend_default_grid_def();
    def.width = all.width;
    def.height = all.height;
    def.floors = wend_grid_floors(grid);
    def.connectivity = wend_grid_connectivity(grid);
    wend_grid_cost_range(grid, &def.least_cost, &def.greatest_cost);
    memcpy(def.class_costs, wend_grid_class_costs(grid), sizeof def.class_costs);
    for (int32_t f = 0; f < def.floors; f++) {
        wend_rect area = all;
        area.floor = (uint16_t)f;
        if (wend_world_read_tiles(p->asked, area, classes + f * all.width * all.height, 0) != WEND_OK)
            return "tiles are not read";
    }
    def.classes = classes;
    wend_grid* copy = NULL;
    if (wend_grid_create(&def, &copy) != WEND_OK) return "a copy is not made";
    if (wend_grid_copy_connections(grid, copy) != WEND_OK) return "connections are not copied";
    if (wend_grid_hash(copy) != wend_grid_hash(grid)) return "another hash of the grid";
    const int32_t profiles = wend_world_profile_count(p->world) - 1;
    wend_profile_def defs[PROFILES];
    for (int32_t i = 0; i < profiles; i++) {
        if (wend_world_get_profile(p->world, i + 1, &defs[i]) != WEND_OK) return "a profile is not read";
        profile_defs[i] = defs[i];
    }
    wend_world* fresh = place_build(p, copy, profiles);
    if (!fresh) return "the map is not built again";
    for (int32_t i = 0; i < profiles; i++) profile_defs[i].name = i == 0 ? "swimmer" : "wide";
    const uint64_t hash = wend_world_hash(fresh);
    wend_world_destroy(fresh);
    p->n.rebuilt++;
    return hash == wend_world_hash(p->asked) ? NULL : "another hash than that of a build";
}

// ---- overlays

wend_shape place_shape(place* p, const wend_grid* grid) {
    const wend_tile at = place_tile(p, grid), to = place_tile(p, grid);
    const float cost = rng_chance(&p->r, 40) ? INFINITY : (float)rng_between(&p->r, 0, 60) / 4;
    const float radius = (float)rng_between(&p->r, 0, 12) / 2;
    wend_shape shape = wend_shape_disc((wend_vec2){(float)at.x, (float)at.y}, radius, cost);
    if (rng_chance(&p->r, 30)) shape = wend_shape_rect(place_area(p, grid), cost);
    if (rng_chance(&p->r, 20))
        shape = wend_shape_capsule((wend_vec2){(float)at.x, (float)at.y},
                                   (wend_vec2){(float)to.x, (float)to.y}, radius, cost);
    if (rng_chance(&p->r, 30) && !isinf(cost)) shape.falloff = radius;
    if (rng_chance(&p->r, 20)) shape.decay = 0.5f;
    shape.floor = rng_below(&p->r, wend_grid_floors(grid));
    return shape;
}

bool place_takes_overlays(const place* p) {
    return p->form != STREAMED;
}

const char* place_change_overlay(place* p, bool may_drop) {
    const wend_grid* grid = wend_world_grid(p->world);
    if (p->overlay && may_drop && rng_chance(&p->r, 15)) {
        place_drop_overlay(p);
        return NULL;
    }
    if (!p->overlay) {
        const wend_result result = wend_overlay_create(p->world, &p->overlay);
        if (!place_takes_overlays(p)) {
            p->n.refused++;
            return result == WEND_ERROR_UNSUPPORTED ? NULL : "an overlay that is not refused";
        }
        if (result != WEND_OK) return "an overlay fails";
    }
    for (int32_t i = rng_between(&p->r, 1, 3); i > 0; i--) {
        const int32_t dice = rng_below(&p->r, 100);
        const wend_rect area = place_area(p, grid);
        const wend_shape shape = place_shape(p, grid);
        int32_t handle = 0;
        wend_result result = WEND_OK;
        if (dice < 60)
            result = wend_overlay_add(p->overlay, &shape, &handle);
        else if (dice < 70)
            result = wend_overlay_hide(p->overlay, rng_chance(&p->r, 50) ? 1 : 0);
        else if (dice < 80 && wend_overlay_see(p->overlay, area, NULL, 0) != WEND_OK)
            result = WEND_OK; // is not hidden
        else if (dice < 85)
            result = wend_overlay_reveal(p->overlay);
        else if (dice < 90)
            result = wend_overlay_tick(p->overlay, 1);
        else {
            static float costs[MOST_TILES];
            for (int32_t k = 0; k < area.width * area.height; k++) costs[k] = (float)rng_below(&p->r, 5);
            result = wend_overlay_add_costs(p->overlay, area, costs, 0, 0, &handle);
        }
        if (result != WEND_OK) return "a layer fails";
    }
    return NULL;
}

// The overlay follows its parent before each question.
const char* place_follow(place* p) {
    p->asked = p->world;
    if (!p->overlay) return NULL;
    const wend_world* world = NULL;
    const wend_result result = rng_chance(&p->r, 20) ? wend_overlay_refresh(p->overlay, 0, NULL) : WEND_OK;
    const wend_result again = result == WEND_OK ? wend_overlay_world(p->overlay, &world) : result;
    if (again == WEND_ERROR_LIMIT) { // too many costs
        place_drop_overlay(p);
        return NULL;
    }
    if (again != WEND_OK) return "an overlay does not follow";
    p->asked = world;
    p->n.overlaid++;
    const wend_rect all = wend_grid_area(wend_world_grid(world));
    int64_t tiles = 0;
    for (int32_t k = 0; k < WEND_CLASS_COUNT; k++) tiles += wend_grid_class_counts(wend_world_grid(world))[k];
    if (tiles != tile_count(wend_world_grid(world))) return "tiles are counted twice, or not at all";
    const wend_edit e = wend_edit_tiles((wend_rect){all.x, all.y, 1, 1, 0}, 1);
    return wend_world_edit((wend_world*)(uintptr_t)world, &e, 1, NULL) == WEND_ERROR_UNSUPPORTED
               ? NULL
               : "the world of an overlay is edited";
}
