// flat_search.c: the low-level search (Hart, Nilsson, Raphael 1968). Under a consistent heuristic a tile is
// closed at its least cost. Under one that is merely admissible, a cheaper way to a closed tile re-opens it,
// and the bucket queue raises keys to the key taken last (pathmax, Mero 1984), which keeps the optimum. Only
// WEND_EUCLIDEAN may become such a one, by the rounding of its square root on very large maps.
//
// An inflated heuristic (a weight above 1, or WEND_MANHATTAN with diagonal moves) gives up the optimum for
// speed. Its keys fall from step to step, and raised keys would turn the search into a depth-first one: so
// they are kept in a heap. Closed tiles stay closed (Likhachev, Gordon, Thrun 2003), because re-opening would
// expand tiles hundreds of times. Each tile is expanded at most once, and the path costs at most the optimum
// times the inflation.
//
// A step costs a few dozen cycles, as much as two mispredicted branches: so the hot loop finds the neighbours
// to lower in one go, over even ground looks at those only that no other tile reaches as cheaply, and puts
// off diagonal steps that a straight one is bound to better.
#include "search/flat_search.h"

enum { EXPANSIONS_PER_CANCEL_CHECK = 1 << 14 }; // the caller, whether to go on

void wendi_flat_init(wendi_flat* flat, const wend_allocator* allocator) {
    wendi_node_store_init(&flat->nodes, allocator);
    wendi_open_list_init(&flat->open, allocator);
    flat->heap = (wendi_heap){.allocator = *allocator};
    flat->cancel = (wendi_cancel){NULL, NULL};
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
    return wendi_node_store_reset(&flat->nodes, grid, restricted ? WENDI_NODE_FORBIDDEN : WENDI_NODE_UNSEEN);
}

wend_result wendi_flat_allow(wendi_flat* flat, wend_rect area) {
    for (int32_t y = area.y; y < area.y + area.height; y++) {
        for (int32_t x = area.x; x < area.x + area.width; x++) {
            wendi_node* node = wendi_node_at(&flat->nodes, wendi_node_index(&flat->nodes, (wend_tile){x, y}));
            if (!node) return WEND_ERROR_MEMORY;
            wendi_node_set(node, WENDI_NODE_UNSEEN);
        }
    }
    return WEND_OK;
}

// ---- the steps from a tile

// What a step costs by class of the tile entered, as the difference between two nodes.
typedef struct step_table {
    wendi_node straight[WEND_CLASS_COUNT], diagonal[WEND_CLASS_COUNT];
    wendi_node turn[WEND_CLASS_COUNT]; // straight and the least cost more: what a diagonal step must be below
    wendi_node corner; // what a blocked tile makes of the diagonal steps past it: BLOCKED, or 0 where it does
                       // not count
} step_table;

static const wendi_node BLOCKED = (wendi_node)1 << 63; // leads from any node to one above UNSEEN
static const wendi_node LEAST_COST = (wendi_node)1 << WENDI_NODE_COST_SHIFT;

static wendi_node step_of(int32_t cost, bool count_steps) {
    return cost ? wendi_node_make(count_steps ? 1 : cost, 0, 0) : BLOCKED;
}

static void make_steps(step_table* table, const wend_grid* grid, bool count_steps) {
    const wendi_costs* costs = &grid->costs;
    for (int32_t k = 0; k < WEND_CLASS_COUNT; k++) {
        table->straight[k] = step_of(costs->straight[k], count_steps);
        table->turn[k] = table->straight[k] + LEAST_COST;
        table->diagonal[k] =
            grid->connectivity == WEND_CONNECTIVITY_4 ? BLOCKED : step_of(costs->diagonal[k], count_steps);
    }
    table->corner = grid->connectivity == WEND_CONNECTIVITY_8_CUT ? 0 : BLOCKED;
}

// The steps in all directions: the rule of wendi_legal_moves and the costs in one, without a branch. By the
// classes of the tile's row and of those above and below.
static inline void steps_from(const step_table* table, const uint8_t* here, int64_t row,
                              wendi_node out[WENDI_DIRECTIONS]) {
    const uint8_t *above = here - row, *below = here + row;
    wendi_node e = table->straight[here[1]], s = table->straight[*below];
    wendi_node w = table->straight[here[-1]], n = table->straight[*above];
    out[0] = e, out[1] = s, out[2] = w, out[3] = n;
    out[4] = table->diagonal[below[1]] | ((s | e) & table->corner);
    out[5] = table->diagonal[below[-1]] | ((s | w) & table->corner);
    out[6] = table->diagonal[above[-1]] | ((n | w) & table->corner);
    out[7] = table->diagonal[above[1]] | ((n | e) & table->corner);
}

