// component.c: components by union-find over the nodes; tiles are counted cluster by cluster.
#include "component.h"

#include <string.h>

static uint32_t find_root(uint32_t* parent, uint32_t node) {
    while (parent[node] != node) node = parent[node] = parent[parent[node]];
    return node;
}

// Tiles on shared lines belong to several clusters; each counts for the one it is the top left of, or the
// last one at the map's edge.
static bool counts_for(const wendi_clusters* clusters, int32_t cluster, int32_t x, int32_t y) {
    int32_t column = wendi_min(x / clusters->size, clusters->columns - 1);
    int32_t row = wendi_min(y / clusters->size, clusters->rows - 1);
    return row * clusters->columns + column == cluster;
}

// Floods the part of a cluster that a tile belongs to. Returns the tiles in it that count for this cluster.
static int64_t flood(const wend_grid* grid, const wendi_clusters* clusters, int32_t cluster, wend_rect area,
                     int32_t first, bool seen[WENDI_MAX_CLUSTER_TILES]) {
    uint8_t k;
    if (wendi_area_is_uniform(grid, area, &k)) { // one part, and nothing to look for
        memset(seen, true, (size_t)area.width * (size_t)area.height);
        bool last_column = cluster % clusters->columns + 1 == clusters->columns;
        bool last_row = cluster / clusters->columns + 1 == clusters->rows;
        return (int64_t)(area.width - !last_column) * (area.height - !last_row);
    }
    int32_t stack[WENDI_MAX_CLUSTER_TILES], depth = 0;
    int64_t tiles = 0;
    stack[depth++] = first;
    seen[first] = true;
    while (depth > 0) {
        int32_t index = stack[--depth];
        int32_t x = area.x + index % area.width, y = area.y + index / area.width;
        tiles += counts_for(clusters, cluster, x, y);
        for (uint32_t moves = wendi_legal_moves(grid, wendi_tile(grid, x, y)); moves; moves &= moves - 1) {
            wend_tile step = wendi_direction[__builtin_ctz(moves)];
            int32_t column = x + step.x - area.x, row = y + step.y - area.y;
            if (column < 0 || row < 0 || column >= area.width || row >= area.height) continue;
            int32_t next = row * area.width + column;
            if (seen[next]) continue;
            seen[next] = true;
            stack[depth++] = next;
        }
    }
    return tiles;
}

wend_result wendi_components_find(const wend_grid* grid, const wendi_abstract* abstract,
                                  wendi_components* out) {
    const wend_allocator* allocator = &abstract->allocator;
    uint32_t node_count = abstract->node_count;
    *out = (wendi_components){.allocator = *allocator, .node_count = node_count};
    uint32_t* parent = wendi_alloc(allocator, (size_t)node_count + 1, sizeof *parent);
    int64_t* tiles = wendi_alloc_zeroed(allocator, (size_t)node_count + 1, sizeof *tiles);
    out->of_node = wendi_alloc(allocator, (size_t)node_count + 1, sizeof *out->of_node);
    wend_result result = WEND_ERROR_MEMORY;
    if (!parent || !tiles || !out->of_node) goto done;
    for (uint32_t n = 0; n < node_count; n++) parent[n] = n;

    const wendi_clusters* clusters = &abstract->clusters;
    bool seen[WENDI_MAX_CLUSTER_TILES];
    uint32_t nodes[WENDI_MAX_CLUSTER_NODES];
    for (int32_t c = 0; c < wendi_cluster_count(clusters); c++) {
        wend_rect area = wendi_cluster_rect(clusters, c);
        int32_t count = wendi_cluster_nodes(abstract, c, nodes);
        const uint32_t* row = abstract->distances + abstract->first_entry[c];
        memset(seen, 0, sizeof seen);
        for (int32_t i = 0; i < count; i++, row += count) {
            int32_t j = 0;
            while (j < i && row[j] == WENDI_UNREACHED) j++;
            if (j < i) {
                uint32_t a = find_root(parent, nodes[i]), b = find_root(parent, nodes[j]);
                if (a < b) parent[b] = a;
                if (b < a) parent[a] = b;
            } else {
                wend_tile tile = abstract->node_tiles[nodes[i]];
                int32_t first = (tile.y - area.y) * area.width + tile.x - area.x;
                tiles[nodes[i]] += flood(grid, clusters, c, area, first, seen);
            }
        }
        for (int32_t i = 0; i < area.width * area.height; i++) { // what no node reaches
            if (seen[i] || !wendi_open(grid, area.x + i % area.width, area.y + i / area.width)) continue;
            int64_t pocket = flood(grid, clusters, c, area, i, seen);
            out->count++;
            if (pocket > out->largest) out->largest = pocket;
        }
    }
    // Roots are the smallest nodes of their components, so they come before the nodes that need their number.
    uint32_t with_nodes = 0;
    for (uint32_t n = 0; n < node_count; n++) {
        uint32_t root = find_root(parent, n);
        out->of_node[n] = root == n ? with_nodes++ : out->of_node[root];
        if (root != n) tiles[root] += tiles[n];
    }
    for (uint32_t n = 0; n < node_count; n++)
        if (parent[n] == n && tiles[n] > out->largest) out->largest = tiles[n];
    out->count += with_nodes;
    result = WEND_OK;
done:
    wendi_free(allocator, parent, (size_t)node_count + 1, sizeof *parent);
    wendi_free(allocator, tiles, (size_t)node_count + 1, sizeof *tiles);
    return result;
}

void wendi_components_free(wendi_components* components) {
    wendi_free(&components->allocator, components->of_node, (size_t)components->node_count + 1,
               sizeof *components->of_node);
}

size_t wendi_components_bytes(const wendi_components* components) {
    return ((size_t)components->node_count + 1) * sizeof *components->of_node;
}
