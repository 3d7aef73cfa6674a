// wend/ground.h: worlds that grow and shrink while they are used.
//
//     uint8_t chunk[64 * 32];
//     memset(chunk, 1, sizeof chunk); // of terrain class 1
//     if (wend_world_add_ground(world, (wend_rect){-64, 5, 64, 32}, chunk, 0) != WEND_OK) return 1;
//     bool reached = wend_world_connected(world, (wend_tile){-60, 10}, (wend_tile){600, 400});
//
// A world begins as the grid that it was built from. Ground may be added anywhere, to the left of column 0
// and above row 0 too, and removed again. Columns and rows keep their numbers. Between pieces of ground,
// tiles are blocked; they take next to no memory.
#ifndef WEND_GROUND_H
#define WEND_GROUND_H
#include "wend/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Adds ground on one floor, or replaces it where there was some: area.height rows of area.width classes of
/// the grid, stride bytes apart (0: area.width). Like an edit, it is seen by the next query, and larger
/// clusters are pending until wend_world_refresh. A refreshed world, and its hash, depend on the ground alone
/// and not on the order in which it came. The time depends on the size of the area; where the map gets wider
/// or higher, all of the world is laid out again in addition, some 0.1 us for each tile that is not blocked.
/// Then the world is no longer mapped and cannot be saved as a patch, and original classes that were kept are
/// forgotten. No query, and no load, may run meanwhile. Forks and snapshots keep their ground. All floors
/// have the same edges; where they get higher, the world is built again, which takes as long as a build. On a
/// map with a relief, tiles get elevation 0 and no lane, and all of it is built again, also within its edges.
/// A streamed world needs the ground around the area, as for an edit, and where the map gets wider or higher
/// all of it, or the result is WEND_ERROR_NOT_LOADED; with all of it, it is in memory from then on, and has
/// no regions. Errors: ARGUMENT (the area is empty; a stride below its width; no such floor; the view of a
/// profile), LIMIT (columns or rows beyond 2^29; the map would be larger than WEND_MAX_SIDE or
/// WEND_MAX_TILES; a step would cost too much for its slope; too many links would end in one cluster),
/// UNSUPPORTED (a snapshot; beyond the edges of a map that wraps), DAMAGED, MEMORY.
WEND_API wend_result wend_world_add_ground(wend_world* world, wend_rect area, const uint8_t* classes,
                                           size_t stride);
/// The same with elevations, in metres, and lanes (wend/relief.h) of the tiles, row by row without gaps.
/// NULL: elevations of 0, no lanes. An elevation may be NaN where the tile is blocked. Rows above the first
/// one of the relief have its size. Errors: as wend_world_add_ground, also ARGUMENT (NaN at a passable tile,
/// an unknown lane), LIMIT (elevations that do not fit 16 bits), UNSUPPORTED (the map has no elevations, or
/// no lanes).
WEND_API wend_result wend_world_add_relief_ground(wend_world* world, wend_rect area, const uint8_t* classes,
                                                  size_t stride, const float* elevations_opt,
                                                  const uint8_t* lanes_opt);
/// Removes the ground in an area of one floor: its tiles are blocked, its steps open, links that begin or end
/// there are removed. The map gets smaller where ground at its edges goes. Errors: ARGUMENT (the area is
/// empty, or no part of the map lies in it; no ground would be left; the view of a profile), LIMIT (as
/// wend_world_add_ground; the body of a profile would be wider than the map), UNSUPPORTED (as
/// wend_world_add_ground), DAMAGED, MEMORY. After LIMIT, DAMAGED and MEMORY some of these links may be gone.
/// A streamed world needs its ground as for new ground.
WEND_API wend_result wend_world_remove_ground(wend_world* world, wend_rect area);
/// The smallest rectangle around all ground; with several floors, each of them.
WEND_API wend_rect wend_world_ground(const wend_world* world);

#ifdef __cplusplus
}
#endif
#endif
