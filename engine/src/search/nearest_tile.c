// nearest_tile.c: which tile takes the place of a blocked or unreachable one?
#include "search/nearest_tile.h"

#include <math.h>
#include <string.h>

#include "core/containers.h"
#include "grid/links.h"
#include "hierarchy/abstract_graph.h"
#include "hierarchy/open.h"
#include "hierarchy/tile_index.h"

// ---- the rows of an area are scanned, no farther from the target than the best tile so far
//
// On a grid these areas are squares around it; on a world the clusters near it that hold a passable tile.

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
        wendi_take_nearer(&s->nearest, tile, wendi_straight_on(s->grid, s->target, tile));
}

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

// Improves on the tile found so far, if a passable tile of an area is nearer to the target.
static void take_nearest_passable(const wend_grid* grid, wend_rect area, wend_tile target,
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
    *nearest = s.nearest;
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
    enum { FIRST_REACH = 8 };
    WENDI_ASSERT(wendi_sheet_contains(grid, tile));
    wendi_nearest nearest = within(radius);
    const int32_t most = wendi_max(grid->width, grid->height);
    for (int64_t reach = FIRST_REACH;; reach *= 2) {
        const int32_t r = (int32_t)(reach < most ? reach : most), left = wendi_max(tile.x - r, 0),
                      top = wendi_max(tile.y - r, 0);
        const int32_t right = tile.x + wendi_min(r + 1, grid->width - tile.x),
                      bottom = tile.y + wendi_min(r + 1, grid->height - tile.y);
        const wend_rect area = {left, top, right - left, bottom - top};
        take_nearest_passable(grid, area, tile, &nearest);
        // What lies beyond is so many columns or rows away.
        const int64_t columns = wendi_straight_bound(grid->connectivity, reach + 1, 0),
                      rows = wendi_straight_bound(grid->connectivity, 0, reach + 1);
        if (reach >= most || (columns > nearest.distance && rows > nearest.distance)) break;
    }
    return found(&nearest, out);
}

// ---- a walk through a tree of clusters, to what is nearest to some tiles
//
// The quarters of a cluster are its children of the level below; above the levels of the world the tree
// goes on, without nodes to look at, up to one that holds the whole map.

// Looks at a cluster, into which the walk goes on if *enter_out becomes true, and may lower the limit.
struct tree_walk;
typedef wend_result look_fn(struct tree_walk* walk, wendi_tree_cluster at, bool* enter_out);

typedef struct tree_walk {
    const wend_grid* grid;
    const wendi_partition* clusters;
    wend_rect target;
    int64_t limit; // wendi_straight: what is farther away is left out
    look_fn* look;
    void* context;
} tree_walk;

static int64_t distance_to(const tree_walk* w, wendi_tree_cluster at) {
    return wendi_straight_between(w->grid->connectivity, w->target, wendi_tree_rect(w->clusters, at));
}

// The nearest of the children come first.
static wend_result walk_into(tree_walk* w, wendi_tree_cluster at) {
    bool enters = false;
    wend_result result = w->look(w, at, &enters);
    if (result != WEND_OK || !enters || at.level == 1) return result;
    wendi_tree_cluster children[4];
    int64_t distances[4];
    const int32_t count = wendi_tree_children(w->clusters, at, children);
    int32_t left = 0;
    for (int32_t i = 0; i < count; i++) {
        const wendi_tree_cluster child = children[i];
        const int64_t distance = distance_to(w, child);
        if (distance > w->limit) continue;
        int32_t slot = left++;
        for (; slot > 0 && distances[slot - 1] > distance; slot--) {
            distances[slot] = distances[slot - 1];
            children[slot] = children[slot - 1];
        }
        distances[slot] = distance;
        children[slot] = child;
    }
    for (int32_t i = 0; i < left && distances[i] <= w->limit && result == WEND_OK; i++)
        result = walk_into(w, children[i]);
    return result;
}

