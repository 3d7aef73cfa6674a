// counting.h: an allocator of measurements that counts the bytes that are in use, on one thread.
#ifndef BENCH_COUNTING_H
#define BENCH_COUNTING_H
#include <stdlib.h>

#include <wend/wend.h>

static size_t counted_bytes;

static void* count_alloc(size_t size, size_t align, void* context) {
    (void)context;
    counted_bytes += size;
    return aligned_alloc(align, (size + align - 1) / align * align);
}

static void count_free(void* memory, size_t size, void* context) {
    (void)context;
    counted_bytes -= size;
    free(memory);
}

static const wend_allocator counting = {count_alloc, count_free, NULL};
#endif
