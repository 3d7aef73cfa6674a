// world_save.c: how does a world become a .wend file? docs/file-format.md describes it byte by byte.
//
// A header, a table of sections, the sections. Everything is covered by an XXH3 checksum. Tiles, node sets,
// matrices and labels are stored as they lie in memory, so that a world can use them in place.
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/file.h"
#include "grid/exits.h"
#include "grid/links.h"
#include "hierarchy/cluster_nodes.h"
#include "hierarchy/profile_file.h"
#include "hierarchy/world_layout.h"

// What a world is saved as, found before the first byte is written.
typedef struct image {
    wendi_file_header header;
    wendi_section table[WENDI_SECTION_COUNT];
    wendi_map_section map;
    wendi_stored_cluster* directory;
    uint32_t* labels;
    size_t cluster_count, label_count;          // entries of both
    wend_world_counts views[WEND_MAX_PROFILES]; // by profile - 1
} image;

// ---- clusters

static uint64_t matrices_size(const wendi_graph* graph) {
    uint64_t bytes = 0;
    for (int32_t level = 1; level <= graph->level_count; level++)
        for (int32_t c = 0; c < wendi_cluster_count(&graph->level[level - 1].clusters); c++)
            bytes += wendi_matrix_bytes(wendi_matrix_of(graph, level, c)->count);
    return bytes;
}

static void put_matrices(wendi_writer* w, const wendi_graph* graph) {
    static const char gap[4];
    for (int32_t level = 1; level <= graph->level_count; level++)
        for (int32_t c = 0; c < wendi_cluster_count(&graph->level[level - 1].clusters); c++) {
            const wendi_matrix* matrix = wendi_matrix_of(graph, level, c);
            const size_t used = wendi_matrix_used_bytes(matrix->count);
            wendi_put_nodes(w, matrix);
            wendi_put_costs(w, matrix);
            wendi_put(w, gap, wendi_matrix_bytes(matrix->count) - used);
        }
}

// Numbers the components in the order of the map, which edits may have changed. numbers: by root label.
static uint32_t number_components(const wend_world* world, uint32_t* numbers) {
    const wendi_components* components = &world->components;
    uint32_t count = 0;
    for (size_t i = 0; i < components->label_count; i++) numbers[i] = UINT32_MAX;
    for (int32_t c = 0; c < components->cluster_count; c++) {
        const int32_t nodes = wendi_matrix_of(&world->graph, 1, c)->count,
                      labels = wendi_min(nodes, wendi_max(wendi_parts_at(components, c).count, 1));
        for (int32_t i = 0; i < labels; i++) {
            uint32_t* number = &numbers[wendi_component_of(components, c, i)];
            if (*number == UINT32_MAX) *number = count++;
        }
    }
    return count;
}

// Sets the component of a cluster of level 1 in its entry, and appends its labels to those of the file.
static void put_component(const wend_world* world, const uint32_t* numbers, int32_t cluster, image* out,
                          size_t* label_io, wendi_stored_cluster* entry) {
    const wendi_components* components = &world->components;
    const int32_t count = wendi_parts_at(components, cluster).count;
    entry->parted = count > 0;
    entry->label = count > 0 ? (uint32_t)*label_io : numbers[wendi_component_of(components, cluster, 0)];
    for (int32_t i = 0; i < count; i++)
        out->labels[(*label_io)++] = numbers[wendi_component_of(components, cluster, i)];
}

static void fill_directory(const wend_world* world, const uint32_t* numbers, image* out) {
    const wendi_graph* graph = &world->graph;
    uint64_t at = 0;
    size_t label = 0;
    wendi_stored_cluster* entry = out->directory;
    for (int32_t level = 1; level <= graph->level_count; level++)
        for (int32_t c = 0; c < wendi_cluster_count(&graph->level[level - 1].clusters); c++, entry++) {
            const wendi_matrix* matrix = wendi_matrix_of(graph, level, c);
            const uint32_t* labels = out->labels ? out->labels + label : NULL;
            *entry = (wendi_stored_cluster){
                .matrix = at, .count = (uint32_t)matrix->count, .shift = (uint16_t)matrix->shift};
            if (level == 1 && matrix->count > 0) put_component(world, numbers, c, out, &label, entry);
            entry->checksum = wendi_cluster_checksum(graph, world->grid, level, c, entry, matrix, labels);
            at += wendi_matrix_bytes(matrix->count);
        }
    WENDI_ASSERT(label == out->label_count && entry == out->directory + out->cluster_count);
}

