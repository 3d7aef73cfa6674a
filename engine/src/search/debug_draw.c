// debug_draw.c: which shapes show a world or a path? Hands them to callbacks.
#include "wend/debug_draw.h"
#include "hierarchy/first_check.h"
#include "search/path.h"

static bool wants(uint32_t layers, wend_draw_kind kind) {
    return layers >> kind & 1;
}

// b is a side of a view, which may be empty, and may end beyond INT32_MAX.
static bool overlap(int32_t a, int32_t a_length, int32_t b, int32_t b_length) {
    return b_length > 0 && a < (int64_t)b + b_length && b < (int64_t)a + a_length;
}

static bool touches(wend_rect a, wend_rect b) {
    return overlap(a.x, a.width, b.x, b.width) && overlap(a.y, a.height, b.y, b.height);
}

static wend_vec2 center(wend_tile tile) {
    return (wend_vec2){(float)tile.x + 0.5f, (float)tile.y + 0.5f};
}

static void line(const wend_debug_draw* draw, wend_draw_kind kind, wend_tile from, wend_tile to) {
    wend_rect box = {wendi_min(from.x, to.x), wendi_min(from.y, to.y), wendi_abs(from.x - to.x) + 1,
                     wendi_abs(from.y - to.y) + 1};
    if (draw->line && touches(box, draw->view)) draw->line(kind, center(from), center(to), draw->context);
}

static void rect(const wend_debug_draw* draw, wend_draw_kind kind, wend_rect tiles) {
    if (draw->rect && touches(tiles, draw->view)) draw->rect(kind, tiles, draw->context);
}

static void draw_entrances(const wend_world* world, const wendi_partition* level_clusters, int32_t cluster,
                           wendi_side_kind kind, const wend_debug_draw* draw) {
    wendi_side side = wendi_side_of(level_clusters, cluster, kind);
    int32_t from = 0, length;
    while ((length = wendi_next_entrance(world->grid, &side, &from)) > 0) {
        wend_rect tiles = {side.first.x + from * side.step.x, side.first.y + from * side.step.y,
                           side.step.x ? length : 1, side.step.y ? length : 1};
        rect(draw, WEND_DRAW_ENTRANCE, tiles);
        from += length;
    }
}

// Draws the edges from one node of a cluster to the nodes with slots of at least first_to.
static void draw_edges(const wendi_graph* graph, const wendi_matrix* matrix, int32_t from, int32_t first_to,
                       const wend_debug_draw* draw) {
    WENDI_ASSERT(from >= 0 && from < matrix->count && first_to >= 0);
    for (int32_t to = first_to; to < matrix->count; to++) {
        if (to == from || wendi_matrix_cost(matrix, from, to) == WENDI_UNREACHED) continue;
        line(draw, WEND_DRAW_EDGE, wendi_node_tile(&graph->clusters, matrix->nodes[from]),
             wendi_node_tile(&graph->clusters, matrix->nodes[to]));
    }
}

// Draws the nodes of a cluster except those on its right and bottom lines, which its neighbours draw.
static void draw_nodes(const wendi_graph* graph, const wendi_matrix* matrix, wend_rect area,
                       const wend_debug_draw* draw) {
    for (int32_t i = 0; i < matrix->count; i++) {
        wend_tile tile = wendi_node_tile(&graph->clusters, matrix->nodes[i]);
        bool right = tile.x == area.x + area.width - 1 && tile.x + 1 < graph->clusters.width;
        bool bottom = tile.y == area.y + area.height - 1 && tile.y + 1 < graph->clusters.height;
        if (!right && !bottom) rect(draw, WEND_DRAW_NODE, (wend_rect){tile.x, tile.y, 1, 1});
    }
}

// A pending cluster of level 1 has no costs yet.
static bool has_edges(const wendi_graph* graph, int32_t level, int32_t cluster) {
    return level > 1 || wendi_state_of(graph, 1, cluster) == WENDI_UP_TO_DATE;
}

static void draw_cluster(const wend_world* world, int32_t level, int32_t cluster, uint32_t layers,
                         const wend_debug_draw* draw) {
    const wendi_graph* graph = &world->graph;
    WENDI_ASSERT(level >= 1 && level <= graph->level_count);
    const wendi_partition* level_clusters = &graph->level[level - 1].clusters;
    const wendi_matrix* matrix = wendi_matrix_of(graph, level, cluster);
    wend_rect area = wendi_cluster_rect(level_clusters, cluster);
    if (wants(layers, WEND_DRAW_CLUSTER)) rect(draw, WEND_DRAW_CLUSTER, area);
    if (wants(layers, WEND_DRAW_ENTRANCE)) {
        draw_entrances(world, level_clusters, cluster, WENDI_SIDE_TOP, draw);
        draw_entrances(world, level_clusters, cluster, WENDI_SIDE_LEFT, draw);
    }
    if (wants(layers, WEND_DRAW_EDGE) && has_edges(graph, level, cluster))
        for (int32_t i = 0; i < matrix->count; i++) draw_edges(graph, matrix, i, i + 1, draw);
    if (wants(layers, WEND_DRAW_NODE)) draw_nodes(graph, matrix, area, draw);
}

