// pages.c: pages.h on POSIX, by mmap and madvise.
#define _DEFAULT_SOURCE // madvise, MAP_ANONYMOUS
#include "core/pages.h"

#include <sys/mman.h>
#include <unistd.h>

size_t wendi_page_size(void) {
    const long size = sysconf(_SC_PAGESIZE);
    return size > 0 ? (size_t)size : 4096;
}

void* wendi_pages_reserve(size_t size) {
    void* memory = size > 0 ? mmap(NULL, size, PROT_READ | PROT_WRITE,
                                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
                            : MAP_FAILED;
    return memory == MAP_FAILED ? NULL : memory;
}

void wendi_pages_free(void* memory, size_t size) {
    if (memory) munmap(memory, size);
}

// The start of the page of a byte.
static char* page_of(const void* byte) {
    return (char*)byte - (uintptr_t)byte % wendi_page_size();
}

void wendi_pages_want(const void* first, size_t size) {
    char* page = page_of(first);
    madvise(page, (size_t)((const char*)first - page) + size, MADV_WILLNEED); // only a hint
}

static bool is_here(char* page) {
    unsigned char here = 1;
    return mincore(page, 1, (void*)&here) != 0 || (here & 1);
}

bool wendi_pages_are_here(const void* first, size_t size) {
    WENDI_ASSERT(size > 0);
    char *begin = page_of(first), *end = page_of((const char*)first + size - 1);
    const size_t steps = (size_t)(end - begin) / wendi_page_size();
    if (steps <= 1) return is_here(begin) && (steps == 0 || is_here(end));
    return is_here(begin + steps / 2 * wendi_page_size());
}

void wendi_pages_drop(void* first, size_t size) {
    madvise(first, size, MADV_DONTNEED);
}
