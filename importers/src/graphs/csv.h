// csv.h: how is a table of comma-separated values read, row by row?
#ifndef WIMP_CSV_H
#define WIMP_CSV_H
#include "core/message.h"
#include "core/text.h"

enum { WIMP_CSV_COLUMNS = 64, WIMP_CSV_QUOTED = 2048 };

typedef struct wimp_csv {
    wimp_text text;
    const char* name; ///< of the file, for messages
    wend_error* error_opt;
    char separator;
    int32_t columns;                    ///< in the header
    int32_t count;                      ///< fields in the present row
    wimp_span fields[WIMP_CSV_COLUMNS]; ///< of the present row, without quotes and blanks around them
    char quoted[WIMP_CSV_QUOTED];       ///< fields in which quotes were doubled
    size_t quoted_size;
} wimp_csv;

/// Reads the header. The separator is the first comma, semicolon or tab in it. Errors: FORMAT.
wend_result wimp_csv_begin(wimp_csv* csv, const void* bytes, size_t size, const char* name,
                           wend_error* error_opt);
/// The column with one of these names, which end with NULL; case is ignored. -1: none. Only after the begin.
int32_t wimp_csv_column(const wimp_csv* csv, const char* const* names);
/// The next row, which has as many fields as the header. *more_out: false at the end. Errors: FORMAT.
wend_result wimp_csv_next(wimp_csv* csv, bool* more_out);
#endif
