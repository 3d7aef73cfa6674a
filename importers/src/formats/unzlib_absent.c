// unzlib_absent.c: unpack.h in a build without zlib.
#include "formats/unpack.h"

static const char* refuse(void** stream_out) {
    *stream_out = NULL;
    return "is compressed by zlib or gzip, which this build of Wend cannot read; expected no compression";
}

const wimp_unpacker wimp_unzlib = {.begin = refuse};
