// unzlib.h: how is data compressed by zlib or gzip read piece by piece? As by unzstd.h.
#ifndef WIMP_UNZLIB_H
#define WIMP_UNZLIB_H
#include "formats/unzstd.h"

/// NULL, or why data cannot be read. Free the stream by wimp_unzlib_free, which also takes NULL.
const char* wimp_unzlib_begin(void** stream_out);
/// NULL, or what is wrong with the data.
const char* wimp_unzlib(void* stream, wimp_unzstd_piece* piece);
void wimp_unzlib_free(void* stream);
#endif
