// png.c: how do pixels become a PNG file?
#include "png.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb/stb_image_write.h>

static wend_result fail(wend_error* error, wend_result result, const char* file, const char* why) {
    error->result = result;
    snprintf(error->text, sizeof error->text, "%.300s: cannot be written: %s", file, why);
    return result;
}

wend_result png_encode(const char* file, const uint8_t* pixels, int32_t width, int32_t height,
                       int32_t channels, uint8_t** bytes_out, size_t* size_out, wend_error* error) {
    // The writer counts in int, and asks for twice the pixels and more.
    if ((int64_t)width * height * channels > INT_MAX / 4)
        return fail(error, WEND_ERROR_LIMIT, file, "too large for a PNG; .wend takes it");
    int size = 0;
    *bytes_out = stbi_write_png_to_mem(pixels, width * channels, width, height, channels, &size);
    if (*bytes_out == NULL) return fail(error, WEND_ERROR_MEMORY, file, "out of memory");
    *size_out = (size_t)size;
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
