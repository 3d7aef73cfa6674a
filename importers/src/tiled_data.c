// tiled_data.c: how does the text of a layer become tiles? CSV, or base64 of 32-bit numbers, low byte first,
// that may be compressed. What comes out is counted as it comes, so that no small file fills the memory.
#include "tiled_data.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

enum { CHUNK = 1 << 14, GZIP_OR_ZLIB = 15 + 32 };

#define GID_MASK 0x0fffffffu // the four highest bits turn and mirror

static const char out_of_memory[] = "out of memory";
static const char too_many[] = "has more tiles than its width and height say";
static const char damaged[] = "has damaged compressed data";
static const char no_tile[] = "has a tile that is no 32-bit number";

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

const char* wendi_tiled_data_tile(wendi_tiled_data* d, uint64_t gid) {
    if (gid > UINT32_MAX) return no_tile;
    if (d->index == d->tile_count) return too_many;
    d->take(d->context, d->index++, (uint32_t)gid & GID_MASK);
    return NULL;
}

// ---- CSV

static const char* csv_text(wendi_tiled_data* d, const char* text, size_t size, size_t* bad_out) {
    for (size_t i = 0; i < size; i++) {
        char c = text[i];
        const char* wrong = NULL;
        if (c >= '0' && c <= '9') {
            if (d->is_over) wrong = "has two numbers without a comma between";
            d->number = d->number * 10 + (uint64_t)(c - '0');
            d->has_digits = true;
            if (d->number > UINT32_MAX) wrong = no_tile;
        } else if (c == ',') {
            wrong =
                d->has_digits ? wendi_tiled_data_tile(d, d->number) : "has a comma without a number before";
            d->number = 0;
            d->has_digits = d->is_over = false;
        } else if (is_space(c)) {
            d->is_over = d->has_digits;
        } else {
            wrong = "has something else than numbers and commas";
        }
        *bad_out = i;
        if (wrong) return wrong;
    }
    return NULL;
}

// ---- base64, and what is in it

static const char* take_bytes(wendi_tiled_data* d, const uint8_t* bytes, size_t size) {
    for (size_t i = 0; i < size; i++) {
        d->word[d->word_size++] = bytes[i];
        if (d->word_size < 4) continue;
        d->word_size = 0;
        const uint8_t* w = d->word;
        const char* wrong = wendi_tiled_data_tile(d, w[0] | (uint32_t)w[1] << 8 | (uint32_t)w[2] << 16 |
                                                         (uint32_t)w[3] << 24);
        if (wrong) return wrong;
    }
    return NULL;
}

static const char* inflate_bytes(wendi_tiled_data* d) {
    z_stream* z = d->stream;
    uint8_t* out = d->bytes + CHUNK;
    z->next_in = d->bytes;
    z->avail_in = (uInt)d->byte_count;
    do {
        if (d->is_over && z->avail_in > 0) return "goes on after the end of its compressed data";
        if (d->is_over) break;
        z->next_out = out;
        z->avail_out = CHUNK;
        int code = inflate(z, Z_NO_FLUSH);
        if (code == Z_MEM_ERROR) return out_of_memory;
        if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) return damaged;
        const char* wrong = take_bytes(d, out, CHUNK - z->avail_out);
        if (wrong) return wrong;
        d->is_over = code == Z_STREAM_END;
    } while (z->avail_out == 0 || z->avail_in > 0);
    return NULL;
}

static const char* unzstd_bytes(wendi_tiled_data* d) {
    uint8_t* out = d->bytes + CHUNK;
    ZSTD_inBuffer from = {d->bytes, d->byte_count, 0};
    bool is_full = false;
    while (from.pos < from.size || is_full) {
        if (d->is_over) return from.pos < from.size ? "goes on after the end of its compressed data" : NULL;
        ZSTD_outBuffer to = {out, CHUNK, 0};
        size_t left = ZSTD_decompressStream(d->stream, &to, &from);
        if (ZSTD_isError(left)) return damaged;
        const char* wrong = take_bytes(d, out, to.pos);
        if (wrong) return wrong;
        d->is_over = left == 0;
        is_full = to.pos == to.size;
    }
    return NULL;
}

