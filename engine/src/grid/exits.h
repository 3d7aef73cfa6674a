// exits.h: how do the stages that change or store a map change its closed steps?
#ifndef WENDI_EXITS_H
#define WENDI_EXITS_H
#include "grid/grid.h"

/// Closes or opens the step between two neighbours on the map, as wend_grid_set_step, but keeps pages that
/// become empty. So the reverse change needs no memory and cannot fail. *changed_out: the step was not in
/// this state before. Errors: MEMORY; nothing has changed then.
wend_result wendi_exits_set(wend_grid* grid, wend_tile from, wend_tile to, bool open, bool* changed_out);
/// Frees the empty pages around a tile.
void wendi_exits_trim(wend_grid* grid, wend_tile tile);

/// Number of pages that cover the map.
int64_t wendi_exits_page_limit(const wend_grid* grid);
/// Closes the steps of a page of a map without pages or with pages of lower indices. wendi_exits_derive must
/// follow after the last page. Errors: ARGUMENT (a step leads off the map, or none is closed), MEMORY.
wend_result wendi_exits_load_page(wend_grid* grid, int32_t index,
                                  const uint8_t declared[WENDI_EXIT_PAGE_TILES]);
/// Finds the diagonals that close with the steps of loaded pages. Errors: MEMORY.
wend_result wendi_exits_derive(wend_grid* grid);
#endif
