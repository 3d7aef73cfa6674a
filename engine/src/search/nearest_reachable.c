// nearest_reachable.c: a best-first search over a quadtree of clusters, the nearest to the target first. The
// quarters of a cluster are its children of the level below; above the levels of the world the tree goes on,
// without nodes to look at, up to one that holds the whole map.
//
// A cluster that does not contain the start is entered over its nodes only: over those on its border lines or
// by links that lead into it. So where the start reaches none of its nodes it reaches no tile inside, and the
// search leaves the cluster out, of whatever size. In a cluster of level 1 it floods from the nodes reached.
#include "search/nearest_reachable.h"

#include <stdlib.h>
#include <string.h>

#include "grid/links.h"
#include "hierarchy/passable_index.h"
#include "hierarchy/touch.h"

void wendi_reachable_init(wendi_reachable* reachable, const wend_allocator* allocator) {
    *reachable = (wendi_reachable){.allocator = *allocator, .queue = {.allocator = *allocator}};
}

void wendi_reachable_free(wendi_reachable* r) {
    wendi_free(&r->allocator, r->components, r->component_capacity, sizeof *r->components);
    wendi_free(&r->allocator, r->groups, r->group_capacity, sizeof *r->groups);
    wendi_free(&r->allocator, r->known, r->known_capacity, sizeof *r->known);
    wendi_heap_free(&r->queue);
}

size_t wendi_reachable_bytes(const wendi_reachable* r) {
    return (r->component_capacity + r->group_capacity) * sizeof(uint32_t) + r->known_capacity +
           r->queue.capacity * sizeof *r->queue.entries;
}

// ---- what the start reaches

static int compare(const void* a, const void* b) {
    const uint32_t x = *(const uint32_t*)a, y = *(const uint32_t*)b;
    return (x > y) - (x < y);
}

static wend_result follow_one_ways(wendi_reachable* r) {
    const wendi_reach* reach = &r->world->components.reach;
    if (reach->group_count == 0) return WEND_OK;
    const size_t words = wendi_reach_set_words(reach);
    uint32_t* groups = wendi_grow(&r->allocator, r->groups, &r->group_capacity, 0, words, sizeof *groups);
    if (!groups) return WEND_ERROR_MEMORY;
    r->groups = groups;
    wendi_reach_all(reach, r->components, r->component_count, groups);
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
    uint32_t* components = wendi_grow(&r->allocator, r->components, &r->component_capacity, 0,
                                      (size_t)count + 1, sizeof *components);
    if (!components) return WEND_ERROR_MEMORY;
    r->components = components;
    for (int32_t i = 0; i < count; i++) components[i] = list[i];
    qsort(components, (size_t)count, sizeof *components, compare);
    r->component_count = count;
    return follow_one_ways(r);
}

static bool is_reached(const wendi_reachable* r, uint32_t component) {
    int32_t low = 0, high = r->component_count;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (r->components[middle] < component)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < r->component_count && r->components[low] == component) return true;
    return wendi_reach_holds(&r->world->components.reach, r->groups, component);
}

// ---- clusters

// In the queue a cluster of the tree is a number of 5 bits of level and 27 of its index.
enum { LEVEL_SHIFT = 27 };

static wend_result push(wendi_reachable* r, wendi_tree_cluster at, wend_tile target, int64_t limit) {
    const wendi_partition* clusters = &r->world->graph.clusters;
    const wend_connectivity connectivity = r->world->grid->connectivity;
    const int64_t distance = wendi_straight_to_area(connectivity, target, wendi_tree_rect(clusters, at));
    if (distance > limit) return WEND_OK;
    const uint32_t index = (uint32_t)(at.row * wendi_tree_columns(clusters, at.level) + at.column);
    return wendi_heap_push(&r->queue, distance, (uint32_t)at.level << LEVEL_SHIFT | index);
}

static wendi_tree_cluster pop(wendi_reachable* r, int64_t* distance_out) {
    const wendi_heap_entry entry = wendi_heap_pop(&r->queue);
    const int32_t level = (int32_t)(entry.item >> LEVEL_SHIFT);
    const int32_t index = (int32_t)(entry.item & ((1u << LEVEL_SHIFT) - 1));
    const int32_t columns = wendi_tree_columns(&r->world->graph.clusters, level);
    *distance_out = entry.key;
    return (wendi_tree_cluster){level, index % columns, index / columns};
}