static const char* flush(wendi_tiled_data* d) {
    const char* wrong = d->compression == WENDI_TILED_DEFLATE ? inflate_bytes(d)
                        : d->compression == WENDI_TILED_ZSTD  ? unzstd_bytes(d)
                                                              : take_bytes(d, d->bytes, d->byte_count);
    d->byte_count = 0;
    return wrong;
}

static int32_t sextet_of(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

static const char* base64_text(wendi_tiled_data* d, const char* text, size_t size, size_t* bad_out) {
    for (size_t i = 0; i < size; i++) {
        if (is_space(text[i])) continue;
        *bad_out = i;
        int32_t sextet = sextet_of(text[i]);
        bool is_padding = text[i] == '=' && d->sextet_count >= 2;
        if (sextet < 0 && !is_padding) return "has a character that is not of base64";
        if (d->padding > 0 && !is_padding) return "goes on after the end of its base64";
        d->padding += is_padding;
        d->sextets = d->sextets << 6 | (uint32_t)(is_padding ? 0 : sextet);
        if (++d->sextet_count < 4) continue;
        for (int32_t k = 0; k < 3 - d->padding; k++)
            d->bytes[d->byte_count++] = (uint8_t)(d->sextets >> (16 - 8 * k));
        d->sextet_count = 0;
        if (d->byte_count + 3 <= CHUNK) continue;
        const char* wrong = flush(d);
        if (wrong) return wrong;
    }
    return NULL;
}

// ---- a layer

static bool start_stream(wendi_tiled_data* d) {
    if (d->compression == WENDI_TILED_ZSTD) {
        d->stream = ZSTD_createDStream();
        return d->stream && !ZSTD_isError(ZSTD_initDStream(d->stream));
    }
    if (d->compression == WENDI_TILED_PLAIN) return true;
    z_stream* z = calloc(1, sizeof *z);
    if (!z || inflateInit2(z, GZIP_OR_ZLIB) != Z_OK) {
        free(z);
        return false;
    }
    d->stream = z;
    return true;
}

const char* wendi_tiled_data_begin(wendi_tiled_data* data, wendi_tiled_encoding encoding,
                                   wendi_tiled_compression compression, int64_t tile_count,
                                   wendi_tiled_tile_fn* take, void* context) {
    *data = (wendi_tiled_data){.encoding = encoding,
                               .compression = compression,
                               .tile_count = tile_count,
                               .take = take,
                               .context = context};
    if (encoding != WENDI_TILED_BASE64) return NULL;
    data->bytes = malloc(2 * (size_t)CHUNK);
    return data->bytes && start_stream(data) ? NULL : out_of_memory;
}

const char* wendi_tiled_data_text(wendi_tiled_data* data, const char* text, size_t size, size_t* bad_out) {
    if (data->encoding == WENDI_TILED_CSV) return csv_text(data, text, size, bad_out);
    if (data->encoding == WENDI_TILED_BASE64) return base64_text(data, text, size, bad_out);
    for (*bad_out = 0; *bad_out < size; ++*bad_out)
        if (!is_space(text[*bad_out])) return "has text between its tiles";
    return NULL;
}

const char* wendi_tiled_data_end(wendi_tiled_data* data) {
    const char* wrong = NULL;
    if (data->encoding == WENDI_TILED_CSV && data->has_digits)
        wrong = wendi_tiled_data_tile(data, data->number);
    if (data->encoding == WENDI_TILED_BASE64) {
        wrong = data->sextet_count > 0 ? "ends within its base64" : flush(data);
        if (!wrong && data->compression != WENDI_TILED_PLAIN && !data->is_over)
            wrong = "ends within its compressed data";
    }
    if (wrong) return wrong;
    return data->index < data->tile_count || data->word_size > 0
               ? "has fewer tiles than its width and height say"
               : NULL;
}

void wendi_tiled_data_free(wendi_tiled_data* data) {
    if (data->compression == WENDI_TILED_ZSTD) ZSTD_freeDStream(data->stream);
    if (data->compression == WENDI_TILED_DEFLATE && data->stream) {
        inflateEnd(data->stream);
        free(data->stream);
    }
    free(data->bytes);
    data->stream = NULL;
    data->bytes = NULL;
}
