// survey.c: how bright are the pixels of an image?
//
// The counts are those of the classes that the rules by brightness make: value x 255 / full, rounded. The
// copy keeps the samples as they are in the file, so every rule makes of them what it makes of the image.
#include "sink/survey.h"

#include <string.h>

#include "rules/rule.h"
#include "sink/colors.h"
#include "sink/sinks.h"

static size_t pixel_bytes(const wend_image_survey* s) {
    return (size_t)s->layout.channels * (size_t)s->layout.sample_bytes;
}

static wend_result begin(wimp_job* job, const wimp_layout* layout, wimp_sink** out) {
    wend_image_survey* s = job->survey;
    s->sink.kind = &wimp_survey_sink;
    s->job = job;
    s->alpha_below = wimp_alpha_below((double)job->def->transparent_below, layout->max_value);
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
    info->has_alpha = wimp_layout_has_alpha(layout);
    s->size = pixel_bytes(s) * (size_t)info->copy_width * (size_t)info->copy_height;
    s->samples = wimp_alloc(s->allocator_opt, s->size);
    if (!s->samples) return wimp_job_out_of_memory(job, s->size);
    s->color_counts = wimp_color_counts_create(job, layout);
    if (!s->color_counts) return WEND_ERROR_MEMORY;
    *out = &s->sink;
    return WEND_OK;
}

// ---- counts

// As wimp_in_255ths, of sums of samples as well.
static inline uint32_t in_255ths(uint32_t value, uint32_t full) {
    return (uint32_t)(((uint64_t)value * 255 + full / 2) / full);
}

// Counts a visible pixel.
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

// Inlined for each layout, as in image.c.
static inline void count_samples(wend_image_survey* s, const void* samples, int32_t count, int32_t channels,
                                 int32_t bytes, uint32_t max_value) {
    for (size_t i = 0, end = (size_t)count * (size_t)channels; i < end; i += (size_t)channels) {
        uint32_t sample[4];
        for (size_t c = 0; c < (size_t)channels; c++) sample[c] = wimp_sample_at(samples, i + c, bytes);
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
    for (int32_t i = 0; s->layout.palette && i < 256; i++)
        if (s->palette[i][3] >= s->alpha_below)
            wimp_color_counts_add(s->color_counts, s->palette[i][0], s->palette[i][1], s->palette[i][2],
                                  s->indices[i]);
    wimp_color_counts_finish(s->color_counts, pixels - s->info.transparent, &s->colors);
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

static void copy_run(wend_image_survey* s, const wimp_run* run, const uint8_t* samples) {
    int32_t step = s->info.copy_step;
    if (run->y % step != 0) return;
    size_t bytes = pixel_bytes(s);
    uint8_t* row = s->samples + (size_t)(run->y / step) * (size_t)s->layout.width * bytes;
    for (int32_t i = 0; i < run->count; i++) {
        int32_t x = run->x + i * run->step;
        if (x % step == 0) memcpy(row + (size_t)(x / step) * bytes, samples + (size_t)i * bytes, bytes);
    }
}

static wend_result take_run(wimp_sink* sink, const wimp_run* run, const void* samples) {
    wend_image_survey* s = (wend_image_survey*)sink;
    const wend_import_info* info = s->job->info;
    count_run(s, samples, run->count);
    if (!s->layout.palette) wimp_color_counts_run(s->color_counts, &s->layout, run, samples, s->alpha_below);
    copy_run(s, run, samples);
    s->taken += run->count;
    double all = (double)info->width * info->height;
    return wimp_job_progress(s->job, (double)s->taken / all, "row", run->y + 1, info->height);
}

static wend_result take_row(wimp_sink* sink, const void* samples) {
    wend_image_survey* s = (wend_image_survey*)sink;
    wimp_run row = {.y = s->y++, .step = 1, .count = s->job->info->width};
    return take_run(sink, &row, samples);
}

static wend_result end(wimp_sink* sink, wend_result result) {
    wend_image_survey* s = (wend_image_survey*)sink;
    if (result == WEND_OK) sum_up(s, s->taken);
    return result;
}

const wimp_sink_kind wimp_survey_sink = {begin, take_row, take_run, end};
