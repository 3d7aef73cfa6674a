// wend/field.h: what it costs from everywhere, to the nearest of some goals or from the nearest of some
// sources: flow for groups, movement range, the nearest of many, a random place that can be reached.
//
//     wend_field* field = NULL;
//     if (wend_field_create(NULL, &field) != WEND_OK) return 1;
//     wend_tile unit = {40, 30}; // its movement range: all tiles within cost 12
//     if (wend_field_fill(field, grid, WEND_FIELD_FROM, &unit, 1, 12) != WEND_OK) return 1;
//     wend_tile tiles[1000];
//     int64_t count = wend_field_tiles(field, tiles, 1000);
//
// On a large map with few agents, wend_field_set_goals sets goals and wend_field_expand_to fills only what
// the way from one tile needs: the clusters that the abstract graph leads it through. Agents that stand where
// others came by cost nothing.
#ifndef WEND_FIELD_H
#define WEND_FIELD_H
#include "wend/search.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Reusable: each fill, begin or set_goals overwrites it and keeps its memory. It borrows the grid, or the
/// world, until then.
typedef struct wend_field wend_field;

/// allocator_opt is copied; NULL: malloc and free. Errors: ARGUMENT, MEMORY.
WEND_API wend_result wend_field_create(const wend_allocator* allocator_opt, wend_field** out);
WEND_API void wend_field_destroy(wend_field* field);
WEND_API size_t wend_field_bytes(const wend_field* field);

typedef enum wend_field_sense {
    WEND_FIELD_TO = 0,   ///< cost of the way from each tile to the nearest of the tiles given
    WEND_FIELD_FROM = 1, ///< cost of the way from the nearest of the tiles given to each tile
    WEND_FIELD_SENSE_COUNT
} wend_field_sense;

/// Finds the costs of all tiles up to a limit, exactly (Dijkstra's, by clusters). Tiles given that are
/// blocked count for nothing. [Range of count: >= 1; of limit: > 0, INFINITY too] [Units of limit: tile
/// costs] Errors: ARGUMENT (a tile off the map, NaN), MEMORY, LIMIT (costs within one cluster more
/// than 32 bits of the grid's cost units apart); the field is then empty.
WEND_API wend_result wend_field_fill(wend_field* field, const wend_grid* grid, wend_field_sense sense,
                                     const wend_tile* tiles, int32_t count, double limit);

/// The same bit by bit, so that a program stays awake: begin, then step until that is done. Meanwhile costs
/// are those of ways found so far, none too low, and grow outwards from the tiles given; *done_out: they are
/// exact. max_clusters: to fill in this call, some of them anew; 0: all. The tiles of the grid may change
/// meanwhile; the costs are then good for nothing but to be shown until the next begin. Errors: as above;
/// wend_field_step also ARGUMENT (nothing was begun).
WEND_API wend_result wend_field_begin(wend_field* field, const wend_grid* grid, wend_field_sense sense,
                                      const wend_tile* tiles, int32_t count, double limit);
WEND_API wend_result wend_field_step(wend_field* field, int32_t max_clusters, bool* done_out);

/// Sets goals, which are copied, and fills nothing yet. Errors: ARGUMENT, MEMORY.
WEND_API wend_result wend_field_set_goals(wend_field* field, const wend_world* world, const wend_tile* goals,
                                          int32_t count);
/// Fills what the way from a tile to the nearest goal needs, if that is not there yet. Costs are then those
/// of the best way within the clusters filled so far: as a planned path's, near the optimum. *found_out:
/// there is a way. Errors: ARGUMENT (no goals were set, a tile off the map), MEMORY, LIMIT as above.
WEND_API wend_result wend_field_expand_to(wend_field* field, wend_search* search, wend_tile from,
                                          bool* found_out);

/// INFINITY where there is no way, or none within the limit, or none was filled. [Units: tile costs]
WEND_API double wend_field_cost(const wend_field* field, wend_tile tile);
/// The next tile on the way to the nearest goal, or back to the nearest source; that itself where the way
/// ends. False where there is no way.
WEND_API bool wend_field_next_tile(const wend_field* field, wend_tile tile, wend_tile* out);
/// Where the way from a tile ends: the place of that goal or source among the tiles given; -1: no way.
WEND_API int32_t wend_field_end(const wend_field* field, wend_tile tile);
/// The direction in which a body at a position should go to follow the ways: straight at the farthest tile of
/// the next 12 that it can go to straight; of length 1, or zero where the way ends. [Units of radius: world
/// units] Errors: ARGUMENT (off the map, no way, NaN).
WEND_API wend_result wend_field_flow(const wend_field* field, wend_vec2 position, float radius,
                                     wend_vec2* out);

/// How many tiles have a cost; the first capacity of them go to out, always in the same order.
WEND_API int64_t wend_field_tiles(const wend_field* field, wend_tile* out, int64_t capacity);
/// One of them, each as likely; the seed moves on. False when there are none.
WEND_API bool wend_field_random(const wend_field* field, uint64_t* seed_io, wend_tile* out);
/// How many clusters of 32 x 32 tiles were filled.
WEND_API int32_t wend_field_clusters(const wend_field* field);

/// The nearest of many goals to a tile: searches from it until that is certain, and leaves that field,
/// up to the cost of that goal.
/// *index_out: its place among them, of equals the first; -1: there is no way to any. *cost_out: the cost of
/// the way there. Errors: as wend_field_fill.
WEND_API wend_result wend_field_nearest(wend_field* field, const wend_grid* grid, wend_tile from,
                                        const wend_tile* goals, int32_t count, int32_t* index_out,
                                        double* cost_out);

#ifdef __cplusplus
}
#endif
#endif
