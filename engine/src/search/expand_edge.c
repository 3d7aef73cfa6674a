// expand_edge.c: how are the child edges found? Most edges expand to at most three, found by scanning the
// matrices of the children. For the others, the abstract search runs among the children.
#include "search/expand_edge.h"

#include "grid/grid.h"
#include "hierarchy/first_check.h"

enum { MOST_SHARED = 512 }; // nodes that two children share; further ones are left to the search

typedef struct child_set { // the children of the edge's cluster
    const wendi_edge* edge;
    const wendi_partition* clusters; // of level 1
    int32_t level, count;
    int32_t x[4], y[4];
    const wendi_level* of;
    const wendi_matrix* matrices[4];
    uint32_t at_start, at_end; // children that the edge's ends lie in or on the border of
    int32_t from[4], to[4];    // by child: slots of the edge's ends; -1: the child does not have it
    wend_tile start, end;      // the tiles of the edge's ends
    int64_t most, least;       // a path costs at least most x the longer side + least x the shorter one
} child_set;

// Nodes that two children share, as far as a path at the cost of the edge may cross them.
typedef struct sharing {
    int32_t count;
    uint16_t here[MOST_SHARED], there[MOST_SHARED]; // slots in the first child and in the second
    int32_t cost[MOST_SHARED];                      // from the start of the edge, or to its end
} sharing;

// ---- the children

// Where a node lies; a node inside a cluster of level 1: at_column and at_row only.
typedef struct place {
    int32_t column, row, border_index;
    wend_tile tile;
} place;

static place place_of(const wendi_partition* clusters, uint32_t node) {
    if (node >= WENDI_FIRST_LINK_NODE) return (place){-1, -1, -1, wendi_node_tile(clusters, node)};
    const int32_t cluster = (int32_t)(node / WENDI_BORDER_INDEX_COUNT),
                  border_index = (int32_t)(node % WENDI_BORDER_INDEX_COUNT);
    const int32_t row = cluster / clusters->columns, column = cluster - row * clusters->columns;
    const int32_t left = border_index >= WENDI_LEFT_BORDER_INDEX;
    const int32_t along = border_index - left * WENDI_LEFT_BORDER_INDEX;
    const wend_tile tile = {column * clusters->size + (left ? 0 : along),
                            row * clusters->size + (left ? along : 0)};
    return (place){column, row, border_index, tile};
}

// The children that a node lies in or on the border of, a bit for each.
static uint32_t children_at(const child_set* f, place at) {
    if (at.border_index < 0) return (1u << f->count) - 1; // inside one of them
    const int32_t on_top = at.border_index < WENDI_LEFT_BORDER_INDEX,
                  on_left = at.border_index == 0 || !on_top;
    const int32_t shift = f->level - 1;
    const int32_t left = (at.column - on_left) >> shift, right = at.column >> shift;
    const int32_t top = (at.row - on_top) >> shift, bottom = at.row >> shift;
    uint32_t children = 0;
    for (int32_t c = 0; c < f->count; c++)
        children |= (uint32_t)((f->x[c] == left || f->x[c] == right) && (f->y[c] == top || f->y[c] == bottom))
                    << c;
    return children;
}

// Steps change each coordinate by at most 1, on hexagons too. Links may cost less than their length.
static void set_bound(const wend_grid* grid, child_set* f) {
    const int32_t straight = grid->cheapest_straight, diagonal = grid->cheapest_diagonal;
    f->most = grid->links.count > 0 ? 0 : straight;
    f->least = grid->links.count > 0 || wendi_is_hex(grid->connectivity) ? 0
               : grid->connectivity == WEND_CONNECTIVITY_4               ? straight
                                                                         : diagonal - straight;
}

// The work on an edge begins with three steps. Each fetches into the caches what the next one reads, because
// large maps do not fit into them: between two steps there is time for other edges.

static void list_children(const wend_world* world, const wendi_edge* edge, child_set* f) {
    const wendi_graph* a = &world->graph;
    WENDI_ASSERT(edge->level > 1 && edge->level <= a->level_count && edge->cost >= 0);
    const place start = place_of(&a->clusters, edge->from), end = place_of(&a->clusters, edge->to);
    const wendi_partition *parents = &a->level[edge->level - 1].clusters,
                          *children = &a->level[edge->level - 2].clusters;
    const int32_t row = edge->cluster / parents->columns, column = edge->cluster - row * parents->columns;
    f->edge = edge;
    f->clusters = &a->clusters;
    f->level = edge->level - 1;
    f->of = &a->level[f->level - 1];
    f->start = start.tile;
    f->end = end.tile;
    f->count = 0;
    for (int32_t y = 2 * row; y < 2 * row + 2 && y < children->rows; y++) {
        __builtin_prefetch(&f->of->matrices[y * children->columns + 2 * column]);
        for (int32_t x = 2 * column; x < 2 * column + 2 && x < children->columns; x++) {
            f->x[f->count] = x;
            f->y[f->count++] = y;
        }
    }
    WENDI_ASSERT(f->count >= 1);
    f->at_start = children_at(f, start);
    f->at_end = children_at(f, end);
    set_bound(world->grid, f);
}

