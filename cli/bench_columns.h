// bench_columns.h: the results of the benchmark as text, JSON and CSV, all from one table of columns.
#ifndef BENCH_COLUMNS_H
#define BENCH_COLUMNS_H
#include "bench_measure.h"
#include "json.h"

/// What results were made with and depend on.
typedef struct bench_machine {
    char processor[128];
    int processors;
    const char *compiler, *clock;
} bench_machine;
bench_machine bench_this_machine(void);

/// Tables on stdout, a line for each map.
void bench_print(const bench_machine* machine, const bench_settings* settings, const bench_result* results,
                 int count);
/// One object, with an entry for each map. Nothing in it says when it was made.
cJSON* bench_json(const bench_machine* machine, const bench_settings* settings, const bench_result* results,
                  int count);
/// A line of names, then one for each map. CLI_OK or an exit code.
int bench_write_csv(const bench_result* results, int count, const char* file);

#endif
