// gates.c: where do gates lie, and what do paths from gate to gate cost?
#include "many/gates.h"

#include <stdlib.h>
#include <string.h>

#include "core/containers.h"
#include "grid/links.h"
#include "grid/steps.h"

enum {
    CLUSTER_SIZE = WENDI_LANES - 1,
    BLOCK_SIZE = CLUSTER_SIZE * WENDI_BLOCK_CLUSTERS,
    PREPARED = WENDI_BLOCK_CLUSTERS * WENDI_BLOCK_CLUSTERS,
    // Tiles from gate to gate. Half as many would halve what paths cost too much, and double the time.
    GATE_DISTANCE = 10,
};

static void drop_matrices(wendi_gates* g) {
    for (size_t b = 0; b < g->matrix_capacity; b++) wendi_matrix_free(&g->matrices[b], &g->allocator);
    if (g->matrix_capacity > 0) memset(g->matrices, 0, g->matrix_capacity * sizeof *g->matrices);
    g->world = 0;
}

// ---- where do gates lie?

static wend_result add_gate(wendi_gates* g, wend_tile tile) {
    const size_t count = (size_t)g->count;
    if (!WENDI_MAKE_ROOM(&g->allocator, g->gates, g->gate_capacity, count, count + 2))
        return WEND_ERROR_MEMORY;
    g->gates[count] = (wendi_gate){.tile = tile};
    g->count++;
    return WEND_OK;
}

// True when the steps between a passable tile and the next one on a line are open both ways.
static bool is_connected(const wend_grid* grid, wend_tile tile, wend_tile step) {
    const wend_tile next = {tile.x + step.x, tile.y + step.y};
    if (!wendi_is_passable(grid, next.x, next.y)) return false;
    int32_t d = 0;
    while (wendi_direction[d].x != step.x || wendi_direction[d].y != step.y) d++;
    return wendi_legal_moves(grid, tile.x, tile.y) >> d & 1 &&
           wendi_legal_moves(grid, next.x, next.y) >> wendi_opposite(d) & 1;
}

static int32_t cost_at(const wend_grid* grid, wend_tile tile) {
    return grid->costs.straight[*wendi_tile(grid, tile.x, tile.y)];
}

static wend_tile tile_on(wend_tile first, wend_tile step, int32_t at) {
    return (wend_tile){first.x + at * step.x, first.y + at * step.y};
}

// Adds the cheapest tile between two gates, if it costs much less than both: paths look for a road.
static wend_result add_cheapest(wendi_gates* g, const wend_grid* grid, wend_tile first, wend_tile step,
                                int32_t from, int32_t to) {
    int32_t cheapest = from;
    for (int32_t i = from + 1; i < to; i++)
        if (cost_at(grid, tile_on(first, step, i)) < cost_at(grid, tile_on(first, step, cheapest)))
            cheapest = i;
    const int64_t least = cost_at(grid, tile_on(first, step, cheapest)),
                  least_end = wendi_min(cost_at(grid, tile_on(first, step, from)),
                                        cost_at(grid, tile_on(first, step, to)));
    return 4 * least < 3 * least_end ? add_gate(g, tile_on(first, step, cheapest)) : WEND_OK;
}

// Adds the gates of a run: its ends, and tiles in between; of a short one, the tile in its middle.
static wend_result add_run(wendi_gates* g, const wend_grid* grid, wend_tile first, wend_tile step,
                           int32_t length) {
    const int32_t last = length - 1, parts = last / GATE_DISTANCE + 1;
    const bool is_uniform = wendi_has_uniform_cost(grid);
    if (length <= GATE_DISTANCE / 2 && is_uniform) return add_gate(g, tile_on(first, step, last / 2));
    wend_result result = WEND_OK;
    for (int32_t i = 0, before = 0; i <= parts && result == WEND_OK; i++) {
        const int32_t at = (int32_t)((int64_t)last * i / parts);
        result = add_gate(g, tile_on(first, step, at));
        if (result == WEND_OK && !is_uniform) result = add_cheapest(g, grid, first, step, before, at);
        before = at;
    }
    return result;
}

