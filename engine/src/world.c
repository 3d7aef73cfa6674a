// world.c: building a world, stage by stage, and what can be asked of it without a search.
#include "world.h"

#include <string.h>

#include "hash.h"

wend_world_def wend_default_world_def(void) {
    return (wend_world_def){.cluster_size = 31, .cookie = WENDI_COOKIE};
}

// Rows of 16 or 32 tiles fit vector registers.
bool wendi_valid_cluster_size(int32_t size) {
    return size == 15 || size == 31;
}

wend_world* wendi_world_new(const wend_allocator* allocator, const char* metadata, size_t metadata_size) {
    wend_world* world = wendi_alloc_zeroed(allocator, 1, sizeof *world);
    if (!world) return NULL;
    world->allocator = world->abstract.allocator = world->levels.allocator = world->components.allocator =
        *allocator;
    world->metadata_size = metadata_size;
    world->metadata = wendi_alloc_zeroed(allocator, metadata_size + 1, 1);
    if (!world->metadata) {
        wend_world_destroy(world);
        return NULL;
    }
    if (metadata_size) memcpy(world->metadata, metadata, metadata_size);
    return world;
}

void wend_world_destroy(wend_world* world) {
    if (!world) return;
    wend_allocator allocator = world->allocator;
    wend_grid_destroy(world->grid);
    wendi_abstract_free(&world->abstract);
    wendi_levels_free(&world->levels);
    wendi_components_free(&world->components);
    wendi_free(&allocator, world->metadata, world->metadata_size + 1, 1);
    wendi_free(&allocator, world, 1, sizeof *world);
}

typedef struct measure_job {
    wend_world* world;
    const wend_grid* grid;
    int32_t first; // cluster of item 0
} measure_job;

static void measure(void* context, int32_t begin, int32_t end) {
    const measure_job* job = context;
    wendi_abstract_measure(&job->world->abstract, job->grid, job->first + begin, job->first + end);
}

// Distances take nearly all of the time of a build; they are done in batches so that progress can be told.
static wend_result measure_all(wend_world* world, const wend_grid* grid, const wend_world_def* def) {
    int32_t clusters = wendi_cluster_count(&world->abstract.clusters), batch = wendi_max(64, clusters / 200);
    for (int32_t first = 0; first < clusters; first += batch) {
        if (def->progress && !def->progress((double)first / clusters, def->progress_context))
            return WEND_ERROR_CANCELLED;
        measure_job job = {world, grid, first};
        wendi_run_tasks(&def->tasks, measure, &job, wendi_min(batch, clusters - first));
    }
    return WEND_OK;
}

// Above the clusters: chosen by size when the definition leaves it open.
static int32_t level_count(const wend_grid* grid, const wend_world_def* def) {
    if (def->level_count > 0) return def->level_count;
    return wendi_level_count_for(grid->width, grid->height, def->cluster_size);
}

static wend_result build(wend_world* world, const wend_grid* grid, const wend_world_def* def) {
    wend_result result =
        wendi_abstract_find_nodes(grid, def->cluster_size, &def->tasks, &world->allocator, &world->abstract);
    if (result == WEND_OK) result = wendi_abstract_alloc_distances(&world->abstract);
    if (result == WEND_OK) result = measure_all(world, grid, def);
    if (result == WEND_OK)
        result = wendi_levels_choose_nodes(grid, &world->abstract, level_count(grid, def), &world->levels);
    if (result == WEND_OK) result = wendi_levels_alloc_distances(&world->levels);
    if (result == WEND_OK) result = wendi_levels_measure(&world->levels, &world->abstract, &def->tasks);
    if (result == WEND_OK) result = wendi_components_find(grid, &world->abstract, &world->components);
    if (result != WEND_OK) return result;
    world->edge_count = wendi_count_edges(world->abstract.distances, world->abstract.entry_count);
    for (int32_t i = 0; i < world->levels.count; i++)
        world->edge_count +=
            wendi_count_edges(world->levels.level[i].distances, world->levels.level[i].entry_count);
    bool go_on = !def->progress || def->progress(1, def->progress_context);
    return go_on ? WEND_OK : WEND_ERROR_CANCELLED;
}

