// shortcuts.c: which links of a grid are shortcuts, that may cost less than a walk?
#include "grid/shortcuts.h"

#include <string.h>

#include "grid/hex.h"

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

// Shortcuts like others, with arrays in other memory.
static wendi_shortcuts lay_out(const wendi_shortcuts* like, int32_t* memory, size_t capacity) {
    wendi_shortcuts s = *like;
    s.memory = memory;
    s.capacity = capacity;
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

wend_result wendi_shortcuts_copy(const wendi_shortcuts* s, const wend_allocator* allocator,
                                 wendi_shortcuts* out) {
    *out = (wendi_shortcuts){0};
    if (s->capacity == 0) return WEND_OK;
    int32_t* memory = wendi_alloc_copy(allocator, s->memory, value_count(s->capacity), sizeof *memory);
    if (!memory) return WEND_ERROR_MEMORY;
    *out = lay_out(s, memory, s->capacity);
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
    wendi_shortcuts grown = lay_out(s, memory, capacity);
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
