// world.c: how is a world made and destroyed?
#include "hierarchy/world.h"

#include <stdatomic.h>
#include <string.h>

#include "core/system.h"
#include "hierarchy/abstract_graph.h"
#include "hierarchy/matrix_build.h"
#include "hierarchy/tile_index.h"

wend_world_def wend_default_world_def(void) {
    return (wend_world_def){.cluster_size = 31, .cookie = WENDI_COOKIE};
}

// With these sizes a row has 16 or 32 tiles, which fills vector registers.
bool wendi_valid_cluster_size(int32_t size) {
    return size == 15 || size == 31;
}

wend_world* wendi_world_new(const wend_allocator* allocator, const char* metadata, size_t metadata_size) {
    wend_world* world = wendi_alloc_zeroed(allocator, 1, sizeof *world);
    if (!world) return NULL;
    world->allocator = world->graph.allocator = world->components.allocator = *allocator;
    world->refreshed = true;
    world->id = (uint64_t)(uintptr_t)world * 0x9e3779b97f4a7c15u ^ wendi_system_ns();
    world->metadata_size = metadata_size;
    world->metadata = wendi_alloc_zeroed(allocator, metadata_size + 1, 1);
    if (!world->metadata) {
        wend_world_destroy(world);
        return NULL;
    }
    if (metadata_size) memcpy(world->metadata, metadata, metadata_size);
    return world;
}

static void free_profiles(wend_world* world) {
    for (int32_t i = 0; i < world->profiles.count; i++) {
        wendi_profile* profile = &world->profiles.data[i];
        wend_world_destroy(profile->view);
        wendi_derivation_free(&profile->derivation, &world->allocator);
    }
    wendi_free(&world->allocator, world->profiles.data, (size_t)world->profiles.count,
               sizeof *world->profiles.data);
}

static void end_life(wend_world* world) {
    wendi_shared* life = atomic_load(&world->life);
    if (!life) return;
    atomic_store(&((wendi_life*)wendi_shared_memory(life))->ended, true);
    wendi_shared_drop(life);
}

void wend_world_destroy(wend_world* world) {
    if (!world) return;
    wend_allocator allocator = world->allocator;
    end_life(world);
    free_profiles(world);
    wendi_drop_subgoals(world);
    wendi_shared_drop(world->original_use);
    wend_grid_destroy(world->grid);
    wendi_components_free(&world->components);
    wendi_graph_free(&world->graph);
    wendi_shared_drop(world->file);
    if (world->changes_opt) wendi_owner_destroy(&world->changes_opt->owner);
    wendi_ground_list_free(&world->ground);
    wendi_free(&allocator, world->metadata, world->metadata_size + 1, 1);
    wendi_free(&allocator, world, 1, sizeof *world);
}

// ---- build

typedef struct level_job {
    wend_world* world;
    const wend_grid* grid;
    int32_t level;
    int32_t first;         // cluster that item 0 stands for
    _Atomic int32_t worst; // wend_result, the worst of all tasks
} level_job;

static void choose(void* context, int32_t begin, int32_t end) {
    const level_job* job = context;
    for (int32_t i = begin; i < end; i++)
        wendi_choose_nodes(&job->world->graph, job->grid, job->level, job->first + i);
}

// MEMORY counts as worse than LIMIT: a limit drops a level, but missing memory ends the build.
static void record_failure(level_job* job, wend_result result) {
    int32_t seen = job->worst;
    while ((seen == WEND_OK || result == WEND_ERROR_MEMORY) &&
           !atomic_compare_exchange_weak(&job->worst, &seen, result)) {
    }
}

static void build_matrices(void* context, int32_t begin, int32_t end) {
    level_job* job = context;
    wendi_graph* graph = &job->world->graph;
    wendi_cluster_workspace* workspace =
        job->level == 1 ? wendi_cluster_workspace_new(&graph->allocator) : NULL;
    if (job->level == 1 && !workspace) {
        record_failure(job, WEND_ERROR_MEMORY);
        return;
    }
    for (int32_t i = begin; i < end; i++) {
        wend_result result =
            wendi_build_matrix(graph, job->grid, job->level, job->first + i, workspace, NULL);
        if (result != WEND_OK) record_failure(job, result);
    }
    wendi_cluster_workspace_free(workspace, &graph->allocator);
}

