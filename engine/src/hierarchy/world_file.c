// world_file.c: .wend files. docs/file-format.md describes them byte by byte.
//
// A header, a table of sections, the sections. Everything is covered by an XXH3 checksum. What the grid
// determines (clusters, entrances, nodes) is not stored but computed again, so a hostile file can at worst
// hold wrong distances.
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/file.h"
#include "grid/exits.h"
#include "grid/links.h"
#include "hierarchy/class_index.h"
#include "hierarchy/cluster_nodes.h"
#include "hierarchy/passable_index.h"
#include "hierarchy/profile_file.h"

static const char magic[8] = {'\x89', 'W', 'E', 'N', 'D', '\r', '\n', '\x1a'};
enum { BYTE_ORDER_MARK = 0x01020304 };

typedef struct file_header {
    char magic[8];
    uint32_t byte_order;
    uint32_t version;
    uint64_t file_size;
    uint32_t section_count;
    uint32_t zero[5];
    uint64_t table_checksum;
    uint64_t checksum; // of the bytes before it
} file_header;
_Static_assert(sizeof(file_header) == 64, "layout of the file");

typedef struct map_section {
    int32_t width, height, connectivity, cost_unit;
    float tile_size, origin_x, origin_y;
    int32_t cluster_size;
    uint16_t level_count, wanted_levels;
    uint32_t node_count; // of level 1
    int64_t component_count, largest_component, edge_count;
    float least_cost, greatest_cost; // range of class costs
    uint32_t range_declared, zero;
} map_section;
_Static_assert(sizeof(map_section) == 80, "layout of the file");

typedef struct exits_entry { // of the section of exits
    uint32_t page;
    uint8_t declared[WENDI_EXIT_PAGE_TILES];
} exits_entry;
_Static_assert(sizeof(exits_entry) == 1028, "layout of the file");

typedef struct link_record {
    int32_t from_x, from_y, to_x, to_y;
    float cost, duration;
    int32_t kind, id;
    uint32_t profiles, enabled;
} link_record;
_Static_assert(sizeof(link_record) == 40, "layout of the file");

static uint64_t header_checksum(const file_header* header) {
    return XXH3_64bits(header, offsetof(file_header, checksum));
}

// ---- writing

static uint64_t section_size(const wend_world* world, uint32_t kind) {
    const wend_grid* grid = world->grid;
    switch (kind) {
    case WENDI_SECTION_MAP:
        return sizeof(map_section);
    case WENDI_SECTION_COSTS:
        return sizeof grid->class_costs;
    case WENDI_SECTION_TILES:
        return (uint64_t)grid->width * (uint64_t)grid->height;
    case WENDI_SECTION_METADATA:
        return world->metadata_size;
    case WENDI_SECTION_MATRICES:
        return wendi_file_graph_bytes(&world->graph);
    case WENDI_SECTION_ORIGINAL:
        return world->original ? wendi_original_size(world) : 0;
    case WENDI_SECTION_EXITS:
        return (uint64_t)wendi_exits_declared_pages(&grid->exits) * sizeof(exits_entry);
    case WENDI_SECTION_LINKS:
        return (uint64_t)grid->links.count * sizeof(link_record);
    case WENDI_SECTION_PROFILES:
        return wendi_file_profiles_size(world);
    case WENDI_SECTION_PROFILE_MATRICES:
        return wendi_file_profile_matrices_size(world);
    default:
        return 0;
    }
}

static map_section map_section_of(const wend_world* world, const wend_world_counts* counts) {
    const wend_grid* grid = world->grid;
    const wendi_graph* graph = &world->graph;
    return (map_section){.width = grid->width,
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
                         .edge_count = counts->edge_count};
}

static void put_exits(wendi_writer* w, const wendi_exits* exits) {
    for (int32_t i = -1; (i = wendi_exits_next_page(exits, i + 1)) >= 0;) {
        exits_entry entry = {.page = (uint32_t)i};
        memcpy(entry.declared, exits->pages[i]->declared, sizeof entry.declared);
        wendi_put(w, &entry, sizeof entry);
    }
}

static void put_link(wendi_writer* w, const wend_link* link) {
    link_record record = {.from_x = link->from.x,
                          .from_y = link->from.y,
                          .to_x = link->to.x,
                          .to_y = link->to.y,
                          .cost = link->cost,
                          .duration = link->duration,
                          .kind = (int32_t)link->kind,
                          .id = link->id,
                          .profiles = link->profiles,
                          .enabled = link->enabled};
    wendi_put(w, &record, sizeof record);
}

