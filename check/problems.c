// problems.c: which queries does a map have to answer?
#include "problems.h"
#include "random.h"
#include <wend/import.h>

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static wend_result fail(wend_error* error, wend_result result, const char* format, ...)
    __attribute__((format(printf, 3, 4)));
static wend_result fail(wend_error* error, wend_result result, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return error->result = result;
}

static wend_result allocate(int64_t count, problem_list* out, wend_error* error) {
    out->items = malloc((size_t)count * sizeof *out->items);
    out->count = out->items != NULL ? count : 0;
    return out->items != NULL
               ? WEND_OK
               : fail(error, WEND_ERROR_MEMORY, "out of memory for %" PRId64 " problems", count);
}

void problems_free(problem_list* list) {
    free(list->items);
    *list = (problem_list){NULL, 0};
}

static wend_result take(const wend_scenario_problem* from, const char* file, const char* map_name,
                        const wend_grid* grid, problem* out, wend_error* error) {
    int32_t width = wend_grid_width(grid), height = wend_grid_height(grid);
    if (from->width != width || from->height != height)
        return fail(error, WEND_ERROR_FORMAT,
                    "%s: line %d: made for a map of %d x %d tiles, but %s has %d x %d", file, from->line,
                    from->width, from->height, map_name, width, height);
    if (!wend_grid_contains(grid, from->start) || !wend_grid_contains(grid, from->goal))
        return fail(error, WEND_ERROR_FORMAT,
                    "%s: line %d: from %d,%d to %d,%d leaves the map of %d x %d tiles", file, from->line,
                    from->start.x, from->start.y, from->goal.x, from->goal.y, width, height);
    *out = (problem){from->start, from->goal, from->optimal_cost, from->line};
    return WEND_OK;
}

wend_result problems_from_scenario(const char* file, const char* map_name, const wend_grid* grid, int64_t max,
                                   problem_list* out, wend_error* error) {
    wend_scenario* scenario = NULL;
    problem_list list = {NULL, 0};
    wend_result result = wend_scenario_load(file, &scenario, error);
    if (result != WEND_OK) return result;
    int32_t total = 0;
    const wend_scenario_problem* all = wend_scenario_problems(scenario, &total);
    int64_t count = max > 0 && max < total ? max : total;
    result = total > 0 ? allocate(count, &list, error)
                       : fail(error, WEND_ERROR_FORMAT, "%s: has no problems", file);
    for (int64_t i = 0; i < count && result == WEND_OK; i++)
        result = take(&all[i * total / count], file, map_name, grid, &list.items[i], error);
    wend_scenario_destroy(scenario);
    if (result == WEND_OK)
        *out = list;
    else
        problems_free(&list);
    return result;
}

enum { PART_TILES = 1024 }; // of a row

// Rows of all floors: those of floor 0 come first.
static int32_t row_count(const wend_grid* grid) {
    return wend_grid_height(grid) * wend_grid_floors(grid);
}

// The classes of a part of a row from the x-th column on. Returns how many.
static int32_t read_part(const wend_grid* grid, int32_t x, int32_t row, uint8_t part[PART_TILES]) {
    const int32_t height = wend_grid_height(grid), left = wend_grid_width(grid) - x;
    const wend_rect map = wend_grid_area(grid);
    const wend_rect area = {map.x + x, map.y + row % height, left < PART_TILES ? left : PART_TILES, 1,
                            (uint16_t)(row / height)};
    wend_grid_read(grid, area, part, 0);
    return area.width;
}

// The n-th passable tile in reading order; row_ends[y] counts those of rows 0..y.
static wend_tile passable_tile(const wend_grid* grid, const int64_t* row_ends, int64_t n) {
    int32_t low = 0, high = row_count(grid) - 1;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (row_ends[middle] > n)
            high = middle;
        else
            low = middle + 1;
    }
    n -= low > 0 ? row_ends[low - 1] : 0;
    const float* costs = wend_grid_class_costs(grid);
    const wend_rect map = wend_grid_area(grid);
    uint8_t part[PART_TILES];
    for (int32_t x = 0; x < map.width; x += PART_TILES) {
        const int32_t count = read_part(grid, x, low, part);
        for (int32_t i = 0; i < count; i++)
            if (costs[part[i]] > 0 && n-- == 0)
                return (wend_tile){map.x + x + i, map.y + low % map.height, (uint16_t)(low / map.height)};
    }
    return (wend_tile){0, 0, 0}; // the counts are those of the grid
}

