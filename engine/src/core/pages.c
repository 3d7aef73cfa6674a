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

void wendi_pages_want(void* first, size_t size) {
    madvise(first, size, MADV_WILLNEED); // only a hint
}

void wendi_pages_drop(void* first, size_t size) {
    madvise(first, size, MADV_DONTNEED);
}
