// deck.c: how do the heights of the ground and of a deck above it become two floors?
//
// Where the deck lies more than the headroom above the ground, there is room below, and it is a floor of its
// own. Where it lies lower it covers the ground, so that its heights are those of floor 0. Seams join both
// floors where a step from the one leads to the other and back.
#include "extras/deck.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/def.h"
#include "core/hash.h"
#include "core/ways.h"
#include "rules/relief.h"
#include "wend/link.h"

typedef struct floors {
    wimp_job* job;
    const float* heights[2]; // of the tiles of each floor
    wend_grid* grid;         // of both
    int32_t width, height;
    double most; // by which a step between the floors may climb or drop
} floors;

static wend_result check_place(const wimp_job* job, const wimp_job* deck) {
    const wend_georeference *a = &job->info->geo, *b = &deck->info->geo;
    const int32_t width = wend_grid_width(job->grid), height = wend_grid_height(job->grid);
    if (wend_grid_width(deck->grid) != width || wend_grid_height(deck->grid) != height)
        return wimp_job_fail(deck, WEND_ERROR_FORMAT, "has %d x %d tiles; expected %d x %d as the ground has",
                             wend_grid_width(deck->grid), wend_grid_height(deck->grid), width, height);
    if (a->has_transform && b->has_transform &&
        (memcmp(a->transform, b->transform, sizeof a->transform) != 0 || strcmp(a->wkt, b->wkt) != 0))
        return wimp_job_fail(
            deck, WEND_ERROR_FORMAT,
            "lies elsewhere: corner %.10g,%.10g; expected the corner %.10g,%.10g, the pixels and the "
            "coordinate system of the ground",
            b->transform[0], b->transform[3], a->transform[0], a->transform[3]);
    return WEND_OK;
}

// The classes of a row of both floors; returns the tiles of the deck that are a floor.
static int32_t lay_row(const wimp_job* job, const uint8_t* deck, const float* deck_heights, float* low,
                       float* high, uint8_t* below, uint8_t* above, int32_t width) {
    int32_t count = 0;
    for (int32_t x = 0; x < width; x++) {
        above[x] = 0;
        high[x] = low[x]; // nobody stands there
        if (deck[x] != WIMP_LAND) continue;
        const float top = deck_heights[x];
        if (isnan(low[x]) || top - low[x] > job->def->headroom) {
            above[x] = WIMP_LAND;
            high[x] = top;
            count++;
        } else if (top > low[x]) {
            below[x] = WIMP_LAND;
            low[x] = top;
        }
    }
    return count;
}

static wend_result lay_rows(floors* f, const wimp_job* deck, float* low, float* high) {
    const size_t width = (size_t)f->width;
    uint8_t* rows = wimp_job_get(f->job, 2 * width);
    if (!rows) return WEND_ERROR_MEMORY;
    const float* deck_heights = wimp_relief_elevations(deck);
    wend_result result = WEND_OK;
    int64_t count = 0;
    for (int32_t y = 0; y < f->height && result == WEND_OK; y++) {
        const size_t at = (size_t)y * width;
        memcpy(rows, wend_grid_row(f->job->grid, y), width);
        count += lay_row(f->job, wend_grid_row(deck->grid, y), deck_heights + at, low + at, high + at, rows,
                         rows + width, f->width);
        result = wend_grid_write(f->grid, (wend_rect){0, y, f->width, 1, 0}, rows, 0);
        if (result == WEND_OK)
            result = wend_grid_write(f->grid, (wend_rect){0, y, f->width, 1, 1}, rows + width, 0);
    }
    if (result != WEND_OK) return wimp_job_fail(f->job, result, "%s", wend_result_string(result));
    if (count == 0)
        return wimp_job_fail(deck, WEND_ERROR_FORMAT,
                             "lies nowhere more than %g above the ground (headroom); expected room below",
                             (double)f->job->def->headroom);
    return WEND_OK;
}

// ---- seams

// Does a step lead from a tile of the deck to the ground beside it, where the deck ends?
static bool is_met(const floors* f, wend_tile deck, int32_t way) {
    const wend_tile beyond = wimp_moved(deck, way, 1), ground = {beyond.x, beyond.y, 0};
    if (!wend_grid_passable(f->grid, deck) || wend_grid_passable(f->grid, beyond) ||
        !wend_grid_passable(f->grid, ground))
        return false;
    const size_t a = (size_t)deck.y * (size_t)f->width + (size_t)deck.x,
                 b = (size_t)ground.y * (size_t)f->width + (size_t)ground.x;
    return fabs((double)f->heights[1][a] - (double)f->heights[0][b]) <= f->most;
}

