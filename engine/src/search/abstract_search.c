// abstract_search.c: which nodes of the abstract graph does the cheapest path pass?
#include "search/abstract_state.h"

#include <string.h>

#include "grid/links.h"
#include "hierarchy/open.h"

// Expanding edges reports nothing, for it decides nothing.
static inline bool wendi_abstract_is_observed(const wendi_abstract_search* s) {
    return wendi_is_observed(&s->observer) && s->scope.level == 0;
}

WENDI_LIST_FUNCTIONS(wendi_edge_list, wendi_edge)

// ---- which events does an abstract search report?

static wend_tile tile_of_node(const wendi_abstract_search* s, const wendi_active_cluster* v, int32_t slot) {
    return wendi_node_tile(&s->world->graph.clusters, v->matrix->nodes[slot]);
}

static wend_rect area_of(const wendi_abstract_search* s, const wendi_active_cluster* v) {
    return wendi_cluster_rect(&s->world->graph.level[v->level - 1].clusters, v->cluster);
}

// What the search uses for a node on this tile.
static inline wend_cost heuristic_at(const wendi_abstract_search* s, wend_tile tile) {
    const wend_cost direct = wendi_heuristic_between(&s->heuristic, tile, s->target);
    return s->linked ? wendi_link_bound_by(&s->bounds, wendi_link_bounds_all(&s->bounds), tile, direct)
                     : direct;
}

static void notify(const wendi_abstract_search* s, wend_event_kind kind, const wendi_active_cluster* v,
                   wend_tile tile, wend_tile from, wend_cost cost) {
    wendi_notify(&s->observer,
                 (wend_event){kind, v->level, tile, from, cost, heuristic_at(s, tile), area_of(s, v)});
}

// An event if g is higher in the other clusters of the node too.
// The g of a node falls to a cost in an active cluster.
static void abstract_notify_improved(wendi_abstract_search* s, int32_t index, int32_t slot, wend_tile from,
                                     int32_t cost) {
    const wendi_active_cluster* v = &s->active[index];
    wendi_node_slot others[4];
    int32_t count = wendi_other_clusters(s, v->matrix->nodes[slot], index, false, others);
    int32_t least = wendi_active_values(s, v, WENDI_VALUE_G)[slot]; // in any of its clusters
    for (int32_t i = 0; i < count; i++)
        least = wendi_min(
            least, wendi_active_values(s, &s->active[others[i].active], WENDI_VALUE_G)[others[i].slot]);
    if (cost >= least) return;
    wend_event_kind kind = least == WENDI_COST_LIMIT ? WEND_EVENT_OPENED
                           : least == wendi_active_values(s, v, WENDI_VALUE_CLOSED_G)[slot]
                               ? WEND_EVENT_REOPENED
                               : WEND_EVENT_IMPROVED;
    notify(s, kind, v, tile_of_node(s, v, slot), from, cost);
}

// The node that an active cluster improved another from: the closed one whose cost and edge add up.
static wend_tile reached_from(const wendi_abstract_search* s, const wendi_active_cluster* v, int32_t slot,
                              int32_t cost) {
    const int32_t* closed_g = wendi_active_values(s, v, WENDI_VALUE_CLOSED_G);
    for (int32_t i = 0; i < v->matrix->count; i++)
        if (closed_g[i] < cost && wendi_active_cost(s, v, i, slot) == (uint32_t)(cost - closed_g[i]))
            return tile_of_node(s, v, i);
    return s->start;
}

// The row of a node is relaxed.
static void abstract_notify_row(wendi_abstract_search* s, int32_t index, int32_t row, int32_t cost) {
    const wendi_active_cluster* v = &s->active[index];
    wend_tile from = tile_of_node(s, v, row);
    notify(s, WEND_EVENT_ROW, v, from, from, cost);
    for (int32_t i = 0; i < v->matrix->count; i++) {
        uint32_t step = wendi_active_cost(s, v, row, i);
        if (i != row && step != WENDI_UNREACHED)
            abstract_notify_improved(s, index, i, from, cost + (int32_t)step);
    }
}

// The active cluster that improved a node to a cost closes it.
static void abstract_notify_closed(const wendi_abstract_search* s, int32_t index, int32_t slot,
                                   int32_t cost) {
    const wendi_active_cluster* v = &s->active[index];
    notify(s, WEND_EVENT_CLOSED, v, tile_of_node(s, v, slot), reached_from(s, v, slot, cost), cost);
}

