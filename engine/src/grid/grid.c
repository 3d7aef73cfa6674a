// grid.c: what does a tile cost, which steps leave it, and how are tiles changed?
#include "grid/grid.h"

#include <math.h>
#include <string.h>

#include "core/file.h"
#include "core/file_order.h"
#include "core/hash.h"
#include "core/system.h"
#include "grid/class_count.h"
#include "wend/private.h"

wend_grid_def wend_default_grid_def(void) {
    wend_grid_def def = {.connectivity = WEND_CONNECTIVITY_8, .tile_size = 1, .cookie = WENDI_COOKIE};
    for (int32_t k = 1; k < WEND_CLASS_COUNT; k++) def.class_costs[k] = 1;
    return def;
}

// The rows, and copied blocks.
static size_t bytes_of_tiles(const wend_grid* grid) {
    if (grid->borrows_tiles) return 0;
    return wendi_grid_tile_bytes(grid) + wendi_table_bytes(&grid->blocks.table);
}

size_t wendi_grid_use_bytes(const wend_grid* grid) {
    if (grid->borrows_tiles || grid->tiles_in_file || !grid->tile_use) return 0;
    return wendi_shared_bytes(grid->tile_use) - wendi_grid_tile_bytes(grid);
}

size_t wendi_grid_tile_bytes(const wend_grid* grid) {
    return (size_t)grid->stride * (size_t)(grid->height + 2);
}

static void store_costs(wend_grid* grid, const float* class_costs, const wendi_costs* costs) {
    grid->costs = *costs;
    for (int32_t k = 0; k < WEND_CLASS_COUNT; k++)
        grid->class_costs[k] = costs->straight[k] ? class_costs[k] : 0;
}

void wendi_grid_find_shortcuts(wend_grid* grid) {
    const wendi_walk_costs walk = wendi_walk_costs_of(grid);
    wendi_shortcuts_find(&grid->shortcuts, &grid->links, &walk);
}

// Bounds of the costs of steps by their directions, from those on level ground. A way round by two straight
// steps bounds a diagonal one, as everyone expects who measures distances by them.
static void apply_relief(wend_grid* grid, int32_t* straight, int32_t* diagonal, int32_t* longest) {
    const wendi_slope_table* t = grid->relief.table;
    const float greatest = fmaxf(t->greatest[0], t->greatest[1]);
    const int32_t level = *straight;
    if (!isinf(t->least[0])) *straight = wendi_times_factor(level, t->least[0]);
    *diagonal = isinf(t->least[1]) ? 2 * *straight : wendi_times_factor(level, t->least[1]);
    if (isinf(t->least[0])) *straight = (*diagonal + 1) / 2; // no straight step is open
    *straight = wendi_min(*straight, *diagonal);
    *diagonal = wendi_min(*diagonal, 2 * *straight);
    *longest = wendi_max(wendi_max(wendi_times_factor(*longest, greatest), *diagonal), 1);
    grid->uniform_cost = grid->uniform_class_cost = false;
    wendi_relief_pair_steps(grid);
}

// Recomputes what depends on the classes in use. Called whenever tiles or costs change.
static void update_class_summary(wend_grid* grid) {
    int32_t straight = 0, diagonal = 0, longest = 1;
    float class_cost = 0;
    grid->version++;
    grid->passable_halves = 0;
    grid->uniform_cost = grid->uniform_class_cost = true;
    for (int32_t k = 1; k < WEND_CLASS_COUNT; k++) {
        int32_t cost = grid->costs.straight[k];
        if (cost == 0 || grid->class_counts[k] == 0) continue;
        grid->passable_halves |= 1u << (k >> 4);
        grid->uniform_cost &= straight == 0 || (cost == straight && grid->costs.diagonal[k] == diagonal);
        grid->uniform_class_cost &= class_cost == 0 || grid->class_costs[k] == class_cost;
        class_cost = grid->class_costs[k];
        if (straight == 0 || cost < straight) straight = cost;
        if (diagonal == 0 || grid->costs.diagonal[k] < diagonal) diagonal = grid->costs.diagonal[k];
        longest = wendi_max(longest, grid->costs.diagonal[k]);
    }
    grid->narrow = grid->costs.narrow;
    if (wendi_has_directions(grid)) apply_relief(grid, &straight, &diagonal, &longest);
    const bool changed = grid->cheapest_straight != straight || grid->cheapest_diagonal != diagonal;
    grid->cheapest_straight = straight;
    grid->cheapest_diagonal = diagonal;
    grid->longest_step = longest;
    WENDI_ASSERT(longest >= diagonal && diagonal >= straight);
    if (changed && grid->links.count > 0) wendi_grid_find_shortcuts(grid);
}

