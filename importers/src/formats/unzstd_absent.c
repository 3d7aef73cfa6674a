// unzstd_absent.c: unzstd.h in a build without libzstd.
#include "formats/unzstd.h"

const char* wimp_unzstd_begin(void** stream_out) {
    *stream_out = NULL;
    return "is compressed by zstd, which this build of Wend cannot read; expected zlib, gzip or no "
           "compression";
}

bool wimp_unzstd(void* stream, wimp_unzstd_piece* piece) {
    (void)stream;
    (void)piece;
    return false;
}

void wimp_unzstd_free(void* stream) {
    (void)stream;
}
