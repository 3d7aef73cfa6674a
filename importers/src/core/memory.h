// memory.h: memory by the allocator of a definition.
#ifndef WIMP_MEMORY_H
#define WIMP_MEMORY_H
#include "wend/base.h"

/// NULL when the allocator has none left. A NULL allocator stands for malloc and free.
void* wimp_alloc(const wend_allocator* allocator_opt, size_t size);
/// The same, with all bytes zero.
void* wimp_zeroed(const wend_allocator* allocator_opt, size_t size);
/// memory may be NULL; size is what was asked for.
void wimp_free(const wend_allocator* allocator_opt, void* memory, size_t size);
#endif
