// memory_file.c: how can bytes in memory be opened as a file?
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE // memfd_create
#endif
#include "memory_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

const char* memory_file(const uint8_t* bytes, size_t size) {
    static int descriptor = -1;
    static char name[40];
    if (descriptor < 0) {
        descriptor = memfd_create("fuzz", 0);
        snprintf(name, sizeof name, "/proc/self/fd/%d", descriptor);
    }
    if (descriptor < 0 || ftruncate(descriptor, 0) != 0 ||
        pwrite(descriptor, bytes, size, 0) != (ssize_t)size) {
        perror("memory file");
        abort();
    }
    return name;
}
