// subgoal_map.h: where can cheapest paths on a map of one cost bend?
#ifndef WENDI_SUBGOAL_MAP_H
#define WENDI_SUBGOAL_MAP_H
#include "grid/grid.h"

/// Of row y, bit x + 1 is set where tile (x, y) is passable; of column x, bit y + 1. The lines at both sides
/// of the map, and the bits at both ends of each, are zero.
typedef struct wendi_passable_lines {
    wend_allocator allocator;
    int32_t width, height;
    size_t row_words, column_words; // 64 bits each
    uint64_t* rows;                 // height + 2
    uint64_t* columns;              // width + 2
} wendi_passable_lines;

/// Errors: MEMORY.
wend_result wendi_passable_lines_make(const wend_grid* grid, const wend_allocator* allocator,
                                      wendi_passable_lines* out);

/// How many steps in one of the four straight directions lead over passable tiles, at most `most`.
int32_t wendi_passable_run(const wendi_passable_lines* lines, wend_tile from, int32_t direction,
                           int32_t most);

/// A run: some diagonal steps, and some in one straight direction, in either order. Whether the tiles after
/// one tile, up to another, are passable, and no step cuts a corner.
bool wendi_run_is_free(const wendi_passable_lines* lines, wend_tile from, wend_tile to, bool diagonals_first);
/// Adds these tiles to a list. Errors: MEMORY.
wend_result wendi_run_add(wend_tile from, wend_tile to, bool diagonals_first, wendi_tile_list* out);

/// A subgoal, in the order of a row or column.
typedef struct wendi_subgoal {
    uint32_t rank : 28; // in the contraction hierarchy; before that, the number of the subgoal
    uint32_t
        corners : 4; // bit (y > 0) * 2 + (x > 0): the tile at diagonal (x, y) is the corner of an obstacle
} wendi_subgoal;

/// Subgoals as bits of lines, as in wendi_passable_lines.
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

/// Numbers the subgoals row by row, in the place of ranks, in memory that the allocator's owner frees.
/// Errors: MEMORY, LIMIT (more than `most`).
wend_result wendi_subgoal_map_make(const wend_grid* grid, int64_t most, const wend_allocator* allocator,
                                   wendi_subgoal_map* out);

/// Gives the subgoal on a tile a rank in place of its number. Returns the number; -1: there is no subgoal.
int32_t wendi_subgoal_rank(wendi_subgoal_map* map, wend_tile tile, uint32_t rank);

/// The tiles of the subgoals by number or rank, in new memory for the caller; NULL: there is none.
wend_tile* wendi_subgoal_tiles(const wendi_subgoal_map* map, const wend_allocator* allocator);

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
