// slope_table.c: what does a step cost by the difference of elevation, the row, and the lane that it enters?
#include <math.h>
#include <string.h>

#include "grid/grid.h"

double wendi_factor_of_slope(const wendi_slope_table* t, double slope) {
    const wend_slope_point* p = t->points;
    const int32_t count = t->point_count;
    if (count == 0) return 1;
    if (slope <= (double)p[0].slope) return p[0].factor;
    if (slope >= (double)p[count - 1].slope) return p[count - 1].factor;
    int32_t low = 0, high = count - 1;
    while (high - low > 1) {
        const int32_t middle = (low + high) / 2;
        if ((double)p[middle].slope <= slope)
            low = middle;
        else
            high = middle;
    }
    const double a = p[low].factor, b = p[high].factor,
                 at = (slope - (double)p[low].slope) / ((double)p[high].slope - (double)p[low].slope);
    return at == 0 ? a : isinf(a) || isinf(b) ? INFINITY : a + at * (b - a);
}

wend_row_size wendi_size_of_rows(const wendi_slope_table* t, int32_t band, float tile_size) {
    return t->row_count > 0 ? t->rows[band] : (wend_row_size){0, tile_size, tile_size};
}

// The factors of one kind of step in one band of rows.
static void fill_factors(const wendi_slope_table* t, wend_row_size size, int32_t kind, float* out) {
    const double width = size.tile_width, height = size.tile_height,
                 run = kind == 0   ? width
                       : kind == 1 ? height
                                   : sqrt(width * width + height * height),
                 length = run / (double)t->unit_length;
    for (int32_t i = -t->reach; i <= t->reach; i++) {
        const double climb = (double)i * (double)t->unit,
                     factor = wendi_factor_of_slope(t, climb / run) * length;
        // Elevations are rounded: a limit that is met is not exceeded by that.
        const double slack = (double)t->unit * 1e-3;
        const bool closed = climb > (double)t->max_climb + slack || -climb > (double)t->max_drop + slack;
        out[i + t->reach] = closed || isinf(factor) ? 0 : (float)factor;
    }
}

static void fill_lanes(wendi_slope_table* t) {
    static const int32_t eighths[8] = {0, 2, 4, 6, 1, 3, 5, 7}; // of a turn, where directions point
    for (int32_t d = 0; d < 8; d++) {
        for (int32_t lane = 0; lane < 16; lane++) t->lanes[lane][d] = 1;
        for (int32_t lane = 0; lane < 8; lane++) {
            const int32_t apart = wendi_abs(eighths[d] - eighths[lane]),
                          angle = apart > 4 ? 8 - apart : apart;
            const float factor = t->lane_factors[angle];
            t->lanes[1 + lane][d] = isinf(factor) ? 0 : factor;
        }
    }
}

typedef struct bounds {
    float least, greatest;
    bool closes;
} bounds;

static void add_to_bounds(bounds* b, float factor, const float* lanes, int32_t lane_count) {
    if (factor == 0) b->closes = true;
    for (int32_t i = 0; i < lane_count && factor > 0; i++) {
        const float product = factor * lanes[i];
        if (product == 0) continue;
        b->least = fminf(b->least, product);
        b->greatest = fmaxf(b->greatest, product);
    }
}

void wendi_slope_table_bound(wendi_slope_table* t, bool lanes, bool four) {
    float open[WEND_LANE_ANGLES + 1] = {1};
    int32_t open_count = 1;
    for (int32_t i = 0; i < (lanes ? WEND_LANE_ANGLES : 0); i++)
        if (!isinf(t->lane_factors[i])) open[open_count++] = t->lane_factors[i];
    t->closes = lanes && open_count <= WEND_LANE_ANGLES;
    for (int32_t diagonal = 0; diagonal < 2; diagonal++) {
        bounds b = {INFINITY, 0, false};
        for (int32_t band = 0; band < t->band_count; band++)
            for (int32_t kind = 2 * diagonal; kind <= 1 + diagonal; kind++) {
                const float* row =
                    t->factors + (int64_t)(WENDI_STEP_KINDS * band + kind) * (2 * t->reach + 1) + t->reach;
                for (int32_t i = -t->steepest; i <= t->steepest; i++)
                    add_to_bounds(&b, row[i], open, open_count);
            }
        t->least[diagonal] = b.least;
        t->greatest[diagonal] = b.greatest;
        t->closes |= b.closes && !(diagonal && four);
    }
}

static float least_defined(const wendi_slope_table* t, bool lanes, float tile_size) {
    float slope = t->point_count > 0 ? INFINITY : 1, lane = 1, side = INFINITY;
    for (int32_t i = 0; i < t->point_count; i++) slope = fminf(slope, t->points[i].factor);
    for (int32_t i = 0; i < WEND_LANE_ANGLES && lanes; i++) lane = fminf(lane, t->lane_factors[i]);
    for (int32_t i = 0; i < t->band_count; i++) {
        const wend_row_size size = wendi_size_of_rows(t, i, tile_size);
        side = fminf(side, fminf(size.tile_width, size.tile_height));
    }
    return isinf(slope) ? 1 : slope * lane * side / t->unit_length;
}