static wend_result add_seam(const floors* f, wend_tile last, int32_t along, int32_t count, int32_t way) {
    const wend_tile first = wimp_moved(last, along, 1 - count);
    wend_seam seam = wend_default_seam(first, last, wimp_moved(first, way, 1), wimp_moved(last, way, 1));
    seam.b_first.floor = seam.b_last.floor = 0;
    const wend_result result = wend_grid_add_seam(f->grid, &seam, NULL);
    return result == WEND_OK
               ? WEND_OK
               : wimp_job_fail(f->job, result, "the seam of the deck from %d,%d to %d,%d cannot be added: %s",
                               first.x, first.y, last.x, last.y,
                               result == WEND_ERROR_LIMIT ? "a map has at most 65536 links"
                                                          : wend_result_string(result));
}

static wend_result add_seams(const floors* f) {
    wend_result result = WEND_OK;
    bool is_joined = false;
    for (int32_t way = 0; way < 4; way++) {
        const bool by_columns = way % 2 == 0;
        const int32_t lines = by_columns ? f->width : f->height, tiles = by_columns ? f->height : f->width;
        for (int32_t line = 0; line < lines && result == WEND_OK; line++) {
            int32_t count = 0;
            for (int32_t i = 0; i <= tiles && result == WEND_OK; i++) {
                const wend_tile tile = {by_columns ? line : i, by_columns ? i : line, 1};
                if (i < tiles && is_met(f, tile, way)) {
                    count++;
                    continue;
                }
                if (count > 0)
                    result = add_seam(f, wimp_moved(tile, by_columns ? 3 : 2, 1), by_columns, count, way);
                is_joined |= count > 0;
                count = 0;
            }
        }
    }
    if (result == WEND_OK && !is_joined)
        wimp_job_warn(f->job, "the deck meets the ground nowhere, so that no path leads onto it");
    return result;
}
_Static_assert(WEND_MAX_LINKS == 65536, "as the message says");

// ---- both floors

static wend_result make_grid(const wimp_job* job, wend_grid** out) {
    wend_grid_def def = wimp_job_grid_like(job, job->grid);
    def.floors = 2;
    wend_result result = wend_grid_create(&def, out);
    if (result == WEND_OK) result = wend_grid_set_floor_height(*out, 1, job->def->headroom);
    if (result != WEND_OK)
        wimp_job_fail(job, result, "2 floors of %d x %d tiles: %s", def.width, def.height,
                      wend_result_string(result));
    return result;
}

static wend_result make_floors(wimp_job* job, const wimp_job* deck) {
    const double climb = (double)job->def->max_step_climb, drop = (double)job->def->max_step_drop;
    floors f = {.job = job, .width = wend_grid_width(job->grid), .height = wend_grid_height(job->grid)};
    wend_result result = check_place(job, deck);
    if (result == WEND_OK) result = wimp_relief_add_floor(job);
    if (result == WEND_OK) result = make_grid(job, &f.grid);
    if (result == WEND_OK) {
        float* low = wimp_relief_elevations(job);
        float* high = low + (size_t)f.width * (size_t)f.height;
        f.heights[0] = low;
        f.heights[1] = high;
        f.most = fmin(climb, drop);
        if (isinf(f.most)) f.most = (double)job->def->headroom;
        result = lay_rows(&f, deck, low, high);
    }
    if (result == WEND_OK) result = add_seams(&f);
    if (result != WEND_OK) {
        wend_grid_destroy(f.grid);
        return result;
    }
    wend_grid_destroy(job->grid);
    job->grid = f.grid;
    snprintf(job->info->floors, sizeof job->info->floors, "ground\ndeck");
    return WEND_OK;
}

wend_result wimp_deck_add(wimp_job* job) {
    const wend_import_def* def = job->def;
    if (!def->deck) return WEND_OK;
    if (!wimp_relief_elevations(job))
        return wimp_job_fail(job, WEND_ERROR_UNSUPPORTED,
                             "has no heights (%s); a deck needs those of the ground", job->info->format);
    wimp_beside* beside = wimp_beside_begin(job, def->deck);
    if (!beside) return WEND_ERROR_MEMORY;
    wimp_job* deck = &beside->job;
    beside->def = *def; // heights as those of the ground
    beside->def.deck = beside->def.links = beside->def.walls = NULL;
    beside->def.lanes = beside->def.lane_costs = NULL;
    deck->is_deck = true;
    deck->is_layer = false;
    wend_result result = job->run_file(deck, def->deck);
    if (result == WEND_OK && !wimp_relief_elevations(deck))
        result = wimp_job_fail(deck, WEND_ERROR_UNSUPPORTED, "is a map (%s); expected heights of a deck",
                               beside->info.format);
    if (result == WEND_OK) result = make_floors(job, deck);
    job->info->source_hash =
        wimp_hash(&beside->info.source_hash, sizeof beside->info.source_hash, job->info->source_hash);
    wimp_beside_end(beside);
    return result;
}
