// world_patch.c: how do the changes of a world become a patch file, and how does a world that is opened get
// them?
#include "files/world_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/containers.h"
#include "core/file.h"
#include "files/cluster_check.h"
#include "files/first_check.h"
#include "grid/exit_pages.h"
#include "grid/links.h"

// ---- the changes of patches in a world that is being opened.

static wend_result damaged(const wendi_patch* patch, const char* what, wend_error* error_opt) {
    return wendi_fail(error_opt, WEND_ERROR_FORMAT, "%s: damaged patch: %s", patch->name, what);
}

static const wendi_patch* last_patch(const wend_world* world) {
    const wendi_world_file* f = wendi_file_of(world);
    return f->patch_count > 0 ? &f->patches[f->patch_count - 1] : NULL;
}

// ---- reading

// A patch follows its world and the patches before it.
static wend_result check_order(const wend_world* world, const char* name, int32_t index,
                               wend_error* error_opt) {
    const wendi_world_file* f = wendi_file_of(world);
    const wendi_patch* patch = &f->patches[index];
    const wendi_file_header* h = &patch->header;
    if (h->world != f->id)
        return wendi_fail(
            error_opt, WEND_ERROR_FORMAT,
            "%s: a patch of another world than %s, or of another version of it; use it with the "
            "world that it was made for",
            patch->name, name);
    const uint64_t previous = index > 0 ? f->patches[index - 1].header.checksum : 0;
    if (h->number == (uint32_t)index + 1 && h->previous == previous) return WEND_OK;
    if (h->number != (uint32_t)index + 1)
        return wendi_fail(error_opt, WEND_ERROR_FORMAT,
                          "%s: number %lu of the patches of %s, given as number %d; give all of them, in the "
                          "order in which they were made",
                          patch->name, (unsigned long)h->number, name, (int)index + 1);
    return wendi_fail(error_opt, WEND_ERROR_FORMAT,
                      "%s: follows another patch than %s, or another version of it; give the patches that it "
                      "was made with",
                      patch->name, f->patches[index - 1].name);
}

wend_result wendi_patches_read(wend_world* world, const char* name, const char* const* files, int32_t count,
                               wend_error* error_opt) {
    wendi_world_file* f = wendi_file_of(world);
    if (count == 0) return WEND_OK;
    f->patches = wendi_alloc_zeroed(&world->allocator, (size_t)count, sizeof *f->patches);
    if (!f->patches) return WEND_ERROR_MEMORY;
    f->patch_count = count;
    for (int32_t i = 0; i < count; i++) f->patches[i].allocator = world->allocator;
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < count && result == WEND_OK; i++) {
        result = wendi_patch_read(files[i], &world->allocator, &f->patches[i], error_opt);
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
    const wendi_world_file* f = wendi_file_of(world);
    const float* costs = opened;
    for (int32_t i = 0; i < f->patch_count; i++)
        if (f->patches[i].costs_opt) costs = f->patches[i].costs_opt;
    return costs;
}

// True when a patch from one on has a flag.
static bool any_flag(const wend_world* world, int32_t first, uint32_t flag) {
    const wendi_world_file* f = wendi_file_of(world);
    bool any = false;
    for (int32_t i = first; i < f->patch_count; i++) any |= (f->patches[i].map->flags & flag) != 0;
    return any;
}

bool wendi_patches_have_original(const wend_world* world) {
    return any_flag(world, 0, WENDI_PATCH_HAS_ORIGINAL);
}

