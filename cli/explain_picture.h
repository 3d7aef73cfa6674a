// explain_picture.h: how does a picture of what separates two tiles look?
#ifndef EXPLAIN_PICTURE_H
#define EXPLAIN_PICTURE_H
#include "cli.h"

/// Draws the map, the path that would exist, and in orange what it opens. CLI_OK or an exit code, the reason
/// printed.
int explain_picture_write(const wend_world* world, const wend_explanation* why, const char* file);
#endif
