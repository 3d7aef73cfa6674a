// system.c: system.h and the texts of errors on POSIX.
#define _XOPEN_SOURCE   700 // strerror_l
#define _DEFAULT_SOURCE     // madvise, MAP_ANONYMOUS
#define _XOPEN_SOURCE   700 // pthread_sigmask, clock_gettime, sysconf
#include "core/system.h"

#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "core/base.h"

// ---- memory, and the texts of errors

void* wendi_system_alloc(size_t size, size_t align) {
    if (align <= _Alignof(max_align_t)) return malloc(size);
    return aligned_alloc(align, (size + align - 1) / align * align);
}

const char* wendi_system_error(int number) {
    locale_t english = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!english) return "the system gave no reason";
    const char* text = strerror_l(number, english);
    freelocale(english);
    return text;
}

// ---- pages, by mmap and madvise

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

// ---- threads with the signals of workers, and the system's clock

// The signals that a worker blocks: all that are sent to the process. Those that a thread causes itself stay
// with the host's crash handlers and profilers.
static sigset_t signals_of_workers(void) {
    static const int of_a_thread[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT, SIGPROF};
    sigset_t signals;
    sigfillset(&signals);
    for (size_t i = 0; i < sizeof of_a_thread / sizeof *of_a_thread; i++) sigdelset(&signals, of_a_thread[i]);
    return signals;
}

int32_t wendi_workers_start(pthread_t* workers, int32_t count, void* (*work)(void* context), void* context) {
    int32_t started = 0;
    sigset_t blocked = signals_of_workers(), before;
    pthread_sigmask(SIG_BLOCK, &blocked, &before); // a thread starts with the mask of its creator
    while (started < count && pthread_create(&workers[started], NULL, work, context) == 0) started++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

int32_t wendi_processor_count(void) {
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > INT32_MAX ? INT32_MAX : (int32_t)count;
}

uint64_t wendi_system_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}
