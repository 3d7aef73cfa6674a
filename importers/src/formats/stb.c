// stb.c: BMP, TGA and GIF, decoded by stb_image and by palette_decode.c; without their libraries PNG and
// JPEG, too. stb_image has read out of bounds before, so decoders run in the sandbox where one exists, unless
// the definition forbids that. This file checks the header first, for sizes, and refuses or corrects what
// stb_image gets wrong.
#include <errno.h>
#include <string.h>

#include "core/sink.h"
#include "formats/formats.h"
#include "formats/palette_decode.h"
#include "formats/sandbox.h"
#include "formats/stb.h"
#include "formats/stb_decode.h"

typedef wimp_stb_header header;

static int64_t signed_le32(const uint8_t* b) {
    return (int64_t)wimp_le32(b) - (b[3] & 0x80 ? INT64_C(1) << 32 : 0);
}

// ---- the decoder, in the child or here

typedef struct decoder {
    const wimp_job* job;
    const header* head;
    const uint8_t* bytes; // of the file
    size_t size;
    bool wide; // 16 bits per channel
    bool in_child;
    void* memory;
    size_t memory_size;
    wimp_stb_answer answer;
} decoder;

static void decode(const decoder* d, void* memory, size_t memory_size) {
    if (d->head->by_palette)
        wimp_palette_decode(d->bytes, d->size, (int32_t)d->head->width, (int32_t)d->head->height, memory,
                            memory_size);
    else
        wimp_stb_decode(d->bytes, d->size, d->wide, d->head->unused_palette, memory, memory_size);
}

#if WIMP_HAS_SANDBOX
static void work(void* memory, size_t memory_size, void* context) {
    decode(context, memory, memory_size);
}

static wend_result decode_in_child(decoder* d, wimp_job* job) {
    wimp_stb_prepare();
    bool finished = false;
    d->memory = wimp_sandbox_run(d->memory_size, work, d, &finished);
    if (!d->memory)
        return wimp_job_fail(job, WEND_ERROR_MEMORY, "cannot start the decoder process: %s",
                             wimp_system_error(errno));
    // a hijacked decoder may have written anything, but it has ended and writes no more
    if (finished)
        d->answer = *(const wimp_stb_answer*)d->memory;
    else
        strcpy(d->answer.reason, "the decoder crashed or timed out");
    d->answer.reason[sizeof d->answer.reason - 1] = 0;
    return WEND_OK;
}
#endif

static wend_result decode_here(decoder* d, wimp_job* job) {
    d->memory = wimp_alloc(job->def->allocator, d->memory_size);
    if (!d->memory) return wimp_job_out_of_memory(job, d->memory_size);
    decode(d, d->memory, d->memory_size);
    d->answer = *(const wimp_stb_answer*)d->memory;
    return WEND_OK;
}

static wend_result decoder_start(decoder* d, wimp_job* job, const header* head) {
    const uint64_t pixels = (uint64_t)(head->width * head->height);
    const uint64_t memory_size =
        head->memory_size > 0 ? head->memory_size : pixels * WIMP_STB_BYTES_PER_PIXEL + WIMP_STB_BYTES_BESIDE;
    if (memory_size > SIZE_MAX / 2) return wimp_job_out_of_memory(job, SIZE_MAX / 2);
    *d = (decoder){.job = job,
                   .head = head,
                   .bytes = head->bytes ? head->bytes : job->bytes,
                   .size = head->bytes ? head->size : job->size,
                   .wide = head->bits == 16,
                   .memory_size = (size_t)memory_size};
#if WIMP_HAS_SANDBOX
    d->in_child = !job->def->decode_in_process;
    if (d->in_child) return decode_in_child(d, job);
#endif
    return decode_here(d, job);
}

// The pixels, which may be modified; NULL when they do not lie within the memory.
static uint8_t* decoder_pixels(const decoder* d, size_t size) {
    size_t at = d->answer.pixels_at;
    return at <= d->memory_size && size <= d->memory_size - at ? (uint8_t*)d->memory + at : NULL;
}

