// problems.c: the queries that `wend check` and `wend bench` ask.
#include "problems.h"
#include "random.h"
#include "wend/import.h"

#include <stdlib.h>

static int allocate(int64_t count, problem_list* out) {
    out->items = malloc((size_t)count * sizeof *out->items);
    out->count = count;
    return out->items != NULL ? CLI_OK
                              : cli_fail(CLI_RESOURCE, "out of memory for %lld problems", (long long)count);
}

static int take(const wend_scenario_problem* from, const char* file, const char* world_file,
                const wend_grid* grid, problem* out) {
    int32_t width = wend_grid_width(grid), height = wend_grid_height(grid);
    if (from->width != width || from->height != height)
        return cli_fail(CLI_BAD_INPUT, "%s: line %d: made for a map of %d x %d tiles, but %s has %d x %d",
                        file, from->line, from->width, from->height, world_file, width, height);
    if (!wend_grid_contains(grid, from->start) || !wend_grid_contains(grid, from->goal))
        return cli_fail(CLI_BAD_INPUT, "%s: line %d: from %d,%d to %d,%d leaves the map of %d x %d tiles",
                        file, from->line, from->start.x, from->start.y, from->goal.x, from->goal.y, width,
                        height);
    *out = (problem){from->start, from->goal, from->optimal_cost, from->line};
    return CLI_OK;
}

int problems_from_scenario(const char* file, const char* world_file, const wend_grid* grid, int64_t max,
                           problem_list* out) {
    wend_scenario* scenario = NULL;
    wend_error error = {.text = ""};
    wend_result result = wend_scenario_load(file, &scenario, &error);
    if (result != WEND_OK) return cli_fail_error(&error, result, CLI_READING);
    int32_t total = 0;
    const wend_scenario_problem* all = wend_scenario_problems(scenario, &total);
    int64_t count = max > 0 && max < total ? max : total;
    int code = total > 0 ? allocate(count, out) : cli_fail(CLI_BAD_INPUT, "%s: has no problems", file);
    for (int64_t i = 0; i < count && code == CLI_OK; i++)
        code = take(&all[i * total / count], file, world_file, grid, &out->items[i]);
    wend_scenario_destroy(scenario);
    return code;
}

// The n-th passable tile in reading order; row_ends[y] counts those of rows 0..y.
static wend_tile passable_tile(const wend_grid* grid, const int64_t* row_ends, int64_t n) {
    int32_t low = 0, high = wend_grid_height(grid) - 1;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (row_ends[middle] > n)
            high = middle;
        else
            low = middle + 1;
    }
    n -= low > 0 ? row_ends[low - 1] : 0;
    const uint8_t* row = wend_grid_row(grid, low);
    const float* costs = wend_grid_class_costs(grid);
    int32_t x = 0;
    while (costs[row[x]] <= 0 || n-- > 0) x++;
    return (wend_tile){x, low};
}

int problems_at_random(const char* world_file, const wend_grid* grid, int64_t count, uint64_t seed,
                       problem_list* out) {
    const int64_t passable = wend_grid_passable_count(grid);
    if (passable == 0) return cli_fail(CLI_BAD_INPUT, "%s: has no passable tile to start from", world_file);
    int code = allocate(count, out);
    if (code != CLI_OK) return code;
    int64_t* row_ends = malloc((size_t)wend_grid_height(grid) * sizeof *row_ends);
    if (row_ends == NULL) return cli_fail(CLI_RESOURCE, "out of memory");
    const float* costs = wend_grid_class_costs(grid);
    int64_t sum = 0;
    for (int32_t y = 0; y < wend_grid_height(grid); y++) {
        const uint8_t* row = wend_grid_row(grid, y);
        for (int32_t x = 0; x < wend_grid_width(grid); x++) sum += costs[row[x]] > 0;
        row_ends[y] = sum;
    }
    for (int64_t i = 0; i < count; i++) {
        wend_tile start = passable_tile(grid, row_ends, (int64_t)(random_next(&seed) % (uint64_t)passable));
        wend_tile goal = passable_tile(grid, row_ends, (int64_t)(random_next(&seed) % (uint64_t)passable));
        out->items[i] = (problem){start, goal, -1, 0};
    }
    free(row_ends);
    return CLI_OK;
}

wend_query problem_query(const problem* p, const wend_grid* grid, wend_algorithm algorithm) {
    wend_query query = wend_default_query(p->start, p->goal);
    query.algorithm = algorithm;
    if (wend_grid_moves(grid) == WEND_MOVES_4) query.heuristic = WEND_MANHATTAN;
    return query;
}
