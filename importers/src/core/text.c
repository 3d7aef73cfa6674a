// text.c: how is a text file split into lines, words and numbers?
#include "core/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "wend/grid.h"

bool wimp_is_blank(char c) {
    return c == ' ' || c == '\t';
}
static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

wimp_text wimp_text_of(const void* bytes, size_t size) {
    const char* at = bytes ? bytes : ""; // NULL for an empty file
    if (size >= 3 && memcmp(at, "\xef\xbb\xbf", 3) == 0) {
        at += 3;
        size -= 3;
    }
    return (wimp_text){.at = at, .end = at + size};
}

bool wimp_text_line(wimp_text* text, wimp_span* line_out) {
    if (text->at == text->end) return false;
    size_t left = (size_t)(text->end - text->at);
    const char* stop = memchr(text->at, '\n', left);
    size_t size = stop ? (size_t)(stop - text->at) : left;
    *line_out = (wimp_span){text->at, size};
    if (size > 0 && text->at[size - 1] == '\r') line_out->size--;
    text->at += stop ? size + 1 : size;
    text->line++;
    return true;
}

bool wimp_span_word(wimp_span* line, wimp_span* word_out) {
    while (line->size && wimp_is_blank(*line->at)) line->at++, line->size--;
    size_t size = 0;
    while (size < line->size && !wimp_is_blank(line->at[size])) size++;
    *word_out = (wimp_span){line->at, size};
    line->at += size;
    line->size -= size;
    return size > 0;
}

bool wimp_span_last_word(wimp_span* line, wimp_span* word_out) {
    while (line->size && wimp_is_blank(line->at[line->size - 1])) line->size--;
    size_t size = 0;
    while (size < line->size && !wimp_is_blank(line->at[line->size - 1 - size])) size++;
    line->size -= size;
    *word_out = (wimp_span){line->at + line->size, size};
    return size > 0;
}

bool wimp_span_equals(wimp_span span, const char* text) {
    return strlen(text) == span.size && memcmp(span.at, text, span.size) == 0;
}

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool wimp_span_equals_ignoring_case(wimp_span span, const char* text) {
    if (strlen(text) != span.size) return false;
    for (size_t i = 0; i < span.size; i++)
        if (lower(span.at[i]) != lower(text[i])) return false;
    return true;
}

bool wimp_span_int(wimp_span span, int32_t* out) {
    int64_t value = 0;
    if (span.size == 0) return false;
    for (size_t i = 0; i < span.size; i++) {
        if (!is_digit(span.at[i])) return false;
        value = value * 10 + (span.at[i] - '0');
        if (value > INT32_MAX) return false;
    }
    *out = (int32_t)value;
    return true;
}

bool wimp_span_double(wimp_span span, double* out) {
    // 18 digits fit 64 bits; further digits only scale the value
    uint64_t digits = 0;
    int32_t exponent = 0, seen = 0;
    bool fraction = false;
    size_t i = 0;
    for (; i < span.size && (is_digit(span.at[i]) || (span.at[i] == '.' && !fraction)); i++) {
        if (span.at[i] == '.') {
            fraction = true;
            continue;
        }
        seen++;
        if (digits < UINT64_C(100000000000000000)) {
            digits = digits * 10 + (uint64_t)(span.at[i] - '0');
            exponent -= fraction;
        } else {
            exponent += !fraction;
        }
    }
    if (seen == 0) return false;
    if (i < span.size && (span.at[i] == 'e' || span.at[i] == 'E')) {
        i++;
        bool negative = i < span.size && span.at[i] == '-';
        if (i < span.size && (span.at[i] == '-' || span.at[i] == '+')) i++;
        int32_t power;
        if (!wimp_span_int((wimp_span){span.at + i, span.size - i}, &power) || power > 400) return false;
        exponent += negative ? -power : power;
        i = span.size;
    }
    double value = exponent < 0 ? (double)digits / pow(10, -exponent) : (double)digits * pow(10, exponent);
    if (i != span.size || !isfinite(value)) return false;
    *out = value;
    return true;
}

bool wimp_span_signed(wimp_span span, double* out) {
    bool negative = span.size > 0 && span.at[0] == '-';
    bool has_sign = negative || (span.size > 0 && span.at[0] == '+');
    if (!wimp_span_double((wimp_span){span.at + has_sign, span.size - has_sign}, out)) return false;
    if (negative) *out = -*out;
    return true;
}

int wimp_span_shown(wimp_span span) {
    return span.size < 40 ? (int)span.size : 40;
}

bool wimp_span_cost(wimp_span span, bool zero_blocks, float* out) {
    double number;
    *out = 0;
    if (wimp_span_equals(span, "blocked")) return true;
    if (!wimp_span_double(span, &number)) return false;
    *out = (float)number;
    return (zero_blocks && number == 0) || (*out >= WEND_MIN_CLASS_COST && *out <= WEND_MAX_CLASS_COST);
}

wimp_span wimp_span_trimmed(wimp_span span) {
    while (span.size > 0 && (wimp_is_blank(span.at[span.size - 1]) || span.at[span.size - 1] == '\r'))
        span.size--;
    return span;
}

wimp_span wimp_span_stripped(wimp_span span) {
    while (span.size > 0 && wimp_is_blank(*span.at)) span.at++, span.size--;
    return wimp_span_trimmed(span);
}

wimp_span wimp_span_uncommented(wimp_span line) {
    for (size_t i = 0; i + 1 < line.size; i++)
        if (line.at[i] == '/' && line.at[i + 1] == '/' && (i == 0 || wimp_is_blank(line.at[i - 1])))
            line.size = i;
    return line;
}

bool wimp_text_has_more(wimp_text* text) {
    wimp_span line;
    while (wimp_text_line(text, &line))
        if (wimp_span_trimmed(line).size > 0) return true;
    return false;
}

void wimp_show_letter(char letter, char out[8]) {
    bool printable = letter >= ' ' && letter <= '~';
    snprintf(out, 8, printable ? "\"%c\"" : "0x%02x", (unsigned char)letter);
}
