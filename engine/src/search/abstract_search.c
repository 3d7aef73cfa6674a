// abstract_search.c: how does the abstract search activate clusters, relax their rows and trace a path back?
//
// Invariants, for every active cluster and slot:
// - g is INT32_MAX or the cost of a path from the start to the node;
// - f is g + h if this cluster has improved the node since it was closed last, or else INT32_MAX;
// - least is at most the smallest f, and unless it is at or above best, the cluster is queued at that key;
// - closed_g is that of the node before plus the cost of the edge, both in the cluster that it came from.
// So a path is traced back by equality of costs, and no parents are stored.
#include "search/abstract_search.h"

#include <string.h>

#include "grid/links.h"

static const int32_t MOST = INT32_MAX; // g, h and f stay below

// A popped cluster closes nodes up to its smallest f plus a slack. Some are closed again later at a lower
// cost, but clusters are popped less often. That pays where the search fans out, which shows in how far the
// smallest f has risen since the beginning: the slack is half of that rise, within these bounds.
enum { LEAST_SLACK = 6, MOST_SLACK = 30 }; // in cheapest straight steps

wend_result wendi_edge_list_push(wendi_edge_list* list, wendi_edge edge) {
    size_t count = (size_t)list->count;
    wendi_edge* data =
        wendi_grow(&list->allocator, list->data, &list->capacity, count, count + 1, sizeof *data);
    if (!data) return WEND_ERROR_MEMORY;
    list->data = data;
    data[list->count++] = edge;
    return WEND_OK;
}

void wendi_edge_list_free(wendi_edge_list* list) {
    wendi_free(&list->allocator, list->data, list->capacity, sizeof *list->data);
}

void wendi_abstract_search_init(wendi_abstract_search* s, const wend_allocator* allocator) {
    *s = (wendi_abstract_search){.allocator = *allocator, .arrival_queue.allocator = *allocator};
    wendi_link_bounds_init(&s->bounds, allocator);
}

void wendi_abstract_search_free(wendi_abstract_search* s) {
    wendi_free(&s->allocator, s->directory, s->directory_capacity, sizeof *s->directory);
    wendi_free(&s->allocator, s->active, s->active_capacity, sizeof *s->active);
    wendi_free(&s->allocator, s->values, s->value_capacity, sizeof *s->values);
    wendi_free(&s->allocator, s->taken_slots, s->taken_capacity, sizeof *s->taken_slots);
    wendi_free(&s->allocator, s->keys, s->key_capacity, sizeof *s->keys);
    wendi_free(&s->allocator, s->least_keys, s->least_key_capacity, sizeof *s->least_keys);
    wendi_link_bounds_free(&s->bounds);
    wendi_free(&s->allocator, s->x, s->x_capacity, sizeof *s->x);
    wendi_free(&s->allocator, s->y, s->y_capacity, sizeof *s->y);
    wendi_heap_free(&s->arrival_queue);
    wendi_free(&s->allocator, s->arrivals, s->arrival_capacity, sizeof *s->arrivals);
    wendi_cluster_workspace_free(s->workspace, &s->allocator);
}

size_t wendi_abstract_search_bytes(const wendi_abstract_search* s) {
    return s->active_capacity * sizeof *s->active + s->directory_capacity * sizeof *s->directory +
           (s->value_capacity + s->taken_capacity + s->key_capacity + s->least_key_capacity) *
               sizeof(int32_t) +
           wendi_link_bounds_bytes(&s->bounds) + (s->x_capacity + s->y_capacity) * sizeof *s->x +
           s->arrival_queue.capacity * sizeof *s->arrival_queue.entries +
           s->arrival_capacity * sizeof *s->arrivals + (s->workspace ? sizeof *s->workspace : 0);
}

// ---- active clusters

static void set_directory(const wendi_abstract_search* s, const wendi_cluster_span* span, uint32_t entry) {
    for (int32_t y = span->top; y < span->bottom; y++)
        for (int32_t x = span->left; x < span->right; x++) s->directory[y * s->columns + x] = entry;
}

// Prepares a search over a map with links. Among the children of a cluster, only links inside it matter;
// where there are some, the search does without a heuristic.
static wend_result begin_links(wendi_abstract_search* s, wend_tile start) {
    const wend_grid* grid = s->world->grid;
    s->arrival_count = 0;
    s->arrival_queue.count = 0;
    s->bounds.count = 0;
    s->bounds.cap = INT32_MAX;
    if (s->scope.level > 0) {
        const wendi_partition* clusters = &s->world->graph.level[s->scope.level].clusters;
        if (wendi_holds_link(grid, wendi_cluster_rect(clusters, s->scope.parent)))
            s->heuristic.most = s->heuristic.least = 0;
        return WEND_OK;
    }
    wend_result result =
        wendi_link_bounds_begin(&s->bounds, grid, &s->heuristic, start, s->target, NULL, NULL, 0);
    if (result == WEND_OK && s->bounds.unknown) s->heuristic.most = s->heuristic.least = 0;
    return result;
}

