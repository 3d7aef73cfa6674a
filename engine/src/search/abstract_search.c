// abstract_search.c: best-first search over cells.
#include "search/abstract_search.h"

#include <string.h>

static const int32_t MOST = INT32_MAX; // costs and estimates stay below

// A cell is worked on up to its estimate and some more: nodes may be relaxed again for it, but the cell is
// taken up less often. That pays where the search spreads, which shows in how far the least estimate has
// risen since it began: half of that, within so many of the cheapest steps.
enum { LEAST_SLACK = 6, MOST_SLACK = 30 };

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
    *s = (wendi_abstract_search){.allocator = *allocator};
}

void wendi_abstract_search_free(wendi_abstract_search* s) {
    wendi_free(&s->allocator, s->directory, s->directory_capacity, sizeof *s->directory);
    wendi_free(&s->allocator, s->visits, s->visit_capacity, sizeof *s->visits);
    wendi_free(&s->allocator, s->values, s->value_capacity, sizeof *s->values);
    wendi_free(&s->allocator, s->taken, s->taken_capacity, sizeof *s->taken);
    wendi_free(&s->allocator, s->keys, s->key_capacity, sizeof *s->keys);
    wendi_free(&s->allocator, s->least_keys, s->least_key_capacity, sizeof *s->least_keys);
}

size_t wendi_abstract_search_bytes(const wendi_abstract_search* s) {
    return s->visit_capacity * sizeof *s->visits + s->directory_capacity * sizeof *s->directory +
           (s->value_capacity + s->taken_capacity + s->key_capacity + s->least_key_capacity) *
               sizeof(int32_t);
}

// ---- visits

// Notes in the directory which visit holds the clusters of a cell.
static void note(const wendi_abstract_search* s, const wendi_cell_span* span, uint32_t entry) {
    for (int32_t y = span->top; y < span->bottom; y++)
        for (int32_t x = span->left; x < span->right; x++) s->directory[y * s->columns + x] = entry;
}

