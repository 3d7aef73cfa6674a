// test_memory.h: an allocator that counts calls, checks the size of each freed block, and fails when told to.
#ifndef WEND_TEST_MEMORY_H
#define WEND_TEST_MEMORY_H
#include "wend/base.h"

typedef struct test_memory {
    int64_t calls;   // of the alloc function, failed ones included
    int64_t fail_at; // the call that fails; -1: none
    bool fail_on;    // all later calls fail too
    int64_t live;    // blocks not freed
    size_t live_bytes, peak_bytes;
} test_memory;

/// Never fails until fail_at is set. The program ends when a block is freed with another size than it was
/// allocated with.
test_memory test_memory_new(void);
/// The allocator; it refers to the memory, which must outlive it.
wend_allocator test_memory_allocator(test_memory* memory);
#endif
