// abstract_search.c: best-first search over cells.
#include "abstract_search.h"

#include <string.h>

static const int32_t MOST = INT32_MAX; // costs and estimates stay below

// A cell is worked on up to its estimate and so many of the cheapest steps more: some nodes are relaxed again
// for it, but the cell is taken up less often.
enum { SLACK = 12 };
enum { CACHE_LINE = 64 }; // bytes

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
    *s = (wendi_abstract_search){.allocator = *allocator, .open.allocator = *allocator};
}

void wendi_abstract_search_free(wendi_abstract_search* s) {
    for (int32_t i = 0; i < WEND_MAX_LEVELS; i++)
        wendi_free(&s->allocator, s->directory[i], s->directory_capacity[i], sizeof *s->directory[i]);
    wendi_free(&s->allocator, s->visits, s->visit_capacity, sizeof *s->visits);
    wendi_free(&s->allocator, s->costs, s->cost_capacity, sizeof *s->costs);
    wendi_free(&s->allocator, s->rests, s->rest_capacity, sizeof *s->rests);
    wendi_free(&s->allocator, s->waiting, s->waiting_capacity, sizeof *s->waiting);
    wendi_free(&s->allocator, s->lowered, s->lowered_capacity, sizeof *s->lowered);
    wendi_free(&s->allocator, s->minima, s->minima_capacity, sizeof *s->minima);
    wendi_free(&s->allocator, s->places, s->place_capacity, sizeof *s->places);
    wendi_heap_free(&s->open);
}

size_t wendi_abstract_search_bytes(const wendi_abstract_search* s) {
    size_t bytes = s->visit_capacity * sizeof *s->visits + s->open.capacity * sizeof *s->open.entries +
                   (s->cost_capacity + s->rest_capacity + s->waiting_capacity + s->lowered_capacity +
                    s->minima_capacity + s->place_capacity) *
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
    s->node_count = 0;
    s->world = world;
    s->scope = scope;
    s->target = target;
    s->farthest = wendi_heuristic_between(&s->heuristic, (wend_tile){0, 0},
                                          (wend_tile){a->clusters.width, a->clusters.height});
    s->target_node = s->goal.from = WENDI_NO_NODE;
    s->best = MOST;
    s->enough = -1;
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
    size_t kept = s->node_count, count = kept + more;
    return grow(s, &s->costs, &s->cost_capacity, kept, count) &&
           grow(s, &s->rests, &s->rest_capacity, kept, count) &&
           grow(s, &s->waiting, &s->waiting_capacity, kept, count) &&
           grow(s, &s->lowered, &s->lowered_capacity, kept, count) &&
           grow(s, &s->minima, &s->minima_capacity, 0, more / WENDI_BLOCK) &&
           grow(s, &s->places, &s->place_capacity, s->place_capacity, more);
}

// Fills in what the heuristic says of the nodes of a table.
static void estimate_rests(const wendi_abstract_search* s, const wendi_table* table, int32_t* rests) {
    const wendi_clusters* clusters = &s->world->abstract.clusters;
    uint32_t cluster = UINT32_MAX;
    wend_tile corner = {0, 0};
    for (int32_t i = 0; i < table->count; i++) {
        uint32_t node = table->nodes[i], place = node % WENDI_PLACES;
        if (node / WENDI_PLACES != cluster) { // a division less for each of the others
            cluster = node / WENDI_PLACES;
            corner = wendi_node_tile(clusters, wendi_node_on((int32_t)cluster, 0));
        }
        wend_tile tile = {corner.x + (place < WENDI_LEFT_PLACES ? (int32_t)place : 0),
                          corner.y + (place < WENDI_LEFT_PLACES ? 0 : (int32_t)place - WENDI_LEFT_PLACES)};
        wend_cost rest = wendi_heuristic_between(&s->heuristic, tile, s->target);
        rests[i] = rest < MOST ? (int32_t)rest : MOST;
    }
}

static size_t blocks_of(const wendi_table* table) {
    return ((size_t)table->count + WENDI_BLOCK - 1) / WENDI_BLOCK;
}

