// table.c: what do the rows of a CSV file say?
#include "extras/table.h"

#include <stdio.h>
#include <string.h>

static wimp_span trimmed(wimp_span span) {
    while (span.size > 0 && wimp_is_blank(*span.at)) span.at++, span.size--;
    return wimp_span_trimmed(span);
}

static bool is_skipped(wimp_span line) {
    wimp_span content = trimmed(line);
    return content.size == 0 || *content.at == '#' ||
           (content.size > 1 && content.at[0] == '/' && content.at[1] == '/');
}

static bool next_line(wimp_text* text, wimp_span* out) {
    while (wimp_text_line(text, out))
        if (!is_skipped(*out)) return true;
    return false;
}

// Takes the next cell off a line. False: a quote is not closed, and *out begins with it.
static bool take_cell(wimp_span* rest, char separator, wimp_span* out) {
    const char* end = rest->size ? memchr(rest->at, separator, rest->size) : NULL;
    *out = (wimp_span){rest->at, end ? (size_t)(end - rest->at) : rest->size};
    wimp_span content = trimmed(*rest);
    const bool is_quoted = separator != '\t' ? content.size > 0 && *content.at == '"'
                                             : trimmed(*out).size > 0 && *trimmed(*out).at == '"';
    if (is_quoted) {
        const char* close = memchr(content.at + 1, '"', content.size - 1);
        if (!close) {
            *out = content;
            return false;
        }
        size_t used = (size_t)(close + 1 - rest->at);
        wimp_span behind = {close + 1, rest->size - used};
        end = behind.size ? memchr(behind.at, separator, behind.size) : NULL;
        *out = (wimp_span){content.at + 1, (size_t)(close - content.at) - 1};
    }
    *out = trimmed(*out);
    size_t taken = end ? (size_t)(end + 1 - rest->at) : rest->size;
    rest->at += taken;
    rest->size -= taken;
    return true;
}

static char separator_of(wimp_span header) {
    if (header.size && memchr(header.at, ';', header.size)) return ';';
    if (header.size && !memchr(header.at, ',', header.size) && memchr(header.at, '\t', header.size))
        return '\t';
    return ',';
}

bool wimp_table_is_one(const void* bytes, size_t size, const char* column) {
    wimp_text text = wimp_text_of(bytes, size);
    wimp_span line, cell;
    if (!next_line(&text, &line)) return false;
    const char separator = separator_of(line);
    int32_t count = 0;
    bool found = false;
    for (; line.size > 0 && take_cell(&line, separator, &cell); count++)
        found = found || wimp_span_equals(cell, column);
    return found && count > 1;
}

static wend_result read_header_cell(wimp_table* t, wimp_span cell) {
    if (t->cell_count == WIMP_MAX_COLUMNS)
        return wimp_table_fail(t, cell, "more than %d columns", WIMP_MAX_COLUMNS);
    char known[200] = "";
    int32_t column = -1;
    for (int32_t i = 0; i < t->column_count; i++) {
        size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "", t->columns[i].name);
        if (wimp_span_equals(cell, t->columns[i].name)) column = i;
    }
    if (column < 0)
        return wimp_table_fail(t, cell, "'%.*s' is not a column; expected %s", wimp_span_shown(cell), cell.at,
                               known);
    for (int32_t i = 0; i < t->cell_count; i++)
        if (t->column_of_cell[i] == column)
            return wimp_table_fail(t, cell, "a second column %s", t->columns[column].name);
    t->column_of_cell[t->cell_count++] = column;
    return WEND_OK;
}

static bool has_column(const wimp_table* t, int32_t column) {
    for (int32_t i = 0; i < t->cell_count; i++)
        if (t->column_of_cell[i] == column) return true;
    return false;
}

