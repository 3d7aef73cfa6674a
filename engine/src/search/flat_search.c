// flat_search.c: how does the flat search run, and which tiles are on the path it found?
//
// Invariant: a node that was reached holds the cost and the last step of a path to its tile that leads over
// closed tiles. How good that path is depends on the heuristic:
//
// - consistent: a tile is closed at its least cost (Hart, Nilsson, Raphael 1968), and the keys taken from the
//   buckets never fall;
// - admissible, but not consistent (by rounding its square root, WEND_EUCLIDEAN may be on very large maps): a
//   cheaper path re-opens a closed tile. The buckets raise each key to the key taken last (pathmax, Mero
//   1984), which keeps the optimum;
// - inflated (a weight above 1, or WEND_MANHATTAN with diagonal moves): gives up the optimum for speed. Keys
//   fall from step to step, and raised keys would make the search depth-first: so the open list is the heap.
//   Closed tiles stay closed (Likhachev, Gordon, Thrun 2003), for re-opening would expand tiles hundreds of
//   times. Each tile is expanded at most once, and the path costs at most the optimum times the inflation.
//   A query may ask for re-opening all the same, and for a search that goes on after the goal is closed. It
//   then expands every tile whose cost so far is below that of the goal at its least cost. No step costs less
//   than nothing, so what is left cannot lead to a cheaper path: the path is the optimum;
// - greedy: keys are the heuristic alone, which falls and rises. The rules are those of an inflated one, but
//   nothing bounds the cost of the path.
#include "search/flat_search.h"

#include "grid/links.h"
#include "search/flat_steps.h"

enum { EXPANSIONS_PER_CANCEL_CHECK = 1 << 14 };

void wendi_flat_init(wendi_flat* flat, const wend_allocator* allocator) {
    wendi_node_store_init(&flat->nodes, allocator);
    wendi_bucket_queue_init(&flat->buckets, allocator);
    flat->heap = (wendi_heap){.allocator = *allocator};
    flat->cancel = (wendi_cancel){NULL, NULL};
    flat->observer = (wend_search_observer){NULL, NULL};
    wendi_flat_links_init(&flat->links, allocator);
}

wend_result wendi_flat_reset(wendi_flat* flat, const wend_grid* grid, bool restricted) {
    return wendi_node_store_reset(&flat->nodes, grid, restricted ? WENDI_NODE_FORBIDDEN : WENDI_NODE_UNSEEN);
}

wend_result wendi_flat_allow(wendi_flat* flat, wend_rect area) {
    WENDI_ASSERT(flat->nodes.initial == WENDI_NODE_FORBIDDEN);
    for (int32_t y = area.y; y < area.y + area.height; y++) {
        for (int32_t x = area.x; x < area.x + area.width; x++) {
            wendi_node* node = wendi_node_at(&flat->nodes, wendi_node_index(&flat->nodes, (wend_tile){x, y}));
            if (!node) return flat->nodes.failure;
            wendi_node_set(node, WENDI_NODE_UNSEEN);
        }
    }
    return WEND_OK;
}

// ---- the moves from a tile

// From a tile, in all directions: the costs, and the rule of wendi_legal_moves but for closed steps, which
// the caller takes out. Reads the classes from the grid, whose rows are so far apart.
static inline void steps_from(const wendi_step_table* table, const uint8_t* tile, int64_t stride,
                              wendi_node steps_out[WENDI_DIRECTIONS]) {
    const uint8_t *above = tile - stride, *below = tile + stride;
    wendi_node e = table->straight[tile[1]], s = table->straight[*below];
    wendi_node w = table->straight[tile[-1]], n = table->straight[*above];
    steps_out[0] = e, steps_out[1] = s, steps_out[2] = w, steps_out[3] = n;
    steps_out[4] = table->diagonal[below[1]] | ((s | e) & table->corner);
    steps_out[5] = table->diagonal[below[-1]] | ((s | w) & table->corner);
    steps_out[6] = table->diagonal[above[-1]] | ((n | w) & table->corner);
    steps_out[7] = table->diagonal[above[1]] | ((n | e) & table->corner);
}

// True when homogeneous tiles need to try only some moves.
static inline bool has_canonical_moves(const wend_grid* grid) {
    return !wendi_has_directions(grid) &&
           (grid->connectivity == WEND_CONNECTIVITY_8 || grid->connectivity == WEND_CONNECTIVITY_8_CUT);
}

