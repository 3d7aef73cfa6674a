// link_bounds.c: how are the bounds of paths over links found?
#include "search/link_bounds.h"

#include "grid/links.h"

// More shortcuts than this take too long to be searched in each query.
enum { MOST_SHORTCUTS = 512 };

typedef struct wendi_link_shortcut {
    wend_tile from, to;
    int32_t cost;
    int32_t rest;   // least cost known from `from` to the goal
    int32_t direct; // the heuristic from there
} shortcut;

void wendi_link_bounds_init(wendi_link_bounds* b, const wend_allocator* allocator) {
    *b = (wendi_link_bounds){.allocator = *allocator};
}

void wendi_link_bounds_free(wendi_link_bounds* b) {
    wendi_free(&b->allocator, b->data, b->capacity, sizeof *b->data);
    wendi_free(&b->allocator, b->scratch, b->scratch_capacity, sizeof *b->scratch);
}

size_t wendi_link_bounds_bytes(const wendi_link_bounds* b) {
    return b->capacity * sizeof *b->data + b->scratch_capacity * sizeof *b->scratch;
}

static wend_cost between(const wendi_link_bounds* b, wend_tile from, wend_tile to) {
    return wendi_heuristic_between(&b->heuristic, from, to);
}

// Lists the shortcuts of a map; their rest leads straight from the second end to the goal. Returns how many,
// or more than MOST_SHORTCUTS. Blocked ends count too: they make the bound lower, but never wrong.
static int32_t list_shortcuts(const wendi_link_bounds* b, const wend_grid* grid, shortcut* out) {
    int32_t count = 0;
    for (int32_t i = 0; i < grid->links.count; i++) {
        const wend_link* link = &grid->links.data[i];
        if (!link->enabled) continue;
        wend_cost cost = wendi_link_cost(grid, link);
        if (cost >= between(b, link->from, link->to)) continue;
        if (count == MOST_SHORTCUTS) return count + 1;
        out[count++] =
            (shortcut){link->from, link->to, (int32_t)cost, (int32_t)(cost + between(b, link->to, b->goal)),
                       (int32_t)between(b, link->from, b->goal)};
    }
    return count;
}

// Index of the shortcut with the least rest from one on.
static int32_t least_from(const shortcut* shortcuts, int32_t first, int32_t count) {
    int32_t least = first;
    for (int32_t i = first + 1; i < count; i++)
        if (shortcuts[i].rest < shortcuts[least].rest) least = i;
    return least;
}

// Makes every rest exact, and keeps the shortcuts that a path may take: those whose rest is below the
// heuristic from the same tile.
static void find_rests(wendi_link_bounds* b, shortcut* shortcuts, int32_t count) {
    for (int32_t done = 0; done < count; done++) { // shortcuts[0 .. done) are final
        int32_t least = least_from(shortcuts, done, count);
        shortcut s = shortcuts[least];
        shortcuts[least] = shortcuts[done];
        shortcuts[done] = s;
        if (s.rest >= s.direct) continue; // a path does as well without it
        b->data[b->count++] = (wendi_link_bound){s.from, s.rest};
        for (int32_t i = done + 1; i < count; i++) {
            wend_cost by = shortcuts[i].cost + between(b, shortcuts[i].to, s.from) + s.rest;
            if (by < shortcuts[i].rest) shortcuts[i].rest = (int32_t)by;
        }
    }
}

wend_result wendi_link_bounds_begin(wendi_link_bounds* b, const wend_grid* grid,
                                    const wendi_heuristic* heuristic, wend_tile goal) {
    b->heuristic = *heuristic;
    b->heuristic.weight = WENDI_WEIGHT_ONE;
    b->goal = goal;
    b->count = 0;
    b->unknown = false;
    if (grid->links.count == 0 || heuristic->kind == WEND_NO_HEURISTIC) return WEND_OK;
    wend_cost farthest = between(b, (wend_tile){0, 0}, (wend_tile){grid->width, grid->height});
    b->unknown = farthest + WENDI_MAX_LINK_COST > INT32_MAX / 2;
    if (b->unknown) return WEND_OK;
    shortcut* shortcuts =
        wendi_grow(&b->allocator, b->scratch, &b->scratch_capacity, 0, MOST_SHORTCUTS, sizeof *shortcuts);
    if (!shortcuts) return WEND_ERROR_MEMORY;
    b->scratch = shortcuts;
    int32_t count = list_shortcuts(b, grid, shortcuts);
    b->unknown = count > MOST_SHORTCUTS;
    if (b->unknown || count == 0) return WEND_OK;
    wendi_link_bound* data = wendi_grow(&b->allocator, b->data, &b->capacity, 0, (size_t)count, sizeof *data);
    if (!data) return WEND_ERROR_MEMORY;
    b->data = data;
    find_rests(b, shortcuts, count);
    return WEND_OK;
}

int32_t wendi_link_bounds_near(const wendi_link_bounds* b, wend_rect area, int32_t* out) {
    // No tile of the area has a greater bound than this, so links that lead nowhere for less do not matter.
    wend_cost most = wendi_heuristic_most(&b->heuristic, area, b->goal);
    int32_t count = 0;
    for (int32_t i = 0; i < b->count; i++) {
        wend_tile from = b->data[i].from;
        wend_cost by = wendi_heuristic_most(&b->heuristic, area, from) + b->data[i].rest;
        most = by < most ? by : most;
    }
    for (int32_t i = 0; i < b->count; i++) {
        wend_tile from = b->data[i].from;
        if (wendi_heuristic_least(&b->heuristic, area, from) + b->data[i].rest < most) out[count++] = i;
    }
    return count;
}

wend_cost wendi_link_bounds_of_area(const wendi_link_bounds* b, wend_rect area) {
    wend_cost least = b->unknown ? 0 : INT64_MAX;
    for (int32_t i = 0; i < b->count; i++) {
        wend_tile from = b->data[i].from;
        wend_cost by = wendi_heuristic_least(&b->heuristic, area, from) + b->data[i].rest;
        least = by < least ? by : least;
    }
    return least;
}
