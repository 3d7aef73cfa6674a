// field.h: what do the other files of this folder ask of a field?
#ifndef WENDI_FIELD_H
#define WENDI_FIELD_H
#include "search/propagate.h"
#include "wend/field.h"

/// The grid that the field is filled on.
const wend_grid* wendi_field_grid(const wend_field* field);
/// The world in which goals were set; NULL: none.
const wend_world* wendi_field_world(const wend_field* field);
/// The cost of a tile in units of the grid; WENDI_NOT_REACHED: none within the limit.
wend_cost wendi_field_units_at(const wend_field* field, wend_tile tile);
/// What the functions wend_field_* of the same names do, with tiles of the sheet (grid/floors.h).
double wendi_field_cost(const wend_field* field, wend_tile tile);
bool wendi_field_next_tile(const wend_field* field, wend_tile tile, wend_tile* out);
wend_result wendi_field_expand_to(wend_field* field, wend_search* search, wend_tile from, bool* found_out);
/// Lowers the limit of a field that is being filled: only costs up to it are wanted, in units of the grid.
void wendi_field_lower_limit(wend_field* field, wend_cost limit);
/// Visits all tiles that have a cost, in the order of wend_field_tiles.
void wendi_field_each_tile(const wend_field* field, void (*visit)(wend_tile tile, void* context),
                           void* context);
#endif
