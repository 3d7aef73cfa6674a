// stb_only.c: PNG and JPEG where libspng and libturbojpeg are missing: in WebAssembly, whose sandbox holds
// whatever stb_image does. This file checks what stb_image leaves out: sizes before anything is allocated,
// and the checksums of a PNG. A PNG gives the same tiles as by libspng; a JPEG may differ from libturbojpeg
// by one step of brightness.
#include <stdlib.h>
#include <string.h>

#include "core/sink.h"
#include "formats/formats.h"

// ---- memory that is given back whatever stb_image forgets

typedef struct block {
    struct block *before, *after;
    size_t size;
} block;

static _Thread_local block* blocks;

enum { BLOCK_HEADER = (sizeof(block) + 15) / 16 * 16 };

static void* block_alloc(size_t size) {
    block* b = size <= SIZE_MAX - BLOCK_HEADER ? malloc(BLOCK_HEADER + size) : NULL;
    if (!b) return NULL;
    *b = (block){NULL, blocks, size};
    if (blocks) blocks->before = b;
    blocks = b;
    return memset((uint8_t*)b + BLOCK_HEADER, 0, size); // so that nothing can depend on what was there before
}

static void block_free(void* memory) {
    if (!memory) return;
    block* b = (block*)(void*)((uint8_t*)memory - BLOCK_HEADER);
    if (b->after) b->after->before = b->before;
    *(b->before ? &b->before->after : &blocks) = b->after;
    free(b);
}

static void* block_grow(void* old, size_t size) {
    void* memory = block_alloc(size);
    if (!memory || !old) return memory;
    size_t old_size = ((block*)(void*)((uint8_t*)old - BLOCK_HEADER))->size;
    memcpy(memory, old, old_size < size ? old_size : size);
    block_free(old);
    return memory;
}

static void free_blocks(void) {
    while (blocks) block_free((uint8_t*)blocks + BLOCK_HEADER);
}

#define STBI_MALLOC(size)       block_alloc(size)
#define STBI_REALLOC(old, size) block_grow(old, size)
#define STBI_FREE(memory)       block_free(memory)
#define STBI_ASSERT(condition)  ((void)0)
#define STBI_MAX_DIMENSIONS     (1 << 24)
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_NO_HDR
#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#if defined(__GNUC__) // the parts left out are still declared; the compiler sees so at the end of the file
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#include <stb/stb_image.h>

// ---- rows

static wend_result read_rows(wimp_job* job, const wimp_layout* layout, const uint8_t* pixels) {
    wimp_sink* sink = NULL;
    wend_result result = wimp_sink_begin(job, layout, &sink);
    if (result != WEND_OK) return result;
    const size_t row_size = (size_t)layout->width * (size_t)(layout->channels * layout->sample_bytes);
    for (int32_t y = 0; y < layout->height && result == WEND_OK; y++)
        result = wimp_sink_row(sink, pixels + (size_t)y * row_size);
    return wimp_sink_end(sink, result);
}

static wend_result decode(wimp_job* job, const char* name, bool wide) {
    int width = 0, height = 0, channels = 0;
    if (job->size > INT32_MAX) return wimp_job_fail(job, WEND_ERROR_LIMIT, "a %s of more than 2 GB", name);
    const int size = (int)job->size;
    void* pixels = wide ? (void*)stbi_load_16_from_memory(job->bytes, size, &width, &height, &channels, 0)
                        : (void*)stbi_load_from_memory(job->bytes, size, &width, &height, &channels, 0);
    wend_result result;
    if (pixels) {
        const wimp_layout layout = {.width = width,
                                    .height = height,
                                    .channels = channels,
                                    .sample_bytes = wide ? 2 : 1,
                                    .max_value = wide ? 65535 : 255};
        result = read_rows(job, &layout, pixels);
    } else if (strcmp(stbi_failure_reason(), "outofmem") == 0) {
        result = wimp_job_fail(job, WEND_ERROR_MEMORY, "out of memory in the %s decoder", name);
    } else {
        result = wimp_job_fail(job, WEND_ERROR_FORMAT, "damaged %s: %s", name, stbi_failure_reason());
    }
    free_blocks();
    return result;
}

// ---- PNG

static bool is_png(const uint8_t* bytes, size_t size) {
    return size >= 4 && memcmp(bytes, "\x89PNG", 4) == 0;
}

