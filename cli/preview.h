// preview.h: what a map became, as a picture: costs in colour, blocked tiles hatched, and a legend beside
// them.
#ifndef PREVIEW_H
#define PREVIEW_H
#include "classes.h"
#include "picture.h"

/// CLI_OK or an exit code.
int preview_draw(const class_table* table, picture* out);

#endif