// The same on even ground.
static inline void steps_within(const step_table* table, uint8_t k, wendi_node out[WENDI_DIRECTIONS]) {
    for (int32_t d = 0; d < WENDI_DIRECTIONS; d++)
        out[d] = d < WENDI_STRAIGHT ? table->straight[k] : table->diagonal[k];
}

// Where to go on over even ground by the direction a tile was reached in: the same and, if diagonal, its two
// parts. Every other neighbour is reached as cheaply without the tile: by fewer or cheaper steps or, at a
// tie, by the diagonal step first, which is how it then is reached (canonical ordering; Harabor and Grastien
// 2011).
static const uint8_t NATURAL[WENDI_DIRECTIONS] = {1,          2,          4,          8,
                                                  16 | 1 | 2, 32 | 2 | 4, 64 | 4 | 8, 128 | 8 | 1};

// From a node to its neighbours, as long as all of them lie in its block.
enum { DOWN = WENDI_BLOCK_SIDE };
static const int32_t NODE_STEP[WENDI_DIRECTIONS] = {1,        DOWN,     -1,        -DOWN,
                                                    DOWN + 1, DOWN - 1, -DOWN - 1, -DOWN + 1};

static inline bool is_inside_block(uint32_t index) {
    return ((index + 1) & WENDI_BLOCK_MASK) > 1 && ((index / WENDI_BLOCK_SIDE + 1) & WENDI_BLOCK_MASK) > 1;
}

static uint32_t legal_moves(const wendi_node steps[WENDI_DIRECTIONS]) {
    uint32_t moves = 0;
    for (int32_t d = 0; d < WENDI_DIRECTIONS; d++) moves |= (uint32_t)(steps[d] < BLOCKED) << d;
    return moves;
}

static inline wendi_node lesser(wendi_node a, wendi_node b) {
    return a < b ? a : b;
}

// The steps from a node inside its block, and the moves that lower the node they lead to; found without a
// branch, as none could be foreseen. When lazy, a diagonal move is left out where a straight neighbour, as
// it is now or will be after its own move, leads on to that tile by a cheaper straight step. It is on the
// open list (were it closed, it had lowered the tile already) and, with a consistent heuristic, comes out
// before the tile would: so nothing but work is saved.
static inline uint32_t lowering_moves(const step_table* table, const wendi_node* node, wendi_node from,
                                      bool lazy, wendi_node steps[WENDI_DIRECTIONS]) {
    static const int32_t beside[] = {0, 1, 1, 2, 2, 3, 3, 0}; // the straight directions next to each diagonal
    wendi_node best[WENDI_STRAIGHT];                          // of a neighbour
    uint32_t moves = 0;
    for (int32_t d = 0; d < WENDI_STRAIGHT; d++) {
        wendi_node next = node[NODE_STEP[d]];
        steps[d] = table->straight[wendi_node_class(next)];
        moves |= (uint32_t)(from + steps[d] < next) << d;
        best[d] = lesser(from + steps[d], next);
    }
    for (int32_t d = WENDI_STRAIGHT; d < WENDI_DIRECTIONS; d++) {
        const int32_t* sides = &beside[2 * (d - WENDI_STRAIGHT)];
        wendi_node next = node[NODE_STEP[d]];
        steps[d] =
            table->diagonal[wendi_node_class(next)] | ((steps[sides[0]] | steps[sides[1]]) & table->corner);
        wendi_node turn = lesser(best[sides[0]], best[sides[1]]) + table->turn[wendi_node_class(next)];
        if (lazy) next = lesser(next, turn); // at a tie the diagonal move stays
        moves |= (uint32_t)(from + steps[d] < next) << d;
    }
    return moves;
}

// Two allowed tiles diagonally next to a crossing of lines may belong to two clusters while the step between
// them lies in a third. That one is allowed when its inner tile, which no other cluster has, is.
static bool within_allowed(wendi_flat* flat, int32_t size, wend_tile from, wend_tile to) {
    int32_t x = wendi_min(from.x, to.x) / size * size + 1, y = wendi_min(from.y, to.y) / size * size + 1;
    wendi_node* inner = wendi_node_at(&flat->nodes, wendi_node_index(&flat->nodes, (wend_tile){x, y}));
    return inner && wendi_node_state(*inner) != WENDI_FORBIDDEN;
}

// ---- the open list: buckets, or the heap

static wend_result begin(wendi_flat* flat, const wend_grid* grid, const wendi_heuristic* heuristic,
                         wend_cost first) {
    flat->heap.count = 0;
    if (heuristic->inflated) return WEND_OK;
    return wendi_open_list_reset(&flat->open, first,
                                 wendi_longest_step(grid) + wendi_heuristic_longest_rise(heuristic) + 1);
}