// The visit of a cell, by its index; -1: out of memory.
static int32_t visit(wendi_abstract_search* s, int32_t level, int32_t cell) {
    uint32_t* entry = &s->directory[level - 1][cell];
    if (*entry) return (int32_t)*entry - 1;
    const wendi_table* table = wendi_table_of(&s->world->abstract, level, cell);
    size_t count = (size_t)s->visit_count, nodes = blocks_of(table) * WENDI_BLOCK;
    wendi_visit* visits =
        wendi_grow(&s->allocator, s->visits, &s->visit_capacity, count, count + 1, sizeof *visits);
    if (!visits) return -1;
    s->visits = visits;
    if (!grow_nodes(s, nodes)) return -1;
    int32_t target = s->target_node == WENDI_NO_NODE ? -1 : wendi_table_place(table, s->target_node);
    visits[count] = (wendi_visit){table, level, cell, s->node_count, MOST, MOST, MOST, NULL, target};
    for (size_t i = s->node_count; i < s->node_count + nodes; i++)
        s->costs[i] = s->waiting[i] = s->lowered[i] = MOST;
    estimate_rests(s, table, s->rests + s->node_count);
    s->node_count += (uint32_t)nodes;
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

// The cells of the scope that may have a node on their border, each once, but for one. Returns how many.
static int32_t cells_of_node(const wendi_abstract_search* s, uint32_t node, cell_id but, cell_id out[4]) {
    uint32_t columns = (uint32_t)s->world->abstract.clusters.columns;
    uint32_t cluster = node / WENDI_PLACES, place = node % WENDI_PLACES;
    int32_t row = (int32_t)(cluster / columns), column = (int32_t)(cluster - (uint32_t)row * columns);
    bool on_top = place < WENDI_LEFT_PLACES, on_left = !on_top || (place == 0 && column > 0);
    int32_t count = 0;
    for (int32_t y = row - on_top; y <= row; y++) {
        for (int32_t x = column - on_left; x <= column; x++) {
            cell_id id = cell_round(s, x, y);
            bool seen = id.level == 0 || (id.cell == but.cell && id.level == but.level);
            for (int32_t k = 0; k < count && !seen; k++)
                seen = out[k].cell == id.cell && out[k].level == id.level;
            if (!seen) out[count++] = id;
        }
    }
    return count;
}

// ---- the search

// A node of a cell has a cost: does it lead to the goal?
static void reach_goal(wendi_abstract_search* s, int32_t index, int32_t place, int32_t cost) {
    const wendi_visit* v = &s->visits[index];
    uint32_t rest = WENDI_UNREACHED;
    if (v->to_goal) rest = v->to_goal[place];
    if (v->target_place >= 0) rest = wendi_table_cost(v->table, place, v->target_place);
    if (rest == WENDI_UNREACHED || (int64_t)cost + rest >= s->best) return;
    s->best = cost + (int32_t)rest;
    s->goal = (wendi_edge){v->table->nodes[place], s->target_node, (int32_t)rest, v->level, v->cell};
    s->goal_cost = cost;
}

// The cell is to be taken from the queue at the least estimate of its nodes, unless it will be sooner.
static wend_result queue(wendi_abstract_search* s, int32_t index) {
    wendi_visit* v = &s->visits[index];
    int32_t key = wendi_min(v->waiting_least, v->lowered_least);
    if (key >= v->key || key >= s->best) return WEND_OK;
    v->key = key;
    return wendi_heap_push(&s->open, key, (uint32_t)index);
}

// Brings a cost to a node of a cell from outside.
static wend_result offer(wendi_abstract_search* s, cell_id id, uint32_t node, int32_t cost) {
    int32_t index = visit(s, id.level, id.cell);
    if (index < 0) return WEND_ERROR_MEMORY;
    wendi_visit* v = &s->visits[index];
    int32_t place = wendi_table_place(v->table, node);
    if (place < 0) return WEND_OK;
    uint32_t at = v->first + (uint32_t)place;
    if (cost >= s->costs[at]) return WEND_OK;
    s->costs[at] = cost;
    s->waiting[at] = cost + s->rests[at];
    s->lowered[at] = MOST;
    v->waiting_least = wendi_min(v->waiting_least, s->waiting[at]);
    reach_goal(s, index, place, cost);
    return queue(s, index);
}

// Tells the cost of a node to its cells but one.
static wend_result tell(wendi_abstract_search* s, uint32_t node, int32_t cost, cell_id but) {
    cell_id cells[4];
    int32_t count = cells_of_node(s, node, but, cells);
    for (int32_t i = 0; i < count; i++) {
        wend_result result = offer(s, cells[i], node, cost);
        if (result != WEND_OK) return result;
    }
    return WEND_OK;
}

// Takes the nodes of a cell with estimates up to a limit to s->places. Returns how many; the least estimate
// of those that stay goes to *least_out.
static int32_t take(const wendi_abstract_search* s, const wendi_sweep_kernel* kernel, const wendi_visit* v,
                    int32_t* estimates, int32_t limit, int32_t* least_out) {
    int32_t count = 0, least = MOST, blocks = (int32_t)blocks_of(v->table);
    kernel->block_minima(estimates, blocks, s->minima);
    for (int32_t b = 0; b < blocks; b++) {
        if (s->minima[b] > limit) {
            least = wendi_min(least, s->minima[b]);
            continue;
        }
        for (int32_t i = b * WENDI_BLOCK; i < (b + 1) * WENDI_BLOCK; i++) {
            if (estimates[i] > limit) {
                least = wendi_min(least, estimates[i]);
            } else {
                estimates[i] = MOST;
                s->places[count++] = i;
            }
        }
    }
    *least_out = least;
    return count;
}

// Relaxes the rows of the nodes that wait in a cell with estimates up to a limit. False when sums might
// exceed 31 bits.
static bool relax_waiting(wendi_abstract_search* s, const wendi_sweep_kernel* kernel, wendi_visit* v,
                          int32_t limit, wend_stats* stats) {
    const wendi_table* table = v->table;
    int32_t *costs = s->costs + v->first, *lowered = s->lowered + v->first;
    const int32_t* rests = s->rests + v->first;
    int32_t count = take(s, kernel, v, s->waiting + v->first, limit, &v->waiting_least);
    stats->abstract_expanded += count;
    for (int32_t i = 0; i < count; i++) { // they come from all over memory
        const uint16_t* row = wendi_table_row(table, s->places[i]);
        for (int32_t k = 0; k < table->count; k += CACHE_LINE / (int32_t)sizeof *row)
            __builtin_prefetch(row + k);
    }
    for (int32_t i = 0; i < count; i++) {
        int32_t place = s->places[i];
        if (costs[place] + ((int64_t)WENDI_NO_WAY << table->shift) + s->farthest >= MOST) return false;
        kernel->relax_row(wendi_table_row(table, place), table->count, table->shift, costs[place], rests,
                          costs, lowered);
    }
    return true;
}

// Tells what rows of a cell have lowered, where the estimate is within a limit, and queues the cell for the
// rest.
static wend_result tell_lowered(wendi_abstract_search* s, const wendi_sweep_kernel* kernel, int32_t index,
                                int32_t limit) {
    wendi_visit v = s->visits[index];
    int32_t count = take(s, kernel, &v, s->lowered + v.first, limit, &v.lowered_least);
    s->visits[index].lowered_least = v.lowered_least;
    s->visits[index].key = MOST;
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < count; i++)
        reach_goal(s, index, s->places[i], s->costs[v.first + (uint32_t)s->places[i]]);
    for (int32_t i = 0; i < count && result == WEND_OK && s->best > s->enough; i++) {
        int32_t place = s->places[i];
        result =
            tell(s, v.table->nodes[place], s->costs[v.first + (uint32_t)place], (cell_id){v.level, v.cell});
    }
    return result == WEND_OK ? queue(s, index) : result;
}