// Adds the gates on one side of a block: a line of tiles from crossing to crossing.
static wend_result add_side(wendi_gates* g, const wend_world* world, wend_rect side) {
    const wend_grid* grid = world->grid;
    const wend_tile step = {side.width > 1, side.width <= 1};
    const int32_t length = side.width * side.height;
    wend_result result = wendi_open_area(&world->graph, side, 0);
    for (int32_t i = 0; i < length && result == WEND_OK;) {
        const wend_tile first = {side.x + i * step.x, side.y + i * step.y};
        if (!wendi_is_passable(grid, first.x, first.y)) {
            i++;
            continue;
        }
        int32_t run = 1;
        wend_tile last = first;
        while (i + run < length && is_connected(grid, last, step)) {
            last = (wend_tile){last.x + step.x, last.y + step.y};
            run++;
        }
        result = add_run(g, grid, first, step, run);
        i += run;
    }
    return result;
}

// The left and the upper line of a block; blocks in the first column and row have none there.
static wend_result add_block(wendi_gates* g, const wend_world* world, int32_t block) {
    const wend_rect area = wendi_cluster_rect(&g->blocks, block);
    wend_result result = WEND_OK;
    if (area.y > 0) result = add_side(g, world, (wend_rect){area.x, area.y, area.width, 1});
    if (result == WEND_OK && area.x > 0)
        result = add_side(g, world, (wend_rect){area.x, area.y, 1, area.height});
    return result;
}

static bool is_between_blocks(const wendi_gates* g, const wend_grid* grid, const wend_link* link) {
    return wendi_link_is_usable(grid, link) && !wendi_share_cluster(&g->blocks, link->from, link->to);
}

static int compare_gates(const void* a, const void* b) {
    const wend_tile x = ((const wendi_gate*)a)->tile, y = ((const wendi_gate*)b)->tile;
    return x.y != y.y ? (x.y > y.y) - (x.y < y.y) : (x.x > y.x) - (x.x < y.x);
}

static int compare_links(const void* a, const void* b) {
    const wendi_gate_link *x = a, *y = b;
    if (x->from != y->from) return x->from < y->from ? -1 : 1;
    if (x->to != y->to) return x->to < y->to ? -1 : 1;
    return (x->cost > y->cost) - (x->cost < y->cost);
}

// Sorts the gates and leaves one on each tile.
static void sort_gates(wendi_gates* g) {
    g->count = (int32_t)wendi_sort_once(g->gates, (size_t)g->count, sizeof *g->gates, compare_gates);
}

static int32_t gate_at(const wendi_gates* g, wend_tile tile) {
    const wendi_gate key = {.tile = tile};
    const wendi_gate* found = bsearch(&key, g->gates, (size_t)g->count, sizeof *g->gates, compare_gates);
    WENDI_ASSERT(found);
    return (int32_t)(found - g->gates);
}

// Lists the links between gates, when these are sorted.
static wend_result list_links(wendi_gates* g, const wend_grid* grid) {
    g->link_count = 0;
    for (int32_t i = 0; i < grid->links.count; i++) {
        const wend_link* link = &grid->links.data[i];
        if (!is_between_blocks(g, grid, link)) continue;
        const size_t count = (size_t)g->link_count;
        if (!WENDI_ROOM_FOR_ONE(&g->allocator, g->links, g->link_capacity, count)) return WEND_ERROR_MEMORY;
        g->links[g->link_count++] =
            (wendi_gate_link){gate_at(g, link->from), gate_at(g, link->to), wendi_link_cost(grid, link)};
    }
    if (g->link_count > 1) qsort(g->links, (size_t)g->link_count, sizeof *g->links, compare_links);
    int32_t next = 0;
    for (int32_t i = 0; i <= g->count && g->gates; i++) {
        while (next < g->link_count && g->links[next].from < i) next++;
        g->gates[i].first_link = next;
    }
    return WEND_OK;
}