static wend_result walk_tree(tree_walk* w) {
    return walk_into(w, (wendi_tree_cluster){wendi_tree_levels(w->clusters), 0, 0});
}

// ---- snapping on a world

typedef struct snap_search {
    const wendi_graph* graph;
    wend_tile target;
    wendi_nearest nearest;
    bool has_index;  // of passable tiles; otherwise each cluster that is near enough is opened and read
    int64_t missing; // how near a cluster is that is not here; INT64_MAX: none was met
} snap_search;

static wend_result look_for_passable(tree_walk* w, wendi_tree_cluster at, bool* enter_out) {
    snap_search* s = w->context;
    *enter_out = !s->has_index || wendi_holds_passable(s->graph, at);
    if (!*enter_out || at.level > 1) return WEND_OK;
    const wend_result opened = wendi_open(s->graph, 1, at.row * w->clusters->columns + at.column);
    if (opened == WEND_OK)
        take_nearest_passable(w->grid, wendi_tree_rect(w->clusters, at), s->target, &s->nearest);
    else if (opened == WEND_ERROR_NOT_LOADED)
        s->missing = distance_to(w, at); // that of what was met before is no less
    w->limit = s->missing < s->nearest.distance ? s->missing : s->nearest.distance;
    return opened == WEND_ERROR_NOT_LOADED ? WEND_OK : opened;
}

wend_result wendi_snap_on_world(const wendi_graph* graph, const wend_grid* grid, wend_tile tile,
                                double radius, wend_tile* out) {
    snap_search s = {graph, tile, within(radius), wendi_all_are_open(graph), INT64_MAX};
    tree_walk w = {grid, &graph->clusters, {tile.x, tile.y, 1, 1}, s.nearest.distance, look_for_passable, &s};
    WENDI_ASSERT(wendi_sheet_contains(grid, tile));
    const wend_result result = walk_tree(&w);
    if (result != WEND_OK) return result;
    // What is not here may hold a tile that is as near.
    if (s.missing < INT64_MAX && s.missing <= s.nearest.distance) return WEND_ERROR_NOT_LOADED;
    found(&s.nearest, out);
    return WEND_OK;
}

// ---- the nearest tile that a start reaches
//
// A cluster that does not contain the start is entered over its nodes only: over those on its border
// lines or by links that lead into it. So where the start reaches none of its nodes it reaches no tile
// inside, and the search leaves the cluster out, of whatever size. In a cluster of level 1 it floods from
// the nodes reached.

// ---- what the start reaches

static wend_result follow_one_ways(wendi_reachable* r) {
    const wendi_reach* reach = &r->world->components.reach;
    if (reach->group_count == 0) return WEND_OK;
    const size_t words = wendi_reach_set_words(reach);
    if (!WENDI_MAKE_ROOM(&r->allocator, r->groups, r->group_capacity, 0, words)) return WEND_ERROR_MEMORY;
    wendi_reach_all(reach, r->components, r->component_count, r->groups);
    return WEND_OK;
}

wend_result wendi_reachable_from(wendi_reachable* r, const wend_world* world, wend_tile start) {
    const wendi_graph* graph = &world->graph;
    uint32_t list[4 * WENDI_MAX_CLUSTER_NODES];
    int32_t count = 0;
    r->world = world;
    r->start = start;
    r->remembers = false;
    r->leaf = -1;
    r->cluster_count = wendi_clusters_at(&graph->clusters, start, r->clusters);
    for (int32_t i = 0; i < r->cluster_count; i++) {
        const wend_rect area = wendi_cluster_rect(&graph->clusters, r->clusters[i]);
        wendi_reach_cluster(world->grid, area, start, WENDI_FROM, &r->near[i]);
        count = wendi_components_in(graph, &world->components, r->clusters[i], &r->near[i], list, count);
    }
    if (!WENDI_MAKE_ROOM(&r->allocator, r->components, r->component_capacity, 0, (size_t)count + 1))
        return WEND_ERROR_MEMORY;
    uint32_t* components = r->components;
    for (int32_t i = 0; i < count; i++) components[i] = list[i];
    wendi_sort_numbers(components, (size_t)count);
    r->component_count = count;
    return follow_one_ways(r);
}

