// fail_malloc.c: a library to preload that lets the allocation number FAIL_AT of a process fail, or, when
// that is 0, writes how many there were to the file COUNT_TO. Only the first process counts, not its
// children.
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* memory, size_t size);

static atomic_long calls;
static long fail_at = -1; // -1: the environment has not been read

__attribute__((constructor)) static void begin(void) {
    const char* text = getenv("FAIL_AT");
    fail_at = text ? atol(text) : -1;
    atomic_store(&calls, 0);
}

__attribute__((destructor)) static void end(void) {
    const char* file = getenv("COUNT_TO");
    if (fail_at != 0 || !file) return;
    char text[32];
    const int length = snprintf(text, sizeof text, "%ld\n", (long)calls);
    const int fd = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (fd < 0 || write(fd, text, (size_t)length) != length) _exit(99);
    close(fd);
}

static int fails(void) {
    if (fail_at < 0 || atomic_fetch_add(&calls, 1) + 1 != fail_at) return 0;
    errno = ENOMEM;
    return 1;
}

void* malloc(size_t size) {
    return fails() ? NULL : __libc_malloc(size);
}
void* calloc(size_t count, size_t size) {
    return fails() ? NULL : __libc_calloc(count, size);
}
void* realloc(void* memory, size_t size) {
    return fails() ? NULL : __libc_realloc(memory, size);
}
