// goals.c: the goals of a query in the order of their rows, and bounds on the costs to them.
#include "search/goals.h"

#include <string.h>

void wendi_goals_init(wendi_goals* goals, const wend_allocator* allocator) {
    *goals = (wendi_goals){.allocator = *allocator, .order = {.allocator = *allocator}};
}

wend_result wendi_goals_set(wendi_goals* goals, const wend_grid* grid, const wend_tile* tiles,
                            int32_t count) {
    goals->count = 0;
    goals->order.count = 0;
    if (count == 0) return WEND_OK;
    if (!WENDI_MAKE_ROOM(&goals->allocator, goals->items, goals->capacity, 0, count))
        return WEND_ERROR_MEMORY;
    wendi_goal* items = goals->items;
    for (int32_t i = 0; i < count; i++) {
        WENDI_ASSERT(wendi_sheet_contains(grid, tiles[i]));
        if (!wendi_is_passable(grid, tiles[i].x, tiles[i].y)) continue;
        wend_cost key = (wend_cost)tiles[i].y * grid->width + tiles[i].x;
        wend_result result = wendi_heap_push(&goals->order, key, (uint32_t)i);
        if (result != WEND_OK) return result;
    }
    while (goals->order.count > 0) {
        int32_t index = (int32_t)wendi_heap_pop(&goals->order).item;
        if (goals->count > 0 && wendi_is_same(items[goals->count - 1].tile, tiles[index])) continue;
        items[goals->count++] = (wendi_goal){tiles[index], index};
    }
    return WEND_OK;
}

void wendi_goals_remove(wendi_goals* goals, int32_t position) {
    WENDI_ASSERT(position >= 0 && position < goals->count);
    goals->count--;
    memmove(goals->items + position, goals->items + position + 1,
            (size_t)(goals->count - position) * sizeof *goals->items);
}

// The position of the first goal that does not come before a tile.
static int32_t from_tile(const wendi_goals* goals, wend_tile tile) {
    int32_t low = 0, high = goals->count;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        wend_tile at = goals->items[middle].tile;
        bool before = at.y < tile.y || (at.y == tile.y && at.x < tile.x);
        if (before)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int32_t wendi_goals_find(const wendi_goals* goals, wend_tile tile) {
    int32_t position = from_tile(goals, tile);
    return position < goals->count && wendi_is_same(goals->items[position].tile, tile) ? position : -1;
}

int32_t wendi_goals_from_row(const wendi_goals* goals, int32_t y) {
    return from_tile(goals, (wend_tile){INT32_MIN, y});
}

int32_t wendi_goals_nearest(const wendi_goals* goals, const wendi_heuristic* heuristic, wend_tile tile,
                            wend_cost* bound_out) {
    WENDI_ASSERT(goals->count > 0);
    int32_t nearest = 0;
    wend_cost least = wendi_heuristic_between(heuristic, tile, goals->items[0].tile);
    for (int32_t i = 1; i < goals->count; i++) {
        wend_cost bound = wendi_heuristic_between(heuristic, tile, goals->items[i].tile);
        if (bound < least) least = bound, nearest = i;
    }
    *bound_out = least;
    return nearest;
}

wend_cost wendi_goals_bound_of_area(const wendi_goals* goals, const wendi_heuristic* heuristic,
                                    wend_rect area) {
    if (goals->count > WENDI_MAX_BOUNDED_GOALS) return 0;
    wend_cost least = INT64_MAX;
    for (int32_t i = 0; i < goals->count; i++) {
        wend_tile goal = goals->items[i].tile;
        wend_cost bound = wendi_heuristic_least(heuristic, area, goal);
        least = bound < least ? bound : least;
    }
    return least;
}
