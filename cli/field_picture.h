// field_picture.h: a field as a picture, with a scale of its colours.
#ifndef FIELD_PICTURE_H
#define FIELD_PICTURE_H
#include "field_map.h"
#include "picture.h"

/// scale: pixels a tile. CLI_OK or an exit code.
int field_picture_draw(const field_map* map, field_kind kind, double scale, picture* out);
/// The map in greys, under colours. CLI_OK or an exit code.
int field_picture_ground(const wend_grid* grid, double scale, picture* out);
/// The colour of the tiles that are nearest to one of several.
color field_picture_region(int32_t index);

#endif
