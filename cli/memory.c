// memory.c: where do commands get memory, and what happens when there is none?
#include "memory.h"
#include "cli.h"

#include <stdlib.h>
#include <string.h>

void memory_fail(int64_t count, const char* what) {
    exit(cli_end(command_fail(CLI_RESOURCE, "out of memory for %lld %s", (long long)count, what)));
}

void* memory_for(int64_t count, size_t size, const char* what) {
    void* things = calloc(count > 0 ? (size_t)count : 1, size);
    if (things == NULL) memory_fail(count, what);
    return things;
}

void* memory_grow(void* things, int64_t count, int64_t* capacity_io, size_t size, const char* what) {
    if (count < *capacity_io) return things;
    *capacity_io = 2 * count + 64;
    things = realloc(things, (size_t)*capacity_io * size);
    if (things == NULL) memory_fail(*capacity_io, what);
    return things;
}

char* memory_text(const char* text, size_t length) {
    return memcpy(memory_for((int64_t)length + 1, 1, "letters"), text, length);
}
