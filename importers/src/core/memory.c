// memory.c: memory by the allocator of a definition.
#include "core/memory.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

void* wimp_alloc(const wend_allocator* allocator_opt, size_t size) {
    if (allocator_opt) return allocator_opt->alloc(size, alignof(max_align_t), allocator_opt->context);
    return malloc(size);
}

void* wimp_zeroed(const wend_allocator* allocator_opt, size_t size) {
    void* memory = wimp_alloc(allocator_opt, size);
    return memory ? memset(memory, 0, size) : NULL;
}

void wimp_free(const wend_allocator* allocator_opt, void* memory, size_t size) {
    if (!memory) return;
    if (allocator_opt)
        allocator_opt->free(memory, size, allocator_opt->context);
    else
        free(memory);
}
