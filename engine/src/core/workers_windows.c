// workers_windows.c: workers.h on Windows, where signals do not reach threads.
#define _WIN32_WINNT 0x0601
#include "core/workers.h"

#include <windows.h>

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