static int32_t cluster_of(const child_set* f, int32_t c) {
    return f->y[c] * f->of->clusters.columns + f->x[c];
}

static void open_matrices(child_set* f) {
    for (int32_t c = 0; c < f->count; c++) {
        f->matrices[c] = &f->of->matrices[cluster_of(f, c)];
        for (int32_t i = 0; ((f->at_start | f->at_end) >> c & 1) && i < f->matrices[c]->count; i += 16)
            __builtin_prefetch(f->matrices[c]->nodes + i);
    }
}

static void find_slots(child_set* f) {
    for (int32_t c = 0; c < f->count; c++) {
        const wendi_matrix* matrix = f->matrices[c];
        f->from[c] = f->at_start >> c & 1 ? wendi_matrix_slot(matrix, f->edge->from) : -1;
        f->to[c] = f->at_end >> c & 1 ? wendi_matrix_slot(matrix, f->edge->to) : -1;
        for (int32_t i = 0; f->from[c] >= 0 && i < matrix->count; i += 32)
            __builtin_prefetch(wendi_matrix_row(matrix, f->from[c]) + i);
    }
}

// ---- the nodes that two children share

static int64_t bound(const child_set* f, wend_tile a, wend_tile b) {
    const int64_t dx = wendi_abs(a.x - b.x), dy = wendi_abs(a.y - b.y);
    return dx > dy ? f->most * dx + f->least * dy : f->most * dy + f->least * dx;
}

// The first slot of a node with this number or a higher one.
static int32_t first_slot(const wendi_matrix* matrix, uint32_t node) {
    const uint32_t* nodes = matrix->nodes;
    uint32_t left = (uint32_t)matrix->count;
    if (left == 0) return 0;
    for (; left > 1; left -= left / 2) nodes += nodes[left / 2 - 1] < node ? left / 2 : 0;
    return (int32_t)(nodes - matrix->nodes) + (*nodes < node);
}

// In 64 bits, for sums with WENDI_UNREACHED.
static int64_t cost_of(const wendi_matrix* matrix, int32_t from, int32_t to) {
    return wendi_matrix_cost(matrix, from, to);
}

// Adds the nodes of child c, from a slot on, that lie at the border indices of a mask in a cluster of level
// 1, and that the path may cross: by the costs to them from slot `from`, where c has the start of the edge,
// or else (-1) by the least costs. Returns the slot after them.
static int32_t share_in(const child_set* f, int32_t c, int32_t from, int32_t slot, int32_t column,
                        int32_t row, uint64_t mask, sharing* out) {
    const wendi_matrix* matrix = f->matrices[c];
    const uint32_t base = wendi_node_on(row * f->clusters->columns + column, 0);
    const int32_t x = column * f->clusters->size, y = row * f->clusters->size, limit = f->edge->cost;
    while (slot < matrix->count && matrix->nodes[slot] < base) slot++;
    for (; slot < matrix->count && matrix->nodes[slot] - base < WENDI_BORDER_INDEX_COUNT; slot++) {
        const int32_t index = (int32_t)(matrix->nodes[slot] - base);
        if (!(mask >> index & 1)) continue;
        const wend_tile tile = index < WENDI_LEFT_BORDER_INDEX
                                   ? (wend_tile){x + index, y}
                                   : (wend_tile){x, y + index - WENDI_LEFT_BORDER_INDEX};
        const int64_t cost = from >= 0 ? cost_of(matrix, from, slot) : bound(f, f->start, tile);
        if (cost + bound(f, tile, f->end) > limit || out->count == MOST_SHARED) continue;
        out->here[out->count] = (uint16_t)slot;
        out->cost[out->count++] = (int32_t)cost;
    }
    return slot;
}

