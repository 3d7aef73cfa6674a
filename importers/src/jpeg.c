// jpeg.c: JPEG by libturbojpeg. What the decoder only warns of, such as missing data, is an error.
#include <string.h>
#include <turbojpeg.h>

#include "formats.h"
#include "image.h"

bool wendi_is_jpeg(const uint8_t* bytes, size_t size) {
    return size >= 3 && memcmp(bytes, "\xff\xd8\xff", 3) == 0;
}

static wend_result fail(wendi_job* job, tjhandle decoder) {
    const char* reason = tjGetErrorStr2(decoder);
    if (strstr(reason, "Unsupported"))
        return wendi_job_fail(job, WEND_ERROR_UNSUPPORTED, "a kind of JPEG that is not read: %s", reason);
    bool short_of_data = strstr(reason, "Premature end") != NULL;
    return wendi_job_fail(job, WEND_ERROR_FORMAT, "%s JPEG: %s", short_of_data ? "truncated" : "damaged",
                          reason);
}

static wend_result read_picture(wendi_job* job, tjhandle decoder) {
    int width = 0, height = 0, subsampling = 0, colors = 0;
    // turbojpeg 2 counts bytes in unsigned long
    if (tjDecompressHeader3(decoder, job->bytes, (unsigned long)job->size, &width, &height, &subsampling,
                            &colors) != 0)
        return fail(job, decoder);
    if (colors == TJCS_CMYK || colors == TJCS_YCCK)
        return wendi_job_fail(job, WEND_ERROR_UNSUPPORTED, "a CMYK JPEG; expected grey or RGB");
    wend_result result = wendi_job_check_size(job, width, height);
    if (result == WEND_OK) result = wendi_job_check_whole(job, width, height, INT64_MAX);
    if (result != WEND_OK) return result;

    bool grey = colors == TJCS_GRAY;
    wendi_layout layout = {
        .width = width, .height = height, .channels = grey ? 1 : 3, .sample_bytes = 1, .max_value = 255};
    job->info->channels = layout.channels;
    job->info->bits = 8;
    size_t row_size = (size_t)width * (size_t)layout.channels;
    size_t size = row_size * (size_t)height;
    uint8_t* pixels = wendi_import_alloc(job->def->allocator, size);
    if (!pixels) return wendi_job_out_of_memory(job, size);
    if (tjDecompress2(decoder, job->bytes, (unsigned long)job->size, pixels, width, 0, height,
                      grey ? TJPF_GRAY : TJPF_RGB,
                      TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS | TJFLAG_ACCURATEDCT) != 0)
        result = fail(job, decoder);

    wendi_image* image = NULL;
    if (result == WEND_OK) result = wendi_image_begin(&image, job, &layout);
    if (result == WEND_OK) {
        for (int32_t y = 0; y < height && result == WEND_OK; y++)
            result = wendi_image_row(image, pixels + (size_t)y * row_size);
        result = wendi_image_end(image, result);
    }
    wendi_import_free(job->def->allocator, pixels, size);
    return result;
}

wend_result wendi_read_jpeg(wendi_job* job) {
    tjhandle decoder = tjInitDecompress();
    if (!decoder) return wendi_job_fail(job, WEND_ERROR_MEMORY, "out of memory in the JPEG decoder");
    wend_result result = read_picture(job, decoder);
    tjDestroy(decoder);
    return result;
}
