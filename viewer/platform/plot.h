// plot.h: how are numbers plotted with axes? On a canvas of the shim, with the value under the pointer.
#ifndef WEND_VIEW_PLOT_H
#define WEND_VIEW_PLOT_H
#include "platform/imgui_shim.h"
#include <stdint.h>

/// From least to most; if they are equal, one unit is added to most.
typedef struct plot_axis {
    const char* title; ///< with the unit
    double least, most;
    bool logarithmic; ///< least is above 0
} plot_axis;

/// Extends the ends to round values.
void plot_round(plot_axis* axis);
/// A number with at most these digits and decimals; with k, M or G from 100 000 on.
const char* plot_number(double value, int digits, int decimals, char out[24]);

typedef struct plot_series {
    const char* name;
    SDL_Color color;
    double (*value)(const void* context, int series, int index); ///< 0 or less: no value
} plot_series;

typedef struct plot_lines {
    plot_axis y;
    const char* x_title;
    const plot_series* series;
    int series_count;
    int count; ///< of indices
    const void* context;
    void (*describe)(const void* context, int index, char* out, int size); ///< the text under the pointer
} plot_lines;
void plot_show_lines(const plot_lines* p, float height);

enum { PLOT_BINS = 24 };
/// A histogram over equal parts of an axis. The first bin holds the values up to the least.
typedef struct plot_bins {
    plot_axis x;
    int64_t counts[PLOT_BINS];
    int64_t total, most;
} plot_bins;
/// Empty bins over least to most.
plot_bins plot_make_bins(const char* title, double least, double most, bool logarithmic);
void plot_count(plot_bins* bins, double value);
/// Shows bars with heights of the square roots of their counts, so that rare values are visible. what: the
/// counted things.
void plot_show_bins(const plot_bins* bins, const char* what, SDL_Color color, float height);

#endif
