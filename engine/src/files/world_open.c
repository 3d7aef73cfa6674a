// world_open.c: how does a .wend file become a world? docs/file-format.md describes it byte by byte.
//
// The file is read into memory, or mapped, and the world uses its tiles, node sets, matrices and labels where
// they lie. cluster_check.c checks them: all at once in a file that is read, after the checksums of all
// sections, and when a query first touches them in a mapped one (first_check.h). What is not stored is
// computed.
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/file.h"
#include "files/cluster_check.h"
#include "files/first_check.h"
#include "files/world_file.h"
#include "files/world_patch.h"
#include "files/world_profiles.h"
#include "grid/exit_pages.h"
#include "grid/links.h"
#include "hierarchy/abstract_graph.h"
#include "hierarchy/tile_index.h"
#include "subgoals/subgoal_graph.h"

// ---- header and sections

static wend_result find_size(wendi_reader* r) {
    if (!r->stream) return WEND_OK;
    const int64_t end = wendi_input_size(r->stream);
    if (end < 0) return wendi_system_failure(r);
    r->size = (uint64_t)end;
    return WEND_OK;
}

// After this the sections follow each other and fill the file, so no size in the table exceeds the file's.
static wend_result read_section_table(wendi_reader* r) {
    wendi_file_header header;
    wend_result result = find_size(r);
    if (result != WEND_OK) return result;
    if (r->size == 0)
        return wendi_fail(r->error, WEND_ERROR_FORMAT, "%s: empty file, expected a .wend file", r->name);
    XXH3_64bits_reset(&r->checksum);
    size_t head = wendi_take(r, &header, sizeof header);
    if (r->stream && ferror(r->stream)) return wendi_system_failure(r);
    if (head < sizeof header.magic || memcmp(header.magic, WENDI_FILE_MAGIC, sizeof header.magic) != 0)
        return wendi_fail(r->error, WEND_ERROR_FORMAT, "%s: not a .wend file; expected a world saved by Wend",
                          r->name);
    if (head < sizeof header)
        return wendi_fail(r->error, WEND_ERROR_FORMAT, "%s: truncated .wend file: %llu bytes", r->name,
                          (unsigned long long)r->size);
    wendi_reorder(&header, 1, &wendi_file_header_layout);
    if (header.byte_order != WENDI_BYTE_ORDER_MARK)
        return header.byte_order == 0x04030201 ? wendi_fail(r->error, WEND_ERROR_UNSUPPORTED,
                                                            "%s: .wend file of another byte order, which "
                                                            "earlier versions wrote on some machines; "
                                                            "bake it again",
                                                            r->name)
                                               : wendi_damaged(r, "byte order mark");
    if (header.version != WEND_FORMAT_VERSION)
        return wendi_fail(r->error, WEND_ERROR_UNSUPPORTED,
                          "%s: .wend format version %lu, expected %d; bake it again", r->name,
                          (unsigned long)header.version, WEND_FORMAT_VERSION);
    if (header.checksum != wendi_header_checksum(&header))
        return wendi_damaged(r, "checksum of the header does not match");
    if (r->size != header.file_size)
        return wendi_fail(r->error, WEND_ERROR_FORMAT, "%s: %s .wend file: %llu bytes, expected %llu",
                          r->name, r->size < header.file_size ? "truncated" : "damaged",
                          (unsigned long long)r->size, (unsigned long long)header.file_size);
    r->id = header.checksum;
    if (header.section_count < WENDI_SECTION_COUNT || header.section_count > WENDI_MOST_SECTIONS)
        return wendi_damaged(r, "number of sections");
    r->section_count = header.section_count;
    result = wendi_get_records(r, r->table, r->section_count, &wendi_section_layout);
    if (result != WEND_OK) return result;
    if (wendi_sum(r->table, r->section_count, &wendi_section_layout, 0) != header.table_checksum)
        return wendi_damaged(r, "checksum of the section table does not match");
    char gap[WENDI_FILE_ALIGNMENT] = {0};
    static const char zeros[WENDI_FILE_ALIGNMENT];
    const uint64_t head_bytes = sizeof header + r->section_count * sizeof *r->table;
    uint64_t offset = wendi_file_aligned(head_bytes);
    result = wendi_get(r, gap, (size_t)(offset - head_bytes));
    if (result != WEND_OK) return result;
    if (memcmp(gap, zeros, sizeof gap) != 0) return wendi_damaged(r, "section table");
    for (uint32_t i = 0; i < r->section_count; i++) {
        const wendi_section* s = &r->table[i];
        if (s->kind != i + 1 || s->zero != 0 || s->offset != offset || s->size > header.file_size)
            return wendi_damaged(r, "section table");
        offset += wendi_file_aligned(s->size);
    }
    return offset == header.file_size ? WEND_OK : wendi_damaged(r, "section table");
}

// A section that the world uses in place.
static char* bytes_of(const wendi_reader* r, uint32_t kind) {
    return (char*)r->bytes + r->table[kind - 1].offset; // the caller's own memory
}

// 0: also without such a section.
static uint64_t size_of(const wendi_reader* r, uint32_t kind) {
    return kind <= r->section_count ? r->table[kind - 1].size : 0;
}