// The moves worth a try from a homogeneous tile, by the direction in which it was reached: the same again
// and, if diagonal, its two straight parts. Every other neighbour is reached without the tile by a path that
// costs no more, has no more steps and, at a tie, takes its diagonal steps first (canonical ordering;
// Harabor and Grastien 2011).
static inline uint32_t canonical_moves(int32_t direction) {
    static const uint8_t moves[WENDI_DIRECTIONS] = {1,          2,          4,          8,
                                                    16 | 1 | 2, 32 | 2 | 4, 64 | 4 | 8, 128 | 8 | 1};
    return moves[direction];
}

static inline uint32_t legal_steps(const wendi_node steps[WENDI_DIRECTIONS]) {
    uint32_t moves = 0;
    for (int32_t d = 0; d < WENDI_DIRECTIONS; d++) moves |= (uint32_t)(steps[d] < WENDI_STEP_BLOCKED) << d;
    return moves;
}

static inline wendi_node lesser(wendi_node a, wendi_node b) {
    return a < b ? a : b;
}

// The steps from a node inside its block, and the moves that improve the node they lead to. from: the node,
// with all bits below its cost set.
//
// When lazy, leaves out a diagonal move if a straight neighbour, at its cost now or after its own move,
// leads on to the same tile for less. That neighbour is on the open list (had it been closed, it would have
// improved the tile already) and under a consistent heuristic comes off it before the tile: so the tile gets
// its cost in time, and only one entry of the open list is saved. Not on maps with closed steps, which may
// close the way on.
static inline uint32_t improving_moves(const wendi_step_table* table, const wendi_node* node, wendi_node from,
                                       bool lazy, wendi_node steps_out[WENDI_DIRECTIONS]) {
    static const int32_t beside[] = {0, 1, 1, 2, 2, 3, 3, 0}; // the straight directions next to each diagonal
    wendi_node best[WENDI_STRAIGHT];                          // of each straight neighbour
    uint32_t moves = 0;
    for (int32_t d = 0; d < WENDI_STRAIGHT; d++) {
        wendi_node next = node[wendi_node_step[d]];
        steps_out[d] = table->straight[wendi_node_class(next)];
        moves |= (uint32_t)(from + steps_out[d] < next) << d;
        best[d] = lesser(from + steps_out[d], next);
    }
    for (int32_t d = WENDI_STRAIGHT; d < WENDI_DIRECTIONS; d++) {
        const int32_t* sides = &beside[2 * (d - WENDI_STRAIGHT)];
        wendi_node next = node[wendi_node_step[d]];
        steps_out[d] = table->diagonal[wendi_node_class(next)] |
                       ((steps_out[sides[0]] | steps_out[sides[1]]) & table->corner);
        wendi_node turn = lesser(best[sides[0]], best[sides[1]]) + table->turn[wendi_node_class(next)];
        if (lazy) next = lesser(next, turn); // at a tie the diagonal move stays
        moves |= (uint32_t)(from + steps_out[d] < next) << d;
    }
    return moves;
}

// The steps from a closed node inside its block, and the moves worth a try. pruned: WENDI_NODE_HOMOGENEOUS
// when homogeneous tiles try only their canonical moves, or else 0.
static inline uint32_t moves_inside(const wendi_step_table* table, const wendi_node* node, wendi_node pruned,
                                    bool lazy, wendi_node steps_out[WENDI_DIRECTIONS]) {
    WENDI_ASSERT(wendi_node_state(*node) == WENDI_CLOSED && wendi_node_class(*node) != 0);
    if (!(*node & pruned)) return improving_moves(table, node, *node | WENDI_NODE_LOW_BITS, lazy, steps_out);
    uint8_t k = wendi_node_class(*node);
    for (int32_t d = 0; d < WENDI_DIRECTIONS; d++)
        steps_out[d] = d < WENDI_STRAIGHT ? table->straight[k] : table->diagonal[k];
    return canonical_moves(wendi_node_direction(*node));
}

// The same for a node at the edge of its block, whose neighbours may be in other blocks.
static inline uint32_t moves_at_edge(const wendi_step_table* table, const wend_grid* grid, wend_tile tile,
                                     wendi_node node, wendi_node pruned,
                                     wendi_node steps_out[WENDI_DIRECTIONS]) {
    WENDI_ASSERT(*wendi_tile(grid, tile.x, tile.y) == wendi_node_class(node));
    const wendi_tiles tiles = wendi_tiles_at(grid, tile.x, tile.y);
    steps_from(table, tiles.at, tiles.stride, steps_out);
    return node & pruned ? canonical_moves(wendi_node_direction(node)) : legal_steps(steps_out);
}

