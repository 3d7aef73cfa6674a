// base.c: results as text, memory, errors.
#include "core/base.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CACHE_LINE = 64 };

#define TEXT_OF(x)       #x
#define VERSION(a, b, c) TEXT_OF(a) "." TEXT_OF(b) "." TEXT_OF(c)

const char* wend_version_string(void) {
    return VERSION(WEND_VERSION_MAJOR, WEND_VERSION_MINOR, WEND_VERSION_PATCH);
}

const char* wend_result_string(wend_result result) {
    static const char* const texts[WEND_RESULT_COUNT] = {
        [WEND_OK] = "ok",
        [WEND_ERROR_ARGUMENT] = "argument out of range",
        [WEND_ERROR_DEF] = "definition not filled by its default function",
        [WEND_ERROR_MEMORY] = "out of memory",
        [WEND_ERROR_LIMIT] = "a limit would be exceeded",
        [WEND_ERROR_STALE] = "out of date",
        [WEND_ERROR_FORMAT] = "malformed input",
        [WEND_ERROR_IO] = "input or output failed",
        [WEND_ERROR_UNSUPPORTED] = "not supported",
        [WEND_ERROR_CANCELLED] = "cancelled",
        [WEND_ERROR_DAMAGED] = "damaged file",
        [WEND_ERROR_NOT_LOADED] = "ground that is not loaded",
    };
    bool known = (int)result >= 0 && result < WEND_RESULT_COUNT;
    return known ? texts[result] : "unknown result";
}

static void* malloc_hook(size_t size, size_t align, void* context) {
    (void)context;
    return wendi_system_alloc(size, align);
}

static void free_hook(void* memory, size_t size, void* context) {
    (void)size;
    (void)context;
    free(memory);
}

wend_allocator wendi_allocator(const wend_allocator* allocator_opt) {
    if (allocator_opt && allocator_opt->alloc && allocator_opt->free) return *allocator_opt;
    return (wend_allocator){malloc_hook, free_hook, NULL};
}

// Items that fill whole cache lines, such as rows of SIMD lanes, are aligned to cache lines.
static size_t alignment_of(size_t size) {
    return size % CACHE_LINE == 0 ? CACHE_LINE : _Alignof(max_align_t);
}

// ---- memory with one owner

// Before each block; the block begins head bytes before what is handed out.
typedef struct wendi_owned {
    struct wendi_owned *newer, *older;
    size_t size, head; // size: with the head
} wendi_owned;

static void* take_owned(wendi_owner* owner, size_t size, size_t align, bool zeroed) {
    const size_t head = align > sizeof(wendi_owned) ? align : sizeof(wendi_owned);
    if (size > SIZE_MAX / 2 - head) return NULL;
    char* block = zeroed && align <= _Alignof(max_align_t)
                      ? wendi_alloc_zeroed(&owner->from, head + size, 1)
                      : owner->from.alloc(head + size, align, owner->from.context);
    if (!block) return NULL;
    if (zeroed && align > _Alignof(max_align_t)) memset(block + head, 0, size);
    wendi_owned* owned = (void*)(block + head - sizeof *owned);
    *owned = (wendi_owned){.older = owner->newest, .size = head + size, .head = head};
    if (owned->older) owned->older->newer = owned;
    owner->newest = owned;
    owner->bytes += owned->size;
    return block + head;
}

static void* owned_alloc(size_t size, size_t align, void* owner) {
    return take_owned(owner, size, align, false);
}

static void owned_free(void* memory, size_t size, void* context) {
    wendi_owner* owner = context;
    wendi_owned* owned = (wendi_owned*)memory - 1;
    (void)size;
    WENDI_ASSERT(owned->size == size + owned->head);
    if (owned->newer)
        owned->newer->older = owned->older;
    else
        owner->newest = owned->older;
    if (owned->older) owned->older->newer = owned->newer;
    owner->bytes -= owned->size;
    owner->from.free((char*)memory - owned->head, owned->size, owner->from.context);
}

wend_allocator wendi_owned_by(wendi_owner* owner) {
    return (wend_allocator){owned_alloc, owned_free, owner};
}

wend_allocator wendi_owner_begin(wendi_owner* owner, const wend_allocator* from_opt) {
    *owner = (wendi_owner){.from = wendi_allocator(from_opt)};
    return wendi_owned_by(owner);
}

