// flat.c: the low-level search (Hart, Nilsson, Raphael 1968). Closed nodes re-open when a cheaper way is
// found, so heuristics may be inconsistent. Keys of the bucket queue are raised to the key taken last
// (pathmax, Mero 1984), which keeps the optimum for admissible heuristics. Inflated ones fall from step to
// step, and raised keys would make a depth-first search of it: these are taken from a heap. A weight above 1
// gives up the optimum for speed, and there closed nodes stay closed (Likhachev, Gordon, Thrun 2003): paths
// still cost at most weight x the optimum, while re-opening would expand tiles hundreds of times.
//
// A step costs a few dozen cycles, as much as two mispredicted branches: so the hot loop finds the neighbours
// to lower in one go, and over even ground looks at those only that no other tile reaches as cheaply.
#include "flat.h"

enum { EXPANDED_BETWEEN_ASKING = 1 << 14 }; // the caller, whether to go on

void wendi_flat_init(wendi_flat* flat, const wend_allocator* allocator) {
    wendi_node_store_init(&flat->nodes, allocator);
    wendi_open_list_init(&flat->open, allocator);
    flat->heap = (wendi_heap){.allocator = *allocator};
    flat->caller = (wendi_caller){NULL, NULL};
    flat->observer = (wend_search_observer){NULL, NULL};
}

void wendi_flat_free(wendi_flat* flat) {
    wendi_node_store_free(&flat->nodes);
    wendi_open_list_free(&flat->open);
    wendi_heap_free(&flat->heap);
}

size_t wendi_flat_bytes(const wendi_flat* flat) {
    return wendi_node_store_bytes(&flat->nodes) + wendi_open_list_bytes(&flat->open) +
           flat->heap.capacity * sizeof *flat->heap.entries;
}

wend_result wendi_flat_reset(wendi_flat* flat, const wend_grid* grid, bool restricted) {
    wendi_node initial = restricted ? WENDI_NODE_FORBIDDEN : WENDI_NODE_UNSEEN;
    return wendi_node_store_reset(&flat->nodes, grid->width, grid->height, initial);
}

wend_result wendi_flat_allow(wendi_flat* flat, wend_rect area) {
    for (int32_t y = area.y; y < area.y + area.height; y++) {
        for (int32_t x = area.x; x < area.x + area.width; x++) {
            wendi_node* node = wendi_node_at(&flat->nodes, wendi_node_index(&flat->nodes, (wend_tile){x, y}));
            if (!node) return WEND_ERROR_MEMORY;
            *node = WENDI_NODE_UNSEEN;
        }
    }
    return WEND_OK;
}

// ---- the steps from a tile

// What a step costs by class of the tile entered, as the difference between two nodes.
typedef struct step_table {
    wendi_node straight[WEND_CLASS_COUNT], diagonal[WEND_CLASS_COUNT];
    wendi_node corner; // what a blocked tile makes of the diagonal steps past it: BLOCKED, or 0 where it does
                       // not count
    int64_t row;       // from a tile of the grid to the one below it
} step_table;

static const wendi_node BLOCKED = (wendi_node)1 << 63; // leads from any node to one above UNSEEN

static wendi_node step_of(int32_t cost, bool count_steps) {
    return cost ? wendi_node_make(count_steps ? 1 : cost, 0, 0) : BLOCKED;
}

static void make_steps(step_table* table, const wend_grid* grid, bool count_steps) {
    const wendi_costs* costs = &grid->costs;
    for (int32_t k = 0; k < WEND_CLASS_COUNT; k++) {
        table->straight[k] = step_of(costs->straight[k], count_steps);
        table->diagonal[k] = grid->moves == WEND_MOVES_4 ? BLOCKED : step_of(costs->diagonal[k], count_steps);
    }
    table->corner = grid->moves == WEND_MOVES_8_CORNERS ? 0 : BLOCKED;
    table->row = grid->stride;
}

// The steps in all directions: the rule of wendi_legal_moves and the costs in one, without a branch.
static inline void steps_from(const step_table* table, const uint8_t* tile,
                              wendi_node out[WENDI_DIRECTIONS]) {
    const uint8_t *above = tile - table->row, *below = tile + table->row;
    wendi_node e = table->straight[tile[1]], s = table->straight[*below];
    wendi_node w = table->straight[tile[-1]], n = table->straight[*above];
    out[0] = e, out[1] = s, out[2] = w, out[3] = n;
    out[4] = table->diagonal[below[1]] | ((s | e) & table->corner);
    out[5] = table->diagonal[below[-1]] | ((s | w) & table->corner);
    out[6] = table->diagonal[above[-1]] | ((n | w) & table->corner);
    out[7] = table->diagonal[above[1]] | ((n | e) & table->corner);
}

// The same among tiles of one class.
static inline void steps_within(const step_table* table, uint8_t k, wendi_node out[WENDI_DIRECTIONS]) {
    for (int32_t d = 0; d < WENDI_DIRECTIONS; d++)
        out[d] = d < WENDI_STRAIGHT ? table->straight[k] : table->diagonal[k];
}

