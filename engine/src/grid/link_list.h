// link_list.h: how are the links of a map stored? In one array in the order of their ids.
#ifndef WENDI_LINK_LIST_H
#define WENDI_LINK_LIST_H
#include "core/base.h"
#include "wend/link.h"

typedef struct wendi_links { // by ascending id
    wend_link* data;
    size_t capacity;
    int32_t count;
} wendi_links;

void wendi_links_free(wendi_links* links, const wend_allocator* allocator);
/// Index of the first link whose id is at least this.
int32_t wendi_links_lower_bound(const wendi_links* links, int32_t id);

enum { WENDI_MAX_LINK_COST = 1 << 28 }; // in integer units
/// The integer cost of a link, at least 1, so that no cycle of links costs nothing. unit: of the grid.
wend_cost wendi_link_units(const wend_link* link, int32_t unit);
#endif
