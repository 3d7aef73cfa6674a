// patch_apply.c: the changes of patches in a world that is being opened.
#include "hierarchy/patch_apply.h"

#include <string.h>

#include "grid/exits.h"
#include "hierarchy/cluster_check.h"

static wend_result damaged(const wendi_patch* patch, const char* what, wend_error* error_opt) {
    return wendi_fail(error_opt, WEND_ERROR_FORMAT, "%s: damaged patch: %s", patch->name, what);
}

static const wendi_patch* last_patch(const wend_world* world) {
    return world->patch_count > 0 ? &world->patches[world->patch_count - 1] : NULL;
}

// ---- reading

// A patch follows its world and the patches before it.
static wend_result check_order(const wend_world* world, const char* name, int32_t index,
                               wend_error* error_opt) {
    const wendi_patch* patch = &world->patches[index];
    const wendi_patch_header* h = patch->header;
    if (h->world != world->file_id)
        return wendi_fail(
            error_opt, WEND_ERROR_FORMAT,
            "%s: a patch of another world than %s, or of another version of it; use it with the "
            "world that it was made for",
            patch->name, name);
    const uint64_t previous = index > 0 ? world->patches[index - 1].header->checksum : 0;
    if (h->number == (uint32_t)index + 1 && h->previous == previous) return WEND_OK;
    if (h->number != (uint32_t)index + 1)
        return wendi_fail(error_opt, WEND_ERROR_FORMAT,
                          "%s: number %lu of the patches of %s, given as number %d; give all of them, in the "
                          "order in which they were made",
                          patch->name, (unsigned long)h->number, name, (int)index + 1);
    return wendi_fail(error_opt, WEND_ERROR_FORMAT,
                      "%s: follows another patch than %s, or another version of it; give the patches that it "
                      "was made with",
                      patch->name, world->patches[index - 1].name);
}

wend_result wendi_patches_read(wend_world* world, const char* name, const char* const* files, int32_t count,
                               wend_error* error_opt) {
    if (count == 0) return WEND_OK;
    world->patches = wendi_alloc_zeroed(&world->allocator, (size_t)count, sizeof *world->patches);
    if (!world->patches) return WEND_ERROR_MEMORY;
    world->patch_count = count;
    for (int32_t i = 0; i < count; i++) world->patches[i].allocator = world->allocator;
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < count && result == WEND_OK; i++) {
        result = wendi_patch_read(files[i], &world->allocator, &world->patches[i], error_opt);
        if (result == WEND_OK) result = check_order(world, name, i, error_opt);
    }
    return result;
}

// ---- the map

const int64_t* wendi_patched_class_counts(const wend_world* world, const int64_t* opened) {
    const wendi_patch* last = last_patch(world);
    return last ? last->map->class_counts : opened;
}

uint32_t wendi_patched_label_count(const wend_world* world, uint32_t opened) {
    const wendi_patch* last = last_patch(world);
    return last ? last->map->label_count : opened;
}

const float* wendi_patched_costs(const wend_world* world, const float* opened) {
    const float* costs = opened;
    for (int32_t i = 0; i < world->patch_count; i++)
        if (world->patches[i].costs_opt) costs = world->patches[i].costs_opt;
    return costs;
}

static bool any_flag(const wend_world* world, uint32_t flag) {
    bool any = false;
    for (int32_t i = 0; i < world->patch_count; i++) any |= (world->patches[i].map->flags & flag) != 0;
    return any;
}

bool wendi_patches_have_original(const wend_world* world) {
    return any_flag(world, WENDI_PATCH_HAS_ORIGINAL);
}

bool wendi_patches_change_tiles(const wend_world* world) {
    return any_flag(world, WENDI_PATCH_CHANGES_TILES);
}

// True when all clusters lie on the map and the sections by cluster have their size.
static bool fits_map(const wendi_patch* patch, const wend_grid* grid, int32_t cluster_size,
                     int32_t level_count) {
    uint64_t tiles = 0;
    for (int32_t i = 0; i < patch->first[WEND_MAX_LEVELS]; i++) {
        const wendi_patch_cluster* c = &patch->clusters[i];
        if ((int32_t)c->level > level_count) return false;
        const wendi_partition clusters =
            wendi_partition_of(grid->width, grid->height, cluster_size << (c->level - 1));
        if ((int32_t)c->cluster >= wendi_cluster_count(&clusters)) return false;
        const wend_rect area = wendi_cluster_rect(&clusters, (int32_t)c->cluster);
        tiles += c->level == 1 ? (uint64_t)area.width * (uint64_t)area.height : 0;
    }
    return tiles == patch->tile_count &&
           patch->node_set_count == (uint64_t)patch->first[1] * (uint64_t)level_count;
}