void wendi_owner_end(wendi_owner* owner) {
    while (owner->newest) owned_free(owner->newest + 1, owner->newest->size - owner->newest->head, owner);
}

void* wendi_owner_create(const wend_allocator* from_opt, size_t size) {
    const wend_allocator from = wendi_allocator(from_opt);
    wendi_owner* object = wendi_alloc_zeroed(&from, 1, size);
    if (object) *object = (wendi_owner){.from = from, .bytes = size, .size = size};
    return object;
}

void wendi_owner_destroy(wendi_owner* object) {
    const wend_allocator from = object->from;
    wendi_owner_end(object);
    wendi_free(&from, object, 1, object->size);
}

// ---- blocks

void* wendi_alloc(const wend_allocator* allocator, size_t count, size_t size) {
    WENDI_ASSERT(allocator && allocator->alloc);
    if (count == 0 || size == 0 || count > SIZE_MAX / 2 / size) return NULL;
    return allocator->alloc(count * size, alignment_of(size), allocator->context);
}

void* wendi_alloc_zeroed(const wend_allocator* allocator, size_t count, size_t size) {
    if (count == 0 || size == 0 || count > SIZE_MAX / 2 / size) return NULL;
    if (allocator->alloc == owned_alloc)
        return take_owned(allocator->context, count * size, alignment_of(size), true);
    if (allocator->alloc == malloc_hook && alignment_of(size) <= _Alignof(max_align_t))
        return calloc(count, size);
    void* memory = wendi_alloc(allocator, count, size);
    if (memory) memset(memory, 0, count * size);
    return memory;
}

void* wendi_alloc_copy(const wend_allocator* allocator, const void* items, size_t count, size_t size) {
    void* made = wendi_alloc(allocator, count, size);
    return made ? memcpy(made, items, count * size) : NULL;
}

void wendi_free(const wend_allocator* allocator, void* memory, size_t count, size_t size) {
    WENDI_ASSERT(!memory || (count > 0 && size > 0));
    if (memory) allocator->free(memory, count * size, allocator->context);
}

bool wendi_make_room_now(const wend_allocator* allocator, void* array_io, size_t* capacity, size_t kept,
                         size_t count, size_t item_size) {
    size_t wanted = *capacity + *capacity / 2;
    if (wanted < count) wanted = count;
    if (wanted < 16) wanted = 16;
    WENDI_ASSERT(kept <= *capacity && kept <= count && count > *capacity);
    void *grown = wendi_alloc(allocator, wanted, item_size), *data;
    if (!grown) return false;
    memcpy(&data, array_io, sizeof data); // pointers to objects of all types are alike
    if (kept) memcpy(grown, data, kept * item_size);
    wendi_free(allocator, data, *capacity, item_size);
    *capacity = wanted;
    memcpy(array_io, &grown, sizeof grown);
    return true;
}

WENDI_LIST_FUNCTIONS(wendi_tile_list, wend_tile)
WENDI_LIST_FUNCTIONS(wendi_index_list, int32_t)

// Keeps the end of a text that does not fit: only a file name makes a text too long, the end of the name says
// more than its beginning, and the reason follows it.
static void keep_end(const char* text, size_t length, char* out, size_t room) {
    WENDI_ASSERT(length > room && room > 3);
    const char* shown = text + (length - room + 3);
    while (((unsigned char)*shown & 0xc0) == 0x80) shown++; // not from the middle of a character
    memcpy(out, "...", 3);
    memcpy(out + 3, shown, strlen(shown) + 1);
}

wend_result wendi_fail(wend_error* error_opt, wend_result result, const char* format, ...) {
    WENDI_ASSERT(result > WEND_OK && result < WEND_RESULT_COUNT);
    wend_error error = {.result = result};
    const size_t room = sizeof error.text - 1;
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(error.text, sizeof error.text, format, arguments);
    va_end(arguments);
    char* whole = length > (int)room ? malloc((size_t)length + 1) : NULL; // too large for the stack
    if (whole) {
        vsnprintf(whole, (size_t)length + 1, format, again);
        keep_end(whole, (size_t)length, error.text, room);
        free(whole);
    }
    va_end(again);
    for (char* c = error.text; *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f) *c = '?';
    wendi_log(WEND_LOG_WARNING, "%s", error.text);
    if (error_opt) *error_opt = error;
    return result;
}
