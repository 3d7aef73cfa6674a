// link_list.c: which links does a grid have?
#include "grid/link_list.h"

#include <math.h>
#include <string.h>

#include "core/containers.h"
#include "grid/hex.h"

static size_t page_count(const wendi_links* links) {
    return (size_t)links->page_columns * (size_t)links->page_rows;
}

// The entries of wendi_link_ends.first and of .some.
static size_t entry_count(const wendi_links* links) {
    return page_count(links) + 1 + (page_count(links) + 31) / 32;
}

static void find_some(const wendi_links* links, wendi_link_ends* ends) {
    ends->some = ends->first ? (uint32_t*)ends->first + page_count(links) + 1 : NULL;
}

wend_result wendi_links_copy(const wendi_links* links, const wend_allocator* allocator, wendi_links* out) {
    const size_t count = (size_t)links->count;
    *out = (wendi_links){
        .page_columns = links->page_columns, .page_rows = links->page_rows, .floors = links->floors};
    if (count == 0) return WEND_OK;
    out->data = wendi_alloc_copy(allocator, links->data, count, sizeof *links->data);
    bool copied = out->data;
    out->capacity = out->data ? count : 0;
    if (links->shown) {
        out->shown = wendi_alloc_copy(allocator, links->shown, count, sizeof *links->shown);
        out->shown_capacity = out->shown ? count : 0;
        copied = copied && out->shown;
    }
    for (int32_t side = 0; side < 2; side++) {
        const wendi_link_ends* ends = &links->ends[side];
        wendi_link_ends* made = &out->ends[side];
        made->data = wendi_alloc_copy(allocator, ends->data, count, sizeof *ends->data);
        made->capacity = made->data ? count : 0;
        made->first = wendi_alloc_copy(allocator, ends->first, entry_count(links), sizeof *ends->first);
        find_some(links, made);
        copied = copied && made->data && made->first;
    }
    out->count = links->count;
    return copied ? WEND_OK : WEND_ERROR_MEMORY;
}

void wendi_links_free(wendi_links* links, const wend_allocator* allocator) {
    wendi_free(allocator, links->data, links->capacity, sizeof *links->data);
    wendi_free(allocator, links->shown, links->shown_capacity, sizeof *links->shown);
    for (int32_t side = 0; side < 2; side++) {
        wendi_link_ends* ends = &links->ends[side];
        wendi_free(allocator, ends->data, ends->capacity, sizeof *ends->data);
        wendi_free(allocator, ends->first, entry_count(links), sizeof *ends->first);
    }
    *links = (wendi_links){0};
}

size_t wendi_links_bytes(const wendi_links* links) {
    size_t bytes = (links->capacity + links->shown_capacity) * sizeof *links->data;
    for (int32_t side = 0; side < 2; side++) {
        const wendi_link_ends* ends = &links->ends[side];
        bytes += ends->capacity * sizeof *ends->data;
        if (ends->first) bytes += entry_count(links) * sizeof *ends->first;
    }
    return bytes;
}

int32_t wendi_links_lower_bound(const wendi_links* links, int32_t id) {
    if (links->count == 0) return 0;
    return wendi_first_from(&links->data->id, sizeof *links->data, 0, links->count, (uint32_t)id);
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

wend_result wendi_links_reserve(wendi_links* links, const wend_allocator* allocator,
                                const wendi_floors* floors, int32_t height) {
    const size_t count = (size_t)links->count;
    if (!WENDI_ROOM_FOR_ONE(allocator, links->data, links->capacity, count)) return WEND_ERROR_MEMORY;
    links->floors = *floors;
    if (!wendi_is_sheet(floors) && !WENDI_ROOM_FOR_ONE(allocator, links->shown, links->shown_capacity, count))
        return WEND_ERROR_MEMORY;
    links->page_columns = (floors->width + WENDI_LINK_PAGE_SIDE - 1) / WENDI_LINK_PAGE_SIDE;
    links->page_rows = (height + WENDI_LINK_PAGE_SIDE - 1) / WENDI_LINK_PAGE_SIDE;
    for (int32_t side = 0; side < 2; side++) {
        wendi_link_ends* ends = &links->ends[side];
        if (!WENDI_ROOM_FOR_ONE(allocator, ends->data, ends->capacity, count)) return WEND_ERROR_MEMORY;
        if (!ends->first) ends->first = wendi_alloc_zeroed(allocator, entry_count(links), sizeof(int32_t));
        find_some(links, ends);
        if (!ends->first) return WEND_ERROR_MEMORY;
    }
    return WEND_OK;
}

// The first of the ends first .. last, those of one page, that does not come before another.
static int32_t place_of(const wendi_link_ends* ends, int32_t first, int32_t last, const wendi_link_end* end) {
    const wendi_link_end* data = ends->data;
    int32_t at = wendi_first_link_end(ends, first, last, end->tile);
    while (at < last && wendi_is_same(data[at].tile, end->tile) && data[at].link < end->link) at++;
    return at;
}

// Adds to the index of every link from one on, and to the first end of every page after one.
static void shift(wendi_links* links, wendi_link_ends* ends, int32_t count, int32_t page, int32_t link,
                  int32_t by) {
    for (int32_t i = 0; i < count && link < count; i++)
        ends->data[i].link += ends->data[i].link >= link ? by : 0;
    const int32_t pages = (int32_t)page_count(links);
    for (int32_t i = page + 1; i <= pages; i++) ends->first[i] += by;
    const uint32_t bit = 1u << page % 32;
    ends->some[page / 32] &= ~bit;
    if (ends->first[page] < ends->first[page + 1]) ends->some[page / 32] |= bit;
}

static wend_link shown_link(const wendi_links* links, const wend_link* link) {
    wend_link shown = *link;
    shown.from = wendi_from_sheet(&links->floors, link->from);
    shown.to = wendi_from_sheet(&links->floors, link->to);
    return shown;
}

void wendi_links_change(wendi_links* links, int32_t index, const wend_link* link) {
    links->data[index] = *link;
    if (links->shown) links->shown[index] = shown_link(links, link);
}

void wendi_links_insert(wendi_links* links, const wend_link* link) {
    const int32_t index = wendi_links_lower_bound(links, link->id), count = links->count;
    WENDI_ASSERT((size_t)count < links->capacity);
    memmove(links->data + index + 1, links->data + index, (size_t)(count - index) * sizeof *links->data);
    if (links->shown)
        memmove(links->shown + index + 1, links->shown + index,
                (size_t)(count - index) * sizeof *links->shown);
    wendi_links_change(links, index, link);
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
    if (links->shown)
        memmove(links->shown + index, links->shown + index + 1,
                (size_t)(links->count - index) * sizeof *links->shown);
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
