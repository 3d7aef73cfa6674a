// stb_decode.h: runs stb_image in a given block of memory, preferably where a crash does no harm; see
// sandbox.h.
#ifndef WIMP_STB_DECODE_H
#define WIMP_STB_DECODE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline uint32_t wimp_le16(const uint8_t* b) {
    return b[0] | (uint32_t)b[1] << 8;
}
static inline uint32_t wimp_le32(const uint8_t* b) {
    return wimp_le16(b) | wimp_le16(b + 2) << 16;
}

/// The decoder's answer, at the start of its memory.
typedef struct wimp_stb_answer {
    int32_t width, height;
    int32_t channels;                      ///< 1 to 4; 0: failed
    int32_t truncated;                     ///< 1: the decoder wanted more bytes than there are
    size_t pixels_at;                      ///< where in the memory the pixels begin
    int32_t wrong_x, wrong_y, wrong_color; ///< a pixel whose colour is not in the palette; color -1: none
    char reason[64];                       ///< of a failure, in stb's words
} wimp_stb_answer;

/// The memory that the decoder needs: per pixel, and in addition.
#define WIMP_STB_BYTES_PER_PIXEL 4
#define WIMP_STB_BYTES_BESIDE    ((size_t)1 << 20)

/// Decodes BMP, TGA, or where their library is missing PNG or JPEG, to 8 bits a channel or, wide, to 16; the
/// memory, of any content, then starts with a wimp_stb_answer. unused_palette: bytes of a palette in a TGA
/// whose pixels are no indices; else 0. Makes no system call after wimp_stb_prepare on the same thread.
void wimp_stb_decode(const uint8_t* bytes, size_t size, bool wide, size_t unused_palette, void* memory,
                     size_t memory_size);
/// Touches the decoder's thread-local variables, since the first use may allocate.
void wimp_stb_prepare(void);
#endif