wend_result wendi_patches_put_tiles(const wend_world* world, wend_grid* grid, int32_t cluster_size,
                                    int32_t level_count, wend_error* error_opt) {
    const wendi_partition clusters = wendi_partition_of(grid->width, grid->height, cluster_size);
    for (int32_t i = 0; i < world->patch_count; i++) {
        const wendi_patch* patch = &world->patches[i];
        if (!fits_map(patch, grid, cluster_size, level_count))
            return damaged(patch, "clusters that the world does not have", error_opt);
        const uint8_t* tiles = patch->tiles;
        for (int32_t k = 0; k < patch->first[1]; k++) {
            const wend_rect area = wendi_cluster_rect(&clusters, (int32_t)patch->clusters[k].cluster);
            for (int32_t y = area.y; y < area.y + area.height; y++, tiles += area.width)
                wendi_put_tiles(grid, area.x, y, area.width, tiles, 0);
        }
    }
    return WEND_OK;
}

const wendi_patch* wendi_patch_of_links(const wend_world* world) {
    const wendi_patch* found = NULL;
    for (int32_t i = 0; i < world->patch_count; i++)
        if (world->patches[i].map->flags & WENDI_PATCH_HAS_LINKS) found = &world->patches[i];
    return found;
}

static int32_t page_index(const wendi_patch* patch, uint32_t page) {
    int32_t low = 0, high = patch->exits_count;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (patch->exits[middle].page < page)
            low = middle + 1;
        else
            high = middle;
    }
    return low < patch->exits_count && patch->exits[low].page == page ? low : -1;
}

static bool held_from(const wend_world* world, int32_t first, uint32_t page) {
    bool held = false;
    for (int32_t i = first; i < world->patch_count && !held; i++)
        held = page_index(&world->patches[i], page) >= 0;
    return held;
}

bool wendi_patches_hold_page(const wend_world* world, uint32_t page) {
    return held_from(world, 0, page);
}

wend_result wendi_patches_put_exits(const wend_world* world, wend_grid* grid, wend_error* error_opt) {
    for (int32_t i = 0; i < world->patch_count; i++) {
        const wendi_patch* patch = &world->patches[i];
        for (int32_t k = 0; k < patch->exits_count; k++) {
            const wendi_patch_exits* exits = &patch->exits[k];
            if (exits->page >= wendi_exits_page_limit(grid))
                return damaged(patch, "page of closed steps", error_opt);
            if (!exits->present || held_from(world, i + 1, exits->page)) continue;
            wend_result result = wendi_exits_load_page(grid, (int32_t)exits->page, exits->declared);
            if (result == WEND_ERROR_ARGUMENT) return damaged(patch, "closed steps", error_opt);
            if (result != WEND_OK) return result;
        }
    }
    return WEND_OK;
}

// ---- the graph

void wendi_patches_put_nodes(wend_world* world) {
    const wendi_graph* graph = &world->graph;
    for (int32_t i = 0; i < world->patch_count; i++) {
        const wendi_patch* patch = &world->patches[i];
        const uint64_t* nodes = patch->nodes;
        for (int32_t k = 0; k < patch->first[1]; k++)
            for (int32_t level = 0; level < graph->level_count; level++)
                *wendi_item(&graph->level[level].nodes, (int32_t)patch->clusters[k].cluster) = *nodes++;
    }
}

wend_result wendi_patches_put_components(wend_world* world, wend_error* error_opt) {
    wendi_components* components = &world->components;
    wend_result result = WEND_OK;
    int32_t first = 0; // earlier patches say nothing about the components any more
    for (int32_t i = 0; i < world->patch_count; i++)
        if (world->patches[i].map->flags & WENDI_PATCH_RELABELS) first = i;
    for (int32_t i = first; i < world->patch_count && result == WEND_OK; i++) {
        const wendi_patch* patch = &world->patches[i];
        for (int32_t k = 0; k < patch->join_count; k++) {
            const wendi_patch_join* join = &patch->joins[k];
            if (join->label >= components->label_count) return damaged(patch, "components", error_opt);
            components->parent[join->label] = join->root - join->label; // a smaller label: no cycle
        }
    }
    return result;
}

// Replaces the connections of the clusters of one patch.
static wend_result put_one_ways(const wendi_patch* patch, wendi_one_way_list* list,
                                const wend_allocator* allocator) {
    const int64_t most = (int64_t)list->count + patch->one_way_count;
    if (most > INT32_MAX) return WEND_ERROR_LIMIT;
    wendi_one_way_list merged = {0};
    if (most > 0) {
        merged.data = wendi_alloc(allocator, (size_t)most, sizeof *merged.data);
        if (!merged.data) return WEND_ERROR_MEMORY;
        merged.capacity = (size_t)most;
    }
    int32_t added = 0;
    for (int32_t i = 0; i <= list->count; i++) {
        const int32_t cluster = i < list->count ? list->data[i].cluster : INT32_MAX;
        while (added < patch->one_way_count && patch->one_ways[added].cluster <= cluster)
            merged.data[merged.count++] = patch->one_ways[added++];
        if (i < list->count && wendi_patch_index(patch, 1, cluster) < 0)
            merged.data[merged.count++] = list->data[i];
    }
    wendi_free(allocator, list->data, list->capacity, sizeof *list->data);
    *list = merged;
    return WEND_OK;
}

wend_result wendi_patches_put_one_ways(wend_world* world) {
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < world->patch_count && result == WEND_OK; i++)
        if (world->components.one_ways.count > 0 || world->patches[i].one_way_count > 0)
            result = put_one_ways(&world->patches[i], &world->components.one_ways, &world->allocator);
    return result;
}
