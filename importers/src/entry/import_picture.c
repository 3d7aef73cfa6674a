// import_picture.c: what does a map look like in its own file?
#include <string.h>

#include "core/def.h"
#include "core/read_file.h"
#include "entry/run.h"
#include "sink/picture.h"
#include "sink/sinks.h"

static wend_result check_size(wimp_job* job, int32_t width, int32_t height) {
    const wimp_picture* p = job->picture;
    if (!p->rgba) return wimp_job_fail(job, WEND_ERROR_UNSUPPORTED, "has no picture of its own");
    if (p->width == width && p->height == height) return WEND_OK;
    return wimp_job_fail(job, WEND_ERROR_ARGUMENT, "the picture has %d x %d pixels; expected %d x %d",
                         p->width, p->height, width, height);
}

wend_result wend_import_picture(const char* file, const wend_import_def* def, int32_t width, int32_t height,
                                uint8_t* rgba_out, wend_error* error_opt) {
    if (!file || !def || width < 1 || height < 1 || !rgba_out) return WEND_ERROR_ARGUMENT;
    wend_result result = wimp_check_def(def, wimp_file_name(file), error_opt);
    if (result != WEND_OK) return result;
    wimp_picture picture = {.rgba = NULL, .wanted_width = width, .wanted_height = height};
    wimp_job job = {.name = wimp_file_name(file),
                    .def = def,
                    .error_opt = error_opt,
                    .sink_kind = &wimp_picture_sink,
                    .picture = &picture,
                    .run_file = wimp_run_file};
    if (def->thin_walls)
        return wimp_job_fail(&job, WEND_ERROR_UNSUPPORTED, "a map with thin walls has no picture");
    job.info = wimp_zeroed(def->allocator, sizeof *job.info);
    result = job.info ? wimp_run_file(&job, file) : wimp_job_out_of_memory(&job, sizeof *job.info);
    if (result == WEND_OK) result = check_size(&job, width, height);
    if (result == WEND_OK) memcpy(rgba_out, picture.rgba, (size_t)width * (size_t)height * 4);
    wend_grid_destroy(job.grid);
    wimp_picture_free(&picture, def->allocator);
    wimp_free(def->allocator, job.info, sizeof *job.info);
    return result;
}
