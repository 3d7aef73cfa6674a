// explain.c: in which components do two tiles lie, how large are these, and what separates the tiles?
#include "wend/explain.h"

#include <math.h>

#include "hierarchy/first_check.h"
#include "hierarchy/read_pass.h"
#include "search/search.h"

struct wend_explanation {
    wend_allocator allocator;
    wend_explanation_info info;
    wendi_opening_list openings;
    wendi_tile_list tiles;
};

const char* wend_opening_kind_string(wend_opening_kind kind) {
    static const char* const texts[WEND_OPENING_KIND_COUNT] = {"tile", "step", "wall", "link", "narrow",
                                                                "slope"};
    const bool known = (int)kind >= 0 && kind < WEND_OPENING_KIND_COUNT;
    return known ? texts[kind] : "unknown kind";
}

wend_result wend_explanation_create(const wend_allocator* allocator_opt, wend_explanation** out) {
    if (!out) return WEND_ERROR_ARGUMENT;
    const wend_allocator allocator = wendi_allocator(allocator_opt);
    wend_explanation* explanation = wendi_alloc_zeroed(&allocator, 1, sizeof *explanation);
    if (!explanation) return WEND_ERROR_MEMORY;
    explanation->allocator = explanation->openings.allocator = explanation->tiles.allocator = allocator;
    explanation->info.outcome = WEND_NO_ROUTE;
    *out = explanation;
    return WEND_OK;
}

void wend_explanation_destroy(wend_explanation* explanation) {
    if (!explanation) return;
    const wend_allocator allocator = explanation->allocator;
    wendi_opening_list_free(&explanation->openings);
    wendi_tile_list_free(&explanation->tiles);
    wendi_free(&allocator, explanation, 1, sizeof *explanation);
}

// ---- components

enum { MOST_NUMBERS = 4 * WENDI_MAX_CLUSTER_NODES };

// The numbers of the components that a tile reaches in its clusters, or that reach it.
static int32_t numbers_around(const wend_world* world, wend_tile tile, wendi_sense sense,
                              uint32_t numbers[MOST_NUMBERS]) {
    int32_t clusters[4], count = 0;
    const int32_t cluster_count = wendi_clusters_at(&world->graph.clusters, tile, clusters);
    for (int32_t i = 0; i < cluster_count; i++) {
        const wend_rect area = wendi_cluster_rect(&world->graph.clusters, clusters[i]);
        wendi_tile_set reached;
        wendi_reach_cluster(world->grid, area, tile, sense, &reached);
        count = wendi_components_in(&world->graph, &world->components, clusters[i], &reached, numbers, count);
    }
    for (int32_t i = 0; i < count; i++) numbers[i] = wendi_reach_number(&world->components.reach, numbers[i]);
    return count;
}

// The number of the component of a tile: it reaches nodes of it, and nodes of it reach the tile. -1: none.
static int64_t number_of(const wend_world* world, wend_tile tile) {
    uint32_t ahead[MOST_NUMBERS], behind[MOST_NUMBERS];
    const int32_t ahead_count = numbers_around(world, tile, WENDI_FROM, ahead);
    const int32_t behind_count = numbers_around(world, tile, WENDI_TO, behind);
    for (int32_t i = 0; i < ahead_count; i++)
        for (int32_t k = 0; k < behind_count; k++)
            if (ahead[i] == behind[k]) return ahead[i];
    return -1;
}

// The tiles of an enclosed component: it lies within one cluster.
static int64_t count_enclosed(const wend_world* world, wend_tile tile) {
    int32_t clusters[4];
    int64_t most = 0;
    const int32_t cluster_count = wendi_clusters_at(&world->graph.clusters, tile, clusters);
    for (int32_t i = 0; i < cluster_count; i++) {
        const wend_rect area = wendi_cluster_rect(&world->graph.clusters, clusters[i]);
        wendi_tile_set ahead, behind;
        wendi_reach_cluster(world->grid, area, tile, WENDI_FROM, &ahead);
        wendi_reach_cluster(world->grid, area, tile, WENDI_TO, &behind);
        int64_t count = 0;
        for (int32_t y = 1; y <= area.height; y++) count += __builtin_popcount(ahead.row[y] & behind.row[y]);
        if (count > most) most = count;
    }
    return most;
}

// sizes: by number of component.
static wend_explained_end end_at(const wend_world* world, wend_tile tile, const int64_t* sizes) {
    wend_explained_end end = {.tile = tile, .component = -1};
    end.passable = wendi_is_passable(world->grid, tile.x, tile.y);
    if (!end.passable) return end;
    end.component = number_of(world, tile);
    end.component_tiles = end.component >= 0 ? sizes[end.component] : count_enclosed(world, tile);
    return end;
}

// ---- profiles

