// expand_edge.c: how are the child edges found? Most edges expand to at most three, found by scanning the
// matrices of the children. For the others, the abstract search runs among the children.
#include "search/expand_edge.h"

#include "hierarchy/first_check.h"

enum { MOST_SHARED = 512 }; // nodes that two children share; further ones are left to the search

typedef struct child_set { // the children of the edge's cluster
    const wendi_edge* edge;
    int32_t level, count;
    int32_t clusters[4], x[4], y[4];
    wendi_matrix matrices[4][1]; // used as pointers
    int32_t from[4], to[4];      // by child: slots of the edge's ends; -1: the child does not have it
} child_set;

typedef struct sharing { // nodes that two children share: their slots in both
    int32_t count;
    uint16_t first[MOST_SHARED], second[MOST_SHARED];
} sharing;

// The slots of a node in the children that it is on the border of; -1 in the others.
static void find_slots(const wendi_graph* a, const child_set* f, uint32_t node, int32_t out[4]) {
    if (node >= WENDI_FIRST_LINK_NODE) { // inside one of the children
        for (int32_t c = 0; c < f->count; c++) out[c] = wendi_matrix_slot(f->matrices[c], node);
        return;
    }
    int32_t cluster = (int32_t)(node / WENDI_BORDER_INDEX_COUNT),
            border_index = (int32_t)(node % WENDI_BORDER_INDEX_COUNT);
    int32_t row = cluster / a->clusters.columns, column = cluster - row * a->clusters.columns;
    bool on_top = border_index < WENDI_LEFT_BORDER_INDEX, on_left = border_index == 0 || !on_top;
    int32_t shift = f->level - 1;
    int32_t left = (column - on_left) >> shift, right = column >> shift;
    int32_t top = (row - on_top) >> shift, bottom = row >> shift;
    for (int32_t c = 0; c < f->count; c++) {
        bool holds = (f->x[c] == left || f->x[c] == right) && (f->y[c] == top || f->y[c] == bottom);
        out[c] = holds ? wendi_matrix_slot(f->matrices[c], node) : -1;
    }
}

static child_set child_set_of(const wendi_graph* a, const wendi_edge* edge) {
    WENDI_ASSERT(edge->level > 1 && edge->level <= a->level_count && edge->cost >= 0);
    child_set f = {.edge = edge, .level = edge->level - 1};
    int32_t columns = a->level[f.level].clusters.columns;
    const wendi_partition* level_clusters = &a->level[f.level - 1].clusters;
    int32_t y0 = edge->cluster / columns * 2, x0 = edge->cluster % columns * 2;
    for (int32_t y = y0; y < y0 + 2 && y < level_clusters->rows; y++) {
        for (int32_t x = x0; x < x0 + 2 && x < level_clusters->columns; x++) {
            int32_t c = f.count++;
            f.x[c] = x;
            f.y[c] = y;
            f.clusters[c] = y * level_clusters->columns + x;
            f.matrices[c][0] = wendi_matrix_at(a, f.level, f.clusters[c]);
        }
    }
    WENDI_ASSERT(f.count >= 1);
    for (int32_t c = 0; c < f.count; c++) // prefetched: large maps do not fit into the caches
        for (int32_t i = 0; i < f.matrices[c]->count; i += 16) __builtin_prefetch(f.matrices[c]->nodes + i);
    find_slots(a, &f, edge->from, f.from);
    find_slots(a, &f, edge->to, f.to);
    return f;
}

// Merges the two lists of nodes, which are in ascending order.
static void share(const wendi_matrix* first, const wendi_matrix* second, sharing* out) {
    out->count = 0;
    const int32_t first_count = wendi_min(first->count, UINT16_MAX);
    const int32_t second_count = wendi_min(second->count, UINT16_MAX);
    for (int32_t i = 0, k = 0; i < first_count && k < second_count && out->count < MOST_SHARED;) {
        uint32_t a = first->nodes[i], b = second->nodes[k];
        out->first[out->count] = (uint16_t)i;
        out->second[out->count] = (uint16_t)k;
        out->count += a == b;
        i += a <= b;
        k += b <= a;
    }
}

