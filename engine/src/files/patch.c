// patch.c: how is a patch file read?
#include "files/patch.h"

#include <stdio.h>
#include <string.h>

#include "core/containers.h"
#include "core/file.h"
#include "files/world_stream.h"

static const char* const section_names[WENDI_PATCH_SECTIONS] = {
    "map",   "costs", "clusters",  "tiles", "nodes", "matrices", "labels", "joins", "one-way connections",
    "links", "exits", "elevations"};

const wendi_file_kind wendi_patch_files = {
    .magic = "\x89WENP\r\n\x1a",
    .noun = "patch",
    .expected = "a patch",
    .not_one = "not a patch of a world",
    .version_of = "patch format",
    .make_again = "make it again",
    .sections = section_names,
    .version = WEND_PATCH_VERSION,
    .least_sections = WENDI_PATCH_SECTIONS,
    .most_sections = WENDI_PATCH_SECTIONS,
};

// Items of this size are aligned to cache lines, as the sections are within the file.
static wend_result read_bytes(wendi_reader* r, wendi_patch* p) {
    if (r->size > SIZE_MAX / 2) return WEND_ERROR_MEMORY;
    p->size = (size_t)r->size;
    // Rows of matrices are read beyond their end.
    p->capacity = (size_t)(wendi_file_aligned(p->size + WENDI_ROW_OVERREAD) / WENDI_FILE_ALIGNMENT);
    p->bytes = wendi_alloc(&p->allocator, p->capacity, WENDI_FILE_ALIGNMENT);
    if (!p->bytes) return WEND_ERROR_MEMORY;
    r->bytes = p->bytes;
    wend_result result = wendi_read_all(r, p->bytes);
    for (uint32_t kind = 1; kind <= WENDI_PATCH_SECTIONS && result == WEND_OK; kind++)
        result = wendi_verify_section(r, kind);
    return result;
}

// ---- contents

// The items of a section that has fewer than 2^31. NULL: it has more, or its size is wrong.
static const void* short_list(const wendi_reader* r, uint32_t kind, const wendi_layout* layout,
                              int32_t* count_out) {
    uint64_t count;
    const void* items = wendi_section_items(r, kind, layout, &count);
    *count_out = count <= INT32_MAX ? (int32_t)count : 0;
    return count <= INT32_MAX ? items : NULL;
}

static wend_result order_clusters(const wendi_reader* r, wendi_patch* p, int32_t count) {
    for (int32_t i = 0, level = 0; i <= count; i++) {
        const wendi_patch_cluster* c = i < count ? &p->clusters[i] : NULL;
        if (c && (c->level < 1 || c->level > WEND_MAX_LEVELS || c->cluster >= WENDI_MAX_CLUSTERS))
            return wendi_damaged(r, "list of clusters");
        if (c && i > 0 &&
            (c->level < c[-1].level || (c->level == c[-1].level && c->cluster <= c[-1].cluster)))
            return wendi_damaged(r, "order of the clusters");
        while (level <= WEND_MAX_LEVELS && (!c || level < (int32_t)c->level)) p->first[level++] = i;
    }
    return WEND_OK;
}

static wend_result order_joins(const wendi_reader* r, const wendi_patch* p) {
    for (int32_t i = 0; i < p->join_count; i++)
        if (p->joins[i].root >= p->joins[i].label || p->joins[i].label >= p->map->label_count ||
            (i > 0 && p->joins[i].label <= p->joins[i - 1].label))
            return wendi_damaged(r, "components");
    return WEND_OK;
}

// One-way connections are those of the patch's clusters, and pages of closed steps are ascending.
static wend_result order_lists(const wendi_reader* r, const wendi_patch* p) {
    for (int32_t i = 0; i < p->one_way_count; i++)
        if ((i > 0 && p->one_ways[i].cluster < p->one_ways[i - 1].cluster) ||
            wendi_patch_index(p, 1, p->one_ways[i].cluster) < 0)
            return wendi_damaged(r, "one-way connections");
    for (int32_t i = 0; i < p->exits_count; i++)
        if (p->exits[i].present > 1 || (i > 0 && p->exits[i].page <= p->exits[i - 1].page))
            return wendi_damaged(r, "closed steps");
    return order_joins(r, p);
}

