// relief.c: how do the heights of an image or raster become the relief of its grid?
#include "rules/relief.h"

#include <math.h>
#include <string.h>

#include "core/ground.h"
#include "rules/slope_functions.h"
#include "wend/relief.h"

enum {
    SAMPLES = 256,  // of a function, for each unit of slope
    MOST_SLOPE = 2, // beyond which the factor stays
    MOST_BANDS = 4096
};
static const double LEAST_SHARE = 1.0 / 64; // of the side of a tile in the middle of the map
static const double BAND_TOLERANCE = 0.002; // of lengths within a band of rows
static const float BESIDE = 1e-5f;          // slopes between which a function jumps or closes
static const double MOST_OFF = 0.0005;      // of a line between two samples, beside the function

struct wimp_relief {
    wimp_slope_function function;
    float* elevations; // by tile: the sum of its pixels until its last row was taken, then their mean
    size_t tiles;
    int32_t columns, pixel_columns, pixel_rows;
    int32_t* counts; // of the tiles in a row: pixels that were summed
    wend_slope_point points[WEND_MAX_SLOPE_POINTS];
    int32_t point_count;
};
_Static_assert(WEND_MAX_SLOPE_POINTS == 2 * MOST_SLOPE * SAMPLES + 256, "room for jumps beside the samples");
static const char* const unit_names[] = {"s", "J/kg", ""};

static struct wimp_relief* new_relief(wimp_job* job, int32_t width, int32_t height) {
    const int64_t k = job->def->downscale;
    struct wimp_relief* r = wimp_job_keep(job, sizeof *r);
    if (!r) return NULL;
    job->relief = r;
    r->pixel_columns = width;
    r->pixel_rows = height;
    r->columns = (int32_t)((width + k - 1) / k);
    r->tiles = (size_t)r->columns * (size_t)((height + k - 1) / k);
    r->elevations = wimp_job_keep(job, r->tiles * sizeof *r->elevations);
    r->counts = r->elevations ? wimp_job_keep(job, (size_t)r->columns * sizeof *r->counts) : NULL;
    return r->counts ? r : NULL;
}

wend_result wimp_relief_begin(wimp_job* job, int32_t width, int32_t height) {
    const wend_import_def* def = job->def;
    wimp_slope_function function;
    if (!wimp_goes_by_step(def)) return WEND_OK;
    if ((job->depth > 0 && !job->is_deck) || job->is_layer || def->thin_walls)
        return wimp_job_fail(job, WEND_ERROR_UNSUPPORTED,
                             "the rule %s is for a whole map, not for a layer, a tileset or thin walls",
                             wend_image_rule_name(def->rule));
    const bool chosen = def->rule == WEND_RULE_SLOPE && def->slope;
    const wend_result result =
        wimp_slope_function_parse(chosen ? def->slope : "tobler", def, &function, job->error_opt);
    if (result != WEND_OK) return result;
    struct wimp_relief* r = new_relief(job, width, height);
    if (!r) return WEND_ERROR_MEMORY;
    r->function = function;
    const char *text = chosen ? def->slope : "tobler", *slash = strrchr(text, '/');
    wimp_print(job->info->slope, sizeof job->info->slope, "%s", slash ? slash + 1 : text);
    wimp_print(job->info->cost_unit, sizeof job->info->cost_unit, "%s", unit_names[function.unit]);
    wimp_print(job->info->meanings[WIMP_LAND], WEND_MEANING_BYTES, "%s", "land");
    if (def->sea_level >= 0) wimp_print(job->info->meanings[WIMP_WATER], WEND_MEANING_BYTES, "%s", "water");
    return WEND_OK;
}

double wimp_relief_level_factor(const wimp_job* job) {
    const double factor = job->relief ? wimp_slope_factor(&job->relief->function, 0) : 1;
    return isfinite(factor) ? factor : 1;
}

float* wimp_relief_elevations(const wimp_job* job) {
    return job->relief ? job->relief->elevations : NULL;
}

