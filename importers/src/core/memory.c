// memory.c: memory by the allocator of a definition.
#include "core/memory.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

enum { MIN_ITEMS = 64 }; // of an array that grows

void* wimp_alloc(const wend_allocator* allocator_opt, size_t size) {
    if (allocator_opt) return allocator_opt->alloc(size, alignof(max_align_t), allocator_opt->context);
    return malloc(size);
}

void* wimp_zeroed(const wend_allocator* allocator_opt, size_t size) {
    if (!allocator_opt) return calloc(1, size);
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

void* wimp_grow(const wend_allocator* allocator_opt, void* data, size_t* capacity, size_t kept, size_t count,
                size_t item_size) {
    if (count <= *capacity) return data;
    size_t wanted = *capacity + *capacity / 2;
    if (wanted < count) wanted = count;
    if (wanted < MIN_ITEMS) wanted = MIN_ITEMS;
    if (wanted > SIZE_MAX / 2 / item_size) return NULL;
    void* grown = wimp_alloc(allocator_opt, wanted * item_size);
    if (!grown) return NULL;
    if (kept) memcpy(grown, data, kept * item_size);
    wimp_free(allocator_opt, data, *capacity * item_size);
    *capacity = wanted;
    return grown;
}

// ---- memory that ends as one

// Stands before each part.
struct wimp_block {
    alignas(max_align_t) struct wimp_block* before;
    struct wimp_block* behind;
    size_t size; // of the part
};

void* wimp_memory_get(wimp_memory* memory, size_t size) {
    if (size > SIZE_MAX / 2) return NULL;
    struct wimp_block* block = wimp_zeroed(memory->allocator_opt, sizeof *block + size);
    if (!block) return NULL;
    block->before = memory->last;
    block->size = size;
    if (memory->last) memory->last->behind = block;
    memory->last = block;
    return block + 1;
}

void wimp_memory_drop(wimp_memory* memory, void* part_opt) {
    if (!part_opt) return;
    struct wimp_block* block = (struct wimp_block*)part_opt - 1;
    if (block->before) block->before->behind = block->behind;
    *(block->behind ? &block->behind->before : &memory->last) = block->before;
    wimp_free(memory->allocator_opt, block, sizeof *block + block->size);
}

void wimp_memory_end(wimp_memory* memory) {
    while (memory->last) wimp_memory_drop(memory, memory->last + 1);
}
