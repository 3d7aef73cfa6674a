// opening_bound.c: a flood from the goal, level by level. A level holds the tiles from which as many blocked
// ones must be opened: those around the blocked tiles of the level below, all passable ones that reach them,
// and the blocked ones at the rim of these. The flood ends at the start: what it has not entered by then
// needs at least as many openings.
//
// A diagonal step that may not cut corners opens nothing that two straight ones do not, so it is left out.
#include "search/opening_bound.h"

#include <string.h>

#include "grid/steps.h"

enum { HIGHEST_MARK = 254, OFF_MAP = 255, SEEDS_PER_CANCEL_CHECK = 1 << 14 };

typedef struct flood {
    const wend_grid* grid;
    const wendi_cancel* cancel;
    uint8_t* marks;        // by tile: its level plus 1, at most HIGHEST_MARK; 0: not entered; or OFF_MAP
    uint8_t mark;          // of the current level
    wendi_tile_list seeds; // passable tiles from which the current level spreads
    wendi_tile_list rim;   // blocked tiles of the current level
    int64_t seeds_taken;
} flood;

static uint8_t* mark_at(const flood* f, wend_tile tile) {
    return &f->marks[wendi_opening_bound_index(f->grid, tile)];
}

static wend_result enter(flood* f, wend_tile tile) {
    uint8_t* mark = mark_at(f, tile);
    if (*mark) return WEND_OK;
    if (wendi_is_passable(f->grid, tile.x, tile.y)) return wendi_tile_list_push(&f->seeds, tile);
    *mark = f->mark;
    return wendi_tile_list_push(&f->rim, tile);
}

// Enters the tiles of a part of a row; of several passable ones side by side only the first becomes a seed.
static wend_result enter_row(flood* f, int32_t y, int32_t first, int32_t last) {
    bool in_run = false;
    for (int32_t x = first; x <= last; x++) {
        const wend_tile tile = {x, y};
        const bool in_next = !*mark_at(f, tile) && wendi_is_passable(f->grid, x, y);
        const wend_result result = in_run && in_next ? WEND_OK : enter(f, tile);
        if (result != WEND_OK) return result;
        in_run = in_next;
    }
    return WEND_OK;
}

// Marks the passable tiles of a row around a seed, and enters those around them.
static wend_result mark_run(flood* f, wend_tile seed) {
    const int32_t cut = f->grid->connectivity == WEND_CONNECTIVITY_8_CUT;
    int32_t first = seed.x, last = seed.x;
    if (*mark_at(f, seed)) return WEND_OK;
    while (wendi_is_passable(f->grid, first - 1, seed.y)) first--;
    while (wendi_is_passable(f->grid, last + 1, seed.y)) last++;
    memset(mark_at(f, (wend_tile){first, seed.y}), f->mark, (size_t)(last - first + 1));
    wend_result result = enter(f, (wend_tile){first - 1, seed.y});
    if (result == WEND_OK) result = enter(f, (wend_tile){last + 1, seed.y});
    if (result == WEND_OK) result = enter_row(f, seed.y - 1, first - cut, last + cut);
    if (result == WEND_OK) result = enter_row(f, seed.y + 1, first - cut, last + cut);
    return result;
}

static wend_result spread(flood* f, wend_tile from) {
    wend_result result = WEND_OK;
    while (f->seeds.count > 0 && result == WEND_OK && !*mark_at(f, from)) {
        result = mark_run(f, f->seeds.data[--f->seeds.count]);
        if (++f->seeds_taken % SEEDS_PER_CANCEL_CHECK == 0 && wendi_is_cancelled(f->cancel))
            result = WEND_ERROR_CANCELLED;
    }
    return result;
}

static wend_result enter_around(flood* f, const wendi_tile_list* tiles) {
    const int32_t count =
        f->grid->connectivity == WEND_CONNECTIVITY_8_CUT ? WENDI_DIRECTIONS : WENDI_STRAIGHT;
    for (int64_t i = 0; i < tiles->count; i++) {
        for (int32_t d = 0; d < count; d++) {
            const wend_tile to = {tiles->data[i].x + wendi_direction[d].x,
                                  tiles->data[i].y + wendi_direction[d].y};
            const wend_result result = enter(f, to);
            if (result != WEND_OK) return result;
        }
    }
    return WEND_OK;
}

static wend_result rise_to(flood* f, wend_tile from, int32_t* level_out) {
    wendi_tile_list below = {.allocator = f->rim.allocator};
    wend_result result = spread(f, from);
    for (*level_out = 0; result == WEND_OK && !*mark_at(f, from);) {
        const wendi_tile_list rim = f->rim;
        f->rim = below;
        f->rim.count = 0;
        below = rim;
        WENDI_ASSERT(below.count > 0); // for every tile is reached in the end
        f->mark = (uint8_t)wendi_min(++*level_out + 1, HIGHEST_MARK);
        result = wendi_is_cancelled(f->cancel) ? WEND_ERROR_CANCELLED : enter_around(f, &below);
        if (result == WEND_OK) result = spread(f, from);
    }
    wendi_tile_list_free(&below);
    return result;
}

static void mark_border(flood* f) {
    const wend_grid* grid = f->grid;
    const size_t row = (size_t)grid->stride;
    memset(f->marks, OFF_MAP, row);
    memset(f->marks + row * (size_t)(grid->height + 1), OFF_MAP, row);
    for (int32_t y = 0; y < grid->height; y++)
        *mark_at(f, (wend_tile){-1, y}) = *mark_at(f, (wend_tile){grid->width, y}) = OFF_MAP;
}

wend_result wendi_opening_bound_find(const wend_allocator* allocator, const wend_grid* grid, wend_tile from,
                                     wend_tile goal, const wendi_cancel* cancel, wendi_opening_bound* out) {
    *out = (wendi_opening_bound){0};
    if (wendi_has_closed_steps(grid) || grid->links.count > 0) return WEND_OK;
    out->count = (size_t)grid->stride * (size_t)(grid->height + 2);
    out->marks = wendi_alloc_zeroed(allocator, out->count, sizeof *out->marks);
    if (!out->marks) return WEND_ERROR_MEMORY;
    flood f = {.grid = grid, .cancel = cancel, .marks = out->marks, .mark = 1};
    f.seeds.allocator = f.rim.allocator = *allocator;
    mark_border(&f);
    wend_result result = enter(&f, goal);
    if (result == WEND_OK) result = rise_to(&f, from, &out->least);
    wendi_tile_list_free(&f.seeds);
    wendi_tile_list_free(&f.rim);
    if (result != WEND_OK) wendi_opening_bound_free(allocator, out);
    return result;
}

void wendi_opening_bound_free(const wend_allocator* allocator, wendi_opening_bound* bound) {
    wendi_free(allocator, bound->marks, bound->count, sizeof *bound->marks);
    *bound = (wendi_opening_bound){0};
}
