// jumps.c: where can a body leap, over a gap or down a cliff?
//
// A jump leads straight to the right, down, left or up, from where no step leads on. Between its ends are
// tiles that are blocked, or that lie deeper than a step may drop; nothing higher than the take-off and no
// wall.
#include "extras/jumps.h"

#include <math.h>

#include "core/ways.h"
#include "rules/relief.h"
#include "wend/link.h"
#include "wend/relief.h"

enum {
    LONGEST_RUN = 8, // of jumps side by side, of which one becomes a link
    DEARER = 2       // times a walk over as many tiles
};

typedef struct leaper {
    wimp_job* job;
    wend_grid* grid;
    bool has_elevations;
    double max_drop, most_down; // of a step, and of a jump
    double level_factor;        // of a step on level ground
} leaper;

// Of a step in a way, on the map.
static double side_of(const leaper* l, wend_tile tile, int32_t way) {
    float width, height;
    if (!wend_grid_row_size(l->grid, tile.y, &width, &height)) return (double)wend_grid_tile_size(l->grid);
    return (double)(way % 2 == 0 ? width : height);
}

static double drop(const leaper* l, wend_tile from, wend_tile to) {
    if (!l->has_elevations) return 0;
    return (double)wend_grid_elevation(l->grid, from) - (double)wend_grid_elevation(l->grid, to);
}

// May a body that has leapt over tiles land so much lower?
static bool may_land(const leaper* l, double down, double side) {
    const double climb = (double)l->job->def->max_step_climb;
    if (!l->has_elevations) return true;
    return down >= -(isfinite(climb) ? climb : side) &&
           down <= fmax(l->most_down, isfinite(l->max_drop) ? l->max_drop : side);
}

static double cost_of(const leaper* l, wend_tile from, int32_t way, int32_t length) {
    return DEARER * length * side_of(l, from, way) / (double)wend_grid_unit_length(l->grid) *
           (double)wend_grid_cost(l->grid, wimp_moved(from, way, length)) * l->level_factor;
}

// Adds up a straight walk. False: it is closed.
static bool walk(const leaper* l, wend_tile* at, int32_t way, int32_t steps, double* cost) {
    for (int32_t i = 0; i < steps; i++) {
        const wend_tile next = wimp_moved(*at, way, 1);
        const int32_t units = wend_grid_step_cost(l->grid, *at, next);
        if (units == 0) return false;
        *cost += units;
        *at = next;
    }
    return true;
}

// Does a walk to the side, on and back cost no more than the jump? Then the jump helps nobody.
static bool is_walked_round(const leaper* l, wend_tile from, int32_t way, int32_t length) {
    const double most = cost_of(l, from, way, length) * wend_grid_cost_units(l->grid);
    for (int32_t side = 1; side < WIMP_STRAIGHT_WAYS; side += 2)
        for (int32_t off = 1; off <= length; off++) {
            wend_tile at = from;
            double cost = 0;
            const int32_t out = (way + side) % WIMP_STRAIGHT_WAYS, back = (out + 2) % WIMP_STRAIGHT_WAYS;
            if (!walk(l, &at, out, off, &cost)) break;
            if (walk(l, &at, way, length, &cost) && walk(l, &at, back, off, &cost) && cost <= most)
                return true;
        }
    return false;
}

// How many tiles a jump from a tile leads on; 0: there is none.
static int32_t jump_length(const leaper* l, wend_tile from, int32_t way) {
    if (!wend_grid_passable(l->grid, from) || wend_grid_can_step(l->grid, from, wimp_moved(from, way, 1)))
        return 0;
    const double side = side_of(l, from, way);
    for (int32_t k = 1; k <= l->job->def->jump_across + 1; k++) {
        const wend_tile to = wimp_moved(from, way, k);
        if (!wend_grid_step_is_open(l->grid, wimp_moved(from, way, k - 1), to))
            return 0; // a wall, or off the map
        if (!wend_grid_passable(l->grid, to)) continue;
        const double down = drop(l, from, to);
        if (k == 1 ? down > l->max_drop && down <= l->most_down : may_land(l, down, side))
            return is_walked_round(l, from, way, k) ? 0 : k;
        if (!(down > l->max_drop)) return 0;
    }
    return 0;
}

static bool are_joined(const wend_grid* grid, wend_tile a, wend_tile b) {
    return wend_grid_can_step(grid, a, b) && wend_grid_can_step(grid, b, a);
}

