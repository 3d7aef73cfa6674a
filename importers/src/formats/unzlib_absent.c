// unzlib_absent.c: unzlib.h in a build without zlib.
#include "formats/unzlib.h"

const char* wimp_unzlib_begin(void** stream_out) {
    *stream_out = NULL;
    return "is compressed by zlib or gzip, which this build of Wend cannot read; expected no compression";
}

const char* wimp_unzlib(void* stream, wimp_unzstd_piece* piece) {
    (void)stream;
    (void)piece;
    return "is compressed by zlib or gzip";
}

void wimp_unzlib_free(void* stream) {
    (void)stream;
}