// Numbers the gates of each block and makes empty matrices. Until they are filled, their nodes are in no
// memory, and only their count is set.
static wend_result number_gates(wendi_gates* g) {
    const size_t blocks = (size_t)wendi_cluster_count(&g->blocks), had = g->matrix_capacity;
    if (!WENDI_MAKE_ROOM(&g->allocator, g->matrices, g->matrix_capacity, had, blocks))
        return WEND_ERROR_MEMORY;
    wendi_matrix* matrices = g->matrices;
    if (g->matrix_capacity > had) memset(matrices + had, 0, (g->matrix_capacity - had) * sizeof *matrices);
    if (!WENDI_MAKE_ROOM(&g->allocator, g->longest, g->longest_capacity, 0, blocks)) return WEND_ERROR_MEMORY;
    int64_t* longest = g->longest;
    memset(longest, 0, blocks * sizeof *longest);
    for (int32_t i = 0; i < g->count; i++) {
        wendi_gate* gate = &g->gates[i];
        int32_t at[4];
        gate->slot_count = wendi_clusters_at(&g->blocks, gate->tile, at);
        for (int32_t k = 0; k < gate->slot_count; k++)
            gate->slots[k] = (wendi_gate_slot){at[k], (int32_t)longest[at[k]]++};
    }
    // The counts were kept there for a moment.
    wend_result result = WEND_OK;
    for (size_t b = 0; b < blocks && result == WEND_OK; b++) {
        const int32_t count = (int32_t)longest[b];
        longest[b] = 0;
        uint32_t* none = count > 0 ? wendi_alloc_zeroed(&g->allocator, (size_t)count, sizeof *none) : NULL;
        if (count > 0 && !none) return WEND_ERROR_MEMORY;
        if (count > 0) result = wendi_matrix_make(&g->allocator, none, count, &matrices[b]);
        wendi_free(&g->allocator, none, (size_t)count, sizeof *none);
    }
    for (int32_t i = 0; i < g->count && result == WEND_OK; i++)
        for (int32_t k = 0; k < g->gates[i].slot_count; k++)
            matrices[g->gates[i].slots[k].block].nodes[g->gates[i].slots[k].slot] = (uint32_t)i;
    return result;
}

wend_result wendi_gates_choose(wendi_gates* g, const wend_world* world) {
    const wend_grid* grid = world->grid;
    drop_matrices(g);
    g->clusters = wendi_gate_clusters(world);
    g->blocks = wendi_partition_of(grid->width, grid->height, BLOCK_SIZE);
    g->count = 0;
    wend_result result = WEND_OK;
    for (int32_t b = 0; b < wendi_cluster_count(&g->blocks) && result == WEND_OK; b++)
        result = add_block(g, world, b);
    for (int32_t i = 0; i < grid->links.count && result == WEND_OK; i++) {
        const wend_link* link = &grid->links.data[i];
        if (!is_between_blocks(g, grid, link)) continue;
        result = add_gate(g, link->from);
        if (result == WEND_OK) result = add_gate(g, link->to);
    }
    if (result != WEND_OK) return result;
    sort_gates(g);
    result = list_links(g, grid);
    return result == WEND_OK ? number_gates(g) : result;
}

// ---- what do paths cost?

wendi_partition wendi_gate_clusters(const wend_world* world) {
    return wendi_partition_of(world->grid->width, world->grid->height, CLUSTER_SIZE);
}

bool wendi_is_propagated(const wend_world* world) {
    return world->graph.clusters.size == CLUSTER_SIZE;
}