static void free_image(const wend_world* world, image* saved) {
    wendi_free(&world->allocator, saved->directory, saved->cluster_count, sizeof *saved->directory);
    wendi_free(&world->allocator, saved->labels, saved->label_count, sizeof *saved->labels);
}

// Makes the directory and the labels of the file.
static wend_result describe_clusters(const wend_world* world, image* out) {
    const wendi_graph* graph = &world->graph;
    const wendi_components* components = &world->components;
    for (int32_t i = 0; i < graph->level_count; i++)
        out->cluster_count += (size_t)wendi_cluster_count(&graph->level[i].clusters);
    for (int32_t c = 0; c < components->cluster_count; c++)
        out->label_count += (size_t)wendi_parts_at(components, c).count;
    out->directory = wendi_alloc(&world->allocator, out->cluster_count, sizeof *out->directory);
    out->labels = wendi_alloc(&world->allocator, out->label_count, sizeof *out->labels);
    uint32_t* numbers = wendi_alloc(&world->allocator, components->label_count, sizeof *numbers);
    wend_result result = WEND_ERROR_MEMORY;
    if (out->directory && (out->labels || out->label_count == 0) &&
        (numbers || components->label_count == 0)) {
        out->map.label_count = number_components(world, numbers);
        fill_directory(world, numbers, out);
        result = WEND_OK;
    }
    wendi_free(&world->allocator, numbers, components->label_count, sizeof *numbers);
    return result;
}

// ---- sections

static uint64_t section_size(const wend_world* world, const image* saved, uint32_t kind) {
    const wend_grid* grid = world->grid;
    const wendi_graph* graph = &world->graph;
    const uint64_t clusters = (uint64_t)wendi_cluster_count(&graph->clusters);
    switch (kind) {
    case WENDI_SECTION_MAP:
        return sizeof(wendi_map_section);
    case WENDI_SECTION_COSTS:
        return sizeof grid->class_costs;
    case WENDI_SECTION_TILES:
        return wendi_file_tile_bytes(grid->width, grid->height);
    case WENDI_SECTION_METADATA:
        return world->metadata_size;
    case WENDI_SECTION_MATRICES:
        return matrices_size(graph);
    case WENDI_SECTION_ORIGINAL:
        return world->original ? wendi_original_size(world) : 0;
    case WENDI_SECTION_EXITS:
        return (uint64_t)wendi_exits_declared_pages(&grid->exits) * sizeof(wendi_exits_entry);
    case WENDI_SECTION_LINKS:
        return (uint64_t)grid->links.count * sizeof(wendi_link_record);
    case WENDI_SECTION_PROFILES:
        return wendi_file_profiles_size(world);
    case WENDI_SECTION_PROFILE_MATRICES:
        return wendi_file_profile_matrices_size(world);
    case WENDI_SECTION_NODES:
        return clusters * (uint64_t)graph->level_count * sizeof *graph->level[0].nodes;
    case WENDI_SECTION_DIRECTORY:
        return saved->cluster_count * sizeof *saved->directory;
    case WENDI_SECTION_LABELS:
        return saved->label_count * sizeof *saved->labels;
    case WENDI_SECTION_ONE_WAYS:
        return (uint64_t)world->components.one_ways.count * sizeof(wendi_one_way);
    default:
        return 0;
    }
}

static void set_map_section(const wend_world* world, const wend_world_counts* counts,
                            wendi_map_section* out) {
    const wend_grid* grid = world->grid;
    const wendi_graph* graph = &world->graph;
    *out = (wendi_map_section){.width = grid->width,
                               .height = grid->height,
                               .connectivity = (int32_t)grid->connectivity,
                               .cost_unit = grid->costs.unit,
                               .least_cost = grid->cost_range.least,
                               .greatest_cost = grid->cost_range.greatest,
                               .range_declared = grid->cost_range.declared,
                               .tile_size = grid->tile_size,
                               .origin_x = grid->origin.x,
                               .origin_y = grid->origin.y,
                               .cluster_size = graph->clusters.size,
                               .level_count = (uint16_t)graph->level_count,
                               .wanted_levels = (uint16_t)world->wanted_levels,
                               .node_count = (uint32_t)wendi_count_nodes(graph, grid, 1),
                               .component_count = counts->component_count,
                               .largest_component = counts->largest_component,
                               .edge_count = counts->edge_count,
                               .label_count = out->label_count};
    memcpy(out->class_counts, grid->class_counts, sizeof out->class_counts);
}

