// islands.h: how many connected areas has a grid? For grids that no world was built of.
#ifndef WEND_VIEW_ISLANDS_H
#define WEND_VIEW_ISLANDS_H
#include <wend/grid.h>

/// *largest_out: tiles of the largest one. False: no memory.
bool islands_count(const wend_grid* grid, int64_t* count_out, int64_t* largest_out);

#endif
