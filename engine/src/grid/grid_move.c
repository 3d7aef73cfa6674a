// grid_move.c: how does a map get other edges?
#include <string.h>

#include "grid/exit_pages.h"
#include "grid/grid.h"
#include "grid/links.h"
#include "wend/private.h"

// Moves the tiles that stay on the map, and counts all.
static void move_tiles(const wend_grid* grid, wend_tile by, wend_grid* to) {
    const int32_t left = wendi_max(by.x, 0), right = wendi_min(grid->width + by.x, to->width);
    const wendi_floors *old = &grid->floors, *now = &to->floors;
    memset(to->class_counts, 0, sizeof to->class_counts);
    for (int32_t floor = 0; floor < old->count; floor++)
        for (int32_t y = wendi_max(by.y, 0); y < wendi_min(old->height + by.y, now->height); y++) {
            const uint8_t* run;
            for (int32_t x = left, taken; x < right; x += taken) {
                taken = wendi_tile_run(grid, x - by.x, floor * old->pitch + y - by.y, right - x, &run);
                wendi_put_tiles(to, x, floor * now->pitch + y, taken, run, 0);
            }
        }
    wendi_count_rows(to->class_counts, to, 0, to->height);
}

static wend_result move_steps(const wend_grid* grid, wend_grid* to) {
    const wendi_exits* exits = &grid->exits;
    wend_result result = WEND_OK;
    for (int32_t p = -1; (p = wendi_exits_next_page(exits, p + 1)) >= 0 && result == WEND_OK;)
        for (int32_t i = 0; i < WENDI_EXIT_PAGE_TILES && result == WEND_OK; i++) {
            const wend_tile was = {p % exits->columns * WENDI_EXIT_PAGE_SIDE + i % WENDI_EXIT_PAGE_SIDE,
                                   p / exits->columns * WENDI_EXIT_PAGE_SIDE + i / WENDI_EXIT_PAGE_SIDE};
            const wend_tile at = wendi_tile_between(&grid->floors, &to->floors, was);
            for (uint32_t bits = exits->pages[p]->declared[i]; bits && result == WEND_OK; bits &= bits - 1) {
                const wend_tile next = wendi_beside(at, __builtin_ctz(bits));
                if (wendi_sheet_contains(to, at) && wendi_sheet_contains(to, next))
                    result = wendi_sheet_set_step(to, at, next, false);
            }
        }
    return result;
}

static wend_result move_links(const wend_grid* grid, wend_grid* to) {
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < grid->links.count && result == WEND_OK; i++) {
        wend_link link = grid->links.data[i];
        link.from = wendi_tile_between(&grid->floors, &to->floors, link.from);
        link.to = wendi_tile_between(&grid->floors, &to->floors, link.to);
        WENDI_ASSERT(wendi_sheet_contains(to, link.from) && wendi_sheet_contains(to, link.to));
        result = wendi_grid_reserve_link(to);
        if (result == WEND_OK) wendi_links_insert(&to->links, &link);
    }
    if (result == WEND_OK) wendi_grid_find_shortcuts(to);
    return result;
}

void wendi_grid_set_first(wend_grid* grid, int32_t left, int32_t top) {
    grid->floors.left = left;
    grid->floors.top = top;
    wendi_vec way = {left, top};
    if (wendi_is_hex(grid->connectivity)) {
        const wendi_vec zero = wendi_hex_center(grid->connectivity, (wend_tile){0, 0}),
                        first = wendi_hex_center(grid->connectivity, (wend_tile){left, top});
        WENDI_ASSERT(((left | top) & 1) == 0); // lines are shifted as before
        way = (wendi_vec){first.x - zero.x, first.y - zero.y};
    }
    grid->origin.x = wendi_to_float((double)grid->map_origin.x + way.x * (double)grid->tile_size);
    grid->origin.y = wendi_to_float((double)grid->map_origin.y + way.y * (double)grid->tile_size);
    grid->floors.origin = grid->origin;
}

wend_result wend_grid_copy_first(const wend_grid* from, wend_grid* to) {
    if (!from || !to || from == to || to->links.count > 0) return WEND_ERROR_ARGUMENT;
    if (wendi_is_hex(to->connectivity) && ((from->floors.left | from->floors.top) & 1))
        return WEND_ERROR_ARGUMENT;
    wendi_grid_set_first(to, from->floors.left, from->floors.top);
    return WEND_OK;
}

// Gives a grid the tiles of another one, or those of the map that it borrows.
static wend_result place_tiles(const wend_grid* grid, wend_tile by, const wend_grid* map_opt, wend_grid* to) {
    if (to->borrows_tiles) {
        to->tiles = map_opt->tiles;
        to->origin_tile = map_opt->origin_tile;
        wendi_grid_follow(to, map_opt);
        return WEND_OK;
    }
    to->tile_use = wendi_shared_new(&to->allocator, wendi_grid_tile_bytes(to));
    if (!to->tile_use) return WEND_ERROR_MEMORY;
    to->tiles = wendi_shared_memory(to->tile_use);
    to->origin_tile = to->tiles + to->stride + 1;
    move_tiles(grid, by, to);
    return wendi_grid_follow_relief(to);
}

wend_result wendi_grid_move(const wend_grid* grid, const wend_grid* map_opt, wend_tile by, int32_t width,
                            int32_t height, wend_grid** out) {
    wend_grid* made = wendi_alloc(&grid->allocator, 1, sizeof *made);
    if (!made) return WEND_ERROR_MEMORY;
    *made = *grid;
    made->relief = (wendi_relief){0};
    made->exits = (wendi_exits){0};
    made->links = (wendi_links){0};
    made->shortcuts = (wendi_shortcuts){0};
    made->blocks = (wendi_tile_block_table){0};
    made->pages = (wendi_tile_pages){0};
    wendi_shared_keep(made->floors.heights);
    made->world = NULL;
    made->tiles_in_file = false;
    made->width = width;
    const bool fits = wendi_floors_resize(&made->floors, width, height, &made->height);
    WENDI_ASSERT(fits);
    (void)fits;
    wendi_grid_set_first(made, grid->floors.left - by.x, grid->floors.top - by.y);
    made->layout++;
    made->stride = wendi_tile_stride(width);
    made->tile_use = NULL;
    wend_result result = place_tiles(grid, by, map_opt, made);
    if (result == WEND_OK) result = move_steps(grid, made);
    if (result == WEND_OK) result = move_links(grid, made);
    if (result == WEND_OK)
        *out = made;
    else
        wend_grid_destroy(made);
    return result;
}