// The same on a map where steps cost by their direction; leaves out those that this closes.
static inline uint32_t directed_moves(const wendi_step_table* table, const wend_grid* grid, wend_tile tile,
                                      wendi_node steps_out[WENDI_DIRECTIONS]) {
    const wendi_tiles tiles = wendi_tiles_at(grid, tile.x, tile.y);
    steps_from(table, tiles.at, tiles.stride, steps_out);
    uint32_t legal = legal_steps(steps_out);
    for (uint32_t moves = legal; moves; moves &= moves - 1) {
        const int32_t d = __builtin_ctz(moves), cost = wendi_step_cost(grid, tile.x, tile.y, d);
        if (cost == 0) legal ^= 1u << d;
        if (!table->counts_steps) steps_out[d] = wendi_node_make(cost, 0, 0);
    }
    return legal;
}

// ---- the search

// True when the heuristic needs no square root and no weight.
static inline bool is_linear(const wendi_heuristic* h) {
    return h->kind != WEND_EUCLIDEAN && h->weight == WENDI_WEIGHT_ONE;
}

// True when a query needs only the fast form, on a map without links: over the whole map, to one goal, by a
// heuristic that is consistent, of weight 1 and without a square root, or by none. The general form answers
// it by the same events and counters.
static bool is_simple(const wendi_flat_query* query) {
    const wendi_heuristic* h = &query->heuristic;
    return query->cluster_size == 0 && !query->goals && !query->greedy && !query->hex_diagonals &&
           is_linear(h) && !h->inflated;
}

typedef struct context {
    wendi_flat* flat;
    const wend_grid* grid;
    wendi_flat_query query; // a copy stays in registers
    wend_stats* stats;
    bool simple;    // see is_simple
    bool keys_fall; // an inflated heuristic, or greedy
    bool reopens;
    bool observed;
    bool linked; // the map has links
    bool directed;
} context;

// What the two forms of the search that are compiled, and that for closed steps, know at compile time.
typedef struct form {
    bool fast;     // the query is simple, nobody observes, and there are no links
    bool closes;   // the map may have closed steps, or hexagons
    bool directed; // steps cost by their direction; in the general form, may do so
} form;

WENDI_SPECIALISED context context_of(wendi_flat* flat, wend_stats* stats) {
    const wendi_flat_query* query = &flat->query;
    const bool keys_fall = query->heuristic.inflated || query->greedy;
    return (context){.flat = flat,
                     .grid = flat->nodes.grid,
                     .query = *query,
                     .stats = stats,
                     .simple = is_simple(query),
                     .keys_fall = keys_fall,
                     .reopens = !keys_fall || query->reopens,
                     .observed = wendi_is_observed(&flat->observer),
                     .linked = flat->nodes.grid->links.count > 0,
                     .directed = wendi_has_directions(flat->nodes.grid)};
}

static const form GENERAL = {false, true, true};

// Of a tile whose block is claimed. A greedy search needs no bound: where links leave none, it ignores them.
WENDI_SPECIALISED wend_result heuristic_of(const context* c, wend_tile tile, uint32_t index, wend_cost* out) {
    const wendi_flat_query* query = &c->query;
    if (c->linked && !(query->greedy && c->flat->links.bounds.unknown)) {
        wendi_node_block* block = c->flat->nodes.directory[index / WENDI_BLOCK_NODES];
        return wendi_flat_links_heuristic(&c->flat->links, &query->heuristic, block, tile, out);
    }
    *out = query->goals ? wendi_goals_bound(query->goals, &query->heuristic, tile)
                        : wendi_heuristic_between(&query->heuristic, tile, query->goal);
    return WEND_OK;
}

static bool is_goal(const context* c, wend_tile tile) {
    const wendi_flat_query* query = &c->query;
    return query->goals ? wendi_goals_find(query->goals, tile) >= 0 : wendi_is_same(tile, query->goal);
}

