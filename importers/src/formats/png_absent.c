// png_absent.c: PNG in a build without libspng: by stb_image, as BMP. It gives the same tiles. This file
// checks what stb_image leaves out: the checksums, and indices outside the palette.
#include <string.h>

#include "formats/formats.h"
#include "formats/stb.h"
#include "formats/stb_decode.h"

const bool wimp_png_is_read_by_rows = false;

static uint32_t be32(const uint8_t* b) {
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

static void put_be32(uint8_t* b, uint32_t value) {
    for (int32_t i = 0; i < 4; i++) b[i] = (uint8_t)(value >> (24 - 8 * i));
}

static uint32_t crc_of(const uint8_t* bytes, size_t size) {
    uint32_t table[256], crc = UINT32_MAX;
    for (uint32_t i = 0; i < 256; i++) {
        table[i] = i;
        for (int32_t bit = 0; bit < 8; bit++) table[i] = table[i] >> 1 ^ (table[i] & 1 ? 0xedb88320u : 0);
    }
    for (size_t i = 0; i < size; i++) crc = crc >> 8 ^ table[(crc ^ bytes[i]) & 255];
    return ~crc;
}

enum { CHUNK = 12 }; // bytes of a chunk besides its data

// Every chunk up to the end must be whole and have its checksum. *palette_out: where PLTE begins; 0: there
// is none.
static wend_result check_chunks(const wimp_job* job, size_t* palette_out) {
    *palette_out = 0;
    for (size_t at = 8; at + CHUNK <= job->size;) {
        const uint8_t* chunk = job->bytes + at;
        const uint32_t size = be32(chunk);
        if (size > job->size - at - CHUNK) break;
        if (be32(chunk + 8 + size) != crc_of(chunk + 4, (size_t)size + 4))
            return wimp_job_fail(job, WEND_ERROR_FORMAT,
                                 "damaged PNG: the checksum of the %.4s at byte %zu is wrong",
                                 (const char*)chunk + 4, at);
        if (memcmp(chunk + 4, "PLTE", 4) == 0) *palette_out = at;
        if (memcmp(chunk + 4, "IEND", 4) == 0) return WEND_OK;
        at += (size_t)size + CHUNK;
    }
    return wimp_job_fail(job, WEND_ERROR_FORMAT, "truncated PNG: the file ends within the picture");
}

// ---- the palette

typedef struct full_palette {
    uint8_t* bytes; // of the file with a palette of as many colours as its bits can name
    size_t size;
    uint8_t outside[3]; // the colour of those that were added, which none of the others has
} full_palette;

static bool has_color(const uint8_t* entries, uint32_t count, const uint8_t color[3]) {
    for (uint32_t i = 0; i < count; i++)
        if (memcmp(entries + 3 * (size_t)i, color, 3) == 0) return true;
    return false;
}

// For an index outside the palette stb_image reads uninitialised memory. Leaves bytes NULL where there is no
// such index.
static wend_result fill_palette(const wimp_job* job, size_t at, uint32_t bits, full_palette* out) {
    *out = (full_palette){.bytes = NULL};
    const uint32_t size = at > 0 ? be32(job->bytes + at) : 0, count = size / 3, full = 1u << bits;
    if (count == 0 || size % 3 != 0 || count >= full) return WEND_OK; // what is wrong, the decoder says
    const uint8_t* entries = job->bytes + at + 8;
    while (has_color(entries, count, out->outside)) out->outside[0]++; // at most 255 are taken
    out->size = job->size + 3 * (size_t)(full - count);
    out->bytes = wimp_job_get(job, out->size);
    if (!out->bytes) return WEND_ERROR_MEMORY;
    const size_t before = at + 8 + size;
    memcpy(out->bytes, job->bytes, before);
    put_be32(out->bytes + at, 3 * full);
    for (uint32_t i = count; i < full; i++) memcpy(out->bytes + at + 8 + 3 * (size_t)i, out->outside, 3);
    memcpy(out->bytes + at + 8 + 3 * (size_t)full, job->bytes + before,
           job->size - before); // stb checks no checksum
    return WEND_OK;
}

// ---- a file

// stb_image frees nothing in its memory: the file, whose buffer grows by doubling; the rows as they are
// packed, with a byte before each, which interlacing divides up; the pixels, twice when interlaced; those of
// a palette.
static uint64_t memory_of(const wimp_job* job, const wimp_stb_header* head, bool has_palette,
                          bool interlaced) {
    const uint64_t width = (uint64_t)head->width, height = (uint64_t)head->height, pixels = width * height;
    const uint64_t sample_bytes = head->bits == 16 ? 2 : 1, channels = (uint64_t)head->channels;
    const uint64_t row = (width * channels * (uint64_t)head->bits + 7) / 8 + 1;
    const uint64_t packed = ((width * (uint64_t)head->bits + 7) / 8 * channels + 1) * height;
    const uint64_t raw = row * height > packed ? row * height : packed;
    const uint64_t decoded = pixels * (channels + 1) * sample_bytes; // a transparent colour adds a channel
    return 4 * job->size + (interlaced ? 4 * raw + 2 * decoded : raw + decoded) +
           (has_palette ? 4 * pixels : 0) + 8 * (width + height) + WIMP_STB_BYTES_BESIDE;
}

static wend_result read_png(wimp_job* job) {
    static const uint8_t channels_of[7] = {1, 0, 3, 1, 2, 0, 4}; // by type of colour
    enum { HEADER = 33, INDEXED = 3, MAX_INFLATE = 1040 };       // deflate compresses at most 1032 : 1
    const uint8_t* b = job->bytes;
    wend_result result = wimp_job_check_data(job, 0, HEADER);
    if (result != WEND_OK) return result;
    if (memcmp(b + 12, "CgBI", 4) == 0)
        return wimp_job_fail(job, WEND_ERROR_UNSUPPORTED,
                             "Apple's PNG variant (CgBI) is not supported; expected a standard PNG");
    const uint8_t bits = b[24], type = b[25];
    if (memcmp(b + 12, "IHDR", 4) != 0 || type > 6 || channels_of[type] == 0 || bits == 0 || bits > 16)
        return wimp_job_fail(job, WEND_ERROR_FORMAT, "damaged PNG: no valid header at byte 8");
    wimp_stb_header head = {.name = "PNG",
                            .width = be32(b + 16),
                            .height = be32(b + 20),
                            .max_pixels = INT64_MAX,
                            .channels = channels_of[type],
                            .bits = bits};
    result = wimp_job_check_size(job, head.width, head.height);
    if (result != WEND_OK) return result;
    head.least_bytes =
        (uint64_t)head.width * channels_of[type] * bits / 8 * (uint64_t)head.height / MAX_INFLATE;
    size_t palette_at;
    full_palette palette = {.bytes = NULL};
    result = wimp_job_check_whole(job, head.width, head.height, INT64_MAX);
    if (result == WEND_OK) result = wimp_job_check_data(job, 0, head.least_bytes);
    head.memory_size = memory_of(job, &head, type == INDEXED, b[28] != 0);
    if (result == WEND_OK) result = check_chunks(job, &palette_at);
    if (result == WEND_OK && type == INDEXED && bits <= 8)
        result = fill_palette(job, palette_at, bits, &palette);
    if (palette.bytes) {
        head.bytes = palette.bytes;
        head.size = palette.size;
        head.outside_opt = palette.outside;
    }
    return result == WEND_OK ? wimp_stb_read(job, &head) : result;
}

const wimp_format wimp_format_png = {
    "png",    "PNG: 1 to 16 bits, grey, RGB, palette, alpha, interlaced", NULL, read_png, true, false,
    "\x89PNG"};