// 0: rows without gaps. All rows lie within what a pointer reaches.
static bool is_valid_stride(size_t stride, int32_t width, int64_t height) {
    return stride == 0 || (stride >= (size_t)width && stride <= PTRDIFF_MAX / (size_t)height);
}

static wend_result check_def(const wend_grid_def* def, wendi_floors* floors_out, int32_t* sheet_height_out) {
    if (!def) return WEND_ERROR_ARGUMENT;
    if (def->cookie != WENDI_COOKIE) return WEND_ERROR_DEF;
    if (def->width < 1 || def->height < 1 || def->floors < 0 || (int)def->connectivity < 0 ||
        def->connectivity >= WEND_CONNECTIVITY_COUNT || !(def->tile_size > 0) || !isfinite(def->tile_size) ||
        !isfinite(def->origin.x) || !isfinite(def->origin.y) ||
        !is_valid_stride(def->stride, def->width, (int64_t)def->height * wendi_max(def->floors, 1)))
        return WEND_ERROR_ARGUMENT;
    if (!wendi_floors_lay_out(def, floors_out, sheet_height_out) ||
        (int64_t)def->width * *sheet_height_out > WEND_MAX_TILES)
        return WEND_ERROR_LIMIT;
    return WEND_OK;
}

// A grid without tiles.
static wend_result create_empty(const wend_grid_def* def, wend_grid** out) {
    wendi_floors floors;
    int32_t sheet_height;
    wend_result result = check_def(def, &floors, &sheet_height);
    wendi_cost_range range;
    wendi_costs costs;
    if (result == WEND_OK)
        result = wendi_cost_range_of(def->class_costs, def->least_cost, def->greatest_cost, &range);
    if (result == WEND_OK)
        result = wendi_costs_with_unit(def->class_costs, def->connectivity, range.unit, &costs);
    if (result != WEND_OK) return result;
    wend_allocator allocator = wendi_allocator(def->allocator);
    wend_grid* grid = wendi_alloc_zeroed(&allocator, 1, sizeof *grid);
    if (!grid) return WEND_ERROR_MEMORY;
    grid->allocator = allocator;
    grid->width = def->width;
    grid->height = sheet_height;
    grid->floors = floors;
    grid->stride = wendi_tile_stride(def->width);
    grid->connectivity = def->connectivity;
    grid->tile_size = def->tile_size;
    grid->origin = grid->map_origin = def->origin;
    grid->cost_range = range;
    store_costs(grid, def->class_costs, &costs);
    *out = grid;
    return WEND_OK;
}

wend_result wend_grid_create(const wend_grid_def* def, wend_grid** out) {
    wend_grid* grid = NULL;
    if (!out) return WEND_ERROR_ARGUMENT;
    wend_result result = create_empty(def, &grid);
    if (result != WEND_OK) return result;
    grid->tile_use = wendi_shared_new(&grid->allocator, wendi_grid_tile_bytes(grid));
    if (!grid->tile_use) {
        wend_grid_destroy(grid);
        return WEND_ERROR_MEMORY;
    }
    grid->tiles = wendi_shared_memory(grid->tile_use);
    grid->origin_tile = grid->tiles + grid->stride + 1;
    grid->class_counts[0] = (int64_t)grid->width * grid->floors.height * grid->floors.count;
    const size_t stride = def->stride ? def->stride : (size_t)grid->width;
    for (int32_t floor = 0; floor < grid->floors.count; floor++) {
        const wend_rect area = wendi_floor_area(&grid->floors, floor);
        if (def->classes)
            wendi_sheet_write(grid, area, def->classes + stride * (size_t)floor * (size_t)area.height,
                              stride);
        else
            wendi_sheet_fill(grid, area, 1);
    }
    *out = grid;
    return WEND_OK;
}

