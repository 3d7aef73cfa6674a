// relief.c: what does a step cost by its direction, its slope, and the lane that it enters?
#include "grid/relief_table.h"

#include <math.h>
#include <string.h>

#include "core/file.h"
#include "core/file_order.h"
#include "grid/floors.h"
#include "grid/steps.h"
#include "wend/private.h"

enum {
    LEAST_STEP = 256,   // units in the cheapest step, so that rounding changes none by more than 0.2 %
    MOST_VALUE = 16000, // of an elevation when the unit is chosen: the rest is left for edits
    SLOPE_STEPS = 1000, // units in the side of a tile, at most
};

wend_relief_def wend_default_relief_def(void) {
    wend_relief_def def = {.cookie = WENDI_COOKIE, .max_climb = INFINITY, .max_drop = INFINITY};
    for (int32_t i = 0; i < WEND_LANE_ANGLES; i++) def.lane_factors[i] = 1;
    return def;
}

// ---- shared memory

wendi_relief wendi_relief_share(const wendi_relief* relief) {
    wendi_shared_keep(relief->table_use);
    wendi_shared_keep(relief->plane_use);
    wendi_shared_keep(relief->pair_use);
    return *relief;
}

void wendi_relief_drop(wendi_relief* relief) {
    wendi_shared_drop(relief->table_use);
    wendi_shared_drop(relief->plane_use);
    wendi_shared_drop(relief->pair_use);
    *relief = (wendi_relief){0};
}

// The relief of a map for a view, with the view's own table, if it has one.
static wendi_relief borrowed(const wendi_relief* map, const wendi_relief* view_opt) {
    wendi_relief made = *map;
    made.table_use = made.plane_use = made.pair_use = NULL;
    made.pairs = NULL; // a view has costs of its own
    if (view_opt && wendi_has_own_table(view_opt)) {
        made.table_use = view_opt->table_use;
        made.table = view_opt->table;
    }
    return made;
}

wendi_relief wendi_relief_borrow(const wendi_relief* map, const wendi_relief* view_opt) {
    const wendi_relief made = borrowed(map, view_opt);
    wendi_shared_keep(made.table_use);
    return made;
}

size_t wendi_relief_bytes(const wendi_relief* relief) {
    return wendi_shared_bytes(relief->table_use) + wendi_shared_bytes(relief->plane_use) +
           wendi_shared_bytes(relief->pair_use);
}

// ---- the definition

static bool is_factor(float factor) {
    return factor > 0; // also INFINITY, not NaN
}

wend_result wendi_slopes_check(const wend_slope_point* slopes, int32_t count) {
    if (count < 0 || (count > 0 && !slopes)) return WEND_ERROR_ARGUMENT;
    for (int32_t i = 0; i < count; i++) {
        const wend_slope_point* p = &slopes[i];
        if (!isfinite(p->slope) || !is_factor(p->factor) || (i > 0 && !(p->slope > p[-1].slope)))
            return WEND_ERROR_ARGUMENT;
    }
    return WEND_OK;
}

static wend_result check_rows(const wend_relief_def* def) {
    if (def->row_count < 0 || (def->row_count > 0 && !def->rows)) return WEND_ERROR_ARGUMENT;
    if (def->row_count > UINT16_MAX) return WEND_ERROR_LIMIT;
    for (int32_t i = 0; i < def->row_count; i++) {
        const wend_row_size* r = &def->rows[i];
        if (!(r->tile_width > 0) || !(r->tile_height > 0) || !isfinite(r->tile_width) ||
            !isfinite(r->tile_height) || (i == 0 ? r->first_row != 0 : r->first_row <= r[-1].first_row))
            return WEND_ERROR_ARGUMENT;
    }
    return WEND_OK;
}

static bool is_stride(size_t stride, int32_t width, int32_t height) {
    return stride == 0 ||
           (stride >= (size_t)width && stride <= (size_t)PTRDIFF_MAX / sizeof(float) / (size_t)height);
}

