// hex_clearance.h: the same questions as clearance.h, on hexagonal maps.
#ifndef WENDI_HEX_CLEARANCE_H
#define WENDI_HEX_CLEARANCE_H
#include "core/vec.h"
#include "grid/grid.h"

double wendi_hex_clearance(const wend_grid* grid, wendi_vec p, double reach);
bool wendi_hex_line_is_clear(const wend_grid* grid, wendi_vec from, wendi_vec to, double radius);
#endif