static wend_result verify_section(wendi_reader* r, uint32_t kind) {
    wend_result result = wendi_begin_section(r, kind);
    if (result != WEND_OK) return result;
    XXH3_64bits_update(&r->checksum, r->bytes + r->at, (size_t)size_of(r, kind));
    r->at += size_of(r, kind);
    return wendi_end_section(r, kind);
}

// ---- grid

// Links come in the order of their ids. Their ends may be blocked. name: of the file.
static wend_result add_link(const wendi_reader* r, const char* name, wend_grid* grid,
                            const wendi_link_record* record) {
    wend_link link = {.from = {record->from_x, record->from_y},
                      .to = {record->to_x, record->to_y},
                      .cost = record->cost,
                      .duration = record->duration,
                      .kind = (wend_link_kind)record->kind,
                      .id = record->id,
                      .profiles = record->profiles,
                      .enabled = record->enabled == 1};
    memcpy(link.profile_costs, record->profile_costs, sizeof link.profile_costs);
    const int32_t count = grid->links.count, last = count > 0 ? grid->links.data[count - 1].id : -1;
    if (!wendi_link_is_valid(grid, &link) || link.id <= last || record->enabled > 1 ||
        wendi_link_most_units(&link, grid->costs.unit) > WENDI_MAX_LINK_COST)
        return wendi_fail(r->error, WEND_ERROR_FORMAT, "%s: damaged %s: link out of range", name,
                          name == r->name ? ".wend file" : "patch");
    wend_result result = wendi_grid_reserve_link(grid);
    if (result == WEND_ERROR_LIMIT)
        return wendi_fail(r->error, WEND_ERROR_FORMAT, "%s: damaged %s: links on a map of this size", name,
                          name == r->name ? ".wend file" : "patch");
    if (result == WEND_OK) wendi_links_insert(&grid->links, &link);
    return result;
}

static wend_result read_links_of_file(wendi_reader* r, wend_grid* grid) {
    const uint64_t size = r->table[WENDI_SECTION_LINKS - 1].size;
    if (size % sizeof(wendi_link_record) != 0 || size / sizeof(wendi_link_record) > WEND_MAX_LINKS)
        return wendi_damaged(r, "size of the links");
    wend_result result = wendi_begin_section(r, WENDI_SECTION_LINKS);
    for (uint64_t left = size / sizeof(wendi_link_record); left > 0 && result == WEND_OK; left--) {
        wendi_link_record record;
        result = wendi_get_records(r, &record, 1, &wendi_link_record_layout);
        if (result == WEND_OK) result = add_link(r, r->name, grid, &record);
    }
    if (result == WEND_OK) wendi_grid_find_shortcuts(grid);
    return result == WEND_OK ? wendi_end_section(r, WENDI_SECTION_LINKS) : result;
}

// The links of the file, or those of a patch in their place.
static wend_result read_links(wendi_reader* r, const wend_world* world, wend_grid* grid) {
    const wendi_patch* patch = wendi_patch_of_links(world);
    if (!patch) return read_links_of_file(r, grid);
    wend_result result = patch->link_count > WEND_MAX_LINKS ? wendi_damaged(r, "size of the links") : WEND_OK;
    for (int32_t i = 0; i < patch->link_count && result == WEND_OK; i++)
        result = add_link(r, patch->name, grid, &patch->links[i]);
    if (result == WEND_OK) wendi_grid_find_shortcuts(grid);
    return result;
}

static bool has_relief(const wendi_reader* r) {
    return size_of(r, WENDI_SECTION_RELIEF) > 0;
}

wend_result wendi_relief_from_head(wend_grid* grid, const wendi_relief_head* head,
                                   const wend_slope_point* points, const wend_row_size* rows,
                                   int16_t* elevations, uint8_t* lanes) {
    wend_relief_def def = wend_default_relief_def();
    def.slopes = points;
    def.slope_count = (int32_t)head->point_count;
    def.rows = rows;
    def.row_count = (int32_t)head->row_count;
    def.max_climb = head->max_climb;
    def.max_drop = head->max_drop;
    def.unit_length = head->unit_length;
    memcpy(def.lane_factors, head->lane_factors, sizeof def.lane_factors);
    return wendi_relief_make_in_place(grid, &def, head->unit, head->base,
                                      (int32_t)(head->steepest & UINT16_MAX), elevations, lanes,
                                      &grid->relief);
}

// Follows set_cost_range: the unit suits the relief. The table is derived, the planes are used in place.
static wend_result read_relief(const wendi_reader* r, wend_grid* grid) {
    if (!has_relief(r)) return WEND_OK;
    char* bytes = bytes_of(r, WENDI_SECTION_RELIEF);
    const wendi_relief_head* head = (const void*)bytes;
    const uint64_t size = size_of(r, WENDI_SECTION_RELIEF),
                   tiles = (uint64_t)grid->width * (uint64_t)grid->height;
    if (size < sizeof *head || head->planes > 3 || head->point_count > size / sizeof(wend_slope_point) ||
        head->row_count > UINT16_MAX)
        return wendi_damaged(r, "size of the relief");
    const uint64_t planes = wendi_relief_planes_at(head), lanes = planes + (head->planes & 1 ? 2 * tiles : 0);
    if (size != wendi_relief_section_bytes(head, tiles)) return wendi_damaged(r, "size of the relief");
    const wend_slope_point* points = (const void*)(head + 1);
    const wend_row_size* rows = (const void*)(points + head->point_count);
    if (head->checksum != wendi_relief_head_sum(head, points, rows)) return wendi_damaged(r, "relief");
    wend_result result = wendi_relief_from_head(grid, head, points, rows,
                                                head->planes & 1 ? (int16_t*)(void*)(bytes + planes) : NULL,
                                                head->planes & 2 ? (uint8_t*)bytes + lanes : NULL);
    if (result == WEND_OK) result = wendi_grid_set_costs(grid, grid->class_costs, grid->costs.unit);
    return result == WEND_OK || result == WEND_ERROR_MEMORY ? result
                                                            : wendi_damaged(r, "relief out of range");
}