static wend_result check_def(const wend_grid* grid, const wend_relief_def* def) {
    if (def->cookie != WENDI_COOKIE) return WEND_ERROR_DEF;
    if (!(def->max_climb >= 0) || !(def->max_drop >= 0) || !(def->unit_length >= 0) ||
        !isfinite(def->unit_length) || !(def->elevation_unit >= 0) || !isfinite(def->elevation_unit) ||
        !is_stride(def->elevation_stride, grid->width, grid->height) ||
        !is_stride(def->lane_stride, grid->width, grid->height))
        return WEND_ERROR_ARGUMENT;
    for (int32_t i = 0; i < WEND_LANE_ANGLES; i++)
        if (!is_factor(def->lane_factors[i])) return WEND_ERROR_ARGUMENT;
    const wend_result result = wendi_slopes_check(def->slopes, def->slope_count);
    return result == WEND_OK ? check_rows(def) : result;
}

// ---- the planes

// The greatest difference between two neighbours, one of which lies in an area. Blocked tiles count, since an
// edit or a new cost may open them.
static int32_t steepest_around(const wend_grid* grid, const int16_t* elevations, wend_rect area) {
    static const wend_tile ways[4] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
    const int32_t width = grid->width;
    const wend_rect around = wendi_area_around(area, 1, width, grid->height);
    int32_t steepest = 0;
    for (int32_t y = around.y; y < around.y + around.height; y++)
        for (int32_t x = around.x; x < around.x + around.width; x++) {
            const int64_t here = (int64_t)y * width + x;
            for (int32_t i = 0; i < 4; i++) {
                const int32_t to_x = x + ways[i].x, to_y = y + ways[i].y;
                if (!wendi_area_contains(around, (wend_tile){to_x, to_y})) continue;
                const int32_t apart = wendi_abs(elevations[here] - elevations[(int64_t)to_y * width + to_x]);
                steepest = wendi_max(steepest, apart);
            }
        }
    return steepest;
}

bool wendi_elevation_value(const wendi_slope_table* t, float elevation, int16_t* out) {
    const double value = floor(((double)elevation - (double)t->base) / (double)t->unit + 0.5);
    if (!(value >= INT16_MIN && value <= INT16_MAX)) return false;
    *out = (int16_t)value;
    return true;
}

// The least number 1, 2 or 5 times a power of ten that is not below another one.
static double round_unit(double least) {
    static const double digits[3] = {1, 2, 5};
    double power = 1;
    while (power > least) power /= 10;
    while (power * 10 <= least) power *= 10;
    for (int32_t i = 0; i < 3; i++)
        if (digits[i] * power >= least * (1 - 1e-9)) return digits[i] * power;
    return 10 * power;
}

typedef struct elevation_rows {
    const float* values;
    size_t stride;
} elevation_rows;

// The same among the rows of all floors in arrays of the caller.
static inline size_t source_row(const wendi_floors* floors, int32_t y) {
    return (size_t)wendi_floor_of(floors, y) * (size_t)floors->height + (size_t)wendi_map_row(floors, y);
}

// Chooses unit and base.
static wend_result choose_unit(const wend_grid* grid, const wend_relief_def* def, elevation_rows e,
                               wendi_slope_table* t) {
    double low = INFINITY, high = -INFINITY, side = INFINITY;
    for (int32_t y = 0; y < grid->height; y++)
        for (int32_t x = 0; x < grid->width; x++) {
            const float value = e.values[source_row(&grid->floors, y) * e.stride + (size_t)x];
            if (isnan(value) && !wendi_is_passable(grid, x, y)) continue;
            if (!isfinite(value)) return WEND_ERROR_ARGUMENT;
            low = fmin(low, value);
            high = fmax(high, value);
        }
    if (low > high) low = high = 0;
    for (int32_t i = 0; i < wendi_max(def->row_count, 1); i++) {
        const wend_row_size size = wendi_size_of_rows(t, i, grid->tile_size);
        side = fmin(side, fmin(size.tile_width, size.tile_height));
    }
    t->unit = def->elevation_unit > 0
                  ? def->elevation_unit
                  : (float)round_unit(fmax((high - low) / (2 * MOST_VALUE), side / SLOPE_STEPS));
    // Around 0 where they fit, so that the same elevation has the same value on other maps.
    const double most = (double)t->unit * INT16_MAX;
    t->base = -low <= most && high <= most ? 0 : (float)((low + high) / 2);
    return t->unit > 0 && isfinite(t->unit) && isfinite(t->base) ? WEND_OK : WEND_ERROR_LIMIT;
}

