// pages_windows.c: pages.h on Windows.
#define _WIN32_WINNT 0x0601
#include "core/pages.h"

#include <windows.h>

size_t wendi_page_size(void) {
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return info.dwPageSize;
}

void* wendi_pages_reserve(size_t size) {
    return size > 0 ? VirtualAlloc(NULL, size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE) : NULL;
}

void wendi_pages_free(void* memory, size_t size) {
    (void)size;
    if (memory) VirtualFree(memory, 0, MEM_RELEASE);
}

// The system reads ahead by itself.
void wendi_pages_want(const void* first, size_t size) {
    (void)first;
    (void)size;
}

bool wendi_pages_are_here(const void* first, size_t size) {
    (void)first;
    (void)size;
    return true;
}

// Pages of a mapped file only leave the memory; others lose their contents as well.
void wendi_pages_drop(void* first, size_t size) {
    MEMORY_BASIC_INFORMATION info;
    if (VirtualQuery(first, &info, sizeof info) == 0) return;
    if (info.Type == MEM_PRIVATE && VirtualFree(first, size, MEM_DECOMMIT))
        VirtualAlloc(first, size, MEM_COMMIT, PAGE_READWRITE);
    else
        VirtualUnlock(first, size);
}