bool wendi_patches_change_tiles(const wend_world* world) {
    return any_flag(world, 0, WENDI_PATCH_CHANGES_TILES);
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
    const wendi_world_file* f = wendi_file_of(world);
    const wendi_partition clusters = wendi_partition_of(grid->width, grid->height, cluster_size);
    for (int32_t i = 0; i < f->patch_count; i++) {
        const wendi_patch* patch = &f->patches[i];
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

static bool change_elevations(const wend_world* world, int32_t first) {
    const wendi_world_file* f = wendi_file_of(world);
    bool any = false;
    for (int32_t i = first; i < f->patch_count; i++) any |= f->patches[i].elevations_opt != NULL;
    return any;
}

// Writes those of one patch over those of the map.
static void put_elevations_of(const wendi_patch* patch, const wendi_partition* clusters, wend_grid* grid) {
    const int16_t* next = patch->elevations_opt;
    for (int32_t k = 0; k < patch->first[1] && next; k++) {
        const wend_rect area = wendi_cluster_rect(clusters, (int32_t)patch->clusters[k].cluster);
        for (int32_t y = area.y; y < area.y + area.height; y++, next += area.width)
            memcpy(grid->relief.elevations + (int64_t)y * grid->width + area.x, next,
                   (size_t)area.width * sizeof *next);
    }
}

wend_result wendi_patches_put_elevations(const wend_world* world, wend_grid* grid, int32_t cluster_size,
                                         wend_error* error_opt) {
    const wendi_world_file* f = wendi_file_of(world);
    if (!change_elevations(world, 0)) return WEND_OK;
    const wendi_patch* last = last_patch(world);
    if (!wend_grid_has_elevations(grid)) return damaged(last, "elevations of a map without", error_opt);
    const wendi_partition clusters = wendi_partition_of(grid->width, grid->height, cluster_size);
    wend_result result = wendi_relief_own(grid, 0);
    if (result != WEND_OK) return result;
    for (int32_t i = 0; i < f->patch_count; i++) put_elevations_of(&f->patches[i], &clusters, grid);
    result = wendi_relief_own(grid, wendi_relief_steepest(grid));
    if (result != WEND_OK) return result;
    wendi_relief_measure(grid, (wend_rect){0, 0, grid->width, grid->height}, true);
    result = wendi_grid_set_costs(grid, grid->class_costs, grid->costs.unit);
    return result == WEND_ERROR_LIMIT ? damaged(last, "elevations out of range", error_opt) : result;
}

const wendi_patch* wendi_patch_of_links(const wend_world* world) {
    const wendi_world_file* f = wendi_file_of(world);
    const wendi_patch* found = NULL;
    for (int32_t i = 0; i < f->patch_count; i++)
        if (f->patches[i].map->flags & WENDI_PATCH_HAS_LINKS) found = &f->patches[i];
    return found;
}

static int32_t page_index(const wendi_patch* patch, uint32_t page) {
    return wendi_find_number(&patch->exits->page, sizeof *patch->exits, 0, patch->exits_count, page);
}

static bool held_from(const wend_world* world, int32_t first, uint32_t page) {
    const wendi_world_file* f = wendi_file_of(world);
    bool held = false;
    for (int32_t i = first; i < f->patch_count && !held; i++) held = page_index(&f->patches[i], page) >= 0;
    return held;
}

bool wendi_patches_hold_page(const wend_world* world, uint32_t page) {
    return held_from(world, 0, page);
}

wend_result wendi_patches_put_exits(const wend_world* world, wend_grid* grid, wend_error* error_opt) {
    const wendi_world_file* f = wendi_file_of(world);
    for (int32_t i = 0; i < f->patch_count; i++) {
        const wendi_patch* patch = &f->patches[i];
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
    const wendi_world_file* f = wendi_file_of(world);
    const wendi_graph* graph = &world->graph;
    for (int32_t i = 0; i < f->patch_count; i++) {
        const wendi_patch* patch = &f->patches[i];
        const uint64_t* nodes = patch->nodes;
        for (int32_t k = 0; k < patch->first[1]; k++)
            for (int32_t level = 0; level < graph->level_count; level++)
                *wendi_item(&graph->level[level].nodes, (int32_t)patch->clusters[k].cluster) = *nodes++;
    }
}

wend_result wendi_patches_put_components(wend_world* world, wend_error* error_opt) {
    const wendi_world_file* f = wendi_file_of(world);
    wendi_components* components = &world->components;
    int32_t first = 0; // earlier patches say nothing about the components any more
    for (int32_t i = 0; i < f->patch_count; i++)
        if (f->patches[i].map->flags & WENDI_PATCH_RELABELS) first = i;
    for (int32_t i = first; i < f->patch_count; i++) {
        const wendi_patch* patch = &f->patches[i];
        for (int32_t k = 0; k < patch->join_count; k++) {
            const wendi_patch_join* join = &patch->joins[k];
            if (join->label >= components->label_count) return damaged(patch, "components", error_opt);
            components->parent[join->label] = join->root - join->label; // a smaller label: no cycle
        }
    }
    return WEND_OK;
}

// Replaces the connections of the clusters of one patch.
static wend_result put_one_ways(const wendi_patch* patch, wendi_one_way_list* list) {
    const int64_t most = list->count + patch->one_way_count;
    if (most > INT32_MAX) return WEND_ERROR_LIMIT;
    wendi_one_way_list merged = {.allocator = list->allocator};
    const wend_result result = wendi_one_way_list_reserve(&merged, most);
    if (result != WEND_OK) return result;
    int32_t added = 0;
    for (int32_t i = 0; i <= list->count; i++) {
        const int32_t cluster = i < list->count ? list->data[i].cluster : INT32_MAX;
        while (added < patch->one_way_count && patch->one_ways[added].cluster <= cluster)
            merged.data[merged.count++] = patch->one_ways[added++];
        if (i < list->count && wendi_patch_index(patch, 1, cluster) < 0)
            merged.data[merged.count++] = list->data[i];
    }
    wendi_one_way_list_free(list);
    *list = merged;
    return WEND_OK;
}

wend_result wendi_patches_put_one_ways(wend_world* world) {
    const wendi_world_file* f = wendi_file_of(world);
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < f->patch_count && result == WEND_OK; i++)
        if (world->components.one_ways.count > 0 || f->patches[i].one_way_count > 0)
            result = put_one_ways(&f->patches[i], &world->components.one_ways);
    return result;
}

// ---- how are the changes of a world written to a patch file? docs/file-format.md describes it byte
// by byte.
//
// Edits and refresh have noted which clusters may have changed (changes.h). The patch holds those that differ
// from what the file, or the patches that are kept, say about them.

// A section, collected in memory.
typedef struct section_bytes {
    const wend_allocator* allocator;
    wendi_writer writer;
    char* data;
    size_t capacity, used;
} section_bytes;

typedef struct patch_writer {
    const wend_world* world;
    const wend_allocator* allocator;
    const char* file;
    wend_error* error;
    int32_t kept; // patches that stay
    wendi_patch_map map;
    section_bytes sections[WENDI_PATCH_SECTIONS]; // by kind - 1
    wendi_section table[WENDI_PATCH_SECTIONS];
} patch_writer;

static wend_result collect(void* section, const void* bytes, size_t size) {
    section_bytes* s = section;
    if (!wendi_make_room(s->allocator, &s->data, &s->capacity, s->used, s->used + size, 1))
        return WEND_ERROR_MEMORY;
    memcpy(s->data + s->used, bytes, size);
    s->used += size;
    return WEND_OK;
}

// A section takes nothing more once memory was missing, so that only who writes the file asks for that.
static wendi_writer* writer_of(patch_writer* w, uint32_t kind) {
    return &w->sections[kind - 1].writer;
}

static void put(patch_writer* w, uint32_t kind, const void* records, size_t count,
                const wendi_layout* layout) {
    wendi_put_records(writer_of(w, kind), records, count, layout);
}

// ---- what may have changed

// Adds the clusters of level 1 on the top and left line of a cluster.
static wend_result add_lines(const wendi_graph* graph, int32_t level, int32_t cluster,
                             wendi_index_list* out) {
    const wendi_partition* clusters = &graph->clusters;
    const wendi_cluster_span span =
        wendi_cluster_span_of(clusters, &graph->level[level - 1].clusters, cluster);
    wend_result result = WEND_OK;
    for (int32_t x = span.left; x < span.right && result == WEND_OK; x++)
        result = wendi_index_list_push(out, span.top * clusters->columns + x);
    for (int32_t y = span.top; y < span.bottom && result == WEND_OK; y++)
        result = wendi_index_list_push(out, y * clusters->columns + span.left);
    return result;
}

static wend_result add_all(const wendi_graph* graph, wendi_index_list* out) {
    wend_result result = WEND_OK;
    for (int32_t c = 0; c < wendi_cluster_count(&graph->clusters) && result == WEND_OK; c++)
        result = wendi_index_list_push(out, c);
    return result;
}

// The clusters of a level that may differ from the file with the patches that are kept.
static wend_result list_candidates(const patch_writer* w, int32_t level, wendi_index_list* out) {
    const wend_world* world = w->world;
    const wendi_world_file* f = wendi_file_of(world);
    const wendi_graph* graph = &world->graph;
    const wendi_changes* changes = world->changes_opt;
    const wendi_marks* marks = &changes->clusters[level - 1];
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < marks->count && result == WEND_OK; i++)
        result = wendi_index_list_push(out, marks->list[i]);
    for (int32_t p = w->kept; p < f->patch_count; p++) {
        const wendi_patch* patch = &f->patches[p];
        for (int32_t i = patch->first[level - 1]; i < patch->first[level] && result == WEND_OK; i++)
            result = wendi_index_list_push(out, (int32_t)patch->clusters[i].cluster);
    }
    for (int32_t n = 2; n <= graph->level_count && level == 1; n++) {
        const wendi_marks* lines = &changes->lines[n - 1];
        for (int32_t i = 0; i < lines->count && result == WEND_OK; i++)
            result = add_lines(graph, n, lines->list[i], out);
    }
    if (level == 1 && changes->relabelled && result == WEND_OK) result = add_all(graph, out);
    wendi_tidy_indices(out);
    return result;
}

// ---- clusters

static wendi_cluster_entry entry_of(const wend_world* world, int32_t level, int32_t cluster) {
    const wendi_matrix* matrix = wendi_matrix_of(&world->graph, level, cluster);
    wendi_cluster_entry entry = {.count = (uint32_t)matrix->count, .shift = (uint16_t)matrix->shift};
    if (level > 1 || matrix->count == 0) return entry;
    const wendi_parts parts = wendi_parts_at(&world->components, cluster);
    entry.parted = parts.count > 0;
    entry.label = parts.count > 0 ? 0 : parts.label;
    return entry;
}

static uint64_t checksum_with(const wend_world* world, int32_t level, int32_t cluster,
                              const wendi_cluster_entry* entry) {
    return wendi_cluster_checksum(&world->graph, NULL, world->grid, level, cluster, entry,
                                  wendi_matrix_of(&world->graph, level, cluster),
                                  level == 1 ? wendi_parts_at(&world->components, cluster).labels : NULL);
}

// True when a cluster is as it is stored without this patch.
static bool is_as_stored(const patch_writer* w, int32_t level, int32_t cluster) {
    const wend_world* world = w->world;
    const wendi_cluster_entry* stored =
        wendi_source_of(wendi_file_of(world)->stored, w->kept, level, cluster).entry;
    const wendi_cluster_entry now = entry_of(world, level, cluster);
    return now.count == stored->count && now.shift == stored->shift && now.parted == stored->parted &&
           (now.parted || now.label == stored->label) &&
           checksum_with(world, level, cluster, stored) == stored->checksum;
}

// Its tiles, node sets, labels and one-way connections.
static void put_ground(patch_writer* w, int32_t cluster) {
    const wend_world* world = w->world;
    const wendi_graph* graph = &world->graph;
    const wendi_parts parts = wendi_parts_at(&world->components, cluster);
    const wend_rect area = wendi_cluster_rect(&graph->clusters, cluster);
    for (int32_t y = area.y; y < area.y + area.height; y++)
        put(w, WENDI_PATCH_TILES, wendi_tile(world->grid, area.x, y), (size_t)area.width, &wendi_u8);
    const bool elevations = world->changes_opt->elevations || change_elevations(world, w->kept);
    for (int32_t y = area.y; y < area.y + area.height && elevations; y++)
        put(w, WENDI_PATCH_ELEVATIONS,
            world->grid->relief.elevations + (int64_t)y * world->grid->width + area.x, (size_t)area.width,
            &wendi_u16);
    for (int32_t i = 0; i < graph->level_count; i++)
        put(w, WENDI_PATCH_NODES, wendi_item(&graph->level[i].nodes, cluster), 1, &wendi_u64);
    put(w, WENDI_PATCH_LABELS, parts.labels, (size_t)parts.count, &wendi_u32);
    const wendi_one_way_list* ways = &world->components.one_ways;
    int32_t way = ways->count > 0 ? wendi_first_from(&ways->data->cluster, sizeof *ways->data, 0,
                                                     (int32_t)ways->count, (uint32_t)cluster)
                                  : 0;
    for (; way < ways->count && ways->data[way].cluster == cluster; way++)
        put(w, WENDI_PATCH_ONE_WAYS, &ways->data[way], 1, &wendi_one_way_layout);
}

static void put_cluster(patch_writer* w, int32_t level, int32_t cluster) {
    wendi_patch_cluster record = {
        .level = (uint32_t)level, .cluster = (uint32_t)cluster, .entry = entry_of(w->world, level, cluster)};
    record.entry.matrix = w->sections[WENDI_PATCH_MATRICES - 1].used;
    if (record.entry.parted)
        record.entry.label = (uint32_t)(w->sections[WENDI_PATCH_LABELS - 1].used / sizeof(uint32_t));
    record.entry.checksum = checksum_with(w->world, level, cluster, &record.entry);
    put(w, WENDI_PATCH_CLUSTERS, &record, 1, &wendi_patch_cluster_layout);
    wendi_put_matrix(writer_of(w, WENDI_PATCH_MATRICES), wendi_matrix_of(&w->world->graph, level, cluster));
    if (level == 1) put_ground(w, cluster);
}

// What an edit changed is checked; what an earlier patch holds may not be.
static wend_result put_clusters(patch_writer* w) {
    const wendi_graph* graph = &w->world->graph;
    wend_result result = WEND_OK;
    for (int32_t level = 1; level <= graph->level_count && result == WEND_OK; level++) {
        wendi_index_list list = {.allocator = *w->allocator};
        result = list_candidates(w, level, &list);
        for (int32_t i = 0; i < list.count && result == WEND_OK; i++) {
            result = wendi_open(graph, level, list.data[i]);
            if (result == WEND_OK && !is_as_stored(w, level, list.data[i]))
                put_cluster(w, level, list.data[i]);
        }
        wendi_index_list_free(&list);
    }
    return result;
}

// ---- what is not by cluster

// Every union since the patches that are kept, or since all components were found again.
static wend_result put_joins(patch_writer* w) {
    const wend_world* world = w->world;
    const wendi_world_file* f = wendi_file_of(world);
    const wendi_components* components = &world->components;
    const wendi_changes* changes = world->changes_opt;
    int32_t first = changes->relabelled ? f->patch_count : w->kept;
    for (int32_t p = first; p < f->patch_count; p++)
        if (f->patches[p].map->flags & WENDI_PATCH_RELABELS) first = p;
    if (changes->relabelled ||
        (first < f->patch_count && f->patches[first].map->flags & WENDI_PATCH_RELABELS))
        w->map.flags |= WENDI_PATCH_RELABELS;
    size_t count = (size_t)changes->joined.count;
    for (int32_t p = first; p < f->patch_count; p++) count += (size_t)f->patches[p].join_count;
    if (count == 0) return WEND_OK;
    uint32_t* labels = wendi_alloc(w->allocator, count, sizeof *labels);
    if (!labels) return WEND_ERROR_MEMORY;
    size_t used = 0;
    for (int32_t i = 0; i < changes->joined.count; i++) labels[used++] = (uint32_t)changes->joined.list[i];
    for (int32_t p = first; p < f->patch_count; p++)
        for (int32_t i = 0; i < f->patches[p].join_count; i++) labels[used++] = f->patches[p].joins[i].label;
    wendi_sort_numbers(labels, used);
    for (size_t i = 0; i < used; i++) {
        const wendi_patch_join join = {labels[i], wendi_component_root(components, labels[i])};
        if ((i > 0 && labels[i] == labels[i - 1]) || join.root == join.label) continue;
        put(w, WENDI_PATCH_JOINS, &join, 1, &wendi_patch_join_layout);
    }
    wendi_free(w->allocator, labels, count, sizeof *labels);
    return WEND_OK;
}

static void put_links(patch_writer* w) {
    const wend_world* world = w->world;
    if (!world->changes_opt->links && !any_flag(world, w->kept, WENDI_PATCH_HAS_LINKS)) return;
    w->map.flags |= WENDI_PATCH_HAS_LINKS;
    for (int32_t i = 0; i < world->grid->links.count; i++) {
        const wendi_link_record record = wendi_link_record_of(&world->grid->links.data[i]);
        put(w, WENDI_PATCH_LINKS, &record, 1, &wendi_link_record_layout);
    }
}

static wend_result put_exits(patch_writer* w) {
    const wend_world* world = w->world;
    const wendi_world_file* f = wendi_file_of(world);
    const wendi_exits* exits = &world->grid->exits;
    const wendi_marks* pages = &world->changes_opt->pages;
    wendi_index_list list = {.allocator = *w->allocator};
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < pages->count && result == WEND_OK; i++)
        result = wendi_index_list_push(&list, pages->list[i]);
    for (int32_t p = w->kept; p < f->patch_count; p++)
        for (int32_t i = 0; i < f->patches[p].exits_count && result == WEND_OK; i++)
            result = wendi_index_list_push(&list, (int32_t)f->patches[p].exits[i].page);
    wendi_tidy_indices(&list);
    for (int32_t i = 0; i < list.count && result == WEND_OK; i++) {
        wendi_patch_exits page = {.page = (uint32_t)list.data[i]};
        page.present = wendi_exits_next_page(exits, list.data[i]) == list.data[i];
        if (page.present) memcpy(page.declared, exits->pages[list.data[i]]->declared, sizeof page.declared);
        put(w, WENDI_PATCH_EXITS, &page, 1, &wendi_patch_exits_layout);
    }
    wendi_index_list_free(&list);
    return result;
}