// The grid has the range and unit of its cost table. A class cost may have changed since they were chosen,
// and with profiles the unit may be finer than the map needs.
static wend_result set_cost_range(const wendi_reader* r, const wendi_map_section* map, wend_grid* grid) {
    const wendi_cost_range range = {map->least_cost, map->greatest_cost, map->range_declared == 1,
                                    map->cost_unit};
    if (map->range_declared > 1 || !wendi_cost_range_is_valid(&range, has_relief(r)) ||
        wendi_check_class_costs(&range, grid->class_costs) != WEND_OK)
        return wendi_damaged(r, "range of costs");
    if (wendi_grid_set_costs(grid, grid->class_costs, range.unit) != WEND_OK)
        return wendi_damaged(r, "cost unit");
    grid->cost_range = range;
    return WEND_OK;
}

// Pages are in ascending order, so that there is one way to store a map.
static wend_result read_exits(wendi_reader* r, const wend_world* world, wend_grid* grid) {
    const uint64_t size = r->table[WENDI_SECTION_EXITS - 1].size;
    if (size % sizeof(wendi_exits_entry) != 0) return wendi_damaged(r, "size of the closed steps");
    wend_result result = wendi_begin_section(r, WENDI_SECTION_EXITS);
    int64_t least = 0;
    for (uint64_t i = 0; i < size / sizeof(wendi_exits_entry) && result == WEND_OK; i++) {
        wendi_exits_entry entry;
        result = wendi_get_records(r, &entry, 1, &wendi_exits_entry_layout);
        if (result != WEND_OK) break;
        if (entry.page < least || entry.page >= wendi_exits_page_limit(grid))
            return wendi_damaged(r, "page of closed steps");
        least = (int64_t)entry.page + 1;
        if (wendi_patches_hold_page(world, entry.page)) continue;
        result = wendi_exits_load_page(grid, (int32_t)entry.page, entry.declared);
        if (result == WEND_ERROR_ARGUMENT) return wendi_damaged(r, "closed steps");
    }
    if (result == WEND_OK) result = wendi_end_section(r, WENDI_SECTION_EXITS);
    if (result == WEND_OK) result = wendi_patches_put_exits(world, grid, r->error);
    return result == WEND_OK ? wendi_exits_derive(grid) : result;
}

// The classes that are counted must be those of the tiles.
static wend_result check_class_counts(wendi_reader* r, const wend_grid* grid) {
    int64_t* counts = wendi_alloc_zeroed(&grid->allocator, WEND_CLASS_COUNT, sizeof *counts);
    if (!counts) return WEND_ERROR_MEMORY;
    for (int32_t y = 0; y < grid->height; y++) wendi_count_row(counts, grid, y);
    const bool same = memcmp(counts, grid->class_counts, sizeof grid->class_counts) == 0;
    wendi_free(&grid->allocator, counts, WEND_CLASS_COUNT, sizeof *counts);
    return same ? WEND_OK : wendi_damaged(r, "number of tiles of a class");
}

static bool has_possible_counts(const wend_grid_def* def, const int64_t* counts) {
    const int64_t tiles = (int64_t)def->width * def->height * wendi_max(def->floors, 1);
    int64_t sum = 0;
    for (int32_t k = 0; k < WEND_CLASS_COUNT; k++) {
        if (counts[k] < 0 || counts[k] > tiles - sum) return false;
        sum += counts[k];
    }
    return sum == tiles;
}

// Keeps the tiles of the file as the original classes, if a patch says so, before the patches change them.
static wend_result keep_original(const wendi_reader* r, wend_world* world) {
    if (!wendi_patches_have_original(world) || size_of(r, WENDI_SECTION_ORIGINAL) > 0) return WEND_OK;
    if (!wendi_file_of(world)->view) return wendi_copy_original(world);
    wendi_original_is_file(world);
    return WEND_OK;
}

// The bytes from one row of tiles to the next; 0: the section does not have the size of this map. Wide maps
// were once written without room between the rows.
static int64_t stride_of_tiles(const wendi_reader* r, const wendi_map_section* map) {
    const uint64_t size = size_of(r, WENDI_SECTION_TILES);
    if (map->width < 1 || map->height < 1) return 0;
    if (size == wendi_file_tile_bytes(map->width, map->height)) return wendi_tile_stride(map->width);
    return size == ((uint64_t)map->width + 2) * ((uint64_t)map->height + 2) ? (int64_t)map->width + 2 : 0;
}