static wend_result make_planes(const wend_grid* grid, const wend_relief_def* def, const wendi_slope_table* t,
                               elevation_rows e, wendi_relief* out) {
    const size_t tiles = (size_t)grid->width * (size_t)grid->height,
                 elevation_bytes = e.values ? tiles * sizeof *out->elevations : 0,
                 lane_bytes = def->lanes ? tiles : 0;
    if (elevation_bytes + lane_bytes == 0) return WEND_OK;
    out->plane_use = wendi_shared_new(&grid->allocator, elevation_bytes + lane_bytes);
    if (!out->plane_use) return WEND_ERROR_MEMORY;
    char* memory = wendi_shared_memory(out->plane_use);
    if (e.values) out->elevations = (int16_t*)(void*)memory;
    if (def->lanes) out->lanes = (uint8_t*)memory + elevation_bytes;
    const size_t lane_stride = def->lane_stride ? def->lane_stride : (size_t)grid->width;
    float last = t->base; // stands for what is not known, so that no slope comes of it
    for (int32_t y = 0; y < grid->height; y++) {
        const size_t row = (size_t)y * (size_t)grid->width;
        for (int32_t x = 0; e.values && x < grid->width;
             x++) { // the first that is known, or one of a row before
            const float value = e.values[source_row(&grid->floors, y) * e.stride + (size_t)x];
            if (isnan(value)) continue;
            last = value;
            break;
        }
        for (int32_t x = 0; e.values && x < grid->width; x++) {
            const float value = e.values[source_row(&grid->floors, y) * e.stride + (size_t)x];
            if (!isnan(value)) last = value;
            if (!wendi_elevation_value(t, last, &out->elevations[row + (size_t)x])) return WEND_ERROR_LIMIT;
        }
        if (!def->lanes) continue;
        memcpy(out->lanes + row, def->lanes + source_row(&grid->floors, y) * lane_stride,
               (size_t)grid->width);
        for (int32_t x = 0; x < grid->width; x++)
            if (out->lanes[row + (size_t)x] > WENDI_DIRECTIONS) return WEND_ERROR_ARGUMENT;
    }
    return WEND_OK;
}

static wendi_slope_table describe(const wend_grid* grid, const wend_relief_def* def) {
    wendi_slope_table t = {.unit = 1,
                           .max_climb = def->max_climb,
                           .max_drop = def->max_drop,
                           .unit_length = def->unit_length > 0 ? def->unit_length : grid->tile_size,
                           .point_count = def->slope_count,
                           .row_count = def->row_count,
                           .points = def->slopes,
                           .rows = def->rows};
    memcpy(t.lane_factors, def->lane_factors, sizeof t.lane_factors);
    return t;
}

// Of the table: edits may make the map steeper.
static int32_t reach_of(int32_t steepest) {
    return wendi_min(steepest + steepest / 4, UINT16_MAX);
}

// Makes the table once the planes are there.
static wend_result finish(const wend_grid* grid, wendi_slope_table* t, wendi_relief* out) {
    const wend_rect all = {0, 0, grid->width, grid->height};
    t->steepest = out->elevations ? steepest_around(grid, out->elevations, all) : 0;
    return wendi_slope_table_make(grid, t, reach_of(t->steepest), out);
}

// Makes the table and empty planes, where the definition has them. Errors: ARGUMENT, LIMIT, MEMORY.
static wend_result make_relief(const wend_grid* grid, const wend_relief_def* def, wendi_relief* out) {
    *out = (wendi_relief){.stride = grid->width};
    wend_result result = check_def(grid, def);
    if (result != WEND_OK) return result;
    wendi_slope_table t = describe(grid, def);
    const elevation_rows e = {def->elevations,
                              def->elevation_stride ? def->elevation_stride : (size_t)grid->width};
    if (e.values) result = choose_unit(grid, def, e, &t);
    if (result == WEND_OK) result = make_planes(grid, def, &t, e, out);
    if (result == WEND_OK) result = finish(grid, &t, out);
    if (result != WEND_OK) wendi_relief_drop(out);
    return result;
}

