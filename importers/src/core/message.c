// message.c: text for a person: one clean line, the same in every locale.
#define _XOPEN_SOURCE 700 // uselocale, strerror_l
#include "core/message.h"

#include <locale.h>
#include <stdio.h>
#include <string.h>

enum { NAME_SHOWN = 200 }; // bytes of a file name in a message; the end says more than the beginning

static locale_t english(void) {
    return newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

void wimp_vprint(char* out, size_t size, const char* format, va_list arguments) {
    locale_t c = english(), hosts = c ? uselocale(c) : (locale_t)0; // of this thread alone
    vsnprintf(out, size, format, arguments);
    if (!c) return;
    uselocale(hosts);
    freelocale(c);
}

void wimp_print(char* out, size_t size, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    wimp_vprint(out, size, format, arguments);
    va_end(arguments);
}

void wimp_append(char* text, size_t size, const char* format, ...) {
    const size_t used = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    wimp_vprint(text + used, size - used, format, arguments);
    va_end(arguments);
}

const char* wimp_system_error(int number) {
    locale_t c = english();
    if (!c) return "unknown error";
    const char* text = strerror_l(number, c);
    freelocale(c);
    return text;
}

// Length in bytes of the UTF-8 character at s; 0: malformed.
static int32_t utf8_length(const uint8_t* s) {
    if (s[0] < 0x80) return 1;
    int32_t length = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
    if (s[0] < 0xc2 || s[0] > 0xf4) return 0;
    for (int32_t i = 1; i < length; i++)
        if ((s[i] & 0xc0) != 0x80) return 0;
    // overlong forms, surrogates, and values above U+10FFFF
    if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) || (s[0] == 0xf0 && s[1] < 0x90) ||
        (s[0] == 0xf4 && s[1] > 0x8f))
        return 0;
    return length;
}

void wimp_clean_text(char* text) {
    uint8_t* s = (uint8_t*)text;
    while (*s) {
        int32_t length = utf8_length(s);
        bool control = *s < 0x20 || *s == 0x7f || (*s == 0xc2 && length == 2 && s[1] < 0xa0);
        if (length == 0 || control) {
            for (int32_t i = 0; i < (length ? length : 1); i++) s[i] = '?';
        }
        s += length ? length : 1;
    }
}

wend_result wimp_fail(wend_error* error_opt, wend_result result, const char* name, const char* format, ...) {
    if (!error_opt) return result;
    size_t length = strlen(name);
    bool shorten = length > NAME_SHOWN;
    if (shorten) {
        name += length - NAME_SHOWN;
        while ((*name & 0xc0) == 0x80) name++; // not from the middle of a character
    }
    wend_error error = {.result = result};
    int at = snprintf(error.text, sizeof error.text, "%s%s: ", shorten ? "..." : "", name);
    va_list arguments;
    va_start(arguments, format);
    wimp_vprint(error.text + at, sizeof error.text - (size_t)at, format, arguments);
    va_end(arguments);
    wimp_clean_text(error.text);
    *error_opt = error;
    return result;
}