static void decoder_end(decoder* d) {
#if WIMP_HAS_SANDBOX
    if (d->in_child) {
        wimp_sandbox_free(d->memory, d->memory_size);
        return;
    }
#endif
    wimp_free(d->job->def->allocator, d->memory, d->memory_size);
}

// ---- rows

static wend_result check_answer(wimp_job* job, const header* head, const wimp_stb_answer* answer) {
    if (answer->truncated)
        return wimp_job_fail(job, WEND_ERROR_FORMAT, "truncated %s: the file ends within the picture",
                             head->name);
    if (answer->channels >= 1 && answer->channels <= 4 && answer->width == head->width &&
        answer->height == head->height)
        return WEND_OK;
    if (head->by_palette && answer->wrong_color >= 0)
        return wimp_job_fail(
            job, WEND_ERROR_FORMAT,
            "damaged %s: pixel (%d, %d) has colour %d; expected below %lld, the size of the palette",
            head->name, answer->wrong_x, answer->wrong_y, answer->wrong_color,
            (long long)wimp_bmp_colors(job->bytes));
    static const struct {
        const char *reason, *text;
    } variants[] = {
        {"BMP RLE", "this run-length encoding"}, {"BMP JPEG/PNG", "an unusual compression"},
        {"unknown BMP", "an unusual header"},    {"bad bpp", "an unusual number of bits per pixel"},
        {"bad masks", "unusual masks"},          {"invalid", "an unusual palette size"}};
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++)
        if (strcmp(answer->reason, variants[i].reason) == 0)
            return wimp_job_fail(
                job, WEND_ERROR_UNSUPPORTED,
                "a %s with %s is not supported; expected one of 1 to 32 bits per pixel, uncompressed or "
                "with run lengths of 4 or 8 bits",
                head->name, variants[i].text);
    return wimp_job_fail(job, WEND_ERROR_FORMAT, "damaged %s%s%s", head->name, answer->reason[0] ? ": " : "",
                         answer->reason);
}

static void set_right(const header* head, uint8_t* row, int32_t width, int32_t channels) {
    size_t size = (size_t)channels;
    for (int32_t x = 0, other = width - 1; head->mirrored && x < other; x++, other--) {
        uint8_t pixel[4];
        memcpy(pixel, row + (size_t)x * size, size);
        memcpy(row + (size_t)x * size, row + (size_t)other * size, size);
        memcpy(row + (size_t)other * size, pixel, size);
    }
    if (head->no_alpha && channels == 4)
        for (int32_t x = 0; x < width; x++) row[(size_t)x * 4 + 3] = 255;
}

static wend_result check_colors(wimp_job* job, const header* head, const uint8_t* row, int32_t y,
                                const wimp_layout* layout) {
    for (int32_t x = 0; head->outside_opt && x < layout->width; x++)
        if (memcmp(row + (size_t)x * (size_t)layout->channels, head->outside_opt, 3) == 0)
            return wimp_job_fail(job, WEND_ERROR_FORMAT,
                                 "damaged %s: pixel (%d, %d) has a colour outside the palette", head->name, x,
                                 y);
    return WEND_OK;
}

static wend_result read_rows(wimp_job* job, const header* head, wimp_sink* sink, const wimp_layout* layout,
                             uint8_t* pixels) {
    size_t row_size = (size_t)layout->width * (size_t)(layout->channels * layout->sample_bytes);
    for (int32_t y = 0; y < layout->height; y++, pixels += row_size) {
        set_right(head, pixels, layout->width, layout->channels);
        wend_result result = check_colors(job, head, pixels, y, layout);
        if (result == WEND_OK) result = wimp_sink_row(sink, pixels);
        if (result != WEND_OK) return result;
    }
    return WEND_OK;
}

static wend_result read_decoded(wimp_job* job, const header* head, const decoder* d) {
    wend_result result = check_answer(job, head, &d->answer);
    if (result != WEND_OK) return result;
    wimp_layout layout = {.width = d->answer.width,
                          .height = d->answer.height,
                          .channels = d->answer.channels,
                          .sample_bytes = d->wide ? 2 : 1,
                          .max_value = d->wide ? 65535 : 255};
    size_t count =
        (size_t)layout.width * (size_t)layout.height * (size_t)(layout.channels * layout.sample_bytes);
    uint8_t* pixels = decoder_pixels(d, count);
    if (!pixels) return wimp_job_fail(job, WEND_ERROR_FORMAT, "damaged %s", head->name);
    wimp_sink* sink = NULL;
    result = wimp_sink_begin(job, &layout, &sink);
    return result == WEND_OK ? wimp_sink_end(sink, read_rows(job, head, sink, &layout, pixels)) : result;
}