// A node that a link leads to is improved and closed.
static void abstract_notify_arrival(wendi_abstract_search* s, int32_t index, int32_t slot, wend_tile from,
                                    int32_t cost) {
    const wendi_active_cluster* v = &s->active[index];
    abstract_notify_improved(s, index, slot, from, cost);
    notify(s, WEND_EVENT_CLOSED, v, tile_of_node(s, v, slot), from, cost);
}

// A cluster was popped at a key.
static void abstract_notify_popped(const wendi_abstract_search* s, int32_t index, int32_t key) {
    const wendi_active_cluster* v = &s->active[index];
    wendi_notify_cluster(&s->observer, WEND_EVENT_CLUSTER, v->level, area_of(s, v), key);
}

// ---- over which edges does a path come to its last node?
//
// The closed g of a node is at least that of the node before plus the cost of the edge, both in the
// cluster that it came from. With a raised heuristic it may be more: then the path costs less than the
// search knew.

// As edge_into, for a node that got its cost by a link.
static bool link_into(const wendi_abstract_search* s, uint32_t node, int32_t cost, int32_t index,
                      wendi_node_slot* at_io, wendi_edge* out) {
    const wend_grid* grid = s->world->grid;
    const wend_link* link = &grid->links.data[index];
    const wendi_partition* partition = &s->world->graph.clusters;
    const int32_t link_cost = (int32_t)wendi_link_cost(grid, link);
    uint32_t from = wendi_node_at_tile(partition, link->from);
    int32_t clusters[4], count = wendi_clusters_at(partition, link->from, clusters);
    for (int32_t i = 0; i < count; i++) {
        const int32_t row = clusters[i] / s->columns, column = clusters[i] - row * s->columns;
        const int32_t active = wendi_cluster_directory_at(&s->directory, column, row);
        if (active < 0) continue;
        const wendi_active_cluster* v = &s->active[active];
        int32_t slot = wendi_matrix_slot(v->matrix, from);
        if (slot < 0 || wendi_active_values(s, v, WENDI_VALUE_CLOSED_G)[slot] != cost - link_cost) continue;
        *out = (wendi_edge){from, node, link_cost, 0, index};
        *at_io = (wendi_node_slot){active, slot};
        return true;
    }
    return false;
}

// Finds the edge that a node got its cost by: an edge of the cluster that it came from whose cost is no more
// than the difference between the closed costs. *at_io becomes the node before. False: there is no such edge,
// which only a corrupt file may cause.
static bool edge_into(const wendi_abstract_search* s, wendi_node_slot* at_io, wendi_edge* out) {
    const wendi_active_cluster* here = &s->active[at_io->active];
    uint32_t node = here->matrix->nodes[at_io->slot];
    int32_t cost = wendi_active_values(s, here, WENDI_VALUE_CLOSED_G)[at_io->slot];
    int32_t through = wendi_active_values(s, here, WENDI_VALUE_CAME_FROM)[at_io->slot];
    if (through < -1) return link_into(s, node, cost, -2 - through, at_io, out);
    if (through < 0) return false;
    const wendi_active_cluster* v = &s->active[through];
    const int32_t* closed_g = wendi_active_values(s, v, WENDI_VALUE_CLOSED_G);
    int32_t slot = v == here ? at_io->slot : wendi_matrix_slot(v->matrix, node);
    for (int32_t i = 0; i < v->matrix->count; i++) {
        if (closed_g[i] >= cost) continue;
        const uint32_t edge_cost = wendi_active_cost(s, v, i, slot);
        if (edge_cost > (uint32_t)(cost - closed_g[i])) continue;
        WENDI_ASSERT(slot >= 0 && closed_g[i] >= 0);
        *out = (wendi_edge){v->matrix->nodes[i], node, (int32_t)edge_cost, v->level, v->cluster};
        *at_io = (wendi_node_slot){through, i};
        return true;
    }
    return false;
}

