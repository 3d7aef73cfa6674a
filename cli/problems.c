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

// How many passable tiles rows 0..y hold, for each y; NULL: out of memory.
static int64_t* count_rows(const wend_grid* grid) {
    int64_t* row_ends = malloc((size_t)wend_grid_height(grid) * sizeof *row_ends);
    if (row_ends == NULL) return NULL;
    const float* costs = wend_grid_class_costs(grid);
    int64_t sum = 0;
    for (int32_t y = 0; y < wend_grid_height(grid); y++) {
        const uint8_t* row = wend_grid_row(grid, y);
        for (int32_t x = 0; x < wend_grid_width(grid); x++) sum += costs[row[x]] > 0;
        row_ends[y] = sum;
    }
    return row_ends;
}

static int start_drawing(const char* world_file, const wend_grid* grid, int64_t count, problem_list* out,
                         int64_t** row_ends_out) {
    if (wend_grid_passable_count(grid) == 0)
        return cli_fail(CLI_BAD_INPUT, "%s: has no passable tile to start from", world_file);
    int code = allocate(count, out);
    if (code != CLI_OK) return code;
    *row_ends_out = count_rows(grid);
    return *row_ends_out != NULL ? CLI_OK : cli_fail(CLI_RESOURCE, "out of memory");
}

static wend_tile draw_tile(const wend_grid* grid, const int64_t* row_ends, uint64_t* seed) {
    uint64_t passable = (uint64_t)row_ends[wend_grid_height(grid) - 1];
    return passable_tile(grid, row_ends, (int64_t)(random_next(seed) % passable));
}

int problems_at_random(const char* world_file, const wend_grid* grid, int64_t count, uint64_t seed,
                       problem_list* out) {
    int64_t* row_ends = NULL;
    int code = start_drawing(world_file, grid, count, out, &row_ends);
    for (int64_t i = 0; i < count && code == CLI_OK; i++) {
        wend_tile start = draw_tile(grid, row_ends, &seed);
        out->items[i] = (problem){start, draw_tile(grid, row_ends, &seed), -1, 0};
    }
    free(row_ends);
    return code;
}

// Tiles that are taken: an open hash table of 2^n places, -1: free.
typedef struct taken_tiles {
    int64_t* places;
    uint64_t mask;
} taken_tiles;

static bool take_tile(taken_tiles* taken, const wend_grid* grid, wend_tile tile) {
    int64_t number = (int64_t)tile.y * wend_grid_width(grid) + tile.x;
    uint64_t at = random_mix((uint64_t)number) & taken->mask;
    for (; taken->places[at] >= 0; at = (at + 1) & taken->mask)
        if (taken->places[at] == number) return false;
    taken->places[at] = number;
    return true;
}

int problems_on_ways(const char* world_file, const wend_world* world, int64_t count, uint64_t seed,
                     problem_list* out) {
    enum { MOST_TRIES = 10000 }; // a problem
    const wend_grid* grid = wend_world_grid(world);
    int64_t* row_ends = NULL;
    taken_tiles taken = {NULL, 1023};
    while ((int64_t)taken.mask < 2 * count) taken.mask = 2 * taken.mask + 1;
    int code = start_drawing(world_file, grid, count, out, &row_ends);
    if (code == CLI_OK) {
        taken.places = malloc(((size_t)taken.mask + 1) * sizeof *taken.places);
        if (taken.places == NULL) code = cli_fail(CLI_RESOURCE, "out of memory");
    }
    for (uint64_t i = 0; code == CLI_OK && i <= taken.mask; i++) taken.places[i] = -1;
    int64_t drawn = 0;
    for (int64_t tries = 0; drawn < count && code == CLI_OK; tries++) {
        if (tries == MOST_TRIES)
            code = cli_fail(CLI_NEGATIVE,
                            "%s: no more than %lld pairs of connected tiles, with starts of their own, "
                            "were found",
                            world_file, (long long)drawn);
        wend_tile start = draw_tile(grid, row_ends, &seed), goal = draw_tile(grid, row_ends, &seed);
        if (!wend_world_connected(world, start, goal) || !take_tile(&taken, grid, start)) continue;
        out->items[drawn++] = (problem){start, goal, -1, 0};
        tries = -1;
    }
    free(taken.places);
    free(row_ends);
    if (code != CLI_OK) free(out->items);
    return code;
}

wend_query problem_query(const problem* p, const wend_grid* grid, wend_algorithm algorithm) {
    wend_query query = wend_default_query(p->start, p->goal);
    query.algorithm = algorithm;
    if (wend_grid_moves(grid) == WEND_MOVES_4) query.heuristic = WEND_MANHATTAN;
    return query;
}
