// open_grid.c: how do the sections of a .wend file, and its patches, become the grid of a world?
#include <string.h>

#include "files/world_file.h"
#include "grid/exit_pages.h"
#include "grid/links.h"

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

// The links of the file, or those of a patch in their place.
static wend_result read_links(const wendi_reader* r, const wend_world* world, wend_grid* grid) {
    const wendi_patch* patch = wendi_patch_of_links(world);
    uint64_t count;
    const wendi_link_record* links =
        wendi_section_items(r, WENDI_SECTION_LINKS, &wendi_link_record_layout, &count);
    if (patch) {
        links = patch->links;
        count = (uint64_t)patch->link_count;
    }
    if (!links || count > WEND_MAX_LINKS) return wendi_damaged(r, "size of the links");
    wend_result result = WEND_OK;
    for (uint64_t i = 0; i < count && result == WEND_OK; i++)
        result = add_link(r, patch ? patch->name : r->name, grid, &links[i]);
    if (result == WEND_OK) wendi_grid_find_shortcuts(grid);
    return result;
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
    if (wendi_section_size(r, WENDI_SECTION_RELIEF) == 0) return WEND_OK;
    char* bytes = wendi_section_bytes(r, WENDI_SECTION_RELIEF);
    const wendi_relief_head* head = (const void*)bytes;
    const uint64_t size = wendi_section_size(r, WENDI_SECTION_RELIEF),
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
    if (map->range_declared > 1 ||
        !wendi_cost_range_is_valid(&range, wendi_section_size(r, WENDI_SECTION_RELIEF) > 0) ||
        wendi_check_class_costs(&range, grid->class_costs) != WEND_OK)
        return wendi_damaged(r, "range of costs");
    if (wendi_grid_set_costs(grid, grid->class_costs, range.unit) != WEND_OK)
        return wendi_damaged(r, "cost unit");
    grid->cost_range = range;
    return WEND_OK;
}

// Pages are in ascending order, so that there is one way to store a map.
static wend_result read_exits(const wendi_reader* r, const wend_world* world, wend_grid* grid) {
    uint64_t count;
    const wendi_exits_entry* entries =
        wendi_section_items(r, WENDI_SECTION_EXITS, &wendi_exits_entry_layout, &count);
    if (!entries) return wendi_damaged(r, "size of the closed steps");
    wend_result result = WEND_OK;
    int64_t least = 0;
    for (const wendi_exits_entry* entry = entries; entry < entries + count && result == WEND_OK; entry++) {
        if (entry->page < least || entry->page >= wendi_exits_page_limit(grid))
            return wendi_damaged(r, "page of closed steps");
        least = (int64_t)entry->page + 1;
        if (wendi_patches_hold_page(world, entry->page)) continue;
        result = wendi_exits_load_page(grid, (int32_t)entry->page, entry->declared);
        if (result == WEND_ERROR_ARGUMENT) return wendi_damaged(r, "closed steps");
    }
    if (result == WEND_OK) result = wendi_patches_put_exits(world, grid, r->error);
    return result == WEND_OK ? wendi_exits_derive(grid) : result;
}

// The classes that are counted must be those of the tiles.
static wend_result check_class_counts(const wendi_reader* r, const wend_grid* grid) {
    int64_t* counts = wendi_alloc_zeroed(&grid->allocator, WEND_CLASS_COUNT, sizeof *counts);
    if (!counts) return WEND_ERROR_MEMORY;
    wendi_count_rows(counts, grid, 0, grid->height);
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
    if (!wendi_patches_have_original(world) || wendi_section_size(r, WENDI_SECTION_ORIGINAL) > 0)
        return WEND_OK;
    if (!wendi_file_of(world)->view) return wendi_copy_original(world);
    wendi_original_is_file(world);
    return WEND_OK;
}

