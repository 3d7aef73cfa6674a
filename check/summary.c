// summary.c: many measurements in a few numbers.
#include "summary.h"

#include <stdlib.h>

static int compare_doubles(const void* a, const void* b) {
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

summary summarize(double* values, int64_t count) {
    if (count == 0) return (summary){0, 0, 0, 0};
    qsort(values, (size_t)count, sizeof *values, compare_doubles);
    double sum = 0;
    for (int64_t i = 0; i < count; i++) sum += values[i];
    return (summary){sum / (double)count, values[(count + 1) / 2 - 1], values[(count * 99 + 99) / 100 - 1],
                     values[count - 1]};
}