wend_result wend_world_build(wend_grid* grid, const wend_world_def* def, wend_world** out) {
    if (!grid || !def || !out) return WEND_ERROR_ARGUMENT;
    if (def->cookie != WENDI_COOKIE) return WEND_ERROR_DEF;
    size_t metadata_size = def->metadata ? strlen(def->metadata) : 0;
    if (!wendi_valid_cluster_size(def->cluster_size) || def->level_count < 0 ||
        def->level_count > WEND_MAX_LEVELS || metadata_size > WEND_MAX_METADATA)
        return WEND_ERROR_LIMIT;
    wend_allocator allocator = wendi_allocator(def->allocator);
    wend_world* world = wendi_world_new(&allocator, def->metadata, metadata_size);
    if (!world) return WEND_ERROR_MEMORY;
    wend_result result = build(world, grid, def);
    if (result != WEND_OK) {
        wend_world_destroy(world);
        return result;
    }
    world->grid = grid;
    *out = world;
    return WEND_OK;
}

const wend_grid* wend_world_grid(const wend_world* world) {
    return world->grid;
}
const char* wend_world_metadata(const wend_world* world) {
    return world->metadata;
}

wend_world_info wend_world_get_info(const wend_world* world) {
    const wendi_abstract* abstract = &world->abstract;
    size_t grid_bytes = wend_grid_bytes(world->grid);
    int64_t cells = wendi_cluster_count(&abstract->clusters), nodes = abstract->node_count;
    for (int32_t i = 0; i < world->levels.count; i++)
        cells += wendi_cluster_count(&world->levels.level[i].cells);
    for (uint32_t n = 0; n < abstract->node_count; n++) nodes += world->levels.top[n] - 1;
    return (wend_world_info){
        .cluster_size = abstract->clusters.size,
        .columns = abstract->clusters.columns,
        .rows = abstract->clusters.rows,
        .level_count = world->levels.count + 1,
        .cluster_count = cells,
        .node_count = nodes,
        .edge_count = world->edge_count,
        .component_count = world->components.count,
        .largest_component = world->components.largest,
        .bytes = sizeof *world + world->metadata_size + 1 + grid_bytes + wendi_abstract_bytes(abstract) +
                 wendi_levels_bytes(&world->levels) + wendi_components_bytes(&world->components),
        .grid_bytes = grid_bytes,
    };
}

wend_level_info wend_world_get_level_info(const wend_world* world, int32_t level) {
    const wendi_abstract* abstract = &world->abstract;
    if (level < 1 || level > world->levels.count + 1) return (wend_level_info){0};
    bool first = level == 1;
    const wendi_level* above = first ? NULL : &world->levels.level[level - 2];
    const wendi_clusters* cells = first ? &abstract->clusters : &above->cells;
    wend_level_info info = {.cluster_size = cells->size, .columns = cells->columns, .rows = cells->rows};
    for (uint32_t n = 0; n < abstract->node_count; n++) info.node_count += world->levels.top[n] >= level;
    info.edge_count = first ? wendi_count_edges(abstract->distances, abstract->entry_count)
                            : wendi_count_edges(above->distances, above->entry_count);
    return info;
}

bool wend_world_connected(const wend_world* world, wend_tile a, wend_tile b) {
    const wend_grid* grid = world->grid;
    if (!wend_grid_passable(grid, a) || !wend_grid_passable(grid, b)) return false;
    wendi_insertion at_a, at_b;
    wendi_insert(grid, &world->abstract, a, WENDI_FROM, &at_a);
    wendi_insert(grid, &world->abstract, b, WENDI_TO, &at_b);
    return wendi_connected(grid, &world->abstract, &world->components, a, &at_a, b, &at_b);
}

uint64_t wend_world_hash(const wend_world* world) {
    const wendi_abstract* abstract = &world->abstract;
    XXH3_state_t state;
    XXH3_64bits_reset(&state);
    wendi_hash_u64(&state, wend_grid_hash(world->grid));
    wendi_hash_u64(&state, (uint64_t)abstract->clusters.size);
    wendi_hash_u64(&state, abstract->node_count);
    for (uint32_t n = 0; n < abstract->node_count; n++) {
        wend_tile tile = abstract->node_tiles[n];
        wendi_hash_u64(&state, (uint64_t)(uint32_t)tile.x << 32 | (uint32_t)tile.y);
    }
    wendi_hash_u32s(&state, abstract->distances, (size_t)abstract->entry_count);
    for (int32_t i = 0; i < world->levels.count; i++) {
        const wendi_level* level = &world->levels.level[i];
        wendi_hash_u32s(&state, level->nodes, (size_t)level->node_entries);
        wendi_hash_u32s(&state, level->distances, (size_t)level->entry_count);
    }
    wendi_hash_u32s(&state, world->components.of_node, abstract->node_count);
    return XXH3_64bits_digest(&state);
}