// The nodes that child c shares with child d, ascending, with the costs to them. Children above or beside
// each other share a line of clusters of level 1, and the crossing at its end; others share a crossing.
static void share(const child_set* f, int32_t c, int32_t d, int32_t from, sharing* out) {
    const wendi_matrix* matrix = f->matrices[c];
    const int32_t shift = f->level - 1;
    const bool above = f->x[c] == f->x[d], beside = f->y[c] == f->y[d];
    const int32_t left = wendi_max(f->x[c], f->x[d]) << shift, top = wendi_max(f->y[c], f->y[d]) << shift;
    const int32_t right = left + (above ? 1 << shift : 0), bottom = top + (beside ? 1 << shift : 0);
    const uint64_t line = above ? WENDI_TOP_LINE : WENDI_LEFT_LINE | WENDI_CROSSING;
    int32_t slot = first_slot(matrix, wendi_node_on(top * f->clusters->columns + left, 0));
    out->count = 0;
    if (matrix->count > UINT16_MAX) return; // left to the search
    for (int32_t y = top; y <= bottom && y < f->clusters->rows; y++)
        for (int32_t x = left; x <= right && x < f->clusters->columns; x++)
            slot = share_in(f, c, from, slot, x, y, x < right || y < bottom ? line : WENDI_CROSSING, out);
}

// ---- paths by few child edges

static wendi_edge child_edge(const child_set* f, int32_t child, int32_t from, int32_t to) {
    const wendi_matrix* matrix = f->matrices[child];
    WENDI_ASSERT(from >= 0 && from < matrix->count && to >= 0 && to < matrix->count);
    return (wendi_edge){matrix->nodes[from], matrix->nodes[to], (int32_t)wendi_matrix_cost(matrix, from, to),
                        f->level, cluster_of(f, child)};
}

// Each of these looks for a path of so many child edges that costs no more than the edge. Puts them in out,
// from the last to the first, and returns how many; 0: no such path.

static int32_t by_one(const child_set* f, wendi_edge out[3]) {
    for (int32_t c = 0; c < f->count; c++) {
        if (f->from[c] < 0 || f->to[c] < 0) continue;
        if (cost_of(f->matrices[c], f->from[c], f->to[c]) > f->edge->cost) continue;
        out[0] = child_edge(f, c, f->from[c], f->to[c]);
        return 1;
    }
    return 0;
}

static int32_t by_two(const child_set* f, int32_t c, int32_t d, wendi_edge out[3]) {
    const wendi_matrix *first = f->matrices[c], *second = f->matrices[d];
    sharing nodes;
    share(f, c, d, f->from[c], &nodes);
    for (int32_t i = 0; i < nodes.count; i++) {
        const int32_t slot = wendi_matrix_slot(second, first->nodes[nodes.here[i]]);
        if (slot < 0 || nodes.cost[i] + cost_of(second, slot, f->to[d]) > f->edge->cost) continue;
        out[1] = child_edge(f, c, f->from[c], nodes.here[i]);
        out[0] = child_edge(f, d, slot, f->to[d]);
        return 2;
    }
    return 0;
}

// The nodes that child c, which has the start of the edge, shares with child d, with the costs to them.
static void list_heads(const child_set* f, int32_t c, int32_t d, sharing* out) {
    int32_t count = 0;
    share(f, c, d, f->from[c], out);
    for (int32_t i = 0; i < out->count; i++) {
        const int32_t slot = wendi_matrix_slot(f->matrices[d], f->matrices[c]->nodes[out->here[i]]);
        out->here[count] = out->here[i];
        out->there[count] = (uint16_t)slot;
        out->cost[count] = out->cost[i];
        count += slot >= 0;
    }
    out->count = count;
}

// The nodes that child d shares with child e, which has the end of the edge, with the costs from them.
static void list_tails(const child_set* f, int32_t d, int32_t e, sharing* out) {
    const wendi_matrix *second = f->matrices[d], *third = f->matrices[e];
    int32_t count = 0;
    share(f, d, e, -1, out);
    for (int32_t i = 0; i < out->count; i++) {
        const int32_t slot = wendi_matrix_slot(third, second->nodes[out->here[i]]);
        if (slot < 0) continue;
        const int64_t tail = cost_of(third, slot, f->to[e]);
        if (out->cost[i] + tail > f->edge->cost) continue;
        out->here[count] = out->here[i];
        out->there[count] = (uint16_t)slot;
        out->cost[count++] = (int32_t)tail;
    }
    out->count = count;
}

// Through c, then d, then e.
static int32_t by_three(const child_set* f, int32_t c, int32_t d, int32_t e, const sharing* heads,
                        wendi_edge out[3]) {
    sharing tails;
    list_tails(f, d, e, &tails);
    for (int32_t i = 0; i < heads->count; i++) {
        for (int32_t k = 0; k < tails.count; k++) {
            const int64_t middle = cost_of(f->matrices[d], heads->there[i], tails.here[k]);
            if (heads->cost[i] + middle + tails.cost[k] > f->edge->cost) continue;
            out[2] = child_edge(f, c, f->from[c], heads->here[i]);
            out[1] = child_edge(f, d, heads->there[i], tails.here[k]);
            out[0] = child_edge(f, e, tails.there[k], f->to[e]);
            return 3;
        }
    }
    return 0;
}