// True when a tile and its eight neighbours are of one class.
static inline bool is_uniform(const step_table* table, const uint8_t* tile) {
    const uint8_t *above = tile - table->row, *below = tile + table->row;
    int32_t k = *tile;
    return ((above[-1] ^ k) | (above[0] ^ k) | (above[1] ^ k) | (tile[-1] ^ k) | (tile[1] ^ k) |
            (below[-1] ^ k) | (below[0] ^ k) | (below[1] ^ k)) == 0;
}

// Where to go on from such a tile by the direction it was reached in: the same and, if diagonal, its two
// parts. Every other neighbour is reached as cheaply without the tile: by fewer or cheaper steps or, at a
// tie, by the diagonal step first, which is how it then is reached (canonical ordering; Harabor and Grastien
// 2011).
static const uint8_t NATURAL[WENDI_DIRECTIONS] = {1,          2,          4,          8,
                                                  16 | 1 | 2, 32 | 2 | 4, 64 | 4 | 8, 128 | 8 | 1};

// From a node to its neighbours, as long as all of them lie in its block.
enum { DOWN = WENDI_BLOCK_SIDE };
static const int32_t NODE_STEP[WENDI_DIRECTIONS] = {1,        DOWN,     -1,        -DOWN,
                                                    DOWN + 1, DOWN - 1, -DOWN - 1, -DOWN + 1};

static inline bool is_inside_block(wend_tile at) {
    int32_t column = at.x & WENDI_BLOCK_MASK, row = at.y & WENDI_BLOCK_MASK;
    return column > 0 && column < WENDI_BLOCK_MASK && row > 0 && row < WENDI_BLOCK_MASK;
}

static uint32_t legal_moves(const wendi_node steps[WENDI_DIRECTIONS]) {
    uint32_t moves = 0;
    for (int32_t d = 0; d < WENDI_DIRECTIONS; d++) moves |= (uint32_t)(steps[d] < BLOCKED) << d;
    return moves;
}

// The legal moves that lower the node they lead to; found without a branch, as none could be foreseen.
static inline uint32_t lowering_moves(const wendi_node* node, wendi_node from,
                                      const wendi_node steps[WENDI_DIRECTIONS]) {
    uint32_t moves = 0;
    for (int32_t d = 0; d < WENDI_DIRECTIONS; d++)
        moves |= (uint32_t)(from + steps[d] < node[NODE_STEP[d]]) << d;
    return moves;
}

// Two allowed tiles diagonally next to a crossing of lines may belong to two clusters while the step between
// them lies in a third. That one is allowed when its inner tile, which no other cluster has, is.
static bool within_allowed(wendi_flat* flat, int32_t size, wend_tile from, wend_tile to) {
    int32_t x = wendi_min(from.x, to.x) / size * size + 1, y = wendi_min(from.y, to.y) / size * size + 1;
    wendi_node* inner = wendi_node_at(&flat->nodes, wendi_node_index(&flat->nodes, (wend_tile){x, y}));
    return inner && *inner != WENDI_NODE_FORBIDDEN;
}

// ---- the open list: buckets, or the heap

static wend_result begin(wendi_flat* flat, const wend_grid* grid, const wendi_heuristic* heuristic,
                         wend_cost first) {
    flat->by_heap = wendi_heuristic_is_inflated(heuristic, grid->moves);
    flat->heap.count = 0;
    if (flat->by_heap) return WEND_OK;
    return wendi_open_list_reset(&flat->open, first,
                                 wendi_longest_step(grid) + wendi_heuristic_longest_rise(heuristic) + 1);
}

static inline wend_result push(wendi_flat* flat, wend_cost key, uint32_t index) {
    return flat->by_heap ? wendi_heap_push(&flat->heap, key, index)
                         : wendi_open_list_push(&flat->open, key, index);
}

static inline bool pop(wendi_flat* flat, uint32_t* out) {
    if (!flat->by_heap) return wendi_open_list_pop(&flat->open, out);
    if (flat->heap.count == 0) return false;
    *out = wendi_heap_pop(&flat->heap).item;
    return true;
}

static void tell(const wendi_flat* flat, wend_event_kind kind, wend_tile tile, wend_tile from,
                 wend_cost cost) {
    wendi_tell(&flat->observer, (wend_event){.kind = kind, .tile = tile, .from = from, .cost = cost});
}

// What it means for a node in this state to be put on the open list.
static wend_event_kind kind_of_push(uint32_t state) {
    return state == WENDI_UNSEEN   ? WEND_EVENT_OPENED
           : state == WENDI_CLOSED ? WEND_EVENT_REOPENED
                                   : WEND_EVENT_IMPROVED;
}

