// make.h: small image files, made sample by sample.
#ifndef WEND_TEST_MAKE_H
#define WEND_TEST_MAKE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FILE_BYTES = 1 << 16, MAX_SAMPLES = 4096 };

/// A file in memory.
typedef struct bytes {
    uint8_t data[FILE_BYTES];
    size_t size;
} bytes;

void put(bytes* file, const void* data, size_t size);
void put_text(bytes* file, const char* text);
void put_u8(bytes* file, uint32_t value);
void put_le16(bytes* file, uint32_t value);
void put_le32(bytes* file, uint32_t value);
void put_be32_at(bytes* file, size_t at, uint32_t value);
/// CRC-32 as in PNG.
uint32_t crc32_of(const uint8_t* data, size_t size);

/// Pixels, one sample a number. The numbers of a palette picture are indices.
typedef struct picture {
    int32_t width, height;
    int32_t channels; ///< 1 grey or index, 2 grey + alpha, 3 RGB, 4 RGBA
    uint16_t samples[MAX_SAMPLES];
} picture;

typedef struct png_kind {
    uint8_t color_type; ///< 0 grey, 2 RGB, 3 palette, 4 grey + alpha, 6 RGBA
    uint8_t bits;
    bool interlaced;
    int32_t palette_size;
    uint8_t palette[256][4]; ///< RGBA; alpha goes to a tRNS chunk when one is below 255
    bool has_key;            ///< grey and RGB: this colour is transparent
    uint16_t key[3];
} png_kind;

void make_png(bytes* file, const picture* p, const png_kind* kind);
/// Grey or RGB of 8 bits at quality 100.
void make_jpeg(bytes* file, const picture* p, bool progressive);
/// RGB of 24 bits, or with a palette of 8 bits (palette_opt in RGBA).
void make_bmp(bytes* file, const picture* p, bool top_down, const uint8_t palette_opt[][4],
              int32_t palette_size);

/// Indices below the size of a palette of RGBA, by run lengths of 4 or 8 bits, bottom-up. An index of 0 at
/// the end of a row is left out.
void make_bmp_runs(bytes* file, const picture* p, int32_t bits, const uint8_t palette[][4],
                   int32_t palette_size);
/// Indices of 1, 2, 4 or 8 bits after a header of 12 bytes, bottom-up.
void make_bmp_core(bytes* file, const picture* p, int32_t bits, const uint8_t palette[][4],
                   int32_t palette_size);

typedef struct tga_kind {
    bool rle, top_down, right_to_left;
    bool unused_palette; ///< of 5 colours, which the pixels take no notice of
    uint8_t alpha_bits;
} tga_kind;
/// Grey, RGB or RGBA of 8 bits.
void make_tga(bytes* file, const picture* p, const tga_kind* kind);
/// Indices below 4 into a palette of RGB; transparent: an index, or -1.
void make_gif(bytes* file, const picture* p, const uint8_t palette[4][3], int32_t transparent);
/// kind: '1' to '6'. Samples of '1' and '4' are 1 for white, as brightness is.
void make_pnm(bytes* file, const picture* p, char kind, uint32_t max_value);
#endif
