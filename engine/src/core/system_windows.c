// system_windows.c: system.h and the texts of errors on Windows.
#define _WIN32_WINNT 0x0601
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "core/base.h"
#include "core/system.h"

// ---- memory, and the texts of errors

// Windows has no aligned memory for free(). That of malloc is aligned to 16 bytes; cmake/WendCompile.cmake
// sees to it that nothing needs more.
void* wendi_system_alloc(size_t size, size_t align) {
    (void)align;
    return malloc(size);
}

// English whatever the locale, in memory of the thread.
const char* wendi_system_error(int number) {
    return strerror(number);
}

// ---- pages

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

// ---- threads, which signals do not reach, and the system's clock

int32_t wendi_workers_start(pthread_t* workers, int32_t count, void* (*work)(void* context), void* context) {
    int32_t started = 0;
    while (started < count && pthread_create(&workers[started], NULL, work, context) == 0) started++;
    return started;
}

int32_t wendi_processor_count(void) {
    const DWORD count = GetActiveProcessorCount(ALL_PROCESSOR_GROUPS);
    return count < 1 ? 1 : (int32_t)count;
}

uint64_t wendi_system_ns(void) {
    LARGE_INTEGER ticks, second;
    QueryPerformanceCounter(&ticks);
    QueryPerformanceFrequency(&second);
    const uint64_t now = (uint64_t)ticks.QuadPart, rate = (uint64_t)second.QuadPart;
    return now / rate * 1000000000u + now % rate * 1000000000u / rate;
}
