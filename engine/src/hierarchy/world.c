// world.c: how is a world built, and what does it answer without a search?
#include "hierarchy/world.h"

#include <stdatomic.h>
#include <string.h>

#include "core/file.h"
#include "core/hash.h"
#include "core/workers.h"
#include "hierarchy/class_index.h"
#include "hierarchy/cluster_nodes.h"
#include "hierarchy/first_check.h"
#include "hierarchy/pending.h"

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

static size_t profiles_bytes(const wend_world* world) {
    size_t bytes = (size_t)world->profiles.count * sizeof *world->profiles.data;
    for (int32_t i = 0; i < world->profiles.count; i++)
        bytes += wend_world_get_info(world->profiles.data[i].view).bytes +
                 wendi_derivation_bytes(&world->profiles.data[i].derivation);
    return bytes;
}

void wend_world_destroy(wend_world* world) {
    if (!world) return;
    wend_allocator allocator = world->allocator;
    wendi_first_checks_free(world);
    free_profiles(world);
    if (world->original && !world->original_in_file)
        wendi_free(&allocator, world->original, wendi_original_size(world), 1);
    wend_grid_destroy(world->grid);
    wendi_components_free(&world->components);
    wendi_graph_free(&world->graph);
    if (world->file_mapped)
        wendi_input_unmap(world->file, world->file_size);
    else
        wendi_free(&allocator, world->file, world->file_size, 1);
    wendi_free(&allocator, world->metadata, world->metadata_size + 1, 1);
    wendi_free(&allocator, world, 1, sizeof *world);
}

static void run_tasks(const wend_tasks* tasks, wend_task_fn* task, void* context, int32_t count) {
    if (tasks->enqueue)
        tasks->finish(tasks->enqueue(task, context, count, tasks->user), tasks->user);
    else
        task(context, 0, count);
}

static int64_t count_edges_of(const wend_world* world, const wend_grid* grid, int32_t level) {
    const wendi_graph* graph = &world->graph;
    int64_t edges = 0;
    for (int32_t c = 0; c < wendi_cluster_count(&graph->level[level - 1].clusters); c++)
        edges += level > 1 || wendi_matrix_is_filled(graph, c)
                     ? wendi_count_edges(wendi_matrix_of(graph, level, c))
                     : wendi_count_reach(graph, grid, c);
    return edges;
}