// How many passable tiles rows 0..y hold, for each y; NULL: out of memory.
static int64_t* count_rows(const wend_grid* grid) {
    int64_t* row_ends = malloc((size_t)row_count(grid) * sizeof *row_ends);
    if (row_ends == NULL) return NULL;
    const float* costs = wend_grid_class_costs(grid);
    uint8_t part[PART_TILES];
    int64_t sum = 0;
    for (int32_t y = 0; y < row_count(grid); y++) {
        for (int32_t x = 0; x < wend_grid_width(grid); x += PART_TILES) {
            const int32_t count = read_part(grid, x, y, part);
            for (int32_t i = 0; i < count; i++) sum += costs[part[i]] > 0;
        }
        row_ends[y] = sum;
    }
    return row_ends;
}

static wend_result start_drawing(const char* map_name, const wend_grid* grid, int64_t count,
                                 problem_list* out, int64_t** row_ends_out, wend_error* error) {
    if (wend_grid_passable_count(grid) == 0)
        return fail(error, WEND_ERROR_FORMAT, "%s: has no passable tile to start from", map_name);
    int64_t* row_ends = count_rows(grid);
    if (row_ends == NULL) return fail(error, WEND_ERROR_MEMORY, "out of memory");
    wend_result result = allocate(count, out, error);
    if (result == WEND_OK)
        *row_ends_out = row_ends;
    else
        free(row_ends);
    return result;
}

static wend_tile draw_tile(const wend_grid* grid, const int64_t* row_ends, uint64_t* seed) {
    uint64_t passable = (uint64_t)row_ends[row_count(grid) - 1];
    return passable_tile(grid, row_ends, (int64_t)(random_next(seed) % passable));
}

wend_result problems_at_random(const char* map_name, const wend_grid* grid, int64_t count, uint64_t seed,
                               problem_list* out, wend_error* error) {
    int64_t* row_ends = NULL;
    wend_result result = start_drawing(map_name, grid, count, out, &row_ends, error);
    for (int64_t i = 0; i < count && result == WEND_OK; i++) {
        wend_tile start = draw_tile(grid, row_ends, &seed);
        out->items[i] = (problem){start, draw_tile(grid, row_ends, &seed), -1, 0};
    }
    free(row_ends);
    return result;
}

// Tiles that are taken: an open hash table of 2^n places, -1: free.
typedef struct taken_tiles {
    int64_t* places;
    uint64_t mask;
} taken_tiles;

static bool take_tile(taken_tiles* taken, const wend_grid* grid, wend_tile tile) {
    const wend_rect map = wend_grid_area(grid);
    const int64_t row = (int64_t)tile.floor * map.height + tile.y - map.y;
    int64_t number = row * map.width + tile.x - map.x;
    uint64_t at = random_mix((uint64_t)number) & taken->mask;
    for (; taken->places[at] >= 0; at = (at + 1) & taken->mask)
        if (taken->places[at] == number) return false;
    taken->places[at] = number;
    return true;
}

wend_result problems_on_ways(const char* map_name, const wend_world* world, int64_t count, uint64_t seed,
                             problem_list* out, wend_error* error) {
    enum { MOST_TRIES = 10000 }; // a problem
    const wend_grid* grid = wend_world_grid(world);
    int64_t* row_ends = NULL;
    problem_list list = {NULL, 0};
    taken_tiles taken = {NULL, 1023};
    while ((int64_t)taken.mask < 2 * count) taken.mask = 2 * taken.mask + 1;
    wend_result result = start_drawing(map_name, grid, count, &list, &row_ends, error);
    if (result == WEND_OK) {
        taken.places = malloc(((size_t)taken.mask + 1) * sizeof *taken.places);
        if (taken.places == NULL) result = fail(error, WEND_ERROR_MEMORY, "out of memory");
    }
    for (uint64_t i = 0; result == WEND_OK && i <= taken.mask; i++) taken.places[i] = -1;
    int64_t drawn = 0;
    for (int64_t tries = 0; drawn < count && result == WEND_OK; tries++) {
        if (tries == MOST_TRIES)
            result = fail(error, WEND_ERROR_LIMIT,
                          "%s: found only %" PRId64 " pairs of connected tiles with different starts",
                          map_name, drawn);
        wend_tile start = draw_tile(grid, row_ends, &seed), goal = draw_tile(grid, row_ends, &seed);
        if (!wend_world_connected(world, start, goal) || !take_tile(&taken, grid, start)) continue;
        list.items[drawn++] = (problem){start, goal, -1, 0};
        tries = -1;
    }
    free(taken.places);
    free(row_ends);
    if (result == WEND_OK)
        *out = list;
    else
        problems_free(&list);
    return result;
}

wend_query problem_query(const problem* p, const wend_grid* grid, wend_algorithm algorithm) {
    wend_query query = wend_default_query(p->start, p->goal);
    query.algorithm = algorithm;
    if (wend_grid_connectivity(grid) == WEND_CONNECTIVITY_4) query.heuristic = WEND_MANHATTAN;
    return query;
}