// True when a node has its cost directly from the start.
static bool starts_at(const wendi_abstract_search* s, const wendi_insertion* from, wendi_node_slot at) {
    const wendi_active_cluster* v = &s->active[at.active];
    int32_t cost = wendi_active_values(s, v, WENDI_VALUE_CLOSED_G)[at.slot];
    for (int32_t i = 0; i < from->cluster_count; i++) {
        const wendi_matrix* matrix = wendi_matrix_of(&s->world->graph, 1, from->clusters[i]);
        int32_t slot = wendi_matrix_slot(matrix, v->matrix->nodes[at.slot]);
        if (slot >= 0 && from->distance[i][slot] == (uint32_t)cost) return true;
    }
    return false;
}

// Ends a search that has run with a result: appends the edges from the last node of the best path back to an
// inserted start; without one, to the node of cost 0. *found_out is false when there is no path, when costs
// did not fit, or when an edge is missing, which only a corrupt file may cause. Errors: MEMORY.
static wend_result trace_best(const wendi_abstract_search* s, const wendi_insertion* from_opt,
                              wend_result ran, bool* found_out, wendi_edge_list* edges_out) {
    *found_out = ran == WEND_OK && s->last_active >= 0;
    if (!*found_out) return ran == WEND_ERROR_LIMIT ? WEND_OK : ran;
    wendi_node_slot at = {s->last_active, s->last_slot};
    while (from_opt ? !starts_at(s, from_opt, at)
                    : wendi_active_values(s, &s->active[at.active], WENDI_VALUE_CLOSED_G)[at.slot] > 0) {
        wendi_edge edge;
        *found_out = edge_into(s, &at, &edge);
        if (!*found_out) return WEND_OK;
        wend_result result = wendi_edge_list_push(edges_out, edge);
        if (result != WEND_OK) return result;
    }
    return WEND_OK;
}

// ---- in which order does the abstract search pop clusters, close their nodes and relax rows?
//
// Invariants, for every active cluster and slot: - g is INT32_MAX or the cost of a path from the start to
// the node; - f is g + h if this cluster has improved the node since it was closed last, or else
// INT32_MAX; - least is at most the smallest f, and unless it is at or above best, the cluster is queued
// at that key; - closed_g is at least that of the node before plus the cost of the edge, both in the
// cluster that it came from: equal, unless the node before was closed again for less since. So
// trace_best finds a path by comparing costs, and no parents are stored.
//
// With a heuristic that no path falls below, the path is a cheapest one. On terrain of many costs the
// heuristic is raised to what paths cost at least by a sample (wendi_stretch_between).

// A popped cluster closes nodes up to its smallest f plus a slack. Some are closed again later at a lower
// cost, but clusters are popped less often. That pays where the search fans out, which shows in how far the
// smallest f has risen since the beginning: the slack is half of that rise, within these bounds.
enum { LEAST_SLACK = 6, MOST_SLACK = 30 }; // in cheapest straight steps

// Queues an active cluster at its smallest f, unless it is queued at a smaller key.
static void queue(wendi_abstract_search* s, int32_t index) {
    int32_t least = s->active[index].least, *least_key = &s->least_keys[index / WENDI_KEY_BLOCK];
    WENDI_ASSERT(index >= 0 && index < s->active_count);
    if (least >= s->keys[index] || least >= s->best) return;
    s->keys[index] = least;
    *least_key = wendi_min(*least_key, least);
}

// Pops the active cluster with the least key, the first of equal ones; -1: no key is below the limit. A scan
// over blocks of keys beats a heap: few clusters are active, except on worlds of one level, and no branch
// depends on a key.
static int32_t pop_cluster(const wendi_abstract_search* s, int32_t limit, int32_t* key_out) {
    int32_t block = 0, blocks = (s->active_count + WENDI_KEY_BLOCK - 1) / WENDI_KEY_BLOCK;
    for (int32_t i = 1; i < blocks; i++) block = s->least_keys[i] < s->least_keys[block] ? i : block;
    if (blocks == 0 || s->least_keys[block] >= limit) return -1;
    const int32_t key = s->least_keys[block];
    int32_t *keys = s->keys + (ptrdiff_t)block * WENDI_KEY_BLOCK, at = 0;
    while (keys[at] != key) at++; // the block has its least key
    keys[at] = WENDI_COST_LIMIT;
    s->least_keys[block] = s->kernel->least_value(keys, WENDI_KEY_BLOCK);
    *key_out = key;
    return block * WENDI_KEY_BLOCK + at;
}