static wend_result begin(wendi_abstract_search* s, const wend_world* world, wendi_scope scope,
                         wend_tile start, wend_tile target) {
    const wendi_graph* a = &world->graph;
    for (int32_t i = 0; i < s->active_count; i++) set_directory(s, &s->active[i].span, 0);
    s->active_count = 0;
    s->value_count = 0;
    s->world = world;
    s->scope = scope;
    s->target = target;
    s->heuristic = wendi_heuristic_for(
        world->grid, world->grid->connectivity == WEND_CONNECTIVITY_4 ? WEND_MANHATTAN : WEND_OCTILE,
        WENDI_WEIGHT_ONE);
    s->farthest = wendi_heuristic_between(&s->heuristic, (wend_tile){0, 0},
                                          (wend_tile){a->clusters.width, a->clusters.height});
    s->linked = world->grid->links.count > 0;
    if (s->linked) {
        wend_result result = begin_links(s, start);
        if (result != WEND_OK) return result;
    }
    s->columns = a->clusters.columns;
    s->per_column = 1.0 / s->columns;
    s->target_node = WENDI_NO_NODE;
    s->last_active = s->last_slot = -1;
    s->best = MOST;
    size_t count = (size_t)wendi_cluster_count(&a->clusters);
    if (s->directory_capacity >= count) return WEND_OK;
    uint32_t* directory = wendi_alloc_zeroed(&s->allocator, count, sizeof *directory);
    if (!directory) return WEND_ERROR_MEMORY;
    wendi_free(&s->allocator, s->directory, s->directory_capacity, sizeof *directory);
    s->directory = directory;
    s->directory_capacity = count;
    return WEND_OK;
}

static int32_t* values_of(const wendi_abstract_search* s, const wendi_active_cluster* v,
                          wendi_node_value value) {
    return s->values + v->first + (size_t)value * (size_t)v->lanes;
}

static bool grow(const wendi_abstract_search* s, int32_t** items, size_t* capacity, size_t kept,
                 size_t count) {
    int32_t* grown = wendi_grow(&s->allocator, *items, capacity, kept, count, sizeof *grown);
    if (grown) *items = grown;
    return grown;
}

// Makes room for one more active cluster with this many lanes.
static bool grow_active(wendi_abstract_search* s, size_t lanes) {
    size_t count = (size_t)s->active_count, block = count / WENDI_KEY_BLOCK;
    wendi_active_cluster* active =
        wendi_grow(&s->allocator, s->active, &s->active_capacity, count, count + 1, sizeof *active);
    if (active) s->active = active;
    bool grown =
        active &&
        grow(s, &s->values, &s->value_capacity, s->value_count, s->value_count + WENDI_VALUE_COUNT * lanes) &&
        grow(s, &s->taken_slots, &s->taken_capacity, s->taken_capacity, lanes) &&
        (!s->linked ||
         (grow(s, &s->x, &s->x_capacity, 0, lanes) && grow(s, &s->y, &s->y_capacity, 0, lanes))) &&
        grow(s, &s->keys, &s->key_capacity, count, (block + 1) * WENDI_KEY_BLOCK) &&
        grow(s, &s->least_keys, &s->least_key_capacity, block, block + 1);
    if (!grown || count % WENDI_KEY_BLOCK > 0) return grown;
    for (int32_t i = 0; i < WENDI_KEY_BLOCK; i++) s->keys[count + (size_t)i] = MOST;
    s->least_keys[block] = MOST;
    return true;
}

static void set_hex_heuristics(const wendi_abstract_search* s, const uint32_t* nodes, int32_t count,
                               int32_t* h) {
    wendi_node_reader reader = {.cluster = WENDI_NO_NODE};
    for (int32_t i = 0; i < count; i++) {
        wend_tile tile = wendi_next_node_tile(&s->world->graph.clusters, &reader, nodes[i]);
        h[i] = (int32_t)wendi_heuristic_between(&s->heuristic, tile, s->target);
    }
}

// Sets the heuristics of nodes on border lines. Without branches, so that compilers vectorise it.
static void set_border_heuristics(const wendi_abstract_search* s, const uint32_t* restrict nodes,
                                  int32_t count, int32_t* restrict h) {
    const wendi_partition* clusters = &s->world->graph.clusters;
    const int32_t columns = s->columns, size = clusters->size;
    const int32_t most = (int32_t)s->heuristic.most, least = (int32_t)s->heuristic.least;
    const int32_t target_x = s->target.x, target_y = s->target.y;
    const double per_column = s->per_column;
    for (int32_t i = 0; i < count; i++) {
        int32_t cluster = (int32_t)(nodes[i] / WENDI_BORDER_INDEX_COUNT);
        int32_t row = (int32_t)((cluster + 0.5) * per_column), column = cluster - row * columns;
        int32_t along = (int32_t)(nodes[i] % WENDI_LEFT_BORDER_INDEX);
        int32_t left = -(int32_t)(nodes[i] / WENDI_LEFT_BORDER_INDEX % 2); // on the left line: all bits set
        int32_t dx = column * size + (along & ~left) - target_x;
        int32_t dy = row * size + (along & left) - target_y;
        dx = dx < 0 ? -dx : dx;
        dy = dy < 0 ? -dy : dy;
        h[i] = most * (dx > dy ? dx : dy) + least * (dx > dy ? dy : dx);
    }
}

