// edit.h: how do the world and the views of all profiles follow an edit together?
#ifndef WENDI_EDIT_H
#define WENDI_EDIT_H
#include "hierarchy/world.h"

/// False when the kind is unknown, tiles lie off the map, or the two tiles of a step or wall are no
/// neighbours.
bool wendi_is_valid_edit(const wend_grid* grid, const wend_edit* edit);

/// New tiles for squares of a map, with a new cost table.
typedef struct wendi_rewrite {
    const wend_edit* squares; // wend_edit_tiles, whose class does not matter
    int32_t count;
    const uint8_t* classes;   // of the tiles of each square, row by row, stride apart
    int32_t stride;           // from one row to the next
    int32_t square_bytes;     // from one square to the next
    const float* class_costs; // in the unit that the grid has
    bool opens, blocks;       // some tile becomes passable, blocked
    const float* added;       // by class: what it costs more than the class below
    const uint8_t* bases;     // for profiles: by class, the one that it stands for; itself: all others
} wendi_rewrite;
/// Writes the squares as wend_world_edit does, to snapshots too, but leaves the distance matrices of the
/// clusters pending on all levels: the first query that needs one computes it. Errors: LIMIT (a cost does not
/// fit the integer unit; too many different costs for the margin of a profile), DAMAGED, MEMORY. The world is
/// then unchanged.
wend_result wendi_world_rewrite(wend_world* world, const wendi_rewrite* rewrite);
#endif
