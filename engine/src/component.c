// component.c: union-find over the parts of clusters (Tarjan 1975).
#include "component.h"

#include <string.h>

static uint32_t root_of(const wendi_components* c, uint32_t label) {
    while (c->parent[label] != label) label = c->parent[label];
    return label;
}

static uint32_t label_at(const wendi_components* c, int32_t cluster, int32_t place) {
    const wendi_parts* parts = &c->parts[cluster];
    return parts->count > 0 ? parts->labels[place] : parts->label;
}

uint32_t wendi_component_of(const wendi_components* c, int32_t cluster, int32_t place) {
    return root_of(c, label_at(c, cluster, place));
}

// As root_of; halves the path to it for those who come after.
static uint32_t find_root(wendi_components* c, uint32_t label) {
    while (c->parent[label] != label) label = c->parent[label] = c->parent[c->parent[label]];
    return label;
}

// The smaller label becomes the root, so that roots come in the order of the map.
void wendi_component_join(wendi_components* c, uint32_t a, uint32_t b) {
    a = find_root(c, a);
    b = find_root(c, b);
    if (a < b) c->parent[b] = a;
    if (b < a) c->parent[a] = b;
}

wend_result wendi_component_new(wendi_components* c, uint32_t* out) {
    if (c->label_count == UINT32_MAX) return WEND_ERROR_LIMIT;
    uint32_t* parent = wendi_grow(&c->allocator, c->parent, &c->label_capacity, c->label_count,
                                  (size_t)c->label_count + 1, sizeof *parent);
    if (!parent) return WEND_ERROR_MEMORY;
    c->parent = parent;
    *out = parent[c->label_count] = c->label_count;
    c->label_count++;
    return WEND_OK;
}

bool wendi_parts_of(const wendi_table* table, uint8_t first[WENDI_MAX_CLUSTER_NODES]) {
    bool whole = true;
    for (int32_t i = 0; i < table->count; i++) {
        int32_t k = 0;
        while (k < i && (first[k] != k || wendi_table_row(table, k)[i] == WENDI_NO_WAY)) k++;
        first[i] = (uint8_t)k;
        whole &= k == 0;
    }
    return whole;
}

static void free_labels(wendi_components* c, wendi_parts* parts) {
    wendi_free(&c->allocator, parts->labels, (size_t)parts->count, sizeof *parts->labels);
    *parts = (wendi_parts){0};
}

wend_result wendi_component_set(wendi_components* c, int32_t cluster, const uint32_t* labels, int32_t count,
                                bool whole) {
    wendi_parts* parts = &c->parts[cluster];
    wendi_parts made = {.label = count > 0 ? labels[0] : 0};
    if (!whole) {
        made.labels = wendi_alloc(&c->allocator, (size_t)count, sizeof *made.labels);
        if (!made.labels) return WEND_ERROR_MEMORY;
        memcpy(made.labels, labels, (size_t)count * sizeof *labels);
        made.count = count;
    }
    free_labels(c, parts);
    *parts = made;
    return WEND_OK;
}

// Gives each part of a cluster a label of its own.
static wend_result label_parts(wendi_components* c, const wendi_table* table, int32_t cluster) {
    uint8_t first[WENDI_MAX_CLUSTER_NODES];
    uint32_t labels[WENDI_MAX_CLUSTER_NODES];
    bool whole = wendi_parts_of(table, first);
    for (int32_t i = 0; i < table->count; i++) {
        wend_result result = WEND_OK;
        if (first[i] == i)
            result = wendi_component_new(c, &labels[i]);
        else
            labels[i] = labels[first[i]];
        if (result != WEND_OK) return result;
    }
    return wendi_component_set(c, cluster, labels, table->count, whole);
}

// Joins what the nodes on the cluster's own lines, which it shares with clusters before it, connect.
static void join_parts(wendi_components* c, const wendi_abstract* a, int32_t cluster) {
    const wendi_table* table = wendi_table_of(a, 1, cluster);
    for (int32_t i = 0; i < table->count && table->nodes[i] / WENDI_PLACES == (uint32_t)cluster; i++) {
        int32_t at[4], count = wendi_clusters_of_node(a, table->nodes[i], at);
        for (int32_t k = 0; k < count && at[k] != cluster; k++) {
            int32_t place = wendi_table_place(wendi_table_of(a, 1, at[k]), table->nodes[i]);
            wendi_component_join(c, label_at(c, cluster, i), label_at(c, at[k], place));
        }
    }
}

