// abstract_search.c: best-first search over cells.
#include "abstract_search.h"

#include <string.h>

static const int32_t MOST = INT32_MAX; // costs and estimates stay below

// A cell is worked on up to its estimate and so many of the cheapest steps more: some nodes are relaxed again
// for it, but the cell is taken up less often.
enum { SLACK = 30 };

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
    *s = (wendi_abstract_search){
        .allocator = *allocator, .map.allocator = *allocator, .open.allocator = *allocator};
}

void wendi_abstract_search_free(wendi_abstract_search* s) {
    for (int32_t i = 0; i < WEND_MAX_LEVELS; i++)
        wendi_free(&s->allocator, s->directory[i], s->directory_capacity[i], sizeof *s->directory[i]);
    wendi_free(&s->allocator, s->visits, s->visit_capacity, sizeof *s->visits);
    wendi_node_map_free(&s->map);
    wendi_free(&s->allocator, s->nodes, s->node_capacity, sizeof *s->nodes);
    wendi_free(&s->allocator, s->costs, s->cost_capacity, sizeof *s->costs);
    wendi_free(&s->allocator, s->rests, s->rest_capacity, sizeof *s->rests);
    wendi_free(&s->allocator, s->lowered, s->lowered_capacity, sizeof *s->lowered);
    wendi_free(&s->allocator, s->indices, s->index_capacity, sizeof *s->indices);
    wendi_free(&s->allocator, s->taken, s->taken_capacity, sizeof *s->taken);
    wendi_heap_free(&s->open);
}

size_t wendi_abstract_search_bytes(const wendi_abstract_search* s) {
    size_t bytes =
        s->visit_capacity * sizeof *s->visits + wendi_node_map_bytes(&s->map) +
        s->node_capacity * sizeof *s->nodes + s->open.capacity * sizeof *s->open.entries +
        (s->cost_capacity + s->rest_capacity + s->lowered_capacity + s->index_capacity + s->taken_capacity) *
            sizeof(int32_t);
    for (int32_t i = 0; i < WEND_MAX_LEVELS; i++) bytes += s->directory_capacity[i] * sizeof *s->directory[i];
    return bytes;
}

// ---- visits

static wend_result begin(wendi_abstract_search* s, const wend_world* world, wendi_scope scope,
                         wend_tile target) {
    const wendi_abstract* a = &world->abstract;
    for (int32_t i = 0; i < s->visit_count; i++) s->directory[s->visits[i].level - 1][s->visits[i].cell] = 0;
    s->visit_count = s->open.count = 0;
    wendi_node_map_reset(&s->map);
    s->place_count = 0;
    s->world = world;
    s->scope = scope;
    s->target = target;
    s->heuristic = wendi_heuristic_for(
        world->grid, world->grid->moves == WEND_MOVES_4 ? WEND_MANHATTAN : WEND_OCTILE, WENDI_WEIGHT_ONE);
    s->farthest = wendi_heuristic_between(&s->heuristic, (wend_tile){0, 0},
                                          (wend_tile){a->clusters.width, a->clusters.height});
    s->target_node = s->last = WENDI_NO_NODE;
    s->best = MOST;
    for (int32_t i = 0; i < a->level_count; i++) {
        size_t cells = (size_t)wendi_cluster_count(&a->level[i].cells);
        if (s->directory_capacity[i] >= cells) continue;
        uint32_t* directory = wendi_alloc_zeroed(&s->allocator, cells, sizeof *directory);
        if (!directory) return WEND_ERROR_MEMORY;
        wendi_free(&s->allocator, s->directory[i], s->directory_capacity[i], sizeof *directory);
        s->directory[i] = directory;
        s->directory_capacity[i] = cells;
    }
    return WEND_OK;
}

static bool grow(wendi_abstract_search* s, int32_t** values, size_t* capacity, size_t kept, size_t count) {
    int32_t* grown = wendi_grow(&s->allocator, *values, capacity, kept, count, sizeof *grown);
    if (grown) *values = grown;
    return grown;
}