// Sets the heuristics of the nodes of a cluster, by links too. False: out of memory.
static bool set_heuristics(wendi_abstract_search* s, const wendi_active_cluster* v, int32_t* h) {
    const uint32_t* nodes = v->matrix->nodes;
    const wendi_partition* clusters = &s->world->graph.clusters;
    int32_t count = v->matrix->count, border = count;
    while (border > 0 && nodes[border - 1] >= WENDI_FIRST_LINK_NODE) border--;
    if (wendi_is_hex(s->heuristic.connectivity))
        set_hex_heuristics(s, nodes, border, h);
    else
        set_border_heuristics(s, nodes, border, h);
    for (int32_t i = border; i < count; i++)
        h[i] =
            (int32_t)wendi_heuristic_between(&s->heuristic, wendi_node_tile(clusters, nodes[i]), s->target);
    if (!s->linked || !wendi_link_bounds_matter(&s->bounds)) return true;
    const wendi_level* level = &s->world->graph.level[v->level - 1];
    const int32_t* near;
    int32_t near_count =
        wendi_link_bounds_near(&s->bounds, wendi_cluster_rect(&level->clusters, v->cluster), &near);
    if (near_count < 0) return false;
    if (near_count == 0 && s->bounds.cap == INT32_MAX) return true;
    wendi_node_reader reader = {.cluster = WENDI_NO_NODE};
    for (int32_t i = 0; i < count; i++) {
        wend_tile tile = wendi_next_node_tile(clusters, &reader, nodes[i]);
        s->x[i] = tile.x;
        s->y[i] = tile.y;
    }
    wendi_link_bounds_lower(&s->bounds, near, near_count, s->x, s->y, count, h);
    return true;
}

// Slots past the last node get a g that no path improves. False: out of memory.
static bool reset_values(wendi_abstract_search* s, const wendi_active_cluster* v) {
    const int32_t lanes = v->lanes, count = v->matrix->count;
    int32_t* restrict g = values_of(s, v, WENDI_VALUE_G);
    int32_t* restrict h = values_of(s, v, WENDI_VALUE_H);
    int32_t* restrict f = values_of(s, v, WENDI_VALUE_F);
    int32_t* restrict closed_g = values_of(s, v, WENDI_VALUE_CLOSED_G);
    for (int32_t i = 0; i < lanes; i++) g[i] = f[i] = closed_g[i] = MOST;
    const bool done = set_heuristics(s, v, h);
    for (int32_t i = count; i < lanes; i++) {
        g[i] = -1;
        h[i] = 0;
    }
    return done;
}

// Computes the matrix of a pending cluster of level 1. False: out of memory.
static bool fill_matrix(wendi_abstract_search* s, int32_t cluster) {
    if (!s->workspace) s->workspace = wendi_cluster_workspace_new(&s->allocator);
    if (s->workspace) wendi_fill_matrix(&s->world->graph, s->world->grid, cluster, s->workspace);
    return s->workspace;
}

// Returns the index of the new active cluster; -1: out of memory.
static int32_t activate(wendi_abstract_search* s, int32_t level, int32_t cluster) {
    if (level == 1 && !wendi_matrix_is_filled(&s->world->graph, cluster) && !fill_matrix(s, cluster))
        return -1;
    const wendi_matrix* matrix = wendi_matrix_of(&s->world->graph, level, cluster);
    int32_t lanes = (matrix->count + WENDI_ROW_LANES - 1) / WENDI_ROW_LANES * WENDI_ROW_LANES;
    if (!grow_active(s, (size_t)wendi_max(lanes, 1))) return -1;
    wendi_active_cluster* v = &s->active[s->active_count];
    const wendi_graph* a = &s->world->graph;
    WENDI_ASSERT(level == 1 || a->level[level - 1].states[cluster] == WENDI_UP_TO_DATE);
    *v = (wendi_active_cluster){
        .matrix = matrix,
        .level = level,
        .cluster = cluster,
        .span = wendi_cluster_span_of(&a->clusters, &a->level[level - 1].clusters, cluster),
        .lanes = lanes,
        .first = s->value_count,
        .least = MOST};
    if (!reset_values(s, v)) return -1;
    s->value_count += WENDI_VALUE_COUNT * (size_t)lanes;
    WENDI_ASSERT(s->value_count <= s->value_capacity);
    set_directory(s, &v->span, (uint32_t)s->active_count + 1);
    return s->active_count++;
}

// ---- the clusters of a node

typedef struct cluster_id {
    int32_t level, cluster;
} cluster_id;

// The largest up-to-date cluster that holds neither start nor goal, at the column and row of a cluster of
// level 1; if there is none, that cluster itself.
static cluster_id largest_cluster_at(const wendi_abstract_search* s, int32_t x, int32_t y) {
    const wendi_graph* a = &s->world->graph;
    int32_t shift = a->level_count - 1;
    for (int32_t i = 0; i < s->scope.end_count; i++) {
        uint32_t apart = (uint32_t)(x ^ s->scope.ends[i].x) | (uint32_t)(y ^ s->scope.ends[i].y);
        shift = wendi_min(shift, 31 - __builtin_clz(apart | 1)); // 0 where it holds the end
    }
    for (;; shift--) {
        const wendi_level* level = &a->level[shift];
        int32_t cluster = (y >> shift) * level->clusters.columns + (x >> shift);
        if (shift == 0 || level->states[cluster] == WENDI_UP_TO_DATE) return (cluster_id){shift + 1, cluster};
    }
}