static size_t aligned(size_t bytes) {
    return (bytes + 15) & ~(size_t)15;
}

wend_result wendi_slope_table_make(const wend_grid* grid, const wendi_slope_table* like, int32_t reach,
                                   wendi_relief* relief) {
    const bool hex = wendi_is_hex(grid->connectivity), banded = like->row_count > 1,
               lanes = relief->lanes != NULL;
    const int32_t bands = banded ? like->row_count : 1;
    const size_t points = aligned((size_t)like->point_count * sizeof *like->points),
                 rows = aligned((size_t)like->row_count * sizeof *like->rows),
                 band_bytes = aligned(banded ? (size_t)grid->height * sizeof *like->bands : 0),
                 lanes_of_one = 2 * (size_t)reach + 1,
                 factors = (size_t)bands * WENDI_STEP_KINDS * lanes_of_one * sizeof(float);
    wendi_shared* shared =
        wendi_shared_new(&grid->allocator, aligned(sizeof *like) + points + rows + band_bytes + factors);
    if (!shared) return WEND_ERROR_MEMORY;
    char* at = wendi_shared_memory(shared);
    wendi_slope_table* t = (wendi_slope_table*)(void*)at;
    *t = *like;
    t->reach = reach;
    t->band_count = bands;
    at += aligned(sizeof *t);
    t->points = (const void*)at;
    if (like->point_count > 0) memcpy(at, like->points, (size_t)like->point_count * sizeof *like->points);
    at += points;
    t->rows = (const void*)at;
    if (like->row_count > 0) memcpy(at, like->rows, (size_t)like->row_count * sizeof *like->rows);
    at += rows;
    uint16_t* row_bands = (uint16_t*)(void*)at;
    t->bands = banded ? row_bands : NULL;
    for (int32_t y = 0, band = 0; banded && y < grid->height; y++) {
        const int32_t of_floor = wendi_map_row(&grid->floors, y), row = of_floor + grid->floors.top;
        if (of_floor == 0) band = 0; // of the next floor
        while (band + 1 < bands && t->rows[band + 1].first_row <= row) band++;
        row_bands[y] = (uint16_t)band;
    }
    at += band_bytes;
    float* all = (float*)(void*)at;
    t->factors = all;
    for (int32_t band = 0; band < bands; band++)
        for (int32_t kind = 0; kind < WENDI_STEP_KINDS; kind++)
            fill_factors(t, wendi_size_of_rows(t, band, grid->tile_size), hex ? 0 : kind,
                         all + (size_t)(WENDI_STEP_KINDS * band + kind) * lanes_of_one);
    for (int32_t d = 0; d < WENDI_DIRECTIONS; d++)
        t->kinds[d] = (int8_t)(hex || wendi_direction[d].y == 0 ? 0 : d < WENDI_STRAIGHT ? 1 : 2);
    fill_lanes(t);
    wendi_slope_table_bound(t, lanes, grid->connectivity == WEND_CONNECTIVITY_4);
    t->least_defined = least_defined(t, lanes, grid->tile_size);
    wendi_shared_drop(relief->table_use);
    relief->table_use = shared;
    relief->table = t;
    return WEND_OK;
}

// ---- pairs of steps

// UINT16_MAX: closed.
static uint32_t narrow(int32_t cost) {
    return cost == 0 ? UINT16_MAX : (uint32_t)wendi_min(cost, WENDI_LONG_STEP);
}

void wendi_relief_pair_steps(wend_grid* grid) {
    wendi_relief* r = &grid->relief;
    const wendi_slope_table* t = r->table;
    int32_t k = 0;
    for (int32_t i = 1; i < WEND_CLASS_COUNT; i++)
        if (grid->costs.straight[i] > 0 && (k == 0 || grid->class_counts[i] > grid->class_counts[k])) k = i;
    const int32_t level = grid->costs.straight[k];
    if (r->pairs && r->pair_cost == level) return;
    wendi_shared_drop(r->pair_use);
    const int64_t row = 2 * (int64_t)t->reach + 1, rows = (int64_t)t->band_count * WENDI_STEP_KINDS;
    r->pair_use = r->lanes || k == 0
                      ? NULL
                      : wendi_shared_new(&grid->allocator, (size_t)(rows * row) * sizeof *r->pairs);
    r->pairs = NULL;
    if (!r->pair_use) return;
    uint32_t* pairs = wendi_shared_memory(r->pair_use);
    for (int64_t i = 0; i < rows; i++) {
        const float* factors = t->factors + i * row + t->reach;
        for (int32_t d = -t->reach; d <= t->reach; d++) {
            const int32_t there = wendi_times_factor(level, factors[d]),
                          back = wendi_times_factor(level, factors[-d]);
            pairs[i * row + t->reach + d] = narrow(there) | narrow(back) << 16;
        }
    }
    r->pairs = pairs;
    r->pair_cost = level;
}
