// field_picture.h: a field as a picture, with a scale of its colours.
#ifndef FIELD_PICTURE_H
#define FIELD_PICTURE_H
#include "field_map.h"
#include "picture.h"

/// scale: pixels a tile. CLI_OK or an exit code.
int field_picture_draw(const field_map* map, field_kind kind, double scale, picture* out);

#endif
