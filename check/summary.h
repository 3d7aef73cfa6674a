// summary.h: many measurements in a few numbers.
#ifndef SUMMARY_H
#define SUMMARY_H
#include <stdint.h>

typedef struct summary {
    double mean, median, p99, max;
} summary;

/// Sorts the values. Percentiles by nearest rank; zeros when there are no values.
summary summarize(double* values, int64_t count);

#endif
