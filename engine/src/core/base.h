// base.h: what every layer shares: checks, memory, cookies, errors, tasks, small arithmetic.
#ifndef WENDI_BASE_H
#define WENDI_BASE_H
#include <string.h>

#include "wend/base.h"

// ---- checks and log

/// Calls the host's hook, or prints and aborts when there is none.
void wendi_assert_failed(const char* condition, const char* file, int32_t line);
/// An invariant of the engine; input from outside is checked by ordinary code instead. Without NDEBUG a false
/// condition is reported; with it the condition is compiled but never evaluated.
#ifdef NDEBUG
#define WENDI_ASSERT(condition) ((void)sizeof((condition) ? 1 : 0))
#else
#define WENDI_ASSERT(condition) ((condition) ? (void)0 : wendi_assert_failed(#condition, __FILE__, __LINE__))
#endif

/// A function that takes a format as printf does.
#if defined(__MINGW32__) // where printf may also be that of Microsoft
#define WENDI_PRINTF(format_at, arguments_at) __attribute__((format(gnu_printf, format_at, arguments_at)))
#elif defined(__GNUC__)
#define WENDI_PRINTF(format_at, arguments_at) __attribute__((format(printf, format_at, arguments_at)))
#else
#define WENDI_PRINTF(format_at, arguments_at)
#endif

/// Gives the host's hook a line in printf form; no effect without a hook.
void wendi_log(wend_log_level level, const char* format, ...) WENDI_PRINTF(2, 3);

// ---- compilation

/// A function that is compiled for each of its calls, with the constants that the call passes.
#define WENDI_SPECIALISED static inline __attribute__((always_inline))
/// A condition that is nearly always false, and a function that is seldom called.
#define WENDI_SELDOM(condition) __builtin_expect(!!(condition), 0)
#define WENDI_COLD              __attribute__((cold, noinline))

// ---- memory

/// Resolves NULL to malloc and free.
wend_allocator wendi_allocator(const wend_allocator* allocator_opt);
/// Memory for free(), aligned to align (a power of two) where the system can do that.
void* wendi_system_alloc(size_t size, size_t align);
/// NULL when size is 0, when count * size overflows, or when there is no memory.
void* wendi_alloc(const wend_allocator* allocator, size_t count, size_t size);
/// Zeroed memory; malloc's own zero pages where possible.
void* wendi_alloc_zeroed(const wend_allocator* allocator, size_t count, size_t size);
/// A copy of some items, NULL as above.
void* wendi_alloc_copy(const wend_allocator* allocator, const void* items, size_t count, size_t size);
/// memory may be NULL; count and size as they were requested.
void wendi_free(const wend_allocator* allocator, void* memory, size_t count, size_t size);

/// wendi_make_room for a count above *capacity.
bool wendi_make_room_now(const wend_allocator* allocator, void* array_io, size_t* capacity, size_t kept,
                         size_t count, size_t item_size);
/// The array whose pointer is *array_io, and which has memory for *capacity items, grows by half or more if
/// count do not fit; the first kept items are kept. False: no memory, and nothing changed. Inline, because
/// most calls find room.
static inline bool wendi_make_room(const wend_allocator* allocator, void* array_io, size_t* capacity,
                                   size_t kept, size_t count, size_t item_size) {
    return count <= *capacity || wendi_make_room_now(allocator, array_io, capacity, kept, count, item_size);
}
/// The same by names: that of the array, and that of the member that counts its capacity.
#define WENDI_MAKE_ROOM(allocator, array, capacity, kept, count)                                             \
    wendi_make_room(allocator, &(array), &(capacity), (size_t)(kept), (size_t)(count), sizeof *(array))
/// Room for one more item than there are, which are kept.
#define WENDI_ROOM_FOR_ONE(allocator, array, capacity, count)                                                \
    WENDI_MAKE_ROOM(allocator, array, capacity, count, (size_t)(count) + 1)

// ---- memory with one owner

