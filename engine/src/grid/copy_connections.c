// copy_connections.c: how does a map get the links, walls and one-way steps of another?
//
// Invariant: an error leaves the map as it was. Links that were added are removed again; its closed steps are
// kept until the steps of both maps are together.
#include "grid/exits.h"
#include "grid/links.h"

static void remove_links(wend_grid* to, const wendi_links* links, int32_t count) {
    while (count > 0) wendi_links_remove(&to->links, wendi_link_index(to, links->data[--count].id));
    wendi_grid_find_shortcuts(to);
}

// On an error none of them is left.
static wend_result add_links(wend_grid* to, const wendi_links* links) {
    if (links->count > WEND_MAX_LINKS - to->links.count) return WEND_ERROR_LIMIT;
    for (int32_t i = 0; i < links->count; i++) {
        if (wendi_link_index(to, links->data[i].id) >= 0) return WEND_ERROR_ARGUMENT;
        if (wendi_link_most_units(&links->data[i], to->costs.unit) > WENDI_MAX_LINK_COST)
            return WEND_ERROR_LIMIT;
    }
    for (int32_t i = 0; i < links->count; i++) {
        const wend_result result = wendi_grid_reserve_link(to);
        if (result != WEND_OK) {
            remove_links(to, links, i);
            return result;
        }
        wendi_links_insert(&to->links, &links->data[i]);
    }
    wendi_grid_find_shortcuts(to);
    return WEND_OK;
}

// Loads the closed steps of a page of either map.
static wend_result load_page(wend_grid* to, int32_t index, const wendi_exits* a, const wendi_exits* b) {
    uint8_t declared[WENDI_EXIT_PAGE_TILES] = {0};
    const wendi_exit_page* pages[2] = {a->pages ? a->pages[index] : NULL, b->pages ? b->pages[index] : NULL};
    for (int32_t k = 0; k < 2; k++)
        for (int32_t i = 0; i < WENDI_EXIT_PAGE_TILES && pages[k]; i++) declared[i] |= pages[k]->declared[i];
    return wendi_exits_load_page(to, index, declared);
}

static wend_result add_steps(wend_grid* to, const wendi_exits* exits) {
    if (exits->declared_count == 0) return WEND_OK;
    wendi_exits old = to->exits;
    to->exits = (wendi_exits){0};
    int32_t next = wendi_exits_next_page(exits, 0), next_old = wendi_exits_next_page(&old, 0);
    wend_result result = WEND_OK;
    while (result == WEND_OK && (next >= 0 || next_old >= 0)) {
        const int32_t index = next < 0 || (next_old >= 0 && next_old < next) ? next_old : next;
        result = load_page(to, index, exits, &old);
        if (next == index) next = wendi_exits_next_page(exits, index + 1);
        if (next_old == index) next_old = wendi_exits_next_page(&old, index + 1);
    }
    if (result == WEND_OK) result = wendi_exits_derive(to);
    if (result == WEND_OK) {
        wendi_exits_free(&old, &to->allocator);
    } else {
        wendi_exits_free(&to->exits, &to->allocator);
        to->exits = old;
    }
    return result;
}

wend_result wend_grid_copy_connections(const wend_grid* from, wend_grid* to) {
    if (!from || !to || from == to || from->width != to->width || from->height != to->height)
        return WEND_ERROR_ARGUMENT;
    wend_result result = add_links(to, &from->links);
    if (result != WEND_OK) return result;
    result = add_steps(to, &from->exits);
    if (result == WEND_OK)
        to->version++;
    else
        remove_links(to, &from->links, from->links.count);
    return result;
}
