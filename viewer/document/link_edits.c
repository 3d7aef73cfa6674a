// link_edits.c: how do changes of links reach the world, and back?
#include "document/edits.h"
#include <string.h>

// A class that can be entered; 0: none.
static uint8_t passable_class(const wend_grid* grid) {
    const float* costs = wend_grid_class_costs(grid);
    int i = 1;
    while (i < WEND_CLASS_COUNT && costs[i] <= 0) i++;
    return i < WEND_CLASS_COUNT ? (uint8_t)i : 0;
}

// Adds a link that was on the map before, even if an end was blocked meanwhile: the world takes only links
// between passable tiles, so for this moment they are.
static wend_result add_again(wend_world* world, const wend_link* link) {
    const wend_grid* grid = wend_world_grid(world);
    const wend_tile ends[2] = {link->from, link->to};
    wend_edit open[2], close[2];
    int32_t count = 0;
    for (int i = 0; i < 2; i++) {
        if (wend_grid_passable(grid, ends[i])) continue;
        wend_rect tile = {ends[i].x, ends[i].y, 1, 1, ends[i].floor};
        open[count] = wend_edit_tiles(tile, passable_class(grid));
        close[count++] = wend_edit_tiles(tile, wend_grid_class(grid, ends[i]));
    }
    wend_result result = wend_world_edit(world, open, count, NULL);
    if (result != WEND_OK) return result;
    result = wend_world_add_link(world, link, NULL);
    wend_result closed = wend_world_edit(world, close, count, NULL);
    return result != WEND_OK ? result : closed;
}

static bool same_but_state(const wend_link* a, const wend_link* b) {
    return same_tile(a->from, b->from) && same_tile(a->to, b->to) && a->kind == b->kind &&
           a->duration == b->duration && a->profiles == b->profiles &&
           memcmp(a->profile_costs, b->profile_costs, sizeof a->profile_costs) == 0;
}

// From one state of a link to the other; NULL: it is not on the map. The new one gets its id.
static wend_result replace(wend_world* world, const wend_link* old, wend_link* new) {
    if (old != NULL && new != NULL && same_but_state(old, new))
        return wend_world_set_link(world, old->id, new->cost, new->enabled);
    wend_result result = old != NULL ? wend_world_remove_link(world, old->id) : WEND_OK;
    if (result != WEND_OK || new == NULL) return result;
    result = new->id < 0 || old != NULL ? wend_world_add_link(world, new, &new->id) : add_again(world, new);
    if (result != WEND_OK && old != NULL) {
        wend_result back = add_again(world, old);
        if (back == WEND_ERROR_MEMORY) result = back;
    }
    return result;
}

static wend_result change(wend_world* world, link_change* c, bool undo) {
    wend_link *before = c->had ? &c->before : NULL, *after = c->has ? &c->after : NULL;
    return undo ? replace(world, after, before) : replace(world, before, after);
}

wend_result link_changes_apply(wend_world* world, link_change* changes, int32_t count, bool undo) {
    for (int32_t i = 0; i < count; i++) {
        wend_result result = change(world, &changes[undo ? count - 1 - i : i], undo);
        if (result == WEND_OK) continue;
        while (--i >= 0) change(world, &changes[undo ? count - 1 - i : i], !undo);
        return result;
    }
    return WEND_OK;
}
