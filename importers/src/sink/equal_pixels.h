// equal_pixels.h: how many neighbours in a row have the same colour? Painted areas consist of such runs.
#ifndef WIMP_EQUAL_PIXELS_H
#define WIMP_EQUAL_PIXELS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { WIMP_RUN_BYTES = 16 }; ///< that wimp_run_begins looks at, behind the first pixel

static inline uint64_t wimp_word_at(const uint8_t* bytes) {
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

/// Are the first pixels behind this one equal to it? WIMP_RUN_BYTES and a pixel must follow.
static inline bool wimp_run_begins(const uint8_t* pixels, size_t pixel_bytes) {
    const uint8_t* next = pixels + pixel_bytes;
    return ((wimp_word_at(next) ^ wimp_word_at(pixels)) |
            (wimp_word_at(next + 8) ^ wimp_word_at(pixels + 8))) == 0;
}

/// How many pixels from the first one on are equal to it, itself included, of count.
static inline size_t wimp_equal_pixels(const uint8_t* pixels, size_t count, size_t pixel_bytes) {
    const size_t end = count * pixel_bytes;
    size_t at = pixel_bytes;
    while (at + 32 <= end) {
        const uint8_t *here = pixels + at, *before = here - pixel_bytes;
        if (((wimp_word_at(here) ^ wimp_word_at(before)) |
             (wimp_word_at(here + 8) ^ wimp_word_at(before + 8)) |
             (wimp_word_at(here + 16) ^ wimp_word_at(before + 16)) |
             (wimp_word_at(here + 24) ^ wimp_word_at(before + 24))) != 0)
            break;
        at += 32;
    }
    while (at < end && pixels[at] == pixels[at - pixel_bytes]) at++;
    return at / pixel_bytes;
}
#endif
