// image_survey.c: what is in an image, and what does a rule make of a small copy of it?
#include <stdio.h>
#include <string.h>

#include "core/def.h"
#include "core/read_file.h"
#include "entry/run.h"
#include "rules/relief.h"
#include "sink/colors.h"
#include "sink/sinks.h"
#include "sink/survey.h"

wend_result wend_image_survey_create(const char* file, const wend_import_def* def, int32_t copy_pixels,
                                     wend_image_survey** out, wend_error* error_opt) {
    if (!file || !def || copy_pixels < 1 || !out) return WEND_ERROR_ARGUMENT;
    const char* name = wimp_file_name(file);
    wend_result result = wimp_check_def(def, name, error_opt);
    if (result != WEND_OK) return result;
    wend_import_def plain = wimp_def_beside(def); // surveys ignore the rule
    plain.max_tiles = WEND_MAX_TILES;
    plain.open = NULL;
    plain.transparent_below = def->transparent_below;
    plain.gdal = def->gdal;
    plain.band = def->band;
    plain.window = def->window;
    plain.darkest_value = def->darkest_value;
    plain.brightest_value = def->brightest_value;
    plain.outside = def->outside;
    wend_image_survey* s = wimp_zeroed(def->allocator, sizeof *s);
    if (!s) return wimp_fail(error_opt, WEND_ERROR_MEMORY, name, "out of memory");
    if (def->allocator) {
        s->allocator = *def->allocator;
        s->allocator_opt = &s->allocator;
    }
    snprintf(s->name, sizeof s->name, "%s", name);
    s->info.copy_width = copy_pixels; // the limit, until the size is known
    wimp_job job = {.name = name,
                    .def = &plain,
                    .error_opt = error_opt,
                    .sink_kind = &wimp_survey_sink,
                    .survey = s,
                    .run_file = wimp_run_file};
    job.info = wimp_job_keep(&job, sizeof *job.info);
    result = job.info ? wimp_run_file(&job, file) : WEND_ERROR_MEMORY;
    s->job = NULL;
    if (result == WEND_OK) {
        memcpy(s->info.format, job.info->format, sizeof s->info.format);
        s->info.width = job.info->width;
        s->info.height = job.info->height;
        s->info.channels = job.info->channels;
        s->info.bits = job.info->bits;
        *out = s;
    } else {
        wend_image_survey_destroy(s);
    }
    wimp_job_end(&job);
    return result;
}

void wend_image_survey_destroy(wend_image_survey* s) {
    if (!s) return;
    const wend_allocator allocator = s->allocator, *allocator_opt = s->allocator_opt ? &allocator : NULL;
    wimp_free(allocator_opt, s->samples, s->size);
    wimp_free(allocator_opt, s, sizeof *s);
}

wend_survey_info wend_image_survey_get_info(const wend_image_survey* s) {
    return s ? s->info : (wend_survey_info){0};
}

const int64_t* wend_image_survey_histogram(const wend_image_survey* s, wend_channel channel) {
    return s && (int)channel >= 0 && channel < WEND_CHANNEL_COUNT ? s->counts[channel] : NULL;
}

const wend_image_colors* wend_image_survey_colors(const wend_image_survey* s) {
    return s ? &s->colors : NULL;
}

void wend_image_survey_copy(const wend_image_survey* s, uint8_t* rgba) {
    if (!s || !rgba) return;
    const size_t pixels = (size_t)s->layout.width * (size_t)s->layout.height;
    for (size_t i = 0; i < pixels; i++) wimp_pixel_rgba(&s->layout, s->samples, i, rgba + 4 * i);
}

static wend_result import_copy(const wend_image_survey* s, wimp_job* job) {
    memcpy(job->info->format, s->info.format, sizeof job->info->format);
    job->info->channels = s->info.channels;
    job->info->bits = s->info.bits;
    wend_result result = wimp_sink_take(job, &s->layout, s->samples);
    if (result == WEND_OK) result = wimp_relief_apply(job, NULL, NULL);
    for (int32_t c = 0; c < WEND_CLASS_COUNT; c++) wimp_clean_text(job->info->meanings[c]);
    return result;
}

wend_result wend_image_survey_import(const wend_image_survey* s, const wend_import_def* def, wend_grid** out,
                                     wend_import_info* info_opt, wend_error* error_opt) {
    if (!s || !def || !out) return WEND_ERROR_ARGUMENT;
    wend_result result = wimp_check_def(def, s->name, error_opt);
    if (result != WEND_OK) return result;
    wend_import_def scaled = *def;
    scaled.resolution *= (float)s->info.copy_step;
    wimp_job job = {.name = s->name, .def = &scaled, .sink_kind = &wimp_image_sink, .error_opt = error_opt};
    result = wimp_job_check_size(&job, s->layout.width, s->layout.height);
    if (result != WEND_OK) return result;
    job.memory = &job.kept;
    job.info = wimp_job_keep(&job, sizeof *job.info);
    result = job.info ? import_copy(s, &job) : WEND_ERROR_MEMORY;
    if (result == WEND_OK) {
        *out = job.grid;
        if (info_opt) *info_opt = *job.info;
    } else {
        wend_grid_destroy(job.grid);
    }
    wimp_job_end(&job);
    return result;
}
