// cluster_nodes.c: the nodes on the border lines of clusters and at the ends of links.
#include "hierarchy/cluster_nodes.h"

#include <stdlib.h>

#include "grid/links.h"

// ---- ends of links

int32_t wendi_link_levels(const wendi_graph* graph, const wend_link* link) {
    return wendi_levels_apart(&graph->clusters, link->from, link->to, graph->level_count);
}

// True when a link with this end at the tile leads out of the clusters of the level.
static bool leads_out(const wendi_graph* graph, const wend_grid* grid, int32_t level, wendi_link_side side,
                      wend_tile tile) {
    wendi_link_search search = wendi_links_at(&grid->links, side, tile);
    for (int32_t i; (i = wendi_next_link(&search)) >= 0;)
        if (wendi_link_levels(graph, &grid->links.data[i]) >= level) return true;
    return false;
}

static bool is_chosen(const wendi_graph* graph, uint32_t node, int32_t level) {
    return node < WENDI_FIRST_LINK_NODE && wendi_node_reaches(graph, node, level);
}

static int compare_nodes(const void* a, const void* b) {
    uint32_t x = *(const uint32_t*)a, y = *(const uint32_t*)b;
    return (x > y) - (x < y);
}

// unchosen: leaves out the nodes that the level has anyway.
static int32_t list_ends(const wendi_graph* graph, const wend_grid* grid, int32_t level, wend_rect area,
                         bool unchosen, uint32_t* out) {
    int32_t count = 0;
    if (grid->links.count == 0) return 0;
    for (wendi_link_side side = WENDI_LINK_FROM; side <= WENDI_LINK_TO; side++) {
        wendi_link_search search = wendi_links_in(&grid->links, side, area);
        uint32_t last = WENDI_NO_NODE; // the ends at one tile come one after the other
        for (int32_t i; (i = wendi_next_link(&search)) >= 0;) {
            const wend_link* link = &grid->links.data[i];
            wend_tile tile = side == WENDI_LINK_FROM ? link->from : link->to;
            if (wendi_link_levels(graph, link) < level) continue;
            uint32_t node = wendi_node_at_tile(&graph->clusters, tile);
            if (node == last || (unchosen && is_chosen(graph, node, level))) continue;
            last = node;
            if (side == WENDI_LINK_TO && leads_out(graph, grid, level, WENDI_LINK_FROM, tile)) continue;
            if (out) out[count] = node;
            count++;
        }
    }
    if (out && count > 1) qsort(out, (size_t)count, sizeof *out, compare_nodes);
    return count;
}

int32_t wendi_link_nodes_in(const wendi_graph* graph, const wend_grid* grid, int32_t level, wend_rect area,
                            uint32_t* out) {
    return list_ends(graph, grid, level, area, true, out);
}

// Beyond the first 2^31 tiles, only tiles on border lines have numbers.
static bool ends_have_numbers(const wendi_graph* graph, const wend_grid* grid) {
    if ((int64_t)grid->width * grid->height <= INT64_C(1) << 31) return true;
    for (int32_t i = 0; i < grid->links.count; i++) {
        const wend_link* link = &grid->links.data[i];
        if (wendi_link_levels(graph, link) > 0 && !(wendi_may_have_node(&graph->clusters, link->from) &&
                                                    wendi_may_have_node(&graph->clusters, link->to)))
            return false;
    }
    return true;
}

wend_result wendi_check_link_nodes_in(const wendi_graph* graph, const wend_grid* grid, int32_t cluster) {
    wend_rect area = wendi_cluster_rect(&graph->clusters, cluster);
    if (!ends_have_numbers(graph, grid)) return WEND_ERROR_LIMIT;
    return list_ends(graph, grid, 1, area, false, NULL) > WEND_MAX_CLUSTER_LINKS ? WEND_ERROR_LIMIT : WEND_OK;
}

wend_result wendi_check_link_nodes(const wendi_graph* graph, const wend_grid* grid) {
    wend_result result = ends_have_numbers(graph, grid) ? WEND_OK : WEND_ERROR_LIMIT;
    if (grid->links.count <= WEND_MAX_CLUSTER_LINKS / 2) return result;
    for (int32_t i = 0; i < wendi_cluster_count(&graph->clusters) && result == WEND_OK; i++)
        result = wendi_check_link_nodes_in(graph, grid, i);
    return result;
}

// ---- all nodes