/// Counts the memory that belongs to an object, or to a call while it runs, and frees all of it at once,
/// whatever of it was not freed before. It stays at its place, and serves one thread at a time.
typedef struct wendi_owner {
    wend_allocator from; // the host's
    struct wendi_owned* newest;
    size_t bytes; // that the host gave
    size_t size;  // of the object whose first member this is; 0: it is the first member of none
} wendi_owner;

/// Begins to own memory of an allocator that may be NULL, and returns the allocator of what is owned.
wend_allocator wendi_owner_begin(wendi_owner* owner, const wend_allocator* from_opt);
/// Frees all that is owned.
void wendi_owner_end(wendi_owner* owner);
/// The allocator of what an object owns.
wend_allocator wendi_owned_by(wendi_owner* owner);
/// A zeroed object whose first member is its owner, from an allocator that may be NULL. NULL: out of memory.
void* wendi_owner_create(const wend_allocator* from_opt, size_t size);
/// Frees the object and all that it owns.
void wendi_owner_destroy(wendi_owner* object);

/// Declares a list of items, and its functions: name_reserve makes room for count items and keeps the present
/// ones (errors: MEMORY), name_push appends one (errors: MEMORY), name_copy makes it hold what another one
/// does, for which there is room, name_reverse_from turns the items from an index on around, name_free frees
/// them all.
#define WENDI_LIST(name, item)                                                                               \
    typedef struct name {                                                                                    \
        wend_allocator allocator;                                                                            \
        item* data;                                                                                          \
        size_t capacity;                                                                                     \
        int64_t count;                                                                                       \
    } name;                                                                                                  \
    wend_result name##_reserve(name* list, int64_t count);                                                   \
    static inline wend_result name##_push(name* list, item added) {                                          \
        const bool fits = (size_t)list->count < list->capacity;                                              \
        const wend_result result = fits ? WEND_OK : name##_reserve(list, list->count + 1);                   \
        if (result == WEND_OK) list->data[list->count++] = added;                                            \
        return result;                                                                                       \
    }                                                                                                        \
    void name##_copy(name* list, const name* from);                                                          \
    void name##_reverse_from(name* list, int64_t first);                                                     \
    void name##_free(name* list)

/// Defines the functions of a list, in one source file.
#define WENDI_LIST_FUNCTIONS(name, item)                                                                     \
    wend_result name##_reserve(name* list, int64_t count) {                                                  \
        WENDI_ASSERT(list->count >= 0 && (size_t)list->count <= list->capacity && count >= 0);               \
        return WENDI_MAKE_ROOM(&list->allocator, list->data, list->capacity, list->count, count)             \
                   ? WEND_OK                                                                                 \
                   : WEND_ERROR_MEMORY;                                                                      \
    }                                                                                                        \
    void name##_copy(name* list, const name* from) {                                                         \
        WENDI_ASSERT((size_t)from->count <= list->capacity);                                                 \
        list->count = from->count;                                                                           \
        if (from->count > 0) memcpy(list->data, from->data, (size_t)from->count * sizeof *from->data);       \
    }                                                                                                        \
    void name##_reverse_from(name* list, int64_t first) {                                                    \
        item* items = list->data;                                                                            \
        for (int64_t i = first, k = list->count - 1; i < k; i++, k--) {                                      \
            const item kept = items[i];                                                                      \
            items[i] = items[k];                                                                             \
            items[k] = kept;                                                                                 \
        }                                                                                                    \
    }                                                                                                        \
    void name##_free(name* list) {                                                                           \
        wendi_free(&list->allocator, list->data, list->capacity, sizeof *list->data);                        \
    }

/// Tiles, such as those of a path.
WENDI_LIST(wendi_tile_list, wend_tile);
/// Indices, such as those of the clusters of a path.
WENDI_LIST(wendi_index_list, int32_t);

// ---- definitions

/// The first field of every definition that a wend_default_*() has filled. Changes with the layout of any
/// definition, so that a program compiled with other headers is refused: "WEN" and a number.
#define WENDI_COOKIE 0x57454e0f

