// tiles.c: how do rows of classes become the grid?
#include "sink/tiles.h"

#include <math.h>
#include <string.h>

static size_t columns_of(const wimp_tiles* tiles) {
    int64_t k = tiles->job->def->downscale;
    return (size_t)((tiles->width + k - 1) / k);
}

static wend_result make_grid(const wimp_tiles* tiles, const float class_costs[WEND_CLASS_COUNT],
                             wend_grid_def* def) {
    wimp_job* job = tiles->job;
    int32_t k = job->def->downscale;
    *def = wend_default_grid_def();
    def->width = (int32_t)columns_of(tiles);
    def->height = (int32_t)(((int64_t)tiles->height + k - 1) / k);
    def->floors = job->floors;
    memcpy(def->class_costs, class_costs, sizeof def->class_costs);
    def->connectivity = job->hex ? job->hex : job->def->connectivity;
    def->tile_size = job->def->resolution * (float)k;
    if (job->tile_size > 0) def->tile_size = job->tile_size * (float)k;
    def->origin = job->def->origin;
    if (job->origin_is_bottom) // pixels count down from the top
        def->origin.y = (float)(0 - ((double)def->origin.y +
                                     (double)tiles->height * (double)job->def->resolution)); // never -0
    def->allocator = job->def->allocator;
    if (job->def->create_grid && !job->def->thin_walls && !job->def->deck && job->floors <= 1)
        return job->def->create_grid(job->def->create_grid_context, def, &job->grid, job->error_opt);
    wend_result result = wend_grid_create(def, &job->grid);
    if (result == WEND_ERROR_MEMORY)
        return wimp_job_out_of_memory(job, (uint64_t)def->width * (uint64_t)def->height);
    if (result != WEND_OK)
        return wimp_job_fail(job, result, "no grid of %d x %d tiles: %s", def->width, def->height,
                             wend_result_string(result));
    return WEND_OK;
}

wend_result wimp_tiles_begin(wimp_tiles* tiles, wimp_job* job, int32_t width, int32_t height,
                             const float class_costs[WEND_CLASS_COUNT]) {
    *tiles = (wimp_tiles){.job = job, .width = width, .height = height};
    wend_grid_def* def = wimp_job_get(job, sizeof *def);
    const wend_result result = def ? make_grid(tiles, class_costs, def) : WEND_ERROR_MEMORY;
    if (result != WEND_OK) return result;
    tiles->row = wimp_job_get(job, (size_t)width);
    tiles->chosen = tiles->row ? wimp_job_get(job, columns_of(tiles)) : NULL;
    tiles->rank = tiles->chosen ? wimp_job_get(job, WEND_CLASS_COUNT * sizeof *tiles->rank) : NULL;
    if (!tiles->rank) return WEND_ERROR_MEMORY;
    for (int32_t c = 0; c < WEND_CLASS_COUNT; c++)
        tiles->rank[c] = class_costs[c] > 0 ? class_costs[c] : INFINITY;
    return WEND_OK;
}

// Does class a replace b in a downscaled tile? Among equal costs the lower class wins, which in an image is
// the darkest; for CHEAPEST all is reversed.
static bool wins(const wimp_tiles* tiles, uint8_t a, uint8_t b) {
    if (tiles->job->def->downscale_by == WEND_DOWNSCALE_CHEAPEST) {
        uint8_t c = a;
        a = b;
        b = c;
    }
    return tiles->rank[a] > tiles->rank[b] || (tiles->rank[a] == tiles->rank[b] && a < b);
}

static void merge_row(wimp_tiles* tiles) {
    int32_t k = tiles->job->def->downscale;
    bool first = tiles->y % k == 0;
    size_t column = 0;
    for (int32_t x = 0; x < tiles->width; column++) {
        int32_t stop = tiles->width - x < k ? tiles->width : x + k;
        uint8_t best = first ? tiles->row[x] : tiles->chosen[column];
        for (; x < stop; x++)
            if (wins(tiles, tiles->row[x], best)) best = tiles->row[x];
        tiles->chosen[column] = best;
    }
}

static wend_result write_tiles(wimp_tiles* tiles, int32_t y, const uint8_t* classes) {
    wend_rect area = {0, y, (int32_t)columns_of(tiles), 1, (uint16_t)tiles->floor};
    wend_result result = wend_grid_write(tiles->job->grid, area, classes, 0);
    return result == WEND_OK ? WEND_OK : wimp_job_fail(tiles->job, result, "%s", wend_result_string(result));
}

static wend_result report_progress(wimp_tiles* tiles, int32_t y, int32_t pixels) {
    tiles->taken += pixels;
    double all = (double)tiles->width * tiles->height * (tiles->job->floors > 1 ? tiles->job->floors : 1);
    return wimp_job_progress(tiles->job, (double)tiles->taken / all, "row", y + 1, tiles->height);
}

wend_result wimp_tiles_next(wimp_tiles* tiles) {
    int32_t k = tiles->job->def->downscale;
    const uint8_t* classes = tiles->row;
    if (tiles->y == tiles->height) {
        tiles->y = 0;
        tiles->floor++;
    }
    if (k > 1) {
        merge_row(tiles);
        classes = tiles->chosen;
    }
    if (tiles->y % k == k - 1 || tiles->y == tiles->height - 1) {
        wend_result result = write_tiles(tiles, tiles->y / k, classes);
        if (result != WEND_OK) return result;
    }
    return report_progress(tiles, tiles->y++, tiles->width);
}

// Fills the grid with the class that loses against every other, so that the first pixel of a tile needs no
// special case.
static void fill_with_least(wimp_tiles* tiles) {
    uint8_t least = 0;
    for (int32_t c = 1; c < WEND_CLASS_COUNT; c++)
        if (wins(tiles, least, (uint8_t)c)) least = (uint8_t)c;
    wend_grid* grid = tiles->job->grid;
    wend_grid_fill(grid, (wend_rect){0, 0, wend_grid_width(grid), wend_grid_height(grid)}, least);
}

wend_result wimp_tiles_run(wimp_tiles* tiles, const wimp_run* run) {
    int32_t k = tiles->job->def->downscale, y = run->y / k;
    if (k > 1 && tiles->taken == 0) fill_with_least(tiles);
    uint8_t* chosen = tiles->chosen;
    memcpy(chosen, wend_grid_row(tiles->job->grid, y), columns_of(tiles));
    if (k == 1)
        for (int32_t i = 0; i < run->count; i++) chosen[run->x + i * run->step] = tiles->row[i];
    else
        for (int32_t i = 0; i < run->count; i++) {
            uint8_t* tile = &chosen[(run->x + i * run->step) / k];
            if (wins(tiles, tiles->row[i], *tile)) *tile = tiles->row[i];
        }
    wend_result result = write_tiles(tiles, y, chosen);
    return result == WEND_OK ? report_progress(tiles, run->y, run->count) : result;
}

int64_t wimp_tiles_enough_passable(const wend_grid* grid) {
    int64_t tiles = (int64_t)wend_grid_width(grid) * wend_grid_height(grid);
    return (tiles + 999) / 1000;
}
