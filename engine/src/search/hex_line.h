// hex_line.h: what does a straight line over hexagons cost?
#ifndef WENDI_HEX_LINE_H
#define WENDI_HEX_LINE_H
#include "grid/grid.h"

/// Cost of the straight line between the middles of two hexagons: its length in each tile times the cost of
/// the tile. INFINITY when it meets a blocked tile or a closed step, or turns out to cost more than most.
double wendi_hex_line_cost(const wend_grid* grid, wend_tile from, wend_tile to, double most);
#endif
