// png_encoder.c: png_encoder.h by libspng, row by row.
#include "png_encoder.h"
#include <spng.h>
#include <stdlib.h>
#include <string.h>

struct png_encoder {
    spng_ctx* context;
    size_t row_bytes;
};

// The encoder hands over bytes whenever it has some.
static int take_bytes(spng_ctx* context, void* user, void* bytes, size_t size) {
    (void)context;
    png_bytes* b = user;
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

// One filter and fast compression: a screenshot takes milliseconds, a picture of a billion pixels a minute
// instead of ten.
static bool begin(spng_ctx* context, png_bytes* out, int32_t width, int32_t height, int32_t channels) {
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

png_encoder* png_encoder_create(int32_t width, int32_t height, int32_t channels, png_bytes* out) {
    png_encoder* e = calloc(1, sizeof *e);
    if (e == NULL) return NULL;
    e->row_bytes = (size_t)width * (size_t)channels;
    e->context = spng_ctx_new(SPNG_CTX_ENCODER);
    if (e->context != NULL && begin(e->context, out, width, height, channels)) return e;
    png_encoder_destroy(e);
    return NULL;
}

bool png_encoder_row(png_encoder* e, const uint8_t* row) {
    const int result = spng_encode_row(e->context, row, e->row_bytes);
    return result == 0 || result == SPNG_EOI;
}

void png_encoder_destroy(png_encoder* e) {
    if (e == NULL) return;
    spng_ctx_free(e->context);
    free(e);
}