wend_result wend_world_draw(const wend_world* world, uint32_t layers, const wend_debug_draw* draw) {
    if (!world || !draw || draw->level < 0 || draw->level > world->graph.level_count)
        return WEND_ERROR_ARGUMENT;
    const bool reads = wants(layers, WEND_DRAW_EDGE) || wants(layers, WEND_DRAW_NODE);
    wend_result result = world->graph.ground ? wendi_check_all(world) : WEND_OK; // all ground is loaded
    if (result != WEND_OK) return result;
    int32_t level = wendi_max(draw->level, 1);
    const wendi_partition* level_clusters = &world->graph.level[level - 1].clusters;
    wend_rect map = {0, 0, level_clusters->width, level_clusters->height};
    if (!touches(map, draw->view)) return WEND_OK;
    int32_t size = level_clusters->size;
    int32_t left = wendi_max(0, draw->view.x) / size - 1, top = wendi_max(0, draw->view.y) / size - 1;
    int64_t right = ((int64_t)draw->view.x + draw->view.width) / size,
            bottom = ((int64_t)draw->view.y + draw->view.height) / size;
    for (int32_t y = wendi_max(0, top); y < level_clusters->rows && y <= bottom && reads; y++)
        for (int32_t x = wendi_max(0, left); x < level_clusters->columns && x <= right && result == WEND_OK;
             x++)
            result = wendi_touch(&world->graph, level, y * level_clusters->columns + x);
    if (result != WEND_OK) return result;
    for (int32_t y = wendi_max(0, top); y < level_clusters->rows && y <= bottom; y++)
        for (int32_t x = wendi_max(0, left); x < level_clusters->columns && x <= right; x++)
            draw_cluster(world, level, y * level_clusters->columns + x, layers, draw);
    return WEND_OK;
}

wend_result wend_world_draw_node(const wend_world* world, wend_tile tile, const wend_debug_draw* draw) {
    if (!world || !draw || draw->level < 0 || draw->level > world->graph.level_count ||
        !wend_grid_contains(world->grid, tile))
        return WEND_ERROR_ARGUMENT;
    const wendi_graph* graph = &world->graph;
    wend_result result = graph->ground ? wendi_check_all(world) : WEND_OK;
    int32_t level = wendi_max(draw->level, 1), clusters[4];
    int32_t cluster_count = wendi_clusters_at(&graph->level[level - 1].clusters, tile, clusters);
    for (int32_t c = 0; c < cluster_count && result == WEND_OK; c++)
        result = wendi_touch(graph, level, clusters[c]);
    for (int32_t c = 0; c < cluster_count && result == WEND_OK; c++) {
        const wendi_matrix* matrix = wendi_matrix_of(graph, level, clusters[c]);
        for (int32_t i = 0; i < matrix->count && has_edges(graph, level, clusters[c]); i++) {
            wend_tile node = wendi_node_tile(&graph->clusters, matrix->nodes[i]);
            if (node.x == tile.x && node.y == tile.y) draw_edges(graph, matrix, i, 0, draw);
        }
    }
    return result;
}

static void draw_tiles(const wendi_tile_list* tiles, wend_draw_kind kind, const wend_debug_draw* draw) {
    for (int64_t i = 1; i < tiles->count; i++) line(draw, kind, tiles->data[i - 1], tiles->data[i]);
}

wend_result wend_path_draw(const wend_path* path, const wend_grid* grid, uint32_t layers,
                           const wend_debug_draw* draw) {
    if (!path || !grid || !draw) return WEND_ERROR_ARGUMENT;
    if (wants(layers, WEND_DRAW_ROUTE)) draw_tiles(&path->route, WEND_DRAW_ROUTE, draw);
    if (wants(layers, WEND_DRAW_PATH)) draw_tiles(&path->tiles, WEND_DRAW_PATH, draw);
    if (wants(layers, WEND_DRAW_WAYPOINT)) {
        wend_tile last = {0, 0};
        for (int64_t i = 0; i < path->waypoints.count; i++) {
            wend_tile tile;
            if (wend_grid_tile_at(grid, path->waypoints.data[i], &tile) != WEND_OK)
                return WEND_ERROR_ARGUMENT;
            if (i > 0) line(draw, WEND_DRAW_WAYPOINT, last, tile);
            last = tile;
        }
    }
    return WEND_OK;
}