static wend_result begin(wendi_abstract_search* s, const wend_world* world, wendi_scope scope,
                         wend_tile target) {
    const wendi_abstract* a = &world->abstract;
    for (int32_t i = 0; i < s->visit_count; i++) note(s, &s->visits[i].span, 0);
    s->visit_count = 0;
    s->value_count = 0;
    s->world = world;
    s->scope = scope;
    s->target = target;
    s->heuristic = wendi_heuristic_for(
        world->grid, world->grid->moves == WEND_MOVES_4 ? WEND_MANHATTAN : WEND_OCTILE, WENDI_WEIGHT_ONE);
    s->farthest = wendi_heuristic_between(&s->heuristic, (wend_tile){0, 0},
                                          (wend_tile){a->clusters.width, a->clusters.height});
    s->columns = a->clusters.columns;
    s->per_column = 1.0 / s->columns;
    s->target_node = WENDI_NO_NODE;
    s->last_visit = s->last = -1;
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

static int32_t* values_of(const wendi_abstract_search* s, const wendi_visit* v, wendi_known value) {
    return s->values + v->first + (size_t)value * (size_t)v->lanes;
}

static bool grow(const wendi_abstract_search* s, int32_t** items, size_t* capacity, size_t kept,
                 size_t count) {
    int32_t* grown = wendi_grow(&s->allocator, *items, capacity, kept, count, sizeof *grown);
    if (grown) *items = grown;
    return grown;
}

// Makes room for one more visit, of a cell of so many lanes.
static bool grow_visits(wendi_abstract_search* s, size_t lanes) {
    size_t count = (size_t)s->visit_count, block = count / WENDI_KEY_BLOCK;
    wendi_visit* visits =
        wendi_grow(&s->allocator, s->visits, &s->visit_capacity, count, count + 1, sizeof *visits);
    if (visits) s->visits = visits;
    bool grown =
        visits &&
        grow(s, &s->values, &s->value_capacity, s->value_count, s->value_count + WENDI_KNOWN_COUNT * lanes) &&
        grow(s, &s->taken, &s->taken_capacity, s->taken_capacity, lanes) &&
        grow(s, &s->keys, &s->key_capacity, count, (block + 1) * WENDI_KEY_BLOCK) &&
        grow(s, &s->least_keys, &s->least_key_capacity, block, block + 1);
    if (!grown || count % WENDI_KEY_BLOCK > 0) return grown;
    for (int32_t i = 0; i < WENDI_KEY_BLOCK; i++) s->keys[count + (size_t)i] = MOST;
    s->least_keys[block] = MOST;
    return true;
}

// Least costs from nodes to the target. Without branches, so that compilers do several at once.
static void set_rests(const wendi_abstract_search* s, const uint32_t* restrict nodes, int32_t count,
                      int32_t* restrict rests) {
    const wendi_clusters* clusters = &s->world->abstract.clusters;
    const int32_t columns = s->columns, size = clusters->size;
    const int32_t most = (int32_t)s->heuristic.most, least = (int32_t)s->heuristic.least;
    const int32_t target_x = s->target.x, target_y = s->target.y;
    const double per_column = s->per_column;
    for (int32_t i = 0; i < count; i++) {
        int32_t cluster = (int32_t)(nodes[i] / WENDI_PLACES);
        int32_t row = (int32_t)((cluster + 0.5) * per_column), column = cluster - row * columns;
        int32_t along = (int32_t)(nodes[i] % WENDI_LEFT_PLACES);
        int32_t left = -(int32_t)(nodes[i] / WENDI_LEFT_PLACES % 2); // all bits, or none
        int32_t dx = column * size + (along & ~left) - target_x;
        int32_t dy = row * size + (along & left) - target_y;
        dx = dx < 0 ? -dx : dx;
        dy = dy < 0 ? -dy : dy;
        rests[i] = most * (dx > dy ? dx : dy) + least * (dx > dy ? dy : dx);
    }
}

// The nodes of a cell as they are before anything is known of them.
static void set_values(const wendi_abstract_search* s, const wendi_visit* v) {
    const int32_t lanes = v->lanes, count = v->table->count;
    int32_t* restrict costs = values_of(s, v, WENDI_KNOWN_COST);
    int32_t* restrict rests = values_of(s, v, WENDI_KNOWN_REST);
    int32_t* restrict estimates = values_of(s, v, WENDI_KNOWN_ESTIMATE);
    int32_t* restrict settled = values_of(s, v, WENDI_KNOWN_SETTLED);
    for (int32_t i = 0; i < lanes; i++) costs[i] = estimates[i] = settled[i] = MOST;
    set_rests(s, v->table->nodes, count, rests);
    for (int32_t i = count; i < lanes; i++) {
        costs[i] = -1;
        rests[i] = 0;
    }
}

// Visits a cell. Returns the index of the visit; -1: out of memory.
static int32_t visit(wendi_abstract_search* s, int32_t level, int32_t cell) {
    const wendi_table* table = wendi_table_of(&s->world->abstract, level, cell);
    int32_t lanes = (table->count + WENDI_ROW_LANES - 1) / WENDI_ROW_LANES * WENDI_ROW_LANES;
    if (!grow_visits(s, (size_t)wendi_max(lanes, 1))) return -1;
    wendi_visit* v = &s->visits[s->visit_count];
    const wendi_abstract* a = &s->world->abstract;
    *v = (wendi_visit){.table = table,
                       .level = level,
                       .cell = cell,
                       .span = wendi_cell_span_of(&a->clusters, &a->level[level - 1].cells, cell),
                       .lanes = lanes,
                       .first = s->value_count,
                       .least = MOST};
    set_values(s, v);
    s->value_count += WENDI_KNOWN_COUNT * (size_t)lanes;
    note(s, &v->span, (uint32_t)s->visit_count + 1);
    return s->visit_count++;
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

// The visit of the cell of the scope that holds a cluster; -1: there is none; -2: out of memory.
static int32_t visit_round(wendi_abstract_search* s, int32_t x, int32_t y) {
    uint32_t entry = s->directory[y * s->columns + x];
    if (entry) return (int32_t)entry - 1;
    cell_id id = cell_round(s, x, y);
    if (id.level == 0) return -1;
    int32_t index = visit(s, id.level, id.cell);
    return index < 0 ? -2 : index;
}

// A node in one of its cells.
typedef struct standing {
    int32_t visit, place;
} standing;

// Lists the cells of the scope that have a node, but for the one that it was reached in; through is -1 where
// there is none. Those that are not visited are visited if so asked, or left out. Returns how many; -1: out
// of memory.
static int32_t other_cells(wendi_abstract_search* s, uint32_t node, int32_t through, bool visits,
                           standing out[4]) {
    uint32_t cluster = node / WENDI_PLACES, place = node % WENDI_PLACES;
    int32_t bottom = (int32_t)((cluster + 0.5) * s->per_column);
    int32_t right = (int32_t)cluster - bottom * s->columns, count = 0;
    int32_t top = bottom - (place < WENDI_LEFT_PLACES);
    int32_t left = right - (place >= WENDI_LEFT_PLACES || (place == 0 && right > 0));
    if (place != 0 && through >= 0) { // only the one on the other side of its line
        bool beyond = s->directory[cluster] == (uint32_t)through + 1;
        top = bottom = beyond ? top : bottom;
        left = right = beyond ? left : right;
    }
    for (int32_t y = top; y <= bottom; y++) {
        for (int32_t x = left; x <= right; x++) {
            if (!visits && !s->directory[y * s->columns + x]) continue;
            int32_t index = visit_round(s, x, y);
            if (index == -2) return -1;
            bool seen = index < 0 || index == through;
            for (int32_t i = 0; i < count && !seen; i++) seen = index == out[i].visit;
            if (seen) continue;
            int32_t at = wendi_table_place(s->visits[index].table, node);
            if (at >= 0) out[count++] = (standing){index, at};
        }
    }
    return count;
}

// ---- what an observer is told

// Unpacking is not: it takes apart what was found.
static bool is_observed(const wendi_abstract_search* s) {
    return wendi_is_observed(&s->observer) && s->scope.level == 0;
}

static wend_tile tile_of(const wendi_abstract_search* s, const wendi_visit* v, int32_t place) {
    return wendi_node_tile(&s->world->abstract.clusters, v->table->nodes[place]);
}

static wend_rect area_of(const wendi_abstract_search* s, const wendi_visit* v) {
    return wendi_cluster_rect(&s->world->abstract.level[v->level - 1].cells, v->cell);
}

static void tell(const wendi_abstract_search* s, wend_event_kind kind, const wendi_visit* v, wend_tile tile,
                 wend_tile from, wend_cost cost) {
    wendi_tell(&s->observer, (wend_event){kind, v->level, tile, from, cost, area_of(s, v)});
}

// The node of a visit is about to fall to a cost there.
static void tell_lowered(wendi_abstract_search* s, int32_t index, int32_t place, wend_tile from,
                         int32_t cost) {
    const wendi_visit* v = &s->visits[index];
    standing others[4];
    int32_t count = other_cells(s, v->table->nodes[place], index, false, others);
    int32_t least = values_of(s, v, WENDI_KNOWN_COST)[place]; // that any of its cells knows
    for (int32_t i = 0; i < count; i++)
        least =
            wendi_min(least, values_of(s, &s->visits[others[i].visit], WENDI_KNOWN_COST)[others[i].place]);
    if (cost >= least) return;
    wend_event_kind kind = least == MOST                                          ? WEND_EVENT_OPENED
                           : least == values_of(s, v, WENDI_KNOWN_SETTLED)[place] ? WEND_EVENT_REOPENED
                                                                                  : WEND_EVENT_IMPROVED;
    tell(s, kind, v, tile_of(s, v, place), from, cost);
}

// The row of a node is about to lower the others.
static void tell_row(wendi_abstract_search* s, int32_t index, int32_t row, int32_t cost) {
    const wendi_visit* v = &s->visits[index];
    wend_tile from = tile_of(s, v, row);
    tell(s, WEND_EVENT_ROW, v, from, from, cost);
    for (int32_t i = 0; i < v->table->count; i++) {
        uint32_t step = wendi_table_cost(v->table, row, i);
        if (step != WENDI_UNREACHED) tell_lowered(s, index, i, from, cost + (int32_t)step);
    }
}

// ---- the search

// The cell is to be taken from the queue at the least estimate of its nodes, unless it will be sooner.
static void queue(wendi_abstract_search* s, int32_t index) {
    int32_t least = s->visits[index].least, *least_key = &s->least_keys[index / WENDI_KEY_BLOCK];
    if (least >= s->keys[index] || least >= s->best) return;
    s->keys[index] = least;
    *least_key = wendi_min(*least_key, least);
}

// Takes the visit of least key, the first of several, from the queue; -1: there is none below a limit. There
// are few visits, but for worlds of one level, and no branches here that depend on keys.
static int32_t take_next(const wendi_abstract_search* s, int32_t limit, int32_t* key_out) {
    int32_t block = 0, blocks = (s->visit_count + WENDI_KEY_BLOCK - 1) / WENDI_KEY_BLOCK;
    for (int32_t i = 1; i < blocks; i++) block = s->least_keys[i] < s->least_keys[block] ? i : block;
    if (blocks == 0 || s->least_keys[block] >= limit) return -1;
    const int32_t key = s->least_keys[block];
    int32_t *keys = s->keys + (ptrdiff_t)block * WENDI_KEY_BLOCK, at = WENDI_KEY_BLOCK, least = MOST;
    for (int32_t i = 0; i < WENDI_KEY_BLOCK; i++) at = wendi_min(at, keys[i] == key ? i : WENDI_KEY_BLOCK);
    keys[at] = MOST;
    for (int32_t i = 0; i < WENDI_KEY_BLOCK; i++) least = wendi_min(least, keys[i]);
    s->least_keys[block] = least;
    *key_out = key;
    return block * WENDI_KEY_BLOCK + at;
}

// Relaxes the row of a node that was reached through another cell.
static void relax(wendi_abstract_search* s, const wendi_sweep_kernel* kernel, int32_t index, int32_t place,
                  int32_t cost) {
    wendi_visit* v = &s->visits[index];
    if (is_observed(s)) tell_row(s, index, place, cost);
    int32_t *costs = values_of(s, v, WENDI_KNOWN_COST), *estimates = values_of(s, v, WENDI_KNOWN_ESTIMATE);
    if (costs[place] <= cost) return; // the cell itself knows better
    costs[place] = cost;
    estimates[place] = MOST;
    const wendi_table* table = v->table;
    int32_t least = kernel->relax_row(wendi_table_row(table, place), table->count, table->shift, cost,
                                      values_of(s, v, WENDI_KNOWN_REST), costs, estimates);
    v->least = wendi_min(v->least, least);
    queue(s, index);
}

// A node has been reached at a cost through a visit; what one of its cells knows of it follows.
static void settle(wendi_abstract_search* s, standing at, int32_t through, int32_t cost) {
    const wendi_visit* v = &s->visits[at.visit];
    values_of(s, v, WENDI_KNOWN_SETTLED)[at.place] = cost;
    values_of(s, v, WENDI_KNOWN_THROUGH)[at.place] = through;
    uint32_t rest = v->to_goal                                    ? v->to_goal[at.place]
                    : v->table->nodes[at.place] == s->target_node ? 0
                                                                  : WENDI_UNREACHED;
    if (rest == WENDI_UNREACHED || (int64_t)cost + rest >= s->best) return;
    s->best = cost + (int32_t)rest;
    s->last_visit = at.visit;
    s->last = at.place;
}

// A node has fallen to a cost through a visit, or is where the search begins. *fits_io becomes false when
// costs may exceed 31 bits.
static wend_result expand(wendi_abstract_search* s, const wendi_sweep_kernel* kernel, uint32_t node,
                          int32_t through, int32_t cost, bool* fits_io, wend_stats* stats) {
    standing others[4];
    int32_t count = other_cells(s, node, through, true, others);
    if (count < 0) return WEND_ERROR_MEMORY;
    for (int32_t i = 0; i < count; i++) {
        settle(s, others[i], through, cost);
        *fits_io &=
            cost + ((int64_t)WENDI_NO_WAY << s->visits[others[i].visit].table->shift) + s->farthest < MOST;
        if (!*fits_io) return WEND_OK;
        stats->abstract_expanded++;
        relax(s, kernel, others[i].visit, others[i].place, cost);
    }
    return WEND_OK;
}

static wend_result run(wendi_abstract_search* s, int32_t least_slack, int32_t most_slack, bool* fits_io,
                       wend_stats* stats) {
    const wendi_sweep_kernel* kernel = wendi_sweep();
    wend_result result = WEND_OK;
    int32_t index, key, first_key = MOST;
    while (result == WEND_OK && *fits_io && (index = take_next(s, s->best, &key)) >= 0) {
        wendi_visit v = s->visits[index];
        if (is_observed(s)) wendi_tell_cell(&s->observer, WEND_EVENT_CELL, v.level, area_of(s, &v), key);
        first_key = wendi_min(first_key, key);
        int32_t slack = wendi_max(least_slack, wendi_min((key - first_key) / 2, most_slack));
        int32_t limit = key < s->best - slack ? key + slack : s->best - 1;
        int32_t count =
            kernel->take_up_to(limit, values_of(s, &v, WENDI_KNOWN_ESTIMATE), v.lanes, s->taken, &v.least);
        s->visits[index].least = v.least;
        for (int32_t i = 0; i < count && result == WEND_OK && *fits_io; i++) {
            int32_t place = s->taken[i], cost = values_of(s, &v, WENDI_KNOWN_COST)[place];
            if (cost >= values_of(s, &v, WENDI_KNOWN_SETTLED)[place]) continue; // through another as low
            if (is_observed(s))
                tell(s, WEND_EVENT_CLOSED, &v, tile_of(s, &v, place), tile_of(s, &v, place), cost);
            settle(s, (standing){index, place}, index, cost);
            result = expand(s, kernel, v.table->nodes[place], index, cost, fits_io, stats);
        }
        queue(s, index);
    }
    return result;
}

// ---- tracing back, by equality: on a cheapest way each cost is that of the node before plus the edge

// The edge by which a node got its cost. The node before takes its place.
static bool edge_to(const wendi_abstract_search* s, standing* at_io, wendi_edge* out) {
    const wendi_visit* here = &s->visits[at_io->visit];
    uint32_t node = here->table->nodes[at_io->place];
    int32_t cost = values_of(s, here, WENDI_KNOWN_SETTLED)[at_io->place];
    int32_t through = values_of(s, here, WENDI_KNOWN_THROUGH)[at_io->place];
    if (through < 0) return false;
    const wendi_visit* v = &s->visits[through];
    const int32_t* settled = values_of(s, v, WENDI_KNOWN_SETTLED);
    int32_t place = v == here ? at_io->place : wendi_table_place(v->table, node);
    for (int32_t i = 0; i < v->table->count; i++) {
        if (settled[i] >= cost || wendi_table_cost(v->table, i, place) != (uint32_t)(cost - settled[i]))
            continue;
        *out = (wendi_edge){v->table->nodes[i], node, cost - settled[i], v->level, v->cell};
        *at_io = (standing){through, i};
        return true;
    }
    return false;
}

// True when a node has its cost from the start directly.
static bool starts_at(const wendi_abstract_search* s, const wendi_insertion* from, standing at) {
    const wendi_visit* v = &s->visits[at.visit];
    int32_t cost = values_of(s, v, WENDI_KNOWN_SETTLED)[at.place];
    for (int32_t i = 0; i < from->cluster_count; i++) {
        const wendi_table* table = wendi_table_of(&s->world->abstract, 1, from->clusters[i]);
        int32_t place = wendi_table_place(table, v->table->nodes[at.place]);
        if (place >= 0 && from->distance[i][place] == (uint32_t)cost) return true;
    }
    return false;
}

// Appends the edges from the last node back to an inserted start, or else to the node of cost 0.
static wend_result trace(const wendi_abstract_search* s, const wendi_insertion* from_opt, bool* found_out,
                         wendi_edge_list* edges_out) {
    standing at = {s->last_visit, s->last};
    while (from_opt ? !starts_at(s, from_opt, at)
                    : values_of(s, &s->visits[at.visit], WENDI_KNOWN_SETTLED)[at.place] > 0) {
        wendi_edge edge;
        *found_out = edge_to(s, &at, &edge);
        if (!*found_out) return WEND_OK;
        wend_result result = wendi_edge_list_push(edges_out, edge);
        if (result != WEND_OK) return result;
    }
    return WEND_OK;
}

// ---- what others ask for

// Puts the costs from the start to the nodes of its clusters into the queue.
static wend_result seed(wendi_abstract_search* s, const wendi_insertion* from, bool* fits_out) {
    int32_t columns = s->world->abstract.clusters.columns;
    for (int32_t i = 0; i < from->cluster_count; i++) {
        int32_t through = visit_round(s, from->clusters[i] % columns, from->clusters[i] / columns);
        if (through < 0) return WEND_ERROR_MEMORY;
        wendi_visit* v = &s->visits[through];
        int32_t *costs = values_of(s, v, WENDI_KNOWN_COST),
                *estimates = values_of(s, v, WENDI_KNOWN_ESTIMATE);
        const int32_t* rests = values_of(s, v, WENDI_KNOWN_REST);
        for (int32_t k = 0; k < v->table->count; k++) {
            uint32_t distance = from->distance[i][k];
            if (distance == WENDI_UNREACHED) continue;
            *fits_out &= distance + s->farthest < MOST;
            if (!*fits_out) return WEND_OK;
            if (is_observed(s)) tell_lowered(s, through, k, from->tile, (int32_t)distance);
            costs[k] = (int32_t)distance;
            estimates[k] = (int32_t)distance + rests[k];
            v->least = wendi_min(v->least, estimates[k]);
        }
        queue(s, through);
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
    int32_t step = (int32_t)s->heuristic.straight;
    for (int32_t i = 0; i < to->cluster_count && result == WEND_OK && fits; i++) {
        int32_t index = visit_round(s, to->clusters[i] % columns, to->clusters[i] / columns);
        if (index < 0) return WEND_ERROR_MEMORY;
        s->visits[index].to_goal = to->distance[i];
    }
    if (result == WEND_OK && fits) result = seed(s, from, &fits);
    if (result == WEND_OK && fits) result = run(s, LEAST_SLACK * step, MOST_SLACK * step, &fits, stats);
    *found_out = fits && s->last_visit >= 0;
    if (result != WEND_OK || !*found_out) return result;
    *last_out = s->visits[s->last_visit].table->nodes[s->last];
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
    result = expand(s, wendi_sweep(), from, -1, 0, &fits, &stats);
    if (result == WEND_OK) result = run(s, limit, limit, &fits, &stats);
    *found_out = fits && s->last_visit >= 0;
    return result == WEND_OK && *found_out ? trace(s, NULL, found_out, edges_out) : result;
}
