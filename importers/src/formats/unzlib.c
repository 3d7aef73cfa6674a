// unzlib.c: unpack.h by zlib.
#define ZLIB_CONST // z_stream does not change its input
#include "formats/unpack.h"

#include <stdlib.h>
#include <zlib.h>

enum { GZIP_OR_ZLIB = 15 + 32 };

static const char* begin(void** stream_out) {
    z_stream* z = calloc(1, sizeof *z);
    *stream_out = z;
    if (z && inflateInit2(z, GZIP_OR_ZLIB) == Z_OK) return NULL;
    free(z);
    *stream_out = NULL;
    return "out of memory";
}

static const char* next(void* stream, wimp_unpack_piece* piece) {
    z_stream* z = stream;
    z->next_in = piece->from + piece->at;
    z->avail_in = (uInt)(piece->size - piece->at);
    z->next_out = piece->out;
    z->avail_out = (uInt)piece->room;
    const int code = inflate(z, Z_NO_FLUSH);
    if (code == Z_MEM_ERROR) return "out of memory";
    if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) return "has damaged compressed data";
    piece->at = piece->size - z->avail_in;
    piece->made = piece->room - z->avail_out;
    piece->is_over = code == Z_STREAM_END;
    return NULL;
}

static void end(void* stream) {
    inflateEnd(stream);
    free(stream);
}

const wimp_unpacker wimp_unzlib = {begin, next, end};
