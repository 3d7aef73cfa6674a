// edit.h: how do the world and the views of all profiles follow an edit together?
#ifndef WENDI_EDIT_H
#define WENDI_EDIT_H
#include "hierarchy/world.h"

/// False when the kind is unknown, tiles lie off the map, or the two tiles of a step or wall are no
/// neighbours.
bool wendi_is_valid_edit(const wend_grid* grid, const wend_edit* edit);
#endif
