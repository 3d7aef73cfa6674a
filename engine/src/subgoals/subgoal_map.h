// subgoal_map.h: where do the cheapest paths of a map of one cost bend? At subgoals: passable tiles with a
// blocked tile diagonally beside them whose two other neighbours there are passable. A cheapest path is a
// sequence of straight runs, each in at most one diagonal and one straight direction, from subgoal to subgoal
// (Uras, Koenig and Hernandez, Subgoal graphs for optimal pathfinding in eight-neighbor grids, 2013).
//
// A subgoal is visible from a tile when a free run leads to it: diagonal steps, then straight ones, over
// passable tiles. It may matter to paths from the tile only if a path from there can bend around a corner at
// the subgoal; others are left out. A visible subgoal does not hide those behind it.
#ifndef WENDI_SUBGOAL_MAP_H
#define WENDI_SUBGOAL_MAP_H
#include "subgoals/passable_lines.h"

/// A subgoal, in the order of a row or column.
typedef struct wendi_subgoal {
    uint32_t rank : 28; // in the contraction hierarchy; before that, the number of the subgoal
    uint32_t
        corners : 4; // bit (y > 0) * 2 + (x > 0): the tile at diagonal (x, y) is the corner of an obstacle
} wendi_subgoal;

/// Subgoals as bits of lines, as in passable_lines.h.
typedef struct wendi_subgoal_lines {
    uint64_t* bits;
    uint32_t* before;        // for each word: how many subgoals lie in those before it
    wendi_subgoal* subgoals; // line by line
} wendi_subgoal_lines;

typedef struct wendi_subgoal_map {
    wend_allocator allocator;
    wendi_passable_lines lines;
    wend_cost straight, diagonal; // costs of a step
    int32_t count;
    wendi_subgoal_lines by_row, by_column;
} wendi_subgoal_map;

typedef struct wendi_visible {
    uint32_t rank;
    wend_cost cost;
} wendi_visible;
WENDI_LIST(wendi_visible_list, wendi_visible);

enum { WENDI_MAX_SUBGOALS = (1 << 28) - 1 };

/// Numbers the subgoals row by row, in the place of ranks. Errors: MEMORY, LIMIT (more than `most`).
wend_result wendi_subgoal_map_make(const wend_grid* grid, int64_t most, const wend_allocator* allocator,
                                   wendi_subgoal_map* out);
void wendi_subgoal_map_free(wendi_subgoal_map* map);
size_t wendi_subgoal_map_bytes(const wendi_subgoal_map* map);
/// The tiles of the subgoals by number or rank, in new memory for the caller; NULL: there is none.
wend_tile* wendi_subgoal_tiles(const wendi_subgoal_map* map);
/// What a path between two tiles costs at least.
static inline wend_cost wendi_octile_cost(const wendi_subgoal_map* map, wend_tile a, wend_tile b) {
    const wend_cost x = wendi_abs(a.x - b.x), y = wendi_abs(a.y - b.y), both = x < y ? x : y;
    return both * map->diagonal + (x + y - 2 * both) * map->straight;
}
#define WENDI_ANY_COST (INT64_MAX / 2)
/// How far a scan has come in one diagonal direction.
typedef struct wendi_scan_line {
    int32_t dx, dy;
    wend_tile at;          // the last tile scanned
    int32_t across, along; // how far its row and its column lead on from there
    wend_cost cost;        // of the steps to it
    bool ends;             // the next step is not free
} wendi_scan_line;

/// The subgoals visible from a passable tile, found step by step.
typedef struct wendi_visibility_scan {
    wend_tile tile;
    wendi_scan_line lines[4];
    wendi_visible_list visible; // what was found last; its allocator must be set
} wendi_visibility_scan;

/// Begins with the row and the column of the tile, and replaces what was found before. Errors: MEMORY.
wend_result wendi_scan_begin(wendi_visibility_scan* scan, const wendi_subgoal_map* map, wend_tile tile);
/// Replaces what was found last by at least those subgoals not found yet that a path of at most `most` to a
/// goal may lead over. One may be found twice. Errors: MEMORY.
wend_result wendi_scan_on(wendi_visibility_scan* scan, const wendi_subgoal_map* map, wend_tile goal,
                          wend_cost most);
/// True when a path from another tile, dx and dy away, can bend around one of the corners.
bool wendi_can_bend(uint32_t corners, int32_t dx, int32_t dy);
#endif
