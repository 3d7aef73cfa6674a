// gate_search.c: what does it cost from a tile to every gate?
#include <string.h>

#include "many/gates.h"

// Lanes towards a tile that no gate fills. The sum with the -1 of such a lane of a search exceeds all others.
static const int32_t NO_GATE = INT32_MAX;

// ---- lanes

wend_result wendi_gates_lay_out(wendi_gates* gates) {
    const wend_allocator* allocator = &gates->allocator;
    const int32_t blocks = wendi_cluster_count(&gates->blocks);
    if (!WENDI_MAKE_ROOM(allocator, gates->first_lane, gates->first_lane_capacity, 0, (size_t)blocks + 1))
        return WEND_ERROR_MEMORY;
    int64_t* first = gates->first_lane;
    first[0] = 0;
    int32_t most = 0;
    for (int32_t b = 0; b < blocks; b++) {
        first[b + 1] = first[b] + wendi_row_lanes(gates->matrices[b].count);
        most = wendi_max(most, wendi_row_lanes(gates->matrices[b].count));
    }
    if (!WENDI_MAKE_ROOM(allocator, gates->start, gates->start_capacity, 0, (size_t)first[blocks] + 1))
        return WEND_ERROR_MEMORY;
    if (!WENDI_MAKE_ROOM(allocator, gates->zeros, gates->zero_capacity, 0, (size_t)most + 1))
        return WEND_ERROR_MEMORY;
    int32_t* zeros = gates->zeros;
    memset(zeros, 0, ((size_t)most + 1) * sizeof *zeros);
    for (int32_t b = 0; b < blocks; b++)
        for (int64_t i = first[b]; i < first[b + 1]; i++)
            gates->start[i] = i - first[b] < gates->matrices[b].count ? WENDI_FAR : -1;
    return WEND_OK;
}

// A cost that fits beside others, or WENDI_FAR: there is none. False: it does not fit.
static bool narrow_cost(wend_cost cost, int32_t* out) {
    *out = cost == WENDI_NOT_REACHED ? WENDI_FAR : (int32_t)cost;
    return cost == WENDI_NOT_REACHED || cost < WENDI_FAR / 2;
}

// Copies what a propagation found for the gates of a block. Errors: LIMIT.
static wend_result read_costs(const wendi_gates* gates, int32_t block, wendi_propagation* p, int32_t* out) {
    const wendi_matrix* matrix = &gates->matrices[block];
    for (int32_t i = 0; i < matrix->count; i++)
        if (!narrow_cost(wendi_propagation_cost_at(p, gates->gates[matrix->nodes[i]].tile), &out[i]))
            return WEND_ERROR_LIMIT;
    return WEND_OK;
}

wend_result wendi_gates_read(const wendi_gates* gates, int32_t block, wendi_propagation* to_tile,
                             int32_t* out) {
    for (int32_t i = 0; i < wendi_lanes_of_block(gates, block); i++) out[i] = NO_GATE;
    return read_costs(gates, block, to_tile, out);
}

// ---- memory of a search

wend_result wendi_gate_search_begin(wendi_gate_search* s, const wendi_gates* gates) {
    const int32_t blocks = wendi_cluster_count(&gates->blocks);
    const size_t lanes = (size_t)gates->first_lane[blocks] + 1;
    if (!WENDI_MAKE_ROOM(&s->allocator, s->g, s->g_capacity, 0, lanes) ||
        !WENDI_MAKE_ROOM(&s->allocator, s->f, s->f_capacity, 0, lanes) ||
        !WENDI_MAKE_ROOM(&s->allocator, s->keys, s->key_capacity, 0, blocks) ||
        !WENDI_MAKE_ROOM(&s->allocator, s->slots, s->slot_capacity, 0, lanes))
        return WEND_ERROR_MEMORY;
    memcpy(s->g, gates->start, (lanes - 1) * sizeof *s->g);
    for (size_t i = 0; i < lanes; i++) s->f[i] = INT32_MAX;
    for (int32_t b = 0; b < blocks; b++) s->keys[b] = INT64_MAX;
    s->queue.count = 0;
    return WEND_OK;
}

// ---- the search
//
// Invariants, for every block and gate of it: g is WENDI_FAR or the cost of a path to the gate; f is g where
// that was not yet passed on to the other blocks of the gate, and INT32_MAX elsewhere; the key of a block is
// its least f, and it is queued at that. A matrix holds the costs of all paths inside its block, so a gate
// that is reached in a block is passed on to the others only. The order decides nothing but the time.

static wend_result queue_block(wendi_gate_search* s, int32_t block, int64_t key) {
    if (key >= s->keys[block]) return WEND_OK;
    s->keys[block] = key;
    return wendi_heap_push(&s->queue, key, (uint32_t)block);
}