wend_result wendi_relief_make_in_place(const wend_grid* grid, const wend_relief_def* def, float unit,
                                       float base, int32_t steepest, int16_t* elevations, uint8_t* lanes,
                                       wendi_relief* out) {
    *out = (wendi_relief){.stride = grid->width};
    wend_result result = check_def(grid, def);
    if (result != WEND_OK) return result;
    if (!(unit > 0) || !isfinite(unit) || !isfinite(base) || steepest < 0 || steepest > UINT16_MAX)
        return WEND_ERROR_ARGUMENT;
    wendi_slope_table t = describe(grid, def);
    t.unit = unit;
    t.base = base;
    t.steepest = steepest;
    out->elevations = elevations;
    out->lanes = lanes;
    return wendi_slope_table_make(grid, &t, reach_of(steepest), out);
}

// ---- edits

wend_result wendi_relief_difference(const wend_grid* grid, wend_rect area, float elevation,
                                    int32_t* difference_io) {
    const wendi_relief* relief = &grid->relief;
    int16_t value;
    if (!relief->elevations) return WEND_ERROR_UNSUPPORTED;
    if (!wendi_elevation_value(relief->table, elevation, &value)) return WEND_ERROR_LIMIT;
    const wend_rect around = wendi_area_around(area, 1, grid->width, grid->height);
    for (int32_t y = around.y; y < around.y + around.height; y++)
        for (int32_t x = around.x; x < around.x + around.width; x++) {
            if (wendi_area_contains(area, (wend_tile){x, y})) continue;
            const int32_t apart = wendi_abs(relief->elevations[(int64_t)y * grid->width + x] - value);
            *difference_io = wendi_max(*difference_io, apart);
        }
    return WEND_OK;
}

int32_t wendi_relief_gap(const wend_grid* grid, float a, float b) {
    int16_t x = 0, y = 0;
    wendi_elevation_value(grid->relief.table, a, &x);
    wendi_elevation_value(grid->relief.table, b, &y);
    return wendi_abs(x - y);
}

// Replaces planes that others use by copies. Errors: MEMORY.
static wend_result copy_planes(const wend_grid* grid, wendi_relief* relief) {
    const size_t tiles = (size_t)grid->width * (size_t)grid->height,
                 elevation_bytes = relief->elevations ? tiles * sizeof *relief->elevations : 0;
    wendi_shared* made = wendi_shared_new(&grid->allocator, elevation_bytes + (relief->lanes ? tiles : 0));
    if (!made) return WEND_ERROR_MEMORY;
    char* memory = wendi_shared_memory(made);
    if (relief->elevations) {
        memcpy(memory, relief->elevations, elevation_bytes);
        relief->elevations = (int16_t*)(void*)memory;
    }
    if (relief->lanes) {
        memcpy(memory + elevation_bytes, relief->lanes, tiles);
        relief->lanes = (uint8_t*)memory + elevation_bytes;
    }
    wendi_shared_drop(relief->plane_use);
    relief->plane_use = made;
    return WEND_OK;
}

wend_result wendi_relief_own_table(wend_grid* grid, int32_t difference) {
    wendi_relief* relief = &grid->relief;
    if (!wendi_has_own_table(relief)) return WEND_OK;
    const int32_t reach = wendi_max(relief->table->reach, wendi_min(difference, UINT16_MAX));
    if (reach == relief->table->reach && wendi_is_only_use(relief->table_use)) return WEND_OK;
    const wend_result result = wendi_slope_table_make(grid, relief->table, reach, relief);
    if (result != WEND_OK) return result;
    wendi_shared_drop(relief->pair_use); // of another reach
    relief->pair_use = NULL;
    relief->pairs = NULL;
    return WEND_OK;
}

