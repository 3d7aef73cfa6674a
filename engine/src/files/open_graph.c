// open_graph.c: how do the stored clusters of a .wend file become the abstract graph of a world?
#include <string.h>

#include "files/first_check.h"
#include "files/world_file.h"
#include "hierarchy/tile_index.h"

// The world must be complete but for its matrices and components. Errors: FORMAT.
static wend_result find_stored(const wendi_reader* r, wend_world* world) {
    wendi_world_file* f = wendi_file_of(world);
    const size_t name_bytes = strlen(r->name) + 1;
    wendi_stored_clusters* out = wendi_alloc_zeroed(&world->allocator, 1, sizeof *out + name_bytes);
    if (!out) return WEND_ERROR_MEMORY;
    f->stored = out;
    f->stored_bytes = sizeof *out + name_bytes;
    out->name = memcpy(out + 1, r->name, name_bytes);
    out->patches = f->patches;
    out->patch_count = f->patch_count;
    out->has_compared_counts = !f->is_mapped;
    const wendi_graph* graph = &world->graph;
    out->level_count = graph->level_count;
    const wendi_cluster_entry* directory = (const void*)wendi_section_bytes(r, WENDI_SECTION_DIRECTORY);
    uint64_t clusters = 0;
    for (int32_t i = 0; i < graph->level_count; i++) {
        out->directory[i] = directory + clusters;
        out->nodes[i] = (const uint64_t*)(const void*)graph->level[i].nodes.table.items;
        clusters += (uint64_t)wendi_cluster_count(&graph->level[i].clusters);
    }
    if (wendi_section_size(r, WENDI_SECTION_DIRECTORY) != clusters * sizeof *directory ||
        wendi_section_size(r, WENDI_SECTION_LABELS) % sizeof *out->labels != 0)
        return wendi_damaged(r, "size of the directory");
    out->matrices = wendi_section_bytes(r, WENDI_SECTION_MATRICES);
    out->matrices_size = wendi_section_size(r, WENDI_SECTION_MATRICES);
    out->labels = (uint32_t*)(void*)wendi_section_bytes(r, WENDI_SECTION_LABELS);
    out->label_count = wendi_section_size(r, WENDI_SECTION_LABELS) / sizeof *out->labels;
    return WEND_OK;
}

// Checks every cluster. Matrices and labels come one after the other.
static wend_result check_clusters(const wendi_reader* r, wend_world* world,
                                  const wendi_stored_clusters* stored) {
    wendi_graph* graph = &world->graph;
    uint64_t at = 0, label = 0;
    for (int32_t level = 1; level <= graph->level_count; level++)
        for (int32_t c = 0; c < wendi_cluster_count(&graph->level[level - 1].clusters); c++) {
            const wendi_cluster_entry* entry = &stored->directory[level - 1][c];
            bool memory = false;
            wendi_checked_cluster checked;
            const char* wrong = wendi_check_cluster(world, stored, level, c, &memory, &checked);
            if (memory) return WEND_ERROR_MEMORY;
            if (wrong) return wendi_damaged(r, wrong);
            wendi_keep_cluster(world, level, c, &checked);
            if (level == 1) wendi_graph_read_passability(graph, world->grid, c);
            if (entry->matrix != at || (entry->parted && entry->label != label))
                return wendi_damaged(r, "directory");
            at += wendi_matrix_bytes((int32_t)entry->count);
            label += entry->parted ? entry->count : 0;
        }
    if (at != stored->matrices_size || label != stored->label_count)
        return wendi_damaged(r, "size of the abstract graph");
    return WEND_OK;
}

// In a mapped world, the components of the clusters that the list names must be known.
static wend_result touch(const wendi_reader* r, const wend_world* world, int32_t cluster) {
    const wendi_world_file* f = wendi_file_of(world);
    const wend_result result = wendi_open(&world->graph, 1, cluster);
    if (result != WEND_ERROR_DAMAGED) return result;
    const wendi_cluster_source source = wendi_source_of(f->stored, f->patch_count, 1, cluster);
    return wendi_fail(r->error, WEND_ERROR_FORMAT, "%s: damaged %s: cluster of a link or one-way connection",
                      source.name, source.name == f->stored->name ? ".wend file" : "patch");
}

static wend_result touch_links(const wendi_reader* r, const wend_world* world) {
    const wend_grid* grid = world->grid;
    const wendi_graph* graph = &world->graph;
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < grid->links.count && graph->source && result == WEND_OK; i++) {
        const wend_tile ends[2] = {grid->links.data[i].from, grid->links.data[i].to};
        for (int32_t k = 0; k < 2 && result == WEND_OK; k++) {
            int32_t clusters[4];
            wendi_clusters_at(&graph->clusters, ends[k], clusters);
            result = touch(r, world, clusters[0]);
        }
    }
    return result;
}