static bool is_reached(const wendi_reachable* r, uint32_t component) {
    if (wendi_find_number(r->components, sizeof *r->components, 0, r->component_count, component) >= 0)
        return true;
    return wendi_reach_holds(&r->world->components.reach, r->groups, component);
}

// ---- clusters

// A cluster of level 1 that has a node of any level.
static int32_t cluster_of(const wend_world* world, uint32_t node) {
    int32_t at[4];
    if (node < WENDI_FIRST_LINK_NODE) return (int32_t)(node / WENDI_BORDER_INDEX_COUNT);
    wendi_clusters_of(&world->graph.clusters, node, at);
    return at[0];
}

// True when the start reaches a node of a cluster of level 1.
static bool reaches_any_in(const wendi_reachable* r, int32_t cluster) {
    const wendi_components* components = &r->world->components;
    const wendi_parts parts = wendi_parts_at(components, cluster);
    const int32_t count = wendi_matrix_of(&r->world->graph, 1, cluster)->count;
    if (parts.count == 0) return count > 0 && is_reached(r, wendi_component_of(components, cluster, 0));
    for (int32_t i = 0; i < count; i++)
        if ((i == 0 || parts.labels[i] != parts.labels[i - 1]) &&
            is_reached(r, wendi_component_of(components, cluster, i)))
            return true;
    return false;
}

// Whether the start reaches one of some nodes of any level, ascending. Most clusters have nodes of one
// component only and are looked at once.
static wend_result reaches_any(const wendi_reachable* r, const uint32_t* nodes, int32_t count,
                               bool* reaches_out) {
    const wend_world* world = r->world;
    *reaches_out = false;
    wendi_parts parts = {0};
    wendi_matrix matrix = {0};
    int32_t cluster = -1, slot = 0;
    uint32_t out_of_reach = UINT32_MAX; // label of the node before
    for (int32_t n = 0; n < count; n++) {
        const int32_t next = cluster_of(world, nodes[n]);
        if (next == cluster && parts.count == 0) continue;
        if (next != cluster) {
            const wend_result result = wendi_open(&world->graph, 1, next);
            if (result != WEND_OK) return result;
            cluster = next;
            slot = 0;
            parts = wendi_parts_at(&world->components, cluster);
            matrix = wendi_matrix_at(&world->graph, 1, cluster);
        }
        uint32_t label = parts.label;
        if (parts.count > 0) { // both lists of nodes ascend
            while (matrix.nodes[slot] < nodes[n]) slot++;
            WENDI_ASSERT(slot < matrix.count && matrix.nodes[slot] == nodes[n]);
            label = parts.labels[slot];
        }
        if (label == out_of_reach) continue;
        *reaches_out = is_reached(r, wendi_component_root(&world->components, label));
        if (*reaches_out) return WEND_OK;
        out_of_reach = label;
    }
    return WEND_OK;
}

// *may_out false: the start surely reaches no tile of the cluster. What is looked at is opened first.
static wend_result look_at(const wendi_reachable* r, wendi_tree_cluster at, bool* may_out) {
    const wendi_graph* graph = &r->world->graph;
    *may_out = true;
    if (at.level > graph->level_count) return WEND_OK;
    const wendi_level* level = &graph->level[at.level - 1];
    const int32_t cluster = at.row * level->clusters.columns + at.column;
    const wend_result result = wendi_open(graph, at.level, cluster);
    if (result != WEND_OK || wendi_area_contains(wendi_tree_rect(&graph->clusters, at), r->start) ||
        *wendi_item(&level->states, cluster) != WENDI_UP_TO_DATE) // its nodes may be old ones
        return result;
    if (at.level == 1) {
        *may_out = reaches_any_in(r, cluster);
        return WEND_OK;
    }
    const wendi_matrix matrix = wendi_matrix_at(graph, at.level, cluster);
    return reaches_any(r, matrix.nodes, matrix.count, may_out);
}