// True when tiles of a class are passable for a profile where its body fits.
static bool may_enter(const wend_world* base, const wend_profile_def* profile, uint8_t terrain_class) {
    const float cost = profile->class_costs[terrain_class];
    return terrain_class != 0 &&
           (cost < 0 ? base->grid->costs.straight[terrain_class] != 0 : cost > 0 && cost < INFINITY);
}

// Finds, for tiles that a view has blocked, the class in the world, and which are only too narrow.
static wend_result name_tiles(const wend_world* view, wendi_opening_list* openings) {
    const wend_world* base = view->base;
    wend_profile_def profile;
    if (!base) return WEND_OK;
    wend_result result = wend_world_get_profile(base, view->base_profile, &profile);
    for (int64_t i = 0; i < openings->count && result == WEND_OK; i++) {
        wend_opening* opening = &openings->data[i];
        const wend_tile tile = opening->from;
        if (opening->kind != WEND_OPENING_TILE) continue;
        opening->terrain_class = *wendi_tile(base->grid, tile.x, tile.y);
        if (!may_enter(base, &profile, opening->terrain_class)) continue;
        opening->kind = WEND_OPENING_NARROW;
        result = wend_world_clearance(base, view->base_profile, (wend_rect){tile.x, tile.y, 1, 1},
                                      profile.radius, &opening->clearance);
        if (result == WEND_ERROR_UNSUPPORTED) result = WEND_OK; // hexagons
    }
    return result;
}

// ---- the explanation

// The tiles of components may be anywhere: they are counted in a pass over the world.
static wend_result describe(const wend_world* world, wend_tile from, wend_tile to,
                            const wend_allocator* allocator, wend_explanation_info* out) {
    const size_t count = wendi_component_numbers(&world->components);
    int64_t* sizes = wendi_alloc(allocator, count, sizeof *sizes);
    if (!sizes) return WEND_ERROR_MEMORY;
    wendi_read_pass pass;
    wendi_read_pass_begin(world, &pass);
    const wend_result checked = wendi_check_all_in_pass(world, &pass);
    if (checked == WEND_OK)
        wendi_components_sizes(world->grid, &world->graph, &world->components, wendi_read_pass_ground, &pass,
                               sizes);
    wendi_read_pass_end(&pass);
    if (checked != WEND_OK) {
        wendi_free(allocator, sizes, count, sizeof *sizes);
        return checked;
    }
    *out = (wend_explanation_info){.from = end_at(world, from, sizes), .to = end_at(world, to, sizes)};
    wendi_free(allocator, sizes, count, sizeof *sizes);
    out->leads_back = wend_world_connected(world, to, from);
    out->outcome = !out->from.passable                     ? WEND_START_BLOCKED
                   : !out->to.passable                     ? WEND_GOAL_BLOCKED
                   : wend_world_connected(world, from, to) ? WEND_FOUND
                                                           : WEND_NO_ROUTE;
    return WEND_OK;
}

wend_result wend_explain(wend_search* search, const wend_world* world, wend_tile from, wend_tile to,
                         wend_explanation* out) {
    if (!search || !world || !out || !wend_grid_contains(world->grid, from) ||
        !wend_grid_contains(world->grid, to))
        return WEND_ERROR_ARGUMENT;
    wend_explanation_info info;
    wend_result result = describe(world, from, to, &search->allocator, &info);
    wendi_opening_list openings = {.allocator = out->allocator};
    wendi_tile_list tiles = {.allocator = out->allocator};
    if (result == WEND_OK && info.outcome != WEND_FOUND)
        result = wendi_opening_search_run(&search->openings, world->grid, from, to, &search->flat.cancel,
                                          &openings, &tiles);
    if (result == WEND_OK) result = name_tiles(world, &openings);
    if (result != WEND_OK) {
        wendi_opening_list_free(&openings);
        wendi_tile_list_free(&tiles);
        return result;
    }
    wendi_opening_list_free(&out->openings);
    wendi_tile_list_free(&out->tiles);
    out->info = info;
    out->openings = openings;
    out->tiles = tiles;
    return WEND_OK;
}

wend_explanation_info wend_explanation_get_info(const wend_explanation* explanation) {
    return explanation ? explanation->info : (wend_explanation_info){0};
}

const wend_opening* wend_explanation_openings(const wend_explanation* explanation, int32_t* count_out) {
    if (!count_out) return NULL;
    *count_out = explanation ? (int32_t)explanation->openings.count : 0;
    return explanation ? explanation->openings.data : NULL;
}

const wend_tile* wend_explanation_tiles(const wend_explanation* explanation, int32_t* count_out) {
    if (!count_out) return NULL;
    *count_out = explanation ? (int32_t)explanation->tiles.count : 0;
    return explanation ? explanation->tiles.data : NULL;
}
