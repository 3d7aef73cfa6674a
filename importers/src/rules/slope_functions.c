// slope_functions.c: what does a step up or down a slope cost?
//
// TOBLER: W. Tobler, Three presentations on geographical analysis and modeling, 1993: people walk at 6 km/h
// e^(-3.5 |slope + 0.05|), away from paths at three fifths of it.
//
// NAISMITH: W. W. Naismith in the Scottish Mountaineering Club Journal 2, 1892, in metres: 5 km/h on the map,
// and an hour for every 600 m of climb. E. Langmuir, Mountaincraft and Leadership, 1984: descents of 5 to 12
// degrees save 10 minutes for every 300 m, and steeper ones cost as much.
//
// MINETTI: A. E. Minetti and others, Energy cost of walking and running at extreme uphill and downhill
// slopes, Journal of Applied Physiology 93, 2002: a polynomial for slopes of -0.45 to 0.45, for each metre of
// the ground. Beyond, where it would turn negative, a metre of height costs what it does at the end.
//
// IRMISCHER_CLARKE: I. J. Irmischer and K. C. Clarke, Measuring and modeling the speed of human navigation,
// Cartography and Geographic Information Science 45, 2018: 0.11 + e^(-(S + 5)^2 / (2 30^2)) m/s, S in
// percent, and away from paths 0.11 + 0.67 e^(-(S + 2)^2 / (2 30^2)).
//
// RWALK: the manual of GRASS r.walk: A for each metre on the map, B for each metre of climb, C of descent,
// and D of descents below the slope_factor, -0.2125.
//
// WHEELCHAIR: the work against rolling resistance and slope, as in the balance of power of L. van der Woude
// and others, Biomechanics and physiology in active manual wheelchair propulsion, Medical Engineering and
// Physics 23, 2001. Downhill it is the work of braking, and rolling never costs less than on level ground.
// Closed above 1 in 12, the steepest ramp of the ADA Standards for Accessible Design, 405.2.
//
// Only operations that every machine rounds alike, so that worlds are the same everywhere.
#include "rules/slope_functions.h"

#include <math.h>
#include <string.h>

#include "core/csv.h"
#include "core/message.h"
#include "core/read_file.h"
#include "core/series.h"

#define LONGEST_EXPONENT 30.0 // of wimp_exp; such a step takes ten million times as long
#define STEEP_DESCENT    (-0.2125)
#define ROLLING          0.015 // resistance of a wheelchair on a hard floor, against its weight
#define GRAVITY          9.80665
static const wimp_csv_style style = {.separators = ";,\t", .has_quotes = true, .has_slash_comments = true};

// ---- factors

static double exponential(double x) {
    if (x > LONGEST_EXPONENT) return INFINITY;
    return x < -LONGEST_EXPONENT ? 0 : wimp_exp(x);
}

static double tobler(double slope, double share) {
    return 0.6 / share * exponential(3.5 * fabs(slope + 0.05));
}

static double langmuir(double slope) {
    const double tangent_5 = 0.08748866352592401, tangent_12 = 0.21255656167002213;
    if (slope > 0) return 0.72 + 6 * slope;
    if (slope > -tangent_5) return 0.72;
    return 0.72 + (slope >= -tangent_12 ? 2 : -2) * slope;
}

static double minetti(double slope) {
    const double most = 0.45, i = fmin(fmax(slope, -most), most);
    const double by_ground = ((((280.5 * i - 58.7) * i - 76.8) * i + 51.9) * i + 19.6) * i + 2.5;
    return by_ground * sqrt(1 + i * i) * (fabs(slope) > most ? fabs(slope) / most : 1);
}

static double irmischer_clarke(double slope, double share, double steepest) {
    const double percent = slope * 100 + steepest;
    return 1 / (0.11 + share * exponential(-percent * percent / (2 * 30 * 30)));
}

static double rwalk(const double* walk, double slope) {
    return walk[0] + walk[slope >= 0 ? 1 : slope < STEEP_DESCENT ? 3 : 2] * slope;
}

static double wheelchair(double slope, double max_slope) {
    if (fabs(slope) > max_slope) return INFINITY;
    return GRAVITY * fmax(fabs(ROLLING + slope), ROLLING);
}

static double interpolate(const wimp_slope_function* f, double slope) {
    const wimp_slope_entry* e = f->entries;
    int32_t low = 0, high = f->entry_count - 1;
    if (!(slope >= e[low].slope && slope <= e[high].slope)) return INFINITY;
    while (high - low > 1) {
        const int32_t middle = (low + high) / 2;
        if (e[middle].slope <= slope)
            low = middle;
        else
            high = middle;
    }
    if (slope == e[low].slope) return e[low].factor;
    if (slope == e[high].slope) return e[high].factor;
    const double share = (slope - e[low].slope) / (e[high].slope - e[low].slope);
    return isinf(e[low].factor) || isinf(e[high].factor)
               ? INFINITY
               : e[low].factor + share * (e[high].factor - e[low].factor);
}

