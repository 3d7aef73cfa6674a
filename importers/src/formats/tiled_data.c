// tiled_data.c: how does the text of a layer become tiles? It is CSV, or base64 of little-endian 32-bit
// numbers that may be compressed. Tiles are counted while they are decoded, so a small file cannot exhaust
// the memory.
#include "formats/tiled_data.h"

#include <stdlib.h>
#include <string.h>

#include "formats/unzlib.h"

enum { CHUNK = 1 << 14 };

#define GID_MASK 0x0fffffffu // the four highest bits turn and mirror

static const char out_of_memory[] = "out of memory";
static const char too_many[] = "has more tiles than its width and height say";
static const char damaged[] = "has damaged compressed data";
static const char no_tile[] = "has a tile number beyond 32 bits";

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

const char* wimp_tiled_data_tile(wimp_tiled_data* d, uint64_t gid) {
    if (gid > UINT32_MAX) return no_tile;
    if (d->index == d->tile_count) return too_many;
    d->turn = (uint32_t)gid >> 28;
    d->take(d->context, d->index++, (uint32_t)gid & GID_MASK);
    return NULL;
}

// ---- CSV

static const char* csv_text(wimp_tiled_data* d, const char* text, size_t size, size_t* bad_out) {
    for (size_t i = 0; i < size; i++) {
        char c = text[i];
        const char* wrong = NULL;
        if (c >= '0' && c <= '9') {
            if (d->is_over) wrong = "has two numbers without a comma between them";
            d->number = d->number * 10 + (uint64_t)(c - '0');
            d->has_digits = true;
            if (d->number > UINT32_MAX) wrong = no_tile;
        } else if (c == ',') {
            wrong =
                d->has_digits ? wimp_tiled_data_tile(d, d->number) : "has a comma without a number before it";
            d->number = 0;
            d->has_digits = d->is_over = false;
        } else if (is_space(c)) {
            d->is_over = d->has_digits;
        } else {
            wrong = "has a character other than digits and commas";
        }
        *bad_out = i;
        if (wrong) return wrong;
    }
    return NULL;
}

// ---- base64, and what is in it

static const char* take_bytes(wimp_tiled_data* d, const uint8_t* bytes, size_t size) {
    for (size_t i = 0; i < size; i++) {
        d->word[d->word_size++] = bytes[i];
        if (d->word_size < 4) continue;
        d->word_size = 0;
        const uint8_t* w = d->word;
        const char* wrong =
            wimp_tiled_data_tile(d, w[0] | (uint32_t)w[1] << 8 | (uint32_t)w[2] << 16 | (uint32_t)w[3] << 24);
        if (wrong) return wrong;
    }
    return NULL;
}

static const char* unpack(wimp_tiled_data* d, wimp_unzstd_piece* piece) {
    if (d->compression == WIMP_TILED_DEFLATE) return wimp_unzlib(d->stream, piece);
    return wimp_unzstd(d->stream, piece) ? NULL : damaged;
}

static const char* unpack_bytes(wimp_tiled_data* d) {
    wimp_unzstd_piece piece = {
        .from = d->bytes, .size = d->byte_count, .out = d->bytes + CHUNK, .room = CHUNK};
    bool is_full = false;
    while (piece.at < piece.size || is_full) {
        if (d->is_over) return piece.at < piece.size ? "has data after the end of its compressed data" : NULL;
        const char* wrong = unpack(d, &piece);
        if (!wrong) wrong = take_bytes(d, piece.out, piece.made);
        if (wrong) return wrong;
        d->is_over = piece.is_over;
        is_full = piece.made == piece.room;
    }
    return NULL;
}

static const char* flush(wimp_tiled_data* d) {
    const char* wrong =
        d->compression == WIMP_TILED_PLAIN ? take_bytes(d, d->bytes, d->byte_count) : unpack_bytes(d);
    d->byte_count = 0;
    return wrong;
}

static int32_t sextet_of(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

static const char* base64_text(wimp_tiled_data* d, const char* text, size_t size, size_t* bad_out) {
    for (size_t i = 0; i < size; i++) {
        if (is_space(text[i])) continue;
        *bad_out = i;
        int32_t sextet = sextet_of(text[i]);
        bool is_padding = text[i] == '=' && d->sextet_count >= 2;
        if (sextet < 0 && !is_padding) return "has a character outside base64";
        if (d->padding > 0 && !is_padding) return "has text after the end of its base64";
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

// NULL, or why not.
static const char* start_stream(wimp_tiled_data* d) {
    if (d->compression == WIMP_TILED_ZSTD) return wimp_unzstd_begin(&d->stream);
    return d->compression == WIMP_TILED_DEFLATE ? wimp_unzlib_begin(&d->stream) : NULL;
}

const char* wimp_tiled_data_begin(wimp_tiled_data* data, wimp_tiled_encoding encoding,
                                  wimp_tiled_compression compression, int64_t tile_count,
                                  wimp_tiled_tile_fn* take, void* context) {
    *data = (wimp_tiled_data){.encoding = encoding,
                              .compression = compression,
                              .tile_count = tile_count,
                              .take = take,
                              .context = context};
    if (encoding != WIMP_TILED_BASE64) return NULL;
    data->bytes = malloc(2 * (size_t)CHUNK);
    return data->bytes ? start_stream(data) : out_of_memory;
}

const char* wimp_tiled_data_text(wimp_tiled_data* data, const char* text, size_t size, size_t* bad_out) {
    if (data->encoding == WIMP_TILED_CSV) return csv_text(data, text, size, bad_out);
    if (data->encoding == WIMP_TILED_BASE64) return base64_text(data, text, size, bad_out);
    for (*bad_out = 0; *bad_out < size; ++*bad_out)
        if (!is_space(text[*bad_out])) return "has text between its tiles";
    return NULL;
}

const char* wimp_tiled_data_end(wimp_tiled_data* data) {
    const char* wrong = NULL;
    if (data->encoding == WIMP_TILED_CSV && data->has_digits)
        wrong = wimp_tiled_data_tile(data, data->number);
    if (data->encoding == WIMP_TILED_BASE64) {
        wrong = data->sextet_count > 0 ? "ends within its base64" : flush(data);
        if (!wrong && data->compression != WIMP_TILED_PLAIN && !data->is_over)
            wrong = "ends within its compressed data";
    }
    if (wrong) return wrong;
    return data->index < data->tile_count || data->word_size > 0
               ? "has fewer tiles than its width and height say"
               : NULL;
}

void wimp_tiled_data_free(wimp_tiled_data* data) {
    if (data->compression == WIMP_TILED_ZSTD) wimp_unzstd_free(data->stream);
    if (data->compression == WIMP_TILED_DEFLATE) wimp_unzlib_free(data->stream);
    free(data->bytes);
    data->stream = NULL;
    data->bytes = NULL;
}
