// rest.c: how is what is left to refine of a path stored?
#include "search/rest.h"

#include <string.h>

void wendi_rest_init(wendi_rest* rest, const wend_allocator* allocator) {
    *rest = (wendi_rest){.left = false};
    rest->edges.allocator = rest->tiles.allocator = *allocator;
}

void wendi_rest_free(wendi_rest* rest) {
    wendi_free(&rest->tiles.allocator, rest->clusters, rest->cluster_capacity, sizeof *rest->clusters);
    wendi_edge_list_free(&rest->edges);
    wendi_tile_list_free(&rest->tiles);
}

size_t wendi_rest_bytes(const wendi_rest* rest) {
    return rest->edges.capacity * sizeof(wendi_edge) + rest->tiles.capacity * sizeof(wend_tile) +
           rest->cluster_capacity * sizeof *rest->clusters;
}

void wendi_rest_clear(wendi_rest* rest) {
    rest->left = rest->broken = rest->goal_listed = rest->waits = rest->provisional = rest->nearest = false;
    rest->edges.count = 0;
    rest->tiles.count = 0;
}

wend_result wendi_rest_add_leg(wendi_rest* rest, wend_tile tile, int32_t cluster) {
    const size_t count = (size_t)rest->tiles.count;
    int32_t* clusters = wendi_grow(&rest->tiles.allocator, rest->clusters, &rest->cluster_capacity, count,
                                   count + 1, sizeof *clusters);
    if (!clusters) return WEND_ERROR_MEMORY;
    rest->clusters = clusters;
    clusters[count] = cluster;
    return wendi_tile_list_push(&rest->tiles, tile);
}

wend_result wendi_rest_reserve(wendi_rest* rest, int32_t edges, int64_t legs) {
    const wend_allocator* allocator = &rest->tiles.allocator;
    if (edges > 0) {
        wendi_edge* data = wendi_grow(allocator, rest->edges.data, &rest->edges.capacity,
                                      (size_t)rest->edges.count, (size_t)edges, sizeof *data);
        if (!data) return WEND_ERROR_MEMORY;
        rest->edges.data = data;
    }
    if (legs > 0) {
        int32_t* clusters = wendi_grow(allocator, rest->clusters, &rest->cluster_capacity,
                                       (size_t)rest->tiles.count, (size_t)legs, sizeof *clusters);
        if (!clusters) return WEND_ERROR_MEMORY;
        rest->clusters = clusters;
    }
    return wendi_tile_list_reserve(&rest->tiles, legs);
}

void wendi_rest_copy(wendi_rest* rest, const wendi_rest* from) {
    const wend_allocator allocator = rest->tiles.allocator;
    WENDI_ASSERT((size_t)from->edges.count <= rest->edges.capacity);
    WENDI_ASSERT((size_t)from->tiles.count <= rest->tiles.capacity);
    wendi_edge_list edges = rest->edges;
    wendi_tile_list tiles = rest->tiles;
    int32_t* clusters = rest->clusters;
    const size_t cluster_capacity = rest->cluster_capacity;
    *rest = *from;
    rest->edges = edges;
    rest->tiles = tiles;
    rest->clusters = clusters;
    rest->cluster_capacity = cluster_capacity;
    rest->edges.allocator = rest->tiles.allocator = allocator;
    rest->edges.count = from->edges.count;
    rest->tiles.count = from->tiles.count;
    if (from->edges.count)
        memcpy(rest->edges.data, from->edges.data, (size_t)from->edges.count * sizeof *edges.data);
    if (from->tiles.count)
        memcpy(rest->tiles.data, from->tiles.data, (size_t)from->tiles.count * sizeof *tiles.data);
    if (from->tiles.count)
        memcpy(rest->clusters, from->clusters, (size_t)from->tiles.count * sizeof *clusters);
}