double wimp_slope_factor(const wimp_slope_function* f, double slope) {
    if (!isfinite(slope)) return INFINITY;
    switch (f->kind) {
    case WIMP_SLOPE_TOBLER:
        return tobler(slope, 1);
    case WIMP_SLOPE_TOBLER_OFFPATH:
        return tobler(slope, 0.6);
    case WIMP_SLOPE_NAISMITH:
        return 0.72 + 6 * fmax(slope, 0);
    case WIMP_SLOPE_NAISMITH_LANGMUIR:
        return langmuir(slope);
    case WIMP_SLOPE_MINETTI:
        return minetti(slope);
    case WIMP_SLOPE_IRMISCHER_CLARKE:
        return irmischer_clarke(slope, 1, 5);
    case WIMP_SLOPE_IRMISCHER_CLARKE_OFFPATH:
        return irmischer_clarke(slope, 0.67, 2);
    case WIMP_SLOPE_RWALK:
        return rwalk(f->walk, slope);
    case WIMP_SLOPE_WHEELCHAIR:
        return wheelchair(slope, f->max_slope);
    case WIMP_SLOPE_TABLE:
        return interpolate(f, slope);
    default:
        return INFINITY;
    }
}

// ---- tables

typedef struct reader {
    wimp_csv csv;
    wimp_slope_function* out;
} reader;

static wend_result read_header(reader* r) {
    wimp_span slope, factor, rest;
    if (!wimp_csv_next(&r->csv))
        return wimp_fail(r->csv.error_opt, WEND_ERROR_FORMAT, r->csv.name,
                         "is empty; expected the header slope,factor or slope,seconds");
    const bool has_two = wimp_csv_take(&r->csv, &slope) && wimp_csv_take(&r->csv, &factor);
    if (r->csv.result != WEND_OK) return r->csv.result;
    if (has_two && wimp_span_equals(factor, "seconds")) r->out->unit = WIMP_SLOPE_SECONDS;
    if (!has_two || wimp_csv_take(&r->csv, &rest) || !wimp_span_equals(slope, "slope") ||
        !(wimp_span_equals(factor, "factor") || wimp_span_equals(factor, "seconds")))
        return wimp_csv_fail(&r->csv, r->csv.line,
                             "the header is '%.*s'; expected slope,factor or slope,seconds",
                             wimp_span_shown(r->csv.line), r->csv.line.at);
    return WEND_OK;
}

static wend_result read_row(reader* r) {
    wimp_csv* csv = &r->csv;
    wimp_slope_function* f = r->out;
    wimp_span slope = csv->line, factor = csv->line, rest;
    wimp_slope_entry entry = {0, INFINITY};
    const bool has_two = wimp_csv_take(csv, &slope) && wimp_csv_take(csv, &factor);
    if (csv->result != WEND_OK) return csv->result;
    if (!has_two || slope.size == 0 || factor.size == 0 || wimp_csv_take(csv, &rest))
        return wimp_csv_fail(csv, csv->line, "the row is '%.*s'; expected a slope and a factor",
                             wimp_span_shown(csv->line), csv->line.at);
    if (!wimp_span_signed(slope, &entry.slope))
        return wimp_csv_fail(csv, slope, "slope is '%.*s'; expected rise over run, such as -0.2",
                             wimp_span_shown(slope), slope.at);
    if (!wimp_span_equals(factor, "closed") &&
        (!wimp_span_double(factor, &entry.factor) || !(entry.factor > 0)))
        return wimp_csv_fail(csv, factor, "factor is '%.*s'; expected a number above 0, or closed",
                             wimp_span_shown(factor), factor.at);
    if (f->entry_count > 0 && !(entry.slope > f->entries[f->entry_count - 1].slope))
        return wimp_csv_fail(csv, slope, "slope %.*s follows %.9g; expected rising slopes",
                             wimp_span_shown(slope), slope.at, f->entries[f->entry_count - 1].slope);
    if (f->entry_count == WIMP_SLOPE_MAX_ROWS)
        return wimp_csv_fail(csv, slope, "more than %d rows", WIMP_SLOPE_MAX_ROWS);
    f->entries[f->entry_count++] = entry;
    return WEND_OK;
}

static wend_result read_rows(reader* r) {
    r->out->unit = WIMP_SLOPE_RELATIVE;
    wend_result result = read_header(r);
    while (result == WEND_OK && wimp_csv_next(&r->csv)) result = read_row(r);
    if (result == WEND_OK && (r->out->entry_count < 2 || isinf(interpolate(r->out, 0))))
        return wimp_fail(
            r->csv.error_opt, WEND_ERROR_FORMAT, r->csv.name, "line %d: %s", r->csv.text.line,
            "level ground, slope 0, has no factor; expected rows below and above it, or its own");
    return result;
}