wend_result wendi_relief_own(wend_grid* grid, int32_t difference) {
    wendi_relief* relief = &grid->relief;
    const bool shared = !relief->plane_use || !wendi_is_only_use(relief->plane_use);
    const wend_result result = wendi_relief_own_table(grid, difference);
    return result == WEND_OK && shared ? copy_planes(grid, relief) : result;
}

int32_t wendi_relief_steepest(const wend_grid* grid) {
    if (!grid->relief.elevations) return 0;
    return steepest_around(grid, grid->relief.elevations, (wend_rect){0, 0, grid->width, grid->height});
}

void wendi_relief_measure(wend_grid* grid, wend_rect area, bool whole) {
    wendi_slope_table* t = grid->relief.table;
    const int32_t steepest = steepest_around(grid, grid->relief.elevations, area);
    if (steepest <= t->steepest && !whole) return;
    WENDI_ASSERT(steepest <= t->reach);
    t->steepest = steepest;
    wendi_slope_table_bound(t, grid->relief.lanes != NULL, grid->connectivity == WEND_CONNECTIVITY_4);
}

void wendi_relief_follow(wend_grid* view, const wend_grid* map) {
    const wendi_relief made = borrowed(&map->relief, &view->relief);
    wendi_shared_drop(view->relief.pair_use);
    view->relief = made;
    if (!wendi_has_own_table(&made) || made.table->steepest == map->relief.table->steepest) return;
    WENDI_ASSERT(wendi_is_only_use(made.table_use) && map->relief.table->steepest <= made.table->reach);
    made.table->steepest = map->relief.table->steepest;
    wendi_slope_table_bound(made.table, made.lanes != NULL, view->connectivity == WEND_CONNECTIVITY_4);
}

// ---- lines

double wendi_relief_of_line(const wend_grid* grid, wend_tile from, wend_tile to, wend_tile way,
                            double share) {
    const wendi_relief* relief = &grid->relief;
    const wendi_slope_table* t = relief->table;
    const int64_t a = (int64_t)from.y * grid->width + from.x, b = (int64_t)to.y * grid->width + to.x;
    const wend_row_size size = wendi_size_of_rows(t, t->bands ? t->bands[to.y] : 0, grid->tile_size);
    const double x = way.x * share * (double)size.tile_width, y = way.y * share * (double)size.tile_height,
                 run = sqrt(x * x + y * y);
    const double climb =
        relief->elevations ? (relief->elevations[b] - relief->elevations[a]) * (double)t->unit : 0;
    double factor = wendi_factor_of_slope(t, climb / run) * run / (double)t->unit_length;
    if (relief->lanes) {
        const int32_t far = wendi_max(wendi_abs(way.x), wendi_abs(way.y)),
                      dx = 2 * wendi_abs(way.x) > far ? (way.x > 0 ? 1 : -1) : 0,
                      dy = 2 * wendi_abs(way.y) > far ? (way.y > 0 ? 1 : -1) : 0;
        const float lane = t->lanes[relief->lanes[b] & 15][wendi_direction_of(dx, dy)];
        factor = lane > 0 ? factor * (double)lane : INFINITY;
    }
    return factor;
}

// ---- hashes

static void hash_floats(XXH3_state_t* state, const float* values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        wendi_hash_u64(state, bits);
    }
}

void wendi_relief_hash(const wend_grid* grid, XXH3_state_t* state) {
    const wendi_slope_table* t = grid->relief.table;
    const float said[] = {t->unit, t->base, t->max_climb, t->max_drop, t->unit_length};
    hash_floats(state, said, sizeof said / sizeof *said);
    for (int32_t i = 0; i < t->point_count; i++) hash_floats(state, &t->points[i].slope, 2);
    for (int32_t i = 0; i < t->row_count; i++) {
        wendi_hash_u64(state, (uint64_t)t->rows[i].first_row);
        hash_floats(state, &t->rows[i].tile_width, 2);
    }
    wendi_hash_u64(state, (uint64_t)(grid->relief.elevations != NULL) << 1 | (grid->relief.lanes != NULL));
    if (grid->relief.lanes) hash_floats(state, t->lane_factors, WEND_LANE_ANGLES);
}

