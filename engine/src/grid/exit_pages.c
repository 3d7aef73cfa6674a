// exit_pages.c: the memory of closed steps.
#include "grid/exit_pages.h"

#include <string.h>

void wendi_exit_page_drop(wendi_exit_page* page, const wend_allocator* allocator) {
    if (atomic_fetch_sub_explicit(&page->uses, 1, memory_order_acq_rel) == 1)
        wendi_free(allocator, page, 1, sizeof *page);
}

wend_result wendi_exits_share(const wendi_exits* exits, const wend_allocator* allocator, wendi_exits* out) {
    const size_t count = (size_t)exits->columns * (size_t)exits->rows;
    *out = (wendi_exits){0};
    if (!exits->pages) return WEND_OK;
    wendi_exit_page** pages = wendi_alloc(allocator, count, sizeof *pages);
    if (!pages) return WEND_ERROR_MEMORY;
    for (size_t i = 0; i < count; i++) {
        pages[i] = exits->pages[i];
        if (pages[i]) atomic_fetch_add_explicit(&pages[i]->uses, 1, memory_order_relaxed);
    }
    *out = *exits;
    out->pages = pages;
    return WEND_OK;
}

void wendi_exits_free(wendi_exits* exits, const wend_allocator* allocator) {
    size_t count = (size_t)exits->columns * (size_t)exits->rows;
    for (size_t i = 0; i < count && exits->pages; i++)
        if (exits->pages[i]) wendi_exit_page_drop(exits->pages[i], allocator);
    wendi_free(allocator, exits->pages, count, sizeof *exits->pages);
    *exits = (wendi_exits){0};
}

size_t wendi_exits_bytes(const wendi_exits* exits) {
    if (!exits->pages) return 0;
    return (size_t)exits->columns * (size_t)exits->rows * sizeof *exits->pages +
           (size_t)exits->page_count * sizeof **exits->pages;
}

int32_t wendi_exits_next_page(const wendi_exits* exits, int32_t index) {
    static const uint8_t none[WENDI_EXIT_PAGE_TILES];
    for (; exits->pages && index < exits->columns * exits->rows; index++)
        if (exits->pages[index] && memcmp(exits->pages[index]->declared, none, sizeof none) != 0)
            return index;
    return -1;
}

int64_t wendi_exits_declared_pages(const wendi_exits* exits) {
    int64_t count = 0;
    for (int32_t i = -1; (i = wendi_exits_next_page(exits, i + 1)) >= 0;) count++;
    return count;
}
