// picture.h: an RGB raster with anti-aliased rectangles and lines.
#ifndef PICTURE_H
#define PICTURE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct color {
    uint8_t r, g, b;
} color;

/// Pixel (x,y) covers [x,x+1) x [y,y+1); shapes are in these coordinates and clipped to the picture.
typedef struct picture {
    int width, height;
    uint8_t* rgb; ///< height rows of width x 3 bytes
} picture;

/// All white.
void picture_create(int width, int height, picture* out);
void picture_destroy(picture* p);

uint8_t* picture_pixel(const picture* p, int x, int y);
/// opacity in 0..1, in both.
void picture_rect(picture* p, float x0, float y0, float x1, float y1, color c, float opacity);
/// A line with round ends; from equal to to: a disc of diameter width.
void picture_line(picture* p, float x0, float y0, float x1, float y1, float width, color c, float opacity);

// ---- lettering.c

enum { LETTER_HEIGHT = 7 }; ///< of a capital, at scale 1

/// Draws ASCII text. x, y: the top-left corner of the first capital. A whole scale keeps letters sharp.
void lettering_draw(picture* p, int x, int y, int scale, color c, const char* text);
/// The width of a text in pixels.
int lettering_width(int scale, const char* text);

#endif
