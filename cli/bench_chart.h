// bench_chart.h: the times of the benchmark as a picture.
#ifndef BENCH_CHART_H
#define BENCH_CHART_H
#include "bench_columns.h"

/// Bars of the mean time of a query, by map and method, on a logarithmic scale. CLI_OK or an exit code.
int bench_write_chart(const bench_machine* machine, const bench_result* results, int count, const char* file);

#endif