wend_result wimp_relief_add_floor(wimp_job* job) {
    struct wimp_relief* r = job->relief;
    float* both = wimp_job_keep(job, 2 * r->tiles * sizeof *both);
    if (!both) return WEND_ERROR_MEMORY;
    memcpy(both, r->elevations, r->tiles * sizeof *both);
    for (size_t i = r->tiles; i < 2 * r->tiles; i++) both[i] = NAN;
    wimp_memory_drop(&job->kept, r->elevations);
    r->elevations = both;
    r->tiles *= 2;
    return WEND_OK;
}

void wimp_relief_row(wimp_job* job, int32_t y, const float* heights, float sea, uint8_t* classes) {
    struct wimp_relief* r = job->relief;
    const int32_t k = job->def->downscale;
    float* row = r->elevations + (size_t)(y / k) * (size_t)r->columns;
    for (int32_t x = 0; x < r->pixel_columns; x++) {
        const bool hidden = isnan(heights[x]), water = heights[x] <= sea;
        classes[x] = hidden ? 0 : water ? WIMP_WATER : WIMP_LAND;
        if (hidden) continue;
        row[x / k] += water ? sea : heights[x];
        r->counts[x / k]++;
    }
    if ((y + 1) % k != 0 && y + 1 < r->pixel_rows) return;
    for (int32_t x = 0; x < r->columns; x++) {
        row[x] = r->counts[x] > 0 ? row[x] / (float)r->counts[x] : NAN;
        r->counts[x] = 0;
    }
}

// ---- the function as points

typedef struct point_list {
    const wimp_slope_function* function;
    wend_slope_point* points;
    int32_t count;
} point_list;

static void add_point(point_list* l, double slope, double factor) {
    const wend_slope_point* last = l->count > 0 ? &l->points[l->count - 1] : NULL;
    if (last && (float)slope <= last->slope) return;
    l->points[l->count++] = (wend_slope_point){(float)slope, (float)factor};
}

// Halves the distance between two samples where the function turns or jumps between them.
static void add_between(point_list* l, double a, double b) {
    const double middle = (a + b) / 2, factor = wimp_slope_factor(l->function, middle),
                 line = (wimp_slope_factor(l->function, a) + wimp_slope_factor(l->function, b)) / 2;
    if (b - a < (double)BESIDE || fabs(line - factor) <= MOST_OFF * factor ||
        l->count >= WEND_MAX_SLOPE_POINTS - 16)
        return;
    add_between(l, a, middle);
    add_point(l, middle, factor);
    add_between(l, middle, b);
}

// A table is given as it is; other functions by samples.
static int32_t list_points(const wimp_slope_function* f, wend_slope_point out[WEND_MAX_SLOPE_POINTS]) {
    point_list list = {f, out, 0}, *l = &list;
    const bool is_table = f->kind == WIMP_SLOPE_TABLE, is_wheelchair = f->kind == WIMP_SLOPE_WHEELCHAIR;
    const double first = is_table        ? f->entries[0].slope
                         : is_wheelchair ? -f->max_slope
                                         : -MOST_SLOPE,
                 last = is_table ? f->entries[f->entry_count - 1].slope : -first;
    if (is_table || is_wheelchair) add_point(l, first - (double)BESIDE, INFINITY);
    for (int32_t i = 0; i < f->entry_count && is_table; i++)
        add_point(l, f->entries[i].slope, f->entries[i].factor);
    const int32_t samples = is_table ? 0 : (int32_t)ceil(fmin(last, MOST_SLOPE) * SAMPLES);
    for (int32_t i = -samples; i <= samples && !is_table; i++) {
        const double slope = fmax(first, fmin(last, (double)i / SAMPLES));
        if (i > -samples) add_between(l, fmax(first, (double)(i - 1) / SAMPLES), slope);
        add_point(l, slope, wimp_slope_factor(f, slope));
    }
    if (is_table || is_wheelchair) add_point(l, last + (double)BESIDE, INFINITY);
    return list.count;
}