// Makes room for the nodes of one more cell.
static bool grow_nodes(wendi_abstract_search* s, size_t more) {
    size_t kept = s->place_count, count = kept + more, known = s->map.count;
    wendi_known_node* nodes =
        wendi_grow(&s->allocator, s->nodes, &s->node_capacity, known, known + more, sizeof *nodes);
    if (nodes) s->nodes = nodes;
    uint32_t* indices =
        wendi_grow(&s->allocator, s->indices, &s->index_capacity, kept, count, sizeof *indices);
    if (indices) s->indices = indices;
    return nodes && indices && grow(s, &s->costs, &s->cost_capacity, kept, count) &&
           grow(s, &s->rests, &s->rest_capacity, kept, count) &&
           grow(s, &s->lowered, &s->lowered_capacity, kept, count) &&
           grow(s, &s->taken, &s->taken_capacity, s->taken_capacity, more) &&
           wendi_node_map_reserve(&s->map, (uint32_t)more) == WEND_OK;
}

static int32_t rest_from(const wendi_abstract_search* s, wend_tile tile) {
    wend_cost rest = wendi_heuristic_between(&s->heuristic, tile, s->target);
    return rest < MOST ? (int32_t)rest : MOST;
}

// Lists a visit's nodes.
static void list_nodes(wendi_abstract_search* s, int32_t visit) {
    const wendi_table* table = s->visits[visit].table;
    const wendi_clusters* clusters = &s->world->abstract.clusters;
    wendi_node_reader reader = {.cluster = WENDI_NO_NODE};
    uint32_t at = s->place_count;
    for (int32_t i = 0; i < table->count; i++, at++) {
        uint32_t node = table->nodes[i], known = s->map.count;
        uint32_t index = wendi_node_map_index(&s->map, node);
        wendi_known_node* n = &s->nodes[index];
        if (index == known) {
            wend_tile tile = wendi_next_node_tile(clusters, &reader, node);
            *n = (wendi_known_node){.cost = MOST, .rest = rest_from(s, tile)};
        }
        s->indices[at] = index;
        s->rests[at] = n->rest;
        s->costs[at] = s->lowered[at] = MOST;
        n->visits[n->cell_count] = visit;
        n->places[n->cell_count++] = at;
    }
    for (; at % WENDI_ROW_LANES; at++) {
        s->costs[at] = -1;
        s->rests[at] = 0;
        s->lowered[at] = MOST;
    }
    s->place_count = at;
}

// Entries of a row, up to a multiple of the lanes.
static int32_t lanes_of(const wendi_table* table) {
    return (table->count + WENDI_ROW_LANES - 1) / WENDI_ROW_LANES * WENDI_ROW_LANES;
}

// The visit of a cell, by its index; -1: out of memory.
static int32_t visit(wendi_abstract_search* s, int32_t level, int32_t cell) {
    uint32_t* entry = &s->directory[level - 1][cell];
    if (*entry) return (int32_t)*entry - 1;
    const wendi_table* table = wendi_table_of(&s->world->abstract, level, cell);
    size_t count = (size_t)s->visit_count;
    wendi_visit* visits =
        wendi_grow(&s->allocator, s->visits, &s->visit_capacity, count, count + 1, sizeof *visits);
    if (!visits) return -1;
    s->visits = visits;
    if (!grow_nodes(s, (size_t)lanes_of(table))) return -1;
    int32_t columns = s->world->abstract.level[level - 1].cells.columns;
    visits[count] = (wendi_visit){.table = table,
                                  .level = level,
                                  .cell = cell,
                                  .x = cell % columns,
                                  .y = cell / columns,
                                  .first = s->place_count,
                                  .least = MOST,
                                  .key = MOST};
    list_nodes(s, s->visit_count);
    *entry = (uint32_t)++s->visit_count;
    return s->visit_count - 1;
}

// ---- the cells of a node

typedef struct cell_id {
    int32_t level, cell;
} cell_id;

