// png.h: how do pixels become a PNG file?
#ifndef WEND_DRAW_PNG_H
#define WEND_DRAW_PNG_H
#include <wend/base.h>

/// The bytes of a file with rows of 8-bit pixels, for free(). channels: 1 grey, 3 RGB. file stands for them
/// in *error. Errors: MEMORY.
wend_result png_encode(const char* file, const uint8_t* pixels, int32_t width, int32_t height,
                       int32_t channels, uint8_t** bytes_out, size_t* size_out, wend_error* error);
/// Writes such a file, whole or not at all. Errors: likewise, and IO.
wend_result png_save(const char* file, const uint8_t* pixels, int32_t width, int32_t height, int32_t channels,
                     wend_error* error);

#endif
