// csv.c: how is comma-separated text split into rows and fields?
#include "core/csv.h"

#include <string.h>

wimp_csv wimp_csv_of(const wimp_csv_style* style, const void* bytes, size_t size, const char* name,
                     wend_error* error_opt) {
    return (wimp_csv){
        .style = style, .name = name, .error_opt = error_opt, .text = wimp_text_of(bytes, size)};
}

static bool occurs_unquoted(char separator, wimp_span line, bool has_quotes) {
    bool is_quoted = false;
    for (size_t i = 0; i < line.size; i++) {
        if (has_quotes && line.at[i] == '"') is_quoted = !is_quoted;
        if (line.at[i] == separator && !is_quoted) return true;
    }
    return false;
}

static char separator_of(const wimp_csv_style* style, wimp_span line) {
    for (const char* c = style->separators; *c; c++)
        if (occurs_unquoted(*c, line, style->has_quotes)) return *c;
    return ',';
}

// Skips blanks, but no tab that separates fields.
static void skip_blanks(wimp_span* span, char separator) {
    while (span->size > 0 && wimp_is_blank(*span->at) && *span->at != separator) span->at++, span->size--;
}

static bool is_skipped(const wimp_csv* csv, wimp_span line) {
    if (wimp_span_trimmed(line).size == 0) return true;
    skip_blanks(&line, csv->separator);
    return *line.at == '#' ||
           (csv->style->has_slash_comments && line.size > 1 && line.at[0] == '/' && line.at[1] == '/');
}

bool wimp_csv_next(wimp_csv* csv) {
    csv->rest = (wimp_span){NULL, 0};
    do {
        if (!wimp_text_line(&csv->text, &csv->line)) return false;
    } while (is_skipped(csv, csv->line));
    while (csv->line.at[csv->line.size - 1] == '\r') csv->line.size--; // after the one of the line end
    if (!csv->separator) csv->separator = separator_of(csv->style, csv->line);
    csv->rest = csv->line;
    return true;
}

static bool fail(wimp_csv* csv, const char* at, const char* what, const char* expected) {
    csv->result = wimp_csv_fail(csv, ((wimp_span){at, 0}), "%s; expected %s", what, expected);
    return false;
}

static bool take_quoted(wimp_csv* csv, wimp_span* out) {
    const char* at = csv->rest.at + 1;
    const char* end = csv->rest.at + csv->rest.size;
    while (at < end && (*at != '"' || (at + 1 < end && at[1] == '"'))) at += *at == '"' ? 2 : 1;
    if (at == end) return fail(csv, csv->rest.at, "missing closing quote", "\" before the end of the line");
    *out = (wimp_span){csv->rest.at + 1, (size_t)(at - csv->rest.at) - 1};
    csv->rest = (wimp_span){at + 1, (size_t)(end - at) - 1};
    skip_blanks(&csv->rest, csv->separator);
    if (csv->rest.size == 0 || *csv->rest.at == csv->separator) return true;
    char what[32], letter[8];
    wimp_show_letter(*csv->rest.at, letter);
    wimp_print(what, sizeof what, "%s after a closing quote", letter);
    return fail(csv, csv->rest.at, what, "a separator");
}

bool wimp_csv_take(wimp_csv* csv, wimp_span* out) {
    wimp_span* rest = &csv->rest;
    if (!rest->at || csv->result != WEND_OK) return false;
    skip_blanks(rest, csv->separator);
    csv->is_quoted = csv->style->has_quotes && rest->size > 0 && *rest->at == '"';
    if (csv->is_quoted) {
        if (!take_quoted(csv, out)) return false;
    } else {
        const char* end = memchr(rest->at, csv->separator, rest->size);
        const size_t size = end ? (size_t)(end - rest->at) : rest->size;
        *out = wimp_span_trimmed((wimp_span){rest->at, size});
        *rest = (wimp_span){rest->at + size, rest->size - size};
    }
    *rest = rest->size > 0 ? (wimp_span){rest->at + 1, rest->size - 1} : (wimp_span){NULL, 0};
    return true;
}

wimp_span wimp_csv_unescape(wimp_span field, char* out) {
    size_t size = 0;
    for (size_t i = 0; i < field.size; i++) {
        out[size++] = field.at[i];
        if (field.at[i] == '"') i++;
    }
    return (wimp_span){out, size};
}