// The largest settled cell round a cluster, by its column and row, that holds neither start nor goal, or else
// the cluster.
static cell_id active_cell(const wendi_abstract_search* s, int32_t x, int32_t y) {
    const wendi_abstract* a = &s->world->abstract;
    int32_t shift = a->level_count - 1;
    for (int32_t i = 0; i < s->scope.end_count; i++) {
        uint32_t apart = (uint32_t)(x ^ s->scope.ends[i].x) | (uint32_t)(y ^ s->scope.ends[i].y);
        shift = wendi_min(shift, 31 - __builtin_clz(apart | 1)); // 0 where it holds the end
    }
    for (;; shift--) {
        const wendi_level* level = &a->level[shift];
        int32_t cell = (y >> shift) * level->cells.columns + (x >> shift);
        if (shift == 0 || level->states[cell] == WENDI_SETTLED) return (cell_id){shift + 1, cell};
    }
}

// The cell of the scope round a cluster; level 0: there is none.
static cell_id cell_round(const wendi_abstract_search* s, int32_t x, int32_t y) {
    if (s->scope.level == 0) return active_cell(s, x, y);
    const wendi_level* level = &s->world->abstract.level[s->scope.level - 1];
    x >>= s->scope.level - 1;
    y >>= s->scope.level - 1;
    if ((y >> 1) * level[1].cells.columns + (x >> 1) != s->scope.parent) return (cell_id){0, 0};
    return (cell_id){s->scope.level, y * level->cells.columns + x};
}

// True when a cell of a node that is visited holds a cluster.
static bool is_held(const wendi_abstract_search* s, const wendi_known_node* n, int32_t x, int32_t y) {
    for (int32_t i = 0; i < n->cell_count; i++) {
        const wendi_visit* v = &s->visits[n->visits[i]];
        if (x >> (v->level - 1) == v->x && y >> (v->level - 1) == v->y) return true;
    }
    return false;
}

// True when there cannot be more cells than the two on either side of a line.
static bool is_complete(const wendi_abstract_search* s, uint32_t index) {
    return s->nodes[index].cell_count == 2 && s->map.nodes[index] % WENDI_PLACES != 0;
}

// Visits the cells of the scope that a node is on the border of. index: of the node; of a new one the count.
static wend_result visit_cells(wendi_abstract_search* s, uint32_t node, uint32_t index) {
    uint32_t columns = (uint32_t)s->world->abstract.clusters.columns;
    uint32_t cluster = node / WENDI_PLACES, place = node % WENDI_PLACES;
    int32_t row = (int32_t)(cluster / columns), column = (int32_t)(cluster - (uint32_t)row * columns);
    bool on_top = place < WENDI_LEFT_PLACES, on_left = !on_top || (place == 0 && column > 0);
    for (int32_t y = row - on_top; y <= row; y++) {
        for (int32_t x = column - on_left; x <= column; x++) {
            if (index < s->map.count && is_held(s, &s->nodes[index], x, y)) continue;
            cell_id id = cell_round(s, x, y);
            if (id.level > 0 && visit(s, id.level, id.cell) < 0) return WEND_ERROR_MEMORY;
        }
    }
    return WEND_OK;
}

// ---- what an observer is told

// Unpacking is not: it takes apart what was found.
static bool is_observed(const wendi_abstract_search* s) {
    return wendi_is_observed(&s->observer) && s->scope.level == 0;
}

static wend_tile tile_of(const wendi_abstract_search* s, uint32_t index) {
    return wendi_node_tile(&s->world->abstract.clusters, s->map.nodes[index]);
}

static wend_rect area_of(const wendi_abstract_search* s, const wendi_visit* v) {
    return wendi_cluster_rect(&s->world->abstract.level[v->level - 1].cells, v->cell);
}

static void tell(const wendi_abstract_search* s, wend_event_kind kind, const wendi_visit* v, wend_tile tile,
                 wend_tile from, wend_cost cost) {
    wendi_tell(&s->observer, (wend_event){kind, v->level, tile, from, cost, area_of(s, v)});
}