wend_result wendi_grid_create_borrowing(const wend_grid_def* def, const wend_grid* from, wend_grid** out) {
    wend_grid* grid = NULL;
    wend_result result = create_empty(def, &grid);
    if (result != WEND_OK) return result;
    WENDI_ASSERT(grid->width == from->width && grid->height == from->height);
    grid->tiles = from->tiles;
    grid->origin_tile = from->origin_tile;
    grid->stride = from->stride;
    grid->borrows_tiles = true;
    wendi_grid_follow(grid, from);
    *out = grid;
    return WEND_OK;
}

wend_result wendi_grid_create_in_place(const wend_grid_def* def, uint8_t* tiles, int64_t stride,
                                       const int64_t counts[WEND_CLASS_COUNT], wend_grid** out) {
    wend_grid* grid = NULL;
    wend_result result = create_empty(def, &grid);
    if (result != WEND_OK) return result;
    grid->tiles = tiles;
    grid->stride = stride;
    grid->origin_tile = tiles + stride + 1;
    grid->tiles_in_file = true;
    memcpy(grid->class_counts, counts, sizeof grid->class_counts);
    update_class_summary(grid);
    *out = grid;
    return WEND_OK;
}

void wendi_grid_follow_blocks(wend_grid* grid, const wend_grid* from) {
    WENDI_ASSERT(grid->borrows_tiles && grid->tiles == from->tiles);
    grid->blocks = from->blocks;
}

void wendi_grid_follow(wend_grid* grid, const wend_grid* from) {
    wendi_grid_follow_blocks(grid, from);
    memcpy(grid->class_counts, from->class_counts, sizeof grid->class_counts);
    update_class_summary(grid);
}

void wendi_grid_share_floors(const wend_grid* from, wend_grid* to) {
    WENDI_ASSERT(from->width == to->width && from->height == to->height && !to->floors.heights);
    if (!to->borrows_tiles) // and so counted the rows between floors
        to->class_counts[0] -=
            (int64_t)to->width * (to->height - (int64_t)from->floors.count * from->floors.height);
    to->floors = from->floors;
    to->map_origin = from->map_origin;
    wendi_shared_keep(to->floors.heights);
}

wend_result wendi_grid_share(const wend_grid* grid, const wend_grid* map_opt, wend_grid** out) {
    wend_grid* made = wendi_alloc(&grid->allocator, 1, sizeof *made);
    if (!made) return WEND_ERROR_MEMORY;
    *made = *grid;
    made->relief =
        map_opt ? wendi_relief_borrow(&map_opt->relief, &grid->relief) : wendi_relief_share(&grid->relief);
    wendi_shared_keep(made->floors.heights);
    made->exits = (wendi_exits){0};
    made->links = (wendi_links){0};
    made->shortcuts = (wendi_shortcuts){0};
    if (grid->borrows_tiles) {
        wendi_grid_follow_blocks(made, map_opt);
    } else {
        if (!grid->tiles_in_file) wendi_shared_keep(made->tile_use);
        made->blocks.table = wendi_table_share(&grid->blocks.table);
    }
    wend_result result = wendi_grid_copy_steps(grid, made);
    if (result == WEND_OK)
        *out = made;
    else
        wend_grid_destroy(made);
    return result;
}

void wend_grid_destroy(wend_grid* grid) {
    if (!grid) return;
    wend_allocator allocator = grid->allocator;
    if (!grid->borrows_tiles) wendi_table_free(&grid->blocks.table);
    if (!grid->borrows_tiles && !grid->tiles_in_file) wendi_shared_drop(grid->tile_use);
    wendi_relief_drop(&grid->relief);
    wendi_shared_drop(grid->floors.heights);
    wendi_exits_free(&grid->exits, &allocator);
    wendi_links_free(&grid->links, &allocator);
    wendi_shortcuts_free(&grid->shortcuts, &allocator);
    wendi_free(&allocator, grid, 1, sizeof *grid);
}

int32_t wend_grid_width(const wend_grid* grid) {
    return grid ? grid->width : 0;
}
int32_t wend_grid_height(const wend_grid* grid) {
    return grid ? grid->floors.height : 0;
}
int32_t wend_grid_floors(const wend_grid* grid) {
    return grid ? grid->floors.count : 0;
}

float wend_grid_floor_height(const wend_grid* grid, int32_t floor) {
    if (!grid || !grid->floors.heights || floor < 0 || floor >= grid->floors.count) return 0;
    return wendi_floor_heights(&grid->floors)[floor];
}

