// world_save.c: how does a world become a .wend file? docs/file-format.md describes it byte by byte.
//
// A header, a table of sections, the sections. Everything is covered by an XXH3 checksum. Tiles, node sets,
// matrices and labels are stored as they lie in memory, so that a world can use them in place.
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/file.h"
#include "files/first_check.h"
#include "files/world_file.h"
#include "files/world_stream.h"
#include "grid/exit_pages.h"
#include "grid/links.h"
#include "hierarchy/abstract_graph.h"
#include "subgoals/subgoal_graph.h"

// What a world is saved as. Sizes and checksums of its sections are found while they are put; no part of it
// grows with the tiles.
typedef struct image {
    wendi_section table[WENDI_MOST_SECTIONS];
    uint32_t section_count;
    wendi_map_section map;
    uint32_t* numbers;                          // of components in the file, by root label
    wend_world_counts views[WEND_MAX_PROFILES]; // by profile - 1
    wendi_pass pass;
} image;

// ---- clusters

static void put_matrices(wendi_writer* w, const wendi_graph* graph, const wendi_pass* pass) {
    for (int32_t level = 1; level <= graph->level_count; level++)
        for (int32_t c = 0; c < wendi_cluster_count(&graph->level[level - 1].clusters); c++) {
            wendi_put_matrix(w, wendi_matrix_of(graph, level, c));
            wendi_pass_cluster(pass, level, c);
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

// Sets the component of a cluster of level 1 in its entry, and finds its labels in the file. at: of the first
// one in the section. Returns how many.
static int32_t find_component(const wend_world* world, const uint32_t* numbers, int32_t cluster, size_t at,
                              wendi_cluster_entry* entry, uint32_t labels_out[WENDI_MAX_CLUSTER_NODES]) {
    const wendi_components* components = &world->components;
    const int32_t count = wendi_parts_at(components, cluster).count;
    entry->parted = count > 0;
    entry->label = count > 0 ? (uint32_t)at : numbers[wendi_component_of(components, cluster, 0)];
    for (int32_t i = 0; i < count; i++) labels_out[i] = numbers[wendi_component_of(components, cluster, i)];
    return count;
}

static void put_directory(wendi_writer* w, const wend_world* world, const image* saved) {
    const wendi_graph* graph = &world->graph;
    uint32_t labels[WENDI_MAX_CLUSTER_NODES];
    uint64_t at = 0;
    size_t label = 0;
    for (int32_t level = 1; level <= graph->level_count; level++)
        for (int32_t c = 0; c < wendi_cluster_count(&graph->level[level - 1].clusters); c++) {
            const wendi_matrix* matrix = wendi_matrix_of(graph, level, c);
            wendi_cluster_entry entry = {
                .matrix = at, .count = (uint32_t)matrix->count, .shift = (uint16_t)matrix->shift};
            if (level == 1 && matrix->count > 0)
                label += (size_t)find_component(world, saved->numbers, c, label, &entry, labels);
            entry.checksum =
                wendi_cluster_checksum(graph, NULL, world->grid, level, c, &entry, matrix, labels);
            wendi_put_records(w, &entry, 1, &wendi_cluster_entry_layout);
            at += wendi_matrix_bytes(matrix->count);
            wendi_pass_cluster(&saved->pass, level, c);
        }
}

static void put_labels(wendi_writer* w, const wend_world* world, const image* saved) {
    uint32_t labels[WENDI_MAX_CLUSTER_NODES];
    for (int32_t c = 0; c < world->components.cluster_count; c++) {
        wendi_cluster_entry entry;
        if (wendi_parts_at(&world->components, c).count == 0) continue;
        const int32_t count = find_component(world, saved->numbers, c, 0, &entry, labels);
        wendi_put_records(w, labels, (size_t)count, &wendi_u32);
    }
}

static void free_image(const wend_world* world, image* saved) {
    wendi_free(&world->allocator, saved->numbers, world->components.label_count, sizeof *saved->numbers);
    wendi_pass_end(&saved->pass);
}

// ---- sections

static void put_subgoals(wendi_writer* w, const wendi_subgoal_graph* graph_opt) {
    wendi_subgoals_head head = {.removed = !graph_opt};
    if (graph_opt) head.count = (uint32_t)graph_opt->count, head.arc_count = graph_opt->arc_count;
    wendi_put_records(w, &head, 1, &wendi_subgoals_head_layout);
    if (!graph_opt) return;
    for (int32_t i = 0; i < graph_opt->count; i++) wendi_put_records(w, &graph_opt->tiles[i], 2, &wendi_u32);
    wendi_put_records(w, graph_opt->first_arc, (size_t)graph_opt->count + 1, &wendi_u32);
    wendi_put_records(w, graph_opt->arcs, 3 * graph_opt->arc_count, &wendi_u32);
}

wendi_relief_head wendi_relief_head_of(const wend_grid* grid, int32_t steepest) {
    const wendi_slope_table* t = grid->relief.table;
    wendi_relief_head head = {.point_count = (uint32_t)t->point_count,
                              .row_count = (uint32_t)t->row_count,
                              .planes = (grid->relief.elevations != NULL) |
                                        (uint32_t)(grid->relief.lanes != NULL) << 1,
                              .steepest = (uint32_t)steepest,
                              .unit = t->unit,
                              .base = t->base,
                              .max_climb = t->max_climb,
                              .max_drop = t->max_drop,
                              .unit_length = t->unit_length};
    memcpy(head.lane_factors, t->lane_factors, sizeof head.lane_factors);
    head.checksum = wendi_relief_head_sum(&head, t->points, t->rows);
    return head;
}

static void put_floors(wendi_writer* w, const wendi_floors* floors) {
    const wendi_floors_head head = {.count = (uint32_t)floors->count,
                                    .height = (uint32_t)floors->height,
                                    .has_heights = floors->heights != NULL};
    wendi_put_records(w, &head, 1, &wendi_floors_head_layout);
    if (head.has_heights)
        wendi_put_records(w, wendi_floor_heights(floors), (size_t)floors->count, &wendi_u32);
}

static void put_relief(wendi_writer* w, const wend_grid* grid) {
    const wendi_relief_head head = wendi_relief_head_of(grid, wendi_relief_steepest(grid));
    wendi_put_relief(w, &head, &grid->relief, grid->width, grid->height);
}

static bool has_ground(const wend_world* world) {
    return world->ground.count > 0 || (world->grid->floors.left | world->grid->floors.top) != 0;
}

static bool has_subgoals(const wend_world* world) {
    return world->subgoals || world->subgoals_removed;
}

static bool has_slopes(const wend_world* world) {
    bool has = false;
    for (int32_t i = 0; i < world->profiles.count; i++)
        has |= wendi_has_own_slopes(&world->profiles.data[i].def);
    return has;
}

// The last sections are left out where they are empty.
static uint32_t count_sections(const wend_world* world) {
    return has_slopes(world)                        ? WENDI_SECTION_SLOPES
           : has_ground(world)                      ? WENDI_SECTION_GROUND
           : wendi_has_floors(&world->grid->floors) ? WENDI_SECTION_FLOORS
           : wendi_has_directions(world->grid)      ? WENDI_SECTION_RELIEF
           : has_subgoals(world)                    ? WENDI_SECTION_SUBGOALS
                                                    : WENDI_SECTION_COUNT;
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
                               .origin_x = grid->map_origin.x,
                               .origin_y = grid->map_origin.y,
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

static void put_tiles(wendi_writer* w, const wend_grid* grid, const wendi_pass* pass) {
    static const char room[WENDI_MAX_TILE_ROOM];
    const size_t row = (size_t)grid->width + 2;
    wendi_read_pass_from(pass, wendi_tile_in_rows(grid, -1, -1));
    for (int32_t y = -1; y <= grid->height; y++) {
        const uint8_t* run;
        for (int32_t x = -1, taken; x <= grid->width; x += taken) {
            taken = wendi_tile_run(grid, x, y, grid->width + 1 - x, &run);
            wendi_put(w, run, (size_t)taken);
        }
        wendi_put(w, room, (size_t)wendi_tile_stride(grid->width) - row);
        wendi_read_pass_to(pass, wendi_tile_in_rows(grid, -1, y));
    }
}

// The original classes may be the tiles of the unchanging mapping of the file.
static void put_original(wendi_writer* w, const wend_world* world) {
    const wendi_world_file* f = wendi_file_of(world);
    enum { PIECE = 1 << 22 };
    const bool in_view = f->view && wend_world_is_mapped_at(world, world->original) &&
                         (const char*)world->original >= f->view &&
                         (const char*)world->original < f->view + f->size;
    const int64_t stride = world->original_stride, rows = PIECE / wendi_max(world->grid->width, 1) + 1;
    for (int32_t y = 0; y < world->grid->height && world->original; y++) {
        const char* row = (const char*)world->original + y * stride;
        wendi_put(w, row, (size_t)world->grid->width);
        if (in_view && y % rows == rows - 1)
            wendi_read_pass_view(world, row - (rows - 1) * stride, row + stride);
    }
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

static void put_ground(wendi_writer* w, const wend_world* world) {
    const wendi_ground_record first = {.x = world->grid->floors.left, .y = world->grid->floors.top};
    wendi_put_records(w, &first, 1, &wendi_ground_record_layout);
    for (int32_t i = 0; i < world->ground.count; i++) {
        const wend_rect* r = &world->ground.data[i];
        const int32_t rows_above = r->floor * world->grid->floors.pitch;
        const wendi_ground_record record = {r->x, r->y + rows_above, r->width, r->height};
        wendi_put_records(w, &record, 1, &wendi_ground_record_layout);
    }
}

static void put_section(wendi_writer* w, const wend_world* world, image* saved, uint32_t kind) {
    const wend_grid* grid = world->grid;
    const wendi_graph* graph = &world->graph;
    const int32_t lowest = wendi_cluster_count(&graph->clusters);
    switch (kind) {
    case WENDI_SECTION_MAP:
        wendi_put_records(w, &saved->map, 1, &wendi_map_section_layout);
        break;
    case WENDI_SECTION_COSTS:
        wendi_put_records(w, grid->class_costs, WEND_CLASS_COUNT, &wendi_u32);
        break;
    case WENDI_SECTION_TILES:
        put_tiles(w, grid, &saved->pass);
        break;
    case WENDI_SECTION_METADATA:
        wendi_put(w, world->metadata, world->metadata_size);
        break;
    case WENDI_SECTION_MATRICES:
        put_matrices(w, graph, &saved->pass);
        break;
    case WENDI_SECTION_ORIGINAL:
        put_original(w, world);
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
            for (int32_t c = 0; c < lowest; c += WENDI_CHUNK_ITEMS) // which follow each other
                wendi_put_records(w, wendi_item(&graph->level[i].nodes, c),
                                  (size_t)wendi_min(WENDI_CHUNK_ITEMS, lowest - c), &wendi_u64);
        break;
    case WENDI_SECTION_DIRECTORY:
        put_directory(w, world, saved);
        break;
    case WENDI_SECTION_LABELS:
        put_labels(w, world, saved);
        break;
    case WENDI_SECTION_ONE_WAYS:
        wendi_put_records(w, world->components.one_ways.data, (size_t)world->components.one_ways.count,
                          &wendi_one_way_layout);
        break;
    case WENDI_SECTION_SUBGOALS:
        if (has_subgoals(world)) put_subgoals(w, world->subgoals);
        break;
    case WENDI_SECTION_RELIEF:
        if (wendi_has_directions(grid)) put_relief(w, grid);
        break;
    case WENDI_SECTION_FLOORS:
        if (wendi_has_floors(&grid->floors)) put_floors(w, &grid->floors);
        break;
    case WENDI_SECTION_GROUND:
        if (has_ground(world)) put_ground(w, world);
        break;
    case WENDI_SECTION_SLOPES:
        wendi_put_profile_slopes(w, world);
        break;
    default:
        break;
    }
}

static void put_sections(wendi_writer* w, const wend_world* world, image* saved) {
    uint64_t offset = wendi_file_aligned(wendi_head_bytes(saved->section_count));
    for (uint32_t kind = 1; kind <= saved->section_count; kind++) {
        put_section(w, world, saved, kind);
        saved->table[kind - 1] = wendi_put_end(w, kind, offset);
        offset += wendi_file_aligned(saved->table[kind - 1].size);
    }
}

// Header and table come first, and tell sizes and checksums of the sections, which were put before.
static wendi_file_header put_head(wendi_writer* w, const image* saved) {
    wendi_file_header header = {.number = 0};
    wendi_complete_header(&wendi_world_files, saved->table, saved->section_count, &header);
    wendi_put_records(w, &header, 1, &wendi_file_header_layout);
    wendi_put_records(w, saved->table, saved->section_count, &wendi_section_layout);
    wendi_put_end(w, 0, 0);
    return header;
}

// Prepares what is needed to put the sections.
static wend_result describe(const wend_world* world, const char* name, image* out, wend_error* error_opt) {
    *out = (image){.section_count = count_sections(world), .pass = {.world = world}};
    const wend_result checked = wend_world_verify(world, error_opt);
    if (checked != WEND_OK) return checked;
    if (!wendi_is_refreshed(world))
        return wendi_fail(error_opt, WEND_ERROR_UNSUPPORTED,
                          "%s: an edited world must be refreshed before it is saved", name);
    wend_world_counts counts;
    wend_result result = wend_world_count(world, &counts);
    for (int32_t i = 0; i < world->profiles.count && result == WEND_OK; i++)
        result = wend_world_count(world->profiles.data[i].view, &out->views[i]);
    const size_t labels = world->components.label_count;
    out->numbers = wendi_alloc(&world->allocator, labels, sizeof *out->numbers);
    if (!out->numbers && labels > 0) result = WEND_ERROR_MEMORY;
    if (result != WEND_OK) return wendi_fail(error_opt, result, "%s: not enough memory to save", name);
    out->map.label_count = number_components(world, out->numbers);
    set_map_section(world, &counts, &out->map);
    wendi_read_pass_begin(world, &out->pass);
    return WEND_OK;
}

// Visits all sections for their sizes and checksums. Returns the bytes of the file.
static uint64_t measure(const wend_world* world, image* saved) {
    XXH3_state_t sum;
    wendi_writer sums = wendi_writer_of(NULL, NULL, &sum);
    put_sections(&sums, world, saved);
    return put_head(&sums, saved).file_size;
}

// The same again for their bytes.
static wend_result write_image(const wend_world* world, image* saved, wend_write_fn* write, void* context) {
    XXH3_state_t sum;
    wendi_writer w = wendi_writer_of(write, context, &sum);
    put_head(&w, saved);
    put_sections(&w, world, saved);
    return w.result;
}

wend_result wend_world_save_pieces(const wend_world* world, wend_write_fn* write, void* context,
                                   wend_error* error_opt) {
    if (!world || !write) return WEND_ERROR_ARGUMENT;
    image saved;
    wend_result result = describe(world, "world", &saved, error_opt);
    if (result == WEND_OK) {
        measure(world, &saved);
        result = write_image(world, &saved, write, context);
    }
    free_image(world, &saved);
    return result;
}

static wend_result write_stream(void* context, const void* bytes, size_t size) {
    return fwrite(bytes, 1, size, context) == size ? WEND_OK : WEND_ERROR_IO;
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

// Visits the sections once: what comes before them is written last.
static wend_result write_output(const wend_world* world, image* saved, const wendi_output* output) {
    char head[WENDI_MOST_HEAD_BYTES] = {0};
    buffer h = {.bytes = head, .size = sizeof head};
    XXH3_state_t sum;
    wendi_writer first = wendi_writer_of(write_buffer, &h, NULL),
                 w = wendi_writer_of(write_stream, output->stream, &sum);
    wendi_put(&w, head, (size_t)wendi_file_aligned(wendi_head_bytes(saved->section_count)));
    wendi_put_end(&w, 0, 0);
    put_sections(&w, world, saved);
    if (w.result == WEND_OK && fflush(output->stream) != 0) w.result = WEND_ERROR_IO;
    put_head(&first, saved);
    return w.result == WEND_OK ? wendi_write_at(wendi_output_descriptor(output), h.bytes, h.used, 0)
                               : w.result;
}

wend_result wend_world_save(const wend_world* world, const char* file, wend_error* error_opt) {
    if (!world || !file) return WEND_ERROR_ARGUMENT;
    image saved;
    wendi_output output;
    wend_result result = describe(world, file, &saved, error_opt); // before the file is touched
    if (result == WEND_OK) result = wendi_output_open(file, &output, error_opt);
    if (result == WEND_OK) {
        result = write_output(world, &saved, &output);
        if (result != WEND_OK)
            wendi_fail(error_opt, result, "%s: write failed: %s", file, wendi_system_error(errno));
        const wend_result closed = wendi_output_close(&output, result == WEND_OK, error_opt);
        if (result == WEND_OK) result = closed;
    }
    free_image(world, &saved);
    return result;
}

wend_result wend_world_save_memory(const wend_world* world, const wend_allocator* allocator_opt,
                                   void** bytes_out, size_t* size_out, wend_error* error_opt) {
    if (!world || !bytes_out || !size_out) return WEND_ERROR_ARGUMENT;
    image saved;
    wend_result result = describe(world, "world", &saved, error_opt);
    const wend_allocator allocator = wendi_allocator(allocator_opt);
    buffer b = {.used = 0};
    if (result == WEND_OK) {
        const uint64_t size = measure(world, &saved);
        b.size = (size_t)size;
        b.bytes = b.size == size ? wendi_alloc(&allocator, b.size, 1) : NULL;
        result = b.bytes ? write_image(world, &saved, write_buffer, &b)
                         : wendi_fail(error_opt, WEND_ERROR_MEMORY, "world: not enough memory to save");
    }
    free_image(world, &saved);
    if (result != WEND_OK) return result;
    WENDI_ASSERT(b.used == b.size);
    *bytes_out = b.bytes;
    *size_out = b.size;
    return WEND_OK;
}