// The node of a visit is about to fall to a cost there.
static void tell_lowered(const wendi_abstract_search* s, const wendi_visit* v, int32_t place, wend_tile from,
                         int32_t cost) {
    uint32_t index = s->indices[v->first + (uint32_t)place];
    const wendi_known_node* n = &s->nodes[index];
    int32_t least = MOST; // that any of its cells knows
    for (int32_t i = 0; i < n->cell_count; i++) least = wendi_min(least, s->costs[n->places[i]]);
    if (cost >= least) return;
    wend_event_kind kind = least == MOST      ? WEND_EVENT_OPENED
                           : least == n->cost ? WEND_EVENT_REOPENED
                                              : WEND_EVENT_IMPROVED;
    tell(s, kind, v, tile_of(s, index), from, cost);
}

// The row of a node is about to lower the others.
static void tell_row(const wendi_abstract_search* s, const wendi_visit* v, int32_t row, int32_t cost) {
    wend_tile from = tile_of(s, s->indices[v->first + (uint32_t)row]);
    tell(s, WEND_EVENT_ROW, v, from, from, cost);
    for (int32_t i = 0; i < v->table->count; i++) {
        uint32_t step = wendi_table_cost(v->table, row, i);
        if (step != WENDI_UNREACHED) tell_lowered(s, v, i, from, cost + (int32_t)step);
    }
}

// ---- the search

// The cell is to be taken from the queue at the least estimate of its nodes, unless it will be sooner.
static wend_result queue(wendi_abstract_search* s, int32_t index) {
    wendi_visit* v = &s->visits[index];
    if (v->least >= v->key || v->least >= s->best) return WEND_OK;
    v->key = v->least;
    return wendi_heap_push(&s->open, v->key, (uint32_t)index);
}

// Relaxes the row of a node that was reached through another cell.
static wend_result relax(wendi_abstract_search* s, const wendi_sweep_kernel* kernel, int32_t index,
                         uint32_t at, int32_t cost) {
    wendi_visit* v = &s->visits[index];
    if (is_observed(s)) tell_row(s, v, (int32_t)(at - v->first), cost);
    if (s->costs[at] <= cost) return WEND_OK; // the cell itself knows better
    s->costs[at] = cost;
    s->lowered[at] = MOST;
    const wendi_table* table = v->table;
    int32_t least =
        kernel->relax_row(wendi_table_row(table, (int32_t)(at - v->first)), table->count, table->shift, cost,
                          s->rests + v->first, s->costs + v->first, s->lowered + v->first);
    v->least = wendi_min(v->least, least);
    return queue(s, index);
}

// The goal is so far from a node.
static void reach(wendi_abstract_search* s, uint32_t index, int32_t cost, uint32_t rest) {
    if (rest == WENDI_UNREACHED || (int64_t)cost + rest >= s->best) return;
    s->best = cost + (int32_t)rest;
    s->last = index;
}

// A node has fallen to a cost through a cell. *fits_io becomes false when costs may exceed 31 bits.
static wend_result expand(wendi_abstract_search* s, const wendi_sweep_kernel* kernel, uint32_t index,
                          int32_t through, int32_t cost, bool* fits_io, wend_stats* stats) {
    if (cost >= s->nodes[index].cost) return WEND_OK; // and through another as low
    wend_result result = WEND_OK;
    if (!s->nodes[index].complete && !is_complete(s, index))
        result = visit_cells(s, s->map.nodes[index], index);
    wendi_known_node* n = &s->nodes[index];
    n->complete = true;
    n->cost = cost;
    n->through = through;
    if (is_observed(s))
        tell(s, WEND_EVENT_CLOSED, &s->visits[through], tile_of(s, index), tile_of(s, index), cost);
    if (n->rest == 0 && s->map.nodes[index] == s->target_node) reach(s, index, cost, 0);
    for (int32_t i = 0; i < n->cell_count && result == WEND_OK; i++) {
        const wendi_visit* v = &s->visits[n->visits[i]];
        if (v->to_goal) reach(s, index, cost, v->to_goal[n->places[i] - v->first]);
        if (n->visits[i] == through) continue;
        *fits_io &= cost + ((int64_t)WENDI_NO_WAY << v->table->shift) + s->farthest < MOST;
        if (!*fits_io) return WEND_OK;
        stats->abstract_expanded++;
        result = relax(s, kernel, n->visits[i], n->places[i], cost);
    }
    return result;
}