static wend_result find_contents(const wendi_reader* r, wendi_patch* p) {
    uint64_t maps, costs, elevations;
    int32_t clusters;
    p->map = wendi_section_items(r, WENDI_PATCH_MAP, &wendi_patch_map_layout, &maps);
    p->costs_opt = wendi_section_items(r, WENDI_PATCH_COSTS, &wendi_u32, &costs);
    p->clusters = short_list(r, WENDI_PATCH_CLUSTERS, &wendi_patch_cluster_layout, &clusters);
    p->tiles = wendi_section_items(r, WENDI_PATCH_TILES, &wendi_u8, &p->tile_count);
    p->nodes = wendi_section_items(r, WENDI_PATCH_NODES, &wendi_u64, &p->node_set_count);
    p->matrices = wendi_section_items(r, WENDI_PATCH_MATRICES, &wendi_u8, &p->matrices_size);
    p->labels = wendi_section_items(r, WENDI_PATCH_LABELS, &wendi_u32, &p->label_count);
    p->joins = short_list(r, WENDI_PATCH_JOINS, &wendi_patch_join_layout, &p->join_count);
    p->one_ways = short_list(r, WENDI_PATCH_ONE_WAYS, &wendi_one_way_layout, &p->one_way_count);
    p->links = short_list(r, WENDI_PATCH_LINKS, &wendi_link_record_layout, &p->link_count);
    p->exits = short_list(r, WENDI_PATCH_EXITS, &wendi_patch_exits_layout, &p->exits_count);
    p->elevations_opt = wendi_section_items(r, WENDI_PATCH_ELEVATIONS, &wendi_u16, &elevations);
    if (!p->map || maps != 1 || !p->costs_opt || (costs != 0 && costs != WEND_CLASS_COUNT) || !p->clusters ||
        !p->nodes || !p->labels || !p->joins || !p->one_ways || !p->links || !p->exits ||
        !p->elevations_opt || (elevations != 0 && elevations != p->tile_count))
        return wendi_damaged(r, "size of a section");
    if (costs == 0) p->costs_opt = NULL;
    if (elevations == 0) p->elevations_opt = NULL;
    if (!wendi_has_file_order() && clusters > 0)
        wendi_reorder_matrices(p->matrices, p->matrices_size, &p->clusters->entry, sizeof *p->clusters,
                               (size_t)clusters);
    wend_result result = order_clusters(r, p, clusters);
    return result == WEND_OK ? order_lists(r, p) : result;
}

static wend_result copy_name(const char* file, wendi_patch* out) {
    out->name_bytes = strlen(file) + 1;
    out->name = wendi_alloc_copy(&out->allocator, file, out->name_bytes, 1);
    return out->name ? WEND_OK : WEND_ERROR_MEMORY;
}

wend_result wendi_patch_read(const char* file, const wend_allocator* allocator, wendi_patch* out,
                             wend_error* error_opt) {
    *out = (wendi_patch){.allocator = *allocator};
    wendi_reader r = {.kind = &wendi_patch_files, .name = file, .error = error_opt};
    wend_result result = copy_name(file, out);
    if (result == WEND_OK) result = wendi_reader_open(&r);
    if (result == WEND_OK) result = read_bytes(&r, out);
    if (r.stream) fclose(r.stream);
    out->header = r.header;
    if (result == WEND_ERROR_MEMORY)
        return wendi_fail(error_opt, result, "%s: not enough memory for this patch", file);
    if (result == WEND_OK && r.header.number == 0) result = wendi_damaged(&r, "header: its number is 0");
    return result == WEND_OK ? find_contents(&r, out) : result;
}

void wendi_patch_free(wendi_patch* patch) {
    wendi_free(&patch->allocator, patch->name, patch->name_bytes, 1);
    wendi_free(&patch->allocator, patch->bytes, patch->capacity, WENDI_FILE_ALIGNMENT);
    *patch = (wendi_patch){.allocator = patch->allocator};
}

int32_t wendi_patch_index(const wendi_patch* patch, int32_t level, int32_t cluster) {
    return wendi_find_number(&patch->clusters->cluster, sizeof *patch->clusters, patch->first[level - 1],
                             patch->first[level], (uint32_t)cluster);
}