// Every label becomes its root's, and roots are numbered without gaps.
static void flatten(wendi_components* c, const wendi_abstract* a) {
    uint32_t roots = 0;
    for (uint32_t label = 0; label < c->label_count; label++) // a root comes before its labels
        c->parent[label] = c->parent[label] == label ? roots++ : c->parent[c->parent[label]];
    for (int32_t i = 0; i < c->cluster_count; i++) {
        wendi_parts* parts = &c->parts[i];
        if (wendi_table_of(a, 1, i)->count > 0) parts->label = c->parent[parts->label];
        for (int32_t k = 0; k < parts->count; k++) parts->labels[k] = c->parent[parts->labels[k]];
    }
    for (uint32_t label = 0; label < roots; label++) c->parent[label] = label;
    c->label_count = roots;
}

wend_result wendi_components_find(const wendi_abstract* a, wendi_components* out) {
    *out = (wendi_components){.allocator = a->allocator, .cluster_count = wendi_cluster_count(&a->clusters)};
    out->parts = wendi_alloc_zeroed(&a->allocator, (size_t)out->cluster_count, sizeof *out->parts);
    if (!out->parts) return WEND_ERROR_MEMORY;
    for (int32_t i = 0; i < out->cluster_count; i++) {
        wend_result result = label_parts(out, wendi_table_of(a, 1, i), i);
        if (result != WEND_OK) return result;
        join_parts(out, a, i);
    }
    flatten(out, a);
    return WEND_OK;
}

void wendi_components_free(wendi_components* c) {
    for (int32_t i = 0; i < c->cluster_count && c->parts; i++) free_labels(c, &c->parts[i]);
    wendi_free(&c->allocator, c->parts, (size_t)c->cluster_count, sizeof *c->parts);
    wendi_free(&c->allocator, c->parent, c->label_capacity, sizeof *c->parent);
    *c = (wendi_components){.allocator = c->allocator};
}

size_t wendi_components_bytes(const wendi_components* c) {
    size_t bytes = (size_t)c->cluster_count * sizeof *c->parts + c->label_capacity * sizeof *c->parent;
    for (int32_t i = 0; i < c->cluster_count; i++) bytes += (size_t)c->parts[i].count * sizeof(uint32_t);
    return bytes;
}

// ---- counting

// Tiles on the right and lower line of a cluster count for the cluster beyond, where there is one.
static bool counts_for(const wendi_clusters* clusters, int32_t cluster, wend_rect area, int32_t x,
                       int32_t y) {
    bool last_column = cluster % clusters->columns + 1 == clusters->columns;
    bool last_row = cluster / clusters->columns + 1 == clusters->rows;
    return (last_column || x < area.x + area.width - 1) && (last_row || y < area.y + area.height - 1);
}

// Marks the tiles that a node reaches inside its cluster. Returns how many of them count for the cluster.
static int64_t spread(wendi_sweeper* sweeper, const wendi_clusters* clusters, int32_t cluster, wend_tile from,
                      bool seen[WENDI_MAX_CLUSTER_TILES]) {
    wend_rect area = sweeper->area;
    int64_t tiles = 0;
    wendi_sweeper_run(sweeper, from);
    for (int32_t y = area.y, i = 0; y < area.y + area.height; y++) {
        for (int32_t x = area.x; x < area.x + area.width; x++, i++) {
            if (wendi_sweeper_at(sweeper, (wend_tile){x, y}) == WENDI_UNREACHED) continue;
            seen[i] = true;
            tiles += counts_for(clusters, cluster, area, x, y);
        }
    }
    return tiles;
}

// Adds the tiles of a cluster to those of their components; pockets are counted at once.
static void count_cluster(const wend_grid* grid, const wendi_abstract* a, wendi_components* c,
                          int32_t cluster, int64_t* tiles) {
    bool seen[WENDI_MAX_CLUSTER_TILES] = {0};
    wend_rect area = wendi_cluster_rect(&a->clusters, cluster);
    const wendi_table* table = wendi_table_of(a, 1, cluster);
    wendi_sweeper sweeper;
    wendi_sweeper_begin(&sweeper, wendi_sweep(), grid, area, WENDI_FROM);
    for (int32_t i = 0; i < table->count; i++) {
        wend_tile tile = wendi_node_tile(&a->clusters, table->nodes[i]);
        if (!seen[(tile.y - area.y) * area.width + tile.x - area.x])
            tiles[wendi_component_of(c, cluster, i)] += spread(&sweeper, &a->clusters, cluster, tile, seen);
    }
    for (int32_t i = 0; i < area.width * area.height; i++) {
        wend_tile tile = {area.x + i % area.width, area.y + i / area.width};
        if (seen[i] || !wendi_open(grid, tile.x, tile.y)) continue;
        int64_t pocket = spread(&sweeper, &a->clusters, cluster, tile, seen);
        c->count++;
        if (pocket > c->largest) c->largest = pocket;
    }
}

wend_result wendi_components_count(const wend_grid* grid, const wendi_abstract* a, wendi_components* c) {
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
