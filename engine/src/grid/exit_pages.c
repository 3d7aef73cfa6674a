// exit_pages.c: the memory of closed steps.
#include "grid/exit_pages.h"

void wendi_exits_free(wendi_exits* exits, const wend_allocator* allocator) {
    size_t count = (size_t)exits->columns * (size_t)exits->rows;
    for (size_t i = 0; i < count && exits->pages; i++)
        wendi_free(allocator, exits->pages[i], 1, sizeof **exits->pages);
    wendi_free(allocator, exits->pages, count, sizeof *exits->pages);
    *exits = (wendi_exits){0};
}

size_t wendi_exits_bytes(const wendi_exits* exits) {
    if (!exits->pages) return 0;
    return (size_t)exits->columns * (size_t)exits->rows * sizeof *exits->pages +
           (size_t)exits->page_count * sizeof **exits->pages;
}
