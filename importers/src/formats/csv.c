// csv.c: a table of numbers, one row of the map on each line: the number is the cost of the tile. Numbers are
// separated by commas or semicolons; 0, nan, inf, blocked and an empty field are blocked. Lines that are
// empty or start with # are skipped.
//
// Each cost is a terrain class. Where there are more costs than classes, they are rounded up to steps of
// equal ratio.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/csv.h"
#include "formats/formats.h"
#include "sink/tiles.h"

enum { MOST_COSTS = WEND_CLASS_COUNT - 1, MAX_UNCHECKED = 1 << 16 };

typedef struct table {
    wimp_job* job;
    wimp_csv csv;
    int32_t width, height;
    float* costs; ///< of the tiles; 0: blocked
    size_t count;
    float class_costs[WEND_CLASS_COUNT];
    int32_t class_count; ///< with class 0, which is blocked
} table;

static const wimp_csv_style style = {.separators = ";,"};

static bool is_blocked(wimp_span field) {
    static const char* const words[] = {"", "blocked", "nan", "NaN", "NAN", "inf", "Inf", "INF", "Infinity"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (wimp_span_equals(field, words[i])) return true;
    return false;
}

// How many fields the row has; 0 when one of them is neither a number nor blocked.
static int32_t count_fields(wimp_csv* csv) {
    int32_t count = 0;
    wimp_span field;
    double number;
    while (wimp_csv_take(csv, &field)) {
        if (!is_blocked(field) && !wimp_span_signed(field, &number)) return 0;
        if (count < INT32_MAX) count++;
    }
    return count;
}

// A first row of two numbers or more.
static bool is_csv(const uint8_t* bytes, size_t size) {
    wimp_csv csv = wimp_csv_of(&style, bytes, size, "", NULL);
    return wimp_csv_next(&csv) && count_fields(&csv) > 1;
}

static wend_result read_size(table* t) {
    wimp_csv csv = t->csv;
    int64_t height = 0;
    while (wimp_csv_next(&csv))
        if (height++ == 0) t->width = count_fields(&csv);
    wend_result result = wimp_job_check_size(t->job, t->width, height);
    if (result == WEND_OK) result = wimp_job_check_whole(t->job, t->width, height, INT64_MAX);
    t->height = (int32_t)height;
    return result;
}

static wend_result read_cost(const table* t, wimp_span field, int32_t column, float* out) {
    double number = 0;
    *out = 0;
    if (is_blocked(field)) return WEND_OK;
    bool is_number = wimp_span_signed(field, &number);
    if (is_number && number == 0) return WEND_OK;
    *out = (float)number;
    if (is_number && *out >= WEND_MIN_CLASS_COST && *out <= WEND_MAX_CLASS_COST) return WEND_OK;
    return wimp_job_fail(t->job, WEND_ERROR_FORMAT,
                         "'%.*s' at line %d, field %d is not a cost; expected %g to %g, or 0, nan, inf or "
                         "blocked for blocked tiles",
                         wimp_span_shown(field), field.at, t->csv.text.line, column,
                         (double)WEND_MIN_CLASS_COST, (double)WEND_MAX_CLASS_COST);
}

static wend_result read_costs(table* t) {
    wimp_span field;
    float* out = t->costs;
    while (wimp_csv_next(&t->csv)) {
        int32_t column = 0;
        while (wimp_csv_take(&t->csv, &field)) {
            if (column == t->width) {
                column++;
                break;
            }
            wend_result result = read_cost(t, field, ++column, out++);
            if (result != WEND_OK) return result;
        }
        if (column != t->width)
            return wimp_job_fail(t->job, WEND_ERROR_FORMAT,
                                 "line %d has %s fields than the first row; expected %d", t->csv.text.line,
                                 column > t->width ? "more" : "fewer", t->width);
    }
    return WEND_OK;
}

// ---- classes

// The class of a cost, or of the next higher one.
static uint8_t class_of(const table* t, float cost) {
    if (cost == 0) return 0;
    int32_t low = 1, high = t->class_count - 1;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (t->class_costs[middle] < cost)
            low = middle + 1;
        else
            high = middle;
    }
    return (uint8_t)low;
}