WENDI_SPECIALISED wend_result push(const context* c, form f, wend_cost cost, wend_cost heuristic,
                                   uint32_t index) {
    c->stats->generated++;
    if (f.fast) return wendi_bucket_queue_push(&c->flat->buckets, cost + heuristic, index);
    const wend_cost key = (c->query.greedy ? 0 : cost) + heuristic;
    if (!c->keys_fall && !(c->linked && !wendi_bucket_queue_fits(&c->flat->buckets, key)))
        return wendi_bucket_queue_push(&c->flat->buckets, key, index);
    return c->flat->heap.count < INT32_MAX ? wendi_heap_push(&c->flat->heap, key, index) : WEND_ERROR_LIMIT;
}

// False when the open list is empty, or with an error in *result_io.
WENDI_SPECIALISED bool pop(const context* c, form f, uint32_t* index_out, wend_result* result_io) {
    if (f.fast) return wendi_bucket_queue_pop(&c->flat->buckets, index_out);
    if (!c->keys_fall) {
        if (c->linked) *result_io = wendi_flat_links_refill(&c->flat->heap, &c->flat->buckets);
        return *result_io == WEND_OK && wendi_bucket_queue_pop(&c->flat->buckets, index_out);
    }
    if (c->flat->heap.count == 0) return false;
    *index_out = wendi_heap_pop(&c->flat->heap).item;
    return true;
}

static void notify(const context* c, wend_event_kind kind, wend_tile tile, wend_tile from, wend_cost cost,
                   wend_cost heuristic) {
    if (c->observed)
        wendi_notify(
            &c->flat->observer,
            (wend_event){.kind = kind, .tile = tile, .from = from, .cost = cost, .heuristic = heuristic});
}

// Index of the link by which a tile got its cost; -1: by a step.
static int32_t link_into(const wendi_flat* flat, wend_tile tile, wend_cost cost) {
    wendi_link_search search = wendi_links_at(&flat->nodes.grid->links, WENDI_LINK_TO, tile);
    for (int32_t link; (link = wendi_next_link(&search)) >= 0;)
        if (flat->links.arrivals[link] == cost) return link;
    return -1;
}

static wend_result notify_closed(const context* c, wend_tile tile, uint32_t index, wendi_node node) {
    if (!c->observed) return WEND_OK;
    const wend_grid* grid = c->grid;
    const wend_cost cost = wendi_node_cost(node);
    const wend_tile start = c->query.start, step = wendi_direction[wendi_node_direction(node)];
    wend_tile from = {tile.x - step.x, tile.y - step.y};
    int32_t link = c->linked ? link_into(c->flat, tile, cost) : -1;
    if (link >= 0) from = grid->links.data[link].from;
    if (wendi_is_same(tile, start)) from = start;
    wend_cost heuristic;
    wend_result result = heuristic_of(c, tile, index, &heuristic);
    if (result == WEND_OK) notify(c, WEND_EVENT_CLOSED, tile, from, cost, heuristic);
    return result;
}

// What it means for a node in this state to be put on the open list.
static wend_event_kind kind_of_push(uint32_t state) {
    return state == WENDI_UNSEEN   ? WEND_EVENT_OPENED
           : state == WENDI_CLOSED ? WEND_EVENT_REOPENED
                                   : WEND_EVENT_IMPROVED;
}

// Does a diagonal step between two allowed tiles lie in the corridor? Next to a crossing of border lines the
// two tiles may belong to two clusters while the step between them lies in a third. That cluster is allowed
// when its inner tile next to the crossing, which no other cluster has, is allowed.
static bool is_within_corridor(wendi_flat* flat, int32_t cluster_size, wend_tile from, wend_tile to) {
    WENDI_ASSERT(from.x != to.x && from.y != to.y);
    int32_t x = wendi_min(from.x, to.x) / cluster_size * cluster_size + 1;
    int32_t y = wendi_min(from.y, to.y) / cluster_size * cluster_size + 1;
    wendi_node* inner = wendi_node_at(&flat->nodes, wendi_node_index(&flat->nodes, (wend_tile){x, y}));
    return inner && wendi_node_state(*inner) != WENDI_FORBIDDEN;
}

