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

#ifdef WIMP_STB_PNG // without libspng
#define STBI_ONLY_PNG
static void* arena_grow(void* old, size_t old_size, size_t size) {
    void* memory = arena_alloc(size);
    if (memory && old) memcpy(memory, old, old_size < size ? old_size : size);
    return memory;
}
#else
#define arena_grow(old, old_size, size) NULL // no other format needs it
#endif
#ifdef WIMP_STB_JPEG // without libturbojpeg
#define STBI_ONLY_JPEG
#endif

#define STBI_MALLOC(size)                       arena_alloc(size)
#define STBI_REALLOC_SIZED(old, old_size, size) arena_grow(old, old_size, size)
#define STBI_REALLOC(old, size)                 arena_grow(old, 0, size)
#define STBI_FREE(memory)                       ((void)(memory))
#define STBI_ASSERT(condition)                  ((void)0)
#define STBI_ONLY_BMP
#define STBI_ONLY_TGA
#define STBI_MAX_DIMENSIONS (1 << 24)
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_NO_HDR
#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#if defined(__GNUC__) // the parts left out are still declared; the compiler sees so at the end of the file
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#include <stb/stb_image.h>

enum { TGA_HEADER = 18 };

typedef struct source {
    uint8_t head[TGA_HEADER]; // that stands for what comes before at in the bytes
    size_t head_size, head_at;
    const uint8_t* bytes;
    size_t size, at;
    bool past_end;
} source;

static size_t copy_part(char* to, const uint8_t* from, size_t* at_io, size_t size, size_t wanted) {
    const size_t left = size - *at_io, got = wanted < left ? wanted : left;
    if (to != NULL) memcpy(to, from + *at_io, got);
    *at_io += got;
    return got;
}

static size_t read_bytes(source* s, char* to, int size) {
    const size_t wanted = size > 0 ? (size_t)size : 0;
    const size_t got = copy_part(to, s->head, &s->head_at, s->head_size, wanted);
    return got + copy_part(to != NULL ? to + got : NULL, s->bytes, &s->at, s->size, wanted - got);
}

static int read_source(void* user, char* data, int size) {
    source* s = user;
    const size_t got = read_bytes(s, data, size);
    // stb fills its own buffer, where a short read is fine; an empty read means that it needs a byte past the
    // end
    s->past_end |= got == 0 && size > 0;
    return (int)got;
}

static void skip_source(void* user, int size) {
    read_bytes(user, NULL, size);
}

static int source_ended(void* user) {
    const source* s = user;
    return s->head_at == s->head_size && s->at == s->size;
}

void wimp_stb_prepare(void) {
    arena.used = 0;
    stbi__g_failure_reason = NULL;
}

void wimp_stb_decode(const uint8_t* bytes, size_t size, bool wide, size_t unused_palette, void* memory,
                     size_t memory_size) {
    arena.memory = memory;
    arena.size = memory_size;
    arena.used = 0;
    wimp_stb_answer* answer = arena_alloc(sizeof *answer);
    source s = {.bytes = bytes, .size = size};
    if (unused_palette >
        0) { // stb would take it for pixels: a header without name and palette stands for all three
        memcpy(s.head, bytes, TGA_HEADER);
        memset(s.head, 0, 2);
        s.head_size = TGA_HEADER;
        copy_part(NULL, bytes, &s.at, size, TGA_HEADER + bytes[0] + unused_palette);
    }
    const stbi_io_callbacks io = {read_source, skip_source, source_ended};
    int width = 0, height = 0, channels = 0;
    const void* pixels =
        wide ? (const void*)stbi_load_16_from_callbacks(&io, &s, &width, &height, &channels, 0)
             : (const void*)stbi_load_from_callbacks(&io, &s, &width, &height, &channels, 0);
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
    answer->pixels_at = (size_t)((const uint8_t*)pixels - (const uint8_t*)memory);
}
