// shared.c: memory with a count of its uses.
#include "store/shared.h"

_Static_assert(sizeof(wendi_shared) <= WENDI_SHARED_HEAD, "room before the memory");

// Items of the size of the head are aligned to it.
static size_t heads_of(size_t bytes) {
    return 1 + (bytes + WENDI_SHARED_HEAD - 1) / WENDI_SHARED_HEAD;
}

wendi_shared* wendi_shared_new(const wend_allocator* allocator, size_t bytes) {
    if (bytes > SIZE_MAX - 2 * (size_t)WENDI_SHARED_HEAD) return NULL;
    const size_t heads = heads_of(bytes);
    wendi_shared* made = wendi_alloc_zeroed(allocator, heads, WENDI_SHARED_HEAD);
    if (!made) return NULL;
    made->uses = 1;
    made->allocator = *allocator;
    made->bytes = (heads - 1) * WENDI_SHARED_HEAD;
    return made;
}

bool wendi_shared_end(wendi_shared* shared) {
    return atomic_fetch_sub_explicit(&shared->uses, 1, memory_order_acq_rel) == 1;
}

void wendi_shared_free(wendi_shared* shared) {
    if (shared->release_opt) shared->release_opt(shared);
    const wend_allocator allocator = shared->allocator;
    wendi_free(&allocator, shared, heads_of(shared->bytes), WENDI_SHARED_HEAD);
}

void wendi_shared_drop(wendi_shared* shared) {
    if (shared && wendi_shared_end(shared)) wendi_shared_free(shared);
}