// Matrices take nearly all the time of a build. They are computed in batches, so that progress can be
// reported and the build cancelled. All levels take about equally long.
static wend_result build_level(wend_world* world, const wend_grid* grid, const wend_world_def* def,
                               int32_t level) {
    const wendi_graph* graph = &world->graph;
    int32_t cluster_count = wendi_cluster_count(&graph->level[level - 1].clusters),
            batch = wendi_max(64, cluster_count / 200);
    level_job job = {.world = world, .grid = grid, .level = level};
    WENDI_ASSERT(level >= 1 && level <= graph->level_count);
    wendi_run_tasks(&def->tasks, choose, &job, cluster_count);
    wend_result result = wendi_graph_alloc_matrices(&world->graph, grid, level, NULL);
    if (result != WEND_OK) return result;
    for (; job.first < cluster_count; job.first += batch) {
        double done = (level - 1 + (double)job.first / cluster_count) / graph->level_count;
        if (def->progress && !def->progress(done, def->progress_context)) return WEND_ERROR_CANCELLED;
        wendi_run_tasks(&def->tasks, build_matrices, &job, wendi_min(batch, cluster_count - job.first));
        if (job.worst == WEND_ERROR_MEMORY) return WEND_ERROR_MEMORY;
    }
    return (wend_result)job.worst;
}

// Leaves out levels whose costs could overflow, and all levels above them.
static wend_result build_levels(wend_world* world, const wend_grid* grid, const wend_world_def* def,
                                int32_t first) {
    wendi_graph* graph = &world->graph;
    for (int32_t level = first; level <= graph->level_count; level++) {
        wend_result result = build_level(world, grid, def, level);
        if (result == WEND_ERROR_LIMIT) {
            wendi_log(WEND_LOG_INFO, "level %d and those above are left out: costs exceed 16 bits",
                      (int)level);
            wendi_graph_drop_levels(graph, level == 1 ? 1 : level - 1);
        } else if (result != WEND_OK)
            return result;
    }
    return WEND_OK;
}

wend_result wendi_world_add_levels(wend_world* world) {
    wendi_graph* graph = &world->graph;
    wend_world_def def = wend_default_world_def();
    while (graph->level_count < world->wanted_levels) {
        int32_t before = graph->level_count;
        wend_result result = wendi_graph_add_level(graph, NULL);
        if (result == WEND_OK) result = build_levels(world, world->grid, &def, before + 1);
        if (result != WEND_OK) wendi_graph_drop_levels(graph, before); // remove the unfinished level
        if (result != WEND_OK || graph->level_count == before) return result;
        WENDI_ASSERT(graph->level_count == before + 1);
    }
    return WEND_OK;
}

wend_result wendi_world_construct(wend_world* world, const wend_grid* grid, const wend_world_def* def) {
    int32_t levels = def->level_count > 0
                         ? def->level_count
                         : wendi_level_count_for(grid->width, grid->height, def->cluster_size);
    wend_result result =
        wendi_graph_divide(grid, def->cluster_size, levels, NULL, &world->allocator, &world->graph);
    world->wanted_levels = levels;
    if (result == WEND_OK) wendi_graph_read_all_passability(&world->graph, grid);
    if (result == WEND_OK) result = wendi_check_link_nodes(&world->graph, grid);
    if (result == WEND_OK) result = build_levels(world, grid, def, 1);
    if (result == WEND_OK) result = wendi_components_find(grid, &world->graph, &world->components);
    if (result == WEND_OK) result = wendi_components_count(grid, &world->graph, &world->components, NULL);
    if (result == WEND_OK) result = wendi_indices_make(&world->graph, grid);
    if (result != WEND_OK) return result;
    world->edge_count = wendi_count_all_edges(world, grid, NULL);
    WENDI_ASSERT(world->components.counted && world->components.largest <= wend_grid_passable_count(grid));
    bool cancelled = def->progress && !def->progress(1, def->progress_context);
    return cancelled ? WEND_ERROR_CANCELLED : WEND_OK;
}

wendi_shared* wendi_world_life(const wend_world* world) {
    _Atomic(wendi_shared*)* life = &((wend_world*)(uintptr_t)world)->life; // the only thing that changes
    wendi_shared *seen = atomic_load(life), *made = NULL;
    if (!seen) {
        made = wendi_shared_new(&world->allocator, sizeof(wendi_life));
        if (!made) return NULL;
        if (atomic_compare_exchange_strong(life, &seen, made))
            seen = made;
        else
            wendi_shared_drop(made);
    }
    return wendi_shared_keep(seen);
}

const wend_grid* wend_world_grid(const wend_world* world) {
    return world ? world->grid : NULL;
}
const char* wend_world_metadata(const wend_world* world) {
    return world ? world->metadata : "";
}

uint64_t wend_world_version(const wend_world* world) {
    return world ? world->version : 0;
}