wend_result wimp_stb_read(wimp_job* job, const header* head) {
    job->info->channels = head->channels;
    job->info->bits = head->bits;
    wend_result result = wimp_job_check_size(job, head->width, head->height);
    if (result == WEND_OK) result = wimp_job_check_whole(job, head->width, head->height, head->max_pixels);
    if (result == WEND_OK && head->per_byte > 0)
        result = wimp_job_check_density(job, head->width, head->height, head->per_byte);
    if (result == WEND_OK) result = wimp_job_check_data(job, 0, head->least_bytes);
    if (result != WEND_OK) return result;
    decoder d;
    result = decoder_start(&d, job, head);
    if (result != WEND_OK) return result;
    result = read_decoded(job, head, &d);
    decoder_end(&d);
    return result;
}

// ---- GIF

// A code of 12 bits stands for at most as many pixels as there are entries in the table before it.
enum { GIF_PER_BYTE = 4096 * 8 / 12 };

static wend_result read_gif(wimp_job* job) {
    wend_result result = wimp_job_check_data(job, 0, 13);
    if (result != WEND_OK) return result;
    // A small file may declare a large, mostly empty screen.
    header head = {.name = "GIF",
                   .width = wimp_le16(job->bytes + 6),
                   .height = wimp_le16(job->bytes + 8),
                   .max_pixels = WIMP_MAX_WHOLE_PIXELS / 4,
                   .per_byte = GIF_PER_BYTE,
                   .channels = 1,
                   .bits = 8,
                   .by_palette = true};
    return wimp_stb_read(job, &head);
}

// ---- BMP

enum { FILE_HEADER = 14, CORE_HEADER = 12 };

static wend_result read_bmp(wimp_job* job) {
    const uint8_t* b = job->bytes;
    wend_result result = wimp_job_check_data(job, 0, FILE_HEADER + CORE_HEADER);
    if (result != WEND_OK) return result;
    uint32_t header_size = wimp_le32(b + 14);
    bool core = header_size == CORE_HEADER;
    if (!core) result = wimp_job_check_data(job, 0, 34);
    if (result != WEND_OK) return result;

    header head = {.name = "BMP", .max_pixels = WIMP_MAX_WHOLE_PIXELS};
    head.width = core ? wimp_le16(b + 18) : signed_le32(b + 18);
    head.height = core ? wimp_le16(b + 20) : signed_le32(b + 22);
    bool top_down = head.height < 0;
    if (top_down) head.height = -head.height;
    uint32_t bits = wimp_le16(b + (core ? 24 : 28)), compression = core ? 0 : wimp_le32(b + 30);
    head.channels = bits <= 8 ? 1 : bits == 32 ? 4 : 3;
    head.bits = bits <= 8 ? (int32_t)bits : bits == 16 ? 5 : 8;
    if ((compression == 0 || compression == 3) && bits <= 32 && head.width > 0)
        head.least_bytes = FILE_HEADER + (uint64_t)head.width * bits / 8 * (uint64_t)head.height;
    if (header_size == 56 && compression == 3 && bits > 8) // stb looks for their masks in the wrong place
        return wimp_job_fail(
            job, WEND_ERROR_UNSUPPORTED,
            "a BMP with a header of 56 bytes and masks is not supported; expected a header of 40, 108 "
            "or 124 bytes");
    result = wimp_job_check_size(job, head.width, head.height);
    if (result != WEND_OK) return result;
    const bool planes_are_right = wimp_le16(b + (core ? 22 : 26)) == 1;
    const bool runs = (bits == 8 && compression == 1) || (bits == 4 && compression == 2);
    head.by_palette = (bits == 1 || bits == 2 || bits == 4 || bits == 8) && (compression == 0 || runs) &&
                      (core || header_size >= 40) && planes_are_right;
    if (runs) head.per_byte = GIF_PER_BYTE; // a byte of a run stands for no more
    if (head.by_palette && wimp_bmp_colors(b) < 1)
        return wimp_job_fail(job, WEND_ERROR_FORMAT,
                             "damaged BMP: the pixels begin at byte %lld; expected a palette before them",
                             (long long)wimp_le32(b + 10));
    return wimp_stb_read(job, &head);
}

