// abstract_heuristic.c: how is the heuristic of an abstract search computed?
#include "search/abstract_heuristic.h"

#include "grid/links.h"

// Prepares the heuristic for a map with links. Among the children of a cluster, only links inside it matter;
// where there are some, the search uses no heuristic.
static wend_result begin_links(wendi_abstract_search* s, wend_tile start) {
    const wend_grid* grid = s->world->grid;
    s->bounds.count = 0;
    s->bounds.cap = INT32_MAX;
    if (s->scope.level > 0) {
        const wendi_partition* clusters = &s->world->graph.level[s->scope.level].clusters;
        if (wendi_holds_link(grid, wendi_cluster_rect(clusters, s->scope.parent)))
            s->heuristic.most = s->heuristic.least = 0;
        return WEND_OK;
    }
    wend_result result =
        wendi_link_bounds_begin(&s->bounds, grid, &s->heuristic, start, s->target, NULL, NULL, 0);
    if (result == WEND_OK && s->bounds.unknown) s->heuristic.most = s->heuristic.least = 0;
    return result;
}

wend_result wendi_abstract_heuristic_begin(wendi_abstract_search* s, wend_tile start) {
    const wend_grid* grid = s->world->grid;
    const wendi_partition* clusters = &s->world->graph.clusters;
    s->heuristic = wendi_heuristic_for(
        grid, grid->connectivity == WEND_CONNECTIVITY_4 ? WEND_MANHATTAN : WEND_OCTILE, WENDI_WEIGHT_ONE);
    s->farthest = wendi_heuristic_between(&s->heuristic, (wend_tile){0, 0},
                                          (wend_tile){clusters->width, clusters->height});
    return s->linked ? begin_links(s, start) : WEND_OK;
}

static void set_hex_heuristics(const wendi_abstract_search* s, const uint32_t* nodes, int32_t count,
                               int32_t* h) {
    wendi_node_reader reader = {.cluster = WENDI_NO_NODE};
    for (int32_t i = 0; i < count; i++) {
        wend_tile tile = wendi_next_node_tile(&s->world->graph.clusters, &reader, nodes[i]);
        h[i] = (int32_t)wendi_heuristic_between(&s->heuristic, tile, s->target);
    }
}

// Where a node on a border line lies. Without branches, so that compilers vectorise the loops over nodes.
static inline wend_tile border_tile(uint32_t node, int32_t columns, double per_column, int32_t size) {
    const int32_t cluster = (int32_t)(node / WENDI_BORDER_INDEX_COUNT);
    const int32_t row = (int32_t)((cluster + 0.5) * per_column), column = cluster - row * columns;
    const int32_t along = (int32_t)(node % WENDI_LEFT_BORDER_INDEX);
    const int32_t left = -(int32_t)(node / WENDI_LEFT_BORDER_INDEX % 2); // on the left line: all bits set
    return (wend_tile){column * size + (along & ~left), row * size + (along & left)};
}

// Sets the heuristics of nodes on border lines.
static void set_border_heuristics(const wendi_abstract_search* s, const uint32_t* restrict nodes,
                                  int32_t count, int32_t* restrict h) {
    const int32_t columns = s->columns, size = s->world->graph.clusters.size;
    const int32_t most = (int32_t)s->heuristic.most, least = (int32_t)s->heuristic.least;
    const int32_t target_x = s->target.x, target_y = s->target.y;
    const double per_column = s->per_column;
    for (int32_t i = 0; i < count; i++) {
        const wend_tile tile = border_tile(nodes[i], columns, per_column, size);
        int32_t dx = tile.x - target_x, dy = tile.y - target_y;
        dx = dx < 0 ? -dx : dx;
        dy = dy < 0 ? -dy : dy;
        h[i] = most * (dx > dy ? dx : dy) + least * (dx > dy ? dy : dx);
    }
}

// Lowers heuristics to those by some links.
static void lower_by(wendi_abstract_search* s, wendi_link_points links, const uint32_t* restrict nodes,
                     int32_t border, int32_t count, int32_t* h) {
    const wendi_partition* clusters = &s->world->graph.clusters;
    const int32_t columns = s->columns, size = clusters->size;
    const double per_column = s->per_column;
    int32_t* restrict x = s->x, * restrict y = s->y;
    for (int32_t i = 0; i < border; i++) {
        const wend_tile tile = border_tile(nodes[i], columns, per_column, size);
        x[i] = tile.x;
        y[i] = tile.y;
    }
    for (int32_t i = border; i < count; i++) {
        const wend_tile tile = wendi_node_tile(clusters, nodes[i]);
        x[i] = tile.x;
        y[i] = tile.y;
    }
    // Up to whole lanes: what lies behind the last node does not matter.
    const int32_t lanes = wendi_row_lanes(count);
    for (int32_t i = count; i < lanes; i++) x[i] = y[i] = h[i] = 0;
    wendi_link_bounds_lower(&s->bounds, links, x, y, lanes, h);
}

bool wendi_abstract_set_heuristics(wendi_abstract_search* s, const wendi_active_cluster* v, int32_t* h) {
    const uint32_t* nodes = v->matrix->nodes;
    const wendi_partition* clusters = &s->world->graph.clusters;
    int32_t count = v->matrix->count, border = count;
    while (border > 0 && nodes[border - 1] >= WENDI_FIRST_LINK_NODE) border--;
    if (wendi_is_hex(s->heuristic.connectivity))
        set_hex_heuristics(s, nodes, border, h);
    else
        set_border_heuristics(s, nodes, border, h);
    for (int32_t i = border; i < count; i++)
        h[i] =
            (int32_t)wendi_heuristic_between(&s->heuristic, wendi_node_tile(clusters, nodes[i]), s->target);
    if (!s->linked || !wendi_link_bounds_matter(&s->bounds)) return true;
    const wendi_level* level = &s->world->graph.level[v->level - 1];
    wendi_link_points near;
    if (!wendi_link_bounds_near(&s->bounds, wendi_cluster_rect(&level->clusters, v->cluster), &near))
        return false;
    if (near.count == 0 && s->bounds.cap == INT32_MAX) return true;
    lower_by(s, near, nodes, border, count, h);
    return true;
}
