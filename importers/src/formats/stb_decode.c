// stb_decode.c: the build of stb_image, which may neither allocate memory nor read a truncated file as if
// zeros followed.
#include "formats/stb_decode.h"

#include <stdbool.h>
#include <string.h>

static _Thread_local struct {
    uint8_t* memory;
    size_t size, used;
} arena;

static void* arena_alloc(size_t size) {
    size_t begin = (arena.used + 15) & ~(size_t)15;
    if (begin > arena.size || size > arena.size - begin) return NULL;
    arena.used = begin + size;
    return memset(arena.memory + begin, 0, size); // so that nothing can depend on what was there before
}

static void* arena_grow(void* old, size_t old_size, size_t size) {
    void* memory = arena_alloc(size);
    if (memory && old) memcpy(memory, old, old_size < size ? old_size : size);
    return memory;
}

#define STBI_MALLOC(size)                       arena_alloc(size)
#define STBI_REALLOC_SIZED(old, old_size, size) arena_grow(old, old_size, size)
#define STBI_REALLOC(old, size)                 arena_grow(old, 0, size)
#define STBI_FREE(memory)                       ((void)(memory))
#define STBI_ASSERT(condition)                  ((void)0)
#define STBI_ONLY_BMP
#define STBI_ONLY_TGA
#define STBI_ONLY_GIF
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_NO_HDR
#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#if defined(__GNUC__) // the parts left out are still declared; the compiler sees so at the end of the file
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#include <stb/stb_image.h>

// The decoder of GIF has a frame of 34 KB. A second user keeps a compiler from giving it to the function that
// also calls those of BMP and TGA, as clang would.
#if defined(__GNUC__)
__attribute__((used)) static void* (*const gif_apart)(stbi__context*, int*, int*, int*, int,
                                                      stbi__result_info*) = stbi__gif_load;
#endif

typedef struct source {
    const uint8_t* bytes;
    size_t size, at;
    bool past_end;
} source;

static int read_source(void* user, char* data, int size) {
    source* s = user;
    size_t wanted = size > 0 ? (size_t)size : 0, left = s->size - s->at;
    size_t got = wanted < left ? wanted : left;
    memcpy(data, s->bytes + s->at, got);
    s->at += got;
    // stb fills its own buffer, where a short read is fine; an empty read means that it needs a byte past the
    // end
    s->past_end |= got == 0 && wanted > 0;
    return (int)got;
}

static void skip_source(void* user, int size) {
    source* s = user;
    size_t wanted = size > 0 ? (size_t)size : 0, left = s->size - s->at;
    s->at += wanted < left ? wanted : left;
}

static int source_ended(void* user) {
    const source* s = user;
    return s->at == s->size;
}

void wimp_stb_prepare(void) {
    arena.used = 0;
    stbi__g_failure_reason = NULL;
}

void wimp_stb_decode(const uint8_t* bytes, size_t size, void* memory, size_t memory_size) {
    arena.memory = memory;
    arena.size = memory_size;
    arena.used = 0;
    wimp_stb_answer* answer = arena_alloc(sizeof *answer);
    source s = {.bytes = bytes, .size = size};
    const stbi_io_callbacks io = {read_source, skip_source, source_ended};
    int width = 0, height = 0, channels = 0;
    const uint8_t* pixels = stbi_load_from_callbacks(&io, &s, &width, &height, &channels, 0);
    answer->truncated = s.past_end;
    if (!pixels) {
        const char* reason = stbi_failure_reason();
        for (size_t i = 0; reason && reason[i] && i < sizeof answer->reason - 1; i++)
            answer->reason[i] = reason[i];
        return;
    }
    answer->width = width;
    answer->height = height;
    answer->channels = channels;
    answer->pixels_at = (size_t)(pixels - (const uint8_t*)memory);
}
