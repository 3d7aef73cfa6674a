// component.c: which tiles reach each other? Union-find over the parts of clusters (Tarjan 1975).
#include "hierarchy/component.h"

#include <string.h>

#include "kernel/cluster_flood.h"

uint32_t wendi_component_root(const wendi_components* components, uint32_t label) {
    while (components->parent[label] != label) label = components->parent[label];
    return label;
}

static uint32_t label_at(const wendi_components* components, int32_t cluster, int32_t slot) {
    const wendi_parts* parts = &components->parts[cluster];
    return parts->count > 0 ? parts->labels[slot] : parts->label;
}

uint32_t wendi_component_of(const wendi_components* components, int32_t cluster, int32_t slot) {
    return wendi_component_root(components, label_at(components, cluster, slot));
}

uint32_t wendi_component_shorten(wendi_components* components, uint32_t label) {
    while (components->parent[label] != label)
        label = components->parent[label] = components->parent[components->parent[label]];
    return label;
}

// Unites the components of two labels. The smaller label becomes the root, which numbers the roots in map
// order.
static void join(wendi_components* components, uint32_t a, uint32_t b) {
    a = wendi_component_shorten(components, a);
    b = wendi_component_shorten(components, b);
    if (a < b) components->parent[b] = a;
    if (b < a) components->parent[a] = b;
}

wend_result wendi_component_new(wendi_components* components, uint32_t* out) {
    WENDI_ASSERT(components->label_count <= components->label_capacity);
    if (components->label_count == UINT32_MAX) return WEND_ERROR_LIMIT;
    uint32_t* parent =
        wendi_grow(&components->allocator, components->parent, &components->label_capacity,
                   components->label_count, (size_t)components->label_count + 1, sizeof *parent);
    if (!parent) return WEND_ERROR_MEMORY;
    components->parent = parent;
    *out = parent[components->label_count] = components->label_count;
    components->label_count++;
    return WEND_OK;
}

bool wendi_parts_of(const wendi_matrix* matrix, uint8_t first[WENDI_MAX_CLUSTER_NODES]) {
    bool whole = true;
    for (int32_t i = 0; i < matrix->count; i++) {
        int32_t k = 0;
        while (k < i && (first[k] != k || wendi_matrix_row(matrix, k)[i] == WENDI_NO_PATH)) k++;
        first[i] = (uint8_t)k;
        whole &= k == 0;
    }
    return whole;
}

void wendi_parts_free(const wendi_components* components, wendi_parts* parts) {
    wendi_free(&components->allocator, parts->labels, (size_t)parts->count, sizeof *parts->labels);
    *parts = (wendi_parts){0};
}

wend_result wendi_parts_make(const wendi_components* components, const uint32_t* labels, int32_t count,
                             bool whole, wendi_parts* out) {
    wendi_parts made = {.label = count > 0 ? labels[0] : 0};
    if (!whole) {
        made.labels = wendi_alloc(&components->allocator, (size_t)count, sizeof *made.labels);
        if (!made.labels) return WEND_ERROR_MEMORY;
        memcpy(made.labels, labels, (size_t)count * sizeof *labels);
        made.count = count;
    }
    *out = made;
    return WEND_OK;
}

// Gives each part of a cluster a new label.
static wend_result label_parts(wendi_components* components, const wendi_matrix* matrix, int32_t cluster) {
    uint8_t first[WENDI_MAX_CLUSTER_NODES];
    uint32_t labels[WENDI_MAX_CLUSTER_NODES];
    bool whole = wendi_parts_of(matrix, first);
    for (int32_t i = 0; i < matrix->count; i++) {
        wend_result result = WEND_OK;
        if (first[i] == i)
            result = wendi_component_new(components, &labels[i]);
        else
            labels[i] = labels[first[i]];
        if (result != WEND_OK) return result;
    }
    return wendi_parts_make(components, labels, matrix->count, whole, &components->parts[cluster]);
}

