// palette_decode.h: decodes pictures with a palette that stb_image does not read whole: GIF, and BMP of up to
// 8 bits. Like that it works in a given block of memory, preferably where a crash does no harm; see
// sandbox.h.
#ifndef WIMP_PALETTE_DECODE_H
#define WIMP_PALETTE_DECODE_H
#include "formats/stb_decode.h"

/// Decodes the first picture of a GIF, or a BMP of 1, 4 or 8 bits, whose header the caller has checked and
/// found to give this size; the memory, of any content, then starts with a wimp_stb_answer. Makes no system
/// call.
void wimp_palette_decode(const uint8_t* bytes, size_t size, int32_t width, int32_t height, void* memory,
                         size_t memory_size);
/// The number of colours in the palette of a BMP of up to 8 bits, before its pixels; may be below 1.
int64_t wimp_bmp_colors(const uint8_t* bytes);
#endif
