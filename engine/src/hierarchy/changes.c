// changes.c: sets of what an open world has changed, as a list and a bit for each number.
#include "hierarchy/changes.h"

#include <string.h>

#include "grid/exit_pages.h"

enum { BITS = 64 };

wendi_changes* wendi_changes_copy(const wendi_changes* changes) {
    wendi_changes* made = wendi_owner_create(&changes->owner.from, sizeof *made);
    if (!made) return NULL;
    const wend_allocator allocator = wendi_owned_by(&made->owner);
    const wendi_owner owner = made->owner;
    *made = *changes;
    made->owner = owner;
    bool copied = true;
    for (wendi_marks* m = made->marks; m < made->marks + WENDI_ALL_MARKS; m++) {
        m->capacity = (size_t)m->count;
        m->bits = wendi_alloc_copy(&allocator, m->bits, m->words, sizeof *m->bits);
        m->list = wendi_alloc_copy(&allocator, m->list, m->capacity, sizeof *m->list);
        copied &= (m->bits || m->words == 0) && (m->list || m->capacity == 0);
    }
    if (copied) return made;
    wendi_owner_destroy(&made->owner);
    return NULL;
}

void wendi_changes_relabelled(wendi_changes* changes) {
    const wend_allocator allocator = wendi_owned_by(&changes->owner);
    wendi_marks* joined = &changes->joined;
    wendi_free(&allocator, joined->bits, joined->words, sizeof *joined->bits);
    wendi_free(&allocator, joined->list, joined->capacity, sizeof *joined->list);
    *joined = (wendi_marks){0};
    changes->relabelled = true;
}

// Makes room for a number and one more entry of the list.
static bool reserve(const wend_allocator* allocator, wendi_marks* marks, int32_t limit) {
    const size_t words = ((size_t)limit + BITS - 1) / BITS;
    if (words > marks->words) { // labels of components grow
        const size_t grown = marks->words > 0 && words < 2 * marks->words ? 2 * marks->words : words;
        uint64_t* bits = wendi_alloc_zeroed(allocator, grown, sizeof *bits);
        if (!bits) return false;
        for (size_t i = 0; i < marks->words; i++) bits[i] = marks->bits[i];
        wendi_free(allocator, marks->bits, marks->words, sizeof *marks->bits);
        marks->bits = bits;
        marks->words = grown;
    }
    return WENDI_ROOM_FOR_ONE(allocator, marks->list, marks->capacity, marks->count);
}

void wendi_set_mark(wendi_changes* changes, wendi_marks* marks, int32_t number, int32_t limit) {
    WENDI_ASSERT(number >= 0 && number < limit);
    const size_t word = (size_t)number / BITS;
    const uint64_t bit = (uint64_t)1 << number % BITS;
    if (word < marks->words && marks->bits[word] & bit) return;
    const wend_allocator allocator = wendi_owned_by(&changes->owner);
    if (!reserve(&allocator, marks, limit)) {
        changes->lost = true;
        return;
    }
    marks->bits[word] |= bit;
    marks->list[marks->count++] = number;
}

void wendi_note_around(wendi_changes* changes, const wendi_partition* clusters, int32_t cluster) {
    const wendi_cluster_span around = wendi_clusters_around(clusters, cluster);
    for (int32_t y = around.top; y < around.bottom; y++)
        for (int32_t x = around.left; x < around.right; x++)
            wendi_set_mark(changes, &changes->clusters[0], y * clusters->columns + x,
                           wendi_cluster_count(clusters));
}

void wendi_note_step(wendi_changes* changes, const wend_grid* grid, wend_tile from, wend_tile to) {
    const wend_tile ends[2] = {from, to};
    const int32_t limit = (int32_t)wendi_exits_page_limit(grid), side = WENDI_EXIT_PAGE_SIDE,
                  columns = (grid->width + side - 1) / side;
    for (int32_t i = 0; i < 2; i++)
        wendi_set_mark(changes, &changes->pages, ends[i].y / side * columns + ends[i].x / side, limit);
}