// A cluster of level 1 that has a node of any level.
static int32_t cluster_of(const wend_world* world, uint32_t node) {
    int32_t at[4];
    if (node < WENDI_FIRST_LINK_NODE) return (int32_t)(node / WENDI_BORDER_INDEX_COUNT);
    wendi_clusters_of_node(&world->graph, node, at);
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
            const wend_result result = wendi_touch(&world->graph, 1, next);
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

// *may_out false: the start surely reaches no tile of the cluster. In a mapped world, what is looked at is
// checked first.
static wend_result look_at(const wendi_reachable* r, wendi_tree_cluster at, bool* may_out) {
    const wendi_graph* graph = &r->world->graph;
    *may_out = true;
    if (at.level > graph->level_count) return WEND_OK;
    const wendi_level* level = &graph->level[at.level - 1];
    const int32_t cluster = at.row * level->clusters.columns + at.column;
    const wend_result result = wendi_touch(graph, at.level, cluster);
    if (result != WEND_OK || wendi_area_contains(wendi_tree_rect(&graph->clusters, at), r->start) ||
        level->states[cluster] != WENDI_UP_TO_DATE) // its nodes may be old ones
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
    uint8_t* known = wendi_grow(&r->allocator, r->known, &r->known_capacity, 0, count, sizeof *known);
    if (!known) return WEND_ERROR_MEMORY;
    r->known = memset(known, UNKNOWN, count);
    r->remembers = true;
    return WEND_OK;
}

// A lower bound on wendi_straight between the tiles of two areas.
static int64_t straight_between(wend_connectivity connectivity, wend_rect a, wend_rect b) {
    const int32_t columns = wendi_max(wendi_max(a.x - (b.x + b.width - 1), b.x - (a.x + a.width - 1)), 0),
                  rows = wendi_max(wendi_max(a.y - (b.y + b.height - 1), b.y - (a.y + a.height - 1)), 0);
    return wendi_straight_bound(connectivity, columns, rows);
}

static wend_result look_around(wendi_reachable* r, wendi_tree_cluster at, wend_rect area, int64_t distance,
                               bool* near_out) {
    const wendi_partition* clusters = &r->world->graph.clusters;
    if (straight_between(r->world->grid->connectivity, area, wendi_tree_rect(clusters, at)) > distance)
        return WEND_OK;
    bool may;
    wend_result result = may_be_reached(r, at, &may);
    if (result != WEND_OK || !may) return result;
    *near_out = at.level == 1;
    if (at.level == 1) return WEND_OK;
    wendi_tree_cluster children[4];
    const int32_t count = wendi_tree_children(clusters, at, children);
    for (int32_t i = 0; i < count && result == WEND_OK && !*near_out; i++)
        result = look_around(r, children[i], area, distance, near_out);
    return result;
}

wend_result wendi_reachable_near(wendi_reachable* r, wend_rect area, int64_t distance, bool* near_out) {
    const wendi_tree_cluster root = {wendi_tree_levels(&r->world->graph.clusters), 0, 0};
    *near_out = false;
    return look_around(r, root, area, distance, near_out);
}

static wend_result push_children(wendi_reachable* r, wendi_tree_cluster at, wend_tile target, int64_t limit) {
    wendi_tree_cluster children[4];
    const int32_t count = wendi_tree_children(&r->world->graph.clusters, at, children);
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < count && result == WEND_OK; i++) result = push(r, children[i], target, limit);
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

static bool take_nearest(wendi_reachable* r, wendi_tree_cluster at, wend_tile target,
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
        if (!near) return false;
        r->leaf_tiles = reached_in(r, cluster, area, &passable);
        r->leaf = cluster;
    }
    const wendi_tile_set* tiles = &r->leaf_tiles;
    bool nearer = false;
    for (int32_t y = 0; y < area.height; y++) {
        if (!is_row_near(grid, area, y, tiles->row[y + 1], target, nearest)) continue;
        for (uint32_t row = tiles->row[y + 1]; row; row &= row - 1) {
            const wend_tile tile = {area.x + __builtin_ctz(row), area.y + y};
            nearer |= wendi_take_nearer(nearest, tile, wendi_straight(grid->connectivity, target, tile));
        }
    }
    return nearer;
}

wend_result wendi_reachable_nearest(wendi_reachable* r, wend_tile target, wendi_nearest* nearest,
                                    bool* nearer_out) {
    const wendi_partition* clusters = &r->world->graph.clusters;
    r->queue.count = 0;
    *nearer_out = false;
    wend_result result =
        push(r, (wendi_tree_cluster){wendi_tree_levels(clusters), 0, 0}, target, nearest->distance);
    while (result == WEND_OK && r->queue.count > 0) {
        int64_t distance;
        const wendi_tree_cluster at = pop(r, &distance);
        if (distance > nearest->distance) break;
        bool may;
        result = may_be_reached(r, at, &may);
        if (result != WEND_OK || !may) continue;
        if (at.level > 1)
            result = push_children(r, at, target, nearest->distance);
        else
            *nearer_out |= take_nearest(r, at, target, nearest);
    }
    return result;
}