// The cluster of the scope at the column and row of a cluster of level 1; level 0: there is none.
static cluster_id scope_cluster_at(const wendi_abstract_search* s, int32_t x, int32_t y) {
    if (s->scope.level == 0) return largest_cluster_at(s, x, y);
    const wendi_level* level = &s->world->graph.level[s->scope.level - 1];
    x >>= s->scope.level - 1;
    y >>= s->scope.level - 1;
    if ((y >> 1) * level[1].clusters.columns + (x >> 1) != s->scope.parent) return (cluster_id){0, 0};
    return (cluster_id){s->scope.level, y * level->clusters.columns + x};
}

// The active cluster there, activated if need be; -1: none in the scope; -2: out of memory.
static int32_t activate_at(wendi_abstract_search* s, int32_t x, int32_t y) {
    uint32_t entry = s->directory[y * s->columns + x];
    if (entry) return (int32_t)entry - 1;
    cluster_id id = scope_cluster_at(s, x, y);
    if (id.level == 0) return -1;
    int32_t index = activate(s, id.level, id.cluster);
    return index < 0 ? -2 : index;
}

// A node in one of its clusters.
typedef struct node_slot {
    int32_t active, slot;
} node_slot;

// As other_clusters, for a node on no border line.
static int32_t cluster_inside(wendi_abstract_search* s, uint32_t node, int32_t through, bool activates,
                              node_slot out[4]) {
    const wendi_partition* clusters = &s->world->graph.clusters;
    wend_tile tile = wendi_node_tile(clusters, node);
    int32_t x = wendi_min(tile.x / clusters->size, clusters->columns - 1);
    int32_t y = wendi_min(tile.y / clusters->size, clusters->rows - 1);
    if (!activates && !s->directory[y * s->columns + x]) return 0;
    int32_t index = activate_at(s, x, y);
    if (index == -2) return -1;
    if (index < 0 || index == through) return 0;
    int32_t slot = wendi_matrix_slot(s->active[index].matrix, node);
    if (slot < 0) return 0; // the link that leads there lies inside the cluster
    out[0] = (node_slot){index, slot};
    return 1;
}

// Lists the clusters of the scope that have a node, except the active cluster that it was reached in
// (through; -1: none). Clusters that are not active are activated or, when not activates, left out. Returns
// how many; -1: out of memory.
//
// The node lies on the top line of its cluster, on the left one, or on the crossing of both (border index 0).
// The clusters on the other sides of these lines have it too.
static int32_t other_clusters(wendi_abstract_search* s, uint32_t node, int32_t through, bool activates,
                              node_slot out[4]) {
    if (node >= WENDI_FIRST_LINK_NODE) return cluster_inside(s, node, through, activates, out);
    uint32_t cluster = node / WENDI_BORDER_INDEX_COUNT, border_index = node % WENDI_BORDER_INDEX_COUNT;
    int32_t bottom = (int32_t)((cluster + 0.5) * s->per_column);
    int32_t right = (int32_t)cluster - bottom * s->columns, count = 0;
    int32_t top = bottom - (border_index < WENDI_LEFT_BORDER_INDEX);
    int32_t left = right - (border_index >= WENDI_LEFT_BORDER_INDEX || (border_index == 0 && right > 0));
    if (border_index != 0 && through >= 0) { // only the cluster on the other side of the line
        bool beyond = s->directory[cluster] == (uint32_t)through + 1;
        top = bottom = beyond ? top : bottom;
        left = right = beyond ? left : right;
    }
    for (int32_t y = top; y <= bottom; y++) {
        for (int32_t x = left; x <= right; x++) {
            if (!activates && !s->directory[y * s->columns + x]) continue;
            int32_t index = activate_at(s, x, y);
            if (index == -2) return -1;
            bool seen = index < 0 || index == through;
            for (int32_t i = 0; i < count && !seen; i++) seen = index == out[i].active;
            if (seen) continue;
            int32_t at = wendi_matrix_slot(s->active[index].matrix, node);
            WENDI_ASSERT(count < 4);
            if (at >= 0) out[count++] = (node_slot){index, at};
        }
    }
    return count;
}

// ---- observers

// Expanding edges reports nothing, for it decides nothing.
static bool is_observed(const wendi_abstract_search* s) {
    return wendi_is_observed(&s->observer) && s->scope.level == 0;
}

static wend_tile tile_of(const wendi_abstract_search* s, const wendi_active_cluster* v, int32_t slot) {
    return wendi_node_tile(&s->world->graph.clusters, v->matrix->nodes[slot]);
}

static wend_rect area_of(const wendi_abstract_search* s, const wendi_active_cluster* v) {
    return wendi_cluster_rect(&s->world->graph.level[v->level - 1].clusters, v->cluster);
}