// *fits_out becomes false when costs may exceed 31 bits.
static wend_result run(wendi_abstract_search* s, int32_t slack, bool* fits_out, wend_stats* stats) {
    const wendi_sweep_kernel* kernel = wendi_sweep();
    wend_result result = WEND_OK;
    while (result == WEND_OK && s->open.count > 0 && s->open.entries[0].key < s->best &&
           s->best > s->enough) {
        wendi_heap_entry entry = wendi_heap_pop(&s->open);
        int32_t index = (int32_t)entry.item;
        wendi_visit* v = &s->visits[index];
        if (v->key != entry.key) continue; // done since
        int32_t limit = v->key < s->best - slack ? v->key + slack : s->best - 1;
        *fits_out = v->waiting_least > limit || relax_waiting(s, kernel, v, limit, stats);
        if (!*fits_out) return WEND_OK;
        result = tell_lowered(s, kernel, index, limit);
    }
    return result;
}

// ---- tracing back, by equality: on a cheapest way each cost is that of the node before plus the edge

// The edge by which a node got its cost.
static bool edge_to(const wendi_abstract_search* s, uint32_t node, int32_t cost, wendi_edge* out) {
    cell_id cells[4];
    int32_t count = cells_of_node(s, node, (cell_id){0, 0}, cells);
    for (int32_t c = 0; c < count; c++) {
        uint32_t entry = s->directory[cells[c].level - 1][cells[c].cell];
        if (!entry) continue;
        const wendi_visit* v = &s->visits[entry - 1];
        int32_t place = wendi_table_place(v->table, node);
        if (place < 0) continue;
        for (int32_t i = 0; i < v->table->count; i++) {
            int32_t before = s->costs[v->first + (uint32_t)i];
            if (before >= cost || wendi_table_cost(v->table, i, place) != (uint32_t)(cost - before)) continue;
            *out = (wendi_edge){v->table->nodes[i], node, cost - before, v->level, v->cell};
            return true;
        }
    }
    return false;
}

