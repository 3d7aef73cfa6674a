// memory.h: memory by the allocator of a definition.
#ifndef WIMP_MEMORY_H
#define WIMP_MEMORY_H
#include "wend/base.h"

/// NULL when the allocator has none left. A NULL allocator stands for malloc and free.
void* wimp_alloc(const wend_allocator* allocator_opt, size_t size);
/// The same, with all bytes zero.
void* wimp_zeroed(const wend_allocator* allocator_opt, size_t size);
/// memory may be NULL; size is the requested one.
void wimp_free(const wend_allocator* allocator_opt, void* memory, size_t size);

/// Grows an array from wimp_alloc to hold count items, and copies the first kept ones. Returns NULL and
/// changes nothing when memory is out.
void* wimp_grow(const wend_allocator* allocator_opt, void* data, size_t* capacity, size_t kept, size_t count,
                size_t item_size);
/// The same for one item more than count, of an array whose items are counted in 32 bits.
static inline void* wimp_grow_one(const wend_allocator* allocator_opt, void* data, size_t* capacity,
                                  int32_t count, size_t item_size) {
    if (count == INT32_MAX) return NULL;
    return wimp_grow(allocator_opt, data, capacity, (size_t)count, (size_t)count + 1, item_size);
}

/// Memory that ends as one: all zero but for the allocator, it is empty.
typedef struct wimp_memory {
    const wend_allocator* allocator_opt;
    struct wimp_block* last;
} wimp_memory;
/// All bytes are zero. NULL: there is no more.
void* wimp_memory_get(wimp_memory* memory, size_t size);
/// Gives back a part of it, or NULL, before the end.
void wimp_memory_drop(wimp_memory* memory, void* part_opt);
void wimp_memory_end(wimp_memory* memory);
#endif