// Puts a neighbour on the open list if a path of this cost, with all bits below it set, improves it.
WENDI_SPECIALISED wend_result relax(const context* c, form f, wend_tile from, int32_t direction, wend_tile to,
                                    wendi_node* node, uint32_t index, wendi_node path) {
    if (path >= *node) return WEND_OK;
    const uint32_t state = wendi_node_state(*node);
    WENDI_ASSERT(state != WENDI_FORBIDDEN && !(f.fast && state == WENDI_CLOSED));
    const wend_cost cost = wendi_node_cost(path);
    wend_cost heuristic;
    if (f.fast) {
        heuristic = f.closes ? wendi_heuristic_between(&c->query.heuristic, to, c->query.goal)
                             : wendi_heuristic_linear(&c->query.heuristic, to, c->query.goal);
    } else {
        if (c->query.cluster_size > 0 && direction >= WENDI_STRAIGHT &&
            !is_within_corridor(c->flat, c->query.cluster_size, from, to))
            return WEND_OK;
        if (state == WENDI_CLOSED) {
            if (!c->reopens) return WEND_OK;
            c->stats->reopened++;
        }
        wend_result result = heuristic_of(c, to, index, &heuristic);
        if (result != WEND_OK) return result;
        notify(c, kind_of_push(state), to, from, cost, heuristic);
    }
    wendi_node_set(node, wendi_node_make(cost, direction, WENDI_OPEN));
    return push(c, f, cost, heuristic, index);
}

// Relaxes the links that leave a closed tile. A tile that a link improves tries all moves, as the start does.
static wend_result follow_links(const context* c, wend_tile from, wend_cost cost) {
    wendi_link_search search = wendi_links_at(&c->grid->links, WENDI_LINK_FROM, from);
    wendi_usable_link link;
    if (search.next == search.end) return WEND_OK; // as at most tiles
    while (wendi_next_usable_link(c->grid, &search, &link)) {
        const uint32_t index = wendi_node_index(&c->flat->nodes, link.there);
        const wend_cost arrival = cost + (c->query.count_steps ? 1 : link.cost);
        const wendi_node path = wendi_node_make(arrival, 0, 0) | WENDI_NODE_LOW_BITS;
        wendi_node* node = wendi_node_at(&c->flat->nodes, index);
        if (!node) return c->flat->nodes.failure;
        if (path >= *node || (!c->reopens && wendi_node_state(*node) == WENDI_CLOSED)) continue;
        wend_result result = relax(c, GENERAL, from, 0, link.there, node, index, path);
        if (result != WEND_OK) return result;
        *node &= ~(wendi_node)WENDI_NODE_HOMOGENEOUS;
        c->flat->links.arrivals[link.index] = arrival;
    }
    return WEND_OK;
}

// Relaxes the steps between two neighbours of a hexagon.
static wend_result follow_hex_diagonals(const context* c, wend_tile from, wend_cost cost) {
    const wend_grid* grid = c->grid;
    wend_result result = WEND_OK;
    for (int32_t k = 0; k < WENDI_HEX_WAYS && result == WEND_OK; k++) {
        wend_tile to;
        if (!wendi_hex_diagonal(grid, from, k, &to)) continue;
        wend_cost path = cost + wendi_hex_diagonal_step(grid, to, c->query.count_steps);
        const uint32_t index = wendi_node_index(&c->flat->nodes, to);
        wendi_node* node = wendi_node_at(&c->flat->nodes, index);
        if (!node) return c->flat->nodes.failure;
        result =
            relax(c, GENERAL, from, 0, to, node, index, wendi_node_make(path, 0, 0) | WENDI_NODE_LOW_BITS);
    }
    return result;
}

// No step lets the bound rise by more than this.
static inline wend_cost longest_rise(const wendi_heuristic* h) {
    return (2 * h->straight + 2) * h->weight / WENDI_WEIGHT_ONE + 1;
}

static wend_result open_start(wendi_flat* flat, wend_stats* stats) {
    const context c = context_of(flat, stats);
    const wendi_flat_query* query = &c.query;
    const wend_grid* grid = flat->nodes.grid;
    flat->heap.count = 0;
    if (c.linked) {
        wend_result result = wendi_flat_links_begin(&flat->links, grid, &query->heuristic, query->start,
                                                    query->goal, query->goals);
        if (result != WEND_OK) return result;
    }
    const uint32_t index = wendi_node_index(&flat->nodes, query->start);
    wendi_node* node = wendi_node_at(&flat->nodes, index);
    if (!node) return flat->nodes.failure;
    wend_cost heuristic;
    wend_result result = heuristic_of(&c, query->start, index, &heuristic);
    if (result == WEND_OK && !c.keys_fall)
        result = wendi_bucket_queue_reset(&flat->buckets, c.linked ? 0 : heuristic,
                                          (query->hex_diagonals ? 2 : 1) * grid->longest_step +
                                              longest_rise(&query->heuristic) + 1);
    if (result != WEND_OK) return result;
    WENDI_ASSERT(wendi_node_state(*node) == WENDI_UNSEEN);
    wendi_node_set(node, wendi_node_make(0, 0, WENDI_OPEN));
    *node &= ~(wendi_node)WENDI_NODE_HOMOGENEOUS; // the start was reached in no direction: it tries all moves
    notify(&c, WEND_EVENT_OPENED, query->start, query->start, 0, heuristic);
    return push(&c, GENERAL, 0, heuristic, index);
}

