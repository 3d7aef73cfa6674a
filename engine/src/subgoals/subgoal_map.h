// subgoal_map.h: where do the cheapest paths of a map of one cost bend? At subgoals: passable tiles with a
// blocked tile diagonally beside them whose two other neighbours there are passable. A cheapest path is a
// sequence of straight runs, each in at most one diagonal and one straight direction, from subgoal to subgoal
// (Uras, Koenig and Hernandez, Subgoal graphs for optimal pathfinding in eight-neighbor grids, 2013).
//
// A tile sees a subgoal when all tiles are passable that such runs between them lead over. It may matter to
// paths from the tile only if a path from there can bend around a corner at the subgoal: others are left out,
// so that seen subgoals do not hide those behind them.
#ifndef WENDI_SUBGOAL_MAP_H
#define WENDI_SUBGOAL_MAP_H
#include "subgoals/passable_lines.h"

/// A subgoal, in the order of a row or column.
typedef struct wendi_subgoal {
    uint32_t number : 28;
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

typedef struct wendi_seen {
    uint32_t number;
    wend_cost cost;
} wendi_seen;
WENDI_LIST(wendi_seen_list, wendi_seen);

enum { WENDI_MAX_SUBGOALS = (1 << 28) - 1 };

/// Numbers the subgoals row by row. Errors: MEMORY, LIMIT (more than `most`).
wend_result wendi_subgoal_map_make(const wend_grid* grid, int64_t most, const wend_allocator* allocator,
                                   wendi_subgoal_map* out);
void wendi_subgoal_map_free(wendi_subgoal_map* map);
size_t wendi_subgoal_map_bytes(const wendi_subgoal_map* map);
/// The tiles of the subgoals by number, in new memory for the caller; NULL: there is none.
wend_tile* wendi_subgoal_tiles(const wendi_subgoal_map* map);
/// What a path between two tiles costs at least.
static inline wend_cost wendi_octile_cost(const wendi_subgoal_map* map, wend_tile a, wend_tile b) {
    const wend_cost x = wendi_abs(a.x - b.x), y = wendi_abs(a.y - b.y), both = x < y ? x : y;
    return both * map->diagonal + (x + y - 2 * both) * map->straight;
}
#define WENDI_ANY_COST (INT64_MAX / 2)
/// How far a tile has looked in one diagonal direction.
typedef struct wendi_sightline {
    int32_t dx, dy;
    wend_tile at;          // the last tile looked at
    int32_t across, along; // how far its row and its column lead on from there
    wend_cost cost;        // of the steps to it
    bool ends;             // the next step is not free
} wendi_sightline;

/// What a passable tile sees, found bit by bit.
typedef struct wendi_look {
    wend_tile tile;
    wendi_sightline lines[4];
    wendi_seen_list seen; // what was found last; its allocator must be set
} wendi_look;

/// Begins with the row and the column of the tile, in place of what was seen before. Errors: MEMORY.
wend_result wendi_look_begin(wendi_look* look, const wendi_subgoal_map* map, wend_tile tile);
/// Finds, in place of what was found last, at least those subgoals not found yet that a path of at most
/// `most` to a goal may lead over. One may be found twice. Errors: MEMORY.
wend_result wendi_look_on(wendi_look* look, const wendi_subgoal_map* map, wend_tile goal, wend_cost most);
/// True when a path from another tile, dx and dy away, can bend around one of the corners.
bool wendi_can_bend(uint32_t corners, int32_t dx, int32_t dy);
#endif