// The map section has the height of the sheet.
static wend_result read_floors(wendi_reader* r, wend_grid_def* def) {
    wendi_floors_head head;
    if (size_of(r, WENDI_SECTION_FLOORS) == 0) return WEND_OK;
    wend_result result = verify_section(r, WENDI_SECTION_FLOORS);
    if (result != WEND_OK) return result;
    const uint64_t size = size_of(r, WENDI_SECTION_FLOORS);
    if (size < sizeof head) return wendi_damaged(r, "size of the floors");
    memcpy(&head, bytes_of(r, WENDI_SECTION_FLOORS), sizeof head);
    wendi_reorder(&head, 1, &wendi_floors_head_layout);
    if (head.count < 2 || head.count > WEND_MAX_FLOORS || head.has_heights > 1 || head.zero != 0 ||
        size != sizeof head + head.has_heights * head.count * sizeof(float))
        return wendi_damaged(r, "size of the floors");
    wend_grid_def floors = *def;
    floors.height = (int32_t)(head.height & INT32_MAX);
    floors.floors = (int32_t)head.count;
    wendi_floors laid_out;
    int32_t height;
    if (floors.height < 1 || !wendi_floors_lay_out(&floors, &laid_out, &height) || height != def->height)
        return wendi_damaged(r, "floors of another height than the map");
    *def = floors;
    return WEND_OK;
}

static wend_result read_floor_heights(const wendi_reader* r, wend_grid* grid) {
    const uint64_t size = size_of(r, WENDI_SECTION_FLOORS);
    const char* at = size > sizeof(wendi_floors_head) ? bytes_of(r, WENDI_SECTION_FLOORS) : NULL;
    wend_result result = WEND_OK;
    for (int32_t i = 0; at && i < grid->floors.count && result == WEND_OK; i++) {
        float height;
        memcpy(&height, at + sizeof(wendi_floors_head) + (size_t)i * sizeof height, sizeof height);
        wendi_reorder(&height, 1, &wendi_u32);
        result = wend_grid_set_floor_height(grid, i, height);
    }
    return result == WEND_OK || result == WEND_ERROR_MEMORY ? result : wendi_damaged(r, "height of a floor");
}

// Errors: FORMAT, IO, MEMORY.
static wend_result read_ground(wendi_reader* r, wend_world* world) {
    const uint64_t size = size_of(r, WENDI_SECTION_GROUND), count = size / sizeof(wendi_ground_record);
    wend_grid* grid = world->grid;
    if (size == 0) return WEND_OK;
    if (size % sizeof(wendi_ground_record) != 0 || count > INT32_MAX)
        return wendi_damaged(r, "size of the ground");
    wend_rect* ground = wendi_alloc(&world->allocator, (size_t)count, sizeof *ground);
    if (!ground) return WEND_ERROR_MEMORY;
    world->ground = (wendi_ground_list){ground, (size_t)count, (int32_t)count - 1};
    wend_result result = wendi_begin_section(r, WENDI_SECTION_GROUND);
    for (uint64_t i = 0; i < count && result == WEND_OK; i++) {
        wendi_ground_record record;
        result = wendi_get_records(r, &record, 1, &wendi_ground_record_layout);
        if (result != WEND_OK) return result;
        const wend_rect rect = {record.x, record.y, record.width, record.height, 0};
        if (i == 0) {
            const bool odd = wendi_is_hex(grid->connectivity) && ((rect.x | rect.y) & 1) != 0;
            if (wendi_abs(rect.x / 2) > WENDI_FAR_GROUND || wendi_abs(rect.y / 2) > WENDI_FAR_GROUND || odd)
                return wendi_damaged(r, "columns or rows out of range");
            wendi_grid_set_first(grid, rect.x, rect.y);
            continue;
        }
        const wendi_floors* floors = &grid->floors;
        const int64_t x = (int64_t)rect.x - floors->left, y = (int64_t)rect.y - floors->top;
        if (x < 0 || y < 0 || y >= grid->height || rect.width < 1 || rect.height < 1 ||
            rect.width > grid->width - x || rect.height > floors->height - wendi_map_row(floors, (int32_t)y))
            return wendi_damaged(r, "ground outside of the map");
        const int32_t floor = wendi_floor_of(floors, (int32_t)y);
        ground[i - 1] =
            (wend_rect){rect.x, rect.y - floor * floors->pitch, rect.width, rect.height, (uint16_t)floor};
    }
    return result == WEND_OK ? wendi_end_section(r, WENDI_SECTION_GROUND) : result;
}

