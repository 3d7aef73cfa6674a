// component.c: union-find over the parts of clusters (Tarjan 1975).
#include "hierarchy/component.h"

#include <string.h>

#include "kernel/cluster_flood.h"

uint32_t wendi_component_root(const wendi_components* c, uint32_t label) {
    while (c->parent[label] != label) label = c->parent[label];
    return label;
}

static uint32_t label_at(const wendi_components* c, int32_t cluster, int32_t slot) {
    const wendi_parts* parts = &c->parts[cluster];
    return parts->count > 0 ? parts->labels[slot] : parts->label;
}

uint32_t wendi_component_of(const wendi_components* c, int32_t cluster, int32_t slot) {
    return wendi_component_root(c, label_at(c, cluster, slot));
}

uint32_t wendi_component_shorten(wendi_components* c, uint32_t label) {
    while (c->parent[label] != label) label = c->parent[label] = c->parent[c->parent[label]];
    return label;
}

// The components of two labels become one. The smaller label becomes the root, so that roots come in the
// order of the map.
static void join(wendi_components* c, uint32_t a, uint32_t b) {
    a = wendi_component_shorten(c, a);
    b = wendi_component_shorten(c, b);
    if (a < b) c->parent[b] = a;
    if (b < a) c->parent[a] = b;
}

wend_result wendi_component_new(wendi_components* c, uint32_t* out) {
    WENDI_ASSERT(c->label_count <= c->label_capacity);
    if (c->label_count == UINT32_MAX) return WEND_ERROR_LIMIT;
    uint32_t* parent = wendi_grow(&c->allocator, c->parent, &c->label_capacity, c->label_count,
                                  (size_t)c->label_count + 1, sizeof *parent);
    if (!parent) return WEND_ERROR_MEMORY;
    c->parent = parent;
    *out = parent[c->label_count] = c->label_count;
    c->label_count++;
    return WEND_OK;
}

bool wendi_parts_of(const wendi_matrix* matrix, uint8_t first[WENDI_MAX_CLUSTER_NODES]) {
    bool whole = true;
    for (int32_t i = 0; i < matrix->count; i++) {
        int32_t k = 0;
        while (k < i && (first[k] != k || wendi_matrix_row(matrix, k)[i] == WENDI_NO_WAY)) k++;
        first[i] = (uint8_t)k;
        whole &= k == 0;
    }
    return whole;
}

void wendi_parts_free(const wendi_components* c, wendi_parts* parts) {
    wendi_free(&c->allocator, parts->labels, (size_t)parts->count, sizeof *parts->labels);
    *parts = (wendi_parts){0};
}

wend_result wendi_parts_make(const wendi_components* c, const uint32_t* labels, int32_t count, bool whole,
                             wendi_parts* out) {
    wendi_parts made = {.label = count > 0 ? labels[0] : 0};
    if (!whole) {
        made.labels = wendi_alloc(&c->allocator, (size_t)count, sizeof *made.labels);
        if (!made.labels) return WEND_ERROR_MEMORY;
        memcpy(made.labels, labels, (size_t)count * sizeof *labels);
        made.count = count;
    }
    *out = made;
    return WEND_OK;
}

// Gives each part of a cluster a label of its own.
static wend_result label_parts(wendi_components* c, const wendi_matrix* matrix, int32_t cluster) {
    uint8_t first[WENDI_MAX_CLUSTER_NODES];
    uint32_t labels[WENDI_MAX_CLUSTER_NODES];
    bool whole = wendi_parts_of(matrix, first);
    for (int32_t i = 0; i < matrix->count; i++) {
        wend_result result = WEND_OK;
        if (first[i] == i)
            result = wendi_component_new(c, &labels[i]);
        else
            labels[i] = labels[first[i]];
        if (result != WEND_OK) return result;
    }
    return wendi_parts_make(c, labels, matrix->count, whole, &c->parts[cluster]);
}

