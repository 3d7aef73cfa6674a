// wend/field.h: the cost from every tile to the nearest of some goals, or to every tile from the nearest of
// some sources: flow for groups, movement ranges, the nearest of many goals, random reachable tiles.
//
//     wend_field* field = NULL;
//     if (wend_field_create(NULL, &field) != WEND_OK) return 1;
//     wend_tile unit = {40, 30}; // its movement range: all tiles within cost 12
//     if (wend_field_fill(field, grid, WEND_FIELD_FROM, &unit, 1, 12) != WEND_OK) return 1;
//     wend_tile tiles[1000];
//     int64_t count = wend_field_tiles(field, tiles, 1000);
//
// On a large map with few agents, wend_field_set_goals sets goals, and wend_field_expand_to fills only what
// the path from one tile needs: the clusters that the abstract graph leads it through. Agents on tiles that
// are already filled cost nothing.
#ifndef WEND_FIELD_H
#define WEND_FIELD_H
#include "wend/search.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Reusable: each fill, begin or set_goals overwrites it and reuses its memory. It borrows the grid, or the
/// world, until then.
typedef struct wend_field wend_field;

/// Creates an empty field. allocator_opt is copied; NULL: malloc and free. Errors: ARGUMENT, MEMORY.
WEND_API wend_result wend_field_create(const wend_allocator* allocator_opt, wend_field** out);
WEND_API void wend_field_destroy(wend_field* field);
/// Bytes of memory that the field uses.
WEND_API size_t wend_field_bytes(const wend_field* field);

typedef enum wend_field_sense {
    WEND_FIELD_TO = 0,   ///< cost from each tile to the nearest of the given tiles
    WEND_FIELD_FROM = 1, ///< cost to each tile from the nearest of the given tiles
    WEND_FIELD_SENSE_COUNT
} wend_field_sense;

/// Finds the exact costs of all tiles up to a limit (Dijkstra's algorithm, cluster by cluster). Given tiles
/// that are blocked are ignored. [Range of count: >= 1; of limit: > 0, INFINITY too] [Units of limit: tile
/// costs] Errors: ARGUMENT (a tile off the map, NaN), MEMORY, LIMIT (costs within one cluster more
/// than 32 bits of the grid's cost units apart). After MEMORY and LIMIT, and after DAMAGED in a mapped world,
/// whose clusters are verified when the costs reach them, the field is empty.
WEND_API wend_result wend_field_fill(wend_field* field, const wend_grid* grid, wend_field_sense sense,
                                     const wend_tile* tiles, int32_t count, double limit);

/// wend_field_fill in small steps, so that a program stays responsive: begin, then step until *done_out.
/// Meanwhile costs are those of the paths found so far, never too low, and they grow outwards from the given
/// tiles. The tiles of the grid may change meanwhile; until the next begin the costs are then for display
/// only. Errors: ARGUMENT (a tile off the map, NaN), MEMORY. After MEMORY the field is empty.
WEND_API wend_result wend_field_begin(wend_field* field, const wend_grid* grid, wend_field_sense sense,
                                      const wend_tile* tiles, int32_t count, double limit);
/// The next step: fills up to max_clusters clusters, some of them again; 0: all that remain. *done_out: the
/// costs are exact. Errors: ARGUMENT (nothing was begun; max_clusters below 0), MEMORY, LIMIT (as in
/// wend_field_fill). After MEMORY and LIMIT the field is empty.
WEND_API wend_result wend_field_step(wend_field* field, int32_t max_clusters, bool* done_out);

/// Copies goals and fills nothing yet. Errors: ARGUMENT (a tile off the map, a count below 1), MEMORY. After
/// MEMORY the field is empty.
WEND_API wend_result wend_field_set_goals(wend_field* field, const wend_world* world, const wend_tile* goals,
                                          int32_t count);
/// Fills what the path from a tile to the nearest goal needs, unless the tile has a cost already. Costs are
/// then those of the best path within the clusters filled so far: near-optimal, as those of a planned path,
/// for the tile that had no cost before. A tile that got its cost by an earlier call keeps it, though the
/// best path may leave these clusters, or lead to another goal: on random maps up to 1.4 times the cost of a
/// planned path with one goal, and 2.8 times with three. wend_field_set_goals starts again.
/// *found_out: a path exists. Errors: ARGUMENT (no goals were set, a tile off the map), MEMORY, CANCELLED (by
/// should_cancel of the search), LIMIT (as in wend_field_fill). After MEMORY, CANCELLED and LIMIT, and
/// after DAMAGED in a mapped world, the field keeps its goals, and no tile has a cost.
WEND_API wend_result wend_field_expand_to(wend_field* field, wend_search* search, wend_tile from,
                                          bool* found_out);

/// Cost of a tile; INFINITY when no path exists, none within the limit, or the tile is not filled. [Units:
/// tile costs]
WEND_API double wend_field_cost(const wend_field* field, wend_tile tile);
/// The next tile on the path to the nearest goal, or back to the nearest source; the tile itself at its end.
/// False when there is no path; *out is then unchanged.
WEND_API bool wend_field_next_tile(const wend_field* field, wend_tile tile, wend_tile* out);
/// Where the path from a tile ends: the index of that goal or source among the given tiles; -1: no path.
WEND_API int32_t wend_field_end(const wend_field* field, wend_tile tile);
/// The same for every tile of an area, row by row: which tiles are nearest to which of the given tiles, as
/// territories and catchments are; -1 where there is no path. [Units of area: tiles] Errors: ARGUMENT (an
/// empty field, an area off the map).
WEND_API wend_result wend_field_regions(const wend_field* field, wend_rect area, int32_t* indices_out);
/// The direction in which a body should move to follow the field: straight at the farthest of the next 12
/// tiles that it can reach in a straight line; of length 1, or zero at the end of the path. [Units of radius:
/// world units] Errors: ARGUMENT (a position off the map, no path, NaN).
WEND_API wend_result wend_field_flow(const wend_field* field, wend_vec2 position, float radius,
                                     wend_vec2* out);
/// The same on a floor of the map; wend_field_flow is for floor 0. Errors: ARGUMENT (as wend_field_flow; no
/// such floor).
WEND_API wend_result wend_field_flow_at_floor(const wend_field* field, wend_vec2 position, int32_t floor,
                                              float radius, wend_vec2* out);

/// Number of tiles that have a cost. The first capacity of them are written to out, always in the same order;
/// out may be NULL when capacity is 0.
WEND_API int64_t wend_field_tiles(const wend_field* field, wend_tile* out, int64_t capacity);
/// A random tile that has a cost, each with the same probability; advances the seed. False when there is
/// none.
WEND_API bool wend_field_random(const wend_field* field, uint64_t* seed_io, wend_tile* out);
/// Number of clusters of 32 x 32 tiles that are filled.
WEND_API int32_t wend_field_clusters(const wend_field* field);

/// Finds the nearest of many goals: searches from a tile until it is certain, and leaves that field.
/// *index_out: its index among the goals, the first of equals; -1: no path to any. *cost_out: the cost of the
/// path, or INFINITY. Errors: ARGUMENT (a tile off the map, a count below 1), MEMORY, LIMIT (as in
/// wend_field_fill). After MEMORY and LIMIT the field is empty.
WEND_API wend_result wend_field_nearest(wend_field* field, const wend_grid* grid, wend_tile from,
                                        const wend_tile* goals, int32_t count, int32_t* index_out,
                                        double* cost_out);

#ifdef __cplusplus
}
#endif
#endif