static wend_result add_jump(const leaper* l, wend_tile from, int32_t way, int32_t length) {
    const wend_tile to = wimp_moved(from, way, length);
    wend_link link =
        wend_default_link(from, to, (float)fmin(cost_of(l, from, way, length), (double)WEND_MAX_LINK_COST));
    link.kind = WEND_LINK_JUMP;
    const wend_result result = wend_grid_add_link(l->grid, &link, NULL);
    if (result == WEND_OK) return WEND_OK;
    int32_t count = 0;
    wend_grid_links(l->grid, &count);
    const bool is_full = result == WEND_ERROR_LIMIT && count == WEND_MAX_LINKS;
    return wimp_job_fail(
        l->job, result, "the jump from %d,%d,%d to %d,%d,%d (column, row, floor) cannot be added: %s", from.x,
        from.y, from.floor, to.x, to.y, to.floor,
        is_full ? "a map has at most 65536 links; expected a smaller jump_across or jump_down"
                : wend_result_string(result));
}
_Static_assert(WEND_MAX_LINKS == 65536, "as the message says");

// Adds the jumps of a run: the middle one of each part of at most LONGEST_RUN.
static wend_result add_run(const leaper* l, wend_tile first, int32_t along, int32_t count, int32_t way,
                           int32_t length) {
    const int32_t parts = (count + LONGEST_RUN - 1) / LONGEST_RUN;
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < parts && result == WEND_OK; i++)
        result = add_jump(l, wimp_moved(first, along, (2 * i + 1) * count / (2 * parts)), way, length);
    return result;
}

// The jumps of one way from the tiles of a column or row that lies across it.
static wend_result add_line(const leaper* l, wend_tile first, int32_t along, int32_t tiles, int32_t way) {
    wend_result result = WEND_OK;
    wend_tile begin = first;
    int32_t count = 0, length = 0; // of the run so far
    for (int32_t i = 0; i <= tiles && result == WEND_OK; i++) {
        const wend_tile tile = wimp_moved(first, along, i);
        const int32_t next = i < tiles ? jump_length(l, tile, way) : 0;
        const bool goes_on = count > 0 && next == length &&
                             are_joined(l->grid, wimp_moved(tile, along, -1), tile) &&
                             are_joined(l->grid, wimp_moved(wimp_moved(tile, along, -1), way, length),
                                        wimp_moved(tile, way, length));
        if (goes_on) {
            count++;
            continue;
        }
        if (count > 0) result = add_run(l, begin, along, count, way, length);
        begin = tile;
        length = next;
        count = next > 0;
    }
    return result;
}

wend_result wimp_jumps_add(wimp_job* job) {
    wend_grid* grid = job->grid;
    const wend_import_def* def = job->def;
    const leaper l = {.job = job,
                      .grid = grid,
                      .has_elevations = wend_grid_has_elevations(grid),
                      .max_drop = (double)def->max_step_drop,
                      .most_down = (double)def->jump_down,
                      .level_factor = wimp_relief_level_factor(job)};
    if (def->jump_across == 0 && !(def->jump_down > 0)) return WEND_OK;
    if (wend_grid_connectivity(grid) > WEND_CONNECTIVITY_8_CUT)
        return wimp_job_fail(job, WEND_ERROR_UNSUPPORTED, "has hexagons; jumps need square tiles");
    const int32_t width = wend_grid_width(grid), height = wend_grid_height(grid),
                  floors = wend_grid_floors(grid);
    wend_result result = WEND_OK;
    for (int32_t pass = 0; pass < floors * WIMP_STRAIGHT_WAYS && result == WEND_OK; pass++) {
        const int32_t way = pass % WIMP_STRAIGHT_WAYS;
        const bool by_columns = way % 2 == 0; // of tiles above each other, for jumps to the side
        const int32_t lines = by_columns ? width : height;
        for (int32_t i = 0; i < lines && result == WEND_OK; i++) {
            const wend_tile first = {by_columns ? i : 0, by_columns ? 0 : i,
                                     (uint16_t)(pass / WIMP_STRAIGHT_WAYS)};
            result = add_line(&l, first, by_columns ? 1 : 0, by_columns ? height : width, way);
        }
        if (result == WEND_OK)
            result = wimp_job_progress(job, (double)(pass + 1) / (floors * WIMP_STRAIGHT_WAYS),
                                       "pass for jumps", pass + 1, floors * WIMP_STRAIGHT_WAYS);
    }
    return result;
}