// Joins what the nodes on the cluster's own lines, which it shares with clusters before it, connect.
static void join_parts(wendi_components* c, const wendi_graph* a, int32_t cluster) {
    const wendi_matrix* matrix = wendi_matrix_of(a, 1, cluster);
    for (int32_t i = 0; i < matrix->count && matrix->nodes[i] / WENDI_BORDER_INDEX_COUNT == (uint32_t)cluster;
         i++) {
        int32_t at[4], count = wendi_clusters_of_node(a, matrix->nodes[i], at);
        for (int32_t k = 0; k < count && at[k] != cluster; k++) {
            int32_t slot = wendi_matrix_slot(wendi_matrix_of(a, 1, at[k]), matrix->nodes[i]);
            join(c, label_at(c, cluster, i), label_at(c, at[k], slot));
        }
    }
}

// Every label becomes its root's, and roots are numbered without gaps.
static void flatten(wendi_components* c, const wendi_graph* a) {
    uint32_t roots = 0;
    for (uint32_t label = 0; label < c->label_count; label++) // a root comes before its labels
        c->parent[label] = c->parent[label] == label ? roots++ : c->parent[c->parent[label]];
    for (int32_t i = 0; i < c->cluster_count; i++) {
        wendi_parts* parts = &c->parts[i];
        if (wendi_matrix_of(a, 1, i)->count > 0) parts->label = c->parent[parts->label];
        for (int32_t k = 0; k < parts->count; k++) parts->labels[k] = c->parent[parts->labels[k]];
    }
    for (uint32_t label = 0; label < roots; label++) c->parent[label] = label;
    c->label_count = roots;
}

wend_result wendi_components_find(const wendi_graph* a, wendi_components* out) {
    *out = (wendi_components){.allocator = a->allocator, .cluster_count = wendi_cluster_count(&a->clusters)};
    out->parts = wendi_alloc_zeroed(&a->allocator, (size_t)out->cluster_count, sizeof *out->parts);
    if (!out->parts) return WEND_ERROR_MEMORY;
    for (int32_t i = 0; i < out->cluster_count; i++) {
        wend_result result = label_parts(out, wendi_matrix_of(a, 1, i), i);
        if (result != WEND_OK) return result;
        join_parts(out, a, i);
    }
    flatten(out, a);
    return WEND_OK;
}

void wendi_components_free(wendi_components* c) {
    for (int32_t i = 0; i < c->cluster_count && c->parts; i++) wendi_parts_free(c, &c->parts[i]);
    wendi_free(&c->allocator, c->parts, (size_t)c->cluster_count, sizeof *c->parts);
    wendi_free(&c->allocator, c->parent, c->label_capacity, sizeof *c->parent);
    *c = (wendi_components){.allocator = c->allocator};
}

size_t wendi_components_bytes(const wendi_components* c) {
    size_t bytes = (size_t)c->cluster_count * sizeof *c->parts + c->label_capacity * sizeof *c->parent;
    for (int32_t i = 0; i < c->cluster_count; i++) bytes += (size_t)c->parts[i].count * sizeof(uint32_t);
    return bytes;
}

// ---- asking

typedef struct slot { // of a tile among the components
    bool labelled;    // it reaches a node, whose component this is; else its flood of one cluster is all
    uint32_t component;
    int32_t cluster; // the flooded one
    wendi_flood flood;
} slot;

// A tile that lies in several clusters lies on a line between them.
static void locate(const wend_grid* grid, const wendi_graph* a, const wendi_components* c, wend_tile tile,
                   slot* out) {
    int32_t clusters[4], count = wendi_clusters_at(&a->clusters, tile, clusters);
    out->labelled = false;
    for (int32_t i = 0; i < count && !out->labelled; i++) {
        out->cluster = clusters[i];
        wend_rect area = wendi_cluster_rect(&a->clusters, clusters[i]);
        wendi_flood_cluster(grid, area, tile, &out->flood);
        const wendi_matrix* matrix = wendi_matrix_of(a, 1, clusters[i]);
        for (int32_t n = 0; n < matrix->count && !out->labelled; n++) {
            if (!wendi_flood_holds(&out->flood, area, wendi_node_tile(&a->clusters, matrix->nodes[n])))
                continue;
            out->labelled = true;
            out->component = wendi_component_of(c, clusters[i], n);
        }
    }
}

