// png.c: how do pixels become a PNG file?
#include "png.h"
#include "png_encoder.h"

#include <stdio.h>
#include <stdlib.h>
#include <wend/private.h>

static bool encode(png_bytes* out, const uint8_t* pixels, int32_t width, int32_t height, int32_t channels) {
    const size_t row_bytes = (size_t)width * (size_t)channels;
    png_encoder* encoder = png_encoder_create(width, height, channels, out);
    bool good = encoder != NULL;
    for (int32_t y = 0; y < height && good; y++)
        good = png_encoder_row(encoder, pixels + (size_t)y * row_bytes);
    png_encoder_destroy(encoder);
    return good;
}

wend_result png_encode(const char* file, const uint8_t* pixels, int32_t width, int32_t height,
                       int32_t channels, uint8_t** bytes_out, size_t* size_out, wend_error* error) {
    png_bytes out = {0};
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
