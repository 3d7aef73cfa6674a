// batch.c: what does wend_find_paths save over one call for each query?
//     bench_batch WORLD.wend [--queries N] [--goals N] [--seed S]
// Random queries to few goals, answered in the order given by one search; by wend_find_paths in one thread;
// and by as many threads as there are processors. The costs of all three must be equal.
#define _XOPEN_SOURCE 700 // clock_gettime
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "measure.h"

static wend_result keep_cost(const wend_path* path, int32_t query, void* costs) {
    ((wend_cost*)costs)[query] = wend_path_integer_cost(path);
    return WEND_OK;
}

static double one_by_one(const wend_world* world, const wend_query* queries, int32_t count,
                         wend_cost* costs) {
    wend_search* search = NULL;
    wend_path* path = NULL;
    make_search(NULL, &search, &path);
    const double began = now_us();
    for (int32_t i = 0; i < count; i++) {
        must(wend_find_path(search, world, &queries[i], path, NULL), "a query");
        costs[i] = wend_path_integer_cost(path);
    }
    const double seconds = (now_us() - began) * 1e-6;
    wend_path_destroy(path);
    wend_search_destroy(search);
    return seconds;
}

static double at_once(const wend_world* world, const wend_query* queries, int32_t count, wend_tasks tasks,
                      wend_cost* costs) {
    wend_batch_def def = wend_default_batch_def();
    def.answered = keep_cost;
    def.context = costs;
    def.tasks = tasks;
    const double began = now_us();
    must(wend_find_paths(world, queries, count, &def, NULL), "a batch");
    return (now_us() - began) * 1e-6;
}

static void report(const char* form, double seconds, int32_t count) {
    printf("%-18s %8.3f s, %7.1f us a query, %8.0f queries a second\n", form, seconds, seconds * 1e6 / count,
           count / seconds);
}

int main(int argc, char** argv) {
    int32_t count = 100000, goal_count = 1000;
    int64_t seed = 0;
    const bench_option options[] = {{"--queries", .number = &count},
                                    {"--goals", .number = &goal_count},
                                    {"--seed", .large = &seed},
                                    {NULL}};
    read_options(argc, argv, 2, options);
    uint64_t random = 88172645463325252u + (uint64_t)seed;
    if (argc < 2 || count < 1 || goal_count < 1) {
        fprintf(stderr, "usage: bench_batch WORLD.wend [--queries N] [--goals N] [--seed S]\n");
        return 2;
    }
    wend_world* world = NULL;
    wend_error error;
    if (wend_world_open(argv[1], NULL, &world, &error) != WEND_OK) {
        fprintf(stderr, "batch: %s\n", error.text);
        return 3;
    }
    const wend_grid* grid = wend_world_grid(world);
    wend_tile* goals = malloc((size_t)goal_count * sizeof *goals);
    wend_query* queries = malloc((size_t)count * sizeof *queries);
    wend_cost* costs[3] = {NULL};
    for (int32_t i = 0; i < 3; i++) costs[i] = malloc((size_t)count * sizeof **costs);
    if (!goals || !queries || !costs[0] || !costs[1] || !costs[2]) must(WEND_ERROR_MEMORY, "queries");
    for (int32_t i = 0; i < goal_count; i++) goals[i] = passable_tile(grid, 0, &random);
    for (int32_t i = 0; i < count; i++)
        queries[i] = wend_default_query(passable_tile(grid, 0, &random), goals[below(&random, goal_count)]);
    wend_threads* threads = NULL;
    must(wend_threads_create(0, &threads), "starting threads");
    const wend_tasks tasks = wend_threads_tasks(threads), in_place = {.enqueue = NULL};
    printf("%d queries to %d goals on %d x %d tiles\n", count, goal_count, wend_grid_width(grid),
           wend_grid_height(grid));
    report("one by one", one_by_one(world, queries, count, costs[0]), count);
    report("at once, 1 thread", at_once(world, queries, count, in_place, costs[1]), count);
    char text[40];
    snprintf(text, sizeof text, "at once, %d threads", tasks.worker_count);
    report(text, at_once(world, queries, count, tasks, costs[2]), count);
    const size_t bytes = (size_t)count * sizeof **costs;
    const int wrong = memcmp(costs[0], costs[1], bytes) != 0 || memcmp(costs[0], costs[2], bytes) != 0;
    printf("wrong              %d\n", wrong);
    wend_threads_destroy(threads);
    wend_world_destroy(world);
    for (int32_t i = 0; i < 3; i++) free(costs[i]);
    free(queries);
    free(goals);
    return wrong;
}