wend_result wend_grid_set_floor_height(wend_grid* grid, int32_t floor, float height) {
    if (!grid || floor < 0 || floor >= grid->floors.count || !isfinite(height)) return WEND_ERROR_ARGUMENT;
    const size_t bytes = (size_t)grid->floors.count * sizeof height;
    if (!grid->floors.heights) grid->floors.heights = wendi_shared_new(&grid->allocator, bytes);
    if (!grid->floors.heights) return WEND_ERROR_MEMORY;
    ((float*)wendi_shared_memory(grid->floors.heights))[floor] = height + 0.0f; // not -0
    return WEND_OK;
}
wend_rect wend_grid_area(const wend_grid* grid) {
    if (!grid) return (wend_rect){0, 0, 0, 0, 0};
    const wendi_floors* f = &grid->floors;
    return (wend_rect){f->left, f->top, f->width, f->height, 0};
}
wend_connectivity wend_grid_connectivity(const wend_grid* grid) {
    return grid ? grid->connectivity : WEND_CONNECTIVITY_8;
}
float wend_grid_tile_size(const wend_grid* grid) {
    return grid ? grid->tile_size : 0;
}
wend_vec2 wend_grid_origin(const wend_grid* grid) {
    return grid ? grid->map_origin : (wend_vec2){0, 0};
}
const float* wend_grid_class_costs(const wend_grid* grid) {
    return grid ? grid->class_costs : NULL;
}
const int64_t* wend_grid_class_counts(const wend_grid* grid) {
    return grid ? grid->class_counts : NULL;
}
int32_t wend_grid_cost_units(const wend_grid* grid) {
    return grid ? grid->costs.unit : 0;
}
int32_t wend_grid_straight_cost(const wend_grid* grid, uint8_t k) {
    return grid ? grid->costs.straight[k] : 0;
}
int32_t wend_grid_diagonal_cost(const wend_grid* grid, uint8_t k) {
    return grid ? grid->costs.diagonal[k] : 0;
}
size_t wend_grid_bytes(const wend_grid* grid) {
    return grid ? sizeof *grid + bytes_of_tiles(grid) + wendi_exits_bytes(&grid->exits) +
                      wendi_relief_bytes(&grid->relief) + wendi_shared_bytes(grid->floors.heights) +
                      wendi_links_bytes(&grid->links) + wendi_shortcuts_bytes(&grid->shortcuts)
                : 0;
}

int64_t wend_grid_passable_count(const wend_grid* grid) {
    int64_t count = 0;
    if (!grid) return 0;
    for (int32_t k = 0; k < WEND_CLASS_COUNT; k++)
        if (grid->costs.straight[k]) count += grid->class_counts[k];
    return count;
}

bool wend_grid_contains(const wend_grid* grid, wend_tile tile) {
    return grid && wendi_sheet_contains(grid, wendi_to_sheet(&grid->floors, tile));
}

uint8_t wend_grid_class(const wend_grid* grid, wend_tile tile) {
    return grid ? wendi_sheet_class(grid, wendi_to_sheet(&grid->floors, tile)) : 0;
}

float wend_grid_cost(const wend_grid* grid, wend_tile tile) {
    return grid ? wendi_sheet_cost(grid, wendi_to_sheet(&grid->floors, tile)) : 0;
}

bool wend_grid_passable(const wend_grid* grid, wend_tile tile) {
    return grid && wendi_sheet_passable(grid, wendi_to_sheet(&grid->floors, tile));
}

uint8_t wendi_sheet_class(const wend_grid* grid, wend_tile tile) {
    return wendi_sheet_contains(grid, tile) ? *wendi_tile(grid, tile.x, tile.y) : 0;
}

float wendi_sheet_cost(const wend_grid* grid, wend_tile tile) {
    return grid ? grid->class_costs[wendi_sheet_class(grid, tile)] : 0;
}

bool wendi_sheet_passable(const wend_grid* grid, wend_tile tile) {
    return grid && grid->costs.straight[wendi_sheet_class(grid, tile)] != 0;
}

const uint8_t* wend_grid_row(const wend_grid* grid, int32_t y) {
    return wend_grid_floor_row(grid, 0, y);
}

const uint8_t* wend_grid_floor_row(const wend_grid* grid, int32_t floor, int32_t y) {
    if (!grid || floor < 0 || floor >= grid->floors.count) return NULL;
    y = wendi_less(y, grid->floors.top);
    const bool is_whole = y >= 0 && y < grid->floors.height && !grid->blocks.table.kind;
    return is_whole ? wendi_tile(grid, 0, wendi_floor_area(&grid->floors, floor).y + y) : NULL;
}

