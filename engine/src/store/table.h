// table.h: memory that the versions of a world share until one of them changes it: with a count of its uses,
// and as tables with one item for each cluster.
#ifndef WENDI_TABLE_H
#define WENDI_TABLE_H
#include <stdatomic.h>

#include "core/base.h"

// ---- memory that several versions of a world use until one of them changes it.
//
// Whoever uses shared memory counts as one use; the last one frees it. Only memory with one use may be
// changed. A version and what it is copied to are used by different threads, so the count is atomic.

typedef struct wendi_shared {
    _Atomic int32_t uses;
    wend_allocator allocator;
    void* room;                                   // that the allocator gave, in which this lies
    size_t bytes;                                 // of the memory that follows
    void (*release_opt)(struct wendi_shared* at); // called before it is freed
} wendi_shared;

enum { WENDI_SHARED_HEAD = 64 };

/// Zeroed memory with one use. Of much memory, the system has only the pages that were written. NULL: out of
/// memory.
wendi_shared* wendi_shared_new(const wend_allocator* allocator, size_t bytes);
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
    return shared_opt ? 2 * WENDI_SHARED_HEAD - 1 + shared_opt->bytes : 0; // with room to align it
}

// ---- the same for memory of an item, of which there are many: it is small, and nobody but its users keeps
// the allocator.

/// Zeroed memory with one use. NULL: out of memory.
void* wendi_counted_new(const wend_allocator* allocator, size_t bytes);
/// Begins another use.
void wendi_counted_keep(void* memory);
/// Ends a use; the last one frees the memory.
void wendi_counted_drop(void* memory, const wend_allocator* allocator);
bool wendi_counted_is_only_use(const void* memory);
/// Bytes of the memory and the count.
size_t wendi_counted_bytes(const void* memory);

// ---- one item for each cluster, shared by the versions of a world until one of them changes it.
//
// The items lie one after the other, as they were built or as a file has them. A version that changes an item
// while others share it copies the chunk of items around it, and from then on has that chunk for itself; all
// other chunks stay shared. A world that shares nothing changes its items in place.

enum { WENDI_CHUNK_ITEMS = 64 };

/// What the items of a table own. Functions that are NULL: nothing.
typedef struct wendi_item_kind {
    size_t size;
    void (*keep)(const void* item);                            // another chunk has a copy of the item
    void (*drop)(void* item, const wend_allocator* allocator); // one chunk less has it
    size_t (*bytes)(const void* item);                         // that it owns
} wendi_item_kind;

/// Numbers, which own nothing.
extern const wendi_item_kind wendi_byte_items, wendi_word_items;
/// Numbers that any version may note in items that it shares: what all of them would note.
extern const wendi_item_kind wendi_noted_items;

typedef struct wendi_table {
    const wendi_item_kind* kind; // NULL: there is no table
    wendi_shared* owner;         // of the items
    char* items;                 // NULL: all are zero that lie in no chunk
    wendi_shared* changed;       // NULL: no chunk was copied; otherwise where those are that were
    int32_t count;
} wendi_table;

/// A table of zeroed items. Errors: MEMORY.
wend_result wendi_table_make(const wendi_item_kind* kind, int32_t count, const wend_allocator* allocator,
                             wendi_table* out);
/// The same, but without memory for the items: each chunk gets some when an item in it is owned. For tables
/// that stay zero but for a few.
wend_result wendi_table_make_empty(const wendi_item_kind* kind, int32_t count,
                                   const wend_allocator* allocator, wendi_table* out);
/// A table of items that lie elsewhere and own nothing. owner: one use for each version that shares them; its
/// release_opt frees them. NULL: out of memory. Errors: MEMORY.
wend_result wendi_table_of(const wendi_item_kind* kind, int32_t count, void* items, wendi_shared* owner,
                           wendi_table* out);
/// Another table that shares all items.
wendi_table wendi_table_share(const wendi_table* table);
void wendi_table_free(wendi_table* table);
size_t wendi_table_bytes(const wendi_table* table);
/// True when no other version shares the items, so that all of them may be changed in place.
static inline bool wendi_table_is_own(const wendi_table* table) {
    return !table->changed && wendi_is_only_use(table->owner);
}
/// Makes an item the table's own, so that it may be changed. Errors: MEMORY.
wend_result wendi_table_own(wendi_table* table, int32_t index);
/// Notes that items around one of a table that is not shared own something. For items that are written
/// without wendi_table_own.
void wendi_table_note(const wendi_table* table, int32_t index);

/// The first index, from one on, that lies in a chunk which two versions of a table do not share; the count:
/// there is none.
int32_t wendi_table_next_other(const wendi_table* a, const wendi_table* b, int32_t index);

/// wendi_table_at of a table with copied chunks.
WENDI_COLD void* wendi_table_changed_at(const wendi_table* table, size_t size, int32_t index);
static inline void* wendi_table_at(const wendi_table* table, size_t size, int32_t index) {
    WENDI_ASSERT(table->kind && size == table->kind->size && index >= 0 && index < table->count);
    if (WENDI_SELDOM(table->changed)) return wendi_table_changed_at(table, size, index);
    return table->items + (size_t)index * size;
}

/// A table whose items have a type, and the item at an index. Whoever changes it owns it (wendi_table_own).
#define WENDI_TABLE(type)                                                                                    \
    union {                                                                                                  \
        wendi_table table;                                                                                   \
        type* items; /* names the type; never read */                                                        \
    }
typedef WENDI_TABLE(uint8_t) wendi_byte_table;
typedef WENDI_TABLE(uint64_t) wendi_word_table;
typedef WENDI_TABLE(_Atomic uint64_t) wendi_noted_table;
#define wendi_item(of, index)                                                                                \
    ((__typeof__((of)->items))wendi_table_at(&(of)->table, sizeof *(of)->items, (index)))
#endif
