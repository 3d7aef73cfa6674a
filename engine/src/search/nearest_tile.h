// nearest_tile.h: which tile takes the place of a blocked or unreachable one?
#ifndef WENDI_NEAREST_TILE_H
#define WENDI_NEAREST_TILE_H
#include "core/containers.h"
#include "grid/hex.h"
#include "hierarchy/abstract_graph.h"
#include "hierarchy/world.h"

// ---- how far apart are two tiles in a straight line? In whole numbers, so that ties are exact on
// every machine.

/// Four times the square of the distance between the centres of two tiles, a whole number on squares and on
/// hexagons alike.
static inline int64_t wendi_straight(wend_connectivity connectivity, wend_tile a, wend_tile b) {
    if (wendi_is_hex(connectivity)) {
        const wendi_hex_way way = wendi_hex_between(connectivity, a, b);
        return way.along * way.along + 3 * way.lines * way.lines;
    }
    const int64_t dx = (int64_t)b.x - a.x, dy = (int64_t)b.y - a.y;
    return 4 * (dx * dx + dy * dy);
}

/// The same between two tiles of the sheet (grid/floors.h): every tile of the floor of the first one is
/// nearer than any of another floor, and then those of the nearest floor are. At least wendi_straight.
static inline int64_t wendi_straight_on(const wend_grid* grid, wend_tile a, wend_tile b) {
    enum { FLOOR_SHIFT = 48 };
    if (!wendi_has_floors(&grid->floors)) return wendi_straight(grid->connectivity, a, b);
    const int32_t floors = wendi_floor_of(&grid->floors, b.y) - wendi_floor_of(&grid->floors, a.y);
    b.y -= floors * grid->floors.pitch;
    return wendi_straight(grid->connectivity, a, b) + ((int64_t)wendi_abs(floors) << FLOOR_SHIFT);
}

/// A lower bound on wendi_straight between two tiles that are this many columns and rows apart; exact on
/// squares.
static inline int64_t wendi_straight_bound(wend_connectivity connectivity, int64_t columns, int64_t rows) {
    if (!wendi_is_hex(connectivity)) return 4 * (columns * columns + rows * rows);
    const bool by_rows = wendi_is_shifted_by_rows(connectivity);
    const int64_t lines = by_rows ? rows : columns, whole = by_rows ? columns : rows;
    const int64_t along = whole > 0 ? 2 * whole - 1 : 0; // one of the two may be shifted
    return along * along + 3 * lines * lines;
}

/// A lower bound on wendi_straight between the tiles of two areas; exact on squares.
static inline int64_t wendi_straight_between(wend_connectivity connectivity, wend_rect a, wend_rect b) {
    const int32_t columns = wendi_max(wendi_max(a.x - (b.x + b.width - 1), b.x - (a.x + a.width - 1)), 0),
                  rows = wendi_max(wendi_max(a.y - (b.y + b.height - 1), b.y - (a.y + a.height - 1)), 0);
    return wendi_straight_bound(connectivity, columns, rows);
}

/// True when a comes before b, row by row.
static inline bool wendi_is_before(wend_tile a, wend_tile b) {
    return a.y != b.y ? a.y < b.y : a.x < b.x;
}

/// The tile found so far that is nearest to a place in a straight line; of several as near, the first row by
/// row.
typedef struct wendi_nearest {
    wend_tile tile;
    int64_t distance; // wendi_straight; INT64_MAX: none yet
} wendi_nearest;

/// Takes a tile at a distance if it is nearer than the one so far.
static inline bool wendi_take_nearer(wendi_nearest* nearest, wend_tile tile, int64_t distance) {
    if (distance > nearest->distance) return false;
    if (distance == nearest->distance && !wendi_is_before(tile, nearest->tile)) return false;
    *nearest = (wendi_nearest){tile, distance};
    return true;
}

// ---- which tile takes the place of a blocked or unreachable one?

/// Finds the passable tile whose centre is nearest to that of a tile on the map, of several as near the first
/// row by row, within a radius in tiles (INFINITY: however far). False: there is none, *out is unchanged.
bool wendi_snap(const wend_grid* grid, wend_tile tile, double radius, wend_tile* out);

/// The same on the grid of a world, over its tree of clusters: hardly slower in the middle of a large blocked
/// area. When there is no such tile, *out is unchanged. It opens the clusters that it reads. Errors: as
/// wendi_open.
wend_result wendi_snap_on_world(const wendi_graph* graph, const wend_grid* grid, wend_tile tile,
                                double radius, wend_tile* out);

/// What a start reaches.
typedef struct wendi_reachable {
    wend_allocator allocator;
    const wend_world* world;
    wend_tile start;
    int32_t clusters[4], cluster_count; // that contain the start
    wendi_tile_set near[4];             // by those clusters: the tiles that it reaches without leaving it
    uint32_t* components;               // root labels, ascending: those of the nodes that it reaches there
    size_t component_capacity;
    int32_t component_count;
    uint32_t* groups; // bit set of wendi_reach: the groups of components that those lead to
    size_t group_capacity;
    // For many targets in a row:
    uint8_t* known; // by cluster of the tree: what is known of whether the start may reach it; used only if
                    // remembers is true
    size_t known_capacity, level_first[32]; // of the first cluster of each level in that list
    bool remembers;
    int32_t leaf; // the cluster of level 1 whose reached tiles are the following; -1: none
    wendi_tile_set leaf_tiles;
} wendi_reachable;

/// Finds out what a passable tile reaches. The world is borrowed. Errors: MEMORY.
wend_result wendi_reachable_from(wendi_reachable* reachable, const wend_world* world, wend_tile start);

/// Remembers from now on which clusters the start reaches: for many targets. Errors: MEMORY.
wend_result wendi_reachable_remember(wendi_reachable* reachable);

/// *near_out false: the start surely reaches no tile at most so far from an area. Errors: MEMORY.
wend_result wendi_reachable_near(wendi_reachable* reachable, wend_rect area, int64_t distance,
                                 bool* near_out);

/// Improves on the tile found so far, if a tile that the start reaches is nearer to the target. The time
/// depends on how far the tile is from the target, hardly on the size of the map. Errors: MEMORY.
wend_result wendi_reachable_nearest(wendi_reachable* reachable, wend_tile target, wendi_nearest* nearest_io);
#endif
