// colors.h: counts the colours of an image and finds the main ones.
#ifndef WIMP_COLORS_H
#define WIMP_COLORS_H
#include "core/sink.h"

typedef struct wimp_color_counts wimp_color_counts;

/// Memory of the job. NULL: there is none, which is reported.
wimp_color_counts* wimp_color_counts_create(const wimp_job* job, const wimp_layout* layout);

/// Adds pixels of one colour, of 8 bits per channel.
void wimp_color_counts_add(wimp_color_counts* counts, uint32_t red, uint32_t green, uint32_t blue,
                           int64_t pixels);
/// Adds samples of an image without a palette; pixels with an alpha below alpha_below are left out.
void wimp_color_counts_run(wimp_color_counts* counts, const wimp_layout* layout, const wimp_run* run,
                           const void* samples, uint32_t alpha_below);

/// pixels: those of the image that are not transparent. The main colours, their names and guessed costs. The
/// order of the pixels does not matter. Call it once: it uses up the counts.
void wimp_color_counts_finish(wimp_color_counts* counts, int64_t pixels, wend_image_colors* out);

/// Warns when the colours in info differ in hue, as the rule takes only their brightness.
void wimp_colors_warn(wimp_job* job);

/// Guesses a name, of at most 11 bytes, and a cost.
const char* wimp_color_guess(uint32_t red, uint32_t green, uint32_t blue, float* cost_out);
#endif