bool wendi_is_valid_area(const wend_grid* grid, wend_rect r) {
    return r.x >= 0 && r.y >= 0 && r.width > 0 && r.height > 0 && r.width <= grid->width - r.x &&
           r.height <= grid->height - r.y;
}

wend_result wend_grid_read(const wend_grid* grid, wend_rect area, uint8_t* classes_out, size_t stride) {
    return grid ? wendi_sheet_read(grid, wendi_area_to_sheet(&grid->floors, area), classes_out, stride)
                : WEND_ERROR_ARGUMENT;
}

wend_result wendi_sheet_read(const wend_grid* grid, wend_rect area, uint8_t* classes_out, size_t stride) {
    if (!grid || !classes_out || !wendi_is_valid_area(grid, area) ||
        !is_valid_stride(stride, area.width, area.height))
        return WEND_ERROR_ARGUMENT;
    if (stride == 0) stride = (size_t)area.width;
    for (int32_t y = 0; y < area.height; y++, classes_out += stride)
        wendi_get_tiles(grid, area.x, area.y + y, area.width, classes_out);
    return WEND_OK;
}

// Removes the tiles of an area from the counts before they are overwritten.
static void uncount_area(wend_grid* grid, wend_rect area) {
    if (area.width == grid->width && area.height == grid->height) {
        memset(grid->class_counts, 0, sizeof grid->class_counts);
        const int64_t floor_rows = (int64_t)grid->floors.count * grid->floors.height;
        grid->class_counts[0] = grid->width * (floor_rows - grid->height); // those between are not counted
        return;
    }
    wendi_count_area(grid->class_counts, grid, area, -1);
}

// Gives memory back after rows of mapped tiles were written.
static void note_written(wend_grid* grid, int32_t rows) {
    wendi_tile_pages* pages = &grid->pages;
    if (!pages->bytes) return;
    pages->written += (size_t)rows * (size_t)grid->stride;
    if (pages->written < WENDI_PAGES_WRITTEN) return;
    wendi_pages_drop(pages->bytes, pages->size);
    pages->written = 0;
}

wend_result wend_grid_fill(wend_grid* grid, wend_rect area, uint8_t terrain_class) {
    return grid ? wendi_sheet_fill(grid, wendi_area_to_sheet(&grid->floors, area), terrain_class)
                : WEND_ERROR_ARGUMENT;
}

wend_result wendi_sheet_fill(wend_grid* grid, wend_rect area, uint8_t terrain_class) {
    if (!grid || !wendi_is_valid_area(grid, area)) return WEND_ERROR_ARGUMENT;
    WENDI_ASSERT(!grid->borrows_tiles);
    wend_result result = wendi_grid_own(grid, area);
    if (result != WEND_OK) return result;
    uncount_area(grid, area);
    for (int32_t y = area.y; y < area.y + area.height; y++) {
        wendi_put_tiles(grid, area.x, y, area.width, NULL, terrain_class);
        note_written(grid, 1);
    }
    grid->class_counts[terrain_class] += (int64_t)area.width * area.height;
    WENDI_ASSERT(grid->class_counts[terrain_class] <= (int64_t)grid->width * grid->height);
    update_class_summary(grid);
    return WEND_OK;
}

wend_result wend_grid_write(wend_grid* grid, wend_rect area, const uint8_t* classes, size_t stride) {
    return grid ? wendi_sheet_write(grid, wendi_area_to_sheet(&grid->floors, area), classes, stride)
                : WEND_ERROR_ARGUMENT;
}

wend_result wendi_sheet_write(wend_grid* grid, wend_rect area, const uint8_t* classes, size_t stride) {
    if (!grid || !classes || !wendi_is_valid_area(grid, area) ||
        !is_valid_stride(stride, area.width, area.height))
        return WEND_ERROR_ARGUMENT;
    wendi_class_count count;
    if (stride == 0) stride = (size_t)area.width;
    wend_result result = wendi_grid_own(grid, area);
    if (result != WEND_OK) return result;
    uncount_area(grid, area);
    wendi_class_count_begin(&count, grid->class_counts, 1, (int64_t)area.width * area.height);
    for (int32_t y = area.y; y < area.y + area.height; y++, classes += stride) {
        wendi_put_tiles(grid, area.x, y, area.width, classes, 0);
        wendi_class_count_add(&count, classes, area.width);
        note_written(grid, 1);
    }
    wendi_class_count_end(&count);
    update_class_summary(grid);
    return WEND_OK;
}

