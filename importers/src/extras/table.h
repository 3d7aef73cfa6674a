// table.h: a CSV file with a header that names its columns, read row by row, with the position in every
// error.
//
// The separator is that of the header: a comma, a semicolon or a tab. Cells may be in double quotes. Empty
// lines and lines that begin with # or // are skipped. Columns may have any order.
#ifndef WIMP_TABLE_H
#define WIMP_TABLE_H
#include "core/csv.h"
#include "core/job.h"

enum { WIMP_MAX_COLUMNS = 16 };

typedef struct wimp_column {
    const char* name;
    bool is_required;
} wimp_column;

typedef struct wimp_table {
    wimp_csv csv;
    const wimp_column* columns;
    int32_t column_count;
    int32_t cell_count; ///< of the header, and so of every row
    int32_t column_of_cell[WIMP_MAX_COLUMNS];
    wimp_span cells[WIMP_MAX_COLUMNS]; ///< of the current row, by column; size 0: empty or no such column
} wimp_table;

/// FORMAT, with the position of a cell.
#define wimp_table_fail(table, cell, ...) wimp_csv_fail(&(table)->csv, cell, __VA_ARGS__)

/// True when the first row of the text has several cells and one with this name: then it is such a table.
bool wimp_table_is_one(const void* bytes, size_t size, const char* column);
/// Reads the header. Errors: FORMAT.
wend_result wimp_table_begin(wimp_table* table, const void* bytes, size_t size, const char* name,
                             wend_error* error_opt, const wimp_column* columns, int32_t column_count);
/// Reads the next row; *more_out is false at the end. Errors: FORMAT.
wend_result wimp_table_next(wimp_table* table, bool* more_out);

/// The values of the current row. An empty cell leaves *out as it is. Errors: FORMAT.
wend_result wimp_table_int(const wimp_table* table, int32_t column, int32_t least, int32_t most,
                           int32_t* out);
wend_result wimp_table_float(const wimp_table* table, int32_t column, double most, float* out);
/// true, yes, 1 or false, no, 0.
wend_result wimp_table_bool(const wimp_table* table, int32_t column, bool* out);
/// Two neighbouring columns as column and row of a tile.
wend_result wimp_table_place(const wimp_table* table, int32_t column, const wend_grid* grid, wend_tile* out);
/// Three neighbouring columns as a tile of the map: column, row, and floor, which may be absent: 0.
wend_result wimp_table_tile(const wimp_table* table, int32_t column, const wend_grid* grid, wend_tile* out);
#endif
