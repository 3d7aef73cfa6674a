// components.h: which tiles belong to which connected component?
#ifndef WEND_VIEW_COMPONENTS_H
#define WEND_VIEW_COMPONENTS_H
#include "views/map_layer.h"

/// The connected components of a map, found step by step so that no frame waits for them: first every row's
/// runs of passable tiles are linked with those of the row above, and get the shade of the component that
/// they have so far; then each tile gets that of its whole component.
typedef struct components components;

enum { COMPONENTS_BLOCKED = 0, COMPONENTS_LARGEST = 1 }; // shades; the other components have one of 2..255

/// Borrows the grid. NULL when out of memory.
components* components_create(const wend_grid* grid);
void components_destroy(components* c);
/// Begins again after a change of the map; old shades stay until they are replaced.
void components_restart(components* c);
/// Processes about this many further tiles. *changed_out: the rows of a floor whose shades changed; height 0:
/// none. False: out of memory, there will be no shades.
bool components_work(components* c, bool shaded, int32_t floor, int64_t tiles, wend_rect* changed_out);
/// The share of the work that is done. [Range: 0..1]
float components_progress(const components* c, bool shaded);

/// Number of components; -1 until all rows are linked.
int64_t components_count(const components* c);
/// Tiles of the largest.
int64_t components_largest(const components* c);
/// Tiles of the component that a tile is in; 0: blocked, -1: not known yet.
int64_t components_size_at(const components* c, wend_tile tile);
/// The rows of a floor, from the top, that have shades; all of them from the first end of the work on.
int32_t components_shown_rows(const components* c, int32_t floor);
/// A shade for each tile of a floor; NULL before components_work was asked for them.
map_tiles components_shades(const components* c, int32_t floor, bool sampled);

#endif