// True when some step would cost too much for its direction.
static bool exceeds_steps(const wend_grid* grid, const wendi_costs* costs) {
    const wendi_slope_table* t = grid->relief.table;
    const float greatest = fmaxf(t->greatest[0], t->greatest[1]);
    for (int32_t k = 1; k < WEND_CLASS_COUNT; k++)
        if ((float)costs->straight[k] * greatest > (float)WENDI_MAX_STEP) return true;
    return false;
}

wend_result wendi_grid_follow_relief(wend_grid* grid) {
    if (wendi_has_directions(grid) && exceeds_steps(grid, &grid->costs)) return WEND_ERROR_LIMIT;
    update_class_summary(grid);
    return WEND_OK;
}

// Errors: LIMIT (a link or a step would exceed its limit).
static wend_result change_costs(wend_grid* grid, const float* class_costs, const wendi_costs* costs) {
    if (wendi_has_directions(grid) && exceeds_steps(grid, costs)) return WEND_ERROR_LIMIT;
    for (int32_t i = 0; i < grid->links.count; i++)
        if (wendi_link_most_units(&grid->links.data[i], costs->unit) > WENDI_MAX_LINK_COST)
            return WEND_ERROR_LIMIT;
    const bool rescaled = costs->unit != grid->costs.unit;
    store_costs(grid, class_costs, costs);
    update_class_summary(grid);
    if (rescaled && grid->links.count > 0) wendi_grid_find_shortcuts(grid);
    return WEND_OK;
}

wend_result wendi_grid_set_costs(wend_grid* grid, const float class_costs[WEND_CLASS_COUNT], int32_t unit) {
    wendi_costs costs;
    wend_result result = wendi_costs_with_unit(class_costs, grid->connectivity, unit, &costs);
    if (result == WEND_OK) result = change_costs(grid, class_costs, &costs);
    if (result == WEND_OK) grid->cost_range.unit = unit;
    return result;
}

static wend_result set_range(wend_grid* grid, const float* class_costs, const wendi_cost_range* range) {
    wend_result result = wendi_grid_set_costs(grid, class_costs, range->unit);
    if (result == WEND_OK) grid->cost_range = *range;
    return result;
}

wend_result wend_grid_set_class_costs(wend_grid* grid, const float class_costs[WEND_CLASS_COUNT]) {
    if (!grid || !class_costs) return WEND_ERROR_ARGUMENT;
    wendi_cost_range range = grid->cost_range;
    wend_result result = range.declared ? wendi_check_class_costs(&range, class_costs)
                                        : wendi_cost_range_of(class_costs, 0, 0, &range);
    return result == WEND_OK ? set_range(grid, class_costs, &range) : result;
}

wend_result wend_grid_set_cost_range(wend_grid* grid, float least, float greatest) {
    if (!grid) return WEND_ERROR_ARGUMENT;
    float class_costs[WEND_CLASS_COUNT];
    for (int32_t k = 0; k < WEND_CLASS_COUNT; k++) {
        const float cost = grid->class_costs[k];
        const bool is_outside = (least > 0 && cost < least) || (greatest > 0 && cost > greatest);
        class_costs[k] = is_outside && grid->class_counts[k] == 0 ? 0 : cost;
    }
    wendi_cost_range range;
    wend_result result = wendi_cost_range_of(class_costs, least, greatest, &range);
    return result == WEND_OK ? set_range(grid, class_costs, &range) : result;
}

bool wend_grid_cost_range(const wend_grid* grid, float* least_out, float* greatest_out) {
    if (!grid || !least_out || !greatest_out) return false;
    *least_out = grid->cost_range.least;
    *greatest_out = grid->cost_range.greatest;
    return grid->cost_range.declared;
}

wend_result wendi_sheet_tile_at(const wend_grid* grid, wend_vec2 position, wend_tile* out) {
    return wendi_find_tile(&grid->floors, position, grid->height, out) ? WEND_OK : WEND_ERROR_ARGUMENT;
}