bool wendi_components_connect(const wend_grid* grid, const wendi_graph* a, const wendi_components* c,
                              wend_tile from, wend_tile to) {
    slot at_from, at_to;
    locate(grid, a, c, from, &at_from);
    locate(grid, a, c, to, &at_to);
    if (at_from.labelled && at_to.labelled) return at_from.component == at_to.component;
    // A pocket touches no shared line, so its tiles lie in one cluster only.
    if (at_from.labelled != at_to.labelled || at_from.cluster != at_to.cluster) return false;
    return wendi_flood_holds(&at_from.flood, wendi_cluster_rect(&a->clusters, at_from.cluster), to);
}

// ---- counting

// Takes a flood's tiles out of those that are left. Returns how many of them lie in these columns and rows.
static int64_t take(const wendi_flood* flood, wendi_tile_set* left, uint32_t columns, int32_t rows) {
    int64_t count = 0;
    for (int32_t y = flood->first; y <= flood->last; y++) {
        left->row[y] &= ~flood->tiles.row[y];
        if (y <= rows) count += __builtin_popcount(flood->tiles.row[y] & columns);
    }
    return count;
}

// Adds the tiles of a cluster to those of their components; pockets are counted at once. Tiles on its right
// and lower line count for the cluster beyond, where there is one.
static void count_cluster(const wend_grid* grid, const wendi_graph* a, wendi_components* c, int32_t cluster,
                          int64_t* tiles) {
    const wendi_clusters* clusters = &a->clusters;
    wend_rect area = wendi_cluster_rect(clusters, cluster);
    int32_t width = area.width - (cluster % clusters->columns + 1 < clusters->columns);
    int32_t height = area.height - (cluster / clusters->columns + 1 < clusters->rows);
    uint32_t columns = UINT32_MAX >> (WENDI_MAX_CLUSTER_SIDE - width);
    wendi_tile_set passable = wendi_passable_tiles(grid, area), left = passable;
    wendi_flood flood;
    const wendi_matrix* matrix = wendi_matrix_of(a, 1, cluster);
    for (int32_t i = 0; i < matrix->count; i++) {
        wend_tile at = wendi_node_tile(clusters, matrix->nodes[i]);
        int32_t row = at.y - area.y + 1;
        WENDI_ASSERT(row >= 1 && row <= area.height && at.x >= area.x && at.x < area.x + area.width);
        uint32_t tile = left.row[row] & 1u << (at.x - area.x);
        if (!tile) continue;
        wendi_flood_from(grid, &passable, row, tile, &flood);
        tiles[wendi_component_of(c, cluster, i)] += take(&flood, &left, columns, height);
    }
    for (int32_t row = 1; row <= area.height; row++) {
        while (left.row[row]) {
            uint32_t tile = left.row[row] & ~(left.row[row] - 1);
            wendi_flood_from(grid, &passable, row, tile, &flood);
            int64_t size = take(&flood, &left, columns, height);
            c->count++;
            if (size > c->largest) c->largest = size;
        }
    }
}

wend_result wendi_components_count(const wend_grid* grid, const wendi_graph* a, wendi_components* c) {
    WENDI_ASSERT(c->cluster_count == wendi_cluster_count(&a->clusters));
    int64_t* tiles = wendi_alloc_zeroed(&c->allocator, (size_t)c->label_count + 1, sizeof *tiles);
    if (!tiles) return WEND_ERROR_MEMORY;
    c->count = c->largest = 0;
    for (int32_t i = 0; i < c->cluster_count; i++) count_cluster(grid, a, c, i, tiles);
    for (uint32_t label = 0; label < c->label_count; label++) {
        c->count += tiles[label] > 0;
        if (tiles[label] > c->largest) c->largest = tiles[label];
    }
    wendi_free(&c->allocator, tiles, (size_t)c->label_count + 1, sizeof *tiles);
    c->counted = true;
    return WEND_OK;
}
