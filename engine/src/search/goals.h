// goals.h: which goals does a query with several goals have, how near are they at least, and is a tile one of
// them?
#ifndef WENDI_GOALS_H
#define WENDI_GOALS_H
#include "core/heap.h"
#include "search/heuristic.h"

/// A search bounds the cost to each of so many goals. With more it uses no heuristic: the bound on the
/// nearest of many is low, and its computation takes longer than what it saves.
enum { WENDI_MAX_BOUNDED_GOALS = 16 };

typedef struct wendi_goal {
    wend_tile tile;
    int32_t index; // among the goals of the query, the first of equal ones
} wendi_goal;

typedef struct wendi_goals {
    wend_allocator allocator;
    wendi_goal* items; // by row, then by column; no tile twice
    size_t capacity;
    int32_t count;
    wendi_heap order; // scratch memory of wendi_goals_set
} wendi_goals;

void wendi_goals_init(wendi_goals* goals, const wend_allocator* allocator);
void wendi_goals_free(wendi_goals* goals);
size_t wendi_goals_bytes(const wendi_goals* goals);

/// Takes the passable ones of these tiles, which lie on the map. Errors: MEMORY.
wend_result wendi_goals_set(wendi_goals* goals, const wend_grid* grid, const wend_tile* tiles, int32_t count);
/// Takes out the goal at a position.
void wendi_goals_remove(wendi_goals* goals, int32_t position);
/// The position of the goal on a tile; -1: none.
int32_t wendi_goals_find(const wendi_goals* goals, wend_tile tile);
/// The position of the first goal in this row or below; count if there is none.
int32_t wendi_goals_from_row(const wendi_goals* goals, int32_t y);
/// The position of the goal that is nearest to a tile by the heuristic, the first of equal ones; *bound_out:
/// the heuristic. There is a goal.
int32_t wendi_goals_nearest(const wendi_goals* goals, const wendi_heuristic* heuristic, wend_tile tile,
                            wend_cost* bound_out);

/// The least of the heuristics to all goals. As each of them, it is consistent or inflated.
static inline wend_cost wendi_goals_bound(const wendi_goals* goals, const wendi_heuristic* heuristic,
                                          wend_tile tile) {
    wend_cost bound;
    if (heuristic->kind == WEND_NO_HEURISTIC) return 0;
    wendi_goals_nearest(goals, heuristic, tile, &bound);
    return bound;
}
/// The least heuristic from any tile of an area to any goal; 0 when there are too many goals.
wend_cost wendi_goals_bound_of_area(const wendi_goals* goals, const wendi_heuristic* heuristic,
                                    wend_rect area);
#endif
