// survey.c: how bright are an image's pixels, and what does a rule make of a small copy of it?
//
// The counts are those of the classes that the rules by brightness make: level x 255 / full, rounded. The
// copy keeps the samples as they are in the file, so that every rule sees what it would see in the whole.
#include "survey.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats.h"
#include "read_file.h"

struct wend_image_survey {
    wend_survey_info info;
    wendi_job* job; // while the image is read
    wend_allocator allocator;
    uint32_t alpha_below;
    int64_t taken; // pixels
    int64_t counts[WEND_CHANNEL_COUNT][256];
    int64_t greys[256];   // pixels that every channel but alpha counts alike
    int64_t indices[256]; // of a palette
    uint8_t palette[256][4];
    wendi_layout layout; // of the copy
    uint8_t* samples;
    size_t size;
    char name[256]; // of the file, for messages
};

static size_t pixel_bytes(const wend_image_survey* s) {
    return (size_t)s->layout.channels * (size_t)s->layout.sample_bytes;
}

wend_result wendi_survey_begin(wend_image_survey* s, wendi_job* job, const wendi_layout* layout) {
    s->job = job;
    s->alpha_below = wendi_alpha_below((double)job->def->transparent_below, layout->max_value);
    s->layout = *layout;
    if (layout->palette) {
        memcpy(s->palette, layout->palette, sizeof s->palette);
        s->layout.palette = (const uint8_t(*)[4])s->palette;
    }
    wend_survey_info* info = &s->info;
    int64_t step = 1, most = info->copy_width;
    while ((layout->width + step - 1) / step * ((layout->height + step - 1) / step) > most) step++;
    info->copy_step = (int32_t)step;
    info->copy_width = s->layout.width = (int32_t)((layout->width + step - 1) / step);
    info->copy_height = s->layout.height = (int32_t)((layout->height + step - 1) / step);
    info->has_alpha = wendi_layout_has_alpha(layout);
    s->size = pixel_bytes(s) * (size_t)info->copy_width * (size_t)info->copy_height;
    s->samples = wendi_import_alloc(&s->allocator, s->size);
    return s->samples ? WEND_OK : wendi_job_out_of_memory(job, s->size);
}

// ---- counts

static inline uint32_t in_255ths(uint32_t level, uint32_t full) {
    return (uint32_t)(((uint64_t)level * 255 + full / 2) / full);
}

// Of an opaque pixel, or one that is opaque enough.
static inline void count_color(int64_t (*counts)[256], uint32_t red, uint32_t green, uint32_t blue,
                               uint32_t max_value, int64_t pixels) {
    uint32_t most = red > green ? red : green;
    most = most > blue ? most : blue;
    counts[WEND_CHANNEL_MAX][in_255ths(most, max_value)] += pixels;
    counts[WEND_CHANNEL_LUMA][in_255ths(299 * red + 587 * green + 114 * blue, 1000 * max_value)] += pixels;
    counts[WEND_CHANNEL_MEAN][in_255ths(red + green + blue, 3 * max_value)] += pixels;
    counts[WEND_CHANNEL_RED][in_255ths(red, max_value)] += pixels;
    counts[WEND_CHANNEL_GREEN][in_255ths(green, max_value)] += pixels;
    counts[WEND_CHANNEL_BLUE][in_255ths(blue, max_value)] += pixels;
}

// Inlined once for each layout, as in image.c.
static inline void count_samples(wend_image_survey* s, const void* samples, int32_t count, int32_t channels,
                                 int32_t bytes, uint32_t max_value) {
    const uint8_t* narrow = samples;
    const uint16_t* wide = samples;
    for (size_t i = 0, end = (size_t)count * (size_t)channels; i < end; i += (size_t)channels) {
        uint32_t sample[4];
        for (size_t c = 0; c < (size_t)channels; c++) sample[c] = bytes == 1 ? narrow[i + c] : wide[i + c];
        if (channels % 2 == 0) {
            uint32_t alpha = sample[channels - 1];
            s->counts[WEND_CHANNEL_ALPHA][in_255ths(alpha, max_value)]++;
            if (alpha < s->alpha_below) {
                s->info.transparent++;
                continue;
            }
        }
        if (channels < 3 || (sample[0] == sample[1] && sample[1] == sample[2]))
            s->greys[in_255ths(sample[0], max_value)]++;
        else
            count_color(s->counts, sample[0], sample[1], sample[2], max_value, 1);
    }
}