static wend_result read_table(const char* file, const wend_import_def* def, wimp_slope_function* out,
                              wend_error* error_opt) {
    wimp_file content;
    wend_result result = wimp_other_file_read(def, file, &content, NULL, error_opt);
    if (result != WEND_OK) return result;
    const char* name = wimp_file_name(file);
    reader r = {.csv = wimp_csv_of(&style, content.bytes, content.size, name, error_opt), .out = out};
    const bool is_text = content.size == 0 || !memchr(content.bytes, 0, content.size);
    result = is_text ? read_rows(&r) : wimp_fail(error_opt, WEND_ERROR_FORMAT, name, "is not a text");
    wimp_file_free(&content, def->allocator);
    return result;
}

// ---- names

static const struct {
    const char* name;
    wimp_slope_unit unit;
    int32_t parameter_count; // at most
} kinds[WIMP_SLOPE_TABLE] = {
    [WIMP_SLOPE_TOBLER] = {"tobler", WIMP_SLOPE_SECONDS, 0},
    [WIMP_SLOPE_TOBLER_OFFPATH] = {"tobler-offpath", WIMP_SLOPE_SECONDS, 0},
    [WIMP_SLOPE_NAISMITH] = {"naismith", WIMP_SLOPE_SECONDS, 0},
    [WIMP_SLOPE_NAISMITH_LANGMUIR] = {"naismith-langmuir", WIMP_SLOPE_SECONDS, 0},
    [WIMP_SLOPE_MINETTI] = {"minetti", WIMP_SLOPE_JOULES, 0},
    [WIMP_SLOPE_IRMISCHER_CLARKE] = {"irmischer-clarke", WIMP_SLOPE_SECONDS, 0},
    [WIMP_SLOPE_IRMISCHER_CLARKE_OFFPATH] = {"irmischer-clarke-offpath", WIMP_SLOPE_SECONDS, 0},
    [WIMP_SLOPE_RWALK] = {"rwalk", WIMP_SLOPE_SECONDS, 4},
    [WIMP_SLOPE_WHEELCHAIR] = {"wheelchair", WIMP_SLOPE_JOULES, 1},
};

#define fail_argument(text, ...)                                                                             \
    wimp_fail(error_opt, WEND_ERROR_ARGUMENT, "function of slope", text, __VA_ARGS__)

static wend_result fail_unknown(const char* text, wend_error* error_opt) {
    char known[200] = "";
    for (int32_t i = 0; i < WIMP_SLOPE_TABLE; i++) wimp_append(known, sizeof known, "%s, ", kinds[i].name);
    return fail_argument("'%.40s' is unknown; expected %sor FILE.csv", text, known);
}

// Numbers between commas, exactly so many.
static bool read_numbers(wimp_span list, double* out, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        const char* comma = i + 1 < count ? memchr(list.at, ',', list.size) : list.at + list.size;
        const wimp_span number = {list.at, comma ? (size_t)(comma - list.at) : 0};
        if (!comma || !wimp_span_signed(wimp_span_stripped(number), &out[i])) return false;
        if (i + 1 < count) list = (wimp_span){comma + 1, list.size - number.size - 1};
    }
    return true;
}

static wend_result read_walk(wimp_span list, double* walk, wend_error* error_opt) {
    const int shown = wimp_span_shown(list);
    if (!read_numbers(list, walk, 4))
        return fail_argument("rwalk:%.*s has no four numbers; expected rwalk:A,B,C,D", shown, list.at);
    const double least = walk[0] + fmax(walk[2], 0) * STEEP_DESCENT; // at the end of gentle descents
    if (!(walk[0] > 0) || !(walk[1] >= 0) || !(walk[3] <= 0) || !(least > 0))
        return fail_argument(
            "rwalk:%.*s has slopes that cost nothing or less; expected A above 0, B at least "
            "0, C below %.6g, D at most 0",
            shown, list.at, walk[0] / -STEEP_DESCENT);
    return WEND_OK;
}

static bool ends_in_csv(wimp_span text) {
    return text.size > 4 && wimp_span_equals_ignoring_case((wimp_span){text.at + text.size - 4, 4}, ".csv");
}

