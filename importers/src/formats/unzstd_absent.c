// unzstd_absent.c: unpack.h in a build without libzstd.
#include "formats/unpack.h"

static const char* refuse(void** stream_out) {
    *stream_out = NULL;
    return "is compressed by zstd, which this build of Wend cannot read; expected zlib, gzip or no "
           "compression";
}

const wimp_unpacker wimp_unzstd = {.begin = refuse};
