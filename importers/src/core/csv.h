// csv.h: comma-separated text, read row by row and field by field, with the position in every error.
#ifndef WIMP_CSV_H
#define WIMP_CSV_H
#include "core/message.h"
#include "core/text.h"

/// How a kind of file writes its rows.
typedef struct wimp_csv_style {
    const char* separators;  ///< the first of them that occurs in the first row is used; default: a comma
    bool has_quotes;         ///< fields may be in double quotes, in which two double quotes stand for one
    bool has_slash_comments; ///< skips lines that begin with //, besides those that begin with #
} wimp_csv_style;

typedef struct wimp_csv {
    const wimp_csv_style* style;
    const char* name; ///< of the file, for messages
    wend_error* error_opt;
    wimp_text text;     ///< text.line is the number of the current row
    wimp_span line;     ///< the current row
    wimp_span rest;     ///< the fields not yet taken; at is NULL after the last one
    char separator;     ///< 0 before the first row
    bool is_quoted;     ///< the field taken last was in quotes
    wend_result result; ///< FORMAT once a field is malformed
} wimp_csv;

/// Starts before the first row. Skips a byte order mark.
wimp_csv wimp_csv_of(const wimp_csv_style* style, const void* bytes, size_t size, const char* name,
                     wend_error* error_opt);
/// Moves to the next line that is neither empty nor a comment; false at the end.
bool wimp_csv_next(wimp_csv* csv);
/// Takes the next field of the row, without its quotes and the blanks around it; false after the last one, or
/// where csv->result is FORMAT. A row always has one field more than separators. Doubled quotes stay doubled.
bool wimp_csv_take(wimp_csv* csv, wimp_span* out);
/// Copies a quoted field with single quotes in place of doubled ones; out has room for field.size bytes.
wimp_span wimp_csv_unescape(wimp_span field, char* out);

/// The column of a place in the current row, from 1.
static inline int32_t wimp_csv_column(const wimp_csv* csv, const char* at) {
    return (int32_t)(at - csv->line.at) + 1;
}
/// FORMAT, with the position of a field.
#define wimp_csv_fail(csv, field, ...)                                                                       \
    wimp_fail_at((csv)->error_opt, (csv)->name, (csv)->text.line, wimp_csv_column(csv, (field).at),          \
                 __VA_ARGS__)
#endif