static inline wend_result push(wendi_flat* flat, bool by_heap, wend_cost key, uint32_t index) {
    return by_heap ? wendi_heap_push(&flat->heap, key, index) : wendi_open_list_push(&flat->open, key, index);
}

static inline bool pop(wendi_flat* flat, bool by_heap, uint32_t* out) {
    if (!by_heap) return wendi_open_list_pop(&flat->open, out);
    if (flat->heap.count == 0) return false;
    *out = wendi_heap_pop(&flat->heap).item;
    return true;
}

// Fetches the nodes that will probably be looked at next. Always inline: GCC drops the call of a function
// that does no more than fetch.
static inline __attribute__((always_inline)) void fetch_next(const wendi_flat* flat) {
    uint32_t index;
    if (!wendi_open_list_peek(&flat->open, &index)) return;
    const wendi_node_block* block = flat->nodes.directory[index / WENDI_BLOCK_NODES];
    uintptr_t node = (uintptr_t)&block->nodes[index % WENDI_BLOCK_NODES];
    for (uintptr_t row = 0; row < 3; row++) { // often two cache lines of a row
        uintptr_t at = node + (row - 1) * DOWN * sizeof(wendi_node);
        // NOLINTNEXTLINE(performance-no-int-to-ptr): it may lie outside the block
        __builtin_prefetch((const void*)(at - sizeof(wendi_node)));
        // NOLINTNEXTLINE(performance-no-int-to-ptr): likewise
        __builtin_prefetch((const void*)(at + sizeof(wendi_node)));
    }
}

static void notify(const wendi_flat* flat, wend_event_kind kind, wend_tile tile, wend_tile from,
                   wend_cost cost) {
    wendi_notify(&flat->observer, (wend_event){.kind = kind, .tile = tile, .from = from, .cost = cost});
}

// What it means for a node in this state to be put on the open list.
static wend_event_kind kind_of_push(uint32_t state) {
    return state == WENDI_UNSEEN   ? WEND_EVENT_OPENED
           : state == WENDI_CLOSED ? WEND_EVENT_REOPENED
                                   : WEND_EVENT_IMPROVED;
}

// Is the search of the usual kind: over the whole map, with a consistent heuristic that is quick to compute?
static bool is_plain(const wendi_flat_query* query) {
    const wendi_heuristic* h = &query->heuristic;
    return query->cluster_size == 0 && h->kind != WEND_EUCLIDEAN && h->weight == WENDI_WEIGHT_ONE &&
           !h->inflated;
}

// What a search is like, known where its loop is compiled.
typedef struct search_form {
    bool plain, observed;
} search_form;

// A step that may lower a node.
typedef struct lowering {
    wend_tile from;
    int32_t direction;
    wendi_node cost; // by this step, with all bits below the cost set
    wendi_node* node;
    uint32_t index;
} lowering;

WENDI_SPECIALISED wendi_heuristic heuristic_of(const wendi_flat_query* query, search_form form) {
    wendi_heuristic h = query->heuristic;
    if (form.plain) // by most and least alone
        h.kind = WEND_OCTILE, h.weight = WENDI_WEIGHT_ONE, h.inflated = false;
    return h;
}

WENDI_SPECIALISED wend_result lower(wendi_flat* flat, const wendi_flat_query* query, search_form form,
                                    const lowering* l, wend_stats* stats) {
    if (l->cost >= *l->node) return WEND_OK;
    wend_tile to = {l->from.x + wendi_direction[l->direction].x, l->from.y + wendi_direction[l->direction].y};
    wendi_heuristic heuristic = heuristic_of(query, form);
    if (!form.plain) {
        if (query->cluster_size > 0 && l->direction >= WENDI_STRAIGHT &&
            !within_allowed(flat, query->cluster_size, l->from, to))
            return WEND_OK;
        bool closed = wendi_node_state(*l->node) == WENDI_CLOSED;
        if (closed && heuristic.inflated) return WEND_OK;
        stats->reopened += closed;
    }
    wend_cost cost = wendi_node_cost(l->cost);
    if (form.observed) notify(flat, kind_of_push(wendi_node_state(*l->node)), to, l->from, cost);
    wendi_node_set(l->node, wendi_node_make(cost, l->direction, WENDI_OPEN));
    stats->generated++;
    return push(flat, heuristic.inflated, cost + wendi_heuristic_between(&heuristic, to, query->goal),
                l->index);
}