// What the search uses for a node on this tile.
static wend_cost heuristic_at(const wendi_abstract_search* s, wend_tile tile) {
    wend_cost heuristic = wendi_heuristic_between(&s->heuristic, tile, s->target);
    return s->linked ? wendi_link_bound_by(&s->bounds, NULL, s->bounds.count, tile, heuristic) : heuristic;
}

static void notify(const wendi_abstract_search* s, wend_event_kind kind, const wendi_active_cluster* v,
                   wend_tile tile, wend_tile from, wend_cost cost) {
    wendi_notify(&s->observer,
                 (wend_event){kind, v->level, tile, from, cost, heuristic_at(s, tile), area_of(s, v)});
}

// The g of a node is about to fall to a cost in an active cluster: an event if g is higher in its other
// clusters.
static void notify_improved(wendi_abstract_search* s, int32_t index, int32_t slot, wend_tile from,
                            int32_t cost) {
    const wendi_active_cluster* v = &s->active[index];
    node_slot others[4];
    int32_t count = other_clusters(s, v->matrix->nodes[slot], index, false, others);
    int32_t least = values_of(s, v, WENDI_VALUE_G)[slot]; // in any of its clusters
    for (int32_t i = 0; i < count; i++)
        least = wendi_min(least, values_of(s, &s->active[others[i].active], WENDI_VALUE_G)[others[i].slot]);
    if (cost >= least) return;
    wend_event_kind kind = least == MOST                                          ? WEND_EVENT_OPENED
                           : least == values_of(s, v, WENDI_VALUE_CLOSED_G)[slot] ? WEND_EVENT_REOPENED
                                                                                  : WEND_EVENT_IMPROVED;
    notify(s, kind, v, tile_of(s, v, slot), from, cost);
}

// The node that an active cluster improved another from: the closed one whose cost and edge add up.
static wend_tile reached_from(const wendi_abstract_search* s, const wendi_active_cluster* v, int32_t slot,
                              int32_t cost) {
    const int32_t* closed_g = values_of(s, v, WENDI_VALUE_CLOSED_G);
    for (int32_t i = 0; i < v->matrix->count; i++)
        if (closed_g[i] < cost && wendi_matrix_cost(v->matrix, i, slot) == (uint32_t)(cost - closed_g[i]))
            return tile_of(s, v, i);
    return s->start;
}

// The row of a node is about to be relaxed.
static void notify_row(wendi_abstract_search* s, int32_t index, int32_t row, int32_t cost) {
    const wendi_active_cluster* v = &s->active[index];
    wend_tile from = tile_of(s, v, row);
    notify(s, WEND_EVENT_ROW, v, from, from, cost);
    for (int32_t i = 0; i < v->matrix->count; i++) {
        uint32_t step = wendi_matrix_cost(v->matrix, row, i);
        if (i != row && step != WENDI_UNREACHED) notify_improved(s, index, i, from, cost + (int32_t)step);
    }
}

// ---- the search

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
    int32_t *keys = s->keys + (ptrdiff_t)block * WENDI_KEY_BLOCK, at = WENDI_KEY_BLOCK, least = MOST;
    for (int32_t i = 0; i < WENDI_KEY_BLOCK; i++) at = wendi_min(at, keys[i] == key ? i : WENDI_KEY_BLOCK);
    WENDI_ASSERT(at < WENDI_KEY_BLOCK); // the block has its least key
    keys[at] = MOST;
    for (int32_t i = 0; i < WENDI_KEY_BLOCK; i++) least = wendi_min(least, keys[i]);
    s->least_keys[block] = least;
    *key_out = key;
    return block * WENDI_KEY_BLOCK + at;
}

// Relaxes the row of a node that another cluster has improved to this cost.
static void relax_row(wendi_abstract_search* s, const wendi_sweep_kernel* kernel, int32_t index, int32_t slot,
                      int32_t cost) {
    wendi_active_cluster* v = &s->active[index];
    WENDI_ASSERT(slot >= 0 && slot < v->matrix->count && (int64_t)cost + s->farthest < MOST);
    if (is_observed(s)) notify_row(s, index, slot, cost);
    int32_t *g = values_of(s, v, WENDI_VALUE_G), *f = values_of(s, v, WENDI_VALUE_F);
    if (g[slot] <= cost) return; // this cluster has a path at least as cheap
    g[slot] = cost;
    f[slot] = MOST;
    const wendi_matrix* matrix = v->matrix;
    int32_t least = kernel->relax_row(wendi_matrix_row(matrix, slot), matrix->count, matrix->shift, cost,
                                      values_of(s, v, WENDI_VALUE_H), g, f);
    v->least = wendi_min(v->least, least);
    queue(s, index);
}

// Closes a node in one of its clusters at a cost reached in the active cluster through. If the goal is near,
// the path to it may be the best so far.
static void close_node(wendi_abstract_search* s, node_slot at, int32_t through, int32_t cost) {
    const wendi_active_cluster* v = &s->active[at.active];
    WENDI_ASSERT(at.slot >= 0 && at.slot < v->matrix->count && cost >= 0);
    values_of(s, v, WENDI_VALUE_CLOSED_G)[at.slot] = cost;
    values_of(s, v, WENDI_VALUE_CAME_FROM)[at.slot] = through;
    uint32_t remaining = v->to_goal                                    ? v->to_goal[at.slot]
                         : v->matrix->nodes[at.slot] == s->target_node ? 0
                                                                       : WENDI_UNREACHED;
    if (remaining == WENDI_UNREACHED || (int64_t)cost + remaining >= s->best) return;
    s->best = cost + (int32_t)remaining;
    s->last_active = at.active;
    s->last_slot = at.slot;
}