// What a world is saved as, found before the first byte is written.
typedef struct image {
    file_header header;
    wendi_section table[WENDI_SECTION_COUNT];
    map_section map;
    wend_world_counts views[WEND_MAX_PROFILES]; // by profile - 1
} image;

static void put_section(wendi_writer* w, const wend_world* world, const image* saved, uint32_t kind) {
    const wend_grid* grid = world->grid;
    const wendi_graph* graph = &world->graph;
    switch (kind) {
    case WENDI_SECTION_MAP:
        wendi_put(w, &saved->map, sizeof saved->map);
        break;
    case WENDI_SECTION_COSTS:
        wendi_put(w, grid->class_costs, sizeof grid->class_costs);
        break;
    case WENDI_SECTION_TILES:
        for (int32_t y = 0; y < grid->height; y++) wendi_put(w, wendi_tile(grid, 0, y), (size_t)grid->width);
        break;
    case WENDI_SECTION_METADATA:
        wendi_put(w, world->metadata, world->metadata_size);
        break;
    case WENDI_SECTION_MATRICES:
        for (int32_t level = 1; level <= graph->level_count; level++)
            for (int32_t c = 0; c < wendi_cluster_count(&graph->level[level - 1].clusters); c++)
                wendi_put_matrix(w, wendi_matrix_of(graph, level, c));
        break;
    case WENDI_SECTION_ORIGINAL:
        wendi_put(w, world->original, (size_t)section_size(world, kind));
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
    if (!wendi_is_refreshed(world))
        return wendi_fail(error_opt, WEND_ERROR_UNSUPPORTED,
                          "%s: an edited world must be refreshed before it is saved", name);
    wend_world_counts counts;
    wend_result result = wend_world_count(world, &counts);
    if (result != WEND_OK) return wendi_fail(error_opt, result, "%s: not enough memory to save", name);
    *out = (image){.header = {.byte_order = BYTE_ORDER_MARK,
                              .version = WEND_FORMAT_VERSION,
                              .section_count = WENDI_SECTION_COUNT},
                   .map = map_section_of(world, &counts)};
    memcpy(out->header.magic, magic, sizeof magic);
    for (int32_t i = 0; i < world->profiles.count && result == WEND_OK; i++)
        result = wend_world_count(world->profiles.data[i].view, &out->views[i]);
    if (result != WEND_OK) return wendi_fail(error_opt, result, "%s: not enough memory to save", name);
    uint64_t offset = sizeof out->header + sizeof out->table;
    wendi_writer sums = {.write = NULL};
    for (uint32_t i = 0; i < WENDI_SECTION_COUNT; i++) {
        wendi_section* entry = &out->table[i];
        *entry = (wendi_section){.kind = i + 1, .offset = offset, .size = section_size(world, i + 1)};
        XXH3_64bits_reset(&sums.checksum);
        put_section_and_gap(&sums, world, out, entry);
        entry->checksum = XXH3_64bits_digest(&sums.checksum);
        offset += wendi_file_aligned(entry->size);
        WENDI_ASSERT(offset % WENDI_FILE_ALIGNMENT == 0);
    }
    out->header.file_size = offset;
    out->header.table_checksum = XXH3_64bits(out->table, sizeof out->table);
    out->header.checksum = header_checksum(&out->header);
    return WEND_OK;
}

static wend_result write_image(const wend_world* world, const image* saved, wend_write_fn* write,
                               void* context) {
    wendi_writer w = {.write = write, .context = context};
    wendi_put(&w, &saved->header, sizeof saved->header);
    wendi_put(&w, saved->table, sizeof saved->table);
    for (uint32_t i = 0; i < WENDI_SECTION_COUNT; i++)
        put_section_and_gap(&w, world, saved, &saved->table[i]);
    return w.result;
}

wend_result wend_world_save_pieces(const wend_world* world, wend_write_fn* write, void* context,
                                   wend_error* error_opt) {
    if (!world || !write) return WEND_ERROR_ARGUMENT;
    image saved;
    wend_result result = describe(world, "world", &saved, error_opt);
    return result == WEND_OK ? write_image(world, &saved, write, context) : result;
}

static wend_result write_stream(void* context, const void* bytes, size_t size) {
    return fwrite(bytes, 1, size, context) == size ? WEND_OK : WEND_ERROR_IO;
}

wend_result wend_world_save(const wend_world* world, const char* file, wend_error* error_opt) {
    if (!world || !file) return WEND_ERROR_ARGUMENT;
    image saved;
    wendi_output output;
    wend_result result = describe(world, file, &saved, error_opt); // before the file is touched
    if (result == WEND_OK) result = wendi_output_open(file, &output, error_opt);
    if (result != WEND_OK) return result;
    result = write_image(world, &saved, write_stream, output.stream);
    if (result == WEND_OK && fflush(output.stream) != 0) result = WEND_ERROR_IO;
    if (result != WEND_OK)
        wendi_fail(error_opt, result, "%s: write failed: %s", file, wendi_system_error(errno));
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
    if (!b.bytes) return wendi_fail(error_opt, WEND_ERROR_MEMORY, "world: not enough memory to save");
    write_image(world, &saved, write_buffer, &b);
    WENDI_ASSERT(b.used == b.size);
    *bytes_out = b.bytes;
    *size_out = b.size;
    return WEND_OK;
}

// ---- reading

static wend_result find_size(wendi_reader* r) {
    if (!r->stream) return WEND_OK;
    long end = fseek(r->stream, 0, SEEK_END) == 0 ? ftell(r->stream) : -1;
    if (end < 0) return wendi_system_failure(r);
    rewind(r->stream);
    r->size = (uint64_t)end;
    return WEND_OK;
}

// After this the sections follow each other and fill the file, so no size in the table exceeds the file's.
static wend_result read_section_table(wendi_reader* r) {
    file_header header;
    wend_result result = find_size(r);
    if (result != WEND_OK) return result;
    if (r->size == 0)
        return wendi_fail(r->error, WEND_ERROR_FORMAT, "%s: empty file, expected a .wend file", r->name);
    XXH3_64bits_reset(&r->checksum);
    size_t head = wendi_take(r, &header, sizeof header);
    if (r->stream && ferror(r->stream)) return wendi_system_failure(r);
    if (head < sizeof magic || memcmp(header.magic, magic, sizeof magic) != 0)
        return wendi_fail(r->error, WEND_ERROR_FORMAT, "%s: not a .wend file; expected a world saved by Wend",
                          r->name);
    if (head < sizeof header)
        return wendi_fail(r->error, WEND_ERROR_FORMAT, "%s: truncated .wend file: %llu bytes", r->name,
                          (unsigned long long)r->size);
    if (header.byte_order != BYTE_ORDER_MARK)
        return header.byte_order == 0x04030201
                   ? wendi_fail(r->error, WEND_ERROR_UNSUPPORTED,
                                "%s: .wend file of the other byte order; bake it on this machine", r->name)
                   : wendi_damaged(r, "byte order mark");
    if (header.version != WEND_FORMAT_VERSION)
        return wendi_fail(r->error, WEND_ERROR_UNSUPPORTED,
                          "%s: .wend format version %lu, expected %d; bake it again", r->name,
                          (unsigned long)header.version, WEND_FORMAT_VERSION);
    if (header.checksum != header_checksum(&header))
        return wendi_damaged(r, "checksum of the header does not match");
    if (r->size != header.file_size)
        return wendi_fail(r->error, WEND_ERROR_FORMAT, "%s: %s .wend file: %llu bytes, expected %llu",
                          r->name, r->size < header.file_size ? "truncated" : "damaged",
                          (unsigned long long)r->size, (unsigned long long)header.file_size);
    if (header.section_count != WENDI_SECTION_COUNT) return wendi_damaged(r, "number of sections");
    result = wendi_get(r, r->table, sizeof r->table);
    if (result != WEND_OK) return result;
    if (XXH3_64bits(r->table, sizeof r->table) != header.table_checksum)
        return wendi_damaged(r, "checksum of the section table does not match");
    uint64_t offset = sizeof header + sizeof r->table;
    for (uint32_t i = 0; i < WENDI_SECTION_COUNT; i++) {
        const wendi_section* s = &r->table[i];
        if (s->kind != i + 1 || s->zero != 0 || s->offset != offset || s->size > header.file_size)
            return wendi_damaged(r, "section table");
        offset += wendi_file_aligned(s->size);
    }
    return offset == header.file_size ? WEND_OK : wendi_damaged(r, "section table");
}

// Links come in the order of their ids. Their ends may be blocked.
static wend_result read_links(wendi_reader* r, wend_grid* grid) {
    const uint64_t size = r->table[WENDI_SECTION_LINKS - 1].size;
    if (size % sizeof(link_record) != 0 || size / sizeof(link_record) > WEND_MAX_LINKS)
        return wendi_damaged(r, "size of the links");
    wend_result result = wendi_begin_section(r, WENDI_SECTION_LINKS);
    for (uint64_t left = size / sizeof(link_record); left > 0 && result == WEND_OK; left--) {
        link_record record;
        result = wendi_get(r, &record, sizeof record);
        if (result != WEND_OK) return result;
        wend_link link = {.from = {record.from_x, record.from_y},
                          .to = {record.to_x, record.to_y},
                          .cost = record.cost,
                          .duration = record.duration,
                          .kind = (wend_link_kind)record.kind,
                          .id = record.id,
                          .profiles = record.profiles,
                          .enabled = record.enabled == 1};
        const int32_t count = grid->links.count, last = count > 0 ? grid->links.data[count - 1].id : -1;
        if (!wendi_link_is_valid(grid, &link) || link.id <= last || record.enabled > 1 ||
            wendi_link_cost(grid, &link) > WENDI_MAX_LINK_COST)
            return wendi_damaged(r, "link out of range");
        result = wendi_grid_reserve_link(grid);
        if (result == WEND_OK) wendi_links_insert(&grid->links, &link);
    }
    if (result == WEND_OK) wendi_grid_find_shortcuts(grid);
    return result == WEND_OK ? wendi_end_section(r, WENDI_SECTION_LINKS) : result;
}

// The grid has the range and unit of its cost table. A class cost may have changed since they were chosen,
// and with profiles the unit may be finer than the map needs.
static wend_result set_cost_range(const wendi_reader* r, const map_section* map, wend_grid* grid) {
    const wendi_cost_range range = {map->least_cost, map->greatest_cost, map->range_declared == 1,
                                    map->cost_unit};
    if (map->range_declared > 1 || map->zero != 0 || !wendi_cost_range_is_valid(&range) ||
        wendi_check_class_costs(&range, grid->class_costs) != WEND_OK)
        return wendi_damaged(r, "range of costs");
    if (wendi_grid_set_costs(grid, grid->class_costs, range.unit) != WEND_OK)
        return wendi_damaged(r, "cost unit");
    grid->cost_range = range;
    return WEND_OK;
}

static wend_result read_grid(wendi_reader* r, const wend_allocator* allocator, const map_section* map,
                             wend_grid** out) {
    wend_grid_def def = wend_default_grid_def();
    def.width = map->width;
    def.height = map->height;
    def.connectivity = (wend_connectivity)map->connectivity;
    def.tile_size = map->tile_size;
    def.origin = (wend_vec2){map->origin_x, map->origin_y};
    def.allocator = allocator;
    if (map->width < 1 || map->height < 1 ||
        r->table[WENDI_SECTION_COSTS - 1].size != sizeof def.class_costs ||
        r->table[WENDI_SECTION_TILES - 1].size != (uint64_t)map->width * (uint64_t)map->height)
        return wendi_damaged(r, "size of the map");
    wend_result result = wendi_get_section(r, WENDI_SECTION_COSTS, def.class_costs);
    if (result != WEND_OK) return result;
    wend_grid* grid = NULL;
    result = wend_grid_create(&def, &grid);
    if (result != WEND_OK)
        return result == WEND_ERROR_MEMORY ? result : wendi_damaged(r, "map settings out of range");
    uint8_t* row = wendi_alloc(allocator, (size_t)map->width, 1);
    result = row ? wendi_begin_section(r, WENDI_SECTION_TILES) : WEND_ERROR_MEMORY;
    for (int32_t y = 0; y < map->height && result == WEND_OK; y++) {
        result = wendi_get(r, row, (size_t)map->width);
        if (result == WEND_OK) wend_grid_write(grid, (wend_rect){0, y, map->width, 1}, row, 0);
    }
    wendi_free(allocator, row, (size_t)map->width, 1);
    if (result == WEND_OK) result = wendi_end_section(r, WENDI_SECTION_TILES);
    if (result == WEND_OK) result = set_cost_range(r, map, grid);
    if (result == WEND_OK) result = read_links(r, grid);
    if (result == WEND_OK)
        *out = grid;
    else
        wend_grid_destroy(grid);
    return result;
}

// Pages are in ascending order, so that there is one way to store a map.
static wend_result read_exits(wendi_reader* r, wend_grid* grid) {
    const uint64_t size = r->table[WENDI_SECTION_EXITS - 1].size;
    if (size % sizeof(exits_entry) != 0) return wendi_damaged(r, "size of the closed steps");
    wend_result result = wendi_begin_section(r, WENDI_SECTION_EXITS);
    int64_t least = 0;
    for (uint64_t i = 0; i < size / sizeof(exits_entry) && result == WEND_OK; i++) {
        exits_entry entry;
        result = wendi_get(r, &entry, sizeof entry);
        if (result != WEND_OK) break;
        if (entry.page < least || entry.page >= wendi_exits_page_limit(grid))
            return wendi_damaged(r, "page of closed steps");
        result = wendi_exits_load_page(grid, (int32_t)entry.page, entry.declared);
        if (result == WEND_ERROR_ARGUMENT) return wendi_damaged(r, "closed steps");
        least = (int64_t)entry.page + 1;
    }
    if (result == WEND_OK) result = wendi_end_section(r, WENDI_SECTION_EXITS);
    return result == WEND_OK ? wendi_exits_derive(grid) : result;
}

// Chooses the nodes of all levels and allocates their matrices.
static wend_result prepare_levels(wendi_graph* a, const wend_grid* grid) {
    wend_result result = WEND_OK;
    for (int32_t level = 1; level <= a->level_count && result == WEND_OK; level++) {
        int32_t cluster_count = wendi_cluster_count(&a->level[level - 1].clusters);
        for (int32_t c = 0; c < cluster_count; c++) wendi_choose_nodes(a, grid, level, c);
        result = wendi_graph_alloc_matrices(a, grid, level);
    }
    return result;
}

static wend_result read_matrices(wendi_reader* r, wendi_graph* a) {
    wend_result result = wendi_begin_section(r, WENDI_SECTION_MATRICES);
    for (int32_t level = 1; level <= a->level_count && result == WEND_OK; level++)
        for (int32_t c = 0; c < wendi_cluster_count(&a->level[level - 1].clusters) && result == WEND_OK; c++)
            result = wendi_get_matrix(r, &a->level[level - 1].matrices[c]);
    return result == WEND_OK ? wendi_end_section(r, WENDI_SECTION_MATRICES) : result;
}

wend_result wendi_begin_graph(wendi_reader* r, int32_t cluster_size, const wendi_graph_record* record,
                              wend_world* world) {
    wendi_graph* a = &world->graph;
    wend_result result =
        wendi_graph_partition(world->grid, cluster_size, record->level_count, &world->allocator, a);
    if (result == WEND_OK && wendi_check_link_nodes(a, world->grid) != WEND_OK)
        result = wendi_damaged(r, "too many links in one cluster");
    if (result == WEND_OK) result = prepare_levels(a, world->grid);
    if (result == WEND_OK && wendi_count_nodes(a, world->grid, 1) != record->node_count)
        result = wendi_damaged(r, "size of the abstract graph");
    return result;
}

wend_result wendi_end_graph(wendi_reader* r, const wendi_graph_record* record, wend_world* world) {
    const wend_world_counts* counts = &record->counts;
    wendi_components* components = &world->components;
    wend_result result = wendi_components_find(world->grid, &world->graph, components);
    if (result == WEND_OK) result = wendi_passable_index_make(&world->graph, world->grid);
    if (result == WEND_OK && world->grid->cost_range.declared)
        result = wendi_class_index_make(&world->graph, world->grid);
    if (result != WEND_OK) return result;
    int64_t passable = wend_grid_passable_count(world->grid);
    if (counts->component_count < 0 || counts->component_count > passable || counts->largest_component < 0 ||
        counts->largest_component > passable || counts->edge_count < 0 ||
        (uint64_t)counts->edge_count > wendi_file_graph_bytes(&world->graph))
        return wendi_damaged(r, "counts out of range");
    components->count = counts->component_count;
    components->largest = counts->largest_component;
    components->counted = true;
    world->edge_count = counts->edge_count;
    world->wanted_levels = record->wanted_levels;
    return WEND_OK;
}

static wend_result read_graph(wendi_reader* r, const map_section* map, wend_world* world) {
    const wendi_graph_record record = {
        .level_count = map->level_count,
        .wanted_levels = map->wanted_levels,
        .node_count = map->node_count,
        .counts = {map->edge_count, map->component_count, map->largest_component}};
    wend_result result = wendi_begin_graph(r, map->cluster_size, &record, world);
    if (result != WEND_OK) return result;
    if (r->table[WENDI_SECTION_MATRICES - 1].size != wendi_file_graph_bytes(&world->graph))
        return wendi_damaged(r, "size of the abstract graph");
    result = read_matrices(r, &world->graph);
    return result == WEND_OK ? wendi_end_graph(r, &record, world) : result;
}

static wend_result read_metadata(wendi_reader* r, wend_world* world) {
    size_t size = (size_t)r->table[WENDI_SECTION_METADATA - 1].size;
    char* metadata = wendi_alloc_zeroed(&world->allocator, size + 1, 1);
    if (!metadata) return WEND_ERROR_MEMORY;
    wendi_free(&world->allocator, world->metadata, world->metadata_size + 1, 1);
    world->metadata = metadata;
    world->metadata_size = size;
    return wendi_get_section(r, WENDI_SECTION_METADATA, metadata);
}

static wend_result read_original(wendi_reader* r, wend_world* world) {
    uint64_t size = r->table[WENDI_SECTION_ORIGINAL - 1].size;
    if (size != 0) {
        if (size != wendi_original_size(world)) return wendi_damaged(r, "size of the original");
        world->original = wendi_alloc(&world->allocator, (size_t)size, 1);
        if (!world->original) return WEND_ERROR_MEMORY;
    }
    return wendi_get_section(r, WENDI_SECTION_ORIGINAL, world->original);
}

static wend_result read_world(wendi_reader* r, const wend_allocator* allocator, wend_world** out) {
    map_section map;
    wend_result result = read_section_table(r);
    if (result != WEND_OK) return result;
    if (r->table[WENDI_SECTION_MAP - 1].size != sizeof map ||
        r->table[WENDI_SECTION_METADATA - 1].size > WEND_MAX_METADATA)
        return wendi_damaged(r, "section table");
    result = wendi_get_section(r, WENDI_SECTION_MAP, &map);
    if (result != WEND_OK) return result;
    if (!wendi_valid_cluster_size(map.cluster_size) || map.level_count < 1 ||
        map.wanted_levels > WEND_MAX_LEVELS || map.level_count > map.wanted_levels)
        return wendi_damaged(r, "cluster settings");
    wend_world* world = wendi_world_new(allocator, NULL, 0);
    if (!world) return WEND_ERROR_MEMORY;
    result = read_grid(r, allocator, &map, &world->grid);
    if (result == WEND_OK) result = read_exits(r, world->grid);
    if (result == WEND_OK) result = read_graph(r, &map, world);
    if (result == WEND_OK) result = read_metadata(r, world);
    if (result == WEND_OK) result = read_original(r, world);
    if (result == WEND_OK) result = wendi_get_profiles(r, world);
    if (result == WEND_OK)
        *out = world;
    else
        wend_world_destroy(world);
    return result;
}

static wend_result open_reader(wendi_reader* r, const wend_allocator* allocator_opt, wend_world** out) {
    wend_allocator allocator = wendi_allocator(allocator_opt);
    wend_result result = read_world(r, &allocator, out);
    if (result == WEND_ERROR_MEMORY)
        wendi_fail(r->error, result, "%s: not enough memory for this world", r->name);
    return result;
}

wend_result wend_world_open(const char* file, const wend_allocator* allocator_opt, wend_world** out,
                            wend_error* error_opt) {
    if (!file || !out) return WEND_ERROR_ARGUMENT;
    wendi_reader r = {.name = file, .error = error_opt, .stream = wendi_input_open(file)};
    if (!r.stream)
        return wendi_fail(error_opt, WEND_ERROR_IO, "%s: cannot be opened: %s; expected a .wend file", file,
                          wendi_system_error(errno));
    wend_result result = open_reader(&r, allocator_opt, out);
    fclose(r.stream);
    return result;
}

wend_result wend_world_open_memory(const void* bytes, size_t size, const wend_allocator* allocator_opt,
                                   wend_world** out, wend_error* error_opt) {
    if (!out || (!bytes && size > 0)) return WEND_ERROR_ARGUMENT;
    wendi_reader r = {.name = "memory", .error = error_opt, .bytes = bytes, .size = size};
    return open_reader(&r, allocator_opt, out);
}
