// changes.c: sets of what an open world has changed, as a list and a bit for each number.
#include "hierarchy/changes.h"

#include <string.h>

#include "grid/exit_pages.h"

enum { BITS = 64 };

static void free_marks(const wend_allocator* allocator, wendi_marks* marks) {
    wendi_free(allocator, marks->bits, marks->words, sizeof *marks->bits);
    wendi_free(allocator, marks->list, marks->capacity, sizeof *marks->list);
    *marks = (wendi_marks){0};
}

static size_t marks_bytes(const wendi_marks* marks) {
    return marks->words * sizeof *marks->bits + marks->capacity * sizeof *marks->list;
}

static bool copy_marks(const wend_allocator* allocator, const wendi_marks* marks, wendi_marks* out) {
    *out = (wendi_marks){.words = marks->words, .capacity = (size_t)marks->count, .count = marks->count};
    out->bits = wendi_alloc_copy(allocator, marks->bits, out->words, sizeof *out->bits);
    out->list = wendi_alloc_copy(allocator, marks->list, out->capacity, sizeof *out->list);
    return (out->bits || out->words == 0) && (out->list || out->capacity == 0);
}

wend_result wendi_changes_copy(const wendi_changes* changes, wendi_changes* out) {
    const wend_allocator* allocator = &changes->allocator;
    *out = *changes;
    bool copied = true;
    for (int32_t i = 0; i < WEND_MAX_LEVELS; i++) {
        copied &= copy_marks(allocator, &changes->clusters[i], &out->clusters[i]);
        copied &= copy_marks(allocator, &changes->lines[i], &out->lines[i]);
    }
    copied &= copy_marks(allocator, &changes->pages, &out->pages);
    copied &= copy_marks(allocator, &changes->joined, &out->joined);
    return copied ? WEND_OK : WEND_ERROR_MEMORY;
}

void wendi_changes_free(wendi_changes* changes) {
    for (int32_t i = 0; i < WEND_MAX_LEVELS; i++) {
        free_marks(&changes->allocator, &changes->clusters[i]);
        free_marks(&changes->allocator, &changes->lines[i]);
    }
    free_marks(&changes->allocator, &changes->pages);
    free_marks(&changes->allocator, &changes->joined);
}

void wendi_changes_relabelled(wendi_changes* changes) {
    free_marks(&changes->allocator, &changes->joined);
    changes->relabelled = true;
}

size_t wendi_changes_bytes(const wendi_changes* changes) {
    size_t bytes = marks_bytes(&changes->pages) + marks_bytes(&changes->joined);
    for (int32_t i = 0; i < WEND_MAX_LEVELS; i++)
        bytes += marks_bytes(&changes->clusters[i]) + marks_bytes(&changes->lines[i]);
    return bytes;
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
    if (!reserve(&changes->allocator, marks, limit)) {
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
