// lettering.h: words on a picture.
#ifndef LETTERING_H
#define LETTERING_H
#include "picture.h"

enum { LETTER_HEIGHT = 7 }; ///< of a capital, at scale 1

/// ASCII only; x, y: the left end of the top of a capital. scale is a whole number, so that letters stay
/// sharp.
void lettering_draw(picture* p, int x, int y, int scale, color c, const char* text);
/// Pixels from left to right.
int lettering_width(int scale, const char* text);

#endif