static wendi_edge child_edge(const child_set* f, int32_t child, int32_t from, int32_t to) {
    const wendi_matrix* matrix = f->matrices[child];
    WENDI_ASSERT(from >= 0 && from < matrix->count && to >= 0 && to < matrix->count);
    return (wendi_edge){matrix->nodes[from], matrix->nodes[to], (int32_t)wendi_matrix_cost(matrix, from, to),
                        f->level, f->clusters[child]};
}

// In 64 bits, for sums with WENDI_UNREACHED.
static int64_t cost_of(const wendi_matrix* matrix, int32_t from, int32_t to) {
    return wendi_matrix_cost(matrix, from, to);
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

static int32_t by_two(const child_set* f, int32_t c, int32_t d, const sharing* nodes, wendi_edge out[3]) {
    for (int32_t i = 0; i < nodes->count; i++) {
        int64_t head = cost_of(f->matrices[c], f->from[c], nodes->first[i]);
        if (head > f->edge->cost) continue;
        if (head + cost_of(f->matrices[d], nodes->second[i], f->to[d]) > f->edge->cost) continue;
        out[1] = child_edge(f, c, f->from[c], nodes->first[i]);
        out[0] = child_edge(f, d, nodes->second[i], f->to[d]);
        return 2;
    }
    return 0;
}

// Through c, then d, then e.
static int32_t by_three(const child_set* f, int32_t c, int32_t d, int32_t e, const sharing* before,
                        const sharing* after, wendi_edge out[3]) {
    uint32_t tails[MOST_SHARED];
    for (int32_t k = 0; k < after->count; k++)
        tails[k] = wendi_matrix_cost(f->matrices[e], after->second[k], f->to[e]);
    for (int32_t i = 0; i < before->count; i++) {
        int64_t left = f->edge->cost - cost_of(f->matrices[c], f->from[c], before->first[i]);
        for (int32_t k = 0; k < after->count && left >= 0; k++) {
            if (cost_of(f->matrices[d], before->second[i], after->first[k]) + tails[k] > left) continue;
            out[2] = child_edge(f, c, f->from[c], before->first[i]);
            out[1] = child_edge(f, d, before->second[i], after->first[k]);
            out[0] = child_edge(f, e, after->second[k], f->to[e]);
            return 3;
        }
    }
    return 0;
}

static int32_t by_few(const child_set* f, wendi_edge out[3]) {
    int32_t count = by_one(f, out);
    sharing before, after;
    for (int32_t c = 0; c < f->count && count == 0; c++) {
        for (int32_t d = 0; d < f->count && count == 0; d++) {
            if (d == c || f->from[c] < 0 || f->to[d] < 0) continue;
            share(f->matrices[c], f->matrices[d], &before);
            count = by_two(f, c, d, &before, out);
        }
    }
    for (int32_t c = 0; c < f->count && count == 0; c++) {
        for (int32_t d = 0; d < f->count && count == 0; d++) {
            if (d == c || f->from[c] < 0) continue;
            share(f->matrices[c], f->matrices[d], &before);
            for (int32_t e = 0; e < f->count && count == 0; e++) {
                if (d == e || f->to[e] < 0) continue;
                share(f->matrices[d], f->matrices[e], &after);
                count = by_three(f, c, d, e, &before, &after, out);
            }
        }
    }
    return count;
}

wend_result wendi_expand_edge(wendi_abstract_search* search, const wend_world* world, const wendi_edge* edge,
                              bool* found_out, wendi_edge_list* edges_out) {
    int32_t children[4];
    wend_result result = WEND_OK;
    const int32_t child_count = world->graph.first_checks
                                    ? wendi_children_of(&world->graph, edge->level, edge->cluster, children)
                                    : 0;
    for (int32_t c = 0; c < child_count && result == WEND_OK; c++)
        result = wendi_touch(&world->graph, edge->level - 1, children[c]);
    if (result != WEND_OK) return result;
    child_set f = child_set_of(&world->graph, edge);
    wendi_edge path[3];
    int32_t count = by_few(&f, path);
    *found_out = count > 0;
    if (count == 0)
        return wendi_search_children(search, world, edge->level, edge->cluster, edge->from, edge->to,
                                     edge->cost, found_out, edges_out);
    for (int32_t i = 0; i < count && result == WEND_OK; i++)
        result = wendi_edge_list_push(edges_out, path[i]);
    return result;
}