// Puts the nodes that links lead to from a closed node on the open list of arrivals. *fits_io becomes false
// when costs may exceed 31 bits.
static wend_result relax_links(wendi_abstract_search* s, uint32_t node, int32_t cost, bool* fits_io) {
    const wend_grid* grid = s->world->grid;
    const wendi_partition* clusters = &s->world->graph.clusters;
    wendi_link_search search = wendi_links_at(&grid->links, WENDI_LINK_FROM, wendi_node_tile(clusters, node));
    for (int32_t i; (i = wendi_next_link(&search)) >= 0;) {
        const wend_link* link = &grid->links.data[i];
        if (!wendi_link_is_usable(grid, link)) continue;
        wend_cost arrival = cost + wendi_link_cost(grid, link);
        *fits_io &= arrival + s->farthest < MOST;
        if (!*fits_io) return WEND_OK;
        wend_cost key = arrival + heuristic_at(s, link->to);
        if (key >= s->best) continue;
        const size_t count = (size_t)s->arrival_count;
        wendi_arrival* arrivals =
            wendi_grow(&s->allocator, s->arrivals, &s->arrival_capacity, count, count + 1, sizeof *arrivals);
        if (!arrivals) return WEND_ERROR_MEMORY;
        s->arrivals = arrivals;
        arrivals[count] = (wendi_arrival){wendi_node_at_tile(clusters, link->to), (int32_t)arrival, i};
        s->arrival_count++;
        wend_result result = wendi_heap_push(&s->arrival_queue, key, (uint32_t)count);
        if (result != WEND_OK) return result;
    }
    return WEND_OK;
}

// Closes a node in some of its clusters and relaxes its rows there, and its links.
static wend_result expand_in(wendi_abstract_search* s, const wendi_sweep_kernel* kernel, uint32_t node,
                             const node_slot* clusters, int32_t count, int32_t came_from, int32_t cost,
                             bool* fits_io, wend_stats* stats) {
    for (int32_t i = 0; i < count; i++) {
        close_node(s, clusters[i], came_from, cost);
        *fits_io &=
            cost + ((int64_t)WENDI_NO_PATH << s->active[clusters[i].active].matrix->shift) + s->farthest <
            MOST;
        if (!*fits_io) return WEND_OK;
        stats->abstract_expanded++;
        relax_row(s, kernel, clusters[i].active, clusters[i].slot, cost);
    }
    return s->linked ? relax_links(s, node, cost, fits_io) : WEND_OK;
}

// Closes a node in its other clusters and relaxes its rows there, and its links. through: the active cluster
// that it was reached in; -1: the search begins here. *fits_io becomes false when costs may exceed 31 bits.
static wend_result expand(wendi_abstract_search* s, const wendi_sweep_kernel* kernel, uint32_t node,
                          int32_t through, int32_t cost, bool* fits_io, wend_stats* stats) {
    node_slot others[4];
    int32_t count = other_clusters(s, node, through, true, others);
    if (count < 0) return WEND_ERROR_MEMORY;
    return expand_in(s, kernel, node, others, count, through, cost, fits_io, stats);
}

// Closes the next node that a link leads to, unless it was reached for less.
static wend_result take_arrival(wendi_abstract_search* s, const wendi_sweep_kernel* kernel, bool* fits_io,
                                wend_stats* stats) {
    wendi_arrival a = s->arrivals[wendi_heap_pop(&s->arrival_queue).item];
    node_slot clusters[4];
    int32_t count = other_clusters(s, a.node, -1, true, clusters);
    if (count < 0) return WEND_ERROR_MEMORY;
    for (int32_t i = 0; i < count; i++)
        if (values_of(s, &s->active[clusters[i].active], WENDI_VALUE_G)[clusters[i].slot] <= a.cost)
            return WEND_OK;
    if (is_observed(s) && count > 0) {
        const wendi_active_cluster* v = &s->active[clusters[0].active];
        const wend_tile from = s->world->grid->links.data[a.link].from;
        notify_improved(s, clusters[0].active, clusters[0].slot, from, a.cost);
        notify(s, WEND_EVENT_CLOSED, v, tile_of(s, v, clusters[0].slot), from, a.cost);
    }
    return count > 0 ? expand_in(s, kernel, a.node, clusters, count, -2 - a.link, a.cost, fits_io, stats)
                     : WEND_OK;
}

// The key of the next arrival, at most the cost of the best path.
static int32_t next_arrival(const wendi_abstract_search* s) {
    if (!s->linked || s->arrival_queue.count == 0 || s->arrival_queue.entries[0].key >= s->best)
        return s->best;
    return (int32_t)s->arrival_queue.entries[0].key;
}