static int64_t count_edges(const wend_world* world, const wend_grid* grid) {
    int64_t edges = 0;
    for (int32_t level = 1; level <= world->graph.level_count; level++)
        edges += count_edges_of(world, grid, level);
    return edges;
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
    run_tasks(&def->tasks, choose, &job, cluster_count);
    wend_result result = wendi_graph_alloc_matrices(&world->graph, grid, level);
    if (result != WEND_OK) return result;
    for (; job.first < cluster_count; job.first += batch) {
        double done = (level - 1 + (double)job.first / cluster_count) / graph->level_count;
        if (def->progress && !def->progress(done, def->progress_context)) return WEND_ERROR_CANCELLED;
        run_tasks(&def->tasks, build_matrices, &job, wendi_min(batch, cluster_count - job.first));
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
        wend_result result = wendi_graph_add_level(graph);
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
        wendi_graph_partition(grid, def->cluster_size, levels, &world->allocator, &world->graph);
    world->wanted_levels = levels;
    if (result == WEND_OK) result = wendi_check_link_nodes(&world->graph, grid);
    if (result == WEND_OK) result = build_levels(world, grid, def, 1);
    if (result == WEND_OK) result = wendi_components_find(grid, &world->graph, &world->components);
    if (result == WEND_OK) result = wendi_components_count(grid, &world->graph, &world->components);
    if (result == WEND_OK && grid->cost_range.declared) result = wendi_class_index_make(&world->graph, grid);
    if (result != WEND_OK) return result;
    world->edge_count = count_edges(world, grid);
    WENDI_ASSERT(world->components.counted && world->components.largest <= wend_grid_passable_count(grid));
    bool cancelled = def->progress && !def->progress(1, def->progress_context);
    return cancelled ? WEND_ERROR_CANCELLED : WEND_OK;
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

// ---- original classes

size_t wendi_original_size(const wend_world* world) {
    WENDI_ASSERT(world->grid);
    return (size_t)world->grid->width * (size_t)world->grid->height;
}

wend_result wend_world_keep_original(wend_world* world) {
    if (!world) return WEND_ERROR_ARGUMENT;
    if (world->original) return WEND_OK;
    const wend_result checked = wendi_check_all(world);
    if (checked != WEND_OK) return checked;
    const wend_grid* grid = world->grid;
    size_t width = (size_t)grid->width;
    world->original = wendi_alloc(&world->allocator, wendi_original_size(world), 1);
    if (!world->original) return WEND_ERROR_MEMORY;
    for (int32_t y = 0; y < grid->height; y++)
        memcpy(world->original + (size_t)y * width, wend_grid_row(grid, y), width);
    return WEND_OK;
}

uint8_t wend_world_original_class(const wend_world* world, wend_tile tile) {
    if (!world) return 0;
    const wend_grid* grid = world->grid;
    if (!world->original || !wend_grid_contains(grid, tile)) return wend_grid_class(grid, tile);
    return world->original[(size_t)tile.y * (size_t)grid->width + (size_t)tile.x];
}

// ---- information

wend_result wend_world_count(const wend_world* world, wend_world_counts* out) {
    if (!world || !out) return WEND_ERROR_ARGUMENT;
    wendi_components counted = world->components; // shallow copy
    bool known = counted.counted;
    if (!known) {
        wend_result result = wendi_components_count(world->grid, &world->graph, &counted);
        if (result != WEND_OK) return result;
    }
    *out = (wend_world_counts){.edge_count = known ? world->edge_count : count_edges(world, world->grid),
                               .component_count = counted.count,
                               .largest_component = counted.largest};
    return WEND_OK;
}

// The original classes and the file, without the tiles that count with the grid.
static size_t file_bytes(const wend_world* world) {
    size_t bytes = world->file_size;
    if (world->original && !world->original_in_file) bytes += wendi_original_size(world);
    return world->file ? bytes - wendi_grid_tile_bytes(world->grid) : bytes;
}

wend_world_info wend_world_get_info(const wend_world* world) {
    if (!world) return (wend_world_info){0};
    const wendi_graph* graph = &world->graph;
    size_t grid_bytes = wend_grid_bytes(world->grid);
    wend_world_info info = {
        .cluster_size = graph->clusters.size,
        .columns = graph->clusters.columns,
        .rows = graph->clusters.rows,
        .level_count = graph->level_count,
        .bytes = sizeof *world + world->metadata_size + 1 + grid_bytes + wendi_graph_bytes(graph) +
                 wendi_components_bytes(&world->components) + profiles_bytes(world) + file_bytes(world),
        .grid_bytes = grid_bytes,
    };
    for (int32_t level = 1; level <= graph->level_count; level++) {
        info.cluster_count += wendi_cluster_count(&graph->level[level - 1].clusters);
        info.node_count += wendi_count_nodes(graph, world->grid, level);
    }
    return info;
}

wend_level_info wend_world_get_level_info(const wend_world* world, int32_t level) {
    if (!world || level < 1 || level > world->graph.level_count || wendi_check_all(world) != WEND_OK)
        return (wend_level_info){0};
    const wendi_graph* graph = &world->graph;
    const wendi_partition* level_clusters = &graph->level[level - 1].clusters;
    return (wend_level_info){.cluster_size = level_clusters->size,
                             .columns = level_clusters->columns,
                             .rows = level_clusters->rows,
                             .node_count = wendi_count_nodes(graph, world->grid, level),
                             .edge_count = count_edges_of(world, world->grid, level)};
}

bool wend_world_connected(const wend_world* world, wend_tile from, wend_tile to) {
    if (!world) return false;
    const wend_grid* grid = world->grid;
    return wend_grid_passable(grid, from) && wend_grid_passable(grid, to) &&
           wendi_touch_tile(&world->graph, from) == WEND_OK &&
           wendi_touch_tile(&world->graph, to) == WEND_OK &&
           wendi_components_connect(grid, &world->graph, &world->components, from, to);
}

static void hash_matrix(XXH3_state_t* state, const wendi_matrix* matrix) {
    wendi_hash_u64(state, (uint64_t)(uint32_t)matrix->count << 32 | (uint32_t)matrix->shift);
    for (int32_t i = 0; i < matrix->count; i++) {
        const uint16_t* row = wendi_matrix_row(matrix, i);
        wendi_hash_u16s(state, row, (size_t)matrix->count);
    }
}

uint64_t wend_world_hash(const wend_world* world) {
    if (!world || wendi_check_all(world) != WEND_OK) return 0;
    const wendi_graph* graph = &world->graph;
    XXH3_state_t state;
    XXH3_64bits_reset(&state);
    wendi_hash_u64(&state, wend_grid_hash(world->grid));
    wendi_hash_u64(&state, (uint64_t)graph->clusters.size);
    if (!world->refreshed) wendi_hash_u64(&state, 0);
    for (int32_t i = 0; i < graph->level_count; i++) {
        const wendi_level* level = &graph->level[i];
        for (int32_t c = 0; c < wendi_cluster_count(&graph->clusters); c++)
            wendi_hash_u64(&state, level->nodes[c]);
        for (int32_t c = 0; c < wendi_cluster_count(&level->clusters); c++) {
            if (i == 0 && level->states[c] != WENDI_UP_TO_DATE)
                wendi_hash_u64(&state, 0); // whether a query has computed it does not count
            else
                hash_matrix(&state, &level->matrices[c]);
        }
    }
    for (int32_t i = 0; i < world->profiles.count; i++)
        wendi_hash_u64(&state, wend_world_hash(world->profiles.data[i].view));
    return XXH3_64bits_digest(&state);
}
