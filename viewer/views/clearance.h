// clearance.h: how far is each tile from what blocks the profile that plans?
#ifndef WEND_VIEW_CLEARANCE_H
#define WEND_VIEW_CLEARANCE_H
#include "palette.h"
#include "views/map_tiles.h"
#include <wend/world.h>

/// The clearance of every tile, found some rows at a time so that no frame waits for it.
typedef struct clearance clearance;

/// Borrows the world. NULL when out of memory, and on hexagons.
clearance* clearance_create(const wend_world* world, int32_t profile, int32_t floor);
void clearance_destroy(clearance* c);
/// Begins again for a profile, or after a change of the map; old shades stay until they are replaced.
void clearance_restart(clearance* c, int32_t profile);
int32_t clearance_profile(const clearance* c);
/// Processes about this many further tiles. *changed_out: the rows whose shades are new; height 0: none.
/// True: all are.
bool clearance_work(clearance* c, int64_t tiles, wend_rect* changed_out);
/// The share of the work that is done. [Range: 0..1]
float clearance_progress(const clearance* c);
/// The rows from the top that have shades; all of them from the first end of the work on.
int32_t clearance_shown_rows(const clearance* c);
/// A shade for each tile: 0 for blocked tiles, otherwise quarters of a tile.
map_tiles clearance_shades(const clearance* c, bool sampled);
/// Violet where it is narrow, half a tile, to pale where it is wide, 16 tiles and more.
palette clearance_palette(void);
#endif