wend_result wend_grid_tile_at_floor(const wend_grid* grid, wend_vec2 position, int32_t floor,
                                    wend_tile* out) {
    if (!grid || !out || floor < 0 || floor >= grid->floors.count) return WEND_ERROR_ARGUMENT;
    if (!wendi_find_tile(&grid->floors, position, grid->floors.height, out)) return WEND_ERROR_ARGUMENT;
    *out = (wend_tile){out->x + grid->floors.left, out->y + grid->floors.top, (uint16_t)floor};
    return WEND_OK;
}

wend_result wend_grid_tile_at(const wend_grid* grid, wend_vec2 position, wend_tile* out) {
    return wend_grid_tile_at_floor(grid, position, 0, out);
}

wend_vec2 wendi_sheet_center(const wend_grid* grid, wend_tile tile) {
    return wendi_center_at(&grid->floors, tile);
}

wend_vec2 wend_grid_center(const wend_grid* grid, wend_tile tile) {
    if (!grid) return (wend_vec2){0, 0};
    const uint32_t x = (uint32_t)tile.x - (uint32_t)grid->floors.left,
                   y = (uint32_t)tile.y - (uint32_t)grid->floors.top;
    return wendi_sheet_center(grid, (wend_tile){(int32_t)x, (int32_t)y, 0});
}

static void hash_tile(XXH3_state_t* state, wend_tile tile) {
    wendi_hash_u64(state, (uint64_t)(uint32_t)tile.x << 32 | (uint32_t)tile.y);
}

static void hash_profile_costs(XXH3_state_t* state, const wend_link* link) {
    for (int32_t p = 1; p < WEND_MAX_PROFILES; p++) {
        uint32_t cost;
        memcpy(&cost, &link->profile_costs[p], sizeof cost);
        wendi_hash_u64(state, cost);
    }
}

static void hash_links(XXH3_state_t* state, const wendi_links* links) {
    for (int32_t i = 0; i < links->count; i++) {
        const wend_link* link = &links->data[i];
        uint32_t cost;
        memcpy(&cost, &link->cost, sizeof cost);
        hash_tile(state, link->from);
        hash_tile(state, link->to);
        wendi_hash_u64(state, (uint64_t)cost << 32 | (uint32_t)link->id);
        wendi_hash_u64(state, (uint64_t)link->enabled << 32 | link->profiles);
        if (wendi_link_has_profile_costs(link)) hash_profile_costs(state, link);
    }
}

static void hash_shape(XXH3_state_t* state, const wend_grid* grid) {
    wendi_hash_u64(state, (uint64_t)grid->width);
    wendi_hash_u64(state, (uint64_t)grid->height);
    wendi_hash_u64(state, (uint64_t)grid->connectivity);
    wendi_hash_u64(state, (uint64_t)grid->costs.unit);
    if (wendi_has_floors(&grid->floors)) wendi_hash_u64(state, (uint64_t)grid->floors.count);
    if ((grid->floors.left | grid->floors.top) != 0)
        wendi_hash_u64(state, (uint64_t)(uint32_t)grid->floors.left << 32 | (uint32_t)grid->floors.top);
}

void wendi_grid_hash_frame(XXH3_state_t* state, const wend_grid* grid) {
    hash_shape(state, grid);
    hash_links(state, &grid->links);
    if (wendi_has_directions(grid)) wendi_relief_hash(grid, state);
}

static void hash_row(XXH3_state_t* state, const wend_grid* grid, int32_t y) {
    float costs[1024];
    const uint8_t* run;
    for (int32_t x = 0, taken; x < grid->width; x += taken) {
        taken = wendi_tile_run(grid, x, y, wendi_min(1024, grid->width - x), &run);
        for (int32_t i = 0; i < taken; i++) costs[i] = grid->class_costs[run[i]]; // never -0
        wendi_sum_add(state, costs, (size_t)taken, &wendi_u32);
    }
}

uint64_t wend_grid_hash(const wend_grid* grid) {
    if (!grid) return 0;
    XXH3_state_t state;
    XXH3_64bits_reset(&state);
    hash_shape(&state, grid);
    for (int32_t y = 0; y < grid->height; y++) hash_row(&state, grid, y);
    for (int32_t i = -1; (i = wendi_exits_next_page(&grid->exits, i + 1)) >= 0;) {
        wendi_hash_u64(&state, (uint64_t)i);
        XXH3_64bits_update(&state, grid->exits.pages[i]->declared, WENDI_EXIT_PAGE_TILES);
    }
    hash_links(&state, &grid->links);
    if (wendi_has_directions(grid)) wendi_relief_hash(grid, &state);
    for (int32_t y = 0; y < grid->height && wendi_has_directions(grid); y++)
        wendi_hash_u64(&state, wendi_relief_sum(grid, (wend_rect){0, y, grid->width, 1}, 0));
    return XXH3_64bits_digest(&state);
}

