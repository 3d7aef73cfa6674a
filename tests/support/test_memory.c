// test_memory.c: the counting allocator. A header before each block keeps its size; new bytes
// are filled with a pattern, so that nobody relies on zeros; of a large block the first ones, which takes
// less time.
#include "test_memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FILLED = 1 << 16 };

typedef struct block_header { // directly before the bytes returned
    size_t size;
    void* start; // of the allocation, header included
} block_header;

test_memory test_memory_new(void) {
    return (test_memory){.fail_at = -1};
}

static void* test_alloc(size_t size, size_t align, void* context) {
    test_memory* memory = context;
    int64_t call = memory->calls++;
    if (memory->fail_at >= 0 && (call == memory->fail_at || (memory->fail_on && call > memory->fail_at)))
        return NULL;
    if (size == 0 || align == 0 || (align & (align - 1)) != 0) {
        fprintf(stderr, "memory: size %zu with alignment %zu requested\n", size, align);
        abort();
    }
    if (align < sizeof(block_header)) align = sizeof(block_header);
    char* start = aligned_alloc(align, (align + size + align - 1) / align * align);
    if (!start) return NULL;
    block_header* block = (block_header*)(start + align) - 1;
    *block = (block_header){size, start};
    memset(start + align, 0xa5, size < MOST_FILLED ? size : MOST_FILLED);
    memory->live++;
    memory->live_bytes += size;
    if (memory->live_bytes > memory->peak_bytes) memory->peak_bytes = memory->live_bytes;
    return start + align;
}

static void test_free(void* bytes, size_t size, void* context) {
    test_memory* memory = context;
    block_header* block = (block_header*)bytes - 1;
    if (block->size != size) {
        fprintf(stderr, "memory: a block of %zu bytes was freed as %zu\n", block->size, size);
        abort();
    }
    memory->live--;
    memory->live_bytes -= size;
    free(block->start);
}

wend_allocator test_memory_allocator(test_memory* memory) {
    return (wend_allocator){test_alloc, test_free, memory};
}
