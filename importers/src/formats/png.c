// png.c: PNG, decoded row by row by libspng, from memory or from a stream. Wrong checksums are errors. The 7
// passes of an interlaced image go to the sink as they come; only where neighbours matter, under HEIGHT and
// PALETTE, the whole image is buffered first.
#include <spng.h>
#include <stdlib.h>
#include <string.h>

#include "core/read_file.h"
#include "core/sink.h"
#include "formats/formats.h"

const bool wimp_png_is_read_by_rows = true;

enum {
    MAX_CHUNK = 1 << 24,
    MAX_CHUNKS_KEPT = 1 << 26,
    MAX_INFLATE = 1040
}; // deflate compresses at most 1032 : 1

// zlib says of some data that it could not allocate memory for that it is damaged, so every allocation of the
// decoder is watched.
static _Thread_local bool lacks_memory;

static void* watched(void* memory) {
    lacks_memory = lacks_memory || !memory;
    return memory;
}
static void* allocate(size_t size) {
    return watched(malloc(size));
}
static void* reallocate(void* memory, size_t size) {
    return watched(realloc(memory, size));
}
static void* allocate_zeroed(size_t count, size_t size) {
    return watched(calloc(count, size));
}

static int read_stream(spng_ctx* context, void* stream, void* out, size_t size) {
    (void)context;
    wimp_stream* s = stream;
    if (wimp_stream_read(s, out, size) == size) return SPNG_OK;
    return s->error ? SPNG_IO_ERROR : SPNG_IO_EOF;
}

