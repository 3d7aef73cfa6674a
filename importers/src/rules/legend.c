// legend.c: how is a colour legend read?
#include "rules/legend.h"

#include <stdio.h>
#include <string.h>

#include "core/text.h"

enum { MAX_LEGEND_BYTES = 1 << 20 };

typedef struct reader {
    const char* name;
    wimp_text text;
    wimp_span line; ///< the current line
    wend_error* error_opt;
    wend_legend* out;
    bool has_unknown, has_tolerance;
} reader;

#define fail_at(r, at_, ...)                                                                                 \
    wimp_fail_at((r)->error_opt, (r)->name, (r)->text.line > 0 ? (r)->text.line : 1,                         \
                 (int32_t)((at_) - (r)->line.at) + 1, __VA_ARGS__)

static int32_t hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// "#rrggbb"
static bool take_hex(wimp_span word, uint8_t out[3]) {
    if (word.size != 7 || word.at[0] != '#') return false;
    for (size_t i = 0; i < 3; i++) {
        int32_t high = hex_digit(word.at[1 + 2 * i]), low = hex_digit(word.at[2 + 2 * i]);
        if (high < 0 || low < 0) return false;
        out[i] = (uint8_t)(high * 16 + low);
    }
    return true;
}

// "r,g,b", each 0..255
static bool take_decimal(wimp_span word, uint8_t out[3]) {
    for (size_t i = 0; i < 3; i++) {
        const char* comma = memchr(word.at, ',', word.size);
        if ((comma != NULL) != (i < 2)) return false;
        size_t size = comma ? (size_t)(comma - word.at) : word.size;
        int32_t value;
        if (!wimp_span_int((wimp_span){word.at, size}, &value) || value > 255) return false;
        out[i] = (uint8_t)value;
        word = (wimp_span){word.at + size + (comma != NULL), word.size - size - (comma != NULL)};
    }
    return true;
}

static wend_result take_color(const reader* r, wimp_span word, uint8_t out[3]) {
    if (take_hex(word, out) || take_decimal(word, out)) return WEND_OK;
    return fail_at(r, word.at, "'%.*s' is not a colour; expected #rrggbb, or r,g,b of 0 to 255, or unknown",
                   wimp_span_shown(word), word.at);
}

// A colour, or two separated by "..".
static wend_result take_colors(const reader* r, wimp_span word, wend_legend_row* row) {
    size_t dots = 0;
    while (dots + 1 < word.size && (word.at[dots] != '.' || word.at[dots + 1] != '.')) dots++;
    bool is_range = dots + 1 < word.size;
    wend_result result = take_color(r, (wimp_span){word.at, is_range ? dots : word.size}, row->low);
    memcpy(row->high, row->low, sizeof row->high);
    if (result == WEND_OK && is_range)
        result = take_color(r, (wimp_span){word.at + dots + 2, word.size - dots - 2}, row->high);
    for (int32_t i = 0; i < 3 && result == WEND_OK; i++)
        if (row->low[i] > row->high[i])
            result = fail_at(r, word.at, "the range ends below its start in the %s channel",
                             (const char* const[]){"red", "green", "blue"}[i]);
    return result;
}

static wend_result take_unknown(reader* r, wimp_span keyword, wimp_span word) {
    wend_legend* out = r->out;
    if (r->has_unknown) return fail_at(r, keyword.at, "%s", "unknown is given twice");
    r->has_unknown = true;
    out->unknown = WEND_UNKNOWN_COST;
    if (wimp_span_equals(word, "error"))
        out->unknown = WEND_UNKNOWN_ERROR;
    else if (wimp_span_equals(word, "nearest"))
        out->unknown = WEND_UNKNOWN_NEAREST;
    else if (!wimp_span_cost(word, false, &out->unknown_cost))
        return fail_at(r, word.at,
                       "'%.*s' is not a rule for unknown colours; expected error, nearest, blocked or a cost",
                       wimp_span_shown(word), word.at);
    return WEND_OK;
}

static wend_result take_tolerance(reader* r, wimp_span keyword, wimp_span word) {
    if (r->has_tolerance) return fail_at(r, keyword.at, "%s", "tolerance is given twice");
    r->has_tolerance = true;
    if (wimp_span_int(word, &r->out->tolerance) && r->out->tolerance <= WEND_MAX_TOLERANCE) return WEND_OK;
    return fail_at(r, word.at, "'%.*s' is not a tolerance; expected a distance of colours, 0 to %d",
                   wimp_span_shown(word), word.at, WEND_MAX_TOLERANCE);
}

