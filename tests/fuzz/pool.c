// pool.c: how does a fuzzer get large blocks without the cost of mapping them for each input?
#include "pool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__SANITIZE_ADDRESS__) // gcc
#include <sanitizer/asan_interface.h>
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#include <sanitizer/asan_interface.h>
#endif
#endif
#if !defined(ASAN_POISON_MEMORY_REGION)
#define ASAN_POISON_MEMORY_REGION(start, size)   ((void)(start), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(start, size) ((void)(start), (void)(size))
#endif

enum {
    LARGE = 1 << 16,
    MOST_LARGE = 32 << 20,
    KEPT = 16,
    MOST_FILLED = 1 << 12,
    ALIGNMENT = 64,
    LEAD = 32,
    REDZONE = 64
};

typedef struct block_header { // directly before the bytes returned
    size_t size, room;        // room: of a large block, what fits, with its redzone; otherwise 0
    void* start;              // of the allocation, header included
} block_header;

typedef struct kept_block {
    char* bytes;
    size_t room;
} kept_block;

static struct {
    kept_block kept[KEPT];
    int32_t kept_count;
    int64_t live;
    size_t live_bytes, peak_bytes;
} pool;

// The smallest kept block that has the room and is not much larger; NULL: none.
static char* take_kept(size_t room, size_t* room_out) {
    int32_t best = -1;
    for (int32_t i = 0; i < pool.kept_count; i++) {
        const size_t here = pool.kept[i].room;
        if (here >= room && here / 4 <= room && (best < 0 || here < pool.kept[best].room)) best = i;
    }
    if (best < 0) return NULL;
    char* bytes = pool.kept[best].bytes;
    *room_out = pool.kept[best].room;
    pool.kept[best] = pool.kept[--pool.kept_count];
    return bytes;
}

static void* pool_alloc(size_t size, size_t align, void* context) {
    (void)context;
    if (size == 0 || align == 0 || (align & (align - 1)) != 0) abort();
    const bool large = size >= LARGE && size < MOST_LARGE && align <= ALIGNMENT;
    size_t room = large ? size + REDZONE : 0;
    char* bytes = large ? take_kept(room, &room) : NULL;
    if (!bytes) {
        const size_t least = large ? ALIGNMENT : LEAD, lead = align < least ? least : align;
        void* start;
        if (posix_memalign(&start, lead, lead + (large ? room : size)) != 0) return NULL;
        bytes = (char*)start + lead;
        ((block_header*)bytes - 1)->start = start;
    }
    block_header* block = (block_header*)bytes - 1;
    ASAN_UNPOISON_MEMORY_REGION(block, sizeof *block);
    block->size = size;
    block->room = room;
    if (large) {
        ASAN_UNPOISON_MEMORY_REGION(bytes, size);
        ASAN_POISON_MEMORY_REGION(bytes + size, room - size);
    }
    ASAN_POISON_MEMORY_REGION(block, sizeof *block);
    memset(bytes, 0xa5, size < MOST_FILLED ? size : MOST_FILLED); // nobody relies on zeros
    pool.live++;
    pool.live_bytes += size;
    if (pool.live_bytes > pool.peak_bytes) pool.peak_bytes = pool.live_bytes;
    return bytes;
}

static void pool_free(void* bytes, size_t size, void* context) {
    (void)context;
    block_header* block = (block_header*)bytes - 1;
    ASAN_UNPOISON_MEMORY_REGION(block, sizeof *block);
    if (block->size != size) {
        fprintf(stderr, "a block of %zu bytes was freed as %zu\n", block->size, size);
        abort();
    }
    pool.live--;
    pool.live_bytes -= size;
    const size_t room = block->room;
    if (room > 0 && pool.kept_count < KEPT) {
        pool.kept[pool.kept_count++] = (kept_block){bytes, room};
        ASAN_POISON_MEMORY_REGION(block, sizeof *block + room);
        return;
    }
    if (room > 0) ASAN_UNPOISON_MEMORY_REGION(bytes, room);
    free(block->start);
}

const wend_allocator* pool_allocator(void) {
    static const wend_allocator allocator = {pool_alloc, pool_free, NULL};
    return &allocator;
}

void pool_begin(void) {
    pool.peak_bytes = pool.live_bytes;
}

size_t pool_peak_bytes(void) {
    return pool.peak_bytes;
}

int64_t pool_live_blocks(void) {
    return pool.live;
}