WENDI_TWICE wend_result search(wendi_flat* flat, const wend_grid* grid, const wendi_flat_query* query,
                               bool observed, bool* found_out, wend_stats* stats) {
    bool restricted = query->cluster_size > 0, stay_closed = query->heuristic.weight > WENDI_WEIGHT_ONE;
    // Corridors have edges that no class tells, weights accept nodes that are not optimal.
    bool canonical = !restricted && !stay_closed && grid->moves != WEND_MOVES_4;
    step_table table;
    make_steps(&table, grid, query->count_steps);
    const wendi_heuristic* heuristic = &query->heuristic;
    wendi_node_store* nodes = &flat->nodes;
    uint32_t start = wendi_node_index(nodes, query->start), index = start,
             goal = wendi_node_index(nodes, query->goal);

    wend_cost estimate = wendi_heuristic_between(heuristic, query->start, query->goal);
    wend_result result = begin(flat, grid, heuristic, estimate);
    if (result != WEND_OK) return result;
    wendi_node* node = wendi_node_at(nodes, index);
    if (!node) return WEND_ERROR_MEMORY;
    *node = wendi_node_make(0, 0, WENDI_OPEN);
    result = push(flat, estimate, index);
    if (result != WEND_OK) return result;
    stats->generated++;
    if (observed) tell(flat, WEND_EVENT_OPENED, query->start, query->start, 0);

    while (pop(flat, &index)) {
        node = wendi_node_at(nodes, index);
        if (wendi_node_state(*node) != WENDI_OPEN) continue; // a cheaper entry of it came out before
        *node ^= WENDI_OPEN ^ WENDI_CLOSED;
        stats->expanded++;
        if (stats->expanded % EXPANDED_BETWEEN_ASKING == 0 && !wendi_goes_on(&flat->caller))
            return WEND_ERROR_CANCELLED;
        wend_tile at = wendi_node_store_tile(nodes, index);
        if (observed) tell(flat, WEND_EVENT_CLOSED, at, at, wendi_node_cost(*node));
        if (index == goal) {
            *found_out = true;
            return WEND_OK;
        }
        const uint8_t* tile = wendi_tile(grid, at.x, at.y);
        wendi_node from = *node | WENDI_NODE_REST, steps[WENDI_DIRECTIONS];
        bool inside = is_inside_block(at);
        uint32_t moves; // those worth a try
        if (canonical && index != start && is_uniform(&table, tile)) {
            steps_within(&table, *tile, steps);
            moves = NATURAL[wendi_node_direction(*node)];
        } else {
            steps_from(&table, tile, steps);
            moves = inside ? lowering_moves(node, from, steps) : legal_moves(steps);
        }
        for (; moves; moves &= moves - 1) {
            int32_t d = __builtin_ctz(moves);
            wend_tile to = {at.x + wendi_direction[d].x, at.y + wendi_direction[d].y};
            uint32_t next_index = inside ? index + (uint32_t)NODE_STEP[d] : wendi_node_index(nodes, to);
            wendi_node* next = inside ? node + NODE_STEP[d] : wendi_node_at(nodes, next_index);
            if (!next) return WEND_ERROR_MEMORY;
            if (from + steps[d] >= *next) continue;
            if (restricted && d >= WENDI_STRAIGHT && !within_allowed(flat, query->cluster_size, at, to))
                continue;
            if (stay_closed && wendi_node_state(*next) == WENDI_CLOSED) continue;
            stats->reopened += wendi_node_state(*next) == WENDI_CLOSED;
            wend_cost cost = wendi_node_cost(from + steps[d]);
            if (observed) tell(flat, kind_of_push(wendi_node_state(*next)), to, at, cost);
            *next = wendi_node_make(cost, d, WENDI_OPEN);
            result = push(flat, cost + wendi_heuristic_between(heuristic, to, query->goal), next_index);
            if (result != WEND_OK) return result;
            stats->generated++;
        }
    }
    *found_out = false;
    return WEND_OK;
}

wend_result wendi_flat_search(wendi_flat* flat, const wend_grid* grid, const wendi_flat_query* query,
                              bool* found_out, wend_stats* stats) {
    return wendi_is_observed(&flat->observer) ? search(flat, grid, query, true, found_out, stats)
                                              : search(flat, grid, query, false, found_out, stats);
}

wend_result wendi_flat_walk_back(wendi_flat* flat, wend_tile start, wend_tile goal, wendi_tile_list* out) {
    int64_t count = 1;
    for (wend_tile at = goal; at.x != start.x || at.y != start.y; count++) {
        wend_tile step = wendi_direction[wendi_node_direction(
            *wendi_node_at(&flat->nodes, wendi_node_index(&flat->nodes, at)))];
        at = (wend_tile){at.x - step.x, at.y - step.y};
    }
    wend_result result = wendi_tile_list_reserve(out, count);
    if (result != WEND_OK) return result;
    out->count = count;
    for (wend_tile at = goal;;) {
        out->data[--count] = at;
        if (count == 0) return WEND_OK;
        wend_tile step = wendi_direction[wendi_node_direction(
            *wendi_node_at(&flat->nodes, wendi_node_index(&flat->nodes, at)))];
        at = (wend_tile){at.x - step.x, at.y - step.y};
    }
}
