// debug_draw.c: the shapes of a world and of a path, handed to callbacks.
#include "wend/debug_draw.h"
#include "hierarchy/world.h"
#include "search/path.h"

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

static void draw_entrances(const wend_world* world, const wendi_clusters* cells, int32_t cell,
                           wendi_side_kind kind, const wend_debug_draw* draw) {
    wendi_side side = wendi_side_of(cells, cell, kind);
    int32_t from = 0, length;
    while ((length = wendi_next_entrance(world->grid, &side, &from)) > 0) {
        wend_rect tiles = {side.first.x + from * side.step.x, side.first.y + from * side.step.y,
                           side.step.x ? length : 1, side.step.y ? length : 1};
        rect(draw, WEND_DRAW_ENTRANCE, tiles);
        from += length;
    }
}

// The edges that start at one node of a cell, to those with a place of at least first_to.
static void draw_edges(const wendi_abstract* abstract, const wendi_table* table, int32_t from,
                       int32_t first_to, const wend_debug_draw* draw) {
    for (int32_t to = first_to; to < table->count; to++) {
        if (to == from || wendi_table_cost(table, from, to) == WENDI_UNREACHED) continue;
        line(draw, WEND_DRAW_EDGE, wendi_node_tile(&abstract->clusters, table->nodes[from]),
             wendi_node_tile(&abstract->clusters, table->nodes[to]));
    }
}

// The nodes on the top and left line of a cell; those on the others are of its neighbours too.
static void draw_nodes(const wendi_abstract* abstract, const wendi_table* table, wend_rect area,
                       const wend_debug_draw* draw) {
    for (int32_t i = 0; i < table->count; i++) {
        wend_tile tile = wendi_node_tile(&abstract->clusters, table->nodes[i]);
        bool right = tile.x == area.x + area.width - 1 && tile.x + 1 < abstract->clusters.width;
        bool bottom = tile.y == area.y + area.height - 1 && tile.y + 1 < abstract->clusters.height;
        if (!right && !bottom) rect(draw, WEND_DRAW_NODE, (wend_rect){tile.x, tile.y, 1, 1});
    }
}

static void draw_cell(const wend_world* world, int32_t level, int32_t cell, uint32_t layers,
                      const wend_debug_draw* draw) {
    const wendi_abstract* abstract = &world->abstract;
    const wendi_clusters* cells = &abstract->level[level - 1].cells;
    const wendi_table* table = wendi_table_of(abstract, level, cell);
    wend_rect area = wendi_cluster_rect(cells, cell);
    if (wants(layers, WEND_DRAW_CLUSTER)) rect(draw, WEND_DRAW_CLUSTER, area);
    if (wants(layers, WEND_DRAW_ENTRANCE)) {
        draw_entrances(world, cells, cell, WENDI_SIDE_TOP, draw);
        draw_entrances(world, cells, cell, WENDI_SIDE_LEFT, draw);
    }
    if (wants(layers, WEND_DRAW_EDGE))
        for (int32_t i = 0; i < table->count; i++) draw_edges(abstract, table, i, i + 1, draw);
    if (wants(layers, WEND_DRAW_NODE)) draw_nodes(abstract, table, area, draw);
}

wend_result wend_world_draw(const wend_world* world, uint32_t layers, const wend_debug_draw* draw) {
    if (!world || !draw || draw->level < 0 || draw->level > world->abstract.level_count)
        return WEND_ERROR_ARGUMENT;
    int32_t level = wendi_max(draw->level, 1);
    const wendi_clusters* cells = &world->abstract.level[level - 1].cells;
    wend_rect map = {0, 0, cells->width, cells->height};
    if (!touches(map, draw->view)) return WEND_OK;
    int32_t size = cells->size;
    int32_t left = wendi_max(0, draw->view.x) / size - 1, top = wendi_max(0, draw->view.y) / size - 1;
    int64_t right = ((int64_t)draw->view.x + draw->view.width) / size,
            bottom = ((int64_t)draw->view.y + draw->view.height) / size;
    for (int32_t y = wendi_max(0, top); y < cells->rows && y <= bottom; y++)
        for (int32_t x = wendi_max(0, left); x < cells->columns && x <= right; x++)
            draw_cell(world, level, y * cells->columns + x, layers, draw);
    return WEND_OK;
}

wend_result wend_world_draw_node(const wend_world* world, wend_tile tile, const wend_debug_draw* draw) {
    if (!world || !draw || draw->level < 0 || draw->level > world->abstract.level_count ||
        !wend_grid_contains(world->grid, tile))
        return WEND_ERROR_ARGUMENT;
    const wendi_abstract* abstract = &world->abstract;
    int32_t level = wendi_max(draw->level, 1), cells[4];
    int32_t cell_count = wendi_clusters_at(&abstract->level[level - 1].cells, tile, cells);
    for (int32_t c = 0; c < cell_count; c++) {
        const wendi_table* table = wendi_table_of(abstract, level, cells[c]);
        for (int32_t i = 0; i < table->count; i++) {
            wend_tile node = wendi_node_tile(&abstract->clusters, table->nodes[i]);
            if (node.x == tile.x && node.y == tile.y) draw_edges(abstract, table, i, 0, draw);
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