static wend_result read_grid(wendi_reader* r, const wendi_map_section* map, wend_world* world) {
    const int64_t* counts = wendi_patched_class_counts(world, map->class_counts);
    wend_grid_def def = wend_default_grid_def();
    def.width = map->width;
    def.height = map->height;
    def.connectivity = (wend_connectivity)map->connectivity;
    def.tile_size = map->tile_size;
    def.origin = (wend_vec2){map->origin_x, map->origin_y};
    def.allocator = &world->allocator;
    const int64_t stride = stride_of_tiles(r, map);
    if (def.connectivity < 0 || def.connectivity >= WEND_CONNECTIVITY_COUNT)
        return wendi_damaged(r, "map settings out of range");
    wend_result result = read_floors(r, &def);
    if (result != WEND_OK) return result;
    if (stride == 0 || size_of(r, WENDI_SECTION_COSTS) != sizeof def.class_costs)
        return wendi_damaged(r, "size of the map");
    if (!has_possible_counts(&def, counts)) return wendi_damaged(r, "number of tiles of a class");
    result = wendi_get_section(r, WENDI_SECTION_COSTS, &wendi_u32, def.class_costs);
    if (result != WEND_OK) return result;
    memcpy(def.class_costs, wendi_patched_costs(world, def.class_costs), sizeof def.class_costs);
    uint8_t* tiles = (uint8_t*)bytes_of(r, WENDI_SECTION_TILES);
    result = wendi_grid_create_in_place(&def, tiles, stride, counts, &world->grid);
    if (result != WEND_OK)
        return result == WEND_ERROR_MEMORY ? result : wendi_damaged(r, "map settings out of range");
    wend_grid* grid = world->grid;
    result = read_floor_heights(r, grid);
    if (result == WEND_OK) result = keep_original(r, world);
    if (result == WEND_OK)
        result = wendi_patches_put_tiles(world, grid, map->cluster_size, map->level_count, r->error);
    if (result == WEND_OK && !wendi_file_of(world)->is_mapped) result = check_class_counts(r, grid);
    if (result == WEND_OK) result = set_cost_range(r, map, grid);
    if (result == WEND_OK) result = read_ground(r, world); // where rows lie, which have sizes
    if (result == WEND_OK) result = read_relief(r, grid);
    if (result == WEND_OK) result = wendi_patches_put_elevations(world, grid, map->cluster_size, r->error);
    if (result == WEND_OK) result = read_links(r, world, grid);
    return result == WEND_OK ? read_exits(r, world, grid) : result;
}

// ---- graph

// The world must be complete but for its matrices and components. Errors: FORMAT.
static wend_result find_stored(wendi_reader* r, wend_world* world) {
    wendi_world_file* f = wendi_file_of(world);
    const size_t name_bytes = strlen(r->name) + 1;
    wendi_stored_clusters* out = wendi_alloc_zeroed(&world->allocator, 1, sizeof *out + name_bytes);
    if (!out) return WEND_ERROR_MEMORY;
    f->stored = out;
    f->stored_bytes = sizeof *out + name_bytes;
    out->name = memcpy(out + 1, r->name, name_bytes);
    out->patches = f->patches;
    out->patch_count = f->patch_count;
    const wendi_graph* graph = &world->graph;
    out->level_count = graph->level_count;
    const wendi_cluster_entry* directory = (const void*)bytes_of(r, WENDI_SECTION_DIRECTORY);
    uint64_t clusters = 0;
    for (int32_t i = 0; i < graph->level_count; i++) {
        out->directory[i] = directory + clusters;
        out->nodes[i] = (const uint64_t*)(const void*)graph->level[i].nodes.table.items;
        clusters += (uint64_t)wendi_cluster_count(&graph->level[i].clusters);
    }
    if (size_of(r, WENDI_SECTION_DIRECTORY) != clusters * sizeof *directory ||
        size_of(r, WENDI_SECTION_LABELS) % sizeof *out->labels != 0)
        return wendi_damaged(r, "size of the directory");
    out->matrices = bytes_of(r, WENDI_SECTION_MATRICES);
    out->matrices_size = size_of(r, WENDI_SECTION_MATRICES);
    out->labels = (uint32_t*)(void*)bytes_of(r, WENDI_SECTION_LABELS);
    out->label_count = size_of(r, WENDI_SECTION_LABELS) / sizeof *out->labels;
    return WEND_OK;
}

