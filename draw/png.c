// png.c: how do pixels become a PNG file? libspng encodes them row by row.
#include "png.h"
#include <spng.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct buffer {
    uint8_t* bytes;
    size_t size, capacity;
} buffer;

// The encoder hands over bytes whenever it has some.
static int take_bytes(spng_ctx* context, void* user, void* bytes, size_t size) {
    (void)context;
    buffer* b = user;
    if (size > b->capacity - b->size) {
        const size_t capacity = 2 * (b->size + size);
        uint8_t* larger = realloc(b->bytes, capacity);
        if (larger == NULL) return SPNG_IO_ERROR;
        b->bytes = larger;
        b->capacity = capacity;
    }
    memcpy(b->bytes + b->size, bytes, size);
    b->size += size;
    return 0;
}

// One filter and fast compression: a screenshot takes milliseconds, a map of 2^28 tiles seconds.
static bool begin(spng_ctx* context, buffer* out, int32_t width, int32_t height, int32_t channels) {
    struct spng_ihdr header = {.width = (uint32_t)width,
                               .height = (uint32_t)height,
                               .bit_depth = 8,
                               .color_type =
                                   channels == 1 ? SPNG_COLOR_TYPE_GRAYSCALE : SPNG_COLOR_TYPE_TRUECOLOR};
    return spng_set_png_stream(context, take_bytes, out) == 0 && spng_set_ihdr(context, &header) == 0 &&
           spng_set_option(context, SPNG_IMG_COMPRESSION_LEVEL, 4) == 0 &&
           spng_set_option(context, SPNG_FILTER_CHOICE, SPNG_FILTER_CHOICE_SUB) == 0 &&
           spng_encode_image(context, NULL, 0, SPNG_FMT_PNG,
                             SPNG_ENCODE_PROGRESSIVE | SPNG_ENCODE_FINALIZE) == 0;
}

static bool encode(buffer* out, const uint8_t* pixels, int32_t width, int32_t height, int32_t channels) {
    const size_t row_bytes = (size_t)width * (size_t)channels;
    spng_ctx* context = spng_ctx_new(SPNG_CTX_ENCODER);
    bool good = context != NULL && begin(context, out, width, height, channels);
    for (int32_t y = 0; y < height && good; y++) {
        const int result = spng_encode_row(context, pixels + (size_t)y * row_bytes, row_bytes);
        good = result == (y == height - 1 ? SPNG_EOI : 0);
    }
    spng_ctx_free(context);
    return good;
}

wend_result png_encode(const char* file, const uint8_t* pixels, int32_t width, int32_t height,
                       int32_t channels, uint8_t** bytes_out, size_t* size_out, wend_error* error) {
    buffer out = {0};
    if (!encode(&out, pixels, width, height, channels)) {
        free(out.bytes);
        error->result = WEND_ERROR_MEMORY;
        snprintf(error->text, sizeof error->text, "%.300s: cannot be written: out of memory", file);
        return WEND_ERROR_MEMORY;
    }
    *bytes_out = out.bytes;
    *size_out = out.size;
    return WEND_OK;
}

wend_result png_save(const char* file, const uint8_t* pixels, int32_t width, int32_t height, int32_t channels,
                     wend_error* error) {
    uint8_t* bytes = NULL;
    size_t size = 0;
    wend_result result = png_encode(file, pixels, width, height, channels, &bytes, &size, error);
    if (result == WEND_OK) result = wend_file_write(file, bytes, size, error);
    free(bytes);
    return result;
}
