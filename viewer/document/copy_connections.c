// copy_connections.c: how does a copy of a map get the same walls, one-way steps and links?
#include "document/scene.h"

static wend_result copy_exits(const wend_grid* from, wend_grid* to, wend_tile tile) {
    if (wend_grid_closed_steps(from, tile) == 0) return WEND_OK;
    wend_result result = WEND_OK;
    for (int i = 0; i < 9 && result == WEND_OK; i++) {
        wend_tile next = {tile.x + i % 3 - 1, tile.y + i / 3 - 1};
        if (i == 4 || !wend_grid_contains(from, next) || wend_grid_step_is_open(from, tile, next)) continue;
        result = wend_grid_set_step(to, tile, next, false);
    }
    return result;
}

// Adds a link even if an end of it is blocked: a grid takes only links between passable tiles, and keeps
// those whose ends are blocked later.
static wend_result copy_link(wend_grid* to, const wend_link* link) {
    wend_tile ends[2] = {link->from, link->to};
    uint8_t classes[2] = {wend_grid_class(to, link->from), wend_grid_class(to, link->to)};
    int passable = 1;
    while (passable < WEND_CLASS_COUNT && wend_grid_class_costs(to)[passable] <= 0) passable++;
    if (passable == WEND_CLASS_COUNT) return WEND_OK; // no tile can ever be entered
    for (int i = 0; i < 2; i++)
        if (!wend_grid_passable(to, ends[i]))
            wend_grid_fill(to, (wend_rect){ends[i].x, ends[i].y, 1, 1}, (uint8_t)passable);
    wend_result result = wend_grid_add_link(to, link, NULL);
    for (int i = 0; i < 2; i++)
        if (wend_grid_class(to, ends[i]) != classes[i])
            wend_grid_fill(to, (wend_rect){ends[i].x, ends[i].y, 1, 1}, classes[i]);
    return result;
}

wend_result connections_copy(const wend_grid* from, wend_grid* to) {
    wend_result result = WEND_OK;
    int32_t width = wend_grid_width(from), height = wend_grid_height(from), count = 0;
    for (int32_t y = 0; y < height && wend_grid_closed_step_count(from) > 0; y++)
        for (int32_t x = 0; x < width && result == WEND_OK; x++)
            result = copy_exits(from, to, (wend_tile){x, y});
    const wend_link* links = wend_grid_links(from, &count);
    for (int32_t i = 0; i < count && result == WEND_OK; i++) result = copy_link(to, &links[i]);
    return result;
}
