// pnm.c: PBM, PGM and PPM, text and binary, with any maximum up to 65535.
#include <stdio.h>

#include "core/read_file.h"
#include "core/sink.h"
#include "formats/formats.h"

static bool is_pnm(const uint8_t* bytes, size_t size) {
    if (size < 3 || bytes[0] != 'P' || bytes[1] < '1' || bytes[1] > '7') return false;
    return bytes[2] == ' ' || bytes[2] == '#' || (bytes[2] >= '\t' && bytes[2] <= '\r');
}

typedef struct reader {
    wimp_job* job;
    const uint8_t* bytes;
    size_t size, at;     ///< of bytes: the whole file, or its header and what follows, with a stream
    wimp_stream* stream; ///< rows are read as they are needed; NULL: all are in memory
    char kind;           ///< '1' .. '6'
    wimp_layout layout;
} reader;

static bool is_space(uint8_t c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

// Skips whitespace and comments; false at the end of the file.
static bool skip_space(reader* r) {
    while (r->at < r->size) {
        if (r->bytes[r->at] == '#')
            while (r->at < r->size && r->bytes[r->at] != '\n' && r->bytes[r->at] != '\r') r->at++;
        else if (is_space(r->bytes[r->at]))
            r->at++;
        else
            return true;
    }
    return false;
}

static bool is_digit(uint8_t c) {
    return c >= '0' && c <= '9';
}

// Reads a decimal number; false: there is none. Numbers saturate near 2^40.
static bool take_number(reader* r, int64_t* out) {
    if (!skip_space(r) || !is_digit(r->bytes[r->at])) return false;
    int64_t value = 0;
    for (; r->at < r->size && is_digit(r->bytes[r->at]); r->at++)
        if (value < (int64_t)1 << 40) value = value * 10 + (r->bytes[r->at] - '0');
    *out = value;
    return true;
}

static wend_result fail_number(const reader* r, const char* what) {
    if (r->at >= r->size)
        return wimp_job_fail(r->job, WEND_ERROR_FORMAT, "truncated: the file ends before the %s", what);
    return wimp_job_fail(r->job, WEND_ERROR_FORMAT, "no number at byte %zu; expected the %s", r->at, what);
}

static bool is_bitmap(const reader* r) {
    return r->kind == '1' || r->kind == '4';
}
static bool is_binary(const reader* r) {
    return r->kind >= '4';
}

// Bytes of one row of a binary file.
static uint64_t row_bytes(const reader* r) {
    const wimp_layout* layout = &r->layout;
    if (is_bitmap(r)) return ((uint64_t)layout->width + 7) / 8;
    return (uint64_t)layout->width * (uint64_t)(layout->channels * layout->sample_bytes);
}

static wend_result read_header(reader* r) {
    wimp_job* job = r->job;
    r->kind = (char)r->bytes[1];
    r->at = 2;
    if (r->kind == '7')
        return wimp_job_fail(job, WEND_ERROR_UNSUPPORTED, "PAM (P7) is not supported; expected P1 to P6");
    int64_t width, height, max_value = 1;
    if (!take_number(r, &width)) return fail_number(r, "width");
    if (!take_number(r, &height)) return fail_number(r, "height");
    if (!is_bitmap(r) && !take_number(r, &max_value)) return fail_number(r, "maximum value");
    if (max_value < 1 || max_value > 65535)
        return wimp_job_fail(job, WEND_ERROR_FORMAT, "the maximum value is %lld; expected 1 to 65535",
                             (long long)max_value);
    wend_result result = wimp_job_check_size(job, width, height);
    if (result != WEND_OK) return result;

    r->layout = (wimp_layout){.width = (int32_t)width,
                              .height = (int32_t)height,
                              .channels = r->kind == '3' || r->kind == '6' ? 3 : 1,
                              .sample_bytes = max_value > 255 ? 2 : 1,
                              .max_value = (uint32_t)max_value};
    job->info->channels = r->layout.channels;
    job->info->bits = is_bitmap(r) ? 1 : r->layout.sample_bytes * 8;

    if (!is_binary(r)) {
        // one digit per sample; unless they are bits, a space after each but the last
        uint64_t samples = (uint64_t)(width * height) * (uint64_t)r->layout.channels;
        return wimp_job_check_data(job, r->at, is_bitmap(r) ? samples : samples * 2);
    }
    if (r->at >= r->size || !is_space(r->bytes[r->at]))
        return wimp_job_fail(job, WEND_ERROR_FORMAT,
                             "byte %zu, after the header, is not whitespace; expected it before the pixels",
                             r->at);
    r->at++;
    return wimp_job_check_data(job, r->at, row_bytes(r) * (uint64_t)height);
}

static wend_result fail_pixel(const reader* r, int32_t sample, int32_t y, const char* expected) {
    char what[80];
    snprintf(what, sizeof what, "%s of pixel (%d, %d)", expected, sample / r->layout.channels, y);
    return fail_number(r, what);
}

static wend_result too_bright(const reader* r, int64_t value, int32_t sample, int32_t y) {
    return wimp_job_fail(r->job, WEND_ERROR_FORMAT,
                         "pixel (%d, %d) has the value %lld; expected at most the maximum, %u",
                         sample / r->layout.channels, y, (long long)value, r->layout.max_value);
}

static void store(const reader* r, void* row, int32_t i, int64_t value) {
    if (r->layout.sample_bytes == 1)
        ((uint8_t*)row)[i] = (uint8_t)value;
    else
        ((uint16_t*)row)[i] = (uint16_t)value;
}

static wend_result read_text_row(reader* r, int32_t y, void* row) {
    int32_t samples = r->layout.width * r->layout.channels;
    for (int32_t i = 0; i < samples; i++) {
        int64_t value;
        if (is_bitmap(r)) { // bits need no space between them; 1 is black
            if (!skip_space(r) || (r->bytes[r->at] != '0' && r->bytes[r->at] != '1'))
                return fail_pixel(r, i, y, "bit");
            value = r->bytes[r->at++] == '0';
        } else {
            if (!take_number(r, &value)) return fail_pixel(r, i, y, "value");
            if (value > r->layout.max_value) return too_bright(r, value, i, y);
        }
        store(r, row, i, value);
    }
    return WEND_OK;
}

// buffer: of one row, for a stream.
static wend_result read_binary_row(reader* r, int32_t y, void* row, uint8_t* buffer) {
    const uint8_t* bytes = r->stream ? buffer : r->bytes + r->at;
    if (r->stream && wimp_stream_read(r->stream, buffer, (size_t)row_bytes(r)) != row_bytes(r))
        return wimp_job_fail(r->job, r->stream->error ? WEND_ERROR_IO : WEND_ERROR_FORMAT,
                             "row %d cannot be read: %s", y,
                             r->stream->error      ? "the system refuses"
                             : r->stream->size > 0 ? "truncated meanwhile"
                                                   : "truncated");
    int32_t samples = r->layout.width * r->layout.channels;
    bool wide = r->layout.sample_bytes == 2;
    r->at += (size_t)row_bytes(r);
    for (int32_t i = 0; i < samples; i++) {
        int64_t value = is_bitmap(r) ? !(bytes[i / 8] >> (7 - i % 8) & 1)
                        : wide       ? bytes[2 * i] << 8 | bytes[2 * i + 1]
                                     : bytes[i];
        if (value > r->layout.max_value) return too_bright(r, value, i, y);
        store(r, row, i, value);
    }
    return WEND_OK;
}

static wend_result read_rows(reader* r, wimp_sink* sink, void* row, uint8_t* buffer) {
    wend_result result = WEND_OK;
    for (int32_t y = 0; y < r->layout.height && result == WEND_OK; y++) {
        result = is_binary(r) ? read_binary_row(r, y, row, buffer) : read_text_row(r, y, row);
        if (result == WEND_OK) result = wimp_sink_row(sink, row);
    }
    return result;
}

static wend_result read_image(reader* r) {
    wimp_job* job = r->job;
    // two rows in one block: that of the sink, and that of the file
    const size_t size = (size_t)r->layout.width * (size_t)(r->layout.channels * r->layout.sample_bytes);
    uint8_t* rows = wimp_job_get(job, 2 * size);
    if (!rows) return WEND_ERROR_MEMORY;
    wimp_sink* sink = NULL;
    const wend_result result = wimp_sink_begin(job, &r->layout, &sink);
    return result == WEND_OK ? wimp_sink_end(sink, read_rows(r, sink, rows, rows + size)) : result;
}

// A large file is read as its rows are needed. Its header must lie in its first bytes.
static wend_result read_stream(wimp_job* job) {
    enum { HEAD = 1 << 14 };
    uint8_t* head = wimp_job_get(job, HEAD);
    if (!head) return WEND_ERROR_MEMORY;
    reader r = {.job = job, .bytes = head, .stream = job->stream};
    r.size = wimp_stream_peek(job->stream, head, HEAD);
    wend_result result = read_header(&r);
    if (result == WEND_OK && wimp_stream_read(job->stream, head, r.at) != r.at)
        result = wimp_job_fail(job, WEND_ERROR_IO, "the header cannot be read again");
    return result == WEND_OK ? read_image(&r) : result;
}

static wend_result read_pnm(wimp_job* job) {
    if (job->stream) return read_stream(job);
    reader r = {.job = job, .bytes = job->bytes, .size = job->size};
    const wend_result result = read_header(&r);
    return result == WEND_OK ? read_image(&r) : result;
}

bool wimp_is_large_pnm(const uint8_t* bytes, size_t size, uint64_t file_size) {
    return is_pnm(bytes, size) && bytes[1] >= '4' && bytes[1] <= '6' && file_size >= WIMP_LARGE_PNM;
}

const wimp_format wimp_format_pnm = {
    "pnm", "PBM, PGM, PPM: text or binary, up to 16 bits", is_pnm, read_pnm, true, false};