// The kernel reads beyond a row, where another thread may be storing the next one.
static int32_t relax_pending_row(const wendi_abstract_search* s, const wendi_active_cluster* v, int32_t slot,
                                 int32_t cost) {
    uint16_t row[WENDI_MAX_CLUSTER_NODES + WENDI_ROW_OVERREAD / sizeof(uint16_t)] = {0};
    const int32_t shift = wendi_active_row_shift(s, v, slot);
    memcpy(row, wendi_matrix_row(v->matrix, slot), (size_t)v->matrix->count * sizeof *row);
    return s->kernel->relax_row(row, v->matrix->count, shift, cost, wendi_active_values(s, v, WENDI_VALUE_H),
                                wendi_active_values(s, v, WENDI_VALUE_G),
                                wendi_active_values(s, v, WENDI_VALUE_F));
}

// The path by a node that is closed may be the best so far, if the goal is near.
static void try_goal(wendi_abstract_search* s, wendi_node_slot at, int32_t cost) {
    const wendi_active_cluster* v = &s->active[at.active];
    uint32_t remaining = v->matrix->nodes[at.slot] == s->target_node ? 0 : WENDI_UNREACHED;
    if (v->holds_goal)
        remaining =
            v->to_goal ? v->to_goal[at.slot] : (uint32_t)wendi_active_values(s, v, WENDI_VALUE_H)[at.slot];
    if (remaining == WENDI_UNREACHED || (int64_t)cost + remaining >= s->best) return;
    s->best = cost + (int32_t)remaining;
    s->last_active = at.active;
    s->last_slot = at.slot;
}

// Closes a node in one of its clusters at a cost reached in the active cluster through.
static inline void close_node(wendi_abstract_search* s, wendi_node_slot at, int32_t through, int32_t cost) {
    const wendi_active_cluster* v = &s->active[at.active];
    WENDI_ASSERT(at.slot >= 0 && at.slot < v->matrix->count && cost >= 0);
    wendi_active_values(s, v, WENDI_VALUE_CLOSED_G)[at.slot] = cost;
    wendi_active_values(s, v, WENDI_VALUE_CAME_FROM)[at.slot] = through;
    if (v->holds_goal || s->target_node != WENDI_NO_NODE) try_goal(s, at, cost);
}

// From here on LIMIT says that costs may exceed 31 bits. The search then finds no path.

// Closes a node in a cluster, at a cost reached in the active cluster through, and relaxes its row there.
static wend_result relax_in(wendi_abstract_search* s, wendi_node_slot at, int32_t through, int32_t cost) {
    wendi_active_cluster* v = &s->active[at.active];
    const int32_t slot = at.slot;
    int32_t* g = wendi_active_values(s, v, WENDI_VALUE_G);
    int32_t *h = g + v->lanes, *f = h + v->lanes;
    close_node(s, at, through, cost);
    WENDI_ASSERT(slot >= 0 && slot < v->matrix->count && h == wendi_active_values(s, v, WENDI_VALUE_H));
    const bool improved = g[slot] > cost; // otherwise this cluster has a path at least as cheap
    int64_t longest = v->longest;
    if (v->pending) longest = improved ? (int64_t)WENDI_NO_PATH << wendi_active_row_shift(s, v, slot) : 0;
    if (cost + longest + s->farthest >= WENDI_COST_LIMIT) return WEND_ERROR_LIMIT;
    if (wendi_abstract_is_observed(s)) abstract_notify_row(s, at.active, slot, cost);
    if (!improved) return WEND_OK;
    g[slot] = cost;
    f[slot] = WENDI_COST_LIMIT;
    const wendi_matrix* matrix = v->matrix;
    const int32_t least = v->pending ? relax_pending_row(s, v, slot, cost)
                                     : s->kernel->relax_row(wendi_matrix_row(matrix, slot), matrix->count,
                                                            matrix->shift, cost, h, g, f);
    if (least >= v->least) return WEND_OK; // it is queued at that, or no path by it is better than the best
    v->least = least;
    queue(s, at.active);
    return WEND_OK;
}

// The heuristic of a tile, where links matter. False: out of memory.
static bool bound_at(wendi_abstract_search* s, wend_tile tile, wend_cost* out) {
    *out = wendi_heuristic_between(&s->heuristic, tile, s->target);
    return wendi_link_bounds_at(&s->bounds, tile, out);
}