wend_result wendi_gate_search_insert(wendi_gate_search* s, const wendi_gates* gates, int32_t block,
                                     wendi_propagation* from_tile) {
    int32_t *g = s->g + gates->first_lane[block], *f = s->f + gates->first_lane[block];
    wend_result result = read_costs(gates, block, from_tile, g);
    if (result != WEND_OK) return result;
    int64_t least = INT64_MAX;
    for (int32_t i = 0; i < gates->matrices[block].count; i++) {
        if (g[i] < WENDI_FAR) f[i] = g[i];
        if (g[i] < least) least = g[i];
    }
    return least < WENDI_FAR ? queue_block(s, block, least) : WEND_OK;
}

// Lowers the cost of a gate in a block and of all that it leads to there. Errors: MEMORY, LIMIT.
static wend_result arrive(wendi_gate_search* s, const wendi_gates* gates, wendi_gate_slot at,
                          wend_cost cost) {
    const wendi_matrix* matrix = &gates->matrices[at.block];
    int32_t *g = s->g + gates->first_lane[at.block], *f = s->f + gates->first_lane[at.block];
    if (cost >= g[at.slot]) return WEND_OK;
    if (cost + gates->longest[at.block] >= WENDI_FAR) return WEND_ERROR_LIMIT;
    g[at.slot] = (int32_t)cost;
    f[at.slot] = INT32_MAX;
    const int32_t least = wendi_sweep()->relax_row(wendi_matrix_row(matrix, at.slot), matrix->count,
                                                   matrix->shift, (int32_t)cost, gates->zeros, g, f);
    return queue_block(s, at.block, least < INT32_MAX ? least : INT64_MAX);
}

// Passes a gate on that was reached in a block.
static wend_result pass_on(wendi_gate_search* s, const wendi_gates* gates, int32_t gate, int32_t block,
                           wend_cost cost) {
    const wendi_gate* at = &gates->gates[gate];
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < at->slot_count && result == WEND_OK; i++)
        if (at->slots[i].block != block) result = arrive(s, gates, at->slots[i], cost);
    for (int32_t i = at[0].first_link; i < at[1].first_link && result == WEND_OK; i++) {
        const wendi_gate_link* link = &gates->links[i];
        const wendi_gate_slot to = gates->gates[link->to].slots[0];
        const int64_t lane = gates->first_lane[to.block] + to.slot;
        if (cost + link->cost >= s->g[lane]) continue;
        result = arrive(s, gates, to, cost + link->cost);
        if (result != WEND_OK) break;
        s->f[lane] = s->g[lane]; // its own links and other blocks follow
        result = queue_block(s, to.block, s->g[lane]);
    }
    return result;
}

wend_result wendi_gate_search_run(wendi_gate_search* s, const wendi_gates* gates, wend_cost limit) {
    wend_result result = WEND_OK;
    while (s->queue.count > 0 && result == WEND_OK) {
        const wendi_heap_entry top = wendi_heap_pop(&s->queue);
        const int32_t block = (int32_t)top.item;
        if (top.key != s->keys[block]) continue; // it was queued again, at less
        if (top.key >= limit) break;
        const wendi_matrix* matrix = &gates->matrices[block];
        int32_t* f = s->f + gates->first_lane[block];
        const int64_t most = top.key + gates->longest[block];
        int32_t least = INT32_MAX;
        const int32_t count = wendi_sweep()->take_up_to((int32_t)(most < WENDI_FAR ? most : WENDI_FAR), f,
                                                        wendi_lanes_of_block(gates, block), s->slots, &least);
        s->keys[block] = INT64_MAX;
        if (least < INT32_MAX) result = queue_block(s, block, least);
        const int32_t* g = s->g + gates->first_lane[block];
        for (int32_t i = 0; i < count && result == WEND_OK; i++)
            result = pass_on(s, gates, (int32_t)matrix->nodes[s->slots[i]], block, g[s->slots[i]]);
    }
    return result;
}

int32_t wendi_gate_search_cost(const wendi_gate_search* s, const wendi_gates* gates, int32_t block,
                               const int32_t* to_tile) {
    const int32_t* g = s->g + gates->first_lane[block];
    int32_t least[WENDI_ROW_LANES];
    for (int32_t k = 0; k < WENDI_ROW_LANES; k++) least[k] = INT32_MAX;
    for (int32_t i = 0; i < wendi_lanes_of_block(gates, block); i += WENDI_ROW_LANES)
        for (int32_t k = 0; k < WENDI_ROW_LANES; k++) {
            const int32_t sum = g[i + k] + to_tile[i + k];
            least[k] = sum < least[k] ? sum : least[k];
        }
    int32_t all = least[0];
    for (int32_t k = 1; k < WENDI_ROW_LANES; k++) all = wendi_min(all, least[k]);
    return all;
}
