// unpack.c: most edges are one, two or three ways by children, which the tables tell at once. The others are
// searched for.
#include "unpack.h"

enum { MOST_SHARED = 512 }; // nodes that two children share; where there are more, the search is as fast

typedef struct family { // the children of the edge's cell
    const wendi_edge* edge;
    int32_t level, count;
    int32_t cells[4], x[4], y[4];
    const wendi_table* tables[4];
    int32_t from[4], to[4]; // places of the edge's ends; -1: not there
} family;

typedef struct sharing { // nodes that two children share: their places in both
    int32_t count;
    uint16_t first[MOST_SHARED], second[MOST_SHARED];
} sharing;

// The places of a node in the tables of the children that it is on the border of.
static void look_up(const wendi_abstract* a, const family* f, uint32_t node, int32_t out[4]) {
    int32_t cluster = (int32_t)(node / WENDI_PLACES), place = (int32_t)(node % WENDI_PLACES);
    int32_t row = cluster / a->clusters.columns, column = cluster - row * a->clusters.columns;
    bool on_top = place < WENDI_LEFT_PLACES, on_left = place == 0 || !on_top;
    int32_t shift = f->level - 1;
    int32_t left = (column - on_left) >> shift, right = column >> shift;
    int32_t top = (row - on_top) >> shift, bottom = row >> shift;
    for (int32_t c = 0; c < f->count; c++) {
        bool holds = (f->x[c] == left || f->x[c] == right) && (f->y[c] == top || f->y[c] == bottom);
        out[c] = holds ? wendi_table_place(f->tables[c], node) : -1;
    }
}

static family family_of(const wendi_abstract* a, const wendi_edge* edge) {
    family f = {.edge = edge, .level = edge->level - 1};
    int32_t columns = a->level[f.level].cells.columns;
    const wendi_clusters* cells = &a->level[f.level - 1].cells;
    int32_t y0 = edge->cell / columns * 2, x0 = edge->cell % columns * 2;
    for (int32_t y = y0; y < y0 + 2 && y < cells->rows; y++) {
        for (int32_t x = x0; x < x0 + 2 && x < cells->columns; x++) {
            int32_t c = f.count++;
            f.x[c] = x;
            f.y[c] = y;
            f.cells[c] = y * cells->columns + x;
            f.tables[c] = wendi_table_of(a, f.level, f.cells[c]);
        }
    }
    for (int32_t c = 0; c < f.count; c++) // large maps do not fit into the caches
        for (int32_t i = 0; i < f.tables[c]->count; i += 16) __builtin_prefetch(f.tables[c]->nodes + i);
    look_up(a, &f, edge->from, f.from);
    look_up(a, &f, edge->to, f.to);
    return f;
}

static void share(const wendi_table* first, const wendi_table* second, sharing* out) {
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

static wendi_edge leg(const family* f, int32_t child, int32_t from, int32_t to) {
    const wendi_table* table = f->tables[child];
    return (wendi_edge){table->nodes[from], table->nodes[to], (int32_t)wendi_table_cost(table, from, to),
                        f->level, f->cells[child]};
}

// In 64 bits, for sums with WENDI_UNREACHED.
static int64_t cost_of(const wendi_table* table, int32_t from, int32_t to) {
    return wendi_table_cost(table, from, to);
}

// Each returns of how many edges the way is, which go to out from the last to the first; 0: there is none.

static int32_t by_one(const family* f, wendi_edge out[3]) {
    for (int32_t c = 0; c < f->count; c++) {
        if (f->from[c] < 0 || f->to[c] < 0) continue;
        if (cost_of(f->tables[c], f->from[c], f->to[c]) > f->edge->cost) continue;
        out[0] = leg(f, c, f->from[c], f->to[c]);
        return 1;
    }
    return 0;
}

static int32_t by_two(const family* f, int32_t c, int32_t d, const sharing* nodes, wendi_edge out[3]) {
    for (int32_t i = 0; i < nodes->count; i++) {
        int64_t head = cost_of(f->tables[c], f->from[c], nodes->first[i]);
        if (head > f->edge->cost) continue;
        if (head + cost_of(f->tables[d], nodes->second[i], f->to[d]) > f->edge->cost) continue;
        out[1] = leg(f, c, f->from[c], nodes->first[i]);
        out[0] = leg(f, d, nodes->second[i], f->to[d]);
        return 2;
    }
    return 0;
}

// Through c, then d, then e.
static int32_t by_three(const family* f, int32_t c, int32_t d, int32_t e, const sharing* before,
                        const sharing* after, wendi_edge out[3]) {
    uint32_t tails[MOST_SHARED];
    for (int32_t k = 0; k < after->count; k++)
        tails[k] = wendi_table_cost(f->tables[e], after->second[k], f->to[e]);
    for (int32_t i = 0; i < before->count; i++) {
        int64_t left = f->edge->cost - cost_of(f->tables[c], f->from[c], before->first[i]);
        for (int32_t k = 0; k < after->count && left >= 0; k++) {
            if (cost_of(f->tables[d], before->second[i], after->first[k]) + tails[k] > left) continue;
            out[2] = leg(f, c, f->from[c], before->first[i]);
            out[1] = leg(f, d, before->second[i], after->first[k]);
            out[0] = leg(f, e, after->second[k], f->to[e]);
            return 3;
        }
    }
    return 0;
}

static int32_t short_way(const family* f, wendi_edge out[3]) {
    int32_t count = by_one(f, out);
    sharing before, after;
    for (int32_t c = 0; c < f->count && count == 0; c++) {
        for (int32_t d = 0; d < f->count && count == 0; d++) {
            if (d == c || f->from[c] < 0 || f->to[d] < 0) continue;
            share(f->tables[c], f->tables[d], &before);
            count = by_two(f, c, d, &before, out);
        }
    }
    for (int32_t c = 0; c < f->count && count == 0; c++) {
        for (int32_t d = 0; d < f->count && count == 0; d++) {
            if (d == c || f->from[c] < 0) continue;
            share(f->tables[c], f->tables[d], &before);
            for (int32_t e = 0; e < f->count && count == 0; e++) {
                if (d == e || f->to[e] < 0) continue;
                share(f->tables[d], f->tables[e], &after);
                count = by_three(f, c, d, e, &before, &after, out);
            }
        }
    }
    return count;
}

wend_result wendi_unpack_edge(wendi_abstract_search* search, const wend_world* world, const wendi_edge* edge,
                              bool* found_out, wendi_edge_list* edges_out) {
    family f = family_of(&world->abstract, edge);
    wendi_edge way[3];
    int32_t count = short_way(&f, way);
    *found_out = count > 0;
    if (count == 0)
        return wendi_search_children(search, world, edge->level, edge->cell, edge->from, edge->to, edge->cost,
                                     found_out, edges_out);
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < count && result == WEND_OK; i++) result = wendi_edge_list_push(edges_out, way[i]);
    return result;
}