wend_result wimp_table_begin(wimp_table* t, const void* bytes, size_t size, const wimp_column* columns,
                             int32_t column_count) {
    t->columns = columns;
    t->column_count = column_count;
    t->cell_count = 0;
    t->text = wimp_text_of(bytes, size);
    const bool is_text = size == 0 || !memchr(bytes, 0, size);
    if (!is_text || !next_line(&t->text, &t->line))
        return wimp_fail(t->error_opt, WEND_ERROR_FORMAT, t->name, "%s; expected a header with %s, %s, ...",
                         is_text ? "is empty" : "is not a text", columns[0].name, columns[1].name);
    t->separator = separator_of(t->line);
    wimp_span rest = t->line, cell;
    while (rest.size > 0) {
        if (!take_cell(&rest, t->separator, &cell))
            return wimp_table_fail(t, cell, "%s", "missing closing quote");
        wend_result result = read_header_cell(t, cell);
        if (result != WEND_OK) return result;
    }
    for (int32_t i = 0; i < column_count; i++)
        if (columns[i].is_required && !has_column(t, i))
            return wimp_table_fail(t, t->line, "the header lacks the column %s", columns[i].name);
    return WEND_OK;
}

wend_result wimp_table_next(wimp_table* t, bool* more_out) {
    *more_out = next_line(&t->text, &t->line);
    memset(t->cells, 0, sizeof t->cells);
    if (!*more_out) return WEND_OK;
    wimp_span rest = t->line, cell = t->line;
    const wimp_span end = {t->line.at + t->line.size, 0};
    for (int32_t i = 0; i < t->column_count; i++) t->cells[i] = end;
    int32_t count = 0;
    for (; rest.size > 0; count++) {
        if (!take_cell(&rest, t->separator, &cell))
            return wimp_table_fail(t, cell, "%s", "missing closing quote");
        if (count < t->cell_count)
            t->cells[t->column_of_cell[count]] = cell;
        else if (cell.size > 0)
            return wimp_table_fail(t, cell, "'%.*s' is in no column; the header has %d",
                                   wimp_span_shown(cell), cell.at, t->cell_count);
    }
    for (int32_t i = 0; i < t->column_count; i++)
        if (t->columns[i].is_required && t->cells[i].size == 0)
            return wimp_table_fail(t, t->cells[i], "%s is missing", t->columns[i].name);
    return WEND_OK;
}

wend_result wimp_table_int(const wimp_table* t, int32_t column, int32_t least, int32_t most, int32_t* out) {
    wimp_span cell = t->cells[column];
    int32_t value = 0;
    if (cell.size == 0) return WEND_OK;
    if (!wimp_span_int(cell, &value) || value < least || value > most)
        return wimp_table_fail(t, cell, "%s is '%.*s'; expected a whole number in %d..%d",
                               t->columns[column].name, wimp_span_shown(cell), cell.at, least, most);
    *out = value;
    return WEND_OK;
}

wend_result wimp_table_float(const wimp_table* t, int32_t column, double most, float* out) {
    wimp_span cell = t->cells[column];
    double value = 0;
    if (cell.size == 0) return WEND_OK;
    if (!wimp_span_double(cell, &value) || value > most)
        return wimp_table_fail(t, cell, "%s is '%.*s'; expected a number in 0..%.6g", t->columns[column].name,
                               wimp_span_shown(cell), cell.at, most);
    *out = (float)value;
    return WEND_OK;
}

wend_result wimp_table_bool(const wimp_table* t, int32_t column, bool* out) {
    static const char* const words[] = {"false", "true", "no", "yes", "0", "1"};
    wimp_span cell = t->cells[column];
    if (cell.size == 0) return WEND_OK;
    for (int32_t i = 0; i < 6; i++) {
        if (!wimp_span_equals(cell, words[i])) continue;
        *out = i % 2 == 1;
        return WEND_OK;
    }
    return wimp_table_fail(t, cell, "%s is '%.*s'; expected true or false", t->columns[column].name,
                           wimp_span_shown(cell), cell.at);
}

wend_result wimp_table_tile(const wimp_table* t, int32_t column, const wend_grid* grid, wend_tile* out) {
    wend_result result = wimp_table_int(t, column, 0, wend_grid_width(grid) - 1, &out->x);
    return result == WEND_OK ? wimp_table_int(t, column + 1, 0, wend_grid_height(grid) - 1, &out->y) : result;
}
