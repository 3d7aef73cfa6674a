// png_out.h: a picture as a PNG file.
#ifndef PNG_OUT_H
#define PNG_OUT_H
#include "picture.h"

/// Replaces the file, or writes to standard output for "-". Returns CLI_OK or an exit code.
int png_write(const picture* p, const char* file);

#endif