static inline void count_channels(wend_image_survey* s, const void* samples, int32_t count, int32_t bytes,
                                  uint32_t max_value) {
    switch (s->layout.channels) {
    case 1:
        count_samples(s, samples, count, 1, bytes, max_value);
        break;
    case 2:
        count_samples(s, samples, count, 2, bytes, max_value);
        break;
    case 3:
        count_samples(s, samples, count, 3, bytes, max_value);
        break;
    default:
        count_samples(s, samples, count, 4, bytes, max_value);
        break;
    }
}

static void count_run(wend_image_survey* s, const void* samples, int32_t count) {
    uint32_t max_value = s->layout.max_value;
    if (s->layout.palette)
        for (int32_t i = 0; i < count; i++) s->indices[((const uint8_t*)samples)[i]]++;
    else if (s->layout.sample_bytes == 1 && max_value == 255) // a division by a constant
        count_channels(s, samples, count, 1, 255);
    else
        count_channels(s, samples, count, s->layout.sample_bytes, max_value);
}

static void sum_up(wend_image_survey* s, int64_t pixels) {
    for (int32_t i = 0; s->layout.palette && i < 256; i++) {
        const uint8_t* color = s->palette[i];
        s->counts[WEND_CHANNEL_ALPHA][color[3]] += s->indices[i];
        if (color[3] < s->alpha_below)
            s->info.transparent += s->indices[i];
        else
            count_color(s->counts, color[0], color[1], color[2], 255, s->indices[i]);
    }
    for (int32_t channel = 0; channel < WEND_CHANNEL_ALPHA; channel++)
        for (int32_t i = 0; i < 256; i++) s->counts[channel][i] += s->greys[i];
    if (!s->layout.palette && s->layout.channels % 2 != 0) s->counts[WEND_CHANNEL_ALPHA][255] = pixels;
}

// ---- pixels

static void copy_run(wend_image_survey* s, const wendi_run* run, const uint8_t* samples) {
    int32_t step = s->info.copy_step;
    if (run->y % step != 0) return;
    size_t bytes = pixel_bytes(s);
    uint8_t* row = s->samples + (size_t)(run->y / step) * (size_t)s->layout.width * bytes;
    for (int32_t i = 0; i < run->count; i++) {
        int32_t x = run->x + i * run->step;
        if (x % step == 0) memcpy(row + (size_t)(x / step) * bytes, samples + (size_t)i * bytes, bytes);
    }
}

wend_result wendi_survey_take(wend_image_survey* s, const wendi_run* run, const void* samples) {
    count_run(s, samples, run->count);
    copy_run(s, run, samples);
    s->taken += run->count;
    const wendi_job* job = s->job;
    double all = (double)job->info->width * job->info->height;
    if (!job->def->progress || job->def->progress((double)s->taken / all, job->def->progress_context))
        return WEND_OK;
    return wendi_job_fail(job, WEND_ERROR_CANCELLED, "cancelled at row %d of %d", run->y + 1,
                          job->info->height);
}

// ---- from outside

static void* plain_alloc(size_t size, size_t align, void* context) {
    (void)align; // no more than malloc keeps
    (void)context;
    return malloc(size);
}

static void plain_free(void* memory, size_t size, void* context) {
    (void)size;
    (void)context;
    free(memory);
}

wend_result wend_image_survey_create(const char* file, const wend_import_def* def, int32_t copy_pixels,
                                     wend_image_survey** out, wend_error* error_opt) {
    if (!file || !def || copy_pixels < 1 || !out) return WEND_ERROR_ARGUMENT;
    const char* name = wendi_file_name(file);
    wend_result result = wendi_import_check_def(def, name, error_opt);
    if (result != WEND_OK) return result;
    wend_import_def plain = wend_default_import_def(); // no rule has a say in how the image is read
    plain.transparent_below = def->transparent_below;
    plain.max_decoded = def->max_decoded;
    plain.decode_in_process = def->decode_in_process;
    plain.progress = def->progress;
    plain.progress_context = def->progress_context;
    plain.allocator = def->allocator;
    wend_image_survey* s = wendi_import_zeroed(def->allocator, sizeof *s);
    if (!s) return wendi_import_fail(error_opt, WEND_ERROR_MEMORY, name, "out of memory");
    s->allocator = def->allocator ? *def->allocator : (wend_allocator){plain_alloc, plain_free, NULL};
    snprintf(s->name, sizeof s->name, "%s", name);
    s->info.copy_width = copy_pixels; // until the size is known
    wendi_job job = {.name = name, .def = &plain, .error_opt = error_opt, .survey = s};
    job.info = wendi_import_zeroed(def->allocator, sizeof *job.info);
    result = job.info ? wendi_job_run_file(&job, file) : wendi_job_out_of_memory(&job, sizeof *job.info);
    s->job = NULL;
    if (result == WEND_OK) {
        memcpy(s->info.format, job.info->format, sizeof s->info.format);
        s->info.width = job.info->width;
        s->info.height = job.info->height;
        s->info.channels = job.info->channels;
        s->info.bits = job.info->bits;
        sum_up(s, s->taken);
        *out = s;
    } else {
        wend_image_survey_destroy(s);
    }
    wendi_import_free(def->allocator, job.info, sizeof *job.info);
    return result;
}