static void put_costs(patch_writer* w) {
    const wendi_world_file* f = wendi_file_of(w->world);
    bool costs = w->world->changes_opt->costs;
    for (int32_t p = w->kept; p < f->patch_count; p++) costs |= f->patches[p].costs_opt != NULL;
    if (costs) put(w, WENDI_PATCH_COSTS, w->world->grid->class_costs, WEND_CLASS_COUNT, &wendi_u32);
}

static void put_map(patch_writer* w) {
    const wend_world* world = w->world;
    if (world->changes_opt->tiles || any_flag(world, w->kept, WENDI_PATCH_CHANGES_TILES))
        w->map.flags |= WENDI_PATCH_CHANGES_TILES;
    if (world->changes_opt->remembers) w->map.flags |= WENDI_PATCH_HAS_ORIGINAL;
    w->map.label_count = world->components.label_count;
    memcpy(w->map.class_counts, world->grid->class_counts, sizeof w->map.class_counts);
    put(w, WENDI_PATCH_MAP, &w->map, 1, &wendi_patch_map_layout);
}

static wend_result put_all(patch_writer* w) {
    for (uint32_t i = 0; i < WENDI_PATCH_SECTIONS; i++) {
        section_bytes* s = &w->sections[i];
        s->allocator = w->allocator;
        s->writer = wendi_writer_of(collect, s, NULL);
    }
    wend_result result = put_clusters(w);
    if (result == WEND_OK) result = put_joins(w);
    if (result == WEND_OK) result = put_exits(w);
    put_links(w);
    put_costs(w);
    put_map(w);
    uint64_t offset = wendi_head_bytes(WENDI_PATCH_SECTIONS);
    for (uint32_t i = 0; i < WENDI_PATCH_SECTIONS && result == WEND_OK; i++) {
        section_bytes* s = &w->sections[i];
        w->table[i] = wendi_put_end(&s->writer, i + 1, offset);
        w->table[i].checksum = XXH3_64bits(s->data, s->used);
        offset += s->used;
        result = s->writer.result;
    }
    return result;
}

