// jpeg.c: JPEG, decoded by libturbojpeg. Its warnings, such as missing data, are errors here.
#include <string.h>
#include <turbojpeg.h>

#include "core/sink.h"
#include "formats/formats.h"

static wend_result fail(wimp_job* job, tjhandle decoder) {
    const char* reason = tjGetErrorStr2(decoder);
    if (strstr(reason, "Unsupported"))
        return wimp_job_fail(job, WEND_ERROR_UNSUPPORTED, "unsupported JPEG: %s", reason);
    bool short_of_data = strstr(reason, "Premature end") != NULL;
    return wimp_job_fail(job, WEND_ERROR_FORMAT, "%s JPEG: %s", short_of_data ? "truncated" : "damaged",
                         reason);
}

static wend_result read_picture(wimp_job* job, tjhandle decoder) {
    int width = 0, height = 0, subsampling = 0, colors = 0;
    // turbojpeg 2 counts bytes in unsigned long
    if (tjDecompressHeader3(decoder, job->bytes, (unsigned long)job->size, &width, &height, &subsampling,
                            &colors) != 0)
        return fail(job, decoder);
    if (colors == TJCS_CMYK || colors == TJCS_YCCK)
        return wimp_job_fail(job, WEND_ERROR_UNSUPPORTED, "CMYK JPEG is not supported; expected grey or RGB");
    wend_result result = wimp_job_check_size(job, width, height);
    if (result == WEND_OK) result = wimp_job_check_whole(job, width, height, INT64_MAX);
    if (result == WEND_OK) result = wimp_job_check_density(job, width, height, WIMP_JPEG_PER_BYTE);
    if (result == WEND_OK) result = wimp_job_check_scans(job, width, height);
    if (result != WEND_OK) return result;

    bool grey = colors == TJCS_GRAY;
    wimp_layout layout = {
        .width = width, .height = height, .channels = grey ? 1 : 3, .sample_bytes = 1, .max_value = 255};
    job->info->channels = layout.channels;
    job->info->bits = 8;
    uint8_t* pixels = wimp_job_get(job, (size_t)width * (size_t)layout.channels * (size_t)height);
    if (!pixels) return WEND_ERROR_MEMORY;
    if (tjDecompress2(decoder, job->bytes, (unsigned long)job->size, pixels, width, 0, height,
                      grey ? TJPF_GRAY : TJPF_RGB,
                      TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS | TJFLAG_ACCURATEDCT) != 0)
        return fail(job, decoder);
    return wimp_sink_take(job, &layout, pixels);
}

static wend_result read_jpeg(wimp_job* job) {
    tjhandle decoder = tjInitDecompress();
    if (!decoder) return wimp_job_fail(job, WEND_ERROR_MEMORY, "out of memory in the JPEG decoder");
    wend_result result = read_picture(job, decoder);
    tjDestroy(decoder);
    return result;
}

const wimp_format wimp_format_jpeg = {
    "jpeg", "JPEG: grey or RGB, baseline or progressive", NULL, read_jpeg, true, false, "\xff\xd8\xff"};
