// patch.c: how is a patch file read?
#include "files/patch.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/containers.h"
#include "core/file.h"
#include "files/world_stream.h"

typedef struct patch_reader {
    wendi_patch* patch;
    wend_error* error;
    wendi_section* table;
} patch_reader;

static wend_result damaged(const patch_reader* r, const char* what) {
    return wendi_fail(r->error, WEND_ERROR_FORMAT, "%s: damaged patch: %s", r->patch->name, what);
}

// ---- the file

static wend_result fail_reading(const patch_reader* r) {
    return wendi_fail(r->error, WEND_ERROR_IO, "%s: cannot be read: %s", r->patch->name,
                      wendi_system_error(errno));
}

// Items of this size are aligned to cache lines, as the sections are within the file.
static wend_result read_bytes(patch_reader* r, FILE* stream) {
    wendi_patch* p = r->patch;
    char first;
    if (wendi_input_read(stream, &first, 1) != 1 && ferror(stream)) // a folder, for example
        return fail_reading(r);
    const int64_t end = wendi_input_size(stream);
    if (end < 0) return fail_reading(r);
    rewind(stream);
    if ((uint64_t)end > SIZE_MAX / 2) return WEND_ERROR_MEMORY;
    p->size = (size_t)end;
    // Rows of matrices are read beyond their end.
    p->capacity = (size_t)(wendi_file_aligned(p->size + WENDI_ROW_OVERREAD) / WENDI_FILE_ALIGNMENT);
    if (p->size == 0)
        return wendi_fail(r->error, WEND_ERROR_FORMAT, "%s: empty file, expected a patch of a world",
                          p->name);
    p->bytes = wendi_alloc(&p->allocator, p->capacity, WENDI_FILE_ALIGNMENT);
    if (!p->bytes) return WEND_ERROR_MEMORY;
    if (wendi_input_read(stream, p->bytes, p->size) == p->size) return WEND_OK;
    return ferror(stream) ? fail_reading(r)
                          : wendi_fail(r->error, WEND_ERROR_FORMAT, "%s: truncated patch", p->name);
}

static wend_result check_header(const patch_reader* r) {
    const wendi_patch* p = r->patch;
    wendi_patch_header* h = (void*)p->bytes;
    if (p->size >= sizeof h->magic && memcmp(p->bytes, WENDI_FILE_MAGIC, sizeof h->magic) == 0)
        return wendi_fail(r->error, WEND_ERROR_FORMAT, "%s: a world, expected a patch of a world", p->name);
    if (p->size < sizeof h->magic || memcmp(p->bytes, WENDI_PATCH_MAGIC, sizeof h->magic) != 0)
        return wendi_fail(r->error, WEND_ERROR_FORMAT, "%s: not a patch of a world", p->name);
    if (p->size < sizeof *h + WENDI_PATCH_SECTIONS * sizeof *r->table)
        return wendi_fail(r->error, WEND_ERROR_FORMAT, "%s: truncated patch: %llu bytes", p->name,
                          (unsigned long long)p->size);
    wendi_reorder(h, 1, &wendi_patch_header_layout);
    if (h->byte_order != WENDI_BYTE_ORDER_MARK)
        return h->byte_order == 0x04030201
                   ? wendi_fail(
                         r->error, WEND_ERROR_UNSUPPORTED,
                         "%s: patch of another byte order, which earlier versions wrote on some machines; "
                         "make it again",
                         p->name)
                   : damaged(r, "byte order mark");
    if (h->version != WEND_PATCH_VERSION)
        return wendi_fail(r->error, WEND_ERROR_UNSUPPORTED, "%s: patch format version %lu, expected %d",
                          p->name, (unsigned long)h->version, WEND_PATCH_VERSION);
    if (h->checksum != wendi_patch_checksum(h)) return damaged(r, "checksum of the header does not match");
    if (p->size != h->file_size)
        return wendi_fail(r->error, WEND_ERROR_FORMAT, "%s: %s patch: %llu bytes, expected %llu", p->name,
                          p->size < h->file_size ? "truncated" : "damaged", (unsigned long long)p->size,
                          (unsigned long long)h->file_size);
    if (h->section_count != WENDI_PATCH_SECTIONS || h->number == 0) return damaged(r, "header");
    return WEND_OK;
}

