// lettering.h: how is text drawn on a picture?
#ifndef LETTERING_H
#define LETTERING_H
#include "picture.h"

enum { LETTER_HEIGHT = 7 }; ///< of a capital, at scale 1

/// Draws ASCII text. x, y: the top-left corner of the first capital. A whole scale keeps letters sharp.
void lettering_draw(picture* p, int x, int y, int scale, color c, const char* text);
/// The width of a text in pixels.
int lettering_width(int scale, const char* text);

#endif