// Appends the nodes of a cluster of level 1 whose border indices are in a mask.
static int32_t add_nodes(const wendi_level* level, int32_t cluster, uint64_t mask, int32_t count,
                         uint32_t* out) {
    uint64_t nodes = *wendi_item(&level->nodes, cluster) & mask;
    if (!out) return count + __builtin_popcountll(nodes);
    for (; nodes; nodes &= nodes - 1) out[count++] = wendi_node_on(cluster, __builtin_ctzll(nodes));
    return count;
}

// The border of a cluster of any level consists of the top lines of the clusters in its first row and below
// its last row, and of the left lines of those in its first column and right of its last column.
static int32_t border_nodes(const wendi_graph* graph, int32_t level, int32_t cluster, uint32_t* out) {
    const wendi_level* l = &graph->level[level - 1];
    const wendi_partition* clusters = &graph->clusters;
    wendi_cluster_span span = wendi_cluster_span_of(clusters, &l->clusters, cluster);
    bool has_left = span.left > 0, has_right = span.right < clusters->columns;
    int32_t count = 0;
    for (int32_t y = span.top; y < span.bottom; y++) {
        int32_t row = y * clusters->columns;
        uint64_t left = has_left ? WENDI_LEFT_LINE | WENDI_CROSSING : 0;
        if (y == span.top) {
            count = add_nodes(l, row + span.left, left | WENDI_TOP_LINE, count, out);
            for (int32_t x = span.left + 1; x < span.right; x++)
                count = add_nodes(l, row + x, WENDI_TOP_LINE, count, out);
        } else {
            count = add_nodes(l, row + span.left, left, count, out);
        }
        if (has_right) count = add_nodes(l, row + span.right, WENDI_LEFT_LINE | WENDI_CROSSING, count, out);
    }
    if (span.bottom == clusters->rows) return count;
    int32_t row = span.bottom * clusters->columns;
    for (int32_t x = span.left; x < span.right; x++)
        count = add_nodes(l, row + x, WENDI_TOP_LINE, count, out);
    return has_right ? add_nodes(l, row + span.right, WENDI_CROSSING, count, out) : count;
}

// Merges two ascending lists of different nodes: the second one follows the first in memory.
static void merge(uint32_t* nodes, int32_t first_count, int32_t count) {
    for (int32_t i = first_count; i < count; i++) {
        const uint32_t node = nodes[i];
        int32_t at = i;
        for (; at > 0 && nodes[at - 1] > node; at--) nodes[at] = nodes[at - 1];
        nodes[at] = node;
    }
}

int32_t wendi_cluster_nodes(const wendi_graph* graph, const wend_grid* grid, int32_t level, int32_t cluster,
                            uint32_t* out) {
    int32_t count = border_nodes(graph, level, cluster, out);
    if (grid->links.count == 0) return count;
    wend_rect area = wendi_cluster_rect(&graph->level[level - 1].clusters, cluster);
    int32_t links = wendi_link_nodes_in(graph, grid, level, area, out ? out + count : NULL);
    if (out) merge(out, count, count + links);
    return count + links;
}

wend_result wendi_graph_alloc_matrices(wendi_graph* graph, const wend_grid* grid, int32_t level) {
    wendi_level* l = &graph->level[level - 1];
    int32_t cluster_count = wendi_cluster_count(&l->clusters);
    size_t bytes = WENDI_ROW_OVERREAD;
    for (int32_t c = 0; c < cluster_count; c++) {
        const int32_t count = wendi_cluster_nodes(graph, grid, level, c, NULL);
        *wendi_item(&l->matrices, c) = (wendi_matrix){.count = count};
        bytes += wendi_matrix_bytes(count);
    }
    l->block = wendi_shared_new(&graph->allocator, bytes);
    if (!l->block) return WEND_ERROR_MEMORY;
    char* at = wendi_shared_memory(l->block);
    for (int32_t c = 0; c < cluster_count; c++) {
        wendi_matrix* matrix = wendi_item(&l->matrices, c);
        if (matrix->count == 0) continue;
        matrix->nodes = (uint32_t*)(void*)at;
        wendi_cluster_nodes(graph, grid, level, c, matrix->nodes);
        at += wendi_matrix_bytes(matrix->count);
        for (int32_t i = 1; i < matrix->count; i++) WENDI_ASSERT(matrix->nodes[i - 1] < matrix->nodes[i]);
    }
    return WEND_OK;
}

int64_t wendi_count_nodes(const wendi_graph* graph, const wend_grid* grid, int32_t level) {
    int64_t count =
        wendi_link_nodes_in(graph, grid, level, (wend_rect){0, 0, grid->width, grid->height}, NULL);
    for (int32_t c = 0; c < wendi_cluster_count(&graph->clusters); c++)
        count += __builtin_popcountll(*wendi_item(&graph->level[level - 1].nodes, c));
    return count;
}