// Checks every cluster. Matrices and labels come one after the other.
static wend_result check_clusters(wendi_reader* r, wend_world* world, const wendi_stored_clusters* stored) {
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

static wend_result read_one_ways(wendi_reader* r, wend_world* world) {
    const wendi_graph* graph = &world->graph;
    wendi_one_way_list* list = &world->components.one_ways;
    const uint64_t size = size_of(r, WENDI_SECTION_ONE_WAYS), count = size / sizeof *list->data;
    if (size % sizeof *list->data != 0 || count > INT32_MAX)
        return wendi_damaged(r, "size of the one-way connections");
    wend_result result = wendi_one_way_list_reserve(list, (int64_t)count);
    if (result == WEND_OK)
        result = wendi_get_section(r, WENDI_SECTION_ONE_WAYS, &wendi_one_way_layout, list->data);
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

static wend_result begin_components(wendi_reader* r, const wendi_map_section* map, wend_world* world) {
    wendi_components* components = &world->components;
    const int32_t clusters = wendi_cluster_count(&world->graph.clusters);
    const uint32_t label_count = wendi_patched_label_count(world, map->label_count);
    if (label_count / WENDI_BORDER_INDEX_COUNT > (uint32_t)clusters + WEND_MAX_LINKS)
        return wendi_damaged(r, "number of components");
    wend_result result = wendi_components_begin(&world->allocator, clusters, label_count, components);
    return result == WEND_OK ? wendi_patches_put_components(world, r->error) : result;
}

wend_result wendi_set_counts(wendi_reader* r, const wendi_graph_record* record, uint64_t matrices_size,
                             wend_world* world) {
    const wend_world_counts* counts = &record->counts;
    wendi_components* components = &world->components;
    int64_t passable = wend_grid_passable_count(world->grid);
    if (counts->component_count < 0 || counts->component_count > passable || counts->largest_component < 0 ||
        counts->largest_component > passable || counts->edge_count < 0 ||
        (uint64_t)counts->edge_count > matrices_size)
        return wendi_damaged(r, "counts out of range");
    components->count = counts->component_count;
    components->largest = counts->largest_component;
    components->counted = true;
    world->edge_count = counts->edge_count;
    world->wanted_levels = record->wanted_levels;
    return WEND_OK;
}

static wend_result partition(wendi_reader* r, const wendi_map_section* map, wend_world* world) {
    const wendi_partition clusters = wendi_partition_of(map->width, map->height, map->cluster_size);
    uint64_t* nodes = (uint64_t*)(void*)bytes_of(r, WENDI_SECTION_NODES);
    if (size_of(r, WENDI_SECTION_NODES) !=
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
static wend_result set_counts(wendi_reader* r, const wendi_map_section* map, wend_world* world) {
    const wendi_world_file* f = wendi_file_of(world);
    const wendi_graph_record record = {
        .wanted_levels = map->wanted_levels,
        .counts = {map->edge_count, map->component_count, map->largest_component}};
    world->wanted_levels = map->wanted_levels;
    if (f->patch_count > 0) return WEND_OK;
    return wendi_set_counts(r, &record, f->stored->matrices_size, world);
}

// Checks all clusters, and computes what is derived from all of them.
static wend_result complete_graph(wendi_reader* r, const wendi_map_section* map, wend_world* world) {
    const wendi_world_file* f = wendi_file_of(world);
    wendi_graph* graph = &world->graph;
    wend_result result = check_clusters(r, world, f->stored);
    if (result == WEND_OK && f->patch_count == 0 &&
        wendi_count_nodes(graph, world->grid, 1) != map->node_count)
        result = wendi_damaged(r, "size of the abstract graph");
    return result == WEND_OK ? wendi_indices_make(graph, world->grid) : result;
}

static wend_result read_graph(wendi_reader* r, const wendi_map_section* map, wend_world* world) {
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

// ---- world

static wend_result read_metadata(wendi_reader* r, wend_world* world) {
    size_t size = (size_t)r->table[WENDI_SECTION_METADATA - 1].size;
    char* metadata = wendi_alloc_zeroed(&world->allocator, size + 1, 1);
    if (!metadata) return WEND_ERROR_MEMORY;
    wendi_free(&world->allocator, world->metadata, world->metadata_size + 1, 1);
    world->metadata = metadata;
    world->metadata_size = size;
    return wendi_get_section(r, WENDI_SECTION_METADATA, &wendi_u8, metadata);
}

static wend_result read_original(wendi_reader* r, wend_world* world) {
    const uint64_t size = size_of(r, WENDI_SECTION_ORIGINAL);
    if (size == 0) return WEND_OK;
    if (size != wendi_original_size(world)) return wendi_damaged(r, "size of the original");
    world->original = (uint8_t*)bytes_of(r, WENDI_SECTION_ORIGINAL);
    world->original_stride = world->grid->width;
    return WEND_OK;
}

static void reorder_relief(const wendi_reader* r) {
    char* bytes = bytes_of(r, WENDI_SECTION_RELIEF);
    const uint64_t size = size_of(r, WENDI_SECTION_RELIEF);
    wendi_relief_head* head = (void*)bytes;
    if (size < sizeof *head) return;
    wendi_reorder(head, 1, &wendi_relief_head_layout);
    const uint64_t numbers = 2 * (uint64_t)head->point_count + 3 * (uint64_t)head->row_count,
                   planes = wendi_relief_planes_at(head);
    if (planes > size) return;
    wendi_reorder(head + 1, (size_t)numbers, &wendi_u32);
    const wendi_map_section* map = (const void*)bytes_of(r, WENDI_SECTION_MAP);
    const uint64_t tiles = (uint64_t)map->width * (uint64_t)map->height;
    if (head->planes & 1 && tiles <= (size - planes) / 2)
        wendi_reorder(bytes + planes, (size_t)tiles, &wendi_u16);
}

// Gives the numbers that are used in place the order of the machine. Sizes that do not fit are found later.
static void reorder_sections(const wendi_reader* r) {
    wendi_cluster_entry* directory = (void*)bytes_of(r, WENDI_SECTION_DIRECTORY);
    const size_t clusters = (size_t)size_of(r, WENDI_SECTION_DIRECTORY) / sizeof *directory;
    wendi_reorder(bytes_of(r, WENDI_SECTION_MAP), size_of(r, WENDI_SECTION_MAP) == sizeof(wendi_map_section),
                  &wendi_map_section_layout);
    wendi_reorder(bytes_of(r, WENDI_SECTION_NODES),
                  (size_t)size_of(r, WENDI_SECTION_NODES) / sizeof(uint64_t), &wendi_u64);
    wendi_reorder(bytes_of(r, WENDI_SECTION_LABELS),
                  (size_t)size_of(r, WENDI_SECTION_LABELS) / sizeof(uint32_t), &wendi_u32);
    wendi_reorder(directory, clusters, &wendi_cluster_entry_layout);
    if (has_relief(r)) reorder_relief(r);
    wendi_reorder_matrices(bytes_of(r, WENDI_SECTION_MATRICES), size_of(r, WENDI_SECTION_MATRICES), directory,
                           sizeof *directory, clusters);
}

static wend_result read_sections(wendi_reader* r, wend_world* world) {
    const wendi_map_section* map = (const void*)bytes_of(r, WENDI_SECTION_MAP);
    wend_result result = verify_section(r, WENDI_SECTION_MAP); // wendi_get_section verifies what it copies
    for (uint32_t kind = 1; kind <= r->section_count && result == WEND_OK && !wendi_file_of(world)->is_mapped;
         kind++)
        result = verify_section(r, kind);
    if (result != WEND_OK) return result;
    if (!wendi_has_file_order()) reorder_sections(r);
    if (size_of(r, WENDI_SECTION_MAP) != sizeof *map ||
        size_of(r, WENDI_SECTION_METADATA) > WEND_MAX_METADATA)
        return wendi_damaged(r, "section table");
    if (!wendi_valid_cluster_size(map->cluster_size) || map->level_count < 1 ||
        map->wanted_levels > WEND_MAX_LEVELS || map->level_count > map->wanted_levels)
        return wendi_damaged(r, "cluster settings");
    result = read_grid(r, map, world);
    if (result == WEND_OK) result = read_graph(r, map, world);
    if (result == WEND_OK) result = read_metadata(r, world);
    if (result == WEND_OK) result = read_original(r, world);
    return result == WEND_OK ? wendi_get_profiles(r, world) : result;
}

// A world with profiles is read whole: their views are derived from all tiles. So is one whose numbers the
// machine stores in another order.
static bool map_file(wendi_reader* r, wend_world* world) {
    wendi_world_file* f = wendi_file_of(world);
    if (!r->stream || !wendi_has_file_order() || r->size > SIZE_MAX || size_of(r, WENDI_SECTION_PROFILES) > 0)
        return false;
    f->bytes = wendi_input_map(r->stream, (size_t)r->size);
    f->size = f->bytes ? (size_t)r->size : 0;
    f->is_mapped = f->bytes;
    if (!f->bytes) return false;
    f->view = wendi_input_view(r->stream, (size_t)r->size);
    return true;
}

// Reads the whole file into memory of the world.
static wend_result read_file(wendi_reader* r, wend_world* world) {
    wendi_world_file* f = wendi_file_of(world);
    const size_t size = (size_t)r->size;
    if (size != r->size) return WEND_ERROR_MEMORY;
    // Items of this size are aligned to cache lines, as the sections are within the file.
    f->bytes = wendi_alloc(&world->allocator, size / WENDI_FILE_ALIGNMENT, WENDI_FILE_ALIGNMENT);
    if (!f->bytes) return WEND_ERROR_MEMORY;
    f->size = size;
    return wendi_read_all(r, f->bytes);
}

static wend_result get_subgoals(wendi_reader* r, wend_world* world) {
    const uint64_t size = size_of(r, WENDI_SECTION_SUBGOALS);
    wendi_subgoals_head head;
    wend_result result = size < sizeof head ? wendi_damaged(r, "size of the subgoals")
                                            : wendi_begin_section(r, WENDI_SECTION_SUBGOALS);
    if (result == WEND_OK) result = wendi_get_records(r, &head, 1, &wendi_subgoals_head_layout);
    if (result != WEND_OK) return result;
    uint64_t expected = sizeof head;
    if (head.removed > 1 || head.count > WENDI_MAX_SUBGOALS || head.arc_count > UINT32_MAX)
        return wendi_damaged(r, "number of subgoals");
    if (!head.removed) expected += 12 * ((uint64_t)head.count + head.arc_count) + sizeof(uint32_t);
    if (size != expected) return wendi_damaged(r, "size of the subgoals");
    world->subgoals_removed = head.removed || wendi_file_of(world)->patch_count > 0;
    if (world->subgoals_removed) return WEND_OK; // patches change tiles, as edits do
    world->subgoals = wendi_subgoal_graph_new(&world->allocator, (int32_t)head.count, (size_t)head.arc_count);
    wendi_subgoal_graph* graph = world->subgoals;
    if (!graph) return WEND_ERROR_MEMORY;
    for (uint32_t i = 0; i < head.count && result == WEND_OK; i++) {
        graph->tiles[i].floor = 0;
        result = wendi_get_records(r, &graph->tiles[i], 2, &wendi_u32);
    }
    if (result == WEND_OK)
        result = wendi_get_records(r, graph->first_arc, (size_t)head.count + 1, &wendi_u32);
    if (result == WEND_OK) result = wendi_get_records(r, graph->arcs, 3 * (size_t)head.arc_count, &wendi_u32);
    if (result == WEND_OK) result = wendi_end_section(r, WENDI_SECTION_SUBGOALS);
    if (result != WEND_OK) return result;
    result = wendi_subgoal_graph_complete(graph, world->grid);
    return result == WEND_ERROR_FORMAT ? wendi_damaged(r, "subgoals") : result;
}

// Paths by subgoals touch no cluster, so all clusters are checked before. A world with damaged ones is
// without subgoals, since it must answer where it can.
static wend_result read_subgoals(wendi_reader* r, wend_world* world) {
    if (size_of(r, WENDI_SECTION_SUBGOALS) == 0 || r->leaves_subgoals) return WEND_OK;
    const wend_result result = wendi_open_all(world);
    if (result != WEND_OK) return result == WEND_ERROR_DAMAGED ? WEND_OK : result;
    return get_subgoals(r, world);
}

// From now on the world notes its changes, unless it has profiles.
static wend_result begin_changes(wend_world* world) {
    if (world->profiles.count > 0) return WEND_OK;
    world->changes_opt = wendi_alloc_zeroed(&world->allocator, 1, sizeof *world->changes_opt);
    if (!world->changes_opt) return WEND_ERROR_MEMORY;
    world->changes_opt->allocator = world->allocator;
    world->changes_opt->remembers = wendi_patches_have_original(world);
    return WEND_OK;
}

static wend_result read_world(wendi_reader* r, bool map, wend_world* world) {
    if (r->patch_count > 0 && size_of(r, WENDI_SECTION_PROFILES) > 0)
        return wendi_fail(r->error, WEND_ERROR_UNSUPPORTED,
                          "%s: a world with profiles cannot have patches; save it as a whole", r->name);
    wend_result result = wendi_world_file_begin(world);
    if (result != WEND_OK) return result;
    wendi_file_of(world)->id = r->id;
    result = wendi_patches_read(world, r->name, r->patches, r->patch_count, r->error);
    if (result == WEND_OK && !(map && map_file(r, world))) result = read_file(r, world);
    if (result != WEND_OK) return result;
    r->stream = NULL;
    r->bytes = wendi_file_of(world)->bytes;
    result = read_sections(r, world);
    if (result == WEND_OK) result = read_subgoals(r, world);
    if (result == WEND_OK) result = begin_changes(world);
    if (result == WEND_OK) wendi_world_file_complete(world);
    return result;
}

static wend_result open_reader(wendi_reader* r, bool map, const wend_allocator* allocator_opt,
                               wend_world** out) {
    const wend_allocator allocator = wendi_allocator(allocator_opt);
    wend_world* world = NULL;
    wend_result result = read_section_table(r);
    if (result == WEND_OK) {
        world = wendi_world_new(&allocator, NULL, 0);
        result = world ? read_world(r, map, world) : WEND_ERROR_MEMORY;
    }
    if (result == WEND_OK) {
        *out = world;
        return WEND_OK;
    }
    wend_world_destroy(world);
    return result == WEND_ERROR_MEMORY
               ? wendi_fail(r->error, result, "%s: not enough memory for this world", r->name)
               : result;
}

static wend_result open_file(const char* file, const char* const* patches, int32_t patch_count, bool map,
                             bool leaves_subgoals, const wend_allocator* allocator_opt, wend_world** out,
                             wend_error* error_opt) {
    wendi_reader r = {.name = file,
                      .error = error_opt,
                      .stream = wendi_input_open(file),
                      .patches = patches,
                      .patch_count = patch_count,
                      .leaves_subgoals = leaves_subgoals};
    if (!r.stream)
        return wendi_fail(error_opt, errno == ENOMEM ? WEND_ERROR_MEMORY : WEND_ERROR_IO,
                          "%s: cannot be opened: %s; expected a .wend file", file,
                          errno == ESPIPE ? "it is a pipe" : wendi_system_error(errno));
    FILE* stream = r.stream;
    wend_result result = open_reader(&r, map, allocator_opt, out);
    fclose(stream);
    return result;
}

wend_result wend_world_open(const char* file, const wend_allocator* allocator_opt, wend_world** out,
                            wend_error* error_opt) {
    if (!file || !out) return WEND_ERROR_ARGUMENT;
    return open_file(file, NULL, 0, false, false, allocator_opt, out, error_opt);
}

wend_result wend_world_map(const char* file, const wend_allocator* allocator_opt, wend_world** out,
                           wend_error* error_opt) {
    if (!file || !out) return WEND_ERROR_ARGUMENT;
    return open_file(file, NULL, 0, true, false, allocator_opt, out, error_opt);
}

wend_result wendi_world_map_for_stream(const char* file, const wend_allocator* allocator_opt,
                                       wend_world** out, wend_error* error_opt) {
    return open_file(file, NULL, 0, true, true, allocator_opt, out, error_opt);
}

wend_result wend_world_map_patched(const char* file, const char* const* patches, int32_t patch_count,
                                   const wend_allocator* allocator_opt, wend_world** out,
                                   wend_error* error_opt) {
    if (!file || !out || patch_count < 0 || (patch_count > 0 && !patches)) return WEND_ERROR_ARGUMENT;
    for (int32_t i = 0; i < patch_count; i++)
        if (!patches[i]) return WEND_ERROR_ARGUMENT;
    return open_file(file, patches, patch_count, true, false, allocator_opt, out, error_opt);
}

wend_result wend_world_open_memory(const void* bytes, size_t size, const wend_allocator* allocator_opt,
                                   wend_world** out, wend_error* error_opt) {
    if (!out || (!bytes && size > 0)) return WEND_ERROR_ARGUMENT;
    wendi_reader r = {.name = "memory", .error = error_opt, .bytes = bytes, .size = size};
    return open_reader(&r, false, allocator_opt, out);
}
