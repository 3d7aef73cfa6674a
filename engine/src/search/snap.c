// snap.c: rows of tiles are scanned from the target outwards, no farther than the best tile so far. On a grid
// these are all rows around it; on a world those of the clusters near it that hold a passable tile.
#include "search/snap.h"

#include <math.h>

#include "grid/passable_run.h"
#include "hierarchy/first_check.h"
#include "hierarchy/passable_index.h"
#include "hierarchy/touch.h"

typedef struct scan {
    const wend_grid* grid;
    wend_tile target;
    wendi_nearest nearest;
} scan;

static bool is_near_enough(const scan* s, int32_t columns, int32_t rows) {
    return wendi_straight_bound(s->grid->connectivity, columns, rows) <= s->nearest.distance;
}

static void visit(scan* s, int32_t x, int32_t y) {
    const wend_tile tile = {x, y};
    if (wendi_is_passable(s->grid, x, y))
        wendi_take_nearer(&s->nearest, tile, wendi_straight(s->grid->connectivity, s->target, tile));
}

// Scans count tiles of a row from (x, y) on, in steps of 1 or -1 away from the target.
static void scan_side(scan* s, int32_t x, int32_t y, int32_t step, int32_t count) {
    const int32_t rows = wendi_abs(y - s->target.y);
    while (count > 0 && is_near_enough(s, wendi_abs(x - s->target.x), rows)) {
        const int32_t length = wendi_min(count, WENDI_RUN);
        if (length < WENDI_RUN || !wendi_run_is_blocked(s->grid, step > 0 ? x : x - (WENDI_RUN - 1), y))
            for (int32_t i = 0; i < length; i++) visit(s, x + i * step, y);
        x += length * step;
        count -= length;
    }
}

// Scans the columns first .. last of a row.
static void scan_row(scan* s, int32_t y, int32_t first, int32_t last) {
    const int32_t right = wendi_max(first, s->target.x), left = wendi_min(last, s->target.x - 1);
    scan_side(s, right, y, 1, last - right + 1);
    scan_side(s, left, y, -1, left - first + 1);
}

// ---- the tiles of an area

// One side of an area as seen from the target: the columns from `near` to `far`, to the right with sign 1, to
// the left with -1. far < near: there are none.
typedef struct side {
    int32_t sign, near, far;
    int32_t reach; // the last column that is near enough in the row scanned before
} side;

// The last column of a row that is near enough; less than near: none. It differs little from row to row.
static int32_t reach_in(const scan* s, const side* d, int32_t rows) {
    int32_t reach = d->reach;
    while (reach < d->far && is_near_enough(s, reach + 1, rows)) reach++;
    while (reach >= d->near && !is_near_enough(s, reach, rows)) reach--;
    return reach;
}

static bool is_run_blocked(const wend_grid* grid, int32_t x, int32_t y, int32_t count) {
    if (count < WENDI_RUN) return false;
    const int32_t last = x + count - WENDI_RUN;
    const uint8_t terrain_class = *wendi_tile(grid, x, y);
    for (int32_t at = x; at < last; at += WENDI_RUN)
        if (!wendi_run_has_class(grid, at, y, terrain_class)) return false;
    return wendi_run_has_class(grid, last, y, terrain_class) && grid->costs.straight[terrain_class] == 0;
}

static void scan_columns(scan* s, side* d, int32_t y) {
    const int32_t rows = wendi_abs(y - s->target.y);
    const int32_t reach = d->reach = reach_in(s, d, rows);
    if (reach < d->near) return;
    const int32_t first = s->target.x + d->sign * d->near, last = s->target.x + d->sign * reach;
    if (is_run_blocked(s->grid, wendi_min(first, last), y, reach - d->near + 1)) return;
    const bool hex = wendi_is_hex(s->grid->connectivity);
    for (int32_t x = first; x != last + d->sign; x += d->sign)
        if (wendi_is_passable(s->grid, x, y)) {
            visit(s, x, y);
            if (!hex) return; // the others of the row are farther away
        }
}

bool wendi_take_nearest_passable(const wend_grid* grid, wend_rect area, wend_tile target,
                                 wendi_nearest* nearest) {
    scan s = {grid, target, *nearest};
    const int32_t first = area.x - target.x, last = first + area.width - 1;
    side right = {1, wendi_max(first, 0), last, 0}, left = {-1, wendi_max(-last, 1), -first, 0};
    right.reach = right.far;
    left.reach = left.far;
    for (int32_t y = area.y; y < area.y + area.height; y++) {
        if (right.far >= right.near) scan_columns(&s, &right, y);
        if (left.far >= left.near) scan_columns(&s, &left, y);
    }
    // The same tile may be nearer to this target than to the one before.
    const bool nearer = s.nearest.distance < nearest->distance || s.nearest.tile.x != nearest->tile.x ||
                        s.nearest.tile.y != nearest->tile.y;
    *nearest = s.nearest;
    return nearer;
}

