// sink.h: where do the rows of a decoded image go? A decoder describes its samples and pushes rows; the sink
// of the job takes them. Decoders thus know nothing of rules, tiles and surveys.
#ifndef WIMP_SINK_H
#define WIMP_SINK_H
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

/// Equally spaced pixels of a row: the whole row, or what one pass of an interlaced image has of it.
typedef struct wimp_run {
    int32_t x, y, step, count; ///< count pixels at (x, y), (x + step, y), ...
} wimp_run;

typedef struct wimp_sink wimp_sink;

/// One kind of sink. Begin makes a sink for a job; the end frees it.
typedef struct wimp_sink_kind {
    wend_result (*begin)(wimp_job* job, const wimp_layout* layout, wimp_sink** out);
    wend_result (*row)(wimp_sink* sink, const void* samples);
    wend_result (*run)(wimp_sink* sink, const wimp_run* run, const void* samples);
    wend_result (*end)(wimp_sink* sink, wend_result result);
} wimp_sink_kind;

/// What every sink starts with.
struct wimp_sink {
    const wimp_sink_kind* kind;
};

/// Starts the job's sink and stores the size in info; the size must have been checked. On failure there is
/// nothing to end.
wend_result wimp_sink_begin(wimp_job* job, const wimp_layout* layout, wimp_sink** out);
/// The next row, from the top: width x channels samples. Errors: CANCELLED.
wend_result wimp_sink_row(wimp_sink* sink, const void* samples);
/// Whether the sink may need whole rows, in order, since the neighbours of a pixel matter.
bool wimp_sink_may_need_rows(const wimp_job* job);
/// A run of count x channels samples, in any order. Either all pixels of an image come as runs or none does;
/// none may where the sink may need rows. Errors: CANCELLED.
wend_result wimp_sink_run(wimp_sink* sink, const wimp_run* run, const void* samples);
/// Must follow a successful begin. result: what became of the rows; the sink completes the job when it is OK
/// and otherwise passes it on.
wend_result wimp_sink_end(wimp_sink* sink, wend_result result);
#endif
