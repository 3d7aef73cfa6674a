// base.h: what every stage shares: memory, hashing, cookies, small arithmetic.
#ifndef WENDI_BASE_H
#define WENDI_BASE_H
#include <assert.h>

#include "wend/base.h"

// ---- memory

/// Resolves NULL to malloc and free.
wend_allocator wendi_allocator(const wend_allocator* allocator_opt);
/// NULL when size is 0, when count * size overflows, or when there is no memory.
void* wendi_alloc(const wend_allocator* allocator, size_t count, size_t size);
/// Zeroed; from malloc's own pages where that is free of cost.
void* wendi_alloc_zeroed(const wend_allocator* allocator, size_t count, size_t size);
/// NULL is a no-op; count and size as they were asked for.
void wendi_free(const wend_allocator* allocator, void* memory, size_t count, size_t size);

/// As wendi_grow, for count above *capacity.
void* wendi_grow_now(const wend_allocator* allocator, void* data, size_t* capacity, size_t kept, size_t count,
                     size_t item_size);
/// The memory of an array of *capacity items, grown by half or more if count do not fit; the first kept items
/// move along. NULL: no memory, and nothing changed. Here, as most calls find room.
static inline void* wendi_grow(const wend_allocator* allocator, void* data, size_t* capacity, size_t kept,
                               size_t count, size_t item_size) {
    if (count <= *capacity) return data;
    return wendi_grow_now(allocator, data, capacity, kept, count, item_size);
}

/// Tiles in a row, e.g. those of a path.
typedef struct wendi_tile_list {
    wend_allocator allocator;
    wend_tile* data;
    size_t capacity;
    int64_t count;
} wendi_tile_list;
/// Makes room for count tiles; keeps those there are.
wend_result wendi_tile_list_reserve(wendi_tile_list* list, int64_t count);
wend_result wendi_tile_list_push(wendi_tile_list* list, wend_tile tile);
void wendi_tile_list_free(wendi_tile_list* list);

// ---- definitions

/// A definition made by a wend_default_*_def carries this.
#define WENDI_COOKIE 0x57454e44

// ---- errors

/// Fills *error_opt, if there is one, with a printf text cleaned of control characters; returns result.
wend_result wendi_fail(wend_error* error_opt, wend_result result, const char* format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;
/// What an error number of the system means, in English whatever the host's locale. Any thread may ask.
const char* wendi_system_error(int number);

// ---- long work

/// How to ask whether a long search should stop.
typedef struct wendi_cancel {
    bool (*should_cancel)(void* context); // NULL: never
    void* context;
} wendi_cancel;

static inline bool wendi_is_cancelled(const wendi_cancel* cancel) {
    return cancel->should_cancel && cancel->should_cancel(cancel->context);
}

// ---- arithmetic

static inline int32_t wendi_min(int32_t a, int32_t b) {
    return a < b ? a : b;
}
static inline int32_t wendi_max(int32_t a, int32_t b) {
    return a > b ? a : b;
}
static inline int32_t wendi_abs(int32_t a) {
    return a < 0 ? -a : a;
}

// ---- the 8 directions, straight ones first; every loop over neighbours and every tie uses this order

enum { WENDI_STRAIGHT = 4, WENDI_DIRECTIONS = 8 };
static const wend_tile wendi_direction[WENDI_DIRECTIONS] = {{1, 0}, {0, 1},  {-1, 0},  {0, -1},
                                                            {1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
#endif
