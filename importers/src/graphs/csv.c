// csv.c: how is a line split into fields?
#include "graphs/csv.h"

#include <string.h>

static wimp_span trimmed(wimp_span span) {
    while (span.size > 0 && wimp_is_blank(*span.at)) span.at++, span.size--;
    return wimp_span_trimmed(span);
}

static wend_result fail_quotes(const wimp_csv* csv) {
    return wimp_fail(csv->error_opt, WEND_ERROR_FORMAT, csv->name,
                     "a field in quotes does not end at line %d; expected \" before a separator",
                     csv->text.line);
}

// Takes a field in quotes off the line, up to its separator. Doubled quotes stand for one.
static wend_result take_quoted(wimp_csv* csv, wimp_span* line, wimp_span* out) {
    const char* at = line->at + 1;
    const char* end = line->at + line->size;
    size_t doubled = 0;
    while (at < end && (*at != '"' || (at + 1 < end && at[1] == '"'))) {
        doubled += *at == '"';
        at += *at == '"' ? 2 : 1;
    }
    if (at == end) return fail_quotes(csv);
    *out = (wimp_span){line->at + 1, (size_t)(at - line->at) - 1};
    if (doubled > 0) {
        if (out->size - doubled > WIMP_CSV_QUOTED - csv->quoted_size)
            return wimp_fail(csv->error_opt, WEND_ERROR_FORMAT, csv->name,
                             "the fields with quotes at line %d are longer than %d bytes", csv->text.line,
                             WIMP_CSV_QUOTED);
        char* copy = csv->quoted + csv->quoted_size;
        size_t size = 0;
        for (size_t i = 0; i < out->size; i++) {
            copy[size++] = out->at[i];
            i += out->at[i] == '"';
        }
        *out = (wimp_span){copy, size};
        csv->quoted_size += size;
    }
    for (at++; at < end && *at != csv->separator; at++)
        if (!wimp_is_blank(*at)) return fail_quotes(csv);
    *line = (wimp_span){at, (size_t)(end - at)};
    return WEND_OK;
}

static wend_result split(wimp_csv* csv, wimp_span line) {
    csv->count = 0;
    csv->quoted_size = 0;
    for (bool more = true; more;) {
        if (csv->count == WIMP_CSV_COLUMNS)
            return wimp_fail(csv->error_opt, WEND_ERROR_FORMAT, csv->name,
                             "line %d has more fields than the limit of %d", csv->text.line,
                             WIMP_CSV_COLUMNS);
        while (line.size > 0 && wimp_is_blank(*line.at) && *line.at != csv->separator) line.at++, line.size--;
        wimp_span* field = &csv->fields[csv->count++];
        if (line.size > 0 && *line.at == '"') {
            wend_result result = take_quoted(csv, &line, field);
            if (result != WEND_OK) return result;
        } else {
            const char* end = line.size > 0 ? memchr(line.at, csv->separator, line.size) : NULL;
            size_t size = end ? (size_t)(end - line.at) : line.size;
            *field = trimmed((wimp_span){line.at, size});
            line.at += size;
            line.size -= size;
        }
        more = line.size > 0;
        if (more) line.at++, line.size--; // the separator
    }
    return WEND_OK;
}

// The next line that is neither empty nor a comment.
static bool next_line(wimp_csv* csv, wimp_span* out) {
    while (wimp_text_line(&csv->text, out))
        if (trimmed(*out).size > 0 && *out->at != '#') return true;
    return false;
}

wend_result wimp_csv_begin(wimp_csv* csv, const void* bytes, size_t size, const char* name,
                           wend_error* error_opt) {
    csv->text = wimp_text_of(bytes, size);
    csv->name = name;
    csv->error_opt = error_opt;
    csv->separator = ',';
    csv->columns = csv->count = 0;
    wimp_span line;
    if (!next_line(csv, &line))
        return wimp_fail(error_opt, WEND_ERROR_FORMAT, name, "the file is empty; expected a header");
    for (size_t i = 0; i < line.size; i++) {
        if (line.at[i] != ',' && line.at[i] != ';' && line.at[i] != '\t') continue;
        csv->separator = line.at[i];
        break;
    }
    wend_result result = split(csv, line);
    csv->columns = csv->count;
    return result;
}

static int lower(char c) {
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

static bool equals(wimp_span span, const char* name) {
    if (strlen(name) != span.size) return false;
    for (size_t i = 0; i < span.size; i++)
        if (lower(span.at[i]) != name[i]) return false;
    return true;
}

int32_t wimp_csv_column(const wimp_csv* csv, const char* const* names) {
    for (; *names; names++)
        for (int32_t i = 0; i < csv->columns; i++)
            if (equals(csv->fields[i], *names)) return i;
    return -1;
}

wend_result wimp_csv_next(wimp_csv* csv, bool* more_out) {
    wimp_span line;
    *more_out = next_line(csv, &line);
    if (!*more_out) return WEND_OK;
    wend_result result = split(csv, line);
    if (result != WEND_OK || csv->count == csv->columns) return result;
    return wimp_fail(csv->error_opt, WEND_ERROR_FORMAT, csv->name,
                     "line %d has %d fields; expected %d as in the header", csv->text.line, csv->count,
                     csv->columns);
}