double wendi_widest_body(const wend_grid* grid) {
    if (grid->connectivity == WEND_CONNECTIVITY_8_CUT) return INFINITY;
    if (wendi_is_hex(grid->connectivity)) return WENDI_HEX_HALF_SIDE;
    return fmax(grid->body_rule.widest, 0.5);
}

int32_t wendi_body_width(const wend_grid* grid) {
    const double widest = wendi_widest_body(grid);
    return isinf(widest) ? 1 : (int32_t)ceil(2 * fmax(widest, 0.5));
}

double wendi_wall_radius(const wend_grid* grid, double radius) {
    if (grid->connectivity == WEND_CONNECTIVITY_8_CUT) return 0;
    return grid->body_rule.by_center ? fmin(radius, 0.5) : radius;
}

bool wendi_has_uniform_cost(const wend_grid* grid) {
    return grid->uniform_cost;
}

static const double SQRT3 = 1.73205080756887729353;

int32_t wendi_hex_diagonal_cost(const wend_grid* grid, uint8_t k) {
    return (int32_t)floor((double)grid->costs.straight[k] * SQRT3 + 0.5);
}

// Steps over hexagons, also those between two neighbours.
static double hex_path_cost(const wend_grid* grid, const wend_tile* tiles, int64_t count,
                            wend_cost* integer_cost_out) {
    double sum = 0;
    *integer_cost_out = 0;
    for (int64_t i = 1; i < count; i++) {
        const uint8_t k = *wendi_tile(grid, tiles[i].x, tiles[i].y);
        const bool diagonal = wendi_hex_distance(grid->connectivity, tiles[i - 1], tiles[i]) > 1;
        sum += (diagonal ? SQRT3 : 1) * (double)grid->class_costs[k];
        *integer_cost_out += diagonal ? wendi_hex_diagonal_cost(grid, k) : grid->costs.straight[k];
    }
    return sum;
}

// The sum of the steps of a path, where their cost depends on their direction.
static double directed_path_cost(const wend_grid* grid, const wend_tile* tiles, int64_t count,
                                 wend_cost* integer_cost_out) {
    *integer_cost_out = 0;
    for (int64_t i = 1; i < count; i++)
        *integer_cost_out +=
            wendi_step_cost(grid, tiles[i - 1].x, tiles[i - 1].y,
                            wendi_direction_of(tiles[i].x - tiles[i - 1].x, tiles[i].y - tiles[i - 1].y));
    return (double)*integer_cost_out / grid->costs.unit;
}

double wendi_path_cost(const wend_grid* grid, const wend_tile* tiles, int64_t count,
                       wend_cost* integer_cost_out) {
    WENDI_ASSERT(count >= 0 && (tiles || count == 0));
    if (wendi_has_directions(grid)) return directed_path_cost(grid, tiles, count, integer_cost_out);
    if (wendi_is_hex(grid->connectivity)) return hex_path_cost(grid, tiles, count, integer_cost_out);
    double sum = 0;
    wend_cost integer_sum = 0;
    // Serves all tiles on uniform cost. A path of one tile reads none: its region may not be here.
    uint8_t k = count > 1 ? *wendi_tile(grid, tiles[0].x, tiles[0].y) : 0;
    for (int64_t i = 1; i < count; i++) {
        bool diagonal = tiles[i].x != tiles[i - 1].x && tiles[i].y != tiles[i - 1].y;
        WENDI_ASSERT(wendi_abs(tiles[i].x - tiles[i - 1].x) <= 1 &&
                     wendi_abs(tiles[i].y - tiles[i - 1].y) <= 1);
        if (!grid->uniform_class_cost) k = *wendi_tile(grid, tiles[i].x, tiles[i].y);
        double cost = grid->class_costs[k];
        sum += diagonal ? cost * 1.41421356237309504880 : cost;
        integer_sum += diagonal ? grid->costs.diagonal[k] : grid->costs.straight[k];
    }
    *integer_cost_out = integer_sum;
    return sum;
}
