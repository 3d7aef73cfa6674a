// failing_malloc.c: which allocation fails? New bytes are filled with a pattern, so that nobody relies on
// zeros.
#include "failing_malloc.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>

void* __real_malloc(size_t size);
void* __real_calloc(size_t count, size_t size);
void* __real_realloc(void* memory, size_t size);
void* __real_aligned_alloc(size_t align, size_t size);
void __real_free(void* memory);
char* __real_strdup(const char* text);
char* __real_realpath(const char* path, char* resolved);
void* __real_mmap(void* address, size_t size, int protection, int flags, int file, off_t offset);

void* __wrap_malloc(size_t size);
void* __wrap_calloc(size_t count, size_t size);
void* __wrap_realloc(void* memory, size_t size);
void* __wrap_aligned_alloc(size_t align, size_t size);
void __wrap_free(void* memory);
char* __wrap_strdup(const char* text);
char* __wrap_realpath(const char* path, char* resolved);
void* __wrap_mmap(void* address, size_t size, int protection, int flags, int file, off_t offset);

static atomic_llong calls, live;
static atomic_llong fail_at = -1;
static atomic_bool fail_later;

void failing_malloc_begin(int64_t number, bool all_later) {
    atomic_store(&calls, 0);
    atomic_store(&fail_later, all_later);
    atomic_store(&fail_at, number);
}

int64_t failing_malloc_end(void) {
    atomic_store(&fail_at, -1);
    return atomic_load(&calls);
}

int64_t failing_malloc_live(void) {
    return atomic_load(&live);
}

static bool fails(void) {
    const long long call = atomic_fetch_add(&calls, 1), at = atomic_load(&fail_at);
    if (at < 0 || call < at || (call > at && !atomic_load(&fail_later))) return false;
    errno = ENOMEM;
    return true;
}

static void* count(void* memory) {
    if (memory) atomic_fetch_add(&live, 1);
    return memory;
}

void* __wrap_malloc(size_t size) {
    void* memory = fails() ? NULL : count(__real_malloc(size));
    return memory ? memset(memory, 0xa5, size) : NULL;
}

void* __wrap_calloc(size_t number, size_t size) {
    return fails() ? NULL : count(__real_calloc(number, size));
}

void* __wrap_realloc(void* memory, size_t size) {
    if (fails()) return NULL;
    void* grown = __real_realloc(memory, size);
    return memory ? grown : count(grown);
}

void* __wrap_aligned_alloc(size_t align, size_t size) {
    void* memory = fails() ? NULL : count(__real_aligned_alloc(align, size));
    return memory ? memset(memory, 0xa5, size) : NULL;
}

void __wrap_free(void* memory) {
    if (memory) atomic_fetch_sub(&live, 1);
    __real_free(memory);
}

char* __wrap_strdup(const char* text) {
    return fails() ? NULL : count(__real_strdup(text));
}

char* __wrap_realpath(const char* path, char* resolved) {
    if (resolved) return __real_realpath(path, resolved);
    return fails() ? NULL : count(__real_realpath(path, NULL));
}

// Memory of the system counts too, files that are mapped do not.
void* __wrap_mmap(void* address, size_t size, int protection, int flags, int file, off_t offset) {
    if ((flags & MAP_ANONYMOUS) && fails()) return MAP_FAILED;
    return __real_mmap(address, size, protection, flags, file, offset);
}