// The sections follow each other and fill the file.
static wend_result check_sections(patch_reader* r) {
    const wendi_patch* p = r->patch;
    r->table = (void*)(p->bytes + sizeof *p->header);
    const size_t table_size = WENDI_PATCH_SECTIONS * sizeof *r->table;
    if (XXH3_64bits(r->table, table_size) != p->header->table_checksum)
        return damaged(r, "checksum of the section table does not match");
    wendi_reorder(r->table, WENDI_PATCH_SECTIONS, &wendi_section_layout);
    uint64_t offset = sizeof *p->header + table_size;
    for (uint32_t i = 0; i < WENDI_PATCH_SECTIONS; i++) {
        const wendi_section* s = &r->table[i];
        if (s->kind != i + 1 || s->zero != 0 || s->offset != offset || s->size > p->size ||
            wendi_file_aligned(s->size) > p->size - offset)
            return damaged(r, "section table");
        if (XXH3_64bits(p->bytes + offset, (size_t)wendi_file_aligned(s->size)) != s->checksum)
            return wendi_fail(r->error, WEND_ERROR_FORMAT,
                              "%s: damaged patch: checksum of the section at byte %llu does not match",
                              p->name, (unsigned long long)offset);
        offset += wendi_file_aligned(s->size);
    }
    return offset == p->size ? WEND_OK : damaged(r, "section table");
}

// ---- contents

// A section that is a list of items, in the order of the machine from now on; NULL: its size is wrong.
static void* items_of(const patch_reader* r, uint32_t kind, const wendi_layout* layout, uint64_t* count_out) {
    const wendi_section* s = &r->table[kind - 1];
    *count_out = s->size / layout->bytes;
    if (s->size % layout->bytes != 0) return NULL;
    wendi_reorder(r->patch->bytes + s->offset, (size_t)*count_out, layout);
    return r->patch->bytes + s->offset;
}

// The same for lists that have fewer than 2^31 items.
static const void* short_list(const patch_reader* r, uint32_t kind, const wendi_layout* layout,
                              int32_t* count_out) {
    uint64_t count;
    const void* items = items_of(r, kind, layout, &count);
    *count_out = count <= INT32_MAX ? (int32_t)count : 0;
    return count <= INT32_MAX ? items : NULL;
}

static wend_result order_clusters(const patch_reader* r, int32_t count) {
    wendi_patch* p = r->patch;
    for (int32_t i = 0, level = 0; i <= count; i++) {
        const wendi_patch_cluster* c = i < count ? &p->clusters[i] : NULL;
        if (c && (c->level < 1 || c->level > WEND_MAX_LEVELS || c->cluster >= WENDI_MAX_CLUSTERS))
            return damaged(r, "list of clusters");
        if (c && i > 0 &&
            (c->level < c[-1].level || (c->level == c[-1].level && c->cluster <= c[-1].cluster)))
            return damaged(r, "order of the clusters");
        while (level <= WEND_MAX_LEVELS && (!c || level < (int32_t)c->level)) p->first[level++] = i;
    }
    return WEND_OK;
}

static wend_result order_joins(const patch_reader* r) {
    const wendi_patch* p = r->patch;
    for (int32_t i = 0; i < p->join_count; i++)
        if (p->joins[i].root >= p->joins[i].label || p->joins[i].label >= p->map->label_count ||
            (i > 0 && p->joins[i].label <= p->joins[i - 1].label))
            return damaged(r, "components");
    return WEND_OK;
}

// One-way connections are those of the patch's clusters, and pages of closed steps are ascending.
static wend_result order_lists(const patch_reader* r) {
    const wendi_patch* p = r->patch;
    for (int32_t i = 0; i < p->one_way_count; i++)
        if ((i > 0 && p->one_ways[i].cluster < p->one_ways[i - 1].cluster) ||
            wendi_patch_index(p, 1, p->one_ways[i].cluster) < 0)
            return damaged(r, "one-way connections");
    for (int32_t i = 0; i < p->exits_count; i++)
        if (p->exits[i].present > 1 || (i > 0 && p->exits[i].page <= p->exits[i - 1].page))
            return damaged(r, "closed steps");
    return order_joins(r);
}