static wend_result run(wendi_abstract_search* s, int32_t least_slack, int32_t most_slack, bool* fits_io,
                       wend_stats* stats) {
    const wendi_sweep_kernel* kernel = wendi_sweep();
    wend_result result = WEND_OK;
    int32_t key, first_key = MOST;
    while (result == WEND_OK && *fits_io) {
        int32_t arrival = next_arrival(s), index = pop_cluster(s, arrival, &key);
        if (index < 0 && arrival == s->best) break;
        if (index < 0) {
            first_key = wendi_min(first_key, arrival);
            result = take_arrival(s, kernel, fits_io, stats);
            continue;
        }
        wendi_active_cluster v = s->active[index];
        if (is_observed(s))
            wendi_notify_cluster(&s->observer, WEND_EVENT_CLUSTER, v.level, area_of(s, &v), key);
        WENDI_ASSERT(key < s->best && v.least <= key);
        first_key = wendi_min(first_key, key);
        int32_t slack = wendi_max(least_slack, wendi_min((key - first_key) / 2, most_slack));
        int32_t limit = key < s->best - slack ? key + slack : s->best - 1;
        int32_t count =
            kernel->take_up_to(limit, values_of(s, &v, WENDI_VALUE_F), v.lanes, s->taken_slots, &v.least);
        s->active[index].least = v.least;
        for (int32_t i = 0; i < count && result == WEND_OK && *fits_io; i++) {
            int32_t slot = s->taken_slots[i], cost = values_of(s, &v, WENDI_VALUE_G)[slot];
            if (cost >= values_of(s, &v, WENDI_VALUE_CLOSED_G)[slot]) continue; // closed at least as cheaply
            if (is_observed(s))
                notify(s, WEND_EVENT_CLOSED, &v, tile_of(s, &v, slot), reached_from(s, &v, slot, cost), cost);
            close_node(s, (node_slot){index, slot}, index, cost);
            result = expand(s, kernel, v.matrix->nodes[slot], index, cost, fits_io, stats);
        }
        queue(s, index);
    }
    return result;
}

// ---- tracing back

// As edge_into, for a node that got its cost by a link.
static bool link_into(const wendi_abstract_search* s, uint32_t node, int32_t cost, int32_t index,
                      node_slot* at_io, wendi_edge* out) {
    const wend_grid* grid = s->world->grid;
    const wend_link* link = &grid->links.data[index];
    const wendi_partition* partition = &s->world->graph.clusters;
    const int32_t link_cost = (int32_t)wendi_link_cost(grid, link);
    uint32_t from = wendi_node_at_tile(partition, link->from);
    int32_t clusters[4], count = wendi_clusters_at(partition, link->from, clusters);
    for (int32_t i = 0; i < count; i++) {
        if (!s->directory[clusters[i]]) continue;
        int32_t active = (int32_t)s->directory[clusters[i]] - 1;
        const wendi_active_cluster* v = &s->active[active];
        int32_t slot = wendi_matrix_slot(v->matrix, from);
        if (slot < 0 || values_of(s, v, WENDI_VALUE_CLOSED_G)[slot] != cost - link_cost) continue;
        *out = (wendi_edge){from, node, link_cost, 0, index};
        *at_io = (node_slot){active, slot};
        return true;
    }
    return false;
}

// Finds the edge that a node got its cost by: an edge of the cluster that it came from whose cost is exactly
// the difference between the closed costs. *at_io becomes the node before. False: there is no such edge,
// which only a corrupt file may cause.
static bool edge_into(const wendi_abstract_search* s, node_slot* at_io, wendi_edge* out) {
    const wendi_active_cluster* here = &s->active[at_io->active];
    uint32_t node = here->matrix->nodes[at_io->slot];
    int32_t cost = values_of(s, here, WENDI_VALUE_CLOSED_G)[at_io->slot];
    int32_t through = values_of(s, here, WENDI_VALUE_CAME_FROM)[at_io->slot];
    if (through < -1) return link_into(s, node, cost, -2 - through, at_io, out);
    if (through < 0) return false;
    const wendi_active_cluster* v = &s->active[through];
    const int32_t* closed_g = values_of(s, v, WENDI_VALUE_CLOSED_G);
    int32_t slot = v == here ? at_io->slot : wendi_matrix_slot(v->matrix, node);
    for (int32_t i = 0; i < v->matrix->count; i++) {
        if (closed_g[i] >= cost || wendi_matrix_cost(v->matrix, i, slot) != (uint32_t)(cost - closed_g[i]))
            continue;
        WENDI_ASSERT(slot >= 0 && closed_g[i] >= 0);
        *out = (wendi_edge){v->matrix->nodes[i], node, cost - closed_g[i], v->level, v->cluster};
        *at_io = (node_slot){through, i};
        return true;
    }
    return false;
}

// True when a node has its cost directly from the start.
static bool starts_at(const wendi_abstract_search* s, const wendi_insertion* from, node_slot at) {
    const wendi_active_cluster* v = &s->active[at.active];
    int32_t cost = values_of(s, v, WENDI_VALUE_CLOSED_G)[at.slot];
    for (int32_t i = 0; i < from->cluster_count; i++) {
        const wendi_matrix* matrix = wendi_matrix_of(&s->world->graph, 1, from->clusters[i]);
        int32_t slot = wendi_matrix_slot(matrix, v->matrix->nodes[at.slot]);
        if (slot >= 0 && from->distance[i][slot] == (uint32_t)cost) return true;
    }
    return false;
}

