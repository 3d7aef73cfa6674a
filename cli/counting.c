// counting.c: an allocator that counts its allocations.
#include "counting.h"

#include <stdlib.h>

static void* allocate(size_t size, size_t align, void* context) {
    ++*(int64_t*)context;
    void* memory = NULL;
    return posix_memalign(&memory, align < sizeof(void*) ? sizeof(void*) : align, size) == 0 ? memory : NULL;
}

static void release(void* memory, size_t size, void* context) {
    (void)size, (void)context;
    free(memory);
}

wend_allocator counting_allocator(int64_t* count) {
    return (wend_allocator){allocate, release, count};
}
