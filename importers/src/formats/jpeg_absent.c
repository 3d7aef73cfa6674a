// jpeg_absent.c: JPEG files in a build without libturbojpeg.
#include <string.h>

#include "formats/formats.h"

static bool is_jpeg(const uint8_t* bytes, size_t size) {
    return size >= 3 && memcmp(bytes, "\xff\xd8\xff", 3) == 0;
}

static wend_result read_jpeg(wimp_job* job) {
    return wimp_job_fail(job, WEND_ERROR_UNSUPPORTED, "this build of Wend cannot read JPEG; expected PNG");
}

const wimp_format wimp_format_jpeg = {"jpeg", "JPEG: not in this build", is_jpeg, read_jpeg, true, false};