static wend_result run(wendi_abstract_search* s, int32_t slack, bool* fits_io, wend_stats* stats) {
    const wendi_sweep_kernel* kernel = wendi_sweep();
    wend_result result = WEND_OK;
    while (result == WEND_OK && *fits_io && s->open.count > 0 && s->open.entries[0].key < s->best) {
        wendi_heap_entry entry = wendi_heap_pop(&s->open);
        int32_t index = (int32_t)entry.item;
        wendi_visit v = s->visits[index];
        if (v.key != entry.key) continue; // done since
        if (is_observed(s))
            wendi_tell_cell(&s->observer, WEND_EVENT_CELL, v.level, area_of(s, &v), entry.key);
        int32_t limit = v.key < s->best - slack ? v.key + slack : s->best - 1;
        int32_t count =
            kernel->take_up_to(limit, s->lowered + v.first, lanes_of(v.table), s->taken, &v.least);
        s->visits[index].least = v.least;
        s->visits[index].key = MOST;
        for (int32_t i = 0; i < count && result == WEND_OK && *fits_io; i++) {
            uint32_t at = v.first + (uint32_t)s->taken[i];
            result = expand(s, kernel, s->indices[at], index, s->costs[at], fits_io, stats);
        }
        if (result == WEND_OK) result = queue(s, index);
    }
    return result;
}

// ---- tracing back, by equality: on a cheapest way each cost is that of the node before plus the edge

// The edge by which a node got its cost.
static bool edge_to(const wendi_abstract_search* s, uint32_t index, wendi_edge* out, uint32_t* before_out) {
    const wendi_known_node* n = &s->nodes[index];
    if (n->through < 0) return false;
    const wendi_visit* v = &s->visits[n->through];
    int32_t place = 0;
    for (int32_t i = 0; i < n->cell_count; i++)
        if (n->visits[i] == n->through) place = (int32_t)(n->places[i] - v->first);
    for (int32_t i = 0; i < v->table->count; i++) {
        uint32_t before = s->indices[v->first + (uint32_t)i];
        int32_t cost = s->nodes[before].cost;
        if (cost >= n->cost || wendi_table_cost(v->table, i, place) != (uint32_t)(n->cost - cost)) continue;
        *out = (wendi_edge){s->map.nodes[before], s->map.nodes[index], n->cost - cost, v->level, v->cell};
        *before_out = before;
        return true;
    }
    return false;
}

// True when a node has its cost from the start directly.
static bool starts_at(const wendi_abstract_search* s, const wendi_insertion* from, uint32_t index) {
    const wendi_known_node* n = &s->nodes[index];
    for (int32_t i = 0; i < from->cluster_count; i++) {
        const wendi_table* table = wendi_table_of(&s->world->abstract, 1, from->clusters[i]);
        int32_t place = wendi_table_place(table, s->map.nodes[index]);
        if (place >= 0 && from->distance[i][place] == (uint32_t)n->cost) return true;
    }
    return false;
}

// Appends the edges from the last node back to an inserted start, or else to the node of cost 0.
static wend_result trace(const wendi_abstract_search* s, const wendi_insertion* from_opt, bool* found_out,
                         wendi_edge_list* edges_out) {
    uint32_t index = s->last;
    while (from_opt ? !starts_at(s, from_opt, index) : s->nodes[index].cost > 0) {
        wendi_edge edge;
        *found_out = edge_to(s, index, &edge, &index);
        if (!*found_out) return WEND_OK;
        wend_result result = wendi_edge_list_push(edges_out, edge);
        if (result != WEND_OK) return result;
    }
    return WEND_OK;
}