// Adds a cost to the sorted ones; false: there are too many.
static bool add_cost(table* t, float cost) {
    int32_t at = t->class_count;
    while (at > 1 && t->class_costs[at - 1] >= cost) at--;
    if (at < t->class_count && t->class_costs[at] == cost) return true;
    if (t->class_count == WEND_CLASS_COUNT) return false;
    memmove(&t->class_costs[at + 1], &t->class_costs[at], (size_t)(t->class_count - at) * sizeof cost);
    t->class_costs[at] = cost;
    t->class_count++;
    return true;
}

// Steps of equal ratio from the lowest cost to the highest.
static void use_steps(table* t) {
    float low = INFINITY, high = 0;
    for (size_t i = 0; i < t->count; i++) {
        if (t->costs[i] == 0) continue;
        if (t->costs[i] < low) low = t->costs[i];
        if (t->costs[i] > high) high = t->costs[i];
    }
    double ratio = (double)high / (double)low;
    for (int32_t i = 0; i < MOST_COSTS; i++)
        t->class_costs[1 + i] = (float)((double)low * pow(ratio, (double)i / (MOST_COSTS - 1)));
    t->class_costs[1] = low;
    t->class_costs[MOST_COSTS] = high;
    t->class_count = WEND_CLASS_COUNT;
    wimp_job_warn(t->job, "more than %d different costs: rounded up to steps of %.2g %%", MOST_COSTS,
                  100 * (pow(ratio, 1.0 / (MOST_COSTS - 1)) - 1));
}

static void choose_classes(table* t) {
    float last = 0;
    t->class_count = 1;
    for (size_t i = 0; i < t->count; i++) {
        if (t->costs[i] == last || t->costs[i] == 0) continue; // neighbours are often equal
        last = t->costs[i];
        if (add_cost(t, last)) continue;
        use_steps(t);
        return;
    }
}

static wend_result give_rows(table* t) {
    wimp_tiles tiles;
    wend_result result = wimp_tiles_begin(&tiles, t->job, t->width, t->height, t->class_costs);
    if (result != WEND_OK) return result;
    const float* cost = t->costs;
    for (int32_t y = 0; y < t->height && result == WEND_OK; y++) {
        for (int32_t x = 0; x < t->width; x++) tiles.row[x] = class_of(t, *cost++);
        result = wimp_tiles_next(&tiles);
    }
    return result;
}

static wend_result read_table(table* t) {
    wimp_job* job = t->job;
    wend_result result = read_size(t);
    if (result != WEND_OK) return result;
    t->count = (size_t)t->width * (size_t)t->height;
    // each field but the last ends in a byte; for a small table the message names the line
    if (t->count > MAX_UNCHECKED && t->count - 1 > job->size)
        return wimp_job_fail(job, WEND_ERROR_FORMAT, "truncated: expected %d numbers on each of %d lines",
                             t->width, t->height);
    t->costs = wimp_job_get(job, t->count * sizeof *t->costs);
    if (!t->costs) return WEND_ERROR_MEMORY;
    result = read_costs(t);
    if (result != WEND_OK) return result;
    choose_classes(t);
    job->info->width = t->width;
    job->info->height = t->height;
    snprintf(job->info->rule, sizeof job->info->rule, "numbers");
    snprintf(job->info->meanings[0], WEND_MEANING_BYTES, "blocked");
    for (int32_t c = 1; c < t->class_count; c++)
        wimp_print(job->info->meanings[c], WEND_MEANING_BYTES, "cost %.6g", (double)t->class_costs[c]);
    return give_rows(t);
}

static wend_result read_csv(wimp_job* job) {
    table* t = wimp_job_get(job, sizeof *t);
    if (!t) return WEND_ERROR_MEMORY;
    t->job = job;
    t->csv = wimp_csv_of(&style, job->bytes, job->size, job->name, job->error_opt);
    return read_table(t);
}

const wimp_format wimp_format_csv = {
    "csv", "table of costs: numbers separated by commas or semicolons", is_csv, read_csv, false, false};