void wend_image_survey_destroy(wend_image_survey* s) {
    if (!s) return;
    wend_allocator allocator = s->allocator;
    wendi_import_free(&allocator, s->samples, s->size);
    wendi_import_free(&allocator, s, sizeof *s);
}

wend_survey_info wend_image_survey_get_info(const wend_image_survey* s) {
    return s ? s->info : (wend_survey_info){0};
}

const int64_t* wend_image_survey_histogram(const wend_image_survey* s, wend_channel channel) {
    return s && (int)channel >= 0 && channel < WEND_CHANNEL_COUNT ? s->counts[channel] : NULL;
}

void wend_image_survey_copy(const wend_image_survey* s, uint8_t* rgba) {
    if (!s || !rgba) return;
    const wendi_layout* layout = &s->layout;
    size_t pixels = (size_t)layout->width * (size_t)layout->height, channels = (size_t)layout->channels;
    for (size_t i = 0; i < pixels; i++, rgba += 4) {
        if (layout->palette) {
            memcpy(rgba, layout->palette[s->samples[i]], 4);
            continue;
        }
        uint8_t sample[4] = {0};
        for (size_t c = 0; c < channels; c++) {
            size_t at = i * channels + c;
            uint32_t value = layout->sample_bytes == 1 ? s->samples[at] : ((const uint16_t*)s->samples)[at];
            sample[c] = (uint8_t)in_255ths(value, layout->max_value);
        }
        bool colored = channels >= 3;
        rgba[0] = sample[0];
        rgba[1] = sample[colored ? 1 : 0];
        rgba[2] = sample[colored ? 2 : 0];
        rgba[3] = channels % 2 == 0 ? sample[channels - 1] : 255;
    }
}

static wend_result import_copy(const wend_image_survey* s, wendi_job* job) {
    memcpy(job->info->format, s->info.format, sizeof job->info->format);
    job->info->channels = s->info.channels;
    job->info->bits = s->info.bits;
    wendi_image* image = NULL;
    wend_result result = wendi_image_begin(&image, job, &s->layout);
    if (result != WEND_OK) return result;
    size_t row = pixel_bytes(s) * (size_t)s->layout.width;
    for (int32_t y = 0; y < s->layout.height && result == WEND_OK; y++)
        result = wendi_image_row(image, s->samples + (size_t)y * row);
    result = wendi_image_end(image, result);
    for (int32_t c = 0; c < WEND_CLASS_COUNT; c++) wendi_clean_text(job->info->meanings[c]);
    return result;
}

wend_result wend_image_survey_import(const wend_image_survey* s, const wend_import_def* def, wend_grid** out,
                                     wend_import_info* info_opt, wend_error* error_opt) {
    if (!s || !def || !out) return WEND_ERROR_ARGUMENT;
    wend_result result = wendi_import_check_def(def, s->name, error_opt);
    if (result != WEND_OK) return result;
    wend_import_def scaled = *def;
    scaled.resolution *= (float)s->info.copy_step;
    wendi_job job = {.name = s->name, .def = &scaled, .error_opt = error_opt};
    result = wendi_job_check_size(&job, s->layout.width, s->layout.height);
    if (result != WEND_OK) return result;
    job.info = wendi_import_zeroed(def->allocator, sizeof *job.info);
    if (!job.info) return wendi_job_out_of_memory(&job, sizeof *job.info);
    result = import_copy(s, &job);
    if (result == WEND_OK) {
        *out = job.grid;
        if (info_opt) *info_opt = *job.info;
    } else {
        wend_grid_destroy(job.grid);
    }
    wendi_import_free(def->allocator, job.info, sizeof *job.info);
    return result;
}