// ---- snapping

// No tile yet: any tile within the radius is nearer.
static wendi_nearest within(double radius) {
    const double limit = fmin(4 * radius * radius, 0x1p62); // wendi_straight of the radius
    WENDI_ASSERT(radius >= 0);
    return (wendi_nearest){{INT32_MAX, INT32_MAX}, (int64_t)limit};
}

static bool found(const wendi_nearest* nearest, wend_tile* out) {
    if (nearest->tile.x == INT32_MAX) return false;
    *out = nearest->tile;
    return true;
}

bool wendi_snap(const wend_grid* grid, wend_tile tile, double radius, wend_tile* out) {
    WENDI_ASSERT(wend_grid_contains(grid, tile));
    scan s = {grid, tile, within(radius)};
    const int32_t most = wendi_max(tile.y, grid->height - 1 - tile.y);
    for (int32_t rows = 0; rows <= most && is_near_enough(&s, 0, rows); rows++) {
        if (rows <= tile.y) scan_row(&s, tile.y - rows, 0, grid->width - 1);
        if (rows > 0 && rows < grid->height - tile.y) scan_row(&s, tile.y + rows, 0, grid->width - 1);
    }
    return found(&s.nearest, out);
}

typedef struct tree_search {
    const wendi_graph* graph;
    const wend_grid* grid;
    wend_tile target;
    wendi_nearest nearest;
    bool has_index;  // of passable tiles; otherwise each cluster that is near enough is checked and read
    int64_t missing; // how near a cluster is whose ground is not loaded; INT64_MAX: none was met
} tree_search;

// Searches a cluster of the tree, the nearest of its children first.
static wend_result search_tree(tree_search* s, wendi_tree_cluster at) {
    const wendi_partition* clusters = &s->graph->clusters;
    wend_result result = WEND_OK;
    if (at.level == 1) {
        const wend_rect area = wendi_tree_rect(clusters, at);
        result = wendi_touch(s->graph, 1, at.row * clusters->columns + at.column);
        if (result == WEND_OK) wendi_take_nearest_passable(s->grid, area, s->target, &s->nearest);
        if (result != WEND_ERROR_NOT_LOADED) return result;
        const int64_t distance = wendi_straight_to_area(s->grid->connectivity, s->target, area);
        s->missing = distance < s->missing ? distance : s->missing;
        return WEND_OK;
    }
    wendi_tree_cluster children[4];
    int64_t distances[4];
    int32_t count = wendi_tree_children(clusters, at, children), left = 0;
    for (int32_t i = 0; i < count; i++) {
        if (s->has_index && !wendi_holds_passable(s->graph, children[i])) continue;
        const wend_rect area = wendi_tree_rect(clusters, children[i]);
        const wendi_tree_cluster child = children[i];
        const int64_t distance = wendi_straight_to_area(s->grid->connectivity, s->target, area);
        int32_t slot = left++;
        for (; slot > 0 && distances[slot - 1] > distance; slot--) {
            distances[slot] = distances[slot - 1];
            children[slot] = children[slot - 1];
        }
        distances[slot] = distance;
        children[slot] = child;
    }
    for (int32_t i = 0; i < left && result == WEND_OK; i++)
        if (distances[i] <= s->nearest.distance && distances[i] <= s->missing)
            result = search_tree(s, children[i]);
    return result;
}

wend_result wendi_snap_on_world(const wendi_graph* graph, const wend_grid* grid, wend_tile tile,
                                double radius, wend_tile* out) {
    const wendi_tree_cluster root = {wendi_tree_levels(&graph->clusters), 0, 0};
    tree_search s = {graph, grid, tile, within(radius), wendi_all_are_checked(graph), INT64_MAX};
    WENDI_ASSERT(wend_grid_contains(grid, tile));
    if (s.has_index && !wendi_holds_passable(graph, root)) return WEND_OK;
    const wend_result result = search_tree(&s, root);
    if (result != WEND_OK) return result;
    // What is not loaded may hold a tile that is as near.
    if (s.missing < INT64_MAX && s.missing <= s.nearest.distance) return WEND_ERROR_NOT_LOADED;
    found(&s.nearest, out);
    return WEND_OK;
}
