// stb.h: reads an image by stb_image, in the sandbox where there is one.
#ifndef WIMP_STB_H
#define WIMP_STB_H
#include "core/job.h"

/// What the header of a file says, checked by the caller as far as stb_image gets it wrong.
typedef struct wimp_stb_header {
    const char* name; ///< of the format
    int64_t width, height;
    int64_t max_pixels;     ///< that the decoder may take
    int64_t per_byte;       ///< pixels that a byte of the file holds at most; 0: least_bytes says more
    int32_t channels, bits; ///< of the file
    uint64_t least_bytes;   ///< that a whole file of this size has
    uint64_t memory_size;   ///< that the decoder needs; 0: WIMP_STB_BYTES_PER_PIXEL and beside
    bool mirrored;          ///< rows run from right to left; stb takes no notice
    bool no_alpha;          ///< the fourth channel is padding; stb takes it for alpha
    bool by_palette;        ///< wimp_palette_decode reads it
    size_t unused_palette;  ///< bytes, in a TGA
    const uint8_t* bytes;   ///< read instead of those of the job; NULL: those
    size_t size;
    const uint8_t* outside_opt; ///< a colour that must not occur: the palette lacks it
} wimp_stb_header;

wend_result wimp_stb_read(wimp_job* job, const wimp_stb_header* header);
#endif
