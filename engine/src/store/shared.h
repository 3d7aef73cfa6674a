// shared.h: memory that several versions of a world use until one of them changes it.
//
// Whoever uses shared memory counts as one use; the last one frees it. Only memory with one use may be
// changed. A version and what it is copied to are used by different threads, so the count is atomic.
#ifndef WENDI_SHARED_H
#define WENDI_SHARED_H
#include <stdatomic.h>

#include "core/base.h"

typedef struct wendi_shared {
    _Atomic int32_t uses;
    wend_allocator allocator;
    size_t bytes;                                 // of the memory that follows
    void (*release_opt)(struct wendi_shared* at); // called before it is freed
} wendi_shared;

enum { WENDI_SHARED_HEAD = 64 };

/// Zeroed memory with one use. NULL: out of memory.
wendi_shared* wendi_shared_new(const wend_allocator* allocator, size_t bytes);
/// Ends a use. True: it was the last one, and wendi_shared_free must follow.
bool wendi_shared_end(wendi_shared* shared);
void wendi_shared_free(wendi_shared* shared);
/// Ends a use; the last one frees the memory. shared_opt may be NULL.
void wendi_shared_drop(wendi_shared* shared_opt);
static inline void* wendi_shared_memory(wendi_shared* shared) {
    return (char*)shared + WENDI_SHARED_HEAD;
}
/// Begins another use, and returns the memory. shared_opt may be NULL.
static inline wendi_shared* wendi_shared_keep(wendi_shared* shared_opt) {
    if (shared_opt) atomic_fetch_add_explicit(&shared_opt->uses, 1, memory_order_relaxed);
    return shared_opt;
}
/// True when nobody else uses the memory, so that it may be changed.
static inline bool wendi_is_only_use(const wendi_shared* shared) {
    return atomic_load_explicit(&shared->uses, memory_order_acquire) == 1;
}
/// Bytes of the memory and what manages it. shared_opt may be NULL.
static inline size_t wendi_shared_bytes(const wendi_shared* shared_opt) {
    return shared_opt ? WENDI_SHARED_HEAD + shared_opt->bytes : 0;
}
#endif
