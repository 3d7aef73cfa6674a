// path_regions.c: which regions of a streamed world does a path cross?
#include "hierarchy/ground.h"
#include "search/expand_edge.h"
#include "search/path_check.h"
#include "search/search.h"
#include "wend/stream.h"

typedef struct region_list {
    const wend_world* world;
    wend_rect* areas;
    int32_t most, count;
} region_list;

static void add_region(region_list* list, int32_t level, int32_t cluster) {
    const wendi_graph* graph = &list->world->graph;
    const wend_rect area = wendi_ground_area(graph->ground, wendi_ground_region(graph, level, cluster));
    for (int32_t i = 0; i < list->count; i++)
        if (list->areas[i].x == area.x && list->areas[i].y == area.y) return;
    if (list->count < list->most) list->areas[list->count++] = area;
}

// Adds the regions of a tile that are not loaded.
static void add_regions_of(region_list* list, wend_tile tile) {
    const wendi_graph* graph = &list->world->graph;
    int32_t clusters[4];
    const int32_t count = wendi_clusters_at(&graph->clusters, tile, clusters);
    for (int32_t i = 0; i < count; i++)
        if (!wendi_has_ground(graph, clusters[i])) add_region(list, 1, clusters[i]);
}

// Adds the regions that tiles lie in. One on a line between regions needs no further one. A path of another
// world may have tiles off the map.
static void add_regions_of_tiles(region_list* list, const wendi_tile_list* tiles) {
    const wendi_graph* graph = &list->world->graph;
    const wendi_partition* clusters = &graph->clusters;
    int32_t at[4], before = -1;
    for (int64_t i = 0; i < tiles->count && list->count < list->most; i++) {
        if (!wend_grid_contains(list->world->grid, tiles->data[i])) continue;
        const int32_t count = wendi_clusters_at(clusters, tiles->data[i], at);
        bool same = false;
        for (int32_t k = 0; k < count; k++)
            same |= before >= 0 && wendi_ground_region(graph, 1, at[k]) == before;
        if (same) continue;
        before = wendi_ground_region(graph, 1, at[0]);
        add_region(list, 1, at[0]);
    }
}

// Edges of clusters larger than a region become smaller ones, in scratch memory of the search.
static wend_result add_regions(wend_search* search, const wend_path* path, region_list* list) {
    const wendi_rest* rest = &path->rest;
    const wend_world* world = list->world;
    const int32_t level = wendi_ground_level(world->graph.ground);
    wendi_edge_list* edges = &search->route.edges;
    wend_result result = WEND_OK;
    bool found = true;
    edges->count = 0;
    if (rest->tiles.count <= 1 && rest->edges.count == 0)
        add_regions_of(list, path->tiles.data[path->tiles.count - 1]);
    for (int64_t i = 1; i < rest->tiles.count; i++)
        if (rest->clusters[i] < 0)
            add_regions_of(list, rest->tiles.data[i]);
        else
            add_region(list, 1, rest->clusters[i]);
    for (int32_t i = 0; i < rest->edges.count && result == WEND_OK; i++)
        result = wendi_edge_list_push(edges, rest->edges.data[i]);
    while (edges->count > 0 && list->count < list->most && found && result == WEND_OK) {
        const wendi_edge edge = edges->data[--edges->count];
        if (edge.level > level)
            result = wendi_expand_edge(&search->route.search, world, &edge, &found, edges);
        else if (edge.level == 0)
            add_regions_of(list, wendi_node_tile(&world->graph.clusters, edge.to));
        else
            add_region(list, edge.level, edge.cluster);
    }
    if (result != WEND_OK || !found || edges->count > 0) return result;
    add_regions_of(list, rest->goal);
    return WEND_OK;
}

wend_result wend_path_regions(wend_search* search, const wend_world* world, const wend_path* path,
                              int32_t most, wend_rect* out, int32_t* count_out) {
    if (!search || !world || !path || most < 1 || !out || !count_out) return WEND_ERROR_ARGUMENT;
    region_list list = {.world = world, .areas = out, .most = most};
    wend_result result = WEND_OK;
    if (world->graph.ground && path->tiles.count > 0) {
        const int32_t turn = wendi_ground_begin(&world->graph);
        add_regions_of_tiles(&list, &path->tiles);
        if (path->rest.left && wendi_rest_is_of(path, world)) result = add_regions(search, path, &list);
        wendi_ground_end(&world->graph, turn);
    }
    if (result == WEND_OK) *count_out = list.count;
    return result;
}