// ---- what others ask for

// Puts the costs from the start to the nodes of its clusters into the queue.
static wend_result seed(wendi_abstract_search* s, const wendi_insertion* from, bool* fits_out) {
    for (int32_t i = 0; i < from->cluster_count; i++) {
        int32_t through = visit(s, 1, from->clusters[i]);
        if (through < 0) return WEND_ERROR_MEMORY;
        wendi_visit* v = &s->visits[through];
        for (int32_t k = 0; k < v->table->count; k++) {
            uint32_t distance = from->distance[i][k], at = v->first + (uint32_t)k;
            if (distance == WENDI_UNREACHED) continue;
            *fits_out &= distance + s->farthest < MOST;
            if (!*fits_out) return WEND_OK;
            if (is_observed(s)) tell_lowered(s, v, k, from->tile, (int32_t)distance);
            s->costs[at] = (int32_t)distance;
            s->lowered[at] = (int32_t)distance + s->rests[at];
            v->least = wendi_min(v->least, s->lowered[at]);
        }
        wend_result result = queue(s, through);
        if (result != WEND_OK) return result;
    }
    return WEND_OK;
}

wend_result wendi_search_cells(wendi_abstract_search* s, const wend_world* world, const wendi_insertion* from,
                               wend_tile goal, const wendi_insertion* to, bool* found_out, uint32_t* last_out,
                               wendi_edge_list* edges_out, wend_stats* stats) {
    wend_tile ends[8];
    int32_t end_count = 0, columns = world->abstract.clusters.columns;
    for (int32_t i = 0; i < from->cluster_count; i++)
        ends[end_count++] = (wend_tile){from->clusters[i] % columns, from->clusters[i] / columns};
    for (int32_t i = 0; i < to->cluster_count; i++)
        ends[end_count++] = (wend_tile){to->clusters[i] % columns, to->clusters[i] / columns};
    wend_result result = begin(s, world, (wendi_scope){0, -1, ends, end_count}, goal);
    edges_out->count = 0;
    bool fits = s->farthest < MOST;
    for (int32_t i = 0; i < to->cluster_count && result == WEND_OK && fits; i++) {
        int32_t index = visit(s, 1, to->clusters[i]);
        if (index < 0) return WEND_ERROR_MEMORY;
        s->visits[index].to_goal = to->distance[i];
    }
    if (result == WEND_OK && fits) result = seed(s, from, &fits);
    if (result == WEND_OK && fits) result = run(s, SLACK * (int32_t)s->heuristic.straight, &fits, stats);
    *found_out = fits && s->last != WENDI_NO_NODE;
    if (result != WEND_OK || !*found_out) return result;
    *last_out = s->map.nodes[s->last];
    return trace(s, from, found_out, edges_out);
}

wend_result wendi_search_children(wendi_abstract_search* s, const wend_world* world, int32_t level,
                                  int32_t cell, uint32_t from, uint32_t to, int32_t limit, bool* found_out,
                                  wendi_edge_list* edges_out) {
    wend_result result = begin(s, world, (wendi_scope){level - 1, cell, NULL, 0},
                               wendi_node_tile(&world->abstract.clusters, to));
    if (result != WEND_OK) return result;
    s->target_node = to;
    s->best = limit + 1;
    bool fits = true;
    wend_stats stats = {0}; // the work of unpacking is not counted
    result = visit_cells(s, from, UINT32_MAX);
    const wendi_node_slot* slot = s->map.count > 0 ? wendi_node_map_slot(&s->map, from) : NULL;
    if (result == WEND_OK && slot && slot->node == from)
        result = expand(s, wendi_sweep(), slot->index, -1, 0, &fits, &stats);
    if (result == WEND_OK) result = run(s, limit, &fits, &stats);
    *found_out = fits && s->last != WENDI_NO_NODE;
    return result == WEND_OK && *found_out ? trace(s, NULL, found_out, edges_out) : result;
}