static wend_result take_line(reader* r) {
    wimp_span rest = wimp_span_uncommented(r->line), color, cost;
    if (!wimp_span_word(&rest, &color)) return WEND_OK;
    if (!wimp_span_word(&rest, &cost))
        return fail_at(r, cost.at, "%s", "the line ends; expected a cost or blocked after the colour");
    if (wimp_span_equals(color, "tolerance")) return take_tolerance(r, color, cost);
    if (wimp_span_equals(color, "unknown")) return take_unknown(r, color, cost);
    if (r->out->count == WEND_MAX_LEGEND_ROWS)
        return fail_at(r, color.at, "more than %d colours", WEND_MAX_LEGEND_ROWS);
    wend_legend_row* row = &r->out->rows[r->out->count];
    wend_result result = take_colors(r, color, row);
    if (result != WEND_OK) return result;
    if (!wimp_span_cost(cost, false, &row->cost))
        return fail_at(r, cost.at, "'%.*s' is not a cost; expected %g to %g, or blocked",
                       wimp_span_shown(cost), cost.at, (double)WEND_MIN_CLASS_COST,
                       (double)WEND_MAX_CLASS_COST);
    wimp_span name;
    if (wimp_span_word(&rest, &name)) {
        name.size += rest.size; // to the end of the line
        rest = wimp_span_trimmed(name);
        snprintf(row->name, sizeof row->name, "%.*s", (int)rest.size, rest.at);
    } else {
        snprintf(row->name, sizeof row->name, "%.*s", (int)color.size, color.at);
    }
    r->out->count++;
    return WEND_OK;
}

static wend_result read_lines(reader* r) {
    float low = WEND_MAX_CLASS_COST, high = 0;
    while (wimp_text_line(&r->text, &r->line)) {
        wend_result result = take_line(r);
        if (result != WEND_OK) return result;
    }
    if (r->out->count == 0) return fail_at(r, r->line.at, "%s", "the legend has no colours");
    for (int32_t i = 0; i <= r->out->count; i++) {
        bool is_row = i < r->out->count;
        float cost = is_row ? r->out->rows[i].cost : r->out->unknown_cost;
        if (cost <= 0) continue;
        low = cost < low ? cost : low;
        high = cost > high ? cost : high;
    }
    if (high > low * WEND_MAX_COST_RATIO)
        return fail_at(r, r->line.at, "costs from %g to %g; expected at most a factor of %g between them",
                       (double)low, (double)high, (double)WEND_MAX_COST_RATIO);
    return WEND_OK;
}

wend_result wimp_legend_open(const char* file, const wend_import_def* def, wimp_file* out,
                             wend_error* error_opt) {
    const wend_result result = wimp_other_file_read(def, file, out, NULL, error_opt);
    if (result != WEND_OK || out->size == 0 ||
        (out->size <= MAX_LEGEND_BYTES && !memchr(out->bytes, 0, out->size)))
        return result;
    wimp_file_free(out, def->allocator);
    return wimp_fail(error_opt, WEND_ERROR_FORMAT, wimp_file_name(file),
                     "is not a legend; expected text of at most %d bytes", MAX_LEGEND_BYTES);
}

wend_result wimp_legend_read(const char* file, const wend_import_def* def, wend_legend* out,
                             uint64_t* hash_out, wend_error* error_opt) {
    memset(out, 0, sizeof *out); // unknown colours are errors
    wimp_file content;
    wend_result result = wimp_legend_open(file, def, &content, error_opt);
    if (result != WEND_OK) return result;
    reader r = {.name = wimp_file_name(file),
                .text = wimp_text_of(content.bytes, content.size),
                .error_opt = error_opt,
                .out = out};
    r.line = (wimp_span){r.text.at, 0};
    result = read_lines(&r);
    *hash_out = wimp_hash(content.bytes, content.size, 0);
    wimp_file_free(&content, def->allocator);
    return result;
}

int32_t wimp_legend_distance(const wend_legend_row* row, const uint8_t color[3]) {
    int32_t sum = 0;
    for (int32_t i = 0; i < 3; i++) {
        int32_t value = color[i], low = row->low[i], high = row->high[i];
        int32_t off = value < low ? low - value : value > high ? value - high : 0;
        sum += off * off;
    }
    return sum;
}
