// png_encoder_absent.c: png_encoder.h in a build without libspng, by stb_image_write. It wants the whole
// picture.
#include "png_encoder.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#define STB_IMAGE_WRITE_IMPLEMENTATION
#if defined(__GNUC__) // the parts left out are still declared
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#include <stb/stb_image_write.h>

struct png_encoder {
    png_bytes* out;
    uint8_t* pixels;
    int32_t width, height, channels, y;
    size_t row_bytes;
};

png_encoder* png_encoder_create(int32_t width, int32_t height, int32_t channels, png_bytes* out) {
    const size_t row_bytes = (size_t)width * (size_t)channels;
    if ((row_bytes + 1) > INT_MAX / (size_t)height) return NULL; // it counts in int
    png_encoder* e = calloc(1, sizeof *e);
    if (e == NULL) return NULL;
    *e = (png_encoder){.out = out,
                       .pixels = malloc(row_bytes * (size_t)height),
                       .width = width,
                       .height = height,
                       .channels = channels,
                       .row_bytes = row_bytes};
    if (e->pixels != NULL) return e;
    png_encoder_destroy(e);
    return NULL;
}

bool png_encoder_row(png_encoder* e, const uint8_t* row) {
    memcpy(e->pixels + (size_t)e->y * e->row_bytes, row, e->row_bytes);
    if (++e->y < e->height) return true;
    int size = 0;
    uint8_t* bytes =
        stbi_write_png_to_mem(e->pixels, (int)e->row_bytes, e->width, e->height, e->channels, &size);
    if (bytes == NULL) return false;
    free(e->out->bytes);
    *e->out = (png_bytes){bytes, (size_t)size, (size_t)size};
    return true;
}

void png_encoder_destroy(png_encoder* e) {
    if (e != NULL) free(e->pixels);
    free(e);
}