enum { UNKNOWN, OUT_OF_REACH, IN_REACH };

static wend_result may_be_reached(wendi_reachable* r, wendi_tree_cluster at, bool* may_out) {
    if (!r->remembers) return look_at(r, at, may_out);
    const int32_t columns = wendi_tree_columns(&r->world->graph.clusters, at.level);
    uint8_t* known =
        &r->known[r->level_first[at.level - 1] + (size_t)at.row * (size_t)columns + (size_t)at.column];
    if (*known == UNKNOWN) {
        const wend_result result = look_at(r, at, may_out);
        if (result != WEND_OK) return result;
        *known = *may_out ? IN_REACH : OUT_OF_REACH;
    }
    *may_out = *known == IN_REACH;
    return WEND_OK;
}

wend_result wendi_reachable_remember(wendi_reachable* r) {
    const wendi_partition* clusters = &r->world->graph.clusters;
    const int32_t levels = wendi_tree_levels(clusters);
    size_t count = 0;
    for (int32_t level = 1; level <= levels; level++) {
        r->level_first[level - 1] = count;
        count += (size_t)wendi_tree_columns(clusters, level) * (size_t)wendi_tree_rows(clusters, level);
    }
    if (!WENDI_MAKE_ROOM(&r->allocator, r->known, r->known_capacity, 0, count)) return WEND_ERROR_MEMORY;
    memset(r->known, UNKNOWN, count);
    r->remembers = true;
    return WEND_OK;
}

static tree_walk walk_of(wendi_reachable* r, wend_rect target, int64_t limit, look_fn* look, void* context) {
    return (tree_walk){r->world->grid, &r->world->graph.clusters, target, limit, look, context};
}

typedef struct near_search {
    wendi_reachable* reachable;
    bool near;
} near_search;

static wend_result look_around(tree_walk* w, wendi_tree_cluster at, bool* enter_out) {
    near_search* s = w->context;
    const wend_result result = may_be_reached(s->reachable, at, enter_out);
    if (result != WEND_OK || !*enter_out || at.level > 1) return result;
    s->near = true;
    w->limit = -1; // that is enough
    return WEND_OK;
}

wend_result wendi_reachable_near(wendi_reachable* r, wend_rect area, int64_t distance, bool* near_out) {
    near_search s = {.reachable = r};
    tree_walk w = walk_of(r, area, distance, look_around, &s);
    const wend_result result = walk_tree(&w);
    *near_out = s.near;
    return result;
}

// ---- tiles

// The tiles of a cluster of level 1 that the start reaches.
static wendi_tile_set reached_in(const wendi_reachable* r, int32_t cluster, wend_rect area,
                                 const wendi_tile_set* passable) {
    const wend_world* world = r->world;
    const wendi_matrix* matrix = wendi_matrix_of(&world->graph, 1, cluster);
    const wendi_parts parts = wendi_parts_at(&world->components, cluster);
    wendi_tile_set tiles = {{0}};
    for (int32_t i = 0; i < r->cluster_count; i++)
        if (r->clusters[i] == cluster) tiles = r->near[i];
    if (matrix->count == 0 ||
        (parts.count == 0 && !is_reached(r, wendi_component_of(&world->components, cluster, 0))))
        return tiles;
    for (int32_t n = 0; n < matrix->count; n++) {
        const wend_tile at = wendi_node_tile(&world->graph.clusters, matrix->nodes[n]);
        const bool reached =
            parts.count == 0 || is_reached(r, wendi_component_of(&world->components, cluster, n));
        if (reached && wendi_tile_set_holds(passable, area, at)) wendi_tile_set_add(&tiles, area, at);
    }
    if (wendi_holds_link(world->grid, area))
        wendi_reach_within(world->grid, area, WENDI_FROM, &tiles);
    else
        wendi_flood_over(world->grid, area, passable, WENDI_FROM, &tiles);
    return tiles;
}

