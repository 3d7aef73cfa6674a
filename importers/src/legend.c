// legend.c: how is a colour legend read?
#include "legend.h"

#include <stdio.h>
#include <string.h>

#include "read_file.h"
#include "text.h"

enum { MAX_LEGEND_BYTES = 1 << 20 };

typedef struct reader {
    const char* name;
    wendi_text text;
    wendi_span line; ///< the present one, whole
    wend_error* error_opt;
    wendi_legend* out;
    bool has_unknown;
} reader;

#define fail_at(r, at_, ...)                                                                                 \
    wendi_import_fail_at((r)->error_opt, (r)->name, (r)->text.line > 0 ? (r)->text.line : 1,                 \
                         (int32_t)((at_) - (r)->line.at) + 1, __VA_ARGS__)

static int32_t hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// "#rrggbb"
static bool take_hex(wendi_span word, wendi_rgb* out) {
    if (word.size != 7 || word.at[0] != '#') return false;
    for (size_t i = 0; i < 3; i++) {
        int32_t high = hex_digit(word.at[1 + 2 * i]), low = hex_digit(word.at[2 + 2 * i]);
        if (high < 0 || low < 0) return false;
        out->channel[i] = (uint8_t)(high * 16 + low);
    }
    return true;
}

// "r,g,b", each 0..255
static bool take_decimal(wendi_span word, wendi_rgb* out) {
    for (size_t i = 0; i < 3; i++) {
        const char* comma = memchr(word.at, ',', word.size);
        if ((comma != NULL) != (i < 2)) return false;
        size_t size = comma ? (size_t)(comma - word.at) : word.size;
        int32_t value;
        if (!wendi_span_int((wendi_span){word.at, size}, &value) || value > 255) return false;
        out->channel[i] = (uint8_t)value;
        word = (wendi_span){word.at + size + (comma != NULL), word.size - size - (comma != NULL)};
    }
    return true;
}

static wend_result take_color(const reader* r, wendi_span word, wendi_rgb* out) {
    if (take_hex(word, out) || take_decimal(word, out)) return WEND_OK;
    return fail_at(r, word.at, "'%.*s' is no colour; expected #rrggbb, or r,g,b of 0 to 255, or unknown",
                   wendi_span_shown(word), word.at);
}

// A colour, or two with .. between.
static wend_result take_colors(const reader* r, wendi_span word, wendi_legend_row* row) {
    size_t dots = 0;
    while (dots + 1 < word.size && (word.at[dots] != '.' || word.at[dots + 1] != '.')) dots++;
    bool is_range = dots + 1 < word.size;
    wend_result result = take_color(r, (wendi_span){word.at, is_range ? dots : word.size}, &row->low);
    row->high = row->low;
    if (result == WEND_OK && is_range)
        result = take_color(r, (wendi_span){word.at + dots + 2, word.size - dots - 2}, &row->high);
    for (int32_t i = 0; i < 3 && result == WEND_OK; i++)
        if (row->low.channel[i] > row->high.channel[i])
            result = fail_at(r, word.at, "the range ends below its begin in the %s channel",
                             (const char* const[]){"red", "green", "blue"}[i]);
    return result;
}

static bool is_cost(wendi_span word, float* out) {
    double value;
    if (wendi_span_equals(word, "blocked")) {
        *out = 0;
        return true;
    }
    if (!wendi_span_double(word, &value)) return false;
    *out = (float)value;
    return *out >= WEND_MIN_CLASS_COST && *out <= WEND_MAX_CLASS_COST;
}

static wend_result take_unknown(reader* r, wendi_span keyword, wendi_span word) {
    wendi_legend* out = r->out;
    if (r->has_unknown) return fail_at(r, keyword.at, "%s", "unknown stands here a second time");
    r->has_unknown = true;
    out->unknown = WENDI_UNKNOWN_COST;
    if (wendi_span_equals(word, "error"))
        out->unknown = WENDI_UNKNOWN_ERROR;
    else if (wendi_span_equals(word, "nearest"))
        out->unknown = WENDI_UNKNOWN_NEAREST;
    else if (!is_cost(word, &out->unknown_cost))
        return fail_at(r, word.at,
                       "'%.*s' is no answer to unknown colours; expected error, nearest, blocked or a cost",
                       wendi_span_shown(word), word.at);
    return WEND_OK;
}