uint64_t wendi_relief_sum(const wend_grid* grid, wend_rect area, uint64_t sum) {
    const wendi_relief* r = &grid->relief;
    for (int32_t y = 0; y < area.height; y++) {
        const int64_t at = (area.y + y) * r->stride + area.x;
        if (r->elevations) sum = wendi_sum(r->elevations + at, (size_t)area.width, &wendi_u16, sum);
        if (r->lanes) sum = wendi_sum(r->lanes + at, (size_t)area.width, &wendi_u8, sum);
    }
    return sum;
}

// ---- the public functions

// How far rounding changes steps over level ground.
static double error_of_unit(const wendi_slope_table* t, double least_cost, double unit) {
    double worst = 0;
    for (int32_t kind = 0; kind < WENDI_STEP_KINDS; kind++) {
        const double factor = (double)t->factors[(int64_t)kind * (2 * t->reach + 1) + t->reach],
                     cost = floor(unit * least_cost + 0.5) * factor;
        if (cost > 0) worst = fmax(worst, fabs(floor(cost + 0.5) / (unit * least_cost * factor) - 1));
    }
    return worst;
}

int32_t wendi_relief_unit(const wendi_slope_table* table, double least_cost) {
    const double least = ceil(LEAST_STEP / ((double)table->least_defined * least_cost)), most = least * 5 / 4;
    if (least > WENDI_MAX_STEP) return WENDI_MAX_STEP + 1; // which no grid takes
    double best = least, best_error = INFINITY;
    for (double unit = least; unit <= most && unit < least + LEAST_STEP; unit++) {
        const double error = error_of_unit(table, least_cost, unit);
        if (error < best_error) best = unit, best_error = error;
    }
    return (int32_t)best;
}

// Gives the grid a relief, and the unit of costs that suits it. Errors: LIMIT.
static wend_result put_relief(wend_grid* grid, const wendi_relief* relief, int32_t unit) {
    const wendi_relief before = grid->relief;
    grid->relief = *relief;
    const wend_result result = wendi_grid_set_costs(grid, grid->class_costs, unit);
    if (result != WEND_OK) grid->relief = before;
    return result;
}

wend_result wendi_relief_copy(const wend_grid* from, wend_grid* to) {
    const wendi_relief* old = &from->relief;
    wendi_relief made = {.elevations = old->elevations, .lanes = old->lanes, .stride = old->stride};
    wend_result result = wendi_slope_table_make(to, old->table, old->table->reach, &made);
    if (result != WEND_OK) return result;
    made.plane_use = wendi_shared_keep(old->plane_use);
    if (!made.plane_use && (made.elevations || made.lanes)) result = copy_planes(to, &made);
    if (result == WEND_OK)
        result = put_relief(to, &made, wendi_relief_unit(made.table, (double)to->cost_range.least));
    if (result != WEND_OK) wendi_relief_drop(&made);
    return result;
}

wend_result wendi_relief_put(wend_grid* grid, const wend_relief_def* def) {
    wendi_relief made;
    wend_result result = make_relief(grid, def, &made);
    if (result != WEND_OK) return result;
    result = put_relief(grid, &made, grid->costs.unit);
    if (result != WEND_OK) wendi_relief_drop(&made);
    return result;
}

wend_result wend_grid_set_relief(wend_grid* grid, const wend_relief_def* def_opt) {
    if (!grid) return WEND_ERROR_ARGUMENT;
    wendi_relief made = {0}, before = grid->relief;
    wendi_cost_range range = grid->cost_range;
    wend_result result = def_opt ? make_relief(grid, def_opt, &made) : WEND_OK;
    if (result != WEND_OK) return result;
    if (made.table) {
        result = put_relief(grid, &made, wendi_relief_unit(made.table, (double)range.least));
    } else {
        result = wendi_cost_range_of(grid->class_costs, range.declared ? range.least : 0,
                                     range.declared ? range.greatest : 0, &range);
        if (result == WEND_OK) result = put_relief(grid, &made, range.unit);
    }
    wendi_relief_drop(result == WEND_OK ? &before : &made);
    return result;
}

bool wend_grid_has_relief(const wend_grid* grid) {
    return grid && grid->relief.table;
}