// Most often the next node to expand. Its neighbours take up to two cache lines in each of three rows. Always
// inline: GCC drops calls of functions that only fetch.
WENDI_SPECIALISED void fetch_next(const wendi_flat* flat) {
    uint32_t index;
    if (!wendi_bucket_queue_peek(&flat->buckets, &index)) return;
    const wendi_node_block* block = flat->nodes.directory[index / WENDI_BLOCK_NODES];
    uintptr_t node = (uintptr_t)&block->nodes[index % WENDI_BLOCK_NODES];
    for (uintptr_t row = 0; row < 3; row++) {
        uintptr_t at = node + (row - 1) * WENDI_BLOCK_SIDE * sizeof(wendi_node);
        // NOLINTNEXTLINE(performance-no-int-to-ptr): it may lie outside the block
        __builtin_prefetch((const void*)(at - sizeof(wendi_node)));
        // NOLINTNEXTLINE(performance-no-int-to-ptr): likewise
        __builtin_prefetch((const void*)(at + sizeof(wendi_node)));
    }
}

// Relaxes the steps from a closed node. inside: of its block.
WENDI_SPECIALISED wend_result relax_steps(const context* c, form f, bool inside, wend_tile at,
                                          wendi_node* node, uint32_t index, wendi_node pruned, bool lazy) {
    wendi_node_store* nodes = &c->flat->nodes;
    if (!inside && wendi_node_is_near_limit(*node)) return WEND_ERROR_LIMIT;
    const wendi_node from = *node | WENDI_NODE_LOW_BITS;
    wendi_node steps[WENDI_DIRECTIONS];
    const bool directed = f.directed && (f.fast || c->directed);
    uint32_t moves = directed ? directed_moves(&c->flat->table, c->grid, at, steps)
                     : inside ? moves_inside(&c->flat->table, node, pruned, lazy, steps)
                              : moves_at_edge(&c->flat->table, c->grid, at, *node, pruned, steps);
    if (f.closes) moves &= ~wendi_closed_steps(c->grid, at.x, at.y);
    for (; moves; moves &= moves - 1) {
        const int32_t d = __builtin_ctz(moves);
        const wendi_node path = from + steps[d];
        uint32_t next = index + (uint32_t)wendi_node_step[d];
        wendi_node* neighbour = node + wendi_node_step[d];
        if (!inside) {
            next = wendi_node_index(nodes,
                                    (wend_tile){at.x + wendi_direction[d].x, at.y + wendi_direction[d].y});
            neighbour = wendi_node_at(nodes, next);
            if (!neighbour) return nodes->failure;
        }
        if (path >= *neighbour) continue;
        const wend_tile to = {at.x + wendi_direction[d].x, at.y + wendi_direction[d].y};
        const wend_result result = relax(c, f, at, d, to, neighbour, next, path);
        if (result != WEND_OK) return result;
    }
    return WEND_OK;
}

