// input.h: how is a file read that is no map: as a whole, or as a table with a header and a line for each
// row?
#ifndef INPUT_H
#define INPUT_H
#include "cli.h"

/// All bytes of a file, or for "-" of standard input, with a zero behind them. The caller frees them. NULL:
/// the file cannot be read; *code_out is the exit code, the message printed.
char* input_read(const char* file, int64_t* size_out, int* code_out);

enum { TABLE_MOST_COLUMNS = 64, TABLE_LINE_BYTES = 4096 };

/// A table whose fields are separated by commas, semicolons or tabs, whichever its header has first; they may
/// be in double quotes. It may be walked through more than once.
typedef struct table {
    const char* file;
    char* text;
    const char* next; ///< the line that comes next
    int64_t line;     ///< of the current row, from 1; 0: before the header
    char separator;
    int count;                        ///< of its fields
    char* fields[TABLE_MOST_COLUMNS]; ///< without spaces around them
    char row[TABLE_LINE_BYTES];
} table;

/// Reads a table. The caller closes it, also after an error. CLI_OK or an exit code, the message printed.
int table_open(const char* file, table* out);
void table_close(table* t);
/// Goes to the header and finds columns by their names: *columns_out has -1 for those that are missing. A
/// header without one of the first `needed` names is an error. CLI_OK or an exit code, likewise.
int table_find(table* t, const char* const* names, int count, int needed, int* columns_out);
/// Goes to the header, and says whether it has a column.
bool table_has(table* t, const char* name);
/// Goes to the next line that is not empty. False: there is none, or *code_out is an exit code, likewise.
bool table_next(table* t, int* code_out);
/// Reads a number of the current row. CLI_OK or an exit code, likewise.
int table_number(const table* t, int column, const char* name, double* out);
/// Prints FILE:LINE: and what is wrong with the current row. Returns CLI_BAD_INPUT.
int table_fail(const table* t, const char* format, ...) __attribute__((format(printf, 2, 3)));

#endif
