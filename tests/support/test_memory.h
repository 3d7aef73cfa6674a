// test_memory.h: an allocator that counts, checks freed blocks, and fails on demand.
#ifndef WEND_TEST_MEMORY_H
#define WEND_TEST_MEMORY_H
#include "wend/base.h"

typedef struct test_memory {
    int64_t calls;   // to alloc, failed ones too
    int64_t fail_at; // the call that fails; -1: none
    bool fail_on;    // and all calls after it
    int64_t live;    // blocks not given back
    size_t live_bytes;
} test_memory;

/// Never fails until fail_at is set. The program ends when a block comes back with another size than it was
/// asked for.
test_memory test_memory_new(void);
/// Hooks that borrow the memory.
wend_allocator test_memory_allocator(test_memory* memory);
#endif