// Puts the links that leave a closed node on the open list of arrivals. Few of them are taken
// off, so whether their link can be used is found out then.
static wend_result relax_links(wendi_abstract_search* s, uint32_t node, int32_t cost) {
    const wend_grid* grid = s->world->grid;
    const wend_tile tile = wendi_node_tile(&s->world->graph.clusters, node);
    if (!wendi_page_has_links(&grid->links, WENDI_LINK_FROM, tile)) return WEND_OK;
    wendi_link_search search = wendi_links_at(&grid->links, WENDI_LINK_FROM, tile);
    for (int32_t i; (i = wendi_next_link(&search)) >= 0;) {
        const wend_link* link = &grid->links.data[i];
        if (!wendi_link_is_enabled(link)) continue;
        const wend_cost arrival = cost + wendi_link_cost(grid, link);
        if (arrival + s->farthest >= WENDI_COST_LIMIT) {
            if (!wendi_link_is_usable(grid, link)) continue;
            return WEND_ERROR_LIMIT;
        }
        wend_cost h;
        if (!bound_at(s, link->to, &h)) return WEND_ERROR_MEMORY;
        const wend_cost key = arrival + h;
        if (key >= s->best) continue;
        wend_result result = wendi_heap_push(&s->arrival_queue, key, (uint32_t)i);
        if (result != WEND_OK) return result;
    }
    return WEND_OK;
}

// Closes a node in some of its clusters and relaxes its rows there, and its links.
static wend_result expand_in(wendi_abstract_search* s, uint32_t node, const wendi_node_slot* clusters,
                             int32_t count, int32_t came_from, int32_t cost) {
    for (int32_t i = 0; i < count; i++) {
        const wend_result result = relax_in(s, clusters[i], came_from, cost);
        if (result != WEND_OK) return result;
        s->stats->abstract_expanded++;
    }
    return s->linked ? relax_links(s, node, cost) : WEND_OK;
}

// Closes the next node that a link leads to, unless it was reached for less.
static wend_result take_arrival(wendi_abstract_search* s) {
    const wendi_heap_entry first = wendi_heap_pop(&s->arrival_queue);
    const wend_grid* grid = s->world->grid;
    const wend_link* link = &grid->links.data[first.item];
    if (!wendi_is_passable(grid, link->to.x, link->to.y)) return WEND_OK; // a path reached its first end
    wend_cost h;
    if (!bound_at(s, link->to, &h)) return WEND_ERROR_MEMORY;
    const int32_t cost = (int32_t)(first.key - h);
    const uint32_t node = wendi_node_at_tile(&s->world->graph.clusters, link->to);
    wendi_node_slot clusters[4];
    int32_t count = wendi_other_clusters(s, node, -1, true, clusters);
    if (count < 0) return s->failure;
    for (int32_t i = 0; i < count; i++)
        if (wendi_active_values(s, &s->active[clusters[i].active], WENDI_VALUE_G)[clusters[i].slot] <= cost)
            return WEND_OK;
    if (wendi_abstract_is_observed(s) && count > 0)
        abstract_notify_arrival(s, clusters[0].active, clusters[0].slot, link->from, cost);
    return count > 0 ? expand_in(s, node, clusters, count, -2 - (int32_t)first.item, cost) : WEND_OK;
}

// The key of the next arrival, at most the cost of the best path.
static int32_t next_arrival(const wendi_abstract_search* s) {
    if (!s->linked || s->arrival_queue.count == 0 || s->arrival_queue.entries[0].key >= s->best)
        return s->best;
    return (int32_t)s->arrival_queue.entries[0].key;
}

// Lists the clusters of a node besides the active one, and activates them. Returns how many; -1: out of
// memory.
static int32_t list_others(wendi_abstract_search* s, int32_t index, int32_t slot, wendi_node_slot out[4]) {
    const wendi_active_cluster* v = &s->active[index];
    const uint32_t node = v->matrix->nodes[slot];
    const int32_t other = wendi_active_values(s, v, WENDI_VALUE_OTHER)[slot];
    if (other >= 0) {
        out[0] = (wendi_node_slot){other, wendi_active_values(s, v, WENDI_VALUE_OTHER_SLOT)[slot]};
        return 1;
    }
    const int32_t count = wendi_other_clusters(s, node, index, true, out);
    if (count == 1 && node < WENDI_FIRST_LINK_NODE && node % WENDI_BORDER_INDEX_COUNT != 0)
        wendi_join_active(s, index, out[0].active);
    return count;
}