static wend_result fail(wimp_job* job, int code, int64_t row) {
    if (job->stream && job->stream->error)
        return wimp_job_fail(job, WEND_ERROR_IO, "cannot be read: %s", wimp_system_error(job->stream->error));
    if (code == SPNG_EMEM || lacks_memory)
        return wimp_job_fail(job, WEND_ERROR_MEMORY, "out of memory in the PNG decoder");
    const char* what = code == SPNG_EOF || code == SPNG_IO_EOF ? "truncated" : "damaged";
    if (row >= 0)
        return wimp_job_fail(job, WEND_ERROR_FORMAT, "%s PNG: %s at row %lld", what, spng_strerror(code),
                             (long long)row);
    return wimp_job_fail(job, WEND_ERROR_FORMAT, "%s PNG: %s", what, spng_strerror(code));
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

typedef struct reader {
    wimp_job* job;
    spng_ctx* context;
    struct spng_ihdr head;
    wimp_layout layout;
    uint8_t palette[256][4]; ///< the palette of the image, or its few greys
    uint32_t palette_size;
    size_t row_size; ///< bytes of a decoded row
    bool is_whole;   ///< pixels holds all rows (interlaced, where neighbours matter)
    uint8_t* pixels; ///< one row, or all of them
    size_t pixels_size;
    uint8_t* indices; ///< a row with one sample per byte, where spng packs several
    struct spng_plte colors;
    struct spng_trns key;
} reader;

static bool has_palette(const reader* r) {
    return r->head.color_type == SPNG_COLOR_TYPE_INDEXED ||
           (r->head.color_type == SPNG_COLOR_TYPE_GRAYSCALE && r->head.bit_depth <= 8);
}

// Greys of up to 8 bits are treated as a palette, so each pixel is one lookup.
static wend_result make_palette(reader* r, const struct spng_trns* key_opt) {
    if (r->head.color_type == SPNG_COLOR_TYPE_GRAYSCALE) {
        uint32_t top = (1u << r->head.bit_depth) - 1;
        r->palette_size = top + 1;
        for (uint32_t i = 0; i <= top; i++) {
            uint8_t grey = (uint8_t)(i * 255 / top);
            memcpy(r->palette[i], (uint8_t[]){grey, grey, grey, 255}, 4);
        }
        if (key_opt && key_opt->gray <= top) r->palette[key_opt->gray][3] = 0;
        return WEND_OK;
    }
    const struct spng_plte* colors = &r->colors;
    int code = spng_get_plte(r->context, &r->colors);
    if (code != SPNG_OK) return fail(r->job, code, -1);
    r->palette_size = colors->n_entries;
    for (uint32_t i = 0; i < colors->n_entries; i++) {
        const struct spng_plte_entry* e = &colors->entries[i];
        bool given = key_opt && i < key_opt->n_type3_entries;
        memcpy(r->palette[i], (uint8_t[]){e->red, e->green, e->blue, given ? key_opt->type3_alpha[i] : 255},
               4);
    }
    return WEND_OK;
}

// Unpacks to one sample per byte. Errors: FORMAT for an index outside the palette.
static wend_result unpack(const reader* r, const uint8_t* row, const wimp_run* run, const uint8_t** out) {
    int32_t bits = r->head.bit_depth;
    *out = bits == 8 ? row : r->indices;
    for (int32_t i = 0; bits < 8 && i < run->count; i++) {
        int32_t at = i * bits;
        r->indices[i] = (uint8_t)(row[at >> 3] >> (8 - bits - (at & 7)) & ((1 << bits) - 1));
    }
    if (r->palette_size >> bits != 0) return WEND_OK;
    for (int32_t i = 0; i < run->count; i++)
        if ((*out)[i] >= r->palette_size)
            return wimp_job_fail(
                r->job, WEND_ERROR_FORMAT,
                "damaged PNG: pixel (%d, %d) has colour %d; expected below %u, the size of the palette",
                run->x + i * run->step, run->y, (*out)[i], r->palette_size);
    return WEND_OK;
}

static wend_result take_run(const reader* r, wimp_sink* sink, const wimp_run* run, const uint8_t* row) {
    if (r->layout.palette) {
        wend_result result = unpack(r, row, run, &row);
        if (result != WEND_OK) return result;
    }
    bool by_runs = r->head.interlace_method != 0 && !r->is_whole;
    return by_runs ? wimp_sink_run(sink, run, row) : wimp_sink_row(sink, row);
}

static wimp_run whole_row(const reader* r, int32_t y) {
    return (wimp_run){.y = y, .step = 1, .count = r->layout.width};
}

// The run that spng decodes next, by the columns of its Adam7 pass.
static wimp_run run_of(const reader* r, const struct spng_row_info* info) {
    static const struct {
        uint8_t x, step;
    } passes[] = {{0, 8}, {4, 8}, {0, 4}, {2, 4}, {0, 2}, {1, 2}, {0, 1}};
    wimp_run run = whole_row(r, (int32_t)info->row_num);
    if (r->head.interlace_method == 0) return run;
    run.x = passes[info->pass].x;
    run.step = passes[info->pass].step;
    run.count = (run.count - run.x + run.step - 1) / run.step;
    return run;
}

static wend_result read_rows(const reader* r, wimp_sink* sink) {
    for (int code = SPNG_OK; code != SPNG_EOI;) {
        struct spng_row_info info;
        code = spng_get_row_info(r->context, &info);
        if (code == SPNG_EOI) break;
        if (code != SPNG_OK) return fail(r->job, code, -1);
        if (r->is_whole)
            code = spng_decode_row(r->context, r->pixels + info.row_num * r->row_size, r->row_size);
        else
            code = spng_decode_scanline(r->context, r->pixels, r->row_size);
        if (code != SPNG_OK && code != SPNG_EOI) return fail(r->job, code, info.row_num);
        if (r->is_whole) continue;
        wimp_run run = run_of(r, &info);
        wend_result result = take_run(r, sink, &run, r->pixels);
        if (result != WEND_OK) return result;
    }
    for (int32_t y = 0; r->is_whole && y < r->layout.height; y++) {
        wimp_run row = whole_row(r, y);
        wend_result result = take_run(r, sink, &row, r->pixels + (size_t)y * r->row_size);
        if (result != WEND_OK) return result;
    }
    // verifies the checksums of the chunks after the pixels
    int code = spng_decode_chunks(r->context);
    return code == SPNG_OK ? WEND_OK : fail(r->job, code, -1);
}

static wend_result read_header(reader* r) {
    wimp_job* job = r->job;
    spng_set_chunk_limits(r->context, MAX_CHUNK, MAX_CHUNKS_KEPT);
    spng_set_crc_action(r->context, SPNG_CRC_ERROR, SPNG_CRC_ERROR); // tRNS changes the map, too
    int code = job->stream ? spng_set_png_stream(r->context, read_stream, job->stream)
                           : spng_set_png_buffer(r->context, job->bytes, job->size);
    if (code == SPNG_OK) code = spng_get_ihdr(r->context, &r->head);
    if (code != SPNG_OK) return fail(job, code, -1);
    uint32_t width = r->head.width, height = r->head.height;
    job->info->channels = channels_of(r->head.color_type);
    job->info->bits = r->head.bit_depth;
    wend_result result = wimp_job_check_size(job, width, height);
    r->is_whole = r->head.interlace_method != 0 && wimp_sink_may_need_rows(job);
    if (result == WEND_OK && r->is_whole) result = wimp_job_check_whole(job, width, height, INT64_MAX);
    uint64_t bits = (uint64_t)width * (uint64_t)job->info->channels * r->head.bit_depth;
    if (result == WEND_OK) result = wimp_job_check_data(job, 0, bits / 8 * height / MAX_INFLATE);
    return result;
}

// Chooses the layout and starts spng. Samples stay as they are in the file, except for images with a
// transparent colour.
static wend_result start_decoder(reader* r) {
    int code = spng_get_trns(r->context, &r->key);
    if (code != SPNG_OK && code != SPNG_ECHUNKAVAIL) return fail(r->job, code, -1);
    bool has_key = code == SPNG_OK, wide = r->head.bit_depth == 16;
    int format = SPNG_FMT_PNG, flags = SPNG_DECODE_PROGRESSIVE;
    r->layout = (wimp_layout){.width = (int32_t)r->head.width,
                              .height = (int32_t)r->head.height,
                              .channels = r->job->info->channels,
                              .sample_bytes = wide ? 2 : 1,
                              .max_value = wide ? 65535 : 255};
    if (has_palette(r)) {
        wend_result result = make_palette(r, has_key ? &r->key : NULL);
        if (result != WEND_OK) return result;
        r->layout.palette = (const uint8_t(*)[4])r->palette;
    } else if (has_key) {
        bool grey = r->head.color_type == SPNG_COLOR_TYPE_GRAYSCALE;
        r->layout.channels = grey ? 2 : 4;
        format = grey ? SPNG_FMT_GA16 : wide ? SPNG_FMT_RGBA16 : SPNG_FMT_RGBA8;
        flags |= SPNG_DECODE_TRNS;
    }
    size_t size;
    code = spng_decode_image(r->context, NULL, 0, format, flags);
    if (code == SPNG_OK) code = spng_decoded_image_size(r->context, format, &size);
    if (code != SPNG_OK) return fail(r->job, code, -1);
    r->row_size = size / r->head.height;
    r->pixels_size = r->is_whole ? size : r->row_size;
    return WEND_OK;
}

static wend_result read_picture(reader* r) {
    wend_result result = read_header(r);
    if (result == WEND_OK) result = start_decoder(r);
    if (result != WEND_OK) return result;
    const bool packed = r->layout.palette && r->head.bit_depth < 8;
    r->pixels = wimp_job_get(r->job, r->pixels_size); // zeros: spng only sets bits in interlaced packed rows
    if (r->pixels && packed) r->indices = wimp_job_get(r->job, (size_t)r->layout.width);
    if (!r->pixels || (packed && !r->indices)) return WEND_ERROR_MEMORY;
    wimp_sink* sink = NULL;
    result = wimp_sink_begin(r->job, &r->layout, &sink);
    return result == WEND_OK ? wimp_sink_end(sink, read_rows(r, sink)) : result;
}

static wend_result read_png(wimp_job* job) {
    if (job->size >= 16 && memcmp(job->bytes + 12, "CgBI", 4) == 0)
        return wimp_job_fail(job, WEND_ERROR_UNSUPPORTED,
                             "Apple's PNG variant (CgBI) is not supported; expected a standard PNG");
    reader* r = wimp_job_get(job, sizeof *r);
    if (!r) return WEND_ERROR_MEMORY;
    r->job = job;
    r->context = spng_ctx_new2(&(struct spng_alloc){allocate, reallocate, allocate_zeroed, free}, 0);
    lacks_memory = false;
    wend_result result = r->context
                             ? read_picture(r)
                             : wimp_job_fail(job, WEND_ERROR_MEMORY, "out of memory in the PNG decoder");
    spng_ctx_free(r->context);
    return result;
}

const wimp_format wimp_format_png = {
    "png",    "PNG: 1 to 16 bits, grey, RGB, palette, alpha, interlaced", NULL, read_png, true, false,
    "\x89PNG"};