// True when a node has its cost from the start directly.
static bool starts_at(const wendi_abstract_search* s, const wendi_insertion* from, uint32_t node,
                      int32_t cost) {
    for (int32_t i = 0; i < from->cluster_count; i++) {
        int32_t place = wendi_table_place(wendi_table_of(&s->world->abstract, 1, from->clusters[i]), node);
        if (place >= 0 && from->distance[i][place] == (uint32_t)cost) return true;
    }
    return false;
}

// Appends the edges from the goal's node back to an inserted start, or else to the node of cost 0.
static wend_result trace(const wendi_abstract_search* s, const wendi_insertion* from_opt, bool* found_out,
                         wendi_edge_list* edges_out) {
    uint32_t node = s->goal.from;
    int32_t cost = s->goal_cost;
    while (from_opt ? !starts_at(s, from_opt, node, cost) : cost > 0) {
        wendi_edge edge;
        *found_out = edge_to(s, node, cost, &edge);
        if (!*found_out) return WEND_OK;
        wend_result result = wendi_edge_list_push(edges_out, edge);
        if (result != WEND_OK) return result;
        node = edge.from;
        cost -= edge.cost;
    }
    return WEND_OK;
}

// ---- what others ask for

// Puts the costs from the start to the nodes of its clusters into the queue. False when they exceed 31 bits.
static wend_result seed(wendi_abstract_search* s, const wendi_insertion* from, bool* fits_out) {
    for (int32_t i = 0; i < from->cluster_count; i++) {
        int32_t index = visit(s, 1, from->clusters[i]);
        if (index < 0) return WEND_ERROR_MEMORY;
        wendi_visit* v = &s->visits[index];
        for (int32_t k = 0; k < v->table->count; k++) {
            uint32_t distance = from->distance[i][k], at = v->first + (uint32_t)k;
            if (distance == WENDI_UNREACHED) continue;
            *fits_out &= distance + s->farthest < MOST;
            if (!*fits_out) return WEND_OK;
            s->costs[at] = (int32_t)distance;
            s->lowered[at] = (int32_t)distance + s->rests[at];
        }
        v->lowered_least = 0;
        wend_result result = queue(s, index);
        if (result != WEND_OK) return result;
    }
    return WEND_OK;
}

