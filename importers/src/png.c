// png.c: PNG by libspng, a row at a time. Checksums that do not match are errors.
#include <spng.h>
#include <string.h>

#include "formats.h"
#include "image.h"

enum { MAX_CHUNK = 1 << 24, MAX_CHUNKS_KEPT = 1 << 26, MAX_INFLATE = 1040 }; // deflate gains at most 1032 : 1

bool wendi_is_png(const uint8_t* bytes, size_t size) {
    return size >= 4 && memcmp(bytes, "\x89PNG", 4) == 0;
}

static wend_result fail(wendi_job* job, int code, int64_t row) {
    if (code == SPNG_EMEM) return wendi_job_fail(job, WEND_ERROR_MEMORY, "out of memory in the PNG decoder");
    const char* what = code == SPNG_EOF || code == SPNG_IO_EOF ? "truncated" : "damaged";
    if (row >= 0)
        return wendi_job_fail(job, WEND_ERROR_FORMAT, "%s PNG: %s at row %lld", what, spng_strerror(code),
                              (long long)row);
    return wendi_job_fail(job, WEND_ERROR_FORMAT, "%s PNG: %s", what, spng_strerror(code));
}

// The narrowest of spng's formats that loses nothing.
static int pick_format(const struct spng_ihdr* head, bool has_key, wendi_layout* layout) {
    bool wide = head->bit_depth == 16;
    layout->sample_bytes = wide ? 2 : 1;
    layout->max_value = wide ? 65535 : 255;
    layout->channels = 4;
    switch (head->color_type) {
    case SPNG_COLOR_TYPE_GRAYSCALE:
        layout->channels = has_key ? 2 : 1;
        if (wide) return has_key ? SPNG_FMT_GA16 : SPNG_FMT_PNG;
        return has_key ? SPNG_FMT_GA8 : SPNG_FMT_G8;
    case SPNG_COLOR_TYPE_GRAYSCALE_ALPHA:
        layout->channels = 2;
        return SPNG_FMT_PNG;
    case SPNG_COLOR_TYPE_TRUECOLOR:
        if (has_key) return wide ? SPNG_FMT_RGBA16 : SPNG_FMT_RGBA8;
        layout->channels = 3;
        return SPNG_FMT_PNG;
    case SPNG_COLOR_TYPE_INDEXED:
        if (has_key) return SPNG_FMT_RGBA8;
        layout->channels = 3;
        return SPNG_FMT_RGB8;
    default:
        return SPNG_FMT_PNG; // RGBA
    }
}

static int32_t channels_of(uint8_t color_type) {
    switch (color_type) {
    case SPNG_COLOR_TYPE_GRAYSCALE_ALPHA:
        return 2;
    case SPNG_COLOR_TYPE_TRUECOLOR:
        return 3;
    case SPNG_COLOR_TYPE_TRUECOLOR_ALPHA:
        return 4;
    default:
        return 1;
    }
}

// Rows come from top to bottom; of an interlaced picture all passes go into a buffer first.
static wend_result read_rows(wendi_job* job, spng_ctx* context, wendi_image* image, uint8_t* pixels,
                             size_t row_size, bool interlaced) {
    int32_t height = image->layout.height;
    for (;;) {
        struct spng_row_info info;
        int code = spng_get_row_info(context, &info);
        if (code == SPNG_EOI) break;
        if (code != SPNG_OK) return fail(job, code, -1);
        uint8_t* row = interlaced ? pixels + info.row_num * row_size : pixels;
        code = spng_decode_row(context, row, row_size);
        if (code != SPNG_OK && code != SPNG_EOI) return fail(job, code, info.row_num);
        if (!interlaced) {
            wend_result result = wendi_image_row(image, row);
            if (result != WEND_OK) return result;
        }
        if (code == SPNG_EOI) break;
    }
    for (int32_t y = 0; interlaced && y < height; y++) {
        wend_result result = wendi_image_row(image, pixels + (size_t)y * row_size);
        if (result != WEND_OK) return result;
    }
    // the checksums of what follows the pixels
    int code = spng_decode_chunks(context);
    return code == SPNG_OK ? WEND_OK : fail(job, code, -1);
}

static wend_result read_picture(wendi_job* job, spng_ctx* context) {
    spng_set_chunk_limits(context, MAX_CHUNK, MAX_CHUNKS_KEPT);
    int code = spng_set_png_buffer(context, job->bytes, job->size);
    struct spng_ihdr head;
    if (code == SPNG_OK) code = spng_get_ihdr(context, &head);
    if (code != SPNG_OK) return fail(job, code, -1);
    bool interlaced = head.interlace_method != 0;
    int32_t channels = channels_of(head.color_type);
    job->info.channels = channels;
    job->info.bits = head.bit_depth;

    wend_result result = wendi_job_check_size(job, head.width, head.height);
    if (result == WEND_OK && interlaced)
        result = wendi_job_check_whole(job, head.width, head.height, WENDI_MAX_WHOLE_PIXELS);
    uint64_t bits = (uint64_t)head.width * (uint64_t)channels * head.bit_depth;
    if (result == WEND_OK) result = wendi_job_check_data(job, 0, bits / 8 * head.height / MAX_INFLATE);
    if (result != WEND_OK) return result;

    struct spng_trns key;
    code = spng_get_trns(context, &key);
    if (code != SPNG_OK && code != SPNG_ECHUNKAVAIL) return fail(job, code, -1);
    bool has_key = code == SPNG_OK;
    wendi_layout layout = {.width = (int32_t)head.width, .height = (int32_t)head.height};
    int format = pick_format(&head, has_key, &layout);
    code = spng_decode_image(context, NULL, 0, format,
                             SPNG_DECODE_PROGRESSIVE | (has_key ? SPNG_DECODE_TRNS : 0));
    if (code != SPNG_OK) return fail(job, code, -1);

    size_t row_size = head.width * (size_t)(layout.channels * layout.sample_bytes);
    size_t size = interlaced ? row_size * head.height : row_size;
    uint8_t* pixels = wendi_import_alloc(job->def->allocator, size);
    if (!pixels) return wendi_job_out_of_memory(job, size);
    wendi_image image;
    result = wendi_image_begin(&image, job, &layout);
    if (result == WEND_OK)
        result = wendi_image_end(&image, read_rows(job, context, &image, pixels, row_size, interlaced));
    wendi_import_free(job->def->allocator, pixels, size);
    return result;
}

wend_result wendi_read_png(wendi_job* job) {
    if (job->size >= 16 && memcmp(job->bytes + 12, "CgBI", 4) == 0)
        return wendi_job_fail(job, WEND_ERROR_UNSUPPORTED,
                              "a PNG in Apple's own variant (CgBI); expected a standard PNG");
    spng_ctx* context = spng_ctx_new(0);
    if (!context) return wendi_job_fail(job, WEND_ERROR_MEMORY, "out of memory in the PNG decoder");
    wend_result result = read_picture(job, context);
    spng_ctx_free(context);
    return result;
}