// Closes a node of a popped cluster that was taken, and expands it in its other clusters.
static wend_result close_taken(wendi_abstract_search* s, int32_t index, int32_t slot, int32_t cost) {
    const uint32_t node = s->active[index].matrix->nodes[slot];
    wendi_node_slot others[4];
    if (wendi_abstract_is_observed(s)) abstract_notify_closed(s, index, slot, cost);
    close_node(s, (wendi_node_slot){index, slot}, index, cost);
    const int32_t count = list_others(s, index, slot, others);
    return count < 0 ? s->failure : expand_in(s, node, others, count, index, cost);
}

// Closes the nodes that were taken from a popped cluster, unless they were closed at least as cheaply. Most
// of them have only one other cluster, which is known: this is all that close_taken would do for them.
static wend_result close_all_taken(wendi_abstract_search* s, int32_t index, int32_t count) {
    const bool simple =
        s->target_node == WENDI_NO_NODE && !wendi_abstract_is_observed(s) && !s->active[index].holds_goal;
    const size_t first = s->active[index].first;
    const int32_t lanes = s->active[index].lanes;
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < count && result == WEND_OK; i++) {
        const int32_t slot = s->taken_slots[i];
        int32_t* of_node = s->values + first + slot; // its values lie lanes apart
        const int32_t cost = of_node[WENDI_VALUE_G * lanes], other = of_node[WENDI_VALUE_OTHER * lanes];
        if (cost >= of_node[WENDI_VALUE_CLOSED_G * lanes]) continue;
        if (!simple || other < 0) {
            result = close_taken(s, index, slot, cost);
            continue;
        }
        of_node[WENDI_VALUE_CLOSED_G * lanes] = cost;
        of_node[WENDI_VALUE_CAME_FROM * lanes] = index;
        result = relax_in(s, (wendi_node_slot){other, of_node[WENDI_VALUE_OTHER_SLOT * lanes]}, index, cost);
        s->stats->abstract_expanded += result == WEND_OK;
        if (s->linked && result == WEND_OK)
            result = relax_links(s, s->active[index].matrix->nodes[slot], cost);
    }
    return result;
}

static wend_result run(wendi_abstract_search* s, int32_t least_slack, int32_t most_slack) {
    wend_result result = WEND_OK;
    int32_t key, first_key = WENDI_COST_LIMIT;
    while (result == WEND_OK) {
        int32_t arrival = next_arrival(s), index = pop_cluster(s, arrival, &key);
        if (index < 0 && arrival == s->best) break;
        if (index < 0) {
            first_key = wendi_min(first_key, arrival);
            result = take_arrival(s);
            continue;
        }
        wendi_active_cluster v = s->active[index];
        if (wendi_abstract_is_observed(s)) abstract_notify_popped(s, index, key);
        WENDI_ASSERT(key < s->best && v.least <= key);
        first_key = wendi_min(first_key, key);
        int32_t slack = wendi_max(least_slack, wendi_min((key - first_key) / 2, most_slack));
        int32_t limit = key < s->best - slack ? key + slack : s->best - 1;
        int32_t count = s->kernel->take_up_to(limit, wendi_active_values(s, &v, WENDI_VALUE_F), v.lanes,
                                              s->taken_slots, &v.least);
        s->active[index].least = v.least;
        result = close_all_taken(s, index, count);
        queue(s, index);
    }
    return result;
}

// ---- the two searches

// Queues the clusters of the start with the costs from the start to their nodes.
static wend_result seed(wendi_abstract_search* s, const wendi_insertion* from) {
    int32_t columns = s->world->graph.clusters.columns;
    for (int32_t i = 0; i < from->cluster_count; i++) {
        int32_t through = wendi_activate_at(s, from->clusters[i] % columns, from->clusters[i] / columns);
        if (through < 0) return s->failure;
        wendi_active_cluster* v = &s->active[through];
        WENDI_ASSERT(v->level == 1 && v->cluster == from->clusters[i]);
        int32_t *g = wendi_active_values(s, v, WENDI_VALUE_G), *f = wendi_active_values(s, v, WENDI_VALUE_F);
        const int32_t* h = wendi_active_values(s, v, WENDI_VALUE_H);
        for (int32_t k = 0; k < v->matrix->count; k++) {
            uint32_t distance = from->distance[i][k];
            if (distance == WENDI_UNREACHED) continue;
            if (distance + s->farthest >= WENDI_COST_LIMIT) return WEND_ERROR_LIMIT;
            if (wendi_abstract_is_observed(s))
                abstract_notify_improved(s, through, k, from->tile, (int32_t)distance);
            g[k] = (int32_t)distance;
            f[k] = (int32_t)distance + h[k];
            v->least = wendi_min(v->least, f[k]);
        }
        queue(s, through);
    }
    return WEND_OK;
}