wend_result wendi_search_cells(wendi_abstract_search* s, const wend_world* world, const wendi_insertion* from,
                               wend_tile goal, const wendi_insertion* to, bool* found_out,
                               wendi_edge_list* edges_out, wend_stats* stats) {
    wend_tile ends[8];
    int32_t end_count = 0, columns = world->abstract.clusters.columns;
    for (int32_t i = 0; i < from->cluster_count; i++)
        ends[end_count++] = (wend_tile){from->clusters[i] % columns, from->clusters[i] / columns};
    for (int32_t i = 0; i < to->cluster_count; i++)
        ends[end_count++] = (wend_tile){to->clusters[i] % columns, to->clusters[i] / columns};
    s->heuristic = wendi_heuristic_for(
        world->grid, world->grid->moves == WEND_MOVES_4 ? WEND_MANHATTAN : WEND_OCTILE, WENDI_WEIGHT_ONE);
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
    *found_out = fits && s->goal.from != WENDI_NO_NODE;
    return result == WEND_OK && *found_out ? trace(s, from, found_out, edges_out) : result;
}

// A way by one child, or by two over a node that they share: what most edges are made of. Returns of how many
// edges, which go to out from the last to the first; 0: there is none.
static int32_t short_way(const wendi_abstract* a, const wendi_edge* edge, wendi_edge out[2]) {
    int32_t cells[4], from[4], to[4], level = edge->level - 1;
    const wendi_table* tables[4];
    int32_t children = wendi_children_of(a, edge->level, edge->cell, cells);
    for (int32_t c = 0; c < children; c++) {
        tables[c] = wendi_table_of(a, level, cells[c]);
        from[c] = wendi_table_place(tables[c], edge->from);
        to[c] = wendi_table_place(tables[c], edge->to);
        if (from[c] < 0 || to[c] < 0) continue;
        uint32_t cost = wendi_table_cost(tables[c], from[c], to[c]);
        if (cost > (uint32_t)edge->cost) continue;
        out[0] = (wendi_edge){edge->from, edge->to, (int32_t)cost, level, cells[c]};
        return 1;
    }
    for (int32_t c = 0; c < children; c++) {
        for (int32_t d = 0; d < children; d++) {
            if (c == d || from[c] < 0 || to[d] < 0) continue;
            const wendi_table *first = tables[c], *second = tables[d];
            for (int32_t i = 0, k = 0; i < first->count && k < second->count;) {
                if (first->nodes[i] != second->nodes[k]) {
                    bool behind = first->nodes[i] < second->nodes[k];
                    i += behind;
                    k += !behind;
                    continue;
                }
                uint32_t head = wendi_table_cost(first, from[c], i), whole = (uint32_t)edge->cost;
                uint32_t tail = head <= whole ? wendi_table_cost(second, k, to[d]) : WENDI_UNREACHED;
                if (tail <= whole - head && head <= whole) {
                    out[0] = (wendi_edge){first->nodes[i], edge->to, (int32_t)tail, level, cells[d]};
                    out[1] = (wendi_edge){edge->from, first->nodes[i], (int32_t)head, level, cells[c]};
                    return 2;
                }
                i++;
                k++;
            }
        }
    }
    return 0;
}

wend_result wendi_unpack_edge(wendi_abstract_search* s, const wend_world* world, const wendi_edge* edge,
                              bool* found_out, wendi_edge_list* edges_out) {
    wendi_edge way[2];
    int32_t count = short_way(&world->abstract, edge, way);
    wend_result result = WEND_OK;
    *found_out = count > 0;
    for (int32_t i = 0; i < count && result == WEND_OK; i++) result = wendi_edge_list_push(edges_out, way[i]);
    if (count > 0) return result;
    result = begin(s, world, (wendi_scope){edge->level - 1, edge->cell, NULL, 0},
                   wendi_node_tile(&world->abstract.clusters, edge->to));
    if (result != WEND_OK) return result;
    s->target_node = edge->to;
    s->enough = edge->cost;
    s->best = s->enough + 1;
    result = tell(s, edge->from, 0, (cell_id){0, 0});
    wend_stats stats = {0}; // the work of unpacking is not counted
    bool fits = true;
    if (result == WEND_OK) result = run(s, s->best, &fits, &stats);
    *found_out = fits && s->goal.from != WENDI_NO_NODE;
    if (result != WEND_OK || !*found_out) return result;
    if (s->goal.from != edge->to) result = wendi_edge_list_push(edges_out, s->goal);
    return result == WEND_OK ? trace(s, NULL, found_out, edges_out) : result;
}
