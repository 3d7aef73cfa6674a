// hex_diagonals.h: the steps of length sqrt 3 from a hexagon to the six that lie behind two of its
// neighbours.
#ifndef WENDI_HEX_DIAGONALS_H
#define WENDI_HEX_DIAGONALS_H
#include "search/node_store.h"

enum { WENDI_HEX_WAYS = 6 };

/// The target of one of the six steps from a passable tile. False when the step is not legal: it needs both
/// neighbours that it passes, and all steps of both ways round.
bool wendi_hex_diagonal(const wend_grid* grid, wend_tile from, int32_t way, wend_tile* to_out);
/// Cost of such a step into a tile.
wend_cost wendi_hex_diagonal_step(const wend_grid* grid, wend_tile to, bool count_steps);
/// The tile from which a tile that was reached, other than the start, is reached for least, by one of the
/// twelve steps.
wend_tile wendi_hex_tile_before(const wendi_node_store* nodes, wend_tile tile, bool count_steps);
#endif