// How many columns the nearest of some tiles of a row is away from a column; the tiles are not none.
static int32_t columns_to(uint32_t row, int32_t column) {
    const int32_t last = 31 - __builtin_clz(row);
    if (column <= 0) return __builtin_ctz(row) - column;
    if (column >= last) return column - last;
    const uint32_t left = row & (1u << column | ((1u << column) - 1)), right = row >> column;
    const int32_t to_right = __builtin_ctz(right);
    return left ? wendi_min(column - (31 - __builtin_clz(left)), to_right) : to_right;
}

// True when some tile of a row of a cluster may be nearer than the one so far.
static bool is_row_near(const wend_grid* grid, wend_rect area, int32_t y, uint32_t row, wend_tile target,
                        const wendi_nearest* nearest) {
    return row && wendi_straight_bound(grid->connectivity, columns_to(row, target.x - area.x),
                                       wendi_abs(area.y + y - target.y)) <= nearest->distance;
}

static wendi_tile_set passable_in(const wendi_reachable* r, int32_t cluster, wend_rect area) {
    const wend_grid* grid = r->world->grid;
    const wendi_passability_bits* bits = wendi_passability_bits_of(&r->world->graph, grid, cluster);
    if (!bits) return wendi_passable_tiles(grid, area);
    wendi_tile_set passable = {{0}};
    memcpy(passable.row + 1, bits->tiles, (size_t)area.height * sizeof *bits->tiles);
    return passable;
}

static void take_nearest(wendi_reachable* r, wendi_tree_cluster at, wend_tile target,
                         wendi_nearest* nearest) {
    const wendi_partition* clusters = &r->world->graph.clusters;
    const wend_grid* grid = r->world->grid;
    const int32_t cluster = at.row * clusters->columns + at.column;
    const wend_rect area = wendi_cluster_rect(clusters, cluster);
    if (r->leaf != cluster) {
        const wendi_tile_set passable = passable_in(r, cluster, area);
        bool near = false; // some passable tile is. Most clusters fail here, before their tiles are flooded
        for (int32_t y = 0; y < area.height && !near; y++)
            near = is_row_near(grid, area, y, passable.row[y + 1], target, nearest);
        if (!near) return;
        r->leaf_tiles = reached_in(r, cluster, area, &passable);
        r->leaf = cluster;
    }
    const wendi_tile_set* tiles = &r->leaf_tiles;
    for (int32_t y = 0; y < area.height; y++) {
        if (!is_row_near(grid, area, y, tiles->row[y + 1], target, nearest)) continue;
        for (uint32_t row = tiles->row[y + 1]; row; row &= row - 1) {
            const wend_tile tile = {area.x + __builtin_ctz(row), area.y + y};
            wendi_take_nearer(nearest, tile, wendi_straight_on(grid, target, tile));
        }
    }
}

typedef struct reach_search {
    wendi_reachable* reachable;
    wend_tile target;
    wendi_nearest* nearest;
} reach_search;

static wend_result look_for_reached(tree_walk* w, wendi_tree_cluster at, bool* enter_out) {
    reach_search* s = w->context;
    const wend_result result = may_be_reached(s->reachable, at, enter_out);
    if (result != WEND_OK || !*enter_out || at.level > 1) return result;
    take_nearest(s->reachable, at, s->target, s->nearest);
    w->limit = s->nearest->distance;
    return WEND_OK;
}

wend_result wendi_reachable_nearest(wendi_reachable* r, wend_tile target, wendi_nearest* nearest) {
    reach_search s = {r, target, nearest};
    tree_walk w = walk_of(r, (wend_rect){target.x, target.y, 1, 1}, nearest->distance, look_for_reached, &s);
    return walk_tree(&w);
}