// The bytes from one row of tiles to the next; 0: the section does not have the size of this map. Wide maps
// were once written without room between the rows.
static int64_t stride_of_tiles(const wendi_reader* r, const wendi_map_section* map) {
    const uint64_t size = wendi_section_size(r, WENDI_SECTION_TILES);
    if (map->width < 1 || map->height < 1) return 0;
    if (size == wendi_file_tile_bytes(map->width, map->height)) return wendi_tile_stride(map->width);
    return size == ((uint64_t)map->width + 2) * ((uint64_t)map->height + 2) ? (int64_t)map->width + 2 : 0;
}

// The map section has the height of the sheet.
static wend_result read_floors(const wendi_reader* r, wend_grid_def* def) {
    wendi_floors_head* head = (void*)wendi_section_bytes(r, WENDI_SECTION_FLOORS);
    const uint64_t size = wendi_section_size(r, WENDI_SECTION_FLOORS);
    if (size == 0) return WEND_OK;
    if (size < sizeof *head) return wendi_damaged(r, "size of the floors");
    wendi_reorder(head, 1, &wendi_floors_head_layout);
    if (head->count < 2 || head->count > WEND_MAX_FLOORS || head->has_heights > 1 || head->zero != 0 ||
        size != sizeof *head + head->has_heights * head->count * sizeof(float))
        return wendi_damaged(r, "size of the floors");
    wendi_reorder(head + 1, head->has_heights * head->count, &wendi_u32);
    wend_grid_def floors = *def;
    floors.height = (int32_t)(head->height & INT32_MAX);
    floors.floors = (int32_t)head->count;
    wendi_floors laid_out;
    int32_t height;
    if (floors.height < 1 || !wendi_floors_lay_out(&floors, &laid_out, &height) || height != def->height)
        return wendi_damaged(r, "floors of another height than the map");
    *def = floors;
    return WEND_OK;
}

static wend_result read_floor_heights(const wendi_reader* r, wend_grid* grid) {
    const wendi_floors_head* head = (const void*)wendi_section_bytes(r, WENDI_SECTION_FLOORS);
    const bool has = wendi_section_size(r, WENDI_SECTION_FLOORS) > sizeof *head;
    const float* heights = (const float*)(const void*)(head + 1);
    wend_result result = WEND_OK;
    for (int32_t i = 0; has && i < grid->floors.count && result == WEND_OK; i++)
        result = wend_grid_set_floor_height(grid, i, heights[i]);
    return result == WEND_OK || result == WEND_ERROR_MEMORY ? result : wendi_damaged(r, "height of a floor");
}

static wend_result read_ground(const wendi_reader* r, wend_world* world) {
    uint64_t count;
    const wendi_ground_record* records =
        wendi_section_items(r, WENDI_SECTION_GROUND, &wendi_ground_record_layout, &count);
    wend_grid* grid = world->grid;
    if (!records || count > INT32_MAX) return wendi_damaged(r, "size of the ground");
    if (count == 0) return WEND_OK;
    wend_rect* ground = wendi_alloc(&world->allocator, (size_t)count, sizeof *ground);
    if (!ground) return WEND_ERROR_MEMORY;
    world->ground = (wendi_ground_list){world->allocator, ground, (size_t)count, (int64_t)count - 1};
    for (uint64_t i = 0; i < count; i++) {
        const wend_rect rect = {records[i].x, records[i].y, records[i].width, records[i].height, 0};
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
    return WEND_OK;
}

wend_result wendi_read_grid(const wendi_reader* r, const wendi_map_section* map, wend_world* world) {
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
    if (stride == 0 || wendi_section_size(r, WENDI_SECTION_COSTS) != sizeof def.class_costs)
        return wendi_damaged(r, "size of the map");
    if (!has_possible_counts(&def, counts)) return wendi_damaged(r, "number of tiles of a class");
    const float* costs = wendi_section_items(r, WENDI_SECTION_COSTS, &wendi_u32, &(uint64_t){0});
    memcpy(def.class_costs, wendi_patched_costs(world, costs), sizeof def.class_costs);
    uint8_t* tiles = (uint8_t*)wendi_section_bytes(r, WENDI_SECTION_TILES);
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