static wendi_propagation_def propagation_over(const wend_world* world, const wendi_partition* clusters,
                                              wendi_sense sense, wend_cost limit) {
    return (wendi_propagation_def){.grid = world->grid,
                                   .graph_opt = wendi_is_propagated(world) ? &world->graph : NULL,
                                   .clusters = *clusters,
                                   .sense = sense,
                                   .limit = limit};
}

void wendi_gates_propagate(const wend_world* world, const wendi_partition* clusters, wendi_sense sense,
                           wend_cost limit, wendi_propagation* out) {
    const wendi_propagation_def def = propagation_over(world, clusters, sense, limit);
    wendi_propagation_begin(out, &def);
}

// Forgets the prepared clusters, unless they are those of the block in this sense.
static wend_result keep_prepared(wendi_gate_worker* w, const wend_world* world, int32_t block,
                                 wendi_sense sense) {
    wendi_prepared* prepared = &w->prepared;
    if (!prepared->clusters) {
        prepared->clusters = wendi_alloc(&w->allocator, PREPARED, sizeof *prepared->clusters);
        if (!prepared->clusters) return WEND_ERROR_MEMORY;
        prepared->count = PREPARED;
    }
    if (w->world != world->id || w->version != world->version || w->block != block || w->sense != sense)
        prepared->ready = 0;
    w->world = world->id;
    w->version = world->version;
    w->block = block;
    w->sense = sense;
    return WEND_OK;
}

wend_result wendi_gates_insert(const wendi_gates* g, const wend_world* world, int32_t block, wend_tile tile,
                               wendi_sense sense, wendi_gate_worker* w) {
    const wendi_cluster_span span = wendi_cluster_span_of(&g->clusters, &g->blocks, block);
    wendi_propagation* p = &w->propagation;
    wendi_propagation_def def = propagation_over(world, &g->clusters, sense, WENDI_NOT_REACHED);
    wend_result result = keep_prepared(w, world, block, sense);
    if (result != WEND_OK) return result;
    def.confined = true;
    def.prepared_opt = &w->prepared;
    wendi_propagation_begin(p, &def);
    bool done;
    for (int32_t y = span.top; y < span.bottom && result == WEND_OK; y++)
        for (int32_t x = span.left; x < span.right && result == WEND_OK; x++)
            result = wendi_propagation_add_cluster(p, y * g->clusters.columns + x);
    if (result == WEND_OK) result = wendi_propagation_set_cost(p, tile, 0);
    return result == WEND_OK ? wendi_propagation_run(p, INT64_MAX, &done) : result;
}

wend_result wendi_gates_fill(wendi_gates* g, const wend_world* world, int32_t block, wendi_gate_worker* w) {
    wendi_matrix* matrix = &g->matrices[block];
    const size_t count = (size_t)matrix->count;
    if (count == 0) return WEND_OK;
    if (!WENDI_MAKE_ROOM(&w->allocator, w->costs, w->cost_capacity, 0, count * count))
        return WEND_ERROR_MEMORY;
    uint32_t* costs = w->costs;
    int64_t longest = 0;
    for (size_t i = 0; i < count; i++) {
        wend_result result =
            wendi_gates_insert(g, world, block, g->gates[matrix->nodes[i]].tile, WENDI_FROM, w);
        if (result != WEND_OK) return result;
        for (size_t k = 0; k < count; k++) {
            const wend_cost cost =
                wendi_propagation_cost_at(&w->propagation, g->gates[matrix->nodes[k]].tile);
            if (cost != WENDI_NOT_REACHED && cost >= WENDI_FAR / 2) return WEND_ERROR_LIMIT;
            costs[i * count + k] = cost == WENDI_NOT_REACHED ? WENDI_UNREACHED : (uint32_t)cost;
            if (cost != WENDI_NOT_REACHED && cost > longest) longest = cost;
        }
    }
    wendi_matrix_set_costs(matrix, costs);
    g->longest[block] = longest + ((int64_t)1 << matrix->shift);
    return WEND_OK;
}
