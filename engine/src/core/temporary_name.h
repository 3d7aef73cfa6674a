// temporary_name.h: what are the temporary files of an output called? NAME.0.wendtmp, NAME.1.wendtmp, ...
#ifndef WENDI_TEMPORARY_NAME_H
#define WENDI_TEMPORARY_NAME_H
#include <stdint.h>
#include <string.h>

enum {
    NUMBERS = 100,
    CLEANED = 8, // writers remove abandoned files up to this number
    TEMPORARY_EXTRA = sizeof ".99.wendtmp"
};

/// Writes the name with a number to out, which has TEMPORARY_EXTRA bytes more than the name.
static inline void name_temporary(const char* name, int32_t number, char* out) {
    static const char end[] = ".wendtmp";
    const size_t length = strlen(name);
    char* at = out + length;
    memcpy(out, name, length);
    *at++ = '.';
    if (number >= 10) *at++ = (char)('0' + number / 10);
    *at++ = (char)('0' + number % 10);
    memcpy(at, end, sizeof end);
}
#endif
