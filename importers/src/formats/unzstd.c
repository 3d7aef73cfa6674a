// unzstd.c: unpack.h by libzstd.
#include "formats/unpack.h"

#include <zstd.h>

static const char* begin(void** stream_out) {
    ZSTD_DStream* stream = ZSTD_createDStream();
    *stream_out = stream;
    return stream && !ZSTD_isError(ZSTD_initDStream(stream)) ? NULL : "out of memory";
}

static const char* next(void* stream, wimp_unpack_piece* piece) {
    ZSTD_inBuffer from = {piece->from, piece->size, piece->at};
    ZSTD_outBuffer to = {piece->out, piece->room, 0};
    const size_t left = ZSTD_decompressStream(stream, &to, &from);
    if (ZSTD_isError(left)) return "has damaged compressed data";
    piece->at = from.pos;
    piece->made = to.pos;
    piece->is_over = left == 0;
    return NULL;
}

static void end(void* stream) {
    ZSTD_freeDStream(stream);
}

const wimp_unpacker wimp_unzstd = {begin, next, end};
