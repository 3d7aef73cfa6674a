// text.h: lines, words and numbers of a text file, independent of the locale.
#ifndef WIMP_TEXT_H
#define WIMP_TEXT_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// Bytes in a text; not zero-terminated.
typedef struct wimp_span {
    const char* at;
    size_t size;
} wimp_span;

static inline wimp_span wimp_span_of(const char* text) {
    return (wimp_span){text, strlen(text)};
}

/// A reader of lines.
typedef struct wimp_text {
    const char* at;
    const char* end;
    int32_t line; ///< number of the last line read, from 1
} wimp_text;

/// Skips a byte order mark.
wimp_text wimp_text_of(const void* bytes, size_t size);
/// The next line without its end (LF or CR LF); false at the end of the text.
bool wimp_text_line(wimp_text* text, wimp_span* line_out);
/// Takes the first word (no blanks or tabs in it) off a line; false when there is none.
bool wimp_span_word(wimp_span* line, wimp_span* word_out);
/// Takes the last word off a line.
bool wimp_span_last_word(wimp_span* line, wimp_span* word_out);
bool wimp_span_equals(wimp_span span, const char* text);
/// The same when A to Z equal a to z.
bool wimp_span_equals_ignoring_case(wimp_span span, const char* text);
/// Decimal digits only; false also when larger than INT32_MAX.
bool wimp_span_int(wimp_span span, int32_t* out);
/// Digits with an optional fraction and exponent, at least 0 and finite.
bool wimp_span_double(wimp_span span, double* out);
/// The same after an optional + or -.
bool wimp_span_signed(wimp_span span, double* out);
/// A cost in the range of wend_grid_def.class_costs, or "blocked", which is 0. The number 0 is blocked too,
/// where zero_blocks.
bool wimp_span_cost(wimp_span span, bool zero_blocks, float* out);
/// Without the blanks, tabs and carriage returns at the end.
wimp_span wimp_span_trimmed(wimp_span span);
/// The same, and without the blanks and tabs at the beginning.
wimp_span wimp_span_stripped(wimp_span span);
/// Without a comment: // at the beginning or behind a blank.
wimp_span wimp_span_uncommented(wimp_span line);
/// Skips empty lines; true when another line follows, which has been read.
bool wimp_text_has_more(wimp_text* text);
bool wimp_is_blank(char c);
/// Writes a printable letter in quotes, or the number of another byte.
void wimp_show_letter(char letter, char out[8]);
/// How many bytes to print with "%.*s": at most 40.
int wimp_span_shown(wimp_span span);
#endif
