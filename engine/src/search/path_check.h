// path_check.h: is a path still valid, which part of it has an edit broken, and how are paths put together?
#ifndef WENDI_PATH_CHECK_H
#define WENDI_PATH_CHECK_H
#include "hierarchy/world.h"
#include "search/path.h"

/// A part of a path by indices of tiles.
typedef struct wendi_leg {
    int64_t from, to;
    bool blocked; // a step cannot be taken; otherwise its cost may have changed
} wendi_leg;

WENDI_LIST(wendi_leg_list, wendi_leg);

/// The world or view of the path: that of the profile that its query was for; NULL: the world has none.
const wend_world* wendi_world_of_path(const wend_path* path, const wend_world* world);

/// wend_path_is_valid on the world, or the view, that wendi_world_of_path gives. A view of another world than
/// the path's does not show that it is the right one.
bool wendi_path_is_valid(const wend_path* path, const wend_world* world, int32_t* broken_out_opt);

/// True when the path was found on this world, so that the versions of clusters show what has changed.
bool wendi_path_is_of(const wend_path* path, const wend_world* world);

/// True when all steps and links of a path from a tile on can be taken.
bool wendi_path_leads_on(const wend_path* path, const wend_grid* grid, int64_t first);

/// Lists the parts of a path that an edit has blocked or whose cost it may have changed, by sections of the
/// path, ascending, apart from each other. Errors: MEMORY.
wend_result wendi_path_legs(const wend_path* path, const wend_world* world, wendi_leg_list* out);

/// Costs of the steps and links of a path between two of its tiles, as the grid is now; those that are
/// blocked count nothing.
double wendi_path_sum(const wend_path* path, const wend_grid* grid, int64_t from, int64_t to,
                      wend_cost* units_out);

wend_cost wendi_path_units(const wend_path* path, const wend_grid* grid, int64_t from, int64_t to);

/// True when the body of a smoothed path fits along all lines between its waypoints and they cost no more
/// than its tiles.
bool wendi_path_lines_fit(const wend_path* path, const wend_grid* grid);

/// Scratch memory of a repair.
typedef struct wendi_splice {
    wendi_leg_list legs;        // that an edit has broken
    wend_path leg;              // a new one
    wendi_tile_list tiles;      // of the path that is put together
    wendi_path_link_list links; // between them
} wendi_splice;

void wendi_splice_init(wendi_splice* splice, const wend_allocator* allocator);

/// Begins a path without tiles.
void wendi_splice_begin(wendi_splice* splice);

/// Appends the tiles from .. to of a path, with the links between them. The first is where the tiles so far
/// end. Where the path would go there and back, it turns round earlier. Errors: MEMORY.
wend_result wendi_splice_append(wendi_splice* splice, const wend_path* path, int64_t from, int64_t to);
#endif
