// text.h: lines, words and numbers of a text file, independent of the locale.
#ifndef WENDI_TEXT_H
#define WENDI_TEXT_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Bytes in a text; not zero-terminated.
typedef struct wendi_span {
    const char* at;
    size_t size;
} wendi_span;

/// A reader of lines.
typedef struct wendi_text {
    const char* at;
    const char* end;
    int32_t line; ///< number of the line read last, from 1
} wendi_text;

/// Skips a byte order mark.
wendi_text wendi_text_of(const void* bytes, size_t size);
/// The next line without its end (LF or CR LF); false at the end of the text.
bool wendi_text_line(wendi_text* text, wendi_span* line_out);
/// Takes the first word (no blanks or tabs in it) off a line; false when there is none.
bool wendi_span_word(wendi_span* line, wendi_span* word_out);
/// Takes the last word off a line.
bool wendi_span_last_word(wendi_span* line, wendi_span* word_out);
bool wendi_span_equals(wendi_span span, const char* text);
/// Decimal digits only; false also when larger than INT32_MAX.
bool wendi_span_int(wendi_span span, int32_t* out);
/// Digits with an optional fraction and exponent, at least 0 and finite.
bool wendi_span_double(wendi_span span, double* out);
/// The same behind an optional + or -.
bool wendi_span_signed(wendi_span span, double* out);
/// Bytes to show with "%.*s": at most 40.
int wendi_span_shown(wendi_span span);
#endif
