// link_list.c: the array of links.
#include "grid/link_list.h"

#include <math.h>

void wendi_links_free(wendi_links* links, const wend_allocator* allocator) {
    wendi_free(allocator, links->data, links->capacity, sizeof *links->data);
    *links = (wendi_links){0};
}

int32_t wendi_links_lower_bound(const wendi_links* links, int32_t id) {
    int32_t low = 0, high = links->count;
    while (low < high) {
        int32_t middle = (low + high) / 2;
        if (links->data[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

wend_cost wendi_link_units(const wend_link* link, int32_t unit) {
    wend_cost cost = llround((double)link->cost * unit);
    return cost > 1 ? cost : 1;
}
