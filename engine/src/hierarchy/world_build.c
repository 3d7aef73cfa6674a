// world_build.c: how is a world built, and when does it get an index of subgoals?
#include <string.h>

#include "core/tasks.h"
#include "hierarchy/first_check.h"
#include "hierarchy/profiles.h"
#include "hierarchy/world.h"
#include "subgoals/subgoal_graph.h"

// ---- how do a grid and the definitions of profiles become a world with views?

// Part of the progress of a build: of one world among its views.
typedef struct share {
    const wend_world_def* def;
    int32_t index, count;
} share;

static bool report_share(double fraction, void* context) {
    const share* s = context;
    return s->def->progress((s->index + fraction) / s->count, s->def->progress_context);
}

static wend_result build_share(wend_world* world, const wend_grid* grid, const wend_world_def* def,
                               int32_t index) {
    share part = {def, index, def->profile_count + 1};
    wend_world_def partial = *def;
    if (def->progress) {
        partial.progress = report_share;
        partial.progress_context = &part;
    }
    return wendi_world_construct(world, grid, &partial);
}

// Builds the world and the views of its profiles.
static wend_result build(wend_world* world, wend_grid* grid, const wend_world_def* def) {
    int32_t unit;
    wend_result result =
        wendi_profiles_unit(grid, def->profiles, def->profile_count, &world->allocator, &unit);
    if (result == WEND_OK && unit != grid->costs.unit)
        result = wendi_grid_set_costs(grid, grid->class_costs, unit);
    if (result == WEND_OK) result = wendi_profiles_make(world, grid, def->profiles, def->profile_count);
    if (result == WEND_OK) result = build_share(world, grid, def, 0);
    for (int32_t i = 1; i <= def->profile_count && result == WEND_OK; i++) {
        wend_world* view = wendi_profile_world(world, i);
        result = build_share(view, view->grid, def, i);
        if (result == WEND_OK) wendi_share_matrices(world, i);
    }
    return result;
}

wend_result wend_world_build(wend_grid** grid_io, const wend_world_def* def, wend_world** out) {
    if (!grid_io || !*grid_io || !def || !out) return WEND_ERROR_ARGUMENT;
    if (def->cookie != WENDI_COOKIE) return WEND_ERROR_DEF;
    if (!wendi_is_valid_tasks(&def->tasks)) return WEND_ERROR_ARGUMENT;
    size_t metadata_size = def->metadata ? strlen(def->metadata) : 0;
    if (!wendi_valid_cluster_size(def->cluster_size) || def->level_count < 0 ||
        def->level_count > WEND_MAX_LEVELS || metadata_size > WEND_MAX_METADATA)
        return WEND_ERROR_LIMIT;
    wend_result result = wendi_profiles_check(*grid_io, def->profiles, def->profile_count);
    if (result != WEND_OK) return result;
    const int32_t unit = (*grid_io)->costs.unit;
    wend_allocator allocator = wendi_allocator(def->allocator);
    wend_world* world = wendi_world_new(&allocator, def->metadata, metadata_size);
    if (!world) return WEND_ERROR_MEMORY;
    result =
        def->profile_count == 0 ? wendi_world_construct(world, *grid_io, def) : build(world, *grid_io, def);
    if (result != WEND_OK) {
        wend_world_destroy(world);
        if (unit != (*grid_io)->costs.unit) // it had this unit before, so it fits
            wendi_grid_set_costs(*grid_io, (*grid_io)->class_costs, unit);
        return result;
    }
    world->grid = *grid_io;
    *grid_io = NULL;
    *out = world;
    return WEND_OK;
}

// ---- when does a world have a subgoal graph?

void wendi_drop_subgoals(wend_world* world) {
    world->subgoals_removed |= world->subgoals != NULL;
    wendi_subgoal_graph_free(world->subgoals);
    world->subgoals = NULL;
}

wend_result wend_world_add_subgoals(wend_world* world, size_t most_bytes, wend_progress_fn* progress_opt,
                                    void* context) {
    if (!world) return WEND_ERROR_ARGUMENT;
    if (world->is_snapshot || world->graph.ground || !wendi_subgoals_fit(world->grid))
        return WEND_ERROR_UNSUPPORTED;
    wendi_subgoal_graph* graph = NULL;
    wend_result result = wendi_check_all(world);
    if (result == WEND_OK)
        result = wendi_subgoal_graph_make(world->grid, most_bytes, &world->allocator, progress_opt, context,
                                          &graph);
    if (result != WEND_OK) return result;
    wendi_drop_subgoals(world);
    world->subgoals = graph;
    world->subgoals_removed = false;
    return WEND_OK;
}

wend_subgoal_state wend_world_subgoal_state(const wend_world* world) {
    if (!world) return WEND_SUBGOALS_NONE;
    return world->subgoals           ? WEND_SUBGOALS_KEPT
           : world->subgoals_removed ? WEND_SUBGOALS_REMOVED
                                     : WEND_SUBGOALS_NONE;
}

size_t wend_world_subgoal_bytes(const wend_world* world) {
    return world ? wendi_subgoal_graph_bytes(world->subgoals) : 0;
}
