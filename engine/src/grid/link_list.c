// link_list.c: which links does a grid have, and which of them are shortcuts?
#include "grid/link_list.h"

#include <math.h>
#include <string.h>

#include "core/containers.h"
#include "grid/hex.h"

// ---- the arrays of links and their ends

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

// NULL: out of memory.
static void* copy_of(const wend_allocator* allocator, const void* items, size_t count, size_t size) {
    void* made = wendi_alloc(allocator, count, size);
    return made ? memcpy(made, items, count * size) : NULL;
}

wend_result wendi_links_copy(const wendi_links* links, const wend_allocator* allocator, wendi_links* out) {
    const size_t count = (size_t)links->count;
    *out = (wendi_links){
        .page_columns = links->page_columns, .page_rows = links->page_rows, .frame = links->frame};
    if (count == 0) return WEND_OK;
    out->data = copy_of(allocator, links->data, count, sizeof *links->data);
    bool copied = out->data;
    out->capacity = out->data ? count : 0;
    if (links->shown) {
        out->shown = copy_of(allocator, links->shown, count, sizeof *links->shown);
        out->shown_capacity = out->shown ? count : 0;
        copied = copied && out->shown;
    }
    for (int32_t side = 0; side < 2; side++) {
        const wendi_link_ends* ends = &links->ends[side];
        wendi_link_ends* made = &out->ends[side];
        made->data = copy_of(allocator, ends->data, count, sizeof *ends->data);
        made->capacity = made->data ? count : 0;
        made->first = copy_of(allocator, ends->first, entry_count(links), sizeof *ends->first);
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

wend_result wendi_links_reserve(wendi_links* links, const wend_allocator* allocator, int32_t width,
                                int32_t height, wendi_link_frame frame) {
    const size_t count = (size_t)links->count;
    if (!WENDI_ROOM_FOR_ONE(allocator, links->data, links->capacity, count)) return WEND_ERROR_MEMORY;
    links->frame = frame;
    if ((frame.pitch > 0 || (frame.left | frame.top) != 0) &&
        !WENDI_ROOM_FOR_ONE(allocator, links->shown, links->shown_capacity, count))
        return WEND_ERROR_MEMORY;
    links->page_columns = (width + WENDI_LINK_PAGE_SIDE - 1) / WENDI_LINK_PAGE_SIDE;
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
    const uint32_t bit = 1u << page % 32;
    ends->some[page / 32] &= ~bit;
    if (ends->first[page] < ends->first[page + 1]) ends->some[page / 32] |= bit;
}

static wend_tile shown_tile(const wendi_link_frame* f, wend_tile tile) {
    const int32_t floor = f->pitch > 0 ? tile.y / f->pitch : 0;
    return (wend_tile){tile.x + f->left, tile.y - floor * f->pitch + f->top, (uint16_t)floor};
}

static wend_link shown_link(const wendi_links* links, const wend_link* link) {
    wend_link shown = *link;
    shown.from = shown_tile(&links->frame, link->from);
    shown.to = shown_tile(&links->frame, link->to);
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

// ---- the arrays of shortcuts and their blocks

enum { ARRAYS = 6, BLOCK_ARRAYS = 8 };

// ---- memory

static size_t value_count(size_t capacity) {
    return ARRAYS * capacity + BLOCK_ARRAYS * (capacity / WENDI_SHORTCUT_BLOCK);
}

void wendi_shortcuts_free(wendi_shortcuts* s, const wend_allocator* allocator) {
    wendi_free(allocator, s->memory, value_count(s->capacity), sizeof *s->memory);
    *s = (wendi_shortcuts){0};
}

size_t wendi_shortcuts_bytes(const wendi_shortcuts* s) {
    return value_count(s->capacity) * sizeof *s->memory;
}

static int32_t* take(int32_t** memory, size_t count) {
    int32_t* array = *memory;
    *memory += count;
    return array;
}

static wendi_shortcuts lay_out(int32_t* memory, size_t capacity, int32_t count) {
    wendi_shortcuts s = {.memory = memory, .capacity = capacity, .count = count};
    const size_t blocks = capacity / WENDI_SHORTCUT_BLOCK;
    int32_t* next = memory;
    for (int32_t side = 0; side < 2; side++) {
        wendi_shortcut_ends* ends = &s.ends[side];
        ends->x = take(&next, capacity), ends->y = take(&next, capacity);
        ends->left = take(&next, blocks), ends->right = take(&next, blocks);
        ends->top = take(&next, blocks), ends->bottom = take(&next, blocks);
    }
    s.cost = take(&next, capacity), s.id = take(&next, capacity);
    return s;
}

static void keep_counts(wendi_shortcuts* to, const wendi_shortcuts* from) {
    to->pitch = from->pitch;
    to->steps = from->steps;
    to->enabled = from->enabled;
    memcpy(to->counts, from->counts, sizeof to->counts);
    memcpy(to->wraps, from->wraps, sizeof to->wraps);
}

wend_result wendi_shortcuts_copy(const wendi_shortcuts* s, const wend_allocator* allocator,
                                 wendi_shortcuts* out) {
    *out = (wendi_shortcuts){0};
    if (s->capacity == 0) return WEND_OK;
    int32_t* memory = copy_of(allocator, s->memory, value_count(s->capacity), sizeof *memory);
    if (!memory) return WEND_ERROR_MEMORY;
    *out = lay_out(memory, s->capacity, s->count);
    keep_counts(out, s);
    return WEND_OK;
}

// Moves entries of all arrays, within the arrays or from those of another list.
static void move(wendi_shortcuts* to, int32_t at, const wendi_shortcuts* from, int32_t first, int32_t count) {
    const size_t size = (size_t)count * sizeof(int32_t);
    for (int32_t side = 0; side < 2; side++) {
        memmove(to->ends[side].x + at, from->ends[side].x + first, size);
        memmove(to->ends[side].y + at, from->ends[side].y + first, size);
    }
    memmove(to->cost + at, from->cost + first, size);
    memmove(to->id + at, from->id + first, size);
}

wend_result wendi_shortcuts_reserve(wendi_shortcuts* s, const wend_allocator* allocator, size_t count) {
    if (count <= s->capacity) return WEND_OK;
    size_t capacity = count > 2 * s->capacity ? count : 2 * s->capacity;
    capacity = (capacity + WENDI_SHORTCUT_BLOCK - 1) / WENDI_SHORTCUT_BLOCK * WENDI_SHORTCUT_BLOCK;
    int32_t* memory = wendi_alloc_zeroed(allocator, value_count(capacity), sizeof *memory);
    if (!memory) return WEND_ERROR_MEMORY;
    wendi_shortcuts grown = lay_out(memory, capacity, s->count);
    keep_counts(&grown, s);
    if (s->count > 0) move(&grown, 0, s, 0, s->count);
    wendi_shortcuts_free(s, allocator);
    *s = grown;
    wendi_shortcuts_bound(s, 0);
    return WEND_OK;
}

// ---- the list

// The least cost of a walk between two tiles, if nothing is in the way.
static wend_cost walk_bound(const wendi_walk_costs* walk, int32_t pitch, wend_tile a, wend_tile b) {
    a = wendi_on_plane(pitch, a);
    b = wendi_on_plane(pitch, b);
    if (wendi_is_hex(walk->connectivity))
        return walk->straight * wendi_hex_distance(walk->connectivity, a, b);
    const int64_t dx = wendi_abs(a.x - b.x), dy = wendi_abs(a.y - b.y);
    const int64_t shorter = dx < dy ? dx : dy, longer = dx < dy ? dy : dx;
    const bool diagonals = walk->connectivity != WEND_CONNECTIVITY_4;
    return walk->straight * longer + (diagonals ? walk->diagonal - walk->straight : walk->straight) * shorter;
}

void wendi_shortcuts_append(wendi_shortcuts* s, wend_tile from, wend_tile to, int32_t cost, int32_t id) {
    const int32_t i = s->count++;
    WENDI_ASSERT((size_t)i < s->capacity);
    s->ends[WENDI_LINK_FROM].x[i] = from.x, s->ends[WENDI_LINK_FROM].y[i] = from.y;
    s->ends[WENDI_LINK_TO].x[i] = to.x, s->ends[WENDI_LINK_TO].y[i] = to.y;
    s->cost[i] = cost;
    s->id[i] = id;
}

static void bound_block(wendi_shortcut_ends* ends, int32_t block, int32_t count) {
    const int32_t first = block * WENDI_SHORTCUT_BLOCK;
    int32_t left = INT32_MAX, right = 0, top = INT32_MAX, bottom = 0;
    for (int32_t i = first; i < first + count; i++) {
        left = wendi_min(left, ends->x[i]), right = wendi_max(right, ends->x[i]);
        top = wendi_min(top, ends->y[i]), bottom = wendi_max(bottom, ends->y[i]);
    }
    ends->left[block] = left, ends->right[block] = right;
    ends->top[block] = top, ends->bottom[block] = bottom;
}

void wendi_shortcuts_bound(wendi_shortcuts* s, int32_t first) {
    for (int32_t block = first / WENDI_SHORTCUT_BLOCK; block < wendi_shortcut_blocks(s->count); block++) {
        const int32_t count = wendi_min(s->count - block * WENDI_SHORTCUT_BLOCK, WENDI_SHORTCUT_BLOCK);
        for (int32_t side = 0; side < 2; side++) bound_block(&s->ends[side], block, count);
    }
}

// 0: a link that can be taken wraps the map in x; 1: in y; -1: it does not. On hexagons none does, and in y
// none where the sheet goes on with other floors.
static int32_t wrapped_axis(const wend_link* link, const wendi_walk_costs* walk) {
    if (link->kind != WEND_LINK_SEAM || !wendi_link_is_enabled(link) || wendi_is_hex(walk->connectivity))
        return -1;
    const uint32_t edges = wendi_edges_between(walk->floors, link->from, link->to);
    if (edges == WEND_WRAP_X) return 0;
    return edges == WEND_WRAP_Y && !wendi_has_floors(walk->floors) ? 1 : -1;
}

// True, with the cost, when a link is a shortcut. Where its ends lie too far apart for 31 bits, bounds are
// not used at all.
static bool is_shortcut(const wend_link* link, const wendi_walk_costs* walk, int32_t pitch,
                        int32_t* cost_out) {
    if (!wendi_link_is_enabled(link) || wrapped_axis(link, walk) >= 0) return false;
    const wend_cost length = walk_bound(walk, pitch, link->from, link->to);
    *cost_out = wendi_max(walk->straight, 1);
    if (link->kind == WEND_LINK_SEAM) return *cost_out < length;
    if (link->cost * (float)walk->unit > (float)length * 1.0001f + 2) return false; // surely none
    const wend_cost cost = wendi_link_units(link, walk->unit);
    *cost_out = (int32_t)cost;
    return cost < length;
}

static void count_link(wendi_shortcuts* s, const wend_link* link, const wendi_walk_costs* walk, int32_t by) {
    const int32_t axis = wrapped_axis(link, walk);
    int32_t cost;
    if (!wendi_link_is_enabled(link)) return;
    const bool on_sheet = is_shortcut(link, walk, 0, &cost),
               on_plane = wendi_has_floors(walk->floors) ? is_shortcut(link, walk, walk->floors->pitch, &cost)
                                                         : on_sheet;
    s->enabled += by;
    s->counts[0] += on_sheet ? by : 0;
    s->counts[1] += on_plane ? by : 0;
    if (axis >= 0)
        s->wraps[axis] += by;
    else if (!on_plane && link->kind == WEND_LINK_SEAM)
        s->steps += by;
}

// A building with a few ramps among its stairs stays on the sheet, where bounds know the way between stairs.
int32_t wendi_shortcuts_pitch(const wendi_shortcuts* s, const wendi_walk_costs* walk) {
    return wendi_has_floors(walk->floors) && 2 * (int64_t)s->steps > s->counts[0] ? walk->floors->pitch : 0;
}

static void append(wendi_shortcuts* s, const wend_link* link, int32_t cost) {
    wendi_shortcuts_append(s, wendi_on_plane(s->pitch, link->from), wendi_on_plane(s->pitch, link->to), cost,
                           link->id);
}

// Where a tile comes in the order of another and their links. Tiles along a Z-order curve are sorted by the
// bits of both coordinates in turn, so the greater difference of the two decides.
static bool lies_before(wend_tile a, int32_t a_id, wend_tile b, int32_t b_id) {
    const uint32_t dx = (uint32_t)a.x ^ (uint32_t)b.x, dy = (uint32_t)a.y ^ (uint32_t)b.y;
    if ((dx | dy) == 0) return a_id < b_id;
    return dx < dy && dx < (dx ^ dy) ? a.y < b.y : a.x < b.x;
}

// The same for the second ends of links.
static bool comes_before(const wend_link* a, const wend_link* b, int32_t pitch) {
    return lies_before(wendi_on_plane(pitch, a->to), a->id, wendi_on_plane(pitch, b->to), b->id);
}

// Restores the order of a heap of indices of links, the last one first, from one position down.
static void sift_down(int32_t* indices, int32_t count, int32_t at, const wend_link* links, int32_t pitch) {
    const int32_t sifted = indices[at];
    for (int32_t child; (child = 2 * at + 1) < count; at = child) {
        const wend_link* link = &links[indices[child]];
        if (child + 1 < count) {
            const wend_link* other = &links[indices[child + 1]];
            if (comes_before(link, other, pitch)) link = other, child++;
        }
        if (!comes_before(&links[sifted], link, pitch)) break;
        indices[at] = indices[child];
    }
    indices[at] = sifted;
}

static void sort(int32_t* indices, int32_t count, const wend_link* links, int32_t pitch) {
    for (int32_t i = count / 2; i-- > 0;) sift_down(indices, count, i, links, pitch);
    for (int32_t last = count - 1; last > 0; last--) {
        const int32_t first = indices[0];
        indices[0] = indices[last];
        indices[last] = first;
        sift_down(indices, last, 0, links, pitch);
    }
}

void wendi_shortcuts_find(wendi_shortcuts* s, const wendi_links* links, const wendi_walk_costs* walk) {
    int32_t count = 0, cost;
    WENDI_ASSERT((size_t)links->count <= s->capacity);
    s->steps = s->enabled = 0;
    memset(s->counts, 0, sizeof s->counts);
    memset(s->wraps, 0, sizeof s->wraps);
    for (int32_t i = 0; i < links->count; i++) count_link(s, &links->data[i], walk, 1);
    s->pitch = wendi_shortcuts_pitch(s, walk);
    for (int32_t i = 0; i < links->count; i++)
        if (is_shortcut(&links->data[i], walk, s->pitch, &cost)) s->id[count++] = i;
    sort(s->id, count, links->data, s->pitch);
    s->count = 0;
    while (s->count < count) {
        const wend_link* link = &links->data[s->id[s->count]];
        is_shortcut(link, walk, s->pitch, &cost);
        append(s, link, cost);
    }
    wendi_shortcuts_bound(s, 0);
}

// The first shortcut that does not come before a link.
static int32_t lower_bound(const wendi_shortcuts* s, const wend_link* link) {
    const wendi_shortcut_ends* ends = &s->ends[WENDI_LINK_TO];
    const wend_tile to = wendi_on_plane(s->pitch, link->to);
    int32_t low = 0, high = s->count;
    while (low < high) {
        const int32_t middle = (low + high) / 2;
        if (lies_before((wend_tile){ends->x[middle], ends->y[middle]}, s->id[middle], to, link->id))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void wendi_shortcuts_add(wendi_shortcuts* s, const wend_link* link, const wendi_walk_costs* walk) {
    int32_t cost;
    count_link(s, link, walk, 1);
    if (!is_shortcut(link, walk, s->pitch, &cost)) return;
    const int32_t at = lower_bound(s, link), count = s->count;
    WENDI_ASSERT((size_t)count < s->capacity && (at == count || s->id[at] != link->id));
    move(s, at + 1, s, at, count - at);
    s->count = at;
    append(s, link, cost);
    s->count = count + 1;
    wendi_shortcuts_bound(s, at);
}

void wendi_shortcuts_remove(wendi_shortcuts* s, const wend_link* link, const wendi_walk_costs* walk) {
    count_link(s, link, walk, -1);
    const int32_t at = lower_bound(s, link);
    if (at == s->count || s->id[at] != link->id) return;
    s->count--;
    move(s, at, s, at + 1, s->count - at);
    wendi_shortcuts_bound(s, at);
}