static void put_exits(wendi_writer* w, const wendi_exits* exits) {
    for (int32_t i = -1; (i = wendi_exits_next_page(exits, i + 1)) >= 0;) {
        wendi_exits_entry entry = {.page = (uint32_t)i};
        memcpy(entry.declared, exits->pages[i]->declared, sizeof entry.declared);
        wendi_put_records(w, &entry, 1, &wendi_exits_entry_layout);
    }
}

static void put_link(wendi_writer* w, const wend_link* link) {
    const wendi_link_record record = wendi_link_record_of(link);
    wendi_put_records(w, &record, 1, &wendi_link_record_layout);
}

static void put_section(wendi_writer* w, const wend_world* world, const image* saved, uint32_t kind) {
    const wend_grid* grid = world->grid;
    const wendi_graph* graph = &world->graph;
    switch (kind) {
    case WENDI_SECTION_MAP:
        wendi_put_records(w, &saved->map, 1, &wendi_map_section_layout);
        break;
    case WENDI_SECTION_COSTS:
        wendi_put_records(w, grid->class_costs, WEND_CLASS_COUNT, &wendi_u32);
        break;
    case WENDI_SECTION_TILES:
        for (int32_t y = -1; y <= grid->height; y++)
            wendi_put(w, wendi_tile(grid, -1, y), (size_t)grid->stride);
        break;
    case WENDI_SECTION_METADATA:
        wendi_put(w, world->metadata, world->metadata_size);
        break;
    case WENDI_SECTION_MATRICES:
        put_matrices(w, graph);
        break;
    case WENDI_SECTION_ORIGINAL:
        for (int32_t y = 0; y < grid->height && world->original; y++)
            wendi_put(w, world->original + y * world->original_stride, (size_t)grid->width);
        break;
    case WENDI_SECTION_EXITS:
        put_exits(w, &grid->exits);
        break;
    case WENDI_SECTION_LINKS:
        for (int32_t i = 0; i < grid->links.count; i++) put_link(w, &grid->links.data[i]);
        break;
    case WENDI_SECTION_PROFILES:
        wendi_put_profiles(w, world, saved->views);
        break;
    case WENDI_SECTION_PROFILE_MATRICES:
        wendi_put_profile_matrices(w, world);
        break;
    case WENDI_SECTION_NODES:
        for (int32_t i = 0; i < graph->level_count; i++)
            wendi_put_records(w, graph->level[i].nodes, (size_t)wendi_cluster_count(&graph->clusters),
                              &wendi_u64);
        break;
    case WENDI_SECTION_DIRECTORY:
        wendi_put_records(w, saved->directory, saved->cluster_count, &wendi_stored_cluster_layout);
        break;
    case WENDI_SECTION_LABELS:
        wendi_put_records(w, saved->labels, saved->label_count, &wendi_u32);
        break;
    case WENDI_SECTION_ONE_WAYS:
        wendi_put_records(w, world->components.one_ways.data, (size_t)world->components.one_ways.count,
                          &wendi_one_way_layout);
        break;
    default:
        break;
    }
}

static void put_section_and_gap(wendi_writer* w, const wend_world* world, const image* saved,
                                const wendi_section* entry) {
    static const char gap[WENDI_FILE_ALIGNMENT];
    put_section(w, world, saved, entry->kind);
    wendi_put(w, gap, (size_t)(wendi_file_aligned(entry->size) - entry->size));
}

// Header and table come first and hold the checksums of the sections, which are therefore visited twice.
static wend_result describe(const wend_world* world, const char* name, image* out, wend_error* error_opt) {
    const wend_result checked = wend_world_verify(world, error_opt);
    if (checked != WEND_OK) return checked;
    if (!wendi_is_refreshed(world))
        return wendi_fail(error_opt, WEND_ERROR_UNSUPPORTED,
                          "%s: an edited world must be refreshed before it is saved", name);
    wend_world_counts counts;
    *out = (image){.header = {.byte_order = WENDI_BYTE_ORDER_MARK,
                              .version = WEND_FORMAT_VERSION,
                              .section_count = WENDI_SECTION_COUNT}};
    memcpy(out->header.magic, WENDI_FILE_MAGIC, sizeof out->header.magic);
    wend_result result = wend_world_count(world, &counts);
    for (int32_t i = 0; i < world->profiles.count && result == WEND_OK; i++)
        result = wend_world_count(world->profiles.data[i].view, &out->views[i]);
    if (result == WEND_OK) result = describe_clusters(world, out);
    if (result != WEND_OK) {
        free_image(world, out);
        return wendi_fail(error_opt, result, "%s: not enough memory to save", name);
    }
    set_map_section(world, &counts, &out->map);
    uint64_t offset = sizeof out->header + sizeof out->table;
    wendi_writer sums = {.write = NULL};
    for (uint32_t i = 0; i < WENDI_SECTION_COUNT; i++) {
        wendi_section* entry = &out->table[i];
        *entry = (wendi_section){.kind = i + 1, .offset = offset, .size = section_size(world, out, i + 1)};
        XXH3_64bits_reset(&sums.checksum);
        put_section_and_gap(&sums, world, out, entry);
        entry->checksum = XXH3_64bits_digest(&sums.checksum);
        offset += wendi_file_aligned(entry->size);
        WENDI_ASSERT(offset % WENDI_FILE_ALIGNMENT == 0);
    }
    out->header.file_size = offset;
    out->header.table_checksum = wendi_sum(out->table, WENDI_SECTION_COUNT, &wendi_section_layout, 0);
    out->header.checksum = wendi_header_checksum(&out->header);
    return WEND_OK;
}

