// png_out.h: a picture as a PNG file.
#ifndef PNG_OUT_H
#define PNG_OUT_H
#include "picture.h"

/// Writes to a file (as output.h says) or, for "-", to standard output. CLI_OK or an exit code.
int png_write(const picture* p, const char* file);

#endif