wend_result wend_slope_points(const char* function, wend_slope_point out[WEND_MAX_SLOPE_POINTS],
                              int32_t* count_out, char unit_out[8], wend_error* error_opt) {
    if (!function || !out || !count_out || !unit_out) return WEND_ERROR_ARGUMENT;
    const wend_import_def def = wend_default_import_def();
    wimp_slope_function parsed;
    const wend_result result = wimp_slope_function_parse(function, &def, &parsed, error_opt);
    if (result != WEND_OK) return result;
    *count_out = list_points(&parsed, out);
    wimp_print(unit_out, 8, "%s", unit_names[parsed.unit]);
    return WEND_OK;
}

// ---- the sizes of rows

// The bands of rows of a raster with coordinates. 0: its tiles are squares of one size.
static int32_t list_rows(const wimp_job* job, wend_row_size* out) {
    const wend_georeference* geo = &job->info->geo;
    const double side = (double)wend_grid_tile_size(job->grid);
    wend_ground here;
    if (!geo->has_transform || wend_geo_ground(geo, 0.5, &here) != WEND_OK) return 0;
    wimp_ground_band* bands = wimp_job_get(job, MOST_BANDS * sizeof *bands);
    if (!bands) return -1;
    const int32_t count = wimp_geo_bands(geo, wend_grid_height(job->grid), BAND_TOLERANCE, bands, MOST_BANDS);
    bool differ = false;
    for (int32_t i = 0; i < count && i < MOST_BANDS; i++) {
        const wend_ground* g = &bands[i].steps;
        // A row at a pole has no width: its tiles are blocked. Rows near it count as wide as LEAST_SHARE.
        const double across = g->across > 0 ? fmax(g->across, side * LEAST_SHARE) : side;
        out[i] = (wend_row_size){bands[i].from, (float)across, (float)(g->down > 0 ? g->down : side)};
        differ |= fabs(g->across / side - 1) > BAND_TOLERANCE || fabs(g->down / side - 1) > BAND_TOLERANCE;
    }
    return count > 0 && count <= MOST_BANDS && differ ? count : 0;
}

wend_result wimp_relief_apply(wimp_job* job, const uint8_t* lanes_opt, const float* lane_factors) {
    struct wimp_relief* r = job->relief;
    wend_relief_def def = wend_default_relief_def();
    wend_row_size* rows = wimp_job_get(job, MOST_BANDS * sizeof *rows);
    if (!rows) return WEND_ERROR_MEMORY;
    def.row_count = list_rows(job, rows);
    def.rows = def.row_count > 0 ? rows : NULL;
    wend_result result = def.row_count < 0 ? WEND_ERROR_MEMORY : WEND_OK;
    if (r) {
        r->point_count = list_points(&r->function, r->points);
        def.elevations = r->elevations;
        def.slopes = r->points;
        def.slope_count = r->point_count;
        def.max_climb = job->def->max_step_climb;
        def.max_drop = job->def->max_step_drop;
        def.unit_length = 1;
    }
    if (lanes_opt) {
        def.lanes = lanes_opt;
        memcpy(def.lane_factors, lane_factors, sizeof def.lane_factors);
    }
    if (result == WEND_OK && (r || def.rows || lanes_opt)) result = wend_grid_set_relief(job->grid, &def);
    if (result == WEND_ERROR_LIMIT && !r && !lanes_opt) {
        wimp_job_warn(job, "its rows are too different in size: steps cost as those in the middle");
        result = WEND_OK;
    }
    if (result == WEND_ERROR_MEMORY) return wimp_job_out_of_memory(job, r ? 2 * r->tiles : 0);
    if (result != WEND_OK)
        return wimp_job_fail(
            job, result,
            "its slopes and lanes cannot be costs: the costliest step is more than 16,000 times the "
            "cheapest, or its heights are too far apart; a limit (max_step_climb, "
            "max_step_drop) closes steep steps");
    return WEND_OK;
}
