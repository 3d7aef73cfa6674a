// edit_check.c: which clusters of a mapped world does an edit check before it changes anything?
//
// Invariant: an unchecked cluster is as its file has it, and so is all that its check reads: its tiles and
// one tile around them, and the nodes on its border lines. Otherwise a later check would take the change for
// damage. So an edit checks beforehand the clusters that it touches and those around them; and on each level
// whose nodes it may change, the clusters that contain these and all those on the lines where nodes are
// chosen again.
#include "hierarchy/edit_check.h"

#include "hierarchy/first_check.h"

static wend_result touch_around(const wendi_graph* graph, int32_t cluster) {
    const wendi_partition* clusters = &graph->clusters;
    const int32_t column = cluster % clusters->columns, row = cluster / clusters->columns;
    wend_result result = WEND_OK;
    for (int32_t y = wendi_max(row - 1, 0); y <= wendi_min(row + 1, clusters->rows - 1); y++)
        for (int32_t x = wendi_max(column - 1, 0);
             x <= wendi_min(column + 1, clusters->columns - 1) && result == WEND_OK; x++)
            result = wendi_touch(graph, 1, y * clusters->columns + x);
    return result;
}

// The clusters of level 1 on the top and left line of a cluster.
static wend_result touch_lines(const wendi_graph* graph, int32_t level, int32_t cluster) {
    const wendi_partition* clusters = &graph->clusters;
    const wendi_cluster_span span =
        wendi_cluster_span_of(clusters, &graph->level[level - 1].clusters, cluster);
    wend_result result = WEND_OK;
    for (int32_t x = span.left; x < span.right && result == WEND_OK; x++)
        result = wendi_touch(graph, 1, span.top * clusters->columns + x);
    for (int32_t y = span.top; y < span.bottom && result == WEND_OK; y++)
        result = wendi_touch(graph, 1, y * clusters->columns + span.left);
    return result;
}

wend_result wendi_check_before_edit(const wendi_graph* graph, const wendi_cluster_list* touched,
                                    uint32_t levels) {
    wend_result result = WEND_OK;
    if (!graph->first_checks) return WEND_OK;
    for (int32_t i = 0; i < touched->count && result == WEND_OK; i++)
        result = touch_around(graph, touched->data[i]);
    for (int32_t level = 2; level <= graph->level_count; level++) {
        int32_t last = -1; // touched clusters beside each other mostly have one parent
        if (!(levels >> (level - 1) & 1)) continue;
        for (int32_t i = 0; i < touched->count && result == WEND_OK; i++) {
            const int32_t cluster = wendi_cluster_containing(graph, level, touched->data[i]);
            if (cluster == last) continue;
            last = cluster;
            result = wendi_touch(graph, level, cluster);
            if (result == WEND_OK) result = touch_lines(graph, level, cluster);
        }
    }
    return result;
}

wend_result wendi_check_before_link_edit(const wend_world* world, const wend_link* link) {
    const wendi_graph* graph = &world->graph;
    const wend_tile ends[2] = {link->from, link->to};
    wend_result result = WEND_OK;
    if (!graph->first_checks) return WEND_OK;
    for (int32_t k = 0; k < 2; k++) {
        int32_t clusters[4];
        if (!wend_grid_contains(world->grid, ends[k])) return WEND_OK; // refused by whoever changes the link
        const int32_t count = wendi_clusters_at(&graph->clusters, ends[k], clusters);
        for (int32_t i = 0; i < count && result == WEND_OK; i++) {
            result = touch_around(graph, clusters[i]);
            for (int32_t level = 2; level <= graph->level_count && result == WEND_OK; level++)
                result = wendi_touch(graph, level, wendi_cluster_containing(graph, level, clusters[i]));
        }
    }
    return result;
}