// Unites the parts of a cluster with those of earlier clusters that share nodes on its top and left line.
static void join_parts(wendi_components* components, const wendi_graph* graph, int32_t cluster) {
    const wendi_matrix* matrix = wendi_matrix_of(graph, 1, cluster);
    for (int32_t i = 0; i < matrix->count && matrix->nodes[i] / WENDI_BORDER_INDEX_COUNT == (uint32_t)cluster;
         i++) {
        int32_t at[4], count = wendi_clusters_of_node(graph, matrix->nodes[i], at);
        for (int32_t k = 0; k < count && at[k] != cluster; k++) {
            int32_t slot = wendi_matrix_slot(wendi_matrix_of(graph, 1, at[k]), matrix->nodes[i]);
            join(components, label_at(components, cluster, i), label_at(components, at[k], slot));
        }
    }
}

// Replaces every label by its root and numbers the roots without gaps.
static void flatten(wendi_components* components, const wendi_graph* graph) {
    uint32_t roots = 0;
    for (uint32_t label = 0; label < components->label_count;
         label++) // a root has the smallest label of its component
        components->parent[label] =
            components->parent[label] == label ? roots++ : components->parent[components->parent[label]];
    for (int32_t i = 0; i < components->cluster_count; i++) {
        wendi_parts* parts = &components->parts[i];
        if (wendi_matrix_of(graph, 1, i)->count > 0) parts->label = components->parent[parts->label];
        for (int32_t k = 0; k < parts->count; k++) parts->labels[k] = components->parent[parts->labels[k]];
    }
    for (uint32_t label = 0; label < roots; label++) components->parent[label] = label;
    components->label_count = roots;
}

wend_result wendi_components_find(const wendi_graph* graph, wendi_components* out) {
    *out = (wendi_components){.allocator = graph->allocator,
                              .cluster_count = wendi_cluster_count(&graph->clusters)};
    out->parts = wendi_alloc_zeroed(&graph->allocator, (size_t)out->cluster_count, sizeof *out->parts);
    if (!out->parts) return WEND_ERROR_MEMORY;
    for (int32_t i = 0; i < out->cluster_count; i++) {
        wend_result result = label_parts(out, wendi_matrix_of(graph, 1, i), i);
        if (result != WEND_OK) return result;
        join_parts(out, graph, i);
    }
    flatten(out, graph);
    return WEND_OK;
}

void wendi_components_free(wendi_components* components) {
    for (int32_t i = 0; i < components->cluster_count && components->parts; i++)
        wendi_parts_free(components, &components->parts[i]);
    wendi_free(&components->allocator, components->parts, (size_t)components->cluster_count,
               sizeof *components->parts);
    wendi_free(&components->allocator, components->parent, components->label_capacity,
               sizeof *components->parent);
    *components = (wendi_components){.allocator = components->allocator};
}

size_t wendi_components_bytes(const wendi_components* components) {
    size_t bytes = (size_t)components->cluster_count * sizeof *components->parts +
                   components->label_capacity * sizeof *components->parent;
    for (int32_t i = 0; i < components->cluster_count; i++)
        bytes += (size_t)components->parts[i].count * sizeof(uint32_t);
    return bytes;
}

// ---- queries

typedef struct tile_location { // the component of a tile
    bool labelled; // the tile reaches a node, whose component this is; else the flood is the whole component
    uint32_t component;
    int32_t cluster; // that was flooded
    wendi_flood flood;
} tile_location;

// A tile on a border line lies in several clusters; all of them are tried.
static void locate(const wend_grid* grid, const wendi_graph* graph, const wendi_components* components,
                   wend_tile tile, tile_location* out) {
    int32_t clusters[4], count = wendi_clusters_at(&graph->clusters, tile, clusters);
    out->labelled = false;
    for (int32_t i = 0; i < count && !out->labelled; i++) {
        out->cluster = clusters[i];
        wend_rect area = wendi_cluster_rect(&graph->clusters, clusters[i]);
        wendi_flood_cluster(grid, area, tile, &out->flood);
        const wendi_matrix* matrix = wendi_matrix_of(graph, 1, clusters[i]);
        for (int32_t n = 0; n < matrix->count && !out->labelled; n++) {
            if (!wendi_flood_holds(&out->flood, area, wendi_node_tile(&graph->clusters, matrix->nodes[n])))
                continue;
            out->labelled = true;
            out->component = wendi_component_of(components, clusters[i], n);
        }
    }
}

