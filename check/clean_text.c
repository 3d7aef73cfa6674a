// clean_text.c: control characters could move the cursor, change colours or answer for the user.
#include "clean_text.h"

#include <stdbool.h>
#include <stdio.h>

int utf8_length(const char* text) {
    const unsigned char* c = (const unsigned char*)text;
    const int length = c[0] < 0x80                   ? 1
                       : c[0] >= 0xc2 && c[0] < 0xe0 ? 2
                       : c[0] >= 0xe0 && c[0] < 0xf0 ? 3
                       : c[0] >= 0xf0 && c[0] < 0xf5 ? 4
                                                     : 0;
    for (int i = 1; i < length; i++)
        if ((c[i] & 0xc0) != 0x80) return 0;
    // a longer form than needed, half of a surrogate pair, beyond U+10FFFF
    if ((c[0] == 0xe0 && c[1] < 0xa0) || (c[0] == 0xed && c[1] >= 0xa0) || (c[0] == 0xf0 && c[1] < 0x90) ||
        (c[0] == 0xf4 && c[1] >= 0x90))
        return 0;
    return length;
}

static bool is_control(const char* text) {
    const unsigned char* c = (const unsigned char*)text;
    return c[0] < 0x20 || c[0] == 0x7f || (c[0] == 0xc2 && c[1] < 0xa0);
}

void clean_text(char* text) {
    while (*text != '\0') {
        const int length = utf8_length(text);
        const bool is_bad = length == 0 || is_control(text);
        for (int i = 0; i < (length > 0 ? length : 1); i++, text++)
            if (is_bad) *text = '?';
    }
}

const char* shown(const char* text) {
    static char copies[4][4096];
    static int next;
    char* copy = copies[next++ % 4];
    snprintf(copy, sizeof copies[0], "%s", text);
    clean_text(copy);
    return copy;
}
