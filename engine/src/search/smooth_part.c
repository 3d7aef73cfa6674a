// smooth_part.c: the string is kept up to the last waypoint before what is new, and from the first one after
// it on. Between the two it is pulled along the new tiles and some of those around them. A line leads from
// each of the two waypoints to the tile where that part begins or ends.
//
// Invariant: a body fits along every line, on the map as it is now, and all lines together cost no more than
// the tiles.
#include "search/smooth_part.h"

#include <math.h>

enum {
    NEARBY = 64, // a waypoint is beside a tile of the path at most so many tiles farther on than steps away
    MARGIN = 24, // so many tiles around the new ones are pulled again
    TRIES = 3    // to find a tile that a line from the waypoint leads to
};

typedef struct job {
    const wend_grid* grid;
    const wendi_point_list* corners; // of the path before
    const wendi_tile_list* tiles;    // new
    double radius;
} job;

// Where the part joins what is kept, seen from one end of the path: a waypoint, counted from that end, and a
// tile that a line leads to from there.
typedef struct cut {
    int64_t corner, tile;
} cut;

// Position i of a list, from its beginning or from its end.
static int64_t at(int64_t i, int64_t count, bool from_end) {
    return from_end ? count - 1 - i : i;
}
static wend_tile tile_at(const job* j, int64_t i, bool from_end) {
    return j->tiles->data[at(i, j->tiles->count, from_end)];
}
static wend_tile corner_at(const job* j, int64_t i, bool from_end) {
    wend_tile tile = {0, 0};
    wend_result result =
        wend_grid_tile_at(j->grid, j->corners->data[at(i, j->corners->count, from_end)], &tile);
    WENDI_ASSERT(result == WEND_OK); // the centre of a tile
    (void)result;
    return tile;
}

static int32_t steps_between(wend_tile a, wend_tile b) {
    return wendi_max(wendi_abs(a.x - b.x), wendi_abs(a.y - b.y));
}

// The tile of the path that a waypoint is beside, from a tile on; at most end.
static int64_t beside(const job* j, wend_tile corner, int64_t from, int64_t end, bool from_end) {
    int64_t last = from + 2 * steps_between(tile_at(j, from, from_end), corner) + NEARBY, best = from;
    if (last > end) last = end;
    for (int64_t i = from; i <= last; i++)
        if (steps_between(tile_at(j, i, from_end), corner) <
            steps_between(tile_at(j, best, from_end), corner))
            best = i;
    return best;
}

// Finds where the part joins what is kept, for so many tiles that are old, from one end on. False: no line
// leads from the waypoint to the part.
static bool find_cut(const job* j, int64_t old, bool from_end, cut* out) {
    int64_t corner = 0, tile = 0;
    for (int64_t i = 1; i < j->corners->count; i++) {
        const int64_t next = beside(j, corner_at(j, i, from_end), tile, old - 1, from_end);
        if (next >= old - 1) break;
        corner = i;
        tile = next;
    }
    const wend_tile from = corner_at(j, corner, from_end);
    int64_t to = old - 1 > tile + MARGIN ? old - 1 - MARGIN : tile;
    for (int32_t i = 0; i < TRIES; i++, to = (tile + to) / 2) {
        const wend_tile end = tile_at(j, to, from_end);
        *out = (cut){corner, to};
        if (wendi_straight_cost(j->grid, from, end, j->radius) < INFINITY) return true;
    }
    return false;
}

// How many tiles two lists have in common, from one end on.
static int64_t common_tiles(const wendi_tile_list* a, const wendi_tile_list* b, int64_t most, bool from_end) {
    int64_t count = 0;
    while (count < most) {
        const wend_tile x = a->data[at(count, a->count, from_end)],
                        y = b->data[at(count, b->count, from_end)];
        if (x.x != y.x || x.y != y.y) break;
        count++;
    }
    return count;
}

static wend_result push(wendi_tile_list* list, wend_tile tile) {
    if (list->count > 0) {
        const wend_tile last = list->data[list->count - 1];
        if (last.x == tile.x && last.y == tile.y) return WEND_OK;
    }
    return wendi_tile_list_push(list, tile);
}

static wend_result push_all(wendi_tile_list* list, const wendi_tile_list* tiles) {
    wend_result result = WEND_OK;
    for (int64_t i = 0; i < tiles->count && result == WEND_OK; i++) result = push(list, tiles->data[i]);
    return result;
}

// True when a body fits along the lines between all corners and they cost no more than the tiles.
static bool is_good(const job* j, const wendi_tile_list* corners) {
    static const double slack = 1 + 1e-9; // as string pulling allows
    wend_cost units;
    double most = slack * wendi_path_cost(j->grid, j->tiles->data, j->tiles->count, &units);
    for (int64_t i = 1; i < corners->count && most >= 0; i++)
        most -= wendi_straight_cost(j->grid, corners->data[i - 1], corners->data[i], j->radius);
    return most >= 0;
}

wend_result wendi_pull_part(wendi_smoother* smoother, const wend_grid* grid, const wend_path* before,
                            const wendi_tile_list* tiles, double radius, wendi_tile_list* part,
                            wendi_tile_list* out, bool* done_out) {
    const job j = {grid, &before->waypoints, tiles, radius};
    const int64_t shorter = tiles->count < before->tiles.count ? tiles->count : before->tiles.count;
    *done_out = false;
    if (shorter < 2 || before->waypoints.count < 2) return WEND_OK;
    const int64_t head = common_tiles(&before->tiles, tiles, shorter, false);
    const int64_t tail = common_tiles(&before->tiles, tiles, shorter - head, true);
    if (head + tail < 2 * MARGIN) return WEND_OK;
    cut from = {0, 0}, to = {0, 0};
    if ((head > 0 && !find_cut(&j, head, false, &from)) || (tail > 0 && !find_cut(&j, tail, true, &to)))
        return WEND_OK;
    const wendi_tile_list middle = {.data = tiles->data + from.tile,
                                    .count = tiles->count - from.tile - to.tile};
    wend_result result = wendi_turning_points(grid, &middle, out);
    part->count = 0;
    if (result == WEND_OK && head > 0) result = push(part, corner_at(&j, from.corner, false));
    if (result == WEND_OK) result = push_all(part, out);
    if (result == WEND_OK && tail > 0) result = push(part, corner_at(&j, to.corner, true));
    if (result == WEND_OK) result = wendi_pull_corners(smoother, grid, radius, part);
    out->count = 0;
    for (int64_t i = 0; i < from.corner && result == WEND_OK; i++)
        result = push(out, corner_at(&j, i, false));
    if (result == WEND_OK) result = push_all(out, part);
    for (int64_t i = to.corner; i-- > 0 && result == WEND_OK;) result = push(out, corner_at(&j, i, true));
    *done_out = result == WEND_OK && is_good(&j, out);
    return result;
}
