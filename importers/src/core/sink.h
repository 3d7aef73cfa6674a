// sink.h: where do the rows of a decoded image go? A decoder describes its samples and pushes rows; the sink
// of the job takes them. Decoders thus know nothing of rules, tiles and surveys.
#ifndef WIMP_SINK_H
#define WIMP_SINK_H
#include <string.h>

#include "core/job.h"

/// How the samples of a row lie in memory.
typedef struct wimp_layout {
    int32_t width, height;
    int32_t channels;            ///< 1 grey, 2 grey + alpha, 3 RGB, 4 RGBA
    int32_t sample_bytes;        ///< 1, or 2 in the machine's byte order
    uint32_t max_value;          ///< the sample of full brightness [Range: 1..65535]
    const uint8_t (*palette)[4]; ///< 256 RGBA colours; samples of 1 channel and 1 byte are indices into it,
                                 ///< and max_value is that of the colours, 255. NULL: no palette
} wimp_layout;

/// A sample of a row or image, by its index.
static inline uint32_t wimp_sample_at(const void* samples, size_t i, int32_t bytes) {
    return bytes == 1 ? ((const uint8_t*)samples)[i] : ((const uint16_t*)samples)[i];
}
/// A sample in 255ths of the largest one, rounded.
static inline uint32_t wimp_in_255ths(uint32_t sample, uint32_t max_value) {
    return max_value == 255 ? sample : (sample * 255u + max_value / 2) / max_value;
}
/// Red, green, blue and alpha of a pixel of a row or image, in 8 bits each.
static inline void wimp_pixel_rgba(const wimp_layout* layout, const void* samples, size_t pixel,
                                   uint8_t out[4]) {
    const size_t channels = (size_t)layout->channels, at = pixel * channels, colors = channels >= 3;
    if (layout->palette) {
        memcpy(out, layout->palette[((const uint8_t*)samples)[pixel]], 4);
        return;
    }
    for (size_t c = 0; c < 3; c++)
        out[c] = (uint8_t)wimp_in_255ths(wimp_sample_at(samples, at + c * colors, layout->sample_bytes),
                                         layout->max_value);
    out[3] = channels % 2 != 0
                 ? 255
                 : (uint8_t)wimp_in_255ths(wimp_sample_at(samples, at + channels - 1, layout->sample_bytes),
                                           layout->max_value);
}

/// Equally spaced pixels of a row: the whole row, or what one pass of an interlaced image has of it.
typedef struct wimp_run {
    int32_t x, y, step, count; ///< count pixels at (x, y), (x + step, y), ...
} wimp_run;

typedef struct wimp_sink wimp_sink;

/// One kind of sink. Begin makes a sink for a job; the end frees it.
typedef struct wimp_sink_kind {
    wend_result (*begin)(wimp_job* job, const wimp_layout* layout, wimp_sink** out);
    wend_result (*row)(wimp_sink* sink, const void* samples);
    wend_result (*run)(wimp_sink* sink, const wimp_run* run, const void* samples); ///< NULL: needs rows
    wend_result (*end)(wimp_sink* sink, wend_result result); ///< NULL: passes the result on
} wimp_sink_kind;

/// What every sink starts with.
struct wimp_sink {
    const wimp_sink_kind* kind;
};

/// Starts the job's sink and stores the size in info; the size must have been checked. On failure there is
/// nothing to end.
wend_result wimp_sink_begin(wimp_job* job, const wimp_layout* layout, wimp_sink** out);
/// The next row, from the top: width x channels samples. Errors: CANCELLED.
static inline wend_result wimp_sink_row(wimp_sink* sink, const void* samples) {
    return sink->kind->row(sink, samples);
}
/// Whether the sink may need whole rows, in order, since the neighbours of a pixel matter.
bool wimp_sink_may_need_rows(const wimp_job* job);
/// A run of count x channels samples, in any order. Either all pixels of an image come as runs or none does;
/// none may where the sink may need rows. Errors: CANCELLED.
static inline wend_result wimp_sink_run(wimp_sink* sink, const wimp_run* run, const void* samples) {
    return sink->kind->run(sink, run, samples);
}
/// Must follow a successful begin. result: what became of the rows; the sink completes the job when it is OK
/// and otherwise passes it on.
static inline wend_result wimp_sink_end(wimp_sink* sink, wend_result result) {
    return sink->kind->end ? sink->kind->end(sink, result) : result;
}
/// All of it, for an image that lies in memory.
wend_result wimp_sink_take(wimp_job* job, const wimp_layout* layout, const uint8_t* pixels);
#endif