static wend_result read_one_ways(const wendi_reader* r, wend_world* world) {
    const wendi_graph* graph = &world->graph;
    wendi_one_way_list* list = &world->components.one_ways;
    uint64_t count;
    const wendi_one_way* ways = wendi_section_items(r, WENDI_SECTION_ONE_WAYS, &wendi_one_way_layout, &count);
    if (!ways || count > INT32_MAX) return wendi_damaged(r, "size of the one-way connections");
    wend_result result = wendi_one_way_list_reserve(list, (int64_t)count);
    if (result == WEND_OK && count > 0) memcpy(list->data, ways, (size_t)count * sizeof *ways);
    list->count = result == WEND_OK ? (int64_t)count : 0;
    if (result == WEND_OK) result = wendi_patches_put_one_ways(world);
    for (int32_t i = 0; i < list->count && result == WEND_OK; i++) {
        const wendi_one_way* way = &list->data[i];
        if (way->cluster < (i > 0 ? way[-1].cluster : 0) ||
            way->cluster >= wendi_cluster_count(&graph->clusters))
            return wendi_damaged(r, "one-way connections");
        result = touch(r, world, way->cluster);
        if (result != WEND_OK) return result;
        const int32_t nodes = wendi_matrix_of(graph, 1, way->cluster)->count;
        if (way->from < 0 || way->from >= nodes || way->to < 0 || way->to >= nodes)
            return wendi_damaged(r, "one-way connections");
    }
    return result;
}

static wend_result begin_components(const wendi_reader* r, const wendi_map_section* map, wend_world* world) {
    wendi_components* components = &world->components;
    const int32_t clusters = wendi_cluster_count(&world->graph.clusters);
    const uint32_t label_count = wendi_patched_label_count(world, map->label_count);
    if (label_count / WENDI_BORDER_INDEX_COUNT > (uint32_t)clusters + WEND_MAX_LINKS)
        return wendi_damaged(r, "number of components");
    wend_result result = wendi_components_begin(&world->allocator, clusters, label_count, components);
    return result == WEND_OK ? wendi_patches_put_components(world, r->error) : result;
}

wend_result wendi_set_counts(const wendi_reader* r, const wend_world_counts* counts, uint64_t most_edges,
                             wend_world* world) {
    wendi_components* components = &world->components;
    int64_t passable = wend_grid_passable_count(world->grid);
    if (counts->component_count < 0 || counts->component_count > passable || counts->largest_component < 0 ||
        counts->largest_component > passable || counts->edge_count < 0 ||
        (uint64_t)counts->edge_count > most_edges)
        return wendi_damaged(r, "counts out of range");
    components->count = counts->component_count;
    components->largest = counts->largest_component;
    components->counted = true;
    world->edge_count = counts->edge_count;
    return WEND_OK;
}

static wend_result partition(const wendi_reader* r, const wendi_map_section* map, wend_world* world) {
    const wendi_partition clusters = wendi_partition_of(map->width, map->height, map->cluster_size);
    uint64_t* nodes = (uint64_t*)(void*)wendi_section_bytes(r, WENDI_SECTION_NODES);
    if (wendi_section_size(r, WENDI_SECTION_NODES) !=
        (uint64_t)map->level_count * (uint64_t)wendi_cluster_count(&clusters) * sizeof *nodes)
        return wendi_damaged(r, "size of the node sets");
    wend_result result = wendi_graph_divide(world->grid, map->cluster_size, map->level_count, nodes,
                                            &world->allocator, &world->graph);
    if (result == WEND_OK) wendi_patches_put_nodes(world);
    if (result == WEND_OK && wendi_check_link_nodes(&world->graph, world->grid) != WEND_OK)
        result = wendi_damaged(r, "too many links in one cluster");
    return result;
}

// Counts that edits leave out of date are not in a patch.
static wend_result set_counts(const wendi_reader* r, const wendi_map_section* map, wend_world* world) {
    const wendi_world_file* f = wendi_file_of(world);
    const wend_world_counts counts = {map->edge_count, map->component_count, map->largest_component};
    world->wanted_levels = map->wanted_levels;
    if (f->patch_count > 0) return WEND_OK;
    return wendi_set_counts(r, &counts, f->stored->matrices_size, world);
}

// Checks all clusters, and computes what is derived from all of them.
static wend_result complete_graph(const wendi_reader* r, const wendi_map_section* map, wend_world* world) {
    const wendi_world_file* f = wendi_file_of(world);
    wendi_graph* graph = &world->graph;
    wend_result result = check_clusters(r, world, f->stored);
    if (result == WEND_OK && f->patch_count == 0 &&
        wendi_count_nodes(graph, world->grid, 1) != map->node_count)
        result = wendi_damaged(r, "size of the abstract graph");
    return result == WEND_OK ? wendi_indices_make(graph, world->grid) : result;
}

wend_result wendi_read_graph(const wendi_reader* r, const wendi_map_section* map, wend_world* world) {
    const wendi_world_file* f = wendi_file_of(world);
    wendi_components* components = &world->components;
    wend_result result = partition(r, map, world);
    if (result == WEND_OK) result = find_stored(r, world);
    if (result == WEND_OK) result = begin_components(r, map, world);
    if (result == WEND_OK)
        result = f->is_mapped ? wendi_first_checks_make(world, f->stored) : complete_graph(r, map, world);
    if (result == WEND_OK) result = touch_links(r, world);
    if (result == WEND_OK) result = read_one_ways(r, world);
    if (result == WEND_OK)
        result = wendi_components_reach(components, world->grid, &world->graph, &components->one_ways,
                                        &components->reach);
    return result == WEND_OK ? set_counts(r, map, world) : result;
}