// An expansion of the fast form takes a few dozen cycles, as much as two mispredicted branches. So it finds
// all neighbours to improve without branching (flat_steps.h), tries only canonical moves on homogeneous
// ground, leaves out diagonal steps that a straight one will beat, and fetches the next node ahead of time.
WENDI_SPECIALISED wend_result run(wendi_flat* flat, form f, int64_t until, bool* done_out, bool* found_out,
                                  wend_stats* stats) {
    wend_stats local_stats = *stats; // in registers
    const context c = context_of(flat, &local_stats);
    const wend_grid* grid = c.grid;
    wendi_node_store* nodes = &flat->nodes;
    // Canonical pruning needs every step of homogeneous ground, which a corridor may lack, and tiles that are
    // closed at their least cost.
    const bool canonical = c.query.cluster_size == 0 && !c.keys_fall && has_canonical_moves(grid);
    const wendi_node pruned = canonical ? WENDI_NODE_HOMOGENEOUS : 0;
    const bool proves = c.query.until_proven && c.keys_fall; // else the first path is the optimum
    // An observer of a simple query sees what the fast form does.
    const bool lazy = f.fast ? !f.closes : c.simple && !c.directed && !wendi_has_closed_steps(grid);
    const uint32_t goal = f.fast ? wendi_node_index(nodes, c.query.goal) : 0; // others may have several
    wend_result result = WEND_OK;
    uint32_t index;
    while (result == WEND_OK && local_stats.expanded < until) {
        if (!pop(&c, f, &index, &result)) {
            *done_out = result == WEND_OK;
            *found_out = *done_out && flat->proven < INT64_MAX;
            break;
        }
        if (f.fast) fetch_next(flat);
        wendi_node_block* block = nodes->directory[index / WENDI_BLOCK_NODES];
        wendi_node* node = &block->nodes[index % WENDI_BLOCK_NODES];
        if (wendi_node_state(*node) != WENDI_OPEN) continue;             // a cheaper entry of it came first
        if (!f.fast && wendi_node_cost(*node) >= flat->proven) continue; // no cheaper path leads over it
        wendi_node_close(node);
        local_stats.expanded++;
        const wend_tile at = {block->corner.x + (int32_t)(index & WENDI_BLOCK_MASK),
                              block->corner.y + (int32_t)(index / WENDI_BLOCK_SIDE & WENDI_BLOCK_MASK)};
        if (!f.fast) result = notify_closed(&c, at, index, *node);
        if (result != WEND_OK) break;
        if (f.fast ? index == goal : is_goal(&c, at)) {
            flat->reached = at;
            if (!f.fast && proves) {
                flat->proven = wendi_node_cost(*node);
                continue;
            }
            *done_out = *found_out = true;
            break;
        }
        result = wendi_node_is_inside_block(index) ? relax_steps(&c, f, true, at, node, index, pruned, lazy)
                                                   : relax_steps(&c, f, false, at, node, index, pruned, lazy);
        if (f.fast || result != WEND_OK) continue;
        if (c.query.hex_diagonals) result = follow_hex_diagonals(&c, at, wendi_node_cost(*node));
        if (c.linked && result == WEND_OK) result = follow_links(&c, at, wendi_node_cost(*node));
    }
    *stats = local_stats;
    return result;
}

// Apart, so that each compiles to the same code as without the others.
typedef wend_result run_form(wendi_flat*, int64_t, bool*, bool*, wend_stats*);
static __attribute__((noinline)) wend_result run_fast(wendi_flat* flat, int64_t until, bool* done_out,
                                                      bool* found_out, wend_stats* stats) {
    return run(flat, (form){true, false, false}, until, done_out, found_out, stats);
}
static __attribute__((noinline)) wend_result run_fast_over_closed_steps(wendi_flat* flat, int64_t until,
                                                                        bool* done_out, bool* found_out,
                                                                        wend_stats* stats) {
    return run(flat, (form){true, true, false}, until, done_out, found_out, stats);
}
static __attribute__((noinline)) wend_result
run_fast_by_directions(wendi_flat* flat, int64_t until, bool* done_out, bool* found_out, wend_stats* stats) {
    return run(flat, (form){true, true, true}, until, done_out, found_out, stats);
}
static __attribute__((noinline)) wend_result run_general(wendi_flat* flat, int64_t until, bool* done_out,
                                                         bool* found_out, wend_stats* stats) {
    return run(flat, GENERAL, until, done_out, found_out, stats);
}

static run_form* form_of(const wendi_flat* flat) {
    const wend_grid* grid = flat->nodes.grid;
    if (!is_simple(&flat->query) || wendi_is_observed(&flat->observer) || grid->links.count > 0)
        return run_general;
    if (wendi_has_directions(grid)) return run_fast_by_directions;
    return wendi_has_closed_steps(grid) ? run_fast_over_closed_steps : run_fast;
}

// Lowers a heuristic for a search that takes steps between two neighbours of a hexagon, too.
static void allow_hex_diagonals(wendi_heuristic* h, const wend_grid* grid) {
    const double length = 1.73205080756887729353;
    h->hex_diagonal = (int64_t)floor((double)grid->cheapest_straight * length + 0.5);
    h->euclidean = fmin(h->euclidean, (double)h->hex_diagonal / length * (1 - 1e-12));
    h->inflated |= h->kind == WEND_MANHATTAN; // counts two straight steps for each of these
}