// ---- the file

static wend_result write_stream(patch_writer* w, FILE* stream) {
    const wendi_world_file* f = wendi_file_of(w->world);
    wendi_file_header header = {.number = (uint32_t)w->kept + 1,
                                .world = f->id,
                                .previous = w->kept > 0 ? f->patches[w->kept - 1].header.checksum : 0};
    wendi_complete_header(&wendi_patch_files, w->table, WENDI_PATCH_SECTIONS, &header);
    wendi_reorder(&header, 1, &wendi_file_header_layout);
    wendi_reorder(w->table, WENDI_PATCH_SECTIONS, &wendi_section_layout);
    bool good =
        fwrite(&header, sizeof header, 1, stream) == 1 && fwrite(w->table, sizeof w->table, 1, stream) == 1;
    for (uint32_t i = 0; i < WENDI_PATCH_SECTIONS && good; i++) {
        const section_bytes* s = &w->sections[i];
        good = s->used == 0 || fwrite(s->data, 1, s->used, stream) == s->used;
    }
    return good && fflush(stream) == 0 ? WEND_OK : WEND_ERROR_IO;
}

static wend_result write_file(patch_writer* w) {
    wendi_output output;
    wend_result result = wendi_output_open(w->file, &output, w->error);
    if (result != WEND_OK) return result;
    result = write_stream(w, output.stream);
    if (result != WEND_OK)
        wendi_fail(w->error, result, "%s: write failed: %s", w->file, wendi_system_error(errno));
    const wend_result closed = wendi_output_close(&output, result == WEND_OK, w->error);
    return result == WEND_OK ? closed : result;
}