// Among the children of a cluster, only links inside it matter.
static bool has_links(const wend_world* world, const wendi_scope* scope) {
    if (scope->level == 0 || world->grid->links.count == 0) return world->grid->links.count > 0;
    const wendi_partition* clusters = &world->graph.level[scope->level].clusters;
    return wendi_holds_link(world->grid, wendi_cluster_rect(clusters, scope->parent));
}

static wend_result begin(wendi_abstract_search* s, const wend_world* world, wendi_scope scope,
                         wend_tile start, wend_tile target, wend_stats* stats) {
    s->world = world;
    s->kernel = wendi_sweep();
    s->stats = stats;
    s->scope = scope;
    s->target = target;
    s->target_node = WENDI_NO_NODE;
    s->last_active = s->last_slot = -1;
    s->best = WENDI_COST_LIMIT;
    s->linked = has_links(world, &scope);
    s->arrival_queue.count = 0;
    wend_result result = wendi_active_reset(s);
    return result == WEND_OK ? wendi_abstract_heuristic_begin(s, start) : result;
}

// True when paths take steps and seams that cost a step, and nothing that costs less than the sample knows.
static bool takes_steps_only(const wendi_abstract_search* s) {
    const wendi_shortcuts* shortcuts = &s->world->grid->shortcuts;
    return !s->linked || (!wendi_link_bounds_matter(&s->bounds) && !s->bounds.unknown &&
                          shortcuts->steps == shortcuts->enabled);
}

// Raises the heuristic of a search that has not begun, where paths cost more than it promises. Not with a
// limit, which a path by a raised heuristic may seem to reach, nor where costs may not fit.
static wend_result raise_heuristic(wendi_abstract_search* s, wend_tile goal) {
    int32_t factor;
    if (!takes_steps_only(s) || s->best < WENDI_COST_LIMIT || s->farthest >= WENDI_COST_LIMIT / 8)
        return WEND_OK;
    const wend_result result = wendi_stretch_between(s->world, &s->heuristic, s->start, goal, &factor);
    if (result != WEND_OK) return result;
    s->heuristic.most = s->heuristic.most * factor / WENDI_WEIGHT_ONE;
    s->heuristic.least = s->heuristic.least * factor / WENDI_WEIGHT_ONE;
    s->farthest = s->farthest * factor / WENDI_WEIGHT_ONE + 1;
    return WEND_OK;
}

// Nodes of level 3 and above lie so far apart that between ends which are near each other an abstract path
// over them may take a way that costs 15 % too much: see docs/decisions/0018. There the search uses smaller
// clusters.
enum {
    NEAR_ENDS = 11,  // columns and rows of clusters of level 1 that hold the ends
    FINE_AROUND = 1, // clusters around these that are divided too
};

static wendi_cluster_span fine_clusters(const wend_world* world, const wend_tile* ends, int32_t end_count) {
    const wendi_partition* clusters = &world->graph.clusters;
    wendi_cluster_span span = {INT32_MAX, 0, INT32_MAX, 0};
    for (int32_t i = 0; i < end_count; i++) {
        span.left = wendi_min(span.left, ends[i].x);
        span.right = wendi_max(span.right, ends[i].x + 1);
        span.top = wendi_min(span.top, ends[i].y);
        span.bottom = wendi_max(span.bottom, ends[i].y + 1);
    }
    // Small clusters between the ends may not be here. On maps of many costs, paths
    // bend less for single obstacles.
    if (wendi_has_regions(&world->graph) || !wendi_has_uniform_cost(world->grid) || end_count == 0 ||
        span.right - span.left > NEAR_ENDS || span.bottom - span.top > NEAR_ENDS)
        return (wendi_cluster_span){0, 0, 0, 0};
    return (wendi_cluster_span){
        wendi_max(span.left - FINE_AROUND, 0), wendi_min(span.right + FINE_AROUND, clusters->columns),
        wendi_max(span.top - FINE_AROUND, 0), wendi_min(span.bottom + FINE_AROUND, clusters->rows)};
}

