// formation.c: formation tiles for a group, by breadth-first search in a window that grows as needed.
#include <string.h>

#include "grid/steps.h"
#include "hierarchy/first_check.h"
#include "wend/crowd.h"

typedef struct window {
    wend_rect area;
    uint8_t* seen;   // by tile
    wend_tile* line; // the queue of the search
} window;

// In a mapped world, tiles are checked before the search goes on from them; a step reads no farther than
// the check of a cluster does.
static wend_result check_tile(const wend_grid* grid, wend_tile tile) {
    return grid->world ? wendi_touch_tile(&grid->world->graph, tile) : WEND_OK;
}

static wend_result search(const wend_grid* grid, window* w, wend_tile around, int32_t count, int32_t spacing,
                          wend_tile* out, int32_t* count_out) {
    int64_t last = 0;
    int32_t found = 0;
    w->line[last++] = around;
    w->seen[(around.y - w->area.y) * (int64_t)w->area.width + around.x - w->area.x] = 1;
    for (int64_t next = 0; next < last && found < count; next++) {
        wend_tile at = w->line[next];
        const wend_result checked = check_tile(grid, at);
        if (checked != WEND_OK) return checked;
        if ((at.x - around.x) % spacing == 0 && (at.y - around.y) % spacing == 0) out[found++] = at;
        uint32_t moves = wendi_legal_moves(grid, at.x, at.y);
        for (int32_t d = 0; d < WENDI_DIRECTIONS; d++) {
            wend_tile to = {at.x + wendi_direction[d].x, at.y + wendi_direction[d].y};
            int32_t column = to.x - w->area.x, row = to.y - w->area.y;
            if (!(moves >> d & 1) || column < 0 || row < 0 || column >= w->area.width ||
                row >= w->area.height)
                continue;
            uint8_t* seen = &w->seen[row * (int64_t)w->area.width + column];
            if (*seen) continue;
            *seen = 1;
            w->line[last++] = to;
            WENDI_ASSERT(last <= (int64_t)w->area.width * w->area.height);
        }
    }
    WENDI_ASSERT(found >= 1 && found <= count);
    *count_out = found;
    return WEND_OK;
}

wend_result wend_formation_tiles(const wend_grid* grid, wend_tile around, int32_t count, int32_t spacing,
                                 const wend_allocator* allocator_opt, wend_tile* out, int32_t* count_out) {
    if (!grid || !out || !count_out || count < 1 || count > WEND_MAX_CROWD || spacing < 1 || spacing > 64 ||
        !wend_grid_contains(grid, around))
        return WEND_ERROR_ARGUMENT;
    const bool streamed = grid->world && grid->world->graph.ground;
    wend_result result = streamed ? wendi_check_all(grid->world) : check_tile(grid, around);
    if (result != WEND_OK) return result;
    if (!wend_grid_passable(grid, around)) return WEND_ERROR_ARGUMENT;
    wend_allocator allocator = wendi_allocator(allocator_opt);
    int32_t reach = 4 * spacing;
    while ((int64_t)reach * reach < 4 * (int64_t)count * spacing * spacing) reach *= 2;
    for (;; reach *= 4) {
        wend_rect area = {wendi_max(around.x - reach, 0), wendi_max(around.y - reach, 0), 0, 0};
        area.width = wendi_min(around.x + reach + 1, grid->width) - area.x;
        area.height = wendi_min(around.y + reach + 1, grid->height) - area.y;
        bool whole = area.width == grid->width && area.height == grid->height;
        size_t tiles = (size_t)area.width * (size_t)area.height;
        window w = {area, wendi_alloc_zeroed(&allocator, tiles, 1),
                    wendi_alloc(&allocator, tiles, sizeof(wend_tile))};
        int32_t found = 0;
        result = w.seen && w.line ? search(grid, &w, around, count, spacing, out, &found) : WEND_ERROR_MEMORY;
        wendi_free(&allocator, w.seen, tiles, 1);
        wendi_free(&allocator, w.line, tiles, sizeof(wend_tile));
        if (result != WEND_OK) return result;
        *count_out = found;
        if (found == count || whole) return WEND_OK;
    }
}
