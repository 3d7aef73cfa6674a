// message.h: text for a person: one clean line, the same in every locale.
#ifndef WIMP_MESSAGE_H
#define WIMP_MESSAGE_H
#include <stdarg.h>

#include "wend/base.h"

#if defined(__GNUC__)
#if defined(__MINGW32__) // where printf may also be that of Microsoft
#define WIMP_PRINTF(text, first) __attribute__((format(gnu_printf, text, first)))
#else
#define WIMP_PRINTF(text, first) __attribute__((format(printf, text, first)))
#endif
#else
#define WIMP_PRINTF(text, first)
#endif

/// vsnprintf and snprintf that write numbers with a point in every locale of the host.
void wimp_vprint(char* out, size_t size, const char* format, va_list arguments) WIMP_PRINTF(3, 0);
void wimp_print(char* out, size_t size, const char* format, ...) WIMP_PRINTF(3, 4);
/// The same at the end of a text in size bytes; what has no room is cut off.
void wimp_append(char* text, size_t size, const char* format, ...) WIMP_PRINTF(3, 4);
/// The text of an error number of the system, in English in every locale. Safe on any thread.
const char* wimp_system_error(int number);
/// Replaces control characters and malformed UTF-8 by '?'.
void wimp_clean_text(char* text);

/// Writes "<name>: <text>" to *error_opt, unless it is NULL, as one line of clean UTF-8. Returns result.
wend_result wimp_fail(wend_error* error_opt, wend_result result, const char* name, const char* format, ...)
    WIMP_PRINTF(4, 5);
/// FORMAT, with a position in a text file; line and column count from 1.
#define wimp_fail_at(error_opt, name, line, column, text, ...)                                               \
    wimp_fail((error_opt), WEND_ERROR_FORMAT, (name), "line %d, column %d: " text, (line), (column),         \
              __VA_ARGS__)
#endif
