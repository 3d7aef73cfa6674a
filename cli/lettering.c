// lettering.c: how is text drawn on a picture? With the bitmap font of stb: no font file, and the same pixels
// on every machine.
#include "picture.h"

#include <stdio.h>

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#include <stb/stb_easy_font.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

enum { MOST_LETTERS = 200 };

// A corner of a rectangle, as the font's header says.
typedef struct corner {
    float x, y, z;
    unsigned char rgba[4];
} corner;

void lettering_draw(picture* p, int x, int y, int scale, color c, const char* text) {
    corner corners[MOST_LETTERS * 17]; // about 270 bytes a letter
    char copy[MOST_LETTERS];           // the font needs writable memory
    snprintf(copy, sizeof copy, "%s", text);
    const int count = stb_easy_font_print(0, 0, copy, NULL, corners, (int)sizeof corners);
    for (int i = 0; i < count; i++) {
        const corner *first = &corners[4 * i], *opposite = &corners[4 * i + 2];
        const float s = (float)scale, left = (float)x, top = (float)y;
        picture_rect(p, left + first->x * s, top + first->y * s, left + opposite->x * s,
                     top + opposite->y * s, c, 1);
    }
}

int lettering_width(int scale, const char* text) {
    char copy[MOST_LETTERS];
    snprintf(copy, sizeof copy, "%s", text);
    return scale * stb_easy_font_width(copy);
}
