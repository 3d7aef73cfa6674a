// preview.h: draws the costs of a map in colour, blocked tiles hatched, with a legend.
#ifndef PREVIEW_H
#define PREVIEW_H
#include "classes.h"
#include "picture.h"

/// CLI_OK or an exit code.
int preview_draw(const class_table* table, picture* out);

#endif