static uint32_t be32(const uint8_t* b) {
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

static uint32_t crc_of(const uint8_t* bytes, size_t size) {
    uint32_t table[256], crc = UINT32_MAX;
    for (uint32_t i = 0; i < 256; i++) {
        table[i] = i;
        for (int32_t bit = 0; bit < 8; bit++) table[i] = table[i] >> 1 ^ (table[i] & 1 ? 0xedb88320u : 0);
    }
    for (size_t i = 0; i < size; i++) crc = crc >> 8 ^ table[(crc ^ bytes[i]) & 255];
    return ~crc;
}

// Every chunk up to the end must be whole and have its checksum.
static wend_result check_chunks(const wimp_job* job) {
    for (size_t at = 8; at + 12 <= job->size;) {
        const uint8_t* chunk = job->bytes + at;
        const uint32_t size = be32(chunk);
        if (size > job->size - at - 12) break;
        if (be32(chunk + 8 + size) != crc_of(chunk + 4, (size_t)size + 4))
            return wimp_job_fail(job, WEND_ERROR_FORMAT,
                                 "damaged PNG: the checksum of the %.4s at byte %zu is wrong",
                                 (const char*)chunk + 4, at);
        if (memcmp(chunk + 4, "IEND", 4) == 0) return WEND_OK;
        at += (size_t)size + 12;
    }
    return wimp_job_fail(job, WEND_ERROR_FORMAT, "truncated PNG: the file ends within the picture");
}

static wend_result read_png(wimp_job* job) {
    static const uint8_t channels_of[7] = {1, 0, 3, 1, 2, 0, 4}; // by type of colour
    enum { HEADER = 33, MAX_INFLATE = 1040 };                    // deflate compresses at most 1032 : 1
    const uint8_t* b = job->bytes;
    wend_result result = wimp_job_check_data(job, 0, HEADER);
    if (result != WEND_OK) return result;
    if (memcmp(b + 12, "IHDR", 4) != 0 || b[25] > 6 || channels_of[b[25]] == 0)
        return wimp_job_fail(job, WEND_ERROR_FORMAT, "damaged PNG: no valid header at byte 8");
    const int64_t width = be32(b + 16), height = be32(b + 20);
    job->info->channels = channels_of[b[25]];
    job->info->bits = b[24];
    result = wimp_job_check_size(job, width, height);
    if (result == WEND_OK) result = wimp_job_check_whole(job, width, height, INT64_MAX);
    const uint64_t bits = (uint64_t)width * channels_of[b[25]] * b[24];
    if (result == WEND_OK) result = wimp_job_check_data(job, 0, bits / 8 * (uint64_t)height / MAX_INFLATE);
    if (result == WEND_OK) result = check_chunks(job);
    return result == WEND_OK ? decode(job, "PNG", b[24] == 16) : result;
}

const wimp_format wimp_format_png = {
    "png", "PNG: 1 to 16 bits, grey, RGB, palette, alpha, interlaced", is_png, read_png, true, false};

// ---- JPEG

static bool is_jpeg(const uint8_t* bytes, size_t size) {
    return size >= 3 && memcmp(bytes, "\xff\xd8\xff", 3) == 0;
}

static wend_result read_jpeg(wimp_job* job) {
    enum { JPEG_PER_BYTE = 64 * 8 * 2 }; // as in jpeg.c
    int width = 0, height = 0, channels = 0;
    if (job->size > INT32_MAX) return wimp_job_fail(job, WEND_ERROR_LIMIT, "a JPEG of more than 2 GB");
    const bool has_header = stbi_info_from_memory(job->bytes, (int)job->size, &width, &height, &channels);
    free_blocks();
    if (!has_header) return wimp_job_fail(job, WEND_ERROR_FORMAT, "damaged JPEG: %s", stbi_failure_reason());
    if (channels == 4)
        return wimp_job_fail(job, WEND_ERROR_UNSUPPORTED, "CMYK JPEG is not supported; expected grey or RGB");
    job->info->channels = channels;
    job->info->bits = 8;
    wend_result result = wimp_job_check_size(job, width, height);
    if (result == WEND_OK) result = wimp_job_check_whole(job, width, height, INT64_MAX);
    if (result == WEND_OK) result = wimp_job_check_density(job, width, height, JPEG_PER_BYTE);
    return result == WEND_OK ? decode(job, "JPEG", false) : result;
}

const wimp_format wimp_format_jpeg = {
    "jpeg", "JPEG: grey or RGB, baseline or progressive", is_jpeg, read_jpeg, true, false};