// ---- errors

/// Logs a printf text, cleaned of control characters, and writes it to *error_opt; returns result.
wend_result wendi_fail(wend_error* error_opt, wend_result result, const char* format, ...) WENDI_PRINTF(3, 4);
/// The English text for an error number of the system, whatever the host's locale. Safe on any thread.
const char* wendi_system_error(int number);

// ---- long work

/// The host's callback to cancel a long search.
typedef struct wendi_cancel {
    bool (*should_cancel)(void* context); // NULL: never
    void* context;
} wendi_cancel;

static inline bool wendi_is_cancelled(const wendi_cancel* cancel) {
    return cancel->should_cancel && cancel->should_cancel(cancel->context);
}

// ---- how is work shared out to the host's threads?

static inline bool wendi_is_valid_tasks(const wend_tasks* tasks) {
    return !tasks->enqueue == !tasks->finish;
}
/// Runs a task over [0, count), and waits for its end.
static inline void wendi_run_tasks(const wend_tasks* tasks, wend_task_fn* task, void* context,
                                   int32_t count) {
    if (tasks->enqueue)
        tasks->finish(tasks->enqueue(task, context, count, tasks->user), tasks->user);
    else
        task(context, 0, count);
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

/// Of tiles on one floor, or on the sheet (grid/floors.h).
static inline bool wendi_is_same(wend_tile a, wend_tile b) {
    return a.x == b.x && a.y == b.y;
}
/// Between two tiles, in columns or rows, whichever are more.
static inline int32_t wendi_steps_between(wend_tile a, wend_tile b) {
    return wendi_max(wendi_abs(a.x - b.x), wendi_abs(a.y - b.y));
}

static inline bool wendi_area_contains(wend_rect area, wend_tile tile) {
    return tile.x >= area.x && tile.y >= area.y && tile.x < area.x + area.width &&
           tile.y < area.y + area.height;
}

/// An area, and what lies up to so many tiles around it on a map of this size.
static inline wend_rect wendi_area_around(wend_rect area, int32_t by, int32_t width, int32_t height) {
    const int32_t left = wendi_max(area.x - by, 0), top = wendi_max(area.y - by, 0);
    return (wend_rect){left, top, wendi_min(area.x + area.width + by, width) - left,
                       wendi_min(area.y + area.height + by, height) - top};
}

/// True for a tile and its 8 neighbours.
static inline bool wendi_are_near(wend_tile a, wend_tile b) {
    return wendi_steps_between(a, b) <= 1;
}

// ---- the 8 directions, straight ones first; all loops over neighbours and all ties use this order

enum {
    WENDI_EAST,
    WENDI_SOUTH,
    WENDI_WEST,
    WENDI_NORTH,
    WENDI_SOUTH_EAST,
    WENDI_SOUTH_WEST,
    WENDI_NORTH_WEST,
    WENDI_NORTH_EAST,
    WENDI_DIRECTIONS,
    WENDI_STRAIGHT = WENDI_SOUTH_EAST
};
#define WENDI_NO_TILE ((wend_tile){-1, -1, WEND_NO_FLOOR})
static const wend_tile wendi_direction[WENDI_DIRECTIONS] = {{1, 0}, {0, 1},  {-1, 0},  {0, -1},
                                                            {1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
/// The neighbour in a direction.
static inline wend_tile wendi_beside(wend_tile tile, int32_t direction) {
    return (wend_tile){tile.x + wendi_direction[direction].x, tile.y + wendi_direction[direction].y};
}
/// The direction of a step to one of the 8 neighbours; -1: there is no step.
static inline int32_t wendi_direction_of(int32_t dx, int32_t dy) {
    static const int8_t directions[3][3] = {{6, 3, 7}, {2, -1, 0}, {5, 1, 4}};
    WENDI_ASSERT(dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1);
    return directions[dy + 1][dx + 1];
}
#endif
