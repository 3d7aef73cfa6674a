// jpeg_absent.c: JPEG in a build without libturbojpeg: by stb_image, as BMP. Brightness may differ by a step
// or two.
#include <string.h>

#include "formats/formats.h"
#include "formats/stb.h"
#include "formats/stb_decode.h"

// The first frame header, SOF0 to SOF15 without the tables among them; NULL: none, or not whole.
static const uint8_t* find_frame(const uint8_t* b, size_t size) {
    enum {
        FIRST = 0xc0,
        LAST = 0xcf,
        HUFFMAN = 0xc4,
        EXTENSION = 0xc8,
        ARITHMETIC = 0xcc,
        SCAN = 0xda,
        FRAME = 10
    };
    for (size_t at = 2; at + FRAME <= size;) {
        if (b[at] != 0xff) return NULL;
        const uint8_t marker = b[at + 1];
        if (marker == 0xff) { // padding
            at++;
            continue;
        }
        if (marker >= FIRST && marker <= LAST && marker != HUFFMAN && marker != EXTENSION &&
            marker != ARITHMETIC)
            return b + at;
        const size_t length = (size_t)b[at + 2] << 8 | b[at + 3];
        if (marker == SCAN || length < 2 || length > size - at - 2) return NULL;
        at += 2 + length;
    }
    return NULL;
}

// stb_image frees nothing in its memory. Planes are as wide as whole blocks of up to 32 x 32; a progressive
// file also keeps coefficients of 16 bits.
static uint64_t memory_of(const wimp_stb_header* head, bool progressive) {
    const uint64_t wide = ((uint64_t)head->width + 31) / 32 * 32,
                   high = ((uint64_t)head->height + 31) / 32 * 32;
    const uint64_t channels = (uint64_t)head->channels;
    return channels * wide * high * (progressive ? 3 : 1) + channels * wide * (high + 1) +
           WIMP_STB_BYTES_BESIDE;
}

static wend_result read_jpeg(wimp_job* job) {
    enum { PROGRESSIVE = 0xc2 };
    const uint8_t* frame = find_frame(job->bytes, job->size);
    if (!frame) return wimp_job_fail(job, WEND_ERROR_FORMAT, "damaged JPEG: no frame header");
    if (frame[1] > PROGRESSIVE || frame[4] != 8)
        return wimp_job_fail(
            job, WEND_ERROR_UNSUPPORTED,
            "unsupported JPEG: of kind %d with %d bits; expected baseline or progressive, of 8 bits",
            frame[1] & 15, frame[4]);
    if (frame[9] == 4)
        return wimp_job_fail(job, WEND_ERROR_UNSUPPORTED, "CMYK JPEG is not supported; expected grey or RGB");
    if (frame[9] != 1 && frame[9] != 3)
        return wimp_job_fail(job, WEND_ERROR_FORMAT, "damaged JPEG: %d channels; expected 1 or 3", frame[9]);
    wimp_stb_header head = {.name = "JPEG",
                            .width = frame[7] << 8 | frame[8],
                            .height = frame[5] << 8 | frame[6],
                            .max_pixels = INT64_MAX,
                            .per_byte = WIMP_JPEG_PER_BYTE,
                            .channels = frame[9],
                            .bits = 8};
    wend_result result = wimp_job_check_size(job, head.width, head.height);
    if (result == WEND_OK) result = wimp_job_check_scans(job, head.width, head.height);
    if (result != WEND_OK) return result;
    head.memory_size = memory_of(&head, frame[1] == PROGRESSIVE);
    return wimp_stb_read(job, &head);
}

const wimp_format wimp_format_jpeg = {
    "jpeg", "JPEG: grey or RGB, baseline or progressive", NULL, read_jpeg, true, false, "\xff\xd8\xff"};