bool wendi_components_connect(const wend_grid* grid, const wendi_graph* graph,
                              const wendi_components* components, wend_tile from, wend_tile to) {
    tile_location at_from, at_to;
    locate(grid, graph, components, from, &at_from);
    locate(grid, graph, components, to, &at_to);
    if (at_from.labelled && at_to.labelled) return at_from.component == at_to.component;
    // An enclosed component touches no border line, so all its tiles lie in one cluster.
    if (at_from.labelled != at_to.labelled || at_from.cluster != at_to.cluster) return false;
    return wendi_flood_holds(&at_from.flood, wendi_cluster_rect(&graph->clusters, at_from.cluster), to);
}

// ---- counts

// Removes a flood's tiles from the remaining ones. Returns how many of them lie within the given columns and
// rows.
static int64_t remove_flood(const wendi_flood* flood, wendi_tile_set* remaining, uint32_t columns,
                            int32_t rows) {
    int64_t count = 0;
    for (int32_t y = flood->first; y <= flood->last; y++) {
        remaining->row[y] &= ~flood->tiles.row[y];
        if (y <= rows) count += __builtin_popcount(flood->tiles.row[y] & columns);
    }
    return count;
}

// Adds the tiles of a cluster to the totals of their components, and counts enclosed components. Tiles on the
// right and lower line are left to the neighbour beyond, if there is one.
static void count_cluster(const wend_grid* grid, const wendi_graph* graph, wendi_components* components,
                          int32_t cluster, int64_t* tiles) {
    const wendi_partition* clusters = &graph->clusters;
    wend_rect area = wendi_cluster_rect(clusters, cluster);
    int32_t width = area.width - (cluster % clusters->columns + 1 < clusters->columns);
    int32_t height = area.height - (cluster / clusters->columns + 1 < clusters->rows);
    uint32_t columns = UINT32_MAX >> (WENDI_MAX_CLUSTER_SIDE - width);
    wendi_tile_set passable = wendi_passable_tiles(grid, area), remaining = passable;
    wendi_flood flood;
    const wendi_matrix* matrix = wendi_matrix_of(graph, 1, cluster);
    for (int32_t i = 0; i < matrix->count; i++) {
        wend_tile at = wendi_node_tile(clusters, matrix->nodes[i]);
        int32_t row = at.y - area.y + 1;
        WENDI_ASSERT(row >= 1 && row <= area.height && at.x >= area.x && at.x < area.x + area.width);
        uint32_t tile = remaining.row[row] & 1u << (at.x - area.x);
        if (!tile) continue;
        wendi_flood_from(grid, &passable, row, tile, &flood);
        tiles[wendi_component_of(components, cluster, i)] +=
            remove_flood(&flood, &remaining, columns, height);
    }
    for (int32_t row = 1; row <= area.height; row++) {
        while (remaining.row[row]) {
            uint32_t tile = remaining.row[row] & ~(remaining.row[row] - 1);
            wendi_flood_from(grid, &passable, row, tile, &flood);
            int64_t size = remove_flood(&flood, &remaining, columns, height);
            components->count++;
            if (size > components->largest) components->largest = size;
        }
    }
}

wend_result wendi_components_count(const wend_grid* grid, const wendi_graph* graph,
                                   wendi_components* components) {
    WENDI_ASSERT(components->cluster_count == wendi_cluster_count(&graph->clusters));
    int64_t* tiles =
        wendi_alloc_zeroed(&components->allocator, (size_t)components->label_count + 1, sizeof *tiles);
    if (!tiles) return WEND_ERROR_MEMORY;
    components->count = components->largest = 0;
    for (int32_t i = 0; i < components->cluster_count; i++) count_cluster(grid, graph, components, i, tiles);
    for (uint32_t label = 0; label < components->label_count; label++) {
        components->count += tiles[label] > 0;
        if (tiles[label] > components->largest) components->largest = tiles[label];
    }
    wendi_free(&components->allocator, tiles, (size_t)components->label_count + 1, sizeof *tiles);
    components->counted = true;
    return WEND_OK;
}