static wend_result write_image(const wend_world* world, const image* saved, wend_write_fn* write,
                               void* context) {
    wendi_writer w = {.write = write, .context = context};
    wendi_put_records(&w, &saved->header, 1, &wendi_file_header_layout);
    wendi_put_records(&w, saved->table, WENDI_SECTION_COUNT, &wendi_section_layout);
    for (uint32_t i = 0; i < WENDI_SECTION_COUNT; i++)
        put_section_and_gap(&w, world, saved, &saved->table[i]);
    return w.result;
}

wend_result wend_world_save_pieces(const wend_world* world, wend_write_fn* write, void* context,
                                   wend_error* error_opt) {
    if (!world || !write) return WEND_ERROR_ARGUMENT;
    image saved;
    wend_result result = describe(world, "world", &saved, error_opt);
    if (result != WEND_OK) return result;
    result = write_image(world, &saved, write, context);
    free_image(world, &saved);
    return result;
}

static wend_result write_stream(void* context, const void* bytes, size_t size) {
    return fwrite(bytes, 1, size, context) == size ? WEND_OK : WEND_ERROR_IO;
}

wend_result wend_world_save(const wend_world* world, const char* file, wend_error* error_opt) {
    if (!world || !file) return WEND_ERROR_ARGUMENT;
    image saved;
    wendi_output output;
    wend_result result = describe(world, file, &saved, error_opt); // before the file is touched
    if (result != WEND_OK) return result;
    result = wendi_output_open(file, &output, error_opt);
    if (result != WEND_OK) {
        free_image(world, &saved);
        return result;
    }
    result = write_image(world, &saved, write_stream, output.stream);
    if (result == WEND_OK && fflush(output.stream) != 0) result = WEND_ERROR_IO;
    if (result != WEND_OK)
        wendi_fail(error_opt, result, "%s: write failed: %s", file, wendi_system_error(errno));
    free_image(world, &saved);
    wend_result closed = wendi_output_close(&output, result == WEND_OK, error_opt);
    return result == WEND_OK ? closed : result;
}

typedef struct buffer {
    char* bytes;
    size_t used, size;
} buffer;

static wend_result write_buffer(void* context, const void* bytes, size_t size) {
    buffer* b = context;
    WENDI_ASSERT(size <= b->size - b->used);
    memcpy(b->bytes + b->used, bytes, size);
    b->used += size;
    return WEND_OK;
}

wend_result wend_world_save_memory(const wend_world* world, const wend_allocator* allocator_opt,
                                   void** bytes_out, size_t* size_out, wend_error* error_opt) {
    if (!world || !bytes_out || !size_out) return WEND_ERROR_ARGUMENT;
    image saved;
    wend_result result = describe(world, "world", &saved, error_opt);
    if (result != WEND_OK) return result;
    wend_allocator allocator = wendi_allocator(allocator_opt);
    buffer b = {.size = (size_t)saved.header.file_size};
    b.bytes = b.size == saved.header.file_size ? wendi_alloc(&allocator, b.size, 1) : NULL;
    if (b.bytes) write_image(world, &saved, write_buffer, &b);
    free_image(world, &saved);
    if (!b.bytes) return wendi_fail(error_opt, WEND_ERROR_MEMORY, "world: not enough memory to save");
    WENDI_ASSERT(b.used == b.size);
    *bytes_out = b.bytes;
    *size_out = b.size;
    return WEND_OK;
}
