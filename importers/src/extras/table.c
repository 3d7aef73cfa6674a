// table.c: what do the rows of a CSV file say?
#include "extras/table.h"

#include <string.h>

static const wimp_csv_style style = {.separators = ";,\t", .has_quotes = true, .has_slash_comments = true};

// Takes the next cell of the row; a separator at the end of a row opens no cell.
static bool take_cell(wimp_csv* csv, wimp_span* out) {
    if (!wimp_csv_take(csv, out)) return false;
    *out = wimp_span_stripped(*out); // in quotes too
    return out->size > 0 || csv->is_quoted || csv->rest.at;
}

bool wimp_table_is_one(const void* bytes, size_t size, const char* column) {
    wimp_csv csv = wimp_csv_of(&style, bytes, size, "", NULL);
    wimp_span cell;
    if (!wimp_csv_next(&csv)) return false;
    int32_t count = 0;
    bool found = false;
    for (; take_cell(&csv, &cell); count++) found = found || wimp_span_equals(cell, column);
    return found && count > 1;
}

static wend_result read_header_cell(wimp_table* t, wimp_span cell) {
    if (t->cell_count == WIMP_MAX_COLUMNS)
        return wimp_table_fail(t, cell, "more than %d columns", WIMP_MAX_COLUMNS);
    char known[200] = "";
    int32_t column = -1;
    for (int32_t i = 0; i < t->column_count; i++) {
        wimp_append(known, sizeof known, "%s%s", i ? ", " : "", t->columns[i].name);
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

wend_result wimp_table_begin(wimp_table* t, const void* bytes, size_t size, const char* name,
                             wend_error* error_opt, const wimp_column* columns, int32_t column_count) {
    t->columns = columns;
    t->column_count = column_count;
    t->cell_count = 0;
    t->csv = wimp_csv_of(&style, bytes, size, name, error_opt);
    const bool is_text = size == 0 || !memchr(bytes, 0, size);
    if (!is_text || !wimp_csv_next(&t->csv))
        return wimp_fail(error_opt, WEND_ERROR_FORMAT, name, "%s; expected a header with %s, %s, ...",
                         is_text ? "is empty" : "is not a text", columns[0].name, columns[1].name);
    wimp_span cell;
    while (take_cell(&t->csv, &cell)) {
        wend_result result = read_header_cell(t, cell);
        if (result != WEND_OK) return result;
    }
    if (t->csv.result != WEND_OK) return t->csv.result;
    for (int32_t i = 0; i < column_count; i++)
        if (columns[i].is_required && !has_column(t, i))
            return wimp_table_fail(t, t->csv.line, "the header lacks the column %s", columns[i].name);
    return WEND_OK;
}

wend_result wimp_table_next(wimp_table* t, bool* more_out) {
    *more_out = wimp_csv_next(&t->csv);
    memset(t->cells, 0, sizeof t->cells);
    if (!*more_out) return WEND_OK;
    const wimp_span end = {t->csv.line.at + t->csv.line.size, 0};
    for (int32_t i = 0; i < t->column_count; i++) t->cells[i] = end;
    wimp_span cell;
    for (int32_t count = 0; take_cell(&t->csv, &cell); count++) {
        if (count < t->cell_count)
            t->cells[t->column_of_cell[count]] = cell;
        else if (cell.size > 0)
            return wimp_table_fail(t, cell, "'%.*s' is in no column; the header has %d",
                                   wimp_span_shown(cell), cell.at, t->cell_count);
    }
    if (t->csv.result != WEND_OK) return t->csv.result;
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

wend_result wimp_table_place(const wimp_table* t, int32_t column, const wend_grid* grid, wend_tile* out) {
    wend_result result = wimp_table_int(t, column, 0, wend_grid_width(grid) - 1, &out->x);
    return result == WEND_OK ? wimp_table_int(t, column + 1, 0, wend_grid_height(grid) - 1, &out->y) : result;
}

wend_result wimp_table_tile(const wimp_table* t, int32_t column, const wend_grid* grid, wend_tile* out) {
    int32_t floor = 0;
    wend_result result = wimp_table_place(t, column, grid, out);
    if (result == WEND_OK) result = wimp_table_int(t, column + 2, 0, wend_grid_floors(grid) - 1, &floor);
    out->floor = (uint16_t)floor;
    return result;
}
