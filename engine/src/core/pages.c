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

bool wendi_pages_are_here(const void* first, size_t size) {
    const void* ends[2] = {page_of(first), page_of((const char*)first + size - 1)};
    WENDI_ASSERT(size > 0);
    for (int32_t i = 0; i < 2; i++) {
        unsigned char here = 1;
        if (i > 0 && ends[1] == ends[0]) break;
        if (mincore((void*)ends[i], 1, (void*)&here) == 0 && !(here & 1)) return false;
    }
    return true;
}

void wendi_pages_drop(void* first, size_t size) {
    madvise(first, size, MADV_DONTNEED);
}