// Appends the edges from the last node back to an inserted start; without one, to the node of cost 0.
static wend_result trace(const wendi_abstract_search* s, const wendi_insertion* from_opt, bool* found_out,
                         wendi_edge_list* edges_out) {
    node_slot at = {s->last_active, s->last_slot};
    while (from_opt ? !starts_at(s, from_opt, at)
                    : values_of(s, &s->active[at.active], WENDI_VALUE_CLOSED_G)[at.slot] > 0) {
        wendi_edge edge;
        *found_out = edge_into(s, &at, &edge);
        if (!*found_out) return WEND_OK;
        wend_result result = wendi_edge_list_push(edges_out, edge);
        if (result != WEND_OK) return result;
    }
    return WEND_OK;
}

// ---- the two searches

// Queues the clusters of the start with the costs from the start to their nodes.
static wend_result seed(wendi_abstract_search* s, const wendi_insertion* from, bool* fits_out) {
    int32_t columns = s->world->graph.clusters.columns;
    for (int32_t i = 0; i < from->cluster_count; i++) {
        int32_t through = activate_at(s, from->clusters[i] % columns, from->clusters[i] / columns);
        if (through < 0) return WEND_ERROR_MEMORY;
        wendi_active_cluster* v = &s->active[through];
        WENDI_ASSERT(v->level == 1 && v->cluster == from->clusters[i]);
        int32_t *g = values_of(s, v, WENDI_VALUE_G), *f = values_of(s, v, WENDI_VALUE_F);
        const int32_t* h = values_of(s, v, WENDI_VALUE_H);
        for (int32_t k = 0; k < v->matrix->count; k++) {
            uint32_t distance = from->distance[i][k];
            if (distance == WENDI_UNREACHED) continue;
            *fits_out &= distance + s->farthest < MOST;
            if (!*fits_out) return WEND_OK;
            if (is_observed(s)) notify_improved(s, through, k, from->tile, (int32_t)distance);
            g[k] = (int32_t)distance;
            f[k] = (int32_t)distance + h[k];
            v->least = wendi_min(v->least, f[k]);
        }
        queue(s, through);
    }
    return WEND_OK;
}

wend_result wendi_search_graph(wendi_abstract_search* s, const wend_world* world, const wendi_insertion* from,
                               wend_tile goal, const wendi_insertion* to, bool* found_out, uint32_t* last_out,
                               wendi_edge_list* edges_out, wend_stats* stats) {
    wend_tile ends[8];
    int32_t end_count = 0, columns = world->graph.clusters.columns;
    for (int32_t i = 0; i < from->cluster_count; i++)
        ends[end_count++] = (wend_tile){from->clusters[i] % columns, from->clusters[i] / columns};
    for (int32_t i = 0; i < to->cluster_count; i++)
        ends[end_count++] = (wend_tile){to->clusters[i] % columns, to->clusters[i] / columns};
    wend_result result = begin(s, world, (wendi_scope){0, -1, ends, end_count}, from->tile, goal);
    s->start = from->tile;
    edges_out->count = 0;
    bool fits = s->farthest < MOST;
    int32_t step = (int32_t)s->heuristic.straight;
    for (int32_t i = 0; i < to->cluster_count && result == WEND_OK && fits; i++) {
        int32_t index = activate_at(s, to->clusters[i] % columns, to->clusters[i] / columns);
        if (index < 0) return WEND_ERROR_MEMORY;
        WENDI_ASSERT(s->active[index].level == 1 && s->active[index].cluster == to->clusters[i]);
        s->active[index].to_goal = to->distance[i];
    }
    if (result == WEND_OK && fits) result = seed(s, from, &fits);
    if (result == WEND_OK && fits) result = run(s, LEAST_SLACK * step, MOST_SLACK * step, &fits, stats);
    *found_out = fits && s->last_active >= 0;
    if (result != WEND_OK || !*found_out) return result;
    *last_out = s->active[s->last_active].matrix->nodes[s->last_slot];
    return trace(s, from, found_out, edges_out);
}

wend_result wendi_search_children(wendi_abstract_search* s, const wend_world* world, int32_t level,
                                  int32_t cluster, uint32_t from, uint32_t to, int32_t limit, bool* found_out,
                                  wendi_edge_list* edges_out) {
    wend_result result =
        begin(s, world, (wendi_scope){level - 1, cluster, NULL, 0},
              wendi_node_tile(&world->graph.clusters, from), wendi_node_tile(&world->graph.clusters, to));
    if (result != WEND_OK) return result;
    WENDI_ASSERT(level > 1 && limit >= 0 && limit < MOST && from != to);
    s->target_node = to;
    s->best = limit + 1;
    bool fits = true;
    wend_stats stats = {0}; // expanding edges is not counted
    result = expand(s, wendi_sweep(), from, -1, 0, &fits, &stats);
    if (result == WEND_OK) result = run(s, limit, limit, &fits, &stats);
    *found_out = fits && s->last_active >= 0;
    return result == WEND_OK && *found_out ? trace(s, NULL, found_out, edges_out) : result;
}
