// unzstd.c: unzstd.h by libzstd.
#include "formats/unzstd.h"

#include <zstd.h>

const char* wimp_unzstd_begin(void** stream_out) {
    ZSTD_DStream* stream = ZSTD_createDStream();
    *stream_out = stream;
    return stream && !ZSTD_isError(ZSTD_initDStream(stream)) ? NULL : "out of memory";
}

bool wimp_unzstd(void* stream, wimp_unzstd_piece* piece) {
    ZSTD_inBuffer from = {piece->from, piece->size, piece->at};
    ZSTD_outBuffer to = {piece->out, piece->room, 0};
    const size_t left = ZSTD_decompressStream(stream, &to, &from);
    if (ZSTD_isError(left)) return false;
    piece->at = from.pos;
    piece->made = to.pos;
    piece->is_over = left == 0;
    return true;
}

void wimp_unzstd_free(void* stream) {
    ZSTD_freeDStream(stream);
}