// ---- TGA

enum { TGA_HEADER = 18, TGA_PALETTE = 1, TGA_RGB = 2, TGA_GREY = 3, TGA_RLE = 8 };

static bool is_one_of(uint32_t value, const uint8_t* list) {
    for (; *list; list++)
        if (*list == value) return true;
    return false;
}

// TGA has no magic number, so every field must be plausible.
static bool is_tga(const uint8_t* bytes, size_t size) {
    if (size < TGA_HEADER) return false;
    uint32_t palette = bytes[1], kind = bytes[2] & ~(uint32_t)TGA_RLE, depth = bytes[16];
    uint32_t entries = wimp_le16(bytes + 5), entry_bits = bytes[7];
    if (palette > 1 || (bytes[17] & 0xc0) != 0 || (bytes[17] & 0x0f) > 8) return false;
    if (palette ? entries == 0 || !is_one_of(entry_bits, (const uint8_t[]){15, 16, 24, 32, 0}) : entries != 0)
        return false;
    switch (kind) {
    case TGA_PALETTE:
        return palette == 1 && is_one_of(depth, (const uint8_t[]){8, 16, 0});
    case TGA_RGB:
        return is_one_of(depth, (const uint8_t[]){15, 16, 24, 32, 0});
    case TGA_GREY:
        return is_one_of(depth, (const uint8_t[]){8, 16, 0});
    default:
        return false;
    }
}

static wend_result read_tga(wimp_job* job) {
    const uint8_t* b = job->bytes;
    uint32_t kind = b[2] & ~(uint32_t)TGA_RLE, depth = b[16], entry_bits = b[7];
    bool indexed = kind == TGA_PALETTE, rle = b[2] & TGA_RLE;
    if (indexed && wimp_le16(b + 3) != 0)
        return wimp_job_fail(job, WEND_ERROR_UNSUPPORTED, "the TGA palette begins at %u; expected 0",
                             wimp_le16(b + 3));

    header head = {.name = "TGA", .max_pixels = WIMP_MAX_WHOLE_PIXELS};
    head.width = wimp_le16(b + 12);
    head.height = wimp_le16(b + 14);
    head.mirrored = b[17] & 0x10;
    head.no_alpha = (b[17] & 0x0f) == 0;
    bool wide_grey = kind == TGA_GREY && depth == 16;
    head.channels = kind == TGA_RGB ? (depth == 32 ? 4 : 3) : wide_grey ? 2 : 1;
    head.bits = kind == TGA_RGB && depth < 24 ? 5 : 8;
    uint64_t pixels = (uint64_t)(head.width * head.height), pixel_bytes = (depth + 7) / 8;
    const uint64_t palette_bytes = b[1] == 1 ? (uint64_t)wimp_le16(b + 5) * ((entry_bits + 7) / 8) : 0;
    if (!indexed) head.unused_palette = (size_t)palette_bytes;
    // a run of 128 pixels takes one byte and one pixel
    uint64_t data = rle ? (pixels + 127) / 128 * (1 + pixel_bytes) : pixels * pixel_bytes;
    head.least_bytes = TGA_HEADER + b[0] + palette_bytes + data;
    return wimp_stb_read(job, &head);
}

const wimp_format wimp_format_gif = {"gif", "GIF: the first picture", NULL, read_gif, true, false, "GIF8"};

const wimp_format wimp_format_bmp = {
    "bmp", "BMP: 1 to 32 bits, run lengths of 4 and 8 bits", NULL, read_bmp, true, false, "BM"};

const wimp_format wimp_format_tga = {"tga", "TGA: grey, RGB, palette, run lengths", is_tga, read_tga, true,
                                     false};
