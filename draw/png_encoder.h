// png_encoder.h: how do rows of pixels become the bytes of a PNG file?
#ifndef WEND_DRAW_PNG_ENCODER_H
#define WEND_DRAW_PNG_ENCODER_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The bytes that were encoded since the caller last set size to 0.
typedef struct png_bytes {
    uint8_t* bytes; ///< freed by the caller
    size_t size, capacity;
} png_bytes;

typedef struct png_encoder png_encoder;

/// channels: 1 grey, 3 RGB, of 8 bits. The bytes go to *out, which must stay where it is. NULL: out of
/// memory.
png_encoder* png_encoder_create(int32_t width, int32_t height, int32_t channels, png_bytes* out);
/// Takes the next row; the last one completes the file. False: out of memory.
bool png_encoder_row(png_encoder* encoder, const uint8_t* row);
void png_encoder_destroy(png_encoder* encoder);

#endif
