// png_out.h: how do pixels become a PNG file?
#ifndef WEND_VIEW_PNG_OUT_H
#define WEND_VIEW_PNG_OUT_H
#include <wend/base.h>

/// Writes rows of 8-bit pixels, whole or not at all. channels: 1 grey, 3 RGB. Errors: IO, MEMORY, LIMIT.
wend_result png_save(const char* file, const uint8_t* pixels, int32_t width, int32_t height, int32_t channels,
                     wend_error* error);

#endif
