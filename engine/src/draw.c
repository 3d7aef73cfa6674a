// draw.c: the shapes of a world and of a path, handed to callbacks.
#include "path.h"
#include "wend/debug_draw.h"
#include "world.h"

static bool wants(uint32_t layers, wend_draw_kind kind) {
    return layers >> kind & 1;
}

// b is part of a view, which may be empty or end beyond the numbers of a tile.
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

static void draw_entrances(const wend_world* world, int32_t cluster, wendi_side_kind kind,
                           const wend_debug_draw* draw) {
    wendi_side side = wendi_side_of(&world->abstract.clusters, cluster, kind);
    int32_t from = 0, length;
    while ((length = wendi_next_entrance(world->grid, &side, &from)) > 0) {
        wend_rect tiles = {side.first.x + from * side.step.x, side.first.y + from * side.step.y,
                           side.step.x ? length : 1, side.step.y ? length : 1};
        rect(draw, WEND_DRAW_ENTRANCE, tiles);
        from += length;
    }
}

// The edges that start at one node of a cluster, to those with a place of at least first_to.
static void draw_edges(const wend_world* world, int32_t cluster, int32_t from, int32_t first_to,
                       const wend_debug_draw* draw) {
    const wendi_clusters* clusters = &world->abstract.clusters;
    const wendi_table* table = wendi_table_of(&world->abstract, 1, cluster);
    for (int32_t to = first_to; to < table->count; to++) {
        if (to == from || wendi_table_cost(table, from, to) == WENDI_UNREACHED) continue;
        line(draw, WEND_DRAW_EDGE, wendi_node_tile(clusters, table->nodes[from]),
             wendi_node_tile(clusters, table->nodes[to]));
    }
}

static void draw_cluster(const wend_world* world, int32_t cluster, uint32_t layers,
                         const wend_debug_draw* draw) {
    const wendi_abstract* abstract = &world->abstract;
    if (wants(layers, WEND_DRAW_CLUSTER))
        rect(draw, WEND_DRAW_CLUSTER, wendi_cluster_rect(&abstract->clusters, cluster));
    if (wants(layers, WEND_DRAW_ENTRANCE)) {
        draw_entrances(world, cluster, WENDI_SIDE_TOP, draw);
        draw_entrances(world, cluster, WENDI_SIDE_LEFT, draw);
    }
    if (wants(layers, WEND_DRAW_EDGE)) {
        int32_t count = wendi_table_of(abstract, 1, cluster)->count;
        for (int32_t i = 0; i < count; i++) draw_edges(world, cluster, i, i + 1, draw);
    }
    if (wants(layers, WEND_DRAW_NODE)) {
        for (uint64_t nodes = abstract->level[0].nodes[cluster]; nodes; nodes &= nodes - 1) {
            wend_tile tile =
                wendi_node_tile(&abstract->clusters, wendi_node_on(cluster, __builtin_ctzll(nodes)));
            rect(draw, WEND_DRAW_NODE, (wend_rect){tile.x, tile.y, 1, 1});
        }
    }
}

wend_result wend_world_draw(const wend_world* world, uint32_t layers, const wend_debug_draw* draw) {
    if (!world || !draw) return WEND_ERROR_ARGUMENT;
    const wendi_clusters* clusters = &world->abstract.clusters;
    wend_rect map = {0, 0, clusters->width, clusters->height};
    if (!touches(map, draw->view)) return WEND_OK;
    int32_t size = clusters->size;
    int32_t left = wendi_max(0, draw->view.x) / size - 1, top = wendi_max(0, draw->view.y) / size - 1;
    int64_t right = ((int64_t)draw->view.x + draw->view.width) / size,
            bottom = ((int64_t)draw->view.y + draw->view.height) / size;
    for (int32_t y = wendi_max(0, top); y < clusters->rows && y <= bottom; y++)
        for (int32_t x = wendi_max(0, left); x < clusters->columns && x <= right; x++)
            draw_cluster(world, y * clusters->columns + x, layers, draw);
    return WEND_OK;
}

wend_result wend_world_draw_node(const wend_world* world, wend_tile tile, const wend_debug_draw* draw) {
    if (!world || !draw || !wend_grid_contains(world->grid, tile)) return WEND_ERROR_ARGUMENT;
    const wendi_abstract* abstract = &world->abstract;
    int32_t clusters[4], cluster_count = wendi_clusters_at(&abstract->clusters, tile, clusters);
    for (int32_t c = 0; c < cluster_count; c++) {
        const wendi_table* table = wendi_table_of(abstract, 1, clusters[c]);
        for (int32_t i = 0; i < table->count; i++) {
            wend_tile node = wendi_node_tile(&abstract->clusters, table->nodes[i]);
            if (node.x == tile.x && node.y == tile.y) draw_edges(world, clusters[c], i, 0, draw);
        }
    }
    return WEND_OK;
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
