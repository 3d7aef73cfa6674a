// field.h: what do the other files of this folder ask of a field?
#ifndef WENDI_FIELD_H
#define WENDI_FIELD_H
#include "search/propagate.h"
#include "wend/field.h"

/// The world in which goals were set; NULL: none.
const wend_world* wendi_field_world(const wend_field* field);
/// The cost of a tile in units of the grid; WENDI_NOT_REACHED: none within the limit.
wend_cost wendi_field_units_at(const wend_field* field, wend_tile tile);
/// Lowers the limit of a field that is being filled: only costs up to it are wanted, in units of the grid.
void wendi_field_lower_limit(wend_field* field, wend_cost limit);
/// Visits all tiles that have a cost, in the order of wend_field_tiles.
void wendi_field_each_tile(const wend_field* field, void (*visit)(wend_tile tile, void* context),
                           void* context);
#endif