wend_result wimp_slope_function_parse(const char* text, const wend_import_def* def, wimp_slope_function* out,
                                      wend_error* error_opt) {
    const char* colon = strchr(text, ':');
    const wimp_span all = wimp_span_of(text), name = {text, colon ? (size_t)(colon - text) : all.size};
    wimp_slope_function f = {.walk = {0.72, 6, 1.9998, -1.9998}, .max_slope = 1.0 / 12};
    if (ends_in_csv(all)) {
        f.kind = WIMP_SLOPE_TABLE;
        const wend_result result = read_table(text, def, &f, error_opt);
        if (result == WEND_OK) *out = f;
        return result;
    }
    while (f.kind < WIMP_SLOPE_TABLE && !wimp_span_equals(name, kinds[f.kind].name)) f.kind++;
    if (f.kind == WIMP_SLOPE_TABLE) return fail_unknown(text, error_opt);
    f.unit = kinds[f.kind].unit;
    const wimp_span list = {text + name.size + 1, colon ? all.size - name.size - 1 : 0};
    if (colon && kinds[f.kind].parameter_count == 0)
        return fail_argument("%s takes no parameters, got '%.*s'", kinds[f.kind].name, wimp_span_shown(list),
                             list.at);
    if (colon && f.kind == WIMP_SLOPE_RWALK) {
        const wend_result result = read_walk(list, f.walk, error_opt);
        if (result != WEND_OK) return result;
    }
    if (colon && f.kind == WIMP_SLOPE_WHEELCHAIR &&
        (!read_numbers(list, &f.max_slope, 1) || !(f.max_slope > 0)))
        return fail_argument("wheelchair:%.*s has no steepest slope; expected a number above 0, such as 0.06",
                             wimp_span_shown(list), list.at);
    *out = f;
    return WEND_OK;
}

// ---- under HEIGHT the steepest slope to a neighbour decides, from the cheapest cost to the costliest

enum { PASSABLE_STEPS = WIMP_SLOPE_STEEPEST - WIMP_SLOPE_FLAT };

static void name_class(const wimp_job* job, int32_t class, const char* format, double value) {
    wimp_print(job->info->meanings[class], WEND_MEANING_BYTES, format, value);
}

void wimp_slope_classes(const wimp_job* job, float costs[WEND_CLASS_COUNT]) {
    const wend_import_def* def = job->def;
    for (int32_t c = WIMP_SLOPE_FLAT; c <= WIMP_SLOPE_STEEPEST; c++) {
        const double share = (double)(c - WIMP_SLOPE_FLAT) / PASSABLE_STEPS;
        costs[c] = (float)((double)def->cheapest + share * ((double)def->costliest - (double)def->cheapest));
        name_class(job, c, c == WIMP_SLOPE_FLAT ? "flat" : "slope %.4g", share * (double)def->max_climb);
    }
    name_class(job, WIMP_SLOPE_TOO_STEEP, "too steep", 0);
    if (def->sea_level < 0) return;
    costs[WIMP_SLOPE_WATER] = def->water_cost;
    name_class(job, WIMP_SLOPE_WATER, "water", 0);
}

void wimp_slope_begin(wimp_slope* s, const wimp_job* job) {
    memset(s, 0, sizeof *s);
    s->max_climb = (double)job->def->max_climb;
    s->sea = job->def->sea_level >= 0 ? job->def->sea_level : -INFINITY;
    wimp_slope_classes(job, s->costs);
}

typedef struct neighbour {
    const float* row; // NULL: outside
    int32_t dx;
    double share; // 1 / length of the step
} neighbour;

static uint8_t class_at(const wimp_slope* s, const neighbour* list, float here, int32_t x, int32_t width) {
    if (isnan(here)) return s->hidden;
    if (here <= s->sea) return WIMP_SLOPE_WATER;
    double steepest = 0;
    for (int32_t i = 0; i < 8; i++) {
        const int32_t nx = x + list[i].dx;
        if (list[i].row == NULL || nx < 0 || nx >= width || isnan(list[i].row[nx])) continue;
        const float there = list[i].row[nx] > s->sea ? list[i].row[nx] : s->sea; // the water is flat
        const double slope = ((double)here - (double)there) * list[i].share;
        steepest = fmax(steepest, fabs(slope));
    }
    if (!(steepest <= s->max_climb)) return WIMP_SLOPE_TOO_STEEP;
    return (uint8_t)(WIMP_SLOPE_FLAT + (int32_t)(steepest / s->max_climb * PASSABLE_STEPS + 0.5));
}

void wimp_slope_row(const wimp_slope* s, const wend_ground* ground, const float* above_opt, const float* row,
                    const float* below_opt, int32_t width, uint8_t* classes) {
    const neighbour list[8] = {
        {row, -1, 1 / ground->across},        {row, 1, 1 / ground->across},
        {above_opt, 0, 1 / ground->down},     {below_opt, 0, 1 / ground->down},
        {above_opt, -1, 1 / ground->falling}, {below_opt, 1, 1 / ground->falling},
        {above_opt, 1, 1 / ground->rising},   {below_opt, -1, 1 / ground->rising},
    };
    for (int32_t x = 0; x < width; x++) classes[x] = class_at(s, list, row[x], x, width);
}