static wend_result check_possible(const patch_writer* w) {
    const wend_world* world = w->world;
    const wendi_changes* changes = world->changes_opt;
    const char* why = NULL;
    if (!changes)
        why =
            wendi_file_of(world)->bytes ? "a world with profiles" : "a world that was not opened from a file";
    else if (changes->levels)
        why = "a world whose number of levels has changed";
    else if (changes->misremembers && !changes->remembers)
        why = "a world whose tiles were edited before their original was kept";
    else if (changes->ground)
        why = "a world whose ground was added or removed";
    if (why)
        return wendi_fail(w->error, WEND_ERROR_UNSUPPORTED,
                          "%s: %s cannot be saved as a patch; save it as a "
                          "whole",
                          w->file, why);
    if (changes->lost)
        return wendi_fail(w->error, WEND_ERROR_MEMORY,
                          "%s: there was not enough memory to note all changes; save the world as a whole",
                          w->file);
    if (!world->refreshed)
        return wendi_fail(w->error, WEND_ERROR_UNSUPPORTED,
                          "%s: an edited world must be refreshed before it is saved", w->file);
    return WEND_OK;
}

wend_result wend_world_save_patch(const wend_world* world, int32_t kept_patches, const char* file,
                                  wend_error* error_opt) {
    if (!world || !file || kept_patches < 0 || kept_patches > wendi_file_of(world)->patch_count)
        return WEND_ERROR_ARGUMENT;
    patch_writer w = {.world = world,
                      .allocator = &world->allocator,
                      .file = file,
                      .error = error_opt,
                      .kept = kept_patches};
    wend_result result = check_possible(&w);
    if (result != WEND_OK) return result;
    result = put_all(&w);
    if (result == WEND_ERROR_DAMAGED) wend_world_verify(world, error_opt);
    if (result == WEND_ERROR_MEMORY)
        wendi_fail(error_opt, result, "%s: not enough memory to save the patch", file);
    if (result == WEND_OK) result = write_file(&w);
    for (uint32_t i = 0; i < WENDI_PATCH_SECTIONS; i++)
        wendi_free(w.allocator, w.sections[i].data, w.sections[i].capacity, 1);
    return result;
}
