// wend/sight.h: line of sight: does one tile see another, and which tiles does one see?
//
//     wend_sight_def eye = wend_default_sight_def();
//     eye.range = 20;
//     const wend_tile here = {5, 5}, there = {15, 9};
//     bool sees = false;
//     if (wend_line_of_sight(grid, &eye, here, there, &sees, NULL) != WEND_OK) return 1;
//     uint8_t seen[50 * 40] = {0};
//     const wend_rect area = {0, 0, 50, 40};
//     if (wend_visible_tiles(grid, &eye, here, area, seen) != WEND_OK) return 1;
//
// One tile sees another when the straight line between their centres passes through no tile that blocks sight
// and through no wall. The line may touch the corners of such tiles on one side of it, but not on both: it
// passes a pillar, and not between two pillars that touch at a corner. The two tiles themselves do not count.
// So sight between tiles that do not block it is mutual. A tile that blocks sight is seen when any part of a
// side of it is, not only its centre: otherwise the walls of a corridor would be invisible.
//
// The answers come from shadow casting (B. Bergström, "FOV using recursive shadowcasting"; A. Ford,
// "Symmetric Shadowcasting"), row by row away from the eye, with exact fractions as slopes and whole squares
// as tiles. The time is that of the tiles in sight: some 10 ns each.
#ifndef WEND_SIGHT_H
#define WEND_SIGHT_H
#include "wend/grid.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What an eye sees.
typedef struct wend_sight_def {
    int32_t cookie; ///< set by wend_default_sight_def
    float range;    ///< it sees tiles whose centres are at most this far from its own [Range: >= 0] [Default:
                    ///< INFINITY] [Units: tiles]
    const bool* blockers; ///< WEND_CLASS_COUNT values, by terrain class: which classes block sight, for a
                          ///< view those of its world; borrowed; NULL: the blocked ones [Default: NULL]
    bool through_walls;   ///< walls between two tiles do not block sight [Default: false]
} wend_sight_def;

WEND_API wend_sight_def wend_default_sight_def(void);

/// *sees_out: from one tile the other is seen. *blocker_out_opt: if not, the first tile on the line between
/// their centres that blocks it, or the tile behind the wall that does; {-1, -1} on WEND_NO_FLOOR when it is
/// seen, or when only the range hides it, or when the tiles lie on two floors. On the grid of a view, its
/// world counts: what is only too narrow for the body does not block sight. Errors: DEF, ARGUMENT (a tile off
/// the map; NaN or a negative range), UNSUPPORTED (hexagons), MEMORY.
WEND_API wend_result wend_line_of_sight(const wend_grid* grid, const wend_sight_def* def, wend_tile from,
                                        wend_tile to, bool* sees_out, wend_tile* blocker_out_opt);

/// Writes 1 for each tile of a rectangle that is seen from a tile, which may lie outside of the rectangle;
/// the tile itself is seen. The numbers of all other tiles stay, so that one array collects what several eyes
/// have seen. Some may be written when it fails. [Size of seen_io: area.width * area.height] Errors: DEF,
/// ARGUMENT (the tile is off the map; the rectangle is empty or leaves the map; NaN or a negative range),
/// UNSUPPORTED (hexagons), MEMORY.
WEND_API wend_result wend_visible_tiles(const wend_grid* grid, const wend_sight_def* def, wend_tile from,
                                        wend_rect area, uint8_t* seen_io);

#ifdef __cplusplus
}
#endif
#endif
