// link_list.c: the arrays of links and their ends.
#include "grid/link_list.h"

#include <math.h>
#include <string.h>

static size_t page_count(const wendi_links* links) {
    return (size_t)links->page_columns * (size_t)links->page_rows;
}

void wendi_links_free(wendi_links* links, const wend_allocator* allocator) {
    wendi_free(allocator, links->data, links->capacity, sizeof *links->data);
    for (int32_t side = 0; side < 2; side++) {
        wendi_link_ends* ends = &links->ends[side];
        wendi_free(allocator, ends->data, ends->capacity, sizeof *ends->data);
        wendi_free(allocator, ends->first, page_count(links) + 1, sizeof *ends->first);
    }
    *links = (wendi_links){0};
}

size_t wendi_links_bytes(const wendi_links* links) {
    size_t bytes = links->capacity * sizeof *links->data;
    for (int32_t side = 0; side < 2; side++) {
        const wendi_link_ends* ends = &links->ends[side];
        bytes += ends->capacity * sizeof *ends->data;
        if (ends->first) bytes += (page_count(links) + 1) * sizeof *ends->first;
    }
    return bytes;
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

wend_cost wendi_link_most_units(const wend_link* link, int32_t unit) {
    wend_link highest = *link;
    for (int32_t p = 1; p < WEND_MAX_PROFILES; p++)
        if (link->profile_costs[p] > highest.cost) highest.cost = link->profile_costs[p];
    return wendi_link_units(&highest, unit);
}

bool wendi_link_has_profile_costs(const wend_link* link) {
    for (int32_t p = 1; p < WEND_MAX_PROFILES; p++)
        if (link->profile_costs[p] >= 0) return true;
    return false;
}

wend_result wendi_links_reserve(wendi_links* links, const wend_allocator* allocator, int32_t width,
                                int32_t height) {
    const size_t count = (size_t)links->count;
    wend_link* data = wendi_grow(allocator, links->data, &links->capacity, count, count + 1, sizeof *data);
    if (!data) return WEND_ERROR_MEMORY;
    links->data = data;
    links->page_columns = (width + WENDI_LINK_PAGE_SIDE - 1) / WENDI_LINK_PAGE_SIDE;
    links->page_rows = (height + WENDI_LINK_PAGE_SIDE - 1) / WENDI_LINK_PAGE_SIDE;
    for (int32_t side = 0; side < 2; side++) {
        wendi_link_ends* ends = &links->ends[side];
        wendi_link_end* grown =
            wendi_grow(allocator, ends->data, &ends->capacity, count, count + 1, sizeof *grown);
        if (!grown) return WEND_ERROR_MEMORY;
        ends->data = grown;
        if (!ends->first) ends->first = wendi_alloc_zeroed(allocator, page_count(links) + 1, sizeof(int32_t));
        if (!ends->first) return WEND_ERROR_MEMORY;
    }
    return WEND_OK;
}

// True when a comes before b, two ends on one page.
static bool is_before(const wendi_link_end* a, const wendi_link_end* b) {
    if (a->tile.y != b->tile.y) return a->tile.y < b->tile.y;
    if (a->tile.x != b->tile.x) return a->tile.x < b->tile.x;
    return a->link < b->link;
}

// The first of the ends first .. last, those of one page, that does not come before another.
static int32_t place_of(const wendi_link_ends* ends, int32_t first, int32_t last, const wendi_link_end* end) {
    while (first < last) {
        const int32_t middle = first + (last - first) / 2;
        if (is_before(&ends->data[middle], end))
            first = middle + 1;
        else
            last = middle;
    }
    return first;
}

// Adds to the index of every link from one on, and to the first end of every page after one.
static void shift(wendi_links* links, wendi_link_ends* ends, int32_t count, int32_t page, int32_t link,
                  int32_t by) {
    for (int32_t i = 0; i < count && link < count; i++)
        ends->data[i].link += ends->data[i].link >= link ? by : 0;
    const int32_t pages = (int32_t)page_count(links);
    for (int32_t i = page + 1; i <= pages; i++) ends->first[i] += by;
}

void wendi_links_insert(wendi_links* links, const wend_link* link) {
    const int32_t index = wendi_links_lower_bound(links, link->id), count = links->count;
    WENDI_ASSERT((size_t)count < links->capacity);
    memmove(links->data + index + 1, links->data + index, (size_t)(count - index) * sizeof *links->data);
    links->data[index] = *link;
    for (int32_t side = 0; side < 2; side++) {
        wendi_link_ends* ends = &links->ends[side];
        const wendi_link_end end = {side == WENDI_LINK_FROM ? link->from : link->to, index};
        const int32_t page = wendi_link_page(links, end.tile);
        const int32_t first = ends->first[page], last = ends->first[page + 1];
        shift(links, ends, count, page, index, 1);
        const int32_t at = place_of(ends, first, last, &end);
        memmove(ends->data + at + 1, ends->data + at, (size_t)(count - at) * sizeof end);
        ends->data[at] = end;
    }
    links->count++;
}

void wendi_links_remove(wendi_links* links, int32_t index) {
    const wend_link removed = links->data[index];
    links->count--;
    memmove(links->data + index, links->data + index + 1,
            (size_t)(links->count - index) * sizeof *links->data);
    for (int32_t side = 0; side < 2; side++) {
        wendi_link_ends* ends = &links->ends[side];
        const int32_t page = wendi_link_page(links, side == WENDI_LINK_FROM ? removed.from : removed.to);
        int32_t at = ends->first[page];
        while (ends->data[at].link != index) at++;
        WENDI_ASSERT(at < ends->first[page + 1]);
        memmove(ends->data + at, ends->data + at + 1, (size_t)(links->count - at) * sizeof *ends->data);
        shift(links, ends, links->count, page, index, -1);
    }
}