// Notes what is left from the nodes of the clusters that hold the goal; to_opt NULL: it is not here.
static wend_result mark_goal(wendi_abstract_search* s, const int32_t* clusters, int32_t count,
                             const wendi_insertion* to_opt) {
    for (int32_t i = 0; i < count; i++) {
        int32_t index = wendi_activate_at(s, clusters[i] % s->columns, clusters[i] / s->columns);
        if (index < 0) return s->failure;
        wendi_active_cluster* v = &s->active[index];
        WENDI_ASSERT(!to_opt || (v->level == 1 && v->cluster == clusters[i]));
        v->holds_goal = true;
        v->to_goal = to_opt ? to_opt->distance[i] : NULL;
    }
    return WEND_OK;
}

wend_result wendi_search_graph(wendi_abstract_search* s, const wend_world* world, const wendi_insertion* from,
                               wend_tile goal, const wendi_insertion* to_opt, wend_cost below, bool whole,
                               bool* found_out, uint32_t* last_out, wendi_edge_list* edges_out,
                               wend_stats* stats) {
    wend_tile ends[8];
    int32_t clusters[8], end_count = from->cluster_count;
    const int32_t columns = world->graph.clusters.columns;
    memcpy(clusters, from->clusters, (size_t)end_count * sizeof *clusters);
    end_count += wendi_clusters_at(&world->graph.clusters, goal, clusters + end_count);
    for (int32_t i = 0; i < end_count; i++)
        ends[i] = (wend_tile){clusters[i] % columns, clusters[i] / columns};
    const wendi_scope scope = {.parent = -1,
                               .ends = ends,
                               .end_count = end_count,
                               .divided_count = to_opt ? end_count : from->cluster_count,
                               .kept_level = world->graph.region_level,
                               .fine = fine_clusters(world, ends, whole ? end_count : 0)};
    wend_result result = begin(s, world, scope, from->tile, goal, stats);
    s->start = from->tile;
    if (below < s->best) s->best = below > 0 ? (int32_t)below : 0;
    if (result == WEND_OK && to_opt) result = raise_heuristic(s, goal);
    edges_out->count = 0;
    const int32_t step = (int32_t)s->heuristic.straight;
    if (result == WEND_OK && s->farthest >= WENDI_COST_LIMIT) result = WEND_ERROR_LIMIT;
    if (result == WEND_OK)
        result = mark_goal(s, clusters + from->cluster_count, end_count - from->cluster_count, to_opt);
    if (result == WEND_OK) result = seed(s, from);
    if (result == WEND_OK) result = run(s, LEAST_SLACK * step, MOST_SLACK * step);
    result = trace_best(s, from, result, found_out, edges_out);
    if (result == WEND_OK && *found_out) *last_out = s->active[s->last_active].matrix->nodes[s->last_slot];
    return result;
}

wend_result wendi_search_children(wendi_abstract_search* s, const wend_world* world, int32_t level,
                                  int32_t cluster, uint32_t from, uint32_t to, int32_t limit, bool* found_out,
                                  wendi_edge_list* edges_out) {
    wend_stats stats = {0}; // expanding edges is not counted
    wend_result result = begin(s, world, (wendi_scope){.level = level - 1, .parent = cluster},
                               wendi_node_tile(&world->graph.clusters, from),
                               wendi_node_tile(&world->graph.clusters, to), &stats);
    if (result != WEND_OK) return result;
    WENDI_ASSERT(level > 1 && limit >= 0 && limit < WENDI_COST_LIMIT && from != to);
    s->target_node = to;
    s->best = limit + 1;
    wendi_node_slot clusters[4];
    const int32_t count = wendi_other_clusters(s, from, -1, true, clusters);
    if (count < 0) return s->failure;
    result = expand_in(s, from, clusters, count, -1, 0);
    if (result == WEND_OK) result = run(s, limit, limit);
    return trace_best(s, NULL, result, found_out, edges_out);
}