wend_result wendi_flat_begin(wendi_flat* flat, const wend_grid* grid, const wendi_flat_query* query,
                             wend_stats* stats) {
    WENDI_ASSERT(wendi_is_passable(grid, query->start.x, query->start.y));
    WENDI_ASSERT(flat->nodes.grid == grid);
    flat->query = *query;
    if (query->hex_diagonals) allow_hex_diagonals(&flat->query.heuristic, grid);
    flat->reached = query->goal;
    flat->proven = INT64_MAX;
    wendi_step_table_init(&flat->table, grid, query->count_steps);
    return open_start(flat, stats);
}

wend_result wendi_flat_run(wendi_flat* flat, int64_t max_expansions, bool* done_out, bool* found_out,
                           wend_stats* stats) {
    run_form* const run_some = form_of(flat);
    const int64_t end =
        max_expansions < INT64_MAX - stats->expanded ? stats->expanded + max_expansions : INT64_MAX;
    *done_out = *found_out = false;
    while (!*done_out && stats->expanded < end) {
        const int64_t check =
            (stats->expanded / EXPANSIONS_PER_CANCEL_CHECK + 1) * EXPANSIONS_PER_CANCEL_CHECK;
        const int64_t until = check < end ? check : end;
        wend_result result = run_some(flat, until, done_out, found_out, stats);
        if (result != WEND_OK) return result;
        if (!*done_out && stats->expanded == check && wendi_is_cancelled(&flat->cancel))
            return WEND_ERROR_CANCELLED;
    }
    return WEND_OK;
}

wend_result wendi_flat_search(wendi_flat* flat, const wend_grid* grid, const wendi_flat_query* query,
                              bool* found_out, wend_stats* stats) {
    bool done;
    wend_result result = wendi_flat_begin(flat, grid, query, stats);
    return result == WEND_OK ? wendi_flat_run(flat, INT64_MAX, &done, found_out, stats) : result;
}

// ---- the path

// The tile that a tile on the path was reached from. *link_out: the index of the link between them; -1: a
// step.
static wend_tile tile_before(wendi_flat* flat, wend_tile tile, int32_t* link_out) {
    wendi_node node = *wendi_node_at(&flat->nodes, wendi_node_index(&flat->nodes, tile));
    // The trace over twelve ways may prefer an open tile to a closed one that costs the same, and a tile of
    // the path may have been reopened.
    WENDI_ASSERT(
        wendi_node_state(node) == WENDI_CLOSED ||
        ((flat->query.hex_diagonals || flat->query.reopens) && wendi_node_state(node) == WENDI_OPEN));
    const wend_grid* grid = flat->nodes.grid;
    *link_out = grid->links.count > 0 ? link_into(flat, tile, wendi_node_cost(node)) : -1;
    if (*link_out >= 0) return grid->links.data[*link_out].from;
    if (flat->query.hex_diagonals) return wendi_hex_tile_before(&flat->nodes, tile, flat->query.count_steps);
    wend_tile step = wendi_direction[wendi_node_direction(node)];
    return (wend_tile){tile.x - step.x, tile.y - step.y};
}

// Two passes, so that the list grows once: the first counts, the second fills from the back.
wend_result wendi_flat_walk_back(wendi_flat* flat, wend_tile start, wend_tile goal, wendi_tile_list* out,
                                 wendi_path_link_list* links) {
    const int64_t first = out->count > 0 ? out->count - 1 : 0, first_link = links->count;
    int64_t count = first + 1;
    int32_t link;
    for (wend_tile at = goal; !wendi_is_same(at, start); count++) at = tile_before(flat, at, &link);
    wend_result result = wendi_tile_list_reserve(out, count);
    if (result != WEND_OK) return result;
    out->count = count;
    out->data[--count] = goal;
    for (; count > first && result == WEND_OK; count--) {
        out->data[count - 1] = tile_before(flat, out->data[count], &link);
        if (link < 0) continue;
        result = wendi_path_link_list_push(
            links, (wend_path_link){flat->nodes.grid->links.data[link].id, (int32_t)(count - 1), 0});
    }
    if (result != WEND_OK) return result;
    wendi_path_link_list_reverse_from(links, first_link);
    WENDI_ASSERT(out->data[first].x == start.x && out->data[first].y == start.y);
    return WEND_OK;
}