WENDI_SPECIALISED wend_result search(wendi_flat* flat, const wend_grid* grid, const wendi_flat_query* query,
                                     const step_table* table, search_form form, bool* found_out,
                                     wend_stats* stats) {
    wendi_heuristic heuristic = heuristic_of(query, form);
    bool by_heap = heuristic.inflated;
    // Corridors have edges that no class tells, inflated heuristics close tiles that may yet become cheaper.
    bool canonical =
        query->cluster_size == 0 && !heuristic.inflated && grid->connectivity != WEND_CONNECTIVITY_4;
    wendi_node pruned = canonical ? WENDI_NODE_HOMOGENEOUS : 0;
    wendi_node_store* nodes = &flat->nodes;
    uint32_t index = wendi_node_index(nodes, query->start), goal = wendi_node_index(nodes, query->goal);

    wend_cost estimate = wendi_heuristic_between(&heuristic, query->start, query->goal);
    wend_result result = begin(flat, grid, &heuristic, estimate);
    if (result != WEND_OK) return result;
    wendi_node* node = wendi_node_at(nodes, index);
    if (!node) return WEND_ERROR_MEMORY;
    wendi_node_set(node, wendi_node_make(0, 0, WENDI_OPEN));
    *node &= ~(wendi_node)WENDI_NODE_HOMOGENEOUS; // from the start all ways are tried
    result = push(flat, by_heap, estimate, index);
    if (result != WEND_OK) return result;
    stats->generated++;
    if (form.observed) notify(flat, WEND_EVENT_OPENED, query->start, query->start, 0);

    while (pop(flat, by_heap, &index)) {
        if (form.plain) fetch_next(flat);
        wendi_node_block* block = nodes->directory[index / WENDI_BLOCK_NODES];
        node = &block->nodes[index % WENDI_BLOCK_NODES];
        wendi_node reached = *node;
        if (wendi_node_state(reached) != WENDI_OPEN) continue; // a cheaper entry of it came out before
        *node = reached ^ (WENDI_OPEN ^ WENDI_CLOSED) << WENDI_NODE_STATE_SHIFT;
        stats->expanded++;
        if (stats->expanded % EXPANSIONS_PER_CANCEL_CHECK == 0 && wendi_is_cancelled(&flat->cancel))
            return WEND_ERROR_CANCELLED;
        wend_tile at = {block->corner.x + (int32_t)(index & WENDI_BLOCK_MASK),
                        block->corner.y + (int32_t)(index / WENDI_BLOCK_SIDE & WENDI_BLOCK_MASK)};
        if (form.observed) notify(flat, WEND_EVENT_CLOSED, at, at, wendi_node_cost(reached));
        if (index == goal) {
            *found_out = true;
            return WEND_OK;
        }
        wendi_node from = reached | WENDI_NODE_LOW_BITS, steps[WENDI_DIRECTIONS];
        if (is_inside_block(index)) {
            uint32_t moves; // those worth a try
            if (reached & pruned) {
                steps_within(table, wendi_node_class(reached), steps);
                moves = NATURAL[wendi_node_direction(reached)];
            } else {
                moves = lowering_moves(table, node, from, form.plain, steps);
            }
            for (; moves; moves &= moves - 1) {
                int32_t d = __builtin_ctz(moves);
                lowering l = {at, d, from + steps[d], node + NODE_STEP[d], index + (uint32_t)NODE_STEP[d]};
                result = lower(flat, query, form, &l, stats);
                if (result != WEND_OK) return result;
            }
        } else {
            if (from >> 62) return WEND_ERROR_LIMIT; // before a cost outgrows its bits
            steps_from(table, wendi_tile(grid, at.x, at.y), grid->stride, steps);
            uint32_t moves = reached & pruned ? NATURAL[wendi_node_direction(reached)] : legal_moves(steps);
            for (; moves; moves &= moves - 1) {
                int32_t d = __builtin_ctz(moves);
                wend_tile to = {at.x + wendi_direction[d].x, at.y + wendi_direction[d].y};
                uint32_t number = wendi_node_index(nodes, to);
                lowering l = {at, d, from + steps[d], wendi_node_at(nodes, number), number};
                if (!l.node) return WEND_ERROR_MEMORY;
                result = lower(flat, query, form, &l, stats);
                if (result != WEND_OK) return result;
            }
        }
    }
    *found_out = false;
    return WEND_OK;
}

wend_result wendi_flat_search(wendi_flat* flat, const wend_grid* grid, const wendi_flat_query* query,
                              bool* found_out, wend_stats* stats) {
    bool plain = is_plain(query), observed = wendi_is_observed(&flat->observer);
    wend_stats count = *stats; // kept in registers
    step_table table;
    make_steps(&table, grid, query->count_steps);
    wend_result result =
        plain && !observed ? search(flat, grid, query, &table, (search_form){true, false}, found_out, &count)
        : plain            ? search(flat, grid, query, &table, (search_form){true, true}, found_out, &count)
        : !observed        ? search(flat, grid, query, &table, (search_form){false, false}, found_out, &count)
                           : search(flat, grid, query, &table, (search_form){false, true}, found_out, &count);
    *stats = count;
    return result;
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