static int32_t by_few(const child_set* f, wendi_edge out[3]) {
    int32_t count = by_one(f, out);
    for (int32_t c = 0; c < f->count && count == 0; c++)
        for (int32_t d = 0; d < f->count && count == 0; d++)
            if (d != c && f->from[c] >= 0 && f->to[d] >= 0) count = by_two(f, c, d, out);
    for (int32_t c = 0; c < f->count && count == 0; c++) {
        for (int32_t d = 0; d < f->count && count == 0; d++) {
            sharing heads;
            if (d == c || f->from[c] < 0) continue;
            list_heads(f, c, d, &heads);
            for (int32_t e = 0; e < f->count && count == 0 && heads.count > 0; e++)
                if (d != e && f->to[e] >= 0) count = by_three(f, c, d, e, &heads, out);
        }
    }
    return count;
}

// ---- edges

static wend_result expand(wendi_abstract_search* search, const wend_world* world, const child_set* f,
                          bool* found_out, wendi_edge_list* edges_out) {
    wendi_edge path[3];
    const wendi_edge* edge = f->edge;
    wend_result result = WEND_OK;
    int32_t count = by_few(f, path);
    *found_out = count > 0;
    if (count == 0)
        return wendi_search_children(search, world, edge->level, edge->cluster, edge->from, edge->to,
                                     edge->cost, found_out, edges_out);
    for (int32_t i = 0; i < count && result == WEND_OK; i++)
        result = wendi_edge_list_push(edges_out, path[i]);
    return result;
}

wend_result wendi_expand_edge(wendi_abstract_search* search, const wend_world* world, const wendi_edge* edge,
                              bool* found_out, wendi_edge_list* edges_out) {
    child_set f;
    wend_result result = WEND_OK;
    list_children(world, edge, &f);
    for (int32_t c = 0; c < f.count && world->graph.first_checks && result == WEND_OK; c++)
        result = wendi_touch(&world->graph, f.level, cluster_of(&f, c));
    if (result != WEND_OK) return result;
    open_matrices(&f);
    find_slots(&f);
    return expand(search, world, &f, found_out, edges_out);
}

enum { LISTED_AHEAD = 6, OPENED_AHEAD = 4, FOUND_AHEAD = 2, EDGES_AHEAD = 8 };

// Expands the edges of one level, which is above 1. The first steps are taken ahead.
static wend_result expand_level(wendi_abstract_search* search, const wend_world* world,
                                const wendi_edge_list* edges, int32_t level, bool* found_out,
                                wendi_edge_list* out) {
    child_set sets[EDGES_AHEAD];
    wend_result result = WEND_OK;
    for (int32_t i = -LISTED_AHEAD; i < edges->count && result == WEND_OK && *found_out; i++) {
        const int32_t listed = i + LISTED_AHEAD, opened = i + OPENED_AHEAD, found = i + FOUND_AHEAD;
        if (listed < edges->count && edges->data[listed].level == level)
            list_children(world, &edges->data[listed], &sets[listed % EDGES_AHEAD]);
        if (opened >= 0 && opened < edges->count && edges->data[opened].level == level)
            open_matrices(&sets[opened % EDGES_AHEAD]);
        if (found >= 0 && found < edges->count && edges->data[found].level == level)
            find_slots(&sets[found % EDGES_AHEAD]);
        if (i < 0) continue;
        result = edges->data[i].level == level ? expand(search, world, &sets[i % EDGES_AHEAD], found_out, out)
                                               : wendi_edge_list_push(out, edges->data[i]);
    }
    return result;
}

wend_result wendi_expand_edges(wendi_abstract_search* search, const wend_world* world, bool* found_out,
                               wendi_edge_list* edges_io, wendi_edge_list* spare) {
    wend_result result = WEND_OK;
    WENDI_ASSERT(!world->graph.first_checks);
    *found_out = true;
    for (int32_t level = world->graph.level_count; level > 1 && result == WEND_OK && *found_out; level--) {
        spare->count = 0;
        result = expand_level(search, world, edges_io, level, found_out, spare);
        const wendi_edge_list expanded = *spare;
        *spare = *edges_io;
        *edges_io = expanded;
    }
    return result;
}