static wend_result take_line(reader* r) {
    wendi_span rest = r->line, color, cost;
    for (size_t i = 0; i + 1 < rest.size; i++)
        if (rest.at[i] == '/' && rest.at[i + 1] == '/' &&
            (i == 0 || rest.at[i - 1] == ' ' || rest.at[i - 1] == '\t'))
            rest.size = i;
    if (!wendi_span_word(&rest, &color)) return WEND_OK;
    if (!wendi_span_word(&rest, &cost))
        return fail_at(r, cost.at, "%s", "the line ends; expected a cost or blocked behind the colour");
    if (wendi_span_equals(color, "unknown")) return take_unknown(r, color, cost);
    if (r->out->count == WENDI_MAX_LEGEND_ROWS)
        return fail_at(r, color.at, "more than %d colours, the limit", WENDI_MAX_LEGEND_ROWS);
    wendi_legend_row* row = &r->out->rows[r->out->count];
    wend_result result = take_colors(r, color, row);
    if (result != WEND_OK) return result;
    if (!is_cost(cost, &row->cost))
        return fail_at(r, cost.at, "'%.*s' is no cost; expected %g to %g, or blocked", wendi_span_shown(cost),
                       cost.at, (double)WEND_MIN_CLASS_COST, (double)WEND_MAX_CLASS_COST);
    wendi_span name, last;
    if (wendi_span_word(&rest, &name)) {
        name.size += rest.size; // to the end of the line, less the blanks there
        rest = name;
        while (rest.size && wendi_span_last_word(&(wendi_span){rest.at, rest.size}, &last) &&
               last.at + last.size < rest.at + rest.size)
            rest.size = (size_t)(last.at + last.size - rest.at);
        snprintf(row->name, sizeof row->name, "%.*s", (int)rest.size, rest.at);
    } else {
        snprintf(row->name, sizeof row->name, "%.*s", (int)color.size, color.at);
    }
    r->out->count++;
    return WEND_OK;
}

static wend_result read_lines(reader* r) {
    float low = WEND_MAX_CLASS_COST, high = 0;
    while (wendi_text_line(&r->text, &r->line)) {
        wend_result result = take_line(r);
        if (result != WEND_OK) return result;
    }
    if (r->out->count == 0) return fail_at(r, r->line.at, "%s", "the legend ends without a colour");
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

wend_result wendi_legend_read(const char* file, const wend_import_def* def, wendi_legend* out,
                              uint64_t* hash_out, wend_error* error_opt) {
    memset(out, 0, sizeof *out); // unknown is an error
    wendi_file content;
    wend_result result = wendi_file_read(file, def->allocator, &content, error_opt);
    if (result != WEND_OK) return result;
    const char* name = wendi_file_name(file);
    if (content.size > MAX_LEGEND_BYTES ||
        memchr(content.bytes ? content.bytes : (uint8_t*)"", 0, content.size)) {
        result = wendi_import_fail(error_opt, WEND_ERROR_FORMAT, name,
                                   "is no legend; expected text of at most %d bytes", MAX_LEGEND_BYTES);
    } else {
        reader r = {.name = name,
                    .text = wendi_text_of(content.bytes, content.size),
                    .error_opt = error_opt,
                    .out = out};
        r.line = (wendi_span){r.text.at, 0};
        result = read_lines(&r);
        *hash_out = wendi_hash(content.bytes, content.size, 0);
    }
    wendi_file_free(&content, def->allocator);
    return result;
}

int32_t wendi_legend_distance(const wendi_legend_row* row, wendi_rgb color) {
    int32_t sum = 0;
    for (int32_t i = 0; i < 3; i++) {
        int32_t value = color.channel[i], low = row->low.channel[i], high = row->high.channel[i];
        int32_t off = value < low ? low - value : value > high ? value - high : 0;
        sum += off * off;
    }
    return sum;
}
