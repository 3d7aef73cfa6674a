// bench_columns.h: how are the results of the benchmark printed as text, JSON and CSV, and drawn?
#ifndef BENCH_COLUMNS_H
#define BENCH_COLUMNS_H
#include "bench_measure.h"
#include "json.h"

/// The conditions of the measurement.
typedef struct bench_machine {
    char processor[128];
    int processors;
    const char *compiler, *clock;
} bench_machine;
bench_machine bench_this_machine(void);
void bench_machine_json(cJSON* json, const bench_machine* machine);

/// Prints tables with one line for each map.
void bench_print(const bench_machine* machine, const bench_settings* settings, const bench_result* results,
                 int count);
/// Prints one object with an entry for each map, and without a date.
cJSON* bench_json(const bench_machine* machine, const bench_settings* settings, const bench_result* results,
                  int count);
/// Writes a line of names, then one line for each map. Returns CLI_OK or an exit code.
int bench_write_csv(const bench_result* results, int count, const char* file);

// ---- a picture

/// Bars of the mean time of a query, by map and method, on a logarithmic scale. CLI_OK or an exit code.
int bench_write_chart(const bench_machine* machine, const bench_result* results, int count, const char* file);

#endif