static wend_result find_contents(const patch_reader* r) {
    wendi_patch* p = r->patch;
    uint64_t maps, costs, elevations;
    int32_t clusters;
    p->map = items_of(r, WENDI_PATCH_MAP, &wendi_patch_map_layout, &maps);
    p->costs_opt = items_of(r, WENDI_PATCH_COSTS, &wendi_u32, &costs);
    p->clusters = short_list(r, WENDI_PATCH_CLUSTERS, &wendi_patch_cluster_layout, &clusters);
    p->tiles = items_of(r, WENDI_PATCH_TILES, &wendi_u8, &p->tile_count);
    p->nodes = items_of(r, WENDI_PATCH_NODES, &wendi_u64, &p->node_set_count);
    p->matrices = items_of(r, WENDI_PATCH_MATRICES, &wendi_u8, &p->matrices_size);
    p->labels = items_of(r, WENDI_PATCH_LABELS, &wendi_u32, &p->label_count);
    p->joins = short_list(r, WENDI_PATCH_JOINS, &wendi_patch_join_layout, &p->join_count);
    p->one_ways = short_list(r, WENDI_PATCH_ONE_WAYS, &wendi_one_way_layout, &p->one_way_count);
    p->links = short_list(r, WENDI_PATCH_LINKS, &wendi_link_record_layout, &p->link_count);
    p->exits = short_list(r, WENDI_PATCH_EXITS, &wendi_patch_exits_layout, &p->exits_count);
    p->elevations_opt = items_of(r, WENDI_PATCH_ELEVATIONS, &wendi_u16, &elevations);
    if (!p->map || maps != 1 || !p->costs_opt || (costs != 0 && costs != WEND_CLASS_COUNT) || !p->clusters ||
        !p->nodes || !p->labels || !p->joins || !p->one_ways || !p->links || !p->exits ||
        !p->elevations_opt || (elevations != 0 && elevations != p->tile_count))
        return damaged(r, "size of a section");
    if (costs == 0) p->costs_opt = NULL;
    if (elevations == 0) p->elevations_opt = NULL;
    if (!wendi_has_file_order() && clusters > 0)
        wendi_reorder_matrices(p->matrices, p->matrices_size, &p->clusters->entry, sizeof *p->clusters,
                               (size_t)clusters);
    wend_result result = order_clusters(r, clusters);
    return result == WEND_OK ? order_lists(r) : result;
}

static wend_result copy_name(const char* file, wendi_patch* out) {
    out->name_bytes = strlen(file) + 1;
    out->name = wendi_alloc_copy(&out->allocator, file, out->name_bytes, 1);
    return out->name ? WEND_OK : WEND_ERROR_MEMORY;
}

wend_result wendi_patch_read(const char* file, const wend_allocator* allocator, wendi_patch* out,
                             wend_error* error_opt) {
    *out = (wendi_patch){.allocator = *allocator};
    patch_reader r = {.patch = out, .error = error_opt};
    wend_result result = copy_name(file, out);
    if (result == WEND_OK) {
        FILE* stream = wendi_input_open(file);
        if (!stream)
            return wendi_fail(error_opt, errno == ENOMEM ? WEND_ERROR_MEMORY : WEND_ERROR_IO,
                              "%s: cannot be opened: %s; expected a patch", file,
                              errno == ESPIPE ? "it is a pipe" : wendi_system_error(errno));
        result = read_bytes(&r, stream);
        fclose(stream);
    }
    if (result == WEND_ERROR_MEMORY)
        return wendi_fail(error_opt, result, "%s: not enough memory for this patch", file);
    if (result == WEND_OK) result = check_header(&r);
    if (result != WEND_OK) return result;
    out->header = (const void*)out->bytes;
    result = check_sections(&r);
    return result == WEND_OK ? find_contents(&r) : result;
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