bool wend_grid_has_elevations(const wend_grid* grid) {
    return grid && grid->relief.elevations;
}

static float elevation_at(const wendi_relief* relief, int64_t tile) {
    return relief->table->base + relief->table->unit * (float)relief->elevations[tile];
}

float wend_grid_elevation(const wend_grid* grid, wend_tile tile) {
    if (!grid || !grid->relief.elevations) return 0;
    tile = wendi_to_sheet(&grid->floors, tile);
    if (!wendi_sheet_contains(grid, tile)) return 0;
    return elevation_at(&grid->relief, (int64_t)tile.y * grid->width + tile.x);
}

wend_result wend_grid_read_elevations(const wend_grid* grid, wend_rect area, float* out, size_t stride) {
    if (!grid || !out) return WEND_ERROR_ARGUMENT;
    area = wendi_area_to_sheet(&grid->floors, area);
    if (!wendi_is_valid_area(grid, area) || !is_stride(stride, area.width, area.height))
        return WEND_ERROR_ARGUMENT;
    if (stride == 0) stride = (size_t)area.width;
    for (int32_t y = 0; y < area.height; y++, out += stride)
        for (int32_t x = 0; x < area.width; x++)
            out[x] = grid->relief.elevations
                         ? elevation_at(&grid->relief, (int64_t)(area.y + y) * grid->width + area.x + x)
                         : 0;
    return WEND_OK;
}

uint8_t wend_grid_lane(const wend_grid* grid, wend_tile tile) {
    if (!grid || !grid->relief.lanes) return 0;
    tile = wendi_to_sheet(&grid->floors, tile);
    if (!wendi_sheet_contains(grid, tile)) return 0;
    return grid->relief.lanes[(int64_t)tile.y * grid->width + tile.x];
}

bool wend_grid_row_size(const wend_grid* grid, int32_t y, float* width_out, float* height_out) {
    if (!grid || !width_out || !height_out) return false;
    y = wendi_less(y, grid->floors.top);
    if (y < 0 || y >= grid->floors.height) return false;
    const wendi_slope_table* t = grid->relief.table;
    if (!t || t->row_count == 0) return false;
    const wend_row_size* size = &t->rows[t->bands ? t->bands[y] : 0];
    *width_out = size->tile_width;
    *height_out = size->tile_height;
    return true;
}

float wend_grid_unit_length(const wend_grid* grid) {
    if (!grid) return 0;
    return grid->relief.table ? grid->relief.table->unit_length : grid->tile_size;
}

wend_relief_counts wend_grid_count_relief(const wend_grid* grid) {
    wend_relief_counts counts = {0};
    if (!wend_grid_has_relief(grid)) return counts;
    wend_grid level = *grid; // the same map without costs by direction
    level.relief.table = NULL;
    bool any = false;
    for (int32_t y = 0; y < grid->height; y++)
        for (int32_t x = 0; x < grid->width; x++) {
            if (!wendi_is_passable(grid, x, y)) continue;
            const uint32_t moves = wendi_legal_moves(&level, x, y);
            counts.steps += __builtin_popcount(moves);
            if (grid->relief.table->closes)
                counts.closed += __builtin_popcount(moves & wendi_steps_closed_by_relief(grid, x, y));
            const int64_t tile = (int64_t)y * grid->width + x; // of the sheet, which callers do not know
            counts.lanes += grid->relief.lanes && grid->relief.lanes[tile] != 0;
            const float elevation = grid->relief.elevations ? elevation_at(&grid->relief, tile) : 0;
            counts.lowest = any ? fminf(counts.lowest, elevation) : elevation;
            counts.highest = any ? fmaxf(counts.highest, elevation) : elevation;
            any = true;
        }
    return counts;
}

int32_t wend_grid_step_cost(const wend_grid* grid, wend_tile from, wend_tile to) {
    if (!grid) return 0;
    from = wendi_to_sheet(&grid->floors, from);
    to = wendi_to_sheet(&grid->floors, to);
    if (!wendi_sheet_can_step(grid, from, to)) return 0;
    return wendi_step_cost(grid, from.x, from.y, wendi_direction_of(to.x - from.x, to.y - from.y));
}
